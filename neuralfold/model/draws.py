"""Random numbers that are the same on every platform."""

import numpy as np

from neuralfold.model.activations import Floats
from neuralfold.model.sentence import BadInput


def normal(count: int, seed: int, *place: int) -> Floats:
    """`count` standard normal numbers, shape (count,): the same seed and place give the same numbers everywhere.

    They are rounded to multiples of 2^-32, because the tails of the generator go through the platform's logarithm,
    which may differ in the last bit. A place that ends with 0 draws the same numbers as the place without it.
    Raises BadInput for a seed below 0.
    """
    if seed < 0:
        raise BadInput("seed: {seed} is less than 0", seed=seed)
    draws = np.random.Generator(np.random.PCG64([seed, *place])).standard_normal(count)
    rounded: Floats = np.rint(draws * 2.0**32) / 2.0**32
    return rounded


def he_normal(shape: tuple[int, int], seed: int, *place: int) -> Floats:
    """Weights of variance 2 / inputs (He et al. 2015), shape (units, inputs) = `shape`; see `normal`."""
    scaled: Floats = normal(shape[0] * shape[1], seed, *place).reshape(shape) * np.sqrt(2.0 / shape[1])
    return scaled
