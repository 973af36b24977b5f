"""The lower edge of the window: what is true at one input, how many regions there are, and how long it took."""

from PySide6.QtCore import QEvent, QTimer, Slot
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QLabel, QStatusBar, QWidget

from neuralfold.gui.elided_label import ElidedLabel
from neuralfold.gui.words import say
from neuralfold.model.measurement import Measurement
from neuralfold.model.number_text import whole_text
from neuralfold.plots import palette

# How long a sentence about something done stays before the place under the mouse is told again.
NEWS_MS = 6000


class StatusLine(QStatusBar):
    """Position, region, pattern and formula at the left; count, exact or “≈”, and milliseconds at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self._measurement: Measurement | None = None
        self._is_busy = False
        self._place = ""
        self.place = ElidedLabel(self)
        self.count, self.certainty, self.time = QLabel(self), QLabel(self), QLabel(self)
        self.place.setContentsMargins(8, 0, 8, 0)
        self.addWidget(self.place, 1)
        for label in (self.count, self.certainty, self.time):
            label.setContentsMargins(8, 0, 4, 0)
            self.addPermanentWidget(label)
        self._news = QTimer(self, singleShot=True, interval=NEWS_MS)
        self._news.timeout.connect(self._tell_place)

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
        self._is_busy = True

    @Slot(object)
    def show_measurement(self, measurement: Measurement) -> None:
        """Say what a finished measurement counted."""
        self._measurement = measurement
        self._is_busy = False
        self._write()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange):
            self._write()

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
