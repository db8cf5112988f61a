"""A mechanism as arrays, from those of another one that differs in the numbers of few elements.

What is the very same object on the very same frames has the same records. So only changed elements are packed, each
where its records lie, and arrays without a change are shared: who compares the arrays of two mechanisms sees at once
that they are equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from jounce.engine.assembly.bodies import body_array
from jounce.engine.assembly.forces import Extent, ForcePacker, tire_record
from jounce.engine.assembly.joints import JointPacker
from jounce.engine.assembly.measures import MeasureTable, RowTable
from jounce.engine.assembly.pack import Packed, pack
from jounce.engine.assembly.signals import SignalTable
from jounce.engine.laws.tires.records import TIRE
from jounce.model.mechanism import Force, Mechanism, Signal, Tire


def pack_like(like: Packed, mechanism: Mechanism, inputs: Mapping[str, Signal]) -> Packed:
    """`pack(mechanism, inputs)`, to the bit, with whatever is the same in another mechanism taken from there."""
    return _repack(like, mechanism, inputs) or pack(mechanism, inputs, like.joints)


def _repack(like: Packed, mechanism: Mechanism, inputs: Mapping[str, Signal]) -> Packed | None:
    """None where joints differ, or more than numbers of an element."""
    old = like.mechanism
    if not like.joints.serves(mechanism):
        return None
    if not (_same_names(old.forces, mechanism.forces) and _same_names(old.tires, mechanism.tires)):
        return None
    changes: dict[str, list[tuple[int, np.ndarray]]] = {}
    for i in _changed_forces(like, mechanism, inputs):
        begin, end = like.extents[i : i + 2]
        packer = _pack_alone(like, mechanism.forces[i], inputs, begin)
        if packer.extent != end or not _has_names(like, packer, begin, end):
            return None
        for name, first, records in _records(packer, begin):
            changes.setdefault(name, []).append((first, records))
    for i, (tire, before) in enumerate(zip(mechanism.tires, old.tires, strict=True)):
        if tire is not before:
            state = int(like.arrays["tires"][i]["state"])
            states = MeasureTable(auxiliary=max(state, 0))
            record = np.array([tire_record(tire, like.frames[tire.body], states)], dtype=TIRE)
            if record[0]["state"] != state:  # one of them has states and the other has none
                return None
            changes.setdefault("tires", []).append((i, record))
    arrays = like.arrays | {name: _changed(like.arrays[name], pieces) for name, pieces in changes.items()}
    arrays["bodies"], arrays["gravity"] = body_array(mechanism.bodies), np.array(mechanism.gravity, dtype=float)
    return Packed(arrays, like.layout, like.frames, mechanism, inputs, like.extents, like.joints)


def _same_names(old: Sequence[Force] | Sequence[Tire], new: Sequence[Force] | Sequence[Tire]) -> bool:
    """Whether elements have the same types and names, in one order."""
    return len(old) == len(new) and all(
        a is b or (type(a) is type(b) and a.name == b.name) for a, b in zip(old, new, strict=True)
    )


def _changed_forces(like: Packed, mechanism: Mechanism, inputs: Mapping[str, Signal]) -> Iterator[int]:
    """Numbers of forces that are other objects, or that follow an input which is bound to another signal."""
    bound = like.layout.inputs.items()
    rows = {row for name, own in bound for row in own if inputs.get(name) is not like.inputs.get(name)}
    for i, (force, before) in enumerate(zip(mechanism.forces, like.mechanism.forces, strict=True)):
        own = range(like.extents[i].signals, like.extents[i + 1].signals)
        if force is not before or not rows.isdisjoint(own):
            yield i


def _pack_alone(like: Packed, force: Force, inputs: Mapping[str, Signal], begin: Extent) -> ForcePacker:
    """A packer with one force in it, where it comes after others."""
    signals = SignalTable(inputs, begin.signals, begin.data)
    names = {name: k for name, k in like.layout.measures.items() if k < begin.measures}
    measures = MeasureTable([], names, begin.auxiliary, begin.measures)
    joints = JointPacker(like.frames, measures, RowTable(), signals)
    joints.joints = like.joints.joints
    packer = ForcePacker(like.frames, measures, joints, signals, before=begin)
    packer.pack(force)
    return packer


def _has_names(like: Packed, packer: ForcePacker, begin: Extent, end: Extent) -> bool:
    """Whether the records of a force have the names that they had."""
    layout, rows = like.layout, range(begin.signals, end.signals)
    inputs = {name: own for name, all_ in layout.inputs.items() if (own := [row for row in all_ if row in rows])}
    return (
        tuple(packer.names) == layout.scalar_forces[begin.scalar_forces : end.scalar_forces]
        and packer.measures.names == {name: k for name, k in layout.measures.items() if k < end.measures}
        and packer.signals.inputs == inputs
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
    for k, records in pieces:
        for i, record in enumerate(records):  # one by one: fields of scalar forces overlap
            changed[k + i] = record
    return changed
