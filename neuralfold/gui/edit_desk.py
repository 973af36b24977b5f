"""Edits of the whole document that no table makes: its window, slice, batch size, title, merging, …"""

from dataclasses import replace

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QInputDialog, QWidget

from neuralfold.gui.random_dialog import RandomDialog
from neuralfold.gui.slice_dialog import SliceDialog
from neuralfold.model.chain import Chain
from neuralfold.model.content import Window
from neuralfold.model.sentence import BadInput
from neuralfold.model.slice import Slice
from neuralfold.session.document import Document

MOST_SIZES, USUAL_SIZES = 12, "2-16-16-1"


class EditDesk(QObject):
    """Makes the edits, each one undo step, and asks what has to be asked before.

    `refused` carries the BadInput of an edit that cannot be, `drawn` the Content of a random network to open.
    """

    refused = Signal(object)
    drawn = Signal(object)

    def __init__(self, document: Document, window: QWidget) -> None:
        super().__init__(window)
        self._document = document
        self._window = window

    @Slot(object)
    def set_window(self, window: Window) -> None:
        """Look at another window."""
        try:
            self._document.edit(replace(self._document.content, window=window), self.tr("change window"))
        except BadInput as error:
            self.refused.emit(error)

    @Slot(object)
    def set_slice(self, slice_: Slice | None) -> None:
        """Look at another slice, or at none."""
        try:
            self._document.edit(self._document.content.with_slice(slice_), self.tr("change slice"))
        except BadInput as error:
            self.refused.emit(error)

    @Slot(object)
    def set_batch(self, batch: float) -> None:
        """Count for batches of another size."""
        self._document.edit(replace(self._document.content, batch=int(batch)), self.tr("change batch"))

    @Slot(str)
    def set_title(self, title: str) -> None:
        """Give the document another title."""
        self._document.edit(replace(self._document.content, title=title.strip()), self.tr("change title"))

    @Slot()
    def merge(self) -> None:
        """Replace the chain by the one network with the same function (eq. 7.3)."""
        content = self._document.content
        self._document.edit(content.with_chain(Chain.of(content.chain.merged)), self.tr("merge networks"))

    @Slot()
    def ask_title(self) -> None:
        """Ask for another title."""
        dialog = QInputDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Title"))
        dialog.setLabelText(self.tr("Title of the document:"))
        dialog.setTextValue(self._document.content.title)
        dialog.setOkButtonText(self.tr("OK"))
        dialog.setCancelButtonText(self.tr("Cancel"))
        dialog.textValueSelected.connect(self.set_title)
        dialog.open()

    @Slot()
    def ask_slice(self) -> None:
        """Ask for a slice."""
        dialog = SliceDialog(self._document.content, self._window)
        dialog.chosen.connect(self.set_slice)
        dialog.open()

    @Slot()
    def ask_random(self) -> None:
        """Ask for the sizes and the seed of a random network."""
        sizes = self._document.content.chain.merged.sizes
        text = "-".join(map(str, sizes)) if len(sizes) <= MOST_SIZES else USUAL_SIZES
        dialog = RandomDialog(text, self._document.content.seed, self._window)
        dialog.drawn.connect(self.drawn)
        dialog.open()
