"""One palette, light and dark, that projects well and that colour-blind eyes can read.

Colours are strings "#rrggbb". The series follow Okabe and Ito (2008), made darker or lighter for the background.
"""

import colorsys
from dataclasses import dataclass

from PySide6.QtGui import QColor

PATTERN_COLOURS = 24


@dataclass(frozen=True)
class Palette:
    """All colours of the program on one background.

    `ink` writes, `faint` writes what matters less, `grid` rules lines; `series` are distinguishable line colours;
    `negative` and `positive` are the ends of a diverging scale; `accent` marks what is selected or followed.
    """

    is_dark: bool
    background: str
    panel: str
    ink: str
    faint: str
    grid: str
    accent: str
    warning: str
    negative: str
    positive: str
    series: tuple[str, ...]

    def pattern_colour(self, key: int) -> QColor:
        """A calm colour for a region whose activation pattern has this key; equal keys have equal colours."""
        hue = (key % PATTERN_COLOURS) * 0.618033988749895 % 1.0
        tier = (key % PATTERN_COLOURS) % 3
        if self.is_dark:
            lightness, saturation = (0.30, 0.38, 0.46)[tier], 0.34
        else:
            lightness, saturation = (0.72, 0.79, 0.86)[tier], 0.52
        return QColor.fromRgbF(*colorsys.hls_to_rgb(hue, lightness, saturation))


LIGHT = Palette(
    is_dark=False,
    background="#ffffff",
    panel="#f5f6f8",
    ink="#1b1f24",
    faint="#626b76",
    grid="#dde1e6",
    accent="#d55e00",
    warning="#b34700",
    negative="#d55e00",
    positive="#0072b2",
    series=("#0072b2", "#d55e00", "#008f68", "#a8558a", "#b07d00", "#2b8fc4", "#4b4f9c", "#5a5f66"),
)

DARK = Palette(
    is_dark=True,
    background="#15181c",
    panel="#1e2227",
    ink="#e9edf1",
    faint="#9aa4af",
    grid="#363c44",
    accent="#ffa24d",
    warning="#ffb066",
    negative="#ff8a3d",
    positive="#56b4e9",
    series=("#56b4e9", "#ff9a4d", "#3fd0a5", "#e39ac4", "#f0c840", "#8fd0f5", "#a3a7ff", "#c2c8cf"),
)

_current = LIGHT


def current() -> Palette:
    """The palette in use."""
    return _current


def use(palette: Palette) -> None:
    """Paint with another palette from now on; views repaint when told by `apply_palette`."""
    global _current  # noqa: PLW0603 - one palette for the whole program, as Qt has one style
    _current = palette
