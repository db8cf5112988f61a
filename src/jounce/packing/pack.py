"""A whole mechanism as arrays and a layout of names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.elements import bushing, spring
from jounce.mechanism import Coupler, Driver, Gear, Mechanism, RackAndPinion, Signal, Universal
from jounce.packing.bodies import Frame, frames, mass_rows, perpendicular
from jounce.packing.forces import ForcePacker, tire_row
from jounce.packing.joints import JointPacker
from jounce.packing.layout import JointPlace, Layout
from jounce.packing.measures import MeasureTable, RowTable
from jounce.packing.signals import SignalTable
from jounce.tires import magic_formula


@dataclass(frozen=True)
class Packed:
    """Arrays by the field names of a formulation's model, the layout that names them, and the design frames."""

    arrays: dict[str, Any]
    layout: Layout
    frames: dict[str, Frame]


def pack(mechanism: Mechanism, inputs: Mapping[str, Signal] | None = None) -> Packed:
    """Number everything in a mechanism; `inputs` binds run-time inputs to signals."""
    table = frames(mechanism.bodies)
    measures, rows, signals = MeasureTable(), RowTable(), SignalTable(inputs or {})
    joint_packer = JointPacker(table, measures, rows, signals)
    places = {}
    on_coordinates = (Gear, RackAndPinion, Coupler, Driver)
    for joint in sorted(mechanism.joints, key=lambda j: isinstance(j, on_coordinates)):
        node = rows.count
        row_range = joint_packer.pack(joint)
        places[joint.name] = _place(joint, node, row_range, table)
    force_packer = ForcePacker(table, measures, joint_packer, signals)
    for force in mechanism.forces:
        force_packer.pack(force)
    layout = Layout(
        bodies=tuple(b.name for b in mechanism.bodies),
        joints=places,
        measures=dict(measures.names),
        springs=tuple(force_packer.spring_names),
        bushings=tuple(force_packer.bushing_names),
        loads=tuple(force_packer.load_names),
        tires=tuple(t.name for t in mechanism.tires),
        inputs={name: tuple(indices) for name, indices in signals.inputs.items()},
        auxiliary=measures.auxiliary,
    )
    arrays = _arrays(mechanism, table, measures, rows, force_packer, signals)
    return Packed(arrays, layout, table)


def _place(joint: Any, node: int, rows: range, table: dict[str, Frame]) -> JointPlace:
    """Where a joint sits; couplers and drivers act through their joints and sit on the ground."""
    ground = table["ground"]
    if not hasattr(joint, "body_b"):
        return JointPlace(node, rows, (ground.index, ground.index), np.zeros(3), np.eye(3))
    a, b = table[joint.body_a], table[joint.body_b]
    axes = np.eye(3)
    if hasattr(joint, "axis_a") and not isinstance(joint, Universal):
        n = np.asarray(joint.axis_a)
        axes = np.column_stack([*perpendicular(n), n])
    point = b.point(joint.point_b) if hasattr(joint, "point_b") else np.zeros(3)
    return JointPlace(node, rows, (a.index, b.index), point, a.axes.T @ axes)


def _arrays(
    mechanism: Mechanism,
    table: dict[str, Frame],
    measures: MeasureTable,
    rows: RowTable,
    forces: ForcePacker,
    signals: SignalTable,
) -> dict[str, Any]:
    mass, inertia = mass_rows(mechanism.bodies)
    signal_rows, flat = signals.arrays()
    tires = [tire_row(t, table[t.body]) for t in mechanism.tires]
    return {
        "mass": mass,
        "inertia": inertia,
        "gravity": np.array(mechanism.gravity, dtype=float),
        "measure_kind": _integers(measures.kinds),
        "measure_bodies": _integers(measures.bodies, 2),
        "measure_vectors": _floats(measures.vectors, 15),
        "measure_winding": _integers(measures.windings),
        "row_start": _integers(rows.starts),
        "term_measure": _integers(rows.measures),
        "term_factor": _floats(rows.factors),
        "row_offset": _floats(rows.offsets),
        "row_signal": _integers(rows.signals),
        "row_filter": _integers(rows.filters),
        "row_filter_time": _floats(rows.filter_times),
        "row_joint": _integers(rows.joints),
        "row_place": _integers(rows.places),
        "spring_start": _integers(forces.spring_starts),
        "spring_measure": _integers(forces.spring_measures),
        "spring_factor": _floats(forces.spring_factors),
        "spring_rows": _floats(forces.springs, spring.ROW),
        "signals": signal_rows,
        "tables": flat,
        "bushing_bodies": _integers(forces.bushing_bodies, 2),
        "bushing_frames": _floats(forces.bushing_frames, 24),
        "bushing_rows": _floats(forces.bushings, bushing.ROW),
        "load_kind": _integers(forces.load_kinds),
        "load_bodies": _integers(forces.load_bodies, 2),
        "load_vectors": _floats(forces.load_vectors, 6),
        "load_signal": _integers(forces.load_signals),
        "drag_body": _integers(forces.drag_bodies),
        "drag_rows": _floats(forces.drags, 9),
        "tire_body": _integers([table[t.body].index for t in mechanism.tires]),
        "tire_rows": _floats(tires, magic_formula.ROW),
    }


def _integers(values: list, width: int | None = None) -> np.ndarray:
    array = np.array(values, dtype=np.int64)
    return array if width is None else array.reshape(-1, width)


def _floats(values: list, width: int | None = None) -> np.ndarray:
    array = np.array(values, dtype=float)
    return array if width is None else array.reshape(-1, width)
