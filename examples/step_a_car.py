"""A car held by its channels: a steering law of three lines keeps it on a circle of 50 m."""

import math

import jounce

sim = jounce.Simulation("sedan", speed="50 km/h", step="1 ms")
steer = 0.0
for _ in range(1000):  # 10 s, a hundred decisions a second
    error = sim["chassis.speed"] / 50.0 - sim["chassis.yaw_rate"]  # of the yaw rate on the circle [rad/s]
    steer += 0.02 * error
    sim.step(0.01, steer=steer + 0.5 * error, target_speed=50 / 3.6)

radius = sim["chassis.speed"] / sim["chassis.yaw_rate"]
print(f"radius {radius:.1f} m, lateral acceleration {sim['chassis.lateral_acceleration']:.2f} m/s²")
assert math.isclose(radius, 50.0, rel_tol=0.01)

sim.result().plot("chassis.yaw_rate", "chassis.lateral_acceleration", "chassis.speed").write_html("step_a_car.html")
