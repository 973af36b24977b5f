"""One exact recount at a time: asked for by a menu, done elsewhere, shown in its dialog."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from neuralfold.gui.recount_dialog import RecountDialog, Recounted, RecountRequest
from neuralfold.model.measurement import Measurement


class RecountDesk(QObject):
    """Opens the dialog; `source` gives the measurement that is shown now.

    `wanted` carries a RecountRequest for whoever counts, and hands the outcome to `show_outcome`; `stop_wanted` asks
    for its end.
    """

    wanted = Signal(object)
    stop_wanted = Signal()

    def __init__(self, source: Callable[[], Measurement | None], window: QWidget) -> None:
        super().__init__(window)
        self._source = source
        self._window = window
        self._dialog: RecountDialog | None = None

    @Slot()
    def start(self) -> None:
        """Recount what is shown, unless a recount is shown already."""
        measurement = self._source()
        if measurement is None or self._dialog is not None:
            return
        request = RecountRequest(measurement.content)
        self._dialog = RecountDialog(measurement, request, self._window)
        self._dialog.stop_wanted.connect(self.stop_wanted)
        self._dialog.destroyed.connect(self._forget)
        self._dialog.finished.connect(self._forget)
        self._dialog.show()
        self.wanted.emit(request)

    @Slot(object, object)
    def show_outcome(self, request: RecountRequest, outcome: Recounted | BaseException) -> None:
        """Show what a recount found, or what went wrong, if its dialog is still there."""
        if self._dialog is not None and self._dialog.request is request:
            self._dialog.show_outcome(outcome)

    def close(self) -> None:
        """Close the dialog, which stops what is being counted."""
        if self._dialog is not None:
            self._dialog.close()

    @Slot()
    def _forget(self) -> None:
        self._dialog = None
