"""Stopping distance over friction, with and without anti-lock brakes."""

import plotly.graph_objects as go

import jounce

frictions = (0.4, 0.6, 0.8)
figure = go.Figure()
for name, controllers in {"bare": None, "abs": "abs"}.items():
    distances = []
    for friction in frictions:
        ground = f"flat, friction={friction}"
        result = jounce.run("braking", vehicle="sedan", speed="60 km/h", ground=ground, controllers=controllers)
        distances.append(result.metrics["stopping_distance"])
    print(f"{name:5}", *(f"{distance:6.1f} m" for distance in distances))
    assert distances == sorted(distances, reverse=True)  # more friction, shorter stop
    figure.add_scatter(x=frictions, y=distances, name=name)

figure.update_layout(xaxis_title="friction", yaxis_title="stopping distance from 60 km/h [m]", template="plotly_white")
figure.write_html("stopping_distance.html")
