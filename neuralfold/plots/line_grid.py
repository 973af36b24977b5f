"""Where the panels of the line view stand: parts side by side, the whole below them, then a layer."""

import math

from pyqtgraph import GraphicsWidget
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QGraphicsSceneResizeEvent

from neuralfold.plots.line_panel import LinePanel
from neuralfold.plots.line_picture import LAYER, PART, WHOLE

MARGIN, GAP_ACROSS, GAP_DOWN = 10.0, 8.0, 8.0
PARTS_PER_ROW = 3
# Heights of the rows of panels, relative to each other.
WEIGHTS = {PART: 1.0, WHOLE: 1.25, LAYER: 1.0}


class PanelGrid(GraphicsWidget):
    """Rows of panels that fill the picture, their boxes aligned at the left."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[list[LinePanel]] = []
        self._room = 0.0

    def set_rows(self, rows: list[list[LinePanel]]) -> None:
        """Place these panels, row by row."""
        self._rows = rows
        self._arrange()

    def keep_room(self) -> None:
        """Place the panels anew where the labels of an axis have come to need more room, or less."""
        if self._rows and self._needed() != self._room:
            self._arrange()

    def resizeEvent(self, event: QGraphicsSceneResizeEvent) -> None:
        """Place the panels anew."""
        self._arrange()

    def _needed(self) -> float:
        return max((panel.room_left() for row in self._rows for panel in row), default=0.0)

    def _arrange(self) -> None:
        self._room = self._needed()
        inside = QRectF(0.0, 0.0, self.size().width(), self.size().height())
        inside.adjust(MARGIN, MARGIN, -MARGIN, -MARGIN)
        weights = [max(WEIGHTS[panel.picture.kind] if panel.picture else 1.0 for panel in row) for row in self._rows]
        height = inside.height() - GAP_DOWN * (len(self._rows) - 1)
        top = inside.top()
        for row, weight in zip(self._rows, weights, strict=True):
            # Whole pixels, so that lines are sharp and a pixel column of the picture is one of the screen.
            tall = max(math.floor(height * weight / sum(weights)), 1)
            wide = max(math.floor((inside.width() - GAP_ACROSS * (len(row) - 1)) / len(row)), 1)
            for i, panel in enumerate(row):
                panel.setGeometry(QRectF(inside.left() + i * (wide + GAP_ACROSS), top, wide, tall))
                panel.arrange(self._room)
            top += tall + GAP_DOWN


def rows_of(panels: list[LinePanel]) -> list[list[LinePanel]]:
    """The panels row by row."""
    parts = [panel for panel in panels if panel.picture is not None and panel.picture.kind == PART]
    others = [[panel] for panel in panels if panel not in parts]
    per_row = math.ceil(len(parts) / max(math.ceil(len(parts) / PARTS_PER_ROW), 1))
    return [parts[i : i + per_row] for i in range(0, len(parts), max(per_row, 1))] + others


def aligned(panels: list[LinePanel]) -> list[LinePanel]:
    """The panels that look at the same x: all that stand below each other with x as their axis."""
    parts = [panel for panel in panels if panel.picture is not None and panel.picture.kind == PART]
    return [panel for panel in panels if panel not in parts or len(parts) == 1]
