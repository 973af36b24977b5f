"""All counts of the open network: what was counted beside what theory allows, and what it costs."""

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QGuiApplication, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QHeaderView, QLabel, QTableView, QVBoxLayout, QWidget

from neuralfold.gui.counts_rows import CountRow, count_rows
from neuralfold.gui.number_field import NumberField
from neuralfold.model.content import Content
from neuralfold.model.measurement import Measurement
from neuralfold.model.number_text import parse_whole, whole_text
from neuralfold.model.sentence import BadInput
from neuralfold.plots import palette

Index = QModelIndex | QPersistentModelIndex

NAME, VALUE, LINE = range(3)
LARGEST_BATCH = 10**9


class CountsModel(QAbstractTableModel):
    """Rows as in counts_rows; it holds the last measurement until the next one comes."""

    def __init__(self, content: Content, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._content = content
        self._measurement: Measurement | None = None
        self._rows: list[CountRow] = count_rows(content, None)

    @property
    def rows(self) -> list[CountRow]:
        """What is shown."""
        return self._rows

    @property
    def has_line(self) -> bool:
        """Whether there are numbers of the whole line."""
        return any(row.line for row in self._rows)

    @property
    def is_behind(self) -> bool:
        """Whether the regions are those of an earlier content."""
        return self._measurement is None or self._measurement.content is not self._content

    def set_content(self, content: Content) -> None:
        """Count what needs no picture; regions stay those of the last measurement."""
        self._content = content
        self.refresh()

    def set_measurement(self, measurement: Measurement) -> None:
        """Show the regions of a finished measurement."""
        self._measurement = measurement
        self.refresh()

    def refresh(self) -> None:
        """Write every row again; nothing is reset, so that the place one has scrolled to stays."""
        rows = count_rows(self._content, self._measurement)
        parent, had = QModelIndex(), len(self._rows)
        if len(rows) < had:
            self.beginRemoveRows(parent, len(rows), had - 1)
            self._rows = rows
            self.endRemoveRows()
        elif len(rows) > had:
            self.beginInsertRows(parent, had, len(rows) - 1)
            self._rows = rows
            self.endInsertRows()
        self._rows = rows
        self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, LINE))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else 3

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return (row.name, row.value, row.line)[index.column()]
            case Qt.ItemDataRole.ToolTipRole:
                return row.tip or None
            case Qt.ItemDataRole.TextAlignmentRole:
                side = Qt.AlignmentFlag.AlignLeft if index.column() == NAME else Qt.AlignmentFlag.AlignRight
                return side | Qt.AlignmentFlag.AlignVCenter
            case Qt.ItemDataRole.FontRole if (row.is_heading and index.column() == NAME) or row.is_counted:
                font = QFont()
                font.setBold(row.is_heading or index.column() != NAME)
                return font
            case Qt.ItemDataRole.ForegroundRole:
                return self._ink(row, index.column())
        return None

    def _ink(self, row: CountRow, column: int) -> QColor:
        look = palette.current()
        if (row.is_heading and column != NAME) or (row.is_counted and column != NAME and self.is_behind):
            return QColor(look.faint)
        return QColor(look.warning if row.is_doubtful and column != NAME else look.ink)


class CountsView(QTableView):
    """Shows a CountsModel: names get what the numbers leave."""

    def fit_columns(self) -> None:
        """Give the numbers what they need, and the names the rest."""
        model = self.model()
        assert isinstance(model, CountsModel)
        self.setColumnHidden(LINE, not model.has_line)
        spare = self.viewport().width()
        for column in (VALUE, LINE):
            if not self.isColumnHidden(column):
                width = self.sizeHintForColumn(column) + 10
                self.setColumnWidth(column, width)
                spare -= width
        self.setColumnWidth(NAME, max(spare, 60))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_columns()

    def keyPressEvent(self, event: object) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            rows = sorted({index.row() for index in self.selectedIndexes()})
            lines = ("\t".join(self.model().index(r, c).data() for c in range(3)).rstrip("\t") for r in rows)
            QGuiApplication.clipboard().setText("\n".join(lines))
        else:
            super().keyPressEvent(event)


class CountsStrip(QWidget):
    """The numbers, and the batch size that some of them are for.

    `batch_edited` carries a new batch size, `refused` the BadInput of a text that is none.
    """

    batch_edited = Signal(object)
    refused = Signal(object)

    def __init__(self, content: Content, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = CountsModel(content, self)
        self._view = CountsView(self)
        self._view.setModel(self._model)
        self._view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self._view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._view.setShowGrid(False)
        self._view.setWordWrap(False)
        self._view.setTabKeyNavigation(False)
        self._view.verticalHeader().hide()
        self._view.horizontalHeader().hide()
        self._view.horizontalHeader().setMinimumSectionSize(20)
        self._view.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._title = QLabel(self)
        self._batch_label = QLabel(self)
        self._batch = NumberField(content.batch, _batch, lambda x: whole_text(int(x)), lambda x: str(int(x)), self)
        self._batch.setFixedWidth(self._batch.fontMetrics().horizontalAdvance("0") * 9)
        self._batch.edited.connect(self.batch_edited)
        self._batch.refused.connect(self.refused)
        self._model.dataChanged.connect(self._view.fit_columns)

        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.addWidget(self._title, 1)
        head.addWidget(self._batch_label)
        head.addWidget(self._batch)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addWidget(self._view, 1)
        self.setFocusProxy(self._view)
        self._size_rows()
        self._retranslate()

    @property
    def model(self) -> CountsModel:
        """What the grid shows."""
        return self._model

    @property
    def batch_field(self) -> NumberField:
        """Where the batch size is typed."""
        return self._batch

    @Slot(object)
    def show_content(self, content: Content) -> None:
        """Count parameters, operations, memory and bounds of a content at once."""
        self._batch.set_value(content.batch)
        self._model.set_content(content)

    @Slot(object)
    def show_measurement(self, measurement: Measurement) -> None:
        """Show the regions of a finished measurement."""
        self._model.set_measurement(measurement)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        match event.type():
            case QEvent.Type.LanguageChange:
                self._retranslate()
            case QEvent.Type.FontChange | QEvent.Type.StyleChange:
                self._size_rows()
            case QEvent.Type.PaletteChange:
                self._view.viewport().update()

    def _size_rows(self) -> None:
        self._view.verticalHeader().setDefaultSectionSize(self._view.fontMetrics().height() + 5)
        self._view.fit_columns()

    def _retranslate(self) -> None:
        self._title.setText(self.tr("Counts"))
        self._batch_label.setText(self.tr("batch"))
        self._batch.setToolTip(self.tr("samples at once, for the memory of activations"))
        self._view.setAccessibleName(self.tr("counts"))
        self._model.refresh()


def _batch(text: str) -> float:
    try:
        return parse_whole(text, 1, LARGEST_BATCH)
    except BadInput as error:
        raise BadInput("batch: {problem}", problem=error.sentence) from error
