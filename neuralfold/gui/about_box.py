"""What the program is: its name, version and licence."""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from neuralfold import __version__
from neuralfold.gui.licences_dialog import LicencesDialog, licence_files


def show_about(window: QWidget) -> None:
    """Open the box, in the language of the screen."""
    box = QMessageBox(window)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowTitle(QCoreApplication.translate("MainWindow", "About NeuralFold"))
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setIconPixmap(window.windowIcon().pixmap(64, 64))
    box.setText(f"NeuralFold {__version__}")
    box.setInformativeText(
        QCoreApplication.translate(
            "MainWindow",
            "Why depth helps: exact linear regions of small neural networks, painted live.\n"
            "Free software under the MIT licence.",
        )
    )
    licences = box.addButton(QCoreApplication.translate("MainWindow", "Licences…"), QMessageBox.ButtonRole.ActionRole)
    licences.clicked.connect(lambda: _show_licences(window))
    box.addButton(QMessageBox.StandardButton.Close).setText(QCoreApplication.translate("MainWindow", "Close"))
    box.open()


def _show_licences(window: QWidget) -> None:
    dialog = LicencesDialog(licence_files(), window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
