"""The affine maps of faces, and which neighbouring faces share one."""

from dataclasses import dataclass

import numpy as np

from neuralfold.model.activations import Floats
from neuralfold.model.bits import Flags, Words, unpack
from neuralfold.model.certainty import UNDERFLOW, Decisions, Indices, rounding
from neuralfold.model.forms import ExactForms, may_underflow
from neuralfold.model.network import Network
from neuralfold.model.spot import Cancelled, IsCancelled, Pattern, States

_ROWS_AT_ONCE = 1 << 13


@dataclass(frozen=True)
class Merged:
    """Faces joined to linear regions: `region`, shape (faces,), their number, and the number of different maps."""

    region: Indices
    regions: int
    maps: int


class FaceMaps:
    """Output = gradient x + intercept in every face, from the packed signs of all walls in the faces."""

    def __init__(self, network: Network, signs: tuple[Words, ...]) -> None:
        self._network = network
        self._signs = signs

    def map(self, face: int) -> tuple[Floats, Floats]:
        """Gradient, shape (D_o, 2), and intercept, shape (D_o,), of one face."""
        maps, _ = self._chunk(slice(face, face + 1), is_bounded=False)
        return maps[0, :, :-1], maps[0, :, -1]

    def all(self) -> tuple[Floats, Floats]:
        """Gradient and intercept of every face, shape (faces, D_o, 3), and the size of their rounding errors."""
        faces = self._signs[0].shape[0]
        chunks = [
            self._chunk(slice(start, min(start + _ROWS_AT_ONCE, faces)), is_bounded=True)
            for start in range(0, faces, _ROWS_AT_ONCE)
        ]
        maps, errors = (np.concatenate(parts) for parts in zip(*chunks, strict=True))
        return maps, errors

    def pattern(self, face: int) -> Pattern:
        """State of every unit of every layer in a face; empty for layers without thresholds."""
        return tuple(self._states(k, slice(face, face + 1))[0] for k in range(len(self._network.layers)))

    def _states(self, k: int, rows: slice) -> States:
        layer = self._network.layers[k]
        thresholds = len(layer.activation.thresholds)
        words = self._signs[k][rows]
        if not thresholds:
            return np.empty((len(words), 0), np.int8)
        flags: Flags = unpack(words, layer.units * thresholds)
        states: States = flags.reshape(len(words), layer.units, thresholds).sum(axis=2, dtype=np.int8)
        return states

    def _chunk(self, rows: slice, is_bounded: bool) -> tuple[Floats, Floats]:
        """Maps, shape (rows, D_o, inputs + 1), and the sums of magnitudes that made them times their rounding."""
        network = self._network
        count = rows.stop - rows.start
        maps = np.broadcast_to(np.eye(network.inputs, network.inputs + 1), (count, network.inputs, network.inputs + 1))
        sizes = np.abs(maps)
        for k, layer in enumerate(network.layers):
            slope, offset = (np.array(part) for part in zip(*layer.activation.pieces, strict=True))
            states = self._states(k, rows)
            factor = slope[states][:, :, None] if states.shape[1] else 1.0
            z = np.matmul(layer.weights, maps)
            z[:, :, -1] += layer.biases
            h = factor * z
            if offset.any():
                h[:, :, -1] += offset[states]
            maps = h + maps if layer.skip else h
            if is_bounded:
                total = np.matmul(np.abs(layer.weights), sizes)
                total[:, :, -1] += np.abs(layer.biases)
                total = np.abs(factor) * total
                sizes = total + sizes if layer.skip else total
        relative = sum(rounding(layer.inputs + 1) for layer in network.layers)
        return maps, relative * sizes


def merged_faces(
    network: Network, signs: tuple[Words, ...], sides: Indices, decisions: Decisions, cancelled: IsCancelled
) -> Merged:
    """Join faces across edges where the map does not change, and count the different maps.

    `sides`, shape (E, 2), are the faces beside the edges, -1 outside. Equality is decided exactly where rounding leaves
    it open and `decisions` can be afforded.
    """
    maps = FaceMaps(network, signs)
    with np.errstate(over="ignore", invalid="ignore"):
        values, errors = maps.all()
    cost = 2 * network.inputs * sum(layer.weights.size for layer in network.layers)
    exact = ExactForms(network)
    is_structural = not may_underflow(network)

    def equal(a: Indices, b: Indices, columns: slice) -> Flags:
        difference = np.abs(values[a, :, columns] - values[b, :, columns])
        error = errors[a, :, columns] + errors[b, :, columns]
        differ = (difference > error + UNDERFLOW).any(axis=(1, 2))
        is_equal: Flags = np.asarray(is_structural & (error == 0.0).all(axis=(1, 2)))
        for n in np.flatnonzero(~differ & ~is_equal).tolist():
            if cancelled():
                raise Cancelled
            is_equal[n] = not decisions.afford(cost) or (
                exact.map(maps.pattern(int(a[n]))) == exact.map(maps.pattern(int(b[n])))
            )
        return is_equal

    inner = sides[(sides >= 0).all(axis=1)]
    same = equal(inner[:, 0], inner[:, 1], slice(0, network.inputs))
    region = _components(len(values), inner[same])
    _, first = np.unique(region, return_index=True)
    flat, error = values.reshape(len(values), -1), errors.reshape(len(values), -1)
    groups = [first]
    for column in range(flat.shape[1]):
        groups = [part for group in groups for part in _apart(group, flat[:, column], error[:, column])]
    different = 0
    for group in groups:
        if group.size == 1 or not decisions.afford(cost * group.size):
            different += 1
        else:
            different += len({exact.map(maps.pattern(face)) for face in group.tolist()})
    return Merged(region, int(first.size), different)


def _apart(group: Indices, values: Floats, errors: Floats) -> list[Indices]:
    """Split a group of faces where one coefficient certainly differs."""
    if group.size == 1:
        return [group]
    group = group[np.argsort(values[group])]
    value, error = values[group], errors[group]
    reach = np.maximum.accumulate(value + error)
    gaps = value[1:] - error[1:] > reach[:-1] + UNDERFLOW
    return np.split(group, np.flatnonzero(gaps) + 1)


def _components(count: int, pairs: Indices) -> Indices:
    """Number of the connected component, from 0, of each of `count` nodes joined by `pairs`, shape (n, 2)."""
    label = np.arange(count)
    while pairs.size:
        lowest = label[pairs].min(axis=1)
        before = label.copy()
        np.minimum.at(label, label[pairs[:, 0]], lowest)
        np.minimum.at(label, label[pairs[:, 1]], lowest)
        label = label[label]
        if np.array_equal(before, label):
            break
    _, numbers = np.unique(label, return_inverse=True)
    components: Indices = numbers.reshape(-1)
    return components
