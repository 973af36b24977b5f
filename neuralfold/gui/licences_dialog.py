"""The licences of all that the packaged program is made of, as they were collected when it was packed."""

from pathlib import Path

from PySide6.QtCore import QEvent, QLibraryInfo, Slot
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from neuralfold.assets import asset

# The list and the text share the width so.
SHARES = (1, 3)


def licence_files() -> list[Path]:
    """The texts, one for each component and named after it; none where the program was not packed."""
    try:
        folder = asset("licences")
    except FileNotFoundError:
        return []
    return sorted(folder.glob("*.txt"), key=lambda path: path.name.lower())


class LicencesDialog(QDialog):
    """Names every component with its version and shows the text of its licence, and says how Qt is used."""

    def __init__(self, files: list[Path], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._files = files
        self.sentence = QLabel(self)
        self.sentence.setWordWrap(True)
        self.names = QListWidget(self)
        self.names.addItems([path.stem for path in files])
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.names.currentRowChanged.connect(self._show_text)
        splitter = QSplitter(self)
        for place, (widget, share) in enumerate(zip((self.names, self.text), SHARES, strict=True)):
            splitter.addWidget(widget)
            splitter.setStretchFactor(place, share)
        splitter.setVisible(bool(files))
        buttons = QDialogButtonBox(self)
        self.close_button = buttons.addButton(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.sentence)
        layout.addWidget(splitter, 1)
        layout.addWidget(buttons)
        self.names.setCurrentRow(0)
        self.resize(900, 560 if files else 160)
        self._retranslate()

    @Slot(int)
    def _show_text(self, row: int) -> None:
        self.text.setPlainText(self._files[row].read_text(encoding="utf-8"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Licences"))
        qt = self.tr(
            "Qt {version} and PySide6 are used under the GNU Lesser General Public License, version 3, as they are "
            "published. Their libraries lie in {folder} and may be exchanged for others; their source is at "
            "download.qt.io and code.qt.io."
        ).format(version=QLibraryInfo.version().toString(), folder=self._folder())
        packed = self.tr("The licences of the other components are collected when the program is packaged.")
        self.sentence.setText(qt if self._files else f"{qt}\n\n{packed}")
        self.close_button.setText(self.tr("Close"))

    @staticmethod
    def _folder() -> str:
        return str(Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.LibrariesPath)))
