"""A desktop that nobody sees: an X server, a session bus and a window manager, driven and looked at from Python."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

SIZE = (1920, 1080)
PATIENCE = 30.0

_T = TypeVar("_T")
_WINDOW_MANAGER = "openbox"


class NotSeen(Exception):
    """What should have appeared did not; the text says what."""


class Screen:
    """The desktop; use it in a `with`, at whose end everything that was started in it is ended."""

    def __init__(self, home: Path) -> None:
        self._started: list[subprocess.Popen[str]] = []
        self.environ = {
            **{name: os.environ[name] for name in ("PATH",)},
            "HOME": str(home),
            "LANG": "C.UTF-8",
            "XDG_RUNTIME_DIR": str(home / "run"),
            "NO_AT_BRIDGE": "1",
            "XDG_DATA_DIRS": "/usr/local/share:/usr/share",
            "GIO_USE_VFS": "local",
        }
        (home / "run").mkdir(mode=0o700)

    def __enter__(self) -> "Screen":
        try:
            self._begin()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        for process in reversed(self._started):
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait(10)

    def _begin(self) -> None:
        read, write = os.pipe()
        server = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-nolisten", "tcp"]
        self._started.append(subprocess.Popen(server, pass_fds=[write], stderr=subprocess.DEVNULL, text=True))
        os.close(write)
        with os.fdopen(read) as stream:
            number = stream.readline().strip()
        if not number:
            raise NotSeen("the X server does not start")
        self.environ["DISPLAY"] = f":{number}"
        bus = self.start("dbus-daemon", "--session", "--nofork", "--print-address=1", stdout=subprocess.PIPE)
        assert bus.stdout is not None
        self.environ["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        self.start(_WINDOW_MANAGER)
        self.wait_for(
            lambda: "window id" in self.ask("xprop", "-root", "_NET_SUPPORTING_WM_CHECK"), "no window manager"
        )

    def start(
        self, *command: str | Path, folder: Path | None = None, stdout: int | None = None, said: Path | None = None
    ) -> subprocess.Popen[str]:
        """Start a program on this desktop; what it says on stderr goes into the file `said`."""
        with Path(said or os.devnull).open("w", encoding="utf-8") as stderr:
            process = subprocess.Popen(
                [str(part) for part in command],
                cwd=folder,
                env=self.environ,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL if stdout is None else stdout,
                stderr=stderr,
                text=True,
            )
        self._started.append(process)
        return process

    def ask(self, *command: str | Path) -> str:
        """What a program says; it may fail."""
        done = subprocess.run(
            [str(part) for part in command], env=self.environ, capture_output=True, text=True, check=False, timeout=120
        )
        return done.stdout

    def windows(self, title: str) -> list[str]:
        """The windows that are seen and whose title holds `title`, the newest last."""
        return self.ask("xdotool", "search", "--onlyvisible", "--name", re.escape(title)).split()

    def wait_for(self, look: Callable[[], _T], otherwise: str, patience: float = PATIENCE) -> _T:
        """Look until there is something to see, and return it; raises NotSeen."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if found := look():
                return found
            time.sleep(0.1)
        raise NotSeen(otherwise)

    def wait_for_window(self, title: str, count: int = 1) -> list[str]:
        """Wait until `count` windows have a title that holds `title`."""
        return self.wait_for(
            lambda: found if len(found := self.windows(title)) >= count else [],
            f"{count} windows called “{title}” do not appear",
        )

    def place(self, window: str, x: int, y: int, width: int, height: int) -> None:
        """Move a window and give it a size."""
        self.ask("xdotool", "windowsize", "--sync", window, str(width), str(height))
        self.ask("xdotool", "windowmove", "--sync", window, str(x), str(y))
        self.ask("xdotool", "windowactivate", "--sync", window)

    def double_click(self, x: int, y: int) -> None:
        """Click twice with the left button."""
        self.ask("xdotool", "mousemove", "--sync", str(x), str(y), "click", "--repeat", "2", "--delay", "100", "1")

    def drag(self, start: tuple[int, int], end: tuple[int, int], steps: int = 20) -> None:
        """Press the left button, move in steps as a hand does, and let go."""
        self.ask("xdotool", "mousemove", "--sync", str(start[0]), str(start[1]), "mousedown", "1")
        for step in range(1, steps + 1):
            x, y = (round(a + (b - a) * step / steps) for a, b in zip(start, end, strict=True))
            self.ask("xdotool", "mousemove", "--sync", str(x), str(y))
            time.sleep(0.03)
        time.sleep(0.3)
        self.ask("xdotool", "mouseup", "1")

    def press(self, window: str, key: str) -> None:
        """Press a key in a window."""
        self.ask("xdotool", "windowactivate", "--sync", window, "key", "--clearmodifiers", key)

    def picture(self, path: Path, window: str = "root") -> "Picture":
        """What is seen, also kept as a PNG."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.ask("import", "-window", window, path)
        size = self.ask("identify", "-format", "%w %h", path).split()
        raw = subprocess.run(["convert", str(path), "-depth", "8", "rgb:-"], capture_output=True, check=True).stdout
        return Picture(int(size[0]), int(size[1]), raw)


class Picture:
    """Pixels of the screen, three bytes each."""

    def __init__(self, width: int, height: int, raw: bytes) -> None:
        self.width, self.height, self._raw = width, height, raw

    def middle_of(self, colour: bytes) -> tuple[int, int] | None:
        """The middle of all pixels of exactly one colour (three bytes), or None where there is none."""
        found = [match.start() // 3 for match in re.finditer(re.escape(colour), self._raw) if match.start() % 3 == 0]
        if not found:
            return None
        return (
            round(sum(at % self.width for at in found) / len(found)),
            round(sum(at // self.width for at in found) / len(found)),
        )

    def left(self, width: int) -> "Picture":
        """The left part of it."""
        rows = range(0, len(self._raw), 3 * self.width)
        return Picture(width, self.height, b"".join(self._raw[at : at + 3 * width] for at in rows))

    def right_below(self, x: int, y: int) -> "Picture":
        """What lies right of `x` and below `y`."""
        rows = (3 * self.width * row for row in range(y, self.height))
        raw = b"".join(self._raw[at + 3 * x : at + 3 * self.width] for at in rows)
        return Picture(self.width - x, self.height - y, raw)

    def coloured_areas(self, pixels: int, difference: int = 25) -> int:
        """How many colours cover at least so many pixels each; greys, whites and pale tints do not count."""
        counts: dict[bytes, int] = {}
        for at in range(0, len(self._raw), 3):
            colour = self._raw[at : at + 3]
            counts[colour] = counts.get(colour, 0) + 1
        return sum(count >= pixels and max(one) - min(one) > difference for one, count in counts.items())


def lacking(tools: Sequence[str]) -> list[str]:
    """Which of the programs are not installed."""
    return [tool for tool in tools if shutil.which(tool) is None]
