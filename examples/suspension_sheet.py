"""The axles of the sedan on a test rig: camber and toe over wheel travel."""

import numpy as np
from plotly.subplots import make_subplots

import jounce

sheet = jounce.kc("sedan")
figure = make_subplots(rows=1, cols=2, subplot_titles=["camber [deg]", "toe [deg]"])
for axle in sheet.axles:
    sweep = axle.parallel
    for column, values in enumerate((sweep.left.camber, sweep.left.toe), start=1):
        figure.add_scatter(x=1000 * sweep.travel, y=np.degrees(values), name=axle.name, row=1, col=column)
    gain = np.degrees(np.gradient(sweep.left.camber, sweep.travel)[len(sweep.travel) // 2]) / 1000
    print(f"{axle.name:6} {axle.kind:18} track {axle.track:.3f} m, camber gain {gain:+.4f} deg/mm")
    assert gain < 0.0  # the top of the wheel leans inwards as it moves up

figure.update_xaxes(title="wheel travel [mm]").update_layout(template="plotly_white")
figure.write_html("suspension_sheet.html")
