"""A partition as ready paths: one per colour to fill, one per layer to stroke. Made once per picture, then only drawn.

Paths are in coordinates of the window, −1 … 1 along each axis, so that a window 1e-7 wide and far from the origin is
drawn as sharply as any other. Colours are numbers here; what colour a number has is decided when it is painted.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from struct import pack_into
from typing import Self

import numpy as np
from numpy.typing import NDArray
from pyqtgraph.Qt import compat
from PySide6.QtCore import QByteArray, QDataStream, QLineF
from PySide6.QtGui import QPainter, QPainterPath

from neuralfold.model.partition import Partition
from neuralfold.plots.region_colours import Levels
from neuralfold.plots.region_shapes import Floats, Indices, Polygons, clipped_lines, tiles_of

PATTERN, VALUE, ACTIVE = "pattern", "value", "active"
COLOURINGS = (PATTERN, VALUE, ACTIVE)

# One path over the whole picture makes Qt's antialiasing slow (its cost grows with the square of what lies in one pixel
# row), so careful painting uses a path per colour and tile.
FILL_TILES = 8

# All codes of four bits, the independent ones first.
WALL_CODES = (1, 2, 4, 8, 15, 6, 11, 13, 3, 12, 5, 10, 7, 14, 9)

_ELEMENT = np.dtype([("kind", ">i4"), ("x", ">f8"), ("y", ">f8")])
_WINDING = 1

Filled = tuple[tuple[int, QPainterPath], ...]
Rectangle = tuple[Floats, Floats]


@dataclass(frozen=True)
class Look:
    """What is drawn: the colouring, the output that "value" and the boundary belong to, and the levels of "value"."""

    colouring: str = PATTERN
    output: int = 0
    levels: Levels | None = None


def path_of(points: Floats, starts: Indices) -> QPainterPath:
    """A path of polylines: `points` (n, 2), polyline i from starts[i] to starts[i + 1] − 1; a fill closes each.

    Qt reads a path from a stream in one call; a call per point would be a hundred times slower.
    """
    path = QPainterPath()
    if not len(points):
        return path
    stream = bytearray(4 + _ELEMENT.itemsize * len(points) + 8)
    elements = np.frombuffer(stream, _ELEMENT, len(points), 4)
    elements["kind"] = 1
    elements["kind"][starts[:-1]] = 0
    elements["x"], elements["y"] = points[:, 0], points[:, 1]
    pack_into(">i", stream, 0, len(points))
    pack_into(">ii", stream, len(stream) - 8, int(starts[-2]), _WINDING)
    QDataStream(QByteArray(stream)) >> path
    return path


@dataclass(frozen=True, eq=False)
class Lines:
    """Separate line segments, `ends` of shape (n, 2, 2): segment, end, coordinate."""

    ends: Floats

    @cached_property
    def path(self) -> QPainterPath:
        """The segments as one path, for vector pictures."""
        return path_of(self.ends.reshape(-1, 2), np.arange(0, 2 * len(self.ends) + 1, 2))

    @cached_property
    def _array(self) -> tuple[Floats, QLineF | None]:
        # A QLineF is four float64, as a row of the array is: Qt reads the segments from where numpy keeps them. One
        # path of them all would need seconds under a thick antialiased pen, a list of QLineF a call for each.
        ends = np.ascontiguousarray(self.ends, dtype=np.float64)
        return ends, compat.wrapinstance(ends.ctypes.data, QLineF) if len(ends) else None

    def draw(self, painter: QPainter) -> None:
        """Stroke all segments with the painter's pen."""
        ends, first = self._array
        if first is not None:
            painter.drawLines(first, len(ends))

    def clipped(self, low: Floats, high: Floats) -> Self:
        """The segments cut to a rectangle."""
        return type(self)(clipped_lines(self.ends, low, high)[0])


def fills_of(polygons: Polygons, colours: Indices, tiles: int) -> Filled:
    """(colour, path) pairs that fill every polygon with its colour, shape (polygons,), in tiles × tiles parts."""
    if not polygons.count:
        return ()
    keys = colours.astype(np.uint16)
    if tiles > 1:
        corner = polygons.points[polygons.starts[:-1]]
        keys = (tiles_of(corner, tiles) * (int(colours.max()) + 1) + colours).astype(np.uint32)
    order = np.argsort(keys, kind="stable")
    sorted_polygons = polygons.chosen(order)
    sorted_colours = colours[order]
    return tuple(
        (int(sorted_colours[first]), _slice_path(sorted_polygons.points, sorted_polygons.starts, first, last))
        for first, last in _runs(keys[order])
    )


def _runs(keys: np.ndarray) -> Iterator[tuple[int, int]]:
    """First and one-past-last place of every run of equal keys."""
    cuts = [0, *(np.flatnonzero(keys[1:] != keys[:-1]) + 1).tolist(), len(keys)]
    return pairwise(cuts)


def _slice_path(points: Floats, starts: Indices, first: int, last: int) -> QPainterPath:
    return path_of(points[starts[first] : starts[last]], starts[first : last + 1] - starts[first])


@dataclass(frozen=True, eq=False)
class PlaneInk:
    """The paths of one partition under one look.

    `polygons` and `colours` are the regions in window coordinates and their colour numbers; `layers` holds, for every
    layer that bends the function, its number k in `network.layers` and its edges; `boundary` the segments where the
    output is 0. `kept` is the rectangle outside which shapes may have been cut away.
    """

    partition: Partition
    look: Look
    polygons: Polygons
    colours: Indices
    layers: tuple[tuple[int, Lines], ...]
    boundary: Lines
    levels: Levels | None
    counts: tuple[int, int] | None
    kept: Rectangle | None = None

    @cached_property
    def fills(self) -> Filled:
        """(colour, path): one path per colour."""
        return fills_of(self.polygons, self.colours, 1)

    @cached_property
    def careful_fills(self) -> Filled:
        """(colour, path) in tiles, for antialiased painting."""
        return fills_of(self.polygons, self.colours, FILL_TILES)

    @property
    def edges(self) -> int:
        """Number of edges."""
        return sum(len(lines.ends) for _, lines in self.layers)

    @property
    def regions(self) -> int:
        """Number of regions, of all or of those near the view."""
        return self.partition.activation_regions if self.kept is None else len(np.unique(self.polygons.face))

    @property
    def area(self) -> float:
        """The area that the regions fill, in window coordinates."""
        if self.kept is None:
            return 4.0
        low, high = self.kept
        return float(np.prod(np.clip(np.minimum(high, 1.0) - np.maximum(low, -1.0), 0.0, None)))

    def suits(self, look: Look) -> bool:
        """Whether this ink is what `look` asks for; the kept levels of an older picture do not matter."""
        return (self.look.colouring, self.look.output) == (look.colouring, min(look.output, self.outputs - 1))

    @property
    def outputs(self) -> int:
        """Number of outputs of the network."""
        return int(self.partition.values.shape[1])

    def prepared(self) -> "PlaneInk":
        """Itself, with the paths of quick painting made, so that a worker can spare the window that time."""
        _ = self.fills
        return self

    def clipped(self, low: Floats, high: Floats) -> "PlaneInk":
        """The same ink, cut to a rectangle of window coordinates: what a deep zoom shows, without huge numbers."""
        polygons = replace(self.polygons, face=np.arange(self.polygons.count)).clipped(low, high)
        layers = tuple((k, lines.clipped(low, high)) for k, lines in self.layers)
        return replace(
            self,
            polygons=replace(polygons, face=self.polygons.face[polygons.face]),
            colours=self.colours[polygons.face],
            layers=layers,
            boundary=self.boundary.clipped(low, high),
            kept=(low, high),
        )


def window_frame(window: tuple[tuple[float, float], tuple[float, float]]) -> tuple[Floats, Floats]:
    """Centre and half size of a window, shape (2,) each: x = centre + half · (window coordinate)."""
    bounds = np.asarray(window, dtype=np.float64)
    low, high = bounds[:, 0], bounds[:, 1]
    half = high / 2 - low / 2
    return low + half, half


def ink_of(partition: Partition, look: Look) -> PlaneInk:
    """The ink of a partition; reads nothing but its arguments, so any thread may call it."""
    centre, half = window_frame(partition.window)
    local = (partition.vertices - centre) / half
    starts = partition.face_starts.astype(np.intp)
    corners = partition.face_vertices
    output = min(look.output, partition.values.shape[1] - 1)
    values = partition.values[:, output]
    polygons = Polygons(local[corners], values[corners], starts, np.arange(len(starts) - 1))
    levels, counts = None, None
    if look.colouring == VALUE:
        levels = _levels(values, look.levels)
        polygons, colours = banded(polygons, levels)
    elif look.colouring == ACTIVE:
        colours = partition.active_units.astype(np.intp)
        counts = (int(colours.min()), int(colours.max()))
    else:
        colours = pattern_colours(partition)
    boundary = Lines((partition.boundary(output) - centre) / half)
    return PlaneInk(
        partition, replace(look, output=output), polygons, colours, _layers(partition, local), boundary, levels, counts
    )


def pattern_colours(partition: Partition) -> Indices:
    """Number of the pattern colour of each face, shape (F,); depends on the activation pattern alone.

    Every wall of every layer has a code of one to four bits, and a face has the exclusive or of the codes of the walls
    on whose positive side it lies. Neighbours differ by one wall, so their colours differ, and while weights move a
    region keeps its colour. Up to four walls give every pattern a colour of its own.
    """
    number = np.zeros(partition.activation_regions, np.uint8)
    before = 0
    for words in partition.signs:
        octets = words.astype("<u8", copy=False).view(np.uint8).reshape(len(words), -1)
        for column in range(octets.shape[1]):
            number ^= _octet_codes(before + 8 * column)[octets[:, column]]
        before += 8 * octets.shape[1]
    return number.astype(np.intp)


def _octet_codes(first: int) -> NDArray[np.uint8]:
    """For each value of an octet, the exclusive or of the codes of its set bits; bit 0 is wall number `first`."""
    table = np.zeros(256, np.uint8)
    for bit in range(8):
        code = np.uint8(WALL_CODES[(first + bit) % len(WALL_CODES)])
        table[1 << bit : 2 << bit] = table[: 1 << bit] ^ code
    return table


def _levels(values: Floats, before: Levels | None) -> Levels:
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    return before if before is not None and before.kept_for(low, high) else Levels.over(low, high)


def banded(polygons: Polygons, levels: Levels) -> tuple[Polygons, Indices]:
    """The polygons cut along the levels of their affine values, and the band of each part: exact, not sampled."""
    limits = levels.limits
    low, high = polygons.extremes()
    first = levels.bands(low)
    # A polygon whose highest value only touches a level does not enter the band above it.
    last = np.maximum(np.clip(np.searchsorted(limits, high, side="left") - 1, 0, levels.count - 1), first)
    spans = last - first + 1
    rows = np.repeat(np.arange(polygons.count), spans)
    bands = np.arange(len(rows)) - np.repeat(np.cumsum(spans) - spans - first, spans)
    single = spans[rows] == 1
    whole = polygons.chosen(rows[single])
    if single.all():
        return whole, bands
    parts, made_by = polygons.slabs(rows[~single], limits[bands[~single]], limits[bands[~single] + 1])
    return whole.joined(parts), np.concatenate([bands[single], bands[~single][made_by]])


def _layers(partition: Partition, local: Floats) -> tuple[tuple[int, Lines], ...]:
    """Edges of each layer, the latest layer first, so that the earlier, longer folds lie on top."""
    order = np.argsort(partition.edge_layer, kind="stable")
    numbers = partition.edge_layer[order]
    cuts = [(first, last) for first, last in _runs(numbers)] if len(numbers) else []
    layers = [
        (int(numbers[first]), Lines(local[partition.edges[order[first:last]]]))
        for first, last in cuts
        if numbers[first] >= 0
    ]
    return tuple(reversed(layers))
