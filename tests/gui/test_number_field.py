"""The number field: shown short, edited exactly, and unharmed by bad text."""

from functools import partial

import pytest
from hands import focus, type_text
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from neuralfold.gui.number_field import NumberField
from neuralfold.model.number_text import parse_whole

VALUE = 0.1234567890123456


@pytest.fixture(params=["C", "de_DE", "zh_CN"])
def locale(request):
    before = QLocale()
    QLocale.setDefault(QLocale(request.param))
    yield request.param
    QLocale.setDefault(before)


@pytest.fixture
def field(qtbot, locale):
    window = QWidget()
    layout = QVBoxLayout(window)
    layout.addWidget(QLineEdit())
    field = NumberField(VALUE)
    layout.addWidget(field)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    field.told, field.refusals = [], []
    field.edited.connect(field.told.append)
    field.refused.connect(field.refusals.append)
    yield field
    window.close()


def enter(qtbot, field, text):
    focus(qtbot, field)
    field.selectAll()
    type_text(qtbot, field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def test_it_shows_the_number_short_and_edits_it_exactly(qtbot, field):
    assert field.text() == "0.1235"
    focus(qtbot, field)
    assert field.text() == "0.1234567890123456"


def test_entering_an_unchanged_text_changes_nothing(qtbot, field):
    focus(qtbot, field)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    focus(qtbot, field.parent().findChild(QLineEdit))
    assert field.value == VALUE
    assert field.told == []
    assert field.text() == "0.1235"


@pytest.mark.parametrize(
    ("text", "number"),
    [("0.5", 0.5), ("0,5", 0.5), ("1.000", 1.0), (".5", 0.5), ("1/3", 1 / 3), ("−2", -2.0), ("１e-3", 1e-3)],
)
def test_a_typed_number_is_told_once_the_same_in_every_locale(qtbot, field, text, number):
    enter(qtbot, field, text)
    focus(qtbot, field.parent().findChild(QLineEdit))
    assert field.told == [number]
    assert field.value == number


@pytest.mark.parametrize("text", ["", "abc", "1,000", "1e999", "nan", "1/0"])
def test_bad_text_brings_the_old_number_back_with_one_sentence(qtbot, field, text):
    focus(qtbot, field)
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    type_text(qtbot, field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.value == VALUE
    assert field.text() == "0.1234567890123456"
    focus(qtbot, field.parent().findChild(QLineEdit))
    assert len(field.refusals) == 1
    assert field.told == []


def test_escape_gives_up_what_was_typed(qtbot, field):
    focus(qtbot, field)
    field.selectAll()
    qtbot.keyClicks(field, "7")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == "0.1234567890123456"
    focus(qtbot, field.parent().findChild(QLineEdit))
    assert field.told == []


def test_a_new_number_does_not_disturb_typing(qtbot, field):
    focus(qtbot, field)
    field.selectAll()
    qtbot.keyClicks(field, "7")
    field.set_value(2.0)
    assert field.text() == "7"
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.told == [7.0]
    field.set_value(3.0)
    assert field.text() == "3"


def test_leaving_the_field_enters_what_was_typed(qtbot, field):
    focus(qtbot, field)
    field.selectAll()
    qtbot.keyClicks(field, "7")
    focus(qtbot, field.parent().findChild(QLineEdit))
    assert field.told == [7.0]


def test_whole_numbers_have_a_range(qtbot, field):
    seed = NumberField(3, parse=partial(parse_whole, low=0, high=99), show=str, write=str, parent=field.parent())
    field.parent().layout().addWidget(seed)
    told, refused = [], []
    seed.edited.connect(told.append)
    seed.refused.connect(refused.append)
    enter(qtbot, seed, "42")
    enter(qtbot, seed, "2.5")
    enter(qtbot, seed, "100")
    assert told == [42]
    assert [str(error) for error in refused] == [
        "“2.5” is not a whole number; allowed: 0 to 99",
        "100 is out of range; allowed: 0 to 99",
    ]
