"""A design session: takes moves of hardpoints, and answers with K&C curves of the axle that is shown.

One analysis runs at a time, in a thread. While a point is dragged it is a quick one of the newest place; places in
between are left out. All sweeps follow when the drag ends. A geometry that cannot be analysed is answered with a
sentence; the page keeps its last curves.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable
from typing import Any

from jounce.errors import FileError, InputError, JounceError, ModelError
from jounce.findings import shown
from jounce.lab.design.axle_curves import AxleCurves, OutdatedError, analyse_axle
from jounce.lab.design.curve_targets import CurveTarget, read_target, target_error
from jounce.lab.design.hardpoints import Hardpoint, hardpoints, with_hardpoints
from jounce.lab.design.pull import Free, pull
from jounce.lab.design.vehicle_file import VehicleFile
from jounce.live.design.history import History, Places
from jounce.live.design.messages import (
    car_message,
    curves_message,
    opened_message,
    read_free,
    read_places,
    said,
    state_message,
)
from jounce.live.viewer.server import Hub, Message
from jounce.model.vehicle import Vehicle

IDLE = 0.25
"""Time without a move after which all sweeps are made, also while a point is still held [s]."""


class DesignSession:
    """The listener of the page, and the task that analyses."""

    def __init__(self, file: VehicleFile, travel: float, progress: Callable[[str], None] = print) -> None:
        self.hub = Hub(self)
        self.file, self.travel, self.progress = file, travel, progress
        self.history = History()
        self.targets: dict[tuple[str, str], CurveTarget] = {}
        self.axle = file.vehicle.axles[0].name
        self.points: dict[str, Hardpoint] = {point.path: point for point in hardpoints(file.vehicle)}
        self.latencies: list[float] = []
        """Times of quick analyses [ms]."""
        self._original = file.vehicle
        self._saved: Places = {}
        self._opened: dict[str, str] = {}
        self._curves: dict[str, str] = {}
        self._number, self._revision, self._dragging = 0, 0, False
        self._pulling, self._stop = False, False
        self._wanted: list[Free] | None = None
        self._news = asyncio.Event()
        self._news.set()

    # what pages say

    def initial_messages(self) -> Iterable[Message]:
        """The car, where its points are, and the last curves of every axle."""
        names = [axle.name for axle in self._original.all_axles]
        yield car_message(self._original.name, str(self.file.target), names, self.points.values())
        yield self._state()
        yield from self._opened.values()
        yield from self._curves.values()

    def receive(self, message: dict[str, Any]) -> None:
        """Handle a message of a page; raises ValueError with a sentence for a wrong one."""
        kinds: dict[Any, Callable[[dict[str, Any]], None]] = {
            "move": self._move, "undo": self._undo, "redo": self._redo, "target": self._target, "axle": self._show,
            "optimise": self._optimise, "stop": self._end_pull, "save": self._save,
        }  # fmt: skip
        act = kinds.get(message.get("kind")) if isinstance(message.get("kind"), str) else None
        if act is None:
            raise InputError("unknown message", shown(message.get("kind")), f"one of {', '.join(kinds)}", where="kind")
        if self._pulling and act not in (self._end_pull, self._show):
            raise InputError("hardpoints are being pulled", hint="stop the optimiser first")
        act(message)

    def _move(self, message: dict[str, Any]) -> None:
        places = read_places(message.get("places"), self.points)
        done = message.get("done") is not False
        self.history.move(places, done=done)
        number = message.get("number")
        self._number = number if isinstance(number, int) and not isinstance(number, bool) else self._number
        self._dragging = not done
        self._changed()

    def _undo(self, _: dict[str, Any]) -> None:
        if self.history.undo():
            self._dragging = False
            self._changed()

    def _redo(self, _: dict[str, Any]) -> None:
        if self.history.redo():
            self._changed()

    def _target(self, message: dict[str, Any]) -> None:
        axle = self._axle_of(message)
        if message.get("points") == []:
            self.targets.pop((axle, str(message.get("curve"))), None)
        else:
            target = read_target(axle, message.get("curve"), message.get("points"))
            self.targets[axle, target.curve] = target
        self._changed()

    def _show(self, message: dict[str, Any]) -> None:
        self.axle = self._axle_of(message)
        self._changed()

    def _optimise(self, message: dict[str, Any]) -> None:
        self._wanted = read_free(message.get("free"), self.points)
        self._pulling, self._stop = True, False
        self._news.set()

    def _end_pull(self, _: dict[str, Any]) -> None:
        self._stop = True

    def _save(self, _: dict[str, Any]) -> None:
        moved = {path: self._place_of(path) for path in {*self.history.places, *self._saved}}
        try:
            path = self.file.save(moved)
        except (FileError, ModelError) as error:
            raise InputError("not saved", str(error)) from None
        self._saved = dict(self.history.places)
        self.hub.broadcast(self._state())
        self.hub.broadcast(said("saved", f"saved as {path}", file=str(path)))
        self.progress(f"saved {path}")

    def _axle_of(self, message: dict[str, Any]) -> str:
        axle, names = message.get("axle"), [one.name for one in self._original.all_axles]
        if axle not in names:
            raise InputError("no such axle", shown(axle), f"one of {', '.join(names)}", where="axle")
        return str(axle)

    # what they are answered

    async def run(self) -> None:
        """Analyse whatever is new, until cancelled."""
        while True:
            await self._news.wait()
            self._news.clear()
            if self._wanted is not None:
                await self._pull(self._wanted)
                continue
            revision = self._revision
            if await self._analyse(full=False) and await self._is_quiet(revision) and await self._analyse(full=True):
                await self._keep_opened(self.axle)

    async def _keep_opened(self, axle: str) -> None:
        """Send the curves of an axle as the file has it, once."""
        if axle not in self._opened:
            curves = await asyncio.to_thread(analyse_axle, self._original, axle, self.travel)
            self._opened[axle] = opened_message(curves)
            self.hub.broadcast(self._opened[axle])

    async def _is_quiet(self, revision: int) -> bool:
        """Whether a drag has ended or rests, and nothing else is new; a move that comes meanwhile ends the waiting."""
        if self._dragging and self._revision == revision:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), IDLE)
        return self._revision == revision and self._wanted is None

    async def _analyse(self, *, full: bool) -> bool:
        """Analyse the axle that is shown; False if it could not be, which the page is told."""
        revision, number, axle, places = self._revision, self._number, self.axle, self.history.places

        def is_wanted() -> bool:
            return not full or self._revision == revision

        start = time.perf_counter()
        try:
            curves = await asyncio.to_thread(
                lambda: analyse_axle(
                    self._vehicle(places),
                    axle,
                    self.travel,
                    full=full,
                    wanted=is_wanted,
                )
            )
        except OutdatedError:
            return False
        except JounceError as error:
            self.hub.broadcast(said("refused", _sentence(error), axle=axle, number=number))
            return False
        took = 1e3 * (time.perf_counter() - start)
        if not full:
            self.latencies.append(took)
        self._broadcast(curves, number, took)
        return True

    async def _pull(self, free: list[Free]) -> None:
        """Pull free coordinates of the shown axle towards its targets, as one step that can be undone."""
        loop, axle, places = asyncio.get_running_loop(), self.axle, self.history.places
        targets = [target for target in self.targets.values() if target.axle == axle]

        def tell(places: Places, error: float, curves: AxleCurves | None) -> bool:
            if curves is not None:
                words = said("pulling", f"error {error:.3f}", error=error, places=dict(places))
                loop.call_soon_threadsafe(self.hub.broadcast, words)
                loop.call_soon_threadsafe(self._broadcast, curves, self._number, 0.0)
            return not self._stop

        try:
            vehicle = self._vehicle(places)
            found = await asyncio.to_thread(pull, vehicle, axle, targets, free, self.travel, progress=tell)
        except JounceError as error:
            self.hub.broadcast(said("error", _sentence(error)))
        else:
            if found.error_after < found.error_before:
                self.history.move(found.places)
            words = f"error {found.error_before:.3f} → {found.error_after:.3f}, {found.evaluations} geometries"
            self.hub.broadcast(said("pulled", words, before=found.error_before, after=found.error_after))
        finally:
            self._pulling, self._wanted = False, None
            self._changed()

    def _broadcast(self, curves: AxleCurves, number: int, took: float) -> None:
        targets = [target for target in self.targets.values() if target.axle == curves.axle]
        known = [target for target in targets if curves.full or target.sweep == "travel"]
        text = curves_message(curves, number, took, target_error(curves, known))
        if curves.full:
            self._curves[curves.axle] = text
        self.hub.broadcast(text)

    def _changed(self) -> None:
        self._revision += 1
        self.hub.broadcast(self._state())
        self._news.set()

    def _state(self) -> str:
        history, changed = self.history, dict(self.history.places) != dict(self._saved)
        places = {path: self._place_of(path) for path in self.points}
        return state_message(places, history.can_undo, history.can_redo, changed, self.targets.values())

    def _place_of(self, path: str) -> tuple[float, float, float]:
        return self.history.places.get(path, self.points[path].at)

    def _vehicle(self, places: Places) -> Vehicle:
        return with_hardpoints(self._original, places) if places else self._original


def _sentence(error: JounceError) -> str:
    return "; ".join(str(finding) for finding in error.findings) if isinstance(error, ModelError) else str(error)
