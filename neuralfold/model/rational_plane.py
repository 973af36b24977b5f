"""The 2-D picture in exact rational arithmetic: slow, independent of `partition.py`, for recounting.

The window is a convex polygon; one unit after another, layer after layer, cuts it into smaller ones. A corner is the
cross product of the two lines that meet there (homogeneous integers in lowest terms), never a point interpolated
from other corners, so numbers do not grow with the number of cuts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import gcd

from neuralfold.model.content import Window
from neuralfold.model.network import Network
from neuralfold.model.rational import ExactPattern
from neuralfold.model.rational_layers import (
    CELL_WORK,
    ExactLayer,
    IntegerMaps,
    Maps,
    Progress,
    Watch,
    add_step,
    exact_interval,
    fractions,
    read_layers,
)
from neuralfold.model.sentence import BadInput
from neuralfold.model.spot import IsCancelled

Triple = tuple[int, int, int]
"""A point (X, Y, W) = (X/W, Y/W) with W > 0, or a line ax + by + c = 0; both in lowest terms."""

_CUTTING = 0.95
"""The part of the progress that cutting takes; joining equal neighbours is the rest."""


@dataclass(frozen=True, eq=False)
class ExactPartition:
    """The cells of a window and their counts, all exact.

    `patterns[i]` belongs to cell i, and `linear_region[i]`, from 0, is its linear region.
    `distinct_affine_maps` counts different maps of all outputs, wherever they hold.
    `corners`, `integer_maps` and `exponent` are what polygons and maps are made from.
    """

    corners: tuple[tuple[Triple, ...], ...]
    integer_maps: tuple[IntegerMaps, ...]
    exponent: int
    patterns: tuple[ExactPattern, ...]
    linear_region: tuple[int, ...]
    activation_regions: int
    linear_regions: int
    distinct_affine_maps: int

    @cached_property
    def polygons(self) -> tuple[tuple[tuple[Fraction, Fraction], ...], ...]:
        """The corners (x, y) of each cell, counter-clockwise."""
        return tuple(tuple((Fraction(x, w), Fraction(y, w)) for x, y, w in corners) for corners in self.corners)

    @cached_property
    def maps(self) -> tuple[tuple[tuple[Fraction, ...], ...], ...]:
        """One (a, b, c) for each output in each cell: the output is a x + b y + c there."""
        return tuple(fractions(maps, self.exponent) for maps in self.integer_maps)


def exact_partition(
    network: Network,
    window: Window,
    *,
    progress: Progress | None = None,
    cancelled: IsCancelled | None = None,
) -> ExactPartition:
    """The exact 2-D picture of `network` in `window` = ((x0, x1), (y0, y1)), and its counts there.

    A unit is in a higher state only where its preactivation is strictly greater than a threshold, so touching cuts
    nothing. Cells that share an edge of positive length and have the same affine map of all outputs are one linear
    region. `progress(done, total)` and `cancelled()` are called regularly.
    Raises BadInput for a network without exactly two inputs, a smooth activation or an empty window, and Cancelled
    when told to stop.
    """
    watch = Watch(progress, cancelled)
    layers = read_layers(network, 2, watch)
    cells: list[tuple[Triple, ...]] = []
    patterns: list[ExactPattern] = []
    maps: list[IntegerMaps] = []
    stack = [_whole(window, layers, watch)]
    while stack:
        piece = stack.pop()
        watch.spend(CELL_WORK)
        if piece.cuts:
            stack.extend(_halves(piece, layers, watch))
        elif piece.k + 1 < len(layers):
            stack.append(_entered(piece, layers, watch))
        else:
            cells.append(tuple(piece.corners))
            patterns.append(_pattern(piece, layers))
            maps.append(tuple(map(tuple, piece.values)))
            watch.share += piece.share * _CUTTING
    labels, different = _joined(cells, maps, watch)
    watch.finish()
    return ExactPartition(
        corners=tuple(cells),
        integer_maps=tuple(maps),
        exponent=layers[-1].output_exponent,
        patterns=tuple(patterns),
        linear_region=labels,
        activation_regions=len(cells),
        linear_regions=max(labels) + 1,
        distinct_affine_maps=different,
    )


@dataclass(slots=True)
class _Piece:
    """A convex polygon that the units of `layers[k]` are cutting: all layers before have one pattern on it.

    `sides[i]` is the line from corners[i] to corners[i + 1]. `cuts` are the (unit, line) of `layers[k]` that still
    cross it; `states` are the units' states where each of these is on its lower side, `values` the layer's outputs
    in those states, `following` the preactivations of the layer after, if any. `pattern` is that of the layers
    before.
    """

    k: int
    corners: list[Triple]
    sides: list[Triple]
    cuts: list[tuple[int, Triple]]
    states: list[int]
    preactivations: Maps
    values: Maps
    following: Maps
    pattern: ExactPattern
    share: float


def _whole(window: Window, layers: list[ExactLayer], watch: Watch) -> _Piece:
    """The window as a polygon, before the first layer (k = -1)."""
    if len(window) != 2:
        raise BadInput("window: {given} intervals, expected {inputs}, one per input", given=len(window), inputs=2)
    (x0, x1), (y0, y1) = (exact_interval(*side) for side in window)
    west, east = ((x.denominator, 0, -x.numerator) for x in (x0, x1))
    south, north = ((0, y.denominator, -y.numerator) for y in (y0, y1))
    sides: list[Triple] = [south, east, north, west]
    corners = [_meeting(sides[i - 1], sides[i]) for i in range(4)]
    plane: Maps = [[1, 0], [0, 1], [0, 0]]
    start = layers[0].preactivations(plane, watch)
    return _Piece(-1, corners, sides, [], [], [], plane, start, (), 1.0)


def _entered(piece: _Piece, layers: list[ExactLayer], watch: Watch) -> _Piece:
    """`piece` at the beginning of the next layer, with the lines of that layer that cross it."""
    k = piece.k + 1
    layer = layers[k]
    states = []
    cuts: list[tuple[int, Triple]] = []
    for unit, (a, b, c) in enumerate(zip(*piece.following, strict=True)):
        state = 0
        for threshold in layer.thresholds:
            line = (a, b, c - threshold)
            least, greatest = _range(line, piece.corners, watch)
            if least < 0 < greatest:
                cuts.append((unit, _reduced(line)))
            elif greatest > 0:
                state += 1
        states.append(state)
    values = layer.outputs(piece.following, piece.values, states)
    following = layers[k + 1].preactivations(values, watch) if k + 1 < len(layers) else []
    return replace(
        piece,
        k=k,
        cuts=cuts,
        states=states,
        preactivations=piece.following,
        values=values,
        following=following,
        pattern=_pattern(piece, layers),
    )


def _halves(piece: _Piece, layers: list[ExactLayer], watch: Watch) -> list[_Piece]:
    """The two sides of the first of the lines that cross `piece`, each with the other lines that cross it."""
    (unit, line), *others = piece.cuts
    halves = []
    for is_above, corners, sides in _clipped(piece, line):
        raised = [unit] if is_above else []
        cuts = []
        for other in others:
            least, greatest = _range(other[1], corners, watch)
            if least < 0 < greatest:
                cuts.append(other)
            elif greatest > 0:
                raised.append(other[0])
        half = replace(piece, corners=corners, sides=sides, cuts=cuts)
        _raise(half, raised, layers, watch)
        halves.append(half)
    # The more lines cross a half the more cells are in it: about their square, for many lines.
    weights = [(1 + len(half.cuts)) ** 2 for half in halves]
    for half, weight in zip(halves, weights, strict=True):
        half.share = piece.share * weight / sum(weights)
    return halves


def _raise(piece: _Piece, units: list[int], layers: list[ExactLayer], watch: Watch) -> None:
    """Put `units` into their next higher state everywhere on `piece`."""
    layer = layers[piece.k]
    piece.states = list(piece.states)
    for unit in units:
        before = piece.states[unit]
        step = layer.change(piece.preactivations, unit, before, before + 1)
        piece.states[unit] = before + 1
        piece.values = add_step(piece.values, unit, step)
        if piece.following:
            piece.following = layers[piece.k + 1].with_changed_input(piece.following, unit, step, watch)


def _pattern(piece: _Piece, layers: list[ExactLayer]) -> ExactPattern:
    """The pattern of all layers up to k, once no line is left that crosses `piece`."""
    if piece.k < 0:
        return ()
    return (*piece.pattern, tuple(piece.states) if layers[piece.k].thresholds else ())


def _clipped(piece: _Piece, line: Triple) -> Iterator[tuple[bool, list[Triple], list[Triple]]]:
    """The corners and sides of `piece` below and above a line that crosses it."""
    a, b, c = line
    heights = [a * x + b * y + c * w for x, y, w in piece.corners]
    halves: tuple[tuple[list[Triple], list[Triple]], ...] = (([], []), ([], []))
    for i, (corner, side, height) in enumerate(zip(piece.corners, piece.sides, heights, strict=True)):
        ahead = heights[(i + 1) % len(heights)]
        for (corners, sides), sign in zip(halves, (-1, 1), strict=True):
            if height * sign > 0:
                corners.append(corner)
                sides.append(side)
            elif height == 0:
                corners.append(corner)
                sides.append(side if ahead * sign > 0 else line)
        if height < 0 < ahead or ahead < 0 < height:
            crossing = _meeting(side, line)
            for (corners, sides), sign in zip(halves, (-1, 1), strict=True):
                corners.append(crossing)
                sides.append(side if ahead * sign > 0 else line)
    for is_above, (corners, sides) in zip((False, True), halves, strict=True):
        yield is_above, corners, sides


def _range(line: Triple, corners: Sequence[Triple], watch: Watch) -> tuple[int, int]:
    """The least and greatest of a x + b y + c w at the corners; their signs are those of ax + by + c."""
    a, b, c = line
    watch.spend(3 * len(corners))
    heights = [a * x + b * y + c * w for x, y, w in corners]
    return min(heights), max(heights)


def _meeting(one: Triple, other: Triple) -> Triple:
    """The point where two lines that are not parallel meet: their cross product."""
    (a, b, c), (d, e, f) = one, other
    x, y, w = _reduced((b * f - c * e, c * d - a * f, a * e - b * d))
    return (x, y, w) if w > 0 else (-x, -y, -w)


def _reduced(triple: Triple) -> Triple:
    a, b, c = triple
    divisor = gcd(a, b, c)
    return a // divisor, b // divisor, c // divisor


def _joined(cells: list[tuple[Triple, ...]], maps: list[IntegerMaps], watch: Watch) -> tuple[tuple[int, ...], int]:
    """The linear region of every cell, and the number of different affine maps."""
    numbers: dict[IntegerMaps, int] = {}
    kinds = []
    for affine in maps:
        watch.spend(CELL_WORK)
        kinds.append(numbers.setdefault(affine, len(numbers)))
    parents = list(range(len(cells)))
    if len(numbers) < len(cells):
        for one, other in _neighbours(cells, watch):
            if kinds[one] == kinds[other]:
                parents[_root(parents, one)] = _root(parents, other)
    labels: dict[int, int] = {}
    return tuple(labels.setdefault(_root(parents, i), len(labels)) for i in range(len(cells))), len(numbers)


def _root(parents: list[int], i: int) -> int:
    while parents[i] != i:
        parents[i] = parents[parents[i]]
        i = parents[i]
    return i


def _neighbours(cells: list[tuple[Triple, ...]], watch: Watch) -> Iterator[tuple[int, int]]:
    """Pairs of cells with a common edge.

    Cells that share a part of an edge share all of it. Were a corner of one inside an edge of the other, a unit
    would change its sign there along that edge; but preactivations are continuous and the other cell has one pattern.
    """
    found: dict[tuple[Triple, Triple], int] = {}
    for i, corners in enumerate(cells):
        watch.spend(CELL_WORK)
        watch.share += (1 - _CUTTING) / len(cells)
        for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
            other = found.pop((end, start), None)
            if other is None:
                found[start, end] = i
            else:
                yield i, other
