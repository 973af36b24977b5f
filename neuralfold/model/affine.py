"""The affine maps of faces, which neighbouring faces share one, and how many differ.

Across an edge that one unit made, the gradient jumps by (∂y/∂h of the unit) (change of its slope) (∇ of its
preactivation). The last factor is not zero, so the map stays the same exactly if one of the first two is; that is far
cheaper to know for all edges than the maps of all faces.
"""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from neuralfold.model.activations import Floats
from neuralfold.model.bits import Words, unpack
from neuralfold.model.certainty import UNDERFLOW, Decisions, Indices, rounding
from neuralfold.model.crossings import Flags
from neuralfold.model.forms import ExactForms, may_underflow
from neuralfold.model.network import Network
from neuralfold.model.spot import Cancelled, IsCancelled, Pattern, States

_ROWS_AT_ONCE = 1 << 12
# Rounding of float32 against that of float64.
_COARSE = 2.0**29
# Smaller numbers lose digits in float32.
_LEAST = 1e-30


class FaceMaps:
    """Output = gradient x + intercept in every face, from the packed signs of all walls in the faces.

    `signs[k]` has shape (faces, words): which walls of `layers[k]` are positive.
    """

    def __init__(self, network: Network, signs: tuple[Words, ...]) -> None:
        self._network = network
        self._signs = signs
        self._relative = sum(rounding(layer.inputs + 1) for layer in network.layers)

    @cached_property
    def _is_structural(self) -> bool:
        """Whether a zero in float64 is a zero, because no product of weights can underflow."""
        return not may_underflow(self._network)

    @cached_property
    def _lost(self) -> float:
        """What underflow may take from a sum; the next layer may multiply it."""
        return 0.0 if self._is_structural else UNDERFLOW

    def map(self, face: int) -> tuple[Floats, Floats]:
        """Gradient, shape (D_o, D_i), and intercept, shape (D_o,), of one face."""
        maps, _ = self._maps(np.array([face]))
        return maps[0, :, :-1], maps[0, :, -1]

    def all(self) -> tuple[Floats, Floats]:
        """Gradients, shape (faces, D_o, D_i), and intercepts, shape (faces, D_o), of all faces."""
        maps, _ = self._maps(np.arange(len(self._signs[0])))
        return maps[:, :, :-1], maps[:, :, -1]

    def patterns(self) -> tuple[States, ...]:
        """State of every unit of every layer in all faces, shape (faces, units), or (faces, 0) without thresholds."""
        faces = np.arange(len(self._signs[0]))
        return tuple(self._states(k, faces) for k in range(len(self._network.layers)))

    def pattern(self, face: int) -> Pattern:
        """State of every unit of every layer in a face; empty for layers without thresholds."""
        return tuple(self._states(k, np.array([face]))[0] for k in range(len(self._network.layers)))

    def regions(self, sides: Indices, decisions: Decisions, cancelled: IsCancelled) -> Indices:
        """Number of the linear region, from 0, of every face: neighbours with the same map are joined.

        `sides`, shape (E, 2), are the faces beside the edges, -1 outside. Equality is decided exactly where rounding
        leaves it open and `decisions` can be afforded.
        """
        inner = sides[(sides >= 0).all(axis=1)]
        a, b = np.ascontiguousarray(inner.T)
        changes = [words[a] ^ words[b] for words in self._signs]
        if cancelled():
            raise Cancelled
        differing = sum((np.bitwise_count(change).sum(axis=1, dtype=np.intp) for change in changes), np.zeros_like(a))
        joined, undecided = np.zeros(a.size, bool), differing != 1
        for k, change in enumerate(changes):
            row, word = np.nonzero(change * ~undecided[:, None])
            if row.size:
                wall = 64 * word + np.bitwise_count(change[row, word] - np.uint64(1)).astype(np.intp)
                joined[row], undecided[row] = self._jumps(k, a[row], wall, cancelled)
        doubtful = np.flatnonzero(undecided)
        joined[doubtful] = self._are_equal(a[doubtful], b[doubtful], decisions, cancelled)
        return _components(len(self._signs[0]), inner[joined])

    def distinct(self, region: Indices, decisions: Decisions) -> int:
        """The number of different maps among the linear regions."""
        _, first = np.unique(region, return_index=True)
        maps, errors = self._maps(first, is_bounded=True)
        maps, errors = maps.reshape(first.size, -1), errors.reshape(first.size, -1)
        groups = [np.arange(first.size)]
        different = 0
        for column in range(maps.shape[1]):
            groups, alone = _apart(groups, maps[:, column], errors[:, column])
            different += alone
        exact = ExactForms(self._network)
        for group in groups:
            if decisions.afford(self._cost() * group.size):
                different += len({exact.map(self.pattern(face)) for face in first[group].tolist()})
            else:
                different += 1
        return different

    def _jumps(self, k: int, face: Indices, wall: Indices, cancelled: IsCancelled) -> tuple[Flags, Flags]:
        """For edges that one wall of `layers[k]` made: whether the map is the same on both sides, or undecided."""
        layers = self._network.layers
        unit = wall // len(layers[k].activation.thresholds)
        if layers[k].activation.name == "leaky_relu" and layers[k].activation.slope == 1.0:
            return np.ones(face.size, bool), np.zeros(face.size, bool)
        largest = np.eye(layers[k].units)
        with np.errstate(over="ignore", invalid="ignore"):
            for layer in layers[k + 1 :]:
                steepest = max(abs(slope) for slope, _ in layer.activation.pieces)
                passed = steepest * (np.abs(layer.weights) @ largest + self._lost)
                largest = passed + largest if layer.skip else passed
            band = self._relative * largest.T + UNDERFLOW
        is_zero, is_open = np.zeros(face.size, bool), np.zeros(face.size, bool)
        for start in range(0, face.size, _ROWS_AT_ONCE):
            if cancelled():
                raise Cancelled
            rows = slice(start, start + _ROWS_AT_ONCE)
            rough = self._derivatives(k, face[rows], unit[rows], np.float32)
            known = np.isfinite(rough) & (np.abs(rough) > _COARSE * band[unit[rows]] + _LEAST)
            unsure = start + np.flatnonzero(~known.any(axis=1))
            if unsure.size:
                derivative = self._derivatives(k, face[unsure], unit[unsure], np.float64)
                # Where even the magnitudes add up to nothing, no path leads to the output.
                size = self._derivatives(k, face[unsure], unit[unsure], np.float64, is_absolute=True)
                is_zero[unsure] = ~size.any(axis=1) & self._is_structural
                is_open[unsure] = ~is_zero[unsure] & ~(np.abs(derivative) > band[unit[unsure]]).any(axis=1)
        return is_zero, is_open

    def _derivatives(
        self, k: int, face: Indices, unit: Indices, kind: type[np.floating[Any]], is_absolute: bool = False
    ) -> NDArray[np.floating[Any]]:
        """∂y/∂h of a unit of `layers[k]` in a face, shape (n, D_o), or the sum of the magnitudes that make it."""
        layers = self._network.layers
        values: NDArray[np.floating[Any]] = np.eye(layers[k].units, dtype=kind)[unit]
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            for m in range(k + 1, len(layers)):
                layer = layers[m]
                before = values
                weights = layer.weights.T.astype(kind)
                slopes = np.array([slope for slope, _ in layer.activation.pieces], kind)
                if is_absolute:
                    weights, slopes = np.abs(weights), np.abs(slopes)
                values = weights[unit] if m == k + 1 else before @ weights
                if layer.activation.thresholds:
                    states = self._states(m, face)
                    values *= states if layer.activation.name == "relu" else slopes[states]
                if layer.skip:
                    values += before
        return values

    def _are_equal(self, a: Indices, b: Indices, decisions: Decisions, cancelled: IsCancelled) -> Flags:
        """Whether the gradients of two neighbours are the same; being continuous, the maps are then as well."""
        if not a.size:
            return np.empty(0, bool)
        faces, place = np.unique(np.concatenate([a, b]), return_inverse=True)
        maps, errors = self._maps(faces, is_bounded=True)
        maps, errors = maps[:, :, :-1], errors[:, :, :-1]
        one, other = place.reshape(2, -1)
        with np.errstate(over="ignore"):
            error = errors[one] + errors[other]
        with np.errstate(over="ignore", invalid="ignore"):
            differ = (np.abs(maps[one] - maps[other]) > error + UNDERFLOW).any(axis=(1, 2))
        is_equal: Flags = np.asarray(self._is_structural & (error == 0.0).all(axis=(1, 2)))
        exact = ExactForms(self._network)
        for n in np.flatnonzero(~differ & ~is_equal).tolist():
            if cancelled():
                raise Cancelled
            is_equal[n] = not decisions.afford(2 * self._cost()) or (
                exact.map(self.pattern(int(a[n]))) == exact.map(self.pattern(int(b[n])))
            )
        return is_equal

    def _cost(self) -> int:
        return (self._network.inputs + 1) * sum(layer.weights.size for layer in self._network.layers)

    def _states(self, k: int, faces: Indices) -> States:
        """State of every unit of `layers[k]`, shape (n, units), or (n, 0) for a layer without thresholds."""
        layer = self._network.layers[k]
        thresholds = len(layer.activation.thresholds)
        if not thresholds:
            return np.empty((faces.size, 0), np.int8)
        flags = unpack(self._signs[k][faces], layer.units * thresholds)
        if thresholds == 1:
            return flags.view(np.int8)
        states: States = flags.reshape(faces.size, layer.units, thresholds).sum(axis=2, dtype=np.int8)
        return states

    def _maps(self, faces: Indices, is_bounded: bool = False) -> tuple[Floats, Floats]:
        """Maps, shape (n, D_o, D_i + 1), and their errors where `is_bounded`."""
        parts = [
            self._some_maps(faces[start : start + _ROWS_AT_ONCE], is_bounded)
            for start in range(0, max(1, faces.size), _ROWS_AT_ONCE)
        ]
        maps, sizes = (np.concatenate(part) for part in zip(*parts, strict=True))
        return maps, self._relative * sizes

    def _some_maps(self, faces: Indices, is_bounded: bool) -> tuple[Floats, Floats]:
        inputs = self._network.inputs
        maps = np.tile(np.eye(inputs, inputs + 1), (faces.size, 1, 1))
        sizes = maps
        with np.errstate(over="ignore", invalid="ignore"):
            for k, layer in enumerate(self._network.layers):
                slope, offset = (np.array(part) for part in zip(*layer.activation.pieces, strict=True))
                states = self._states(k, faces)
                factor = slope[states][:, :, None] if states.shape[1] else np.ones((1, 1, 1))
                z = np.matmul(layer.weights, maps)
                z[:, :, -1] += layer.biases
                h = factor * z
                if offset.any():
                    h[:, :, -1] += offset[states]
                maps = h + maps if layer.skip else h
                if is_bounded:
                    total = np.matmul(np.abs(layer.weights), sizes) + self._lost
                    total[:, :, -1] += np.abs(layer.biases) + 1.0
                    total = np.abs(factor) * total
                    if offset.any():
                        total[:, :, -1] += np.abs(offset[states])
                    sizes = total + sizes if layer.skip else total
        return maps, sizes


def _apart(groups: list[Indices], values: Floats, errors: Floats) -> tuple[list[Indices], int]:
    """Split groups where one coefficient certainly differs; gives those of several members, and how many have one."""
    several: list[Indices] = []
    alone = 0
    for group in groups:
        group = group[np.argsort(values[group])]
        value, error = values[group], errors[group]
        with np.errstate(over="ignore", invalid="ignore"):
            reach = np.maximum.accumulate(value + error)
            # One with a large error may reach back over many before it.
            floor = np.minimum.accumulate((value - error)[::-1])[::-1]
            starts = np.flatnonzero(np.concatenate([[True], floor[1:] > reach[:-1] + UNDERFLOW]))
        sizes = np.diff(np.append(starts, group.size))
        alone += int((sizes == 1).sum())
        several += [group[start : start + size] for start, size in zip(starts, sizes, strict=True) if size > 1]
    return several, alone


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
    is_root = label == np.arange(count)
    components: Indices = (np.cumsum(is_root) - 1)[label]
    return components
