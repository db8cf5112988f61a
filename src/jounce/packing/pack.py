"""A whole mechanism as arrays and a layout of names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.mechanism import ConstantVelocity, Coupling, Joint, Mechanism, PointOnLine, RevoluteSpherical, Signal
from jounce.packing.bodies import Frame, body_array, frames, perpendicular
from jounce.packing.forces import ForcePacker, tire_record
from jounce.packing.joints import JointPacker, OnAxis
from jounce.packing.layout import JointPlace, Layout
from jounce.packing.measures import MeasureTable, RowTable
from jounce.packing.signals import SignalTable
from jounce.tires.records import TIRE


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
    for joint in sorted(mechanism.joints, key=lambda j: isinstance(j, Coupling)):
        node = rows.joints
        row_range = joint_packer.pack(joint)
        places[joint.name] = _place(joint, node, row_range, table)
    force_packer = ForcePacker(table, measures, joint_packer, signals)
    for force in mechanism.forces:
        force_packer.pack(force)
    tires = np.array([tire_record(t, table[t.body], measures) for t in mechanism.tires], dtype=TIRE)
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
    rows_array, terms_array = rows.arrays()
    signal_rows, tables = signals.arrays()
    arrays = {
        "bodies": body_array(mechanism.bodies),
        "gravity": np.array(mechanism.gravity, dtype=float),
        "measures": measures.array(),
        "rows": rows_array,
        "terms": terms_array,
        **force_packer.arrays(),
        "tires": tires,
        "signals": signal_rows,
        "tables": tables,
    }
    return Packed(arrays, layout, table)


def _place(joint: Joint, node: int, rows: range, table: dict[str, Frame]) -> JointPlace:
    """Where a joint sits; couplers and drivers act through their joints and sit on the ground."""
    ground = table["ground"].index
    if isinstance(joint, Coupling):
        return JointPlace(node, rows, (ground, ground), np.zeros(3), np.eye(3))
    a, b = table[joint.body_a], table[joint.body_b]
    axes = np.eye(3)
    if isinstance(joint, OnAxis | ConstantVelocity | PointOnLine | RevoluteSpherical):
        n = np.asarray(joint.axis_a)
        axes = np.column_stack([*perpendicular(n), n])
    point = np.zeros(3) if isinstance(joint, ConstantVelocity) else b.point(joint.point_b)
    return JointPlace(node, rows, (a.index, b.index), point, a.axes.T @ axes)
