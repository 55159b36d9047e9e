#!/usr/bin/env python3
"""Masses in the square |w1|, |w2| <= a of the measures of kernels on the plane, 10 digits, and their total variations, 1
where the measures are positive.

Mixtures: exp(-s|x|) has the mass 2/pi atan(a/s) in |w| <= a, and exp(-s x^2) has erf(a/(2 sqrt s)); 1/(1+g) is the mean of
exp(-s g) over exp(-s) ds, (1+g)^-2 over s exp(-s) ds, exp(-sqrt g) over exp(-1/(4s))/(2 sqrt(pi) s^(3/2)) ds. Gneiting's
class: exp(-x1^2/e) e^(-1/2) with e = 1+|x2| has in w1 the density exp(-w1^2 e/4)/(2 sqrt pi), so that w2 given w1 is a
Cauchy variable of scale w1^2/4; with e = 1+x2^2 it is normal of variance w1^2/2. For exp(-|x1|/sqrt e)/sqrt e and
e = 1+x2^2 there is a scale in between: exp(-|x|) is exp(-s x^2) over the same ds as above.
1-norm: (1-|x1|-|x2|)_+^n has the density (h(w1)-h(w2))/(pi^2 (w1^2-w2^2)), h(w) = w int_0^1 (1-s)^n sin(ws) ds.
Functions by mpmath, integrals by Gauss-Legendre rules with two numbers of nodes, which have to agree to 1e-10.

    /usr/bin/python3 testdata/gen/mixture_masses.py > testdata/mixture_masses.json     # a minute
"""
import json

import numpy as np
from mpmath import mp
from numpy.polynomial.legendre import leggauss
from scipy.special import erf

SIZES = (48, 64)
size = SIZES[0]
nodes = {n: leggauss(n) for n in SIZES}


def quad(f, points):
    """Integral of a function of arrays over panels."""
    x, w = nodes[size]
    total = 0.0
    for a, b in zip(points, points[1:]):
        total += float(np.sum(w * f((a + b) / 2 + (b - a) / 2 * x))) * (b - a) / 2
    return total


def laplace(s, a):
    return 2 / np.pi * np.arctan(a / s)


def bell(s, a):
    return erf(a / (2 * np.sqrt(s)))


TINY = [0.0] + [2.0 ** k for k in range(-40, 7)]


def gamma1(f):
    return quad(lambda s: np.exp(-s) * f(s), TINY)


def gamma2(f):
    return quad(lambda s: s * np.exp(-s) * f(s), TINY)


def levy(f):  # s = 1/(2 v)^2 for v with the density exp(-v^2) 2/sqrt(pi)
    return quad(lambda v: 2 / np.sqrt(np.pi) * np.exp(-v * v) * f(1 / (4 * v * v)), TINY[:-2])


def gneiting(given, a):  # |w1| has the density exp(-w^2/4)/sqrt pi
    return quad(lambda w: np.exp(-w * w / 4) / np.sqrt(np.pi) * given(w), [0.0] + [a * 2.0 ** k for k in range(-30, 1)])


def scaled(a):  # exp(-s x1^2/e)/sqrt(e), e = 1+x2^2: w1 is u sqrt(2s) for a normal u, and w2 given it normal of deviation u
    def at(s):
        end = min(a / np.sqrt(2 * s), 12)
        return quad(lambda u: np.exp(-u * u / 2) * np.sqrt(2 / np.pi) * erf(a / (u * np.sqrt(2))),
                    [0.0] + [end * 2.0 ** k for k in range(-12, 1)])
    return levy(lambda s: np.array([at(v) for v in s]))


def power(n, a):
    """h(w) = sum c_k (w^2)^(k+1), c_k = (-1)^k n!/(n+2k+2)!; the density is the divided difference in u^2 and v^2."""
    c = [float((-1) ** k * mp.factorial(n) / mp.factorial(n + 2 * k + 2)) for k in range(24)]

    def density(u, v):
        x, y = u * u, v * v
        total, term, of_y = np.zeros_like(v), np.ones_like(v), np.ones_like(v)
        for k in range(24):  # term = sum x^i y^(k-i)
            total = total + c[k] * term
            of_y = of_y * y
            term = term * x + of_y
        return total
    return quad(lambda us: np.array([quad(lambda v: 8 * density(u, v) / np.pi ** 2, [0.0, u]) for u in us]), [0.0, a])


def variation(n):
    """Total mass of |density| of (1-|x1|-|x2|)_+^n, n = 1, 2, about 4 digits: cells of side pi/4, up to U and 2U, of which
    the limit is extrapolated: what is left out is about c/U for n = 2, and c log(U)/U for n = 1."""
    side, cells = np.pi / 4, 2048
    x, w = leggauss(6)
    other, weight = leggauss(7)
    value = {1: lambda v: np.sin(v) / v, 2: lambda v: 2 * (1 - np.cos(v)) / v ** 2}[n]
    place = side * (np.arange(cells)[:, None] + (1 + x[None, :]) / 2)
    at, weights = value(place), np.tile(w * side / 2, (cells, 1))
    strips = np.zeros(cells)
    for i in range(cells):
        u, v = place[i][:, None], place[:i].ravel()[None, :]
        d = np.abs(at[:i].ravel()[None, :] - at[i][:, None]) / ((u - v) * (u + v))
        strips[i] = w @ d @ weights[:i].ravel() * side / 2
        v, wv = side * (i + (1 + other) / 2)[None, :], weight * side / 2
        d = np.abs((value(v) - at[i][:, None]) / ((u - v) * (u + v)))
        strips[i] += w @ d @ wv * side / 4  # half of a square on the diagonal
    upto = 8 / np.pi ** 2 * np.cumsum(strips)
    ends = [cells // 4 - 1, cells // 2 - 1, cells - 1]
    u = np.array([side * (e + 1) for e in ends])
    left = np.stack([np.ones(3), 1 / u, np.log(u) / u], axis=1)
    return float(np.linalg.solve(left, upto[ends])[0])


rows = []


def row(formula, total, inside):
    global size
    values = {}
    for a in (0.5, 2.0):
        found = []
        for size in SIZES:
            found.append(inside(a))
        assert abs(found[0] - found[1]) < 1e-10, (formula, found)
        values[str(a)] = "%.10f" % found[1]
    rows.append({"formula": formula, "inside": values, "variation": total})


row("1/(1+x1^2+abs(x2))", 1, lambda a: gamma1(lambda s: bell(s, a) * laplace(s, a)))
row("(1+l1)^(-2)", 1, lambda a: gamma2(lambda s: laplace(s, a) ** 2))
row("exp(-sqrt(abs(x1)+x2^2))", 1, lambda a: levy(lambda s: laplace(s, a) * bell(s, a)))
row("2/(1+x1^2+abs(x2))-exp(-sqrt(l1))/2", None,
    lambda a: 2 * gamma1(lambda s: bell(s, a) * laplace(s, a)) - levy(lambda s: laplace(s, a) ** 2) / 2)
row("exp(-x1^2/(1+abs(x2)))/(1+abs(x2))^(1/2)", 1, lambda a: gneiting(lambda w: laplace(w * w / 4, a), a))
row("exp(-x1^2/(1+x2^2))/(1+x2^2)^(1/2)", 1, lambda a: gneiting(lambda w: erf(a / w), a))
row("exp(-abs(x1)/(1+x2^2)^(1/2))/(1+x2^2)^(1/2)", 1, scaled)
for n in (1, 2, 3):
    row("max(0,1-l1)" + ("^%d" % n if n > 1 else ""), round(variation(n), 5) if n < 3 else 1, lambda a, n=n: power(n, a))
print(json.dumps(rows, indent=1))
