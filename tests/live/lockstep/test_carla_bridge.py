"""examples/carla_bridge.py in a world with CARLA's functions: a slope that CARLA knows tilts the car of jounce."""

import importlib.util
import math
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

from jounce.lab.simulation import Simulation

EXAMPLE = Path(__file__).parents[3] / "examples" / "carla_bridge.py"
GRADE = 0.08
SPAWN_Z, ROAD_Z = 12.0, 11.4


@dataclass
class Location:
    x: float
    y: float
    z: float


@dataclass
class Rotation:
    pitch: float = 0.0
    yaw: float = 0.0
    roll: float = 0.0


@dataclass
class Transform:
    location: Location
    rotation: Rotation


CARLA = SimpleNamespace(Location=Location, Rotation=Rotation, Transform=Transform)


class World:
    """A road that rises along CARLA's y, which is ahead at a heading of 90°."""

    ticks = 0

    def ground_projection(self, location, search_distance):
        height = ROAD_Z + GRADE * (location.y - 7.0)
        assert height < location.z < height + search_distance
        return SimpleNamespace(location=Location(location.x, location.y, height))

    def tick(self):
        self.ticks += 1


class Actor:
    def set_transform(self, transform):
        self.transform = transform


@pytest.fixture(scope="module")
def module():
    spec = importlib.util.spec_from_file_location("carla_bridge", EXAMPLE)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_the_car_climbs_the_road_of_the_other_world(module):
    sim = Simulation("sedan", ground="external", record=False, speed=10.0)
    world, actor = World(), Actor()
    spawn = Transform(Location(3.0, 7.0, SPAWN_Z), Rotation(yaw=90.0))
    bridge = module.Bridge(CARLA, world, sim, actor, spawn)
    for _ in range(100):
        bridge.tick(0.0, 0.3, 0.0)
    found = actor.transform
    assert world.ticks == 100
    # ahead of the spawn point is CARLA's y; the road rises there, and the nose with it
    assert found.location.y - 7.0 == pytest.approx(sim["chassis.position_x"], abs=0.05)
    assert found.location.x == pytest.approx(3.0, abs=0.02)
    assert found.rotation.pitch == pytest.approx(math.degrees(math.atan(GRADE)), abs=0.8)
    assert found.location.z == pytest.approx(ROAD_Z + GRADE * (found.location.y - 7.0), abs=0.1)
    assert found.rotation.yaw == pytest.approx(90.0, abs=0.2)
    for _ in range(50):
        bridge.tick(0.3, 0.1, 0.0)
    # to the left is counter-clockwise, against CARLA's sense; to the left of +y is +x
    assert actor.transform.rotation.yaw < 85.0
    assert actor.transform.location.x > 3.2
    # the hill is on its right now, and lifts that side; against it the body leans to the right, as CARLA counts too
    lifted = math.degrees(math.atan(GRADE * math.sin(math.radians(90.0 - actor.transform.rotation.yaw))))
    assert actor.transform.rotation.roll > 1.0 - lifted
