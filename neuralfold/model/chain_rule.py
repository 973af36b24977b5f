"""Where a slope comes from: the product over the networks of a chain, or the sum over the units that are active."""

from typing import NamedTuple

import numpy as np

from neuralfold.model.activations import IDENTITY, Floats
from neuralfold.model.chain import Chain, is_seam
from neuralfold.model.measurement import Measurement
from neuralfold.model.network import Network, Step
from neuralfold.model.segments import Segments
from neuralfold.model.spot import Pattern


class Applied(NamedTuple):
    """One application of a network of a chain: part `part` of it, for the `time`-th time in a row (from 1).

    `x`, shape (D_i,), goes in; `steps` holds preactivation and activation of every layer, shape (units,) each.
    """

    part: int
    time: int
    network: Network
    x: Floats
    steps: tuple[Step, ...]


class Contribution(NamedTuple):
    """What one unit of the last hidden layer, counted from 0, adds to the slope of an output."""

    unit: int
    slope: float


def trace_chain(chain: Chain, x: Floats) -> list[Applied]:
    """Every number on the way of one input `x`, shape (D_i,), through the networks as they are applied."""
    applied = []
    for i, part in enumerate(chain.parts):
        for time in range(1, part.repeat + 1):
            steps = tuple(Step(z[0], h[0]) for z, h in part.network.trace(x[None, :]))
            applied.append(Applied(i, time, part.network, x, steps))
            x = steps[-1].activation
    return applied


def widest_cell(segments: Segments, segment: int) -> int:
    """The widest activation region of a linear segment; only there the factors of its slope are those shown."""
    first, after = np.searchsorted(segments.segment, [segment, segment + 1])
    return int(first + np.argmax(np.diff(segments.joints[first : after + 1])))


def slope_factors(measurement: Measurement, cell: int) -> tuple[float, ...]:
    """The slopes of the applied networks in an activation region, first applied first: their product is the slope.

    This is the chain rule d y′/dx = dy′/dy · dy/dx, found from the pattern of the region. Empty for a plain network, a
    chain with wider seams than one number or several outputs, a slice, and where there is no exact 1-D picture.
    """
    segments, chain = measurement.segments, measurement.content.chain
    if (
        segments is None
        or chain.is_plain
        or measurement.content.slice
        or any(part.network.outputs != 1 for part in chain.parts)
    ):
        return ()
    pattern = segments.pattern(cell)
    factors = []
    start = 0
    applied = chain.applied
    for i, network in enumerate(applied):
        depth = len(network.layers)
        states = list(pattern[start : start + depth])
        start += depth
        if i + 1 < len(applied) and is_seam(network.layers[-1], applied[i + 1].layers[0]):
            # The output layer is joined to the first layer of the next network; it is linear and has no states.
            states[-1] = np.empty(0, np.int8)
            start -= 1
        factors.append(float(_derivatives(network, tuple(states))[-1][0]))
    return tuple(factors)


def contributions(segments: Segments, cell: int, output: int = 0) -> tuple[Contribution, ...]:
    """What each unit of the last hidden layer adds to the slope of an output in an activation region.

    Units that add nothing are left out; the sum is the slope. Empty where the output layer is not linear, or has a skip
    connection, or there is no hidden layer.
    """
    network = segments.network
    last = network.layers[-1]
    if network.depth == 0 or last.activation != IDENTITY or last.skip:
        return ()
    terms = last.weights[output] * _derivatives(network, segments.pattern(cell))[-2]
    return tuple(Contribution(int(unit), float(terms[unit])) for unit in np.flatnonzero(terms))


def _derivatives(network: Network, pattern: Pattern) -> list[Floats]:
    """dh/dx of every layer of a 1-input network where the units have these states, shape (units,) each."""
    derivatives = []
    before: Floats = np.ones(1)
    for layer, states in zip(network.layers, pattern, strict=True):
        slope = np.array([slope for slope, _ in layer.activation.pieces])
        after: Floats = layer.weights @ before
        after = after * (slope[states] if states.size else slope[0])
        if layer.skip:
            after = after + before
        derivatives.append(after)
        before = after
    return derivatives
