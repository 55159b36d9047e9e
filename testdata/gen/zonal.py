#!/usr/bin/env python3
"""Gegenbauer coefficients of kernels on spheres: testdata/zonal.json.

a_n = N(n,d) / B(1/2,(d-1)/2) * integral over [0,pi] of k(2 sin(t/2)) P_n(cos t) sin(t)^(d-2) dt, P_n = C_n^((d-2)/2)/C_n^((d-2)/2)(1), by
Gauss-Legendre rules on panels between the kernel's breakpoints, with mpmath at 60 digits. Two rules of different orders must agree to 1e-36.
The code shares nothing with krein: nodes by Newton iteration, P_n by its three-term recurrence at 60 digits.

Run: python3 testdata/gen/zonal.py > testdata/zonal.json
"""
import json
import sys

from mpmath import mp, mpf, pi, cos, sin, acos, asin, sqrt, exp, tanh, beta, binomial

mp.dps = 60
TOP = 40


def gauss(n):
    """Nodes and weights on [-1,1]."""
    out = []
    for i in range(1, n + 1):
        x = cos(pi * (mpf(i) - mpf(1) / 4) / (n + mpf(1) / 2))
        for _ in range(12):
            p, q = mpf(1), x
            for k in range(2, n + 1):
                p, q = q, ((2 * k - 1) * x * q - (k - 1) * p) / k
            d = n * (p - x * q) / (1 - x * x)
            step = q / d
            x -= step
            if abs(step) < mpf(10) ** -58:
                break
        p, q = mpf(1), x
        for k in range(2, n + 1):
            p, q = q, ((2 * k - 1) * x * q - (k - 1) * p) / k
        d = n * (p - x * q) / (1 - x * x)
        out.append((x, 2 / ((1 - x * x) * d * d)))
    return out


def k_wendland(z):
    return (1 - z) ** 4 * (4 * z + 1) if z < 1 else mpf(0)


def k_ntk(z):
    return ((8 - 4 * z**2) * acos(z / 2) + z * sqrt(4 - z**2)) / (2 * pi)


# formula, function, dimensions, breakpoints in t, panels
ALL = (2, 3, 4, 16)
KERNELS = [
    ("1 - z^2/4", lambda z: 1 - z**2 / 4, ALL, []),
    ("polynomial(1, 3)", lambda z: (2 - z**2 / 2) ** 3, ALL, []),
    ("arccos0", lambda z: 2 * acos(z / 2) / pi, ALL, []),
    ("arccos1", lambda z: ((4 - 2 * z**2) * acos(z / 2) + z * sqrt(4 - z**2)) / (2 * pi), ALL, []),
    ("arccos2", lambda z: (3 * (1 - z**2 / 2) * z * sqrt(4 - z**2) / 2 + 2 * acos(z / 2) * (1 + 2 * (1 - z**2 / 2) ** 2)) / (3 * pi), ALL, []),
    ("ntk", k_ntk, ALL, []),
    ("gaussian(1/2)", lambda z: exp(-2 * z**2), ALL, []),
    ("exp(-z^2/2) - exp(-z^2/200)", lambda z: exp(-z**2 / 2) - exp(-z**2 / 200), ALL, []),
    ("sigmoid(1, 1/2)", lambda z: tanh(1 - z**2 / 2 + mpf(1) / 2), ALL, []),
    ("exp(-z)", lambda z: exp(-z), ALL, []),
    ("matern(3/2, 2)", lambda z: (1 + sqrt(3) * z / 2) * exp(-sqrt(3) * z / 2), ALL, []),
    ("spherical_polynomial(5/2, 3/2)", lambda z: (1 - 4 * z**2 / 25) ** (mpf(3) / 2), ALL, []),
    ("rational_quadratic(2, 1/2)", lambda z: (1 + z**2) ** -2, ALL, []),
    ("wendland(3, 1)", k_wendland, (2, 3), [2 * asin(mpf(1) / 2)]),
    ("ntk - exp(-2*z)", lambda z: k_ntk(z) - exp(-2 * z), ALL, []),
]


def dimension(n, d):
    return binomial(n + d - 1, n) - (binomial(n + d - 3, n - 2) if n >= 2 else 0)


def zonal(d, u):
    p, q = mpf(0), mpf(1)
    out = [q]
    for n in range(1, TOP + 1):
        p, q = q, (u if n == 1 else ((2 * n + d - 4) * u * q - (n - 1) * p) / (n + d - 3))
        out.append(q)
    return out


def coefficients(k, d, cuts, rule):
    ends = [mpf(0)] + cuts + [pi]
    sums = [mpf(0)] * (TOP + 1)
    for a, b in zip(ends, ends[1:]):
        for i in range(4):
            lo, hi = a + (b - a) * i / 4, a + (b - a) * (i + 1) / 4
            for x, w in rule:
                t = (lo + hi) / 2 + (hi - lo) / 2 * x
                v = w * (hi - lo) / 2 * k(2 * sin(t / 2)) * sin(t) ** (d - 2)
                for n, p in enumerate(zonal(d, cos(t))):
                    sums[n] += v * p
    c = beta(mpf(1) / 2, mpf(d - 1) / 2)
    return [dimension(n, d) * s / c for n, s in enumerate(sums)]


def main():
    short, long = gauss(60), gauss(76)
    rows = []
    for name, k, dims, cuts in KERNELS:
        for d in dims:
            a = coefficients(k, d, cuts, short)
            b = coefficients(k, d, cuts, long)
            worst = max(abs(x - y) for x, y in zip(a, b))
            if worst > mpf(10) ** -36:
                sys.exit("%s, d = %d: rules differ by %s" % (name, d, worst))
            rows.append({"kernel": name, "dim": d, "a": [mp.nstr(x, 36) for x in b]})
            print(name, d, mp.nstr(worst, 3), file=sys.stderr)
    json.dump({"error": "1e-33", "rows": rows}, sys.stdout, indent=0)
    print()


if __name__ == "__main__":
    main()
