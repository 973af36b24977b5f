"""The window that the picture looks through: shown on a button, typed in a small dialog."""

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QGridLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from neuralfold.gui.dialog_buttons import DialogButtons
from neuralfold.gui.number_field import NumberField
from neuralfold.gui.spot_words import exact_or_short, subscripted
from neuralfold.model.content import Window

FIELD_WIDTH = 120


class WindowButton(QToolButton):
    """Says what the window is and opens the dialog; `window_entered` carries a window that was typed."""

    window_entered = Signal(object)
    refused = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._window: Window = ()
        self._variable = "x"
        self.clicked.connect(self.open_dialog)
        self._retranslate()

    def set_window(self, window: Window, variable: str = "x") -> None:
        """Say that this is the window of the `variable`."""
        self._window, self._variable = window, variable
        shown = " × ".join(f"[{exact_or_short(low)}, {exact_or_short(high)}]" for low, high in window[:2])
        if len(window) == 2 and window[0] == window[1]:
            shown = f"[{exact_or_short(window[0][0])}, {exact_or_short(window[0][1])}]²"
        self.setText(self.tr("window {window}").format(window=shown))

    @Slot()
    def open_dialog(self) -> None:
        """Ask for another window."""
        dialog = WindowDialog(self._window, self, self._variable)
        dialog.window_entered.connect(self.window_entered)
        dialog.refused.connect(self.refused)
        dialog.open()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    def _retranslate(self) -> None:
        self.set_window(self._window, self._variable)
        self.setToolTip(self.tr("where regions are counted and drawn; click to type another"))


class WindowDialog(QDialog):
    """Two numbers for each input, or each t of a slice."""

    window_entered = Signal(object)
    refused = Signal(object)

    def __init__(self, window: Window, parent: QWidget | None = None, variable: str = "x") -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._title = QLabel(self)
        self._title.setWordWrap(True)
        self.fields: list[tuple[NumberField, NumberField]] = []
        grid = QGridLayout()
        for axis, interval in enumerate(window):
            pair = NumberField(interval[0], parent=self), NumberField(interval[1], parent=self)
            name = variable if len(window) == 1 else subscripted(variable, axis + 1)
            grid.addWidget(QLabel(name, self), axis, 0)
            for place, field in enumerate(pair):
                field.setMinimumWidth(FIELD_WIDTH)
                field.refused.connect(self.refused)
                grid.addWidget(field, axis, 1 + 2 * place)
            grid.addWidget(QLabel("…", self), axis, 2)
            self.fields.append(pair)
        layout = QVBoxLayout(self)
        layout.addWidget(self._title)
        layout.addLayout(grid)
        layout.addWidget(DialogButtons(self))
        self._retranslate()

    def accept(self) -> None:
        """Tell the window that was typed."""
        window = tuple((low.value, high.value) for low, high in self.fields)
        super().accept()
        self.window_entered.emit(window)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Window"))
        self._title.setText(self.tr("Regions are counted and drawn where each input is from … to:"))
