"""Gegenbauer coefficients a_n = N(n,d) E f(u) P_n(u) of networks of several layers on the sphere of R^d: Gauss-Legendre rules of
mpmath in the angle θ, in θ^(1/2^(L-1)) for arccos0, which is analytic in that; kept if two degrees agree to 1e-18 L."""
import json
import sys

from mpmath import mp, mpf, pi, sin, cos, acos, sqrt, gegenbauer, binomial, beta, fsum
from mpmath.calculus.quadrature import GaussLegendre

mp.dps = 60


def k0(u):
    return 1 - acos(u) / pi


def k1(u):
    u = min(u, mpf(1))
    return (sqrt(1 - u * u) + (pi - acos(u)) * u) / pi


def arccos(k, layers, u):
    for _ in range(layers):
        u = k(min(u, mpf(1)))
    return u


def ntk(layers, u):
    theta = s = u
    for _ in range(layers):
        theta = theta * k0(min(s, mpf(1))) + k1(s)
        s = k1(s)
    return theta


def harmonics(n, d):
    if n == 0:
        return 1
    return binomial(n + d - 1, n) - (binomial(n + d - 3, n - 2) if n > 1 else 0)


def nodes(f, root, degree):
    """θ, weight and value for a Gauss-Legendre rule in s = θ^(1/root) on panels, of one length in s, then in θ."""
    rule = GaussLegendre(mp)
    near = mpf(1) / 4
    ends = [near ** (mpf(1) / root) * i / 12 for i in range(12)]
    ends += [(near + (pi - near) * i / 28) ** (mpf(1) / root) for i in range(29)]
    out = []
    for a, b in zip(ends, ends[1:]):
        for s, w in rule.get_nodes(a, b, degree, mp.prec):
            theta = s ** root
            out.append((theta, w * root * s ** (root - 1) * f(cos(theta))))
    return out


def coefficient(table, d, n):
    lam = mpf(d) / 2 - 1
    at1 = gegenbauer(n, lam, 1)
    v = fsum(w * sin(t) ** (d - 2) * gegenbauer(n, lam, cos(t)) for t, w in table)
    return harmonics(n, d) * v / at1 / beta(mpf(1) / 2, mpf(d - 1) / 2)


rows = []
for layers in (4, 5, 6):
    for name, f, root in [("ntk", lambda u: ntk(layers, u), 1), ("arccos1", lambda u: arccos(k1, layers, u), 1),
                          ("arccos0", lambda u: arccos(k0, layers, u), 2 ** (layers - 1))]:
        few, many = nodes(f, root, 4), nodes(f, root, 5)
        for d in (3, 16, 100):
            for n in (0, 1, 2, 5, 24):
                v, w = coefficient(few, d, n), coefficient(many, d, n)
                assert abs(v - w) < 1e-18 * layers, (name, layers, d, n, v, w)
                rows.append({"kernel": f"{name}({layers})", "d": d, "n": n, "a": mp.nstr(w, 17)})
        print(rows[-1], file=sys.stderr)
json.dump(rows, sys.stdout, indent=1)
print()
