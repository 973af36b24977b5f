"""CSV files read by Python's own reader; what they say against closed forms and against the network itself."""

import csv
import io
import math
import re
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuralfold.files.tables import (
    Table,
    counts_table,
    csv_bytes,
    picture_table,
    regions_table,
    segments_table,
    write_csv,
)
from neuralfold.model.activations import RELU, Activation
from neuralfold.model.chain import Chain
from neuralfold.model.content import Content
from neuralfold.model.examples import figure_7_1, fold, random_network, three_lines
from neuralfold.model.measurement import measure
from neuralfold.model.network import Layer, Network
from neuralfold.model.rational_plane import exact_partition
from neuralfold.model.sentence import BadInput

HARD = Activation("hard_tanh")
TWO_OUTPUTS = Network.of(
    [[[1, 0.5], [-1, 2], [0.25, 1]], [[1, -1, 2], [0.5, 1, -1]], [[1, 2], [3, -1]]],
    [[0, 0.25, -0.5], [0.1, -0.2], [0, 1]],
    [RELU, HARD],
)


def read(table):
    """Header and rows as a spreadsheet gets them; the bytes are checked on the way."""
    data = csv_bytes(table)
    assert data.startswith(b"\xef\xbb\xbf")
    text = data.decode("utf-8-sig")
    assert text.endswith("\r\n")
    assert text.count("\n") == text.count("\r\n") == text.count("\r")
    header, *rows = csv.reader(io.StringIO(text, newline=""))
    assert all(re.fullmatch(r"\w+ \[[^\]]+\]", name) for name in header)
    assert len(set(header)) == len(header)
    assert all(len(row) == len(header) for row in rows)
    return [dict(zip((name.split()[0] for name in header), row, strict=True)) for row in rows]


def bits(x):
    return np.float64(x).tobytes()


TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]) | st.sampled_from(',"'), max_size=5)


@given(st.lists(st.floats() | st.integers() | st.booleans() | st.none() | TEXTS, min_size=2, max_size=5))
def test_every_cell_reads_back_exactly(values):
    table = Table(tuple(f"c{i} [1]" for i in range(len(values))), [values])
    (row,) = read(table)
    for cell, value in zip(row.values(), values, strict=True):
        if value is None or (isinstance(value, float) and not math.isfinite(value)):
            assert cell == ""
        elif isinstance(value, bool):
            assert cell == str(value).lower()
        elif isinstance(value, int):
            assert int(cell) == value
        elif isinstance(value, float):
            assert bits(float(cell)) == bits(value)
        else:
            assert cell == value


def test_numbers_of_numpy_are_written_like_python_s():
    table = Table(("a [1]", "b [1]", "c [1]"), [(np.int64(7), np.float64(0.1), np.bool_(True))])
    assert csv_bytes(table) == b"\xef\xbb\xbfa [1],b [1],c [1]\r\n7,0.1,true\r\n"


def test_file_is_written_and_a_failure_is_a_sentence(tmp_path):
    table = Table(("a [1]",), [(1,)])
    write_csv(tmp_path / "a.csv", table)
    assert (tmp_path / "a.csv").read_bytes() == b"\xef\xbb\xbfa [1]\r\n1\r\n"
    with pytest.raises(BadInput, match="was not written: it is a folder"):
        write_csv(tmp_path, table)


def test_counts_of_figure_7_1():
    rows = read(counts_table(measure(figure_7_1())))
    assert [row["layer"] for row in rows] == ["1", "2", "3", "total"]
    assert [row["parameters"] for row in rows] == ["6", "12", "4", "22"]
    assert [row["activation"] for row in rows] == ["relu", "relu", "identity", ""]
    total = rows[-1]
    assert (total["stored_parameters"], total["linear_regions"], total["line_linear_regions"]) == ("20", "9", "10")
    assert total["is_certain"] == "true"
    assert rows[0]["linear_regions"] == ""


def test_counts_of_a_classifier_with_no_picture():
    network = random_network([784, 256, 256, 10], 1).chain.merged
    rows = read(counts_table(measure(Content(Chain.of(network), batch=64))))
    total = rows[-1]
    assert (total["parameters"], total["macs"], total["batch_macs"]) == ("269322", "268800", str(64 * 268800))
    assert total["hidden_activations"] == str(64 * 512)
    assert total["parameter_memory_float32"] == str(4 * 269322)
    assert (total["linear_regions"], total["is_certain"]) == ("", "")
    for name in ("weights", "biases", "macs", "additions", "comparisons", "hidden_activations"):
        assert sum(int(row[name]) for row in rows[:-1]) == int(total[name])


def test_slope_and_skip_are_written_where_they_are():
    layer = Layer(np.array([[2.0]]), np.array([1.0]), Activation("leaky_relu", 0.3), skip=True)
    first, *_ = read(counts_table(measure(Content(Chain.of(Network((layer,)))))))
    assert (first["slope"], first["skip"], first["multiplications"]) == ("0.3", "true", "2")


def test_segments_of_figure_7_1():
    rows = read(segments_table(measure(figure_7_1())))
    slopes = [3, -3, 1.5, -1.5, 3, -3, 3, -3, 1.5]
    assert [float(row["slope_y1"]) for row in rows] == slopes
    assert [row["linear_segment"] for row in rows] == [str(i) for i in range(1, 10)]
    for i, row in enumerate(rows):
        assert float(row["start"]) == pytest.approx(float(Fraction(i, 3)), abs=1e-15)
        assert row["end"] == (rows[i + 1]["start"] if i < 8 else "3.0")
    assert rows[0]["pattern"] == "h1:100 h2:100"
    assert rows[8]["pattern"] == "h1:111 h2:111"


def test_segments_evaluate_to_the_network():
    network = Network.of([[[1], [-2], [0.5]], [[1, 2, -1], [0.5, -1, 1]]], [[0.25, 0.5, -1], [0, 1]], RELU)
    rows = read(segments_table(measure(Content(Chain.of(network), ((-3, 3),)))))
    for row in rows:
        for x in np.linspace(float(row["start"]), float(row["end"]), 5):
            y = [float(row[f"slope_y{i}"]) * x + float(row[f"intercept_y{i}"]) for i in (1, 2)]
            assert y == pytest.approx(network([[x]])[0].tolist(), abs=1e-12)


def test_several_regions_can_be_one_segment():
    network = Network.of([[[1], [1]], [[1, -1]]], [[0, -0.5], [0]], Activation("leaky_relu", 1.0))
    rows = read(segments_table(measure(Content(Chain.of(network)))))
    assert [row["activation_region"] for row in rows] == ["1", "2", "3"]
    assert {row["linear_segment"] for row in rows} == {"1"}


@pytest.mark.parametrize(
    ("network", "window"),
    [
        (three_lines().chain.merged, three_lines().window),
        (TWO_OUTPUTS, ((-2.0, 3.0), (-1.0, 4.0))),
        (random_network([2, 6, 6, 1], 4).chain.merged, ((1e6, 1e6 + 2), (-1.0, 1.0))),
        (random_network([2, 8, 8, 2], 5).chain.merged, ((-1.0, 1.0), (-1.0, 1.0))),
    ],
)
def test_regions_are_those_of_rational_arithmetic(network, window):
    rows = read(regions_table(measure(Content(Chain.of(network), window))))
    exact = exact_partition(network, window)
    assert len(rows) == exact.activation_regions
    assert len({row["linear_region"] for row in rows}) == exact.linear_regions
    (x0, x1), (y0, y1) = window
    assert sum(float(row["area"]) for row in rows) == pytest.approx((x1 - x0) * (y1 - y0))
    wanted = {}
    for polygon, pattern, maps in zip(exact.polygons, exact.patterns, exact.maps, strict=True):
        wanted[words(pattern)] = (area_and_centroid(polygon), maps)
    assert {row["pattern"] for row in rows} == set(wanted)
    for row in rows:
        (area, *centroid), maps = wanted[row["pattern"]]
        assert float(row["area"]) == pytest.approx(float(area), rel=1e-6)
        for name, value in zip(("centroid_x1", "centroid_x2"), centroid, strict=True):
            assert float(row[name]) == pytest.approx(float(value), rel=1e-9, abs=1e-9)
        for output, terms in enumerate(maps, 1):
            for name, value in zip(("gradient_x1", "gradient_x2", "intercept"), terms, strict=True):
                assert float(row[f"{name}_y{output}"]) == pytest.approx(float(value), rel=1e-9, abs=1e-9)
        assert int(row["active_units"]) == len(re.findall(r"[12]", re.sub(r"\w+:", "", row["pattern"])))


def words(pattern):
    """The pattern of rational arithmetic as the table writes it."""
    named = [("y" if k == len(pattern) - 1 else f"h{k + 1}", states) for k, states in enumerate(pattern)]
    return " ".join(f"{name}:{''.join(map(str, states))}" for name, states in named if len(states))


def area_and_centroid(polygon):
    """Exactly, by cutting the polygon into triangles from its first corner."""
    (ox, oy), area, mx, my = polygon[0], Fraction(0), Fraction(0), Fraction(0)
    for (ax, ay), (bx, by) in pairwise(polygon[1:]):
        triangle = ((ax - ox) * (by - oy) - (ay - oy) * (bx - ox)) / 2
        area += triangle
        mx += triangle * (ox + ax + bx) / 3
        my += triangle * (oy + ay + by) / 3
    return area, mx / area, my / area


def test_the_table_of_a_picture_is_what_the_picture_shows():
    smooth = Network.of([[[1]], [[1]]], [[0], [0]], Activation("tanh"))
    assert "slope_y1" in read(picture_table(measure(fold(2))))[0]
    assert "area" in read(picture_table(measure(three_lines())))[0]
    assert "macs" in read(picture_table(measure(Content(Chain.of(smooth)))))[0]


def test_tables_of_what_is_not_there_are_refused():
    with pytest.raises(BadInput, match="there are no segments to write"):
        segments_table(measure(three_lines()))
    with pytest.raises(BadInput, match="there are no regions to write"):
        regions_table(measure(fold(2)))
