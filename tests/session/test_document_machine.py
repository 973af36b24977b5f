"""Random edits, drags, undo, redo, saving and loading, against a list of states that knows nothing of Qt."""

import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from neuralfold.files.document import read_document, write_document
from neuralfold.model.activations import NAMES, Activation
from neuralfold.model.chain import Chain, Part
from neuralfold.model.chain_edits import (
    with_inputs,
    with_part_added,
    with_part_duplicated,
    with_part_removed,
    with_repeat,
    with_units,
)
from neuralfold.model.content import Content
from neuralfold.model.examples import figure_7_1
from neuralfold.model.sentence import BadInput
from neuralfold.session.document import Document

_NUMBERS = st.one_of(st.floats(-1e3, 1e3), st.sampled_from([0.0, -0.0, 1 / 3, 5e-324, 0.1 + 0.2, -1e-300]))
_PICK = st.integers(0, 10**6)


class DocumentMachine(RuleBasedStateMachine):
    """`states[place]` is what the document has to hold; `saved` is the state that stands in the file."""

    def __init__(self):
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.file = self.folder / "a.nfold"
        start = figure_7_1()
        self.document = Document(start)
        self.told = []
        self.document.changed.connect(self.told.append)
        self.states, self.place, self.clean = [start], 0, 0
        self.key = None

    def teardown(self):
        place, states = self.place, self.states
        for state in reversed(states[:place]):
            self.document.undo()
            assert self.document.content == state
        assert not self.document.undo_stack.canUndo()
        for state in states[1:]:
            self.document.redo()
            assert self.document.content == state
        assert not self.document.undo_stack.canRedo()
        shutil.rmtree(self.folder)

    def _expect_edit(self, edited, key):
        """What an edit does to the list of states."""
        if edited == self.states[self.place]:
            return
        if key is not None and key == self.key:
            if edited == self.states[self.place - 1]:
                # A drag that came back leaves no step and is over.
                del self.states[self.place]
                self.place -= 1
                self.key = None
            else:
                self.states[self.place] = edited
            return
        if self.clean > self.place:
            self.clean = -1
        del self.states[self.place + 1 :]
        self.states.append(edited)
        self.place += 1
        self.key = key

    def _edit(self, make, key=None):
        """Edit by what `make` makes of the content, or see it refused and nothing changed."""
        content = self.document.content
        try:
            edited = make(content)
        except BadInput:
            return
        self.document.edit(edited, "edit", key)
        self._expect_edit(edited, key)

    def _pick(self, number):
        """(part, k, row, column) of some weight."""
        parts = self.document.content.chain.parts
        i = number % len(parts)
        network = parts[i].network
        k = number // 7 % len(network.layers)
        return i, k, number // 11 % network.layers[k].units, number // 13 % network.layers[k].inputs

    @rule(pick=_PICK, value=_NUMBERS)
    def set_weight(self, pick, value):
        i, k, row, column = self._pick(pick)
        self._edit(lambda c: c.with_network(i, c.chain.parts[i].network.with_weight(k, row, column, value)))

    @rule(pick=st.integers(0, 1), values=st.lists(_NUMBERS, min_size=1, max_size=4), is_back=st.booleans())
    def drag_bias(self, pick, values, is_back):
        i = pick % len(self.document.content.chain.parts)
        if is_back:
            values = [*values, float(self.document.content.chain.parts[i].network.beta[0][0])]
        for value in values:
            self._edit(lambda c, v=value: c.with_network(i, c.chain.parts[i].network.with_bias(0, 0, v)), ("bias", i))

    @rule()
    def release(self):
        self.document.end_merge()
        self.key = None

    @rule(pick=_PICK, units=st.integers(1, 4))
    def set_units(self, pick, units):
        i, k, *_ = self._pick(pick)
        self._edit(lambda c: c.with_chain(with_units(c.chain, i, k, units, c.seed)))

    @rule(pick=_PICK, inputs=st.integers(1, 3))
    def set_inputs(self, pick, inputs):
        i = self._pick(pick)[0]
        self._edit(lambda c: c.with_chain(with_inputs(c.chain, i, inputs, c.seed)))

    @rule(pick=_PICK, name=st.sampled_from(NAMES), slope=_NUMBERS)
    def set_activation(self, pick, name, slope):
        i, k, *_ = self._pick(pick)
        activation = Activation(name, slope)
        self._edit(lambda c: c.with_network(i, c.chain.parts[i].network.with_activation(k, activation)))

    @rule(pick=_PICK, is_on=st.booleans())
    def set_skip(self, pick, is_on):
        i, k, *_ = self._pick(pick)
        self._edit(lambda c: c.with_network(i, c.chain.parts[i].network.with_skip(k, is_on)))

    @rule(pick=_PICK, what=st.sampled_from(["added", "duplicated", "removed"]))
    def change_layers(self, pick, what):
        i, k, *_ = self._pick(pick)
        network = self.document.content.chain.parts[i].network
        seed = self.document.content.seed
        if network.depth < 4:
            changes = {
                "added": lambda: network.with_added(k, 2, Activation("relu"), seed),
                "duplicated": lambda: network.with_duplicated(k, seed),
                "removed": lambda: network.with_removed(k, seed),
            }
            self._edit(lambda c: c.with_network(i, changes[what]()))

    @rule(pick=_PICK, repeat=st.integers(1, 3))
    def repeat_network(self, pick, repeat):
        self._edit(lambda c: c.with_chain(with_repeat(c.chain, pick % len(c.chain.parts), repeat)))

    @rule(pick=_PICK, edit=st.sampled_from([with_part_added, with_part_duplicated, with_part_removed]))
    def change_networks(self, pick, edit):
        if edit is with_part_removed or len(self.document.content.chain.parts) < 4:
            self._edit(lambda c: c.with_chain(edit(c.chain, pick % len(c.chain.parts), c.seed)))

    @rule()
    def merge(self):
        self._edit(lambda c: c.with_chain(Chain((Part(c.chain.merged),))))

    @rule(title=st.text(max_size=5), seed=st.integers(0, 2**63), batch=st.integers(1, 10**6))
    def set_the_rest(self, title, seed, batch):
        self._edit(lambda c: replace(c, title=title, seed=seed, batch=batch))

    @rule(low=_NUMBERS, width=st.floats(0.5, 10.0))
    def set_window(self, low, width):
        self._edit(lambda c: replace(c, window=((low, low + width),) * c.chain.inputs))

    @rule()
    def undo(self):
        self.document.undo()
        if self.place:
            self.place -= 1
            self.key = None

    @rule()
    def redo(self):
        self.document.redo()
        if self.place + 1 < len(self.states):
            self.place += 1
            self.key = None

    @rule()
    def save(self):
        write_document(self.file, self.document.content)
        self.document.saved(self.file)
        self.clean = self.place
        self.key = None

    @precondition(lambda self: self.file.exists())
    @rule()
    def load(self):
        content = read_document(self.file)
        self.document.open_content(content, self.file)
        self.states, self.place, self.clean = [content], 0, 0
        self.key = None

    @rule()
    def write_and_read(self):
        """What is written reads back equal, to the last bit of every number."""
        write_document(self.folder / "b.nfold", self.document.content)
        assert read_document(self.folder / "b.nfold") == self.document.content

    @invariant()
    def the_document_holds_the_state(self):
        assert isinstance(self.document.content, Content)
        assert self.document.content == self.states[self.place]

    @invariant()
    def the_last_thing_told_is_the_content(self):
        assert not self.told or self.told[-1] is self.document.content

    @invariant()
    def the_past_and_the_future_are_as_long_as_expected(self):
        stack = self.document.undo_stack
        assert (stack.index(), stack.count()) == (self.place, len(self.states) - 1)
        assert self.document.is_clean == (self.place == self.clean)


TestDocumentMachine = DocumentMachine.TestCase
TestDocumentMachine.settings = settings(max_examples=60, stateful_step_count=40)
