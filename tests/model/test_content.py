"""The content: one value, checked when it is made."""

import copy
import math
import pickle

import pytest

from neuralfold.model.chain import Chain, Part
from neuralfold.model.content import Content
from neuralfold.model.examples import figure_7_1, random_network, three_lines
from neuralfold.model.sentence import BadInput

CHAIN = figure_7_1().chain


def test_the_window_is_minus_one_to_one_where_none_is_given() -> None:
    assert Content(CHAIN).window == ((-1.0, 1.0),)
    assert Content(three_lines().chain).window == ((-1.0, 1.0), (-1.0, 1.0))


def test_a_window_of_lists_and_whole_numbers_is_the_same_window() -> None:
    content = Content(CHAIN, [[0, 3]])  # type: ignore[arg-type]
    assert content == Content(CHAIN, ((0.0, 3.0),))
    assert content.window == ((0.0, 3.0),)
    assert isinstance(content.window[0][0], float)


@pytest.mark.parametrize(
    "window",
    [
        ((1.0, 1.0),),
        ((3.0, 0.0),),
        ((math.nan, 1.0),),
        ((0.0, math.inf),),
        ((-1.7e308, 1.7e308),),
    ],
)
def test_a_window_that_is_no_interval_is_refused_with_its_place(window: tuple[tuple[float, float]]) -> None:
    with pytest.raises(BadInput, match=r"window\[0\]: .* is not an interval"):
        Content(CHAIN, window)


@pytest.mark.parametrize("window", [((0, 1, 2),), ((0,),), (1,), ((None, 1),), ((0, 10**400),)])
def test_a_window_that_is_not_two_numbers_is_refused(window: object) -> None:
    with pytest.raises(BadInput, match="window: every interval must be two numbers"):
        Content(CHAIN, window)  # type: ignore[arg-type]


def test_a_window_of_the_wrong_size_is_refused() -> None:
    with pytest.raises(BadInput, match="window: 2 intervals, expected 1, one per input"):
        Content(CHAIN, ((0.0, 1.0), (0.0, 1.0)))


def test_bad_batch_and_seed_are_refused() -> None:
    with pytest.raises(BadInput, match="batch: 0 is less than 1"):
        Content(CHAIN, batch=0)
    with pytest.raises(BadInput, match="seed: -1 is less than 0"):
        Content(CHAIN, seed=-1)


def test_a_change_is_a_new_content() -> None:
    content = Content(CHAIN, ((0.0, 3.0),), "a title", 5, 7, {"captions": 1})
    f = CHAIN.parts[0].network
    changed = content.with_network(0, f.with_bias(0, 1, -0.5))
    assert changed != content
    assert content.chain == CHAIN
    assert changed.window == content.window
    assert (changed.title, changed.seed, changed.batch, changed.extra) == ("a title", 5, 7, {"captions": 1})


def test_the_window_goes_only_where_the_inputs_change() -> None:
    content = Content(CHAIN, ((0.0, 3.0),))
    assert content.with_chain(Chain((Part(CHAIN.parts[0].network, 4),))).window == ((0.0, 3.0),)
    assert content.with_chain(three_lines().chain).window == ((-1.0, 1.0), (-1.0, 1.0))
    assert content.with_chain(random_network((5, 2), 1).chain).window == ((-1.0, 1.0),) * 5


def test_extra_keys_cannot_be_changed_behind_its_back() -> None:
    keys: dict[str, object] = {"captions": 1}
    content = Content(CHAIN, extra=keys)
    keys["captions"] = 2
    assert content.extra == {"captions": 1}
    with pytest.raises(TypeError):
        content.extra["captions"] = 2  # type: ignore[index]


def test_equal_contents_have_equal_hashes() -> None:
    one, other = Content(CHAIN, extra={"a": [1]}), Content(figure_7_1().chain, extra={"a": [1]})
    assert one == other
    assert hash(one) == hash(other)
    assert one != Content(CHAIN, extra={"a": [2]})


def test_a_content_can_be_copied_and_sent_to_another_process() -> None:
    content = Content(CHAIN, ((0.0, 3.0),), "a title", 5, 7, {"captions": [1]})
    assert pickle.loads(pickle.dumps(content)) == content
    assert copy.deepcopy(content) == content
