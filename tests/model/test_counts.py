"""Counts of parameters, operations and memory against hand-worked numbers and against counting one by one."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuralfold.model.activations import IDENTITY, NAMES, RELU, Activation
from neuralfold.model.chain import Chain, Part
from neuralfold.model.counts import BYTES, chain_counts, layer_counts, network_counts
from neuralfold.model.examples import figure_7_1, fold
from neuralfold.model.named_counts import READINGS, flop_conventions, named_counts
from neuralfold.model.network import Layer, Network
from neuralfold.model.sentence import BadInput
from neuralfold.model.shape import LayerShape, shape_of, shape_of_sizes

SUMMED = (
    "parameters",
    "weights",
    "biases",
    "macs",
    "batch_macs",
    "multiplications",
    "additions",
    "additions_without_biases",
    "comparisons",
    "evaluations",
)


def random_layers(seed: int) -> Network:
    """A network of random sizes, activations and skips."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 9, rng.integers(2, 7))
    layers = []
    for inputs, units in pairwise(sizes):
        activation = Activation(NAMES[rng.integers(len(NAMES))])
        skip = bool(inputs == units and rng.integers(2))
        layers.append(Layer(rng.normal(size=(units, inputs)), rng.normal(size=units), activation, skip))
    return Network(tuple(layers))


def counted_by_hand(network: Network, batch: int) -> dict[str, int]:
    """Walk every sample, unit and product of the forward pass, and count what is done."""
    done = dict.fromkeys(("multiplications", "additions", "biases_added", "comparisons", "evaluations"), 0)
    for layer in network.layers:
        for unit in range(layer.units):
            done["multiplications"] += len(layer.weights[unit])
            done["additions"] += len(layer.weights[unit]) - 1
            done["biases_added"] += len(np.atleast_1d(layer.biases[unit]))
            match layer.activation.name:
                case "relu" | "abs":
                    done["comparisons"] += 1
                case "leaky_relu":
                    done["comparisons"] += 1
                    done["multiplications"] += 1
                case "hard_tanh":
                    done["comparisons"] += 2
                case "tanh" | "sigmoid" | "gelu":
                    done["evaluations"] += 1
            done["additions"] += layer.skip
    steps = network.trace(np.zeros((batch, network.inputs)))
    done["hidden"] = sum(step.activation.size for step in steps[:-1])
    done["output"] = steps[-1].activation.size
    return done


@pytest.mark.parametrize("seed", range(200))
def test_totals_are_the_sum_of_the_rows_and_the_numbers_stored(seed: int) -> None:
    network = random_layers(seed)
    counts = network_counts(network, batch=3)
    for name in SUMMED:
        assert getattr(counts, name) == sum(getattr(row, name) for row in counts.rows)
    stored = np.concatenate([part.ravel() for layer in network.layers for part in (layer.weights, layer.biases)])
    assert counts.parameters == counts.weights + counts.biases == len(stored) == network.parameters
    assert counts.parameter_bytes("float64") == stored.nbytes
    assert counts.parameter_bytes("float32") == stored.astype(np.float32).nbytes
    assert counts.parameter_bytes("float16") == stored.astype(np.float16).nbytes
    assert counts == network_counts(shape_of(network), batch=3)

    done = counted_by_hand(network, batch=3)
    assert counts.multiplications == done["multiplications"]
    assert counts.additions_without_biases == done["additions"]
    assert counts.additions == done["additions"] + done["biases_added"]
    assert counts.comparisons == done["comparisons"]
    assert counts.evaluations == done["evaluations"]
    assert counts.activations("hidden") == done["hidden"]
    assert counts.activations("hidden_and_output") == done["hidden"] + done["output"]
    assert counts.activations("with_input") == done["hidden"] + done["output"] + 3 * network.inputs


# VALUES section 6 (B = 256, float32): parameters, MACs, MACs of the batch, bytes, hidden activations.
COSTS = [
    ((1, 3, 3, 1), 22, 15, 3_840, 88, 1_536),
    ((784, 256, 256, 10), 269_322, 268_800, 68_812_800, 1_077_288, 131_072),
    ((10, 20, 20, 2), 682, 640, 163_840, 2_728, 10_240),
    ((3072, 1024, 1024, 10), 4_206_602, 4_204_544, 1_076_363_264, 16_826_408, 524_288),
]


@pytest.mark.parametrize(("sizes", "parameters", "macs", "batch_macs", "parameter_bytes", "kept"), COSTS)
def test_costs_of_the_article(
    sizes: tuple[int, ...], parameters: int, macs: int, batch_macs: int, parameter_bytes: int, kept: int
) -> None:
    counts = network_counts(shape_of_sizes(sizes), batch=256)
    assert counts.parameters == parameters
    assert counts.macs == macs
    assert counts.batch_macs == batch_macs
    assert counts.parameter_bytes() == parameter_bytes
    assert counts.activations() == kept
    assert counts.activation_bytes() == 4 * kept
    assert sum(row.activation_bytes() for row in counts.rows) == 4 * kept


def test_rows_of_the_article_s_classifier() -> None:
    counts = network_counts(shape_of_sizes((784, 256, 256, 10)))
    assert [row.parameters for row in counts.rows] == [200_960, 65_792, 2_570]
    assert counts.backward_macs == 336_896
    assert counts.comparisons == 512


def test_four_readings_of_the_activations() -> None:
    counts = network_counts(shape_of_sizes((784, 256, 256, 10)), batch=256)
    assert [counts.activations(reading) for reading in READINGS] == [
        256 * 512,
        256 * (512 + 10),
        256 * (784 + 512 + 10),
        256 * (784 + 2 * 512 + 10),
    ]


def test_a_preactivation_is_kept_where_something_comes_after_it() -> None:
    plain, skipping, bent = LayerShape(3, 3, IDENTITY), LayerShape(3, 3, IDENTITY, skip=True), LayerShape(3, 3)
    counts = network_counts((plain, skipping, bent), batch=10)
    assert [row.preactivations for row in counts.rows] == [0, 30, 30]
    assert counts.activations("with_preactivations") == counts.activations("with_input") + 60


def test_one_layer_17_to_49() -> None:
    counts = layer_counts(LayerShape(17, 49, IDENTITY))
    assert (counts.macs, counts.multiplications) == (833, 833)
    assert (counts.additions_without_biases, counts.additions) == (784, 833)
    assert (counts.weights, counts.parameters) == (833, 882)


@pytest.mark.parametrize(
    ("sizes", "parameters", "macs"),
    [((10, 500, 1), 6_001, 5_500), ((1024, 512), 524_800, 524_288), ((784, 512, 512, 10), 669_706, 668_672)],
)
def test_counts_that_other_tools_got_wrong(sizes: tuple[int, ...], parameters: int, macs: int) -> None:
    counts = network_counts(shape_of_sizes(sizes))
    assert counts.parameters == parameters
    assert counts.macs == macs
    assert counts.multiplications + counts.additions == 2 * macs


def test_flop_conventions_of_other_tools() -> None:
    found = {count.key: count.value for count in flop_conventions(network_counts(shape_of_sizes((784, 256, 256, 10))))}
    assert found == {
        "fvcore": 268_800,
        "thop": 268_800,
        "torchinfo": 269_322,
        "ptflops": 269_834,
        "two_flop_per_mac": 537_600,
        "flop_without_biases": 537_078,
        "flop_and_biases": 538_122,
    }


def test_sizes_alone_are_enough_and_nothing_is_allocated() -> None:
    counts = network_counts(shape_of_sizes((150_528, 1000)))
    assert counts.weights == 150_528_000
    assert counts.parameters == 150_529_000
    huge = network_counts(shape_of_sizes((10**15, 10**15, 10**15)), batch=10**15)
    assert huge.parameters == 2 * 10**15 * (10**15 + 1)
    assert huge.batch_macs == 2 * 10**45
    assert huge.activation_bytes("float16") == 2 * 10**30


@pytest.mark.parametrize("depth", range(1, 11))
def test_a_repeated_part_stores_its_numbers_once_and_computes_every_time(depth: int) -> None:
    chain = fold(depth).chain
    stored = chain_counts(chain, batch=2)
    assert stored.parameters == chain.parameters == 10
    assert stored.macs == 6 * depth
    # Kept per sample: three units each time, and every output but the last.
    assert stored.activations() == 2 * (3 * depth + depth - 1)
    merged = network_counts(chain, batch=2)
    assert merged == network_counts(chain.merged, batch=2)
    assert merged.parameters == 12 * depth - 2
    assert merged.activations() == 2 * 3 * depth


def test_a_chain_of_two_has_20_parameters_and_22_when_merged() -> None:
    chain = figure_7_1().chain
    assert chain_counts(chain).parameters == 20
    assert network_counts(chain).parameters == 22


def test_the_merged_shape_keeps_seams_that_do_not_merge() -> None:
    plain = Network.of([np.ones((3, 2)), np.ones((2, 3))], [np.zeros(3), np.zeros(2)], RELU)
    bent = plain.with_activation(1, Activation("abs"))
    skipping = Network.of([np.ones((2, 2)), np.ones((2, 2))], [np.zeros(2), np.zeros(2)], RELU, [True, False])
    linear = Network((Layer(np.ones((2, 2)), np.zeros(2), IDENTITY),))
    for networks in ([plain, bent, plain], [plain, skipping, plain], [linear, linear, plain, linear, linear]):
        chain = Chain(tuple(Part(network, 2) for network in networks))
        assert shape_of(chain) == shape_of(chain.merged)


def test_every_number_has_a_name_and_a_formula() -> None:
    named = named_counts(network_counts(shape_of_sizes((784, 256, 256, 10)), batch=256))
    keys = [count.key for count in named]
    assert len(set(keys)) == len(keys)
    by_key = {count.key: count for count in named}
    assert by_key["parameters"].numbers == "256 × 785 + 256 × 257 + 10 × 257"
    assert by_key["macs"].numbers == "256 × 784 + 256 × 256 + 10 × 256"
    assert by_key["backward_macs"].value == 336_896
    assert by_key["activations"].value == 131_072
    assert by_key["activation_bytes_float32"].value == 524_288
    assert {f"parameter_bytes_{precision}" for precision in BYTES} <= set(keys)
    assert all(str(count.name) and count.formula and count.numbers for count in named)


@given(st.lists(st.integers(1, 50), min_size=2, max_size=12), st.integers(1, 300))
def test_the_numbers_of_a_formula_give_its_value(sizes: list[int], batch: int) -> None:
    for count in named_counts(network_counts(shape_of_sizes(sizes), batch)):
        if "…" not in count.numbers:
            python = count.numbers.replace("×", "*").replace("−", "-")
            assert eval(python, {}) == count.value


def test_a_long_sum_is_cut_in_the_text_and_not_in_the_number() -> None:
    named = {count.key: count for count in named_counts(network_counts(fold(100).chain))}
    assert named["parameters"].value == 12 * 100 - 2
    assert named["parameters"].numbers == "3 × 2 + 3 × 4 + 3 × 4 + … (101) + 3 × 4 + 3 × 4 + 1 × 4"


@pytest.mark.parametrize("batch", [0, -1])
def test_a_batch_below_one_is_refused(batch: int) -> None:
    with pytest.raises(BadInput, match="batch"):
        network_counts(shape_of_sizes((1, 1)), batch)


@pytest.mark.parametrize("bad", [0, -1, 10**16, 2.5, "3", True, None])
def test_a_bad_size_is_refused_with_its_place_and_the_range(bad: object) -> None:
    with pytest.raises(BadInput, match=r"sizes: number 2 is .*, not a whole number from 1 to 1,000,000,000,000,000"):
        shape_of_sizes((3, bad, 1))  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="not a whole number from 1"):
        LayerShape(3, bad)  # type: ignore[arg-type]


def test_fewer_than_two_sizes_are_refused() -> None:
    with pytest.raises(BadInput, match="at least the inputs and the outputs"):
        shape_of_sizes((3,))


def test_a_skip_between_unequal_sizes_is_refused() -> None:
    with pytest.raises(BadInput, match="needs equal widths"):
        LayerShape(3, 4, skip=True)
