"""Titles of documents that the program gave itself: said in the language of the screen, and kept in step with edits."""

import re
from dataclasses import replace

from neuralfold.gui.words import say
from neuralfold.model.content import Content
from neuralfold.model.examples import EXAMPLES, fold
from neuralfold.model.sentence import Sentence


def shown_title(content: Content) -> str:
    """The title for the screen: translated where the program made it, else as it stands in the document."""
    for example in EXAMPLES:
        if str(example.title) == content.title:
            return say(example.title)
    for known in (
        Sentence.of("Random {sizes}, seed {seed}"),
        Sentence.of("Fold {depth} times (Fig. 7.2)"),
        Sentence.of("Fold {depth} times on [{low}, {high}]"),
    ):
        found = _places(known.template, content.title)
        if found is not None:
            return say(Sentence.of(known.template, **found))
    return content.title


def retitled(before: Content, after: Content) -> Content:
    """`after` with its own number of folds in the title, where `before` had the title of the fold of Fig. 7.2."""
    parts = before.chain.parts
    if before.title != after.title or len(parts) > 1 or before.title != fold(parts[0].repeat).title:
        return after
    return replace(after, title=fold(after.chain.parts[0].repeat).title)


def redrawn_title(drawn: Content) -> Content:
    """A content whose numbers were all drawn from its seed, told by its title where that is one of a random network."""
    found = _places("Random {sizes}, seed {seed}", drawn.title)
    if found is None:
        return drawn
    return replace(drawn, title=str(Sentence.of("Random {sizes}, seed {seed}", sizes=found["sizes"], seed=drawn.seed)))


def _places(template: str, title: str) -> dict[str, object] | None:
    """What stands in the places of a template in a title that was made from it, else None."""
    pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(template))
    found = re.fullmatch(pattern, title)
    return dict(found.groupdict()) if found else None
