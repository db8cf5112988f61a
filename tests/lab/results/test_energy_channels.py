"""Channels of energy: the accounts of a run close, and are left out where work is not recorded."""

import numpy as np
import pytest

from jounce.engine.analysis import assemble
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.simulate import DormandPrince, simulate
from jounce.lab.results.vehicle_channels import energy_channels
from jounce.model.mechanism import (
    AppliedTorque,
    Body,
    Bushing,
    Input,
    Mechanism,
    PrescribedMotion,
    Revolute,
    RotationalSpringDamper,
    SmoothStep,
    replace,
)

INPUTS = {"torque": SmoothStep(before=0.0, after=5.0, start=0.1, end=0.6)}


def pendulum(**changes) -> Mechanism:
    """A rod that a motor swings against a damper, and that hits nothing."""
    rod = Body(name="rod", mass=2.0, inertia=(0.1, 0.1, 0.1), position=(0.0, 0.0, -0.5))
    hinge = Revolute(name="hinge", body_b="rod", point=(0.0, 0.0, 0.0), axis=(0.0, 1.0, 0.0))
    damper = RotationalSpringDamper(name="damper", joint="hinge", damping=0.3)
    motor = AppliedTorque(name="motor", body="rod", axis=(0.0, 1.0, 0.0), magnitude=Input(name="torque"))
    return replace(Mechanism(bodies=(rod,), joints=(hinge,), forces=(damper, motor)), **changes)


def accounts(mechanism: Mechanism) -> dict[str, np.ndarray]:
    system = build(mechanism, inputs=INPUTS)
    how = DormandPrince(relative=1e-9)
    run = simulate(system, assemble(system), end=1.0, integrator=how, sample=2e-3)
    channels = list(energy_channels(run, INPUTS))
    assert {channel.unit for channel in channels} <= {"J"}
    return {channel.name: channel.values for channel in channels}


def test_the_accounts_of_a_driven_pendulum_close():
    found = accounts(pendulum())
    assert set(found) == {f"energy.{name}" for name in ("kinetic", "potential", "supplied", "dissipated", "residual")}
    kinetic, potential, supplied, lost, residual = found.values()
    assert supplied[-1] > 1.0
    assert lost[-1] > 0.1
    left = supplied - (kinetic - kinetic[0]) - potential - lost
    assert left == pytest.approx(residual, abs=1e-12)
    assert np.abs(residual).max() < 1e-4 * supplied[-1]  # trapezoids of 2 ms


def test_the_accounts_of_a_pendulum_in_rubber_close():
    plain = pendulum()
    rubber = Bushing(
        name="rubber", body_b="rod", point=(0.0, 0.0, -1.0), stiffness=(9.0, 9.0, 9.0), damping=(1.0, 1.0, 1.0)
    )
    found = accounts(replace(plain, forces=(*plain.forces, rubber)))
    assert np.abs(found["energy.residual"]).max() < 1e-4 * found["energy.supplied"][-1]


def test_there_are_none_where_work_is_not_recorded():
    plain = pendulum()
    turned = PrescribedMotion(
        name="turned", joint="hinge", motion=SmoothStep(before=0.0, after=0.5, start=0.0, end=0.5)
    )
    assert accounts(replace(plain, joints=(*plain.joints, turned))) == {}
