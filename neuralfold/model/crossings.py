"""Where several walls cross one edge: their order from one end to the other, and which of them coincide."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from neuralfold.model.activations import Floats
from neuralfold.model.certainty import Indices

Flags = NDArray[np.bool_]
Number = TypeVar("Number", bound=np.generic)


@dataclass(frozen=True)
class NewPoints:
    """New vertices at `share` of the way between the vertices `ends`, shape (n, 2), where `wall` crosses.

    `shift` is how far they may be off. Wall `zero[i]` passes through new vertex `point[i]`.
    """

    ends: Indices
    share: Floats
    wall: Indices
    shift: Floats
    point: Indices
    zero: Indices

    def between(self, values: Floats) -> Floats:
        """Values at the new vertices, interpolated from `values` at older ones, shape (vertices, anything)."""
        share = self.share[:, None]
        start = values[self.ends[:, 0]]
        mixed: Floats = start + share * (values[self.ends[:, 1]] - start)
        return mixed


def spread(starts: Indices, counts: Indices) -> Indices:
    """The concatenation of starts[i], starts[i] + 1, … (counts[i] of them)."""
    spread_out: Indices = (starts + counts - counts.cumsum()).repeat(counts)
    spread_out += np.arange(spread_out.size)
    return spread_out


def numbered(values: Indices) -> Indices:
    """The rank of every value among the different values, from 0: equal values get equal numbers."""
    sort = values.argsort()
    ascending = values[sort]
    is_new = np.zeros(values.size, np.intp)
    is_new[1:] = ascending[1:] != ascending[:-1]
    numbers = np.empty(values.size, np.intp)
    numbers[sort] = is_new.cumsum()
    return numbers


def paired(a: NDArray[Number], b: NDArray[Number]) -> NDArray[Number]:
    """Two arrays of one shape (n,) side by side, shape (n, 2)."""
    pairs = np.empty((a.size, 2), a.dtype)
    pairs[:, 0], pairs[:, 1] = a, b
    return pairs


def piece_ends(ends: Indices, counts: Indices, new: Indices) -> Indices:
    """The two ends of every piece of every edge, edge by edge, shape (edges + new, 2).

    `ends` has shape (edges, 2), `counts[i]` is the number of points inside edge i, and `new` lists them in order.
    """
    last = (counts + 1).cumsum() - 1
    first = last - counts
    pieces = np.empty((ends.shape[0] + new.size, 2), np.intp)
    inner = np.ones(len(pieces), bool)
    inner[first] = False
    pieces[first, 0] = ends[:, 0]
    pieces[inner, 0] = new
    inner[first] = True
    inner[last] = False
    pieces[last, 1] = ends[:, 1]
    pieces[inner, 1] = new
    return pieces


def ordered(
    edge: Indices,
    key: Floats,
    error: Floats,
    ratio: Callable[[int], Fraction],
    afford: Callable[[int], bool],
) -> tuple[Indices, Flags]:
    """Crossings sorted along their edges, and which of them begin a new point.

    Crossing i lies on `edge[i]` (ascending) at `key[i]`, known up to `error[i]`, which grows along the edge. Where
    errors hide the order, it is taken from the exact `ratio(i)`, if one can `afford` that many; if not, crossings that
    cannot be told apart count as one point.
    """
    sort = np.arange(edge.size)
    starts = np.ones(edge.size, bool)
    same = edge[1:] == edge[:-1]
    if not same.any():
        return sort, starts
    is_first = starts.copy()
    is_first[1:] = ~same
    several = ~is_first
    several[:-1] |= same
    rows = several.nonzero()[0]
    sort[rows] = rows[np.lexsort((key[rows], edge[rows]))]
    widest = np.maximum.reduceat(error, is_first.nonzero()[0])[is_first.cumsum() - 1]
    ascending = key[sort]
    # Written so that what is not a number counts as close, and is decided exactly.
    close = same & ~(ascending[1:] - ascending[:-1] > 2.0 * widest[1:])
    if not close.any():
        return sort, starts
    turns = np.flatnonzero(np.diff(np.concatenate([[False], close, [False]]).astype(np.int8)))
    for first, last in zip(turns[::2].tolist(), (turns[1::2] + 1).tolist(), strict=True):
        members = sort[first:last].tolist()
        starts[first + 1 : last] = False
        if afford(len(members)):
            ratios = {i: ratio(i) for i in members}
            members.sort(key=ratios.__getitem__)
            sort[first:last] = members
            starts[first + 1 : last] = [ratios[i] != ratios[j] for i, j in pairwise(members)]
    starts[is_first] = True
    return sort, starts
