"""Combinations that the library does not have: a car with a drawbar trailer, on a dolly with a turntable."""

from __future__ import annotations

from jounce.model.library import load_vehicle
from jounce.model.mechanism import replace
from jounce.model.vehicle import LinkageParts, Trailer, Vehicle

DOLLY_AXLE, LAST_AXLE = -5.0, -8.0
TIRE = {
    "radius": 0.315,
    "vertical_stiffness": 250e3,
    "vertical_damping": 300.0,
    "lateral": {"b": 7.3, "c": 1.3, "d": 0.9, "e": 0.3},
    "longitudinal": {"b": 12.0, "c": 1.6, "d": 0.95, "e": 0.6},
    "relaxation": [0.25, 0.5],
}


def trailing_axle(name: str, x: float, **more: object) -> dict:
    """Keys of an axle on trailing arms with torsion bars, its wheels at x [m]."""
    return {
        "name": name,
        "suspension": {
            "kind": "trailing_arm",
            "wheel_centre": [x, 0.9, 0.29],
            "arm": {
                "inner_pivot": [x + 0.2, 0.65, 0.31],
                "outer_pivot": [x + 0.2, 0.8, 0.31],
                "mass": 12.0,
                "centre_of_mass": [x + 0.06, 0.85, 0.3],
                "inertia": [0.15, 0.2, 0.25],
            },
            "torsion_bar": {"stiffness": 3000.0, "damping": 140.0, "preload": "balance"},
        },
        "wheel": {"mass": 18.0, "spin_inertia": 0.75, "transverse_inertia": 0.42},
        "tire": TIRE,
        "brake": {},
    } | more


def double() -> Vehicle:
    """The car of car_caravan with a drawbar trailer: a dolly on its ball, and a body on the turntable of the dolly."""
    dolly = Trailer(
        name="dolly",
        chassis={"mass": 150.0, "centre_of_mass": [-4.7, 0.0, 0.4], "inertia": [40.0, 60.0, 90.0]},
        hitch={"kind": "ball", "point": [-2.7, 0.0, 0.4]},
        axles=[trailing_axle("dolly", DOLLY_AXLE)],
    )
    body = Trailer(
        name="body",
        chassis={"mass": 900.0, "centre_of_mass": [-6.5, 0.1, 0.8], "inertia": [500.0, 1700.0, 1800.0]},
        hitch={"kind": "turntable", "point": [DOLLY_AXLE, 0.0, 0.6], "friction": 80.0},
        axles=[trailing_axle("last", LAST_AXLE)],
    )
    springs = {f"axles.{axle}.suspension.spring.preload": "balance" for axle in ("front", "rear")}
    car = load_vehicle("car_caravan").with_values(springs)
    return replace(car, name="double", trailers=(dolly, body), extra=LinkageParts())  # it has hubs of the caravan
