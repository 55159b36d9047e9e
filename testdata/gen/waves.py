"""Atoms and masses of almost periodic kernels on the line, for internal/hankel/waves and decompose.

Weights are those of cos(ωz): the mean of k(z) for ω = 0, twice the mean of k(z) cos(ωz) for ω > 0. Functions of one
period by the trapezoidal rule, which converges geometrically, or with breaks by Gauss-Legendre quadrature between them;
those of two incommensurable frequencies by the trapezoidal rule on the torus of their phases, or from products of
Bessel functions. Nothing of krein is asked.
"""
import json
import mpmath as mp

mp.mp.dps = 40
rows = []


def text(x):
    return mp.nstr(x if abs(x) > 1e-36 else mp.mpf(0), 30)


def add(formula, atoms, plus, minus):
    rows.append({"formula": formula, "atoms": [[text(w), text(c)] for w, c in atoms], "plus": text(plus), "minus": text(minus)})


def periodic(formula, phase, w, extra=None, count=90, points=400):
    """phase is k as a function of wz, analytic; extra has weights added by multiples of w."""
    values = [phase(2 * mp.pi * j / points) for j in range(points)]
    c = [mp.fsum(v * mp.cos(2 * mp.pi * i * j / points) for j, v in enumerate(values)) / points * (1 if i == 0 else 2)
         for i in range(count)]
    for i, x in (extra or {}).items():
        c[i] += x
    add(formula, [(i * w, c[i]) for i in range(9)], mp.fsum(max(x, 0) for x in c), mp.fsum(max(-x, 0) for x in c))


def torus(formula, f, w1, w2, points=120):
    """f of two phases; k is f(w1 z, w2 z)."""
    at = [2 * mp.pi * j / points for j in range(points)]
    values = [[f(x, y) for y in at] for x in at]
    cos = [[mp.cos(2 * mp.pi * i * j / points) for j in range(points)] for i in range(points)]
    # even in both phases: those at ±m, ±n are the same
    half = points // 2
    inner = [[mp.fsum(r[j] * cos[n][j] for j in range(points)) / points for n in range(half)] for r in values]
    plus = minus = mp.mpf(0)
    atoms = []
    for m in range(half - 4):
        for n in range(half - 4):
            c = mp.fsum(inner[i][n] * cos[m][i] for i in range(points)) / points
            times = (1 if m == 0 else 2) * (1 if n == 0 else 2)
            plus, minus = plus + max(c, 0) * times, minus + max(-c, 0) * times
            if m + n <= 3:
                one = c if m == n == 0 else 2 * c
                atoms.append((m * w1 + n * w2, one))
                if m > 0 and n > 0:
                    atoms.append((abs(m * w1 - n * w2), one))
    add(formula, atoms, plus, minus)


pi, S = mp.pi, mp.sin
periodic("exp(-2*sin(pi*z)^2)", lambda x: mp.exp(-2 * S(x / 2) ** 2), 2 * pi)
periodic("exp(-2*sin(pi*z)^2) - 1/10", lambda x: mp.exp(-2 * S(x / 2) ** 2), 2 * pi, {0: -mp.mpf(1) / 10})
periodic("exp(-2*sin(pi*z)^2) - 1/2", lambda x: mp.exp(-2 * S(x / 2) ** 2), 2 * pi, {0: -mp.mpf(1) / 2})
periodic("exp(-8*sin(pi*z/3)^2)", lambda x: mp.exp(-8 * S(x / 2) ** 2), 2 * pi / 3)
periodic("exp(cos(z)) - 2*cos(2*z)", lambda x: mp.exp(mp.cos(x)), mp.mpf(1), {2: -2})
periodic("cos(cos(z))", lambda x: mp.cos(mp.cos(x)), mp.mpf(1))
periodic("1/(5/4 - cos(2*z))", lambda x: 1 / (mp.mpf(5) / 4 - mp.cos(x)), mp.mpf(2), count=190)
periodic("log(5/4 - cos(z))", lambda x: mp.log(mp.mpf(5) / 4 - mp.cos(x)), mp.mpf(1), count=190)
periodic("exp(-2*sin(pi*z)^2)*cos(4*pi*z)", lambda x: mp.exp(-2 * S(x / 2) ** 2) * mp.cos(2 * x), 2 * pi)
r2 = mp.sqrt(2)
torus("exp(cos(z) + cos(sqrt(2)*z) - 2)", lambda x, y: mp.exp(mp.cos(x) + mp.cos(y) - 2), mp.mpf(1), r2, 64)
torus("exp(cos(z) - cos(sqrt(2)*z))", lambda x, y: mp.exp(mp.cos(x) - mp.cos(y)), mp.mpf(1), r2, 64)
torus("cos(cos(z) + cos(sqrt(2)*z))", lambda x, y: mp.cos(mp.cos(x) + mp.cos(y)), mp.mpf(1), r2, 64)
torus("sinh(cos(z)*cos(sqrt(2)*z))", lambda x, y: mp.sinh(mp.cos(x) * mp.cos(y)), mp.mpf(1), r2, 64)
torus("1/(7 + cos(z) + cos(sqrt(2)*z))", lambda x, y: 1 / (7 + mp.cos(x) + mp.cos(y)), mp.mpf(1), r2)
torus("sqrt(9 + cos(pi*z) + cos(z))", lambda x, y: mp.sqrt(9 + mp.cos(x) + mp.cos(y)), pi, mp.mpf(1))
print(json.dumps(rows, indent=1))
