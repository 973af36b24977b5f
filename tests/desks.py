"""The tables in windows of their own, with hands on them."""

import re

from hands import focus, type_text
from PySide6.QtCore import QItemSelection, QItemSelectionModel, QLocale, Qt, QTranslator
from PySide6.QtWidgets import QLineEdit

from neuralfold.gui.layer_rows import Column
from neuralfold.gui.layer_table import LayerTable
from neuralfold.gui.parameter_table import ParameterTable
from neuralfold.session.document import Document


class LayerDesk:
    """A layer table in a window with its document, and everything that it told."""

    def __init__(self, qtbot, content):
        self.qtbot = qtbot
        self.document = Document(content)
        self.table = LayerTable(self.document)
        self.view, self.model = self.table.view, self.table.model
        self.refusals, self.selections, self.resets = [], [], []
        self.table.refused.connect(lambda error: self.refusals.append(str(error)))
        self.table.layer_selected.connect(lambda part, k: self.selections.append((part, k)))
        self.model.modelReset.connect(lambda: self.resets.append(1))
        self.table.resize(440, 360)
        self.table.show()

    @property
    def chain(self):
        return self.document.content.chain

    @property
    def sizes(self):
        return [(*part.network.sizes, part.repeat) for part in self.chain.parts]

    @property
    def names(self):
        return [self.model.index(i, Column.NAME).data() for i in range(self.model.rowCount())]

    def text(self, row, column):
        return self.model.index(row, column).data()

    def select(self, row, column=Column.NAME):
        focus(self.qtbot, self.view)
        self.view.setCurrentIndex(self.model.index(row, column))

    def editor(self, kind=QLineEdit):
        return self.view.viewport().findChild(kind)

    def enter(self):
        self.qtbot.keyClick(self.editor(), Qt.Key.Key_Return)
        self.qtbot.waitUntil(lambda: self.editor() is None)

    def type_over(self, row, column, text):
        self.select(row, column)
        self.qtbot.keyClick(self.view, Qt.Key.Key_F2)
        self.editor().selectAll()
        self.qtbot.keyClick(self.editor(), Qt.Key.Key_Delete)
        type_text(self.qtbot, self.editor(), text)
        self.enter()

    def click(self, row, column):
        self.view.scrollTo(self.model.index(row, column))
        middle = self.view.visualRect(self.model.index(row, column)).center()
        self.qtbot.mouseClick(self.view.viewport(), Qt.MouseButton.LeftButton, pos=middle)

    def totals(self):
        return [int(number) for number in re.findall(r"\d+", self.table._totals.text().replace(",", ""))]


class ParameterDesk:
    """A parameter table in a window with its document, and everything that it refused."""

    def __init__(self, qtbot, content):
        self.qtbot = qtbot
        self.document = Document(content)
        self.table = ParameterTable(self.document)
        self.view, self.model = self.table.view, self.table.model
        self.refusals = []
        self.table.refused.connect(lambda error: self.refusals.append(str(error)))
        self.table.resize(430, 320)
        self.table.show()

    @property
    def layer(self):
        part, k = self.model.place
        return self.document.content.chain.parts[part].network.layers[k]

    @property
    def steps(self):
        return self.document.undo_stack.count()

    def select(self, row, column, rows=1, columns=1):
        focus(self.qtbot, self.view)
        self.view.setCurrentIndex(self.model.index(row, column))
        last = self.model.index(row + rows - 1, column + columns - 1)
        self.view.selectionModel().select(
            QItemSelection(self.model.index(row, column), last), QItemSelectionModel.SelectionFlag.ClearAndSelect
        )

    def middle(self, row, column):
        return self.view.visualRect(self.model.index(row, column)).center()

    def editor(self):
        return self.view.viewport().findChild(QLineEdit)

    def type_over(self, row, column, text):
        self.select(row, column)
        self.qtbot.keyClick(self.view, Qt.Key.Key_F2)
        editor = self.editor()
        editor.selectAll()
        self.qtbot.keyClick(editor, Qt.Key.Key_Delete)
        type_text(self.qtbot, editor, text)
        self.enter()

    def enter(self):
        """Press Enter in the editor; Qt takes the text over when it comes to it."""
        self.qtbot.keyClick(self.editor(), Qt.Key.Key_Return)
        self.qtbot.waitUntil(lambda: self.editor() is None)


class Shouting(QTranslator):
    """A language in which everything is shouted."""

    def translate(self, context, text, disambiguation=None, n=-1):
        return re.sub(r"[a-z]+(?![^{]*})", lambda word: word.group().upper(), text)

    def isEmpty(self):
        return False


class Elsewhere:
    """A country with its own way to write numbers, for the time of a `with` block."""

    def __init__(self, locale):
        self._locale, self._home = QLocale(locale), QLocale()

    def __enter__(self):
        QLocale.setDefault(self._locale)

    def __exit__(self, *_):
        QLocale.setDefault(self._home)
