"""A controller of one's own: an active roll bar made of four actuators, beside the bare car."""

import jounce

GAIN = 40_000.0  # N of actuator force for each rad of roll
WHEELS = {"fl": 1.0, "fr": -1.0, "rl": 1.0, "rr": -1.0}


class ActiveRoll:
    """Pushes up on the side to which the body leans."""

    name, rate = "active roll", 200.0
    inputs = tuple(f"spring_force_{wheel}" for wheel in WHEELS)

    def update(self, t, channels, inputs):
        roll = channels["chassis.roll_angle"]  # leaning to the right is positive
        return {f"spring_force_{wheel}": -GAIN * side * roll for wheel, side in WHEELS.items()}


axles = {f"axles.{axle}.suspension.spring.actuator": True for axle in ("front", "rear")}
car = jounce.load_vehicle("sedan").with_values(axles)
bare = jounce.run("step-steer", vehicle=car, speed="80 km/h")
held = jounce.run("step-steer", vehicle=car, speed="80 km/h", controllers=[ActiveRoll()])

roll = [57.2958 * abs(result["chassis.roll_angle"].values).max() for result in (bare, held)]
print(f"largest roll angle: bare {roll[0]:.2f}°, controlled {roll[1]:.2f}°")
assert roll[1] < 0.7 * roll[0]

jounce.compare(bare, held, path="own_controller.html", labels=["bare", "active roll"])
