"""The machine that figures were measured on."""

from __future__ import annotations

import os
import platform
from pathlib import Path


def processor_name() -> str:
    """Name of the processor, as exactly as the system tells it."""
    listed = Path("/proc/cpuinfo")
    if listed.exists():
        for line in listed.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def load_average() -> float | None:
    """Mean number of processes that wanted a core in the last minute; None where the system does not tell."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None
