"""The lap timer, sliding and the quality of a page, on a course that a made-up motion drives around."""

import numpy as np
import pytest

from jounce.engine.terrain import course_of
from jounce.engine.terrain.proving_ground import handling_path
from jounce.lab.laps import lap_times
from jounce.lab.results.motion import Motion
from jounce.lab.scene import TERRAIN, Scene, SceneWheel, pack
from jounce.lab.scene.course_shapes import course_data, course_shapes
from jounce.lab.scene.gauges import MOTION, sliding_gauges
from jounce.lab.scene.shapes import wheel
from jounce.output.replay.page import replay_page
from jounce.output.replay.replay import containers
from tests.live.browser.screen import pixels, wait

FAKE_CLOCK = """
window.step = 10;
let now = 0;
const draw = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (call) => draw(() => call(now += window.step));
"""
"""Pictures that take as long as a test says [ms], however long they really take."""


def lap_motion(laps=2.3, speed=25.0):
    """A wheel around the handling course, quicker in the second lap, that slides in the second half of the motion."""
    path = handling_path()
    closed = np.vstack([path, path[:1]])
    s = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(closed, axis=0).T))])
    time = np.arange(0.0, laps * s[-1] / speed, 0.05)
    along = speed * time + 0.02 * speed * np.maximum(time - 1.2 * s[-1] / speed, 0.0)
    x, y = (np.interp(along, s, column, period=s[-1]) for column in closed.T)
    course = course_of("proving ground")
    scene = Scene(
        title="lap",
        vehicle="wheel",
        bodies=("wheel",),
        shapes=(
            wheel(0, np.zeros(3), np.array([0.0, 1.0, 0.0]), 0.3, 0.2, "w"),
            *course_shapes(course, lambda x, y: 0.0, (0.0, 0.0, 0.0)),
        ),
        wheels=(SceneWheel("w", 0, 0, 0.3, 0.2),),
        contacts=("w",),
        gauges=(*MOTION, *sliding_gauges(["w"])),
        weight=1000.0,
        course=course_data(course),
    )
    blocks = np.zeros((len(time), scene.width), np.float32)
    blocks[:, 0], blocks[:, 1] = time, speed
    blocks[:, 5] = np.where(time > 0.5 * time[-1], 6.0, 0.0)
    blocks[:, scene.poses] = np.column_stack([x, y, np.full_like(x, 0.3), np.ones_like(x), 0 * x, 0 * x, 0 * x])
    blocks[:, scene.contact_numbers] = np.column_stack(
        [x, y, 0 * x, 0 * x, np.full_like(x, 800.0), np.full_like(x, 1e3)]
    )
    plain = pack(TERRAIN, {"nx": 0, "ny": 0, "height": 0.0, "friction_value": 1.0})
    return Motion(scene.to_dict(), blocks, plain), lap_times(course, time, x, y)


@pytest.fixture(scope="module")
def driven():
    return lap_motion()


@pytest.fixture(scope="module")
def written(driven, tmp_path_factory):
    """The replay of the laps as a file."""
    motion, _ = driven
    path = tmp_path_factory.mktemp("course") / "laps.html"
    path.write_text(replay_page("laps", motion.scene, containers(motion)), encoding="utf-8")
    return path


def test_laps_sectors_and_the_difference_to_the_best(page, written, driven):
    """Times of the page are those of `lap_times`: both are linear between the same samples."""
    _, expected = driven
    page.goto(written.as_uri())
    wait(page, "p => p.pictures > 1")
    laps = page.evaluate("window.jounce.probe().laps")
    assert len(expected) == 2
    np.testing.assert_allclose(laps["times"], [lap.time for lap in expected], atol=2e-3)
    np.testing.assert_allclose(laps["sectors"], [lap.sectors for lap in expected], atol=2e-3)
    assert laps["best"] == pytest.approx(min(lap.time for lap in expected), abs=2e-3)
    assert laps["delta"] < 0.0  # the last one goes on quicker than the best
    assert page.locator(".jounce-laps").inner_text().count("best") == 1


def test_the_road_is_painted_and_sliding_leaves_dark_marks(page, written):
    """From above: asphalt around the wheel, grass beyond the kerb, and a mark behind it that is darker than both."""
    page.goto(written.as_uri())
    wait(page, "p => p.pictures > 1")
    page.keyboard.press("4")
    slider = page.locator("input[type=range]").first
    slider.evaluate("s => { s.value = 0.9 * s.max; s.dispatchEvent(new Event('input')); }")
    wait(page, "p => p.sliding === 1 && p.dust >= 0 && p.camera.name === 'top'")
    seen = pixels(page, (60, 70, 420, 260)).astype(int)
    green = seen[..., 1] - np.maximum(seen[..., 0], seen[..., 2]) > 8
    grey = np.ptp(seen, axis=2) < 18
    assert green.mean() > 0.15
    assert grey.mean() > 0.15
    red = (seen[..., 0] - seen[..., 1] > 60) & (seen[..., 0] > 90)  # kerbs
    assert red.sum() > 50
    assert (seen.sum(axis=2) < 0.45 * np.median(seen[grey].sum(axis=1))).sum() > 40


SMALL = {"width": 240, "height": 160}
"""Pages on which only the number of pictures matters [px]."""


def test_quality_goes_down_when_pictures_are_slow_and_comes_back(page, written):
    page.set_viewport_size(SMALL)
    page.add_init_script(FAKE_CLOCK)
    page.goto(written.as_uri())
    wait(page, "p => p.pictures > 1 && p.quality === 'light'")  # where graphics are in software it begins so
    page.evaluate("window.step = 150")
    page.keyboard.press(" ")
    wait(page, "p => p.quality === 'coarse'")
    page.evaluate("window.step = 10")
    wait(page, "p => p.quality === 'light'")


def test_quality_that_was_asked_for_stays(page, written):
    page.set_viewport_size(SMALL)
    page.add_init_script(FAKE_CLOCK.replace("window.step = 10", "window.step = 150"))
    page.goto(written.as_uri() + "?quality=full")
    wait(page, "p => p.pictures > 0")
    before = page.evaluate("window.jounce.probe().pictures")
    page.keyboard.press(" ")
    wait(page, f"p => p.pictures > {before} + 14")
    assert page.evaluate("window.jounce.probe().quality") == "full"


def test_sound_is_off_until_it_is_switched_on(page, written):
    page.set_viewport_size(SMALL)
    page.goto(written.as_uri())
    wait(page, "p => p.pictures > 1")
    assert page.evaluate("window.jounce.probe().sound") is False
    page.keyboard.press("n")
    wait(page, "p => p.sound")
