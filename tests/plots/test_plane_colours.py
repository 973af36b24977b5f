"""The plane: colours of regions, edges and boundary, compared with what the network says at that pixel."""

import itertools

import numpy as np
import pytest
from plane_sight import (
    away_from_edges,
    colours_at,
    distance,
    image_of,
    limits_of,
    nearest,
    network_of,
    place,
    plain,
    shown_plane,
    signs_of,
    zeros_of,
)

from neuralfold.model.activations import RELU
from neuralfold.model.chain import Chain
from neuralfold.model.content import Content
from neuralfold.model.examples import four_lines, random_network, three_lines
from neuralfold.model.measurement import measure
from neuralfold.model.network import Network
from neuralfold.plots import palette


@pytest.fixture
def view(qtbot):
    """A plane on the screen."""
    return shown_plane(qtbot)


class TestColours:
    def test_seven_regions_have_seven_colours_at_their_centroids(self, view):
        content = three_lines()
        measured = measure(content)
        plain(view)
        view.show(measured)
        partition = measured.partition
        corners = np.split(partition.vertices[partition.face_vertices], partition.face_starts[1:-1])
        centroids = np.array([polygon.mean(axis=0) for polygon in corners])
        seen = colours_at(view, centroids)
        expected = {palette.current().pattern_colour(n).name() for n in range(palette.PATTERN_COLOURS)}
        assert len(seen) == len(set(seen)) == 7
        assert set(seen) <= expected

    @pytest.mark.parametrize("colouring", ["pattern", "active"])
    def test_equal_patterns_have_equal_colours_and_neighbours_differ(self, view, colouring):
        content = random_network((2, 12, 12, 1), 3)
        network = network_of(content)
        plain(view)
        view.set_colouring(colouring)
        view.show(measure(content))
        points = away_from_edges(network, 300)
        patterns, seen = signs_of(network, points), colours_at(view, points)
        if colouring == "active":
            patterns = [(sum(pattern),) for pattern in patterns]
        colour_of = dict(zip(patterns, seen, strict=True))
        assert [colour_of[pattern] for pattern in patterns] == seen
        close = [
            (a, b)
            for a, b in itertools.combinations(colour_of, 2)
            if sum(p != q for p, q in zip(a, b, strict=True)) == 1
        ]
        assert close
        assert all(distance(colour_of[a], colour_of[b]) > 5 for a, b in close)

    def test_a_region_keeps_its_colour_while_weights_move(self, view):
        content = random_network((2, 6, 5, 1), 5)
        plain(view)
        colour_of: dict[tuple[bool, ...], str] = {}
        for step in range(12):
            network = network_of(content).with_weight(0, 2, 0, -0.8 + 0.15 * step).with_bias(1, 1, 0.05 * step)
            view.show(measure(content.with_network(0, network)))
            points = away_from_edges(network, 60, seed=step)
            for pattern, colour in zip(signs_of(network, points), colours_at(view, points), strict=True):
                assert colour_of.setdefault(pattern, colour) == colour
        assert len(colour_of) > 15

    def test_values_are_banded_exactly(self, view):
        content = random_network((2, 10, 10, 1), 2)
        network = network_of(content)
        plain(view)
        view.set_colouring("value")
        view.show(measure(content))
        bar = view.legend[0].bar
        limits = limits_of(view)
        points = away_from_edges(network, 400)
        values = network(points)[:, 0]
        step = limits[1] - limits[0]
        clear = np.abs((values - limits[0]) / step - np.round((values - limits[0]) / step)) > 0.1
        seen = colours_at(view, points[clear])
        expected = [bar.colours[k].name() for k in np.searchsorted(limits, values[clear], side="right") - 1]
        assert clear.sum() > 200
        assert seen == expected
        assert 0.0 in limits

    def test_the_legend_of_active_units_is_true(self, view):
        content = four_lines()
        network = network_of(content)
        plain(view)
        view.set_colouring("active")
        view.show(measure(content))
        bar = view.legend[0].bar
        points = away_from_edges(network, 200)
        counts = [sum(pattern) for pattern in signs_of(network, points)]
        colour_of = dict(zip(bar.labels, (colour.name() for colour in bar.colours), strict=True))
        assert colours_at(view, points) == [colour_of[str(count)] for count in counts]

    def test_an_unknown_colouring_is_refused(self, view):
        with pytest.raises(ValueError, match="rainbow"):
            view.set_colouring("rainbow")

    def test_the_output_is_chosen(self, view):
        network = Network.of([[[1, 0], [0, 1]], [[1, 0], [0, 1]]], [[2, 2], [-2, -2]], RELU)
        plain(view)
        view.set_colouring("value")
        view.show(measure(Content(Chain.of(network))))
        points = np.array([[-0.5, 0.55], [0.55, -0.5]])
        first = colours_at(view, points)
        view.set_output(1)
        assert colours_at(view, points) == first[::-1]
        assert first[0] != first[1]

    def test_dark_and_light_are_repainted(self, view):
        view.show(measure(three_lines()))
        before = image_of(view)
        palette.use(palette.DARK)
        view.apply_palette()
        after = image_of(view)
        palette.use(palette.LIGHT)
        assert after.pixelColor(2, 2).name() == palette.DARK.background
        assert before.pixelColor(2, 2).name() == palette.LIGHT.background


class TestLines:
    def test_the_boundary_passes_where_the_output_is_zero(self, view):
        content = random_network((2, 8, 8, 1), 4)
        network = network_of(content)
        view.set_show_edges(False)
        view.show(measure(content))
        zeros = zeros_of(lambda x: float(network(x[None])[0, 0]), 40, seed=1)
        ink = palette.current().ink
        assert all(gap < 30 for gap in nearest(view, zeros, ink))
        elsewhere = away_from_edges(network, 200)
        elsewhere = elsewhere[np.abs(network(elsewhere)[:, 0]) > 0.2]
        assert all(distance(colour, ink) > 100 for colour in colours_at(view, elsewhere))

    def test_edges_have_the_colour_of_their_layer(self, view):
        content = random_network((2, 5, 4, 1), 6)
        network = network_of(content)
        view.set_show_boundary(False)
        view.show(measure(content))
        checked = 0
        for k in (0, 1):
            for unit in range(network.widths[k]):
                other = [(m, u) for m in (0, 1) for u in range(network.widths[m]) if (m, u) != (k, unit)]
                zeros = zeros_of(
                    lambda x, k=k, u=unit: float(network.trace(x[None])[k].preactivation[0, u]), 30, seed=unit
                )
                if not len(zeros):
                    continue
                steps = network.trace(zeros)
                near = np.min([np.abs(steps[m].preactivation[:, u]) for m, u in other], axis=0)
                clear = zeros[near > 0.08]
                series = [palette.current().series_colour(m).name() for m in (0, 1)]
                assert all(gap < 40 for gap in nearest(view, clear, series[k]))
                assert all(gap > 45 for gap in nearest(view, clear, series[1 - k]))
                checked += len(clear)
        assert checked > 40
        assert [swatch.colours[0].name() for swatch in view.legend[1].swatches] == series

    def test_a_highlighted_region_is_outlined(self, view):
        measured = measure(three_lines())
        view.show(measured)
        plain(view)
        before = image_of(view)
        face = measured.partition.locate(0.5, 0.5)
        view.highlight(face)
        after = image_of(view)
        assert before.pixelColor(place(view, -0.5, 0.5)) != after.pixelColor(place(view, -0.5, 0.5))
        assert before.pixelColor(place(view, 0.5, 0.5)) == after.pixelColor(place(view, 0.5, 0.5))
        view.highlight(None)
        assert image_of(view) == before
        view.highlight(10_000)
        assert image_of(view) == before
