"""A 6×6 rover over generated hills, steered by its sides."""

import jounce

sim = jounce.Simulation("rover6", ground="hills, seed=3", at="60,60,90", sample=0.05)
for k in range(60):
    sim.step(0.1, throttle=0.4, steer=0.3 if 20 <= k < 40 else 0.0)

result = sim.result()
height = result["chassis.position_z"].values
distance = result["chassis.speed"].values.mean() * sim.time
print(f"{distance:.0f} m driven, height from {height.min():.2f} to {height.max():.2f} m")
assert height.max() - height.min() > 0.1

result.replay("rover_on_hills.html")
