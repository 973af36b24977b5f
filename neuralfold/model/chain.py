"""Networks applied one after another, and the one network that equals them (article, eq. 7.3)."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol, Self

import numpy as np

from neuralfold.model.activations import IDENTITY, Activation
from neuralfold.model.network import MAX_PARAMETERS, Layer, Network
from neuralfold.model.sentence import BadInput

MAX_REPEAT = 1000


@dataclass(frozen=True)
class Part:
    """One network of a chain and how often it is applied in a row.

    Raises BadInput for a repetition count outside 1 … 1000, or where a repeated network's outputs do not
    fit its own inputs.
    """

    network: Network
    repeat: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.repeat <= MAX_REPEAT:
            raise BadInput("repeat: {repeat} is not between 1 and {limit}", repeat=self.repeat, limit=MAX_REPEAT)
        if self.repeat > 1 and self.network.inputs != self.network.outputs:
            raise BadInput(
                "repeat: a network with {inputs} inputs and {outputs} outputs cannot feed itself",
                inputs=self.network.inputs,
                outputs=self.network.outputs,
            )


@dataclass(frozen=True)
class Chain:
    """One or more networks applied in order; a plain network is a chain of one.

    Raises BadInput naming the part whose inputs do not fit the outputs of the part before it, or where the
    merged network would have too many parameters.
    """

    parts: tuple[Part, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", tuple(self.parts))
        if not self.parts:
            raise BadInput("parts: a chain needs at least one network")
        for i in range(1, len(self.parts)):
            before, after = self.parts[i - 1].network, self.parts[i].network
            if before.outputs != after.inputs:
                raise BadInput(
                    "parts[{i}]: {inputs} inputs, but the part before has {outputs} outputs",
                    i=i,
                    inputs=after.inputs,
                    outputs=before.outputs,
                )
        # The product at a seam can be far bigger than its factors (1 → 5000 → 1, twice): refused before it is made.
        merged = self._merged_parameters()
        if merged > MAX_PARAMETERS:
            raise BadInput(
                "parts: applied one after another they are a network of {parameters} parameters, more than {limit}; "
                "repeat less often or use narrower layers",
                parameters=f"{merged:,}",
                limit=f"{MAX_PARAMETERS:,}",
            )

    @classmethod
    def of(cls, *networks: Network) -> Self:
        """A chain that applies each of `networks` once."""
        return cls(tuple(Part(network) for network in networks))

    @property
    def inputs(self) -> int:
        """Inputs of the first part."""
        return self.parts[0].network.inputs

    @property
    def outputs(self) -> int:
        """Outputs of the last part."""
        return self.parts[-1].network.outputs

    @property
    def is_plain(self) -> bool:
        """Whether this is one network applied once."""
        return len(self.parts) == 1 and self.parts[0].repeat == 1

    @property
    def parameters(self) -> int:
        """Numbers stored: a repeated network counts once (article, section 2: 20 against 22)."""
        return sum(part.network.parameters for part in self.parts)

    @property
    def applied(self) -> tuple[Network, ...]:
        """The networks in the order in which they are applied, repetitions written out."""
        return tuple(part.network for part in self.parts for _ in range(part.repeat))

    @cached_property
    def merged(self) -> Network:
        """The one network with the same function: Ω = Ψ_0 Φ_K and β = ψ_0 + Ψ_0 φ_K at each seam (eq. 7.3).

        A seam whose output layer is not linear, or that a skip connection crosses, keeps its layer as it is.
        Raises BadInput where a product overflows.
        """
        layers = list(self.applied[0].layers)
        for network in self.applied[1:]:
            if is_seam(layers[-1], network.layers[0]):
                layers[-1:] = [_joined(layers[-1], network.layers[0]), *network.layers[1:]]
            else:
                layers += network.layers
        return Network(tuple(layers))

    def _merged_parameters(self) -> int:
        """Parameters of `merged`, found from the sizes alone."""
        total = 0
        last, inputs = None, 0
        for network in self.applied:
            for k, layer in enumerate(network.layers):
                if k == 0 and last is not None and is_seam(last, layer):
                    total -= (inputs + 1) * last.units
                else:
                    inputs = layer.inputs
                total += (inputs + 1) * layer.units
                last = layer
        return total

    def _check_part(self, i: int) -> None:
        if not 0 <= i < len(self.parts):
            raise BadInput("parts[{i}]: there are {parts} parts, counted from 0", i=i, parts=len(self.parts))

    def with_part(self, i: int, part: Part) -> Self:
        """The chain with part `i` replaced; sizes must fit. Raises BadInput for an `i` without a part."""
        self._check_part(i)
        return replace(self, parts=(*self.parts[:i], part, *self.parts[i + 1 :]))

    def with_network(self, i: int, network: Network) -> Self:
        """The chain with the network of part `i` replaced, its repetition kept."""
        self._check_part(i)
        return self.with_part(i, replace(self.parts[i], network=network))


class Joinable(Protocol):
    """What of a layer, or of its shape, decides whether two networks merge where they meet."""

    @property
    def activation(self) -> Activation:
        """Its activation function."""

    @property
    def skip(self) -> bool:
        """Whether its input is added to its output."""


def is_seam(last: Joinable, first: Joinable) -> bool:
    """Whether the last layer of one network and the first of the next merge into one layer (eq. 7.3)."""
    return last.activation == IDENTITY and not last.skip and not first.skip


def _joined(last: Layer, first: Layer) -> Layer:
    with np.errstate(over="ignore", invalid="ignore"):
        weights = first.weights @ last.weights
        biases = first.biases + first.weights @ last.biases
    if not (np.isfinite(weights).all() and np.isfinite(biases).all()):
        raise BadInput("parts: the product of the weights at a seam overflows; use smaller weights")
    return replace(first, weights=weights, biases=biases)
