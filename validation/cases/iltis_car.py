"""The Iltis as a vehicle of the library, driven as Robotran drove it: rest, linear coefficients, modes, steer and bump.

References are files of the public project ovankerm/IAVSD_ILTIS on GitHub (commit 18c4286) that Robotran wrote:
resultsR/2_Equilibrium_Report.txt, analyse_modale.txt, animationR/RampToSteer_20ms_q.anim and InPhaseCosine_5ms_q.anim.
The linear coefficients in its userfctR are those of the benchmark. As there, tires have no longitudinal force in these
comparisons; relaxation lengths of 5 mm stand for none.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from jounce.engine.assembly.pack import pack
from jounce.engine.laws.ground import Profile
from jounce.engine.laws.ground.axis import regular
from jounce.engine.laws.tires.steady import steady_forces
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.lab.results import Result
from jounce.lab.runs.run import run
from jounce.lab.simulation import Simulation
from jounce.model.library import load_vehicle
from jounce.model.mechanism import SpringDamper, Table
from jounce.model.vehicle import MechanismSuspension, Vehicle, to_mechanism
from validation.comparison import Comparison, relative

GROUP = "IAVSD benchmark: Iltis of the library, driven"
SPEED = 20.0
"""Of the steering and of the modes [m/s]."""
REST = {
    "chassis.position_z": ("height of the body", 0.562917, 4e-5, "m"),
    "chassis.pitch_angle": ("pitch angle", math.radians(0.1465), 2e-5, "rad"),
    "tire.fl.vertical_force": ("load of a front tire", 3831.31, 0.5, "N"),
    "tire.rl.vertical_force": ("load of a rear tire", 3591.91, 0.5, "N"),
    "spring.fl.force": ("force of a front shock absorber", 335.29, 0.5, "N"),
    "spring.rl.force": ("force of a rear shock absorber", 241.64, 0.5, "N"),
}
"""Channel → its name on the page, what Robotran found, largest difference allowed, unit. Robotran's tires have no side
force at rest, these have the camber thrust of 0.1°; and the rack weighs 10 g."""
LINEAR = {"fl": (41641.0, 6925.0, 0.06553, 24529.0), "rl": (40162.0, 6600.0, 0.06142, 36975.0)}
"""Cornering and camber stiffness [N/rad], pneumatic trail [m], stiffness of the shock absorber [N/m], at rest."""
ENDS = {"fl": "front", "rl": "rear"}
"""Axle of a wheel."""
TINY = 1e-9
"""A number that stands for zero, which would be another car to compiled code."""
MODES = {
    "pitch of the body": (complex(-4.094, 6.929), 0.06),
    "bounce of the body": (complex(-5.528, 7.509), 0.06),
    "wheel hop with roll": (complex(-26.46, 71.03), 0.05),
    "wheel hop with bounce": (complex(-29.53, 80.32), 0.01),
    "wheel hop with pitch": (complex(-29.28, 81.41), 0.01),
    "wheel hop with yaw": (complex(-29.34, 84.57), 0.01),
}
"""Robotran's eigenvalues [1/s] of the modes whose tires are vertical springs, and the differences allowed. The
imaginary part of pitch is misprinted as 69.29; its frequency, 1.102 Hz, and its damping ratio are not."""
LINEAR_DAMPING = 9945.627
"""Slope of the damper at rest [N s/m], which Robotran's modes have at any speed."""
STEER = {
    0.5: (9.99969, -0.0307759, 0.562730, 0.00295339, -0.00871388, -0.0134264),
    0.8: (15.9972, -0.143859, 0.562409, 0.00341175, -0.0152533, -0.0384704),
    1.5: (29.9583, -0.954062, 0.561987, 0.00474291, -0.0187172, -0.100771),
    4.99: (97.2288, -17.2614, 0.562026, 0.00989278, -0.0161299, -0.399765),
}
BUMP = {
    0.502: (2.44140, 0.0, 0.678386, -0.109483, 0.0, 0.0),
    1.207: (5.75842, 0.0, 0.603678, 0.0742038, 0.0, 0.0),
    1.717: (8.24933, 0.0, 0.561687, 0.00131891, 0.0, 0.0),
}
"""Time [s] → x, y, z [m] and angles about y, then x, then z [rad] of the body; nodes of the integrator's own steps."""


def benchmark_car() -> Vehicle:
    """The car without what the library assumes beside the benchmark: longitudinal force, relaxation, smoothing."""
    values: dict[str, float] = {"steering.actuation.smoothing": 0.0}
    for axle in ("front", "rear"):
        tire = f"axles.{axle}.tire"
        values |= {f"{tire}.slip_stiffness": 0.0, f"{tire}.relaxation.0": 0.005, f"{tire}.relaxation.1": 0.005}
    return load_vehicle("iltis").with_values(values)


def comparisons() -> list[Comparison]:
    """All comparisons of this case."""
    car = benchmark_car()
    sim = Simulation(car, speed=SPEED, initial="settled", record=False)
    rest = {name: float(sim[name]) for name in (*REST, "spring.fl.length", "spring.rl.length")}
    note = "Robotran leaves camber thrust out of the equilibrium"
    rows = [
        _row("static equilibrium", quantity, "Robotran", abs(rest[name] - known), allowed, kind=unit, note=note)
        for name, (quantity, known, allowed, unit) in REST.items()
    ]
    return [*rows, *_linear(car, rest), *_modes(sim, car), *_steer(car), *_bump(car)]


def _row(name: str, quantity: str, reference: str, error: float, allowed: float, **more: str) -> Comparison:
    return Comparison(
        group=GROUP, name=name, quantity=quantity, reference=reference, error=error, allowed=allowed, **more
    )


def _linear(car: Vehicle, rest: dict[str, float]) -> list[Comparison]:
    """Slopes of the tire law at the loads of rest, and of the shock absorbers at their lengths."""
    mechanism = to_mechanism(car)
    tires = dict(zip((tire.name for tire in mechanism.tires), pack(mechanism).arrays["tires"], strict=True))
    forces = {force.name: force for force in mechanism.forces}
    rows, small = [], 1e-6
    for wheel, (cornering, camber, trail, stiffness) in LINEAR.items():
        tire, load = tires[f"tire_{wheel}"], rest[f"tire.{wheel}.vertical_force"]
        across = steady_forces(tire, load, 0.0, math.tan(small), 0.0, SPEED, 1.0)
        lean = steady_forces(tire, load, 0.0, 0.0, small, SPEED, 1.0)
        spring = forces[f"spring_{wheel}"]
        assert isinstance(spring, SpringDamper)
        assert spring.polynomial is not None
        assert spring.free_length is not None
        k1, k2, k3 = spring.polynomial
        p = spring.free_length - rest[f"spring.{wheel}.length"]
        found = {
            "cornering stiffness": (-across[1] / small, cornering, 5e-4),
            "camber stiffness": (-lean[1] / small, camber, 5e-4),
            "pneumatic trail": (-across[2] / across[1], trail, 5e-4),
            "stiffness of the shock absorber": (k1 + 2.0 * k2 * p + 3.0 * k3 * p * p, stiffness, 5e-3),
        }
        rows += [
            _row("linear coefficients", f"{name}, {ENDS[wheel]}", "published", relative(float(value), known), allowed)
            for name, (value, known, allowed) in found.items()
        ]
    return rows


def _modes(sim: Simulation, car: Vehicle) -> list[Comparison]:
    """Eigenvalues at rest with shock absorbers as Robotran linearised them: of the published slope, but without their
    free lengths, so that they pull with 24,529 N/m times their whole length."""
    sim.step(1.0)
    for wheel, (*_, stiffness) in LINEAR.items():
        path = f"axles.{ENDS[wheel]}.suspension.spring"
        suspension = car.axle(ENDS[wheel]).suspension
        assert isinstance(suspension, MechanismSuspension)
        assert suspension.spring is not None
        curve = suspension.spring.damper_curve
        assert curve is not None
        numbers = {"spring_polynomial.0": stiffness, "free_length": TINY}
        numbers |= {"spring_polynomial.1": TINY, "spring_polynomial.2": TINY}
        numbers |= {f"damper_curve.y.{i}": LINEAR_DAMPING * speed for i, speed in enumerate(curve.x)}
        for name, value in numbers.items():
            sim.set(f"{path}.{name}", value)
    found = np.linalg.eigvals(sim.linearise(inputs=["rack_travel"], outputs=["chassis.yaw_rate"]).A)
    rows, note = [], "shock absorbers without free length in both, away from equilibrium"
    for what, (known, allowed) in MODES.items():
        error = float(np.min(np.abs(found - known))) / abs(known)
        quantity = f"{what}, {known.imag / math.tau:.2f} Hz"
        rows.append(_row("modes at 20 m/s", quantity, "Robotran", error, allowed, note=note))
    return rows


def _steer(car: Vehicle) -> list[Comparison]:
    """The rack moves by 2 mm in half a second: heading, roll and height on the way, and the circle at the end."""
    rack = Table(times=(0.0, 0.5, 60.0), values=(0.0, 2e-3, 2e-3), interpolation="linear")
    plan = Maneuver(name="ramp-to-step", about="", speed=SPEED, inputs={"rack_travel": rack}, end=5.0)
    found, known = _at(run(plan, vehicle=car), STEER), np.array([_with_iso_angles(*row) for row in STEER.values()])
    lag = "Robotran takes the slip of the wheel centre, jounce that of the contact point"
    apart = np.max(np.abs(found - known), axis=0)
    last = np.abs(found - known)[-1] / np.abs(known[-1])
    return [
        _row("rack ramp to 2 mm at 20 m/s", "yaw angle over 5 s", "Robotran", apart[5] / 0.4, 2e-3, kind="of peak"),
        _row("rack ramp to 2 mm at 20 m/s", "roll angle over 5 s", "Robotran", apart[4] / 0.019, 2e-2, kind="of peak",
             note=lag),
        _row("rack ramp to 2 mm at 20 m/s", "height of the body over 5 s", "Robotran", apart[2], 1e-4, kind="m"),
        _row("rack ramp to 2 mm at 20 m/s", "lateral position over 5 s", "Robotran", apart[1] / 17.3, 2e-3,
             kind="of peak", note=lag),
        _row("rack ramp to 2 mm at 20 m/s", "roll angle at the end", "Robotran", last[4], 2e-3),
        _row("rack ramp to 2 mm at 20 m/s", "yaw angle at the end", "Robotran", last[5], 2e-3),
    ]  # fmt: skip


def _bump(car: Vehicle) -> list[Comparison]:
    """Both tracks rise by 0.2 m as a cosine over 5 m, at 5 m/s; the front wheels stand before it at the start."""
    x = np.arange(0.0, 40.0, 0.01)
    z = np.where((x > 0.97) & (x < 5.97), 0.1 * (1.0 - np.cos(math.tau * (x - 0.97) / 5.0)), 0.0)
    ground = Profile(np.column_stack([z, z]), regular(0.0, 0.01, len(x)), 0.6)
    plan = Maneuver(name="cosine-bump", about="", speed=5.0, ground=ground, end=2.0, sample=1e-3)
    found, known = _at(run(plan, vehicle=car), BUMP), np.array([_with_iso_angles(*row) for row in BUMP.values()])
    apart = np.max(np.abs(found - known), axis=0)
    note = "deflection on a slope: Robotran (R − h)/√(1 + slope²), jounce R − h/√(1 + slope²)"
    return [
        _row("cosine bump at 5 m/s", "height of the body", "Robotran", apart[2] / 0.2, 1e-2, kind="of the bump",
             note=note),
        _row("cosine bump at 5 m/s", "pitch angle", "Robotran", apart[3] / 0.11, 4e-2, kind="of peak", note=note),
    ]  # fmt: skip


def _at(result: Result, known: Mapping[float, tuple[float, ...]]) -> np.ndarray:
    """x, y, z [m] and pitch, roll, yaw [rad] of the body at the times of a reference."""
    names = ("position_x", "position_y", "position_z", "pitch_angle", "roll_angle", "yaw_angle")
    samples = [int(np.argmin(np.abs(result.time - t))) for t in known]
    return np.column_stack([result[f"chassis.{name}"].values[samples] for name in names])


def _with_iso_angles(x: float, y: float, z: float, a: float, b: float, c: float) -> tuple[float, ...]:
    """Position, and pitch, roll, yaw of ISO 8855, of a body turned by a about y, then b about its x, then c about its
    z."""
    (ca, sa), (cb, sb), (cc, sc) = ((math.cos(angle), math.sin(angle)) for angle in (a, b, c))
    forward = np.array([ca * cc + sa * sb * sc, cb * sc, -sa * cc + ca * sb * sc])
    return x, y, z, -math.asin(forward[2]), math.atan2(ca * sb * cc + sa * sc, ca * cb), math.atan2(*forward[1::-1])
