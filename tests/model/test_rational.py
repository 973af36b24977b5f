"""The exact 1-D recount against closed forms, against the reference values, and against one point at a time."""

import json
import math
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from fraction_oracle import forward, networks
from hypothesis import given, settings
from hypothesis import strategies as st

from neuralfold.model.activations import RELU, Activation
from neuralfold.model.chain import Chain, Part
from neuralfold.model.network import Layer, Network
from neuralfold.model.rational import ExactSegments, exact_segments
from neuralfold.model.rational_plane import exact_partition
from neuralfold.model.sentence import BadInput
from neuralfold.model.spot import Cancelled

DATA = Path(__file__).parents[1] / "data"
EXPECTED = json.loads((DATA / "expected.json").read_text(encoding="utf-8"))

F = Network.of([[[1], [1], [1]], [[3, -6, 6]]], [[0, -1, -2], [0]], RELU)
G = Network.of([[[1], [1], [1]], [[1, -2, 1.5]]], [[0, -1, -2], [0.5]], RELU)


def folded(depth: int) -> Network:
    return Chain((Part(F, depth),)).merged


def shallow(weights: list[float], biases: list[float], outputs: list[list[float]], activation: Activation) -> Network:
    return Network.of([[[w] for w in weights], outputs], [biases, [0.0] * len(outputs)], activation)


def read_net(path: Path) -> tuple[Network, tuple[tuple[float, float], ...]]:
    document = json.loads(path.read_text(encoding="utf-8"))
    layers = [
        Layer(
            row["weights"],
            row["biases"],
            Activation(row["activation"], row.get("slope", 0.01)),
            row.get("skip", False),
        )
        for row in document["network"]["layers"]
    ]
    return Network(tuple(layers)), tuple((low, high) for low, high in document["window"])


def counts(result: ExactSegments) -> tuple[int, int, int, int]:
    return (
        result.activation_regions,
        result.linear_regions,
        result.line_activation_regions,
        result.line_linear_regions,
    )


def check_cells(network: Network, window: tuple[float, float], result: ExactSegments) -> None:
    """Every cell has the pattern and the map claimed for it, from end to end, and no two have the same pattern."""
    n = result.activation_regions
    joints = result.joints
    assert joints[0] == Fraction(window[0])
    assert joints[-1] == Fraction(window[1])
    assert len(joints) == n + 1
    assert len(set(result.patterns)) == len(result.patterns) == n
    for i, (left, right) in enumerate(pairwise(joints)):
        assert left < right
        # Inputs with one pattern are a convex set: the same near both ends is the same everywhere between.
        for place in (Fraction(1, 2**60), Fraction(1, 3), 1 - Fraction(1, 2**60)):
            x = left + place * (right - left)
            pattern, outputs = forward(network, (x,))
            assert pattern == result.patterns[i]
            assert outputs == tuple(a * x + b for a, b in zip(result.slopes[i], result.intercepts[i], strict=True))
    maps = list(zip(result.slopes, result.intercepts, strict=True))
    changes = [0] + [int(one != other) for one, other in pairwise(maps)]
    assert result.segment == tuple(sum(changes[: i + 1]) for i in range(n))
    assert result.linear_regions == sum(changes) + 1


@pytest.mark.parametrize("name", EXPECTED)
def test_reference_networks(name: str) -> None:
    network, window = read_net(DATA / "nets" / name)
    expected = EXPECTED[name]
    if network.inputs == 1:
        line = exact_segments(network, window[0])
        found = {"activation_regions": line.activation_regions, "linear_regions": line.linear_regions}
        widths = [right - left for left, right in pairwise(line.joints)]
        found["min_cell_width"] = float(min(widths))
        check_cells(network, window[0], line)
    else:
        plane = exact_partition(network, window)
        found = {
            "activation_regions": plane.activation_regions,
            "linear_regions": plane.linear_regions,
            "distinct_affine_maps": plane.distinct_affine_maps,
            "min_cell_area": float(min(area(polygon) for polygon in plane.polygons)),
        }
    assert found == {key: value for key, value in expected.items() if key != "note"}


def area(polygon: tuple[tuple[Fraction, Fraction], ...]) -> Fraction:
    ends = (*polygon[1:], polygon[0])
    return sum((p[0] * q[1] - q[0] * p[1] for p, q in zip(polygon, ends, strict=True)), Fraction(0)) / 2


@pytest.mark.parametrize("depth", range(1, 9))
def test_fold_has_3_to_the_k_segments_and_one_more_on_the_line(depth: int) -> None:
    result = exact_segments(folded(depth), (0.0, 3.0))
    assert counts(result) == (3**depth, 3**depth, 3**depth + 1, 3**depth + 1)
    assert result.joints == tuple(Fraction(3 * k, 3**depth) for k in range(3**depth + 1))
    assert [slope for (slope,) in result.slopes] == [3**depth * (-1) ** k for k in range(3**depth)]


def test_figure_7_1() -> None:
    result = exact_segments(Chain.of(F, G).merged, (0.0, 3.0))
    assert [slope for (slope,) in result.slopes] == [3, -3, Fraction(3, 2), -Fraction(3, 2), 3, -3, 3, -3, 1.5]
    assert result.joints == tuple(Fraction(k, 3) for k in range(10))
    assert counts(result) == (9, 9, 10, 10)
    twice = exact_segments(Chain.of(F, F).merged, (0.0, 3.0))
    assert [slope for (slope,) in twice.slopes] == [9, -9, 9, -9, 9, -9, 9, -9, 9]
    assert twice.segment == tuple(range(9))


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (-3.3, 1.1), (2.1, 5.7), (-1e-3, 7e-3), (1e6, 1e6 + 1)])
@pytest.mark.parametrize("depth", [1, 3, 6])
def test_rescaled_fold_keeps_its_count(low: float, high: float, depth: int) -> None:
    scale = 3 / (high - low)
    # Rounded up, so that the first unit is active from the first stored number of the window on.
    biases = [math.nextafter(-scale * low, math.inf), -scale * low - 1, -scale * low - 2]
    fold = Network.of([[[scale]] * 3, [[3 / scale, -6 / scale, 6 / scale]]], [biases, [low]], RELU)
    result = exact_segments(Chain((Part(fold, depth),)).merged, (low, high))
    assert counts(result) == (3**depth, 3**depth, 3**depth + 1, 3**depth + 1)


@pytest.mark.parametrize("depth", range(1, 7))
def test_four_to_the_k_is_reached_by_width_three(depth: int) -> None:
    """f = 5 - 7 relu(x - 2/7) + 7 relu(4/7 - x) - 21/2 relu(6/7 - x), repeated (VALUES.md, section 2).

    Times 7 in x and in the thresholds, so that every number is a float64: f maps [0, 7] onto itself.
    """
    fold = Network.of([[[1], [-1], [-1]], [[-7, 7, -10.5]]], [[-2, 4, 6], [35]], RELU)
    result = exact_segments(Chain((Part(fold, depth),)).merged, (0.0, 7.0))
    assert result.activation_regions == result.linear_regions == 4**depth


@pytest.mark.parametrize("depth", range(1, 6))
def test_montufar_lower_bound_is_reached_in_the_window(depth: int) -> None:
    last = Network.of([[[-1], [1], [1]], [[1, 1, 1]]], [[0.75, -1.5, -2.25], [0]], RELU)
    parts = (Part(F, depth - 1), Part(last)) if depth > 1 else (Part(last),)
    result = exact_segments(Chain(parts).merged, (0.0, 3.0))
    assert result.linear_regions == 4 * 3 ** (depth - 1)


def test_units_without_effect_make_activation_regions_only() -> None:
    dead = Network.of([[[1], [1]], [[1, 1], [2, 1]], [[1, 1]]], [[0, -0.5], [-100, -100], [3]], RELU)
    assert counts(exact_segments(dead, (-1.0, 1.0)))[:2] == (3, 1)
    cancelling = shallow([1, -1], [0, 0], [[1, -1]], RELU)
    assert counts(exact_segments(cancelling, (-1.0, 1.0))) == (2, 1, 2, 1)
    straight = shallow([1, -2, 3], [0, 0.5, -0.5], [[1, 1, 1]], Activation("leaky_relu", 1.0))
    assert counts(exact_segments(straight, (-1.0, 1.0))) == (4, 1, 4, 1)


def test_a_constant_is_told_from_equal_heights_at_both_ends() -> None:
    """Left of -2 the second unit sees x + 1: -1 at the joint, and -1 at the end of the line as a direction."""
    network = Network.of([[[1]], [[-1]], [[1]]], [[2], [-1], [0]], [Activation("leaky_relu", -1.0), RELU])
    assert exact_segments(network, (-4.0, 0.0)).patterns == (((0,), (0,), ()), ((1,), (0,), ()))


def test_every_output_counts() -> None:
    both = shallow([1, -1], [0, 0], [[1, -1], [1, 1]], RELU)
    assert counts(exact_segments(both, (-1.0, 1.0))) == (2, 2, 2, 2)


def test_same_slope_with_another_intercept_is_another_segment() -> None:
    step = shallow([1, 1], [0, -1], [[1, -1]], RELU)
    result = exact_segments(step, (-1.0, 2.0))
    assert [slope for (slope,) in result.slopes] == [0, 1, 0]
    assert result.segment == (0, 1, 2)


def test_hard_tanh_has_three_states() -> None:
    result = exact_segments(shallow([2], [0], [[1]], Activation("hard_tanh")), (-1.0, 1.0))
    assert result.joints == (-1, -Fraction(1, 2), Fraction(1, 2), 1)
    assert [pattern[0] for pattern in result.patterns] == [(0,), (1,), (2,)]
    assert result.patterns[0][1] == ()
    assert [(s, c) for (s,), (c,) in zip(result.slopes, result.intercepts, strict=True)] == [(0, -1), (2, 0), (0, 1)]


@pytest.mark.parametrize(("bias", "state"), [(-1.0, 0), (0.0, 1), (1.0, 1), (math.nextafter(1.0, 2.0), 2)])
def test_a_unit_that_rests_on_its_threshold_is_in_the_lower_piece(bias: float, state: int) -> None:
    result = exact_segments(shallow([0], [bias], [[1]], Activation("hard_tanh")), (-1.0, 1.0))
    assert counts(result) == (1, 1, 1, 1)
    assert result.patterns == (((state,), ()),)


def test_skip_adds_the_input_of_the_layer() -> None:
    layer = Layer([[1.0]], [0.0], RELU, skip=True)
    result = exact_segments(Network((layer, Layer([[1.0]], [0.0], Activation("identity")))), (-1.0, 1.0))
    assert result.slopes == ((1,), (2,))
    # x + relu(-x) is relu(x); the layer after is bent where it is positive, and is not active left of 0.
    mirrored = Layer([[-1.0]], [0.0], RELU, skip=True)
    after = Layer([[1.0]], [0.0], RELU, skip=True)
    cancelled = exact_segments(Network((mirrored, after)), (-1.0, 1.0))
    assert cancelled.slopes == ((0,), (2,))
    assert cancelled.patterns == (((1,), (0,)), ((0,), (1,)))


def test_an_output_layer_with_an_activation_is_a_layer() -> None:
    output = Network((Layer([[1.0], [-2.0]], [0.0, 1.0], RELU),))
    result = exact_segments(output, (-1.0, 1.0))
    assert result.joints == (-1, 0, Fraction(1, 2), 1)
    assert result.patterns == (((0, 1),), ((1, 1),), ((1, 0),))


def test_joints_on_the_window_ends_are_not_inside() -> None:
    result = exact_segments(shallow([1, 1, 1], [1, 0, -1], [[1, 1, 1]], RELU), (-1.0, 1.0))
    assert counts(result) == (2, 2, 4, 4)


def test_tiny_window_far_from_the_origin() -> None:
    joint = 1e6 + 3e-10
    window = (math.nextafter(joint, 0), math.nextafter(joint, 2e6))
    result = exact_segments(shallow([1], [-joint], [[1]], RELU), window)
    assert result.joints == tuple(map(Fraction, (window[0], joint, window[1])))


@pytest.mark.parametrize("power", [-500, -40, 40, 500])
def test_scales_near_the_limits_of_float64_change_nothing(power: int) -> None:
    plain = folded(3)
    first, second, third, output = plain.layers
    scale = 2.0**power
    # Two layers times the scale each, the third by its square back: relu(s z) = s relu(z) makes it the same function.
    rescaled = Network(
        (
            Layer(first.weights * scale, first.biases * scale, RELU),
            Layer(second.weights * scale, second.biases * scale * scale, RELU),
            Layer(third.weights / scale / scale, third.biases, RELU),
            output,
        )
    )
    found, expected = exact_segments(rescaled, (0.0, 3.0)), exact_segments(plain, (0.0, 3.0))
    assert (found.joints, found.slopes, found.patterns) == (expected.joints, expected.slopes, expected.patterns)


@given(networks(1), st.sampled_from([(-1.0, 1.0), (0.0, 3.0), (-0.1, 0.2)]))
@settings(max_examples=150)
def test_random_networks_cell_by_cell(network: Network, window: tuple[float, float]) -> None:
    result = exact_segments(network, window)
    check_cells(network, window, result)
    # A window that holds every joint holds every cell of the line.
    line = exact_segments(network, (-1e100, 1e100))
    check_cells(network, (-1e100, 1e100), line)
    assert counts(line)[:2] == counts(line)[2:] == counts(result)[2:]
    assert result.activation_regions <= line.activation_regions


def test_bad_input_names_the_place() -> None:
    two = Network.of([[[1, 1]], [[1]]], [[0], [0]], RELU)
    with pytest.raises(BadInput, match="2 inputs, expected 1"):
        exact_segments(two, (0.0, 1.0))
    smooth = Network.of([[[1]], [[1]], [[1]]], [[0], [0], [0]], [RELU, Activation("tanh")])
    with pytest.raises(BadInput, match=r"layers\[1\]: tanh is smooth"):
        exact_segments(smooth, (0.0, 1.0))
    for window in ((1.0, 1.0), (2.0, 1.0), (0.0, math.inf), (math.nan, 1.0)):
        with pytest.raises(BadInput, match="not an interval"):
            exact_segments(F, window)


def test_progress_rises_to_the_end() -> None:
    seen: list[tuple[int, int]] = []
    exact_segments(folded(6), (0.0, 3.0), progress=lambda done, total: seen.append((done, total)))
    done = [d for d, _ in seen]
    assert len({total for _, total in seen}) == 1
    assert done == sorted(done)
    assert seen[-1][0] == seen[-1][1]
    assert len(set(done)) > 5


def test_cancelled_stops_at_once_and_in_the_middle() -> None:
    with pytest.raises(Cancelled):
        exact_segments(folded(1), (0.0, 3.0), cancelled=lambda: True)
    asked = 0

    def after_ten() -> bool:
        nonlocal asked
        asked += 1
        return asked > 10

    with pytest.raises(Cancelled):
        exact_segments(folded(8), (0.0, 3.0), cancelled=after_ten)
    assert asked == 11
