"""PAC2002 and MF 5.2, evaluated a second time."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from validation.magic_formula.state import Coefficients, State, cosine, sine


class Mf52(Coefficients):
    """PAC2002 and MF 5.2: angles themselves, no ε's, friction scales shifts directly."""

    def pure_x(self, s: State):
        """Fx0 and its D, K, S_H, S_V."""
        d = s.load / (self.LFZO * self.FNOMIN) - 1.0
        g = s.camber * self.LGAX
        SH = (self.PHX1 + self.PHX2 * d) * self.LHX
        mu = (self.PDX1 + self.PDX2 * d) * (1 + self.PPX3 * self.dp + self.PPX4 * self.dp**2)
        D = mu * (1 - self.PDX3 * g**2) * self.LMUX * s.load
        C, x = self.PCX1 * self.LCX, s.kappa + SH
        E = (self.PEX1 + self.PEX2 * d + self.PEX3 * d**2) * (1 - self.PEX4 * np.sign(x)) * self.LEX
        K = s.load * (self.PKX1 + self.PKX2 * d) * np.exp(self.PKX3 * d) * self.LKX
        K = K * (1 + self.PPX1 * self.dp + self.PPX2 * self.dp**2)
        SV = s.load * (self.PVX1 + self.PVX2 * d) * self.LVX * self.LMUX
        return sine(K / (C * D), C, D, E, x) + SV, D, K, SH, SV

    def pure_y(self, s: State):
        """Fy0 and its D, K, S_H, S_V, By Cy."""
        d, n = s.load / (self.LFZO * self.FNOMIN) - 1.0, self.LFZO * self.FNOMIN
        g = s.camber * self.LGAY
        SH = (self.PHY1 + self.PHY2 * d) * self.LHY + self.PHY3 * g * self.LKYC
        mu = (self.PDY1 + self.PDY2 * d) * (1 + self.PPY3 * self.dp + self.PPY4 * self.dp**2)
        D = mu * (1 - self.PDY3 * g**2) * self.LMUY * s.load
        C, x = self.PCY1 * self.LCY, s.alpha + SH
        E = (self.PEY1 + self.PEY2 * d) * (1 - (self.PEY3 + self.PEY4 * g) * np.sign(x)) * self.LEY
        K = np.sin(2 * np.arctan(s.load / (self.PKY2 * n * (1 + self.PPY2 * self.dp))))
        K = self.PKY1 * n * (1 + self.PPY1 * self.dp) * K * (1 - self.PKY3 * np.abs(g)) * self.LKY
        SV = (self.PVY1 + self.PVY2 * d) * self.LVY + (self.PVY3 + self.PVY4 * d) * g * self.LKYC
        SV = s.load * SV * self.LMUY
        return sine(K / (C * D), C, D, E, x) + SV, D, K, SH, SV, K / D

    def weights(self, s: State):
        """G_xα, G_yκ and S_Vyκ."""
        d = s.load / (self.LFZO * self.FNOMIN) - 1.0
        B, C = self.RBX1 * np.cos(np.arctan(self.RBX2 * s.kappa)) * self.LXAL, self.RCX1
        E, SH = self.REX1 + self.REX2 * d, self.RHX1 * np.ones_like(d)
        Gx = cosine(B, C, 1.0, E, s.alpha + SH) / cosine(B, C, 1.0, E, SH)
        B = self.RBY1 * np.cos(np.arctan(self.RBY2 * (s.alpha - self.RBY3))) * self.LYKA
        C, E, SH = self.RCY1, self.REY1 + self.REY2 * d, self.RHY1 + self.RHY2 * d
        Gy = cosine(B, C, 1.0, E, s.kappa + SH) / cosine(B, C, 1.0, E, SH)
        D = self.pure_y(s)[1] * (self.RVY1 + self.RVY2 * d + self.RVY3 * s.camber)
        D = D * np.cos(np.arctan(self.RVY4 * s.alpha))
        return Gx, Gy, D * np.sin(self.RVY5 * np.arctan(self.RVY6 * s.kappa)) * self.LVYKA

    def forces(self, s: State):
        """Fx, Fy and the part of Fy that pulls at the trail."""
        (Fx, Dx, Kx, SHx, SVx), (Fy, Dy, Ky, SHy, SVy, _) = self.pure_x(s), self.pure_y(s)
        if not self.ellipse:
            Gx, Gy, SV = self.weights(s)
            return Gx * Fx, Gy * Fy + SV, Gy * Fy
        kappa, side = s.kappa + SHx + SVx / Kx, np.sin(s.alpha + SHy + SVy / Ky)
        beta = np.arccos(np.abs(kappa) / np.hypot(kappa, side))
        actual_x, actual_y = np.abs(Fx - SVx) / s.load, np.abs(Fy - SVy) / s.load
        mu_x = 1 / np.hypot(1 / actual_x, np.tan(beta) * s.load / np.abs(Dy))
        mu_y = np.tan(beta) / np.hypot(s.load / np.abs(Dx), np.tan(beta) / actual_y)
        return mu_x / actual_x * Fx, mu_y / actual_y * Fy, mu_y / actual_y * Fy

    def aligning(self, s: State):
        """Mz [N m]."""
        d, R0, g = s.load / (self.LFZO * self.FNOMIN) - 1.0, self.UNLOADED_RADIUS, s.camber * self.LGAZ
        _, _, Kx, _, _ = self.pure_x(s)
        _, _, Ky, SHy, SVy, slope = self.pure_y(s)
        Fx, Fy, pulling = self.forces(s)
        B = (self.QBZ1 + self.QBZ2 * d + self.QBZ3 * d**2) * (1 + self.QBZ4 * g + self.QBZ5 * np.abs(g))
        B, C = B * self.LKY / self.LMUY, self.QCZ1
        D = s.load * (self.QDZ1 + self.QDZ2 * d) * (1 - self.PPZ1 * self.dp) * (1 + self.QDZ3 * g + self.QDZ4 * g**2)
        D = D * R0 / self.FNOMIN * self.LTR
        x = s.alpha + self.QHZ1 + self.QHZ2 * d + (self.QHZ3 + self.QHZ4 * d) * g
        E = 1 + (self.QEZ4 + self.QEZ5 * g) * 2 / np.pi * np.arctan(B * C * x)
        E = (self.QEZ1 + self.QEZ2 * d + self.QEZ3 * d**2) * E
        equal = np.arctan(np.sqrt(np.tan(x) ** 2 + (Kx / Ky * s.kappa) ** 2)) * np.sign(x)
        trail = cosine(B, C, D, E, equal) * np.cos(s.alpha)
        Dr = (self.QDZ6 + self.QDZ7 * d) * self.LRES + (self.QDZ8 + self.QDZ9 * d) * (
            1 + self.PPZ2 * self.dp
        ) * g * self.LKZC
        Dr = Dr + (self.QDZ10 + self.QDZ11 * d) * np.abs(g) * g * self.LKZC
        xr = s.alpha + SHy + SVy / Ky
        equal = np.arctan(np.sqrt(np.tan(xr) ** 2 + (Kx / Ky * s.kappa) ** 2))
        Br = self.QBZ9 * self.LKY / self.LMUY + self.QBZ10 * slope
        rest = s.load * Dr * R0 * self.LMUY * np.cos(np.arctan(Br * equal)) * np.cos(s.alpha)
        lever = R0 * (self.SSZ1 + self.SSZ2 * Fy / self.FNOMIN + (self.SSZ3 + self.SSZ4 * d) * s.camber) * self.LS
        return -trail * pulling + rest + lever * Fx

    def overturning(self, s: State):
        """Mx [N m]: with PAC2002's terms of load and deflection."""
        Fy = self.forces(s)[1]
        load, side = s.load / self.FNOMIN, Fy / self.FNOMIN
        lean = self.QSX3 * side - self.QSX2 * s.camber * (1 + self.PPMX1 * self.dp)
        bump = np.sin(self.QSX7 * s.camber + self.QSX8 * np.arctan(self.QSX9 * side))
        lean = lean + self.QSX4 * np.cos(self.QSX5 * np.arctan((self.QSX6 * load) ** 2)) * bump
        lean = lean + self.QSX10 * np.arctan(self.QSX11 * load) * s.camber
        return self.UNLOADED_RADIUS * s.load * (self.QSX1 * self.LVMX + lean * self.LMX)

    def rolling(self, s: State):
        """My [N m] about the axis to the left."""
        v, Fx = s.speed / self.LONGVL, self.forces(s)[0]
        parts = self.QSY1 + self.QSY2 * Fx / self.FNOMIN + self.QSY3 * abs(v) + self.QSY4 * v**4
        return -self.UNLOADED_RADIUS * s.load * parts * self.LMY
