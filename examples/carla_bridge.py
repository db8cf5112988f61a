"""Put a car of jounce into CARLA: jounce moves it, CARLA draws it and knows the road.

    pip install carla                      in the version of your simulator
    python examples/carla_bridge.py        beside a running CARLA

CARLA runs in synchronous mode. In every tick it is asked for the road under the four wheels, the car goes on by the
length of the tick, and the actor is put where it is. Its own physics are switched off. Nothing here has been run with
CARLA itself: `tests/live/lockstep/test_carla_bridge.py` runs it with a world of its own that has CARLA's functions.
"""

import argparse
import math

import jounce

TICK = 0.02
"""Simulated time of a tick [s]."""
REACH = 0.15
"""Distance over which slopes of the road are taken [m]."""
SEARCH = 20.0
"""How far below a point the road is looked for [m]."""


class Bridge:
    """A Simulation and an actor. World axes of jounce: origin at the spawn point, x along its heading, y left, z up.

    CARLA's are left-handed: y to the right, yaw clockwise from above, pitch with the nose up, in degrees.
    """

    def __init__(self, carla, world, sim, actor, spawn):
        self.carla, self.world, self.sim, self.actor, self.spawn = carla, world, sim, actor, spawn
        yaw = math.radians(spawn.rotation.yaw)
        self.ahead, self.left = (math.cos(yaw), math.sin(yaw)), (math.sin(yaw), -math.cos(yaw))
        self.wheels = [name.removeprefix("road_height_") for name in sim.inputs if name.startswith("road_height_")]
        self.height = sim["chassis.position_z"]
        self.base = spawn.location.z
        self.base += self.road_height(0.0, 0.0)  # spawn points hang above the road

    def place(self, x, y, z):
        """A point of jounce [m] as a location of CARLA."""
        at, (ax, ay), (lx, ly) = self.spawn.location, self.ahead, self.left
        return self.carla.Location(at.x + x * ax + y * lx, at.y + x * ay + y * ly, self.base + z)

    def road_height(self, x, y):
        """Height of CARLA's road [m] at a point of jounce; that of the spawn point where there is none."""
        above = self.place(x, y, 0.5 * SEARCH)
        found = self.world.ground_projection(above, SEARCH)
        return 0.0 if found is None else found.location.z - self.base

    def road(self):
        """Height and slopes of the road under every wheel, as inputs."""
        said = {}
        for wheel in self.wheels:
            x, y = self.sim[f"tire.{wheel}.contact_x"], self.sim[f"tire.{wheel}.contact_y"]
            here = self.road_height(x, y)
            said[f"road_height_{wheel}"] = here
            said[f"road_slope_x_{wheel}"] = (self.road_height(x + REACH, y) - here) / REACH
            said[f"road_slope_y_{wheel}"] = (self.road_height(x, y + REACH) - here) / REACH
        return said

    def pose(self):
        """Where the actor is: CARLA measures from the ground below the middle of the car."""
        sim = self.sim
        x, y, z = (sim[f"chassis.position_{axis}"] for axis in "xyz")
        roll, pitch, yaw = (math.degrees(sim[f"chassis.{name}_angle"]) for name in ("roll", "pitch", "yaw"))
        turned = self.carla.Rotation(pitch=-pitch, yaw=self.spawn.rotation.yaw - yaw, roll=roll)
        return self.carla.Transform(self.place(x, y, z - self.height), turned)

    def tick(self, steer, throttle, brake):
        """One tick of both worlds."""
        self.sim.step(TICK, steer=steer, throttle=throttle, brake=brake, **self.road())
        self.actor.set_transform(self.pose())
        self.world.tick()


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--host", default="127.0.0.1")
    arguments.add_argument("--port", type=int, default=2000)
    arguments.add_argument("--vehicle", default="sedan", help="of jounce")
    arguments.add_argument("--blueprint", default="vehicle.tesla.model3", help="what CARLA draws")
    arguments.add_argument("--seconds", type=float, default=20.0)
    given = arguments.parse_args()

    import carla

    client = carla.Client(given.host, given.port)
    client.set_timeout(20.0)
    world = client.get_world()
    before = world.get_settings()
    settings = world.get_settings()
    settings.synchronous_mode, settings.fixed_delta_seconds = True, TICK
    world.apply_settings(settings)
    spawn = world.get_map().get_spawn_points()[0]
    actor = world.spawn_actor(world.get_blueprint_library().find(given.blueprint), spawn)
    try:
        actor.set_simulate_physics(False)
        sim = jounce.Simulation(given.vehicle, ground="external", record=False)
        bridge = Bridge(carla, world, sim, actor, spawn)
        for i in range(round(given.seconds / TICK)):
            t = i * TICK
            bridge.tick(0.1 * math.sin(t), 0.3 if t < 8.0 else 0.0, 0.3 if t > 15.0 else 0.0)
    finally:
        actor.destroy()
        world.apply_settings(before)


if __name__ == "__main__":
    main()
