"""When a float64 sign may be trusted, and what it is when it may not (DESIGN, section 6).

One policy for both engines. A joint or vertex is stored as if it lay a little off its exact place, and its values are
those of that place up to rounding, relative to the sum S of the magnitudes that made them: γ S for one sum
(`float_kinds.py` and `plane_errors.py` carry both errors along). Beyond the error a sign is certain. Within it the one
sign is decided in exact integer arithmetic on the stored float64 numbers, until the budget of such decisions is spent;
the result then says that it is not certain. The only absolute term guards against underflow.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from copy import copy
from fractions import Fraction
from math import copysign, gcd
from operator import mul
from typing import Self

import numpy as np
from numpy.typing import NDArray

from neuralfold.model.activations import Floats
from neuralfold.model.network import Layer, Network
from neuralfold.model.sentence import Sentence
from neuralfold.model.spot import Cancelled

UNDERFLOW = 2.0**-1000
ULP = 2.0**-53
GROWTH = 4.0
LARGEST = float(np.finfo(np.float64).max)
SMALLEST = 2.0**-1074
_AT_ONCE = 1 << 17

Indices = NDArray[np.intp]
Signs = NDArray[np.int8]
Point = tuple[int, ...]


def rounding(terms: int) -> float:
    """γ: the relative error of a sum of `terms` products; rigorous to 16 terms, then as roundings add in practice."""
    return float((4.0 + 4.0 * np.sqrt(terms)) * ULP)


def walls(layer: Layer) -> tuple[Indices, Floats]:
    """The unit and the threshold of every wall of a layer: one per unit, two for hard_tanh, none for identity."""
    thresholds = np.asarray(layer.activation.thresholds)
    return np.repeat(np.arange(layer.units), thresholds.size), np.tile(thresholds, layer.units)


def summed(layer: Layer, scales: Floats) -> Floats:
    """S of every unit: |Ω| scales + |β|, shape (units,), 0 only where the unit is zero everywhere.

    Infinite where it overflows or where a scale has: then nothing is certain of that unit.
    """
    is_used = layer.weights.any(axis=1) | (layer.biases != 0.0)
    with np.errstate(over="ignore", invalid="ignore"):
        total = np.abs(layer.weights) @ scales + np.abs(layer.biases) + UNDERFLOW
    known: Floats = np.where(is_used, np.where(np.isnan(total), np.inf, total), 0.0)
    return known


def grown(sums: Floats, layer: Layer, scales: Floats, activations: Floats) -> tuple[Floats, float]:
    """The scales after a layer, and by how much errors grow in units of them.

    `sums` are those of its preactivations, `scales` those of its inputs, shape (units,); `activations` has shape
    (vertices, units).
    """
    steepest = max(1.0, *(abs(slope) for slope, _ in layer.activation.pieces))
    with np.errstate(over="ignore"):
        totals = sums * steepest + (scales if layer.skip else 0.0)
    largest = activations.max(axis=0, initial=0.0)
    if layer.activation.name not in ("relu", "abs") or layer.skip:
        largest = np.maximum(largest, -activations.min(axis=0, initial=0.0))
    after = np.maximum(largest, totals / GROWTH)
    is_known = (after > 0.0) & np.isfinite(after)
    ratio = np.divide(totals, after, out=np.ones_like(totals), where=is_known)
    return after, max(1.0, float(ratio.max()))


class Decisions:
    """The budget of exact decisions, in integer multiplications, and how many signs were left undecided."""

    def __init__(self, budget: int) -> None:
        self.left = budget
        self.doubts = 0

    def afford(self, cost: int) -> bool:
        """Whether one more decision of about `cost` multiplications may be made; counts a doubt where not."""
        if self.left < cost:
            self.doubts += 1
            return False
        self.left -= cost
        return True

    @property
    def reason(self) -> Sentence | None:
        """Why the result is not certain, or None where it is."""
        return Sentence.of("{doubts} touches within rounding", doubts=f"{self.doubts:,}") if self.doubts else None


IntegerLayer = tuple[list[list[int]], list[int], int]


def integer_layer(layer: Layer) -> IntegerLayer:
    """Weights and biases of a layer as integers over one power of two, and that power."""
    mantissas, exponents = np.frexp(np.append(layer.weights, layer.biases))
    digits = (mantissas * 2.0**53).astype(np.int64)
    # The lowest digit that is not zero tells how far the point has to move.
    lowest = np.bitwise_count((digits & -digits) - 1).astype(np.int64)
    powers = np.where(digits == 0, 0, exponents - 53 + lowest)
    exponent = max(0, int(-powers.min()))
    shifted = [d << p for d, p in zip((digits >> lowest).tolist(), (powers + exponent).tolist(), strict=True)]
    units, inputs = layer.weights.shape
    rows = [shifted[start : start + inputs] for start in range(0, units * inputs, inputs)]
    return rows, shifted[units * inputs :], exponent


def activated(layer: Layer, before: Sequence[int], z: Sequence[int], w: int, exponent: int) -> tuple[list[int], int]:
    """Activation of homogeneous integer preactivations `z` over `w`, where w = `exponent` bits times the one before.

    `before` are the values that entered the layer, for its skip connection. Gives numerators and denominator.
    """
    shift = 0
    match layer.activation.name:
        case "relu":
            h = [max(v, 0) for v in z]
        case "abs":
            h = [abs(v) for v in z]
        case "leaky_relu":
            numerator, denominator = layer.activation.slope.as_integer_ratio()
            shift = denominator.bit_length() - 1
            h = [v << shift if v > 0 else v * numerator for v in z]
        case "hard_tanh":
            h = [min(max(v, -w), w) for v in z]
        case _:
            h = list(z)
    if layer.skip:
        h = [v + (u << (exponent + shift)) for v, u in zip(h, before, strict=True)]
    return h, w << shift


def certain_signs(
    over: Floats,
    shifts: Floats,
    steep: Floats,
    level: Floats,
    exact: Callable[[int, int], int],
    afford: Callable[[int], bool],
) -> Signs:
    """The sign of `over`[v, w], shape (vertices, walls), known up to shifts[v] steep[w] + level[w].

    Doubtful signs come from `exact(vertex, wall)` as long as one can `afford` them, then they are 0; where the sign is
    0, `over` is set to 0. A wall whose `level` is 0 is zero everywhere.
    """
    signs = np.empty(over.shape, np.int8)
    doubtful = []
    # A few rows at a time, so that they stay in the cache.
    step = max(1, _AT_ONCE // max(1, over.shape[1]))
    with np.errstate(over="ignore", invalid="ignore"):
        widest = shifts * float(steep.max(initial=0.0)) + float(level.max(initial=0.0)) + UNDERFLOW
        for start in range(0, len(over), step):
            block = over[start : start + step]
            np.subtract((block > 0.0).view(np.int8), (block < 0.0).view(np.int8), out=signs[start : start + step])
            size = np.abs(block)
            row = np.flatnonzero(~(size.min(axis=1, initial=np.inf) > widest[start : start + step]))
            if row.size:
                band = shifts[start + row, None] * steep + (level + UNDERFLOW)
                vertex, wall = np.nonzero(~(size[row] > band))
                doubtful.append((start + row[vertex], wall))
    if not doubtful:
        return signs
    vertex, wall = (np.concatenate(part) for part in zip(*doubtful, strict=True))
    signs[vertex, wall] = 0
    for v, w in zip(*(x[level[wall] > 0.0].tolist() for x in (vertex, wall)), strict=True):
        if afford(1):
            signs[v, w] = exact(v, w)
    over[vertex, wall] = np.where(signs[vertex, wall] == 0, 0.0, over[vertex, wall])
    return signs


class ExactSigns:
    """Signs and crossings at vertices in exact integer arithmetic on the stored float64 numbers.

    A vertex is a seed (given in homogeneous integer coordinates, the last one >= 0) or the point between two older
    vertices where one wall crosses; its exact coordinates are found when they are first asked for. Values are kept
    homogeneous, (numerators, common denominator), so that points at infinity (denominator 0) need no case of their own.
    """

    def __init__(self, network: Network, seeds: Sequence[Point], cancelled: Callable[[], bool]) -> None:
        self._network = network
        self._cancelled = cancelled
        self._layers: dict[int, IntegerLayer] = {}
        self._points: dict[int, Point] = dict(enumerate(seeds))
        self._values: dict[tuple[int, int], tuple[list[int], int]] = {}
        self._entered: dict[tuple[int, int], list[int]] = {}
        self._parents: list[NDArray[np.int64]] = []
        self._first: list[int] = []
        self.vertices = len(seeds)

    def born(self, layer: int, first: Indices, second: Indices, wall: Indices) -> Indices:
        """Register the vertices where `wall` of `layer` crosses between `first` and `second`; gives their numbers."""
        numbers = np.arange(self.vertices, self.vertices + first.size)
        if first.size:
            self._parents.append(np.column_stack([first, second, np.full(first.size, layer), wall]).astype(np.int64))
            self._first.append(self.vertices)
            self.vertices += first.size
        return numbers

    def point(self, vertex: int) -> Point:
        """Homogeneous integer coordinates of a vertex, without common factor."""
        missing = [vertex]
        while missing:
            v = missing[-1]
            if v in self._points:
                missing.pop()
                continue
            a, b, layer, wall = self._birth(v)
            unknown = [p for p in (a, b) if p not in self._points]
            if unknown:
                missing += unknown
                continue
            self._points[v] = self._between(a, b, layer, wall)
            missing.pop()
        return self._points[vertex]

    def sign(self, vertex: int, layer: int, wall: int) -> int:
        """Sign of (preactivation - threshold) of a wall of `layer` at a vertex: -1, 0 or 1."""
        over = self._over(vertex, layer, wall)
        return (over > 0) - (over < 0)

    def ratio(self, a: int, b: int, layer: int, wall: int) -> Fraction:
        """|z_a| / |z_b| of a wall that crosses between `a` and `b`: it grows along the edge, so it orders crossings."""
        return Fraction(abs(self._over(a, layer, wall)), abs(self._over(b, layer, wall)))

    def preactivations(self, vertex: int, layer: int) -> tuple[list[float], list[float]]:
        """What enters a layer and its preactivations at a vertex, correctly rounded.

        At infinity both are directions, as long as the largest number that enters is ±1.
        """
        z, below = self._preactivation(vertex, layer)
        h, w = self._entering(vertex, layer)
        if w == 0:
            w = max(map(abs, h)) or 1
            below = w << self._integers(layer)[2]
        return _rounded(h, w), _rounded(z, below)

    def born_share(self, vertex: int) -> Fraction:
        """How far along the way between the ends that it was born on a vertex is."""
        return self.share(*self._birth(vertex))

    def share(self, a: int, b: int, layer: int, wall: int) -> Fraction:
        """How far along the way from `a` to `b`, finite vertices, a wall crosses that changes its sign there."""
        before = abs(self._over(a, layer, wall)) * self.point(b)[-1]
        beyond = abs(self._over(b, layer, wall)) * self.point(a)[-1]
        return Fraction(before, before + beyond)

    def _birth(self, v: int) -> tuple[int, int, int, int]:
        block = bisect_right(self._first, v) - 1
        a, b, layer, wall = self._parents[block][v - self._first[block]].tolist()
        return a, b, layer, wall

    def _between(self, a: int, b: int, layer: int, wall: int) -> Point:
        za, zb = abs(self._over(a, layer, wall)), abs(self._over(b, layer, wall))
        sums = [zb * p + za * q for p, q in zip(self._points[a], self._points[b], strict=True)]
        divisor = gcd(*sums) or 1
        return tuple(value // divisor for value in sums)

    def _over(self, vertex: int, layer: int, wall: int) -> int:
        """Numerator of (preactivation - threshold); the positive denominator is the same for every vertex."""
        activation = self._network.layers[layer].activation
        unit, place = divmod(wall, len(activation.thresholds))
        numerators, denominator = self._preactivation(vertex, layer)
        return numerators[unit] - int(activation.thresholds[place]) * denominator

    def _preactivation(self, vertex: int, layer: int) -> tuple[list[int], int]:
        first = layer
        while first >= 0 and (vertex, first) not in self._values:
            first -= 1
        for k in range(first + 1, layer + 1):
            if self._cancelled():
                raise Cancelled
            h, w = self._entering(vertex, k)
            if self._network.layers[k].skip:
                self._entered[vertex, k] = h
            weights, biases, exponent = self._integers(k)
            z = [sum(map(mul, row, h)) + bias * w for row, bias in zip(weights, biases, strict=True)]
            self._values[vertex, k] = (z, w << exponent)
        return self._values[vertex, layer]

    def _entering(self, vertex: int, layer: int) -> tuple[list[int], int]:
        """What enters a layer at a vertex, once the layers before have been passed."""
        if layer == 0:
            *h, w = self.point(vertex)
            return h, w
        before, entered = self._network.layers[layer - 1], self._entered.get((vertex, layer - 1), [])
        return activated(before, entered, *self._values[vertex, layer - 1], self._integers(layer - 1)[2])

    def resumed(self, network: Network, layers: int, cancelled: Callable[[], bool]) -> Self:
        """A copy that goes on with a network whose first `layers` layers are those of this one."""
        other = copy(self)
        other._network, other._cancelled = network, cancelled
        other._parents, other._first, other._points = self._parents.copy(), self._first.copy(), self._points.copy()
        other._layers = {k: known for k, known in self._layers.items() if k < layers}
        other._values = {key: known for key, known in self._values.items() if key[1] < layers}
        other._entered = {key: known for key, known in self._entered.items() if key[1] < layers}
        return other

    def _integers(self, layer: int) -> IntegerLayer:
        known = self._layers.get(layer)
        if known is None:
            known = self._layers[layer] = integer_layer(self._network.layers[layer])
        return known


def _rounded(numerators: list[int], denominator: int) -> list[float]:
    """The quotients; what is not zero stays so, however small."""
    try:
        return [value / denominator or (value and copysign(SMALLEST, value)) for value in numerators]
    except OverflowError:
        return [np.inf] * len(numerators)


def integer_point(*coordinates: float) -> Point:
    """Homogeneous integer coordinates of a finite point."""
    fractions = [value.as_integer_ratio() for value in coordinates]
    common = max(denominator for _, denominator in fractions)
    return (*(numerator * (common // denominator) for numerator, denominator in fractions), common)
