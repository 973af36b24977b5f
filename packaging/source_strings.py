"""What the source says to a person, read from its syntax trees: templates, translated strings, and forgotten ones."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_SENTENCES = {"BadInput", "Sentence"}
_APPLICATIONS = {"QCoreApplication", "QGuiApplication", "QApplication"}

# Calls whose text a person reads.
_SHOWING = {
    *("setText", "setPlainText", "setHtml", "setWindowTitle", "setTitle", "setToolTip", "setStatusTip", "setWhatsThis"),
    *("setPlaceholderText", "setInformativeText", "setDetailedText", "setLabelText", "setButtonText", "setItemText"),
    *("setTabText", "setHeaderLabels", "setHorizontalHeaderLabels", "setVerticalHeaderLabels", "setLabel"),
    *("setPrefix", "setSuffix", "setAccessibleName", "setAccessibleDescription", "setSpecialValueText"),
    *("addAction", "addMenu", "addToolBar", "addTab", "addItem", "addItems", "addRow", "addSection", "addButton"),
    *("insertItem", "insertItems", "insertTab", "showMessage", "drawText", "drawStaticText", "addText", "beginMacro"),
    *("information", "warning", "critical", "question", "about", "getOpenFileName", "getSaveFileName", "getText"),
    *("QLabel", "QPushButton", "QToolButton", "QCheckBox", "QRadioButton", "QGroupBox", "QAction", "QMenu"),
    *("QDockWidget", "QMessageBox", "QProgressDialog", "QTableWidgetItem", "QTreeWidgetItem", "QListWidgetItem"),
    *("QStandardItem", "QUndoCommand", "QStaticText", "TextItem", "LabelItem", "QCommandLinkButton"),
}
# Read the same in every language, or never read: names, formats, units, the sides of a plot.
_SAME_EVERYWHERE = {
    *("NeuralFold", "English", "简体中文", "PNG", "SVG", "PDF", "CSV", "px", "ms"),
    *("left", "right", "top", "bottom"),
}
_NOT_WORDS = re.compile(r"<[^>]*>|&[a-z]+;|\{[^{}]*\}|%[ndsf]")
_WORD = re.compile(r"[^\W\d_]{2,}")


class Message(NamedTuple):
    """One translatable string, as Qt looks it up."""

    context: str
    source: str
    comment: str = ""


class Said(NamedTuple):
    """A message and the place that says it."""

    message: Message
    place: str


def trees(root: Path, *parts: str) -> Iterator[tuple[str, ast.Module]]:
    """(path from `root`, syntax tree) of every Python file that is, or lies below, one of `parts`."""
    for part in parts:
        for path in [root / part] if part.endswith(".py") else sorted((root / part).rglob("*.py")):
            if path.exists():
                yield path.relative_to(root).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _literal(node: ast.expr | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def placeholders(text: str) -> set[str]:
    """The `{...}` places and Qt's `%n`, `%1` of a string."""
    return set(re.findall(r"\{[^{}]*\}|%L?(?:n|\d)", text.replace("{{", "").replace("}}", "")))


def _sentence_classes(files: list[tuple[str, ast.Module]]) -> set[str]:
    """BadInput, Sentence, and what is derived from them without an __init__ of its own."""
    names = set(_SENTENCES)
    for _ in range(3):
        for _, tree in files:
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef) and names & {_name(base) for base in node.bases}:
                    names.add(node.name)
    return names


def model_templates(root: Path) -> tuple[list[str], list[str]]:
    """All templates of sentences in the package, sorted, and the faults of how they are written.

    A template is a literal at the call of BadInput(...), Sentence(...) or Sentence.of(...), or two literals
    with a condition between them, and its places are the keywords of the call.
    """
    files = [(path, tree) for path, tree in trees(root, "neuralfold") if path != "neuralfold/model/sentence.py"]
    classes = _sentence_classes(files)
    templates: set[str] = set()
    faults = []
    for path, tree in files:
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            is_of = isinstance(node.func, ast.Attribute) and node.func.attr == "of"
            name = _name(node.func.value) if is_of else _name(node.func)
            if name not in (_SENTENCES & {"Sentence"} if is_of else classes):
                continue
            first = node.args[0] if node.args else next((k.value for k in node.keywords if k.arg == "template"), None)
            choices = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
            found = [text for choice in choices if (text := _literal(choice)) is not None]
            templates.update(found)
            if len(found) < len(choices):
                faults.append(f"{path}:{node.lineno}: the template of {name} is not a literal")
            given = {keyword.arg for keyword in node.keywords}
            if len(node.args) == 1 and None not in given:
                for place in {re.split(r"[:!.\[]", p[1:-1])[0] for text in found for p in placeholders(text)} - given:
                    faults.append(f"{path}:{node.lineno}: no value for the place {{{place}}}")
    return sorted(templates), faults


def messages(files: list[tuple[str, ast.Module]]) -> tuple[list[Said], list[str]]:
    """What the files hand to Qt's translation, and the calls that lupdate cannot read or that find nothing.

    A text that is not a literal is allowed only in translate(CONTEXT, text) where QT_TRANSLATE_NOOP names
    texts of that context somewhere.
    """
    said: list[Said] = []
    faults: list[str] = []
    computed: list[tuple[str, str]] = []
    for path, tree in files:
        for call, owner in _calls(tree, ""):
            place = f"{path}:{call.lineno}"
            match _name(call.func), call.func:
                case "tr", ast.Attribute(value=ast.Name(id="self")):
                    context: str | None = owner
                    text, comment = (*call.args, None, None)[:2]
                case "tr", _:
                    faults.append(f"{place}: tr of something else than self finds no context; use translate")
                    continue
                case "translate", ast.Name() | ast.Attribute(value=ast.Name(id=("QCoreApplication" | "QApplication"))):
                    first, text, comment = (*call.args, None, None, None)[:3]
                    context = _literal(first)
                case "QT_TRANSLATE_NOOP", _:
                    first, text, comment = (*call.args, None, None)[:3]
                    context = _literal(first)
                case (("QT_TR_NOOP" | "QT_TR_NOOP_UTF8" | "QT_TRANSLATE_NOOP3"), _):
                    faults.append(f"{place}: write QT_TRANSLATE_NOOP(CONTEXT, text)")
                    continue
                case _:
                    continue
            source = _literal(text)
            if context is not None and source is not None:
                said.append(Said(Message(context, source, _literal(comment) or ""), place))
            elif context is not None and _name(call.func) == "translate":
                computed.append((context, place))
            else:
                faults.append(f"{place}: context and text have to be literals, or nobody can translate them")
    contexts = {one.message.context for one in said}
    faults += [
        f"{place}: no QT_TRANSLATE_NOOP names the texts of {context}"
        for context, place in computed
        if context not in contexts
    ]
    return said, faults


def _calls(node: ast.AST, owner: str) -> Iterator[tuple[ast.Call, str]]:
    """Every call below a node with the class around it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call):
            yield child, owner
        yield from _calls(child, child.name if isinstance(child, ast.ClassDef) else owner)


def _texts(node: ast.expr) -> Iterator[str]:
    """The literal text inside an expression that makes a string."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts) | ast.List(elts=parts) | ast.Tuple(elts=parts):
            for part in parts:
                yield from _texts(part)
        case ast.BinOp(left=left, op=ast.Add() | ast.Mod(), right=right):
            yield from _texts(left)
            yield from _texts(right)
        case ast.IfExp(body=body, orelse=orelse):
            yield from _texts(body)
            yield from _texts(orelse)
        case ast.Call(func=ast.Attribute(value=text, attr="format")):
            yield from _texts(text)


def untranslated(path: str, tree: ast.Module) -> list[str]:
    """Words written straight into a call that shows them, past any translation."""
    faults = []
    for call, _ in _calls(tree, ""):
        if _name(call.func) not in _SHOWING:
            continue
        for argument in [*call.args, *(keyword.value for keyword in call.keywords)]:
            for text in _texts(argument):
                words = set(_WORD.findall(_NOT_WORDS.sub(" ", text)))
                if words - _SAME_EVERYWHERE:
                    faults.append(f"{path}:{call.lineno}: {text!r} is shown without being translated")
    return faults
