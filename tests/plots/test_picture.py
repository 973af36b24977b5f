"""Pictures: exactly the asked size on any screen, everything scaled together, vectors that are vectors."""

import os
import re
import subprocess
import sys
from hashlib import sha256
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtGui import QColor, QGuiApplication, QImage

from neuralfold.model.examples import figure_7_1, fold, random_network, three_lines
from neuralfold.model.measurement import measure
from neuralfold.model.sentence import BadInput
from neuralfold.plots import palette
from neuralfold.plots.line_view import LineView
from neuralfold.plots.palette import DARK, LIGHT
from neuralfold.plots.picture import copy_picture, logical_size, render, save_pdf, save_png, save_svg, view_of
from neuralfold.plots.plane_view import PlaneView

SVG = "{http://www.w3.org/2000/svg}"
CONTENTS = pytest.mark.parametrize(
    "content",
    [figure_7_1(), fold(4), fold(9), random_network((1, 8, 2), 1), three_lines()],
    ids=["figure", "fold", "band", "outputs", "plane"],
)


@pytest.fixture
def view(qapp):
    return view_of(measure(figure_7_1()))


def pixels(image):
    """An image as floats, shape (height, width, 3)."""
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    flat = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return flat[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).astype(float)


# Size


@CONTENTS
@pytest.mark.parametrize("size", [(1001, 333), (640, 480), (1920, 1080), (217, 901)])
def test_a_png_has_exactly_the_asked_pixels(qapp, tmp_path, content, size):
    save_png(view_of(measure(content)), tmp_path / "a.png", *size)
    image = QImage(str(tmp_path / "a.png"))
    assert (image.width(), image.height()) == size
    assert image.devicePixelRatio() == 1.0
    colours = np.unique(pixels(image).reshape(-1, 3), axis=0)
    assert len(colours) > 20


def test_a_picture_does_not_depend_on_the_scale_of_the_screen(tmp_path):
    script = (
        "import sys; from pathlib import Path; from PySide6.QtWidgets import QApplication; app = QApplication([]);"
        "from neuralfold.model.examples import figure_7_1; from neuralfold.model.measurement import measure;"
        "from neuralfold.plots.picture import save_png, view_of; view = view_of(measure(figure_7_1())); view.show();"
        "assert view.devicePixelRatioF() == float(sys.argv[2]), view.devicePixelRatioF();"
        "save_png(view, Path(sys.argv[1]), 1920, 1080)"
    )
    sums = []
    for factor in ("1", "2"):
        path = tmp_path / f"{factor}.png"
        environment = os.environ | {"QT_SCALE_FACTOR": factor, "QT_QPA_PLATFORM": "offscreen"}
        subprocess.run([sys.executable, "-c", script, str(path), factor], env=environment, check=True, timeout=100)
        image = QImage(str(path))
        assert (image.width(), image.height()) == (1920, 1080)
        sums.append(sha256(pixels(image).tobytes()).hexdigest())
    assert sums[0] == sums[1]


@CONTENTS
def test_a_small_and_a_large_picture_are_the_same_picture(qapp, content):
    view = view_of(measure(content))
    small, large = pixels(render(view, 640, 360)), pixels(render(view, 3200, 1800))
    averaged = large.reshape(360, 5, 640, 5, 3).mean(axis=(1, 3))
    assert np.abs(averaged - small).mean() < 3.0
    # Blurred a little, so that one picture's antialiasing of a thin line does not count, they agree everywhere.
    coarse = [picture.reshape(36, 10, 64, 10, 3).mean(axis=(1, 3)) for picture in (averaged, small)]
    assert np.abs(coarse[0] - coarse[1]).max() < 26


def heights(image, left, right, top, bottom):
    """Rows that are not empty in a part of an image, given in shares of its size."""
    part = pixels(image)
    rows, columns, _ = part.shape
    part = part[int(top * rows) : int(bottom * rows), int(left * columns) : int(right * columns)]
    return np.flatnonzero((np.abs(part - 255.0).sum(axis=2) > 200).any(axis=1))


def test_type_and_lines_grow_with_the_picture(view):
    small, large = render(view, 640, 360), render(view, 3840, 2160)
    # The heading "y = f(x)", then the colour strip under the first band.
    for part in ((0.065, 0.13, 0.0, 0.055), (0.1, 0.12, 0.38, 0.402)):
        rows = [len(heights(image, *part)) / image.height() for image in (small, large)]
        assert rows[0] > 0
        assert rows[1] == pytest.approx(rows[0], rel=0.3)
    widths = []
    for image in (render(view, 1280, 720), large):
        column = pixels(image)[:, int(0.6 * image.width())]
        blue = np.abs(column - np.array(QColor(LIGHT.series[1]).getRgb()[:3])).sum(axis=1) < 90
        widths.append(blue[: int(0.9 * image.height())].sum() / image.height())
    assert widths[1] == pytest.approx(widths[0], rel=0.25)


def test_text_scale_makes_type_larger_and_nothing_else(view):
    usual, larger = render(view, 1280, 720), render(view, 1280, 720, text_scale=1.5)
    assert (larger.width(), larger.height()) == (1280, 720)
    rows = [len(heights(usual, 0.07, 0.125, 0.0, 0.05)), len(heights(larger, 0.105, 0.1875, 0.0, 0.075))]
    assert rows[1] == pytest.approx(1.5 * rows[0], abs=1.5)


def test_the_layout_keeps_the_shape_of_the_picture():
    for width, height in ((1280, 720), (640, 360), (1001, 333), (900, 1600)):
        size = logical_size(width, height)
        assert size.width() / size.height() == pytest.approx(width / height)
        assert size.width() >= 1280 - 1e-9
        assert size.height() >= 720 - 1e-9


# Faithful


def test_the_picture_of_a_view_on_the_screen_leaves_the_screen_as_it_was(qtbot):
    for widget, content in ((LineView(), figure_7_1()), (PlaneView(), three_lines())):
        qtbot.addWidget(widget)
        widget.resize(700, 500)
        widget.show()
        widget.show(measure(content))
        widget.fit()
        before = widget.grab().toImage()
        render(widget, 1234, 567)
        render(widget, 300, 900)
        assert widget.grab().toImage() == before


def test_a_picture_shows_what_the_view_looks_at(qtbot):
    widget = LineView()
    qtbot.addWidget(widget)
    widget.show(measure(figure_7_1()))
    whole = render(widget, 640, 360)
    widget.panels[2].box.setXRange(0.0, 1.0, padding=0.0)
    assert render(widget, 640, 360) != whole


def test_the_palette_is_that_of_the_screen(view):
    assert render(view, 320, 180).pixelColor(2, 2) == QColor(LIGHT.background)
    palette.use(DARK)
    try:
        view.apply_palette()
        assert render(view, 320, 180).pixelColor(2, 2) == QColor(DARK.background)
    finally:
        palette.use(LIGHT)


def test_what_has_no_picture_says_why(qapp):
    with pytest.raises(BadInput, match="no picture"):
        view_of(measure(random_network((5, 3, 1), 1)))
    with pytest.raises(BadInput, match="regions"):
        view_of(measure(fold(5), budget=10))


def test_the_kind_of_view_follows_the_inputs(qapp):
    assert isinstance(view_of(measure(fold(2))), LineView)
    assert isinstance(view_of(measure(three_lines())), PlaneView)


# Vectors


@CONTENTS
def test_svg_has_paths_and_text_and_no_pixels(qapp, tmp_path, content):
    view = view_of(measure(content))
    save_svg(view, tmp_path / "a.svg", 1001, 333)
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    assert root.get("viewBox") == "0 0 1001 333"
    outside = [element for element in root.iter() if element.tag != f"{SVG}clipPath"]
    assert sum(element.tag == f"{SVG}path" for element in outside) > 3
    assert not list(root.iter(f"{SVG}image"))
    words = "".join("".join(element.itertext()) for element in root.iter(f"{SVG}text"))
    names = [panel.heading for panel in view.panels] if isinstance(view, LineView) else ["x₁", "x₂", "hidden layer 1"]
    for name in names:
        assert name in words
    assert not re.search(r"\b(nan|inf)\b", (tmp_path / "a.svg").read_text(encoding="utf-8"), re.IGNORECASE)


def test_svg_draws_the_curve_of_the_article_as_one_path(view, tmp_path):
    view.probe = 0.0
    save_svg(view, tmp_path / "a.svg", 1280, 720)
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    green = LIGHT.series[1]
    strokes = [
        path for group in root.iter(f"{SVG}g") if group.get("stroke") == green for path in group.iter(f"{SVG}path")
    ]
    # The second third: one segment of f, three of g(f).
    assert sorted(path.get("d").count("L") for path in strokes) == [1, 3]


def test_pdf_is_one_page_of_the_asked_size_without_pixels(view, tmp_path):
    save_pdf(view, tmp_path / "a.pdf", 1280, 720)
    data = (tmp_path / "a.pdf").read_bytes()
    assert data.startswith(b"%PDF-")
    boxes = re.findall(rb"/MediaBox \[([^\]]+)\]", data)
    assert len(boxes) == 1
    assert [float(number) for number in boxes[0].split()] == pytest.approx([0, 0, 960, 540], abs=0.6)
    assert b"/Subtype /Image" not in data
    assert b"/Font" in data


# Doors


@pytest.mark.parametrize("save", [save_png, save_svg, save_pdf])
def test_a_file_that_cannot_be_written_is_named_and_nothing_is_left(view, tmp_path, save):
    path = tmp_path / "no such folder" / "a.out"
    with pytest.raises(BadInput, match=re.escape(str(path))):
        save(view, path, 640, 360)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("save", [save_png, save_svg, save_pdf])
@pytest.mark.parametrize("size", [(0, 100), (100, -1), (100_000, 100), (16_384, 16_384)])
def test_a_size_that_cannot_be_is_refused_and_the_old_file_stays(view, tmp_path, save, size):
    path = tmp_path / "old"
    path.write_bytes(b"old")
    with pytest.raises(BadInput, match="size"):
        save(view, path, *size)
    assert path.read_bytes() == b"old"


def test_the_clipboard_gets_the_picture(view):
    copy_picture(view, 333, 222)
    image = QGuiApplication.clipboard().image()
    assert (image.width(), image.height()) == (333, 222)
    assert image.pixelColor(1, 1) == QColor(LIGHT.background)
    assert image.convertToFormat(QImage.Format.Format_RGB32) == render(view, 333, 222)
