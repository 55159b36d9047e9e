#!/usr/bin/python3
"""Masses of the Jordan parts of radial spectral densities, for testdata/masses.json.

For sums of z^p, y^p sqrt(1-y^2), y^p arccos y on [0, R], y = z/R, the density and its antiderivative are sums of 1F2 and 2F3 in -w^2 R^2/4. Both masses are
partial sums over the zeros of the density (mpmath's findroot), extrapolated to infinity: up to the N-th zero, N even,
they are mass + sum_k a_k N^(1-q-k/2), fitted at many digits, in two ways, whose difference is recorded; q-1 = (1-d)/2 + alpha for the exponent alpha of the kernel at R.
The other densities are integrated between their zeros. Usage: masses.py > ../masses.json
"""
import json
import sys
from mpmath import mp, mpf, gamma, beta, hyp1f2, hyper, findroot, quad, lu_solve, matrix, exp, inf, nstr, sqrt, linspace

mp.dps = 60


def transform(kind, R, p, d, b, w):
    """The integral of f(z) z^(d-1) 0F1(; b; -w^2 z^2/4) over [0, R], term by term."""
    s, x = (p + d) / 2, -(w * R) ** 2 / 4
    if kind == "power":  # z^p
        return R ** (p + d) / (2 * s) * hyp1f2(s, b, s + 1, x)
    if kind == "root":  # (z/R)^p sqrt(1-z^2/R^2)
        return R ** d * beta(s, 1.5) / 2 * hyp1f2(s, b, s + 1.5, x)
    if kind == "arc":  # (z/R)^p arccos(z/R)
        return R ** d * beta(s + 0.5, 0.5) / (4 * s) * hyper([s, s + 0.5], [b, s + 1, s + 1], x)


def compact(formula, d, terms, alpha, N=200, K=26, kinds=None):
    """terms: (c, p) on [0, R]."""
    R = mpf(terms[0])
    kinds = kinds or ["power"] * len(terms[1])
    terms = [(k, mpf(c), mpf(p)) for k, (c, p) in zip(kinds, terms[1])]
    pre = mpf(2) ** (2 - d) / gamma(mpf(d) / 2) ** 2

    def reduced(w):
        return sum(c * transform(k, R, p, d, mpf(d) / 2, w) for k, c, p in terms)

    def below(w):
        """the integral of the density up to w: 1/(d+2j) makes d/2+1 of d/2."""
        return pre * w ** d / d * sum(c * transform(k, R, p, d, mpf(d) / 2 + 1, w) for k, c, p in terms)

    zeros = []
    step = mpf(1) / 5 / R
    w, f = step, reduced(step)
    while len(zeros) < N:
        v = w + step
        g = reduced(v)
        if f * g < 0:
            zeros.append(findroot(reduced, (w, v), solver="anderson", tol=mpf(10) ** -110, verify=False))
        w, f = v, g
    parts = [mpf(0), mpf(0)]
    seen = []
    last = mpf(0)
    for i, z in enumerate(zeros):
        b = below(z)
        parts[0 if b > last else 1] += abs(b - last)
        last = b
        if i % 2 == 1:
            seen.append((i + 1, parts[0], parts[1]))
    e = mpf(1 - d) / 2 + alpha  # q − 1

    def limit(s, K, first):
        idx = [int(round(float(x))) for x in linspace(first, len(seen) - 1, K)]
        A, b = matrix(K, K), matrix(K, 1)
        for r, i in enumerate(idx):
            n = mpf(seen[i][0]) / N
            A[r, 0] = 1
            for k in range(1, K):
                A[r, k] = n ** (-e - mpf(k - 1) / 2)
            b[r] = seen[i][s]
        return lu_solve(A, b)[0]

    out = [limit(s, K, len(seen) // 5) for s in (1, 2)]
    spread = max(abs(out[s - 1] - limit(s, K - 6, len(seen) // 4)) for s in (1, 2))
    k0 = sum(c * (mp.pi / 2 if k == "arc" else 1) for k, c, p in terms if p == 0)
    return row(formula, d, out[0], out[1], k0, spread)


def smooth(formula, d, m, cuts, k0):
    """m between the given guesses of its zeros and of where to stop and go on."""
    cuts = [mpf(0)] + [findroot(m, c) if z else mpf(c) for c, z in cuts] + [inf]
    parts = [mpf(0), mpf(0)]
    for a, b in zip(cuts, cuts[1:]):
        v = quad(m, [a, (a + b) / 2, b] if b != inf else [a, 2 * a + 1, 4 * a + 8, inf])
        parts[0 if v > 0 else 1] += abs(v)
    return row(formula, d, parts[0], parts[1], mpf(k0))


def cubic(d, W=40, terms=700):
    """exp(-z^3): the power series of the density, and beyond W its asymptotic series, term by term in z^(3i)."""
    mp.dps = 130
    pre = mpf(2) ** (2 - d) / gamma(mpf(d) / 2) ** 2
    c = [gamma(mpf(d + 2 * j) / 3) / 3 / (mpf(-4) ** j * mp.factorial(j) * mp.rf(mpf(d) / 2, j)) for j in range(terms)][::-1]

    def m(w):
        return pre * mpf(w) ** (d - 1) * mp.polyval(c, mpf(w) ** 2)

    zeros = []
    w = mpf(1) / 2
    while w < W:
        if m(w) * m(w + mpf(1) / 10) < 0:
            zeros.append(findroot(m, (w, w + mpf(1) / 10), solver="anderson", tol=mpf(10) ** -90, verify=False))
        w += mpf(1) / 10
    cuts = [mpf(0)] + zeros + [mpf(W)]
    parts = [mpf(0), mpf(0)]
    mp.dps = 100
    for a, b in zip(cuts, cuts[1:]):
        v = quad(m, linspace(a, b, 7))
        parts[0 if v > 0 else 1] += abs(v)
    tail = mpf(0)
    for i in range(1, 10, 2):  # even powers of z leave nothing
        p = mpf(3 * i)
        cp = mpf(2) ** (p + d - 1) * gamma(mpf(d) / 2) * gamma((p + d) / 2) * mp.rgamma(-p / 2)
        tail += (-1) ** i / mp.factorial(i) * pre * cp * mpf(W) ** -p / p
    parts[0 if tail > 0 else 1] += abs(tail)
    mp.dps = 60
    return row("exp(-z^3)", d, parts[0], parts[1], 1)


def row(formula, d, plus, minus, k0, spread=0):
    print(formula, d, nstr(plus, 20), nstr(minus, 20), "defect", nstr(plus - minus - k0, 3), "spread", nstr(mpf(spread), 3), file=sys.stderr)
    return {"formula": formula, "dim": d, "plus": nstr(plus, 18), "minus": nstr(minus, 18), "digits": int(-mp.log10(abs(plus - minus - k0) + 10 * spread + mpf(10) ** -17))}


def chi(d, b):
    """The density of exp(-b z^2)."""
    return lambda w: mpf(2) ** (1 - d) / gamma(mpf(d) / 2) * mpf(b) ** (-mpf(d) / 2) * w ** (d - 1) * exp(-w * w / (4 * mpf(b)))


def difference(d, a, b, c):
    f, g = chi(d, a), chi(d, b)
    return lambda w: f(w) - c * g(w)


def laguerre(w):
    """exp(-z^2/2)(1 - z^2/4) in d = 5: 1 + Laplacian of the spectrum/4."""
    return chi(5, mpf(1) / 2)(w) * (1 - (5 - w * w) / 4)


def damped(w):
    """exp(-z) cos z in d = 3: Re of 8/(2 pi) w^2 s/(s^2+w^2)^2, s = 1 - i, that is 4/pi w^2 Re ..."""
    s = mp.mpc(1, -1)
    return 4 / mp.pi * w * w * (s / (s * s + w * w) ** 2).real


half = mpf(1) / 2
KAPPA1 = [(2 / mp.pi, 0), (-4 / mp.pi, 2), (2 / mp.pi, 1)]  # acos(z^2/2-1) = 2 arccos(z/2)
rows = [
    smooth("exp(-z^2/2) - exp(-z^2/200)", 1, difference(1, half, mpf(1) / 200, 1), [(0.2156, 1), (2, 0)], 0),
    smooth("exp(-z^2/2) - exp(-z^2/200)", 16, difference(16, half, mpf(1) / 200, 1), [(0.86, 1), (3, 0)], 0),
    smooth("exp(-z^2/2) - 0.5*exp(-z^2/8)", 2, difference(2, half, mpf(1) / 8, half), [(0.68, 1), (2, 0)], half),
    smooth("exp(-z^2/2) - 0.5*exp(-z^2/8)", 16, difference(16, half, mpf(1) / 8, half), [(2.63, 1), (4, 0)], half),
    smooth("exp(-z^2/2)*(1 - z^2/4)", 5, laguerre, [(1, 1), (3, 0)], 1),
    smooth("exp(-z)*cos(z)", 3, damped, [(0.91, 1), (3, 0)], 1),
    compact("z < 2 ? 1 - z^2/4 : 0", 1, (2, [(1, 0), (-0.25, 2)]), 1),
    compact("z < 2 ? 1 - z^2/4 : 0", 2, (2, [(1, 0), (-0.25, 2)]), 1),
    compact("z < 1 ? 1 - z : 0", 2, (1, [(1, 0), (-1, 1)]), 1),
    compact("z < 1 ? 1 - 3*z/2 + z^3/2 : 0", 4, (1, [(1, 0), (-1.5, 1), (0.5, 3)]), 2),
    compact("z < 1 ? (1-z)^2 : 0", 4, (1, [(1, 0), (-2, 1), (1, 2)]), 2),
    compact("z < 2 ? acos(z^2/2-1)/pi : 0", 1, (2, [(2 / mp.pi, 0)]), half, kinds=["arc"]),
    compact("z < 2 ? (2-z^2)/(2*pi)*acos(z^2/2-1) + z/(2*pi)*sqrt(4-z^2) : 0", 1, (2, KAPPA1), 3 * half, kinds=["arc", "arc", "root"]),
    compact("z < 2 ? (2-z^2)/(2*pi)*acos(z^2/2-1) + z/(2*pi)*sqrt(4-z^2) : 0", 3, (2, KAPPA1), 3 * half, kinds=["arc", "arc", "root"]),
    compact("z < 2 ? (2-z^2)/pi*acos(z^2/2-1) + z/(2*pi)*sqrt(4-z^2) : 0", 1, (2, [(4 / mp.pi, 0), (-8 / mp.pi, 2), (2 / mp.pi, 1)]), half, kinds=["arc", "arc", "root"]),
    compact("z < 1 ? (1-z)^4*(4*z+1) : 0", 8, (1, [(1, 0), (-10, 2), (20, 3), (-15, 4), (4, 5)]), 4),
    cubic(1),
    cubic(3),
    cubic(16),
]
print(json.dumps(rows, indent=1))
