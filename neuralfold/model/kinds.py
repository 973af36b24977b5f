"""How one layer cuts the cells of a line, once for every kind of cell.

A kind is a pair of states: the values that enter a layer at the two ends of a cell. Cells of one kind are cut alike.
While states are few they are kept as exact integers (`ExactKinds`): equal states are then recognised, so folds stay
few kinds and every sign is certain. A network too large for that goes on in float64 behind the error filter
(`float_kinds.py`).
"""

from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from operator import mul

import numpy as np

from neuralfold.model.activations import Floats
from neuralfold.model.certainty import (
    Indices,
    IntegerLayer,
    Point,
    Signs,
    activated,
    integer_layer,
)
from neuralfold.model.crossings import piece_ends, spread
from neuralfold.model.network import Layer, Network
from neuralfold.model.spot import States

EXACT_WORK = 20_000


@dataclass(frozen=True)
class Cuts:
    """What one layer does to every kind of cell.

    `counts` has shape (kinds,): joints inside; `walls` lists the wall of each joint (one of them where several
    coincide) and `shares` how far along its kind each joint is (not a number where an end is at infinity), kind by kind
    from left to right; `signs` has shape (sub-kinds, walls): the sign of every wall inside each piece, likewise.
    """

    counts: Indices
    walls: Indices
    shares: Floats
    signs: Signs


def piece_signs(ends: Signs, other: Signs, counts: Indices, kind: Indices, wall: Indices, order: Indices) -> Signs:
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


def layer_states(layer: Layer, signs: Signs) -> States:
    """State of every unit, shape (n, units): how many thresholds it is above, by the signs of all walls, (n, walls)."""
    thresholds = len(layer.activation.thresholds)
    if thresholds == 0:
        return np.empty((len(signs), 0), np.int8)
    states: States = (signs > 0).reshape(len(signs), layer.units, thresholds).sum(axis=2, dtype=np.int8)
    return states


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
        shares: list[float] = []
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
                before, beyond = q * rows[b][-1], p * rows[a][-1]
                shares.append(before / (before + beyond) if before and beyond else np.nan)
                rows.append(_reduced([p * u + q * v for u, v in zip(rows[a], rows[b], strict=True)]))
        signs = piece_signs(left, right, counts, kind, wall, order)
        self.ends = piece_ends(self.ends, counts, np.arange(len(self.rows), len(rows)))
        self.rows = rows
        return Cuts(counts, np.array(representatives, np.intp), np.array(shares), signs)

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
        return np.array([numbers_of(row) for row in self.rows])


def _preactivations(integers: IntegerLayer, row: Point, skip: bool) -> Point:
    """(z…, w) of a state (h…, w), with h… in front, over the same denominator, where a skip connection needs it."""
    weights, biases, exponent = integers
    *h, w = row
    z = [sum(map(mul, weight, h)) + bias * w for weight, bias in zip(weights, biases, strict=True)]
    return (*(v << exponent for v in h if skip), *z, w << exponent)


def _reduced(row: list[int]) -> Point:
    divisor = gcd(*row) or 1
    return tuple(value // divisor for value in row)


def numbers_of(row: Point) -> list[float]:
    """A state as numbers, correctly rounded; at infinity a direction, infinite where it overflows."""
    *h, w = row
    if w == 0:
        w = 1 << max(0, max(abs(v) for v in h).bit_length() - 60)
    try:
        return [v / w for v in h]
    except OverflowError:
        return [np.inf] * len(h)
