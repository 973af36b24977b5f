"""What each panel of the line view shows, taken from a finished measurement; numbers and formulas, no ink."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from neuralfold.model.chain import Chain
from neuralfold.model.measurement import Measurement
from neuralfold.model.network import Network
from neuralfold.model.segments import Segments

Floats = NDArray[np.float64]

PART, WHOLE, LAYER = "part", "whole", "layer"
FUNCTIONS = "fghpqrsuvw"
# More applications than this are written f⁴(x), not f(f(f(f(x)))).
WRITTEN_OUT = 3
# More parts than this get no panel of their own, and more bands no colour of their own.
MOST_PARTS, MOST_BANDS = 6, 24
# So many outputs or units are drawn at most, and preactivations only where so many numbers tell them.
MOST_CURVES, MOST_NUMBERS = 128, 3_000_000

_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(frozen=True, eq=False)
class Curve:
    """One polyline, x and y of shape (n,), x ascending, and the places of its joints, to be marked where few.

    `colour` is its number in the series; a curve of colour None takes the colours of the bands it runs through, or ink.
    """

    x: Floats
    y: Floats
    colour: int | None = 0
    joints: Floats = field(default_factory=lambda: np.empty(0))
    name: str = ""


@dataclass(frozen=True, eq=False)
class PanelPicture:
    """One panel: its curves over `interval`, the borders of coloured bands, and what the probe needs.

    `before` are the networks that lead from x to the panel's input, `network` the one that it draws, applied
    `repeat` times by the chain. `layer` is the k of `network.layers[k]` whose preactivations it draws, `number` that of
    this hidden layer as people count, 0 for the output. `sampled` is the number of samples of a smooth curve, 0 for an
    exact one; `left_out` counts curves that were too many to draw.
    """

    kind: str
    title: str
    input_name: str
    output_name: str
    interval: tuple[float, float]
    curves: tuple[Curve, ...]
    network: Network
    before: tuple[Network, ...] = ()
    repeat: int = 1
    layer: int | None = None
    number: int = 0
    borders: Floats | None = None
    is_banded: bool = False
    sampled: int = 0
    left_out: int = 0

    @property
    def takes_x(self) -> bool:
        """Whether the horizontal axis is x itself, so that the probe can be dragged here."""
        return not self.before

    def probe(self, x: float) -> tuple[float, Floats]:
        """Input of this panel and its outputs, one per curve, for the network input `x`."""
        value = np.array([[x]])
        for network in self.before:
            value = network(value)
        if self.layer is not None:
            outputs = self.network.trace(value)[self.layer].preactivation[0]
        else:
            outputs = self.network(value)[0]
        return float(value[0, 0]), outputs[: len(self.curves)]

    def trail(self, x: float) -> Floats:
        """The later applications of a repeated part as points (input, output), shape (repeat − 1, 2)."""
        points = np.empty((self.repeat, 2))
        value = self.probe(x)[0]
        for i in range(self.repeat):
            following = float(self.network([[value]])[0, 0])
            points[i] = value, following
            value = following
        return points[1:]


def pictures_of(measurement: Measurement, layer: int | None = None) -> tuple[PanelPicture, ...]:
    """The panels of a measurement with one drawn input: its parts, the whole, and all preactivations of a layer.

    `layer` is the k of `layers[k]` of the merged network. Empty where there is nothing to draw.
    """
    content = measurement.content
    chain, interval = content.chain, content.window[0]
    if measurement.segments is None and measurement.curve is None:
        return ()
    given, inside = ("x", "x") if content.slice is None else ("t", "x(t)")
    parts = tuple(_part(chain, i, segments) for i, segments in enumerate(measurement.parts[:MOST_PARTS]))
    borders = parts[0].borders if parts else None
    name = _variable(len(chain.parts))
    is_banded = borders is not None and chain.outputs == 1
    whole = PanelPicture(
        kind=WHOLE,
        title=f"{name} = {_composed([part.repeat for part in chain.parts], inside)}",
        input_name=given,
        output_name=name,
        interval=interval,
        curves=_curves(*_line(measurement), name, is_coloured=not is_banded),
        network=content.pictured,
        repeat=chain.parts[0].repeat if len(chain.parts) == 1 else 1,
        borders=borders,
        is_banded=is_banded,
        sampled=len(measurement.curve[0]) if measurement.curve is not None else 0,
        left_out=max(chain.outputs - MOST_CURVES, 0),
    )
    if layer is None or not 0 <= layer < len(measurement.merged.layers):
        return (*parts, whole)
    return (*parts, whole, _layer(measurement, layer, given))


def _part(chain: Chain, i: int, segments: Segments) -> PanelPicture:
    reads, function, repeat = _variable(i), _function(i), chain.parts[i].repeat
    borders = segments.segment_joints
    # One application of a repeated part does not make the next variable yet, so it is called f(x) and not y.
    formula = f"{function}({reads})"
    made = _variable(i + 1) if repeat == 1 else formula
    is_first, is_single = i == 0 and 1 < len(borders) - 1 <= MOST_BANDS, segments.network.outputs == 1
    return PanelPicture(
        kind=PART,
        title=f"{made} = {formula}" if repeat == 1 else formula,
        input_name=reads,
        output_name=made if repeat == 1 else function,
        interval=(segments.low, segments.high),
        curves=_curves(segments.joints, segments.values, borders[1:-1], made, is_coloured=not is_single),
        network=segments.network,
        before=Chain(chain.parts[:i]).applied if i else (),
        repeat=repeat,
        borders=borders if is_first else None,
        is_banded=is_first and is_single,
        left_out=max(segments.network.outputs - MOST_CURVES, 0),
    )


def _curves(x: Floats, y: Floats, joints: Floats, name: str, *, is_coloured: bool) -> tuple[Curve, ...]:
    """One curve for each column of `y`, shape (n, D_o), as far as they are drawn, in the colours of the series."""
    names = _output_names(name, y.shape[1])
    return tuple(
        Curve(x, y[:, o], o if is_coloured else None, joints, label) for o, label in enumerate(names[:MOST_CURVES])
    )


def _line(measurement: Measurement) -> tuple[Floats, Floats, Floats]:
    """Places, shape (n,), outputs, shape (n, D_o), and inner joints of the whole function; none where it is sampled."""
    if measurement.segments is not None:
        segments = measurement.segments
        return segments.joints, segments.values, segments.segment_joints[1:-1]
    x, y = measurement.curve or (np.empty(0), np.empty((0, 1)))
    return x, y, np.empty(0)


def _layer(measurement: Measurement, k: int, given: str) -> PanelPicture:
    name, number = f"z{str(k + 1).translate(_SUBSCRIPTS)}", k + 1 if k < measurement.merged.depth else 0
    network = measurement.content.pictured
    # A slice is one more layer in front.
    k += len(network.layers) - len(measurement.merged.layers)
    units = network.layers[k].units
    x = _line(measurement)[0]
    # All layers up to this one are evaluated at every joint.
    widest = max(layer.units for layer in network.layers[: k + 1])
    shown = min(units, MOST_CURVES) if widest * len(x) <= MOST_NUMBERS else 0
    curves: tuple[Curve, ...] = ()
    if shown:
        z = Network(network.layers[: k + 1]).trace(x[:, None])[k].preactivation
        curves = tuple(Curve(x, np.ascontiguousarray(z[:, unit]), unit) for unit in range(shown))
    return PanelPicture(
        kind=LAYER,
        title="",
        input_name=given,
        output_name=name,
        interval=measurement.content.window[0],
        curves=curves,
        network=network,
        layer=k,
        number=number,
        sampled=0 if measurement.segments is not None else len(x),
        left_out=units - shown,
    )


def _function(i: int) -> str:
    return FUNCTIONS[i] if i < len(FUNCTIONS) else f"f{str(i + 1).translate(_SUBSCRIPTS)}"


def _variable(i: int) -> str:
    """x, y, y′, y″, y‴, then y⁽⁴⁾ …: what goes into part i."""
    if i == 0:
        return "x"
    return "y" + ("", "′", "″", "‴")[i - 1] if i <= 4 else f"y⁽{str(i - 1).translate(_SUPERSCRIPTS)}⁾"


def _output_names(name: str, outputs: int) -> list[str]:
    return [name] if outputs == 1 else [f"{name}{str(o + 1).translate(_SUBSCRIPTS)}" for o in range(outputs)]


def _composed(repeats: Sequence[int], text: str) -> str:
    """The parts applied to `text`, the first one inside: g(f(f(x))), or g(f⁴(x)) where one is applied more often."""
    for i, repeat in enumerate(repeats):
        function = _function(i)
        if repeat > WRITTEN_OUT:
            text = f"{function}{str(repeat).translate(_SUPERSCRIPTS)}({text})"
        else:
            text = f"{function}(" * repeat + text + ")" * repeat
    return text
