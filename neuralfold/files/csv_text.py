"""A table of numbers as CSV text that reads back to the last bit, in every country."""

import csv
import io
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from neuralfold.files.atomic import write_atomically

Cell = str | int | float | bool | None


@dataclass(frozen=True)
class Table:
    """A header, each field as "name [unit]" with [1] for plain numbers and text, and the rows below it."""

    header: tuple[str, ...]
    rows: Iterable[Sequence[Cell]]


def csv_bytes(table: Table) -> bytes:
    """The CSV file of a table: UTF-8 with BOM, comma, point, CRLF (DESIGN, section 8).

    Integers have all their digits, floats the shortest form that reads back bit-equal; true and false are words. A
    value that is not finite, or that does not exist, is an empty cell.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(table.header)
    writer.writerows([_cell(value) for value in row] for row in table.rows)
    return text.getvalue().encode("utf-8-sig")


def write_csv(path: Path, table: Table) -> None:
    """Write a table as a CSV file, atomically. Raises BadInput, beginning with the path, where it cannot be written."""
    write_atomically(path, csv_bytes(table))


def _cell(value: Cell) -> str:
    match value:
        case None:
            return ""
        case str():
            return value
        case bool() | np.bool_():
            return "true" if value else "false"
        case int() | np.integer():
            return str(int(value))
    number = float(value)
    return repr(number) if math.isfinite(number) else ""
