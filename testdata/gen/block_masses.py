#!/usr/bin/env python3
"""Masses of the Jordan parts of sums and products over the plane (x1, x2) and the line x3, 25 digits.

The density of a function of r = |(x1, x2)| is integrated over circles: exp(-a r) has a w/(a^2+w^2)^(3/2), and exp(-a r^2)
has w/(2a) exp(-w^2/(4a)); on the line exp(-a|s|) has 2a/(pi (a^2+w^2)) on w > 0, and cos has an atom. Signs change once,
at a root by bisection; mpmath.quad integrates on both sides. A product over both has the masses p p' + m m' and
p m' + m p'; a sum, of measures on a plane and on a line that meet in no atom, the sums.

    python3 testdata/gen/block_masses.py > testdata/block_masses.json     # a second
"""
import json

from mpmath import exp, findroot, inf, mp, mpf, pi, quad

mp.dps = 40


def parts(density, lo, hi):
    """Masses of the parts of a density on (0, inf) that changes its sign once, between lo and hi."""
    root = findroot(density, (mpf(lo), mpf(hi)), solver="anderson", tol=mpf(10) ** -70)
    below, above = quad(density, [0, root / 2, root]), quad(density, [root, 2 * root, 10 * root, inf])
    assert below * above < 0
    return (below, -above) if below > 0 else (above, -below)


def laplace(a, w):
    return a * w / (a * a + w * w) ** mpf("1.5")


def bell(a, w):
    return w / (2 * a) * exp(-w * w / (4 * a))


def line(a, w):
    return 2 * a / (pi * (a * a + w * w))


third = mpf(1) / 3
flat = parts(lambda w: 2 * laplace(1, w) - laplace(third, w), 0.2, 2)
steep = parts(lambda w: laplace(1, w) - laplace(3, w) / 2, 0.5, 20)
damped = parts(lambda w: 2 * bell(1, w) - laplace(2, w), 1, 6)
axis = parts(lambda w: line(1, w) - 2 * line(2, w) / 3, 0.2, 4)
one = (mpf(1), mpf(0))


def times(a, b):
    return a[0] * b[0] + a[1] * b[1], a[0] * b[1] + a[1] * b[0]


r = "sqrt(x1^2+x2^2)"
rows = [
    ("(2*exp(-%s)-exp(-%s/3))*exp(-abs(x3))" % (r, r), times(flat, one)),
    ("(2*exp(-%s)-exp(-%s/3))*(exp(-abs(x3))-2*exp(-2*abs(x3))/3)" % (r, r), times(flat, axis)),
    ("(2*exp(-x1^2-x2^2)-exp(-2*%s))*cos(2*x3)" % r, times(damped, one)),
    ("exp(-%s)-exp(-3*%s)/2+exp(-abs(x3))" % (r, r), (steep[0] + 1, steep[1])),
]
print(json.dumps([{"formula": f, "plus": mp.nstr(p, 25), "minus": mp.nstr(m, 25)} for f, (p, m) in rows], indent=1))
