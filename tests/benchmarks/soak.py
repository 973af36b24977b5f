"""Many degenerate networks through the engine and the exact recount: `python3 packaging/dev.py bench soak`.

Never a wrong count that is shown as certain, never an exception, never a warning; how often a count is not certain, and
what took longest, is printed. `python tests/benchmarks/soak.py [NETWORKS] [SEED] [--float]`; one draw alone is
repeated by `--only INPUTS DRAW`. `--float` keeps 1-D networks off the exact path from the first layer on.
"""

import argparse
import sys
import time
import traceback
import warnings
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

import degenerate
import engine_checks

from neuralfold.model import kinds
from neuralfold.model.network import Network
from neuralfold.model.partition import solve_partition
from neuralfold.model.rational import exact_segments
from neuralfold.model.rational_plane import exact_partition
from neuralfold.model.segments import solve_segments
from neuralfold.model.sentence import BadInput

NETWORKS = 10_000
LARGEST = 3_000


def drawn(seed: int, inputs: int, draw: int) -> tuple[Network, degenerate.Box]:
    """One network and its window, the same whenever they are drawn."""
    random = Random(f"{seed} {inputs} {draw}")
    window = degenerate.box(random, inputs)
    return degenerate.network(random, inputs, window), window


def compared(network: Network, window: degenerate.Box) -> str:
    """What became of one network, in one or two words; raises AssertionError where the engine is wrong."""
    try:
        picture = (
            solve_segments(network, window[0], budget=LARGEST)
            if network.inputs == 1
            else solve_partition(network, (window[0], window[1]), budget=LARGEST)
        )
    except BadInput as error:
        return "overflows" if "overflows" in str(error) else "too many regions"
    if network.inputs == 1:
        engine_checks.check_line(picture, exact_segments(network, window[0]))
    else:
        engine_checks.check_plane(picture, exact_partition(network, window))
    return "certain" if picture.is_certain else "not certain"


def main() -> int:
    """Draw and compare; 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("networks", type=int, nargs="?", default=NETWORKS)
    parser.add_argument("seed", type=int, nargs="?", default=0)
    parser.add_argument("--float", action="store_true")
    parser.add_argument("--only", type=int, nargs=2, metavar=("INPUTS", "DRAW"))
    arguments = parser.parse_args()
    if arguments.float:
        kinds.EXACT_WORK = 0
    warnings.simplefilter("error")
    outcomes: dict[int, Counter[str]] = {1: Counter(), 2: Counter()}
    slowest = (0.0, 0, 0)
    draws = [tuple(arguments.only)] if arguments.only else [(1 + i % 2, i // 2) for i in range(arguments.networks)]
    begin = time.perf_counter()
    for inputs, draw in draws:
        network, window = drawn(arguments.seed, inputs, draw)
        before = time.perf_counter()
        try:
            outcome = compared(network, window)
        except Exception as error:
            outcome = "WRONG"
            where = traceback.extract_tb(error.__traceback__)[-1]
            print(f"seed {arguments.seed} inputs {inputs} draw {draw}: {type(error).__name__} {error} in {where.name}")
            if arguments.only:
                traceback.print_exc()
        outcomes[inputs][outcome] += 1
        slowest = max(slowest, (time.perf_counter() - before, inputs, draw))
    for inputs, counter in outcomes.items():
        print(f"{inputs} input(s): " + ", ".join(f"{number:,} {name}" for name, number in counter.most_common()))
    print(f"{time.perf_counter() - begin:.0f} s; slowest {slowest[0]:.1f} s: inputs, draw {slowest[1:]}")
    return int(any(counter["WRONG"] for counter in outcomes.values()))


if __name__ == "__main__":
    sys.exit(main())
