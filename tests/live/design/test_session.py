"""Messages to a design session: wrong ones are refused with a sentence, right ones change its state."""

import asyncio
import json

import pytest

from jounce.lab.design.vehicle_file import VehicleFile
from jounce.live.design.session import DesignSession

INNER = "axles.front.suspension.tie_rod.inner"


@pytest.fixture
def session(tmp_path):
    async def make():
        return DesignSession(VehicleFile.open("sedan", tmp_path / "car.yaml"), 0.08, lambda _: None)

    return asyncio.run(make())


def state(session):
    return json.loads(list(session.initial_messages())[1])


def test_moves_undo_and_targets(session):
    session.receive({"kind": "move", "places": {INNER: [1.0, 0.4, 0.25]}, "number": 1})
    assert state(session)["places"][INNER] == [1.0, 0.4, 0.25]
    assert state(session)["undo"]
    session.receive({"kind": "target", "axle": "front", "curve": "toe", "points": [[30, 0], [-30, 0]]})
    wanted = [{"axle": "front", "curve": "toe", "points": [[-30.0, 0.0], [30.0, 0.0]]}]
    assert state(session)["targets"] == wanted
    session.receive({"kind": "target", "axle": "front", "curve": "toe", "points": []})
    assert state(session)["targets"] == []
    session.receive({"kind": "undo"})
    assert state(session)["places"][INNER] == [1.015, 0.385, 0.2355]


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"kind": ["move"]},
        {"kind": "jump"},
        {"kind": "move"},
        {"kind": "move", "places": {"axles.front.tire": [0, 0, 0]}},
        {"kind": "move", "places": {INNER: [0, 0]}},
        {"kind": "move", "places": {INNER: [0, 0, "1"]}},
        {"kind": "move", "places": {INNER: [0, 0, 1e30]}},
        {"kind": "move", "places": {INNER: [0, 0, float("nan")]}},
        {"kind": "move", "places": {INNER: [0, 0, 10**400]}},
        {"kind": "axle", "axle": "middle"},
        {"kind": "axle", "axle": {}},
        {"kind": "target", "axle": "front", "curve": {}, "points": [[0, 0]]},
        {"kind": "optimise", "free": [{"path": [], "axis": 0, "by": 0.01}]},
        {"kind": "optimise", "free": [{"path": INNER, "axis": 3, "by": 0.01}]},
        {"kind": "optimise", "free": [{"path": INNER, "axis": 0, "by": 0}]},
        {"kind": "optimise", "free": [3]},
    ],
)
def test_a_wrong_message_is_refused_with_a_sentence(session, message):
    before = state(session)
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        session.receive(message)
    assert state(session) == before


def test_a_move_while_another_is_held_is_answered_without_a_pause(session, monkeypatch):
    """However long a held point is waited for before all sweeps are made: the next move does not wait for that."""
    monkeypatch.setattr("jounce.live.design.session.IDLE", 3600.0)
    told = []
    monkeypatch.setattr(session.hub, "broadcast", told.append)

    async def drag():
        working = asyncio.create_task(session.run())
        for number, z in enumerate((0.236, 0.237), start=1):
            session.receive({"kind": "move", "places": {INNER: [1.015, 0.385, z]}, "number": number, "done": False})
            before = len(told)
            while len(told) == before:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)  # to where it waits
        working.cancel()

    asyncio.run(asyncio.wait_for(drag(), 120.0))
    assert len(told) >= 2
