"""How one layer cuts the cells of a line, once for every kind of cell.

A kind is a pair of states: the values that enter a layer at the two ends of a cell. Cells of one kind are cut alike.
While states are few they are kept as exact integers (`ExactKinds`): equal states are then recognised, so folds stay
few kinds and every sign is certain. A network too large for that goes on in float64 behind the error filter
(`FloatKinds`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from operator import mul

import numpy as np

from neuralfold.model.activations import Floats
from neuralfold.model.certainty import (
    ULP,
    UNDERFLOW,
    Decisions,
    ExactSigns,
    Filter,
    Indices,
    IntegerLayer,
    Point,
    Signs,
    activated,
    certain_signs,
    crossing_error,
    integer_layer,
    walls,
)
from neuralfold.model.crossings import ordered, piece_ends, spread
from neuralfold.model.limits import checked_finite
from neuralfold.model.network import Network
from neuralfold.model.spot import IsCancelled

EXACT_WORK = 20_000


@dataclass(frozen=True)
class Cuts:
    """What one layer does to every kind of cell.

    `counts` has shape (kinds,): joints inside; `walls` lists the wall of each joint (one of them where several
    coincide), kind by kind from left to right; `signs` has shape (sub-kinds, walls): the sign of every wall inside
    each piece, kind by kind from left to right.
    """

    counts: Indices
    walls: Indices
    signs: Signs


def _piece_signs(ends: Signs, other: Signs, counts: Indices, kind: Indices, wall: Indices, order: Indices) -> Signs:
    """The sign of every wall inside every piece.

    `ends`, `other` are the signs at the left and right ends of every kind, shape (kinds, walls). Crossing i makes
    `wall[i]` change sign at joint `order[i]` (from 0) of `kind[i]`; every other wall has the sign of an end.
    """
    pieces = counts + 1
    first = np.cumsum(pieces) - pieces
    signs = np.repeat(np.where(ends != 0, ends, other), pieces, axis=0)
    width = pieces[kind]
    rows = spread(first[kind], width)
    place = rows - np.repeat(first[kind], width)
    crossing = np.repeat(np.arange(kind.size), width)
    signs[rows, wall[crossing]] = np.where(
        place <= order[crossing], ends[kind[crossing], wall[crossing]], other[kind[crossing], wall[crossing]]
    )
    return signs


class ExactKinds:
    """Kinds whose states are exact: rows of integers over a common denominator (0 at infinity), without common factor.

    `ends` has shape (kinds, 2): the states at the two ends of every kind.
    """

    def __init__(self, network: Network, rows: list[Point], ends: Indices) -> None:
        self._network = network
        self.rows = rows
        self.ends = ends

    def is_affordable(self, k: int) -> bool:
        """Whether the states are few enough to carry them through `layers[k]` exactly."""
        return len(self.rows) * self._network.layers[k].weights.size <= EXACT_WORK

    def cut(self, k: int) -> Cuts:
        """Cut every kind by `layers[k]`; afterwards the states are preactivations, and `ends` those of the pieces."""
        layer = self._network.layers[k]
        integers = integer_layer(layer)
        thresholds = [int(t) for t in layer.activation.thresholds]
        rows = [_preactivations(integers, row, layer.skip) for row in self.rows]
        over = [[v - t * row[-1] for v in row[-1 - layer.units : -1] for t in thresholds] for row in rows]
        signs = np.array([[(v > 0) - (v < 0) for v in row] for row in over], np.int8).reshape(len(over), -1)
        left, right = signs[self.ends[:, 0]], signs[self.ends[:, 1]]
        kind, wall = np.nonzero(left * right < 0)
        counts = np.zeros(len(self.ends), np.intp)
        order = np.zeros(kind.size, np.intp)
        representatives: list[int] = []
        for k in np.unique(kind).tolist():
            a, b = self.ends[k].tolist()
            mine = np.nonzero(kind == k)[0]
            ratios = [Fraction(abs(over[a][w]), abs(over[b][w])) for w in wall[mine].tolist()]
            places = sorted(set(ratios))
            counts[k] = len(places)
            order[mine] = [places.index(ratio) for ratio in ratios]
            for ratio in places:
                p, q = ratio.denominator, ratio.numerator
                representatives.append(int(wall[mine[ratios.index(ratio)]]))
                rows.append(_reduced([p * u + q * v for u, v in zip(rows[a], rows[b], strict=True)]))
        piece_signs = _piece_signs(left, right, counts, kind, wall, order)
        self.ends = piece_ends(self.ends, counts, np.arange(len(self.rows), len(rows)))
        self.rows = rows
        return Cuts(counts, np.array(representatives, np.intp), piece_signs)

    def advance(self, k: int) -> Indices:
        """Apply the activation of `layers[k]`, unite equal states and kinds; gives the new kind of every old one."""
        layer = self._network.layers[k]
        known: dict[Point, int] = {}
        renumbered = []
        for *entered, w in self.rows:
            z = entered[-layer.units :]
            h, scale = activated(layer, entered[: -layer.units], z, w, 0)
            renumbered.append(known.setdefault(_reduced([*h, scale]), len(known)))
        self.rows = list(known)
        self.ends, kinds = np.unique(np.array(renumbered, np.intp)[self.ends], axis=0, return_inverse=True)
        united: Indices = kinds.reshape(-1)
        return united

    def values(self) -> Floats:
        """The states as numbers, shape (states, units), correctly rounded; directions where they are at infinity."""
        return np.array([_numbers(row) for row in self.rows])


def _preactivations(integers: IntegerLayer, row: Point, skip: bool) -> Point:
    """(z…, w) of a state (h…, w), with h… in front, over the same denominator, where a skip connection needs it."""
    weights, biases, exponent = integers
    *h, w = row
    z = [sum(map(mul, weight, h)) + bias * w for weight, bias in zip(weights, biases, strict=True)]
    return (*(v << exponent for v in h if skip), *z, w << exponent)


def _reduced(row: list[int]) -> Point:
    divisor = gcd(*row) or 1
    return tuple(value // divisor for value in row)


def _numbers(row: Point) -> list[float]:
    *h, w = row
    if w == 0:
        w = 1 << max(0, max(abs(v) for v in h).bit_length() - 60)
    try:
        return [v / w for v in h]
    except OverflowError:
        return [np.inf] * len(h)


class FloatKinds:
    """Kinds whose states are float64 behind the error filter; doubtful signs are decided by exact integers.

    Starts from exact states `rows` that enter `network.layers[first]`.
    """

    def __init__(
        self,
        network: Network,
        first: int,
        rows: list[Point],
        ends: Indices,
        decisions: Decisions,
        cancelled: IsCancelled,
    ) -> None:
        self.ends = ends
        self._first = first
        self._network = network
        self._decisions = decisions
        self._exact = ExactSigns(Network(network.layers[first:]), rows, cancelled)
        self._h = np.array([_numbers(row) for row in rows])
        self._finite = np.array([row[-1] != 0 for row in rows])
        self._filter = Filter(np.abs(self._h[self._finite]).max(axis=0), len(rows))
        self._filter.errors[:] = ULP
        self._sums = self._bounds = self._filter.errors

    def is_affordable(self, k: int) -> bool:
        """Float states are carried through any layer."""
        return True

    def cut(self, k: int) -> Cuts:
        """Cut every kind by `layers[k]`; afterwards the states are preactivations, and `ends` those of the pieces."""
        layer = self._network.layers[k]
        unit, threshold = walls(layer)
        finite = self._finite.astype(np.float64)[:, None]
        with np.errstate(over="ignore", invalid="ignore"):
            z = self._h @ layer.weights.T + layer.biases * finite
        checked_finite(z, self._network, k)
        sums, bounds = self._filter.sums(layer), self._filter.bounds(layer, self._sizes())
        over = z[:, unit] - threshold * finite
        wall_sums = sums[unit] + np.abs(threshold)
        signs = certain_signs(
            over,
            bounds,
            wall_sums,
            np.where(wall_sums > 0.0, UNDERFLOW, 0.0),
            lambda state, w: self._exact.sign(state, k - self._first, w),
            self._afford(k),
        )
        state, zero = np.nonzero((signs == 0) & (wall_sums > 0.0))
        z[state, unit[zero]] = (threshold * finite)[state, zero]

        left, right = signs[self.ends[:, 0]], signs[self.ends[:, 1]]
        kind, wall = np.nonzero(left * right < 0)
        a, b = self.ends[kind].T
        over_a, over_b = (np.maximum(np.abs(over[end, wall]), UNDERFLOW) for end in (a, b))
        inner = self._finite[a] & self._finite[b]
        share = over_a / (over_a + over_b)
        weight_a = np.where(inner, 1.0 - share, np.where(self._finite[a], 1.0, over_b / over_a))
        weight_b = np.where(inner, share, np.where(self._finite[b], 1.0, over_a / over_b))
        key = np.where(inner, share, np.where(self._finite[a], weight_b, -weight_a))
        drop = np.where(inner, over_a + over_b, np.where(self._finite[a], over_b, over_a))
        bound = weight_a * bounds[a] + weight_b * bounds[b]
        place = bound * wall_sums[wall] / drop + 8.0 * ULP * np.abs(key)

        sort, starts = ordered(
            kind,
            key,
            place,
            lambda i: self._exact.ratio(int(a[i]), int(b[i]), k - self._first, int(wall[i])),
            self._afford(k),
        )
        new = np.cumsum(starts) - 1
        counts = np.bincount(kind[sort][starts], minlength=len(self.ends))
        before = np.cumsum(counts) - counts
        order = np.empty_like(new)
        order[sort] = new - before[kind[sort]]
        chosen = sort[starts]

        za, zb = z[a[chosen]], z[b[chosen]]
        z_new = weight_a[chosen, None] * za + weight_b[chosen, None] * zb
        z_new[new, unit[wall[sort]]] = threshold[wall[sort]]
        far = np.where(
            inner[chosen, None], np.abs(zb - za), np.where(self._finite[a[chosen], None], np.abs(zb), abs(za))
        )
        change = np.divide(far, sums, out=np.zeros_like(far), where=sums > 0.0).max(axis=1, initial=0.0)
        errors = crossing_error(bound[chosen], place[chosen], change)
        h_new = weight_a[chosen, None] * self._h[a[chosen]] + weight_b[chosen, None] * self._h[b[chosen]]

        piece_signs = _piece_signs(left, right, counts, kind, wall, order)
        numbers = self._exact.born(k - self._first, a[chosen], b[chosen], wall[chosen])
        self.ends = piece_ends(self.ends, counts, numbers)
        self._z, self._h = np.concatenate([z, z_new]), np.concatenate([self._h, h_new])
        self._finite = np.concatenate([self._finite, np.ones(chosen.size, bool)])
        self._sums, self._bounds = sums, np.concatenate([bounds, errors])
        return Cuts(counts, wall[chosen], piece_signs)

    def advance(self, k: int) -> Indices:
        """Apply the activation of `layers[k]`; gives the new kind of every old one (here: the same)."""
        layer = self._network.layers[k]
        h = layer.activation(self._z)
        if layer.activation.name == "hard_tanh":
            h[~self._finite] = 0.0
        if layer.skip:
            h += self._h
        self._filter.passed(layer, self._sums, self._bounds, h[self._finite])
        self._h = h
        return np.arange(len(self.ends))

    def values(self) -> Floats:
        """The states as numbers, shape (states, units); directions where they are at infinity."""
        return self._h

    def _sizes(self) -> Floats:
        """m: how large the values of a state are against the scales; at most 1 unless it is at infinity."""
        sizes = np.ones(len(self._h))
        far = np.abs(self._h[~self._finite])
        scales = self._filter.scales
        sizes[~self._finite] = np.divide(far, scales, out=np.zeros_like(far), where=scales > 0.0).max(axis=1)
        return sizes

    def _afford(self, k: int) -> Callable[[int], bool]:
        cost = sum(layer.weights.size for layer in self._network.layers[self._first : k + 1])
        return lambda count: self._decisions.afford(cost * count)
