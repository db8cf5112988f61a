"""Many runs at once: cars of one topology go through compiled code side by side, in threads.

What is Python about a run, making it ready and looking at it afterwards, is done for some runs while others are
simulated. Numbers are those of `jounce.run`, bit for bit, whatever the number of threads and whoever runs beside.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

from jounce.engine.compiler.native import lanes as register_lanes
from jounce.engine.integrators.registry import can_batch
from jounce.engine.simulate.many import simulate_cars
from jounce.errors import JounceError
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.lab.results import Result
from jounce.lab.results.channel_needs import ChannelNeeds
from jounce.lab.run_settings import RunSettings
from jounce.lab.runs.ending import ending
from jounce.lab.runs.finish import finish_together
from jounce.lab.runs.prepare import Prepared, prepare
from jounce.lab.runs.rehearse import rehearse
from jounce.lab.runs.run import run
from jounce.lab.runs.shared_grounds import SharedGrounds
from jounce.model.vehicle import Vehicle

MIN_BATCH = 4
"""Runs that go through compiled code in one call, where a register has no more lanes."""
MAX_OPEN = 8
"""Batches that wait for more runs; the oldest goes when another one begins."""

Outcome = Result | JounceError


class _Recent(threading.local):
    """The last run that this thread has made ready: the next one of a similar car takes its kernels, also in the next
    chunk of a study. Which run that is changes no number."""

    run: Prepared | None = None


_recent = _Recent()


@dataclass(frozen=True)
class Run:
    """What to run; settings are those of RunSettings: formulation, integrator, step, ground …"""

    maneuver: Maneuver
    vehicle: Vehicle
    settings: Mapping[str, Any] = field(default_factory=dict)


def run_many(
    runs: Sequence[Run],
    *,
    threads: int | None = None,
    needs: ChannelNeeds | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Outcome]:
    """The result of every run in the order given, or the error that it raised; a RunError has the partial `.result`.

    Results hold the channels of chassis, steering, wheels and tires, and no motion for replays. threads: by default
    one. needs: channels that somebody will read, by default all; others are then left out where that saves time.
    progress: called with the number of runs that are done.
    """
    outcomes: dict[int, Outcome] = {}
    workers, wanted = threads or 1, needs or ChannelNeeds()

    def done(found: Mapping[int, Outcome]) -> None:
        outcomes.update(found)
        if progress is not None:
            progress(len(outcomes))

    batches = _batches(runs, done)
    if workers == 1:
        for batch in batches:
            done(_simulated(runs, batch, wanted))
        return [outcomes[i] for i in range(len(runs))]
    with ThreadPoolExecutor(workers) as pool:
        waiting: set[Future[dict[int, Outcome]]] = set()
        for batch in batches:
            waiting.add(pool.submit(_simulated, runs, batch, wanted))
            if len(waiting) > workers:
                finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in finished:
                    done(future.result())
        for future in waiting:
            done(future.result())
    return [outcomes[i] for i in range(len(runs))]


def _batches(runs: Sequence[Run], done: Callable[[Mapping[int, Outcome]], None]) -> Iterator[dict[int, Prepared]]:
    """Runs made ready, those together that can be simulated together; what cannot goes its own way at once.

    Several batches are open at a time, so that runs may alternate between cars or integrators.
    """
    opened: list[dict[int, Prepared]] = []
    grounds = SharedGrounds()
    size = max(MIN_BATCH, register_lanes())
    for i, one in enumerate(runs):
        try:
            given = one.maneuver, one.vehicle, RunSettings(**one.settings)
            ready = rehearse(prepare(*given, like=_recent.run, find_ground=grounds.ground_of))
        except JounceError as error:
            done({i: error})
            continue
        if not _joins(ready):
            done({i: _alone(one)})
            continue
        _recent.run = ready
        batch = next((b for b in opened if _together(ready, next(iter(b.values())))), None)
        if batch is None:
            if len(opened) == MAX_OPEN:
                yield opened.pop(0)
            opened.append(batch := {})
        batch[i] = ready
        if len(batch) == size:
            opened.remove(batch)
            yield batch
    yield from opened


def _joins(ready: Prepared) -> bool:
    method = ready.method
    can = ready.system.capabilities
    return can.runs_batches and can.observes_chassis_and_tires and can_batch(type(method))


def _together(a: Prepared, b: Prepared) -> bool:
    """Whether two runs go through one call."""
    if (a.method, a.sample, a.ticks) != (b.method, b.sample, b.ticks):
        return False
    return a.system.shares_kernels_with(b.system)


def _simulated(runs: Sequence[Run], batch: Mapping[int, Prepared], needs: ChannelNeeds) -> dict[int, Outcome]:
    """Outcomes of a batch; a car that fails in company runs again alone, where more is tried before it gives up.

    So does one whose driver or controller raises an error: alone a stop condition may have come before it. Conditions
    are looked at on the way where Python acts at every tick; for other cars in lanes a look costs more than most save.
    """
    ready = list(batch.values())
    first = ready[0]
    try:
        cars = simulate_cars(
            [r.system for r in ready],
            [r.start for r in ready],
            end=[r.end for r in ready],
            integrator=first.method,
            sample=first.sample,
            threads=1,
            controls=[r.control for r in ready],
            ticks=first.ticks,
            stops=[ending(r) if r.control is not None else None for r in ready],
        )
    except JounceError:  # one cannot begin: each run says for itself
        return {i: _alone(runs[i]) for i in batch}
    whole = {i: (own, car) for (i, own), car in zip(batch.items(), cars, strict=True) if car.failure is None}
    found: dict[int, Outcome] = dict(zip(whole, finish_together(list(whole.values()), needs), strict=True))
    return found | {i: _alone(runs[i]) for i in batch if i not in whole}


def _alone(one: Run) -> Outcome:
    try:
        return run(one.maneuver, vehicle=one.vehicle, **one.settings)
    except JounceError as error:
        return error
