"""Nodes and weights of the 21-point Gauss-Kronrod rule, printed as the Go tables of quad/kronrod.go.

The Stieltjes polynomial E_11 is orthogonal to all lower powers with the weight P_10: a linear system in its
Legendre coefficients. Run: python3 kronrod.py (mpmath 1.2, 80 digits).
"""
from mpmath import mp, mpf, matrix, lu_solve, findroot, chop

mp.dps = 80
n = 10


def legendre(m, x):
    p, q = mpf(1), mpf(x)
    if m == 0:
        return p
    for k in range(1, m):
        p, q = q, ((2 * k + 1) * x * q - k * p) / (k + 1)
    return q


def gauss(m):
    dp = lambda x: m * (legendre(m - 1, x) - x * legendre(m, x)) / (1 - x * x)
    xs = []
    for k in range(1, m + 1):
        x = mp.cos(mp.pi * (4 * k - 1) / (4 * m + 2))
        for _ in range(12):
            x -= legendre(m, x) / dp(x)
        xs.append(x)
    return xs, [2 / ((1 - x * x) * dp(x) ** 2) for x in xs]


gx, gw = gauss(n)
qx, qw = gauss(40)  # exact for every integrand below
inner = lambda f: sum(w * f(x) for x, w in zip(qx, qw))
# E_11 = P_11 + sum_j c_j P_j, j odd below 11
js = list(range(1, n + 1, 2))
rows = list(range(1, n + 1, 2))
A = matrix(len(rows), len(js))
b = matrix(len(rows), 1)
for r, k in enumerate(rows):
    for c, j in enumerate(js):
        A[r, c] = inner(lambda x: legendre(n, x) * legendre(j, x) * legendre(k, x))
    b[r] = -inner(lambda x: legendre(n, x) * legendre(n + 1, x) * legendre(k, x))
cs = lu_solve(A, b)
E = lambda x: legendre(n + 1, x) + sum(cs[i] * legendre(j, x) for i, j in enumerate(js))
bounds = [mpf(1)] + gx + [mpf(-1)]
ex = [findroot(E, (bounds[i], bounds[i + 1]), solver="anderson") for i in range(n + 1)]
nodes = sorted(gx + ex, reverse=True)
assert len(nodes) == 2 * n + 1
# interpolatory weights
M = matrix(2 * n + 1, 2 * n + 1)
rhs = matrix(2 * n + 1, 1)
for k in range(2 * n + 1):
    for i, x in enumerate(nodes):
        M[k, i] = legendre(k, x)
rhs[0] = 2
ws = lu_solve(M, rhs)
half = range(n, -1, -1)  # from the centre outwards
print("// kronrodNodes, from the centre outwards; the odd places are those of the Gauss rule.")
print("var kronrodNodes = [11]float64{" + ", ".join(mp.nstr(abs(chop(nodes[i], tol=mpf(10)**-60)), 20) for i in half) + "}")
print("var kronrodWeights = [11]float64{" + ", ".join(mp.nstr(ws[i], 20) for i in half) + "}")
print("var gaussWeights = [5]float64{" + ", ".join(mp.nstr(w, 20) for w in gw[4::-1]) + "}")
