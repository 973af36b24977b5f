"""One panel of the line view: a heading, a box with axes, what is painted in it, and the probe."""

import numpy as np
from pyqtgraph import GraphicsWidget
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsSceneResizeEvent, QStyleOptionGraphicsItem, QWidget

from neuralfold.model.number_text import short_text
from neuralfold.plots import palette
from neuralfold.plots.axes import FARTHEST, TIP_RIGHT, TIP_TOP, Axis, limit_view
from neuralfold.plots.line_box import LineBox
from neuralfold.plots.line_ink import curve_colour, is_fine
from neuralfold.plots.line_item import LineItem
from neuralfold.plots.line_picture import LAYER, PART, PanelPicture
from neuralfold.plots.line_probe import ProbeItem, probe_step
from neuralfold.plots.line_shapes import Floats

HEADING, HEADING_INDENT = TIP_TOP + 6.0, 20.0
BASELINE = HEADING - 11.0
FOOT = 4.0
PADDING_X, PADDING_Y = 0.02, 0.07
MOST_TRAIL, MOST_SHOWN_OUTPUTS = 16, 3
# Between the input and the outputs that the probe reads; and the room that is kept for them.
GAP = "   "
USUAL_READOUT = "x = 0.1234   y′ = 0.1234"


class LinePanel(GraphicsWidget):
    """Heading, axes, curves and probe of one picture; its parts are placed by hand, so a new size holds at once.

    Signals carry the panel: a function made for one panel would keep the whole view alive for ever.
    """

    probe_dragged = Signal(object, float)
    probe_dropped = Signal()
    hovered = Signal(object, float)
    left = Signal()
    moved_across = Signal(object)
    view_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.box = LineBox()
        self.box.setParentItem(self)
        self.bottom, self.left_axis = Axis("bottom"), Axis("left")
        for axis in (self.bottom, self.left_axis):
            axis.setParentItem(self)
            axis.linkToView(self.box)
        self.item = LineItem(self.box, (self.bottom, self.left_axis))
        self.probe = ProbeItem(self.box)
        self.picture: PanelPicture | None = None
        self._heading = ""
        self._remark = ""
        self._note = ""
        self._written: tuple[str, ...] = ()
        self._readout = ""
        self._left_room = self.left_axis.room
        self.box.probe_dragged.connect(self._pass_drag)
        self.box.probe_dropped.connect(self.probe_dropped)
        self.box.hovered.connect(self._pass_hover)
        self.box.left.connect(self.left)
        self.box.sigXRangeChanged.connect(self._pass_across)
        self.box.sigRangeChanged.connect(self._pass_view)
        self.box.sigResized.connect(self._pass_view)

    def set_picture(self, picture: PanelPicture) -> None:
        """Show a picture; the view stays where it is, and may now go as far as this picture needs."""
        self.picture = picture
        self.item.set_picture(picture)
        self.bottom.setLabel(picture.input_name)
        self.left_axis.setLabel(picture.output_name)
        (x0, x1), (y0, y1) = self.box.viewRange()
        low, high = self._values()
        limit_view(self.box, "x", min(picture.interval[0], x0), max(picture.interval[1], x1))
        limit_view(self.box, "y", min(low, y0), max(high, y1))
        self.update()

    def fit(self) -> None:
        """Show the whole picture."""
        if self.picture is None:
            return
        (x0, x1), (y0, y1) = self.picture.interval, self._values()
        limit_view(self.box, "x", x0, x1)
        limit_view(self.box, "y", y0, y1)
        pad_x, pad_y = PADDING_X * (x1 - x0), PADDING_Y * (y1 - y0)
        self.box.setRange(xRange=(x0 - pad_x, x1 + pad_x), yRange=(y0 - pad_y, y1 + pad_y), padding=0.0)

    @property
    def is_band(self) -> bool:
        """Whether a curve is painted as the minimum and maximum of every pixel column."""
        if self.picture is None or self.picture.sampled:
            return False
        view = self.box.view()
        return any(is_fine(curve, view) for curve in self.picture.curves)

    @property
    def step(self) -> float:
        """How far the probe goes at once: a round number of about a pixel."""
        view = self.box.view()
        return probe_step(view.x1 - view.x0, view.width)

    def set_heading(self, heading: str, remark: str = "") -> None:
        """Write a heading, the formula of the panel, and after it a remark in plain type."""
        self._heading, self._remark = heading, remark
        self._place_note()

    def set_note(self, note: str) -> None:
        """Say how the curve is drawn: after the heading, or in a corner of the box where the heading is too long."""
        if note != self._note:
            self._note = note
            self._place_note()

    @property
    def note(self) -> str:
        """How the curve is drawn, if there is anything to say."""
        return self._note

    @property
    def heading(self) -> str:
        """The heading."""
        return self._heading

    @property
    def readout(self) -> str:
        """What the probe reads here."""
        return self._readout

    def set_probe(self, x: float | None) -> None:
        """Put the probe at the network input `x`, or hide it."""
        picture = self.picture
        if picture is None or x is None or not picture.curves:
            self.box.set_probe(None)
            self.probe.set_probe(None, np.empty(0), np.empty((0, 2)))
            self._readout = ""
            self.update()
            return
        given, outputs = picture.probe(x)
        has_trail = picture.kind == PART and 1 < picture.repeat <= MOST_TRAIL
        trail = picture.trail(x) if has_trail else np.empty((0, 2))
        self.box.set_probe(x if picture.takes_x else None)
        is_small = picture.kind == LAYER or len(outputs) > MOST_SHOWN_OUTPUTS
        self.probe.set_probe(given, outputs, trail, is_small=is_small, is_loose=not picture.takes_x)
        self._readout = self._read(picture, given, outputs)
        self.update()

    def room_left(self) -> float:
        """Pixels that the vertical axis needs."""
        return self.left_axis.room

    def arrange(self, left_room: float) -> None:
        """Place axes and box, the box beginning `left_room` pixels from the left."""
        self._left_room = left_room
        size = self.size()
        below = self.bottom.room + FOOT
        inside = QRectF(
            left_room,
            HEADING,
            max(size.width() - left_room - TIP_RIGHT, 1.0),
            max(size.height() - HEADING - below, 1.0),
        )
        # Whole pixels, so that a pixel column of the picture is a pixel column of the screen.
        inside = QRectF(inside.toRect())
        self.box.setGeometry(inside)
        self.bottom.setGeometry(QRectF(inside.left(), inside.bottom(), inside.width(), self.bottom.room))
        room = self.left_axis.room
        self.left_axis.setGeometry(QRectF(inside.left() - room, inside.top(), room, inside.height()))
        self._place_note()

    def resizeEvent(self, event: QGraphicsSceneResizeEvent) -> None:
        """Place everything anew."""
        self.arrange(self._left_room)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Write heading, remark and the names of the curves at the left, what the probe reads at the right."""
        look = palette.current()
        bold = palette.type_of(palette.TITLE_PIXELS, is_bold=True)
        plain = palette.type_of(palette.TEXT_PIXELS + 1)
        left, right = self.box.geometry().left() + HEADING_INDENT, self.size().width() - 6.0
        room = max(right - left - QFontMetricsF(bold).horizontalAdvance(self._heading) - 16.0, 1.0)
        readout = self._fitting(QFontMetricsF(plain), room)
        right -= QFontMetricsF(plain).horizontalAdvance(readout)
        _write(painter, plain, look.probe, right, readout)
        right -= 16.0
        heading = QFontMetricsF(bold).elidedText(self._heading, Qt.TextElideMode.ElideRight, max(right - left, 1.0))
        left = _write(painter, bold, look.ink, left, heading) + 16.0
        for words in self._written:
            left = _write(painter, palette.type_of(palette.TEXT_PIXELS), look.faint, left, words) + 16.0
        self._paint_key(painter, plain, left, right)

    def _paint_key(self, painter: QPainter, font: QFont, left: float, right: float) -> None:
        """A stroke and a name for each of several outputs, as far as there is room."""
        if self.picture is None or self.picture.kind == LAYER or len(self.picture.curves) < 2:
            return
        look, metrics = palette.current(), QFontMetricsF(font)
        middle = BASELINE - metrics.xHeight() / 2
        for curve in self.picture.curves:
            if left + 26.0 + metrics.horizontalAdvance(curve.name) > right:
                return
            painter.setPen(QPen(curve_colour(self.picture, curve, look), 3.0))
            painter.drawLine(QPointF(left, middle), QPointF(left + 18.0, middle))
            left = _write(painter, font, look.ink, left + 24.0, curve.name) + 18.0

    def _values(self) -> tuple[float, float]:
        """Smallest and largest value of all curves, never equal, never so far apart that their difference overflows."""
        if self.picture is None or not self.picture.curves:
            return -1.0, 1.0
        low = min(float(curve.y.min()) for curve in self.picture.curves)
        high = max(float(curve.y.max()) for curve in self.picture.curves)
        if self.picture.kind == LAYER:
            low, high = min(low, 0.0), max(high, 0.0)
        low, high = max(low, -FARTHEST), min(high, FARTHEST)
        if high - low <= 1e-9 * max(abs(low), abs(high)):
            reach = max(abs(low), abs(high)) / 2 or 1.0
            return low / 2 + high / 2 - reach, low / 2 + high / 2 + reach
        return low, high

    def _fitting(self, metrics: QFontMetricsF, room: float) -> str:
        """The whole readout, or without the input, or as much as there is room for."""
        outputs = self._readout.partition(GAP)[2]
        for words in (self._readout, outputs):
            if words and metrics.horizontalAdvance(words) <= room:
                return words
        return metrics.elidedText(outputs or self._readout, Qt.TextElideMode.ElideRight, room)

    def _place_note(self) -> None:
        """Decide where the note stands: not by what the probe reads now, or it would jump while the probe moves."""
        plain = QFontMetricsF(palette.type_of(palette.TEXT_PIXELS + 1))
        bold = QFontMetricsF(palette.type_of(palette.TITLE_PIXELS, is_bold=True))
        room = self.size().width() - self.box.geometry().left() - HEADING_INDENT - 6.0
        room -= bold.horizontalAdvance(self._heading) + 32.0 + plain.horizontalAdvance(USUAL_READOUT)
        small = QFontMetricsF(palette.type_of(palette.TEXT_PIXELS))
        both = tuple(words for words in (self._remark, self._note) if words)
        # Where there is not room for all, the note goes before the remark.
        choices = (both, both[-1:], ())
        self._written = next(c for c in choices if sum(small.horizontalAdvance(w) + 16.0 for w in c) <= room or not c)
        self.item.set_note("" if self._note in self._written else self._note)
        self.update()

    def _pass_drag(self, x: float) -> None:
        self.probe_dragged.emit(self, x)

    def _pass_hover(self, x: float) -> None:
        self.hovered.emit(self, x)

    def _pass_across(self) -> None:
        self.moved_across.emit(self)

    def _pass_view(self) -> None:
        self.view_changed.emit()

    @staticmethod
    def _read(picture: PanelPicture, given: float, outputs: Floats) -> str:
        parts = [f"{picture.input_name} = {short_text(given, 5)}"]
        if picture.kind != LAYER and len(outputs) <= MOST_SHOWN_OUTPUTS:
            names = [curve.name for curve in picture.curves]
            parts += [f"{name} = {short_text(float(y), 5)}" for name, y in zip(names, outputs, strict=True)]
        return GAP.join(parts)


def _write(painter: QPainter, font: QFont, colour: str, left: float, text: str) -> float:
    """Write `text` on the line of the heading; returns where it ends."""
    painter.setFont(font)
    painter.setPen(QColor(colour))
    painter.drawText(QPointF(left, BASELINE), text)
    return left + QFontMetricsF(font).horizontalAdvance(text)
