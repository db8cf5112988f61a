"""docs/results.md lists every channel of every vehicle of the library, as files have them."""

import re
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from jounce.analysis import assemble
from jounce.formulations.cartesian.system import build
from jounce.library import names, vehicle
from jounce.mechanism import Constant
from jounce.results import Channel
from jounce.results.corner_channels import torsion_bar_channels
from jounce.results.energy_channels import energy_channels
from jounce.results.input_channels import input_channels
from jounce.results.vehicle_channels import vehicle_channels
from jounce.simulate.trajectory import Counts, Trajectory
from jounce.vehicle import rolling

PAGE = (Path(__file__).parents[2] / "docs" / "results.md").read_text(encoding="utf-8")


def channels(name: str) -> list[Channel]:
    """Of a car at its design position, in the world frame, which needs nothing compiled for it."""
    car = vehicle(name)
    system = build(rolling(car, 5.0))
    state = assemble(system)
    samples = np.array([[0.0, *state], [0.01, *state]])
    trajectory = Trajectory(system, samples, Counts(steps=1, evaluations=1, rejected=0, seconds=0.0))
    asked = {"rack_travel": Constant(value=0.0)} if car.steering is not None else {}
    return [*vehicle_channels(car, trajectory), *energy_channels(trajectory, {}), *input_channels(asked, samples[:, 0])]


def row(channel: Channel, wheels: set[str]) -> str:
    """A channel as the page has it, with WHEEL for the name of a wheel."""
    parts = channel.name.split(".")
    name = ".".join("WHEEL" if part in wheels else part for part in parts)
    name, text = ("input.NAME", "what NAME was asked to be") if parts[0] == "input" else (name, channel.description)
    if name == "rack.travel":
        text = re.sub(r"steer left → (positive|negative)$", "the file says which sign steers left", text)
    unit = "" if parts[0] == "input" else f"`{channel.unit}`"
    frame = "" if parts[0] == "input" else channel.frame
    return f"| `{name}` | {unit} | {frame} | {text.replace('|', chr(92) + '|')} |"


@cache
def rows(name: str) -> list[str]:
    wheels = {corner.channel("tire", "x").split(".")[1] for corner in vehicle(name).corners}
    return list(dict.fromkeys(row(channel, wheels) for channel in channels(name)))


@pytest.mark.parametrize("name", names())
def test_every_channel_is_documented(name):
    listed = PAGE.splitlines()
    for line in rows(name):
        assert line in listed, f"{name}: docs/results.md lacks\n{line}"


def test_no_other_channel_is_documented():
    table = PAGE.partition("| channel | unit | frame | what it is |")[2].partition("\n\n")[0]
    listed = [line for line in table.splitlines() if line.startswith("| `")]
    assert set(listed) == {line for name in names() for line in rows(name)} | set(bar_rows())


def bar_rows() -> list[str]:
    """Of torsion bars, which no vehicle of the library has."""
    values = SimpleNamespace(
        layout=SimpleNamespace(springs=("torsion_fl",)), spring_length=lambda _: [0.0], spring_force=lambda _: [0.0]
    )
    return [row(channel, {"fl"}) for channel in torsion_bar_channels(vehicle("dw18").corners[0], values)]


def test_schema_keys_are_documented(left_turn):
    found = left_turn.to_table().schema
    for key in (*found.metadata, b"jounce.record"):
        assert f"`{key.decode()}`" in PAGE
    for key in found.field("chassis.speed").metadata:
        assert f"`{key.decode()}`" in PAGE
