"""What tests of plots share."""

import pyqtgraph
import pytest

from neuralfold.plots.line_view import LineView


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
