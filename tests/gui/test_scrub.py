"""The steps of a scrub: round decimals, fit to the size of the number, through zero, and exactly back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt

from neuralfold.gui.scrub import Scrub, tenths_per_step


def walk(start, *moves, scale=1.0):
    scrub = Scrub(start, scale)
    return [scrub.moved(tenths) for tenths in moves]


@pytest.mark.parametrize(
    ("start", "moves", "expected"),
    [
        (3.0, (10, 10, -30), [3.1, 3.2, 2.9]),
        (0.3, (10,) * 4, [0.31, 0.32, 0.33, 0.34]),
        (0.29, (10, -20), [0.30, 0.28]),
        (-2.0, (10, -20), [-1.9, -2.1]),
        (0.0, (10, -20), [0.1, -0.1]),
        (250.0, (10, 100), [260.0, 360.0]),
        (1e-6, (10, -20), [1.1e-6, 9e-7]),
        (0.1, (-10,) * 12, [0.09, 0.08, 0.07, 0.06, 0.05, 0.04, 0.03, 0.02, 0.01, 0.0, -0.01, -0.02]),
    ],
)
def test_steps_are_round_decimals_of_the_size_of_the_start(start, moves, expected):
    assert walk(start, *moves) == expected


def test_fine_steps_are_ten_times_finer_and_coarse_ones_ten_times_coarser():
    assert walk(3.0, 1, 1, 10) == [3.01, 3.02, 3.12]
    assert walk(3.0, 100) == [4.0]
    none, shift, control = (
        Qt.KeyboardModifier.NoModifier,
        Qt.KeyboardModifier.ShiftModifier,
        Qt.KeyboardModifier.ControlModifier,
    )
    assert [tenths_per_step(keys) for keys in (none, shift, control)] == [10, 1, 100]


def test_a_number_that_is_not_round_goes_to_the_next_round_one_first():
    assert walk(1 / 3, 10, 10) == [0.34, 0.35]
    assert walk(1 / 3, -10, -10) == [0.33, 0.32]


def test_zero_steps_as_the_largest_number_of_the_layer_does():
    assert walk(0.0, 10, scale=40.0) == [1.0]
    assert walk(0.0, 10, scale=0.0) == [0.1]


@given(st.floats(allow_nan=False, allow_infinity=False, width=64), st.lists(st.integers(-200, 200), max_size=8))
def test_back_where_it_began_the_number_is_the_same_to_the_last_bit(start, moves):
    scrub = Scrub(start, 1.0)
    for tenths in moves:
        scrub.moved(tenths)
    assert scrub.moved(-sum(moves)).hex() == start.hex()


@given(st.floats(1e-300, 1e300), st.integers(1, 500))
def test_up_is_up_and_down_is_down(start, tenths):
    assert Scrub(start, 1.0).moved(tenths) > start
    assert Scrub(start, 1.0).moved(-tenths) < start
