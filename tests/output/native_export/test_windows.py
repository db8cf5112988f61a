"""Libraries for Windows, made on Linux: what they import and export. Needs ziglang, which `make test-slow` installs."""

import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from jounce.lab.simulation import Simulation
from jounce.lab.simulation.car_export import export_simulation
from jounce.output.native_export.fmu import exported_names
from jounce.output.native_export.library import FUNCTIONS, SHELL, build_fmu_binary, build_library
from jounce.output.native_export.toolchain import MAPPING, MATHEMATICS
from tests.output.native_export.portable_executable import PortableExecutable

pytestmark = pytest.mark.slow
X86_64 = 0x8664


def check_imports(library):
    assert library.machine == X86_64
    assert set(library.imports) == {"ucrtbase.dll"}, "nothing but the C library of the system"
    assert library.imports["ucrtbase.dll"] <= {*MATHEMATICS, "calloc", "free"}


def test_a_c_library(export, tmp_path):
    files = {file.name for file in build_library(export, "win64", tmp_path)}
    assert files == {"libcar.dll", "car.a", "car.lib"}
    library = PortableExecutable(tmp_path / "libcar.dll")
    check_imports(library)
    assert library.exports == set(FUNCTIONS)


@pytest.mark.parametrize("fmi", [2, 3])
def test_the_library_of_an_fmu(export, tmp_path, fmi):
    build_fmu_binary(export, "win64", fmi, tmp_path / "car.dll", exported_names(fmi))
    library = PortableExecutable(tmp_path / "car.dll")
    check_imports(library)
    assert library.exports == set(exported_names(fmi))


def test_a_library_that_maps_its_ground_takes_that_from_windows(tmp_path):
    export = export_simulation(Simulation("rover6", record=False, ground="generated, size=60, spacing=0.5"))
    build_fmu_binary(export, "win64", 2, tmp_path / "car.dll", exported_names(2))
    library = PortableExecutable(tmp_path / "car.dll")
    assert set(library.imports) == {"ucrtbase.dll", "kernel32.dll"}
    assert library.imports["kernel32.dll"] == set(MAPPING)


@pytest.mark.skipif(shutil.which("wine") is None, reason="no Wine on this machine")
def test_it_runs_under_wine(sim, export, tmp_path):
    build_library(export, "win64", tmp_path)
    zig = [sys.executable, "-m", "ziglang"]
    (tmp_path / "kernel.def").write_text("LIBRARY kernel32.dll\nEXPORTS\nGetStdHandle\nWriteFile\nExitProcess\n")
    target = ["-target", "x86_64-windows-gnu", "-ffreestanding", "-fno-builtin", "-O1", "-I", str(SHELL)]
    source = str(Path(__file__).with_name("windows_drive.c"))
    parts = ["drive.obj", "car.lib", "kernel.lib"]
    imports = ["-d", "kernel.def", "-l", "kernel.lib", "-D", "kernel32.dll"]
    for command in (
        [*zig, "dlltool", "-m", "i386:x86-64", *imports],
        [*zig, "cc", *target, "-c", source, "-o", "drive.obj"],
        [*zig, "lld-link", "/entry:start", "/subsystem:console", "/nodefaultlib", "/out:drive.exe", *parts],
    ):
        subprocess.run(command, cwd=tmp_path, check=True)
    environment = {**os.environ, "WINEPREFIX": str(tmp_path / "wine"), "WINEDEBUG": "-all"}
    done = subprocess.run(["wine", "drive.exe"], cwd=tmp_path, env=environment, capture_output=True, check=True)
    *numbers, sentence = done.stdout.decode().splitlines()
    for _ in range(300):
        sim.step(0.01, steer=0.2, throttle=0.2)
    found = [struct.unpack(">d", bytes.fromhex(text))[0] for text in numbers]
    expected = [sim[f"chassis.{name}"] for name in ("position_x", "position_y", "speed")]
    # mathematics of Wine's C library differ from those of this system in the last bits; three seconds let them grow
    assert found == pytest.approx(expected, rel=1e-9)
    assert sentence == "steer: out of range; got 2, expected a number from -1 to 1"
