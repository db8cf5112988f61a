"""Applied forces on every body, in world axes, from the elements shared by all formulations."""

from jounce.algebra.mat3 import load9, matmul, mv
from jounce.algebra.vec3 import accumulate, add, cross, load, neg, scale, store, sub
from jounce.elements.bushing import bushing
from jounce.elements.drag import drag
from jounce.elements.load import FORCE_WORLD, TORQUE_BODY, TORQUE_WORLD
from jounce.elements.measure import span
from jounce.elements.signal import signal
from jounce.elements.spring import spring_force
from jounce.kernel import kernel
from jounce.tires.magic_formula import tire_force, tire_geometry


@kernel
def evaluate_forces(model, work, t):
    """Sum all applied forces and torques (about the centres of mass)."""
    weight(model, work)
    springs(model, work, t)
    bushings(model, work)
    loads(model, work, t)
    drags(model, work)
    tires(model, work)


@kernel
def push(work, i, f, arm, torque):
    """Add a force at `arm` from the centre of mass of body i, and a free torque."""
    accumulate(work.force[i], 0, f)
    accumulate(work.force[i], 3, add(cross(arm, f), torque))


@kernel
def weight(model, work):
    g = load(model.gravity, 0)
    for i in range(model.mass.size):
        store(work.force[i], 0, scale(model.mass[i], g))
        store(work.force[i], 3, (0.0, 0.0, 0.0))


@kernel
def springs(model, work, t):
    """Everything that pushes along a measure: force times gradient."""
    for e in range(model.spring_rows.shape[0]):
        x, rate = 0.0, 0.0
        for term in range(model.spring_start[e], model.spring_start[e + 1]):
            k, c = model.spring_measure[term], model.spring_factor[term]
            x += c * work.value[k]
            rate += c * work.rate[k]
        f = spring_force(model.spring_rows[e], model.signals, model.tables, t, x, rate)
        work.spring_force[e] = f
        for term in range(model.spring_start[e], model.spring_start[e + 1]):
            k, c = model.spring_measure[term], model.spring_factor[term]
            for side in range(2):
                i = model.measure_bodies[k, side]
                g = work.gradient[k]
                accumulate(work.force[i], 0, scale(c * f, load(g, 6 * side)))
                accumulate(work.force[i], 3, scale(c * f, mv(load9(work.A[i], 0), load(g, 6 * side + 3))))


@kernel
def bushings(model, work):
    for e in range(model.bushing_rows.shape[0]):
        a, b = model.bushing_bodies[e, 0], model.bushing_bodies[e, 1]
        frames = model.bushing_frames[e]
        Aa, Ab = load9(work.A[a], 0), load9(work.A[b], 0)
        pa, pb = mv(Aa, load(frames, 0)), mv(Ab, load(frames, 3))
        ra, rb, wa, wb = load(work.r[a], 0), load(work.r[b], 0), load(work.w[a], 0), load(work.w[b], 0)
        d, rate, _ = span(ra, pa, load(work.v[a], 0), wa, rb, pb, load(work.v[b], 0), wb)
        Fa, Fb = matmul(Aa, load9(frames, 6)), matmul(Ab, load9(frames, 15))
        f, torque = bushing(model.bushing_rows[e], Fa, Fb, d, rate, wa, wb)
        push(work, b, f, pb, torque)
        push(work, a, neg(f), add(pa, d), neg(torque))


@kernel
def loads(model, work, t):
    """Applied forces and torques with a direction fixed in the world or in the body."""
    for e in range(model.load_kind.size):
        kind, i, reaction = model.load_kind[e], model.load_bodies[e, 0], model.load_bodies[e, 1]
        A = load9(work.A[i], 0)
        direction = load(model.load_vectors[e], 3)
        if kind != FORCE_WORLD and kind != TORQUE_WORLD:
            direction = mv(A, direction)
        f = scale(signal(model.signals[model.load_signal[e]], model.tables, t)[0], direction)
        if kind == TORQUE_WORLD or kind == TORQUE_BODY:
            accumulate(work.force[i], 3, f)
            accumulate(work.force[reaction], 3, neg(f))
        else:
            push(work, i, f, mv(A, load(model.load_vectors[e], 0)), (0.0, 0.0, 0.0))


@kernel
def drags(model, work):
    for e in range(model.drag_body.size):
        i, row = model.drag_body[e], model.drag_rows[e]
        A = load9(work.A[i], 0)
        arm = mv(A, load(row, 0))
        velocity = add(load(work.v[i], 0), cross(load(work.w[i], 0), arm))
        up = (A[2], A[5], A[8])
        f = drag(row[3], row[4], row[5], load(row, 6), velocity, up)
        push(work, i, f, arm, (0.0, 0.0, 0.0))


@kernel
def tires(model, work):
    for e in range(model.tire_body.size):
        i, row = model.tire_body[e], model.tire_rows[e]
        centre, spin = tire_geometry(row)
        A, r, w = load9(work.A[i], 0), load(work.r[i], 0), load(work.w[i], 0)
        arm = mv(A, centre)
        velocity = add(load(work.v[i], 0), cross(w, arm))
        f, contact, out = tire_force(row, model.ground, add(r, arm), velocity, w, mv(A, spin))
        push(work, i, f, sub(contact, r), (0.0, 0.0, 0.0))
        for j in range(6):
            work.tire[e, j] = out[j]
