"""A whole mechanism as arrays, and their layout: the way from names to indices and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import is_
from typing import Any

import numpy as np

from jounce.engine.assembly.bodies import Frame, body_array, frames, perpendicular, same_frame
from jounce.engine.assembly.forces import NOTHING, Extent, ForcePacker, tire_record
from jounce.engine.assembly.joints import JointPacker, OnAxis
from jounce.engine.assembly.measures import MeasureTable, RowTable
from jounce.engine.assembly.needs import Needs, NotedTable
from jounce.engine.assembly.signals import SignalTable
from jounce.engine.laws.tires.records import TIRE
from jounce.model.mechanism import (
    Connection,
    ConstantVelocity,
    Coupling,
    Force,
    Joint,
    Mechanism,
    PointOnLine,
    RevoluteSpherical,
    Signal,
)


@dataclass(frozen=True)
class JointPlace:
    """Where a joint, coupler or driver sits in the arrays."""

    node: int
    """Index among the joints."""
    rows: range
    """Constraint rows of the joint, coupler or driver."""
    bodies: tuple[int, int]
    """Indices of body a and body b (the ground is the last)."""
    point_a: np.ndarray
    """Where the joint sits on body a, from its centre of mass in body axes."""
    point_b: np.ndarray
    """Where the joint sits on body b, from its centre of mass in body axes."""
    axes_a: np.ndarray
    """Joint axes as columns, in axes of body a; z is the joint's own axis where it has one."""


@dataclass(frozen=True)
class Layout:
    """Names of everything, in the order of the arrays."""

    bodies: tuple[str, ...]
    joints: dict[str, JointPlace]
    measures: dict[tuple[str, str], int] = field(default_factory=dict)
    """(element or joint, coordinate) → measure."""
    scalar_forces: tuple[str, ...] = ()
    bushings: tuple[str, ...] = ()
    loads: tuple[str, ...] = ()
    tires: tuple[str, ...] = ()
    inputs: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Name of a run-time input → rows of the signal table."""
    auxiliary: int = 0
    """Number of auxiliary states."""

    def body(self, name: str) -> int:
        """Index of a body; the ground comes after the last."""
        return len(self.bodies) if name == "ground" else self.bodies.index(name)

    def joint_name(self, node: int) -> str:
        """Name of a joint from its index."""
        return next((name for name, place in self.joints.items() if place.node == node), f"joint {node}")


@dataclass(frozen=True, eq=False)
class PackedConnection:
    """A joint between bodies as records, for mechanisms that have the very same joint in the very same place."""

    joint: Connection
    frames: tuple[Frame, Frame]
    """of both bodies"""
    begin: tuple[int, int, int, int]
    """How many measures, rows, terms and joints there are before."""
    measures: list[tuple]
    rows: list[tuple]
    terms: list[tuple]
    place: JointPlace


@dataclass(frozen=True, eq=False)
class PackedJoints:
    """The joints of a mechanism as arrays, for others that have the very same joints on the very same frames."""

    mechanism: Mechanism
    frames: dict[str, Frame]
    places: dict[str, JointPlace]
    connections: dict[str, PackedConnection]
    joints: dict[str, Joint]
    names: dict[tuple[str, str], int]
    """Measures that have names."""
    auxiliary: int
    measures: np.ndarray
    rows: np.ndarray
    terms: np.ndarray

    def serves(self, mechanism: Mechanism) -> bool:
        """Whether a mechanism has the same objects as joints, and the same points and axes as frames; joints that
        follow signals may be bound otherwise."""
        own = self.mechanism
        return (
            len(own.joints) == len(mechanism.joints)
            and len(own.bodies) == len(mechanism.bodies)
            and all(a is b for a, b in zip(own.joints, mechanism.joints, strict=True))
            and all(same_frame(a, b) for a, b in zip(own.bodies, mechanism.bodies, strict=True))
            and not np.any(self.rows["signal"] >= 0)
        )


@dataclass(frozen=True)
class Packed:
    """Arrays by the field names of a formulation's model, the layout that names them, and the design frames."""

    arrays: dict[str, Any]
    layout: Layout
    frames: dict[str, Frame]
    mechanism: Mechanism
    inputs: Mapping[str, Signal]
    extents: tuple[Extent, ...]
    """What there is before each force, and after the last one."""
    needs: tuple[Needs, ...]
    """What each force was packed from."""
    joints: PackedJoints
    """What another mechanism may share."""


def pack(mechanism: Mechanism, inputs: Mapping[str, Signal] | None = None, like: PackedJoints | None = None) -> Packed:
    """Number everything in a mechanism; `inputs` binds run-time inputs to signals. like: joints of a similar mechanism,
    of which those that are the same are not packed again."""
    signals = SignalTable(inputs or {})
    joints = like if like is not None and like.serves(mechanism) else pack_joints(mechanism, signals, like)
    table, measures = joints.frames, MeasureTable([], dict(joints.names), joints.auxiliary, len(joints.measures))
    force_packer = packer_of_forces(joints, measures, signals)
    # forces and tires
    extents, needs = [force_packer.extent], []
    for force in mechanism.forces:
        needs.append(pack_force(force_packer, force))
        extents.append(force_packer.extent)
    tires = np.array([tire_record(t, table[t.body], measures) for t in mechanism.tires], dtype=TIRE)
    # names of everything
    layout = Layout(
        bodies=tuple(b.name for b in mechanism.bodies),
        joints=joints.places,
        measures=dict(measures.names),
        scalar_forces=tuple(force_packer.names),
        bushings=tuple(force_packer.bushing_names),
        loads=tuple(force_packer.load_names),
        tires=tuple(t.name for t in mechanism.tires),
        inputs={name: tuple(indices) for name, indices in signals.inputs.items()},
        auxiliary=measures.auxiliary,
    )
    # arrays for compiled code
    signal_rows, tables = signals.arrays()
    arrays = {
        "bodies": body_array(mechanism.bodies),
        "gravity": np.array(mechanism.gravity, dtype=float),
        "measures": np.concatenate([joints.measures, measures.array()]),
        "rows": joints.rows.copy(),
        "terms": joints.terms.copy(),
        **force_packer.arrays(),
        "tires": tires,
        "signals": signal_rows,
        "tables": tables,
    }
    return Packed(arrays, layout, table, mechanism, signals.bound, tuple(extents), tuple(needs), joints)


def packer_of_forces(
    joints: PackedJoints, measures: MeasureTable, signals: SignalTable, before: Extent = NOTHING
) -> ForcePacker:
    """A packer for forces on packed joints; before: the extent of forces that come before its own."""
    table = NotedTable(joints.frames)
    joint_packer = JointPacker(table, measures, RowTable(), signals)
    joint_packer.joints = NotedTable(joints.joints)
    return ForcePacker(table, measures, joint_packer, signals, before=before)


def pack_force(packer: ForcePacker, force: Force) -> Needs:
    """Add one force element; returns what it was packed from."""
    packer.pack(force)
    frames, joints = packer.frames, packer.joints.joints
    assert isinstance(frames, NotedTable)
    assert isinstance(joints, NotedTable)
    return Needs(frames.take_asked(), joints.take_asked())


def pack_joints(mechanism: Mechanism, signals: SignalTable, like: PackedJoints | None) -> PackedJoints:
    """Frames, joints and couplings, couplings last."""
    table = frames(mechanism.bodies, *((like.frames, like.mechanism.bodies) if like is not None else ()))
    measures, rows = MeasureTable(), RowTable()
    packer = JointPacker(table, measures, rows, signals)
    places, connections, known = {}, {}, like.connections if like is not None else {}
    for joint in sorted(mechanism.joints, key=lambda j: isinstance(j, Coupling)):
        if isinstance(joint, Coupling):
            node = rows.joints
            places[joint.name] = _place(joint, node, packer.pack(joint), table)
        else:
            packed = connections[joint.name] = _pack_connection(joint, packer, known.get(joint.name))
            places[joint.name] = packed.place
    names, auxiliary = dict(measures.names), measures.auxiliary
    own = mechanism, table, places, connections, packer.joints, names, auxiliary
    return PackedJoints(*own, measures.array(), *rows.arrays())


def _pack_connection(joint: Connection, packer: JointPacker, like: PackedConnection | None) -> PackedConnection:
    """A joint between bodies; like: one of the same name, which is taken if it is the same in the same place."""
    measures, rows, table = packer.measures.records, packer.rows, packer.frames
    own = table[joint.body_a], table[joint.body_b]
    begin = len(measures), len(rows.rows), len(rows.terms), rows.joints
    if like is not None and like.joint is joint and like.begin == begin and all(map(is_, like.frames, own)):
        packer.joints[joint.name] = joint
        measures += like.measures
        rows.rows += like.rows
        rows.terms += like.terms
        rows.joints += 1
        return like
    place = _place(joint, rows.joints, packer.pack(joint), table)
    records = measures[begin[0] :], rows.rows[begin[1] :], rows.terms[begin[2] :]
    return PackedConnection(joint, own, begin, *records, place)


def _place(joint: Joint, node: int, rows: range, table: dict[str, Frame]) -> JointPlace:
    """Where a joint sits; couplers and drivers act through their joints and sit on the ground."""
    ground = table["ground"].index
    if isinstance(joint, Coupling):
        return JointPlace(node, rows, (ground, ground), np.zeros(3), np.zeros(3), np.eye(3))
    a, b = table[joint.body_a], table[joint.body_b]
    axes = np.eye(3)
    if isinstance(joint, OnAxis | ConstantVelocity | PointOnLine | RevoluteSpherical):
        n = np.asarray(joint.axis_a)
        axes = np.column_stack([*perpendicular(n), n])
    points = np.zeros(3), np.zeros(3)  # a constant-velocity joint has no point
    if not isinstance(joint, ConstantVelocity):
        points = a.point(joint.point_a), b.point(joint.point_b)
    return JointPlace(node, rows, (a.index, b.index), *points, a.axes.T @ axes)
