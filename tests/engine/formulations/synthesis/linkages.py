"""Mechanisms on the ground, with every kind of joint that the vehicles lack. The numbers are invented."""

from __future__ import annotations

from jounce.model.mechanism import (
    AppliedForce,
    AppliedTorque,
    ConstantVelocity,
    Coupler,
    Cylindrical,
    Mechanism,
    Planar,
    PointOnLine,
    Prismatic,
    Revolute,
    RevoluteSpherical,
    RotationalSpringDamper,
    Servo,
    Sine,
    Spherical,
    SpringDamper,
    Table,
    Universal,
)
from tests.engine.formulations.synthesis.parts import Parts, link, part

Y = (0.0, 1.0, 0.0)


def four_bar() -> Mechanism:
    """Crank, coupler and rocker in the x-z plane on four hinges: 1 degree of freedom, 3 redundant rows."""
    A, B, C, D = (0.0, 0.0, 0.0), (0.05, 0.0, 0.2), (0.45, 0.0, 0.42), (0.55, 0.0, 0.0)
    hinges = (
        Revolute(name="A", body_b="crank", point=A, axis=Y),
        Revolute(name="B", body_a="crank", body_b="coupler", point=B, axis=Y),
        Revolute(name="C", body_a="coupler", body_b="rocker", point=C, axis=Y),
        Revolute(name="D", body_b="rocker", point=D, axis=Y),
    )
    forces = (
        AppliedTorque(name="motor", body="crank", axis=Y, magnitude=Sine(amplitude=3.0, frequency=1.3)),
        RotationalSpringDamper(name="rubber", joint="C", stiffness=15.0, damping=0.4, free_angle=-0.1),
        SpringDamper(name="spring", body_b="rocker", point_a=(0.9, 0.05, 0.3), point_b=C, stiffness=400.0, damping=8.0),
    )
    bodies = (
        part("crank", 1.1, (0.01, 0.012, 0.006), (0.02, 0.01, 0.1), (0.3, 0.1, -0.2)),
        part("coupler", 2.0, (0.02, 0.05, 0.04), (0.25, -0.02, 0.33), (0.0, 0.5, 0.1)),
        part("rocker", 1.6, (0.03, 0.03, 0.01), (0.5, 0.015, 0.2), (-0.2, 0.0, 0.4)),
    )
    return Parts(bodies, hinges, forces).mechanism("four-bar")


def slider_crank() -> Mechanism:
    """Crank, rod, piston, and a flywheel coupled to the crank: 1 degree of freedom.

    The points of its joints are written a few millimetres apart, so that assembly has to close them.
    """
    joints = (
        Revolute(name="main", body_b="crank", point=(0.0, 0.0, 0.0), axis=Y),
        Spherical(name="big", body_a="crank", body_b="rod", point_a=(0.0, 0.0, 0.1), point_b=(0.002, 0.001, 0.098)),
        Universal(
            name="small",
            body_a="piston",
            body_b="rod",
            point_a=(0.35, 0.0, 0.0),
            point_b=(0.347, -0.002, 0.001),
            axis_a=Y,
            axis_b=(0.27, 0.0, 0.96),
        ),
        Prismatic(name="bore", body_b="piston", point_a=(0.3, 0.0, 0.0), point_b=(0.35, 0.001, 0.0), axis=(1, 0, 0)),
        Revolute(name="idler", body_b="flywheel", point=(0.0, 0.2, 0.15), axis=(0.0, 0.8, 0.6)),
        Coupler(name="belt", joints=("main", "idler"), coefficients=(1.5, -1.0)),
    )
    forces = (
        AppliedForce(
            name="gas",
            body="piston",
            point=(0.38, 0.01, 0.0),
            direction=(-1, 0, 0),
            magnitude=Table(times=(0.0, 0.4, 1.1, 2.0, 2.6), values=(10.0, 80.0, -20.0, 60.0, 30.0)),
            frame="body",
        ),
        Servo(name="valve", joint="bore", target=0.01, stiffness=900.0, damping=6.0),
    )
    bodies = (
        part("crank", 1.0, (0.004, 0.003, 0.004), (0.0, 0.0, 0.04), (0.2, 0.0, 0.3)),
        part("rod", 0.6, (0.001, 0.006, 0.006), (0.15, 0.0, 0.06), (0.0, 0.28, 0.1)),
        part("piston", 0.4, (4e-4, 3e-4, 3e-4), (0.36, 0.0, 0.002), (0.5, 0.0, 0.0)),
        part("flywheel", 2.5, (0.008, 0.008, 0.015), (0.0, 0.2, 0.15), (0.0, 0.7, 0.0)),
    )
    return Parts(bodies, joints, forces).mechanism("slider-crank")


def spatial_slider() -> Mechanism:
    """RSSP: a crank on a skew hinge moves a slider through a rod with two balls.

    2 degrees of freedom: the crank, and the rod about its own line.
    """
    big, small = (0.05, 0.12, 0.15), (0.45, -0.1, 0.05)
    joints = (
        Revolute(name="main", body_b="crank", point=(0.0, 0.0, 0.05), axis=(0.3, 0.8, -0.5)),
        Spherical(name="big", body_a="crank", body_b="rod", point=big),
        Spherical(name="small", body_a="slider", body_b="rod", point=small),
        Prismatic(name="guide", body_b="slider", point=small, axis=(0.9, -0.1, 0.4)),
    )
    forces = (
        SpringDamper(
            name="spring", body_b="slider", point_a=(0.9, -0.15, 0.25), point_b=small, stiffness=600.0, damping=9.0
        ),
        AppliedTorque(
            name="twist", body="rod", axis=(0, 0, 1), magnitude=Sine(amplitude=0.05, frequency=0.5), frame="world"
        ),
    )
    bodies = (
        part("crank", 1.3, (0.006, 0.004, 0.005), (0.02, 0.05, 0.1), (0.4, -0.1, 0.2)),
        link("rod", big, small, 0.7, 0.03),
        part("slider", 0.9, (0.002, 0.002, 0.001), (0.46, -0.09, 0.06), (0.0, 0.3, 0.6)),
    )
    return Parts(bodies, joints, forces).mechanism("spatial slider")


def planar_pair() -> Mechanism:
    """A plate on a plane, a carrier on a skew guide with a pin in the plate's slot, a rocker, and two shafts.

    3 (plate and carrier) + 1 (rocker on a ball and a hinged rod) + 1 (shafts that turn alike) degrees of freedom;
    the second shaft sits on the carrier, so the angle between the shafts changes.
    """
    joints = (
        Planar(name="table", body_b="plate", point=(0.1, 0.1, 0.2), axis=(0.1, -0.2, 1.0)),
        Cylindrical(name="guide", body_b="carrier", point=(0.5, -0.1, 0.25), axis=(0.2, 0.9, 0.3)),
        PointOnLine(name="slot", body_a="plate", body_b="carrier", point=(0.35, 0.05, 0.3), axis=(1.0, 0.3, 0.1)),
        Spherical(name="ball", body_b="rocker", point=(-0.3, 0.2, 0.1)),
        RevoluteSpherical(
            name="hinged_rod",
            body_a="plate",
            body_b="rocker",
            point_a=(0.0, 0.2, 0.25),
            point_b=(-0.22, 0.45, 0.3),
            axis_a=(0.3, 0.1, 1.0),
        ),
        Revolute(name="driving", body_b="first", point=(0.6, -0.5, 0.4), axis=(0.1, 1.0, 0.1)),
        Revolute(name="driven", body_a="carrier", body_b="second", point=(0.6, -0.1, 0.4), axis=(0.3, 0.9, 0.2)),
        ConstantVelocity(
            name="rzeppa", body_a="first", body_b="second", axis_a=(0.1, 1.0, 0.1), axis_b=(0.3, 0.9, 0.2)
        ),
    )
    forces = (
        SpringDamper(
            name="spring",
            body_b="plate",
            point_a=(0.4, 0.5, 0.3),
            point_b=(0.1, 0.2, 0.2),
            stiffness=300.0,
            damping=5.0,
        ),
        SpringDamper(
            name="strut",
            body_a="carrier",
            body_b="rocker",
            point_a=(0.5, -0.2, 0.3),
            point_b=(-0.2, 0.4, 0.3),
            stiffness=150.0,
            damping=2.0,
        ),
        Servo(name="feed", joint="guide", coordinate="travel", target=0.02, stiffness=500.0, damping=4.0),
        RotationalSpringDamper(name="swing", joint="guide", stiffness=30.0, damping=0.5),
        AppliedTorque(name="motor", body="first", axis=(0.1, 1.0, 0.1), magnitude=0.6),
    )
    bodies = (
        part("plate", 2.2, (0.03, 0.05, 0.06), (0.15, 0.12, 0.22), (0.2, 0.3, -0.4)),
        part("carrier", 1.5, (0.02, 0.01, 0.02), (0.48, -0.05, 0.28), (-0.3, 0.0, 0.2)),
        part("rocker", 1.0, (0.01, 0.02, 0.015), (-0.25, 0.32, 0.2), (0.0, 0.6, 0.1)),
        part("first", 0.8, (0.003, 0.002, 0.003), (0.6, -0.5, 0.4), (0.1, 0.0, -0.1)),
        part("second", 0.8, (0.003, 0.002, 0.003), (0.61, -0.09, 0.4), (0.0, 0.2, -0.3)),
    )
    return Parts(bodies, joints, forces).mechanism("planar pair")
