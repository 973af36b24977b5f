"""New, open, save: what happens to files and to unsaved edits, and the questions that are asked before."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from neuralfold.files.document import read_document, write_document
from neuralfold.gui.settings import Settings
from neuralfold.gui.titles import shown_title
from neuralfold.model.content import Content
from neuralfold.model.examples import random_network
from neuralfold.model.sentence import BadInput
from neuralfold.session.document import Document

SUFFIX = ".nfold"


class FileDesk(QObject):
    """Opens and saves the document of a window. Nothing blocks: what is to follow a question follows its answer.

    `refused` carries the BadInput of a file that cannot be read or written; the document is then as it was.
    """

    refused = Signal(object)
    recent_changed = Signal()

    def __init__(self, document: Document, settings: Settings, window: QWidget) -> None:
        super().__init__(window)
        self._document = document
        self._settings = settings
        self._window = window
        self._then: Callable[[], object] | None = None
        self._question: QMessageBox | None = None

    @property
    def question(self) -> QMessageBox | None:
        """The question about unsaved edits that is being asked, if any."""
        return self._question

    @property
    def name(self) -> str:
        """How the document is called: its file, else its title."""
        path = self._document.path
        if path is not None:
            return path.name
        return shown_title(self._document.content) or self.tr("untitled")

    @Slot()
    def new(self) -> None:
        """Open a small network without a name."""
        self.after_asking(lambda: self.open_content(replace(random_network((1, 3, 1), 0), title="")))

    @Slot()
    def open(self) -> None:
        """Ask for a file and open it."""
        self.after_asking(self._choose_file)

    def open_path(self, path: Path) -> None:
        """Open a file, after asking about unsaved edits."""
        self.after_asking(lambda: self.read(path))

    def read(self, path: Path) -> bool:
        """Open a file without asking; whether it could be read."""
        try:
            content = read_document(path)
        except BadInput as error:
            if not path.exists():
                self._settings.remove_recent(path)
                self.recent_changed.emit()
            self.refused.emit(error)
            return False
        self._document.open_content(content, path)
        self._note_recent(path)
        return True

    def open_example(self, content: Content) -> None:
        """Open a content that comes from no file, after asking about unsaved edits."""
        self.after_asking(lambda: self.open_content(content))

    def open_content(self, content: Content) -> None:
        """Open a content that comes from no file, without asking."""
        self._document.open_content(content)

    @Slot()
    def save(self) -> None:
        """Save to the file of the document; where there is none, ask for one."""
        if self._document.path is None:
            self.save_as()
        else:
            self.write(self._document.path)

    @Slot()
    def save_as(self) -> None:
        """Ask for a file and save to it."""
        dialog = self._dialog(self.tr("Save As"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX.removeprefix("."))
        dialog.selectFile(str(self._document.path or f"{_file_name(self.name)}{SUFFIX}"))
        dialog.fileSelected.connect(self._write_chosen)
        dialog.rejected.connect(self._forget)
        dialog.open()

    def write(self, path: Path) -> bool:
        """Save to a file; whether it could be written. What was waiting for that goes on."""
        then, self._then = self._then, None
        try:
            write_document(path, self._document.content)
        except BadInput as error:
            self.refused.emit(error)
            return False
        self._document.saved(path)
        self._note_recent(path)
        if then is not None:
            then()
        return True

    def after_asking(self, then: Callable[[], object]) -> None:
        """Do `then` at once where nothing is unsaved, else after the answer Save or Discard; Cancel forgets it."""
        if self._question is not None:
            return
        self._then = None
        if self._document.is_clean:
            then()
            return
        self._then = then
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowModality(Qt.WindowModality.WindowModal)
        box.setIcon(QMessageBox.Icon.Question)
        box.setText(self.tr("“{name}” has edits that are not saved.").format(name=self.name))
        save = box.addButton(QMessageBox.StandardButton.Save)
        discard = box.addButton(QMessageBox.StandardButton.Discard)
        cancel = box.addButton(QMessageBox.StandardButton.Cancel)
        save.setText(self.tr("Save"))
        discard.setText(self.tr("Discard"))
        cancel.setText(self.tr("Cancel"))
        box.setDefaultButton(QMessageBox.StandardButton.Save)
        box.setEscapeButton(QMessageBox.StandardButton.Cancel)
        box.finished.connect(self._answered)
        self._question = box
        box.open()

    @Slot(int)
    def _answered(self, answer: int) -> None:
        self._question = None
        match QMessageBox.StandardButton(answer):
            case QMessageBox.StandardButton.Save:
                self.save()
            case QMessageBox.StandardButton.Discard:
                then, self._then = self._then, None
                if then is not None:
                    then()
            case _:
                self._forget()

    @Slot()
    def _forget(self) -> None:
        self._then = None

    def _choose_file(self) -> None:
        dialog = self._dialog(self.tr("Open"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._read_chosen)
        dialog.open()

    def _dialog(self, title: str) -> QFileDialog:
        recent = self._settings.recent
        folder = self._document.path.parent if self._document.path else recent[0].parent if recent else Path.home()
        kinds = self.tr("NeuralFold documents (*{suffix});;All files (*)").format(suffix=SUFFIX)
        dialog = QFileDialog(self._window, title, str(folder), kinds)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return dialog

    @Slot(str)
    def _read_chosen(self, path: str) -> None:
        self.read(Path(path))

    @Slot(str)
    def _write_chosen(self, path: str) -> None:
        self.write(Path(path))

    def _note_recent(self, path: Path) -> None:
        self._settings.add_recent(path)
        self.recent_changed.emit()


def _file_name(title: str) -> str:
    """A title as the name of a file on every system."""
    return "".join("-" if c in '<>:"/\\|?*' or not c.isprintable() else c for c in title).strip(" .") or "network"
