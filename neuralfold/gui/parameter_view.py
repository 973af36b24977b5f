"""The grid of numbers: every one can be typed, dragged sideways, or turned with the wheel."""

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from neuralfold.gui.parameter_model import ParameterModel
from neuralfold.gui.scrub import Scrub, tenths_per_step

PIXELS_PER_STEP = 4
# As Qt counts them: eighths of a degree for one notch of an ordinary wheel.
ANGLE_PER_STEP = 120
# The wheel has no release: turning it again after this long is a step of its own.
WHEEL_PAUSE_MS = 800


@dataclass
class _Drag:
    """A mouse button that went down on a cell: it becomes a scrub when the mouse moves far enough sideways."""

    index: QPersistentModelIndex
    last: QPointF
    scrub: Scrub | None = None
    pixels: float = 0.0


@dataclass
class _Turn:
    """A wheel that is being turned over a cell."""

    index: QPersistentModelIndex
    scrub: Scrub
    angle: int = 0


class ParameterView(QTableView):
    """Shows a ParameterModel.

    A drag that starts on the one selected cell, or anywhere with the middle button or with Alt, changes that number;
    any other drag selects a block. The wheel changes the selected cell when it is under the mouse and the table has
    the focus, else it scrolls. Escape during a drag brings the old number back. `scrub_ended` follows every scrub:
    until then all its changes belong together.
    """

    scrub_ended = Signal()

    def __init__(self, model: ParameterModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._numbers = model
        self._drag: _Drag | None = None
        self._turn: _Turn | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(WHEEL_PAUSE_MS)
        self._pause.timeout.connect(self._end_turn)
        self.setModel(model)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.setMouseTracking(True)
        self.setWordWrap(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

    @property
    def is_scrubbing(self) -> bool:
        """Whether a number is being dragged or turned."""
        return self._turn is not None or (self._drag is not None and self._drag.scrub is not None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if not self._starts_drag(event, index):
            super().mousePressEvent(event)
            return
        self._end_turn()
        # A middle or Alt drag takes the cell it starts on along.
        if index != self.currentIndex():
            self.setCurrentIndex(index)
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._drag = _Drag(QPersistentModelIndex(index), event.position())
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._drag is None:
            super().mouseMoveEvent(event)
            self._show_cursor(event.position())
            return
        if not self._drag.index.isValid():
            self._end_drag()
            return
        self._drag.pixels += event.position().x() - self._drag.last.x()
        self._drag.last = event.position()
        steps = int(self._drag.pixels / PIXELS_PER_STEP)
        if steps:
            self._drag.pixels -= steps * PIXELS_PER_STEP
            if self._drag.scrub is None or not self._is_at(self._drag.index, self._drag.scrub):
                self._drag.scrub = self._started(self._drag.index)
            self._move(self._drag.index, self._drag.scrub, steps * tenths_per_step(event.modifiers()))
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._drag is None:
            super().mouseReleaseEvent(event)
        else:
            self._end_drag()
            event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self._end_turn()
            self.setCurrentIndex(index)
            self.edit(index)
            event.accept()
        else:
            super().mouseDoubleClickEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if not (self.hasFocus() and index.isValid() and index == self.currentIndex()) or self._drag is not None:
            super().wheelEvent(event)
            return
        if self._turn is None or self._turn.index != index or not self._is_at(self._turn.index, self._turn.scrub):
            self._end_turn()
            place = QPersistentModelIndex(index)
            self._turn = _Turn(place, self._started(place))
        # Alt, and Shift on some systems, turn the wheel sideways.
        self._turn.angle += event.angleDelta().y() or event.angleDelta().x()
        steps = int(self._turn.angle / ANGLE_PER_STEP)
        self._turn.angle -= steps * ANGLE_PER_STEP
        if steps:
            self._move(self._turn.index, self._turn.scrub, steps * tenths_per_step(event.modifiers()))
        self._pause.start()
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._end_turn()
        if self._drag is not None and event.key() == Qt.Key.Key_Escape:
            if self._drag.scrub is not None and self._drag.index.isValid():
                self._set(self._drag.index, self._drag.scrub.start)
            self._end_drag()
            event.accept()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._end_turn()
        self._end_drag()
        super().focusOutEvent(event)

    def currentChanged(self, current: QModelIndex, previous: QModelIndex) -> None:
        self._end_turn()
        super().currentChanged(current, previous)

    def _starts_drag(self, event: QMouseEvent, index: QModelIndex) -> bool:
        if not index.isValid():
            return False
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.button() == Qt.MouseButton.MiddleButton:
            return True
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        if held == Qt.KeyboardModifier.AltModifier:
            return True
        return held == Qt.KeyboardModifier.NoModifier and self._is_only_selected(index)

    def _is_only_selected(self, index: QModelIndex) -> bool:
        return index == self.currentIndex() and self.selectedIndexes() == [index]

    def _show_cursor(self, position: QPointF) -> None:
        if self._is_only_selected(self.indexAt(position.toPoint())):
            self.viewport().setCursor(Qt.CursorShape.SizeHorCursor)
        else:
            self.viewport().unsetCursor()

    def _started(self, index: QPersistentModelIndex) -> Scrub:
        self.scrub_ended.emit()
        return Scrub(self._numbers.value(index.row(), index.column()), self._numbers.scale)

    def _is_at(self, index: QPersistentModelIndex, scrub: Scrub) -> bool:
        """Whether nothing but the scrub, such as undo, changed the number."""
        return self._numbers.value(index.row(), index.column()) == scrub.value

    def _move(self, index: QPersistentModelIndex, scrub: Scrub, tenths: int) -> None:
        self._set(index, scrub.moved(tenths))

    def _set(self, index: QPersistentModelIndex, value: float) -> None:
        row, column = index.row(), index.column()
        self._numbers.set_value(row, column, value, key=("scrub", *self._numbers.place, row, column))

    def _end_drag(self) -> None:
        drag, self._drag = self._drag, None
        if drag is not None and drag.scrub is not None:
            self.scrub_ended.emit()

    @Slot()
    def _end_turn(self) -> None:
        self._pause.stop()
        turn, self._turn = self._turn, None
        if turn is not None:
            self.scrub_ended.emit()
