"""Polylines cut to a view and reduced to minimum and maximum per column, against exact fractions and closed forms."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuralfold.model.examples import fold, random_network
from neuralfold.model.segments import solve_segments
from neuralfold.plots.line_shapes import MARGIN, View, band, between, count_between, extremes, strokes


def sawtooth(teeth):
    x = np.arange(2 * teeth + 1) / (2 * teeth)
    return x, np.arange(2 * teeth + 1) % 2 * 1.0


def value_at(x, y, at):
    """The polyline at one place, in fractions."""
    x, y, at = [Fraction(v) for v in x], [Fraction(v) for v in y], Fraction(at)
    i = max(k for k in range(len(x) - 1) if x[k] <= at)
    return y[i] + (at - x[i]) * (y[i + 1] - y[i]) / (x[i + 1] - x[i])


def test_between_cuts_with_interpolated_ends_and_keeps_the_joints():
    x, y = np.array([0.0, 1.0, 2.0, 3.0]), np.array([0.0, 3.0, 0.0, 3.0])
    cut = between(x, y, 0.5, 2.5)
    assert cut[0].tolist() == [0.5, 1.0, 2.0, 2.5]
    assert cut[1].tolist() == [1.5, 3.0, 0.0, 1.5]
    assert between(x, y, -5.0, 9.0)[0].tolist() == x.tolist()
    assert between(x, y, 4.0, 5.0)[0].size == 0
    assert between(x, y, 1.2, 1.4)[0].tolist() == [1.2, 1.4]
    assert count_between(x, 0.0, 3.0) == 2


def test_strokes_map_to_pixels():
    view = View(0.0, 3.0, 0.0, 3.0, 300.0, 150.0)
    ends = strokes(np.array([0.0, 1.0, 2.0, 3.0]), np.array([0.0, 3.0, 0.0, 3.0]), view)
    assert ends.tolist() == [[[0, 150], [100, 0]], [[100, 0], [200, 150]], [[200, 150], [300, 0]]]


def test_strokes_are_cut_close_to_the_box_however_far_the_curve_goes():
    view = View(0.0, 1.0, 0.0, 1.0, 100.0, 100.0)
    x = np.array([-1e6, 0.25, 0.75, 1e6])
    ends = strokes(x, np.array([-1e300, 1e300, -1e300, 1e300]), view)
    assert ends.ravel() == pytest.approx([50.0, -MARGIN, 50.0, 100 + MARGIN])
    assert strokes(np.array([0.0, 1.0]), np.array([5.0, 6.0]), view).size == 0
    assert strokes(np.array([2.0, 3.0]), np.array([0.5, 0.5]), view).size == 0
    assert strokes(np.array([0.0, 1.0]), np.array([0.5, 0.5]), view)[:, :, 1].tolist() == [[50.0, 50.0]]


@given(st.lists(st.integers(-40, 40), min_size=3, max_size=12), st.floats(0.05, 0.4), st.floats(-30, 10))
def test_cut_strokes_lie_on_the_polyline(heights, left, bottom):
    x, y = np.linspace(0.0, 1.0, len(heights)), np.array(heights, dtype=float)
    view = View(left, left + 0.5, bottom, bottom + 20.0, 500.0, 400.0)
    for (x_from, y_from), (x_to, y_to) in strokes(x, y, view).tolist():
        for across, down in ((x_from, y_from), (x_to, y_to)):
            at = min(max(view.x0 + across / 500.0 * 0.5, 0.0), 1.0)
            truth = float(np.interp(at, x, y))
            assert (view.y1 - truth) / 20.0 * 400.0 == pytest.approx(down, abs=1e-6)


@given(
    st.lists(st.integers(-9, 9), min_size=2, max_size=20),
    st.lists(st.integers(0, 64), min_size=2, max_size=8, unique=True),
)
def test_extremes_are_exact(heights, places):
    x = np.arange(len(heights)) / (len(heights) - 1)
    y = np.array(heights, dtype=float)
    edges = np.sort(np.array(places)) / 64
    found = extremes(x, y, edges)
    for (low, high), (least, most) in zip(pairwise(edges), found.tolist(), strict=True):
        values = (
            [value_at(x, y, low), value_at(x, y, high)] if high < 1 else [value_at(x, y, low), Fraction(heights[-1])]
        )
        values += [Fraction(v) for at, v in zip(x, heights, strict=True) if low < at < high]
        assert least == pytest.approx(float(min(values)), abs=1e-12)
        assert most == pytest.approx(float(max(values)), abs=1e-12)


@pytest.mark.parametrize("columns", [1, 7, 800, 801])
@pytest.mark.parametrize("content", [fold(7), random_network((1, 16, 16, 2), 4)], ids=["fold", "random"])
def test_band_over_the_whole_window_is_the_envelope_of_the_engine(content, columns):
    ((low, high),) = content.window
    segments = solve_segments(content.chain.merged, (low, high))
    for output in range(segments.values.shape[1]):
        y = segments.values[:, output]
        view = View(low, high, float(y.min()), float(y.max()), float(columns), 1000.0)
        left, top, width, height = band(segments.joints, y, view, columns).T
        assert left == pytest.approx(np.arange(columns), abs=1e-9)
        assert width == pytest.approx(np.ones(columns), abs=1e-9)
        truth = segments.envelope(columns, output)
        assert top == pytest.approx(view.down(truth[:, 1]), abs=1e-6)
        assert top + height == pytest.approx(view.down(truth[:, 0]), abs=1e-6)


def test_a_fold_of_nineteen_thousand_segments_fills_every_column():
    x, y = sawtooth(3**9)
    columns = band(x, y, View(0.0, 1.0, 0.0, 1.0, 800.0, 400.0), 800)
    assert len(columns) == 800
    assert (columns[:, 1] == 0.0).all()
    assert (columns[:, 3] == 400.0).all()


def test_a_band_begins_and_ends_in_the_midst_of_a_column():
    x, y = sawtooth(50)
    columns = band(x, y, View(-1.0, 3.0, 0.0, 1.0, 402.0, 100.0), 402)
    assert columns[0, 0] == pytest.approx(100.5)
    assert columns[0, 2] == pytest.approx(0.5)
    assert columns[-1, 0] + columns[-1, 2] == pytest.approx(201.0)
    assert band(x, y, View(2.0, 3.0, 0.0, 1.0, 100.0, 100.0), 100).size == 0
