"""What the buttons beside the layer table do: each gives the new chain and the row to select in it."""

from neuralfold.gui.layer_rows import HEADER, INPUT, Row
from neuralfold.model.activations import RELU
from neuralfold.model.chain import Chain
from neuralfold.model.chain_edits import (
    NEW_WIDTH,
    with_part_added,
    with_part_duplicated,
    with_part_moved,
    with_part_removed,
    with_repeat,
)
from neuralfold.model.content import Content
from neuralfold.model.sentence import BadInput

Edited = tuple[Chain, Row]


def layer_added(content: Content, row: Row) -> Edited:
    """A new hidden layer like the selected one after it; after the input, or before the output, elsewhere."""
    network = content.chain.parts[row.part].network
    if row.k == INPUT:
        k, like = 0, network.layers[0] if network.depth else None
    elif row.k == HEADER or row.k == network.depth:
        k, like = network.depth, network.layers[-2] if network.depth else None
    else:
        k, like = row.k + 1, network.layers[row.k]
    units, activation = (like.units, like.activation) if like else (NEW_WIDTH, RELU)
    chain = content.chain.with_network(row.part, network.with_added(k, units, activation, content.seed))
    return chain, Row(row.part, k)


def row_duplicated(content: Content, row: Row) -> Edited:
    """A copy of the selected hidden layer, or of the network of a selected head, after it.

    Raises BadInput for input and output.
    """
    if row.k == HEADER:
        return with_part_duplicated(content.chain, row.part, content.seed), Row(row.part + 1, HEADER)
    network = content.chain.parts[row.part].network
    if row.k in (INPUT, network.depth):
        raise BadInput("input and output cannot be duplicated; select a hidden layer")
    chain = content.chain.with_network(row.part, network.with_duplicated(row.k, content.seed))
    return chain, Row(row.part, row.k + 1)


def row_removed(content: Content, row: Row) -> Edited:
    """The chain without the selected hidden layer, or without the network of a selected head.

    Raises BadInput for input and output and for the only network.
    """
    if row.k == HEADER:
        chain = with_part_removed(content.chain, row.part, content.seed)
        return chain, Row(min(row.part, len(chain.parts) - 1), INPUT if chain.is_plain else HEADER)
    network = content.chain.parts[row.part].network
    if row.k in (INPUT, network.depth):
        raise BadInput("input and output cannot be removed; select a hidden layer")
    chain = content.chain.with_network(row.part, network.with_removed(row.k, content.seed))
    return chain, row


def row_moved(content: Content, row: Row, by: int) -> Edited:
    """The selected hidden layer, or the network of a selected head, `by` places further down (negative: up).

    Raises BadInput for input and output and past the ends.
    """
    if row.k == HEADER:
        return with_part_moved(content.chain, row.part, row.part + by), Row(row.part + by, HEADER)
    network = content.chain.parts[row.part].network
    if row.k in (INPUT, network.depth):
        raise BadInput("input and output cannot be moved; select a hidden layer")
    if not 0 <= row.k + by < network.depth:
        raise BadInput("the first hidden layer cannot go further up and the last one not further down")
    chain = content.chain.with_network(row.part, network.with_moved(row.k, row.k + by, content.seed))
    return chain, Row(row.part, row.k + by)


def network_added(content: Content, row: Row) -> Edited:
    """A random network after the selected one."""
    return with_part_added(content.chain, row.part, content.seed), Row(row.part + 1, HEADER)


def network_repeated(content: Content, row: Row) -> Edited:
    """The selected network applied once more in a row; raises BadInput where it cannot feed itself."""
    return with_repeat(content.chain, row.part, content.chain.parts[row.part].repeat + 1), row
