"""Values at the vertices of a subdivision: carried to new vertices by interpolation, never computed twice."""

from dataclasses import dataclass

import numpy as np

from neuralfold.model.activations import Floats
from neuralfold.model.certainty import LARGEST, Indices
from neuralfold.model.limits import checked_finite
from neuralfold.model.network import Network
from neuralfold.model.plane_layer import Cut

_AT_ONCE = 1 << 17

Preactivations = tuple[Cut, Floats, Indices, Floats]


@dataclass(frozen=True)
class Corners:
    """The values at the vertices when the last layer with walls, `layers[k]`, had cut the subdivision.

    `h` entered that layer; `preactivations` are the cut, z at the vertices before it, and unit and threshold of every
    wall. Where no layer has walls, k is -1 and `h` the corners of the window.
    """

    k: int
    h: Floats
    preactivations: Preactivations | None = None

    def outputs(self, network: Network) -> Floats:
        """The outputs at all vertices, shape (V, D_o)."""
        with np.errstate(over="ignore", invalid="ignore"):
            return self._outputs(network)

    def check(self, network: Network, scales: Floats) -> None:
        """Raise BadInput where the output overflows, with `scales` the largest values that entered `layers[k]`.

        It is computed only where these magnitudes do not rule that out.
        """
        bound = scales
        with np.errstate(over="ignore", invalid="ignore"):
            for layer in network.layers[max(self.k, 0) :]:
                steepest = max(1.0, *(abs(slope) for slope, _ in layer.activation.pieces))
                bound = steepest * (np.abs(layer.weights) @ bound + np.abs(layer.biases)) + bound.max()
        if not (bound < LARGEST).all():
            checked_finite(self.outputs(network), network, network.depth)

    def _outputs(self, network: Network) -> Floats:
        h = self.h
        if self.preactivations is not None:
            layer = network.layers[self.k]
            cut = self.preactivations[0]
            z = extended(*self.preactivations)
            if layer.skip:
                for points in (cut.on_edges, cut.on_chords):
                    h = np.concatenate([h, points.between(h)])
            activations = layer.activation(z, out=z)
            h = activations + h if layer.skip else activations
        for layer in network.layers[self.k + 1 :]:
            z = h @ layer.weights.T + layer.biases
            h = layer.activation(z) + h if layer.skip else layer.activation(z)
        return h


def extended(cut: Cut, z: Floats, unit: Indices, threshold: Floats) -> Floats:
    """Preactivations with those at the new vertices appended."""
    end = len(z)
    extended = np.empty((end + cut.on_edges.share.size + cut.on_chords.share.size, z.shape[1]))
    extended[:end] = z
    step = max(1, _AT_ONCE // z.shape[1])
    for points in (cut.on_edges, cut.on_chords):
        start, end = end, end + points.share.size
        new = extended[start:end]
        # A few rows at a time, so that they stay in the cache; none of them is interpolated from another.
        for rows in (slice(row, row + step) for row in range(0, len(new), step)):
            some = np.take(extended, points.ends[rows, 0], axis=0, out=new[rows], mode="clip")
            difference = extended[points.ends[rows, 1]]
            difference -= some
            difference *= points.share[rows, None]
            some += difference
        new[points.point, unit[points.zero]] = threshold[points.zero]
    return extended
