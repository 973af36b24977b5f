"""How one layer cuts the cells of a line in float64, behind the error filter (`kinds.py` says what a kind is).

A state is stored as if it lay a little off its exact place, by at most its *shift*; its values are those of the
shifted place, up to rounding *noise* relative to the magnitudes that made them. A new state is put where its wall's
interpolated value is zero, so it is off by the noise over the slope there, however far the ends of its kind are off:
errors do not pile up from layer to layer. Where a sign is within the error, all values of that state are taken from
exact integers, and are certain again.
"""

from collections.abc import Callable

import numpy as np

from neuralfold.model.activations import Floats
from neuralfold.model.certainty import (
    LARGEST,
    ULP,
    UNDERFLOW,
    Decisions,
    ExactSigns,
    Indices,
    Point,
    Signs,
    certain_signs,
    grown,
    rounding,
    summed,
    walls,
)
from neuralfold.model.crossings import Flags, ordered, piece_ends
from neuralfold.model.kinds import Cuts, layer_states, numbers_of, piece_signs
from neuralfold.model.limits import checked_finite
from neuralfold.model.network import Layer, Network
from neuralfold.model.spot import IsCancelled

# A crossing whose place along its kind is known worse than this is placed exactly.
VAGUE = 1e-10
_INTERPOLATION = 8.0 * ULP


class FloatKinds:
    """Kinds whose states are float64; starts from exact states `rows` that enter `network.layers[first]`.

    `ends` has shape (kinds, 2). Every kind is a part of one of those at the start, its root, along which t runs: from 0
    to 1, or from 0 at the finite end of a root that reaches infinity. |error of h[s, u]| <= noise[s] scales[u] +
    shifts[s] |dh/dt|; `rates`, shape (kinds, units), are dh/dt, and `spans`, shape (kinds, 2), the t at both ends.
    Scales are those of the states that no root to infinity holds, or one unit far out would blur all of them.
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
        self._finite = np.array([row[-1] != 0 for row in rows])
        self._h = np.array([numbers_of(row) for row in rows])
        is_finite = self._finite[ends]
        self._is_near = np.zeros(len(rows), bool)
        self._is_near[ends[is_finite.all(axis=1)]] = True
        if not self._is_near.any():
            self._is_near = self._finite.copy()
        self._scales = np.abs(self._h[self._is_near]).max(axis=0)
        # Directions get the length of the scales; a unit that is 0 on all near states may differ from 0 elsewhere.
        lengths = self._sizes()
        lengths[lengths == 0.0] = np.abs(self._h[lengths == 0.0]).max(axis=1)
        self._h[~self._finite] /= np.maximum(lengths[~self._finite, None], UNDERFLOW)
        self._scales = np.where(self._scales > 0.0, self._scales, np.abs(self._h).max(axis=0))
        self._noise = np.full(len(rows), 2.0 * ULP)
        self._shifts = np.zeros(len(rows))
        self._is_far = ~is_finite.all(axis=1)
        directions = self._h[np.where(is_finite[:, 0], ends[:, 1], ends[:, 0])]
        self._rates = np.where(self._is_far[:, None], directions, self._h[ends[:, 1]] - self._h[ends[:, 0]])
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
            signs = self._signs(k, layer)
            return self._cut(k, layer, signs)

    def _enter(self, k: int, layer: Layer) -> None:
        """Go on to the preactivations of `layers[k]`."""
        self._z = self._h @ layer.weights.T + layer.biases * self._finite[:, None]
        checked_finite(self._z, self._network, k)
        self._sums = summed(layer, self._scales)
        self._noise = self._noise + rounding(layer.inputs + 1) * np.maximum(self._sizes(), self._finite)
        self._before, self._rates = self._rates, self._rates @ layer.weights.T

    def _signs(self, k: int, layer: Layer) -> Signs:
        """The sign of every wall of `layers[k]` at every state; states in doubt become exact."""
        unit, threshold = walls(layer)
        wall_sums = self._sums[unit] + np.abs(threshold)
        steep = np.abs(self._rates[:, unit]).max(axis=0, initial=0.0)
        steepest = np.divide(steep, wall_sums, out=np.zeros_like(steep), where=wall_sums > 0.0).max(initial=0.0)
        errors = self._noise + np.where(self._shifts == 0.0, 0.0, self._shifts * steepest)
        over = self._z[:, unit] - threshold * self._finite[:, None]
        afford = self._afford(k)
        decided: set[int] = set()

        def decide(state: int, wall: int) -> int:
            if state not in decided and not afford(1):
                return 0
            decided.add(state)
            return self._exact.sign(state, k - self._first, wall)

        level = np.where(wall_sums > 0.0, UNDERFLOW, 0.0)
        signs = certain_signs(over, errors, wall_sums, level, decide, lambda _: True)
        state, zero = np.nonzero((signs == 0) & (wall_sums > 0.0))
        self._z[state, unit[zero]] = (threshold * self._finite[:, None])[state, zero]
        for decided_state in decided:
            self._settle(decided_state, k)
        return signs

    def _settle(self, state: int, k: int) -> None:
        """Take the values of a state from exact integers; a direction keeps its length."""
        length = 1.0 if self._finite[state] else float(np.abs(self._h[state]).max())
        h, z = self._exact.preactivations(state, k - self._first)
        self._h[state], self._z[state] = np.multiply(h, length), np.multiply(z, length)
        self._noise[state], self._shifts[state] = 2.0 * ULP, 0.0

    def _cut(self, k: int, layer: Layer, signs: Signs) -> Cuts:
        unit, threshold = walls(layer)
        wall_sums = self._sums[unit] + np.abs(threshold)
        left, right = signs[self.ends[:, 0]], signs[self.ends[:, 1]]
        kind, wall = np.nonzero(left * right < 0)
        a, b = self.ends[kind].T
        over_a, over_b = (
            np.maximum(
                np.abs(self._z[end, unit[wall]] - threshold[wall] * self._finite[end]),
                UNDERFLOW,
            )
            for end in (a, b)
        )
        finite_a, finite_b = self._finite[a], self._finite[b]
        inner = finite_a & finite_b
        share = over_a / (over_a + over_b)
        weight_a = np.where(inner, 1.0 - share, np.where(finite_a, 1.0, over_b / over_a))
        weight_b = np.where(inner, share, np.where(finite_b, 1.0, over_a / over_b))
        key = np.where(inner, share, np.where(finite_a, weight_b, -weight_a))
        drop = np.where(inner, over_a + over_b, np.where(finite_a, over_b, over_a))
        noise = weight_a * self._noise[a] + weight_b * self._noise[b]
        place = (noise * wall_sums[wall] + UNDERFLOW) / drop + _INTERPOLATION * np.abs(key)
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
        weight_a, weight_b = weight_a[chosen, None], weight_b[chosen, None]
        z_new = weight_a * self._z[a] + weight_b * self._z[b]
        z_new[new, unit[wall[sort]]] = threshold[wall[sort]]
        numbers = self._exact.born(k - self._first, a, b, wall[chosen])
        start, end = self._spans[kind_of].T
        length = np.where(inner, end - start, 1.0)
        t = np.where(inner, start + share[chosen] * length, np.where(np.isfinite(start), start, end) + key[chosen])
        self._h = np.concatenate([self._h, weight_a * self._h[a] + weight_b * self._h[b]])
        self._z = np.concatenate([self._z, z_new])
        self._noise = np.concatenate([self._noise, noise[chosen] + _INTERPOLATION])
        within = np.where(inner, np.minimum(place[chosen], 1.0), place[chosen])
        self._shifts = np.concatenate([self._shifts, within * length + _INTERPOLATION * np.abs(t)])
        self._finite = np.concatenate([self._finite, np.ones(chosen.size, bool)])
        self._is_near = np.concatenate([self._is_near, ~self._is_far[kind_of]])
        shares = np.where(inner, share[chosen], np.nan)
        self._place(k, shares, numbers, inner & ~(place[chosen] <= VAGUE))

        pieces = piece_signs(left, right, counts, kind, wall, order)
        self._divide(counts, numbers, t)
        self._states = layer_states(layer, pieces)
        return Cuts(counts, wall[chosen], shares, pieces)

    def _place(self, k: int, shares: Floats, numbers: Indices, is_vague: Flags) -> None:
        """Take new states that rounding leaves anywhere along their kind from exact integers, if that is affordable."""
        afford = self._afford(k)
        for n in np.flatnonzero(is_vague).tolist():
            if not afford(1):
                break
            state = int(numbers[n])
            self._settle(state, k)
            shares[n] = float(self._exact.born_share(state))

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
        self._is_far = self._is_far[self._parent]
        self.ends = piece_ends(self.ends, counts, new)

    def advance(self, k: int) -> Indices:
        """Apply the activation of `layers[k]`; gives the new kind of every old one (here: the same)."""
        layer = self._network.layers[k]
        with np.errstate(over="ignore", invalid="ignore"):
            h = layer.activation(self._z)
            if layer.activation.name == "hard_tanh":
                h[~self._finite] = 0.0
            rates = self._rates[self._parent]
            if self._states.shape[1]:
                rates *= np.array([slope for slope, _ in layer.activation.pieces])[self._states]
            if layer.skip:
                h += self._h
                rates += self._before[self._parent]
        near = h[self._is_near]
        self._scales, growth = grown(self._sums, layer, self._scales, near)
        self._noise = np.minimum(self._noise * growth, LARGEST)
        self._h, self._rates = h, rates
        return np.arange(len(self.ends))

    def values(self) -> Floats:
        """The states as numbers, shape (states, units); directions where they are at infinity."""
        return self._h

    def _sizes(self) -> Floats:
        """How large the values of every state are against the scales, shape (states,)."""
        scales = self._scales
        sizes: Floats = np.divide(np.abs(self._h), scales, out=np.zeros_like(self._h), where=scales > 0.0).max(axis=1)
        return sizes

    def _afford(self, k: int) -> Callable[[int], bool]:
        cost = sum(layer.weights.size for layer in self._network.layers[self._first : k + 1])
        return lambda count: self._decisions.afford(cost * count)
