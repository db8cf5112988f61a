"""Time: from a consistent start to a recorded trajectory, or to an error a person understands."""

from jounce.simulate.options import DormandPrince, Integrator, RungeKutta4
from jounce.simulate.run import simulate
from jounce.simulate.trajectory import Trajectory
from jounce.simulate.warmup import warmup

__all__ = ["DormandPrince", "Integrator", "RungeKutta4", "Trajectory", "simulate", "warmup"]
