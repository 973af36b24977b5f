"""The seed of random weights: shown, typed, and drawn from, again or anew."""

from dataclasses import replace

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from neuralfold.gui.number_field import NumberField
from neuralfold.gui.titles import redrawn_title
from neuralfold.model.content import Content
from neuralfold.model.examples import redrawn
from neuralfold.model.number_text import parse_whole
from neuralfold.model.sentence import BadInput
from neuralfold.session.document import Document

LARGEST_SEED = 2**32 - 1


class DrawRow(QWidget):
    """The seed of the document and two actions that draw all weights from it; the actions are public, for menus."""

    refused = Signal(object)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._label = QLabel(self)
        self.seed_field = NumberField(document.content.seed, parse_seed, _whole, _whole, self)
        self.seed_field.setFixedWidth(self.seed_field.fontMetrics().horizontalAdvance("0") * 12)
        self.same_action = self._action("Ctrl+Shift+D", self._draw_same)
        self.new_action = self._action("Ctrl+Alt+D", self._draw_new)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._label)
        layout.addWidget(self.seed_field)
        for action in (self.same_action, self.new_action):
            button = QToolButton(self)
            button.setDefaultAction(action)
            layout.addWidget(button)
        layout.addStretch(1)
        self.seed_field.edited.connect(self._set_seed)
        self.seed_field.refused.connect(self.refused)
        document.changed.connect(self.show_content)
        self._retranslate()

    @Slot(object)
    def show_content(self, content: Content) -> None:
        """Show the seed of a content."""
        self.seed_field.set_value(content.seed)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    def _action(self, keys: str, slot: object) -> QAction:
        action = QAction(self)
        action.setShortcut(QKeySequence(keys))
        action.triggered.connect(slot)
        return action

    @Slot(object)
    def _set_seed(self, seed: int) -> None:
        self._document.edit(replace(self._document.content, seed=int(seed)), self.tr("change seed"))

    @Slot()
    def _draw_same(self) -> None:
        self._draw(self._document.content.seed)

    @Slot()
    def _draw_new(self) -> None:
        self._draw((self._document.content.seed + 1) % (LARGEST_SEED + 1))

    def _draw(self, seed: int) -> None:
        content = self._document.content
        try:
            self._document.edit(redrawn_title(redrawn(content, seed)), self.tr("draw weights"))
        except BadInput as error:
            self.refused.emit(error)

    def _retranslate(self) -> None:
        self._label.setText(self.tr("seed"))
        self.seed_field.setToolTip(
            self.tr("where random weights are drawn from; one seed gives the same numbers always")
        )
        self.same_action.setText(self.tr("Draw Weights, Same Seed"))
        self.same_action.setIconText(self.tr("Same Seed"))
        self.same_action.setToolTip(self.tr("draw all weights and biases again from this seed"))
        self.new_action.setText(self.tr("Draw Weights, New Seed"))
        self.new_action.setIconText(self.tr("New Seed"))
        self.new_action.setToolTip(self.tr("draw all weights and biases from the next seed"))


def parse_seed(text: str) -> float:
    """The seed that a text means; raises BadInput, with the range, for a text that is none."""
    try:
        return parse_whole(text, 0, LARGEST_SEED)
    except BadInput as error:
        raise BadInput("seed: {problem}", problem=error.sentence) from error


def _whole(seed: float) -> str:
    return str(int(seed))
