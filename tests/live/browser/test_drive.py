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
    """From ahead and the side its body is in the picture, in its paint; the ground beside it and the sky are not."""
    shapes = driven.evaluate("window.jounce.probe().scene.shapes")
    assert shapes["hull"] == 1
    assert shapes["wheel"] == 4
    assert shapes["cone"] > 3
    for _ in range(2):  # from half transparent over clear to solid
        driven.keyboard.press("v")
    wait(driven, f"p => p.pictures > {driven.evaluate('window.jounce.probe().pictures')} + 1")
    seen = pixels(driven).astype(int)
    driven.keyboard.press("v")
    below, ground = seen[230:590, 10:520], seen[240:300, 10:90]
    plain = np.median(ground.reshape(-1, 3), axis=0)
    assert (np.abs(ground - plain).sum(axis=2) > 60).mean() < 0.2
    paint = below[..., 2] - below[..., 0] > 40  # the paint of this car; the ground is grey
    assert paint.sum() > 4000
    assert np.ptp(np.nonzero(paint)[1]) > 120  # a car, seen from its side
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


def test_a_lost_line_is_mended_and_nothing_is_forgotten(driven, session, shared):
    """Tracks, charts and one ghost are there again; before, the scene was built anew and all of it was empty."""
    driven.keyboard.down("w")
    wait(driven, "p => p.tracks > 40 && p.samples > 10")
    driven.keyboard.up("w")
    before = driven.evaluate("window.jounce.probe()")
    session.cut_the_line()
    wait(driven, "p => !p.connected")
    assert "jounce-gone" in driven.locator(".jounce-root").get_attribute("class")
    wait(driven, f"p => p.connected && p.frames > {before['frames']} + 2 && p.ghosts === 1")
    after = driven.evaluate("window.jounce.probe()")
    assert after["tracks"] >= before["tracks"]
    assert after["samples"] >= before["samples"]
    assert "jounce-gone" not in driven.locator(".jounce-root").get_attribute("class")
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


CUT = """() => {
  const shown = document.querySelectorAll(".jounce-root button, .jounce-root .jounce-gauges, .jounce-touch div");
  const isCut = ({left, right, top, bottom}) =>
    right > innerWidth + 1 || bottom > innerHeight + 1 || left < -1 || top < -1;
  return [...shown].filter((e) => e.offsetParent && isCut(e.getBoundingClientRect())).map((e) => e.outerHTML);
}"""
"""Buttons and instruments that the edge of the page cuts."""
FINGER = """([name, kind, x, y]) => {
  const element = document.querySelector(name), box = element.getBoundingClientRect();
  const place = {clientX: box.left + x * box.width, clientY: box.top + y * box.height};
  element.dispatchEvent(new PointerEvent(kind, {pointerId: 7, pointerType: "touch", bubbles: true, ...place}));
}"""
"""A finger on an element, at shares of its width and height."""


def test_fingers_drive_on_a_phone_and_nothing_is_cut(browser, driven, session):
    """In portrait, and again after the phone was turned."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    phone = context.new_page()
    phone.goto(session.address)
    wait(phone, "p => p.connected && p.pictures > 2 && p.scene !== null")
    phone.bring_to_front()
    phone.evaluate("window.dispatchEvent(new PointerEvent('pointerdown', {pointerType: 'touch'}))")
    assert phone.locator(".jounce-touch").is_visible()
    assert phone.evaluate(CUT) == []
    phone.evaluate(FINGER, [".jounce-throttle", "pointerdown", 0.5, 0.1])
    phone.evaluate(FINGER, [".jounce-steer", "pointerdown", 0.05, 0.5])
    wait(phone, "p => p.controls.throttle === 1 && p.controls.steer > 0.4")
    phone.evaluate(FINGER, [".jounce-throttle", "pointerup", 0.5, 0.1])
    phone.evaluate(FINGER, [".jounce-steer", "pointerup", 0.05, 0.5])
    wait(phone, "p => p.controls.throttle === 0 && p.controls.steer === 0")
    phone.evaluate(FINGER, [".jounce-brake", "pointerdown", 0.5, 0.6])
    wait(phone, "p => Math.abs(p.controls.brake - 0.5) < 0.01 || p.controls.gear === 'reverse'")
    phone.evaluate(FINGER, [".jounce-brake", "pointerup", 0.5, 0.6])
    phone.set_viewport_size({"width": 844, "height": 390})
    wait(phone, f"p => p.pictures > {phone.evaluate('window.jounce.probe().pictures')}")
    assert phone.evaluate(CUT) == []
    context.close()


def test_a_page_says_that_the_server_is_gone_and_comes_back_to_the_next_one(page, complaints, tmp_path):
    """The next drive takes port and token of the last one, as `jounce drive` does."""
    first = LiveSession(Choice("simple", "flat"), tmp_path)
    page.goto(first.address)
    wait(page, "p => p.connected && p.pictures > 2 && p.scene !== null")
    first.stop()
    page.get_by_text("jounce drive has ended").wait_for()
    assert page.get_by_text("no server").is_visible()
    second = LiveSession(Choice("simple", "flat"), tmp_path, port=first.port, token=first.access.token)
    wait(page, "p => p.connected && p.scene !== null")
    assert page.get_by_text("jounce drive has ended").count() == 0
    second.stop()
    complaints.clear()  # the browser notes lost sockets on its console


@pytest.mark.parametrize("token", ["", "?token=guess"])
def test_a_wrong_token_is_refused(page, session, complaints, token):
    answer = page.goto(session.place + token)
    assert answer.status == 403
    assert "printed in the terminal" in page.inner_text("body")
    assert page.evaluate("document.querySelector('canvas')") is None
    complaints.clear()
