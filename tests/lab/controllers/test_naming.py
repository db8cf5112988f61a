"""How controllers are named, what is refused, and when they act."""

import pytest

from jounce.errors import InputError, ModelError
from jounce.lab.controllers.attached import AttachedController
from jounce.lab.controllers.catalogue.anti_lock import AntiLock
from jounce.lab.controllers.controller import controller
from jounce.lab.controllers.expressions import ExpressionController
from jounce.lab.controllers.registry import CONTROLLERS, build_controller, parse_controllers
from jounce.lab.controllers.schedule import ticks_per_sample, ticks_per_update
from jounce.lab.maneuvers.files.read import parse_maneuver
from jounce.lab.run_settings import RunSettings
from jounce.model.library import load_vehicle

CAR = load_vehicle("dw18")


class Idle:
    """Moves the brake of one wheel by nothing."""

    inputs = ("brake_torque_fl",)

    def update(self, t, channels, inputs):
        return {}


def test_names_with_options_behind_commas():
    found = parse_controllers("esc(rate=50 Hz, max-side-slip=4 deg), abs(select_low=all)")
    assert found == ("esc(rate=50 Hz, max-side-slip=4 deg)", "abs(select_low=all)")
    esc, brakes = (build_controller(spec) for spec in found)
    assert (esc.rate, esc.max_side_slip) == (50.0, pytest.approx(0.0698, abs=1e-4))
    assert brakes == AntiLock(select_low="all")
    assert RunSettings(controllers="abs").controllers == RunSettings(controllers=["abs"]).controllers == ("abs",)
    assert RunSettings(controllers="").controllers is None


def test_every_name_is_a_controller_with_described_options():
    for name, entry in CONTROLLERS.items():
        assert build_controller(name).name == name
        assert all(field.description for field in entry.options.model_fields.values())
        assert entry.options.model_fields["rate"].default >= 100.0


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("asb", "did you mean 'abs'"),
        ("abs(target_slp=0.1)", "target_slip"),
        ("abs(target_slip)", "NAME=VALUE"),
        ("abs(target_slip=-1)", "greater than 0"),
        ("abs((", "not a controller"),
        ("abs, abs", "two controllers of one name"),
        (3, "not a controller"),
        ({"name": "x", "outputs": {}}, "no outputs"),
        ({"name": "x", "outputs": {"throttle": "mean(chassis.speed)"}}, "needs the whole run"),
        ({"name": "x", "outputs": {"throttle": "2 +"}}, "throttle"),
    ],
)
def test_what_is_no_controller_is_refused_with_a_hint(given, message):
    with pytest.raises((InputError, ModelError)) as refused:
        parse_controllers(given)
    assert message in str(refused.value)


def test_a_maneuver_file_lists_controllers():
    text = """
maneuver: braking
controllers:
  - abs(target_slip=0.1)
  - name: limiter
    rate: 50 Hz
    outputs: {drive_torque_rl: "input.drive_torque_rl * where(tire.rl.slip_ratio < 0.2, 1, 0)"}
"""
    plan = parse_maneuver(text)
    first, second = (build_controller(spec) for spec in plan.controllers)
    assert first.target_slip == 0.1
    assert isinstance(second, ExpressionController)
    assert (second.name, second.rate, second.inputs) == ("limiter", 50.0, ("drive_torque_rl",))
    with pytest.raises(ModelError, match=r"controllers"):
        parse_maneuver("maneuver: braking\ncontrollers: [asb]")


def test_an_expression_reads_channels_and_what_is_asked_for():
    limiter = ExpressionController(name="x", outputs={"throttle": "input.throttle * where(chassis.speed < 10, 1, t)"})
    session = limiter.start(CAR, 0.0)
    assert session.update(0.5, {"chassis.speed": 9.0}, {"throttle": 0.8}) == {"throttle": 0.8}
    assert session.update(0.5, {"chassis.speed": 11.0}, {"throttle": 0.8}) == {"throttle": pytest.approx(0.4)}


def test_an_unknown_channel_of_an_expression_is_named():
    session = ExpressionController(name="mine", outputs={"throttle": "chassis.sped / 10"}).start(CAR, 0.0)
    with pytest.raises(InputError, match=r"controller mine: unknown name 'chassis\.sped'"):
        session.update(0.0, {"chassis.speed": 1.0}, {})


def test_ticks_are_whole_steps_and_parts_of_a_sample():
    assert ticks_per_sample([], 0.01, 0.001) == 1
    assert ticks_per_sample([0.05], 0.01, 0.001) == 1
    assert ticks_per_sample([0.01, 0.005], 0.01, 0.001) == 2
    assert ticks_per_sample([1 / 300], 0.01, 0.001) == 5  # 3 and 4 do not divide ten steps
    assert ticks_per_sample([0.001], 0.01, 0.001) == 10
    assert ticks_per_sample([0.003], 0.01, None) == 4
    assert [ticks_per_update(period, 0.005) for period in (0.005, 0.02, 0.012)] == [1, 4, 2]
    with pytest.raises(InputError, match="more often than the run has steps"):
        ticks_per_sample([1e-4], 0.01, 0.001)


def test_a_controller_without_start_is_copied_for_every_run():
    one = Idle()
    first, second = AttachedController(one, CAR, 0.0), AttachedController(one, CAR, 0.0)
    assert first.session is not one
    assert first.session is not second.session
    assert (first.name, first.period, first.inputs) == ("idle", 0.01, ("brake_torque_fl",))


def test_a_function_is_a_controller():
    @controller(inputs=["brake_torque_fl"], rate=50.0)
    def squeeze(t, channels, inputs):
        return {"brake_torque_fl": 10.0 * t}

    attached = AttachedController(squeeze, CAR, 0.0)
    attached.update(2.0, {}, {})
    assert (attached.name, attached.period, attached.held) == ("squeeze", 0.02, {"brake_torque_fl": 20.0})


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ({"brake_torque_fr": 1.0}, "not its own"),
        ({"brake_torque_fl": float("nan")}, "does not give a finite number"),
        (3.0, "did not return values"),
        ({"brake_torque_fl": "much"}, "did not return values"),
    ],
)
def test_wrong_answers_name_the_controller_and_the_time(answer, message):
    attached = AttachedController(controller(inputs=["brake_torque_fl"], name="mine")(lambda *_: answer), CAR, 0.0)
    with pytest.raises(InputError, match=message) as refused:
        attached.update(1.25, {}, {})
    assert "controller mine at t = 1.25 s" in str(refused.value)


def test_wrong_rates_and_inputs_are_refused():
    with pytest.raises(InputError, match="greater than 0"):
        AttachedController(controller(inputs=[], rate=0.0)(lambda *_: {}), CAR, 0.0)
    with pytest.raises(InputError, match="did you mean 'brake_torque_fl'"):
        AttachedController(controller(inputs=["brake_torque_f"])(lambda *_: {}), CAR, 0.0).check_inputs(Idle.inputs)


@pytest.mark.parametrize("name", ["esc", "traction-control", "torque-vectoring", "skyhook", "rear-steering"])
def test_a_car_that_cannot_be_controlled_is_refused(name):
    car = CAR.model_copy(
        update={"steering": None, "axles": tuple(a.model_copy(update={"drive": None}) for a in CAR.axles)}
    )
    with pytest.raises(InputError, match=r"nothing to control|cannot be steered"):
        build_controller(name).start(car, 10.0)
