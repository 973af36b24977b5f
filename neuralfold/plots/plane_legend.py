"""The column beside the plane that says what its colours and lines mean; a graphics item, so exports have it too."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsWidget, QStyleOptionGraphicsItem, QWidget

from neuralfold.plots import palette

# In multiples of the line height.
COLUMN, GAP, SWATCH, BAND, BLOCK_GAP = 9.6, 0.45, 1.5, 1.35, 0.9
MOST_LABELS = 9


@dataclass(frozen=True)
class Swatch:
    """One line of a legend: a patch of `colours`, or a stroke `line` pixels wide, and its text."""

    text: str
    colours: tuple[QColor, ...] = ()
    line: float = 0.0


@dataclass(frozen=True)
class Bar:
    """Bands of colour, lowest first, with a label at every limit or, where there is one label per band, beside it."""

    colours: tuple[QColor, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Block:
    """A heading, then a bar or lines of swatches, then a note in small type."""

    heading: str
    bar: Bar | None = None
    swatches: tuple[Swatch, ...] = ()
    note: str = ""


class PlaneLegend(QGraphicsWidget):
    """Blocks one below the other, in a column whose width depends on the font alone, so that the plot never jumps."""

    def __init__(self, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self._blocks: tuple[Block, ...] = ()
        self.setFont(palette.type_of(palette.TEXT_PIXELS))

    def set_blocks(self, blocks: tuple[Block, ...]) -> None:
        """Show these blocks."""
        if blocks != self._blocks:
            self._blocks = blocks
            self.update()

    @property
    def blocks(self) -> tuple[Block, ...]:
        """What is shown."""
        return self._blocks

    def sizeHint(self, which: Qt.SizeHint, constraint: QSizeF | None = None) -> QSizeF:
        """A fixed width, any height."""
        width = COLUMN * QFontMetricsF(self.font()).height()
        match which:
            case Qt.SizeHint.MaximumSize:
                return QSizeF(width, 1e6)
            case Qt.SizeHint.PreferredSize:
                return QSizeF(width, 300.0)
        return QSizeF(width, 0.0)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw every block from the top; a bar gets shorter where the column is low."""
        line = QFontMetricsF(self.font()).height()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        y, left, width = 0.0, GAP * line * 2, self.size().width() - GAP * line * 2
        fixed = sum(self._fixed_lines(block) for block in self._blocks) * line
        bands = sum(len(block.bar.colours) for block in self._blocks if block.bar)
        band = min(BAND * line, (self.size().height() - fixed) / bands) if bands else 0.0
        for block in self._blocks:
            y = self._paint_block(painter, block, QPointF(left, y), width, max(band, 3.0)) + BLOCK_GAP * line

    @staticmethod
    def _fixed_lines(block: Block) -> float:
        lines = 1.0 + GAP + BLOCK_GAP + len(block.swatches) * (1 + GAP / 2)
        return lines + (1.0 if block.bar else 0.0) + (1.4 if block.note else 0.0)

    def _paint_block(self, painter: QPainter, block: Block, at: QPointF, width: float, band: float) -> float:
        look = palette.current()
        metrics = QFontMetricsF(self.font())
        line = metrics.height()
        painter.setFont(palette.type_of(palette.TEXT_PIXELS, is_bold=True))
        painter.setPen(QColor(look.ink))
        y = at.y()
        self._text(painter, QRectF(at.x(), y, width, line), block.heading)
        painter.setFont(self.font())
        y += line * (1 + GAP)
        if block.bar is not None:
            y = self._paint_bar(painter, block.bar, QPointF(at.x(), y), width, band)
        for swatch in block.swatches:
            across = SWATCH * line if swatch.text else width
            self._paint_swatch(painter, swatch, QRectF(at.x(), y, across, line))
            painter.setPen(QColor(look.ink))
            indent = (SWATCH + GAP) * line
            self._text(painter, QRectF(at.x() + indent, y, width - indent, line), swatch.text)
            y += line * (1 + GAP / 2)
        if block.note:
            painter.setPen(QColor(look.ink))
            painter.setFont(palette.type_of(0.87 * palette.TEXT_PIXELS))
            box = QRectF(at.x(), y, width, 4 * line)
            flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
            used = painter.boundingRect(box, flags, block.note)
            painter.drawText(box, flags, block.note)
            painter.setFont(self.font())
            y += used.height()
        return y

    def _paint_bar(self, painter: QPainter, bar: Bar, at: QPointF, width: float, band: float) -> float:
        line = QFontMetricsF(self.font()).height()
        is_per_band = len(bar.labels) == len(bar.colours)
        top = at.y() + (0.0 if is_per_band else line / 2)
        height = band * len(bar.colours)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for i, colour in enumerate(reversed(bar.colours)):
            upper, lower = round(top + i * band), round(top + (i + 1) * band)
            painter.fillRect(QRectF(at.x(), upper, SWATCH * line, lower - upper), colour)
        painter.setPen(QPen(QColor(palette.current().faint), 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(at.x(), round(top), SWATCH * line, round(top + height) - round(top)))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(palette.current().ink))
        indent = (SWATCH + GAP) * line
        step = self._label_step(bar, band, line)
        for i, label in enumerate(bar.labels):
            if (i - self._anchor(bar)) % step == 0:
                middle = top + height - (i + (0.5 if is_per_band else 0.0)) * band
                self._text(painter, QRectF(at.x() + indent, middle - line / 2, width - indent, line), label)
        return top + height + line / 2

    @staticmethod
    def _label_step(bar: Bar, band: float, line: float) -> int:
        """Every how many limits a number is written, so that numbers stay apart and few."""
        step = 1
        while step * band < 1.05 * line or len(bar.labels) / step > MOST_LABELS + (len(bar.labels) <= 15) * 6:
            step += 1
        return step

    @staticmethod
    def _anchor(bar: Bar) -> int:
        """The label that is written whatever the step: 0 where there is one."""
        return bar.labels.index("0") if "0" in bar.labels else 0

    def _paint_swatch(self, painter: QPainter, swatch: Swatch, box: QRectF) -> None:
        if swatch.line > 0.0:
            middle = box.center().y()
            strokes = [(QColor(swatch.colours[0]), swatch.line)]
            for colour, width in strokes:
                painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
                painter.drawLine(QPointF(box.left(), middle), QPointF(box.right(), middle))
            return
        part = box.width() / max(len(swatch.colours), 1)
        for i, colour in enumerate(swatch.colours):
            painter.fillRect(QRectF(box.left() + i * part, box.top() + 2, part, box.height() - 4), colour)

    def _text(self, painter: QPainter, box: QRectF, text: str) -> None:
        shown = QFontMetricsF(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
