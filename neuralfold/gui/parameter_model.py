"""The weights and biases of one layer as a table that holds none of them: every number is read from the document."""

from collections.abc import Hashable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QBrush, QColor

from neuralfold.model.activations import Floats
from neuralfold.model.content import Content
from neuralfold.model.network import Layer, Network
from neuralfold.model.number_text import fraction_text, number_text, short_text
from neuralfold.model.sentence import BadInput
from neuralfold.plots import palette
from neuralfold.session.document import Document

Index = QModelIndex | QPersistentModelIndex

# The strongest tint still leaves the numbers easy to read.
_STRONGEST, _TINTS = 0.62, 24
_DIGITS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def subscript(number: int) -> str:
    """`number` in subscript digits: Ω₁₂."""
    return str(number).translate(_DIGITS)


_ANSWERED = frozenset(
    {
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.EditRole,
        Qt.ItemDataRole.BackgroundRole,
        Qt.ItemDataRole.ForegroundRole,
        Qt.ItemDataRole.TextAlignmentRole,
        Qt.ItemDataRole.ToolTipRole,
    }
)


class ParameterModel(QAbstractTableModel):
    """One row per unit of `layers[k]` of one part of the chain; the bias first, then one column per source unit.

    The index trap: hidden layer k is made by `layers[k - 1]` with Ω_{k-1} and β_{k-1}. `refused` carries the BadInput
    of an edit that cannot be.
    """

    refused = Signal(object)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._wanted = (0, 0)
        self._shape = self._layer_shape()
        self._is_output = self.is_output
        self._scaled: tuple[Layer, float] | None = None
        self._told: Layer | None = None
        self._brushes: dict[tuple[str, str, str, int], QBrush] = {}
        document.changed.connect(self._follow)

    @property
    def place(self) -> tuple[int, int]:
        """(part, k) of the layer shown: the one asked for, or the last one there is."""
        parts = self._document.content.chain.parts
        part = min(self._wanted[0], len(parts) - 1)
        return part, min(self._wanted[1], parts[part].network.depth)

    @property
    def network(self) -> Network:
        """The network that the layer belongs to."""
        return self._document.content.chain.parts[self.place[0]].network

    @property
    def layer(self) -> Layer:
        """The layer shown."""
        return self.network.layers[self.place[1]]

    @property
    def is_output(self) -> bool:
        """Whether the layer makes the output of its network."""
        return self.place[1] == self.network.depth

    @property
    def scale(self) -> float:
        """The largest magnitude in the layer."""
        layer = self.layer
        if self._scaled is None or self._scaled[0] is not layer:
            largest = max(float(np.abs(layer.weights).max()), float(np.abs(layer.biases).max()))
            self._scaled = (layer, largest)
        return self._scaled[1]

    def show_layer(self, part: int, k: int) -> None:
        """Show `layers[k]` of one part of the chain."""
        if (part, k) != self._wanted:
            self.beginResetModel()
            self._wanted = (part, k)
            self._shape = self._layer_shape()
            self._is_output = self.is_output
            self._told = self.layer
            self.endResetModel()

    def value(self, row: int, column: int) -> float:
        """The bias of unit `row` in column 0, else its weight of source unit `column` - 1."""
        layer = self.layer
        return float(layer.weights[row, column - 1] if column else layer.biases[row])

    def block(self, row: int, column: int, rows: int, columns: int) -> Floats:
        """The numbers of a rectangle of the table, shape (rows, columns)."""
        table = np.column_stack([self.layer.biases, self.layer.weights])
        return table[row : row + rows, column : column + columns]

    def set_value(self, row: int, column: int, value: float, key: Hashable | None = None) -> bool:
        """Set one number; edits with the same `key` are one undo step. Whether it was done."""
        k = self.place[1]
        try:
            if column:
                self._edit(self.network.with_weight(k, row, column - 1, value), self.tr("change weight"), key)
            else:
                self._edit(self.network.with_bias(k, row, value), self.tr("change bias"), key)
        except BadInput as error:
            self.refused.emit(error)
            return False
        return True

    def set_block(self, row: int, column: int, block: Floats) -> bool:
        """Set a rectangle of numbers, shape (rows, columns), as one undo step. Whether it was done."""
        table = np.column_stack([self.layer.biases, self.layer.weights])
        table[row : row + block.shape[0], column : column + block.shape[1]] = block
        try:
            layer = replace(self.layer, weights=table[:, 1:], biases=table[:, 0])
            self._edit(self.network.with_layer(self.place[1], layer), self.tr("paste numbers"), None)
        except BadInput as error:
            self.refused.emit(error)
            return False
        return True

    def _edit(self, network: Network, text: str, key: Hashable | None) -> None:
        self._document.edit(self._document.content.with_network(self.place[0], network), text, key)

    def unit_name(self, row: int) -> str:
        """The name of a row."""
        return (self.tr("output {number}") if self.is_output else self.tr("unit {number}")).format(number=row + 1)

    def source_name(self, column: int) -> str:
        """The name of a column: β, then x1 … of the input or h1 … of the hidden layer before."""
        return "β" if column == 0 else f"{'x' if self.place[1] == 0 else 'h'}{column}"

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self._shape[0]

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self._shape[1]

    def flags(self, index: Index) -> Qt.ItemFlag:
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row, column = index.row(), index.column()
        if role not in _ANSWERED or row >= self._shape[0] or column >= self._shape[1]:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return cell_text(self.value(row, column))
            case Qt.ItemDataRole.EditRole:
                return number_text(self.value(row, column))
            case Qt.ItemDataRole.BackgroundRole:
                return self._brush(self.value(row, column))
            case Qt.ItemDataRole.ForegroundRole:
                return QColor(palette.current().ink)
            case Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            case Qt.ItemDataRole.ToolTipRole:
                return self._tip(row, column)
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not isinstance(value, int | float):
            return False
        return self.set_value(index.row(), index.column(), float(value))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        is_column = orientation == Qt.Orientation.Horizontal
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.source_name(section) if is_column else self.unit_name(section)
            case Qt.ItemDataRole.ToolTipRole if is_column:
                return self._source_tip(section)
        return None

    def retranslate(self) -> None:
        """Say every text again, after the language changed."""
        rows, columns = self._shape
        self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, rows - 1)
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, columns - 1)

    def _tip(self, row: int, column: int) -> str:
        value = self.value(row, column)
        fraction = fraction_text(value)
        lines = [
            self.tr("bias of {unit}: β{layer}[{row}]").format(
                unit=self.unit_name(row), layer=subscript(self.place[1]), row=row + 1
            )
            if column == 0
            else self.tr("weight from {source} to {unit}: Ω{layer}[{row}, {column}]").format(
                source=self.source_name(column),
                unit=self.unit_name(row),
                layer=subscript(self.place[1]),
                row=row + 1,
                column=column,
            ),
            number_text(value) if fraction is None or "/" not in fraction else f"{number_text(value)} = {fraction}",
            self.tr(
                "type to replace; on the selected cell turn the wheel or drag sideways (Shift finer, Ctrl coarser)"
            ),
        ]
        return "\n".join(lines)

    def _source_tip(self, column: int) -> str:
        if column == 0:
            return self.tr("biases β{layer}").format(layer=subscript(self.place[1]))
        if self.place[1] == 0:
            return self.tr("weights of input {number}").format(number=column)
        return self.tr("weights of unit {number} of hidden layer {layer}").format(number=column, layer=self.place[1])

    def _brush(self, value: float) -> QBrush:
        look = palette.current()
        scale = self.scale
        share = float(np.sqrt(abs(value) / scale)) if scale > 0.0 else 0.0
        level = round(share * _TINTS)
        name = look.positive if value > 0.0 else look.negative
        key = (look.panel, look.positive, look.negative, level if value > 0.0 else -level)
        if key not in self._brushes:
            self._brushes[key] = QBrush(_blend(QColor(look.panel), QColor(name), _STRONGEST * level / _TINTS))
        return self._brushes[key]

    def _layer_shape(self) -> tuple[int, int]:
        return self.layer.units, self.layer.inputs + 1

    @Slot(object)
    def _follow(self, content: Content) -> None:
        """Show the new numbers; rows and columns come and go at the end, where widths grow and shrink."""
        rows, columns = self._layer_shape()
        parent = QModelIndex()
        if rows < self._shape[0]:
            self.beginRemoveRows(parent, rows, self._shape[0] - 1)
            self._shape = (rows, self._shape[1])
            self.endRemoveRows()
        elif rows > self._shape[0]:
            self.beginInsertRows(parent, self._shape[0], rows - 1)
            self._shape = (rows, self._shape[1])
            self.endInsertRows()
        if columns < self._shape[1]:
            self.beginRemoveColumns(parent, columns, self._shape[1] - 1)
            self._shape = (rows, columns)
            self.endRemoveColumns()
        elif columns > self._shape[1]:
            self.beginInsertColumns(parent, self._shape[1], columns - 1)
            self._shape = (rows, columns)
            self.endInsertColumns()
        if self._is_output != self.is_output:
            self._is_output = self.is_output
            self.retranslate()
        self._tell_changes()

    def _tell_changes(self) -> None:
        """Have the cells painted that changed, or all where the largest magnitude, which colours refer to, did."""
        before, layer = self._told, self.layer
        self._told = layer
        if before is layer:
            return
        top, left, bottom, right = 0, 0, layer.units - 1, layer.inputs
        if before is not None and before.weights.shape == layer.weights.shape:
            changed = np.column_stack([before.biases != layer.biases, before.weights != layer.weights])
            rows, columns = np.nonzero(changed)
            if not rows.size:
                return
            if self._scaled is not None and self._scaled[1] == self.scale:
                top, bottom, left, right = (int(n) for n in (rows.min(), rows.max(), columns.min(), columns.max()))
        self.dataChanged.emit(self.index(top, left), self.index(bottom, right))


def cell_text(value: float) -> str:
    """`value` rounded to what fits a cell; the tip and the editor have every digit."""
    size = abs(value)
    return short_text(value, 4 if size >= 0.01 or size < 0.0001 else 3 if size >= 0.001 else 2)


def _blend(paper: QColor, ink: QColor, share: float) -> QColor:
    return QColor.fromRgbF(
        paper.redF() + share * (ink.redF() - paper.redF()),
        paper.greenF() + share * (ink.greenF() - paper.greenF()),
        paper.blueF() + share * (ink.blueF() - paper.blueF()),
    )
