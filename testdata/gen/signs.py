#!/usr/bin/python3
"""Spectral densities of compactly supported kernels at high frequencies, for testdata/signs.json: the power series in ω of
the integral, term by term with exact moments, at as many digits as the cancellation takes.
Usage: signs.py > ../signs.json
"""
import json
from fractions import Fraction as F
from mpmath import mp, mpf, gamma, nstr, beta

def powers(*c):
    """Σ c_i z^i."""
    return [(F(a), F(i)) for i, a in enumerate(c) if a]

def mul(p, q):
    out = {}
    for a, i in p:
        for b, j in q:
            out[i + j] = out.get(i + j, 0) + a * b
    return [(a, i) for i, a in sorted(out.items()) if a]

def power(p, n):
    q = [(F(1), F(0))]
    for _ in range(n):
        q = mul(q, p)
    return q

one = powers(1, -1)
# pieces (lo, hi, terms c z^p), or (R, δ, terms) for c z^p (1−z/R)^δ on (0,R)
KERNELS = {
    "z < 1 ? (1-z)^(5/2) : 0": [(1, F(5, 2), powers(1), "end")],
    "z < 3 ? (1-z/3)^(7/2)*(1+7*z/6) : 0": [(3, F(7, 2), powers(1, F(7, 6)), "end")],
    "z < 1 ? 1 - 3*z/2 + z^3/2 : 0": [(0, 1, powers(1, F(-3, 2), 0, F(1, 2)))],
    "z < 1 ? (1-z)^2 : 0": [(0, 1, power(one, 2))],
    "z < 1 ? (1-z)^4*(4*z+1) : 0": [(0, 1, mul(power(one, 4), powers(1, 4)))],
    "z < 1 ? (1-z)^8*(32*z^3+25*z^2+8*z+1) : 0": [(0, 1, mul(power(one, 8), powers(1, 8, 25, 32)))],
    "max(1-z,0)^2 + max(2-z,0)^2": [(0, 1, power(one, 2)), (0, 2, power(powers(2, -1), 2))],
    "z < 1 ? 2 - z^2 : (z < 3/2 ? 3 - 2*z : 0)": [(0, 1, powers(2, 0, -1)), (1, F(3, 2), powers(3, -2))],
    "z < 1 ? 1 - z^(1/2) : 0": [(0, 1, [(F(1), F(0)), (F(-1), F(1, 2))])],
}

def num(x):
    return mpf(x.numerator) / x.denominator if isinstance(x, F) else mpf(x)

def density(pieces, d, w):
    """2^{2−d}/Γ(d/2)² ω^{d−1} Σ_j (−ω²/4)^j/(j!(d/2)_j) ∫ k z^{d−1+2j}."""
    runs, ends = [], []
    for lo, hi, terms, *kind in pieces:
        for c, p in terms:
            if kind:
                ends.append([num(c), num(lo), num(p + d), num(hi) + 1])
                continue
            for end, s in ((hi, 1), (lo, -1)):
                if end:
                    runs.append([s * num(c) * num(end) ** num(p + d), num(end) ** 2, num(p + d)])
    total, f, j = mpf(0), mpf(1), 0
    while True:
        m = sum(r[0] / (r[2] + 2 * j) for r in runs)
        size = abs(f) * sum(abs(r[0]) for r in runs)
        for c, r, x, y in ends:
            v = c * r ** (x + 2 * j) * beta(x + 2 * j, y)
            m += v
            size += abs(f * v)
        total += f * m
        if j > w and size < mpf(10) ** (-mp.dps):
            break
        for r in runs:
            r[0] *= r[1]
        f *= -mpf(w) ** 2 / 4 / (j + 1) / (mpf(d) / 2 + j)
        j += 1
    return mpf(2) ** (2 - d) / gamma(mpf(d) / 2) ** 2 * mpf(w) ** (d - 1) * total

rows = []
for name, pieces in KERNELS.items():
    top = max(p[0] if len(p) > 3 else p[1] for p in pieces)
    for d in (1, 2, 3, 4, 9):
        for w in (3.5, 47.25, 310.5) + ((2438.625, 2457.5) if "32" in name and d == 4 else ()):
            v = []
            for extra in (60, 90):
                mp.dps = int(w * float(top) / 2.3) + 3 * d + extra
                v.append(density(pieces, d, w))
            assert abs(v[0] - v[1]) < mpf(10) ** -38 * abs(v[1]), (name, d, w)
            rows.append({"kernel": name, "dim": d, "omega": w, "m": nstr(v[1], 36)})
print("[" + ",\n".join(json.dumps(r) for r in rows) + "\n]")
