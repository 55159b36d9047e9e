"""Special functions at random arguments of many regimes: orders of both signs, the turning point, 1F1 for large |x| and a of both signs,
2F1 inside and outside the disc; 40 digits. Python 3.11, mpmath 1.3 at 60 and again at 100 digits.

What mpmath does not finish in 6 s, or at the two precisions finds different, is left out: the rows depend on the machine in that.
"""
import json
import random
import signal
import sys
from fractions import Fraction

from mpmath import mp, mpf, besselj, bessely, besseli, besselk, hyp1f1, hyp2f1, gamma, nstr


class Late(Exception):
    pass


def late(*_):
    raise Late()


signal.signal(signal.SIGALRM, late)


def frac(lo, hi, den):
    return f"{random.randint(int(lo * den), int(hi * den))}/{den}"


def log_frac(lo, hi):
    e = random.uniform(lo, hi)
    x = Fraction(10 ** e).limit_denominator(10 ** 9) if e > -6 else Fraction(random.randint(1, 999), 10 ** int(3 - e))
    return f"{x.numerator}/{x.denominator}"


def m(t):
    n, _, d = t.partition("/")
    return mpf(n) / mpf(d or 1)


def twice(f):
    v = []
    for dps in (60, 100):
        with mp.workdps(dps):
            v.append(+f())
    return v[1] if abs(v[0] - v[1]) <= abs(v[1]) * mpf(10) ** -45 else None


rows = []


def add(f, args, fn):
    signal.setitimer(signal.ITIMER_REAL, 6)
    try:
        v = twice(fn)
    except Exception as why:
        print("left out:", f, args, type(why).__name__, file=sys.stderr)
        return
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    if v is not None and mp.isfinite(v):
        rows.append({"f": f, "args": args, "value": nstr(v, 40, strip_zeros=False)})


def lam(d, x):
    return gamma(d / 2) * (2 / x) ** (d / 2 - 1) * besselj(d / 2 - 1, x)


def bessel(n):
    for _ in range(n):
        nu = random.choice([frac(-12, 12, 97), frac(-300, 300, 7), frac(-3, 3, 10 ** 6), str(random.randint(-40, 40))])
        x = random.choice([log_frac(-8, -1), log_frac(-1, 2), log_frac(1, 3.3)])
        for f, fn in (("J", besselj), ("Y", bessely), ("I", besseli), ("K", besselk)):
            add(f, [nu, x], lambda: fn(m(nu), m(x)))
    for _ in range(n):  # next to the turning point
        nu = random.choice([frac(20, 2000, 3), frac(500, 6000, 2), str(random.randint(100, 5000))])
        v = float(m(nu))
        x = frac(v - 3 * v ** (1 / 3), v + 3 * v ** (1 / 3), 16)
        add("J", [nu, x], lambda: besselj(m(nu), m(x)))
        if v < 2000:
            add("Y", [nu, x], lambda: bessely(m(nu), m(x)))
        d = f"{int(round(v * 6)) + 6}/3"
        add("Lambda", [d, x], lambda: lam(m(d), m(x)))


def hypergeometric(n):
    for _ in range(n):
        a = random.choice([frac(-20, 0, 9), frac(-200, 0, 7), frac(-3, 3, 10 ** 5), frac(0, 80, 3)])
        b = random.choice([frac(0.1, 5, 11), frac(1, 120, 4), frac(-20, -0.1, 13)])
        x = random.choice([frac(-30, 30, 8), frac(-3000, -10, 3), "-" + log_frac(2, 6.5), log_frac(-6, 2.3)])
        add("1F1", [a, b, x], lambda: hyp1f1(m(a), m(b), m(x)))
    for _ in range(n):
        a = random.choice([frac(-20, 20, 9), frac(-3, 3, 10 ** 5), str(-random.randint(1, 120)), frac(0, 80, 3)])
        b = random.choice([frac(-20, 20, 7), frac(-3, 3, 10 ** 4), frac(0, 60, 4)])
        c = random.choice([frac(0.1, 5, 11), frac(1, 60, 4), frac(-20, -0.1, 13)])
        x = random.choice([frac(-0.99, 0.99, 100), frac(0.9, 0.9999, 10 ** 4), "-" + log_frac(-2, 3), log_frac(-6, -1)])
        add("2F1", [a, b, c, x], lambda: hyp2f1(m(a), m(b), m(c), m(x)))


def large(n):
    for _ in range(n):
        a = random.choice([frac(-20, 0, 9), frac(-60, 0, 7), frac(-3, 3, 10 ** 5), frac(0, 40, 3)])
        b = random.choice([frac(0.1, 5, 11), frac(1, 80, 4), frac(-20, -0.1, 13)])
        x = random.choice(["-" + log_frac(2, 7), "-" + log_frac(5, 9), log_frac(3, 5), "-" + log_frac(3, 4)])
        add("1F1", [a, b, x], lambda: hyp1f1(m(a), m(b), m(x)))


mp.dps = 100
random.seed(20261201)
bessel(25)
hypergeometric(50)
large(40)
print(json.dumps({"about": "testdata/gen/special_unseen.py; arguments are fractions", "rows": rows}, indent=1))
