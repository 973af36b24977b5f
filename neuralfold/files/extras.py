"""Keys of a document that this program does not know: kept in `Content.extra`, and written back where they were.

Those at the top are kept under their own names. Those inside parts, networks and layers are kept under "parts", which
mirrors the document with the known keys left out: a list of parts, each with "network", each with "layers".
"""

from collections.abc import Mapping

import msgspec
from msgspec import DecodeError, Raw

from neuralfold.model.chain import Chain
from neuralfold.model.sentence import BadInput

DOCUMENT_KEYS = frozenset({"format", "version", "title", "window", "seed", "batch", "network", "parts", "slice"})
PART_KEYS = frozenset({"network", "repeat"})
NETWORK_KEYS = frozenset({"inputs", "layers"})
LAYER_KEYS = frozenset({"weights", "biases", "activation", "slope", "skip"})

# Python's own functions on nested values are recursive.
MAX_NESTING = 100

Keys = Mapping[str, Raw]
Extra = dict[str, object]


def kept_extras(keys: Keys) -> Extra:
    """The unknown keys of a document whose known keys have been checked. Raises BadInput for a value out of range."""
    extra = _unknown(keys, DOCUMENT_KEYS, "")
    is_plain = "network" in keys
    parts = (
        [{"network": keys["network"]}] if is_plain else msgspec.json.decode(keys["parts"], type=list[dict[str, Raw]])
    )
    inner = [_of_part(part, "" if is_plain else f"parts[{i}].") for i, part in enumerate(parts)]
    if any(inner):
        extra["parts"] = inner
    return extra


def part_extras(extra: Mapping[str, object], chain: Chain) -> list[Extra]:
    """What was kept of each part, empty where the chain has gained or lost parts or layers since it was read."""
    kept = _objects(extra.get("parts"), len(chain.parts))
    for entry, part in zip(kept, chain.parts, strict=True):
        network = entry.get("network")
        entry["network"] = network = dict(network) if isinstance(network, Mapping) else {}
        network["layers"] = _objects(network.get("layers"), len(part.network.layers))
    return kept


def _objects(value: object, count: int) -> list[Extra]:
    if isinstance(value, list | tuple) and len(value) == count:
        return [dict(entry) if isinstance(entry, Mapping) else {} for entry in value]
    return [{} for _ in range(count)]


def _of_part(part: Keys, place: str) -> Extra:
    extra = _unknown(part, PART_KEYS, place)
    network = msgspec.json.decode(part["network"], type=dict[str, Raw])
    inside = f"{place}network." if place else ""
    inner = _unknown(network, NETWORK_KEYS, inside)
    layers = [
        _unknown(layer, LAYER_KEYS, f"{inside}layers[{k}].")
        for k, layer in enumerate(msgspec.json.decode(network["layers"], type=list[dict[str, Raw]]))
    ]
    if any(layers):
        inner["layers"] = layers
    if inner:
        extra["network"] = inner
    return extra


def _unknown(keys: Keys, known: frozenset[str], place: str) -> Extra:
    return {key: _value(raw, f"{place}{key}") for key, raw in keys.items() if key not in known}


def _value(raw: Raw, place: str) -> object:
    try:
        value: object = msgspec.json.decode(raw)
    except DecodeError as error:
        raise BadInput("{place}: a number is too large or a character is not one", place=place) from error
    level: list[object] = [value]
    for _ in range(MAX_NESTING):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return value
    raise BadInput("{place}: nested too deeply", place=place)


def _inside(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
