"""A network in whole numbers: the layers and affine maps that the exact recounts are made of.

Every float64 is an integer divided by a power of two, so every affine map inside a network is one too. All maps of
one layer share that power: it is known before any region is, and never changes. What remains is plain Python
integers of any size; nothing is rounded, nothing overflows, and no decision is taken on a float.
This is an oracle: it shares no code with `segments.py` and `partition.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul
from typing import Protocol

from neuralfold.model.network import Layer, Network
from neuralfold.model.sentence import BadInput
from neuralfold.model.spot import Cancelled, IsCancelled, never

Maps = list[list[int]]
"""Affine maps of the units of one layer: one list per input coordinate and, last, the constants; one integer per
unit in each. Never changed in place: neighbouring regions share the lists that are equal."""

IntegerMaps = tuple[tuple[int, ...], ...]
"""The same, kept. Tuples of integers alone cost the garbage collector nothing, however many cells there are; it stops
every thread while it works, the one that paints included. So results keep integers and make fractions when asked."""

PROGRESS_STEPS = 1000
CELL_WORK = 50
"""What it costs to look after one cell, in multiplications, the unit of work."""

_WORK_BETWEEN_REPORTS = 5_000


class Progress(Protocol):
    """Told now and then how far a long computation is: `done` of `total` equal shares, never less than before."""

    def __call__(self, done: int, total: int) -> None: ...


def unheard(done: int, total: int) -> None:
    """The progress of a computation that nobody watches."""


class Watch:
    """Counts the work of one recount, and now and then reports progress and asks whether to stop.

    `share` is the part of the whole, 0 … 1, that is finished; callers add to it.
    """

    def __init__(self, progress: Progress | None, cancelled: IsCancelled | None) -> None:
        self.share = 0.0
        self._progress = progress or unheard
        self._cancelled = cancelled or never
        self._work = _WORK_BETWEEN_REPORTS

    def spend(self, multiplications: int) -> None:
        """Take note of work; raises Cancelled when told to stop."""
        self._work += multiplications
        if self._work >= _WORK_BETWEEN_REPORTS:
            self._work = 0
            if self._cancelled():
                raise Cancelled
            self._progress(min(PROGRESS_STEPS, int(self.share * PROGRESS_STEPS)), PROGRESS_STEPS)

    def finish(self) -> None:
        """Report that everything is done."""
        self._progress(PROGRESS_STEPS, PROGRESS_STEPS)


@dataclass(frozen=True, eq=False)
class ExactLayer:
    """One layer in whole numbers: a(β + Ω h), or h + a(β + Ω h), with a(z) linear between thresholds.

    Preactivations are integers / 2^exponent, outputs integers / 2^output_exponent. `rows` holds Ω scaled so that it
    takes the integers of the layer before to preactivations, `columns` is its transpose. Piece i of a(z) is
    slopes[i] z + offsets[i], already scaled, and holds for thresholds[i-1] < z <= thresholds[i].
    `skip_factor` scales the layer's input to its output, 0 without a skip connection.
    """

    rows: list[list[int]]
    columns: list[list[int]]
    biases: list[int]
    thresholds: list[int]
    slopes: list[int]
    offsets: list[int]
    skip_factor: int
    exponent: int
    output_exponent: int

    def preactivations(self, inputs: Maps, watch: Watch) -> Maps:
        """β + Ω h as affine maps of x, from the affine maps h of the layer before."""
        maps: Maps = []
        for coordinate in inputs:
            sums = []
            for row in self.rows:
                watch.spend(len(row))
                sums.append(sum(map(mul, row, coordinate)))
            maps.append(sums)
        maps[-1] = [value + bias for value, bias in zip(maps[-1], self.biases, strict=True)]
        return maps

    def outputs(self, preactivations: Maps, inputs: Maps, states: Sequence[int]) -> Maps:
        """The layer's output as affine maps of x where its units are in `states` (0 for the lowest piece)."""
        slopes = [self.slopes[state] for state in states]
        maps = [list(map(mul, slopes, coordinate)) for coordinate in preactivations]
        maps[-1] = [value + self.offsets[state] for value, state in zip(maps[-1], states, strict=True)]
        if self.skip_factor:
            maps = [
                [value + self.skip_factor * passed for value, passed in zip(coordinate, before, strict=True)]
                for coordinate, before in zip(maps, inputs, strict=True)
            ]
        return maps

    def change(self, preactivations: Maps, unit: int, before: int, after: int) -> list[int]:
        """What `unit` adds to its output, per coordinate, when its state goes from `before` to `after`."""
        slope = self.slopes[after] - self.slopes[before]
        step = [slope * coordinate[unit] for coordinate in preactivations]
        step[-1] += self.offsets[after] - self.offsets[before]
        return step

    def with_changed_input(self, preactivations: Maps, unit: int, step: Sequence[int], watch: Watch) -> Maps:
        """The preactivations after `unit` of the layer before changed its output by `step` (a rank-one update)."""
        column = self.columns[unit]
        watch.spend(len(column) * len(step))
        return [
            [value + weight * change for value, weight in zip(coordinate, column, strict=True)]
            if change
            else coordinate
            for coordinate, change in zip(preactivations, step, strict=True)
        ]


def read_layers(network: Network, inputs: int, watch: Watch) -> list[ExactLayer]:
    """The layers of `network` in whole numbers, equal to its float64 numbers to the last bit.

    Raises BadInput unless the network has `inputs` inputs and every activation is piecewise linear.
    """
    if network.inputs != inputs:
        raise BadInput(
            "exact recount: the network has {given} inputs, expected {expected}", given=network.inputs, expected=inputs
        )
    for k, layer in enumerate(network.layers):
        if not layer.activation.is_piecewise_linear:
            raise BadInput(
                "layers[{k}]: {name} is smooth and has no linear regions to count", k=k, name=layer.activation.name
            )
    layers: list[ExactLayer] = []
    for layer in network.layers:
        layers.append(_read(layer, layers[-1].output_exponent if layers else 0, watch))
    return layers


def add_step(maps: Maps, unit: int, step: Sequence[int]) -> Maps:
    """`maps` with `step` added to the map of one unit; lists that stay equal are shared."""
    changed = list(maps)
    for axis, change in enumerate(step):
        if change:
            changed[axis] = list(maps[axis])
            changed[axis][unit] += change
    return changed


def fractions(maps: IntegerMaps, exponent: int) -> tuple[tuple[Fraction, ...], ...]:
    """Each unit's coefficients, the constant last, from integers / 2^exponent."""
    scale = 1 << exponent
    return tuple(tuple(Fraction(value, scale) for value in unit) for unit in zip(*maps, strict=True))


def exact_interval(low: float, high: float) -> tuple[Fraction, Fraction]:
    """The two ends of one side of a window; raises BadInput where they are not finite and ascending."""
    if not -float("inf") < low < high < float("inf"):
        raise BadInput(
            "window: [{low}, {high}] is not an interval; the first number must be smaller", low=low, high=high
        )
    return Fraction(low), Fraction(high)


def _read(layer: Layer, input_exponent: int, watch: Watch) -> ExactLayer:
    weights: list[list[float]] = layer.weights.tolist()
    biases: list[float] = layer.biases.tolist()
    thresholds = layer.activation.thresholds
    slopes, offsets = zip(*layer.activation.pieces, strict=True)
    weights_exponent = 0
    for row in weights:
        watch.spend(len(row))
        weights_exponent = max(weights_exponent, _exponent(row))
    exponent = max(input_exponent + weights_exponent, _exponent(biases), _exponent(thresholds))
    output_exponent = max(exponent + _exponent(slopes), _exponent(offsets))
    rows = []
    for row in weights:
        watch.spend(len(row))
        rows.append(_scaled(row, exponent - input_exponent))
    return ExactLayer(
        rows=rows,
        columns=[list(column) for column in zip(*rows, strict=True)],
        biases=_scaled(biases, exponent),
        thresholds=_scaled(thresholds, exponent),
        slopes=_scaled(slopes, output_exponent - exponent),
        offsets=_scaled(offsets, output_exponent),
        skip_factor=1 << (output_exponent - input_exponent) if layer.skip else 0,
        exponent=exponent,
        output_exponent=output_exponent,
    )


def _exponent(values: Sequence[float]) -> int:
    """The smallest e >= 0 for which every value times 2^e is whole."""
    return max((value.as_integer_ratio()[1].bit_length() - 1 for value in values), default=0)


def _scaled(values: Sequence[float], exponent: int) -> list[int]:
    """Every value times 2^exponent, which must be whole."""
    whole = []
    for value in values:
        numerator, denominator = value.as_integer_ratio()
        whole.append(numerator * ((1 << exponent) // denominator))
    return whole
