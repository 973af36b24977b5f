"""Edits of a chain: sizes fit end to end afterwards, kept weights stay, what cannot be is refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuralfold.model.activations import Activation
from neuralfold.model.chain import Chain, Part
from neuralfold.model.chain_edits import (
    part_name,
    with_inputs,
    with_part_added,
    with_part_duplicated,
    with_part_moved,
    with_part_removed,
    with_repeat,
    with_units,
)
from neuralfold.model.examples import random_network
from neuralfold.model.sentence import BadInput


def network(*sizes, seed=1):
    return random_network(sizes, seed).chain.parts[0].network


def sizes(chain):
    return [(*part.network.sizes, part.repeat) for part in chain.parts]


def kept(before, after):
    """Whether the corner that both networks share is the same in every layer."""
    return all(
        np.array_equal(
            old.weights[: new.units, : new.inputs],
            new.weights[: old.units, : old.inputs],
        )
        for old, new in zip(before.layers, after.layers, strict=True)
    )


def test_an_output_takes_the_inputs_of_the_next_part_along():
    chain = Chain.of(network(1, 3, 2), network(2, 4, 1))
    edited = with_units(chain, 0, 1, 5, seed=0)
    assert sizes(edited) == [(1, 3, 5, 1), (5, 4, 1, 1)]
    assert all(kept(a.network, b.network) for a, b in zip(chain.parts, edited.parts, strict=True))


def test_inputs_take_the_output_of_the_part_before_along():
    chain = Chain.of(network(1, 3, 2), network(2, 4, 1))
    assert sizes(with_inputs(chain, 1, 3, seed=0)) == [(1, 3, 3, 1), (3, 4, 1, 1)]
    assert sizes(with_inputs(chain, 0, 3, seed=0)) == [(3, 3, 2, 1), (2, 4, 1, 1)]


def test_a_repeated_network_keeps_feeding_itself_and_its_neighbours():
    chain = Chain((Part(network(2, 3, 1)), Part(network(1, 3, 1), 3), Part(network(1, 2, 2))))
    expected = [(2, 3, 4, 1), (4, 3, 4, 3), (4, 2, 2, 1)]
    assert sizes(with_units(chain, 0, 1, 4, seed=0)) == expected
    assert sizes(with_units(chain, 1, 1, 4, seed=0)) == expected
    assert sizes(with_inputs(chain, 1, 4, seed=0)) == expected
    assert sizes(with_inputs(chain, 2, 4, seed=0)) == expected


def test_a_hidden_width_changes_nothing_outside_its_part():
    chain = Chain((Part(network(1, 3, 1), 2), Part(network(1, 4, 1))))
    edited = with_units(chain, 0, 0, 6, seed=0)
    assert sizes(edited) == [(1, 6, 1, 2), (1, 4, 1, 1)]
    assert edited.parts[1] is chain.parts[1]


def test_repeating_needs_outputs_that_fit_the_inputs():
    chain = Chain.of(network(1, 3, 2))
    with pytest.raises(BadInput, match="1 inputs and 2 outputs"):
        with_repeat(chain, 0, 2)
    with pytest.raises(BadInput, match="1001"):
        with_repeat(Chain.of(network(1, 3, 1)), 0, 1001)
    assert with_repeat(Chain.of(network(1, 3, 1)), 0, 4).parts[0].repeat == 4


def test_an_added_network_fits_and_is_not_the_one_before():
    chain = Chain.of(network(1, 5, 2), network(2, 4, 1))
    assert sizes(with_part_added(chain, 0, seed=0)) == [(1, 5, 2, 1), (2, 5, 2, 1), (2, 4, 1, 1)]
    assert sizes(with_part_added(chain, 1, seed=0)) == [(1, 5, 2, 1), (2, 4, 1, 1), (1, 4, 1, 1)]
    twice = with_part_added(with_part_added(Chain.of(network(1, 3, 1, seed=0)), 0, seed=0), 0, seed=0)
    assert len(set(twice.parts)) == 3
    assert sizes(with_part_added(Chain.of(network(1, 2)), 0, seed=0)) == [(1, 2, 1), (2, 3, 2, 1)]
    smooth = random_network((1, 3, 1), 0, Activation("tanh")).chain
    assert with_part_added(smooth, 0, seed=0).parts[1].network.layers[0].activation.name == "tanh"


def test_a_copy_follows_its_original():
    chain = Chain((Part(network(1, 3, 1), 2), Part(network(1, 4, 2))))
    copied = with_part_duplicated(chain, 0, seed=0)
    assert copied.parts == (chain.parts[0], chain.parts[0], chain.parts[1])
    assert sizes(with_part_duplicated(chain, 1, seed=0)) == [(1, 3, 1, 2), (1, 4, 2, 1), (2, 4, 2, 1)]


def test_what_follows_a_removed_network_is_refitted():
    chain = Chain((Part(network(1, 3, 2)), Part(network(2, 4, 3)), Part(network(3, 4, 3), 2), Part(network(3, 1))))
    assert sizes(with_part_removed(chain, 1, seed=0)) == [(1, 3, 2, 1), (2, 4, 2, 2), (2, 1, 1)]
    assert with_part_removed(chain, 0, seed=0).parts == chain.parts[1:]
    assert with_part_removed(chain, 3, seed=0).parts == chain.parts[:3]
    with pytest.raises(BadInput, match="only network"):
        with_part_removed(Chain.of(network(1, 1)), 0, seed=0)


def test_networks_change_places_where_they_fit():
    f, g, h = network(1, 3, 1), network(1, 2, 1), network(1, 3, 2)
    assert with_part_moved(Chain.of(f, g), 0, 1) == Chain.of(g, f)
    with pytest.raises(BadInput, match="1 inputs, but the part before has 2 outputs"):
        with_part_moved(Chain.of(f, h), 1, 0)
    for to in (-1, 2):
        with pytest.raises(BadInput, match="further"):
            with_part_moved(Chain.of(f, g), 0, to)


@pytest.mark.parametrize("size", [0, -1, 10**9])
def test_impossible_sizes_are_refused_before_memory_is_asked_for(size):
    chain = Chain.of(network(1, 3, 2), network(2, 4, 1))
    for edit in (lambda: with_units(chain, 0, 1, size, 0), lambda: with_inputs(chain, 1, size, 0)):
        with pytest.raises(BadInput, match="between 1 and 1,000,000"):
            edit()


def test_names_of_the_parts():
    assert [part_name(i) for i in (0, 1, 2, 3, 11)] == ["f", "g", "h", "p", "f12"]
    assert len({part_name(i) for i in range(40)}) == 40


_PARTS = st.lists(st.tuples(st.integers(1, 3), st.integers(1, 3)), min_size=1, max_size=4)


@given(_PARTS, st.data())
def test_any_seam_can_be_set_and_the_sizes_fit_again(shapes, data):
    size, parts = data.draw(st.integers(1, 3)), []
    for outputs, repeat in shapes:
        outputs = size if repeat > 1 else outputs
        parts.append(Part(network(size, 2, outputs), repeat))
        size = outputs
    chain = Chain(tuple(parts))
    i = data.draw(st.integers(0, len(parts) - 1))
    units = data.draw(st.integers(1, 5))
    edited = with_units(chain, i, 1, units, seed=0)
    assert edited.parts[i].network.outputs == units
    assert with_inputs(chain, i, units, seed=0).parts[i].network.inputs == units
    if len(parts) > 1:
        assert len(with_part_removed(chain, i, seed=0).parts) == len(parts) - 1
