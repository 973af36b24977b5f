"""The plane: the shapes that are painted, on every painter and from every thread; bands and sampled sheets."""

import gc
import itertools
import weakref
from threading import Thread

import numpy as np
import pytest
from plane_sight import (
    colours_at,
    distance,
    image_of,
    limits_of,
    nearest,
    network_of,
    place,
    plain,
    shown_plane,
)
from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QEvent,
    QIODevice,
    QRectF,
)
from PySide6.QtGui import QColor, QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtWidgets import QApplication

from neuralfold.model.activations import RELU, Activation
from neuralfold.model.chain import Chain
from neuralfold.model.content import Content
from neuralfold.model.examples import absolute_grid, four_lines, random_network, three_lines
from neuralfold.model.measurement import measure
from neuralfold.model.network import Network
from neuralfold.plots import palette
from neuralfold.plots.plane_paint import THICKEST_EDGE, Frame, Quality, picture_of
from neuralfold.plots.plane_view import PlaneView
from neuralfold.plots.region_colours import Levels


@pytest.fixture
def view(qtbot):
    """A plane on the screen."""
    return shown_plane(qtbot)


class TestSheet:
    def test_a_smooth_network_is_shown_as_sampled(self, view):
        network = Network.of([[[1, 0], [0, 1]], [[1, -1]]], [[0, 0], [0]], Activation("tanh"))
        measured = measure(Content(Chain.of(network)))
        view.show(measured)
        assert "sampled" in view.legend[0].note
        assert str(measured.sheet.shape[0]) in view.legend[0].note
        bar = view.legend[0].bar
        limits = limits_of(view)
        points = np.random.default_rng(0).uniform(-0.95, 0.95, (300, 2))
        values = network(points)[:, 0]
        step = limits[1] - limits[0]
        clear = np.abs((values - limits[0]) / step - np.round((values - limits[0]) / step)) > 0.15
        seen = colours_at(view, points[clear & (np.abs(values) > 0.1)])
        expected = np.searchsorted(limits, values[clear & (np.abs(values) > 0.1)], side="right") - 1
        assert seen == [bar.colours[k].name() for k in expected]
        # The output is tanh x1 − tanh x2: zero on the diagonal.
        diagonal = np.linspace(-0.9, 0.9, 21)
        ink = palette.current().ink
        assert all(gap < 30 for gap in nearest(view, np.stack([diagonal, diagonal], axis=1), ink))


class TestInk:
    def test_what_another_thread_prepared_is_painted_alike(self, view):
        content = random_network((2, 24, 24, 1), 8)
        view.show(measure(content))
        image_of(view)
        moved = measure(content.with_network(0, network_of(content).with_bias(0, 0, 0.3)))
        view.show(moved)
        expected = image_of(view)
        prepared = []
        thread = Thread(target=lambda: prepared.append(view.prepare(moved)))
        thread.start()
        thread.join()
        view.show(moved, prepared[0])
        assert image_of(view) == expected
        view.set_colouring("active")
        other = image_of(view)
        view.show(moved, prepared[0])
        assert image_of(view) == other

    @pytest.mark.parametrize("seed", range(6))
    def test_bands_cover_the_window_exactly_once(self, view, seed):
        view.set_colouring("value")
        view.show(measure(random_network((2, 9, 9, 1), seed)))
        polygons = view.prepare(view.measurement).scene.ink.polygons
        following = np.arange(1, len(polygons.points) + 1)
        following[polygons.starts[1:] - 1] = polygons.starts[:-1]
        a, b = polygons.points, polygons.points[following]
        areas = np.add.reduceat(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0], polygons.starts[:-1]) / 2
        assert areas.min() > -1e-12
        assert areas.sum() == pytest.approx(4.0, abs=1e-9)

    def test_a_folded_grid_is_cut_into_bands_of_its_exact_values(self, view):
        # |·| folds both axes: the output is the same in all 64 cells, so every band has the same area in each quarter.
        view.set_colouring("value")
        view.show(measure(absolute_grid()))
        plain(view)
        points = np.random.default_rng(1).uniform(0.02, 0.98, (60, 2))
        network = network_of(absolute_grid())
        limits = limits_of(view)
        values = network(points)[:, 0]
        clear = np.abs(values[:, None] - limits).min(axis=1) > 0.02
        quarters = [colours_at(view, points[clear] * np.array(signs)) for signs in itertools.product((1, -1), repeat=2)]
        assert quarters[0] == quarters[1] == quarters[2] == quarters[3]

    def test_every_painter_gets_the_picture(self, view):
        view.show(measure(four_lines()))
        plain(view)
        screen = image_of(view)
        twice = QImage(2 * screen.width(), 2 * screen.height(), QImage.Format.Format_ARGB32_Premultiplied)
        twice.fill(QColor("white"))
        painter = QPainter(twice)
        area = QRectF(0, 0, screen.width(), screen.height())
        view.plot.scene().render(painter, QRectF(twice.rect()), area)
        painter.end()
        for x, y in ((0.8, 0.1), (-0.8, -0.1), (0.0, -0.8)):
            pixel = place(view, x, y)
            assert twice.pixelColor(2 * pixel) == screen.pixelColor(pixel)
        data = QByteArray()
        buffer = QBuffer(data)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        writer = QPdfWriter(buffer)
        writer.setPageSize(QPageSize(area.size(), QPageSize.Unit.Point))
        painter = QPainter(writer)
        view.plot.scene().render(painter, QRectF(0, 0, writer.width(), writer.height()), area)
        painter.end()
        buffer.close()
        assert data.size() > 3000

    def test_lines_are_as_wide_on_a_sharper_screen(self, view):
        # One unit: its edge is the vertical line x1 = 0.
        measured = measure(Content(Chain.of(Network.of([[[1, 0]], [[1]]], [[0], [5]], RELU))))
        scene = view.prepare(measured).scene
        line = palette.LIGHT.series_colour(0).name()
        for ratio in (1, 2, 3):
            frame = Frame(((-1, 1), (-1, 1)), 100.0, 100.0, ratio, True, False, palette.LIGHT)
            image = picture_of(scene, frame, Quality.RESTING).image
            row = [image.pixelColor(x, image.height() // 2).name() for x in range(20, image.width() - 20)]
            fills = (row[0], row[-1])
            inside = [
                colour for colour in row if distance(colour, line) < min(distance(colour, fill) for fill in fills)
            ]
            assert len(inside) == pytest.approx(THICKEST_EDGE * ratio, abs=0.5)

    def test_views_come_and_go(self, qtbot):
        gone = []
        for _ in range(20):
            plane = PlaneView()
            plane.resize(300, 200)
            plane.show(measure(three_lines()))
            plane.show()
            plane.grab()
            gone.append(weakref.ref(plane))
            plane.close()
            plane.deleteLater()
            del plane
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QApplication.processEvents()
        gc.collect()
        assert not any(reference() for reference in gone)


class TestLevels:
    @pytest.mark.parametrize(
        ("low", "high"),
        [(-1.0, 1.0), (0.0, 3.0), (-0.37, 12.9), (5.0, 6.0), (-7e-8, -6e-8), (2.0, 2.0), (0.0, 0.0), (-1e300, 1e308)],
    )
    def test_levels_are_round_few_and_span_the_values(self, low, high):
        levels = Levels.over(low, high)
        limits = levels.limits
        assert limits[0] <= low
        assert high <= limits[-1]
        assert 1 <= levels.count <= 16
        assert (np.diff(limits) > 0).all()
        assert (0.0 in limits) == (limits[0] <= 0.0 <= limits[-1])
        assert levels.kept_for(low, high) or low == high

    def test_levels_stay_while_values_move_a_little(self):
        levels = Levels.over(-1.0, 1.0)
        assert levels.kept_for(-0.9, 0.8)
        assert not levels.kept_for(-0.9, 1.3)
        assert not levels.kept_for(-0.1, 0.1)

    def test_constant_output_is_painted(self, view):
        view.set_colouring("value")
        view.show(measure(Content(Chain.of(Network.of([[[1, 0]], [[0]]], [[0], [2]], RELU)))))
        plain(view)
        seen = colours_at(view, np.array([[0.5, 0.5], [-0.5, -0.5]]))
        assert seen[0] == seen[1] != palette.current().background
