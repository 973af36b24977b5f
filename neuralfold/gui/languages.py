"""The languages of the screen, exchanged while the program runs."""

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QObject, QTranslator

from neuralfold.assets import asset


class Languages(QObject):
    """Puts the translators of one language into the application; every widget is told by a LanguageChange event."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._language = ""
        self._installed: list[QTranslator] = []

    @property
    def language(self) -> str:
        """The language spoken now, or an empty text before the first `use`."""
        return self._language

    def use(self, language: str) -> None:
        """Speak `language`, such as "zh_CN"; what has no translation is said in English."""
        if language == self._language:
            return
        self._language = language
        self.remove()
        qt = QTranslator(self)
        # Buttons of Qt's own dialogs. Qt ships no "en": English is what it speaks of its own accord.
        if qt.load(f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            self._install(qt)
        own = QTranslator(self)
        try:
            is_there = own.load(str(asset(f"i18n/neuralfold_{language}.qm")))
        except FileNotFoundError:
            is_there = False
        if is_there:
            self._install(own)

    def remove(self) -> None:
        """Take the translators out of the application."""
        while self._installed:
            translator = self._installed.pop()
            QCoreApplication.removeTranslator(translator)
            translator.deleteLater()

    def _install(self, translator: QTranslator) -> None:
        QCoreApplication.installTranslator(translator)
        self._installed.append(translator)
