"""Refresh the lock files: `python3 packaging/lock.py` (standard library only).

Each lock holds exact versions and the hashes of the files for every platform, and no address, so that whatever
index a machine is set up with serves it. The names and ranges are in pyproject.toml; a release that is already
locked stays until `--upgrade` is given. The resolver (uv) is installed into a throw-away environment.
"""

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Lock, what goes into it, and the locks whose versions it has to agree with.
LOCKS = (
    ("requirements.lock", ["pyproject.toml"], ()),
    ("build.lock", ["--group", "pyproject.toml:build"], ("requirements.lock",)),
    ("package.lock", ["--group", "pyproject.toml:package"], ("requirements.lock", "build.lock")),
    ("dev.lock", ["--group", "pyproject.toml:dev"], ("requirements.lock", "build.lock")),
    ("bench.lock", ["--group", "pyproject.toml:bench"], ("requirements.lock",)),
)
OPTIONS = (
    *("--universal", "--python-version", "3.11", "--fork-strategy", "fewest"),
    *("--generate-hashes", "--no-emit-index-url", "--no-emit-find-links", "--no-header", "--quiet"),
)


def refresh(uv: Path, options: list[str]) -> None:
    """Write every lock with the resolver at `uv`; raises CalledProcessError where the ranges do not fit together."""
    for lock, source, constraints in LOCKS:
        agree = [part for other in constraints for part in ("--constraint", f"packaging/{other}")]
        command = [str(uv), "pip", "compile", *source, *agree, *OPTIONS, *options, "--output-file", f"packaging/{lock}"]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        text = (ROOT / "packaging" / lock).read_text(encoding="utf-8")
        if "://" in text:
            raise SystemExit(f"packaging/{lock} holds an address: remove it before committing")
        print(f"packaging/{lock}: {sum(line[:1].isalnum() for line in text.splitlines())} releases")


def main() -> None:
    """Install the resolver aside and refresh all locks."""
    with tempfile.TemporaryDirectory(prefix="neuralfold-lock-") as folder:
        venv.create(folder, with_pip=True)
        scripts = Path(folder, "Scripts" if sys.platform == "win32" else "bin")
        subprocess.run([str(scripts / "python"), "-m", "pip", "install", "--quiet", "uv"], check=True)
        refresh(scripts / "uv", sys.argv[1:])


if __name__ == "__main__":
    main()
