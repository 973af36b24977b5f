"""A polyline as the pixels of one view: the part that is seen, cut exactly, or its minimum and maximum per column.

A view looks at [x0, x1] × [y0, y1] through a box of pixels. Everything is cut in float64 before it becomes pixels, so
that neither a value of 1e300 nor a view 1e-12 wide reaches the painter as a number that it cannot hold.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# Lines are cut this many pixels outside the box, so that no end of a thick line shows.
MARGIN = 8.0


@dataclass(frozen=True)
class View:
    """What a box of `width` × `height` pixels looks at; y grows upwards, pixels downwards."""

    x0: float
    x1: float
    y0: float
    y1: float
    width: float
    height: float

    def across(self, x: Floats) -> Floats:
        """Pixels from the left edge for values of x, any shape."""
        pixels: Floats = (x - self.x0) / (self.x1 - self.x0) * self.width
        return pixels

    def down(self, y: Floats) -> Floats:
        """Pixels from the top edge for values of y, any shape."""
        pixels: Floats = (self.y1 - y) / (self.y1 - self.y0) * self.height
        return pixels


def between(x: Floats, y: Floats, low: float, high: float) -> tuple[Floats, Floats]:
    """The polyline (x, y), shapes (n,), x ascending, from `low` to `high`, with interpolated ends; empty outside."""
    low, high = max(low, float(x[0])), min(high, float(x[-1]))
    if not low < high:
        return np.empty(0), np.empty(0)
    first, last = int(np.searchsorted(x, low, side="right")), int(np.searchsorted(x, high, side="left"))
    ends = np.interp([low, high], x[max(first - 1, 0) : last + 1], y[max(first - 1, 0) : last + 1])
    return (
        np.concatenate([[low], x[first:last], [high]]),
        np.concatenate([ends[:1], y[first:last], ends[1:]]),
    )


def count_between(x: Floats, low: float, high: float) -> int:
    """How many of the ascending `x` lie inside (low, high)."""
    return int(np.searchsorted(x, high, side="left") - np.searchsorted(x, low, side="right"))


def strokes(x: Floats, y: Floats, view: View) -> Floats:
    """The line segments of a polyline as pixels (n, 2, 2): segment, end, (across, down); cut near the box."""
    margin_x = MARGIN / view.width * (view.x1 - view.x0)
    x, y = between(x, y, view.x0 - margin_x, view.x1 + margin_x)
    if len(x) < 2:
        return np.empty((0, 2, 2))
    margin_y = MARGIN / view.height * (view.y1 - view.y0)
    low, high = view.y0 - margin_y, view.y1 + margin_y
    x_from, x_to, y_from, y_to = x[:-1], x[1:], y[:-1], y[1:]
    cut_from, cut_to = np.clip(y_from, low, high), np.clip(y_to, low, high)
    # How far along each segment it enters and leaves low <= y <= high; halves, so that no difference overflows.
    rise = y_to / 2 - y_from / 2
    slanted = np.where(rise != 0.0, rise, 1.0)
    enters = np.clip((cut_from / 2 - y_from / 2) / slanted, 0.0, 1.0)
    leaves = np.clip(1.0 - (y_to / 2 - cut_to / 2) / slanted, 0.0, 1.0)
    ends = np.empty((len(x_from), 2, 2))
    ends[:, 0, 0] = view.across(x_from + enters * (x_to - x_from))
    ends[:, 1, 0] = view.across(np.where(leaves < 1.0, x_from + leaves * (x_to - x_from), x_to))
    ends[:, 0, 1], ends[:, 1, 1] = view.down(cut_from), view.down(cut_to)
    kept: Floats = ends[(np.maximum(y_from, y_to) >= low) & (np.minimum(y_from, y_to) <= high)]
    return kept


def extremes(x: Floats, y: Floats, edges: Floats) -> Floats:
    """Exact minimum and maximum of a polyline between neighbouring `edges`, shape (columns + 1,), as (columns, 2).

    `edges` ascend and lie within x[0] … x[-1].
    """
    at_edges = np.interp(edges, x, y)
    first = np.searchsorted(x, edges[:-1], side="right")
    last = np.searchsorted(x, edges[1:], side="left")
    lowest = np.minimum(at_edges[:-1], at_edges[1:])
    highest = np.maximum(at_edges[:-1], at_edges[1:])
    has_inner = np.flatnonzero(first < last)
    if len(has_inner):
        # reduceat takes every slice between two places; only the even ones are wanted.
        places = np.column_stack([first[has_inner], last[has_inner]]).ravel()
        padded = np.append(y, y[-1])
        lowest[has_inner] = np.minimum(lowest[has_inner], np.minimum.reduceat(padded, places)[::2])
        highest[has_inner] = np.maximum(highest[has_inner], np.maximum.reduceat(padded, places)[::2])
    return np.column_stack([lowest, highest])


def band(x: Floats, y: Floats, view: View, columns: int) -> Floats:
    """A polyline as one rectangle per pixel column, (n, 4): left, top, width, height in pixels; `columns` in the box.

    A column that the polyline enters or leaves in its midst is as wide as the part in it. Nothing lies outside the box
    by more than the margin.
    """
    low, high = max(view.x0, float(x[0])), min(view.x1, float(x[-1]))
    if not low < high or columns < 1:
        return np.empty((0, 4))
    borders = view.x0 + (view.x1 - view.x0) * (np.arange(columns + 1) / columns)
    edges = np.unique(np.concatenate([[low], borders[(low < borders) & (borders < high)], [high]]))
    values = extremes(x, y, edges)
    margin = MARGIN / view.height * (view.y1 - view.y0)
    values = np.clip(values, view.y0 - margin, view.y1 + margin)
    left, top = view.across(edges), view.down(values)
    return np.column_stack([left[:-1], top[:, 1], np.diff(left), top[:, 0] - top[:, 1]])
