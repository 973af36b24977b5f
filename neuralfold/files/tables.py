"""What a measurement found, as tables for CSV files; the names of the fields are the same in every language.

Layers, regions, segments and units are counted from 1, as on the screen.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from neuralfold.files.csv_text import Cell, Table, csv_bytes, write_csv
from neuralfold.model.activations import Floats
from neuralfold.model.counts import LayerCounts, NetworkCounts, network_counts
from neuralfold.model.measurement import Measurement
from neuralfold.model.network import Network
from neuralfold.model.partition import Partition
from neuralfold.model.segments import Segments
from neuralfold.model.sentence import BadInput
from neuralfold.model.spot import Pattern

__all__ = ["Table", "counts_table", "csv_bytes", "picture_table", "regions_table", "segments_table", "write_csv"]

_LAYER_FIELDS = ("layer [1]", "inputs [1]", "units [1]", "activation [1]", "slope [1]", "skip [1]")
_COUNT_FIELDS = (
    "weights [1]",
    "biases [1]",
    "parameters [1]",
    "macs [1/sample]",
    "multiplications [1/sample]",
    "additions [1/sample]",
    "additions_without_biases [1/sample]",
    "comparisons [1/sample]",
    "evaluations [1/sample]",
    "batch [samples]",
    "batch_macs [1]",
    "hidden_activations [1]",
    "parameter_memory_float32 [B]",
    "hidden_activation_memory_float32 [B]",
)
_TOTAL_FIELDS = (
    "stored_parameters [1]",
    "activation_regions [1]",
    "linear_regions [1]",
    "distinct_affine_maps [1]",
    "line_activation_regions [1]",
    "line_linear_regions [1]",
    "is_certain [1]",
)


def counts_table(measurement: Measurement) -> Table:
    """The counts of the merged network: a row per layer, and a row "total" that also has the counts of regions.

    What each count means is told in `model/counts.py`. The parameters of a repeated network are stored once. Region
    counts are of the window, those with `line_` of the whole line, and empty where none exists.
    """
    merged = measurement.merged
    counts = network_counts(merged, measurement.content.batch)
    return Table((*_LAYER_FIELDS, *_COUNT_FIELDS, *_TOTAL_FIELDS), list(_count_rows(measurement, merged, counts)))


def _count_rows(measurement: Measurement, merged: Network, counts: NetworkCounts) -> Iterator[Sequence[Cell]]:
    for k, (layer, row) in enumerate(zip(merged.layers, counts.rows, strict=True), 1):
        slope = layer.activation.slope if layer.activation.name == "leaky_relu" else None
        described = (k, layer.inputs, layer.units, layer.activation.name, slope, layer.skip)
        yield (*described, *_count_cells(row, row.hidden_activations), *(None for _ in _TOTAL_FIELDS))
    yield (
        *("total", merged.inputs, merged.outputs, None, None, None),
        *_count_cells(counts, counts.activations()),
        measurement.content.chain.parameters,
        measurement.activation_regions,
        measurement.linear_regions,
        measurement.distinct_affine_maps,
        measurement.segments.line_activation_regions if measurement.segments else None,
        measurement.segments.line_linear_regions if measurement.segments else None,
        measurement.is_certain if measurement.linear_regions is not None else None,
    )


def _count_cells(counts: LayerCounts | NetworkCounts, hidden_activations: int) -> Sequence[Cell]:
    return (
        counts.weights,
        counts.biases,
        counts.parameters,
        counts.macs,
        counts.multiplications,
        counts.additions,
        counts.additions_without_biases,
        counts.comparisons,
        counts.evaluations,
        counts.batch,
        counts.batch_macs,
        hidden_activations,
        counts.parameter_bytes(),
        counts.activation_bytes(),
    )


def segments_table(measurement: Measurement) -> Table:
    """The 1-D picture: a row per activation region from left to right, with the linear segment it belongs to.

    In it y = slope x + intercept, for every output, with t in place of x on a slice. Raises BadInput where there is no
    such picture.
    """
    if measurement.segments is None:
        raise BadInput("there are no segments to write: the network has no exact picture with one input")
    first = _first_layer(measurement)
    return Table(_segment_header(measurement.segments), _segment_rows(measurement.segments, first))


def _segment_header(segments: Segments) -> tuple[str, ...]:
    outputs = range(1, segments.network.outputs + 1)
    return (
        *("activation_region [1]", "linear_segment [1]", "start [1]", "end [1]"),
        *(f"slope_y{i} [1]" for i in outputs),
        *(f"intercept_y{i} [1]" for i in outputs),
        "pattern [1]",
    )


def _segment_rows(segments: Segments, first: int) -> Iterator[Sequence[Cell]]:
    joints, slopes, intercepts = segments.joints.tolist(), segments.slopes.tolist(), segments.intercepts.tolist()
    for cell, segment in enumerate(segments.segment.tolist()):
        ends = (joints[cell], joints[cell + 1])
        pattern = pattern_text(segments.pattern(cell)[first:])
        yield (cell + 1, segment + 1, *ends, *slopes[cell], *intercepts[cell], pattern)


def regions_table(measurement: Measurement) -> Table:
    """The 2-D picture: a row per activation region, with the linear region it belongs to.

    In it y = gradient_x1 x1 + gradient_x2 x2 + intercept, for every output, with t in place of x on a slice; area and
    centroid are those of the part inside the window. Raises BadInput where there is no such picture.
    """
    if measurement.partition is None:
        raise BadInput("there are no regions to write: the network has no exact picture with two inputs")
    name, first = "t" if measurement.content.slice else "x", _first_layer(measurement)
    return Table(_region_header(measurement.partition, name), _region_rows(measurement.partition, first))


def _region_header(partition: Partition, name: str) -> tuple[str, ...]:
    outputs = range(1, partition.network.outputs + 1)
    return (
        *("activation_region [1]", "linear_region [1]", "area [1]", f"centroid_{name}1 [1]", f"centroid_{name}2 [1]"),
        *(f"{map_}_y{i} [1]" for i in outputs for map_ in (f"gradient_{name}1", f"gradient_{name}2", "intercept")),
        *("active_units [1]", "pattern [1]"),
    )


def _region_rows(partition: Partition, first: int) -> Iterator[Sequence[Cell]]:
    areas, centroids = areas_and_centroids(partition)
    gradients, intercepts = partition.maps.all()
    maps = np.concatenate([gradients, intercepts[:, :, None]], axis=2).reshape(len(areas), -1)
    columns = zip(
        partition.linear_region.tolist(),
        areas.tolist(),
        centroids.tolist(),
        maps.tolist(),
        partition.active_units.tolist(),
        zip(*partition.maps.patterns(), strict=True),
        strict=True,
    )
    for face, (linear_region, area, centroid, numbers, active, pattern) in enumerate(columns):
        yield (face + 1, linear_region + 1, area, *centroid, *numbers, active, pattern_text(pattern[first:]))


def picture_table(measurement: Measurement) -> Table:
    """The table of what is drawn: segments for one input, regions for two, and the counts where neither exists."""
    if measurement.segments is not None:
        return segments_table(measurement)
    return regions_table(measurement) if measurement.partition is not None else counts_table(measurement)


def _first_layer(measurement: Measurement) -> int:
    """Where the layers of the document begin in what is drawn: behind the slice, if there is one."""
    return len(measurement.content.pictured.layers) - len(measurement.merged.layers)


def pattern_text(pattern: Pattern) -> str:
    """States of all units, layer by layer: "h1:101 h2:01 y:1"; layers without thresholds are left out.

    The names keep spreadsheets from reading a pattern as a number and rounding it.
    """
    states = (np.concatenate(pattern) + ord("0")).tobytes().decode("ascii")
    words, start = [], 0
    for k, layer in enumerate(pattern, 1):
        if layer.size:
            name = f"h{k}" if k < len(pattern) else "y"
            words.append(f"{name}:{states[start : start + layer.size]}")
            start += layer.size
    return " ".join(words)


def areas_and_centroids(partition: Partition) -> tuple[Floats, Floats]:
    """Area, shape (faces,), and centroid, shape (faces, 2), of every face (the shoelace formula).

    Coordinates are taken relative to a corner of the face, so that small faces far from 0 lose nothing. A face with
    an area of 0 in float64 has the mean of its corners.
    """
    starts, corners = partition.face_starts, partition.vertices[partition.face_vertices]
    sizes = np.diff(starts)
    origin = corners[starts[:-1]]
    offsets = corners - np.repeat(origin, sizes, axis=0)
    following = np.arange(len(corners)) + 1
    following[starts[1:] - 1] = starts[:-1]
    after = offsets[following]
    cross = offsets[:, 0] * after[:, 1] - offsets[:, 1] * after[:, 0]
    twice = np.add.reduceat(cross, starts[:-1])
    moments = np.add.reduceat((offsets + after) * cross[:, None], starts[:-1], axis=0)
    means = np.add.reduceat(offsets, starts[:-1], axis=0) / sizes[:, None]
    has_area = np.abs(twice) > 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        relative = np.where(has_area[:, None], moments / (3.0 * twice[:, None]), means)
    return np.abs(twice) / 2.0, origin + relative
