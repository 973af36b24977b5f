"""The one worker thread: the newest request is computed; requests that were overtaken before they began are not."""

import atexit
import os
import sys
import weakref
from collections.abc import Callable
from contextlib import suppress
from threading import Event

from PySide6.QtCore import QObject, Qt, QThread, Signal, Slot

from neuralfold.model.spot import Cancelled, IsCancelled

# How long closing waits for work that does not ask whether it is cancelled.
PATIENCE_MS = 3000
# Of its own accord a thread on macOS gets 512 kB, little for numpy and recursion.
STACK_BYTES = 16 * 2**20

_NOTHING = object()

# Every thread that may be running. A QThread that is freed while it runs aborts the program.
_crews: set["_Crew"] = set()


class _Run:
    """One request on its way, and how it ended."""

    def __init__(self, work: Callable[..., object], request: object) -> None:
        self.request = request
        self.stop = Event()
        self.is_done = False
        self.result: object = None
        self.failure: Exception | None = None
        self._work = work

    def go(self) -> None:
        """Compute; what goes wrong is kept, for an exception must not end the thread."""
        try:
            self.result = self._work(self.request, self.stop.is_set)
        except Exception as failure:
            self.failure = failure
        self.is_done = True


class _Worker(QObject):
    """Lives in the thread. Its signals carry nothing: a run is handed over in an attribute.

    A Python object on its way in a queued signal belongs to Qt, which may drop it when Python is gone already.
    """

    ended = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.run: _Run | None = None

    @Slot()
    def compute(self) -> None:
        """Compute the run."""
        if self.run is not None:
            self.run.go()
            self.ended.emit()


class _Crew:
    """The thread and its worker, kept alive until the thread has ended, whoever forgets them."""

    def __init__(self) -> None:
        self.worker = _Worker()
        self._thread = QThread()
        self._thread.setObjectName("LatestOnly")
        self._thread.setStackSize(STACK_BYTES)
        self.worker.moveToThread(self._thread)
        self._thread.start()
        _crews.add(self)

    def dismiss(self) -> bool:
        """Cancel what runs and end the thread; whether it has ended (it cannot end itself)."""
        if self not in _crews:
            return True
        run = self.worker.run
        if run is not None:
            run.stop.set()
        self._thread.quit()
        if self._thread.isCurrentThread() or not self._thread.wait(PATIENCE_MS):
            return False
        _crews.discard(self)
        return True


@atexit.register
def _dismiss_all() -> None:
    # Work that never asks whether it is cancelled would keep Python from ending cleanly. By now all is saved.
    if not all(crew.dismiss() for crew in tuple(_crews)):
        with suppress(AttributeError, OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(0)


class LatestOnly(QObject):
    """Computes `work(request, cancelled)` in one thread of its own, always for the newest request.

    A newer request replaces the one that waits and never cancels the one that runs, or a drag would never draw. Every
    `started(request)` is followed by one of `finished(request, result)`, `failed(request, exception)`, and
    `stopped(request)` where `stop` was called meanwhile or the work raised Cancelled. They come in the thread that
    made this object; after `close` none comes. With `inline` the work is done within `request`, without a thread.
    """

    started = Signal(object)
    finished = Signal(object, object)
    failed = Signal(object, object)
    stopped = Signal(object)

    _wanted = Signal()

    def __init__(
        self, work: Callable[[object, IsCancelled], object], inline: bool = False, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._work = work
        self._is_inline = inline
        self._is_closed = False
        self._waiting: object = _NOTHING
        self._run: _Run | None = None
        self._crew: _Crew | None = None

    @property
    def is_running(self) -> bool:
        """Whether something is being computed."""
        return self._run is not None

    def request(self, request: object) -> None:
        """Compute `request` once what runs now has ended, unless a newer request comes before."""
        if not self._is_closed:
            self._waiting = request
            self._begin()

    def stop(self) -> None:
        """Drop the request that waits and cancel the one that runs; later requests are computed as always."""
        self._waiting = _NOTHING
        if self._run is not None:
            self._run.stop.set()

    def close(self) -> None:
        """Stop for good and end the thread; may be called again.

        Returns at once where the work asks whether it is cancelled, else after three seconds. It is called by itself
        when this object is freed, and before Python exits.
        """
        self._is_closed = True
        self.stop()
        self._run = None
        if self._crew is not None:
            self._crew.dismiss()

    def _begin(self) -> None:
        if self._run is not None or self._waiting is _NOTHING:
            return
        run = self._run = _Run(self._work, self._waiting)
        self._waiting = _NOTHING
        self.started.emit(run.request)
        if self._run is not run:
            return
        if self._is_inline:
            run.go()
            self._deliver()
        else:
            self._hired().worker.run = run
            self._wanted.emit()

    def _hired(self) -> _Crew:
        if self._crew is None:
            self._crew = crew = _Crew()
            self._wanted.connect(crew.worker.compute, Qt.ConnectionType.QueuedConnection)
            crew.worker.ended.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
            weakref.finalize(self, crew.dismiss).atexit = False
        return self._crew

    @Slot()
    def _deliver(self) -> None:
        run = self._run
        if run is None or not run.is_done:
            return
        self._run = None
        if self._crew is not None:
            self._crew.worker.run = None
        if run.stop.is_set() or isinstance(run.failure, Cancelled):
            self.stopped.emit(run.request)
        elif run.failure is not None:
            self.failed.emit(run.request, run.failure)
        else:
            self.finished.emit(run.request, run.result)
        self._begin()
