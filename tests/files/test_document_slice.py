"""The slice in a document: kept to the last bit, and whatever is wrong with it said in one sentence with its place."""

import json
from dataclasses import replace

import numpy as np
import pytest

from neuralfold.files.document import document_text, loads
from neuralfold.files.tables import picture_table
from neuralfold.model.examples import random_network
from neuralfold.model.measurement import measure
from neuralfold.model.sentence import BadInput
from neuralfold.model.slice import Slice

CONTENT = random_network((3, 4, 4, 2), 5)
PLANE = CONTENT.with_slice(Slice((0.1, -0.0, 1e-300), ((1 / 3, 2.0, 0.0), (0.0, 1e200, -7.0))))


def written(content):
    return json.loads(document_text(content))


def read(slice_, **others):
    return loads(json.dumps(written(CONTENT) | {"slice": slice_} | others).encode())


@pytest.mark.parametrize("directions", [1, 2])
@pytest.mark.parametrize("seed", range(5))
def test_a_slice_is_read_back_bit_equal(seed, directions):
    draws = np.random.default_rng(seed).standard_normal((3, 3)) * 10.0 ** np.array([[-150], [-50], [50]])
    slice_ = Slice(tuple(draws[0]), tuple(map(tuple, draws[1 : 1 + directions])))
    content = replace(CONTENT.with_slice(slice_), window=((-0.3, 2.0),) * directions)
    assert loads(document_text(content).encode()) == content


def test_minus_zero_and_extremes_stay():
    again = loads(document_text(PLANE).encode())
    assert again == PLANE
    assert str(again.slice.origin[1]) == "-0.0"


def test_how_it_is_written():
    assert written(PLANE)["slice"] == {
        "origin": [0.1, -0.0, 1e-300],
        "directions": [[1 / 3, 2, 0], [0, 1e200, -7]],
    }
    assert written(PLANE)["window"] == [[-1, 1], [-1, 1]]
    assert "slice" not in written(CONTENT)


def test_points_are_read_too():
    points = [[0, 0, 1], [1, 0.5, 1], [0, 0, 3]]
    assert read({"points": points}).slice == Slice.through(*map(tuple, points))
    assert read({"points": points[:2]}, window=[[0, 2]]).window == ((0.0, 2.0),)


@pytest.mark.parametrize(
    ("slice_", "words"),
    [
        ({}, "slice: give either points, or an origin and directions"),
        ({"origin": [0, 0, 0]}, "slice: give either points"),
        ({"points": [[0, 0, 0], [1, 1, 1]], "origin": [0, 0, 0]}, "slice: give either points"),
        ({"points": [[0, 0, 0]]}, "slice: 1 points, expected 2 for a line or 3 for a plane"),
        ({"points": [[0, 0, 0], [1, 1]]}, "slice: its points have different numbers"),
        ({"points": [[0, 0, 0], [1, 1, 1], [2, 2, 2]]}, "slice: its points coincide or lie on one line"),
        ({"points": [[0, 0], [1, 1]]}, "slice: its points have 2 coordinates, expected 3, one per input"),
        ({"origin": [0, 0, 0], "directions": []}, "slice: 0 directions, expected 1 for a line or 2 for a plane"),
        ({"origin": [0, 0, 0], "directions": [[0, 0, 0]]}, "slice: its points coincide"),
        ({"origin": [0, 0, 0], "directions": [[1, 0]]}, "slice: a vector has 2 numbers, expected 3"),
        ({"origin": [0, 0, "x"], "directions": [[1, 0, 0]]}, r"slice\.origin\[2\]"),
        ({"points": [[0, 0, 0], [1, None, 1]]}, r"slice\.points\[1\]\[1\]"),
        ([1, 2], "slice"),
        (None, "slice"),
    ],
)
def test_a_wrong_slice_is_refused_with_its_place(slice_, words):
    with pytest.raises(BadInput, match=words):
        read(slice_, window=[[-1, 1]] if "points" in (slice_ or {}) and len(slice_["points"]) == 2 else [[-1, 1]] * 2)


def test_a_window_must_have_an_interval_per_direction():
    with pytest.raises(BadInput, match="window: 2 intervals, expected 1"):
        read({"points": [[0, 0, 0], [1, 1, 1]]}, window=[[-1, 1], [-1, 1]])


def test_tables_speak_of_t_and_number_layers_as_the_document_does():
    table = picture_table(measure(PLANE))
    assert table.header[3:5] == ("centroid_t1 [1]", "centroid_t2 [1]")
    assert "gradient_t2_y2 [1]" in table.header
    row = next(iter(table.rows))
    assert row[-1].startswith("h1:")
    assert " h2:" in row[-1]
    line = picture_table(measure(CONTENT.with_slice(Slice.through((0, 0, 0), (1, 1, 1)))))
    assert next(iter(line.rows))[-1].startswith("h1:")
