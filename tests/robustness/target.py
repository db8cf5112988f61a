"""A target of the fuzzer: how its inputs are made, and what reads them. The outcome is a value or one of our errors."""

from __future__ import annotations

import resource
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from jounce.errors import JounceError

MAX_CPU = 10.0
"""Seconds of CPU that one input may take."""
MAX_MEMORY = 1 << 30
"""Bytes by which the memory of a process may grow while it reads the inputs of a target."""


@dataclass(frozen=True)
class Target:
    """A reader or a port.

    make: an input from random numbers. use: reads it; the folder is for files. refusals: what else may be raised
    to refuse an input, besides JounceError.
    """

    name: str
    make: Callable[[Random], Any]
    use: Callable[[Any, Path], Any]
    refusals: tuple[type[Exception], ...] = ()


@dataclass
class Outcome:
    """What came of the inputs of one target."""

    name: str
    inputs: int = 0
    accepted: int = 0
    refused: int = 0
    longest: float = 0.0
    """CPU time of the slowest input [s]."""
    growth: int = 0
    """Growth of the largest memory of the process [bytes]."""
    findings: list[str] = field(default_factory=list)
    """Seed and traceback of every foreign exception, and of inputs that took too long."""

    @property
    def row(self) -> str:
        """A line of the table."""
        return (
            f"{self.name:<12}{self.inputs:>8}{self.accepted:>10}{self.refused:>9}{len(self.findings):>10}"
            f"{self.longest:>11.3f}{self.growth / 1e6:>11.0f}"
        )


HEAD = f"{'target':<12}{'inputs':>8}{'accepted':>10}{'refused':>9}{'findings':>10}{'longest s':>11}{'memory MB':>11}"


def attack(target: Target, count: int, folder: Path, seed: int = 1, start: int = 0) -> Outcome:
    """Give a target so many inputs from number `start` on; input number i depends on the seed and i alone."""
    outcome = Outcome(target.name)
    before = _largest_memory()
    for i in range(start, start + count):
        _attack_once(target, outcome, f"{target.name}:{seed}:{i}", folder)
    outcome.growth = _largest_memory() - before
    if outcome.growth > MAX_MEMORY:
        outcome.findings.append(f"{target.name}: memory grew by {outcome.growth / 1e6:.0f} MB")
    return outcome


def _attack_once(target: Target, outcome: Outcome, seed: str, folder: Path) -> None:
    made = target.make(Random(seed))
    outcome.inputs += 1
    clock = time.process_time()
    try:
        target.use(made, folder)
        outcome.accepted += 1
    except (JounceError, *target.refusals):
        outcome.refused += 1
    except Exception:
        outcome.findings.append(f"{seed}: {shortened(made)}\n{traceback.format_exc(limit=-6)}")
    spent = time.process_time() - clock
    outcome.longest = max(outcome.longest, spent)
    if spent > MAX_CPU:
        outcome.findings.append(f"{seed}: {spent:.1f} s of CPU: {shortened(made)}")


def shortened(made: Any) -> str:
    """An input as a line."""
    text = repr(made)
    return text if len(text) < 600 else f"{text[:600]}… ({len(text)} characters)"


def _largest_memory() -> int:
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
