"""How one layer cuts the cells of a line in float64, behind the error filter (`kinds.py` says what a kind is).

A state is stored as if it lay a little off its exact place, by at most its *shift*; its values are those of the
shifted place, up to rounding *noise*, one bound per value. A new state is put where its wall's interpolated value is
zero, so it is off by the noise over the slope there, however far the ends of its kind are off: errors do not pile up
from layer to layer. Where a sign is within the error, all values of that state are taken from exact integers, and are
certain again.
"""

from collections.abc import Callable

import numpy as np

from neuralfold.model.activations import Floats
from neuralfold.model.certainty import (
    ULP,
    UNDERFLOW,
    Decisions,
    ExactSigns,
    Indices,
    Point,
    Signs,
    rounding,
    walls,
)
from neuralfold.model.crossings import Flags, ordered, piece_ends
from neuralfold.model.kinds import Cuts, layer_states, numbers_of, piece_signs
from neuralfold.model.limits import checked_finite
from neuralfold.model.network import Layer, Network
from neuralfold.model.spot import IsCancelled

# A crossing whose place along its kind is known worse than this is placed exactly.
VAGUE = 1e-8
# Integer multiplications spent on such places; counts do not depend on them.
PLACEMENT_BUDGET = 200_000
# A value is seldom off by more than so many roundings of its last sum, but it could be: such a count is not certain.
USUAL = 16.0
_INTERPOLATION = 8.0 * ULP
# Products of smaller numbers may lose digits below the smallest float64.
_SMALL = 2.0**-900


class FloatKinds:
    """Kinds whose states are float64; starts from exact states `rows` that enter `network.layers[first]`.

    `ends` has shape (kinds, 2). Every kind is a part of one of those at the start, its root, along which t runs: from 0
    to 1, or away from 0 at the finite end of a root that reaches infinity. |error of h[s, u]| <= noise[s, u] +
    shifts[s] |dh[u]/dt|; `rates`, shape (kinds, units), are dh/dt, and `spans`, shape (kinds, 2), the t at both ends.
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
        self._placements = Decisions(PLACEMENT_BUDGET)
        # Among numbers that float64 holds with a few digits only, nothing is known.
        given = (np.append(layer.weights, layer.biases) for layer in network.layers[first:])
        if min(_least(np.abs(numbers)) for numbers in given) < UNDERFLOW:
            decisions.doubts += 1
        self._exact = ExactSigns(Network(network.layers[first:]), rows, cancelled)
        self._finite = np.array([row[-1] != 0 for row in rows])
        self._h = np.array([numbers_of(row) for row in rows])
        # Directions get the length of the numbers around.
        far = ~self._finite
        length = np.abs(self._h[self._finite]).max() or 1.0
        self._h[far] *= length / np.maximum(np.abs(self._h[far]).max(axis=1, keepdims=True), UNDERFLOW)
        self._noise = 2.0 * ULP * np.abs(self._h) + UNDERFLOW * np.array([[v != 0 for v in row[:-1]] for row in rows])
        self._shifts = np.zeros(len(rows))
        is_finite = self._finite[ends]
        directions = self._h[np.where(is_finite[:, 0], ends[:, 1], ends[:, 0])]
        inner = is_finite.all(axis=1, keepdims=True)
        self._rates = np.where(inner, self._h[ends[:, 1]] - self._h[ends[:, 0]], directions)
        self._spans = np.zeros((len(ends), 2))
        self._spans[:, 1] = np.where(is_finite[:, 1], np.where(is_finite[:, 0], 1.0, 0.0), np.inf)
        self._spans[~is_finite[:, 0], 0] = -np.inf

    def is_affordable(self, k: int) -> bool:
        """Float states are carried through any layer."""
        return True

    def cut(self, k: int) -> Cuts:
        """Cut every kind by `layers[k]`; afterwards the states are preactivations, and `ends` those of the pieces."""
        with np.errstate(over="ignore", invalid="ignore"):
            layer = self._network.layers[k]
            self._enter(k, layer)
            self._signs = self._decided(k, layer)
            return self._cut(k, layer, self._signs)

    def _enter(self, k: int, layer: Layer) -> None:
        """Go on to the preactivations of `layers[k]`."""
        finite = self._finite[:, None]
        self._z = self._h @ layer.weights.T + layer.biases * finite
        checked_finite(self._z, self._network, k)
        gamma, size = rounding(layer.inputs + 1), np.abs(self._h)
        self._entered = self._noise
        self._noise = (self._noise + gamma * size) @ np.abs(layer.weights).T + gamma * np.abs(layer.biases) * finite
        if _least(size) * _least(np.abs(layer.weights)) < _SMALL:
            self._noise[:, layer.weights.any(axis=1)] += UNDERFLOW
        self._before, self._rates = self._rates, self._rates @ layer.weights.T

    def _decided(self, k: int, layer: Layer) -> Signs:
        """The sign of every wall of `layers[k]` at every state; states in doubt become exact."""
        unit, threshold = walls(layer)
        over = self._over(unit, threshold)
        band = self._noise[:, unit] + ULP * np.abs(threshold)
        steep = np.abs(self._rates[:, unit]).max(axis=0, initial=0.0)
        moved = np.flatnonzero(self._shifts != 0.0)
        band[moved] += self._shifts[moved, None] * steep
        signs: Signs = np.sign(over).astype(np.int8)
        state, wall = np.nonzero(~(np.abs(over) > band) & (band != 0.0))
        signs[state, wall] = 0
        afford = self._afford(k)
        is_exact = np.zeros(len(over), bool)
        for doubtful in np.unique(state).tolist():
            is_exact[doubtful] = afford(1)
        decided = is_exact[state]
        for s, w in zip(state[decided].tolist(), wall[decided].tolist(), strict=True):
            signs[s, w] = self._exact.sign(s, k - self._first, w)
        for s in np.flatnonzero(is_exact).tolist():
            self._settle(s, k)
        signs[state[~decided], wall[~decided]] = self._likely(layer, over, state[~decided], wall[~decided])
        state, zero = np.nonzero(signs == 0)
        self._z[state, unit[zero]] = threshold[zero] * self._finite[state]
        return signs

    def _likely(self, layer: Layer, over: Floats, state: Indices, wall: Indices) -> Signs:
        """Signs that nobody can afford: those of float64 unless they are within usual roundings, then 0."""
        unit, _ = walls(layer)
        rows, row = np.unique(state, return_inverse=True)
        sizes = np.abs(self._h[rows]) @ np.abs(layer.weights).T + np.abs(layer.biases)
        usual = USUAL * rounding(layer.inputs + 1) * sizes[row, unit[wall]]
        values = over[state, wall]
        signs: Signs = np.where(np.abs(values) > usual, np.sign(values), 0.0).astype(np.int8)
        return signs

    def _over(self, unit: Indices, threshold: Floats) -> Floats:
        """Preactivation - threshold of all walls at all states."""
        over: Floats = self._z[:, unit]
        if threshold.any():
            over = over - threshold * self._finite[:, None]
        return over

    def _settle(self, state: int, k: int) -> None:
        """Take the values of a state from exact integers; a direction keeps its length."""
        length = 1.0 if self._finite[state] else float(np.abs(self._h[state]).max())
        h, z = self._exact.preactivations(state, k - self._first)
        self._h[state], self._z[state] = np.multiply(h, length), np.multiply(z, length)
        self._entered[state] = ULP * np.abs(self._h[state]) + UNDERFLOW * (np.array(h) != 0.0)
        self._noise[state] = ULP * np.abs(self._z[state]) + UNDERFLOW * (np.array(z) != 0.0)
        self._shifts[state] = 0.0

    def _cut(self, k: int, layer: Layer, signs: Signs) -> Cuts:
        unit, threshold = walls(layer)
        left, right = signs[self.ends[:, 0]], signs[self.ends[:, 1]]
        kind, wall = np.nonzero(left * right < 0)
        a, b = self.ends[kind].T
        over = self._over(unit, threshold)
        over_a, over_b = (np.maximum(np.abs(over[end, wall]), UNDERFLOW) for end in (a, b))
        finite_a, finite_b = self._finite[a], self._finite[b]
        inner = finite_a & finite_b
        share = over_a / (over_a + over_b)
        weight_a = np.where(inner, 1.0 - share, np.where(finite_a, 1.0, over_b / over_a))
        weight_b = np.where(inner, share, np.where(finite_b, 1.0, over_a / over_b))
        key = np.where(inner, share, np.where(finite_a, weight_b, -weight_a))
        drop = np.where(inner, over_a + over_b, np.where(finite_a, over_b, over_a))
        noise = weight_a * self._noise[a, unit[wall]] + weight_b * self._noise[b, unit[wall]]
        place = (noise + ULP * np.abs(threshold[wall]) + UNDERFLOW) / drop + _INTERPOLATION * np.abs(key)
        # Values too small for float64 say nothing about the place.
        place[drop <= 2.0 * UNDERFLOW] = np.inf
        sort, starts = ordered(
            kind,
            key,
            place,
            lambda i: self._exact.ratio(int(a[i]), int(b[i]), k - self._first, int(wall[i])),
            self._afford(k),
        )
        counts = np.bincount(kind[sort][starts], minlength=len(self.ends))
        new = np.cumsum(starts) - 1
        order = np.empty_like(new)
        order[sort] = new - (np.cumsum(counts) - counts)[kind[sort]]

        chosen = sort[starts]
        a, b, inner, kind_of = a[chosen], b[chosen], inner[chosen], kind[chosen]
        weights = (weight_a[chosen, None], weight_b[chosen, None])
        numbers = self._exact.born(k - self._first, a, b, wall[chosen])
        place, key = place[chosen], key[chosen]
        self._h, self._entered = _extended(self._h, self._entered, a, b, weights)
        self._z, self._noise = _extended(self._z, self._noise, a, b, weights)
        self._z[numbers[new], unit[wall[sort]]] = threshold[wall[sort]]
        self._finite = np.concatenate([self._finite, np.ones(chosen.size, bool)])
        start, end = self._spans[kind_of].T
        length = np.where(inner, end - start, 1.0)
        within = np.where(inner, np.minimum(place, 1.0), place) * length
        self._shifts = np.concatenate([self._shifts, within])
        shares = np.full(chosen.size, np.nan)
        shares[inner] = share[chosen][inner]
        is_placed = self._place(k, shares, numbers, ~(place <= VAGUE * np.where(inner, 1.0, np.abs(key))))
        t = np.where(inner, start + shares * length, np.where(np.isfinite(start), start, end) + key)
        t[np.isinf(place) & ~(is_placed & inner)] = np.nan
        self._shifts[numbers] += _INTERPOLATION * np.abs(t)

        pieces = piece_signs(left, right, counts, kind, wall, order)
        self._divide(counts, numbers, t)
        self._states = layer_states(layer, pieces)
        return Cuts(counts, wall[chosen], shares, pieces)

    def _place(self, k: int, shares: Floats, numbers: Indices, is_vague: Flags) -> Flags:
        """Take new states that rounding leaves anywhere along their kind from exact integers, if that is affordable."""
        is_placed = np.zeros(numbers.size, bool)
        for n in np.flatnonzero(is_vague).tolist():
            if not self._placements.afford(self._cost(k)):
                break
            state = int(numbers[n])
            self._settle(state, k)
            if not np.isnan(shares[n]):
                shares[n] = float(self._exact.born_share(state))
            is_placed[n] = True
        return is_placed

    def _divide(self, counts: Indices, new: Indices, t: Floats) -> None:
        """Go on from the kinds to their pieces."""
        self._parent = np.repeat(np.arange(counts.size), counts + 1)
        spans = np.empty((self._parent.size, 2))
        is_first = np.diff(self._parent, prepend=-1) > 0
        is_last = np.diff(self._parent, append=counts.size) > 0
        spans[is_first, 0], spans[is_last, 1] = self._spans.T
        spans[~is_first, 0] = t
        spans[~is_last, 1] = t
        self._spans = spans
        self.ends = piece_ends(self.ends, counts, new)

    def advance(self, k: int) -> Indices:
        """Apply the activation of `layers[k]`; gives the new kind of every old one (here: the same)."""
        layer = self._network.layers[k]
        with np.errstate(over="ignore", invalid="ignore"):
            h = layer.activation(self._z)
            rates = self._rates[self._parent]
            if self._states.shape[1]:
                rates *= np.array([slope for slope, _ in layer.activation.pieces])[self._states]
            steepest = max(1.0, *(abs(slope) for slope, _ in layer.activation.pieces))
            noise = steepest * self._noise
            if layer.activation.name == "relu":
                # An inactive unit is 0 without error.
                noise[: len(self._signs)][self._signs < 0] = 0.0
                noise[len(self._signs) :][self._z[len(self._signs) :] < -self._noise[len(self._signs) :]] = 0.0
            if layer.activation.name == "hard_tanh":
                h[~self._finite] = 0.0
            if layer.skip:
                h += self._h
                rates += self._before[self._parent]
                noise += self._entered
        self._h, self._rates, self._noise = h, rates, noise
        return np.arange(len(self.ends))

    def values(self) -> Floats:
        """The states as numbers, shape (states, units); directions where they are at infinity."""
        return self._h

    def _afford(self, k: int) -> Callable[[int], bool]:
        cost = self._cost(k)
        return lambda count: self._decisions.afford(cost * count)

    def _cost(self, k: int) -> int:
        """Multiplications of one exact value of `layers[k]`."""
        return sum(layer.weights.size for layer in self._network.layers[self._first : k + 1])


def _extended(
    values: Floats, noise: Floats, a: Indices, b: Indices, weights: tuple[Floats, Floats]
) -> tuple[Floats, Floats]:
    """Values and their noise with those of new states appended: weights[0] times those at a + weights[1] those at b."""
    one, other = weights[0] * values[a], weights[1] * values[b]
    rounded = _INTERPOLATION * (np.abs(one) + np.abs(other))
    blurred = weights[0] * noise[a] + weights[1] * noise[b] + rounded
    return np.concatenate([values, one + other]), np.concatenate([noise, blurred])


def _least(sizes: Floats) -> float:
    """The smallest of the sizes that are not zero."""
    return float(np.min(sizes, where=sizes > 0.0, initial=np.inf))
