#!/usr/bin/python3
"""Radial spectral densities for testdata/hankel.json, by direct integration in mpmath.

m(w) = 2^(2-d)/Gamma(d/2)^2 w^(d-1) int_0^inf k(z) Lambda_d(wz) z^(d-1) dz, nothing but the
definition, except that kernels which are mixtures of Gaussians exp(-b z^2) are integrated over
the mixture (no oscillation), which shares no formula with package hankel either.
Every value is computed twice, at two precisions and with two subdivisions.
Usage: hankel.py [dimensions, as 1,2,3] > ../hankel.json
"""
import json, sys
from multiprocessing import Pool
from mpmath import mp, mpf, pi, exp, sqrt, cos, sin, gamma, besselj, acos, quad, quadosc, inf, log, ceil, nstr

def lam(d, x):
    if x == 0:
        return mpf(1)
    if d == 1:
        return cos(x)
    if d == 3:
        return sin(x) / x
    nu = d // 2 - 1
    return gamma(mpf(d) / 2) * (2 / x) ** nu * besselj(nu, x)

def prefactor(d, w):
    return mpf(2) ** (2 - d) / gamma(mpf(d) / 2) ** 2 * w ** (d - 1)

def direct(k, d, w, end, breaks=(), shift=0):
    step = pi / w * (1 + mpf(shift) / 7)
    pts = [mpf(0)]
    for b in list(breaks) + [mpf(end)]:
        a = pts[-1]
        n = max(1 + shift, int(ceil((b - a) / step)))
        pts += [a + (b - a) * i / n for i in range(1, n + 1)]
    f = lambda z: k(z) * lam(d, w * z) * z ** (d - 1)
    if len(pts) < 6 or breaks:
        return prefactor(d, w) * quad(f, pts)
    # tanh-sinh at the ends, where k may be singular
    return prefactor(d, w) * (quad(f, pts[:2]) + quad(f, pts[1:-1], method="gauss-legendre") + quad(f, pts[-2:]))

def chi(d, w, b):
    return 2 * (w / (2 * sqrt(b))) ** d / gamma(mpf(d) / 2) / w * exp(-w * w / (4 * b))

def mixture(law, b, d, w, shift):
    """int law(s) chi_{b(s)}(w) ds over s > 0, in the variable log s"""
    f = lambda t: law(exp(t)) * exp(t) * chi(d, w, b(exp(t)))
    return quad(f, [mpf(x) / (1 + mpf(shift) / 9) for x in range(-280, 281, 8)])

def gaussians(terms):
    return lambda z: sum(c * exp(-z * z / (2 * t * t)) for c, t in terms)

def delta(d, w, shift):
    """m of exp(-z^2/2) - exp(-z^2/200) in high dimensions: m_tau(w) = tau m_1(tau w), each by integration"""
    one = lambda x: direct(gaussians([(1, 1)]), d, x, 20 if d == 16 else 30, shift=shift)
    return one(w) - (10 * one(10 * w) if w < 2 else 0)  # below 1e-100 beyond

def poly2(a, p):
    return lambda z: (1 - z * z / (mpf(a) * a)) ** p

def wendland32(r):  # wendland(3,2): (1-r)^6 (35r^2+18r+3)/3
    return (1 - r) ** 6 * (35 * r * r + 18 * r + 3) / 3

R16 = [0.125, 0.75, 2.5, 8.0, 40.0]
KERNELS = {
    "delta_gaussian(1,10)": lambda d, w, s: delta(d, w, s) if d > 3 else direct(gaussians([(1, 1), (-1, 10)]), d, w, 160, shift=s),
    "(1 - z^2 + z^4/8)*exp(-z^2/2)": lambda d, w, s: direct(lambda z: (1 - z**2 + z**4 / 8) * exp(-z * z / 2), d, w, {1: 16, 2: 16, 3: 16, 16: 20, 64: 30}[d], shift=s),
    "laplace(1)": lambda d, w, s: mixture(lambda t: exp(-t) / sqrt(pi * t), lambda t: 1 / (4 * t), d, w, s),
    "matern(3/2,2)": lambda d, w, s: mixture(lambda t: 2 * sqrt(t / pi) * exp(-t), lambda t: mpf(3) / (16 * t), d, w, s),
    "matern(4/5,1)": lambda d, w, s: mixture(lambda t: t ** (-mpf(1) / 5) * exp(-t) / gamma(mpf(4) / 5), lambda t: mpf(8) / 5 / (4 * t), d, w, s),
    "rational_quadratic(3/4,1)": lambda d, w, s: mixture(lambda t: t ** (-mpf(1) / 4) * exp(-t) / gamma(mpf(3) / 4), lambda t: t / mpf(1.5), d, w, s),
    "inverse_multiquadric(2,5/2)": lambda d, w, s: mixture(lambda t: t ** mpf(1.5) * exp(-t) / gamma(mpf(2.5)), lambda t: t / 4, d, w, s),
    "spherical(2)": lambda d, w, s: direct(lambda z: 1 - 3 * z / 4 + z**3 / 16, d, w, 2, shift=s),
    "wendland(3,2,2)": lambda d, w, s: direct(lambda z: wendland32(z / 2), d, w, 2, shift=s),
    "arccos0": lambda d, w, s: direct(lambda z: 2 * acos(z / 2) / pi, d, w, 2, shift=s),
    "ntk": lambda d, w, s: direct(lambda z: ((8 - 4 * z * z) * acos(z / 2) + z * sqrt(4 - z * z)) / (2 * pi), d, w, 2, shift=s),
    "spherical_polynomial(2,4)": lambda d, w, s: direct(poly2(2, 4), d, w, 2, shift=s),
    "spherical_polynomial(3,2)": lambda d, w, s: direct(poly2(3, 2), d, w, 2, shift=s),
    "askey(7/3,3/2)": lambda d, w, s: direct(lambda z: (1 - z / mpf(1.5)) ** (mpf(7) / 3), d, w, 1.5, shift=s),
    "exp(-z^3)": lambda d, w, s: direct(lambda z: exp(-z**3), d, w, 8, shift=s),
    "exp(-z^(3/2))": lambda d, w, s: direct(lambda z: exp(-z * sqrt(z)), d, w, 55, shift=s),
    "z < 1/2 ? 1 : (z < 1 ? 2 - 2*z : 0)": lambda d, w, s: direct(lambda z: mpf(1) if z < 0.5 else 2 - 2 * z, d, w, 1, breaks=[mpf(0.5)], shift=s),
    "exp(-z)*cos(2*z)": lambda d, w, s: direct(lambda z: exp(-z) * cos(2 * z), d, w, {1: 120, 2: 120, 3: 130, 16: 230}[d], shift=s),
    "1/(1+z^3)": lambda d, w, s: prefactor(d, w) * quadosc(lambda z: lam(d, w * z) * z ** (d - 1) / (1 + z**3), [0, inf], omega=w),
}
OMEGAS = {
    "delta_gaussian(1,10)": [0.125, 0.75, 2.5, 8.0],
    "(1 - z^2 + z^4/8)*exp(-z^2/2)": [0.125, 0.75, 2.5, 8.0],
    "exp(-z)*cos(2*z)": [0.125, 0.75, 2.5, 8.0],
    "1/(1+z^3)": [0.75, 2.5, 8.0],
}
DIMS = {"exp(-z)*cos(2*z)": [1, 2, 3], "1/(1+z^3)": [1, 2, 3], "exp(-z^(3/2))": [1, 2, 3], "askey(7/3,3/2)": [1, 2, 3, 16]}

def row(job):
    name, d, w = job
    base = {1: 34, 2: 34, 3: 34, 16: 56, 64: 130}[d]
    v = []
    for shift, dps in ((0, base), (1, base + 12)):
        mp.dps = dps
        v.append(KERNELS[name](d, mpf(w), shift))
    mp.dps = 40
    if not abs(v[0] - v[1]) <= mpf(10) ** -21 * (abs(v[1]) + mpf(10) ** -30):
        print("disagreement", name, d, w, nstr(v[0], 25), nstr(v[1], 25), file=sys.stderr)
        return None
    return {"kernel": name, "dim": d, "omega": w, "m": nstr(v[1], 22)}

if __name__ == "__main__":
    jobs = [(n, d, w) for d in (1, 2, 3, 16, 64) for n in KERNELS if d in DIMS.get(n, (1, 2, 3, 16, 64)) for w in OMEGAS.get(n, R16)]
    if len(sys.argv) > 1:
        jobs = [j for j in jobs if j[1] in map(int, sys.argv[1].split(","))]
    print("[")
    sep = ""
    with Pool(2) as pool:
        for r in pool.imap(row, jobs):
            if r:
                print(sep + json.dumps(r), end="", flush=True)
                sep = ",\n"
    print("\n]")
