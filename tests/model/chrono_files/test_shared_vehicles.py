"""All vehicles in a folder of Chrono's data: imported, checked and driven through a J-turn, or refused by name.

The folder is not part of the repository. It is `shared/data/chrono_vehicles` beside the repository, or what the
environment variable JOUNCE_CHRONO_DATA names; without one there is nothing to go through.
"""

import os
from pathlib import Path

import numpy as np
import pytest

import jounce
from jounce.errors import ModelError
from jounce.model.chrono_files.syntax import parse_json

pytestmark = [pytest.mark.slow, pytest.mark.compiled]

BESIDE = Path(__file__).parents[4] / "shared" / "data" / "chrono_vehicles"
FOLDER = Path(os.environ.get("JOUNCE_CHRONO_DATA", BESIDE))
TIRES = {
    "sedan": "sedan/tire/Sedan_Pac02Tire.json",
    "audi": "audi/json/audi_Pac02Tire.json",
    "hmmwv": "hmmwv/tire/HMMWV_Pac02Tire.json",
    "uaz": "uaz/tire/UAZBUS_Pac02Tire.json",
    "MAN_Kat1": "MAN_Kat1/tire/MAN_5t_TMeasyTire.json",
}
"""Tire by the first folder of a vehicle: vehicles of Chrono name none."""
UNLISTED = frozenset({"GenericWheeledSuspension"})
"""Templates that are refused: what they hold is a mechanism of its own."""


def is_vehicle(path: Path) -> bool:
    data = parse_json(path.read_text(encoding="utf-8"))
    return data.get("Template") == "WheeledVehicle" and "Axles" in data


def test_every_vehicle_checks_and_turns_or_is_refused_by_name():
    if not FOLDER.is_dir():
        pytest.skip(f"no folder {FOLDER}")
    rows, wrong = [], []
    for path in sorted(p for p in FOLDER.rglob("*.json") if is_vehicle(p)):
        name = path.relative_to(FOLDER)
        try:
            found = jounce.import_chrono(path, tire=FOLDER / TIRES[name.parts[0]])
        except ModelError as error:
            rows.append((name.stem, "refused", "; ".join(f"{f.what} {f.got}" for f in error.findings)))
            if not all(any(template in f.got for template in UNLISTED) for f in error.findings):
                wrong.append(name.stem)
            continue
        found.vehicle.check()
        run = jounce.run("j-turn", vehicle=found.vehicle)
        yaw = run["chassis.yaw_rate"].values
        turned = bool(np.isfinite(yaw).all() and yaw[-1] > 0.05)
        refused = [note for note in found.notes if "not carried over" in note]
        rows.append((name.stem, f"turns at {yaw[-1]:.3f} rad/s", f"{len(refused)} parts: {'; '.join(refused)}"))
        wrong += [] if turned else [name.stem]
    print("\n| vehicle | result | refused parts |\n|---|---|---|")
    print("\n".join(f"| {vehicle} | {result} | {refused} |" for vehicle, result, refused in rows))
    assert len(rows) >= 1
    assert wrong == []
