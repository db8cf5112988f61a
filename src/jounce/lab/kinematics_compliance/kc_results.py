"""Results of a K&C analysis: all sweeps of the axles of a car, and their ways into JSON, tables and notebooks."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field, fields, replace
from html import escape
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from jounce.lab.kinematics_compliance.car import Car
from jounce.lab.kinematics_compliance.compliance import Compliance
from jounce.lab.kinematics_compliance.linkage import Linkage
from jounce.lab.kinematics_compliance.load_sweeps import LoadSweep
from jounce.lab.kinematics_compliance.moving_linkage import LinkageMotion
from jounce.lab.kinematics_compliance.summary import summary_rows
from jounce.lab.kinematics_compliance.sweeps import SteerSweep, TravelSweep

if TYPE_CHECKING:
    import pyarrow


Sweep: TypeAlias = TravelSweep | SteerSweep | LoadSweep


@dataclass(frozen=True)
class AxleSheet:
    """One axle on the rig."""

    name: str
    kind: str
    """Kind of suspension, as in its file."""
    steered: bool
    track: float
    """Distance between the contact points at the design position [m]."""
    parallel: TravelSweep
    opposite: TravelSweep
    steer: SteerSweep | None
    compliance: tuple[Compliance, ...]
    elastic: tuple[str, ...]
    """What gives way when wheels are held in height; with nothing, all compliances are zero."""
    loads: dict[str, LoadSweep]
    """The sweeps of loads by name, as in `compliance`; none where nothing gives way."""
    notes: tuple[str, ...]
    linkage: Linkage
    """Lines of the left side at the design position, for pictures."""
    motions: tuple[LinkageMotion, ...] = field(default=(), repr=False, compare=False)
    """The linkage in bump, roll and steer, for pictures that move; no part of `data`."""

    @property
    def sweeps(self) -> dict[str, Sweep]:
        """All sweeps by name."""
        steer = {} if self.steer is None else {"steer": self.steer}
        return {"parallel": self.parallel, "opposite": self.opposite, **steer, **self.loads}

    def kinematic_tables(self) -> dict[str, dict[str, list[float]]]:
        """The left wheel as keys of a `kc_table` suspension: `travel`, and `steer` of a steered axle [m, rad]."""
        tables = {"travel": {"travel": self.parallel.travel.tolist(), **_changes(self.parallel)}}
        if self.steer is not None:
            columns = _changes(self.steer)
            steer = [0.0 - toe for toe in columns.pop("toe")]
            tables["steer"] = {"rack_travel": self.steer.rack_travel.tolist(), "steer": steer, **columns}
        return tables


@dataclass(frozen=True)
class SuspensionSheet:
    """The axles of a vehicle on the rig; SI units and radians, ISO 8855 axes."""

    vehicle: str
    about: str
    travel: float
    """Wheel travel that was asked for, up and down [m]."""
    force: float | None
    """Largest force of the load sweeps that was asked for [N]; None: to match the static load of each axle."""
    car: Car
    brake_share_given: bool
    axles: tuple[AxleSheet, ...]

    def axle(self, name: str) -> AxleSheet:
        """The axle of that name; raises KeyError."""
        for axle in self.axles:
            if axle.name == name:
                return axle
        raise KeyError(f"{name!r}; known: {', '.join(axle.name for axle in self.axles)}")

    def data(self) -> dict[str, Any]:
        """Everything as JSON holds it: lists for arrays, None for what a suspension has not."""
        still = replace(self, axles=tuple(replace(axle, motions=()) for axle in self.axles))
        plain = _plain(asdict(still))
        assert isinstance(plain, dict)
        for axle in plain["axles"]:
            del axle["motions"]
        return plain

    def to_table(self) -> pyarrow.Table:
        """One row per axle, sweep, position and wheel; a column per quantity, null where a sweep has none."""
        import pyarrow as pa

        rows: list[dict[str, Any]] = []
        for axle in self.axles:
            for name, sweep in axle.sweeps.items():
                rows += _rows(axle.name, name, sweep)
        keys = list(dict.fromkeys(key for row in rows for key in row))
        return pa.table({key: [row.get(key) for row in rows] for key in keys})

    def _repr_html_(self) -> str:
        """The numbers at the design position, for notebooks."""
        head, *rows = summary_rows(self)
        cells = "".join(f"<th>{escape(cell)}</th>" for cell in head)
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        return (
            f"<table><caption>{escape(self.vehicle)}: suspension at the design position</caption>"
            f"<thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>"
        )


def _changes(sweep: TravelSweep | SteerSweep) -> dict[str, list[float]]:
    """Changes of the left wheel since the design position, by the keys of a `kc_table`."""
    wheel, i = sweep.left, sweep.design
    return {
        "camber": (wheel.camber - wheel.camber[i]).tolist(),
        "toe": (wheel.toe - wheel.toe[i]).tolist(),
        "track": wheel.contact_y.tolist(),
        "wheelbase": wheel.centre_x.tolist(),
        "side_view": wheel.side_view_angle.tolist(),
    }


def _plain(value: Any) -> Any:
    """A value in the types of JSON."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, np.ndarray):
        return [_plain(float(item)) for item in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value


def _rows(axle: str, name: str, sweep: Sweep) -> list[dict[str, Any]]:
    """The positions of one sweep, left wheel before right."""
    whole = {
        field.name: array
        for field in fields(sweep)
        if isinstance(array := getattr(sweep, field.name), np.ndarray) and field.name != "travel"
    }
    rows = []
    for wheel, curves in (("left", sweep.left), ("right", sweep.right)):
        travel = _own_travel(sweep, name, wheel)
        own = {"travel": travel} | {field.name: getattr(curves, field.name) for field in fields(curves)}
        for i in range(len(travel)):
            numbers = {key: _plain(float(array[i])) for key, array in {**own, **whole}.items()}
            rows.append({"axle": axle, "sweep": name, "wheel": wheel, **numbers})
    return rows


def _own_travel(sweep: Sweep, name: str, wheel: str) -> np.ndarray:
    """Travel of this wheel [m]."""
    if not isinstance(sweep, TravelSweep):
        return np.zeros(sweep.left.toe.size)
    return -sweep.travel if name == "opposite" and wheel == "right" else sweep.travel
