"""What a person does with keyboard and mouse, for tests of windows."""

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QInputMethodEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

NO_KEYS = Qt.KeyboardModifier.NoModifier


def focus(qtbot, widget):
    """Give a widget of a shown window the keyboard."""
    widget.window().activateWindow()
    qtbot.waitUntil(widget.window().isActiveWindow)
    widget.setFocus()
    qtbot.waitUntil(widget.hasFocus)


def type_text(qtbot, widget, text):
    """Type text; what no plain key gives comes as an input method sends it."""
    for character in text:
        if character.isascii():
            qtbot.keyClicks(widget, character)
        else:
            event = QInputMethodEvent()
            event.setCommitString(character)
            QApplication.sendEvent(widget, event)


def turn_wheel(widget, position, angle, keys=NO_KEYS):
    """Turn the wheel by `angle` eighths of a degree over a point of a widget: 120 is one notch away from the hand."""
    event = QWheelEvent(
        QPointF(position),
        QPointF(widget.mapToGlobal(position)),
        QPoint(),
        QPoint(0, angle),
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)
    return event


def _mouse(widget, kind, position, button, buttons, keys):
    position = QPointF(position)
    event = QMouseEvent(kind, position, widget.mapToGlobal(position), button, buttons, keys)
    QApplication.sendEvent(widget, event)


def press(widget, position, keys=NO_KEYS, button=Qt.MouseButton.LeftButton):
    """Put a mouse button down."""
    _mouse(widget, QEvent.Type.MouseButtonPress, position, button, button, keys)


def move(widget, position, keys=NO_KEYS, button=Qt.MouseButton.LeftButton):
    """Move the mouse with a button down."""
    _mouse(widget, QEvent.Type.MouseMove, position, Qt.MouseButton.NoButton, button, keys)


def release(widget, position, keys=NO_KEYS, button=Qt.MouseButton.LeftButton):
    """Let a mouse button go."""
    _mouse(widget, QEvent.Type.MouseButtonRelease, position, button, Qt.MouseButton.NoButton, keys)


def drag(widget, start, *stops, keys=NO_KEYS, button=Qt.MouseButton.LeftButton):
    """Press at `start`, move over every stop and let go at the last one."""
    press(widget, start, keys, button)
    for stop in stops:
        move(widget, stop, keys, button)
    release(widget, stops[-1], keys, button)
