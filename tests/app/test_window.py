"""The real window: opening, typing, undoing, and what is shown against what is true."""

import numpy as np
import pytest
from hands import focus, type_text
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication, QLineEdit

from neuralfold.gui.layer_rows import Column
from neuralfold.gui.window_button import WindowDialog
from neuralfold.model.chain import Chain
from neuralfold.model.examples import EXAMPLES, figure_7_1, fold, four_lines, random_network, three_lines
from neuralfold.model.measurement import measure
from neuralfold.model.network import Network

# Closed forms: 3^K, C(3, 0) + C(3, 1) + C(3, 2), and so on.
COUNTS = {
    "figure-7-1": 9,
    **{f"fold-{depth}": 3**depth for depth in range(1, 9)},
    "fold-rescaled": 81,
    "three-lines": 7,
    "four-lines": 11,
    "absolute-grid": 64,
    "skip": 9,
}


def shown(window):
    """The counts strip as a dictionary: name -> (value, value of the second column)."""
    return {row.name: (row.value, row.line) for row in window.counts.model.rows if not row.is_heading}


def cell(table, row, column):
    """Text of a cell of a table."""
    return table.model().index(row, column).data()


def type_into_cell(qtbot, view, row, column, text):
    """Select a cell, type a number over it and press Enter."""
    focus(qtbot, view)
    view.setCurrentIndex(view.model().index(row, column))
    qtbot.keyClick(view, Qt.Key.Key_F2)
    editor = QApplication.focusWidget()
    assert isinstance(editor, QLineEdit)
    editor.selectAll()
    type_text(qtbot, editor, text)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    # The delegate commits a moment later.
    qtbot.waitUntil(view.hasFocus)


def test_it_opens_with_figure_7_1(window):
    assert window.windowTitle() == "Two networks, one after the other (Fig. 7.1)[*] – NeuralFold"
    assert not window.isWindowModified()
    counts = shown(window)
    assert counts["linear segments"] == ("9", "10")
    assert counts["parameters"] == ("20", "22")
    assert counts["of which weights"] == ("12", "15")
    assert window.status.count.text() == "9 segments"
    assert window.status.certainty.text() == "exact"
    assert window.pictures.currentWidget() is window.pictures.line
    # The probe stands at 1.5, where the article follows x → y → y′.
    assert window.status.place.text().startswith("x = 1.5   ·   segment 5   ·   y")
    assert window.status.place.text().endswith(" = 3x − 7/2   ·   pattern 110 110")


def test_a_typed_bias_moves_the_picture(window, qtbot):
    type_into_cell(qtbot, window.parameters.view, 1, 0, "-1/2")
    network = window.document.content.chain.parts[0].network
    assert network.beta[0].tolist() == [0.0, -0.5, -2.0]
    assert window.isWindowModified()
    measured = window.pictures.measurement
    assert measured.content is window.document.content
    # By hand: f has slopes 3, −3, 3 with joints 1/2 and 2.
    assert measured.parts[0].segment_joints.tolist() == [0.0, 0.5, 2.0, 3.0]
    assert measured.parts[0].values[:, 0].tolist() == [0.0, 1.5, -3.0, 0.0]


def test_refused_text_changes_nothing(window, qtbot):
    before = window.document.content
    type_into_cell(qtbot, window.parameters.view, 1, 0, "1,000")
    assert window.document.content is before
    assert "can be read as" in window.messages.text
    assert window.messages.isVisible()
    type_into_cell(qtbot, window.layers.view, 2, Column.WIDTH, "0")
    assert window.document.content is before
    assert "allowed: 1 to" in window.messages.text
    type_into_cell(qtbot, window.parameters.view, 1, 0, "-0.75")
    assert not window.messages.isVisible()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.key)
def test_every_example_opens(window, example):
    action = next(a for a in window.menus._examples.actions() if EXAMPLES[a.data()] is example)
    action.trigger()
    assert window.document.content == example.build()
    measured = window.pictures.measurement
    assert measured.content is window.document.content
    assert window.document.is_clean
    page = window.pictures.line if measured.merged.inputs == 1 else window.pictures.plane
    assert window.pictures.currentWidget() is page
    assert window.status.count.text().startswith(f"{measured.linear_regions:,} ")
    if example.key in COUNTS:
        assert measured.linear_regions == COUNTS[example.key]


def test_typed_width_keeps_weights_and_changes_counts(window, qtbot):
    window.files.open_content(three_lines())
    type_into_cell(qtbot, window.layers.view, 1, Column.WIDTH, "4")
    network = window.document.content.chain.merged
    assert network.widths == (4,)
    assert np.array_equal(network.omega[0][:3], three_lines().chain.merged.omega[0])
    assert shown(window)["shallow maximum (Zaslavsky, eq. 7.6)"][0] == "11"
    assert shown(window)["parameters"][0] == "17"


def test_sizes_of_the_article(window):
    window.files.open_content(random_network((784, 256, 256, 10), 1))
    counts = shown(window)
    assert counts["parameters"] == ("269,322", "")
    assert counts["multiply-adds (MAC), one sample"] == ("268,800", "")
    assert window.pictures.currentWidget() is window.pictures.sentence
    assert "784" in window.pictures.sentence.sentence.text()
    assert window.status.count.text() == "no count"
    assert not window.menus.save_picture.isEnabled()
    window.files.open_content(four_lines())
    assert window.menus.save_picture.isEnabled()
    assert shown(window)["linear regions"][0] == "11"


def test_all_edits_undo_and_redo(window, qtbot):
    start = window.document.content
    line = window.pictures.line
    type_into_cell(qtbot, window.parameters.view, 0, 0, "0.25")
    window.layers.add_action.trigger()
    window.edits.set_window(((0.0, 2.0),))
    window.counts.batch_field.edited.emit(64)
    window.draw_row.new_action.trigger()
    window.edits.set_title("mine")
    window.edits.merge()
    line.repeat_field.setValue(3)
    end = window.document.content
    assert end.chain.parts[0].repeat == 3
    assert (end.batch, end.title, end.seed, end.window) == (64, "mine", 1, ((0.0, 2.0),))
    steps = window.document.undo_stack.count()
    assert steps == 8
    seen = [end]
    while window.menus.undo.isEnabled():
        window.menus.undo.trigger()
        seen.append(window.document.content)
        assert window.pictures.measurement.content is window.document.content
    assert len(seen) == steps + 1
    assert window.document.content == start
    assert not window.isWindowModified()
    while window.menus.redo.isEnabled():
        window.menus.redo.trigger()
    assert window.document.content == end


def test_merging_keeps_the_function(window):
    before = window.pictures.measurement
    window.menus.merge.trigger()
    after = window.pictures.measurement
    assert after.content.chain.is_plain
    assert after.merged == before.merged
    assert after.merged.omega[1].tolist() == [[3.0, -6.0, 6.0]] * 3
    assert shown(window)["parameters"] == ("22", "")
    assert not window.menus.merge.isEnabled()


def test_k_control_folds(window):
    line = window.pictures.line
    window.files.open_content(fold(2))
    for depth in (3, 4, 1, 5):
        line.repeat_field.setValue(depth)
        assert window.pictures.measurement.linear_regions == 3**depth
        assert window.document.content == fold(depth)
        assert shown(window)["parameters"] == (("10", f"{12 * depth - 2}") if depth > 1 else ("10", ""))
    window.menus.undo.trigger()
    assert window.document.content == fold(2)
    window.files.open_content(figure_7_1())
    assert not line.repeat_field.isVisible()


def test_same_seed_and_new_seed(window):
    content = random_network((2, 5, 1), 7)
    window.files.open_content(content)
    window.draw_row.new_action.trigger()
    assert window.document.content == random_network((2, 5, 1), 8)
    assert window.draw_row.seed_field.text() == "8"
    window.draw_row.seed_field.edited.emit(7)
    window.draw_row.same_action.trigger()
    assert window.document.content == content


def test_too_many_regions_is_said_and_nothing_is_counted(window):
    window.files.open_content(fold(12))
    assert window.pictures.measurement.linear_regions is None
    assert shown(window)["linear regions"] == ("no count", "")
    assert "200,000" in window.status.count.toolTip()
    window.pictures.line.repeat_field.setValue(3)
    assert shown(window)["linear segments"] == ("27", "28")


def test_a_smooth_network_is_drawn_and_not_counted(window):
    window.files.open_content(random_network((1, 4, 1), 1))
    view = window.layers.view
    index = view.model().index(1, Column.ACTIVATION)
    view.model().setData(index, "tanh", Qt.ItemDataRole.EditRole)
    assert window.pictures.measurement.curve is not None
    assert window.status.count.text() == "no count"
    assert "tanh is smooth" in window.pictures.line._note.text()
    assert window.pictures.line._note.isVisible()
    assert window.pictures.view is window.pictures.line.view


def test_batch_and_window_are_typed(window, qtbot):
    field = window.counts.batch_field
    focus(qtbot, field)
    field.selectAll()
    type_text(qtbot, field, "１２")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert window.document.content.batch == 12
    window.pictures.line.window_button.click()
    dialog = window.findChild(WindowDialog)
    high = dialog.fields[0][1]
    focus(qtbot, high)
    high.selectAll()
    type_text(qtbot, high, "6")
    qtbot.keyClick(high, Qt.Key.Key_Return)
    assert window.document.content.window == ((0.0, 6.0),)
    assert window.pictures.line.window_button.text() == "window [0, 6]"


def test_an_impossible_window_is_refused(window):
    before, place = window.document.content, window.pictures.geometry()
    window.edits.set_window(((3.0, 3.0),))
    assert window.messages.isVisible()
    QApplication.sendPostedEvents()
    assert window.pictures.geometry() == place
    assert window.document.content is before
    assert "not an interval" in window.messages.text


def test_use_view_as_window(window):
    line = window.pictures.line
    whole = line.view.panels[-1]
    whole.box.setRange(xRange=(0.5, 1.0), padding=0.0)
    line.use_view_action.trigger()
    ((low, high),) = window.document.content.window
    assert (low, high) == pytest.approx((0.5, 1.0))
    assert window.pictures.measurement.segments.low == low


def test_the_curve_is_painted_where_it_is(window):
    """Pixels at true points of y′ = g(f(x)) are not the background, those half a unit away are."""
    view = window.pictures.line.view
    view.probe = 0.1
    whole = view.panels[-1]
    image = view.plot.grab().toImage()
    ratio = image.devicePixelRatio()
    joints = [0.5, 1.5, 0.5, 1.0, 0.5, 1.5, 0.5, 1.5, 0.5, 1.0]
    for third, value in enumerate(joints[:-1]):
        x, y = (third + 0.5) / 3, (value + joints[third + 1]) / 2
        on, off = _pixel(view, whole, x, y) * ratio, _pixel(view, whole, x, y + (0.4 if y < 0.95 else -0.4)) * ratio
        around = {image.pixelColor(on.toPoint() + QPoint(dx, 0)).name() for dx in (-1, 0, 1)}
        background = image.pixelColor(off.toPoint()).name()
        darkest = min(image.pixelColor(on.toPoint() + QPoint(dx, 0)).lightness() for dx in (-1, 0, 1))
        assert background not in around
        assert darkest < image.pixelColor(off.toPoint()).lightness() - 60


def _pixel(view, panel, x, y):
    return QPointF(view.plot.mapFromScene(panel.box.mapToScene(panel.box.place_of(x, y))))


def test_the_plane_tells_region_pattern_and_formula(window):
    window.files.open_content(three_lines())
    view = window.pictures.plane.view
    view.hovered.emit(0.75, 0.75)
    # By hand: x₁ > −1/2 and x₂ > −1/2 are active, −x₁ − x₂ − 1/4 is not: y = x₁ + 1/2 − 3/2 (x₂ + 1/2) − 1/4.
    assert "y = x₁ − 3/2 x₂ − 1/2   ·   pattern 110" in window.status.place.text()
    assert window.status.place.text().startswith("x₁ = 0.75, x₂ = 0.75   ·   region ")
    view.left.emit()
    assert window.status.place.text() == ""


def test_outputs_of_the_plane_can_be_chosen(window):
    network = Network.of(
        [[[1, 0], [0, 1]], [[1, 0], [0, 2]]], [[0, 0], [0, 5]], three_lines().chain.merged.layers[0].activation
    )
    window.files.open_content(window.document.content.with_chain(Chain.of(network)))
    plane = window.pictures.plane
    plane.view.hovered.emit(0.5, 0.5)
    assert "y₁ = x₁" in window.status.place.text()
    plane.outputs.setCurrentIndex(1)
    plane.view.hovered.emit(0.5, 0.5)
    assert "y₂ = 2x₂ + 5" in window.status.place.text()


def test_colouring_by_menu_and_by_list_agree(window):
    window.files.open_content(three_lines())
    plane = window.pictures.plane
    plane.colouring_actions.actions()[1].trigger()
    assert plane.colourings.currentData() == "value"
    plane.colourings.setCurrentIndex(2)
    plane.colourings.activated.emit(2)
    assert [action.isChecked() for action in plane.colouring_actions.actions()] == [False, False, True]


def test_measurements_of_the_window_are_those_of_the_model(window):
    content = random_network((2, 6, 6, 1), 3)
    window.files.open_content(content)
    assert window.pictures.measurement.linear_regions == measure(content).linear_regions
