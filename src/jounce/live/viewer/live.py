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
from typing import Any

from jounce.errors import InputError
from jounce.lab.controllers.catalogue.collisions import objects_on, with_collisions
from jounce.lab.results import Result
from jounce.live.realtime.loop_config import LoopConfig
from jounce.live.viewer.choices import Choice, available_choices
from jounce.live.viewer.last_address import Address, remember_address, remembered_address
from jounce.live.viewer.server import serve_pages
from jounce.live.viewer.session import Session
from jounce.output.replay.page import live_page

LOCAL = "127.0.0.1"
NETWORK_WARNING = (
    "warning: {host} is open to your network. Whoever knows the address with its token can drive, and change vehicle "
    "and ground; nothing is encrypted. Stop with Ctrl-C."
)


def drive(
    vehicle: str = "sedan",
    *,
    ground: str = "flat",
    integrator: str = "",
    parameters: Mapping[str, float] | None = None,
    at: tuple[float, float, float] = (0.0, 0.0, 0.0),
    step: float = 1e-3,
    controllers: str | Sequence[Any] = "",
    obstacles: str | None = None,
    policy: str = "slow",
    udp: tuple[str, int] | None = None,
    host: str = LOCAL,
    port: int = 0,
    ghosts: Sequence[Result] = (),
    out: str | Path = "out",
    browser: bool = True,
    progress: Callable[[str], None] = print,
) -> None:
    """Serve a page to drive on, until Ctrl-C.

    vehicle: `simple`, a name of the library, or a YAML file. ground: a name that the page offers, or a specification
    for `jounce.engine.terrain.ground_of`. integrator: `chord`, `rosenbrock` or `midpoint`, or for the simplified car
    its law, `smooth` or `printed`; by default the first. parameters: see `jounce.live.realtime.tuning`. at: x, y [m]
    and heading [rad]. controllers: such as `abs, esc`, or a list with Python objects that pickle, see
    docs/controllers.md. obstacles: objects that body and wheels of a multibody car meet, none, slalom, jump, kerb,
    cleats, parked or playground; by default cleats on the proving ground. step [s] and policy: of the loop, see
    docs/realtime.md; udp: host and port for other programs. ghosts: recorded runs to show beside. out: folder for
    recordings. progress: called with the address of the page and with the files saved.

    Raises InputError for what cannot be driven.
    """
    check_host(host, port)
    choices = available_choices(vehicle, ground)
    choice = choices.complete(Choice(vehicle, ground, integrator, dict(parameters or {})))
    acting = with_collisions(controllers, objects_on(choice.ground_spec) if obstacles is None else obstacles)
    config = LoopConfig(at=at, step=step, controllers=acting, policy=policy, udp=udp)
    page = live_page("jounce drive")

    async def main() -> None:
        end_on_terminate()
        session = Session(choices, choice, config=config, folder=Path(out), ghosts=ghosts, progress=progress)
        # the address of the last drive again, so that a page of it comes back
        last = remembered_address(host) if host == LOCAL and port == 0 else None
        where, token = (port, None) if last is None else last
        async with serve_pages(session.hub, page, host, where, host_names(host), token) as (_, access, bound):
            if host == LOCAL and port == 0:
                remember_address(Address(bound, access.token))
            address = f"http://{LOCAL if host in ('0.0.0.0', '::') else host}:{bound}/?token={access.token}"
            if host != LOCAL:
                progress(NETWORK_WARNING.format(host=host))
            progress(f"Drive at {address}   (Ctrl-C stops)")
            if browser:
                await asyncio.to_thread(webbrowser.open, address)
            await session.run()

    with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
        asyncio.run(main())


def end_on_terminate() -> None:
    """Let SIGTERM end the session as Ctrl-C does: recordings are kept, and the loop ends."""
    task = asyncio.current_task()
    if task is not None and sys.platform != "win32" and threading.current_thread() is threading.main_thread():
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)


def host_names(host: str) -> tuple[str, ...]:
    """Host names under which a browser may show the page."""
    local = (LOCAL, "localhost")
    return local if host == LOCAL else (*local, host, *_own_addresses())


def _own_addresses() -> tuple[str, ...]:
    """Names and addresses of this machine in its network."""
    import socket

    with contextlib.suppress(OSError):
        name = socket.gethostname()
        return (name, *{str(info[4][0]) for info in socket.getaddrinfo(name, None, socket.AF_INET)})
    return ()


def check_host(host: str, port: int) -> None:
    """Refuse what is no address of this machine, or no port; raises InputError."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        if host != "localhost":
            expected = f"an address of this machine, such as {LOCAL} or 0.0.0.0"
            raise InputError("not an address", repr(host), expected, where="host") from None
    if not 0 <= port <= 65535:
        raise InputError("not a port", str(port), "0 (any free one) … 65535", where="port")
