"""The first table of the page: what was compared with what, how close it came, and the command that says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType

from validation.cases import (
    adams_joints,
    benchmark_andrews,
    benchmark_bricard,
    benchmark_four_bar,
    benchmark_governor,
    benchmark_iltis,
    benchmark_pendulum,
    chassis_frame,
    closed_forms,
    dw18,
    free_bodies,
    ground_and_tires,
    iltis_car,
    measured_car,
    null_space,
    simple_car,
    standard_tests,
    synthesis,
    tire_law_parity,
    tire_parity,
)
from validation.comparison import Comparison
from validation.numbers import by_quantity, worst
from validation.registry import subject

Test = Callable[[Comparison], bool]


@dataclass(frozen=True)
class Line:
    """A row of the summary, of some comparisons of some cases."""

    what: str
    reference: str
    cases: tuple[ModuleType, ...]
    chosen: Test = lambda row: True
    written: Callable[[Sequence[Comparison]], str] = worst
    command: str = ""
    """Command that prints the numbers; by default that of the cases."""

    def cells(self, comparisons: Sequence[Comparison]) -> str:
        """The row in Markdown."""
        groups = {case.GROUP for case in self.cases}
        rows = [row for row in comparisons if row.group in groups and self.chosen(row)]
        if not rows:
            raise ValueError(f"no comparison for {self.what!r}")
        command = self.command or f"python -m validation --check {' '.join(subject(case) for case in self.cases)}"
        return f"| {self.what} | {self.reference} | {self.written(rows)} | `{command}` |"


def _named(*words: str) -> Test:
    return lambda row: any(word in row.name for word in words)


def _is_ellipse(row: Comparison) -> bool:
    return "ellipse" in row.name


def _is_exact(row: Comparison) -> bool:
    return row.reference == adams_joints.EXACT


LINES = (
    Line(
        "BMW M8: second lane change and braking, never fitted",
        "measurement",
        (measured_car,),
        lambda row: row.name.startswith("held out") and row.quantity != "speed",
        by_quantity,
        "jounce validate validation/data/bmw_m8/study.yaml",
    ),
    Line(
        "Tires: PAC2002, MF 5.2, MF 6.1, MF 6.2, Magic Formula 1987, TMeasy, Fiala, Calspan",
        "a second evaluation from the published equations",
        (tire_parity, tire_law_parity),
        lambda row: not _is_ellipse(row),
    ),
    Line("PAC2002 without coefficients of combined slip", "friction ellipse of Adams", (tire_parity,), _is_ellipse),
    Line("MF 6.1 file, rolling freely: radius, stiffness", "MFeval", (ground_and_tires,), _named("MF 6.1 file")),
    Line("Iltis: loads of the nominal position", "published", (benchmark_iltis,), _named("nominal")),
    Line("Iltis of the library: slopes of tires and springs", "published", (iltis_car,), _named("linear")),
    Line("Iltis: equilibrium", "Robotran", (benchmark_iltis,), _named("equilibrium")),
    Line(
        "Iltis of the library: wheel-hop modes",
        "Robotran",
        (iltis_car,),
        lambda row: row.name.startswith("modes") and "hop" in row.quantity,
    ),
    Line(
        "Iltis of the library: pitch and bounce",
        "Robotran",
        (iltis_car,),
        lambda row: row.name.startswith("modes") and "body" in row.quantity,
    ),
    Line(
        "Iltis of the library: steering ramp and bump, rotations",
        "Robotran",
        (iltis_car,),
        lambda row: row.name.startswith(("ramp", "cosine")) and row.kind == "of peak" and "angle" in row.quantity,
    ),
    Line(
        "Eight joints and springs", "ADAMS", (adams_joints,), lambda row: row.kind == "of peak" and not _is_exact(row)
    ),
    Line("Five of them, which are pendulums", "their exact motion", (adams_joints,), _is_exact),
    Line("Benchmarks A01, A02, A03", "published values", (benchmark_pendulum, benchmark_four_bar, benchmark_andrews)),
    Line("Benchmarks A04, A05", "a second method", (benchmark_bricard, benchmark_governor)),
    Line("Free bodies, pendulums, rotor, oscillator", "closed forms", (free_bodies, closed_forms)),
    Line(
        "dw18, sedan, hatchback: four formulations, converged steps",
        "each other",
        (synthesis, chassis_frame, null_space),
        lambda row: "1 ms" not in row.name and "Andrews" not in row.name,
    ),
    Line("dw18: implicit steps of 1 ms", "converged steps", (synthesis, chassis_frame), _named("1 ms")),
    Line("dw18: J-turn", "a hand-written program for this car", (dw18,), _named("prescribed")),
    Line("Parked on 15 %, brakes on, 60 s", "it stands", (ground_and_tires,), _named("parked on")),
    Line("Roads of ISO 8608", "the standard's spectrum", (ground_and_tires,), _named("8608")),
    Line("Kinematics of the test rig", "geometry", (standard_tests,), _named("test rig")),
    Line("Simplified car", "closed forms", (simple_car,), lambda row: row.kind == "relative"),
)


def summary(comparisons: Sequence[Comparison]) -> str:
    """The table."""
    head = ["| what | compared with | largest difference | command |", "|---|---|---|---|"]
    return "\n".join([*head, *(line.cells(comparisons) for line in LINES)])
