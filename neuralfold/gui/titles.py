"""Titles of documents that the program gave itself: said in the language of the screen, and kept in step with edits."""

import re
from dataclasses import replace

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from neuralfold.gui.words import say
from neuralfold.model.content import Content
from neuralfold.model.examples import EXAMPLES, fold

# Titles that model/examples.py makes with numbers in them.
_RANDOM = QT_TRANSLATE_NOOP("model", "Random {sizes}, seed {seed}")
_NUMBERED = (
    _RANDOM,
    QT_TRANSLATE_NOOP("model", "Fold {depth} times (Fig. 7.2)"),
    QT_TRANSLATE_NOOP("model", "Fold {depth} times on [{low}, {high}]"),
)


def shown_title(content: Content) -> str:
    """The title for the screen: translated where the program made it, else as it stands in the document."""
    for example in EXAMPLES:
        if str(example.title) == content.title:
            return say(example.title)
    for template in _NUMBERED:
        found = _places(template, content.title)
        if found is not None:
            return QCoreApplication.translate("model", template).format(**found)
    return content.title


def retitled(before: Content, after: Content) -> Content:
    """`after` with its own number of folds in the title, where `before` had the title of the fold of Fig. 7.2."""
    parts = before.chain.parts
    if before.title != after.title or len(parts) > 1 or before.title != fold(parts[0].repeat).title:
        return after
    return replace(after, title=fold(after.chain.parts[0].repeat).title)


def redrawn_title(drawn: Content) -> Content:
    """A content whose numbers were all drawn from its seed, told by its title where that is one of a random network."""
    found = _places(_RANDOM, drawn.title)
    return drawn if found is None else replace(drawn, title=_RANDOM.format(sizes=found["sizes"], seed=drawn.seed))


def _places(template: str, title: str) -> dict[str, str] | None:
    """What stands in the places of a template in a title that was made from it, else None."""
    pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(template))
    found = re.fullmatch(pattern, title)
    return found.groupdict() if found else None
