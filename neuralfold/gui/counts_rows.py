"""Which numbers the counts strip has, in order: regions, bounds, parameters, operations, memory."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from neuralfold.gui.words import say
from neuralfold.model.bounds import Bound, bounds_of
from neuralfold.model.content import Content
from neuralfold.model.counts import NetworkCounts, chain_counts, network_counts
from neuralfold.model.measurement import Measurement
from neuralfold.model.named_counts import Count, flop_conventions, named_counts
from neuralfold.model.number_text import whole_text

# Longer numbers are rounded.
MOST_DIGITS = 24
# Told in the strip by short names of their own; all others by the names that the model gives them.
_SHOWN_FIRST = ("parameters", "weights", "biases", "macs")


@dataclass(frozen=True)
class CountRow:
    """One row: a name, the number in the window, the number on the whole line, and what a tip tells.

    A row without numbers is a heading. `is_doubtful` marks a number that may be off, `is_counted` one that was found
    by solving the picture, so that it lags behind while a new one is being computed.
    """

    name: str
    value: str = ""
    line: str = ""
    tip: str = ""
    is_heading: bool = False
    is_doubtful: bool = False
    is_counted: bool = False


def count_rows(content: Content, measurement: Measurement | None, has_maps: bool = True) -> list[CountRow]:
    """All rows for the open content; `measurement` is the last finished one, of this content or of the one before.

    The number of distinct maps takes time to find; it is asked for only where `has_maps` says that it is known.
    """
    return [*counted_rows(content, measurement, has_maps), *fixed_rows(content)]


def fixed_rows(content: Content) -> list[CountRow]:
    """The rows that depend on nothing but the shape of the networks and the batch size."""
    merged = network_counts(content.chain, content.batch)
    return [*_bounds(content), *_parameters(content, merged), *_costs(merged)]


def counted_rows(content: Content, measurement: Measurement | None, has_maps: bool) -> Iterator[CountRow]:
    """The rows of what was found by solving the picture."""
    window = QCoreApplication.translate("Counts", "in the window")
    has_line = content.drawn_inputs == 1
    line = QCoreApplication.translate("Counts", "whole line") if has_line else ""
    counted = QCoreApplication.translate("Counts", "Counted")
    if content.slice is not None:
        counted = QCoreApplication.translate("Counts", "Counted in this slice")
    yield CountRow(counted, window, line, is_heading=True)
    if measurement is None:
        return
    tip = "" if measurement.reason is None else say(measurement.reason)
    if measurement.linear_regions is None:
        yield CountRow(
            QCoreApplication.translate("Counts", "linear regions"),
            QCoreApplication.translate("Counts", "no count"),
            tip=tip,
            is_counted=True,
        )
        return
    mark = "" if measurement.is_certain else "≈ "
    rows = [
        (
            QCoreApplication.translate("Counts", "linear segments")
            if has_line
            else QCoreApplication.translate("Counts", "linear regions"),
            measurement.linear_regions,
            measurement.segments.line_linear_regions if measurement.segments else None,
            QCoreApplication.translate("Counts", "neighbouring activation regions with the same affine map count once"),
        ),
        (
            QCoreApplication.translate("Counts", "activation regions"),
            measurement.activation_regions,
            measurement.segments.line_activation_regions if measurement.segments else None,
            QCoreApplication.translate("Counts", "sets of inputs that switch the same units on"),
        ),
    ]
    if measurement.partition is not None:
        rows.append(
            (
                QCoreApplication.translate("Counts", "distinct affine maps"),
                measurement.distinct_affine_maps if has_maps else None,
                None,
                QCoreApplication.translate("Counts", "regions that do not touch can share one map"),
            )
        )
    for name, value, on_line, what in rows:
        yield CountRow(
            name,
            "…" if value is None else mark + whole_text(value),
            "" if on_line is None else mark + whole_text(on_line),
            tip=f"{what}\n{tip}" if tip else what,
            is_doubtful=not measurement.is_certain,
            is_counted=True,
        )


def _bounds(content: Content) -> Iterator[CountRow]:
    bounds = bounds_of(content.chain)
    own = [bound for bound in bounds if not bound.is_comparison]
    if own:
        yield CountRow(QCoreApplication.translate("Counts", "Most that any weights give"), is_heading=True)
        yield from map(_bound, own)
    others = [bound for bound in bounds if bound.is_comparison]
    if others:
        yield CountRow(QCoreApplication.translate("Counts", "Other networks, to compare"), is_heading=True)
        yield from map(_bound, others)


def _bound(bound: Bound) -> CountRow:
    sign = {"upper": "≤ ", "lower": "≥ ", "exact": ""}[bound.kind]
    value = whole_text(bound.value, MOST_DIGITS)
    where = (
        QCoreApplication.translate("Counts", "in the whole input space")
        if bound.is_whole_space
        else QCoreApplication.translate("Counts", "in the window")
    )
    name = say(bound.name)
    tip = "\n".join((name, say(bound.formula), say(bound.assumptions), where))
    return CountRow(name, value if value.startswith("≈") else sign + value, tip=tip)


def _parameters(content: Content, merged: NetworkCounts) -> Iterator[CountRow]:
    """The first rows of size and cost; a chain has two numbers, as it is stored and applied, and merged."""
    is_chain = not content.chain.is_plain
    heading = QCoreApplication.translate("Counts", "Size and cost")
    if is_chain:
        columns = QCoreApplication.translate("Counts", "as chain"), QCoreApplication.translate("Counts", "merged")
        yield CountRow(heading, *columns, is_heading=True)
    else:
        yield CountRow(heading, is_heading=True)
    stored = {count.key: count for count in named_counts(chain_counts(content.chain, content.batch))}
    named = {count.key: count for count in named_counts(merged)}
    names = (
        QCoreApplication.translate("Counts", "parameters"),
        QCoreApplication.translate("Counts", "of which weights"),
        QCoreApplication.translate("Counts", "of which biases"),
        QCoreApplication.translate("Counts", "multiply-adds (MAC), one sample"),
    )
    for key, name in zip(_SHOWN_FIRST, names, strict=True):
        value = whole_text(named[key].value)
        if is_chain:
            note = QCoreApplication.translate(
                "Counts", "as chain: a repeated network is stored once, applied every time"
            )
            yield CountRow(name, whole_text(stored[key].value), value, tip=f"{note}\n{_tip(stored[key])}")
        else:
            yield CountRow(name, value, tip=_tip(named[key]))


def _costs(merged: NetworkCounts) -> Iterator[CountRow]:
    named = [count for count in named_counts(merged) if count.key not in _SHOWN_FIRST]
    is_memory = [count.key.startswith(("activation", "parameter_bytes")) for count in named]
    yield from (_count(count) for count, memory in zip(named, is_memory, strict=True) if not memory)
    batch = QCoreApplication.translate("Counts", "Memory, batch of {batch}").format(batch=whole_text(merged.batch))
    yield CountRow(batch, is_heading=True)
    yield from (_count(count) for count, memory in zip(named, is_memory, strict=True) if memory)
    yield CountRow(QCoreApplication.translate("Counts", "FLOP, as tools count it, one sample"), is_heading=True)
    yield from map(_count, flop_conventions(merged))


def _count(count: Count) -> CountRow:
    return CountRow(say(count.name), whole_text(count.value), tip=_tip(count))


def _tip(count: Count) -> str:
    return f"{say(count.name)}\n{count.formula} = {count.numbers} = {whole_text(count.value)}"
