"""The 1-D engine against closed forms and the exact recount, once with exact kinds and once in float64 alone."""

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from engine_checks import check_line, line_counts, states

from neuralfold.model import kinds
from neuralfold.model.activations import IDENTITY, RELU, Activation
from neuralfold.model.chain import Chain, Part
from neuralfold.model.examples import fold, fold_between, fold_network
from neuralfold.model.network import Layer, Network
from neuralfold.model.rational import exact_segments
from neuralfold.model.segments import Segments, solve_segments
from neuralfold.model.sentence import BadInput
from neuralfold.model.spot import Cancelled

F = fold_network()
G = Network.of([[[1], [1], [1]], [[1, -2, 1.5]]], [[0, -1, -2], [0.5]], RELU)
ABS = Activation("abs")


@pytest.fixture(autouse=True, scope="module", params=["exact kinds", "float64"])
def way(request: pytest.FixtureRequest) -> Iterator[str]:
    """Both ways of the engine; small networks would never go the second by themselves."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "float64":
            patch.setattr(kinds, "EXACT_WORK", 0)
        yield request.param


def folded(depth: int) -> Network:
    return Chain((Part(F, depth),)).merged


def shallow(weights: list[float], biases: list[float], outputs: list[list[float]], activation: Activation) -> Network:
    return Network.of([[[w] for w in weights], outputs], [biases, [0.0] * len(outputs)], activation)


def solved(network: Network, low: float = -1.0, high: float = 1.0) -> Segments:
    """The picture, certain and the same as the recount."""
    picture = solve_segments(network, (low, high))
    assert picture.is_certain
    assert picture.reason is None
    check_line(picture, exact_segments(network, (low, high)))
    return picture


@pytest.mark.parametrize("depth", range(1, 11))
def test_fold_has_3_to_the_k_segments_and_one_more_on_the_line(depth: int, way: str) -> None:
    if depth > 8 and way == "float64":
        pytest.skip("takes several seconds")
    picture = solve_segments(fold(depth).chain.merged, (0.0, 3.0))
    assert line_counts(picture) == (3**depth, 3**depth, 3**depth + 1, 3**depth + 1)
    assert picture.is_certain
    k = np.arange(3**depth + 1)
    np.testing.assert_allclose(picture.joints, 3 * k / 3**depth, rtol=1e-14)
    np.testing.assert_allclose(picture.values[:, 0], 3.0 * (k % 2), atol=1e-11)
    np.testing.assert_allclose(picture.slopes[:, 0], 3**depth * (1 - 2 * (k[:-1] % 2)), rtol=1e-12)


@pytest.mark.parametrize("depth", range(1, 11))
@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (-3.3, 1.1), (2.1, 5.7), (-1e-3, 7e-3), (1e6, 1e6 + 4.0)])
def test_rescaled_fold_has_the_count_of_its_stored_numbers(depth: int, low: float, high: float, way: str) -> None:
    if depth > 8 and way == "float64":
        pytest.skip("takes several seconds")
    network = fold_between(depth, low, high).chain.merged
    picture = solve_segments(network, (low, high))
    assert picture.is_certain
    assert picture.activation_regions == picture.linear_regions == 3**depth
    if depth <= 5:
        check_line(picture, exact_segments(network, (low, high)))


@pytest.mark.parametrize("depth", range(1, 7))
@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (-3.3, 1.1), (0.1, 0.7)])
def test_fold_of_careless_numbers_has_the_count_of_the_recount(depth: int, low: float, high: float) -> None:
    """Thresholds rounded as they come: the stored numbers fold a little past the window and grow slivers, or do not."""
    scale = 3 / (high - low)
    biases = [-scale * low, -scale * low - 1, -scale * low - 2]
    part = Network.of([[[scale]] * 3, [[3 / scale, -6 / scale, 6 / scale]]], [biases, [low]], RELU)
    network = Chain((Part(part, depth),)).merged
    picture = solve_segments(network, (low, high))
    assert picture.is_certain
    assert line_counts(picture) == line_counts(exact_segments(network, (low, high)))


def test_figure_7_1() -> None:
    picture = solved(Chain.of(F, G).merged, 0.0, 3.0)
    assert line_counts(picture) == (9, 9, 10, 10)
    assert picture.slopes[:, 0].tolist() == [3, -3, 1.5, -1.5, 3, -3, 3, -3, 1.5]
    assert picture.joints.tolist() == [k / 3 for k in range(10)]
    table = {0.2: 1.1, 1 / 3: 1.5, 0.5: 1.0, 2 / 3: 0.5, 1.0: 1.0, 1.5: 1.0, 2.0: 0.5, 2.5: 1.0, 3.0: 1.0}
    for x, y in table.items():
        assert picture.at(x).value == pytest.approx([y], abs=1e-14)
    twice = solved(Chain.of(F, F).merged, 0.0, 3.0)
    assert twice.slopes[:, 0].tolist() == [9, -9, 9, -9, 9, -9, 9, -9, 9]
    assert [twice.at(x).value[0] for x in (0.5, 1.0, 1.5, 2.0, 2.5, 3.0)] == [1.5, 3.0, 1.5, 0.0, 1.5, 3.0]


@pytest.mark.parametrize("depth", range(1, 7))
def test_four_to_the_k_is_reached_by_width_three(depth: int) -> None:
    """f = 5 - 7 relu(x - 2/7) + 7 relu(4/7 - x) - 21/2 relu(6/7 - x) (VALUES.md, section 2), times 7 in x."""
    part = Network.of([[[1], [-1], [-1]], [[-7, 7, -10.5]]], [[-2, 4, 6], [35]], RELU)
    picture = solve_segments(Chain((Part(part, depth),)).merged, (0.0, 7.0))
    assert picture.activation_regions == picture.linear_regions == 4**depth
    assert picture.is_certain


def test_montufar_lower_bound_is_reached_in_the_window() -> None:
    last = Network.of([[[-1], [1], [1]], [[1, 1, 1]]], [[0.75, -1.5, -2.25], [0]], RELU)
    for depth in range(2, 7):
        picture = solve_segments(Chain((Part(F, depth - 1), Part(last))).merged, (0.0, 3.0))
        assert picture.linear_regions == 4 * 3 ** (depth - 1)


CASES = {
    # name: (network, window, the four counts)
    "dead layer": (
        Network.of([[[1], [1]], [[1, 1], [2, 1]], [[1, 1]]], [[0, -0.5], [-100, -100], [3]], RELU),
        (-1.0, 1.0),
        (3, 1, 5, 3),
    ),
    "duplicate units": (shallow([1, 1, 2], [-0.25, -0.25, -0.5], [[1, 1, 1]], RELU), (-1.0, 1.0), (2, 2, 2, 2)),
    "units that cancel": (shallow([1, 1], [-0.25, -0.25], [[1, -1]], RELU), (-1.0, 1.0), (2, 1, 2, 1)),
    "a unit and its opposite": (shallow([1, -1], [0, 0], [[1, -1]], RELU), (-1.0, 1.0), (2, 1, 2, 1)),
    "the same with another output": (shallow([1, -1], [0, 0], [[1, -1], [1, 1]], RELU), (-1.0, 1.0), (2, 2, 2, 2)),
    "equal slopes apart": (shallow([1, 1], [0, -1], [[1, -1]], RELU), (-1.0, 2.0), (3, 3, 3, 3)),
    "zero weights": (shallow([0, 1], [0, 0], [[5, 1]], RELU), (-1.0, 1.0), (2, 2, 2, 2)),
    "a constant": (shallow([0, 0], [1, -1], [[5, 1]], RELU), (-1.0, 1.0), (1, 1, 1, 1)),
    "slope 1": (shallow([1, -2, 3], [0, 0.5, -0.5], [[1, 1, 1]], Activation("leaky_relu", 1.0)), (-1, 1), (4, 1, 4, 1)),
    "slope 0": (shallow([1, -2], [0, 0.5], [[1, 1]], Activation("leaky_relu", 0.0)), (-1.0, 1.0), (3, 3, 3, 3)),
    "slope -1": (shallow([1, -2], [0, 0.5], [[1, 1]], Activation("leaky_relu", -1.0)), (-1.0, 1.0), (3, 3, 3, 3)),
    "slope 3": (shallow([1, -2], [0, 0.5], [[1, 1]], Activation("leaky_relu", 3.0)), (-1.0, 1.0), (3, 3, 3, 3)),
    "hard tanh": (shallow([2], [0], [[1]], Activation("hard_tanh")), (-1.0, 1.0), (3, 3, 3, 3)),
    "hard tanh at a threshold": (shallow([0, 1], [1, 0], [[1, 1]], Activation("hard_tanh")), (-1, 1), (1, 1, 3, 3)),
    "joints on the ends": (shallow([1, 1, 1], [1, 0, -1], [[1, 1, 1]], RELU), (-1.0, 1.0), (2, 2, 4, 4)),
    "no hidden layer": (Network((Layer([[2.0]], [1.0], IDENTITY),)), (-1.0, 1.0), (1, 1, 1, 1)),
    "a bent output": (Network((Layer([[1.0], [-2.0]], [0.0, 1.0], RELU),)), (-1.0, 1.0), (3, 3, 3, 3)),
    "a skip": (Network((Layer([[1.0]], [0.0], RELU, True), Layer([[1.0]], [0.0], IDENTITY))), (-1, 1), (2, 2, 2, 2)),
    "a skip that cancels": (
        Network((Layer([[-1.0]], [0.0], IDENTITY, True), Layer([[1.0]], [0.0], RELU), Layer([[1.0]], [0.0], IDENTITY))),
        (-1.0, 1.0),
        (1, 1, 1, 1),
    ),
    "a linear hidden layer": (
        Network.of([[[1], [1]], [[1, -2], [-1, 1]], [[1, 1]]], [[0, -0.5], [0, -1], [0]], [RELU, IDENTITY]),
        (-1.0, 1.0),
        (3, 2, 3, 2),
    ),
    "one unit wide": (
        Network.of([[[1]], [[-1]], [[1]], [[1]]], [[0], [1], [-0.5], [0]], RELU),
        (-1.0, 2.0),
        (4, 3, 4, 3),
    ),
    "five absolute values": (
        Network.of([[[1]], [[2]], [[2]], [[2]], [[2]], [[1]]], [[0], [-1], [-1], [-1], [-1], [0]], ABS),
        (-1.0, 1.0),
        (32, 32, 32, 32),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_degenerate(name: str) -> None:
    network, (low, high), counts = CASES[name]
    assert line_counts(solved(network, float(low), float(high))) == counts


def test_touching_is_not_crossing() -> None:
    """Folded twice, the valleys touch 0 and the peaks touch 3: no joint more; moved by one bit, they cross."""
    touching = Network((*folded(2).layers[:-1], Layer([[3, -6, 6]], [0.0], RELU), Layer([[1.0]], [0.0], IDENTITY)))
    assert solved(touching, 0.0, 3.0).activation_regions == 9
    crossing = touching.with_bias(2, 0, -(2.0**-52))
    picture = solved(crossing, 0.0, 3.0)
    # On [0, 3] the folded line is 0 at both sides of 1/3 k for even k, of which 0 is an end.
    assert picture.activation_regions == 9 + 1 + 2 * 4
    # Both sides of a valley below 0 are flat.
    assert picture.linear_regions == picture.activation_regions - 4


def test_window_of_a_few_numbers_far_from_the_origin() -> None:
    joint = 1e6 + 3e-10
    window = (math.nextafter(joint, 0), math.nextafter(joint, 2e6))
    picture = solved(shallow([1], [-joint], [[1]], RELU), *window)
    assert picture.joints.tolist() == [window[0], joint, window[1]]
    narrow = solved(shallow([1, -1], [-1e6 - 5e-8, 1e6 + 2e-8], [[1, 1]], RELU), 1e6, 1e6 + 1e-7)
    assert narrow.activation_regions == 3


@pytest.mark.parametrize("power", [-490, -40, 40, 490])
def test_scales_near_the_limits_of_float64_change_nothing(power: int) -> None:
    first, second, third, output = folded(3).layers
    scale = 2.0**power
    # relu(s z) = s relu(z): the third layer divides by what the first two have multiplied with.
    rescaled = Network(
        (
            Layer(first.weights * scale, first.biases * scale, RELU),
            Layer(second.weights * scale, second.biases * scale * scale, RELU),
            Layer(third.weights / scale / scale, third.biases, RELU),
            output,
        )
    )
    picture = solved(rescaled, 0.0, 3.0)
    assert line_counts(picture) == (27, 27, 28, 28)


@pytest.mark.parametrize("scale", [1e-6, 1e6])
def test_mixed_scales_in_one_layer(scale: float) -> None:
    network = Network.of(
        [[[1], [scale], [-1], [3 * scale]], [[1, 1 / scale, -1, 1 / scale], [1, 0, scale, 1]], [[1, -2]]],
        [[0.1, -0.3 * scale, 0.7, scale], [-0.2, 0.05], [0]],
        RELU,
    )
    assert solved(network, -3.0, 3.0).activation_regions > 4


def test_units_one_bit_apart_leave_a_sliver() -> None:
    network = shallow([3, 3], [-0.1, math.nextafter(-0.1, 0)], [[1, 1]], RELU)
    picture = solved(network)
    assert picture.activation_regions == 3
    assert states(picture.pattern(1))[0] == (0, 1)


def test_joints_are_placed_where_float64_cancels() -> None:
    """(x + 1) - 1 with x of 1e-20 has lost x; the joint is still in the right place."""
    network = Network.of([[[1]], [[1], [-1]], [[1, 1]]], [[1], [-1, 1], [0]], [IDENTITY, RELU])
    picture = solved(network, -1e-20, 3e-20)
    assert picture.joints == pytest.approx([-1e-20, 0.0, 3e-20], abs=1e-33)


def test_many_units_are_cut_in_order() -> None:
    random = np.random.default_rng(4)
    places = np.sort(random.uniform(-1, 1, 300))
    signs = random.choice([-1.0, 1.0], 300)
    network = Network.of([signs[:, None], random.normal(size=(1, 300))], [-signs * places, [0.0]], RELU)
    picture = solve_segments(network, (-1.0, 1.0))
    assert picture.is_certain
    np.testing.assert_allclose(picture.joints[1:-1], places, atol=1e-15)
    np.testing.assert_allclose(picture.values, network(picture.joints[:, None]), atol=1e-12)


def test_bad_input_names_the_place() -> None:
    with pytest.raises(BadInput, match="2 inputs, expected 1"):
        solve_segments(Network.of([[[1, 1]], [[1]]], [[0], [0]], RELU), (0.0, 1.0))
    with pytest.raises(BadInput, match="smooth"):
        solve_segments(shallow([1], [0], [[1]], Activation("gelu")), (0.0, 1.0))


@pytest.mark.parametrize("layer", range(1, 5))
def test_the_region_budget_names_the_layer_that_exceeds_it(layer: int) -> None:
    """After layer K there are 3^K + 1 regions on the line."""
    budget = 3**layer - 1
    with pytest.raises(BadInput, match=f"more than {budget} regions after layer {layer};"):
        solve_segments(folded(5), (0.0, 3.0), budget=budget)
    assert solve_segments(folded(layer), (0.0, 3.0), budget=3**layer + 1).line_activation_regions == 3**layer + 1


def test_overflow_names_the_layer() -> None:
    huge = [[1e200]]
    with pytest.raises(BadInput, match="hidden layer 2 overflows"):
        solve_segments(Network.of([huge, huge, huge, [[1]]], [[0]] * 4, RELU), (-1.0, 1.0))
    with pytest.raises(BadInput, match="the output overflows"):
        solve_segments(Network.of([huge, huge], [[0]] * 2, RELU), (-1.0, 1.0))


@pytest.mark.parametrize("after", [0, 3])
def test_cancelled_stops_at_once(after: int) -> None:
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > after

    with pytest.raises(Cancelled):
        solve_segments(folded(9), (0.0, 3.0), cancelled=cancelled)
    assert asked == after + 1


def test_joint_order_and_maps_agree_with_the_definition() -> None:
    """The map of a cell is the sum over its active units: checked by fractions on a random deep network."""
    random = np.random.default_rng(11)
    sizes = [1, 6, 6, 6, 2]
    network = Network.of(
        [random.normal(size=(b, a)) for a, b in pairwise(sizes)], [random.normal(size=b) * 0.3 for b in sizes[1:]], RELU
    )
    picture = solved(network, -3.0, 3.0)
    for cell in range(picture.activation_regions):
        form = [[Fraction(1), Fraction(0)]]
        for layer, active in zip(network.layers, picture.pattern(cell), strict=True):
            rows = [
                [sum(Fraction(w) * h[i] for w, h in zip(row, form, strict=True)) for i in range(2)]
                for row in layer.weights.tolist()
            ]
            for row, bias in zip(rows, layer.biases.tolist(), strict=True):
                row[1] += Fraction(bias)
            form = (
                [row if on else [Fraction(0)] * 2 for row, on in zip(rows, active, strict=True)]
                if len(active)
                else rows
            )
        assert picture.slopes[cell] == pytest.approx([float(slope) for slope, _ in form], rel=1e-12)
        assert picture.intercepts[cell] == pytest.approx(
            [float(constant) for _, constant in form], rel=1e-12, abs=1e-13
        )
