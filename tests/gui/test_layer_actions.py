"""The buttons and keys of the layer table, its selection, and its past."""

import gc
import random
import weakref

import pytest
from desks import LayerDesk
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from neuralfold.gui.layer_rows import HEADER, INPUT, Column, Row
from neuralfold.gui.layer_table import LayerTable
from neuralfold.gui.parameter_table import ParameterTable
from neuralfold.model.chain import Chain
from neuralfold.model.examples import figure_7_1, fold, random_network
from neuralfold.session.document import Document

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


def test_add_puts_a_hidden_layer_after_the_selected_one(plain):
    for row, sizes, selected in (
        (1, (2, 4, 4, 3, 1, 1), 2),
        (0, (2, 4, 4, 4, 3, 1, 1), 1),
        (5, (2, 4, 4, 4, 3, 3, 1, 1), 5),
    ):
        plain.select(row)
        plain.table.add_action.trigger()
        assert plain.sizes == [sizes]
        assert plain.view.currentIndex().row() == selected
    assert plain.resets == []
    for _ in range(3):
        plain.document.undo()
    assert plain.names == ["input", "hidden 1", "hidden 2", "output"]


def test_a_network_without_hidden_layers_gets_one(make):
    desk = make(random_network((2, 1), seed=0))
    assert desk.names == ["input", "output"]
    desk.table.add_action.trigger()
    assert desk.sizes == [(2, 3, 1, 1)]


def test_remove_duplicate_and_move_hidden_layers(plain):
    plain.select(1)
    plain.table.duplicate_action.trigger()
    assert plain.sizes == [(2, 4, 4, 3, 1, 1)]
    assert plain.view.currentIndex().row() == 2
    plain.table.move_down_action.trigger()
    assert plain.sizes == [(2, 4, 3, 4, 1, 1)]
    assert plain.view.currentIndex().row() == 3
    plain.table.move_up_action.trigger()
    plain.table.move_up_action.trigger()
    assert plain.view.currentIndex().row() == 1
    plain.table.remove_action.trigger()
    assert plain.sizes == [(2, 4, 3, 1, 1)]
    assert plain.refusals == []
    assert plain.resets == []


@pytest.mark.parametrize("row", [0, 3])
def test_input_and_output_stay(plain, row):
    before = plain.document.content
    plain.select(row)
    for action in (
        plain.table.remove_action,
        plain.table.duplicate_action,
        plain.table.move_up_action,
        plain.table.move_down_action,
    ):
        action.trigger()
    assert plain.document.content is before
    assert len(plain.refusals) == 4
    assert all(sentence.startswith("input and output cannot be") for sentence in plain.refusals)


def test_hidden_layers_cannot_leave_the_ends(plain):
    before = plain.document.content
    plain.select(1)
    plain.table.move_up_action.trigger()
    plain.select(2)
    plain.table.move_down_action.trigger()
    assert plain.document.content is before
    assert len(plain.refusals) == 2


def test_networks_are_added_copied_moved_and_removed_at_their_heads(chained):
    f, g = chained.chain.parts
    chained.select(0)
    chained.table.move_down_action.trigger()
    assert chained.chain.parts == (g, f)
    assert chained.view.currentIndex().row() == 4
    chained.table.duplicate_action.trigger()
    assert chained.chain.parts == (g, f, f)
    chained.table.add_network_action.trigger()
    assert len(chained.chain.parts) == 4
    assert chained.names[8:10] == ["h", "input"]
    assert chained.names[12:14] == ["p", "input"]
    assert chained.table.selected == Row(3, HEADER)
    for left in (3, 2, 1):
        chained.table.remove_action.trigger()
        assert len(chained.chain.parts) == left
    assert chained.names == ["input", "hidden 1", "output"]
    assert chained.table.selected == Row(0, INPUT)
    for _ in range(6):
        chained.document.undo()
    assert chained.chain.parts == (f, g)
    assert chained.resets == []


def test_the_only_network_stays(make):
    desk = make(fold(3))
    before = desk.document.content
    desk.select(0)
    desk.table.remove_action.trigger()
    assert desk.document.content is before
    assert desk.refusals == ["the only network cannot be removed; a chain needs at least one"]


def test_keys(plain, qtbot):
    plain.select(1)
    qtbot.keyClick(plain.view, Qt.Key.Key_Insert)
    assert plain.sizes == [(2, 4, 4, 3, 1, 1)]
    qtbot.keyClick(plain.view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert plain.sizes == [(2, 4, 3, 4, 1, 1)]
    qtbot.keyClick(plain.view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    qtbot.keyClick(plain.view, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert plain.sizes == [(2, 4, 4, 4, 3, 1, 1)]
    qtbot.keyClick(plain.view, Qt.Key.Key_Delete)
    assert plain.sizes == [(2, 4, 4, 3, 1, 1)]
    qtbot.keyClick(plain.view, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    assert len(plain.refusals) == 1


def test_the_delete_key_in_an_editor_deletes_text_and_no_layer(plain, qtbot):
    plain.select(1, Column.WIDTH)
    qtbot.keyClick(plain.view, Qt.Key.Key_F2)
    plain.editor().selectAll()
    qtbot.keyClick(plain.editor(), Qt.Key.Key_Delete)
    assert plain.editor().text() == ""
    assert plain.sizes == [(2, 4, 3, 1, 1)]


def test_selecting_a_row_tells_its_layer(chained):
    for row in (2, 3, 0, 1, 6, 7):
        chained.select(row)
    assert chained.selections == [(0, 1), (1, 0), (1, 1)]
    chained.table.select_layer(0, 0)
    assert chained.view.currentIndex().row() == 2
    assert chained.selections[-1] == (0, 0)


def test_the_selection_stays_while_structure_changes_elsewhere(chained):
    chained.select(6)
    content = chained.document.content
    network = content.chain.parts[0].network
    chained.document.edit(content.with_network(0, network.with_duplicated(0, seed=0)), "duplicate")
    assert chained.table.selected == Row(1, 0)
    chained.document.undo()
    assert chained.table.selected == Row(1, 0)
    chained.document.edit(content.with_chain(Chain.of(network)), "one")
    assert chained.names == ["input", "hidden 1", "output"]
    chained.document.open_content(random_network((2, 3, 4, 5, 1), seed=0))
    assert chained.names == ["input", "hidden 1", "hidden 2", "hidden 3", "output"]
    assert chained.resets == []


@pytest.mark.parametrize("seed", range(3))
def test_random_use_can_be_undone_to_the_start_and_redone_to_the_end(make, seed):
    draw = random.Random(seed)
    desk = make(figure_7_1())
    start = desk.document.content
    table, actions = desk.table, desk.view.actions()
    for _ in range(80):
        row = draw.randrange(desk.model.rowCount())
        table.view.setCurrentIndex(desk.model.index(row, 0))
        match draw.randrange(4):
            case 0:
                desk.model.setData(desk.model.index(row, Column.WIDTH), draw.randint(1, 5))
            case 1:
                name = draw.choice(["relu", "abs", "identity", "leaky_relu"])
                desk.model.setData(desk.model.index(row, Column.ACTIVATION), name)
            case 2:
                desk.model.setData(desk.model.index(row, Column.SKIP), Qt.CheckState.Checked, TICK)
            case _ if len(desk.chain.parts) < 6:
                draw.choice(actions).trigger()
        assert desk.model.rowCount() == len(desk.names)
        assert None not in desk.names
    end = desk.document.content
    while desk.document.undo_stack.canUndo():
        desk.document.undo()
    assert desk.document.content == start
    while desk.document.undo_stack.canRedo():
        desk.document.redo()
    assert desk.document.content == end
    assert desk.resets == []


def test_tables_that_are_closed_are_freed(qtbot):
    kept = []
    for _ in range(20):
        document = Document(figure_7_1())
        window = QWidget()
        layout = QVBoxLayout(window)
        layers, numbers = LayerTable(document), ParameterTable(document)
        layers.layer_selected.connect(numbers.show_layer)
        layout.addWidget(layers)
        layout.addWidget(numbers)
        window.show()
        layers.add_action.trigger()
        numbers.model.set_value(0, 0, 2.0, key="drag")
        numbers.model.set_value(0, 0, 3.0, key="drag")
        kept += [weakref.ref(thing) for thing in (document, window, layers, numbers)]
        window.close()
    del document, window, layout, layers, numbers
    gc.collect()
    assert [thing for thing in kept if thing() is not None] == []
