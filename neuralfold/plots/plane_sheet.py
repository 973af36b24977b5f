"""A sampled sheet of output values, for smooth networks: bands of colour and the line where the output is 0."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QTransform

from neuralfold.plots.palette import Palette
from neuralfold.plots.region_colours import Levels, colour_table
from neuralfold.plots.region_ink import Lines
from neuralfold.plots.region_shapes import Floats

# Pixels between two samples: the bilinear surface between the samples is what is drawn, so bands have no steps.
BETWEEN = 4
_NOTHING = 255


@dataclass(frozen=True, eq=False)
class SheetInk:
    """Sampled values over a window: `samples` has shape (rows, columns), row 0 at the bottom; `levels` bands them."""

    samples: Floats
    levels: Levels

    @cached_property
    def image(self) -> QImage:
        """Band numbers as an indexed picture, first row on top, without colours."""
        fine = _between(_between(self.samples, BETWEEN).T, BETWEEN).T[::-1]
        finite = np.isfinite(fine)
        bands = np.where(finite, self.levels.bands(np.where(finite, fine, 0.0)), _NOTHING).astype(np.uint8)
        rows, columns = bands.shape
        return QImage(np.ascontiguousarray(bands).data, columns, rows, columns, QImage.Format.Format_Indexed8).copy()

    @cached_property
    def boundary(self) -> Lines:
        """The line where the sampled surface is 0, in window coordinates."""
        return Lines(zero_lines(self.samples))

    def draw(self, painter: QPainter, matrix: QTransform, palette: Palette) -> None:
        """Draw over the window; `matrix` maps window coordinates (−1 … 1) to pixels."""
        table = [0] * 256
        for k, colour in enumerate(colour_table(palette, self.levels, None)):
            table[k] = colour.rgba()
        picture = QImage(self.image)
        picture.setColorTable(table)
        # The outermost samples lie on the border of the window, in the middle of their pixels.
        over_x, over_y = 1.0 / (picture.width() - 1), 1.0 / (picture.height() - 1)
        painter.save()
        painter.setClipRect(matrix.mapRect(QRectF(-1.0, -1.0, 2.0, 2.0)))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(
            matrix.mapRect(QRectF(-1.0 - over_x, -1.0 - over_y, 2.0 + 2.0 * over_x, 2.0 + 2.0 * over_y)), picture
        )
        painter.restore()


def sheet_ink(samples: Floats, before: Levels | None) -> SheetInk:
    """The ink of sampled values, shape (rows, columns); keeps the levels `before` where they still fit."""
    finite = samples[np.isfinite(samples)]
    low, high = (float(finite.min()), float(finite.max())) if len(finite) else (0.0, 1.0)
    kept = before is not None and before.kept_for(low, high)
    return SheetInk(samples, before if before is not None and kept else Levels.over(low, high))


def _between(rows: Floats, steps: int) -> Floats:
    """Rows with steps − 1 linearly interpolated rows between each two: shape (steps·(n − 1) + 1, …)."""
    t = (np.arange(steps) / steps)[None, :, None]
    with np.errstate(invalid="ignore", over="ignore"):
        filled = rows[:-1, None] * (1.0 - t) + rows[1:, None] * t
    return np.concatenate([filled.reshape(-1, rows.shape[1]), rows[-1:]])


def zero_lines(samples: Floats) -> Floats:
    """Segments where the surface over the samples is 0, shape (n, 2, 2), in window coordinates (−1 … 1).

    Each cell between four samples is two triangles; a triangle whose corners differ in sign holds one segment.
    """
    rows, columns = samples.shape
    grid = np.stack(np.meshgrid(np.linspace(-1.0, 1.0, columns), np.linspace(-1.0, 1.0, rows)), axis=-1).reshape(-1, 2)
    corner = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
    triangles = np.concatenate(
        [
            np.stack([corner, corner + 1, corner + columns + 1], axis=1),
            np.stack([corner, corner + columns + 1, corner + columns], axis=1),
        ]
    )
    values = samples.ravel()[triangles]
    above = values > 0.0
    crossed = np.isfinite(values).all(axis=1) & above.any(axis=1) & ~above.all(axis=1)
    triangles, values, above = triangles[crossed], values[crossed], above[crossed]
    # The corner alone on its side of 0 is joined to the two others by the sides that cross it.
    alone = np.where(above.sum(axis=1) == 1, above.argmax(axis=1), (~above).argmax(axis=1))
    row = np.arange(len(alone))
    start, start_value = grid[triangles[row, alone]], values[row, alone]
    ends = []
    for turn in (1, 2):
        other = (alone + turn) % 3
        t = start_value / (start_value - values[row, other])
        ends.append(start + t[:, None] * (grid[triangles[row, other]] - start))
    return np.stack(ends, axis=1)
