#!/usr/bin/env python3
"""Taylor coefficients of kernels for package kernel: mpmath at 160 digits, by Cauchy's
formula from values of the function itself on a circle, so independent of any
series arithmetic. Rows with var z are jets of k at z, with var t of k(sqrt(t)) at t.
All points are binary fractions."""
import json, sys
from fractions import Fraction as F
from mpmath import mp, mpf, nstr
mp.dps = 160  # division by r^k costs 45 digits
N = 12

def taylor(f, x, n):
    """Coefficients by Cauchy's formula on a circle: the trapezoidal rule with m
    points is exact up to aliasing, r^m relative to the radius of convergence."""
    r, m = mpf(1) / 2 ** 12, 64
    w = [mp.expjpi(mpf(2 * j) / m) for j in range(m)]
    v = [f(x + r * u) for u in w]
    return [(sum(v[j] * w[(-j * k) % m] for j in range(m)) / m / r ** k).real for k in range(n + 1)]

pi = mp.pi
K = [
 ("exp(-z^2/2)", lambda z: mp.exp(-z**2/2)),
 ("exp(-z)*cos(z)", lambda z: mp.exp(-z)*mp.cos(z)),
 ("(1+z)*exp(-z)", lambda z: (1+z)*mp.exp(-z)),
 ("1/(1+z^2)", lambda z: 1/(1+z**2)),
 ("(1+z^2)^(-3/2)", lambda z: (1+z**2)**(-mpf(3)/2)),
 ("exp(-z^2/2)-exp(-z^2/200)", lambda z: mp.exp(-z**2/2)-mp.exp(-z**2/200)),
 ("sqrt(1+z^2)", lambda z: mp.sqrt(1+z**2)),
 ("log(1+z^2)", lambda z: mp.log(1+z**2)),
 ("sin(z)/z", lambda z: mp.sin(z)/z),
 ("tan(z/3)", lambda z: mp.tan(z/3)),
 ("z<4 ? asin(z/4) : 0", lambda z: mp.asin(z/4)),
 ("z<4 ? acos(z/4) : 0", lambda z: mp.acos(z/4)),
 ("atan(z)", lambda z: mp.atan(z)),
 ("sinh(z/2)*cosh(z/3)", lambda z: mp.sinh(z/2)*mp.cosh(z/3)),
 ("tanh(z)", lambda z: mp.tanh(z)),
 ("erf(z)", lambda z: mp.erf(z)),
 ("erfc(2*z)", lambda z: mp.erfc(2*z)),
 ("besselj(0,z)", lambda z: mp.besselj(0, z)),
 ("besselj(5/2,3*z)", lambda z: mp.besselj(mpf(5)/2, 3*z)),
 ("besselj(-1/3,z)", lambda z: mp.besselj(-mpf(1)/3, z)),
 ("besseli(1,z)", lambda z: mp.besseli(1, z)),
 ("besselk(0,z)", lambda z: mp.besselk(0, z)),
 ("besselk(7/3,z)", lambda z: mp.besselk(mpf(7)/3, z)),
 ("z^z", lambda z: z**z),
 ("2^(-z)", lambda z: mpf(2)**(-z)),
 ("z^(1/3)", lambda z: z**(mpf(1)/3)),
 ("exp(-z^(3/2))", lambda z: mp.exp(-z**(mpf(3)/2))),
 ("z^pi", lambda z: z**pi),
 ("abs(z-2)*z", lambda z: (2-z)*z if z.real < 2 else (z-2)*z),
 ("z<7/4 ? acos(z^2/2-1)/pi : exp(-z)", lambda z: mp.acos(z**2/2-1)/pi if z.real < mpf(7)/4 else mp.exp(-z)),
 ("1/(exp(z)-1)-1/z", lambda z: 1/(mp.exp(z)-1)-1/z),
]
rows = []
for name, f in K:
    zs = [F(3, 8), F(5, 4), F(3)]
    for z in zs:
        x = mpf(z.numerator)/z.denominator
        rows.append({"f": name, "var": "z", "at": float(z), "a": [nstr(c, 40) for c in taylor(f, x, N)]})
    for t in [F(1, 16), F(2)]:
        x = mpf(t.numerator)/t.denominator
        rows.append({"f": name, "var": "t", "at": float(t), "a": [nstr(c, 40) for c in taylor(lambda t: f(mp.sqrt(t)), x, N)]})
with open(sys.argv[1] if len(sys.argv) > 1 else "testdata/jets.json", "w") as o:
    o.write("[\n " + ",\n ".join(json.dumps(r) for r in rows) + "\n]\n")
