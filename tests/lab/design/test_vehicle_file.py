"""Saving a design: only numbers that changed are written, in the unit they had; nothing is overwritten by mistake."""

import pytest

from jounce.errors import FileError, InputError
from jounce.lab.design.vehicle_file import VehicleFile
from jounce.model.library import path as library_path
from jounce.model.vehicle import read_vehicle
from jounce.model.vehicle.parameters import value_at

INNER = "axles.front.suspension.tie_rod.inner"
OUTER = "axles.front.suspension.tie_rod.outer"


@pytest.fixture
def copy(tmp_path):
    path = tmp_path / "car.yaml"
    path.write_bytes(library_path("sedan").read_bytes())
    return path


def changed_lines(before: bytes, after: bytes):
    pairs = zip(before.decode().split("\n"), after.decode().split("\n"), strict=True)
    return [(a, b) for a, b in pairs if a != b]


def test_only_the_changed_number_is_written(copy):
    before = copy.read_bytes()
    file = VehicleFile.open(copy)
    file.save({INNER: (1.015, 0.385, 0.24), OUTER: (1.015, 0.7, 0.24)})  # the second stays where it is
    ((old, new),) = changed_lines(before, copy.read_bytes())
    assert (old.strip(), new.strip()) == ("inner: [1.015, 0.385, 0.2355]", "inner: [1.015, 0.385, 0.24]")
    assert value_at(read_vehicle(copy), INNER) == (1.015, 0.385, 0.24)
    file.save({INNER: (1.015, 0.385, 0.2355)})  # and back
    assert changed_lines(before, copy.read_bytes()) == []


def test_units_quotes_line_ends_and_a_byte_order_mark_stay(copy):
    text = copy.read_text(encoding="utf-8")
    text = text.replace("inner: [1.015, 0.385, 0.2355]", "inner: [1.015, '385 mm', 23.55 cm] # α", 1)
    copy.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    before = copy.read_bytes()
    VehicleFile.open(copy).save({INNER: (1.016, 0.3855, 0.24)})
    ((old, new),) = changed_lines(before, copy.read_bytes())
    assert new == old.replace("1.015", "1.016").replace("385 mm", "385.5 mm").replace("23.55 cm", "24.0 cm")
    assert new.endswith("# α\r")


def test_axles_may_be_a_list(copy):
    text = copy.read_text(encoding="utf-8")
    start, end = text.index("axles:\n"), text.index("\nsteering:")
    lines = text[start:end].replace("\n  front:\n", "\n  - name: front\n").replace("\n  rear:\n", "\n  - name: rear\n")
    copy.write_text(text[:start] + lines + text[end:], encoding="utf-8")
    VehicleFile.open(copy).save({INNER: (1.015, 0.385, 0.24)})
    assert value_at(read_vehicle(copy), INNER) == (1.015, 0.385, 0.24)


def test_a_file_that_changed_on_disk_is_not_overwritten(copy):
    file = VehicleFile.open(copy)
    file.save({INNER: (1.015, 0.385, 0.24)})
    copy.write_text(copy.read_text(encoding="utf-8") + "# edited\n", encoding="utf-8")
    with pytest.raises(FileError, match="changed on disk since it was read"):
        file.save({INNER: (1.015, 0.385, 0.25)})
    assert copy.read_text(encoding="utf-8").endswith("# edited\n")
    assert [path.name for path in copy.parent.iterdir()] == ["car.yaml"]  # nothing is left behind


def test_a_car_of_the_library_is_saved_elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = VehicleFile.open("sedan")
    assert file.target.name == "sedan.yaml"
    file.save({INNER: (1.015, 0.385, 0.24)})
    assert (tmp_path / "sedan.yaml").is_file()
    with pytest.raises(FileError, match="is there already, and would be overwritten"):
        VehicleFile.open("sedan")
    with pytest.raises(InputError, match=r"a name that ends in \.yaml"):
        VehicleFile.open("sedan", "car.txt")
    (tmp_path / "late.yaml").unlink(missing_ok=True)
    late = VehicleFile.open("sedan", "late.yaml")
    (tmp_path / "late.yaml").write_text("mine", encoding="utf-8")
    with pytest.raises(FileError, match="is there by now"):
        late.save({INNER: (1.015, 0.385, 0.24)})


def test_a_number_that_an_alias_shares_is_refused(copy):
    text = copy.read_text(encoding="utf-8")
    text = text.replace("outer: [1.015, 0.700, 0.2400]", "outer: &point [1.015, 0.700, 0.2400]", 1)
    text = text.replace("point: [1.15, 0.60, 0.195]", "point: *point", 1)
    copy.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="a number is shared"):
        VehicleFile.open(copy).save({OUTER: (1.015, 0.7, 0.25)})
    assert copy.read_text(encoding="utf-8") == text
