"""Install the .deb and use it as a person does: `python3 packaging/check_desktop.py [DEB]` (root, on Debian's kin).

Installs what it needs (a hidden X server, a window manager, a file manager, tools that click and look), then the .deb
with what that depends on; double-clicks a document, opens it by `gio open`, by the command line and by dragging it into
a window; watches that nothing asks for the network; and takes the package away again. Pictures of what was seen are
left in build/desktop. Standard library only.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import release
import smoke_test
from screen import NotSeen, Picture, Screen, lacking

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "build" / "desktop"
TOOLS = {
    "Xvfb": "xvfb",
    "openbox": "openbox",
    "pcmanfm": "pcmanfm",
    "xdotool": "xdotool",
    "import": "imagemagick",
    "dbus-daemon": "dbus",
    "gio": "libglib2.0-bin",
    "strace": "strace",
    "xprop": "x11-utils",
    "desktop-file-validate": "desktop-file-utils",
    "update-mime-database": "shared-mime-info",
    "appstreamcli": "appstream",
}
ICONS = ("hicolor-icon-theme", "adwaita-icon-theme", "fonts-wqy-microhei")
NAME = "三条 直线.nfold"
# The ground of the program's icon, which is on the icon of a document too and nowhere else on an empty desktop.
BLUE = bytes.fromhex("0b3c5d")
INSTALLED = Path("/usr/bin/neuralfold")


def _apt(*arguments: str) -> None:
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "--yes", "--no-install-recommends", *arguments], env=environ, check=True)


class Desk:
    """One session: the desktop, the document, and a folder in which it lies alone."""

    def __init__(self, screen: Screen, folder: Path) -> None:
        self.screen = screen
        self.folder = folder
        self.document = folder / NAME
        self.document.write_text(json.dumps(smoke_test.DOCUMENT, ensure_ascii=False), encoding="utf-8")

    def metadata(self) -> None:
        """desktop entry, AppStream and MIME type are valid and known"""
        entry = Path("/usr/share/applications/neuralfold.desktop")
        described = Path("/usr/share/metainfo/org.neuralfold.NeuralFold.metainfo.xml")
        for command in (
            ["desktop-file-validate", str(entry)],
            ["appstreamcli", "validate", "--no-net", str(described)],
        ):
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                raise NotSeen(f"{command[0]}: {done.stdout}{done.stderr}")
        # By its name, and without one by what is in it.
        nameless = self.folder.parent / "nameless"
        nameless.write_bytes(self.document.read_bytes())
        for path in (self.document, nameless):
            said = self.screen.ask("gio", "info", "--attributes=standard::content-type", path)
            if release.MIME_TYPE not in said:
                raise NotSeen(f"{path.name} is taken for {said}")
        if "neuralfold.desktop" not in self.screen.ask("gio", "mime", release.MIME_TYPE):
            raise NotSeen("no program is known for the MIME type")

    def double_click(self) -> None:
        """a double click in the file manager opens the document"""
        manager = self._file_manager()
        x, y = self._icon("1-files")
        self.screen.double_click(x, y)
        window = self._opened("2-double-click")
        kind = self.screen.ask("xprop", "-id", window, "WM_CLASS")
        if '"neuralfold"' not in kind:
            raise NotSeen(f"the desktop entry says neuralfold, the window {kind}")
        self._quit(window)
        self._close(manager)

    def gio_open(self) -> None:
        """gio open"""
        self.screen.start("gio", "open", self.document)
        self._quit(self._opened("3-gio-open"))

    def command_line(self) -> None:
        """a relative path on the command line, and a second start opens a second window"""
        logs = [self.folder.parent / f"start-{number}.log" for number in (1, 2)]
        started = []
        for number, log in enumerate(logs, 1):
            started.append(self.screen.start(INSTALLED, NAME, folder=self.folder, said=log))
            self.screen.wait_for_window(NAME, number)
        self._opened("4-command-line")
        for window in self.screen.windows(NAME):
            self._quit(window)
        for process, log in zip(started, logs, strict=True):
            self.screen.wait_for(lambda process=process: process.poll() is not None, "the program does not end")
            said = log.read_text(encoding="utf-8")
            if process.returncode or said:
                raise NotSeen(f"the exit code is {process.returncode}, and it said: {said}")

    def drop(self) -> None:
        """a document dragged from the file manager into the window is opened"""
        manager = self._file_manager()
        self.screen.start(INSTALLED)
        window = self.screen.wait_for_window("NeuralFold")[-1]
        self.screen.place(window, 640, 30, 1240, 900)
        start = self._icon("5-before-drop", within=620)
        self.screen.drag(start, (1300, 500))
        self._quit(self._opened("6-drop"))
        self._close(manager)

    def no_network(self) -> None:
        """nothing asks for the network"""
        for option in ("--self-test", "--paint-test"):
            log = self.folder.parent / "strace.log"
            self.screen.ask("strace", "-f", "-qq", "-e", "trace=%network", "-o", log, INSTALLED, option)
            lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
            asked = [line for line in lines if "AF_INET" in line or "AF_NETLINK" in line]
            if asked or (option == "--paint-test" and not any("AF_UNIX" in line for line in lines)):
                raise NotSeen(f"with {option}: {asked[:5] or 'the display was not even asked'}")

    def first_paint(self) -> str:
        """first paint in a real window"""
        times = []
        for _ in range(smoke_test.RUNS):
            begin = time.time()
            said = self.screen.ask(INSTALLED, "--paint-test").split()
            times.append(float(said[0]) - begin)
        return f"{min(times):.2f} s (at most {smoke_test.MOST_SECONDS})"

    def _file_manager(self) -> str:
        self.screen.start("pcmanfm", "--no-desktop", self.folder)
        window = self.screen.wait_for_window(self.folder.name)[-1]
        self.screen.place(window, 10, 30, 600, 500)
        return window

    def _icon(self, name: str, within: int = 0) -> tuple[int, int]:
        """Where the icon of the document is, found by its colour in the left part of the screen."""

        def look() -> tuple[int, int] | None:
            picture = self.screen.picture(PICTURES / f"{name}.png")
            return (picture.left(within) if within else picture).middle_of(BLUE)

        return self.screen.wait_for(look, "the icon of the document is not seen")

    def _opened(self, name: str) -> str:
        """The window that shows the document, after a look at whether its regions are painted."""
        window = self.screen.wait_for_window(NAME)[-1]
        self.screen.wait_for(
            lambda: self._regions(self.screen.picture(PICTURES / f"{name}.png", window)) >= smoke_test.REGIONS,
            f"the regions are not painted (see build/desktop/{name}.png)",
        )
        return window

    @staticmethod
    def _regions(picture: Picture) -> int:
        """How many areas of colour are seen where the window shows its picture: not left, where its tables are."""
        return picture.right_below(580, 70).coloured_areas(3000)

    def _quit(self, window: str) -> None:
        self.screen.press(window, "ctrl+q")
        self.screen.wait_for(lambda: not self.screen.ask("xdotool", "getwindowname", window), "a window stays open")

    def _close(self, window: str) -> None:
        self.screen.press(window, "ctrl+w")
        self.screen.wait_for(lambda: not self.screen.windows(self.folder.name), "the file manager stays open")


def _check(desk: Desk) -> int:
    steps: list[Callable[[], object]] = [
        *(desk.metadata, desk.double_click, desk.gio_open, desk.command_line, desk.drop),
        *(desk.no_network, desk.first_paint),
    ]
    failed = 0
    for step in steps:
        name = (step.__doc__ or "").strip()
        try:
            told = step()
        except (NotSeen, subprocess.TimeoutExpired, ValueError, IndexError) as bad:
            failed += 1
            desk.screen.picture(PICTURES / f"failed-{step.__name__}.png")
            print(f"FAILED  {name}: {bad}", flush=True)
            continue
        print(f"ok      {name}{f': {told}' if told else ''}", flush=True)
    print(f"{len(steps) - failed} passed, {failed} failed")
    return failed


def main() -> int:
    """Install, check, remove; 1 if anything was wrong."""
    built = [Path(name).resolve() for name in sys.argv[1:]] or sorted((ROOT / "dist").glob("neuralfold_*.deb"))
    if len(built) != 1 or not built[0].is_file() or os.geteuid() != 0:
        print((__doc__ or "").strip(), "", "Make the .deb with packaging/build.py first.", sep="\n", file=sys.stderr)
        return 2
    if lacking(list(TOOLS)):
        _apt("update")
        _apt("install", *TOOLS.values(), *ICONS)
    _apt("install", "--reinstall", str(built[0]))
    try:
        with tempfile.TemporaryDirectory(prefix="neuralfold-desk-") as name:
            folder = Path(name, "lesson")
            folder.mkdir()
            with Screen(Path(name)) as screen:
                return int(_check(Desk(screen, folder)) > 0)
    finally:
        _apt("purge", "neuralfold")


if __name__ == "__main__":
    sys.exit(main())
