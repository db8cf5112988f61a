"""Names and units of the states of a linear model, in the order of `jounce.engine.analysis.joint_chart`."""

from __future__ import annotations

from collections.abc import Iterator

from jounce.engine.analysis.joint_chart import JointChart, element_states
from jounce.engine.assembly.spanning_tree import SLIDE
from jounce.engine.formulations.synthesis.system import System
from jounce.engine.laws.forces.laws import law_of

_BASE_POSITIONS = (
    ("longitudinal_displacement", "m"),
    ("lateral_displacement", "m"),
    ("vertical_displacement", "m"),
    ("roll_angle", "rad"),
    ("pitch_angle", "rad"),
    ("yaw_angle", "rad"),
)
_BASE_VELOCITIES = (
    ("longitudinal_velocity", "m/s"),
    ("lateral_velocity", "m/s"),
    ("vertical_velocity", "m/s"),
    ("roll_rate", "rad/s"),
    ("pitch_rate", "rad/s"),
    ("yaw_rate", "rad/s"),
)
_ELEMENT_STATES = {
    "brake": ("grip", "1"),
    "speed_control": ("filtered_force", "N"),
    "engine": ("pedal_integral", "1"),
    "motor": ("charge_drawn", "1"),
    "brake pressure": ("relative_pressure", "1"),
    "brake disc": ("temperature_by_100_K", "1"),
}
"""Force law → what its state is, and its unit."""

Label = tuple[str, str]
"""Name and unit."""


def state_labels(chart: JointChart) -> list[Label]:
    """Name and unit of every state: `chassis.yaw_rate`, `lca_fl.angle`, `lca_fl.angle_rate`, `tire_fl.lateral_slip`."""
    base = chart.system.state.tree.base
    free = chart.base is not None
    positions = [(f"{base}.{name}", unit) for name, unit in _BASE_POSITIONS if free]
    velocities = [(f"{base}.{name}", unit) for name, unit in _BASE_VELOCITIES if free]
    for coordinate, i in chart.rates:
        name = coordinate.rate_name(i).replace(" about ", "_").replace(" ", ".")
        unit = "m" if coordinate.kind == SLIDE else "rad"
        positions.append((name, unit))
        velocities.append((f"{name}_rate", f"{unit}/s"))
    known = dict(_packed_states(chart.system))
    return [*positions, *velocities, *(known[k] for k in element_states(chart.system))]


def _packed_states(system: System) -> Iterator[tuple[int, Label]]:
    """Packed number of every element state → name and unit."""
    arrays, layout = system.packed.arrays, system.layout
    for name, law in zip(layout.scalar_forces, arrays["scalar_forces"], strict=True):
        if law["state"] >= 0:
            what, unit = _ELEMENT_STATES.get(law_of(law["kind"]).name, ("state", "1"))
            yield int(law["state"]), (f"{name}.{what}", unit)
    for name, tire in zip(layout.tires, arrays["tires"], strict=True):
        if tire["state"] >= 0:
            yield int(tire["state"]), (f"{name}.longitudinal_slip", "1")
            yield int(tire["state"]) + 1, (f"{name}.lateral_slip", "1")
    for joint, place in layout.joints.items():
        for row in arrays["rows"][place.rows.start : place.rows.stop]:
            if row["filter"] >= 0:
                unit = "m" if "travel" in str(_driven_coordinate(system, joint)) else "rad"
                yield int(row["filter"]), (f"{joint}.position", unit)
                yield int(row["filter"]) + 1, (f"{joint}.position_rate", f"{unit}/s")


def _driven_coordinate(system: System, motion: str) -> str | None:
    """Name of the coordinate that a prescribed motion moves."""
    return next((c.name for c in system.state.coordinates if c.driver == motion), None)
