"""Values of special functions at extreme arguments: huge, tiny, and next to integers, halves of integers and zeros; 60 digits.

Arguments are exact dyadics, written as Go reads them ("0x3p-5"). Every value is computed at two precisions that must agree to 62 digits.
"""
import json
import sys

from mpmath import mp, mpf, mpc, besselk, besseli, besselj, gamma, loggamma, hyp0f1, exp, beta, cosh, sqrt, workdps, rgamma

sys.set_int_max_str_digits(0)


class Dyadic:
    def __init__(self, n, e=0):
        self.n, self.e = n, e

    def __add__(self, o):
        e = min(self.e, o.e)
        return Dyadic((self.n << (self.e - e)) + (o.n << (o.e - e)), e)

    def mp(self):
        return mp.ldexp(mpf(self.n), self.e)

    def text(self):
        return f"{'-' if self.n < 0 else ''}{abs(self.n):#x}p{self.e}"


def D(x, e=0):
    if isinstance(x, int):
        return Dyadic(x, e)
    n, d = x.as_integer_ratio()
    return Dyadic(n, e - (d.bit_length() - 1))


def lam(d, x):
    return hyp0f1(d / 2, -x * x / 4)


def ratio(a, b):
    return exp(loggamma(a) - loggamma(b))


tiny = D(1, -1074)
half = D(1, -1)
rows = []


def add(name, f, args, dps=130):
    def value(digits):
        with workdps(digits):
            return +f(*[a.mp() for a in args])
    u, v = value(dps), value(dps + 60)
    parts = [(u.real, v.real), (u.imag, v.imag)] if isinstance(v, mpc) else [(u, v)]
    for p, q in parts:
        assert p == q or abs(p - q) <= abs(q) * mpf(10) ** -62, (name, [a.text() for a in args], mp.nstr(p, 20), mp.nstr(q, 20))
    with workdps(80):
        out = [mp.nstr(q, 60, strip_zeros=False) for _, q in parts]
    rows.append([name, [a.text() for a in args]] + out)


for nu in (D(0), D(0.4999999995), D(0.25), D(3), half, D(0.75), D(20)):
    for x in (tiny, D(2e-319), D(1e-310), D(1, -1022), D(1e-300), D(1, -4000)):
        add("K", besselk, [nu, x], 400 if nu.n == 0 or nu.mp() % 1 == 0 else 130)
for nu in (D(0.25), D(1.5), D(20)):
    for x in (tiny, D(2e-319), D(1e-300)):
        add("I", besseli, [nu, x])
for e in (50, 53, 60, 100, 200):
    for base in (D(0.5), D(7.5), D(100.5)):
        nu = base + D(1, -e)
        for x in (D(3), D(300), D(200003)):
            add("K", besselk, [nu, x])
            add("I", besseli, [nu, x])
        for x in (D(3), D(300)):
            add("KComplex", lambda n, x, y: besselk(n, mpc(x, y)), [nu, x, D(5, -2)])
            add("IComplex", lambda n, x, y: besseli(n, mpc(x, y)), [nu, x, D(5, -2)])
for e in (20, 53, 90, 150):
    for d in (D(1), D(2), D(3)):
        for x in (D(1, -1), D(1, -20), D(1), D(7)):
            add("Lambda", lam, [d + D(1, -e) + D(1, -147), x])
for b in (D(0.5), D(1.5), D(2.25), D(100)):
    for x in (D(10**6), D(10**8), D(10**12), D(10**16)):
        add("Hyp0F1", lambda b, x: gamma(b) * sqrt(x) ** (1 - b) * besseli(b - 1, 2 * sqrt(x)), [b, x], 400)

json.dump(rows, sys.stdout, indent=0)
