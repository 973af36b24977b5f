"""Writing a file so that it is either complete or as it was before."""

import errno
import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from neuralfold.model.sentence import BadInput, Sentence

_NOT_SUPPORTED = (errno.EINVAL, errno.ENOTSUP)


def write_atomically(path: Path, data: bytes) -> None:
    """Replace the file at `path` by `data`, or make it; a failure leaves what was there before.

    The data go to a temporary file beside, reach the disk, and take the old file's place in one step, with the old
    file's permissions; a symbolic link is followed. Raises BadInput saying why nothing was written.
    """
    try:
        _replace(*_target(path), data)
    except (OSError, ValueError) as error:
        raise BadInput("{file} was not written: {problem}", file=str(path), problem=_problem(error)) from error


def _target(path: Path) -> tuple[Path, int | None]:
    """The file that `path` means after all symbolic links, and its permissions if it exists."""
    target = Path(os.path.realpath(path))
    try:
        mode = os.stat(target).st_mode
    except FileNotFoundError:
        return target, None
    # The temporary file would take the place of whatever is there: a folder refuses, but a device would be gone.
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "is a folder")
    if not stat.S_ISREG(mode):
        raise ValueError
    # Replacing asks for the permission of the folder only, so what protects the file itself is looked at here.
    if not mode & 0o222 or not os.access(target, os.W_OK):
        raise PermissionError(errno.EPERM, "is protected")
    return target, stat.S_IMODE(mode)


def _replace(target: Path, mode: int | None, data: bytes) -> None:
    temporary = target.with_name(f".neuralfold-{secrets.token_hex(8)}.tmp")
    try:
        with temporary.open("xb") as file:
            if mode is not None:
                # Not every file system has permissions.
                with suppress(OSError):
                    temporary.chmod(mode)
            file.write(data)
            file.flush()
            _reach_disk(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    _remember_name(target.parent)


def _reach_disk(descriptor: int) -> None:
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NOT_SUPPORTED:
            raise


def _remember_name(folder: Path) -> None:
    """Let the new name survive a power cut too, where the system can; the file itself is complete already."""
    if os.name == "posix":
        with suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


def _problem(error: OSError | ValueError) -> Sentence:
    if not isinstance(error, OSError):
        return Sentence.of("it is not an ordinary file")
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return Sentence.of("the disk is full")
        case errno.EFBIG:
            return Sentence.of("it would be larger than the system allows")
        case errno.EROFS:
            return Sentence.of("the disk is read-only")
        case errno.EPERM:
            return Sentence.of("it is protected against writing")
        case errno.EACCES:
            return Sentence.of("you may not write there, or another program has it open")
        case errno.EISDIR:
            return Sentence.of("it is a folder")
        case errno.ENOENT | errno.ENOTDIR:
            return Sentence.of("there is no such folder")
        case errno.ENAMETOOLONG:
            return Sentence.of("the name is too long")
        case errno.ELOOP:
            return Sentence.of("it is a link that leads to itself")
    return Sentence.of("the system says “{reason}”", reason=error.strerror or str(error))
