"""Any mechanism of rigid bodies: a bar on a hinge, against the closed form of the compound pendulum."""

import math

import plotly.graph_objects as go

from jounce.engine.analysis import assemble, linearise, settle
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.simulate import DormandPrince, simulate
from jounce.model.mechanism import parse_mechanism

TEXT = """
name: bar on a hinge
bodies:
  bar: {mass: 2 kg, inertia: [0.06, 0.06, 0.001], centre_of_mass: [0, 0, -300 mm]}
joints:
  hinge: {kind: revolute, body_b: bar, point: [0, 0, 0], axis: [0, 1, 0]}
"""

system = build(parse_mechanism(TEXT))
frequency = linearise(system, settle(system).state).modes()[0].frequency
closed = math.sqrt(2 * 9.81 * 0.3 / (0.06 + 2 * 0.3**2)) / math.tau
print(f"frequency {frequency:.6f} Hz, closed form {closed:.6f} Hz")
assert math.isclose(frequency, closed, rel_tol=1e-6)

run = simulate(system, assemble(system, hold={"hinge": 2.5}), end=4.0, integrator=DormandPrince())
height, speed, spin = run.position("bar")[:, 2], run.velocity("bar"), run.angular_velocity("bar")[:, 1]
energy = 2 * 9.81 * height + (speed**2).sum(axis=1) + 0.5 * 0.06 * spin**2
print(f"energy changes by {energy.max() - energy.min():.1e} J over 4 s of large swings")
assert energy.max() - energy.min() < 1e-5

figure = go.Figure(go.Scatter(x=run.time, y=1000 * height))
figure.update_layout(xaxis_title="time [s]", yaxis_title="height of the centre of mass [mm]", template="plotly_white")
figure.write_html("own_mechanism.html")
