"""Changing a number by dragging or by the wheel, in steps that fit its size and land on round decimals."""

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from PySide6.QtCore import Qt

# One step is ten of these; the fine step is one, the coarse step a hundred.
TENTHS, FINE_TENTHS, COARSE_TENTHS = 10, 1, 100


def tenths_per_step(modifiers: Qt.KeyboardModifier) -> int:
    """How far one step goes with these keys held: Shift is ten times finer, Ctrl ten times coarser."""
    if modifiers & Qt.KeyboardModifier.ShiftModifier:
        return FINE_TENTHS
    return COARSE_TENTHS if modifiers & Qt.KeyboardModifier.ControlModifier else TENTHS


class Scrub:
    """One drag, or one turning of the wheel, that starts at `start` and has come to `value`.

    A step is a hundredth to a tenth of the size of `start` and stays that long, so that the scrub passes through 0 at
    an even pace; where `start` is 0 the size is that of `scale`. Back at the beginning the number is `start` again,
    to the last bit.
    """

    def __init__(self, start: float, scale: float) -> None:
        self.start = self.value = start
        self._decimal = Decimal(repr(start))
        size = abs(start) or abs(scale) or 1.0
        self._exponent = math.floor(math.log10(size)) - 1
        self._tenths = 0

    def moved(self, tenths: int) -> float:
        """The number after going on by `tenths` of a step, negative for less."""
        self._tenths += tenths
        self.value = self.start if self._tenths == 0 else self._round_number()
        return self.value

    def _round_number(self) -> float:
        is_fine = self._tenths % TENTHS != 0
        exponent = self._exponent - is_fine
        steps = self._tenths if is_fine else self._tenths // TENTHS
        # The first step goes to the next round number in its direction, which may be nearer than a whole step.
        rounding = ROUND_FLOOR if steps > 0 else ROUND_CEILING
        first = self._decimal.scaleb(-exponent).to_integral_value(rounding)
        return float((first + steps).scaleb(exponent))
