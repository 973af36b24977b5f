"""Pictures of a view as PNG, SVG, PDF or on the clipboard, painted by the code that paints the screen.

A picture is laid out anew at a reference size, in which type has the size of the palette, and then scaled to what was
asked: so text, lines and keys grow together, and the screen it came from does not matter. pyqtgraph's exporters are not
used; they take the size and the pixel ratio of the screen.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from pyqtgraph import GraphicsView, ViewBox
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSaveFile, QSize, QSizeF
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QGraphicsLayout, QGraphicsWidget

from neuralfold.model.measurement import Measurement
from neuralfold.model.sentence import BadInput, Sentence
from neuralfold.plots import palette
from neuralfold.plots.line_view import LineView
from neuralfold.plots.plane_view import PlaneView

# A picture is laid out at least this wide and high, in logical pixels, whatever size is asked.
REFERENCE = (1280.0, 720.0)
SMALLEST, LARGEST = 16, 16_384
MOST_PIXELS = 200_000_000
# Dots per inch of vector files; their size in inches is that of the picture at 96 pixels per inch.
PDF_RESOLUTION = 1200
PIXELS_PER_INCH = 96.0


class Pictured(Protocol):
    """A view that a picture can be made of: all that it shows lies in one graphics view."""

    plot: GraphicsView


def view_of(measurement: Measurement, say: Callable[[Sentence], str] = str) -> LineView | PlaneView:
    """The view that shows a measurement, without a window on the screen.

    Raises BadInput, with the reason, where the measurement has no picture.
    """
    has_line = measurement.segments is not None or measurement.curve is not None
    if not has_line and measurement.partition is None and measurement.sheet is None:
        reason = measurement.reason or Sentence.of("no picture")
        raise BadInput("{problem}", problem=reason)
    view = LineView(say=say) if has_line else PlaneView(say=say)
    view.resize(*map(int, REFERENCE))
    view.show(measurement)
    view.fit()
    return view


def render(view: Pictured, width: int, height: int, *, text_scale: float = 1.0) -> QImage:
    """The view as an image of exactly `width` × `height` pixels; `text_scale` makes type and lines larger.

    Raises BadInput for a size that is not between 16 and 16,384 pixels, or of more than 200 million pixels.
    """
    _check_size(width, height)
    image = QImage(width, height, QImage.Format.Format_RGB32)
    if image.isNull():
        raise BadInput("picture: {width} × {height} pixels do not fit into memory", width=width, height=height)
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    _paint(painter, view, QSizeF(width, height), logical_size(width, height, text_scale))
    painter.end()
    return image


def save_png(view: Pictured, path: Path, width: int, height: int, *, text_scale: float = 1.0) -> None:
    """Write the view as a PNG of exactly `width` × `height` pixels.

    Raises BadInput for a bad size or where the file cannot be written; an old file is then as it was.
    """
    image = render(view, width, height, text_scale=text_scale)
    buffer = _buffer()
    image.save(buffer, "PNG")
    _write(path, buffer.data())


def save_svg(view: Pictured, path: Path, width: int, height: int, *, text_scale: float = 1.0) -> None:
    """Write the view as SVG of `width` × `height` units, its lines as paths and its words as text; raises as PNG."""
    _check_size(width, height)
    buffer = _buffer()
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(width, height))
    generator.setViewBox(QRectF(0.0, 0.0, width, height))
    generator.setResolution(round(PIXELS_PER_INCH))
    generator.setTitle("NeuralFold")
    painter = QPainter(generator)
    _paint(painter, view, QSizeF(width, height), logical_size(width, height, text_scale))
    painter.end()
    _write(path, buffer.data())


def save_pdf(view: Pictured, path: Path, width: int, height: int, *, text_scale: float = 1.0) -> None:
    """Write the view as one PDF page, of the size that `width` × `height` pixels have at 96 per inch; raises as PNG."""
    _check_size(width, height)
    buffer = _buffer()
    writer = QPdfWriter(buffer)
    writer.setResolution(PDF_RESOLUTION)
    writer.setTitle("NeuralFold")
    inches = QSizeF(width, height) / PIXELS_PER_INCH
    writer.setPageSize(QPageSize(inches, QPageSize.Unit.Inch, "", QPageSize.SizeMatchPolicy.ExactMatch))
    writer.setPageMargins(QMarginsF())
    painter = QPainter(writer)
    _paint(painter, view, QSizeF(writer.width(), writer.height()), logical_size(width, height, text_scale))
    painter.end()
    _write(path, buffer.data())


def copy_picture(view: Pictured, width: int, height: int, *, text_scale: float = 1.0) -> None:
    """Put the view as an image on the clipboard; raises BadInput for a bad size."""
    QGuiApplication.clipboard().setImage(render(view, width, height, text_scale=text_scale))


def logical_size(width: int, height: int, text_scale: float = 1.0) -> QSizeF:
    """The size at which a picture of `width` × `height` pixels is laid out: the same shape, at least the reference."""
    scale = min(width / REFERENCE[0], height / REFERENCE[1]) * text_scale
    return QSizeF(width / scale, height / scale)


def _paint(painter: QPainter, view: Pictured, size: QSizeF, logical: QSizeF) -> None:
    painter.fillRect(QRectF(0.0, 0.0, size.width(), size.height()), QColor(palette.current().background))
    with _laid_out(view.plot, logical):
        target, source = QRectF(0.0, 0.0, size.width(), size.height()), QRectF(0.0, 0.0, *_pair(logical))
        view.plot.scene().render(painter, target, source)


@contextmanager
def _laid_out(plot: GraphicsView, size: QSizeF) -> Iterator[None]:
    """The contents of a view at another size, for a moment in which no event is handled, so that none of it shows."""
    central = plot.centralWidget
    layout = _layout_of(central)
    geometry, margins = central.geometry(), layout.getContentsMargins() if layout is not None else ()
    boxes = [item for item in plot.scene().items() if isinstance(item, ViewBox)]
    ranges = [box.targetRange() for box in boxes]
    try:
        _resize(central, QRectF(0.0, 0.0, *_pair(size)))
        yield
    finally:
        if layout is not None:
            layout.setContentsMargins(*margins)
        _resize(central, geometry)
        for box, (x, y) in zip(boxes, ranges, strict=True):
            box.setRange(xRange=x, yRange=y, padding=0.0, disableAutoRange=False)


def _resize(central: QGraphicsWidget, geometry: QRectF) -> None:
    central.setGeometry(geometry)
    layout = _layout_of(central)
    if layout is not None:
        # The first pass settles how wide the labels of the axes are, the second how much is left for the plot.
        layout.activate()
        layout.activate()


def _layout_of(central: QGraphicsWidget) -> QGraphicsLayout | None:
    # pyqtgraph's PlotItem hides the method `layout` behind an attribute of that name.
    layout = central.layout() if callable(central.layout) else central.layout
    return layout if isinstance(layout, QGraphicsLayout) else None


def _pair(size: QSizeF) -> tuple[float, float]:
    return size.width(), size.height()


def _check_size(width: int, height: int) -> None:
    if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST and width * height <= MOST_PIXELS):
        raise BadInput(
            "size: {width} × {height} pixels; width and height must be {smallest} to {largest}, and their product at "
            "most {most}",
            width=f"{width:,}",
            height=f"{height:,}",
            smallest=SMALLEST,
            largest=f"{LARGEST:,}",
            most=f"{MOST_PIXELS:,}",
        )


def _buffer() -> QBuffer:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer


def _write(path: Path, data: QByteArray) -> None:
    """Write a whole file or leave the old one as it is."""
    file = QSaveFile(str(path))
    if file.open(QIODevice.OpenModeFlag.WriteOnly) and file.write(data) == data.size() and file.commit():
        return
    raise BadInput("{path}: cannot be written: {reason}", path=str(path), reason=file.errorString())
