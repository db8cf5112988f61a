"""A loop in another process: it starts, obeys, is built anew, and leaves nothing behind however it ends."""

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time
from multiprocessing.shared_memory import SharedMemory
from types import SimpleNamespace

import numpy as np
import pytest

from jounce.errors import InputError
from jounce.live.realtime.loop_config import LoopConfig
from jounce.live.realtime.process import ProcessError, RealtimeProcess
from jounce.live.realtime.sample_layout import PAUSED
from jounce.live.realtime.shared_memory import BLOCK_HEAD
from jounce.live.realtime.worker import PARENT_CHECK_TICKS, CommandPipe
from jounce.model import library
from jounce.model.vehicle import to_mechanism

PATIENCE = 60.0
"""Long enough for any machine; what is waited for comes in a moment [s]."""


def until(condition, what: str):
    """Wait for something that must happen."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, what
        time.sleep(0.01)
    return found


@pytest.fixture(scope="module")
def car():
    with RealtimeProcess(LoopConfig(vehicle="dw18", drive="slalom")) as process:
        process.wait_ready(PATIENCE)
        yield process


def test_it_drives(car):
    until(lambda: car.newest() is not None and car.newest()[0] > 0.3, "a third of a second of driving")
    row = car.newest()
    assert row.shape == (car.layout.width,)
    assert row[car.layout.columns["controls.throttle"]] == pytest.approx(0.4)
    assert car.values()["controls.throttle"] == pytest.approx(0.4)
    rows = car.drain()
    assert rows[0, 0] == 0.0
    assert np.all(np.diff(rows[:, 0]) > 0.0)
    status = car.status()
    assert status["ticks"] > 0
    assert status["missed_rows"] == 0
    assert car.description["vehicle"] == "dw18"


def test_it_obeys(car):
    car.send("pause")
    until(lambda: int(car.newest()[car.layout.columns["loop.flags"]]) & PAUSED, "a pause")
    before = car.newest()[0]
    car.send("step", 7)
    until(lambda: car.newest()[0] != before, "seven steps")
    assert car.newest()[0] - before == pytest.approx(7e-3, rel=1e-6)
    car.send("snapshot", "here")
    car.send("reset")
    until(lambda: car.newest()[0] == 0.0, "a reset")
    car.send("restore", "here")
    until(lambda: car.newest()[0] == pytest.approx(before + 7e-3), "the snapshot")
    car.send("restore", "nowhere")
    until(lambda: any(kind == "refused" and "nowhere" in text for kind, text in car.messages()), "a refusal")
    with pytest.raises(InputError, match="unknown command"):
        car.send("fly")


def test_it_is_built_anew_in_the_same_process(car):
    pid = car.pid
    car.rebuild(LoopConfig(vehicle="dw18", parameters={"chassis.mass": 1700.0}, paused=True))
    car.wait_ready(PATIENCE)
    assert car.pid == pid
    heavy = car.newest()
    loads = car.layout.each_wheel(heavy, "tire", "vertical_force").sum()
    others = sum(body.mass for body in to_mechanism(library.vehicle("dw18")).bodies) - 1500.0
    assert loads == pytest.approx(9.81 * (1700.0 + others), rel=1e-3)
    car.send("resume")
    until(lambda: car.controls(throttle=0.5) or car.values()["chassis.speed"] > 0.2, "that it moves off")


def test_what_cannot_be_built_is_said_and_survived(car):
    for config, says in ((LoopConfig(vehicle="dw19"), "dw18"), (LoopConfig(ground="moon"), "unknown ground")):
        car.rebuild(config)
        with pytest.raises(ProcessError, match=says):
            car.wait_ready(PATIENCE)
    car.rebuild(LoopConfig(seconds=0.05, drive="stand"))
    car.wait_ready(PATIENCE)
    until(lambda: car.status()["ending"], "the end")
    assert car.ending == ("finished", "")


def test_zz_kill_leaves_nothing_behind(car):
    """The last test of this process: after kill −9 its memory is removed, and the handle says what happened."""
    name = car._shared.name
    os.kill(car.pid, signal.SIGKILL)
    until(lambda: not car.alive, "its death")
    with pytest.raises(ProcessError, match="has ended"):
        car.send("pause")
    car.stop()
    car.stop()
    with pytest.raises(FileNotFoundError):
        SharedMemory(name)


ORPHAN = """
import time
from jounce.live.realtime.process import RealtimeProcess
from jounce.live.realtime.loop_config import LoopConfig

if __name__ == "__main__":
    process = RealtimeProcess(LoopConfig(vehicle="no such car")).start()
    while not process.stage.startswith("waiting"):
        process.status()
        time.sleep(0.01)
    print(process.pid, flush=True)
    time.sleep(1000)
"""


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="looks at processes as Linux shows them")
def test_nobody_outlives_a_parent_that_was_killed(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(ORPHAN, encoding="utf-8")
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    with subprocess.Popen([sys.executable, script], **pipes) as parent:
        pid = int(parent.stdout.readline())
        assert _alive(pid)
        parent.kill()
    until(lambda: not _alive(pid), "the end of the child")


def test_a_parent_that_has_gone_is_one_stop_and_no_more():
    """Or a loop would obey the same end for ever."""
    ours, theirs = multiprocessing.Pipe()
    pipe = CommandPipe(theirs, SimpleNamespace(head=np.zeros(BLOCK_HEAD, np.int64)))
    ours.close()
    commands = [pipe.next_command() for _ in range(3 * PARENT_CHECK_TICKS)]
    assert [command for command in commands if command is not None] == [("stop",)]
    assert pipe.over
    theirs.close()


def test_a_configuration_is_checked_at_once():
    for given in ({"kind": "boat"}, {"policy": "hope"}, {"speed": 50.0}):
        with pytest.raises(InputError):
            LoopConfig(**given)


def test_a_recipe_can_be_sent_and_reads_every_kind_of_vehicle(tmp_path):
    text = library.path("dw18").read_text(encoding="utf-8")
    file = tmp_path / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    for given in ("dw18", text, str(file), library.vehicle("dw18")):
        config = pickle.loads(pickle.dumps(LoopConfig(vehicle=given, parameters={"chassis.mass": 1234.0})))
        assert config.car().chassis.mass == 1234.0
