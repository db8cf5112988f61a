"""Grounds, tires and the 6×6: against exact surfaces, another code's tire, a standard's spectrum, and each other."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from jounce.engine import terrain
from jounce.engine.assembly.world_states import to_world
from jounce.engine.compiler import entry
from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis.start import start_state
from jounce.engine.formulations.world_frame import system as cartesian_system
from jounce.engine.laws.ground import ask
from jounce.engine.laws.tires.pacejka import pacejka_sweep
from jounce.engine.laws.tires.pacejka_vertical import effective_rolling_radius, elastic_force
from jounce.engine.simulate import Chord, RungeKutta4, Trajectory, simulate
from jounce.engine.simulate.energy import bookkeeping
from jounce.engine.simulate.place import place
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.lab.runs.run import run
from jounce.model import tire_files as tir
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Constant, Table, replace
from jounce.model.vehicle import Brake, to_mechanism
from validation.comparison import Comparison, of_peak, relative

GROUP = "Grounds, tires and the 6×6 rover"
TIRES = Path(__file__).parents[2] / "tests" / "data" / "tires"
MFEVAL = "MFeval (MATLAB), as printed in the report of MFeval_julia"
SPIN, STIFFNESS = 43.059174362531117, 303829.29236706713
"""Of the MF 6.1 file rolling freely at its nominal load, speed and pressure: ω [rad/s] and Fz / ρ [N/m]."""


def comparisons() -> list[Comparison]:
    """All comparisons of this case."""
    return [*_patches(), *_spectrum(), *_nominal_tire(), *_parking(), _steered_at_standstill(), *_drive()]


def _patches() -> list[Comparison]:
    """Planes and saddles are what the default twist must reproduce."""
    x, y = np.arange(30) * 0.75, np.cumsum(np.linspace(0.3, 0.9, 25))
    rng = np.random.default_rng(4)
    at = rng.uniform(x[0], x[-1], 2000), rng.uniform(y[0], y[-1], 2000)
    found = []
    for name, z in (
        ("tilted plane", lambda x, y: 0.3 + 0.21 * x - 0.12 * y),
        ("bilinear saddle", lambda x, y: 0.05 * x * y - 0.2 * x),
    ):
        grid = terrain.ferguson(z(x[:, None], y[None, :]), x=x, y=y)
        found.append(
            Comparison(
                group=GROUP,
                name=f"Ferguson patches, {name}",
                quantity="height at 2000 points, irregular spacing",
                reference="exact",
                error=float(np.abs(ask(grid, *at).height - z(*at)).max()),
                allowed=1e-12,
                kind="m",
            )
        )
    return found


def _spectrum() -> list[Comparison]:
    """Twelve roads of class C in octaves of spatial frequency, as the standard's straight line has them."""
    runs = [terrain.iso8608("C", length=2000.0, seed=seed, taper=0.0) for seed in range(12)]
    n = np.fft.rfftfreq(runs[0].left.size, runs[0].spacing)
    power = np.mean([np.abs(np.fft.rfft(z)) ** 2 for run in runs for z in (run.left, run.right)], axis=0)
    density = 2.0 * power * runs[0].spacing / runs[0].left.size
    worst = 0.0
    for low in 0.022 * 2.0 ** np.arange(7):
        band = (n >= low) & (n < 2.0 * low) & (n < 2.8)
        line = 256e-6 * (n[band] / 0.1) ** -2.0
        worst = max(worst, abs(math.log(np.mean(density[band] / line))))
    return [
        Comparison(
            group=GROUP,
            name="ISO 8608, class C",
            quantity="PSD of 24 tracks of 2 km in octaves from 0.022 to 2.8 1/m, logarithm of the ratio",
            reference="256e-6 m³ (n / 0.1 1/m)⁻²",
            error=worst,
            allowed=0.15,
            kind="ln",
        )
    ]


@entry
def _at_nominal(c, load, spin, fx, fy):  # type: ignore[no-untyped-def]
    """Effective radius, and the deflection that carries the load beside forces that tell how the carcass gives."""
    low, high = 0.0, 0.1
    for _ in range(100):
        middle = 0.5 * (low + high)
        if elastic_force(c, middle, spin, fx, fy, 0.0)[0] < load:
            low = middle
        else:
            high = middle
    return effective_rolling_radius(c, load, spin), low


def _nominal_tire() -> list[Comparison]:
    file = tir.read(TIRES / "MagicFormula61_Parameters.tir")
    coefficients, load = tir.coefficients(file), file.values["FNOMIN"]
    forces = np.zeros((1, 5))
    pacejka_sweep(coefficients, np.array([[load, 0.0, 0.0, 0.0, 16.6, 1.0]]), forces)
    radius, deflection = _at_nominal(coefficients, load, SPIN, forces[0, 0], forces[0, 1])
    common = {"group": GROUP, "name": "MF 6.1 file rolling freely at nominal load and speed", "reference": MFEVAL}
    spin, stiffness = file.values["LONGVL"] / radius, file.values["FNOMIN"] / deflection
    return [
        Comparison(**common, quantity="spin (effective radius)", error=relative(spin, SPIN), allowed=1e-9),
        Comparison(
            **common,
            quantity="load over deflection, softened by Fx and Fy at zero slip",
            error=relative(stiffness, STIFFNESS),
            allowed=1e-9,
        ),
    ]


def _parking() -> list[Comparison]:
    car = load_vehicle("dw18")
    found = []
    for name in ("HMMWV_Pac02Tire.tir", "Sedan_Pac02Tire.tir", "MagicFormula61_Parameters.tir"):
        law = {"file": str(TIRES / name)}
        parked = replace(car, axles=tuple(replace(axle, tire=law, brake=Brake(), drive=None) for axle in car.axles))
        torques = {corner.brake_torque: Constant(value=2000.0) for corner in car.corners}
        slope = terrain.plane(grade=0.15)
        system = synthesis.build(to_mechanism(parked), inputs=torques, ground=slope)
        run = simulate(system, place(system, start_state(system), 0.0, 0.0), end=65.0, sample=0.05, integrator=Chord())
        rest = run.position("chassis")[run.time >= 5.0]
        found.append(
            Comparison(
                group=GROUP,
                name=f"dw18 on {name} parked on 15 %",
                quantity="creep in 60 s, brakes on, after 5 s of settling",
                reference="it stands",
                error=float(np.abs(rest - rest[0]).max()),
                allowed=1e-3,
                kind="m",
            )
        )
    return found


def _steered_at_standstill() -> Comparison:
    """The rack is moved by 20 mm in a second and held: the torque of the tires should stay, and the rack stand."""
    car, law = load_vehicle("sedan"), {"file": str(TIRES / "Sedan_Pac02Tire.tir")}
    parked = replace(car, axles=tuple(replace(axle, tire=law) for axle in car.axles))
    rack = Table(times=(0.0, 1.0, 2.0, 60.0), values=(0.0, 0.0, 0.02, 0.02), interpolation="linear")
    found = run(Maneuver(name="parking", about="", speed=0.0, inputs={"rack_travel": rack}, end=7.0), vehicle=parked)
    travel, torque = found["rack.travel"].values, found["tire.fl.aligning_moment"].values
    stopped, later = (int(np.argmin(np.abs(found.time - t))) for t in (2.0, 7.0))
    note = (
        f"torque of a front tire {torque[stopped]:.0f} N m, then {torque[later]:.1f} N m: it resists, but does not hold"
    )
    return Comparison(
        group=GROUP,
        name="sedan on Sedan_Pac02Tire.tir, steered at standstill",
        quantity="travel of the rack in the 5 s after the steering stops",
        reference="it stands",
        error=float(abs(travel[later] - travel[stopped])),
        allowed=2e-3,
        kind="m",
        note=note,
    )


def _drive() -> list[Comparison]:
    """The rover over two bumps and through a turn, on both formulations."""
    mechanism = to_mechanism(load_vehicle("rover6"))
    ground = terrain.generate(seed=1, bumps=terrain.BUMPS).ground(friction=0.8)
    times = (0.5, 1.5, 5.0, 6.0, 8.0)
    inputs = {
        "speed_left": Table(times=times, values=(0.0, 4.0, 4.0, 1.5, 1.5), interpolation="linear"),
        "speed_right": Table(times=times, values=(0.0, 4.0, 4.0, 3.5, 3.5), interpolation="linear"),
    }
    system = synthesis.build(mechanism, inputs=inputs, ground=ground)
    world = cartesian_system.build(mechanism, inputs=inputs, ground=ground)
    start = place(system, start_state(system), 8.0, 0.0)
    method, end = RungeKutta4(step=1e-3), 8.0
    ours = simulate(system, start, end=end, integrator=method, sample=2e-3)
    theirs = simulate(world, to_world(system, start)[0], end=end, integrator=method, sample=2e-3)

    def compared(what: str, of: list[np.ndarray]) -> Comparison:
        return Comparison(
            group=GROUP,
            name="rover6 over bumps and through a skid turn, 8 s",
            quantity=what,
            reference="world frame, same steps",
            error=of_peak(*of),
            allowed=1e-5,
            kind="of peak",
        )

    def rolls(run: Trajectory) -> np.ndarray:
        return run.angular_velocity("chassis")[:, 0]

    energy = bookkeeping(ours)
    balance = Comparison(
        group=GROUP,
        name="rover6 over bumps and through a skid turn, 8 s",
        quantity="work of the drives = change of energy + dampers + tires",
        reference="balance of energy",
        error=float(np.abs(energy.residual).max() / energy.drive[-1]),
        allowed=1e-2,
        kind="of the drives' work",
    )
    runs = (ours, theirs)
    return [
        compared("position of the chassis", [run.position("chassis") for run in runs]),
        compared("roll rate of the chassis", [rolls(run) for run in runs]),
        compared("wheel loads", [run.observation.tire["fz"] for run in runs]),
        balance,
    ]
