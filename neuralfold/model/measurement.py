"""Everything that is measured on one content: what the worker computes, the screen shows and `measure` prints."""

from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from neuralfold.model.activations import Floats
from neuralfold.model.chain import Chain
from neuralfold.model.content import Content
from neuralfold.model.limits import DECISION_BUDGET, REGION_BUDGET, TooManyRegions, checked_finite
from neuralfold.model.network import Network
from neuralfold.model.partition import Partition, PartitionMemory, solve_partition
from neuralfold.model.segments import Segments, solve_segments
from neuralfold.model.sentence import BadInput, Sentence
from neuralfold.model.spot import IsCancelled, never

CURVE_SAMPLES = 2001
SHEET_SAMPLES = 241


@dataclass(frozen=True, eq=False)
class Measurement:
    """The picture and the counts of one content, measured on its merged network.

    `segments` is there for one drawn input and `partition` for two, where every activation is piecewise linear; with a
    slice they are those of `content.pictured`. `parts` has
    one picture per part of a chain whose seams are one number wide, each over the interval that the part receives when
    it is first applied; it is empty for a plain network. Smooth networks are sampled: `curve` is (x, y), shapes (n,)
    and (n, D_o), for one input; `sheet`, shape (rows, columns, D_o), first row at the bottom, for two.
    `reason` says why there is no picture or no count, or why the counts are not certain; `is_over_budget` says that it
    is the number of regions. `seconds` is wall-clock time.
    """

    content: Content
    merged: Network
    segments: Segments | None = None
    partition: Partition | None = None
    parts: tuple[Segments, ...] = ()
    curve: tuple[Floats, Floats] | None = None
    sheet: Floats | None = None
    reason: Sentence | None = None
    seconds: float = 0.0
    is_over_budget: bool = False

    @property
    def activation_regions(self) -> int | None:
        """Activation regions in the window, or None where no count exists."""
        picture = self.segments or self.partition
        return picture.activation_regions if picture else None

    @property
    def linear_regions(self) -> int | None:
        """Linear segments or regions in the window, or None where no count exists."""
        picture = self.segments or self.partition
        return picture.linear_regions if picture else None

    @property
    def distinct_affine_maps(self) -> int | None:
        """Different affine maps in the window, or None where no count exists or it was not asked for (1 input)."""
        return self.partition.distinct_affine_maps if self.partition else None

    @property
    def is_certain(self) -> bool:
        """Whether the counts equal the exact counts of the stored numbers; False where there are none."""
        picture = self.segments or self.partition
        return picture is not None and picture.is_certain


def measure(
    content: Content,
    *,
    cancelled: IsCancelled = never,
    budget: int = REGION_BUDGET,
    decisions: int = DECISION_BUDGET,
    memory: PartitionMemory | None = None,
) -> Measurement:
    """Measure a content; what cannot be counted or drawn is a `reason`, not an error.

    `budget` limits the regions, `decisions` the exact decisions of doubtful signs; `memory` keeps what the next edit
    leaves as it was. Raises Cancelled when told to stop.
    """
    start = perf_counter()
    measured = Measurement(content, content.chain.merged)
    try:
        measured = _pictured(measured, cancelled, budget, decisions, memory)
    except BadInput as error:
        reason = _in_front_of(error.sentence) if content.slice else error.sentence
        measured = replace(measured, reason=reason, is_over_budget=isinstance(error, TooManyRegions))
    return replace(measured, seconds=perf_counter() - start)


def _in_front_of(reason: Sentence) -> Sentence:
    """A reason that names layers as they are numbered in the document: there the slice is none."""
    values = dict(reason.values)
    layer = values.get("layer")
    if not isinstance(layer, int):
        return reason
    if layer == 1:
        return Sentence.of("the slice overflows: its inputs are not finite in this window; use a smaller window")
    return replace(reason, values=tuple({**values, "layer": layer - 1}.items()))


def _pictured(
    measured: Measurement, cancelled: IsCancelled, budget: int, decisions: int, memory: PartitionMemory | None
) -> Measurement:
    network, window = measured.content.pictured, measured.content.window
    if network.inputs > 2:
        raise BadInput(
            "no picture: {inputs} inputs cannot be drawn, only 1 or 2, or a slice through them; parameters and "
            "operations are counted as always",
            inputs=f"{network.inputs:,}",
        )
    if not network.is_piecewise_linear:
        return _sampled(measured)
    if network.inputs == 2:
        x, y = window
        partition = solve_partition(
            network, (x, y), cancelled=cancelled, budget=budget, decisions=decisions, memory=memory
        )
        return replace(measured, partition=partition, reason=partition.reason)
    segments = solve_segments(network, window[0], cancelled=cancelled, budget=budget, decisions=decisions)
    parts = _parts(measured.content, cancelled, budget)
    return replace(measured, segments=segments, parts=parts, reason=segments.reason)


def _parts(content: Content, cancelled: IsCancelled, budget: int) -> tuple[Segments, ...]:
    chain = content.chain
    if chain.is_plain or content.slice or any(part.network.outputs != 1 for part in chain.parts[:-1]):
        return ()
    pictures = []
    interval = content.window[0]
    for i, part in enumerate(chain.parts):
        if i > 0:
            before = solve_segments(
                Chain(chain.parts[:i]).merged, content.window[0], cancelled=cancelled, budget=budget
            )
            low, high = float(before.values.min()), float(before.values.max())
            interval = (low, high) if low < high else (low - 1.0, low + 1.0)
        pictures.append(solve_segments(part.network, interval, cancelled=cancelled, budget=budget))
    return tuple(pictures)


def _sampled(measured: Measurement) -> Measurement:
    network, window = measured.content.pictured, measured.content.window
    reason = Sentence.of(
        "no count: {names} is smooth, so the function has no linear regions; the picture is sampled",
        names=", ".join(
            sorted({layer.activation.name for layer in network.layers if not layer.activation.is_piecewise_linear})
        ),
    )
    axes = [np.linspace(low, high, CURVE_SAMPLES if network.inputs == 1 else SHEET_SAMPLES) for low, high in window]
    with np.errstate(over="ignore", invalid="ignore"):
        if network.inputs == 1:
            y = network(axes[0][:, None])
            checked_finite(y, network, network.depth)
            return replace(measured, curve=(axes[0], y), reason=reason)
        grid = np.stack(np.meshgrid(*axes), axis=-1)
        sheet = network(grid.reshape(-1, 2)).reshape(*grid.shape[:2], -1)
        checked_finite(sheet, network, network.depth)
        return replace(measured, sheet=sheet, reason=reason)


def record(measured: Measurement) -> dict[str, object]:
    """The counts of a measurement under the names of the command line's JSON (DESIGN, section 7)."""
    network = measured.merged
    weights = sum(layer.weights.size for layer in network.layers)
    entries: dict[str, object] = {
        "inputs": network.inputs,
        "outputs": network.outputs,
        "depth": network.depth,
        "widths": list(network.widths),
        "parameters": network.parameters,
        "weights": weights,
        "biases": network.parameters - weights,
        "macs": weights,
        "stored_parameters": measured.content.chain.parameters,
        "activation_regions": measured.activation_regions,
        "linear_regions": measured.linear_regions,
    }
    if measured.content.drawn_inputs == 2:
        entries["distinct_affine_maps"] = measured.distinct_affine_maps
    if measured.content.drawn_inputs == 1:
        line = measured.segments
        entries["line_activation_regions"] = line.line_activation_regions if line else None
        entries["line_linear_regions"] = line.line_linear_regions if line else None
    if measured.content.slice is not None:
        cut = measured.content.slice
        entries["slice"] = {"origin": cut.origin, "directions": cut.directions}
    entries["is_certain"] = measured.is_certain
    if measured.reason is not None:
        entries["reason"] = str(measured.reason)
    entries["window"] = [list(interval) for interval in measured.content.window]
    entries["seconds"] = measured.seconds
    return entries
