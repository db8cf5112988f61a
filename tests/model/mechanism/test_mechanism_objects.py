"""Mechanisms written in Python: frozen objects compared by value, resolved shorthands, findings for what is wrong."""

import math
import pickle

import numpy as np
import pytest

from jounce.errors import JounceError, ModelError
from jounce.model import mechanism as m

ROD = m.Body(name="rod", mass=2.0, inertia=(0.1, 1.0, 1.0))
HINGE = m.Revolute(name="hinge", body_b="rod", point=(0, 0, 0), axis=(0, 1, 0))
ENDS = {"body_b": "rod", "point_a": (0, 0, 0), "point_b": (0, 0, 0.4)}


def findings(build):
    """The findings, as text, of something that must be refused."""
    with pytest.raises(ModelError) as caught:
        build()
    assert caught.value.findings
    return [str(finding) for finding in caught.value.findings]


def refused(build, *parts):
    """Whether one finding has all these parts."""
    texts = findings(build)
    assert any(all(part in text for part in parts) for text in texts), texts


def test_objects_are_frozen_hashable_and_compared_by_value():
    again = m.Body(name="rod", mass="2 kg", inertia=["1e5 kg*mm^2", 1, 1.0])
    assert again == ROD
    assert hash(again) == hash(ROD)
    assert len({again, ROD}) == 1
    assert m.replace(ROD, mass=3) != ROD
    assert pickle.loads(pickle.dumps(HINGE)) == HINGE
    with pytest.raises(ValueError, match="frozen"):
        ROD.mass = 3.0


def test_replace_checks_again():
    assert m.replace(ROD, mass="3 kg").mass == 3.0
    refused(lambda: m.replace(ROD, mass=-3), "mass: out of range; got -3; expected a value greater than 0")
    moved = m.replace(HINGE, point=(1, 0, 0))
    assert moved.point_a == moved.point_b == (1.0, 0.0, 0.0)
    assert m.replace(HINGE, point_b=(1, 0, 0)).point_a == (0.0, 0.0, 0.0)


def test_arrays_are_accepted_and_kept_as_tuples():
    body = m.Body(name="rod", mass=np.float64(2), inertia=np.diag([0.1, 1.0, 1.0]), position=np.arange(3))
    assert body == m.replace(ROD, position=(0, 1, 2))


def test_inertia_as_principal_moments_entries_or_matrix():
    six = m.Body(name="b", mass=1, inertia=(2, 3, 4, 0.1, 0.2, 0.3))
    matrix = m.Body(name="b", mass=1, inertia=[[2, 0.1, 0.2], [0.1, 3, 0.3], [0.2, 0.3, "4 kg m²"]])
    assert six == matrix
    assert six.inertia_matrix.tolist() == [[2, 0.1, 0.2], [0.1, 3, 0.3], [0.2, 0.3, 4]]
    assert m.Body(name="plate", mass=1, inertia=(1, 1, 2)).inertia[2] == 2.0


def test_centre_of_mass_in_the_world():
    half = math.sqrt(0.5)
    body = m.Body(
        name="b", mass=1, inertia=(1, 1, 1), position=(1, 2, 3), centre_of_mass=(1, 0, 0), orientation=(1, 0, 0, 1)
    )
    assert body.orientation == pytest.approx((half, 0, 0, half), abs=2.3e-16)
    assert body.centre_of_mass_world == pytest.approx((1, 3, 3), abs=1e-15)  # x turned by 90 deg about z is y


@pytest.mark.parametrize(
    ("inertia", "parts"),
    [
        ((1, 1, 3), ["impossible inertia", "principal moments 1, 1, 3", "1 less than the largest"]),
        ((0, 1, 1), ["not positive definite", "non-singular inertia"]),
        ((-1, 1, 1), ["not positive definite"]),
        ((1, 1, 1, 2, 0, 0), ["not positive definite"]),
        ((0, 0, 0), ["not positive definite"]),
        ([[1, 0.1, 0], [0.2, 1, 0], [0, 0, 1]], ["not symmetric", "xy = 0.1 and yx = 0.2"]),
        ((1, 1), ["wrong number of items", "3 or 6 numbers, or a 3×3 matrix"]),
        ([[1, 0], [0, 1], [0, 0]], ["wrong number of items"]),
        (("1 kg", 1, 1), ["inertia.0", "'1 kg' (mass)"]),
        ([[1, 0, 0], [0, 1, "x"], [0, 0, 1]], ["inertia.1.2", "no number"]),
        (5, ["not a list"]),
        ((math.nan, 1, 1), ["inertia.0", "not a finite number"]),
    ],
)
def test_impossible_inertia_is_refused(inertia, parts):
    refused(lambda: m.Body(name="b", mass=1, inertia=inertia), *parts)


def test_triangle_inequality_has_a_tolerance_for_rounded_data():
    m.Body(name="b", mass=1, inertia=(1, 1, 2 * (1 + 0.9e-6)))
    refused(lambda: m.Body(name="b", mass=1, inertia=(1, 1, 2 * (1 + 1.1e-6))), "impossible inertia")


def test_all_findings_of_an_object_come_at_once():
    texts = findings(
        lambda: m.Body(
            name="", mass="2 N", inertia=(1, 1, 3), position=(1, 2), orientation=(0, 0, 0, 0), free="yes", colour=1
        )
    )
    assert [text.split(":")[0] for text in texts] == [
        "name",
        "mass",
        "inertia",
        "position",
        "orientation",
        "free",
        "colour",
    ]
    refused(lambda: m.Body(name="b", mass=True, inertia=(1, 1, 1)), "mass: not a quantity; got True")
    refused(lambda: m.Body(name="b"), "mass: missing key")
    refused(lambda: m.Body(name="b", masss=1), "masss: unknown key; did you mean 'mass'?")
    refused(lambda: m.Body(name="b", velocity=("1 m", 0, 0)), "velocity.0: wrong unit", "a velocity such as")


JOINTS_WITH_AXIS = (m.Revolute, m.Prismatic, m.Cylindrical, m.Planar)
JOINTS_WITH_POINT = (*JOINTS_WITH_AXIS, m.Spherical, m.Fixed, m.PointOnLine)


def given(cls, **changes):
    keys = {"name": "j", "body_b": "rod", "point": (1, 2, 3)}
    if cls not in (m.Spherical, m.Fixed):
        keys["axis"] = (0, 0, 2)
    return cls(**{key: value for key, value in (keys | changes).items() if value is not None})


@pytest.mark.parametrize("cls", JOINTS_WITH_POINT)
def test_point_and_axis_are_shorthands_for_both_bodies(cls):
    joint = given(cls)
    assert joint.body_a == m.GROUND
    assert joint.point_a == joint.point_b == (1.0, 2.0, 3.0)
    assert joint == given(cls, point=None, point_a=(1, 2, 3), point_b=("1000 mm", 2, 3))
    if cls in JOINTS_WITH_AXIS:
        assert joint.axis_a == joint.axis_b == (0.0, 0.0, 1.0)
        assert joint == given(cls, axis=None, axis_a=(0, 0, 1), axis_b=(0, 0, 5))


@pytest.mark.parametrize("cls", JOINTS_WITH_POINT)
def test_shorthands_are_refused_in_the_words_of_the_user(cls):
    assert findings(lambda: given(cls, point=("1 deg", 0, 0))) == [
        "point.0: wrong unit; got '1 deg' (angle); expected a length such as 'm' or 'mm'"
    ]
    assert findings(lambda: given(cls, point=None)) == ["point: missing key; give point, or point_a and point_b"]
    assert findings(lambda: given(cls, point=None, point_a=(0, 0, 0))) == [
        "point_b: missing key; give both point_a and point_b, or point alone"
    ]
    (text,) = findings(lambda: given(cls, point_a=(0, 0, 0)))
    assert text.startswith("point: given together with its long form")


def test_zero_axis_is_refused_once():
    assert findings(lambda: given(m.Revolute, axis=(0, 0, 0))) == [
        "axis: zero length; got [0, 0, 0]; expected a direction; give for example [0, 1, 0]"
    ]


def test_numbers_of_equations():
    expected = {
        m.Revolute: 5,
        m.Prismatic: 5,
        m.Cylindrical: 4,
        m.Spherical: 3,
        m.Universal: 4,
        m.Fixed: 6,
        m.Planar: 3,
        m.PointOnLine: 2,
        m.Distance: 1,
        m.RevoluteSpherical: 2,
        m.ConstantVelocity: 1,
        m.Gear: 1,
        m.RackAndPinion: 1,
        m.Coupler: 1,
        m.PrescribedMotion: 1,
    }
    assert {cls: cls.equations for cls in expected} == expected


def test_universal_axes_must_cross():
    m.Universal(name="u", body_b="rod", point=(0, 0, 0), axis_a=(1, 0, 0), axis_b=(0, 1, 0))
    refused(
        lambda: m.Universal(name="u", body_b="rod", point=(0, 0, 0), axis_a=(1, 0, 0), axis_b=(1, 0.01, 0)),
        "axes are parallel",
        "0.573 deg",
    )
    refused(lambda: m.Universal(name="u", body_b="rod", point=(0, 0, 0)), "axis_a: missing key")


def test_rods_have_a_length():
    assert m.Distance(name="d", **ENDS).rod_length == 0.4
    assert m.Distance(name="d", **ENDS, length="500 mm").rod_length == 0.5
    assert m.RevoluteSpherical(name="d", **ENDS, axis=(0, 1, 0)).rod_length == 0.4
    refused(lambda: m.Distance(name="d", **ENDS, length=0), "length: out of range")
    refused(lambda: m.Distance(name="d", **(ENDS | {"point_b": (0, 0, 0)})), "points coincide")
    shaft = m.ConstantVelocity(name="cv", body_a="rod", body_b="wheel", axis=(0, 1, 0))
    assert shaft.axis_a == shaft.axis_b == (0.0, 1.0, 0.0)


def test_couplers():
    refused(lambda: m.Gear(name="g", joint_a="a", joint_b="b", ratio=0), "ratio: out of range", "other than 0")
    refused(lambda: m.RackAndPinion(name="g", rack="a", pinion="b", radius="0 mm"), "radius: out of range")
    refused(lambda: m.Coupler(name="c", joints=["a", "b"], coefficients=[1]), "lengths differ")
    refused(lambda: m.Coupler(name="c", joints=["a"], coefficients=[1]), "joints: too few joints")
    refused(lambda: m.Coupler(name="c", joints=["a", "b"], coefficients=[1, 0]), "coefficients.1: out of range")


def test_a_driver_smooths_run_time_inputs_by_default():
    assert m.PrescribedMotion(name="d", joint="hinge", motion="3 deg").smoothing_time == 0.0
    assert m.PrescribedMotion(name="d", joint="hinge", motion=m.Input(name="wheel")).smoothing_time == 0.01
    assert (
        m.PrescribedMotion(name="d", joint="hinge", motion=m.Input(name="wheel"), smoothing="5 ms").smoothing_time
        == 0.005
    )
    refused(lambda: m.PrescribedMotion(name="d", joint="hinge", motion=0, smoothing=-1), "smoothing: out of range")
    refused(lambda: m.PrescribedMotion(name="d", joint="hinge", motion=0, coordinate="angel"), "'angle' or 'travel'")


def test_signals():
    assert m.PrescribedMotion(name="d", joint="j", motion="3 kN").motion == m.Constant(value=3000.0)
    step = {"kind": "smooth_step", "before": 0, "after": "90 deg", "start": 1, "end": "2 s"}
    assert m.PrescribedMotion(name="d", joint="j", motion=step).motion == m.SmoothStep(
        before=0, after=math.pi / 2, start=1, end=2
    )
    table = m.Table(times=np.arange(3), values=["1 mm", 0, 2], interpolation="linear")
    assert table.values == (0.001, 0.0, 2.0)


@pytest.mark.parametrize(
    ("signal", "parts"),
    [
        ({"kind": "table", "times": [0, 1, 1], "values": [0, 1, 2]}, ["motion.times.2", "1 after 1"]),
        ({"kind": "table", "times": [0, 1], "values": [0, 1, 2]}, ["motion: lengths differ"]),
        ({"kind": "table", "times": [0], "values": [0]}, ["motion.times: too few points"]),
        ({"kind": "table", "times": [0, 1], "values": [0, 1], "interpolation": "cubic"}, ["motion.interpolation"]),
        ({"kind": "sine", "amplitude": 1, "frequency": 0}, ["motion.frequency: out of range"]),
        ({"kind": "sine", "amplitude": 1, "frequency": "3 rpm"}, ["motion.frequency: wrong unit"]),
        ({"kind": "sine", "amplitude": 1, "frequency": 1, "cycles": -1}, ["motion.cycles: out of range"]),
        ({"kind": "smooth_step", "before": 0, "after": 1, "start": 2, "end": 1}, ["start before end"]),
        ({"kind": "sinus"}, ["motion.kind: unknown kind of signal; got 'sinus'", "did you mean 'sine'?"]),
        ({"amplitude": 1}, ["motion.kind: missing key", "one of constant, table"]),
        ({"kind": ["sine"]}, ["motion.kind: unknown kind"]),
        ({"kind": "constant", "value": math.inf}, ["motion.value: not a finite number"]),
        ({"kind": "input", "name": ""}, ["motion.name: not a name"]),
        ("3 foo", ["motion: unknown unit 'foo'"]),
        (None, ["motion: not a signal"]),
        ([1, 2], ["motion: not a signal"]),
        (True, ["motion: not a signal"]),
        (ROD, ["motion: not a signal"]),
    ],
)
def test_wrong_signals_are_refused(signal, parts):
    refused(lambda: m.PrescribedMotion(name="d", joint="j", motion=signal), *parts)


def test_free_length_of_a_spring():
    assert m.SpringDamper(name="s", **ENDS, stiffness=1000).free_length_m == 0.4
    assert m.SpringDamper(name="s", **ENDS, stiffness=1000, free_length=0.5).free_length_m == 0.5
    assert m.SpringDamper(name="s", **ENDS, stiffness="10 N/mm", preload="1 kN").free_length_m == pytest.approx(0.5)
    curve = {"x": [0, "10 mm", "30 mm"], "y": [0, "100 N", "500 N"]}
    for preload, compression in ((100, 0.01), (300, 0.02), (900, 0.05), (-100, -0.01)):
        spring = m.SpringDamper(name="s", **ENDS, spring_curve=curve, preload=preload)
        assert spring.free_length_m == pytest.approx(0.4 + compression, abs=1e-15)


@pytest.mark.parametrize(
    ("keys", "parts"),
    [
        ({"stiffness": "35 N"}, ["stiffness: wrong unit", "a stiffness such as 'N/m' or 'N/mm'"]),
        ({"stiffness": -1}, ["stiffness: out of range"]),
        ({"damping": -1}, ["damping: out of range"]),
        ({"stiffness": 1, "free_length": 0.5, "preload": 1}, ["preload: given in two ways"]),
        ({"preload": 1}, ["preload of no spring"]),
        ({"spring_curve": {"x": [0, 1], "y": [1, 0]}, "preload": 1}, ["a curve that does not rise"]),
        ({"stiffness": 1, "spring_curve": {"x": [0, 1], "y": [0, 1]}}, ["spring_curve: two characteristics"]),
        ({"damping": 1, "damper_curve": {"x": [0, 1], "y": [0, 1]}}, ["damper_curve: two characteristics"]),
        ({"spring_curve": {"x": [0, 0], "y": [0, 1]}}, ["spring_curve.x.1: x do not increase"]),
        ({"spring_curve": {"x": [0, "1 deg"], "y": [0, "1 lb"]}}, ["spring_curve.x.1: wrong unit"]),
        ({"spring_curve": {"x": [0, "1 deg"], "y": [0, "1 lb"]}}, ["spring_curve.y.1: wrong unit"]),
        ({"damper_curve": {"x": [0], "y": [0]}}, ["damper_curve.x: too few points"]),
        ({"damper_curve": {"x": 3}}, ["damper_curve.x: not a list"]),
        ({"bump_stop": {"length": 0.3, "stiffness": -1}}, ["bump_stop.stiffness: out of range"]),
        ({"bump_stop": {"length": 0.3, "stiffness": 1, "cubic": "1 N/m"}}, ["bump_stop.cubic: wrong unit"]),
        ({"bump_stop": 3}, ["bump_stop: not a mapping; got 3; expected the keys of a Stop"]),
        (
            {"bump_stop": {"length": 0.5, "stiffness": 1}, "rebound_stop": {"length": 0.3, "stiffness": 1}},
            ["rebound_stop: stops overlap", "0.5 m", "0.3 m"],
        ),
        ({"actuator": {"kind": "input"}}, ["actuator.name: missing key"]),
        ({"point_b": (0, 0, 0)}, ["points coincide"]),
    ],
)
def test_wrong_springs_are_refused(keys, parts):
    refused(lambda: m.SpringDamper(name="s", **(ENDS | keys)), *parts)


def test_wrong_force_elements_are_refused():
    refused(lambda: m.Brake(name="b", joint="j", torque=-1), "torque: brake torque below 0; got -1 N m")
    refused(
        lambda: m.Brake(name="b", joint="j", torque={"kind": "table", "times": [0, 1], "values": [0, -2]}), "-2 N m"
    )
    refused(lambda: m.Brake(name="b", joint="j", torque=1, full_speed=0), "full_speed: out of range")
    refused(lambda: m.RotationalSpringDamper(name="r", joint="j", stiffness="5 N*m"), "(torque)", "'N*m/rad'")
    curve = {"x": [0, "1 mm"], "y": [0, 1]}
    refused(lambda: m.RotationalSpringDamper(name="r", joint="j", curve=curve), "curve.x.1: wrong unit")
    refused(lambda: m.Servo(name="s", joint="j", target=0, stiffness="3 N"), "a rotational stiffness")
    assert m.Servo(name="s", joint="j", target=0, stiffness="3 N/mm").stiffness == 3000.0
    assert m.Servo(name="s", joint="j", target=0, stiffness="3 N*m/rad").stiffness == 3.0
    bushing = {"name": "b", "body_b": "rod", "point": (0, 0, 0), "stiffness": (1, 1, 1)}
    refused(lambda: m.Bushing(**bushing, x_axis=(0, 1, 0)), "axes are parallel")
    refused(lambda: m.Bushing(**(bushing | {"stiffness": (1, -1, 1)})), "stiffness.1: out of range")
    refused(lambda: m.Bushing(**bushing, rotational_stiffness=("1 N/m", 0, 0)), "rotational_stiffness.0: wrong unit")
    drag = {"name": "d", "body": "rod", "point": (0, 0, 0)}
    refused(lambda: m.AerodynamicDrag(**drag, drag_area=-1), "drag_area: out of range")
    load = {"name": "f", "body": "rod", "point": (0, 0, 0), "direction": (0, 0, 1), "magnitude": 1}
    refused(lambda: m.AppliedForce(**load, frame="car"), "frame: unknown value; got 'car'; expected 'world' or 'body'")


def test_magic_formula_as_mapping_or_list():
    tire = {"name": "t", "body": "rod", "centre": (0, 0, 0.3), "radius": 0.3, "vertical_stiffness": "200 N/mm"}
    listed = m.Tire(**tire, lateral=[10, 1.3, 1, 0], longitudinal=[12, 1.5, 1.1, 0])
    mapped = m.Tire(
        **tire, lateral={"b": 10, "c": 1.3, "d": 1, "e": 0}, longitudinal=m.MagicFormula(b=12, c=1.5, d=1.1, e=0)
    )
    assert listed == mapped
    refused(lambda: m.Tire(**tire, lateral=[10, 1.3, 1], longitudinal=[1, 1, 1, 1]), "lateral: wrong number of items")
    refused(lambda: m.Tire(**tire, lateral=3, longitudinal=[1, 1, 1, 1]), "lateral: not a mapping")


def test_a_mechanism_gives_its_parts_by_name():
    mechanism = m.Mechanism(bodies=[ROD], joints=[HINGE], gravity=(0, 0, "-1 gn"))
    assert mechanism.body("rod") is ROD
    assert mechanism.joint("hinge") is HINGE
    assert mechanism.gravity == (0.0, 0.0, -9.80665)
    with pytest.raises(KeyError, match="known: rod"):
        mechanism.body("rood")
    assert len({mechanism, m.replace(mechanism), m.replace(mechanism, name="other")}) == 2
    refused(lambda: m.replace(mechanism, joints=()), "bodies.rod: no path to ground")


WHEEL = m.Body(name="wheel", mass=1, inertia=(1, 1, 1))
SLIDER = m.Prismatic(name="slider", body_a="rod", body_b="wheel", point=(0, 0, 0), axis=(0, 0, 1))
SLEEVE = m.Cylindrical(name="sleeve", body_b="wheel", point=(0, 0, 0), axis=(0, 0, 1))
BALL = m.Spherical(name="ball", body_a="rod", body_b="wheel", point=(0, 0, 0))


def built(*elements, bodies=(ROD, WHEEL)):
    joints = (HINGE, SLIDER, SLEEVE, BALL, *(item for item in elements if hasattr(item, "equations")))
    forces = tuple(item for item in elements if not hasattr(item, "equations") and not isinstance(item, m.Tire))
    return m.Mechanism(bodies=bodies, joints=joints, forces=forces)


@pytest.mark.parametrize(
    ("element", "text"),
    [
        (given(m.Fixed, body_b="weel"), "joints.j.body_b: no such body; got 'weel'; did you mean 'wheel'?"),
        (
            given(m.Fixed, body_a="rod"),
            "joints.j.body_b: same body as body_a; got 'rod'; expected two different bodies",
        ),
        (given(m.Fixed, name="ball"), "joints.4: name taken; got 'ball'; joints.ball has it; joints, forces and"),
        (
            m.AppliedForce(name="ball", body="rod", point=(0, 0, 0), direction=(0, 0, 1), magnitude=1),
            "forces.ball: name taken; got 'ball'; joints.ball has it",
        ),
        (
            m.AppliedForce(name="f", body="ground", point=(0, 0, 0), direction=(0, 0, 1), magnitude=1),
            "forces.f.body: ground cannot move",
        ),
        (
            m.AppliedTorque(name="f", body="rod", axis=(0, 0, 1), magnitude=1, reaction="rod"),
            "forces.f.reaction: same body as body",
        ),
        (
            m.AntiRollBar(
                name="f",
                body="ground",
                left_body="rod",
                left_point=(0, 0, 0),
                right_body="rod",
                right_point=(0, 0, 0),
                stiffness=1,
            ),
            "forces.f.right_body: same body as left_body",
        ),
        (m.SpringDamper(name="s", **(ENDS | {"body_b": "wheal"})), "forces.s.body_b: no such body"),
        (
            m.PrescribedMotion(name="d", joint="hing", motion=0),
            "joints.d.joint: no such joint; got 'hing'; did you mean 'hinge'?",
        ),
        (
            m.PrescribedMotion(name="d", joint="ball", motion=0),
            "joints.d.joint: wrong kind of joint; got 'ball' (spherical)",
        ),
        (
            m.PrescribedMotion(name="d", joint="sleeve", motion=0),
            "joints.d.coordinate: missing key; expected angle or travel",
        ),
        (
            m.PrescribedMotion(name="d", joint="hinge", motion=0, coordinate="travel"),
            "joints.d.coordinate: no such coordinate of a revolute joint; got 'travel'; expected angle",
        ),
        (m.Servo(name="s", joint="slider", target=0, stiffness=1, coordinate="angle"), "forces.s.coordinate: no such"),
        (m.Servo(name="s", joint="sleeve", target=0, stiffness=1), "forces.s.coordinate: missing key"),
        (m.Gear(name="g", joint_a="hinge", joint_b="slider", ratio=2), "joints.g.joint_b: wrong kind of joint"),
        (m.Gear(name="g", joint_a="hinge", joint_b="hinge", ratio=2), "joints.g.joint_b: same joint twice"),
        (m.RackAndPinion(name="g", rack="hinge", pinion="hinge", radius=1), "joints.g.rack: wrong kind of joint"),
        (m.RackAndPinion(name="g", rack="slider", pinion="sleeve", radius=1), "joints.g.pinion: wrong kind of joint"),
        (
            m.Coupler(name="c", joints=("hinge", "sleeve"), coefficients=(1, 1)),
            "joints.c.joints.1: wrong kind of joint; got 'sleeve' (cylindrical); expected revolute or prismatic",
        ),
        (m.Brake(name="b", joint="slider", torque=1), "forces.b.joint: wrong kind of joint"),
        (m.RotationalSpringDamper(name="r", joint="slider"), "forces.r.joint: wrong kind of joint"),
        (m.RotationalSpringDamper(name="r", joint="gone"), "forces.r.joint: no such joint"),
    ],
)
def test_what_does_not_fit_together_is_refused(element, text):
    texts = findings(lambda: built(element))
    assert any(found.startswith(text) for found in texts), texts
    assert all(".rod:" not in found and ".wheel:" not in found for found in texts)


def test_what_fits_together_is_accepted():
    mechanism = built(
        m.PrescribedMotion(name="d", joint="sleeve", motion=0, coordinate="angle"),
        m.Gear(name="g", joint_a="hinge", joint_b="sleeve", ratio=2),
        m.RackAndPinion(name="r", rack="slider", pinion="hinge", radius="10 mm"),
        m.Coupler(name="c", joints=("hinge", "slider"), coefficients=(1, "5 mm")),
        m.Servo(name="s", joint="slider", target=0, stiffness=1),
        m.Brake(name="b", joint="hinge", torque=m.Input(name="pedal")),
        m.RotationalSpringDamper(name="t", joint="sleeve", stiffness=1),
    )
    assert {item.name for item in (*mechanism.joints, *mechanism.forces)} >= set("dgrcsbt")


def test_names_of_bodies():
    refused(lambda: m.Mechanism(bodies=[]), "bodies: no bodies")
    ground = m.replace(ROD, name="ground")
    refused(lambda: m.Mechanism(bodies=[ground]), "bodies.ground: reserved name")
    refused(lambda: built(bodies=[ROD, WHEEL, ROD]), "bodies.2: two bodies of one name; got 'rod'; bodies.rod has it")


def test_orphans_are_bodies_without_ground_tire_or_leave_to_float():
    spring = m.SpringDamper(name="s", body_a="rod", body_b="wheel", point_a=(0, 0, 0), point_b=(0, 0, 1))
    tire = m.Tire(
        name="t",
        body="wheel",
        centre=(0, 0, 0),
        radius=0.3,
        vertical_stiffness=1,
        lateral=(1, 1, 1, 1),
        longitudinal=(1, 1, 1, 1),
    )
    assert findings(lambda: m.Mechanism(bodies=[ROD, WHEEL], forces=[spring])) == [
        "bodies.rod: no path to ground or to a tire (nor for wheel, connected to it); connect it or say free: true"
    ]
    m.Mechanism(bodies=[ROD, WHEEL], forces=[spring], tires=[tire])
    m.Mechanism(bodies=[ROD, m.replace(WHEEL, free=True)], forces=[spring])
    m.Mechanism(bodies=[ROD, WHEEL], forces=[spring], joints=[HINGE])
    refused(lambda: m.Mechanism(bodies=[ROD, WHEEL], joints=[HINGE]), "bodies.wheel: no path to ground")


def test_mappings_are_accepted_instead_of_objects():
    mechanism = m.Mechanism(
        bodies=[{"name": "rod", "mass": "2 kg", "inertia": [0.1, 1, 1]}],
        joints=[{"kind": "revolute", "name": "hinge", "body_b": "rod", "point": [0, 0, 0], "axis": [0, 1, 0]}],
    )
    assert mechanism == m.Mechanism(bodies=[ROD], joints=[HINGE])
    refused(lambda: m.Mechanism(bodies=[ROD], joints=[ROD]), "joints.0: not a joint")
    refused(lambda: m.Mechanism(bodies=[ROD], joints=[{1: 2}]), "joints.0.kind: missing key")
    refused(lambda: m.Mechanism(bodies=[{1: 2}]), "bodies.0.1: unknown key")
    refused(lambda: m.Mechanism(bodies=ROD), "bodies: not a list")


def test_every_public_name_exists_and_every_error_is_ours():
    for name in m.__all__:
        assert hasattr(m, name)
    with pytest.raises(JounceError):
        m.Body()
