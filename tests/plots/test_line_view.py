"""The line view does as it is told: the probe, the view that never jumps by itself, layers, words, and its end."""

import gc
import weakref

import numpy as np
import pytest
from line_pixels import pixel, place_in_view, shown
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt, QTranslator
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from neuralfold.model.activations import RELU
from neuralfold.model.chain import Chain
from neuralfold.model.content import Content
from neuralfold.model.examples import figure_7_1, fold, fold_between, random_network, three_lines
from neuralfold.model.measurement import measure
from neuralfold.model.network import Network
from neuralfold.plots.line_picture import LAYER
from neuralfold.plots.line_view import LineView

# The probe


def test_the_probe_begins_in_the_middle_and_stays_inside_the_window(line_view, qtbot):
    assert line_view.probe is None
    line_view.probe = 1.0
    assert line_view.probe is None
    shown(line_view, figure_7_1())
    assert line_view.probe == 1.5
    with qtbot.waitSignal(line_view.probe_moved) as moved:
        line_view.probe = 7.0
    assert moved.args == [3.0]
    line_view.probe = float("nan")
    assert line_view.probe == 3.0
    shown(line_view, fold_between(2, -3.3, -0.1))
    assert line_view.probe == pytest.approx(-1.7)


def test_the_typed_probe_is_not_rounded(line_view):
    shown(line_view, figure_7_1())
    line_view.probe = 1 / 3
    assert line_view.probe == 1 / 3


@pytest.mark.parametrize("number", [0, 2], ids=["part", "composition"])
def test_the_probe_is_dragged_in_every_panel_that_has_x(line_view, every_move, qtbot, number):
    panel = shown(line_view, figure_7_1())[number]
    released = []
    line_view.probe_released.connect(lambda: released.append(line_view.probe))
    viewport = line_view.plot.viewport()
    before = panel.box.viewRange()
    start, end = place_in_view(panel, 1.5, 0.75), place_in_view(panel, 2.4, 1.1)
    QTest.mouseMove(viewport, start)
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(viewport, start + QPoint(12, 0))
    QTest.mouseMove(viewport, end)
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=end)
    assert line_view.probe == pytest.approx(2.4, abs=3.0 / panel.box.width() * 2.5)
    assert released == [line_view.probe]
    assert panel.box.viewRange() == before
    # Round: a multiple of a step of one to two and a half pixels.
    assert line_view.probe / panel.step == pytest.approx(round(line_view.probe / panel.step), abs=1e-9)
    assert len(repr(line_view.probe)) <= 6


def test_a_click_puts_the_probe_there(line_view, every_move):
    panel = shown(line_view, figure_7_1())[2]
    QTest.mouseClick(line_view.plot.viewport(), Qt.MouseButton.LeftButton, pos=place_in_view(panel, 0.6, 1.2))
    assert line_view.probe == pytest.approx(0.6, abs=0.01)


def test_dragging_elsewhere_pans_and_leaves_the_probe(line_view, every_move):
    panel = shown(line_view, figure_7_1())[2]
    viewport, start = line_view.plot.viewport(), place_in_view(panel, 0.5, 0.8)
    before = panel.box.viewRange()
    QTest.mouseMove(viewport, start)
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(viewport, start + QPoint(30, 0))
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=start + QPoint(40, 0))
    assert line_view.probe == 1.5
    assert panel.box.viewRange()[0][0] == pytest.approx(before[0][0] - 40 / panel.box.width() * np.ptp(before[0]))


def test_arrow_keys_move_the_probe(line_view):
    shown(line_view, figure_7_1())
    step = line_view.panels[0].step
    QTest.keyClick(line_view.plot, Qt.Key.Key_Right)
    assert line_view.probe == pytest.approx(1.5 + step)
    QTest.keyClick(line_view.plot, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert line_view.probe == pytest.approx(1.5 - 9 * step)
    QTest.keyClick(line_view.plot, Qt.Key.Key_A)


def test_hovering_tells_place_and_panel(line_view, every_move):
    panels = shown(line_view, figure_7_1())
    heard, gone = [], []
    line_view.hovered.connect(lambda x, number: heard.append((x, number)))
    line_view.left.connect(lambda: gone.append(True))
    QTest.mouseMove(line_view.plot.viewport(), place_in_view(panels[1], 2.0, 1.0))
    QTest.mouseMove(line_view.plot.viewport(), place_in_view(panels[2], 0.75, 1.0))
    assert [number for _, number in heard[-2:]] == [1, 2]
    assert [x for x, _ in heard[-2:]] == pytest.approx([2.0, 0.75], abs=0.01)
    assert gone


# The view


def test_editing_never_moves_the_view(line_view):
    shown(line_view, figure_7_1())
    line_view.panels[2].box.setRange(xRange=(0.5, 1.5), yRange=(0.0, 2.0), padding=0.0)
    before = [panel.box.viewRange() for panel in line_view.panels]
    content = figure_7_1()
    for value in (1.0, 40.0, -2e5):
        edited = content.with_network(0, content.chain.parts[0].network.with_weight(1, 0, 1, value))
        shown(line_view, edited)
        assert [panel.box.viewRange() for panel in line_view.panels] == before
    line_view.fit()
    assert line_view.panels[0].box.viewRange()[1][0] < -2e5


def test_another_window_or_another_number_of_panels_is_fitted(line_view):
    shown(line_view, fold(3))
    assert line_view.panels[1].box.viewRange()[0] == pytest.approx([-0.06, 3.06])
    shown(line_view, fold_between(3, -3.3, 1.1))
    assert line_view.panels[1].box.viewRange()[0] == pytest.approx([-3.3 - 0.088, 1.1 + 0.088])
    shown(line_view, fold(3))
    line_view.panels[0].box.setRange(xRange=(0.0, 0.1), padding=0.0)
    shown(line_view, figure_7_1())
    assert line_view.panels[0].box.viewRange()[0] == pytest.approx([-0.06, 3.06])


def test_panels_below_each_other_look_at_the_same_x(line_view):
    part, whole = shown(line_view, fold(3))
    line_view.set_layer(0)
    whole.box.setXRange(0.5, 0.75, padding=0.0)
    assert part.box.viewRange()[0] == [0.5, 0.75]
    assert line_view.panels[2].box.viewRange()[0] == [0.5, 0.75]
    assert part.box.geometry().left() == whole.box.geometry().left()
    assert part.box.width() == whole.box.width()


def test_the_wheel_can_be_turned_for_ever(line_view):
    panel = shown(line_view, figure_7_1())[2]
    place = QPointF(place_in_view(panel, 1.5, 1.0))
    for notches in (-1, 1):
        for _ in range(500):
            event = QWheelEvent(
                place, line_view.plot.viewport().mapToGlobal(place), QPoint(), QPoint(0, 120 * notches),
                Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
            )  # fmt: skip
            QApplication.sendEvent(line_view.plot.viewport(), event)
        assert not line_view.grab().isNull()
        (x0, x1), (y0, y1) = panel.box.viewRange()
        assert 0.0 < x1 - x0 < 1e5
        assert 0.0 < y1 - y0 < 1e5


# Layers


def test_a_layer_has_a_panel_of_its_own_until_it_is_taken_away(line_view):
    shown(line_view, figure_7_1())
    before = [panel.box.viewRange() for panel in line_view.panels]
    line_view.set_layer(1)
    panel = line_view.panels[-1]
    assert panel.picture.kind == LAYER
    assert panel.heading == "Preactivations of hidden layer 2"
    assert [other.box.viewRange() for other in line_view.panels[:-1]] == before
    z = figure_7_1().chain.merged.trace([[line_view.probe]])[1].preactivation[0]
    places = [panel.box.data_at(dot)[1] for dot in panel.probe.dots]
    assert places == pytest.approx(z.tolist())
    line_view.set_layer(2)
    assert line_view.panels[-1].heading == "Preactivations of the output"
    line_view.set_layer(None)
    assert len(line_view.panels) == 3


# Nothing to show, not yet, no longer


def test_too_many_regions_dim_the_last_picture_and_say_why(line_view):
    shown(line_view, figure_7_1())
    bright = line_view.grab().toImage()
    shown(line_view, fold(6), budget=50)
    assert "50 regions" in line_view.sentence
    assert len(line_view.panels) == 3
    faint = line_view.grab().toImage()
    panel = line_view.panels[0]
    assert pixel(faint, panel, 0.2, 2.5).lightness() > pixel(bright, panel, 0.2, 2.5).lightness()
    line_view.probe = 0.4
    assert line_view.probe == 1.5
    shown(line_view, figure_7_1())
    assert line_view.sentence == ""
    assert line_view.grab().toImage() == bright


def test_overflow_is_a_sentence_that_names_the_layer(line_view):
    huge = Network.of([[[1e200]], [[1e200]], [[1.0]]], [[0.0], [0.0], [0.0]], RELU)
    shown(line_view, Content(Chain.of(huge), ((0.0, 1.0),)))
    assert "layer 2" in line_view.sentence
    assert line_view.panels == []
    assert not line_view.grab().isNull()


def test_a_plane_is_no_line(line_view):
    shown(line_view, figure_7_1())
    line_view.show(measure(three_lines()))
    assert line_view.panels == []
    line_view.fit()
    assert not line_view.grab().isNull()


def test_a_slow_picture_is_marked_and_dimmed_after_a_moment_only(line_view, qtbot):
    shown(line_view, figure_7_1())
    line_view.set_busy(True)
    assert not line_view.is_busy_shown
    qtbot.waitUntil(lambda: line_view.is_busy_shown)
    assert line_view.panels[0].opacity() < 1.0
    shown(line_view, figure_7_1())
    assert not line_view.is_busy_shown
    assert line_view.panels[0].opacity() == 1.0


def test_a_quick_picture_is_never_marked(line_view):
    shown(line_view, figure_7_1())
    line_view.set_busy(True)
    line_view.set_busy(False)
    QCoreApplication.processEvents()
    assert not line_view.is_busy_shown


class Shouting(QTranslator):
    """Every sentence in another language."""

    def translate(self, context, text, disambiguation=None, n=-1):
        return f"«{text}»" if context == "LineView" else ""


def test_words_follow_the_language(line_view, qapp):
    shown(line_view, fold(9))
    line_view.set_layer(0)
    translator = Shouting()
    qapp.installTranslator(translator)
    try:
        QApplication.sendEvent(line_view, QEvent(QEvent.Type.LanguageChange))
        assert line_view.panels[1].note == "«min–max band: segments are finer than pixels»"
    finally:
        qapp.removeTranslator(translator)
    QApplication.sendEvent(line_view, QEvent(QEvent.Type.LanguageChange))
    assert line_view.panels[1].note == "min–max band: segments are finer than pixels"


# Objects


def test_opening_two_hundred_documents_leaves_no_items_behind(line_view):
    contents = [measure(content) for content in (figure_7_1(), fold(4), random_network((1, 4, 1), 1))]
    for content in contents:
        line_view.show(content)
    items = len(line_view.plot.scene().items())
    for i in range(200):
        line_view.show(contents[i % 3])
    assert len(line_view.plot.scene().items()) == items


def test_a_view_that_is_dropped_is_gone(qapp):
    measurement = measure(figure_7_1())
    dropped = []
    for _ in range(20):
        widget = LineView()
        widget.show(measurement)
        widget.grab()
        dropped.append(weakref.ref(widget))
        del widget
    gc.collect()
    assert all(reference() is None for reference in dropped)


def test_keys_before_the_first_picture_do_nothing(line_view):
    QTest.keyClick(line_view.plot, Qt.Key.Key_Right)
    line_view.fit()
    line_view.highlight((0.0, 1.0))
    line_view.set_layer(0)
    assert line_view.probe is None
