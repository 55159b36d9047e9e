#!/usr/bin/python3
"""Radial spectral densities to 50 digits for testdata/hankel50.json: the integrals of hankel.py at more digits
and with ends far enough. Usage: hankel50.py > ../hankel50.json
"""
import json, sys
from multiprocessing import Pool
from mpmath import mp, mpf, exp, cos, nstr
import hankel

KERNELS = {n: hankel.KERNELS[n] for n in (
    "laplace(1)", "matern(4/5,1)", "rational_quadratic(3/4,1)", "inverse_multiquadric(2,5/2)", "spherical(2)",
    "wendland(3,2,2)", "arccos0", "ntk", "spherical_polynomial(3,2)", "askey(7/3,3/2)")}
KERNELS["(1 - z^2 + z^4/8)*exp(-z^2/2)"] = lambda d, w, s: hankel.direct(
    lambda z: (1 - z**2 + z**4 / 8) * exp(-z * z / 2), d, w, {1: 20, 2: 20, 3: 20, 16: 26, 64: 36}[d], shift=s)
KERNELS["exp(-z^3)"] = lambda d, w, s: hankel.direct(lambda z: exp(-z**3), d, w, {64: 9}.get(d, 7), shift=s)
KERNELS["exp(-z)*cos(2*z)"] = lambda d, w, s: hankel.direct(lambda z: exp(-z) * cos(2 * z), d, w, 200, shift=s)

def row(job):
    name, d, w = job
    base = {1: 62, 2: 62, 3: 62, 16: 84, 64: 170}[d]
    v = []
    for shift, dps in ((0, base), (1, base + 12)):
        mp.dps = dps
        v.append(KERNELS[name](d, mpf(w), shift))
    mp.dps = 60
    if not abs(v[0] - v[1]) <= mpf(10) ** -50 * abs(v[1]):
        print("disagreement", name, d, w, nstr(v[0], 55), nstr(v[1], 55), file=sys.stderr)
        return None
    return {"kernel": name, "dim": d, "omega": w, "m": nstr(v[1], 50)}

if __name__ == "__main__":
    jobs = [(n, d, w) for d in (1, 2, 3, 16, 64) for n in KERNELS if d in hankel.DIMS.get(n, (1, 2, 3, 16, 64)) for w in (0.75, 8.0)]
    print("[")
    sep = ""
    with Pool(1) as pool:
        for r in pool.imap(row, jobs):
            if r:
                print(sep + json.dumps(r), end="", flush=True)
                sep = ",\n"
    print("\n]")
