"""Which line or plane through the input space is drawn: its points or directions, typed, pasted or drawn at random."""

from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from neuralfold.gui.dialog_buttons import DialogButtons
from neuralfold.gui.draw_row import parse_seed
from neuralfold.gui.number_field import NumberField
from neuralfold.gui.slice_table import SliceTable
from neuralfold.gui.words import say
from neuralfold.model.activations import Floats
from neuralfold.model.content import Content
from neuralfold.model.sentence import BadInput
from neuralfold.model.slice import Slice


class Kind(NamedTuple):
    """How a slice is given: so many dimensions, by points alone or by a point and directions."""

    dimensions: int
    is_by_points: bool


NOTHING, LINE, LINE_ALONG = Kind(0, True), Kind(1, True), Kind(1, False)
PLANE, PLANE_ALONG = Kind(2, True), Kind(2, False)
KINDS = (NOTHING, LINE, LINE_ALONG, PLANE, PLANE_ALONG)
SMALLEST = (640, 320)


class SliceDialog(QDialog):
    """Asks for a slice; `chosen` carries a Slice or None. What is wrong is said in the dialog, which stays open."""

    chosen = Signal(object)

    def __init__(self, content: Content, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumSize(*SMALLEST)
        self._slice = content.slice
        self._inputs = content.chain.inputs
        # The rows of every kind begin with those of this plane; none is forgotten while kinds are tried.
        self._plane = _completed(content.slice, self._inputs, content.seed)
        self._kind = PLANE_ALONG if content.slice is None else _kind_of(content.slice)
        self._untouched = (NOTHING if content.slice is None else self._kind, np.empty((0, 0)))
        self._hint = QLabel(self)
        self._hint.setWordWrap(True)
        self.kinds = QComboBox(self)
        for _ in KINDS:
            self.kinds.addItem("")
        self.kinds.setCurrentIndex(KINDS.index(self._kind))
        self.table = SliceTable(self)
        self._seed_label = QLabel(self)
        self.seed = NumberField(content.seed, parse_seed, lambda x: str(int(x)), lambda x: str(int(x)), self)
        self.seed.setFixedWidth(self.seed.fontMetrics().horizontalAdvance("0") * 12)
        self.random_button = QPushButton(self)
        self.random_button.setAutoDefault(False)
        self.problem = QLabel(self)
        self.problem.setWordWrap(True)
        self.problem.hide()
        self._lay_out()
        self.kinds.currentIndexChanged.connect(self._change_kind)
        self.random_button.clicked.connect(self._draw_directions)
        for source in (self.table, self.seed):
            source.refused.connect(self._complain)
        self._retranslate()
        self._show_rows()
        if content.slice is not None:
            self._untouched = (self._kind, self.table.numbers.rows.copy())

    @property
    def kind(self) -> Kind:
        """How the slice is given now."""
        return self._kind

    def choose(self, kind: Kind) -> None:
        """Give the slice in another way; points and directions are worked out from those that stand there."""
        self.kinds.setCurrentIndex(KINDS.index(kind))

    def accept(self) -> None:
        """Tell the slice and close; where it is none, say why and stay."""
        try:
            chosen = self._chosen()
        except BadInput as error:
            self._complain(error)
            return
        super().accept()
        self.chosen.emit(chosen)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    def _lay_out(self) -> None:
        head, draw = QHBoxLayout(), QHBoxLayout()
        head.addWidget(self.kinds)
        head.addStretch(1)
        draw.addWidget(self.random_button)
        draw.addWidget(self._seed_label)
        draw.addWidget(self.seed)
        draw.addStretch(1)
        layout = QVBoxLayout(self)
        layout.addWidget(self._hint)
        layout.addLayout(head)
        layout.addWidget(self.table, 1)
        layout.addLayout(draw)
        layout.addWidget(self.problem)
        layout.addWidget(DialogButtons(self))

    def _chosen(self) -> Slice | None:
        rows = self.table.numbers.rows
        if self._kind == NOTHING:
            return None
        kind, before = self._untouched
        # What was only looked at stays as it was, to the last bit.
        if self._slice is not None and kind == self._kind and np.array_equal(rows, before):
            return self._slice
        vectors = [tuple(row) for row in rows.tolist()]
        return Slice.through(*vectors) if self._kind.is_by_points else Slice(vectors[0], tuple(vectors[1:]))

    @Slot()
    def _change_kind(self) -> None:
        self._keep_rows()
        self._kind = KINDS[self.kinds.currentIndex()]
        self._show_rows()

    @Slot()
    def _draw_directions(self) -> None:
        """Put random directions in place of those that stand there; the first point stays."""
        self._keep_rows()
        drawn = Slice.usual(self._inputs, int(self.seed.value))
        if self._kind == NOTHING:
            self.choose(PLANE_ALONG)
        self._plane[1:] = drawn.directions
        self._show_rows()

    def _keep_rows(self) -> None:
        """Take what stands in the table into the plane: origin and directions, shape (3, inputs)."""
        rows = self.table.numbers.rows
        if self._kind.dimensions:
            self._plane[: len(rows)] = rows
            if self._kind.is_by_points:
                self._plane[1 : len(rows)] -= rows[0]

    def _show_rows(self) -> None:
        self.problem.hide()
        rows = self._plane[: self._kind.dimensions + 1].copy() if self._kind.dimensions else self._plane[:0]
        if self._kind.is_by_points:
            rows[1:] += rows[:1]
        self.table.numbers.show(rows, self._names())
        self.table.setEnabled(bool(self._kind.dimensions))

    def _names(self) -> list[str]:
        rows = self._kind.dimensions + 1 if self._kind.dimensions else 0
        if self._kind.is_by_points:
            return [self.tr("point {number}").format(number=row + 1) for row in range(rows)]
        name = self.tr("direction {number}")
        return [self.tr("point") if row == 0 else name.format(number=row) for row in range(rows)]

    @Slot(object)
    def _complain(self, error: BadInput) -> None:
        self.problem.setText(say(error))
        self.problem.show()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Slice"))
        self._hint.setText(
            self.tr(
                "Draw and count on a line or a plane through the {inputs} inputs: x = point + t₁ direction 1 + t₂ "
                "direction 2; given by points, they are at t = (0, 0), (1, 0) and (0, 1)."
            ).format(inputs=f"{self._inputs:,}")
        )
        names = (
            self.tr("No Slice"),
            self.tr("Line Through Two Points"),
            self.tr("Line: a Point and a Direction"),
            self.tr("Plane Through Three Points"),
            self.tr("Plane: a Point and Two Directions"),
        )
        for i, name in enumerate(names):
            self.kinds.setItemText(i, name)
        self.random_button.setText(self.tr("Random Directions"))
        self._seed_label.setText(self.tr("seed"))
        self.table.numbers.set_names(self._names())


def _kind_of(slice_: Slice) -> Kind:
    """How a slice is shown: by points where these give the very same slice back."""
    return Kind(slice_.dimensions, Slice.through(*slice_.points) == slice_)


def _completed(slice_: Slice | None, inputs: int, seed: int) -> Floats:
    """Origin and two directions, shape (3, inputs): those of a slice, and random ones where it has none."""
    usual = Slice.usual(inputs, seed)
    rows = [usual.origin, *usual.directions]
    if slice_ is not None:
        rows[: 1 + slice_.dimensions] = [slice_.origin, *slice_.directions]
    return np.array(rows)
