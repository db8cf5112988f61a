"""One car for all tests here, its code emitted once: the machine's C compiler links it, or that of ziglang.

Without any of the two the tests are skipped, and say so: what they test needs a linker.
"""

import importlib.util
import shutil
import sys

import pytest

from jounce.lab.simulation import Simulation
from jounce.lab.simulation.car_export import export_simulation
from jounce.output.native_export.fmu import write_archive
from jounce.output.native_export.library import build_library


@pytest.fixture(scope="session", autouse=True)
def compiler():
    """The machine's compiler where there is one: it links in less time."""
    own = shutil.which("cc")
    if sys.platform != "linux" or (own is None and importlib.util.find_spec("ziglang") is None):
        pytest.skip("no C compiler for this machine: install gcc, or pip install ziglang")
    with pytest.MonkeyPatch.context() as patch:
        if own is not None:
            patch.setenv("CC", own)
        yield own


@pytest.fixture(scope="session")
def sedan():
    return Simulation("sedan", speed="50 km/h", record=False)


@pytest.fixture
def sim(sedan):
    sedan.release()
    sedan.reset()
    return sedan


@pytest.fixture(scope="session")
def export(sedan):
    return export_simulation(sedan)


@pytest.fixture(scope="session")
def library(export, tmp_path_factory):
    """Folder with the C library."""
    folder = tmp_path_factory.mktemp("library")
    build_library(export, "linux64", folder)
    return folder


@pytest.fixture(scope="session", params=[2, 3])
def fmu(request, export, tmp_path_factory):
    """An FMU of each version."""
    path = tmp_path_factory.mktemp("fmu") / f"sedan{request.param}.fmu"
    write_archive(export, path, request.param, ["linux64"])
    return path
