"""The cell editor for numbers: plain text in, a number out, the same in every locale."""

from collections.abc import Callable

from PySide6.QtCore import QAbstractItemModel, QLocale, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QLineEdit, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from neuralfold.model.sentence import BadInput

Index = QModelIndex | QPersistentModelIndex


class NumberDelegate(QStyledItemDelegate):
    """Edits the text of Qt.EditRole and hands the model the number that `parse(index, text)` makes of it.

    Text that was not changed is not parsed, so that opening an editor and pressing Enter changes nothing. Where
    `parse` raises BadInput the old number stays, and `refused` carries the exception.
    """

    refused = Signal(object)

    def __init__(self, parse: Callable[[Index, str], float], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._parse = parse

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = QLineEdit(parent)
        editor.setFrame(False)
        editor.setLocale(QLocale.c())
        editor.setInputMethodHints(Qt.InputMethodHint.ImhPreferNumbers)
        editor.setAlignment(Qt.AlignmentFlag(index.data(Qt.ItemDataRole.TextAlignmentRole)))
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        # What is being typed is kept when the table changes beneath it.
        if isinstance(editor, QLineEdit) and not editor.isModified():
            editor.setText(index.data(Qt.ItemDataRole.EditRole))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if not isinstance(editor, QLineEdit) or editor.text() == index.data(Qt.ItemDataRole.EditRole):
            return
        try:
            number = self._parse(index, editor.text())
        except BadInput as error:
            self.refused.emit(error)
        else:
            model.setData(index, number, Qt.ItemDataRole.EditRole)
