"""OK and Cancel, in the language of the program and not of the system."""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox


class DialogButtons(QDialogButtonBox):
    """The two buttons of a dialog, connected to its accept and reject."""

    def __init__(self, dialog: QDialog) -> None:
        super().__init__(dialog)
        self._ok = self.addButton(QDialogButtonBox.StandardButton.Ok)
        self._cancel = self.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.accepted.connect(dialog.accept)
        self.rejected.connect(dialog.reject)
        self._retranslate()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    def _retranslate(self) -> None:
        self._ok.setText(self.tr("OK"))
        self._cancel.setText(self.tr("Cancel"))
