"""The page on describing cars and mechanisms: its YAML is read, its Python runs, and it names every kind."""

import re
from pathlib import Path
from typing import get_args

import pytest

from jounce.engine.analysis import settle
from jounce.engine.formulations.world_frame.system import build
from jounce.model import mechanism, vehicle
from jounce.model.library import load_vehicle
from jounce.model.mechanism import replace
from jounce.model.vehicle import parse_vehicle, to_mechanism
from jounce.model.vehicle.suspensions.registry import SUSPENSIONS, build_suspension
from jounce.schema.yaml_source import parse_source
from tools.key_reference import unit_of

PAGE = (Path(__file__).parents[2] / "docs" / "describe.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, flags=re.S)


def test_the_car_is_read_and_stands_near_its_design_position():
    """Settled without its motors: round numbers leave the chassis within 5 mm."""
    cart = replace(parse_vehicle(blocks("yaml")[0]), skid_steering=None)
    system = build(to_mechanism(cart))
    assert settle(system).state[system.pose("chassis")][:3] == pytest.approx(cart.chassis.centre_of_mass, abs=5e-3)


def test_the_example_runs(capsys):
    text, code = blocks("yaml")[-1], blocks("python")
    exec(compile("\n".join(code), "describe.md", "exec"), {"text": text})
    dof, force, frequency, piston, cars, moment = capsys.readouterr().out.splitlines()
    assert 0.1 < float(piston.strip("[]").split()[0]) < 0.4
    assert cars == "2"
    assert moment.startswith("True ")
    assert dof == "1"
    assert float(force) > 0.0
    assert float(frequency) > 0.1


def test_suspensions_are_read_and_stand_where_the_hatchback_does():
    """Its axles with the suspensions of the page: rubber leaves the chassis within 5 mm."""
    car = load_vehicle("hatchback")
    texts = [block for block in blocks("yaml") if block.startswith("suspension:")]
    read = [build_suspension(parse_source(text, "describe.md").data["suspension"]) for text in texts]
    kinds = [suspension.kind for suspension in read]
    assert kinds == [
        "macpherson",
        "twist_beam",
        "multilink",
        "integral_link",
        "three_link",
        *2 * ["solid_axle"],
        "kc_table",
        "mechanism",
    ]
    axles = tuple(replace(axle, suspension=new) for axle, new in zip(car.axles, read[:2], strict=True))
    brakes = {f"brake_torque_r{side}": mechanism.Constant(value=300.0) for side in "lr"}
    system = build(to_mechanism(replace(car, axles=axles)), inputs=brakes)
    assert settle(system).state[system.pose("chassis")][:3] == pytest.approx(car.chassis.centre_of_mass, abs=5e-3)


def test_a_linkage_and_further_parts_are_read_and_hold_a_car():
    """The sedan on the five links of the page behind, with the engine of the page on its mounts: it can settle."""
    car = load_vehicle("sedan")
    (text,) = (block for block in blocks("yaml") if "kind: mechanism" in block)
    (more,) = (block for block in blocks("yaml") if block.startswith("extra:"))
    (arm,) = (block for block in blocks("yaml") if block.startswith("lower_arm:"))
    keys = parse_source(text, "describe.md").data["suspension"]
    extra = parse_source(more, "describe.md").data["extra"]
    front, rear = car.axles
    spring = dict(keys["spring"], preload="5.2 kN")
    axles = front, replace(rear, suspension={**keys, "spring": spring}, anti_roll_bar=None)
    made = replace(car, axles=axles, extra=extra, powertrain=None)
    brakes = {f"brake_torque_{corner}": mechanism.Constant(value=300.0) for corner in ("fl", "fr", "rl", "rr")}
    system = build(to_mechanism(made), inputs=brakes)
    assert settle(system).state[system.pose("chassis")][2] == pytest.approx(car.chassis.centre_of_mass[2], abs=0.05)
    rubber = parse_source(arm, "describe.md").data["lower_arm"]
    with_rubber = replace(front.suspension.lower_arm, pivot=None, axis=None, **rubber)
    assert with_rubber.rear_bushing.curves.x.value(0.004) == pytest.approx(6700.0)


@pytest.mark.parametrize("union", ["Connection", "Coupling", "Force"])
def test_every_kind_is_named(union):
    kinds = get_args(getattr(mechanism, union))
    assert len(kinds) >= 4
    for cls in kinds:
        assert f"`{cls.model_fields['kind'].default}`" in PAGE


def test_every_steering_is_named_and_the_example_steers_dw18():
    assert all(f"`{kind}`" in PAGE for kind in vehicle.STEERINGS)
    (text,) = (block for block in blocks("yaml") if block.startswith("steering:"))
    car = replace(load_vehicle("dw18"), steering=parse_source(text, "describe.md").data["steering"])
    assert car.steering.actuation.assist.torque(2.0, 0.0) == pytest.approx(7.0)
    assert car.steering_lever / car.steering.ratio > 0.0


def test_every_suspension_is_named():
    for cls in SUSPENSIONS.values():
        assert f"`{cls.model_fields['kind'].default}`" in PAGE
        assert all(f"`{part}`" in PAGE for part in cls.carriers.bodies)


KEYS = {
    cls.__name__: cls
    for cls in (
        *(vehicle.Vehicle, vehicle.Part, vehicle.Payload, vehicle.Axle, vehicle.Wheel, vehicle.Brake),
        *(vehicle.AntiRollBar, vehicle.Suspension, vehicle.Wishbone, vehicle.TieRod, vehicle.Strut),
        *(vehicle.TorsionBar, vehicle.RackSteering, vehicle.Aerodynamics, vehicle.BodyMesh, mechanism.SimpleTire),
        mechanism.AirCoefficients,
        *(mechanism.TMeasyTire, mechanism.TMeasyCurve, mechanism.TMeasyTrail),
        *(mechanism.FialaTire, mechanism.CalspanTire),
        *(vehicle.MechanismSuspension, vehicle.SteeringAxisOf, vehicle.Rubber, vehicle.Subframe),
        *(vehicle.Link, vehicle.SteeredEnds, vehicle.WattLinkage, vehicle.Bellcrank, vehicle.AArm),
        *(vehicle.TorqueTube, vehicle.Guide, vehicle.LeafSpring, vehicle.LeafPart),
        *(vehicle.Rocker, vehicle.ThirdSpring, vehicle.HArm),
        *(vehicle.KcTable, vehicle.TravelTable, vehicle.SteerTable, vehicle.WheelSpring),
        *(vehicle.Trailer, vehicle.BallHitch, vehicle.FifthWheel, vehicle.Turntable),
        *(vehicle.PitmanArm, vehicle.RotaryArm, vehicle.Column),
    )
}


@pytest.mark.parametrize("name", KEYS)
def test_a_table_of_keys_is_what_the_class_has(name):
    (table,) = re.findall(rf"<!-- keys: {name} -->\n((?:\|.*\n)+)", PAGE)
    rows = [row.split("|") for row in table.splitlines()[2:]]
    written = {key for row in rows for key in re.findall(r"`(\w+)`", row[1])}
    assert written == set(KEYS[name].model_fields) - {"kind"}


def test_defaults_in_the_tables_are_those_of_the_classes():
    """Where a row has one key and its default is a number."""
    checked = 0
    for name, table in re.findall(r"<!-- keys: (\w+) -->\n((?:\|.*\n)+)", PAGE):
        for key, default in re.findall(r"^\| `(\w+)` \|[^|]*\| ([\d.]+) \|", table, flags=re.M):
            assert (KEYS[name].model_fields[key].default or 0.0) == pytest.approx(float(default))
            checked += 1
    assert checked >= 8


def test_units_in_the_tables_are_those_of_the_classes():
    """Where the class has one unit for a key and the row says one."""
    checked = 0
    for name, table in re.findall(r"<!-- keys: (\w+) -->\n((?:\|.*\n)+)", PAGE):
        for row in table.splitlines()[2:]:
            keys, told = (cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:3])
            names, units = re.findall(r"`(\w+)`", keys), told.split(", ")
            for key, unit in zip(names, units * len(names) if len(units) == 1 else units, strict=False):
                wanted = unit_of(KEYS[name].model_fields[key])
                if wanted and unit not in ("", "–", "1") and " or " not in wanted:
                    assert unit == wanted, (name, key)
                    checked += 1
    assert checked >= 100
