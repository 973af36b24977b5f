"""One network: immutable weights and biases, its edits, and its forward pass.

The index trap, stated once: Ω_0 feeds hidden layer 1. `layers[k]` holds Ω_k and β_k and makes layer k + 1
from layer k, so the table row of hidden layer k shows `layers[k - 1]`, and `layers[-1]` makes the output.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike

from neuralfold.model.activations import IDENTITY, Activation, Floats
from neuralfold.model.draws import he_normal
from neuralfold.model.sentence import BadInput, Sentence

MAX_PARAMETERS = 10_000_000
MAX_WIDTH = 1_000_000

# Last word of the place of every draw that an edit makes: it never repeats the numbers of a whole random network.
EDIT = 1

WEIGHTS = Sentence.of("weights")
BIASES = Sentence.of("biases")


def _frozen(name: Sentence, values: ArrayLike) -> Floats:
    """`values` as a read-only float64 array; one that already is read-only is shared, not copied."""
    if isinstance(values, np.ndarray) and values.dtype == np.float64:
        flags = values.flags
        if flags.owndata and not flags.writeable:
            return values
    try:
        array = np.array(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise BadInput("{name}: not numbers in rows of equal length", name=name) from error
    array.setflags(write=False)
    return array


def _check_finite(name: Sentence, values: Floats) -> None:
    """Raise BadInput naming the first number of `values`, shape (units,) or (units, inputs), that is not finite."""
    if np.isfinite(values).all():
        return
    place = np.argwhere(~np.isfinite(values))[0]
    raise BadInput(
        "{name}: number {place} is {value}; every number must be finite",
        name=name,
        place=", ".join(str(i + 1) for i in place),
        value=float(values[tuple(place)]),
    )


def _check_width(name: Sentence, units: int) -> None:
    if not 1 <= units <= MAX_WIDTH:
        raise BadInput(
            "{name}: {units} is not between 1 and {limit}", name=name, units=f"{units:,}", limit=f"{MAX_WIDTH:,}"
        )


def check_parameters(parameters: int) -> None:
    """Raise BadInput where a network of so many parameters is too big; ask before making its arrays."""
    if parameters > MAX_PARAMETERS:
        raise BadInput(
            "network: {parameters} parameters are more than {limit}; use fewer or narrower layers",
            parameters=f"{parameters:,}",
            limit=f"{MAX_PARAMETERS:,}",
        )


@dataclass(frozen=True, eq=False)
class Layer:
    """One affine map and its activation: a(β + Ω h), or h + a(β + Ω h) with `skip`.

    `weights` is Ω, shape (units, inputs); `biases` is β, shape (units,); both float64, read-only, finite.
    Layers are equal where every number is, to the last bit (0 and −0 differ, as they do in a saved file).
    Raises BadInput where shapes do not fit, a number is not finite, or `skip` joins unequal widths.
    """

    weights: Floats
    biases: Floats
    activation: Activation
    skip: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "weights", _frozen(WEIGHTS, self.weights))
        object.__setattr__(self, "biases", _frozen(BIASES, self.biases))
        if self.weights.ndim != 2 or self.weights.size == 0:
            raise BadInput("weights: shape {shape}, expected at least one row and one column", shape=self.weights.shape)
        if self.biases.shape != (self.units,):
            raise BadInput(
                "biases: shape {shape}, expected {units} numbers, one per row of the weights",
                shape=self.biases.shape,
                units=self.units,
            )
        _check_finite(WEIGHTS, self.weights)
        _check_finite(BIASES, self.biases)
        if self.skip and self.inputs != self.units:
            raise BadInput(
                "skip: needs equal widths, but {inputs} units feed {units}; make the widths equal or turn skip off",
                inputs=self.inputs,
                units=self.units,
            )

    def __reduce__(self) -> tuple[object, ...]:
        """Copied and sent between processes by its parts, so that the arrays of the copy are read-only too."""
        return type(self), (self.weights, self.biases, self.activation, self.skip)

    @property
    def inputs(self) -> int:
        """Units of the layer before."""
        return int(self.weights.shape[1])

    @property
    def units(self) -> int:
        """Units of this layer."""
        return int(self.weights.shape[0])

    @property
    def parameters(self) -> int:
        """Weights and biases of this layer, exact."""
        return self.weights.size + self.biases.size

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Layer)
            and self.activation == other.activation
            and self.skip == other.skip
            and _same_bits(self.weights, other.weights)
            and _same_bits(self.biases, other.biases)
        )

    def __hash__(self) -> int:
        return hash((self.weights.tobytes(), self.biases.tobytes(), self.activation, self.skip))


def _same_bits(one: Floats, other: Floats) -> bool:
    return one is other or np.array_equal(
        np.ascontiguousarray(one).view(np.int64), np.ascontiguousarray(other).view(np.int64)
    )


class Step(NamedTuple):
    """What one layer does to a batch: both arrays have shape (batch, units)."""

    preactivation: Floats
    activation: Floats


@dataclass(frozen=True)
class Network:
    """A fully connected network (article, eq. 7.4) as the tuple of its layers, the last one the output.

    Raises BadInput naming the layer whose shape does not fit the layer before it.
    """

    layers: tuple[Layer, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "layers", tuple(self.layers))
        if not self.layers:
            raise BadInput("layers: a network needs at least the output layer")
        for k in range(1, len(self.layers)):
            if self.layers[k].inputs != self.layers[k - 1].units:
                raise BadInput(
                    "layers[{k}].weights: {columns} numbers per row, expected {units}, the units of the layer before",
                    k=k,
                    columns=self.layers[k].inputs,
                    units=self.layers[k - 1].units,
                )
        check_parameters(self.parameters)

    @classmethod
    def of(
        cls,
        omega: Sequence[ArrayLike],
        beta: Sequence[ArrayLike],
        activation: Activation | list[Activation],
        skip: list[bool] | None = None,
    ) -> Self:
        """Make a network from Ω_0 … Ω_K, β_0 … β_K and the hidden activation(s); the output is linear.

        Raises BadInput naming the layer whose numbers or shapes do not fit, ValueError for lists of unequal length.
        """
        hidden = activation if isinstance(activation, list) else [activation] * (len(omega) - 1)
        skips = skip or [False] * len(omega)
        layers = []
        for k, (w, b, a, s) in enumerate(zip(omega, beta, [*hidden, IDENTITY], skips, strict=True)):
            try:
                layers.append(Layer(_frozen(WEIGHTS, w), _frozen(BIASES, b), a, s))
            except BadInput as error:
                raise BadInput("layers[{k}].{problem}", k=k, problem=error.sentence) from error
        return cls(tuple(layers))

    @property
    def inputs(self) -> int:
        """D_i."""
        return self.layers[0].inputs

    @property
    def outputs(self) -> int:
        """D_o."""
        return self.layers[-1].units

    @property
    def depth(self) -> int:
        """K, the number of hidden layers."""
        return len(self.layers) - 1

    @property
    def widths(self) -> tuple[int, ...]:
        """D_1 … D_K."""
        return tuple(layer.units for layer in self.layers[:-1])

    @property
    def sizes(self) -> tuple[int, ...]:
        """D_i, D_1 … D_K, D_o."""
        return (self.inputs, *self.widths, self.outputs)

    @property
    def omega(self) -> tuple[Floats, ...]:
        """Ω_0 … Ω_K."""
        return tuple(layer.weights for layer in self.layers)

    @property
    def beta(self) -> tuple[Floats, ...]:
        """β_0 … β_K."""
        return tuple(layer.biases for layer in self.layers)

    @property
    def parameters(self) -> int:
        """P = Σ D_{k+1} (D_k + 1) (article, eq. 7.5), exact."""
        return sum(layer.parameters for layer in self.layers)

    @cached_property
    def is_piecewise_linear(self) -> bool:
        """Whether every layer is piecewise linear, so that exact pictures and counts exist."""
        return all(layer.activation.is_piecewise_linear for layer in self.layers)

    def trace(self, x: ArrayLike) -> list[Step]:
        """Preactivation and activation of every layer for a batch `x`, shape (batch, D_i) (eq. 7.4)."""
        h = np.asarray(x, dtype=np.float64)
        steps = []
        for layer in self.layers:
            z = h @ layer.weights.T + layer.biases
            h = layer.activation(z) + h if layer.skip else layer.activation(z)
            steps.append(Step(z, h))
        return steps

    def __call__(self, x: ArrayLike) -> Floats:
        """Outputs, shape (batch, D_o), for a batch `x`, shape (batch, D_i)."""
        return self.trace(x)[-1].activation

    def with_layer(self, k: int, layer: Layer) -> Self:
        """The network with `layers[k]` replaced; sizes must fit.

        Every edit returns a new network, leaves this one as it is, and raises BadInput for a `k` without a layer.
        """
        self._check_place(k, len(self.layers))
        return replace(self, layers=(*self.layers[:k], layer, *self.layers[k + 1 :]))

    def with_weight(self, k: int, unit: int, source: int, value: float) -> Self:
        """The network with Ω_k[unit, source] set to `value`."""
        self._check_place(k, len(self.layers))
        weights = self.layers[k].weights.copy()
        weights[unit, source] = value
        return self.with_layer(k, replace(self.layers[k], weights=weights))

    def with_bias(self, k: int, unit: int, value: float) -> Self:
        """The network with β_k[unit] set to `value`."""
        self._check_place(k, len(self.layers))
        biases = self.layers[k].biases.copy()
        biases[unit] = value
        return self.with_layer(k, replace(self.layers[k], biases=biases))

    def with_activation(self, k: int, activation: Activation) -> Self:
        """The network with the activation of `layers[k]` replaced."""
        self._check_place(k, len(self.layers))
        return self.with_layer(k, replace(self.layers[k], activation=activation))

    def with_skip(self, k: int, skip: bool) -> Self:
        """The network with the skip connection around `layers[k]` on or off; needs equal widths."""
        self._check_place(k, len(self.layers))
        return self.with_layer(k, replace(self.layers[k], skip=skip))

    def with_inputs(self, inputs: int, seed: int) -> Self:
        """The network with `inputs` inputs: kept columns stay, new ones are drawn from `seed`.

        Raises BadInput, with the range, for inputs below 1 or above a million.
        """
        _check_width(Sentence.of("inputs"), inputs)
        first = self.layers[0]
        weights = self._resized(first.weights, (first.units, inputs), seed, 0)
        return self.with_layer(0, replace(first, weights=weights, skip=first.skip and inputs == first.units))

    def with_units(self, k: int, units: int, seed: int) -> Self:
        """The network with `units` units in `layers[k]`: kept weights stay, new ones are drawn from `seed`.

        A skip connection whose widths no longer agree is turned off.
        Raises BadInput, with the range, for a width below 1 or above a million.
        """
        self._check_place(k, len(self.layers))
        _check_width(Sentence.of("width"), units)
        layer = self.layers[k]
        grown = replace(
            layer,
            weights=self._resized(layer.weights, (units, layer.inputs), seed, k),
            biases=np.concatenate([layer.biases[:units], np.zeros(max(0, units - layer.units))]),
            skip=layer.skip and units == layer.inputs,
        )
        layers = [*self.layers[:k], grown, *self.layers[k + 1 :]]
        if k + 1 < len(layers):
            after = layers[k + 1]
            weights = self._resized(after.weights, (after.units, units), seed, k + 1)
            layers[k + 1] = replace(after, weights=weights, skip=after.skip and units == after.units)
        return replace(self, layers=tuple(layers))

    def with_added(self, k: int, units: int, activation: Activation, seed: int) -> Self:
        """The network with a new hidden layer before `layers[k]`, its weights drawn from `seed`.

        Raises BadInput, with the range, for a width below 1 or above a million.
        """
        self._check_place(k, len(self.layers))
        _check_width(Sentence.of("width"), units)
        before, after = self.layers[k].inputs, self.layers[k]
        added = Layer(self._drawn((units, before), seed, k), np.zeros(units), activation)
        weights = after.weights if units == before else self._drawn((after.units, units), seed, k + 1)
        refitted = replace(after, weights=weights, skip=after.skip and units == after.units)
        return replace(self, layers=(*self.layers[:k], added, refitted, *self.layers[k + 1 :]))

    def with_duplicated(self, k: int, seed: int) -> Self:
        """The network with hidden layer `layers[k]` followed by its copy, columns drawn where widths differ."""
        self._check_place(k, self.depth)
        layer = self.layers[k]
        copy = replace(layer, weights=self._resized(layer.weights, (layer.units, layer.units), seed, k + 1))
        return replace(self, layers=(*self.layers[: k + 1], copy, *self.layers[k + 1 :]))

    def with_removed(self, k: int, seed: int) -> Self:
        """The network without hidden layer `layers[k]`; the layer after keeps its weights where they still fit."""
        self._check_place(k, self.depth)
        after = self.layers[k + 1]
        before = self.layers[k].inputs
        weights = self._resized(after.weights, (after.units, before), seed, k)
        refitted = replace(after, weights=weights, skip=after.skip and before == after.units)
        return replace(self, layers=(*self.layers[:k], refitted, *self.layers[k + 2 :]))

    def with_moved(self, k: int, to: int, seed: int) -> Self:
        """The network with hidden layer `layers[k]` moved to place `to`; columns are refitted where widths differ."""
        self._check_place(k, self.depth)
        self._check_place(to, self.depth)
        order = list(self.layers[:-1])
        order.insert(to, order.pop(k))
        layers: list[Layer] = []
        width = self.inputs
        for place, layer in enumerate([*order, self.layers[-1]]):
            weights = self._resized(layer.weights, (layer.units, width), seed, place)
            layers.append(replace(layer, weights=weights, skip=layer.skip and width == layer.units))
            width = layer.units
        return replace(self, layers=tuple(layers))

    def _check_place(self, k: int, places: int) -> None:
        """Raise BadInput unless 0 <= k < places; a negative place would silently mean another layer."""
        if not 0 <= k < places:
            raise BadInput("layers[{k}]: there are {places} such layers, counted from 0", k=k, places=places)

    def _drawn(self, shape: tuple[int, int], seed: int, k: int) -> Floats:
        """New weights for `layers[k]`.

        The depth is part of the place: a layer put into a drawn network must not repeat the numbers of the layer
        that stood at that place before.
        """
        check_parameters(shape[0] * shape[1])
        return he_normal(shape, seed, k, len(self.layers), EDIT)

    def _resized(self, weights: Floats, shape: tuple[int, int], seed: int, k: int) -> Floats:
        """`weights` cut or grown to `shape`: old entries stay, new ones are drawn."""
        if weights.shape == shape:
            return weights
        resized = self._drawn(shape, seed, k)
        rows, columns = min(shape[0], weights.shape[0]), min(shape[1], weights.shape[1])
        resized[:rows, :columns] = weights[:rows, :columns]
        return resized
