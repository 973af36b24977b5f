"""The translations: `.venv/bin/python packaging/translations.py update | release | check`.

`update` writes the sentences of the model into gui/model_words.py and brings resources/i18n/*.ts in step with the
source; then translate what is marked unfinished (Qt Linguist or an editor), and `release` makes the *.qm that the
program reads. `check` is the gate: it changes nothing and prints whatever is missing, unfinished or stale.
"""

import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import PySide6
from source_strings import Message, messages, model_templates, placeholders, trees, untranslated

ROOT = Path(__file__).resolve().parent.parent
SPEAKING = ("neuralfold/app.py", "neuralfold/gui", "neuralfold/plots")
WORDS = Path("neuralfold", "gui", "model_words.py")

# English is the source; its catalogue holds only plurals, and exists only where there are any.
LANGUAGES = ("zh_CN", "en")

_HEAD = '''"""The sentences of the model, for lupdate: written by packaging/translations.py, not by hand."""

# ruff: noqa: E501
# fmt: off
from PySide6.QtCore import QT_TRANSLATE_NOOP

MODEL_WORDS = (
'''


class Translation(NamedTuple):
    """What a catalogue says for one message: its forms (one, or one per plural) and Qt's mark of its state."""

    forms: tuple[str, ...]
    state: str


def catalogue(root: Path, language: str) -> Path:
    """Where the .ts of a language is; its .qm lies beside it."""
    return root / "resources" / "i18n" / f"neuralfold_{language}.ts"


def _tool(name: str, root: Path, *arguments: str) -> None:
    """Run lupdate or lrelease of the PySide6 that is installed."""
    program = Path(PySide6.__file__).parent / (f"{name}.exe" if sys.platform == "win32" else name)
    done = subprocess.run([str(program), *arguments], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{name} failed: {done.stdout}{done.stderr}")


def _lupdate(root: Path, target: Path, language: str) -> None:
    files = [path for path, _ in trees(root, *SPEAKING)]
    plural = ["-pluralonly"] if language == "en" else []
    languages = ["-source-language", "en", "-target-language", language]
    order = ["-no-obsolete", "-locations", "none", "-sort-messages", "-disable-heuristic", "similartext"]
    _tool("lupdate", root, *plural, *languages, *order, *files, "-ts", str(target))


def _lrelease(root: Path, source: Path, target: Path) -> None:
    _tool("lrelease", root, "-nounfinished", "-silent", str(source), "-qm", str(target))


def read_catalogue(path: Path) -> dict[Message, Translation]:
    """The messages of a .ts file."""
    found = {}
    for context in ElementTree.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None, f"{path}: a message without <translation>"
            plurals = [form.text or "" for form in translation.iter("numerusform")]
            key = Message(
                context.findtext("name", ""), message.findtext("source", ""), message.findtext("comment") or ""
            )
            found[key] = Translation(tuple(plurals) or (translation.text or "",), translation.get("type", "finished"))
    return found


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def model_words(root: Path) -> str:
    """The text that gui/model_words.py should have."""
    templates, _ = model_templates(root)
    return _HEAD + "".join(f'    QT_TRANSLATE_NOOP("model", {_quoted(text)}),\n' for text in templates) + ")\n"


def update(root: Path = ROOT) -> None:
    """Bring model_words.py and the catalogues in step with the source; translations that still apply stay."""
    (root / WORDS).write_text(model_words(root), encoding="utf-8", newline="\n")
    for language in LANGUAGES:
        path = catalogue(root, language)
        path.parent.mkdir(parents=True, exist_ok=True)
        _lupdate(root, path, language)
        if not read_catalogue(path):
            path.unlink()


def release(root: Path = ROOT) -> None:
    """Make the .qm of every catalogue."""
    for language in LANGUAGES:
        path = catalogue(root, language)
        if path.exists():
            _lrelease(root, path, path.with_suffix(".qm"))


def _mnemonics(text: str) -> int:
    return len(re.findall(r"&(?=\w)", text.replace("&&", "")))


def translation_faults(message: Message, translation: Translation) -> Iterator[str]:
    """What is wrong with one translation, however good its words are."""
    if translation.state != "finished":
        yield translation.state
        return
    if not all(form.strip() for form in translation.forms):
        yield "empty"
        return
    for form in translation.forms:
        # One plural form may leave the number out ("one region").
        if placeholders(form) | {"%n"} != placeholders(message.source) | {"%n"}:
            yield "the places {...} differ"
        if _mnemonics(form) != _mnemonics(message.source):
            yield "the key marked with & differs"
        if form == message.source and re.search(r"[a-z]{3,} [a-z]{3,}", form):
            yield "still English"


def _catalogue_faults(root: Path, language: str, folder: Path) -> Iterator[str]:
    path, fresh = catalogue(root, language), folder / f"{language}.ts"
    _lupdate(root, fresh, language)
    wanted = read_catalogue(fresh)
    have = read_catalogue(path) if path.exists() else {}
    yield from (f"{path.name}: missing: {message}" for message in wanted.keys() - have.keys())
    yield from (f"{path.name}: stale: {message}" for message in have.keys() - wanted.keys())
    for message, translation in have.items():
        for fault in translation_faults(message, translation):
            if language != "en" or fault != "still English":
                yield f"{path.name}: {fault}: {message}"
    if path.exists():
        compiled = folder / f"{language}.qm"
        _lrelease(root, path, compiled)
        qm = path.with_suffix(".qm")
        if not qm.exists() or qm.read_bytes() != compiled.read_bytes():
            yield f"{qm.name}: stale; run: packaging/translations.py release"
    if language == "zh_CN":
        yield from _source_faults(root, set(wanted))


def _source_faults(root: Path, seen: set[Message]) -> Iterator[str]:
    """Faults of the source: what it says past the translation, or in a way that lupdate does not see."""
    files = list(trees(root, *SPEAKING))
    said, faults = messages(files)
    yield from faults
    yield from (f"{one.place}: lupdate does not see {one.message}" for one in said if one.message not in seen)
    unsaid = seen - {one.message for one in said}
    yield from (f"lupdate sees {message}, which nothing in the source says" for message in unsaid)
    for path, tree in files:
        yield from untranslated(path, tree)


def check(root: Path = ROOT) -> list[str]:
    """All faults of the translations; changes nothing."""
    faults = list(model_templates(root)[1])
    words = root / WORDS
    if not words.exists() or words.read_text(encoding="utf-8") != model_words(root):
        faults.append(f"{WORDS.as_posix()}: stale; run: packaging/translations.py update")
    with tempfile.TemporaryDirectory(prefix="neuralfold-i18n-") as folder:
        for language in LANGUAGES:
            faults += sorted(_catalogue_faults(root, language, Path(folder)))
    return faults


def main() -> int:
    """Do what the command line says; 1 where the gate finds faults."""
    match sys.argv[1:]:
        case ["update"]:
            update()
        case ["release"]:
            release()
        case ["check"]:
            faults = check()
            print("\n".join(faults) if faults else "translations: complete and fresh")
            return int(bool(faults))
        case _:
            print((__doc__ or "").strip(), file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
