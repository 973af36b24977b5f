"""How ready ink becomes pixels or vector paths: the drawing of a plane on any painter, in any thread."""

import math
from dataclasses import dataclass
from enum import Enum

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPaintEngine, QPainter, QPainterPath, QPen, QTransform

from neuralfold.plots.palette import Palette
from neuralfold.plots.plane_sheet import SheetInk
from neuralfold.plots.region_colours import colour_table
from neuralfold.plots.region_ink import Lines, PlaneInk, window_frame

Window = tuple[tuple[float, float], tuple[float, float]]

# How many regions are painted carefully even while they move, and how many at rest: about 4 and 35 ms.
ALWAYS_CAREFUL, CAREFUL_AT_REST = 250, 2_500
# Above this many edges even a hairline is drawn without antialiasing while it moves.
SMOOTH_HAIRLINES = 12_000
# A view that shows less than this part of the window gets ink of its own, cut to three times the view.
CUT_BELOW = 0.08

THICKEST_EDGE = 2.0
BOUNDARY_WIDTH, HIGHLIGHT_WIDTH, CASING = 3.2, 3.0, 2.6


class Quality(Enum):
    """How much time a picture may take, and whether a viewer will paint it again at another size."""

    MOVING = 0
    RESTING = 1
    PRINTED = 2


@dataclass(frozen=True)
class Frame:
    """Where and how a plane is drawn: the ranges of the axes that are in view, pixels, switches and colours."""

    view: Window
    width: float
    height: float
    ratio: float
    shows_edges: bool
    shows_boundary: bool
    palette: Palette

    def matrix(self, window: Window) -> QTransform:
        """From coordinates of the window (−1 … 1) to pixels.

        Made from differences: in a window 1e-7 wide at 1e6, one matrix from data to pixels would be wrong by pixels.
        """
        (x0, x1), (y0, y1) = self.view
        centre, half = window_frame(window)
        per_x, per_y = self.width / (x1 - x0), self.height / (y1 - y0)
        return QTransform(
            float(half[0]) * per_x,
            0.0,
            0.0,
            -float(half[1]) * per_y,
            (float(centre[0]) - x0) * per_x,
            self.height - (float(centre[1]) - y0) * per_y,
        )


@dataclass(frozen=True, eq=False)
class Scene:
    """What is drawn over a window: the regions of a partition, or a sampled sheet, or nothing."""

    window: Window
    ink: PlaneInk | None = None
    sheet: SheetInk | None = None

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return self.ink is None and self.sheet is None

    @property
    def regions(self) -> int:
        """Number of polygons."""
        return self.ink.polygons.count if self.ink is not None else 0

    def quality(self, *, is_resting: bool) -> Quality:
        """How carefully this may be painted on the screen."""
        limit = CAREFUL_AT_REST if is_resting else ALWAYS_CAREFUL
        return Quality.RESTING if self.regions <= limit else Quality.MOVING

    def cut_for(self, view: Window, before: "Scene | None" = None) -> "Scene":
        """The scene for a view: itself, or after a deep zoom what lies near; `before` is kept while it still fits."""
        if self.ink is None:
            return self
        centre, half = window_frame(self.window)
        low, high = ((np.array(view) - centre[:, None]) / half[:, None]).T
        size = high - low
        if float(size.min()) >= 2 * CUT_BELOW:
            return self
        if before is not None and before.ink is not None and before.ink.kept is not None:
            kept_low, kept_high = before.ink.kept
            if (kept_low <= low).all() and (high <= kept_high).all() and (kept_high - kept_low <= 6 * size).all():
                return before
        return Scene(self.window, self.ink.clipped(low - size, high + size))


@dataclass(frozen=True, eq=False)
class Picture:
    """A painted scene and what it was painted for."""

    image: QImage
    key: tuple[Frame, Quality]


def picture_of(scene: Scene, frame: Frame, quality: Quality) -> Picture:
    """Paint a scene; may be called in any thread."""
    size = QSize(math.ceil(frame.width * frame.ratio), math.ceil(frame.height * frame.ratio)).expandedTo(QSize(1, 1))
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(frame.ratio)
    image.fill(0)
    painter = QPainter(image)
    draw_scene(painter, scene, frame, quality)
    painter.end()
    return Picture(image, (frame, quality))


def draw_scene(painter: QPainter, scene: Scene, frame: Frame, quality: Quality) -> None:
    """Draw a scene with the top left corner of the plot at the painter's origin."""
    matrix = frame.matrix(scene.window)
    boundary = None
    if scene.sheet is not None:
        scene.sheet.draw(painter, matrix, frame.palette)
        boundary = scene.sheet.boundary
    if scene.ink is not None:
        _fill(painter, scene.ink, matrix, quality, frame.palette)
        if frame.shows_edges:
            _stroke_edges(painter, scene.ink, matrix, quality, frame.palette)
        boundary = scene.ink.boundary
    if boundary is None:
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(frame.palette.faint), 1.0))
    around = QRectF(matrix.map(QPointF(-1.0, 1.0)), matrix.map(QPointF(1.0, -1.0)))
    painter.drawRect(around.intersected(QRectF(-9.0, -9.0, frame.width + 18.0, frame.height + 18.0)))
    if frame.shows_boundary:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        for colour, width in casing(frame.palette, BOUNDARY_WIDTH):
            _stroke(painter, boundary, matrix, _pen(colour, width, 1.0, Qt.PenCapStyle.RoundCap))


def draw_outline(painter: QPainter, outline: QPainterPath, matrix: QTransform, palette: Palette) -> None:
    """Draw the outline of one region, given in coordinates of the window, so that it stands out."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in casing(palette, HIGHLIGHT_WIDTH):
        painter.setPen(_pen(colour, width, 1.0, Qt.PenCapStyle.RoundCap))
        painter.drawPath(matrix.map(outline))


def casing(palette: Palette, width: float) -> tuple[tuple[str, float], tuple[str, float]]:
    """Colour and width of a line and of the rim under it that makes it readable on any fill, rim first."""
    return (palette.background, width + CASING), (palette.ink, width)


def edge_style(scene_area: float, regions: int) -> tuple[float, float]:
    """Pen width in pixels and opacity of edges that leave the fills between them visible."""
    across = math.sqrt(scene_area / max(regions, 1))
    return min(max(across / 16.0, 1.0), THICKEST_EDGE), min(max(across / 14.0, 0.3), 1.0)


def _fill(painter: QPainter, ink: PlaneInk, matrix: QTransform, quality: Quality, palette: Palette) -> None:
    colours = colour_table(palette, ink.levels, ink.counts)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, quality is Quality.PRINTED)
    if quality is Quality.PRINTED:
        # A hair of its own colour around each region closes the seams that antialiasing leaves between neighbours.
        is_raster = painter.paintEngine().type() == QPaintEngine.Type.Raster
        for number, path in ink.careful_fills if is_raster else ink.fills:
            painter.setPen(_pen(colours[number], 0.6, 1.0, Qt.PenCapStyle.FlatCap))
            painter.setBrush(QBrush(colours[number]))
            painter.drawPath(matrix.map(path))
    else:
        painter.setTransform(matrix, True)
        # The plain fill covers every pixel, so the smooth one above it cannot let the background through.
        for number, path in ink.fills:
            painter.fillPath(path, colours[number])
        if quality is Quality.RESTING:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
            for number, path in ink.careful_fills:
                painter.fillPath(path, colours[number])
    painter.restore()


def _stroke_edges(painter: QPainter, ink: PlaneInk, matrix: QTransform, quality: Quality, palette: Palette) -> None:
    width, opacity = edge_style(ink.area * abs(matrix.m11() * matrix.m22()), ink.regions)
    if quality is Quality.MOVING:
        width = 1.0
    is_smooth = quality is not Quality.MOVING or ink.edges <= SMOOTH_HAIRLINES
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, is_smooth)
    for k, lines in ink.layers:
        pen = _pen(palette.series_colour(k), width, opacity, Qt.PenCapStyle.FlatCap)
        _stroke(painter, lines, matrix, pen, is_hair=not is_smooth)


def _stroke(painter: QPainter, lines: Lines, matrix: QTransform, pen: QPen, *, is_hair: bool = False) -> None:
    """Stroke separate segments with a pen whose width is in pixels of the plot, whatever the painter is scaled by.

    A hair is one pixel of the device wide, as only that is drawn fast.
    """
    painter.save()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if painter.paintEngine().type() == QPaintEngine.Type.Raster:
        if not is_hair:
            pen.setWidthF(pen.widthF() * math.sqrt(abs(painter.deviceTransform().determinant())))
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.setTransform(matrix, True)
        lines.draw(painter)
    else:
        painter.setPen(pen)
        painter.drawPath(matrix.map(lines.path))
    painter.restore()


def _pen(colour: str | QColor, width: float, opacity: float, cap: Qt.PenCapStyle) -> QPen:
    shade = QColor(colour)
    shade.setAlphaF(opacity)
    return QPen(shade, width, Qt.PenStyle.SolidLine, cap, Qt.PenJoinStyle.RoundJoin)
