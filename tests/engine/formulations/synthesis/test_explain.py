"""What `explain` says about known mechanisms."""

import pytest

from jounce.engine.formulations.synthesis import build, explain
from jounce.errors import InputError
from jounce.model import library
from jounce.model.vehicle import to_mechanism, with_prescribed_rack
from tests.engine.formulations.synthesis.vehicles import CASES

DW18 = library.vehicle("dw18")


@pytest.fixture(scope="module")
def servo():
    return explain(build(to_mechanism(DW18)))


@pytest.fixture(scope="module")
def prescribed():
    return explain(build(to_mechanism(with_prescribed_rack(DW18))))


def test_a_rack_on_a_servo_is_the_parent_of_both_front_corners(servo):
    assert (servo.base, servo.base_moves, servo.degrees_of_freedom, servo.bodies) == ("chassis", True, 15, 18)
    rack, *corners = servo.subsystems
    assert (rack.name, rack.parent, rack.driven) == ("rack", None, False)
    assert rack.independent == ("rack travel",)
    assert [(s.name, s.parent) for s in corners] == [
        ("corner_fl", "rack"),
        ("corner_fr", "rack"),
        ("corner_rl", None),
        ("corner_rr", None),
    ]
    assert corners[0].independent == ("lca_fl angle", "hub_fl angle")
    assert corners[0].blocks[0].independent == ("lca_fl angle", "rack travel")
    assert [k.subsystems for k in servo.kernels] == [
        ("rack",),
        ("corner_fl", "corner_fr"),
        ("corner_rl", "corner_rr"),
    ]


def test_a_prescribed_rack_is_driven_and_leaves_four_corners(prescribed):
    rack, *corners = prescribed.subsystems
    assert prescribed.degrees_of_freedom == 14
    assert rack.driven
    assert rack.prescribed == ("rack travel",)
    ((travel,),) = (body.coordinates for body in rack.bodies)
    assert (travel.driver, travel.motion) == ("rack_travel", "input rack_travel")
    assert [s.name for s in corners] == ["corner_fl", "corner_fr", "corner_rl", "corner_rr"]
    assert [k.subsystems for k in prescribed.kernels][1:] == [("corner_fl", "corner_fr"), ("corner_rl", "corner_rr")]
    (block,) = corners[0].blocks
    assert block.prescribed == ("rack travel",)
    assert block.equations == {"ubj_fl": 3, "tie_fl": 1}


def test_a_corner_in_full(servo):
    corner = servo.subsystems[3]
    assert [(b.name, b.parent, b.joint, b.kind) for b in corner.bodies] == [
        ("lca_rl", "chassis", "lca_rl", "revolute"),
        ("uca_rl", "chassis", "uca_rl", "revolute"),
        ("knuckle_rl", "lca_rl", "lbj_rl", "spherical"),
        ("wheel_rl", "knuckle_rl", "hub_rl", "revolute"),
    ]
    assert [(x.name, x.between, x.cut, x.equations, x.dropped) for x in corner.loops] == [
        ("ubj_rl", ("uca_rl", "knuckle_rl"), True, 3, 0),
        ("tie_rl", ("chassis", "knuckle_rl"), True, 1, 0),
    ]
    (block,) = corner.blocks
    assert len(block.dependent) == 4
    assert 1.0 <= block.condition < 10.0
    assert {(f.name, f.kind) for f in corner.forces} == {
        ("spring_rl", "spring_damper"),
        ("brake_rl", "brake"),
        ("drive_rl", "applied_torque"),
        ("tire_rl", "tire"),
    }


def test_sizes_add_up(servo, prescribed):
    for told in (servo, prescribed):
        coordinates = [c for s in told.subsystems for b in s.bodies for c in b.coordinates]
        numbers = sum(4 + 3 if c.kind == "ball" else 2 for c in coordinates)
        assert told.states == 13 + numbers + told.auxiliary_states
        assert told.parameters >= sum(s.parameters for s in told.subsystems)
        assert told.source_lines > sum(k.source_lines for k in told.kernels)


@pytest.mark.parametrize("name", sorted(CASES))
def test_degrees_of_freedom_and_redundancy_of_every_mechanism(name):
    case = CASES[name]
    told = explain(build(case.make()))
    assert told.degrees_of_freedom == case.dof
    assert sum(loop.dropped for s in told.subsystems for loop in s.loops) == case.redundant
    bodies = [b.name for s in told.subsystems for b in s.bodies]
    assert len(set(bodies)) == len(bodies) == told.bodies - told.base_moves
    for s in told.subsystems:
        assert sum(len(b.dependent) for b in s.blocks) == len(s.dependent)


def test_a_choice_is_taken(servo):
    told = explain(build(to_mechanism(DW18), independent=["uca_rl angle"]))
    assert "uca_rl angle" in told.subsystems[3].independent
    assert told.degrees_of_freedom == servo.degrees_of_freedom
    assert len({s.kernel for s in told.subsystems}) == 4  # the rear corners differ now


def test_choices_that_cannot_be_are_refused():
    car, steered = to_mechanism(DW18), to_mechanism(with_prescribed_rack(DW18))
    with pytest.raises(InputError, match=r"unknown coordinate; got 'uca_rl angel'.*did you mean 'uca_rl angle'"):
        build(car, independent=["uca_rl angel"])
    with pytest.raises(InputError, match=r"rack travel cannot be independent; got prescribed by rack_travel"):
        build(steered, independent=["rack travel"])
    with pytest.raises(InputError, match=r"unknown base body; got 'chasis'.*did you mean 'chassis'"):
        build(car, base="chasis")
