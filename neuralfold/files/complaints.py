"""What the JSON library complains about, said in sentences that name the place."""

import re

from msgspec import DecodeError

from neuralfold.model.sentence import BadInput, Sentence

_PATH = re.compile(r"(?P<problem>.*?)(?: - at `\$(?P<path>[^`]*)`)?", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(?P<key>.*)`")
_WRONG_TYPE = re.compile(r"Expected `(?P<expected>\w+)`, got `(?P<found>\w+)`")
_BYTE = re.compile(r"(?P<problem>.*) \(byte (?P<byte>\d+)\)")
_NUMBER_PLACE = re.compile(r"\[(\d+)\](?:\[(\d+)\])?")
_NOT_FINITE = re.compile(rb"-?(?:nan|inf(?:inity)?)\b", re.IGNORECASE)

_EXPECTED = {
    "float": Sentence.of("a number"),
    "int": Sentence.of("a whole number"),
    "str": Sentence.of("text"),
    "bool": Sentence.of("true or false"),
    "array": Sentence.of("a list"),
    "object": Sentence.of("an object"),
}
_FOUND = {
    **_EXPECTED,
    "float": Sentence.of("a decimal number"),
    "int": Sentence.of("a number"),
    "null": Sentence.of("null"),
}
_SYNTAX = {
    "expected ',' or ']'": Sentence.of("a comma or ] is missing"),
    "expected ',' or '}'": Sentence.of("a comma or }} is missing"),
    "expected ':'": Sentence.of("a colon is missing"),
    "expected '\"'": Sentence.of("a key in double quotes is missing"),
    "object keys must be strings": Sentence.of("a key in double quotes is missing"),
    "trailing comma in array": Sentence.of("a comma has nothing after it"),
    "trailing comma in object": Sentence.of("a comma has nothing after it"),
    "trailing characters": Sentence.of("the document has ended, but more follows"),
    "invalid number": Sentence.of("this is not how a number is written"),
}
_ODD = Sentence.of("this does not belong here")


def place_of(path: str) -> str:
    """A path inside the document as people read it: ".network.layers[1].biases" is layers[1].biases."""
    return path.removeprefix(".network").removeprefix(".") or path.removeprefix(".")


def inside(place: str, error: BadInput) -> BadInput:
    """A complaint of the model about a part of the document, with the place of that part put before it."""
    return BadInput("{place}.{problem}", place=place, problem=error.sentence)


def not_json(error: DecodeError, data: bytes) -> BadInput:
    """The complaint about a document that is not JSON: line and column, counted from 1, and what is wrong there."""
    found = _BYTE.fullmatch(str(error))
    if not found:
        return BadInput("line {line}: the document ends too early", line=data.rstrip().count(b"\n") + 1)
    byte = int(found["byte"])
    # The library stops behind the sign of -Infinity and inside nan; the place is where the word begins.
    for start in range(max(0, byte - 3), byte + 1):
        word = _NOT_FINITE.match(data, start)
        if word and word.end() > byte:
            line, column = _line_and_column(data, start)
            return BadInput(
                "line {line}, column {column}: {word} is not a finite number",
                line=line,
                column=column,
                word=word.group().decode(),
            )
    problem = found["problem"].removeprefix("JSON is malformed: ")
    line, column = _line_and_column(data, byte - (problem == "trailing characters"))
    return BadInput(
        "line {line}, column {column}: not JSON: {problem}",
        line=line,
        column=column,
        problem=_SYNTAX.get(problem, _ODD),
    )


def not_fitting(error: DecodeError) -> BadInput:
    """The complaint about a value of the wrong type, a missing key, or a number too large for float64."""
    problem, path = _split(error)
    missing = _MISSING.fullmatch(problem)
    if missing:
        return BadInput("{place}: missing", place=place_of(f"{path}.{missing['key']}"))
    place = place_of(path)
    wrong = _WRONG_TYPE.fullmatch(problem)
    if wrong and not place:
        return BadInput("the document is {found}, expected an object in braces", found=_found(wrong))
    if wrong:
        return BadInput(
            "{place}: found {found}, expected {expected}",
            place=place,
            found=_found(wrong),
            expected=_EXPECTED.get(wrong["expected"], _ODD),
        )
    if "out of range" in problem:
        return BadInput("{place}: the number is too large; numbers go up to 1.8e308", place=place)
    if "of length 2" in problem:
        return BadInput("{place}: expected two numbers, [low, high]", place=place)
    return BadInput("{place}: {problem}", place=place, problem=_ODD)


def not_numbers(error: DecodeError, place: str) -> BadInput:
    """The complaint about a list or table of numbers at `place`: which row and which number, counted from 1."""
    problem, path = _split(error)
    wrong = _WRONG_TYPE.fullmatch(problem)
    what = (
        Sentence.of("is {found}, expected {expected}", found=_found(wrong), expected=_EXPECTED[wrong["expected"]])
        if wrong
        else Sentence.of("is too large; numbers go up to 1.8e308")
    )
    counted = _NUMBER_PLACE.fullmatch(path)
    if not counted:
        return BadInput("{place} {what}", place=place, what=what)
    first, second = int(counted[1]) + 1, int(counted[2] or 0) + 1
    if counted[2]:
        return BadInput("{place}: row {row}, number {number} {what}", place=place, row=first, number=second, what=what)
    if wrong and wrong["expected"] == "array":
        return BadInput("{place}: row {row} {what}", place=place, row=first, what=what)
    return BadInput("{place}: number {number} {what}", place=place, number=first, what=what)


def not_text(error: UnicodeDecodeError, data: bytes) -> BadInput:
    """The complaint about bytes that are not UTF-8."""
    line, _ = _line_and_column(data, error.start)
    return BadInput("line {line}: not UTF-8 text; save the file as UTF-8", line=line)


def _split(error: DecodeError) -> tuple[str, str]:
    found = _PATH.fullmatch(str(error))
    assert found, "every text matches"
    return found["problem"], found["path"] or ""


def _found(wrong: re.Match[str]) -> Sentence:
    return _FOUND.get(wrong["found"], _ODD)


def _line_and_column(data: bytes, byte: int) -> tuple[int, int]:
    before = data[:byte]
    begin = before.rfind(b"\n") + 1
    return before.count(b"\n") + 1, len(before[begin:].decode("utf-8", "replace")) + 1
