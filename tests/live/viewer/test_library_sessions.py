"""Live sessions of library cars on every sort of axle and of an imported one, driven from a page without a window."""

import asyncio
import json

import numpy as np
import pytest
from websockets.asyncio.client import connect

import jounce
from jounce.live.realtime.loop_config import LoopConfig
from jounce.live.viewer.choices import Choice, available_choices
from jounce.live.viewer.server import serve_pages
from jounce.live.viewer.session import Session
from tests.model.chrono_files.test_chrono_import import CART, TIRE

pytestmark = [pytest.mark.slow, pytest.mark.compiled]

HOST = "127.0.0.1"
DRIVEN = 3.0
"""Simulated time of a drive [s]."""
PATIENCE = 180.0
"""Wall time after which a test fails that waits for something [s]: a car may have to be compiled."""


async def page_drives(vehicle, folder):
    """Rows of the loop while a page holds pedal and wheel, the last status that it was sent, and how many frames."""
    choices = available_choices(vehicle, "flat")
    session = Session(choices, choices.complete(Choice(vehicle)), config=LoopConfig(), folder=folder)
    rows, status, frames = [], {}, 0
    async with serve_pages(session.hub, "<!doctype html>", HOST, 0, (HOST,)) as (_, access, port):
        running = asyncio.create_task(session.run())
        address = f"ws://{HOST}:{port}/socket?token={access.token}"
        async with connect(address, origin=f"http://{HOST}:{port}", max_size=None) as page:
            while not rows or rows[-1][0] < rows[0][0] + DRIVEN:
                assert not running.done() or running.result()
                message = await page.recv()
                frames += isinstance(message, bytes)
                if isinstance(message, str) and (told := json.loads(message))["kind"] in ("status", "error"):
                    assert told["kind"] == "status", told
                    status = told
                if status.get("state") != "running":
                    continue
                layout = session._process.layout
                rows.append(session._process.newest().copy())
                await page.send(json.dumps({"kind": "controls", "throttle": 0.5, "steer": 0.15}))
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    return np.array(rows), layout.columns, status, frames


@pytest.mark.parametrize("name", ["roadster", "pickup", "trail4x4", "single_seater", "iltis", "imported"])
def test_it_is_driven_from_a_page(name, tmp_path):
    """From standstill ahead and to the left, upright, with frames all along."""
    if name == "imported":
        name = str(tmp_path / "cart.yaml")
        jounce.import_chrono(CART, tire=TIRE, out=name)
    rows, columns, status, frames = asyncio.run(asyncio.wait_for(page_drives(name, tmp_path), PATIENCE))
    assert status["state"] == "running"
    assert np.isfinite(rows).all()
    last = rows[-1]
    assert last[columns["chassis.speed"]] > 1.0
    assert last[columns["chassis.yaw_rate"]] > 0.0
    assert np.abs(rows[:, columns["chassis.roll_angle"]]).max() < 0.2
    assert frames > 10
