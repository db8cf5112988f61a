"""Where the CPU time of a fresh process goes: imports, functions that Numba compiles, traced equations, the rest.

    python -c "from jounce.lab.bench.startup_stages import note_stages; note_stages('stages.json'); …"

Functions that a function calls, and that are compiled for it, count as its own. Equations count twice: recording them
and writing them down, and LLVM's work on the text.
"""

from __future__ import annotations

import atexit
import functools
import json
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

IMPORTS, REST = "imports", "everything else"


class Stages:
    """CPU seconds by stage; a stage within another is not counted in the outer one."""

    def __init__(self, clock: Callable[[], float] = time.process_time) -> None:
        self.clock = clock
        self.seconds: dict[str, float] = defaultdict(float)
        self._inner = [0.0]

    def measure(self, name: Callable[..., str], function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, whose calls count for the stage that `name` makes of their arguments."""

        @functools.wraps(function)
        def measured(*arguments: Any, **options: Any) -> Any:
            begun = self.clock()
            self._inner.append(0.0)
            try:
                return function(*arguments, **options)
            finally:
                spent = self.clock() - begun
                self.seconds[name(*arguments, **options)] += spent - self._inner.pop()
                self._inner[-1] += spent

        return measured

    def summary(self, total: float) -> dict[str, float]:
        """All stages, the longest first, and what is left of the total."""
        found = dict(sorted(self.seconds.items(), key=lambda item: -item[1]))
        return found | {REST: total - sum(found.values())}


def note_stages(file: str | Path) -> None:
    """Measure stages from now on, and write them to a file as JSON when the process ends; what it has done before it
    asks is imports."""
    stages = Stages()
    import jounce

    _ = jounce.run
    stages.seconds[IMPORTS] = stages.clock()  # since the process began
    from jounce.engine.compiler import libraries
    from jounce.engine.compiler.native import objects

    def equations(name: str, write: Callable, title: str, *_: Any) -> str:
        return f"{title}: recorded"

    def compiled(_: Any, function: Any) -> str:
        return f"{function.__module__.removeprefix('jounce.engine.')}.{function.__qualname__}"

    # the module's own functions and class are replaced: this process does nothing else but be measured
    vars(objects)["make_object"] = stages.measure(lambda *_: "equations: LLVM", objects.make_object)
    vars(objects)["_make_in_turn"] = stages.measure(equations, vars(objects)["_make_in_turn"])
    compiler = libraries.EntryCompiler
    setattr(compiler, "compile_extra", stages.measure(compiled, compiler.compile_extra))  # noqa: B010
    atexit.register(lambda: Path(file).write_text(json.dumps(stages.summary(stages.clock())), encoding="utf-8"))
