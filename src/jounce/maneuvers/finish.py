"""From a recorded run to its result: channels, motion, and what was run, how and at what cost."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np

from jounce import synthesis
from jounce.drivers.control import with_inputs
from jounce.maneuvers.prepare import Prepared
from jounce.maneuvers.stability import too_slow
from jounce.maneuvers.stop import Stop, stop_at
from jounce.results import Metadata, Result
from jounce.results.energy_channels import energy_channels
from jounce.results.input_channels import input_channels
from jounce.results.vehicle_channels import quick_channels, vehicle_channels
from jounce.scene import recorded_motion
from jounce.simulate import Trajectory
from jounce.simulate.options import Adaptive, FixedStep
from jounce.simulate.watch import watched
from jounce.synthesis.vary import varied
from jounce.vehicle.elements import CHASSIS
from jounce.vehicle.facts import facts_of
from jounce.version import __version__


def finish(ready: Prepared, trajectory: Trajectory, failure: str | None = None, stopped: Stop | None = None) -> Result:
    """The result of a run, as far as it went; failure: why it stopped early, if it did; stopped: what ended it."""
    seen = observed(ready, trajectory)
    channels = (
        *vehicle_channels(ready.car, seen),
        *energy_channels(seen, ready.inputs),
        *input_channels(ready.inputs, seen.time),
    )
    values = {channel.name: channel.values for channel in channels}
    motion = recorded_motion(seen, values, f"{ready.plan.name} · {ready.car.name}")
    result = Result(channels, metadata(ready, trajectory, failure, stopped), motion)
    return measured(result, ready.plan.metrics)


def measured(result: Result, names: tuple[str, ...]) -> Result:
    """The result with the metrics of its maneuver."""
    if not names:
        return result
    from jounce.maneuvers.measure import measure  # takes a second to import, for SciPy's filters
    from jounce.metrics import METRICS

    rows = {
        name: {
            "value": found.value,
            "unit": found.unit,
            "note": found.note,
            "spoken": METRICS[name].spoken if name in METRICS else found.unit,
        }
        for name, found in measure(result, names).items()
    }
    return replace(result, metadata=replace(result.metadata, metrics=tuple(rows), measured=rows))


def quick_finish(ready: Prepared, trajectory: Trajectory, samples: np.ndarray) -> Result:
    """The result of a run on generated kernels by a quick look at it, without springs, joints and motion; samples: the
    run in states of its own system."""
    system = ready.system
    assert isinstance(system, synthesis.System)
    if ready.control is not None:  # its inputs are known as functions of time only now
        system = varied(system, system.mechanism, ready.inputs, system.model.ground)
    seen = watched(replace(trajectory, simulated=system), samples)
    channels = (*quick_channels(ready.car, seen), *input_channels(ready.inputs, seen.time))
    stopped = stop_at(ready.plan.stop, {channel.name: channel.values for channel in channels})
    if stopped is not None:
        channels = tuple(replace(c, values=c.values[: stopped.sample + 1]) for c in channels)
        trajectory = replace(trajectory, samples=trajectory.samples[: stopped.sample + 1])
    return Result(channels, metadata(ready, trajectory, None, stopped))


def observed(ready: Prepared, trajectory: Trajectory) -> Trajectory:
    """The trajectory with the inputs that a driver moved as functions of time."""
    if ready.control is None:
        return trajectory
    return replace(trajectory, simulated=with_inputs(trajectory.simulated, ready.inputs))


def metadata(ready: Prepared, trajectory: Trajectory, failure: str | None, stopped: Stop | None) -> Metadata:
    """What was run, how, and at what cost."""
    plan, car, method, counts = ready.plan, ready.car, ready.method, trajectory.counts
    speeds = np.linalg.norm(trajectory.velocity(CHASSIS)[:, :2], axis=1)
    slow = too_slow(car, method, float(speeds.min()))
    return Metadata(
        vehicle=car.name,
        maneuver=plan.name,
        formulation=ready.names["formulation"],
        integrator=ready.names["integrator"],
        initial=ready.names["initial"],
        ground=ready.names["ground"],
        step=method.step if isinstance(method, FixedStep) else None,
        tolerance=method.relative if isinstance(method, Adaptive) else None,
        max_step=method.largest_step if isinstance(method, Adaptive) and method.largest_step < math.inf else None,
        planned_end=plan.end,
        rack=car.steering.actuation.kind if car.steering is not None else "",
        options=plan.options,
        facts=facts_of(car, ready.system.mechanism),
        about=f"{car.about} {plan.about}".strip(),
        jounce_version=__version__,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        steps=counts.steps,
        evaluations=counts.evaluations,
        rejected_steps=counts.rejected,
        iterations=counts.iterations,
        refreshes=counts.refreshes,
        wall_time=counts.seconds,
        interrupted=trajectory.interrupted,
        stopped=stopped.condition if stopped is not None else "",
        failure=failure,
        warnings=() if slow is None else (slow,),
    )
