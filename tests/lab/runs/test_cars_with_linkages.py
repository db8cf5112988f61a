"""Cars with suspensions of kind mechanism, rubber, a subframe and further parts, from run to study and simulation."""

import numpy as np
import pytest

import jounce
from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis.code import program_of
from jounce.model.library import load_vehicle
from jounce.model.mechanism import replace
from tests.engine.formulations.null_space.methods import state
from tests.engine.formulations.synthesis.interpreter import Interpreter
from tests.engine.formulations.synthesis.states import sample
from tests.engine.formulations.synthesis.test_exactness import EXACT, compare
from tests.lab.kinematics_compliance.linkage_blocks import with_blocks

RUBBER = {"stiffness": (6e6, 6e6, 9e5), "damping": (600.0, 600.0, 90.0), "rotational_stiffness": (80.0, 80.0, 40.0)}
BENT = {
    **RUBBER,
    "stiffness": (6e6, 0.0, 9e5),
    "curves": {"y": {"x": (-0.004, -0.001, 0.0, 0.001, 0.004), "y": (-9e4, -4e3, 0.0, 4e3, 9e4)}},
}


@pytest.fixture(scope="module")
def rubbery():
    """dw18 with blocks in front, arms in rubber behind, an engine on mounts and a winch."""
    car = load_vehicle("dw18")
    front, rear = with_blocks(car).axles
    made = car.axles[1].suspension
    arms = {}
    for key in ("lower_arm", "upper_arm"):
        px, py, pz = getattr(made, key).hinge_point
        pivots = {"front_pivot": (px + 0.15, py, pz), "rear_pivot": (px - 0.15, py, pz)}
        soft = {"front_bushing": RUBBER, "rear_bushing": BENT}
        arms[key] = replace(getattr(made, key), pivot=None, axis=None, **pivots, **soft)
    rear = replace(car.axles[1], suspension=replace(made, **arms))
    block = {"mass": 150.0, "centre_of_mass": (1.1, 0.0, 0.5), "inertia": (8.0, 9.0, 7.0)}
    mount = {"kind": "bushing", "body_a": "chassis", "body_b": "engine_block", "stiffness": (3e5, 3e5, 4e5),
             "damping": (900.0, 900.0, 900.0)}  # fmt: skip
    places = [(1.3, 0.3, 0.5), (1.3, -0.3, 0.5), (0.8, 0.0, 0.3)]
    winch = {"kind": "applied_force", "body": "chassis", "point": (1.6, 0.0, 0.4), "direction": (0, 1, 0),
             "frame": "body", "magnitude": {"kind": "input", "name": "side_force"}}  # fmt: skip
    forces = {f"mount_{i}": {**mount, "point": point} for i, point in enumerate(places)} | {"winch": winch}
    return replace(
        car, name="rubbery", axles=(front, rear), extra={"bodies": {"engine_block": block}, "forces": forces}
    )


def on_subframe(car):
    """The car with its rear suspension on a subframe in rubber."""
    front, rear = car.axles
    x = rear.suspension.wheel_centre[0]
    part = {"mass": 22.0, "centre_of_mass": (x, 0.0, 0.3), "inertia": (1.2, 0.8, 1.8)}
    mounts = {name: {"point": (x + dx, 0.42, 0.3), **RUBBER} for name, dx in (("ahead", 0.3), ("behind", -0.3))}
    return replace(car, axles=(front, replace(rear, subframe={**part, "mounts": mounts})))


@pytest.mark.parametrize("subframe", [False, True], ids=["plain", "subframe"])
def test_formulations_agree_on_random_states(rubbery, subframe):
    """World frame, synthesis and null space: the same accelerations to 1e-9."""
    rubbery = on_subframe(rubbery) if subframe else rubbery
    from jounce.engine.formulations.null_space.reactions import instant
    from jounce.engine.formulations.null_space.system import build as build_null_space
    from jounce.engine.formulations.world_frame.observe import observe
    from jounce.engine.formulations.world_frame.system import build

    worker = Interpreter()
    assert compare(worker, rubbery.to_mechanism(), 3, coordinates="joint") < EXACT
    worker.close()
    world, other = build(rubbery.to_mechanism()), build_null_space(rubbery.to_mechanism())
    times, states = sample(world, 3, seed=4)
    seen = observe(world, np.column_stack([times, states])).acceleration
    for k, (t, y) in enumerate(zip(times, states, strict=True)):
        found = instant(other, t, state(other, y)).acceleration
        assert np.abs(found - seen[k]).max() <= EXACT * np.abs(seen[k]).max()


def test_a_block_runs_as_its_template_does():
    """Step steer of dw18 on blocks: the same metrics as on wishbones, to what hinges of the other sense round to."""
    ours, theirs = (
        jounce.run("step-steer", vehicle=car, after=1.0) for car in (with_blocks(load_vehicle("dw18")), "dw18")
    )
    assert len(ours.metrics) == len(theirs.metrics) > 5
    for found, wanted in zip(ours.metrics.values(), theirs.metrics.values(), strict=True):
        if isinstance(wanted, float) and np.isfinite(wanted):
            assert found == pytest.approx(wanted, rel=1e-6, abs=1e-9)
    assert ours["chassis.yaw_rate"].values == pytest.approx(theirs["chassis.yaw_rate"].values, abs=1e-9)


def test_a_car_on_a_subframe_turns_nearly_as_one_without():
    """22 kg more behind, and mounts of 6 kN/mm that let the axle steer a little."""
    car = load_vehicle("dw18")
    yaw, plain = (
        jounce.run("step-steer", vehicle=v, after=0.5)["chassis.yaw_rate"].values for v in (on_subframe(car), car)
    )
    assert yaw == pytest.approx(plain, abs=0.02 * plain.max())
    assert np.abs(yaw - plain).max() > 1e-4 * plain.max()


def test_both_sides_of_a_subframe_share_a_kernel(rubbery):
    """Flat, an axle of 30 freedoms took two minutes to compile."""
    system = synthesis.build(on_subframe(rubbery).to_mechanism())
    found = {s.name: s.parent for s in system.state.subsystems}
    assert found["corner_rl"] == found["corner_rr"] == "subframe_rear"
    names = {i.kernels.subsystem.name: i.name for i in system.generated.instances}
    assert names["corner_rl"] == names["corner_rr"]
    program_of(system.generated.source)  # kernels that are cut into parts can be traced


@pytest.mark.slow
def test_a_rubbery_car_on_a_subframe_runs(rubbery):
    result = jounce.run("step-steer", vehicle=on_subframe(rubbery), after=0.5)
    assert np.isfinite(result["chassis.yaw_rate"].values).all()


def test_a_car_in_rubber_is_stepped_and_its_inputs_move_it(rubbery):
    sim = jounce.Simulation(rubbery, speed="20 m/s")
    assert sim.inputs["side_force"].unit == "N"
    sim.step(0.4)
    straight = sim["chassis.yaw_rate"]
    sim.step(0.4, side_force=900.0)
    assert abs(straight) < 1e-3
    assert sim["chassis.yaw_rate"] > 0.01  # pushed to the left ahead of the centre of mass
    assert np.isfinite(sim["suspension.rl.travel"])


def test_symmetric_cars_drive_straight_and_mirror_each_other(rubbery):
    left, right = (
        jounce.run("step-steer", vehicle=rubbery, after=0.5, steering_wheel_angle=f"{angle} deg") for angle in (30, -30)
    )
    yaw = left["chassis.yaw_rate"].values
    assert np.abs(yaw).max() > 0.02
    assert right["chassis.yaw_rate"].values == pytest.approx(-yaw, abs=1e-7)


def test_a_study_changes_numbers_of_a_block():
    path = "axles.front.suspension.joints.tie.point_b.2"
    car = with_blocks(load_vehicle("dw18"))
    z = car.value(path)
    sheets = [car.with_values({path: z + dz}).kc(axle="front", travel=0.02).axle("front") for dz in (0.0, 0.02)]
    gradients = [sheet.parallel.left.toe_gradient[sheet.parallel.design] for sheet in sheets]
    assert abs(gradients[1] - gradients[0]) > 0.05  # rad/m: bump steer moves with the outer end of the rod
