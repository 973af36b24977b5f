"""Weights and biases from JSON to arrays: millions of numbers, checked without a Python loop over each."""

import re
from itertools import chain

import msgspec
import numpy as np
from msgspec import DecodeError, Raw

from neuralfold.files.complaints import not_numbers
from neuralfold.model.activations import Floats
from neuralfold.model.network import check_parameters
from neuralfold.model.sentence import BadInput

# JSON's -0 is an integer to the library, which has no negative zero.
_NEGATIVE_ZERO = re.compile(rb"-0(?=[\s,\]])")


class Budget:
    """How many numbers the networks of one document have so far; more than ten million are refused unread."""

    def __init__(self) -> None:
        self._numbers = 0

    def spend(self, text: bytes) -> None:
        """Count the numbers of a JSON list, or list of lists: one more than its commas. Raises BadInput."""
        self._numbers += text.count(b",") + 1
        check_parameters(self._numbers)


def read_rows(raw: Raw, columns: int, place: str, budget: Budget) -> Floats:
    """The matrix of a JSON list of rows, shape (rows, columns), read-only.

    Raises BadInput naming the row, and the number in it, that does not fit.
    """
    text = _text(raw, budget)
    try:
        rows = msgspec.json.decode(text, type=list[list[float]])
    except DecodeError as error:
        raise not_numbers(error, place) from error
    if not rows:
        raise BadInput("{place}: no rows; a layer has one row per unit", place=place)
    for row, numbers in enumerate(rows, 1):
        if len(numbers) != columns:
            raise BadInput(
                "{place}: row {row} has 1 number, expected {expected}"
                if len(numbers) == 1
                else "{place}: row {row} has {found} numbers, expected {expected}",
                place=place,
                row=row,
                found=f"{len(numbers):,}",
                expected=f"{columns:,}",
            )
    flat = np.fromiter(chain.from_iterable(rows), np.float64, count=len(rows) * columns)
    matrix = flat.reshape(len(rows), columns).copy()
    matrix.setflags(write=False)
    return matrix


def read_list(raw: Raw, place: str, budget: Budget) -> Floats:
    """The vector of a JSON list of numbers, read-only. Raises BadInput naming the number that does not fit."""
    try:
        numbers = msgspec.json.decode(_text(raw, budget), type=list[float])
    except DecodeError as error:
        raise not_numbers(error, place) from error
    vector = np.array(numbers, np.float64)
    vector.setflags(write=False)
    return vector


def _text(raw: Raw, budget: Budget) -> bytes:
    text = bytes(raw)
    budget.spend(text)
    return _NEGATIVE_ZERO.sub(b"-0.0", text)
