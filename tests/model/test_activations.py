"""Activations: their pieces are their values, and a unit is active only above its threshold."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuralfold.model.activations import DEFAULT_SLOPE, IDENTITY, NAMES, PIECEWISE_LINEAR, RELU, SMOOTH, Activation
from neuralfold.model.sentence import BadInput

WRITTEN_OUT = {
    "relu": lambda z: z if z > 0 else 0.0,
    "leaky_relu": lambda z: z if z > 0 else DEFAULT_SLOPE * z,
    "abs": abs,
    "hard_tanh": lambda z: min(1.0, max(-1.0, z)),
    "identity": lambda z: z,
    "tanh": math.tanh,
    "sigmoid": lambda z: 1 / (1 + math.exp(-z)),
    "gelu": lambda z: z * (1 + math.erf(z / math.sqrt(2))) / 2,
}


@pytest.mark.parametrize("name", NAMES)
@given(z=st.floats(-30, 30))
def test_values(name: str, z: float) -> None:
    assert Activation(name)(np.array([z]))[0] == pytest.approx(WRITTEN_OUT[name](z), rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 3), (2, 3, 4)])
def test_the_shape_is_kept(name: str, shape: tuple[int, ...]) -> None:
    found = np.asarray(Activation(name)(np.zeros(shape)))
    assert found.shape == shape
    assert found.dtype == np.float64


@pytest.mark.parametrize("name", NAMES)
def test_large_values_stay_finite(name: str) -> None:
    with np.errstate(over="raise", invalid="raise"):
        assert np.isfinite(Activation(name)(np.array([-1e300, 1e300]))).all()


@pytest.mark.parametrize(
    "activation", [*map(Activation, PIECEWISE_LINEAR), Activation("leaky_relu", -2.0), Activation("leaky_relu", 1.0)]
)
@given(z=st.one_of(st.floats(-1e9, 1e9), st.sampled_from([-1.0, 0.0, 1.0])))
def test_the_piece_that_holds_gives_the_value(activation: Activation, z: float) -> None:
    assert len(activation.pieces) == len(activation.thresholds) + 1
    # A unit on its threshold belongs to the piece below: active means strictly above.
    slope, offset = activation.pieces[sum(z > threshold for threshold in activation.thresholds)]
    assert slope * z + offset == activation(np.array([z]))[0]


@pytest.mark.parametrize("name", SMOOTH)
def test_smooth_activations_have_no_pieces(name: str) -> None:
    activation = Activation(name)
    assert not activation.is_piecewise_linear
    assert activation.thresholds == ()
    with pytest.raises(BadInput, match="smooth"):
        _ = activation.pieces


@pytest.mark.parametrize("name", PIECEWISE_LINEAR)
def test_the_others_are_piecewise_linear(name: str) -> None:
    assert Activation(name).is_piecewise_linear


def test_the_slope_belongs_to_leaky_relu_alone() -> None:
    assert Activation("relu", 0.5) == RELU
    assert Activation("identity", 0.5) == IDENTITY
    assert Activation("leaky_relu", 0.5) != Activation("leaky_relu", 0.25)
    assert Activation("leaky_relu").slope == DEFAULT_SLOPE


@pytest.mark.parametrize("name", ["", "ReLU", "softmax", "relu "])
def test_an_unknown_name_is_refused_with_the_names_there_are(name: str) -> None:
    with pytest.raises(BadInput, match=r"unknown name .*relu, leaky_relu, abs"):
        Activation(name)


@pytest.mark.parametrize("slope", [math.nan, math.inf, -math.inf])
def test_a_slope_that_is_not_finite_is_refused(slope: float) -> None:
    with pytest.raises(BadInput, match=r"slope: .* is not a finite number"):
        Activation("leaky_relu", slope)
