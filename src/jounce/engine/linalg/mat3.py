"""3×3 matrices as 9-tuples, row after row; symmetric ones as 6-tuples `(xx, yy, zz, xy, xz, yz)`."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import kernel


@kernel
def identity():
    """1"""
    return (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


@kernel
def transpose(A):
    """Aᵀ"""
    return (A[0], A[3], A[6], A[1], A[4], A[7], A[2], A[5], A[8])


@kernel
def add9(A, B):
    """A + B"""
    return (
        A[0] + B[0],
        A[1] + B[1],
        A[2] + B[2],
        A[3] + B[3],
        A[4] + B[4],
        A[5] + B[5],
        A[6] + B[6],
        A[7] + B[7],
        A[8] + B[8],
    )


@kernel
def scale9(s, A):
    """s A"""
    return (s * A[0], s * A[1], s * A[2], s * A[3], s * A[4], s * A[5], s * A[6], s * A[7], s * A[8])


@kernel
def mv(A, a):
    """A a"""
    return (
        A[0] * a[0] + A[1] * a[1] + A[2] * a[2],
        A[3] * a[0] + A[4] * a[1] + A[5] * a[2],
        A[6] * a[0] + A[7] * a[1] + A[8] * a[2],
    )


@kernel
def tmv(A, a):
    """Aᵀ a"""
    return (
        A[0] * a[0] + A[3] * a[1] + A[6] * a[2],
        A[1] * a[0] + A[4] * a[1] + A[7] * a[2],
        A[2] * a[0] + A[5] * a[1] + A[8] * a[2],
    )


@kernel
def matmul(A, B):
    """A B"""
    return (
        A[0] * B[0] + A[1] * B[3] + A[2] * B[6],
        A[0] * B[1] + A[1] * B[4] + A[2] * B[7],
        A[0] * B[2] + A[1] * B[5] + A[2] * B[8],
        A[3] * B[0] + A[4] * B[3] + A[5] * B[6],
        A[3] * B[1] + A[4] * B[4] + A[5] * B[7],
        A[3] * B[2] + A[4] * B[5] + A[5] * B[8],
        A[6] * B[0] + A[7] * B[3] + A[8] * B[6],
        A[6] * B[1] + A[7] * B[4] + A[8] * B[7],
        A[6] * B[2] + A[7] * B[5] + A[8] * B[8],
    )


@kernel
def skew(a):
    """ã with ã b = a × b"""
    return (0.0, -a[2], a[1], a[2], 0.0, -a[0], -a[1], a[0], 0.0)


@kernel
def outer(a, b):
    """a bᵀ"""
    return (
        a[0] * b[0],
        a[0] * b[1],
        a[0] * b[2],
        a[1] * b[0],
        a[1] * b[1],
        a[1] * b[2],
        a[2] * b[0],
        a[2] * b[1],
        a[2] * b[2],
    )


@kernel
def det(A):
    """|A|"""
    return A[0] * (A[4] * A[8] - A[5] * A[7]) + A[1] * (A[5] * A[6] - A[3] * A[8]) + A[2] * (A[3] * A[7] - A[4] * A[6])


@kernel
def inverse(A):
    """A⁻¹ = adj(A) / |A|; a singular A gives entries that are not finite, check `det` where that can happen."""
    s = 1.0 / det(A)
    return (
        s * (A[4] * A[8] - A[5] * A[7]),
        s * (A[2] * A[7] - A[1] * A[8]),
        s * (A[1] * A[5] - A[2] * A[4]),
        s * (A[5] * A[6] - A[3] * A[8]),
        s * (A[0] * A[8] - A[2] * A[6]),
        s * (A[2] * A[3] - A[0] * A[5]),
        s * (A[3] * A[7] - A[4] * A[6]),
        s * (A[1] * A[6] - A[0] * A[7]),
        s * (A[0] * A[4] - A[1] * A[3]),
    )


@kernel
def rotate_sym(R, S):
    """R S Rᵀ for a symmetric S, again symmetric"""
    M = matmul(R, (S[0], S[3], S[4], S[3], S[1], S[5], S[4], S[5], S[2]))
    return (
        M[0] * R[0] + M[1] * R[1] + M[2] * R[2],
        M[3] * R[3] + M[4] * R[4] + M[5] * R[5],
        M[6] * R[6] + M[7] * R[7] + M[8] * R[8],
        M[0] * R[3] + M[1] * R[4] + M[2] * R[5],
        M[0] * R[6] + M[1] * R[7] + M[2] * R[8],
        M[3] * R[6] + M[4] * R[7] + M[5] * R[8],
    )


@kernel
def rotate_diagonal(R, d):
    """R diag(d) Rᵀ, symmetric"""
    a, b, c = d
    return (
        R[0] * R[0] * a + R[1] * R[1] * b + R[2] * R[2] * c,
        R[3] * R[3] * a + R[4] * R[4] * b + R[5] * R[5] * c,
        R[6] * R[6] * a + R[7] * R[7] * b + R[8] * R[8] * c,
        R[0] * R[3] * a + R[1] * R[4] * b + R[2] * R[5] * c,
        R[0] * R[6] * a + R[1] * R[7] * b + R[2] * R[8] * c,
        R[3] * R[6] * a + R[4] * R[7] * b + R[5] * R[8] * c,
    )


@kernel
def load9(array, i):
    """The matrix array[i:i+9] of a 1-D array."""
    return (
        array[i],
        array[i + 1],
        array[i + 2],
        array[i + 3],
        array[i + 4],
        array[i + 5],
        array[i + 6],
        array[i + 7],
        array[i + 8],
    )


@kernel
def load6(array, i):
    """The symmetric matrix array[i:i+6] of a 1-D array."""
    return (array[i], array[i + 1], array[i + 2], array[i + 3], array[i + 4], array[i + 5])


@kernel
def store9(array, i, A):
    """array[i:i+9] = A"""
    array[i] = A[0]
    array[i + 1] = A[1]
    array[i + 2] = A[2]
    array[i + 3] = A[3]
    array[i + 4] = A[4]
    array[i + 5] = A[5]
    array[i + 6] = A[6]
    array[i + 7] = A[7]
    array[i + 8] = A[8]
