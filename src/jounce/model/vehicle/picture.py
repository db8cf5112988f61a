"""How a vehicle shows itself in a notebook: seen from above and from its left, and its first numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from itertools import combinations
from typing import TypeAlias

from jounce.model.mechanism import Bushing, Distance, Mechanism, Pointed, Revolute, RevoluteSpherical, SpringDamper
from jounce.model.vehicle.corners import CHASSIS
from jounce.model.vehicle.dimensions import Dimensions, measure_dimensions
from jounce.model.vehicle.geometry import Triple
from jounce.model.vehicle.hitches import find_hitches
from jounce.model.vehicle.outline import Outline
from jounce.model.vehicle.trailer import Trailer
from jounce.model.vehicle.translate import to_mechanism
from jounce.model.vehicle.vehicle import Vehicle

WIDTH, MARGIN = 420.0, 10.0
"""Width of a view, and the free space around the car [px]."""
HINGE = 0.11
"""Half the length of a drawn hinge [m]."""
WHEEL_WIDTH = 0.68
"""Width of a drawn wheel by its radius [-]."""
INK, GREY, BLUE, TIRE = "#1f2328", "#bdc1c6", "#0072B2", "#eef1f4"

Spot: TypeAlias = tuple[float, float]
View: TypeAlias = Callable[[Triple], Spot]
Line: TypeAlias = tuple[Triple, Triple]


def vehicle_html(vehicle: Vehicle) -> str:
    """Name, two views and a table of masses and lengths as HTML without scripts."""
    about = f"<br><small>{escape(vehicle.about)}</small>" if vehicle.about else ""
    rows = "".join(
        f'<tr><td style="text-align:left">{escape(name)}</td><td style="text-align:left">{escape(value)}</td></tr>'
        for name, value in describe(measure_dimensions(vehicle))
    )
    return f"<div><p><b>{escape(vehicle.name)}</b>{about}</p>{draw(vehicle)}<table>{rows}</table></div>"


def describe(car: Dimensions) -> Iterator[tuple[str, str]]:
    """Rows of the table: what, and how much with its unit."""
    yield "mass", f"{car.mass:.0f} kg"
    yield "centre of mass above the ground", f"{car.centre_of_mass[2]:.3f} m"
    yield "wheelbase", f"{car.wheelbase:.3f} m"
    for i, axle in enumerate(car.axles):
        load = f", load {1e-3 * car.axle_loads[i]:.2f} kN" if car.axle_loads is not None else ""
        yield f"{axle} axle", f"track {car.tracks[i]:.3f} m{load}"


def draw(vehicle: Vehicle) -> str:
    """The car from above and from its left side, forward to the left, as one SVG."""
    mechanism = to_mechanism(vehicle)
    ends = _ends(mechanism, vehicle)
    scale = (WIDTH - 2.0 * MARGIN) / (ends[0] - ends[1])
    half = max(abs(tire.centre[1]) + 0.5 * WHEEL_WIDTH * tire.radius for tire in mechanism.tires)
    half = max(half, *(0.5 * outline.width for outline, _ in _outlines(vehicle))) if _outlines(vehicle) else half
    top = max(point[2] for line in _lines(mechanism) for point in line)
    top = max(top, *(tire.centre[2] + tire.radius for tire in mechanism.tires))
    middle, ground = MARGIN + scale * half, 4.0 * MARGIN + scale * (2.0 * half + top)

    def above(point: Triple) -> Spot:
        return MARGIN + scale * (ends[0] - point[0]), middle + scale * point[1]

    def beside(point: Triple) -> Spot:
        return MARGIN + scale * (ends[0] - point[0]), ground - scale * point[2]

    parts = [_outline(*each, above, scale) for each in _outlines(vehicle)]
    parts += _wheels_from_above(mechanism, above, scale)
    parts.append(_line((0.0, ground), (WIDTH, ground), GREY, 1.0))
    parts += _wheels_from_the_side(mechanism, beside, scale)
    for view in (above, beside):
        parts += [_line(view(start), view(end), INK, 1.6) for start, end in _links(mechanism)]
        parts += [_line(view(start), view(end), BLUE, 3.0, "2 1.5") for start, end in _springs(mechanism)]
    height = ground + MARGIN
    title = f"{vehicle.name} from above and from the left, forward to the left"
    return (
        f'<svg width="{WIDTH:.0f}" height="{height:.0f}" viewBox="0 0 {WIDTH:.0f} {height:.0f}" role="img" '
        f'aria-label="{escape(title)}">{"".join(parts)}</svg>'
    )


def _ends(mechanism: Mechanism, vehicle: Vehicle) -> tuple[float, float]:
    """x of the front and of the rear end of the drawing [m]."""
    points = [point[0] for line in _lines(mechanism) for point in line]
    fronts = [*points, *(tire.centre[0] + tire.radius for tire in mechanism.tires)]
    rears = [*points, *(tire.centre[0] - tire.radius for tire in mechanism.tires)]
    for outline, first_axle in _outlines(vehicle):
        fronts.append(first_axle + outline.front_overhang)
        rears.append(first_axle + outline.front_overhang - outline.length)
    return max(fronts), min(rears)


def _lines(mechanism: Mechanism) -> list[Line]:
    return [*_links(mechanism), *_springs(mechanism)]


def _links(mechanism: Mechanism) -> Iterator[Line]:
    """Massless rods, and every moving part as lines between the points where joints and forces act on it."""
    left_out = {CHASSIS, *(joint.body_b for joint in find_hitches(mechanism)), *(t.body for t in mechanism.tires)}
    points: dict[str, list[Triple]] = {}
    for element in (*mechanism.joints, *mechanism.forces):
        if isinstance(element, Distance | RevoluteSpherical):
            yield element.point_a, element.point_b
        if isinstance(element, Pointed | SpringDamper | Bushing):
            points.setdefault(element.body_a, []).append(element.point_a)
            points.setdefault(element.body_b, []).extend(_on_second_body(element))
    for body, found in points.items():
        if body not in left_out:
            yield from combinations(found, 2)


def _on_second_body(element: Pointed | SpringDamper | Bushing) -> list[Triple]:
    """The point of an element on its second body; of a hinge the two ends of its bearing."""
    if not isinstance(element, Revolute):
        return [element.point_b]
    (x, y, z), (a, b, c) = element.point_b, element.axis_b
    return [(x + s * a, y + s * b, z + s * c) for s in (-HINGE, HINGE)]


def _springs(mechanism: Mechanism) -> Iterator[Line]:
    yield from ((force.point_a, force.point_b) for force in mechanism.forces if isinstance(force, SpringDamper))


def _outlines(vehicle: Vehicle) -> list[tuple[Outline, float]]:
    """Outlines of all units that have one, and x of their first axles [m]."""
    units: tuple[Vehicle | Trailer, ...] = (vehicle, *vehicle.trailers)
    return [(u.outline, u.axles[0].suspension.wheel_centre[0]) for u in units if u.outline is not None]


def _outline(outline: Outline, first_axle: float, above: View, scale: float) -> str:
    """The body of a unit from above."""
    x, y = above((first_axle + outline.front_overhang, -0.5 * outline.width, 0.0))
    length, width = scale * outline.length, scale * outline.width
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{length:.1f}" height="{width:.1f}" rx="{0.15 * width:.1f}" '
        f'fill="none" stroke="{GREY}"/>'
    )


def _wheels_from_above(mechanism: Mechanism, above: View, scale: float) -> Iterator[str]:
    for tire in mechanism.tires:
        x, y = above(tire.centre)
        length, width = 2.0 * scale * tire.radius, WHEEL_WIDTH * scale * tire.radius
        yield (
            f'<rect class="wheel" x="{x - 0.5 * length:.1f}" y="{y - 0.5 * width:.1f}" width="{length:.1f}" '
            f'height="{width:.1f}" rx="{0.25 * width:.1f}" fill="{TIRE}" stroke="{INK}"/>'
        )


def _wheels_from_the_side(mechanism: Mechanism, beside: View, scale: float) -> Iterator[str]:
    for tire in mechanism.tires:
        if tire.side == "left":
            x, y = beside(tire.centre)
            radius = scale * tire.radius
            yield f'<circle class="wheel" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{TIRE}" stroke="{INK}"/>'


def _line(start: Spot, end: Spot, colour: str, width: float, dash: str = "") -> str:
    (a, b), (c, d) = start, end
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    place = f'x1="{a:.1f}" y1="{b:.1f}" x2="{c:.1f}" y2="{d:.1f}"'
    return f'<line {place} stroke="{colour}" stroke-width="{width:g}"{dashed}/>'
