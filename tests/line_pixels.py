"""What tests of the line view share: the article's functions, and the colour of a data point in a painted view."""

import numpy as np

from neuralfold.model.measurement import measure


def f(x):
    """Article, eq. 7.1 and Fig. 7.1a."""
    return np.where(x <= 1, 3 * x, np.where(x <= 2, 6 - 3 * x, 3 * x - 6))


def g(y):
    """Article, Fig. 7.1b."""
    return np.where(y <= 1, y + 0.5, np.where(y <= 2, 2.5 - y, 0.5 * y - 0.5))


def shown(view, content, **options):
    """The panels of a view that shows this content."""
    view.show(measure(content, **options))
    return view.panels


def pixel(image, panel, x, y):
    """Colour of a data point of a panel in the painted view."""
    place = panel.box.mapToScene(panel.box.place_of(x, y))
    return image.pixelColor(int(np.floor(place.x())), int(np.floor(place.y())))


def is_near(one, other, tolerance=12):
    """Whether two colours differ by no more in any channel."""
    return max(abs(a - b) for a, b in zip(one.getRgb(), other.getRgb(), strict=True)) <= tolerance


def place_in_view(panel, x, y):
    """Where a data point of a panel is in the widget."""
    return panel.box.mapToScene(panel.box.place_of(x, y)).toPoint()
