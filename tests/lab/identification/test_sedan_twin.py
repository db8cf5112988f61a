"""A disturbed sedan, found again from noisy records: masses, inertias, bars, dampers, tires, steering ratio, delay."""

import dataclasses

import numpy as np
import pytest

import jounce
from tests.lab.identification.twins import NOISE, disturbed, noisy

TRUTH = {
    "vehicle.chassis.mass": 1.06,
    "vehicle.chassis.inertia.2": 0.9,
    "vehicle.axles.front.tire.lateral.b": 0.92,
    "vehicle.axles.rear.tire.lateral.b": 1.08,
    "vehicle.axles.front.anti_roll_bar.stiffness": 1.2,
    "vehicle.axles.front.suspension.spring.damper_scale": 0.8,
    "vehicle.steering.travel_per_turn": 1.04,
}
DELAY = 0.04


@pytest.mark.slow
def test_the_sedan_is_found_again_within_its_intervals(tmp_path):
    library = jounce.load_vehicle("sedan")
    car = disturbed(library, TRUTH)
    plans = [
        jounce.maneuver("step-steer", after="2 s"),
        jounce.maneuver("sine-sweep", sweep_time="8 s", amplitude="25 deg", last_frequency="3 Hz"),
        jounce.maneuver("sine", frequency="0.7 Hz"),
    ]
    records = []
    for seed, plan in enumerate(plans):
        result = noisy(jounce.run(plan, vehicle=car), seed)
        angle = result["input.steering_wheel_angle"]
        early = np.interp(result.time + DELAY, result.time, angle.values)
        channels = [dataclasses.replace(c, values=early) if c is angle else c for c in result.channels]
        records.append(dataclasses.replace(result, channels=tuple(channels)))
    shares = {path: {"factor": True, "from": 0.6, "to": 1.6} for path in TRUTH}
    shares["vehicle.chassis.inertia.2"] = {"factor": True, "from": 0.8, "to": 1.1}  # beyond there is no such body
    found = jounce.identify(
        vehicle=library,
        records=[*records[:2], {"file": records[2], "hold_out": True}],
        channels=NOISE,
        parameters={**shares, "inputs.steering_wheel_angle.delay": ("0 s", "0.15 s")},
    )
    assert found.status == "converged"
    assert set(found.jacobian.values()) == {"exact"}
    truth = {**TRUTH, "inputs.steering_wheel_angle.delay": DELAY}
    errors = np.array([(found.values[name] - true) / found[name].std for name, true in truth.items()])
    for name, true in truth.items():
        print(f"{name}: {found.values[name]:.4f} ± {found[name].std:.4f}, true {true}")
    assert np.all(np.abs(errors) < 3.0)  # 99.7 % each
    assert np.sum(np.abs(errors) < 1.96) >= 6  # 95 % each: fewer than six of eight in one of 170 experiments
    assert found.knowledge.error == pytest.approx(1.0, abs=0.05)
    for one in found.comparisons:
        if one.held_out:
            assert one.rms == pytest.approx(NOISE[one.channel], rel=0.15)
    found.report(tmp_path / "identify.html")
    assert "What the records do not identify" in (tmp_path / "identify.html").read_text(encoding="utf-8")
