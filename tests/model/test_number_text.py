"""Numbers in and out: what is typed is what is stored, to the last bit, or it is refused with a reason."""

import math
import struct
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuralfold.model.number_text import (
    exact_digits,
    fraction_text,
    number_text,
    parse_number,
    parse_whole,
    short_text,
    whole_text,
)
from neuralfold.model.sentence import BadInput

FINITE = st.floats(allow_nan=False, allow_infinity=False)


def bits(x: float) -> bytes:
    return struct.pack("<d", x)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.5", 0.5),
        (".5", 0.5),
        ("5.", 5.0),
        ("1e-3", 0.001),
        ("1E3", 1000.0),
        ("-1", -1.0),
        ("+1", 1.0),
        ("−1", -1.0),
        ("1/3", 1 / 3),
        ("-3/2", -1.5),
        ("−3 / 2", -1.5),
        ("0.1/0.3", 1 / 3),
        ("  7\t", 7.0),
        ("\u3000７\u3000", 7.0),
        ("０．５", 0.5),
        ("－１．２５", -1.25),
        ("１／３", 1 / 3),
        ("０，５", 0.5),
        ("0,5", 0.5),
        (",5", 0.5),
        ("-0,25", -0.25),
        ("1,5e3", 1500.0),
        ("0,125", 0.125),
        ("1234,567", 1234.567),
        ("1,0000", 1.0),
        ("012,345", 12.345),
        ("1.000", 1.0),
        ("1.234", 1.234),
        ("0e-999", 0.0),
        ("5e-324", 5e-324),
        ("1.7976931348623157e308", 1.7976931348623157e308),
    ],
)
def test_a_number_is_read(text: str, value: float) -> None:
    assert bits(parse_number(text)) == bits(value)


@pytest.mark.parametrize("text", ["-0", "-0.0", "−0/5", "-0e7"])
def test_the_sign_of_zero_is_kept(text: str) -> None:
    assert bits(parse_number(text)) == bits(-0.0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "missing"),
        (" \u3000", "missing"),
        ("1,000", "can be read as 1.000 or as 1000"),
        ("-12,345", "can be read as -12.345 or as -12345"),
        ("１，０００", "can be read as"),
        ("1,000e3", "can be read as"),
        ("1,", "not a decimal comma"),
        ("1,2,3", "not a decimal comma"),
        ("1,234,567", "not a decimal comma"),
        ("1,234.5", "not a decimal comma"),
        ("1.234,5", "not a decimal comma"),
        ("inf", "not a finite number"),
        ("-Infinity", "not a finite number"),
        ("NaN", "not a finite number"),
        ("∞", "not a finite number"),
        ("1e400", "too large"),
        ("-" + "9" * 399, "too large"),
        ("1e99999999999", "too large"),
        ("1e-400", "too small"),
        ("1/" + "9" * 350, "too small"),
        ("1/0", "divides by zero"),
        ("1/0.0", "divides by zero"),
        ("1/-3", "not a number"),
        ("1/2/3", "not a number"),
        ("1 000", "not a number"),
        ("1_000", "not a number"),
        ("0x10", "not a number"),
        ("1e", "not a number"),
        (".", "not a number"),
        ("--1", "not a number"),
        ("٣", "not a number"),
        ("half", "not a number"),
        ("{0}", "not a number"),
        ("9" * 401, "too long"),
    ],
)
def test_anything_else_is_refused_with_its_reason(text: str, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        parse_number(text)


@given(st.text(max_size=30))
def test_no_text_brings_anything_but_a_number_or_one_sentence(text: str) -> None:
    try:
        value = parse_number(text)
    except BadInput as error:
        value, said = 0.0, str(error)
    else:
        said = "read"
    assert math.isfinite(value)
    assert said
    assert "\n" not in said


@given(FINITE)
def test_a_shown_number_reads_back_to_the_last_bit(x: float) -> None:
    assert bits(parse_number(number_text(x))) == bits(x)


@given(FINITE)
def test_no_shorter_text_would_do(x: float) -> None:
    digits = len(number_text(x).lstrip("-").split("e")[0].replace(".", "").strip("0"))
    assert digits <= 1 or float(f"{x:.{digits - 2}e}") != x


@given(st.integers(-(10**6), 10**6), st.integers(1, 10**6))
def test_a_fraction_is_rounded_once(over: int, under: int) -> None:
    assert parse_number(f"{over}/{under}") == over / under


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (3, "3"),
        (3.0, "3"),
        (-0.0, "-0"),
        (0.1, "0.1"),
        (1e-12, "1e-12"),
        (1e16, "1e16"),
        (1e22, "1e22"),
        (1234567.0, "1234567"),
        (1 / 3, "0.3333333333333333"),
    ],
)
def test_number_text(x: float, text: str) -> None:
    assert number_text(x) == text


@pytest.mark.parametrize("x", [math.inf, -math.inf, math.nan])
def test_a_number_that_is_not_finite_does_not_read_back(x: float) -> None:
    with pytest.raises(BadInput):
        parse_number(number_text(x))


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (1 / 3, "1/3"),
        (8 / 3, "8/3"),
        (-1.5, "−3/2"),
        (2.0, "2"),
        (-0.0, "0"),
        (63 / 64, "63/64"),
        (1 / 65, None),
        (0.2 + 1e-12, None),
        (math.pi, None),
        (1e-12, None),
        (5e-324, None),
        (999.96, None),
        (1e7, None),
        (math.inf, None),
        (math.nan, None),
    ],
)
def test_fraction_text(x: float, text: str | None) -> None:
    assert fraction_text(x) == text


def test_a_fraction_may_be_a_few_roundings_away_but_no_more() -> None:
    x = 1 / 3
    assert fraction_text(x + 2 * math.ulp(x)) == "1/3"
    assert fraction_text(x + 40 * math.ulp(x)) is None


@given(st.integers(-640, 640), st.integers(1, 64))
def test_a_fraction_reads_back(over: int, under: int) -> None:
    text = fraction_text(over / under)
    assert text is not None
    assert Fraction(text.replace("−", "-")) == Fraction(over, under)
    assert parse_number(text) == over / under


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (0.1 + 0.2, "0.3"),
        (-1.5, "−1.5"),
        (12345.0, "12345"),
        (12345.678, "12346"),
        (0.99999, "1"),
        (1234567.0, "1.235e6"),
        (2.0**60, "1.153e18"),
        (1e-7, "1e−7"),
        (-0.0, "0"),
        (-math.inf, "−∞"),
    ],
)
def test_short_text(x: float, text: str) -> None:
    assert short_text(x) == text


@given(FINITE)
def test_a_label_is_within_half_a_unit_of_its_last_digit(x: float) -> None:
    shown = Fraction(short_text(x).replace("−", "-"))
    assert abs(shown - Fraction(x)) <= abs(Fraction(x)) * Fraction(5, 10**4)
    assert (shown == 0) == (x == 0)


@pytest.mark.parametrize(("text", "value"), [("3", 3), (" ３ ", 3), ("+4", 4), ("1000000", 10**6)])
def test_a_whole_number_is_read(text: str, value: int) -> None:
    assert parse_whole(text, 1, 10**6) == value


@pytest.mark.parametrize("text", ["", "  ", "2.5", "three", "0", "-1", "−1", "1e9", "1000000000", "1,000", "9" * 390])
def test_a_bad_whole_number_is_refused_with_the_allowed_range(text: str) -> None:
    with pytest.raises(BadInput, match="allowed: 1 to 1000000"):
        parse_whole(text, 1, 10**6)


def test_a_whole_number_longer_than_python_reads_is_refused() -> None:
    with pytest.raises(BadInput, match="too long"):
        parse_whole("9" * 5000, 1, 10**6)


def test_a_negative_whole_number_is_read_where_it_is_allowed() -> None:
    assert parse_whole("−5", -10, 10) == -5


@given(st.integers(-(10**40), 10**40))
def test_whole_text_shows_every_digit_of_a_number_that_fits(value: int) -> None:
    text = whole_text(value, max_digits=41)
    assert int(text.replace(",", "").replace("−", "-")) == value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (250_910_000_953_479_651_926, "250,910,000,953,479,651,926"),
        (10**30 - 1, ",".join(["999"] * 10)),
        (10**30, "≈ 1e30"),
        (-(10**40), "≈ −1e40"),
        (99_999 * 10**40 + 6 * 10**39, "≈ 1e45"),
        (2**1000, "≈ 1.0715e301"),
    ],
)
def test_whole_text(value: int, text: str) -> None:
    assert whole_text(value) == text


def test_whole_text_past_the_limit_of_python() -> None:
    exponent = int(150528 * math.log10(2))
    digits = 10 ** (150528 * math.log10(2) - exponent)
    assert whole_text(2**150528) == f"≈ {digits:.4f}e{exponent}"


@pytest.mark.parametrize("power", [0, 1, 999, 1000, 1001, 2000, 4299, 9000])
def test_exact_digits_past_the_limit_of_python(power: int) -> None:
    assert exact_digits(10**power) == "1" + "0" * power
    assert exact_digits(10**power - 1) == ("9" * power or "0")
    assert exact_digits(-(10**power)) == "-1" + "0" * power


@given(st.integers(0, 10**3000))
def test_exact_digits_agree_with_python_where_it_gives_them(value: int) -> None:
    assert exact_digits(value) == str(value)
