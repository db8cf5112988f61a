"""The cart of tests/data with other parts, as files of Chrono's format that are written for one test."""

import json
import os
import shutil
from pathlib import Path

import pytest

import jounce
from jounce.model.chrono_files.syntax import parse_json

DATA = Path(__file__).parents[2] / "data"
CART, TIRE = DATA / "chrono_cart" / "cart" / "Cart_Vehicle.json", DATA / "tires" / "Sedan_Pac02Tire.tir"
BESIDE = Path(__file__).parents[4] / "shared" / "data" / "chrono_vehicles"
SHARED = Path(os.environ.get("JOUNCE_CHRONO_DATA", BESIDE))
"""Vehicles of Project Chrono, which are no part of the repository: tests that go through them are skipped without."""


@pytest.fixture
def cart_on(tmp_path):
    """A function that imports the cart with other suspensions and another steering.

    front, rear: data of suspension files; steering: data of a file at the location of the front suspension. None leaves
    what the cart has. options: of `import_chrono`.
    """
    folder = tmp_path / "data"
    shutil.copytree(CART.parents[1], folder)

    def write(name, data):
        (folder / "cart" / name).write_text(json.dumps(data), encoding="utf-8")
        return f"cart/{name}"

    def build(front=None, rear=None, steering=None, **options):
        vehicle = parse_json(CART.read_text(encoding="utf-8"))
        for axle, data in zip(vehicle["Axles"], (front, rear), strict=True):
            if data is not None:
                axle["Suspension Input File"] = write(f"{data['Template']}.json", {"Type": "Suspension", **data})
        if steering is not None:
            vehicle["Steering Subsystems"][0] = {
                "Input File": write("steering.json", {"Type": "Steering", **steering}),
                "Location": vehicle["Axles"][0]["Suspension Location"],
                "Orientation": [1.0, 0.0, 0.0, 0.0],
            }
        write(CART.name, vehicle)
        return jounce.import_chrono(folder / "cart" / CART.name, tire=TIRE, **options)

    return build
