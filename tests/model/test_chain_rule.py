"""The slope as a product and as a sum, against the slopes that the engine found and the numbers of the article."""

from fractions import Fraction
from math import prod

import numpy as np
import pytest

from neuralfold.model.activations import Activation
from neuralfold.model.chain import Chain, Part
from neuralfold.model.chain_rule import contributions, slope_factors, trace_chain, widest_cell
from neuralfold.model.content import Content
from neuralfold.model.examples import figure_7_1, fold, fold_network, random_network, skip_connection
from neuralfold.model.measurement import measure
from neuralfold.model.network import Network


def test_figure_7_1_has_the_products_of_the_article():
    measured = measure(figure_7_1())
    factors = [slope_factors(measured, widest_cell(measured.segments, k)) for k in range(9)]
    assert factors == [
        *[(3.0, 1.0), (3.0, -1.0), (3.0, 0.5)],
        *[(-3.0, 0.5), (-3.0, -1.0), (-3.0, 1.0)],
        *[(3.0, 1.0), (3.0, -1.0), (3.0, 0.5)],
    ]


def test_a_repeated_fold_is_a_product_of_threes():
    measured = measure(fold(6))
    for segment in range(0, 3**6, 17):
        factors = slope_factors(measured, widest_cell(measured.segments, segment))
        assert [abs(factor) for factor in factors] == [3.0] * 6
        assert prod(factors) == measured.segments.segment_slopes[segment, 0]


@pytest.mark.parametrize("activation", ["relu", "leaky_relu", "abs", "hard_tanh"])
def test_products_agree_with_the_engine(activation):
    one = random_network((1, 5, 4, 1), 3, Activation(activation, 0.2)).chain.parts[0].network
    other = random_network((1, 4, 1), 4, Activation(activation, 0.3)).chain.parts[0].network
    bent = Network(
        (*one.layers[:-1], type(one.layers[-1])(one.layers[-1].weights, one.layers[-1].biases, Activation("abs")))
    )
    for chain in (Chain((Part(one, 2), Part(other))), Chain((Part(bent), Part(other, 2)))):
        measured = measure(Content(chain, ((-2.0, 2.0),)))
        segments = measured.segments
        for cell in range(segments.activation_regions):
            assert prod(slope_factors(measured, cell)) == pytest.approx(segments.slopes[cell, 0], rel=1e-9, abs=1e-12)


def test_no_product_where_there_is_none():
    assert slope_factors(measure(random_network((1, 4, 1), 1)), 0) == ()
    two_wide = Chain.of(
        random_network((1, 3, 2), 1).chain.parts[0].network, random_network((2, 3, 1), 2).chain.parts[0].network
    )
    assert slope_factors(measure(Content(two_wide)), 0) == ()
    assert slope_factors(measure(random_network((2, 3, 1), 1)), 0) == ()


@pytest.mark.parametrize("seed", range(4))
def test_contributions_sum_to_the_slope(seed):
    segments = measure(random_network((1, 6, 5, 2), seed)).segments
    for cell in range(segments.activation_regions):
        for output in range(2):
            terms = contributions(segments, cell, output)
            total = sum(Fraction(term.slope) for term in terms)
            assert float(total) == pytest.approx(segments.slopes[cell, output], rel=1e-9, abs=1e-12)


def test_contributions_of_the_fold_are_its_active_units():
    segments = measure(fold(1)).segments
    assert [[tuple(term) for term in contributions(segments, cell)] for cell in range(3)] == [
        [(0, 3.0)],
        [(0, 3.0), (1, -6.0)],
        [(0, 3.0), (1, -6.0), (2, 6.0)],
    ]


def test_contributions_respect_skips():
    segments = measure(skip_connection()).segments
    for cell in range(segments.activation_regions):
        assert sum(term.slope for term in contributions(segments, cell)) == segments.slopes[cell, 0]


def test_the_way_of_one_input_through_a_chain():
    trace = trace_chain(figure_7_1().chain, np.array([1.5]))
    assert [(applied.part, applied.time, applied.x.tolist()) for applied in trace] == [(0, 1, [1.5]), (1, 1, [1.5])]
    assert trace[0].steps[0].preactivation.tolist() == [1.5, 0.5, -0.5]
    assert trace[0].steps[0].activation.tolist() == [1.5, 0.5, 0.0]
    assert trace[-1].steps[-1].activation.tolist() == [1.0]
    repeated = trace_chain(Chain((Part(fold_network(), 3),)), np.array([0.5]))
    assert [(applied.time, applied.x.tolist()) for applied in repeated] == [(1, [0.5]), (2, [1.5]), (3, [1.5])]
