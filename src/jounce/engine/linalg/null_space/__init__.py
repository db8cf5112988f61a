"""Small dense null spaces: a basis P (n × f) with J P = 0 and a right inverse I (n × m) with J I = 1, for J (m × n).

Four methods with functions of the same arguments, so that a caller can take any of them:

- `projection`:       `projection_…`, basis of the last instant projected along the Gram matrix J Jᵀ; the fast one -
`orthogonal`:       `qr_…`, Householder QR of Jᵀ with pivoting, and `svd_…`, one-sided Jacobi; condition of a basis, and
                      its orthonormalisation
- `partitioning`:     `partitioning_…`, dependent and independent columns, chosen by LU and kept over many instants
- `pivoted_cholesky`: the factors of the Gram matrix

The functions of a method:

- `…_decompose(J, most, H, G, F, P, tau, rows, columns)` writes P and returns the rank found (partitioning: `choose`
  returns the rank, `decompose` takes it in place of `most` and returns the quality of the choice),
- `…_right(J, rank, H, G, F, tau, rows, columns, b, x)` gives x = I b (b stays),
- `…_left(J, rank, H, G, F, tau, rows, columns, Q, s)` gives s = Iᵀ Q (Q stays).

`most` is the largest rank ever to be assumed, known from the structure; P always has f = n − most columns. A rank below
`most` is for the caller to report; J P = 0 then holds all the same, but P spans only a part of the null space. Rows
that depend on others, zero rows too, do not count: pivoting puts the rows that count at `rows[:rank]`, I ignores the
entries of b for the others, and they get multiplier 0. (Singular values know no such choice, see there.)

The arrays belong to the caller and may be views: H (m, n), G (m, m), F (n, n), P (n, f), tau (n,), rows (m,) and
columns (n,) of int64; any m ≥ 0 and n ≥ 1, m > n included. They carry the factors from `decompose` to `right` and
`left`, which need them and J untouched in between, and may use tau and F as working space themselves. No method needs
all of them. A NaN or an infinity in J gives rank 0; P is then of no use.
"""
