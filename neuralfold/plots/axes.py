"""Boxes and axes as every plot here has them, made from pyqtgraph's; what pyqtgraph does otherwise is set right here.

Its context menu is off, since it can turn on downsampling and clipping, which draw a fold wrongly; so are its prefixes
on axes ("x0.001"). Zoom is bounded, so that no number overflows on the way to the screen. An axis writes every mark as
the number it is, takes room that does not change while values change, and is drawn with pens that grow with an export.
"""

import math

from pyqtgraph import AxisItem, GraphicsView, PlotItem, PlotWidget, ViewBox
from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent, MouseDragEvent
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsSceneWheelEvent, QStyleOptionGraphicsItem, QWidget

from neuralfold.plots import palette
from neuralfold.plots.tick_marks import Mark, marks

# Beyond these limits the arithmetic of the screen overflows; a view sets narrower ones around what it shows.
FARTHEST, NARROWEST_RANGE = 1e300, 1e-290
# One notch of the wheel, 120 units, scales by this.
WHEEL_STEP = 1.2

TICK, TEXT_GAP, LABEL_GAP = 5.0, 4.0, 8.0
# Room for the labels of a vertical axis, in widths of a digit: usual labels never move the plot, longer ones in steps.
USUAL_DIGITS, DIGITS_STEP, MOST_DIGITS = 5, 3, 22
MOST_LABELS = 9
# A vertical axis has a label every so many line heights at most; labels of a horizontal one are so far apart.
LINES_PER_LABEL, LABEL_DISTANCE = 2.2, 16.0
# Room at the tips of the axes for their names.
TIP_RIGHT, TIP_TOP = 30.0, 26.0


class Box(ViewBox):
    """The inside of a plot: pan by dragging, zoom by wheel around the cursor, both within limits, and nothing else.

    It maps between data and pixels by differences, so that nothing is lost in a window 1e-7 wide at 1e6.
    """

    def __init__(self) -> None:
        super().__init__(enableMenu=False, defaultPadding=0.0)
        self.disableAutoRange()
        self.setLimits(
            xMin=-FARTHEST,
            xMax=FARTHEST,
            yMin=-FARTHEST,
            yMax=FARTHEST,
            minXRange=NARROWEST_RANGE,
            minYRange=NARROWEST_RANGE,
        )

    def place_of(self, x: float, y: float) -> QPointF:
        """Pixel of the box where the data point (x, y) is."""
        (x0, x1), (y0, y1) = self.viewRange()
        rect = self.rect()
        return QPointF(
            rect.left() + (x - x0) / (x1 - x0) * rect.width(),
            rect.bottom() - (y - y0) / (y1 - y0) * rect.height(),
        )

    def data_at(self, place: QPointF) -> tuple[float, float]:
        """Data point at a pixel of the box."""
        (x0, x1), (y0, y1) = self.viewRange()
        rect = self.rect()
        across = (place.x() - rect.left()) / max(rect.width(), 1.0)
        up = (rect.bottom() - place.y()) / max(rect.height(), 1.0)
        return float(x0 + across * (x1 - x0)), float(y0 + up * (y1 - y0))

    def wheelEvent(self, event: QGraphicsSceneWheelEvent, axis: int | None = None) -> None:
        """Zoom around the cursor; over an axis, along that axis."""
        event.accept()
        factor = WHEEL_STEP ** (-event.delta() / 120.0)
        place = self.mapFromScene(event.scenePos())
        axes = (0, 1) if axis is None else (axis,)
        if self.state["aspectLocked"]:
            axes = (0, 1)
        factor = self._allowed(factor, axes)
        centre = self.data_at(place)
        ranges = {}
        for a in axes:
            low, high = self.viewRange()[a]
            ranges["xRange" if a == 0 else "yRange"] = (
                centre[a] - (centre[a] - low) * factor,
                centre[a] + (high - centre[a]) * factor,
            )
        if factor != 1.0:
            self.setRange(**ranges, padding=0.0)
            self.sigRangeChangedManually.emit([a in axes for a in (0, 1)])

    def mouseDragEvent(self, event: MouseDragEvent, axis: int | None = None) -> None:
        """Move what is seen with the left or middle button; over an axis, along that axis."""
        if event.button() == Qt.MouseButton.RightButton:
            event.ignore()
            return
        event.accept()
        here, before = self.data_at(event.pos()), self.data_at(event.lastPos())
        ranges = {}
        for a in (0, 1) if axis is None else (axis,):
            low, high = self.viewRange()[a]
            ranges["xRange" if a == 0 else "yRange"] = (low - (here[a] - before[a]), high - (here[a] - before[a]))
        self.setRange(**ranges, padding=0.0)
        self.sigRangeChangedManually.emit([axis != 1, axis != 0])

    def mouseClickEvent(self, event: MouseClickEvent) -> None:
        """A click does nothing by itself: whoever wants it listens to the scene."""
        event.ignore()

    def _allowed(self, factor: float, axes: tuple[int, ...]) -> float:
        """`factor`, or what the limits leave of it; asked beforehand, a view at its limit does not drift."""
        for a in axes:
            low, high = self.viewRange()[a]
            least, most = self.state["limits"]["xRange" if a == 0 else "yRange"]
            ends = self.state["limits"]["xLimits" if a == 0 else "yLimits"]
            most = min(most or math.inf, ends[1] - ends[0])
            factor = min(max(factor, (least or 0.0) / (high - low)), most / (high - low))
        return factor


class Axis(AxisItem):
    """An axis with round marks, labels that are exactly the numbers they mark, and its name at its tip."""

    def __init__(self, side: str) -> None:
        """`side` is "bottom" or "left"."""
        super().__init__(side)
        self.enableAutoSIPrefix(False)
        self.label.setVisible(False)
        self._is_upright = side == "left"
        self._digits = USUAL_DIGITS
        self._marks: tuple[Mark, ...] = ()
        self._key: tuple[float, ...] = ()
        self._name = ""
        self._reserve()

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks that are drawn."""
        length = self.size().height() if self._is_upright else self.size().width()
        key = (*self.range, length)
        if key != self._key:
            self._key = key
            self._marks = self._marks_for(length)
        return self._marks

    @property
    def room(self) -> float:
        """Pixels that the axis takes away from the plot: width of a vertical one, height of a horizontal one."""
        metrics = QFontMetricsF(palette.type_of(palette.TEXT_PIXELS))
        if not self._is_upright:
            return TICK + TEXT_GAP + math.ceil(metrics.height())
        return TICK + TEXT_GAP + math.ceil(self._digits * metrics.horizontalAdvance("0")) + 2.0

    @property
    def name(self) -> str:
        """What stands at the tip."""
        return self._name

    def setLabel(self, text: str | None = None, *_: object, **__: object) -> None:
        """Write `text`, a short name, at the tip of the axis."""
        self._name = text or ""
        self.update()

    def setRange(self, mn: float, mx: float) -> None:
        """Follow the range of the box; labels that need more room get it."""
        super().setRange(mn, mx)
        if hasattr(self, "_digits"):
            self._reserve()

    def resizeEvent(self, event: object = None) -> None:
        """Nothing is kept that depends on the size."""

    def boundingRect(self) -> QRectF:
        """The axis, its labels beyond its ends, and its name beyond its tip."""
        size = QSizeF(self.size())
        if self._is_upright:
            return QRectF(-40.0, -TIP_TOP, size.width() + 80.0, size.height() + TIP_TOP + 20.0)
        return QRectF(-60.0, -2.0, size.width() + 120.0, size.height() + 4.0)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the line, the marks, their labels and the name."""
        look = palette.current()
        font = palette.type_of(palette.TEXT_PIXELS)
        metrics = QFontMetricsF(font)
        size = self.size()
        # Not cosmetic, so that lines grow with an export; no antialiasing, so that they are sharp on a screen.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(QColor(look.faint), 1.0))
        length = size.height() if self._is_upright else size.width()
        low, high = self.range
        edge = size.width() - 0.5 if self._is_upright else 0.5
        if self._is_upright:
            painter.drawLine(QPointF(edge, 0.0), QPointF(edge, length))
        else:
            painter.drawLine(QPointF(0.0, edge), QPointF(length, edge))
        painter.setFont(font)
        places = [(mark.value - low) / (high - low) * length for mark in self.marks]
        for place in places:
            at = math.floor(length - place if self._is_upright else place) + 0.5
            if self._is_upright:
                painter.drawLine(QPointF(edge - TICK, at), QPointF(edge, at))
            else:
                painter.drawLine(QPointF(at, edge), QPointF(at, edge + TICK))
        painter.setPen(QColor(look.ink))
        for mark, place in zip(self.marks, places, strict=True):
            width = metrics.horizontalAdvance(mark.label)
            if self._is_upright:
                right = size.width() - TICK - TEXT_GAP
                line = QPointF(right - width, length - place + metrics.capHeight() / 2)
            else:
                line = QPointF(place - width / 2, TICK + TEXT_GAP + metrics.ascent())
            painter.drawText(line, mark.label)
        self._paint_name(painter)

    def _paint_name(self, painter: QPainter) -> None:
        if not self._name:
            return
        font = palette.type_of(palette.LABEL_PIXELS, is_italic=True)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        if self._is_upright:
            place = QPointF(self.size().width() - metrics.horizontalAdvance(self._name) - TEXT_GAP, -LABEL_GAP)
        else:
            place = QPointF(self.size().width() + LABEL_GAP, metrics.xHeight() / 2)
        painter.drawText(place, self._name)

    def _marks_for(self, length: float) -> tuple[Mark, ...]:
        metrics = QFontMetricsF(palette.type_of(palette.TEXT_PIXELS))
        low, high = min(self.range), max(self.range)
        if self._is_upright:
            return marks(low, high, min(int(length / (LINES_PER_LABEL * metrics.height())) + 1, MOST_LABELS))
        for most in range(MOST_LABELS, 0, -1):
            chosen = marks(low, high, most)
            needed = max((metrics.horizontalAdvance(mark.label) for mark in chosen), default=0.0) + LABEL_DISTANCE
            if len(chosen) < 2 or (chosen[1].value - chosen[0].value) / (high - low) * length >= needed:
                return chosen
        return ()

    def _reserve(self) -> None:
        """Take the room that the labels need."""
        if self._is_upright:
            metrics = QFontMetricsF(palette.type_of(palette.TEXT_PIXELS))
            widest = max((metrics.horizontalAdvance(mark.label) for mark in self.marks), default=0.0)
            needed = widest / metrics.horizontalAdvance("0")
            if needed > self._digits or needed < self._digits - 2 * DIGITS_STEP:
                steps = max(math.ceil((needed - USUAL_DIGITS) / DIGITS_STEP), 0)
                self._digits = min(USUAL_DIGITS + steps * DIGITS_STEP, MOST_DIGITS)
            self.setWidth(self.room)
        else:
            self.setHeight(self.room)
        self.update()


def limit_view(
    box: ViewBox, axis: str, low: float, high: float, *, widest: float = 1e3, narrowest: float = 1e9
) -> None:
    """Bound pan and zoom along `axis`, "x" or "y", around the interval [low, high].

    The view may be `widest` times as wide and `narrowest` times narrower, but never so narrow that neighbouring
    numbers lie pixels apart.
    """
    size = max(high / 2 - low / 2, NARROWEST_RANGE)
    reach = min(2 * size * widest, FARTHEST)
    finest = 64 * math.ulp(max(abs(low), abs(high)))
    box.setLimits(
        **{
            f"{axis}Min": max(low - reach, -FARTHEST),
            f"{axis}Max": min(high + reach, FARTHEST),
            f"min{axis.upper()}Range": max(2 * size / narrowest, finest, NARROWEST_RANGE),
            f"max{axis.upper()}Range": 2 * reach,
        }
    )


def make_plot() -> PlotWidget:
    """A widget with one plot: a `Box`, an `Axis` below and one at the left, room for their names, nothing else.

    The names of the axes are set by `plot.getPlotItem().setLabel("bottom", …)` and `("left", …)`.
    """
    item = PlotItem(viewBox=Box(), axisItems={"bottom": Axis("bottom"), "left": Axis("left")}, enableMenu=False)
    item.hideButtons()
    item.setClipToView(False)
    item.setDownsampling(ds=False)
    item.layout.setContentsMargins(4.0, TIP_TOP + 2.0, TIP_RIGHT, 6.0)
    plot = PlotWidget(plotItem=item, background=palette.current().background)
    dress(plot)
    return plot


def dress(view: GraphicsView) -> None:
    """Give a view the background and the font of the palette; also after the palette changed."""
    view.setBackground(palette.current().background)
    view.scene().setFont(palette.type_of(palette.TEXT_PIXELS))
    view.scene().update()
