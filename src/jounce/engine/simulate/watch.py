"""ẏ and the contacts of the tires at every sample of runs, by the kernels that made them; in SIMD lanes where there are
runs enough, each in a lane of its own."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from jounce.engine.compiler import INTERPRETED, entry
from jounce.engine.formulations import status
from jounce.engine.formulations.synthesis.traced_records import field_of
from jounce.engine.integrators.lanes.evaluate import (
    FAILED,
    GOES,
    enter_car,
    run_program_in_lanes,
    take_slope,
)
from jounce.engine.laws.tires.records import CONTACT
from jounce.engine.simulate.lanes import allocate_lanes, fills_lanes, lane_groups

if not INTERPRETED:
    from jounce.engine.compiler.raw import number_at

FIELDS = ("fx", "fy", "fz", "kappa", "alpha", "penetration", "camber", "mz", "height")
"""Fields of a contact that are kept, in this order; behind them the point."""
WIDTH = CONTACT.itemsize // 8
"""Numbers of a contact."""
_POINT = field_of(CONTACT, "point")[1]
COLUMNS = np.array([*(field_of(CONTACT, name)[1] for name in FIELDS), _POINT, _POINT + 1, _POINT + 2])
"""Where those that are kept stand among them."""


class Watched(NamedTuple):
    """What was seen at all samples of some runs, those of one behind those of another."""

    slopes: np.ndarray
    """(n, size) ẏ"""
    tires: np.ndarray
    """(tires, COLUMNS, n) contacts in the order of the car's tires"""
    outcomes: np.ndarray
    """(runs,) status of each; behind a bad one its samples were not looked at"""
    rows: np.ndarray
    """(runs,) the sample at which it went bad"""


def watch(systems: Sequence[Any], samples: Sequence[np.ndarray]) -> Watched:
    """Look at runs on the same kernels; samples: of each (n, 1 + size), time first, in one piece of memory."""
    first, tires, n = systems[0], len(systems[0].contact_order), sum(map(len, samples))
    found = Watched(
        slopes=np.empty((n, first.size)),
        tires=np.empty((tires, len(COLUMNS), n)),
        outcomes=np.zeros(len(systems), np.int64),
        rows=np.zeros(len(systems), np.int64),
    )
    for group in lane_groups(range(len(systems))):
        if first.capabilities.runs_lanes and not INTERPRETED and fills_lanes(len(group)):
            _watch_together(systems, samples, group, found)
        else:
            _watch_each(systems, samples, group, found)
    return found


def _watch_each(systems: Sequence[Any], samples: Sequence[np.ndarray], runs: range, found: Watched) -> None:
    """Look at runs one after the other."""
    order = np.array(systems[0].contact_order, np.int64)
    for i in runs:
        system, start = systems[i], sum(map(len, samples[:i]))
        contacts = system.work.contacts.view(np.float64).reshape(-1, WIDTH)
        given = system.derivative, system.model, system.work, contacts, samples[i], start, order, COLUMNS
        found.outcomes[i], found.rows[i] = watch_samples(*given, found.slopes, found.tires)


def _watch_together(systems: Sequence[Any], samples: Sequence[np.ndarray], runs: range, found: Watched) -> None:
    """Look at runs side by side, at most one a lane."""
    order = np.array(systems[0].contact_order, np.int64)
    lanes = allocate_lanes(systems[0])
    for lane in range(lanes.state.size):
        system = systems[runs[min(lane, len(runs) - 1)]]
        enter_lane(lanes, lane, system.model, system.work)
    lengths = np.array([len(rows) for rows in samples])
    starts, own = np.cumsum(lengths) - lengths, slice(runs.start, runs.stop)
    addresses = np.array([samples[i].ctypes.data for i in runs])
    given = lanes, addresses, lengths[own], starts[own], order, COLUMNS
    watch_lanes(*given, found.slopes, found.tires, found.outcomes[own], found.rows[own])


@entry
def watch_samples(derivative, model, work, contacts, samples, start, order, columns, slopes, tires):
    """Look at one run; returns the first bad status and its row. contacts: the numbers of those of `work`; start: where
    the run begins in slopes and tires."""
    for n in range(samples.shape[0]):
        outcome = derivative(model, work, samples[n, 0], samples[n, 1:], slopes[start + n])
        if outcome != status.OK:
            return outcome, n
        for i in range(order.size):
            for k in range(columns.size):
                tires[i, k, start + n] = contacts[order[i], columns[k]]
    return status.OK, 0


@entry
def enter_lane(lanes, lane, model, work):
    """Give a lane to a car."""
    enter_car(lanes, lane, model, work)


@entry
def watch_lanes(lanes, addresses, lengths, starts, order, columns, slopes, tires, outcomes, rows):
    """Look at runs side by side, one a lane; lanes without one repeat the last. addresses: of the samples of each."""
    size, count = lanes.y.shape[0], lengths.size
    lanes.state[:] = GOES
    for n in range(lengths.max()):
        for lane in range(lanes.state.size):
            run = min(lane, count - 1)
            row = min(n, lengths[run] - 1) * (1 + size)
            lanes.times[lane] = number_at(addresses[run], row)
            for i in range(size):
                lanes.y[i, lane] = number_at(addresses[run], row + 1 + i)
        run_program_in_lanes(lanes, 0)
        for lane in range(count):
            if n >= lengths[lane] or lanes.state[lane] == FAILED:
                continue
            place = starts[lane] + n
            outcome = take_slope(lanes, lane, slopes[place])
            if outcome != status.OK:
                lanes.state[lane], outcomes[lane], rows[lane] = FAILED, outcome, n
                continue
            for i in range(order.size):
                for k in range(columns.size):
                    tires[i, k, place] = lanes.contacts[order[i] * WIDTH + columns[k], lane]
