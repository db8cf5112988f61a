"""Spatial inertia about the frame origin as 10-tuple `(m, hx, hy, hz, Jxx, Jyy, Jzz, Jxy, Jxz, Jyz)`, h = m c.

The J are elements of the inertia matrix: Jxx = ∫ (y² + z²) dm, Jxy = −∫ x y dm. Units kg, kg m, kg m².
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import kernel
from jounce.engine.linalg import mat3


@kernel
def from_body(mass, centre, J):
    """h = m c, Jo = J + m (c·c 1 − c cᵀ); J is the 6-tuple about the centre of mass, in the same axes."""
    x, y, z = centre
    return (
        mass,
        mass * x,
        mass * y,
        mass * z,
        J[0] + mass * (y * y + z * z),
        J[1] + mass * (x * x + z * z),
        J[2] + mass * (x * x + y * y),
        J[3] - mass * x * y,
        J[4] - mass * x * z,
        J[5] - mass * y * z,
    )


@kernel
def add(I, K):
    """I + K, both about the same origin in the same axes"""
    return (
        I[0] + K[0],
        I[1] + K[1],
        I[2] + K[2],
        I[3] + K[3],
        I[4] + K[4],
        I[5] + K[5],
        I[6] + K[6],
        I[7] + K[7],
        I[8] + K[8],
        I[9] + K[9],
    )


@kernel
def momentum(I, v, w):
    """(p, L): p = m v + ω × h, L = h × v + Jo ω; v is the velocity of the origin, L is about the origin."""
    m, hx, hy, hz, Jxx, Jyy, Jzz, Jxy, Jxz, Jyz = I
    p = (
        m * v[0] + w[1] * hz - w[2] * hy,
        m * v[1] + w[2] * hx - w[0] * hz,
        m * v[2] + w[0] * hy - w[1] * hx,
    )
    L = (
        hy * v[2] - hz * v[1] + Jxx * w[0] + Jxy * w[1] + Jxz * w[2],
        hz * v[0] - hx * v[2] + Jxy * w[0] + Jyy * w[1] + Jyz * w[2],
        hx * v[1] - hy * v[0] + Jxz * w[0] + Jyz * w[1] + Jzz * w[2],
    )
    return p, L


@kernel
def rate_of_momentum(I, v, w, dv, dw):
    """(ṗ + ω × p, L̇ + ω × L + v × p): the wrench about the origin that moves a body with twist (v, ω) and spatial
    acceleration (dv, dω), Featherstone's I a + v ×* I v"""
    p, L = momentum(I, v, w)
    f, t = momentum(I, dv, dw)
    f = (
        f[0] + w[1] * p[2] - w[2] * p[1],
        f[1] + w[2] * p[0] - w[0] * p[2],
        f[2] + w[0] * p[1] - w[1] * p[0],
    )
    t = (
        t[0] + w[1] * L[2] - w[2] * L[1] + v[1] * p[2] - v[2] * p[1],
        t[1] + w[2] * L[0] - w[0] * L[2] + v[2] * p[0] - v[0] * p[2],
        t[2] + w[0] * L[1] - w[1] * L[0] + v[0] * p[1] - v[1] * p[0],
    )
    return f, t


@kernel
def kinetic_energy(I, v, w):
    """½ (p · v + L · ω)"""
    p, L = momentum(I, v, w)
    return 0.5 * (p[0] * v[0] + p[1] * v[1] + p[2] * v[2] + L[0] * w[0] + L[1] * w[1] + L[2] * w[2])


@kernel
def shift(I, d):
    """Origin moved to d (old axes): h' = h − m d, Jo' = Jo − (h·d + h'·d) 1 + h dᵀ + d h'ᵀ"""
    m, hx, hy, hz, Jxx, Jyy, Jzz, Jxy, Jxz, Jyz = I
    x, y, z = d
    kx, ky, kz = hx - m * x, hy - m * y, hz - m * z
    return (
        m,
        kx,
        ky,
        kz,
        Jxx - (hy + ky) * y - (hz + kz) * z,
        Jyy - (hx + kx) * x - (hz + kz) * z,
        Jzz - (hx + kx) * x - (hy + ky) * y,
        Jxy + hx * y + x * ky,
        Jxz + hx * z + x * kz,
        Jyz + hy * z + y * kz,
    )


@kernel
def rotate(R, I):
    """Axes turned by R (components x' = R x): h' = R h, Jo' = R Jo Rᵀ"""
    m, hx, hy, hz, Jxx, Jyy, Jzz, Jxy, Jxz, Jyz = I
    h = mat3.mv(R, (hx, hy, hz))
    J = mat3.rotate_sym(R, (Jxx, Jyy, Jzz, Jxy, Jxz, Jyz))
    return (m, h[0], h[1], h[2], J[0], J[1], J[2], J[3], J[4], J[5])
