"""Time: from a consistent start to a recorded trajectory, or to an error a person understands."""

from jounce.engine.integrators.catalogue.adaptive import AdamsBashforthMoulton, DormandPrince
from jounce.engine.integrators.catalogue.auto import Auto
from jounce.engine.integrators.catalogue.explicit import AdamsBashforth2, Midpoint, RungeKutta4, SemiImplicitEuler
from jounce.engine.integrators.catalogue.implicit import Chord, Rosenbrock
from jounce.engine.integrators.catalogue.tangent import TangentSpace
from jounce.engine.integrators.integrator import Adaptive, FixedStep, Integrator
from jounce.engine.integrators.registry import make_integrator
from jounce.engine.simulate.controller import Controller
from jounce.engine.simulate.events import Event, EventHit, coordinate_event, position_event
from jounce.engine.simulate.many import Many, simulate_many
from jounce.engine.simulate.run import simulate
from jounce.engine.simulate.stepper import BatchStepper, LiveStepper, Stepper
from jounce.engine.simulate.trajectory import StepLog, Trajectory

__all__ = [
    "AdamsBashforth2",
    "AdamsBashforthMoulton",
    "Adaptive",
    "Auto",
    "BatchStepper",
    "Chord",
    "Controller",
    "DormandPrince",
    "Event",
    "EventHit",
    "FixedStep",
    "Integrator",
    "LiveStepper",
    "Many",
    "Midpoint",
    "Rosenbrock",
    "RungeKutta4",
    "SemiImplicitEuler",
    "StepLog",
    "Stepper",
    "TangentSpace",
    "Trajectory",
    "coordinate_event",
    "make_integrator",
    "position_event",
    "simulate",
    "simulate_many",
]
