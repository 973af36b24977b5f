"""What the line view paints is what is true: colours of pixels against the article's closed forms."""

import numpy as np
import pytest
from line_pixels import f, g, is_near, pixel, shown
from PySide6.QtGui import QColor

from neuralfold.model.activations import RELU, Activation
from neuralfold.model.chain import Chain
from neuralfold.model.content import Content
from neuralfold.model.examples import figure_7_1, fold, random_network
from neuralfold.model.measurement import measure
from neuralfold.model.network import Network
from neuralfold.plots import palette
from neuralfold.plots.line_ink import BAND_STRENGTH, STRIP
from neuralfold.plots.palette import DARK, LIGHT
from neuralfold.plots.region_colours import mixed


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
def test_the_painted_curves_are_the_articles_in_the_colours_of_the_thirds(line_view, look):
    palette.use(look)
    try:
        line_view.apply_palette()
        first, second, whole = shown(line_view, figure_7_1())
        line_view.probe = 3.0
        image = line_view.grab().toImage()
        for x in (0.15, 0.45, 0.9, 1.2, 1.6, 2.2, 2.8):
            third = look.series_colour(int(x))
            assert is_near(pixel(image, first, x, float(f(x))), third)
            assert is_near(pixel(image, whole, x, float(g(f(x)))), third)
        for y in (0.2, 0.6, 1.4, 2.5):
            assert is_near(pixel(image, second, y, float(g(y))), QColor(look.ink))
    finally:
        palette.use(LIGHT)


def test_bands_return_in_the_composition_behind_the_curve_and_along_the_axis(line_view):
    first, second, whole = shown(line_view, figure_7_1())
    line_view.probe = 0.0
    image = line_view.grab().toImage()
    for panel in (first, whole):
        box = panel.box.mapRectToScene(panel.box.rect())
        for third, x in enumerate((0.6, 1.6, 2.6)):
            full = LIGHT.series_colour(third)
            across = int(panel.box.mapToScene(panel.box.place_of(x, 0.0)).x())
            assert image.pixelColor(across, int(box.bottom() - STRIP / 2)) == full
            tint = image.pixelColor(across, int(box.top()) + 3)
            assert is_near(tint, mixed(QColor(LIGHT.background), full, 0.13), 1)
    box = second.box.mapRectToScene(second.box.rect())
    assert image.pixelColor(int(box.left()) + 30, int(box.bottom()) - 3) == QColor(LIGHT.background)


def test_a_fold_of_19683_segments_touches_bottom_and_top_in_every_pixel_column(line_view):
    line_view.resize(800, 640)
    part, whole = shown(line_view, fold(9))
    line_view.probe = 0.0
    image = line_view.grab().toImage()
    top, bottom = (whole.box.mapToScene(whole.box.place_of(0.0, y)).y() for y in (3.0, 0.0))
    left, right = (whole.box.mapToScene(whole.box.place_of(x, 0.0)).x() for x in (0.0, 3.0))
    thirds = [mixed(QColor(LIGHT.background), LIGHT.series_colour(i), BAND_STRENGTH).name() for i in range(3)]
    checked = 0
    for column in range(int(np.ceil(left)) + 9, int(right)):
        x = 3 * (column + 0.5 - left) / (right - left)
        if min(abs(x - border) for border in (1, 2)) > 0.01:
            assert image.pixelColor(column, int(np.ceil(top))).name() == thirds[int(x)], column
            assert image.pixelColor(column, int(np.floor(bottom)) - 1).name() == thirds[int(x)], column
            assert image.pixelColor(column, int(np.floor(top)) - 3).name() not in thirds
            checked += 1
    assert checked > 600
    assert whole.is_band
    assert whole.note == "min–max band: segments are finer than pixels"
    assert not part.is_band
    assert part.note == ""


def test_zooming_into_a_band_shows_its_segments(line_view):
    _, whole = shown(line_view, fold(9))
    whole.box.setXRange(1.0, 1.0 + 60 / 3**9, padding=0.0)
    assert not whole.is_band
    assert whole.note == ""
    slope = 3.0**9
    image = line_view.grab().toImage()
    low, high = 1.0 + 1.0 / 3**9, 1.0 + 2.0 / 3**9
    line_view.probe = 3.0
    for x in np.linspace(low, high, 7)[1:-1]:
        y = abs((slope * x + 3.0) % 6.0 - 3.0)
        assert pixel(image, whole, float(x), y) != pixel(image, whole, float(x), (y + 1.5) % 3.0)


@pytest.mark.parametrize("x", [0.2, 1.5, 2.345])
def test_the_painted_dots_are_where_the_truth_is(line_view, x):
    panels = shown(line_view, figure_7_1())
    line_view.probe = x
    image = line_view.grab().toImage()
    colour = QColor(LIGHT.probe)
    truth = [(x, f(x)), (f(x), g(f(x))), (x, g(f(x)))]
    for panel, (given, made) in zip(panels, truth, strict=True):
        centre = panel.box.mapToScene(panel.box.place_of(float(given), float(made)))
        # Right of the line, and clear of the dotted line at the left, only the dot has the colour of the probe.
        column = int(centre.x()) + 4
        rows = [
            row for row in range(int(centre.y()) - 20, int(centre.y()) + 20)
            if is_near(image.pixelColor(column, row), colour, 40)
        ]  # fmt: skip
        assert 5 <= len(rows) <= 13
        assert np.mean(rows) + 0.5 == pytest.approx(centre.y(), abs=1.0)
        assert rows == list(range(rows[0], rows[-1] + 1))


def test_the_readout_says_what_is_true(line_view):
    shown(line_view, figure_7_1())
    line_view.probe = 1.5
    assert [panel.readout for panel in line_view.panels] == [
        "x = 1.5   y = 1.5",
        "y = 1.5   y′ = 1",
        "x = 1.5   y′ = 1",
    ]


def test_a_sampled_curve_says_so(line_view):
    (panel,) = shown(line_view, random_network((1, 5, 1), 2, Activation("tanh")))
    assert panel.note == "sampled at 2,001 points"


def test_values_of_any_size_are_painted(line_view):
    for scale in (1e-300, 1e-5, 1e150, 1e300):
        network = Network.of([[[1.0], [1.0]], [[scale, -2 * scale]]], [[0, -1], [0]], RELU)
        (panel,) = shown(line_view, Content(Chain.of(network), ((0.0, 3.0),)))
        line_view.fit()
        line_view.probe = 0.25
        image = line_view.grab().toImage()
        assert is_near(pixel(image, panel, 0.5, 0.5 * scale), LIGHT.series_colour(0)), scale
        dot = panel.box.mapToScene(panel.box.place_of(0.25, 0.25 * scale))
        assert is_near(image.pixelColor(int(dot.x()), int(dot.y())), QColor(LIGHT.probe))


def test_a_constant_function_is_painted_in_the_middle(line_view):
    network = Network.of([[[0.0]], [[0.0]]], [[0.0], [7.0]], RELU)
    (panel,) = shown(line_view, Content(Chain.of(network), ((0.0, 1.0),)))
    low, high = panel.box.viewRange()[1]
    assert low < 7.0 < high


def test_preactivations_are_painted_where_they_are(line_view):
    shown(line_view, random_network((1, 3, 1), 4))
    line_view.set_layer(0)
    panel = line_view.panels[-1]
    line_view.probe = 3.0
    image = line_view.grab().toImage()
    ((low, high),) = measure(random_network((1, 3, 1), 4)).content.window
    for x in np.linspace(low, high, 9)[1:-1]:
        z = panel.picture.network.trace([[x]])[0].preactivation[0]
        apart = [i for i in range(3) if min(abs(z[i] - z[j]) for j in range(3) if j != i) > 0.4 and abs(z[i]) > 0.4]
        for i in apart:
            at, beside = pixel(image, panel, x, z[i]), pixel(image, panel, x, z[i] + 0.25)
            assert at != beside


def test_an_interval_is_shown_as_chosen(line_view):
    _, _, whole = shown(line_view, figure_7_1())
    line_view.probe = 0.0
    before = line_view.grab().toImage()
    line_view.highlight((1.0, 4 / 3))
    after = line_view.grab().toImage()
    assert pixel(after, whole, 1.2, 1.5) != pixel(before, whole, 1.2, 1.5)
    assert pixel(after, whole, 1.45, 1.5) == pixel(before, whole, 1.45, 1.5)
    line_view.highlight(None)
    assert line_view.grab().toImage() == before
