"""From a recorded run to its result: channels, motion, and what was run, how and at what cost."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np

from jounce.engine.integrators.integrator import Adaptive
from jounce.engine.simulate import Trajectory
from jounce.engine.simulate.light_observer import LightTrajectory
from jounce.engine.simulate.many import CarRun
from jounce.engine.simulate.stability import too_slow
from jounce.lab.controllers.registry import describe_controllers
from jounce.lab.maneuvers.maneuver import Stop, stop_at
from jounce.lab.metrics.measuring import with_metrics
from jounce.lab.results import Metadata, Result
from jounce.lab.results.channel import Channel
from jounce.lab.results.channel_needs import ChannelNeeds
from jounce.lab.results.vehicle_channels import (
    Seen,
    energy_channels,
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
    result = Result(channels, metadata(ready, trajectory, failure, stopped), motion)
    return with_metrics(result, ready.plan.metrics)


def in_nominal_time(ready: Prepared, channels: tuple[Channel, ...]) -> tuple[Channel, ...]:
    """The channels with the time, the first of them, as people write it."""
    time, *others = channels
    return replace(time, values=ready.nominal_times(time.values)), *others


def quick_finish(ready: Prepared, run: CarRun, needs: ChannelNeeds) -> Result:
    """The result of a run on generated kernels by a quick look at it, without springs, joints and motion; needs: the
    channels that somebody will read, beside those of the chassis, of inputs and of controllers."""
    system = ready.system
    if ready.control is not None:  # its inputs are known as functions of time only now
        system = system.with_inputs(ready.inputs)
    if needs.names is not None:
        needs = ChannelNeeds((*needs.names, *(name for text in ready.plan.stop for name in condition(text).names)))
    seen = LightTrajectory(system, run.samples, run.counts, interrupted=run.interrupted)
    channels = (
        *in_nominal_time(ready, quick_channels(ready.car, seen, needs)),
        *input_channels(ready.inputs, seen.time),
        *controller_channels(ready, seen.time),
    )
    stopped = stop_at(ready.plan.stop, {channel.name: channel.values for channel in channels})
    if stopped is not None:
        channels = tuple(replace(c, values=c.values[: stopped.sample + 1]) for c in channels)
        seen = LightTrajectory(system, run.samples[: stopped.sample + 1], run.counts, interrupted=run.interrupted)
    return Result(channels, metadata(ready, seen, None, stopped))


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


def _unsettled(ready: Prepared, trajectory: Seen) -> str | None:
    """A note about a car that moves before its maneuver, or a driver, has done something.

    Not on uneven ground, where the road moves a settled car as well. A settled car with a driver is not looked at: he
    may brake and steer in the first half second.
    """
    driven = ready.plan.driver is not None
    if not ready.names["ground"].startswith("flat") or (driven and ready.names["initial"] == "settled"):
        return None
    heights = trajectory.position(CHASSIS)[:, 2]
    return describe_unsettled(trajectory.time, heights, ready.plan.inputs, has_driver=driven)


def metadata(ready: Prepared, trajectory: Seen, failure: str | None, stopped: Stop | None) -> Metadata:
    """What was run, how, and at what cost."""
    plan, car, method, counts = ready.plan, ready.car, ready.method, trajectory.counts
    speeds = np.linalg.norm(trajectory.velocity(CHASSIS)[:, :2], axis=1)
    slow = too_slow(car, method, float(speeds.min()))
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
        interrupted=trajectory.interrupted,
        stopped=stopped.condition if stopped is not None else "",
        failure=failure,
        warnings=tuple(note for note in (slow, _unsettled(ready, trajectory)) if note is not None),
    )
