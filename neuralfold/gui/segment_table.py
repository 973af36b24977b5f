"""The linear segments of a network with one input: where each begins and ends, its map, and where its slope is from."""

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QApplication, QTableView, QWidget

from neuralfold.gui.spot_words import exact_or_short, output_name
from neuralfold.model.chain_rule import contributions, slope_factors, widest_cell
from neuralfold.model.measurement import Measurement
from neuralfold.model.number_text import number_text, whole_text
from neuralfold.model.segments import Segments
from neuralfold.plots import palette

Index = QModelIndex | QPersistentModelIndex

NUMBER, START, END, FIRST_MAP = range(4)
MOST_OUTPUTS = 8
MOST_TERMS = 8
# Texts of rows that were on the screen are kept; a scroll through all of a big table must not keep them all.
MOST_KEPT = 2000


class SegmentModel(QAbstractTableModel):
    """A row per merged segment, written only when it is looked at; all numbers are read from the measurement."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._measurement: Measurement | None = None
        self._columns: list[np.ndarray] = []
        self._rows = self._outputs = 0
        self._has_product = False
        self._products: dict[int, str] = {}

    @property
    def segments(self) -> Segments | None:
        """The picture that is shown."""
        return self._measurement.segments if self._measurement else None

    def show(self, measurement: Measurement | None) -> None:
        """Show the segments of a measurement, or nothing where it has none; rows that stay keep their place."""
        segments = measurement.segments if measurement else None
        rows = segments.linear_regions if segments else 0
        outputs = min(segments.network.outputs, MOST_OUTPUTS) if segments else self._outputs
        has_product = bool(slope_factors(measurement, 0)) if rows else self._has_product
        if (outputs, has_product) != (self._outputs, self._has_product):
            self.beginResetModel()
            self._outputs, self._has_product, self._rows, self._columns = outputs, has_product, 0, []
            self.endResetModel()
        parent = QModelIndex()
        # Rows come and go at the end, and only then is all of it read anew.
        if rows < self._rows:
            self.beginRemoveRows(parent, rows, self._rows - 1)
            self._rows = rows
            self.endRemoveRows()
        elif rows > self._rows:
            self.beginInsertRows(parent, self._rows, rows - 1)
            self._rows = rows
            self.endInsertRows()
        self._measurement = measurement
        self._products = {}
        self._columns = _columns(segments, outputs) if segments else []
        if rows:
            self.dataChanged.emit(self.index(0, 0), self.index(rows - 1, self.columnCount() - 1))

    def interval(self, row: int) -> tuple[float, float]:
        """Where the segment of a row begins and ends."""
        return float(self._columns[START - 1][row]), float(self._columns[END - 1][row])

    def row_at(self, x: float) -> int:
        """The row of the segment that holds `x`, or -1 where there is none."""
        return int(self.segments.segment[self.segments.locate(x)]) if self.segments and self._rows else -1

    def retranslate(self) -> None:
        """Say every text again, after the language changed."""
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self._rows

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else FIRST_MAP + 2 * self._outputs + self._has_product

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row, column = index.row(), index.column()
        if not self._columns or row >= len(self._columns[0]):
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(row, column)
            case Qt.ItemDataRole.ToolTipRole:
                return self._tip(row, column)
            case Qt.ItemDataRole.TextAlignmentRole:
                return self._side(column)
            case Qt.ItemDataRole.ForegroundRole if column == NUMBER:
                return QColor(palette.current().faint)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        text, tip = self._heading(section)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return text
            case Qt.ItemDataRole.ToolTipRole:
                return tip
            case Qt.ItemDataRole.TextAlignmentRole:
                return self._side(section)
        return None

    def _side(self, column: int) -> Qt.AlignmentFlag:
        is_product = column == FIRST_MAP + 2 * self._outputs
        side = Qt.AlignmentFlag.AlignLeft if is_product else Qt.AlignmentFlag.AlignRight
        return side | Qt.AlignmentFlag.AlignVCenter

    def _text(self, row: int, column: int) -> str:
        if column == NUMBER:
            return whole_text(row + 1)
        if column == FIRST_MAP + 2 * self._outputs:
            return f"   {self._product(row)}"
        return exact_or_short(float(self._columns[column - 1][row]))

    def _tip(self, row: int, column: int) -> str | None:
        if column == NUMBER or column > FIRST_MAP + 2 * self._outputs - 1:
            return None
        value = number_text(float(self._columns[column - 1][row]))
        if column < FIRST_MAP or (column - FIRST_MAP) % 2:
            return value
        terms = contributions(self.segments, widest_cell(self.segments, row), (column - FIRST_MAP) // 2)
        if not terms:
            return value
        shown = [
            self.tr("{slope} from unit {unit}").format(slope=exact_or_short(term.slope), unit=term.unit + 1)
            for term in terms[:MOST_TERMS]
        ]
        if len(terms) > MOST_TERMS:
            shown.append(self.tr("… and {more} more").format(more=len(terms) - MOST_TERMS))
        heading = self.tr("the active units of the last hidden layer add up to the slope:")
        return "\n".join([value, heading, *shown])

    def _product(self, row: int) -> str:
        """1 × 3 = 3: the slopes of the networks, the last one applied first, as the chain rule is written."""
        if row not in self._products:
            if len(self._products) >= MOST_KEPT:
                self._products.clear()
            factors = slope_factors(self._measurement, widest_cell(self.segments, row))
            shown = [_factor(value) for value in reversed(factors)]
            total = exact_or_short(float(self._columns[FIRST_MAP - 1][row]))
            self._products[row] = f"{' × '.join(shown)} = {total}"
        return self._products[row]

    def _heading(self, section: int) -> tuple[str, str]:
        if section == NUMBER:
            return "#", self.tr("segments from left to right")
        if section == START:
            return self.tr("start"), self.tr("where the segment begins")
        if section == END:
            return self.tr("end"), self.tr("where the segment ends")
        if section == FIRST_MAP + 2 * self._outputs:
            return "   " + self.tr("chain rule"), self.tr(
                "the slopes of the networks, the last one first; their product is the slope"
            )
        output, is_intercept = divmod(section - FIRST_MAP, 2)
        name = "" if self._outputs == 1 else f" {output_name(output, self._outputs)}"
        if is_intercept:
            return self.tr("intercept") + name, self.tr("where the line of the segment meets x = 0")
        return self.tr("slope") + name, self.tr("how steep the segment is")


class SegmentTable(QTableView):
    """Shows a SegmentModel; `segment_chosen` carries the (low, high) of the row that was chosen by hand."""

    segment_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = SegmentModel(self)
        self._is_following = False
        self.setModel(self._model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setStretchLastSection(True)
        self.selectionModel().currentRowChanged.connect(self._tell_chosen)
        self._size_sections()
        self._retranslate()

    @property
    def segment_model(self) -> SegmentModel:
        """What the table shows."""
        return self._model

    @Slot(object)
    def show_measurement(self, measurement: Measurement | None) -> None:
        """Show the segments of a finished measurement, or nothing."""
        columns = self._model.columnCount()
        self._model.show(measurement)
        if self._model.columnCount() != columns:
            self._size_sections()

    def choose(self, x: float) -> tuple[float, float] | None:
        """Select the segment that holds `x` and tell where it lies."""
        row = self._model.row_at(x)
        if row < 0:
            return None
        self._is_following = True
        self.setCurrentIndex(self._model.index(row, max(self.currentIndex().column(), 0)))
        self._is_following = False
        return self._model.interval(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the selected rows as tab-separated text."""
        if not event.matches(QKeySequence.StandardKey.Copy):
            super().keyPressEvent(event)
            return
        rows = sorted({index.row() for index in self.selectedIndexes()})
        columns = range(self._model.columnCount())
        lines = ("\t".join(str(self._model.index(r, c).data()).strip() for c in columns) for r in rows)
        QApplication.clipboard().setText("\n".join(lines))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        match event.type():
            case QEvent.Type.LanguageChange:
                self._retranslate()
            case QEvent.Type.FontChange | QEvent.Type.StyleChange:
                self._size_sections()
            case QEvent.Type.PaletteChange:
                self.viewport().update()

    def _size_sections(self) -> None:
        metrics = self.fontMetrics()
        self.verticalHeader().setDefaultSectionSize(metrics.height() + 6)
        wide = metrics.horizontalAdvance("−0.000000")
        for section in range(self._model.columnCount()):
            self.setColumnWidth(section, metrics.horizontalAdvance("00,000") + 14 if section == NUMBER else wide + 16)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("segments"))
        self._model.retranslate()

    @Slot(QModelIndex)
    def _tell_chosen(self, index: QModelIndex) -> None:
        if index.isValid() and not self._is_following:
            self.segment_chosen.emit(self._model.interval(index.row()))


def _columns(segments: Segments, outputs: int) -> list[np.ndarray]:
    """Start, end, then slope and intercept of each output, shape (rows,) each."""
    joints = segments.segment_joints
    slopes, intercepts = segments.segment_slopes, segments.segment_intercepts
    maps = [column[:, output] for output in range(outputs) for column in (slopes, intercepts)]
    return [joints[:-1], joints[1:], *maps]


def _factor(value: float) -> str:
    text = exact_or_short(value)
    return f"({text})" if text.startswith("−") else text
