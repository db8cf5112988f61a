"""Time: from a consistent start to a recorded trajectory, or to an error a person understands."""

from jounce.simulate.many import Many, simulate_many
from jounce.simulate.options import (
    AdamsBashforth2,
    Chord,
    DormandPrince,
    Integrator,
    Midpoint,
    Rosenbrock,
    RungeKutta4,
    SemiImplicitEuler,
)
from jounce.simulate.run import simulate
from jounce.simulate.trajectory import Trajectory
from jounce.simulate.warmup import warmup

__all__ = [
    "AdamsBashforth2",
    "Chord",
    "DormandPrince",
    "Integrator",
    "Many",
    "Midpoint",
    "Rosenbrock",
    "RungeKutta4",
    "SemiImplicitEuler",
    "Trajectory",
    "simulate",
    "simulate_many",
    "warmup",
]
