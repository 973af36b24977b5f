"""What the legend beside the plane says: the words and numbers for its colours and lines."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QColor

from neuralfold.plots import palette
from neuralfold.plots.plane_legend import Bar, Block, Swatch
from neuralfold.plots.plane_paint import Scene
from neuralfold.plots.region_colours import Levels, colour_table, number
from neuralfold.plots.region_ink import ACTIVE, VALUE, PlaneInk

MOST_LAYERS = 8
MOST_PATCHES = 6
EDGE_LINE, BOUNDARY_LINE = 3.0, 4.5


def key_of(scene: Scene, output: int, front: int = 0, *, edges: bool, boundary: bool) -> tuple[Block, ...]:
    """The blocks of the legend for what is painted, in the language of the screen; empty without a picture.

    `front` layers of the network that is drawn stand before those that people count.
    """
    ink = scene.ink
    if scene.sheet is not None:
        rows, columns = scene.sheet.samples.shape
        words = QCoreApplication.translate("PlaneKey", "sampled at {columns} × {rows} points")
        note = words.format(columns=columns, rows=rows)
        blocks = [_values(scene.sheet.levels, output, note)]
        is_empty = not len(scene.sheet.boundary.ends)
        return (*blocks, _boundary(output, is_empty=is_empty)) if boundary else tuple(blocks)
    if ink is None:
        return ()
    blocks = [_fill(ink)]
    if edges and ink.layers:
        blocks.append(_edges(ink, front))
    if boundary:
        blocks.append(_boundary(ink.look.output, is_empty=not len(ink.boundary.ends)))
    return tuple(blocks)


def _fill(ink: PlaneInk) -> Block:
    if ink.look.colouring == VALUE and ink.levels is not None:
        return _values(ink.levels, ink.look.output, "")
    if ink.look.colouring == ACTIVE and ink.counts is not None:
        low, high = ink.counts
        colours = colour_table(palette.current(), None, ink.counts)[low : high + 1]
        labels = tuple(str(n) for n in range(low, high + 1))
        return Block(QCoreApplication.translate("PlaneKey", "Active units"), Bar(colours, labels))
    patches = colour_table(palette.current(), None, None)[:MOST_PATCHES]
    return Block(
        QCoreApplication.translate("PlaneKey", "Regions"),
        swatches=(Swatch("", patches),),
        note=QCoreApplication.translate("PlaneKey", "coloured by activation pattern"),
    )


def _values(levels: Levels, output: int, note: str) -> Block:
    heading = QCoreApplication.translate("PlaneKey", "Output {name}").format(name=output_name(output))
    colours = colour_table(palette.current(), levels, None)
    return Block(heading, Bar(colours, tuple(number(limit) for limit in levels.limits.tolist())), note=note)


def _edges(ink: PlaneInk, front: int) -> Block:
    look, depth = palette.current(), ink.partition.network.depth
    swatches = []
    for k, _ in reversed(ink.layers):
        if len(swatches) == MOST_LAYERS:
            swatches.append(Swatch("…"))
            break
        hidden = QCoreApplication.translate("PlaneKey", "hidden layer {k}").format(k=k + 1 - front)
        text = hidden if k < depth else QCoreApplication.translate("PlaneKey", "output layer")
        swatches.append(Swatch(text, (look.series_colour(k),), EDGE_LINE))
    return Block(QCoreApplication.translate("PlaneKey", "Edges"), swatches=tuple(swatches))


def _boundary(output: int, *, is_empty: bool) -> Block:
    heading = QCoreApplication.translate("PlaneKey", "Boundary")
    if is_empty:
        words = QCoreApplication.translate("PlaneKey", "no line {name} = 0 in the window")
        return Block(heading, note=words.format(name=output_name(output)))
    text = QCoreApplication.translate("PlaneKey", "{name} = 0").format(name=output_name(output))
    return Block(heading, swatches=(Swatch(text, (QColor(palette.current().ink),), BOUNDARY_LINE),))


def output_name(output: int) -> str:
    """y₁, y₂, … for the output counted from 0."""
    return "y" + "".join(chr(0x2080 + int(digit)) for digit in str(output + 1))
