"""The six equations of the base, to which every subsystem adds its effective inertia and force: Song 2005 [1].

    (M₀ + Σ M̃) Ẏ₀ = Q₀ + Σ P̃          Ẏ₀ = (dv₀/dt, dω₀/dt) in base axes, at the base's origin

They live in the first numbers of a work array: upper triangle of the matrix row after row, then the right-hand side.

Loops that are too large to be written out are small dense systems in another stretch of that array (`solve_rows`).
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel, subroutine

MATRIX, FORCE, SOLUTION = 0, 21, 27
"""Where the matrix, the right-hand side and the solution begin."""
SIZE = 33
_ROW = (0, 6, 11, 15, 18, 20)
"""First entry (the diagonal) of each row of the packed triangle."""


@subroutine
def clear_base(W):
    """No inertia, no force."""
    for i in range(SOLUTION):
        W[i] = 0.0


@subroutine
def add_inertia(W, I):
    """Add the inertia of bodies, about the base's origin."""
    m, hx, hy, hz, Jxx, Jyy, Jzz, Jxy, Jxz, Jyz = I
    W[0] += m
    W[6] += m
    W[11] += m
    W[4] += hz
    W[5] -= hy
    W[8] -= hz
    W[10] += hx
    W[12] += hy
    W[13] -= hx
    W[15] += Jxx
    W[16] += Jxy
    W[17] += Jxz
    W[18] += Jyy
    W[19] += Jyz
    W[20] += Jzz


@subroutine
def take_inertia(W, Xp, XL, Hp, HL):
    """Subtract X Hᵀ, what one independent motion of a subsystem gives way: M̃ = M_EE − M_Eθ M_θθ⁻¹ M_Eθᵀ."""
    X = (Xp[0], Xp[1], Xp[2], XL[0], XL[1], XL[2])
    H = (Hp[0], Hp[1], Hp[2], HL[0], HL[1], HL[2])
    W[0] -= X[0] * H[0]
    W[1] -= X[0] * H[1]
    W[2] -= X[0] * H[2]
    W[3] -= X[0] * H[3]
    W[4] -= X[0] * H[4]
    W[5] -= X[0] * H[5]
    W[6] -= X[1] * H[1]
    W[7] -= X[1] * H[2]
    W[8] -= X[1] * H[3]
    W[9] -= X[1] * H[4]
    W[10] -= X[1] * H[5]
    W[11] -= X[2] * H[2]
    W[12] -= X[2] * H[3]
    W[13] -= X[2] * H[4]
    W[14] -= X[2] * H[5]
    W[15] -= X[3] * H[3]
    W[16] -= X[3] * H[4]
    W[17] -= X[3] * H[5]
    W[18] -= X[4] * H[4]
    W[19] -= X[4] * H[5]
    W[20] -= X[5] * H[5]


@subroutine
def add_wrench(W, f, t):
    """Add a force and a torque about the base's origin."""
    W[21] += f[0]
    W[22] += f[1]
    W[23] += f[2]
    W[24] += t[0]
    W[25] += t[1]
    W[26] += t[2]


@subroutine
def take_wrench(W, f, t):
    """Subtract a force and a torque about the base's origin."""
    W[21] -= f[0]
    W[22] -= f[1]
    W[23] -= f[2]
    W[24] -= t[0]
    W[25] -= t[1]
    W[26] -= t[2]


@subroutine
def take_share(W, s, f, t):
    """Subtract s times a wrench: what an independent motion gives way to, P̃ = … − H M*⁻¹ Q."""
    W[21] -= s * f[0]
    W[22] -= s * f[1]
    W[23] -= s * f[2]
    W[24] -= s * t[0]
    W[25] -= s * t[1]
    W[26] -= s * t[2]


@subroutine
def solve_base(W):
    """Cholesky in place; returns (dv₀, dω₀)."""
    for i in range(6):
        for k in range(i):
            r = W[_ROW[k] + i - k]
            for j in range(i, 6):
                W[_ROW[i] + j - i] -= r * W[_ROW[k] + j - k]
        d = 1.0 / math.sqrt(W[_ROW[i]])
        for j in range(i, 6):
            W[_ROW[i] + j - i] *= d
        s = W[FORCE + i]
        for k in range(i):
            s -= W[_ROW[k] + i - k] * W[SOLUTION + k]
        W[SOLUTION + i] = s * d
    for i in range(5, -1, -1):
        s = W[SOLUTION + i]
        for k in range(i + 1, 6):
            s -= W[_ROW[i] + k - i] * W[SOLUTION + k]
        W[SOLUTION + i] = s / W[_ROW[i]]
    return (W[27], W[28], W[29]), (W[30], W[31], W[32])


@subroutine
def clear_rows(W, start, count):
    """Zeros, before the other numbers of a system are written."""
    for i in range(count):
        W[start + i] = 0.0


@kernel
def solve_rows(W, start, n, m, stride=1):
    """Solve n equations with m right-hand sides, rows (matrix, then right-hand sides) one after another from `start`,
    numbers `stride` apart.

    Gaussian elimination with partial pivoting, in place: the answers end up where the right-hand sides were. Returns
    the smallest pivot over the largest, with the sign of the determinant.
    """
    size = n + m
    smallest, largest, sign = 1e300, 0.0, 1.0
    for p in range(n):
        best = p
        for i in range(p + 1, n):
            if abs(W[start + (i * size + p) * stride]) > abs(W[start + (best * size + p) * stride]):
                best = i
        if best != p:
            sign = -sign
            for j in range(p, size):
                a = W[start + (p * size + j) * stride]
                W[start + (p * size + j) * stride] = W[start + (best * size + j) * stride]
                W[start + (best * size + j) * stride] = a
        pivot = W[start + (p * size + p) * stride]
        smallest, largest = min(smallest, abs(pivot)), max(largest, abs(pivot))
        sign = sign if pivot > 0.0 else -sign
        for i in range(p + 1, n):
            f = W[start + (i * size + p) * stride] / pivot
            if f != 0.0:
                for j in range(p + 1, size):
                    W[start + (i * size + j) * stride] -= f * W[start + (p * size + j) * stride]
    for p in range(n - 1, -1, -1):
        pivot = W[start + (p * size + p) * stride]
        for j in range(n, size):
            s = W[start + (p * size + j) * stride]
            for i in range(p + 1, n):
                s -= W[start + (p * size + i) * stride] * W[start + (i * size + j) * stride]
            W[start + (p * size + j) * stride] = s / pivot
    return sign * smallest / largest
