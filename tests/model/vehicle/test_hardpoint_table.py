"""Tables of hardpoints: names, units, all findings with their lines, and cars of every kind that take them."""

import pytest

import jounce
from jounce.errors import FileError, ModelError
from jounce.model.library import load_vehicle, names
from jounce.model.vehicle import read_vehicle
from jounce.model.vehicle.hardpoint_table import kept_points, point_paths, read_hardpoints, with_hardpoints


@pytest.fixture
def table(tmp_path):
    def write(text):
        path = tmp_path / "points.csv"
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize(
    "text",
    [
        "name,x,y,z\nfront.lower_arm.ball_joint,1260,720,180\nsteering.rack.centre_of_mass,1111,0,230\n",
        "Name;X [m];Y [m];Z [m]\n# by hand\nfront.lower_arm.ball_joint;1.26;0.72;0.18\n\n"
        "steering.rack.centre_of_mass;1.111;0;0.23\n",
        "z (mm)\ty (mm)\tx (mm)\tname\n180\t720\t1260\taxles.front.suspension.lower_arm.ball_joint\n"
        "230\t0\t1111\tsteering.rack.centre_of_mass\n",
    ],
)
def test_points_are_put_into_the_template(table, text):
    dw18 = load_vehicle("dw18")
    car = jounce.import_hardpoints(table(text), template=dw18).vehicle
    assert car.axle("front").suspension.lower_arm.ball_joint == (1.26, 0.72, 0.18)
    assert car.steering.rack.centre_of_mass == (1.111, 0.0, 0.23)
    assert car.axle("rear") == dw18.axle("rear")


def test_the_unit_that_nobody_says_is_told_and_points_of_the_template_are_listed(table, tmp_path):
    path, out = table("name,x,y,z\nfront.lower_arm.ball_joint,1260,720,180\n"), tmp_path / "car.yaml"
    found = jounce.import_hardpoints(path, template="dw18", out=out)
    notes = "\n".join(found.notes)
    assert "taken in mm" in notes
    assert "front.upper_arm.ball_joint" in notes
    assert "rear." not in notes
    assert "taken in" not in "".join(jounce.import_hardpoints(path, template="dw18", unit="mm").notes)
    assert read_vehicle(out) == found.vehicle


@pytest.mark.parametrize("name", names())
def test_every_car_of_the_library_takes_its_own_points(table, name):
    """All points of every kind of suspension go out into a table and back: the car is the same."""
    car = load_vehicle(name)
    short = {name: path for name, path in point_paths(car).items() if not name.startswith("axles.")}
    keys = car.model_dump(mode="json")

    def at(path):
        inner = keys
        for step in path.split("."):
            if isinstance(inner, list):
                named = [item for item in inner if isinstance(item, dict) and item.get("name") == step]
                inner = named[0] if named else inner[int(step)]
            else:
                inner = inner[step]
        return inner

    rows = "".join(f"{name},{','.join(f'{x:.17g}' for x in at(path))}\n" for name, path in short.items())
    read = read_hardpoints(table(f"name,x [m],y [m],z [m]\n{rows}"))
    assert len(read.points) >= 12
    back = with_hardpoints(car, read)
    assert kept_points(car, read) == ()
    for row in read.points:
        assert row.point == pytest.approx(at(short[row.name]), abs=1e-9)
    assert back.model_dump().keys() == car.model_dump().keys()


def findings(path, **options):
    with pytest.raises(ModelError) as error:
        jounce.import_hardpoints(path, template="dw18", **options)
    return {(finding.line, finding.what) for finding in error.value.findings}, str(error.value)


def test_all_mistakes_of_a_table_are_told_with_their_lines(table):
    path = table("name,x,y,z\nfront.a,1,2\n,1,2,3\nfront.b,1,two,nan\nfront.c,1,2,3\nfront.c,1,2,3\n")
    found, text = findings(path)
    assert {line for line, _ in found} == {2, 3, 4, 6}
    assert f"{path}:4: front.b.y: not a number; got 'two'" in text
    assert "front.c: given twice; got also in line 5" in text


def test_names_and_points_that_the_template_refuses_are_told_with_their_lines(table):
    found, text = findings(table("name,x,y,z\nfront.lower_arm.ball_jont,1.26,0.72,0.18\nfront.wheel_center,1,1,0.3\n"))
    assert {line for line, _ in found} == {2, 3}
    assert "did you mean" in text
    right = "name,x,y,z\nfront.lower_arm.ball_joint,1.26,-0.72,0.18\naxles.front.suspension.wheel_centre,1.25,0.7,-1\n"
    found, _ = findings(table(right))
    assert (2, "not on the left side") in found
    assert (3, "below the ground") in found


def test_headers_and_units_that_cannot_be_read(table, tmp_path):
    assert findings(table("point,x,y\na,1,2\n"))[0] == {(1, "no column name, z")}
    assert findings(table("name,x [mm],y [m],z [mm]\na,1,2,3\n"))[0] == {(1, "different units")}
    assert findings(table("name,x [ft],y [ft],z [ft]\na,1,2,3\n"))[0] == {(1, "unknown unit")}
    assert findings(table(""))[0] == {(1, "no column name, x, y, z")}
    with pytest.raises(jounce.InputError, match="unknown unit"):
        jounce.import_hardpoints(table("name,x,y,z\na,1,2,3\n"), template="dw18", unit="inch")
    with pytest.raises(FileError, match="cannot be read"):
        jounce.import_hardpoints(tmp_path / "none.csv", template="dw18")
