"""How big a picture may get, and what is said when it gets bigger or overflows."""

import numpy as np

from neuralfold.model.activations import Floats
from neuralfold.model.network import Network
from neuralfold.model.sentence import BadInput

REGION_BUDGET = 200_000
DECISION_BUDGET = 4_000_000


class TooManyRegions(BadInput):
    """The picture has more regions than it may have."""


def checked_size(regions: int, budget: int, layer: int) -> None:
    """Raise TooManyRegions, naming what was reached and after which layer, where `regions` is more than `budget`."""
    if regions > budget:
        raise TooManyRegions(
            "more than {budget} regions after layer {layer}; use fewer or narrower layers, a smaller window or a "
            "larger region limit",
            budget=f"{budget:,}",
            layer=layer + 1,
        )


def checked_finite(values: Floats, network: Network, layer: int) -> None:
    """Raise BadInput naming the layer whose values overflowed, where `values` (any shape) are not all finite."""
    if not np.isfinite(values).all():
        if layer == network.depth:
            raise BadInput("the output overflows: its values are not finite; use smaller weights or a smaller window")
        raise BadInput(
            "hidden layer {layer} overflows: its values are not finite; use smaller weights or a smaller window",
            layer=layer + 1,
        )
