"""Sentences keep their template and their values apart, so that they can be translated."""

import copy
import pickle

import pytest

from neuralfold.model.sentence import BadInput, Sentence


def test_a_sentence_is_filled_in() -> None:
    sentence = Sentence.of("{count} units in layer {layer}", count=3, layer=1)
    assert str(sentence) == "3 units in layer 1"
    assert sentence.template == "{count} units in layer {layer}"


def test_equal_sentences_are_equal() -> None:
    assert Sentence.of("a {x}", x=1) == Sentence.of("a {x}", x=1)
    assert hash(Sentence.of("a {x}", x=1)) == hash(Sentence.of("a {x}", x=1))
    assert Sentence.of("a {x}", x=1) != Sentence.of("a {x}", x=2)


def test_values_are_not_read_as_templates() -> None:
    assert str(Sentence.of("“{text}” is bad", text="{0} {text}")) == "“{0} {text}” is bad"


def test_a_sentence_may_hold_a_sentence() -> None:
    inner = Sentence.of("{n} numbers", n=2)
    assert str(Sentence.of("layers[{k}]: {problem}", k=1, problem=inner)) == "layers[1]: 2 numbers"


def test_bad_input_says_its_sentence() -> None:
    error = BadInput("width: {width} is not between 1 and {limit}", width=0, limit=9)
    assert str(error) == "width: 0 is not between 1 and 9"
    assert error.sentence == Sentence.of("width: {width} is not between 1 and {limit}", width=0, limit=9)
    assert isinstance(error, ValueError)


@pytest.mark.parametrize("text", ["plain", "{y}", "{", "}"])
def test_bad_input_can_be_sent_to_another_process(text: str) -> None:
    error = BadInput("“{text}” is bad", text=text)
    for copied in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert isinstance(copied, BadInput)
        assert copied.sentence == error.sentence
        assert str(copied) == str(error)
