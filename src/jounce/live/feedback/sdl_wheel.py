"""A steering wheel with a motor by SDL 2 (PySDL2 and pysdl2-dll from PyPI): one constant force without end, whose level
changes."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any, Protocol

from jounce.errors import InputError

FULL = 32767
"""Level of SDL for the full force."""


class FeedbackWheel(Protocol):
    """A device that turns a steering wheel."""

    name: str

    def push(self, level: float) -> None:
        """Turn with a share −1 … 1 of the full torque, to the left if positive."""

    def close(self) -> None:
        """Let go."""


class SdlWheel:
    """The haptic device number `number` of SDL; raises InputError where there is none, or none with constant forces."""

    def __init__(self, number: int = 0, sdl: Any = None) -> None:
        """sdl: the module, or what stands in for it."""
        self.sdl = sdl if sdl is not None else load_sdl()
        found = list(device_names(self.sdl))
        if not 0 <= number < len(found):
            got = f"number {number}; found: {', '.join(found) or 'none'}"
            hint = "plug it in, switch it on, and install its driver; on Linux may you write to /dev/input/event*?"
            raise InputError("no such device with motors", got, "a steering wheel", hint, where="device")
        self.name = found[number]
        self._haptic = self.sdl.SDL_HapticOpen(number)
        if not self._haptic:
            raise InputError(
                "cannot be opened", f"{self.name} ({self._why()})", "a device that is free", where="device"
            )
        if not self.sdl.SDL_HapticQuery(self._haptic) & self.sdl.SDL_HAPTIC_CONSTANT:
            self.sdl.SDL_HapticClose(self._haptic)
            raise InputError("knows no constant forces", self.name, "a wheel with force feedback", where="device")
        if self.sdl.SDL_HapticQuery(self._haptic) & self.sdl.SDL_HAPTIC_AUTOCENTER:
            self.sdl.SDL_HapticSetAutocenter(self._haptic, 0)
        self._effect = self.sdl.SDL_HapticEffect()
        constant = self._effect.constant
        constant.type, constant.length = self.sdl.SDL_HAPTIC_CONSTANT, self.sdl.SDL_HAPTIC_INFINITY
        # the direction of a force is where it comes from: one from the right turns to the left
        constant.direction.type, constant.direction.dir[0] = self.sdl.SDL_HAPTIC_CARTESIAN, 1
        self._number = self.sdl.SDL_HapticNewEffect(self._haptic, self._effect)
        if self._number < 0 or self.sdl.SDL_HapticRunEffect(self._haptic, self._number, 1) != 0:
            why = self._why()
            self.sdl.SDL_HapticClose(self._haptic)
            raise InputError("refuses a constant force", f"{self.name} ({why})", "a free device", where="device")

    def push(self, level: float) -> None:
        """Turn with a share of the full torque, to the left if positive; raises InputError when it is gone."""
        self._effect.constant.level = round(FULL * min(max(level, -1.0), 1.0))
        if self.sdl.SDL_HapticUpdateEffect(self._haptic, self._number, self._effect) != 0:
            raise InputError("does not answer any more", f"{self.name} ({self._why()})", "", "plug it in", "device")

    def close(self) -> None:
        """End the force and give the device back."""
        self.sdl.SDL_HapticDestroyEffect(self._haptic, self._number)
        self.sdl.SDL_HapticClose(self._haptic)

    def _why(self) -> str:
        return str(self.sdl.SDL_GetError().decode(errors="replace")) or "no reason given"


def device_names(sdl: Any) -> Iterator[str]:
    """Names of all devices with motors, in the order of their numbers."""
    for number in range(sdl.SDL_NumHaptics()):
        name = sdl.SDL_HapticName(number)
        yield name.decode(errors="replace") if name else f"device {number}"


def load_sdl() -> Any:
    """SDL with its haptic devices; raises InputError without the extra `feedback`."""
    try:
        with warnings.catch_warnings():  # of PySDL2: which libraries it uses
            warnings.simplefilter("ignore", UserWarning)
            import sdl2
    except ImportError as error:
        hint = "pip install 'jounce[feedback]'"
        raise InputError("force feedback needs SDL", str(error), "PySDL2 and pysdl2-dll", hint, "device") from None
    if sdl2.SDL_Init(sdl2.SDL_INIT_JOYSTICK | sdl2.SDL_INIT_HAPTIC) != 0:
        raise InputError("SDL does not start", sdl2.SDL_GetError().decode(errors="replace"), where="device")
    return sdl2
