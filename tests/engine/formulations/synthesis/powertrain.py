"""The driven wheels of `driveline` behind a torque converter with lock-up, a motor on the differential's case, and
hydraulic brakes with discs: all laws that sense other speeds or hear other states."""

from __future__ import annotations

from jounce.model.mechanism import (
    Body,
    BrakeDisc,
    Clutch,
    Coupler,
    Curve,
    Engine,
    HydraulicBrake,
    Mechanism,
    Motor,
    Revolute,
    TorqueConverter,
)
from tests.engine.formulations.synthesis.driveline import FULL, OVERRUN, driveline

DISC = BrakeDisc(
    heat_capacity=4000.0, cooling=20.0, cooling_by_speed=0.5, friction=Curve(x=(0.0, 200.0, 600.0), y=(1.0, 0.9, 0.5))
)


def powertrain() -> Mechanism:
    """6 + 2 (engine, turbine) + 2 (differential) + 2 (arms) + 2 (wheels) degrees of freedom; the motor has none."""
    given = driveline()
    kept = [force for force in given.forces if not isinstance(force, Engine | Clutch)]
    bodies, joints = [], []
    for name, centre in (("turbine", (1.25, 0.05, 0.38)), ("motor", (1.1, -0.1, 0.33))):
        bodies.append(Body(name=name, mass=6.0, inertia=(0.05, 0.04, 0.05), position=centre))
        joints.append(Revolute(name=name, body_a="chassis", body_b=name, point=centre, axis=(0, 1, 0)))
    reduction = Coupler(name="reduction", joints=("motor", "case"), coefficients=(1.0, -9.0))
    return Mechanism(
        name="powertrain",
        bodies=(*given.bodies, *bodies),
        joints=(*given.joints, *joints, reduction),
        forces=(*kept, *_torques()),
        tires=given.tires,
        gravity=given.gravity,
    )


def _torques() -> tuple[Engine | TorqueConverter | Clutch | Motor | HydraulicBrake, ...]:
    return (
        Engine(name="torque", joint="engine", full_load=FULL, overrun=OVERRUN, throttle=0.4),
        TorqueConverter(
            name="converter",
            impeller="engine",
            turbine="turbine",
            capacity=Curve(x=(0.0, 0.7, 0.9, 1.0), y=(2.5e-3, 2.6e-3, 1.5e-3, 0.0)),
            torque_ratio=Curve(x=(0.0, 0.85, 1.0), y=(2.0, 1.0, 0.98)),
        ),
        Clutch(
            name="lock_up",
            joints=("engine", "turbine"),
            coefficients=(1.0, -1.0),
            torque=200.0,
            slip_speed=3.0,
            engagement=0.3,
        ),
        Clutch(name="gear", joints=("turbine", "case"), coefficients=(1.0, -7.0), torque=300.0, slip_speed=20.0),
        Motor(
            name="motor_torque",
            joint="motor",
            torque=Curve(x=(0.0, 400.0, 1200.0), y=(200.0, 200.0, 60.0)),
            power=4e4,
            efficiency=0.9,
            regenerative_power=2e4,
            lift_off=0.1,
            fade_speed=9.0,
            throttle=0.3,
            regeneration=0.6,
            capacity=3e6,
        ),
        *(
            HydraulicBrake(
                name=f"brake_{side}",
                joint=f"hub_{side}",
                pressure=pressure,
                full_pressure=8e6,
                torque=1500.0,
                lag=0.05,
                grip_angle=0.01 if side == "left" else None,
                disc=DISC,
            )
            for side, pressure in (("left", 3e6), ("right", 2e6))
        ),
    )
