"""Sentences that the model says, kept apart from the language they are said in."""

from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True)
class Sentence:
    """An English template and the values that fill it; the screen may translate the template.

    Values are kept as (name, value) pairs so that a sentence is hashable and comparable. A value may itself be a
    sentence; whoever translates the whole translates it too.
    """

    template: str
    values: tuple[tuple[str, object], ...] = ()

    @classmethod
    def of(cls, template: str, **values: object) -> Self:
        """Make a sentence from a template with `{named}` places and a value for each."""
        return cls(template, tuple(values.items()))

    def __str__(self) -> str:
        return self.template.format(**dict(self.values))


class BadInput(ValueError):
    """Input that cannot be used; says in one sentence what is wrong, where, and what to do."""

    def __init__(self, template: str, **values: object) -> None:
        self.sentence = Sentence.of(template, **values)
        super().__init__(str(self.sentence))

    def __reduce__(self) -> tuple[object, ...]:
        """Copied and sent between processes as the sentence, not as its English text."""
        return _bad_input, (self.sentence,)


def _bad_input(sentence: Sentence) -> BadInput:
    return BadInput(sentence.template, **dict(sentence.values))
