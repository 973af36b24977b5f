"""Rows of flags packed into 64-bit words: bit c of a row stands for column c."""

import numpy as np
from numpy.typing import NDArray

from neuralfold.model.certainty import Indices
from neuralfold.model.crossings import Flags, spread

Words = NDArray[np.uint64]

_AT_ONCE = 1 << 17

# Which bits are set in each of the 256 octets, one after another.
_COUNTS = np.bitwise_count(np.arange(256, dtype=np.uint8)).astype(np.intp)
_STARTS = np.cumsum(_COUNTS) - _COUNTS
_BITS = np.nonzero(np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little"))[1]


def pack(flags: Flags) -> Words:
    """Pack flags, shape (rows, columns), into words, shape (rows, ceil(columns / 64))."""
    rows, columns = flags.shape
    packed = np.zeros((rows, -(-columns // 64) * 8), np.uint8)
    packed[:, : -(-columns // 8)] = np.packbits(flags, axis=1, bitorder="little")
    return packed.view("<u8").astype(np.uint64, copy=False)


def packed_signs(signs: NDArray[np.int8]) -> tuple[Words, Words]:
    """Where signs, shape (rows, columns), are positive and where they are negative, packed, a few rows at a time."""
    rows, columns = signs.shape
    positive, negative = (np.empty((rows, -(-columns // 64)), np.uint64) for _ in range(2))
    step = max(1, _AT_ONCE // columns)
    for start in range(0, rows, step):
        block = signs[start : start + step]
        positive[start : start + step], negative[start : start + step] = pack(block > 0), pack(block < 0)
    return positive, negative


def unpack(words: Words, columns: int) -> Flags:
    """Flags, shape (rows, columns), of packed rows."""
    octets = np.ascontiguousarray(words).astype("<u8", copy=False).view(np.uint8)
    flags: Flags = np.unpackbits(octets, axis=1, count=columns, bitorder="little").view(np.bool_)
    return flags


def listed(words: Words, columns: int) -> tuple[Indices, Indices]:
    """Row and column of every set bit, row by row and column by column; `columns` bounds them."""
    rows = np.nonzero(words.any(axis=1))[0]
    octets = np.ascontiguousarray(words[rows]).astype("<u8", copy=False).view(np.uint8)[:, : -(-columns // 8)]
    row, octet = octets.nonzero()
    value = octets[row, octet]
    count = _COUNTS[value]
    which = spread(_STARTS[value], count)
    return rows[row].repeat(count), (8 * octet).repeat(count) + _BITS[which]


def bit_rows(columns: Indices, words: int) -> Words:
    """One row per entry of `columns` with just that bit set, shape (entries, words)."""
    rows = np.zeros((columns.size, words), np.uint64)
    rows[np.arange(columns.size), columns >> 6] = np.uint64(1) << (columns & 63).astype(np.uint64)
    return rows


def scattered(numbers: Indices | Words) -> Words:
    """A 64-bit number for each of `numbers` that looks random and differs for different ones (splitmix64)."""
    key = (numbers.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    key ^= key >> np.uint64(30)
    key *= np.uint64(0xBF58476D1CE4E5B9)
    key ^= key >> np.uint64(27)
    key *= np.uint64(0x94D049BB133111EB)
    key ^= key >> np.uint64(31)
    return key


def row_keys(group: int, words: Words) -> Words:
    """A 64-bit key of each row of `words` within a `group`: equal rows have equal keys, others hardly ever."""
    key = scattered(np.full(len(words), group))
    for word in words.T:
        key = scattered(key ^ word)
    return key
