"""Documents on disk: reading `.nfold` files with every check, and writing them (DESIGN, section 7)."""

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import UNSET, DecodeError, Raw, Struct, UnsetType

from neuralfold.files.atomic import write_atomically
from neuralfold.files.complaints import inside, not_fitting, not_json, not_text
from neuralfold.files.extras import kept_extras
from neuralfold.files.layout import FORMAT, VERSION, laid_out
from neuralfold.files.numbers import Budget, read_list, read_rows
from neuralfold.model.activations import Activation
from neuralfold.model.chain import Chain, Part
from neuralfold.model.content import Content
from neuralfold.model.network import MAX_WIDTH, Layer, Network
from neuralfold.model.sentence import BadInput
from neuralfold.model.slice import Slice

MAX_BYTES = 64 * 2**20
_BOM = b"\xef\xbb\xbf"


class _Layer(Struct):
    weights: Raw
    biases: Raw
    activation: str
    slope: float | UnsetType = UNSET
    skip: bool = False


class _Network(Struct):
    inputs: int
    layers: list[_Layer]


class _Part(Struct):
    network: _Network
    repeat: int = 1


class _Slice(Struct):
    origin: list[float] | UnsetType = UNSET
    directions: list[list[float]] | UnsetType = UNSET
    points: list[list[float]] | UnsetType = UNSET


class _Document(Struct):
    title: str = ""
    window: list[tuple[float, float]] | UnsetType = UNSET
    seed: int = 0
    batch: int = 256
    network: _Network | UnsetType = UNSET
    parts: list[_Part] | UnsetType = UNSET
    slice: _Slice | UnsetType = UNSET


def read_document(path: Path) -> Content:
    """Read the document at `path`.

    Raises BadInput, beginning with the path and naming the place inside, for a file that is not a document or that
    cannot be read.
    """
    try:
        return loads(_read(path))
    except BadInput as error:
        raise BadInput("{file}: {problem}", file=str(path), problem=error.sentence) from error


def write_document(path: Path, content: Content) -> None:
    """Write `content` to `path`, atomically; `read_document` gives an equal content back.

    Raises BadInput, beginning with the path, where it cannot be written; the old file is then as it was.
    """
    data = laid_out(content)
    if len(data) > MAX_BYTES:
        raise BadInput(
            "{file} was not written: the document has {size} MiB, more than the {limit} MiB that can be read again; "
            "use fewer or narrower layers",
            file=str(path),
            size=f"{len(data) / 2**20:,.0f}",
            limit=MAX_BYTES // 2**20,
        )
    write_atomically(path, data)


def document_text(content: Content) -> str:
    """The text of a document: JSON with one row of weights per line."""
    return laid_out(content).decode()


def loads(data: bytes) -> Content:
    """The content of a document given as the bytes of its file.

    Raises BadInput naming the place: of keys as layers[1].biases, counted from 0; of rows, numbers and lines in words,
    counted from 1.
    """
    data = data.removeprefix(_BOM)
    if len(data) > MAX_BYTES:
        raise BadInput("the document is larger than {limit} MiB", limit=MAX_BYTES // 2**20)
    if not data.strip():
        raise BadInput("the file is empty")
    try:
        data.decode()
    except UnicodeDecodeError as error:
        raise not_text(error, data) from error
    try:
        keys = msgspec.json.decode(data, type=dict[str, Raw])
        _check_kind(keys)
        document = msgspec.json.decode(data, type=_Document)
    except msgspec.ValidationError as error:
        raise not_fitting(error) from error
    except DecodeError as error:
        raise not_json(error, data) from error
    except RecursionError as error:
        raise BadInput("the document is nested too deeply") from error
    chain = _chain(document)
    slice_ = _slice(document)
    window = _window(document, slice_.dimensions if slice_ else chain.inputs)
    return Content(chain, window, document.title, document.seed, document.batch, kept_extras(keys), slice_)


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + len(_BOM) + 1)
    except FileNotFoundError as error:
        raise BadInput("there is no such file") from error
    except OSError as error:
        # Windows says of a folder that access is denied.
        if path.is_dir():
            raise BadInput("this is a folder, not a document") from error
        if isinstance(error, PermissionError):
            raise BadInput("you may not read this file") from error
        raise BadInput("the system says “{reason}”", reason=error.strerror or str(error)) from error
    except ValueError as error:
        raise BadInput("there is no such file") from error


def _check_kind(keys: Mapping[str, Raw]) -> None:
    """Raise BadInput unless the document says that it is one, of a version that this program reads.

    Looked at before anything else, since nothing else is known of a newer version.
    """
    if "format" not in keys:
        raise BadInput('format: missing; a document has "format": "{format}"', format=FORMAT)
    if _value(keys["format"]) != FORMAT:
        raise BadInput('format: {given} is not "{format}"', given=_shown(keys["format"]), format=FORMAT)
    if "version" not in keys:
        raise BadInput("version: missing")
    version = _value(keys["version"])
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise BadInput("version: {given} is not a version of the format", given=_shown(keys["version"]))
    if version > VERSION:
        raise BadInput(
            "version: {given} is newer than this NeuralFold, which reads version {version}; get the newer program",
            given=_shown(keys["version"]),
            version=VERSION,
        )


def _value(raw: Raw) -> object:
    """The value, or None where it is text or a number that cannot be read."""
    try:
        value: object = msgspec.json.decode(raw)
    except DecodeError:
        return None
    return value


def _shown(raw: Raw) -> str:
    text = " ".join(bytes(raw).decode().split())
    return text if len(text) <= 40 else text[:39] + "…"


def _window(document: _Document, drawn_inputs: int) -> tuple[tuple[float, float], ...]:
    if document.window is UNSET:
        return ()
    # An empty window means the usual one only where nothing can be drawn.
    if not document.window and drawn_inputs <= 2:
        raise BadInput("window: {given} intervals, expected {inputs}, one per input", given=0, inputs=drawn_inputs)
    return tuple(document.window)


def _slice(document: _Document) -> Slice | None:
    given = document.slice
    if given is UNSET:
        return None
    if given.points is not UNSET and given.origin is UNSET and given.directions is UNSET:
        return Slice.through(*map(tuple, given.points))
    if given.points is UNSET and given.origin is not UNSET and given.directions is not UNSET:
        return Slice(tuple(given.origin), tuple(map(tuple, given.directions)))
    raise BadInput("slice: give either points, or an origin and directions")


def _chain(document: _Document) -> Chain:
    budget = Budget()
    if document.network is not UNSET and document.parts is not UNSET:
        raise BadInput("network: a document has either a network or parts, not both")
    if document.network is not UNSET:
        return Chain.of(_network(document.network, "", budget))
    if document.parts is UNSET:
        raise BadInput("network: missing; a document has a network or parts")
    parts = []
    for i, part in enumerate(document.parts):
        network = _network(part.network, f"parts[{i}].network.", budget)
        try:
            parts.append(Part(network, part.repeat))
        except BadInput as error:
            raise inside(f"parts[{i}]", error) from error
    return Chain(tuple(parts))


def _network(network: _Network, place: str, budget: Budget) -> Network:
    if not 1 <= network.inputs <= MAX_WIDTH:
        raise BadInput(
            "{place}inputs: {inputs} is not between 1 and {limit}",
            place=place,
            inputs=network.inputs,
            limit=f"{MAX_WIDTH:,}",
        )
    if not network.layers:
        raise BadInput("{place}layers: empty; a network needs at least the output layer", place=place)
    layers: list[Layer] = []
    width = network.inputs
    for k, layer in enumerate(network.layers):
        layers.append(_layer(layer, width, f"{place}layers[{k}]", budget))
        width = layers[-1].units
    return Network(tuple(layers))


def _layer(layer: _Layer, inputs: int, place: str, budget: Budget) -> Layer:
    weights = read_rows(layer.weights, inputs, f"{place}.weights", budget)
    biases = read_list(layer.biases, f"{place}.biases", budget)
    if len(biases) != len(weights):
        raise BadInput(
            "{place}.biases: found {found}, expected {expected}, one per row of weights",
            place=place,
            found=len(biases),
            expected=len(weights),
        )
    try:
        return Layer(weights, biases, _activation(layer), layer.skip)
    except BadInput as error:
        raise inside(place, error) from error


def _activation(layer: _Layer) -> Activation:
    if layer.slope is UNSET:
        if layer.activation == "leaky_relu":
            raise BadInput("slope: missing; leaky_relu needs one, such as 0.01")
        return Activation(layer.activation)
    activation = Activation(layer.activation, layer.slope)
    if activation.name != "leaky_relu":
        raise BadInput("slope: only leaky_relu has one, but the activation is {name}", name=activation.name)
    return activation
