"""Networks with many inputs on a line or a plane through their input space: the dialog and everything that follows."""

import pytest
from hands import focus, type_text
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit

from neuralfold.gui.layer_rows import Column
from neuralfold.gui.recount_dialog import RecountDialog
from neuralfold.gui.slice_dialog import LINE, LINE_ALONG, NOTHING, PLANE, PLANE_ALONG, SliceDialog
from neuralfold.model.examples import random_network
from neuralfold.model.measurement import measure
from neuralfold.model.rational_plane import exact_partition
from neuralfold.model.slice import Slice

POINTS = ((0.5, -0.25, 1.0), (-1.0, 0.75, 0.25), (0.0, 1.0, -1.0))


@pytest.fixture
def three(window):
    """A window with a network of three inputs, which cannot be drawn."""
    window.files.open_content(random_network((3, 6, 5, 1), 4))
    return window


def ask(window, qtbot):
    """Open the dialog by the button of the page that has no picture, else by the menu."""
    pictures = window.pictures
    if pictures.currentWidget() is pictures.sentence:
        qtbot.mouseClick(pictures.sentence.slice_button, Qt.MouseButton.LeftButton)
    else:
        window.menus.slice.trigger()
    dialog = window.findChildren(SliceDialog)[-1]
    qtbot.waitExposed(dialog)
    return dialog


def fill(dialog, kind, vectors):
    """Give numbers by the clipboard, as from a spreadsheet."""
    dialog.choose(kind)
    QGuiApplication.clipboard().setText("\n".join("\t".join(map(str, row)) for row in vectors))
    dialog.table.setCurrentIndex(dialog.table.numbers.index(0, 0))
    dialog.table.paste_action.trigger()


def draw(window, qtbot, kind=PLANE, vectors=POINTS):
    dialog = ask(window, qtbot)
    fill(dialog, kind, vectors)
    dialog.accept()


def rows(window):
    return {row.name: (row.value, row.line) for row in window.counts.model.rows}


def test_three_points_are_drawn_and_counted(three, qtbot):
    draw(three, qtbot)
    content = three.document.content
    assert content.slice == Slice.through(*POINTS)
    assert three.document.undo_stack.count() == 1
    pictures = three.pictures
    assert pictures.currentWidget() is pictures.plane
    exact = exact_partition(content.pictured, content.window)
    shown = rows(three)
    assert shown["linear regions"][0] == str(exact.linear_regions)
    assert "Counted in this slice" in shown
    axes = [pictures.plane.view.plot.getPlotItem().getAxis(side).name for side in ("bottom", "left")]
    assert axes == ["t₁", "t₂"]
    edges = next(block for block in pictures.plane.view.legend if block.heading == "Edges")
    assert [swatch.text for swatch in edges.swatches] == ["hidden layer 1", "hidden layer 2"]
    three.menus.undo.trigger()
    assert pictures.currentWidget() is pictures.sentence


def test_the_place_under_the_mouse_is_told_in_t(three, qtbot):
    draw(three, qtbot)
    three.pictures.plane.view.hovered.emit(0.25, -0.5)
    place = three.status.place.text()
    assert place.startswith("t₁ = 0.25, t₂ = −0.5   ·   region ")
    spot = three.pictures.measurement.partition.at(0.25, -0.5)
    slice_ = three.document.content.slice
    assert spot.value == pytest.approx(three.document.content.chain.merged(slice_.at(0.25, -0.5)[None, :])[0])


def test_a_line_has_its_probe_segments_and_whole_line(three, qtbot):
    draw(three, qtbot, LINE, POINTS[:2])
    page = three.pictures.line
    page.probe_action.setChecked(True)
    page.segments_action.setChecked(True)
    assert three.pictures.currentWidget() is page
    segments = three.pictures.measurement.segments
    assert rows(three)["linear segments"] == (str(segments.linear_regions), str(segments.line_linear_regions))
    page.view.probe = 0.5
    model = page.probe_panel.model
    names = [model.headerData(row, Qt.Orientation.Vertical) for row in range(model.rowCount())]
    assert names == ["slice: x", "hidden 1", "after", "hidden 2", "after", "output", "after"]
    middle = [(a + b) / 2 for a, b in zip(*POINTS[:2], strict=True)]
    assert model.applied[0].x == pytest.approx(middle)
    assert model.applied[-1].steps[-1].activation == pytest.approx(segments.at(0.5).value)
    assert page.probe_panel.way.startswith("t = 0.5 → x = (−0.25, 0.25, 0.625) → y = ")
    assert page.layers.count() == 3
    page.layers.setCurrentIndex(1)
    page.layers.activated.emit(1)
    assert len(page.view.panels[-1].picture.curves) == 6
    assert page.view.panels[-1].picture.number == 1
    assert page.segment_table.model().rowCount() == segments.linear_regions


def test_what_is_no_slice_is_said_and_nothing_is_lost(three, qtbot):
    before = three.document.content
    dialog = ask(three, qtbot)
    fill(dialog, PLANE, ((0, 0, 0), (1, 1, 1), (2, 2, 2)))
    dialog.accept()
    assert dialog.isVisible()
    assert "lie on one line" in dialog.problem.text()
    assert dialog.table.numbers.rows.tolist() == [[0, 0, 0], [1, 1, 1], [2, 2, 2]]
    QGuiApplication.clipboard().setText("1\t2\t3\t4")
    dialog.table.paste_action.trigger()
    assert "do not fit" in dialog.problem.text()
    QGuiApplication.clipboard().setText("1\tno\t3")
    dialog.table.paste_action.trigger()
    assert "row 1, column 2" in dialog.problem.text()
    assert dialog.table.numbers.rows.tolist() == [[0, 0, 0], [1, 1, 1], [2, 2, 2]]
    dialog.reject()
    assert three.document.content is before


def test_numbers_are_typed_and_copied(three, qtbot):
    dialog = ask(three, qtbot)
    dialog.choose(LINE)
    table = dialog.table
    focus(qtbot, table)
    table.setCurrentIndex(table.numbers.index(1, 2))
    qtbot.keyClick(table, Qt.Key.Key_F2)
    editor = table.viewport().findChild(QLineEdit)
    editor.selectAll()
    type_text(qtbot, editor, "1/3")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: table.numbers.rows[1, 2] == 1 / 3)
    table.selectRow(0)
    table.copy_action.trigger()
    assert QGuiApplication.clipboard().text() == "0\t0\t0"
    dialog.accept()
    assert three.document.content.slice.directions[0][2] == 1 / 3


def test_random_directions_come_from_their_seed_and_keep_the_point(three, qtbot):
    dialog = ask(three, qtbot)
    fill(dialog, PLANE_ALONG, ((1, 2, 3), (1, 0, 0), (0, 1, 0)))
    dialog.seed.set_value(7)
    dialog.random_button.click()
    dialog.accept()
    usual = Slice.usual(3, 7)
    assert three.document.content.slice == Slice((1.0, 2.0, 3.0), usual.directions)


def test_looking_at_a_slice_changes_no_bit_and_none_takes_it_away(three, qtbot):
    draw(three, qtbot, LINE_ALONG, ((0.1, 0.2, 0.3), (1 / 3, 1e-20, 1.0)))
    slice_ = three.document.content.slice
    dialog = ask(three, qtbot)
    assert dialog.kind in (LINE, LINE_ALONG)
    dialog.accept()
    assert three.document.content.slice is slice_
    assert three.document.undo_stack.count() == 1
    dialog = ask(three, qtbot)
    dialog.choose(NOTHING)
    dialog.accept()
    assert three.document.content.slice is None
    assert three.pictures.currentWidget() is three.pictures.sentence


def test_another_number_of_inputs_drops_the_slice_and_says_so(three, qtbot):
    draw(three, qtbot)
    model = three.layers.model
    model.setData(model.index(0, Column.WIDTH), 4)
    assert three.document.content.chain.inputs == 4
    assert three.document.content.slice is None
    assert "slice was left out" in three.messages.text
    three.menus.undo.trigger()
    assert three.document.content.slice == Slice.through(*POINTS)
    assert three.messages.text == ""
    model.setData(model.index(1, Column.WIDTH), 7)
    assert three.document.content.slice == Slice.through(*POINTS)


def test_a_slice_is_recounted_exactly(three, qtbot):
    draw(three, qtbot)
    three.menus.recount.trigger()
    dialog = three.findChild(RecountDialog)
    assert dialog.sentence.text() == "Both counts agree."
    dialog.close_button.click()


def test_a_large_network_works_on_a_plane(live_window, qtbot):
    live_window.files.open_content(random_network((784, 256, 256, 10), 1))
    qtbot.waitUntil(lambda: live_window.pictures.measurement.content is live_window.document.content)
    dialog = ask(live_window, qtbot)
    assert dialog.kind == PLANE_ALONG
    dialog.accept()
    qtbot.waitUntil(lambda: live_window.pictures.measurement.partition is not None, timeout=20_000)
    shown = live_window.pictures.measurement
    assert shown.is_certain
    assert shown.linear_regions == measure(live_window.document.content).linear_regions > 1000
