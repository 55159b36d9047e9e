#!/usr/bin/env python3
"""Distribution functions of radial spectral measures with heavy tails.

For k positive definite on R^d, k(0) = 1, without an atom at 0, the radius has

    F(r) = c int_0^oo k(z) (rz)^n J_n(rz) dz/z,   n = d/2,  c = 2^(1-n)/Gamma(n).

J is the real part of the Hankel function H, which falls off in the upper half plane (H_n(x) = -2i/pi e^(-i n pi/2) K_n(-ix)), where
the kernels below are analytic up to the angle given with them and do not grow: the path is
turned to z = y e^(i theta), the arc at 0 leaving 2 theta/pi,

    F(r) = 2 theta/pi + c Re int_0^oo k(y e^(i theta)) (x^n H_n(x))|_{x = r y e^(i theta)} dy/y.

The integral over t = log y is a trapezoidal sum, which converges exponentially fast; r = 2^j
and the step ln 2/8 share the Bessel functions among all kernels and radii. Values are
accepted if two angles agree to 1e-12; no Gaussian mixture occurs anywhere.

Without an argument: heavy_laws.json; with "more": heavy_laws_more.json.
"""
import json
import sys
from mpmath import mp, mpf, mpc, besselk, erfc, gamma, exp, log, pi, expj, sqrt

mp.dps = 30
STEP = 8  # of the sum, a fraction of ln 2
LOW, HIGH = -230, 8  # powers of 2 of |x|


def powered(b):
    return lambda z: exp(-z ** b)


def cauchy(b, g):
    return lambda z: (1 + z ** b) ** (-g)


def dagum(b, g):
    return lambda z: 1 - (z ** b / (1 + z ** b)) ** g


def q(a, b):
    return mpf(a) / b


# formula, function, largest angle / pi, dimensions
ALL, FEW = [1, 3, 16, 64], [1, 3, 16]
KERNELS = [
    ("exp(-z^(1/4))", powered(q(1, 4)), 0.5, ALL),
    ("exp(-z^(1/2))", powered(q(1, 2)), 0.5, ALL),
    ("exp(-z^(4/5))", powered(q(4, 5)), 0.5, ALL),
    ("exp(-z^(6/5))", powered(q(6, 5)), 0.25, FEW),
    ("1/(1+z)", cauchy(1, 1), 0.5, FEW),
    ("(1+z^(1/2))^(-1)", cauchy(q(1, 2), 1), 0.5, FEW),
    ("(1+z^(3/2))^(-2/3)", cauchy(q(3, 2), q(2, 3)), 0.5, FEW),
    ("cauchy(1,1/2)", cauchy(1, q(1, 2)), 0.5, FEW),
    ("cauchy(1/2,2)", cauchy(q(1, 2), 4), 0.5, FEW),
    ("1 - (z/(1+z))^(1/2)", dagum(1, q(1, 2)), 0.5, FEW),
    ("1 - (z^(3/2)/(1+z^(3/2)))^(2/3)", dagum(q(3, 2), q(2, 3)), 0.5, FEW),
    ("1 - (1+z^(-1/2))^(-3/4)", dagum(q(1, 2), q(3, 4)), 0.5, FEW),
    ("log(1+1/(1+z))/log(2)", lambda z: log(1 + 1 / (1 + z)) / log(mpf(2)), 0.5, FEW),
    ("(1+log(1+z))^(-4)", lambda z: (1 + log(1 + z)) ** (-4), 0.5, FEW),
    ("exp(-(z/3)^(1/2))", lambda z: exp(-sqrt(z / 3)), 0.5, [3, 16]),
    ("0.3*exp(-z^(1/2)) + 0.7/(1+2*z)^(1/2)", lambda z: q(3, 10) * exp(-sqrt(z)) + q(7, 10) / sqrt(1 + 2 * z), 0.5, [3, 16]),
]
RADII = list(range(-16, 25, 4))

# More of them, with the least exponent of z at 0, which says how far down the sum goes.
EVERY = [1, 2, 3, 8, 16, 32, 64]
MORE = [
    ("exp(-z^(1/10))", powered(q(1, 10)), 0.5, EVERY, 0.1),
    ("exp(-z^(3/10))", powered(q(3, 10)), 0.5, EVERY, 0.3),
    ("exp(-z^(7/10))", powered(q(7, 10)), 0.5, EVERY, 0.7),
    ("exp(-z^(3/2))", powered(q(3, 2)), 0.15, EVERY, 1.5),
    ("exp(-z^(19/10))", powered(q(19, 10)), 0.13, EVERY, 1.9),
    ("(1+z^(3/10))^(-1/3)", cauchy(q(3, 10), q(1, 3)), 0.5, EVERY, 0.3),
    ("(1+z^(17/10))^(-3/10)", cauchy(q(17, 10), q(3, 10)), 0.25, EVERY, 1.7),
    ("(1+z^(1/3))^(-7)", cauchy(q(1, 3), 7), 0.5, EVERY, 0.33),
    ("(1+z^(19/10))^(-5)", cauchy(q(19, 10), 5), 0.25, EVERY, 1.9),
    ("(1+z^2)^(-1/10)", cauchy(2, q(1, 10)), 0.25, [1, 3, 16, 64], 1.9),
    ("(1+z)^(-1/20)", cauchy(1, q(1, 20)), 0.5, EVERY, 0.9),
    ("(1+z)^(-9/2)", cauchy(1, q(9, 2)), 0.5, EVERY, 0.9),
    ("1-(z^(7/10)/(1+z^(7/10)))^(3/10)", dagum(q(7, 10), q(3, 10)), 0.5, EVERY, 0.21),
    ("1-(z^(19/10)/(1+z^(19/10)))^(9/10)", dagum(q(19, 10), q(9, 10)), 0.25, EVERY, 1.7),
    ("(1+log(1+z))^(-3)", lambda z: (1 + log(1 + z)) ** (-3), 0.5, EVERY, 0.9),
    ("(1+log(1+z^2))^(-5)", lambda z: (1 + log(1 + z * z)) ** (-5), 0.25, EVERY, 1.9),
    ("log(1+1/(1+z^2))/log(2)", lambda z: log(1 + 1 / (1 + z * z)) / log(mpf(2)), 0.25, [1, 3, 16, 64], 1.9),
    ("exp(-z-sqrt(z))", lambda z: exp(-z - sqrt(z)), 0.25, EVERY, 0.5),
    ("exp(-z)/(1+z)", lambda z: exp(-z) / (1 + z), 0.25, EVERY, 0.9),
    ("exp(-sqrt(z))/(1+z)", lambda z: exp(-sqrt(z)) / (1 + z), 0.5, EVERY, 0.5),
    ("exp(-z^2)/(1+z)", lambda z: exp(-z * z) / (1 + z), 0.13, EVERY, 0.9),
    ("(1+z)^(-1)*(1+z^2)^(-1/2)", lambda z: 1 / ((1 + z) * sqrt(1 + z * z)), 0.25, EVERY, 0.9),
    ("1/(1+sqrt(z)+z)", lambda z: 1 / (1 + sqrt(z) + z), 0.5, EVERY, 0.5),
    ("exp(z)*erfc(sqrt(z))", lambda z: exp(z) * erfc(sqrt(z)), 0.5, EVERY, 0.5),
    ("1-z*log(1+1/z)", lambda z: 1 - z * log(1 + 1 / z), 0.5, [1, 3, 16], 0.9),
]


# K_n of the lowest orders
FIRST = {}


class Bessel:
    """x^n H_n(x) c at x = 2^(i/STEP) e^(i theta), computed when needed."""

    def __init__(self, d, theta):
        self.d, self.n, self.theta, self.known = d, mpf(d) / 2, theta, {}
        self.c = mpf(2) ** (1 - self.n) / gamma(self.n)
        self.turn = expj(theta)
        self.first = FIRST.setdefault((d % 2, theta), {})

    def k(self, i, w):
        """K_n(w), by recurrence from K_0, K_1 or K_1/2, K_3/2, which are shared among dimensions: the recurrence is stable."""
        if i not in self.first:
            if self.d % 2:
                a = sqrt(pi / (2 * w)) * exp(-w)
                self.first[i] = (a, a * (1 + 1 / w))
            else:
                self.first[i] = (besselk(0, w), besselk(1, w))
        a, b = self.first[i]
        n = mpf(self.d % 2) / 2 + 1
        if self.n < n:
            return a
        while n < self.n:
            a, b, n = b, a + 2 * n / w * b, n + 1
        return b

    def at(self, i):
        if i not in self.known:
            x = mpf(2) ** (mpf(i) / STEP) * self.turn
            if self.n == q(1, 2):
                self.known[i] = mpc(0, -2) / pi * exp(mpc(0, 1) * x)
                return self.known[i]
            if i < -30 * STEP:  # up to |x^2 log x|
                self.known[i] = mpc(0, -2) / pi
                return self.known[i]
            self.known[i] = self.c * x ** self.n * mpc(0, -2) / pi * expj(-self.n * pi / 2) * self.k(i, mpc(0, -1) * x)
        return self.known[i]


def law(k, bessel, j, kernel, low):
    """F(2^j)."""
    h = log(mpf(2)) / STEP
    total = mpf(0)
    for i in range(low * STEP, HIGH * STEP):
        m = i - j * STEP
        if m not in kernel:
            kernel[m] = k(mpf(2) ** (mpf(m) / STEP) * bessel.turn)
        total += (kernel[m] * bessel.at(i)).real
    return 2 * bessel.theta / pi + total * h


def main():
    global STEP
    tables = {}
    between = "[\n"
    rows = [(*row, None) for row in KERNELS]
    if sys.argv[1:] == ["more"]:
        mp.dps = 40
        rows = MORE
    for formula, k, most, dims, least in rows:
        low = LOW if least is None else -int(60 / least) - 35
        caches = {}
        STEP = 16 if most < 0.2 else 8  # powers above 1 are small in a narrow sector only
        for d in dims:
            values = {}
            for f in (1, mpf(4) / 5):
                theta = mpf(most) * pi * f
                if (d, theta) not in tables:
                    tables[d, theta] = Bessel(d, theta)
                cache = caches.setdefault(theta, {})
                values[f] = [law(k, tables[d, theta], j, cache, low) for j in RADII]
            a, b = values.values()
            off = max(abs(x - y) for x, y in zip(a, b))
            print(formula, d, mp.nstr(off, 3), [mp.nstr(x, 5) for x in a], file=sys.stderr, flush=True)
            if not off < 1e-12 and least is not None:
                print("left out", file=sys.stderr, flush=True)
                continue
            assert off < 1e-12
            print(between, end="")
            between = ",\n"
            json.dump({"formula": formula, "dim": d, "at": [2.0 ** j for j in RADII], "below": [mp.nstr(x, 16) for x in a], "above": [mp.nstr(1 - x, 16) for x in a]}, sys.stdout)
            sys.stdout.flush()
    print("\n]")


main()
