"""The box and the axes of every plot: bounded zoom, true labels, no menu, one pixel for one data point."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from neuralfold.plots.axes import Axis, Box, limit_view, make_plot
from neuralfold.plots.line_box import LineBox


@pytest.fixture
def plot(qtbot):
    widget = make_plot()
    qtbot.addWidget(widget)
    widget.resize(640, 480)
    widget.show()
    return widget


def box_of(plot):
    return plot.getPlotItem().getViewBox()


def wheel(plot, notches, at=None):
    """Turn the wheel over a place of the scene, by default the middle of the box."""
    place = at if at is not None else box_of(plot).sceneBoundingRect().center()
    event = QWheelEvent(
        place, plot.viewport().mapToGlobal(place), QPoint(), QPoint(0, 120 * notches), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(plot.viewport(), event)


def size_of(box):
    return [high - low for low, high in box.viewRange()]


@pytest.mark.parametrize("span", [1e-3, 1.0, 1e9])
def test_labels_are_data_values_without_prefix(plot, span):
    box_of(plot).setRange(xRange=(0.0, span), yRange=(-span, span), padding=0.0)
    plot.grab()
    for side in ("bottom", "left"):
        axis = plot.getPlotItem().getAxis(side)
        assert isinstance(axis, Axis)
        assert len(axis.marks) >= 3
        low, high = axis.range
        for mark in axis.marks:
            assert low <= mark.value <= high
            text = mark.label.replace("−", "-").replace("×10⁹", "e9")
            assert float(text) == mark.value


def test_what_can_draw_a_fold_wrongly_is_off(plot):
    item = plot.getPlotItem()
    assert not item.clipToViewMode()
    assert item.downsampleMode()[:2] == (1, False)
    assert not item.menuEnabled()
    assert not box_of(plot).menuEnabled()
    assert not item.getAxis("bottom").autoSIPrefix


def test_a_right_click_opens_nothing(plot):
    middle = box_of(plot).sceneBoundingRect().center().toPoint()
    QTest.mouseClick(plot.viewport(), Qt.MouseButton.RightButton, pos=middle)
    assert QApplication.activePopupWidget() is None


def test_five_hundred_notches_out_and_in_stay_bounded_and_are_drawn(plot):
    box = box_of(plot)
    limit_view(box, "x", 0.0, 3.0)
    limit_view(box, "y", -1.0, 1.0)
    box.setRange(xRange=(0.0, 3.0), yRange=(-1.0, 1.0), padding=0.0)
    for _ in range(500):
        wheel(plot, -1)
    assert not plot.grab().isNull()
    assert size_of(box) == pytest.approx([6000.0, 4000.0])
    for _ in range(500):
        wheel(plot, 1)
    assert not plot.grab().isNull()
    assert max(size_of(box)) < 1e-8


def test_without_limits_of_its_own_a_plot_does_not_overflow(plot):
    box = box_of(plot)
    for notches in (-1, 1):
        for _ in range(5000):
            wheel(plot, notches)
        assert not plot.grab().isNull()
        assert all(0.0 < size < 1e301 for size in size_of(box))
    box.setRange(xRange=(1.0, 1.0 + 1e-12), yRange=(-1e300, 1e300), padding=0.0)
    assert not plot.grab().isNull()


def test_a_view_at_its_limit_does_not_drift(plot):
    box = box_of(plot)
    limit_view(box, "x", 0.0, 1.0, narrowest=4.0)
    limit_view(box, "y", 0.0, 1.0, narrowest=4.0)
    box.setRange(xRange=(0.25, 0.5), yRange=(0.25, 0.5), padding=0.0)
    before = box.viewRange()
    for _ in range(20):
        wheel(plot, 3, box.sceneBoundingRect().topLeft() + QPointF(30.0, 40.0))
    assert box.viewRange() == before


def test_the_point_under_the_cursor_stays_there(plot):
    box = box_of(plot)
    box.setRange(xRange=(1e6, 1e6 + 1e-7), yRange=(5.0, 6.0), padding=0.0)
    inside = QPointF(100.0, 70.0)
    before = box.data_at(inside)
    wheel(plot, 1, box.mapToScene(inside))
    assert box.data_at(inside)[0] - before[0] == pytest.approx(0.0, abs=2.5e-10)
    assert box.data_at(inside)[1] == pytest.approx(before[1], abs=1e-12)


def test_dragging_pans(plot, every_move):
    box = box_of(plot)
    box.setRange(xRange=(0.0, 10.0), yRange=(0.0, 10.0), padding=0.0)
    start = box.sceneBoundingRect().center().toPoint()
    width, height = box.width(), box.height()
    QTest.mousePress(plot.viewport(), Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(plot.viewport(), start + QPoint(20, 0))
    QTest.mouseRelease(plot.viewport(), Qt.MouseButton.LeftButton, pos=start + QPoint(60, 30))
    (x0, x1), (y0, y1) = box.viewRange()
    assert x0 == pytest.approx(-60.0 / width * 10.0)
    assert y0 == pytest.approx(30.0 / height * 10.0)
    assert (x1 - x0, y1 - y0) == pytest.approx((10.0, 10.0))


def test_data_and_pixels_are_inverse(qapp):
    box = Box()
    box.resize(500.0, 300.0)
    box.setRange(xRange=(1e6, 1e6 + 1e-7), yRange=(-2.0, 2.0), padding=0.0)
    assert box.place_of(*box.data_at(QPointF(123.0, 45.0))).toTuple() == pytest.approx((123.0, 45.0), abs=2.0)
    box.setRange(xRange=(0.0, 5.0), yRange=(-2.0, 2.0), padding=0.0)
    assert box.place_of(1.0, 1.0).toTuple() == pytest.approx((100.0, 75.0))
    assert box.data_at(QPointF(100.0, 75.0)) == pytest.approx((1.0, 1.0))


def test_long_labels_get_room_and_usual_ones_do_not_move_the_plot(plot):
    box, axis = box_of(plot), plot.getPlotItem().getAxis("left")
    box.setRange(yRange=(0.0, 1.0), padding=0.0)
    usual = axis.room
    box.setRange(yRange=(-25.0, 9.5), padding=0.0)
    assert axis.room == usual
    box.setRange(yRange=(1e9, 1e9 + 1.0), padding=0.0)
    assert axis.room > usual
    box.setRange(yRange=(0.0, 1.0), padding=0.0)
    assert axis.room == usual


def test_names_of_axes_are_read_back_and_painted(plot):
    item = plot.getPlotItem()
    blank = plot.grab().toImage()
    item.setLabel("left", "y′")
    item.setLabel("bottom", "x")
    assert plot.grab().toImage() != blank


def test_a_box_maps_its_view(qapp):
    box = LineBox()
    box.resize(200.0, 100.0)
    box.setRange(xRange=(0.0, 4.0), yRange=(0.0, 2.0), padding=0.0)
    view = box.view()
    assert (view.x0, view.x1, view.y0, view.y1, view.width, view.height) == (0.0, 4.0, 0.0, 2.0, 200.0, 100.0)
