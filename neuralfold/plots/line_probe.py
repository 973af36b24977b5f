"""The probe: how it is painted in a panel, and the round numbers that it stops at."""

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from neuralfold.plots import palette
from neuralfold.plots.line_box import LineBox
from neuralfold.plots.line_shapes import Floats

DOT, SMALL_DOT = 6.5, 4.0


class ProbeItem(QGraphicsObject):
    """The probe in one panel: a line at its input, a dot on every curve, a thin line to the output's axis."""

    def __init__(self, box: LineBox) -> None:
        super().__init__(box)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(3)
        self._box = box
        self._input: float | None = None
        self._outputs: Floats = np.empty(0)
        self._trail: Floats = np.empty((0, 2))
        self._is_small = False
        self._is_loose = False
        box.sigResized.connect(self._resized)
        box.sigRangeChanged.connect(self._moved)

    def set_probe(
        self, given: float | None, outputs: Floats, trail: Floats, *, is_small: bool = False, is_loose: bool = False
    ) -> None:
        """Show the probe at an input and its outputs, and smaller dots at the points of `trail`, shape (n, 2).

        `is_small` draws small dots and no line to the axis; `is_loose` a line that cannot be taken hold of.
        """
        self._input, self._outputs, self._trail = given, outputs, trail
        self._is_small, self._is_loose = is_small, is_loose
        self.update()

    @property
    def dots(self) -> list[QPointF]:
        """Centres of the dots, in pixels of the box."""
        if self._input is None:
            return []
        return [self._box.place_of(self._input, float(y)) for y in self._outputs]

    def boundingRect(self) -> QRectF:
        """The inside of the box."""
        return QRectF(self._box.rect())

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw line, trail and dots."""
        if self._input is None:
            return
        look, inside = palette.current(), self.boundingRect()
        colour, rim = QColor(look.probe), QColor(look.background)
        across = self._box.place_of(self._input, 0.0).x()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        if inside.left() <= across <= inside.right():
            style = Qt.PenStyle.DashLine if self._is_loose else Qt.PenStyle.SolidLine
            painter.setPen(QPen(colour, 1.6, style, Qt.PenCapStyle.FlatCap))
            painter.drawLine(QPointF(across, inside.top()), QPointF(across, inside.bottom()))
        seen = [dot for dot in self.dots if inside.adjusted(-DOT, -DOT, DOT, DOT).contains(dot)]
        if not self._is_small and len(self._outputs) == 1:
            painter.setPen(QPen(colour, 1.2, Qt.PenStyle.DotLine, Qt.PenCapStyle.FlatCap))
            for dot in seen:
                painter.drawLine(QPointF(inside.left(), dot.y()), dot)
        for x, y in self._trail.tolist():
            dot = self._box.place_of(x, y)
            if inside.contains(dot):
                painter.setPen(QPen(colour, 1.8))
                painter.setBrush(rim)
                painter.drawEllipse(dot, SMALL_DOT, SMALL_DOT)
        radius = SMALL_DOT if self._is_small else DOT
        painter.setPen(QPen(rim, 2.0))
        painter.setBrush(colour)
        for dot in seen:
            painter.drawEllipse(dot, radius, radius)

    def _resized(self) -> None:
        self.prepareGeometryChange()
        self.update()

    def _moved(self) -> None:
        self.update()


def probe_step(span: float, pixels: float) -> float:
    """The smallest of 1, 2 and 5 times a power of ten that is a pixel or more, so that round numbers can be hit.

    `span` is what `pixels` pixels show.
    """
    pixel = span / max(pixels, 1.0)
    exponent = math.floor(math.log10(pixel))
    return next(step for digit in (1, 2, 5, 10, 20) if (step := float(f"{digit}e{exponent}")) >= pixel)


def stopped(x: float, step: float) -> float:
    """The multiple of `step` nearest to `x`, without the digits that a product would add."""
    decimals = max(-math.floor(math.log10(step)), 0)
    return round(round(x / step) * step, min(decimals, 300)) if abs(x) < step * 2.0**52 else x
