"""Where faults are written when nobody sees a console: a file in the user's data folder (standard library only)."""

import faulthandler
import os
import sys
import traceback
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import TextIO

from neuralfold import __version__

NAME = "faults.log"
# What is older than the last start goes, once there is more than this.
MOST_BYTES = 1_000_000


def data_folder() -> Path:
    """Where programs of this system keep data of the user who runs them."""
    match sys.platform:
        case "win32":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "NeuralFold"
        case "darwin":
            return Path.home() / "Library" / "Application Support" / "NeuralFold"
        case _:
            return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "neuralfold"


class FaultLog:
    """The file that faults are added to; where it cannot be written, they go nowhere, and the program goes on.

    From its making on, what is printed in a program without a console, Python's warnings among it, goes there too, and
    so does the trace of a crash in compiled code.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path: Path | None = None
        self._stream = self._opened(path)
        sys.stdout = sys.stdout or self._stream
        sys.stderr = sys.stderr or self._stream
        faulthandler.enable(self._stream)

    def note(self, kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
        """Add the report of an exception that no code has caught."""
        head = f"{datetime.now().astimezone().isoformat(timespec='seconds')} NeuralFold {__version__}\n"
        with suppress(OSError, ValueError):
            self._stream.write(head + "".join(traceback.format_exception(kind, fault, trace)))
            self._stream.flush()

    def _opened(self, path: Path | None) -> TextIO:
        try:
            place = path or data_folder() / NAME
            place.parent.mkdir(parents=True, exist_ok=True)
            mode = "w" if place.exists() and place.stat().st_size > MOST_BYTES else "a"
            stream = place.open(mode, encoding="utf-8", errors="backslashreplace", buffering=1)
        except (OSError, RuntimeError):
            # No home, or none that can be written.
            return open(os.devnull, "w", encoding="utf-8")
        self.path = place
        return stream
