"""The right side of the window: the line, the plane, or a sentence that says why there is no picture."""

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from neuralfold.gui.line_page import LinePage
from neuralfold.gui.plane_page import PlanePage
from neuralfold.gui.words import say
from neuralfold.model.content import Content
from neuralfold.model.measurement import Measurement
from neuralfold.plots import palette
from neuralfold.plots.line_view import LineView
from neuralfold.plots.plane_view import PlaneView, Prepared
from neuralfold.session.document import Document


class SentencePage(QWidget):
    """The sizes of a network that cannot be drawn, large, and below them the reason."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.sizes, self.sentence = QLabel(self), QLabel(self)
        for label in (self.sizes, self.sentence):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
        self.slice_button = QPushButton(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(60, 20, 60, 20)
        layout.setSpacing(18)
        layout.addStretch(2)
        layout.addWidget(self.sizes)
        layout.addWidget(self.sentence)
        layout.addWidget(self.slice_button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)
        self._retranslate()

    def show_measurement(self, measurement: Measurement) -> None:
        """Show the sizes and the reason of a measurement."""
        self.sizes.setFont(palette.type_of(1.8 * palette.TITLE_PIXELS))
        self.sizes.setText(" → ".join(f"{size:,}" for size in measurement.merged.sizes))
        self.sentence.setText("" if measurement.reason is None else say(measurement.reason))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    def _retranslate(self) -> None:
        self.slice_button.setText(self.tr("Draw a Slice…"))
        self.slice_button.setToolTip(self.tr("choose a line or a plane through the input space to draw and count on"))


class PictureArea(QStackedWidget):
    """Shows each measurement on the page that fits it; signals as those of the pages."""

    told = Signal(str)
    window_wanted = Signal(object)
    slice_wanted = Signal()
    refused = Signal(object)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = LinePage(document, self)
        self.plane = PlanePage(document, self)
        self.sentence = SentencePage(self)
        self._measurement: Measurement | None = None
        for page in (self.line, self.plane, self.sentence):
            self.addWidget(page)
        for page in (self.line, self.plane):
            page.told.connect(self._tell)
            page.window_wanted.connect(self.window_wanted)
            page.refused.connect(self.refused)
        self.sentence.slice_button.clicked.connect(self.slice_wanted)
        self._turn_to(document.content.drawn_inputs)

    @property
    def measurement(self) -> Measurement | None:
        """What is shown."""
        return self._measurement

    @property
    def view(self) -> LineView | PlaneView | None:
        """The view with the picture, or None where there is none."""
        measured = self._measurement
        if measured is None:
            return None
        if measured.segments is not None or measured.curve is not None:
            return self.line.view
        return self.plane.view if measured.partition is not None or measured.sheet is not None else None

    @Slot(object)
    def show_content(self, content: Content) -> None:
        """Show what the tools say about the open content."""
        self.line.show_content(content)
        self.plane.show_content(content)

    @Slot()
    def set_busy(self) -> None:
        """Say that a new picture is on its way."""
        page = self.currentWidget()
        if isinstance(page, LinePage | PlanePage):
            page.view.set_busy(True)

    def show_measurement(self, measurement: Measurement, prepared: Prepared | None = None) -> None:
        """Show a finished measurement; `prepared` is what PlaneView.prepare made of it."""
        self._measurement = measurement
        page = self._turn_to(measurement.content.drawn_inputs)
        if page is self.line:
            self.line.show_measurement(measurement)
        elif page is self.plane:
            self.plane.show_measurement(measurement, prepared)
        else:
            self.sentence.show_measurement(measurement)
            self.told.emit("")

    def show_stopped(self) -> None:
        """Say that the picture on its way was stopped: what is shown is of earlier numbers."""
        self.line.view.set_stopped()
        self.plane.view.set_stopped()

    def rest(self) -> None:
        """Say that nothing is on its way any more, though nothing new came."""
        self.line.view.set_busy(False)
        self.plane.view.set_busy(False)

    def apply_palette(self) -> None:
        """Paint with the current palette; to be called after it was changed."""
        self.line.view.apply_palette()
        self.plane.view.apply_palette()
        if self.currentWidget() is self.sentence and self._measurement is not None:
            self.sentence.show_measurement(self._measurement)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and self.currentWidget() is self.sentence and self._measurement:
            self.sentence.show_measurement(self._measurement)

    @Slot(str)
    def _tell(self, place: str) -> None:
        # A page that was just turned away from notices that the mouse is no longer over it.
        if self.sender() is self.currentWidget():
            self.told.emit(place)

    def _turn_to(self, inputs: int) -> QWidget:
        page = {1: self.line, 2: self.plane}.get(inputs, self.sentence)
        self.setCurrentWidget(page)
        return page
