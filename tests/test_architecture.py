"""The design, enforced: which room imports what, what a file may hold, and that every one of these rules can fail."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from source_rules import MAX_LINES, ROOMS, file_faults, top_level_faults

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("neuralfold", "packaging", "tests")
    for path in (ROOT / folder).rglob("*.py")
)


@pytest.mark.parametrize("path", SOURCES)
def test_file_keeps_the_rules(path):
    assert file_faults(path, (ROOT / path).read_text(encoding="utf-8")) == []


def test_every_room_was_looked_at():
    assert {path.split("/")[1] for path in SOURCES if path.startswith("neuralfold/")} >= set(ROOMS)


def test_top_level_holds_only_what_the_design_names():
    if not shutil.which("git") or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert list(top_level_faults(listed.stdout.splitlines())) == []


@pytest.mark.parametrize("lock", sorted(path.name for path in (ROOT / "packaging").glob("*.lock")))
def test_lock_names_hashes_and_no_address(lock):
    lines = (ROOT / "packaging" / lock).read_text(encoding="utf-8").splitlines()
    releases = [i for i, line in enumerate(lines) if line[:1].isalnum()]
    assert releases
    assert all("==" in lines[i] and "--hash=sha256:" in lines[i + 1] for i in releases)
    assert not [line for line in lines if "://" in line or line.startswith("--")]


@pytest.mark.parametrize("module", ["neuralfold.cli", "neuralfold.model.measurement", "neuralfold.files.document"])
def test_measuring_needs_no_qt(module):
    """What `measure` imports, seen by the interpreter and not by syntax: no Qt and no pyqtgraph."""
    code = (
        f"import {module}, sys; print([n for n in sys.modules if n.startswith(('PySide6', 'shiboken', 'pyqtgraph'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


_MARK = "TO" + "DO"
_BAD = [
    ("model/a.py", "from PySide6.QtCore import QObject", "model must not import PySide6.QtCore.QObject"),
    ("model/a.py", "import pyqtgraph as pg", "model must not import pyqtgraph"),
    ("model/a.py", "from neuralfold.session.document import Document", "model must not import neuralfold.session"),
    ("model/a.py", "from ..files import document", "model must not import neuralfold.files.document"),
    ("model/a.py", "import scipy", "model must not import scipy"),
    ("model/a.py", "import msgspec", "model must not import msgspec"),
    ("model/a.py", "from neuralfold.assets import asset", "model must not import neuralfold.assets"),
    ("experiments/a.py", "from neuralfold.files.tables import write_csv", "experiments must not import"),
    ("files/a.py", "from PySide6.QtCore import QFile", "files must not import PySide6"),
    ("files/a.py", "from neuralfold.experiments.depth import run", "only the result types of an experiment"),
    ("session/a.py", "from PySide6.QtWidgets import QWidget", "session must not import PySide6.QtWidgets.QWidget"),
    ("session/a.py", "from PySide6.QtGui import QColor", "session must not import PySide6.QtGui.QColor"),
    ("session/a.py", "from PySide6 import QtWidgets", "session must not import PySide6.QtWidgets"),
    ("session/a.py", "from neuralfold.files.document import read_document", "session must not import neuralfold.files"),
    ("session/a.py", "from neuralfold.plots.axes import make_plot", "session must not import neuralfold.plots"),
    ("plots/a.py", "from neuralfold.session.document import Document", "plots must not import neuralfold.session"),
    ("plots/a.py", "from neuralfold.gui.words import say", "plots must not import neuralfold.gui"),
    ("plots/a.py", "from neuralfold.files.tables import write_csv", "plots must not import neuralfold.files"),
    ("plots/a.py", "import neuralfold.experiments.depth", "only the result types of an experiment"),
    ("gui/a.py", "import pyqtgraph", "gui must not import pyqtgraph"),
    ("gui/a.py", "from neuralfold.app import run", "gui must not import neuralfold.app.run"),
    ("gui/a.py", "import json", "gui parses no files"),
    ("gui/a.py", "from neuralfold.model.segments import solve_segments", "not compute it"),
    ("gui/a.py", "from neuralfold.model import rational", "not compute it"),
    ("gui/a.py", "import threading", "threads live in session alone"),
    ("plots/a.py", "from concurrent.futures import Future", "threads live in session alone"),
    ("gui/a.py", "from PySide6.QtCore import QThread", "may name Qt's threads"),
    ("session/document.py", "from PySide6.QtCore import QThreadPool", "may name Qt's threads"),
    ("app.py", "from PySide6 import QtCore\nQtCore.QThread.sleep(1)", "may name Qt's threads"),
    ("cli.py", "from PySide6.QtWidgets import QApplication", "cli must not import PySide6"),
    ("assets.py", "import numpy", "assets must not import numpy"),
    ("cli.py", "def main():\n    from neuralfold.files import document", "inside the function main"),
    ("gui/a.py", "def f():\n    import os", "import of os inside the function f"),
    ("gui/a.py", "import typing\nif typing.TYPE_CHECKING:\n    pass", "TYPE_CHECKING"),
    ("model/a.py", "__import__('PySide6')", "__import__"),
    ("model/a.py", "import importlib", "cannot see"),
    ("model/__init__.py", "'''Doc.'''", "must be empty"),
    ("__init__.py", "'''Doc.'''\nfrom importlib.metadata import version\n__version__ = version('n')\nx = 1", "version"),
    ("gui/color_utils.py", "", "name the file by what it does"),
    ("gui/base.py", "", "name the file by what it does"),
    ("model/a.py", "x = 1\n" * (MAX_LINES + 1), f"more than {MAX_LINES}"),
    ("model/a.py", f"# {_MARK}: later", f"a.py:1: {_MARK}"),
    ("model/a.py", f"def f():\n    raise NotImplemented{'Error'}", "a.py:2: NotImplemented"),
    ("model/a.py", "x = 1", "the module has no docstring"),
    ("model/a.py", "'''Doc.'''\ndef f():\n    pass", "f has no docstring"),
    ("gui/a.py", "'''Doc.'''\nclass A:\n    pass", "A has no docstring"),
    (
        "gui/a.py",
        "'''Doc.'''\nclass A:\n    '''Doc.'''\n    def show_it(self):\n        pass",
        "show_it has no docstring",
    ),
    ("gui/a.py", "'''Doc.'''\ndef paintEvent():\n    pass", "paintEvent has no docstring"),
]


@pytest.mark.parametrize(("path", "text", "fault"), _BAD)
def test_each_rule_can_fail(path, text, fault):
    assert any(fault in found for found in file_faults(f"neuralfold/{path}", text))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("model/a.py", "import math\nfrom collections.abc import Mapping\nimport numpy as np"),
        ("model/a.py", "from .network import Network"),
        ("session/latest_only.py", "import threading\nfrom PySide6.QtCore import QThread\nx = QThread"),
        ("session/a.py", "from PySide6.QtGui import QUndoCommand, QUndoStack\nfrom PySide6.QtCore import QObject"),
        ("files/a.py", "import json\nimport msgspec\nfrom neuralfold.experiments.depth import Result"),
        ("plots/a.py", "import pyqtgraph as pg\nfrom PySide6 import QtGui\nfrom neuralfold.model.spot import Spot"),
        ("gui/a.py", "from neuralfold.model.segments import Segments\nfrom neuralfold import __version__"),
        ("cli.py", "def main():\n    '''Doc.'''\n    from neuralfold.app import run\n    return run"),
        (
            "gui/a.py",
            "class A:\n    '''Doc.'''\n    def paintEvent(self, event):\n        0\n    def _f(self):\n        0",
        ),
        ("gui/a.py", "class A:\n    '''Doc.'''\n    @x.setter\n    def x(self, v):\n        pass"),
        ("__init__.py", "from importlib.metadata import version\n\n__version__ = version('n')"),
    ],
)
def test_no_rule_forbids_what_the_design_allows(path, text):
    assert file_faults(f"neuralfold/{path}", f"'''Doc.'''\n{text}") == []


def test_top_level_rule_can_fail():
    faults = list(top_level_faults(["README.md", ".ci/run", "neuralfold/cli.py", "notes.md", "build/x"]))
    assert faults == ["build: has no place at the top level", "notes.md: has no place at the top level"]
