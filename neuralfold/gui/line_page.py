"""The page of a network with one input: the picture, what it shows, the probe, and the tables behind both."""

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QLabel, QSpinBox, QSplitter, QToolBar, QVBoxLayout, QWidget

from neuralfold.gui.elided_label import ElidedLabel
from neuralfold.gui.number_field import NumberField
from neuralfold.gui.probe_panel import ProbePanel
from neuralfold.gui.segment_table import SegmentTable
from neuralfold.gui.spot_words import formula, output_name, pattern_text
from neuralfold.gui.titles import retitled
from neuralfold.gui.window_button import WindowButton
from neuralfold.gui.words import say
from neuralfold.model.chain import MAX_REPEAT
from neuralfold.model.chain_edits import with_repeat
from neuralfold.model.content import Content
from neuralfold.model.measurement import Measurement
from neuralfold.model.number_text import short_text, whole_text
from neuralfold.model.segments import Segments
from neuralfold.model.sentence import BadInput
from neuralfold.plots.line_picture import LAYER, PART, WHOLE, PanelPicture
from neuralfold.plots.line_view import LineView
from neuralfold.session.document import Document

REPEAT = ("repeat", 0)


class LinePage(QWidget):
    """Shows a LineView between a row of tools and, by choice, the probe's numbers and the segments.

    `told` carries what is true under the mouse or at the probe, in words, `window_wanted` another window,
    `refused` the BadInput of what cannot be. The actions are public, for menus.
    """

    told = Signal(str)
    window_wanted = Signal(object)
    refused = Signal(object)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._measurement: Measurement | None = None
        self._listed_depth = -1
        self.view = LineView(self, say)
        self.probe_panel = ProbePanel(self)
        self.segment_table = SegmentTable(self)
        self.layers = QComboBox(self)
        self.probe_field = NumberField(parent=self)
        self.repeat_field = QSpinBox(self)
        self.window_button = WindowButton(self)
        self.fit_action = QAction(self)
        self.use_view_action = QAction(self)
        self.probe_action = QAction(self, checkable=True)
        self.segments_action = QAction(self, checkable=True)
        self._probe_label, self._repeat_label = QLabel("x", self), QLabel("K", self)
        self._note = ElidedLabel(self)
        self._lay_out()
        self._connect()
        self._retranslate()
        self.show_content(document.content)

    @property
    def measurement(self) -> Measurement | None:
        """What is shown."""
        return self._measurement

    @Slot(object)
    def show_content(self, content: Content) -> None:
        """Show what the tools say about the open content."""
        first = content.chain.parts[0]
        can_repeat = len(content.chain.parts) == 1 and first.network.inputs == first.network.outputs
        self._repeat_label_action.setVisible(can_repeat)
        self._repeat_action.setVisible(can_repeat)
        self.repeat_field.blockSignals(True)
        self.repeat_field.setValue(first.repeat)
        self.repeat_field.blockSignals(False)
        variable = "x" if content.slice is None else "t"
        self._probe_label.setText(variable)
        self.window_button.set_window(content.window, variable)

    def show_measurement(self, measurement: Measurement) -> None:
        """Show a finished measurement of a network with one input."""
        self._measurement = measurement
        self._list_layers()
        self.view.show(measurement)
        self._note.say("" if measurement.reason is None else say(measurement.reason))
        has_picture = measurement.segments is not None or measurement.curve is not None
        self._note.setVisible(measurement.reason is not None and has_picture)
        self.segment_table.show_measurement(measurement)
        self._show_probe()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    def _lay_out(self) -> None:
        self.layers.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.layers.setMaxVisibleItems(20)
        self.probe_field.setFixedWidth(self.probe_field.fontMetrics().horizontalAdvance("0") * 8)
        self.repeat_field.setRange(1, MAX_REPEAT)
        self.repeat_field.setKeyboardTracking(False)
        self.repeat_field.setFixedWidth(self.repeat_field.fontMetrics().horizontalAdvance("0") * 6)
        tools = QToolBar(self)
        tools.addWidget(self.layers)
        tools.addWidget(self._probe_label)
        tools.addWidget(self.probe_field)
        self._repeat_label_action = tools.addWidget(self._repeat_label)
        self._repeat_action = tools.addWidget(self.repeat_field)
        tools.addSeparator()
        tools.addAction(self.probe_action)
        tools.addAction(self.segments_action)
        tools.addAction(self.fit_action)
        tools.addAction(self.use_view_action)
        tools.addWidget(self.window_button)
        self.lower = QSplitter(Qt.Orientation.Horizontal, self)
        self.lower.addWidget(self.probe_panel)
        self.lower.addWidget(self.segment_table)
        self.lower.setChildrenCollapsible(False)
        self.splitter = QSplitter(Qt.Orientation.Vertical, self)
        self.splitter.addWidget(self.view)
        self.splitter.addWidget(self.lower)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setSizes([700, 230])
        self.splitter.setCollapsible(0, False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(tools)
        layout.addWidget(self._note)
        layout.addWidget(self.splitter, 1)
        self._note.setContentsMargins(8, 2, 8, 2)
        self._note.hide()
        self._show_tables()

    def _connect(self) -> None:
        self.view.hovered.connect(self._tell_hovered)
        self.view.left.connect(self._tell_probe)
        self.view.probe_moved.connect(self._show_probe)
        self.segment_table.segment_chosen.connect(self.view.highlight)
        self.layers.activated.connect(self._choose_layer)
        self.probe_field.edited.connect(self._move_probe)
        self.probe_field.refused.connect(self.refused)
        self.repeat_field.valueChanged.connect(self._repeat)
        self.repeat_field.editingFinished.connect(self._document.end_merge)
        self.window_button.window_entered.connect(self.window_wanted)
        self.window_button.refused.connect(self.refused)
        self.fit_action.triggered.connect(self.view.fit)
        self.use_view_action.triggered.connect(self._use_view)
        self.probe_action.toggled.connect(self._show_tables)
        self.segments_action.toggled.connect(self._show_tables)

    @Slot()
    def _show_tables(self) -> None:
        self.probe_panel.setVisible(self.probe_action.isChecked())
        self.segment_table.setVisible(self.segments_action.isChecked())
        self.lower.setVisible(self.probe_action.isChecked() or self.segments_action.isChecked())
        self._show_probe()

    # The probe

    @Slot(object)
    def _move_probe(self, x: float) -> None:
        self.view.probe = x
        self._show_probe()

    @Slot()
    def _show_probe(self) -> None:
        x = self.view.probe
        if x is None or self._measurement is None:
            return
        self.probe_field.set_value(x)
        if self.probe_action.isChecked():
            self.probe_panel.show_probe(self._measurement.content, x)
        if self.segments_action.isChecked():
            self.view.highlight(self.segment_table.choose(x))
        else:
            self.view.highlight(None)
        self._tell_probe()

    @Slot(float, int)
    def _tell_hovered(self, x: float, number: int) -> None:
        panels = self.view.panels
        if number < len(panels) and panels[number].picture is not None:
            self._tell(panels[number].picture, number, x)

    @Slot()
    def _tell_probe(self) -> None:
        for number, panel in enumerate(self.view.panels):
            if panel.picture is not None and panel.picture.kind == WHOLE and self.view.probe is not None:
                self._tell(panel.picture, number, self.view.probe)

    def _tell(self, picture: PanelPicture, number: int, x: float) -> None:
        """Say where one is, in which segment, with which pattern and formula."""
        measured = self._measurement
        if measured is None:
            return
        words = [f"{picture.input_name} = {short_text(x, 6)}"]
        segments = measured.parts[number] if picture.kind == PART else measured.segments
        is_inside = picture.interval[0] <= x <= picture.interval[1]
        if segments is not None and is_inside:
            words += self._spot_words(segments, picture, x)
        elif is_inside and picture.kind != LAYER:
            value = float(picture.probe(x)[1][0])
            words.append(f"{output_name(0, measured.merged.outputs, picture.output_name)} = {short_text(value, 6)}")
        self.told.emit("   ·   ".join(words))

    def _spot_words(self, segments: Segments, picture: PanelPicture, x: float) -> list[str]:
        spot = segments.at(x)
        name = output_name(0, segments.network.outputs, "y" if picture.kind == LAYER else picture.output_name)
        words = [
            self.tr("segment {segment}").format(segment=whole_text(int(segments.segment[spot.region]) + 1)),
            formula(name, spot.gradient[0], float(spot.intercept[0]), picture.input_name),
        ]
        pattern = pattern_text(spot.pattern)
        return [*words, self.tr("pattern {pattern}").format(pattern=pattern)] if pattern else words

    # The tools

    def _list_layers(self) -> None:
        """The layers whose preactivations can be shown; the choice stays where it still exists."""
        depth = self._measurement.merged.depth if self._measurement else 0
        if depth == self._listed_depth:
            return
        self._listed_depth = depth
        hidden = self.tr("+ hidden layer {k}")
        names = [self.tr("function"), *(hidden.format(k=k + 1) for k in range(depth))]
        chosen = self.layers.currentIndex()
        self.layers.clear()
        self.layers.addItems(names)
        self.layers.setCurrentIndex(chosen if 0 <= chosen < len(names) else 0)
        self._choose_layer()

    @Slot()
    def _choose_layer(self) -> None:
        chosen = self.layers.currentIndex()
        self.view.set_layer(chosen - 1 if chosen > 0 else None)

    @Slot(int)
    def _repeat(self, times: int) -> None:
        content = self._document.content
        try:
            changed = content.with_chain(with_repeat(content.chain, 0, times))
        except BadInput as error:
            self.show_content(content)
            self.refused.emit(error)
            return
        self._document.edit(retitled(content, changed), self.tr("change repetition"), REPEAT)

    @Slot()
    def _use_view(self) -> None:
        for panel in self.view.panels:
            if panel.picture is not None and panel.picture.kind == WHOLE:
                seen = panel.box.view()
                self.window_wanted.emit(((seen.x0, seen.x1),))

    def _retranslate(self) -> None:
        self.layers.setToolTip(self.tr("a panel with all preactivations of one layer, below the function"))
        self.probe_field.setToolTip(self.tr("where the probe is; also drag its line in the picture"))
        self.repeat_field.setToolTip(self.tr("how often the network is applied in a row"))
        self.fit_action.setText(self.tr("Fit"))
        self.fit_action.setToolTip(self.tr("show the whole window and all of every curve"))
        self.use_view_action.setText(self.tr("Use View as Window"))
        self.use_view_action.setIconText(self.tr("Use View"))
        self.use_view_action.setToolTip(self.tr("count and draw in what the picture shows now"))
        self.probe_action.setText(self.tr("Probe"))
        self.probe_action.setToolTip(self.tr("every preactivation and activation at the probe"))
        self.segments_action.setText(self.tr("Segments"))
        self.segments_action.setToolTip(self.tr("start, end, slope and intercept of every linear segment"))
        self._listed_depth = -1
        if self._measurement is not None:
            self.show_measurement(self._measurement)
