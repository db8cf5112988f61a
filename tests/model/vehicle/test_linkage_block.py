"""A suspension of kind mechanism, further parts of the whole car, and what is said of mistakes in them."""

import json

import numpy as np
import pytest

from jounce.errors import ModelError
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Revolute, replace
from jounce.model.vehicle import Vehicle, parse_vehicle, to_mechanism
from tests.lab.kinematics_compliance.linkage_blocks import with_blocks

PART = {"mass": 12.0, "centre_of_mass": (1.0, 0.3, 0.3), "inertia": (0.2, 0.2, 0.2)}


@pytest.fixture(scope="module")
def blocks(dw18) -> Vehicle:
    return with_blocks(dw18)


def text_of(car: Vehicle) -> str:
    """The YAML of a car, with parts under their names as a person writes them."""
    keys = car.model_dump(mode="json", exclude_defaults=True)
    keys["axles"] = {axle.pop("name"): axle for axle in keys["axles"]}
    for axle in keys["axles"].values():
        for section in ("bodies", "joints", "forces"):
            parts = axle["suspension"].get(section, [])
            named = {part["name"]: {k: v for k, v in part.items() if k != "name"} for part in parts}
            axle["suspension"][section] = named
        axle["suspension"]["kind"] = "mechanism"
    for element, of in zip(
        (j for axle in keys["axles"].values() for j in axle["suspension"]["joints"].values()),
        (j for axle in car.axles for j in axle.suspension.joints),
        strict=True,
    ):
        element["kind"] = of.kind
    keys["steering"]["actuation"]["kind"] = car.steering.actuation.kind
    return json.dumps(keys, indent=1)  # which is YAML


def test_a_block_becomes_the_mechanism_of_the_template(dw18, blocks):
    """Bit for bit, but for the sense of the hinges on the right, which turn as mirror images here."""
    wanted, found = to_mechanism(dw18), to_mechanism(blocks)
    assert found.bodies == wanted.bodies
    assert found.forces == wanted.forces
    assert found.tires == wanted.tires
    for ours, theirs in zip(found.joints, wanted.joints, strict=True):
        if isinstance(ours, Revolute) and ours.name in ("lca_fr", "uca_fr", "lca_rr", "uca_rr"):
            turned = tuple(0.0 - x for x in theirs.axis_a)
            ours = ours.model_copy(update={"axis_a": theirs.axis_a, "axis_b": theirs.axis_b})
            assert found.connection(ours.name).axis_a == turned
        assert ours == theirs


def test_it_is_read_back_from_yaml_and_from_a_dump(blocks):
    assert parse_vehicle(text_of(blocks)) == blocks
    assert Vehicle(**blocks.model_dump(mode="json")) == blocks


def test_parts_are_parameters_by_their_names(blocks):
    changed = blocks.with_values(
        {"axles.front.suspension.bodies.knuckle.mass": "17 kg", "axles.front.suspension.joints.tie.point_b.0": 1.11}
    )
    assert changed.value("axles.front.suspension.bodies.knuckle.mass") == 17.0
    mechanism = to_mechanism(changed)
    assert mechanism.body("knuckle_fl").mass == mechanism.body("knuckle_fr").mass == 17.0
    assert mechanism.connection("tie_fr").point_b[0] == 1.11


def test_the_right_side_may_differ(blocks):
    front, rear = blocks.axles
    heavier = replace(front, right={"suspension": {"bodies": {"lca": {"mass": 9.5}}}})
    mechanism = to_mechanism(replace(blocks, axles=(heavier, rear)))
    assert mechanism.body("lca_fr").mass == 9.5
    assert mechanism.body("lca_fl").mass == front.suspension.bodies[0].mass
    with pytest.raises(ModelError, match=r"right\.suspension\.bodies\.lcb: no such part; .*did you mean 'lca'"):
        replace(front, right={"suspension": {"bodies": {"lcb": {"mass": 9.5}}}})


def changed_block(blocks, **keys):
    front = blocks.axle("front").suspension
    return front.model_dump() | {"joints": front.joints, "bodies": front.bodies, "kind": "mechanism"} | keys


@pytest.mark.parametrize(
    ("keys", "finding"),
    [
        ({"carrier": "knuckel"}, r"carrier: no such body of this block; got 'knuckel'; did you mean 'knuckle'"),
        ({"spring": {"upper": (1, 0.5, 0.8), "lower": (1, 0.5, 0.3), "carrier": "arm"}},
         r"spring\.carrier: no such part"),
        ({"forces": {"stop": {"kind": "brake", "joint": "lcb", "torque": 3.0}}}, r"forces\.stop\.joint: no such joint"),
        ({"forces": {"s": {"kind": "spring", "body_b": "lca"}}}, r"forces\.s\.kind: unknown kind of force"),
        ({"joints": {"lca": {"kind": "spherical", "body_a": "lca", "body_b": "lca", "point": (1, 0.5, 0.3)}}},
         r"joints\.lca\.body_b: same body as body_a"),
        ({"bodies": {"lca": {**PART, "mass": -1}, "knuckle": PART}}, r"bodies\.lca\.mass: out of range"),
        ({"shared": {"bodies": {"lca": PART}}}, r"shared\.lca: name taken"),
        ({"steering_axis": {"lower": (1, 0.7, 0.2), "upper": (1, 0.7, 0.5), "tie_rod_end": (0.9, 0.7, 0.3),
                            "released": "tei", "fixed": "lca"}},
         r"steering_axis\.released: no such joint of this block"),
        ({"joints": {"screw": {"kind": "cylindrical", "body_a": "chassis", "body_b": "lca", "point": (1, 0.4, 0.2),
                               "axis": (1, 0, 0)}},
          "forces": {"bar": {"kind": "rotational_spring_damper", "joint": "screw", "stiffness": 1.0,
                             "free_angle": 0.1}}},
         r"forces\.bar\.joint: turns the other way on the right side"),
    ],
)  # fmt: skip
def test_mistakes_in_a_block(blocks, keys, finding):
    with pytest.raises(ModelError, match=finding):
        replace(blocks.axle("front"), suspension=changed_block(blocks, **keys))


def test_a_body_that_the_car_does_not_have_is_named_with_its_line(blocks):
    text = text_of(blocks).replace('"body_a": "rack"', '"body_a": "subfram"', 1)
    line = next(i for i, row in enumerate(text.splitlines(), start=1) if "subfram" in row)
    with pytest.raises(ModelError) as raised:
        parse_vehicle(text, "car.yaml")
    (finding,) = raised.value.findings
    assert (finding.where, finding.line) == ("axles.front.suspension.joints.tie.body_a", line)
    assert finding.what == "no such body"


def test_further_parts_of_the_car(dw18):
    """An engine on three mounts, a winch on the knuckle that an input pulls; the mass is that of all."""
    engine = {"mass": 150.0, "centre_of_mass": (1.1, 0.0, 0.5), "inertia": (8.0, 9.0, 7.0)}
    mount = {"kind": "bushing", "body_a": "chassis", "body_b": "engine_block", "stiffness": (3e5, 3e5, 4e5)}
    places = [(1.3, 0.3, 0.5), (1.3, -0.3, 0.5), (0.8, 0, 0.3)]
    extra = {
        "bodies": {"engine_block": engine},
        "forces": {
            **{f"mount_{i}": {**mount, "point": point} for i, point in enumerate(places)},
            "winch": {"kind": "applied_force", "body": "knuckle_fl", "point": (1.2, 0.7, 0.3), "direction": (1, 0, 0),
                      "magnitude": {"kind": "input", "name": "pull"}},
        },
    }  # fmt: skip
    car = replace(dw18, extra=extra)
    mechanism = to_mechanism(car)
    plain = to_mechanism(dw18)
    assert sum(b.mass for b in mechanism.bodies) == pytest.approx(sum(b.mass for b in plain.bodies) + 150.0)
    assert car.value("extra.bodies.engine_block.mass") == 150.0
    assert Vehicle(**car.model_dump(mode="json")) == car
    with pytest.raises(ModelError, match=r"forces\.winch\.body: no such body; got 'knuckle_f'"):
        to_mechanism(car.with_values({"extra.forces.winch.body": "knuckle_f"}))


def test_mirror_images_of_bushings_are_mirror_images(blocks):
    """Potential energy and its gradient of a block with every one-sided number, on both sides of a mirrored motion."""
    from jounce.engine.formulations.world_frame.entries import evaluate
    from jounce.engine.formulations.world_frame.system import build, design_state

    rubber = {
        "kind": "bushing", "body_a": "chassis", "body_b": "knuckle", "point": (1.2, 0.5, 0.3),
        "x_axis": (0.9, 0.3, 0.1), "y_axis": (-0.2, 0.8, 0.5), "stiffness": (3e5, 0.0, 4e5),
        "rotational_stiffness": (90, 80, 70),
        "preload": (100.0, 200.0, 300.0), "preload_torque": (10.0, 20.0, 30.0),
        "curves": {"y": {"x": (-0.02, 0.0, 0.01, 0.02), "y": (-9000.0, 0.0, 2000.0, 8000.0)}},
    }  # fmt: skip
    front = blocks.axle("front")
    block = replace(front, suspension=replace(front.suspension, forces={"rubber": rubber}, spring=None))
    system = build(to_mechanism(replace(blocks, axles=(block, blocks.axles[1]), gravity=0.0)))
    y, bodies = design_state(system), system.layout.bodies
    rng = np.random.default_rng(5)
    move, turn = 0.01 * rng.normal(size=3), 0.02 * rng.normal(size=3)
    for suffix, sign in (("l", 1.0), ("r", -1.0)):
        i = 7 * bodies.index(f"knuckle_f{suffix}")
        y[i : i + 3] += move * (1.0, sign, 1.0)
        q = np.concatenate([[1.0], 0.5 * turn * (sign, 1.0, sign)])
        y[i + 3 : i + 7] = q / np.linalg.norm(q)
    evaluate(system.model, system.work, 0.0, y)
    left, right = (system.work.bodies[bodies.index(f"knuckle_f{s}")] for s in "lr")
    assert np.linalg.norm(left["force"]) > 100.0
    assert right["force"] == pytest.approx(left["force"] * (1.0, -1.0, 1.0), rel=1e-9, abs=1e-6)
    assert right["torque"] == pytest.approx(left["torque"] * (-1.0, 1.0, -1.0), rel=1e-9, abs=1e-6)


def test_what_cannot_be_rubber_is_said():
    car = load_vehicle("dw18")
    front = car.axle("front")
    with pytest.raises(ModelError, match=r"bushings\.lbk: no such joint .*did you mean 'lbj'"):
        replace(front, suspension=replace(front.suspension, bushings={"lbk": {"stiffness": (1, 1, 1)}}))
    with pytest.raises(ModelError, match=r"bushings\.tie: rubber cannot stand for this joint; got distance"):
        replace(front, suspension=replace(front.suspension, bushings={"tie": {"stiffness": (1, 1, 1)}}))
    with pytest.raises(ModelError, match=r"bushings\.lbj\.stiffness: out of range"):
        replace(front, suspension=replace(front.suspension, bushings={"lbj": {"stiffness": (1, 0, 1)}}))
