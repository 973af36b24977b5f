"""What the packaged program may hold: the allow list, the budgets, and the check of a finished folder.

Everything that is named here is needed; everything else that PyInstaller finds is left out by the specification, and
whatever comes back with a new release of a library fails the build until it is looked at (standard library only).
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path, PurePath

MEGABYTE = 1_000_000
MOST_UNPACKED, MOST_PACKAGED = 170 * MEGABYTE, 50 * MEGABYTE

SYSTEM = {"win32": "windows", "darwin": "macos"}.get(sys.platform, "linux")

# Modules that PyInstaller would follow: parts of Qt, the network, other toolkits, and what libraries offer developers.
# Not `pydoc` and the two QtOpenGL: pyqtgraph does not start without, as it does without QtTest. And not _hashlib and
# _uuid, which would ask for OpenSSL and libuuid of one certain age: the standard library has its own of both.
EXCLUDED_MODULES = [
    *("PySide6.QtNetwork", "PySide6.QtTest", "PySide6.QtPrintSupport"),
    *("PySide6.QtQml", "PySide6.QtQuick", "PySide6.QtSql", "PySide6.QtDBus", "PySide6.QtXml", "PySide6.QtUiTools"),
    *("PySide6.QtSvgWidgets", "PyQt5", "PyQt6", "PySide2", "tkinter", "_tkinter"),
    *(
        "ssl",
        "_ssl",
        "_hashlib",
        "_uuid",
        "sqlite3",
        "_sqlite3",
        "curses",
        "readline",
        "test",
        "ensurepip",
        "idlelib",
        "lib2to3",
    ),
    *("pyqtgraph.opengl", "pyqtgraph.examples", "pyqtgraph.jupyter", "pyqtgraph.flowchart", "pyqtgraph.canvas"),
    *("numpy.f2py", "numpy.testing", "numpy.distutils", "setuptools", "pkg_resources", "distutils", "pip"),
    *("IPython", "jupyter_rfb", "matplotlib", "scipy", "pandas", "PIL", "OpenGL", "h5py", "numba", "cupy", "colorcet"),
    *("pytest", "_pytest", "hypothesis", "mypy", "regioncam", "pygments", "yaml", "attr", "typing_extensions"),
]
# Packages that are not the standard library's.
PACKAGES = {"neuralfold", "numpy", "msgspec", "pyqtgraph", "PySide6", "shiboken6", "shibokensupport", "colorama"}

_QT_LIBRARIES = {
    "linux": {"Core", "Gui", "Widgets", "OpenGL", "OpenGLWidgets", "Svg", "DBus", "XcbQpa", "WaylandClient"},
    "windows": {"Core", "Gui", "Widgets", "OpenGL", "OpenGLWidgets", "Svg"},
    "macos": {"Core", "Gui", "Widgets", "OpenGL", "OpenGLWidgets", "Svg", "DBus"},
}
# kind/name without the "lib" and "q" before it and the ending behind it.
_QT_PLUGINS = {
    "linux": {
        *("platforms/xcb", "platforms/wayland", "platforms/offscreen"),
        *("wayland-shell-integration/xdg-shell", "wayland-decoration-client/adwaita"),
        *("wayland-decoration-client/bradient", "platformthemes/xdgdesktopportal"),
        *("platforminputcontexts/composeplatforminputcontextplugin",),
        *("platforminputcontexts/ibusplatforminputcontextplugin",),
        *("iconengines/svgicon", "imageformats/svg"),
    },
    "windows": {"platforms/windows", "platforms/offscreen", "iconengines/svgicon", "imageformats/svg"},
    "macos": {"platforms/cocoa", "platforms/offscreen", "iconengines/svgicon", "imageformats/svg"},
}
_QT_TRANSLATIONS = {"qtbase_zh_CN.qm"}

# OpenGL in software, 20 MB, which PyInstaller takes along on Windows: nothing here is painted with OpenGL.
_SOFTWARE_GL = re.compile(r"(opengl32sw|d3dcompiler_\d+|libEGL|libGLESv2)\.dll", re.IGNORECASE | re.ASCII)

# Libraries of the build machine that go along on Linux: what Python's own modules need, and what Qt's X11 plugin needs
# and not every desktop has. All others (C and C++, GL, X11, fonts, glib, D-Bus) are the system's, and stay its own.
_SYSTEM_LIBRARIES = re.compile(
    r"lib(python3[.\d]*|ffi|bz2|lzma|xkbcommon(-x11)?|xcb-(?!dri)[a-z-]+)\.so[.\d]*", re.ASCII
)
_QT_LIBRARY = re.compile(r"(?:lib)?Qt6?(\w+?)(?:\.abi3)?(?:\.so[.\d]*|\.dll|\.dylib|\.pyd)?", re.ASCII)

# What PyInstaller says about a library that it does not find.
_UNRESOLVED = re.compile(r"could not resolve '(?P<library>[^']+)', dependency of '(?P<needs>[^']+)'", re.IGNORECASE)


def is_wanted_binary(target: str, source: str) -> bool:
    """Whether a library or plugin goes along; `target` is its place in the folder, `source` where it was found."""
    parts = PurePath(target).parts
    if _SOFTWARE_GL.fullmatch(parts[-1]):
        return False
    if "plugins" in parts:
        return _plugin(target) in _QT_PLUGINS[SYSTEM]
    if (qt := _qt_library(target)) is not None:
        return qt in _QT_LIBRARIES[SYSTEM]
    # Not in a folder, and not of a wheel: found on the build machine.
    is_of_system = SYSTEM == "linux" and len(parts) == 1 and "site-packages" not in PurePath(source).parts
    return not is_of_system or _SYSTEM_LIBRARIES.fullmatch(parts[0]) is not None


def is_wanted_data(target: str) -> bool:
    """Whether a data file goes along."""
    path = PurePath(target)
    # PyInstaller lists the links to libraries here too.
    if _qt_library(target) is not None and not is_wanted_binary(target, ""):
        return False
    if "translations" in path.parts:
        return path.name in _QT_TRANSLATIONS
    if any(part.endswith(".dist-info") for part in path.parts):
        # Of neuralfold's own only the version is read; the rest names the build machine.
        return path.name == "METADATA" and path.parts[-2].startswith("neuralfold-")
    return path.suffix not in (".pyi", ".typed", ".h", ".qml")


def _plugin(target: str) -> str:
    kind, name = PurePath(target).parts[-2:]
    return f"{kind}/{re.sub(r'^(lib)?q?', '', name.partition('.')[0])}"


def _qt_library(target: str) -> str | None:
    """Core for libQt6Core.so.6, Qt6Core.dll, QtCore.abi3.so and all below QtCore.framework, None for other things."""
    path = PurePath(target)
    frameworks = [part.removesuffix(".framework") for part in path.parts if part.endswith(".framework")]
    found = _QT_LIBRARY.fullmatch(frameworks[0] if frameworks else path.name)
    return found[1] if found and "plugins" not in path.parts else None


def size_of(path: Path) -> int:
    """Bytes of a file, or of all files of a folder; a link counts nothing."""
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file() and not file.is_symlink())


def log_faults(log: str) -> Iterator[str]:
    """Libraries that PyInstaller did not find and that something shipped needs; `log` is what it said."""
    for line in log.splitlines():
        if "could not resolve" not in line.lower():
            continue
        found = _UNRESOLVED.search(line)
        if found is None:
            yield line
        elif is_wanted_binary(_place_of(found["needs"]), found["needs"]):
            yield f"{found['library']} is not on this machine; {PurePath(found['needs']).name} needs it"


def _place_of(source: str) -> str:
    """Where a library goes in the folder, as far as it was found in a wheel."""
    parts = PurePath(source).parts
    return str(PurePath(*parts[parts.index("site-packages") + 1 :])) if "site-packages" in parts else parts[-1]


def package_faults(names: list[str]) -> Iterator[str]:
    """Packages among the modules that nobody asked for; `names` are dotted."""
    own = {"__main__", *sys.stdlib_module_names, *PACKAGES}
    for top in sorted({name.partition(".")[0] for name in names}):
        if top not in own and not top.startswith(("pyi", "_pyi", "pyimod", "_sysconfigdata")):
            yield f"the package {top} is not on the list of packaging/shipped.py"


def folder_faults(folder: Path) -> Iterator[str]:
    """What is wrong with a finished folder: Qt that is not on the list, or misses; too many bytes."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".qm"]
    places = [path.relative_to(folder).as_posix() for path in files]
    plugins = {_plugin(place) for place in places if "/plugins/" in place}
    libraries = {found for place in places if (found := _qt_library(place)) is not None}
    yield from (f"the Qt plugin {name} is not on the list" for name in sorted(plugins - _QT_PLUGINS[SYSTEM]))
    yield from (f"the Qt plugin {name} is missing" for name in sorted(_QT_PLUGINS[SYSTEM] - plugins))
    yield from (f"the library Qt{name} is not on the list" for name in sorted(libraries - _QT_LIBRARIES[SYSTEM]))
    yield from (f"the library Qt{name} is missing" for name in sorted(_QT_LIBRARIES[SYSTEM] - libraries))
    translations = {path.name for path in folder.rglob("qt*.qm")}
    if translations != _QT_TRANSLATIONS:
        yield f"Qt's translations are {sorted(translations)}, not {sorted(_QT_TRANSLATIONS)}"
    yield from (f"{path.relative_to(folder)} leads nowhere" for path in folder.rglob("*") if not path.exists())
    if SYSTEM == "linux":
        yield from (f"{place} belongs to the system" for place in places if re.search(r"libstdc\+\+|libc\.so", place))
    if (size := size_of(folder)) > MOST_UNPACKED:
        yield f"{folder.name} holds {size / MEGABYTE:.1f} MB, more than {MOST_UNPACKED // MEGABYTE}"
