"""Which colour a region has: numbers of colours, the levels between bands of output values, and colour ramps."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from neuralfold.plots.palette import PATTERN_COLOURS, Palette

Floats = NDArray[np.float64]

BANDS = 14
# A scale that still spans the values and is at most this many times too wide is kept while weights move.
KEPT_SPAN = 2.5


@dataclass(frozen=True)
class Levels:
    """Limits of the bands of output values: the multiples first·step … last·step, with step = digit·10^exponent.

    The limits are made from whole numbers, so that a limit printed as 0.3 is the float64 number 0.3.
    """

    first: int
    last: int
    digit: int
    exponent: int

    @classmethod
    def over(cls, low: float, high: float) -> "Levels":
        """The levels that span the finite values `low` <= `high` with at most about BANDS bands of a round step."""
        span = high / 2 - low / 2
        if not span > 0.0:
            span = abs(high) / 2 or 0.5
        rough = max(span * (2 / (BANDS - 2)), 1e-300)
        exponent = math.floor(math.log10(rough))
        digit = next(d for d in (1, 2, 5, 10) if rough <= d * 10.0**exponent * (1 + 1e-9))
        digit, exponent = (1, exponent + 1) if digit == 10 else (digit, exponent)
        step = _scaled(digit, exponent)
        first, last = math.floor(low / step), math.ceil(high / step)
        return cls(first, max(last, first + 1), digit, exponent)

    def kept_for(self, low: float, high: float) -> bool:
        """Whether these levels still fit values from `low` to `high`, so that colours need not jump."""
        inside = self.limit(self.first) <= low and high <= self.limit(self.last)
        width = self.limit(self.last) / KEPT_SPAN - self.limit(self.first) / KEPT_SPAN
        return inside and high - low >= width and (self.first < 0 < self.last) == (low < 0 < high)

    @property
    def count(self) -> int:
        """Number of bands."""
        return self.last - self.first

    def limit(self, k: int) -> float:
        """The value k·step."""
        return _scaled(k * self.digit, self.exponent)

    @property
    def limits(self) -> Floats:
        """All limits, ascending, shape (count + 1,)."""
        return np.array([self.limit(k) for k in range(self.first, self.last + 1)])

    def bands(self, values: Floats) -> NDArray[np.intp]:
        """Number 0 … count − 1 of the band of each value; a value at a limit belongs to the band above it."""
        return np.clip(np.searchsorted(self.limits, values, side="right") - 1, 0, self.count - 1)

    def colours(self, palette: Palette) -> list[QColor]:
        """One colour per band: two-sided around 0 where the bands lie on both sides, else from pale to full."""
        centres = [k + 0.5 for k in range(self.first, self.last)]
        if self.first < 0 < self.last:
            reach = max(-self.first, self.last) - 0.5
            return [two_sided(palette, centre / reach) for centre in centres]
        sign = 1.0 if self.first >= 0 else -1.0
        nearest = self.first if sign > 0 else -self.last
        return [
            two_sided(palette, sign * (0.12 + 0.88 * (abs(centre) - nearest) / max(self.count, 1)))
            for centre in centres
        ]


@lru_cache(maxsize=64)
def colour_table(palette: Palette, levels: Levels | None, counts: tuple[int, int] | None) -> tuple[QColor, ...]:
    """The colour of every colour number: of bands with `levels`, of active units from `counts`, else of patterns."""
    if levels is not None:
        return tuple(levels.colours(palette))
    if counts is not None:
        low, high = counts
        return tuple(one_sided(palette, max(n - low, 0) / max(high - low, 1)) for n in range(high + 1))
    return tuple(palette.pattern_colour(n) for n in range(PATTERN_COLOURS))


def _scaled(whole: int, exponent: int) -> float:
    """whole·10^exponent, correctly rounded."""
    return float(f"{whole}e{exponent}")


def number(value: float) -> str:
    """A number as a short label: six digits at most, with a true minus sign."""
    return f"{value + 0.0:.6g}".replace("-", "−")


def mixed(a: QColor, b: QColor, t: float) -> QColor:
    """The colour a fraction t of the way from a to b, mixed in OKLab so that equal steps look equal."""
    start, end = _oklab(a), _oklab(b)
    return _from_oklab(start + t * (end - start))


def two_sided(palette: Palette, t: float) -> QColor:
    """The colour of t in [−1, 1]: negative colour, neutral at 0, positive colour."""
    end = QColor(palette.positive if t > 0 else palette.negative)
    return mixed(QColor(palette.background), end, 0.12 + 0.8 * min(abs(t), 1.0) ** 0.9)


def one_sided(palette: Palette, t: float) -> QColor:
    """The colour of t in [0, 1]: from almost the background to almost the accent."""
    return mixed(QColor(palette.background), QColor(palette.accent), 0.1 + 0.8 * t)


_TO_LMS = np.array(
    [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
     [0.0883024619, 0.2817188376, 0.6299787005]]
)  # fmt: skip
_TO_LAB = np.array(
    [[0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
     [0.0259040371, 0.7827717662, -0.8086757660]]
)  # fmt: skip


def _oklab(colour: QColor) -> Floats:
    rgb = np.array([colour.redF(), colour.greenF(), colour.blueF()])
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    lab: Floats = _TO_LAB @ np.cbrt(_TO_LMS @ linear)
    return lab


def _from_oklab(lab: Floats) -> QColor:
    linear = np.linalg.solve(_TO_LMS, np.linalg.solve(_TO_LAB, lab) ** 3).clip(0.0, 1.0)
    rgb = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055).clip(0.0, 1.0)
    return QColor.fromRgbF(*(float(c) for c in rgb))
