"""A random network: its sizes, its seed, its activation."""

import re

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QComboBox, QDialog, QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from neuralfold.gui.activation_delegate import activation_text
from neuralfold.gui.dialog_buttons import DialogButtons
from neuralfold.gui.draw_row import parse_seed
from neuralfold.gui.number_field import NumberField
from neuralfold.gui.words import say
from neuralfold.model.activations import NAMES, Activation
from neuralfold.model.content import Content
from neuralfold.model.examples import random_network
from neuralfold.model.network import MAX_WIDTH
from neuralfold.model.number_text import parse_whole
from neuralfold.model.sentence import BadInput

FIELD_WIDTH = 240
# Also as an input method for Chinese types them; an x only between two digits.
_SEPARATOR = re.compile(r"\s*[-–−－×,;，；、]\s*|(?<=\d)[xX](?=\d)|\s+")


class RandomDialog(QDialog):
    """Asks for a random network; `drawn` carries the Content. What is wrong is said in the dialog, which stays open."""

    drawn = Signal(object)

    def __init__(self, sizes: str, seed: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.sizes = QLineEdit(sizes, self)
        self.sizes.setMinimumWidth(FIELD_WIDTH)
        self.seed = NumberField(seed, parse_seed, lambda x: str(int(x)), lambda x: str(int(x)), self)
        self.activation = QComboBox(self)
        for name in NAMES:
            self.activation.addItem(activation_text(name), name)
        self.problem = QLabel(self)
        self.problem.setWordWrap(True)
        self.problem.hide()
        self._labels = [QLabel(self) for _ in range(3)]
        self._hint = QLabel(self)
        self._hint.setWordWrap(True)
        form = QFormLayout()
        for label, field in zip(self._labels, (self.sizes, self.activation, self.seed), strict=True):
            form.addRow(label, field)
        layout = QVBoxLayout(self)
        layout.addWidget(self._hint)
        layout.addLayout(form)
        layout.addWidget(self.problem)
        layout.addWidget(DialogButtons(self))
        self.seed.refused.connect(self._complain)
        self._retranslate()

    def accept(self) -> None:
        """Draw the network and close; where it cannot be, say why and stay."""
        try:
            content = self._content()
        except BadInput as error:
            self._complain(error)
            return
        super().accept()
        self.drawn.emit(content)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    def _content(self) -> Content:
        activation = Activation(self.activation.currentData())
        return random_network(parse_sizes(self.sizes.text()), int(self.seed.value), activation)

    def _complain(self, error: BadInput) -> None:
        self.problem.setText(say(error))
        self.problem.show()
        self.adjustSize()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Random Network"))
        self._hint.setText(
            self.tr("Inputs, units of each hidden layer, outputs: 2-16-16-1 has 2 hidden layers of 16 units.")
        )
        for label, text in zip(self._labels, (self.tr("Sizes"), self.tr("Activation"), self.tr("Seed")), strict=True):
            label.setText(text)
        for i, name in enumerate(NAMES):
            self.activation.setItemText(i, activation_text(name))


def parse_sizes(text: str) -> tuple[int, ...]:
    """The sizes in a text such as 2-16-16-1, 2, 16, 1 or 2 16 1; raises BadInput naming the number that is wrong."""
    pieces = _SEPARATOR.split(text.strip())
    sizes = []
    for place, piece in enumerate(pieces, 1):
        try:
            sizes.append(parse_whole(piece, 1, MAX_WIDTH))
        except BadInput as error:
            raise BadInput("sizes, number {place}: {problem}", place=place, problem=error.sentence) from error
    if len(sizes) < 2:
        raise BadInput("sizes: give at least the inputs and the outputs")
    return tuple(sizes)
