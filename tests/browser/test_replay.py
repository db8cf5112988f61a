"""Replays open from a disk: the run is drawn, time moves, ghosts drive beside, the ground is that of the wheels."""

import numpy as np
import pytest

import jounce
from jounce.ground import ask
from jounce.terrain import generate
from tests.browser.screen import pixels


@pytest.fixture(scope="module")
def run():
    """0.6 s of dw18 with a quick steer to the left."""
    return jounce.run("j-turn", vehicle="dw18", start=0.1, ramp_time=0.2, duration=0.6)


@pytest.fixture(scope="module")
def field():
    return generate(size=120.0, spacing=1.0, seed=5, flat=(0.0, 0.0)).ground()


def wait(page, condition):
    page.wait_for_function(f"({condition})(window.jounce.probe())")


def opened(page, path):
    page.goto(path.resolve().as_uri())
    wait(page, "p => p.pictures > 1")
    return page


def test_a_replay_opens_from_a_disk_and_draws_every_part(page, run, tmp_path):
    jounce.write_replay(run, tmp_path / "replay.html")
    opened(page, tmp_path / "replay.html")
    shapes = page.evaluate("window.jounce.probe().scene.shapes")
    expected = {}
    for shape in run.motion.scene.shapes:
        expected[shape["kind"]] = expected.get(shape["kind"], 0) + 1
    assert shapes == expected
    assert page.evaluate("window.jounce.probe().charts") == len(run.motion.scene.charts)


def test_the_slider_moves_time_and_the_picture(page, run, tmp_path):
    jounce.write_replay(run, tmp_path / "replay.html")
    opened(page, tmp_path / "replay.html")
    slider = page.locator("input[type=range]").first
    seen = []
    for share in (0.0, 1.0):
        t = share * float(run.time[-1])
        slider.evaluate("(s, share) => { s.value = s.max * share; s.dispatchEvent(new Event('input')); }", share)
        wait(page, f"p => Math.abs(p.replayTime - {t}) < 0.02 && Math.abs(p.time - {t}) < 0.02")
        place = page.evaluate("window.jounce.probe().body('chassis')")
        scene, block = run.motion.scene, run.motion.blocks[0 if share == 0.0 else -1]
        pose = block[scene.poses].reshape(-1, 7)[scene.bodies.index("chassis")]
        np.testing.assert_allclose([place["x"], place["y"], place["z"]], pose[:3], atol=0.02)
        seen.append(pixels(page).astype(int))
    changed = np.abs(seen[1] - seen[0]).sum(axis=2) > 40
    assert changed.mean() > 0.02


def test_play_goes_on_by_itself(page, run, tmp_path):
    jounce.write_replay(run, tmp_path / "replay.html")
    opened(page, tmp_path / "replay.html")
    page.keyboard.press("Home")
    if not page.evaluate("window.jounce.probe().playing"):
        page.keyboard.press(" ")
    wait(page, "p => p.replayTime > 0.1")


def test_a_ghost_drives_beside(page, run, tmp_path):
    slower = jounce.run("j-turn", vehicle="dw18", speed="40 km/h", start=0.1, ramp_time=0.2, duration=0.6)
    jounce.write_replay(run, tmp_path / "replay.html", [slower])
    opened(page, tmp_path / "replay.html")
    assert page.evaluate("window.jounce.probe().ghosts") == 1


def test_the_ground_is_the_one_that_wheels_feel(page, run, field, tmp_path):
    from dataclasses import replace

    from jounce.scene import Motion, terrain_container

    terrain, _ = terrain_container(field, (0.0, 0.0))
    on_hills = replace(run, motion=Motion(run.motion.scene, run.motion.blocks, terrain))
    jounce.write_replay(on_hills, tmp_path / "replay.html")
    opened(page, tmp_path / "replay.html")
    rng = np.random.default_rng(2)
    points = rng.uniform(-59.9, 59.9, (300, 2))
    points[:20] = np.round(points[:20])  # at nodes and on edges, too
    points[20:40, 0] = np.where(rng.random(20) < 0.5, -59.6, 59.7)
    code = "points => { const p = window.jounce.probe(); return points.map(([x, y]) => p.heightAt(x, y)); }"
    heights = page.evaluate(code, points.tolist())
    np.testing.assert_allclose(heights, ask(field, *points.T).height, atol=2e-6)


def test_a_report_carries_the_replay(page, run, tmp_path):
    jounce.write_report(run, tmp_path / "report.html")
    page.goto((tmp_path / "report.html").as_uri())
    page.locator("#replay canvas").first.wait_for()
    page.locator("#replay").scroll_into_view_if_needed()
    page.wait_for_function("window.jounce.probe().pictures > 1")
    box = page.locator("#replay").bounding_box()
    seen = pixels(page, (box["x"] + 100, box["y"] + 60, box["width"] - 200, box["height"] - 120)).astype(int)
    assert seen.reshape(-1, 3).std(axis=0).max() > 10.0
    assert page.locator("[data-plot]").count() > 3
