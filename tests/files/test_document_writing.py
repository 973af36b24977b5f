"""What is written reads back equal, to the last bit, and looks as promised."""

import json
import math
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuralfold.files.document import document_text, loads, read_document, write_document
from neuralfold.model.activations import NAMES, RELU, Activation
from neuralfold.model.chain import Chain, Part
from neuralfold.model.content import Content
from neuralfold.model.examples import EXAMPLES, figure_7_1, fold
from neuralfold.model.network import Layer, Network
from neuralfold.model.sentence import BadInput

FINITE = st.floats(allow_nan=False, allow_infinity=False)
SMALL = st.floats(-4, 4)
TITLES = st.text(st.characters(codec="utf-8"), max_size=20)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | FINITE | TITLES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TITLES, inner, max_size=3),
    max_leaves=6,
)


@st.composite
def layers(draw, inputs, numbers):
    units = draw(st.integers(1, 4))
    name = draw(st.sampled_from(NAMES))
    activation = Activation(name, draw(numbers)) if name == "leaky_relu" else Activation(name)
    weights = draw(st.lists(st.lists(numbers, min_size=inputs, max_size=inputs), min_size=units, max_size=units))
    biases = draw(st.lists(numbers, min_size=units, max_size=units))
    return Layer(np.array(weights), np.array(biases), activation, units == inputs and draw(st.booleans()))


@st.composite
def networks(draw, inputs, numbers):
    made = []
    for _ in range(draw(st.integers(1, 3))):
        made.append(draw(layers(made[-1].units if made else inputs, numbers)))
    return Network(tuple(made))


@st.composite
def contents(draw):
    # A seam multiplies weights, so that only a plain network may have numbers of any size.
    is_plain = draw(st.booleans())
    parts = []
    for _ in range(1 if is_plain else draw(st.integers(1, 3))):
        inputs = parts[-1].network.outputs if parts else draw(st.integers(1, 3))
        network = draw(networks(inputs, FINITE if is_plain else SMALL))
        repeat = 1 if is_plain or network.inputs != network.outputs else draw(st.integers(1, 3))
        parts.append(Part(network, repeat))
    low = st.floats(-1e300, 1e300)
    window = [
        sorted(draw(st.tuples(low, low).filter(lambda pair: pair[0] != pair[1]))) for _ in range(inputs_of(parts))
    ]
    unknown = st.dictionaries(TITLES.filter(lambda key: key not in KNOWN), JSON, max_size=2)
    return Content(
        Chain(tuple(parts)),
        tuple(tuple(interval) for interval in window),
        draw(TITLES),
        draw(st.integers(0, 2**100)),
        draw(st.integers(1, 10**9)),
        draw(unknown),
    )


KNOWN = {"format", "version", "title", "window", "seed", "batch", "network", "parts"}


def inputs_of(parts):
    return parts[0].network.inputs


def bits(content):
    """Every number of a content as 64 bits, so that -0 is not 0."""
    numbers = [number for interval in content.window for number in interval]
    for part in content.chain.parts:
        for layer in part.network.layers:
            numbers += [*layer.weights.ravel().tolist(), *layer.biases.tolist(), layer.activation.slope]
    return struct.pack(f"{len(numbers)}d", *numbers)


@given(contents())
def test_what_is_written_reads_back_bit_equal(content):
    text = document_text(content)
    again = loads(text.encode())
    assert again == content
    assert bits(again) == bits(content)
    assert document_text(again) == text


@given(contents())
def test_what_is_written_is_json_of_the_documented_form(content):
    """The oracle is Python's own reader, which knows nothing of the program."""
    document = json.loads(document_text(content), parse_constant=pytest.fail)
    assert (document["format"], document["version"], document["title"]) == ("neuralfold", 1, content.title)
    assert ("network" in document) == content.chain.is_plain
    parts = [{"network": document["network"], "repeat": 1}] if content.chain.is_plain else document["parts"]
    assert len(parts) == len(content.chain.parts)
    for entry, part in zip(parts, content.chain.parts, strict=True):
        assert entry["repeat"] == part.repeat
        assert entry["network"]["inputs"] == part.network.inputs
        for keys, layer in zip(entry["network"]["layers"], part.network.layers, strict=True):
            assert [[float(x) for x in row] for row in keys["weights"]] == layer.weights.tolist()
            assert [math.copysign(1, x) for x in keys["biases"]] == np.copysign(1, layer.biases).tolist()
            assert keys["activation"] == layer.activation.name
            assert keys.get("skip", False) == layer.skip
            assert ("slope" in keys) == (layer.activation.name == "leaky_relu")


@given(st.lists(FINITE | st.floats(allow_subnormal=True, width=64).filter(math.isfinite), min_size=1, max_size=8))
def test_numbers_written_by_anybody_are_read_as_python_reads_them(values):
    for texts in ([repr(x) for x in values], [f"{x:.25e}" for x in values], [f"{x:.40f}" for x in values]):
        layer = f'{{"weights": [[{", ".join(texts)}]], "biases": [0], "activation": "relu"}}'
        network = f'{{"inputs": {len(texts)}, "layers": [{layer}]}}'
        content = loads(f'{{"format": "neuralfold", "version": 1, "network": {network}}}'.encode())
        read = content.chain.parts[0].network.layers[0].weights[0]
        assert read.tobytes() == np.array([float(text) for text in texts]).tobytes()


def test_extreme_numbers_survive():
    numbers = [-0.0, 0.0, 5e-324, -2.2250738585072014e-308, 1e308, -1.7976931348623157e308, 2.0**53 + 2, 1e22, 0.1]
    network = Network((Layer(np.array([numbers]), np.array([-0.0]), RELU),))
    content = Content(Chain.of(network), ((-0.0, 1.0), *((-1.0, 1.0),) * 8))
    assert bits(loads(document_text(content).encode())) == bits(content)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.key)
def test_every_example_survives_a_file(example, tmp_path):
    path = tmp_path / f"{example.key}.nfold"
    content = example.build()
    write_document(path, content)
    again = read_document(path)
    assert again == content
    assert bits(again) == bits(content)


def test_the_text_has_one_row_of_weights_per_line():
    chain = Chain.of(Network.of([[[1], [1], [1]], [[3, -6, 6.5]]], [[0, -1, -2], [0]], RELU))
    text = document_text(Content(chain, ((0, 3),), "三次折叠", 4, 8, {"captions": {"a": [1, 2]}}))
    assert text == (
        '{\n  "format": "neuralfold",\n  "version": 1,\n  "title": "三次折叠",\n  "window": [[0, 3]],\n'
        '  "seed": 4,\n  "batch": 8,\n  "captions": {"a":[1,2]},\n'
        '  "network": {\n    "inputs": 1,\n    "layers": [\n'
        '      {\n        "weights": [\n          [1],\n          [1],\n          [1]\n        ],\n'
        '        "biases": [0, -1, -2],\n        "activation": "relu"\n      },\n'
        '      {\n        "weights": [\n          [3, -6, 6.5]\n        ],\n'
        '        "biases": [0],\n        "activation": "identity"\n      }\n    ]\n  }\n}\n'
    )


def test_a_repeated_network_is_stored_once():
    document = json.loads(document_text(fold(5)))
    assert "network" not in document
    assert [part["repeat"] for part in document["parts"]] == [5]
    assert [part["repeat"] for part in json.loads(document_text(figure_7_1()))["parts"]] == [1, 1]


def test_usual_windows_of_many_inputs_are_left_out():
    network = Network.of([np.ones((2, 784)), np.ones((1, 2))], [np.zeros(2), np.zeros(1)], RELU)
    content = Content(Chain.of(network))
    assert "window" not in json.loads(document_text(content))
    assert loads(document_text(content).encode()) == content


UNKNOWN = {
    "format": "neuralfold",
    "version": 1,
    "author": "我",
    "parts": [
        {
            "name": "f",
            "network": {
                "made_by": [1, 2.5, None],
                "inputs": 1,
                "layers": [
                    {"weights": [[1], [2]], "biases": [0, 1], "activation": "relu", "note": "first"},
                    {"weights": [[1, 1]], "biases": [0], "activation": "identity"},
                ],
            },
            "repeat": 2,
        },
        {
            "name": "g",
            "network": {"inputs": 1, "layers": [{"weights": [[2]], "biases": [0], "activation": "abs", "note": {}}]},
            "repeat": 1,
        },
    ],
}


def without_usual(document):
    return {key: value for key, value in document.items() if key not in ("title", "window", "seed", "batch")}


def test_unknown_keys_come_back_where_they_were():
    content = loads(json.dumps(UNKNOWN).encode())
    assert content.extra["author"] == "我"
    assert without_usual(json.loads(document_text(content))) == UNKNOWN


def test_unknown_keys_stay_through_edits_that_keep_the_layers():
    content = loads(json.dumps(UNKNOWN).encode())
    f = content.chain.parts[0].network
    edited = json.loads(document_text(content.with_network(0, f.with_weight(0, 1, 0, 7.0))))
    assert edited["parts"][0]["network"]["layers"][0]["weights"] == [[1], [7]]
    assert edited["parts"][0]["network"]["layers"][0]["note"] == "first"


def test_notes_on_layers_go_where_it_is_not_known_whose_they_are():
    content = loads(json.dumps(UNKNOWN).encode())
    longer = content.with_network(0, content.chain.parts[0].network.with_added(0, 2, RELU, 1))
    parts = json.loads(document_text(longer))["parts"]
    assert not any("note" in layer for layer in parts[0]["network"]["layers"])
    assert parts[0]["network"]["made_by"] == [1, 2.5, None]
    assert parts[1]["network"]["layers"][0]["note"] == {}
    shorter = json.loads(document_text(content.with_chain(Chain(content.chain.parts[:1]))))
    assert "name" not in shorter["parts"][0]
    assert shorter["author"] == "我"


def test_a_name_keeps_a_single_part_a_part():
    document = {**UNKNOWN, "parts": UNKNOWN["parts"][1:]}
    again = json.loads(document_text(loads(json.dumps(document).encode())))
    assert without_usual(again) == document


def test_text_that_utf8_cannot_hold_is_refused_and_nothing_is_written(tmp_path):
    path = tmp_path / "a.nfold"
    with pytest.raises(BadInput, match="has a character that cannot be saved"):
        write_document(path, Content(fold(1).chain, title="half a \ud800 pair"))
    assert not path.exists()


def test_what_could_not_be_read_again_is_not_written(tmp_path):
    path = tmp_path / "a.nfold"
    write_document(path, fold(1))
    old = path.read_bytes()
    network = Network((Layer(np.full((3000, 1000), 1e-100 / 3), np.zeros(3000), RELU),))
    with pytest.raises(BadInput, match=r"a\.nfold was not written: the document has .* more than the 64 MiB"):
        write_document(path, Content(Chain.of(network)))
    assert path.read_bytes() == old
