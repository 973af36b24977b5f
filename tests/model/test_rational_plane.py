"""The exact 2-D recount against closed forms, and against one point and one pair of polygons at a time."""

import math
from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np
import pytest
from fraction_oracle import forward, networks
from hypothesis import given, settings
from hypothesis import strategies as st

from neuralfold.model.activations import RELU, Activation
from neuralfold.model.chain import Chain, Part
from neuralfold.model.content import Window
from neuralfold.model.network import Layer, Network
from neuralfold.model.rational import exact_segments
from neuralfold.model.rational_plane import ExactPartition, exact_partition
from neuralfold.model.sentence import BadInput
from neuralfold.model.spot import Cancelled

SQUARE = ((-1.0, 1.0), (-1.0, 1.0))
ABS = Activation("abs")
Polygon = tuple[tuple[Fraction, Fraction], ...]


def lines(*forms: tuple[float, float, float], activation: Activation = RELU) -> Network:
    """One unit per (a, b, c), with weights a, b and bias c, and an output that tells all of them apart."""
    weights = [[a, b] for a, b, _ in forms]
    return Network.of([weights, [[7.0**k for k in range(len(forms))]]], [[c for _, _, c in forms], [0]], activation)


def counts(result: ExactPartition) -> tuple[int, int, int]:
    return result.activation_regions, result.linear_regions, result.distinct_affine_maps


def turn(p: tuple[Fraction, Fraction], q: tuple[Fraction, Fraction], r: tuple[Fraction, Fraction]) -> Fraction:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def area(polygon: Polygon) -> Fraction:
    return sum((turn(polygon[0], p, q) for p, q in pairwise(polygon[1:])), Fraction(0)) / 2


def holds(polygon: Polygon, point: tuple[Fraction, Fraction]) -> bool:
    return all(turn(polygon[i - 1], polygon[i], point) >= 0 for i in range(len(polygon)))


def share_an_edge(one: Polygon, other: Polygon) -> bool:
    """Whether two convex polygons without common interior touch along more than a point.

    What they share is a segment, and its ends are corners of one of them that the other holds.
    """
    common = {corner for corner in one if holds(other, corner)} | {corner for corner in other if holds(one, corner)}
    return len(common) > 1


def regions_by_pairs(result: ExactPartition) -> int:
    """Linear regions counted by comparing every pair of polygons."""
    group = list(range(result.activation_regions))
    for i, j in combinations(range(len(group)), 2):
        if result.maps[i] == result.maps[j] and share_an_edge(result.polygons[i], result.polygons[j]):
            group = [group[i] if label == group[j] else label for label in group]
    assert len({(label, own) for label, own in zip(group, result.linear_region, strict=True)}) == len(set(group))
    return len(set(group))


def check_cells(network: Network, window: Window, result: ExactPartition, seed: int = 0) -> None:
    """The polygons tile the window; inside each, everything claimed is true; no two have the same pattern."""
    draw = np.random.default_rng(seed)
    (x0, x1), (y0, y1) = ((Fraction(low), Fraction(high)) for low, high in window)
    assert sum(map(area, result.polygons)) == (x1 - x0) * (y1 - y0)
    # Inputs with one pattern are a convex set, so two cells cannot share a pattern.
    assert len(set(result.patterns)) == len(result.polygons) == result.activation_regions
    for polygon, pattern, maps in zip(result.polygons, result.patterns, result.maps, strict=True):
        corners = len(polygon)
        assert all(turn(polygon[i - 2], polygon[i - 1], polygon[i]) > 0 for i in range(corners))
        assert all(x0 <= x <= x1 and y0 <= y <= y1 for x, y in polygon)
        # Near each corner, and somewhere: a cell that reached over a boundary would show it at a corner.
        samples = [[1 + (2**40 if i == near else 0) for i in range(corners)] for near in range(corners)]
        samples.append([int(weight) for weight in draw.integers(1, 1000, corners)])
        for weights in samples:
            x, y = (
                sum(w * corner[axis] for w, corner in zip(weights, polygon, strict=True)) / sum(weights)
                for axis in (0, 1)
            )
            found, outputs = forward(network, (x, y))
            assert found == pattern
            assert outputs == tuple(a * x + b * y + c for a, b, c in maps)
    assert result.distinct_affine_maps == len(set(result.maps))
    assert result.linear_regions == len(set(result.linear_region)) == regions_by_pairs(result)


@pytest.mark.parametrize(("units", "regions"), [(1, 2), (2, 4), (3, 7), (4, 11), (5, 16), (6, 22)])
def test_lines_in_general_position_reach_zaslavsky(units: int, regions: int) -> None:
    """Tangents of a parabola: no two parallel, no three concurrent; every crossing lies in the window."""
    tangents = [(2.0 * t, -1.0, -float(t * t)) for t in range(units)]
    network = lines(*tangents)
    window = ((-50.0, 50.0), (-50.0, 50.0))
    result = exact_partition(network, window)
    assert counts(result) == (regions, regions, regions)
    check_cells(network, window, result)


def test_coincidences_make_fewer_regions() -> None:
    through_the_origin = [(1, 0, 0), (0, 1, 0), (1, 1, 0), (1, -1, 0)]
    assert counts(exact_partition(lines(*through_the_origin[:3]), SQUARE))[0] == 6
    assert counts(exact_partition(lines(*through_the_origin), SQUARE))[0] == 8
    parallel = [(1, 0, -0.5), (1, 0, 0), (2, 0, 1)]
    assert counts(exact_partition(lines(*parallel), SQUARE))[0] == 4
    # Copies, scaled and turned round, of one line; a row of zeros; lines that miss the square.
    assert counts(exact_partition(lines((3, 1, 0.5), (0.75, 0.25, 0.125), (-3, -1, -0.5)), SQUARE))[0] == 2
    assert counts(exact_partition(lines((0, 0, 0), (0, 0, 1), (0, 0, -1), (1, 1, 7)), SQUARE)) == (1, 1, 1)


def test_touching_the_window_is_not_crossing_it() -> None:
    on_the_sides = [(1, 0, -1), (1, 0, 1), (0, -1, 1), (0, 1, 1)]
    through_corners = [(1, 1, -2), (1, -1, 2)]
    assert counts(exact_partition(lines(*on_the_sides, *through_corners), SQUARE))[0] == 1
    assert counts(exact_partition(lines((1, 1, 0), (1, -1, 0)), SQUARE))[0] == 4
    inside = exact_partition(lines((1, 1, -math.nextafter(2.0, 0.0))), SQUARE)
    assert inside.activation_regions == 2
    assert min(map(area, inside.polygons)) == Fraction(1, 2**105)


def test_abs_grid_has_64_regions_and_28_maps() -> None:
    """Each coordinate folded three times; regions with one map do not touch each other."""
    fold = Layer([[2, 0], [0, 2]], [-1, -1], ABS)
    layers = (Layer([[1, 0], [0, 1]], [0, 0], ABS), fold, fold, Layer([[1, 1]], [0], Activation("identity")))
    result = exact_partition(Network(layers), SQUARE)
    assert counts(result) == (64, 64, 28)
    check_cells(Network(layers), SQUARE, result)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_fold_of_both_coordinates_has_9_to_the_k_regions(depth: int) -> None:
    weights = [[1, 0]] * 3 + [[0, 1]] * 3
    fold = Network.of([weights, [[3, -6, 6, 0, 0, 0], [0, 0, 0, 3, -6, 6]]], [[0, -1, -2] * 2, [0, 0]], RELU)
    result = exact_partition(Chain((Part(fold, depth),)).merged, ((0.0, 3.0), (0.0, 3.0)))
    assert result.activation_regions == result.linear_regions == 9**depth
    assert {area(polygon) for polygon in result.polygons} == {Fraction(9, 9**depth)}
    # The slopes are +-3^K in both directions; the intercepts tell the cells of one direction apart.
    assert {(abs(one[0]), abs(other[1])) for one, other in result.maps} == {(3**depth, 3**depth)}


def test_cells_merge_only_across_an_edge() -> None:
    # relu(x) - relu(-x) = x, in both coordinates: four cells, one map.
    identity = Network.of([[[1, 0], [-1, 0], [0, 1], [0, -1]], [[1, -1, 2, -2]]], [[0] * 4, [0]], RELU)
    assert counts(exact_partition(identity, SQUARE)) == (4, 1, 1)
    # |x + y| - |x - y| is 2y, 2x, -2y, -2x around the origin; |x + y| alone joins the halves of each side.
    forms = [[1, 1], [1, -1]]
    assert counts(exact_partition(Network.of([forms, [[1, -1]]], [[0, 0], [0]], ABS), SQUARE)) == (4, 4, 4)
    assert counts(exact_partition(Network.of([forms, [[1, 0]]], [[0, 0], [0]], ABS), SQUARE)) == (4, 2, 2)
    # relu(min(x, y)) + relu(min(-x, -y)): zero in two quadrants that meet in a point only.
    quadrants = Network.of(
        [[[1, -1], [0, 1], [0, -1], [1, 0], [-1, 0]], [[-1, 0, 0, 1, -1], [-1, -1, 1, 0, 0]], [[1, 1]]],
        [[0] * 5, [0, 0], [0]],
        RELU,
    )
    result = exact_partition(quadrants, SQUARE)
    zero = {label for label, maps in zip(result.linear_region, result.maps, strict=True) if not any(maps[0])}
    assert len(zero) == 2
    check_cells(quadrants, SQUARE, result)


def test_every_output_counts() -> None:
    network = Network.of([[[1, 0], [-1, 0]], [[1, -1], [1, 1]]], [[0, 0], [0, 0]], RELU)
    assert counts(exact_partition(network, SQUARE)) == (2, 2, 2)


def test_dead_layers_and_slope_one_make_activation_regions_only() -> None:
    dead = Network.of([[[1, 2], [3, -1]], [[1, 1]], [[5]]], [[0, 0], [-100], [1]], RELU)
    assert counts(exact_partition(dead, SQUARE)) == (4, 1, 1)
    straight = lines((1, 2, 0), (3, -1, 0.5), (1, 1, 0.1), activation=Activation("leaky_relu", 1.0))
    assert counts(exact_partition(straight, SQUARE))[1:] == (1, 1)


def test_hard_tanh_cuts_twice() -> None:
    result = exact_partition(lines((2, 0, 0), (0, 2, 0), activation=Activation("hard_tanh")), SQUARE)
    assert counts(result) == (9, 9, 9)
    assert {pattern[0] for pattern in result.patterns} == {(i, j) for i in range(3) for j in range(3)}
    # Resting on 1 everywhere is the middle piece.
    resting = exact_partition(lines((0, 0, 1), (0, 0, -1), activation=Activation("hard_tanh")), SQUARE)
    assert resting.patterns == (((1, 0), ()),)


def test_skip_adds_the_input_of_the_layer() -> None:
    network = Network((Layer([[1, 0], [0, -1]], [0, 0], RELU, skip=True), Layer([[1, 1]], [0], Activation("identity"))))
    result = exact_partition(network, SQUARE)
    assert set(result.maps) == {((a, b, 0),) for a in (1, 2) for b in (1, 0)}
    check_cells(network, SQUARE, result)


def test_an_output_layer_with_an_activation_is_a_layer() -> None:
    network = Network((Layer([[1, 1], [1, -1]], [0, 0], RELU),))
    result = exact_partition(network, SQUARE)
    assert counts(result) == (4, 4, 4)
    assert {pattern for (pattern,) in result.patterns} == {(0, 0), (0, 1), (1, 0), (1, 1)}


@pytest.mark.parametrize(("sizes", "seed"), [((2, 8, 8, 1), 1), ((2, 5, 5, 5, 2), 2), ((2, 16, 1), 3)])
def test_networks_with_random_weights(sizes: tuple[int, ...], seed: int) -> None:
    draw = np.random.default_rng(seed)
    omega = [draw.normal(0, (2 / i) ** 0.5, (o, i)) for i, o in pairwise(sizes)]
    network = Network.of(omega, [draw.normal(0, 0.2, size) for size in sizes[1:]], RELU)
    result = exact_partition(network, SQUARE)
    assert result.activation_regions > 20
    check_cells(network, SQUARE, result)


@given(networks(1), st.sampled_from([(-1.0, 1.0), (0.0, 3.0)]))
@settings(max_examples=50)
def test_a_network_that_ignores_y_is_cut_as_on_the_line(network: Network, side: tuple[float, float]) -> None:
    first = network.layers[0]
    # With a skip connection the widths would no longer agree.
    layers = (Layer([[w, 0.0] for (w,) in first.weights.tolist()], first.biases, first.activation), *network.layers[1:])
    line = exact_segments(Network((Layer(first.weights, first.biases, first.activation), *network.layers[1:])), side)
    plane = exact_partition(Network(layers), (side, (-1.0, 2.0)))
    assert plane.activation_regions == line.activation_regions
    assert plane.linear_regions == line.linear_regions
    assert sorted(min(x for x, _ in polygon) for polygon in plane.polygons) == list(line.joints[:-1])


@given(networks(2), st.sampled_from([SQUARE, ((0.0, 2.0), (-1.0, 0.0)), ((0.1, 0.1 + 1e-7), (1.0, 1.0 + 1e-7))]))
@settings(max_examples=100)
def test_degenerate_networks_cell_by_cell(network: Network, window: Window) -> None:
    check_cells(network, window, exact_partition(network, window))


def test_bad_input_names_the_place() -> None:
    network = lines((1, 0, 0))
    with pytest.raises(BadInput, match="1 inputs, expected 2"):
        exact_partition(Network.of([[[1]], [[1]]], [[0], [0]], RELU), SQUARE)
    with pytest.raises(BadInput, match=r"layers\[0\]: gelu is smooth"):
        exact_partition(lines((1, 0, 0), activation=Activation("gelu")), SQUARE)
    with pytest.raises(BadInput, match="not an interval"):
        exact_partition(network, ((0.0, 1.0), (1.0, 1.0)))
    with pytest.raises(BadInput, match="1 intervals, expected 2"):
        exact_partition(network, ((0.0, 1.0),))


def test_progress_rises_to_the_end_and_cancel_stops() -> None:
    draw = np.random.default_rng(5)
    network = Network.of(
        [draw.normal(size=(12, 2)), draw.normal(size=(12, 12)), [[1] * 12]], [[0.1] * 12, [0.1] * 12, [0]], RELU
    )
    seen: list[tuple[int, int]] = []
    exact_partition(network, SQUARE, progress=lambda done, total: seen.append((done, total)))
    done = [d for d, _ in seen]
    assert len({total for _, total in seen}) == 1
    assert done == sorted(done)
    assert seen[-1][0] == seen[-1][1]
    assert len(set(done)) > 5
    asked = 0

    def after_five() -> bool:
        nonlocal asked
        asked += 1
        return asked > 5

    with pytest.raises(Cancelled):
        exact_partition(network, SQUARE, cancelled=after_five)
    assert asked == 6
