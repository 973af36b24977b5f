"""What is painted on a plane, pixel by pixel, and what the network itself says there, for tests of the plane."""

import itertools
import math

import numpy as np
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from neuralfold.model.content import Content
from neuralfold.model.network import Network
from neuralfold.plots import palette
from neuralfold.plots.plane_view import PlaneView

SIZE = (900, 700)


def shown_plane(qtbot) -> PlaneView:
    """A plane on the screen, in the light palette."""
    palette.use(palette.LIGHT)
    plane = PlaneView()
    qtbot.addWidget(plane)
    plane.resize(*SIZE)
    with qtbot.waitExposed(plane):
        plane.show()
    return plane


def place(view: PlaneView, x: float, y: float) -> QPoint:
    """The pixel of the plot that shows (x, y), found by pyqtgraph's own mapping."""
    box = view.plot.getPlotItem().getViewBox()
    point = view.plot.viewportTransform().map(box.mapViewToScene(QPointF(x, y)))
    return QPoint(math.floor(point.x()), math.floor(point.y()))


def image_of(view: PlaneView) -> QImage:
    """What the plot shows now."""
    QApplication.processEvents()
    return view.plot.grab().toImage()


def colours_at(view: PlaneView, points: np.ndarray) -> list[str]:
    """The colours painted at the points."""
    image = image_of(view)
    return [image.pixelColor(place(view, *point)).name() for point in points.tolist()]


def nearest(view: PlaneView, points: np.ndarray, colour: str) -> list[float]:
    """How close the best of the nine pixels around each point comes to a colour."""
    image = image_of(view)
    steps = [QPoint(x, y) for x, y in itertools.product((-1, 0, 1), repeat=2)]
    return [
        min(distance(image.pixelColor(place(view, *point) + step).name(), colour) for step in steps)
        for point in points.tolist()
    ]


def distance(a: str, b: str) -> float:
    """How far two colours lie apart, 0 … 441."""
    first, second = QColor(a), QColor(b)
    return math.dist(first.getRgb()[:3], second.getRgb()[:3])


def signs_of(network: Network, points: np.ndarray) -> list[tuple[bool, ...]]:
    """The activation pattern at each point, from the network's own forward pass."""
    steps = network.trace(points)[: network.depth]
    return [tuple(row) for row in np.concatenate([step.preactivation > 0.0 for step in steps], axis=1).tolist()]


def away_from_edges(network: Network, count: int, seed: int = 0, margin: float = 0.006) -> np.ndarray:
    """Points of [−1, 1]² around which, as far as `margin`, no unit of the network changes its state."""
    points = np.random.default_rng(seed).uniform(-0.97, 0.97, (40 * count, 2))
    around = [signs_of(network, points + margin * np.array(step)) for step in itertools.product((-1, 0, 1), repeat=2)]
    kept = [i for i, patterns in enumerate(zip(*around, strict=True)) if len(set(patterns)) == 1]
    return points[kept[:count]]


def plain(view: PlaneView) -> None:
    """Leave the regions alone on the picture."""
    view.set_show_edges(False)
    view.set_show_boundary(False)


def network_of(content: Content) -> Network:
    """The network that is measured."""
    return content.chain.merged


def crossing(function, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """A zero of `function` between points where its signs differ, by bisection."""
    for _ in range(60):
        middle = (a + b) / 2
        a, b = (middle, b) if (function(middle) > 0) == (function(a) > 0) else (a, middle)
    return (a + b) / 2


def zeros_of(function, count: int, seed: int) -> np.ndarray:
    """Points of the square where `function` is zero."""
    draws = np.random.default_rng(seed).uniform(-0.95, 0.95, (4000, 2, 2))
    pairs = [(a, b) for a, b in draws if (function(a) > 0) != (function(b) > 0)]
    return np.array([crossing(function, a, b) for a, b in pairs[:count]])


def limits_of(view: PlaneView) -> np.ndarray:
    """The numbers at the colour bar."""
    return np.array([float(label.replace("−", "-")) for label in view.legend[0].bar.labels])
