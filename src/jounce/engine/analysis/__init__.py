"""Questions to a mechanism at one instant: does it close, how can it move, where does it rest, how does it sway?"""

from jounce.engine.analysis.assembly import assemble
from jounce.engine.analysis.chart import Output
from jounce.engine.analysis.equilibrium import Equilibrium, settle
from jounce.engine.analysis.freedom import Freedom, degrees_of_freedom
from jounce.engine.analysis.inverse_dynamics import InverseDynamics, inverse_dynamics
from jounce.engine.analysis.linearise import Linearisation, Mode, linearise
from jounce.engine.analysis.rolling_equilibrium import settle_rolling

__all__ = [
    "Equilibrium",
    "Freedom",
    "InverseDynamics",
    "Linearisation",
    "Mode",
    "Output",
    "assemble",
    "degrees_of_freedom",
    "inverse_dynamics",
    "linearise",
    "settle",
    "settle_rolling",
]
