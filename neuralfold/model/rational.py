"""The 1-D picture in exact rational arithmetic: slow, independent of `segments.py`, for recounting.

The whole line is cut at once; its two ends are the points ±1/0 of the projective line, so that nothing special
happens there. A cell is refined layer by layer, the leftmost first, and carries the affine maps that hold in it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, cmp_to_key
from math import gcd

from neuralfold.model.network import Network
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
from neuralfold.model.spot import IsCancelled

Point = tuple[int, int]
"""A point p/q of the line in lowest terms with q > 0, or one of its ends: (-1, 0) and (1, 0)."""

ExactPattern = tuple[tuple[int, ...], ...]
"""For each of `network.layers` the state of every unit; empty for a layer without thresholds."""


@dataclass(frozen=True, eq=False)
class ExactSegments:
    """The cells of a window and their counts, all exact.

    `patterns[i]` belongs to cell i of n, ascending, and `segment[i]`, ascending from 0, is its linear segment.
    `activation_regions` = n and `linear_regions` count in the window, the `line_` counts on the whole line.
    `points`, `integer_maps` and `exponent` are what joints, slopes and intercepts are made from.
    """

    points: tuple[Point, ...]
    integer_maps: tuple[IntegerMaps, ...]
    exponent: int
    patterns: tuple[ExactPattern, ...]
    segment: tuple[int, ...]
    activation_regions: int
    linear_regions: int
    line_activation_regions: int
    line_linear_regions: int

    @cached_property
    def joints(self) -> tuple[Fraction, ...]:
        """The n + 1 ends of the n cells, ascending, both window ends included."""
        return tuple(Fraction(p, q) for p, q in self.points)

    @cached_property
    def slopes(self) -> tuple[tuple[Fraction, ...], ...]:
        """The D_o slopes of each of the n cells."""
        return tuple(tuple(a for a, _ in maps) for maps in self._maps)

    @cached_property
    def intercepts(self) -> tuple[tuple[Fraction, ...], ...]:
        """The D_o intercepts of each of the n cells: the output is slope x + intercept."""
        return tuple(tuple(b for _, b in maps) for maps in self._maps)

    @cached_property
    def _maps(self) -> tuple[tuple[tuple[Fraction, ...], ...], ...]:
        return tuple(fractions(maps, self.exponent) for maps in self.integer_maps)


def exact_segments(
    network: Network,
    window: tuple[float, float],
    *,
    progress: Progress | None = None,
    cancelled: IsCancelled | None = None,
) -> ExactSegments:
    """The exact 1-D picture of `network` on `window` = (low, high), and its counts on the whole line.

    A unit is in a higher state only where its preactivation is strictly greater than a threshold, so touching makes
    no joint; neighbouring cells with the same affine map of all outputs are one segment.
    `progress(done, total)` and `cancelled()` are called regularly.
    Raises BadInput for a network without exactly one input, a smooth activation or an empty window, and Cancelled
    when told to stop.
    """
    watch = Watch(progress, cancelled)
    layers = read_layers(network, 1, watch)
    low, high = (end.as_integer_ratio() for end in exact_interval(*window))
    points: list[Point] = []
    maps: list[IntegerMaps] = []
    patterns: list[ExactPattern] = []
    segment: list[int] = []
    line_cells = line_segments = 0
    last: Maps = []
    line: Maps = [[1], [0]]
    stack = [_Cell(0, (-1, 0), (1, 0), line, layers[0].preactivations(line, watch), (), 1.0)]
    while stack:
        cell = stack.pop()
        watch.spend(CELL_WORK)
        if cell.k < len(layers):
            stack.extend(reversed(list(_children(cell, layers, watch))))
            continue
        is_new = cell.values != last
        line_cells += 1
        line_segments += is_new
        last = cell.values
        if _is_before(cell.left, high) and _is_before(low, cell.right):
            segment.append(segment[-1] + is_new if segment else 0)
            points.append(cell.left if points else low)
            maps.append(tuple(map(tuple, cell.values)))
            patterns.append(cell.pattern)
        watch.share += cell.share
    watch.finish()
    return ExactSegments(
        points=(*points, high),
        integer_maps=tuple(maps),
        exponent=layers[-1].output_exponent,
        patterns=tuple(patterns),
        segment=tuple(segment),
        activation_regions=len(segment),
        linear_regions=segment[-1] + 1,
        line_activation_regions=line_cells,
        line_linear_regions=line_segments,
    )


@dataclass(slots=True)
class _Cell:
    """An interval on which the layers before `layers[k]` have one pattern, and the maps that hold there.

    `values` are the outputs of layer k - 1 (or x), `preactivations` those of `layers[k]`, empty after the last layer.
    """

    k: int
    left: Point
    right: Point
    values: Maps
    preactivations: Maps
    pattern: ExactPattern
    share: float


def _children(cell: _Cell, layers: list[ExactLayer], watch: Watch) -> Iterator[_Cell]:
    """The cells into which the units of `layers[k]` cut `cell`, from left to right."""
    layer, following = layers[cell.k], layers[cell.k + 1] if cell.k + 1 < len(layers) else None
    states, flips = _states_at_left(cell, layer, watch)
    values = layer.outputs(cell.preactivations, cell.values, states)
    preactivations = following.preactivations(values, watch) if following else []
    ends = [*sorted(flips, key=cmp_to_key(_order)), cell.right]
    left = cell.left
    for right in ends:
        pattern = (*cell.pattern, tuple(states) if layer.thresholds else ())
        yield _Cell(cell.k + 1, left, right, values, preactivations, pattern, cell.share / len(ends))
        for unit, rise in flips.get(right, ()):
            step = layer.change(cell.preactivations, unit, states[unit], states[unit] + rise)
            states[unit] += rise
            values = add_step(values, unit, step)
            if following:
                preactivations = following.with_changed_input(preactivations, unit, step, watch)
        left = right


def _states_at_left(
    cell: _Cell, layer: ExactLayer, watch: Watch
) -> tuple[list[int], dict[Point, list[tuple[int, int]]]]:
    """The units' states at the left end of `cell`, and per joint inside it the (unit, ±1) that change there."""
    (p, q), (r, s) = cell.left, cell.right
    states = []
    flips: dict[Point, list[tuple[int, int]]] = {}
    for unit, (a, b) in enumerate(zip(*cell.preactivations, strict=True)):
        watch.spend(4)
        state = 0
        for threshold in layer.thresholds:
            c = b - threshold
            at_left, at_right = a * p + c * q, a * r + c * s
            if at_left < 0 < at_right or at_right < 0 < at_left:
                divisor = gcd(a, c) if a > 0 else -gcd(a, c)
                flips.setdefault((-c // divisor, a // divisor), []).append((unit, 1 if a > 0 else -1))
                state += at_left > 0
            # Both ends are 0 for a constant on the whole line, where the constant itself decides.
            elif at_left > 0 or at_right > 0 or (at_left == at_right == 0 < c):
                state += 1
        states.append(state)
    return states, flips


def _order(one: Point, other: Point) -> int:
    return one[0] * other[1] - other[0] * one[1]


def _is_before(one: Point, other: Point) -> bool:
    return _order(one, other) < 0
