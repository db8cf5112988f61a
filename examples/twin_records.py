"""Make the records of examples/identify-twin.yaml: two runs of a disturbed dw18, as noisy sensors would give them.

    python examples/twin_records.py [FOLDER]

The true car has softer front tires, stiffer rear tires and more weight than the car of the library, by the factors
below; `jounce identify examples/identify-twin.yaml` finds them again.
"""

import dataclasses
import sys
from pathlib import Path

import numpy as np

import jounce
from jounce.lab.results.channel import Channel

TRUTH = {
    "axles.front.tire.lateral.b": 0.9,
    "axles.rear.tire.lateral.b": 1.1,
    "chassis.mass": 1.05,
}
NOISE = {"chassis.yaw_rate": 0.005, "chassis.lateral_acceleration": 0.1, "chassis.roll_angle": 0.002}
"""Standard deviations [rad/s, m/s², rad]."""
KEPT = ("time", "chassis.speed", "input.steering_wheel_angle", *NOISE)


def measured(maneuver: jounce.Maneuver, car: jounce.Vehicle, random: np.random.Generator) -> jounce.Result:
    """A run as sensors give it: few channels, with independent errors of a normal distribution."""
    result = jounce.run(maneuver, vehicle=car)
    channels = []
    for name in (n for n in result if n in KEPT or n.startswith(("input.drive_torque", "input.brake_torque"))):
        one = result[name]
        errors = random.normal(0.0, NOISE[name], len(one)) if name in NOISE else 0.0
        channels.append(Channel(name, one.unit, one.frame, one.description, one.values + errors))
    return dataclasses.replace(result, channels=tuple(channels), motion=None, record=None)


def main(folder: Path) -> None:
    """Write both records."""
    library = jounce.load_vehicle("dw18")
    car = library.with_values({path: factor * library.value(path) for path, factor in TRUTH.items()})
    random = np.random.default_rng(2026)
    turn = dataclasses.replace(jounce.maneuver("step-steer", start="0.3 s"), end=2.5)
    sine = dataclasses.replace(jounce.maneuver("sine", start="0.3 s", frequency="0.7 Hz"), end=3.0)
    for name, maneuver in (("step", turn), ("sine", sine)):
        measured(maneuver, car, random).save(folder / f"twin-{name}.parquet")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "records")
