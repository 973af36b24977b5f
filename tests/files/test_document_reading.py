"""Whatever is wrong with a file, one sentence says where; the oracle is the sentence itself."""

import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuralfold.files.document import MAX_BYTES, document_text, loads, read_document
from neuralfold.model.activations import NAMES
from neuralfold.model.sentence import BadInput

PLAIN = {
    "format": "neuralfold",
    "version": 1,
    "title": "three folds",
    "window": [[0, 3]],
    "network": {
        "inputs": 1,
        "layers": [
            {"weights": [[1], [1], [1]], "biases": [0, -1, -2], "activation": "relu"},
            {"weights": [[3, -6, 6], [1, 2, 3]], "biases": [0, 1], "activation": "identity"},
        ],
    },
}
F = {
    "inputs": 1,
    "layers": [
        {"weights": [[1], [1]], "biases": [0, -1], "activation": "leaky_relu", "slope": 0.25},
        {"weights": [[3, -6]], "biases": [0], "activation": "identity"},
    ],
}
CHAIN = {"format": "neuralfold", "version": 1, "parts": [{"network": F, "repeat": 3}, {"network": F}]}
GONE = object()


def changed(document, path, value):
    """The text of a document with the value at `path` replaced, added, or taken away."""
    document = json.loads(json.dumps(document))
    *way, last = path
    inner = document
    for key in way:
        inner = inner[key]
    if value is GONE:
        del inner[last]
    else:
        inner[last] = value
    return json.dumps(document).encode()


def sentence(data):
    with pytest.raises(BadInput) as caught:
        loads(data)
    text = str(caught.value)
    assert "\n" not in text
    assert "{" not in text, "a place of the template was not filled"
    return text


LAYER = ("network", "layers", 1)
PLAIN_FAULTS = [
    (("format",), GONE, 'format: missing; a document has "format": "neuralfold"'),
    (("format",), "other", 'format: "other" is not "neuralfold"'),
    (("format",), 7, 'format: 7 is not "neuralfold"'),
    (("version",), GONE, "version: missing"),
    (("version",), 2, "version: 2 is newer than this NeuralFold, which reads version 1; get the newer program"),
    (("version",), 10**30, "version: 1000000000000000000000000000000 is newer than this NeuralFold"),
    (("version",), 0, "version: 0 is not a version"),
    (("version",), 1.5, "version: 1.5 is not a version"),
    (("version",), "1", 'version: "1" is not a version'),
    (("version",), True, "version: true is not a version"),
    (("title",), 3, "title: found a number, expected text"),
    (("title",), None, "title: found null, expected text"),
    (("seed",), 1.5, "seed: found a decimal number, expected a whole number"),
    (("seed",), -1, "seed: -1 is less than 0"),
    (("batch",), 0, "batch: 0 is less than 1"),
    (("batch",), True, "batch: found true or false, expected a whole number"),
    (("window",), {}, "window: found an object, expected a list"),
    (("window",), [], "window: 0 intervals, expected 1, one per input"),
    (("window",), [[0, 1], [0, 1]], "window: 2 intervals, expected 1, one per input"),
    (("window",), [[0, 1, 2]], "window[0]: expected two numbers, [low, high]"),
    (("window",), [0, 3], "window[0]: found a number, expected a list"),
    (("window",), [["0", 3]], "window[0][0]: found text, expected a number"),
    (("window",), [[3, 0]], "window[0]: [3.0, 0.0] is not an interval; the first number must be the smaller one"),
    (("window",), [[1, 1]], "window[0]: [1.0, 1.0] is not an interval"),
    (("window",), [[-1.7e308, 1.7e308]], "window[0]: [-1.7e+308, 1.7e+308] is not an interval"),
    (("network",), GONE, "network: missing; a document has a network or parts"),
    (("network",), None, "network: found null, expected an object"),
    (("parts",), [], "network: a document has either a network or parts, not both"),
    (("network", "inputs"), GONE, "inputs: missing"),
    (("network", "inputs"), "1", "inputs: found text, expected a whole number"),
    (("network", "inputs"), 2.5, "inputs: found a decimal number, expected a whole number"),
    (("network", "inputs"), 0, "inputs: 0 is not between 1 and 1,000,000"),
    (("network", "inputs"), -1, "inputs: -1 is not between 1 and 1,000,000"),
    (("network", "inputs"), 10**9, "inputs: 1000000000 is not between 1 and 1,000,000"),
    (("network", "inputs"), 2, "layers[0].weights: row 1 has 1 number, expected 2"),
    (("network", "layers"), GONE, "layers: missing"),
    (("network", "layers"), {}, "layers: found an object, expected a list"),
    (("network", "layers"), [], "layers: empty; a network needs at least the output layer"),
    (LAYER, [], "layers[1]: found a list, expected an object"),
    ((*LAYER, "weights"), GONE, "layers[1].weights: missing"),
    ((*LAYER, "weights"), "1", "layers[1].weights is text, expected a list"),
    ((*LAYER, "weights"), [], "layers[1].weights: no rows; a layer has one row per unit"),
    ((*LAYER, "weights"), [[]], "layers[1].weights: row 1 has 0 numbers, expected 3"),
    ((*LAYER, "weights"), [1, 2, 3], "layers[1].weights: row 1 is a number, expected a list"),
    ((*LAYER, "weights"), [[1, 2, 3], [1, 2, 3, 4]], "layers[1].weights: row 2 has 4 numbers, expected 3"),
    ((*LAYER, "weights"), [[1, 2, 3], [1, 2]], "layers[1].weights: row 2 has 2 numbers, expected 3"),
    ((*LAYER, "weights", 1, 2), "x", "layers[1].weights: row 2, number 3 is text, expected a number"),
    ((*LAYER, "weights", 0, 0), None, "layers[1].weights: row 1, number 1 is null, expected a number"),
    ((*LAYER, "weights", 0, 1), [5], "layers[1].weights: row 1, number 2 is a list, expected a number"),
    ((*LAYER, "weights", 0, 1), True, "layers[1].weights: row 1, number 2 is true or false, expected a number"),
    ((*LAYER, "weights", 1, 0), 10**400, "layers[1].weights: row 2, number 1 is too large; numbers go up to 1.8e308"),
    ((*LAYER, "biases"), GONE, "layers[1].biases: missing"),
    ((*LAYER, "biases"), 0, "layers[1].biases is a number, expected a list"),
    ((*LAYER, "biases"), [0], "layers[1].biases: found 1, expected 2, one per row of weights"),
    ((*LAYER, "biases"), [0, "0"], "layers[1].biases: number 2 is text, expected a number"),
    ((*LAYER, "biases"), [10**309, 0], "layers[1].biases: number 1 is too large"),
    ((*LAYER, "activation"), GONE, "layers[1].activation: missing"),
    ((*LAYER, "activation"), 1, "layers[1].activation: found a number, expected text"),
    ((*LAYER, "activation"), "ReLU", "layers[1].activation: unknown name 'ReLU'; choose one of relu, leaky_relu, abs"),
    ((*LAYER, "activation"), "leaky_relu", "layers[1].slope: missing; leaky_relu needs one, such as 0.01"),
    ((*LAYER, "slope"), 0.1, "layers[1].slope: only leaky_relu has one, but the activation is identity"),
    ((*LAYER, "slope"), None, "layers[1].slope: found null, expected a number"),
    ((*LAYER, "skip"), 1, "layers[1].skip: found a number, expected true or false"),
    ((*LAYER, "skip"), True, "layers[1].skip: needs equal widths, but 3 units feed 2; make the widths equal"),
]
CHAIN_FAULTS = [
    (("parts",), {}, "parts: found an object, expected a list"),
    (("parts",), [], "parts: a chain needs at least one network"),
    (("parts", 1, "network"), GONE, "parts[1].network: missing"),
    (("parts", 0, "repeat"), 0, "parts[0].repeat: 0 is not between 1 and 1000"),
    (("parts", 0, "repeat"), -1, "parts[0].repeat: -1 is not between 1 and 1000"),
    (("parts", 0, "repeat"), 1001, "parts[0].repeat: 1001 is not between 1 and 1000"),
    (("parts", 0, "repeat"), 2.5, "parts[0].repeat: found a decimal number, expected a whole number"),
    (("parts", 0, "repeat"), "3", "parts[0].repeat: found text, expected a whole number"),
    (("parts", 0, "network"), PLAIN["network"], "parts[0].repeat: a network with 1 inputs and 2 outputs cannot feed"),
    (
        ("parts", 1),
        {"network": {"inputs": 2, "layers": [{"weights": [[1, 1]], "biases": [0], "activation": "identity"}]}},
        "parts[1]: 2 inputs, but the part before has 1 outputs",
    ),
    (
        ("parts", 1, "network", "layers", 0, "weights"),
        [[1], [1, 2]],
        "parts[1].network.layers[0].weights: row 2 has 2 numbers, expected 1",
    ),
    (("parts", 1, "network", "inputs"), 0, "parts[1].network.inputs: 0 is not between 1 and 1,000,000"),
    (("parts", 1, "network", "layers", 0, "slope"), "steep", "parts[1].network.layers[0].slope: found text"),
    (
        ("parts", 0, "network", "layers", 0, "weights"),
        [[1e308], [1]],
        "parts: the product of the weights at a seam overflows; use smaller weights",
    ),
]


@pytest.mark.parametrize(("path", "value", "start"), PLAIN_FAULTS)
def test_wrong_network_is_refused_in_one_sentence(path, value, start):
    assert sentence(changed(PLAIN, path, value)).startswith(start)


@pytest.mark.parametrize(("path", "value", "start"), CHAIN_FAULTS)
def test_wrong_chain_is_refused_in_one_sentence(path, value, start):
    assert sentence(changed(CHAIN, path, value)).startswith(start)


TEXTS = [
    (b"", "the file is empty"),
    (b" \n\t", "the file is empty"),
    (b"\xef\xbb\xbf", "the file is empty"),
    (b"[]", "the document is a list, expected an object in braces"),
    (b"3", "the document is a number, expected an object in braces"),
    (b'"neuralfold"', "the document is text, expected an object in braces"),
    (b"null", "the document is null, expected an object in braces"),
    (b"{}", "format: missing"),
    (b"hello", "line 1, column 1: not JSON: this does not belong here"),
    (b"\x89PNG\r\n\x1a\n", "line 1: not UTF-8 text; save the file as UTF-8"),
    ('{\n"title": "zwölf"'.encode("latin-1"), "line 2: not UTF-8 text"),
    (json.dumps(PLAIN).encode("utf-16"), "line 1: not UTF-8 text"),
    (b'{\n  "format": "neuralfold"\n  "version": 1}', "line 3, column 3: not JSON: a comma or } is missing"),
    ('{"title": "折叠" 1}'.encode(), "line 1, column 16: not JSON: a comma or } is missing"),
    (b'{"format": "neuralfold",}', "line 1, column 25: not JSON: a comma has nothing after it"),
    (b'{"a": [1, 2,]}', "line 1, column 13: not JSON: a comma has nothing after it"),
    (b'{"a": [1 2]}', "line 1, column 10: not JSON: a comma or ] is missing"),
    (b'{"a" 1}', "line 1, column 6: not JSON: a colon is missing"),
    (b"{'a': 1}", "line 1, column 2: not JSON: a key in double quotes is missing"),
    (b'{"a": 01}', "line 1, column 8: not JSON: this is not how a number is written"),
    (b'{"a": 1} {"a": 1}', "line 1, column 10: not JSON: the document has ended, but more follows"),
    (b'{"a":\n [1,\n', "line 2: the document ends too early"),
    (b'{"a": "\\ud800\\u0041"}', "line 1, column "),
    (b'{"a": [1,\n NaN]}', "line 2, column 2: NaN is not a finite number"),
    (b'{"a": [Infinity]}', "line 1, column 8: Infinity is not a finite number"),
    (b'{"a": [1, -Infinity]}', "line 1, column 11: -Infinity is not a finite number"),
    (b'{"a": [nan]}', "line 1, column 8: nan is not a finite number"),
    (b'{"a": [-inf]}', "line 1, column 8: -inf is not a finite number"),
]


@pytest.mark.parametrize(("data", "start"), TEXTS)
def test_what_is_not_a_document_is_refused_by_line_and_column(data, start):
    assert sentence(data).startswith(start)


WAYS = [
    *[(key,) for key in ("format", "version", "title", "window", "network", "parts", "captions", "seed", "batch")],
    *[("window", 0), ("window", 0, 1), ("network", "inputs"), ("network", "layers"), ("network", "layers", 1)],
    *[(*LAYER, key) for key in ("weights", "biases", "activation", "slope", "skip", "note")],
    *[(*LAYER, "weights", 1), (*LAYER, "weights", 0, 2), (*LAYER, "biases", 1)],
]
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.sampled_from([GONE, *NAMES]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=5,
)


def outcome(data):
    """The content and nothing said, or no content and why."""
    try:
        return loads(data), ""
    except BadInput as error:
        return None, str(error)


@given(st.sampled_from(WAYS), ANYTHING)
def test_anything_anywhere_is_read_or_refused(way, value):
    try:
        data = changed(PLAIN, way, value)
    except (KeyError, TypeError):
        return
    content, said = outcome(data)
    assert content is None or loads(document_text(content).encode()) == content
    assert "\n" not in said


@given(st.integers(0, 400), st.integers(0, 3), st.binary(max_size=3))
def test_any_damage_is_read_or_refused(place, length, bytes_there):
    data = json.dumps(PLAIN | {"captions": "é😀"}, ensure_ascii=place % 2 == 0).encode()
    damaged = data[:place] + bytes_there + data[place + length :]
    assert "\n" not in outcome(damaged)[1]


@pytest.mark.parametrize("value", ["1" * 5000, "1e999", '"\\uzzzz"', '"\\ud800"'])
@pytest.mark.parametrize("key", ["format", "version", "title", "seed", "captions"])
def test_values_that_cannot_be_held_are_refused_by_place(key, value):
    data = json.dumps(PLAIN | {key: "here"}).replace('"here"', value).encode()
    assert re.match(rf"{key}: |line 1", sentence(data))


def test_large_exponents_are_named_by_their_place():
    text = json.dumps(PLAIN).replace("[[3, -6, 6]", "[[3, 1e400, 6]")
    assert sentence(text.encode()).startswith("layers[1].weights: row 1, number 2 is too large")
    window = json.dumps(PLAIN).replace('"window": [[0, 3]]', '"window": [[0, 1e999]]')
    assert sentence(window.encode()) == "window[0][1]: the number is too large; numbers go up to 1.8e308"
    other = json.dumps(PLAIN | {"captions": [0]}).replace('"captions": [0]', '"captions": [1e400]')
    assert sentence(other.encode()).startswith("captions: a number is too large")


def test_a_newer_version_is_refused_before_anything_that_it_may_have_changed():
    newer = {"format": "neuralfold", "version": 3, "network": "described in another way", "window": 7}
    assert sentence(json.dumps(newer).encode()).startswith("version: 3 is newer than this NeuralFold")


@pytest.mark.parametrize("depth", [101, 5_000, 1_000_000])
@pytest.mark.parametrize("key", ["captions", "window", "network", "format", "version"])
def test_deep_nesting_is_a_sentence_and_not_a_crash(key, depth):
    entries = {name: json.dumps(value) for name, value in PLAIN.items()}
    entries[key] = "[" * depth + "]" * depth
    data = "{" + ", ".join(f'"{name}": {value}' for name, value in entries.items()) + "}"
    assert sentence(data.encode())


def test_deep_but_sensible_nesting_of_unknown_keys_is_kept():
    value = 1.0
    for _ in range(99):
        value = [value]
    assert loads(changed(PLAIN, ("captions",), value)).extra["captions"] == value


def test_more_than_ten_million_parameters_are_refused_before_they_are_read():
    rows = ", ".join(["[" + ",".join(["0"] * 1_000_000) + "]"] * 5)
    layer = f'{{"weights": [{rows}], "biases": [0, 0, 0, 0, 0], "activation": "relu"}}'
    parts = ", ".join(f'{{"network": {{"inputs": 1000000, "layers": [{layer}]}}}}' for _ in range(2))
    text = sentence(f'{{"format": "neuralfold", "version": 1, "parts": [{parts}]}}'.encode())
    assert text.startswith("network: 10,000,005 parameters are more than 10,000,000")


def test_more_than_64_mib_are_refused(tmp_path):
    path = tmp_path / "large.nfold"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(BadInput, match=r"large\.nfold: the document is larger than 64 MiB"):
        read_document(path)


@pytest.mark.skipif(sys.platform == "win32", reason="has no endless files")
def test_an_endless_file_is_refused():
    with pytest.raises(BadInput, match="the document is larger than 64 MiB"):
        read_document(Path("/dev/zero"))


def test_files_that_cannot_be_read_are_named(tmp_path):
    for name, problem in (("none.nfold", "there is no such file"), (".", "this is a folder, not a document")):
        with pytest.raises(BadInput) as caught:
            read_document(tmp_path / name)
        assert str(caught.value) == f"{tmp_path / name}: {problem}"
    with pytest.raises(BadInput, match="there is no such file"):
        read_document(tmp_path / "a\0b")
    (tmp_path / "empty.nfold").touch()
    with pytest.raises(BadInput, match=r"empty\.nfold: the file is empty"):
        read_document(tmp_path / "empty.nfold")


def test_a_mark_at_the_beginning_is_accepted():
    assert loads(b"\xef\xbb\xbf" + json.dumps(PLAIN).encode()) == loads(json.dumps(PLAIN).encode())


def test_numbers_are_read_as_float64():
    text = json.dumps(PLAIN).replace("[[3, -6, 6]", "[[9007199254740993, -0, 4.9406564584124654e-324]")
    text = text.replace("[0, -1, -2]", "[-0 ,\n -0.0, 0.1000000000000000055511151231257827]")
    first, second = loads(text.encode()).chain.parts[0].network.layers
    assert second.weights[0].tolist() == [2.0**53, 0.0, 5e-324]
    assert np.signbit(second.weights[0]).tolist() == [False, True, False]
    assert first.biases.tolist() == [0.0, 0.0, 0.1]
    assert np.signbit(first.biases).tolist() == [True, True, False]


def test_the_example_of_the_design_is_read():
    content = loads(json.dumps(PLAIN).encode())
    network = content.chain.parts[0].network
    assert (content.title, content.window, content.chain.is_plain) == ("three folds", ((0.0, 3.0),), True)
    assert network.layers[1].weights.tolist() == [[3, -6, 6], [1, 2, 3]]
    assert network([[1.5]]).tolist() == [[3 * 1.5 - 6 * 0.5, 1.5 + 2 * 0.5 + 1]]
    assert not network.layers[0].weights.flags.writeable


def test_what_is_left_out_has_its_usual_value():
    content = loads(json.dumps(CHAIN).encode())
    assert (content.window, content.title, content.seed) == (((-1.0, 1.0),), "", 0)
    assert [part.repeat for part in content.chain.parts] == [3, 1]
    assert content.chain.parts[0].network.layers[0].activation.slope == 0.25


def test_no_window_is_needed_where_nothing_can_be_drawn():
    layer = {"weights": [[1, 2, 3]], "biases": [0], "activation": "tanh"}
    document = {"format": "neuralfold", "version": 1, "window": [], "network": {"inputs": 3, "layers": [layer]}}
    assert loads(json.dumps(document).encode()).window == ((-1.0, 1.0),) * 3
