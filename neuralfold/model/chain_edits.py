"""Edits of a chain that keep its sizes fitting end to end.

The places where networks meet are called seams here: seam i feeds part i, and the last one is the output of the chain.
A repeated network feeds itself, so the seams before and after it always have the same size.
"""

from dataclasses import replace

from neuralfold.model.activations import RELU
from neuralfold.model.chain import Chain, Part
from neuralfold.model.examples import random_network
from neuralfold.model.network import Network
from neuralfold.model.sentence import BadInput

NEW_WIDTH = 3

_NAMES = "fghpqrstuvw"


def part_name(i: int) -> str:
    """The name of part `i` of a chain: f, g, h, then p, q, … and f12 from the twelfth on."""
    return _NAMES[i] if i < len(_NAMES) else f"f{i + 1}"


def with_inputs(chain: Chain, i: int, inputs: int, seed: int) -> Chain:
    """The chain with `inputs` inputs of part `i`; what feeds it, and what it feeds when repeated, follow.

    Kept weights stay and new ones are drawn from `seed`. Raises BadInput for a size below 1 or too large.
    """
    return _with_seam(chain, i, inputs, seed)


def with_units(chain: Chain, i: int, k: int, units: int, seed: int) -> Chain:
    """The chain with `units` units in `layers[k]` of part `i`; where that is its output, what it feeds follows.

    Kept weights stay and new ones are drawn from `seed`. Raises BadInput for a width below 1 or too large.
    """
    network = chain.parts[i].network
    if k == network.depth:
        return _with_seam(chain, i + 1, units, seed)
    return chain.with_network(i, network.with_units(k, units, seed))


def with_repeat(chain: Chain, i: int, repeat: int) -> Chain:
    """The chain with part `i` applied `repeat` times in a row; raises BadInput where it cannot feed itself."""
    return chain.with_part(i, replace(chain.parts[i], repeat=repeat))


def with_part_added(chain: Chain, i: int, seed: int) -> Chain:
    """The chain with a random network after part `i`, with one hidden layer as wide as the first one of part `i`."""
    network = chain.parts[i].network
    first = network.layers[0] if network.depth else None
    sizes = (
        network.outputs,
        first.units if first else NEW_WIDTH,
        chain.parts[i + 1].network.inputs if i + 1 < len(chain.parts) else network.outputs,
    )
    drawn = random_network(sizes, seed + len(chain.parts), first.activation if first else RELU)
    return _with_parts(chain, i + 1, i + 1, drawn.chain.parts[0])


def with_part_duplicated(chain: Chain, i: int, seed: int) -> Chain:
    """The chain with a copy of part `i` after it; the inputs of the copy are refitted where they differ in number."""
    part = chain.parts[i]
    network = part.network.with_inputs(part.network.outputs, seed)
    return _with_parts(chain, i + 1, i + 1, replace(part, network=network))


def with_part_removed(chain: Chain, i: int, seed: int) -> Chain:
    """The chain without part `i`; what came after is refitted to what came before.

    Raises BadInput for the only part.
    """
    if len(chain.parts) == 1:
        raise BadInput("the only network cannot be removed; a chain needs at least one")
    if 0 < i < len(chain.parts) - 1:
        chain = _with_seam(chain, i + 1, chain.parts[i - 1].network.outputs, seed)
    return _with_parts(chain, i, i + 1)


def with_part_moved(chain: Chain, i: int, to: int) -> Chain:
    """The chain with part `i` at place `to`; raises BadInput where sizes do not fit there, or for a missing place."""
    if not 0 <= to < len(chain.parts):
        raise BadInput("the first network cannot go further up and the last one not further down")
    parts = list(chain.parts)
    parts.insert(to, parts.pop(i))
    return replace(chain, parts=tuple(parts))


def _with_parts(chain: Chain, first: int, after: int, *parts: Part) -> Chain:
    return replace(chain, parts=(*chain.parts[:first], *parts, *chain.parts[after:]))


def _with_seam(chain: Chain, seam: int, size: int, seed: int) -> Chain:
    """The chain with every seam tied to `seam` by repetition set to `size`."""
    first = last = seam
    while first > 0 and chain.parts[first - 1].repeat > 1:
        first -= 1
    while last < len(chain.parts) and chain.parts[last].repeat > 1:
        last += 1
    tied = range(first, last + 1)
    return replace(
        chain,
        parts=tuple(
            replace(part, network=_fitted(part.network, i in tied, i + 1 in tied, size, seed))
            for i, part in enumerate(chain.parts)
        ),
    )


def _fitted(network: Network, at_input: bool, at_output: bool, size: int, seed: int) -> Network:
    if at_output and network.outputs != size:
        network = network.with_units(network.depth, size, seed)
    if at_input and network.inputs != size:
        network = network.with_inputs(size, seed)
    return network
