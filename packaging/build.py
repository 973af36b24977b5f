"""Build the packaged program for the system this runs on; does all set-up by itself (standard library only).

    python3 packaging/build.py            everything: the folder, the archive, and the package of this system
    python3 packaging/build.py folder     only the folder dist/neuralfold (macOS: dist/NeuralFold.app)

Linux: a .tar.xz and a .deb. Windows: a .zip and, where Inno Setup is installed, an installer. macOS: a .zip with the
bundle. The build fails where a library that is shipped lacks another one, where something is shipped that
packaging/shipped.py does not name, and where a budget of size is passed.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import debian
import environment
import release
import shipped
import system_libraries
from environment import PYTHON, ROOT, SetUpError, say

DIST, BUILD = ROOT / "dist", ROOT / "build"
MADE = BUILD / "made"
FOLDER = DIST / ("NeuralFold.app" if sys.platform == "darwin" else "neuralfold")
LOCKS = ("requirements.lock", "build.lock", "package.lock")


def _run(name: str, command: list[str | Path], **variables: str) -> str:
    """Run a step with its output in build/NAME.log; returns the output, raises SetUpError with its end."""
    log = BUILD / f"{name}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    say(f"{name} (build/{log.name})")
    with log.open("w", encoding="utf-8") as stream:
        environ = {**os.environ, "PYTHONUTF8": "1", **variables}
        done = subprocess.run(
            [str(part) for part in command],
            cwd=ROOT,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=subprocess.STDOUT,
            check=False,
        )
    text = log.read_text(encoding="utf-8", errors="replace")
    if done.returncode:
        last = "\n".join(text.splitlines()[-25:])
        raise SetUpError(f"{name} failed:\n{last}")
    return text


def build_folder() -> None:
    """Make dist/neuralfold, or the bundle; raises SetUpError where anything is wrong with it."""
    shutil.rmtree(MADE, ignore_errors=True)
    MADE.mkdir(parents=True)
    (MADE / "version.txt").write_text(release.version_resource(), encoding="utf-8")
    _run("icons", [PYTHON, "packaging/icons.py", MADE], QT_QPA_PLATFORM="offscreen")
    for old in (FOLDER, DIST / "neuralfold"):
        shutil.rmtree(old, ignore_errors=True)
    options = ["--noconfirm", "--distpath", DIST, "--workpath", BUILD / "pyinstaller"]
    log = _run("pyinstaller", [PYTHON, "-m", "PyInstaller", *options, ROOT / "packaging" / "neuralfold.spec"])
    faults = [*shipped.log_faults(log), *shipped.folder_faults(FOLDER)]
    if faults:
        raise SetUpError("the folder is not as it should be:\n  " + "\n  ".join(faults))
    if sys.platform == "darwin":
        # What the bundle was made from; only the bundle is shipped.
        shutil.rmtree(DIST / "neuralfold", ignore_errors=True)
    say(f"{FOLDER.relative_to(ROOT)}: {_shown(shipped.size_of(FOLDER))}")


def build_packages() -> list[Path]:
    """Make the files that are handed out from the folder; returns them."""
    name = f"neuralfold-{release.version()}"
    match sys.platform:
        case "win32":
            archive = DIST / f"{name}-windows.zip"
            shutil.make_archive(str(archive.with_suffix("")), "zip", DIST, FOLDER.name)
            compiler = shutil.which("iscc")
            if compiler is None:
                say("Inno Setup (iscc) is not installed: no installer is made")
                return [archive]
            _run("installer", [compiler, f"/DVersion={release.version()}", "packaging/windows/neuralfold.iss"])
            return [archive, DIST / f"{name}-windows-setup.exe"]
        case "darwin":
            archive = DIST / f"{name}-macos.zip"
            archive.unlink(missing_ok=True)
            # Not Python's zip: it loses the links and rights that the signature covers.
            _run("archive", ["ditto", "-c", "-k", "--keepParent", FOLDER, archive])
            return [archive]
        case _:
            archive = DIST / f"{name}-linux-{os.uname().machine}.tar.xz"
            packed = ["tar", "--create", "--xz", "--owner=0", "--group=0", "--sort=name", "--file", archive]
            _run("archive", [*packed, "--directory", DIST, FOLDER.name], XZ_OPT="-T2 -6")
            return [archive, debian.build(FOLDER, MADE, DIST)]


def _shown(size: int) -> str:
    return f"{size / shipped.MEGABYTE:.1f} MB"


def main() -> int:
    """Do what the command line says; its exit code."""
    if sys.argv[1:] not in ([], ["folder"]):
        print((__doc__ or "").strip(), file=sys.stderr)
        return 2
    begin = time.monotonic()
    try:
        if not PYTHON.exists():
            system_libraries.ensure_venv_module()
        environment.ensure(*LOCKS)
        system_libraries.ensure_for_building()
        build_folder()
        made = [] if sys.argv[1:] else build_packages()
        too_large = [path.name for path in made if path.stat().st_size > shipped.MOST_PACKAGED]
    except SetUpError as error:
        say(str(error))
        return 1
    for path in made:
        print(f"{path.relative_to(ROOT)}: {_shown(path.stat().st_size)}")
    if too_large:
        say(f"larger than {_shown(shipped.MOST_PACKAGED)}: {', '.join(too_large)}")
        return 1
    say(f"built in {time.monotonic() - begin:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
