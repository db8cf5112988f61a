"""A C library of a car, loaded into this process: what C programs do, from Python."""

from __future__ import annotations

import ctypes
from pathlib import Path

from jounce.errors import SimulationError

_POINTER, _INT, _DOUBLE, _SIZE = ctypes.c_void_p, ctypes.c_int, ctypes.c_double, ctypes.c_size_t
_SIGNATURES: dict[str, tuple[object, tuple]] = {
    "car_create": (_POINTER, ()),
    "car_free": (None, (_POINTER,)),
    "car_reset": (None, (_POINTER,)),
    "car_find": (_INT, (ctypes.c_char_p,)),
    "car_get": (_DOUBLE, (_POINTER, _INT)),
    "car_set": (_INT, (_POINTER, _INT, _DOUBLE)),
    "car_release": (_INT, (_POINTER, _INT)),
    "car_step": (_INT, (_POINTER, _DOUBLE)),
    "car_time": (_DOUBLE, (_POINTER,)),
    "car_snapshot_size": (_SIZE, ()),
    "car_snapshot": (_INT, (_POINTER, ctypes.c_char_p, _SIZE)),
    "car_restore": (_INT, (_POINTER, ctypes.c_char_p, _SIZE)),
    "car_error": (ctypes.c_char_p, (_POINTER,)),
}


class LoadedCar:
    """One car of a C library; raises SimulationError with the library's own sentences."""

    def __init__(self, library: Path) -> None:
        self._library = ctypes.CDLL(str(library.absolute()))
        for name, (result, arguments) in _SIGNATURES.items():
            function = getattr(self._library, name)
            function.restype, function.argtypes = result, arguments
        self._car = self._library.car_create()

    def close(self) -> None:
        """Give the memory of the car back."""
        self._library.car_free(self._car)

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return self._library.car_time(self._car)

    def find(self, name: str) -> int:
        """The index of a variable; raises KeyError."""
        index = self._library.car_find(name.encode())
        if index < 0:
            raise KeyError(name)
        return index

    def __getitem__(self, name: str) -> float:
        return self._library.car_get(self._car, self.find(name))

    def set(self, **values: float) -> None:
        """Hold inputs, or change parameters, from now on."""
        for name, value in values.items():
            self._check(self._library.car_set(self._car, self.find(name), value))

    def release(self, name: str) -> None:
        """Give a direct input back to the cockpit."""
        self._check(self._library.car_release(self._car, self.find(name)))

    def step(self, duration: float) -> None:
        """Go on by a duration [s]."""
        self._check(self._library.car_step(self._car, duration))

    def reset(self) -> None:
        """Go back to the start."""
        self._library.car_reset(self._car)

    def snapshot(self) -> bytes:
        """Everything that the future depends on."""
        buffer = ctypes.create_string_buffer(self._library.car_snapshot_size())
        self._check(self._library.car_snapshot(self._car, buffer, len(buffer)))
        return buffer.raw

    def restore(self, snapshot: bytes) -> None:
        """Go back to a snapshot of any car of this library."""
        self._check(self._library.car_restore(self._car, snapshot, len(snapshot)))

    def _check(self, status: int) -> None:
        if status:
            raise SimulationError(self._library.car_error(self._car).decode())
