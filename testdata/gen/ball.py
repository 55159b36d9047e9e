#!/usr/bin/env python3
"""Golden values for package ball by mpmath: python3 testdata/gen/ball.py > testdata/ball.json

Inputs are exact dyadic numbers "mpE" = m·2^E; outputs have 150 significant digits,
computed with 400 and checked with 600 digits of working precision."""
import json, random
import mpmath
from mpmath import mp, mpf

DIGITS = 150
rnd = random.Random(20)

def dyadic(lo, hi, positive=False):
    n = rnd.choice([1, 3, 24, 53, 53, 113, 200])
    m = rnd.getrandbits(n) | 1 | 1 << (n - 1)
    e = rnd.randint(lo, hi) - n
    if not positive and rnd.random() < 0.5:
        m = -m
    return m, e

def value(f, m, e):
    out = []
    for d in (400, 600):
        mp.dps = d + 700
        x = mpf(m) * mpf(2) ** e
        v = f(x)
        out.append(mpmath.nstr(v, DIGITS, strip_zeros=False, min_fixed=1, max_fixed=0))
    assert out[0] == out[1], (f, m, e)
    return out[0]

def rows(f, lo, hi, positive=False, near=()):
    res = []
    for i in range(24):
        a, b = (lo, hi) if i < 8 else (max(lo, -6), min(hi, 4))
        m, e = dyadic(a, b, positive)
        res.append([f"{m}p{e}", value(f, m, e)])
    for m, e in near:
        res.append([f"{m}p{e}", value(f, m, e)])
    return res

one = [(2**60 + 1, -60), (2**60 - 1, -60), (2**200 - 1, -200)]
pi50 = int(mpmath.floor(mpmath.pi * 2**51))
pies = [(pi50, -51), (pi50 * 355, -53), (3 * pi50, -53)]
out = {
    "exp": rows(mpmath.exp, -200, 10),
    "expm1": rows(mpmath.expm1, -200, 10),
    "log": rows(mpmath.log, -300, 300, True, one),
    "log1p": rows(mpmath.log1p, -300, 300, True),
    "sin": rows(mpmath.sin, -200, 300, near=pies),
    "cos": rows(mpmath.cos, -200, 300, near=pies),
    "tan": rows(mpmath.tan, -200, 300, near=pies),
    "sinh": rows(mpmath.sinh, -200, 10),
    "cosh": rows(mpmath.cosh, -200, 10),
    "tanh": rows(mpmath.tanh, -200, 8),
    "asin": rows(mpmath.asin, -200, 0, near=one[1:]),
    "acos": rows(mpmath.acos, -200, 0, near=one[1:]),
    "atan": rows(mpmath.atan, -200, 300),
    "erf": rows(mpmath.erf, -200, 4),
    "erfc": rows(mpmath.erfc, -200, 5),
    "sqrt": rows(mpmath.sqrt, -300, 300, True),
    "pow5/3": rows(lambda x: x ** (mpf(5) / 3), -300, 300, True),
    "pow-3/2": rows(lambda x: x ** (mpf(-3) / 2), -300, 300, True),
    "powe": rows(lambda x: x ** mpmath.e, -300, 300, True),
    "pi": [["0", value(lambda x: +mpmath.pi, 0, 0)]],
    "e": [["0", value(lambda x: +mpmath.e, 0, 0)]],
    "log2": [["0", value(lambda x: +mpmath.ln2, 0, 0)]],
    "euler": [["0", value(lambda x: +mpmath.euler, 0, 0)]],
}

def cvalue(f, a, b):
    out = []
    for d in (300, 420):
        mp.dps = d + 500
        x = mpmath.mpc(mpf(a[0]) * mpf(2) ** a[1], mpf(b[0]) * mpf(2) ** b[1])
        v = mpmath.mpc(f(x))
        out.append([mpmath.nstr(t, DIGITS, strip_zeros=False, min_fixed=1, max_fixed=0) for t in (v.real, v.imag)])
    assert out[0] == out[1], (f, a, b)
    return out[0]

def crows(f, lo, hi):
    res = []
    for i in range(20):
        l, h = (lo, hi) if i < 6 else (max(lo, -5), min(hi, 3))
        a, b = dyadic(l, h), dyadic(l, h)
        res.append([f"{a[0]}p{a[1]}", f"{b[0]}p{b[1]}"] + cvalue(f, a, b))
    return res

complexes = {
    "exp": crows(mpmath.exp, -60, 8),
    "expm1": crows(mpmath.expm1, -60, 6),
    "log": crows(mpmath.log, -60, 60),
    "sqrt": crows(mpmath.sqrt, -60, 60),
    "sin": crows(mpmath.sin, -60, 7),
    "cos": crows(mpmath.cos, -60, 7),
    "tan": crows(mpmath.tan, -60, 6),
    "sinh": crows(mpmath.sinh, -60, 7),
    "cosh": crows(mpmath.cosh, -60, 7),
    "tanh": crows(mpmath.tanh, -60, 6),
    "asin": crows(mpmath.asin, -60, 40),
    "acos": crows(mpmath.acos, -60, 40),
    "atan": crows(mpmath.atan, -60, 40),
    "erf": crows(mpmath.erf, -60, 3),
    "erfc": crows(mpmath.erfc, -60, 3),
    "pow5/3": crows(lambda x: x ** (mpf(5) / 3), -60, 60),
}
print(json.dumps({"Complex": complexes,"Digits": DIGITS, "Tool": "mpmath " + mpmath.__version__, "Values": out}, indent=0))
