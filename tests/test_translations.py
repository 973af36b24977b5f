"""The gate of the languages, run on the program, and run on a small program of its own to show that it can fail."""

import ast

import pytest
import translations
from PySide6.QtCore import QTranslator
from source_strings import Message, messages, untranslated
from translations import Translation, catalogue, check, read_catalogue, release, translation_faults, update

TS = "resources/i18n/neuralfold_zh_CN.ts"
GUI = "neuralfold/gui/window.py"
THING = "neuralfold/model/thing.py"
WINDOW = """
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QLabel, QWidget


class Window(QWidget):
    def retranslate(self):
        self.setWindowTitle(self.tr("&Open {name}").format(name="x"))
        self.label.setText(
            self.tr("a long sentence that is "
                    "written in two pieces")
        )


def title(sentence):
    return QCoreApplication.translate("title", "Top") + QCoreApplication.translate("model", sentence.template)
"""
MODEL = """
from neuralfold.model.sentence import BadInput, Sentence

def f(x):
    if x:
        raise BadInput('width: {width} is "too" wide', width=x)
    return Sentence.of("one" if x else "none")
"""
CHINESE = {
    "&Open {name}": "打开 {name}(&O)",
    "a long sentence that is written in two pieces": "分两段写成的一个长句",
    "Top": "顶部",
    'width: {width} is "too" wide': "宽度：{width} “太”宽",
    "one": "一个",
    "none": "没有",
}


def test_the_program_speaks_both_languages():
    assert check() == []


@pytest.fixture
def program(tmp_path):
    """The root of a small program that is translated completely."""
    for folder in ("gui", "plots", "model"):
        (tmp_path / "neuralfold" / folder).mkdir(parents=True)
    (tmp_path / "neuralfold" / "gui" / "window.py").write_text(WINDOW, encoding="utf-8")
    (tmp_path / "neuralfold" / "model" / "thing.py").write_text(MODEL, encoding="utf-8")
    update(tmp_path)
    path = catalogue(tmp_path, "zh_CN")
    text = path.read_text(encoding="utf-8")
    for source, chinese in CHINESE.items():
        escaped = source.replace("&", "&amp;").replace('"', "&quot;")
        before = f'<source>{escaped}</source>\n        <translation type="unfinished"></translation>'
        assert before in text
        text = text.replace(
            before, f"<source>{escaped}</source>\n        <translation>{chinese.replace('&', '&amp;')}</translation>"
        )
    path.write_text(text, encoding="utf-8")
    release(tmp_path)
    return tmp_path


def _edit(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_complete_program_passes_and_qt_reads_it(program):
    assert check(program) == []
    translator = QTranslator()
    assert translator.load(str(catalogue(program, "zh_CN").with_suffix(".qm")))
    assert translator.translate("Window", "&Open {name}") == "打开 {name}(&O)"
    assert translator.translate("model", 'width: {width} is "too" wide') == "宽度：{width} “太”宽"
    assert translator.translate("title", "Top") == "顶部"


def test_english_has_a_catalogue_only_for_plurals(program):
    assert not catalogue(program, "en").exists()
    _edit(program / "neuralfold/gui/window.py", 'self.tr("&Open {name}")', 'self.tr("%n region(s)", "", 3)')
    update(program)
    assert list(read_catalogue(catalogue(program, "en"))) == [Message("Window", "%n region(s)")]
    assert any("neuralfold_en.ts: unfinished" in fault for fault in check(program))


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        (GUI, '"Top")', '"Peak")', "zh_CN.ts: missing: Message(context='title', source='Peak'"),
        (GUI, '"Top")', '"Peak")', "zh_CN.ts: stale: Message(context='title', source='Top'"),
        (GUI, "class Window", "class Pane", "missing: Message(context='Pane'"),
        (THING, "wide'", "big'", "gui/model_words.py: stale"),
        (THING, "width=x", "size=x", "no value for the place {width}"),
        (THING, '"one" if x else "none"', "x", "the template of Sentence is not a literal"),
        (GUI, 'self.tr("&Open {name}").format(name="x")', '"Open a file"', "without being"),
        (GUI, '"title", "Top"', '"title", sentence', "no QT_TRANSLATE_NOOP names"),
        (GUI, 'self.tr("&Open', 'self.label.tr("&Open', "something else than self"),
        (GUI, 'self.tr("&Open {name}")', "self.tr(f'{self}')", "have to be literals"),
        (GUI, '"title", "Top")', '"title", "Top") + f"{QCoreApplication.translate(\'a\', \'b\')}"',
         "lupdate does not see Message(context='a'"),
        (TS, "<translation>顶部<", '<translation type="unfinished">顶部<', "unfinished"),
        (TS, "<translation>顶部<", '<translation type="vanished">顶部<', "vanished"),
        (TS, "<translation>顶部<", "<translation> <", "empty"),
        (TS, "<translation>顶部<", "<translation>顶<", "zh_CN.qm: stale"),
        (TS, "宽度：{width}", "宽度：{宽}", "the places {...} differ"),
        (TS, "(&amp;O)", "", "the key marked with & differs"),
        (TS, "分两段写成的一个长句", "a long sentence that is written in two pieces",
         "still English"),
    ],
)  # fmt: skip
def test_the_gate_can_fail(program, file, old, new, fault):
    _edit(program / file, old, new)
    assert any(fault in found for found in check(program))


def test_a_missing_catalogue_is_seen(program):
    catalogue(program, "zh_CN").unlink()
    assert sum("missing" in fault for fault in check(program)) == len(CHINESE)


def test_update_keeps_what_is_translated(program):
    before = catalogue(program, "zh_CN").read_bytes()
    update(program)
    assert catalogue(program, "zh_CN").read_bytes() == before


@pytest.mark.parametrize(
    ("source", "chinese", "is_good"),
    [
        ("{a:.2f} of {b}", "{b} 中的 {a:.2f}", True),
        ("{a:.2f} of {b}", "{b} 中的 {a}", False),
        ("set {{1, 2}}", "集合 {{1, 2}}", True),
        ("Save && close", "保存并关闭", True),
        ("ReLU", "ReLU", True),
        ("K = {depth}", "K = {depth}", True),
        ("linear regions", "linear regions", False),
    ],
)
def test_translation_faults(source, chinese, is_good):
    assert (list(translation_faults(Message("A", source), Translation((chinese,), "finished"))) == []) is is_good


@pytest.mark.parametrize(
    ("code", "is_good"),
    [
        ("label.setText(self.tr('Save'))", True),
        ("label.setText('Save')", False),
        ("QLabel('Save', self)", False),
        ("QtWidgets.QLabel(text='Save')", False),
        ("table.setHorizontalHeaderLabels(['Width', self.tr('Activation')])", False),
        ("label.setText(f'{n} regions')", False),
        ("label.setText('{} regions'.format(n))", False),
        ("label.setText('Width ' + str(n))", False),
        ("label.setText('a' if x else 'Save')", False),
        ("label.setText(f'<b>{n:.2f}</b> &nbsp; x')", True),
        ("label.setText('Ω')", True),
        ("label.setText('NeuralFold')", True),
        ("plot.setLabel('bottom', self.tr('x'))", True),
        ("action.setObjectName('save')", True),
        ("painter.drawText(0, 0, 'Save')", False),
    ],
)
def test_untranslated(code, is_good):
    assert (untranslated("a.py", ast.parse(code)) == []) is is_good


def test_context_is_the_innermost_class():
    code = "class A:\n class B:\n  def f(self): self.tr('b')\n def g(self): return lambda: self.tr('a')"
    said, faults = messages([("a.py", ast.parse(code))])
    assert {one.message for one in said} == {Message("A", "a"), Message("B", "b")}
    assert faults == []


def test_words_of_the_model_are_a_valid_file(program):
    text = (program / "neuralfold/gui/model_words.py").read_text(encoding="utf-8")
    assert text == translations.model_words(program)
    names = {node.args[1].value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)}
    assert names == {"one", "none", 'width: {width} is "too" wide'}
