"""The examples show what their titles say, counted here with a few lines of exact arithmetic of our own."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuralfold.model.activations import RELU, Activation
from neuralfold.model.chain import Chain, Part
from neuralfold.model.content import Content
from neuralfold.model.examples import (
    EXAMPLES,
    absolute_grid,
    figure_7_1,
    fold,
    fold_between,
    four_lines,
    random_line,
    random_network,
    random_plane,
    redrawn,
    skip_connection,
    three_lines,
)
from neuralfold.model.network import Network
from neuralfold.model.rational import exact_segments
from neuralfold.model.sentence import BadInput, Sentence

Point = tuple[Fraction, Fraction]
Form = tuple[Fraction, Fraction, Fraction]

RECORDED = [
    "-0x1.3f546a5800000p-3",
    "-0x1.5cb66cc400000p-2",
    "-0x1.5a2ec0ea00000p+0",
    "-0x1.09d7404800000p-2",
    "-0x1.f0d29da800000p-2",
    "-0x1.8231bc8400000p-1",
    "-0x1.11a3d93a00000p-3",
    "0x1.3c29702999999p-5",
    "0x1.6dad33ff33333p-4",
    "-0x1.4f71dedbf19cfp+0",
    "-0x1.14ddbf8d17f0ep-1",
    "0x1.0c2edc538654cp-2",
    "0x1.879ebaa800000p-4",
]


def cut(polygon: list[Point], form: Form) -> tuple[list[Point], list[Point]]:
    """The parts of a convex polygon where a x + b y + c > 0 and where it is < 0."""
    a, b, c = form
    above: list[Point] = []
    below: list[Point] = []
    for (x, y), (u, v) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        here, there = a * x + b * y + c, a * u + b * v + c
        if here >= 0:
            above.append((x, y))
        if here <= 0:
            below.append((x, y))
        if here * there < 0:
            t = here / (here - there)
            crossing = (x + t * (u - x), y + t * (v - y))
            above.append(crossing)
            below.append(crossing)
    return above, below


def area(polygon: list[Point]) -> Fraction:
    turns = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    return abs(sum((x * v - u * y for (x, y), (u, v) in turns), Fraction(0))) / 2


def cells_of_plane(content: Content) -> list[tuple[Fraction, tuple[Form, ...]]]:
    """Area and affine map of every activation region in the window, for relu and abs; one polygon after another."""
    (x0, x1), (y0, y1) = (tuple(map(Fraction, interval)) for interval in content.window)
    cells = [([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], [(Fraction(1), Fraction(0), Fraction(0)), (0, 1, 0)])]
    network = content.chain.merged
    for layer in network.layers:
        reached = []
        for polygon, h in cells:
            forms = [
                tuple(
                    sum(Fraction(w) * part[i] for w, part in zip(row, h, strict=True))
                    + (Fraction(bias) if i == 2 else 0)
                    for i in range(3)
                )
                for row, bias in zip(layer.weights.tolist(), layer.biases.tolist(), strict=True)
            ]
            pieces = [(polygon, [])]
            for form in forms:
                if layer.activation.name == "identity":
                    pieces = [(piece, [*done, form]) for piece, done in pieces]
                    continue
                low = tuple(0 * part if layer.activation.name == "relu" else -part for part in form)
                pieces = [
                    (side, [*done, image])
                    for piece, done in pieces
                    for side, image in zip(cut(piece, form), (form, low), strict=True)
                    if area(side) > 0
                ]
            reached += pieces
        cells = reached
    return [(area(polygon), tuple(h)) for polygon, h in cells]


def slopes_and_joints(network: Network, low: int, high: int) -> tuple[list[Fraction], list[Fraction]]:
    exact = exact_segments(network, (low, high))
    starts = [0] + [i for i in range(1, len(exact.segment)) if exact.segment[i] != exact.segment[i - 1]]
    return [exact.slopes[i][0] for i in starts], [exact.joints[i] for i in starts[1:]]


def test_figure_7_1() -> None:
    content = figure_7_1()
    assert content.window == ((0.0, 3.0),)
    slopes, joints = slopes_and_joints(content.chain.merged, 0, 3)
    assert slopes == [3, -3, 1.5, -1.5, 3, -3, 3, -3, 1.5]
    # Joints of the stored numbers: whole thirds, because every number of f and g is exact in binary.
    assert joints == [Fraction(k, 3) for k in range(1, 9)]
    assert exact_segments(content.chain.merged, (0, 3)).line_linear_regions == 10


def test_figure_7_1_worked_example() -> None:
    f, g = figure_7_1().chain.applied
    step = f.trace([[1.5]])
    assert step[0].preactivation.tolist() == [[1.5, 0.5, -0.5]]
    assert step[0].activation.tolist() == [[1.5, 0.5, 0.0]]
    assert f([[1.5]]).tolist() == [[1.5]]
    assert g([[1.5]]).tolist() == [[1.0]]


# VALUES section 1: x, then f(x) and g(f(x)); points that float64 holds.
@pytest.mark.parametrize(
    ("x", "y", "z"),
    [(0.5, 1.5, 1), (1, 3, 1), (1.5, 1.5, 1), (2, 0, 0.5), (2.5, 1.5, 1), (3, 3, 1), (4, 6, 2.5), (-1, 0, 0.5)],
)
def test_figure_7_1_values(x: float, y: float, z: float) -> None:
    content = figure_7_1()
    assert content.chain.applied[0]([[x]]).item() == y
    assert content.chain.merged([[x]]).item() == z


def test_exercise_7_1() -> None:
    content = figure_7_1()
    assert content.chain.applied[0]([[0.2]]).item() == pytest.approx(0.6, rel=1e-15)
    assert content.chain.merged([[0.2]]).item() == pytest.approx(1.1, rel=1e-15)


@pytest.mark.parametrize("depth", range(1, 8))
def test_fold(depth: int) -> None:
    content = fold(depth)
    merged = content.chain.merged
    assert merged.widths == (3,) * depth
    assert merged.parameters == 12 * depth - 2
    exact = exact_segments(merged, (0, 3))
    assert exact.activation_regions == exact.linear_regions == 3**depth
    assert exact.line_linear_regions == 3**depth + 1
    assert {abs(slope) for (slope,) in exact.slopes} == {3**depth}


def test_no_number_of_the_fold_is_minus_zero() -> None:
    for layer in fold(2).chain.merged.layers:
        for number in [*layer.weights.ravel(), *layer.biases]:
            assert number != 0 or math.copysign(1, number) == 1


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-3.3, 1.1), (0, 3), (1e-20, 1), (0.1, 0.3), (-7e8, -6.9e8)])
@pytest.mark.parametrize("depth", [1, 2, 3, 5])
def test_the_fold_on_another_interval_has_as_many_segments(low: float, high: float, depth: int) -> None:
    content = fold_between(depth, low, high)
    exact = exact_segments(content.chain.merged, content.window[0])
    assert content.window == ((low, high),)
    assert exact.activation_regions == exact.linear_regions == 3**depth
    assert exact.line_linear_regions == 3**depth + 1


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6))
def test_the_fold_on_any_interval_has_as_many_segments(low: float, width: float) -> None:
    content = fold_between(4, low, low + width + abs(low) * 1e-5)
    exact = exact_segments(content.chain.merged, content.window[0])
    assert exact.activation_regions == exact.linear_regions == 81


def test_the_fold_on_another_interval_is_the_fold() -> None:
    xs = np.linspace(0, 3, 50)
    folded = fold(3).chain.merged(xs[:, None]).ravel()
    low, high = -3.3, 1.1
    scale = (high - low) / 3
    moved = fold_between(3, low, high).chain.merged((low + scale * xs)[:, None]).ravel()
    assert moved == pytest.approx(low + scale * folded, abs=1e-12)


@pytest.mark.parametrize(("low", "high"), [(1, 1), (1, 0), (math.nan, 1), (0, math.inf), (1e9, 1e9 + 1)])
def test_an_interval_that_cannot_be_folded_is_refused(low: float, high: float) -> None:
    with pytest.raises(BadInput):
        fold_between(2, low, high)


@pytest.mark.parametrize("depth", [0, -1, 1001])
def test_a_depth_that_cannot_be_folded_is_refused(depth: int) -> None:
    with pytest.raises(BadInput, match=r"repeat: .* is not between 1 and 1000"):
        fold(depth)


@pytest.mark.parametrize(("content", "regions"), [(three_lines(), 7), (four_lines(), 11)])
def test_lines_in_general_position_all_show_their_regions(content: Content, regions: int) -> None:
    cells = cells_of_plane(content)
    assert len(cells) == regions
    assert len({form for _, form in cells}) == regions
    assert sum(size for size, _ in cells) == 4
    # Large enough to see: no region is a sliver.
    assert min(size for size, _ in cells) > Fraction(1, 20)


def test_the_absolute_grid() -> None:
    cells = cells_of_plane(absolute_grid())
    assert len(cells) == 64
    assert {size for size, _ in cells} == {Fraction(1, 16)}
    assert len({form for _, form in cells}) == 28


def test_the_skip_connection_adds_g_to_the_composition() -> None:
    content = skip_connection()
    g, composed = figure_7_1().chain.applied[1], figure_7_1().chain.merged
    x = np.linspace(-1, 4, 41)[:, None]
    assert content.chain.merged(x) == pytest.approx(composed(x) + g(x) - 0.5)
    slopes, joints = slopes_and_joints(content.chain.merged, 0, 3)
    assert slopes == [4, -2, 2.5, -2.5, 2, -4, 3.5, -2.5, 2]
    assert joints == [Fraction(k, 3) for k in range(1, 9)]


def numbers(network: Network) -> list[str]:
    return [x.hex() for layer in network.layers for x in [*layer.weights.ravel().tolist(), *layer.biases.tolist()]]


def test_one_seed_gives_one_network() -> None:
    sizes = (2, 5, 5, 1)
    first, again = random_network(sizes, 42), random_network(sizes, 42)
    assert first == again
    assert numbers(first.chain.merged) == numbers(again.chain.merged)
    assert first.seed == 42
    assert first.chain.merged.sizes == sizes
    assert numbers(first.chain.merged) != numbers(random_network(sizes, 43).chain.merged)


def test_the_numbers_of_a_seed_are_the_same_on_every_platform() -> None:
    # Recorded once, to the last bit: another platform or numpy that draws others must not pass unseen.
    network = random_network((2, 3, 1), 42).chain.merged
    assert numbers(network) == RECORDED


def test_no_two_layers_of_a_random_network_share_numbers() -> None:
    network = random_network((8, 8, 8, 8), 5).chain.merged
    drawn = [abs(x) for layer in network.layers for x in [*layer.weights.ravel(), *(layer.biases / 0.15)]]
    assert len(set(drawn)) == len(drawn)


def test_a_layer_put_into_a_random_network_does_not_repeat_another() -> None:
    network = random_network((8, 8, 8, 8), 5).chain.merged
    for k in range(3):
        edited = network.with_added(k, 8, RELU, 5)
        assert len({layer.weights.tobytes() for layer in edited.layers}) == 4
        assert len({layer.weights.tobytes() for layer in edited.with_added(k, 8, RELU, 5).layers}) == 5


def test_he_weights_and_bias_spread() -> None:
    network = random_network((100, 400, 400, 1), 7, bias_spread=0.5).chain.merged
    for layer in network.layers[:2]:
        spread = math.sqrt(2 / layer.inputs)
        assert layer.weights.std() == pytest.approx(spread, rel=0.02)
        assert abs(layer.weights.mean()) < 4 * spread / math.sqrt(layer.weights.size)
        assert layer.biases.std() == pytest.approx(0.5, rel=0.15)
    assert random_network((3, 3), 7, bias_spread=0.0).chain.merged.layers[0].biases.tolist() == [0.0] * 3


@pytest.mark.parametrize(("spread", "expected"), [(0.1, 8.880), (0.15, 8.820), (0.2, 8.760)])
def test_mean_segments_of_one_random_layer(spread: float, expected: float) -> None:
    # VALUES section 4: E = 1 + 8 (2/π) atan(3 √2 / σ_b), one joint −b/w in [−3, 3] per unit; SE of 2000 draws 0.011.
    joints = 0
    for seed in range(2000):
        layer = random_network((1, 8, 1), seed, bias_spread=spread).chain.merged.layers[0]
        joints += int((np.abs(layer.biases) < 3 * np.abs(layer.weights[:, 0])).sum())
    assert 1 + joints / 2000 == pytest.approx(expected, abs=0.045)


def test_random_windows_and_activations() -> None:
    assert random_line().window == ((-3.0, 3.0),)
    assert random_plane().window == ((-1.0, 1.0), (-1.0, 1.0))
    content = random_network((1, 4, 2), 3, Activation("abs"), window=((0.0, 2.0),))
    assert content.window == ((0.0, 2.0),)
    assert [layer.activation.name for layer in content.chain.merged.layers] == ["abs", "identity"]


def test_redrawn_keeps_the_shape_and_takes_the_seed() -> None:
    sizes = (2, 4, 4, 1)
    assert redrawn(random_network(sizes, 1), 2).chain == random_network(sizes, 2).chain
    chain = Chain((Part(skip_connection().chain.merged, 3), Part(figure_7_1().chain.applied[1])))
    content = Content(chain, ((0.0, 3.0),), "mine", 1, 7, {"captions": "kept"})
    changed = redrawn(content, 9)
    assert changed.chain != chain
    assert [part.repeat for part in changed.chain.parts] == [3, 1]
    assert changed.chain.parts[0].network.layers[1].skip
    assert (changed.window, changed.title, changed.seed, changed.batch) == (((0.0, 3.0),), "mine", 9, 7)
    assert changed.extra == {"captions": "kept"}
    assert redrawn(changed, 9) == changed


@pytest.mark.parametrize("sizes", [(), (3,), (1, 0, 1), (1, -1, 1), (1, 10**9, 10**9, 1), (4000, 4000)])
def test_bad_sizes_are_refused_before_anything_is_drawn(sizes: tuple[int, ...]) -> None:
    with pytest.raises(BadInput):
        random_network(sizes, 1)


def test_bad_seeds_and_spreads_are_refused() -> None:
    with pytest.raises(BadInput, match="seed: -1"):
        random_network((1, 1), -1)
    for spread in (-0.1, math.nan, math.inf):
        with pytest.raises(BadInput, match="bias spread"):
            random_network((1, 1), 1, bias_spread=spread)


def test_the_examples_menu() -> None:
    assert len({example.key for example in EXAMPLES}) == len(EXAMPLES)
    assert len({str(example.title) for example in EXAMPLES}) == len(EXAMPLES)
    keys = [example.key for example in EXAMPLES]
    assert keys[0] == "figure-7-1"
    assert [key for key in keys if key.startswith("fold-") and key[5:].isdigit()] == [f"fold-{k}" for k in range(1, 9)]
    for example in EXAMPLES:
        assert isinstance(example.title, Sentence)
        content = example.build()
        assert content.title
        assert content == example.build()
        low, high = np.array(content.window).T
        middle = content.chain.merged([(low + high) / 2])
        assert np.isfinite(middle).all()
