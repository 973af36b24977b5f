"""The licences of everything that is shipped, collected while the program is packed, one text for each component.

What is shipped is read from the modules and libraries that go along, its licences from where each of them keeps its
own: the metadata of a wheel, the folder of Python, the copyright file of a Debian package. PySide6 ships no text; it
names its licence, and the text of that name lies in packaging/licences.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution, packages_distributions
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
TEXTS = ROOT / "packaging" / "licences"

_LICENCE_FILE = re.compile(r"(LICEN[CS]E|COPYING|NOTICE|AUTHORS)\b.*", re.IGNORECASE)


class Component(NamedTuple):
    """A part that is shipped: its name and version, the name of its licence, and the texts."""

    name: str
    version: str
    licence: str
    texts: tuple[str, ...]


def collect(modules: Iterable[str], binaries: Iterable[tuple[str, str, str]], target: Path) -> list[Path]:
    """Write the licences of `modules` (dotted names) and `binaries` (place, source, kind) into `target`.

    Returns the files written. Raises SystemExit, with the name, for a component without a licence.
    """
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    components = [*_python(), *_wheels({name.partition(".")[0] for name in modules}), *_debian(binaries)]
    written = []
    for one in sorted(set(components), key=lambda component: component.name.lower()):
        if not one.texts:
            raise SystemExit(f"{one.name}: no licence was found; nothing may be shipped without")
        path = target / f"{one.name} {one.version}.txt".replace(":", "-").replace("/", "-")
        head = f"{one.name} {one.version}\n{one.licence}".rstrip()
        path.write_text(f"{head}\n\n" + "\n\n".join(one.texts), encoding="utf-8", newline="\n")
        written.append(path)
    return written


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace").strip() + "\n"


def _python() -> Iterator[Component]:
    """Python itself, with the small programs of PyInstaller that start it."""
    version = ".".join(str(part) for part in sys.version_info[:3])
    folders = (Path(os.__file__).parent, Path(os.__file__).parent.parent, Path(sys.base_prefix))
    debian = Path(f"/usr/share/doc/libpython3.{sys.version_info.minor}-stdlib/copyright")
    places = [*(folder / name for folder in folders for name in ("LICENSE.txt", "LICENSE")), debian]
    yield Component("Python", version, "PSF-2.0", tuple(_read(path) for path in places if path.is_file())[:1])
    yield _wheel(distribution("pyinstaller"))
    # Not found by its modules: it is installed editable.
    yield _wheel(distribution("neuralfold"))


def _wheels(tops: set[str]) -> Iterator[Component]:
    owners = packages_distributions()
    for name in sorted({owner for top in tops for owner in owners.get(top, ())}):
        yield _wheel(distribution(name))


def _wheel(found: Distribution) -> Component:
    described = found.metadata
    licence = described["License-Expression"] or described["License"] or ""
    files = sorted(
        (file for file in found.files or () if _LICENCE_FILE.fullmatch(file.name) and "dist-info" in file.parts[0]),
        key=lambda file: (len(file.parts), str(file)),
    )
    texts = [_read(Path(str(file.locate()))) for file in files]
    if not texts and described["Name"] == "neuralfold":
        texts = [_read(ROOT / "LICENSE")]
    if not texts:
        # LGPL 3 is GPL 3 with permissions added: it comes with both.
        named = [text for text in sorted(TEXTS.glob("*.txt"), reverse=True) if text.stem in licence]
        texts = [_read(text) for text in named]
    # Some put a whole text into the field of the name; its first line names it.
    return Component(described["Name"], found.version, licence.splitlines()[0] if licence else "", tuple(texts))


def _debian(binaries: Iterable[tuple[str, str, str]]) -> Iterator[Component]:
    """The Debian packages that libraries of the build machine came from."""
    for _, source, _ in binaries:
        path = Path(source).resolve()
        if not path.is_relative_to("/usr/lib") and not path.is_relative_to("/lib"):
            continue
        package = package_of(path)
        if package is None or package.startswith("libpython"):
            continue
        shown = ["dpkg-query", "--show", "--showformat=${source:Package} ${source:Version}", package]
        name, version = subprocess.run(shown, capture_output=True, text=True, check=True).stdout.split()
        text = Path("/usr/share/doc", package.partition(":")[0], "copyright")
        yield Component(name, version, "", (_read(text),) if text.is_file() else ())


def package_of(path: Path) -> str | None:
    """The Debian package that a file belongs to, or None where there is no dpkg or no such package."""
    if not shutil.which("dpkg-query"):
        return None
    resolved = path.resolve()
    # dpkg remembers the place from before /lib became a link to /usr/lib.
    for place in (resolved, Path("/", *resolved.parts[2:])):
        found = subprocess.run(["dpkg-query", "--search", str(place)], capture_output=True, text=True, check=False)
        if found.returncode == 0:
            return found.stdout.partition(": ")[0].partition(",")[0]
    return None
