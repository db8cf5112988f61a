"""FMUs that drive a maneuver by themselves: FMPy gets the bits of `jounce.run` with chord."""

import fmpy
import numpy as np
import pytest

import jounce

pytestmark = pytest.mark.slow
NAMES = ["chassis.position_x", "chassis.position_y", "chassis.position_z"]


@pytest.mark.parametrize(
    ("maneuver", "vehicle", "fmi"), [("j-turn", "dw18", 2), ("braking", "sedan", 2), ("braking", "sedan", 3)]
)
def test_a_maneuver_has_the_bits_of_its_run(tmp_path, maneuver, vehicle, fmi):
    run = jounce.run(maneuver, vehicle=vehicle, integrator="chord")
    path = jounce.write_fmu(vehicle, tmp_path / "car.fmu", maneuver=maneuver, fmi=fmi, platforms=["linux64"])
    sample, end = float(np.round(run.time[1], 6)), float(np.round(run.time[-1], 6))
    times = {"stop_time": end, "step_size": sample, "output_interval": sample}
    found = fmpy.simulate_fmu(str(path), output=[*NAMES, "chassis.speed"], **times)
    assert len(found) == len(run.time)
    for name in NAMES:
        assert np.array_equal(found[name], run[name].values), name
    if maneuver == "braking":
        assert found["chassis.speed"][-1] < 0.1, "it ends at standstill"
    else:
        assert abs(found["chassis.position_y"][-1]) > 1.0, "it has turned"
