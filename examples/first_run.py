"""A step steer of the sedan: metrics by their names, channels with their units, one page to look at."""

import jounce

result = jounce.run("step-steer", vehicle="sedan", speed="80 km/h")
for name in ("yaw_rate_response_time", "yaw_rate_overshoot", "tb_factor"):
    print(f"{name:26} {result.metrics[name]:.4g}")

yaw_rate = result["chassis.yaw_rate"]
print(f"largest yaw rate {yaw_rate.values.max():.3f} {yaw_rate.unit}")
assert 0.05 < yaw_rate.values.max() < 0.5  # a turn to the left is positive

result.plot("chassis.yaw_rate", "chassis.lateral_acceleration", "chassis.roll_angle").write_html("first_run.html")
result.report("first_run_report.html")
