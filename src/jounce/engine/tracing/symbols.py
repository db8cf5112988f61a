"""Numbers whose values are not known yet: what happens to them is written down by the recorder of their function."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Union

from jounce.errors import JounceError

if TYPE_CHECKING:
    from jounce.engine.tracing.recorder import Recorder

Number = Union[float, "Symbol"]


class TraceError(JounceError):
    """A traced function does what cannot be recorded, such as deciding on a number that is not known yet."""


def complain(what: str) -> TraceError:
    """The error, with the line of the traced function."""
    frame = sys._getframe(2)
    return TraceError(f"{frame.f_code.co_filename}:{frame.f_lineno} ({frame.f_code.co_name}): {what}")


class Symbol:
    """A double that is known at run time."""

    __slots__ = ("recorder", "value")
    __array_ufunc__ = None
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, recorder: Recorder, value: int) -> None:
        self.recorder, self.value = recorder, value

    def __add__(self, other: Any) -> Any:
        return self.recorder.add(self, other)

    def __radd__(self, other: Any) -> Any:
        return self.recorder.add(other, self)

    def __sub__(self, other: Any) -> Any:
        return self.recorder.subtract(self, other)

    def __rsub__(self, other: Any) -> Any:
        return self.recorder.subtract(other, self)

    def __mul__(self, other: Any) -> Any:
        return self.recorder.multiply(self, other)

    def __rmul__(self, other: Any) -> Any:
        return self.recorder.multiply(other, self)

    def __truediv__(self, other: Any) -> Any:
        return self.recorder.divide(self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return self.recorder.divide(other, self)

    def __neg__(self) -> Any:
        return self.recorder.negate(self)

    def __pos__(self) -> Symbol:
        return self

    def __abs__(self) -> Any:
        return self.recorder.unary("absolute", self)

    def __lt__(self, other: Any) -> Any:
        return self.recorder.compare("less", self, other)

    def __gt__(self, other: Any) -> Any:
        return self.recorder.compare("less", other, self)

    def __le__(self, other: Any) -> Any:
        return self.recorder.compare("less_equal", self, other)

    def __ge__(self, other: Any) -> Any:
        return self.recorder.compare("less_equal", other, self)

    def __eq__(self, other: Any) -> Any:
        return self.recorder.compare("equal", self, other)

    def __ne__(self, other: Any) -> Any:
        return self.recorder.compare("not_equal", self, other)

    def __bool__(self) -> bool:
        raise complain("a number is used as a truth value; use where(condition, a, b)")

    def __float__(self) -> float:
        raise complain("a number is not known while tracing; use functions of jounce.engine.linalg or math")

    def __int__(self) -> int:
        raise complain("an index cannot depend on a number")

    def __index__(self) -> int:
        raise complain("an index cannot depend on a number")


class Condition:
    """A truth value that is known at run time."""

    __slots__ = ("recorder", "value")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, recorder: Recorder, value: int) -> None:
        self.recorder, self.value = recorder, value

    def __and__(self, other: Any) -> Any:
        return self.recorder.both(self, other)

    __rand__ = __and__

    def __or__(self, other: Any) -> Any:
        return self.recorder.either(self, other)

    __ror__ = __or__

    def __invert__(self) -> Any:
        return self.recorder.contrary(self)

    def __bool__(self) -> bool:
        raise complain("decides on a number that is not known while tracing; use where(condition, a, b)")


class Index:
    """An integer argument of a traced function plus a constant: a place in an array."""

    __slots__ = ("argument", "offset")

    def __init__(self, argument: int, offset: int = 0) -> None:
        self.argument, self.offset = argument, offset

    def __add__(self, other: int) -> Index:
        return Index(self.argument, self.offset + int(other))

    __radd__ = __add__

    def __sub__(self, other: int) -> Index:
        return Index(self.argument, self.offset - int(other))


def place_of(index: Any) -> tuple[int | None, int]:
    """Where an index points to."""
    if isinstance(index, Index):
        return index.argument, index.offset
    return None, int(index)


class Array:
    """An array of doubles that functions read and write; what they find there is known at run time."""

    __slots__ = ("name", "tracer")

    def __init__(self, tracer: Any, name: str) -> None:
        self.tracer, self.name = tracer, name

    def __getitem__(self, index: Any) -> Any:
        return self.tracer.recorder.read(self.name, place_of(index))

    def __setitem__(self, index: Any, value: Any) -> None:
        self.tracer.recorder.write(self.name, place_of(index), value)
