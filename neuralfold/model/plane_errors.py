"""The error of every value at every vertex of a subdivision: how far the vertex is off, and the noise of rounding.

A vertex is stored as if it lay a little off its exact place, by at most its *shift*; all values there are those of the
shifted place, up to rounding *noise*. So |error of z[v, w]| <= shifts[v] steep[w] + noise S[w], where steep[w] bounds
how fast the preactivation changes with the place. Errors do not pile up from vertex to vertex: a vertex where wall w
crosses an edge is off the line of w by no more than the noise over the gradient, and off the line of the edge by no
more than the ends of the edge are (its *tilt*), which was noise over gradient when that line was drawn.
"""

import numpy as np

from neuralfold.model.activations import Floats
from neuralfold.model.certainty import ULP, Indices, grown, rounding, summed
from neuralfold.model.network import Layer

# Steepness is measured on all edges while that is cheap, then on the shortest ones (a narrow region can be steep
# and bounds short edges) and on some of the others; the factor covers directions that no edge has.
_ALL = 300_000
_SHORTEST, _OTHERS = 256, 512
_SAFETY = 4.0
_INTERPOLATION = 16.0 * ULP


class PlaneErrors:
    """The errors of the values that enter a layer: `shifts`, shape (vertices,), `noise`, and what they refer to.

    `scales` and `steep`, shape (units,), bound the values and how fast they change with the place.
    """

    def __init__(self, corners: Floats) -> None:
        self.shifts = np.zeros(len(corners))
        self.noise = 0.0
        self.scales = np.abs(corners).max(axis=0)
        self.steep = self._entered_steep = np.ones(corners.shape[1])
        self._resolution = 4.0 * ULP * float(self.scales.max())

    def sums(self, layer: Layer) -> Floats:
        """S of every unit: the magnitudes that make its preactivation, shape (units,)."""
        return summed(layer, self.scales)

    def enter(self, layer: Layer, z: Floats, points: Floats, ends: Indices) -> None:
        """Go on to the preactivations `z`, shape (vertices, units), of a layer."""
        self.noise += rounding(layer.inputs + 1)
        self._entered_steep = self.steep
        with np.errstate(over="ignore", invalid="ignore"):
            bound = np.abs(layer.weights) @ self.steep
            self.steep = np.fmin(bound, _SAFETY * _measured(z, points, ends))

    def extend(self, *shifts: Floats) -> None:
        """Append the shifts of new vertices, whose values are interpolated."""
        self.shifts = np.concatenate([self.shifts, *(shift + self._resolution for shift in shifts)])
        self.noise += _INTERPOLATION

    def leave(self, layer: Layer, sums: Floats, activations: Floats) -> None:
        """Go on to the activations, shape (vertices, units), of a layer whose preactivations had the sums `sums`."""
        self.scales, growth = grown(sums, layer, self.scales, activations)
        steepest = max(1.0, *(abs(slope) for slope, _ in layer.activation.pieces))
        with np.errstate(over="ignore"):
            self.noise *= growth
            self.steep = self.steep * steepest + (self._entered_steep if layer.skip else 0.0)


def _measured(z: Floats, points: Floats, ends: Indices) -> Floats:
    """The fastest change of every column of `z` along edges, per unit of length."""
    a, b = ends.T
    length = np.hypot(*(points[b] - points[a]).T)
    if ends.shape[0] * z.shape[1] > _ALL:
        shortest = np.argpartition(length, _SHORTEST)[:_SHORTEST]
        others = np.linspace(0, length.size - 1, _OTHERS).astype(np.intp)
        chosen = np.concatenate([shortest, others])
        a, b, length = a[chosen], b[chosen], length[chosen]
    is_long = length > 0.0
    change = np.abs(z[b[is_long]] - z[a[is_long]])
    change /= length[is_long, None]
    fastest: Floats = change.max(axis=0, initial=0.0)
    return fastest
