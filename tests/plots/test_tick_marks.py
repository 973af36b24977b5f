"""Marks of an axis: round, inside the range, few enough, and labelled with exactly the number they mark."""

import math
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuralfold.plots.tick_marks import marks

SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def read(label):
    """The number that a label names, exactly."""
    mantissa, _, power = label.replace("−", "-").partition("×10")
    return Fraction(mantissa) * Fraction(10) ** int(power.translate(SUPERSCRIPTS) or 0)


@pytest.mark.parametrize(
    ("low", "high", "most", "labels"),
    [
        (0.0, 3.0, 7, ["0", "0.5", "1.0", "1.5", "2.0", "2.5", "3.0"]),
        (0.0, 3.0, 4, ["0", "1", "2", "3"]),
        (-1.0, 1.0, 5, ["−1.0", "−0.5", "0", "0.5", "1.0"]),
        (0.0, 1e-3, 6, ["0", "0.0002", "0.0004", "0.0006", "0.0008", "0.0010"]),
        (0.0, 65_000.0, 4, ["0", "20000", "40000", "60000"]),
        (0.0, 1e9, 3, ["0", "0.5×10⁹", "1.0×10⁹"]),
        (0.0, 3e-7, 4, ["0", "1×10⁻⁷", "2×10⁻⁷", "3×10⁻⁷"]),
        (1e9, 1e9 + 2, 3, ["1000000000", "1000000001", "1000000002"]),
    ],
)
def test_labels(low, high, most, labels):
    assert [mark.label for mark in marks(low, high, most)] == labels


@pytest.mark.parametrize("low", [0.0, -1.0, 0.37])
@pytest.mark.parametrize("span", [1e-12, 1e-3, 1.0, 1e9, 1e300])
def test_labels_are_the_data_values_at_every_scale(low, span):
    found = marks(low, low + span, 8)
    assert found
    for mark in found:
        assert float(read(mark.label)) == mark.value
        assert low <= mark.value <= low + span


@given(
    st.floats(-1e200, 1e200),
    st.floats(1e-200, 1e200),
    st.integers(1, 12),
)
def test_marks_are_few_round_and_evenly_spaced(low, span, most):
    high = low + span
    if not low < high:
        return
    found = marks(low, high, most)
    assert len(found) <= most
    exact = [read(mark.label) for mark in found]
    assert [float(value) for value in exact] == [mark.value for mark in found]
    assert all(low <= mark.value <= high for mark in found)
    steps = {b - a for a, b in pairwise(exact)}
    assert len(steps) <= 1
    for step in steps:
        digit = step / Fraction(10) ** math.floor(math.log10(step) + 1e-9)
        assert digit in (1, 2, 5)


@pytest.mark.parametrize(
    ("low", "high"), [(1.0, 1.0), (2.0, 1.0), (0.0, math.inf), (math.nan, 1.0), (-1.7e308, 1.7e308)]
)
def test_no_marks_where_there_is_no_range(low, high):
    assert marks(low, high, 5) == ()


def test_no_marks_where_neighbouring_numbers_are_farther_apart_than_marks():
    assert len({mark.value for mark in marks(1e16, 1e16 + 4, 9)}) == len(marks(1e16, 1e16 + 4, 9))
