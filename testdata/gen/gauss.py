"""Golden nodes and weights of Gauss rules for package quad, written to ../gauss.json.

Newton's iteration on the three-term recurrence with 60 digits from starting values by bisection of the sign changes; weights from the
Christoffel sum. Rows: [n, alpha, beta, index (ascending), node, weight], 25 digits. Run: python3 gauss.py (mpmath 1.2).
"""
import json, os
from mpmath import mp, mpf, nstr, gamma, sqrt

mp.dps = 60


def coefficients(n, al, be):
    a, b = [], [2 ** (al + be + 1) * gamma(al + 1) * gamma(be + 1) / gamma(al + be + 2)]
    for k in range(n + 1):
        m = 2 * k + al + be
        a.append((be - al) / (al + be + 2) if k == 0 else (be * be - al * al) / (m * (m + 2)))
        if k == 1:
            b.append(4 * (al + 1) * (be + 1) / (m * m * (m + 1)))
        elif k > 1:
            b.append(4 * k * (k + al) * (k + be) * (k + al + be) / (m * m * (m + 1) * (m - 1)))
    return a, b


def evaluate(x, n, a, b):
    """Monic p_n and its derivative, and sum_{k<n} p_k^2 / h_k."""
    q, p, dq, dp, h, s = mpf(0), mpf(1), mpf(0), mpf(0), b[0], mpf(0)
    for k in range(n):
        s += p * p / h
        q, p, dq, dp = p, (x - a[k]) * p - (b[k] * q if k else 0), dp, p + (x - a[k]) * dp - (b[k] * dq if k else 0)
        h *= b[k + 1]
    return p, dp, s


def count(x, n, a, b):
    """Number of nodes below x, from the signs of the ratios p_{k+1}/p_k."""
    c, r = 0, None
    for k in range(n):
        r = x - a[k] - (b[k] / r if k else 0)
        if r == 0:
            r = mpf(10) ** -50
        c += r < 0
    return n - c


def node(i, n, a, b):
    lo, hi = -1.0, 1.0
    fa, fb = [float(v) for v in a], [float(v) for v in b]
    for _ in range(60):
        mid = (lo + hi) / 2
        if count(mid, n, fa, fb) > i:
            hi = mid
        else:
            lo = mid
    x = mpf(lo + hi) / 2
    for _ in range(6):
        p, dp, _ = evaluate(x, n, a, b)
        x -= p / dp
    return x, 1 / evaluate(x, n, a, b)[2]


rows = []
for n, al, be in [(1, 0, 0), (2, 0, 0), (5, 0, 0), (16, 0, 0), (33, 0, 0), (200, 0, 0), (1001, 0, 0), (4000, 0, 0), (1, -0.5, -0.5), (5, -0.5, 0.5), (12, 0.25, 3),
                  (30, 7, -0.75), (64, 15, 15), (100, -0.875, 0.25), (8, 391, 0), (300, -0.5, 7)]:
    a, b = coefficients(n, mpf(al), mpf(be))
    which = range(n) if n <= 33 else sorted({0, 1, 2, n // 7, n // 3, n // 2, n - 3, n - 2, n - 1})
    for i in which:
        x, w = node(i, n, a, b)
        rows.append([n, al, be, i, nstr(x, 25), nstr(w, 25)])
with open(os.path.join(os.path.dirname(__file__), "..", "gauss.json"), "w") as f:
    f.write("[\n" + ",\n".join(json.dumps(r) for r in rows) + "\n]\n")
