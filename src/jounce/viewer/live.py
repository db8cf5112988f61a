"""Drive live in a browser: the function behind `jounce.drive` and `jounce drive`."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import signal
import sys
import threading
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from jounce.errors import Refusal
from jounce.realtime.recipe import Recipe
from jounce.results import Result
from jounce.viewer.choices import Choice, offered
from jounce.viewer.page import live_page
from jounce.viewer.server import serving
from jounce.viewer.session import Session

LOCAL = "127.0.0.1"
OPEN = (
    "warning: {host} is open to your network. Whoever knows the address with its token can drive, and change vehicle "
    "and ground; nothing is encrypted. Stop with Ctrl-C."
)


def drive(
    vehicle: str = "sedan",
    *,
    ground: str = "flat",
    engine: str = "",
    parameters: Mapping[str, float] | None = None,
    at: tuple[float, float, float] = (0.0, 0.0, 0.0),
    step: float = 1e-3,
    policy: str = "slow",
    udp: tuple[str, int] | None = None,
    host: str = LOCAL,
    port: int = 0,
    ghosts: Sequence[Result] = (),
    folder: str | Path = "out",
    browser: bool = True,
    tell: Callable[[str], None] = print,
) -> None:
    """Serve a page to drive on, until Ctrl-C.

    vehicle: `simple`, a name of the library, or a YAML file. ground: a name that the page offers, or a text for
    `jounce.terrain.ground_of`. engine: an integrator (chord, rosenbrock, midpoint), or of the simplified car a law.
    parameters: see `jounce.realtime.tuning`. at: x, y [m] and heading [rad]. step [s] and policy: of the loop, see
    docs/realtime.md; udp: host and port for other programs. ghosts: runs to drive beside. folder: for recordings. tell
    hears the address and what is saved. Raises Refusal for what cannot be driven.
    """
    _check_host(host, port)
    choices = offered(vehicle, ground)
    choice = choices.completed(Choice(vehicle, ground, engine, dict(parameters or {})))
    recipe = Recipe(at=at, step=step, policy=policy, udp=udp)
    page = live_page("jounce drive")

    async def main() -> None:
        _end_on_terminate()
        session = Session(choices, choice, recipe=recipe, folder=Path(folder), ghosts=ghosts, tell=tell)
        async with serving(session.hub, page, host, port, _names(host)) as (_, gate, bound):
            address = f"http://{LOCAL if host in ('0.0.0.0', '::') else host}:{bound}/?token={gate.token}"
            if host != LOCAL:
                tell(OPEN.format(host=host))
            tell(f"Drive at {address}   (Ctrl-C stops)")
            if browser:
                await asyncio.to_thread(webbrowser.open, address)
            await session.run()

    with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
        asyncio.run(main())


def _end_on_terminate() -> None:
    """Let SIGTERM end the session as Ctrl-C does: recordings are kept, and the loop ends."""
    task = asyncio.current_task()
    if task is not None and sys.platform != "win32" and threading.current_thread() is threading.main_thread():
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)


def _names(host: str) -> tuple[str, ...]:
    """Host names under which a browser may show our page."""
    local = (LOCAL, "localhost")
    return local if host == LOCAL else (*local, host, *_own_addresses())


def _own_addresses() -> tuple[str, ...]:
    """Of this machine in its network."""
    import socket

    with contextlib.suppress(OSError):
        name = socket.gethostname()
        return (name, *{str(info[4][0]) for info in socket.getaddrinfo(name, None, socket.AF_INET)})
    return ()


def _check_host(host: str, port: int) -> None:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        if host != "localhost":
            expected = f"an address of this machine, such as {LOCAL} or 0.0.0.0"
            raise Refusal("not an address", repr(host), expected, where="host") from None
    if not 0 <= port <= 65535:
        raise Refusal("not a port", str(port), "0 (any free one) … 65535", where="port")
