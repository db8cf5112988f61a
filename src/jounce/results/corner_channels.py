"""The channels of one wheel: tire, spring and travel."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from jounce.mechanism import Tire
from jounce.results.channel import Channel
from jounce.simulate import Trajectory
from jounce.vehicle import Corner

_TIRE = (
    ("longitudinal_force", "fx", "N", "force of the ground on the tire along its heading; driving → positive"),
    ("lateral_force", "fy", "N", "force of the ground on the tire across its heading; steer left → positive"),
    ("vertical_force", "fz", "N", "force of the ground on the tire along the ground's normal; 0 in the air"),
    ("slip_ratio", "kappa", "1", "(spin × loaded radius − speed) / speed; driving → positive, braking → negative"),
    ("slip_angle", "alpha", "rad", "angle from the wheel's heading to its velocity; pushed to the left → positive, "
     "so that steer left → negative at the front"),
    ("camber_angle", "camber", "rad", "lean of the wheel against the ground's normal; top to the right → positive"),
    ("aligning_moment", "mz", "N*m", "moment of the ground on the tire about its normal; turning left → positive"),
)  # fmt: skip
"""Name, field of a contact, unit and description."""


def corner_channels(corner: Corner, trajectory: Trajectory) -> Iterator[Channel]:
    """All channels of one corner; their names carry its suffix, as in `tire.fl.slip_angle`."""
    yield from _tire(corner, trajectory)
    yield from _spring(corner, trajectory)
    yield from torsion_bar_channels(corner, trajectory)
    yield from _wheel(corner, trajectory)


def quick_corner_channels(corner: Corner, trajectory: Trajectory) -> Iterator[Channel]:
    """Those of tire and wheel."""
    yield from _tire(corner, trajectory)
    yield from _wheel(corner, trajectory)


def _tire(corner: Corner, trajectory: Trajectory) -> Iterator[Channel]:
    place = trajectory.layout.tires.index(corner.name("tire"))
    contact = trajectory.observation.tire[:, place]
    for name, field, unit, text in _TIRE:
        yield Channel(corner.channel("tire", name), unit, "contact", text, contact[field])
    text = "height of the ground where the tire meets it, above the world's origin; upwards → positive"
    yield Channel(corner.channel("tire", "ground_height"), "m", "world", text, contact["height"])


def _spring(corner: Corner, trajectory: Trajectory) -> Iterator[Channel]:
    """The strut with the spring, and the damper where it has points of its own."""
    texts = {"spring": "spring, damper and stops", "damper": "the damper and its stops"}
    for part, what in texts.items():
        element = corner.name(part)
        if element not in trajectory.layout.springs:
            continue
        text = f"length of the {'strut' if part == 'spring' else part} between its ends; bump → smaller"
        yield Channel(corner.channel(part, "length"), "m", "", text, trajectory.spring_length(element))
        text = f"force of {what}; pushing the ends apart → positive"
        yield Channel(corner.channel(part, "force"), "N", "", text, trajectory.spring_force(element))


def torsion_bar_channels(corner: Corner, trajectory: Trajectory) -> Iterator[Channel]:
    """Of a corner that has a torsion bar."""
    bar = corner.name("torsion")
    if bar not in trajectory.layout.springs:
        return
    text = "angle of the arm about its hinge, from the design position; bump → positive"
    yield Channel(corner.channel("torsion_bar", "angle"), "rad", "", text, trajectory.spring_length(bar))
    text = "torque of the torsion bar and its damper on the arm; pushing the wheel down → negative"
    yield Channel(corner.channel("torsion_bar", "torque"), "N*m", "", text, trajectory.spring_force(bar))


def _wheel(corner: Corner, trajectory: Trajectory) -> Iterator[Channel]:
    tire = _tire_of(corner, trajectory)
    frame = trajectory.frames[tire.body]
    axis = trajectory.rotation(tire.body) @ frame.direction(tire.spin_axis)
    spin = np.einsum("ni,ni->n", trajectory.angular_velocity(tire.body), axis)
    yield Channel(
        corner.channel("wheel", "spin"), "rad/s", "", "spin of the wheel about its axis; forward → positive", spin
    )
    centre = trajectory.point(tire.body, tire.centre)
    text = "height of the wheel centre above the world's origin; upwards → positive"
    yield Channel(corner.channel("wheel", "height"), "m", "world", text, centre[:, 2])
    arm = np.einsum("nji,nj->ni", trajectory.rotation("chassis"), centre - trajectory.position("chassis"))
    design = trajectory.frames["chassis"].point(tire.centre)
    text = "travel of the wheel centre along the chassis z axis, from the design position; bump → positive"
    yield Channel(corner.channel("suspension", "travel"), "m", "chassis", text, arm[:, 2] - design[2])


def _tire_of(corner: Corner, trajectory: Trajectory) -> Tire:
    name = corner.name("tire")
    return next(tire for tire in trajectory.mechanism.tires if tire.name == name)
