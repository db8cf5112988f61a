"""Every channel of a car: its name, unit, axes, and what it is. WHEEL stands for the name of a wheel, such as fl, or of
the inner tire of dual wheels, such as rl_inner; NAME for that of a trailer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from jounce.lab.results.channel import Channel

WHEEL, TRAILER = "WHEEL", "NAME"


class About(NamedTuple):
    """What is the same for a channel in all runs."""

    unit: str
    frame: str
    description: str


CHANNELS: Mapping[str, About] = {
    "time": About("s", "", "time since the start of the run"),
    "chassis.position_x": About(
        "m",
        "world",
        "position of the chassis' centre of mass; positive along the initial heading",
    ),
    "chassis.position_y": About("m", "world", "position of the chassis' centre of mass; positive to the left"),
    "chassis.position_z": About("m", "world", "position of the chassis' centre of mass; positive upwards"),
    "chassis.roll_angle": About(
        "rad",
        "world",
        "roll angle of the chassis, order yaw, pitch, roll (ISO 8855); leaning to the right (steer left) → positive",
    ),
    "chassis.pitch_angle": About(
        "rad",
        "world",
        "pitch angle of the chassis, order yaw, pitch, roll (ISO 8855); nose down → positive",
    ),
    "chassis.yaw_angle": About(
        "rad",
        "world",
        "yaw angle of the chassis, order yaw, pitch, roll (ISO 8855); turned to the left → positive",
    ),
    "chassis.speed": About("m/s", "world", "horizontal speed of the chassis' centre of mass; never negative"),
    "chassis.side_slip_angle": About(
        "rad",
        "heading",
        "angle from the car's heading to its velocity at the centre of mass; sliding to the left → positive",
    ),
    "chassis.vertical_velocity": About(
        "m/s",
        "world",
        "vertical velocity of the chassis' centre of mass; upwards → positive",
    ),
    "chassis.roll_rate": About(
        "rad/s",
        "heading",
        "angular velocity of the chassis about the horizontal axis along its heading; right side falling → positive",
    ),
    "chassis.pitch_rate": About(
        "rad/s",
        "heading",
        "angular velocity of the chassis about the horizontal axis to its left; nose falling → positive",
    ),
    "chassis.yaw_rate": About(
        "rad/s",
        "world",
        "angular velocity of the chassis about the world's vertical; steer left → positive",
    ),
    "chassis.longitudinal_acceleration": About(
        "m/s^2",
        "heading",
        "horizontal acceleration of the chassis' centre of mass along its heading; gaining speed → positive",
    ),
    "chassis.lateral_acceleration": About(
        "m/s^2",
        "heading",
        "horizontal acceleration of the chassis' centre of mass across its heading; steer left → positive",
    ),
    "chassis.vertical_acceleration": About(
        "m/s^2",
        "world",
        "vertical acceleration of the chassis' centre of mass, without gravity; upwards → positive",
    ),
    "rack.travel": About(
        "m",
        "chassis",
        "travel of the rack along its axis, from the design position; the file says which sign steers left",
    ),
    "steering_wheel.angle": About(
        "rad",
        "",
        "angle of a steering wheel that is geared to the rack without play; steer left → positive",
    ),
    "steering_wheel.torque": About(
        "N*m",
        "chassis",
        "torque at the steering wheel that holds the input: of the torsion bar, of the servo, or of a rigid column; "
        "steer left → positive",
    ),
    "engine.speed": About(
        "rad/s",
        "chassis",
        "speed of the engine against the chassis; forward gear and driving forward → positive",
    ),
    "engine.torque": About("N*m", "", "torque of the engine on its shaft; driving → positive, on overrun → negative"),
    "motor.WHEEL.speed": About(
        "rad/s",
        "chassis",
        "speed of a motor against the chassis, by its name or by the wheel that it drives; driving forward → positive",
    ),
    "motor.WHEEL.torque": About("N*m", "", "torque of a motor on its shaft; driving forward → positive"),
    "motor.WHEEL.electrical_power": About("W", "", "power that a motor draws; braking, given back → negative"),
    "battery.power": About("W", "", "power that all motors draw from the battery; charging → negative"),
    "battery.state_of_charge": About("1", "", "energy left in the battery by its capacity; driving → smaller"),
    "brake.WHEEL.torque": About("N*m", "", "torque of the brake on its wheel; rolling forward → negative"),
    "brake.WHEEL.pressure": About(
        "Pa", "", "pressure in the brake, behind its lag, times the friction that a hot disc has left; never negative"
    ),
    "brake.WHEEL.temperature": About("K", "", "temperature of the brake disc above that of the air; braking → greater"),
    "half_shaft.WHEEL.torque": About("N*m", "", "torque of the half shaft on its wheel; driving forward → positive"),
    "tire.WHEEL.longitudinal_force": About(
        "N",
        "contact",
        "force of the ground on the tire along its heading; driving → positive",
    ),
    "tire.WHEEL.lateral_force": About(
        "N",
        "contact",
        "force of the ground on the tire across its heading; steer left → positive",
    ),
    "tire.WHEEL.vertical_force": About(
        "N",
        "contact",
        "force of the ground on the tire along the ground's normal; 0 in the air",
    ),
    "tire.WHEEL.slip_ratio": About(
        "1",
        "contact",
        "(spin × loaded radius − speed) / speed; driving → positive, braking → negative",
    ),
    "tire.WHEEL.slip_angle": About(
        "rad",
        "contact",
        "angle from the wheel's heading to its velocity; pushed to the left → positive, so that steer "
        "left → negative at the front",
    ),
    "tire.WHEEL.camber_angle": About(
        "rad",
        "contact",
        "lean of the wheel against the ground's normal; top to the right → positive",
    ),
    "tire.WHEEL.aligning_moment": About(
        "N*m",
        "contact",
        "moment of the ground on the tire about its normal; turning left → positive",
    ),
    "tire.WHEEL.ground_height": About(
        "m",
        "world",
        "height of the ground where the tire meets it, above the world's origin; upwards → positive",
    ),
    "tire.WHEEL.contact_x": About("m", "world", "x of the point where the tire meets the ground"),
    "tire.WHEEL.contact_y": About("m", "world", "y of the point where the tire meets the ground; left → positive"),
    "spring.WHEEL.length": About("m", "", "length of the strut between its ends; bump → smaller"),
    "spring.WHEEL.force": About("N", "", "force of spring, damper and stops; pushing the ends apart → positive"),
    "damper.WHEEL.length": About("m", "", "length of the damper between its ends; bump → smaller"),
    "damper.WHEEL.force": About("N", "", "force of the damper and its stops; pushing the ends apart → positive"),
    "torsion_bar.WHEEL.angle": About(
        "rad",
        "",
        "angle of the arm about its hinge, from the design position; bump → positive",
    ),
    "torsion_bar.WHEEL.torque": About(
        "N*m",
        "",
        "torque of the torsion bar and its damper on the arm; pushing the wheel down → negative",
    ),
    "wheel.WHEEL.spin": About("rad/s", "", "spin of the wheel about its axis; forward → positive"),
    "wheel.WHEEL.height": About(
        "m",
        "world",
        "height of the wheel centre above the world's origin; upwards → positive",
    ),
    "suspension.WHEEL.travel": About(
        "m",
        "chassis",
        "travel of the wheel centre along the chassis z axis, from the design position; bump → positive",
    ),
    "suspension.WHEEL.velocity": About(
        "m/s",
        "chassis",
        "velocity of the wheel centre along the chassis z axis, seen from the chassis; bump → positive",
    ),
    "trailer.NAME.position_x": About(
        "m",
        "world",
        "position of the trailer's centre of mass; positive along the initial heading",
    ),
    "trailer.NAME.position_y": About("m", "world", "position of the trailer's centre of mass; positive to the left"),
    "trailer.NAME.roll_angle": About("rad", "world", "roll angle of the trailer, as that of the chassis"),
    "trailer.NAME.yaw_angle": About("rad", "world", "yaw angle of the trailer, as that of the chassis"),
    "trailer.NAME.speed": About("m/s", "world", "horizontal speed of the trailer's centre of mass; never negative"),
    "trailer.NAME.side_slip_angle": About(
        "rad",
        "heading",
        "angle from the trailer's heading to its velocity at the centre of mass; sliding to the left → positive",
    ),
    "trailer.NAME.yaw_rate": About(
        "rad/s",
        "world",
        "angular velocity of the trailer about the world's vertical; steer left → positive",
    ),
    "trailer.NAME.articulation_angle": About(
        "rad",
        "world",
        "yaw angle of the unit before less that of the trailer; unit before turned to the left → positive",
    ),
    "trailer.NAME.longitudinal_acceleration": About(
        "m/s^2",
        "heading",
        "horizontal acceleration of the trailer's centre of mass along its heading; gaining speed → positive",
    ),
    "trailer.NAME.lateral_acceleration": About(
        "m/s^2",
        "heading",
        "horizontal acceleration of the trailer's centre of mass across its heading; steer left → positive",
    ),
    "trailer.NAME.hitch_force_x": About(
        "N",
        "heading",
        "force of the trailer on the unit before, along the heading of that unit; pushing it forward → positive",
    ),
    "trailer.NAME.hitch_force_y": About(
        "N",
        "heading",
        "force of the trailer on the unit before, across the heading of that unit; pushing it to the left → positive",
    ),
    "trailer.NAME.hitch_force_z": About(
        "N",
        "world",
        "vertical force of the trailer on the unit before; upwards → positive, so that a load on the hitch is negative",
    ),
    "joints.violation": About(
        "m",
        "",
        "largest |Φ| of all constraint equations: gaps of joints in m, conditions on directions as cosines",
    ),
    "joints.violation_rate": About("m/s", "", "largest |dΦ/dt| of all constraint equations"),
    "energy.kinetic": About("J", "", "of all bodies"),
    "energy.potential": About("J", "", "of gravity and of springs, bars and stops, since the start"),
    "energy.supplied": About("J", "", "work of everything that is driven (engine, motors, servo) since the start"),
    "energy.dissipated": About("J", "", "work lost in dampers, brakes, tires and air since the start"),
    "energy.residual": About(
        "J",
        "",
        "what the other accounts leave over: errors of the steps and of sums over samples",
    ),
}
"""Channels by name; those of inputs are called `input.NAME`, and have the unit of what they move."""


def table_key(name: str) -> str:
    """The name under which the table has a channel: `tire.WHEEL.slip_angle` for tire.fl.slip_angle."""
    part, *rest = name.split(".")
    return f"{part}.{TRAILER if part == 'trailer' else WHEEL}.{rest[1]}" if len(rest) == 2 else name


def named_channel(name: str, values: np.ndarray, *, ending: str = "") -> Channel:
    """A channel of the table; ending: what its description ends with in this car."""
    unit, frame, text = CHANNELS[table_key(name)]
    return Channel(name, unit, frame, text.partition("; ")[0] + "; " + ending if ending else text, values)
