"""Counting again in rational arithmetic: how far it is, and both numbers side by side."""

from typing import Protocol

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QLabel, QProgressBar, QVBoxLayout, QWidget

from neuralfold.gui.words import say
from neuralfold.model.content import Content
from neuralfold.model.measurement import Measurement
from neuralfold.model.number_text import whole_text

POLL_MS = 100


class Recounted(Protocol):
    """What an exact recount found: those counts that belong to its number of inputs."""

    activation_regions: int
    linear_regions: int


class RecountRequest:
    """One recount: `content` is counted in another thread, which notes here how far it is."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.done, self.total = 0, 0

    def note(self, done: int, total: int) -> None:
        """Note that `done` of `total` is done; called by the thread that counts."""
        self.done, self.total = done, total


class RecountDialog(QDialog):
    """Shows one recount; `stop_wanted` asks for its end, also when the dialog is closed."""

    stop_wanted = Signal()

    def __init__(self, measurement: Measurement, request: RecountRequest, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._measurement = measurement
        self._request = request
        self._outcome: Recounted | BaseException | None = None
        self._is_stopped = False
        self.sentence = QLabel(self)
        self.sentence.setWordWrap(True)
        self.sentence.setMinimumWidth(420)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self._grid = QGridLayout()
        self.cells: list[list[QLabel]] = []
        self._buttons = QDialogButtonBox(self)
        self.close_button = self._buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self._buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setSpacing(12)
        layout.addWidget(self.sentence)
        layout.addWidget(self.bar)
        layout.addLayout(self._grid)
        layout.addWidget(self._buttons)
        self._poll = QTimer(self, interval=POLL_MS)
        self._poll.timeout.connect(self._show_progress)
        self._poll.start()
        self._write()

    @property
    def request(self) -> RecountRequest:
        """The recount that is shown."""
        return self._request

    @property
    def outcome(self) -> Recounted | BaseException | None:
        """What was found, or what went wrong; None while it is being counted."""
        return self._outcome

    def show_outcome(self, outcome: Recounted | BaseException) -> None:
        """Show what the recount found, or why it found nothing."""
        self._outcome = outcome
        self._poll.stop()
        self._write()

    def done(self, result: int) -> None:
        """Close, and stop what is still being counted."""
        self._poll.stop()
        if self._outcome is None and not self._is_stopped:
            self._is_stopped = True
            self.stop_wanted.emit()
        super().done(result)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._write()

    @Slot()
    def _show_progress(self) -> None:
        self.bar.setRange(0, self._request.total)
        self.bar.setValue(self._request.done)

    def _write(self) -> None:
        self.setWindowTitle(self.tr("Recount Exactly"))
        outcome = self._outcome
        self.bar.setVisible(outcome is None)
        self.close_button.setText(self.tr("Cancel") if outcome is None else self.tr("Close"))
        if outcome is None:
            self.sentence.setText(self.tr("Counting again in rational arithmetic, which never rounds…"))
        elif isinstance(outcome, BaseException):
            self.sentence.setText(say(outcome))
        else:
            self._write_numbers(outcome)

    def _write_numbers(self, outcome: Recounted) -> None:
        pairs = self._pairs(outcome)
        is_same = all(counted == exact for _, counted, exact in pairs)
        self.sentence.setText(
            self.tr("Both counts agree.")
            if is_same
            else self.tr("The counts differ: the exact ones are those of the stored numbers.")
        )
        rows = [("", self.tr("counted"), self.tr("recounted exactly"))]
        certain = self._measurement.is_certain
        for name, counted, exact in pairs:
            shown = "–" if counted is None else ("" if certain else "≈ ") + whole_text(counted)
            rows.append((name, shown, whole_text(exact)))
        while len(self.cells) < len(rows):
            labels = [QLabel(self) for _ in range(3)]
            for column, label in enumerate(labels):
                self._grid.addWidget(label, len(self.cells), column)
                if column:
                    label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.cells.append(labels)
        for labels, texts in zip(self.cells, rows, strict=True):
            for label, text in zip(labels, texts, strict=True):
                label.setText(text)

    def _pairs(self, outcome: Recounted) -> list[tuple[str, int | None, int]]:
        """(name, as counted, as recounted) of every count that the recount has."""
        measured = self._measurement
        line = measured.segments
        names = {
            "linear_regions": self.tr("linear segments or regions in the window"),
            "activation_regions": self.tr("activation regions in the window"),
            "distinct_affine_maps": self.tr("distinct affine maps in the window"),
            "line_linear_regions": self.tr("linear segments on the whole line"),
            "line_activation_regions": self.tr("activation regions on the whole line"),
        }
        counted = {
            "linear_regions": measured.linear_regions,
            "activation_regions": measured.activation_regions,
            "distinct_affine_maps": measured.distinct_affine_maps,
            "line_linear_regions": line.line_linear_regions if line else None,
            "line_activation_regions": line.line_activation_regions if line else None,
        }
        return [(names[key], counted[key], getattr(outcome, key)) for key in names if hasattr(outcome, key)]
