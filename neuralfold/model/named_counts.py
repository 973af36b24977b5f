"""The counts of a network as a list to show: each number with its name, its formula, and the numbers filled in."""

from typing import NamedTuple

from neuralfold.model.activations import IDENTITY
from neuralfold.model.counts import BYTES, LayerCounts, NetworkCounts, Reading
from neuralfold.model.sentence import Sentence

SHOWN_TERMS = 6

READINGS: dict[Reading, tuple[Sentence, str]] = {
    "hidden": (Sentence.of("activations of a batch: hidden layers"), "B Σ D_k, k = 1 … K"),
    "hidden_and_output": (Sentence.of("activations of a batch: hidden layers and output"), "B Σ D_k, k = 1 … K + 1"),
    "with_input": (Sentence.of("activations of a batch: input, hidden layers and output"), "B Σ D_k, k = 0 … K + 1"),
    "with_preactivations": (
        Sentence.of("activations of a batch: input, hidden layers, output, and preactivations before a function"),
        "B (Σ D_k + Σ Z_k)",
    ),
}


class Count(NamedTuple):
    """One number: a key for tables, its value, its name, its formula, and the formula with this network's numbers."""

    key: str
    value: int
    name: Sentence
    formula: str
    numbers: str


def named_counts(counts: NetworkCounts) -> list[Count]:
    """Every count with its name and formula: parameters, operations, memory (article, eq. 7.5 and section 6)."""
    return [*_parameter_counts(counts), *_operation_counts(counts), *_memory_counts(counts)]


def flop_conventions(counts: NetworkCounts) -> list[Count]:
    """What well-known tools print for one sample of this network, each with the convention that it follows."""
    macs, biases = counts.macs, sum(row.times * row.biases for row in counts.rows)
    functions = sum(row.times * row.biases for row in counts.rows if row.shape.activation != IDENTITY)
    return [
        Count("fvcore", macs, Sentence.of("fvcore: multiply-adds, called flops"), "MAC", f"{macs}"),
        Count("thop", macs, Sentence.of("thop: multiply-adds"), "MAC", f"{macs}"),
        Count(
            "torchinfo",
            macs + biases,
            Sentence.of("torchinfo: multiply-adds and biases, called mult-adds"),
            "MAC + Σ D_{k+1}",
            f"{macs} + {biases}",
        ),
        Count(
            "ptflops",
            macs + biases + functions,
            Sentence.of("ptflops: multiply-adds, biases and one operation per activation function"),
            "MAC + Σ D_{k+1} + Σ D_k",
            f"{macs} + {biases} + {functions}",
        ),
        Count(
            "two_flop_per_mac",
            2 * macs,
            Sentence.of("FLOP, two per multiply-add: also multiplications and additions, biases counted"),
            "2 MAC",
            f"2 × {macs}",
        ),
        Count(
            "flop_without_biases",
            2 * macs - biases,
            Sentence.of("FLOP, multiplications and additions, biases not counted"),
            "2 MAC − Σ D_{k+1}",
            f"2 × {macs} − {biases}",
        ),
        Count(
            "flop_and_biases",
            2 * macs + biases,
            Sentence.of("FLOP, two per multiply-add and one per bias on top"),
            "2 MAC + Σ D_{k+1}",
            f"2 × {macs} + {biases}",
        ),
    ]


def _parameter_counts(counts: NetworkCounts) -> list[Count]:
    rows = counts.rows
    return [
        Count(
            "parameters",
            counts.parameters,
            Sentence.of("parameters (eq. 7.5)"),
            "Σ D_{k+1} (D_k + 1)",
            _terms([f"{row.shape.units} × {row.shape.inputs + 1}" for row in rows]),
        ),
        Count(
            "weights",
            counts.weights,
            Sentence.of("weights"),
            "Σ D_{k+1} D_k",
            _terms([f"{row.shape.units} × {row.shape.inputs}" for row in rows]),
        ),
        Count("biases", counts.biases, Sentence.of("biases"), "Σ D_{k+1}", _terms([f"{row.biases}" for row in rows])),
    ]


def _operation_counts(counts: NetworkCounts) -> list[Count]:
    rows = counts.rows
    products = _terms([_product(row) for row in rows])
    return [
        Count("macs", counts.macs, Sentence.of("multiply-adds (MAC), one sample"), "Σ D_{k+1} D_k", products),
        Count(
            "batch_macs",
            counts.batch_macs,
            Sentence.of("multiply-adds (MAC), one batch"),
            "B Σ D_{k+1} D_k",
            f"{counts.batch} × {counts.macs}",
        ),
        Count(
            "multiplications",
            counts.multiplications,
            Sentence.of("multiplications, one sample; one more per unit of leaky_relu"),
            "Σ D_{k+1} D_k",
            _terms([f"{row.multiplications}" for row in rows]),
        ),
        Count(
            "additions",
            counts.additions,
            Sentence.of("additions, one sample; adding the bias counts, one more per unit with skip"),
            "Σ D_{k+1} D_k",
            _terms([f"{row.additions}" for row in rows]),
        ),
        Count(
            "additions_without_biases",
            counts.additions_without_biases,
            Sentence.of("additions, one sample; adding the bias does not count, one more per unit with skip"),
            "Σ D_{k+1} (D_k − 1)",
            _terms([f"{row.additions_without_biases}" for row in rows]),
        ),
        Count(
            "comparisons",
            counts.comparisons,
            Sentence.of("comparisons, one sample; 1 per unit of relu, leaky_relu and abs, 2 of hard_tanh"),
            "Σ c_k D_k",
            _terms([f"{row.comparisons}" for row in rows]),
        ),
        Count(
            "evaluations",
            counts.evaluations,
            Sentence.of("evaluations of tanh, sigmoid and gelu, one sample; 1 per unit"),
            "Σ s_k D_k",
            _terms([f"{row.evaluations}" for row in rows]),
        ),
        Count(
            "backward_macs",
            counts.backward_macs,
            Sentence.of("multiply-adds (MAC) of the backward pass, one sample"),
            "2 Σ D_{k+1} D_k − D_1 D_i",
            f"2 × {counts.macs} − {rows[0].weights}",
        ),
    ]


def _memory_counts(counts: NetworkCounts) -> list[Count]:
    # "hidden" is the article's reading and carries the plain key.
    kept = [
        Count(
            "activations" if reading == "hidden" else f"activations_{reading}",
            counts.activations(reading),
            name,
            formula,
            f"{counts.batch} × {counts.activations(reading) // counts.batch}",
        )
        for reading, (name, formula) in READINGS.items()
    ]
    parameters = [
        Count(
            f"parameter_bytes_{precision}",
            counts.parameter_bytes(precision),
            Sentence.of("bytes of the parameters in {precision}", precision=precision),
            f"{size} P",
            f"{size} × {counts.parameters}",
        )
        for precision, size in BYTES.items()
    ]
    activations = [
        Count(
            f"activation_bytes_{precision}",
            counts.activation_bytes(precision),
            Sentence.of("bytes of the hidden activations of a batch in {precision}", precision=precision),
            f"{size} B Σ D_k",
            f"{size} × {counts.activations()}",
        )
        for precision, size in BYTES.items()
    ]
    return [*kept, *parameters, *activations]


def _product(row: LayerCounts) -> str:
    return f"{row.shape.units} × {row.shape.inputs}" + (f" × {row.times}" if row.times > 1 else "")


def _terms(terms: list[str]) -> str:
    """The sum of `terms`; the middle of a long one is left out, with the number of terms."""
    if len(terms) <= SHOWN_TERMS:
        return " + ".join(terms)
    half = SHOWN_TERMS // 2
    return " + ".join([*terms[:half], f"… ({len(terms)})", *terms[-half:]])
