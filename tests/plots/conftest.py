"""What tests of plots share."""

import pyqtgraph
import pytest
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication

from neuralfold.plots import palette
from neuralfold.plots.line_view import LineView


@pytest.fixture(autouse=True)
def plain_program(qapp):
    """The program before any theme: what windows of other tests set for the whole process is taken back."""
    qapp.setStyleSheet("")
    QApplication.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont))
    palette.use(palette.LIGHT)


@pytest.fixture
def every_move():
    """Let pyqtgraph see every move of the mouse: it leaves out those that follow another within ten milliseconds."""
    before = pyqtgraph.getConfigOption("mouseRateLimit")
    pyqtgraph.setConfigOption("mouseRateLimit", 0)
    yield
    pyqtgraph.setConfigOption("mouseRateLimit", before)


@pytest.fixture
def line_view(qtbot):
    """A line view on the screen, empty."""
    widget = LineView()
    qtbot.addWidget(widget)
    widget.resize(900, 640)
    widget.show()
    return widget
