"""New, open, save and close: what happens to files, to the document, and to unsaved edits."""

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFileOpenEvent
from PySide6.QtWidgets import QApplication, QMessageBox

from neuralfold.app import FileOpens
from neuralfold.files.document import read_document, write_document
from neuralfold.model.examples import fold, three_lines

Button = QMessageBox.StandardButton

BAD = {
    "empty": b"",
    "text": b"hello",
    "binary": bytes(range(256)),
    "other": b'{"format": "other"}',
    "newer": b'{"format": "neuralfold", "version": 99}',
    "cut": b'{"format": "neuralfold", "version": 1, "network": {"inputs": 1, "layers": [{"wei',
    "ragged": (
        b'{"format": "neuralfold", "version": 1, "network": {"inputs": 1, "layers": '
        b'[{"weights": [[1, 2]], "biases": [0], "activation": "relu"}]}}'
    ),
    "nan": (
        b'{"format": "neuralfold", "version": 1, "network": {"inputs": 1, "layers": '
        b'[{"weights": [[1e999]], "biases": [0], "activation": "relu"}]}}'
    ),
}


def edit(window):
    window.edits.set_batch(window.document.content.batch + 1)


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_harms_nothing(window, tmp_path, name):
    path = tmp_path / f"{name}.nfold"
    path.write_bytes(BAD[name])
    edit(window)
    content, title = window.document.content, window.windowTitle()
    assert not window.files.read(path)
    assert window.messages.isVisible()
    assert path.name in window.messages.text
    assert "\n" not in window.messages.text
    assert window.document.content is content
    assert window.windowTitle() == title
    assert window.document.undo_stack.canUndo()
    assert path.read_bytes() == BAD[name]
    assert window.settings.recent == []


def test_a_missing_file_leaves_the_recent_list(window, tmp_path):
    path = tmp_path / "a.nfold"
    write_document(path, three_lines())
    assert window.files.read(path)
    assert window.settings.recent == [path]
    path.unlink()
    window.files.open_path(path)
    assert "no such file" in window.messages.text
    assert window.settings.recent == []
    assert window.document.content == three_lines()


def test_save_and_open_give_the_same(window, tmp_path):
    path = tmp_path / "été 折.nfold"
    window.pictures.line.repeat_field.setValue(2)
    edit(window)
    content = window.document.content
    assert window.isWindowModified()
    assert window.files.write(path)
    assert not window.isWindowModified()
    assert window.windowTitle() == "été 折.nfold[*] – NeuralFold"
    edit(window)
    window.files.save()
    assert read_document(path) == window.document.content
    window.menus.undo.trigger()
    assert window.isWindowModified()
    window.files.save()
    assert read_document(path) == content
    assert window.settings.recent == [path]


def test_a_file_that_cannot_be_written_is_told(window, tmp_path):
    edit(window)
    assert not window.files.write(tmp_path / "none" / "a.nfold")
    assert "was not written" in window.messages.text
    assert window.isWindowModified()
    assert window.document.path is None


def test_opening_over_unsaved_edits_asks(window, tmp_path):
    path = tmp_path / "a.nfold"
    write_document(path, three_lines())
    edit(window)
    content = window.document.content
    window.files.open_path(path)
    assert window.document.content is content
    window.files.question.button(Button.Cancel).click()
    assert window.document.content is content
    assert window.files.question is None
    window.files.open_path(path)
    window.files.question.button(Button.Discard).click()
    assert window.document.content == three_lines()
    assert window.document.is_clean


def test_saving_goes_before_what_was_asked_for(window, tmp_path):
    mine, other = tmp_path / "mine.nfold", tmp_path / "other.nfold"
    write_document(other, three_lines())
    assert window.files.write(mine)
    edit(window)
    content = window.document.content
    window.files.open_path(other)
    window.files.question.button(Button.Save).click()
    assert read_document(mine) == content
    assert window.document.path == other


def test_saving_under_a_new_name_goes_before_what_was_asked_for(window, tmp_path, qtbot):
    edit(window)
    content = window.document.content
    window.files.open_example(fold(3))
    window.files.question.button(Button.Save).click()
    assert window.document.content is content
    window.files._write_chosen(str(tmp_path / "mine.nfold"))
    assert read_document(tmp_path / "mine.nfold") == content
    assert window.document.content == fold(3)


def test_closing_asks_and_can_be_cancelled(open_window, qtbot):
    window = open_window()
    edit(window)
    assert not window.close()
    window.files.question.button(Button.Cancel).click()
    assert window.isVisible()
    assert not window.close()
    with qtbot.waitSignal(window.closed):
        window.files.question.button(Button.Discard).click()
    assert not window.isVisible()


def test_a_clean_window_closes_at_once(open_window):
    window = open_window()
    assert window.close()


def test_new_has_no_name(window):
    window.menus.new.trigger()
    assert window.windowTitle() == "untitled[*] – NeuralFold"
    assert window.document.is_clean
    assert not window.document.undo_stack.canUndo()


def test_a_dropped_file_opens(window, tmp_path):
    path = tmp_path / "dropped.nfold"
    write_document(path, three_lines())
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    nothing = Qt.KeyboardModifier.NoModifier
    button, action = Qt.MouseButton.LeftButton, Qt.DropAction.CopyAction
    QApplication.sendEvent(window, QDragEnterEvent(QPoint(9, 9), action, data, button, nothing))
    QApplication.sendEvent(window, QDropEvent(QPointF(9, 9), action, data, button, nothing))
    assert window.document.path == path
    assert window.document.content == three_lines()


def test_recent_files_are_in_the_menu(window, tmp_path):
    paths = [tmp_path / f"{name}.nfold" for name in "abc"]
    for path in paths:
        write_document(path, fold(2))
        assert window.files.read(path)
    listed = [action for action in window.menus._recent.actions() if action.data()]
    assert [action.text() for action in listed] == ["c.nfold", "b.nfold", "a.nfold"]
    listed[2].trigger()
    assert window.document.path == paths[0]
    window.menus._recent.actions()[-1].trigger()
    assert window.settings.recent == []
    assert not window.menus._recent.isEnabled()


def test_files_asked_for_before_there_is_a_window_are_opened_in_it(window, tmp_path, qapp):
    path = tmp_path / "early.nfold"
    write_document(path, three_lines())
    opens = FileOpens(qapp)
    try:
        QApplication.sendEvent(qapp, QFileOpenEvent(str(path)))
        assert window.document.path is None
        assert opens.deliver_to(window.files.open_path)
        assert window.document.path == path
        window.files.open_content(fold(2))
        QApplication.sendEvent(qapp, QFileOpenEvent(str(path)))
        assert window.document.path == path
    finally:
        qapp.removeEventFilter(opens)
