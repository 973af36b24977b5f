"""What is open now, and its past: the one door through which the content changes."""

import weakref
from collections.abc import Hashable
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QUndoCommand, QUndoStack

from neuralfold.model.content import Content

# Every step keeps the layers that it changed; the whole past may hold about this many numbers of 8 bytes.
PAST_NUMBERS = 32_000_000
FEWEST_STEPS, MOST_STEPS = 20, 1000


class SetContent(QUndoCommand):
    """The one command of the program: the content was `before` and is `after`; `document` is told.

    The document widens the newest command while edits with its `key` go on. QUndoCommand.mergeWith would do that too,
    but PySide6 6.11 never frees the Python side of a command that was merged, and a drag makes hundreds.
    """

    def __init__(self, document: "Document", before: Content, after: Content, text: str, key: Hashable) -> None:
        super().__init__(text)
        self.before = before
        self.after = after
        self.key = key
        self._document = weakref.ref(document)

    def redo(self) -> None:
        if document := self._document():
            document._content = self.after

    def undo(self) -> None:
        if document := self._document():
            document.end_merge()
            document._content = self.before


class Document(QObject):
    """The open content, its undo stack and the name of its file.

    `changed` carries the new Content and is the only signal of it, whatever the reason: an edit, undo, redo, or
    another content being opened. `path_changed` carries the new Path or None. Whether there are unsaved edits is told
    by the signal `cleanChanged` of `undo_stack`.
    """

    changed = Signal(object)
    path_changed = Signal(object)

    def __init__(self, content: Content, path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._content = self._told = content
        self._path = path
        self._widened: SetContent | None = None
        self._undo_stack = QUndoStack()
        weakref.finalize(self, _forget, self._undo_stack).atexit = False
        self._undo_stack.setUndoLimit(_undo_limit(content))
        # The stack speaks when a step is complete, so that whoever hears `changed` may edit, undo or save.
        self._undo_stack.indexChanged.connect(self._tell)

    @property
    def content(self) -> Content:
        """What is open: one immutable value."""
        return self._content

    @property
    def undo_stack(self) -> QUndoStack:
        """The past, for the actions Undo and Redo; only `edit` may push to it."""
        return self._undo_stack

    @property
    def path(self) -> Path | None:
        """The file that the content was read from or saved to, None where there is none yet."""
        return self._path

    @property
    def is_clean(self) -> bool:
        """Whether the content is the one that was opened or last saved."""
        return self._undo_stack.isClean()

    @property
    def title_text(self) -> str:
        """The title of the content, else the name of its file without the ending, else an empty text."""
        return self._content.title or (self._path.stem if self._path else "")

    def edit(self, changed: Content, text: str, key: Hashable | None = None) -> None:
        """Make `changed` the content by an undo step called `text`; the same content again does nothing.

        Edits in a row with the same `key` are one step, until `end_merge`, undo, saving, or an edit with another key.
        When they come back to where they began, no step is left.
        """
        if changed == self._content:
            return
        step = self._widened
        if step is None or key is None or step.key != key:
            step = SetContent(self, self._content, changed, text, key)
            self._widened = step if key is not None else None
            self._undo_stack.push(step)
        elif changed != step.before:
            step.after = self._content = changed
            self._tell()
        else:
            # The stack drops an obsolete step in place of undoing it.
            self.end_merge()
            self._content = step.before
            step.setObsolete(True)
            self._undo_stack.undo()

    @Slot()
    def end_merge(self) -> None:
        """End a drag or a scrub: the next edit with the same key is a step of its own."""
        self._widened = None

    @Slot()
    def undo(self) -> None:
        """Take the last step back, if there is one."""
        self._undo_stack.undo()

    @Slot()
    def redo(self) -> None:
        """Do again the step that was taken back last, if there is one."""
        self._undo_stack.redo()

    def open_content(self, content: Content, path: Path | None = None) -> None:
        """Open `content`, read from `path` or, with None, from no file; it has no past."""
        self.end_merge()
        self._content = self._told = content
        self._undo_stack.clear()
        self._undo_stack.setUndoLimit(_undo_limit(content))
        self._set_path(path)
        self.changed.emit(content)

    def saved(self, path: Path) -> None:
        """Note that the content stands in the file `path` now."""
        self.end_merge()
        self._undo_stack.setClean()
        self._set_path(path)

    def _set_path(self, path: Path | None) -> None:
        if path != self._path:
            self._path = path
            self.path_changed.emit(path)

    @Slot()
    def _tell(self) -> None:
        if self._content is not self._told:
            self._told = self._content
            self.changed.emit(self._content)


def _forget(undo_stack: QUndoStack) -> None:
    """Empty the stack of a document that is going away.

    The garbage collector, left alone, deletes the commands behind the back of a stack that it finds in a cycle, and
    the stack deletes them again. A stack that Qt has deleted already is empty.
    """
    with suppress(RuntimeError):
        undo_stack.blockSignals(True)
        undo_stack.clear()


def _undo_limit(content: Content) -> int:
    """How many steps are kept: fewer where one step may hold many numbers."""
    return max(FEWEST_STEPS, min(MOST_STEPS, PAST_NUMBERS // content.chain.parameters))
