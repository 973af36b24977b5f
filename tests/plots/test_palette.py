"""The palette: colours that can be read, told apart by colour-blind eyes, and that never change for one pattern."""

import itertools

import numpy as np
import pytest
from PySide6.QtGui import QColor

from neuralfold.plots import palette
from neuralfold.plots.palette import DARK, LIGHT, PATTERN_COLOURS

PALETTES = pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])

# Machado, Oliveira and Fernandes (2009), full protanopia and deuteranopia, for linear RGB.
EYES = {
    "normal": np.eye(3),
    "protanopia": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                            [-0.003882, -0.048116, 1.051998]]),
    "deuteranopia": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                              [-0.011820, 0.042940, 0.968881]]),
}  # fmt: skip


def linear(colour):
    rgb = np.array([QColor(colour).redF(), QColor(colour).greenF(), QColor(colour).blueF()])
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    """WCAG 2 contrast ratio."""
    dark, light = sorted(float(linear(c) @ [0.2126, 0.7152, 0.0722]) for c in (one, other))
    return (light + 0.05) / (dark + 0.05)


def oklab(rgb):
    """Björn Ottosson's OKLab of linear RGB."""
    lms = np.cbrt(np.clip(rgb, 0, 1) @ np.array([[0.4122214708, 0.2119034982, 0.0883024619],
                                                 [0.5363325363, 0.6806995451, 0.2817188376],
                                                 [0.0514459929, 0.1073969566, 0.6299787005]]))  # fmt: skip
    return lms @ np.array([[0.2104542553, 1.9779984951, 0.0259040371],
                           [0.7936177850, -2.4285922050, 0.7827717662],
                           [-0.0040720468, 0.4505937099, -0.8086757660]])  # fmt: skip


def distance(one, other):
    """Smallest OKLab distance that any of the three pairs of eyes sees."""
    return min(float(np.linalg.norm(oklab(eye @ linear(one)) - oklab(eye @ linear(other)))) for eye in EYES.values())


@PALETTES
def test_text_and_lines_stand_out_from_what_they_are_painted_on(look):
    for paper in (look.background, look.panel):
        assert contrast(look.ink, paper) >= 10
        assert contrast(look.faint, paper) >= 4.4
        assert contrast(look.warning, paper) >= 4.5
    for line in (*look.series, look.probe, look.accent, look.negative, look.positive):
        assert contrast(line, look.background) >= 3


@PALETTES
def test_colour_blind_eyes_tell_the_series_and_the_probe_apart(look):
    assert len(look.series) >= 8
    for one, other in itertools.combinations((look.probe, *look.series), 2):
        assert distance(one, other) >= 0.06, (one, other)


@PALETTES
def test_colour_blind_eyes_tell_patterns_and_the_ends_of_a_scale_apart(look):
    assert len(set(look.patterns)) == len(look.patterns) == PATTERN_COLOURS
    for one, other in itertools.combinations(look.patterns, 2):
        assert distance(one, other) >= 0.04, (one, other)
    assert distance(look.negative, look.positive) >= 0.15


@PALETTES
def test_edges_stand_out_from_every_pattern(look):
    for pattern in look.patterns:
        assert contrast(look.ink, pattern) >= 3.5


@PALETTES
def test_a_pattern_keeps_its_colour_and_all_colours_are_used(look):
    keys = [int(key) for key in np.random.default_rng(5).integers(0, 2**64, 2000, dtype=np.uint64)]
    colours = [look.pattern_colour(key) for key in keys]
    assert colours == [look.pattern_colour(key) for key in keys]
    shares = [colours.count(QColor(name)) / len(keys) for name in look.patterns]
    assert 0.04 < min(shares) <= max(shares) < 0.09
    assert [look.pattern_colour(n).name() for n in range(PATTERN_COLOURS)] == list(look.patterns)


def test_series_begins_again_after_its_last_colour():
    assert LIGHT.series_colour(len(LIGHT.series) + 2) == LIGHT.series_colour(2)


def test_one_palette_is_current():
    before = palette.current()
    try:
        palette.use(DARK)
        assert palette.current() is DARK
    finally:
        palette.use(before)


def test_type_is_measured_in_pixels(qapp):
    font = palette.type_of(17.4, is_bold=True)
    assert (font.pixelSize(), font.bold(), font.italic()) == (17, True, False)
