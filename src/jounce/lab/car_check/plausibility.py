"""Warnings for what is written correctly and yet is no car: millimetres as metres, N/mm as N/m, tonnes as kilograms.

Limits are wide: they hold for karts, trucks and rovers. What lies outside is nearly always a unit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from jounce.findings import Finding, dotted
from jounce.lab.car_check.axle_figures import AxleFigures
from jounce.lab.car_check.figures import CarFigures
from jounce.lab.car_check.part_plausibility import part_findings
from jounce.model.mechanism.tires import TirTire
from jounce.model.vehicle import SIDES, Axle, Vehicle

IN_METRES = "coordinates are in metres unless a unit is written, such as 1150 mm"
WHEELBASES, TRACKS, WHEEL_HEIGHTS = (0.3, 20.0), (0.2, 10.0), (0.02, 3.0)
"""[m]"""
MASSES = (1.0, 100e3)
"""[kg]"""
RIDE_FREQUENCIES = (0.5, 15.0)
"""[Hz]"""
MAX_SAG = 0.3
"""[m]"""
DAMPING_RATIOS = (0.01, 5.0)
TIRE_DEFLECTIONS = (1e-3, 0.3)
"""Deflection of a tire under the static load, per its radius."""
MAX_DESIGN_GAP = 0.3
"""Difference between the radius of a tire and the height of its wheel centre, per radius."""
STEERING_RATIOS = (2.0, 60.0)
MAX_ALIGNMENT = math.radians(15.0)
"""[rad]"""


def geometry_findings(vehicle: Vehicle) -> list[Finding]:
    """What is odd about the places of wheels and parts; such a car is not worth settling."""
    axles, found = vehicle.axles, list[Finding]()
    for axle in vehicle.all_axles:
        _, y, z = axle.suspension.wheel_centre
        where = dotted("axles", axle.name, "suspension", "wheel_centre")
        found += _outside(where, "implausible track", 2.0 * y, TRACKS, "m", IN_METRES)
        found += _outside(where, "implausible height of the wheel centre", z, WHEEL_HEIGHTS, "m", IN_METRES)
    if len(axles) > 1:
        wheelbase = axles[0].suspension.wheel_centre[0] - axles[-1].suspension.wheel_centre[0]
        where = dotted("axles", axles[0].name, "suspension", "wheel_centre")
        found += _outside(where, "implausible wheelbase", wheelbase, WHEELBASES, "m", IN_METRES)
    return found + list(part_findings(vehicle))


def plausibility_findings(vehicle: Vehicle, figures: CarFigures) -> list[Finding]:
    """What is odd about the figures of a car."""
    found = [*_outside("chassis.mass", "implausible mass of the car", figures.mass, MASSES, "kg", "masses are in kg")]
    if figures.steering_ratio is not None and vehicle.steering is not None:
        key, what = vehicle.steering.ratio_key, "implausible steering ratio"
        hint = (
            "travel_per_turn is in metres unless a unit is written, such as -54 mm" if key == "travel_per_turn" else ""
        )
        where = f"steering.{key}"
        found += _outside(where, what, figures.steering_ratio, STEERING_RATIOS, "", hint)
    for axle in figures.axles:
        found += _load_findings(axle)
        found += _spring_findings(axle)
        found += _tire_findings(vehicle, axle)
        found += _alignment_findings(axle)
    return found


def tire_file_findings(vehicle: Vehicle) -> list[Finding]:
    """What is odd about the tire property files that a car names, each file once."""
    laws = dict.fromkeys(axle.on(side).tire for axle in vehicle.all_axles for side in SIDES)
    return [finding for law in laws if isinstance(law, TirTire) for finding in law.properties.findings]


def design_gap_findings(vehicle: Vehicle, limit: float = MAX_DESIGN_GAP) -> list[Finding]:
    """Wheel centres that are further from the radius of their tires than `limit` times that radius."""
    return [finding for axle in vehicle.all_axles for finding in _gap_findings(axle, limit)]


def _load_findings(axle: AxleFigures) -> Iterator[Finding]:
    if not axle.load > 0.0:
        hint = "the centre of mass of the car must lie between its axles: check it, and the wheel centres"
        what = f"axle {axle.name!r} carries no load"
        yield Finding("chassis.centre_of_mass", what, f"{axle.load:.4g} N", "a load greater than 0", hint)


def _spring_findings(axle: AxleFigures) -> Iterator[Finding]:
    where = dotted("axles", axle.name, "suspension", "spring")
    rate, hint = min(axle.wheel_rate), "stiffness is in N/m unless a unit is written, such as 47 N/mm"
    if rate <= 0.0:
        yield Finding(where, "nothing springs the wheel", f"a wheel rate of {rate:.4g} N/m", "more than 0", hint)
    elif axle.load > 0.0:
        yield from _outside(where, "implausible ride frequency", axle.ride_frequency[0], RIDE_FREQUENCIES, "Hz", hint)
        hint = "damping is in N s/m: 3000, not 3"
        yield from _outside(where, "implausible damping ratio", axle.damping_ratio[0], DAMPING_RATIOS, "", hint)
    if abs(axle.sag) > MAX_SAG:
        got = f"{axle.sag:.3g} m down" if axle.sag > 0.0 else f"{-axle.sag:.3g} m up"
        hint = "check stiffness, preload and free_length; preload: balance chooses the preload for the design position"
        what, expected = "moves far from the design position to its equilibrium", f"less than {MAX_SAG:g} m"
        yield Finding(where, what, got, expected, hint)


def _tire_findings(vehicle: Vehicle, axle: AxleFigures) -> Iterator[Finding]:
    there = vehicle.axle(axle.name)
    radius = there.tire.radius
    if axle.load > 0.0 and not any(_gap_findings(there, MAX_DESIGN_GAP)):
        where = dotted("axles", axle.name, "tire")
        hint = "vertical_stiffness is in N/m unless a unit is written, such as 200 N/mm"
        limits = (TIRE_DEFLECTIONS[0] * radius, TIRE_DEFLECTIONS[1] * radius)
        what = "implausible deflection of the tire"
        yield from _outside(where, what, max(axle.tire_deflection), limits, "m", hint)


def _gap_findings(axle: Axle, limit: float) -> Iterator[Finding]:
    radius, height = axle.tire.radius, axle.suspension.wheel_centre[2]
    if abs(radius - height) > limit * radius:
        got = f"radius {radius:g} m, wheel centre {height:g} m above the ground"
        expected, hint = "a wheel centre a little lower than the radius", "check both; lengths are in metres"
        what = "tire does not fit the height of the wheel centre"
        yield Finding(dotted("axles", axle.name, "tire"), what, got, expected, hint)


def _alignment_findings(axle: AxleFigures) -> Iterator[Finding]:
    for key, values in (("toe", axle.toe), ("camber", axle.camber)):
        worst = max(values, key=abs)
        if abs(worst) > MAX_ALIGNMENT:
            where, hint = (
                dotted("axles", axle.name, "suspension"),
                "angles are in rad unless a unit is written: 0.5 deg",
            )
            got, expected = f"{math.degrees(worst):.3g} deg", f"at most {math.degrees(MAX_ALIGNMENT):g} deg"
            yield Finding(where, f"implausible static {key}", got, expected, hint)


def _outside(
    where: str, what: str, value: float, limits: tuple[float, float], unit: str, hint: str
) -> Iterator[Finding]:
    """A finding if a value, which may be NaN, is not within its limits."""
    low, high = limits
    if value < low or value > high:
        yield Finding(where, what, f"{value:.4g} {unit}".strip(), f"{low:.4g} to {high:.4g} {unit}".strip(), hint)
