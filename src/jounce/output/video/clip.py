"""Write a clip of a result: its replay is opened in a browser without a window and photographed at equal times."""

from __future__ import annotations

import importlib.util
import io
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from jounce.errors import InputError
from jounce.findings import suggestion
from jounce.lab.results import Result, as_result
from jounce.lab.results.atomic import atomic_write, check_writable
from jounce.output.replay.replay import motion_of, render_replay
from jounce.output.video.headless import HeadlessPage, open_page
from jounce.schema.units import parse_quantity

Camera = Literal["chase", "hood", "orbit", "top", "corner", "side"]
CAMERAS: tuple[str, ...] = get_args(Camera)
"""Cameras by name, in the order of their keys 1, 2 … on the page."""
FORMATS = {".webm": "libvpx-vp9", ".gif": "gif"}
"""Suffix of a clip → codec."""
MAX_PICTURES = 3000
"""Pictures of one clip; each takes a tenth of a second or so to draw."""
CONTROLS = ".jounce-toolbar, .jounce-timeline, .jounce-panel, .jounce-toasts"
"""What no clip shows."""
INSTRUMENTS = ".jounce-cluster, .jounce-title"
"""What a clip shows if gauges are asked for."""


@dataclass(frozen=True)
class ClipSettings:
    """How a clip is made: camera, pictures a second of the clip, width and height [px], simulated seconds a second of
    the clip, the part of the run [s], and whether panels are left out and gauges are shown."""

    camera: str = "chase"
    rate: float = 25.0
    size: tuple[int, int] = (960, 540)
    speed: float = 1.0
    begin: float | None = None
    end: float | None = None
    see_through: bool = False
    gauges: bool = False

    def __post_init__(self) -> None:
        if self.camera not in CAMERAS:
            hint = suggestion(self.camera, CAMERAS)
            raise InputError("unknown camera", repr(self.camera), ", ".join(CAMERAS), hint, where="camera")
        if not 1.0 <= self.rate <= 60.0:
            raise InputError("out of range", f"{self.rate:g}", "1 to 60 pictures a second", where="rate")
        if not all(64 <= side <= 3840 and side % 2 == 0 for side in self.size):
            raise InputError("out of range", "×".join(map(str, self.size)), "even numbers of 64 to 3840", where="size")
        if not 0.05 <= self.speed <= 20.0:
            raise InputError("out of range", f"{self.speed:g}", "0.05 to 20", where="speed")


def write_video(
    result: Result | str | Path,
    path: str | Path,
    *,
    camera: str = "chase",
    rate: float = 25.0,
    size: tuple[int, int] = (960, 540),
    speed: float = 1.0,
    begin: float | str | None = None,
    end: float | str | None = None,
    see_through: bool = False,
    gauges: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Path:
    """Write a result, or a result file, as a clip (.webm or .gif) of its replay; returns the path.

    camera: chase, hood, orbit, top, corner or side. rate: pictures a second. size: width, height [px]. speed: 0.25
    is slow motion. begin, end: part of the run. see_through: without body panels. gauges: show instruments too.
    progress: called with the number of pictures made and of all.

    Needs Chromium or Chrome (found on the path, or named in JOUNCE_CHROMIUM) and the extra `video`.
    """
    target = Path(path)
    suffix = target.suffix.lower()
    if suffix not in FORMATS:
        raise InputError("unknown format of a clip", repr(target.suffix), " or ".join(FORMATS), where="path")
    if missing := [name for name in ("av", "PIL") if importlib.util.find_spec(name) is None]:
        raise InputError("packages are missing", ", ".join(missing), "the extra `video`", "pip install 'jounce[video]'")
    settings = ClipSettings(
        camera, float(rate), (size[0], size[1]), float(speed), _time(begin), _time(end), see_through, gauges
    )
    run = as_result(result)
    times = picture_times(run, settings)
    check_writable(target.parent)
    with tempfile.TemporaryDirectory(prefix="jounce-video-") as folder:
        page = Path(folder) / "replay.html"
        page.write_text(render_replay(run), encoding="utf-8")
        with open_page(page, *settings.size) as browser:
            clip = encode(_pictures(browser, times, settings, progress), suffix, settings)
    with atomic_write(target) as temporary:
        temporary.write_bytes(clip)
    return target


def picture_times(run: Result, settings: ClipSettings) -> np.ndarray:
    """Times of the run at which pictures are taken [s]; raises InputError for a part that it does not have."""
    recorded = motion_of(run).blocks[:, 0]
    first = float(recorded[0]) if settings.begin is None else settings.begin
    last = float(recorded[-1]) if settings.end is None else settings.end
    if not recorded[0] <= first < last <= recorded[-1] + 1e-9:
        expected = f"a part of {recorded[0]:g} to {recorded[-1]:g} s"
        raise InputError("no such part of the run", f"{first:g} to {last:g} s", expected, where="begin, end")
    count = int((last - first) / settings.speed * settings.rate + 1e-9) + 1
    if count > MAX_PICTURES:
        hint = "give a part of the run, a smaller rate or a larger speed"
        raise InputError("too many pictures", str(count), f"at most {MAX_PICTURES}", hint, where="rate")
    return first + np.arange(count) * settings.speed / settings.rate


def _pictures(
    page: HeadlessPage, times: np.ndarray, settings: ClipSettings, progress: Callable[[int, int], None] | None
) -> Iterator[bytes]:
    """PNG pictures of the replay at these times."""
    page.evaluate(WAIT.replace("CONDITION", "window.jounce?.probe()?.scene"))
    page.evaluate(PRESS.replace("CODE", f"Digit{CAMERAS.index(settings.camera) + 1}"))
    for _ in range(1 if settings.see_through else 2):  # half transparent, clear, solid
        page.evaluate(PRESS.replace("CODE", "KeyV"))
    page.evaluate(HIDE.replace("CONTROLS", CONTROLS if settings.gauges else f"{CONTROLS}, {INSTRUMENTS}"))
    for _ in range(SETTLING):  # the camera swings to its place
        page.evaluate(SEEK.replace("TIME", repr(float(times[0]))))
    for k, time in enumerate(times):
        page.evaluate(SEEK.replace("TIME", repr(float(time))))
        yield page.picture()
        if progress is not None:
            progress(k + 1, len(times))


def encode(pictures: Iterator[bytes], suffix: str, settings: ClipSettings) -> bytes:
    """A clip as the bytes of its file."""
    import av
    from PIL import Image

    frames = (Image.open(io.BytesIO(png)).convert("RGB") for png in pictures)
    buffer = io.BytesIO()
    if suffix == ".gif":
        palette = [frame.quantize(128, dither=Image.Dither.NONE) for frame in frames]
        spacing = max(20, round(1000 / settings.rate))
        palette[0].save(
            buffer, "GIF", save_all=True, append_images=palette[1:], duration=spacing, loop=0, optimize=True
        )
        return buffer.getvalue()
    with av.open(buffer, "w", format="webm") as container:
        stream = container.add_stream(FORMATS[suffix], rate=round(settings.rate))
        assert isinstance(stream, av.VideoStream)
        stream.width, stream.height = settings.size
        stream.pix_fmt = "yuv420p"
        stream.options = {"crf": "32", "b": "0", "deadline": "good", "cpu-used": "4"}
        for frame in frames:
            container.mux(stream.encode(av.VideoFrame.from_image(frame)))
        container.mux(stream.encode())
    return buffer.getvalue()


def _time(value: float | str | None) -> float | None:
    return None if value is None else parse_quantity(value, "time")


SETTLING = 25
"""Pictures before the first one, while the camera comes to its place."""
WAIT = """(async () => {
  for (let k = 0; k < 600 && !(CONDITION); k++) await new Promise(done => setTimeout(done, 100));
  if (!(CONDITION)) throw new Error("the replay does not start");
})()"""
PRESS = 'window.dispatchEvent(new KeyboardEvent("keydown", {code: "CODE", bubbles: true}))'
HIDE = """(() => {
  const style = document.createElement("style");
  style.textContent = "CONTROLS { display: none !important }";
  document.head.append(style);
})()"""
SEEK = """(async () => {
  const slider = document.querySelector(".jounce-slider");
  slider.value = "TIME";
  slider.dispatchEvent(new Event("input"));
  for (let k = 0; k < 2; k++) await new Promise(done => requestAnimationFrame(done));
})()"""
