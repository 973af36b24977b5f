"""A window that computes in its threads: dragging, closing in the midst, recounting, faults."""

import os
import subprocess
import sys

import pytest
from PySide6.QtGui import QGuiApplication

from neuralfold.app import Faults
from neuralfold.gui.recount_dialog import RecountDialog
from neuralfold.model.examples import fold, fold_between, random_network, three_lines
from neuralfold.model.measurement import measure

CLOSING = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from neuralfold import app
from neuralfold.gui.main_window import MainWindow
from neuralfold.model.examples import fold, random_network

def close():
    [window] = [w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow)]
    window.close()

def work():
    [window] = [w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow)]
    window.files.open_content(CONTENT)
    if RECOUNT:
        window.recounts.start()
    QTimer.singleShot(int(sys.argv[1]), close)

made = app.application()
QTimer.singleShot(0, work)
sys.exit(app.run())
"""


@pytest.mark.parametrize("delay", [0, 3, 17, 60, 250])
@pytest.mark.parametrize(
    ("content", "recount"),
    [
        ("fold(11)", False),
        ("random_network((2, 60, 60, 60, 1), 1)", False),
        ("random_network((2, 40, 40, 1), 1)", True),
    ],
)
def test_closing_in_the_midst_is_clean(delay, content, recount):
    code = CLOSING.replace("CONTENT", content).replace("RECOUNT", str(recount))
    done = subprocess.run(
        [sys.executable, "-c", code, str(delay)],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
        env=os.environ | {"QT_LOGGING_RULES": "qt.qpa.*=false"},
    )
    said = [line for line in done.stderr.splitlines() if "propagateSizeHints" not in line]
    assert (done.returncode, said) == (0, [])


def test_a_drag_is_drawn_while_it_goes_on_and_is_one_step(live_window, qtbot):
    live_window.files.open_content(random_network((2, 12, 12, 1), 1))
    document = live_window.document
    for i in range(30):
        network = document.content.chain.parts[0].network
        document.edit(document.content.with_network(0, network.with_bias(0, 0, i / 30)), "drag", key="drag")
        qtbot.waitUntil(lambda: live_window.pictures.measurement.merged.inputs == 2)
    qtbot.waitUntil(lambda: live_window.pictures.measurement.content is document.content)
    assert live_window.pictures.measurement.linear_regions == measure(document.content).linear_regions
    assert document.undo_stack.count() == 1


def test_the_number_of_distinct_maps_comes_when_all_is_still(live_window, qtbot):
    live_window.files.open_content(three_lines())

    def maps():
        return {row.name: row.value for row in live_window.counts.model.rows}.get("distinct affine maps")

    qtbot.waitUntil(lambda: maps() == "…")
    qtbot.waitUntil(lambda: maps() == "7")


def test_recounting_shows_both_numbers(live_window, qtbot):
    live_window.files.open_content(fold_between(4, -3.3, 1.1))
    qtbot.waitUntil(lambda: live_window.pictures.measurement.content is live_window.document.content)
    live_window.menus.recount.trigger()
    dialog = live_window.findChild(RecountDialog)
    qtbot.waitUntil(lambda: dialog.outcome is not None)
    texts = [[label.text() for label in labels] for labels in dialog.cells]
    assert texts[1] == ["linear segments or regions in the window", "81", "81"]
    assert len(texts) == 5
    assert dialog.sentence.text() == "Both counts agree."
    dialog.close_button.click()
    live_window.menus.recount.trigger()
    assert live_window.findChild(RecountDialog) is not None


def test_a_recount_can_be_cancelled(live_window, qtbot, workers_of):
    live_window.files.open_content(random_network((2, 40, 40, 1), 1))
    qtbot.waitUntil(lambda: live_window.pictures.measurement.content is live_window.document.content)
    recounter = workers_of(live_window).recounter
    live_window.menus.recount.trigger()
    dialog = live_window.findChild(RecountDialog)
    qtbot.waitUntil(lambda: dialog.request.total > 0)
    with qtbot.waitSignal(recounter.stopped):
        dialog.close_button.click()
    assert not recounter.is_running


def test_too_big_a_network_is_said_and_can_be_undone(live_window, qtbot):
    live_window.files.open_content(fold(3))
    live_window.pictures.line.repeat_field.setValue(200)
    qtbot.waitUntil(lambda: live_window.pictures.measurement.content is live_window.document.content)
    assert live_window.pictures.measurement.linear_regions is None
    live_window.menus.undo.trigger()
    qtbot.waitUntil(lambda: live_window.pictures.measurement.linear_regions == 27)


def test_a_fault_is_shown_and_can_be_copied(qapp, qtbot):
    faults = Faults(qapp)

    def fail(number):
        try:
            raise RuntimeError(f"fault {number}")
        except RuntimeError as error:
            faults.catch(type(error), error, error.__traceback__)

    for number in range(100):
        fail(number)
    dialog = faults.dialog
    qtbot.addWidget(dialog)
    assert dialog.isVisible()
    report = dialog.report.toPlainText()
    assert "RuntimeError: fault 0" in report
    assert "test_live.py" in report
    assert "fault 50" not in report
    dialog.copy_button.click()
    assert QGuiApplication.clipboard().text() == report
    dialog.close_button.click()
    fail("again")
    assert "fault again" in dialog.report.toPlainText()
    assert "fault 0" not in dialog.report.toPlainText()
    dialog.close()
