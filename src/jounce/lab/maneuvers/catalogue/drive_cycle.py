"""Drive cycle: a speed over time from a standard, straight ahead with a driver; for the energy that a car uses."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from jounce.lab.drivers.cycle_driver import CycleDriver
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.model.library.cycles import cycle_speeds
from jounce.model.mechanism import Constant
from jounce.model.vehicle import GEAR
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import NotNegative, Positive, Time


class DriveCycle(Frozen):
    """Options of a drive cycle, numbers in SI or strings with a unit."""

    cycle: Annotated[Literal["wltc-class-3b"], Field(description="speed over time: that of WLTP for most cars")] = (
        "wltc-class-3b"
    )
    start: Annotated[Time, NotNegative, Field(description="time within the cycle at which the run begins [s]")] = 0.0
    duration: Annotated[Time, Positive, Field(description="duration of the run, at most the rest of the cycle [s]")] = (
        1800.0
    )


def drive_cycle(options: DriveCycle) -> Maneuver:
    """The maneuver for these options; an engine gets an automatic gearbox, motors brake before friction brakes do."""
    speeds = cycle_speeds(options.cycle)
    times = np.arange(len(speeds)) - options.start
    first = float(np.interp(0.0, times, speeds))
    end = min(options.duration, float(times[-1]))
    way = float(np.trapezoid(np.interp(np.arange(0.0, end, 0.1), times, speeds), dx=0.1))
    return Maneuver(
        name="drive-cycle",
        about=f"{options.cycle} from {options.start:g} s for {end:g} s, {1e-3 * way:.3g} km, with a driver.",
        speed=first,
        inputs={GEAR: Constant(value=0.0)} if first == 0.0 else {},
        driver=CycleDriver(times, speeds),
        controllers=("automatic", "blending"),
        end=round(end, 3),
        sample=0.1,
        needs=("propulsion", "brakes"),
        figures=("tire-use",),
        metrics=(
            "distance [km] = max(chassis.position_x)",
            "speed_reached [km/h] = max(chassis.speed)",
        ),
        options=dict(options),
    )
