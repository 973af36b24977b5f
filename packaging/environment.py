"""The virtual environment of the checkout: made once, kept in step with the lock files, repaired where half made."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

# What was set up, written last: an environment without it was interrupted or is not ours.
_STAMP = VENV / "neuralfold-set-up.json"
# The interpreter outside any environment, so that a broken one is never repaired with itself.
_BASE = getattr(sys, "_base_executable", sys.executable)


class SetUpError(Exception):
    """Set-up that cannot go on; says why, and what to do, in one sentence."""


def say(text: str) -> None:
    """Print a line about set-up on stderr; stdout belongs to the program that is started."""
    print(f"neuralfold set-up: {text}", file=sys.stderr, flush=True)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _stamp() -> dict[str, str]:
    try:
        stamp = json.loads(_STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) and PYTHON.exists() else {}


def _identity() -> dict[str, str]:
    """What an environment cannot survive a change of: its interpreter and its place (its scripts hold both)."""
    return {
        "interpreter": f"{sys.implementation.cache_tag} {sysconfig.get_platform()} {sys.base_prefix}",
        "place": str(VENV),
    }


def _run(command: list[str], failure: str) -> None:
    """Run a step of set-up with its output on stderr."""
    if subprocess.run(command, cwd=ROOT, stdout=sys.stderr, stdin=subprocess.DEVNULL, check=False).returncode:
        raise SetUpError(failure)


def _pip_install(*arguments: str) -> None:
    options = ("--disable-pip-version-check", "--no-input", "--quiet")
    _run(
        [str(PYTHON), "-m", "pip", "install", *options, *arguments],
        "pip did not finish (its reason is above); the same command again goes on with it",
    )


def _make() -> None:
    if VENV.exists():
        say("removing an environment that is unfinished or was made by another Python")
        try:
            _STAMP.unlink(missing_ok=True)
            shutil.rmtree(VENV)
        except OSError as error:
            raise SetUpError(f"{VENV} could not be removed ({error}); close what runs from it, or delete it") from error
    say(f"making .venv with Python {sys.version.split()[0]}")
    _run([_BASE, "-m", "venv", str(VENV)], "Python could not make a virtual environment (its reason is above)")


def ensure(*locks: str) -> bool:
    """Bring .venv in step with the named lock files and pyproject.toml; return whether anything was done.

    A second call does nothing but compare hashes. Raises SetUpError where a step fails; what was begun is
    then made anew by the next call.
    """
    have, identity = _stamp(), _identity()
    same_place = identity.items() <= have.items()
    wanted = {lock: _digest(ROOT / "packaging" / lock) for lock in locks}
    project = {"pyproject.toml": _digest(ROOT / "pyproject.toml")}
    if same_place and (wanted | project).items() <= have.items():
        return False
    if not same_place:
        _make()
        have = {}
    _STAMP.unlink(missing_ok=True)
    changed = [lock for lock in locks if have.get(lock) != wanted[lock]]
    if changed:
        say(f"installing {', '.join(changed)}")
        files = [part for lock in changed for part in ("--requirement", f"packaging/{lock}")]
        _pip_install("--require-hashes", "--only-binary=:all:", *files)
    if not project.items() <= have.items():
        say("installing neuralfold, editable")
        _pip_install("--no-deps", "--no-build-isolation", "--editable", ".")
    _STAMP.write_text(json.dumps(have | identity | wanted | project, indent=1) + "\n", encoding="utf-8")
    return True
