#!/usr/bin/env python3
"""Masses of kernels of the angle on spheres: testdata/geodesic_masses.json.

a_n, n <= TOP, as in zonal.py. Beyond a degree that is found the signs alternate with the parity (they are those of the Maclaurin coefficients,
which a kink at the antipode determines); what is left of (f(1) +- f(-1))/2 is then the rest of either parity. The last ten coefficients of a
parity must have one sign and that of its rest.

Run: cd testdata/gen && python3 geodesic_masses.py > ../geodesic_masses.json
"""
import json

from mpmath import mp, mpf, pi, exp, cos, sin, asin, nstr
import zonal

zonal.TOP = 60

KERNELS = [
    ("exp(-theta^2/2)", lambda t: exp(-t**2 / 2)),
    ("geodesic_gaussian(2)", lambda t: exp(-t**2 / 8)),
    ("exp(-theta)*cos(3*theta)", lambda t: exp(-t) * cos(3 * t)),
]
DIMS = (2, 3, 4, 5, 7, 10, 16)


def masses(a, f):
    plus, minus = sum(x for x in a if x > 0), -sum(x for x in a if x < 0)
    for parity in (0, 1):
        rest = (f(mpf(0)) + (-1) ** parity * f(pi)) / 2 - sum(a[parity::2])
        last = a[parity::2][-10:]
        assert all(x * rest > 0 for x in last), (parity, rest, last)
        plus, minus = (plus + rest, minus) if rest > 0 else (plus, minus - rest)
    assert abs(plus - minus - f(mpf(0))) < mpf(10) ** -30
    return plus, minus


def main():
    short, long = zonal.gauss(72), zonal.gauss(88)
    rows = []
    for name, f in KERNELS:
        k = lambda z: f(2 * asin(z / 2))
        for d in DIMS:
            a, b = zonal.coefficients(k, d, [], short), zonal.coefficients(k, d, [], long)
            assert max(abs(x - y) for x, y in zip(a, b)) < mpf(10) ** -32
            plus, minus = masses(b, f)
            rows.append({"kernel": name, "dim": d, "plus": nstr(plus, 28), "minus": nstr(minus, 28)})
    print(json.dumps({"rows": rows}, indent=0))


if __name__ == "__main__":
    main()
