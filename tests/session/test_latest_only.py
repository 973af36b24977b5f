"""The worker: which requests it computes, what it tells, in which thread, and that it can be closed at any moment."""

import gc
import os
import subprocess
import sys
import threading
import weakref

import pytest
from PySide6.QtCore import QObject, QThread, Slot

from neuralfold.model.spot import Cancelled
from neuralfold.session.latest_only import LatestOnly

WAIT_MS = 20_000


class Gate:
    """Work that tells when it begins and waits until it is let through, or cancelled."""

    def __init__(self):
        self.begun = []
        self.threads = set()
        self.entered = threading.Semaphore(0)
        self.permits = threading.Semaphore(0)

    def __call__(self, request, cancelled):
        self.begun.append(request)
        self.threads.add(threading.get_ident())
        self.entered.release()
        while not self.permits.acquire(timeout=0.01):
            if cancelled():
                raise Cancelled
        return request * 10


class Ears(QObject):
    """Notes everything a LatestOnly tells, in order, with the thread that it is heard in."""

    def __init__(self, latest):
        super().__init__()
        self.heard = []
        self.threads = set()
        latest.started.connect(self.hear_started)
        latest.finished.connect(self.hear_finished)
        latest.failed.connect(self.hear_failed)
        latest.stopped.connect(self.hear_stopped)

    def _note(self, *news):
        self.heard.append(news)
        self.threads.add(QThread.currentThread())

    @Slot(object)
    def hear_started(self, request):
        self._note("started", request)

    @Slot(object, object)
    def hear_finished(self, request, result):
        self._note("finished", request, result)

    @Slot(object, object)
    def hear_failed(self, request, failure):
        self._note("failed", request, failure)

    @Slot(object)
    def hear_stopped(self, request):
        self._note("stopped", request)


@pytest.fixture
def gate():
    return Gate()


@pytest.fixture
def latest(gate, qapp):
    latest = LatestOnly(gate)
    yield latest
    latest.close()


def test_the_newest_request_replaces_the_waiting_one_and_the_running_one_is_finished(qtbot, gate, latest):
    ears = Ears(latest)
    latest.request(1)
    assert gate.entered.acquire(timeout=20)
    for request in range(2, 100):
        latest.request(request)
    with qtbot.waitSignals([latest.finished, latest.finished], timeout=WAIT_MS):
        gate.permits.release(2)
    assert gate.begun == [1, 99]
    assert ears.heard == [("started", 1), ("finished", 1, 10), ("started", 99), ("finished", 99, 990)]
    assert not latest.is_running


def test_work_is_done_in_one_other_thread_and_told_in_this_one(qtbot, gate, latest, qapp):
    ears = Ears(latest)
    gate.permits.release(5)
    for request in range(5):
        with qtbot.waitSignal(latest.finished, timeout=WAIT_MS):
            latest.request(request)
    assert len(gate.threads) == 1
    assert threading.get_ident() not in gate.threads
    assert ears.threads == {qapp.thread()}


def test_requests_and_results_are_handed_over_as_they_are(qtbot, qapp):
    latest = LatestOnly(lambda request, cancelled: request)
    for thing in (None, 0, {"a": [1]}, [], object(), 2**70):
        with qtbot.waitSignal(latest.finished, timeout=WAIT_MS) as told:
            latest.request(thing)
        assert told.args[0] is thing
        assert told.args[1] is thing
    latest.close()


def test_stop_cancels_the_running_request_and_drops_the_waiting_one(qtbot, gate, latest):
    ears = Ears(latest)
    latest.request(1)
    assert gate.entered.acquire(timeout=20)
    latest.request(2)
    with qtbot.waitSignal(latest.stopped, timeout=WAIT_MS):
        latest.stop()
    gate.permits.release()
    with qtbot.waitSignal(latest.finished, timeout=WAIT_MS):
        latest.request(3)
    assert ears.heard == [("started", 1), ("stopped", 1), ("started", 3), ("finished", 3, 30)]


def test_a_request_after_stop_is_computed_once_the_stopped_one_has_ended(qtbot, gate, latest):
    ears = Ears(latest)
    latest.request(1)
    assert gate.entered.acquire(timeout=20)
    latest.stop()
    latest.request(2)
    gate.permits.release(2)
    qtbot.waitUntil(lambda: ("finished", 2, 20) in ears.heard, timeout=WAIT_MS)
    assert ears.heard == [("started", 1), ("stopped", 1), ("started", 2), ("finished", 2, 20)]


def test_stop_with_nothing_to_stop_does_nothing(qtbot, gate, latest):
    latest.stop()
    gate.permits.release()
    with qtbot.waitSignal(latest.finished, timeout=WAIT_MS):
        latest.request(1)


@pytest.mark.parametrize("inline", [False, True])
def test_what_goes_wrong_is_told_and_the_next_request_is_computed(qtbot, qapp, inline):
    def work(request, cancelled):
        return 1 / request

    latest = LatestOnly(work, inline=inline)
    with qtbot.waitSignal(latest.failed, timeout=WAIT_MS) as told:
        latest.request(0)
    assert told.args[0] == 0
    assert isinstance(told.args[1], ZeroDivisionError)
    with qtbot.waitSignal(latest.finished, timeout=WAIT_MS) as told:
        latest.request(4)
    assert told.args == [4, 0.25]
    latest.close()


def test_inline_work_is_done_within_the_request_in_this_thread(gate, qapp):
    latest = LatestOnly(gate, inline=True)
    ears = Ears(latest)
    gate.permits.release(2)
    latest.request(7)
    assert ears.heard == [("started", 7), ("finished", 7, 70)]
    assert gate.threads == {threading.get_ident()}
    latest.close()
    latest.request(8)
    assert gate.begun == [7]


@pytest.mark.parametrize("inline", [False, True])
def test_whoever_hears_a_result_may_ask_again(qtbot, qapp, inline):
    latest = LatestOnly(lambda request, cancelled: request + 1, inline=inline)
    results = []

    def hear(request, result):
        results.append(result)
        if result < 20:
            latest.request(result)

    latest.finished.connect(hear)
    latest.request(0)
    qtbot.waitUntil(lambda: len(results) == 20, timeout=WAIT_MS)
    assert results == list(range(1, 21))
    latest.close()


@pytest.mark.parametrize("news", ["started", "finished", "stopped"])
def test_whoever_hears_news_may_close(qtbot, gate, latest, news):
    ears = Ears(latest)
    getattr(latest, news).connect(latest.close)
    latest.request(1)
    if news == "stopped":
        assert gate.entered.acquire(timeout=20)
        latest.stop()
    else:
        gate.permits.release()
    qtbot.waitUntil(lambda: any(name == news for name, *_ in ears.heard), timeout=WAIT_MS)
    assert not latest.is_running


def test_nothing_is_told_after_close_and_it_may_be_closed_again(qtbot, gate, latest, qapp):
    ears = Ears(latest)
    latest.request(1)
    assert gate.entered.acquire(timeout=20)
    gate.permits.release()
    latest.close()
    latest.close()
    latest.request(2)
    qapp.processEvents()
    assert ears.heard == [("started", 1)]
    assert gate.begun == [1]


def test_closing_before_the_first_request_needs_no_thread(gate, qapp):
    LatestOnly(gate).close()
    assert gate.begun == []


def test_a_forgotten_worker_ends_its_thread(gate, qapp):
    latest = LatestOnly(gate)
    latest.request(1)
    assert gate.entered.acquire(timeout=20)
    crew = weakref.ref(latest._crew)
    del latest
    gc.collect()
    assert crew() is None


def test_requests_and_results_are_not_kept(qtbot, qapp):
    class Thing:
        pass

    latest = LatestOnly(lambda request, cancelled: Thing())
    kept = []
    latest.finished.connect(lambda request, result: kept.extend([weakref.ref(request), weakref.ref(result)]))
    for _ in range(50):
        latest.request(Thing())
        qtbot.waitUntil(lambda: not latest.is_running, timeout=WAIT_MS)
    latest.close()
    gc.collect()
    assert len(kept) == 100
    assert [thing for thing in kept if thing() is not None] == []


_MANY_CLOSINGS = """
import random, sys
import numpy as np
from PySide6.QtCore import QCoreApplication, QTimer
from neuralfold.model.spot import Cancelled
from neuralfold.session.latest_only import LatestOnly

def work(request, cancelled):
    a = np.eye(60)
    while True:
        if cancelled():
            raise Cancelled
        a = a @ a
        sum(range(300))

app = QCoreApplication([])
draw = random.Random(7)
left = 50

def again():
    global left, latest
    left -= 1
    if left < 0:
        app.quit()
        return
    latest = LatestOnly(work)
    latest.request(0)
    QTimer.singleShot(draw.choice([0, 0, 1, draw.randrange(30)]), end)

def end():
    latest.request(1)
    latest.close()
    again()

QTimer.singleShot(0, again)
code = app.exec()
print("closed")
sys.exit(code)
"""

_LEAVING = """
import sys
import numpy as np
from PySide6.QtCore import QCoreApplication, QTimer
from neuralfold.model.spot import Cancelled
from neuralfold.session import latest_only
from neuralfold.session.latest_only import LatestOnly

latest_only.PATIENCE_MS = 300

def asks(request, cancelled):
    while not cancelled():
        sum(range(300))
    raise Cancelled

def fast(request, cancelled):
    return request

def never_asks(request, cancelled):
    while True:
        sum(range(300))

how, work, delay = sys.argv[1:]
app = QCoreApplication([])
latest = LatestOnly(globals()[work])
latest.finished.connect(lambda request, result: latest.request(result + 1))
latest.request(0)
if how == "close":
    app.aboutToQuit.connect(latest.close)
elif how == "delete":
    app.aboutToQuit.connect(latest.deleteLater)
QTimer.singleShot(int(delay), app.quit)
app.exec()
if how == "forget":
    del latest
print("left")
"""


def _run(code, *arguments):
    environment = {**os.environ, "PYTHONFAULTHANDLER": "1"}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
        env=environment,
    )


def test_fifty_closings_at_random_moments_of_a_long_run():
    done = _run(_MANY_CLOSINGS)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "closed\n")


@pytest.mark.parametrize(
    ("how", "work", "delay"),
    [
        ("close", "asks", "0"),
        ("close", "asks", "40"),
        ("close", "fast", "23"),
        ("close", "never_asks", "20"),
        ("nothing", "asks", "11"),
        ("nothing", "fast", "17"),
        ("nothing", "never_asks", "20"),
        ("forget", "asks", "13"),
        ("delete", "asks", "19"),
    ],
)
def test_the_program_ends_quietly_however_the_worker_is_left(how, work, delay):
    done = _run(_LEAVING, how, work, delay)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "left\n")
