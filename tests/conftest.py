"""What every test stands on: no display, and a home of its own, so that no test reads or writes the user's settings."""

import os
import tempfile
from pathlib import Path

from hypothesis import settings

# Set before anything imports Qt, which reads them once.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
_HOME = tempfile.TemporaryDirectory(prefix="neuralfold-tests-", ignore_cleanup_errors=True)
for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"):
    folder = Path(_HOME.name, variable.lower())
    folder.mkdir(mode=0o700)
    os.environ[variable] = str(folder)
for variable in ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"):
    os.environ[variable] = _HOME.name

# Timing is never asserted: the machine may be busy. Examples are the same in every run of one checkout.
settings.register_profile("neuralfold", deadline=None, derandomize=True)
settings.load_profile("neuralfold")


def pytest_unconfigure() -> None:
    """Remove the home of the tests."""
    _HOME.cleanup()
