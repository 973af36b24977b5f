"""A line that holds one number: shown short, edited exactly."""

from collections.abc import Callable

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from neuralfold.model.number_text import number_text, parse_number, short_text
from neuralfold.model.sentence import BadInput


class NumberField(QLineEdit):
    """Shows `value`, rounded while it is only looked at and with every digit while it is edited.

    `parse` reads a typed text and raises BadInput, `show` writes the number for looking and `write` for editing.
    A number that is typed and entered comes as `edited(number)`. Text that is refused brings the old number back and
    comes as `refused(exception)`; Escape brings it back too. Entering an unchanged text tells nothing.
    """

    edited = Signal(object)
    refused = Signal(object)

    def __init__(
        self,
        value: float = 0.0,
        parse: Callable[[str], float] = parse_number,
        show: Callable[[float], str] = short_text,
        write: Callable[[float], str] = number_text,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._value = value
        self._parse = parse
        self._show = show
        self._write = write
        self.setLocale(QLocale.c())
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setInputMethodHints(Qt.InputMethodHint.ImhPreferNumbers)
        self._refresh()
        self.editingFinished.connect(self._commit)

    @property
    def value(self) -> float:
        """The number that stands in the field, whatever is being typed."""
        return self._value

    def set_value(self, value: float) -> None:
        """Show another number; what is being typed is kept until it is entered or given up."""
        self._value = value
        if not (self.hasFocus() and self.isModified()):
            self._refresh()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._refresh()
        if event.reason() != Qt.FocusReason.MouseFocusReason:
            self.selectAll()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.isModified():
            self._refresh()
            self.selectAll()
            event.accept()
        else:
            super().keyPressEvent(event)

    def _refresh(self) -> None:
        self.setText((self._write if self.hasFocus() else self._show)(self._value))
        self.setModified(False)

    def _commit(self) -> None:
        if not self.isModified():
            return
        self.setModified(False)
        try:
            number = self._parse(self.text())
        except BadInput as error:
            self._refresh()
            self.refused.emit(error)
            return
        if self._write(number) != self._write(self._value):
            self._value = number
            self.edited.emit(number)
        self._refresh()
