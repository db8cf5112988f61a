"""Records of force elements, and contacts of tires, as traced functions see them.

A floating-point field is a number of the program. A whole number is known at run time only, and serves as an index.
What is written to a contact is reported to observers, and known to the function that goes on with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from jounce.engine.laws.forces.body_forces import LOAD
from jounce.engine.laws.forces.laws import SCALAR_FORCE
from jounce.engine.laws.tires.known_numbers import numbers_of
from jounce.engine.laws.tires.records import CONTACT, TIRE
from jounce.engine.tracing.record import Place
from jounce.engine.tracing.symbols import complain, place_of
from jounce.engine.tracing.trace import Tracer

RECORDS: dict[str, np.dtype] = {"scalar_forces": SCALAR_FORCE, "loads": LOAD, "tires": TIRE, "contacts": CONTACT}
"""Arrays of records by name; all their fields are numbers of eight bytes."""


class Records:
    """Records of one kind of force elements: `records[i]` is one."""

    def __init__(self, tracer: Tracer, name: str) -> None:
        self.tracer, self.name = tracer, name

    def __getitem__(self, place: Any) -> Record:
        return Record(self, place)


class Record:
    """One record; those of laws that are called are known by their place only."""

    def __init__(self, records: Records, place: Any) -> None:
        self._records, self.place = records, place

    def __getitem__(self, name: str) -> Any:
        array, place = self._records.name, place_of(self.place)
        kind, column = field_of(RECORDS[array], name)
        if kind.kind == "i":
            return WholeNumber((array, place, column))
        numbers = Numbers(self._records.tracer, array, place, column)
        return numbers if kind.shape else numbers[0]


class KnownTire(Record):
    """A tire whose law, kind of file and zero coefficients are known; see `jounce.engine.laws.tires.known_numbers`."""

    def __init__(self, tracer: Tracer, place: Any, known: str) -> None:
        super().__init__(Records(tracer, "tires"), place)
        self._law, self._coefficients = numbers_of(known)

    def __getitem__(self, name: str) -> Any:
        if name == "law":
            return self._law
        numbers = super().__getitem__(name)
        return KnownNumbers(numbers, self._coefficients) if name == "coefficients" else numbers


class KnownNumbers:
    """A field of several numbers, some of which are known."""

    def __init__(self, numbers: Numbers, known: Mapping[int, float]) -> None:
        self._numbers, self._known = numbers, known

    def __getitem__(self, i: int) -> Any:
        return self._known[i] if i in self._known else self._numbers[i]


class Numbers:
    """A field of several numbers."""

    def __init__(self, tracer: Tracer, array: str, place: Place, column: int) -> None:
        self._tracer, self._array, self._place, self._column = tracer, array, place, column

    def __getitem__(self, i: int) -> Any:
        return self._tracer.recorder.field(self._array, self._place, self._column + i)


class WholeNumber:
    """A field that holds a whole number: an index that is known at run time."""

    def __init__(self, field: tuple[str, Place, int]) -> None:
        self.field = field

    def __eq__(self, other: object) -> bool:
        raise complain("decides on a whole number that is not known while tracing")

    __hash__ = None  # type: ignore[assignment]


class Contacts:
    """Contacts of all tires."""

    def __init__(self, tracer: Tracer) -> None:
        self._tracer = tracer

    def __getitem__(self, place: Any) -> Contact:
        return Contact(self._tracer, place)


class Contact:
    """The contact of one tire: what is written there can be read again."""

    def __init__(self, tracer: Tracer, place: Any) -> None:
        self._tracer, self.place = tracer, place
        self._known: dict[str, Part] = {}

    def know(self, **parts: Any) -> None:
        """Take numbers that a law has written there."""
        for name, numbers in parts.items():
            self._known[name] = Part(self, name, dict(enumerate(numbers)))

    def known(self, name: str, count: int) -> tuple[Any, ...]:
        """The numbers that a law has written to a field."""
        return tuple(self[name][i] for i in range(count))

    def report(self, name: str, i: int, value: Any) -> None:
        """Write number i of a field."""
        _, column = field_of(CONTACT, name)
        self._tracer.recorder.report("contacts", place_of(self.place), column + i, value)

    def __getitem__(self, name: str) -> Any:
        if name == "ground":  # memory of the wheel, which is known by its number
            return self
        return self._known.setdefault(name, Part(self, name, {}))

    def __setitem__(self, name: str, value: Any) -> None:
        self.report(name, 0, value)


class Part:
    """A field of a contact that has several numbers."""

    def __init__(self, contact: Contact, name: str, numbers: dict[int, Any]) -> None:
        self._contact, self._name, self._numbers = contact, name, numbers

    def __getitem__(self, i: int) -> Any:
        return self._numbers[i]

    def __setitem__(self, i: int, value: Any) -> None:
        self._numbers[i] = value
        self._contact.report(self._name, i, value)


def field_of(dtype: np.dtype, name: str) -> tuple[np.dtype, int]:
    """Type of a field, and the number of its first column."""
    assert dtype.fields is not None
    kind, offset = dtype.fields[name][:2]
    return kind, offset // 8
