"""The 6×6 of the library: its numbers fit together, it stands where it was designed, and both formulations agree."""

from __future__ import annotations

import numpy as np
import pytest

from jounce.cli.explain_text import lines
from jounce.engine.analysis import assemble, degrees_of_freedom, linearise, settle
from jounce.engine.formulations import synthesis
from jounce.engine.formulations.world_frame.observe import observe
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.simulate import RungeKutta4, simulate
from jounce.engine.simulate.stability import slowest_stable_speed
from jounce.lab.results import Metadata, Result
from jounce.lab.results.vehicle_channels import input_channels, vehicle_channels
from jounce.model.mechanism import Constant, SimpleTire, replace
from jounce.output.reports import render_report
from jounce.output.reports.plots import vehicle_plots
from tests.engine.formulations.synthesis.interpreter import Interpreter
from tests.engine.formulations.synthesis.states import sample

CORNERS = ("fl", "fr", "ml", "mr", "rl", "rr")
LOADS = (2452.5, 2452.5, 1962.0, 1962.0, 1471.5, 1471.5)
"""Of the wheels at rest [N], as the file says."""
EXACT = 1e-9


@pytest.fixture(scope="module")
def system(uncontrolled):
    return build(uncontrolled)


@pytest.fixture(scope="module")
def rest(system):
    return settle(system).state


@pytest.fixture(scope="module")
def standing(rover6, system, rest) -> Result:
    """A tenth of a second at rest, as a result."""
    trajectory = simulate(system, rest, end=0.1, integrator=RungeKutta4(step=1e-4), sample=0.02)
    asked = {"speed_left": Constant(value=1.0), "speed_right": Constant(value=2.0)}
    metadata = Metadata(
        vehicle="rover6",
        maneuver="standing",
        settings={"formulation": "cartesian", "integrator": "rk4", "initial": "settled", "step": 1e-4},
        planned_end=0.1,
        created="2026-01-01T00:00:00+00:00",
        steps=1000,
        evaluations=4000,
        wall_time=0.1,
        jounce_version="0",
        rejected_steps=0,
    )
    channels = (*vehicle_channels(rover6, trajectory), *input_channels(asked, trajectory.time))
    return Result(channels, metadata)


def test_names(rover6, uncontrolled):
    assert tuple(corner.suffix for corner in rover6.corners) == CORNERS
    bodies = ["chassis", *(f"{part}_{corner}" for corner in CORNERS for part in ("arm", "wheel"))]
    assert [body.name for body in uncontrolled.bodies] == bodies


def test_degrees_of_freedom(system):
    freedom = degrees_of_freedom(system, assemble(system))
    assert (freedom.dof, sum(freedom.redundant.values())) == (18, 0)


def test_loads_are_in_equilibrium(uncontrolled):
    """Forces and moments of the loads and of gravity; 9 digits of the centre of mass of the chassis."""
    masses = np.array([body.mass for body in uncontrolled.bodies])
    centre = masses @ [body.centre_of_mass for body in uncontrolled.bodies] / masses.sum()
    assert masses.sum() == 1200.0
    assert sum(LOADS) == pytest.approx(1200.0 * 9.81)
    points = np.array([tire.centre for tire in uncontrolled.tires])
    assert np.average(points[:, :2], axis=0, weights=LOADS) == pytest.approx(centre[:2], abs=1e-9)


def test_tires_carry_the_loads_at_the_design_position(uncontrolled):
    deflections = [tire.radius - tire.centre[2] for tire in uncontrolled.tires]
    assert np.multiply(deflections, 98100.0) == pytest.approx(LOADS, rel=1e-12)


def test_preloads_are_the_moments_about_the_hinges(rover6):
    """preload × lever = (load − weight of the wheel) × arm − weight of the arm × its own lever, all horizontal."""
    for axle, load in zip(rover6.axles, LOADS[::2], strict=True):
        suspension, arm = axle.suspension, axle.suspension.arm
        ahead = arm.hinge_point[0]
        moment = (load - 9.81 * axle.wheel.mass) * (ahead - suspension.wheel_centre[0])
        moment -= 9.81 * arm.mass * (ahead - arm.centre_of_mass[0])
        upper, lower = np.array(suspension.spring.upper), np.array(suspension.spring.lower)
        push = (lower - upper) / np.linalg.norm(lower - upper)
        lever = np.cross(lower - arm.hinge_point, push)[1]
        assert abs(lever) == pytest.approx(0.24)
        assert suspension.spring.preload == pytest.approx(moment / 0.24, abs=1e-3)


def test_it_rests_at_the_design_position(system, rest):
    """Preloads with three decimals: a newton of 1e-3 on 1e4 N/m is far below a micrometre."""
    for body in system.mechanism.bodies:
        assert rest[system.pose(body.name)][:3] == pytest.approx(body.centre_of_mass, abs=1e-6)


def test_ride_frequencies(system, rest):
    """Pitch, heave and roll between 1.5 and 2.2 Hz at about 30 % damping, wheel hop near 9.5 Hz, and, because tires at
    standstill are springs, the wheels turning on them above 20 Hz."""
    modes = [mode for mode in linearise(system, rest).modes() if mode.frequency > 0.5]
    assert all(1.5 < mode.frequency < 2.2 and 0.25 < mode.damping < 0.4 for mode in modes[:3])
    wheels = [mode.frequency for mode in modes if next(iter(mode.bodies)).startswith("wheel")]
    assert wheels == pytest.approx([9.25, 9.35, 9.59, 9.59, 9.7, 20.8, 20.8, 24.1, 24.1, 26.9, 27.1], abs=0.05)


def test_synthesis_equals_the_world_frame(uncontrolled, system):
    interpreter = Interpreter()
    times, states = sample(system, 50, 1)
    truth = observe(system, np.column_stack([times, states])).acceleration
    answer = interpreter.evaluate(uncontrolled, times, states)
    interpreter.close()
    assert not answer.statuses.any()
    scale = np.maximum(np.abs(truth).max(axis=(1, 2)), 1.0)
    assert np.max(np.abs(answer.accelerations - truth).max(axis=(1, 2)) / scale) < EXACT


def test_explained_as_six_corners_of_one_kernel(uncontrolled):
    text = "\n".join(lines(synthesis.explain(synthesis.build(uncontrolled))))
    assert "18 degrees of freedom" in text
    assert "13 bodies · 6 subsystems, 1 kernel" in text


def test_slowest_step(rover6):
    """Tires with relaxation lengths may stand still; those without need r² b c d m g / 6 / J × h / 2.785, at the wheels
    that stand highest."""
    assert slowest_stable_speed(rover6, RungeKutta4(step=1e-3)) == 0.0
    curves = {"lateral": [8.0, 1.3, 0.8, 0.0], "longitudinal": [10.0, 1.5, 0.8, 0.5]}
    law = SimpleTire(radius=0.3, vertical_stiffness="98.1 N/mm", **curves)
    rigid = replace(rover6, axles=tuple(replace(axle, tire=law) for axle in rover6.axles))
    expected = 0.285**2 * 10.0 * 1.5 * 0.8 * 1200.0 * 9.81 / 6.0 / 1.0 * 1e-3 / 2.785
    assert slowest_stable_speed(rigid, RungeKutta4(step=1e-3)) == pytest.approx(expected)


def test_channels_of_six_wheels(standing):
    for corner, load in zip(CORNERS, LOADS, strict=True):
        assert standing[f"tire.{corner}.vertical_force"].values == pytest.approx(load, rel=1e-5)
        assert standing[f"spring.{corner}.length"].values == pytest.approx(0.3, abs=1e-6)
        assert standing[f"suspension.{corner}.travel"].values == pytest.approx(0.0, abs=1e-6)
    assert "rack.travel" not in standing


def test_report_of_six_wheels(standing):
    plots = {plot.key: plot for plot in vehicle_plots(standing)}
    assert "input" not in plots
    assert [line.label for line in plots["wheel_speeds"].lines] == ["left", "right"]
    loads = plots["tire_loads"].lines
    assert [line.label for line in loads] == [corner.upper() for corner in CORNERS]
    assert len({(line.colour, line.dash) for line in loads}) == 6
    page = render_report(standing)
    assert "Vertical load MR, smallest" in page
