"""The layers of the chain as a table that holds none of them: everything is read from the document."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QBrush, QColor, QFont

from neuralfold.gui.activation_delegate import activation_text, activation_tip
from neuralfold.gui.layer_rows import HEADER, INPUT, Column, Row, rows_of
from neuralfold.gui.parameter_model import subscript
from neuralfold.gui.titles import retitled
from neuralfold.model.activations import Activation
from neuralfold.model.chain import MAX_REPEAT, Chain, Part
from neuralfold.model.chain_edits import part_name, with_inputs, with_repeat, with_units
from neuralfold.model.content import Content
from neuralfold.model.counts import LayerCounts
from neuralfold.model.network import MAX_WIDTH, Layer
from neuralfold.model.number_text import number_text, parse_number, parse_whole, whole_text
from neuralfold.model.sentence import BadInput, Sentence
from neuralfold.model.shape import LayerShape
from neuralfold.plots import palette
from neuralfold.session.document import Document

Index = QModelIndex | QPersistentModelIndex

_NUMBERS = (Column.WIDTH, Column.SLOPE, Column.PARAMETERS, Column.MACS)


class LayerModel(QAbstractTableModel):
    """Rows as in layer_rows, columns as in Column. Operations count every application of a repeated network.

    A cell edit is one undo step and tells dataChanged; rows come and go only when the structure changes.
    `refused` carries the BadInput of an edit that cannot be.
    """

    refused = Signal(object)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._rows = rows_of(document.content.chain)
        self._shapes = _shapes(document.content.chain)
        document.changed.connect(self._follow)

    @property
    def chain(self) -> Chain:
        """The open chain."""
        return self._document.content.chain

    @property
    def has_slopes(self) -> bool:
        """Whether any layer has a slope to show."""
        return any(layer.activation.name == "leaky_relu" for p in self.chain.parts for layer in p.network.layers)

    def row(self, number: int) -> Row:
        """What a row stands for."""
        return self._rows[number]

    def number(self, row: Row) -> int:
        """The row number of what is nearest to `row`."""
        return max((i for i, other in enumerate(self._rows) if other <= row), default=0)

    def name(self, row: Row) -> str:
        """How a row is called."""
        if row.k == HEADER:
            return part_name(row.part)
        if row.k == INPUT:
            return self.tr("input")
        if row.k == self.chain.parts[row.part].network.depth:
            return self.tr("output")
        return self.tr("hidden {k}").format(k=row.k + 1)

    def parsed(self, index: Index, text: str) -> float:
        """The number that `text` means in a cell; raises BadInput naming the column and the allowed range."""
        is_head = self._rows[index.row()].k == HEADER
        name = Sentence.of("slope")
        try:
            if index.column() == Column.SLOPE:
                return parse_number(text)
            name = Sentence.of("repeat") if is_head else Sentence.of("width")
            return parse_whole(text, 1, MAX_REPEAT if is_head else MAX_WIDTH)
        except BadInput as error:
            raise BadInput("{name}: {problem}", name=name, problem=error.sentence) from error

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(Column)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        row, column = self._rows[index.row()], index.column()
        layer = self._layer(row)
        is_editable = column == Column.WIDTH or (
            layer is not None
            and (column == Column.ACTIVATION or (column == Column.SLOPE and layer.activation.name == "leaky_relu"))
        )
        if is_editable:
            flags |= Qt.ItemFlag.ItemIsEditable
        if layer is not None and column == Column.SKIP:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row, column = self._rows[index.row()], Column(index.column())
        part = self._part(row)
        if part is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(row, part, column)
            case Qt.ItemDataRole.EditRole:
                return self._edit_text(row, part, column)
            case Qt.ItemDataRole.CheckStateRole if column == Column.SKIP and row.is_layer:
                skip = part.network.layers[row.k].skip
                return Qt.CheckState.Checked if skip else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.TextAlignmentRole:
                side = Qt.AlignmentFlag.AlignRight if column in _NUMBERS else Qt.AlignmentFlag.AlignLeft
                return side | Qt.AlignmentFlag.AlignVCenter
            case Qt.ItemDataRole.ToolTipRole:
                return self._tip(row, part, column)
            case Qt.ItemDataRole.FontRole if row.k == HEADER:
                font = QFont()
                font.setBold(True)
                return font
            case Qt.ItemDataRole.BackgroundRole if row.k == HEADER:
                return QBrush(QColor(palette.current().grid))
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        row, column = self._rows[index.row()], Column(index.column())
        if role == Qt.ItemDataRole.CheckStateRole and column == Column.SKIP and row.is_layer:
            is_on = Qt.CheckState(value) == Qt.CheckState.Checked
            return self._set_layer(row, self.tr("change skip"), lambda layer: replace(layer, skip=is_on))
        if role != Qt.ItemDataRole.EditRole:
            return False
        match column, value:
            case Column.WIDTH, int():
                return self._set_width(row, value)
            case Column.ACTIVATION, str() if row.is_layer:
                return self._set_layer(
                    row,
                    self.tr("change activation"),
                    lambda layer: replace(layer, activation=Activation(value, layer.activation.slope)),
                )
            case Column.SLOPE, int() | float() if row.is_layer:
                return self._set_layer(
                    row,
                    self.tr("change slope"),
                    lambda layer: replace(layer, activation=replace(layer.activation, slope=float(value))),
                )
        return False

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        text, tip = self._heading(Column(section))
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return text
            case Qt.ItemDataRole.ToolTipRole:
                return tip
            case Qt.ItemDataRole.TextAlignmentRole:
                side = Qt.AlignmentFlag.AlignRight if section in _NUMBERS else Qt.AlignmentFlag.AlignLeft
                return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def edit(self, make: Callable[[Content], Chain], text: str) -> bool:
        """Replace the chain by what `make` makes of the content, as one undo step. Whether it was done.

        A title that the program gave, with sizes or a number of folds in it, follows.
        """
        content = self._document.content
        try:
            self._document.edit(retitled(content, content.with_chain(make(content))), text)
        except BadInput as error:
            self.refused.emit(error)
            return False
        return True

    def retranslate(self) -> None:
        """Say every text again, after the language changed."""
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(Column) - 1)
        self._tell_data()

    def counts(self, row: Row) -> LayerCounts:
        """The counts of the layer of a row, for all its applications in a row."""
        part = self.chain.parts[row.part]
        return LayerCounts(LayerShape.of(part.network.layers[row.k]), times=part.repeat)

    def _part(self, row: Row) -> Part | None:
        """The part of a row, or None while rows that are no longer there are being taken away."""
        parts = self.chain.parts
        is_there = row.part < len(parts) and row.k <= parts[row.part].network.depth
        return parts[row.part] if is_there else None

    def _layer(self, row: Row) -> Layer | None:
        part = self._part(row)
        return part.network.layers[row.k] if part is not None and row.is_layer else None

    def _text(self, row: Row, part: Part, column: Column) -> str | None:
        if column == Column.NAME:
            return self.name(row)
        if row.k == HEADER:
            return self._head_text(row, part, column)
        if row.k == INPUT:
            return whole_text(part.network.inputs) if column == Column.WIDTH else None
        layer = part.network.layers[row.k]
        match column:
            case Column.WIDTH:
                return whole_text(layer.units)
            case Column.ACTIVATION:
                return activation_text(layer.activation.name)
            case Column.SLOPE if layer.activation.name == "leaky_relu":
                return number_text(layer.activation.slope)
            case Column.OMEGA:
                return f"{layer.units}×{layer.inputs}"
            case Column.PARAMETERS:
                return whole_text(self.counts(row).parameters)
            case Column.MACS:
                return whole_text(self.counts(row).macs)
        return None

    def _head_text(self, row: Row, part: Part, column: Column) -> str | None:
        match column:
            case Column.WIDTH:
                return f"× {part.repeat}"
            case Column.ACTIVATION:
                if part.repeat == 1:
                    return self.tr("applied once")
                return self.tr("applied {repeat} times").format(repeat=part.repeat)
            case Column.PARAMETERS:
                return whole_text(part.network.parameters)
            case Column.MACS:
                return whole_text(sum(self.counts(Row(row.part, k)).macs for k in range(part.network.depth + 1)))
        return None

    def _edit_text(self, row: Row, part: Part, column: Column) -> str | None:
        match column:
            case Column.WIDTH:
                return str(
                    {HEADER: part.repeat, INPUT: part.network.inputs}.get(row.k) or part.network.layers[row.k].units
                )
            case Column.ACTIVATION if row.is_layer:
                return part.network.layers[row.k].activation.name
            case Column.SLOPE if row.is_layer:
                return number_text(part.network.layers[row.k].activation.slope)
        return None

    def _tip(self, row: Row, part: Part, column: Column) -> str | None:
        if column == Column.WIDTH:
            if row.k == HEADER:
                return self.tr("how often {name} is applied in a row, 1 to {limit}").format(
                    name=part_name(row.part), limit=MAX_REPEAT
                )
            return self.tr("units, 1 to {limit}; kept weights stay, new ones are drawn from the seed").format(
                limit=whole_text(MAX_WIDTH)
            )
        if not row.is_layer:
            return None
        layer = part.network.layers[row.k]
        match column:
            case Column.ACTIVATION:
                return activation_tip(layer.activation.name)
            case Column.OMEGA:
                return self.tr("Ω{k} has {units} rows and {inputs} columns, β{k} has {units} numbers").format(
                    k=subscript(row.k), units=layer.units, inputs=layer.inputs
                )
            case Column.PARAMETERS:
                return f"{whole_text(layer.weights.size)} + {whole_text(layer.biases.size)}"
            case Column.MACS:
                times = "" if part.repeat == 1 else f" × {part.repeat}"
                return f"{layer.units} × {layer.inputs}{times}"
        return None

    def _heading(self, column: Column) -> tuple[str, str]:
        match column:
            case Column.NAME:
                return self.tr("layer"), self.tr("hidden layers are counted from 1, after the input")
            case Column.WIDTH:
                return self.tr("width"), self.tr("units of the layer")
            case Column.ACTIVATION:
                return self.tr("activation"), self.tr("what is done to every unit after weights and bias")
            case Column.SLOPE:
                return self.tr("slope"), self.tr("slope of leaky ReLU where the unit is inactive")
            case Column.SKIP:
                return self.tr("skip"), self.tr("the input of the layer is added to its output; needs equal widths")
            case Column.OMEGA:
                return "Ω", self.tr("rows × columns of the weight matrix")
            case Column.PARAMETERS:
                return self.tr("params"), self.tr("parameters: weights + biases, each stored once")
        return self.tr("MACs"), self.tr("multiply-adds for one input, every application counted")

    def _set_width(self, row: Row, width: int) -> bool:
        if row.k == HEADER:
            return self.edit(lambda content: with_repeat(content.chain, row.part, width), self.tr("change repetition"))
        if row.k == INPUT:
            return self.edit(
                lambda content: with_inputs(content.chain, row.part, width, content.seed), self.tr("change inputs")
            )
        return self.edit(
            lambda content: with_units(content.chain, row.part, row.k, width, content.seed), self.tr("change width")
        )

    def _set_layer(self, row: Row, text: str, change: Callable[[Layer], Layer]) -> bool:
        def make(content: Content) -> Chain:
            network = content.chain.parts[row.part].network
            return content.chain.with_network(row.part, network.with_layer(row.k, change(network.layers[row.k])))

        return self.edit(make, text)

    @Slot(object)
    def _follow(self, content: Content) -> None:
        """Take rows away and put rows in where the structure changed, and say that the rest may have changed.

        Numbers that move, as in a drag, change nothing here.
        """
        shapes = _shapes(content.chain)
        if shapes == self._shapes:
            return
        self._shapes = shapes
        rows = rows_of(content.chain)
        if rows != self._rows:
            kept = set(rows)
            for i in reversed(range(len(self._rows))):
                if self._rows[i] not in kept:
                    self.beginRemoveRows(QModelIndex(), i, i)
                    del self._rows[i]
                    self.endRemoveRows()
            for i, row in enumerate(rows):
                if i == len(self._rows) or self._rows[i] != row:
                    self.beginInsertRows(QModelIndex(), i, i)
                    self._rows.insert(i, row)
                    self.endInsertRows()
        self._tell_data()

    def _tell_data(self) -> None:
        self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, len(Column) - 1))


def _shapes(chain: Chain) -> list[tuple[int, tuple[LayerShape, ...]]]:
    """All that the table shows of a chain: how often each network is applied, and the shape of its layers."""
    return [(part.repeat, tuple(LayerShape.of(layer) for layer in part.network.layers)) for part in chain.parts]
