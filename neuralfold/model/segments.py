"""The exact 1-D picture: joints, slopes and intercepts on a window and on the whole line.

The line runs from -∞ over the two ends of the window to +∞, so that one sweep counts both. Layer by layer, every
cell (activation region) is cut where a unit's preactivation changes sign, found from the values at its two ends.
What happens inside a cell depends only on the values at its ends, so cells with equal ends share one *kind* and are
cut once: a network that folds has few kinds, however many cells (`kinds.py`). When a sign is certain is told in
`certainty.py`.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from neuralfold.model.activations import Floats
from neuralfold.model.certainty import UNDERFLOW, Decisions, Indices, integer_point, rounding, walls
from neuralfold.model.crossings import spread
from neuralfold.model.float_kinds import FloatKinds
from neuralfold.model.forms import ExactForms, has_jump, may_underflow
from neuralfold.model.kinds import Cuts, ExactKinds, layer_states
from neuralfold.model.limits import DECISION_BUDGET, REGION_BUDGET, checked_finite, checked_size
from neuralfold.model.network import Layer, Network
from neuralfold.model.sentence import BadInput, Sentence
from neuralfold.model.spot import Cancelled, IsCancelled, Pattern, Spot, States, never

# How well a joint is placed, in widths of its cell, wherever numbers can tell.
CLOSE = 1e-9


@dataclass(frozen=True)
class _Refinement:
    """What one layer did: the states of every kind of cell, the kind and the older cell of every cell."""

    states: States
    kind: Indices
    parent: Indices


@dataclass(frozen=True, eq=False)
class Segments:
    """The piecewise-linear function of a 1-input network on [low, high], and its counts there and on the whole line.

    Cells (activation regions) are listed from left to right: `joints` has shape (cells + 1,), both ends of the window
    included; `values`, shape (cells + 1, D_o), are the outputs there; `slopes` and `intercepts`, shape (cells, D_o),
    the affine map of each cell; `segment`, shape (cells,), the linear segment it belongs to, from 0.
    """

    network: Network
    low: float
    high: float
    joints: Floats
    values: Floats
    slopes: Floats
    intercepts: Floats
    segment: Indices
    activation_regions: int
    linear_regions: int
    line_activation_regions: int
    line_linear_regions: int
    reason: Sentence | None
    _refinements: tuple[_Refinement, ...]
    _first: int

    @property
    def is_certain(self) -> bool:
        """Whether the counts equal the exact counts of the stored numbers (DESIGN, section 6)."""
        return self.reason is None

    @cached_property
    def _first_cells(self) -> Indices:
        return np.flatnonzero(np.diff(self.segment, prepend=-1))

    @cached_property
    def segment_joints(self) -> Floats:
        """Ends of the linear segments, shape (segments + 1,)."""
        ends: Floats = np.append(self.joints[self._first_cells], self.joints[-1])
        return ends

    @property
    def segment_slopes(self) -> Floats:
        """Slope of every linear segment, shape (segments, D_o)."""
        slopes: Floats = self.slopes[self._first_cells]
        return slopes

    @property
    def segment_intercepts(self) -> Floats:
        """Intercept of every linear segment, shape (segments, D_o)."""
        intercepts: Floats = self.intercepts[self._first_cells]
        return intercepts

    def locate(self, x: float) -> int:
        """The cell that holds `x` (the left one at a joint); `x` outside the window counts as the nearer end."""
        cell = int(np.searchsorted(self.joints, x, side="left")) - 1
        return min(max(cell, 0), self.activation_regions - 1)

    def pattern(self, cell: int) -> Pattern:
        """State of every unit of every layer in a cell; empty for layers without thresholds."""
        return _pattern(self._refinements, self._first + cell)

    def at(self, x: float) -> Spot:
        """All that the network makes of `x`; outside the window the map is that of the nearer end."""
        cell = self.locate(x)
        with np.errstate(over="ignore", invalid="ignore"):
            trace = self.network.trace([[x]])
        steps = tuple(type(step)(step.preactivation[0], step.activation[0]) for step in trace)
        return Spot(
            np.array([x]),
            steps,
            self.pattern(cell),
            self.slopes[cell][:, None],
            self.intercepts[cell],
            steps[-1].activation,
            cell,
        )

    def envelope(self, columns: int, output: int = 0) -> Floats:
        """Exact minimum and maximum of one output over each of `columns` equal parts of the window, (columns, 2)."""
        borders = np.linspace(self.low, self.high, columns + 1)
        y = self.values[:, output]
        at_borders = np.interp(borders, self.joints, y)
        x = np.concatenate([borders, self.joints])
        order = np.argsort(x, kind="stable")
        merged = np.concatenate([at_borders, y])[order]
        starts = np.flatnonzero(order <= columns)
        lowest = np.minimum(np.minimum.reduceat(merged, starts[:-1]), at_borders[1:])
        highest = np.maximum(np.maximum.reduceat(merged, starts[:-1]), at_borders[1:])
        return np.column_stack([lowest, highest])

    def preactivations(self, layer: int) -> tuple[Floats, Floats]:
        """Polylines of every preactivation of `layers[layer]`: places, shape (p,), and values, shape (p, units)."""
        return self.joints, self.network.trace(self.joints[:, None])[layer].preactivation


def solve_segments(
    network: Network,
    window: tuple[float, float],
    *,
    cancelled: IsCancelled = never,
    budget: int = REGION_BUDGET,
    decisions: int = DECISION_BUDGET,
) -> Segments:
    """The exact 1-D picture of `network` on `window` = (low, high), and its counts on the whole line.

    `budget` limits the cells on the whole line, `decisions` the integer multiplications spent on doubtful signs.
    Raises BadInput for a network without exactly one input, a smooth activation, too many regions or an overflow
    (both name the layer), and Cancelled when told to stop.
    """
    if network.inputs != 1:
        raise BadInput("segments: the network has {inputs} inputs, expected 1", inputs=network.inputs)
    if not network.is_piecewise_linear:
        raise BadInput("segments: a smooth activation has no linear segments")
    return _Sweep(network, window, cancelled, budget, Decisions(decisions)).run()


class _Sweep:
    """One pass over the layers: cells from left to right, and the affine map of the values in each."""

    def __init__(
        self, network: Network, window: tuple[float, float], cancelled: IsCancelled, budget: int, decisions: Decisions
    ) -> None:
        self.network = network
        self.window = window
        self.cancelled = cancelled
        self.budget = budget
        self.decisions = decisions
        low, high = window
        ends = np.array([[0, 1], [1, 2], [2, 3]])
        self.kinds: ExactKinds | FloatKinds = ExactKinds(
            network, [(-1, 0), integer_point(low), integer_point(high), (1, 0)], ends
        )
        self.kind: Indices = np.arange(3)
        self.x = np.array([-np.inf, low, high, np.inf])
        self.inside = slice(1, 2)
        self.slopes, self.intercepts = np.ones((3, 1)), np.zeros((3, 1))
        self.refinements: list[_Refinement] = []

    def run(self) -> Segments:
        for k, layer in enumerate(self.network.layers):
            if self.cancelled():
                raise Cancelled
            if isinstance(self.kinds, ExactKinds) and not self.kinds.is_affordable(k):
                self.kinds = FloatKinds(
                    self.network, k, self.kinds.rows, self.kinds.ends, self.decisions, self.cancelled
                )
            self.pass_layer(k, layer)
        return self.result()

    def pass_layer(self, k: int, layer: Layer) -> None:
        cuts = self.kinds.cut(k)
        counts = cuts.counts[self.kind]
        # Neither end of the window need be a joint.
        checked_size(self.kind.size + int(counts.sum()) - 2, self.budget, k)
        pieces = counts + 1
        parent = np.repeat(np.arange(self.kind.size), pieces)
        firsts = np.cumsum(cuts.counts + 1) - (cuts.counts + 1)
        kind = spread(firsts[self.kind], pieces)
        states = layer_states(layer, cuts.signs)

        with np.errstate(over="ignore", invalid="ignore"):
            slopes = self.slopes @ layer.weights.T
            intercepts = self.intercepts @ layer.weights.T + layer.biases
            checked_finite(slopes, self.network, k)
            checked_finite(intercepts, self.network, k)
            self.x = self.placed(layer, cuts, counts, parent, slopes, intercepts)
            slope, offset = (np.array(part) for part in zip(*layer.activation.pieces, strict=True))
            if states.shape[1]:
                slopes, intercepts = slopes[parent], intercepts[parent]
                # The states of ReLU are its slopes, in an eighth of the memory.
                factor = states[kind] if layer.activation.name == "relu" else slope[states][kind]
                slopes *= factor
                intercepts *= factor
                if offset.any():
                    intercepts += offset[states][kind]
            if layer.skip:
                slopes += self.slopes[parent]
                intercepts += self.intercepts[parent]
        self.slopes, self.intercepts = slopes, intercepts
        self.refinements.append(_Refinement(states, kind, parent))
        before = np.concatenate([[0], np.cumsum(pieces)])
        self.inside = slice(int(before[self.inside.start]), int(before[self.inside.stop]))
        self.kind = self.kinds.advance(k)[kind]

    def placed(
        self, layer: Layer, cuts: Cuts, counts: Indices, parent: Indices, slopes: Floats, intercepts: Floats
    ) -> Floats:
        """Places of all joints after `layer`: a new one is where its wall's affine form is zero in its cell.

        Where rounding moves that zero, the share of the cell that the kind knows tells better.
        """
        unit, threshold = walls(layer)
        cell = np.repeat(np.arange(counts.size), counts)
        first_joint = np.cumsum(cuts.counts) - cuts.counts
        joint = spread(first_joint[self.kind], counts)
        wall = cuts.walls[joint]
        left, right = self.x[cell], self.x[cell + 1]
        with np.errstate(divide="ignore"):
            new = (threshold[wall] - intercepts[cell, unit[wall]]) / slopes[cell, unit[wall]]
            width = right - left
            inside = left + cuts.shares[joint] * width
            is_off = np.flatnonzero(~(np.abs(new - inside) <= CLOSE * width) & np.isfinite(inside))
        new[is_off] = inside[is_off]
        new = np.fmin(np.fmax(new, left), right)
        x = np.empty(parent.size + 1)
        is_new = np.concatenate([[False], parent[1:] == parent[:-1], [False]])
        x[~is_new] = self.x
        x[is_new] = new
        return np.maximum.accumulate(x)

    def result(self) -> Segments:
        cells = self.slopes.shape[0]
        changes = self.changes()
        low, high = self.inside.start, self.inside.stop
        fake = [end for end in (low, high) if self.is_one_pattern(end - 1, end)]
        ends = self.kinds.ends[self.kind[self.inside]]
        values = self.kinds.values()
        values = values[np.append(ends[:, 0], ends[-1, 1])]
        checked_finite(values, self.network, self.network.depth)
        segment = np.concatenate([[0], np.cumsum(changes[low : high - 1])])
        return Segments(
            network=self.network,
            low=self.window[0],
            high=self.window[1],
            # Adding 0 turns -0 into 0.
            joints=self.x[low : high + 1] + 0.0,
            values=values + 0.0,
            slopes=self.slopes[self.inside] + 0.0,
            intercepts=self.intercepts[self.inside] + 0.0,
            segment=segment,
            activation_regions=high - low,
            linear_regions=int(segment[-1]) + 1,
            line_activation_regions=cells - len(fake),
            line_linear_regions=int(changes.sum()) + 1,
            reason=self.decisions.reason,
            _refinements=tuple(self.refinements),
            _first=low,
        )

    def changes(self) -> NDArray[np.bool_]:
        """Whether the affine map changes between neighbouring cells; since it is continuous, the slope tells."""
        relative = sum(rounding(layer.inputs + 1) for layer in self.network.layers)
        largest = self.sizes(None)
        differs: NDArray[np.bool_] = np.asarray(
            (np.abs(np.diff(self.slopes, axis=0)) > 2.0 * relative * largest + UNDERFLOW).any(axis=1)
        )
        open_cells = np.flatnonzero(~differs)
        with np.errstate(over="ignore"):
            sizes = self.sizes(open_cells) + self.sizes(open_cells + 1)
            difference = np.abs(self.slopes[open_cells + 1] - self.slopes[open_cells])
        differs[open_cells] = (difference > relative * sizes + UNDERFLOW).any(axis=1)
        is_closed = (sizes == 0.0).all(axis=1) & (not may_underflow(self.network))
        cost = sum(layer.weights.size for layer in self.network.layers)
        forms = ExactForms(self.network)
        for n in np.flatnonzero(~differs[open_cells] & ~is_closed).tolist():
            if self.cancelled():
                raise Cancelled
            cell = int(open_cells[n])
            one, other = self.pattern(cell), self.pattern(cell + 1)
            if has_jump(self.network, one, other):
                differs[cell] = True
            elif self.decisions.afford(2 * cost):
                differs[cell] = forms.map(one) != forms.map(other)
            else:
                differs[cell] = (difference[n] > CLOSE * np.abs(self.slopes[cell : cell + 2]).max(axis=0)).any()
        return differs

    def sizes(self, cells: Indices | None) -> Floats:
        """Sums of the magnitudes that make the slopes of `cells`, shape (cells, D_o), or a bound for all, (1, D_o)."""
        places = [] if cells is None else [cells]
        for refinement in reversed(self.refinements[1:] if cells is not None else []):
            places.append(refinement.parent[places[-1]])
        sizes = np.ones((1, 1))
        lost = UNDERFLOW if may_underflow(self.network) else 0.0
        with np.errstate(over="ignore", invalid="ignore"):
            for layer, refinement in zip(self.network.layers, self.refinements, strict=True):
                slopes = np.abs([slope for slope, _ in layer.activation.pieces])
                factor: Floats = slopes.max()
                if cells is not None and refinement.states.shape[1]:
                    factor = slopes[refinement.states[refinement.kind[places.pop()]]]
                elif cells is not None:
                    places.pop()
                passed = factor * (sizes @ np.abs(layer.weights).T + lost)
                sizes = passed + sizes if layer.skip else passed
        return np.broadcast_to(sizes, (1 if cells is None else cells.size, sizes.shape[1]))

    def is_one_pattern(self, cell: int, other: int) -> bool:
        pairs = zip(self.pattern(cell), self.pattern(other), strict=True)
        return all(np.array_equal(a, b) for a, b in pairs)

    def pattern(self, cell: int) -> Pattern:
        return _pattern(tuple(self.refinements), cell)


def _pattern(refinements: tuple[_Refinement, ...], cell: int) -> Pattern:
    states = []
    for refinement in reversed(refinements):
        states.append(refinement.states[refinement.kind[cell]])
        cell = int(refinement.parent[cell])
    return tuple(reversed(states))
