"""Masses of kernels that are made of sin and cos over powers of z, for decompose: their densities are splines.

The density on the line of (sin(az)/(az))^n is that of the mean of n uniform numbers, by the formula of Cox and de Boor
for B-splines with knots -na, ..., na; in three dimensions it is -w times its derivative. Parts are integrated between
the knots and the zeros that bisection finds. Nothing of krein is asked.
"""
import json
import mpmath as mp

mp.mp.dps = 30
rows = []


def spline(n, a):
    """F with (sin(az)/(az))^n = ∫ F(w) cos(wz) dw: the density of a sum of n uniform numbers in [-a, a]."""
    t = [a * (2 * i - n) for i in range(n + 1)]

    def b(i, k, x):
        if k == 1:
            return mp.mpf(1) if t[i] <= x < t[i + 1] else mp.mpf(0)
        return (x - t[i]) / (t[i + k - 1] - t[i]) * b(i, k - 1, x) + (t[i + k] - x) / (t[i + k] - t[i + 1]) * b(i + 1, k - 1, x)
    return lambda x: b(0, n, x) / (2 * a), t


def slope(n, a):
    """F' by the difference of two B-splines of one degree less."""
    f, _ = spline(n - 1, a)
    return lambda x: (f(x + a) - f(x - a)) / (2 * a)


def masses(m, knots):
    plus, minus = mp.mpf(0), mp.mpf(0)
    ends = sorted({k for k in knots if k > 0} | {mp.mpf(0)})
    for lo, hi in zip(ends, ends[1:]):
        grid = [lo + (hi - lo) * i / 67 for i in range(68)]  # 3 and the like are no points of it
        cuts = [lo]
        inner = [lo + (hi - lo) * mp.mpf(10) ** -20] + grid[1:-1] + [hi - (hi - lo) * mp.mpf(10) ** -20]
        for x, y in zip(inner, inner[1:]):
            if m(x) * m(y) < 0:
                for _ in range(95):
                    c = (x + y) / 2
                    x, y = (c, y) if m(x) * m(c) > 0 else (x, c)
                cuts.append(x)
        cuts.append(hi)
        for x, y in zip(cuts, cuts[1:]):
            v = mp.quad(m, [x, y])
            plus, minus = plus + max(v, 0), minus + max(-v, 0)
    return plus, minus


def add(formula, dim, terms):
    """terms are c, n, a for c (sin(az)/(az))^n."""
    knots = [k for c, n, a in terms for k in spline(n, mp.mpf(a))[1]]
    if dim == 1:
        fs = [(c, spline(n, mp.mpf(a))[0]) for c, n, a in terms]
        m = lambda w: 2 * mp.fsum(c * f(w) for c, f in fs)
    else:
        fs = [(c, slope(n, mp.mpf(a))) for c, n, a in terms]
        m = lambda w: -2 * w * mp.fsum(c * f(w) for c, f in fs)
    plus, minus = masses(m, knots)
    rows.append({"formula": formula, "dim": dim, "plus": mp.nstr(plus, 20), "minus": mp.nstr(minus, 20)})


q = mp.mpf
add("(sin(z)/z)^2", 1, [(q(1), 2, 1)])
add("(sin(z)/z)^2", 3, [(q(1), 2, 1)])
add("2*(1-cos(z))/z^2 - (sin(3*z)/z)^2/20", 1, [(q(1), 2, q(1) / 2), (-q(9) / 20, 2, 3)])
add("(sin(z)/z)^4 - (sin(2*z)/(2*z))^2/2", 1, [(q(1), 4, 1), (-q(1) / 2, 2, 2)])
add("(sin(z)/z)^4 - (sin(2*z)/(2*z))^2/2", 3, [(q(1), 4, 1), (-q(1) / 2, 2, 2)])
add("(sin(z)/z)^3 - sin(pi*z)^2/(pi*z)^2", 1, [(q(1), 3, 1), (q(-1), 2, mp.pi)])
add("(sin(z)/z)^3 - sin(pi*z)^2/(pi*z)^2", 3, [(q(1), 3, 1), (q(-1), 2, mp.pi)])
add("(sin(z)/z)^6 - 2*(sin(2*z)/(2*z))^3 + (sin(z/2)/(z/2))^4/3", 1, [(q(1), 6, 1), (q(-2), 3, 2), (q(1) / 3, 4, q(1) / 2)])

print("[\n" + ",\n".join(json.dumps(r, ensure_ascii=False) for r in rows) + "\n]")
