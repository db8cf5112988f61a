"""Where each number of a Magic Formula tire (PAC2002, MF 5.2, 6.1, 6.2) stands in its flat vector of coefficients.

Names are those of `.tir` files; the ones of the first group are made by `jounce.model.tire_files.coefficients`:

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
    ROLLING_POWER   of Fz/Fz0 in the rolling moment, beside the factor Fz
    TURN_SLIP       1 with coefficients of turn slip, else 0

Every name is also a constant of this module: `PCX1` is the place of PCX1.
"""

from jounce.model.tire_files.coefficient_names import CURVE, CURVE_SIZE, GROUPS, NAMES, SIZE

__all__ = ["CURVE", "CURVE_SIZE", "GROUPS", "NAMES", "SIZE"]

globals().update({name: place for place, name in enumerate(NAMES)})
