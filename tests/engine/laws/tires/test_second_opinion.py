"""Pure and combined slip written a second time, straight from the book and the MF 5.2 manual, in numpy and by names.

The kernel adds 1e-9 N to peaks before dividing (a part of 1e-13), and turns the sign of the trail's slip round over
1e-3 rad (nothing is left of that 20e-3 away).
"""

import math

import numpy as np
import pytest

from jounce.model import tire_files as tir
from jounce.model.tire_files.coefficient_names import GROUPS
from tests.engine.laws.tires.examples import FILES, coefficients, forces, nominal

ANGLES = np.radians(np.linspace(-25.0, 25.0, 201))
SLIPS = np.linspace(-1.0, 1.0, 201)
CAMBERS = (-0.06, 0.0, 0.04)


class Book:
    """One tire at one load and camber."""

    def __init__(self, path, load, camber, changes):
        file = tir.read(path)
        scaling = dict.fromkeys(GROUPS["scaling"].split(), 1.0)
        self.p = scaling | dict(file.values) | changes
        self.modern = file.dialect == "MF 6.1"
        self.fz0 = self.get("FNOMIN") * self.get("LFZO")
        self.fz, self.df, self.gamma = load, (load - self.fz0) / self.fz0, camber
        self.g = math.sin(camber) if self.modern else camber
        self.dp = self.get("INFLPRES") / self.get("NOMPRES") - 1.0 if self.get("NOMPRES") else 0.0

    def get(self, name):
        return self.p.get(name, 0.0)

    def sum(self, *names):
        """names[0] + names[1] df + names[2] df²"""
        return sum(self.get(name) * self.df**n for n, name in enumerate(names))

    def shift_scale(self, scale):
        return 10 * scale / (1 + 9 * scale) if self.modern else scale

    def pressure(self, *names):
        return 1 + sum(self.get(name) * self.dp ** (n + 1) for n, name in enumerate(names))

    def slope_x(self):
        p, along = self.get, self.sum("PKX1", "PKX2")
        return self.fz * along * np.exp(p("PKX3") * self.df) * self.pressure("PPX1", "PPX2") * p("LKX")

    def slope_y(self, g):
        p = self.get
        peak = (p("PKY2") + p("PKY5") * g**2) * self.pressure("PPY2")
        K = p("PKY1") * self.fz0 * self.pressure("PPY1") * (1 - p("PKY3") * abs(g)) * p("LKY")
        return K * np.sin(self.p.get("PKY4", 2.0) * np.arctan(self.fz / self.fz0 / peak))

    def fx(self, kappa):
        p, fz = self.get, self.fz
        C = p("PCX1") * p("LCX")
        mu = (
            self.sum("PDX1", "PDX2")
            * self.pressure("PPX3", "PPX4")
            * (1 - p("PDX3") * (self.gamma * p("LGAX")) ** 2)
            * p("LMUX")
        )
        K = self.slope_x()
        x = kappa + self.sum("PHX1", "PHX2") * p("LHX")
        E = np.minimum(self.sum("PEX1", "PEX2", "PEX3") * (1 - p("PEX4") * np.sign(x)) * p("LEX"), 1.0)
        SV = fz * self.sum("PVX1", "PVX2") * p("LVX") * self.shift_scale(p("LMUX"))
        B = K / (C * mu * fz)
        return mu * fz * np.sin(C * np.arctan(B * x - E * (B * x - np.arctan(B * x)))) + SV

    def side(self, alpha, g):
        """Fy, By Cy, and the shift of the residual moment."""
        p, fz = self.get, self.fz
        g = g * p("LGAY")
        C = p("PCY1") * p("LCY")
        mu = self.sum("PDY1", "PDY2") * self.pressure("PPY3", "PPY4") * (1 - p("PDY3") * g**2) * p("LMUY")
        K = self.slope_y(g)
        scale = fz * self.shift_scale(p("LMUY"))
        SVg = scale * self.sum("PVY3", "PVY4") * g * p("LKYC")
        SV = scale * self.sum("PVY1", "PVY2") * p("LVY") + SVg
        SH = self.sum("PHY1", "PHY2") * p("LHY")
        if self.modern:
            SH += (fz * self.sum("PKY6", "PKY7") * self.pressure("PPY5") * p("LKYC") * g - SVg) / K
        else:
            SH += p("PHY3") * g * p("LKYC")
        x = alpha + SH
        E = self.sum("PEY1", "PEY2") * (1 + p("PEY5") * g**2 - (p("PEY3") + p("PEY4") * g) * np.sign(x)) * p("LEY")
        E, B = np.minimum(E, 1.0), K / (C * mu * fz)
        fy = mu * fz * np.sin(C * np.arctan(B * x - E * (B * x - np.arctan(B * x)))) + SV
        return fy, B * C, SH + SV / K

    def trail_slip(self, alpha):
        return alpha + self.sum("QHZ1", "QHZ2") + self.sum("QHZ3", "QHZ4") * self.g * self.get("LGAZ")

    def mz(self, alpha, cos_alpha, q=0.0, weight=1.0):
        """Without s Fx; q = κ Kx/Ky and the upright wheel's weight in combined slip."""
        p, g, R0 = self.get, self.g, self.get("UNLOADED_RADIUS")
        _, slope, shift = self.side(alpha, g)
        fy = self.side(alpha, 0.0 if self.modern else g)[0] * weight
        g = g * p("LGAZ")
        B = self.sum("QBZ1", "QBZ2", "QBZ3") * (1 + p("QBZ4") * g + p("QBZ5") * abs(g)) * p("LKY") / p("LMUY")
        C = p("QCZ1")
        D = self.fz * R0 / (self.fz0 if self.modern else p("FNOMIN")) * self.sum("QDZ1", "QDZ2")
        D *= (1 - p("PPZ1") * self.dp) * (1 + p("QDZ3") * g + p("QDZ4") * g**2) * p("LTR")
        x = self.trail_slip(alpha)
        x = np.sqrt(x**2 + q**2) * np.sign(x)
        E = 1 + (p("QEZ4") + p("QEZ5") * g) * 2 / np.pi * np.arctan(B * C * x)
        E = np.minimum(self.sum("QEZ1", "QEZ2", "QEZ3") * E, 1.0)
        trail = D * np.cos(C * np.arctan(B * x - E * (B * x - np.arctan(B * x)))) * cos_alpha
        Dr = self.sum("QDZ6", "QDZ7") * p("LRES") + self.sum("QDZ8", "QDZ9") * self.pressure("PPZ2") * g * p("LKZC")
        Dr += self.sum("QDZ10", "QDZ11") * abs(g) * g * p("LKZC")
        Br = p("QBZ9") * p("LKY") / p("LMUY") + p("QBZ10") * slope
        rest = self.fz * R0 * Dr * p("LMUY") * np.cos(np.arctan(Br * np.hypot(alpha + shift, q))) * cos_alpha
        return -trail * fy + rest

    def combined(self, kappa, alpha):
        """Fx, Fy and both weights as published, for κ and α of equal shape."""
        p, g = self.get, self.g

        def G(B, C, E, slip, shift):
            def cosine(s):
                return np.cos(C * np.arctan(B * s - E * (B * s - np.arctan(B * s))))

            return cosine(slip + shift) / cosine(shift)

        Bx = (p("RBX1") + p("RBX3") * g**2) * np.cos(np.arctan(p("RBX2") * kappa))
        By = (p("RBY1") + p("RBY4") * g**2) * np.cos(np.arctan(p("RBY2") * (alpha - p("RBY3"))))
        Gx = G(Bx, p("RCX1"), min(self.sum("REX1", "REX2"), 1.0), alpha, p("RHX1"))
        Gy = G(By, p("RCY1"), min(self.sum("REY1", "REY2"), 1.0), kappa, self.sum("RHY1", "RHY2"))
        mu = self.sum("PDY1", "PDY2") * (1 - p("PDY3") * g**2)
        D = mu * self.fz * (self.sum("RVY1", "RVY2") + p("RVY3") * g) * np.cos(np.arctan(p("RVY4") * alpha))
        SV = D * np.sin(p("RVY5") * np.arctan(p("RVY6") * kappa))
        return Gx * self.fx(kappa), Gy * self.side(alpha, g)[0] + SV, Gx, Gy


# the ellipse shifts pure slip a little by the other direction's shift: compare its curves with weights that are 1
# Fx at zero side slip acts at the lever s, which is not pure side slip: leave it out
PURE = {"COSINE": 1.0, "LS": 0.0}
SCALES = {
    "LMUX": 0.7, "LMUY": 0.8, "LKY": 1.3, "LKX": 0.9, "LCX": 1.05, "LCY": 0.95, "LEX": 0.8, "LEY": 0.9, "LHX": 2.0,
    "LVX": 3.0, "LHY": 0.5, "LVY": 2.0, "LTR": 0.8, "LRES": 1.5, "LKYC": 1.2, "LKZC": 0.7, "LGAX": 1.1,
    "LGAY": 0.9, "LGAZ": 1.2,
}  # fmt: skip


@pytest.mark.parametrize("changes", [{}, SCALES], ids=["as written", "scaled"])
@pytest.mark.parametrize("load", [0.2, 0.7, 1.0, 2.0])
@pytest.mark.parametrize("camber", CAMBERS)
@pytest.mark.parametrize("name", FILES)
def test_pure_slip_is_the_books(name, camber, load, changes):
    c = coefficients(FILES[name], **PURE, **changes)
    fz = load * nominal(c)
    book = Book(FILES[name], fz, camber, changes)
    fx = forces(c, fz, kappa=SLIPS, gamma=camber)[:, 0]
    np.testing.assert_allclose(fx, book.fx(SLIPS), rtol=0.0, atol=1e-12 * fz * 20.0)
    rows = forces(c, fz, tan_alpha=np.tan(ANGLES), gamma=camber)
    alpha = np.tan(ANGLES) if book.modern else ANGLES
    np.testing.assert_allclose(rows[:, 1], book.side(alpha, book.g)[0], rtol=0.0, atol=1e-12 * fz * 20.0)
    error = np.abs(rows[:, 4] - book.mz(alpha, np.cos(ANGLES))) / (fz * book.get("UNLOADED_RADIUS"))
    away = np.abs(book.trail_slip(alpha)) > 0.02
    assert error[away].max() < 1e-12
    assert error.max() < 1e-6


@pytest.mark.parametrize("load", [0.4, 1.0, 1.6])
@pytest.mark.parametrize("camber", CAMBERS)
@pytest.mark.parametrize("name", ["HMMWV_Pac02Tire", "MagicFormula61_Parameters"])
def test_combined_slip_is_the_books(name, camber, load):
    c = coefficients(FILES[name])
    fz = load * nominal(c)
    book = Book(FILES[name], fz, camber, {})
    kappa, angle = (grid.ravel() for grid in np.meshgrid(SLIPS[::8], ANGLES[::8]))
    rows = forces(c, fz, kappa, np.tan(angle), camber)
    fx, fy, Gx, Gy = book.combined(kappa, np.tan(angle) if book.modern else angle)
    inside = (Gx > 0.01) & (Gy > 0.01)  # below, the kernel keeps weights positive
    assert inside.mean() > 0.9
    np.testing.assert_allclose(rows[inside, 0], fx[inside], rtol=0.0, atol=1e-12 * fz * 20.0)
    np.testing.assert_allclose(rows[inside, 1], fy[inside], rtol=0.0, atol=1e-12 * fz * 20.0)


@pytest.mark.parametrize("load", [0.4, 1.0, 1.6])
@pytest.mark.parametrize("camber", CAMBERS)
@pytest.mark.parametrize("name", ["HMMWV_Pac02Tire", "MagicFormula61_Parameters"])
def test_moments_of_combined_slip_are_the_books(name, camber, load):
    c = coefficients(FILES[name])
    fz = load * nominal(c)
    book, upright = Book(FILES[name], fz, camber, {}), Book(FILES[name], fz, 0.0, {})
    p, R0, fz0 = book.get, book.get("UNLOADED_RADIUS"), book.get("FNOMIN")
    kappa, angle = (grid.ravel() for grid in np.meshgrid(SLIPS[40:161:8], ANGLES[40:161:8]))
    alpha = np.tan(angle) if book.modern else angle
    fx, fy, Gx, Gy = book.combined(kappa, alpha)
    keep = (np.abs(book.trail_slip(alpha)) > 0.02) & (Gx > 0.01) & (Gy > 0.01)
    assert keep.sum() > 100
    rows = forces(c, fz, kappa, np.tan(angle), camber)
    weight = upright.combined(kappa, alpha)[3] if book.modern else Gy
    q = kappa * book.slope_x() / book.slope_y(book.g)
    reference = book.fz0 if book.modern else fz0
    s = R0 * (p("SSZ1") + p("SSZ2") * fy / reference + book.sum("SSZ3", "SSZ4") * book.g)
    mz = book.mz(alpha, np.cos(angle), q, weight) + s * fx
    assert np.abs(rows[keep, 4] - mz[keep]).max() < 1e-12 * fz * R0 * 20.0
    lean = np.sin(p("QSX7") * camber + p("QSX8") * np.arctan(p("QSX9") * fy / fz0))
    bump = p("QSX4") * np.cos(p("QSX5") * np.arctan((p("QSX6") * fz / fz0) ** 2)) * lean
    bump += p("QSX10") * np.arctan(p("QSX11") * fz / fz0) * camber
    mx = R0 * fz * (p("QSX1") - p("QSX2") * camber + p("QSX3") * fy / fz0 + bump)
    assert np.abs(rows[keep, 2] - mx[keep]).max() < 1e-10 * fz * R0
    my = p("QSY1") + p("QSY2") * fx / fz0 + p("QSY3") * 20.0 / p("LONGVL") + p("QSY4") * (20.0 / p("LONGVL")) ** 4
    my = -R0 * fz * my * (fz / fz0) ** p("QSY7")
    assert np.abs(rows[:, 3] - my).max() < 1e-12 * fz * R0


def test_pressure_enters_the_comparison():
    text = (
        FILES["MagicFormula61_Parameters"]
        .read_text()
        .replace("INFLPRES                 =    260000", "INFLPRES = 210000")
    )
    c = tir.coefficients(tir.parse(text))
    fz, book = 5000.0, Book(FILES["MagicFormula61_Parameters"], 5000.0, 0.03, {"INFLPRES": 210000.0})
    assert book.dp < -0.1
    np.testing.assert_allclose(forces(c, fz, SLIPS, gamma=0.03)[:, 0], book.fx(SLIPS), atol=1e-8)
    side = forces(c, fz, tan_alpha=ANGLES, gamma=0.03)[:, 1]
    np.testing.assert_allclose(side, book.side(ANGLES, book.g)[0], atol=1e-8)
