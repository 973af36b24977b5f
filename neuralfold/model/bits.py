"""Rows of flags packed into 64-bit words: bit c of a row stands for column c."""

import numpy as np
from numpy.typing import NDArray

from neuralfold.model.certainty import Indices

Words = NDArray[np.uint64]
Flags = NDArray[np.bool_]


def pack(flags: Flags) -> Words:
    """Pack flags, shape (rows, columns), into words, shape (rows, ceil(columns / 64))."""
    rows, columns = flags.shape
    packed = np.zeros((rows, -(-columns // 64) * 8), np.uint8)
    packed[:, : -(-columns // 8)] = np.packbits(flags, axis=1, bitorder="little")
    return packed.view("<u8").astype(np.uint64, copy=False)


def unpack(words: Words, columns: int) -> Flags:
    """Flags, shape (rows, columns), of packed rows."""
    octets = np.ascontiguousarray(words).astype("<u8", copy=False).view(np.uint8)
    flags: Flags = np.unpackbits(octets, axis=1, count=columns, bitorder="little").view(np.bool_)
    return flags


def listed(words: Words, columns: int) -> tuple[Indices, Indices]:
    """Row and column of every set bit, row by row."""
    rows = np.flatnonzero(words.any(axis=1))
    row, column = np.nonzero(unpack(words[rows], columns))
    return rows[row], column


def bit_rows(columns: Indices, words: int) -> Words:
    """One row per entry of `columns` with just that bit set, shape (entries, words)."""
    rows = np.zeros((columns.size, words), np.uint64)
    rows[np.arange(columns.size), columns >> 6] = np.uint64(1) << (columns & 63).astype(np.uint64)
    return rows


def keyed(group: Indices, words: Words) -> Words:
    """A 64-bit key of each row of `words` within its `group`: equal rows get equal keys (splitmix64 steps)."""
    key = (group.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    for word in words.T:
        key = key ^ word
        key ^= key >> np.uint64(30)
        key *= np.uint64(0xBF58476D1CE4E5B9)
        key ^= key >> np.uint64(27)
        key *= np.uint64(0x94D049BB133111EB)
        key ^= key >> np.uint64(31)
    return key
