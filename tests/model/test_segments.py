"""The exact line against closed forms and the recount in rational arithmetic, on both paths of the engine."""

import warnings
from fractions import Fraction
from random import Random

import degenerate
import engine_checks
import numpy as np
import pytest

from neuralfold.model import kinds
from neuralfold.model.activations import IDENTITY, RELU, Activation
from neuralfold.model.chain import Chain, Part
from neuralfold.model.examples import figure_7_1, fold_between, random_network
from neuralfold.model.network import Layer, Network
from neuralfold.model.rational import exact_segments
from neuralfold.model.segments import Segments, solve_segments
from neuralfold.model.sentence import BadInput
from neuralfold.model.spot import Cancelled

F = Network.of([[[1.0]] * 3, [[3.0, -6.0, 6.0]]], [[0.0, -1.0, -2.0], [0.0]], RELU)


@pytest.fixture(params=["exact states", "float states"], autouse=True)
def path(request, monkeypatch):
    """Both ways to carry the states of cells: small networks exactly, large ones behind the error filter."""
    if request.param == "float states":
        monkeypatch.setattr(kinds, "EXACT_WORK", 0)


def fold(depth: int) -> Network:
    """The article's f applied `depth` times."""
    return Chain((Part(F, depth),)).merged


class TestArticle:
    def test_figure_7_1(self):
        picture = solve_segments(figure_7_1().chain.merged, (0.0, 3.0))
        assert picture.segment_slopes[:, 0].tolist() == [3, -3, 1.5, -1.5, 3, -3, 3, -3, 1.5]
        assert picture.segment_joints == pytest.approx([k / 3 for k in range(10)], abs=1e-15)
        assert picture.values[:, 0] == pytest.approx([0.5, 1.5, 0.5, 1, 0.5, 1.5, 0.5, 1.5, 0.5, 1], abs=1e-15)
        assert picture.line_linear_regions == 10
        spot = picture.at(1.5)
        assert spot.value[0] == 1.0
        assert spot.gradient[0, 0] == 3.0
        assert [step.activation.tolist() for step in spot.steps] == [[1.5, 0.5, 0], [1.5, 0.5, 0], [1.0]]

    @pytest.mark.parametrize("depth", range(1, 11))
    def test_repeated_folding(self, depth):
        picture = solve_segments(fold(depth), (0.0, 3.0), decisions=10**8)
        assert picture.activation_regions == picture.linear_regions == 3**depth
        assert picture.line_activation_regions == picture.line_linear_regions == 3**depth + 1
        assert picture.is_certain
        assert np.abs(picture.slopes[:, 0]).tolist() == [3.0**depth] * 3**depth

    @pytest.mark.parametrize("window", [(0.0, 1.0), (-3.3, 1.1), (2.1, 5.7), (-0.001, 0.007)])
    @pytest.mark.parametrize("depth", [1, 3, 6, 8])
    def test_rescaled_folds_have_the_count_of_their_stored_numbers(self, window, depth):
        network = fold_between(depth, *window).chain.merged
        picture = solve_segments(network, window, decisions=10**8)
        assert engine_checks.line_counts(picture) == engine_checks.line_counts(exact_segments(network, window))
        assert picture.linear_regions == 3**depth
        assert picture.is_certain

    def test_the_most_that_width_three_can_do(self):
        """4^K segments in [0, 1]: f = 5 - 7 relu(x - 2/7) + 7 relu(4/7 - x) - 21/2 relu(6/7 - x)."""
        one = Network.of([[[1.0], [-1.0], [-1.0]], [[-7.0, 7.0, -10.5]]], [[-2 / 7, 4 / 7, 6 / 7], [5.0]], RELU)
        for depth in range(1, 6):
            network = Chain((Part(one, depth),)).merged
            exact = exact_segments(network, (0.0, 1.0))
            picture = solve_segments(network, (0.0, 1.0), decisions=10**8)
            assert engine_checks.line_counts(picture) == engine_checks.line_counts(exact)

    def test_f_of_f(self):
        picture = solve_segments(fold(2), (0.0, 3.0))
        assert picture.segment_slopes[:, 0].tolist() == [9, -9, 9, -9, 9, -9, 9, -9, 9]


@pytest.mark.parametrize("draw", range(150))
def test_degenerate_networks_agree_with_the_recount(draw):
    random = Random(f"segments {draw}")
    window = degenerate.box(random, 1)
    network = degenerate.network(random, 1, window)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            picture = solve_segments(network, window[0])
        except BadInput as error:
            refusal = str(error)
            picture = None
    if picture is None:
        assert "overflows" in refusal
        return
    engine_checks.check_line(picture, exact_segments(network, window[0]))


@pytest.mark.parametrize("seed", range(5))
def test_sampling_finds_no_region_that_the_engine_missed(seed):
    network = random_network((1, 12, 12, 12, 1), seed).chain.merged
    picture = solve_segments(network, (-3.0, 3.0))
    x = np.linspace(-3.0, 3.0, 20_001)[1:-1:2] + 1e-7
    steps = network.trace(x[:, None])
    patterns = np.concatenate([step.preactivation > 0.0 for step in steps[:-1]], axis=1)
    found = len(np.unique(patterns, axis=0))
    assert 10 < found <= picture.activation_regions
    for place, pattern in zip(x[::97].tolist(), patterns[::97], strict=True):
        assert np.concatenate(picture.pattern(picture.locate(place))[:-1]).astype(bool).tolist() == pattern.tolist()


class TestEnvelope:
    def test_a_fold_touches_bottom_and_top_in_every_column(self):
        picture = solve_segments(fold(9), (0.0, 3.0))
        band = picture.envelope(800)
        assert band[:, 0].tolist() == [0.0] * 800
        assert band[:, 1] == pytest.approx(np.full(800, 3.0), abs=1e-9)

    def test_is_the_smallest_and_largest_value_between_two_borders(self):
        picture = solve_segments(figure_7_1().chain.merged, (0.0, 3.0))
        band = picture.envelope(7)
        for column, (low, high) in enumerate(band.tolist()):
            x = np.linspace(3 * column / 7, 3 * (column + 1) / 7, 2001)
            y = picture.network(x[:, None])[:, 0]
            assert low <= y.min() + 1e-12
            assert high >= y.max() - 1e-12
            assert low == pytest.approx(y.min(), abs=2e-3)
            assert high == pytest.approx(y.max(), abs=2e-3)


class TestLimits:
    def test_too_many_regions_names_the_layer(self):
        with pytest.raises(BadInput, match="more than 1,000 regions after layer 7"):
            solve_segments(fold(9), (0.0, 3.0), budget=1000)

    def test_overflow_names_the_layer(self):
        huge = Layer(np.array([[1e200]]), np.zeros(1), RELU)
        network = Network((huge, huge, Layer(np.ones((1, 1)), np.zeros(1), IDENTITY)))
        with pytest.raises(BadInput, match="hidden layer 2 overflows"):
            solve_segments(network, (0.0, 1.0))

    def test_stops_when_told(self):
        with pytest.raises(Cancelled):
            solve_segments(fold(3), (0.0, 3.0), cancelled=lambda: True)

    def test_smooth_networks_are_refused(self):
        with pytest.raises(BadInput, match="smooth"):
            solve_segments(random_network((1, 3, 1), 0, Activation("tanh")).chain.merged, (0.0, 1.0))

    def test_without_a_budget_nothing_wrong_is_called_certain(self):
        """A rescaled fold needs exact decisions; denied, the count may be off but says so."""
        for depth in (3, 5):
            network = fold_between(depth, -3.3, 1.1).chain.merged
            picture: Segments = solve_segments(network, (-3.3, 1.1), decisions=0)
            assert picture.linear_regions == 3**depth or not picture.is_certain


def test_preactivations_are_those_of_the_trace():
    picture = solve_segments(fold(2), (0.0, 3.0))
    x, z = picture.preactivations(1)
    middle = (x[1:] + x[:-1]) / 2
    assert (z[1:] + z[:-1]) / 2 == pytest.approx(picture.network.trace(middle[:, None])[1].preactivation, abs=1e-12)


def test_slopes_are_sums_of_active_contributions():
    """With the states of a cell fixed, the slope is a sum over paths; here one hidden layer: Σ ω_d θ_d."""
    network = random_network((1, 9, 1), 4).chain.merged
    picture = solve_segments(network, (-3.0, 3.0))
    for cell in range(picture.activation_regions):
        active = picture.pattern(cell)[0].astype(bool)
        paths = [
            Fraction(float(w)) * Fraction(float(t))
            for w, t, on in zip(network.omega[1][0], network.omega[0][:, 0], active, strict=True)
            if on
        ]
        assert picture.slopes[cell, 0] == pytest.approx(float(sum(paths)), abs=1e-12)
