"""The probe: dragged and typed, in the picture, its panel and the table of segments."""

import pytest
from hands import drag, focus, type_text
from PySide6.QtCore import QPoint, Qt

from neuralfold.model.examples import fold


@pytest.fixture
def line(window):
    line = window.pictures.line
    line.probe_action.setChecked(True)
    line.segments_action.setChecked(True)
    return line


def place(view, panel, x, y):
    """The pixel of a view where a data point of a panel is."""
    scene = panel.box.mapToScene(panel.box.place_of(x, y))
    return QPoint(view.plot.mapFromScene(scene))


def type_probe(qtbot, line, text):
    focus(qtbot, line.probe_field)
    line.probe_field.selectAll()
    type_text(qtbot, line.probe_field, text)
    qtbot.keyClick(line.probe_field, Qt.Key.Key_Return)


def column(line, name):
    """A column of the segment table by its heading."""
    model = line.segment_table.model()
    headings = [model.headerData(i, Qt.Orientation.Horizontal).strip() for i in range(model.columnCount())]
    where = headings.index(name)
    return [model.index(row, where).data().strip() for row in range(model.rowCount())]


def test_the_article_is_on_the_screen(line):
    assert line.probe_panel.way == "x = 1.5 → y = 1.5 → y′ = 1"
    assert column(line, "slope") == ["3", "−3", "3/2", "−3/2", "3", "−3", "3", "−3", "3/2"]
    assert column(line, "start") == ["0", "1/3", "2/3", "1", "4/3", "5/3", "2", "7/3", "8/3"]
    assert column(line, "end")[-1] == "3"
    products = ["1 × 3", "(−1) × 3", "1/2 × 3", "1/2 × (−3)", "(−1) × (−3)", "1 × (−3)", "1 × 3", "(−1) × 3", "1/2 × 3"]
    assert column(line, "chain rule") == [
        f"{product} = {slope}" for product, slope in zip(products, column(line, "slope"), strict=True)
    ]
    assert line.segment_table.currentIndex().row() == 4


def test_a_typed_probe_goes_everywhere(line, qtbot):
    type_probe(qtbot, line, "１/２")
    assert line.view.probe == 0.5
    assert line.probe_panel.way == "x = 0.5 → y = 1.5 → y′ = 1"
    model = line.probe_panel.model
    rows = [[model.index(r, c).data() for c in range(model.columnCount())] for r in range(model.rowCount())]
    # Preactivations and activations of f: 1/2, −1/2, −3/2; of g at 3/2: 3/2, 1/2, −1/2.
    assert rows[0] == ["1/2", "−1/2", "−3/2"]
    assert rows[1] == ["1/2", "0", "0"]
    assert rows[2][0] == rows[3][0] == "3/2"
    assert rows[4] == ["3/2", "1/2", "−1/2"]
    assert rows[7][0] == "1"
    assert line.segment_table.currentIndex().row() == 1


def test_a_dragged_probe_goes_everywhere(line, window):
    panel = line.view.panels[-1]
    y = 0.75
    drag(
        line.view.plot.viewport(),
        place(line.view, panel, 1.5, y),
        *(place(line.view, panel, x, y) for x in (1.7, 2.0, 2.4, 2.5)),
    )
    x = line.view.probe
    assert x == pytest.approx(2.5, abs=0.02)
    assert line.probe_field.value == x
    assert line.segment_table.currentIndex().row() == 7
    # By hand: f(x) = 3 (x − 2) on its third piece, g(y) = 5/2 − y on its second.
    assert line.probe_panel.model.applied[-1].steps[-1].activation[0] == pytest.approx(2.5 - 3 * (x - 2))
    assert "segment 8" in window.status.place.text()
    assert window.document.is_clean


def test_choosing_a_segment_marks_it_in_the_picture(line, qtbot):
    with qtbot.waitSignal(line.segment_table.segment_chosen) as chosen:
        line.segment_table.setCurrentIndex(line.segment_table.model().index(2, 1))
    assert chosen.args[0] == pytest.approx((2 / 3, 1.0))


def test_sixty_thousand_segments_are_listed_at_once(line, window):
    window.files.open_content(fold(10))
    assert line.segment_table.model().rowCount() == 59_049
    line.view.probe = 3.0 - 1e-5
    assert line.segment_table.currentIndex().row() == 59_048
    assert column(line, "#")[-1] == "59,049"
    last = line.segment_table.model().index(59_048, line.segment_table.model().columnCount() - 1).data()
    assert last.strip().endswith("3 × 3 = 59049")


def test_a_probe_outside_the_window_stops_at_its_end(line, qtbot):
    type_probe(qtbot, line, "7")
    assert line.view.probe == 3.0
    assert line.probe_field.text() == "3"


def test_hovering_a_part_tells_its_own_segment(line, window):
    line.view.hovered.emit(0.5, 1)
    assert window.status.place.text() == "y = 0.5   ·   segment 1   ·   y′ = y + 1/2   ·   pattern 100".replace(
        "y′", line.view.panels[1].picture.output_name
    )


def test_preactivations_of_a_layer_are_shown_on_demand(line):
    panels = len(line.view.panels)
    line.layers.setCurrentIndex(2)
    line.layers.activated.emit(2)
    assert line.view.layer == 1
    assert len(line.view.panels) == panels + 1
    line.layers.setCurrentIndex(0)
    line.layers.activated.emit(0)
    assert line.view.layer is None
