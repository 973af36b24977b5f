"""The dialog with the licences: every component with its text, and a word on Qt in any case."""

from PySide6.QtCore import qVersion

from neuralfold.gui.licences_dialog import LicencesDialog, licence_files


def test_a_checkout_ships_no_licences():
    assert licence_files() == []


def test_without_texts_the_use_of_qt_is_still_told(qtbot):
    dialog = LicencesDialog([])
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.names.isVisible()
    assert qVersion() in dialog.sentence.text()
    assert "Lesser General Public License" in dialog.sentence.text()


def test_each_component_shows_its_own_text(qtbot, tmp_path):
    files = [tmp_path / "numpy 2.4.txt", tmp_path / "Python 3.11.txt"]
    for file in files:
        file.write_text(f"the licence of {file.stem}", encoding="utf-8")
    dialog = LicencesDialog(files)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.names.isVisible()
    assert dialog.text.toPlainText() == "the licence of numpy 2.4"
    dialog.names.setCurrentRow(1)
    assert dialog.names.currentItem().text() == "Python 3.11"
    assert dialog.text.toPlainText() == "the licence of Python 3.11"
