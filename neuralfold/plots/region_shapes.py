"""Polygons and line segments of a partition, cut into what one colour fills: arrays only, nothing is painted here."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]


def ragged(starts: Indices, rows: Indices) -> tuple[Indices, Indices]:
    """Places of all elements of some rows of a compressed array, row after row.

    `starts` has shape (rows of the array + 1,), `rows` shape (n,). Returns the places, and the starts of the chosen
    rows among them, shape (n + 1,).
    """
    sizes = starts[rows + 1] - starts[rows]
    ends = np.concatenate([[0], np.cumsum(sizes)])
    places = np.arange(ends[-1]) + np.repeat(starts[rows] - ends[:-1], sizes)
    return places, ends


@dataclass(frozen=True, eq=False)
class Polygons:
    """Convex polygons, one after another.

    `points` has shape (corners, 2), `values` (corners,) an affine quantity at each corner; polygon i owns the corners
    starts[i] … starts[i + 1] - 1, and belongs to face `face[i]`.
    """

    points: Floats
    values: Floats
    starts: Indices
    face: Indices

    @property
    def count(self) -> int:
        """Number of polygons."""
        return len(self.face)

    def chosen(self, rows: Indices) -> Self:
        """The polygons with the numbers `rows`, in that order."""
        places, starts = ragged(self.starts, rows)
        return type(self)(self.points[places], self.values[places], starts, self.face[rows])

    def with_values(self, values: Floats) -> Self:
        """The same polygons with another affine quantity at their corners, shape (corners,)."""
        return type(self)(self.points, values, self.starts, self.face)

    def extremes(self) -> tuple[Floats, Floats]:
        """Smallest and largest value of each polygon, shape (polygons,) each; both lie at corners."""
        if not self.count:
            return np.zeros(0), np.zeros(0)
        return np.minimum.reduceat(self.values, self.starts[:-1]), np.maximum.reduceat(self.values, self.starts[:-1])

    def slabs(self, rows: Indices, low: Floats, high: Floats) -> tuple[Self, Indices]:
        """The parts of polygons in which low <= value <= high: exact, as the value is affine on each polygon.

        `rows`, `low` and `high` have shape (n,): polygon rows[i] is cut to its i-th slab, and a polygon may occur
        many times. Returns the parts that have an area, and for each the number i that made it.
        The boundary of a cut convex polygon is its own sides, each cut to the slab, in their order: the sides along
        the two levels close by themselves.
        """
        a, cuts = ragged(self.starts, rows)
        if not len(a):
            return self.chosen(rows), np.arange(len(rows))
        sizes = np.diff(cuts)
        b = a + 1
        last = cuts[1:] - 1
        b[last] = self.starts[rows]
        va, vb = self.values[a], self.values[b]
        lo, hi = np.repeat(low, sizes), np.repeat(high, sizes)
        rise = vb - va
        level = rise == 0.0
        safe = np.where(level, 1.0, rise)
        at_low, at_high = (lo - va) / safe, (hi - va) / safe
        enter = np.maximum(np.minimum(at_low, at_high), 0.0)
        leave = np.minimum(np.maximum(at_low, at_high), 1.0)
        inside = np.where(level, (lo <= va) & (va <= hi), enter < leave)
        enter[level], leave[level] = 0.0, 1.0
        # A side's far end is the next side's near end, unless either is cut there.
        follows = np.arange(1, len(a) + 1)
        follows[last] = cuts[:-1]
        joined = (leave == 1.0) & inside[follows] & (enter[follows] == 0.0)
        keep = np.stack([inside, inside & ~joined], axis=1)
        t = np.stack([enter, leave], axis=1)[keep]
        owner = np.repeat(np.arange(len(a)), 2).reshape(-1, 2)[keep]
        pa, pb = self.points[a[owner]], self.points[b[owner]]
        points = pa + t[:, None] * (pb - pa)
        values = np.clip(va[owner] + t * rise[owner], lo[owner], hi[owner])
        counts = np.add.reduceat(keep.sum(axis=1), cuts[:-1])
        starts = np.concatenate([[0], np.cumsum(counts)])
        cut = type(self)(points, values, starts, self.face[rows])
        solid = np.flatnonzero(counts >= 3)
        return (cut, np.arange(len(rows))) if len(solid) == len(counts) else (cut.chosen(solid), solid)

    def clipped(self, low: Floats, high: Floats) -> Self:
        """The polygons cut to the rectangle from corner `low` to corner `high`, shape (2,) each; values stay affine."""
        shapes = self
        for axis in (0, 1):
            along = shapes.with_values(shapes.points[:, axis])
            least, most = along.extremes()
            meets = np.flatnonzero((most > low[axis]) & (least < high[axis]))
            is_whole = (least[meets] >= low[axis]) & (most[meets] <= high[axis])
            crossed = shapes.chosen(meets[~is_whole])._cut_along(axis, low[axis], high[axis])
            shapes = shapes.chosen(meets[is_whole]).joined(crossed)
        return shapes

    def joined(self, others: Self) -> Self:
        """These polygons and then the others."""
        return type(self)(
            np.concatenate([self.points, others.points]),
            np.concatenate([self.values, others.values]),
            np.concatenate([self.starts[:-1], others.starts + len(self.points)]),
            np.concatenate([self.face, others.face]),
        )

    def _cut_along(self, axis: int, low: float, high: float) -> Self:
        """All polygons cut to a strip, their own values carried along as a third coordinate."""
        rows = np.arange(self.count)
        carried = type(self)(np.column_stack([self.points, self.values]), self.points[:, axis], self.starts, self.face)
        cut, _ = carried.slabs(rows, np.full(len(rows), low), np.full(len(rows), high))
        return type(self)(np.ascontiguousarray(cut.points[:, :2]), cut.points[:, 2].copy(), cut.starts, cut.face)


def clipped_lines(lines: Floats, low: Floats, high: Floats) -> tuple[Floats, Indices]:
    """Segments cut to a rectangle, and which of them are left.

    `lines` has shape (n, 2, 2): segment, end, coordinate; `low` and `high` are corners, shape (2,).
    """
    start, step = lines[:, 0], lines[:, 1] - lines[:, 0]
    enter, leave = np.zeros(len(lines)), np.ones(len(lines))
    for axis in (0, 1):
        flat = step[:, axis] == 0.0
        safe = np.where(flat, 1.0, step[:, axis])
        first, second = (low[axis] - start[:, axis]) / safe, (high[axis] - start[:, axis]) / safe
        outside = (start[:, axis] < low[axis]) | (start[:, axis] > high[axis])
        enter = np.maximum(enter, np.where(flat, np.where(outside, 2.0, 0.0), np.minimum(first, second)))
        leave = np.minimum(leave, np.where(flat, 1.0, np.maximum(first, second)))
    kept = np.flatnonzero(enter < leave)
    ends = np.stack([enter[kept], leave[kept]], axis=1)
    return start[kept, None] + ends[:, :, None] * step[kept, None], kept


def tiles_of(points: Floats, per_side: int) -> Indices:
    """Number of the tile that holds each point, shape (n,), for points of [-1, 1]² and `per_side`² tiles."""
    cells = np.clip(((points + 1.0) * (per_side / 2)).astype(np.intp), 0, per_side - 1)
    tiles: Indices = cells[:, 1] * per_side + cells[:, 0]
    return tiles
