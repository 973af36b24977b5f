"""Icons in every form that a system asks for, made from the one drawing: `.venv/bin/python packaging/icons.py FOLDER`.

Writes hicolor/ (Linux), neuralfold.ico and document.ico (Windows), neuralfold.icns and document.icns (macOS).
"""

import struct
import sys
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

DRAWING = Path(__file__).resolve().parent.parent / "resources" / "icons" / "neuralfold.svg"

HICOLOR_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
ICO_SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256)
# What Apple calls each size; those at the end are for screens of twice the resolution.
ICNS_SIZES = {
    **dict(zip((b"icp4", b"icp5", b"icp6", b"ic07", b"ic08", b"ic09"), (16, 32, 64, 128, 256, 512), strict=True)),
    **dict(zip((b"ic11", b"ic12", b"ic13", b"ic14", b"ic10"), (32, 64, 256, 512, 1024), strict=True)),
}

_PAGE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
  <path d="M12 2.5 H41 L54 15.500 V61.500 H12 Z" fill="#ffffff" stroke="#8a97a3" stroke-linejoin="round"/>
  <path d="M41 2.5 V15.500 H54 Z" fill="#dfe5ea" stroke="#8a97a3" stroke-linejoin="round"/>
  <g transform="translate(16.500 22) scale(0.520)">
{drawing}
  </g>
</svg>
"""


def document_drawing(drawing: str) -> str:
    """The drawing of a document: a page that bears the drawing of the program; both are SVG texts."""
    inner = drawing[drawing.index(">", drawing.index("<svg")) + 1 : drawing.rindex("</svg>")].strip("\n")
    return _PAGE.format(drawing=inner)


def png(drawing: str, size: int) -> bytes:
    """An SVG text as a square PNG of `size` pixels."""
    renderer = QSvgRenderer(QByteArray(drawing.encode("utf-8")))
    assert renderer.isValid(), "the drawing is no SVG"
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(buffer.data().data())


def ico(pictures: dict[int, bytes]) -> bytes:
    """A Windows icon that holds PNGs, by their size."""
    entries, offset = b"", 6 + 16 * len(pictures)
    for size, data in pictures.items():
        entries += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(data), offset)
        offset += len(data)
    return struct.pack("<HHH", 0, 1, len(pictures)) + entries + b"".join(pictures.values())


def icns(pictures: dict[bytes, bytes]) -> bytes:
    """An icon of macOS that holds PNGs, by Apple's names of their sizes."""
    body = b"".join(name + struct.pack(">I", 8 + len(data)) + data for name, data in pictures.items())
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


def make(folder: Path) -> None:
    """Write all icons into `folder`."""
    program = DRAWING.read_text(encoding="utf-8")
    for name, kind, icon, drawing in (
        ("neuralfold", "apps", "neuralfold", program),
        ("document", "mimetypes", "application-x-neuralfold", document_drawing(program)),
    ):
        made = {size: png(drawing, size) for size in sorted({*HICOLOR_SIZES, *ICO_SIZES, *ICNS_SIZES.values()})}
        for size in HICOLOR_SIZES:
            _write(folder / "hicolor" / f"{size}x{size}" / kind / f"{icon}.png", made[size])
        _write(folder / "hicolor" / "scalable" / kind / f"{icon}.svg", drawing.encode("utf-8"))
        _write(folder / f"{name}.ico", ico({size: made[size] for size in ICO_SIZES}))
        _write(folder / f"{name}.icns", icns({apple: made[size] for apple, size in ICNS_SIZES.items()}))


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


if __name__ == "__main__":
    application = QGuiApplication([sys.argv[0], "-platform", "offscreen"])
    make(Path(sys.argv[1]))
