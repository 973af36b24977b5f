"""Parts of the window on their own: settings, counts, segments, dialogs, the bar of messages."""

from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QSettings, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QWidget

from neuralfold.files.document import read_document
from neuralfold.gui.counts_rows import count_rows
from neuralfold.gui.counts_strip import CountsStrip
from neuralfold.gui.elided_label import ElidedLabel
from neuralfold.gui.export_dialog import ExportDialog
from neuralfold.gui.message_bar import MessageBar
from neuralfold.gui.probe_panel import ProbeModel
from neuralfold.gui.random_dialog import RandomDialog
from neuralfold.gui.segment_table import SegmentModel, SegmentTable
from neuralfold.gui.settings import Settings, WindowState
from neuralfold.model.content import Content
from neuralfold.model.examples import figure_7_1, fold, random_network, three_lines
from neuralfold.model.measurement import measure
from neuralfold.model.sentence import BadInput

NETS = Path(__file__).parent.parent / "data" / "nets"


@pytest.fixture
def store(tmp_path):
    return QSettings(str(tmp_path / "a.ini"), QSettings.Format.IniFormat)


def test_settings_survive_a_restart(store, tmp_path):
    settings = Settings(store)
    settings.language, settings.theme = "zh_CN", "dark"
    for name in "abcdefghija":
        settings.add_recent(tmp_path / f"{name}.nfold")
    store.sync()
    again = Settings(QSettings(store.fileName(), QSettings.Format.IniFormat))
    assert (again.language, again.theme) == ("zh_CN", "dark")
    assert [path.stem for path in again.recent] == list("ajihgfed")
    again.remove_recent(tmp_path / "j.nfold")
    assert [path.stem for path in again.recent] == list("aihgfed")
    again.clear_recent()
    assert again.recent == []


@pytest.mark.parametrize("rubbish", ["", "klingon", 7, ["x"], b"\x00"])
def test_rubbish_in_the_settings_counts_as_not_set(store, rubbish):
    for key in ("language", "theme", "recent"):
        store.setValue(key, rubbish)
    settings = Settings(store)
    assert settings.language in ("en", "zh_CN")
    assert settings.theme == "system"
    assert all(path.name for path in settings.recent)


def test_one_recent_file_is_a_list_of_one(store, tmp_path):
    Settings(store).add_recent(tmp_path / "a.nfold")
    store.sync()
    assert Settings(QSettings(store.fileName(), QSettings.Format.IniFormat)).recent == [tmp_path / "a.nfold"]


def test_window_state_is_what_was_kept_or_usual(store):
    state = WindowState(store)
    assert state.state("geometry") is None
    assert state.is_on("probe", True)
    state.keep_switch("probe", False)
    store.setValue("geometry", "rubbish")
    store.sync()
    again = WindowState(QSettings(store.fileName(), QSettings.Format.IniFormat))
    assert again.state("geometry") is None
    assert not again.is_on("probe", True)


def by_name(rows):
    return {row.name: row for row in rows if not row.is_heading}


def test_counts_stand_beside_the_bounds_by_name():
    content = fold(10)
    rows = by_name(count_rows(content, measure(content)))
    assert (rows["linear segments"].value, rows["linear segments"].line) == ("59,049", "59,050")
    assert rows["the fold, 3^K (eq. 7.7)"].value == "≥ 59,049"
    assert rows["one-input maximum, Π (D_k + 1)"].value == f"{4**10:,}"
    assert (rows["parameters"].value, rows["parameters"].line) == ("10", "118")
    # Article, 4.2: a shallow network with 12K − 2 parameters has at most 4K segments.
    assert rows["shallow maximum at equal parameters"].value == "40"


def test_a_bound_beyond_64_bits_is_shown_exactly():
    rows = by_name(count_rows(random_network((10, 500, 1), 1), None))
    assert rows["shallow maximum (Zaslavsky, eq. 7.6)"].value == "250,910,000,953,479,651,926"


def test_doubtful_counts_are_marked():
    content = read_document(NETS / "h19_d1_fold4_wide.nfold")
    # Without a single exact decision a touch stays open.
    measured = measure(content, decisions=0)
    assert not measured.is_certain
    rows = by_name(count_rows(content, measured))
    assert rows["linear segments"].value.startswith("≈ ")
    assert rows["linear segments"].is_doubtful
    assert "within rounding" in rows["linear segments"].tip


def test_every_number_of_the_strip_tells_its_formula():
    for content in (figure_7_1(), three_lines(), random_network((784, 256, 256, 10), 1)):
        for row in count_rows(content, measure(content)):
            assert row.is_heading or row.tip, row


def test_the_strip_keeps_its_place_and_follows(qtbot):
    strip = CountsStrip(figure_7_1())
    qtbot.addWidget(strip)
    QAbstractItemModelTester(strip.model, QAbstractItemModelTester.FailureReportingMode.Fatal, strip)
    resets = []
    strip.model.modelReset.connect(lambda: resets.append(1))
    for content in (fold(3), three_lines(), random_network((3, 2), 1), figure_7_1()):
        strip.show_content(content)
        strip.show_measurement(measure(content))
        assert [row.name for row in strip.model.rows] == [row.name for row in count_rows(content, measure(content))]
    assert resets == []


def test_batch_is_typed_and_refused(qtbot):
    strip = CountsStrip(figure_7_1())
    qtbot.addWidget(strip)
    told, refused = [], []
    strip.batch_edited.connect(told.append)
    strip.refused.connect(refused.append)
    for text in ("512", "0", "1.5", "x"):
        strip.batch_field.setText(text)
        strip.batch_field.setModified(True)
        strip.batch_field.editingFinished.emit()
    assert told == [512]
    assert [str(error).startswith("batch: ") for error in refused] == [True] * 3


def test_segments_of_several_outputs(qtbot):
    table = SegmentTable()
    qtbot.addWidget(table)
    measured = measure(random_network((1, 3, 2), 4))
    table.show_measurement(measured)
    model = table.segment_model
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, table)
    headings = [model.headerData(i, Qt.Orientation.Horizontal) for i in range(model.columnCount())]
    assert headings == ["#", "start", "end", "slope y₁", "intercept y₁", "slope y₂", "intercept y₂"]
    assert model.rowCount() == measured.linear_regions
    for row in range(model.rowCount()):
        low, high = model.interval(row)
        assert table.choose((low + high) / 2) == (low, high)
    table.show_measurement(measure(three_lines()))
    assert model.rowCount() == 0
    assert table.choose(0.0) is None


def test_the_tip_of_a_slope_is_the_sum_of_active_units(qtbot):
    model = SegmentModel()
    model.show(measure(fold(1)))
    tips = [model.index(row, 3).data(Qt.ItemDataRole.ToolTipRole).split("\n") for row in range(3)]
    assert tips[0] == ["3", "the active units of the last hidden layer add up to the slope:", "3 from unit 1"]
    assert tips[2][2:] == ["3 from unit 1", "−6 from unit 2", "6 from unit 3"]


def test_a_dragged_number_does_not_reset_the_segments(qtbot):
    table = SegmentTable()
    qtbot.addWidget(table)
    table.show_measurement(measure(fold(3)))
    resets = []
    table.segment_model.modelReset.connect(lambda: resets.append(1))
    table.choose(1.0)
    row = table.currentIndex().row()
    network = fold(3).chain.parts[0].network
    table.show_measurement(measure(fold(3).with_network(0, network.with_bias(0, 1, -1.1))))
    assert resets == []
    assert table.currentIndex().row() == row


def test_the_probe_marks_active_units(qtbot):
    model = ProbeModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    model.show(fold(2), 1.5)
    assert model.rowCount() == 8
    marked = [model.index(1, unit).data(Qt.ItemDataRole.BackgroundRole) is not None for unit in range(3)]
    assert marked == [True, True, False]
    names = [model.headerData(row, Qt.Orientation.Vertical) for row in range(4)]
    assert names == ["f no. 1: hidden 1", "after", "f no. 1: output", "after"]
    model.show(three_lines(), 0.0)
    assert model.rowCount(QModelIndex()) == 0


def test_a_long_text_is_cut_and_told_by_the_tip(qtbot):
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.resize(120, 20)
    label.say("pattern " + "0110" * 100)
    assert label.shown.endswith("…")
    assert label.toolTip() == label.text()
    label.say("short")
    assert (label.shown, label.toolTip()) == ("short", "")


def test_the_message_bar_stays_in_its_window(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.resize(500, 300)
    parent.show()
    bar = MessageBar(parent)
    bar.say(BadInput("{name}: {problem}", name="width", problem="word " * 40))
    for size in ((500, 300), (1400, 300), (300, 400)):
        parent.resize(*size)
        assert parent.rect().contains(bar.geometry())
    bar.clear()
    assert not bar.isVisible()
    assert bar.text == ""


def test_a_random_network_is_drawn_or_refused_in_the_dialog(qtbot):
    dialog = RandomDialog("2-3-1", 5)
    qtbot.addWidget(dialog)
    drawn = []
    dialog.drawn.connect(drawn.append)
    dialog.show()
    dialog.sizes.setText("2-zero-1")
    dialog.accept()
    assert dialog.isVisible()
    assert "number 2" in dialog.problem.text()
    dialog.sizes.setText("9999-9999-1")
    dialog.accept()
    assert "parameters are more than" in dialog.problem.text()
    dialog.sizes.setText("2-4-1")
    dialog.accept()
    assert drawn == [random_network((2, 4, 1), 5)]


def test_a_picture_size_is_checked(qtbot):
    dialog = ExportDialog(800, 600)
    qtbot.addWidget(dialog)
    for text in ("7", "99999", "ten"):
        dialog.width_field.setText(text)
        dialog.width_field.setModified(True)
        dialog.width_field.editingFinished.emit()
        assert "16 to 16384" in dialog.problem.text()
    assert dialog.width_field.value == 800


def test_content_is_shown_with_its_own_batch(qtbot):
    strip = CountsStrip(figure_7_1())
    qtbot.addWidget(strip)
    content = three_lines()
    strip.show_content(Content(content.chain, content.window, batch=1000))
    assert any(row.name == "Memory, batch of 1,000" for row in strip.model.rows)
