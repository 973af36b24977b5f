"""The box of a skip connection, in the colours of the palette: the style's own box is lost on a dark background."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from neuralfold.gui.number_delegate import Index
from neuralfold.plots import palette


class SkipDelegate(QStyledItemDelegate):
    """Paints a box with or without a tick where the style would; clicks are the style's."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        cell = QStyleOptionViewItem(option)
        self.initStyleOption(cell, index)
        style = cell.widget.style() if cell.widget else QApplication.style()
        box = style.subElementRect(QStyle.SubElement.SE_ItemViewItemCheckIndicator, cell, cell.widget)
        has_box = bool(cell.features & QStyleOptionViewItem.ViewItemFeature.HasCheckIndicator)
        cell.features &= ~QStyleOptionViewItem.ViewItemFeature.HasCheckIndicator
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, cell, painter, cell.widget)
        if has_box:
            _paint_box(painter, QRectF(box), cell.checkState == Qt.CheckState.Checked)


def _paint_box(painter: QPainter, box: QRectF, is_ticked: bool) -> None:
    look = palette.current()
    side = min(box.width(), box.height()) - 1.0
    square = QRectF(0.0, 0.0, side, side)
    square.moveCenter(box.center())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(look.accent if is_ticked else look.faint), 1.2))
    painter.setBrush(QColor(look.accent if is_ticked else look.background))
    painter.drawRoundedRect(square, 2.5, 2.5)
    if is_ticked:
        pen = QPen(QColor(look.background), side / 7.0)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        corners = ((0.24, 0.52), (0.43, 0.71), (0.77, 0.31))
        painter.drawPolyline(
            QPolygonF([QPointF(square.left() + x * side, square.top() + y * side) for x, y in corners])
        )
    painter.restore()
