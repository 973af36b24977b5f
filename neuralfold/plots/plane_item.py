"""The graphics item that shows a plane inside a plot: it keeps the last picture, and blits it while nothing changes."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from neuralfold.plots import palette
from neuralfold.plots.axes import Box
from neuralfold.plots.plane_paint import Frame, Picture, Quality, Scene, draw_outline, draw_scene, picture_of
from neuralfold.plots.region_shapes import Floats

DIMMED = 0.35


class PlaneItem(QGraphicsObject):
    """Regions, edges, decision boundary and highlight of a plane, in the pixels of a box.

    It is a child of the box itself and not of its scaled contents, because it maps to pixels more exactly than one
    matrix can. On a widget it keeps the last picture; on any other painter (an export) it draws paths with full care.
    `last_frame` is how it was last painted on a widget; another thread may read it to paint the next picture alike.
    """

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.setZValue(1)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._box = box
        self._whole = self._scene = Scene(((-1.0, 1.0), (-1.0, 1.0)))
        self._outline = QPainterPath()
        self._is_resting = False
        self._is_dimmed = False
        self._shows_edges = True
        self._shows_boundary = True
        self._ratio = 1.0
        self._picture: Picture | None = None
        self.last_frame: Frame | None = None
        box.sigRangeChanged.connect(self._view_changed)
        box.sigResized.connect(self._view_changed)

    def set_scene(self, scene: Scene, cut: Scene | None = None, picture: Picture | None = None) -> None:
        """Show a scene; `cut` and `picture` may have been made of it for the present view in another thread."""
        self._whole, self._picture = scene, picture
        self._scene = scene.cut_for(self.frame.view, cut)
        if self._scene is not (cut or scene):
            self._picture = None
        self._outline = QPainterPath()
        self.update()

    def set_flags(self, *, edges: bool, boundary: bool) -> None:
        """Choose whether edges and the decision boundary are drawn."""
        self._shows_edges, self._shows_boundary = edges, boundary
        self.update()

    def set_highlight(self, corners: Floats | None) -> None:
        """Outline the polygon with these corners, shape (n, 2) in window coordinates, or nothing."""
        self._outline = QPainterPath()
        if corners is not None and len(corners):
            self._outline.moveTo(*corners[0].tolist())
            for corner in corners[1:].tolist():
                self._outline.lineTo(*corner)
            self._outline.closeSubpath()
        self.update()

    def set_resting(self, is_resting: bool) -> None:
        """Say whether nothing moves now, so that a small picture may be drawn with care."""
        if is_resting != self._is_resting:
            self._is_resting = is_resting
            self.update()

    def set_dimmed(self, is_dimmed: bool) -> None:
        """Draw faintly while a newer picture is being computed."""
        if is_dimmed != self._is_dimmed:
            self._is_dimmed = is_dimmed
            self.update()

    @property
    def is_dimmed(self) -> bool:
        """Whether the picture is drawn faintly."""
        return self._is_dimmed

    @property
    def frame(self) -> Frame:
        """How a scene is drawn now."""
        (x0, x1), (y0, y1) = self._box.viewRange()
        rect = self._box.rect()
        view = ((float(x0), float(x1)), (float(y0), float(y1)))
        flags = (self._shows_edges, self._shows_boundary)
        return Frame(view, rect.width(), rect.height(), self._ratio, *flags, palette.current())

    def boundingRect(self) -> QRectF:
        """The inside of the plot, in pixels."""
        return QRectF(self._box.rect())

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw on a widget from the kept picture, on any other painter as paths with full care."""
        painter.save()
        if widget is not None:
            self._ratio = widget.devicePixelRatioF()
            self.last_frame = self.frame
        frame = self.frame
        painter.translate(self.boundingRect().topLeft())
        if self._is_dimmed:
            painter.setOpacity(DIMMED)
        if widget is None:
            painter.setClipRect(QRectF(0.0, 0.0, frame.width, frame.height), Qt.ClipOperation.IntersectClip)
            draw_scene(painter, self._scene, frame, Quality.PRINTED)
        else:
            quality = self._scene.quality(is_resting=self._is_resting)
            if self._picture is None or self._picture.key != (frame, quality):
                self._picture = picture_of(self._scene, frame, quality)
            painter.drawImage(0, 0, self._picture.image)
        if not self._outline.isEmpty():
            draw_outline(painter, self._outline, frame.matrix(self._scene.window), frame.palette)
        painter.restore()

    def _view_changed(self) -> None:
        self.prepareGeometryChange()
        scene = self._whole.cut_for(self.frame.view, self._scene)
        if scene is not self._scene:
            self._scene, self._picture = scene, None
        self.update()
