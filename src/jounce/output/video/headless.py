"""A Chromium without a window, driven by its DevTools protocol over one WebSocket; no driver is needed."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from jounce.errors import InputError

VARIABLE = "JOUNCE_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
PLACES = {
    "darwin": ("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",),
    "win32": (r"C:\Program Files\Google\Chrome\Application\chrome.exe",),
}
"""Where browsers are that no path leads to."""
FLAGS = (
    "--headless",
    "--remote-debugging-port=0",
    "--use-gl=angle",
    "--use-angle=swiftshader",  # WebGL on the processor, where there is no graphics card
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--hide-scrollbars",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
ADDRESS = re.compile(r"DevTools listening on (ws://\S+)")
PATIENCE = 120.0
"""Time that the browser has for an answer [s]."""


def find_browser() -> str:
    """Path of a Chromium or Chrome; raises InputError if there is none."""
    named = os.environ.get(VARIABLE)
    if named:
        return named
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    found = found or next((path for path in PLACES.get(sys.platform, ()) if Path(path).exists()), None)
    if found is None:
        hint = f"install Chromium or Chrome, or name one in the environment variable {VARIABLE}"
        raise InputError("no browser to draw with", "none on the path", "Chromium or Chrome", hint, where="video")
    return found


class HeadlessPage:
    """One page of a browser without a window."""

    def __init__(self, socket: ClientConnection, session: str) -> None:
        self._socket, self._session = socket, session

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """The answer to a command of the DevTools protocol; raises InputError with what the browser says."""
        return _call(self._socket, method, parameters, self._session)

    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression; a promise is waited for."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            text = answer["exceptionDetails"].get("exception", {}).get("description", "an exception")
            raise InputError("the page failed", text.partition("\n")[0], where="video")
        return answer["result"].get("value")

    def picture(self) -> bytes:
        """What the page shows, as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png", optimizeForSpeed=True)["data"])


@contextlib.contextmanager
def open_page(page: Path, width: int, height: int) -> Iterator[HeadlessPage]:
    """A page of the disk in a browser without a window; the browser ends with the block."""
    root = sys.platform == "linux" and os.geteuid() == 0  # Chromium refuses its sandbox to root
    with tempfile.TemporaryDirectory(prefix="jounce-video-", ignore_cleanup_errors=True) as folder:
        command = [find_browser(), *FLAGS, f"--user-data-dir={folder}", f"--window-size={width},{height}"]
        with subprocess.Popen(
            [*command, *(["--no-sandbox"] if root else []), "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        ) as process:
            try:
                with connect(_address(process), max_size=None) as socket:
                    target = _call(socket, "Target.createTarget", {"url": page.resolve().as_uri()})["targetId"]
                    session = _call(socket, "Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
                    found = HeadlessPage(socket, session)
                    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
                    found.call("Emulation.setDeviceMetricsOverride", **size)
                    yield found
            finally:
                process.kill()


def _address(process: subprocess.Popen[str]) -> str:
    """Where the browser listens, as it says on its standard error."""
    said = []
    for line in process.stderr or ():
        if found := ADDRESS.search(line):
            return found[1]
        said.append(line.strip())
    raise InputError("the browser does not start", " ".join(said)[-300:] or "no message", where="video")


_numbers = iter(range(1, 1 << 30))


def _call(
    socket: ClientConnection, method: str, parameters: dict[str, Any], session: str | None = None
) -> dict[str, Any]:
    number = next(_numbers)
    message = {"id": number, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
    socket.send(json.dumps(message))
    while True:
        answer = json.loads(socket.recv(timeout=PATIENCE))
        if answer.get("id") == number:
            if "error" in answer:
                raise InputError(f"the browser refused {method}", answer["error"].get("message", ""), where="video")
            result: dict[str, Any] = answer["result"]
            return result
