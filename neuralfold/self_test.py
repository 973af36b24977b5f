"""The program tests itself: everything that an installation may lack is used once, without a display.

It drives the real window with settings of its own, and leaves nothing behind.
"""

import csv
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject, QSettings, QTimer
from PySide6.QtGui import QIcon, QImage
from PySide6.QtWidgets import QApplication, QWidget

from neuralfold.app import application, build_window, run
from neuralfold.assets import asset
from neuralfold.files.document import read_document
from neuralfold.gui.languages import Languages
from neuralfold.gui.licences_dialog import LicencesDialog, licence_files
from neuralfold.gui.main_window import MainWindow
from neuralfold.gui.recount_dialog import RecountDialog
from neuralfold.gui.settings import Settings, WindowState
from neuralfold.gui.theme import apply_theme
from neuralfold.model.activations import Activation
from neuralfold.model.examples import fold, random_network, three_lines
from neuralfold.model.measurement import Measurement
from neuralfold.plots.picture import render

PATIENCE = 60.0
SIZE = (960, 540)
# What Qt says on the button of its own dialogs, and what the menu says: (English, 简体中文).
_QT_WORD = ("QPlatformTheme", "Cancel", "取消")
_OWN_WORD = ("Menus", "&File", "文件(&F)")


class _Failed(Exception):
    """Something is not as it should be; the text says what."""


def self_test(tell: Callable[[str], object]) -> int:
    """Try the installation and tell the outcome of each step; 0 if all is well, else 1."""
    begin = time.monotonic()
    app = application()
    with tempfile.TemporaryDirectory(prefix="neuralfold-", ignore_cleanup_errors=True) as name:
        folder = Path(name, "自检 self-test")
        folder.mkdir()
        trial = _Trial(app, folder)
        try:
            for step in trial.steps():
                step()
                tell(f"ok      {(step.__doc__ or '').strip()}")
        except Exception as fault:
            tell(f"FAILED  {(step.__doc__ or '').strip()}\n        {type(fault).__name__}: {fault}")
            return 1
        finally:
            trial.close()
    tell(f"NeuralFold is well; it took {time.monotonic() - begin:.1f} s")
    return 0


def first_paint(tell: Callable[[str], object]) -> int:
    """Open the window as always and close it as soon as it is painted with its picture.

    Tells two moments in seconds since 1970: that of the first paint, and that of the first one with the picture.
    """
    watcher = _PaintWatcher(application())
    code = run()
    for moment in watcher.moments:
        tell(f"{moment:.6f}")
    return code


class _PaintWatcher(QObject):
    """Notes when the main window was painted first, and when it was with its picture."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self.moments: list[float] = []
        self._has_picture = False
        # Of no length: it fires when all that is being painted is done.
        self._after = QTimer(self, interval=0, singleShot=True)
        self._after.timeout.connect(self._note)
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait for paints of the main window."""
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget):
            window = watched.window()
            if isinstance(window, MainWindow):
                self._has_picture = window.pictures.measurement is not None
                self._after.start()
        return False

    def _note(self) -> None:
        self.moments.append(time.time())
        if self._has_picture:
            self._after.timeout.disconnect(self._note)
            self.moments = [self.moments[0], self.moments[-1]]
            QCoreApplication.quit()


class _Trial:
    """One run through the window."""

    def __init__(self, app: QApplication, folder: Path) -> None:
        self._app = app
        self._folder = folder
        self._languages = Languages(app)
        store = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
        self._settings = Settings(store)
        self._state = WindowState(QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat))
        self._window: MainWindow | None = None

    def steps(self) -> list[Callable[[], None]]:
        """What is tried, in order."""
        return [
            *(self._icon, self._two_languages, self._open_window, self._lesson, self._edit, self._document),
            *(self._line, self._plane, self._smooth, self._sentence, self._recount, self._licences),
        ]

    def close(self) -> None:
        """Close the window, whatever happened in it."""
        if self._window is not None:
            self._window.document.undo_stack.setClean()
            self._window.close()
            self._window.deleteLater()
            self._until(lambda: not self.window.isVisible(), "the window does not close")
        self._languages.remove()

    @property
    def window(self) -> MainWindow:
        """The window, once it is open."""
        assert self._window is not None
        return self._window

    def _icon(self) -> None:
        """icon"""
        pixels = QIcon(str(asset("icons/neuralfold.svg"))).pixmap(64, 64).toImage()
        self._expect(len(_colours(pixels)) > 3, "the icon is empty")

    def _two_languages(self) -> None:
        """English and 简体中文"""
        for language, word in (("zh_CN", 2), ("en", 1)):
            self._languages.use(language)
            for context, text, chinese in (_QT_WORD, _OWN_WORD):
                said = QCoreApplication.translate(context, text)
                self._expect(said == (text, chinese)[word - 1], f"{text} is {said} in {language}")

    def _open_window(self) -> None:
        """window"""
        apply_theme(self._app, "light")
        self._window = build_window(self._settings, self._state, self._languages)
        self._window.resize(1280, 800)
        self._window.show()
        self._measured()

    def _lesson(self) -> None:
        """lesson: three folds have 27 segments"""
        self.window.files.open_content(fold(3))
        self._counted(27)

    def _edit(self) -> None:
        """edit, undo, redo: four folds have 81"""
        document = self.window.document
        document.edit(replace(fold(4), title=document.content.title), "four folds")
        self._counted(81)
        document.undo()
        self._counted(27)
        document.redo()
        self._counted(81)

    def _document(self) -> None:
        """document written and opened again"""
        path = self._folder / "四次折叠.nfold"
        self._expect(self.window.files.write(path), "it cannot be written")
        self._expect(read_document(path) == self.window.document.content, "another network was read")
        self.window.files.open_content(fold(1))
        self._counted(3)
        self._expect(self.window.files.read(path), "it cannot be read")
        self._counted(81)
        self._expect(path.name in self.window.windowTitle(), "the title does not name the file")

    def _line(self) -> None:
        """line: painted in light and dark, exported as PNG, SVG, PDF, CSV"""
        self._painted(self.window.pictures.line)
        self._exported("line", rows=81)

    def _plane(self) -> None:
        """plane: painted with its 7 regions, exported as PNG, SVG, PDF, CSV"""
        self.window.files.open_content(three_lines())
        measurement = self._counted(7)
        self._painted(self.window.pictures.plane)
        self._exported("plane", rows=measurement.activation_regions or 0)
        view = self.window.pictures.view
        assert view is not None
        counts = _colours(render(view, *SIZE))
        areas = [colour for colour, share in counts.items() if share > 0.003 * SIZE[0] * SIZE[1]]
        self._expect(len(areas) >= 7, f"only {len(areas)} areas of colour are seen")

    def _smooth(self) -> None:
        """smooth activation: a curve, and no count"""
        self.window.files.open_content(random_network((1, 4, 1), 3, Activation("gelu")))
        measurement = self._measured()
        self._expect(measurement.linear_regions is None and measurement.curve is not None, "no curve was sampled")
        self._painted(self.window.pictures.line)

    def _sentence(self) -> None:
        """many inputs: sizes and a sentence"""
        self.window.files.open_content(random_network((4, 3, 2), 1))
        self._expect(self._measured().reason is not None, "there is no sentence")
        self._painted(self.window.pictures.sentence)

    def _recount(self) -> None:
        """recount in rational arithmetic"""
        self.window.files.open_content(fold(2))
        self._counted(9)
        self.window.menus.recount.trigger()
        dialog = self.window.findChild(RecountDialog)
        self._until(lambda: dialog.outcome is not None, "it does not end")
        self._expect(getattr(dialog.outcome, "linear_regions", None) == 9, f"it found {dialog.outcome}")
        dialog.close()

    def _licences(self) -> None:
        """licences of what is shipped"""
        files = licence_files()
        self._expect(bool(files) or not getattr(sys, "frozen", False), "none was shipped")
        dialog = LicencesDialog(files, self.window)
        for row in range(dialog.names.count()):
            dialog.names.setCurrentRow(row)
            self._expect(len(dialog.text.toPlainText()) > 200, f"{files[row].name} says nothing")
        dialog.deleteLater()

    def _counted(self, regions: int) -> Measurement:
        measurement = self._measured()
        self._expect(measurement.linear_regions == regions, f"{measurement.linear_regions} were counted")
        self._expect(measurement.is_certain, "the count is not certain")
        return measurement

    def _measured(self) -> Measurement:
        """The measurement of the open content, once it is shown."""
        self._until(self._is_measured, "the measurement does not come")
        measurement = self.window.pictures.measurement
        assert measurement is not None
        return measurement

    def _is_measured(self) -> bool:
        measurement = self.window.pictures.measurement
        return measurement is not None and measurement.content is self.window.document.content

    def _painted(self, page: QWidget) -> None:
        """See that a page is in front and, in either look, that more than its paper is painted."""
        self._expect(self.window.pictures.currentWidget() is page, "another page is shown")
        for theme in ("dark", "light"):
            apply_theme(self._app, theme)
            QCoreApplication.processEvents()
            self._expect(len(_colours(page.grab().toImage())) > 8, f"nothing is painted in the {theme} look")

    def _exported(self, name: str, rows: int) -> None:
        for suffix, check in ((".png", _read_png), (".svg", _read_svg), (".pdf", _read_pdf)):
            path = self._folder / f"{name}{suffix}"
            self._expect(self.window.exporter.write_picture(path, *SIZE), f"{suffix} cannot be written")
            check(path)
        path = self._folder / f"{name}.csv"
        self._expect(self.window.exporter.write_table(path, counts=False), ".csv cannot be written")
        with path.open(encoding="utf-8-sig", newline="") as stream:
            read = list(csv.reader(stream))
        self._expect(len(read) == rows + 1, f"the table has {len(read) - 1} rows, not {rows}")

    def _until(self, is_reached: Callable[[], bool], otherwise: str) -> None:
        """Handle events until something is so; raises _Failed after a minute."""
        tick = QTimer()
        tick.start(10)
        end = time.monotonic() + PATIENCE
        while not is_reached():
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
            self._expect(time.monotonic() < end, otherwise)

    @staticmethod
    def _expect(is_so: bool, otherwise: str) -> None:
        if not is_so:
            raise _Failed(otherwise)


def _colours(image: QImage) -> dict[int, int]:
    """How many pixels there are of each colour."""
    pixels = image.convertToFormat(QImage.Format.Format_RGB32)
    colours, counts = np.unique(np.frombuffer(pixels.constBits(), np.uint32), return_counts=True)
    return dict(zip(colours.tolist(), counts.tolist(), strict=True))


def _read_png(path: Path) -> None:
    image = QImage(str(path))
    if (image.width(), image.height()) != SIZE or len(_colours(image)) <= 8:
        raise _Failed(f"{path.name} is {image.width()} × {image.height()} pixels, or empty")


def _read_svg(path: Path) -> None:
    tags = [element.tag.rpartition("}")[2] for element in ElementTree.parse(path).iter()]
    if not {"path", "polyline"} & set(tags) or "text" not in tags:
        raise _Failed(f"{path.name} holds no lines, or no words")


def _read_pdf(path: Path) -> None:
    data = path.read_bytes()
    if not data.startswith(b"%PDF-") or b"/Page" not in data or not data.rstrip().endswith(b"%%EOF"):
        raise _Failed(f"{path.name} is no PDF page")
