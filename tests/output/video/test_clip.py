"""A clip of a run: the pictures move, cameras differ, both formats are read again, and what is wrong is refused."""

import io

import av
import numpy as np
import pytest
from PIL import Image

import jounce
from jounce.errors import InputError
from jounce.output.video import headless
from jounce.output.video.clip import ClipSettings, picture_times, write_video
from tools import chromium


@pytest.fixture(scope="module")
def result():
    return jounce.run("j-turn", vehicle="dw18", start=0.2, duration=1.0)


@pytest.fixture
def browser(monkeypatch):
    found = chromium.find()
    assert found is not None, "no Chromium on this machine. Run `make browser`, or name one in JOUNCE_CHROMIUM."
    monkeypatch.setenv("JOUNCE_CHROMIUM", found.executable)
    for name, value in found.environment.items():
        monkeypatch.setenv(name, value)


def test_a_clip_shows_the_run_from_its_camera(result, browser, tmp_path):
    seen = []
    made = write_video(
        result,
        tmp_path / "clip.gif",
        size=(160, 90),
        rate=4,
        camera="side",
        progress=lambda done, of: seen.append((done, of)),
    )
    clip = Image.open(io.BytesIO(made.read_bytes()))
    assert (clip.n_frames, clip.size) == (5, (160, 90))
    assert seen == [(k, 5) for k in range(1, 6)]
    first, last = (_picture(clip, k) for k in (0, 4))
    assert np.abs(first - last).mean() > 0.5  # the ground moves under the car
    assert first.std() > 10  # and there is something to see

    write_video(result, tmp_path / "top.webm", size=(160, 90), rate=2, camera="top", begin=0.5)
    with av.open(str(tmp_path / "top.webm")) as container:
        frames = [frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)]
    assert [frame.shape for frame in frames] == [(90, 160, 3)] * 2
    assert np.abs(frames[0].astype(float) - last).mean() > 5.0  # another camera, another picture


def _picture(clip, number):
    clip.seek(number)
    return np.asarray(clip.convert("RGB"), dtype=float)


def test_times_are_equally_spaced_and_within_the_run(result):
    times = picture_times(result, ClipSettings(rate=10.0, speed=0.5, begin=0.2, end=0.6))
    assert times == pytest.approx(0.2 + 0.05 * np.arange(9))


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"camera": "chace"}, "did you mean 'chase'"),
        ({"rate": 0}, "1 to 60"),
        ({"size": (101, 90)}, "even numbers"),
        ({"begin": 2.0}, "a part of 0 to 1 s"),
        ({"rate": 60, "speed": 0.05, "path": "clip.mp4"}, ".webm or .gif"),
    ],
)
def test_wrong_settings_are_refused_before_anything_is_drawn(result, given, says, tmp_path):
    given = dict(given)
    with pytest.raises(InputError, match=says):
        write_video(result, tmp_path / given.pop("path", "clip.gif"), **given)
    assert list(tmp_path.iterdir()) == []


def test_a_machine_without_a_browser_is_told_what_to_do(monkeypatch):
    monkeypatch.delenv("JOUNCE_CHROMIUM", raising=False)
    monkeypatch.setattr(headless.shutil, "which", lambda name: None)
    monkeypatch.setattr(headless, "PLACES", {})
    with pytest.raises(InputError, match="install Chromium or Chrome"):
        headless.find_browser()
