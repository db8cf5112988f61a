"""From the state vector to poses, velocities and measures."""

from jounce.algebra.mat3 import load9, mv, store9, tmv
from jounce.algebra.quaternion import load4, normalize, to_matrix
from jounce.algebra.vec3 import load, store
from jounce.elements.measure import ANGLE, DISTANCE, DOT1, angle, distance, dot1, dot2, unwound
from jounce.formulations.cartesian.model import AXIS_A, AXIS_B, POINT_A, POINT_B, POSE, SECOND_A, TWIST
from jounce.kernel import kernel


@kernel
def unpack(model, work, y):
    """Poses and world-frame velocities of all bodies."""
    nb = model.mass.size
    for i in range(nb):
        p = POSE * i
        u = POSE * nb + TWIST * i
        A = to_matrix(normalize(load4(y, p + 3)))
        store(work.r[i], 0, load(y, p))
        store9(work.A[i], 0, A)
        store(work.v[i], 0, load(y, u))
        store(work.w[i], 0, mv(A, load(y, u + 3)))


@kernel
def evaluate_measures(model, work, y):
    """Value, rate, bias and gradient of every measure."""
    auxiliary = (POSE + TWIST) * model.mass.size
    for k in range(model.measure_kind.size):
        a, b = model.measure_bodies[k, 0], model.measure_bodies[k, 1]
        Aa, Ab = load9(work.A[a], 0), load9(work.A[b], 0)
        s, rate, bias, g = measure(model, work, k, a, b, Aa, Ab)
        winding = model.measure_winding[k]
        if winding >= 0:
            s = unwound(s, y[auxiliary + winding])
        work.value[k] = s
        work.rate[k] = rate
        work.bias[k] = bias
        store(work.gradient[k], 0, g[0])
        store(work.gradient[k], 3, tmv(Aa, g[1]))
        store(work.gradient[k], 6, g[2])
        store(work.gradient[k], 9, tmv(Ab, g[3]))


@kernel
def measure(model, work, k, a, b, Aa, Ab):
    """One measure with its gradient in world axes."""
    kind = model.measure_kind[k]
    vectors = model.measure_vectors[k]
    wa, wb = load(work.w[a], 0), load(work.w[b], 0)
    if kind == DOT1:
        return dot1(mv(Aa, load(vectors, AXIS_A)), mv(Ab, load(vectors, AXIS_B)), wa, wb)
    if kind == ANGLE:
        first, second = mv(Aa, load(vectors, AXIS_A)), mv(Aa, load(vectors, SECOND_A))
        return angle(first, second, mv(Ab, load(vectors, AXIS_B)), wa, wb)
    ra, rb, va, vb = load(work.r[a], 0), load(work.r[b], 0), load(work.v[a], 0), load(work.v[b], 0)
    pa, pb = mv(Aa, load(vectors, POINT_A)), mv(Ab, load(vectors, POINT_B))
    if kind == DISTANCE:
        return distance(ra, pa, va, wa, rb, pb, vb, wb)
    return dot2(mv(Aa, load(vectors, AXIS_A)), ra, pa, va, wa, rb, pb, vb, wb)
