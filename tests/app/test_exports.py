"""Pictures and tables that leave the window, and `snapshot`, which needs none."""

import csv
import xml.etree.ElementTree as ElementTree

import pytest
from PySide6.QtGui import QGuiApplication, QImage

from neuralfold.app import snapshot
from neuralfold.files.document import write_document
from neuralfold.gui.export_dialog import ExportDialog
from neuralfold.model.examples import figure_7_1, fold, random_network, three_lines
from neuralfold.model.sentence import BadInput


def rows(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("content", [figure_7_1(), fold(9), three_lines()], ids=["chain", "band", "plane"])
def test_a_picture_has_exactly_the_asked_pixels(window, tmp_path, content):
    window.files.open_content(content)
    for width, height in ((1001, 333), (640, 480)):
        path = tmp_path / "a.png"
        assert window.exporter.write_picture(path, width, height)
        image = QImage(str(path))
        assert (image.width(), image.height()) == (width, height)
    assert "a.png" in window.status.place.text()


def test_vector_pictures_are_what_their_names_say(window, tmp_path):
    for name in ("a.svg", "a.pdf"):
        assert window.exporter.write_picture(tmp_path / name, 1280, 720)
    drawing = ElementTree.parse(tmp_path / "a.svg").getroot()
    assert sum(1 for element in drawing.iter() if element.tag.endswith(("path", "polyline"))) > 10
    assert any("x = 1.5" in "".join(element.itertext()) for element in drawing.iter() if element.tag.endswith("text"))
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF-")


def test_an_unknown_ending_is_refused(window, tmp_path):
    assert not window.exporter.write_picture(tmp_path / "a.bmp", 640, 480)
    assert ".png, .svg or .pdf" in window.messages.text
    assert list(tmp_path.glob("a.*")) == []


def test_the_dialog_offers_sizes_and_tells_the_chosen_one(window, qtbot):
    window.menus.save_picture.trigger()
    dialog = window.findChild(ExportDialog)
    plot = window.pictures.line.view.plot.size()
    assert (dialog.width_field.value, dialog.height_field.value) == (plot.width(), plot.height())
    dialog.sizes.setCurrentIndex(3)
    dialog.sizes.activated.emit(3)
    dialog.chosen.disconnect()
    with qtbot.waitSignal(dialog.chosen) as chosen:
        dialog.accept()
    assert chosen.args == [3840, 2160, 1.0]


def test_the_picture_goes_to_the_clipboard(window):
    window.menus.copy_picture.trigger()
    image = QGuiApplication.clipboard().image()
    plot = window.pictures.line.view.plot
    assert (image.width(), image.height()) == (plot.width(), plot.height())


def test_the_view_is_as_it_was_after_an_export(window, tmp_path):
    view = window.pictures.line.view
    before = view.plot.grab().toImage()
    assert window.exporter.write_picture(tmp_path / "a.png", 3000, 500)
    assert view.plot.grab().toImage() == before


def test_tables(window, tmp_path):
    path = tmp_path / "a.csv"
    assert window.exporter.write_table(path, counts=False)
    slopes = [float(row["slope_y1 [1]"]) for row in rows(path)]
    assert slopes == [3.0, -3.0, 1.5, -1.5, 3.0, -3.0, 3.0, -3.0, 1.5]
    assert window.exporter.write_table(path, counts=True)
    total = rows(path)[-1]
    assert (total["parameters [1]"], total["stored_parameters [1]"], total["linear_regions [1]"]) == ("22", "20", "9")
    window.files.open_content(three_lines())
    assert window.exporter.write_table(path, counts=False)
    assert len(rows(path)) == 7


def test_a_table_that_cannot_be_written_is_told(window, tmp_path):
    assert not window.exporter.write_table(tmp_path / "none" / "a.csv", counts=True)
    assert "was not written" in window.messages.text


@pytest.mark.parametrize("content", [figure_7_1(), three_lines(), random_network((1, 3, 2), 1)])
def test_snapshot_writes_everything(qapp, tmp_path, content):
    source = tmp_path / "a.nfold"
    write_document(source, content)
    outputs = {kind: tmp_path / f"a.{kind}" for kind in ("png", "csv", "svg", "pdf")}
    snapshot(source, size=(777, 401), **outputs)
    image = QImage(str(outputs["png"]))
    assert (image.width(), image.height()) == (777, 401)
    assert len(rows(outputs["csv"])) > 1
    assert all(path.stat().st_size > 500 for path in outputs.values() if path.suffix != ".csv")


def test_snapshot_says_why_there_is_no_picture(qapp, tmp_path):
    source = tmp_path / "a.nfold"
    write_document(source, random_network((3, 4, 1), 1))
    with pytest.raises(BadInput, match="3 inputs"):
        snapshot(source, png=tmp_path / "a.png")
    snapshot(source, csv=tmp_path / "a.csv")
    assert rows(tmp_path / "a.csv")[-1]["parameters [1]"] == "21"


def test_a_snapshot_is_the_same_twice(qapp, tmp_path):
    source = tmp_path / "a.nfold"
    write_document(source, fold(3))
    for name in ("a.png", "b.png"):
        snapshot(source, png=tmp_path / name, size=(640, 360))
    assert QImage(str(tmp_path / "a.png")) == QImage(str(tmp_path / "b.png"))
