"""What is shown when the program itself did something wrong: the whole report, to be copied; then it goes on."""

import traceback
from types import TracebackType

from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from neuralfold import __version__

# A fault that repeats itself with every move of the mouse must not fill the memory.
MOST_REPORTS = 20


class FaultDialog(QDialog):
    """Collects reports of faults; more than one never opens more than this one dialog."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reports: list[str] = []
        self._sentence = QLabel(self)
        self._sentence.setWordWrap(True)
        self.report = QPlainTextEdit(self)
        self.report.setReadOnly(True)
        self.report.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.report.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        buttons = QDialogButtonBox(self)
        self.copy_button = buttons.addButton("", QDialogButtonBox.ButtonRole.ActionRole)
        self.close_button = buttons.addButton(QDialogButtonBox.StandardButton.Close)
        self.copy_button.clicked.connect(self.copy_report)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self._sentence)
        layout.addWidget(self.report, 1)
        layout.addWidget(buttons)
        self.setWindowModality(Qt.WindowModality.NonModal)
        self.resize(720, 420)
        self._retranslate()

    def show_fault(self, kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
        """Add the report of an exception and show the dialog."""
        if not self.isVisible():
            self._reports.clear()
        if len(self._reports) < MOST_REPORTS:
            lines = traceback.format_exception(kind, fault, trace)
            self._reports.append(f"NeuralFold {__version__}\n{''.join(lines)}")
            self.report.setPlainText("\n".join(self._reports))
        self.show()
        self.raise_()

    @Slot()
    def copy_report(self) -> None:
        """Put the report on the clipboard."""
        QGuiApplication.clipboard().setText(self.report.toPlainText())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("A Fault in NeuralFold"))
        self._sentence.setText(
            self.tr("The program did something wrong. It goes on; please save your work, and report what is below.")
        )
        self.copy_button.setText(self.tr("Copy"))
        self.close_button.setText(self.tr("Close"))
