"""Too many regions, stopping, and what the worker remembers from one edit to the next."""

from dataclasses import replace

import numpy as np
import pytest
from hands import focus, type_text
from PySide6.QtCore import Qt

from neuralfold.app import Measuring
from neuralfold.gui.limit_desk import LimitDialog
from neuralfold.gui.settings import LARGEST_LIMIT
from neuralfold.model.activations import Activation
from neuralfold.model.content import Content
from neuralfold.model.examples import fold, random_network
from neuralfold.model.limits import REGION_BUDGET
from neuralfold.model.measurement import measure
from neuralfold.model.spot import never

SMALL, LARGE = random_network((2, 8, 8, 1), 3), random_network((2, 40, 40, 1), 3)
HUGE = random_network((2, 256, 256, 256, 1), 1)


@pytest.fixture
def limited(window):
    """A window with a picture, whose limit is 1,000 regions."""
    window.limits.set_limit(1000)
    window.files.open_content(SMALL)
    return window


def enlarge(window):
    """Edit the document into one that has too many regions."""
    window.document.edit(LARGE, "enlarge")


def test_the_usual_limit_is_that_of_the_model_and_is_remembered(window, stores):
    assert window.limits.limit == stores.settings.region_limit == REGION_BUDGET
    window.limits.set_limit(3000)
    assert stores.settings.region_limit == 3000
    stores.settings._store.setValue("region_limit", "many")
    assert stores.settings.region_limit == REGION_BUDGET


def test_too_many_regions_are_said_over_the_last_picture(limited):
    before = limited.pictures.plane.view._scene
    enlarge(limited)
    view = limited.pictures.plane.view
    assert view.notice.startswith("more than 1,000 regions after layer 2;")
    assert view._scene is before
    assert view._item.is_dimmed
    assert limited.status.count.text() == "no count"
    assert "more than 1,000 regions" in limited.messages.text
    assert [button.text() for button in limited.messages.ways_out] == ["Raise Limit to 5,000", "Halve Window"]
    assert limited.pictures.view is None


def test_raising_the_limit_measures_again(limited, qtbot):
    enlarge(limited)
    qtbot.mouseClick(limited.messages.ways_out[0], Qt.MouseButton.LeftButton)
    assert limited.limits.limit == 5000
    assert limited.pictures.measurement.linear_regions == measure(LARGE).linear_regions > 1000
    assert limited.messages.text == ""
    assert limited.document.undo_stack.count() == 1


def test_halving_the_window_is_an_edit(limited, qtbot):
    limited.document.edit(replace(LARGE, window=((-1.0, 3.0), (-4.0, 4.0))), "enlarge")
    halve = limited.messages.ways_out[1]
    qtbot.mouseClick(halve, Qt.MouseButton.LeftButton)
    assert limited.document.content.window == ((0.0, 2.0), (-2.0, 2.0))
    limited.menus.undo.trigger()
    assert limited.document.content.window == ((-1.0, 3.0), (-4.0, 4.0))


def test_a_line_offers_no_smaller_window(limited):
    limited.files.open_content(fold(8))
    assert [button.text() for button in limited.messages.ways_out] == ["Raise Limit to 5,000"]
    limited.limits.set_limit(LARGEST_LIMIT)
    assert limited.messages.text == ""
    assert limited.pictures.measurement.linear_regions == 3**8


def test_a_limit_is_typed(limited, qtbot):
    limited.menus.limit.trigger()
    dialog = limited.findChild(LimitDialog)
    focus(qtbot, dialog.field)
    type_text(qtbot, dialog.field, "12")
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert "region limit" in dialog.problem.text()
    assert dialog.isVisible()
    assert dialog.field.value == 1000
    dialog.field.selectAll()
    type_text(qtbot, dialog.field, "20000")
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert not dialog.isVisible()
    assert limited.limits.limit == 20_000


def test_what_runs_can_be_stopped_and_the_next_edit_computes_again(live_window, qtbot, workers_of):
    measurer = workers_of(live_window).measurer
    live_window.files.open_content(SMALL)
    qtbot.waitUntil(lambda: live_window.pictures.measurement.content is live_window.document.content)
    assert not live_window.status.stop_action.isEnabled()
    live_window.document.edit(HUGE, "enlarge")
    qtbot.waitUntil(live_window.status.stop_button.isVisible)
    with qtbot.waitSignal(measurer.stopped):
        qtbot.mouseClick(live_window.status.stop_button, Qt.MouseButton.LeftButton)
    view = live_window.pictures.plane.view
    assert live_window.pictures.measurement.content is SMALL
    assert view._item.is_dimmed
    assert "stopped" in view._notice.mark
    assert not view.is_busy_shown
    assert not live_window.status.stop_button.isVisible()
    live_window.document.edit(LARGE, "shrink")
    qtbot.waitUntil(lambda: live_window.pictures.measurement.content is LARGE)
    assert view._notice.mark == ""
    assert not view._item.is_dimmed


def test_escape_stops(live_window, qtbot, workers_of):
    live_window.files.open_content(HUGE)
    live_window.activateWindow()
    with qtbot.waitSignal(workers_of(live_window).measurer.stopped):
        qtbot.keyClick(live_window.counts.model.parent().focusProxy(), Qt.Key.Key_Escape)
    assert not live_window.status.stop_action.isEnabled()


def edited(content, random):
    """Another content: one number, an activation, a width, the window, or a skip connection is changed."""
    network = content.chain.parts[0].network
    k = int(random.integers(len(network.layers)))
    layer = network.layers[k]
    match int(random.integers(6)):
        case 0 | 1:
            unit, source = int(random.integers(layer.units)), int(random.integers(layer.inputs))
            return content.with_network(0, network.with_weight(k, unit, source, float(random.normal())))
        case 2:
            return content.with_network(
                0, network.with_bias(k, int(random.integers(layer.units)), float(random.normal()))
            )
        case 3 if k < network.depth:
            name = ("relu", "abs", "hard_tanh", "identity")[int(random.integers(4))]
            return content.with_network(0, network.with_activation(k, Activation(name)))
        case 4 if k < network.depth:
            return content.with_network(0, network.with_units(k, int(random.integers(2, 8)), 1))
        case _:
            return replace(content, window=((-1.0, float(random.uniform(0.5, 2.0))), (-1.0, 1.0)))


@pytest.mark.parametrize("seed", range(4))
def test_what_is_remembered_changes_no_result(seed):
    """Random edits, some of them undone, measured with one memory, and each of them alone."""
    random = np.random.default_rng(seed)
    measuring = Measuring(lambda measurement: None, REGION_BUDGET)
    past: list[Content] = [random_network((2, 6, 5, 4, 1), seed)]
    for _ in range(25):
        if len(past) > 1 and random.random() < 0.3:
            past.pop()
        else:
            past.append(edited(past[-1], random))
        with_memory, _ = measuring(past[-1], never)
        alone = measure(past[-1])
        one, other = with_memory.partition, alone.partition
        assert (one.activation_regions, one.linear_regions) == (other.activation_regions, other.linear_regions)
        assert np.array_equal(one.vertices, other.vertices)
        assert np.array_equal(one.edges, other.edges)
        assert np.array_equal(one.edge_faces, other.edge_faces)
        assert np.array_equal(one.pattern_keys, other.pattern_keys)
        assert np.array_equal(one.values, other.values)
        assert with_memory.reason == alone.reason
