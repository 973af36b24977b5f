"""The layers of the chain: what there is, what it costs, and every way to change it."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLabel,
    QTableView,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from neuralfold.gui.activation_delegate import ActivationDelegate
from neuralfold.gui.layer_edits import (
    Edited,
    layer_added,
    network_added,
    network_repeated,
    row_duplicated,
    row_moved,
    row_removed,
)
from neuralfold.gui.layer_model import LayerModel
from neuralfold.gui.layer_rows import HEADER, Column, Row
from neuralfold.gui.number_delegate import NumberDelegate
from neuralfold.gui.skip_delegate import SkipDelegate
from neuralfold.model.chain import Chain
from neuralfold.model.content import Content
from neuralfold.model.number_text import whole_text
from neuralfold.session.document import Document


class LayerView(QTableView):
    """Shows a LayerModel; Tab goes from one cell that can be changed to the next.

    The names get the space that the numbers leave, and scroll where that is too little.
    """

    def fit_columns(self) -> None:
        """Give every column what it needs, and the names what is left."""
        header = self.horizontalHeader()
        header.resizeSections(QHeaderView.ResizeMode.ResizeToContents)
        spare = self.viewport().width() - header.length()
        header.resizeSection(Column.NAME, header.sectionSize(Column.NAME) + max(0, spare))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_columns()

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        step = {
            QAbstractItemView.CursorAction.MoveNext: 1,
            QAbstractItemView.CursorAction.MovePrevious: -1,
        }.get(action)
        if step is None or not self.currentIndex().isValid():
            return super().moveCursor(action, modifiers)
        changeable = Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsUserCheckable
        columns = self.model().columnCount()
        cells = columns * self.model().rowCount()
        cell = self.currentIndex().row() * columns + self.currentIndex().column()
        for _ in range(cells):
            cell = (cell + step) % cells
            index = self.model().index(*divmod(cell, columns))
            if index.flags() & changeable and not self.isColumnHidden(index.column()):
                return index
        return self.currentIndex()


class LayerTable(QWidget):
    """The table, its buttons and its totals.

    `layer_selected(part, k)` tells that `layers[k]` of a part was selected, `refused` carries the BadInput that says
    why an edit cannot be. The actions are public, for menus.
    """

    layer_selected = Signal(int, int)
    refused = Signal(object)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._model = LayerModel(document, self)
        self._view = LayerView(self)
        self._buttons = QToolBar(self)
        self._totals = QLabel(self)
        self._told: tuple[int, int] | None = None
        self._edits: dict[QAction, Callable[[Content, Row], Edited]] = {}
        self.add_action = self._action(layer_added, "Ins")
        self.duplicate_action = self._action(row_duplicated, "Ctrl+D")
        self.remove_action = self._action(row_removed, "Del")
        self.move_up_action = self._action(partial(row_moved, by=-1), "Alt+Up")
        self.move_down_action = self._action(partial(row_moved, by=1), "Alt+Down")
        self.add_network_action = self._action(network_added, "Ctrl+Ins", is_button=False)
        self.repeat_action = self._action(network_repeated, "Ctrl+R", is_button=False)
        self._set_up_view()
        self._lay_out()
        self._size_rows()

        self._model.refused.connect(self.refused)
        self._view.selectionModel().currentChanged.connect(self._tell_selected)
        self._model.dataChanged.connect(self._refresh)
        self.retranslate()
        self.select_layer(0, 0)

    @property
    def view(self) -> LayerView:
        """The grid."""
        return self._view

    @property
    def model(self) -> LayerModel:
        """What the grid shows."""
        return self._model

    @property
    def selected(self) -> Row:
        """What the current row stands for."""
        return self._model.row(max(0, self._view.currentIndex().row()))

    @Slot(int, int)
    def select_layer(self, part: int, k: int) -> None:
        """Select the row of `layers[k]` of a part."""
        self._select(Row(part, k))

    def retranslate(self) -> None:
        """Say every text again, after the language changed."""
        for action, text, short, tip in (
            (
                self.add_action,
                self.tr("Add Layer"),
                self.tr("Add"),
                self.tr("add a hidden layer after the selected one"),
            ),
            (
                self.duplicate_action,
                self.tr("Duplicate Layer or Network"),
                self.tr("Duplicate"),
                self.tr("put a copy of the selected layer, or network, after it"),
            ),
            (
                self.remove_action,
                self.tr("Remove Layer or Network"),
                self.tr("Remove"),
                self.tr("remove the selected hidden layer, or network"),
            ),
            (self.move_up_action, self.tr("Move Up"), self.tr("Up"), self.tr("move the selected row up")),
            (self.move_down_action, self.tr("Move Down"), self.tr("Down"), self.tr("move the selected row down")),
            (
                self.add_network_action,
                self.tr("Add Network to the Chain"),
                self.tr("Add Network"),
                self.tr("put a random network after the selected one"),
            ),
            (
                self.repeat_action,
                self.tr("Apply Network Once More"),
                self.tr("Once More"),
                self.tr("apply the selected network one more time in a row"),
            ),
        ):
            action.setText(text)
            action.setIconText(short)
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{tip} ({keys})")
        self._view.setAccessibleName(self.tr("layers"))
        self._model.retranslate()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        match event.type():
            case QEvent.Type.LanguageChange:
                self.retranslate()
            case QEvent.Type.FontChange | QEvent.Type.StyleChange:
                self._size_rows()
            case QEvent.Type.PaletteChange:
                self._view.viewport().update()

    def _size_rows(self) -> None:
        self._view.verticalHeader().setDefaultSectionSize(self._view.fontMetrics().height() + 10)
        self._view.fit_columns()

    def _action(self, edit: Callable[[Content, Row], Edited], keys: str, is_button: bool = True) -> QAction:
        action = QAction(self)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        # A connection to anything but a method of its own would keep the table alive for ever.
        self._edits[action] = edit
        action.triggered.connect(self._do)
        self._view.addAction(action)
        if is_button:
            self._buttons.addAction(action)
        return action

    @Slot()
    def _do(self) -> None:
        action = self.sender()
        if not isinstance(action, QAction):
            return
        before, after = self.selected, self.selected

        def make(content: Content) -> Chain:
            nonlocal after
            chain, after = self._edits[action](content, before)
            return chain

        if self._model.edit(make, action.text()):
            self._select(after)

    def _set_up_view(self) -> None:
        view = self._view
        view.setModel(self._model)
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        view.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.SelectedClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        numbers = NumberDelegate(self._model.parsed, view)
        numbers.refused.connect(self.refused)
        view.setItemDelegate(numbers)
        view.setItemDelegateForColumn(Column.ACTIVATION, ActivationDelegate(view))
        view.setItemDelegateForColumn(Column.SKIP, SkipDelegate(view))
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        view.setShowGrid(False)
        view.setWordWrap(False)
        view.setTextElideMode(Qt.TextElideMode.ElideRight)
        view.clicked.connect(self._open_list)
        view.verticalHeader().hide()
        header = view.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(24)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def _lay_out(self) -> None:
        self._buttons.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self._totals.setTextFormat(Qt.TextFormat.PlainText)
        self._totals.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._buttons)
        layout.addWidget(self._view, 1)
        layout.addWidget(self._totals)
        self.setFocusProxy(self._view)

    def _select(self, row: Row) -> None:
        number = self._model.number(row)
        column = max(0, self._view.currentIndex().column())
        self._view.setCurrentIndex(self._model.index(number, column))

    @Slot(QModelIndex)
    def _open_list(self, index: QModelIndex) -> None:
        if index.column() == Column.ACTIVATION and index.flags() & Qt.ItemFlag.ItemIsEditable:
            self._view.edit(index)
            editor = self._view.indexWidget(index)
            if isinstance(editor, QComboBox):
                editor.showPopup()

    @Slot()
    def _tell_selected(self) -> None:
        row = self.selected
        if row.is_layer and (row.part, row.k) != self._told:
            self._told = (row.part, row.k)
            self.layer_selected.emit(row.part, row.k)

    @Slot()
    def _refresh(self) -> None:
        """Totals, the slope column, and the heads that reach over several columns."""
        self._view.setColumnHidden(Column.SLOPE, not self._model.has_slopes)
        self._view.clearSpans()
        rows = [self._model.row(i) for i in range(self._model.rowCount())]
        for i, row in enumerate(rows):
            if row.k == HEADER:
                self._view.setSpan(i, Column.ACTIVATION, 1, Column.PARAMETERS - Column.ACTIVATION)
        macs = sum(self._model.counts(row).macs for row in rows if row.is_layer)
        self._totals.setText(
            self.tr("total: {parameters} parameters, {macs} MACs").format(
                parameters=whole_text(self._model.chain.parameters), macs=whole_text(macs)
            )
        )
        self._totals.setToolTip(
            self.tr(
                "the sum of the rows: parameters are stored once, multiply-adds are counted for every application; "
                "merging the networks changes both"
            )
        )
        self._view.fit_columns()
        self._tell_selected()
