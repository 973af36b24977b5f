"""What the program remembers from one start to the next; kept apart from documents and not undoable."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QByteArray, QLocale, QSettings

from neuralfold.gui.theme import Theme, theme_of
from neuralfold.model.limits import REGION_BUDGET

ORGANISATION = "NeuralFold"
MOST_RECENT = 8
LANGUAGES = ("en", "zh_CN")
SMALLEST_LIMIT, LARGEST_LIMIT = 1_000, 5_000_000


def user_settings() -> QSettings:
    """The settings of whoever runs the program: language, theme, recent files."""
    return QSettings(ORGANISATION, "NeuralFold")


def user_window_state() -> QSettings:
    """Where the window was and how it was divided: a store of its own."""
    return QSettings(ORGANISATION, "window")


class Settings:
    """Language, theme, recent files, region limit, in a QSettings store; a senseless value counts as not set."""

    def __init__(self, store: QSettings) -> None:
        self._store = store

    @property
    def language(self) -> str:
        """One of LANGUAGES; that of the system where none was chosen."""
        chosen = self._store.value("language")
        if chosen in LANGUAGES:
            return str(chosen)
        return "zh_CN" if QLocale.system().language() == QLocale.Language.Chinese else "en"

    @language.setter
    def language(self, language: str) -> None:
        self._store.setValue("language", language)

    @property
    def theme(self) -> Theme:
        """The chosen theme."""
        return theme_of(self._store.value("theme"))

    @theme.setter
    def theme(self, theme: Theme) -> None:
        self._store.setValue("theme", theme)

    @property
    def region_limit(self) -> int:
        """The most regions that are counted and drawn, from SMALLEST_LIMIT to LARGEST_LIMIT."""
        kept = str(self._store.value("region_limit"))
        limit = int(kept) if kept.isascii() and kept.isdigit() and len(kept) < 10 else REGION_BUDGET
        return min(max(limit, SMALLEST_LIMIT), LARGEST_LIMIT)

    @region_limit.setter
    def region_limit(self, limit: int) -> None:
        self._store.setValue("region_limit", limit)

    @property
    def recent(self) -> list[Path]:
        """Files that were open, the last one first."""
        kept = self._store.value("recent")
        names = [kept] if isinstance(kept, str) else kept if isinstance(kept, list) else []
        return [Path(name) for name in names if isinstance(name, str) and name][:MOST_RECENT]

    def add_recent(self, path: Path) -> None:
        """Put a file at the head of the recent ones."""
        path = path.absolute()
        self._keep_recent([path, *(other for other in self.recent if other != path)])

    def remove_recent(self, path: Path) -> None:
        """Forget a file, as one that is no longer there."""
        self._keep_recent(other for other in self.recent if other != path.absolute())

    def clear_recent(self) -> None:
        """Forget all files."""
        self._keep_recent([])

    def _keep_recent(self, paths: Iterable[Path]) -> None:
        self._store.setValue("recent", [str(path) for path in paths][:MOST_RECENT])


class WindowState:
    """Sizes and places of the window and its parts, by name, kept in a QSettings store."""

    def __init__(self, store: QSettings) -> None:
        self._store = store

    def state(self, name: str) -> QByteArray | None:
        """What was kept under `name`, as Qt's saveGeometry and saveState made it."""
        kept = self._store.value(name)
        return kept if isinstance(kept, QByteArray) and not kept.isEmpty() else None

    def keep(self, name: str, state: QByteArray) -> None:
        """Keep what saveGeometry or saveState made."""
        self._store.setValue(name, state)

    def is_on(self, name: str, usual: bool) -> bool:
        """Whether the switch `name` was left on; `usual` where it was never touched."""
        return {"true": True, "false": False, True: True, False: False}.get(self._store.value(name), usual)

    def keep_switch(self, name: str, is_on: bool) -> None:
        """Keep how a switch was left."""
        self._store.setValue(name, is_on)
