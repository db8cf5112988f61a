"""Second derivatives of measures: how value, rate and acceleration answer to small changes of the poses.

With q = (r_a, π_a, r_b, π_b), small displacements and rotations in the axes in which the measure is evaluated, V the
twelve velocities and A the accelerations along them (ω̇ is the derivative of the vector),

    s_q = g,   ṡ = g·V,   s̈ = g·A + s̈₀,   G = ∂g/∂q  (12 × 12; not symmetric, because rotations do not commute)
    ∂ṡ/∂q = GᵀV,   s̈₀ = VᵀGV,   ∂s̈₀/∂V = (G + Gᵀ)V,   ∂s̈/∂q = GᵀA + ∂s̈₀/∂q

V and A are held as vectors. `measure_derivatives` writes G in blocks of 3 × 3, ∂s̈₀/∂q, and the two products with V.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import subroutine
from jounce.engine.laws.forces.measure import DISTANCE, DOT1, DOT2, TWIST, span
from jounce.engine.laws.forces.records import record
from jounce.engine.linalg.mat3 import add9, load9, matmul, mv, outer, scale9, skew, store9, tmv, transpose
from jounce.engine.linalg.vec3 import accumulate, add, axpy, cross, dot, load, neg, norm, scale, store, sub

MEASURE_DERIVATIVES = record(G=144, bias=12, rate=12, turn=12)
"""G in sixteen blocks, row after row of blocks; ∂s̈₀/∂q; GᵀV = ∂ṡ/∂q; GV = ġ."""
ONE = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


@subroutine
def only_turns(kind):
    """Whether a measure knows rotations alone."""
    return kind != DOT2 and kind != DISTANCE


@subroutine
def measure_derivatives(m, a, b, out):
    """All of MEASURE_DERIVATIVES for one measure between two bodies (records with r, A, v, w)."""
    G, kind = out["G"], m["kind"]
    Aa, Ab = load9(a["A"], 0), load9(b["A"], 0)
    wa, wb = load(a["w"], 0), load(b["w"], 0)
    for i in range(144):
        G[i] = 0.0
    if only_turns(kind):
        turn_derivatives(m, Aa, Ab, wa, wb, out)
    else:
        ra, rb, va, vb = load(a["r"], 0), load(b["r"], 0), load(a["v"], 0), load(b["v"], 0)
        pa, pb = mv(Aa, load(m["point_a"], 0)), mv(Ab, load(m["point_b"], 0))
        if kind == DOT2:
            dot2_derivatives(mv(Aa, load(m["axis_a"], 0)), ra, va, wa, rb, pb, vb, wb, out)
        else:
            distance_derivatives(ra, pa, va, wa, rb, pb, vb, wb, out)
    products(kind, G, a, b, out["rate"], out["turn"])


@subroutine
def products(kind, G, a, b, transposed, straight):
    """GᵀV and GV."""
    va, wa, vb, wb = load(a["v"], 0), load(a["w"], 0), load(b["v"], 0), load(b["w"], 0)
    V = (va, wa, vb, wb)
    zero = (0.0, 0.0, 0.0)
    for i in range(4):
        store(transposed, 3 * i, zero)
        store(straight, 3 * i, zero)
    first, step = (1, 2) if only_turns(kind) else (0, 1)
    for i in range(first, 4, step):
        for j in range(first, 4, step):
            block = load9(G, 9 * (4 * i + j))
            accumulate(straight, 3 * i, mv(block, V[j]))
            accumulate(transposed, 3 * j, tmv(block, V[i]))


@subroutine
def put(G, i, j, block):
    """Write block (i, j)."""
    store9(G, 9 * (4 * i + j), block)


@subroutine
def crossed(a, b):
    """ã b̃ = b aᵀ − (a·b) 1: a × (b × x)."""
    return add9(outer(b, a), scale9(-dot(a, b), ONE))


@subroutine
def dot2_derivatives(a, ra, va, wa, rb, pb, vb, wb, out):
    """s = a·D + const, D from the centre of mass of a to the point of b."""
    G, bias = out["G"], out["bias"]
    D = sub(add(rb, pb), ra)
    rate = sub(add(vb, cross(wb, pb)), va)
    K, back = skew(a), skew(neg(a))
    put(G, 0, 1, K)
    put(G, 2, 1, back)
    put(G, 1, 0, back)
    put(G, 1, 1, transpose(crossed(a, D)))
    put(G, 1, 2, K)
    put(G, 1, 3, scale9(-1.0, crossed(a, pb)))
    put(G, 3, 1, scale9(-1.0, crossed(pb, a)))
    put(G, 3, 3, transpose(crossed(pb, a)))
    da = cross(wa, a)
    dda, ddb = cross(wa, da), cross(wb, cross(wb, pb))
    by_a = add(add(cross(wa, cross(wa, D)), ddb), scale(2.0, cross(rate, wa)))
    by_b = add(add(dda, cross(wb, cross(wb, a))), scale(2.0, cross(da, wb)))
    store(bias, 0, neg(dda))
    store(bias, 3, cross(a, by_a))
    store(bias, 6, dda)
    store(bias, 9, cross(pb, by_b))


@subroutine
def distance_derivatives(ra, pa, va, wa, rb, pb, vb, wb, out):
    """s = |d|; all zero at zero length, where there is no direction."""
    G, bias = out["G"], out["bias"]
    d, dd, bd = span(ra, pa, va, wa, rb, pb, vb, wb)
    s = norm(d)
    # no direction at zero length
    if not s > 1e-12:
        for i in range(12):
            bias[i] = 0.0
        return
    # direction and its derivative K
    n = scale(1.0 / s, d)
    K = scale9(1.0 / s, add9(ONE, scale9(-1.0, outer(n, n))))
    Pa, Pb = skew(pa), skew(pb)
    KPa, KPb = matmul(K, Pa), matmul(K, Pb)
    minus = scale9(-1.0, K)
    # rows of both translations
    put(G, 0, 0, K)
    put(G, 0, 1, scale9(-1.0, KPa))
    put(G, 0, 2, minus)
    put(G, 0, 3, KPb)
    put(G, 2, 0, minus)
    put(G, 2, 1, KPa)
    put(G, 2, 2, K)
    put(G, 2, 3, scale9(-1.0, KPb))
    # rows of both rotations
    PaK, PbK = matmul(Pa, K), matmul(Pb, K)
    put(G, 1, 0, PaK)
    put(G, 1, 1, add9(scale9(-1.0, matmul(Pa, KPa)), scale9(-1.0, crossed(n, pa))))
    put(G, 1, 2, scale9(-1.0, PaK))
    put(G, 1, 3, matmul(Pa, KPb))
    put(G, 3, 0, scale9(-1.0, PbK))
    put(G, 3, 1, matmul(Pb, KPa))
    put(G, 3, 2, PbK)
    put(G, 3, 3, add9(scale9(-1.0, matmul(Pb, KPb)), transpose(crossed(pb, n))))
    # gradient of the bias
    rate = dot(n, dd)
    across = axpy(-rate, n, dd)
    by_d = add(mv(K, axpy(-2.0 * rate / s, dd, bd)), scale(-dot(across, across) / (s * s), n))
    by_b = add(cross(wb, cross(wb, n)), scale(2.0 / s, cross(across, wb)))
    by_a = add(cross(wa, cross(wa, n)), scale(2.0 / s, cross(across, wa)))
    store(bias, 0, neg(by_d))
    store(bias, 3, neg(cross(pa, add(by_d, by_a))))
    store(bias, 6, by_d)
    store(bias, 9, cross(pb, add(by_d, by_b)))


@subroutine
def dot1_jet(a, b, wa, wb):
    """Derivatives of s = a·b: s, ṡ, s̈₀, ∂s/∂π_a = −∂s/∂π_b, then ∂ṡ and ∂s̈₀ by π_a and π_b."""
    c, w = dot(a, b), sub(wa, wb)
    g = cross(a, b)
    da, db = cross(wa, a), cross(wb, b)
    dda, ddb = cross(wa, da), cross(wb, db)
    bias = dot(dda, b) + 2.0 * dot(da, db) + dot(a, ddb)
    rate_a = axpy(dot(a, w), b, scale(-c, w))
    rate_b = axpy(-dot(b, w), a, scale(c, w))
    by_a = add(add(cross(wa, cross(wa, b)), ddb), scale(2.0, cross(db, wa)))
    by_b = add(add(dda, cross(wb, cross(wb, a))), scale(2.0, cross(da, wb)))
    return c, dot(g, w), bias, g, rate_a, rate_b, cross(a, by_a), cross(b, by_b)


@subroutine
def add_dot1(G, c, a, b):
    """Add c times G of a·b."""
    aa, bb = scale9(c, crossed(b, a)), scale9(c, crossed(a, b))
    for k in range(9):
        G[45 + k] += aa[k]
        G[63 + k] -= bb[k]
        G[117 + k] -= aa[k]
        G[135 + k] += bb[k]


@subroutine
def turn_derivatives(m, Aa, Ab, wa, wb, out):
    """Measures of rotations: a·b, and angles as arctangents of such products."""
    G, bias, kind = out["G"], out["bias"], m["kind"]
    zero = (0.0, 0.0, 0.0)
    store(bias, 0, zero)
    store(bias, 6, zero)
    first, b = mv(Aa, load(m["axis_a"], 0)), mv(Ab, load(m["axis_b"], 0))
    X = dot1_jet(first, b, wa, wb)
    if kind == DOT1:
        add_dot1(G, 1.0, first, b)
        store(bias, 3, X[6])
        store(bias, 9, X[7])
        return
    second = mv(Aa, load(m["second_a"], 0))
    if kind == TWIST:
        twist_derivatives(cross(first, second), cross(b, mv(Ab, load(m["second_b"], 0))), wa, wb, G, bias)
        return
    Y = dot1_jet(second, b, wa, wb)
    x, y = X[0], Y[0]
    r2 = x * x + y * y
    cx, cy = -y / r2, x / r2
    add_dot1(G, cx, first, b)
    add_dot1(G, cy, second, b)
    arctangent(G, bias, X, Y, cx, cy, r2)


@subroutine
def arctangent(G, bias, X, Y, cx, cy, r2):
    """Complete G and ∂s̈₀/∂q of s = atan2(y, x) from the jets of x and y; their own G are added already."""
    x, dx, bx, gx = X[0], X[1], X[2], X[3]
    y, dy, by, gy = Y[0], Y[1], Y[2], Y[3]
    xx, xy = 2.0 * x * y / (r2 * r2), (y * y - x * x) / (r2 * r2)
    to_x, to_y = axpy(xx, gx, scale(xy, gy)), axpy(xy, gx, scale(-xx, gy))
    curved = add9(outer(gx, to_x), outer(gy, to_y))
    for k in range(9):
        G[45 + k] += curved[k]
        G[63 + k] -= curved[k]
        G[117 + k] -= curved[k]
        G[135 + k] += curved[k]
    r6 = r2 * r2 * r2
    xxx, xxy = 2.0 * y * (y * y - 3.0 * x * x) / r6, 2.0 * x * (x * x - 3.0 * y * y) / r6
    third_x = xxx * (dx * dx - dy * dy) + 2.0 * xxy * dx * dy
    third_y = xxy * (dx * dx - dy * dy) - 2.0 * xxx * dx * dy
    by_x, by_y = xx * bx + xy * by + third_x, xy * bx - xx * by + third_y
    rate_x, rate_y = 2.0 * (xx * dx + xy * dy), 2.0 * (xy * dx - xx * dy)
    along = axpy(by_x, gx, scale(by_y, gy))
    own_a, own_b = axpy(cx, X[6], scale(cy, Y[6])), axpy(cx, X[7], scale(cy, Y[7]))
    turn_a, turn_b = axpy(rate_x, X[4], scale(rate_y, Y[4])), axpy(rate_x, X[5], scale(rate_y, Y[5]))
    store(bias, 3, add(add(own_a, turn_a), along))
    store(bias, 9, sub(add(own_b, turn_b), along))


@subroutine
def twist_derivatives(na, nb, wa, wb, G, bias):
    """The twist turns with k = (n_a + n_b) / (1 + n_a·n_b): G and ∂s̈₀/∂q are those of k and its rate."""
    d, w = 1.0 + dot(na, nb), sub(wb, wa)
    k = scale(1.0 / d, add(na, nb))
    across = cross(na, nb)
    by_a = scale9(-1.0 / d, add9(skew(na), outer(k, across)))
    by_b = scale9(1.0 / d, add9(skew(neg(nb)), outer(k, across)))
    put(G, 3, 1, by_a)
    put(G, 3, 3, by_b)
    put(G, 1, 1, scale9(-1.0, by_a))
    put(G, 1, 3, scale9(-1.0, by_b))
    rate = dot(w, k)
    d_rate = dot(na, cross(w, nb))
    k_rate = scale(1.0 / d, sub(add(cross(wa, na), cross(wb, nb)), scale(d_rate, k)))
    second = dot(w, k_rate)
    part = d_rate / d
    to_a = sub(axpy(-rate, cross(w, nb), cross(w, wa)), axpy(part, axpy(-rate, nb, w), scale(second, nb)))
    to_b = sub(axpy(rate, cross(w, na), cross(w, wb)), axpy(part, axpy(-rate, na, w), scale(second, na)))
    store(bias, 3, scale(1.0 / d, cross(na, to_a)))
    store(bias, 9, scale(1.0 / d, cross(nb, to_b)))
