"""The menus of the window: every action under its heading, in the language of the screen."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from neuralfold.gui.settings import LANGUAGES, Settings
from neuralfold.gui.theme import THEMES
from neuralfold.gui.words import say
from neuralfold.model.examples import EXAMPLES

FOLD = "fold-"
Keys = QKeySequence.StandardKey


class Menus(QObject):
    """Makes the menu bar. What an action does is connected by the window; the actions are named after what they do."""

    example_wanted = Signal(object)
    recent_wanted = Signal(object)
    language_wanted = Signal(str)
    theme_wanted = Signal(str)

    def __init__(self, bar: QMenuBar, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._bar = bar
        self.file, self.edit, self.examples, self.view, self.measure, self.help = (bar.addMenu("") for _ in range(6))
        self._recent = QMenu(bar)
        self._folds = QMenu(bar)
        self._language = QMenu(bar)
        self._theme = QMenu(bar)
        self.colouring = QMenu(bar)
        self.new = self._action(Keys.New)
        self.open = self._action(Keys.Open)
        self.save = self._action(Keys.Save)
        self.save_as = self._action(Keys.SaveAs, "Ctrl+Shift+S")
        self.save_picture = self._action("Ctrl+E")
        self.copy_picture = self._action("Ctrl+Shift+C")
        self.export_counts = self._action()
        self.export_table = self._action("Ctrl+Shift+E")
        self.quit = self._action(Keys.Quit, "Ctrl+Q")
        self.quit.setMenuRole(QAction.MenuRole.QuitRole)
        self.undo = self._action(Keys.Undo)
        self.redo = self._action(Keys.Redo, "Ctrl+Shift+Z")
        self.title = self._action()
        self.merge = self._action("Ctrl+M")
        self.random = self._action("Ctrl+Shift+N")
        self.full_screen = self._action("F11")
        self.full_screen.setCheckable(True)
        self.slice = self._action("Ctrl+L")
        self.limit = self._action()
        self.recount = self._action("F5")
        self.about = self._action()
        self.about.setMenuRole(QAction.MenuRole.AboutRole)
        self._clear_recent = self._action()
        self._clear_recent.triggered.connect(self._forget_recent)
        # A group tells once that an action of it was triggered, wherever it is shown.
        self._examples = QActionGroup(self)
        self._examples.setExclusionPolicy(QActionGroup.ExclusionPolicy.None_)
        self._languages, self._themes = QActionGroup(self), QActionGroup(self)
        self._fill()

    def fill_edit(self, groups: list[list[QAction]]) -> None:
        """Put the actions of the tables into the Edit menu, with a line between the groups."""
        for group in groups:
            self.edit.addSeparator()
            self.edit.addActions(group)

    @Slot()
    def list_recent(self) -> None:
        """Show the recent files."""
        self._recent.clear()
        for path in self._settings.recent:
            action = self._recent.addAction(path.name.replace("&", "&&"))
            action.setToolTip(str(path))
            action.setData(str(path))
        self._recent.setToolTipsVisible(True)
        self._recent.setEnabled(not self._recent.isEmpty())
        if not self._recent.isEmpty():
            self._recent.addSeparator()
            self._recent.addAction(self._clear_recent)

    def show_choices(self, language: str) -> None:
        """Mark the language that is spoken and the theme that is chosen."""
        for action in self._languages.actions():
            action.setChecked(action.data() == language)
        for action in self._themes.actions():
            action.setChecked(action.data() == self._settings.theme)

    def retranslate(self) -> None:
        """Say every text again, after the language changed."""
        for menu, text in (
            (self.file, self.tr("&File")),
            (self.edit, self.tr("&Edit")),
            (self.examples, self.tr("E&xamples")),
            (self.view, self.tr("&View")),
            (self.measure, self.tr("&Measure")),
            (self.help, self.tr("&Help")),
            (self._recent, self.tr("Open &Recent")),
            (self._folds, self.tr("Repeated Folding")),
            (self._language, self.tr("Language")),
            (self._theme, self.tr("Theme")),
            (self.colouring, self.tr("Colour Regions by")),
        ):
            menu.setTitle(text)
        for action, text in (
            (self.new, self.tr("&New")),
            (self.open, self.tr("&Open…")),
            (self.save, self.tr("&Save")),
            (self.save_as, self.tr("Save &As…")),
            (self.save_picture, self.tr("Save &Picture…")),
            (self.copy_picture, self.tr("&Copy Picture")),
            (self.export_counts, self.tr("Export Counts (CSV)…")),
            (self.export_table, self.tr("Export Segments or Regions (CSV)…")),
            (self.quit, self.tr("&Quit")),
            (self.undo, self.tr("&Undo")),
            (self.redo, self.tr("&Redo")),
            (self.title, self.tr("Title…")),
            (self.merge, self.tr("Merge into One Network (eq. 7.3)")),
            (self.random, self.tr("Random Network…")),
            (self.full_screen, self.tr("Full Screen")),
            (self.slice, self.tr("Slice…")),
            (self.limit, self.tr("Region Limit…")),
            (self.recount, self.tr("Recount Exactly…")),
            (self.about, self.tr("About NeuralFold")),
            (self._clear_recent, self.tr("Clear List")),
        ):
            action.setText(text)
        for action in self._examples.actions():
            example = EXAMPLES[action.data()]
            if example.key.startswith(FOLD) and example.key.removeprefix(FOLD).isdigit():
                action.setText(f"K = {example.key.removeprefix(FOLD)}")
            else:
                action.setText(say(example.title))
        for action in self._themes.actions():
            names = {"system": self.tr("As the System"), "light": self.tr("Light"), "dark": self.tr("Dark")}
            action.setText(names[action.data()])

    def _action(self, *keys: str | QKeySequence.StandardKey) -> QAction:
        """An action with the first shortcut that this system has."""
        action = QAction(self)
        for key in keys:
            found = QKeySequence.keyBindings(key) if isinstance(key, QKeySequence.StandardKey) else [QKeySequence(key)]
            if found:
                action.setShortcuts(found)
                break
        return action

    def _fill(self) -> None:
        self.file.addActions([self.new, self.open])
        self.file.addMenu(self._recent)
        self.file.addActions([self.save, self.save_as])
        self.file.addSeparator()
        self.file.addActions([self.save_picture, self.copy_picture, self.export_counts, self.export_table])
        self.file.addSeparator()
        self.file.addAction(self.quit)
        self.edit.addActions([self.undo, self.redo])
        self._fill_examples()
        for language, name in zip(LANGUAGES, ("English", "简体中文"), strict=True):
            self._choice(self._language, self._languages, language).setText(name)
        for theme in THEMES:
            self._choice(self._theme, self._themes, theme)
        self._languages.triggered.connect(self._choose_language)
        self._themes.triggered.connect(self._choose_theme)
        self._recent.triggered.connect(self._choose_recent)
        self.measure.addActions([self.slice, self.limit])
        self.measure.addSeparator()
        self.measure.addAction(self.recount)
        self.help.addAction(self.about)
        self.list_recent()

    def fill_view(self, groups: list[list[QAction]]) -> None:
        """Put the actions of the pages into the View menu, above language and theme."""
        for group in groups:
            self.view.addActions(group)
            self.view.addSeparator()
        self.view.insertMenu(self.view.actions()[-1], self.colouring)
        self.view.addMenu(self._language)
        self.view.addMenu(self._theme)
        self.view.addSeparator()
        self.view.addAction(self.full_screen)

    def _fill_examples(self) -> None:
        is_placed = False
        for number, example in enumerate(EXAMPLES):
            is_fold = example.key.startswith(FOLD) and example.key.removeprefix(FOLD).isdigit()
            if is_fold and not is_placed:
                self.examples.addMenu(self._folds)
                is_placed = True
            action = QAction(self._examples)
            action.setData(number)
            (self._folds if is_fold else self.examples).addAction(action)
        self._examples.triggered.connect(self._choose_example)
        self.examples.addSeparator()
        self.examples.addAction(self.random)

    def _choice(self, menu: QMenu, group: QActionGroup, value: str) -> QAction:
        action = QAction(group)
        action.setCheckable(True)
        action.setData(value)
        menu.addAction(action)
        return action

    @Slot(QAction)
    def _choose_example(self, action: QAction) -> None:
        self.example_wanted.emit(EXAMPLES[action.data()].build())

    @Slot(QAction)
    def _choose_recent(self, action: QAction) -> None:
        if action.data():
            self.recent_wanted.emit(Path(action.data()))

    @Slot(QAction)
    def _choose_language(self, action: QAction) -> None:
        self.language_wanted.emit(action.data())

    @Slot(QAction)
    def _choose_theme(self, action: QAction) -> None:
        self.theme_wanted.emit(action.data())

    @Slot()
    def _forget_recent(self) -> None:
        self._settings.clear_recent()
        self.list_recent()
