"""How many regions a network of a given shape can have: exact integers of any size, each with its theorem.

Notation: n inputs, K hidden layers of D_1 … D_K units. Regions are counted in the whole input space unless a bound
says "window"; a bound for the whole space from above also holds in every window.
"""

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, groupby
from typing import Literal

from neuralfold.model.activations import IDENTITY, RELU
from neuralfold.model.chain import Chain
from neuralfold.model.network import Network
from neuralfold.model.number_text import whole_text
from neuralfold.model.sentence import BadInput, Sentence
from neuralfold.model.shape import Shape, shape_of

Kind = Literal["upper", "lower", "exact"]

# Steps of big-integer arithmetic times the bits of the result: about a second.
MAX_WORK = 2**33
SHOWN_TERMS = 6


@dataclass(frozen=True)
class Bound:
    """A named number of regions.

    `kind` is "upper" (no weights give more), "lower" (some weights give at least this many) or "exact" (both: the
    largest number that any weights give). `is_whole_space` tells the whole input space from a window.
    `is_comparison` marks the bound of another network, set beside this one and no limit for it.
    """

    value: int
    name: Sentence
    formula: Sentence
    assumptions: Sentence
    is_whole_space: bool
    kind: Kind
    is_comparison: bool = False


def shallow_maximum(inputs: int, units: int) -> Bound:
    """Σ C(D, j) for j = 0 … n: regions of D hyperplanes in general position (Zaslavsky 1975; article, eq. 7.6).

    Raises BadInput for `inputs` below 1, `units` below 0, or a number too long to work out.
    """
    _check_sizes(inputs, ())
    if units < 0:
        raise BadInput("units: {units} is less than 0", units=units)
    value = _choices(units, inputs)
    return Bound(
        value,
        Sentence.of("shallow maximum (Zaslavsky, eq. 7.6)"),
        Sentence.of("{sum} {value}", sum=_choices_numbers(units, inputs), value=_equals(value)),
        Sentence.of("one hidden layer of relu, leaky_relu or abs; reached by units in general position"),
        is_whole_space=True,
        kind="exact",
    )


def fold_segments(depth: int) -> Bound:
    """3^K: segments of the fold of Fig. 7.2 on its window (article, eq. 7.7). Raises BadInput for a depth below 1."""
    if depth < 1:
        raise BadInput("depth: {depth} is less than 1", depth=depth)
    _check_work(depth, 2 * depth)
    value = 3**depth
    return Bound(
        value,
        Sentence.of("the fold, 3^K (eq. 7.7)"),
        Sentence.of("3^{depth} {value}", depth=depth, value=_equals(value)),
        Sentence.of(
            "one input, every hidden layer relu with at least 3 units; the fold has exactly so many in its window and "
            "one more on the whole line; other weights give more"
        ),
        is_whole_space=False,
        kind="lower",
    )


def equal_parameter_shallow_maximum(parameters: int, inputs: int, outputs: int) -> Bound:
    """The shallow maximum of the widest network with one hidden layer and at most P parameters (article, 4.2).

    D units take D (n + 1) + D_o (D + 1) parameters, so D = ⌊(P - D_o) / (n + D_o + 1)⌋: 4K - 1 for P = 12K - 2.
    Raises BadInput where P does not even pay for the output biases, or a size is below 1.
    """
    _check_sizes(inputs, (outputs,))
    if parameters < outputs:
        raise BadInput(
            "parameters: {parameters} are too few for {outputs} output biases", parameters=parameters, outputs=outputs
        )
    units = (parameters - outputs) // (inputs + outputs + 1)
    value = shallow_maximum(inputs, units).value
    return Bound(
        value,
        Sentence.of("shallow maximum at equal parameters"),
        Sentence.of(
            "D = ⌊({parameters} − {outputs}) / ({inputs} + {outputs} + 1)⌋ = {units}; {sum} {value}",
            parameters=parameters,
            outputs=outputs,
            inputs=inputs,
            units=units,
            sum=_choices_numbers(units, inputs),
            value=_equals(value),
        ),
        Sentence.of("another network: one hidden relu layer with at most as many parameters"),
        is_whole_space=True,
        kind="exact",
        is_comparison=True,
    )


def one_input_maximum(widths: tuple[int, ...]) -> Bound:
    """Π (D_k + 1): segments of a network with one input (Serra et al. 2018); exact where every D_k >= 3.

    Raises BadInput for a width below 1 or a number too long to work out.
    """
    _check_sizes(1, widths)
    value = _product([width + 1 for width in widths])
    is_reached = len(widths) <= 1 or min(widths) >= 3
    return Bound(
        value,
        Sentence.of("one-input maximum, Π (D_k + 1)"),
        Sentence.of("{product} {value}", product=_powers_text([w + 1 for w in widths]), value=_equals(value)),
        Sentence.of("one input, relu; some weights reach it")
        if is_reached
        else Sentence.of("one input, relu; known to be reached only where every layer has at least 3 units"),
        is_whole_space=True,
        kind="exact" if is_reached else "upper",
    )


def montufar(inputs: int, widths: tuple[int, ...]) -> Bound:
    """Π ⌊D_k / n⌋^n for k < K, times Σ C(D_K, j) for j = 0 … n (Montúfar et al. 2014; article, notes).

    Raises BadInput for no hidden layer, a width below `inputs`, or a number too long to work out.
    """
    _check_sizes(inputs, widths)
    if not widths or min(widths) < inputs:
        raise BadInput("Montúfar's bound needs a hidden layer, and no hidden layer narrower than the inputs")
    last = _choices(widths[-1], inputs)
    factors = [width // inputs for width in widths[:-1]]
    _check_work(inputs * len(factors), inputs * sum(factor.bit_length() for factor in factors))
    value = _product(factors) ** inputs * last
    product = f"({_powers_text(factors)})^{inputs} · " if factors and inputs > 1 else f"{_powers_text(factors)} · "
    return Bound(
        value,
        Sentence.of("lower bound (Montúfar 2014)"),
        Sentence.of(
            "{product}({sum}) {value}",
            product=product if factors else "",
            sum=_choices_symbols(widths[-1], inputs),
            value=_equals(value),
        ),
        Sentence.of(
            "relu, no skip, no hidden layer narrower than the inputs; some weights have at least so many, and "
            "a bounded window can hold them all"
        ),
        is_whole_space=True,
        kind="lower",
    )


def serra(inputs: int, widths: tuple[int, ...]) -> Bound:
    """Σ over J of Π C(D_k, j_k), where 0 <= j_k <= min(n, D_1 - j_1, …, D_{k-1} - j_{k-1}, D_k) (Serra et al. 2018).

    D_k - j_k is how many units are active where j_k of them cut a region, and so how many dimensions are left for
    the layers behind. Raises BadInput for a width below 1 or a number too long to work out.
    """
    _check_sizes(inputs, widths)
    value = _serra(inputs, widths)
    return Bound(
        value,
        Sentence.of("upper bound (Serra 2018)"),
        Sentence.of(
            "Σ Π C(D_k, j_k) over 0 ≤ j_k ≤ min({inputs}, D_1 − j_1, …, D_k) with D_1 … D_K = {widths} {value}",
            inputs=inputs,
            widths=_some([str(width) for width in widths], ", "),
            value=_equals(value),
        ),
        Sentence.of("relu in every hidden layer, no skip; exact for one input and widths of at least 3"),
        is_whole_space=True,
        kind="upper",
    )


def layered_maximum(inputs: int, widths: tuple[int, ...], thresholds: tuple[int, ...] | None = None) -> Bound:
    """Π_k Σ_j C(D_k, j) t_k^j for j = 0 … min(n, D_1 … D_{k-1}): every layer cuts every region as often as it can.

    `thresholds` has t_k for each layer: how many hyperplanes one unit makes, 1 for relu, leaky_relu and abs, 2 for
    hard_tanh, 0 for identity; 1 where left out. After Montúfar 2017 (t = 1). Raises BadInput as `serra` does.
    """
    _check_sizes(inputs, widths)
    cuts = thresholds or (1,) * len(widths)
    dimensions = list(accumulate([inputs, *widths], min))[:-1]
    factors = [_choices(w, d, t) for w, d, t in zip(widths, dimensions, cuts, strict=True)]
    value = _product(factors)
    return Bound(
        value,
        Sentence.of("upper bound, layer by layer (after Montúfar 2017)"),
        Sentence.of(
            "{product} {value}",
            product=_powers_text(factors),
            value=_equals(value),
        ),
        Sentence.of(
            "any piecewise linear activations, with or without skip: layer k cuts every region at most "
            "Σ C(D_k, j) t^j times, t hyperplanes per unit"
        ),
        is_whole_space=True,
        kind="upper",
    )


def same_units_shallow_maximum(inputs: int, units: int) -> Bound:
    """The shallow maximum of one hidden layer with as many units as all hidden layers together (article, section 4).

    Raises BadInput as `shallow_maximum` does.
    """
    shallow = shallow_maximum(inputs, units)
    return replace(
        shallow,
        name=Sentence.of("shallow maximum with as many units"),
        assumptions=Sentence.of("another network: all {units} hidden units in one relu layer", units=units),
        is_comparison=True,
    )


def bounds_of(network: Network | Chain | Shape) -> list[Bound]:
    """The bounds that apply to a network (or the network that a chain merges into), then the comparisons.

    Smooth activations have no finite count and get no bound. A bound too long to work out (more than a million
    digits or so: sizes typed without weights, a million layers) is left out.
    """
    return list(_bounds_of(shape_of(network) if isinstance(network, Network | Chain) else network))


@lru_cache(maxsize=64)
def _bounds_of(shape: Shape) -> tuple[Bound, ...]:
    if not all(layer.activation.is_piecewise_linear for layer in shape):
        return ()
    inputs, outputs = shape[0].inputs, shape[-1].units
    hidden = tuple(layer.units for layer in shape[:-1])
    is_linear_at_end = shape[-1].activation == IDENTITY
    is_relu = is_linear_at_end and all(layer.activation == RELU and not layer.skip for layer in shape[:-1])
    wanted: list[Callable[[], Bound]] = []
    if len(hidden) == 1 and is_linear_at_end and shape[0].thresholds == 1:
        wanted.append(lambda: shallow_maximum(inputs, hidden[0]))
    elif hidden and is_relu:
        if inputs == 1:
            wanted.append(lambda: one_input_maximum(hidden))
        wanted.append(lambda: serra(inputs, hidden))
        if min(hidden) >= inputs:
            wanted.append(lambda: montufar(inputs, hidden))
    else:
        widths = tuple(layer.units for layer in shape)
        wanted.append(lambda: layered_maximum(inputs, widths, tuple(layer.thresholds for layer in shape)))
    if hidden and is_relu and inputs == 1 and min(hidden) >= 3:
        wanted.append(lambda: fold_segments(len(hidden)))
    if len(hidden) > 1:
        wanted.append(lambda: same_units_shallow_maximum(inputs, sum(hidden)))
    if hidden:
        parameters = sum(layer.parameters for layer in shape)
        wanted.append(lambda: equal_parameter_shallow_maximum(parameters, inputs, outputs))
    found = []
    for bound in wanted:
        with suppress(BadInput):
            found.append(bound())
    return tuple(found)


def _check_sizes(inputs: int, widths: Sequence[int]) -> None:
    for size in (inputs, *widths):
        if size < 1:
            raise BadInput("size: {size} is less than 1", size=size)


def _check_work(steps: int, bits: int) -> None:
    """Raise BadInput where `steps` operations on numbers of `bits` bits would take minutes."""
    if steps * bits > MAX_WORK:
        raise BadInput("bound: the number has too many digits to work out; use fewer or narrower layers")


def _choices(units: int, dimensions: int, thresholds: int = 1) -> int:
    """Σ C(D, j) t^j for j = 0 … n; (1 + t)^D where n >= D."""
    steps = min(units, dimensions)
    bits = min(units * max(thresholds, 1), steps * (units.bit_length() + thresholds))
    if dimensions >= units:
        _check_work(1, bits)
        everything: int = (1 + thresholds) ** units
        return everything
    _check_work(steps, bits)
    total = term = 1
    for j in range(steps):
        term = term * (units - j) // (j + 1)
        total += term * thresholds ** (j + 1)
    return total


def _serra(inputs: int, widths: Sequence[int]) -> int:
    """The sum over J layer by layer: `ways[r]` is the sum of the products so far that leave r dimensions."""
    top = min(inputs, *widths[:1]) if widths else 0
    bits = sum(min(width, top * width.bit_length()) for width in widths)
    _check_work((top + 1) * len(widths), bits)
    ways = [0] * top + [1]
    for width in widths:
        # Entering dimensions beyond the width cannot be used, and leave as many behind as the width would.
        if len(ways) > width + 1:
            ways = [*ways[:width], sum(ways[width:])]
        choices = [1]
        for j in range(len(ways) - 1):
            choices.append(choices[-1] * (width - j) // (j + 1))
        sums = list(accumulate(choices))
        beyond = [*reversed(list(accumulate(reversed(ways)))), 0]
        # Either all r = t dimensions are left (j <= D - t), or exactly D - j = t < r of them.
        ways = [
            ways[t] * sums[min(t, width - t)] + choices[t] * beyond[min(max(t + 1, width - t), len(ways))]
            for t in range(len(ways))
        ]
    return sum(ways)


def _product(factors: Sequence[int]) -> int:
    _check_work(len(factors), sum(factor.bit_length() for factor in factors))
    return math.prod(factors)


def _choices_symbols(units: int, inputs: int) -> str:
    terms = min(units, inputs) + 1
    if terms <= SHOWN_TERMS:
        return " + ".join(f"C({units}, {j})" for j in range(terms))
    return f"2^{units}" if units <= inputs else f"Σ C({units}, j), j = 0 … {inputs}"


def _choices_numbers(units: int, inputs: int) -> str:
    """The symbols, and for a short sum what each of them is."""
    terms = min(units, inputs) + 1
    symbols = _choices_symbols(units, inputs)
    if terms > SHOWN_TERMS or terms == 1:
        return symbols
    return f"{symbols} = {' + '.join(whole_text(math.comb(units, j)) for j in range(terms))}"


def _powers_text(factors: Sequence[int]) -> str:
    """The product with equal neighbours as a power: 6^10, 4^2 · 9."""
    runs = [(whole_text(factor), len(list(run))) for factor, run in groupby(factors)]
    return _some([f"{factor}^{times}" if times > 1 else factor for factor, times in runs], " · ") or "1"


def _equals(value: int) -> str:
    text = whole_text(value)
    return text if text.startswith("≈") else f"= {text}"


def _some(texts: list[str], separator: str) -> str:
    """The texts joined; the middle of many is left out."""
    half = SHOWN_TERMS // 2
    return separator.join(texts if len(texts) <= SHOWN_TERMS else [*texts[:half], "…", *texts[-half:]])
