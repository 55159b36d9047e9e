#!/usr/bin/env python3
"""Masses of oscillating radial spectral densities, summed lobe by lobe.

For k(z) = (1 - z^2/R^2)_+^a on R^d the density is
    m(w) = 2^(2-d)/Gamma(d/2)^2 w^(d-1) R^d/2 B(d/2, a+1) Lambda_(d+2a+2)(w R)
(Sonine). It changes its sign at the zeros of J_nu, nu = d/2 + a; the masses are the sums
of the integrals over the lobes, extrapolated by the tail's own expansion.
"""
import json
from mpmath import mp, mpf, besselj, besseljzero, gamma, beta, quad, zeta, hyp0f1

mp.dps = 30


def lam(n, x):
    return hyp0f1(n / 2, -x * x / 4)


def case(d, a, R):
    d, a, R = mpf(d), mpf(a), mpf(R)
    nu = d / 2 + a
    n = d + 2 * a + 2
    c = mpf(2) ** (2 - d) / gamma(d / 2) ** 2 * R ** d / 2 * beta(d / 2, a + 1)
    # Lambda_n(x) = gamma(n/2) (2/x)^nu J_nu(x)
    g = c * gamma(n / 2) * mpf(2) ** nu * R ** (-d)

    def m_scaled(x):  # in the variable x = w R: m(w) dw = m_scaled(x) dx
        return g * x ** (d - 1 - nu) * besselj(nu, x)

    N = 240
    zs = [mpf(0)] + [besseljzero(nu, j) for j in range(1, N + 1)]
    lobes = [quad(m_scaled, [zs[i], (zs[i] + zs[i + 1]) / 2, zs[i + 1]]) for i in range(N)]
    p = d - 1 - nu - mpf(1) / 2
    # |lobe_i| = sum_j c_j y^(p-j), y = i + nu/2 + 1/4: fit the last lobes, sum by zeta.
    from mpmath import matrix, lu_solve
    K = 12
    idx = [N - 1 - 12 * i for i in range(K)]
    y = lambda i: mpf(i) + nu / 2 + mpf(1) / 4
    A = matrix(K, K)
    b = matrix(K, 1)
    for r, i in enumerate(idx):
        for j in range(K):
            A[r, j] = (y(i) / N) ** (p - j)
        b[r] = abs(lobes[i])
    co = lu_solve(A, b)
    out = [mpf(0), mpf(0)]
    for i in range(N):
        out[i % 2] += abs(lobes[i])
    for s in range(2):
        start = N if N % 2 == s else N + 1
        for j in range(K):
            out[s] += co[j] * mpf(N) ** (j - p) * mpf(2) ** (p - j) * zeta(j - p, y(start) / 2)
    return {"dim": int(d), "alpha": float(a), "radius": float(R), "plus": float(out[0]), "minus": float(out[1]),
            "defect": float(out[0] - out[1] - 1), "firstZero": float(zs[1] / R)}


cases = [(1, 0.5, 1), (1, 0.25, 2), (1, 1, 1), (2, 1, 2), (3, 1.5, 2), (3, 2, 2), (8, 4, 2), (8, 4.5, 2), (16, 8, 2), (16, 9, 2)]
print(json.dumps([case(*c) for c in cases], indent=1))
