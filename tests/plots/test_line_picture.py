"""What the panels of the line view show: names, formulas, curves and bands, against the article's closed forms."""

import numpy as np
import pytest

from neuralfold.model.activations import RELU, Activation
from neuralfold.model.chain import Chain, Part
from neuralfold.model.content import Content
from neuralfold.model.examples import figure_7_1, fold, fold_network, random_network, three_lines
from neuralfold.model.measurement import measure
from neuralfold.model.network import Network
from neuralfold.model.slice import Slice
from neuralfold.plots.line_picture import LAYER, MOST_CURVES, PART, WHOLE, pictures_of

F, G = fold_network(), figure_7_1().chain.parts[1].network


def shown(content, layer=None):
    return pictures_of(measure(content), layer)


def chain_of(*parts):
    return Content(Chain(tuple(Part(network, repeat) for network, repeat in parts)), ((0.0, 3.0),))


def titles(content):
    return [picture.title for picture in shown(content)]


def f(x):
    """Article, eq. 7.1 and Fig. 7.1a."""
    return np.where(x <= 1, 3 * x, np.where(x <= 2, 6 - 3 * x, 3 * x - 6))


def g(y):
    """Article, Fig. 7.1b."""
    return np.where(y <= 1, y + 0.5, np.where(y <= 2, 2.5 - y, 0.5 * y - 0.5))


def test_figure_7_1_has_three_panels_with_their_names():
    panels = shown(figure_7_1())
    assert [panel.title for panel in panels] == ["y = f(x)", "y′ = g(y)", "y′ = g(f(x))"]
    assert [panel.kind for panel in panels] == [PART, PART, WHOLE]
    assert [(panel.input_name, panel.output_name) for panel in panels] == [("x", "y"), ("y", "y′"), ("x", "y′")]
    assert [panel.interval for panel in panels] == [(0.0, 3.0)] * 3
    assert [panel.takes_x for panel in panels] == [True, False, True]


def test_figure_7_1_curves_are_the_articles():
    first, second, whole = shown(figure_7_1())
    places = np.linspace(0, 3, 301)
    for panel, truth in ((first, f(places)), (second, g(places)), (whole, g(f(places)))):
        (curve,) = panel.curves
        assert np.interp(places, curve.x, curve.y) == pytest.approx(truth, abs=1e-12)
    assert whole.curves[0].joints == pytest.approx(np.arange(1, 9) / 3)


def test_bands_of_f_return_in_the_composition_and_not_in_g():
    first, second, whole = shown(figure_7_1())
    assert first.borders.tolist() == whole.borders.tolist() == [0, 1, 2, 3]
    assert second.borders is None
    assert (first.is_banded, second.is_banded, whole.is_banded) == (True, False, True)


def test_the_probe_goes_through_all_panels():
    first, second, whole = shown(figure_7_1())
    for x in np.linspace(0, 3, 31):
        assert first.probe(x) == (pytest.approx(x), pytest.approx([float(f(x))]))
        assert second.probe(x) == (pytest.approx(float(f(x))), pytest.approx([float(g(f(x)))]))
        assert whole.probe(x) == (pytest.approx(x), pytest.approx([float(g(f(x)))]))


def test_a_repeated_network_has_a_panel_once_and_a_trail_of_its_applications():
    part, whole = shown(fold(4))
    assert (part.title, part.output_name) == ("f(x)", "f")
    assert whole.title == "y = f⁴(x)"
    assert (part.repeat, whole.repeat) == (4, 4)
    value, points = 0.4, []
    for _ in range(4):
        points.append((value, float(f(value))))
        value = points[-1][1]
    assert part.trail(0.4) == pytest.approx(np.array(points[1:]), abs=1e-12)
    assert whole.probe(0.4)[1] == pytest.approx([value], abs=1e-12)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (fold(1), ["y = f(x)"]),
        (fold(3), ["f(x)", "y = f(f(f(x)))"]),
        (fold(10), ["f(x)", "y = f¹⁰(x)"]),
        (chain_of((F, 3), (G, 1)), ["f(x)", "y′ = g(y)", "y′ = g(f(f(f(x))))"]),
        (chain_of((F, 1), (G, 2)), ["y = f(x)", "g(y)", "y′ = g(g(f(x)))"]),
        (
            chain_of(*[(F, 1)] * 5),
            ["y = f(x)", "y′ = g(y)", "y″ = h(y′)", "y‴ = p(y″)", "y⁽⁴⁾ = q(y‴)", "y⁽⁴⁾ = q(p(h(g(f(x)))))"],
        ),
    ],
    ids=["plain", "written out", "power", "then", "last repeated", "five"],
)
def test_formulas(content, expected):
    assert titles(content) == expected


def test_a_plain_network_has_one_panel_in_a_colour_of_its_own():
    (panel,) = shown(random_network((1, 6, 1), 1))
    assert panel.borders is None
    assert [curve.colour for curve in panel.curves] == [0]


def test_several_outputs_are_named_and_keep_the_bands_behind_them():
    two = Network.of([[[1], [1]], [[1, 1], [2, -1]]], [[0, -1], [0, 0]], RELU)
    part, last, whole = shown(chain_of((F, 1), (two, 1)))
    assert [curve.name for curve in last.curves] == [curve.name for curve in whole.curves] == ["y′₁", "y′₂"]
    assert [curve.colour for curve in whole.curves] == [0, 1]
    assert whole.borders.tolist() == part.borders.tolist()
    assert not whole.is_banded
    assert [len(panel.probe(0.3)[1]) for panel in (part, last, whole)] == [1, 2, 2]


def test_a_chain_with_a_wide_seam_has_only_the_composition():
    one = Network.of([[[1], [1]], [[1, 0], [0, 1]]], [[0, -1], [0, 0]], RELU)
    other = Network.of([[[1, 1]], [[1]]], [[0], [0]], RELU)
    assert titles(chain_of((one, 1), (other, 1))) == ["y′ = g(f(x))"]


def test_preactivations_are_those_of_the_network():
    content = figure_7_1()
    merged = content.chain.merged
    places = np.linspace(0, 3, 200)
    for k in range(len(merged.layers)):
        panel = shown(content, k)[-1]
        assert (panel.kind, panel.layer) == (LAYER, k)
        truth = merged.trace(places[:, None])[k].preactivation
        drawn = np.stack([np.interp(places, curve.x, curve.y) for curve in panel.curves], axis=1)
        assert drawn == pytest.approx(truth, abs=1e-12)
        assert panel.probe(0.7)[1] == pytest.approx(merged.trace([[0.7]])[k].preactivation[0])


def test_a_layer_that_does_not_exist_is_not_shown():
    assert [panel.kind for panel in shown(fold(1), 7)] == [WHOLE]


def test_too_many_units_are_left_out_and_counted():
    panel = shown(random_network((1, 300, 1), 1), 0)[-1]
    assert (len(panel.curves), panel.left_out) == (MOST_CURVES, 300 - MOST_CURVES)
    panel = shown(random_network((1, MOST_CURVES + 5), 1))[0]
    assert (len(panel.curves), panel.left_out) == (MOST_CURVES, 5)
    assert len(panel.probe(0.0)[1]) == MOST_CURVES


def test_preactivations_at_too_many_places_are_not_drawn_at_all():
    panel = shown(random_network((1, 2000, 2000, 1), 1, window=((-1.0, 1.0),)), 1)[-1]
    assert (len(panel.curves), panel.left_out) == (0, 2000)


def test_a_smooth_network_is_sampled_and_says_so():
    content = random_network((1, 5, 1), 2, Activation("tanh"))
    whole, layer = shown(content, 0)
    assert whole.sampled == layer.sampled == 2001
    assert len(whole.curves[0].joints) == 0
    assert whole.probe(0.25)[1] == pytest.approx(content.chain.merged([[0.25]])[0])


def test_nothing_to_draw_is_no_panel():
    assert pictures_of(measure(three_lines())) == ()
    assert pictures_of(measure(fold(3), budget=2)) == ()


def test_a_slice_through_many_inputs_is_drawn_over_t_and_counts_its_layers_as_the_network_does():
    content = random_network((3, 4, 4, 1), 2).with_slice(Slice((0.0, 0.5, 0.0), ((1.0, 0.0, -1.0),)))
    whole, layer = shown(content, 1)
    assert (whole.input_name, whole.title) == ("t", "y = f(x(t))")
    merged = content.chain.merged
    for t in (-0.7, 0.0, 0.4):
        x = [[t, 0.5, -t]]
        assert whole.probe(t)[1] == pytest.approx(merged(x)[0])
        assert layer.probe(t)[1] == pytest.approx(merged.trace(x)[1].preactivation[0])
    assert layer.number == 2
    assert shown(content, 2)[-1].number == 0
