"""A network at one point in fractions, written from the definitions alone: what the recounts are checked against."""

from fractions import Fraction

from hypothesis import strategies as st

from neuralfold.model.activations import Activation
from neuralfold.model.network import Layer, Network

Pattern = tuple[tuple[int, ...], ...]


def forward(network: Network, point: tuple[Fraction, ...]) -> tuple[Pattern, tuple[Fraction, ...]]:
    """The pattern and the outputs at `point`, exactly."""
    h = list(point)
    pattern = []
    for layer in network.layers:
        z = [
            Fraction(bias) + sum(Fraction(w) * value for w, value in zip(row, h, strict=True))
            for row, bias in zip(layer.weights.tolist(), layer.biases.tolist(), strict=True)
        ]
        activated, states = zip(*(_activated(layer.activation, value) for value in z), strict=True)
        pattern.append(() if layer.activation.name == "identity" else states)
        h = [a + b for a, b in zip(activated, h, strict=True)] if layer.skip else list(activated)
    return tuple(pattern), tuple(h)


def _activated(activation: Activation, z: Fraction) -> tuple[Fraction, int]:
    match activation.name:
        case "relu":
            return max(z, Fraction(0)), int(z > 0)
        case "leaky_relu":
            return (z, 1) if z > 0 else (Fraction(activation.slope) * z, 0)
        case "abs":
            return abs(z), int(z > 0)
        case "hard_tanh":
            return max(Fraction(-1), min(Fraction(1), z)), int(z > -1) + int(z > 1)
    return z, 0


ACTIVATIONS = (
    Activation("relu"),
    Activation("leaky_relu", 0.1),
    Activation("leaky_relu", 1.0),
    Activation("leaky_relu", -1.0),
    Activation("abs"),
    Activation("hard_tanh"),
    Activation("identity"),
)


@st.composite
def networks(draw: st.DrawFn, inputs: int, widest: int = 3) -> Network:
    """Small networks that are degenerate on purpose: few different weights, so that lines and units coincide."""
    numbers = draw(
        st.sampled_from(
            [
                st.integers(-2, 2).map(float),
                st.sampled_from([-1.0, 0.0, 1.0, 0.1, -0.3, 1e-12, 1e12]),
                st.floats(-2.0, 2.0).map(lambda value: round(value, 6)),
            ]
        )
    )
    layers = []
    before = inputs
    depth = draw(st.integers(1, 3))
    for k in range(depth):
        units = draw(st.integers(1, widest))
        row = st.lists(numbers, min_size=before, max_size=before)
        weights = draw(st.lists(row, min_size=units, max_size=units))
        biases = draw(st.lists(numbers, min_size=units, max_size=units))
        is_output = k == depth - 1
        activation = Activation("identity") if is_output and draw(st.booleans()) else draw(st.sampled_from(ACTIVATIONS))
        skip = units == before and draw(st.booleans())
        layers.append(Layer(weights, biases, activation, skip))
        before = units
    return Network(tuple(layers))
