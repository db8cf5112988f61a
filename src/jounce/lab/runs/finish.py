"""From a recorded run to its result: channels, motion, and what was run, how and at what cost."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

import numpy as np

from jounce.engine.integrators.integrator import Adaptive
from jounce.engine.simulate import Trajectory
from jounce.engine.simulate.light_observer import LightTrajectory, are_seen_together
from jounce.engine.simulate.many import CarRun
from jounce.engine.simulate.stability import too_slow
from jounce.engine.simulate.trajectory import Counts
from jounce.errors import JounceError
from jounce.lab.controllers.registry import describe_controllers
from jounce.lab.maneuvers.maneuver import Stop, stop_at
from jounce.lab.metrics.measuring import with_metrics
from jounce.lab.results import Metadata, Result
from jounce.lab.results.channel import Channel, part_of
from jounce.lab.results.channel_needs import ChannelNeeds
from jounce.lab.results.vehicle_channels import (
    energy_channels,
    have_equal_channels,
    input_channels,
    quick_channels,
    vehicle_channels,
)
from jounce.lab.runs.prepare import Prepared
from jounce.lab.runs.unsettled_start import describe_unsettled
from jounce.lab.scene import recorded_motion
from jounce.model.vehicle.corners import CHASSIS
from jounce.model.vehicle.variants import facts_of
from jounce.schema.expressions import condition
from jounce.version import __version__


def finish(ready: Prepared, trajectory: Trajectory, failure: str | None = None, stopped: Stop | None = None) -> Result:
    """The result of a run, as far as it went; failure: why it stopped early, if it did; stopped: what ended it."""
    seen = with_driver_inputs(ready, trajectory)
    channels = (
        *in_nominal_time(ready, vehicle_channels(ready.car, seen)),
        *energy_channels(seen, ready.inputs),
        *input_channels(ready.inputs, seen.time),
        *controller_channels(ready, seen.time),
    )
    values = {channel.name: channel.values for channel in channels}
    obstacles = ready.control.obstacles() if ready.control is not None else None
    motion = recorded_motion(
        seen, values, f"{ready.plan.name} · {ready.car.name}", obstacles, body_mesh=ready.car.body_mesh
    )
    speeds, heights = np.linalg.norm(trajectory.velocity(CHASSIS)[:, :2], axis=1), trajectory.position(CHASSIS)[:, 2]
    look = Look(trajectory.time, speeds, heights)
    about = metadata(ready, trajectory.counts, look, trajectory.interrupted, failure, stopped)
    result = Result(channels, about, motion)
    return with_metrics(result, ready.plan.metrics)


class Look(NamedTuple):
    """What metadata are made from, at every sample of a run."""

    time: np.ndarray
    """[s]"""
    speeds: np.ndarray
    """Horizontal speed of the chassis [m/s]."""
    heights: np.ndarray
    """Height of the centre of mass of the chassis [m]."""


def in_nominal_time(ready: Prepared, channels: tuple[Channel, ...]) -> tuple[Channel, ...]:
    """The channels with the time, the first of them, as people write it."""
    time, *others = channels
    return replace(time, values=ready.nominal_times(time.values)), *others


def quick_finish(ready: Prepared, run: CarRun, needs: ChannelNeeds) -> Result:
    """The result of a run on generated kernels by a quick look at it, without springs, joints and motion; needs: the
    channels that somebody will read, beside those of the chassis, of inputs and of controllers."""
    (found,) = finish_together([(ready, run)], needs)
    if isinstance(found, JounceError):
        raise found
    return found


def finish_together(runs: Sequence[tuple[Prepared, CarRun]], needs: ChannelNeeds) -> list[Result | JounceError]:
    """`quick_finish` of runs on the same kernels: the result of each, or the error that it raises alone."""
    found: dict[int, Result | JounceError] = {}
    for numbers in _alike(runs, needs):
        together = [runs[i] for i in numbers]
        wanted = _needs_of(together[0][0], needs)
        try:
            outcomes = _look_at(together, wanted)
        except JounceError as error:
            alone = [[error]] if len(together) == 1 else [finish_together([one], needs) for one in together]
            outcomes = [outcome for (outcome,) in alone]
        found.update(zip(numbers, outcomes, strict=True))
    return [found[i] for i in range(len(runs))]


def _alike(runs: Sequence[tuple[Prepared, CarRun]], needs: ChannelNeeds) -> list[list[int]]:
    """Numbers of runs that have the same channels, of which each is one array over all of them."""
    groups: list[list[int]] = []
    for i, (ready, _) in enumerate(runs):
        for group in groups:
            first = runs[group[0]][0]
            if (
                _needs_of(ready, needs).names == _needs_of(first, needs).names
                and have_equal_channels(ready.car, first.car)
                and are_seen_together(ready.system, first.system)
            ):
                group.append(i)
                break
        else:
            groups.append([i])
    return groups


def _needs_of(ready: Prepared, needs: ChannelNeeds) -> ChannelNeeds:
    """The channels that somebody will read of a run, the conditions at which it ends included."""
    if needs.names is None:
        return needs
    return ChannelNeeds((*needs.names, *(name for text in ready.plan.stop for name in condition(text).names)))


def _look_at(runs: Sequence[tuple[Prepared, CarRun]], needs: ChannelNeeds) -> list[Result | JounceError]:
    """The results of runs that have the same channels."""
    systems = [ready.system for ready, _ in runs]
    for k, (ready, _) in enumerate(runs):
        if ready.control is not None:  # its inputs are known as functions of time only now
            systems[k] = ready.system.with_inputs(ready.inputs)
    seen = LightTrajectory(systems, [run.samples for _, run in runs])
    channels = quick_channels([ready.car for ready, _ in runs], seen, needs)
    velocity, heights = seen.velocity(CHASSIS), seen.position(CHASSIS)[:, 2]
    speeds = np.sqrt(velocity[:, 0] ** 2 + velocity[:, 1] ** 2)
    found: list[Result | JounceError] = []
    for (ready, run), first, length in zip(runs, seen.starts, seen.lengths, strict=True):
        part = slice(first, first + length)
        own = Look(seen.time[part], speeds[part], heights[part])
        try:
            found.append(_finish_quickly(ready, run, tuple(part_of(channel, part) for channel in channels), own))
        except JounceError as error:
            found.append(error)
    return found


def _finish_quickly(ready: Prepared, run: CarRun, seen: tuple[Channel, ...], look: Look) -> Result:
    """The result of a run whose own channels are known."""
    channels = (
        *in_nominal_time(ready, seen),
        *input_channels(ready.inputs, look.time),
        *controller_channels(ready, look.time),
    )
    stopped = stop_at(ready.plan.stop, {channel.name: channel.values for channel in channels})
    if stopped is not None:
        before = slice(stopped.sample + 1)
        channels = tuple(part_of(channel, before) for channel in channels)
        look = Look(*(values[before] for values in look))
    return Result(channels, metadata(ready, run.counts, look, run.interrupted, None, stopped))


def controller_channels(ready: Prepared, time: np.ndarray) -> tuple[Channel, ...]:
    """What the controllers of a run record, at the times of its samples [s]."""
    return tuple(ready.control.channels(time)) if ready.control is not None else ()


def with_driver_inputs(ready: Prepared, trajectory: Trajectory) -> Trajectory:
    """The trajectory with the inputs that driver and controllers moved as functions of time."""
    if ready.control is None:
        return trajectory
    return replace(trajectory, simulated=trajectory.simulated.with_inputs(ready.inputs))


def settings_as_run(ready: Prepared) -> dict[str, Any]:
    """All settings of a run, plain data: what was given, and what was chosen where nothing was."""
    method, place = ready.method, ready.settings.at
    return {
        **dict(ready.settings),
        **ready.names,
        "step": ready.nominal_step,
        "tolerance": method.relative if isinstance(method, Adaptive) else ready.settings.tolerance,
        "max_step": method.largest_step if isinstance(method, Adaptive) and method.largest_step < math.inf else None,
        "rack": ready.car.steering.actuation.kind if ready.car.steering is not None else "",
        "at": list(place) if place is not None else None,
        "controllers": describe_controllers((*ready.plan.controllers, *(ready.settings.controllers or ()))) or None,
    }


def _unsettled(ready: Prepared, look: Look) -> str | None:
    """A note about a car that moves before its maneuver, or a driver, has done something.

    Not on uneven ground, where the road moves a settled car as well. A settled car with a driver is not looked at: he
    may brake and steer in the first half second.
    """
    driven = ready.plan.driver is not None
    if not ready.names["ground"].startswith("flat") or (driven and ready.names["initial"] == "settled"):
        return None
    return describe_unsettled(look.time, look.heights, ready.plan.inputs, has_driver=driven)


def metadata(
    ready: Prepared, counts: Counts, look: Look, interrupted: bool, failure: str | None, stopped: Stop | None
) -> Metadata:
    """What was run, how, and at what cost."""
    plan, car = ready.plan, ready.car
    slow = too_slow(car, ready.method, float(look.speeds.min()))
    return Metadata(
        vehicle=car.name,
        maneuver=plan.name,
        settings=settings_as_run(ready),
        planned_end=plan.end,
        options=plan.options,
        facts=facts_of(car, ready.system.mechanism),
        about=f"{car.about} {plan.about}".strip(),
        figures=plan.figures,
        jounce_version=__version__,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        steps=counts.steps,
        evaluations=counts.evaluations,
        rejected_steps=counts.rejected,
        iterations=counts.iterations,
        refreshes=counts.refreshes,
        wall_time=counts.seconds,
        preparation_time=sum(ready.timing.values()),
        interrupted=interrupted,
        stopped=stopped.condition if stopped is not None else "",
        failure=failure,
        warnings=tuple(note for note in (slow, _unsettled(ready, look)) if note is not None),
    )
