"""What is true at one input, in the short form of a status line: numbers, formulas and patterns."""

from collections.abc import Sequence

import numpy as np

from neuralfold.model.activations import Floats
from neuralfold.model.number_text import fraction_text, short_text
from neuralfold.model.spot import Pattern

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def subscripted(name: str, number: int) -> str:
    """x₁, y₁₂: a name with a small number."""
    return name + str(number).translate(_SUBSCRIPTS)


def exact_or_short(x: float) -> str:
    """A number as a simple fraction where it is one, else rounded to four digits."""
    return fraction_text(x) or short_text(x)


def point(x: Sequence[float], name: str = "x") -> str:
    """Where one is: x = 1.5, or x₁ = 1, x₂ = 2."""
    if len(x) == 1:
        return f"{name} = {short_text(x[0])}"
    return ", ".join(f"{subscripted(name, i)} = {short_text(value)}" for i, value in enumerate(x, 1))


def output_name(output: int, outputs: int, name: str = "y") -> str:
    """How output `output`, counted from 0, of so many is called: y, or y₁."""
    return name if outputs == 1 else subscripted(name, output + 1)


def formula(name: str, gradient: Floats, intercept: float, variable: str = "x") -> str:
    """y = 3x − 6 or y = 1/2 x₁ − 2x₂ + 1, for a gradient of shape (D_i,); terms that are zero are left out."""
    many = len(gradient) > 1
    variables = [subscripted(variable, i) if many else variable for i in range(1, len(gradient) + 1)]
    terms = [(value, factor) for value, factor in zip(gradient.tolist(), variables, strict=True) if value != 0.0]
    if intercept != 0.0 or not terms:
        terms.append((intercept, ""))
    text = ""
    for value, factor in terms:
        size = exact_or_short(abs(value))
        if factor:
            size = "" if size == "1" else f"{size} " if "/" in size or "e" in size else size
        is_negative = value < 0
        sign = (" − " if is_negative else " + ") if text else "−" if is_negative else ""
        text += sign + size + factor
    return f"{name} = {text}"


def pattern_text(pattern: Pattern) -> str:
    """The states of all units, layer by layer: 101 011; layers without thresholds are left out."""
    return " ".join("".join(map(str, np.asarray(states).tolist())) for states in pattern if states.size)
