"""The rear (or front) axle of the library's sedan on other suspensions, as files would have them."""

from __future__ import annotations

from typing import Any

from jounce.model.library import load_vehicle
from jounce.model.mechanism import replace
from jounce.model.vehicle import Vehicle


def multilink(x: float = -1.45, *, heavy: bool = False) -> dict[str, Any]:
    """Five links, for a wheel centre at x [m]; heavy: the lower rear one is a body and carries the spring."""
    links = {
        "lower_front": {"inner": (x + 0.30, 0.40, 0.22), "outer": (x + 0.03, 0.69, 0.20)},
        "lower_rear": {"inner": (x - 0.10, 0.25, 0.21), "outer": (x - 0.05, 0.69, 0.19)},
        "upper_front": {"inner": (x + 0.25, 0.48, 0.42), "outer": (x + 0.04, 0.66, 0.44)},
        "upper_rear": {"inner": (x - 0.05, 0.40, 0.41), "outer": (x - 0.02, 0.65, 0.45)},
    }
    spring = {"upper": (x - 0.02, 0.52, 0.62), "lower": (x - 0.03, 0.60, 0.24), "stiffness": 42e3, "damping": 2600.0,
              "preload": 5200.0}  # fmt: skip
    if heavy:
        links["lower_rear"] |= {"mass": 4.0, "inertia": (0.06, 0.004, 0.06)}
        spring |= {"carrier": "lower_rear", "lower": (x - 0.07, 0.50, 0.215)}
    return {
        "kind": "multilink",
        "wheel_centre": (x, 0.76, 0.30),
        "links": links,
        "knuckle": {"mass": 14.0, "centre_of_mass": (x, 0.68, 0.31), "inertia": (0.28, 0.26, 0.18)},
        "tie_rod": {"inner": (x - 0.18, 0.30, 0.25), "outer": (x - 0.16, 0.70, 0.26)},
        "spring": spring,
    }


def solid_axle(x: float = -1.45, *, lateral: str = "panhard", steered: bool = False) -> dict[str, Any]:
    """Two lower links and a third one above with a Panhard rod or a Watt linkage, or four links that converge."""
    keys: dict[str, Any] = {
        "kind": "solid_axle",
        "wheel_centre": (x, 0.76, 0.33),
        "beam": {"mass": 95.0, "centre_of_mass": (x, 0.0, 0.33), "inertia": (14.0, 1.2, 14.0)},
        "links": {"lower": {"inner": (x + 0.75, 0.42, 0.36), "outer": (x + 0.02, 0.48, 0.26)}},
        "spring": {"upper": (x, 0.50, 0.72), "lower": (x, 0.50, 0.40), "stiffness": 30e3, "preload": 4300.0},
        "damper": {"upper": (x - 0.15, 0.48, 0.75), "lower": (x - 0.06, 0.55, 0.30), "damping": 2500.0},
    }
    if lateral == "guide":
        return {**keys, "links": {}, "guide": {"point": (x, 0.0, 0.33)}}
    if lateral in ("a-arm", "heavy a-arm"):
        keys["a_arm"] = {"pivot": (x + 0.45, 0.35, 0.50), "ball_joint": (x + 0.03, 0.0, 0.50)}
        if lateral == "heavy a-arm":
            keys["a_arm"] |= {"mass": 6.0, "inertia": (0.1, 0.08, 0.15), "centre_of_mass": (x + 0.27, 0.0, 0.50)}
        return keys
    if lateral == "torque tube":
        keys["middle_links"] = {"panhard": {"inner": (x - 0.12, -0.50, 0.42), "outer": (x - 0.12, 0.48, 0.40)}}
        return {**keys, "links": {}, "torque_tube": {"ball_joint": (x + 1.0, 0.0, 0.40)}}
    if lateral == "converging":
        keys["links"]["upper"] = {"inner": (x + 0.45, 0.45, 0.52), "outer": (x + 0.03, 0.14, 0.50)}
        return keys
    keys["middle_links"] = {"third": {"inner": (x + 0.50, 0.0, 0.52), "outer": (x + 0.03, 0.0, 0.48)}}
    if lateral == "panhard":
        keys["middle_links"]["panhard"] = {"inner": (x - 0.12, -0.50, 0.42), "outer": (x - 0.12, 0.48, 0.40)}
    else:
        keys["watt"] = {"mass": 3.0, "centre_of_mass": (x - 0.15, 0.0, 0.36), "inertia": (0.02, 0.01, 0.02),
                        "pivot": (x - 0.15, 0.0, 0.36),
                        "left": {"inner": (x - 0.15, 0.50, 0.46), "outer": (x - 0.15, 0.0, 0.46)},
                        "right": {"inner": (x - 0.15, -0.50, 0.26), "outer": (x - 0.15, 0.0, 0.26)}}  # fmt: skip
    if steered:
        keys["steered"] = {
            "knuckle": {"mass": 18.0, "centre_of_mass": (x, 0.70, 0.33), "inertia": (0.3, 0.3, 0.25)},
            "lower": (x + 0.01, 0.66, 0.22), "upper": (x - 0.01, 0.64, 0.44), "track_rod": (x - 0.16, 0.62, 0.30),
            "drag_link": {"inner": (x + 0.14, -0.15, 0.38), "outer": (x + 0.15, 0.63, 0.36)},
        }  # fmt: skip
    return keys


def leaf_axle(x: float = -1.45, *, steered: bool = False, **changes: Any) -> dict[str, Any]:
    """A beam on leaf springs; changes: of the spring's keys."""
    keys = solid_axle(x, steered=steered)
    leaf = {"mass": 4.0, "inertia": (0.003, 0.09, 0.09)}
    keys["leaf_spring"] = {
        "front_eye": (x + 0.62, 0.52, 0.34), "front_clamp": (x + 0.05, 0.52, 0.30),
        "rear_clamp": (x - 0.05, 0.52, 0.30), "rear_eye": (x - 0.72, 0.52, 0.33),
        "shackle_pivot": (x - 0.68, 0.52, 0.45),
        "front_leaf": leaf, "rear_leaf": leaf, "shackle": {"mass": 0.8, "inertia": (0.002, 0.002, 0.001)},
        "stiffness": 32e3, "preload": 4300.0, "lateral_stiffness": 400e3, "lateral_damping": 800.0,
        "twist_stiffness": 150.0, **changes,
    }  # fmt: skip
    return {key: value for key, value in keys.items() if key not in ("links", "middle_links", "spring")}


def three_link(x: float = -1.45, *, heavy: bool = False) -> dict[str, Any]:
    """A trailing arm on a ball joint with two lateral links."""
    mass = {"mass": 2.0, "inertia": (0.03, 0.002, 0.03)} if heavy else {}
    return {
        "kind": "three_link",
        "wheel_centre": (x, 0.76, 0.30),
        "arm": {"mass": 18.0, "centre_of_mass": (x + 0.1, 0.68, 0.30), "inertia": (0.3, 0.6, 0.6),
                "pivot": (x + 0.55, 0.55, 0.36)},
        "links": {"upper": {"inner": (x - 0.03, 0.35, 0.43), "outer": (x - 0.02, 0.68, 0.45), **mass},
                  "lower": {"inner": (x - 0.12, 0.25, 0.22), "outer": (x - 0.10, 0.70, 0.20), **mass}},
        "spring": {"upper": (x, 0.55, 0.62), "lower": (x, 0.62, 0.30), "stiffness": 40e3, "damping": 2400.0,
                   "preload": 4600.0},
    }  # fmt: skip


def semi_trailing_arm(x: float = -1.45) -> dict[str, Any]:
    """An arm on a hinge that is swept by 18° and inclined by 4°, with a damper of its own."""
    return {
        "kind": "trailing_arm",
        "wheel_centre": (x, 0.76, 0.30),
        "arm": {"mass": 16.0, "centre_of_mass": (x + 0.12, 0.62, 0.30), "inertia": (0.4, 0.5, 0.7),
                "inner_pivot": (x + 0.32, 0.15, 0.27), "outer_pivot": (x + 0.48, 0.62, 0.305)},
        "spring": {"upper": (x + 0.12, 0.55, 0.55), "lower": (x + 0.12, 0.55, 0.28), "stiffness": 60e3,
                   "preload": 6400.0},
        "damper": {"upper": (x - 0.08, 0.55, 0.70), "lower": (x - 0.08, 0.62, 0.25), "damping": 2200.0},
    }  # fmt: skip


def swing_axle(x: float = -1.45) -> dict[str, Any]:
    """A half axle hinged along the car beside the differential."""
    return {
        "kind": "trailing_arm",
        "wheel_centre": (x, 0.72, 0.30),
        "arm": {"mass": 14.0, "centre_of_mass": (x, 0.45, 0.30), "inertia": (0.6, 0.1, 0.6),
                "pivot": (x, 0.12, 0.32), "axis": (1.0, 0.0, 0.0)},
        "spring": {"upper": (x, 0.50, 0.60), "lower": (x, 0.52, 0.30), "stiffness": 55e3, "damping": 3000.0,
                   "preload": 6300.0},
    }  # fmt: skip


def h_arm(x: float = -1.45) -> dict[str, Any]:
    """A lower H-arm and an upper link."""
    return {
        "kind": "h_arm",
        "wheel_centre": (x, 0.76, 0.30),
        "lower_arm": {"mass": 7.0, "centre_of_mass": (x, 0.50, 0.20), "inertia": (0.1, 0.08, 0.17),
                      "front_pivot": (x + 0.18, 0.32, 0.22), "rear_pivot": (x - 0.16, 0.30, 0.20),
                      "front_outer": (x + 0.08, 0.69, 0.19), "rear_outer": (x - 0.09, 0.685, 0.18)},
        "knuckle": {"mass": 14.0, "centre_of_mass": (x, 0.68, 0.31), "inertia": (0.28, 0.26, 0.18)},
        "upper_link": {"inner": (x - 0.02, 0.42, 0.43), "outer": (x, 0.66, 0.45)},
        "spring": {"upper": (x + 0.02, 0.50, 0.62), "lower": (x, 0.58, 0.21), "stiffness": 60e3, "damping": 3000.0,
                   "preload": 6500.0},
    }  # fmt: skip


def integral_link(x: float = -1.45) -> dict[str, Any]:
    """A lower arm with an integral link to the knuckle, an upper link and a toe link."""
    return {
        "kind": "integral_link",
        "wheel_centre": (x, 0.76, 0.30),
        "lower_arm": {"mass": 9.0, "centre_of_mass": (x + 0.05, 0.50, 0.20), "inertia": (0.12, 0.1, 0.2),
                      "front_pivot": (x + 0.25, 0.38, 0.22), "rear_pivot": (x - 0.12, 0.28, 0.21),
                      "ball_joint": (x - 0.05, 0.70, 0.19)},
        "knuckle": {"mass": 14.0, "centre_of_mass": (x, 0.68, 0.31), "inertia": (0.28, 0.26, 0.18)},
        "upper_link": {"inner": (x - 0.02, 0.42, 0.43), "outer": (x - 0.01, 0.66, 0.45)},
        "integral_link": {"inner": (x + 0.12, 0.62, 0.21), "outer": (x + 0.10, 0.64, 0.36)},
        "tie_rod": {"inner": (x - 0.18, 0.30, 0.25), "outer": (x - 0.16, 0.70, 0.26)},
        "spring": {"upper": (x + 0.02, 0.50, 0.62), "lower": (x, 0.58, 0.21), "stiffness": 60e3, "damping": 3000.0,
                   "preload": 6500.0},
    }  # fmt: skip


def pushrod(x: float = -1.45, *, lever: float = 0.06) -> dict[str, Any]:
    """Double wishbones with a pushrod, a rocker about a longitudinal axis, a spring on it, and a third spring."""
    return {
        "kind": "double_wishbone",
        "wheel_centre": (x, 0.76, 0.30),
        "lower_arm": {"mass": 4.0, "centre_of_mass": (x, 0.50, 0.20), "inertia": (0.05, 0.04, 0.09),
                      "front_pivot": (x + 0.18, 0.32, 0.20), "rear_pivot": (x - 0.16, 0.32, 0.20),
                      "ball_joint": (x + 0.01, 0.70, 0.19)},
        "upper_arm": {"mass": 3.0, "centre_of_mass": (x, 0.52, 0.43), "inertia": (0.03, 0.03, 0.06),
                      "front_pivot": (x + 0.14, 0.40, 0.42), "rear_pivot": (x - 0.13, 0.40, 0.41),
                      "ball_joint": (x - 0.01, 0.66, 0.44)},
        "knuckle": {"mass": 12.0, "centre_of_mass": (x, 0.68, 0.31), "inertia": (0.25, 0.22, 0.16)},
        "tie_rod": {"inner": (x - 0.18, 0.33, 0.25), "outer": (x - 0.16, 0.69, 0.26)},
        "rocker": {"mass": 1.0, "centre_of_mass": (x, 0.30, 0.58), "inertia": (0.002, 0.001, 0.002),
                   "pivot": (x, 0.30, 0.55), "axis": (1.0, 0.0, 0.0),
                   "pushrod": {"inner": (x, 0.36, 0.58), "outer": (x, 0.64, 0.22)}},
        "spring": {"upper": (x, 0.06, 0.62), "lower": (x, 0.28, 0.55 + lever), "stiffness": 90e3, "damping": 4000.0,
                   "preload": 6000.0},
        "third_spring": {"point": (x, 0.25, 0.66), "stiffness": 40e3, "damping": 1500.0},
    }  # fmt: skip


def torsion_bar(x: float = -1.45, *, arm: str = "lower_arm") -> dict[str, Any]:
    """Double wishbones with a torsion bar in the hinge of an arm, and a damper."""
    keys = {key: value for key, value in pushrod(x).items() if key not in ("rocker", "spring", "third_spring")}
    damper = {"upper": (x, 0.50, 0.62), "lower": (x, 0.58, 0.21), "damping": 3000.0}
    return {**keys, "damper": damper, "torsion_arm": arm, "torsion_bar": {"stiffness": 5200.0, "preload": 1700.0}}


def with_axle(name: str, keys: dict[str, Any]) -> Vehicle:
    """The sedan on another suspension at the axle of that name, without a bar there and not driven there."""
    car = load_vehicle("sedan")
    driven = {"powertrain": None} if car.powertrain is not None and name in car.powertrain.axle_names else {}
    axles = tuple(
        replace(axle, suspension=keys, anti_roll_bar=None) if axle.name == name else axle for axle in car.axles
    )
    return replace(car, axles=axles, **driven)


def cars() -> dict[str, Vehicle]:
    """One car for every way to build these axles."""
    sedan = load_vehicle("sedan")
    x = sedan.axle("front").suspension.wheel_centre[0]
    ahead = solid_axle(x, steered=True)
    rack = replace(sedan.steering, rack=replace(sedan.steering.rack, centre_of_mass=(x + 0.14, 0.0, 0.38)))
    travel = abs(rack.travel_per_turn)
    crank = {"mass": 4.0, "centre_of_mass": (x + 0.05, 0.0, 0.40), "inertia": (0.02, 0.03, 0.04),
             "pivot": (x + 0.05, 0.0, 0.40), "tie_rod": (x - 0.13, 0.05, 0.34)}  # fmt: skip
    ends = ahead["steered"]
    drag = {"inner": (x + 0.14, -0.50, 0.42), "outer": (x + 0.20, 0.0, 0.40)}
    bellcrank = {**ends, "bellcrank": crank, "drag_link": drag}
    across = {**ends["drag_link"], "inner": (x + 0.14, 0.15, 0.38), "outer": (x + 0.15, -0.63, 0.36)}
    heavy_rod = {**across, "mass": 3.0, "inertia": (0.12, 0.002, 0.12)}

    def steered(keys: dict[str, Any], sign: float = 1.0) -> Vehicle:
        axles = (replace(sedan.axle("front"), suspension=keys, anti_roll_bar=None), sedan.axle("rear"))
        return replace(sedan, axles=axles, steering=replace(rack, travel_per_turn=sign * travel))

    return {
        "multilink": with_axle("rear", multilink()),
        "heavy multilink": with_axle("rear", multilink(heavy=True)),
        "panhard": with_axle("rear", solid_axle()),
        "watt": with_axle("rear", solid_axle(lateral="watt")),
        "converging": with_axle("rear", solid_axle(lateral="converging")),
        "a-arm": with_axle("rear", solid_axle(lateral="a-arm")),
        "heavy a-arm": with_axle("rear", solid_axle(lateral="heavy a-arm")),
        "torque tube": with_axle("rear", solid_axle(lateral="torque tube")),
        "guide": with_axle("rear", solid_axle(lateral="guide")),
        "leaf": with_axle("rear", leaf_axle(friction=400.0)),
        "steered": steered(ahead),
        "right drag link": steered({**ahead, "steered": {**ends, "drag_link": heavy_rod}}),
        "bellcrank": steered({**ahead, "steered": bellcrank}),
        "steered leaf": steered(leaf_axle(x, steered=True)),
        "three links": with_axle("rear", three_link()),
        "heavy three links": with_axle("rear", three_link(heavy=True)),
        "semi-trailing": with_axle("rear", semi_trailing_arm()),
        "swing": with_axle("rear", swing_axle()),
        "h-arm": with_axle("rear", h_arm()),
        "integral link": with_axle("rear", integral_link()),
        "pushrod": with_axle("rear", pushrod()),
        "torsion bar": with_axle("rear", torsion_bar()),
        "upper torsion bar": with_axle("rear", torsion_bar(arm="upper_arm")),
    }
