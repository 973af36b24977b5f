"""The weights and biases of the selected layer: title, grid, copy and paste."""

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QAction, QColor, QGuiApplication, QKeySequence, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QLabel, QStyle, QStyleOptionViewItem, QVBoxLayout, QWidget

from neuralfold.gui.number_delegate import Index, NumberDelegate
from neuralfold.gui.parameter_block import block_text, pasted_block
from neuralfold.gui.parameter_model import ParameterModel, subscript
from neuralfold.gui.parameter_view import ParameterView
from neuralfold.model.chain_edits import part_name
from neuralfold.model.number_text import parse_number
from neuralfold.model.sentence import BadInput
from neuralfold.plots import palette
from neuralfold.session.document import Document

_FRAME = 2.0


class ParameterDelegate(NumberDelegate):
    """Marks selected cells with a frame, since their colour tells sign and size."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        option.state &= ~QStyle.StateFlag.State_Selected
        super().paint(painter, option, index)
        if is_selected:
            painter.save()
            painter.setPen(QPen(QColor(palette.current().accent), _FRAME))
            painter.drawRect(QRectF(option.rect).adjusted(_FRAME / 2, _FRAME / 2, -_FRAME / 2, -_FRAME / 2))
            painter.restore()


class ParameterTable(QWidget):
    """Every number of one layer, editable; `refused` carries the BadInput that says why an edit cannot be.

    `copy_action` copies the selected block as tab-separated text, `paste_action` pastes one with its first number in
    the first selected cell; one number is pasted into every selected cell.
    """

    refused = Signal(object)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._model = ParameterModel(document, self)
        self._view = ParameterView(self._model, self)
        self._delegate = ParameterDelegate(self._parse, self._view)
        self._view.setItemDelegate(self._delegate)
        self._title = QLabel(self)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self.copy_action = self._action(QKeySequence.StandardKey.Copy, self._copy)
        self.paste_action = self._action(QKeySequence.StandardKey.Paste, self._paste)

        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._title)
        layout.addWidget(self._view, 1)
        self.setFocusProxy(self._view)

        self._model.refused.connect(self.refused)
        self._delegate.refused.connect(self.refused)
        self._view.scrub_ended.connect(document.end_merge)
        document.changed.connect(self._refresh_title)
        self._size_sections()
        self.retranslate()

    @property
    def view(self) -> ParameterView:
        """The grid."""
        return self._view

    @property
    def model(self) -> ParameterModel:
        """What the grid shows."""
        return self._model

    @Slot(int, int)
    def show_layer(self, part: int, k: int) -> None:
        """Show `layers[k]` of one part of the chain."""
        self._model.show_layer(part, k)
        self._refresh_title()

    def retranslate(self) -> None:
        """Say every text again, after the language changed."""
        self.copy_action.setText(self.tr("Copy Numbers"))
        self.paste_action.setText(self.tr("Paste Numbers"))
        self._view.setAccessibleName(self.tr("weights and biases"))
        self._model.retranslate()
        self._refresh_title()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        match event.type():
            case QEvent.Type.LanguageChange:
                self.retranslate()
            case QEvent.Type.FontChange | QEvent.Type.StyleChange:
                self._size_sections()
            case QEvent.Type.PaletteChange:
                self._view.viewport().update()

    def _action(self, shortcut: QKeySequence.StandardKey, slot: object) -> QAction:
        action = QAction(self)
        action.setShortcuts(shortcut)
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(slot)
        self._view.addAction(action)
        self._view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        return action

    def _size_sections(self) -> None:
        """The same width for every column: measuring 784 of them at every edit would be slow."""
        metrics = self._view.fontMetrics()
        columns, rows = self._view.horizontalHeader(), self._view.verticalHeader()
        columns.setDefaultSectionSize(metrics.horizontalAdvance("−0.00000") + 14)
        rows.setDefaultSectionSize(metrics.height() + 8)
        rows.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    @Slot()
    def _refresh_title(self) -> None:
        part, k = self._model.place
        layer = self._model.layer
        name = self.tr("output layer") if self._model.is_output else self.tr("hidden layer {k}").format(k=k + 1)
        if len(self._document.content.chain.parts) > 1:
            name = self.tr("{part}, {layer}").format(part=part_name(part), layer=name)
        self._title.setText(
            self.tr("{layer}: β{k} and Ω{k}, {units} × {inputs}").format(
                layer=name, k=subscript(k), units=layer.units, inputs=layer.inputs
            )
        )

    def _parse(self, index: Index, text: str) -> float:
        try:
            return parse_number(text)
        except BadInput as error:
            raise BadInput(
                "row {row}, {source}: {problem}",
                row=index.row() + 1,
                source=self._model.source_name(index.column()),
                problem=error.sentence,
            ) from error

    def _selected(self) -> tuple[int, int, int, int]:
        """(row, column, rows, columns) of the selected block, or of the current cell; all 0 where there is none."""
        ranges = self._view.selectionModel().selection()
        if ranges.isEmpty():
            current = self._view.currentIndex()
            return (current.row(), current.column(), 1, 1) if current.isValid() else (0, 0, 0, 0)
        block = ranges.first()
        return block.top(), block.left(), block.height(), block.width()

    @Slot()
    def _copy(self) -> None:
        block = self._selected()
        if block[2]:
            QGuiApplication.clipboard().setText(block_text(self._model.block(*block)))

    @Slot()
    def _paste(self) -> None:
        selected = self._selected()
        size = (self._model.rowCount(), self._model.columnCount())
        try:
            block = pasted_block(QGuiApplication.clipboard().text(), selected, size)
        except BadInput as error:
            self.refused.emit(error)
            return
        row, column = selected[:2]
        if self._model.set_block(row, column, block):
            self._select(row, column, *block.shape)

    def _select(self, row: int, column: int, rows: int, columns: int) -> None:
        first = self._model.index(row, column)
        last = self._model.index(row + rows - 1, column + columns - 1)
        self._view.selectionModel().select(
            QItemSelection(first, last), QItemSelectionModel.SelectionFlag.ClearAndSelect
        )
        self._view.scrollTo(first, QAbstractItemView.ScrollHint.EnsureVisible)
