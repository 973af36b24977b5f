"""Try the packaged program where it has it hard: `python3 packaging/smoke_test.py [FOLDER] [--strict]`.

FOLDER is what packaging/build.py made, dist/neuralfold if left out (macOS: dist/NeuralFold.app). Needs neither a
display nor any library of the checkout (standard library only). Memory and size are judged; time is measured and told,
and judged only with --strict, for a machine that does nothing else.
"""

import io
import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import release
import shipped

ROOT = Path(__file__).resolve().parent.parent
IS_WINDOWS, IS_MACOS = sys.platform == "win32", sys.platform == "darwin"
PATIENCE = 180
RUNS = 5
MOST_SECONDS, MOST_MEMORY = 1.0, 150_000_000
NOBODY = 65534

# Three lines in general position: 7 regions. The program is to count them, whatever surrounds it.
DOCUMENT = {
    "format": "neuralfold",
    "version": 1,
    "title": "三条直线",
    "window": [[-2, 2], [-2, 2]],
    "network": {
        "inputs": 2,
        "layers": [
            {"weights": [[1, 0], [0, 1], [1, 1]], "biases": [0, 0, -1], "activation": "relu"},
            {"weights": [[1, 1, -1]], "biases": [0], "activation": "identity"},
        ],
    },
}
REGIONS = 7

# Without these Windows starts no program at all.
_LEAST = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP", "TMP") if name in os.environ} if IS_WINDOWS else {}


class _Bad(Exception):
    """The program did not do what it should; the text says what it did."""


class Installed:
    """A copy of the program that nobody can write to, in a place with a difficult name."""

    def __init__(self, folder: Path, place: Path) -> None:
        self.folder = place / folder.name
        shutil.copytree(folder, self.folder, symlinks=True)
        inside = self.folder / "Contents" / "MacOS" if folder.suffix == ".app" else self.folder
        self.window = inside / ("neuralfold.exe" if IS_WINDOWS else "neuralfold")
        # Only this one is heard on Windows.
        self.console = inside / "neuralfold-console.exe" if IS_WINDOWS else self.window
        _set_writable(self.folder, False)

    def run(
        self,
        *arguments: str | Path,
        environ: Mapping[str, str] | None = None,
        folder: Path | None = None,
        code: int = 0,
        **options: Any,
    ) -> str:
        """Run the program with arguments, see that it ends with `code`, and return what it said."""
        done = subprocess.run(
            [str(self.console), *map(str, arguments)],
            env=None if environ is None else {**_LEAST, **environ},
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
            **options,
        )
        if done.returncode != code:
            raise _Bad(f"the exit code is {done.returncode}, not {code}; it said:\n{done.stdout}")
        if "Traceback" in done.stdout:
            raise _Bad(f"it said:\n{done.stdout}")
        return done.stdout


def _set_writable(folder: Path, is_writable: bool) -> None:
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            mode = path.stat().st_mode
            path.chmod(mode | stat.S_IWUSR if is_writable else mode & ~0o222)


def _as_somebody_else() -> dict[str, Any]:
    """Options that make a run obey the rights of files, also where this is root's."""
    if IS_WINDOWS or os.geteuid() != 0:
        return {}
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []}


def _homes(home: Path) -> dict[str, str]:
    return {"HOME": str(home), "USERPROFILE": str(home), "APPDATA": str(home), "LOCALAPPDATA": str(home)}


def _trials(program: Installed, place: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    """(what is hard, the trial) of every self test and every use of the command line."""
    test = "--self-test"
    home, bare = place / "家 目录", place / "bare home"
    home.mkdir()
    home.chmod(0o777)
    bare.mkdir()
    bare.chmod(0o555)
    other = _as_somebody_else()
    yield "as it is", lambda: program.run(test)
    yield "empty environment, working folder /", lambda: program.run(test, environ={}, folder=Path(place.anchor))
    yield (
        "read-only installation, home with spaces and Chinese characters",
        lambda: program.run(test, environ=_homes(home), folder=home, **other),
    )
    yield "no home that can be written", lambda: program.run(test, environ=_homes(bare), folder=bare, **other)
    yield "no home at all", lambda: program.run(test, environ=_homes(place / "none"), **other)
    yield "closed standard streams", lambda: _without_streams(program)
    for language, scale in (("zh_CN.UTF-8", "2"), ("de_DE.UTF-8", "1.5"), ("C", "1")):
        variables = {"LANG": language, "LC_ALL": language, "QT_SCALE_FACTOR": scale, **_homes(home)}
        yield f"LANG={language}, scale {scale}", lambda variables=variables: program.run(test, environ=variables)
    yield "command line", lambda: _command_line(program, home)
    yield "first paint and memory", lambda: _first_paint(program, home)


def _without_streams(program: Installed) -> None:
    if IS_WINDOWS:
        flags = getattr(subprocess, "DETACHED_PROCESS", 0)
        code = subprocess.run([str(program.window), "--self-test"], creationflags=flags, timeout=PATIENCE, check=False)
    else:
        closed = 'exec "$0" --self-test <&- >&- 2>&-'
        code = subprocess.run(["/bin/sh", "-c", closed, str(program.window)], timeout=PATIENCE, check=False)
    if code.returncode:
        raise _Bad(f"the exit code is {code.returncode}")


def _command_line(program: Installed, home: Path) -> None:
    """Version, counts, pictures and refusals, with relative paths and no display."""
    said = program.run("--version", environ={}).strip()
    _expect(said == f"neuralfold {release.version()}", said)
    name = "三条 直线.nfold"
    (home / name).write_text(json.dumps(DOCUMENT, ensure_ascii=False), encoding="utf-8")
    (home / "broken.nfold").write_text('{"format": "neuralfold", "version": 1}', encoding="utf-8")
    for options in ((), ("--exact",)):
        counts = json.loads(program.run("measure", name, *options, environ={}, folder=home))
        _expect(counts["linear_regions"] == REGIONS and counts["is_certain"], f"it counted {counts}")
    outputs = {f"--{kind}": f"图 {kind}.{kind}" for kind in ("png", "svg", "pdf", "csv")}
    pairs = [part for pair in outputs.items() for part in pair]
    program.run("snapshot", name, *pairs, "--size", "640x480", environ={}, folder=home)
    heads = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF", "csv": b"\xef\xbb\xbf"}
    for option, output in outputs.items():
        _expect((home / output).read_bytes().startswith(heads[option[2:]]), f"{output} is not what it should be")
    refused = program.run("measure", "broken.nfold", environ={}, folder=home, code=2)
    _expect(refused.strip().count("\n") == 0 and "network" in refused, f"it refused with: {refused}")


def _first_paint(program: Installed, home: Path) -> str:
    """The best of a few starts; the others are slower because of something else on the machine."""
    variables = {**os.environ, **_homes(home)}
    if not (IS_WINDOWS or IS_MACOS or "DISPLAY" in os.environ):
        variables["QT_QPA_PLATFORM"] = "offscreen"
    painted, memory = [], []
    for _ in range(RUNS):
        with tempfile.TemporaryFile() as output:
            begin = time.time()
            started = subprocess.Popen([str(program.console), "--paint-test"], stdout=output, env=variables)
            memory.append(_ended(started))
            output.seek(0)
            painted.append(float(output.read().split()[0]) - begin)
    seconds, peak = min(painted), max(memory)
    told = f"first paint {seconds:.2f} s (at most {MOST_SECONDS}), memory {peak / 1e6:.0f} MB (at most 150)"
    _expect(peak <= MOST_MEMORY, told)
    _expect(seconds <= MOST_SECONDS or "--strict" not in sys.argv, told)
    return told


def _ended(started: subprocess.Popen[bytes]) -> int:
    """Wait for the end of a program that should end well; the most memory it had, in bytes (0 where nobody knows)."""
    if IS_WINDOWS:
        _expect(started.wait(PATIENCE) == 0, f"the exit code is {started.returncode}")
        return 0
    _, status, used = os.wait4(started.pid, 0)
    started.returncode = os.waitstatus_to_exitcode(status)
    _expect(started.returncode == 0, f"the exit code is {started.returncode}")
    return used.ru_maxrss * (1 if IS_MACOS else 1024)


def _expect(is_so: bool, otherwise: str) -> None:
    if not is_so:
        raise _Bad(otherwise)


@contextmanager
def _installed(folder: Path) -> Iterator[tuple[Installed, Path]]:
    with tempfile.TemporaryDirectory(prefix="neuralfold 烟 ", ignore_cleanup_errors=True) as name:
        place = Path(name)
        place.chmod(0o755)
        program = Installed(folder, place)
        try:
            yield program, place
        finally:
            _set_writable(program.folder, True)


def main(arguments: Sequence[str]) -> int:
    """Try the program; 1 if anything was wrong."""
    for stream in (sys.stdout, sys.stderr):
        # A console of Windows may know no Chinese.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    given = [argument for argument in arguments if not argument.startswith("-")]
    folder = Path(given[0]) if given else ROOT / "dist" / ("NeuralFold.app" if IS_MACOS else "neuralfold")
    if not folder.is_dir():
        print(f"{folder} is not there; make it with packaging/build.py", file=sys.stderr)
        return 2
    faults = list(shipped.folder_faults(folder))
    print(*(f"FAILED  {fault}" for fault in faults), sep="\n", end="\n" if faults else "")
    passed, failed = 0, len(faults)
    with _installed(folder) as (program, place):
        for name, trial in _trials(program, place):
            begin = time.monotonic()
            try:
                told = trial()
            except (_Bad, OSError, subprocess.TimeoutExpired, ValueError) as bad:
                failed += 1
                print(f"FAILED  {name}: {bad}", flush=True)
                continue
            passed += 1
            detail = told if isinstance(told, str) and "\n" not in told else f"{time.monotonic() - begin:.1f} s"
            print(f"ok      {name}: {detail}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
