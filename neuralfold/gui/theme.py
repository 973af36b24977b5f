"""The look of the windows: one calm style for light and for dark rooms, made from the palette of the pictures."""

from typing import Literal, cast, get_args

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

from neuralfold.plots import palette
from neuralfold.plots.palette import DARK, LIGHT, Palette

Theme = Literal["system", "light", "dark"]
THEMES: tuple[Theme, ...] = get_args(Theme)

# Where the usual font has no Chinese, one of these is asked next: Windows, macOS, and what Linux ships.
CHINESE_FONTS = ("Microsoft YaHei UI", "PingFang SC", "Noto Sans CJK SC", "Source Han Sans SC", "WenQuanYi Micro Hei")

_SHEET = """
QToolTip {{ color: {ink}; background: {background}; border: 1px solid {line}; padding: 4px; }}
QMenuBar {{ background: {panel}; padding: 1px 4px; }}
QMenuBar::item {{ padding: 4px 9px; border-radius: 4px; }}
QMenuBar::item:selected {{ background: {hover}; }}
QMenu {{ background: {background}; border: 1px solid {line}; padding: 4px; }}
QMenu::item {{ padding: 5px 26px 5px 24px; border-radius: 4px; }}
QMenu::indicator {{ left: 7px; }}
QMenu::item:selected {{ background: {hover}; color: {ink}; }}
QMenu::item:disabled {{ color: {faint}; }}
QMenu::separator {{ height: 1px; background: {grid}; margin: 4px 8px; }}
QToolBar {{ border: none; spacing: 3px; padding: 2px 4px; background: transparent; }}
QToolBar::separator {{ width: 1px; background: {grid}; margin: 4px 5px; }}
QToolButton, QPushButton {{
    padding: 3px 8px; background: {background}; border: 1px solid {line}; border-radius: 5px;
}}
QPushButton {{ min-width: 58px; }}
QPushButton:default {{ border-color: {accent}; }}
QToolButton:hover, QPushButton:hover {{ background: {hover}; }}
QToolButton:pressed, QPushButton:pressed {{ background: {grid}; }}
QToolButton:checked {{ background: {chosen}; border-color: {accent}; }}
QFrame#messageBar QToolButton {{ border-color: transparent; padding: 1px 5px; }}
QToolButton:disabled, QPushButton:disabled {{ color: {faint}; }}
QToolButton:focus, QPushButton:focus {{ border-color: {accent}; }}
QToolButton#qt_toolbar_ext_button {{ padding: 0; border-color: transparent; background: transparent; }}
QToolButton::menu-indicator {{ image: none; }}
QLineEdit {{
    background: {background}; color: {ink}; border: 1px solid {line}; border-radius: 4px; padding: 3px 5px;
    selection-background-color: {accent}; selection-color: {background};
}}
QLineEdit:focus {{ border-color: {accent}; }}
QLineEdit:disabled {{ color: {faint}; background: {panel}; }}
QComboBox, QSpinBox {{ min-height: {field}px; }}
QComboBox QLineEdit, QSpinBox QLineEdit {{ border: none; padding: 0; }}
QTableView QLineEdit {{ border-radius: 0; padding: 0 3px; }}
QTableView {{
    background: {background}; border: 1px solid {grid}; border-radius: 4px; gridline-color: {grid};
    selection-background-color: {chosen}; selection-color: {ink};
}}
QHeaderView {{ background: {background}; border: none; }}
QHeaderView::section {{
    background: {background}; color: {faint}; border: none; border-bottom: 1px solid {grid}; padding: 3px;
}}
QTableCornerButton::section {{ background: {background}; border: none; }}
QSplitter::handle {{ background: transparent; }}
QSplitter::handle:hover {{ background: {grid}; }}
QStatusBar {{ background: {panel}; border-top: 1px solid {grid}; }}
QStatusBar::item {{ border: none; }}
QFrame#messageBar {{ background: {background}; border: 1px solid {warning}; border-radius: 6px; }}
"""


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Give the program the light or the dark look, or the one that the system has now."""
    hints = app.styleHints()
    scheme = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}.get(theme, Qt.ColorScheme.Unknown)
    # The frame of the window follows too, where the system lets it.
    hints.setColorScheme(scheme)
    look = DARK if theme == "dark" or (theme == "system" and hints.colorScheme() == Qt.ColorScheme.Dark) else LIGHT
    if app.style().objectName().lower() != "fusion":
        app.setStyle(QStyleFactory.create("Fusion"))
    palette.use(look)
    app.setFont(_font())
    app.setPalette(_colours(look))
    app.setStyleSheet(_sheet(look))


def theme_of(name: object) -> Theme:
    """The theme called `name`, or that of the system where there is none of that name."""
    return cast(Theme, name) if name in THEMES else "system"


def mixed(paper: str, ink: str, share: float) -> str:
    """The colour "#rrggbb" on the way from `paper` (share 0) to `ink` (share 1)."""
    one, other = QColor(paper), QColor(ink)
    return QColor.fromRgbF(
        one.redF() + share * (other.redF() - one.redF()),
        one.greenF() + share * (other.greenF() - one.greenF()),
        one.blueF() + share * (other.blueF() - one.blueF()),
    ).name()


def _font() -> QFont:
    font = QFont(QApplication.font())
    # The name of the system's font may be a mere alias, such as Sans Serif, which would be skipped in a list.
    first = QFontInfo(font).family()
    font.setFamilies([first, *(family for family in CHINESE_FONTS if family != first)])
    font.setPixelSize(palette.TEXT_PIXELS)
    return font


def _sheet(look: Palette) -> str:
    return _SHEET.format(
        ink=look.ink,
        faint=look.faint,
        background=look.background,
        panel=look.panel,
        grid=look.grid,
        accent=look.accent,
        field=palette.TEXT_PIXELS + 9,
        warning=look.warning,
        line=mixed(look.grid, look.faint, 0.3),
        hover=mixed(look.panel, look.accent, 0.12),
        chosen=mixed(look.background, look.accent, 0.2),
    )


def _colours(look: Palette) -> QPalette:
    role = QPalette.ColorRole
    colours = QPalette()
    for roles, name in (
        ((role.Window, role.AlternateBase, role.Button), look.panel),
        ((role.Base, role.ToolTipBase, role.BrightText), look.background),
        ((role.WindowText, role.Text, role.ButtonText, role.ToolTipText), look.ink),
        ((role.PlaceholderText,), look.faint),
        ((role.Highlight, role.Link, role.Accent), look.accent),
        ((role.HighlightedText,), look.background),
        ((role.Light, role.Midlight), mixed(look.panel, look.background, 0.5)),
        ((role.Mid,), look.grid),
        ((role.Dark, role.Shadow), mixed(look.grid, look.faint, 0.6)),
    ):
        for one in roles:
            colours.setColor(one, QColor(name))
    for one in (role.WindowText, role.Text, role.ButtonText):
        colours.setColor(QPalette.ColorGroup.Disabled, one, QColor(look.faint))
    return colours
