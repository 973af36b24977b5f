"""The lower edge of the window: what is true at one input, how many regions there are, and how long it took."""

from PySide6.QtCore import QEvent, QTimer, Slot
from PySide6.QtGui import QAction, QColor, QPalette
from PySide6.QtWidgets import QLabel, QStatusBar, QToolButton, QWidget

from neuralfold.gui.elided_label import ElidedLabel
from neuralfold.gui.words import say
from neuralfold.model.measurement import Measurement
from neuralfold.model.number_text import whole_text
from neuralfold.plots import palette

# How long a sentence about something done stays before the place under the mouse is told again.
NEWS_MS = 6000
# What takes longer can be stopped by a button; it does not flash up for anything shorter.
STOP_AFTER_MS = 500


class StatusLine(QStatusBar):
    """Position, region, pattern and formula at the left; count, exact or “≈”, and milliseconds at the right.

    `stop_action` is enabled while something is being computed; its button comes after a moment.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self._measurement: Measurement | None = None
        self._place = ""
        self.stop_action = QAction(self)
        self.stop_action.setEnabled(False)
        self.stop_button = QToolButton(self)
        self.stop_button.setDefaultAction(self.stop_action)
        self.place = ElidedLabel(self)
        self.count, self.certainty, self.time = QLabel(self), QLabel(self), QLabel(self)
        self.place.setContentsMargins(8, 0, 8, 0)
        self.addWidget(self.place, 1)
        self.addPermanentWidget(self.stop_button)
        # No higher than a line of text: the picture above must not jump when it comes and goes.
        self.stop_button.setStyleSheet("padding: 0px 10px;")
        self.stop_button.setFixedHeight(self.fontMetrics().height())
        self.stop_button.hide()
        for label in (self.count, self.certainty, self.time):
            label.setContentsMargins(8, 0, 4, 0)
            self.addPermanentWidget(label)
        self._news = QTimer(self, singleShot=True, interval=NEWS_MS)
        self._news.timeout.connect(self._tell_place)
        self._patience = QTimer(self, singleShot=True, interval=STOP_AFTER_MS)
        self._patience.timeout.connect(self.stop_button.show)
        self._retranslate()

    @Slot(str)
    def tell(self, place: str) -> None:
        """Say what is true at one input."""
        self._place = place
        if not self._news.isActive():
            self.place.say(place)

    @Slot(str)
    def tell_news(self, sentence: str) -> None:
        """Say for a while that something was done."""
        self.place.say(sentence)
        self._news.start()

    @Slot()
    def set_busy(self) -> None:
        """Say that a new measurement is on its way."""
        self.stop_action.setEnabled(True)
        if not self.stop_button.isVisible() and not self._patience.isActive():
            self._patience.start()

    @Slot()
    def show_stopped(self) -> None:
        """Say that the measurement was stopped."""
        self.rest()
        self.tell_news(self.tr("Stopped. The next edit computes again."))

    @Slot()
    def rest(self) -> None:
        """Say that nothing is on its way any more."""
        self._patience.stop()
        self.stop_action.setEnabled(False)
        self.stop_button.hide()

    @Slot(object)
    def show_measurement(self, measurement: Measurement) -> None:
        """Say what a finished measurement counted."""
        self._measurement = measurement
        self.rest()
        self._write()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange):
            self._write()

    def _retranslate(self) -> None:
        self.stop_action.setText(self.tr("Stop Computing"))
        self.stop_action.setIconText(self.tr("Stop"))
        self.stop_action.setToolTip(self.tr("stop what is being computed (Esc); the next edit computes again"))

    @Slot()
    def _tell_place(self) -> None:
        self.place.say(self._place)

    def _write(self) -> None:
        measured = self._measurement
        if measured is None:
            return
        tip = "" if measured.reason is None else say(measured.reason)
        regions = measured.linear_regions
        if regions is None:
            self.count.setText(self.tr("no count"))
            self.certainty.setText("")
        else:
            is_line = measured.segments is not None
            words = self.tr("{count} segments") if is_line else self.tr("{count} linear regions")
            mark = "" if measured.is_certain else "≈ "
            self.count.setText(words.format(count=mark + whole_text(regions)))
            self.certainty.setText(self.tr("exact") if measured.is_certain else self.tr("not certain"))
        self.count.setToolTip(tip)
        self.certainty.setToolTip(
            tip or self.tr("equal to the count in exact rational arithmetic of the stored numbers")
        )
        look = palette.current()
        colours = self.certainty.palette()
        is_doubtful = regions is not None and not measured.is_certain
        colours.setColor(QPalette.ColorRole.WindowText, QColor(look.warning if is_doubtful else look.ink))
        self.certainty.setPalette(colours)
        milliseconds = 1000 * measured.seconds
        self.time.setText(f"{milliseconds:.1f} ms" if milliseconds < 10 else f"{milliseconds:,.0f} ms")
        self.time.setToolTip(self.tr("time to count and to find the picture"))
