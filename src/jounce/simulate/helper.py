"""A second process that warms up beside this one: it runs tasks by name and says when each is done.

It has no other result than what it leaves on disk. If it fails, nothing is lost: whoever wants the rest compiles it.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator

from jounce import kernel

COMMAND = "from jounce.simulate.helper import serve; serve()"


class Helper:
    """The process, if there is one, and the names of its tasks."""

    def __init__(self, names: tuple[str, ...], process: subprocess.Popen | None) -> None:
        self.names = names if process is not None else ()
        self.process = process

    def wait(self) -> Iterator[tuple[str, float]]:
        """Names of tasks and how long they took [s], as they get done."""
        if self.process is not None and self.process.stdout is not None:
            for line in self.process.stdout:
                name, seconds = json.loads(line)
                yield name, seconds


@contextlib.contextmanager
def helper(names: tuple[str, ...]) -> Iterator[Helper]:
    """Start a process on tasks, unless there are none or it would have no core; it does not outlive the block."""
    process = _start(names) if names and not kernel.INTERPRETED and _cores() > 1 and sys.executable else None
    try:
        yield Helper(names, process)
    finally:
        if process is not None:
            process.kill()
            process.communicate()


def _cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _start(names: tuple[str, ...]) -> subprocess.Popen | None:
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", COMMAND, *names]
    try:
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, encoding="utf-8")
    except OSError:
        return None


def serve() -> None:
    """The other side of `helper`."""
    watch_asker()
    from jounce.simulate.warmup import run_named

    for name in sys.argv[1:]:
        print(json.dumps((name, run_named(name))), flush=True)


def watch_asker() -> None:
    """End this process with the one that asked, whose end of the pipe then closes."""

    def wait() -> None:
        sys.stdin.buffer.read()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
