"""A mechanism as arrays, from those of another one that differs in the numbers of few elements.

What is the very same object on the very same frames has the same records. So only changed elements are packed, each
where its records lie, and arrays without a change are shared: who compares the arrays of two mechanisms sees at once
that they are equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from jounce.engine.assembly.bodies import body_array
from jounce.engine.assembly.forces import Extent, ForcePacker, tire_record
from jounce.engine.assembly.measures import MeasureTable
from jounce.engine.assembly.needs import changed_names
from jounce.engine.assembly.pack import Packed, PackedJoints, pack, pack_force, pack_joints, packer_of_forces
from jounce.engine.assembly.signals import SignalTable
from jounce.engine.laws.tires.records import TIRE
from jounce.model.mechanism import Force, Mechanism, Signal, Tire


def pack_like(like: Packed, mechanism: Mechanism, inputs: Mapping[str, Signal]) -> Packed:
    """`pack(mechanism, inputs)`, to the bit, with whatever is the same in another mechanism taken from there."""
    return _repack(like, mechanism, inputs) or pack(mechanism, inputs, like.joints)


def _repack(like: Packed, mechanism: Mechanism, inputs: Mapping[str, Signal]) -> Packed | None:
    """None where more than numbers of joints and elements differ."""
    old = like.mechanism
    if not (_same_names(old.forces, mechanism.forces) and _same_names(old.tires, mechanism.tires)):
        return None
    signals = SignalTable(inputs)
    joints = like.joints if like.joints.serves(mechanism) else pack_joints(mechanism, signals, like.joints)
    changes: dict[str, list[tuple[int, np.ndarray]]] = {}
    if joints is not like.joints:
        if not _same_extent(like, joints, signals):
            return None
        rows, data = signals.arrays()
        own = {"measures": joints.measures, "rows": joints.rows, "terms": joints.terms, "signals": rows, "tables": data}
        changes |= {name: [(0, records)] for name, records in own.items()}
    moved = changed_names(like.frames, joints.frames)
    needs = list(like.needs)
    for i in _changed_forces(like, mechanism, inputs, moved, changed_names(like.joints.joints, joints.joints)):
        begin, end = like.extents[i : i + 2]
        packer = _packer_after(like, joints, inputs, begin)
        needs[i] = pack_force(packer, mechanism.forces[i])
        if packer.extent != end or not _has_names(like, packer, begin, end):
            return None
        for name, first, records in _records(packer, begin):
            changes.setdefault(name, []).append((first, records))
    for i, (tire, before) in enumerate(zip(mechanism.tires, old.tires, strict=True)):
        if tire is not before or tire.body in moved:
            state = int(like.arrays["tires"][i]["state"])
            states = MeasureTable(auxiliary=max(state, 0))
            record = np.array([tire_record(tire, joints.frames[tire.body], states)], dtype=TIRE)
            if record[0]["state"] != state:  # one of them has states and the other has none
                return None
            changes.setdefault("tires", []).append((i, record))
    arrays = like.arrays | {name: _changed(like.arrays[name], pieces) for name, pieces in changes.items()}
    arrays["bodies"], arrays["gravity"] = body_array(mechanism.bodies), np.array(mechanism.gravity, dtype=float)
    layout = like.layout if joints is like.joints else replace(like.layout, joints=joints.places)
    return Packed(arrays, layout, joints.frames, mechanism, inputs, like.extents, tuple(needs), joints)


def _same_extent(like: Packed, joints: PackedJoints, signals: SignalTable) -> bool:
    """Whether joints have as many records as before, under the same names, so that what comes after them stays."""
    before, first = like.joints, like.extents[0]
    return (
        (before.names, before.auxiliary, before.frames.keys()) == (joints.names, joints.auxiliary, joints.frames.keys())
        and all(len(getattr(before, name)) == len(getattr(joints, name)) for name in ("measures", "rows", "terms"))
        and all(before.frames[name].index == frame.index for name, frame in joints.frames.items())
        and (len(signals.rows), len(signals.data)) == (first.signals, first.data)
        and signals.inputs == _inputs_within(like, range(first.signals))
    )


def _inputs_within(like: Packed, rows: range) -> dict[str, list[int]]:
    """Run-time inputs with those of their rows of the signal table that are among these."""
    bound = like.layout.inputs.items()
    return {name: own for name, all_ in bound if (own := [row for row in all_ if row in rows])}


def _same_names(old: Sequence[Force] | Sequence[Tire], new: Sequence[Force] | Sequence[Tire]) -> bool:
    """Whether elements have the same types and names, in one order."""
    return len(old) == len(new) and all(
        a is b or (type(a) is type(b) and a.name == b.name) for a, b in zip(old, new, strict=True)
    )


def _changed_forces(
    like: Packed, mechanism: Mechanism, inputs: Mapping[str, Signal], frames: set[str], joints: set[str]
) -> Iterator[int]:
    """Numbers of forces that are other objects, that follow an input which is bound to another signal, or that were
    packed from frames or joints that are others now."""
    bound = like.layout.inputs.items()
    rows = {row for name, own in bound for row in own if inputs.get(name) is not like.inputs.get(name)}
    for i, (force, before) in enumerate(zip(mechanism.forces, like.mechanism.forces, strict=True)):
        own = range(like.extents[i].signals, like.extents[i + 1].signals)
        if force is not before or not rows.isdisjoint(own) or like.needs[i].has_any(frames, joints):
            yield i


def _packer_after(like: Packed, joints: PackedJoints, inputs: Mapping[str, Signal], begin: Extent) -> ForcePacker:
    """A packer for a force that comes after others."""
    names = {name: k for name, k in like.layout.measures.items() if k < begin.measures}
    measures = MeasureTable([], names, begin.auxiliary, begin.measures)
    return packer_of_forces(joints, measures, SignalTable(inputs, begin.signals, begin.data), begin)


def _has_names(like: Packed, packer: ForcePacker, begin: Extent, end: Extent) -> bool:
    """Whether the records of a force have the names that they had."""
    layout = like.layout
    return (
        tuple(packer.names) == layout.scalar_forces[begin.scalar_forces : end.scalar_forces]
        and packer.measures.names == {name: k for name, k in layout.measures.items() if k < end.measures}
        and packer.signals.inputs == _inputs_within(like, range(begin.signals, end.signals))
    )


def _records(packer: ForcePacker, begin: Extent) -> Iterator[tuple[str, int, np.ndarray]]:
    """Name of an array, place of the first record, and records, for all that a packer has."""
    signals, data = packer.signals.arrays()
    own: dict[str, tuple[int, np.ndarray]] = {
        "measures": (begin.measures, packer.measures.array()),
        "signals": (begin.signals, signals),
        "tables": (begin.data, data),
    }
    first = begin.scalar_forces, begin.terms, begin.bushings, begin.loads, begin.drags
    own |= {name: (k, records) for (name, records), k in zip(packer.arrays().items(), first, strict=True)}
    for name, (place, records) in own.items():
        if len(records):
            yield name, place, records


def _changed(array: np.ndarray, pieces: Sequence[tuple[int, np.ndarray]]) -> np.ndarray:
    """The array with other records; itself if they are the same, bit for bit."""
    if all(array[k : k + len(records)].tobytes() == records.tobytes() for k, records in pieces):
        return array
    changed = array.copy()
    place = changed.view(np.uint8).reshape(len(changed), -1) if len(changed) else changed
    for k, records in pieces:  # as bytes: fields of scalar forces overlap
        if len(records):
            place[k : k + len(records)] = np.ascontiguousarray(records).view(np.uint8).reshape(len(records), -1)
    return changed
