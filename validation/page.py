"""docs/validation.md as text: tables from the comparisons between hand-written words."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from validation.comparison import Comparison

PAGE = Path(__file__).parents[1] / "docs" / "validation.md"

OPENING = """\
# Validation

What jounce computes, held against what is known. Every row is computed anew by `make docs`, which writes this page, and
asserted by the test suite (`tests/docs/test_validation.py`); the code of each group is a file in `validation/cases`.

*Error* is the largest over the run or the entries: "relative" to the value itself, "of peak" relative to the largest
value of the column or vector over time, otherwise in the unit given. Errors differ a little from machine to machine.
"""

CLOSING = """\
## What is not validated

- **One measured drive of one car.** The BMW M8 (`jounce validate validation/data/bmw_m8/study.yaml`, data by the
  ROADVIEW project, MIT licence) shows that the model of this car, with six numbers fitted on one lane change, follows
  the real one through another, harder lane change (6.0 against 3.8 m/s²) and through braking. It does not show more:
  (1) Scale and delay of the recorded steering are not stated by its authors; they are two of the six numbers, and known
  only together with the front tires, whose stiffness is at its bound. The ratio between the two sides of the steering
  is thus not predicted. (2) Speed is an input. Engine, automatic gearbox and transfer case are not described, so that
  neither the standing start nor the braking is a prediction along the road. (3) Suspension geometry, springs, dampers,
  inertias and the height of the centre of mass are assumed; pitch is off by half of its peak, and was not fitted.
  (4) Up to 6.2 m/s² on a dry road: friction, and everything near the limit, is not seen. (5) Roll is measured against
  the horizon and holds the unknown cross slope of the road. (6) Both parts are of one drive, seconds apart:
  neither another day, nor another tire, nor another driver. Everything else on this page says that the equations of
  motion are solved rightly, not that the numbers of a model describe a real car.
- **Tires.** No measured tire. Two numbers of another program (MFeval, an MF 6.1 file at nominal load and speed:
  effective radius, and the stiffness that its forces at zero slip soften) are met to 3e-11; forces at other slips,
  moments, PAC2002 and MF 5.2 are held against a second implementation of ours only, written from the same equations
  (`tests/engine/laws/tires`). Relaxation at large slip and standstill are a model of ours.
- **Ground.** Surfaces are exact by construction; no drive was compared with one measured or made by another program.
- **ADAMS models.** They are of one body and one joint, and all their motions are planar; reaction torques of joints are
  zero in them (they are checked by the unbalanced rotor instead). Two of the published models do not belong to the
  published columns: *RotSpring* (columns made with 200 N m/rad and 10 N m s/rad) and *TranSpring* (dropped from the
  origin, 10 N/m, 0.5 N s/m, no free length). The numbers used are those of the columns, which Project Chrono's own
  tests confirm. Our *TranSpring* spring hangs 1 m higher and has a free length of 1 m, because a spring without length
  has no direction: the same force on the same vertical motion.
- **Bushings, stops, gears, couplers, brakes, servos, anti-roll bars, drag, engine, clutch, half shafts**, and the
  joints *fixed*, *planar*, *revolute–spherical* and *constant velocity* have no comparison of their own on this page.
- **Singular positions.** The chain of four-bar linkages passes through positions in which it has more than one degree
  of freedom. It does so at a fixed step; error control may not get past them at tolerances of 1e-9 and below. With
  hinges everywhere (redundant) it keeps seven digits; with the redundancy taken out of the model, N = 40 scatters up to
  4e-6 with the step, because its accelerations are then evaluated off the constraints.
- **Standing still.** The tire law has no relaxation length; below about 3 m/s its slip is too stiff for explicit
  steps of 1 ms. `jounce run` refuses such a start and warns when a run gets there; implicit steps, the default, are
  held against Dormand–Prince there by the tests, but a car creeps on a slope, as that law says.
- **Hatchback.** Its numbers are typical of a class, not of one car; MacPherson strut and twist beam are held against
  closed forms and loops solved another way (`tests/model/vehicle`), not against measured kinematics or another
  program. The paper's own car and figures (Kim 1997) cannot be read from it.
- **Rates that jump.** A prescribed rack whose rate jumps gives an impulse to the car in the world frame and in null
  spaces; synthesis, and null spaces with independent velocities, leave it out. It is a thousandth of the yaw rate in
  the lane change; a lag at the rack (`smoothing`) or a servo takes the question away.
- **Standard tests.** Metrics are held against closed forms of signals and of a linear bicycle (`tests/lab/metrics`),
  not against another evaluation program; windows and thresholds that standards leave open are ours, and stand in
  `docs/metrics.md`. Of ISO 3888-1, the offset of 3.5 m is taken from right edge to right edge of the first two lanes,
  and cones stand three to a side; this was not checked against the printed standard. Drivers are robots with a law
  (`docs/theory/drivers.md`), not people.
- **Bombardier Iltis.** Its numbers and references come from a public project (ovankerm/IAVSD_ILTIS) that cites the
  paper; neither the paper nor the results of the programs compared in it were read. The four loads of the nominal
  position and the linear coefficients are quoted there from the benchmark; everything else is the output of one other
  program, Robotran. Modes of the body are not compared: Robotran's belong to shock absorbers without their free
  lengths, so that the car is not at rest where it was linearised, and its author marks two of them as doubtful. Modes
  of the wheels suffer less and agree to 4 %. Drive, brakes, longitudinal force, relaxation and the ratio of the
  steering wheel are assumptions of the library. The bump is compared at three instants, the steering at four.
- **Bricard's mechanism (A04).** Points and gravity are those of a public implementation that cites the library's
  specification (S. Acuña, simEngine3D, 2016); the library itself was not read. With gravity along two of four axes that
  were tried synthesis stops at a toggle position; the world frame went through the one tried. The reference is a second
  method, not the library's figure.
- **Tire parity.** The second evaluation of `.tir` tires (`validation/magic_formula`) was written here, from the
  published formulas, by whom the law was repaired: it shows agreement with the formulas, not with another program. Its
  MF 5.2 and 6.2 rows are other files with their dialect changed. Turn slip is compared for turning alone, with camber
  in its own terms (docs/theory/tires.md). TMeasy, Fiala and the torque of turning on the spot are held against closed
  forms (`tests/engine/laws/tires`), not against measurements or another program.
- **Test rig.** Kinematics and compliance are held against geometry, energies and loads by hand
  (`tests/lab/kinematics_compliance`), not against a measured suspension or another program.
- **Simplified car.** Its laws are those of a game: hull contacts, obstacles and rolling over are held against
  conservation and closed forms (`tests/engine/single_body`), not against crashes or another program; energy can come
  back by up to a thousandth at the edges of boxes. Lee 2000 prints no numbers of its car.
- **Real time.** That a loop makes the bits of `simulate` is tested; how late its ticks are depends on the machine and
  on what else it does, and is measured, not promised.
- **Long runs.** The longest comparison is ten seconds.

## How to make this page again

`make docs` (or `python -m validation`); `python -m validation --check` prints the tables and writes nothing. A new case
is a module in `validation/cases` with a `GROUP` and a function `comparisons`, listed in `validation/registry.py`. What
takes more than a few seconds is in `long_comparisons`, which `make test-slow` asserts.
"""


def table(comparisons: Iterable[Comparison]) -> str:
    """The tables, one per group, groups in the order in which they come."""
    parts = []
    for group, rows in groupby(comparisons, key=lambda comparison: comparison.group):
        head = ["| what | quantity | compared with | error | allowed | |", "|---|---|---|---|---|---|"]
        parts.append("\n".join([f"## {group}", "", *head, *(_row(row) for row in rows)]))
    return "\n\n".join(parts) + "\n"


def _row(row: Comparison) -> str:
    verdict = "" if row.holds else "**exceeded** "
    cells = (row.name, row.quantity, row.reference, f"{row.error:.1e} {row.kind}", f"{row.allowed:.1e}")
    return f"| {' | '.join(cells)} | {verdict}{row.note} |"


def write(comparisons: Iterable[Comparison], page: Path = PAGE) -> None:
    """Replace the page in one stroke: no reader ever sees half of it."""
    text = "\n".join([OPENING, table(comparisons), CLOSING])
    page.parent.mkdir(exist_ok=True)
    draft = page.with_name(f"{page.name}.{os.getpid()}.new")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(page)
    finally:
        draft.unlink(missing_ok=True)
