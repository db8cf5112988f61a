"""Applied forces on every body, from the elements shared by all formulations: in world axes, or those of a frame."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import function_at, subroutine
from jounce.engine.laws.forces.air import air
from jounce.engine.laws.forces.body_forces import FORCE_WORLD, TORQUE_BODY, TORQUE_WORLD, drag
from jounce.engine.laws.forces.bushing import bushing
from jounce.engine.laws.forces.laws import force_along
from jounce.engine.laws.forces.measure import span
from jounce.engine.laws.forces.signal import signal
from jounce.engine.linalg.mat3 import load9, matmul, mv, tmv
from jounce.engine.linalg.vec3 import accumulate, add, cross, load, neg, scale, store, sub


@subroutine
def evaluate_forces(model, acting, t, y, auxiliary, origin, E):
    """Sum all applied forces and torques (about the centres of mass) on acting.bodies, gradients in their axes.

    auxiliary: first auxiliary state in y; origin, E: of the bodies' axes in the world, axes → world.
    """
    begin_forces(model, acting, t, y, auxiliary, E)
    pull_bodies(model.elements, model.measures, acting)
    add_other_forces(model, acting, t, y, auxiliary, origin, E)


@subroutine
def begin_forces(model, acting, t, y, auxiliary, E):
    """Weights on the bodies, and the values of all scalar forces, which pull nothing yet."""
    weights(model.bodies, tmv(E, load(model.gravity, 0)), acting.bodies)
    scalar_forces(model.elements, model.signals, model.tables, t, y, auxiliary, acting.measures, acting.scalar_forces)


@subroutine
def add_other_forces(model, acting, t, y, auxiliary, origin, E):
    """Bushings, loads, air and tires."""
    elements, bodies = model.elements, acting.bodies
    bushings(elements.bushings, bodies)
    loads(elements.loads, model.signals, model.tables, t, E, bodies)
    drags(elements.drags, model.signals, model.tables, t, origin, E, bodies)
    wheels = function_at(elements.tire, "tire"), elements.tires, model.ground
    tires(*wheels, origin, E, bodies, y, auxiliary, acting.contacts)


@subroutine
def push(body, f, arm, torque):
    """Add a force at `arm` from the centre of mass, and a free torque."""
    accumulate(body["force"], 0, f)
    accumulate(body["torque"], 0, add(cross(arm, f), torque))


@subroutine
def weights(constants, g, bodies):
    """Gravity, and no torque yet."""
    for i in range(constants.size):
        store(bodies[i]["force"], 0, scale(constants[i]["mass"], g))
        store(bodies[i]["torque"], 0, (0.0, 0.0, 0.0))


@subroutine
def scalar_forces(elements, signals, tables, t, y, auxiliary, states, out):
    """Coordinate, force, rate, rate of the state and state of everything that pushes along a sum of measures."""
    laws, terms = elements.scalar_forces, elements.scalar_force_terms
    for e in range(laws.size):
        law = laws[e]
        x, rate = along(states, terms, law["start"], law["stop"])
        sensed = along(states, terms, law["sense_start"], law["sense_stop"])[1]
        if law["heard"] >= 0:
            sensed += y[auxiliary + law["heard"]]
        z = y[auxiliary + law["state"]] if law["state"] >= 0 else 0.0
        f, z_rate = force_along(law, signals, tables, t, x, rate, z, sensed)
        out[e, 0], out[e, 1], out[e, 2], out[e, 3], out[e, 4] = x, f, rate, z_rate, z


@subroutine
def along(states, terms, start, stop):
    """Value and rate of a sum of measures."""
    x, rate = 0.0, 0.0
    for i in range(start, stop):
        state = states[terms[i]["measure"]]
        x += terms[i]["factor"] * state["value"]
        rate += terms[i]["factor"] * state["rate"]
    return x, rate


@subroutine
def pull_bodies(elements, measures, acting):
    """Scalar forces on the bodies: force times gradient, in the axes in which the bodies are."""
    laws, terms, bodies = elements.scalar_forces, elements.scalar_force_terms, acting.bodies
    for e in range(laws.size):
        for i in range(laws[e]["start"], laws[e]["stop"]):
            k, share = terms[i]["measure"], acting.scalar_forces[e, 1] * terms[i]["factor"]
            gradient = acting.measures[k]["gradient"]
            a, b = bodies[measures[k]["a"]], bodies[measures[k]["b"]]
            accumulate(a["force"], 0, scale(share, load(gradient, 0)))
            accumulate(a["torque"], 0, scale(share, load(gradient, 3)))
            accumulate(b["force"], 0, scale(share, load(gradient, 6)))
            accumulate(b["torque"], 0, scale(share, load(gradient, 9)))


@subroutine
def bushings(laws, bodies):
    """Forces and torques of bushings on both of their bodies."""
    for e in range(laws.size):
        law = laws[e]
        a, b = bodies[law["a"]], bodies[law["b"]]
        Aa, Ab, wa, wb = load9(a["A"], 0), load9(b["A"], 0), load(a["w"], 0), load(b["w"], 0)
        pa, pb = mv(Aa, load(law["point_a"], 0)), mv(Ab, load(law["point_b"], 0))
        d, rate, _ = span(load(a["r"], 0), pa, load(a["v"], 0), wa, load(b["r"], 0), pb, load(b["v"], 0), wb)
        Fa, Fb = matmul(Aa, load9(law["frame_a"], 0)), matmul(Ab, load9(law["frame_b"], 0))
        f, torque = bushing(law, Fa, Fb, d, rate, wa, wb)
        push(b, f, pb, torque)
        push(a, neg(f), add(pa, d), neg(torque))


@subroutine
def loads(laws, signals, tables, t, E, bodies):
    """Applied forces and torques with a direction fixed in the world or in the body; E: axes of the bodies → world."""
    for e in range(laws.size):
        law = laws[e]
        kind, body = law["kind"], bodies[law["body"]]
        A = load9(body["A"], 0)
        direction = load(law["direction"], 0)
        in_world = kind in (FORCE_WORLD, TORQUE_WORLD)
        direction = tmv(E, direction) if in_world else mv(A, direction)
        f = scale(signal(signals[law["signal"]], tables, t)[0], direction)
        if kind in (TORQUE_WORLD, TORQUE_BODY):
            accumulate(body["torque"], 0, f)
            accumulate(bodies[law["reaction"]]["torque"], 0, neg(f))
        else:
            push(body, f, mv(A, load(law["point"], 0)), (0.0, 0.0, 0.0))


@subroutine
def drags(laws, signals, tables, t, origin, E, bodies):
    """Forces of the air; origin, E: of the bodies' axes in the world, axes → world, in which the wind is given."""
    for e in range(laws.size):
        law = laws[e]
        body = bodies[law["body"]]
        A = load9(body["A"], 0)
        arm = mv(A, load(law["point"], 0))
        velocity = add(load(body["v"], 0), cross(load(body["w"], 0), arm))
        if law["shaped"] == 0 and law["wind_speed"] < 0:
            f = tmv(E, drag(law, mv(E, velocity), mv(E, (A[2], A[5], A[8]))))
            push(body, f, arm, (0.0, 0.0, 0.0))
        else:
            place = add(origin, mv(E, add(load(body["r"], 0), arm)))
            f, torque = air_on(law, signals, tables, t, place, mv(E, velocity), matmul(E, A))
            push(body, tmv(E, f), arm, tmv(E, torque))


@subroutine
def air_on(law, signals, tables, t, place, velocity, A):
    """Force and moment of `air` on a body with the axes A in the world."""
    ahead, left, up = (A[0], A[3], A[6]), (A[1], A[4], A[7]), (A[2], A[5], A[8])
    return air(law, signals, tables, t, place, velocity, ahead, left, up)


@subroutine
def tires(evaluate, laws, ground, origin, E, bodies, y, auxiliary, contacts):
    """Forces of the tires on the ground, which knows world axes; origin and E: axes of the bodies → world."""
    for e in range(laws.size):
        law, contact = laws[e], contacts[e]
        body = bodies[law["body"]]
        A, r, w = load9(body["A"], 0), load(body["r"], 0), load(body["w"], 0)
        arm = mv(A, load(law["centre"], 0))
        velocity = mv(E, add(load(body["v"], 0), cross(w, arm)))
        s_x, s_y = 0.0, 0.0
        if law["state"] >= 0:
            s_x, s_y = y[auxiliary + law["state"]], y[auxiliary + law["state"] + 1]
        hub, axis = add(origin, mv(E, add(r, arm))), mv(E, mv(A, load(law["spin"], 0)))
        evaluate(law, ground, contact, hub, velocity, mv(E, w), axis, s_x, s_y)
        at = sub(tmv(E, sub(load(contact["point"], 0), origin)), r)
        push(body, tmv(E, load(contact["force"], 0)), at, tmv(E, load(contact["torque"], 0)))


@subroutine
def element_rates(elements, acting, dy, auxiliary):
    """States of force elements and tires, as their evaluation left the rates."""
    forces, tires = elements.scalar_forces, elements.tires
    for e in range(forces.size):
        if forces[e]["state"] >= 0:
            dy[auxiliary + forces[e]["state"]] = acting.scalar_forces[e, 3]
    for e in range(tires.size):
        if tires[e]["state"] >= 0:
            dy[auxiliary + tires[e]["state"]] = acting.contacts[e]["rates"][0]
            dy[auxiliary + tires[e]["state"] + 1] = acting.contacts[e]["rates"][1]
