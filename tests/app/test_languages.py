"""Switching the language and the theme while the program runs: nothing of the old one stays behind."""

import re

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtGui import QAction, QColor
from PySide6.QtWidgets import QApplication, QComboBox, QWidget

from neuralfold.gui.export_dialog import ExportDialog
from neuralfold.gui.fault_dialog import FaultDialog
from neuralfold.gui.random_dialog import RandomDialog
from neuralfold.gui.recount_dialog import RecountDialog, RecountRequest
from neuralfold.gui.window_button import WindowDialog
from neuralfold.model.examples import fold, random_network, three_lines
from neuralfold.plots import palette

# The same in every language: names, keys of the keyboard, kinds of files, functions.
NAMES = {
    *("NeuralFold", "English", "ReLU", "GELU", "tanh", "sigmoid", "MAC", "FLOP", "CSV", "PNG", "SVG", "PDF"),
    *("Serra", "Montúfar", "Zaslavsky", "fvcore", "thop", "ptflops", "torchinfo", "flops", "mult", "adds"),
    *("Shift", "Ctrl", "Ins", "Del", "Alt", "Down", "max", "relu", "leaky", "abs", "hard", "gelu", "min", "float"),
}
# pyqtgraph's own, in a menu that is never shown.
HIDDEN = {"Export", "Export..."}
TEXTS = ("text", "toolTip", "windowTitle", "title", "placeholderText", "accessibleName", "iconText", "prefix", "suffix")
ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)


def texts(window):
    """Everything that a person could read in a window, its menus, tips and tables."""
    found = set()
    for thing in [window, *window.findChildren(QWidget), *window.findChildren(QAction)]:
        found.update(thing.property(name) for name in TEXTS)
        if isinstance(thing, QComboBox):
            found.update(thing.itemText(i) for i in range(thing.count()))
    for model in window.findChildren(QAbstractItemModel):
        rows, columns = min(model.rowCount(), 60), min(model.columnCount(), 12)
        for role in ROLES:
            found.update(model.index(r, c).data(role) for r in range(rows) for c in range(columns))
            found.update(model.headerData(c, Qt.Orientation.Horizontal, role) for c in range(columns))
            found.update(model.headerData(r, Qt.Orientation.Vertical, role) for r in range(rows))
    for panel in window.pictures.line.view.panels:
        found.add(window.pictures.line.view._heading(panel.picture))
    for block in window.pictures.plane.view.legend:
        found.update((block.heading, block.note, *(swatch.text for swatch in block.swatches)))
    found.update((window.pictures.plane.view.notice, window.messages.text))
    return {text for text in found if isinstance(text, str)} - HIDDEN


def speak(window, language):
    """Choose a language in the menu; the widgets are told by events that wait their turn."""
    window.menus.language_wanted.emit(language)
    QApplication.sendPostedEvents()


def english(found):
    """The texts that have an English word in them."""
    return {
        text
        for text in found
        if not re.search(r"[\u4e00-\u9fff]", text) and set(re.findall(r"[A-Za-zú]{3,}", text)) - NAMES
    } | {text for text in found if re.search(r"\b[a-z]{3,} [a-z]{3,} [a-z]{3,}", text)}


@pytest.mark.parametrize(
    "content", [None, fold(3), three_lines(), fold(12), random_network((2, 3, 1), 1), random_network((5, 4, 3), 1)]
)
def test_no_english_stays(window, content):
    if content is not None:
        window.files.open_content(content)
    window.pictures.line.probe_action.setChecked(True)
    window.pictures.line.segments_action.setChecked(True)
    window.edits.set_window(((1.0, 0.0),) * window.document.content.chain.inputs)
    before = texts(window)
    assert english(before)
    speak(window, "zh_CN")
    assert english(texts(window)) == set()
    assert window.menus.file.title() == "文件(&F)"
    speak(window, "en")
    assert texts(window) == before


@pytest.mark.parametrize("kind", ["window", "random", "export", "recount", "fault"])
def test_no_english_stays_in_an_open_dialog(window, qtbot, kind):
    match kind:
        case "window":
            dialog = WindowDialog(((0.0, 1.0), (2.0, 3.0)), window)
        case "random":
            dialog = RandomDialog("2-x", 1, window)
        case "export":
            dialog = ExportDialog(640, 480, window)
        case "recount":
            dialog = RecountDialog(window.pictures.measurement, RecountRequest(window.document.content), window)
        case _:
            dialog = FaultDialog(window)
    dialog.show()
    speak(window, "zh_CN")
    words = set()
    for thing in [dialog, *dialog.findChildren(QWidget)]:
        words.update(thing.property(name) or "" for name in TEXTS)
        if isinstance(thing, QComboBox):
            words.update(thing.itemText(i) for i in range(thing.count()))
    assert english(words - {"2-x", "qt_spinbox_lineedit"}) == set()
    dialog.close()
    speak(window, "en")


def test_what_is_edited_stays_while_the_language_changes(window):
    window.edits.set_batch(7)
    content, index = window.document.content, window.document.undo_stack.index()
    speak(window, "zh_CN")
    assert window.document.content is content
    assert window.document.undo_stack.index() == index
    assert window.windowTitle() == "两个网络依次复合（图 7.1）[*] – NeuralFold"


def test_language_and_theme_are_remembered(window, stores):
    speak(window, "zh_CN")
    window.menus.theme_wanted.emit("dark")
    assert (stores.settings.language, stores.settings.theme) == ("zh_CN", "dark")
    chosen = [a.data() for a in (*window.menus._languages.actions(), *window.menus._themes.actions()) if a.isChecked()]
    assert chosen == ["zh_CN", "dark"]


def test_the_theme_reaches_windows_and_pictures(window):
    seen = {}
    for theme, look in (("dark", palette.DARK), ("light", palette.LIGHT)):
        window.menus.theme_wanted.emit(theme)
        assert palette.current() is look
        assert QApplication.palette().window().color() == QColor(look.panel)
        for content in (fold(2), three_lines()):
            window.files.open_content(content)
            image = window.pictures.view.plot.grab().toImage()
            assert image.pixelColor(3, 3) == QColor(look.background)
        seen[theme] = window.grab().toImage()
    assert seen["dark"] != seen["light"]


def test_size_and_division_are_remembered(open_window, stores):
    first = open_window(size=(1300, 800))
    first.pictures.line.segments_action.setChecked(True)
    first._across.setSizes([500, 800])
    sizes = first._across.sizes()
    first.close()
    second = open_window(size=(1300, 800))
    assert second._across.sizes() == sizes
    assert second.pictures.line.segments_action.isChecked()
    assert not second.pictures.line.probe_action.isChecked()
