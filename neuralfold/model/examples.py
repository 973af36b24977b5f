"""Named networks to begin with: the article's, and some that show one thing each."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

import numpy as np

from neuralfold.model.activations import RELU, Activation
from neuralfold.model.chain import Chain, Part
from neuralfold.model.content import Content, Window
from neuralfold.model.draws import he_normal, normal
from neuralfold.model.network import Layer, Network, check_parameters
from neuralfold.model.sentence import BadInput, Sentence
from neuralfold.model.shape import LayerShape, Shape, shape_of, shape_of_sizes

# Standard deviation of random biases: with it the article's Fig. 7.3 comes out as printed (8.8 and 57).
BIAS_SPREAD = 0.15

# Last words of the places that whole random networks are drawn from; edits have their own.
_WEIGHTS, _BIASES = 2, 3


class Example(NamedTuple):
    """An entry of the Examples menu: a key that never changes, a title to translate, and what makes the content."""

    key: str
    title: Sentence
    build: Callable[[], Content]


def fold_network(low: float = 0.0, first: float = 1.0, second: float = 2.0) -> Network:
    """The article's f (eq. 7.1, slopes 3, −3, 3) with joints at `first` and `second`, folded onto itself from `low`."""
    return Network.of([[[1], [1], [1]], [[3, -6, 6]]], [[0.0 - low, -first, -second], [low]], RELU)


def figure_7_1() -> Content:
    """The article's f, then g, on [0, 3]: nine segments with slopes 3, −3, 1.5, −1.5, 3, −3, 3, −3, 1.5."""
    g = Network.of([[[1], [1], [1]], [[1, -2, 1.5]]], [[0, -1, -2], [0.5]], RELU)
    return Content(Chain.of(fold_network(), g), ((0.0, 3.0),), str(_FIGURE_7_1))


def fold(depth: int, window: tuple[float, float] = (0.0, 3.0)) -> Content:
    """f applied `depth` times (article, Fig. 7.2): 3^K segments on [0, 3], one more on the line.

    Raises BadInput for a depth below 1 or above 1000.
    """
    return Content(Chain((Part(fold_network(), depth),)), (window,), str(_fold_title(depth)))


def fold_between(depth: int, low: float, high: float) -> Content:
    """The same fold, of [low, high] onto itself: again exactly 3^K segments of the stored numbers, up to depth 20.

    Raises BadInput where the interval is not finite and ascending, or is narrower than a millionth of its place.
    """
    content = fold(depth, (low, high))
    if not high - low >= 1e-6 * max(abs(low), abs(high)):
        raise BadInput(
            "fold: [{low}, {high}] is too narrow for where it lies; choose a wider interval", low=low, high=high
        )
    first = low + (high - low) / 3.0
    # The valleys of the fold touch the first threshold where second − low = 2 (first − low). Rounded up, `second`
    # would let them cross it, and every fold would grow slivers; so it is rounded down.
    exact = 2 * Fraction(first) - Fraction(low)
    second = float(exact)
    if Fraction(second) > exact:
        second = float(np.nextafter(second, -np.inf))
    title = Sentence.of("Fold {depth} times on [{low}, {high}]", depth=depth, low=low, high=high)
    return Content(Chain((Part(fold_network(low, first, second), depth),)), content.window, str(title))


def three_lines() -> Content:
    """Three units in general position on the plane: seven regions, all inside the window (article, eq. 7.6)."""
    network = Network.of(
        [[[1, 0], [0, 1], [-1, -1]], [[1, -1.5, 2]]],
        [[0.5, 0.5, -0.25], [-0.25]],
        RELU,
    )
    return Content(Chain.of(network), _SQUARE, str(_THREE_LINES))


def four_lines() -> Content:
    """Four units in general position on the plane: eleven regions, all inside the window (exercise 7.4)."""
    network = Network.of(
        [[[0, 1], [1, 1], [1, -1], [2, 1]], [[1.5, 1, -1, -0.5]]],
        [[-0.75, -0.25, 0.25, -0.75], [0.25]],
        RELU,
    )
    return Content(Chain.of(network), _SQUARE, str(_FOUR_LINES))


def absolute_grid() -> Content:
    """Each of two coordinates folded three times by |·|: 8 × 8 = 64 regions that share 28 affine maps."""
    once, twice = np.eye(2), 2.0 * np.eye(2)
    network = Network.of([once, twice, twice, [[1, 1]]], [[0, 0], [-1, -1], [-1, -1], [0]], Activation("abs"))
    return Content(Chain.of(network), _SQUARE, str(_ABSOLUTE_GRID))


def skip_connection() -> Content:
    """Fig. 7.1 with a skip around the second layer: the output is g(f(x)) + g(x) − 1/2, nine segments on [0, 3]."""
    network = Network.of(
        [[[1], [1], [1]], [[3, -6, 6]] * 3, [[1, -2, 1.5]]],
        [[0, -1, -2], [0, -1, -2], [0.5]],
        RELU,
        [False, True, False],
    )
    return Content(Chain.of(network), ((0.0, 3.0),), str(_SKIP))


def random_network(
    sizes: Sequence[int],
    seed: int,
    activation: Activation = RELU,
    bias_spread: float = BIAS_SPREAD,
    window: Window = (),
) -> Content:
    """A network of sizes D_i, D_1 … D_K, D_o with He-normal weights and normal biases of spread `bias_spread`.

    One seed gives the same numbers on every platform. Left out, the window is [−3, 3] for one input, else [−1, 1].
    Raises BadInput for bad sizes, too many parameters, a seed below 0 or a spread below 0.
    """
    shape = shape_of_sizes(sizes, activation)
    title = Sentence.of("Random {sizes}, seed {seed}", sizes="-".join(map(str, sizes)), seed=seed)
    chain = Chain.of(_random(shape, seed, 0, bias_spread))
    return Content(chain, window or (((-3.0, 3.0),) if sizes[0] == 1 else ()), str(title), seed)


def redrawn(content: Content, seed: int, bias_spread: float = BIAS_SPREAD) -> Content:
    """The same shapes, activations and window with new random numbers; the content takes the seed.

    `redrawn(random_network(sizes, a), b)` has the numbers of `random_network(sizes, b)`.
    Raises BadInput for a seed below 0 or a spread below 0.
    """
    parts = tuple(
        Part(_random(shape_of(part.network), seed, place, bias_spread), part.repeat)
        for place, part in enumerate(content.chain.parts)
    )
    return Content(Chain(parts), content.window, content.title, seed, content.batch, content.extra)


def random_line(seed: int = 1) -> Content:
    """A random network with one input and two hidden layers of eight units."""
    return random_network((1, 8, 8, 1), seed)


def random_plane(seed: int = 1) -> Content:
    """A random network with two inputs and two hidden layers of eight units."""
    return random_network((2, 8, 8, 1), seed)


def _random(shape: Shape, seed: int, part: int, bias_spread: float) -> Network:
    # Not finite would be refused by the layer, but named there as a bias.
    if not 0.0 <= bias_spread < np.inf:
        raise BadInput("bias spread: {spread} is not 0 or more", spread=bias_spread)
    check_parameters(sum(layer.parameters for layer in shape))
    return Network(tuple(_random_layer(layer, seed, part, k, bias_spread) for k, layer in enumerate(shape)))


def _random_layer(shape: LayerShape, seed: int, part: int, k: int, bias_spread: float) -> Layer:
    weights = he_normal((shape.units, shape.inputs), seed, part, k, _WEIGHTS)
    biases = bias_spread * normal(shape.units, seed, part, k, _BIASES)
    return Layer(weights, biases, shape.activation, shape.skip)


def _fold_title(depth: int) -> Sentence:
    return (
        Sentence.of("Fold {depth} times (Fig. 7.2)", depth=depth) if depth > 1 else Sentence.of("Fold once (Fig. 7.1a)")
    )


_SQUARE: Window = ((-1.0, 1.0), (-1.0, 1.0))
_FIGURE_7_1 = Sentence.of("Two networks, one after the other (Fig. 7.1)")
_THREE_LINES = Sentence.of("Three lines, seven regions")
_FOUR_LINES = Sentence.of("Four lines, eleven regions")
_ABSOLUTE_GRID = Sentence.of("The plane folded by absolute values, 64 regions")
_SKIP = Sentence.of("A skip connection")

EXAMPLES: tuple[Example, ...] = (
    Example("figure-7-1", _FIGURE_7_1, figure_7_1),
    *(Example(f"fold-{depth}", _fold_title(depth), partial(fold, depth)) for depth in range(1, 9)),
    Example("fold-rescaled", Sentence.of("The same fold on another interval"), partial(fold_between, 4, -3.3, 1.1)),
    Example("three-lines", _THREE_LINES, three_lines),
    Example("four-lines", _FOUR_LINES, four_lines),
    Example("absolute-grid", _ABSOLUTE_GRID, absolute_grid),
    Example("skip", _SKIP, skip_connection),
    Example("random-line", Sentence.of("Random network, one input"), random_line),
    Example("random-plane", Sentence.of("Random network, two inputs"), random_plane),
)
