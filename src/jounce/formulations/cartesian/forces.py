"""Applied forces on every body, from the elements shared by all formulations: in world axes, or those of a frame."""

from jounce.algebra.mat3 import identity, load9, matmul, mv, tmv
from jounce.algebra.vec3 import accumulate, add, cross, load, neg, scale, store, sub
from jounce.elements.bushing import bushing
from jounce.elements.drag import drag
from jounce.elements.load import FORCE_WORLD, TORQUE_BODY, TORQUE_WORLD
from jounce.elements.measure import span
from jounce.elements.signal import signal
from jounce.elements.spring import spring_force
from jounce.formulations.cartesian.model import POSE, TWIST
from jounce.kernel import function_at, part


@part
def evaluate_forces(model, work, t, y):
    """Sum all applied forces and torques (about the centres of mass)."""
    bodies = work.bodies
    auxiliary = (POSE + TWIST) * model.bodies.size
    weights(model.bodies, load(model.gravity, 0), bodies)
    springs(model.springs, model.spring_terms, model.measures, model.signals, model.tables, t, y, auxiliary, work)
    bushings(model.bushings, bodies)
    origin, E = (0.0, 0.0, 0.0), identity()
    loads(model.loads, model.signals, model.tables, t, E, bodies)
    drags(model.drags, E, bodies)
    wheels = function_at(model.tire, "tire"), model.tires, model.ground
    tires(*wheels, origin, E, bodies, y, auxiliary, work.contacts)


@part
def push(body, f, arm, torque):
    """Add a force at `arm` from the centre of mass, and a free torque."""
    accumulate(body["force"], 0, f)
    accumulate(body["torque"], 0, add(cross(arm, f), torque))


@part
def weights(constants, g, bodies):
    """Gravity, and no torque yet."""
    for i in range(constants.size):
        store(bodies[i]["force"], 0, scale(constants[i]["mass"], g))
        store(bodies[i]["torque"], 0, (0.0, 0.0, 0.0))


@part
def springs(laws, terms, measures, signals, tables, t, y, auxiliary, work):
    """Everything that pushes along a measure: force times gradient."""
    for e in range(laws.size):
        law = laws[e]
        x, rate = 0.0, 0.0
        for i in range(law["start"], law["stop"]):
            state = work.measures[terms[i]["measure"]]
            x += terms[i]["factor"] * state["value"]
            rate += terms[i]["factor"] * state["rate"]
        sensed = 0.0
        for i in range(law["sense_start"], law["sense_stop"]):
            sensed += terms[i]["factor"] * work.measures[terms[i]["measure"]]["rate"]
        state = y[auxiliary + law["state"]] if law["state"] >= 0 else 0.0
        f, state_rate = spring_force(law, signals, tables, t, x, rate, state, sensed)
        work.springs[e, 0], work.springs[e, 1], work.springs[e, 2], work.springs[e, 3] = x, f, rate, state_rate
        for i in range(law["start"], law["stop"]):
            k = terms[i]["measure"]
            gradient = work.measures[k]["gradient"]
            pull(work.bodies[measures[k]["a"]], f * terms[i]["factor"], load(gradient, 0), load(gradient, 3))
            pull(work.bodies[measures[k]["b"]], f * terms[i]["factor"], load(gradient, 6), load(gradient, 9))


@part
def pull(body, f, gradient_v, gradient_w):
    """Add a generalised force along a measure's gradient (v in world, ω in body axes)."""
    accumulate(body["force"], 0, scale(f, gradient_v))
    accumulate(body["torque"], 0, scale(f, mv(load9(body["A"], 0), gradient_w)))


@part
def along(states, terms, start, stop):
    """Value and rate of a sum of measures."""
    x, rate = 0.0, 0.0
    for i in range(start, stop):
        state = states[terms[i]["measure"]]
        x += terms[i]["factor"] * state["value"]
        rate += terms[i]["factor"] * state["rate"]
    return x, rate


@part
def springs_in_frame(laws, terms, measures, signals, tables, t, y, auxiliary, states, bodies, springs):
    """`springs`, with gradients whose ω-parts are in the axes of a frame, as are the bodies."""
    for e in range(laws.size):
        law = laws[e]
        x, rate = along(states, terms, law["start"], law["stop"])
        z = y[auxiliary + law["state"]] if law["state"] >= 0 else 0.0
        sensed = along(states, terms, law["sense_start"], law["sense_stop"])[1]
        f, z_rate = spring_force(law, signals, tables, t, x, rate, z, sensed)
        springs[e, 0], springs[e, 1], springs[e, 2], springs[e, 3] = x, f, rate, z_rate
        for i in range(law["start"], law["stop"]):
            k, share = terms[i]["measure"], f * terms[i]["factor"]
            gradient = states[k]["gradient"]
            a, b = bodies[measures[k]["a"]], bodies[measures[k]["b"]]
            accumulate(a["force"], 0, scale(share, load(gradient, 0)))
            accumulate(a["torque"], 0, scale(share, load(gradient, 3)))
            accumulate(b["force"], 0, scale(share, load(gradient, 6)))
            accumulate(b["torque"], 0, scale(share, load(gradient, 9)))


@part
def bushings(laws, bodies):
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


@part
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


@part
def drags(laws, E, bodies):
    """Forces of the air; E: axes of the bodies → world, in which the wind is given."""
    for e in range(laws.size):
        law = laws[e]
        body = bodies[law["body"]]
        A = load9(body["A"], 0)
        arm = mv(A, load(law["point"], 0))
        velocity = add(load(body["v"], 0), cross(load(body["w"], 0), arm))
        f = tmv(E, drag(law, mv(E, velocity), mv(E, (A[2], A[5], A[8]))))
        push(body, f, arm, (0.0, 0.0, 0.0))


@part
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
