"""The design page in a real browser: points are dragged, curves follow, targets pull, and a file keeps its comments."""

import asyncio
import contextlib
import json
import threading
import time

import pytest

from jounce.lab.design.vehicle_file import VehicleFile
from jounce.live.design.session import DesignSession
from jounce.live.viewer.server import serve_pages
from jounce.model.library import path as library_path
from jounce.output.replay.page import design_page

PATIENCE = 90.0
"""Time [s] that a page has for anything: software draws it, on a machine that does other things as well."""
INNER = "axles.front.suspension.tie_rod.inner"


class Serving:
    """What `jounce design` runs, until `stop`."""

    def __init__(self, file):
        self.file, self.said, self.ready = file, [], threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self.serve()), daemon=True)
        self.thread.start()
        assert self.ready.wait(60.0)

    async def serve(self):
        self.loop = asyncio.get_running_loop()
        self.session = DesignSession(self.file, 0.08, self.said.append)
        page = design_page("test")
        async with serve_pages(self.session.hub, page, "127.0.0.1", 0, ("127.0.0.1",)) as (_, access, port):
            self.address = f"http://127.0.0.1:{port}/?token={access.token}"
            self.task = asyncio.create_task(self.session.run())
            self.ready.set()
            with contextlib.suppress(asyncio.CancelledError):
                await self.task

    def stop(self):
        self.loop.call_soon_threadsafe(self.task.cancel)
        self.thread.join(20.0)
        assert not self.thread.is_alive()


@pytest.fixture(scope="module")
def serving(tmp_path_factory):
    folder = tmp_path_factory.mktemp("design")
    copy = folder / "my-sedan.yaml"
    copy.write_bytes(library_path("sedan").read_bytes())
    serving = Serving(VehicleFile.open(copy))
    yield serving
    serving.stop()


@pytest.fixture(scope="module")
def loaded(shared, serving):
    page, _ = shared
    page.set_viewport_size({"width": 1360, "height": 860})
    page.goto(serving.address)
    wait(page, "p => p.connected && p.full && p.pictures > 0 && p.curves.toe")
    yield page
    page.goto("about:blank")  # before the server ends


def wait(page, condition):
    question = f"() => {{ const p = window.jounceDesign?.probe(); return Boolean(p && ({condition})(p)); }}"
    end = time.monotonic() + PATIENCE
    while not page.evaluate(question):
        if time.monotonic() > end:
            said = page.evaluate("() => window.jounceDesign?.probe()")
            raise AssertionError(f"not within {PATIENCE:g} s: {condition}\n{json.dumps(said)}")
        time.sleep(0.05)


def probe(page, what):
    return page.evaluate(f"window.jounceDesign.probe().{what}")


def drag(page, path, by, steps=4):
    x, y = probe(page, f"point('{path}')")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by[0], y + by[1], steps=steps)
    page.mouse.up()


def _in_ms(times):
    return ", ".join(f"{time:.0f}" for time in times) + " ms"


def test_a_dragged_point_moves_the_curve_and_undo_brings_it_back(loaded, serving):
    toe, place = probe(loaded, "curves.toe"), probe(loaded, f"places['{INNER}']")
    loaded.locator("[data-act='along z']").click()
    drag(loaded, INNER, (0, -12))
    wait(loaded, f"p => p.full && p.undo && p.places['{INNER}'][2] > {place[2] + 1e-3}")
    moved = probe(loaded, f"places['{INNER}']")
    assert moved[:2] == place[:2]  # along z only
    wait(loaded, f"p => Math.abs(p.curves.toe[p.curves.toe.length - 1] - {toe[-1]}) > 0.05")
    latencies, drawings = probe(loaded, "latencies"), probe(loaded, "drawings")
    assert len(latencies) == len(drawings) > 0
    assert all(0.0 < drawing < whole for drawing, whole in zip(drawings, latencies, strict=True))
    assert "ms to compute" in loaded.locator("[title*='to draw']").get_attribute("title")
    print(
        f"move → curve: {_in_ms(latencies)}; drawing {_in_ms(drawings)}; analyses {_in_ms(serving.session.latencies)}"
    )
    loaded.keyboard.press("Control+z")
    wait(
        loaded,
        f"p => p.full && !p.undo && p.redo && Math.abs(p.curves.toe[p.curves.toe.length - 1] - {toe[-1]}) < 1e-6",
    )
    assert probe(loaded, f"places['{INNER}']") == place
    assert not probe(loaded, "changed")


def test_what_cannot_be_is_said_and_the_last_curves_stay(loaded):
    camber = probe(loaded, "curves.camber")
    row = loaded.locator("[data-path='axles.front.suspension.upper_arm.ball_joint'] input").first
    before = row.input_value()
    loaded.locator("[data-path='axles.front.suspension.wheel_centre'] input").nth(2).fill("-5")
    loaded.locator("[data-path='axles.front.suspension.wheel_centre'] input").nth(2).press("Enter")
    wait(loaded, "p => p.message.includes('The last good curves stay')")
    assert "wheel_centre" in probe(loaded, "message")
    assert probe(loaded, "curves.camber") == camber
    loaded.locator("[data-act=undo]").click()
    wait(loaded, "p => p.message === '' && !p.undo && p.full")
    assert row.input_value() == before


def test_a_target_pulls_marked_points_and_a_save_keeps_comments(loaded, serving):
    was = serving.file.target.read_text(encoding="utf-8")
    for travel in (-60, -30, 30, 60):
        x, y = probe(loaded, f"pixel('toe', {travel}, 0)")
        loaded.mouse.click(x, y)
        wait(loaded, "p => document.querySelectorAll('[data-curve=toe] .target').length > 0 && p.full")
    wait(loaded, "p => document.querySelectorAll('[data-curve=toe] .target').length === 4 && p.error > 0.2")
    before = probe(loaded, "error")
    for axis in ("y", "z"):
        loaded.locator(f"[data-path='{INNER}'] [title='{axis} may move']").check()
    loaded.locator("[data-act=pull]").click()
    wait(loaded, f"p => !p.busy && p.message.includes('→') && p.full && p.undo && p.error < {0.3 * before}")
    loaded.locator("[data-act=save]").click()
    wait(loaded, "p => p.message.startsWith('saved') && !p.changed")
    written = serving.file.target.read_text(encoding="utf-8")
    lines = [(a, b) for a, b in zip(was.splitlines(), written.splitlines(), strict=True) if a != b]
    assert len(lines) == 1
    assert lines[0][1].strip().startswith("inner: [1.015, ")
    assert was.count("#") == written.count("#")
    serving.file.target.write_text(written + "# by another program\n", encoding="utf-8")
    loaded.locator("[data-act=undo]").click()
    wait(loaded, "p => p.changed && p.full")
    loaded.locator("[data-act=save]").click()
    wait(loaded, "p => p.message.includes('changed on disk')")
    assert serving.file.target.read_text(encoding="utf-8").endswith("# by another program\n")
