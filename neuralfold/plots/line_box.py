"""The inside of a panel of the line view: pan, zoom, the probe's handle, and where the mouse is."""

from pyqtgraph.GraphicsScene.mouseEvents import HoverEvent, MouseClickEvent, MouseDragEvent
from PySide6.QtCore import QPointF, Qt, Signal

from neuralfold.plots.axes import Box
from neuralfold.plots.line_shapes import View

# The probe can be taken hold of within this many pixels of its line.
GRIP = 7.0


class LineBox(Box):
    """The inside of a panel: pans and zooms, lets the probe be dragged, and tells where the mouse is."""

    probe_dragged = Signal(float)
    probe_dropped = Signal()
    hovered = Signal(float)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._probe: float | None = None
        self._is_dragging = False

    def set_probe(self, x: float | None) -> None:
        """Let the probe be dragged from the vertical line at `x`, or not at all."""
        self._probe = x

    def view(self) -> View:
        """What the box looks at, in pixels of its own."""
        (x0, x1), (y0, y1) = self.viewRange()
        return View(float(x0), float(x1), float(y0), float(y1), max(self.width(), 1.0), max(self.height(), 1.0))

    def mouseDragEvent(self, event: MouseDragEvent, axis: int | None = None) -> None:
        """Drag the probe where the drag began on its line, otherwise pan."""
        if event.isStart():
            is_left = event.button() == Qt.MouseButton.LeftButton
            self._is_dragging = axis is None and is_left and self._is_on_probe(event.buttonDownPos())
        if not self._is_dragging:
            super().mouseDragEvent(event, axis)
            return
        event.accept()
        self.probe_dragged.emit(self.data_at(event.pos())[0])
        if event.isFinish():
            self._is_dragging = False
            self.probe_dropped.emit()

    def mouseClickEvent(self, event: MouseClickEvent) -> None:
        """Put the probe where the mouse was clicked."""
        if self._probe is None or event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        event.accept()
        self.probe_dragged.emit(self.data_at(event.pos())[0])
        self.probe_dropped.emit()

    def hoverEvent(self, event: HoverEvent) -> None:
        """Tell where the mouse is, and show where the probe can be dragged."""
        if event.isExit():
            self.unsetCursor()
            self.left.emit()
            return
        if self._is_on_probe(event.pos()):
            self.setCursor(Qt.CursorShape.SplitHCursor)
        else:
            self.unsetCursor()
        self.hovered.emit(self.data_at(event.pos())[0])

    def _is_on_probe(self, place: QPointF) -> bool:
        return self._probe is not None and abs(self.place_of(self._probe, 0.0).x() - place.x()) <= GRIP
