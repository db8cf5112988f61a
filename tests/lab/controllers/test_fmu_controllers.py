"""FMUs as controllers and powertrains: bits of the same law in Python, snapshots, and a sentence for what is wrong.

The FMUs are compiled here from the C files in `fmus/`.
"""

import sys

import numpy as np
import pytest

import jounce
from jounce.errors import FileError, InputError, ModelError
from jounce.lab.controllers.registry import build_controller, controller_files, controllers_beside
from tests.lab.controllers.fmus.build import build_fmu

pytest.importorskip("fmpy")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="FMUs are compiled for Linux")
TARGET, GAIN, RATE = 10.0, 100.0, 50.0
RUN = {"vehicle": "dw18", "start": 0.2, "duration": 0.6}


@pytest.fixture(scope="module")
def retarder(tmp_path_factory):
    return build_fmu("retarder", tmp_path_factory.mktemp("fmu") / "retarder.fmu")


def spec(path, **options):
    parameters = {"target": TARGET, "gain": GAIN, "rate": RATE}
    wiring = {"inputs": {"speed": "chassis.speed"}, "parameters": parameters}
    return {"kind": "fmu", "file": str(path), "rate": 200.0, **wiring, **options}


class Retarder:
    """The law of retarder.c; parallel: as it acts when both sides step side by side."""

    name, rate, inputs = "python", 200.0, ("brake_torque_rl",)

    def __init__(self, parallel=False):
        self.integral, self.time, self.speed, self.parallel = 0.0, None, 0.0, parallel

    def update(self, t, channels, inputs):
        speed = channels["chassis.speed"]
        used = self.speed if self.parallel and self.time is not None else speed
        if self.time is not None:
            self.integral = self.integral + RATE * (used - TARGET) * (t - self.time)
        self.time, self.speed = t, speed
        return {"brake_torque_rl": max(GAIN * (used - TARGET) + self.integral, 0.0)}


@pytest.mark.parametrize("coupling", ["direct", "parallel"])
def test_a_run_has_the_bits_of_the_same_law_in_python(retarder, coupling):
    parallel = coupling == "parallel"
    found = jounce.run("j-turn", **RUN, controllers=[spec(retarder, coupling=coupling, records=["integral"])])
    expected = jounce.run("j-turn", **RUN, controllers=[Retarder(parallel)])
    for name in ("chassis.position_x", "chassis.yaw_rate", "input.brake_torque_rl", "tire.rl.slip_ratio"):
        assert np.array_equal(found[name].values, expected[name].values), name
    torque = found["input.brake_torque_rl"].values
    assert torque[-1] > 300.0, "the retarder brakes"
    assert found["controller.retarder.integral"].values[-1] > 0.0
    bare = jounce.run("j-turn", **RUN)
    assert found["chassis.speed"].values[-1] < bare["chassis.speed"].values[-1] - 0.01


def test_coupling_makes_a_difference(retarder):
    direct, parallel = (
        jounce.run("j-turn", **RUN, controllers=[spec(retarder, coupling=c)]) for c in ("direct", "parallel")
    )
    name = "input.brake_torque_rl"
    assert not np.array_equal(direct[name].values, parallel[name].values)


def test_snapshots_and_resets_bring_the_fmu_along(retarder):
    sim = jounce.Simulation("dw18", speed=18.0, record=False, controllers=[spec(retarder)])
    names = ["chassis.position_x", "input.brake_torque_rl"]
    sim.step(0.1)
    kept, there = sim.snapshot(), []
    for _ in range(2):
        sim.step(0.1)
        there.append(sim.observe(names).tolist())
        sim.restore(kept)
    assert there[0] == there[1]
    sim.reset()
    sim.step(0.1)
    sim.step(0.1)
    assert sim.observe(names).tolist() == there[0]


def test_an_fmu_that_saves_no_states_runs_and_resets_but_does_not_go_back(tmp_path):
    path = build_fmu("retarder", tmp_path / "plain.fmu", saves_states=False)
    sim = jounce.Simulation("dw18", speed=18.0, record=False, controllers=[spec(path)])
    sim.step(0.1)
    first, kept = sim["chassis.position_x"], sim.snapshot()
    sim.step(0.1)
    with pytest.raises(InputError, match=r"controller plain: cannot go back; got plain\.fmu saves no states"):
        sim.restore(kept)
    sim.reset()
    sim.step(0.1)
    assert sim["chassis.position_x"] == first


def test_a_powertrain_takes_wheel_speeds_by_their_names_and_drives_the_wheels(tmp_path):
    motor = build_fmu("motor", tmp_path / "motor.fmu")
    controllers = [{"kind": "fmu", "file": str(motor), "rate": "1 kHz", "inputs": {"pedal": "where(t < 0.3, 0, 1)"}}]
    found = jounce.run("j-turn", **RUN, controllers=controllers)
    torque, time = found["input.drive_torque_rl"].values, found.time
    assert np.all(torque[time < 0.295] == 0.0)
    spin = 0.5 * (found["wheel.rl.spin"].values + found["wheel.rr.spin"].values)[-2]
    assert torque[-1] == pytest.approx(0.5 * min(600.0, 20000.0 / spin), rel=1e-3)
    assert torque[-1] < 299.0, "the motor is at its power limit"


def test_it_is_named_by_its_file_and_found_beside_a_maneuver_file(retarder):
    assert build_controller(f"{retarder}(rate=500)").rate == 500.0
    assert build_controller(str(retarder)).name == "retarder"
    beside = controllers_beside(retarder.parent, ["abs", {"kind": "fmu", "file": "retarder.fmu"}, "abs, retarder.fmu"])
    assert beside == ["abs", {"kind": "fmu", "file": str(retarder)}, f"abs, {retarder}"]
    assert controller_files(["abs", spec(retarder)]) == [str(retarder)]


@pytest.mark.parametrize(
    ("change", "error", "sentence"),
    [
        ({"inputs": {}}, InputError, "an input of the FMU without a value; got 'speed'"),
        ({"inputs": {"sped": "t"}}, InputError, "no such variable; got 'sped'; expected one of retarder.fmu; did you"),
        ({"inputs": {"speed": "chassis.sped"}}, InputError, "controller retarder: unknown name 'chassis.sped'"),
        ({"outputs": {"brake": "brake_torque_rl"}}, InputError, "controller retarder: no such input of this car"),
        ({"parameters": {"gane": 1.0}}, InputError, "no such variable; got 'gane'"),
        ({"file": "missing.fmu"}, FileError, "missing.fmu: no such file"),
        ({"coupling": "sideways"}, ModelError, "coupling"),
        ({"kind": "dll"}, ModelError, "unknown kind of controller"),
        ({"parameters": {"limit": 1.0}}, InputError, "the FMU failed; got retarder.fmu, doStep: the law has given up"),
    ],
)
def test_what_is_wrong_gets_a_sentence(retarder, change, error, sentence):
    with pytest.raises(error) as refused:
        jounce.run("j-turn", **RUN, controllers=[spec(retarder) | change])
    assert sentence in str(refused.value)


def test_what_is_no_fmu_is_refused(tmp_path):
    (tmp_path / "bad.fmu").write_text("no archive")
    with pytest.raises(InputError, match=r"fmu: not an FMU; got bad\.fmu"):
        jounce.run("j-turn", **RUN, controllers=str(tmp_path / "bad.fmu"))
