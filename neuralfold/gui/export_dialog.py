"""How large a saved picture is to be: exactly so many pixels, and how large its type."""

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QDialog, QFormLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from neuralfold.gui.dialog_buttons import DialogButtons
from neuralfold.gui.number_field import NumberField
from neuralfold.gui.words import say
from neuralfold.model.number_text import parse_whole
from neuralfold.model.sentence import BadInput
from neuralfold.plots.picture import LARGEST, SMALLEST

SIZES = ((1920, 1080), (1280, 720), (3840, 2160), (1000, 1000), (2000, 2000))
TEXT_SCALES = (1.0, 1.5, 2.0, 0.75)


class ExportDialog(QDialog):
    """Asks for width, height and size of type; `chosen(width, height, text_scale)` carries the answer."""

    chosen = Signal(int, int, float)

    def __init__(self, width: int, height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.width_field = NumberField(width, parse_side, _whole, _whole, self)
        self.height_field = NumberField(height, parse_side, _whole, _whole, self)
        self.sizes = QComboBox(self)
        self.text_scales = QComboBox(self)
        self._screen = (width, height)
        for size in (self._screen, *SIZES):
            self.sizes.addItem("{} × {}".format(*size), size)
        for scale in TEXT_SCALES:
            self.text_scales.addItem("", scale)
        self.problem = QLabel(self)
        self.problem.setWordWrap(True)
        self.problem.hide()
        self._labels = [QLabel(self) for _ in range(3)]
        self._times = QLabel("×", self)
        pair = QHBoxLayout()
        pair.addWidget(self.width_field)
        pair.addWidget(self._times)
        pair.addWidget(self.height_field)
        form = QFormLayout()
        form.addRow(self._labels[0], self.sizes)
        form.addRow(self._labels[1], pair)
        form.addRow(self._labels[2], self.text_scales)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self.problem)
        layout.addWidget(DialogButtons(self))
        self.sizes.activated.connect(self._use_size)
        for field in (self.width_field, self.height_field):
            field.refused.connect(self._complain)
        self._retranslate()

    def accept(self) -> None:
        """Tell what was chosen."""
        super().accept()
        self.chosen.emit(
            int(self.width_field.value), int(self.height_field.value), float(self.text_scales.currentData())
        )

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    @Slot()
    def _use_size(self) -> None:
        width, height = self.sizes.currentData()
        self.width_field.set_value(width)
        self.height_field.set_value(height)

    def _complain(self, error: BadInput) -> None:
        self.problem.setText(say(error))
        self.problem.show()
        self.adjustSize()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Save Picture"))
        texts = (self.tr("Size"), self.tr("Pixels"), self.tr("Type and lines"))
        for label, text in zip(self._labels, texts, strict=True):
            label.setText(text)
        self.sizes.setItemText(
            0, self.tr("as on the screen, {width} × {height}").format(width=self._screen[0], height=self._screen[1])
        )
        for i, scale in enumerate(TEXT_SCALES):
            self.text_scales.setItemText(i, f"{round(100 * scale)} %")


def parse_side(text: str) -> float:
    """Width or height of a picture in pixels; raises BadInput, with the range, for a text that is none."""
    try:
        return parse_whole(text, SMALLEST, LARGEST)
    except BadInput as error:
        raise BadInput("size: {problem}", problem=error.sentence) from error


def _whole(side: float) -> str:
    return str(int(side))
