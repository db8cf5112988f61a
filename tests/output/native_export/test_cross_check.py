"""Reference solutions as the FMI cross-check asks for them: FMPy reads them, and the FMU gives them to the bit."""

import fmpy
import numpy as np
import pytest
from fmpy.util import read_csv, read_ref_opt_file

from jounce.lab.simulation import Simulation
from jounce.output.native_export.cross_check import CHANNELS, drive_reference, write_cross_check
from jounce.version import __version__

MEGABYTE = 1_000_000


def test_the_fmu_gives_its_reference_to_the_bit(sim, fmu, tmp_path):
    fmi = 3 if "3" in fmu.stem else 2
    (place,) = write_cross_check(sim, fmu, tmp_path, fmi, ["linux64"])
    name = fmu.stem
    assert place == tmp_path / "fmus" / f"{fmi}.0" / "cs" / "linux64" / "jounce" / __version__ / name
    assert {file.name for file in place.iterdir()} == {
        *(f"{name}{ending}" for ending in (".fmu", "_in.csv", "_ref.csv", "_ref.opt")),
        "README.md",
    }
    options = read_ref_opt_file(place / f"{name}_ref.opt")
    assert (options["StartTime"], options["StopTime"], options["StepSize"]) == (0.0, 9.0, 0.01)
    reference, inputs = read_csv(place / f"{name}_ref.csv"), read_csv(place / f"{name}_in.csv")
    assert reference["time"][0] == 0.0
    assert reference["time"][-1] == inputs["time"][-1] == options["StopTime"]
    head = (place / f"{name}_ref.csv").read_text().partition("\n")[0]
    assert head == ",".join(f'"{one}"' for one in ("time", *CHANNELS))
    assert all(file.stat().st_size < MEGABYTE for file in place.glob("*.csv"))
    times = {"stop_time": 2.0, "step_size": 0.01, "output_interval": 0.01}
    found = fmpy.simulate_fmu(str(place / f"{name}.fmu"), input=inputs, output=list(CHANNELS), **times)
    for channel in CHANNELS:
        assert np.array_equal(found[channel], reference[channel][: len(found)]), channel


@pytest.mark.slow
def test_a_maneuver_has_no_inputs_and_a_ground_that_ends_ends_the_reference():
    turn = Simulation("sedan", maneuver="step-steer", record=False)
    given, inputs, reference = drive_reference(turn, 0.01)
    assert given == []
    assert len(reference) == 901
    hills = Simulation("rover6", ground="generated, size=60", speed=5.0, record=False)
    given, inputs, reference = drive_reference(hills, 0.01)
    assert set(given) >= {"throttle"}
    assert len(inputs) == len(reference)
