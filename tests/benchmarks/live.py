"""How the real window keeps up while a weight is scrubbed: `python3 packaging/dev.py bench live`.

The whole window runs offscreen: tables, counts, worker and painting. One weight moves by one step at a time, as fast as
the event loop takes them; a timer in the same loop tells how long the loop was held. Nothing is asserted here.
"""

import os
import tempfile
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["XDG_CONFIG_HOME"] = os.environ["HOME"] = tempfile.mkdtemp()

import numpy as np
from PySide6.QtCore import QEventLoop, Qt, QTimer

from neuralfold import app
from neuralfold.gui.languages import Languages
from neuralfold.gui.main_window import MainWindow
from neuralfold.gui.settings import Settings, WindowState, user_settings, user_window_state
from neuralfold.gui.theme import apply_theme
from neuralfold.model.content import Content
from neuralfold.model.examples import fold, random_network

STEPS = 200
SCENES: tuple[tuple[str, Content, int], ...] = (
    ("fold K = 10", fold(10), 30),
    ("2-32-32-1", random_network((2, 32, 32, 1), 1), 60),
    ("2-64-64-64-1", random_network((2, 64, 64, 64, 1), 1), 20),
    ("2-128-128-128-1", random_network((2, 128, 128, 128, 1), 1), 5),
)


class Scrub:
    """Moves one weight step by step and notes when pictures were shown and when the loop was free."""

    def __init__(self, window: MainWindow, content: Content) -> None:
        self.window = window
        self.workers = window.findChild(app.Workers)
        self.loop = QEventLoop()
        self.pictures: list[float] = []
        self.free: list[float] = []
        self.steps = 0
        self.pulse = QTimer(timerType=Qt.TimerType.PreciseTimer)
        self.pulse.setInterval(4)
        self.pulse.timeout.connect(self.beat)
        window.document.open_content(content, None)
        self.settle()

    def settle(self, seconds: float = 3.0) -> None:
        """Let the window finish what it is doing."""
        QTimer.singleShot(int(seconds * 1000), self.loop.quit)
        self.loop.exec()

    def beat(self) -> None:
        """One turn of the loop: note the time, and every 16 ms move the weight, as a mouse would."""
        now = time.perf_counter()
        self.free.append(now)
        if now < self.next_step:
            return
        self.next_step = now + 0.016
        if self.steps == STEPS:
            self.pulse.stop()
            self.loop.quit()
            return
        self.steps += 1
        document = self.window.document
        network = document.content.chain.parts[0].network
        last = len(network.layers) - 2
        weight = float(network.omega[last][0, 0]) * (1.0 + 0.002 * np.sin(self.steps))
        document.edit(document.content.with_network(0, network.with_weight(last, 0, 0, weight)), "scrub", "scrub")

    def run(self) -> tuple[float, float, float]:
        """Pictures a second; the 99th percentile and the longest of the times the loop was held, in ms."""
        measurer = self.workers.measurer
        measurer.finished.connect(self.note)
        self.next_step = begin = time.perf_counter()
        self.pulse.start()
        self.loop.exec()
        measurer.finished.disconnect(self.note)
        seconds = self.free[-1] - begin
        gaps = np.diff(self.free) * 1e3
        self.window.document.end_merge()
        return len(self.pictures) / seconds, float(np.quantile(gaps, 0.99)), float(gaps.max())

    def note(self, content: Content, result: object) -> None:
        """A picture was shown; paint it now, as the screen would."""
        view = self.window.pictures.view
        if view is not None:
            view.repaint()
        self.pictures.append(time.perf_counter())


def main() -> None:
    """Print a row per scene."""
    application = app.application()
    languages = Languages(application)
    apply_theme(application, "light")
    window = app.build_window(Settings(user_settings()), WindowState(user_window_state()), languages)
    window.resize(1920, 1080)
    window.show()
    print("network             pictures/s  wanted   held p99 ms   held max ms")
    for name, content, wanted in SCENES:
        rate, p99, longest = Scrub(window, content).run()
        print(f"{name:20}{rate:9.1f}{wanted:8}{p99:14.1f}{longest:14.1f}", flush=True)
    window.document.open_content(fold(1), None)
    window.close()


if __name__ == "__main__":
    main()
