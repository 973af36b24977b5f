"""The line of a network with one input: its parts, their composition, the preactivations of a layer, and a probe."""

import math
from collections.abc import Callable

from pyqtgraph import GraphicsView
from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from neuralfold.model.measurement import Measurement
from neuralfold.model.number_text import whole_text
from neuralfold.model.sentence import Sentence
from neuralfold.plots.axes import dress
from neuralfold.plots.line_grid import PanelGrid, aligned, rows_of
from neuralfold.plots.line_panel import LinePanel
from neuralfold.plots.line_picture import LAYER, WHOLE, WRITTEN_OUT, PanelPicture, pictures_of
from neuralfold.plots.line_probe import stopped
from neuralfold.plots.plane_notice import PlaneNotice

DIM_AFTER_MS = 200
FAST_STEPS = 10
DIMMED = 0.4


class LineView(QWidget):
    """Paints the exact piecewise-linear function of a network with one input.

    `show(measurement)` takes a finished result. A chain has a panel for each part and one for the composition, with
    the segments of the first part as coloured bands in both. The view stays where it is while weights change; it is
    fitted when another window or another number of panels comes, and by `fit`. Where there is no picture the reason
    is shown over the last one, faint.
    """

    hovered = Signal(float, int)
    left = Signal()
    probe_moved = Signal(float)
    probe_released = Signal()

    def __init__(self, parent: QWidget | None = None, say: Callable[[Sentence], str] = str) -> None:
        """`say` puts a sentence of the model into the language of the screen."""
        super().__init__(parent)
        self._say = say
        self._measurement: Measurement | None = None
        self._pictures: tuple[PanelPicture, ...] = ()
        self._layer: int | None = None
        self._probe: float | None = None
        self._shape: tuple[object, ...] = ()
        self._is_stale = self._is_stopped = False
        self._is_following = False
        self._pool: list[LinePanel] = []

        self.plot = _Canvas()
        self._grid = PanelGrid()
        self.plot.setCentralItem(self._grid)
        dress(self.plot)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.plot)
        self.setFocusProxy(self.plot)
        self.plot.stepped.connect(self._step_probe)
        self._dim = QTimer(self, singleShot=True, interval=DIM_AFTER_MS)
        self._dim.timeout.connect(self._show_busy)
        self._notice = PlaneNotice(self._grid)

    # What is shown

    def show(self, measurement: Measurement | None = None) -> None:
        """Show a measurement; without one, show the widget, as every widget does."""
        if measurement is None:
            super().show()
            return
        self._measurement = measurement
        is_line = measurement.content.drawn_inputs == 1
        pictures = pictures_of(measurement, self._layer) if is_line else ()
        self._is_stale = is_line and not pictures and bool(self._pictures)
        if not self._is_stale:
            self._take(pictures)
        self.set_busy(False)
        self._write()

    def set_layer(self, k: int | None) -> None:
        """Add a panel with all preactivations of `layers[k]` of the merged network, or take it away with None."""
        if k == self._layer:
            return
        self._layer = k
        if self._measurement is not None and not self._is_stale:
            self._take(pictures_of(self._measurement, k) if self._measurement.content.drawn_inputs == 1 else ())
            for panel in self.panels:
                if panel.picture is not None and panel.picture.kind == LAYER:
                    self._fit_panel(panel)
            self._write()

    @property
    def layer(self) -> int | None:
        """The k of the layer whose preactivations are shown, or None."""
        return self._layer

    @property
    def panels(self) -> list[LinePanel]:
        """The panels that are shown: the parts, the whole, the layer."""
        return self._pool[: len(self._pictures)]

    def set_busy(self, is_busy: bool) -> None:
        """Say that a new picture is on its way: after a moment the old one is dimmed and marked."""
        if is_busy:
            if not self._dim.isActive() and not self.is_busy_shown:
                self._dim.start()
            return
        self._is_stopped = False
        self._dim.stop()
        self._dim_panels(self._is_stale)
        self._notice.set_mark("")

    @property
    def is_busy_shown(self) -> bool:
        """Whether the picture is marked as being computed."""
        return bool(self._notice.mark) and not self._is_stopped

    def set_stopped(self) -> None:
        """Say that the new picture will not come: the old one stays dimmed and marked."""
        self._is_stopped = True
        self._dim.stop()
        self._show_mark()

    def highlight(self, interval: tuple[float, float] | None) -> None:
        """Show an interval of x as chosen in the panel of the whole function, or none."""
        for panel in self.panels:
            is_whole = panel.picture is not None and panel.picture.kind == WHOLE
            panel.item.set_chosen(interval if is_whole else None)

    def apply_palette(self) -> None:
        """Paint with the current palette; to be called after it was changed."""
        dress(self.plot)
        for panel in self._pool:
            panel.item.set_picture(panel.picture)

    @property
    def sentence(self) -> str:
        """Why there is no picture, as it is shown, or nothing."""
        return str(self._notice.sentence)

    # The probe

    @property
    def probe(self) -> float | None:
        """The x of the probe, inside the window; None before the first picture."""
        return self._probe

    @probe.setter
    def probe(self, x: float) -> None:
        self._move_probe(x)

    def _move_probe(self, x: float) -> None:
        if self._measurement is None or not self._pictures or self._is_stale or not math.isfinite(x):
            return
        low, high = self._measurement.content.window[0]
        x = min(max(x, low), high)
        if x != self._probe:
            self._probe = x
            self._show_probe()
            self.probe_moved.emit(x)

    def _drag_probe(self, panel: LinePanel, x: float) -> None:
        self._move_probe(stopped(x, panel.step))

    def _step_probe(self, steps: int) -> None:
        if self._probe is None or not self._pictures:
            return
        step = self.panels[0].step
        self._move_probe(stopped(self._probe + steps * step, step))
        self.probe_released.emit()

    def _show_probe(self) -> None:
        for panel in self.panels:
            panel.set_probe(self._probe)

    # The view

    def fit(self) -> None:
        """Show the whole window, and all of every curve."""
        for panel in self.panels:
            self._fit_panel(panel)

    def _fit_panel(self, panel: LinePanel) -> None:
        # A panel that follows another across must not pull it along while both are being fitted.
        self._is_following = True
        panel.fit()
        self._is_following = False

    # Events

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._write()
        super().changeEvent(event)

    # Inside

    def _take(self, pictures: tuple[PanelPicture, ...]) -> None:
        """Show these pictures, in panels that keep their view if they can."""
        self._pictures = pictures
        window = self._measurement.content.window if self._measurement is not None else ()
        for i, picture in enumerate(pictures):
            self._panel(i).set_picture(picture)
        for panel in self._pool:
            panel.setVisible(panel in self.panels)
        self._grid.set_rows(rows_of(self.panels))
        shape = (window, *(picture.kind for picture in pictures if picture.kind != LAYER))
        if pictures and shape != self._shape:
            self.fit()
        self._shape = shape if pictures else self._shape
        self._place_probe()

    def _place_probe(self) -> None:
        if self._pictures and self._measurement is not None:
            low, high = self._measurement.content.window[0]
            if self._probe is None or not low <= self._probe <= high:
                self._probe = low / 2 + high / 2
                self.probe_moved.emit(self._probe)
        self._show_probe()

    def _panel(self, i: int) -> LinePanel:
        """Panel number `i`; panels are made when first needed and kept, so that none is ever deleted in use."""
        while len(self._pool) <= i:
            panel = LinePanel()
            panel.setParentItem(self._grid)
            panel.probe_dragged.connect(self._drag_probe)
            panel.probe_dropped.connect(self.probe_released)
            panel.hovered.connect(self._pass_hover)
            panel.left.connect(self.left)
            panel.moved_across.connect(self._follow_across)
            panel.view_changed.connect(self._view_changed)
            self._pool.append(panel)
        return self._pool[i]

    def _pass_hover(self, panel: LinePanel, x: float) -> None:
        if panel in self.panels:
            self.hovered.emit(x, self.panels.index(panel))

    def _follow_across(self, moved: LinePanel) -> None:
        """Panels of the whole function, of a layer, and of a part above them look at the same x."""
        if self._is_following or moved not in self.panels:
            return
        followers = aligned(self.panels)
        if moved not in followers:
            return
        self._is_following = True
        for panel in followers:
            if panel is not moved:
                panel.box.setXRange(*moved.box.viewRange()[0], padding=0.0)
        self._is_following = False

    def _view_changed(self) -> None:
        self._grid.keep_room()
        self._write_notes()

    def _dim_panels(self, is_dimmed: bool) -> None:
        for panel in self._pool:
            panel.setOpacity(DIMMED if is_dimmed else 1.0)

    def _show_busy(self) -> None:
        self._is_stopped = False
        self._show_mark()

    def _show_mark(self) -> None:
        self._dim_panels(True)
        self._notice.set_mark(self.tr("stopped: an earlier picture") if self._is_stopped else self.tr("computing…"))

    # Words

    def _write(self) -> None:
        for panel, picture in zip(self.panels, self._pictures, strict=True):
            panel.set_heading(self._heading(picture), self._remark(picture))
        if self._notice.mark:
            self._show_mark()
        shown = self._measurement
        is_silent = shown is None or shown.reason is None or (bool(self._pictures) and not self._is_stale)
        self._notice.set_sentence("" if is_silent else self._say(shown.reason))
        self._write_notes()

    def _write_notes(self) -> None:
        for panel, picture in zip(self.panels, self._pictures, strict=True):
            panel.set_note(self._note(panel, picture))

    def _heading(self, picture: PanelPicture) -> str:
        if picture.kind != LAYER:
            return picture.title
        if picture.number == 0:
            return self.tr("Preactivations of the output")
        return self.tr("Preactivations of hidden layer {layer}").format(layer=picture.number)

    def _remark(self, picture: PanelPicture) -> str:
        if picture.kind != WHOLE or picture.repeat <= WRITTEN_OUT:
            return ""
        return self.tr("f applied {times} times").format(times=whole_text(picture.repeat))

    def _note(self, panel: LinePanel, picture: PanelPicture) -> str:
        if picture.left_out and not picture.curves:
            return self.tr("Not drawn: {units} units at {points} points are too many").format(
                units=whole_text(picture.left_out),
                points=whole_text(self._measurement.activation_regions or 0) if self._measurement else "",
            )
        if panel.is_band:
            return self.tr("min–max band: segments are finer than pixels")
        if picture.sampled:
            return self.tr("sampled at {points} points").format(points=whole_text(picture.sampled))
        if picture.left_out:
            return self.tr("the first {shown} of {units} curves").format(
                shown=len(picture.curves), units=whole_text(picture.left_out + len(picture.curves))
            )
        return ""


class _Canvas(GraphicsView):
    """The widget under the panels; the arrow keys move the probe."""

    stepped = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """One step to the left or right, ten with Shift; other keys go on to the window."""
        if event.key() not in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            event.ignore()
            return
        steps = FAST_STEPS if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
        self.stepped.emit(steps if event.key() == Qt.Key.Key_Right else -steps)
