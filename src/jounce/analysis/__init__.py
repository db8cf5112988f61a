"""Questions to a mechanism at one instant: does it close, how can it move, where does it rest, how does it sway?"""

from jounce.analysis.assembly import assemble
from jounce.analysis.freedom import Freedom, degrees_of_freedom

__all__ = [
    "Equilibrium",
    "Freedom",
    "InverseDynamics",
    "Linearisation",
    "Mode",
    "Output",
    "assemble",
    "degrees_of_freedom",
    "settle",
]
