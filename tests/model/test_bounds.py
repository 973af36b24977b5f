"""Bounds against the article's numbers, brute force over the sums, and exact recounts of random networks."""

import math
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuralfold.model.activations import IDENTITY, RELU, Activation
from neuralfold.model.bounds import (
    bounds_of,
    equal_parameter_shallow_maximum,
    fold_segments,
    layered_maximum,
    montufar,
    one_input_maximum,
    same_units_shallow_maximum,
    serra,
    shallow_maximum,
)
from neuralfold.model.counts import network_counts
from neuralfold.model.examples import EXAMPLES, fold, random_network
from neuralfold.model.network import Layer, Network
from neuralfold.model.rational import exact_segments
from neuralfold.model.rational_plane import exact_partition
from neuralfold.model.sentence import BadInput
from neuralfold.model.shape import shape_of, shape_of_sizes


@pytest.mark.parametrize(
    ("inputs", "units", "regions"),
    [
        (1, 0, 1),
        (1, 6, 7),
        (2, 1, 2),
        (2, 2, 4),
        (2, 3, 7),
        (2, 4, 11),
        (2, 5, 16),
        (2, 6, 22),
        (4, 4, 16),
        (10, 500, 250_910_000_953_479_651_926),
        (150_528, 1000, 2**1000),
    ],
)
def test_shallow_maximum(inputs: int, units: int, regions: int) -> None:
    bound = shallow_maximum(inputs, units)
    assert bound.value == regions
    assert (bound.kind, bound.is_whole_space) == ("exact", True)


@given(st.integers(1, 12), st.integers(0, 12))
def test_shallow_maximum_counts_the_choices_one_by_one(inputs: int, units: int) -> None:
    choices = sum(1 for size in range(inputs + 1) for _ in combinations(range(units), size))
    assert shallow_maximum(inputs, units).value == choices


def test_shallow_maximum_says_why() -> None:
    assert str(shallow_maximum(2, 3).formula) == "C(3, 0) + C(3, 1) + C(3, 2) = 1 + 3 + 3 = 7"
    assert str(shallow_maximum(10, 500).formula) == "Σ C(500, j), j = 0 … 10 = 250,910,000,953,479,651,926"
    assert str(shallow_maximum(2000, 1000).formula) == "2^1000 ≈ 1.0715e301"


# VALUES section 2: K, parameters, segments on [0, 3], shallow at equal parameters, Montúfar, one-input maximum.
FOLDS = [
    (1, 10, 3, 4, 4, 4),
    (2, 22, 9, 8, 12, 16),
    (3, 34, 27, 12, 36, 64),
    (4, 46, 81, 16, 108, 256),
    (5, 58, 243, 20, 324, 1024),
    (6, 70, 729, 24, 972, 4096),
    (7, 82, 2187, 28, 2916, 16384),
    (8, 94, 6561, 32, 8748, 65536),
]


@pytest.mark.parametrize(("depth", "parameters", "segments", "shallow", "lower", "largest"), FOLDS)
def test_the_table_of_the_article(
    depth: int, parameters: int, segments: int, shallow: int, lower: int, largest: int
) -> None:
    widths = (3,) * depth
    assert network_counts(fold(depth).chain).parameters == parameters
    assert fold_segments(depth).value == segments
    assert equal_parameter_shallow_maximum(parameters, 1, 1).value == shallow
    assert montufar(1, widths).value == lower
    assert one_input_maximum(widths).value == serra(1, widths).value == largest


def test_three_to_the_34_is_exact_past_the_whole_numbers_of_float64() -> None:
    assert fold_segments(34).value == 16_677_181_699_666_569


@pytest.mark.parametrize(
    ("inputs", "width", "depth", "lower", "upper"),
    [
        (2, 8, 1, 37, 37),
        (2, 8, 2, 592, 1369),
        (2, 8, 3, 9_472, 50_653),
        (2, 8, 4, 151_552, 1_874_161),
        (2, 4, 2, 44, 121),
    ],
)
def test_montufar_and_serra(inputs: int, width: int, depth: int, lower: int, upper: int) -> None:
    assert montufar(inputs, (width,) * depth).value == lower
    assert serra(inputs, (width,) * depth).value == upper
    assert montufar(inputs, (width,) * depth).kind == "lower"
    assert serra(inputs, (width,) * depth).kind == "upper"


def test_ten_layers_of_five() -> None:
    assert one_input_maximum((5,) * 10).value == 60_466_176
    assert montufar(1, (5,) * 10).value == 11_718_750
    assert equal_parameter_shallow_maximum(286, 1, 1).value == 96
    assert "95" in str(equal_parameter_shallow_maximum(286, 1, 1).formula)
    assert str(one_input_maximum((5,) * 10).formula) == "6^10 = 60,466,176"
    assert str(montufar(1, (5,) * 10).formula) == "5^9 · (C(5, 0) + C(5, 1)) = 11,718,750"


def sum_over_all_cuts(inputs: int, widths: tuple[int, ...]) -> int:
    """Serra's sum written out: every tuple (j_1 … j_K) that the conditions allow."""
    total = 0
    for cuts in product(*(range(width + 1) for width in widths)):
        left = [inputs]
        for width, cut in zip(widths, cuts, strict=True):
            if cut > min([*left, width]):
                break
            left.append(width - cut)
        else:
            total += math.prod(math.comb(width, cut) for width, cut in zip(widths, cuts, strict=True))
    return total


@given(st.integers(1, 7), st.lists(st.integers(1, 6), max_size=4).map(tuple))
def test_serra_is_the_sum_over_all_cuts(inputs: int, widths: tuple[int, ...]) -> None:
    assert serra(inputs, widths).value == sum_over_all_cuts(inputs, widths)


def test_layer_by_layer_no_region_has_more_dimensions_than_the_narrowest_layer() -> None:
    assert layered_maximum(3, (1, 4)).value == 2 * (1 + 4)
    assert layered_maximum(2, (4, 1, 4)).value == (1 + 4 + 6) * 2 * (1 + 4)
    assert layered_maximum(2, (3,), (2,)).value == 1 + 2 * 3 + 4 * 3


def test_two_units_twice_on_the_plane_reach_eleven_not_sixteen() -> None:
    assert serra(2, (2, 2)).value == 11


@given(st.integers(1, 5), st.lists(st.integers(1, 9), min_size=1, max_size=5).map(tuple))
def test_bounds_are_in_order(inputs: int, widths: tuple[int, ...]) -> None:
    assert serra(inputs, widths).value <= layered_maximum(inputs, widths).value
    if min(widths) >= inputs:
        assert montufar(inputs, widths).value <= serra(inputs, widths).value
    if inputs == 1:
        assert serra(1, widths).value <= one_input_maximum(widths).value
        assert one_input_maximum(widths).value <= math.prod(width + 1 for width in widths)
    if len(widths) == 1:
        assert serra(inputs, widths).value == shallow_maximum(inputs, widths[0]).value


@given(st.integers(1, 500), st.integers(1, 5), st.integers(1, 4))
def test_equal_parameters_buys_the_widest_network_that_fits(parameters: int, inputs: int, outputs: int) -> None:
    if parameters < outputs:
        with pytest.raises(BadInput, match="too few"):
            equal_parameter_shallow_maximum(parameters, inputs, outputs)
        return
    costs = [network_counts(shape_of_sizes((inputs, units, outputs))).parameters for units in range(1, 502)]
    units = sum(cost <= parameters for cost in costs)
    assert equal_parameter_shallow_maximum(parameters, inputs, outputs).value == shallow_maximum(inputs, units).value


def test_the_one_input_maximum_is_called_reached_only_where_that_is_known() -> None:
    assert one_input_maximum((3, 5)).kind == "exact"
    assert one_input_maximum((2,)).kind == "exact"
    assert one_input_maximum((2, 5)).kind == "upper"


def mixed_network(seed: int, inputs: int) -> Network:
    """A small network of mixed piecewise linear layers, on purpose also narrow, skipping and bent at the end."""
    rng = np.random.default_rng([seed, inputs])
    kinds = [RELU, Activation("leaky_relu", 0.1), Activation("abs"), Activation("hard_tanh"), IDENTITY]
    sizes = [inputs, *rng.integers(1, 5, rng.integers(0, 4)), rng.integers(1, 3)]
    layers = []
    for k in range(len(sizes) - 1):
        shape = (int(sizes[k + 1]), int(sizes[k]))
        skip = bool(shape[0] == shape[1] and rng.integers(2))
        activation = kinds[rng.integers(5)] if k < len(sizes) - 2 or rng.integers(3) == 0 else IDENTITY
        layers.append(Layer(rng.normal(size=shape), rng.normal(size=shape[0]), activation, skip))
    return Network(tuple(layers))


def check_limits(network: Network, activation_regions: int, linear_regions: int) -> None:
    limits = [bound for bound in bounds_of(network) if not bound.is_comparison and bound.kind != "lower"]
    assert limits
    for bound in limits:
        assert linear_regions <= activation_regions <= bound.value, str(bound.name)


@pytest.mark.parametrize("seed", range(150))
def test_no_line_has_more_regions_than_its_bounds(seed: int) -> None:
    for network in (mixed_network(seed, 1), random_network((1, 4, 3, 4, 1), seed, bias_spread=1.0).chain.merged):
        exact = exact_segments(network, (-1e6, 1e6))
        check_limits(network, exact.line_activation_regions, exact.line_linear_regions)


@pytest.mark.parametrize("seed", range(40))
def test_no_plane_has_more_regions_than_its_bounds(seed: int) -> None:
    for network in (mixed_network(seed, 2), random_network((2, 4, 3, 1), seed, bias_spread=1.0).chain.merged):
        exact = exact_partition(network, ((-50.0, 50.0), (-50.0, 50.0)))
        check_limits(network, exact.activation_regions, exact.linear_regions)


def test_examples_keep_their_bounds_and_the_fold_meets_its_own() -> None:
    for depth in range(1, 6):
        merged = fold(depth).chain.merged
        exact = exact_segments(merged, (0.0, 3.0))
        check_limits(merged, exact.line_activation_regions, exact.line_linear_regions)
        assert exact.linear_regions == fold_segments(depth).value
    for example in EXAMPLES:
        bounds = bounds_of(example.build().chain)
        assert bounds
        assert all(str(bound.name) and str(bound.formula) and str(bound.assumptions) for bound in bounds)


def keys(network: object) -> list[str]:
    return [str(bound.name).split(" (")[0] for bound in bounds_of(network)]  # type: ignore[arg-type]


def test_which_bounds_apply() -> None:
    folded = keys(shape_of_sizes((1, 3, 3, 1)))
    assert folded == [
        "one-input maximum, Π",
        "upper bound",
        "lower bound",
        "the fold, 3^K",
        "shallow maximum with as many units",
        "shallow maximum at equal parameters",
    ]
    assert keys(shape_of_sizes((2, 3, 1))) == ["shallow maximum", "shallow maximum at equal parameters"]
    assert "lower bound" not in keys(shape_of_sizes((5, 8, 3, 1)))
    assert "the fold, 3^K" not in keys(shape_of_sizes((1, 3, 2, 1)))


@pytest.mark.parametrize("activation", [Activation("leaky_relu"), Activation("abs"), Activation("hard_tanh")])
def test_theorems_about_relu_are_not_told_of_other_activations(activation: Activation) -> None:
    found = bounds_of(shape_of_sizes((1, 3, 3, 1), activation))
    own = [bound for bound in found if not bound.is_comparison]
    assert [bound.kind for bound in own] == ["upper"]
    assert own[0].value == (49 if activation.name == "hard_tanh" else 16)


def test_a_skip_or_a_bent_output_leaves_only_the_general_bound() -> None:
    network = random_network((2, 3, 3, 1), 1).chain.merged
    for changed, value in (
        (network.with_skip(1, True), 7 * 7),
        (network.with_activation(2, RELU), 7 * 7 * 2),
        (network.with_activation(0, IDENTITY), 7),
    ):
        own = [bound for bound in bounds_of(changed) if not bound.is_comparison]
        assert [(bound.value, bound.kind) for bound in own] == [(value, "upper")]


@pytest.mark.parametrize("name", ["tanh", "sigmoid", "gelu"])
def test_smooth_activations_get_no_bound(name: str) -> None:
    assert bounds_of(shape_of_sizes((1, 3, 1), Activation(name))) == []


def test_a_linear_network_has_one_region() -> None:
    (bound,) = bounds_of(shape_of_sizes((3, 2)))
    assert bound.value == 1


def test_comparisons_are_marked() -> None:
    found = {str(bound.name): bound for bound in bounds_of(shape_of_sizes((1, 8, 8, 1)))}
    assert found["shallow maximum with as many units"].value == 17
    assert found["shallow maximum with as many units"].is_comparison
    assert same_units_shallow_maximum(1, 64).value == 65


def test_a_network_and_its_shape_have_the_same_bounds() -> None:
    chain = fold(3).chain
    assert bounds_of(chain) == bounds_of(chain.merged) == bounds_of(shape_of(chain))


def test_numbers_too_long_to_work_out_are_refused_and_left_out() -> None:
    with pytest.raises(BadInput, match="too many digits"):
        shallow_maximum(10**6, 3 * 10**6)
    with pytest.raises(BadInput, match="too many digits"):
        fold_segments(10**9)
    assert bounds_of(shape_of_sizes((10**6, 3 * 10**6, 3 * 10**6, 1))) == []


def test_a_long_number_is_exact_behind_its_short_text() -> None:
    bound = serra(784, (256, 256))
    assert bound.value == 2**512 - sum_of_lost_patterns(256)
    assert "≈" in str(bound.formula)


def sum_of_lost_patterns(width: int) -> int:
    """How many of the 4^D patterns two layers of D units cannot have behind at least 2 D inputs.

    Where j units cut, D − j dimensions are left, and the second layer has Σ C(D, i), i <= D − j, patterns, not 2^D.
    """
    return sum(
        math.comb(width, cut) * sum(math.comb(width, i) for i in range(width - cut + 1, width + 1))
        for cut in range(width + 1)
    )


@pytest.mark.parametrize(
    "ask",
    [
        lambda: shallow_maximum(0, 3),
        lambda: shallow_maximum(2, -1),
        lambda: fold_segments(0),
        lambda: serra(1, (3, 0)),
        lambda: one_input_maximum((0,)),
        lambda: montufar(2, (1,)),
        lambda: montufar(2, ()),
        lambda: equal_parameter_shallow_maximum(10, 0, 1),
    ],
)
def test_bad_sizes_are_refused(ask: object) -> None:
    with pytest.raises(BadInput):
        ask()  # type: ignore[operator]
