"""Random cars: valid ones with numbers far from usual, through short drives; every one ends well or with a sentence.

    python -m tests.robustness.random_cars --cars 2000 --seed 1
    python -m tests.robustness.random_cars --cars 500 --start 1500     # the last quarter of them

Springs × 0.1 … 10, masses × 0.2 … 5, hardpoints ± 50 mm, friction 0 … 2, speeds 0 … 80 m/s; then steering, full brakes,
the handbrake, full throttle or the reverse gear, half of the time on split friction.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

import jounce
from jounce.engine.compiler.cache import when_compiling
from jounce.engine.laws.ground import Flat
from jounce.engine.terrain import split
from jounce.errors import JounceError, SimulationError
from jounce.model.library import load_vehicle
from jounce.model.vehicle import Vehicle

CARS = ("dw18", "sedan", "rover6")
MAX_CPU = 5.0
"""Seconds of CPU that one car may take, without compilation."""
DRIVES: tuple[dict[str, float], ...] = (
    {"steer": 0.5, "throttle": 0.3},
    {"brake": 1.0},
    {"brake": 1.0, "handbrake": 1.0, "steer": -0.3},
    {"throttle": 1.0},
    {"throttle": 0.6, "gear": -1},
    {"steer": -1.0},
)
STIFF = ("stiffness", "damping", "preload")


@dataclass
class Found:
    """How many cars ended how."""

    outcomes: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    longest: float = 0.0
    """CPU time of the slowest car without compilation [s]."""
    compiled: int = 0
    """Cars for which equations had to be compiled."""
    bad: list[str] = field(default_factory=list)
    """Silent failures, foreign exceptions and cars that took too long."""


def numbers(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Dotted paths of all numbers of a vehicle; an inertia is one, because its numbers belong together."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in pairs:
        place = f"{path}.{key}" if path else str(key)
        if isinstance(value, int | float) and not isinstance(value, bool):
            yield place, float(value)
        elif key == "inertia" and value is not None:
            yield place, np.array(value)
        else:
            yield from numbers(value, place)


def random_car(random: Random) -> Vehicle:
    """A car of the library with other springs, masses and hardpoints; raises ModelError for one that is none."""
    car = load_vehicle(random.choice(CARS))
    data = car.model_dump(mode="json")
    names = {str(i): axle["name"] for i, axle in enumerate(data["axles"])}
    springs, masses = 10.0 ** random.uniform(-1, 1), 0.2 * 25.0 ** random.random()
    moved = random.choice((0.0, 0.005, 0.05))
    changes = {}
    for place, value in numbers(data):
        words = place.split(".")
        last = words[-1]
        if words[0] == "axles":
            words[1] = names[words[1]]
        elif words[1:2] == ["driven_axles"]:
            words[2] = data["powertrain"]["driven_axles"][int(words[2])]["name"]
        if last in STIFF and "suspension" in words:
            changes[".".join(words)] = value * springs
        elif last == "mass":
            changes[".".join(words)] = value * masses
        elif last == "inertia":
            changes[".".join(words)] = (value * masses).tolist()
        elif moved and "suspension" in words and last in "012" and ("ball_joint" in words or "pivot" in words[-2]):
            changes[".".join(words)] = value + random.uniform(-moved, moved)
    return car.with_values(changes)


def try_car(random: Random, found: Found, label: str) -> None:
    """Build a random car, drive it for less than a second, and count what came of it."""
    compiled: list[str] = []
    clock = time.process_time()
    with when_compiling(compiled.append):
        try:
            outcome = drive(random)
        except SimulationError as error:
            outcome = "failed" if str(error) else "silent"
            found.reasons[reason_of(error)] += 1
        except JounceError as error:
            outcome = "refused" if str(error) else "silent"
            found.reasons[reason_of(error)] += 1
        except Exception as error:
            outcome = "foreign"
            found.bad.append(f"{label}: {type(error).__name__}: {error}")
    spent = time.process_time() - clock
    found.outcomes[outcome] += 1
    found.compiled += bool(compiled)
    if not compiled:
        found.longest = max(found.longest, spent)
        if spent > MAX_CPU:
            found.bad.append(f"{label}: {spent:.1f} s of CPU")
    if outcome == "silent":
        found.bad.append(f"{label}: {outcome}")


def drive(random: Random) -> str:
    """Half a second of a random drive; `silent` for numbers that are not finite and that nobody mentions."""
    car = random_car(random)
    friction = 2.0 * random.random()
    ground: Any = f"flat, friction={friction:.4g}"
    if random.random() < 0.5:
        ground = Flat(friction=split(max(friction, 0.01), max(2.0 * random.random(), 0.01)))
    sim = jounce.Simulation(car, ground=ground, speed=f"{80.0 * random.random():.3f} m/s", record=False)
    inputs = random.choice(DRIVES)
    for _ in range(10):
        sim.step(0.05, **{name: value for name, value in inputs.items() if name in sim.inputs})
    return "ok" if np.all(np.isfinite(sim.observe())) else "silent"


def reason_of(error: Exception) -> str:
    """The first words of an error, without times and numbers."""
    text = str(error).splitlines()[-1].strip() if str(error) else ""
    text = text.partition(" s: ")[2] or text
    return text.partition(";")[0][:80]


def main() -> int:
    """Try many cars; the exit code is the number of bad ones, at most 100."""
    parser = argparse.ArgumentParser(prog="random_cars", description=__doc__)
    parser.add_argument("--cars", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=int, default=0, help="number of the first car; car i depends on seed and i")
    asked = parser.parse_args()
    found = Found()
    for i in range(asked.start, asked.start + asked.cars):
        try_car(Random(f"{asked.seed}:{i}"), found, f"car {asked.seed}:{i}")
        if i % 50 == 49:
            print(f"up to car {i}: {dict(found.outcomes)}, {found.compiled} compiled for", file=sys.stderr, flush=True)
    print(f"{asked.cars} cars: " + ", ".join(f"{count} {name}" for name, count in found.outcomes.most_common()))
    print(f"longest {found.longest:.2f} s of CPU without compilation; compiled for {found.compiled}")
    for reason, count in found.reasons.most_common(12):
        print(f"  {count:>5}  {reason}")
    for bad in found.bad[:20]:
        print(bad)
    return min(len(found.bad), 100)


if __name__ == "__main__":
    sys.exit(main())
