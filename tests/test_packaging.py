"""What the packages say and hold, as far as it can be told without building one."""

import json
import plistlib
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from importlib.metadata import version
from pathlib import Path

import icons
import pytest
import release
import screen
import shipped
import smoke_test
from PySide6.QtGui import QImage

from neuralfold.files.document import document_text
from neuralfold.model.examples import EXAMPLES

PACKAGING = Path(__file__).resolve().parent.parent / "packaging"
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"


def test_the_version_is_that_of_the_project_and_stands_nowhere_else():
    assert release.version() == version("neuralfold")
    for path in [
        *PACKAGING.glob("*.py"),
        *PACKAGING.glob("*.spec"),
        *PACKAGING.glob("linux/*"),
        *PACKAGING.glob("w*/*"),
    ]:
        assert release.version() not in path.read_text(encoding="utf-8"), path


def test_magic_finds_every_document_that_the_program_writes():
    root = ElementTree.parse(PACKAGING / "linux" / "neuralfold.xml").getroot()
    (kind,) = root.iter(f"{MIME}mime-type")
    assert kind.get("type") == release.MIME_TYPE
    assert [glob.get("pattern") for glob in kind.iter(f"{MIME}glob")] == ["*.nfold"]
    matches = [(match.get("offset").split(":"), match.get("value").encode()) for match in kind.iter(f"{MIME}match")]
    for text in (*(document_text(example.build()) for example in EXAMPLES), json.dumps(smoke_test.DOCUMENT)):
        data = text.encode()
        assert any(value in data[int(low) : int(high) + len(value)] for (low, high), value in matches)


def test_desktop_entry_names_what_the_others_name():
    entry = (PACKAGING / "linux" / "neuralfold.desktop").read_text(encoding="utf-8")
    lines = dict(line.split("=", 1) for line in entry.splitlines() if "=" in line)
    assert lines["MimeType"] == f"{release.MIME_TYPE};"
    assert lines["Categories"] == "Education;Math;"
    assert lines["Exec"].split() == ["neuralfold", "%f"]
    described = ElementTree.parse(PACKAGING / "linux" / "org.neuralfold.NeuralFold.metainfo.xml")
    assert described.findtext("launchable") == "neuralfold.desktop"
    assert described.findtext("provides/mediatype") == release.MIME_TYPE


def test_the_property_list_can_be_written_and_exports_the_type_of_documents():
    read = plistlib.loads(plistlib.dumps(release.property_list()))
    (exported,) = read["UTExportedTypeDeclarations"]
    assert exported["UTTypeTagSpecification"]["public.filename-extension"] == ["nfold"]
    assert read["CFBundleDocumentTypes"][0]["LSItemContentTypes"] == [exported["UTTypeIdentifier"]]


def test_the_version_resource_is_an_expression_with_four_numbers():
    calls = {
        name: lambda *given, **named: (given, named)
        for name in ("VSVersionInfo", "FixedFileInfo", "StringFileInfo", "StringTable", "StringStruct")
    }
    calls |= dict.fromkeys(("VarFileInfo", "VarStruct"), calls["StringTable"])
    _, named = eval(release.version_resource(), calls)
    assert len(named["ffi"][1]["filevers"]) == 4


@pytest.mark.parametrize("drawing", ["program", "document"])
def test_icons_hold_pictures_of_the_sizes_they_promise(qapp, drawing):
    text = icons.DRAWING.read_text(encoding="utf-8")
    svg = text if drawing == "program" else icons.document_drawing(text)
    ElementTree.fromstring(svg)
    small = icons.png(svg, 48)
    image = QImage.fromData(small)
    assert image.size().toTuple() == (48, 48)
    # Its ground is what packaging/check_desktop.py looks for on the screen.
    colours = {image.pixelColor(x, y).name() for x in range(48) for y in range(48)}
    assert "#0b3c5d" in colours
    assert image.pixelColor(0, 47).alpha() == 0


def test_a_windows_icon_points_at_its_pictures():
    pictures = {16: b"small", 256: b"the large one"}
    data = icons.ico(pictures)
    assert struct.unpack_from("<HHH", data) == (0, 1, 2)
    for place, (size, picture) in enumerate(pictures.items()):
        width, height, _, _, _, bits, length, offset = struct.unpack_from("<BBBBHHII", data, 6 + 16 * place)
        assert (width or 256, height or 256, bits) == (size, size, 32)
        assert data[offset : offset + length] == picture


def test_an_icon_of_macos_is_a_chain_of_named_pictures():
    pictures = {b"icp4": b"one", b"ic10": b"another"}
    data = icons.icns(pictures)
    assert data[:4] == b"icns"
    assert struct.unpack_from(">I", data, 4) == (len(data),)
    read, at = {}, 8
    while at < len(data):
        name, length = struct.unpack_from(">4sI", data, at)
        read[name] = data[at + 8 : at + length]
        at += length
    assert read == pictures


@pytest.mark.parametrize(
    ("target", "source", "is_wanted"),
    [
        ("PySide6/Qt/lib/libQt6Core.so.6", "/x/site-packages/PySide6/Qt/lib/libQt6Core.so.6", True),
        ("PySide6/Qt/lib/libQt6Network.so.6", "/x/site-packages/PySide6/Qt/lib/libQt6Network.so.6", False),
        ("PySide6/QtNetwork.abi3.so", "/x/site-packages/PySide6/QtNetwork.abi3.so", False),
        ("PySide6/Qt/plugins/platforms/libqxcb.so", "/x/site-packages/PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6/Qt/plugins/tls/libqopensslbackend.so", "/x/site-packages/a.so", False),
        ("libxcb-cursor.so.0", "/usr/lib/x86_64-linux-gnu/libxcb-cursor.so.0", True),
        ("libstdc++.so.6", "/usr/lib/x86_64-linux-gnu/libstdc++.so.6", False),
        ("libfontconfig.so.1", "/usr/lib/x86_64-linux-gnu/libfontconfig.so.1", False),
        ("libpython3.11.so.1.0", "/usr/lib/libpython3.11.so.1.0", True),
        ("numpy.libs/libscipy_openblas64_.so", "/x/site-packages/numpy.libs/libscipy_openblas64_.so", True),
    ],
)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the list of Linux")
def test_only_what_is_on_the_list_goes_along(target, source, is_wanted):
    assert shipped.is_wanted_binary(target, source) is is_wanted


def test_foreign_packages_and_a_foreign_library_are_faults(tmp_path):
    assert list(shipped.package_faults(["numpy.core", "json", "neuralfold.cli"])) == []
    assert any("scipy" in fault for fault in shipped.package_faults(["scipy.linalg"]))
    (tmp_path / "libQt6Network.so.6").write_bytes(b"")
    (tmp_path / "lost").symlink_to("nowhere")
    faults = list(shipped.folder_faults(tmp_path))
    assert "the library QtNetwork is not on the list" in faults
    assert "the library QtCore is missing" in faults
    assert "lost leads nowhere" in faults


def test_a_library_that_is_not_found_is_a_fault_only_where_it_is_needed():
    line = (
        "1 WARNING: Library not found: could not resolve '{}', dependency of '/v/site-packages/PySide6/Qt/plugins/{}'."
    )
    log = "\n".join(
        [
            line.format("libgtk-3.so.0", "platformthemes/libqgtk3.so"),
            line.format("libxcb-cursor.so.0", "platforms/libqxcb.so"),
            "2 WARNING: could not resolve something else",
        ]
    )
    faults = list(shipped.log_faults(log))
    assert len(faults) == 2
    assert "libxcb-cursor.so.0" in faults[0]


def test_the_pictures_of_the_screen_tell_colour_from_grey():
    red, grey = b"\xff\0\0", b"\x80\x80\x80"
    picture = screen.Picture(4, 2, red * 2 + grey * 2 + red * 2 + grey * 2)
    assert picture.middle_of(red) in ((0, 0), (0, 1))
    assert picture.coloured_areas(4) == 1
    assert picture.right_below(2, 0).coloured_areas(1) == 0
    assert picture.left(2).middle_of(grey) is None


def test_the_self_test_of_this_checkout_passes():
    """The same that the packaged program runs; here it also measures what it can see."""
    done = subprocess.run(
        [sys.executable, "-m", "neuralfold", "--self-test"], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(re.findall("^ok ", done.stdout, re.MULTILINE)) >= 10
