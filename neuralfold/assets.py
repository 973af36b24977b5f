"""Where the files shipped beside the code are."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def asset(name: str) -> Path:
    """Path of a shipped file, e.g. asset("icons/fold.svg"), in a checkout, a wheel and the frozen app alike.

    Raises FileNotFoundError, with the name, where it was not shipped.
    """
    for root in (_PACKAGE / "_resources", _PACKAGE.parent / "resources"):
        if (root / name).exists():
            return root / name
    raise FileNotFoundError(f"asset {name} is missing from the installation")
