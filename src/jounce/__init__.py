"""Real-time multibody vehicle dynamics: hardpoints in, a full closed-loop car out.

    import jounce

    car = jounce.load_vehicle("sedan")  # a Vehicle: from the library, or from a YAML file
    laden = car.with_values({"chassis.mass": "1600 kg"})  # a changed copy
    turn = jounce.maneuver("step-steer", speed="80 km/h")  # a Maneuver
    try:
        result = jounce.run(turn, vehicle=laden, step="1 ms")  # a Result
    except jounce.RunError as error:
        result = error.result  # what was recorded before it failed
    print(result["chassis.yaw_rate"])  # a Channel: name, unit and range; its `.values` are an array
    result.save("step-steer.parquet")
    result.report("step-steer.html")

Everything that is raised on purpose:

    JounceError
    ├── ModelError            the model is wrong; `.findings` lists everything that is; also a ValueError
    │   └── AssemblyError     the model is well formed, but its loops cannot be closed
    ├── InputError            one value is refused, for example a wrong unit; also a ValueError
    ├── EquilibriumError      no static equilibrium was found
    ├── SimulationError       a simulation stopped early; `.time`, `.step` and `.culprit` say where
    │   └── RunError          so did a run of a maneuver; `.result` is what was recorded until then
    └── FileError             a file cannot be read or written

Everything here is loaded when it is first used, so that `import jounce` costs nothing. docs/api.md lists all names;
other modules are internal and may change.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from jounce.version import __version__

if TYPE_CHECKING:
    from jounce.cli.bench import bench
    from jounce.cli.catalog import catalog
    from jounce.cli.check import check
    from jounce.cli.doctor import doctor
    from jounce.cli.explain import explain
    from jounce.cli.import_files import import_chrono, import_hardpoints
    from jounce.cli.kernels import warmup
    from jounce.cli.tire import tire
    from jounce.cli.view import view
    from jounce.errors import (
        AssemblyError,
        EquilibriumError,
        FileError,
        InputError,
        JounceError,
        ModelError,
        SimulationError,
    )
    from jounce.lab.controllers.controller import controller
    from jounce.lab.identification.fit import identify
    from jounce.lab.identification.identified import Identified
    from jounce.lab.identification.study import Identification
    from jounce.lab.kinematics_compliance.kc import kc
    from jounce.lab.maneuvers.maneuver import Maneuver
    from jounce.lab.maneuvers.registry import maneuver
    from jounce.lab.measurements.read import read_measurement
    from jounce.lab.optimisation.optimise import optimise
    from jounce.lab.optimisation.optimised import Optimised
    from jounce.lab.optimisation.study import Optimisation
    from jounce.lab.quasi_steady.handling import handling
    from jounce.lab.results.channel import Channel
    from jounce.lab.results.parquet import read_result
    from jounce.lab.results.result import Result
    from jounce.lab.run_settings import RunSettings
    from jounce.lab.runs.run import RunError, run
    from jounce.lab.sensitivities.sensitivities import Sensitivities, sensitivities
    from jounce.lab.simulation.along_run import linearise_along
    from jounce.lab.simulation.simulation import Simulation
    from jounce.lab.simulation.straight_ahead import linearise
    from jounce.lab.studies.read import read_study
    from jounce.lab.studies.search import search
    from jounce.lab.studies.study import Study
    from jounce.lab.studies.sweeping import sweep
    from jounce.lab.validation.validate import Validation, validate
    from jounce.live.design.serve import design
    from jounce.live.viewer.live import drive
    from jounce.model.library import load_vehicle
    from jounce.model.mechanism.mechanism import Mechanism
    from jounce.model.mechanism.read import read_mechanism
    from jounce.model.vehicle.vehicle import Vehicle
    from jounce.output.native_export.write import write_c_library, write_fmu
    from jounce.output.reports.write import compare
    from jounce.output.video.clip import write_video
    from jounce_papers.registry import reproduce

_HOMES = {
    # nouns
    "Vehicle": "jounce.model.vehicle.vehicle",
    "Mechanism": "jounce.model.mechanism.mechanism",
    "Maneuver": "jounce.lab.maneuvers.maneuver",
    "RunSettings": "jounce.lab.run_settings",
    "Simulation": "jounce.lab.simulation.simulation",
    "Study": "jounce.lab.studies.study",
    "Identification": "jounce.lab.identification.study",
    "Identified": "jounce.lab.identification.identified",
    "Optimisation": "jounce.lab.optimisation.study",
    "Optimised": "jounce.lab.optimisation.optimised",
    "Sensitivities": "jounce.lab.sensitivities.sensitivities",
    "Result": "jounce.lab.results.result",
    "Channel": "jounce.lab.results.channel",
    "Validation": "jounce.lab.validation.validate",
    # where they come from
    "load_vehicle": "jounce.model.library",
    "import_chrono": "jounce.cli.import_files",
    "import_hardpoints": "jounce.cli.import_files",
    "read_mechanism": "jounce.model.mechanism.read",
    "maneuver": "jounce.lab.maneuvers.registry",
    "controller": "jounce.lab.controllers.controller",
    "read_study": "jounce.lab.studies.read",
    "read_result": "jounce.lab.results.parquet",
    "read_measurement": "jounce.lab.measurements.read",
    # what to do with them
    "run": "jounce.lab.runs.run",
    "sweep": "jounce.lab.studies.sweeping",
    "search": "jounce.lab.studies.search",
    "identify": "jounce.lab.identification.fit",
    "optimise": "jounce.lab.optimisation.optimise",
    "sensitivities": "jounce.lab.sensitivities.sensitivities",
    "validate": "jounce.lab.validation.validate",
    "linearise": "jounce.lab.simulation.straight_ahead",
    "linearise_along": "jounce.lab.simulation.along_run",
    "drive": "jounce.live.viewer.live",
    "view": "jounce.cli.view",
    "compare": "jounce.output.reports.write",
    "write_fmu": "jounce.output.native_export.write",
    "write_c_library": "jounce.output.native_export.write",
    "write_video": "jounce.output.video.clip",
    "kc": "jounce.lab.kinematics_compliance.kc",
    "design": "jounce.live.design.serve",
    "handling": "jounce.lab.quasi_steady.handling",
    "tire": "jounce.cli.tire",
    "check": "jounce.cli.check",
    "explain": "jounce.cli.explain",
    "catalog": "jounce.cli.catalog",
    "doctor": "jounce.cli.doctor",
    "warmup": "jounce.cli.kernels",
    "bench": "jounce.cli.bench",
    "reproduce": "jounce_papers.registry",
    # what is raised
    "JounceError": "jounce.errors",
    "ModelError": "jounce.errors",
    "AssemblyError": "jounce.errors",
    "InputError": "jounce.errors",
    "EquilibriumError": "jounce.errors",
    "SimulationError": "jounce.errors",
    "RunError": "jounce.lab.runs.run",
    "FileError": "jounce.errors",
}
"""The module of each public name."""

__all__ = [
    "AssemblyError",
    "Channel",
    "EquilibriumError",
    "FileError",
    "Identification",
    "Identified",
    "InputError",
    "JounceError",
    "Maneuver",
    "Mechanism",
    "ModelError",
    "Optimisation",
    "Optimised",
    "Result",
    "RunError",
    "RunSettings",
    "Sensitivities",
    "Simulation",
    "SimulationError",
    "Study",
    "Validation",
    "Vehicle",
    "__version__",
    "bench",
    "catalog",
    "check",
    "compare",
    "controller",
    "design",
    "doctor",
    "drive",
    "explain",
    "handling",
    "identify",
    "import_chrono",
    "import_hardpoints",
    "kc",
    "linearise",
    "linearise_along",
    "load_vehicle",
    "maneuver",
    "optimise",
    "read_measurement",
    "read_mechanism",
    "read_result",
    "read_study",
    "reproduce",
    "run",
    "search",
    "sensitivities",
    "sweep",
    "tire",
    "validate",
    "view",
    "warmup",
    "write_c_library",
    "write_fmu",
    "write_video",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'jounce' has no attribute {name!r}")
    from jounce.garbage import collection_paused

    with collection_paused():
        found = getattr(importlib.import_module(_HOMES[name]), name)
        if hasattr(found, "model_rebuild"):
            found.model_rebuild()  # its schema is built when it is first used, and its signature with it
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
