"""A file is either complete or as it was, whatever happens; real files, real links, real refusals."""

import errno
import os
import stat
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

from neuralfold.files.atomic import write_atomically
from neuralfold.files.document import read_document, write_document
from neuralfold.model.examples import figure_7_1, fold
from neuralfold.model.sentence import BadInput

POSIX = pytest.mark.skipif(os.name != "posix", reason="POSIX permissions and links")


def refused(path, data=b"new"):
    with pytest.raises(BadInput) as caught:
        write_atomically(path, data)
    text = str(caught.value)
    assert text.startswith(f"{path} was not written: ")
    return text.removeprefix(f"{path} was not written: ")


@contextmanager
def as_a_user():
    """Act as somebody whom permissions bind: nothing keeps root out."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_new_file_and_a_replaced_one_leave_nothing_beside(tmp_path):
    path = tmp_path / "a.nfold"
    write_atomically(path, b"one")
    write_atomically(path, b"two")
    assert path.read_bytes() == b"two"
    assert os.listdir(tmp_path) == ["a.nfold"]


@POSIX
def test_permissions_of_the_old_file_stay_and_new_files_have_the_usual_ones(tmp_path):
    path = tmp_path / "a.nfold"
    old_umask = os.umask(0o027)
    try:
        write_atomically(path, b"one")
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        path.chmod(0o604)
        write_atomically(path, b"two")
    finally:
        os.umask(old_umask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o604


@POSIX
def test_links_are_followed(tmp_path):
    (tmp_path / "deep").mkdir()
    real = tmp_path / "deep" / "real.nfold"
    link = tmp_path / "link.nfold"
    link.symlink_to(real)
    write_atomically(link, b"one")
    write_atomically(link, b"two")
    assert link.is_symlink()
    assert real.read_bytes() == b"two"
    assert os.listdir(tmp_path / "deep") == ["real.nfold"]


@POSIX
def test_a_link_to_itself_is_refused(tmp_path):
    link = tmp_path / "loop.nfold"
    link.symlink_to(link)
    assert refused(link) == "it is a link that leads to itself"
    assert link.is_symlink()


def test_a_folder_is_refused(tmp_path):
    folder = tmp_path / "a.nfold"
    folder.mkdir()
    assert refused(folder) == "it is a folder"
    assert os.listdir(tmp_path) == ["a.nfold"]


def test_a_missing_folder_is_named(tmp_path):
    assert refused(tmp_path / "none" / "a.nfold") == "there is no such folder"
    (tmp_path / "file").touch()
    assert refused(tmp_path / "file" / "a.nfold") == "there is no such folder"
    assert os.listdir(tmp_path) == ["file"]


@POSIX
def test_a_device_is_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert refused(pipe) == "it is not an ordinary file"
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@POSIX
def test_names_that_cannot_be_are_refused(tmp_path):
    assert refused(tmp_path / "a\0b") == "it is not an ordinary file"
    assert refused(tmp_path / ("x" * 5000)) == "the name is too long"
    assert os.listdir(tmp_path) == []


@POSIX
def test_the_longest_name_can_be_written(tmp_path):
    path = tmp_path / ("x" * 249 + ".nfold")
    write_atomically(path, b"one")
    assert path.read_bytes() == b"one"


def test_a_protected_file_stays(tmp_path):
    path = tmp_path / "a.nfold"
    path.write_bytes(b"old")
    path.chmod(0o444)
    try:
        assert refused(path) == "it is protected against writing"
        assert path.read_bytes() == b"old"
    finally:
        path.chmod(0o644)


@POSIX
def test_a_read_only_folder_keeps_its_old_file():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "a.nfold"
        path.write_bytes(b"old")
        path.chmod(0o666)
        folder.chmod(0o555)
        with as_a_user():
            assert refused(path) == "you may not write there, or another program has it open"
            assert path.read_bytes() == b"old"
            assert os.listdir(folder) == ["a.nfold"]
        folder.chmod(0o755)


@POSIX
def test_a_file_that_may_not_be_read_is_a_sentence():
    with tempfile.TemporaryDirectory() as name:
        path = Path(name, "a.nfold")
        write_document(path, fold(1))
        path.chmod(0)
        Path(name).chmod(0o755)
        with as_a_user(), pytest.raises(BadInput, match=r"a\.nfold: you may not read this file"):
            read_document(path)


# A limit on the size of files, which the system checks while the program writes, stands for a disk that is full.
LIMITED = """
import resource, sys
from pathlib import Path
from neuralfold.files.document import write_document
from neuralfold.model.examples import figure_7_1
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
try:
    write_document(Path(sys.argv[1]), figure_7_1())
except ValueError as error:
    print(error)
"""


@POSIX
def test_a_write_that_stops_half_way_leaves_the_old_file(tmp_path):
    path = tmp_path / "a.nfold"
    write_document(path, fold(2))
    old = path.read_bytes()
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path)], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == f"{path} was not written: it would be larger than the system allows\n"
    assert path.read_bytes() == old
    assert os.listdir(tmp_path) == ["a.nfold"]


@pytest.mark.parametrize(
    ("number", "problem"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EDQUOT, "the disk is full"),
        (errno.EROFS, "the disk is read-only"),
        (errno.EIO, f"the system says “{os.strerror(errno.EIO)}”"),
    ],
)
def test_what_the_disk_says_last_is_heard(tmp_path, monkeypatch, number, problem):
    path = tmp_path / "a.nfold"
    write_document(path, fold(2))
    old = path.read_bytes()

    def full(descriptor):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadInput) as caught:
        write_document(path, figure_7_1())
    assert str(caught.value) == f"{path} was not written: {problem}"
    assert path.read_bytes() == old
    assert os.listdir(tmp_path) == ["a.nfold"]


def test_a_stop_half_way_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "a.nfold"
    path.write_bytes(b"old")

    def stopped(descriptor):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stopped)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.nfold"]


def test_disks_that_cannot_be_told_to_hurry_are_written_too(tmp_path, monkeypatch):
    path = tmp_path / "a.nfold"

    def unsupported(descriptor):
        raise OSError(errno.EINVAL, "not supported")

    monkeypatch.setattr(os, "fsync", unsupported)
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
