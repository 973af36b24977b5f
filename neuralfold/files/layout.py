"""How a document is laid out as text: JSON that people can read, one row of weights per line."""

from collections.abc import Iterable, Mapping

import msgspec

from neuralfold.files.extras import DOCUMENT_KEYS, LAYER_KEYS, NETWORK_KEYS, PART_KEYS, Extra, part_extras
from neuralfold.model.chain import Part
from neuralfold.model.content import Content
from neuralfold.model.network import Layer, Network
from neuralfold.model.sentence import BadInput

FORMAT = "neuralfold"
VERSION = 1
_USUAL_INTERVAL = (-1.0, 1.0)

# 3.0 is written as 3, but -0.0 stays: -0 is 0 to many readers. In this order; no exponent is ever e-0.
_SHORTER = ((b".0,", b","), (b".0]", b"]"), (b"-0,", b"-0.0,"), (b"-0]", b"-0.0]"), (b",", b", "))

_Entries = list[tuple[str, bytes]]
"""Keys, each with its value as JSON that is laid out already."""


def laid_out(content: Content) -> bytes:
    """The bytes of the document of `content`, UTF-8 without a mark at the beginning.

    Raises BadInput for a text that UTF-8 cannot hold.
    """
    try:
        return _object(_document(content), 0) + b"\n"
    except UnicodeEncodeError as error:
        raise BadInput("the title or another text has a character that cannot be saved") from error


def _document(content: Content) -> _Entries:
    chain = content.chain
    entries = [("format", _json(FORMAT)), ("version", _json(VERSION)), ("title", _json(content.title))]
    # A network with many inputs has no picture, and nobody wants to read 784 intervals of it.
    if content.drawn_inputs <= 2 or any(interval != _USUAL_INTERVAL for interval in content.window):
        entries.append(("window", _numbers([list(interval) for interval in content.window])))
    if content.slice is not None:
        origin, directions = (
            _numbers([list(vector) for vector in vectors])
            for vectors in ([content.slice.origin], content.slice.directions)
        )
        entries.append(("slice", _object([("origin", origin[1:-1]), ("directions", directions)], 1)))
    entries += [("seed", _json(content.seed)), ("batch", _json(content.batch))]
    entries += _others(content.extra, DOCUMENT_KEYS)
    extras = part_extras(content.extra, chain)
    if chain.is_plain and not _others(extras[0], PART_KEYS):
        return [*entries, ("network", _network(chain.parts[0].network, extras[0]["network"], 1))]
    parts = [_part(part, extra) for part, extra in zip(chain.parts, extras, strict=True)]
    return [*entries, ("parts", _list(parts, 1))]


def _part(part: Part, extra: Extra) -> bytes:
    network = ("network", _network(part.network, extra["network"], 3))
    return _object([*_others(extra, PART_KEYS), ("repeat", _json(part.repeat)), network], 2)


def _network(network: Network, extra: object, depth: int) -> bytes:
    kept = extra if isinstance(extra, Mapping) else {}
    layers = [_layer(layer, others, depth + 2) for layer, others in zip(network.layers, kept["layers"], strict=True)]
    inputs = ("inputs", _json(network.inputs))
    return _object([inputs, *_others(kept, NETWORK_KEYS), ("layers", _list(layers, depth + 1))], depth)


def _layer(layer: Layer, extra: Extra, depth: int) -> bytes:
    rows = _numbers(layer.weights.tolist()).replace(b"], [", b"]," + _line(depth + 2) + b"[")
    entries = [
        ("weights", b"[" + _line(depth + 2) + rows[1:-1] + _line(depth + 1) + b"]"),
        ("biases", _numbers(layer.biases.tolist())),
        ("activation", _json(layer.activation.name)),
    ]
    if layer.activation.name == "leaky_relu":
        entries.append(("slope", _json(layer.activation.slope)))
    if layer.skip:
        entries.append(("skip", _json(True)))
    return _object([*entries, *_others(extra, LAYER_KEYS)], depth)


def _others(extra: Mapping[str, object], known: frozenset[str]) -> _Entries:
    return [(key, _json(value)) for key, value in extra.items() if key not in known]


def _object(entries: _Entries, depth: int) -> bytes:
    lines = [_line(depth + 1) + _json(key) + b": " + value for key, value in entries]
    return b"{" + b",".join(lines) + _line(depth) + b"}"


def _list(values: Iterable[bytes], depth: int) -> bytes:
    return b"[" + b",".join(_line(depth + 1) + value for value in values) + _line(depth) + b"]"


def _line(depth: int) -> bytes:
    return b"\n" + b"  " * depth


def _numbers(values: list[float] | list[list[float]]) -> bytes:
    text = msgspec.json.encode(values)
    for before, after in _SHORTER:
        text = text.replace(before, after)
    return text


def _json(value: object) -> bytes:
    return msgspec.json.encode(value)
