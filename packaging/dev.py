"""Run or test NeuralFold from a checkout; each command does all set-up by itself (standard library only).

    python3 packaging/dev.py run [FILE | measure FILE | snapshot FILE ... | --help]
    python3 packaging/dev.py test [pytest arguments]
    python3 packaging/dev.py bench [names of scripts in tests/benchmarks]

What follows `run` goes to the program as it is, and its exit code comes back. `test` runs every check; with
arguments only pytest, with those (paths are relative to the checkout). `bench` prints ratios and asserts nothing.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - the one file that an older Python may be given
    sys.exit(f"NeuralFold needs Python 3.11 or newer; this is {sys.version.split()[0]}")

import environment
import system_libraries
from environment import PYTHON, ROOT, SetUpError

RUNTIME = ("requirements.lock", "build.lock")

CHECKS = (
    ("lint", ["-m", "ruff", "check", "."]),
    ("format", ["-m", "ruff", "format", "--check", "."]),
    ("types", ["-m", "mypy"]),
    ("translations", ["packaging/translations.py", "check"]),
    ("tests", ["-m", "pytest"]),
)
# Commands of the program that never touch Qt, and so start without any system library.
NEEDS_NO_QT = ("measure", "study", "--version", "--help", "-h")


def _set_up(*locks: str) -> None:
    if not PYTHON.exists():
        system_libraries.ensure_venv_module()
    environment.ensure(*locks)


def run(arguments: list[str]) -> int:
    """Start the program in the user's folder; its exit code."""
    _set_up(*RUNTIME)
    if not system_libraries.ensure() and (not arguments or arguments[0] not in NEEDS_NO_QT):
        return 2
    # -P: a file of the user's folder never takes the place of a library's.
    command = [str(PYTHON), "-P", "-m", "neuralfold", *arguments]
    if os.name == "posix":
        sys.stdout.flush()
        sys.stderr.flush()
        os.execv(command[0], command)
    return subprocess.run(command, check=False).returncode


def _offscreen() -> dict[str, str]:
    return {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONUTF8": "1"}


def _is_good(name: str, arguments: list[str]) -> bool:
    print(f"\n=== {name}: python {' '.join(arguments)}", flush=True)
    return subprocess.run([str(PYTHON), *arguments], cwd=ROOT, env=_offscreen(), check=False).returncode == 0


def test(arguments: list[str]) -> int:
    """Run all checks, the later ones also after a failure; 1 if any failed."""
    _set_up(*RUNTIME, "dev.lock")
    if not system_libraries.ensure():
        return 2
    checks = (("tests", ["-m", "pytest", *arguments]),) if arguments else CHECKS
    lines, failed = [], []
    for name, command in checks:
        begin = time.monotonic()
        if not _is_good(name, command):
            failed.append(name)
        lines.append(f"{'FAILED' if name in failed else 'ok':7}{name:14}{time.monotonic() - begin:7.1f} s")
    print("\n=== summary", *lines, sep="\n")
    print(f"failed: {', '.join(failed)}" if failed else "everything is good")
    return int(bool(failed))


def bench(arguments: list[str]) -> int:
    """Run the benchmark scripts, all or the named ones; 1 if any could not finish."""
    _set_up(*RUNTIME, "bench.lock")
    folder = Path("tests", "benchmarks")
    names = [Path(name).stem for name in arguments] or sorted(path.stem for path in (ROOT / folder).glob("*.py"))
    results = [_is_good(name, [str(folder / f"{name}.py")]) for name in names]
    return int(not all(results))


def main() -> int:
    """Do what the command line says; its exit code."""
    commands = {"run": run, "test": test, "bench": bench}
    if len(sys.argv) < 2 or sys.argv[1] not in commands:
        print(__doc__.strip(), file=sys.stderr)
        return 0 if sys.argv[1:2] in (["-h"], ["--help"]) else 2
    try:
        return commands[sys.argv[1]](sys.argv[2:])
    except SetUpError as error:
        environment.say(str(error))
        return 1
    except KeyboardInterrupt:
        environment.say("interrupted")
        return 130


if __name__ == "__main__":
    sys.exit(main())
