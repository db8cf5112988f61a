"""Kernels without branches: which records they serve, that they can be traced, and that they are the law."""

from __future__ import annotations

import numpy as np
import pytest

from jounce.engine.formulations.synthesis.traced import substitution_for
from jounce.engine.formulations.synthesis.traced_records import Records
from jounce.engine.laws.forces.laws import (
    LAWS,
    SCALAR_FORCE,
    WITHOUT_SIGNAL,
    field_names,
    follows_signal,
    kernel_of,
)
from jounce.engine.laws.forces.signal import put_signals
from jounce.engine.laws.forces.spring import stop_force
from jounce.engine.tracing import Tracer

LOOK_UPS = {
    "sprung_spring_force": ("spring_curve",),
    "damped_spring_force": ("damper_curve",),
    "tabulated_spring_force": ("spring_curve", "damper_curve"),
}
"""Tables in which variants look."""
VARIANTS = [(kind, force) for kind, law in LAWS.items() for force in law.variants]


def record(kind: int, **numbers: float) -> np.void:
    """A record whose whole numbers are −1 (nothing there), and whose other numbers are 1, but for these."""
    row = np.zeros(1, SCALAR_FORCE)
    for name in field_names(kind):
        row[name] = -1 if SCALAR_FORCE[name].kind == "i" else 1.0
    row["kind"] = kind
    for name, value in numbers.items():
        row[name] = value
    return row[0]


def by_name(name: str) -> int:
    return next(kind for kind, law in LAWS.items() if law.name == name)


@pytest.mark.parametrize(
    ("name", "numbers", "expected"),
    [
        ("spring", {}, "plain_spring_force"),
        ("spring", {"actuator": 0}, "actuated_spring_force"),
        ("spring", {"spring_table": 0}, "sprung_spring_force"),
        ("spring", {"damper_table": 4}, "damped_spring_force"),
        ("spring", {"spring_table": 0, "damper_table": 4}, "tabulated_spring_force"),
        ("spring", {"damper_table": 4, "actuator": 0}, "spring_force"),
        ("brake", {"torque": 0}, "creeping_brake_torque"),
        ("brake", {"torque": 0, "state": 2}, "holding_brake_torque"),
        ("brake", {"heard": 1}, "pressed_creeping_brake_torque"),
        ("brake", {"state": 2, "heard": 1}, "pressed_holding_brake_torque"),
        ("brake pressure", {"pressure": 0}, "cold_pressure_rate"),
        ("brake pressure", {"pressure": 0, "friction_table": 3}, "pressure_rate"),
        ("brake disc", {}, "disc_heating"),
        ("motor", {"throttle": 0}, "motor_torque"),
        ("torque converter", {}, "converter_torque"),
        ("clutch", {"engagement": 0}, "plain_clutch_torque"),
        ("clutch", {"engagement": 0, "gear": 1}, "shifted_clutch_torque"),
        ("servo", {"target": 0}, "servo_force"),
        ("speed control", {"target": 0}, "speed_control_force"),
        ("engine", {"throttle": 0}, "engine_torque"),
    ],
)
def test_a_record_has_the_kernel_of_its_features(name, numbers, expected):
    found = record(by_name(name), **numbers)
    assert kernel_of(found).__name__ == expected
    called = expected in ("spring_force", "engine_torque", "pressure_rate", "motor_torque", "converter_torque")
    assert follows_signal(found) == (not called and expected not in [kernel.__name__ for kernel in WITHOUT_SIGNAL])


@pytest.mark.parametrize(("kind", "force"), VARIANTS, ids=[force.__name__ for _, force in VARIANTS])
def test_variants_are_traced_without_a_call(kind, force):
    """But for look-ups in tables."""
    tracer = Tracer(("W", "y", "scalar_forces"))
    tracer.record_rows("scalar_forces", SCALAR_FORCE.itemsize // 8)
    substitution = substitution_for(tracer)
    copy, put = substitution.copy(force), substitution.table[id(put_signals)]

    class Rows:
        def __getitem__(self, which):
            return which

    def main(t, W, y):
        put(W, 0, 3, None, None, t)
        y[0], y[1] = copy(Records(tracer, "scalar_forces")[0], Rows(), None, t, y[2], y[3], y[4], y[5])

    tracer.enter("main", main, (0.0, tracer.array("W"), tracer.array("y")))
    counted = tracer.program.count("main")
    looked_up = LOOK_UPS.get(force.__name__, ())
    assert tracer.program.outside == ["signals", *looked_up]
    assert counted["outside"] == 1 + len(looked_up)
    expected = dict.fromkeys((kernel.__name__ for kernel in WITHOUT_SIGNAL), 0) | {"shifted_clutch_torque": 2}
    assert counted["gather"] == expected.get(force.__name__, 1)


def test_stops_push_back_and_only_beyond_their_ends():
    for p, force in ((-0.1, 0.0), (0.0, 0.0), (0.1, 2.0 * 0.1 + 3.0 * 0.1**3), (-np.inf, 0.0)):
        assert stop_force(p, 2.0, 3.0) == pytest.approx(force, abs=1e-15)
    assert np.isnan(stop_force(np.nan, 2.0, 3.0))
