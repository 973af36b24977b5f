"""What the packages of all systems say about the program; the version stands in pyproject.toml alone."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# The folders of resources/ that the program reads; pictures of the README stay at home.
RESOURCES = ("icons", "i18n")
MIME_TYPE = "application/x-neuralfold"
SUFFIX = "nfold"
DOCUMENT_TYPE = "org.neuralfold.document"


def project() -> dict[str, str]:
    """The [project] table of pyproject.toml."""
    table: dict[str, str] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return table


def version() -> str:
    """The version of the program."""
    return project()["version"]


def property_list() -> dict[str, object]:
    """What macOS reads about the program: its document type, and that it is sharp and knows the dark look."""
    return {
        "CFBundleDisplayName": "NeuralFold",
        "CFBundleShortVersionString": version(),
        "LSApplicationCategoryType": "public.app-category.education",
        "LSMinimumSystemVersion": "13.0",
        "NSHighResolutionCapable": True,
        "NSRequiresAquaSystemAppearance": False,
        "CFBundleLocalizations": ["en", "zh_CN"],
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": "NeuralFold document",
                "CFBundleTypeRole": "Editor",
                "CFBundleTypeIconFile": "document.icns",
                "LSHandlerRank": "Owner",
                "LSItemContentTypes": [DOCUMENT_TYPE],
            }
        ],
        "UTExportedTypeDeclarations": [
            {
                "UTTypeIdentifier": DOCUMENT_TYPE,
                "UTTypeDescription": "NeuralFold document",
                "UTTypeConformsTo": ["public.json"],
                "UTTypeTagSpecification": {
                    "public.filename-extension": [SUFFIX],
                    "public.mime-type": [MIME_TYPE],
                },
            }
        ],
    }


def version_resource() -> str:
    """The version resource of a Windows program, in the notation of PyInstaller."""
    numbers = tuple(int(part) for part in version().split(".")[:3] if part.isdigit())
    quad = (*numbers, *(0,) * (4 - len(numbers)))
    strings = {
        "CompanyName": "The NeuralFold authors",
        "FileDescription": "NeuralFold",
        "FileVersion": version(),
        "InternalName": "neuralfold",
        "LegalCopyright": "MIT licence",
        "OriginalFilename": "neuralfold.exe",
        "ProductName": "NeuralFold",
        "ProductVersion": version(),
    }
    pairs = ", ".join(f"StringStruct({name!r}, {text!r})" for name, text in strings.items())
    return (
        f"VSVersionInfo(ffi=FixedFileInfo(filevers={quad}, prodvers={quad}), kids=[\n"
        f"  StringFileInfo([StringTable('040904B0', [{pairs}])]),\n"
        "  VarFileInfo([VarStruct('Translation', [1033, 1200])]),\n"
        "])\n"
    )


def without_debugging(source: str, folder: Path) -> str:
    """A copy, in `folder`, of a library of this Python without what only a debugger reads; else `source` as it is.

    A Python that was built by hand carries 20 MB of it. Only Linux, and never a library of a wheel.
    """
    path = Path(source)
    is_of_python = path.is_relative_to(sys.base_prefix) and "site-packages" not in path.parts
    if not sys.platform.startswith("linux") or not is_of_python or not shutil.which("strip"):
        return source
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / path.name
    subprocess.run(["strip", "--strip-debug", "-o", str(copy), str(path.resolve())], check=True)
    return str(copy)
