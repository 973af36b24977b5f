"""A block of numbers as tab-separated text, as spreadsheets copy and paste it."""

import re
from itertools import pairwise

import numpy as np

from neuralfold.model.activations import Floats
from neuralfold.model.number_text import number_text, parse_number
from neuralfold.model.sentence import BadInput

_LINE_END = re.compile(r"\r\n|\n|\r")


def block_text(block: Floats) -> str:
    """`block`, shape (rows, columns), one line per row; every number reads back bit-equal."""
    return "\n".join("\t".join(number_text(value) for value in row) for row in block.tolist())


def block_shape(text: str) -> tuple[int, int]:
    """(rows, columns) of tab-separated text, told without reading its numbers.

    Raises BadInput for an empty text, and naming the first row that is longer or shorter than the first one.
    """
    widths = [line.count("\t") + 1 for line in _lines(text)]
    for row, (before, width) in enumerate(pairwise(widths), 2):
        if width != before:
            raise BadInput(
                "pasted text, row {row}: {width} columns instead of {expected}",
                row=row,
                width=width,
                expected=before,
            )
    return len(widths), widths[0]


def parse_block(text: str) -> Floats:
    """The numbers of tab-separated text, shape (rows, columns).

    Raises BadInput naming the row and the column, counted from 1, of the first one that cannot be read.
    """
    rows, columns = block_shape(text)
    numbers = np.empty((rows, columns))
    for i, line in enumerate(_lines(text)):
        for j, cell in enumerate(line.split("\t")):
            try:
                numbers[i, j] = parse_number(cell)
            except BadInput as error:
                raise BadInput(
                    "pasted text, row {row}, column {column}: {problem}",
                    row=i + 1,
                    column=j + 1,
                    problem=error.sentence,
                ) from error
    return numbers


def pasted_block(text: str, selected: tuple[int, int, int, int], size: tuple[int, int]) -> Floats:
    """The numbers to paste into a table of `size` (rows, columns), from the first selected cell on.

    `selected` is (row, column, rows, columns); one number is meant for every selected cell. Raises BadInput for a text
    that does not fit, and as `parse_block` does.
    """
    row, column, rows, columns = selected
    shape = block_shape(text)
    room = (size[0] - row, size[1] - column)
    if shape[0] > room[0] or shape[1] > room[1]:
        raise BadInput(
            "pasted text: {rows} × {columns} numbers do not fit; from the selected cell on there is room for "
            "{free_rows} × {free_columns}",
            rows=shape[0],
            columns=shape[1],
            free_rows=room[0],
            free_columns=room[1],
        )
    block = parse_block(text)
    if shape == (1, 1):
        block = block.repeat(max(rows, 1), axis=0).repeat(max(columns, 1), axis=1)
    return block


def _lines(text: str) -> list[str]:
    lines = _LINE_END.split(text)
    # Spreadsheets end the last row too.
    if len(lines) > 1 and not lines[-1]:
        lines.pop()
    if lines == [""]:
        raise BadInput("there is no text to paste")
    return lines
