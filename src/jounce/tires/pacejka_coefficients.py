"""Where each number of a Magic Formula tire (PAC2002, MF 5.2, 6.1, 6.2) stands in its flat vector of coefficients.

Names are those of `.tir` files; the ones of the first group are made by `jounce.tir.coefficients`:

    MODERN          1 for MF 6.x, else 0
    COSINE          1 for the published combined slip, 0 for the friction ellipse
    SIDE            +1 as measured, −1 mirrored
    AXES            +1 for ISO signs, −1 for adapted SAE
    LOAD_LIMIT      [N] and CAMBER_LIMIT [rad]: range of the fit
    TRAIL_LOAD      [N] that the trail refers to: F'z0 in MF 6.x, Fz0 before
    DPI             relative change of pressure (p − p₀)/p₀
    RELAXATION      1 from PTX and PTY, 0 from stiffnesses of the carcass
    CURVE_POINTS    of the deflection curve, 0 without one
    BOTTOM_AT       [m] deflection at which the rim is met

Every name is also a constant of this module: `PCX1` is the place of PCX1.
"""

GROUPS = {
    "made": "MODERN COSINE SIDE AXES LOAD_LIMIT CAMBER_LIMIT TRAIL_LOAD DPI RELAXATION CURVE_POINTS BOTTOM_AT",
    "nominal": "UNLOADED_RADIUS FNOMIN LONGVL VERTICAL_STIFFNESS VERTICAL_DAMPING",
    "scaling": "LFZO LCX LMUX LEX LKX LHX LVX LGAX LCY LMUY LEY LKY LHY LVY LGAY LTR LRES LGAZ LXAL LYKA LVYKA LS "
    "LKYC LKZC LMX LVMX LMY LSGKP LSGAL LCZ",
    "longitudinal": "PCX1 PDX1 PDX2 PDX3 PEX1 PEX2 PEX3 PEX4 PKX1 PKX2 PKX3 PHX1 PHX2 PVX1 PVX2 PPX1 PPX2 PPX3 PPX4 "
    "RBX1 RBX2 RBX3 RCX1 REX1 REX2 RHX1",
    "lateral": "PCY1 PDY1 PDY2 PDY3 PEY1 PEY2 PEY3 PEY4 PEY5 PKY1 PKY2 PKY3 PKY4 PKY5 PKY6 PKY7 PHY1 PHY2 PHY3 "
    "PVY1 PVY2 PVY3 PVY4 PPY1 PPY2 PPY3 PPY4 PPY5 "
    "RBY1 RBY2 RBY3 RBY4 RCY1 REY1 REY2 RHY1 RHY2 RVY1 RVY2 RVY3 RVY4 RVY5 RVY6",
    "aligning": "QBZ1 QBZ2 QBZ3 QBZ4 QBZ5 QBZ6 QBZ9 QBZ10 QCZ1 QDZ1 QDZ2 QDZ3 QDZ4 QDZ6 QDZ7 QDZ8 QDZ9 QDZ10 QDZ11 "
    "QEZ1 QEZ2 QEZ3 QEZ4 QEZ5 QHZ1 QHZ2 QHZ3 QHZ4 PPZ1 PPZ2 SSZ1 SSZ2 SSZ3 SSZ4",
    "overturning": "QSX1 QSX2 QSX3 QSX4 QSX5 QSX6 QSX7 QSX8 QSX9 QSX10 QSX11 QSX12 QSX13 QSX14 PPMX1",
    "rolling": "QSY1 QSY2 QSY3 QSY4 QSY5 QSY6 QSY7 QSY8",
    "vertical": "BREFF DREFF FREFF Q_RE0 Q_V1 Q_V2 Q_FZ1 Q_FZ2 Q_FCX Q_FCY PFZ1 BOTTOM_STIFF",
    "relaxation": "PTX1 PTX2 PTX3 PTY1 PTY2 LONGITUDINAL_STIFFNESS LATERAL_STIFFNESS "
    "PCFX1 PCFX2 PCFX3 PCFY1 PCFY2 PCFY3",
}
NAMES = tuple(name for group in GROUPS.values() for name in group.split())
CURVE = len(NAMES)
"""Where the deflection curve begins: CURVE_SIZE deflections [m], as many forces [N], as many slopes [N/m]."""
CURVE_SIZE = 16
SIZE = CURVE + 3 * CURVE_SIZE
"""Length of the vector."""
globals().update({name: place for place, name in enumerate(NAMES)})
