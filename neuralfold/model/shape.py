"""The shape of a network without its numbers, so that counting needs no memory for weights."""

from collections.abc import Sequence
from dataclasses import dataclass

from neuralfold.model.activations import IDENTITY, RELU, Activation
from neuralfold.model.chain import Chain, is_seam
from neuralfold.model.network import Layer, Network
from neuralfold.model.sentence import BadInput

MAX_SIZE = 10**15


@dataclass(frozen=True)
class LayerShape:
    """Sizes, activation and skip of one layer: `inputs` units feed `units` units.

    Raises BadInput for a size that is not a whole number from 1 to 10^15, or a skip that joins unequal sizes.
    """

    inputs: int
    units: int
    activation: Activation = RELU
    skip: bool = False

    def __post_init__(self) -> None:
        for size in (self.inputs, self.units):
            if not _is_size(size):
                raise BadInput("size: {size} is not a whole number from 1 to {limit}", size=size, limit=f"{MAX_SIZE:,}")
        if self.skip and self.inputs != self.units:
            raise BadInput(
                "skip: needs equal widths, but {inputs} units feed {units}; make the widths equal or turn skip off",
                inputs=self.inputs,
                units=self.units,
            )

    @classmethod
    def of(cls, layer: Layer) -> "LayerShape":
        """The shape of a layer that has numbers."""
        return cls(layer.inputs, layer.units, layer.activation, layer.skip)

    @property
    def weights(self) -> int:
        """D_{k+1} D_k, the entries of Ω_k."""
        return self.units * self.inputs

    @property
    def parameters(self) -> int:
        """D_{k+1} (D_k + 1), the entries of Ω_k and β_k (article, eq. 7.5)."""
        return self.units * (self.inputs + 1)

    @property
    def thresholds(self) -> int:
        """How many parallel hyperplanes one unit can make: 0 for identity and smooth activations."""
        return len(self.activation.thresholds)


Shape = tuple[LayerShape, ...]


def shape_of_sizes(sizes: Sequence[int], activation: Activation = RELU) -> Shape:
    """The shape of a network of sizes D_i, D_1 … D_K, D_o with one hidden activation and a linear output.

    Raises BadInput naming the size that is not a whole number from 1 to 10^15, or where fewer than two are given.
    """
    if len(sizes) < 2:
        raise BadInput("sizes: give at least the inputs and the outputs")
    for place, size in enumerate(sizes, 1):
        if not _is_size(size):
            raise BadInput(
                "sizes: number {place} is {size}, not a whole number from 1 to {limit}",
                place=place,
                size=size,
                limit=f"{MAX_SIZE:,}",
            )
    last = len(sizes) - 2
    return tuple(
        LayerShape(sizes[k], sizes[k + 1], IDENTITY if k == last else activation) for k in range(len(sizes) - 1)
    )


def shape_of(network: Network | Chain) -> Shape:
    """The shape of a network; of a chain, that of the one network it merges into, without multiplying it out."""
    if isinstance(network, Network):
        return tuple(LayerShape.of(layer) for layer in network.layers)
    merged: list[LayerShape] = []
    for applied in network.applied:
        first, *rest = shape_of(applied)
        if merged and is_seam(merged[-1], first):
            first = LayerShape(merged.pop().inputs, first.units, first.activation)
        merged += [first, *rest]
    return tuple(merged)


def _is_size(size: object) -> bool:
    return isinstance(size, int) and not isinstance(size, bool) and 1 <= size <= MAX_SIZE
