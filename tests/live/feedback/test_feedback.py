"""Force feedback: torque → level → motor, with a stand-in for the device and a loop's own UDP port."""

import math
import socket
from types import SimpleNamespace

import numpy as np
import pytest

import jounce
from jounce.live.feedback.level import FeedbackSettings, LevelFilter
from jounce.live.feedback.listener import ASKING, SILENCE, TORQUE, TorqueListener
from jounce.live.feedback.sdl_wheel import FULL, SdlWheel
from jounce.live.feedback.session import PERIOD, run_feedback
from jounce.live.realtime.packets import CAR_CHANNELS
from jounce.live.realtime.sample_layout import PAUSED, SampleLayout
from jounce.live.realtime.udp import LISTENING, UdpPort

POSITION = ("chassis.position_x", "chassis.position_y", "chassis.position_z")
LAYOUT = SampleLayout(("time", *POSITION, *CAR_CHANNELS), ("fl",), 3)


class Sdl:
    """What is asked of SDL, of one wheel with constant forces and a spring to its centre."""

    SDL_HAPTIC_CONSTANT, SDL_HAPTIC_AUTOCENTER, SDL_HAPTIC_CARTESIAN, SDL_HAPTIC_INFINITY = 1, 1 << 17, 1, 2**32 - 1

    def __init__(self, knows=1 | 1 << 17, names=(b"wheel",)):
        self.knows, self.names = knows, names
        self.levels, self.calls, self.gone = [], [], False

    def SDL_NumHaptics(self):
        return len(self.names)

    def SDL_HapticName(self, number):
        return self.names[number]

    def SDL_HapticQuery(self, _):
        return self.knows

    def SDL_GetError(self):
        return b"unplugged"

    def SDL_HapticEffect(self):
        direction = SimpleNamespace(type=None, dir=[0, 0, 0])
        return SimpleNamespace(constant=SimpleNamespace(type=None, length=0, level=0, direction=direction))

    def SDL_HapticNewEffect(self, _, effect):
        assert effect.constant.type == self.SDL_HAPTIC_CONSTANT
        assert effect.constant.length == self.SDL_HAPTIC_INFINITY
        return 3

    def SDL_HapticUpdateEffect(self, _, number, effect):
        assert number == 3
        self.levels.append(effect.constant.level)
        return -1 if self.gone else 0

    def __getattr__(self, name):
        def call(*given):
            self.calls.append((name, *given[1:]))
            return "handle" if name == "SDL_HapticOpen" else 0

        return call


class Car:
    """The UDP port of a loop that holds one torque, and a clock that both sides have."""

    def __init__(self):
        self.time = 100.0
        self.port = UdpPort(LAYOUT, ("127.0.0.1", 0), now=lambda: self.time)
        self.listener = TorqueListener(self.port.address, now=lambda: self.time)
        self.controls = [0.0] * 5

    def sample(self, torque, flags=0):
        self.port.read(0.0, self.controls)
        row = np.zeros(LAYOUT.width)
        row[LAYOUT.columns[TORQUE]], row[LAYOUT.columns["loop.flags"]] = torque, flags
        self.port.write(row)


@pytest.fixture
def car():
    car = Car()
    yield car
    car.port.close()
    car.listener.close()


def test_a_torque_to_the_left_is_answered_to_the_right():
    """What a driver holds with 2 N m to the left pulls with the share of it to the right, in full after the fade."""
    level = LevelFilter(FeedbackSettings(gain=0.5, full_torque=4.0, smoothing=0.0))
    assert [level.update(2.0, 0.25) for _ in range(4)] == pytest.approx([-0.25] * 4)
    assert level.update(100.0, 0.01) == -1.0
    assert LevelFilter(FeedbackSettings(gain=0.5, full_torque=4.0, invert=True, fade_in=0.0)).update(2.0, 9.0) > 0.0


def test_smoothing_is_a_first_order_lag():
    level = LevelFilter(FeedbackSettings(gain=1.0, full_torque=1.0, smoothing=0.05, fade_in=0.0))
    values = [level.update(0.8, 0.005) for _ in range(10)]
    assert values[-1] == pytest.approx(-0.8 * (1.0 - math.exp(-1.0)))


def test_it_fades_in_after_every_interruption():
    level = LevelFilter(FeedbackSettings(gain=1.0, full_torque=1.0, smoothing=0.0, fade_in=1.0))
    assert level.update(5.0, 0.1) == pytest.approx(-0.1)
    assert level.update(5.0, 2.0) == -1.0
    for nothing in (None, math.nan, math.inf):
        assert level.update(nothing, 0.1) == 0.0
        assert level.update(5.0, 0.1) == pytest.approx(-0.1)


@pytest.mark.parametrize("bad", [{"gain": -1.0}, {"full_torque": 0.0}, {"smoothing": math.nan}, {"fade_in": math.inf}])
def test_settings_out_of_range_are_refused(bad):
    with pytest.raises(jounce.InputError, match=f"feedback.{next(iter(bad))}: out of range"):
        FeedbackSettings(**bad)


def test_a_listener_hears_and_does_not_drive(car):
    """Its packets ask for samples; the controls stay those of the page."""
    car.controls[:] = [0.25, 0.5, 0.0, 0.0, 127.0]
    assert car.listener.torque() is None
    car.sample(3.5)
    assert car.listener.torque() == 3.5
    assert car.controls == [0.25, 0.5, 0.0, 0.0, 127.0]
    assert car.port.peer is None


def test_samples_end_for_a_listener_that_has_gone(car):
    car.listener.torque()
    car.sample(1.0)
    sent = car.port.counters()["sent"]
    car.time += 2.0 * LISTENING
    car.sample(1.0)
    assert car.port.counters()["sent"] == sent
    car.listener.torque()  # asks again
    car.sample(2.0)
    assert car.listener.torque() == 2.0


def test_there_is_no_torque_of_a_paused_or_silent_car(car):
    car.listener.torque()
    car.sample(3.0, flags=PAUSED)
    assert car.listener.torque() is None
    car.sample(3.0)
    assert car.listener.torque() == 3.0
    car.time += 0.5 * SILENCE
    assert car.listener.torque() == 3.0
    car.time += SILENCE
    assert car.listener.torque() is None


def test_a_car_and_a_listener_share_the_port_with_a_driver(car):
    """A program that drives still gets its samples."""
    from jounce.live.realtime.packets import pack_input, parse_output

    driver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    driver.settimeout(5.0)
    driver.sendto(pack_input(1, throttle=0.5), car.port.address)
    car.time += ASKING
    car.listener.torque()
    car.sample(4.0)
    assert parse_output(driver.recv(4096))[TORQUE] == 4.0
    assert car.listener.torque() == 4.0
    driver.close()


def test_the_motor_follows_the_car_and_is_let_go(car):
    """Two seconds with 4 N m to the left, then silence: the last levels are 0, and the device is closed."""
    sdl = Sdl()
    wheel = SdlWheel(sdl=sdl)
    said = []

    def sleep(dt):
        car.time += dt
        if car.time < 102.0:
            car.sample(4.0)

    run_feedback(
        wheel,
        car.listener,
        FeedbackSettings(gain=0.5, full_torque=4.0),
        until=lambda: car.time > 103.0,
        say=said.append,
        now=lambda: car.time,
        sleep=sleep,
    )
    middle = sdl.levels[round(1.5 / PERIOD)]
    assert middle == pytest.approx(-0.5 * FULL, rel=1e-3)
    assert sdl.levels[-1] == 0
    assert ("SDL_HapticDestroyEffect", 3) in sdl.calls
    assert ("SDL_HapticSetAutocenter", 0) in sdl.calls
    assert said[-1] == "the car waits"
    assert "the car steers back" in said


def test_the_motor_is_let_go_after_a_failure(car):
    sdl = Sdl()
    wheel = SdlWheel(sdl=sdl)
    sdl.gone = True
    with pytest.raises(jounce.InputError, match=r"does not answer any more.*unplugged"):
        run_feedback(wheel, car.listener, FeedbackSettings(), now=lambda: car.time, sleep=lambda dt: None)
    assert sdl.calls[-1][0] == "SDL_HapticClose"


def test_what_is_no_wheel_is_refused():
    with pytest.raises(jounce.InputError, match="no such device with motors; got number 0; found: none"):
        SdlWheel(sdl=Sdl(names=()))
    with pytest.raises(jounce.InputError, match="knows no constant forces; got wheel"):
        SdlWheel(sdl=Sdl(knows=4))


def test_every_call_is_one_of_sdl():
    """With SDL itself, where it is installed: names exist, and a machine without a wheel says so."""
    sdl2 = pytest.importorskip("sdl2")
    for name in ("SDL_HapticOpen", "SDL_HapticUpdateEffect", "SDL_HAPTIC_CONSTANT", "SDL_HAPTIC_CARTESIAN"):
        assert hasattr(sdl2, name)
    effect = sdl2.SDL_HapticEffect()
    effect.constant.direction.dir[0], effect.constant.level = 1, -FULL
    assert effect.constant.level == -FULL
