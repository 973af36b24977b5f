"""The layer table: what it shows, and what is typed, chosen and ticked in it."""

import random

import numpy as np
import pytest
from desks import Elsewhere, LayerDesk, Shouting
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit

from neuralfold.gui.layer_rows import Column, Row
from neuralfold.model.activations import Activation
from neuralfold.model.chain import Chain
from neuralfold.model.content import Content
from neuralfold.model.examples import figure_7_1, random_network

TICK = Qt.ItemDataRole.CheckStateRole


@pytest.fixture
def make(qtbot):
    desks = []

    def make(content):
        desks.append(LayerDesk(qtbot, content))
        return desks[-1]

    yield make
    for desk in desks:
        desk.table.close()


@pytest.fixture
def plain(make):
    return make(random_network((2, 4, 3, 1), seed=5))


@pytest.fixture
def chained(make):
    return make(figure_7_1())


def test_a_plain_network_has_a_row_for_input_hidden_layers_and_output(plain):
    assert plain.names == ["input", "hidden 1", "hidden 2", "output"]
    columns = (Column.WIDTH, Column.ACTIVATION, Column.OMEGA, Column.PARAMETERS, Column.MACS)
    assert [[plain.text(row, column) for column in columns] for row in range(4)] == [
        ["2", None, None, None, None],
        ["4", "ReLU", "4×2", "12", "8"],
        ["3", "ReLU", "3×4", "15", "12"],
        ["1", "identity", "1×3", "4", "3"],
    ]
    assert plain.totals() == [31, 23]
    assert plain.model.row(1) == Row(0, 0)


def test_a_chain_is_grouped_under_its_networks(chained):
    assert chained.names == ["f", "input", "hidden 1", "output", "g", "input", "hidden 1", "output"]
    assert [chained.text(row, Column.WIDTH) for row in (0, 4)] == ["× 1", "× 1"]
    assert [chained.text(row, Column.PARAMETERS) for row in (0, 4)] == ["10", "10"]
    assert chained.totals() == [20, 12]


def test_a_repeated_network_stores_once_and_computes_every_time(make):
    f = figure_7_1().chain.parts[0].network
    desk = make(Content(Chain.of(f), ((0.0, 3.0),)))
    desk.table.repeat_action.trigger()
    desk.table.repeat_action.trigger()
    assert desk.names[:2] == ["f", "input"]
    assert desk.text(0, Column.WIDTH) == "× 3"
    assert desk.text(0, Column.ACTIVATION) == "applied 3 times"
    assert [desk.text(row, Column.MACS) for row in (0, 2, 3)] == ["18", "9", "9"]
    assert desk.totals() == [10, 18]


@pytest.mark.parametrize("seed", range(8))
def test_totals_are_the_sums_of_the_rows(make, seed):
    draw = random.Random(seed)
    desk = make(random_network([draw.randint(1, 9) for _ in range(draw.randint(2, 6))], seed))
    for column, total in zip((Column.PARAMETERS, Column.MACS), desk.totals(), strict=True):
        assert total == sum(int(desk.text(row, column) or 0) for row in range(desk.model.rowCount()))
    network = desk.chain.parts[0].network
    assert desk.totals()[0] == sum(w.size + b.size for w, b in zip(network.omega, network.beta, strict=True))


def test_the_large_network_of_the_article(make):
    desk = make(random_network((784, 256, 256, 10), seed=0))
    assert [desk.text(row, Column.PARAMETERS) for row in (1, 2, 3)] == ["200,960", "65,792", "2,570"]
    assert desk.totals() == [269322, 268800]


def test_a_typed_width_keeps_weights_and_can_be_undone(plain):
    before = plain.document.content
    network = before.chain.parts[0].network
    plain.type_over(1, Column.WIDTH, "6")
    assert plain.sizes == [(2, 6, 3, 1, 1)]
    grown = plain.chain.parts[0].network
    assert np.array_equal(grown.omega[0][:4], network.omega[0])
    assert np.array_equal(grown.omega[1][:, :4], network.omega[1])
    assert plain.text(1, Column.OMEGA) == "6×2"
    plain.document.undo()
    assert plain.document.content == before
    assert plain.document.undo_stack.undoText() == ""


def test_new_weights_are_drawn_from_the_seed(make):
    for _ in range(2):
        desks = [make(random_network((2, 4, 1), seed=seed)) for seed in (3, 3, 4)]
        for desk in desks:
            desk.type_over(1, Column.WIDTH, "9")
        drawn = [desk.chain.parts[0].network.omega[0][4:] for desk in desks]
        assert np.array_equal(drawn[0], drawn[1])
        assert not np.array_equal(drawn[0], drawn[2])


@pytest.mark.parametrize("text", ["0", "-1", "1e9", "1000000000", "", "wide", "2.5", "1,5"])
@pytest.mark.parametrize("row", [0, 1, 3])
def test_a_width_that_cannot_be_is_refused_with_name_and_range(plain, text, row):
    before = plain.document.content
    plain.type_over(row, Column.WIDTH, text)
    assert plain.document.content is before
    assert len(plain.refusals) == 1
    assert plain.refusals[0].startswith("width: ")
    assert plain.refusals[0].endswith("allowed: 1 to 1000000")
    assert plain.text(row, Column.WIDTH) == str(before.chain.parts[0].network.sizes[row])


def test_a_width_within_the_range_that_is_too_large_here_is_refused(plain):
    before = plain.document.content
    plain.type_over(1, Column.WIDTH, "1000000")
    plain.type_over(2, Column.WIDTH, "1000000")
    assert plain.document.content is before or plain.document.undo_stack.count() == 1
    assert any("parameters are more than" in sentence for sentence in plain.refusals)


def test_opening_a_width_and_pressing_enter_changes_nothing(plain, qtbot):
    before = plain.document.content
    plain.select(1, Column.WIDTH)
    qtbot.keyClick(plain.view, Qt.Key.Key_F2)
    plain.enter()
    assert plain.document.content is before
    assert plain.document.undo_stack.count() == 0


@pytest.mark.parametrize("locale", ["de_DE", "zh_CN"])
def test_widths_are_read_the_same_in_every_locale(plain, locale):
    with Elsewhere(locale):
        plain.type_over(1, Column.WIDTH, "１２")
    assert plain.sizes == [(2, 12, 3, 1, 1)]


def test_sizes_where_networks_meet_change_on_both_sides(chained):
    chained.type_over(3, Column.WIDTH, "2")
    assert chained.sizes == [(1, 3, 2, 1), (2, 3, 1, 1)]
    chained.type_over(5, Column.WIDTH, "4")
    assert chained.sizes == [(1, 3, 4, 1), (4, 3, 1, 1)]
    assert chained.refusals == []


def test_repetitions_are_typed_at_the_head(chained):
    chained.type_over(0, Column.WIDTH, "5")
    assert chained.sizes == [(1, 3, 1, 5), (1, 3, 1, 1)]
    chained.type_over(0, Column.WIDTH, "1001")
    assert chained.refusals == ["repeat: 1001 is out of range; allowed: 1 to 1000"]
    chained.type_over(7, Column.WIDTH, "2")
    chained.type_over(4, Column.WIDTH, "2")
    assert chained.refusals[1] == "repeat: a network with 1 inputs and 2 outputs cannot feed itself"
    assert chained.sizes == [(1, 3, 1, 5), (1, 3, 2, 1)]


def test_one_click_opens_the_list_of_activations_and_a_choice_is_taken_over(plain, qtbot):
    plain.select(2)
    plain.click(1, Column.ACTIVATION)
    qtbot.waitUntil(lambda: plain.editor(QComboBox) is not None and plain.editor(QComboBox).view().isVisible())
    combo = plain.editor(QComboBox)
    assert combo.currentData() == "relu"
    names = [combo.itemData(i) for i in range(combo.count()) if combo.itemData(i) is not None]
    assert names == ["relu", "leaky_relu", "abs", "hard_tanh", "identity", "tanh", "sigmoid", "gelu"]
    combo.setCurrentIndex(combo.findData("abs"))
    combo.activated.emit(combo.currentIndex())
    assert plain.chain.parts[0].network.layers[0].activation == Activation("abs")
    assert plain.text(1, Column.ACTIVATION) == "abs"
    qtbot.waitUntil(lambda: plain.editor(QComboBox) is None)
    plain.document.undo()
    assert plain.text(1, Column.ACTIVATION) == "ReLU"


def test_the_slope_has_a_column_when_there_is_one(plain):
    assert plain.view.isColumnHidden(Column.SLOPE)
    plain.model.setData(plain.model.index(1, Column.ACTIVATION), "leaky_relu")
    assert not plain.view.isColumnHidden(Column.SLOPE)
    assert plain.text(1, Column.SLOPE) == "0.01"
    assert plain.text(2, Column.SLOPE) is None
    plain.type_over(1, Column.SLOPE, "-1/4")
    assert plain.chain.parts[0].network.layers[0].activation == Activation("leaky_relu", -0.25)
    plain.type_over(1, Column.SLOPE, "steep")
    assert plain.refusals == ["slope: “steep” is not a number; examples: 0.5, -1, 1e-3, 1/3"]
    plain.document.undo()
    plain.document.undo()
    assert plain.view.isColumnHidden(Column.SLOPE)


def _tick(desk, row, qtbot):
    cell = desk.view.visualRect(desk.model.index(row, Column.SKIP))
    qtbot.mouseClick(
        desk.view.viewport(), Qt.MouseButton.LeftButton, pos=cell.topLeft() + QPoint(10, cell.height() // 2)
    )


def test_a_box_turns_skip_on_where_widths_are_equal(plain, qtbot):
    plain.type_over(2, Column.WIDTH, "4")
    _tick(plain, 2, qtbot)
    assert plain.chain.parts[0].network.layers[1].skip
    assert Qt.CheckState(plain.model.index(2, Column.SKIP).data(TICK)) == Qt.CheckState.Checked
    _tick(plain, 2, qtbot)
    assert not plain.chain.parts[0].network.layers[1].skip
    assert plain.refusals == []


def test_a_box_where_widths_differ_says_why_not(plain, qtbot):
    before = plain.document.content
    _tick(plain, 1, qtbot)
    assert plain.document.content is before
    assert plain.refusals == ["skip: needs equal widths, but 2 units feed 4; make the widths equal or turn skip off"]
    assert plain.model.index(0, Column.SKIP).data(TICK) is None


def test_typing_through_twenty_cells_with_tab_never_loses_the_focus(make, qtbot):
    desk = make(random_network((1,) + (3,) * 20 + (1,), seed=0))
    desk.select(1, Column.WIDTH)
    for width in range(4, 24):
        for key in str(width):
            qtbot.keyClick(QApplication.focusWidget(), key)
        editor = QApplication.focusWidget()
        assert isinstance(editor, QLineEdit)
        assert desk.view.isAncestorOf(editor)
        qtbot.keyClick(editor, Qt.Key.Key_Tab)
        combo = QApplication.focusWidget()
        assert isinstance(combo, QComboBox)
        qtbot.keyClick(combo, Qt.Key.Key_Tab)
        assert desk.view.currentIndex().column() == Column.SKIP
        assert QApplication.focusWidget() is desk.view
        qtbot.keyClick(desk.view, Qt.Key.Key_Tab)
    assert desk.chain.parts[0].network.widths == tuple(range(4, 24))
    assert desk.resets == []


def test_every_text_is_said_again_when_the_language_changes(plain, qapp):
    shouting = Shouting()
    qapp.installTranslator(shouting)
    try:
        qapp.processEvents()
        assert plain.names == ["INPUT", "HIDDEN 1", "HIDDEN 2", "OUTPUT"]
        assert plain.table.add_action.text() == "ADD LAYER"
        assert plain.table._totals.text() == "TOTAL: 31 PARAMETERS, 23 MACS"
        assert plain.text(1, Column.ACTIVATION) == "RELU"
    finally:
        qapp.removeTranslator(shouting)
    qapp.processEvents()
    assert plain.table.add_action.text() == "Add Layer"
