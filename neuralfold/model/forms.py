"""The affine map of one activation pattern, exactly."""

from operator import mul

import numpy as np

from neuralfold.model.certainty import UNDERFLOW, integer_layer, rounding
from neuralfold.model.network import Layer, Network
from neuralfold.model.spot import Pattern

Rows = list[list[int]]


class ExactForms:
    """Output = A x + c of any pattern in exact integers over one common denominator, so that maps compare with ==."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._known: dict[tuple[bytes, ...], tuple[Rows, int]] = {}

    def map(self, pattern: Pattern) -> tuple[tuple[int, ...], ...]:
        """One row per output: D_i coefficients and the constant, as numerators over one power of two.

        `pattern` is the state of every unit of every layer; patterns of one network share the denominator.
        """
        rows, _ = self._after(tuple(states.tobytes() for states in pattern))
        return tuple(map(tuple, rows))

    def _after(self, states: tuple[bytes, ...]) -> tuple[Rows, int]:
        """Rows of the layer that `states` ends with, and the power of two below them."""
        done = len(states)
        while done and states[:done] not in self._known:
            done -= 1
        inputs = self._network.inputs
        rows = [[int(i == j) for j in range(inputs + 1)] for i in range(inputs)]
        result = self._known[states[:done]] if done else (rows, 0)
        for k in range(done, len(states)):
            result = self._known[states[: k + 1]] = _passed(self._network.layers[k], states[k], *result)
        return result


def _passed(layer: Layer, states: bytes, before: Rows, power: int) -> tuple[Rows, int]:
    """Rows after a layer whose units are in `states`, from the rows before it."""
    weights, biases, exponent = integer_layer(layer)
    columns = list(zip(*before, strict=True))
    rows = [[sum(map(mul, row, column)) for column in columns] for row in weights]
    for row, bias in zip(rows, biases, strict=True):
        row[-1] += bias << power
    power += exponent
    pieces = [(slope.as_integer_ratio(), int(offset)) for slope, offset in layer.activation.pieces]
    shift = max(denominator.bit_length() - 1 for (_, denominator), _ in pieces)
    for unit, state in enumerate(states or bytes(layer.units)):
        (numerator, denominator), offset = pieces[state]
        scale = numerator << (shift - denominator.bit_length() + 1)
        rows[unit] = [scale * value for value in rows[unit]]
        rows[unit][-1] += offset << (power + shift)
    if layer.skip:
        rescale = exponent + shift
        rows = [[v + (u << rescale) for v, u in zip(a, b, strict=True)] for a, b in zip(rows, before, strict=True)]
    return rows, power + shift


def may_underflow(network: Network) -> bool:
    """Whether a product of weights may be too small for float64, so that a zero need not be a zero."""
    exponents = (np.log2(np.abs(w[w != 0.0])).min(initial=0.0) for w in network.omega)
    return float(sum(exponents)) < -900.0


def has_jump(network: Network, one: Pattern, other: Pattern) -> bool:
    """Whether the maps of two neighbouring patterns certainly differ, because only one unit changes and it counts.

    The gradient then jumps by (∂y/∂h of the unit) (change of its slope) (∇ of its preactivation, not 0): the first
    factor is known better than the gradients are.
    """
    changed = [(k, unit) for k, (p, q) in enumerate(zip(one, other, strict=True)) for unit in np.flatnonzero(p != q)]
    if len(changed) != 1:
        return False
    (k, unit), layers = changed[0], network.layers
    slopes = [slope for slope, _ in layers[k].activation.pieces]
    if slopes[one[k][unit]] == slopes[other[k][unit]]:
        return False
    derivative = np.eye(layers[k].units)[unit]
    size = derivative
    relative = sum(rounding(layer.inputs + 1) for layer in layers[k + 1 :])
    with np.errstate(over="ignore", invalid="ignore"):
        for layer, states in zip(layers[k + 1 :], one[k + 1 :], strict=True):
            factor = np.array([slope for slope, _ in layer.activation.pieces])[states if states.size else 0]
            derivative, before = factor * (layer.weights @ derivative), derivative
            size, larger = np.abs(factor) * (np.abs(layer.weights) @ size + UNDERFLOW), size
            if layer.skip:
                derivative, size = derivative + before, size + larger
        return bool((np.abs(derivative) > relative * size + UNDERFLOW).any())
