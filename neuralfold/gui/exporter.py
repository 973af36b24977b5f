"""Pictures and tables on their way out: to a file or to the clipboard."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from neuralfold.files.tables import counts_table, picture_table, write_csv
from neuralfold.gui.export_dialog import ExportDialog
from neuralfold.model.measurement import Measurement
from neuralfold.model.sentence import BadInput, Sentence
from neuralfold.plots.picture import Pictured, copy_picture, save_pdf, save_png, save_svg

WRITERS = {".png": save_png, ".svg": save_svg, ".pdf": save_pdf}


class Exporter(QObject):
    """Saves what a window shows; `source` gives the view and the measurement that are shown now.

    `refused` carries the BadInput or Sentence that says why nothing was saved, `told` a sentence about what was.
    """

    refused = Signal(object)
    told = Signal(str)

    def __init__(
        self, source: Callable[[], tuple[Pictured | None, Measurement | None]], name: Callable[[], str], window: QWidget
    ) -> None:
        super().__init__(window)
        self._source = source
        self._name = name
        self._window = window
        self._size = (0, 0, 1.0)

    @Slot()
    def save_picture(self) -> None:
        """Ask for a size and a file, and save the picture."""
        view = self._view()
        if view is not None:
            size = view.plot.size()
            dialog = ExportDialog(size.width(), size.height(), self._window)
            dialog.chosen.connect(self._choose_picture_file)
            dialog.open()

    @Slot()
    def copy_picture(self) -> None:
        """Put the picture on the clipboard, as large as it is on the screen and as sharp."""
        view = self._view()
        if view is None:
            return
        size, ratio = view.plot.size(), view.plot.devicePixelRatioF()
        try:
            copy_picture(view, round(size.width() * ratio), round(size.height() * ratio))
        except BadInput as error:
            self.refused.emit(error)
        else:
            self.told.emit(self.tr("The picture is on the clipboard."))

    @Slot()
    def export_counts(self) -> None:
        """Ask for a file and save all counts as CSV."""
        self._ask_table(self.tr("Export Counts"), "counts", self._write_counts)

    @Slot()
    def export_table(self) -> None:
        """Ask for a file and save the segments or regions as CSV."""
        self._ask_table(self.tr("Export Segments or Regions"), "regions", self._write_table)

    def write_picture(self, path: Path, width: int, height: int, text_scale: float = 1.0) -> bool:
        """Save the picture; the ending of the name tells how. Whether it was written."""
        view = self._view()
        if view is None:
            return False
        try:
            writer = WRITERS.get(path.suffix.lower())
            if writer is None:
                raise BadInput("{file}: the name must end in .png, .svg or .pdf", file=str(path))
            writer(view, path, width, height, text_scale=text_scale)
        except BadInput as error:
            self.refused.emit(error)
            return False
        self._tell_written(path)
        return True

    def write_table(self, path: Path, *, counts: bool) -> bool:
        """Save all counts, or the segments or regions, as CSV. Whether it was written."""
        measurement = self._source()[1]
        if measurement is None:
            return False
        try:
            write_csv(path, counts_table(measurement) if counts else picture_table(measurement))
        except BadInput as error:
            self.refused.emit(error)
            return False
        self._tell_written(path)
        return True

    def _view(self) -> Pictured | None:
        view, measurement = self._source()
        if view is None:
            reason = measurement.reason if measurement is not None else None
            self.refused.emit(reason or Sentence.of("there is no picture yet"))
        return view

    @Slot(int, int, float)
    def _choose_picture_file(self, width: int, height: int, text_scale: float) -> None:
        self._size = (width, height, text_scale)
        kinds = [self.tr("PNG picture (*.png)"), self.tr("SVG drawing (*.svg)"), self.tr("PDF page (*.pdf)")]
        dialog = self._dialog(self.tr("Save Picture"), ";;".join(kinds), "png", ".png")
        dialog.filterSelected.connect(self._use_suffix)
        dialog.fileSelected.connect(self._write_picture)
        dialog.open()

    @Slot(str)
    def _use_suffix(self, kind: str) -> None:
        dialog = self.sender()
        if isinstance(dialog, QFileDialog):
            dialog.setDefaultSuffix(kind.rpartition("*.")[2].removesuffix(")"))

    @Slot(str)
    def _write_picture(self, path: str) -> None:
        self.write_picture(Path(path), *self._size)

    def _ask_table(self, title: str, ending: str, slot: Callable[[str], None]) -> None:
        dialog = self._dialog(title, self.tr("CSV table (*.csv)"), "csv", f" {ending}.csv")
        dialog.fileSelected.connect(slot)
        dialog.open()

    @Slot(str)
    def _write_counts(self, path: str) -> None:
        self.write_table(Path(path), counts=True)

    @Slot(str)
    def _write_table(self, path: str) -> None:
        self.write_table(Path(path), counts=False)

    def _dialog(self, title: str, kinds: str, suffix: str, ending: str) -> QFileDialog:
        dialog = QFileDialog(self._window, title, "", kinds)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(suffix)
        dialog.selectFile(Path(self._name()).stem + ending)
        return dialog

    def _tell_written(self, path: Path) -> None:
        self.told.emit(self.tr("Written: {file}").format(file=str(path)))
