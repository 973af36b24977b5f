"""Blocks of numbers that are copied and pasted."""

import numpy as np
import pytest
from desks import ParameterDesk
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication

from neuralfold.gui.parameter_block import block_text
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


def test_a_copied_block_is_pasted_bit_by_bit(desk):
    table = np.column_stack([desk.layer.biases, desk.layer.weights])
    desk.select(1, 1, 2, 3)
    desk.table.copy_action.trigger()
    assert QGuiApplication.clipboard().text() == block_text(table[1:3, 1:4])
    desk.select(2, 0)
    desk.table.paste_action.trigger()
    table[2:4, 0:3] = table[1:3, 1:4].copy()
    assert np.array_equal(np.column_stack([desk.layer.biases, desk.layer.weights]), table)
    assert desk.steps == 1
    assert len(desk.view.selectedIndexes()) == 6
    assert desk.refusals == []


def test_copy_and_paste_have_their_usual_keys(desk, qtbot):
    desk.model.set_value(0, 0, ODD)
    desk.select(0, 0)
    qtbot.keyClick(desk.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == repr(ODD)
    desk.select(1, 1)
    qtbot.keyClick(desk.view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert desk.layer.weights[1, 0] == ODD


def test_one_number_is_pasted_into_every_selected_cell(desk):
    desk.select(0, 1, 2, 2)
    QGuiApplication.clipboard().setText("0,5\r\n")
    desk.table.paste_action.trigger()
    assert np.array_equal(desk.layer.weights[:2, :2], np.full((2, 2), 0.5))
    assert desk.steps == 1


@pytest.mark.parametrize(
    ("text", "place", "sentence"),
    [
        ("1\t2\n3\tx", (0, 0), "pasted text, row 2, column 2: “x” is not a number; examples: 0.5, -1, 1e-3, 1/3"),
        ("1\t\n3\t4", (0, 0), "pasted text, row 1, column 2: a number is missing; examples: 0.5, -1, 1e-3, 1/3"),
        ("1\t2\n3", (0, 0), "pasted text, row 2: 1 columns instead of 2"),
        ("", (0, 0), "there is no text to paste"),
        (
            "1\t2\n3\t4",
            (3, 1),
            "pasted text: 2 × 2 numbers do not fit; from the selected cell on there is room for 1 × 3",
        ),
        (
            "1\t2\t3",
            (0, 2),
            "pasted text: 1 × 3 numbers do not fit; from the selected cell on there is room for 4 × 2",
        ),
    ],
)
def test_a_block_that_cannot_be_pasted_changes_nothing_and_says_where(desk, text, place, sentence):
    before = desk.document.content
    desk.select(*place)
    QGuiApplication.clipboard().setText(text)
    desk.table.paste_action.trigger()
    assert desk.document.content is before
    assert desk.refusals == [sentence]
