#!/usr/bin/env python3
"""Reference values for the functions of formulas: mpmath at 160 digits, printed to 110.

Inputs are exact: a rational "p/q" with q a power of two for the argument, any
rational for the order of a Bessel function.
"""
import json, sys
from fractions import Fraction as F
from mpmath import mp, mpf, nstr
mp.dps = 160

def num(q): return mpf(q.numerator) / mpf(q.denominator)
def show(v): return nstr(v, 110, strip_zeros=False)

T = F(1, 2) ** 80
args = [F(1, 8), F(1), F(-3, 4), F(37, 16), F(-25, 4), F(100), F(1, 2) ** 70, 1 + T, 1 - T, F(1, 2) + T, F(12345, 64), F(-3001, 4)]
rows = []
def row(f, vals, g):
    for x in vals:
        y = g(num(x))
        rows.append({"f": f, "x": str(x), "y": show(y)})
row("exp", args, g=mp.exp)
row("log", [a for a in args if a > 0], g=mp.log)
row("sin", args + [F(2) ** 200 + 1, F(884279719003555, 2 ** 48) ], g=mp.sin)
row("cos", args + [F(2) ** 200 + 1, F(884279719003555, 2 ** 49) ], g=mp.cos)
row("tan", args, g=mp.tan)
row("atan", args, g=mp.atan)
u = [a for a in args if abs(a) <= 1]
row("asin", u, g=mp.asin)
row("acos", u, g=mp.acos)
row("sinh", args, g=mp.sinh)
row("cosh", args, g=mp.cosh)
row("tanh", [a for a in args if abs(a) < 30], g=mp.tanh)
row("erf", [a for a in args if abs(a) < 12], g=mp.erf)
row("erfc", [a for a in args if a < 200], g=mp.erfc)
row("gamma", [a for a in args if a != 0 and abs(a) < 800], g=mp.gamma)
orders = [F(0), F(1), F(2), F(1, 2), F(-1, 2), F(7, 2), F(1, 3), F(-1, 3), F(-5, 3), F(20), F(41, 4), F(-3), 1 + F(1, 10**9), F(251, 2)]
for f, g in (("besselj", mp.besselj), ("besseli", mp.besseli), ("besselk", mp.besselk)):
    for nu in orders:
        for x in (F(1, 2) ** 30, F(3, 8), F(5), F(69, 2), F(150), F(1201, 4)):
            mp.dps = 300  # K near an integer order, and K at large x, cancel
            y = g(num(nu), num(x))
            mp.dps = 160
            rows.append({"f": f, "nu": str(nu), "x": str(x), "y": show(mpf(y.real))})
const = {"pi": show(+mp.pi), "ln2": show(mp.log(2)), "euler": show(+mp.euler), "e": show(mp.e + 0)}
with open(sys.argv[1] if len(sys.argv) > 1 else "testdata/functions.json", "w") as o:
    o.write("{\n \"const\": " + json.dumps(const) + ",\n \"values\": [\n  ")
    o.write(",\n  ".join(json.dumps(r) for r in rows) + "\n ]\n}\n")
