"""Mechanisms written in YAML: equal to those written in Python, and refused with every finding at its line."""

import json

import pytest

from jounce.errors import FileError, ModelError
from jounce.model import mechanism as m
from jounce.model.mechanism.read import parse_mechanism, read_mechanism
from jounce.schema.yaml_source import parse_source

EVERYTHING = """\
name: everything
gravity: [0, 0, -1 gn]
bodies:
  carrier: {mass: 1.2e3 kg, inertia: [500, 2000, 2200, 0, -50, 0], centre_of_mass: [0, 0, 500 mm], free: true}
  arm:
    mass: 1e1
    inertia: [1, 1, 1]
    position: [1, 500 mm, 10 in]
    orientation: [2, 0, 0, 0]
    velocity: [36 km/h, 0, 0]
    angular_velocity: [0, 60 rpm, 0]
  hub: {mass: 20, inertia: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}
joints:
  hinge: {kind: revolute, body_a: carrier, body_b: arm, point: [1, 0.3, 0.3], axis: [1, 0, 0]}
  slot: {kind: prismatic, body_b: arm, point: [0, 0, 0], axis_a: [0, 1, 0], axis_b: [0, 1, 0]}
  sleeve: {kind: cylindrical, body_b: arm, point_a: [0, 0, 0], point_b: [0, 0, 1 mm], axis: [0, 1, 0]}
  ball: {kind: spherical, body_a: arm, body_b: hub, point: [1, 0.7, 0.3]}
  cross: {kind: universal, body_b: hub, point: [0, 0, 0], axis_a: [1, 0, 0], axis_b: [0, 1, 0]}
  weld: {kind: fixed, body_b: hub, point: [0, 0, 0]}
  table: {kind: planar, body_b: hub, point: [0, 0, 0], axis: [0, 0, 1]}
  rail: {kind: point_on_line, body_b: hub, point: [0, 0, 0], axis: [0, 0, 1]}
  link: {kind: distance, body_a: carrier, body_b: hub, point_a: [0, 0, 0], point_b: [0, 1, 0], length: 99 cm}
  rod: {kind: revolute_spherical, body_a: carrier, body_b: hub, point_a: [0, 0, 0], point_b: [0, 1, 0], axis: [1, 0, 0]}
  shaft: {kind: constant_velocity, body_a: carrier, body_b: hub, axis: [0, 1, 0]}
  gear: {kind: gear, joint_a: hinge, joint_b: sleeve, ratio: -2}
  steering: {kind: rack_and_pinion, rack: slot, pinion: hinge, radius: 8 mm}
  sum: {kind: coupler, joints: [hinge, slot], coefficients: [1, 2]}
  step: {kind: driver, joint: hinge, motion: {kind: smooth_step, before: 0, after: 5 deg, start: 0, end: 1 s}}
  swing: {kind: driver, joint: sleeve, coordinate: angle, motion: {kind: sine, amplitude: 5 deg, frequency: 2 Hz}}
  hand: {kind: driver, joint: slot, motion: {kind: input, name: handwheel}, smoothing: 5 ms}
forces:
  spring:
    kind: spring_damper
    body_a: carrier
    body_b: arm
    point_a: [1, 0.5, 0.8]
    point_b: [1, 0.5, 0.3]
    stiffness: 35 N/mm
    preload: 4 kN
    damper_curve: {x: [-1, 0, 1 m/s], y: [-3 kN, 0, 1 kN]}
    bump_stop: {length: 40 cm, stiffness: 100 N/mm, cubic: 1 N/mm^3}
    rebound_stop: {length: 55 cm, stiffness: 100 N/mm}
    actuator: {kind: table, times: [0, 1], values: [0, 1 kN], interpolation: linear}
  torsion: {kind: rotational_spring_damper, joint: hinge, stiffness: 10 N*m/deg, free_angle: 1 deg}
  servo: {kind: servo, joint: slot, target: 1 mm, stiffness: 1 kN/mm, damping: 1}
  brake: {kind: brake, joint: hinge, torque: {kind: constant, value: 100 Nm}}
  bush: {kind: bushing, body_b: hub, point: [0, 0, 0], stiffness: [1 kN/mm, 1, 1], rotational_damping: [1, 1, 1]}
  bar:
    kind: anti_roll_bar
    body: carrier
    left_body: arm
    left_point: [0, 1, 0]
    right_body: hub
    right_point: [0, -1, 0]
    stiffness: 20 N/mm
  push: {kind: applied_force, body: hub, point: [0, 0, 0], direction: [0, 0, 1], magnitude: 1 kN}
  drive: {kind: applied_torque, body: hub, axis: [0, 1, 0], magnitude: 50, reaction: carrier}
  air: {kind: aerodynamic_drag, body: carrier, point: [0, 0, 0.5], drag_area: 0.7 m^2, wind: [0, 36 km/h, 0]}
tires:
  left:
    body: hub
    centre: [1, 0.7, 0.3]
    radius: 300 mm
    vertical_stiffness: 200 N/mm
    lateral: [10, 1.3, 1, -0.5]
    longitudinal: {b: 12, c: 1.5, d: 1.1, e: 0}
"""


def everything_in_python():
    z = (0, 0, 0)
    deg = 3.141592653589793 / 180
    rod = {"body_a": "carrier", "body_b": "hub", "point_a": z, "point_b": (0, 1, 0)}
    return m.Mechanism(
        name="everything",
        gravity=(0, 0, -9.80665),
        bodies=[
            m.Body(
                name="carrier",
                mass=1200,
                inertia=(500, 2000, 2200, 0, -50, 0),
                centre_of_mass=(0, 0, 0.5),
                free=True,
            ),
            m.Body(
                name="arm",
                mass=10,
                inertia=(1, 1, 1),
                position=(1, 0.5, 0.254),
                velocity=(10, 0, 0),
                angular_velocity=(0, 6.283185307179586, 0),
            ),
            m.Body(name="hub", mass=20, inertia=(1, 1, 1)),
        ],
        joints=[
            m.Revolute(name="hinge", body_a="carrier", body_b="arm", point=(1, 0.3, 0.3), axis=(1, 0, 0)),
            m.Prismatic(name="slot", body_b="arm", point=z, axis=(0, 1, 0)),
            m.Cylindrical(name="sleeve", body_b="arm", point_a=z, point_b=(0, 0, 0.001), axis=(0, 1, 0)),
            m.Spherical(name="ball", body_a="arm", body_b="hub", point=(1, 0.7, 0.3)),
            m.Universal(name="cross", body_b="hub", point=z, axis_a=(1, 0, 0), axis_b=(0, 1, 0)),
            m.Fixed(name="weld", body_b="hub", point=z),
            m.Planar(name="table", body_b="hub", point=z, axis=(0, 0, 1)),
            m.PointOnLine(name="rail", body_b="hub", point=z, axis_a=(0, 0, 1)),
            m.Distance(name="link", **rod, length=0.99),
            m.RevoluteSpherical(name="rod", **rod, axis_a=(1, 0, 0)),
            m.ConstantVelocity(name="shaft", body_a="carrier", body_b="hub", axis_a=(0, 1, 0), axis_b=(0, 1, 0)),
            m.Gear(name="gear", joint_a="hinge", joint_b="sleeve", ratio=-2),
            m.RackAndPinion(name="steering", rack="slot", pinion="hinge", radius=0.008),
            m.Coupler(name="sum", joints=("hinge", "slot"), coefficients=(1, 2)),
            m.PrescribedMotion(
                name="step", joint="hinge", motion=m.SmoothStep(before=0, after=5 * deg, start=0, end=1)
            ),
            m.PrescribedMotion(
                name="swing", joint="sleeve", coordinate="angle", motion=m.Sine(amplitude=5 * deg, frequency=2)
            ),
            m.PrescribedMotion(name="hand", joint="slot", motion=m.Input(name="handwheel"), smoothing=0.005),
        ],
        forces=[
            m.SpringDamper(
                name="spring",
                body_a="carrier",
                body_b="arm",
                point_a=(1, 0.5, 0.8),
                point_b=(1, 0.5, 0.3),
                stiffness=35e3,
                preload=4e3,
                damper_curve=m.Curve(x=(-1, 0, 1), y=(-3e3, 0, 1e3)),
                bump_stop=m.Stop(length=0.4, stiffness=1e5, cubic=parse("1 N/mm^3")),
                rebound_stop=m.Stop(length=0.55, stiffness=1e5),
                actuator=m.Table(times=(0, 1), values=(0, 1e3), interpolation="linear"),
            ),
            m.RotationalSpringDamper(name="torsion", joint="hinge", stiffness=parse("10 N*m/deg"), free_angle=deg),
            m.Servo(name="servo", joint="slot", target=m.Constant(value=0.001), stiffness=1e6, damping=1),
            m.Brake(name="brake", joint="hinge", torque=100),
            m.Bushing(name="bush", body_b="hub", point=z, stiffness=(1e6, 1, 1), rotational_damping=(1, 1, 1)),
            m.AntiRollBar(
                name="bar",
                body="carrier",
                left_body="arm",
                left_point=(0, 1, 0),
                right_body="hub",
                right_point=(0, -1, 0),
                stiffness=20e3,
            ),
            m.AppliedForce(name="push", body="hub", point=z, direction=(0, 0, 1), magnitude=1e3),
            m.AppliedTorque(name="drive", body="hub", axis=(0, 1, 0), magnitude=50, reaction="carrier"),
            m.AerodynamicDrag(name="air", body="carrier", point=(0, 0, 0.5), drag_area=0.7, wind=(0, 10, 0)),
        ],
        tires=[
            m.Tire(
                name="left",
                body="hub",
                centre=(1, 0.7, 0.3),
                radius=0.3,
                vertical_stiffness=2e5,
                lateral=m.MagicFormula(b=10, c=1.3, d=1, e=-0.5),
                longitudinal=m.MagicFormula(b=12, c=1.5, d=1.1, e=0),
            )
        ],
    )


def parse(text):
    """A quantity, for factors that are no short decimal number."""
    return m.Constant(value=text).value


def test_yaml_and_python_give_equal_objects():
    assert parse_mechanism(EVERYTHING) == everything_in_python()
    assert hash(parse_mechanism(EVERYTHING)) == hash(everything_in_python())


def test_lists_and_mappings_of_names_give_equal_objects():
    source = parse_source(EVERYTHING).data
    for room in ("bodies", "joints", "forces", "tires"):
        source[room] = [{"name": name, **keys} for name, keys in source[room].items()]
    assert parse_mechanism(json.dumps(source)) == everything_in_python()


def test_a_file_is_read_and_named_in_its_findings(tmp_path):
    path = tmp_path / "car.yaml"
    path.write_text(EVERYTHING, encoding="utf-8-sig")
    assert read_mechanism(path) == everything_in_python()
    path.write_text("bodies: 3\n")
    with pytest.raises(ModelError, match=r"car\.yaml:1: bodies: neither a list nor a mapping"):
        read_mechanism(str(path))


def test_anchors_and_merges():
    text = """\
bodies:
  left: &arm {mass: 1, inertia: [1, 1, 1], free: true}
  right: {<<: *arm, mass: 2}
  rear: {<<: [{mass: 3}, *arm], position: [-1, 0, 0]}
"""
    assert [body.mass for body in parse_mechanism(text).bodies] == [1.0, 2.0, 3.0]
    with pytest.raises(ModelError) as caught:
        parse_mechanism(text.replace("mass: 1", "mass: 1 m"))
    assert [(f.where, f.line) for f in caught.value.findings] == [("bodies.left.mass", 2)]


BAD = """\
gravity: [0, 0, 1 g]
bodies:
  crank:
    mass: 2 N
    inertia: [1, 1, 3]
    colour: red
    mass: 3
  rod: {mass: 1, inertia: [1, 1, 1]}
  point:
    mass: 1
    inertia:
      - 1
      - 1 kg
      - 1
  ground: {mass: 1, inertia: [1, 1, 1]}
  empty:
joints:
  - name: hinge
    kind: revolute
    body_b: crank
    point: [0, 0, 0]
    axis: [0, 0, 0]
  - {name: pin, kind: sperical, body_a: crank, body_b: rod, point: [0, 0, 0]}
  - {name: ball, kind: spherical, body_a: crank, body_b: rodd, point: [0, 0, 0]}
  - name: self
    kind: fixed
    point: [0, 0, 0]
    body_a: rod
    body_b: rod
  - name: arm
    kind: distance
    point_a: [0, 0,
              5 deg]
  - {kind: fixed, body_b: rod}
  - {name: slide, kind: prismatic, body_a: rod, body_b: point, point: [0, 0, 0], axis: [1, 0, 0]}
  - {name: drive, kind: driver, joint: hinge, motion: 1}
  - {name: drive, kind: driver, joint: ball, motion: 1}
  - name: wrong
    kind: driver
    joint: slide
    coordinate: angle
    motion:
      kind: sine
      amplitude: 1 mm
      frequency: 4 rpm
  - 17
  - {name: servos, kind: driver, joint: slide, coordinate: angle, motion: 0}
forces:
  strut: {kind: spring_damper, body_a: crank, body_b: wheel, point_a: [0, 0, 0], point_b: [0, 0, 1], stiffness: 35 N}
  ball: {kind: applied_force, body: ground, point: [0, 0, 0], direction: [1, 0, 0], magnitude: 1}
  pull: {kind: applied_force, name: push, body: rod, point: [0, 0, 0], direction: [1, 0, 0], magnitude: yes}
tires:
  left: {body: rod, centre: [0, 0], radius: -1, vertical_stiffness: 1, lateral: [1], longitudinal: [1, 1, 1, 1]}
foces: {}
"""

EXPECTED = [
    (1, "gravity.2: wrong unit; got '1 g' (mass)"),
    (4, "bodies.crank.mass: wrong unit; got '2 N' (force); expected a mass such as 'kg'"),
    (5, "bodies.crank.inertia: impossible inertia"),
    (6, "bodies.crank.colour: unknown key; known keys: name, mass"),
    (7, "bodies.crank.mass: key given twice; keep one"),
    (13, "bodies.point.inertia.1: wrong unit; got '1 kg' (mass)"),
    (15, "bodies.ground: reserved name"),
    (16, "bodies.empty: not a mapping; got None"),
    (22, "joints.hinge.axis: zero length; got [0, 0, 0]; expected a direction"),
    (23, "joints.pin.kind: unknown kind of joint; got 'sperical'"),
    (24, "joints.ball.body_b: no such body; got 'rodd'; did you mean 'rod'?"),
    (29, "joints.self.body_b: same body as body_a"),
    (30, "joints.arm.body_b: missing key"),
    (30, "joints.arm.point_b: missing key"),
    (33, "joints.arm.point_a.2: wrong unit; got '5 deg' (angle); expected a length"),
    (34, "joints.5.name: missing key"),
    (34, "joints.5.point: missing key; give point, or point_a and point_b"),
    (37, "joints.8: name taken; got 'drive'; joints.drive has it"),
    (37, "joints.8.joint: wrong kind of joint; got 'ball' (spherical)"),
    (45, "joints.wrong.motion.frequency: wrong unit; got '4 rpm' (angular velocity)"),
    (46, "joints.10: not a mapping; got 17"),
    (47, "joints.servos.coordinate: no such coordinate of a prismatic joint; got 'angle'; expected travel"),
    (49, "forces.strut.stiffness: wrong unit; got '35 N' (force); expected a stiffness such as 'N/m' or 'N/mm'"),
    (50, "forces.ball: name taken; got 'ball'; joints.ball has it"),
    (50, "forces.ball.body: ground cannot move"),
    (51, "forces.pull.magnitude: no number; got 'yes'"),
    (51, "forces.pull.name: two names; got 'push'; expected 'pull'"),
    (53, "tires.left.centre: wrong number of items; got [0, 0] (2)"),
    (53, "tires.left.lateral: wrong number of items; got [1] (1)"),
    (53, "tires.left.radius: out of range; got -1"),
    (54, "foces: unknown key; did you mean 'forces'?"),
]


def test_every_finding_comes_at_once_with_its_line():
    with pytest.raises(ModelError) as caught:
        parse_mechanism(BAD, "bad.yaml")
    found = caught.value.findings
    assert all(finding.file == "bad.yaml" for finding in found)
    assert [finding.line for finding in found] == sorted(finding.line for finding in found)
    places = sorted((finding.line, finding.where) for finding in found)
    assert places == [(line, text.split(": ")[0]) for line, text in EXPECTED]
    for line, text in EXPECTED:
        assert any(str(finding).startswith(f"bad.yaml:{line}: {text}") for finding in found), text
    assert str(caught.value).splitlines()[0] == f"{len(EXPECTED)} findings in bad.yaml:"


def test_orphans_have_a_line_and_broken_joints_make_no_orphans():
    text = "bodies:\n  rod: {mass: 1, inertia: [1, 1, 1]}\n"
    with pytest.raises(ModelError) as caught:
        parse_mechanism(text)
    assert [(f.where, f.line) for f in caught.value.findings] == [("bodies.rod", 2)]
    with pytest.raises(ModelError) as caught:
        parse_mechanism(text + "joints:\n  pin: {kind: spherical, body_b: rod}\n")
    assert [(f.where, f.line) for f in caught.value.findings] == [("joints.pin.point", 4)]


def test_a_wrong_top_level_value_does_not_hide_wrong_references():
    text = """\
gravity: 9.81
bodies:
  rod: {mass: 1, inertia: [1, 1, 1]}
joints:
  pin: {kind: fixed, body_b: rood, point: [0, 0, 0]}
"""
    with pytest.raises(ModelError) as caught:
        parse_mechanism(text)
    assert [(f.line, f.where) for f in caught.value.findings] == [(1, "gravity"), (5, "joints.pin.body_b")]


def test_names_may_contain_dots():
    text = """\
bodies: {front.left.arm: {mass: 1, inertia: [1, 1, 1]}}
joints:
- {name: front, kind: fixed, body_b: front.left.arm, point: [0, 0, 0]}
- name: front.left
  kind: fixed
  body_b: front.left.rim
  point: [0, 0, 0]
"""
    with pytest.raises(ModelError) as caught:
        parse_mechanism(text)
    assert [(f.line, f.where) for f in caught.value.findings] == [(6, "joints.front.left.body_b")]


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("a: [1, 2\nb: 3\n", 2, "not YAML"),
        ("a: 1\n\tb: 2\n", 2, "not YAML"),
        ("a: 'x\n", None, "not YAML"),
        ("a: *b\n", 1, "not YAML"),
        ("a: 1\n---\nb: 2\n", 2, "not YAML"),
        ("a: \x01\n", 1, "not YAML"),
        ("", 1, "empty file"),
        ("# nothing\n", 1, "empty file"),
        ("17", 1, "not a mechanism; got 17"),
        ("- a\n- b\n", 1, "not a mechanism"),
        ("[" * 1500, 1, "nested too deeply"),
        ("bodies: &b [*b]\n", 1, "bodies.0: an alias that contains itself"),
        ("bodies: &b {<<: *b}\n", 1, "bodies: an alias that contains itself"),
        ("name: x\nbodies: !python/object {}\n", 2, "bodies: unknown tag"),
        ("name: x\nbodies:\n", 2, "bodies: missing key"),
        ("name: x\n", 1, "bodies: missing key"),
        ("name: x\nbodies: []\n", 2, "bodies: no bodies"),
        ("name: 3\nbodies: []\n", 1, "name: not a name; got 3"),
        ("bodies: {a: 1, <<: 3}\n", 1, "bodies.<<: not a mapping"),
    ],
)
def test_what_is_no_mechanism_is_refused_with_a_line(text, line, what):
    with pytest.raises(ModelError) as caught:
        parse_mechanism(text, "x.yaml")
    assert any(what in str(f) and f.file == "x.yaml" and line in (f.line, None) for f in caught.value.findings), str(
        caught.value
    )


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(FileError, match="no such file"):
        read_mechanism(tmp_path / "gone.yaml")
    with pytest.raises(FileError, match="cannot be read"):
        read_mechanism(tmp_path)
    with pytest.raises(FileError, match="cannot be read"):
        read_mechanism("a\0b")
    (tmp_path / "latin.yaml").write_bytes("name: Größe".encode("latin-1"))
    with pytest.raises(FileError, match=r"not UTF-8 text at byte 8; save the file as UTF-8"):
        read_mechanism(tmp_path / "latin.yaml")


def test_scalars_follow_yaml_1_2():
    text = "[1, -1, 1e-3, 1.5, .5, 0x10, 0o10, yes, on, true, null, ~, '1', 1 mm, .inf, 2020-01-01, 12:30, !!str 5]"
    expected = [1, -1, 1e-3, 1.5, 0.5, 16, 8, "yes", "on", True, None, None, "1", "1 mm", float("inf")]
    assert parse_source(text).data == [*expected, "2020-01-01", "12:30", "5"]


def test_lines_fall_back_to_the_nearest_parent():
    source = parse_source("a:\n  b:\n    - x\n    - c: 1\n      d: 2\n")
    assert source.line(()) == 1
    assert source.line(("a", "b")) == 2
    assert source.line(("a", "b", 0)) == 3
    assert source.line(("a", "b", 1, "d")) == 5
    assert source.line(("a", "b", 1, "e", "f")) == 4
    assert source.line(("z",)) == 1


def test_nested_aliases_do_not_explode():
    lines = ["a0: &a0 [x, x]"] + [f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]" for i in range(1, 60)]
    with pytest.raises(ModelError) as caught:
        parse_mechanism("\n".join([*lines, "bodies: *a59"]))
    assert len(str(caught.value)) < 20_000
