"""The page of a network with two inputs: the plane, how it is coloured, and what is true under the mouse."""

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QComboBox, QToolBar, QVBoxLayout, QWidget

from neuralfold.gui.elided_label import ElidedLabel
from neuralfold.gui.spot_words import formula, output_name, pattern_text, point
from neuralfold.gui.window_button import WindowButton
from neuralfold.gui.words import say
from neuralfold.model.content import Content
from neuralfold.model.measurement import Measurement
from neuralfold.model.number_text import short_text, whole_text
from neuralfold.plots.plane_view import PlaneView, Prepared
from neuralfold.plots.region_ink import COLOURINGS
from neuralfold.session.document import Document

MOST_OUTPUTS = 100


class PlanePage(QWidget):
    """Shows a PlaneView below a row of tools; signals and actions as those of LinePage."""

    told = Signal(str)
    window_wanted = Signal(object)
    refused = Signal(object)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._measurement: Measurement | None = None
        self.view = PlaneView(self, say)
        self.colourings = QComboBox(self)
        self.outputs = QComboBox(self)
        self.window_button = WindowButton(self)
        self.fit_action = QAction(self)
        self.use_view_action = QAction(self)
        self.edges_action = QAction(self, checkable=True, checked=True)
        self.boundary_action = QAction(self, checkable=True, checked=True)
        self.colouring_actions = QActionGroup(self)
        for colouring in COLOURINGS:
            action = QAction(self.colouring_actions, checkable=True)
            action.setData(colouring)
            self.colourings.addItem("", colouring)
        self.colouring_actions.actions()[0].setChecked(True)
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
        self.window_button.set_window(content.window, "x" if content.slice is None else "t")

    def show_measurement(self, measurement: Measurement, prepared: Prepared | None = None) -> None:
        """Show a finished measurement of a network with two inputs."""
        self._measurement = measurement
        self._list_outputs(measurement.merged.outputs)
        self.view.show(measurement, prepared)
        self._note.say("" if measurement.reason is None else say(measurement.reason))
        has_picture = measurement.partition is not None or measurement.sheet is not None
        self._note.setVisible(measurement.reason is not None and has_picture)
        self._leave()

    def set_colouring(self, colouring: str) -> None:
        """Fill regions by "pattern", "value" or "active"."""
        self.view.set_colouring(colouring)
        self.colourings.setCurrentIndex(self.colourings.findData(colouring))
        for action in self.colouring_actions.actions():
            action.setChecked(action.data() == colouring)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    def _lay_out(self) -> None:
        self.colourings.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.outputs.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        tools = QToolBar(self)
        tools.addWidget(self.colourings)
        self._outputs_action = tools.addWidget(self.outputs)
        tools.addSeparator()
        tools.addAction(self.edges_action)
        tools.addAction(self.boundary_action)
        tools.addSeparator()
        tools.addAction(self.fit_action)
        tools.addAction(self.use_view_action)
        tools.addWidget(self.window_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(tools)
        layout.addWidget(self._note)
        layout.addWidget(self.view, 1)
        self._note.setContentsMargins(8, 2, 8, 2)
        self._note.hide()

    def _connect(self) -> None:
        self.view.hovered.connect(self._tell)
        self.view.left.connect(self._leave)
        self.view.window_requested.connect(self.window_wanted)
        self.colourings.activated.connect(self._choose_colouring)
        self.colouring_actions.triggered.connect(self._choose_action)
        self.outputs.activated.connect(self.view.set_output)
        self.edges_action.toggled.connect(self.view.set_show_edges)
        self.boundary_action.toggled.connect(self.view.set_show_boundary)
        self.fit_action.triggered.connect(self.view.fit)
        self.use_view_action.triggered.connect(self.view.request_window)
        self.window_button.window_entered.connect(self.window_wanted)
        self.window_button.refused.connect(self.refused)

    @Slot()
    def _choose_colouring(self) -> None:
        self.set_colouring(self.colourings.currentData())

    @Slot(QAction)
    def _choose_action(self, action: QAction) -> None:
        self.set_colouring(action.data())

    @Slot(float, float)
    def _tell(self, x: float, y: float) -> None:
        """Say where the mouse is, in which region, with which pattern and formula."""
        measured = self._measurement
        if measured is None:
            return
        output = max(self.outputs.currentIndex(), 0)
        variable = "x" if measured.content.slice is None else "t"
        words = [point((x, y), variable)]
        spot = measured.partition.at(x, y) if measured.partition is not None else None
        if spot is not None:
            self.view.highlight(spot.region)
            words.append(self.tr("region {region}").format(region=whole_text(spot.region + 1)))
            name = output_name(output, measured.merged.outputs)
            words.append(formula(name, spot.gradient[output], float(spot.intercept[output]), variable))
            words.append(self.tr("pattern {pattern}").format(pattern=pattern_text(spot.pattern)))
        else:
            self.view.highlight(None)
            if measured.sheet is not None:
                value = float(measured.content.pictured([[x, y]])[0, output])
                words.append(f"{output_name(output, measured.merged.outputs)} = {short_text(value, 6)}")
        self.told.emit("   ·   ".join(words))

    @Slot()
    def _leave(self) -> None:
        self.view.highlight(None)
        self.told.emit("")

    def _list_outputs(self, outputs: int) -> None:
        shown = min(outputs, MOST_OUTPUTS)
        self._outputs_action.setVisible(shown > 1)
        if self.outputs.count() == shown:
            return
        chosen = self.outputs.currentIndex()
        self.outputs.clear()
        self.outputs.addItems([output_name(output, outputs) for output in range(shown)])
        self.outputs.setCurrentIndex(chosen if 0 <= chosen < shown else 0)
        self.view.set_output(self.outputs.currentIndex())

    def _retranslate(self) -> None:
        names = {
            "pattern": self.tr("Activation Pattern"),
            "value": self.tr("Output Value"),
            "active": self.tr("Number of Active Units"),
        }
        for i, action in enumerate(self.colouring_actions.actions()):
            action.setText(names[action.data()])
            self.colourings.setItemText(i, names[action.data()])
        self.colourings.setToolTip(self.tr("what the colour of a region tells"))
        self.outputs.setToolTip(self.tr("the output whose value and boundary are drawn"))
        self.edges_action.setText(self.tr("Edges"))
        self.edges_action.setToolTip(self.tr("borders of the regions, coloured by the layer that makes them"))
        self.boundary_action.setText(self.tr("Boundary"))
        self.boundary_action.setToolTip(self.tr("the decision boundary, where the output is 0"))
        self.fit_action.setText(self.tr("Fit"))
        self.fit_action.setToolTip(self.tr("show the whole window"))
        self.use_view_action.setText(self.tr("Use View as Window"))
        self.use_view_action.setIconText(self.tr("Use View"))
        self.use_view_action.setToolTip(self.tr("count and draw in what the picture shows now"))
        if self._measurement is not None:
            self.show_measurement(self._measurement)
