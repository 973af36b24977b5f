"""How one layer cuts a planar subdivision: every edge at all its crossings, every face by all its chords at once.

Inside a face each unit's preactivation is affine, so its zero line meets a (convex) face in a chord. Two chords cross
exactly if the ends of one lie strictly on opposite sides of the other, which the signs at the ends tell: no geometry is
computed to find out how things are connected. Only the order of points along an edge or a chord needs numbers, and
`certainty.py` says when those may be trusted.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from neuralfold.model.activations import Floats
from neuralfold.model.bits import Words, bit_rows, listed, pack, packed_signs
from neuralfold.model.certainty import LARGEST, ULP, UNDERFLOW, Indices, Signs
from neuralfold.model.chords import (
    Chords,
    Crossed,
    beside_chords,
    beside_edges,
    chord_codes,
    common_labels,
    parts,
    united,
)
from neuralfold.model.crossings import NewPoints, numbered, ordered, paired, piece_ends, spread

PAIRS_AT_ONCE = 1 << 20
# A crossing whose place along its edge is known worse than this is placed exactly.
VAGUE = 1e-11


@dataclass(frozen=True)
class Walls:
    """Where the vertices lie with respect to the walls of a layer.

    `over` is preactivation - threshold and `signs` its sign, shapes (vertices, walls); its error is at most
    shifts[vertex] `steep`[wall] + `level`[wall], and a wall of level 0 is zero everywhere; `points` are the places.
    `tilts`, shape (edges,), is how far the ends of an edge may lie off its line. `born` registers new vertices by
    their ends and walls, `ratio(a, b, wall)` is the exact ratio of two values, `share(a, b, wall)` the exact place of a
    crossing or None where that would take too long, `afford(count)` says whether that many ratios may be asked for, and
    `check(faces)` raises where there are too many faces or the computation is to stop.
    """

    over: Floats
    signs: Signs
    shifts: Floats
    steep: Floats
    level: Floats
    points: Floats
    tilts: Floats
    born: Callable[[Indices, Indices, Indices], object]
    ratio: Callable[[int, int, int], Fraction]
    share: Callable[[int, int, int], Fraction | None]
    afford: Callable[[int], bool]
    check: Callable[[int], None]


@dataclass(frozen=True)
class Cut:
    """A layer's work: new vertices on edges, then on chords; the new edges and faces.

    `ends`, `sides` have shape (edges, 2); `edge` is the older edge that an edge is a piece of, or -1 for a piece of a
    chord, made by `wall`; `tilts` is how far the ends of each edge may lie off its line; `parent` is the older face of
    every face, `signs` its packed signs, shape (faces, words).
    """

    on_edges: NewPoints
    on_chords: NewPoints
    ends: Indices
    sides: Indices
    edge: Indices
    wall: Indices
    tilts: Floats
    parent: Indices
    signs: Words


def cut_plane(ends: Indices, sides: Indices, line: Indices, faces: int, walls: Walls) -> Cut:
    """Cut every edge and face by every wall of one layer.

    `ends`, `sides` have shape (edges, 2): vertices, and the faces left and right (-1 outside); edges of one face with
    equal `line` lie on one line.
    """
    return _Cutter(ends, sides, line, faces, walls).cut()


class _Cutter:
    def __init__(self, ends: Indices, sides: Indices, line: Indices, faces: int, walls: Walls) -> None:
        self.ends, self.sides, self.line, self.faces, self.walls = ends, sides, line, faces, walls
        self.vertices, self.columns = walls.signs.shape
        self.positive, self.negative = packed_signs(walls.signs)

    def cut(self) -> Cut:
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            return self.cut_all()

    def cut_all(self) -> Cut:
        on_edges, edge, order, counts, loose = self.cut_edges()
        self.walls.born(on_edges.ends[:, 0], on_edges.ends[:, 1], on_edges.wall)
        signs = np.concatenate([self.walls.signs, self.signs_on_edges(on_edges, edge, order, counts)])
        self.walls.check(self.faces)
        chords = self.chords(edge, on_edges, loose)
        self.walls.check(self.faces + chords.face.size)
        crossed, on_chords = self.cross(chords, signs, on_edges)
        self.walls.check(self.faces)
        self.walls.born(on_chords.ends[:, 0], on_chords.ends[:, 1], on_chords.wall)

        chord_pieces = piece_ends(
            chords.ends, crossed.counts, self.vertices + on_edges.share.size + crossed.vertex[crossed.starts]
        )
        chord = np.arange(chords.face.size).repeat(crossed.counts + 1)
        left, right, along = beside_chords(chords, crossed, chord)
        self.walls.check(self.faces)

        pieces = piece_ends(self.ends, counts, np.arange(self.vertices, self.vertices + on_edges.share.size))
        whole = np.arange(len(self.ends)).repeat(counts + 1)
        sides = self.sides[whole]
        piece, which = np.nonzero((sides >= 0) & (chords.count[sides] > 0))
        face = sides[piece, which]
        keys = np.concatenate([left, right, beside_edges(chords, pieces[piece], face, signs)])
        self.walls.check(self.faces)

        # Every part of a split face has a chord on its border, so each comes first beside a chord.
        owner = chords.face[chord]
        child, chosen = parts(chords, np.concatenate([owner, owner, face]), keys)
        row = chosen % max(1, chord.size)
        parent = np.concatenate([np.flatnonzero(chords.count == 0), owner[row]])
        is_above = (chosen < chord.size) == (chords.left > 0)[chord[row]]
        bits = along[row] | np.where(is_above[:, None], chords.plus[chord[row]], chords.minus[chord[row]])
        kept = parent.size - chosen.size
        child += kept
        self.walls.check(self.faces)

        is_inside = sides >= 0
        sides[is_inside] = (np.cumsum(chords.count == 0) - 1)[sides[is_inside]]
        sides[piece, which] = child[2 * chord.size :]
        chord_sides = paired(child[: chord.size], child[chord.size : 2 * chord.size])
        return Cut(
            on_edges,
            on_chords,
            np.concatenate([pieces, chord_pieces]),
            np.concatenate([sides, chord_sides]),
            np.concatenate([whole, np.full(chord.size, -1)]),
            np.concatenate([np.zeros_like(whole), chords.wall[chord]]),
            np.concatenate([self.walls.tilts[whole], chords.tilt[chord]]),
            parent,
            self.face_signs(chords, parent, kept, bits),
        )

    def cut_edges(self) -> tuple[NewPoints, Indices, Indices, Indices, Floats]:
        """New vertices on edges; of every crossing its edge and vertex; the vertices per edge.

        The last result is how far the vertex of a crossing may lie off the line of its wall.
        """
        self.walls.check(self.faces)
        a, b = self.ends.T
        differ = (self.positive[a] & self.negative[b]) | (self.negative[a] & self.positive[b])
        edge, wall = listed(differ, self.columns)
        self.walls.check(self.faces)
        a, b = a[edge], b[edge]
        over, level = self.walls.over, self.walls.level[wall]
        over_a = np.maximum(np.abs(over[a, wall]), UNDERFLOW)
        drop = over_a + np.maximum(np.abs(over[b, wall]), UNDERFLOW)
        share = over_a / drop
        place = (self.walls.tilts[edge] * self.walls.steep[wall] + level + UNDERFLOW) / drop + 8.0 * ULP
        self.place_exactly(share, place, a, b, wall)
        length = _lengths(self.walls.points[a], self.walls.points[b])
        sort, starts = ordered(
            edge, share, place, lambda i: self.walls.ratio(int(a[i]), int(b[i]), int(wall[i])), self.walls.afford
        )
        self.walls.check(self.faces)
        order = np.empty_like(sort)
        order[sort] = starts.cumsum() - 1
        chosen = sort[starts]
        counts = np.bincount(edge[chosen], minlength=len(self.ends))
        shift = place[chosen] * length[chosen] + self.walls.tilts[edge[chosen]]
        points = NewPoints(self.ends[edge[chosen]], share[chosen], wall[chosen], shift, order, wall)
        return points, edge, order, counts, np.fmin((level + UNDERFLOW) * length / drop, LARGEST)

    def signs_on_edges(self, points: NewPoints, edge: Indices, order: Indices, counts: Indices) -> Signs:
        """Signs of all walls at the new vertices on edges: of an end, or by the order of crossings along the edge."""
        at_a, at_b = self.walls.signs[points.ends[:, 0]], self.walls.signs[points.ends[:, 1]]
        signs = np.where(at_a != 0, at_a, at_b)
        self.walls.check(self.faces)
        number = counts[edge]
        rows = spread((counts.cumsum() - counts)[edge], number)
        crossing = np.arange(edge.size).repeat(number)
        wall = points.zero[crossing]
        self.walls.check(self.faces)
        signs[rows, wall] = at_a[rows, wall] * np.sign(order[crossing] - rows)
        return signs

    def chords(self, edge: Indices, points: NewPoints, loose: Floats) -> Chords:
        """All chords: a wall's zero line through the inside of a face, from one point of its border to another."""
        sign = self.walls.signs[self.ends[edge, 0], points.zero]
        sides = self.sides[edge]
        face, wall = sides.T.reshape(-1), np.concatenate([points.zero, points.zero])
        vertex = np.concatenate([points.point, points.point]) + self.vertices
        left, loose = np.concatenate([sign, -sign]), np.concatenate([loose, loose])
        is_simple = points.share.size == edge.size
        along = np.empty(0, np.intp)
        zero = pack((self.walls.signs == 0) & (self.walls.level > 0.0))
        if zero.any():
            is_simple = False
            more, along = self.touches(zero)
            face, wall, vertex = (np.concatenate(pair) for pair in zip((face, wall, vertex), more[:3], strict=True))
            left, loose = np.concatenate([left, more[3]]), np.append(loose, np.full(more[2].size, np.inf))
        inside = face >= 0
        face, wall, vertex, left, loose = face[inside], wall[inside], vertex[inside], left[inside], loose[inside]
        key = face * self.columns + wall
        sort = np.argsort(key, kind="stable") if is_simple else np.lexsort((vertex, key))
        key, vertex, left, loose = key[sort], vertex[sort], left[sort], loose[sort]
        if not is_simple:
            new = np.ones(key.size, bool)
            new[1:] = (key[1:] != key[:-1]) | (vertex[1:] != vertex[:-1])
            key, vertex, left, loose = key[new], vertex[new], left[new], loose[new]
        firsts = np.flatnonzero(np.concatenate([[True], key[1:] != key[:-1]])) if key.size else np.empty(0, np.intp)
        firsts = firsts[np.diff(np.append(firsts, key.size)) == 2]
        if along.size:
            firsts = firsts[~np.isin(key[firsts], along)]
        face, wall = np.divmod(key[firsts], self.columns)
        ends, left = paired(vertex[firsts], vertex[firsts + 1]), left[firsts]
        tilt = self.tilts(ends, paired(loose[firsts], loose[firsts + 1]))
        words = self.positive.shape[1]
        plus, minus = bit_rows(wall, words), np.zeros((wall.size, words), np.uint64)
        if not is_simple and face.size:
            face, wall, ends, left, plus, minus, tilt = united(face, wall, ends, left, plus, tilt)
        count = np.bincount(face, minlength=self.faces)
        first = count.cumsum() - count
        code = chord_codes(count, first, face)
        return Chords(face, wall, ends, left, plus, minus, tilt, first, count, code)

    def tilts(self, ends: Indices, loose: Floats) -> Floats:
        """How far the ends of chords may lie off their lines, from the ends' own `loose`, shape (chords, 2).

        Both ends are off by the noise over the same gradient, so the better bound holds for both; an older vertex that
        a wall passes through (infinite `loose`) may be off by as much as it is shifted.
        """
        touches = ~np.isfinite(loose)
        shifts = self.walls.shifts[np.where(touches, ends, 0)]
        both = np.where(touches, shifts, loose)
        tilts: Floats = np.where(touches.any(axis=1), both.max(axis=1), both.min(axis=1))
        return tilts

    def touches(self, zero: Words) -> tuple[tuple[Indices, Indices, Indices, Signs], Indices]:
        """Where walls pass through older vertices: records like those of crossings, and the (face, wall) to leave out.

        A wall that runs along an edge does not enter the faces beside it.
        """
        records = []
        a, b = self.ends.T
        for end, other, turn in ((a, b, -1), (b, a, 1)):
            edge, wall = listed(zero[end] & ~zero[other] & (self.positive[other] | self.negative[other]), self.columns)
            sign = self.walls.signs[other[edge], wall] * np.int8(turn)
            for side, left in ((0, sign), (1, -sign)):
                records.append((self.sides[edge, side], wall, end[edge], left))
        edge, wall = listed(zero[a] & zero[b], self.columns)
        along = (self.sides[edge] * self.columns + wall[:, None]).reshape(-1)
        face, walls, vertex, left = (np.concatenate(column) for column in zip(*records, strict=True))
        return (face, walls, vertex, left), along

    def cross(self, chords: Chords, signs: Signs, on_edges: NewPoints) -> tuple[Crossed, NewPoints]:
        """Where the chords of each face cross one another."""
        i, j, start_bits, start_code = self.crossing_pairs(chords, signs)
        if not i.size:
            none = np.empty(0, np.intp)
            counts = np.zeros(chords.face.size, np.intp)
            crossed = Crossed(none, none, np.empty(0, bool), none, counts, start_bits, start_code)
            return crossed, NewPoints(none.reshape(0, 2), np.empty(0), none, np.empty(0), none, none)
        old = np.arange(self.vertices)
        all_ends = np.concatenate([paired(old, old), on_edges.ends])
        all_shares = np.concatenate([np.zeros(self.vertices), on_edges.share])
        points = np.concatenate([self.walls.points, on_edges.between(self.walls.points)])
        low, high = np.minimum(i, j), np.maximum(i, j)
        pair = numbered(low * chords.face.size + high)
        both = np.bincount(pair)[pair] == 2
        if not both.all():
            i, j, pair = i[both], j[both], numbered(pair[both])
        self.walls.check(self.faces + chords.face.size + i.size // 2)

        wall, (p, q) = chords.wall[j], chords.ends[i].T
        self.walls.check(self.faces)
        over_p, over_q = (self.over_at(all_ends[end], all_shares[end], wall) for end in (p, q))
        drop = over_p + over_q
        share = over_p / drop
        error = chords.tilt[i] * self.walls.steep[wall] + 2.0 * self.walls.level[wall] + UNDERFLOW
        place = error / drop + 8.0 * ULP
        self.place_exactly(share, place, p, q, wall)
        sort, starts = ordered(
            i, share, place, lambda n: self.walls.ratio(int(p[n]), int(q[n]), int(wall[n])), self.walls.afford
        )
        self.walls.check(self.faces)
        vertex = common_labels(pair[sort], starts)
        chosen = np.empty(int(vertex.max(initial=-1)) + 1, np.intp)
        chosen[vertex[::-1]] = np.arange(vertex.size)[::-1]
        crossed = Crossed(
            i[sort],
            j[sort],
            starts,
            vertex,
            np.bincount(i[sort][starts], minlength=chords.face.size),
            start_bits,
            start_code,
        )
        row, zero = listed((chords.plus | chords.minus)[i[sort]], self.columns)
        chosen = sort[chosen]
        ends, share, i = chords.ends[i[chosen]], share[chosen], i[chosen]
        shift = place[chosen] * _lengths(points[ends[:, 0]], points[ends[:, 1]]) + chords.tilt[i]
        return crossed, NewPoints(ends, share, wall[chosen], shift, vertex[row], zero)

    def crossing_pairs(self, chords: Chords, signs: Signs) -> tuple[Indices, Indices, Words, Words]:
        """All (i, j) where the ends of chord i lie strictly on both sides of chord j, and the signs where i begins."""
        start_bits, start_code = np.zeros_like(chords.plus), np.zeros_like(chords.code)
        several = np.flatnonzero(chords.count[chords.face] > 1)
        partners = chords.count[chords.face[several]]
        total = partners.cumsum()
        found_i, found_j = [np.empty(0, np.intp)], [np.empty(0, np.intp)]
        begin = 0
        while begin < several.size:
            done = total[begin] - partners[begin]
            end = max(begin + 1, int(np.searchsorted(total, done + PAIRS_AT_ONCE, side="right")))
            mine, number = several[begin:end], partners[begin:end]
            i, j = mine.repeat(number), spread(chords.first[chords.face[mine]], number)
            wall = chords.wall[j]
            at_p, at_q = signs[chords.ends[i, 0], wall], signs[chords.ends[i, 1], wall]
            is_above = (np.where(at_p != 0, at_p, at_q) > 0) & (i != j)
            firsts = number.cumsum() - number
            start_code[mine] = np.bitwise_xor.reduceat(chords.code[j] * is_above, firsts)
            bits = chords.plus[j] * is_above[:, None]
            if chords.minus.any():
                bits |= chords.minus[j] * (~is_above & (i != j))[:, None]
            start_bits[mine] = np.bitwise_or.reduceat(bits, firsts)
            crosses = at_p * at_q < 0
            found_i.append(i[crosses])
            found_j.append(j[crosses])
            self.walls.check(self.faces + chords.face.size + sum(part.size for part in found_i) // 2)
            begin = end
        return np.concatenate(found_i), np.concatenate(found_j), start_bits, start_code

    def place_exactly(self, share: Floats, place: Floats, a: Indices, b: Indices, wall: Indices) -> None:
        """Take shares that rounding leaves open from exact values, as long as those are to be had."""
        for n in np.flatnonzero(~(place <= VAGUE)).tolist():
            exact = self.walls.share(int(a[n]), int(b[n]), int(wall[n]))
            if exact is None:
                break
            share[n], place[n] = float(exact), 8.0 * ULP

    def over_at(self, ends: Indices, share: Floats, wall: Indices) -> Floats:
        """|preactivation - threshold| at `share` of the way between old vertices."""
        over = self.walls.over
        value = (1.0 - share) * over[ends[:, 0], wall] + share * over[ends[:, 1], wall]
        return np.maximum(np.abs(value), UNDERFLOW)

    def face_signs(self, chords: Chords, parent: Indices, kept: int, bits: Words) -> Words:
        """Signs of all walls in every new face: those of its parent, where it is not cut, and those of its chords.

        Two edges on different lines tell the sign of every wall that does not cross a face: an affine function that
        is zero on both is zero on the face.
        """
        edge, side = np.nonzero(self.sides >= 0)
        face = self.sides[edge, side]
        first = np.empty(self.faces, np.intp)
        first[face] = edge
        second = first.copy()
        differs = self.line[edge] != self.line[first[face]]
        second[face[differs]] = edge[differs]
        positive = self.positive[self.ends]
        signs = positive[first, 0] | positive[first, 1] | positive[second, 0] | positive[second, 1]
        split = np.flatnonzero(chords.count)
        if split.size:
            signs[split] &= ~np.bitwise_or.reduceat(chords.plus | chords.minus, chords.first[split])
        signs = signs[parent]
        signs[kept:] |= bits
        face_signs: Words = signs
        return face_signs


def _lengths(a: Floats, b: Floats) -> Floats:
    """Distances of points, shapes (n, 2)."""
    lengths: Floats = np.hypot(b[:, 0] - a[:, 0], b[:, 1] - a[:, 1])
    return lengths
