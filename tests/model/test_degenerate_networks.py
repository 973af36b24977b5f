"""Networks drawn to be degenerate: the engine is equal to the exact recount, or says that it is not certain."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from degenerate import box, network
from engine_checks import check_line, check_line_shape, check_plane, check_plane_shape, states
from fraction_oracle import forward, networks
from hypothesis import given, settings
from hypothesis import strategies as st

from neuralfold.model import kinds
from neuralfold.model.network import Network
from neuralfold.model.partition import solve_partition
from neuralfold.model.rational import exact_segments
from neuralfold.model.rational_plane import exact_partition
from neuralfold.model.segments import solve_segments
from neuralfold.model.sentence import BadInput

RANDOM = st.randoms(use_true_random=False)


@pytest.fixture(scope="module", params=["exact kinds", "float64"])
def way(request: pytest.FixtureRequest) -> Iterator[str]:
    """Both ways of the 1-D engine."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "float64":
            patch.setattr(kinds, "EXACT_WORK", 0)
        yield request.param


@given(RANDOM)
@settings(max_examples=250)
def test_lines(way: str, random: Random) -> None:
    window = box(random, 1)
    drawn = network(random, 1, window)
    try:
        picture = solve_segments(drawn, window[0])
    except BadInput as error:
        allow_overflow(error, drawn, window)
        return
    check_line(picture, exact_segments(drawn, window[0]))


@given(networks(1), st.sampled_from([(-1.0, 1.0), (0.0, 3.0), (-0.1, 0.2)]))
@settings(max_examples=150)
def test_lines_of_few_different_weights(way: str, drawn: Network, window: tuple[float, float]) -> None:
    picture = solve_segments(drawn, window)
    assert picture.is_certain
    check_line(picture, exact_segments(drawn, window))


@given(RANDOM)
@settings(max_examples=120)
def test_lines_without_any_exact_decision(way: str, random: Random) -> None:
    """Never wrong and certain; whatever it is, it has a shape that can be shown."""
    window = box(random, 1)
    drawn = network(random, 1, window)
    try:
        picture = solve_segments(drawn, window[0], decisions=0)
    except BadInput as error:
        allow_overflow(error, drawn, window)
        return
    check_line_shape(picture)
    check_line(picture, exact_segments(drawn, window[0]))


@given(RANDOM)
@settings(max_examples=250)
def test_planes(random: Random) -> None:
    window = box(random, 2)
    drawn = network(random, 2, window, widest=4, deepest=3)
    try:
        picture = solve_partition(drawn, (window[0], window[1]))
    except BadInput as error:
        allow_overflow(error, drawn, window)
        return
    check_plane(picture, exact_partition(drawn, window))


@given(networks(2), st.sampled_from([((-1.0, 1.0), (-1.0, 1.0)), ((0.0, 2.0), (-1.0, 0.0)), ((0.1, 0.2), (1.0, 1.5))]))
@settings(max_examples=150)
def test_planes_of_few_different_weights(drawn: Network, window: tuple[tuple[float, float], ...]) -> None:
    picture = solve_partition(drawn, (window[0], window[1]))
    assert picture.is_certain
    check_plane(picture, exact_partition(drawn, window))


@given(RANDOM)
@settings(max_examples=120)
def test_planes_without_any_exact_decision(random: Random) -> None:
    window = box(random, 2)
    drawn = network(random, 2, window, widest=4, deepest=3)
    try:
        picture = solve_partition(drawn, (window[0], window[1]), decisions=0)
    except BadInput as error:
        allow_overflow(error, drawn, window)
        return
    check_plane_shape(picture)
    if picture.is_certain:
        exact = exact_partition(drawn, window)
        assert picture.activation_regions == exact.activation_regions
        assert picture.linear_regions == exact.linear_regions


@given(RANDOM, st.integers(0, 2**32 - 1))
@settings(max_examples=60)
def test_every_sampled_pattern_is_in_the_picture(random: Random, seed: int) -> None:
    """A lower bound that needs no geometry: patterns at random points, in fractions, are patterns of faces there."""
    window = box(random, 2)
    drawn = network(random, 2, window, widest=4, deepest=3)
    try:
        picture = solve_partition(drawn, (window[0], window[1]))
    except BadInput as error:
        allow_overflow(error, drawn, window)
        return
    known = {states(picture.pattern(face)) for face in range(picture.activation_regions)}
    sides = [(Fraction(low), Fraction(high) - Fraction(low)) for low, high in window]
    for shares in np.random.default_rng(seed).integers(1, 10**6, (40, 2)).tolist():
        # Odd thirds of a millionth: no drawn line passes through such a point unless it covers an area.
        point = tuple(
            low + size * (3 * share + 1) / 3_000_000 for (low, size), share in zip(sides, shares, strict=True)
        )
        assert forward(drawn, point)[0] in known


def allow_overflow(error: BadInput, drawn: Network, window: tuple[tuple[float, float], ...]) -> None:
    """The only excuse: values that float64 cannot hold, and then the sentence says so."""
    assert "overflows" in str(error)
    size = np.array([max(abs(low), abs(high)) for low, high in window])
    logarithm = np.log2(size.max())
    for layer in drawn.layers:
        largest = max(np.abs(layer.weights).max(), np.abs(layer.biases).max(), 1.0)
        slope = max(1.0, *(abs(slope) for slope, _ in layer.activation.pieces))
        logarithm = max(logarithm, 0.0) + np.log2(largest) + np.log2(slope) + np.log2(layer.inputs + 1) + 1
    # A joint far outside the window may overflow although the window does not; its values are larger by far.
    assert logarithm > 500
