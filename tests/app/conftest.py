"""A real window with a store of its own, and the application as it was after it."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QSettings

from neuralfold.app import Workers, build_window
from neuralfold.gui.languages import Languages
from neuralfold.gui.settings import Settings, WindowState
from neuralfold.gui.theme import apply_theme
from neuralfold.plots import palette


@pytest.fixture
def stores(tmp_path):
    """The two stores of a program that was never started before."""
    return SimpleNamespace(
        settings=Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)),
        state=WindowState(QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)),
    )


@pytest.fixture
def open_window(qtbot, qapp, stores):
    """A function that opens a window in English and light colours; all of them are closed afterwards."""
    font, colours, style = qapp.font(), qapp.palette(), qapp.style().objectName()
    languages = Languages(qapp)
    languages.use("en")
    apply_theme(qapp, "light")
    opened = []

    def opens(*, inline=True, size=(1280, 720)):
        window = build_window(stores.settings, stores.state, languages, inline=inline)
        window.resize(*size)
        window.show()
        qtbot.waitExposed(window)
        opened.append(window)
        return window

    yield opens
    for window in opened:
        window.document.undo_stack.setClean()
        window.close()
        window.deleteLater()
    languages.remove()
    qapp.setStyleSheet("")
    qapp.setStyle(style)
    qapp.setPalette(colours)
    qapp.setFont(font)
    palette.use(palette.LIGHT)


@pytest.fixture
def window(open_window):
    """One window that computes everything at once."""
    return open_window()


@pytest.fixture
def live_window(open_window, qtbot):
    """One window that computes in its threads, when its first picture is there."""
    window = open_window(inline=False)
    qtbot.waitUntil(lambda: window.pictures.measurement is not None)
    return window


@pytest.fixture
def workers_of():
    """A function that finds what computes for a window."""
    return lambda window: window.findChild(Workers)
