"""The activation functions, and which of them are piecewise linear."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from neuralfold.model.sentence import BadInput

Floats = NDArray[np.float64]

PIECEWISE_LINEAR = ("relu", "leaky_relu", "abs", "hard_tanh", "identity")
SMOOTH = ("tanh", "sigmoid", "gelu")
NAMES = PIECEWISE_LINEAR + SMOOTH

DEFAULT_SLOPE = 0.01

_erf = np.frompyfunc(math.erf, 1, 1)


@dataclass(frozen=True)
class Activation:
    """One activation function a(z), applied to each unit of a layer.

    `slope` is the slope of `leaky_relu` for z <= 0; every other activation leaves it at its default.
    Raises BadInput for an unknown name or a slope that is not finite.
    """

    name: str
    slope: float = DEFAULT_SLOPE

    def __post_init__(self) -> None:
        if self.name not in NAMES:
            raise BadInput(
                "activation: unknown name {name}; choose one of {names}", name=repr(self.name), names=", ".join(NAMES)
            )
        if not math.isfinite(self.slope):
            raise BadInput("slope: {slope} is not a finite number", slope=self.slope)
        if self.name != "leaky_relu":
            object.__setattr__(self, "slope", DEFAULT_SLOPE)

    @property
    def is_piecewise_linear(self) -> bool:
        """Whether a(z) consists of finitely many linear pieces, so that regions can be counted."""
        return self.name in PIECEWISE_LINEAR

    @property
    def thresholds(self) -> tuple[float, ...]:
        """The preactivations where one linear piece ends and the next begins, ascending."""
        if self.name == "hard_tanh":
            return (-1.0, 1.0)
        return () if self.name == "identity" or not self.is_piecewise_linear else (0.0,)

    @property
    def pieces(self) -> tuple[tuple[float, float], ...]:
        """(slope, offset) of each linear piece, ascending: a(z) = slope z + offset.

        Piece i holds for thresholds[i-1] < z <= thresholds[i], so that a unit is active only
        where its preactivation is strictly greater than the threshold.
        Raises BadInput for a smooth activation.
        """
        match self.name:
            case "relu":
                return ((0.0, 0.0), (1.0, 0.0))
            case "leaky_relu":
                return ((self.slope, 0.0), (1.0, 0.0))
            case "abs":
                return ((-1.0, 0.0), (1.0, 0.0))
            case "hard_tanh":
                return ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0))
            case "identity":
                return ((1.0, 0.0),)
        raise BadInput("{name} is smooth: it has no linear pieces", name=self.name)

    def __call__(self, z: Floats, out: Floats | None = None) -> Floats:
        """Apply a to every element of `z`, any shape; the shape is kept. `out`, where given, may be overwritten."""
        match self.name:
            case "relu":
                return np.maximum(z, 0.0, out=out)
            case "leaky_relu":
                return np.where(z > 0.0, z, self.slope * z)
            case "abs":
                return np.abs(z, out=out)
            case "hard_tanh":
                return np.clip(z, -1.0, 1.0)
            case "tanh":
                return np.tanh(z)
            case "sigmoid":
                half: Floats = 0.5 * np.tanh(0.5 * z)
                return half + 0.5
            case "gelu":
                cumulative = 0.5 + 0.5 * np.asarray(_erf(z / math.sqrt(2.0)), dtype=np.float64)
                return z * cumulative
        return z


RELU = Activation("relu")
IDENTITY = Activation("identity")
