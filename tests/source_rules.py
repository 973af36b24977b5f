"""The rules of the rooms, as functions of a file's name and text: each returns the faults it finds.

`path` is the file's path inside the repository, e.g. "neuralfold/model/network.py".
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import NamedTuple

ROOMS = ("model", "experiments", "files", "session", "plots", "gui")
TOP_LEVEL = {"pyproject.toml", "neuralfold", "resources", "tests", "packaging", "README.md", "LICENSE"}
MAX_LINES = 400

_FORBIDDEN_NAMES = {"util", "utils", "helper", "helpers", "manager", "managers", "base", "mixin", "mixins"}
_UNFINISHED = re.compile(rf"\b({'TO' + 'DO'}|{'FIX' + 'ME'}|NotImplemented{'Error'})\b")
_THREADS = {"threading", "_thread", "multiprocessing", "concurrent", "asyncio"}
_QT_THREADS = {"QThread", "QThreadPool", "QRunnable", "QtConcurrent"}
_PARSERS = {"json", "csv", "msgspec", "tomllib", "pickle", "struct", "xml"}
_WORKER = "neuralfold/session/latest_only.py"
# What cli.py imports only when it is asked for, so that `measure` needs no Qt.
_LAZY = ("neuralfold.app", "neuralfold.self_test")
_GEOMETRY = {f"neuralfold.model.{name}" for name in ("segments", "partition", "rational")}

_ALL_ROOMS = tuple(f"neuralfold.{room}" for room in ROOMS)

# What a room may import beside the standard library: a name allows all below it.
_ALLOWED = {
    "model": ("numpy", "neuralfold.model"),
    "experiments": ("numpy", "neuralfold.model", "neuralfold.experiments"),
    "files": ("numpy", "msgspec", "neuralfold.model", "neuralfold.files", "neuralfold.experiments"),
    "session": (
        *("neuralfold.model", "neuralfold.session", "PySide6.QtCore"),
        *("PySide6.QtGui.QUndoStack", "PySide6.QtGui.QUndoCommand"),
    ),
    "plots": (
        *("numpy", "PySide6", "pyqtgraph"),
        *("neuralfold.model", "neuralfold.experiments", "neuralfold.assets", "neuralfold.plots"),
    ),
    "gui": ("numpy", "PySide6", "neuralfold.__version__", "neuralfold.assets", *_ALL_ROOMS),
    "app": ("PySide6", "neuralfold.__version__", "neuralfold.assets", "neuralfold.fault_log", *_ALL_ROOMS),
    # Drives the finished program as a person would: it stands above app, and nothing but the command line knows it.
    "self_test": ("numpy", "PySide6", "neuralfold.app", "neuralfold.assets", *_ALL_ROOMS),
    "fault_log": ("neuralfold.__version__",),
    "cli": ("neuralfold.__version__", "neuralfold.model", "neuralfold.experiments", "neuralfold.files"),
    "assets": (),
    "__main__": ("neuralfold.cli",),
    "__init__": (),
}
# Rooms that see only what an experiment returns: its classes, never its functions.
_RESULTS_ONLY = ("files", "plots")

# Methods of Qt that its subclasses override and that have no capital letter to tell them by.
_QT_OVERRIDES = {
    *("data", "flags", "index", "parent", "event", "paint", "validate", "fixup", "undo", "redo", "id", "boundary"),
    *("shape", "text"),
}


class Import(NamedTuple):
    """One imported name with its full dotted path, and the line of the statement."""

    name: str
    line: int


def room_of(path: str) -> str:
    """The room of a file, or for a file directly in the package its stem."""
    parts = PurePosixPath(path).parts
    return parts[1] if len(parts) > 2 else PurePosixPath(path).stem


def _module_of(node: ast.ImportFrom, path: str) -> str:
    if not node.level:
        return node.module or ""
    parts = PurePosixPath(path).parts[: -node.level]
    return ".".join([*parts, node.module] if node.module else parts)


def _imports(nodes: Iterator[ast.AST], path: str) -> Iterator[Import]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (Import(f"{_module_of(node, path)}.{alias.name}", node.lineno) for alias in node.names)


def _is_below(name: str, prefix: str) -> bool:
    return name == prefix or name.startswith(f"{prefix}.")


def import_faults(path: str, tree: ast.Module) -> Iterator[str]:
    """Imports that the table of rooms does not allow (DESIGN section 3)."""
    room = room_of(path)
    for name, line in _imports(ast.walk(tree), path):
        top = name.split(".")[0]
        member = name.rsplit(".", 1)[-1]
        is_lazy_app = path == "neuralfold/cli.py" and any(_is_below(name, lazy) for lazy in _LAZY)
        if top in _THREADS and room != "session":
            yield f"{path}:{line}: {name}: threads live in session alone"
        elif top == "importlib" and not name.startswith("importlib.metadata"):
            yield f"{path}:{line}: {name}: an import that the rules cannot see"
        elif room == "gui" and top in _PARSERS:
            yield f"{path}:{line}: {name}: gui parses no files"
        elif top in sys.stdlib_module_names or is_lazy_app:
            continue
        elif not any(_is_below(name, allowed) for allowed in _ALLOWED.get(room, ())):
            yield f"{path}:{line}: {room} must not import {name}"
        elif room in _RESULTS_ONLY and _is_below(name, "neuralfold.experiments") and not member[0].isupper():
            yield f"{path}:{line}: {room} may import only the result types of an experiment, not {name}"
        elif room == "gui" and any(_is_below(name, module) for module in _GEOMETRY) and not member[0].isupper():
            yield f"{path}:{line}: gui may show the results of geometry, not compute it: {name}"


def thread_faults(path: str, tree: ast.Module) -> Iterator[str]:
    """Names of Qt's threads anywhere but in the one worker (DESIGN section 4)."""
    for node in ast.walk(tree):
        names = [getattr(node, "id", None), getattr(node, "attr", None)]
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [part for alias in node.names for part in alias.name.split(".")]
        if path != _WORKER and _QT_THREADS & set(names):
            yield f"{path}:{node.lineno}: only {_WORKER} may name Qt's threads"


def place_faults(path: str, tree: ast.Module) -> Iterator[str]:
    """Imports inside functions (but for what cli.py imports late), TYPE_CHECKING blocks, and imports by a string."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for name, line in _imports(ast.walk(node), path):
                if path != "neuralfold/cli.py" or not any(_is_below(name, lazy) for lazy in _LAZY):
                    yield f"{path}:{line}: import of {name} inside the function {node.name}"
        elif "TYPE_CHECKING" in (getattr(node, "id", None), getattr(node, "attr", None)):
            yield f"{path}:{node.lineno}: TYPE_CHECKING"
        elif isinstance(node, ast.Name) and node.id == "__import__":
            yield f"{path}:{node.lineno}: __import__"


def package_faults(path: str, tree: ast.Module) -> Iterator[str]:
    """An `__init__.py` that is not empty; the top one may hold a docstring and the version."""
    if PurePosixPath(path).name != "__init__.py":
        return
    if path != "neuralfold/__init__.py":
        if tree.body:
            yield f"{path}: must be empty"
        return
    names = {name for name, _ in _imports(ast.walk(tree), path)}
    assigned = [ast.unparse(target) for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]
    others = [n for n in tree.body[1:] if not isinstance(n, ast.ImportFrom | ast.Assign)]
    if names != {"importlib.metadata.version"} or assigned != ["__version__"] or others:
        yield f"{path}: must hold the version and nothing else"


def name_faults(path: str) -> Iterator[str]:
    """File names that say nothing about what is inside."""
    words = set(re.split(r"[_.]", PurePosixPath(path).name.lower()))
    if found := words & _FORBIDDEN_NAMES:
        yield f"{path}: name the file by what it does, not {', '.join(sorted(found))}"


def length_faults(path: str, text: str) -> Iterator[str]:
    """Files longer than MAX_LINES."""
    if (lines := len(text.splitlines())) > MAX_LINES:
        yield f"{path}: {lines} lines, more than {MAX_LINES}"


def unfinished_faults(path: str, text: str) -> Iterator[str]:
    """Marks of unfinished work."""
    for number, line in enumerate(text.splitlines(), 1):
        if found := _UNFINISHED.search(line):
            yield f"{path}:{number}: {found.group()}"


def _is_qt_override(name: str) -> bool:
    return name in _QT_OVERRIDES or re.fullmatch(r"[a-z]+[a-z0-9]*[A-Z]\w*", name) is not None


def docstring_faults(path: str, tree: ast.Module) -> Iterator[str]:
    """Public modules, classes, functions and methods without a docstring.

    Overrides of Qt (mixedCase, or listed), setters and overloads say what the thing they belong to says.
    """
    if tree.body and not ast.get_docstring(tree):
        yield f"{path}:1: the module has no docstring"
    yield from _undocumented(path, tree, is_class=False)


def _undocumented(path: str, parent: ast.AST, *, is_class: bool) -> Iterator[str]:
    for node in ast.iter_child_nodes(parent):
        if isinstance(node, ast.If | ast.Try | ast.With):
            yield from _undocumented(path, node, is_class=is_class)
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) or node.name.startswith("_"):
            continue
        decorators = {ast.unparse(decorator).rsplit(".", 1)[-1] for decorator in node.decorator_list}
        is_method = is_class and not isinstance(node, ast.ClassDef)
        is_said_elsewhere = decorators & {"setter", "overload"} or (is_method and _is_qt_override(node.name))
        if not ast.get_docstring(node) and not is_said_elsewhere:
            yield f"{path}:{node.lineno}: {node.name} has no docstring"
        if isinstance(node, ast.ClassDef):
            yield from _undocumented(path, node, is_class=True)


def top_level_faults(paths: list[str]) -> Iterator[str]:
    """Files and folders at the top that have no place there (DESIGN section 2)."""
    for name in sorted({PurePosixPath(path).parts[0] for path in paths}):
        if name not in TOP_LEVEL and not name.startswith("."):
            yield f"{name}: has no place at the top level"


def file_faults(path: str, text: str) -> list[str]:
    """All faults of one Python file; the rules of the rooms hold inside `neuralfold`, the others everywhere."""
    faults = [*name_faults(path), *length_faults(path, text), *unfinished_faults(path, text)]
    if path.startswith("neuralfold/"):
        tree = ast.parse(text)
        for rule in (import_faults, thread_faults, place_faults, package_faults, docstring_faults):
            faults += rule(path, tree)
    return faults
