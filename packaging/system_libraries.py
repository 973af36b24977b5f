"""The system libraries that Qt needs on Debian and its kin: found by loading them, installed as root, or named."""

import ctypes
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from environment import VENV, SetUpError, say

# Without these Qt does not even paint into memory: library -> Debian package.
PAINTING = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libxkbcommon.so.0": "libxkbcommon0",
}
# Without these there is no window under X11 or Wayland; tests, `measure` and `snapshot` do not mind.
WINDOW = {
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libwayland-cursor.so.0": "libwayland-cursor0",
}
CHINESE_FONT = "fonts-wqy-microhei"
# Programs that packing needs: what reads libraries, and what compresses.
BUILDING = {"objdump": "binutils", "readelf": "binutils", "strip": "binutils", "xz": "xz-utils"}

_FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts")
_CHINESE_FONT_FILE = re.compile(r"wqy|cjk|source-?han|uming|ukai|droidsansfallback|noto.*(sc|hans)|lxgw", re.IGNORECASE)

# The packages that were asked for and still miss, so that no start asks for them again.
_ASKED = VENV / "neuralfold-asked-packages.txt"


def _is_loadable(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _has_chinese_font() -> bool:
    if shutil.which("fc-list"):
        listed = subprocess.run(["fc-list", ":lang=zh"], capture_output=True, text=True, check=False)
        return bool(listed.stdout.strip())
    folders = [Path(folder).expanduser() for folder in _FONT_FOLDERS]
    return any(
        _CHINESE_FONT_FILE.search(path.name)
        for folder in folders
        for path in folder.rglob("*")
        if path.suffix.lower() in (".ttf", ".ttc", ".otf")
    )


def missing() -> tuple[list[str], list[str]]:
    """The Debian packages that are not there: (needed to paint at all, needed for a window and for Chinese)."""
    needed = [package for library, package in PAINTING.items() if not _is_loadable(library)]
    optional = [package for library, package in WINDOW.items() if not _is_loadable(library)]
    return needed, optional if _has_chinese_font() else [*optional, CHINESE_FONT]


def _line(packages: list[str]) -> str:
    return f"sudo apt-get update && sudo apt-get install --yes --no-install-recommends {' '.join(packages)}"


def _may_install() -> bool:
    return shutil.which("apt-get") is not None and os.geteuid() == 0


def _install(packages: list[str]) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update"], ["apt-get", "install", "--yes", "--no-install-recommends", *packages]):
        say(shlex.join(command))
        subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False)


def ensure_venv_module() -> None:
    """Make sure that this Python can make environments: Debian ships that part of it in a package of its own.

    Raises SetUpError with the line to type where it misses and cannot be installed.
    """
    if importlib.util.find_spec("ensurepip"):
        return
    package = f"python3.{sys.version_info.minor}-venv"
    if sys.platform.startswith("linux") and _may_install():
        _install([package])
        importlib.invalidate_caches()
    if not importlib.util.find_spec("ensurepip"):
        raise SetUpError(f"this Python cannot make environments; on Debian, type:\n  {_line([package])}")


def ensure() -> bool:
    """Whether Qt can paint here, after installing what misses (root on Debian) or naming it (anyone else).

    Windows and macOS have all of it. Elsewhere than on Debian's kin the libraries are named as Debian calls them.
    """
    if not sys.platform.startswith("linux"):
        return True
    needed, optional = missing()
    asked = _ASKED.read_text(encoding="utf-8").split() if _ASKED.exists() else []
    if _may_install() and not {*needed, *optional} <= set(asked):
        _install([*needed, *optional])
        needed, optional = missing()
        _ASKED.write_text("\n".join([*needed, *optional]), encoding="utf-8")
    if needed or optional:
        lack = "nothing can be painted" if needed else "perhaps no window, or no Chinese text"
        say(f"system packages are missing ({lack}). On Debian, type:\n  {_line([*needed, *optional])}")
    return not needed


def ensure_for_building() -> None:
    """Make sure that the libraries of Qt's windows, which go into the package, and the tools of packing are here.

    Raises SetUpError with the line to type where something misses and cannot be installed.
    """
    if not sys.platform.startswith("linux"):
        return

    def lacking() -> list[str]:
        libraries = {**PAINTING, **WINDOW}
        packages = [package for library, package in libraries.items() if not _is_loadable(library)]
        packages += [package for tool, package in BUILDING.items() if shutil.which(tool) is None]
        library = sysconfig.get_config_var("INSTSONAME") or ""
        if not sysconfig.get_config_var("Py_ENABLE_SHARED") or not _is_loadable(library):
            packages.append(f"libpython3.{sys.version_info.minor}")
        return sorted(set(packages))

    packages = lacking()
    if packages and _may_install():
        _install(packages)
        packages = lacking()
    if packages:
        raise SetUpError(f"packing needs more of the system; on Debian, type:\n  {_line(packages)}")
