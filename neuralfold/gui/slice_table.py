"""The points and directions of a slice as a table of numbers: a row for each, a column per input."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QTableView, QWidget

from neuralfold.gui.number_delegate import NumberDelegate
from neuralfold.gui.parameter_block import block_text, pasted_block
from neuralfold.gui.parameter_model import cell_text
from neuralfold.gui.spot_words import subscripted
from neuralfold.model.activations import Floats
from neuralfold.model.number_text import number_text, parse_number
from neuralfold.model.sentence import BadInput

Index = QModelIndex | QPersistentModelIndex


class SliceModel(QAbstractTableModel):
    """Rows of numbers, shape (rows, inputs), with a name for each row; written only where it is looked at."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: Floats = np.empty((0, 0))
        self._names: Sequence[str] = ()

    @property
    def rows(self) -> Floats:
        """All numbers, shape (rows, inputs)."""
        return self._rows

    def show(self, rows: Floats, names: Sequence[str]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self._rows, self._names = np.array(rows, dtype=float), names
        self.endResetModel()

    def name(self, row: int) -> str:
        """The name of a row."""
        return self._names[row]

    def set_names(self, names: Sequence[str]) -> None:
        """Name the rows again, after the language changed."""
        self._names = names
        self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, len(names) - 1)

    def set_block(self, row: int, column: int, block: Floats) -> None:
        """Set a rectangle of numbers."""
        rows, columns = block.shape
        self._rows[row : row + rows, column : column + columns] = block
        self.dataChanged.emit(self.index(row, column), self.index(row + rows - 1, column + columns - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self._rows.shape[1]

    def flags(self, index: Index) -> Qt.ItemFlag:
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return cell_text(float(self._rows[index.row(), index.column()]))
            case Qt.ItemDataRole.EditRole | Qt.ItemDataRole.ToolTipRole:
                return number_text(float(self._rows[index.row(), index.column()]))
            case Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not isinstance(value, int | float):
            return False
        self.set_block(index.row(), index.column(), np.array([[float(value)]]))
        return True

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation == Qt.Orientation.Vertical:
            return self._names[section] if section < len(self._names) else None
        return subscripted("x", section + 1)


class SliceTable(QTableView):
    """Shows a SliceModel; `refused` carries the BadInput of a text that is no number or does not fit."""

    refused = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.numbers = SliceModel(self)
        self.setModel(self.numbers)
        self._delegate = NumberDelegate(self._parse, self)
        self._delegate.refused.connect(self.refused)
        self.setItemDelegate(self._delegate)
        self.setSelectionMode(QTableView.SelectionMode.ContiguousSelection)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.copy_action = self._action(QKeySequence.StandardKey.Copy, self._copy)
        self.paste_action = self._action(QKeySequence.StandardKey.Paste, self._paste)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self._size_sections()
        self._retranslate()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        match event.type():
            case QEvent.Type.LanguageChange:
                self._retranslate()
            case QEvent.Type.FontChange | QEvent.Type.StyleChange:
                self._size_sections()

    def _action(self, shortcut: QKeySequence.StandardKey, slot: object) -> QAction:
        action = QAction(self)
        action.setShortcuts(shortcut)
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(slot)
        self.addAction(action)
        return action

    def _size_sections(self) -> None:
        metrics = self.fontMetrics()
        self.horizontalHeader().setDefaultSectionSize(metrics.horizontalAdvance("−0.00000") + 14)
        self.verticalHeader().setDefaultSectionSize(metrics.height() + 8)

    def _retranslate(self) -> None:
        self.copy_action.setText(self.tr("Copy Numbers"))
        self.paste_action.setText(self.tr("Paste Numbers"))
        self.setAccessibleName(self.tr("points and directions of the slice"))

    def _parse(self, index: Index, text: str) -> float:
        try:
            return parse_number(text)
        except BadInput as error:
            raise BadInput(
                "{row}, {source}: {problem}",
                row=self.numbers.name(index.row()),
                source=subscripted("x", index.column() + 1),
                problem=error.sentence,
            ) from error

    def _selected(self) -> tuple[int, int, int, int]:
        """(row, column, rows, columns) of the selected block, or of the first cell where there is none."""
        ranges = self.selectionModel().selection()
        if ranges.isEmpty():
            current = self.currentIndex()
            return (max(current.row(), 0), max(current.column(), 0), 1, 1)
        block = ranges.first()
        return block.top(), block.left(), block.height(), block.width()

    @Slot()
    def _copy(self) -> None:
        row, column, rows, columns = self._selected()
        if self.numbers.rows.size:
            block = self.numbers.rows[row : row + rows, column : column + columns]
            QGuiApplication.clipboard().setText(block_text(block))

    @Slot()
    def _paste(self) -> None:
        selected = self._selected()
        size = (self.numbers.rowCount(), self.numbers.columnCount())
        try:
            block = pasted_block(QGuiApplication.clipboard().text(), selected, size)
        except BadInput as error:
            self.refused.emit(error)
            return
        row, column = selected[:2]
        self.numbers.set_block(row, column, block)
        last = self.numbers.index(row + block.shape[0] - 1, column + block.shape[1] - 1)
        self.selectionModel().select(
            QItemSelection(self.numbers.index(row, column), last), QItemSelectionModel.SelectionFlag.ClearAndSelect
        )
