"""What is open: one immutable value that every edit replaces."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from types import MappingProxyType
from typing import Self

from neuralfold.model.chain import Chain
from neuralfold.model.network import Network
from neuralfold.model.sentence import BadInput
from neuralfold.model.slice import Slice

Window = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Content:
    """A chain, the window it is looked at through, and what belongs to the document.

    `slice` is the line or plane through the input space that is drawn, or None where the inputs themselves are.
    `window` has one (low, high) per drawn input; left empty it becomes [-1, 1] for each.
    `seed` draws new weights; `batch` is the batch size of the cost counts; `extra` holds the other keys
    of the file, kept on saving. Raises BadInput for a window that is not finite, empty or of the wrong size, and
    where the merged network overflows or is too large.
    """

    chain: Chain
    window: Window = ()
    title: str = ""
    seed: int = 0
    batch: int = 256
    extra: Mapping[str, object] = field(default_factory=dict, hash=False)
    slice: Slice | None = None

    def __post_init__(self) -> None:
        try:
            window = tuple((float(low), float(high)) for low, high in self.window)
        except (TypeError, ValueError, OverflowError) as error:
            raise BadInput("window: every interval must be two numbers, [low, high]") from error
        object.__setattr__(self, "window", window or ((-1.0, 1.0),) * self.drawn_inputs)
        object.__setattr__(self, "extra", MappingProxyType(dict(self.extra)))
        if self.slice is not None and self.slice.inputs != self.chain.inputs:
            raise BadInput(
                "slice: its points have {given} coordinates, expected {inputs}, one per input",
                given=self.slice.inputs,
                inputs=self.chain.inputs,
            )
        if len(self.window) != self.drawn_inputs:
            raise BadInput(
                "window: {given} intervals, expected {inputs}, one per input",
                given=len(self.window),
                inputs=self.drawn_inputs,
            )
        for axis, (low, high) in enumerate(self.window):
            if not (isfinite(low) and isfinite(high) and low < high and isfinite(high - low)):
                raise BadInput(
                    "window[{axis}]: [{low}, {high}] is not an interval; the first number must be the smaller one",
                    axis=axis,
                    low=low,
                    high=high,
                )
        if self.batch < 1:
            raise BadInput("batch: {batch} is less than 1", batch=self.batch)
        if self.seed < 0:
            raise BadInput("seed: {seed} is less than 0", seed=self.seed)
        _ = self.chain.merged

    def __reduce__(self) -> tuple[object, ...]:
        """Copied and sent between processes by its parts: the read-only view of `extra` cannot be."""
        return type(self), (self.chain, self.window, self.title, self.seed, self.batch, dict(self.extra), self.slice)

    @property
    def drawn_inputs(self) -> int:
        """The number of inputs of what is drawn: those of the slice, if there is one, or of the chain."""
        return self.slice.dimensions if self.slice else self.chain.inputs

    @property
    def pictured(self) -> Network:
        """The network whose picture is drawn: the merged one, behind the slice if there is one."""
        return self.slice.of(self.chain.merged) if self.slice else self.chain.merged

    def with_chain(self, chain: Chain) -> Self:
        """The content with another chain; slice and window are kept where their sizes still fit."""
        if chain.inputs == self.chain.inputs:
            return replace(self, chain=chain)
        return replace(self, chain=chain, window=(), slice=None)

    def with_slice(self, slice_: Slice | None) -> Self:
        """The content seen on another slice, or not on one; the window is kept where its size still fits."""
        drawn = slice_.dimensions if slice_ else self.chain.inputs
        return replace(self, slice=slice_, window=self.window if drawn == self.drawn_inputs else ())

    def with_network(self, part: int, network: Network) -> Self:
        """The content with the network of one part replaced."""
        return self.with_chain(self.chain.with_network(part, network))
