"""Builds the parts of the program and connects them; the only file that knows all rooms."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QObject, QTimer, Signal, Slot
from PySide6.QtGui import QFileOpenEvent, QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication

from neuralfold import __version__
from neuralfold.assets import asset
from neuralfold.fault_log import FaultLog
from neuralfold.files.document import read_document
from neuralfold.files.tables import picture_table, write_csv
from neuralfold.gui.fault_dialog import FaultDialog
from neuralfold.gui.languages import Languages
from neuralfold.gui.main_window import MainWindow
from neuralfold.gui.recount_dialog import Recounted, RecountRequest
from neuralfold.gui.settings import Settings, WindowState, user_settings, user_window_state
from neuralfold.gui.theme import apply_theme
from neuralfold.model.content import Content
from neuralfold.model.examples import figure_7_1
from neuralfold.model.measurement import Measurement, measure
from neuralfold.model.partition import PartitionMemory
from neuralfold.model.rational import exact_segments
from neuralfold.model.rational_plane import exact_partition
from neuralfold.model.spot import IsCancelled
from neuralfold.plots import palette
from neuralfold.plots.picture import save_pdf, save_png, save_svg, view_of
from neuralfold.plots.plane_view import Prepared
from neuralfold.session.document import Document
from neuralfold.session.latest_only import LatestOnly

# How long a thread in Python keeps the others waiting. Qt lets go of Python in many calls and must get it back: with
# the usual 5 ms the window would crawl while a picture is computed.
SWITCH_SECONDS = 0.0005
# What takes longer than the picture is found when numbers have not moved for so long.
REST_MS = 250

Result = tuple[Measurement, Prepared | None]


class FileOpens(QObject):
    """Files that macOS asks the program to open, also those that it asks for before there is a window."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._open: Callable[[Path], object] | None = None
        self._waiting: list[Path] = []
        parent.installEventFilter(self)

    def deliver_to(self, opens: Callable[[Path], object]) -> bool:
        """Have files opened by `opens` from now on; whether one was waiting."""
        self._open = opens
        waiting, self._waiting = self._waiting, []
        for path in waiting[-1:]:
            opens(path)
        return bool(waiting)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the event that asks for a file."""
        if not isinstance(event, QFileOpenEvent):
            return False
        path = Path(event.file())
        if self._open is None:
            self._waiting.append(path)
        else:
            self._open(path)
        return True


class Measuring:
    """What the worker does for every content; it keeps what the next edit of a late layer leaves as it was."""

    def __init__(self, prepare: Callable[[Measurement], Prepared | None], limit: int) -> None:
        self._prepare = prepare
        self._limit = limit
        self._memory = PartitionMemory()

    def set_limit(self, limit: int) -> None:
        """Count and draw at most so many regions from the next content on; may be called in another thread."""
        self._limit = limit

    def __call__(self, content: Content, cancelled: IsCancelled) -> Result:
        """Measure a content and prepare its picture."""
        if content.drawn_inputs != 2:
            self._memory = PartitionMemory()
        measurement = measure(content, cancelled=cancelled, budget=self._limit, memory=self._memory)
        return measurement, self._prepare(measurement)


class Workers(QObject):
    """Those that compute for a window: what every content measures, what takes longer, what is to be recounted."""

    def __init__(self, window: MainWindow, inline: bool) -> None:
        super().__init__(window)
        self._window = window
        self._measurement: Measurement | None = None
        self._measuring = Measuring(window.pictures.plane.view.prepare, window.limits.limit)
        self.measurer = LatestOnly(self._measuring, inline, self)
        self.mapper = LatestOnly(_mapped, inline, self)
        self.recounter = LatestOnly(_recounted, inline, self)
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._find_maps)
        window.document.changed.connect(window.show_content)
        window.document.changed.connect(self.measurer.request)
        self.measurer.started.connect(window.show_busy)
        self.measurer.finished.connect(self._show_result)
        self.measurer.failed.connect(self._show_failure)
        self.measurer.stopped.connect(window.show_stopped)
        self.mapper.finished.connect(window.show_maps)
        self.recounter.finished.connect(window.recounts.show_outcome)
        self.recounter.failed.connect(window.recounts.show_outcome)
        window.limits.limit_changed.connect(self._measure_again)
        window.stop_wanted.connect(self.measurer.stop)
        window.recounts.wanted.connect(self.recounter.request)
        window.recounts.stop_wanted.connect(self.recounter.stop)
        window.closed.connect(self.close)

    @Slot()
    def close(self) -> None:
        """Stop for good."""
        self._rest.stop()
        for worker in (self.measurer, self.mapper, self.recounter):
            worker.close()

    @Slot(object, object)
    def _show_result(self, content: Content, result: Result) -> None:
        self._measurement = result[0]
        self._window.show_measurement(*result)
        self._rest.start()

    @Slot(object, object)
    def _show_failure(self, content: Content, failure: Exception) -> None:
        self._window.show_failure(failure)

    @Slot(int)
    def _measure_again(self, limit: int) -> None:
        self._measuring.set_limit(limit)
        self.measurer.request(self._window.document.content)

    @Slot()
    def _find_maps(self) -> None:
        if self._measurement is not None and self._measurement.partition is not None:
            self.mapper.request(self._measurement)


class Faults(QObject):
    """Shows and logs what no code has caught, from whatever thread, and lets the program go on."""

    _found = Signal(object, object, object)

    def __init__(self, parent: QObject, log: FaultLog | None = None) -> None:
        super().__init__(parent)
        self._log = log
        self._dialog: FaultDialog | None = None
        self._found.connect(self._show)

    @property
    def dialog(self) -> FaultDialog | None:
        """The dialog that shows faults, once there was one."""
        return self._dialog

    def catch(self, kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
        """Take the place of sys.excepthook."""
        if issubclass(kind, KeyboardInterrupt):
            QCoreApplication.exit(130)
            return
        if self._log is not None:
            self._log.note(kind, fault, trace)
        self._found.emit(kind, fault, trace)

    @Slot(object, object, object)
    def _show(self, kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
        if self._dialog is None:
            self._dialog = FaultDialog()
        self._dialog.show_fault(kind, fault, trace)


def run(file: Path | None = None) -> int:
    """Open the window, with a document or with Fig. 7.1, and return the exit code when it is closed."""
    app = application()
    opens = FileOpens(app)
    faults = Faults(app, FaultLog())
    settings = Settings(user_settings())
    languages = Languages(app)
    languages.use(settings.language)
    apply_theme(app, settings.theme)
    sys.excepthook = faults.catch
    window = build_window(settings, WindowState(user_window_state()), languages)
    app.styleHints().colorSchemeChanged.connect(window.follow_system)
    window.show()
    if file is not None:
        window.files.read(file)
    opens.deliver_to(window.files.open_path)
    code = app.exec()
    sys.excepthook = sys.__excepthook__
    return code


def build_window(settings: Settings, state: WindowState, languages: Languages, *, inline: bool = False) -> MainWindow:
    """A window with all its parts connected, showing Fig. 7.1; with `inline` nothing is computed in a thread."""
    document = Document(figure_7_1())
    window = MainWindow(document, settings, state, languages)
    document.setParent(window)
    workers = Workers(window, inline)
    workers.measurer.request(document.content)
    return window


def snapshot(
    path: Path,
    png: Path | None = None,
    size: tuple[int, int] = (1920, 1080),
    csv: Path | None = None,
    svg: Path | None = None,
    pdf: Path | None = None,
) -> None:
    """Write the picture of a document, in light colours, and its table; no window is shown.

    Raises BadInput for a file that is no document, a network that cannot be drawn, or a file that cannot be written.
    """
    content = read_document(path)
    measurement = measure(content)
    if csv is not None:
        write_csv(csv, picture_table(measurement))
    if png is None and svg is None and pdf is None:
        return
    app = application()
    apply_theme(app, "light")
    palette.use(palette.LIGHT)
    view = view_of(measurement)
    for target, save in ((png, save_png), (svg, save_svg), (pdf, save_pdf)):
        if target is not None:
            save(view, target, *size)
    view.close()


def application() -> QApplication:
    """The application, made once, with its name, version and icon."""
    QLocale.setDefault(QLocale.c())
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(sys.argv[:1])
    sys.setswitchinterval(SWITCH_SECONDS)
    app.setApplicationName("NeuralFold")
    app.setApplicationDisplayName("NeuralFold")
    app.setApplicationVersion(__version__)
    app.setOrganizationName("NeuralFold")
    QGuiApplication.setDesktopFileName("neuralfold")
    app.setWindowIcon(QIcon(str(asset("icons/neuralfold.svg"))))
    return app


def _mapped(measurement: Measurement, cancelled: IsCancelled) -> None:
    """Find what a measurement finds only when it is asked for, so that the window need not wait for it."""
    _ = measurement.distinct_affine_maps


def _recounted(request: RecountRequest, cancelled: IsCancelled) -> Recounted:
    network, window = request.content.pictured, request.content.window
    if network.inputs == 1:
        return exact_segments(network, window[0], progress=request.note, cancelled=cancelled)
    return exact_partition(network, (window[0], window[1]), progress=request.note, cancelled=cancelled)
