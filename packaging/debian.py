"""The Debian package: its tree, what it depends on (read from the libraries, not typed), and the call of dpkg-deb.

Standard library and binutils only.
"""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterable
from pathlib import Path

import licences
import release
import shipped
from environment import ROOT, SetUpError

LINUX = Path(__file__).resolve().parent / "linux"

_NEEDED = re.compile(r"\(NEEDED\).*\[([^\]]+)\]")
_GLIBC = re.compile(r"\(?GLIBC_(\d+)\.(\d+)(?:\.\d+)?\)?")
_LISTED = re.compile(r"^\s*(\S+) \(([^)]*)\) => (\S+)$", re.MULTILINE)

# The dynamic linker and the C library come in one package.
_LIBC = "libc6"

_CONTROL = """\
Package: neuralfold
Version: {version}
Section: education
Priority: optional
Architecture: {architecture}
Maintainer: The NeuralFold authors <authors@neuralfold.invalid>
Installed-Size: {kibibytes}
Depends: {depends}
Recommends: fonts-wqy-microhei | fonts-noto-cjk, hicolor-icon-theme, shared-mime-info, xdg-desktop-portal
Description: {summary}
 A ReLU network folds its input space; each layer folds what the layer before
 has folded. NeuralFold paints that, live and exactly: change a weight, and the
 joints, the segments and the linear regions move with it. It counts parameters,
 operations and regions beside the theoretical bounds, and exports pictures
 (PNG, SVG, PDF) and tables (CSV).
"""


def _is_elf(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as stream:
        return stream.read(4) == b"\x7fELF"


def _output(*command: str | Path) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SetUpError(f"{command[0]} failed: {done.stderr.strip()}")
    return done.stdout


def needed_libraries(folder: Path) -> tuple[set[str], tuple[int, int]]:
    """Names of the libraries that the folder needs and does not hold, and the newest C library it asks for."""
    programs = [path for path in folder.rglob("*") if _is_elf(path)]
    held = {path.name for path in folder.rglob("*")}
    needed, newest = set[str](), (0, 0)
    for path in programs:
        needed |= set(_NEEDED.findall(_output("readelf", "--dynamic", "--wide", path)))
        symbols = _output("objdump", "--dynamic-syms", path)
        newest = max([newest, *((int(major), int(minor)) for major, minor in _GLIBC.findall(symbols))])
    return needed - held, newest


def dependencies(libraries: Iterable[str], libc: tuple[int, int]) -> list[str]:
    """The Debian packages that hold `libraries`, by the word of this machine; raises SetUpError for an unknown one."""
    places = {name: place for name, _, place in _LISTED.findall(_output("/sbin/ldconfig", "--print-cache"))}
    packages = {f"{_LIBC} (>= {libc[0]}.{libc[1]})"}
    for library in sorted(libraries):
        package = licences.package_of(Path(places[library])) if library in places else None
        if package is None:
            raise SetUpError(f"no package of this machine holds {library}, which the program needs")
        name = package.partition(":")[0]
        if name != _LIBC:
            packages.add(name)
    return sorted(packages)


def _copyright(texts: Iterable[Path]) -> str:
    parts = [(ROOT / "LICENSE").read_text(encoding="utf-8")]
    parts += [text.read_text(encoding="utf-8") for text in sorted(texts)]
    return f"\n{'-' * 78}\n\n".join(parts)


def _fill(tree: Path, folder: Path, made: Path) -> None:
    """Lay out the files as they are installed."""
    share = tree / "usr" / "share"
    shutil.copytree(folder, tree / "usr" / "lib" / "neuralfold", symlinks=True)
    (tree / "usr" / "bin").mkdir(parents=True)
    (tree / "usr" / "bin" / "neuralfold").symlink_to("../lib/neuralfold/neuralfold")
    shutil.copytree(made / "hicolor", share / "icons" / "hicolor")
    day = time.strftime("%Y-%m-%d", time.gmtime(_moment()))
    for source, target in (
        ("neuralfold.desktop", share / "applications"),
        ("neuralfold.xml", share / "mime" / "packages"),
        ("org.neuralfold.NeuralFold.metainfo.xml", share / "metainfo"),
    ):
        target.mkdir(parents=True)
        text = (LINUX / source).read_text(encoding="utf-8")
        filled = text.replace("@VERSION@", release.version()).replace("@DATE@", day)
        (target / source).write_text(filled, encoding="utf-8")
    documents = share / "doc" / "neuralfold"
    documents.mkdir(parents=True)
    (documents / "copyright").write_text(_copyright((made / "licences").glob("*.txt")), encoding="utf-8")
    for path in tree.rglob("*"):
        if not path.is_symlink():
            is_program = path.is_dir() or (path.parent.name == "neuralfold" and _is_elf(path))
            path.chmod(0o755 if is_program else 0o644)


def _moment() -> int:
    """When the release was made, in seconds; a build that is to be repeated sets SOURCE_DATE_EPOCH."""
    return int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))


def build(folder: Path, made: Path, target: Path) -> Path:
    """Make the .deb from the finished `folder` and what was `made` beside it; returns its path."""
    tree = ROOT / "build" / "debian"
    shutil.rmtree(tree, ignore_errors=True)
    _fill(tree, folder, made)
    architecture = _output("dpkg", "--print-architecture").strip()
    control = _CONTROL.format(
        version=release.version(),
        architecture=architecture,
        kibibytes=-(-shipped.size_of(tree) // 1024),
        depends=", ".join(dependencies(*needed_libraries(folder))),
        summary=release.project()["description"],
    )
    (tree / "DEBIAN").mkdir()
    (tree / "DEBIAN" / "control").write_text(control, encoding="utf-8")
    package = target / f"neuralfold_{release.version()}_{architecture}.deb"
    _output("dpkg-deb", "--root-owner-group", "-Zxz", "--build", tree, package)
    return package
