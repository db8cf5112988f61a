"""Reference solutions beside an FMU, as the rules of the FMI cross-check ask for them (version 4.1).

    fmus/2.0/cs/linux64/jounce/0.1.0/sedan/
        sedan.fmu  sedan_in.csv  sedan_ref.csv  sedan_ref.opt  README.md

The reference is a J-turn that ends at standstill, driven by the Simulation in Python that the FMU was made from.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from jounce.errors import SimulationError
from jounce.lab.results.atomic import check_writable
from jounce.lab.simulation.simulation import Simulation
from jounce.output.native_export.check import movable, sample_time, turn_and_stop
from jounce.output.native_export.fmu import identifier_of
from jounce.version import __version__

TOOL = "jounce"
TOLERANCE = 1e-4
"""RelTol of the options: how far an importer may be from the reference."""
CHANNELS = (
    *("chassis.position_x", "chassis.position_y", "chassis.position_z", "chassis.speed", "chassis.yaw_rate"),
    *("chassis.roll_angle", "chassis.lateral_acceleration", "tire.fl.vertical_force", "tire.fl.lateral_force"),
    "suspension.fl.travel",
)
"""Variables of the reference, ten at most."""
Row = Sequence[float]


def write_cross_check(sim: Simulation, fmu: Path, folder: Path, fmi: int, platforms: Iterable[str]) -> list[Path]:
    """Write the folders of an FMU for all its platforms below a folder; returns them."""
    check_writable(folder)
    name, sample = identifier_of(fmu), sample_time(sim)
    given, inputs, reference = drive_reference(sim, sample)
    made = []
    for platform in platforms:
        place = folder / "fmus" / f"{fmi}.0" / "cs" / platform / TOOL / __version__ / name
        place.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(fmu, place / f"{name}.fmu")
        (place / f"{name}_ref.csv").write_text(_table(("time", *_channels(sim)), reference))
        (place / f"{name}_ref.opt").write_text(_options(reference[-1][0], sample))
        if given:
            (place / f"{name}_in.csv").write_text(_table(("time", *given), inputs))
        (place / "README.md").write_text(_readme(sim, name, sample, bool(given)), encoding="utf-8")
        made.append(place)
    return made


def drive_reference(sim: Simulation, sample: float) -> tuple[list[str], list[Row], list[Row]]:
    """Names of the inputs, their rows, and rows of the reference, until the end or the edge of the ground."""
    sim.release()
    sim.reset()
    steps: list[Mapping[str, float]] = list(turn_and_stop(sample))
    given = list(movable(sim, steps[0]))
    channels = _channels(sim)
    inputs: list[Row] = []
    reference: list[Row] = [(0.0, *sim.observe(channels).tolist())]
    for k, values in enumerate(steps):
        chosen = {name: values[name] for name in given}
        try:
            sim.step(sample, **chosen)
        except SimulationError:
            break
        inputs.append((k * sample, *chosen.values()))
        reference.append(((k + 1) * sample, *sim.observe(channels).tolist()))
    last = inputs[-1] if inputs else (0.0,)
    return given, [*inputs, (reference[-1][0], *last[1:])], reference


def _channels(sim: Simulation) -> list[str]:
    return [name for name in CHANNELS if name in sim]


def _table(names: Sequence[str], rows: Iterable[Row]) -> str:
    """Numbers with commas between them below a line of quoted names."""
    head = ",".join(f'"{name}"' for name in names)
    return "\n".join([head, *(",".join(_number(x) for x in row) for row in rows), ""])


def _number(x: float) -> str:
    return repr(round(x, 9)) if x == round(x, 9) else repr(x)


def _options(stop: float, sample: float) -> str:
    numbers = {"StartTime": 0.0, "StopTime": stop, "StepSize": sample, "RelTol": TOLERANCE}
    numbers["OutputIntervalLength"] = sample
    return "".join(f"{name},{_number(value)}\n" for name, value in numbers.items())


def _readme(sim: Simulation, name: str, sample: float, has_inputs: bool) -> str:
    option = f" --input-file {name}_in.csv" if has_inputs else ""
    moved = f"`{name}_in.csv` moves it" if has_inputs else "it drives a maneuver of its own, and has no inputs"
    return f"""# {name}

{sim._model}, written by jounce {__version__}: co-simulation, no licence checks, nothing to install.

- A J-turn that ends at standstill; {moved}. Inputs hold from one communication point to the next.
- Communication step {sample:g} s; inner step {sim.step_size:g} s, fixed.
- `{name}_ref.csv` is what the same car does in jounce. On Linux the FMU gives these numbers to the last digit; on
  Windows a few functions of the C library differ in their last digits: `RelTol` in `{name}_ref.opt` leaves room.

Simulate it with FMPy: `fmpy simulate {name}.fmu --output-interval {sample:g}{option}`.
"""
