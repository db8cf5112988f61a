"""The loop runs commands, samples, and brings the car to rest after loss of input."""

import sys

import numpy as np
import pytest

from jounce.live.realtime import sample_layout
from jounce.live.realtime.input_watchdog import BRAKE, INPUT_TIMEOUT, STEER_RATE
from jounce.live.realtime.loop import Loop
from tests.live.realtime.fakes import STEP, TOY, FakeTime, Kept, Steady, ToyPlant

COLUMN = TOY.columns


def loop_of(**given):
    time = FakeTime()
    plant, kept = ToyPlant(time), Kept()
    heard = []
    loop = Loop(plant, outputs=[kept], clock=time.clock, report=lambda *said: heard.append(said), **given)
    return loop, plant, kept, time, heard


def scripted(loop, orders):
    """Give commands before the ticks of a mapping number → commands."""
    ticks = iter(range(10**9))

    def commands():
        if not waiting:
            waiting.extend(orders.get(next(ticks), []))
            waiting.append(None)
        return waiting.pop(0)

    waiting: list = []
    loop.next_command = commands


def test_rows_come_every_sample():
    loop, _, kept, *_ = loop_of(sample=10 * STEP)
    loop.run(100 * STEP)
    times = [row[0] for row in kept.rows]
    assert times == [*(10 * STEP * k for k in range(11)), 100 * STEP]  # the start, ten samples, and the end
    assert kept.rows[-1][COLUMN["loop.ticks"]] == 100


def test_pause_resume_and_single_steps():
    loop, plant, kept, *_ = loop_of()
    scripted(loop, {10: [("pause",)], 20: [("step", 3)], 21: [("step",)], 30: [("resume",)]})
    loop.run(1.0)
    paused = [row for row in kept.rows if int(row[COLUMN["loop.flags"]]) & sample_layout.PAUSED]
    assert [row[0] for row in paused] == [10 * STEP, 13 * STEP, 14 * STEP]
    n = loop.timing.summary()
    assert n["late_ticks"] == 0  # pauses are nobody's fault
    assert plant.count == n["ticks"] + 4
    assert n["real_time_factor"] == 1.0


def test_reset_snapshot_and_restore():
    loop, plant, *_ = loop_of(inputs=Steady(throttle=1.0))
    scripted(loop, {20: [("snapshot", "a")], 50: [("restore", "a")], 60: [("pause",)]})
    loop.run(1.0)
    assert plant.count == 20 + 10
    again = ToyPlant()
    again.throttle = 1.0
    again.advance(30)
    assert np.array_equal(plant.y, again.y)
    loop.send("reset")
    loop.next_command = loop._next_queued
    loop.run(0.1)
    assert plant.count == 0
    assert np.array_equal(plant.y, [0.0, 0.0])


def test_speed_changes_while_running():
    loop, plant, *_ = loop_of()
    scripted(loop, {100: [("speed", 2.0)]})
    loop.run(200 * STEP)
    assert plant.count == 100 + 2 * 100


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (("speed", 100.0), "speed"),
        (("restore", "nothing"), "no such snapshot"),
        (("step", 0), "number of steps"),
        (("step", "many"), "number of steps"),
        (("fly",), "unknown command"),
    ],
)
def test_a_command_that_makes_no_sense_is_refused_and_changes_nothing(command, says):
    loop, plant, _, _, heard = loop_of()
    scripted(loop, {5: [command]})
    assert loop.run(100 * STEP).reason == "finished"
    assert plant.count == 100
    ((kind, text),) = heard
    assert kind == "refused"
    assert says in text


def test_stop_is_obeyed_from_the_queue():
    loop, plant, *_ = loop_of()
    loop.send("stop")
    assert loop.run().reason == "stopped"
    assert plant.count == 0


def test_the_dead_man_coasts_and_brakes_until_there_is_input_again():
    last, again = 100, 700
    source = Steady(lambda n: n < last or n >= again, steer=0.5, throttle=0.8)
    loop, _, kept, *_ = loop_of(inputs=source, sample=STEP)
    loop.run(900 * STEP)
    silent = round(INPUT_TIMEOUT / STEP)
    dead = [bool(int(row[COLUMN["loop.flags"]]) & sample_layout.DEAD_MAN) for row in kept.rows[1:]]
    first = dead.index(True)
    assert first == last + silent  # the tick after more than half a second without any
    assert dead.index(False, first) == again
    row = kept.rows[1 + first]
    assert row[COLUMN["controls.throttle"]] == 0.0
    assert row[COLUMN["controls.brake"]] == BRAKE
    assert row[COLUMN["controls.steer"]] == 0.5 - STEER_RATE * STEP
    assert kept.rows[again][COLUMN["controls.steer"]] == pytest.approx(
        0.5 - STEER_RATE * STEP * (again - first), abs=1e-9
    )
    assert kept.rows[1 + again][COLUMN["controls.throttle"]] == 0.8
    assert loop.timing.summary()["dead_man"] == 1


def test_a_dead_man_does_not_steer_past_straight():
    loop, _, kept, *_ = loop_of(inputs=Steady(lambda n: n < 10, steer=-0.1))
    loop.run(2.0)
    assert kept.rows[-1][COLUMN["controls.steer"]] == 0.0


def test_input_is_read_once_a_tick_however_many_steps_it_has():
    source = Steady()
    loop, plant, *_ = loop_of(inputs=source, speed=2.0)
    loop.run(100 * STEP)
    assert plant.count == 200
    assert source.reads == 100


def test_a_plant_that_fails_ends_the_loop_or_waits():
    loop, plant, *_ = loop_of()
    plant.breaks_at = 50
    ending = loop.run(1.0)
    assert ending.reason == "failed"
    assert "broken" in ending.text

    loop, plant, kept, _, heard = loop_of(wait_after_failure=True)
    plant.breaks_at = 50
    scripted(loop, {60: [("resume",)], 70: [("reset",), ("resume",)]})
    plant_resets = plant.reset

    def reset() -> None:
        plant.breaks_at = None
        plant_resets()

    plant.reset = reset
    assert loop.run(1.0).reason == "finished"
    assert [kind for kind, _ in heard] == ["failed", "refused"]
    assert any(int(row[COLUMN["loop.flags"]]) & sample_layout.FAILED for row in kept.rows)
    assert not int(kept.rows[-1][COLUMN["loop.flags"]]) & sample_layout.FAILED
    assert plant.count > 50


def test_a_thousand_ticks_leave_nothing_behind():
    time = FakeTime()
    loop = Loop(ToyPlant(time), inputs=Steady(), clock=time.clock)
    loop.run(200 * STEP)
    before = sys.getallocatedblocks()
    loop.run(1000 * STEP)
    assert sys.getallocatedblocks() - before < 50


def test_a_car_leaves_nothing_behind_either(dw18):
    time = FakeTime()
    loop = Loop(dw18, inputs=Steady(throttle=0.3, steer=0.1), clock=time.clock)
    loop.run(1.0)
    before = sys.getallocatedblocks()
    loop.run(1.0)
    assert loop.timing.summary()["ticks"] >= 1999
    assert sys.getallocatedblocks() - before < 90  # less than one a sample, far less than one a tick
