"""The cell editor for activations: a list."""

from PySide6.QtCore import QT_TRANSLATE_NOOP, QAbstractItemModel, QCoreApplication, Qt, Slot
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from neuralfold.gui.number_delegate import Index
from neuralfold.model.activations import PIECEWISE_LINEAR, SMOOTH

_TEXTS = {
    "relu": QT_TRANSLATE_NOOP("Activation", "ReLU"),
    "leaky_relu": QT_TRANSLATE_NOOP("Activation", "leaky ReLU"),
    "abs": QT_TRANSLATE_NOOP("Activation", "abs"),
    "hard_tanh": QT_TRANSLATE_NOOP("Activation", "hard tanh"),
    "identity": QT_TRANSLATE_NOOP("Activation", "identity"),
    "tanh": QT_TRANSLATE_NOOP("Activation", "tanh"),
    "sigmoid": QT_TRANSLATE_NOOP("Activation", "sigmoid"),
    "gelu": QT_TRANSLATE_NOOP("Activation", "GELU"),
}
_TIPS = {
    "relu": QT_TRANSLATE_NOOP("Activation", "max(0, z)"),
    "leaky_relu": QT_TRANSLATE_NOOP("Activation", "z where z > 0, else slope · z"),
    "abs": QT_TRANSLATE_NOOP("Activation", "|z|"),
    "hard_tanh": QT_TRANSLATE_NOOP("Activation", "z cut to −1 … 1"),
    "identity": QT_TRANSLATE_NOOP("Activation", "z itself: the layer is linear"),
    "tanh": QT_TRANSLATE_NOOP("Activation", "smooth: regions cannot be counted"),
    "sigmoid": QT_TRANSLATE_NOOP("Activation", "smooth: regions cannot be counted"),
    "gelu": QT_TRANSLATE_NOOP("Activation", "smooth: regions cannot be counted"),
}


def activation_text(name: str) -> str:
    """How an activation is called on the screen."""
    return QCoreApplication.translate("Activation", _TEXTS[name])


def activation_tip(name: str) -> str:
    """What an activation does to a preactivation z, in one line."""
    return QCoreApplication.translate("Activation", _TIPS[name])


class ActivationDelegate(QStyledItemDelegate):
    """Edits the activation name in Qt.EditRole with a list; a choice is taken over at once."""

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = QComboBox(parent)
        for name in (*PIECEWISE_LINEAR, *SMOOTH):
            if name == SMOOTH[0]:
                editor.insertSeparator(editor.count())
            editor.addItem(activation_text(name), name)
            editor.setItemData(editor.count() - 1, activation_tip(name), Qt.ItemDataRole.ToolTipRole)
        editor.activated.connect(self._take)
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(editor.findData(index.data(Qt.ItemDataRole.EditRole)))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, QComboBox) and editor.currentData() != index.data(Qt.ItemDataRole.EditRole):
            model.setData(index, editor.currentData(), Qt.ItemDataRole.EditRole)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        # A list narrower than its longest word would cut it off.
        rectangle = option.rect
        rectangle.setWidth(max(rectangle.width(), editor.sizeHint().width()))
        editor.setGeometry(rectangle)

    @Slot()
    def _take(self) -> None:
        editor = self.sender()
        if isinstance(editor, QComboBox):
            self.commitData.emit(editor)
            self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)
