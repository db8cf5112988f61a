"""Pictures of driving for the documentation: docs/images/drive-VEHICLE-GROUND.png (`python -m tools.screenshots`)."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tools import chromium

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
SIZE = {"width": 1120, "height": 630}
FLAGS = (
    "--no-sandbox",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--disable-background-networking",
    "--no-first-run",
)


@dataclass(frozen=True)
class Shot:
    """What is driven where, for how long [s], and which keys are pressed before the picture."""

    vehicle: str
    ground: str
    at: str = "0,0,0"
    seconds: float = 4.0
    turn: float = 1.0
    """Time with the wheel to the left at the end [s]."""
    keys: str = ""


SHOTS = (
    Shot("simple", "flat", at="0,-4,0", seconds=2.0),
    Shot("simple", "hills", at="150,60,60", seconds=4.0),
    Shot("roadster", "proving ground", seconds=7.0, turn=0.6),
    Shot("sedan", "flat", seconds=6.0, keys="v"),
    Shot("sedan", "hills", at="150,90,35", seconds=5.0, turn=0.25, keys="v"),
    Shot("rover6", "flat", seconds=5.0),
    Shot("rover6", "hills", at="-110,-90,-40", seconds=6.0, keys="v"),
)


def take(shot: Shot, page: Page) -> None:
    """Start a session, drive, pause, and save the picture."""
    words = (sys.executable, "-m", "jounce.cli.main", "drive", shot.vehicle, "--ground", shot.ground, "--at", shot.at)
    server = subprocess.Popen([*words, "--no-browser"], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert server.stdout is not None
        address = next(word for word in server.stdout.readline().split() if word.startswith("http"))
        page.goto(address)
        _until(page, "p => p.connected && p.scene !== null && p.time >= 0 && p.pictures > 3")
        page.keyboard.down("w")
        start = page.evaluate("() => window.jounce.probe().time")
        _until(page, f"p => p.time > {start + shot.seconds - shot.turn}")
        page.keyboard.down("a")
        _until(page, f"p => p.time > {start + shot.seconds}")
        page.keyboard.press("p")
        for key in ("w", "a"):
            page.keyboard.up(key)
        for key in shot.keys:
            page.keyboard.press(key)
        seen = page.evaluate("() => window.jounce.probe().pictures")
        _until(page, f"p => p.pictures > {seen} + 4")
        path = IMAGES / f"drive-{shot.vehicle}-{shot.ground.replace(' ', '-')}.png"
        page.screenshot(path=path, timeout=120_000)
        print(path.relative_to(ROOT))
    finally:
        server.terminate()
        server.wait(20)


def _until(page: Page, condition: str) -> None:
    end = time.monotonic() + 300.0
    while not page.evaluate(f"() => {{ const p = window.jounce?.probe(); return Boolean(p && ({condition})(p)); }}"):
        if time.monotonic() > end:
            raise TimeoutError(condition)
        time.sleep(0.05)


def main() -> int:
    """All shots, or those of the vehicles that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vehicles", nargs="*", help="by default all")
    wanted = parser.parse_args().vehicles
    found = chromium.provide()
    with sync_playwright() as playwright:
        environment = {**os.environ, **found.environment}
        browser = playwright.chromium.launch(executable_path=found.executable, args=[*FLAGS], env=environment)
        for shot in SHOTS:
            if not wanted or shot.vehicle in wanted:
                page = browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
                take(shot, page)
                page.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
