"""Driving in a real browser: the page draws, keys drive, lines break and mend, strangers stay out.

One session serves all tests of this module, so each begins with a car that it has reset. Nothing here depends on how
fast frames come: software draws them, a few a second.
"""

import numpy as np
import pytest

import jounce
from jounce.lab.results import read_result
from jounce.live.viewer.choices import Choice
from tests.live.browser.live import LiveSession
from tests.live.browser.screen import pixels, wait

GAMEPAD = """
window.pad = {id: "test", index: 0, connected: false, mapping: "standard", timestamp: 0, axes: [0, 0, 0, 0],
  buttons: Array.from({length: 17}, () => ({pressed: false, touched: false, value: 0}))};
navigator.getGamepads = () => [window.pad];
"""
"""A gamepad that is plugged in when a test says so."""


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    ghost = jounce.run("j-turn", vehicle="dw18", duration=0.2, start=0.1)
    live = LiveSession(Choice("simple", "flat"), tmp_path_factory.mktemp("drive"), [ghost])
    yield live
    live.stop()


@pytest.fixture(scope="module")
def loaded(shared, session):
    """The page of the session."""
    page, complaints = shared
    page.add_init_script(GAMEPAD)
    page.goto(session.address)
    wait(page, "p => p.connected && p.pictures > 2 && p.scene !== null")
    yield page
    assert not complaints


@pytest.fixture
def driven(loaded):
    """The page, with the car at its start."""
    loaded.keyboard.press("r")
    wait(loaded, "p => Math.abs(p.speed) < 0.05 && Math.abs(p.body('chassis').x) < 0.5")
    return loaded


def test_the_car_is_drawn(driven):
    """Behind the car its body is where the camera looks, in its paint; the ground beside it and the sky are not."""
    shapes = driven.evaluate("window.jounce.probe().scene.shapes")
    assert shapes["hull"] == 1
    assert shapes["wheel"] == 4
    assert shapes["cone"] > 3
    seen = pixels(driven).astype(int)
    car, ground = seen[350:420, 190:340], seen[300:420, 10:110]
    plain = np.median(ground.reshape(-1, 3), axis=0)
    assert (np.abs(car - plain).sum(axis=2) > 60).mean() > 0.6
    assert (np.abs(ground - plain).sum(axis=2) > 60).mean() < 0.2
    blue = car[..., 2] - car[..., 0]
    assert np.median(blue) > 20  # the paint of this car; the ground is grey
    sky = seen[95:140, 150:480].reshape(-1, 3).mean(axis=0)
    assert sky[2] > sky[0]  # blue, and not ground
    assert np.abs(sky - plain).sum() > 60


def test_a_held_key_moves_the_car_and_release_stops_it(driven):
    driven.keyboard.down("w")
    wait(driven, "p => p.controls.throttle > 0.9")
    wait(driven, "p => p.speed > 3 && p.body('chassis').x > 1")
    driven.keyboard.up("w")
    wait(driven, "p => p.controls.throttle === 0 && p.gauges['controls.throttle'] === 0")
    driven.keyboard.down("Space")  # not S, which would reverse after the stop that a slow picture may have missed
    wait(driven, "p => Math.abs(p.speed) < 0.2")
    driven.keyboard.up("Space")
    wait(driven, "p => p.controls.handbrake === 0 && Math.abs(p.speed) < 0.3")
    x = driven.evaluate("window.jounce.probe().body('chassis').x")
    assert x > 1.0


def test_steering_keys_turn_left_and_right_and_return(driven):
    driven.keyboard.down("a")
    wait(driven, "p => p.controls.steer > 0.5 && p.gauges['controls.steer'] > 0.3")
    driven.keyboard.up("a")
    wait(driven, "p => Math.abs(p.controls.steer) < 0.01")
    driven.keyboard.down("ArrowRight")
    wait(driven, "p => p.controls.steer < -0.5")
    driven.keyboard.up("ArrowRight")
    wait(driven, "p => Math.abs(p.controls.steer) < 0.01")


def test_a_page_that_loses_the_focus_lets_go(driven):
    driven.keyboard.down("w")
    wait(driven, "p => p.controls.throttle > 0.5")
    driven.evaluate("window.dispatchEvent(new Event('blur'))")
    wait(driven, "p => p.controls.throttle === 0")
    driven.keyboard.up("w")
    driven.evaluate("window.dispatchEvent(new Event('focus'))")


def test_a_gamepad_drives_too(driven):
    driven.evaluate("() => { pad.connected = true; pad.axes[0] = -0.9; pad.buttons[7].value = 0.6; }")
    wait(driven, "p => p.controls.steer > 0.3 && Math.abs(p.controls.throttle - 0.6) < 0.1 && p.speed > 0.5")
    driven.evaluate("() => { pad.axes[0] = 0; pad.buttons[7].value = 0; }")
    wait(driven, "p => p.controls.steer === 0 && p.controls.throttle === 0")
    driven.evaluate("() => { pad.connected = false; }")


def test_pause_step_and_resume(driven):
    driven.keyboard.press("p")
    driven.get_by_text("paused").first.wait_for()
    wait(driven, "p => p.frames > 0")
    before = driven.evaluate("window.jounce.probe().time")
    driven.keyboard.press(".")
    wait(driven, f"p => p.time > {before}")
    assert driven.evaluate("window.jounce.probe().time") - before < 0.05
    driven.keyboard.press("p")
    wait(driven, f"p => p.time > {before} + 0.2")


def test_a_lost_line_is_mended(driven, session, shared):
    frames = driven.evaluate("window.jounce.probe().frames")
    session.cut_the_line()
    wait(driven, "p => !p.connected")
    wait(driven, f"p => p.connected && p.frames > {frames} + 2")
    shared[1].clear()  # the browser notes a lost socket on its console


def test_another_ground_and_friction_can_be_chosen(driven, session):
    driven.get_by_text("Setup").click()
    driven.get_by_label("Ground", exact=True).select_option("grade")
    wait(driven, "p => p.scene !== null && Math.abs(p.heightAt(10, 0) - 2) < 1e-3 && p.pictures > 2")
    slider = driven.get_by_role("slider", name="Ground friction")
    number = driven.evaluate("window.jounce.probe().scene.number")
    slider.evaluate("s => { s.value = 0.5; s.dispatchEvent(new Event('change')); }")
    wait(driven, f"p => p.scene !== null && p.scene.number > {number}")
    assert session.session.choice.ground_spec == "plane, grade=0.2, friction=0.5"
    driven.get_by_label("Ground", exact=True).select_option("flat")
    wait(driven, "p => p.scene !== null && p.heightAt(10, 0) === 0")
    slider.evaluate("s => { s.value = 1; s.dispatchEvent(new Event('change')); }")
    wait(driven, f"p => p.scene !== null && p.scene.number > {number} + 2")


def test_the_whole_car_can_be_chosen_and_driven(driven):
    """Another vehicle in the same session: other bodies, its links and springs, and it moves."""
    vehicle = driven.get_by_label("Vehicle", exact=True)
    if not vehicle.is_visible():
        driven.get_by_text("Setup").click()
    vehicle.select_option("dw18")
    wait(driven, "p => p.scene !== null && p.scene.bodies.includes('lca_fl') && p.pictures > 2")
    assert driven.evaluate("window.jounce.probe().scene.shapes.spring") == 4
    driven.keyboard.down("w")
    wait(driven, "p => p.speed > 2 && p.gauges['tire.rl.vertical_force'] > 1000")
    driven.keyboard.up("w")
    vehicle.select_option("simple")
    wait(driven, "p => p.scene !== null && p.scene.bodies.includes('cone_11')")


def test_a_ghost_drives_beside(driven):
    assert driven.evaluate("window.jounce.probe().ghosts") == 1


def test_what_is_driven_can_be_recorded(driven, session):
    driven.keyboard.press("l")
    driven.keyboard.down("w")
    wait(driven, "p => p.speed > 2")
    driven.keyboard.up("w")
    driven.keyboard.press("l")
    driven.get_by_text("recorded").first.wait_for()
    (file,) = [line.split(": ")[1].split("   ")[0] for line in session.said]
    result = read_result(file)
    session.said.clear()
    assert result.metadata.vehicle == "simple"
    assert result["chassis.speed"].values.max() > 2.0
    assert result.motion is not None
    assert np.all(np.diff(result.time) > 0.0)


@pytest.mark.parametrize("token", ["", "?token=guess"])
def test_a_wrong_token_is_refused(page, session, complaints, token):
    answer = page.goto(session.place + token)
    assert answer.status == 403
    assert "jounce drive" in page.inner_text("body")
    assert page.evaluate("document.querySelector('canvas')") is None
    complaints.clear()
