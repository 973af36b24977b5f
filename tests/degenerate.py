"""Networks that are degenerate on purpose, drawn from anything that draws like `random.Random`.

Every draw mixes kinds of trouble: units that coincide, oppose or miss each other by one bit, lines through corners and
along sides of the window, dead layers, skips that cancel, layers of very different scales, folds, far-off windows.
"""

import math
from random import Random

import numpy as np

from neuralfold.model.activations import IDENTITY, RELU, Activation
from neuralfold.model.network import Layer, Network

Box = tuple[tuple[float, float], ...]
Row = list[float]

ACTIVATIONS = (
    *(RELU,) * 6,
    Activation("abs"),
    Activation("abs"),
    Activation("leaky_relu", 0.1),
    Activation("leaky_relu", 0.0),
    Activation("leaky_relu", 1.0),
    Activation("leaky_relu", -1.0),
    Activation("leaky_relu", -0.5),
    Activation("leaky_relu", 3.0),
    Activation("hard_tanh"),
    Activation("hard_tanh"),
    IDENTITY,
)
DECIMALS = (0.1, 0.2, 0.3, -0.1, -0.7, 0.6, 1.1, -1.0, 0.0)
DYADICS = (0.5, -0.5, 0.25, 1.5, -0.75, 1.0, -1.0, 0.0, 2.0)
SCALES = (1e-150, 1e-12, 1e-6, 1.0, 1e6, 1e12, 1e150)


def box(random: Random, inputs: int) -> Box:
    """A window: usual ones, one that begins at 0, tiny ones far from the origin, very large and very small ones."""
    kind = random.randrange(8)
    if kind <= 3:
        choices = [(-1.0, 1.0), (0.0, 3.0), (0.0, 1.0), (-3.3, 1.1)]
        return tuple(random.choice(choices) for _ in range(inputs))
    if kind <= 5:
        sides = []
        for _ in range(inputs):
            at = random.choice([1.0, -7.0, 1e3, -1e6, 0.3])
            sides.append((at, at + 1e-7))
        return tuple(sides)
    size = random.choice([1e-100, 1e-9, 1e9, 1e100])
    return ((-size, size),) * inputs


def network(random: Random, inputs: int, window: Box, widest: int = 5, deepest: int = 4) -> Network:
    """A network with one to `deepest` layers of at most `widest` units, whose lines pass through the window."""
    if random.randrange(8) == 0:
        return _fold(random, inputs, window)
    depth = random.randrange(1, deepest + 1)
    numbers = random.choice([_integer, _integer, _dyadic, _decimal, _normal, _rough])
    activation = random.choice(ACTIVATIONS) if random.randrange(2) else None
    layers: list[Layer] = []
    before, points = inputs, _places(random, window)
    for k in range(depth):
        is_output = k == depth - 1
        units = random.randrange(1, 4 if is_output else widest + 1)
        if random.randrange(3) == 0:
            units = before
        rows = [_row(random, numbers, before, points) for _ in range(units)]
        rows = _spoiled(random, rows)
        mine = activation or random.choice(ACTIVATIONS)
        if is_output and random.randrange(4):
            mine = IDENTITY
        skip = units == before and random.randrange(3) == 0
        layer = _layer(rows, mine, skip)
        layers.append(layer)
        points = _images(layer, points)
        before = units
    if random.randrange(3) == 0:
        layers = _rescaled(random, layers)
    return Network(tuple(layers))


def _integer(random: Random) -> float:
    return float(random.randrange(-3, 4))


def _dyadic(random: Random) -> float:
    return random.choice(DYADICS)


def _decimal(random: Random) -> float:
    return random.choice(DECIMALS)


def _normal(random: Random) -> float:
    return random.randrange(-(2**52), 2**52) / 2**51


def _rough(random: Random) -> float:
    return random.randrange(-3, 4) * random.choice(SCALES)


def _places(random: Random, window: Box) -> list[Row]:
    """Corners, the middle, points of the sides and of the inside: where lines like to meet."""
    shares = (0.0, 1.0, 0.5, 1 / 3, 0.25, 0.7)
    return [[low + (high - low) * random.choice(shares) for low, high in window] for _ in range(6)]


def _row(random: Random, numbers: object, inputs: int, points: list[Row]) -> Row:
    """Weights and bias of one unit; often zero at one of `points`, where other units are zero too."""
    assert callable(numbers)
    weights = [numbers(random) for _ in range(inputs)]
    if inputs == 2 and random.randrange(4) == 0:
        weights[random.randrange(2)] = 0.0
    kind = random.randrange(6)
    if kind == 0:
        return [*weights, 0.0]
    if kind <= 2:
        return [*weights, numbers(random)]
    through = points[random.randrange(len(points))]
    bias = -sum(w * x for w, x in zip(weights, through, strict=True))
    return [*weights, bias if math.isfinite(bias) else 0.0]


def _spoiled(random: Random, rows: list[Row]) -> list[Row]:
    """Rows made equal, opposite, parallel, zero or dead, or moved by one bit."""
    rows = [list(row) for row in rows]
    for _ in range(random.randrange(3)):
        one, other = random.randrange(len(rows)), random.randrange(len(rows))
        kind = random.randrange(9)
        if kind == 0:
            rows[one] = [0.0] * len(rows[one])
        elif kind == 1:
            rows[one] = list(rows[other])
        elif kind == 2:
            rows[one] = [-value for value in rows[other]]
        elif kind == 3:
            factor = random.choice([2.0, -0.5, 0.1, 3.0])
            rows[one] = [factor * value for value in rows[other]]
        elif kind == 4:
            rows[one] = [*rows[other][:-1], rows[one][-1]]
        elif kind == 5:
            place = random.randrange(len(rows[one]))
            rows[one] = list(rows[other])
            rows[one][place] = math.nextafter(rows[one][place], random.choice([-math.inf, math.inf]))
        elif kind == 6:
            rows[one][-1] = -100.0
        elif kind == 7:
            bend = random.choice([1e-3, 1e-7, 1e-10, 1e-13])
            rows[one] = [value * (1.0 + bend * random.randrange(-3, 4)) for value in rows[other]]
        else:
            rows = [[*row[:-1], -abs(row[-1]) - 100.0] for row in rows] if random.randrange(4) == 0 else rows
    return rows


def _layer(rows: list[Row], activation: Activation, skip: bool) -> Layer:
    return Layer([row[:-1] for row in rows], [row[-1] for row in rows], activation, skip)


def _images(layer: Layer, points: list[Row]) -> list[Row]:
    """The points as the next layer sees them: its units may then be zero where older lines meet."""
    with np.errstate(over="ignore", invalid="ignore"):
        z = np.array(points) @ layer.weights.T + layer.biases
        images = layer.activation(z) + np.array(points) if layer.skip else layer.activation(z)
    return np.nan_to_num(images, posinf=1.0, neginf=-1.0).tolist()


def _rescaled(random: Random, layers: list[Layer]) -> list[Layer]:
    """One layer, or one unit of it, multiplied by a scale, and the next one divided by it: the same up to rounding."""
    scaled = list(layers)
    for _ in range(random.randrange(1, 3)):
        k = random.randrange(len(scaled))
        scale = random.choice([1e6, 1e-6, 1e-150, 1e150, 2.0**20])
        layer = scaled[k]
        factor = np.full(layer.units, scale)
        if random.randrange(2):
            factor[random.randrange(layer.units) :] = 1.0
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            weights, biases = layer.weights * factor[:, None], layer.biases * factor
            undone = scaled[k + 1].weights / factor if k + 1 < len(scaled) and random.randrange(4) else None
        if np.isfinite(weights).all() and np.isfinite(biases).all() and (undone is None or np.isfinite(undone).all()):
            scaled[k] = Layer(weights, biases, layer.activation, layer.skip)
            if undone is not None:
                after = scaled[k + 1]
                scaled[k + 1] = Layer(undone, after.biases, after.activation, after.skip)
    return scaled


def _fold(random: Random, inputs: int, window: Box) -> Network:
    """Every coordinate of the window folded onto itself into three, several times: touches at every layer."""
    depth = random.randrange(1, 4 if inputs == 1 else 3)
    first = np.zeros((3 * inputs, inputs))
    across = np.zeros((inputs, 3 * inputs))
    biases, offsets = np.zeros(3 * inputs), np.zeros(inputs)
    for i, (low, high) in enumerate(window):
        size = high - low
        scale = random.choice([1.0, 3.0 / size if size > 1e-300 else 1.0, 1.0 / size])
        first[3 * i : 3 * i + 3, i] = scale
        biases[3 * i : 3 * i + 3] = [-scale * low, -scale * (low + size / 3), -scale * (low + 2 * size / 3)]
        across[i, 3 * i : 3 * i + 3] = np.array([3.0, -6.0, 6.0]) / scale
        offsets[i] = low
    layers = [Layer(first, biases, RELU)]
    for _ in range(depth - 1):
        layers.append(Layer(first @ across, biases + first @ offsets, RELU))
    last = np.array([[random.choice([1.0, 0.5, -2.0]) for _ in range(inputs)]]) @ across
    layers.append(Layer(last, [0.0], IDENTITY))
    return Network(tuple(layers))
