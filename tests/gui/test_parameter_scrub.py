"""Numbers that are turned with the wheel or dragged sideways."""

import pytest
from desks import ParameterDesk
from hands import drag, move, press, release, turn_wheel
from PySide6.QtCore import QPoint, Qt

from neuralfold.gui.parameter_view import PIXELS_PER_STEP
from neuralfold.model.examples import random_network

ODD = 0.1234567890123456
EDIT, SHOWN = Qt.ItemDataRole.EditRole, Qt.ItemDataRole.DisplayRole
STEP = QPoint(PIXELS_PER_STEP, 0)


@pytest.fixture
def desk(qtbot):
    desk = ParameterDesk(qtbot, random_network((3, 4, 2), seed=5))
    yield desk
    desk.table.close()


def test_turning_the_wheel_over_the_selected_cell_is_one_step(desk, qtbot):
    desk.model.set_value(1, 1, 0.5)
    steps = desk.steps
    desk.select(1, 1)
    place = desk.middle(1, 1)
    seen = []
    desk.document.changed.connect(lambda content: seen.append(desk.layer.weights[1, 0]))
    for _ in range(3):
        assert turn_wheel(desk.view.viewport(), place, 120).isAccepted()
    turn_wheel(desk.view.viewport(), place, -120, Qt.KeyboardModifier.ShiftModifier)
    turn_wheel(desk.view.viewport(), place, 120, Qt.KeyboardModifier.ControlModifier)
    assert seen == [0.51, 0.52, 0.53, 0.529, 0.629]
    assert desk.steps == steps + 1
    desk.document.undo()
    assert desk.layer.weights[1, 0] == 0.5


def test_fine_wheels_add_up_to_steps(desk):
    desk.model.set_value(1, 1, 0.5)
    desk.select(1, 1)
    for _ in range(8):
        turn_wheel(desk.view.viewport(), desk.middle(1, 1), 30)
    assert desk.layer.weights[1, 0] == 0.52


def test_after_a_pause_the_wheel_makes_a_new_step(desk, qtbot):
    desk.model.set_value(1, 1, 0.5)
    steps = desk.steps
    desk.select(1, 1)
    turn_wheel(desk.view.viewport(), desk.middle(1, 1), 120)
    with qtbot.waitSignal(desk.view.scrub_ended, timeout=10_000):
        turn_wheel(desk.view.viewport(), desk.middle(1, 1), 120)
    assert not desk.view.is_scrubbing
    turn_wheel(desk.view.viewport(), desk.middle(1, 1), 120)
    assert desk.steps == steps + 2
    desk.document.undo()
    assert desk.layer.weights[1, 0] == 0.52


def test_the_wheel_goes_on_from_what_undo_left(desk):
    desk.model.set_value(1, 1, 0.5)
    desk.select(1, 1)
    for _ in range(5):
        turn_wheel(desk.view.viewport(), desk.middle(1, 1), 120)
    desk.document.undo()
    turn_wheel(desk.view.viewport(), desk.middle(1, 1), 120)
    assert desk.layer.weights[1, 0] == 0.51


def test_the_wheel_anywhere_else_scrolls(qtbot):
    desk = ParameterDesk(qtbot, random_network((5, 60, 2), seed=5))
    before = desk.document.content
    desk.select(0, 1)
    turn_wheel(desk.view.viewport(), desk.middle(2, 2), -120)
    assert desk.view.verticalScrollBar().value() > 0
    desk.view.verticalScrollBar().setValue(0)
    desk.view.clearFocus()
    turn_wheel(desk.view.viewport(), desk.middle(0, 1), -120)
    assert desk.view.verticalScrollBar().value() > 0
    assert desk.document.content is before
    desk.table.close()


def test_dragging_the_selected_cell_sideways_is_one_step(desk):
    desk.model.set_value(1, 1, 2.0)
    steps = desk.steps
    desk.select(1, 1)
    start = desk.middle(1, 1)
    drag(desk.view.viewport(), start, start + STEP, start + 2 * STEP, start + 5 * STEP)
    assert desk.layer.weights[1, 0] == 2.5
    assert desk.steps == steps + 1
    drag(desk.view.viewport(), start, start - 3 * STEP, start - 5 * STEP)
    assert desk.layer.weights[1, 0] == 2.0
    assert desk.steps == steps + 2
    desk.document.undo()
    assert desk.layer.weights[1, 0] == 2.5
    desk.document.undo()
    assert desk.layer.weights[1, 0] == 2.0


def test_a_drag_back_to_where_it_began_leaves_no_step(desk):
    desk.model.set_value(1, 1, ODD)
    steps = desk.steps
    desk.select(1, 1)
    start = desk.middle(1, 1)
    drag(desk.view.viewport(), start, start + 9 * STEP, start - 4 * STEP, start)
    assert float(desk.layer.weights[1, 0]).hex() == ODD.hex()
    assert desk.steps == steps


def test_escape_gives_a_drag_up(desk, qtbot):
    desk.model.set_value(1, 1, ODD)
    steps = desk.steps
    desk.select(1, 1)
    start = desk.middle(1, 1)
    press(desk.view.viewport(), start)
    move(desk.view.viewport(), start + 7 * STEP)
    assert desk.layer.weights[1, 0] != ODD
    qtbot.keyClick(desk.view, Qt.Key.Key_Escape)
    move(desk.view.viewport(), start + 9 * STEP)
    release(desk.view.viewport(), start + 9 * STEP)
    assert desk.layer.weights[1, 0] == ODD
    assert desk.steps == steps


@pytest.mark.parametrize(
    ("button", "keys"),
    [
        (Qt.MouseButton.MiddleButton, Qt.KeyboardModifier.NoModifier),
        (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.AltModifier),
    ],
)
def test_the_middle_button_and_alt_drag_any_cell(desk, button, keys):
    desk.model.set_value(2, 2, 4.0)
    desk.select(0, 0)
    start = desk.middle(2, 2)
    drag(desk.view.viewport(), start, start + 2 * STEP, start + 3 * STEP, keys=keys, button=button)
    assert desk.layer.weights[2, 1] == 4.3
    assert desk.view.currentIndex() == desk.model.index(2, 2)


def test_a_click_on_the_selected_cell_changes_nothing_and_a_double_click_edits_it(desk, qtbot):
    before = desk.document.content
    qtbot.mouseClick(desk.view.viewport(), Qt.MouseButton.LeftButton, pos=desk.middle(1, 1))
    qtbot.mouseClick(desk.view.viewport(), Qt.MouseButton.LeftButton, pos=desk.middle(1, 1))
    assert desk.editor() is None
    qtbot.mouseDClick(desk.view.viewport(), Qt.MouseButton.LeftButton, pos=desk.middle(1, 1))
    assert desk.editor() is not None
    assert desk.document.content is before


def test_a_drag_from_another_cell_selects_a_block(desk):
    before = desk.document.content
    desk.select(3, 3)
    drag(desk.view.viewport(), desk.middle(0, 0), desk.middle(1, 1), desk.middle(2, 1))
    chosen = {(index.row(), index.column()) for index in desk.view.selectedIndexes()}
    assert chosen == {(row, column) for row in range(3) for column in range(2)}
    assert desk.document.content is before


def test_the_mouse_says_where_a_drag_would_change_a_number(desk):
    desk.select(1, 1)
    desk.view.viewport().unsetCursor()
    none = Qt.MouseButton.NoButton
    move(desk.view.viewport(), desk.middle(1, 1), button=none)
    assert desk.view.viewport().cursor().shape() == Qt.CursorShape.SizeHorCursor
    move(desk.view.viewport(), desk.middle(2, 2), button=none)
    assert desk.view.viewport().cursor().shape() == Qt.CursorShape.ArrowCursor
