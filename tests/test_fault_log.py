"""The log of faults: written without a console, small, and no reason to stop where it cannot be written."""

import subprocess
import sys
from pathlib import Path

from neuralfold import __version__, fault_log

_START = "import sys, warnings; from neuralfold.fault_log import FaultLog\n"


def _python(code, tmp_path, before=""):
    """Run code in a Python of its own, whose data folder is below `tmp_path`."""
    environ = {"HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    return subprocess.run(
        [sys.executable, "-c", f"{before}{_START}{code}"], capture_output=True, text=True, env=environ, check=False
    )


def _only_log(tmp_path):
    (log,) = tmp_path.rglob(fault_log.NAME)
    return log.read_text(encoding="utf-8")


def test_an_exception_is_noted_with_its_place_and_the_version(tmp_path):
    code = """log = FaultLog()
try:
    1 / 0
except ZeroDivisionError:
    log.note(*sys.exc_info())"""
    done = _python(code, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    log = _only_log(tmp_path)
    assert "ZeroDivisionError" in log
    assert f"NeuralFold {__version__}" in log


def test_print_and_warnings_work_without_a_console(tmp_path):
    before = "import sys; sys.stdout = sys.stderr = None; "
    done = _python("FaultLog(); print('读'); warnings.warn('old')", tmp_path, before)
    assert done.returncode == 0
    assert "读" in _only_log(tmp_path)
    assert "UserWarning: old" in _only_log(tmp_path)


def test_a_crash_in_compiled_code_leaves_its_trace(tmp_path):
    done = _python("log = FaultLog(); import faulthandler; faulthandler._sigabrt()", tmp_path)
    assert done.returncode != 0
    assert "Fatal Python error: Aborted" in _only_log(tmp_path)


def test_what_is_said_on_a_console_stays_there(tmp_path):
    done = _python("FaultLog(); print('seen')", tmp_path)
    assert done.stdout == "seen\n"
    assert _only_log(tmp_path) == ""


def test_no_place_to_write_is_no_reason_to_stop(tmp_path):
    path = tmp_path / "a file" / fault_log.NAME
    path.parent.write_text("where the folder should be")
    code = f"from pathlib import Path; log = FaultLog(Path({str(path)!r})); log.note(OSError, OSError(), None)"
    done = _python(f"{code}; print(log.path)", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "None\n", "")


def test_a_large_log_begins_anew(tmp_path):
    path = tmp_path / fault_log.NAME
    path.write_text("x" * (fault_log.MOST_BYTES + 1))
    code = f"from pathlib import Path; FaultLog(Path({str(path)!r}))"
    assert _python(code, tmp_path).returncode == 0
    assert path.stat().st_size == 0


def test_the_folder_is_below_the_home_of_the_user(monkeypatch):
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    assert Path.home() in fault_log.data_folder().parents
