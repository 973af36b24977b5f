"""The command line: open the window, measure, or take a picture (DESIGN, section 7).

Exit codes: 0, or 2 with one sentence on stderr. A stopped program ends with 130, one whose reader has gone with 141,
as the shell reports SIGINT and SIGPIPE.
"""

import argparse
import json
import os
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import IO, Any, NoReturn

from neuralfold import __version__
from neuralfold.files.document import read_document
from neuralfold.model.measurement import Measurement, measure, record
from neuralfold.model.rational import exact_segments
from neuralfold.model.rational_plane import exact_partition
from neuralfold.model.sentence import BadInput

_OPEN_HELP = """\
neuralfold [FILE]
       neuralfold measure FILE [--exact]
       neuralfold snapshot FILE --png OUT.png [--size 1920x1080] [--csv OUT.csv] [--svg OUT.svg] [--pdf OUT.pdf]
       neuralfold --self-test | --version | --help"""
_MORE_HELP = """\
measure prints the counts of a network as JSON, snapshot writes its picture; both need no display.
A file that is named like a command is opened as ./measure or ./snapshot."""

_SMALLEST, _LARGEST = 16, 16384

_COUNTS = (
    "activation_regions",
    "linear_regions",
    "distinct_affine_maps",
    "line_activation_regions",
    "line_linear_regions",
)


class _Refused(Exception):
    """The command cannot be carried out; the text is the sentence that says why."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say one sentence, without the usage before it."""
        command = self.prog.rpartition(" ")[2]
        is_file = command in _COMMANDS and "required" in message and Path(command).exists()
        hint = f"; to open the file of that name, write .{os.sep}{command}" if is_file else ""
        raise _Refused(f"{self.prog}: {message}{hint}")

    def print_help(self, file: Any = None) -> None:
        """Print the help as UTF-8, whatever the console would like."""
        _write(file or sys.stdout, self.format_help())


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line says and return the exit code; `argv` is without the name of the program."""
    _hold_streams()
    try:
        return _run(list(sys.argv[1:] if argv is None else argv))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _abandon(sys.stdout)
        return 141
    except _Refused as error:
        sentence = str(error)
    except BadInput as error:
        sentence = f"neuralfold: {error}"
    except OSError as error:
        if error.filename is None:
            _abandon(sys.stdout)
        sentence = f"neuralfold: {error.filename or 'standard output'}: {error.strerror or error}"
    except MemoryError:
        sentence = "neuralfold: there is not enough memory"
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        sentence = f"neuralfold: please report this fault: {type(error).__name__} in {where}: {error}"
    with suppress(OSError):
        _write(sys.stderr, f"{_on_one_line(sentence)}\n")
    return 2


def _run(arguments: list[str]) -> int:
    try:
        if arguments and arguments[0] in _COMMANDS:
            return _COMMANDS[arguments[0]](arguments[1:])
        return _open(arguments)
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else 0


def _open(arguments: list[str]) -> int:
    parser = _Parser("neuralfold", _OPEN_HELP, "See why depth helps.", _MORE_HELP, allow_abbrev=False)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("file", metavar="FILE", type=Path, nargs="?", help="a .nfold document to open")
    parser.add_argument("--self-test", action="store_true", help="try everything once, without a display, and exit")
    parser.add_argument("--paint-test", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    given = parser.parse_args(arguments)
    if given.version:
        _write(sys.stdout, f"neuralfold {__version__}\n")
        return 0
    if given.self_test or given.paint_test:
        return _test_oneself(given.paint_test)
    if not _has_display() and not os.environ.get("QT_QPA_PLATFORM"):
        raise _Refused(
            "neuralfold: there is no display to open a window on (DISPLAY and WAYLAND_DISPLAY are not set); "
            "measure and snapshot need none, see neuralfold --help"
        )
    try:
        from neuralfold.app import run
    except ImportError as error:
        raise _Refused(f"neuralfold: the window cannot be opened: {error}") from error
    return run(given.file)


def _test_oneself(is_of_paint: bool) -> int:
    if _uses_x11_or_wayland() and not is_of_paint:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    try:
        from neuralfold.self_test import first_paint, self_test
    except ImportError as error:
        raise _Refused(f"neuralfold: the window cannot be opened: {error}") from error
    return (first_paint if is_of_paint else self_test)(lambda line: _write(sys.stdout, f"{line}\n"))


def _measure(arguments: list[str]) -> int:
    parser = _Parser("neuralfold measure", description="Print the counts of a network as JSON.", allow_abbrev=False)
    parser.add_argument("file", metavar="FILE", type=Path, help="a .nfold document")
    parser.add_argument("--exact", action="store_true", help="count regions again in rational arithmetic (slow)")
    given = parser.parse_args(arguments)
    content = read_document(given.file)
    start = perf_counter()
    measured = measure(content)
    entries = _recounted(measured) if given.exact else record(measured)
    entries["seconds"] = perf_counter() - start
    lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in entries.items()]
    if sys.stdout is None:
        raise _Refused("neuralfold measure: there is no standard output to print to")
    _write(sys.stdout, "{\n" + ",\n".join(lines) + "\n}\n")
    return 0


def _recounted(measured: Measurement) -> dict[str, object]:
    """The record with exact counts; where the float engine counted differently, "float" has what it said.

    Where no count exists at all the record is as it was, with its reason.
    """
    entries = record(measured)
    network, window = measured.content.pictured, measured.content.window
    if network.inputs > 2 or not network.is_piecewise_linear:
        return entries
    counted = exact_segments(network, window[0]) if network.inputs == 1 else exact_partition(network, window)
    exact = {name: getattr(counted, name) for name in _COUNTS if name in entries}
    said = {name: entries[name] for name in exact if entries[name] != exact[name]}
    doubts = {name: entries[name] for name in ("is_certain", "reason") if name in entries}
    entries.pop("reason", None)
    entries |= exact | {"is_certain": True}
    return entries | {"float": said | doubts} if said else entries


def _snapshot(arguments: list[str]) -> int:
    parser = _Parser("neuralfold snapshot", description="Write the picture of a network.", allow_abbrev=False)
    parser.add_argument("file", metavar="FILE", type=Path, help="a .nfold document")
    parser.add_argument("--png", metavar="OUT.png", type=Path, help="the picture in pixels")
    parser.add_argument("--size", metavar="WxH", type=_size, default=(1920, 1080), help="its size, usually 1920x1080")
    parser.add_argument("--csv", metavar="OUT.csv", type=Path, help="the segments or regions as a table")
    parser.add_argument("--svg", metavar="OUT.svg", type=Path, help="the picture in lines")
    parser.add_argument("--pdf", metavar="OUT.pdf", type=Path, help="the picture on a page")
    given = parser.parse_args(arguments)
    outputs = {name: getattr(given, name) for name in ("png", "csv", "svg", "pdf")}
    _check_outputs(parser, given.file, outputs)
    # Only where Qt finds fonts without the desktop; elsewhere there always is one.
    if _uses_x11_or_wayland():
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    try:
        from neuralfold.app import snapshot
    except ImportError as error:
        raise _Refused(f"neuralfold snapshot: the picture cannot be drawn: {error}") from error
    snapshot(given.file, size=given.size, **outputs)
    return 0


def _check_outputs(parser: _Parser, file: Path, outputs: dict[str, Path | None]) -> None:
    """Refuse to write nothing, to write over the document, and to write two outputs into one file."""
    names = {os.path.realpath(file): "the document"}
    for name, path in outputs.items():
        if path is not None:
            other = names.setdefault(os.path.realpath(path), f"--{name}")
            if other != f"--{name}":
                parser.error(f"--{name} would write over {other}: {path}")
    if len(names) == 1:
        parser.error("say what to write: --png, --csv, --svg or --pdf")


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,6})[xX×](\d{1,6})", text, re.ASCII)
    width, height = (int(side) for side in found.groups()) if found else (0, 0)
    if not (_SMALLEST <= width <= _LARGEST and _SMALLEST <= height <= _LARGEST):
        raise argparse.ArgumentTypeError(
            f"{text} is not a size such as 1920x1080, each side from {_SMALLEST} to {_LARGEST}"
        )
    return width, height


def _uses_x11_or_wayland() -> bool:
    return sys.platform not in ("win32", "darwin")


def _has_display() -> bool:
    return not _uses_x11_or_wayland() or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _on_one_line(text: str) -> str:
    """`text` with line breaks, and whatever else a terminal would obey, written as escapes."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _write(stream: IO[str] | None, text: str) -> None:
    """Write `text` as UTF-8, whatever the encoding of the console; a program without a console writes nothing."""
    if stream is None:
        return
    buffer = getattr(stream, "buffer", None)
    if buffer is None:
        stream.write(text)
        return
    stream.flush()
    buffer.write(text.encode("utf-8", "backslashreplace"))
    buffer.flush()


def _hold_streams() -> None:
    """Open what a parent closed of the three streams on nothing.

    Else the next file that is opened, perhaps the user's, takes the place and hears what is said there.
    """
    with suppress(OSError):
        while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
            pass
        os.close(descriptor)


def _abandon(stream: IO[str] | None) -> None:
    """Send what is left in a stream that cannot be written nowhere, or Python complains about it on leaving."""
    if stream is not None:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


_COMMANDS: dict[str, Callable[[list[str]], int]] = {"measure": _measure, "snapshot": _snapshot}
