"""What the messages of one client do to a car."""

from __future__ import annotations

import math
import struct

from jounce.engine.laws.ground import Ground, change_ground, original
from jounce.errors import InputError, JounceError
from jounce.findings import on_one_line, suggestion
from jounce.lab.simulation.simulation import Simulation
from jounce.lab.simulation.snapshot import Snapshot
from jounce.live.lockstep import messages
from jounce.live.lockstep.messages import Message, pack, pack_numbers

MAX_SLOTS = 64
"""Snapshots that a client keeps at most."""
MAX_DURATION = 3600.0
"""Simulated time of one message at most [s]."""
_SLOT = struct.Struct("<I")


class LockstepSession:
    """A car at its start, and one client who steps it."""

    def __init__(self, sim: Simulation) -> None:
        self.sim, self._ground = sim, original(sim._ready.system.model.ground)
        self._actions = {
            messages.HELLO: self._hello,
            messages.INPUTS: self._choose_inputs,
            messages.CHANNELS: self._choose_channels,
            messages.STEP: self._step,
            messages.READ: self._read,
            messages.RESET: self._reset,
            messages.SNAPSHOT: self._snapshot,
            messages.RESTORE: self._restore,
            messages.RELEASE: self._release,
            messages.SET: self._set,
            messages.BYE: self._bye,
        }
        self.restart()

    def restart(self) -> None:
        """Forget the client: the car at its start, no inputs and no channels chosen, no snapshots."""
        self.inputs: tuple[str, ...] = ()
        self.channels: list[str] = []
        self.slots: dict[int, tuple[Snapshot, tuple]] = {}
        self.is_over = False
        """Whether the client has said goodbye."""
        self._start()

    def answer(self, request: Message) -> bytes:
        """Do what a request asks for; the reply. A request that cannot be met is answered with a sentence."""
        action = self._actions.get(request.kind)
        try:
            if action is None:
                known = ", ".join(map(str, self._actions))
                raise InputError("no such request", str(request.kind), f"one of {known}", where="kind")
            kind, body = action(request)
            return pack(kind, request.sequence, body)
        except JounceError as error:
            return self.refuse(str(error), request.sequence)
        except (struct.error, UnicodeDecodeError):
            return self.refuse("body: cannot be read; expected numbers of eight bytes, or UTF-8", request.sequence)

    def refuse(self, sentence: str, sequence: int = 0) -> bytes:
        """A reply that says what is wrong."""
        return pack(messages.ERROR, sequence, on_one_line(sentence).encode()[:2000])

    # ------------------------------------------------------------------------------------------------- requests

    def _hello(self, request: Message) -> tuple[int, bytes]:
        """Begin anew; what there is: a line each, its parts with tabs between them."""
        self.restart()
        sim = self.sim
        lines: list[tuple[str, ...]] = [("model", sim._model), ("step", repr(sim.step_size))]
        for one in sim.inputs.values():
            lines.append(("input", one.name, one.unit, repr(one.minimum), repr(one.maximum), one.about))
        lines += [("channel", name, sim.about(name).unit, sim.about(name).description) for name in sim]
        return messages.TEXT, "\n".join("\t".join(line) for line in lines).encode()

    def _choose_inputs(self, request: Message) -> tuple[int, bytes]:
        self.inputs = self._names(request, self.sim.inputs, "input")
        return messages.OK, b""

    def _choose_channels(self, request: Message) -> tuple[int, bytes]:
        self.channels = list(self._names(request, tuple(self.sim), "channel"))
        return messages.OK, b""

    def _step(self, request: Message) -> tuple[int, bytes]:
        duration, *values = request.numbers or (math.nan,)
        if len(values) != len(self.inputs):
            got, expected = f"{len(values)} inputs", f"{len(self.inputs)}, as they were chosen"
            raise InputError("wrong size", got, expected, where="step")
        if not 0.0 < duration <= MAX_DURATION:
            expected = f"seconds above 0, at most {MAX_DURATION:g}"
            raise InputError("not a duration", f"{duration:g}", expected, where="step")
        given = {name: value for name, value in zip(self.inputs, values, strict=True) if not math.isnan(value)}
        self.sim.step(duration, **given)
        return self._read(request)

    def _read(self, request: Message) -> tuple[int, bytes]:
        values = (self.sim.time, *self.sim.observe(self.channels).tolist())
        return messages.STATE, pack_numbers(messages.STATE, 0, values)[messages.HEAD.size :]

    def _reset(self, request: Message) -> tuple[int, bytes]:
        self._start()
        return self._read(request)

    def _snapshot(self, request: Message) -> tuple[int, bytes]:
        (slot,) = _SLOT.unpack(request.body)
        if slot not in self.slots and len(self.slots) >= MAX_SLOTS:
            raise InputError("too many snapshots", str(slot), f"at most {MAX_SLOTS} slots", where="snapshot")
        self.slots[slot] = self.sim.snapshot(), original(self._placed)
        return messages.OK, b""

    def _restore(self, request: Message) -> tuple[int, bytes]:
        (slot,) = _SLOT.unpack(request.body)
        if slot not in self.slots:
            raise InputError("an empty slot", str(slot), "one that a snapshot was put into", where="restore")
        self._go_to(*self.slots[slot])
        return self._read(request)

    def _release(self, request: Message) -> tuple[int, bytes]:
        self.sim.release(*self._names(request, self.sim.inputs, "input"))
        return messages.OK, b""

    def _set(self, request: Message) -> tuple[int, bytes]:
        path, tab, value = request.text.partition("\t")
        if not tab:
            raise InputError("not a number of the car", repr(request.text), "PATH, a tab and a value", where="set")
        try:
            self.sim.set(path, float(value))
        except ValueError as error:
            if isinstance(error, JounceError):
                raise
            self.sim.set(path, value)
        return messages.OK, b""

    def _bye(self, request: Message) -> tuple[int, bytes]:
        self.is_over = True
        return messages.OK, b""

    def _start(self) -> None:
        self.sim.release()
        self._go_to(self.sim._start, self._ground)

    @property
    def _placed(self) -> Ground:
        return self.sim._ready.system.model.ground

    def _go_to(self, snapshot: Snapshot, ground: tuple) -> None:
        """Go to a state of the car, on the ground as it was then."""
        change_ground(self._placed, ground)
        self.sim.restore(snapshot)

    def _names(self, request: Message, known: object, what: str) -> tuple[str, ...]:
        """The names in a body, a line each; raises InputError for one that there is none of."""
        names = tuple(line for line in request.text.split("\n") if line)
        for name in names:
            if name not in known:  # type: ignore[operator]
                hint = suggestion(name, known)  # type: ignore[arg-type]
                raise InputError(f"no such {what}", repr(name), "a name that hello lists", hint, where=f"{what}s")
        return names
