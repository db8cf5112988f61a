"""Small dense systems in a stretch of a work array: the loops that are too large to be written out."""

from jounce.kernel import part


@part
def clear_rows(W, start, count):
    """Zeros, before the other numbers of a system are written."""
    for i in range(start, start + count):
        W[i] = 0.0


@part
def solve_rows(W, start, n, m):
    """Solve n equations with m right-hand sides, rows (matrix, then right-hand sides) one after another from `start`.

    Gaussian elimination with partial pivoting, in place: the answers end up where the right-hand sides were. Returns
    the smallest pivot over the largest, with the sign of the determinant.
    """
    size = n + m
    smallest, largest, sign = 1e300, 0.0, 1.0
    for p in range(n):
        best = p
        for i in range(p + 1, n):
            if abs(W[start + i * size + p]) > abs(W[start + best * size + p]):
                best = i
        if best != p:
            sign = -sign
            for j in range(p, size):
                a = W[start + p * size + j]
                W[start + p * size + j] = W[start + best * size + j]
                W[start + best * size + j] = a
        pivot = W[start + p * size + p]
        smallest, largest = min(smallest, abs(pivot)), max(largest, abs(pivot))
        sign = sign if pivot > 0.0 else -sign
        for i in range(p + 1, n):
            f = W[start + i * size + p] / pivot
            if f != 0.0:
                for j in range(p + 1, size):
                    W[start + i * size + j] -= f * W[start + p * size + j]
    for p in range(n - 1, -1, -1):
        pivot = W[start + p * size + p]
        for j in range(n, size):
            s = W[start + p * size + j]
            for i in range(p + 1, n):
                s -= W[start + p * size + i] * W[start + i * size + j]
            W[start + p * size + j] = s / pivot
    return sign * smallest / largest
