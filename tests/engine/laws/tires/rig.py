"""One wheel held at any state over any ground, tires of every law, and their mirror images."""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np

from jounce.engine.assembly.pack import pack
from jounce.engine.compiler import entry, function_at
from jounce.engine.laws.ground import Ground, place_ground
from jounce.engine.laws.tires.records import contact_rows
from jounce.engine.laws.tires.tire import tire_address
from jounce.model.mechanism import Body, Mechanism, Tire
from tests.engine.formulations.synthesis.driven import CURVES_87
from tests.engine.laws.tires.files import tir_files

_SPRING = {"radius": 0.31, "vertical_stiffness": 2.0e5, "vertical_damping": 500.0}
_CURVES = {"lateral": (10.0, 1.3, 1.0, 0.97), "longitudinal": (12.0, 1.65, 1.0, 0.9)}
TMEASY = {
    "kind": "tmeasy",
    "radius": 0.31,
    "width": 0.205,
    "nominal_load": 3200.0,
    "vertical_stiffness": 2.0e5,
    "double_load_stiffness": 2.2e5,
    "vertical_damping": 500.0,
    "longitudinal_stiffness": 1.8e5,
    "lateral_stiffness": 1.2e5,
    "longitudinal": {
        "slope": (6.0e4, 1.1e5),
        "peak_slip": (0.14, 0.15),
        "peak": (3400.0, 6500.0),
        "sliding_slip": (0.8, 0.85),
        "sliding": (2800.0, 5400.0),
    },
    "lateral": {
        "slope": (4.8e4, 7.0e4),
        "peak_slip": (0.18, 0.22),
        "peak": (3200.0, 6000.0),
        "sliding_slip": (0.7, 0.8),
        "sliding": (2900.0, 5500.0),
    },
    "aligning": {"trail": (0.17, 0.18), "zero_slip": (0.2, 0.24), "end_slip": (0.5, 0.6)},
    "rolling_resistance": (0.012, 0.013),
}
FIALA = {
    "kind": "fiala",
    "radius": 0.31,
    "width": 0.2,
    "vertical_stiffness": 2.0e5,
    "vertical_damping": 500.0,
    "slip_stiffness": 7.0e4,
    "cornering_stiffness": 5.0e4,
    "static_friction": 1.05,
    "sliding_friction": 0.8,
    "rolling_lever": 0.004,
    "relaxation": (0.2, 0.35),
}
CALSPAN = {
    "kind": "calspan",
    "radius": 0.31,
    "vertical_stiffness": 2.0e5,
    "vertical_damping": 500.0,
    "cornering": (2625.0, 14.47, 12930.0),
    "camber": (2.29, 18175.0),
    "friction": (-4.64e-5, 0.0, 1.216, 2.18e-11),
    "skid_number_ratio": 1.0274,
    "aligning": (-1.71e-5, 1.71e-5, 0.0),
    "slip_stiffness": 5.0e4,
    "relaxation": (0.2, 0.35),
}
FIALA_CURVE = ((0.0, 0.0), (0.01, 1500.0), (0.02, 3400.0), (0.04, 8000.0))
LAWS = {
    "simple": {**_SPRING, **_CURVES},
    "relaxed": {**_SPRING, **_CURVES, "relaxation": (0.2, 0.35)},
    "magic_formula_87": {
        "kind": "magic_formula_87",
        **_SPRING,
        **CURVES_87,
        "relaxation": (0.2, 0.35),
        "largest_load": 8000.0,
    },
    "tmeasy": TMEASY,
    "fiala": {**FIALA, "deflection_curve": FIALA_CURVE},
    "calspan": CALSPAN,
    **{name: {"file": str(path)} for name, path in tir_files().items()},
}
"""Keys of a tire of every law; the last ones are files."""
ROLLING = tuple(name for name in LAWS if name not in ("simple", "relaxed"))
"""Those with the general contact."""
MIRROR, TURNED = np.array([1.0, -1.0, 1.0]), np.array([-1.0, 1.0, -1.0])
"""What the plane y = 0 makes of a place, velocity or force, and of a rotation or torque."""


class State(NamedTuple):
    """Of a wheel, world axes."""

    hub: np.ndarray
    v: np.ndarray
    w: np.ndarray
    s: np.ndarray
    e: np.ndarray

    def mirrored(self) -> State:
        """In the plane y = 0; the spin axis keeps pointing to the left."""
        hub, v, w, s, e = self
        return State(hub * MIRROR, v * MIRROR, w * TURNED, s * TURNED, e * [1.0, -1.0])


def tire_row(name: str, side: str | None = None) -> np.void:
    """The record of a tire, its centre in the origin of the wheel."""
    body = Body(name="wheel", mass=20.0, inertia=(1.0, 1.0, 1.0), free=True)
    tire = Tire(name="tire", body="wheel", centre=(0.0, 0.0, 0.0), side=side, **LAWS[name])
    return pack(Mechanism(bodies=(body,), tires=(tire,))).arrays["tires"][0]


@entry
def _evaluate(tire, row, ground, contact, hub, v, w, s, e_x, e_y):
    return function_at(tire, "tire")(row, ground, contact, hub, v, w, s, e_x, e_y)


_pointer = functools.cache(tire_address)
_grounds: dict[int, Ground] = {}


def _placed(which: int, ground: tuple) -> Ground:
    """A ground, placed once; the box keeps it alive, so that no other can have its number."""
    if which not in _grounds:
        _grounds[which] = place_ground(ground)
    return _grounds[which]


def evaluate(row: np.void, ground: tuple, state: State, *, tire: int | None = None) -> np.void:
    """The contact of a wheel that remembers nothing; tire: function pointer, by default that of all laws."""
    contact = contact_rows(1)
    numbers = [tuple(map(float, vector)) for vector in state[:4]]
    assert (
        _evaluate(
            _pointer() if tire is None else tire,
            row,
            _placed(id(ground), ground),
            contact[0],
            *numbers,
            *map(float, state.e),
        )
        == 0
    )
    return contact[0]


def rolling(
    row: np.void, rng: np.random.Generator, *, slip: float = 0.3, lean: float = 0.15, height: float | None = None
) -> State:
    """A wheel in or near the ground z = 0 that drives anywhere at 3 to 30 m/s, with slips and camber up to these."""
    psi, phi = rng.uniform(-np.pi, np.pi), rng.uniform(-lean, lean)
    forward, left = np.array([np.cos(psi), np.sin(psi), 0.0]), np.array([-np.sin(psi), np.cos(psi), 0.0])
    s = np.cos(phi) * left + [0.0, 0.0, np.sin(phi)]
    z = row["radius"] - rng.uniform(-0.01, 0.04) if height is None else height
    speed = rng.choice([-1.0, 1.0]) * rng.uniform(3.0, 30.0)
    v = speed * (forward + rng.uniform(-slip, slip) * left) + [0.0, 0.0, rng.uniform(-0.5, 0.5)]
    spin = speed / z * (1.0 + rng.uniform(-slip, slip))
    hub = np.array([*rng.uniform(-2.0, 2.0, 2), z])
    return State(hub, v, spin * s + rng.normal(0.0, 0.2, 3), s, rng.uniform(-0.05, 0.05, 2))
