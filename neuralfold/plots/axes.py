"""Axes with one policy: true ticks, large type, no menu that could draw a fold wrongly, a zoom that has limits."""

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont

from neuralfold.plots import palette

TICK_POINTS = 12
LABEL_POINTS = 13
_FARTHEST = 1e150


def make_plot(horizontal: str, vertical: str) -> pg.PlotWidget:
    """An empty plot whose axes are named; SI prefixes, downsampling, clipping and pyqtgraph's own menu are off."""
    plot = pg.PlotWidget(background=palette.current().background)
    item = plot.getPlotItem()
    item.setMenuEnabled(False, enableViewBoxMenu=None)
    item.hideButtons()
    item.setDownsampling(auto=False)
    item.setClipToView(False)
    view = item.getViewBox()
    view.setLimits(xMin=-_FARTHEST, xMax=_FARTHEST, yMin=-_FARTHEST, yMax=_FARTHEST, minXRange=1e-13, minYRange=1e-13)
    plot.setFrameShape(pg.PlotWidget.Shape.NoFrame)
    plot.setCacheMode(pg.PlotWidget.CacheModeFlag.CacheNone)
    plot.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    for side in ("bottom", "left"):
        axis = item.getAxis(side)
        axis.enableAutoSIPrefix(False)
        font = QFont()
        font.setPointSize(TICK_POINTS)
        axis.setTickFont(font)
        axis.setStyle(maxTickLevel=0, hideOverlappingLabels=True)
    name_axes(plot, horizontal, vertical)
    apply_palette(plot)
    return plot


def name_axes(plot: pg.PlotWidget, horizontal: str, vertical: str) -> None:
    """Write other names at the axes."""
    for side, name in (("bottom", horizontal), ("left", vertical)):
        plot.getPlotItem().getAxis(side).setLabel(
            name, **{"color": palette.current().ink, "font-size": f"{LABEL_POINTS}pt"}
        )


def apply_palette(plot: pg.PlotWidget) -> None:
    """Paint the background and the axes in the palette in use."""
    look = palette.current()
    plot.setBackground(look.background)
    for side in ("bottom", "left"):
        axis = plot.getPlotItem().getAxis(side)
        axis.setPen(pg.mkPen(look.grid))
        axis.setTextPen(pg.mkPen(look.ink))
