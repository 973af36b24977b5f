"""How many regions may be counted and drawn, and what can be done where there are more."""

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QLabel, QVBoxLayout, QWidget

from neuralfold.gui.dialog_buttons import DialogButtons
from neuralfold.gui.number_field import NumberField
from neuralfold.gui.settings import LARGEST_LIMIT, SMALLEST_LIMIT, Settings
from neuralfold.gui.words import say
from neuralfold.model.content import Content
from neuralfold.model.measurement import Measurement
from neuralfold.model.number_text import parse_whole, whole_text
from neuralfold.model.sentence import BadInput
from neuralfold.session.document import Document

RAISE = 5


class LimitDesk(QObject):
    """Changes the limit, which is a setting, or halves the window, which is an edit of the document.

    `limit_changed` carries the new limit; the actions are offered beside the sentence that says what is too much.
    """

    limit_changed = Signal(int)

    def __init__(self, document: Document, settings: Settings, window: QWidget) -> None:
        super().__init__(window)
        self._document = document
        self._settings = settings
        self._window = window
        self.raise_action, self.halve_action = QAction(self), QAction(self)
        self.raise_action.triggered.connect(self._raise)
        self.halve_action.triggered.connect(self._halve)
        self.retranslate()

    @property
    def limit(self) -> int:
        """The most regions that are counted and drawn."""
        return self._settings.region_limit

    def ways_out(self, measurement: Measurement) -> list[QAction]:
        """What can be done about a measurement that stopped at the limit; nothing about any other."""
        if not measurement.is_over_budget:
            return []
        self.retranslate()
        raises = [self.raise_action] if self.limit < LARGEST_LIMIT else []
        # On a line the whole of it is counted, however small the window is.
        return [*raises, self.halve_action] if measurement.content.drawn_inputs == 2 else raises

    def set_limit(self, limit: int) -> None:
        """Keep another limit, and have everything measured with it."""
        self._settings.region_limit = limit
        self.limit_changed.emit(self.limit)

    @Slot()
    def ask_limit(self) -> None:
        """Ask for another limit."""
        dialog = LimitDialog(self.limit, self._window)
        dialog.limit_entered.connect(self.set_limit)
        dialog.open()

    def retranslate(self) -> None:
        """Say every text again, after the language or the limit changed."""
        raised = whole_text(min(RAISE * self.limit, LARGEST_LIMIT))
        self.raise_action.setText(self.tr("Raise Limit to {limit}").format(limit=raised))
        self.halve_action.setText(self.tr("Halve Window"))

    @Slot()
    def _raise(self) -> None:
        self.set_limit(min(RAISE * self.limit, LARGEST_LIMIT))

    @Slot()
    def _halve(self) -> None:
        content = self._document.content
        self._document.edit(halved(content), self.tr("halve window"))


class LimitDialog(QDialog):
    """One number; `limit_entered` carries it. A text that is none is said in the dialog, which stays open."""

    limit_entered = Signal(int)

    def __init__(self, limit: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._is_refused = False
        self._label, self.problem = QLabel(self), QLabel(self)
        for label in (self._label, self.problem):
            label.setWordWrap(True)
        self.problem.hide()
        self.field = NumberField(limit, _limit, lambda x: whole_text(int(x)), lambda x: str(int(x)), self)
        self.field.refused.connect(self._complain)
        self.field.textEdited.connect(self._forget_refusal)
        layout = QVBoxLayout(self)
        for widget in (self._label, self.field, self.problem, DialogButtons(self)):
            layout.addWidget(widget)
        self._retranslate()

    def accept(self) -> None:
        """Tell the limit, unless what was typed was refused a moment ago."""
        if self._is_refused:
            self._is_refused = False
            return
        super().accept()
        self.limit_entered.emit(int(self.field.value))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    @Slot(object)
    def _complain(self, error: BadInput) -> None:
        self._is_refused = True
        self.problem.setText(say(error))
        self.problem.show()

    @Slot()
    def _forget_refusal(self) -> None:
        self._is_refused = False

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Region Limit"))
        self._label.setText(
            self.tr("Counting and drawing stops where a network has more regions than this; more take more time:")
        )


def halved(content: Content) -> Content:
    """The content seen through a window half as wide and high, around the same centre."""
    return replace(
        content, window=tuple((low + (high - low) / 4, high - (high - low) / 4) for low, high in content.window)
    )


def _limit(text: str) -> float:
    try:
        return parse_whole(text, SMALLEST_LIMIT, LARGEST_LIMIT)
    except BadInput as error:
        raise BadInput("region limit: {problem}", problem=error.sentence) from error
