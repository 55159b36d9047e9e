"""Quantiles of the radii in a krein.table/2 archive, at many probabilities at once; docs/tables.md says what the arrays are."""

import hashlib

import numpy as np

from ._columns import document


def side(f, name, t, p):  # radii at the probabilities p, counted from the outer end of a side
    e, k, c = (f[name + s] for s in ("_edges", "_kinds", "_coefs"))
    i = np.clip(np.searchsorted(e, p) - 1, 0, len(k) - 1)
    y, z = (np.clip(x / (e[i + 1] - e[i]), 0, 1) for x in (p - e[i], e[i + 1] - p))
    w = np.choose(k[i], (y, np.sqrt(y), np.sqrt(z)))
    return np.where(p > e[0], np.polynomial.polynomial.polyval(w, c[i].T, tensor=False), end(t, np.minimum(p / (e[0] or 1), 1)))


def quantile(f, part, u):
    r, p = document(bytes(f["header"]))[part]["radii"], {"lower": u, "upper": 1 - u}
    return np.where(u <= 0.5, *(side(f, f"{part}_{s}", r[s]["tail"], p[s]) for s in p))


def end(t, q):
    if t["kind"] == "power":
        return t["at"] * q ** (1 / t["exponent"])
    if t["kind"] == "exponential":
        return t["at"] - np.log(q) / t["rate"]
    if t["kind"] == "lobes":
        s = t["center"] - t["period"] / 2
        x = s / t["period"] * np.expm1(np.log(q) / t["exponent"])
        j = np.floor(x)
        return np.maximum(t["at"], t["center"] + j * t["period"] + t["halfWidth"] * 2 / np.pi * np.arcsin(2 * (x - j) - 1))
    if t["kind"] == "waves":
        return np.maximum(t["at"], waves(t["waves"], q))
    if t["kind"] == "lattice":
        return np.maximum(t["at"], lattice(t["lattice"], q))
    return np.full(np.shape(q), t["at"])


def lattice(t, v):  # the radius beyond which, with itself, a share of v or more lies
    first, S = t["first"], t["survival"]
    above = lambda r, x: np.polynomial.polynomial.polyval(1 / x, [0.0, *S[r]])
    lo, hi = np.zeros(np.shape(v)), np.ones(np.shape(v))
    while True:
        more = (above(0, first + len(S) * hi) >= v) & (hi < 2.0**1000)
        if not more.any():
            break
        lo, hi = np.where(more, hi, lo), np.where(more, 2 * hi, hi)
    for _ in range(1100):
        mid = np.floor(lo + (hi - lo) / 2)
        open_ = (hi - lo > 1) & (mid > lo) & (mid < hi)
        if not open_.any():
            break
        up = above(0, first + len(S) * mid) >= v
        lo, hi = np.where(open_ & up, mid, lo), np.where(open_ & ~up, mid, hi)
    x = first + len(S) * lo
    n = x
    for r in range(1, len(S)):
        n = np.where(above(r, x) >= v, x + r, n)
    return n * t["spacing"]


def waves(t, v):
    b, Q, ph = t["frequency"] + t["frequencyLow"], t["q"], t["phase"]
    val = lambda c, u: np.polynomial.polynomial.polyval(u, c or [0.0])
    mass = lambda c, x: x ** (1 - Q) * val(c, x ** -0.5)
    def A(x, cos, sin):
        u = x ** -0.5
        return x ** -Q * (cos * val(t["cos"], u) + sin * val(t["sin"], u) + x * val(t["plain"], u))
    def solve(f, lo, hi):  # f(x) = 0, f(lo) >= 0 >= f(hi)
        for _ in range(64):
            x = (lo + hi) / 2
            up = f(x) > 0
            lo, hi = np.where(up, x, lo), np.where(up, hi, x)
        return hi
    v = np.maximum(v, 1e-100)
    if not t["survival"]:  # the density A' has one sign
        a = lambda x: -t["sign"] * A(x, np.cos(x + ph), np.sin(x + ph))
        s = t["start"]
        x = s * v ** (1 / (1 - Q))
        return solve(lambda x: a(x) - v * a(s), np.maximum(s, x / 8), 8 * x + 8 * np.pi) / b
    first = (t["first"] + 0.5) * np.pi - ph
    lobe = lambda n: (t["first"] + 2 * n + 0.5) * np.pi - ph
    goal = v * mass(t["survival"], first)
    x = first * v ** (1 / (1 - Q))
    x = solve(lambda x: mass(t["survival"], x) - goal, np.maximum(first, x / 8), 8 * x + 8 * np.pi)
    n = np.maximum(np.floor((x - first) / (2 * np.pi)), 0)
    n -= (mass(t["survival"], lobe(n)) < goal) & (n > 0)
    xj = lobe(n)
    s0, s1 = mass(t["survival"], xj), mass(t["survival"], xj + 2 * np.pi)
    r = np.clip((s0 - goal) / np.where(s0 > s1, s0 - s1, 1), 0, 1)
    lo, hi = val(t["ends"][0], xj ** -0.5), val(t["ends"][1], (xj + np.pi) ** -0.5) + np.pi
    sg = -1.0 if t["first"] % 2 else 1.0
    at = lambda y: A(xj + y, -sg * np.sin(y), sg * np.cos(y))
    a0, a1 = at(lo), at(hi)
    y = solve(lambda y: r - (at(y) - a0) / (a1 - a0), lo + 0 * v, hi + 0 * v)
    return np.where(n < 2.0 ** 50, xj + y, x) / b  # further out floats have no periods


def intact(f):
    head = bytes(f["header"])
    checksum = document(head)["checksum"]
    sha = hashlib.sha256(head.replace(checksum.encode(), b""))
    for name in list(f)[1:]:
        sha.update(f[name].tobytes())
    return sha.hexdigest() == checksum
