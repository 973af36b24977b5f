"""What the model says, in the language of the screen."""

from PySide6.QtCore import QCoreApplication

from neuralfold.model.sentence import BadInput, Sentence


def say(said: Sentence | BaseException) -> str:
    """The sentence, or what an exception tells, in the language of the screen.

    Sentences inside a sentence are translated too. An exception that is not BadInput is named in English, as it is.
    """
    if isinstance(said, BadInput):
        return say(said.sentence)
    if isinstance(said, BaseException):
        return f"{type(said).__name__}: {said}"
    values = {name: say(value) if isinstance(value, Sentence) else value for name, value in said.values}
    return QCoreApplication.translate("model", said.template).format(**values)
