"""The exact 2-D picture: vertices, edges and faces in a window.

The window starts as one face. Each layer cuts all edges and faces at once (`plane_layer.py`); the values that enter
the next layer are kept at the vertices, where they are shared by all faces around, and are never computed twice.
"""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from neuralfold.model.activations import Floats
from neuralfold.model.affine import FaceMaps
from neuralfold.model.bits import Words, row_keys, unpack
from neuralfold.model.certainty import (
    Decisions,
    ExactSigns,
    Indices,
    certain_signs,
    integer_point,
    walls,
)
from neuralfold.model.corners import Corners, extended
from neuralfold.model.limits import DECISION_BUDGET, REGION_BUDGET, checked_finite, checked_size
from neuralfold.model.network import Layer, Network
from neuralfold.model.plane_errors import PlaneErrors
from neuralfold.model.plane_layer import Walls, cut_plane
from neuralfold.model.polygons import Polygons, polygons_of, window_corners, zero_lines
from neuralfold.model.sentence import BadInput, Sentence
from neuralfold.model.spot import Cancelled, IsCancelled, Pattern, Spot, never

ROWS_AT_ONCE = 2048
# Integer multiplications spent on exact places of crossings that float64 knows badly; only small networks get them.
PLACEMENT_BUDGET, PLACEMENT_COST = 200_000, 1_000

Rectangle = tuple[tuple[float, float], tuple[float, float]]


@dataclass(frozen=True, eq=False)
class Partition:
    """The partition of a window of the plane by a 2-input network into activation regions (faces).

    `vertices` has shape (V, 2). `edges` (E, 2) are directed, `edge_faces` (E, 2) the faces left and right of them, -1
    outside the window; `edge_layer` (E,) is the k of the `layers[k]` whose unit `edge_unit` made the edge, -1 for a
    side of the window. `signs[k]`, shape (faces, words), has the bit of every wall of `layers[k]` that is positive in
    a face. `linear_region` (faces,) numbers the merged linear regions.
    """

    network: Network
    window: Rectangle
    vertices: Floats
    edges: Indices
    edge_layer: Indices
    edge_unit: Indices
    edge_faces: Indices
    signs: tuple[Words, ...]
    linear_region: Indices
    activation_regions: int
    linear_regions: int
    reason: Sentence | None
    _corners: Corners

    @property
    def is_certain(self) -> bool:
        """Whether the counts equal the exact counts of the stored numbers (DESIGN, section 6)."""
        return self.reason is None

    @cached_property
    def values(self) -> Floats:
        """Outputs at the vertices, shape (V, D_o), from the values kept there: not those of their rounded places."""
        return self._corners.outputs(self.network)

    @cached_property
    def _polygons(self) -> Polygons:
        return polygons_of(self.edges, self.edge_faces, self.activation_regions)

    @property
    def face_starts(self) -> Indices:
        """Where the polygon of each face begins in `face_vertices`, shape (faces + 1,)."""
        return self._polygons.starts

    @property
    def face_vertices(self) -> Indices:
        """The vertices of all faces, face by face, each counter-clockwise."""
        return self._polygons.vertices

    @cached_property
    def pattern_keys(self) -> Words:
        """A key per face that depends on its activation pattern alone, shape (faces,)."""
        key = np.zeros(self.activation_regions, np.uint64)
        for k, words in enumerate(self.signs):
            key ^= row_keys(k, words)
        return key

    @cached_property
    def active_units(self) -> Indices:
        """The number of units above their (first) threshold in each face, shape (faces,)."""
        count = np.zeros(self.activation_regions, np.intp)
        for k, layer in enumerate(self.network.layers[: len(self.signs)]):
            thresholds = len(layer.activation.thresholds)
            if thresholds:
                flags = unpack(self.signs[k], layer.units * thresholds)[:, ::thresholds]
                count += flags.sum(axis=1)
        return count

    def pattern(self, face: int) -> Pattern:
        """State of every unit of every layer in a face; empty for layers without thresholds."""
        return self.maps.pattern(face)

    def locate(self, x: float, y: float) -> int:
        """The face that holds a point of the window (any of them on an edge), or -1 outside."""
        (x0, x1), (y0, y1) = self.window
        is_inside = x0 <= x <= x1 and y0 <= y <= y1
        return self._polygons.locate(self.vertices, self._boxes, x, y) if is_inside else -1

    @cached_property
    def _boxes(self) -> Floats:
        return self._polygons.boxes(self.vertices)

    @cached_property
    def distinct_affine_maps(self) -> int:
        """The number of different affine maps in the window; at most the number of linear regions."""
        return self.maps.distinct(self.linear_region, Decisions(DECISION_BUDGET))

    @cached_property
    def maps(self) -> FaceMaps:
        """The affine maps of all faces."""
        return FaceMaps(self.network, self.signs)

    def affine(self, face: int) -> tuple[Floats, Floats]:
        """Gradient, shape (D_o, 2), and intercept, shape (D_o,), of the output in a face."""
        return self.maps.map(face)

    def at(self, x: float, y: float) -> Spot | None:
        """All that the network makes of a point, or None outside the window."""
        face = self.locate(x, y)
        if face < 0:
            return None
        steps = tuple(type(step)(step.preactivation[0], step.activation[0]) for step in self.network.trace([[x, y]]))
        gradient, intercept = self.affine(face)
        return Spot(np.array([x, y]), steps, self.pattern(face), gradient, intercept, steps[-1].activation, face)

    def boundary(self, output: int = 0) -> Floats:
        """Line segments on which one output is zero, shape (n, 2, 2): the decision boundary."""
        return zero_lines(self._polygons, self.vertices, self.values[:, output])

    def check_invariants(self) -> None:
        """Raise AssertionError unless this is a partition of the window into convex faces.

        V - E + F = 1; areas sum to the window's; faces are convex; the patterns on the two sides of every edge differ
        in its unit.
        """
        assert len(self.vertices) - len(self.edges) + self.activation_regions == 1, "Euler"
        self._polygons.check(self.vertices, self.window)
        inner = np.flatnonzero((self.edge_faces >= 0).all(axis=1))
        for k, words in enumerate(self.signs):
            mine = inner[self.edge_layer[inner] == k]
            if mine.size:
                columns = self.network.layers[k].units * len(self.network.layers[k].activation.thresholds)
                left, right = (unpack(words[self.edge_faces[mine, side]], columns) for side in (0, 1))
                thresholds = len(self.network.layers[k].activation.thresholds)
                differs = (left != right).reshape(mine.size, -1, thresholds).any(axis=2)
                assert differs[np.arange(mine.size), self.edge_unit[mine]].all(), "sides of an edge"
        assert len(np.unique(self.pattern_keys)) == self.activation_regions, "one face per pattern"


class _Sweep:
    """One pass over the layers: the subdivision so far and the values at its vertices."""

    def __init__(
        self, network: Network, window: Rectangle, cancelled: IsCancelled, budget: int, decisions: Decisions
    ) -> None:
        self.network = network
        self.window = window
        self.cancelled = cancelled
        self.budget = budget
        self.decisions = decisions
        self.placements = Decisions(PLACEMENT_BUDGET)
        self.points = self.h = window_corners(window)
        self.exact = ExactSigns(network, [integer_point(*corner) for corner in self.points.tolist()], cancelled)
        self.errors = PlaneErrors(self.points)
        self.ends: Indices = np.array([[0, 1], [1, 2], [2, 3], [3, 0]])
        self.sides: Indices = np.array([[0, -1]] * 4)
        self.edge_layer: Indices = np.full(4, -1)
        self.edge_unit: Indices = np.arange(4)
        self.line: Indices = -1 - np.arange(4)
        self.tilts = np.zeros(4)
        self.corners = Corners(-1, self.h)
        self.faces = 1
        self.signs: list[Words] = []
        self.last = max((k for k, layer in enumerate(network.layers) if layer.activation.thresholds), default=-1)

    def run(self, memory: list[Self] | None) -> Partition:
        done = self.recall(memory) if memory else 0
        for k in range(done, len(self.network.layers)):
            self.stop_if_told()
            self.pass_layer(k, self.network.layers[k])
            if memory is not None and k <= self.last:
                memory.append(self.copied())
        if len(self.points) - len(self.ends) + self.faces != 1:
            self.decisions.doubts += 1
        self.corners.check(self.network, self.errors.scales)
        signs = tuple(self.signs)
        region = FaceMaps(self.network, signs).regions(self.sides, self.decisions, self.cancelled)
        return Partition(
            network=self.network,
            window=self.window,
            vertices=self.points,
            edges=self.ends,
            edge_layer=self.edge_layer,
            edge_unit=self.edge_unit,
            edge_faces=self.sides,
            signs=signs,
            linear_region=region,
            activation_regions=self.faces,
            linear_regions=int(region.max()) + 1,
            reason=self.decisions.reason,
            _corners=self.corners,
        )

    def recall(self, memory: list[Self]) -> int:
        """Go as far as the sweeps in `memory` (one per layer) went, and forget the rest; gives the layers done."""
        known = 0
        for k, (layer, old) in enumerate(zip(self.network.layers[: self.last + 1], memory, strict=False)):
            goes_on_alike = k < min(old.last, self.last) or k == old.last == self.last
            is_known = old.window == self.window and old.network.layers[k] == layer and old.faces <= self.budget
            if not (is_known and goes_on_alike):
                break
            known = k + 1
        del memory[known:]
        if known:
            self.resume(memory[-1], known)
        return known

    def copied(self) -> Self:
        """A copy that does not change when this sweep goes on; arrays are shared, since none is written to again."""
        other = copy(self)
        other.errors, other.signs = copy(self.errors), self.signs.copy()
        other.exact = self.exact.resumed(self.network, len(self.network.layers), self.cancelled)
        other.decisions = copy(self.decisions)
        return other

    def resume(self, other: Self, layers: int) -> None:
        """Take over what another sweep had after the first `layers` layers."""
        own = (self.network, self.cancelled, self.budget, self.last, self.placements, self.decisions)
        vars(self).update(vars(other.copied()))
        self.decisions.left = min(self.decisions.left, own[5].left)
        self.network, self.cancelled, self.budget, self.last, self.placements = own[:5]
        self.exact = self.exact.resumed(self.network, layers, self.cancelled)

    def pass_layer(self, k: int, layer: Layer) -> None:
        if k > self.last:
            self.signs.append(np.empty((self.faces, 0), np.uint64))
            return
        z = self.preactivations(k, layer)
        sums = self.errors.sums(layer)
        self.errors.enter(layer, z, self.points, self.ends)
        self.stop_if_told()
        z = self.cut(k, z, sums) if layer.activation.thresholds else self.uncut(z)
        if k == self.last:
            return
        h = layer.activation(z, out=z)
        if layer.skip:
            h = h + self.h
        self.errors.leave(layer, sums, h)
        self.h = h

    def preactivations(self, k: int, layer: Layer) -> Floats:
        """β + Ω h at all vertices, a few rows at a time, so that they stay in the cache."""
        z = np.empty((len(self.h), layer.units))
        weights = layer.weights.T
        for start in range(0, len(z), ROWS_AT_ONCE):
            block = z[start : start + ROWS_AT_ONCE]
            with np.errstate(over="ignore", invalid="ignore"):
                np.matmul(self.h[start : start + ROWS_AT_ONCE], weights, out=block)
                block += layer.biases
            checked_finite(block, self.network, k)
            self.stop_if_told()
        return z

    def uncut(self, z: Floats) -> Floats:
        """What a layer without thresholds does to the subdivision: nothing."""
        self.signs.append(np.empty((self.faces, 0), np.uint64))
        return z

    def cut(self, k: int, z: Floats, sums: Floats) -> Floats:
        """Cut the subdivision by layer k; gives preactivations at old and new vertices."""
        layer = self.network.layers[k]
        unit, threshold = walls(layer)
        over = z[:, unit] - threshold if threshold.any() else z
        steep, level = self.errors.steep[unit], self.errors.noise * (sums[unit] + np.abs(threshold))
        afford = self.afford(k)
        signs = certain_signs(
            over, self.errors.shifts, steep, level, lambda vertex, wall: self.exact.sign(vertex, k, wall), afford
        )
        self.stop_if_told()
        cut = cut_plane(
            self.ends,
            self.sides,
            self.line,
            self.faces,
            Walls(
                over,
                signs,
                self.errors.shifts,
                steep,
                level,
                self.points,
                self.tilts,
                lambda a, b, wall: self.exact.born(k, a, b, wall),
                lambda a, b, wall: self.exact.ratio(a, b, k, wall),
                lambda a, b, wall: self.exact.share(a, b, k, wall) if self.may_place(k) else None,
                afford,
                lambda faces: self.check(faces, k),
            ),
        )
        if threshold.any():
            vertex, wall = np.nonzero(signs == 0)
            z[vertex, unit[wall]] = threshold[wall]
        self.stop_if_told()
        for points in (cut.on_edges, cut.on_chords):
            (x0, x1), (y0, y1) = self.window
            places = np.clip(points.between(self.points), (x0, y0), (x1, y1))
            self.points = np.concatenate([self.points, places])
            if k < self.last and layer.skip:
                self.h = np.concatenate([self.h, points.between(self.h)])
        if k < self.last:
            self.errors.extend(cut.on_edges.shift, cut.on_chords.shift)
            z = extended(cut, z, unit, threshold)
            self.stop_if_told()
        else:
            self.corners = Corners(k, self.h, (cut, z, unit, threshold))
        self.ends, self.sides, self.tilts = cut.ends, cut.sides, cut.tilts
        is_new = cut.edge < 0
        self.edge_layer = np.where(is_new, k, self.edge_layer[cut.edge])
        self.edge_unit = np.where(is_new, unit[cut.wall], self.edge_unit[cut.edge])
        widest = 1 + 2 * max(layer.units for layer in self.network.layers)
        self.line = np.where(is_new, k * widest + cut.wall, self.line[cut.edge])
        self.faces = cut.parent.size
        self.signs = [*(words[cut.parent] for words in self.signs), cut.signs]
        return z

    def afford(self, k: int) -> Callable[[int], bool]:
        cost = self.cost(k)
        return lambda count: self.decisions.afford(cost * count)

    def may_place(self, k: int) -> bool:
        """Whether one more crossing of layer k may be placed exactly."""
        return self.cost(k) <= PLACEMENT_COST and self.placements.afford(self.cost(k))

    def cost(self, k: int) -> int:
        """Multiplications of one exact value of layer k."""
        return sum(layer.weights.size for layer in self.network.layers[: k + 1])

    def check(self, faces: int, k: int) -> None:
        checked_size(faces, self.budget, k)
        self.stop_if_told()

    def stop_if_told(self) -> None:
        if self.cancelled():
            raise Cancelled


class PartitionMemory:
    """What the last solve found after each layer, so that an edit of a late layer is nearly free; for one thread."""

    def __init__(self) -> None:
        self.sweeps: list[_Sweep] = []


def solve_partition(
    network: Network,
    window: Rectangle,
    *,
    cancelled: IsCancelled = never,
    budget: int = REGION_BUDGET,
    decisions: int = DECISION_BUDGET,
    memory: PartitionMemory | None = None,
) -> Partition:
    """The exact partition of `window` = ((x low, x high), (y low, y high)) by a network with two inputs.

    `budget` limits the faces, `decisions` the integer multiplications spent on doubtful signs; layers that `memory`
    has seen before are not cut again. Raises BadInput for another number of inputs, a smooth activation, too many
    regions or an overflow (both name the layer), and Cancelled when told to stop.
    """
    if network.inputs != 2:
        raise BadInput("partition: the network has {inputs} inputs, expected 2", inputs=network.inputs)
    if not network.is_piecewise_linear:
        raise BadInput("partition: a smooth activation has no linear regions")
    sweep = _Sweep(network, window, cancelled, budget, Decisions(decisions))
    return sweep.run(None if memory is None else memory.sweeps)
