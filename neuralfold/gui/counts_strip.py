"""All counts of the open network: what was counted beside what theory allows, and what it costs."""

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QHeaderView, QLabel, QTableView, QVBoxLayout, QWidget

from neuralfold.gui.counts_rows import CountRow, counted_rows, fixed_rows
from neuralfold.gui.number_field import NumberField
from neuralfold.model.content import Content
from neuralfold.model.measurement import Measurement
from neuralfold.model.number_text import parse_whole, whole_text
from neuralfold.model.sentence import BadInput
from neuralfold.model.shape import shape_of
from neuralfold.plots import palette

Index = QModelIndex | QPersistentModelIndex

NAME, VALUE, LINE = range(3)
LARGEST_BATCH = 10**9
# Regions that are older than the numbers for so long are shown faint, like the picture.
STALE_AFTER_MS = 200


class CountsModel(QAbstractTableModel):
    """Rows as in counts_rows; it holds the last measurement until the next one comes.

    While a number is dragged most counts stay as they are; then nothing is written again.
    """

    def __init__(self, content: Content, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._content = content
        self._measurement: Measurement | None = None
        self._has_maps = False
        self._is_stale = False
        self._key: tuple[object, ...] = ()
        self._fixed = fixed_rows(content)
        self._rows: list[CountRow] = [*counted_rows(content, None, False), *self._fixed]

    @property
    def rows(self) -> list[CountRow]:
        """What is shown."""
        return self._rows

    @property
    def has_line(self) -> bool:
        """Whether there is a second column of numbers."""
        return any(row.line for row in self._rows)

    def set_content(self, content: Content) -> None:
        """Count what needs no picture; regions stay those of the last measurement."""
        self._content = content
        self._follow()

    def set_measurement(self, measurement: Measurement) -> None:
        """Show the regions of a finished measurement."""
        self._has_maps = self._has_maps and measurement is self._measurement
        self._measurement = measurement
        self._follow()

    def set_maps(self, measurement: Measurement) -> None:
        """Show the number of distinct maps too, now that it is known, unless another measurement came meanwhile."""
        if measurement is self._measurement:
            self._has_maps = True
            self._follow()

    def set_stale(self, is_stale: bool) -> None:
        """Say whether the regions are those of an earlier content."""
        if is_stale != self._is_stale:
            self._is_stale = is_stale
            self.dataChanged.emit(self.index(0, VALUE), self.index(len(self._rows) - 1, LINE))

    def _follow(self) -> None:
        measured = self._measurement
        counted: tuple[object, ...] = ()
        if measured is not None:
            line = measured.segments
            on_line = (line.line_linear_regions, line.line_activation_regions) if line else None
            regions = (
                measured.linear_regions,
                measured.activation_regions,
                on_line,
                measured.distinct_affine_maps if self._has_maps else None,
            )
            counted = (*regions, measured.is_certain, measured.reason)
        chain = self._content.chain
        shapes = tuple((shape_of(part.network), part.repeat) for part in chain.parts)
        fixed = (shapes, self._content.batch)
        key = (fixed, self._content.drawn_inputs, self._content.slice is None, *counted)
        if key != self._key:
            if not self._key or fixed != self._key[0]:
                self._fixed = []
            self._key = key
            self._write()

    def refresh(self) -> None:
        """Write every row again, after the language changed."""
        self._fixed = []
        self._write()

    def _write(self) -> None:
        """Write the rows; nothing is reset, so that the place one has scrolled to stays.

        Bounds and costs stay as they are while only regions change: they take longer than all the rest.
        """
        self._fixed = self._fixed or fixed_rows(self._content)
        rows = [*counted_rows(self._content, self._measurement, self._has_maps), *self._fixed]
        parent, had = QModelIndex(), len(self._rows)
        # Rows come and go at the end, and only then is all of it written anew.
        if len(rows) < had:
            self.beginRemoveRows(parent, len(rows), had - 1)
            self._rows = self._rows[: len(rows)]
            self.endRemoveRows()
        elif len(rows) > had:
            self.beginInsertRows(parent, had, len(rows) - 1)
            self._rows = [*self._rows, *rows[had:]]
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
                return self._texts(row)[index.column()]
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

    def _texts(self, row: CountRow) -> tuple[str, str, str]:
        """Where there are two columns of numbers, a number that is alone stands in the second, far from the names."""
        is_alone = self.has_line and not row.line
        return (row.name, "", row.value) if is_alone else (row.name, row.value, row.line)

    def _ink(self, row: CountRow, column: int) -> QColor:
        look = palette.current()
        if (row.is_heading and column != NAME) or (row.is_counted and column != NAME and self._is_stale):
            return QColor(look.faint)
        return QColor(look.warning if row.is_doubtful and column != NAME else look.ink)


class CountsView(QTableView):
    """Shows a CountsModel: names get what the numbers leave."""

    def fit_columns(self) -> None:
        """Give the numbers what they need, and the names the rest."""
        model = self.model()
        assert isinstance(model, CountsModel)
        self.setColumnHidden(LINE, not model.has_line)
        self.clearSpans()
        for number, row in enumerate(model.rows):
            if not row.value:
                self.setSpan(number, NAME, 1, LINE + 1)
            elif model.has_line and not row.line:
                self.setSpan(number, NAME, 1, LINE)
        bold = self.font()
        bold.setBold(True)
        metrics = QFontMetrics(bold)
        spare = self.viewport().width()
        for column in (VALUE, LINE):
            if not self.isColumnHidden(column):
                # Names make room for a number that is alone.
                texts = (
                    row.line if column == LINE else row.value for row in model.rows if row.line or not model.has_line
                )
                width = max(map(metrics.horizontalAdvance, texts), default=0) + 16
                self.setColumnWidth(column, width)
                spare -= width
        self.setColumnWidth(NAME, max(spare, 60))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_columns()

    def keyPressEvent(self, event: QKeyEvent) -> None:
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
        self._lag = QTimer(self, singleShot=True, interval=STALE_AFTER_MS)
        self._lag.timeout.connect(self._grow_stale)

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
        if not self._lag.isActive():
            self._lag.start()

    @Slot(object)
    def show_measurement(self, measurement: Measurement) -> None:
        """Show the regions of a finished measurement."""
        self._lag.stop()
        self._model.set_stale(False)
        self._model.set_measurement(measurement)

    @Slot(object)
    def show_maps(self, measurement: Measurement) -> None:
        """Show the number of distinct maps of a measurement, now that it is known."""
        self._model.set_maps(measurement)

    @Slot()
    def _grow_stale(self) -> None:
        self._model.set_stale(True)

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
