"""Which way forces and moments of a tire point, in the axes of docs/conventions.md."""

import dataclasses

import numpy as np
import pytest

from jounce.engine.laws.tires import pacejka_coefficients as i
from jounce.model import tire_files as tir
from tests.engine.laws.tires.examples import FILES, HMMWV, MF61, SEDAN, coefficients, forces, nominal, random_states

EVERY = pytest.mark.parametrize("path", FILES.values(), ids=FILES)
FX, FY, MX, MY, MZ = range(5)


@EVERY
def test_driving_pushes_forward_and_sliding_left_pushes_right(path):
    c = coefficients(path)
    assert forces(c, nominal(c), kappa=0.05)[FX] > 0.0
    assert forces(c, nominal(c), kappa=-0.05)[FX] < 0.0
    assert forces(c, nominal(c), tan_alpha=0.05)[FY] < 0.0
    assert forces(c, nominal(c), tan_alpha=-0.05)[FY] > 0.0


@EVERY
def test_camber_thrust_goes_to_the_side_the_wheel_leans_to(path):
    c = coefficients(path)
    right, left = forces(c, nominal(c), gamma=np.array([0.05, -0.05]))[:, FY]
    assert right < left  # the top leans to the right: force to the right


@EVERY
def test_the_aligning_moment_turns_the_wheel_into_its_direction_of_motion(path):
    c = coefficients(path)
    left, right = forces(c, nominal(c), tan_alpha=np.array([0.03, -0.03]))[:, MZ]
    assert left > 0.0 > right  # sliding to the left: turned to the left


def test_the_side_force_tips_the_wheel_towards_it():
    c = coefficients(HMMWV, QSX3=0.02)
    assert forces(c, nominal(c), tan_alpha=-0.05)[MX] > 0.0  # the patch moves left, and the load with it


@pytest.mark.parametrize("path", [HMMWV, MF61])
def test_rolling_resistance_is_against_rolling(path):
    c = coefficients(path)
    forward, back = forces(c, nominal(c), vx=np.array([10.0, -10.0]))[:, MY]
    assert forward < 0.0 < back


@EVERY
def test_rolling_backwards_turns_the_trail_round_and_leaves_forces(path):
    c, states = coefficients(path, LS=0.0), random_states(coefficients(path), 200)
    states["vx"] = np.abs(states["vx"]) + 3.0
    forward, back = forces(c, **states), forces(c, **{**states, "vx": -states["vx"]})
    np.testing.assert_array_equal(forward[:, :3], back[:, :3])
    np.testing.assert_array_equal(forward[:, MY:], -back[:, MY:])


@EVERY
def test_a_mirrored_tire_gives_mirrored_forces(path):
    file = tir.read(path)
    other = {"left": "right", "right": "left"}[file.side]
    c, mirrored = tir.coefficients(file, file.side), tir.coefficients(file, other)
    np.testing.assert_array_equal(c, tir.coefficients(file))
    states = random_states(c, 500)
    turned = {**states, "tan_alpha": -states["tan_alpha"], "gamma": -states["gamma"]}
    np.testing.assert_array_equal(forces(mirrored, **turned) * [1, -1, -1, 1, -1], forces(c, **states))


@pytest.mark.parametrize("path", [HMMWV, SEDAN, MF61])
def test_a_symmetric_tire_is_its_own_mirror_image(path):
    text = path.read_text(encoding="latin-1").replace("'LEFT'", "'SYMMETRIC'").replace("'RIGHT'", "'SYMMETRIC'")
    file = tir.parse(text)
    assert file.side == "symmetric"
    c = tir.coefficients(file, "left")
    states = random_states(c, 300)
    turned = {**states, "tan_alpha": -states["tan_alpha"], "gamma": -states["gamma"]}
    ours, mirrored = forces(c, **states), forces(c, **turned) * [1, -1, -1, 1, -1]
    np.testing.assert_allclose(ours, mirrored, rtol=1e-12, atol=1e-9)


def test_a_file_in_adapted_sae_axes_gives_the_same_forces():
    """Flip what the axes flip: stiffness, side forces and their shifts, moments about the vertical."""
    flipped = [
        "PDY1",
        "PDY2",
        "PKY1",
        "PKY6",
        "PKY7",
        "PVY1",
        "PVY2",
        "PVY3",
        "PVY4",
        "QDZ6",
        "QDZ7",
        "QDZ8",
        "QDZ9",
        "QDZ10",
        "QDZ11",
        "SSZ1",
        "SSZ3",
        "SSZ4",
        "QSX3",
    ]
    text = MF61.read_text()
    for name in flipped:
        text = text.replace(f"\n{name} ", f"\nOLD_{name} ")
    values = tir.read(MF61).values
    text += "\n" + "\n".join(f"{name} = {-values[name]!r}" for name in flipped)
    file = tir.parse(text)
    assert any("adapted SAE" in finding.what for finding in file.findings)
    ours, theirs = coefficients(MF61, QSX8=0.0, QSX2=0.0), tir.coefficients(file)
    theirs[i.QSX8] = theirs[i.QSX2] = 0.0
    states = random_states(ours, 200)
    np.testing.assert_allclose(forces(theirs, **states), forces(ours, **states), rtol=1e-11, atol=1e-9)


@EVERY
def test_flipping_both_signs_of_the_cornering_stiffness_changes_nothing(path):
    """K_y is PKY1 sin(PKY4 …): files exist with PKY1 > 0, PKY4 < 0 and ISO signs all the same."""
    file = tir.read(path)
    values = {**file.values, "PKY1": -file.values["PKY1"], "PKY4": -file.values.get("PKY4", 2.0)}
    flipped = dataclasses.replace(file, values=values)
    ours, theirs = tir.coefficients(file), tir.coefficients(flipped)
    assert theirs[i.AXES] == ours[i.AXES]
    assert theirs[i.LOAD_LIMIT] == ours[i.LOAD_LIMIT]
    states = random_states(ours, 200)
    np.testing.assert_array_equal(forces(theirs, **states), forces(ours, **states))


def test_a_file_with_both_signs_flipped_is_read_without_a_word_about_axes():
    text = MF61.read_text().replace("PKY1                     =    -28", "PKY1 = 28").replace("2.7364", "-2.7364")
    assert tir.parse(text).values["PKY4"] < 0.0
    assert tir.parse(text).findings == ()
