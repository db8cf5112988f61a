"""Names of channels in result files of formats 1 and 2, which had no parts: `yaw_rate` is `chassis.yaw_rate` now."""

from __future__ import annotations

_CHASSIS = (
    *("position_x", "position_y", "position_z", "roll_angle", "pitch_angle", "yaw_angle", "speed", "side_slip_angle"),
    *("roll_rate", "pitch_rate", "yaw_rate"),
    *("longitudinal_acceleration", "lateral_acceleration", "vertical_acceleration"),
)
_WHOLE = {
    **{name: f"chassis.{name}" for name in _CHASSIS},
    "rack_travel": "rack.travel",
    "engine_speed": "engine.speed",
    "engine_torque": "engine.torque",
    "constraint_violation": "joints.violation",
    "constraint_rate": "joints.violation_rate",
}
_OF_WHEELS = {
    **{f"tire_{force}": ("tire", force) for force in ("longitudinal_force", "lateral_force", "vertical_force")},
    "tire_aligning_moment": ("tire", "aligning_moment"),
    **{name: ("tire", name) for name in ("slip_ratio", "slip_angle", "camber_angle", "ground_height")},
    **{f"{part}_{name}": (part, name) for part in ("spring", "damper") for name in ("length", "force")},
    **{f"torsion_{name}": ("torsion_bar", name) for name in ("angle", "torque")},
    **{f"wheel_{name}": ("wheel", name) for name in ("spin", "height")},
    "jounce_travel": ("suspension", "travel"),
    "half_shaft_torque": ("half_shaft", "torque"),
}


def renamed(old: str) -> str:
    """The name that a channel has today; one that is not known stays as it is."""
    if old in _WHOLE:
        return _WHOLE[old]
    if old.endswith("_input"):
        return f"input.{old.removesuffix('_input')}"
    quantity, _, wheel = old.rpartition("_")
    if quantity in _OF_WHEELS:
        part, name = _OF_WHEELS[quantity]
        return f"{part}.{wheel}.{name}"
    return old
