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
    return {
        "multilink": with_axle("rear", multilink()),
        "heavy multilink": with_axle("rear", multilink(heavy=True)),
        "panhard": with_axle("rear", solid_axle()),
        "watt": with_axle("rear", solid_axle(lateral="watt")),
        "converging": with_axle("rear", solid_axle(lateral="converging")),
        "steered": replace(
            sedan,
            axles=(replace(sedan.axle("front"), suspension=ahead, anti_roll_bar=None), sedan.axle("rear")),
            steering=replace(rack, travel_per_turn=travel),
        ),
    }
