"""Speed and memory of the exact engine beside regioncam, in one run: `python3 packaging/dev.py bench engine`.

Every row is one network, measured by both in turn; the ratio is what counts, not the milliseconds of one machine.
The floor is one float64 forward pass through the final vertices. Nothing is asserted here.
"""

import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import regioncam

from neuralfold.model.activations import RELU
from neuralfold.model.chain import Chain, Part
from neuralfold.model.network import Network
from neuralfold.model.partition import solve_partition
from neuralfold.model.segments import solve_segments

WINDOW = ((-1.0, 1.0), (-1.0, 1.0))
PLANES = ((2, 8, 8, 1), (2, 32, 32, 1), (2, 64, 64, 64, 1), (2, 128, 128, 128, 1), (2, 256, 256, 1))
WIDTHS = (8, 16, 32, 64, 128, 256)
DEPTHS = (1, 2, 4, 8)
FOLD_DEPTH = 12
BIG = 10**7


def he_normal(sizes: tuple[int, ...], seed: int = 0, bias_spread: float = 0.1) -> Network:
    """A random network with weights N(0, 2 / inputs) and biases N(0, bias_spread²)."""
    random = np.random.default_rng(seed)
    pairs = list(pairwise(sizes))
    return Network.of(
        [random.standard_normal((after, before)) * np.sqrt(2 / before) for before, after in pairs],
        [random.standard_normal(after) * bias_spread for _, after in pairs],
        RELU,
    )


def fold(depth: int) -> Network:
    """The article's fold of [0, 3], applied `depth` times."""
    network = Network.of([[[1.0]] * 3, [[3.0, -6.0, 6.0]]], [[0.0, -1.0, -2.0], [0.0]], RELU)
    return Chain((Part(network, depth),)).merged


def regioncam_faces(network: Network) -> int:
    """Count the faces on [-1, 1]² with regioncam."""
    picture = regioncam.Regioncam(size=1.0)
    apply_layers(picture, network)
    return int(picture.num_faces)


def regioncam_edges(network: Network) -> int:
    """Count the edges on [-3, 3] with regioncam's 1-D engine, whose size is the length."""
    picture = regioncam.Regioncam1D(size=6.0)
    apply_layers(picture, network)
    return int(picture.num_edges)


def apply_layers(picture: regioncam.Regioncam, network: Network) -> None:
    """Put a network's layers through regioncam, which computes in float32."""
    for k, layer in enumerate(network.layers):
        picture.linear(layer.weights.T.astype(np.float32).copy(), layer.biases.astype(np.float32))
        if k < network.depth:
            picture.relu()


def best(work: Callable[[], object], seconds: float = 1.5) -> float:
    """The shortest of several runs, in seconds."""
    times: list[float] = []
    while len(times) < 3 or (sum(times) < seconds and len(times) < 200):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def peak_megabytes(engine: str, sizes: tuple[int, ...]) -> float:
    """Peak memory of one engine on one network, above that of the imports, in a process of its own."""
    command = [sys.executable, __file__, "--peak", engine, *map(str, sizes)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True, timeout=600).stdout)


def print_peak(engine: str, sizes: tuple[int, ...]) -> None:
    """What the child process of `peak_megabytes` does: the growth of its high-water mark."""
    network = he_normal(sizes)

    def high_water() -> float:
        with open("/proc/self/status", encoding="ascii") as status:
            return next(int(line.split()[1]) / 1000 for line in status if line.startswith("VmHWM"))

    before = high_water()
    if engine == "neuralfold":
        solve_partition(network, WINDOW, budget=BIG)
    else:
        regioncam_faces(network)
    print(high_water() - before)


def compare() -> None:
    """The table beside regioncam."""
    print("network              regions   ours ms  regioncam ms  ratio   floor ms  x floor   ours MB  regioncam MB")
    for sizes in PLANES:
        network = he_normal(sizes)
        ours = best(lambda network=network: solve_partition(network, WINDOW, budget=BIG))
        theirs = best(lambda network=network: regioncam_faces(network))
        picture = solve_partition(network, WINDOW, budget=BIG)
        floor = best(lambda network=network, picture=picture: network(picture.vertices))
        memory = [peak_megabytes(engine, sizes) for engine in ("neuralfold", "regioncam")]
        agrees = "" if picture.activation_regions == regioncam_faces(network) else "  (regioncam counts otherwise)"
        print(
            f"{'-'.join(map(str, sizes)):20} {picture.activation_regions:7,} {ours * 1e3:9.2f} {theirs * 1e3:13.2f}"
            f" {theirs / ours:6.1f} {floor * 1e3:10.2f} {ours / floor:8.1f} {memory[0]:9.0f} {memory[1]:13.0f}{agrees}"
        )
    network = fold(FOLD_DEPTH)
    ours = best(lambda: solve_segments(network, (-3.0, 3.0), budget=BIG))
    theirs = best(lambda: regioncam_edges(network))
    segments = solve_segments(network, (-3.0, 3.0), budget=BIG)
    print(
        f"fold K = {FOLD_DEPTH} on [-3, 3] {segments.activation_regions:,} (certain: {segments.is_certain}); "
        f"regioncam {regioncam_edges(network):,}; ours {ours * 1e3:.1f} ms, regioncam {theirs * 1e3:.1f} ms, "
        f"ratio {theirs / ours:.1f}"
    )


def growth() -> None:
    """How time and memory grow with the number of regions."""
    print("\nnetwork              regions   ms      µs per region   MB")
    for sizes in [(2, w, w, 1) for w in WIDTHS] + [(2, *(16,) * depth, 1) for depth in DEPTHS]:
        network = he_normal(sizes)
        seconds = best(lambda network=network: solve_partition(network, WINDOW, budget=BIG), 0.5)
        regions = solve_partition(network, WINDOW, budget=BIG).activation_regions
        print(
            f"{'-'.join(map(str, sizes)):20} {regions:7,} {seconds * 1e3:8.2f} {seconds / regions * 1e6:12.2f}"
            f" {peak_megabytes('neuralfold', sizes):10.0f}"
        )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--peak"]:
        print_peak(sys.argv[2], tuple(map(int, sys.argv[3:])))
    else:
        compare()
        growth()
