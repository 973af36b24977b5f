"""Numbers as people type them and as the screen shows them; the same in every locale."""

import math
import re
from fractions import Fraction

from neuralfold.model.sentence import BadInput

MAX_TEXT = 400
SHOWN_TEXT = 40

# Full-width forms as an input method for Chinese types them, and the minus sign of typeset text.
_PLAIN = str.maketrans("０１２３４５６７８９．，－＋／ｅＥ−﹣", "0123456789.,-+/eE--")

_DECIMAL = r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)"
_NUMBER = re.compile(rf"[+-]?{_DECIMAL}(?:[eE][+-]?[0-9]+)?")
_FRACTION = re.compile(rf"([+-]?{_DECIMAL})\s*/\s*({_DECIMAL})")
_COMMA = re.compile(r"([+-]?)([0-9]*),([0-9]+)((?:[eE][+-]?[0-9]+)?)")
_WHOLE = re.compile(r"[+-]?[0-9]+")
_NOT_FINITE = re.compile(r"[+-]?\s*(?:inf|infinity|nan|∞)", re.IGNORECASE)


def parse_number(text: str) -> float:
    """The float64 that `text` names, correctly rounded.

    Reads 0.5, .5, 1e-3, -1, 1/3, full-width digits and signs, the minus sign −, and blanks around them. A point is
    always the decimal point. A comma is a decimal comma where it can be nothing else (0,5); 1,000 is refused.
    Raises BadInput for empty text, anything else, and numbers that float64 cannot hold.
    """
    plain = _plain(text)
    if not plain:
        raise BadInput("a number is missing; examples: 0.5, -1, 1e-3, 1/3")
    if _NOT_FINITE.fullmatch(plain):
        raise BadInput("“{text}” is not a finite number", text=_shown(text))
    plain = _with_point(plain, text)
    fraction = _FRACTION.fullmatch(plain)
    if fraction:
        over, under = (Fraction(operand) for operand in fraction.groups())
        if under == 0:
            raise BadInput("“{text}” divides by zero", text=_shown(text))
        return _checked(_quotient(over / under), over == 0, plain.startswith("-"), text)
    if not _NUMBER.fullmatch(plain):
        raise BadInput("“{text}” is not a number; examples: 0.5, -1, 1e-3, 1/3", text=_shown(text))
    mantissa = re.split("[eE]", plain)[0]
    return _checked(float(plain), not mantissa.strip("+-0."), plain.startswith("-"), text)


def parse_whole(text: str, low: int, high: int) -> int:
    """The whole number that `text` names, from `low` to `high`; full-width digits and blanks as in `parse_number`.

    Raises BadInput, with the allowed range, for anything else: empty text, 2.5, 1,000, words, numbers out of range.
    """
    plain = _plain(text)
    if not plain:
        raise BadInput("a whole number is missing; allowed: {low} to {high}", low=low, high=high)
    if not _WHOLE.fullmatch(plain):
        raise BadInput(
            "“{text}” is not a whole number; allowed: {low} to {high}",
            text=_shown(text),
            low=low,
            high=high,
        )
    value = int(plain)
    if not low <= value <= high:
        raise BadInput(
            "{text} is out of range; allowed: {low} to {high}",
            text=_shown(text),
            low=low,
            high=high,
        )
    return value


def number_text(x: float) -> str:
    """The shortest text that `parse_number` reads back as `x` to the last bit: 3, 0.1, 1e-12, -0.

    A value that is not finite gives inf, -inf or nan, which `parse_number` refuses.
    """
    mantissa, mark, exponent = repr(float(x)).partition("e")
    mantissa = mantissa.removesuffix(".0")
    return f"{mantissa}e{int(exponent)}" if mark else mantissa


def fraction_text(x: float, max_denominator: int = 64) -> str | None:
    """“1/3”, “−3/2” or “2” where `x` is within 4 roundings (4 · 2^-52 relative) of that simple fraction, else None."""
    if not math.isfinite(x):
        return None
    nearest = Fraction(x).limit_denominator(max_denominator)
    if abs(Fraction(x) - nearest) > abs(nearest) * Fraction(4, 2**52):
        return None
    # 24999/25 says less than 999.96.
    if abs(nearest.numerator) >= (1000 if nearest.denominator > 1 else 10**6):
        return None
    return str(nearest).replace("-", "−")


def short_text(x: float, digits: int = 4) -> str:
    """`x` for a label: rounded to `digits` significant digits, with a typeset minus sign.

    Whole numbers below a million stay whole; very large and very small ones are written as 1.5e−7. A number that
    is not 0 is never shown as 0.
    """
    if not math.isfinite(x):
        return "nan" if math.isnan(x) else "∞" if x > 0 else "−∞"
    if x == 0:
        return "0"
    if abs(x) < 10**6 and x == int(x):
        return str(int(x)).replace("-", "−")
    mantissa, _, exponent = f"{x:.{max(digits, 1) - 1}e}".partition("e")
    power = int(exponent)
    if -4 <= power < 6:
        text = f"{x:.{max(digits - 1 - power, 0)}f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
    else:
        text = f"{mantissa.rstrip('0').rstrip('.') if '.' in mantissa else mantissa}e{power}"
    return text.replace("-", "−")


def whole_text(value: int, max_digits: int = 30) -> str:
    """A whole number of any size for the screen: 269,322, or ≈ 1.0715e301 where it has more than `max_digits`."""
    size = abs(value)
    if size < 10**max_digits:
        return f"{value:,}".replace("-", "−")
    # The first 5 digits: divide by a power of ten found from the bits, then put the estimate right.
    power = int((size.bit_length() - 1) * math.log10(2))
    while 10 ** (power + 1) <= size:
        power += 1
    while 10**power > size:
        power -= 1
    head = (2 * size // 10 ** (power - 4) + 1) // 2
    if head == 10**5:
        head, power = 10**4, power + 1
    digits = f"{head // 10**4}.{head % 10**4:04d}".rstrip("0").rstrip(".")
    return f"≈ {'−' if value < 0 else ''}{digits}e{power}"


def exact_digits(value: int) -> str:
    """Every digit of a whole number, also past the length at which `str` gives up (4300 digits)."""
    sign = "-" if value < 0 else ""
    pieces = [abs(value)]
    width = 1000
    while pieces[-1] >= 10**width:
        high, low = divmod(pieces.pop(), 10**width)
        pieces += [low, high]
    return sign + "".join([str(pieces[-1]), *(f"{piece:0{width}d}" for piece in reversed(pieces[:-1]))])


def _plain(text: str) -> str:
    """`text` without blanks around it and with plain digits and signs; raises BadInput where it is too long."""
    plain = text.translate(_PLAIN).strip()
    if len(plain) > MAX_TEXT:
        raise BadInput(
            "a number of {length} characters is too long; use at most {limit}", length=len(plain), limit=MAX_TEXT
        )
    return plain


def _with_point(plain: str, text: str) -> str:
    """`plain` with its decimal comma turned into a point.

    Raises BadInput where the comma could also group thousands: one to three digits, not a lone 0, before it and
    exactly three after it.
    """
    if "," not in plain:
        return plain
    comma = _COMMA.fullmatch(plain)
    if not comma:
        raise BadInput("“{text}” has a comma that is not a decimal comma; write a point", text=_shown(text))
    sign, before, after, exponent = comma.groups()
    if len(after) == 3 and len(before) <= 3 and before.strip("0") and not before.startswith("0"):
        raise BadInput(
            "“{text}” can be read as {small} or as {large}; write a point or leave the comma out",
            text=_shown(text),
            small=f"{sign}{before}.{after}{exponent}",
            large=f"{sign}{before}{after}{exponent}",
        )
    return f"{sign}{before}.{after}{exponent}"


def _quotient(value: Fraction) -> float:
    """`value` rounded to the nearest float64; infinite where it is too large."""
    try:
        return value.numerator / value.denominator
    except OverflowError:
        return math.copysign(math.inf, value)


def _checked(value: float, is_zero: bool, is_negative: bool, text: str) -> float:
    """`value`, with the sign that was typed; raises BadInput where float64 could not hold what was typed."""
    if math.isinf(value):
        raise BadInput("“{text}” is too large; numbers go up to 1.8e308", text=_shown(text))
    if value == 0 and not is_zero:
        raise BadInput("“{text}” is too small to be told from 0; type 0 instead", text=_shown(text))
    return math.copysign(value, -1.0 if is_negative else 1.0)


def _shown(text: str) -> str:
    """`text` on one line, cut where it is too long for a sentence."""
    line = " ".join(text.split())
    return line if len(line) <= SHOWN_TEXT else line[: SHOWN_TEXT - 1] + "…"
