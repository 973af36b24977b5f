"""The graphics item that paints the inside of a panel of the line view, but for the probe."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPdfWriter, QPen
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from neuralfold.plots import palette
from neuralfold.plots.axes import Axis
from neuralfold.plots.line_box import LineBox
from neuralfold.plots.line_ink import Style, paint_panel
from neuralfold.plots.line_picture import PanelPicture


class LineItem(QGraphicsObject):
    """All that stays still while the probe moves; on a widget it keeps its last picture and blits it."""

    def __init__(self, box: LineBox, axes: tuple[Axis, Axis]) -> None:
        super().__init__(box)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._box, self._axes = box, axes
        self._picture: PanelPicture | None = None
        self._chosen: tuple[float, float] | None = None
        self._note = ""
        self._kept: QImage | None = None
        self._kept_key: tuple[object, ...] = ()
        box.sigResized.connect(self._resized)
        box.sigRangeChanged.connect(self._moved)

    def set_picture(self, picture: PanelPicture | None) -> None:
        """Paint this picture, or nothing."""
        self._picture, self._kept = picture, None
        self.update()

    def set_chosen(self, interval: tuple[float, float] | None) -> None:
        """Show an interval of the horizontal axis as chosen, or none."""
        if interval != self._chosen:
            self._chosen, self._kept = interval, None
            self.update()

    def set_note(self, note: str) -> None:
        """Write a note in a corner of the box; an empty one writes nothing."""
        if note != self._note:
            self._note = note
            self.update()

    def boundingRect(self) -> QRectF:
        """The inside of the box."""
        return QRectF(self._box.rect())

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint from the kept image on a widget; line by line on any other device."""
        painter.save()
        if widget is None:
            painter.setClipRect(self.boundingRect(), Qt.ClipOperation.IntersectClip)
            self._draw(painter, is_vector=isinstance(painter.device(), (QSvgGenerator, QPdfWriter)))
        else:
            painter.drawImage(QPointF(0.0, 0.0), self._image(widget.devicePixelRatioF()))
        painter.restore()
        if self._note:
            self._paint_note(painter)

    def _draw(self, painter: QPainter, *, is_vector: bool = False) -> None:
        if self._picture is None:
            return
        marks = tuple(np.array([mark.value for mark in axis.marks]) for axis in self._axes)
        style = Style(palette.current(), is_vector)
        paint_panel(painter, self._picture, self._box.view(), style, (marks[0], marks[1]), self._chosen)

    def _image(self, ratio: float) -> QImage:
        key = (self._box.view(), ratio, palette.current())
        if self._kept is None or key != self._kept_key:
            size = (self.boundingRect().size() * ratio).toSize()
            image = QImage(max(size.width(), 1), max(size.height(), 1), QImage.Format.Format_ARGB32_Premultiplied)
            image.setDevicePixelRatio(ratio)
            image.fill(Qt.GlobalColor.transparent)
            painter = QPainter(image)
            self._draw(painter)
            painter.end()
            self._kept, self._kept_key = image, key
        return self._kept

    def _paint_note(self, painter: QPainter) -> None:
        look, font = palette.current(), palette.type_of(palette.TEXT_PIXELS - 1)
        metrics = QFontMetricsF(font)
        room = self.boundingRect().width() - 32.0
        text = metrics.elidedText(self._note, Qt.TextElideMode.ElideRight, room)
        panel = QRectF(0.0, 8.0, metrics.horizontalAdvance(text) + 20.0, metrics.height() + 8.0)
        panel.moveRight(self.boundingRect().right() - 8.0)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        fill = QColor(look.panel)
        fill.setAlphaF(0.93)
        painter.setPen(QPen(QColor(look.grid), 1.0))
        painter.setBrush(fill)
        painter.drawRoundedRect(panel, 6.0, 6.0)
        painter.setFont(font)
        painter.setPen(QColor(look.ink))
        painter.drawText(panel, Qt.AlignmentFlag.AlignCenter, text)

    def _resized(self) -> None:
        self.prepareGeometryChange()
        self.update()

    def _moved(self) -> None:
        self.update()
