"""The loop of `jounce feedback`: newest torque, level, motor, a hundred and more times a second."""

from __future__ import annotations

import time
from collections.abc import Callable

from jounce.live.feedback.level import FeedbackSettings, LevelFilter
from jounce.live.feedback.listener import TorqueListener
from jounce.live.feedback.sdl_wheel import FeedbackWheel

PERIOD = 4e-3
"""Time between two levels [s]; samples come every 10 ms of simulated time."""
REPORT = 1.0
"""Time between two lines about what goes on [s]."""


def run_feedback(
    wheel: FeedbackWheel,
    listener: TorqueListener,
    settings: FeedbackSettings,
    *,
    until: Callable[[], bool] = lambda: False,
    say: Callable[[str], None] = print,
    now: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Turn a wheel as the car's is turned, until `until` or an exception; the motor is let go in any case."""
    level, told, state = LevelFilter(settings), -REPORT, ""
    last = now()
    try:
        while not until():
            torque = listener.torque()
            time_now = now()
            pushed = level.update(torque, time_now - last)
            last = time_now
            wheel.push(pushed)
            if time_now - told >= REPORT and (line := _state(listener, torque)) != state:
                say(line)
                told, state = time_now, line
            sleep(PERIOD)
    finally:
        try:
            wheel.push(0.0)
        finally:
            wheel.close()


def _state(listener: TorqueListener, torque: float | None) -> str:
    """What goes on, in words."""
    if torque is not None:
        return "the car steers back"
    if not listener.samples:
        host, port = listener.address
        return f"no answer from {host}:{port}; start `jounce drive --udp {host}:{port}`"
    return "the car waits" if listener.car_has_torque else "this car has no torque at a steering wheel"
