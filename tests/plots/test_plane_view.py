"""The plane as a person uses it: hover, click, drag, wheel, fit, and what is said in words."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hands import move, press, release, turn_wheel
from plane_sight import (
    colours_at,
    distance,
    image_of,
    network_of,
    place,
    plain,
    shown_plane,
)
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, QTranslator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from neuralfold.model.activations import RELU
from neuralfold.model.chain import Chain
from neuralfold.model.content import Content
from neuralfold.model.examples import random_network, three_lines
from neuralfold.model.measurement import Measurement, measure
from neuralfold.model.network import Network
from neuralfold.plots import palette


@pytest.fixture
def view(qtbot):
    """A plane on the screen."""
    return shown_plane(qtbot)


class TestView:
    @pytest.mark.parametrize("window", [((-1, 1), (-1, 1)), ((1e6, 1e6 + 1e-7), (-3, 5)), ((-1e150, 1e150), (0, 1))])
    def test_five_hundred_wheel_steps_out_and_in_stay_finite(self, view, window):
        view.show(measure(replace(three_lines(), window=window)))
        for clicks in (-1, 1):
            for step in range(500):
                turn_wheel(view.plot.viewport(), QPoint(300, 200), 120 * clicks)
                if step % 50 == 0:
                    image_of(view)
            for (low, high), (x0, x1) in zip(view.current_view_as_window(), window, strict=True):
                assert math.isfinite(low)
                assert low < high
                assert (x1 - x0) * 1e-10 < high - low < (x1 - x0) * 1e5

    def test_a_shrunken_view_looks_like_one_that_was_always_small(self, qtbot):
        def box(size: tuple[int, int], *before: tuple[int, int]) -> list[int]:
            plane = shown_plane(qtbot)
            plane.show(measure(three_lines()))
            for width, height in (*before, size):
                plane.resize(width, height)
                QApplication.processEvents()
                QApplication.processEvents()
            rect = plane.plot.getPlotItem().getViewBox().sceneBoundingRect()
            return [round(value) for value in (rect.x(), rect.y(), rect.width(), rect.height())]

        assert box((600, 700), (1900, 700)) == box((600, 700))
        assert box((500, 400), (1900, 1000), (700, 900)) == box((500, 400))

    def test_hover_says_where_the_mouse_is(self, view, qtbot):
        view.show(measure(three_lines()))
        for x, y in ((0.0, 0.0), (-0.73, 0.41), (0.9, -0.95)):
            pixel = place(view, x, y)
            with qtbot.waitSignal(view.hovered) as caught:
                QTest.mouseMove(view.plot.viewport(), QPoint(5, 5))
                QTest.mouseMove(view.plot.viewport(), pixel)
            assert caught.args == pytest.approx([x, y], abs=0.004)

    def test_hover_is_exact_in_a_narrow_window_far_away(self, view, qtbot):
        window = ((1e6, 1e6 + 1e-7), (-1.0, 1.0))
        view.show(measure(replace(three_lines(), window=window)))
        box = view.plot.getPlotItem().getViewBox()
        centre = view.plot.mapFromScene(box.mapToScene(box.rect().center()))
        with qtbot.waitSignal(view.hovered) as caught:
            QTest.mouseMove(view.plot.viewport(), QPoint(5, 5))
            QTest.mouseMove(view.plot.viewport(), centre)
        (low, high), _ = view.current_view_as_window()
        assert caught.args[0] == pytest.approx(low + (high - low) / 2, abs=2e-10)

    def test_leaving_the_plot_is_told_once(self, view, qtbot):
        view.show(measure(three_lines()))
        left = []
        view.left.connect(lambda: left.append(True))
        QTest.mouseMove(view.plot.viewport(), place(view, 0.1, 0.1))
        QTest.mouseMove(view.plot.viewport(), QPoint(3, 3))
        QTest.mouseMove(view.plot.viewport(), QPoint(4, 4))
        QApplication.sendEvent(view.plot.viewport(), QEvent(QEvent.Type.Leave))
        assert left == [True]

    def test_dragging_pans_and_is_no_click(self, view):
        view.show(measure(three_lines()))
        clicks = []
        view.clicked.connect(lambda x, y: clicks.append((x, y)))
        start, end = place(view, 0.2, 0.3), place(view, -0.4, 0.1)
        viewport = view.plot.viewport()
        press(viewport, start)
        for part in range(1, 11):
            move(viewport, start + (end - start) * part / 10)
        release(viewport, end)
        (x0, x1), (y0, y1) = view.current_view_as_window()
        assert ((x0 + x1) / 2, (y0 + y1) / 2) == pytest.approx((0.6, 0.2), abs=0.01)
        assert clicks == []

    def test_a_click_says_where(self, view, qtbot):
        view.show(measure(three_lines()))
        with qtbot.waitSignal(view.clicked) as caught:
            QTest.mouseClick(view.plot.viewport(), Qt.MouseButton.LeftButton, pos=place(view, 0.25, -0.5))
        assert caught.args == pytest.approx([0.25, -0.5], abs=0.004)

    def test_the_view_stays_while_weights_move_and_fit_shows_the_window(self, view):
        content = three_lines()
        view.show(measure(content))
        for _ in range(5):
            turn_wheel(view.plot.viewport(), QPoint(300, 200), 120)
        zoomed = view.current_view_as_window()
        view.show(measure(content.with_network(0, network_of(content).with_bias(0, 0, 0.4))))
        assert view.current_view_as_window() == zoomed
        view.fit()
        for (low, high), (x0, x1) in zip(view.current_view_as_window(), content.window, strict=True):
            assert low < x0
            assert x1 < high
            assert high - low < 1.1 * (x1 - x0)

    def test_the_view_becomes_the_window_without_a_jump(self, view, qtbot):
        content = three_lines()
        view.show(measure(content))
        for _ in range(8):
            turn_wheel(view.plot.viewport(), QPoint(400, 300), 120)
        with qtbot.waitSignal(view.window_requested) as caught:
            view.request_window()
        window = caught.args[0]
        assert window == view.current_view_as_window()
        view.show(measure(replace(content, window=window)))
        assert view.current_view_as_window() == window

    def test_another_window_comes_into_view(self, view):
        view.show(measure(three_lines()))
        view.show(measure(replace(three_lines(), window=((40.0, 41.0), (0.0, 100.0)))))
        (x0, x1), (y0, y1) = view.current_view_as_window()
        assert x0 < 40.0
        assert x1 > 41.0
        assert y0 < 0.0
        assert y1 > 100.0
        assert x1 - x0 < 1.2

    def test_square_windows_have_equal_scales(self, view):
        for window, is_equal in ((((-1, 1), (-1, 1)), True), (((0, 3), (0, 2)), True), (((0, 50), (0, 1)), False)):
            view.show(measure(replace(three_lines(), window=window)))
            view.fit()
            image_of(view)
            x, y = view.plot.getPlotItem().getViewBox().viewPixelSize()
            assert (x == pytest.approx(y, rel=0.02)) is is_equal

    @pytest.mark.parametrize("window", [((-1.0, 1.0), (-1.0, 1.0)), ((1e6 - 1, 1e6 + 1), (-1.0, 1.0))])
    def test_a_deep_zoom_shows_the_right_colour_on_the_right_side(self, view, window):
        # One unit, active where x1 > 1/3 (or 1e6 + 1/3); a window a millionth as wide, around its edge.
        low, high = window[0]
        edge = (low + high) / 2 + 1 / 3
        network = Network.of([[[1.0, 0.0]], [[1.0]]], [[-edge], [0.0]], RELU)
        view.show(measure(Content(Chain.of(network), window)))
        plain(view)
        far = colours_at(view, np.array([[edge - 0.3, 0.5], [edge + 0.3, 0.5]]))
        box = view.plot.getPlotItem().getViewBox()
        box.setRange(xRange=(edge - 1e-6, edge + 1e-6), yRange=(-1e-6, 1e-6), padding=0)
        image = image_of(view)
        area = box.mapRectToScene(box.rect())
        middle = view.plot.mapFromScene(area.center())
        quarter = int(area.width() / 4)
        near = [image.pixelColor(middle + QPoint(step, 7)).name() for step in (-quarter, -3, 3, quarter)]
        assert near == [far[0], far[0], far[1], far[1]]
        assert far[0] != far[1]


class TestWords:
    def test_no_partition_shows_the_reason(self, view):
        measured = measure(three_lines(), budget=3)
        view.show(measured)
        assert view.notice == str(measured.reason)
        image = image_of(view)
        box = view.plot.getPlotItem().getViewBox()
        area = view.plot.mapFromScene(box.mapRectToScene(box.rect())).boundingRect()
        inks = sum(
            distance(image.pixelColor(x, y).name(), palette.current().ink) < 40
            for x in range(area.left(), area.right())
            for y in range(area.center().y() - 40, area.center().y() + 40)
        )
        assert inks > 100

    def test_the_last_picture_stays_under_the_reason_and_is_not_highlighted(self, view):
        measured = measure(three_lines())
        plain(view)
        view.show(measured)
        point = np.array([[0.7, 0.7]])
        full = colours_at(view, point)[0]
        view.show(measure(three_lines(), budget=3))
        faint = colours_at(view, point)[0]
        assert faint not in (full, palette.current().background)
        view.highlight(0)
        assert colours_at(view, point) == [faint]
        view.show(measured)
        assert colours_at(view, point) == [full]
        assert view.notice == ""

    def test_more_inputs_than_two_leave_no_picture(self, view):
        view.show(measure(three_lines()))
        measured = measure(random_network((3, 4, 1), 1))
        view.show(measured)
        assert view.notice == str(measured.reason)
        assert view.legend == ()

    def test_an_uncertain_count_does_not_hide_the_picture(self, view):
        measured = measure(three_lines())
        view.show(replace(measured, reason=measure(three_lines(), budget=3).reason))
        assert view.notice == ""
        assert view.legend

    def test_busy_is_shown_after_a_moment_and_ends_with_the_picture(self, view, qtbot):
        measured = measure(three_lines())
        view.show(measured)
        plain(view)
        point = np.array([[0.7, 0.7]])
        full = colours_at(view, point)
        view.set_busy(True)
        assert not view.is_busy_shown
        qtbot.waitUntil(lambda: view.is_busy_shown)
        assert colours_at(view, point) != full
        view.show(measured)
        assert not view.is_busy_shown
        assert colours_at(view, point) == full

    def test_language_changes_while_running(self, view):
        class Quoting(QTranslator):
            def isEmpty(self):
                return False

            def translate(self, context, text, disambiguation=None, n=-1):
                return f"«{text}»"

        view.show(measure(three_lines()))
        headings = [block.heading for block in view.legend]
        translator = Quoting()
        QCoreApplication.installTranslator(translator)
        QApplication.processEvents()
        seen = [block.heading for block in view.legend]
        QCoreApplication.removeTranslator(translator)
        QApplication.processEvents()
        assert seen == [f"«{heading}»" for heading in headings]
        assert [block.heading for block in view.legend] == headings

    def test_a_plane_without_a_zero_says_so(self, view):
        view.show(measure(Content(Chain.of(Network.of([[[1, 0]], [[1]]], [[0], [5]], RELU)))))
        assert "no line" in view.legend[-1].note


def test_a_measurement_of_a_line_is_no_plane(view):
    measured: Measurement = measure(random_network((1, 4, 1), 1))
    view.show(measured)
    assert view.legend == ()
    assert isinstance(view, QWidget)
