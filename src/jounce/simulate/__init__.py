"""Time: from a consistent start to a recorded trajectory, or to an error a person understands."""

from jounce.simulate.controller import Controller
from jounce.simulate.events import Event, EventHit, coordinate_event, position_event
from jounce.simulate.many import Many, simulate_many
from jounce.simulate.options import (
    AdamsBashforth2,
    AdamsBashforthMoulton,
    Chord,
    DormandPrince,
    Integrator,
    Midpoint,
    Rosenbrock,
    RungeKutta4,
    SemiImplicitEuler,
)
from jounce.simulate.run import simulate
from jounce.simulate.trajectory import StepLog, Trajectory
from jounce.simulate.warmup import warmup

__all__ = [
    "AdamsBashforth2",
    "AdamsBashforthMoulton",
    "Chord",
    "Controller",
    "DormandPrince",
    "Event",
    "EventHit",
    "Integrator",
    "Many",
    "Midpoint",
    "Rosenbrock",
    "RungeKutta4",
    "SemiImplicitEuler",
    "StepLog",
    "Trajectory",
    "coordinate_event",
    "position_event",
    "simulate",
    "simulate_many",
    "warmup",
]
