"""Targets that read text: vehicles, mechanisms, maneuvers, studies, expressions, tires, grounds, tables of numbers."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from jounce.engine.terrain import ground_of
from jounce.engine.terrain.formats.profile_csv import read_profile
from jounce.lab.drivers.path import read_path
from jounce.lab.maneuvers.files.read import parse_maneuver, read_maneuver
from jounce.lab.studies.read import read_plan
from jounce.model.library import path as library_path
from jounce.model.mechanism.read import parse_mechanism
from jounce.model.tire_files import parse as parse_tire
from jounce.model.vehicle.read import parse_vehicle
from jounce.schema.expressions import Expression, condition
from jounce.schema.units import parse_quantity
from jounce.schema.yaml_source import parse_source
from tests.model.mechanism.test_mechanism_yaml import EVERYTHING
from tests.robustness.mutation import MARKS, TEXTS, damage_data, damage_text
from tests.robustness.target import Target

DATA = Path(__file__).parents[1] / "data"
MANEUVERS = (
    {"maneuver": "step-steer", "options": {"speed": "80 km/h"}, "stop": ["chassis.speed < 1 m/s"], "sample": 0.02},
    {
        "name": "own",
        "about": "words",
        "speed": "60 km/h",
        "duration": 2,
        "ground": "plane, grade=0.1, friction=0.8",
        "needs": ["steering"],
        "inputs": {
            "rack_travel": {"kind": "sine", "amplitude": "5 mm", "frequency": 1},
            "throttle": {"times": [0, 1, 2], "values": [0, 0.3, 0.1]},
            "brake": {"expression": "max(0, t - 1) * 0.1"},
        },
        "metrics": ["peak_side_slip", {"name": "mine", "value": "max(chassis.speed)", "unit": "m/s"}],
        "controllers": ["abs"],
    },
    {"speed": 10, "duration": 3, "driver": {"points": [[0, 0], [20, 0], [40, 5]], "speed": 10}},
)
STUDY = {
    "name": "springs",
    "vehicle": "dw18",
    "maneuver": "j-turn",
    "options": {"speed": "60 km/h"},
    "settings": {"step": "1 ms"},
    "seed": 3,
    "design": "grid",
    "parameters": {
        "vehicle.chassis.mass": {"values": [1500, "1.6 t"]},
        "soft": {"paths": ["vehicle.axles.front.suspension.spring.stiffness"], "from": 0.5, "to": 2, "steps": 3,
                 "factor": True},
    },
    "metrics": ["peak_side_slip"],
}  # fmt: skip
EXPRESSIONS = (
    "max(0, t - 1) * 0.1", "if(t < 2, sin(3*t)^2, -1e-3)", "chassis.speed < 1 m/s", "2 + 3 * (4 - t) / min(t, 5)",
    "abs(chassis.roll_angle) > 60 deg", "1.5 mm", "-2 ** 3 % 4",
)  # fmt: skip
GROUNDS = (
    "flat, friction=0.5", "plane, grade=0.15, bank=0.02, heading='30 deg'", "iso8608, class=D, length=50, seed=1",
    "bump, start=5, length=0.8, height=0.05", "generated, seed=3, size=60, spacing=2", "hills.asc",
    "road.crg, spacing=1",
)  # fmt: skip
PATH = "x,y,speed\n0,0,10\n10,0,11\n20,2,12\n30,6,12\n"
PROFILE = "s;left;right\n0;0;0\n1;0.01;0.02\n2;0.03;0.01\n3;0;0\n"


@functools.cache
def _tires() -> tuple[str, ...]:
    files = sorted(DATA.joinpath("tires").glob("*.tir"))
    return tuple(file.read_text(encoding="utf-8", errors="replace") for file in files)


@functools.cache
def _data(name: str) -> Any:
    text = EVERYTHING if name == "mechanism" else library_path(name).read_text(encoding="utf-8")
    return parse_source(text).data


def _written(random: Random, data: Any) -> str:
    """Damaged data as JSON, which is YAML too, and a quarter of them damaged as text besides."""
    text = json.dumps(damage_data(random, data, random.choice((1, 1, 1, 2, 4))), indent=1)
    return damage_text(random, text) if random.random() < 0.25 else text


def _expressions(random: Random) -> str:
    if random.random() < 0.2:
        return "".join(random.choices(MARKS + "tabc sinmx", k=random.randrange(40)))
    if random.random() < 0.05:
        return "(" * random.randrange(2000) + "t" + random.choice(("", ")" * 2000))
    return damage_text(random, random.choice(EXPRESSIONS))


def _evaluate(text: str) -> None:
    read = Expression.parse(text)
    with np.errstate(all="ignore"):
        read.evaluate(dict.fromkeys(read.names, np.array([0.0, -1.0, 1e3])))


def _use_expression(text: str, folder: Path) -> None:
    for read in (_evaluate, condition, parse_quantity):
        try:
            read(text)
        except ValueError as error:
            if not hasattr(error, "finding"):
                raise


def _use_table(text: str, folder: Path) -> None:
    file = folder / "table.csv"
    file.write_text(text, encoding="utf-8", errors="surrogatepass")
    if text.lstrip().startswith("s"):
        read_profile(file)
    else:
        maneuver = folder / "maneuver.yaml"
        source = {"csv": "table.csv", "time": "x", "value": "y", "unit": "mm"}
        maneuver.write_text(json.dumps({"speed": 5, "duration": 1, "inputs": {"rack_travel": source}}))
        try:
            read_path(file)
        finally:
            read_maneuver(maneuver)


def _use_study(text: str, folder: Path) -> None:
    (folder / "study.yaml").write_text(text, encoding="utf-8", errors="surrogatepass")
    read_plan(folder / "study.yaml")


TARGETS = (
    Target("vehicle", lambda r: _written(r, _data(r.choice(("dw18", "rover6")))), lambda t, _: parse_vehicle(t)),
    Target("mechanism", lambda r: _written(r, _data("mechanism")), lambda t, _: parse_mechanism(t)),
    Target("maneuver", lambda r: _written(r, r.choice(MANEUVERS)), lambda t, _: parse_maneuver(t)),
    Target("study", lambda r: _written(r, STUDY), _use_study),
    Target("expression", _expressions, _use_expression),
    Target("tire", lambda r: damage_text(r, r.choice(_tires())), lambda t, _: parse_tire(t)),
    Target("ground", lambda r: damage_text(r, r.choice(GROUNDS)), lambda t, _: ground_of(t)),
    Target("csv", lambda r: damage_text(r, r.choice((PATH, PROFILE))), _use_table),
    Target(
        "name", lambda r: r.choice(TEXTS), lambda t, _: parse_maneuver(json.dumps({"name": t, "maneuver": "j-turn"}))
    ),
)
