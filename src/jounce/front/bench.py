"""How fast is this machine with this version?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jounce.vehicle import Vehicle


def bench(vehicle: str | Vehicle = "dw18", *, repeats: int = 7, cold: bool = False) -> dict[str, Any]:
    """Times of right-hand side and 1 ms steps [µs], smallest and median, many cars and start-up [s]; plain data.

    cold: also compile everything anew in temporary folders, which takes minutes.
    """
    from jounce.benches import first_step_time, import_time, measure_speed, warmup_time

    return {
        **measure_speed(vehicle, repeats=repeats),
        "import_jounce": import_time("jounce"),
        "import_simulate": import_time("jounce.simulate"),
        "first_step_warm": first_step_time(),
        "first_step_cold": first_step_time(cold=True) if cold else None,
        "warmup_cold": warmup_time(cold=True) if cold else None,
    }
