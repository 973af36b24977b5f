"""Where an axis has its marks and what is written beside them: round numbers, each label exactly its mark."""

import math
from dataclasses import dataclass
from fractions import Fraction

# A plain number this long or shorter is never written with a power of ten.
PLAIN_DIGITS = 6
MOST_MARKS = 50

_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Mark:
    """One mark of an axis: the data value, and its label, which reads back as that value."""

    value: float
    label: str


def marks(low: float, high: float, most: int) -> tuple[Mark, ...]:
    """At most `most` marks in [low, high], at the multiples of 1, 2 or 5 times a power of ten.

    None where the range is empty or not finite, or where no such multiple can be told from the next.
    """
    span = high - low
    if not (math.isfinite(span) and span > 0.0 and most >= 1):
        return ()
    finest = math.floor(math.log10(span) - math.log10(most)) - 1
    # Exact from here on: close to 1e9 a step of 1e-7 has fewer digits than a float64 product would lose.
    bottom, top = Fraction(low), Fraction(high)
    for exponent in range(finest, finest + 4):
        for digit in (1, 2, 5):
            step = digit * Fraction(10) ** exponent
            first, last = math.ceil(bottom / step), math.floor(top / step)
            # The float64 number 0.3 is a little less than 3/10, and yet the mark of 0.3.
            first -= _number((first - 1) * digit, exponent) >= low
            last += _number((last + 1) * digit, exponent) <= high
            if last - first < min(most, MOST_MARKS):
                return _labelled([k * digit for k in range(first, last + 1)], exponent)
    return ()


def _number(whole: int, exponent: int) -> float:
    """whole·10^exponent, correctly rounded."""
    return float(f"{whole}e{exponent}")


def _labelled(wholes: list[int], exponent: int) -> tuple[Mark, ...]:
    """Marks at whole·10^exponent."""
    values = [_number(whole, exponent) for whole in wholes]
    if len(set(values)) < len(values):
        return ()
    plain = [_plain(whole, exponent) for whole in wholes]
    powers = _with_power(wholes, exponent)
    longest = max(map(len, plain), default=0)
    is_plain = longest <= PLAIN_DIGITS or longest <= max(map(len, powers), default=0)
    return tuple(Mark(value, text) for value, text in zip(values, plain if is_plain else powers, strict=True))


def _plain(whole: int, exponent: int) -> str:
    """whole·10^exponent, written out."""
    if whole == 0:
        return "0"
    digits = str(abs(whole))
    if exponent >= 0:
        text = digits + "0" * exponent
    else:
        digits = digits.rjust(1 - exponent, "0")
        text = f"{digits[:exponent]}.{digits[exponent:]}"
    return f"−{text}" if whole < 0 else text


def _with_power(wholes: list[int], exponent: int) -> list[str]:
    """whole·10^exponent for each, with one power of ten for all."""
    longest = max((len(str(abs(whole))) for whole in wholes), default=1)
    power = exponent + longest - 1
    factor = f"×10{str(power).translate(_SUPERSCRIPTS)}"
    return ["0" if whole == 0 else _plain(whole, 1 - longest) + factor for whole in wholes]
