"""Faces of a subdivision as polygons: their order, the point inside, and where a value is zero in them."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from neuralfold.model.activations import Floats
from neuralfold.model.certainty import ULP, Indices
from neuralfold.model.crossings import spread


@dataclass(frozen=True)
class Polygons:
    """Polygons one after another: polygon f is `vertices[starts[f] : starts[f + 1]]`, counter-clockwise."""

    starts: Indices
    vertices: Indices

    @cached_property
    def sizes(self) -> Indices:
        """The number of vertices of every polygon."""
        return np.diff(self.starts)

    @cached_property
    def following(self) -> Indices:
        """For every entry of `vertices`, the vertex that comes next around its polygon."""
        after = np.empty_like(self.vertices)
        after[:-1] = self.vertices[1:]
        after[self.starts[1:] - 1] = self.vertices[self.starts[:-1]]
        return after

    def areas(self, points: Floats) -> Floats:
        """Area of every polygon, shape (polygons,)."""
        origin = points[np.repeat(self.vertices[self.starts[:-1]], self.sizes)]
        a, b = points[self.vertices] - origin, points[self.following] - origin
        doubled: Floats = np.add.reduceat(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0], self.starts[:-1])
        return 0.5 * doubled

    def centroids(self, points: Floats) -> Floats:
        """Mean of the vertices of every polygon, a point inside it, shape (polygons, 2)."""
        total: Floats = np.add.reduceat(points[self.vertices], self.starts[:-1], axis=0)
        return total / self.sizes[:, None]

    def boxes(self, points: Floats) -> Floats:
        """Lowest and highest coordinates of every polygon, shape (4, polygons): x low, y low, x high, y high."""
        corners = points[self.vertices].T
        return np.concatenate(
            [
                np.minimum.reduceat(corners, self.starts[:-1], axis=1),
                np.maximum.reduceat(corners, self.starts[:-1], axis=1),
            ]
        )

    def locate(self, points: Floats, boxes: Floats, x: float, y: float) -> int:
        """The polygon that holds (x, y), or the one that misses it least; the polygons fill a rectangle around it."""
        near = np.flatnonzero((boxes[0] <= x) & (boxes[1] <= y) & (x <= boxes[2]) & (y <= boxes[3]))
        sizes = self.sizes[near]
        corners = spread(self.starts[near], sizes)
        a, b = points[self.vertices[corners]], points[self.following[corners]]
        d = b - a
        beyond = d[:, 0] * (y - a[:, 1]) - d[:, 1] * (x - a[:, 0])
        length = np.hypot(d[:, 0], d[:, 1])
        distance = np.divide(beyond, length, out=np.zeros_like(beyond), where=length > 0.0)
        return int(near[np.argmax(np.minimum.reduceat(distance, sizes.cumsum() - sizes))])

    def check(self, points: Floats, window: tuple[tuple[float, float], tuple[float, float]]) -> None:
        """Raise AssertionError unless areas sum to the window's and all polygons are convex, up to rounding.

        In a small window far from the origin, rounding of the coordinates themselves bends lines.
        """
        low, high = np.array(window).T
        sides = high - low
        places = (points - low) / sides
        assert abs(self.areas(places).sum() - 1.0) <= 1e-9, "areas"
        d = places[self.following] - places[self.vertices]
        bend = 16.0 * ULP * float((np.maximum(np.abs(low), np.abs(high)) / sides).max())
        index = np.empty_like(self.vertices)
        index[:-1] = np.arange(1, index.size)
        index[self.starts[1:] - 1] = self.starts[:-1]
        turn = d[:, 0] * d[index, 1] - d[:, 1] * d[index, 0]
        assert turn.min() > -1e-9 - bend, "convex"


def polygons_of(ends: Indices, sides: Indices, faces: int) -> Polygons:
    """The polygons of all faces from edges `ends`, shape (E, 2), with the faces left and right of them, `sides`."""
    face = sides.T.reshape(-1)
    origin = np.concatenate([ends[:, 0], ends[:, 1]])
    target = np.concatenate([ends[:, 1], ends[:, 0]])
    inside = face >= 0
    face, origin, target = face[inside], origin[inside], target[inside]
    count = int(ends.max()) + 1
    key = face * count + origin
    sort = np.argsort(key)
    face, origin, target, key = face[sort], origin[sort], target[sort], key[sort]
    successor = np.searchsorted(key, face * count + target)
    sizes = np.bincount(face, minlength=faces)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    vertices = np.empty_like(origin)
    current, step = starts[:-1].copy(), 0
    alive = np.arange(faces)
    while alive.size:
        vertices[starts[alive] + step] = origin[current[alive]]
        current[alive] = successor[current[alive]]
        step += 1
        alive = alive[sizes[alive] > step]
    return Polygons(starts, vertices)


def window_corners(window: tuple[tuple[float, float], tuple[float, float]]) -> Floats:
    """The corners of a window, counter-clockwise from the lower left, shape (4, 2)."""
    (x0, x1), (y0, y1) = window
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])


def zero_lines(polygons: Polygons, points: Floats, values: Floats) -> Floats:
    """Segments on which a function that is affine on every polygon is zero, shape (n, 2, 2).

    `values`, shape (vertices,), are its values; a polygon on which it is zero throughout has none.
    """
    a, b = polygons.vertices, polygons.following
    va, vb = values[a], values[b]
    crosses = va * vb < 0.0
    meets = crosses | (va == 0.0)
    owner = np.repeat(np.arange(polygons.sizes.size), polygons.sizes)
    count = np.bincount(owner[meets], minlength=polygons.sizes.size)
    two = np.flatnonzero(meets & (count[owner] == 2))
    share = np.where(crosses[two], va[two] / np.where(crosses[two], va[two] - vb[two], 1.0), 0.0)[:, None]
    places: Floats = (1.0 - share) * points[a[two]] + share * points[b[two]]
    return places.reshape(-1, 2, 2)
