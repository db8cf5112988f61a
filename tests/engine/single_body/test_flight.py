"""In the air a car is a free rigid body: parabola, drag, torque-free top."""

import itertools
import math

import numpy as np
import pytest

from jounce.engine.single_body import Fleet
from jounce.schema.frozen import replace
from tests.engine.single_body.cars import FREE, G


@pytest.mark.parametrize("law", ["smooth", "printed"])
def test_free_fall_is_the_parabola_of_the_steps(law):
    """Velocities first: after n steps z = z₀ + v n h − ½ g h² n (n + 1), which is the parabola to first order."""
    fleet = Fleet(replace(FREE, law=law))
    fleet.set_state(0, (1.0, 2.0, 50.0), velocity=(3.0, -1.0, 4.0))
    fleet.advance(steps=1000)
    body, h, n = fleet.bodies[0], 1e-3, 1000
    assert body["position"] == pytest.approx([4.0, 1.0, 54.0 - 0.5 * G * h * h * n * (n + 1)], abs=1e-10)
    assert body["velocity"] == pytest.approx([3.0, -1.0, 4.0 - G], abs=1e-11)
    assert body["position"][2] == pytest.approx(54.0 - 0.5 * G, abs=0.51 * G * h)


def test_drag_alone_slows_as_the_closed_form_says():
    """v = v₀ / (1 + K v₀ t / m) without gravity; explicit Euler is off by ½ h K v₀ / m of it and less."""
    fleet = Fleet(replace(FREE, drag_area=0.66), gravity=0.0)
    fleet.set_state(0, (0.0, 0.0, 50.0), velocity=(0.0, 40.0, 0.0))
    fleet.advance(20.0)
    rate = 0.5 * 1.2 * 0.66 * 40.0 / 1200.0
    assert fleet.bodies["velocity"][0, 1] == pytest.approx(40.0 / (1.0 + rate * 20.0), rel=rate * 1e-3)


def test_angular_momentum_is_kept_and_the_top_tumbles():
    """About the middle axis: unstable, so that it turns over; momentum to rounding, energy to second order."""
    fleet = Fleet(FREE, gravity=0.0)
    spin = np.array([1e-3, 5.0, 0.0])
    fleet.set_state(0, (0.0, 0.0, 50.0), spin=spin)
    before = momentum(fleet)
    energy = fleet.energies().kinetic[0]
    least = 5.0
    for _ in range(40):
        fleet.advance(0.25)
        least = min(least, fleet.bodies["spin"][0, 1])
        assert momentum(fleet) == pytest.approx(before, abs=1e-9 * np.linalg.norm(before))
    assert least < -4.5
    assert fleet.energies().kinetic[0] == pytest.approx(energy, rel=1e-4)


def momentum(fleet):
    from jounce.engine.linalg.quaternion import rotate

    body = fleet.bodies[0]
    return np.array(rotate(tuple(body["rotation"]), tuple(np.array(FREE.inertia) * body["spin"])))


def test_the_step_is_of_first_order():
    """A car that swings on its springs and turns: differences to a finer step halve with the step."""
    found = []
    for h in (2e-3, 1e-3, 5e-4, 2.5e-4):
        fleet = Fleet(FREE, step=h)
        fleet.place(speed=15.0, above=-0.02)
        fleet.drive(steer=0.05, throttle=0.1)
        fleet.advance(1.0)
        found.append(np.concatenate([fleet.bodies["position"][0], fleet.bodies["velocity"][0]]))
    differences = [np.linalg.norm(a - b) for a, b in itertools.pairwise(found)]
    orders = [math.log2(a / b) for a, b in itertools.pairwise(differences)]
    assert orders == pytest.approx([1.0, 1.0], abs=0.25)
