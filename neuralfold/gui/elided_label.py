"""A line of text that is cut with "…" where it does not fit, and told in full by its tip."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget


class ElidedLabel(QLabel):
    """Shows as much of `text()` as there is room for; it never asks for more width than it is given."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._tip = ""

    @property
    def shown(self) -> str:
        """What is painted."""
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.contentsRect().width())

    def say(self, text: str, tip: str = "") -> None:
        """Show `text`; `tip` is told by the tip, else the whole text where it was cut."""
        self._tip = tip
        self.setText(text)
        self._refresh_tip()
        self.update()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        return QSize(0, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._refresh_tip()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), int(self.alignment()), self.shown)

    def _refresh_tip(self) -> None:
        self.setToolTip(self._tip or (self.text() if self.shown != self.text() else ""))
