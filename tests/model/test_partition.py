"""The exact plane against closed forms and the recount in rational arithmetic."""

import warnings
from random import Random

import degenerate
import engine_checks
import numpy as np
import pytest
from numpy.testing import assert_array_equal

from neuralfold.model.activations import IDENTITY, RELU, Activation
from neuralfold.model.bounds import shallow_maximum
from neuralfold.model.chain import Chain, Part
from neuralfold.model.examples import absolute_grid, four_lines, random_network, three_lines
from neuralfold.model.network import Layer, Network
from neuralfold.model.partition import Partition, PartitionMemory, solve_partition
from neuralfold.model.rational_plane import exact_partition
from neuralfold.model.sentence import BadInput
from neuralfold.model.spot import Cancelled

SQUARE = ((-1.0, 1.0), (-1.0, 1.0))


def solved(network: Network, window=SQUARE, **limits) -> Partition:
    """The partition, checked for what every partition must be."""
    picture = solve_partition(network, window, **limits)
    picture.check_invariants()
    return picture


def lines(rows: list[list[float]], biases: list[float], activation: Activation = RELU) -> Network:
    """One hidden layer with these lines."""
    return Network.of([rows, [[1.0] * len(rows)]], [biases, [0.0]], activation)


class TestClosedForms:
    @pytest.mark.parametrize(("content", "regions"), [(three_lines(), 7), (four_lines(), 11)])
    def test_lines_in_general_position(self, content, regions):
        network = content.chain.merged
        assert shallow_maximum(2, network.widths[0]).value == regions
        picture = solved(network, content.window)
        assert (picture.activation_regions, picture.linear_regions, picture.is_certain) == (regions, regions, True)

    @pytest.mark.parametrize("count", [2, 3, 5, 8, 13])
    def test_concurrent_lines(self, count):
        """Lines through one point make 2n regions."""
        rows = [[float(a), float(b)] for a, b in zip(range(1, count + 1), reversed(range(1, count + 1)), strict=True)]
        assert solved(lines(rows, [0.0] * count)).activation_regions == 2 * count

    def test_parallel_lines(self):
        assert solved(lines([[1.0, 0.0]] * 5, [-0.5, -0.25, 0.0, 0.25, 0.5])).activation_regions == 6

    def test_lines_along_the_sides_and_through_corners_of_the_window(self):
        """x = -1, y = 1 touch; x + y = 2 touches a corner; x = y passes through two corners."""
        rows = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, -1.0]]
        assert solved(lines(rows, [1.0, -1.0, -2.0, 0.0])).activation_regions == 2

    def test_duplicate_and_opposite_units_make_one_line(self):
        rows = [[1.0, 2.0], [2.0, 4.0], [-1.0, -2.0], [3.0, -1.0]]
        picture = solved(lines(rows, [0.5, 1.0, -0.5, 0.0]))
        assert picture.activation_regions == 4
        assert len(picture.edges) - len(picture.vertices) + 1 == 4

    def test_relu_and_its_mirror_cancel(self):
        """relu(z) - relu(-z) = z: two activation regions, one linear region."""
        network = Network.of([[[1.0, 0.3], [-1.0, -0.3]], [[1.0, -1.0]]], [[0.1, -0.1], [0.0]], RELU)
        picture = solved(network)
        assert (picture.activation_regions, picture.linear_regions, picture.distinct_affine_maps) == (2, 1, 1)

    def test_the_grid_of_absolute_values(self):
        content = absolute_grid()
        picture = solved(content.chain.merged, content.window)
        assert (picture.activation_regions, picture.linear_regions, picture.distinct_affine_maps) == (64, 64, 28)

    @pytest.mark.parametrize(("depth", "regions"), [(1, 9), (2, 81), (3, 729), (4, 6561)])
    def test_folds_of_the_plane(self, depth, regions):
        """The fold of the line in each of two inputs: (3^K)² squares."""
        omega = [[[1.0, 0.0]] * 3 + [[0.0, 1.0]] * 3, [[3.0, -6.0, 6.0, 0, 0, 0], [0, 0, 0, 3.0, -6.0, 6.0]]]
        one = Network.of(omega, [[0.0, -1.0, -2.0] * 2, [0.0, 0.0]], RELU)
        picture = solve_partition(Chain((Part(one, depth),)).merged, ((0.0, 3.0), (0.0, 3.0)))
        assert (picture.activation_regions, picture.linear_regions, picture.is_certain) == (regions, regions, True)

    def test_a_cancelling_skip_is_dead(self):
        """x + relu(-x) for x < 0 is 0: the second line is x = 0 again."""
        skip = Layer(-np.eye(2), np.zeros(2), RELU, skip=True)
        network = Network((skip, Layer(np.ones((1, 2)), np.zeros(1), IDENTITY)))
        picture = solved(network)
        assert (picture.activation_regions, picture.linear_regions) == (4, 4)


@pytest.mark.parametrize("draw", range(150))
def test_degenerate_networks_agree_with_the_recount(draw):
    random = Random(f"partition {draw}")
    window = degenerate.box(random, 2)
    network = degenerate.network(random, 2, window)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            picture = solve_partition(network, (window[0], window[1]), budget=2000)
        except BadInput as error:
            refusal = str(error)
            picture = None
    if picture is None:
        assert "overflows" in refusal or "more than" in refusal
        return
    engine_checks.check_plane(picture, exact_partition(network, window))


def test_a_sum_that_cancels_in_float64_is_not_an_absent_path():
    """The derivative of the first unit is 3.145728 (-2) - 2.097152 + 3 (2.097152) + 2.097152: 0 in float64 only."""
    second = Layer(np.array([[-2.0, 0.0], [-1.0, 0.0], [-3.0, 1.0], [1.0, 0.0]]), np.array([9.0, 9.0, 9.0, 9.0]), RELU)
    first = Layer(np.eye(2), np.zeros(2), RELU)
    last = Layer(np.array([[3.145728, 2.097152, -2.097152, 2.097152]]), np.zeros(1), IDENTITY)
    network = Network((first, second, last))
    picture = solved(network)
    exact = exact_partition(network, SQUARE)
    assert engine_checks.plane_counts(picture) == engine_checks.plane_counts(exact)


@pytest.mark.parametrize("seed", range(4))
def test_sampling_finds_no_region_that_the_engine_missed(seed):
    network = random_network((2, 10, 10, 1), seed).chain.merged
    picture = solved(network)
    points = np.random.default_rng(seed).uniform(-1.0, 1.0, (20_000, 2))
    patterns = np.concatenate([step.preactivation > 0.0 for step in network.trace(points)[:-1]], axis=1)
    found = len(np.unique(patterns, axis=0))
    assert 20 < found <= picture.activation_regions
    for point, pattern in zip(points[::400].tolist(), patterns[::400], strict=True):
        spot = picture.at(*point)
        assert np.concatenate(spot.pattern[:-1]).astype(bool).tolist() == pattern.tolist()
        assert spot.gradient @ spot.x + spot.intercept == pytest.approx(spot.value, abs=1e-12)


class TestBoundary:
    def test_lies_where_the_output_is_zero(self):
        network = random_network((2, 8, 8, 2), 3).chain.merged
        picture = solved(network)
        for output in range(2):
            pieces = picture.boundary(output)
            assert len(pieces) > 3
            ends = network(pieces.reshape(-1, 2))[:, output]
            middles = network(pieces.mean(axis=1))[:, output]
            assert np.abs(np.concatenate([ends, middles])).max() < 1e-12

    def test_separates_the_signs(self):
        """Walking a line through the window, the output changes its sign as often as the boundary is crossed."""
        network = random_network((2, 8, 8, 1), 3).chain.merged
        pieces = solved(network).boundary()
        x = np.linspace(-1.0, 1.0, 20_001)
        for y in (-0.731, -0.2137, 0.119, 0.5713):
            values = network(np.column_stack([x, np.full_like(x, y)]))[:, 0]
            changes = int((np.diff(np.sign(values)) != 0).sum())
            crossed = int((((pieces[:, 0, 1] - y) * (pieces[:, 1, 1] - y)) < 0).sum())
            assert changes == crossed


class TestPatterns:
    def test_keys_are_equal_exactly_for_equal_patterns(self):
        network = random_network((2, 70, 5, 1), 2).chain.merged
        picture = solved(network)
        patterns = [tuple(np.concatenate(picture.pattern(face)).tolist()) for face in range(picture.activation_regions)]
        assert len(set(patterns)) == len(set(picture.pattern_keys.tolist())) == picture.activation_regions
        assert_array_equal(picture.active_units, [sum(pattern) for pattern in patterns])

    def test_keys_do_not_change_while_a_weight_moves_a_little(self):
        network = random_network((2, 6, 1), 2).chain.merged
        moved = network.with_weight(0, 0, 0, float(network.omega[0][0, 0]) * 1.01)
        before, after = solved(network), solved(moved)
        for x, y in np.random.default_rng(0).uniform(-1, 1, (200, 2)).tolist():
            a, b = before.locate(x, y), after.locate(x, y)
            if all(np.array_equal(p, q) for p, q in zip(before.pattern(a), after.pattern(b), strict=True)):
                assert before.pattern_keys[a] == after.pattern_keys[b]


class TestMemory:
    def test_edits_give_what_a_solve_from_nothing_gives(self):
        random, memory = Random(7), PartitionMemory()
        network = random_network((2, 6, 6, 6, 1), 7).chain.merged
        for step in range(60):
            k = random.randrange(4)
            network = network.with_weight(k, 0, 0, random.choice([-1.0, 0.0, 1.0, random.gauss(0, 1)]))
            if step % 13 == 0:
                name = random.choice(["relu", "abs", "hard_tanh", "identity"])
                network = network.with_activation(random.randrange(3), Activation(name))
            with_memory, without = solve_partition(network, SQUARE, memory=memory), solve_partition(network, SQUARE)
            assert engine_checks.plane_counts(with_memory) == engine_checks.plane_counts(without)
            assert_array_equal(with_memory.vertices, without.vertices)
            assert_array_equal(with_memory.values, without.values)
            with_memory.check_invariants()


class TestLimits:
    def test_too_many_regions_names_the_layer(self):
        with pytest.raises(BadInput, match="more than 500 regions after layer 2"):
            solve_partition(random_network((2, 24, 24, 24, 1), 0).chain.merged, SQUARE, budget=500)

    def test_an_output_that_overflows_is_named(self):
        network = Network.of([[[1e200, 0.0]], [[1e200]]], [[0.0], [0.0]], RELU)
        with pytest.raises(BadInput, match="output overflows"):
            solve_partition(network, SQUARE)

    def test_stops_when_told(self):
        with pytest.raises(Cancelled):
            solve_partition(three_lines().chain.merged, SQUARE, cancelled=lambda: True)

    def test_without_a_budget_nothing_wrong_is_called_certain(self):
        network = lines([[0.1, 0.2], [0.3, -0.1], [0.4, 0.1]], [-0.05, -0.05, -0.1])
        picture = solve_partition(network, SQUARE, decisions=0)
        assert exact_partition(network, SQUARE).activation_regions == 7
        assert picture.activation_regions == 7 or not picture.is_certain
        assert solved(network).activation_regions == 7
