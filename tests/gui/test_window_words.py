"""Sentences, titles, formulas and patterns as they are written on the screen."""

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QTranslator

from neuralfold.gui.probe_panel import way_text
from neuralfold.gui.random_dialog import parse_sizes
from neuralfold.gui.spot_words import exact_or_short, formula, output_name, pattern_text, point
from neuralfold.gui.titles import redrawn_title, retitled, shown_title
from neuralfold.gui.words import say
from neuralfold.model.chain_edits import with_repeat
from neuralfold.model.chain_rule import trace_chain
from neuralfold.model.examples import figure_7_1, fold, fold_between, random_network, redrawn, three_lines
from neuralfold.model.sentence import BadInput, Sentence


class Marked(QTranslator):
    """Puts every sentence of the model into brackets."""

    def translate(self, context, source, disambiguation=None, n=-1):
        return f"[{source}]" if context == "model" else ""


@pytest.fixture
def marked(qapp):
    translator = Marked()
    QCoreApplication.installTranslator(translator)
    yield
    QCoreApplication.removeTranslator(translator)


def test_sentences_inside_sentences_are_translated(marked):
    inner = Sentence.of("width: {n} is too wide", n=3)
    outer = BadInput("{file}: {problem}", file="a.nfold", problem=inner)
    assert say(outer) == "[a.nfold: [width: 3 is too wide]]"
    assert say(Sentence.of("null")) == "[null]"


def test_other_exceptions_are_named():
    assert say(MemoryError("gone")) == "MemoryError: gone"


@pytest.mark.parametrize(
    ("gradient", "intercept", "text"),
    [
        ([3.0], -3.5, "y = 3x − 7/2"),
        ([-1.0], 2.5, "y = −x + 5/2"),
        ([1 / 3], 0.0, "y = 1/3 x"),
        ([0.0], 0.0, "y = 0"),
        ([0.0, 0.0], -1.0, "y = −1"),
        ([1.0, -1.5], -0.5, "y = x₁ − 3/2 x₂ − 1/2"),
        ([0.123456789, 2.0], 1e-9, "y = 0.1235x₁ + 2x₂ + 1e−9"),
        ([1e-7], 1e12, "y = 1e−7 x + 1e12"),
        ([1.0, 2.0, 0.0], 0.0, "y = x₁ + 2x₂"),
    ],
)
def test_formulas(gradient, intercept, text):
    assert formula("y", np.array(gradient), intercept) == text


def test_a_formula_of_another_variable():
    assert formula("y′", np.array([-1.0]), 0.5, "y") == "y′ = −y + 1/2"


def test_places_and_patterns():
    assert point((1.5,)) == "x = 1.5"
    assert point((-1.0, 0.25)) == "x₁ = −1, x₂ = 0.25"
    assert output_name(0, 1) == "y"
    assert output_name(11, 12) == "y₁₂"
    assert pattern_text((np.array([1, 0, 2], np.int8), np.empty(0, np.int8), np.array([1], np.int8))) == "102 1"
    assert exact_or_short(0.7142857142857143) == "5/7"
    assert exact_or_short(0.7142857) == "0.7143"


def test_the_way_of_a_probe():
    assert way_text(trace_chain(figure_7_1().chain, np.array([1.5]))) == "x = 1.5 → y = 1.5 → y′ = 1"
    assert way_text(trace_chain(fold(3).chain, np.array([0.5]))) == "x = 0.5 → 1.5 → 1.5 → y = 1.5"
    two = random_network((1, 2, 2), 1).chain
    assert way_text(trace_chain(two, np.array([0.0]))).startswith("x = 0 → y = (")
    assert way_text([]) == ""


def test_titles_of_the_program_are_translated_and_others_are_not(marked):
    assert shown_title(three_lines()) == "[Three lines, seven regions]"
    assert shown_title(fold(12)) == "[Fold 12 times (Fig. 7.2)]"
    assert shown_title(fold_between(4, -3.3, 1.1)) == "[Fold 4 times on [-3.3, 1.1]]"
    assert shown_title(random_network((2, 8, 1), 5)) == "[Random 2-8-1, seed 5]"
    assert shown_title(type(three_lines())(three_lines().chain, title="mine {x}")) == "mine {x}"


def test_titles_follow_repetition_and_seed():
    before = fold(3)
    assert retitled(before, before.with_chain(with_repeat(before.chain, 0, 5))) == fold(5)
    other = random_network((1, 3, 1), 1)
    again = other.with_chain(with_repeat(other.chain, 0, 5))
    assert retitled(other, again) is again
    assert redrawn_title(redrawn(other, 9)) == random_network((1, 3, 1), 9)
    assert redrawn_title(redrawn(before, 9)).title == before.title


@pytest.mark.parametrize(
    "text", ["2-16-16-1", "2, 16, 16, 1", "2 16 16 1", "2×16×16×1", "2x16x16x1", "２－１６－１６－１", "2，16、16，1"]
)
def test_sizes_are_read(text):
    assert parse_sizes(text) == (2, 16, 16, 1)


@pytest.mark.parametrize(
    ("text", "place"), [("2-0-1", 2), ("2-x-1", 2), ("2-2.5-1", 2), ("2--1000001", 2), ("", 1), ("2-3-a", 3)]
)
def test_bad_sizes_name_their_place(text, place):
    with pytest.raises(BadInput, match=f"sizes, number {place}: "):
        parse_sizes(text)


def test_one_size_is_not_enough():
    with pytest.raises(BadInput, match="at least the inputs and the outputs"):
        parse_sizes("7")
