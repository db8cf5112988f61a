"""The linkage of an axle from behind and from its left side, as SVG."""

from __future__ import annotations

import math
from collections.abc import Callable
from html import escape
from typing import TypeAlias

from jounce.lab.kinematics_compliance import AxleSheet
from jounce.lab.kinematics_compliance.linkage import Link, Triple
from jounce.output.reports.plots import BLUE, GREEN, VERMILLION

INK, SOFT, TIRE = "var(--ink, #1f2328)", "var(--soft, #59636e)", "var(--grid, #eef1f4)"
WIDE = 0.19
"""Width of a drawn wheel [m]."""
LOOKS = {"part": (INK, 4.0), "carrier": ("#8c959f", 4.0), "rod": (SOFT, 2.5), "spring": (BLUE, 2.5)}
"""Colour and width of lines by their kind."""
FARTHEST = 1.1
"""Length of the line towards an instant centre that is farther away [m]."""
MIN_TURN = 1e-3
"""Turn of a carrier per wheel travel below which its instant centre is too far to be drawn [rad/m]."""

Spot: TypeAlias = tuple[float, float]


def rear_view(axle: AxleSheet) -> str:
    """Both sides from behind: the left wheel is on the left. With kingpins and roll centre."""
    drawn, width, height = axle.linkage, 600.0, 250.0
    scale = min(width / (axle.track + 0.5), (height - 34.0) / _top(axle))

    def place(point: Triple) -> Spot:
        return 0.5 * width - scale * point[1], height - 26.0 - scale * point[2]

    def mirror(point: Triple) -> Spot:
        x, y, z = point
        return place((x, -y, z))

    parts = [_line((0.0, height - 26.0), (width, height - 26.0), "var(--axis, #bdc1c6)", 1.2)]
    parts.append(_line((0.5 * width, 8.0), (0.5 * width, height - 18.0), "var(--axis, #bdc1c6)", 1.0, "8 4 2 4"))
    lean = math.degrees(math.asin(drawn.spin_axis[2]))
    for side, sign in ((place, 1.0), (mirror, -1.0)):
        x, y = side(drawn.wheel_centre)
        w, h = scale * WIDE, 2.0 * scale * drawn.radius
        parts.append(
            f'<rect x="{x - 0.5 * w:.1f}" y="{y - 0.5 * h:.1f}" width="{w:.1f}" height="{h:.1f}" rx="{0.3 * w:.1f}" '
            f'fill="{TIRE}" stroke="{SOFT}" transform="rotate({sign * lean:.2f} {x:.1f} {y:.1f})"/>'
        )
        parts += _links(drawn.links, side)
    centre = place((0.0, 0.0, float(axle.parallel.roll_centre_height[axle.parallel.design])))
    parts.append(_line(place(drawn.contact), centre, GREEN, 1.2, "4 3"))
    parts.append(_line(mirror(drawn.contact), centre, GREEN, 1.2, "4 3"))
    parts.append(f'<circle cx="{centre[0]:.1f}" cy="{centre[1]:.1f}" r="5" fill="{GREEN}"/>')
    return _svg(width, height, "rear view, both sides", parts)


def side_view(axle: AxleSheet) -> str:
    """The axle from the left: forward is to the left. With kingpin, instant centre, and the line to it from the contact
    point, along which the linkage carries braking forces: the steeper, the more anti-dive or anti-lift."""
    drawn, width, height = axle.linkage, 600.0, 250.0
    xs = [point[0] for link in drawn.links for point in (link.start, link.end)]
    xs += [drawn.wheel_centre[0] - drawn.radius, drawn.wheel_centre[0] + drawn.radius]
    scale = min((height - 34.0) / _top(axle), (width - 40.0) / (max(xs) - min(xs)))
    middle = 0.5 * (max(xs) + min(xs))

    def place(point: Triple) -> Spot:
        return 0.5 * width - scale * (point[0] - middle), height - 26.0 - scale * point[2]

    x, y = place(drawn.wheel_centre)
    parts = [_line((0.0, height - 26.0), (width, height - 26.0), "var(--axis, #bdc1c6)", 1.2)]
    parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{scale * drawn.radius:.1f}" fill="{TIRE}" stroke="{SOFT}"/>')
    contact, centre = (drawn.contact[0], drawn.contact[2]), side_view_centre(axle)
    if centre is not None:
        reach = min(1.0, FARTHEST / max(math.dist(contact, centre), 1e-9))
        end = place((contact[0] + reach * (centre[0] - contact[0]), 0.0, contact[1] + reach * (centre[1] - contact[1])))
        parts.append(_line(place(drawn.contact), end, GREEN, 1.2, "4 3"))
        if reach == 1.0:
            parts.append(f'<circle cx="{end[0]:.1f}" cy="{end[1]:.1f}" r="5" fill="{GREEN}"/>')
    parts += _links(drawn.links, place)
    return _svg(width, height, "side view, forward to the left", parts)


def side_view_centre(axle: AxleSheet) -> Spot | None:
    """x and z of the instant centre of the left carrier in side view, its wheel locked, at the design position [m].

    With the path dx/dz = s of the contact point and the turn dθ/dz = g of the carrier, top rearwards, it lies at
    (x − 1/g, z + s/g); None for a carrier that does not turn.
    """
    sweep = axle.parallel
    i, left = sweep.design, sweep.left
    if not 0 < i < len(sweep.travel) - 1:
        return None
    turn = float(left.side_view_angle[i + 1] - left.side_view_angle[i - 1]) / float(
        sweep.travel[i + 1] - sweep.travel[i - 1]
    )
    if abs(turn) < MIN_TURN:
        return None
    x, _, z = axle.linkage.contact
    return x - 1.0 / turn, z + float(left.contact_slope_x[i]) / turn


def _top(axle: AxleSheet) -> float:
    """Height of the highest point [m]."""
    heights = [point[2] for link in axle.linkage.links for point in (link.start, link.end)]
    return max(*heights, 2.0 * axle.linkage.radius) + 0.03


def _links(links: tuple[Link, ...], place: Callable[[Triple], Spot]) -> list[str]:
    """Kingpin below, then carriers, parts, rods and springs, with dots where they meet."""
    order = ("kingpin", "carrier", "part", "rod", "spring")
    parts = []
    for link in sorted(links, key=lambda link: order.index(link.kind)):
        start, end = place(link.start), place(link.end)
        if link.kind == "kingpin":
            parts.append(_line(start, end, VERMILLION, 1.4, "7 4"))
            continue
        colour, width = LOOKS[link.kind]
        dash = "3 2.2" if link.kind == "spring" else ""
        parts.append(_line(start, end, colour, 6.0 if dash else width, dash))
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.2" fill="{INK}"/>' for x, y in (start, end)]
    return parts


def _line(start: Spot, end: Spot, colour: str, width: float, dash: str = "") -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    (a, b), (c, d) = start, end
    return (
        f'<line x1="{a:.1f}" y1="{b:.1f}" x2="{c:.1f}" y2="{d:.1f}" stroke="{colour}" stroke-width="{width:g}"'
        f' stroke-linecap="{"butt" if dash else "round"}"{dashed}/>'
    )


def _svg(width: float, height: float, title: str, parts: list[str]) -> str:
    words = f'<text x="4" y="{height - 8:.0f}" font-size="12.5" fill="{SOFT}">{escape(title)}</text>'
    return (
        f'<svg viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{escape(title)}">'
        f"{''.join(parts)}{words}</svg>"
    )
