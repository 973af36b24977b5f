"""Which rows the layer table has: what each row stands for, and nothing of what it shows."""

from enum import IntEnum
from typing import NamedTuple

from neuralfold.model.chain import Chain

INPUT = -1
HEADER = -2


class Column(IntEnum):
    """The columns of the layer table."""

    NAME = 0
    WIDTH = 1
    ACTIVATION = 2
    SLOPE = 3
    SKIP = 4
    OMEGA = 5
    PARAMETERS = 6
    MACS = 7


class Row(NamedTuple):
    """One row: `layers[k]` of a part of the chain, its input (k = INPUT), or the head of the part (k = HEADER).

    Rows in the order of the table are in ascending order.
    """

    part: int
    k: int

    @property
    def is_layer(self) -> bool:
        """Whether the row stands for a layer, which has parameters."""
        return self.k >= 0


def rows_of(chain: Chain) -> list[Row]:
    """The rows of a chain; a network that is alone and applied once needs no head."""
    rows = []
    for i, part in enumerate(chain.parts):
        first = INPUT if chain.is_plain else HEADER
        rows += [Row(i, k) for k in range(first, part.network.depth + 1)]
    return rows
