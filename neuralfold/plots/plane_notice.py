"""What the plane says about itself in words: why there is no picture, or that a new one is being computed."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsObject, QGraphicsWidget, QStyleOptionGraphicsItem, QWidget

from neuralfold.plots import palette

# Line widths that text may take: readable, even where the plot is very wide.
WIDEST_TEXT = 34.0


class PlaneNotice(QGraphicsObject):
    """A sentence in the middle of the plot and a short mark at its top, each on a panel of its own."""

    def __init__(self, box: QGraphicsWidget) -> None:
        super().__init__(box)
        self._box = box
        self._sentence = ""
        self._mark = ""
        self.setZValue(5)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        box.geometryChanged.connect(self._resized)

    @property
    def sentence(self) -> str:
        """The sentence in the middle, or nothing."""
        return self._sentence

    @property
    def mark(self) -> str:
        """The mark at the top, or nothing."""
        return self._mark

    def set_sentence(self, sentence: str) -> None:
        """Show a sentence in the middle; an empty one shows nothing."""
        self._sentence = sentence
        self.update()

    def set_mark(self, mark: str) -> None:
        """Show a mark at the top; an empty one shows nothing."""
        self._mark = mark
        self.update()

    def boundingRect(self) -> QRectF:
        """The inside of the plot, in pixels."""
        return QRectF(self._box.rect())

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the panels that have words."""
        inside = self.boundingRect()
        font = palette.type_of(palette.LABEL_PIXELS)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = QFontMetricsF(font).height()
        if self._sentence:
            painter.setFont(font)
            width = min(inside.width() - 3 * line, WIDEST_TEXT * line)
            self._panel(painter, self._sentence, inside.center(), max(width, 4 * line), line)
        if self._mark:
            painter.setFont(font)
            self._panel(
                painter, self._mark, QPointF(inside.center().x(), inside.top() + 1.5 * line), width=1e4, line=line
            )

    def _panel(self, painter: QPainter, text: str, centre: QPointF, width: float, line: float) -> None:
        look = palette.current()
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        box = painter.boundingRect(QRectF(centre.x() - width / 2, centre.y() - 5e3, width, 1e4), flags, text)
        panel = box.adjusted(-0.9 * line, -0.5 * line, 0.9 * line, 0.5 * line)
        painter.setPen(QPen(QColor(look.grid), 1.0))
        painter.setBrush(QColor(look.panel))
        painter.drawRoundedRect(panel, 0.4 * line, 0.4 * line)
        painter.setPen(QColor(look.ink))
        painter.drawText(box, flags, text)

    def _resized(self) -> None:
        self.prepareGeometryChange()
        self.update()
