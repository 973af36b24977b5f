"""Titles of documents that the program gave itself: said in the language of the screen, and kept in step with edits."""

from dataclasses import replace

from neuralfold.gui.words import say
from neuralfold.model.content import Content
from neuralfold.model.examples import EXAMPLES, fold, fold_network
from neuralfold.model.sentence import Sentence


def shown_title(content: Content) -> str:
    """The title for the screen: translated where the program made it, else as it stands in the document."""
    known = _known(content)
    return say(known) if known is not None else content.title


def retitled(before: Content, after: Content) -> Content:
    """`after` with a title that tells its own seed or number of folds, where the title of `before` told those."""
    if before.title != after.title or not before.title:
        return after
    for title_of in (_random_title, _fold_title):
        if before.title == str(title_of(before)):
            title = title_of(after)
            return after if title is None else replace(after, title=str(title))
    return after


def _known(content: Content) -> Sentence | None:
    """The sentence that the title is the English text of, if it is one of ours."""
    examples = (example.title for example in EXAMPLES)
    mine = (sentence for sentence in (_random_title(content), _fold_title(content)) if sentence is not None)
    return next((sentence for sentence in (*examples, *mine) if str(sentence) == content.title), None)


def _random_title(content: Content) -> Sentence | None:
    """The title that `random_network` gives."""
    if not content.chain.is_plain:
        return None
    sizes = "-".join(map(str, content.chain.parts[0].network.sizes))
    return Sentence.of("Random {sizes}, seed {seed}", sizes=sizes, seed=content.seed)


def _fold_title(content: Content) -> Sentence | None:
    """The title that `fold` gives."""
    part = content.chain.parts[0]
    if len(content.chain.parts) > 1 or part.network != fold_network():
        return None
    title = fold(part.repeat).title
    known = {str(example.title): example.title for example in EXAMPLES}
    return known.get(title) or Sentence.of("Fold {depth} times (Fig. 7.2)", depth=part.repeat)
