"""A Latin hypercube of masses, springs and speeds: which of them decides about roll?"""

import plotly.graph_objects as go

import jounce

study = jounce.Study(
    name="thirty-runs",
    maneuver="j-turn",
    vehicle="dw18",
    design={"latin_hypercube": {"runs": 30}},
    parameters={
        "vehicle.chassis.mass": {"from": "1000 kg", "to": "1600 kg"},
        "vehicle.axles.front.suspension.spring.stiffness": {"from": 0.8, "to": 1.25, "factor": True},
        "maneuver.speed": {"from": "40 km/h", "to": "70 km/h"},
    },
    metrics=("peak_roll_angle", "maximum_lateral_acceleration"),
)
table = jounce.sweep(study)
speed, roll = 3.6 * table["maneuver.speed"], 57.2958 * table["peak_roll_angle"]
print(f"{len(table)} runs, roll angle from {roll.min():.1f}° to {roll.max():.1f}°")
assert table.count("ok") == 30
assert roll[speed > 60].mean() > roll[speed < 50].mean()  # faster turns lean more

points = go.Scatter(x=speed, y=roll, mode="markers", marker={"color": table["vehicle.chassis.mass"], "showscale": True})
figure = go.Figure(points)
figure.update_layout(xaxis_title="speed [km/h]", yaxis_title="peak roll angle [deg]", template="plotly_white")
figure.update_traces(marker_colorbar_title="mass [kg]", marker_size=11)
figure.write_html("thirty_runs.html")
