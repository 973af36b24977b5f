"""The plane of a network with two inputs: regions, edges by layer, decision boundary, legend, hover, pan and zoom."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent
from PySide6.QtCore import QEvent, QObject, QPointF, Qt, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from neuralfold.model.content import Content
from neuralfold.model.measurement import Measurement
from neuralfold.model.sentence import Sentence
from neuralfold.plots.axes import Box, dress, limit_view, make_plot
from neuralfold.plots.plane_item import PlaneItem
from neuralfold.plots.plane_key import key_of
from neuralfold.plots.plane_legend import Block, PlaneLegend
from neuralfold.plots.plane_notice import PlaneNotice
from neuralfold.plots.plane_paint import Picture, Scene, Window, picture_of
from neuralfold.plots.plane_sheet import sheet_ink
from neuralfold.plots.region_ink import COLOURINGS, Look, ink_of, window_frame

# A window up to this many times longer than high (or higher than long) is drawn with one scale for both axes.
SQUARE_ENOUGH = 2.0
# A view keeps its place when the window changes under it, if the window still fills this part of it.
FILLED_ENOUGH = 0.5
MARGIN = 0.012
# Room at the right of the legend, in pixels.
EDGE = 8.0
REST_AFTER_MS, DIM_AFTER_MS = 150, 200

_NOWHERE = Scene(((-1.0, 1.0), (-1.0, 1.0)))


@dataclass(frozen=True, eq=False)
class Prepared:
    """What `prepare` made in another thread: the scene, its cut to the view, and a picture painted for that view."""

    scene: Scene
    cut: Scene | None = None
    picture: Picture | None = None

    def suits(self, measurement: Measurement, look: Look) -> bool:
        """Whether this was made of that measurement for that look."""
        ink = self.scene.ink
        return ink is not None and ink.partition is measurement.partition and ink.suits(look)


class PlaneView(QWidget):
    """Paints the exact partition of a window of the plane, or a sampled sheet for smooth networks.

    `show(measurement)` takes a finished result; nothing is computed while painting. Windows between 1:2 and 2:1 are
    drawn with equal scales, longer ones fill the plot; this is decided in `fit`. The view stays where it is while
    weights change; it is fitted to the first picture, by `fit`, and where another window would be out of view.
    Where there is no picture the reason is shown, over the last picture, faint, if there was one of this size.
    """

    hovered = Signal(float, float)
    left = Signal()
    clicked = Signal(float, float)
    window_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None, say: Callable[[Sentence], str] = str) -> None:
        """`say` puts a sentence of the model into the language of the screen."""
        super().__init__(parent)
        self._say = say
        self._measurement: Measurement | None = None
        self._look = Look()
        self._scene = _NOWHERE
        self._is_stale = self._is_stopped = self._is_slice = False
        self._shows_edges = True
        self._shows_boundary = True
        self._is_inside = False

        self.plot = make_plot()
        self._box: Box = self.plot.getPlotItem().getViewBox()
        self._item = PlaneItem(self._box)
        self._notice = PlaneNotice(self._box)
        self._legend = PlaneLegend()
        plot_layout = self.plot.getPlotItem().layout
        plot_layout.addItem(self._legend, 2, 3)
        # The name of the lower axis has the column of the legend for itself.
        left, top, _, bottom = plot_layout.getContentsMargins()
        self._margins = (left, top, EDGE, bottom)
        plot_layout.setContentsMargins(*self._margins)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.plot)

        self._rest = QTimer(self, singleShot=True, interval=REST_AFTER_MS)
        self._rest.timeout.connect(self._come_to_rest)
        self._is_hugging = False
        # Margins never keep the plot from shrinking: they are chosen anew for every size.
        self.plot.getPlotItem().setMinimumSize(1.0, 1.0)
        self._dim = QTimer(self, singleShot=True, interval=DIM_AFTER_MS)
        self._dim.timeout.connect(self._show_busy)
        self._box.sigRangeChanged.connect(self._start_moving)
        self._box.sigResized.connect(self._hug)
        self.plot.scene().sigMouseClicked.connect(self._mouse_clicked)
        self.plot.viewport().installEventFilter(self)
        self._retranslate()

    # What is shown

    def show(self, measurement: Measurement | None = None, prepared: Prepared | None = None) -> None:
        """Show a measurement of a network with two inputs; without one, show the widget, as every widget does.

        `prepared` may be what `prepare` made of it, in another thread; it is used as far as it still fits.
        """
        if measurement is None:
            super().show()
            return
        self._measurement = measurement
        window = _plane_window(measurement.content)
        if measurement.partition is not None:
            if prepared is None or not prepared.suits(measurement, self._look):
                prepared = Prepared(Scene(window, ink_of(measurement.partition, self._look)))
            self._picture(prepared)
        elif measurement.sheet is not None:
            output = min(self._look.output, measurement.sheet.shape[2] - 1)
            samples = measurement.sheet[:, :, output]
            self._picture(Prepared(Scene(window, sheet=sheet_ink(samples, self._look.levels))))
        elif measurement.content.drawn_inputs == 2:
            self._is_stale = True
            self._item.set_highlight(None)
        else:
            self._picture(Prepared(_NOWHERE))
        self.set_busy(False)
        if not self._is_stale:
            self._is_slice = measurement.content.slice is not None
            self._name_axes()
        self._say_reason()
        self._update_key()

    def prepare(self, measurement: Measurement) -> Prepared | None:
        """Paths and picture that `show` will need for a measurement; may be called in the thread that measured it."""
        if measurement.partition is None:
            return None
        scene = Scene(_plane_window(measurement.content), ink_of(measurement.partition, self._look))
        frame = self._item.last_frame
        if frame is None:
            return Prepared(scene)
        cut = scene.cut_for(frame.view)
        return Prepared(scene, cut, picture_of(cut, frame, cut.quality(is_resting=False)))

    def set_colouring(self, colouring: str) -> None:
        """Fill regions by "pattern", "value" or "active" (number of active units); raises ValueError for another."""
        if colouring not in COLOURINGS:
            raise ValueError(f"colouring {colouring!r} is not one of {', '.join(COLOURINGS)}")
        self._change_look(replace(self._look, colouring=colouring))

    def set_output(self, output: int) -> None:
        """Choose the output, counted from 0, whose value and decision boundary are drawn."""
        self._change_look(replace(self._look, output=max(output, 0), levels=None))

    def set_show_edges(self, is_shown: bool) -> None:
        """Draw the edges of the regions, coloured by layer, or leave them out."""
        self._shows_edges = is_shown
        self._item.set_flags(edges=self._shows_edges, boundary=self._shows_boundary)
        self._update_key()

    def set_show_boundary(self, is_shown: bool) -> None:
        """Draw the line where the output is 0, or leave it out."""
        self._shows_boundary = is_shown
        self._item.set_flags(edges=self._shows_edges, boundary=self._shows_boundary)
        self._update_key()

    def set_busy(self, is_busy: bool) -> None:
        """Say that a new picture is on its way: after a moment the old one is dimmed and marked."""
        if is_busy:
            if not self._dim.isActive() and not self.is_busy_shown:
                self._dim.start()
            return
        self._is_stopped = False
        self._dim.stop()
        self._item.set_dimmed(self._is_stale)
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

    @property
    def measurement(self) -> Measurement | None:
        """The last measurement shown."""
        return self._measurement

    @property
    def legend(self) -> tuple[Block, ...]:
        """What the legend says."""
        return self._legend.blocks

    @property
    def notice(self) -> str:
        """The sentence in the middle of the plot, or nothing."""
        return self._notice.sentence

    def highlight(self, face: int | None) -> None:
        """Outline one region, by its face number in the partition, or none."""
        corners = None
        if face is not None and self._scene.ink is not None and not self._is_stale:
            partition = self._scene.ink.partition
            if 0 <= face < len(partition.face_starts) - 1:
                centre, half = window_frame(partition.window)
                places = partition.face_vertices[partition.face_starts[face] : partition.face_starts[face + 1]]
                corners = (partition.vertices[places] - centre) / half
        self._item.set_highlight(corners)

    def apply_palette(self) -> None:
        """Paint with the current palette; to be called after it was changed."""
        dress(self.plot)
        self._update_key()

    # The view

    def fit(self) -> None:
        """Show the whole window; the only place where the scales of the axes are locked together or set free."""
        (x0, x1), (y0, y1) = self._scene.window
        ratio = (x1 - x0) / (y1 - y0)
        self._box.setAspectLocked(1 / SQUARE_ENOUGH <= ratio <= SQUARE_ENOUGH, 1.0)
        self._hug()
        self._box.setRange(xRange=(x0, x1), yRange=(y0, y1), padding=MARGIN)

    def current_view_as_window(self) -> Window:
        """What the plot shows now, as a window ((x0, x1), (y0, y1))."""
        (x0, x1), (y0, y1) = self._box.viewRange()
        return (float(x0), float(x1)), (float(y0), float(y1))

    def request_window(self) -> None:
        """Ask for what the plot shows now to become the window."""
        self.window_requested.emit(self.current_view_as_window())

    # Events

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the mouse; pyqtgraph's own signal leaves out moves that come fast, even the last one."""
        if event.type() == QEvent.Type.MouseMove:
            self._mouse_moved(self.plot.viewportTransform().inverted()[0].map(event.position()))
        elif event.type() == QEvent.Type.Leave:
            self._leave()
        return super().eventFilter(watched, event)

    def _mouse_moved(self, at: QPointF) -> None:
        point = self._data_at(at)
        if point is None:
            self._leave()
        else:
            self._is_inside = True
            self.hovered.emit(*point)

    def _mouse_clicked(self, event: MouseClickEvent) -> None:
        point = self._data_at(event.scenePos())
        if point is not None and event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit(*point)

    def _leave(self) -> None:
        if self._is_inside:
            self._is_inside = False
            self.left.emit()

    def _data_at(self, at: QPointF) -> tuple[float, float] | None:
        """Data coordinates of a point of the scene, or None outside the plot."""
        place = self._box.mapFromScene(at)
        return self._box.data_at(place) if self._box.rect().contains(place) else None

    # Inside

    def _picture(self, new: Prepared) -> None:
        """Take a new picture, or none, and keep the view where it is if it can stay there."""
        scene, before = new.scene, self._scene
        self._scene, self._is_stale = scene, False
        levels = scene.sheet.levels if scene.sheet is not None else scene.ink.levels if scene.ink is not None else None
        self._look = replace(self._look, levels=levels or self._look.levels)
        self._item.set_scene(scene, new.cut, new.picture)
        if scene.is_empty:
            return
        if before.is_empty or scene.window != before.window:
            for axis, (low, high) in zip("xy", scene.window, strict=True):
                limit_view(self._box, axis, low, high)
            if before.is_empty or not self._is_well_seen():
                self.fit()
        self._start_moving()

    def _hug(self) -> None:
        """Where the scales are equal, give the plot the window's proportions: axes and legend lie close to it."""
        if self._is_hugging:
            return
        self._is_hugging = True
        layout = self.plot.getPlotItem().layout
        # Only with the least margins does the plot's size tell how much room there is.
        layout.setContentsMargins(*self._margins)
        layout.activate()
        if self._box.state["aspectLocked"]:
            (x0, x1), (y0, y1) = self._scene.window
            ratio = (x1 - x0) / (y1 - y0)
            width, height = self._box.width(), self._box.height()
            aside, above = max((width - height * ratio) / 2, 0.0), max((height - width / ratio) / 2, 0.0)
            left, top, right, bottom = self._margins
            layout.setContentsMargins(left + aside, top + above, right + aside, bottom + above)
            layout.activate()
        self._is_hugging = False

    def _is_well_seen(self) -> bool:
        """Whether all of the window is in view, and fills most of it along one axis."""
        view = self._box.viewRange()
        pairs = list(zip(self._scene.window, view, strict=True))
        slack = [MARGIN * (high - low) for (low, high), _ in pairs]
        inside = all(v[0] <= w[0] + s and w[1] - s <= v[1] for (w, v), s in zip(pairs, slack, strict=True))
        return inside and any(w[1] - w[0] >= FILLED_ENOUGH * (v[1] - v[0]) for w, v in pairs)

    def _change_look(self, look: Look) -> None:
        if look == self._look:
            return
        self._look = look
        if self._measurement is not None and not self._is_stale:
            self.show(self._measurement)

    def _start_moving(self) -> None:
        self._item.set_resting(False)
        self._rest.start()

    def _come_to_rest(self) -> None:
        self._item.set_resting(True)

    def _show_busy(self) -> None:
        self._is_stopped = False
        self._show_mark()

    def _show_mark(self) -> None:
        self._item.set_dimmed(True)
        self._notice.set_mark(self.tr("stopped: an earlier picture") if self._is_stopped else self.tr("computing…"))

    def _say_reason(self) -> None:
        shown = self._measurement
        is_silent = shown is None or shown.reason is None or self._has_picture
        self._notice.set_sentence("" if is_silent else self._say(shown.reason))

    @property
    def _has_picture(self) -> bool:
        return not self._is_stale and not self._scene.is_empty

    def _update_key(self) -> None:
        # A slice is one more layer in front, which is none of the network's.
        front = 1 if self._is_slice else 0
        self._legend.set_blocks(
            key_of(self._scene, self._look.output, front, edges=self._shows_edges, boundary=self._shows_boundary)
        )

    def _name_axes(self) -> None:
        """x₁ and x₂, or t₁ and t₂ on a slice."""
        names = (self.tr("t₁"), self.tr("t₂")) if self._is_slice else (self.tr("x₁"), self.tr("x₂"))
        for side, name in zip(("bottom", "left"), names, strict=True):
            if self.plot.getPlotItem().getAxis(side).name != name:
                self.plot.getPlotItem().setLabel(side, name)

    def _retranslate(self) -> None:
        self._name_axes()
        if self._notice.mark:
            self._show_mark()
        self._say_reason()
        self._update_key()


def _plane_window(content: Content) -> Window:
    """The window of two inputs; that of another number of inputs does not matter, as nothing is drawn in it."""
    if len(content.window) != 2:
        return _NOWHERE.window
    x, y = content.window
    return x, y
