"""What springs, dampers and wheels did, where the energy went, and how well the joints were kept."""

from __future__ import annotations

from dataclasses import replace

from jounce.lab.results import Result
from jounce.output.reports.plots import BLUE, GREEN, ORANGE, VERMILLION, Plot, corner_lines, line, lines, with_lines

SOLID = "solid"


def suspension_plots(result: Result) -> tuple[Plot, ...]:
    """Travel and forces at every wheel."""
    return with_lines(
        (
            Plot(
                "travel",
                "Suspension travel",
                "mm",
                corner_lines(result, "suspension", "travel", "mm"),
                "wheel centre in chassis axes; bump → positive",
            ),
            Plot(
                "spring_forces",
                "Spring forces",
                "kN",
                corner_lines(result, "spring", "force", "kN"),
                "with damper and stops where they share a strut; pushing apart → positive",
            ),
            Plot(
                "damper_forces",
                "Damper forces",
                "kN",
                corner_lines(result, "damper", "force", "kN"),
                "pushing apart → positive",
            ),
            Plot(
                "torsion_bars",
                "Torsion-bar torques",
                "N*m",
                corner_lines(result, "torsion_bar", "torque", "N*m"),
                "with damper; pushing the wheel down → negative",
            ),
            Plot(
                "camber",
                "Camber against the ground",
                "deg",
                corner_lines(result, "tire", "camber_angle", "deg"),
                "top to the right → positive; on left wheels the opposite of the K&C sheet, where outwards is positive",
            ),
        )
    )


def energy_plots(result: Result) -> tuple[Plot, ...]:
    """The accounts of energy, and what they leave over."""
    accounts = (
        ("energy.kinetic", "kinetic", BLUE, SOLID),
        ("energy.potential", "potential", GREEN, "dash"),
        ("energy.supplied", "supplied", ORANGE, SOLID),
        ("energy.dissipated", "dissipated", VERMILLION, SOLID),
    )
    return with_lines(
        (
            Plot(
                "energy",
                "Energy",
                "kJ",
                tuple(replace(curve, y=curve.y - curve.y[0]) for curve in lines(result, "kJ", *accounts)),
                "since the start; kinetic + potential = supplied − dissipated",
            ),
            Plot(
                "energy_residual",
                "Energy that is not accounted for",
                "J",
                line(result, "energy.residual", "J"),
                "errors of the steps, and of sums over samples",
            ),
        )
    )


def solver_plots(result: Result) -> tuple[Plot, ...]:
    """How well the joints were kept."""
    errors = (
        ("joints.violation", "position [m]", BLUE, SOLID),
        ("joints.violation_rate", "velocity [m/s]", ORANGE, SOLID),
    )
    curves = tuple(curve for row in errors if row[0] in result for curve in lines(result, result[row[0]].unit, row))
    return with_lines(
        (
            Plot(
                "violation",
                "Constraint violation",
                "m",
                curves,
                "largest error of all joint equations; logarithmic",
                "logarithmic",
            ),
        )
    )
