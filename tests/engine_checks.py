"""One picture of the float64 engine against the exact recount of the same network: every number that it shows."""

from fractions import Fraction

import numpy as np
from fraction_oracle import forward

from neuralfold.model.activations import Floats
from neuralfold.model.network import Network
from neuralfold.model.partition import Partition
from neuralfold.model.rational import ExactSegments
from neuralfold.model.rational_plane import ExactPartition
from neuralfold.model.segments import Segments
from neuralfold.model.spot import Pattern

# Roundings that a number may carry, relative to the sum of the magnitudes that made it.
CLOSE = 1e-12
TINY = 1e-290


def states(pattern: Pattern) -> tuple[tuple[int, ...], ...]:
    """A pattern of the engine as the recount writes it."""
    return tuple(tuple(units.tolist()) for units in pattern)


def magnitudes(network: Network, x: Floats, *, with_biases: bool = True) -> list[Floats]:
    """Sums of the magnitudes that make each preactivation where no input is larger than |x|, and last the output's."""
    sums = []
    size = np.abs(np.asarray(x, dtype=np.float64))
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        for layer in network.layers:
            # What is too small for float64 is lost as well, and may be multiplied afterwards.
            total = np.abs(layer.weights) @ size + (np.abs(layer.biases) if with_biases else 0.0) + TINY
            sums.append(total)
            steepest = max(1.0, *(abs(slope) for slope, _ in layer.activation.pieces))
            jump = max(abs(offset) for _, offset in layer.activation.pieces) if with_biases else 0.0
            total = steepest * total + jump
            size = total + size if layer.skip else total
    return [*sums, size]


def line_counts(picture: Segments | ExactSegments) -> tuple[int, int, int, int]:
    """The four counts of a line."""
    return (
        picture.activation_regions,
        picture.linear_regions,
        picture.line_activation_regions,
        picture.line_linear_regions,
    )


def plane_counts(picture: Partition | ExactPartition) -> tuple[int, int, int]:
    """The three counts of a plane."""
    return picture.activation_regions, picture.linear_regions, picture.distinct_affine_maps


def check_line_shape(picture: Segments) -> None:
    """What holds for every picture of a line, certain or not."""
    cells, outputs = picture.activation_regions, picture.network.outputs
    assert picture.joints.shape == (cells + 1,)
    assert picture.values.shape == (cells + 1, outputs)
    assert picture.slopes.shape == picture.intercepts.shape == (cells, outputs)
    assert picture.segment.shape == (cells,)
    assert (picture.joints[0], picture.joints[-1]) == (picture.low, picture.high)
    assert (np.diff(picture.joints) >= 0).all()
    assert set(np.diff(picture.segment).tolist()) <= {0, 1}
    assert picture.segment[0] == 0
    assert picture.segment[-1] + 1 == picture.linear_regions == len(picture.segment_slopes)
    assert len(picture.segment_joints) == picture.linear_regions + 1
    assert picture.line_activation_regions >= cells >= picture.linear_regions
    assert picture.line_linear_regions >= picture.linear_regions
    assert np.isfinite(picture.values).all()


def check_line(picture: Segments, exact: ExactSegments) -> None:
    """A certain picture of a line has the counts, patterns, maps, joints and values of the recount."""
    check_line_shape(picture)
    if not picture.is_certain:
        return
    network, cells = picture.network, picture.activation_regions
    assert line_counts(picture) == line_counts(exact)
    assert [states(picture.pattern(cell)) for cell in range(cells)] == list(exact.patterns)
    assert tuple(picture.segment.tolist()) == exact.segment
    ends = np.array([picture.low, picture.high])
    sums = magnitudes(network, np.abs(ends).max(keepdims=True))[-1]
    steep = magnitudes(network, np.ones(1), with_biases=False)[-1]
    flat = magnitudes(network, np.zeros(1))[-1]
    for cell in range(cells):
        assert_close(picture.slopes[cell], exact.slopes[cell], steep)
        assert_close(picture.intercepts[cell], exact.intercepts[cell], flat)
    for place, joint in enumerate(exact.joints):
        _, outputs = forward(network, (joint,))
        assert_close(picture.values[place], outputs, sums)
    check_joints(picture, exact)


def check_joints(picture: Segments, exact: ExactSegments) -> None:
    """Joints lie where the recount has them, up to roundings of the window's numbers and a part of their cell."""
    largest = Fraction(max(abs(picture.low), abs(picture.high)))
    width = Fraction(picture.high) - Fraction(picture.low)
    for joint, wanted in zip(picture.joints.tolist(), exact.joints, strict=True):
        assert abs(Fraction(joint) - wanted) <= Fraction(CLOSE) * largest + Fraction(1e-8) * width


def assert_close(found: Floats, expected: tuple[Fraction, ...], sizes: Floats) -> None:
    """Numbers agree up to rounding relative to the magnitudes that made them."""
    for value, wanted, size in zip(found.tolist(), expected, sizes.tolist(), strict=True):
        if not np.isfinite(size):
            continue
        allowed = Fraction(CLOSE) * Fraction(size)
        assert abs(Fraction(value) - wanted) <= allowed, (value, float(wanted), size)


def check_plane_shape(picture: Partition) -> None:
    """What holds for every picture of a plane, certain or not."""
    (x0, x1), (y0, y1) = picture.window
    faces = picture.activation_regions
    assert picture.vertices.shape[1] == 2
    assert picture.values.shape == (len(picture.vertices), picture.network.outputs)
    assert np.isfinite(picture.values).all()
    assert (picture.vertices >= [x0, y0]).all()
    assert (picture.vertices <= [x1, y1]).all()
    assert picture.linear_region.shape == (faces,)
    assert set(picture.linear_region.tolist()) == set(range(picture.linear_regions))
    assert picture.distinct_affine_maps <= picture.linear_regions <= faces
    assert len(picture.face_starts) == faces + 1
    assert picture.pattern_keys.shape == picture.active_units.shape == (faces,)


def check_plane(picture: Partition, exact: ExactPartition) -> None:
    """A certain picture of a plane has the counts, patterns, polygons and maps of the recount."""
    check_plane_shape(picture)
    if not picture.is_certain:
        return
    picture.check_invariants()
    network, faces = picture.network, picture.activation_regions
    assert plane_counts(picture) == plane_counts(exact)
    patterns = [states(picture.pattern(face)) for face in range(faces)]
    number = {pattern: i for i, pattern in enumerate(exact.patterns)}
    assert set(patterns) == set(number)
    mine = [number[pattern] for pattern in patterns]
    assert len(set(picture.pattern_keys.tolist())) == faces
    labels = {(picture.linear_region[face], exact.linear_region[mine[face]]) for face in range(faces)}
    assert len(labels) == picture.linear_regions
    corners = {corner for polygon in exact.polygons for corner in polygon}
    assert len(picture.vertices) == len(corners)
    check_faces(picture, exact, mine)
    check_edges(picture, patterns)
    thresholds = [bool(layer.activation.thresholds) for layer in network.layers]
    for face, pattern in enumerate(patterns):
        active = sum(sum(s > 0 for s in layer) for layer, has in zip(pattern, thresholds, strict=True) if has)
        assert picture.active_units[face] == active


def check_faces(picture: Partition, exact: ExactPartition, mine: list[int]) -> None:
    """Polygons, maps, values and places of all faces and vertices; `mine[face]` is the cell of the recount."""
    network = picture.network
    steep = magnitudes(network, np.ones(2), with_biases=False)[-1]
    flat = magnitudes(network, np.zeros(2))[-1]
    for face, cell in enumerate(mine):
        assert np.diff(picture.face_starts[face : face + 2])[0] == len(exact.polygons[cell])
        gradient, intercept = picture.affine(face)
        for row, (a, b, c) in enumerate(exact.maps[cell]):
            assert_close(gradient[row], (a, b), steep[row].repeat(2))
            assert_close(intercept[row : row + 1], (c,), flat[row : row + 1])
    check_vertices(picture, exact, mine)


def check_vertices(picture: Partition, exact: ExactPartition, mine: list[int]) -> None:
    """Values at the vertices, and places of vertices: on their sides of the window, and on the walls of their edges."""
    network = picture.network
    (x0, x1), (y0, y1) = picture.window
    sums = magnitudes(network, np.array([max(abs(x0), abs(x1)), max(abs(y0), abs(y1))]))
    places = _exact_places(picture, exact, mine)
    for vertex, place in enumerate(places):
        assert_close(picture.values[vertex], forward(network, place)[1], sums[-1])
    stored = [tuple(map(Fraction, row)) for row in picture.vertices.tolist()]
    for ends, faces, k, unit in zip(
        picture.edges.tolist(),
        picture.edge_faces.tolist(),
        picture.edge_layer.tolist(),
        picture.edge_unit.tolist(),
        strict=True,
    ):
        for vertex in ends:
            if k < 0:
                assert stored[vertex][1 - unit % 2] == Fraction((y0, x1, y1, x0)[unit])
            else:
                form = preactivation_form(network, k, unit, exact.patterns[mine[faces[0]]])
                at = sum((a * x for a, x in zip(form, (*stored[vertex], 1), strict=True)), Fraction(0))
                off = min(abs(at - Fraction(t)) for t in network.layers[k].activation.thresholds)
                size = float(sums[k][unit])
                assert not np.isfinite(size) or off <= Fraction(CLOSE) * Fraction(size)


def _exact_places(picture: Partition, exact: ExactPartition, mine: list[int]) -> list[tuple[Fraction, Fraction]]:
    """The exact place of every vertex, known by the cells and the sides of the window around it."""
    (x0, x1), (y0, y1) = picture.window
    around: dict[tuple[Fraction, Fraction], set[int]] = {}
    for cell, polygon in enumerate(exact.polygons):
        for corner in polygon:
            around.setdefault(corner, set()).add(cell)
    for (x, y), cells in around.items():
        on = (y == Fraction(y0), x == Fraction(x1), y == Fraction(y1), x == Fraction(x0))
        cells |= {-1 - side for side in range(4) if on[side]}
    named = {frozenset(cells): corner for corner, cells in around.items()}
    assert len(named) == len(around)
    found: list[set[int]] = [set() for _ in picture.vertices]
    for ends, faces, k, unit in zip(
        picture.edges.tolist(),
        picture.edge_faces.tolist(),
        picture.edge_layer.tolist(),
        picture.edge_unit.tolist(),
        strict=True,
    ):
        for vertex in ends:
            found[vertex] |= {mine[face] for face in faces if face >= 0}
            found[vertex] |= {-1 - unit} if k < 0 else set()
    return [named[frozenset(cells)] for cells in found]


def preactivation_form(
    network: Network, k: int, unit: int, pattern: tuple[tuple[int, ...], ...]
) -> tuple[Fraction, ...]:
    """The preactivation of one unit as an affine form of the inputs (its constant last) where a pattern holds."""
    inputs = network.inputs
    h = [[Fraction(int(i == j)) for j in range(inputs + 1)] for i in range(inputs)]
    for m in range(k + 1):
        layer = network.layers[m]
        units = [unit] if m == k else range(layer.units)
        z = []
        for u in units:
            row = [Fraction(w) for w in layer.weights[u].tolist()]
            form = [sum((w * hh[j] for w, hh in zip(row, h, strict=True)), Fraction(0)) for j in range(inputs + 1)]
            form[-1] += Fraction(float(layer.biases[u]))
            z.append(form)
        if m == k:
            return tuple(z[0])
        pieces = layer.activation.pieces
        after = []
        for u, form in enumerate(z):
            slope, offset = pieces[pattern[m][u] if pattern[m] else 0]
            form = [Fraction(slope) * value for value in form]
            form[-1] += Fraction(offset)
            after.append([a + b for a, b in zip(form, h[u], strict=True)] if layer.skip else form)
        h = after
    raise AssertionError


def check_edges(picture: Partition, patterns: list[tuple[tuple[int, ...], ...]]) -> None:
    """Faces beside an edge differ in its unit and in no layer before; a side of the window has one face."""
    for (left, right), k, unit in zip(
        picture.edge_faces.tolist(), picture.edge_layer.tolist(), picture.edge_unit.tolist(), strict=True
    ):
        if k < 0:
            assert (left < 0) != (right < 0)
            continue
        assert patterns[left][:k] == patterns[right][:k]
        assert patterns[left][k][unit] != patterns[right][k][unit]
