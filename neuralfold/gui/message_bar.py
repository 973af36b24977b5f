"""One sentence over the window that says why something was not done; it blocks nothing and moves nothing."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QWidget

from neuralfold.gui.words import say
from neuralfold.model.sentence import Sentence

MARGIN = 12
WIDEST = 900
MOST_WAYS = 2


class MessageBar(QFrame):
    """Floats at the lower edge of `parent` until it is closed or `clear` is called."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("messageBar")
        self._said: Sentence | BaseException | None = None
        self._label = QLabel(self)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._close = QToolButton(self)
        self._close.setText("✕")
        self._close.setAutoRaise(True)
        self._close.clicked.connect(self.clear)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 8, 8, 8)
        layout.addWidget(self._label, 1)
        self._ways = [QToolButton(self) for _ in range(MOST_WAYS)]
        for button in self._ways:
            button.hide()
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        parent.installEventFilter(self)
        self._retranslate()
        self.hide()

    @property
    def text(self) -> str:
        """What it says, or an empty text."""
        return "" if self._said is None else self._label.text()

    @property
    def ways_out(self) -> list[QToolButton]:
        """The buttons of the actions that may help."""
        return [button for button in self._ways if self._said is not None and not button.isHidden()]

    @Slot(object)
    def say(self, said: Sentence | BaseException, ways_out: Sequence[QAction] = ()) -> None:
        """Show a sentence, or what an exception tells, and a button for each of the actions that may help."""
        self._said = said
        for i, button in enumerate(self._ways):
            button.setVisible(i < len(ways_out))
            if i < len(ways_out):
                button.setDefaultAction(ways_out[i])
        self._retranslate()
        self._place()
        self.show()
        self.raise_()

    @Slot()
    def clear(self) -> None:
        """Say nothing more."""
        self._said = None
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay at the lower edge of the parent."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    def _retranslate(self) -> None:
        self._close.setToolTip(self.tr("close"))
        if self._said is not None:
            self._label.setText(say(self._said))

    def _place(self) -> None:
        room = self.parentWidget().rect()
        width = min(room.width() - 2 * MARGIN, WIDEST)
        wanted = self.layout().heightForWidth(width)
        height = wanted if wanted > 0 else self.sizeHint().height()
        self.setGeometry((room.width() - width) // 2, room.height() - height - MARGIN, width, height)
