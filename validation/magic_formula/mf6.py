"""MF 6.1 and 6.2, evaluated a second time."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

import dataclasses

import numpy as np

from validation.magic_formula.state import Coefficients, State, cosine, sine


class Mf6(Coefficients):
    """MF 6.1 and 6.2: tan α and sin γ, friction that falls with sliding speed, trail of the upright wheel."""

    def friction(self, s: State):
        """λ*_μx, λ*_μy, λ'_μx and λ'_μy.  (4.E7), (4.E8)"""
        sliding = s.speed * np.hypot(s.kappa, np.tan(s.alpha))
        scales = [scale / (1 + self.LMUV * sliding / self.LONGVL) for scale in (self.LMUX, self.LMUY)]
        return *scales, *(10 * scale / (1 + 9 * scale) for scale in scales)

    def change(self, s: State):
        """Relative change of the load.  (4.E2)"""
        return (s.load - self.LFZO * self.FNOMIN) / (self.LFZO * self.FNOMIN)

    def pure_x(self, s: State):
        """Fx0 and K_xκ.  (4.E9)–(4.E18)"""
        d, dp = self.change(s), self.dp
        scale, _, shift, _ = self.friction(s)
        x = s.kappa + (self.PHX1 + self.PHX2 * d) * self.LHX
        mu = (self.PDX1 + self.PDX2 * d) * (1 + self.PPX3 * dp + self.PPX4 * dp**2)
        mu = mu * (1 - self.PDX3 * (s.camber * self.LGAX) ** 2) * scale
        C, D = self.PCX1 * self.LCX, mu * s.load * self.zeta(s, 1)
        E = (self.PEX1 + self.PEX2 * d + self.PEX3 * d**2) * (1 - self.PEX4 * np.sign(x)) * self.LEX
        K = s.load * (self.PKX1 + self.PKX2 * d) * np.exp(self.PKX3 * d)
        K = K * (1 + self.PPX1 * dp + self.PPX2 * dp**2) * self.LKX
        SV = s.load * (self.PVX1 + self.PVX2 * d) * self.LVX * shift * self.zeta(s, 1)
        return sine(K / (C * D), C, D, E, x) + SV, K

    def pure_y(self, s: State):
        """Fy0, D_y, K_yα, the shift S_Hy + S_Vy/K of the residual moment, and By Cy.  (4.E19)–(4.E30)"""
        d, dp, n = self.change(s), self.dp, self.LFZO * self.FNOMIN
        _, scale, _, shift = self.friction(s)
        g = np.sin(s.camber) * self.LGAY
        K = np.sin(self.PKY4 * np.arctan(s.load / n / ((self.PKY2 + self.PKY5 * g**2) * (1 + self.PPY2 * dp))))
        K = self.PKY1 * n * (1 + self.PPY1 * dp) * (1 - self.PKY3 * np.abs(g)) * K * self.LKY
        by_camber = s.load * (self.PKY6 + self.PKY7 * d) * (1 + self.PPY5 * dp) * self.LKYC
        SV_camber = s.load * (self.PVY3 + self.PVY4 * d) * g * self.LKYC * shift
        SV = s.load * (self.PVY1 + self.PVY2 * d) * self.LVY * shift + SV_camber
        SH = (self.PHY1 + self.PHY2 * d) * self.LHY + (by_camber * g - SV_camber) / K + self.turn_shift(s)
        K, SV = K * self.zeta(s, 3), SV * self.zeta(s, 2)
        mu = (self.PDY1 + self.PDY2 * d) * (1 + self.PPY3 * dp + self.PPY4 * dp**2) * (1 - self.PDY3 * g**2) * scale
        C, D, x = self.PCY1 * self.LCY, mu * s.load * self.zeta(s, 2), np.tan(s.alpha) + SH
        E = (self.PEY1 + self.PEY2 * d) * (1 + self.PEY5 * g**2 - (self.PEY3 + self.PEY4 * g) * np.sign(x)) * self.LEY
        return sine(K / (C * D), C, D, E, x) + SV, D, K, SH + SV / K, K / D

    def weights(self, s: State):
        """G_xα and G_yκ.  (4.E51)–(4.E55), (4.E59)–(4.E63)"""
        d, g2, a = self.change(s), np.sin(s.camber) ** 2, np.tan(s.alpha)
        B = (self.RBX1 + self.RBX3 * g2) * np.cos(np.arctan(self.RBX2 * s.kappa)) * self.LXAL
        C, E, SH = self.RCX1, self.REX1 + self.REX2 * d, self.RHX1
        Gx = cosine(B, C, 1.0, E, a + SH) / cosine(B, C, 1.0, E, SH)
        B = (self.RBY1 + self.RBY4 * g2) * np.cos(np.arctan(self.RBY2 * (a - self.RBY3))) * self.LYKA
        C, E, SH = self.RCY1, self.REY1 + self.REY2 * d, self.RHY1 + self.RHY2 * d
        return Gx, cosine(B, C, 1.0, E, s.kappa + SH) / cosine(B, C, 1.0, E, SH)

    def forces(self, s: State):
        """Fx, Fy, and the Fy of the upright wheel, which pulls at the trail.  (4.E50), (4.E58), (4.E74)"""
        d, g, a = self.change(s), np.sin(s.camber), np.tan(s.alpha)
        upright = dataclasses.replace(s, camber=0.0 * s.camber)
        Gx, Gy = self.weights(s)
        D = self.pure_y(s)[1] * (self.RVY1 + self.RVY2 * d + self.RVY3 * g) * np.cos(np.arctan(self.RVY4 * a))
        SV = D * np.sin(self.RVY5 * np.arctan(self.RVY6 * s.kappa)) * self.LVYKA
        pulling = self.weights(upright)[1] * self.pure_y(upright)[0]
        return Gx * self.pure_x(s)[0], Gy * self.pure_y(s)[0] + SV, pulling

    def aligning(self, s: State):
        """Mz [N m].  (4.E71)–(4.E78), (4.E31)–(4.E48)"""
        d, dp, n, R0 = self.change(s), self.dp, self.LFZO * self.FNOMIN, self.UNLOADED_RADIUS
        g, a = np.sin(s.camber) * self.LGAZ, np.tan(s.alpha)
        _, scale, _, _ = self.friction(s)
        Kx, (_, _, Ky, shift, slope) = self.pure_x(s)[1], self.pure_y(s)
        Fx, Fy, pulling = self.forces(s)
        along = (Kx / Ky * s.kappa) ** 2
        B = (self.QBZ1 + self.QBZ2 * d + self.QBZ3 * d**2) * self.LKY / scale
        B, C = B * (1 + self.QBZ4 * g + self.QBZ5 * np.abs(g) + self.QBZ6 * g**2), self.QCZ1
        D = s.load * R0 / n * (self.QDZ1 + self.QDZ2 * d) * (1 - self.PPZ1 * dp) * self.LTR
        D = D * (1 + self.QDZ3 * g + self.QDZ4 * g**2)
        x = a + self.QHZ1 + self.QHZ2 * d + (self.QHZ3 + self.QHZ4 * d) * g
        E = (self.QEZ1 + self.QEZ2 * d + self.QEZ3 * d**2) * (
            1 + (self.QEZ4 + self.QEZ5 * g) * 2 / np.pi * np.arctan(B * C * x)
        )
        trail = cosine(B, C, D, E, np.sqrt(x**2 + along) * np.sign(x)) * np.cos(s.alpha) * self.zeta(s, 5)
        by_camber = (self.QDZ8 + self.QDZ9 * d) * (1 + self.PPZ2 * dp) + (self.QDZ10 + self.QDZ11 * d) * np.abs(g)
        conicity = (self.QDZ6 + self.QDZ7 * d) * self.LRES * self.zeta(s, 2)
        Dr = s.load * R0 * (conicity + by_camber * g * self.LKZC) * scale
        Br = (self.QBZ9 * self.LKY / scale + self.QBZ10 * slope) * self.zeta(s, 6)
        angle = np.arctan(Br * np.sqrt((a + shift) ** 2 + along))
        rest = Dr * np.cos(angle) * np.cos(s.alpha) + self.turning(s, angle)
        lever = R0 * (self.SSZ1 + self.SSZ2 * Fy / n + (self.SSZ3 + self.SSZ4 * d) * np.sin(s.camber)) * self.LS
        return -trail * pulling + rest + lever * Fx

    def zeta(self, s: State, which: int):
        """Reductions by turn slip.  (4.E77)–(4.E79), (4.E91), (4.E92), (4.E105)"""
        d, r = self.change(s), self.UNLOADED_RADIUS * s.turn
        by_kappa = self.PDXP1 * (1 + self.PDXP2 * d) * np.cos(np.arctan(self.PDXP3 * s.kappa))
        by_alpha = self.PDYP1 * (1 + self.PDYP2 * d) * np.cos(np.arctan(self.PDYP3 * np.tan(s.alpha)))
        inner = {
            1: by_kappa * r,
            2: by_alpha * (np.abs(r) + self.PDYP4 * np.sqrt(np.abs(r))),
            3: self.PKYP1 * r**2,
            5: self.QDTP1 * r,
            6: self.QBRP1 * r,
        }
        return np.cos(np.arctan(inner[which]))

    def turn_shift(self, s: State):
        """S_Hyφ of turning without camber, which fades below 1 m/s.  (4.E80)–(4.E90)"""
        d, r, n = self.change(s), self.UNLOADED_RADIUS * s.turn, self.LFZO * self.FNOMIN
        by_camber = s.load * (self.PKY6 + self.PKY7 * d) * (1 + self.PPY5 * self.dp) * self.LKYC
        by_spin = by_camber / (1 - self.PECP1 * (1 + self.PECP2 * d))
        K = np.sin(self.PKY4 * np.arctan(s.load / n / (self.PKY2 * (1 + self.PPY2 * self.dp))))
        K = K * self.PKY1 * n * (1 + self.PPY1 * self.dp) * self.LKY
        C, D, E = self.PHYP1, self.PHYP2 + self.PHYP3 * d, self.PHYP4
        B = by_spin / (C * D * K)
        shift = D * np.sin(C * np.arctan(B * r - E * (B * r - np.arctan(B * r))))
        return shift * np.sign(s.speed) * s.speed**2 / (s.speed**2 + 1.0)

    def turning(self, s: State, angle):
        """Moment of turning without camber in combined slip.  (4.E93)–(4.E103)"""
        d, r, R0 = self.change(s), self.UNLOADED_RADIUS * s.turn, self.UNLOADED_RADIUS
        g = np.sin(s.camber)
        _, scale, _, _ = self.friction(s)
        mu = (self.PDY1 + self.PDY2 * d) * (1 + self.PPY3 * self.dp + self.PPY4 * self.dp**2) * scale
        mu = mu * (1 - self.PDY3 * (g * self.LGAY) ** 2)
        most = self.QCRP1 * mu * R0 * s.load * np.sqrt(s.load / (self.LFZO * self.FNOMIN)) * self.LMP
        C, E = self.QDRP1, self.QDRP2
        D = most / np.sin(np.pi / 2 * C)
        slope = s.load * R0 * (self.QDZ8 + self.QDZ9 * d + (self.QDZ10 + self.QDZ11 * d) * np.abs(g)) * self.LKZC
        B = slope / (C * D * (1 - self.PECP1 * (1 + self.PECP2 * d)))
        moment = D * np.sin(C * np.arctan(B * r - E * (B * r - np.arctan(B * r))))
        across = most * 2 / np.pi * np.arctan(self.QCRP2 * np.abs(r)) * self.weights(s)[1]
        share = np.divide(across, np.abs(moment), out=np.zeros_like(moment), where=moment != 0.0)
        return moment * np.cos(2 / np.pi * np.arccos(np.clip(share, 0.0, 0.999)) * angle)

    def overturning(self, s: State):
        """Mx [N m].  (4.E69)"""
        g, Fy, load = s.camber, self.forces(s)[1], s.load / self.FNOMIN
        side = Fy / self.FNOMIN
        inner = self.QSX1 * self.LVMX - self.QSX2 * g * (1 + self.PPMX1 * self.dp) + self.QSX3 * side
        inner = inner - self.QSX12 * g * np.abs(g) + self.QSX10 * np.arctan(self.QSX11 * load) * g
        turn = np.sin(self.QSX7 * g + self.QSX8 * np.arctan(self.QSX9 * side))
        inner = inner + self.QSX4 * np.cos(self.QSX5 * np.arctan((self.QSX6 * load) ** 2)) * turn
        outer = Fy * (self.QSX13 + self.QSX14 * np.abs(g))
        return self.UNLOADED_RADIUS * self.LMX * (s.load * inner + outer)

    def rolling(self, s: State):
        """My [N m] about the axis to the left; without QSY7 in proportion to the load, as before 6.x.  (A48)"""
        v, Fx, load = s.speed / self.LONGVL, self.forces(s)[0], s.load / self.FNOMIN
        parts = self.QSY1 + self.QSY2 * Fx / self.FNOMIN + self.QSY3 * abs(v) + self.QSY4 * v**4
        parts = parts + (self.QSY5 + self.QSY6 * load) * s.camber**2
        power = load ** (self.QSY7 or 1.0) * (1 + self.dp) ** self.QSY8
        return -self.UNLOADED_RADIUS * self.FNOMIN * parts * power * self.LMY
