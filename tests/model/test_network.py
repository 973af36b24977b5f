"""The network: shapes are checked and named, every edit is a new value, and random numbers come from the seed."""

import copy
import pickle
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from fraction_oracle import forward, networks
from hypothesis import given
from hypothesis import strategies as st

from neuralfold.model.activations import IDENTITY, RELU, Activation
from neuralfold.model.network import MAX_PARAMETERS, MAX_WIDTH, Layer, Network
from neuralfold.model.sentence import BadInput


def net(*sizes: int, skip: int | None = None) -> Network:
    """A network whose every number differs from every other."""
    numbers = iter(range(1, 10**6))
    omega = [[[next(numbers) for _ in range(a)] for _ in range(b)] for a, b in pairwise(sizes)]
    beta = [[next(numbers) for _ in range(b)] for b in sizes[1:]]
    return Network.of(omega, beta, RELU, None if skip is None else [k == skip for k in range(len(omega))])


def test_names_of_the_article() -> None:
    network = net(2, 3, 4, 1)
    assert (network.inputs, network.outputs, network.depth) == (2, 1, 2)
    assert network.widths == (3, 4)
    assert network.sizes == (2, 3, 4, 1)
    assert [omega.shape for omega in network.omega] == [(3, 2), (4, 3), (1, 4)]
    assert [beta.shape for beta in network.beta] == [(3,), (4,), (1,)]
    assert [layer.activation for layer in network.layers] == [RELU, RELU, IDENTITY]
    assert network.parameters == 3 * 3 + 4 * 4 + 1 * 5


@pytest.mark.parametrize(
    ("sizes", "parameters"),
    [((1, 3, 3, 1), 22), ((784, 256, 256, 10), 269_322), ((10, 20, 20, 2), 682), ((10, 500, 1), 6001)],
)
def test_parameters(sizes: tuple[int, ...], parameters: int) -> None:
    omega = [np.zeros((b, a)) for a, b in pairwise(sizes)]
    assert Network.of(omega, [np.zeros(b) for b in sizes[1:]], RELU).parameters == parameters


@given(networks(inputs=2), st.integers(-4, 4), st.integers(-4, 4))
def test_forward_agrees_with_fractions(network: Network, x: int, y: int) -> None:
    _, outputs = forward(network, (Fraction(x), Fraction(y)))
    found = network([[float(x), float(y)]])[0]
    steps = network.trace([[float(x), float(y)]])
    size = max(1.0, *(float(np.abs(step.preactivation).max()) for step in steps))
    largest = max(1.0, *(float(np.abs(layer.weights).max()) * layer.inputs for layer in network.layers))
    assert found == pytest.approx([float(output) for output in outputs], rel=1e-9, abs=1e-13 * size * largest)


def test_a_batch_is_a_row_per_sample() -> None:
    network = net(2, 3, 3, 2, skip=1)
    x = np.array([[0.5, -1.0], [2.0, 3.0], [-4.0, 0.25]])
    assert network(x).shape == (3, 2)
    for row, y in zip(x, network(x), strict=True):
        assert network([row])[0].tolist() == pytest.approx(y.tolist())
    first, second, output = network.trace(x)
    assert second.preactivation == pytest.approx(first.activation @ network.omega[1].T + network.beta[1])
    assert second.activation == pytest.approx(first.activation + np.maximum(second.preactivation, 0))
    assert output.activation == pytest.approx(output.preactivation)


def test_arrays_are_read_only_and_apart_from_what_they_were_made_of() -> None:
    weights = np.ones((2, 2))
    layer = Layer(weights, np.zeros(2), RELU)
    weights[0, 0] = 7
    assert layer.weights[0, 0] == 1
    with pytest.raises(ValueError, match="read-only"):
        layer.weights[0, 0] = 7
    with pytest.raises(ValueError, match="read-only"):
        layer.biases[0] = 7


def test_an_edit_shares_the_arrays_that_it_does_not_change() -> None:
    network = net(2, 3, 1)
    assert network.with_activation(0, IDENTITY).layers[0].weights is network.layers[0].weights
    assert network.with_bias(0, 1, 5).layers[1] is network.layers[1]


EDITS = {
    "weight": lambda n: n.with_weight(1, 2, 0, -0.5),
    "bias": lambda n: n.with_bias(0, 1, -0.5),
    "activation": lambda n: n.with_activation(0, Activation("abs")),
    "skip": lambda n: n.with_skip(1, True),
    "inputs": lambda n: n.with_inputs(5, 1),
    "units": lambda n: n.with_units(1, 7, 1),
    "outputs": lambda n: n.with_units(2, 4, 1),
    "added": lambda n: n.with_added(1, 6, RELU, 1),
    "duplicated": lambda n: n.with_duplicated(0, 1),
    "removed": lambda n: n.with_removed(0, 1),
    "moved": lambda n: n.with_moved(0, 1, 1),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_is_a_new_value_and_leaves_the_old_one(name: str) -> None:
    network = net(2, 3, 3, 1)
    before = copy.deepcopy(network)
    changed = EDITS[name](network)
    assert changed != network
    assert network == before
    assert EDITS[name](network) == changed
    assert np.isfinite(changed(np.zeros((1, changed.inputs)))).all()


def test_a_weight_and_a_bias_go_where_they_are_named() -> None:
    network = net(2, 3, 1)
    assert network.with_weight(0, 2, 1, -9).omega[0].tolist() == [[1, 2], [3, 4], [5, -9]]
    assert network.with_bias(0, 1, -9).beta[0].tolist() == [network.beta[0][0], -9, network.beta[0][2]]


def test_growing_keeps_the_weights_that_stay() -> None:
    network = net(2, 3, 4, 1)
    grown = network.with_units(0, 5, 1)
    assert grown.sizes == (2, 5, 4, 1)
    assert grown.omega[0][:3].tolist() == network.omega[0].tolist()
    assert grown.beta[0].tolist() == [*network.beta[0], 0, 0]
    assert grown.omega[1][:, :3].tolist() == network.omega[1].tolist()
    assert len(set(np.abs(grown.omega[0][3:]).ravel()) | set(np.abs(grown.omega[1][:, 3:]).ravel())) == 12
    assert grown.with_units(0, 3, 99) == network
    wider = network.with_inputs(4, 1)
    assert wider.omega[0][:, :2].tolist() == network.omega[0].tolist()
    assert wider.with_inputs(2, 99) == network


def test_growing_step_by_step_draws_the_rows_of_growing_at_once() -> None:
    network = net(2, 3, 1)
    at_once = network.with_units(0, 6, 4)
    assert network.with_units(0, 4, 4).with_units(0, 6, 4).omega[0].tolist() == at_once.omega[0].tolist()


def test_new_weights_follow_the_seed() -> None:
    network = net(2, 3, 1)
    assert network.with_units(0, 5, 1) == network.with_units(0, 5, 1)
    assert network.with_units(0, 5, 1) != network.with_units(0, 5, 2)


def test_a_layer_is_added_before_the_one_named() -> None:
    network = net(2, 3, 1)
    added = network.with_added(1, 3, Activation("abs"), 1)
    assert added.sizes == (2, 3, 3, 1)
    assert [layer.activation.name for layer in added.layers] == ["relu", "abs", "identity"]
    assert added.layers[0] == network.layers[0]
    assert added.layers[2] == network.layers[1]
    assert added.with_removed(1, 1) == network
    assert network.with_added(0, 4, RELU, 1).sizes == (2, 4, 3, 1)


def test_a_layer_is_duplicated_behind_itself() -> None:
    network = net(2, 3, 3, 1)
    twice = network.with_duplicated(1, 1)
    assert twice.layers == (network.layers[0], network.layers[1], network.layers[1], network.layers[2])
    refitted = network.with_duplicated(0, 1)
    assert refitted.sizes == (2, 3, 3, 3, 1)
    assert refitted.omega[1][:, :2].tolist() == network.omega[0].tolist()
    assert refitted.beta[1].tolist() == network.beta[0].tolist()


def test_layers_move() -> None:
    network = net(3, 3, 3, 3, 1)
    a, b, c, out = network.layers
    assert network.with_moved(0, 2, 1).layers == (b, c, a, out)
    assert network.with_moved(2, 0, 1).layers == (c, a, b, out)
    assert network.with_moved(1, 1, 1) == network
    refitted = net(2, 3, 5, 1).with_moved(0, 1, 1)
    assert refitted.sizes == (2, 5, 3, 1)


@pytest.mark.parametrize(
    "edit",
    [
        lambda n: n.with_units(0, 4, 1),
        lambda n: n.with_units(1, 4, 1),
        lambda n: n.with_removed(0, 1),
        lambda n: n.with_added(1, 4, RELU, 1),
        lambda n: n.with_moved(1, 0, 1),
    ],
)
def test_a_skip_that_no_longer_fits_is_turned_off(edit: object) -> None:
    changed: Network = edit(net(2, 3, 3, 1, skip=1))  # type: ignore[operator]
    assert not any(layer.skip for layer in changed.layers)


def test_a_skip_that_still_fits_is_kept() -> None:
    network = net(3, 3, 3, 1, skip=1)
    assert network.with_removed(0, 1).layers[0].skip
    assert network.with_added(1, 3, RELU, 1).layers[2].skip
    assert network.with_moved(1, 0, 1).layers[0].skip
    assert [layer.skip for layer in network.with_duplicated(1, 1).layers] == [False, True, True, False]


@pytest.mark.parametrize("units", [0, -1, MAX_WIDTH + 1, 10**9, 10**400])
@pytest.mark.parametrize(
    ("edit", "name"),
    [
        (lambda n, units: n.with_units(0, units, 1), "width"),
        (lambda n, units: n.with_units(1, units, 1), "width"),
        (lambda n, units: n.with_added(0, units, RELU, 1), "width"),
        (lambda n, units: n.with_inputs(units, 1), "inputs"),
    ],
    ids=["hidden", "output", "added", "inputs"],
)
def test_a_width_out_of_range_is_refused_with_the_range(edit: object, name: str, units: int) -> None:
    network = net(2, 3, 1)
    with pytest.raises(BadInput, match=rf"^{name}: .* is not between 1 and 1,000,000$"):
        edit(network, units)  # type: ignore[operator]


@pytest.mark.parametrize(
    "edit",
    [
        lambda n: n.with_units(0, 10**6, 1),
        lambda n: n.with_added(0, 10**6, RELU, 1),
        lambda n: n.with_inputs(10**6, 1),
        lambda n: n.with_added(1, 10**5, RELU, 1),
    ],
)
def test_a_network_too_big_for_memory_is_refused_before_it_is_made(edit: object) -> None:
    network = Network.of([np.ones((200, 20)), np.ones((1, 200))], [np.zeros(200), [0]], RELU)
    with pytest.raises(BadInput, match=rf"parameters are more than {MAX_PARAMETERS:,}; use fewer or narrower"):
        edit(network)  # type: ignore[operator]


@pytest.mark.parametrize("k", [-1, 3, 99])
@pytest.mark.parametrize(
    "edit",
    [
        lambda n, k: n.with_layer(k, n.layers[0]),
        lambda n, k: n.with_weight(k, 0, 0, 1),
        lambda n, k: n.with_bias(k, 0, 1),
        lambda n, k: n.with_activation(k, RELU),
        lambda n, k: n.with_skip(k, True),
        lambda n, k: n.with_units(k, 3, 1),
        lambda n, k: n.with_added(k, 3, RELU, 1),
        lambda n, k: n.with_duplicated(k, 1),
        lambda n, k: n.with_removed(k, 1),
        lambda n, k: n.with_moved(k, 0, 1),
        lambda n, k: n.with_moved(0, k, 1),
    ],
)
def test_a_layer_that_is_not_there_is_refused(edit: object, k: int) -> None:
    with pytest.raises(BadInput, match=rf"layers\[{k}\]"):
        edit(net(3, 3, 3, 3), k)  # type: ignore[operator]


@pytest.mark.parametrize(
    "edit", [lambda n: n.with_duplicated(2, 1), lambda n: n.with_removed(2, 1), lambda n: n.with_moved(2, 0, 1)]
)
def test_the_output_is_not_duplicated_removed_or_moved(edit: object) -> None:
    with pytest.raises(BadInput, match=r"layers\[2\]"):
        edit(net(3, 3, 3, 3))  # type: ignore[operator]


def test_a_seed_below_zero_is_refused() -> None:
    with pytest.raises(BadInput, match="seed: -1"):
        net(2, 3, 1).with_units(0, 4, -1)


@pytest.mark.parametrize(
    ("weights", "biases", "reason"),
    [
        ([[]], [0], "weights: shape"),
        ([], [], "weights: shape"),
        ([1, 2], [0, 0], "weights: shape"),
        ([[1, 2]], [0, 0], r"biases: shape \(2,\), expected 1 numbers"),
        ([[1, 2]], [[0]], "biases: shape"),
        ([[1, 2], [3]], [0, 0], "weights: not numbers in rows of equal length"),
        ([["a"]], [0], "weights: not numbers"),
        ([[1, 2]], ["a"], "biases: not numbers"),
        ([[1, 2], [3, float("nan")]], [0, 0], "weights: number 2, 2 is nan"),
        ([[1], [2]], [0, float("-inf")], "biases: number 2 is -inf"),
    ],
)
def test_bad_numbers_are_refused_with_their_place(weights: object, biases: object, reason: str) -> None:
    with pytest.raises(BadInput, match=rf"^{reason}"):
        Layer(weights, biases, RELU)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=rf"^layers\[1\]\.{reason}"):
        Network.of([[[1], [1]], weights], [[0, 0], biases], RELU)  # type: ignore[list-item]


def test_layers_that_do_not_fit_are_refused_with_their_place() -> None:
    with pytest.raises(BadInput, match=r"layers\[1\]\.weights: 3 numbers per row, expected 2, the units of the layer"):
        Network.of([[[1], [1]], [[1, 1, 1]]], [[0, 0], [0]], RELU)
    with pytest.raises(BadInput, match="needs at least the output layer"):
        Network(())
    with pytest.raises(BadInput, match="skip: needs equal widths, but 1 units feed 2"):
        Layer(np.ones((2, 1)), np.zeros(2), RELU, skip=True)


def test_an_edit_to_a_number_that_is_not_finite_is_refused() -> None:
    with pytest.raises(BadInput, match="weights: number 3, 2 is inf"):
        net(2, 3, 1).with_weight(0, 2, 1, float("inf"))
    with pytest.raises(BadInput, match="biases: number 1 is nan"):
        net(2, 3, 1).with_bias(0, 0, float("nan"))


def test_equal_means_equal_to_the_last_bit() -> None:
    network = net(2, 3, 1)
    same = copy.deepcopy(network)
    assert network == same
    assert hash(network) == hash(same)
    assert network.with_weight(0, 0, 0, 0.0) != network.with_weight(0, 0, 0, -0.0)
    assert network != network.with_weight(0, 0, 0, np.nextafter(network.omega[0][0, 0], 9))
    assert Layer(np.ones((1, 4)), np.zeros(1), RELU) != Layer(np.ones((2, 2)), np.zeros(2), RELU)
    assert network.layers[0] != "a layer"


def test_a_copy_from_another_process_is_equal_and_read_only() -> None:
    network = net(2, 3, 1)
    copied = pickle.loads(pickle.dumps(network))
    assert copied == network
    with pytest.raises(ValueError, match="read-only"):
        copied.layers[0].weights[0, 0] = 7


def test_a_list_of_layers_becomes_a_tuple() -> None:
    network = net(2, 3, 1)
    assert Network(list(network.layers)) == network  # type: ignore[arg-type]


def test_smooth_layers_have_no_exact_picture() -> None:
    network = net(2, 3, 1)
    assert network.is_piecewise_linear
    assert not network.with_activation(0, Activation("tanh")).is_piecewise_linear
