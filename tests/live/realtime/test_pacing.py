"""Policies count exactly what they should, on a clock that no machine can disturb."""

import gc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jounce.errors import InputError
from jounce.live.realtime import timing
from jounce.live.realtime.loop import Loop
from jounce.live.realtime.pacing import MAX_CATCH_UP, Clock, Pacer, ticks_of, without_garbage_collection
from jounce.live.realtime.timing import LoopTiming
from tests.live.realtime.fakes import STEP, FakeTime, ToyPlant


def run(policy: str, cost, ticks: int, speed: float = 1.0):
    """A loop of so many periods, with a plant whose call number n takes cost(n) periods."""
    time = FakeTime()
    plant = ToyPlant(time, lambda n: cost(n) * STEP)
    loop = Loop(plant, policy=policy, speed=speed, clock=time.clock)
    ending = loop.run(ticks * STEP)
    return loop, plant, ending, loop.timing.summary()


def test_nothing_is_late_when_work_is_short():
    for policy in ("slow", "drop", "stop"):
        _, plant, ending, n = run(policy, lambda n: 0.25, 300)
        assert ending.reason == "finished"
        assert (n["ticks"], n["late_ticks"], n["lost_time"], n["dropped_ticks"]) == (300, 0, 0.0, 0)
        assert n["real_time_factor"] == 1.0
        assert plant.count == 300
        assert n["max_us"] == 0.25 * STEP * 1e6
        assert n["jitter_max_us"] == 0.0


def test_work_that_ends_just_in_time_is_not_late():
    assert run("stop", lambda n: 1.0, 100)[3]["late_ticks"] == 0


def test_slow_falls_behind_by_what_was_lost():
    # call 10 takes 3.5 periods: it ends 2.5 periods after the next tick was due
    _, plant, _, n = run("slow", lambda n: 3.5 if n == 10 else 0.25, 100)
    assert n["late_ticks"] == 1
    assert n["lost_time"] == 2.5 * STEP
    assert plant.count == 98  # ticks at 0 … 10, then from 13.5 to 99.5 periods
    assert n["made_up_ticks"] == n["dropped_ticks"] == 0
    assert n["simulated_time"] == 98 * STEP
    assert n["wall_time"] == 100.5 * STEP


def test_drop_keeps_the_clock_by_making_up():
    _, plant, _, n = run("drop", lambda n: 3.5 if n == 10 else 0.25, 100)
    # tick 10 ends at 13.5: ticks 11, 12 and 13 are done at once, the last of them ends at 13.75, in time
    assert n["made_up_ticks"] == 2
    assert n["late_ticks"] == 1 + 2
    assert n["dropped_ticks"] == 0
    assert plant.count == n["ticks"] == 100
    assert n["lost_time"] == 0.0
    assert n["wake_ups"] == 98


def test_drop_drops_what_is_beyond_the_bound():
    _, plant, _, n = run("drop", lambda n: 30.5 if n == 10 else 0.25, 100)
    # tick 10 ends at 40.5; of the ticks 11 … 40 the last ten are done at once, twenty are dropped
    assert n["dropped_ticks"] == 30 - MAX_CATCH_UP
    assert n["made_up_ticks"] == MAX_CATCH_UP - 1
    assert plant.count == n["ticks"] == 100 - 20
    assert n["late_ticks"] == 1 + MAX_CATCH_UP - 1


def test_work_is_bounded_even_when_everything_is_late():
    _, plant, _, n = run("drop", lambda n: 50.0, 1000)
    assert plant.count <= MAX_CATCH_UP * plant.calls
    assert n["dropped_ticks"] > 0
    assert n["late_ticks"] == n["ticks"]


def test_stop_ends_at_the_first_late_tick():
    _, plant, ending, n = run("stop", lambda n: 1.5 if n == 7 else 0.25, 100)
    assert ending.reason == "late"
    assert "late" in ending.text
    assert "policy slow or drop" in ending.text
    assert plant.count == 8
    assert n["late_ticks"] == 1


@pytest.mark.parametrize(("speed", "steps"), [(0.1, 1), (0.5, 1), (1.0, 1), (2.0, 2), (10.0, 10), (2.5, 3)])
def test_speed_factors(speed, steps):
    assert ticks_of(1e-3, speed) == (steps, pytest.approx(steps * 1e-3 / speed))
    assert ticks_of(1e-3, speed)[1] >= 1e-3 - 1e-12


def test_a_faster_loop_does_more_steps_in_the_same_wall_time():
    for speed, steps in ((0.5, 100), (1.0, 200), (2.0, 400)):
        _, plant, _, n = run("slow", lambda n: 0.0, 200, speed)
        assert plant.count == steps
        assert n["real_time_factor"] == pytest.approx(speed)


@pytest.mark.parametrize("speed", [0.0, 0.09, 11.0, float("nan"), -1.0])
def test_other_speeds_are_refused(speed):
    with pytest.raises(InputError, match="speed"):
        ticks_of(1e-3, speed)


def test_an_unknown_policy_is_refused():
    with pytest.raises(InputError, match="slow, drop, stop"):
        Loop(ToyPlant(), policy="hope")


def test_due_times_are_counted_not_summed():
    time = FakeTime(0.0)
    pace = Pacer(time.clock, "slow", LoopTiming())
    pace.rebase(0.0, 0.1)
    for _ in range(20_000):
        pace.wait()
        pace.finish(1)
    assert pace.due(pace.tick) == 20_000 * 0.1


@given(st.lists(st.floats(0.0, 40.0), min_size=1, max_size=60), st.sampled_from(["slow", "drop"]))
def test_no_time_is_unaccounted_for(costs, policy):
    time, timing_ = FakeTime(), LoopTiming()
    pace = Pacer(time.clock, policy, timing_)
    pace.rebase(time.t, STEP)
    for cost in [*costs, *[0.0] * 100]:
        ticks = pace.wait()
        if pace.started >= 64.0 + 100 * STEP:
            break
        time.t += cost * STEP
        pace.finish(ticks)
    n = timing_.summary()
    done = n["ticks"] + n["dropped_ticks"] + n["lost_time"] / STEP
    assert done >= 100 - MAX_CATCH_UP - 1e-6  # all wall time is simulated, dropped or lost; a few ticks wait at the end
    assert n["late_ticks"] <= n["ticks"]


def test_the_clock_sleeps_first_and_looks_then():
    time = FakeTime()
    looks = []

    def now() -> float:
        looks.append(time.t)
        time.t += 1e-6
        return time.t

    clock = Clock(now=now, sleep=time.sleep, spin=1e-4)
    after = clock.wait(time.t + 0.01)
    assert time.sleeps == 1
    assert 0 < len(looks) < 105  # at most the spin, a microsecond a look
    assert after >= 64.01


def test_the_garbage_collector_is_kept_out_and_comes_back():
    assert gc.isenabled()
    with without_garbage_collection():
        assert not gc.isenabled()
        assert gc.get_freeze_count() > 0
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_counters_can_live_in_memory_of_others():
    board = np.zeros(timing.LENGTH)
    LoopTiming(board).count_wake_up(1e-5, 2e-4)
    assert LoopTiming(board.copy()).summary()["wake_ups"] == 1
