"""The colours and sizes of everything that is painted: one palette for light rooms and one for dark ones.

The series begin with the blue, green and purple of Okabe and Ito (2008), fitted to each background; the others were
chosen, as were the sixteen calm colours of patterns, to lie far apart in OKLab for normal, protanopic and deuteranopic
eyes at once. Orange is kept for the probe. Every line colour has a contrast of 3:1 or more to its background.

The choice of palette is a setting of the program and not of a document, so there is one current palette; whoever
changes it tells the views.
"""

from dataclasses import dataclass

from PySide6.QtGui import QColor, QFont

# How many colours patterns may have; more could not be told apart.
PATTERN_COLOURS = 16

# Heights of type, in logical pixels: what the last row can read. Pixels, not points, so that a picture does not depend
# on the resolution that a screen, an image or a vector file claims to have.
TEXT_PIXELS = 15
LABEL_PIXELS = 17
TITLE_PIXELS = 18


@dataclass(frozen=True)
class Palette:
    """Colours as "#rrggbb", for text and lines on `background`.

    `panel` lies behind tables and notes; `ink` is text and main lines, `faint` second-rank text and axes, `grid` lines
    that hardly show; `accent` marks what is chosen, `probe` the probe and all that belongs to it; `negative` and
    `positive` are the ends of every two-sided scale; `series` are the colours of parts, layers and outputs, in order.
    """

    name: str
    is_dark: bool
    background: str
    panel: str
    ink: str
    faint: str
    grid: str
    accent: str
    probe: str
    warning: str
    negative: str
    positive: str
    series: tuple[str, ...]
    patterns: tuple[str, ...]

    def pattern_colour(self, key: int) -> QColor:
        """The colour of an activation pattern from its key (64 bits, or a colour number below 16), always the same."""
        number = 0
        while key:
            number ^= key % PATTERN_COLOURS
            key //= PATTERN_COLOURS
        return QColor(self.patterns[number])

    def series_colour(self, i: int) -> QColor:
        """Colour `i` of the series, which begins again after its last colour."""
        return QColor(self.series[i % len(self.series)])


LIGHT = Palette(
    name="light",
    is_dark=False,
    background="#ffffff",
    panel="#f3f5f8",
    ink="#1b2330",
    faint="#667285",
    grid="#e4e9f0",
    accent="#0b6fb8",
    probe="#e06500",
    warning="#b3261e",
    negative="#cf5200",
    positive="#0072b2",
    series=(
        "#0072b2",
        "#2c9c73",
        "#a0467c",
        "#7f7bf0",
        "#801f12",
        "#7a5d00",
        "#22188a",
        "#5c1d63",
    ),
    patterns=(
        "#78d6d4",
        "#d7d18c",
        "#d1f9d2",
        "#9abace",
        "#d29875",
        "#d5c8f8",
        "#d4c2b3",
        "#ffdda2",
        "#bc97b8",
        "#aeb6f2",
        "#b6c287",
        "#cedde9",
        "#bbe1c1",
        "#b6b3a4",
        "#f3eafc",
        "#82a7db",
    ),
)

DARK = Palette(
    name="dark",
    is_dark=True,
    background="#12161d",
    panel="#1b212b",
    ink="#e8ecf2",
    faint="#93a0b2",
    grid="#29313d",
    accent="#5bb0ee",
    probe="#ffa23a",
    warning="#ff8a7a",
    negative="#f0884d",
    positive="#5aaee8",
    series=(
        "#4da3e0",
        "#6fd3a3",
        "#d96daa",
        "#e3e58f",
        "#b8bdf2",
        "#b96f64",
        "#a38a24",
        "#8f72d8",
    ),
    patterns=(
        "#765e22",
        "#7872a4",
        "#3f3f5d",
        "#605a4e",
        "#425f8c",
        "#674048",
        "#806361",
        "#4c2907",
        "#78496f",
        "#3c4428",
        "#568670",
        "#342b57",
        "#542039",
        "#927441",
        "#604a05",
        "#527581",
    ),
)

PALETTES = (LIGHT, DARK)

_current = LIGHT


def current() -> Palette:
    """The palette that is painted with now."""
    return _current


def use(palette: Palette) -> None:
    """Paint with `palette` from now on; views that exist must be told by their `apply_palette`."""
    global _current  # noqa: PLW0603 - the one setting that every painter reads and only the theme writes
    _current = palette


def type_of(pixels: float, *, is_bold: bool = False, is_italic: bool = False) -> QFont:
    """The font of the program at a height in logical pixels."""
    font = QFont()
    font.setPixelSize(max(round(pixels), 1))
    # Fitted to pixels, type would not grow evenly with a picture, and would differ between screens of scale 1 and 2.
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setBold(is_bold)
    font.setItalic(is_italic)
    return font
