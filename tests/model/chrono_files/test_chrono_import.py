"""A car of Chrono's JSON files as a car of jounce: masses, points, inertias, tables, and what is refused or noted."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import jounce
from jounce.errors import FileError, ModelError
from jounce.model.chrono_files.frames import arm_axes, possible_tensor
from jounce.model.chrono_files.syntax import parse_json
from jounce.model.vehicle import read_vehicle, to_mechanism
from tests.model.chrono_files.conftest import SHARED
from tests.model.chrono_files.sums import masses_along, wheel_places

DATA = Path(__file__).parents[2] / "data"
CART, TIRE = DATA / "chrono_cart" / "cart" / "Cart_Vehicle.json", DATA / "tires" / "Sedan_Pac02Tire.tir"


@pytest.fixture(scope="module")
def cart():
    return jounce.import_chrono(CART, tire=TIRE)


@pytest.fixture
def copy(tmp_path):
    """The files of the cart, to be changed, and a function that changes one value."""
    folder = tmp_path / "data"
    shutil.copytree(CART.parents[1], folder)

    def change(file, *path, to):
        place = folder / "cart" / file
        data = inner = parse_json(place.read_text(encoding="utf-8"))
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = to
        place.write_text(json.dumps(data), encoding="utf-8")
        return folder / "cart" / CART.name

    return change


def test_comments_and_trailing_commas():
    text = '{"a": 1, // one\n "b": ["//", "/*", ",]"], /* two\n lines */ "c": {"d": 2,},}'
    assert parse_json(text) == {"a": 1, "b": ["//", "/*", ",]"], "c": {"d": 2}}
    with pytest.raises(FileError, match=r"x\.json:3: not JSON"):
        parse_json('{"a": /* 1\n */ 1,\n "b" 2}', "x.json")


def test_masses_are_those_of_the_files(cart):
    """1000 kg of chassis, two sides of arms, links, uprights, spindles and wheels, and the rack."""
    front, rear = 2 + 8 + 2 + 4 + 10, 2 + 8 + 3 + 2 + 6 + 10
    bodies = to_mechanism(cart.vehicle).bodies
    assert sum(body.mass for body in bodies) == pytest.approx(1000.0 + 2.0 * (front + rear) + 2.0)
    assert cart.vehicle.name == "test-cart"


def test_points_are_shifted_by_the_location_and_lifted(cart):
    front, rear = cart.vehicle.axles
    lift = front.suspension.wheel_centre[2] - 0.1
    assert front.suspension.wheel_centre[:2] == (1.2, 0.75)
    assert front.suspension.lower_arm.ball_joint == pytest.approx((1.21, 0.70, -0.02 + lift), abs=1e-9)
    assert rear.suspension.spring.lower == pytest.approx((-1.3 + 0.12, 0.64, -0.03 + lift), abs=1e-9)
    assert 0.25 < front.suspension.wheel_centre[2] < 0.40  # the loaded radius of the tire


def test_the_chassis_is_its_components(cart):
    """Two components; the second is turned by 90 degrees about z, so that its moments about x and y change places."""
    chassis, lift = cart.vehicle.chassis, cart.vehicle.axles[0].suspension.wheel_centre[2] - 0.1
    assert chassis.centre_of_mass == pytest.approx((0.06, 0.0, 0.28 + lift), abs=1e-9)
    a, b = np.array([0.06, 0.0, -0.02]), np.array([0.54, 0.0, -0.18])
    parallel = 900.0 * (a @ a * np.eye(3) - np.outer(a, a)) + 100.0 * (b @ b * np.eye(3) - np.outer(b, b))
    J = parallel + np.diag([200.0 + 6.0, 800.0 + 4.0, 900.0 + 7.0])
    J[0, 2] += 5.0
    J[2, 0] += 5.0
    assert chassis.inertia == pytest.approx((J[0, 0], J[1, 1], J[2, 2], J[0, 1], J[0, 2], J[1, 2]), abs=1e-9)


def test_inertias_of_arms_are_about_axes_of_their_hardpoints(cart):
    """Both sides, from the definition of the axes; where they are no mirror images the right side is its own."""
    arm = json_of("Cart_DoubleWishbone.json")["Lower Control Arm"]
    xx, yy, zz = arm["Moments of Inertia"]
    xy, xz, yz = arm["Products of Inertia"]
    tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    mechanism = to_mechanism(cart.vehicle)
    for suffix, sign in (("fl", 1.0), ("fr", -1.0)):
        front, back, outer = (
            np.array(arm[f"Location {key}"]) * (1.0, sign, 1.0) for key in ("Chassis Front", "Chassis Back", "Upright")
        )
        x = (front - back) / np.linalg.norm(front - back)
        z = np.cross(back - outer, front - outer)
        z /= np.linalg.norm(z)
        R = np.column_stack([x, np.cross(z, x), z])
        assert mechanism.body(f"lca_{suffix}").inertia_matrix == pytest.approx(R @ tensor @ R.T, abs=1e-12)
    left, right = (mechanism.body(f"knuckle_{s}").inertia_matrix for s in ("fl", "fr"))
    assert left == pytest.approx(right)  # about the axes of the car on both sides: no mirror image
    assert left[0, 1] == pytest.approx(0.01)
    assert any("no mirror images" in note for note in cart.notes)


def json_of(name):
    return parse_json((CART.parent / name).read_text(encoding="utf-8"))


def test_vehicle_frame_inertia(copy):
    path = copy("Cart_DoubleWishbone.json", "Vehicle-Frame Inertia", to=True)
    body = to_mechanism(jounce.import_chrono(path, tire=TIRE).vehicle).body("lca_fl")
    assert body.inertia == pytest.approx((0.05, 0.06, 0.1, 0.0, 0.004, 0.0), abs=1e-15)


def test_tables_over_deformation_become_tables_over_compression(cart):
    """A spring that is shorter than its free length by 0.1 m pushes with 5 kN; one that is longer pulls with 4 kN."""
    suspension = cart.vehicle.axles[0].suspension
    assert suspension.spring.free_length == 0.58
    assert suspension.spring.spring_curve.value(0.1) == 5000.0
    assert suspension.spring.spring_curve.value(-0.1) == -4000.0
    assert suspension.damper.damper_curve.value(1.0) == 1500.0  # bump
    assert suspension.damper.damper_curve.value(-1.0) == -3000.0  # rebound
    rear = cart.vehicle.axles[1].suspension  # spring and shock on the same points are one strut
    assert (rear.spring.stiffness, rear.spring.damping, rear.damper) == (40000.0, 2500.0, None)


def test_stops_of_springs_have_the_table_of_chrono_s_code(copy):
    """Beside the spring: 2.5 kN at 20 mm, 125 kN from 60 mm on, when shorter or longer than the lengths of the file."""
    copy("Cart_DoubleWishbone.json", "Spring", "Minimum Length", to=0.40)
    path = copy("Cart_DoubleWishbone.json", "Spring", "Maximum Length", to=0.50)
    found = jounce.import_chrono(path, tire=TIRE)
    push, plain = (
        car.axles[0].suspension.spring.spring_curve
        for car in (found.vehicle, jounce.import_chrono(CART, tire=TIRE).vehicle)
    )
    for length, stop in (
        (0.45, 0.0),
        (0.38, 2500.0),
        (0.345, 12500.0 + 0.5 * 112500.0),
        (0.30, 125e3),
        (0.515, -1750.0),
    ):
        compression = 0.58 - length
        assert push.value(compression) - plain.value(compression) == pytest.approx(stop, abs=1e-6)
    assert any("Spring: stops at 0.4 m and 0.5 m have the table of forces" in note for note in found.notes)


def test_stops_the_wrong_way_round_are_not_carried_over(copy):
    copy("Cart_DoubleWishbone.json", "Spring", "Minimum Length", to=0.50)
    path = copy("Cart_DoubleWishbone.json", "Spring", "Maximum Length", to=0.40)
    found = jounce.import_chrono(path, tire=TIRE)
    spring = found.vehicle.axles[0].suspension.spring
    assert spring == jounce.import_chrono(CART, tire=TIRE).vehicle.axles[0].suspension.spring
    assert any(
        "stops are not carried over: Minimum Length = 0.5 m is not below Maximum Length" in n for n in found.notes
    )


def test_a_preload_is_a_push_at_any_length(copy):
    path = copy("Cart_MultiLink.json", "Spring", "Preload", to=700.0)
    spring, plain = (jounce.import_chrono(p, tire=TIRE).vehicle.axles[1].suspension.spring for p in (path, CART))
    for compression in (-0.1, 0.0, 0.25):
        assert spring.spring_curve.value(compression) == pytest.approx(plain.stiffness * compression + 700.0)


def test_masses_and_static_loads_are_sums_of_the_file(cart):
    parts = np.array(masses_along(CART, CART.parents[1], tire_mass=0.0))
    mass, (front, rear) = parts[:, 0].sum(), wheel_places(CART, CART.parents[1])
    assert sum(body.mass for body in to_mechanism(cart.vehicle).bodies) == pytest.approx(mass, rel=1e-12)
    share = (parts[:, 0] @ parts[:, 1] / mass - rear) / (front - rear)
    figures, weight = cart.vehicle.check().figures, mass * cart.vehicle.gravity
    assert figures.settled
    assert [axle.load for axle in figures.axles] == pytest.approx([weight * share, weight * (1 - share)], rel=5e-3)
    assert figures.axles[0].load + figures.axles[1].load == pytest.approx(weight, rel=1e-6)


def test_a_car_whose_wheels_hang_in_the_air_comes_to_rest(copy):
    """An axle that is 12 cm too high is told and settles all the same: Chrono lets such cars fall."""
    path = copy("Cart_Vehicle.json", "Axles", 0, "Suspension Location", to=[1.2, 0, 0.22])
    checked, level = (jounce.import_chrono(p, tire=TIRE).vehicle.check() for p in (path, CART))
    assert checked.figures.settled
    dive, dive_of_level = (sag[0] - sag[1] for sag in ([a.sag for a in c.figures.axles] for c in (checked, level)))
    assert dive - dive_of_level == pytest.approx(0.12, abs=2e-3)
    (told,) = (w for w in checked.warnings if w.what == "tire does not fit the height of the wheel centre")
    assert told.where == "axles.front.tire"


def test_wheels_turn_with_spindles_and_shafts(cart):
    front, rear = cart.vehicle.axles
    assert front.wheel.mass == 12.0
    assert front.wheel.spin_inertia == pytest.approx(0.006 + 0.5 + 0.1)
    assert rear.wheel.spin_inertia == pytest.approx(0.006 + 0.5)
    assert front.wheel.transverse_inertia == pytest.approx(0.304)
    assert (front.drive, rear.drive, front.brake is None, rear.brake is None) == (None, "inboard", False, True)


def test_the_rack_steers_left_to_the_left(cart):
    """Tie rods behind the kingpin: the rack moves right for a turn to the left; 1.5 turns for the largest angle."""
    travel = 0.01 * np.radians(json_of("Cart_RackPinion.json")["Pinion"]["Maximum Angle (deg)"])
    assert cart.vehicle.steering.travel_per_turn == pytest.approx(-travel / 1.5)
    assert cart.vehicle.steering.stops.travel == pytest.approx(travel)


def test_what_is_not_carried_over_is_listed(cart):
    notes = "\n".join(cart.notes)
    assert "Cart_DoubleWishbone.json: Lower Control Arm.Stiffness of the moon is not carried over" in notes
    assert "Cart_Brake.json: Maximum Torque = 1500 N·m" in notes
    assert "Cart_Driveline.json: no driveline" in notes
    assert "Cart_RackPinion.json: no steering wheel" in notes


def test_a_pitman_arm(copy):
    """A steering of that kind, whose nut travels along the arc of the arm's end."""
    path = copy("Cart_Vehicle.json", "Steering Subsystems", 0, "Input File", to="cart/Cart_PitmanArm.json")
    turned = [0.99750339, 0.0, 0.07062, 0.0]
    path = copy("Cart_Vehicle.json", "Steering Subsystems", 0, "Orientation", to=turned)
    car = jounce.import_chrono(path, tire=TIRE).vehicle
    assert car.steering.kind == "pitman_arm"
    mechanism = to_mechanism(car)
    assert mechanism.connection("tie_fl").body_a == "centre_link"
    angle = 2.0 * np.arctan2(turned[2], turned[0])
    assert mechanism.connection("pitman_arm").axis_a == pytest.approx((np.sin(angle), 0.0, np.cos(angle)), abs=1e-9)
    sheet = car.kc(axle="front", travel=0.02).axle("front")
    steer = sheet.steer
    i = steer.design
    assert steer.left.steer[i + 2] > steer.left.steer[i]
    # near the middle, angle ≈ travel of the arm's end / lever of the tie rod on the kingpin
    lever = abs(car.axles[0].suspension.steering_lever)
    step = abs(steer.rack_travel[i + 1] - steer.rack_travel[i])
    assert steer.mean_steer[i + 1] - steer.mean_steer[i] == pytest.approx(step / lever, rel=0.15)


def test_bushings_and_tie_rods_with_mass(copy):
    rates = {"Stiffness Linear": 7e7, "Damping Linear": 3.5e4, "Stiffness Rotational": 1e5, "Damping Rotational": 500}
    free = {"Stiffness Linear": 0, "Damping Linear": 0, "Stiffness Rotational": 50, "Damping Rotational": 5}
    copy("Cart_DoubleWishbone.json", "Lower Control Arm", "Bushing Data", to={**rates, "DOF": free})
    copy("Cart_DoubleWishbone.json", "Tierod", "Inertia", to=[0.05, 0.05, 0.06])
    path = copy("Cart_DoubleWishbone.json", "Tierod", "Mass", to=2.5)
    mechanism = to_mechanism(jounce.import_chrono(path, tire=TIRE).vehicle)
    assert mechanism.body("tie_rod_fl").mass == 2.5
    (rubber,) = (force for force in mechanism.forces if force.name == "lca_fl")
    assert rubber.rotational_stiffness == (1e5, 1e5, 50.0)
    z = np.cross(rubber.x_axis, rubber.y_axis)
    assert abs(z @ np.subtract((0.2, 0.36, -0.09), (-0.2, 0.38, -0.09))) == pytest.approx(np.hypot(0.4, 0.02))


def test_what_is_refused_is_refused_at_once_by_name_and_file(copy):
    copy("Cart_DoubleWishbone.json", "Template", to="HydroPneumatic")
    copy("Cart_MultiLink.json", "Shock", "Damping Coefficient", to="soft")
    path = copy("Cart_Chassis.json", "Template", to="FlexibleChassis")
    with pytest.raises(ModelError) as raised:
        jounce.import_chrono(path, tire=TIRE)
    text = str(raised.value)
    assert "Cart_DoubleWishbone.json: Template: cannot be carried over: unknown suspension template" in text
    assert "Cart_MultiLink.json: Shock.Damping Coefficient: not a number; got 'soft'" in text
    assert "Cart_Chassis.json: Template: cannot be carried over: unknown chassis template" in text


def test_a_file_that_names_a_vehicle_says_which(tmp_path):
    """As those of Chrono's demos, which hold the names of vehicle, tire and powertrain."""
    path = tmp_path / "Cart.json"
    names = {"Vehicle": {"Input File": "cart/Cart_Vehicle.json"}, "Tire": {"Input File": "cart/Tire.json"}}
    path.write_text(json.dumps({"Type": "Vehicle", "Template": "WheeledVehicle", **names}), encoding="utf-8")
    hint = r"got 'cart/Cart_Vehicle\.json'; import cart/Cart_Vehicle\.json --tire cart/Tire\.json"
    with pytest.raises(ModelError, match=f"Cart.json: Vehicle: names a vehicle and is none; {hint}"):
        jounce.import_chrono(path, tire=TIRE)


def test_a_file_that_is_not_there(copy):
    path = copy("Cart_Vehicle.json", "Axles", 0, "Left Wheel Input File", to="cart/Wheel.json")
    copy("Cart_Vehicle.json", "Axles", 0, "Right Wheel Input File", to="cart/Wheel.json")
    with pytest.raises(ModelError, match=r"Axles\.0\.Left Wheel Input File: no such file; got 'cart/Wheel\.json'"):
        jounce.import_chrono(path, tire=TIRE)


def test_impossible_inertias_are_raised_and_noted():
    tensor, note = possible_tensor(np.diag([0.4, 0.4, 0.9]))
    assert np.diag(tensor) == pytest.approx([0.45, 0.45, 0.9])
    assert "raised by 0.05" in note
    assert possible_tensor(np.diag([0.5, 0.5, 0.9]))[1] == ""
    R = arm_axes((1.0, 0.0, 0.0), (0.0, 0.1, 0.0), (0.5, 1.0, 0.2))
    assert np.abs(R.T @ R - np.eye(3)).max() < 1e-12
    assert np.linalg.det(R) == pytest.approx(1.0)


def test_it_is_written_and_read_back(cart, tmp_path):
    out = tmp_path / "car" / "cart.yaml"
    jounce.import_chrono(CART, tire=TIRE, out=out)
    text = out.read_text(encoding="utf-8")
    assert "# Cart_Brake.json: Maximum Torque" in text
    found = read_vehicle(out)
    assert found.axles[1].suspension == cart.vehicle.axles[1].suspension
    assert found.chassis == cart.vehicle.chassis
    assert found.axles[0].tire.properties.values == cart.vehicle.axles[0].tire.properties.values


VEHICLES = {
    "hmmwv/vehicle/HMMWV_Vehicle.json": ("hmmwv/tire/HMMWV_Pac02Tire.json", 2086.52),
    "hmmwv/vehicle/HMMWV_Vehicle_bushings.json": ("hmmwv/tire/HMMWV_Pac02Tire.json", 2086.52),
    "sedan/vehicle/Sedan_Vehicle.json": ("sedan/tire/Sedan_Pac02Tire.json", None),
    "audi/json/audi_Vehicle.json": ("audi/json/audi_Pac02Tire.json", 1550.0),
}


@pytest.mark.skipif(not SHARED.is_dir(), reason="the vehicles of Project Chrono are not here")
@pytest.mark.parametrize("name", VEHICLES)
def test_vehicles_of_chrono(name):
    tire, chassis = VEHICLES[name]
    car = jounce.import_chrono(SHARED / name, tire=SHARED / tire).vehicle
    assert chassis is None or car.chassis.mass == pytest.approx(chassis)
    assert car.check().freedom.dof > 10
