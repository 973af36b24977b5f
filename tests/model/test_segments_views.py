"""What screens and tables ask of a 1-D picture: places, patterns, spots, envelopes and preactivations."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from degenerate import box, network
from engine_checks import states
from fraction_oracle import forward
from hypothesis import given, settings
from hypothesis import strategies as st

from neuralfold.model.activations import IDENTITY, RELU, Activation
from neuralfold.model.examples import figure_7_1, fold, random_network
from neuralfold.model.network import Layer, Network
from neuralfold.model.segments import Segments, solve_segments
from neuralfold.model.sentence import BadInput

FIGURE = solve_segments(figure_7_1().chain.merged, (0.0, 3.0))
RANDOM = solve_segments(random_network((1, 8, 8, 2), 3).chain.merged, (-3.0, 3.0))
DEAD = solve_segments(
    Network.of([[[1], [1]], [[1, 1]], [[1]]], [[0, -0.5], [-100], [3]], [RELU, RELU]),
    (-1.0, 1.0),
)


def test_merged_segments_of_a_dead_layer() -> None:
    assert DEAD.joints.tolist() == [-1.0, 0.0, 0.5, 1.0]
    assert DEAD.segment.tolist() == [0, 0, 0]
    assert DEAD.segment_joints.tolist() == [-1.0, 1.0]
    assert DEAD.segment_slopes.tolist() == [[0.0]]
    assert DEAD.segment_intercepts.tolist() == [[3.0]]


def test_merged_segments_begin_where_the_map_changes() -> None:
    picture = solve_segments(
        Network.of([[[1], [1], [1], [1]], [[1, 1, -1, 2]]], [[0.5, 0, 0, -0.5], [0]], RELU), (-1.0, 1.0)
    )
    assert picture.joints.tolist() == [-1.0, -0.5, 0.0, 0.5, 1.0]
    assert picture.segment.tolist() == [0, 1, 1, 2]
    assert picture.segment_joints.tolist() == [-1.0, -0.5, 0.5, 1.0]
    assert picture.segment_slopes[:, 0].tolist() == [0.0, 1.0, 3.0]
    assert picture.segment_intercepts[:, 0].tolist() == [0.0, 0.5, -0.5]


@pytest.mark.parametrize("picture", [FIGURE, RANDOM, DEAD])
def test_locate_finds_the_cell_and_joints_belong_to_the_left_one(picture: Segments) -> None:
    for cell, (left, right) in enumerate(pairwise(picture.joints.tolist())):
        assert picture.locate((left + right) / 2) == cell
        assert picture.locate(right) == cell
        assert picture.locate(np.nextafter(left, right)) == cell
    assert picture.locate(picture.low - 5.0) == picture.locate(picture.low) == 0
    assert picture.locate(picture.high + 5.0) == picture.activation_regions - 1


@pytest.mark.parametrize("picture", [FIGURE, RANDOM, DEAD])
def test_a_spot_says_what_the_network_does_there(picture: Segments) -> None:
    for cell, (left, right) in enumerate(pairwise(picture.joints.tolist())):
        x = (left + right) / 2
        spot = picture.at(x)
        pattern, outputs = forward(picture.network, (Fraction(x),))
        assert states(spot.pattern) == states(picture.pattern(cell)) == pattern
        assert spot.value == pytest.approx([float(y) for y in outputs], rel=1e-12)
        assert (spot.gradient @ spot.x + spot.intercept) == pytest.approx(spot.value, abs=1e-12)
        assert spot.gradient.shape == (picture.network.outputs, 1)
        assert spot.region == cell
        assert len(spot.steps) == len(picture.network.layers)
        for step, layer in zip(spot.steps, picture.network.layers, strict=True):
            assert step.preactivation.shape == step.activation.shape == (layer.units,)


def test_a_spot_outside_the_window_has_its_true_values() -> None:
    assert FIGURE.at(4.0).value.tolist() == [2.5]
    assert FIGURE.at(-1.0).value.tolist() == [0.5]
    assert FIGURE.at(4.0).region == 8
    # Too far to have one, but nothing is raised and nothing warns.
    assert FIGURE.at(1e308).region == 8


def test_patterns_have_one_array_per_layer_and_none_for_linear_layers() -> None:
    hard = Network.of([[[1]], [[1]], [[1]]], [[0], [0], [0]], [Activation("hard_tanh"), IDENTITY])
    picture = solve_segments(hard, (-2.0, 2.0))
    assert [states(picture.pattern(cell)) for cell in range(3)] == [((s,), (), ()) for s in range(3)]


@pytest.mark.parametrize("columns", [1, 2, 7, 100, 1000])
def test_envelope_is_the_true_range_of_every_column(columns: int) -> None:
    """Against the definition: the ends of the column and the joints inside it are all that can be extreme."""
    for picture in (FIGURE, RANDOM):
        for output in range(picture.network.outputs):
            borders = np.linspace(picture.low, picture.high, columns + 1)
            found = picture.envelope(columns, output)
            assert found.shape == (columns, 2)
            for column, (left, right) in enumerate(pairwise(borders.tolist())):
                inside = picture.joints[(picture.joints > left) & (picture.joints < right)]
                y = picture.network(np.array([left, *inside, right])[:, None])[:, output]
                assert found[column] == pytest.approx([y.min(), y.max()], abs=1e-12)


def test_envelope_of_a_fold_finer_than_pixels_reaches_both_ends_in_every_column() -> None:
    """Catalogue A1: 3^9 segments on 800 columns."""
    band = solve_segments(fold(9).chain.merged, (0.0, 3.0)).envelope(800)
    assert band[:, 0] == pytest.approx(0.0, abs=1e-9)
    assert band[:, 1] == pytest.approx(3.0, abs=1e-9)


def test_envelope_contains_every_sample() -> None:
    band = RANDOM.envelope(64, 1)
    x = np.linspace(RANDOM.low, RANDOM.high, 64 * 50, endpoint=False)
    y = RANDOM.network(x[:, None])[:, 1].reshape(64, 50)
    assert (band[:, 0] <= y.min(axis=1) + 1e-12).all()
    assert (y.max(axis=1) <= band[:, 1] + 1e-12).all()


@pytest.mark.parametrize("layer", [0, 1, 2])
def test_preactivations_are_straight_between_the_places_given(layer: int) -> None:
    x, z = RANDOM.preactivations(layer)
    units = RANDOM.network.layers[layer].units
    assert z.shape == (x.size, units)
    between = np.sort(np.random.default_rng(0).uniform(RANDOM.low, RANDOM.high, 200))
    exact = RANDOM.network.trace(between[:, None])[layer].preactivation
    for unit in range(units):
        assert np.interp(between, x, z[:, unit]) == pytest.approx(exact[:, unit], abs=1e-11)


def test_a_network_must_have_one_piecewise_linear_input() -> None:
    smooth = Network((Layer([[1.0]], [0.0], Activation("tanh")), Layer([[1.0]], [0.0], IDENTITY)))
    with pytest.raises(BadInput):
        solve_segments(smooth, (-1.0, 1.0))


@given(st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_views_of_degenerate_networks_are_finite(random: object) -> None:
    """Whatever the network: every view answers, and the ranges of columns hold the values at all joints."""
    window = box(random, 1)
    drawn = network(random, 1, window)
    try:
        picture = solve_segments(drawn, window[0])
    except BadInput:
        return
    band = picture.envelope(17)
    assert np.isfinite(band).all()
    assert (band[:, 0] <= band[:, 1]).all()
    assert band[:, 0].min() == picture.values[:, 0].min()
    assert band[:, 1].max() == picture.values[:, 0].max()
    for layer in range(len(drawn.layers)):
        x, z = picture.preactivations(layer)
        assert len(x) == len(z)
    spot = picture.at(float(window[0][0]))
    assert spot.region == 0
