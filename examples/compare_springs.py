"""The same lane change with three sets of springs: changed copies of a car, one page that compares them."""

import jounce

car = jounce.load_vehicle("sedan")
path = "axles.front.suspension.spring.stiffness"
results = []
for factor in (0.7, 1.0, 1.4):
    changed = car.with_values({path: factor * car.value(path)})
    results.append(jounce.run("lane-change", vehicle=changed, speed="70 km/h"))

roll = [abs(result["chassis.roll_angle"].values).max() for result in results]
print("largest roll angle [deg]:", *(f"{57.2958 * angle:.2f}" for angle in roll))
assert roll[0] > roll[1] > roll[2]  # stiffer springs, less roll

jounce.compare(*results, path="compare_springs.html", labels=["soft", "standard", "stiff"])
