"""How the inside of a panel is painted: bands, grid, curves and joints; the same for screen, picture and vector file.

A thick antialiased line with round ends takes Qt milliseconds, with square ends microseconds; a path of many such lines
takes seconds. So curves are single lines with square ends, as wide as their segments leave room for; where there is
more than one segment per two pixels, the exact minimum and maximum of every pixel column is filled instead.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from neuralfold.plots.line_picture import LAYER, Curve, PanelPicture
from neuralfold.plots.line_shapes import Floats, View, band, between, count_between, strokes
from neuralfold.plots.palette import Palette
from neuralfold.plots.region_colours import mixed
from neuralfold.plots.region_ink import Lines, path_of

# Segments finer than this many pixels are painted as a band.
PIXELS_PER_SEGMENT = 2.0
# A whole function that is narrower than this, seen from far away, is still painted as a line.
FEWEST_PIXELS = 32.0
THICKEST, THINNEST = 3.0, 1.0
PIXELS_PER_WIDTH = 5.0
LAYER_WIDTH = 1.4
# A band is never thinner than this, so that flat stretches of it show.
BAND_WIDTH = 1.5
BAND_STRENGTH = 0.72
# A column this little beside the edge of a pixel, in pixels, is at the edge.
ROUNDING = 1e-3
# Joints are marked where there are few, with small dots where they lie close.
MOST_DOTS, DOT_DISTANCE, DOT, SMALL_DOT = 64, 10.0, 3.6, 2.4
BAND_TINT_LIGHT, BAND_TINT_DARK, STRIP = 0.13, 0.2, 5.0
FAINT_CURVE = 0.62


@dataclass(frozen=True)
class Style:
    """The palette, and whether the painter's device keeps lines as lines (SVG, PDF)."""

    palette: Palette
    is_vector: bool = False


def is_fine(curve: Curve, view: View) -> bool:
    """Whether the seen segments of a curve are finer than pixels, so that it is painted as a minimum–maximum band."""
    left, right = np.clip(view.across(curve.x[[0, -1]]), 0.0, view.width).tolist()
    return count_between(curve.x, view.x0, view.x1) * PIXELS_PER_SEGMENT > max(right - left, FEWEST_PIXELS)


def paint_panel(
    painter: QPainter,
    picture: PanelPicture,
    view: View,
    style: Style,
    marks: tuple[Floats, Floats],
    chosen: tuple[float, float] | None = None,
) -> None:
    """Paint all that stays still while the probe moves.

    `marks` are the places of the grid lines across and up, in data; `chosen` is an interval to be shown as chosen.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    _paint_bands(painter, picture, view, style.palette)
    if chosen is not None:
        _fill_interval(painter, view, chosen, _tinted(style.palette, QColor(style.palette.accent), 0.25))
    _paint_grid(painter, view, style.palette, marks, is_zero_strong=picture.kind == LAYER)
    for curve in picture.curves:
        _paint_curve(painter, picture, curve, view, style)
    for curve in picture.curves:
        _paint_joints(painter, picture, curve, view, style.palette)
    _paint_strip(painter, picture, view, style.palette)


def band_colours(picture: PanelPicture, palette: Palette) -> list[QColor]:
    """Full colour of every band, left to right."""
    return [palette.series_colour(i) for i in range(0 if picture.borders is None else len(picture.borders) - 1)]


def _tinted(palette: Palette, colour: QColor, strength: float) -> QColor:
    return mixed(QColor(palette.background), colour, strength)


def _paint_bands(painter: QPainter, picture: PanelPicture, view: View, palette: Palette) -> None:
    if picture.borders is None:
        return
    strength = BAND_TINT_DARK if palette.is_dark else BAND_TINT_LIGHT
    for interval, colour in zip(pairwise(picture.borders.tolist()), band_colours(picture, palette), strict=True):
        _fill_interval(painter, view, interval, _tinted(palette, colour, strength))


def _paint_strip(painter: QPainter, picture: PanelPicture, view: View, palette: Palette) -> None:
    """The full colour of every band along the axis, where it can be told from the next even on a pale projector."""
    if picture.borders is None:
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for interval, colour in zip(pairwise(picture.borders.tolist()), band_colours(picture, palette), strict=True):
        _fill_interval(painter, view, interval, colour, STRIP)


def _fill_interval(
    painter: QPainter, view: View, interval: tuple[float, float], colour: QColor, height: float | None = None
) -> None:
    left, right = np.clip(view.across(np.array(interval)), -1.0, view.width + 1.0).tolist()
    top = 0.0 if height is None else view.height - height
    if left < right:
        painter.fillRect(QRectF(left, top, right - left, view.height - top), colour)


def _paint_grid(
    painter: QPainter, view: View, palette: Palette, marks: tuple[Floats, Floats], *, is_zero_strong: bool
) -> None:
    faint = QColor(palette.ink)
    faint.setAlphaF(0.11)
    # Narrow rectangles, and all in one call: a translucent pen takes ten times as long.
    upright = [QRectF(x, 0.0, 1.0, view.height) for x in np.floor(view.across(marks[0])).tolist()]
    level = [QRectF(0.0, y, view.width, 1.0) for y in np.floor(view.down(marks[1])).tolist()]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faint)
    painter.drawRects(upright + level)
    if view.y0 < 0.0 < view.y1:
        zero = float(np.floor(view.down(np.zeros(1)))[0]) + 0.5
        painter.setPen(QPen(QColor(palette.ink if is_zero_strong else palette.faint), 1.5 if is_zero_strong else 1.0))
        painter.drawLine(QPointF(0.0, zero), QPointF(view.width, zero))


def curve_colour(picture: PanelPicture, curve: Curve, palette: Palette) -> QColor:
    """The colour of a curve that does not take the colours of bands."""
    if picture.kind == LAYER:
        colour = palette.series_colour(curve.colour or 0)
        return mixed(QColor(palette.background), colour, FAINT_CURVE)
    return QColor(palette.ink) if curve.colour is None else palette.series_colour(curve.colour)


def _paint_curve(painter: QPainter, picture: PanelPicture, curve: Curve, view: View, style: Style) -> None:
    if picture.is_banded and curve.colour is None and picture.borders is not None:
        pieces = list(zip(pairwise(picture.borders.tolist()), band_colours(picture, style.palette), strict=True))
    else:
        pieces = [((float(curve.x[0]), float(curve.x[-1])), curve_colour(picture, curve, style.palette))]
    is_band = not picture.sampled and is_fine(curve, view)
    width = _width(picture, curve, view)
    for (low, high), colour in pieces:
        x, y = between(curve.x, curve.y, low, high)
        if len(x) < 2:
            continue
        if picture.sampled:
            stride = _stride(x, view)
            x, y = np.append(x[:-1:stride], x[-1]), np.append(y[:-1:stride], y[-1])
        if is_band:
            _fill_band(painter, (x, y), view, _tinted(style.palette, colour, BAND_STRENGTH), style)
        else:
            _stroke(painter, strokes(x, y, view), colour, width, style)


def _stride(samples: Floats, view: View) -> int:
    """Every how many of evenly spaced samples one is painted: no denser than the eye can tell."""
    pixels = float(view.across(samples[-1]) - view.across(samples[0]))
    return max(int(len(samples) * PIXELS_PER_SEGMENT / pixels), 1)


def _width(picture: PanelPicture, curve: Curve, view: View) -> float:
    if picture.sampled:
        return LAYER_WIDTH if picture.kind == LAYER else THICKEST
    seen = count_between(curve.x, view.x0, view.x1) + 1
    thickest = LAYER_WIDTH if picture.kind == LAYER else THICKEST
    return min(max(view.width / seen / PIXELS_PER_WIDTH, THINNEST), thickest)


def _fill_band(painter: QPainter, curve: tuple[Floats, Floats], view: View, colour: QColor, style: Style) -> None:
    """Fill what a polyline covers, column by column; a column is a logical pixel, and never less than a real one."""
    real = painter.deviceTransform()
    columns = max(round(view.width * min(real.m11(), 1.0)), 1)
    left, top, width, height = band(*curve, view, columns).T
    extra = np.maximum(BAND_WIDTH - height, 0.0) / 2
    right, bottom, top = left + width, top + height + extra, top - extra
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    if style.is_vector:
        # One outline around all columns: a viewer that smooths edges would leave a seam between two rectangles.
        across = np.column_stack([left, right]).ravel()
        upper, lower = np.repeat(top, 2), np.repeat(bottom, 2)
        outline = np.column_stack([np.append(across, across[::-1]), np.append(upper, lower[::-1])])
        painter.fillPath(path_of(outline, np.array([0, len(outline)])), colour)
        return
    # Widened to whole real pixels, so that no picture, whatever its scale, has gaps between columns.
    left = (np.floor(left * real.m11() + real.dx() + ROUNDING) - real.dx()) / real.m11()
    right = (np.ceil(right * real.m11() + real.dx() - ROUNDING) - real.dx()) / real.m11()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    rectangles = np.column_stack([left, top, right - left, bottom - top])
    painter.drawRects([QRectF(*rectangle) for rectangle in rectangles.tolist()])


def _stroke(painter: QPainter, ends: Floats, colour: QColor, width: float, style: Style) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if not style.is_vector:
        painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap))
        Lines(ends).draw(painter)
        return
    painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    path, last = QPainterPath(), None
    for start, end in ends.tolist():
        if start != last:
            path.moveTo(*start)
        path.lineTo(*end)
        last = end
    painter.drawPath(path)


def _paint_joints(painter: QPainter, picture: PanelPicture, curve: Curve, view: View, palette: Palette) -> None:
    seen = curve.joints[(view.x0 <= curve.joints) & (curve.joints <= view.x1)]
    if not 0 < len(seen) <= MOST_DOTS or picture.kind == LAYER:
        return
    is_crowded = len(seen) > 1 and float(np.diff(view.across(seen)).min()) < DOT_DISTANCE
    radius = SMALL_DOT if is_crowded else DOT
    colour = QColor(palette.ink) if curve.colour is None else curve_colour(picture, curve, palette)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(QPen(colour, 1.2 if is_crowded else 1.8))
    painter.setBrush(QColor(palette.background))
    for across, down in zip(view.across(seen), view.down(np.interp(seen, curve.x, curve.y)), strict=True):
        if -DOT < down < view.height + DOT:
            painter.drawEllipse(QPointF(float(across), float(down)), radius, radius)
