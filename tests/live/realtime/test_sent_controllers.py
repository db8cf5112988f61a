"""Python controllers in the process of a loop: objects that pickle are sent, others are refused with the reason."""

import pickle

import pytest

import jounce
from jounce.errors import InputError
from jounce.live.realtime.loop_config import LoopConfig
from jounce.live.realtime.multibody import MultibodyPlant
from jounce.live.realtime.process import RealtimeProcess


class Drag:
    """Brakes one wheel all the time."""

    rate, inputs = 100.0, ("brake_torque_fl",)

    def __init__(self, torque):
        self.torque = torque

    def update(self, t, channels, inputs):
        """The torque that was chosen, whatever is asked for."""
        return {"brake_torque_fl": self.torque}


@jounce.controller(inputs=["brake_torque_fl"])
def decorated(t, channels, inputs):
    """A function under the name of what it was made into: pickle finds no function there."""
    return {}


def test_an_object_acts_in_a_live_car_and_survives_the_way_there():
    config = pickle.loads(pickle.dumps(LoopConfig(vehicle="dw18", controllers=["abs", Drag(123.0)])))
    plant = MultibodyPlant(config.vehicle, controllers=config.controllers)
    plant.advance(20)
    plant.sample()
    assert plant.row[plant.layout.columns["input.brake_torque_fl"]] == 123.0


def test_an_object_acts_in_the_process_of_a_loop():
    with RealtimeProcess(LoopConfig(vehicle="dw18", controllers=[Drag(77.0)], seconds=0.3)) as car:
        car.wait_ready()
        found = []
        while not found and car.alive:
            found = [row[car.layout.columns["input.brake_torque_fl"]] for row in car.drain() if row[0] > 0.05]
    assert found
    assert set(found) == {77.0}


class Local:
    """Holds something that does not pickle."""

    def __init__(self):
        self.update = lambda t, channels, inputs: {}


@pytest.mark.parametrize("one", [Local(), decorated])
def test_what_does_not_pickle_is_refused_before_a_process_is_started(one):
    with pytest.raises(InputError, match=r"controllers: a controller that cannot be sent.*top level of a module"):
        LoopConfig(vehicle="dw18", controllers=[one])
