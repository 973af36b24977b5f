"""Everything that happens to one input on its way through the network, layer by layer and unit by unit."""

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QVBoxLayout, QWidget

from neuralfold.gui.elided_label import ElidedLabel
from neuralfold.gui.spot_words import exact_or_short
from neuralfold.gui.theme import mixed
from neuralfold.model.activations import Activation, Floats
from neuralfold.model.chain_edits import part_name
from neuralfold.model.chain_rule import Applied, trace_chain
from neuralfold.model.content import Content
from neuralfold.model.network import Step
from neuralfold.model.number_text import number_text, short_text
from neuralfold.plots import palette

Index = QModelIndex | QPersistentModelIndex

PRIMES = ("", "′", "″", "‴")
MOST_SHOWN = 8


class ProbeModel(QAbstractTableModel):
    """Two rows per layer: the preactivations, and what the activation makes of them; a column per unit.

    On a slice a first row has the inputs x = origin + t d.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._content: Content | None = None
        self._applied: list[Applied] = []
        self._layers: list[tuple[Applied, int]] = []
        self._units = self._front = 0

    @property
    def applied(self) -> list[Applied]:
        """The networks in the order of their application, with all numbers."""
        return self._applied

    def show(self, content: Content | None, x: float) -> None:
        """Show the way of `x`, or of t = `x` on a slice that is a line, through the chain, or nothing."""
        applied = []
        if content is not None and content.drawn_inputs == 1:
            applied = trace_chain(content.chain, np.array([x]) if content.slice is None else content.slice.at(x))
        layers = [(one, k) for one in applied for k in range(len(one.network.layers))]
        units = max((layer.units for one in applied for layer in one.network.layers), default=0)
        front = 0
        if applied and content is not None and content.slice is not None:
            front, units = 1, max(units, content.chain.inputs)
        is_same = (len(layers), units, front) == (len(self._layers), self._units, self._front)
        if not is_same:
            self.beginResetModel()
        self._content, self._applied, self._layers, self._units = content, applied, layers, units
        self._front = front
        if not is_same:
            self.endResetModel()
        elif layers:
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, self.rowCount() - 1)

    def retranslate(self) -> None:
        """Say every text again, after the language changed."""
        self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, self.rowCount() - 1)
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self._front + 2 * len(self._layers)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self._units

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if index.row() >= self.rowCount():
            return None
        unit = index.column()
        if index.row() < self._front:
            return self._input(unit, role)
        activation, step = self._at(index.row())
        is_after = (index.row() - self._front) % 2
        values = step.activation if is_after else step.preactivation
        if unit >= len(values):
            return None
        match role:
            case Qt.ItemDataRole.ForegroundRole if not is_after:
                return QColor(palette.current().faint)
            case Qt.ItemDataRole.BackgroundRole if is_after and is_active(activation, float(step.preactivation[unit])):
                look = palette.current()
                return QBrush(QColor(mixed(look.background, look.positive, 0.22)))
        return _number(float(values[unit]), role)

    def _input(self, unit: int, role: int) -> object:
        """The row of the slice: what goes into the network."""
        x = self._applied[0].x
        return _number(float(x[unit]), role) if unit < len(x) else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            if orientation == Qt.Orientation.Horizontal:
                return str(section + 1)
            return self._row_name(section) if section < self.rowCount() else None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def _at(self, row: int) -> tuple[Activation, Step]:
        applied, k = self._layers[(row - self._front) // 2]
        return applied.network.layers[k].activation, applied.steps[k]

    def _row_name(self, row: int) -> str:
        if row < self._front:
            return self.tr("slice: x")
        row -= self._front
        applied, k = self._layers[row // 2]
        if row % 2:
            return self.tr("after")
        name = self.tr("output") if k == applied.network.depth else self.tr("hidden {k}").format(k=k + 1)
        chain = self._content.chain if self._content is not None else None
        if chain is not None and not chain.is_plain:
            which = part_name(applied.part)
            if chain.parts[applied.part].repeat > 1:
                which = self.tr("{name} no. {time}").format(name=which, time=applied.time)
            name = f"{which}: {name}"
        return name


class ProbePanel(QWidget):
    """The way of the probe: x → y → y′ in one line, and every number behind it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = ProbeModel(self)
        self._way = ElidedLabel(self)
        self._view = QTableView(self)
        self._view.setModel(self._model)
        self._view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._view.setShowGrid(False)
        self._view.setWordWrap(False)
        self._view.setTabKeyNavigation(False)
        self._view.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._way)
        layout.addWidget(self._view, 1)
        self.setFocusProxy(self._view)
        self._size_sections()
        self._retranslate()

    @property
    def model(self) -> ProbeModel:
        """What the grid shows."""
        return self._model

    @property
    def way(self) -> str:
        """x → y → y′, with numbers."""
        return self._way.text()

    def show_probe(self, content: Content | None, x: float) -> None:
        """Show the way of `x`, or of t = `x` on a slice, or nothing."""
        self._model.show(content, x)
        way = way_text(self._model.applied)
        is_slice = bool(way) and content is not None and content.slice is not None
        self._way.say(f"t = {short_text(x, 6)} → {way}" if is_slice else way)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        match event.type():
            case QEvent.Type.LanguageChange:
                self._retranslate()
            case QEvent.Type.FontChange | QEvent.Type.StyleChange:
                self._size_sections()
            case QEvent.Type.PaletteChange:
                self._view.viewport().update()

    def _size_sections(self) -> None:
        metrics = self._view.fontMetrics()
        self._view.verticalHeader().setDefaultSectionSize(metrics.height() + 4)
        self._view.horizontalHeader().setDefaultSectionSize(metrics.horizontalAdvance("−0.00000") + 12)

    def _retranslate(self) -> None:
        self._view.setAccessibleName(self.tr("numbers at the probe"))
        self._model.retranslate()


def way_text(applied: list[Applied]) -> str:
    """x = 1.5 → y = 1.5 → y′ = 1: what goes into each network and what comes out in the end.

    Between two applications of the same network in a row there is no name.
    """
    if not applied:
        return ""
    shown = [f"x = {_numbers(applied[0].x)}"]
    for one, after in zip(applied, [*applied[1:], None], strict=True):
        is_last = after is None or after.part != one.part
        name = "y" + (PRIMES[one.part] if one.part < len(PRIMES) else f"⁽{str(one.part).translate(_RAISED)}⁾")
        shown.append(
            f"{name} = {_numbers(one.steps[-1].activation)}" if is_last else _numbers(one.steps[-1].activation)
        )
    return " → ".join(shown)


def _number(value: float, role: int) -> object:
    match role:
        case Qt.ItemDataRole.DisplayRole:
            return exact_or_short(value)
        case Qt.ItemDataRole.ToolTipRole:
            return number_text(value)
        case Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    return None


def _numbers(values: Floats) -> str:
    if len(values) == 1:
        return short_text(float(values[0]), 6)
    shown = ", ".join(short_text(float(value)) for value in values[:MOST_SHOWN])
    return f"({shown}{', …' if len(values) > MOST_SHOWN else ''})"


def is_active(activation: Activation, preactivation: float) -> bool:
    """Whether a unit with thresholds is above its first one."""
    return bool(activation.thresholds) and preactivation > activation.thresholds[0]


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
