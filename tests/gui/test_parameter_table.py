"""The parameter table: what it shows, and what is typed in it."""

from dataclasses import replace

import numpy as np
import pytest
from desks import Elsewhere, ParameterDesk, Shouting
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QLineEdit

from neuralfold.gui.parameter_view import PIXELS_PER_STEP
from neuralfold.model.chain import Chain, Part
from neuralfold.model.content import Content
from neuralfold.model.examples import figure_7_1, random_network

ODD = 0.1234567890123456
EDIT, SHOWN = Qt.ItemDataRole.EditRole, Qt.ItemDataRole.DisplayRole
STEP = QPoint(PIXELS_PER_STEP, 0)


@pytest.fixture
def desk(qtbot):
    desk = ParameterDesk(qtbot, random_network((3, 4, 2), seed=5))
    yield desk
    desk.table.close()


def test_every_number_of_the_layer_is_there_bit_by_bit(desk):
    for k, sources, units in ((0, "x", "unit"), (1, "h", "output")):
        desk.table.show_layer(0, k)
        layer = desk.layer
        shown = [
            [float(desk.model.index(row, column).data(EDIT)) for column in range(desk.model.columnCount())]
            for row in range(desk.model.rowCount())
        ]
        assert np.array_equal(np.array(shown), np.column_stack([layer.biases, layer.weights]))
        columns = [desk.model.headerData(j, Qt.Orientation.Horizontal, SHOWN) for j in range(desk.model.columnCount())]
        rows = [desk.model.headerData(i, Qt.Orientation.Vertical, SHOWN) for i in range(desk.model.rowCount())]
        assert columns == ["β", *[f"{sources}{j}" for j in range(1, layer.inputs + 1)]]
        assert rows == [f"{units} {i}" for i in range(1, layer.units + 1)]


def test_a_typed_weight_and_a_typed_bias_go_where_they_stand(desk):
    before = desk.layer
    desk.type_over(2, 3, "-0.75")
    desk.type_over(1, 0, "1/3")
    weights, biases = before.weights.copy(), before.biases.copy()
    weights[2, 2], biases[1] = -0.75, 1 / 3
    assert np.array_equal(desk.layer.weights, weights)
    assert np.array_equal(desk.layer.biases, biases)
    assert desk.steps == 2
    desk.document.undo()
    desk.document.undo()
    assert desk.layer == before


def test_typing_starts_on_the_cell_without_opening_it_first(desk, qtbot):
    desk.select(0, 1)
    qtbot.keyClick(desk.view, "7")
    qtbot.keyClicks(desk.editor(), ".5")
    desk.enter()
    assert desk.layer.weights[0, 0] == 7.5


def test_opening_an_editor_and_pressing_enter_changes_nothing(desk, qtbot):
    values = (ODD, 1 / 3, -0.0, 5e-324, 1.7976931348623157e308, 0.1 + 0.2, 1e22)
    for value in values:
        desk.model.set_value(0, 0, value)
        steps = desk.steps
        desk.select(0, 0)
        qtbot.keyClick(desk.view, Qt.Key.Key_F2)
        desk.enter()
        assert float(desk.layer.biases[0]).hex() == value.hex()
        assert desk.steps == steps
    assert desk.refusals == []


@pytest.mark.parametrize(
    ("text", "value"), [("0.5", 0.5), ("0,5", 0.5), ("1.000", 1.0), ("−1e-3", -1e-3), ("２", 2.0), (" 3 ", 3.0)]
)
@pytest.mark.parametrize("locale", ["C", "de_DE"])
def test_numbers_are_read_the_same_in_every_locale(desk, locale, text, value):
    with Elsewhere(locale):
        desk.type_over(0, 1, text)
    assert desk.layer.weights[0, 0] == value
    assert desk.refusals == []


@pytest.mark.parametrize("text", ["", "abc", "1.2.3", "1,000", "1e999", "nan", "1/0"])
def test_bad_text_keeps_the_number_and_names_its_place(desk, text):
    before = desk.document.content
    desk.type_over(2, 3, text)
    assert desk.document.content is before
    assert len(desk.refusals) == 1
    assert desk.refusals[0].startswith("row 3, x3: ")


def test_a_number_that_makes_the_merged_network_overflow_is_refused(qtbot):
    desk = ParameterDesk(qtbot, figure_7_1())
    desk.model.set_value(0, 1, 1e308)
    desk.table.show_layer(0, 1)
    before = desk.document.content
    desk.table.show_layer(1, 0)
    desk.model.set_value(0, 1, 1e308)
    assert desk.document.content is before
    assert "overflow" in desk.refusals[0]
    desk.table.close()


def test_typing_through_twenty_cells_with_tab_never_loses_the_focus(desk, qtbot):
    desk.document.open_content(random_network((4, 4, 2), seed=5))
    desk.select(0, 0)
    qtbot.keyClick(desk.view, Qt.Key.Key_F2)
    for number in range(20):
        editor = QApplication.focusWidget()
        assert isinstance(editor, QLineEdit)
        assert desk.view.isAncestorOf(editor)
        editor.selectAll()
        qtbot.keyClicks(editor, str(number))
        qtbot.keyClick(editor, Qt.Key.Key_Tab)
    assert np.column_stack([desk.layer.biases, desk.layer.weights]).ravel().tolist() == list(range(20))
    assert desk.steps == 20


def test_what_is_being_typed_survives_a_change_elsewhere(desk, qtbot):
    desk.select(0, 0)
    qtbot.keyClick(desk.view, Qt.Key.Key_F2)
    desk.editor().selectAll()
    qtbot.keyClicks(desk.editor(), "12")
    desk.model.set_value(1, 1, 3.0)
    qtbot.keyClicks(desk.editor(), "5")
    desk.enter()
    assert desk.layer.biases[0] == 125.0


def test_rows_and_columns_come_and_go_without_a_reset(desk, qtbot):
    resets = []
    desk.model.modelReset.connect(lambda: resets.append(1))
    desk.select(1, 2)
    content = desk.document.content
    network = content.chain.parts[0].network
    for width, inputs in ((6, 5), (2, 3), (4, 3)):
        sized = network.with_units(0, width, seed=0).with_inputs(inputs, seed=0)
        desk.document.edit(content.with_network(0, sized), "sizes")
        assert (desk.model.rowCount(), desk.model.columnCount()) == (width, inputs + 1)
        assert desk.view.currentIndex() == desk.model.index(1, 2)
    assert resets == []


def test_a_layer_that_is_gone_is_replaced_by_the_last_one(desk):
    network = desk.document.content.chain.parts[0].network
    desk.table.show_layer(0, 1)
    desk.document.edit(desk.document.content.with_network(0, network.with_removed(0, seed=0)), "remove")
    assert desk.model.place == (0, 0)
    assert (desk.model.rowCount(), desk.model.columnCount()) == (2, 4)
    assert desk.model.headerData(0, Qt.Orientation.Vertical, SHOWN) == "output 1"
    desk.document.undo()
    assert desk.model.place == (0, 1)
    assert desk.model.columnCount() == 5


def test_a_repeated_network_is_edited_once_for_all(qtbot):
    f = figure_7_1().chain.parts[0].network
    desk = ParameterDesk(qtbot, Content(Chain((Part(f, 3),)), ((0.0, 3.0),)))
    desk.model.set_value(0, 1, 2.0)
    assert [network.omega[0][0, 0] for network in desk.document.content.chain.applied] == [2.0, 2.0, 2.0]
    desk.table.close()


def test_a_large_layer_opens_scrolls_and_is_edited(qtbot):
    desk = ParameterDesk(qtbot, random_network((784, 256, 10), seed=1))
    assert (desk.model.rowCount(), desk.model.columnCount()) == (256, 785)
    desk.select(255, 784)
    desk.view.scrollTo(desk.model.index(255, 784))
    desk.type_over(255, 784, "0.125")
    assert desk.layer.weights[255, 783] == 0.125
    desk.table.grab()
    desk.table.close()


def test_the_colour_of_a_cell_tells_sign_and_size(desk):
    layer = desk.layer
    biases = np.array([4.0, -4.0, 1.0, 0.0])
    network = desk.document.content.chain.parts[0].network
    edited = network.with_layer(0, replace(layer, biases=biases, weights=np.zeros_like(layer.weights)))
    desk.document.edit(desk.document.content.with_network(0, edited), "numbers")
    desk.view.clearSelection()
    image = desk.view.viewport().grab().toImage()
    corners = [desk.view.visualRect(desk.model.index(row, 0)).topLeft() + QPoint(4, 4) for row in range(4)]
    plus, minus, small, zero = (QColor(image.pixel(corner)) for corner in corners)

    def distance(colour):
        return abs(colour.red() - zero.red()) + abs(colour.green() - zero.green()) + abs(colour.blue() - zero.blue())

    assert distance(plus) > distance(small) > 0
    assert plus.blue() > plus.red()
    assert minus.red() > minus.blue()
    assert zero == QColor(image.pixel(desk.view.visualRect(desk.model.index(2, 2)).topLeft() + QPoint(4, 4)))


def test_every_text_is_said_again_when_the_language_changes(desk, qapp):
    shouting = Shouting()
    qapp.installTranslator(shouting)
    try:
        qapp.processEvents()
        assert desk.model.headerData(0, Qt.Orientation.Vertical, SHOWN) == "UNIT 1"
        assert desk.table.copy_action.text() == "COPY NUMBERS"
    finally:
        qapp.removeTranslator(shouting)
    qapp.processEvents()
    assert desk.table.copy_action.text() == "Copy Numbers"
