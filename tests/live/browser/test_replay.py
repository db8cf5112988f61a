"""Replays open from a disk: the run is drawn, time moves, ghosts drive beside, the ground is that of the wheels."""

import time
from dataclasses import replace

import numpy as np
import pytest

import jounce
from jounce.engine.laws.ground import ask
from jounce.engine.terrain import generate
from jounce.lab.results.motion import Motion
from jounce.lab.scene import scene_from_dict, terrain_container
from jounce.live.viewer.choices import Choice
from jounce.model.library import load_vehicle
from jounce.model.library import path as library_path
from jounce.model.vehicle import BodyMesh
from tests.live.browser.live import LiveSession
from tests.live.browser.screen import PATIENCE, pixels, wait
from tests.model.vehicle.glb import box_glb


@pytest.fixture(scope="module")
def field():
    """Hills without a flat part."""
    return generate(size=120.0, spacing=1.0, seed=5, flat=(0.0, 0.0)).ground()


@pytest.fixture(scope="module")
def run(field):
    """0.6 s of dw18 with a quick steer to the left; the hills are put below it only for the eye."""
    result = jounce.run("j-turn", vehicle="dw18", start=0.1, ramp_time=0.2, duration=0.6)
    terrain, _ = terrain_container(field, (0.0, 0.0))
    return replace(result, motion=Motion(result.motion.scene, result.motion.blocks, terrain))


@pytest.fixture(scope="module")
def replay(shared, run, tmp_path_factory):
    """The replay of the run, with a slower one as its ghost, opened from a disk."""
    slower = jounce.run("j-turn", vehicle="dw18", speed="40 km/h", start=0.1, ramp_time=0.2, duration=0.6)
    path = tmp_path_factory.mktemp("replay") / "replay.html"
    run.replay(path, [slower])
    page, _ = shared
    page.goto(path.as_uri())
    wait(page, "p => p.pictures > 1")
    return page


def test_every_part_is_drawn(replay, run):
    expected: dict[str, int] = {}
    for shape in run.motion.scene["shapes"]:
        expected[shape["kind"]] = expected.get(shape["kind"], 0) + 1
    assert replay.evaluate("window.jounce.probe().scene.shapes") == expected
    assert replay.evaluate("window.jounce.probe().charts") == len(run.motion.scene["charts"])
    assert replay.evaluate("window.jounce.probe().ghosts") == 1


def test_the_slider_moves_time_and_the_picture(replay, run):
    slider = replay.locator("input[type=range]").first
    scene, seen = scene_from_dict(run.motion.scene), []
    for share, block in ((0.0, run.motion.blocks[0]), (1.0, run.motion.blocks[-1])):
        t = share * float(run.time[-1])
        slider.evaluate("(s, share) => { s.value = s.max * share; s.dispatchEvent(new Event('input')); }", share)
        wait(replay, f"p => Math.abs(p.replayTime - {t}) < 0.02 && Math.abs(p.time - {t}) < 0.02")
        place = replay.evaluate("window.jounce.probe().body('chassis')")
        pose = block[scene.poses].reshape(-1, 7)[scene.bodies.index("chassis")]
        np.testing.assert_allclose([place["x"], place["y"], place["z"]], pose[:3], atol=0.02)
        seen.append(pixels(replay).astype(int))
    changed = np.abs(seen[1] - seen[0]).sum(axis=2) > 40
    assert changed.mean() > 0.02


def test_play_goes_on_by_itself(replay):
    replay.keyboard.press("Home")
    wait(replay, "p => p.replayTime < 0.1")
    if not replay.evaluate("window.jounce.probe().playing"):
        replay.keyboard.press(" ")
    wait(replay, "p => p.replayTime > 0.1")


def test_the_ground_is_the_one_that_wheels_feel(replay, field):
    rng = np.random.default_rng(2)
    points = rng.uniform(-59.9, 59.9, (300, 2))
    points[:20] = np.round(points[:20])  # at nodes and on edges, too
    points[20:40, 0] = np.where(rng.random(20) < 0.5, -59.6, 59.7)
    code = "points => { const p = window.jounce.probe(); return points.map(([x, y]) => p.heightAt(x, y)); }"
    heights = replay.evaluate(code, points.tolist())
    np.testing.assert_allclose(heights, ask(field, *points.T).height, atol=2e-6)


def test_a_report_carries_the_replay(page, run, tmp_path):
    run.report(tmp_path / "report.html")
    page.goto((tmp_path / "report.html").as_uri())
    page.locator("#replay").scroll_into_view_if_needed()
    wait(page, "p => p.pictures > 1")
    box = page.locator("#replay").bounding_box()
    seen = pixels(page, (box["x"] + 100, box["y"] + 60, box["width"] - 200, box["height"] - 120)).astype(int)
    assert seen.reshape(-1, 3).std(axis=0).max() > 10.0
    assert page.locator("[data-plot]").count() > 3


@pytest.fixture(scope="module")
def dressed(run, tmp_path_factory):
    """The run of a car with a magenta box from a .glb as its body."""
    folder = tmp_path_factory.mktemp("dressed")
    (folder / "body.glb").write_bytes(box_glb())
    car = load_vehicle("dw18").model_copy(update={"body_mesh": BodyMesh(file=str(folder / "body.glb"))})
    result = jounce.run("j-turn", vehicle=car, start=0.1, ramp_time=0.2, duration=0.6)
    result.replay(folder / "replay.html", [result])
    return folder / "replay.html"


def test_a_live_page_draws_it_within_its_policy(page, dressed, tmp_path):
    """Textures are read through addresses of the page itself, which its policy allows; nothing else is fetched."""
    car = tmp_path / "car.yaml"
    car.write_text(f"{library_path('dw18').read_text()}\nbody_mesh: {{ file: {dressed.parent / 'body.glb'} }}\n")
    live = LiveSession(Choice(str(car), "flat"), tmp_path)
    page.goto(live.address)
    wait(page, "p => p.connected && p.scene && p.scene.shapes.mesh === 1 && p.pictures > 1")
    page.goto("about:blank")
    live.stop()


def test_a_body_of_the_user_is_drawn(page, dressed):
    """Magenta: most of the picture's middle when solid, less so half transparent and clear; a ghost has one, too."""
    page.goto(dressed.as_uri())
    wait(page, "p => p.scene && p.scene.shapes.mesh === 1 && !p.scene.shapes.hull && p.ghosts === 1")

    def magenta(before=None):
        """How magenta the middle is, once two pictures are alike and another than before."""
        last, end = None, time.monotonic() + PATIENCE
        while time.monotonic() < end:
            shown = pixels(page, (250, 150, 300, 300)).astype(int)
            found = float((np.minimum(shown[..., 0], shown[..., 2]) - shown[..., 1]).clip(0).mean())
            if found == last and found != before:
                return found
            last = found
        raise AssertionError(f"the picture stays at {last}")

    seen = [magenta()]  # half transparent, then clear, then solid
    for _ in range(2):
        page.keyboard.press("v")
        seen.append(magenta(seen[-1]))
    assert seen[2] > 1.3 * seen[0] > 1.3 * 1.3 * seen[1] > 1.0
