"""docs/powertrains.md: its tables of keys are those of the classes, and its example names their keys."""

import re
from pathlib import Path

import pytest

from jounce.model import mechanism, vehicle
from jounce.model.vehicle import powertrain

PAGE = (Path(__file__).parents[2] / "docs" / "powertrains.md").read_text(encoding="utf-8")
KEYS = {
    cls.__name__: cls
    for cls in (
        *(vehicle.Powertrain, vehicle.Engine, vehicle.Clutch, vehicle.Gearbox, powertrain.ShiftMap),
        *(vehicle.SpeedController, vehicle.TorqueConverter, vehicle.DrivenAxle, vehicle.Differential),
        *(vehicle.LimitedSlip, vehicle.HalfShafts, vehicle.CentreDifferential, vehicle.LockedTransfer),
        *(vehicle.TransferCoupling, vehicle.Motor, vehicle.Battery, vehicle.BrakeSystem, vehicle.Caliper),
        mechanism.BrakeDisc,
    )
}


@pytest.mark.parametrize("name", KEYS)
def test_a_table_of_keys_is_what_the_class_has(name):
    (table,) = re.findall(rf"<!-- keys: {name} -->\n((?:\|.*\n)+)", PAGE)
    rows = [row.split("|") for row in table.splitlines()[2:]]
    written = {key for row in rows for key in re.findall(r"`(\w+)`", row[1])}
    assert written == set(KEYS[name].model_fields) - {"kind"}
    for key, default in re.findall(r"^\| `(\w+)` \|[^|]*\| ([\d.]+) \|", table, flags=re.M):
        stated = KEYS[name].model_fields[key].default
        assert (stated if isinstance(stated, float) else 1.0) == pytest.approx(float(default))


def test_every_class_of_the_page_is_compared():
    assert set(re.findall(r"<!-- keys: (\w+) -->", PAGE)) == set(KEYS)


def test_the_layouts_of_the_page_are_in_the_library():
    files = re.findall(r"\((\.\./src/jounce/model/library/\w+\.yaml)\)", PAGE)
    assert len(files) == 7
    for file in files:
        assert (Path(__file__).parents[2] / "docs" / file).is_file()
