"""The channels of one wheel: tire, spring and travel."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from jounce.mechanism import Tire
from jounce.results.channel import Channel
from jounce.results.channel_names import named
from jounce.simulate import Trajectory
from jounce.vehicle import Corner

_TIRE = {
    "longitudinal_force": "fx",
    "lateral_force": "fy",
    "vertical_force": "fz",
    "slip_ratio": "kappa",
    "slip_angle": "alpha",
    "camber_angle": "camber",
    "aligning_moment": "mz",
    "ground_height": "height",
}
"""Channel of a tire → field of a contact."""


def corner_channels(corner: Corner, trajectory: Trajectory) -> Iterator[Channel]:
    """All channels of one corner; their names carry its suffix, as in `tire.fl.slip_angle`."""
    yield from _tire(corner, trajectory)
    yield from _spring(corner, trajectory)
    yield from _torsion_bar(corner, trajectory)
    yield from _wheel(corner, trajectory)


def quick_corner_channels(corner: Corner, trajectory: Trajectory) -> Iterator[Channel]:
    """Those of tire and wheel."""
    yield from _tire(corner, trajectory)
    yield from _wheel(corner, trajectory)


def _tire(corner: Corner, trajectory: Trajectory) -> Iterator[Channel]:
    place = trajectory.layout.tires.index(corner.name("tire"))
    contact = trajectory.observation.tire[:, place]
    for name, field in _TIRE.items():
        yield named(corner.channel("tire", name), contact[field])


def _spring(corner: Corner, trajectory: Trajectory) -> Iterator[Channel]:
    """The strut with the spring, and the damper where it has points of its own."""
    for part in ("spring", "damper"):
        element = corner.name(part)
        if element in trajectory.layout.springs:
            yield named(corner.channel(part, "length"), trajectory.spring_length(element))
            yield named(corner.channel(part, "force"), trajectory.spring_force(element))


def _torsion_bar(corner: Corner, trajectory: Trajectory) -> Iterator[Channel]:
    bar = corner.name("torsion")
    if bar in trajectory.layout.springs:
        yield named(corner.channel("torsion_bar", "angle"), trajectory.spring_length(bar))
        yield named(corner.channel("torsion_bar", "torque"), trajectory.spring_force(bar))


def _wheel(corner: Corner, trajectory: Trajectory) -> Iterator[Channel]:
    tire = _tire_of(corner, trajectory)
    frame = trajectory.frames[tire.body]
    axis = trajectory.rotation(tire.body) @ frame.direction(tire.spin_axis)
    spin = np.einsum("ni,ni->n", trajectory.angular_velocity(tire.body), axis)
    yield named(corner.channel("wheel", "spin"), spin)
    centre = trajectory.point(tire.body, tire.centre)
    yield named(corner.channel("wheel", "height"), centre[:, 2])
    arm = np.einsum("nji,nj->ni", trajectory.rotation("chassis"), centre - trajectory.position("chassis"))
    design = trajectory.frames["chassis"].point(tire.centre)
    yield named(corner.channel("suspension", "travel"), arm[:, 2] - design[2])


def _tire_of(corner: Corner, trajectory: Trajectory) -> Tire:
    name = corner.name("tire")
    return next(tire for tire in trajectory.mechanism.tires if tire.name == name)
