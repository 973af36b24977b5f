"""Random numbers that are the same everywhere, and normal."""

import numpy as np
import pytest

from neuralfold.model.draws import he_normal, normal
from neuralfold.model.sentence import BadInput


def test_the_same_place_draws_the_same_numbers() -> None:
    assert normal(5, 42, 1, 2).tolist() == normal(5, 42, 1, 2).tolist()
    assert normal(3, 42, 1, 2).tolist() == normal(5, 42, 1, 2).tolist()[:3]


def test_other_places_draw_other_numbers() -> None:
    places = [(42, 1), (42, 2), (42, 1, 1), (42, 2, 1), (43, 1), (1, 42)]
    drawn = [x for seed, *place in places for x in normal(100, seed, *place)]
    assert len(set(drawn)) == len(drawn)


def test_the_numbers_survive_a_last_bit_of_another_platform() -> None:
    drawn = normal(1000, 7)
    assert (drawn * 2.0**32 == np.rint(drawn * 2.0**32)).all()
    exact = np.random.Generator(np.random.PCG64([7])).standard_normal(1000)
    assert np.abs(drawn - exact).max() <= 2.0**-33
    assert np.rint(np.nextafter(exact, 9) * 2.0**32).tolist() == (drawn * 2.0**32).tolist()


def test_the_numbers_are_normal() -> None:
    drawn = normal(100_000, 3)
    assert abs(drawn.mean()) < 4 / np.sqrt(100_000)
    assert drawn.std() == pytest.approx(1, abs=0.01)
    assert (np.abs(drawn) < 1.959964).mean() == pytest.approx(0.95, abs=0.003)


def test_he_normal_has_the_shape_and_the_spread() -> None:
    weights = he_normal((200, 50), 3, 1)
    assert weights.shape == (200, 50)
    assert weights.std() == pytest.approx(0.2, rel=0.03)
    assert weights.ravel().tolist() == (normal(10_000, 3, 1) * np.sqrt(2 / 50)).tolist()


@pytest.mark.parametrize("seed", [-1, -(10**30)])
def test_a_seed_below_zero_is_refused(seed: int) -> None:
    with pytest.raises(BadInput, match="less than 0"):
        normal(1, seed)


def test_a_seed_may_be_any_size() -> None:
    assert normal(2, 10**40).tolist() != normal(2, 10**40 + 1).tolist()
