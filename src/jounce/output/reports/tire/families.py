"""Families of curves: what the page plots, in units that engineers use."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from jounce.output.reports.plots import BLACK, BLUE, GREEN, ORANGE, PURPLE, SKY, VERMILLION
from jounce.output.reports.tire.characteristics import TireSheet, at_rest, forces, slopes

SHADES = ("#9ecae1", "#6baed6", "#4292c6", "#2171b5", "#08519c", "#08306b")
"""Colours of loads from light to heavy."""
DIVERGING = (VERMILLION, ORANGE, BLACK, SKY, BLUE)
"""Colours of wheels from leaning left over upright to leaning right."""
COLOURS = (BLACK, BLUE, SKY, GREEN, ORANGE, VERMILLION, PURPLE)


@dataclass(frozen=True)
class Curve:
    """One line of a plot."""

    label: str
    x: np.ndarray
    y: np.ndarray
    colour: str
    dash: str = "solid"
    listed: bool = True
    """Whether the curve is in the legend."""


@dataclass(frozen=True)
class Family:
    """One plot; `equal`: both axes have the same scale, `tall`: higher than others."""

    key: str
    title: str
    unit: str
    across: str
    curves: tuple[Curve, ...]
    note: str = ""
    equal: bool = False
    tall: bool = False


def families(sheet: TireSheet) -> tuple[Family, ...]:
    """All plots of a tire."""
    return (*_pure(sheet), _camber(sheet), _combined(sheet), _diagram(sheet), *_over_load(sheet), _vertical(sheet))


def _pure(sheet: TireSheet) -> tuple[Family, ...]:
    c, kappa, alpha = sheet.coefficients, np.linspace(-0.4, 0.4, 321), np.radians(np.linspace(-15.0, 15.0, 301))
    loads = [one.load for one in sheet.loads]
    shades = _shades(len(loads))
    along = [forces(c, load, kappa=kappa)[:, 0] for load in loads]
    across = [forces(c, load, alpha=alpha) for load in loads]
    names = [f"{1e-3 * load:.3g} kN" for load in loads]
    degrees, percent = np.degrees(alpha), 100.0 * kappa
    x = tuple(Curve(n, percent, 1e-3 * f, s) for n, f, s in zip(names, along, shades, strict=True))
    y = tuple(Curve(n, degrees, 1e-3 * f[:, 1], s) for n, f, s in zip(names, across, shades, strict=True))
    z = tuple(Curve(n, degrees, f[:, 4], s) for n, f, s in zip(names, across, shades, strict=True))
    angle = "slip angle α [deg]"
    return (
        Family("fx", "Longitudinal force Fx", "kN", "slip κ [%]", x, "straight ahead; driving → positive"),
        Family("fy", "Lateral force Fy", "kN", angle, y, "free rolling; sliding to the left → force to the right"),
        Family("mz", "Aligning moment Mz", "N·m", angle, z, "free rolling; sliding to the left → turned to the left"),
    )


def _camber(sheet: TireSheet) -> Family:
    alpha = np.radians(np.linspace(-6.0, 6.0, 241))
    most = min(6.0, math.floor(math.degrees(sheet.file.values.get("CAMMAX", 0.1))) or 6.0)
    curves = []
    for colour, camber in zip(DIVERGING, (-most, -most / 2.0, 0.0, most / 2.0, most), strict=True):
        fy = forces(sheet.coefficients, sheet.nominal_load, alpha=alpha, gamma=math.radians(camber))[:, 1]
        label = f"{camber:+g}°".replace("-", "−").replace("+0", "0")
        curves.append(Curve(label, np.degrees(alpha), 1e-3 * fy, colour))
    note = f"Fy at {_kilo(sheet)}; camber γ: the top leans to the right → positive"
    return Family("camber", "Influence of camber", "kN", "slip angle α [deg]", tuple(curves), note)


def _combined(sheet: TireSheet) -> Family:
    kappa, curves = np.linspace(-0.4, 0.4, 321), []
    for colour, degrees in zip(COLOURS, (1.0, 2.0, 4.0, 8.0), strict=False):
        rows = forces(sheet.coefficients, sheet.nominal_load, kappa, -math.radians(degrees))
        curves.append(Curve(f"α = −{degrees:g}°", 100.0 * kappa, 1e-3 * rows[:, 1], colour))
    how = (
        "cosine weights of the file" if sheet.file.combined == "cosine" else "friction ellipse: the file has no weights"
    )
    note = f"Fy at {_kilo(sheet)}; {how}"
    return Family(
        "combined", "Side force while driving and braking", "kN", "slip κ [%]", tuple(curves), note, tall=True
    )


def _diagram(sheet: TireSheet) -> Family:
    """Fy over Fx, once round each slip angle."""
    kappa = np.concatenate([-np.geomspace(1.0, 1e-3, 150), [0.0], np.geomspace(1e-3, 1.0, 150)])
    curves = []
    for colour, degrees in zip(COLOURS, (0.0, 1.0, 2.0, 4.0, 8.0, 14.0), strict=False):
        for sign in (-1.0, 1.0) if degrees else (1.0,):
            rows = 1e-3 * forces(sheet.coefficients, sheet.nominal_load, kappa, sign * math.radians(degrees))
            away = sign > 0.0 and degrees > 0.0
            label = f"{'+' if away else '−'}{degrees:g}°".replace("−0", "0")
            curves.append(Curve(label, rows[:, 0], rows[:, 1], colour, "dot" if away else "solid", not away))
    note = f"Fy over Fx at {_kilo(sheet)}, |κ| up to 100 %, lines of constant α; dotted: the other side"
    return Family("diagram", "Combined slip", "kN", "Fx [kN]", tuple(curves), note, equal=True, tall=True)


def _over_load(sheet: TireSheet) -> tuple[Family, ...]:
    c = sheet.coefficients
    loads = np.linspace(0.02, 1.0, 60) * min(2.0 * sheet.nominal_load, sheet.load_limit)
    rates, rest, kilo = slopes(c, loads), at_rest(c, loads), 1e-3 * loads
    kappa, alpha = np.linspace(-1.0, 1.0, 401), np.radians(np.linspace(-30.0, 30.0, 401))
    mu_x = np.array([np.abs(forces(c, load, kappa=kappa)[:, 0]).max() for load in loads]) / loads
    mu_y = np.array([np.abs(forces(c, load, alpha=alpha)[:, 1]).max() for load in loads]) / loads
    degree, axis = math.pi / 180.0, "load Fz [kN]"
    stiffness = (
        Curve("dFx/dκ per %", kilo, 1e-5 * rates[:, 0], BLUE),
        Curve("−dFy/dα per degree", kilo, 1e-3 * degree * rates[:, 1], VERMILLION),
    )
    friction = (Curve("|Fx|/Fz", kilo, mu_x, BLUE), Curve("|Fy|/Fz", kilo, mu_y, VERMILLION))
    lengths = (
        Curve("longitudinal", kilo, 1e3 * rest[:, 0], BLUE),
        Curve("lateral", kilo, 1e3 * rest[:, 1], VERMILLION),
    )
    trail = (Curve("trail", kilo, -1e3 * rates[:, 3] / rates[:, 1], BLUE, listed=False),)
    thrust = (Curve("−dFy/dγ per degree", kilo, degree * rates[:, 2], BLUE, listed=False),)
    return (
        Family("stiffness", "Stiffness at zero slip", "kN", axis, stiffness, "of slip and slip angle"),
        Family("friction", "Peak friction", "", axis, friction, "larger of both directions"),
        Family("lengths", "Relaxation lengths", "mm", axis, lengths, "at small slip"),
        Family("trail", "Pneumatic trail", "mm", axis, trail, "−dMz/dFy at zero slip"),
        Family("thrust", "Camber stiffness", "N/deg", axis, thrust, "−dFy/dγ at zero slip"),
    )


def _vertical(sheet: TireSheet) -> Family:
    loads = np.linspace(1.0, max(2.0 * sheet.nominal_load, sheet.loads[-1].load), 80)
    rest = 1e3 * at_rest(sheet.coefficients, loads)
    kilo = 1e-3 * loads
    curves = (
        Curve("deflection", kilo, rest[:, 2], BLUE),
        Curve("loss of rolling radius", kilo, 1e3 * sheet.file.values["UNLOADED_RADIUS"] - rest[:, 5], ORANGE, "dash"),
    )
    return Family("vertical", "Vertical deflection", "mm", "load Fz [kN]", curves, "at rest, upright")


def _shades(count: int) -> list[str]:
    return [SHADES[round(at)] for at in np.linspace(len(SHADES) - 1 if count == 1 else 0, len(SHADES) - 1, count)]


def _kilo(sheet: TireSheet) -> str:
    return f"{1e-3 * sheet.nominal_load:.3g} kN"
