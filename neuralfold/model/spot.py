"""What is true at one input, and how a computation is told to stop."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from neuralfold.model.activations import Floats
from neuralfold.model.network import Step

States = NDArray[np.int8]
Pattern = tuple[States, ...]


class Cancelled(Exception):
    """The computation was told to stop before it was done."""


class IsCancelled(Protocol):
    """Asked now and then by a long computation; true means stop."""

    def __call__(self) -> bool: ...


def never() -> bool:
    """The answer of a computation that nobody can stop."""
    return False


@dataclass(frozen=True, eq=False)
class Spot:
    """One input and all that the network makes of it.

    `x` has shape (D_i,); `steps` holds preactivation and activation of every layer, shape (units,) each;
    `pattern` the state of every unit of `layers[k]` (empty for layers without thresholds); the output near `x`
    is gradient x + intercept, shapes (D_o, D_i) and (D_o,); `value` is the output, shape (D_o,);
    `region` is the activation region that holds `x`.
    """

    x: Floats
    steps: tuple[Step, ...]
    pattern: Pattern
    gradient: Floats
    intercept: Floats
    value: Floats
    region: int
