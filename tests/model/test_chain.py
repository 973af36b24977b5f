"""Chains: what they compute, what they merge into, and what they refuse."""

from fractions import Fraction

import numpy as np
import pytest
from fraction_oracle import forward, networks
from hypothesis import given
from hypothesis import strategies as st

from neuralfold.model.activations import IDENTITY, RELU, Activation
from neuralfold.model.chain import MAX_REPEAT, Chain, Part
from neuralfold.model.examples import figure_7_1, fold
from neuralfold.model.network import Layer, Network
from neuralfold.model.sentence import BadInput


def line(inputs: int = 1, outputs: int = 1, scale: float = 1.0) -> Network:
    """A linear network."""
    return Network((Layer(np.full((outputs, inputs), scale), np.zeros(outputs), IDENTITY),))


def test_figure_7_1_merges_as_in_the_article() -> None:
    chain = figure_7_1().chain
    merged = chain.merged
    assert merged.sizes == (1, 3, 3, 1)
    assert merged.omega[1].tolist() == [[3, -6, 6]] * 3
    assert merged.beta[1].tolist() == [0, -1, -2]
    assert np.linalg.matrix_rank(merged.omega[1]) == 1
    assert np.linalg.svd(merged.omega[1], compute_uv=False)[0] == pytest.approx(np.sqrt(243))
    assert (chain.parameters, merged.parameters) == (20, 22)


def test_exercise_7_3() -> None:
    merged = fold(2).chain.merged
    assert merged.omega[1].tolist() == [[3, -6, 6]] * 3
    assert merged.beta[1].tolist() == [0, -1, -2]


def chains(inputs: int) -> st.SearchStrategy[Chain]:
    """Two or three networks that fit end to end, degenerate on purpose."""

    @st.composite
    def draw_chain(draw: st.DrawFn) -> Chain:
        parts = [draw(networks(inputs))]
        while len(parts) < 3 and draw(st.booleans()):
            parts.append(draw(networks(parts[-1].outputs)))
        return Chain(tuple(Part(n, draw(st.integers(1, 3)) if n.inputs == n.outputs else 1) for n in parts))

    return draw_chain()


@given(chains(2), st.integers(-3, 3), st.integers(-3, 3))
def test_the_merged_network_computes_the_chain(chain: Chain, x: int, y: int) -> None:
    point = (Fraction(x), Fraction(y))
    for network in chain.applied:
        _, point = forward(network, point)
    # Only whole weights: their products are exact, so the merged network is exactly the chain.
    stored = [number for n in chain.applied for layer in n.layers for number in [*layer.weights.ravel(), *layer.biases]]
    if all(float(number).is_integer() and abs(number) < 100 for number in stored):
        _, merged = forward(chain.merged, (Fraction(x), Fraction(y)))
        assert merged == point


@given(chains(2))
def test_the_merged_size_is_foretold(chain: Chain) -> None:
    assert chain._merged_parameters() == chain.merged.parameters


def test_seams_that_cannot_merge_keep_their_layer() -> None:
    plain = Network.of([[[1.0], [2.0]], [[1.0, 1.0]]], [[0, 0], [0]], RELU)
    bent = plain.with_activation(1, Activation("abs"))
    assert Chain.of(plain, plain).merged.sizes == (1, 2, 2, 1)
    assert Chain.of(bent, plain).merged.sizes == (1, 2, 1, 2, 1)
    skipping = Network.of([[[1.0]], [[1.0]]], [[0], [0]], RELU, [True, False])
    assert Chain.of(plain, skipping).merged.sizes == (1, 2, 1, 1, 1)
    ends_in_skip = Network.of([[[1.0]], [[1.0]]], [[0], [0]], RELU, [False, True])
    assert Chain.of(ends_in_skip, plain).merged.sizes == (1, 1, 1, 2, 1)


def test_linear_networks_multiply_out() -> None:
    chain = Chain((Part(line(scale=2.0), 10), Part(line(1, 3))))
    assert chain.merged.sizes == (1, 3)
    assert chain.merged.omega[0].tolist() == [[1024.0]] * 3


def test_applied_repeats() -> None:
    f, g = figure_7_1().chain.applied
    chain = Chain((Part(f, 3), Part(g)))
    assert chain.applied == (f, f, f, g)
    assert chain.parameters == 20
    assert not chain.is_plain
    assert Chain.of(f).is_plain
    assert not Chain((Part(f, 2),)).is_plain


def test_editing_a_part_edits_every_repetition_and_nothing_else() -> None:
    f, g = figure_7_1().chain.applied
    chain = Chain((Part(f, 3), Part(g)))
    changed = chain.with_network(0, f.with_bias(0, 1, -0.5))
    assert chain.applied == (f, f, f, g)
    assert [network.beta[0][1] for network in changed.applied] == [-0.5, -0.5, -0.5, -1.0]
    assert changed.parts[0].repeat == 3


@pytest.mark.parametrize("repeat", [0, -1, MAX_REPEAT + 1, 10**9])
def test_a_repetition_out_of_range_is_refused_with_the_range(repeat: int) -> None:
    with pytest.raises(BadInput, match=rf"repeat: {repeat} is not between 1 and {MAX_REPEAT}"):
        Part(line(), repeat)


def test_a_network_that_cannot_feed_itself_is_refused() -> None:
    with pytest.raises(BadInput, match="2 inputs and 3 outputs cannot feed itself"):
        Part(line(2, 3), 2)


def test_parts_that_do_not_fit_are_refused_with_their_place() -> None:
    with pytest.raises(BadInput, match=r"parts\[1\]: 3 inputs, but the part before has 2 outputs"):
        Chain.of(line(1, 2), line(3, 1))
    with pytest.raises(BadInput, match="at least one network"):
        Chain(())


@pytest.mark.parametrize("i", [-1, 2, 9])
def test_a_part_that_is_not_there_is_refused(i: int) -> None:
    chain = figure_7_1().chain
    with pytest.raises(BadInput, match=rf"parts\[{i}\]: there are 2 parts"):
        chain.with_part(i, Part(line()))
    with pytest.raises(BadInput, match=rf"parts\[{i}\]: there are 2 parts"):
        chain.with_network(i, line())


def test_a_product_that_would_not_fit_in_memory_is_refused_before_it_is_made() -> None:
    wide = Network.of([np.ones((400_000, 1)), np.ones((1, 400_000))], [np.zeros(400_000), [0]], RELU)
    # 1.6 · 10^11 weights at the seam: more than a terabyte.
    with pytest.raises(BadInput, match="a network of 160,001,600,001 parameters, more than 10,000,000"):
        Chain((Part(wide, 2),))


def test_a_product_that_overflows_is_refused() -> None:
    chain = Chain.of(line(scale=1e200), line(scale=1e200))
    with pytest.raises(BadInput, match="overflows"):
        _ = chain.merged


def test_a_list_of_parts_becomes_a_tuple() -> None:
    assert Chain([Part(line())]) == Chain.of(line())  # type: ignore[arg-type]
