"""Friction takes energy out of sliding; a tire that feeds it is refused where it would be used."""

import dataclasses

import pytest

from jounce.engine.assembly.pack import pack
from jounce.engine.assembly.tire_energy import check_energy
from jounce.engine.laws.tires import pacejka_coefficients as i
from jounce.engine.laws.tires.pacejka_energy import most_fed_power
from jounce.errors import ModelError
from jounce.model import tire_files as tir
from jounce.model.mechanism import Body, Mechanism, Tire
from tests.engine.laws.tires.examples import FILES, MF61, SEDAN


def changed(path, **values):
    file = tir.read(path)
    return dataclasses.replace(file, values={**file.values, **values})


@pytest.mark.parametrize("path", FILES.values(), ids=FILES)
@pytest.mark.parametrize("mounted", ["left", "right"])
def test_measured_tires_take_energy(path, mounted):
    power, *_ = most_fed_power(tir.coefficients(tir.read(path), mounted))
    assert -1.5 < power < -0.2
    check_energy(tir.read(path), tir.coefficients(tir.read(path), mounted))


def test_a_tire_in_the_wrong_axes_feeds_energy():
    c = tir.coefficients(tir.read(MF61))
    c[i.AXES] *= -1.0
    assert most_fed_power(c)[0] > 0.5


@pytest.mark.parametrize(("path", "wrong"), [(MF61, {"PCY1": 3.2}), (SEDAN, {"PCX1": 3.1, "PEX1": 0.0, "PEX2": 0.0})])
def test_a_tire_that_feeds_energy_is_refused_with_one_sentence(path, wrong):
    file = changed(path, **wrong)
    with pytest.raises(ModelError, match="feeds energy") as caught:
        check_energy(file, tir.coefficients(file))
    (finding,) = caught.value.findings
    assert "slip angle" in finding.got
    assert finding.file == file.name


def test_a_car_with_such_a_tire_is_refused_when_it_is_assembled(tmp_path):
    path = tmp_path / "wrong.tir"
    text = SEDAN.read_text(encoding="latin-1")
    path.write_text(text.replace("PCX1                     = 1.6411", "PCX1 = 3.4"), encoding="latin-1")
    body = Body(name="wheel", mass=20.0, inertia=(1.0, 1.0, 1.0), free=True)
    tire = Tire(name="tire", body="wheel", centre=(0.0, 0.0, 0.0), file=str(path))
    with pytest.raises(ModelError, match=r"wrong\.tir.*feeds energy"):
        pack(Mechanism(bodies=(body,), tires=(tire,)))
