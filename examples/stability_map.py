"""Yaw modes of the car over speed, from its linear model: where does it begin to swing?"""

import numpy as np
import plotly.graph_objects as go

import jounce

speeds, damping = np.array([40.0, 80.0, 120.0, 160.0]), []
for speed in speeds:
    model = jounce.linearise("sedan", speed=f"{speed} km/h", settle="3 s")
    yaw = model.without_positions().reduce(["chassis.lateral_velocity", "chassis.yaw_rate"])
    values = np.linalg.eigvals(yaw.A)
    damping.append(float(np.min(-values.real / abs(values))))

for speed, ratio in zip(speeds, damping, strict=True):
    print(f"{speed:5.0f} km/h  damping ratio of the yaw mode {ratio:.2f}")
assert all(ratio > 0.0 for ratio in damping)  # stable
assert damping[-1] < damping[0]  # and less damped the faster it goes

figure = go.Figure(go.Scatter(x=speeds, y=damping, mode="lines+markers"))
figure.update_layout(xaxis_title="speed [km/h]", yaxis_title="damping ratio of the yaw mode", template="plotly_white")
figure.write_html("stability_map.html")
