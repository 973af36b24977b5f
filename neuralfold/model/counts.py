"""Parameters, operations and memory as exact integers; `named_counts.py` gives each the name of its formula.

Conventions, stated once. For one layer of n inputs and m units, one sample:

- multiply-add (MAC): n m, the products of the affine map; the bias is not one of them;
- multiplications: n m, and one more per unit of `leaky_relu` (its slope);
- additions: n m, that is (n - 1) m to sum the products and m to add the biases, and m more for a skip connection;
- additions without biases: (n - 1) m, and m more for a skip connection;
- comparisons: 1 per unit of `relu`, `leaky_relu` and `abs`, 2 of `hard_tanh`, 0 of `identity`;
- evaluations: 1 per unit of a smooth function, whose own arithmetic is not counted;
- a layer that is applied several times stores its parameters once and computes every time.
"""

from dataclasses import dataclass
from typing import Literal

from neuralfold.model.activations import IDENTITY
from neuralfold.model.chain import Chain
from neuralfold.model.network import Layer, Network
from neuralfold.model.sentence import BadInput
from neuralfold.model.shape import LayerShape, Shape, shape_of

Precision = Literal["float64", "float32", "float16"]
Reading = Literal["hidden", "hidden_and_output", "with_input", "with_preactivations"]

BYTES: dict[Precision, int] = {"float64": 8, "float32": 4, "float16": 2}


@dataclass(frozen=True)
class LayerCounts:
    """The counts of one layer for a batch of `batch` samples; operations are per sample unless they say batch.

    `times` is how often the layer is applied, `is_output` whether its last application is the network's output.
    Raises BadInput for a batch below 1.
    """

    shape: LayerShape
    batch: int = 1
    times: int = 1
    is_output: bool = False

    def __post_init__(self) -> None:
        if self.batch < 1:
            raise BadInput("batch: {batch} is less than 1", batch=self.batch)

    @property
    def weights(self) -> int:
        """D_{k+1} D_k."""
        return self.shape.weights

    @property
    def biases(self) -> int:
        """D_{k+1}."""
        return self.shape.units

    @property
    def parameters(self) -> int:
        """D_{k+1} (D_k + 1) (article, eq. 7.5)."""
        return self.weights + self.biases

    @property
    def macs(self) -> int:
        """Multiply-adds of the affine map, D_{k+1} D_k (article, section 6)."""
        return self.times * self.weights

    @property
    def batch_macs(self) -> int:
        """Multiply-adds for the whole batch, B D_{k+1} D_k."""
        return self.batch * self.macs

    @property
    def multiplications(self) -> int:
        """D_{k+1} D_k, and one more per unit of leaky_relu."""
        slopes = self.shape.units if self.shape.activation.name == "leaky_relu" else 0
        return self.times * (self.weights + slopes)

    @property
    def additions(self) -> int:
        """D_{k+1} D_k with the bias counted as one addition per unit, and one more per unit with skip."""
        return self.times * (self.weights + self._skip_additions)

    @property
    def additions_without_biases(self) -> int:
        """D_{k+1} (D_k - 1), and one more per unit with skip."""
        return self.times * (self.weights - self.shape.units + self._skip_additions)

    @property
    def comparisons(self) -> int:
        """1 per unit and threshold of the activation."""
        return self.times * self.shape.units * self.shape.thresholds

    @property
    def evaluations(self) -> int:
        """1 per unit of a smooth activation."""
        return 0 if self.shape.activation.is_piecewise_linear else self.times * self.shape.units

    @property
    def hidden_activations(self) -> int:
        """Values for the batch that are neither input nor output, B D_{k+1}."""
        return self.batch * self.shape.units * (self.times - self.is_output)

    @property
    def output_activations(self) -> int:
        """Values for the batch that are the network's output: B D_o in the last layer, else 0."""
        return self.batch * self.shape.units * self.is_output

    @property
    def preactivations(self) -> int:
        """Values for the batch that differ from the activations because a function or a skip comes after them."""
        is_same = self.shape.activation == IDENTITY and not self.shape.skip
        return 0 if is_same else self.batch * self.shape.units * self.times

    def parameter_bytes(self, precision: Precision = "float32") -> int:
        """Bytes of weights and biases."""
        return BYTES[precision] * self.parameters

    def activation_bytes(self, precision: Precision = "float32") -> int:
        """Bytes of the hidden activations of the batch."""
        return BYTES[precision] * self.hidden_activations

    @property
    def _skip_additions(self) -> int:
        return self.shape.units if self.shape.skip else 0


@dataclass(frozen=True)
class NetworkCounts:
    """The counts of every layer in order; every total is the sum of its rows, exact at any size."""

    rows: tuple[LayerCounts, ...]

    @property
    def batch(self) -> int:
        """B, samples at once."""
        return self.rows[0].batch

    @property
    def weights(self) -> int:
        """Σ D_{k+1} D_k."""
        return sum(row.weights for row in self.rows)

    @property
    def biases(self) -> int:
        """Σ D_{k+1}."""
        return sum(row.biases for row in self.rows)

    @property
    def parameters(self) -> int:
        """P = Σ D_{k+1} (D_k + 1) (article, eq. 7.5)."""
        return sum(row.parameters for row in self.rows)

    @property
    def macs(self) -> int:
        """Multiply-adds per sample."""
        return sum(row.macs for row in self.rows)

    @property
    def batch_macs(self) -> int:
        """Multiply-adds per batch."""
        return sum(row.batch_macs for row in self.rows)

    @property
    def multiplications(self) -> int:
        """Multiplications per sample."""
        return sum(row.multiplications for row in self.rows)

    @property
    def additions(self) -> int:
        """Additions per sample, biases counted."""
        return sum(row.additions for row in self.rows)

    @property
    def additions_without_biases(self) -> int:
        """Additions per sample, biases not counted."""
        return sum(row.additions_without_biases for row in self.rows)

    @property
    def comparisons(self) -> int:
        """Comparisons per sample."""
        return sum(row.comparisons for row in self.rows)

    @property
    def evaluations(self) -> int:
        """Evaluations of smooth functions per sample."""
        return sum(row.evaluations for row in self.rows)

    @property
    def backward_macs(self) -> int:
        """Multiply-adds of the backward pass per sample: once for ∂/∂Ω and once for ∂/∂h of every layer.

        The first layer needs no ∂/∂x, so this is less than the article's "about twice" (section 6).
        """
        first = self.rows[0]
        return 2 * self.macs - first.weights

    def activations(self, reading: Reading = "hidden") -> int:
        """Numbers kept for the batch, B Σ D_k (article, section 6), in one of four readings.

        "hidden", the article's, sums the hidden layers; "hidden_and_output" adds the output, "with_input" the input
        too, and "with_preactivations" also every preactivation that a function or a skip connection changes.
        """
        kept = sum(row.hidden_activations for row in self.rows)
        if reading != "hidden":
            kept += sum(row.output_activations for row in self.rows)
        if reading in ("with_input", "with_preactivations"):
            kept += self.batch * self.rows[0].shape.inputs
        if reading == "with_preactivations":
            kept += sum(row.preactivations for row in self.rows)
        return kept

    def parameter_bytes(self, precision: Precision = "float32") -> int:
        """Bytes of all weights and biases."""
        return BYTES[precision] * self.parameters

    def activation_bytes(self, precision: Precision = "float32", reading: Reading = "hidden") -> int:
        """Bytes of the activations of the batch in one reading."""
        return BYTES[precision] * self.activations(reading)


def layer_counts(layer: Layer | LayerShape, batch: int = 1) -> LayerCounts:
    """The counts of one layer on its own."""
    return LayerCounts(LayerShape.of(layer) if isinstance(layer, Layer) else layer, batch)


def network_counts(network: Network | Chain | Shape, batch: int = 1) -> NetworkCounts:
    """The counts of a network, of the one network that a chain merges into, or of a shape without weights."""
    shape = shape_of(network) if isinstance(network, Network | Chain) else network
    last = len(shape) - 1
    return NetworkCounts(tuple(LayerCounts(layer, batch, is_output=k == last) for k, layer in enumerate(shape)))


def chain_counts(chain: Chain, batch: int = 1) -> NetworkCounts:
    """The counts of a chain as it is stored and applied, a row per stored layer, not merged.

    A repeated part stores its parameters once (article, section 2: 20 against 22) and computes every time.
    """
    rows = [
        LayerCounts(LayerShape.of(layer), batch, times=part.repeat)
        for part in chain.parts
        for layer in part.network.layers
    ]
    last = rows.pop()
    return NetworkCounts((*rows, LayerCounts(last.shape, batch, last.times, is_output=True)))
