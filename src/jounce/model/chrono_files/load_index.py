"""Load index of a tire → the load that it may carry (ISO 4000-1, ETRTO)."""

from __future__ import annotations

FIRST_INDEX = 60
CAPACITIES = (
    *(250, 257, 265, 272, 280, 290, 300, 307, 315, 325),
    *(335, 345, 355, 365, 375, 387, 400, 412, 425, 437),
    *(450, 462, 475, 487, 500, 515, 530, 545, 560, 580),
    *(600, 615, 630, 650, 670, 690, 710, 730, 750, 775),
    *(800, 825, 850, 875, 900, 925, 950, 975, 1000, 1030),
    *(1060, 1090, 1120, 1150, 1180, 1215, 1250, 1285, 1320, 1360),
    *(1400, 1450, 1500, 1550, 1600, 1650, 1700, 1750, 1800, 1850),
    *(1900, 1950, 2000, 2060, 2120, 2180, 2240, 2300, 2360, 2430),
    *(2500, 2575, 2650, 2725, 2800, 2900, 3000, 3075, 3150, 3250),
    *(3350, 3450, 3550, 3650, 3750, 3875, 4000, 4125, 4250, 4375),
    *(4500, 4625, 4750, 4875, 5000, 5150, 5300, 5450, 5600, 5800),
    *(6000, 6150, 6300, 6500, 6700, 6900, 7100, 7300, 7500, 7750),
)
"""Loads [kg] of the indices from `FIRST_INDEX` on."""
GRAVITY = 9.81
"""With which Chrono makes forces of these loads [m/s²]."""


def load_of_index(index: float) -> float | None:
    """Load [N] of an index; None for one that is not in the table."""
    place = int(index) - FIRST_INDEX
    return GRAVITY * CAPACITIES[place] if index == int(index) and 0 <= place < len(CAPACITIES) else None
