"""Spectral densities of waves and Bessel functions times functions g that fall slowly, and of products of Bessel functions, for
hankel.

The density in R^d is 2^(2-d)/Gamma(d/2)^2 w^(d-1) int_0^inf k(z) L(wz) z^(d-1) dz. It is integrated to z = 1 as it stands, and
beyond with all waves written as exponentials or Hankel functions, each product along 1 + it or 1 - it, where it decays. Gauss's
rule with scipy's Hankel functions, in float64: 12 digits are right, which two rules with different numbers of nodes show.
Nothing of krein is asked.
"""
import itertools
import json
import math

import numpy as np
from scipy import special


def gauss(f, cuts, n):
    x, w = np.polynomial.legendre.leggauss(n)
    return sum((b - a) / 2 * np.sum(w * f(a + (b - a) / 2 * (1 + x))) for a, b in zip(cuts, cuts[1:]))


def hankel(nu, sign, x):
    """without exp(+-ix)"""
    return special.hankel1e(nu, x) if sign > 0 else special.hankel2e(nu, x)


def density(d, w, factors, g, k, n):
    """factors are lists of (f, c) for f(z) exp(icz); k is the kernel"""
    nu = d / 2 - 1
    front = 2.0**(2 - d) / math.gamma(d / 2)**2 * w**(d - 1) * math.gamma(nu + 1) * (2 / w)**nu
    lam = [(lambda z, s=s: hankel(nu, s, w * z) / 2 * z**(d - 1 - nu), s * w) for s in (1, -1)]
    total = gauss(lambda z: k(z) * special.jv(nu, w * z) * z**(d - 1 - nu), [0] + [2.0**-j for j in range(45, -1, -1)], n // 3)
    for terms in itertools.product(*factors, lam):
        c = sum(t[1] for t in terms)
        turn = 1j if c > 0 else -1j

        def along(t):
            z = 1 + turn * t
            v = turn * g(z) * np.exp(1j * c * z)
            for f in terms:
                v = v * f[0](z)
            return v
        total += gauss(along, [0, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096], n).real
    return front * total


def cos(a):
    return [(lambda z, s=s: 0.5, s * a) for s in (1, -1)]


def sin(a):
    return [(lambda z, s=s: 1 / (2j * s), s * a) for s in (1, -1)]


def bessel(nu, a):
    return [(lambda z, s=s: hankel(nu, s, a * z) / 2, s * a) for s in (1, -1)]


def sinc(z):
    return np.sin(z) / z


# no two sums of frequencies are nearer than 1/64: exp(-4096/64) is nothing
AT = [0.125, 0.75, 1.015625, 1.25, 1.875, 2.75, 12.5]
KERNELS = [
    ("cos(z)/(1+z)^2", (2, 4), [cos(1)], lambda z: 1 / (1 + z)**2, lambda z: np.cos(z) / (1 + z)**2),
    ("cos(z)/(1+z^2)", (2, 4), [cos(1)], lambda z: 1 / (1 + z * z), lambda z: np.cos(z) / (1 + z * z)),
    ("sin(z)/z/(1+z^2)", (2, 4, 6), [sin(1)], lambda z: 1 / z / (1 + z * z), lambda z: sinc(z) / (1 + z * z)),
    ("(sin(z)/z)^2/(1+z)", (2, 4, 6), [sin(1), sin(1)], lambda z: 1 / z**2 / (1 + z), lambda z: sinc(z)**2 / (1 + z)),
    ("besselj(0,z)^2", (1, 2), [bessel(0, 1)] * 2, lambda z: 1, lambda z: special.jv(0, z)**2),
    ("besselj(0,z)*besselj(0,3*z)", (1, 2), [bessel(0, 1), bessel(0, 3)], lambda z: 1,
     lambda z: special.jv(0, z) * special.jv(0, 3 * z)),
    ("(besselj(1,z)/z)^2", (1, 2, 3, 4), [bessel(1, 1)] * 2, lambda z: 1 / z**2, lambda z: (special.jv(1, z) / z)**2),
    ("besselj(2,z)*besselj(2,z/2)/z^4", (2, 5), [bessel(2, 1), bessel(2, 0.5)], lambda z: 1 / z**4,
     lambda z: special.jv(2, z) * special.jv(2, z / 2) / z**4),
    ("cos(2*z)*exp(-sqrt(z))", (2, 4, 6), [cos(2)], lambda z: np.exp(-np.sqrt(z)), lambda z: np.cos(2 * z) * np.exp(-np.sqrt(z))),
    ("exp(z^2)*erfc(z)*cos(z)", (2,), [cos(1)], lambda z: special.wofz(1j * z), lambda z: np.cos(z) * special.erfcx(z)),
    ("exp(sqrt(z))*erfc(z^(1/4))", (1, 2, 5), [], lambda z: special.wofz(1j * z**0.25), lambda z: special.erfcx(z**0.25)),
    ("exp(-sqrt(log(1+z^2)))", (1, 2, 3), [], lambda z: np.exp(-np.sqrt(2 * np.log(z) + np.log(1 + 1 / z**2))),
     lambda z: np.exp(-np.sqrt(np.log1p(z * z)))),
    ("(2+sin(sqrt(z)))/(1+z)^3", (1, 2), [], lambda z: (2 + np.sin(np.sqrt(z))) / (1 + z)**3,
     lambda z: (2 + np.sin(np.sqrt(z))) / (1 + z)**3),
    ("besselj(0,z)^3", (1, 2, 3), [bessel(0, 1)] * 3, lambda z: 1, lambda z: special.jv(0, z)**3),
    ("besselj(0,z)/(1+z)", (1, 2, 3), [bessel(0, 1)], lambda z: 1 / (1 + z), lambda z: special.jv(0, z) / (1 + z)),
    ("besselj(1,z)/z*cos(3*z)/sqrt(1+z)", (2, 3), [bessel(1, 1), cos(3)], lambda z: 1 / z / np.sqrt(1 + z),
     lambda z: special.jv(1, z) / z * np.cos(3 * z) / np.sqrt(1 + z)),
]

rows = []
for name, dims, factors, g, k in KERNELS:
    for d in dims:
        values = [density(d, w, factors, g, k, 72) for w in AT]
        for w, v in zip(AT, values):
            other = density(d, w, factors, g, k, 60)
            assert abs(v - other) < 2e-12 * max(1, abs(v)), (name, d, w, v, other)
        rows.append({"formula": name, "dim": d, "at": [str(w) for w in AT], "density": ["%.13g" % v for v in values]})
# (1-exp(-z))/z is a mixture of exponentials, and has the density F on the line; cos z and sin(z)/z move and average it


def line(w):
    return math.log1p(1 / w**2) / math.pi


for name, d, f in [("cos(z)*(1-exp(-z))/z", 1, lambda w: (line(w - 1) + line(w + 1)) / 2),
                   ("sin(z)*(1-exp(-z))/z^2", 3, lambda w: w / 2 * (line(w - 1) - line(w + 1)))]:
    rows.append({"formula": name, "dim": d, "at": [str(w) for w in AT], "density": ["%.13g" % f(w) for w in AT]})
print(json.dumps(rows, indent=1))
