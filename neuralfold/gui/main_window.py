"""The one window: layers, numbers and counts at the left, the picture at the right, and what connects them."""

from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QSplitter, QVBoxLayout, QWidget

from neuralfold.gui.about_box import show_about
from neuralfold.gui.counts_strip import CountsStrip
from neuralfold.gui.draw_row import DrawRow
from neuralfold.gui.edit_desk import EditDesk
from neuralfold.gui.exporter import Exporter
from neuralfold.gui.file_desk import FileDesk
from neuralfold.gui.languages import Languages
from neuralfold.gui.layer_table import LayerTable
from neuralfold.gui.limit_desk import LimitDesk
from neuralfold.gui.menus import Menus
from neuralfold.gui.message_bar import MessageBar
from neuralfold.gui.parameter_table import ParameterTable
from neuralfold.gui.picture_area import PictureArea
from neuralfold.gui.recount_desk import RecountDesk
from neuralfold.gui.settings import Settings, WindowState
from neuralfold.gui.status_line import StatusLine
from neuralfold.gui.theme import Theme, apply_theme
from neuralfold.model.content import Content
from neuralfold.model.measurement import Measurement
from neuralfold.model.number_text import whole_text
from neuralfold.model.sentence import Sentence
from neuralfold.plots.line_view import LineView
from neuralfold.plots.plane_view import PlaneView, Prepared
from neuralfold.session.document import Document

BEST_SIZE, ROOM_SHARE = QSize(1920, 1080), 0.94
LEFT_SHARE, NARROWEST_LEFT, WIDEST_LEFT = 0.35, 470, 600
# How much of the left side layers, parameters and counts get at first.
LEFT_SHARES = (0.45, 0.22, 0.33)
# In a lower window the tables below the picture are closed at first: the picture gets the space.
TALL_ENOUGH = 900


class MainWindow(QMainWindow):
    """Shows a Document and lets it be edited, opened, saved and exported.

    Measuring is done elsewhere: whoever hears the document hands the outcome to `show_measurement`.
    When the limit changes the open content is to be measured again; `stop_wanted` asks for an end; `closed` tells that
    the window is closed for good.
    """

    stop_wanted = Signal()
    closed = Signal()

    def __init__(self, document: Document, settings: Settings, state: WindowState, languages: Languages) -> None:
        super().__init__()
        self.document = document
        self.settings = settings
        self._state = state
        self._languages = languages
        self._content = document.content
        self._may_close = False
        self.setAcceptDrops(True)
        self.setMinimumSize(900, 560)

        self.layers = LayerTable(document, self)
        self.draw_row = DrawRow(document, self)
        self.parameters = ParameterTable(document, self)
        self.counts = CountsStrip(document.content, self)
        self.pictures = PictureArea(document, self)
        self.status = StatusLine(self)
        self.setStatusBar(self.status)
        self._lay_out()
        self.messages = MessageBar(self.centralWidget())
        self.edits = EditDesk(document, self)
        self.limits = LimitDesk(document, settings, self)
        self.files = FileDesk(document, settings, self)
        self.exporter = Exporter(self._shown, self._name, self)
        self.recounts = RecountDesk(lambda: self.pictures.measurement, self)
        self.menus = Menus(self.menuBar(), settings, self)
        self._fill_menus()
        self._connect()
        self._connect_menus()
        self._retranslate()
        self.show_content(document.content)
        self._restore()

    # What is shown

    @Slot(object)
    def show_content(self, content: Content) -> None:
        """Show what needs no measuring; to be called when the document changed."""
        self.messages.clear()
        before, self._content = self._content, content
        if before.slice and not content.slice and before.chain.inputs != content.chain.inputs and self._has_past():
            self.messages.say(Sentence.of("the slice was left out: its points have another number of inputs"))
        self.counts.show_content(content)
        self.pictures.show_content(content)
        self.menus.merge.setEnabled(not content.chain.is_plain)
        self._show_title()

    @Slot()
    def show_busy(self) -> None:
        """Say that a measurement is on its way."""
        self.pictures.set_busy()
        self.status.set_busy()

    @Slot()
    def show_stopped(self) -> None:
        """Say that measuring was stopped: what is shown is of earlier numbers."""
        self.pictures.show_stopped()
        self.status.show_stopped()

    def show_measurement(self, measurement: Measurement, prepared: Prepared | None = None) -> None:
        """Show a finished measurement of the content that is open, or of one that was a moment ago."""
        self.pictures.show_measurement(measurement, prepared)
        self.counts.show_measurement(measurement)
        self.status.show_measurement(measurement)
        if measurement.is_over_budget and measurement.content is self._content:
            said = Sentence.of(
                "there is no new picture: it would have more than {limit} regions", limit=whole_text(self.limits.limit)
            )
            self.messages.say(said, self.limits.ways_out(measurement))
        pictured = measurement.content.pictured
        self.menus.recount.setEnabled(pictured.inputs <= 2 and pictured.is_piecewise_linear)
        self.menus.save_picture.setEnabled(self.pictures.view is not None)
        self.menus.copy_picture.setEnabled(self.pictures.view is not None)
        line, plane = self.pictures.line, self.pictures.plane
        for page, actions in (
            (line, (line.probe_action, line.segments_action)),
            (plane, (plane.edges_action, plane.boundary_action, *plane.colouring_actions.actions())),
        ):
            for action in actions:
                action.setEnabled(page is self.pictures.currentWidget())

    @Slot(object)
    def show_maps(self, measurement: Measurement) -> None:
        """Show how many distinct maps a measurement has, now that it is known."""
        self.counts.show_maps(measurement)

    def show_failure(self, failure: Exception) -> None:
        """Say that measuring went wrong in a way that nobody foresaw."""
        self.pictures.rest()
        self.status.rest()
        self.messages.say(
            Sentence.of("the picture could not be computed: {problem}", problem=f"{type(failure).__name__}: {failure}")
        )

    # Events

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved edits, then tell those who work for this window to stop."""
        if not (self._may_close or self.document.is_clean):
            event.ignore()
            self.files.after_asking(self._close_for_good)
            return
        self.recounts.close()
        self._keep()
        super().closeEvent(event)
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape, where no table and no field has a use for it, stops what is being computed."""
        if event.key() == Qt.Key.Key_Escape and self.status.stop_action.isEnabled():
            self.status.stop_action.trigger()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the first file that was dropped."""
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.files.open_path(paths[0])

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        match event.type():
            case QEvent.Type.LanguageChange:
                self._retranslate()
            case QEvent.Type.PaletteChange if hasattr(self, "pictures"):
                self.pictures.apply_palette()
            case QEvent.Type.WindowStateChange:
                self.menus.full_screen.setChecked(self.isFullScreen())

    # Inside

    def _lay_out(self) -> None:
        upper = QWidget(self)
        column = QVBoxLayout(upper)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.layers, 1)
        column.addWidget(self.draw_row)
        self._left = QSplitter(Qt.Orientation.Vertical, self)
        for widget, stretch in ((upper, 5), (self.parameters, 4), (self.counts, 4)):
            self._left.addWidget(widget)
            self._left.setStretchFactor(self._left.count() - 1, stretch)
        self._left.setChildrenCollapsible(False)
        self._left.setContentsMargins(8, 4, 0, 6)
        self._left.setHandleWidth(8)
        self._across = QSplitter(Qt.Orientation.Horizontal, self)
        self._across.addWidget(self._left)
        self._across.addWidget(self.pictures)
        self._across.setStretchFactor(1, 1)
        self._across.setChildrenCollapsible(False)
        self._across.setHandleWidth(8)
        # The bar of messages floats over this; over the splitter itself it would become a pane.
        whole = QWidget(self)
        filling = QVBoxLayout(whole)
        filling.setContentsMargins(0, 0, 0, 0)
        filling.addWidget(self._across)
        self.setCentralWidget(whole)

    def _fill_menus(self) -> None:
        layers, line, plane = self.layers, self.pictures.line, self.pictures.plane
        rows = [layers.add_action, layers.duplicate_action, layers.remove_action]
        moves = [layers.move_up_action, layers.move_down_action]
        chain = [layers.add_network_action, layers.repeat_action, self.menus.merge]
        numbers = [self.parameters.copy_action, self.parameters.paste_action]
        self.menus.fill_edit([rows, moves, chain, numbers, [self.menus.title]])
        self.menus.examples.addActions([self.draw_row.same_action, self.draw_row.new_action])
        self.fit_action = QAction(self)
        self.fit_action.setShortcut("Ctrl+0")
        self.use_view_action = QAction(self)
        self.use_view_action.setShortcut("Ctrl+Shift+V")
        plane_group = [plane.edges_action, plane.boundary_action]
        view = [self.fit_action, self.use_view_action]
        self.menus.fill_view([view, [line.probe_action, line.segments_action], plane_group])
        self.menus.measure.addAction(self.status.stop_action)
        self.menus.colouring.addActions(plane.colouring_actions.actions())

    def _connect(self) -> None:
        self.layers.layer_selected.connect(self.parameters.show_layer)
        for source in (self.layers, self.parameters, self.draw_row, self.counts, self.pictures, self.edits, self.files):
            source.refused.connect(self.messages.say)
        self.edits.drawn.connect(self.files.open_example)
        self.exporter.refused.connect(self.messages.say)
        self.exporter.told.connect(self.status.tell_news)
        self.counts.batch_edited.connect(self.edits.set_batch)
        self.pictures.told.connect(self.status.tell)
        self.pictures.window_wanted.connect(self.edits.set_window)
        self.pictures.slice_wanted.connect(self.edits.ask_slice)
        self.limits.limit_changed.connect(self.messages.clear)
        self.status.stop_action.triggered.connect(self.stop_wanted)
        self.files.recent_changed.connect(self.menus.list_recent)
        self.document.path_changed.connect(self._show_title)
        self.document.undo_stack.cleanChanged.connect(self._show_title)

    def _connect_menus(self) -> None:
        menus, files, stack = self.menus, self.files, self.document.undo_stack
        for action, slot in (
            (menus.new, files.new),
            (menus.open, files.open),
            (menus.save, files.save),
            (menus.save_as, files.save_as),
            (menus.save_picture, self.exporter.save_picture),
            (menus.copy_picture, self.exporter.copy_picture),
            (menus.export_counts, self.exporter.export_counts),
            (menus.export_table, self.exporter.export_table),
            (menus.quit, self.close),
            (menus.undo, self.document.undo),
            (menus.redo, self.document.redo),
            (menus.title, self.edits.ask_title),
            (menus.merge, self.edits.merge),
            (menus.random, self.edits.ask_random),
            (menus.full_screen, self._toggle_full_screen),
            (menus.slice, self.edits.ask_slice),
            (menus.limit, self.limits.ask_limit),
            (menus.recount, self.recounts.start),
            (menus.about, self._show_about),
            (self.fit_action, self._fit),
            (self.use_view_action, self._use_view),
        ):
            action.triggered.connect(slot)
        menus.example_wanted.connect(files.open_example)
        menus.recent_wanted.connect(files.open_path)
        menus.language_wanted.connect(self._set_language)
        menus.theme_wanted.connect(self._set_theme)
        menus.undo.setEnabled(stack.canUndo())
        menus.redo.setEnabled(stack.canRedo())
        stack.canUndoChanged.connect(menus.undo.setEnabled)
        stack.canRedoChanged.connect(menus.redo.setEnabled)

    def _shown(self) -> tuple[LineView | PlaneView | None, Measurement | None]:
        return self.pictures.view, self.pictures.measurement

    def _name(self) -> str:
        return self.files.name

    @Slot()
    def _show_title(self) -> None:
        self.setWindowTitle(f"{self.files.name}[*] – NeuralFold")
        self.setWindowModified(not self.document.is_clean)

    def _has_past(self) -> bool:
        return self.document.undo_stack.count() > 0

    @Slot()
    def _fit(self) -> None:
        if self.pictures.view is not None:
            self.pictures.view.fit()

    @Slot()
    def _use_view(self) -> None:
        page = self.pictures.currentWidget()
        if page in (self.pictures.line, self.pictures.plane):
            page.use_view_action.trigger()

    @Slot(bool)
    def _toggle_full_screen(self, is_full: bool) -> None:
        self.setWindowState(
            self.windowState() | Qt.WindowState.WindowFullScreen
            if is_full
            else self.windowState() & ~Qt.WindowState.WindowFullScreen
        )

    @Slot(str)
    def _set_language(self, language: str) -> None:
        self.settings.language = language
        self._languages.use(language)
        self.menus.show_choices(self._languages.language)

    @Slot(str)
    def _set_theme(self, theme: Theme) -> None:
        self.settings.theme = theme
        application = QApplication.instance()
        if isinstance(application, QApplication):
            apply_theme(application, theme)
        self.menus.show_choices(self._languages.language)

    @Slot()
    def follow_system(self) -> None:
        """Take over the look of the system where that is wanted; to be called when it changed."""
        if self.settings.theme == "system":
            self._set_theme("system")

    @Slot()
    def _show_about(self) -> None:
        show_about(self)

    def _close_for_good(self) -> None:
        self._may_close = True
        self.close()

    def _retranslate(self) -> None:
        self.menus.retranslate()
        self.limits.retranslate()
        self.menus.show_choices(self._languages.language)
        self.fit_action.setText(self.tr("Fit"))
        self.use_view_action.setText(self.tr("Use View as Window"))
        self._show_title()

    def _restore(self) -> None:
        """Be as large and divided as last time; at first, as large as fits the projector."""
        geometry = self._state.state("geometry")
        if geometry is None or not self.restoreGeometry(geometry):
            room = self.screen().availableSize()
            self.resize(BEST_SIZE if room.width() > BEST_SIZE.width() else room * ROOM_SHARE)
        for name, splitter in self._splitters():
            state = self._state.state(name)
            if state is None or not splitter.restoreState(state):
                self._divide(splitter)
        is_tall = self.height() >= TALL_ENOUGH
        for name, action in self._switches():
            action.setChecked(self._state.is_on(name, is_tall and name == "probe"))

    def _divide(self, splitter: QSplitter) -> None:
        if splitter is self._across:
            left = min(max(round(LEFT_SHARE * self.width()), NARROWEST_LEFT), WIDEST_LEFT)
            splitter.setSizes([left, self.width() - left])
        elif splitter is self._left:
            splitter.setSizes([round(share * self.height()) for share in LEFT_SHARES])

    def _keep(self) -> None:
        self._state.keep("geometry", self.saveGeometry())
        for name, splitter in self._splitters():
            self._state.keep(name, splitter.saveState())
        for name, action in self._switches():
            self._state.keep_switch(name, action.isChecked())

    def _splitters(self) -> list[tuple[str, QSplitter]]:
        line = self.pictures.line
        return [("across", self._across), ("left", self._left), ("line", line.splitter), ("lower", line.lower)]

    def _switches(self) -> list[tuple[str, QAction]]:
        return [("probe", self.pictures.line.probe_action), ("segments", self.pictures.line.segments_action)]
