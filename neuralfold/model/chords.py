"""Chords of convex faces: the zero lines of units inside faces, which coincide, and what lies on their two sides."""

from dataclasses import dataclass

import numpy as np

from neuralfold.model.activations import Floats
from neuralfold.model.bits import Words, scattered
from neuralfold.model.certainty import Indices, Signs
from neuralfold.model.crossings import Flags, numbered, spread

# Faces with at most so many chords have a table of all their possible parts.
FEW = 8
# Numbers of faces begin where those of chords have long ended, or a face could be taken for a chord of another.
_FACES = 1 << 40


@dataclass(frozen=True)
class Chords:
    """Chords of faces, sorted by face; coincident ones are one chord, represented by one of its walls.

    `left` is the sign of that wall left of the direction from the first end to the second; `plus` and `minus`, shape
    (chords, words), are the bits of all walls on this line, on the positive and the negative side of that wall. `tilt`
    is how far the ends may lie off the line. `first` and `count`, shape (faces,), tell where the chords of a face are.
    `code` is a number per chord: a new face is known by its old face and the codes of the chords that it lies
    on the positive side of, joined by xor.
    """

    face: Indices
    wall: Indices
    ends: Indices
    left: Signs
    plus: Words
    minus: Words
    tilt: Floats
    first: Indices
    count: Indices
    code: Words


@dataclass(frozen=True)
class Crossed:
    """Chord `i` crosses chord `j`, listed along each chord; `starts` marks the first at each vertex.

    `vertex` numbers the new vertices from 0, shape (crossings,); `counts` is the vertices on each chord; `start_bits`
    and `start_code` are the signs of all other chords of the face where a chord begins.
    """

    i: Indices
    j: Indices
    starts: Flags
    vertex: Indices
    counts: Indices
    start_bits: Words
    start_code: Words


def united(
    face: Indices, wall: Indices, ends: Indices, left: Signs, own: Words, tilt: Floats
) -> tuple[Indices, Indices, Indices, Signs, Words, Words, Floats]:
    """Unite chords of one face with the same ends."""
    low, high = ends.min(axis=1), ends.max(axis=1)
    sort = np.lexsort((high, low, face))
    face, wall, ends, low, high = face[sort], wall[sort], ends[sort], low[sort], high[sort]
    left, own, tilt = left[sort], own[sort], tilt[sort]
    new = np.ones(face.size, bool)
    new[1:] = (face[1:] != face[:-1]) | (low[1:] != low[:-1]) | (high[1:] != high[:-1])
    firsts = np.flatnonzero(new)
    leader = firsts[np.cumsum(new) - 1]
    turned = np.where(ends[:, 0] == ends[leader, 0], left, -left)
    agrees = (turned == left[leader])[:, None]
    plus = np.bitwise_or.reduceat(np.where(agrees, own, np.uint64(0)), firsts)
    minus = np.bitwise_or.reduceat(np.where(agrees, np.uint64(0), own), firsts)
    tilt = np.maximum.reduceat(tilt, firsts)
    return face[firsts], wall[firsts], ends[firsts], left[firsts], plus, minus, tilt


def common_labels(pair: Indices, starts: Flags) -> Indices:
    """A common label for all pairs of chords that cross in one vertex: each run of `starts` is one vertex."""
    root: dict[int, int] = {}

    def find(a: int) -> int:
        while a in root:
            a = root[a]
        return a

    if starts.all():
        return pair
    leader = np.flatnonzero(starts)[np.cumsum(starts) - 1]
    for n in np.flatnonzero(~starts).tolist():
        a, b = find(int(pair[n])), find(int(pair[leader[n]]))
        if a != b:
            root[max(a, b)] = min(a, b)
    label = pair.copy()
    for a in root:
        label[pair == a] = find(a)
    return numbered(label)


def beside_chords(chords: Chords, crossed: Crossed, chord: Indices) -> tuple[Words, Words, Words]:
    """Code of the parts left and right of every piece of every chord, and the signs of all other chords there."""
    firsts = crossed.counts.cumsum() - crossed.counts + np.arange(crossed.counts.size)
    inner = np.ones(chord.size, bool)
    inner[firsts] = False
    begins = np.flatnonzero(crossed.starts)

    def along(start: Words, flips: Words) -> Words:
        """`start` on the first piece of every chord, changed by the flips of the chords crossed on the others."""
        values = np.empty((chord.size, *start.shape[1:]), np.uint64)
        values[firsts] = start
        if begins.size:
            values[inner] = np.bitwise_xor.reduceat(flips[crossed.j], begins, axis=0)
        running = np.bitwise_xor.accumulate(values, axis=0)
        before = np.zeros_like(start)
        before[1:] = running[firsts[1:] - 1]
        running ^= before[chord]
        changed: Words = running
        return changed

    is_left = (chords.left > 0)[chord]
    code, own = along(crossed.start_code, chords.code), chords.code[chord]
    return code ^ own * is_left, code ^ own * ~is_left, along(crossed.start_bits, chords.plus ^ chords.minus)


def beside_edges(chords: Chords, ends: Indices, face: Indices, signs: Signs) -> Words:
    """Code of the part of `face` beside pieces of its border with these `ends`, shape (pieces,)."""
    number = chords.count[face]
    if not number.size:
        return np.empty(0, np.uint64)
    j = spread(chords.first[face], number)
    wall, columns = chords.wall[j], signs.shape[1]
    at_a = signs.reshape(-1)[(ends[:, 0] * columns).repeat(number) + wall]
    at_b = signs.reshape(-1)[(ends[:, 1] * columns).repeat(number) + wall]
    is_above = (2 * at_a + at_b) > 0
    codes: Words = np.bitwise_xor.reduceat(chords.code[j] * is_above, number.cumsum() - number)
    return codes


def chord_codes(count: Indices, first: Indices, face: Indices) -> Words:
    """A code per chord: its own bit where a face has few chords, else a number that looks random."""
    place = np.arange(face.size) - first[face]
    bits = np.uint64(1) << np.minimum(place, 63).astype(np.uint64)
    return np.where(count[face] <= FEW, bits, scattered(place))


def parts(chords: Chords, face: Indices, code: Words) -> tuple[Indices, Indices]:
    """Number the parts of split faces, each known by its face and code: the number of each, and where it comes first.

    Few chords have few codes, which are looked up in a table; only those of faces with many chords are sorted.
    """
    space = np.where((chords.count > 0) & (chords.count <= FEW), 1 << np.minimum(chords.count, FEW), 0)
    base = space.cumsum() - space
    size = int(space.sum())
    slot = base[face] + code.astype(np.intp)
    many = np.flatnonzero(chords.count[face] > FEW)
    if many.size:
        slot[many] = size + numbered((code[many] ^ scattered(face[many] + _FACES)).astype(np.intp))
        size = int(slot[many].max()) + 1
    first = np.full(size, -1)
    first[slot[::-1]] = np.arange(slot.size - 1, -1, -1)
    is_used = first >= 0
    return (is_used.cumsum() - 1)[slot], first[is_used]
