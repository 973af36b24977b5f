"""Slices: the picture of a line or a plane through the input space against the network itself and exact arithmetic."""

from dataclasses import replace

import numpy as np
import pytest

from neuralfold.model.activations import Activation
from neuralfold.model.chain import Chain, Part
from neuralfold.model.chain_rule import slope_factors
from neuralfold.model.content import Content
from neuralfold.model.examples import fold, random_network
from neuralfold.model.measurement import measure, record
from neuralfold.model.rational import exact_segments
from neuralfold.model.rational_plane import exact_partition
from neuralfold.model.sentence import BadInput
from neuralfold.model.slice import Slice

LINE = Slice.through((0.5, -0.25, 1.0), (-1.0, 0.75, 0.25))
PLANE = Slice.through((0.5, -0.25, 1.0), (-1.0, 0.75, 0.25), (0.0, 1.0, -1.0))
ACTIVATIONS = [Activation("relu"), Activation("leaky_relu", 0.25), Activation("abs"), Activation("hard_tanh")]


def cut(slice_, sizes=(3, 6, 5, 2), seed=4, activation=ACTIVATIONS[0], width=3.0):
    window = ((-width, width),) * slice_.dimensions
    return replace(random_network(sizes, seed, activation).with_slice(slice_), window=window)


@pytest.mark.parametrize("activation", ACTIVATIONS, ids=lambda a: a.name)
@pytest.mark.parametrize("slice_", [LINE, PLANE], ids=["line", "plane"])
def test_a_slice_is_the_network_at_its_inputs(slice_, activation):
    content = cut(slice_, activation=activation)
    t = np.random.default_rng(1).uniform(-3.0, 3.0, (200, slice_.dimensions))
    x = np.array(slice_.origin) + t @ np.array(slice_.directions)
    expected = content.chain.merged(x)
    measured = measure(content)
    picture = measured.segments or measured.partition
    for row, place in enumerate(t.tolist()):
        spot = picture.at(*place)
        assert spot.gradient @ spot.x + spot.intercept == pytest.approx(expected[row], rel=1e-9, abs=1e-9)
        assert slice_.at(*place) == pytest.approx(x[row])


@pytest.mark.parametrize("activation", ACTIVATIONS, ids=lambda a: a.name)
def test_counts_on_a_line_are_exact(activation):
    content = cut(LINE, activation=activation)
    measured, exact = measure(content), exact_segments(content.pictured, content.window[0])
    assert measured.is_certain
    assert measured.linear_regions == exact.linear_regions
    assert measured.activation_regions == exact.activation_regions
    assert measured.segments.line_linear_regions == exact.line_linear_regions
    assert measured.activation_regions > 3


@pytest.mark.parametrize("activation", ACTIVATIONS, ids=lambda a: a.name)
def test_counts_on_a_plane_are_exact(activation):
    content = cut(PLANE, activation=activation)
    measured, exact = measure(content), exact_partition(content.pictured, content.window)
    assert measured.is_certain
    assert measured.linear_regions == exact.linear_regions
    assert measured.activation_regions == exact.activation_regions
    assert measured.distinct_affine_maps == exact.distinct_affine_maps
    assert measured.activation_regions > 10
    measured.partition.check_invariants()


@pytest.mark.parametrize("seed", range(6))
def test_a_line_meets_as_many_regions_as_it_crosses_borders(seed):
    """The walls that a line crosses in the plane, found there by geometry, are its joints."""
    plane = random_network((2, 7, 6, 1), seed)
    a, b = np.array([-0.9, -0.7]), np.array([0.8, 0.95])
    line = replace(plane.with_slice(Slice.through(tuple(a.tolist()), tuple(b.tolist()))), window=((0.0, 1.0),))
    partition = measure(plane).partition
    ends = partition.vertices[partition.edges[partition.edge_layer >= 0]] - a
    along, across = b - a, np.array([a[1] - b[1], b[0] - a[0]])
    side = ends @ across
    crossed = side[:, 0] * side[:, 1] < 0
    share = (side[:, 0] / (side[:, 0] - side[:, 1]))[crossed, None]
    places = ((1 - share) * ends[crossed, 0] + share * ends[crossed, 1]) @ along / (along @ along)
    places = np.sort(places[(places > 0.0) & (places < 1.0)])
    segments = measure(line).segments
    assert segments.activation_regions == len(places) + 1
    assert segments.joints[1:-1] == pytest.approx(places, abs=1e-9)


def test_the_axis_of_the_plane_is_the_network_itself():
    plane = random_network((2, 6, 5, 1), 2)
    alike = plane.with_slice(Slice((0.0, 0.0), ((1.0, 0.0), (0.0, 1.0))))
    assert alike.window == plane.window
    assert measure(alike).partition.vertices.tolist() == measure(plane).partition.vertices.tolist()


def test_points_are_where_they_are_said_to_be():
    points = ((1.0, 2.0, 3.0, 4.0), (2.0, 2.0, 5.0, 4.0), (1.0, -2.0, 3.0, 4.5))
    plane = Slice.through(*points)
    assert [tuple(plane.at(*t)) for t in ((0, 0), (1, 0), (0, 1))] == list(points)
    assert plane.points == points
    assert Slice.through(*points[:2]).dimensions == 1


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (((0, 0, 0),), "1 points, expected 2 for a line or 3 for a plane"),
        (((0, 0),) * 4, "4 points"),
        (((0, 0), (1, 1), (2, 2)), "on one line"),
        (((1, 1), (1, 1)), "coincide"),
        (((0, 0), (1, 1, 1)), "different numbers of coordinates"),
        (((0, 0), (float("inf"), 1)), "finite"),
        (((0, 0), (float("nan"), 1)), "finite"),
        (((1e308, 0), (-1e308, 1)), "finite"),
    ],
)
def test_points_that_make_no_slice_are_refused(points, words):
    with pytest.raises(BadInput, match=words):
        Slice.through(*points)


def test_small_and_steep_directions_are_no_line():
    assert Slice((0.0,) * 3, ((1e-200, 0.0, 0.0), (0.0, 1e200, 0.0))).dimensions == 2
    with pytest.raises(BadInput, match="coincide or lie on one line"):
        Slice((0.0,) * 3, ((1e-200, 0.0, 0.0), (1e200, 0.0, 0.0)))
    with pytest.raises(BadInput, match="0 directions"):
        Slice((0.0,) * 3, ())
    with pytest.raises(BadInput, match="a vector has 2 numbers, expected 3"):
        Slice((0.0,) * 3, ((1.0, 0.0),))


def test_random_directions_are_of_unit_length_and_repeatable():
    one, other = Slice.usual(784, 3), Slice.usual(784, 3)
    assert one == other != Slice.usual(784, 4)
    assert np.linalg.norm(one.directions, axis=1) == pytest.approx([1.0, 1.0])


def test_the_content_keeps_a_slice_only_where_it_fits():
    content = random_network((3, 4, 1), 1).with_slice(PLANE)
    assert content.window == ((-1.0, 1.0),) * 2
    assert content.drawn_inputs == 2
    with pytest.raises(BadInput, match="its points have 3 coordinates, expected 2"):
        replace(random_network((2, 4, 1), 1), slice=PLANE)
    wider = content.chain.parts[0].network.with_inputs(4, 0)
    assert content.with_chain(Chain.of(wider)).slice is None
    assert content.with_chain(Chain.of(wider)).drawn_inputs == 4
    looked = replace(content, window=((0.0, 2.0), (0.0, 3.0)))
    assert looked.with_slice(Slice.usual(3, 1)).window == looked.window
    assert looked.with_slice(LINE).window == ((-1.0, 1.0),)


def test_sentences_name_layers_as_the_document_numbers_them():
    content = cut(PLANE, sizes=(3, 40, 40, 1))
    assert "after layer 2;" in str(measure(content, budget=900).reason)
    assert measure(content, budget=900).is_over_budget
    assert not measure(content).is_over_budget
    network = content.chain.parts[0].network
    huge = content.with_network(0, network.with_weight(1, 0, 0, 1e308).with_weight(0, 0, 0, 1e10))
    assert "hidden layer 2 overflows" in str(measure(huge).reason)
    steep = Slice((0.0,) * 3, ((1e200, 0.0, 0.0), (0.0, 1.0, 0.0)))
    far = replace(content.with_slice(steep), window=((0.0, 1e200), (0.0, 1.0)))
    assert str(measure(far).reason).startswith("the slice overflows")


def test_the_record_tells_the_slice():
    content = cut(LINE)
    told = record(measure(content))
    assert told["slice"] == {"origin": LINE.origin, "directions": LINE.directions}
    assert (told["inputs"], told["depth"], told["widths"]) == (3, 2, [6, 5])
    assert told["line_linear_regions"] >= told["linear_regions"]


def test_a_chain_has_no_parts_and_no_product_of_slopes_on_a_slice():
    folds = fold(3).chain.parts[0].network
    first = random_network((3, 4, 1), 1).chain.parts[0].network
    content = Content(Chain((Part(first, 1), Part(folds, 3)))).with_slice(LINE)
    measured = measure(content)
    assert measured.parts == ()
    assert slope_factors(measured, 0) == ()
    assert measured.linear_regions == exact_segments(content.pictured, content.window[0]).linear_regions


def test_a_smooth_network_is_sampled_on_its_slice():
    content = cut(LINE, activation=Activation("tanh"))
    xs, ys = measure(content).curve
    x = np.array(LINE.origin) + xs[:, None] * np.array(LINE.directions)
    assert ys == pytest.approx(content.chain.merged(x))
