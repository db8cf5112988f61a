"""One process at a time compiles what several want; the others wait for it and take its code from the disk."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

MAX_WAIT = 300.0
"""How long a process waits for code that another one is compiling [s]."""


class Turn:
    """The right to compile something while others wait; given up when the process ends, however it ends."""

    def __init__(self) -> None:
        self._file: IO | None = None

    def begin(self, folder: Path) -> bool:
        """Take the turn for code in a folder; returns whether another process had it until now.

        Who has waited for long goes on all the same.
        """
        if sys.platform == "win32":
            return False
        import fcntl

        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            self._file = open(folder / ".compiling", "a+b")  # noqa: SIM115
            end, waited = time.monotonic() + MAX_WAIT, False
            while time.monotonic() < end:
                try:
                    fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    return waited
                except BlockingIOError:
                    waited = True
                    time.sleep(0.02)
        return False

    def end(self) -> None:
        """Give the turn to others."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                os.unlink(self._file.name)  # who waits for it takes its turn all the same
            self._file.close()
            self._file = None


_turns: dict[Callable, list[Turn]] = {}


def turn_of(function: Callable) -> Turn:
    """A turn for code of a function, for arguments of one signature after another."""
    turn = Turn()
    _turns.setdefault(function, []).append(turn)
    return turn


def give_up_turn(function: Callable) -> None:
    """Let others compile a function: its compilation in this process has failed."""
    for turn in _turns.get(function, ()):
        turn.end()
