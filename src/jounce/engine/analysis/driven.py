"""The same mechanism with drivers on some joint coordinates: to hold them, read them or find their gradients."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from jounce.engine.formulations.world_frame.system import System, build
from jounce.engine.laws.forces.signal import LINEAR_TABLE, POLYNOMIAL, SPLINE_TABLE
from jounce.model.mechanism import PrescribedMotion, Signal
from jounce.model.mechanism import replace as rebuilt


def add_drivers(system: System, motions: Mapping[str, Signal]) -> System:
    """A system with a driver `hold <joint>` for each joint; run-time inputs keep what they are bound to."""
    drivers = (
        PrescribedMotion(name=driver_name(joint), joint=joint, motion=motion) for joint, motion in motions.items()
    )
    mechanism = rebuilt(system.mechanism, joints=(*system.mechanism.joints, *drivers))
    return _with_inputs_of(system, build(mechanism, ground=system.model.ground))


def driver_name(joint: str) -> str:
    """Name of the driver on a joint."""
    return f"hold {joint}"


def transfer_state(y: np.ndarray, source: System, target: System) -> np.ndarray:
    """A state of `source` as a state of `target`: bodies and counted turns; the states of filters are zero."""
    bodies = 13 * len(source.layout.bodies)
    z = np.zeros(target.size)
    z[:bodies] = y[:bodies]
    for name, k in target.layout.measures.items():
        counter = target.model.measures[k]["winding"]
        if counter >= 0 and name in source.layout.measures:
            z[bodies + counter] = y[bodies + source.model.measures[source.layout.measures[name]]["winding"]]
    return z


def _with_inputs_of(source: System, target: System) -> System:
    """`target` with its run-time inputs bound to the signals that they have in `source`."""
    signals, shift = target.model.signals, target.model.tables.size
    for name, rows in source.layout.inputs.items():
        for row, same in zip(rows, target.layout.inputs[name], strict=True):
            signals[same] = source.model.signals[row]
            if int(signals[same, 0]) in (LINEAR_TABLE, SPLINE_TABLE, POLYNOMIAL):
                signals[same, 1] += shift
    tables = np.concatenate([target.model.tables, source.model.tables])
    return replace(target, model=target.model._replace(tables=tables))
