"""Random sequences of calls of an FMU that its standard allows, with sensible and absurd numbers.

    python -m tests.output.native_export.call_sequences FMU COUNT SEED

Two instances live in every sequence. The calls of a sequence go to one of them; the other one stands by, and must give
the bits of a fresh instance in the end. Prints how many calls succeeded and were refused. A crash ends the process.
"""

from __future__ import annotations

import ctypes
import math
import random
import sys
import zipfile
from ctypes import POINTER, byref, c_bool, c_char_p, c_double, c_int, c_int32, c_size_t, c_uint32, c_void_p
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

OK, WARNING, DISCARD, ERROR, FATAL = range(5)
NUMBERS = (0.0, 0.3, -0.3, 1.0, 0.01, 25.0, -1e3, 1e9, -1e300, 1e-320, math.nan, math.inf, -math.inf)
STEPS = (0.001, 0.002, 0.01, 0.0005, 0.0037, 1e-9, 0.0, -1.0, 1e9, math.nan, math.inf)
INSTANTIATED, INITIALIZING, STEPPING, TERMINATED, FAILED = "instantiated", "initializing", "stepping", "over", "failed"
ALLOWED = {
    INSTANTIATED: ("set", "get", "keep", "put_back", "to_bytes", "from_bytes", "free", "initialize", "reset"),
    INITIALIZING: ("set", "get", "keep", "put_back", "to_bytes", "from_bytes", "free", "begin", "reset"),
    STEPPING: ("set", "get", "step", "step", "step", "keep", "put_back", "to_bytes", "from_bytes", "free", "terminate"),
    TERMINATED: ("get", "keep", "put_back", "free", "reset"),
    FAILED: ("get", "put_back", "free", "reset"),
}
"""Calls that the standard allows in a state."""


class Library:
    """The functions of an FMU of either version behind one set of names."""

    def __init__(self, fmu: Path, folder: Path) -> None:
        zipfile.ZipFile(fmu).extractall(folder)
        root = ElementTree.parse(folder / "modelDescription.xml").getroot()
        self.three = root.get("fmiVersion").startswith("3")
        identifier = root.find("CoSimulation").get("modelIdentifier")
        platform = "x86_64-linux" if self.three else "linux64"
        self.calls = ctypes.CDLL(str(folder / "binaries" / platform / f"{identifier}.so"))
        self.token = (root.get("instantiationToken") or root.get("guid")).encode()
        place = folder / "resources"
        self.resources = str(place).encode() + b"/" if self.three else place.as_uri().encode()
        variables = list(root.find("ModelVariables"))
        self.reals = [
            (int(one.get("valueReference")), one.get("causality"))
            for one in variables
            if (one.tag == "Float64" and one.find("Dimension") is None) or one.find("Real") is not None
        ]
        self.said = 0
        if self.three:
            kind = ctypes.CFUNCTYPE(None, c_void_p, c_int, c_char_p, c_char_p)
            self.logger = kind(self._hear)
        else:
            kind = ctypes.CFUNCTYPE(None, c_void_p, c_char_p, c_int, c_char_p, c_char_p)
            self.callbacks = (c_void_p * 5)()
            self.logger = kind(self._hear)
            self.callbacks[0] = ctypes.cast(self.logger, c_void_p)

    def _hear(self, *arguments: object) -> None:
        assert arguments[-1], "a message without words"
        self.said += 1

    def function(self, name: str, *types: object) -> object:
        """A function, such as DoStep, by the name behind fmi2 or fmi3."""
        found = getattr(self.calls, f"fmi{3 if self.three else 2}{name}")
        found.argtypes, found.restype = (c_void_p, *types), c_int
        return found

    def instantiate(self) -> int:
        if self.three:
            make = self.calls.fmi3InstantiateCoSimulation
            make.restype = c_void_p
            make.argtypes = (
                c_char_p,
                c_char_p,
                c_char_p,
                *[c_bool] * 4,
                c_void_p,
                c_size_t,
                c_void_p,
                c_void_p,
                c_void_p,
            )
            listener = ctypes.cast(self.logger, c_void_p)
            found = make(b"car", self.token, self.resources, False, False, False, False, None, 0, None, listener, None)
        else:
            make = self.calls.fmi2Instantiate
            make.restype, make.argtypes = c_void_p, (c_char_p, c_int, c_char_p, c_char_p, c_void_p, c_int, c_int)
            found = make(b"car", 1, self.token, self.resources, self.callbacks, 0, 0)
        assert found
        return found

    def free_instance(self, one: int) -> None:
        free = self.function("FreeInstance")
        free.restype = None
        free(one)

    def initialize(self, one: int, start: float = 0.0) -> int:
        if self.three:
            types = c_bool, c_double, c_double, c_bool, c_double
            return self.function("EnterInitializationMode", *types)(one, False, 0.0, start, False, 0.0)
        types = c_int, c_double, c_double, c_int, c_double
        status = self.function("SetupExperiment", *types)(one, 0, 0.0, start, 0, 0.0)
        return status or self.function("EnterInitializationMode")(one)

    def begin(self, one: int) -> int:
        return self.function("ExitInitializationMode")(one)

    def access(self, verb: str, one: int, references: list[int], values: list[float]) -> tuple[int, list[float]]:
        r, v = (c_uint32 * len(references))(*references), (c_double * len(values))(*values)
        if self.three:
            call = self.function(f"{verb}Float64", POINTER(c_uint32), c_size_t, POINTER(c_double), c_size_t)
            return call(one, r, len(references), v, len(values)), list(v)
        call = self.function(f"{verb}Real", POINTER(c_uint32), c_size_t, POINTER(c_double))
        return call(one, r, len(references), v), list(v)

    def step(self, one: int, now: float, duration: float) -> int:
        if self.three:
            types = c_double, c_double, c_bool, *[POINTER(c_bool)] * 3, POINTER(c_double)
            flags, last = [c_bool() for _ in range(3)], c_double()
            return self.function("DoStep", *types)(one, now, duration, True, *map(byref, flags), byref(last))
        return self.function("DoStep", c_double, c_double, c_int32)(one, now, duration, 1)

    def state(self, verb: str, one: int, *arguments: object) -> int:
        ending = "FMUState" if self.three else "FMUstate"
        names = {"keep": f"Get{ending}", "put_back": f"Set{ending}", "free": f"Free{ending}"}
        types = (c_void_p,) if verb == "put_back" else (POINTER(c_void_p),)
        return self.function(names[verb], *types)(one, *arguments)

    def to_bytes(self, one: int, state: c_void_p) -> tuple[int, bytes]:
        ending = "FMUState" if self.three else "FMUstate"
        size = c_size_t()
        status = self.function(f"Serialized{ending}Size", c_void_p, POINTER(c_size_t))(one, state, byref(size))
        content = ctypes.create_string_buffer(size.value)
        write = self.function(f"Serialize{ending}", c_void_p, c_void_p, c_size_t)
        return status or write(one, state, content, size.value), content.raw

    def from_bytes(self, one: int, content: bytes) -> tuple[int, c_void_p]:
        name = "DeserializeFMUState" if self.three else "DeSerializeFMUstate"
        state = c_void_p()
        return self.function(name, c_char_p, c_size_t, POINTER(c_void_p))(
            one, content, len(content), byref(state)
        ), state

    def reset(self, one: int) -> int:
        return self.function("Reset")(one)

    def terminate(self, one: int) -> int:
        return self.function("Terminate")(one)


class Sequence:
    """One instance in a sequence of calls."""

    def __init__(self, library: Library, draw: random.Random) -> None:
        self.library, self.draw = library, draw
        self.one, self.mode, self.now = library.instantiate(), INSTANTIATED, 0.0
        self.states: list[tuple[c_void_p, str]] = []
        self.contents: list[tuple[bytes, str]] = []
        self.good = self.refused = 0

    def go(self, length: int) -> None:
        for _ in range(length):
            verb = self.draw.choice(ALLOWED[self.mode])
            said = self.library.said
            status = getattr(self, f"_{verb}")()
            if status is None:
                continue
            assert status in (OK, ERROR), (verb, status)
            self.good += status == OK
            self.refused += status == ERROR
            assert status == OK or self.library.said > said, f"{verb} was refused without a word"
        for state, _ in self.states:
            assert self.library.state("free", self.one, byref(state)) == OK
        self.library.free_instance(self.one)

    def _some(self) -> list[int]:
        known = self.library.reals
        chosen = [self.draw.choice(known)[0] for _ in range(self.draw.randrange(4))]
        return [*chosen, 99_999] if self.draw.random() < 0.02 else chosen

    def _set(self) -> int:
        draw, known = self.draw, self.library.reals
        if draw.random() < 0.9:
            chosen = [draw.choice([r for r, causality in known if causality in ("input", "parameter")])]
        else:
            chosen = self._some()
        return self.library.access("Set", self.one, chosen, [draw.choice(NUMBERS) for _ in chosen])[0]

    def _get(self) -> int:
        chosen = self._some()
        return self.library.access("Get", self.one, chosen, [0.0] * len(chosen))[0]

    def _initialize(self) -> int:
        status = self.library.initialize(self.one, self.draw.choice((0.0, 0.0, 5.0, math.nan)))
        self.mode = INITIALIZING if status == OK else self.mode
        return status

    def _begin(self) -> int:
        status = self.library.begin(self.one)
        self.mode = STEPPING if status == OK else self.mode
        return status

    def _step(self) -> int:
        duration = self.draw.choice(STEPS)
        now = math.nan if self.draw.random() < 0.01 else self.now
        status = self.library.step(self.one, now, duration)
        if status == OK:
            self.now += duration
        elif now == self.now:
            self.mode = FAILED
        return status

    def _keep(self) -> int | None:
        if len(self.states) >= 4:
            return None
        state = c_void_p()
        status = self.library.state("keep", self.one, byref(state))
        self.states.append((state, self.mode))
        return status

    def _put_back(self) -> int | None:
        if not self.states:
            return None
        state, mode = self.draw.choice(self.states)
        status = self.library.state("put_back", self.one, state)
        self.mode = mode if status == OK else self.mode
        return status

    def _to_bytes(self) -> int | None:
        if not self.states:
            return None
        state, mode = self.draw.choice(self.states)
        status, content = self.library.to_bytes(self.one, state)
        self.contents = [*self.contents[-2:], (content, mode)]
        return status

    def _from_bytes(self) -> int | None:
        if not self.contents or len(self.states) >= 4:
            return None
        content, mode = self.draw.choice(self.contents)
        cut = self.draw.random() < 0.2
        status, state = self.library.from_bytes(self.one, content[:-3] if cut else content)
        assert (status == OK) == (not cut)
        if status == OK:
            self.states.append((state, mode))
        return status

    def _free(self) -> int | None:
        if not self.states:
            return None
        state, _ = self.states.pop(self.draw.randrange(len(self.states)))
        return self.library.state("free", self.one, byref(state))

    def _terminate(self) -> int:
        status = self.library.terminate(self.one)
        self.mode = TERMINATED if status == OK else self.mode
        return status

    def _reset(self) -> int:
        status = self.library.reset(self.one)
        self.mode, self.now = INSTANTIATED, 0.0
        return status


def drive(library: Library, one: int) -> list[float]:
    """Outputs of an instance after a few steps."""
    references = [r for r, causality in library.reals if causality == "output"]
    if library.initialize(one) == OK:
        library.begin(one)
    for i in range(3):
        assert library.step(one, 0.002 * i, 0.002) == OK
    return library.access("Get", one, references, [0.0] * len(references))[1]


def run(fmu: Path, count: int, seed: int) -> tuple[int, int]:
    """So many sequences; calls that succeeded and calls that were refused."""
    good = refused = 0
    draw = random.Random(seed)
    with TemporaryDirectory() as folder:
        library = Library(fmu, Path(folder))
        fresh = library.instantiate()
        expected = drive(library, fresh)
        library.free_instance(fresh)
        for _ in range(count):
            beside = library.instantiate()
            sequence = Sequence(library, draw)
            sequence.go(draw.randrange(4, 24))
            good, refused = good + sequence.good, refused + sequence.refused
            assert drive(library, beside) == expected, "an instance was moved by another one"
            library.free_instance(beside)
    return good, refused


if __name__ == "__main__":
    print(*run(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
