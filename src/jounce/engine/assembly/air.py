"""The air on a body as a row."""

from __future__ import annotations

import math

from jounce.engine.assembly.bodies import Frame
from jounce.engine.assembly.signals import SignalTable
from jounce.engine.laws.forces.body_forces import SHAPES
from jounce.model import mechanism as kinds
from jounce.model.mechanism.air import ODD


def air_record(force: kinds.AerodynamicDrag, frame: Frame, signals: SignalTable) -> tuple:
    """One record of `jounce.engine.laws.forces.body_forces.DRAG`."""
    given = force.coefficients
    areas = force.air_density, force.drag_area or 0.0, force.lift_area
    wind = [-1] * 4
    if force.wind_speed is not None:
        wind[:2] = signals.add(force.wind_speed), signals.add(force.wind_direction)
        wind[2:] = signals.add_optional(force.zone_start), signals.add_optional(force.zone_end)
    ends = (end - force.point[0] if end is not None else 0.0 for end in (force.front, force.rear))
    head = (frame.index, tuple(frame.point(force.point)), *areas, force.wind, *wind, *ends)
    if given is None:
        return (*head, 0, 0.0, 0.0, *(0.0, -1, 0) * len(SHAPES))
    shapes = given.curves
    if force.drag_area is not None:
        shapes["drag"] = force.drag_area / given.area
    if force.lift_area != 0.0:
        shapes["front_lift"] = shapes["rear_lift"] = 0.5 * force.lift_area / given.area
    rows = [_shape(name, shapes[name], signals) for name in SHAPES]
    return (*head, 1, given.area, given.length, *(number for row in rows for number in row))


def _shape(name: str, given: float | kinds.Curve, signals: SignalTable) -> tuple[float, int, int]:
    """Value, place and number of points of a coefficient."""
    if not isinstance(given, kinds.Curve):
        return given, -1, 0
    return (0.0, *signals.add_smooth_curve(round_about(name, given)))


def round_about(name: str, given: kinds.Curve) -> kinds.Curve:
    """A curve over |β| as one over β from −180° to 180°.

    One that ends before 180° goes on to what is there by symmetry: 0 for side force, roll and yaw, minus the drag of
    flow from ahead; others stay as they are.
    """
    x, y = list(given.x), list(given.y)
    if x[-1] < math.pi:
        x.append(math.pi)
        y.append(0.0 if name in ODD else -y[0] if name == "drag" else y[-1])
    sign = -1.0 if name in ODD else 1.0
    return kinds.Curve(x=(*(-v for v in x[:0:-1]), *x), y=(*(sign * v for v in y[:0:-1]), *y))
