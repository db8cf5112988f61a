"""Design suspensions in a browser: the function behind `jounce.design` and `jounce design`."""

from __future__ import annotations

import asyncio
import contextlib
import webbrowser
from collections.abc import Callable
from pathlib import Path

import numpy as np

from jounce.errors import InputError
from jounce.lab.design.vehicle_file import VehicleFile
from jounce.lab.kinematics_compliance.kc import DEFAULT_TRAVEL, MAX_TRAVEL
from jounce.live.design.session import DesignSession
from jounce.live.viewer.live import LOCAL, NETWORK_WARNING, check_host, end_on_terminate, host_names
from jounce.live.viewer.server import serve_pages
from jounce.output.replay.page import design_page
from jounce.schema.units import parse_quantity


def design(
    vehicle: str | Path,
    *,
    travel: float | str = DEFAULT_TRAVEL,
    out: str | Path | None = None,
    host: str = LOCAL,
    port: int = 0,
    browser: bool = True,
    progress: Callable[[str], None] = print,
) -> None:
    """Serve a page on which the hardpoints of a car are moved and its K&C curves follow, until Ctrl-C.

    vehicle: a YAML file, or a name of the library. travel: of the wheels, up and down [m or a string with a unit]. out:
    the file that is saved; by default the vehicle's own, or NAME.yaml in this folder for a car of the library. host,
    port: where to serve; 0 is any free port. browser: open the page. progress: called with the address of the page and
    with the files saved.

    Raises InputError, ModelError or FileError for a car that cannot be read.
    """
    check_host(host, port)
    size = parse_quantity(travel, "length")
    if not 0.0 < size <= MAX_TRAVEL:
        expected = f"more than 0 and at most {MAX_TRAVEL:g} m"
        raise InputError("not a wheel travel", repr(travel), expected, where="travel")
    file = VehicleFile.open(vehicle, out)
    page = design_page(f"{file.vehicle.name} · jounce design")

    async def main() -> None:
        end_on_terminate()
        session = DesignSession(file, size, progress)
        async with serve_pages(session.hub, page, host, port, host_names(host)) as (_, access, bound):
            address = f"http://{LOCAL if host in ('0.0.0.0', '::') else host}:{bound}/?token={access.token}"
            if host != LOCAL:
                progress(NETWORK_WARNING.format(host=host))
            progress(f"Design at {address}   (Ctrl-C stops)")
            if browser:
                await asyncio.to_thread(webbrowser.open, address)
            try:
                await session.run()
            finally:
                if session.latencies:
                    median, worst = np.median(session.latencies), max(session.latencies)
                    progress(f"{len(session.latencies)} quick analyses: median {median:.0f} ms, longest {worst:.0f} ms")

    with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
        asyncio.run(main())
