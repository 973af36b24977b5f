"""A line or a plane through the input space of a network with many inputs."""

from dataclasses import dataclass
from math import isfinite
from typing import Self

import numpy as np

from neuralfold.model.activations import IDENTITY, Floats
from neuralfold.model.network import Layer, Network
from neuralfold.model.sentence import BadInput

Vector = tuple[float, ...]


@dataclass(frozen=True)
class Slice:
    """The inputs x = origin + t_1 d_1 (+ t_2 d_2), seen as a network sees them: one more affine layer in front.

    `origin` has D_i numbers, `directions` one or two vectors of as many. Raises BadInput for vectors of different
    sizes, numbers that are not finite, a direction of zero length, or two directions along one line.
    """

    origin: Vector
    directions: tuple[Vector, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "origin", tuple(map(float, self.origin)))
        object.__setattr__(self, "directions", tuple(tuple(map(float, d)) for d in self.directions))
        if not 1 <= len(self.directions) <= 2:
            raise BadInput(
                "slice: {given} directions, expected 1 for a line or 2 for a plane", given=len(self.directions)
            )
        for vector in (self.origin, *self.directions):
            if len(vector) != self.inputs:
                raise BadInput(
                    "slice: a vector has {given} numbers, expected {expected}, as many as the origin",
                    given=len(vector),
                    expected=self.inputs,
                )
            if not all(map(isfinite, vector)):
                raise BadInput("slice: every number must be finite")
        if _rank(np.array(self.directions)) < len(self.directions):
            raise BadInput("slice: its points coincide or lie on one line; choose points farther apart")

    @classmethod
    def through(cls, *points: Vector) -> Self:
        """The line through two points or the plane through three; they are at t = (0, 0), (1, 0) and (0, 1).

        Raises BadInput for another number of points, and as for any slice.
        """
        if not 2 <= len(points) <= 3:
            raise BadInput("slice: {given} points, expected 2 for a line or 3 for a plane", given=len(points))
        if len({len(point) for point in points}) != 1:
            raise BadInput("slice: its points have different numbers of coordinates")
        origin, *others = points
        return cls(tuple(origin), tuple(tuple(b - a for a, b in zip(origin, p, strict=True)) for p in others))

    @classmethod
    def usual(cls, inputs: int, seed: int) -> Self:
        """A plane through 0 along two random directions of unit length, the same for the same seed."""
        draws = np.random.Generator(np.random.PCG64(seed)).standard_normal((2, inputs))
        unit = draws / np.linalg.norm(draws, axis=1, keepdims=True)
        return cls((0.0,) * inputs, tuple(map(tuple, unit.tolist())))

    @property
    def inputs(self) -> int:
        """D_i of the networks that it cuts."""
        return len(self.origin)

    @property
    def dimensions(self) -> int:
        """1 for a line, 2 for a plane."""
        return len(self.directions)

    @property
    def points(self) -> tuple[Vector, ...]:
        """The points at t = (0, 0), (1, 0) and (0, 1)."""
        ends = (tuple(a + b for a, b in zip(self.origin, d, strict=True)) for d in self.directions)
        return (self.origin, *ends)

    def at(self, *t: float) -> Floats:
        """The input x = origin + t_1 d_1 (+ t_2 d_2), shape (D_i,), with the rounding of the layer in front."""
        place: Floats = np.array(self.directions).T @ np.array(t) + np.array(self.origin)
        return place

    def of(self, network: Network) -> Network:
        """The network that maps t to the outputs of `network`: the slice as a linear layer, then its own layers."""
        front = Layer(np.array(self.directions).T, np.array(self.origin), IDENTITY)
        return Network((front, *network.layers))


def _rank(directions: Floats) -> int:
    scale = np.abs(directions).max(axis=1, keepdims=True)
    if not scale.all():
        return 0
    return int(np.linalg.matrix_rank(directions / scale))
