"""The document: every edit has one way in, one way back, and is told once."""

import gc
import random
import weakref
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from neuralfold.model.activations import RELU, Activation
from neuralfold.model.chain import Chain, Part
from neuralfold.model.content import Content
from neuralfold.model.network import Network
from neuralfold.session.document import FEWEST_STEPS, MOST_STEPS, Document, SetContent

F = Network.of([[[1.0], [1.0], [1.0]], [[3.0, -6.0, 6.0]]], [[0.0, -1.0, -2.0], [0.0]], RELU)


def start():
    return Content(Chain.of(F), window=((0.0, 3.0),))


def with_bias(content, value):
    return content.with_network(0, content.chain.parts[0].network.with_bias(0, 0, value))


@pytest.fixture
def document(qapp):
    return Document(start())


@pytest.fixture
def told(document):
    told = []
    document.changed.connect(told.append)
    return told


def texts(document):
    return [document.undo_stack.text(i) for i in range(document.undo_stack.count())]


def test_an_edit_becomes_the_content_and_is_told_once(document, told):
    after = with_bias(document.content, 5.0)
    document.edit(after, "edit bias")
    assert document.content is after
    assert told == [after]
    assert texts(document) == ["edit bias"]
    assert not document.is_clean


def test_undo_and_redo_are_told_and_end_at_the_ends(document, told):
    first, second = start(), with_bias(start(), 5.0)
    document.edit(second, "edit")
    document.undo()
    assert document.content == first
    assert document.is_clean
    document.undo()
    document.redo()
    document.redo()
    assert document.content is second
    assert told == [second, first, second]


def test_the_same_content_again_is_no_step(document, told):
    document.edit(start(), "nothing")
    assert document.undo_stack.count() == 0
    assert told == []


def test_minus_zero_is_an_edit_that_undo_takes_back_to_the_bit(document):
    document.edit(with_bias(document.content, -0.0), "edit")
    assert np.signbit(document.content.chain.parts[0].network.beta[0][0])
    document.undo()
    assert not np.signbit(document.content.chain.parts[0].network.beta[0][0])


def test_a_drag_is_one_step_and_every_place_on_its_way_is_told(document, told):
    for value in (0.1, 0.2, 0.3):
        document.edit(with_bias(document.content, value), "drag", key=("bias", 0))
    assert texts(document) == ["drag"]
    assert [c.chain.parts[0].network.beta[0][0] for c in told] == [0.1, 0.2, 0.3]
    document.undo()
    assert document.content == start()
    document.redo()
    assert document.content == with_bias(start(), 0.3)


def test_two_drags_of_one_cell_are_two_steps(document):
    for value in (0.1, 0.2):
        document.edit(with_bias(document.content, value), "drag", key="bias")
    document.end_merge()
    for value in (0.3, 0.4):
        document.edit(with_bias(document.content, value), "drag", key="bias")
    assert document.undo_stack.count() == 2
    document.undo()
    assert document.content == with_bias(start(), 0.2)


@pytest.mark.parametrize("between", ["another key", "no key", "undo and redo", "saving"])
def test_what_comes_between_ends_a_drag(document, between, tmp_path):
    document.edit(with_bias(document.content, 0.1), "drag", key="bias")
    match between:
        case "another key":
            document.edit(replace(document.content, title="t"), "title", key="title")
        case "no key":
            document.edit(replace(document.content, title="t"), "title")
        case "undo and redo":
            document.undo()
            document.redo()
        case "saving":
            document.saved(tmp_path / "a.nfold")
    before = document.content
    document.edit(with_bias(document.content, 0.2), "drag", key="bias")
    document.undo()
    assert document.content == before
    assert document.is_clean == (between == "saving")


def test_edits_without_a_key_are_never_one_step(document):
    for value in (0.1, 0.2, 0.3):
        document.edit(with_bias(document.content, value), "edit")
    assert document.undo_stack.count() == 3


def test_a_drag_back_to_where_it_began_leaves_no_step(document, told):
    document.edit(replace(document.content, title="t"), "title")
    begin = document.content
    document.edit(with_bias(begin, 0.1), "drag", key="bias")
    document.edit(with_bias(begin, 0.0), "drag", key="bias")
    assert document.content == begin
    assert texts(document) == ["title"]
    assert told[-1] == begin
    document.edit(with_bias(begin, 0.4), "drag", key="bias")
    assert texts(document) == ["title", "drag"]
    document.undo()
    document.undo()
    assert document.content == start()
    assert document.is_clean


def test_a_drag_back_to_the_saved_state_is_clean_again(document):
    document.edit(with_bias(document.content, 0.1), "drag", key="bias")
    assert not document.is_clean
    document.edit(with_bias(document.content, 0.0), "drag", key="bias")
    assert document.is_clean
    assert document.undo_stack.count() == 0


def test_whoever_hears_a_change_finds_the_stack_complete_and_may_edit(document):
    heard = []

    def hear(content):
        heard.append((document.content is content, document.undo_stack.canUndo()))
        if len(heard) == 1:
            document.edit(replace(content, title="answered"), "answer")

    document.changed.connect(hear)
    document.edit(with_bias(document.content, 5.0), "edit")
    assert heard == [(True, True), (True, True)]
    assert texts(document) == ["edit", "answer"]
    document.undo()
    document.undo()
    assert document.content == start()


def test_opening_forgets_the_past_and_is_told_even_where_nothing_differs(document, told):
    document.edit(with_bias(document.content, 5.0), "edit")
    document.open_content(document.content, Path("b.nfold"))
    assert len(told) == 2
    assert document.is_clean
    assert document.undo_stack.count() == 0
    assert document.path == Path("b.nfold")
    document.open_content(start())
    assert document.content == start()
    assert document.path is None
    assert len(told) == 3


def test_saving_keeps_the_past_and_makes_clean(document):
    paths = []
    document.path_changed.connect(paths.append)
    document.edit(with_bias(document.content, 5.0), "edit")
    document.saved(Path("c.nfold"))
    document.saved(Path("c.nfold"))
    assert document.is_clean
    assert paths == [Path("c.nfold")]
    document.undo()
    assert not document.is_clean
    document.redo()
    assert document.is_clean


def test_the_title_is_the_content_s_else_the_file_s(document):
    assert document.title_text == ""
    document.saved(Path("three folds.nfold"))
    assert document.title_text == "three folds"
    document.edit(replace(document.content, title="Fig. 7.1"), "title")
    assert document.title_text == "Fig. 7.1"


def test_big_networks_keep_fewer_steps_than_small_ones(document):
    assert document.undo_stack.undoLimit() == MOST_STEPS
    wide = Network((F.layers[0], F.layers[1])).with_units(0, 400_000, seed=0)
    document.open_content(Content(Chain.of(wide)))
    assert FEWEST_STEPS <= document.undo_stack.undoLimit() < 100


def test_dropped_steps_are_freed(document):
    before = _living_steps()
    steps = []
    for round_ in range(3):
        for value in range(1, 51):
            document.edit(with_bias(document.content, round_ + value / 64), "drag", key="bias")
            steps.append(weakref.ref(document.content))
        document.end_merge()
    document.open_content(start())
    gc.collect()
    assert [step for step in steps if step() is not None] == []
    assert _living_steps() == before


def _living_steps():
    gc.collect()
    return sum(type(thing) is SetContent for thing in gc.get_objects())


def test_documents_in_cycles_are_freed_in_one_piece(qapp):
    """The garbage collector once deleted the commands before the stack that deletes them too, and that crashed."""
    documents = []
    for _ in range(20):
        document = Document(start())
        document.in_a_cycle = [document, document.undo_stack.createUndoAction(document)]
        for value in (0.1, 0.2):
            document.edit(with_bias(document.content, value), "edit")
            document.edit(with_bias(document.content, value + 0.01), "drag", key="bias")
        document.undo()
        documents.append(weakref.ref(document))
    del document
    gc.collect()
    assert [document for document in documents if document() is not None] == []


def _random_edit(draw, content):
    """A random content with one thing changed."""
    i = draw.randrange(len(content.chain.parts))
    network = content.chain.parts[i].network
    k = draw.randrange(len(network.layers))
    layer = network.layers[k]
    match draw.randrange(7):
        case 0:
            edited = network.with_weight(k, draw.randrange(layer.units), draw.randrange(layer.inputs), draw.gauss(0, 1))
        case 1:
            edited = network.with_bias(k, draw.randrange(layer.units), draw.gauss(0, 1))
        case 2 if k < network.depth:
            edited = network.with_units(k, draw.randint(1, 6), content.seed)
        case 3 if network.depth < 5:
            edited = network.with_added(k, draw.randint(1, 5), RELU, content.seed)
        case 4 if k < network.depth:
            edited = network.with_removed(k, content.seed)
        case 5:
            edited = network.with_activation(k, Activation(draw.choice(["relu", "abs", "identity", "hard_tanh"])))
        case _:
            return replace(content, seed=content.seed + 1, title=f"t{draw.random()}")
    return content.with_network(i, edited)


def test_five_hundred_random_edits_undone_and_redone(document):
    draw = random.Random(12)
    f = Content(Chain((Part(F, 2), Part(F))), window=((0.0, 3.0),))
    document.open_content(f)
    states = [f]
    while document.undo_stack.count() < 500:
        document.edit(_random_edit(draw, document.content), "edit")
        if document.content is not states[-1]:
            states.append(document.content)
    assert len(states) == 501
    end = document.content
    for state in reversed(states[:-1]):
        document.undo()
        assert document.content is state
    assert not document.undo_stack.canUndo()
    assert document.content == f
    assert document.is_clean
    for state in states[1:]:
        document.redo()
        assert document.content is state
    assert not document.undo_stack.canRedo()
    assert document.content == end
