"""Special functions where krein once had no value: orders to 10^6 next to the turning point, negative orders, Y, and
hypergeometric functions; 40 digits. Python 3.11, mpmath 1.3.

J of integer orders n >= 1000 is the trapezoidal sum of Bessel's integral (1/pi) int_0^pi cos(n t - x sin t) dt, whose error for N points is
|J_{2N-n}(x)| + ..., below 10^-60 for the N taken; the sums of two N are compared. Everything else is mpmath's own function at two precisions.
"""
import json

from mpmath import mp, mpf, besselj, bessely, besseli, besselk, cos, sin, pi, hyp1f1, hyp2f1, gamma, nstr, log


def integral(n, x, dps=60):
    """J_n(x) by Bessel's integral."""
    got = []
    for points in (int(max(n, x) * 1.0) + int(40 * max(n, x) ** (1 / 3)) + 400,
                   int(max(n, x) * 1.0) + int(40 * max(n, x) ** (1 / 3)) + 431):
        with mp.workdps(dps):
            step = pi / points
            s = (1 + cos(n * pi)) / 2
            # sin and cos of k*step by rotation, started again every 1000 steps
            c1, s1 = cos(step), sin(step)
            for k in range(1, points):
                if k % 1000 == 1:
                    c, q = cos(k * step), sin(k * step)
                else:
                    c, q = c * c1 - q * s1, q * c1 + c * s1
                s += cos(n * k * step - x * q)
            got.append(s / points)
    assert abs(got[0] - got[1]) < mpf(10) ** (-dps + 12), (n, x)
    return got[0]


def twice(f):
    """f at 50 and at 90 digits."""
    vals = []
    for dps in (60, 100):
        with mp.workdps(dps):
            vals.append(+f())
    assert abs(vals[0] - vals[1]) <= abs(vals[1]) * mpf(10) ** -45
    return vals[1]


rows = []


def add(f, args, value):
    rows.append({"f": f, "args": args, "value": nstr(value, 40, strip_zeros=False)})


def m(t):
    n, _, d = t.partition("/")
    return mpf(n) / mpf(d or 1)


mp.dps = 100
for n, x in [(6700, 6690), (8000, 8010), (8000, 7990), (20000, 20003), (30000, 31000), (100000, 100010), (100000, 101000), (1000000, 1000010)]:
    v = integral(n, x)
    add("J", [str(n), str(x)], v)
    if n <= 100000:
        with mp.workdps(80):
            add("Lambda", [str(2 * n + 2), str(x)], v * gamma(n + 1) * (mpf(2) / x) ** n)
for nu, x in [("-19999999999998/10000000000000", "3"), ("-5/2", "3"), ("-2003/10", "3"), ("-23/10", "300"), ("-1/3", "1/1000"), ("-3/4", "1"), ("-101/2", "60")]:
    add("J", [nu, x], twice(lambda: besselj(m(nu), m(x))))
    add("I", [nu, x], twice(lambda: besseli(m(nu), m(x))))
for nu, x in [("0", "3"), ("1/3", "1/1000"), ("-5/2", "7"), ("-53/10", "7"), ("12", "1/1000000"), ("0", "300"), ("40", "30"), ("40", "45"), ("1/3", "40"),
              ("300", "301"), ("3001/10", "290"), ("-3001/10", "300"), ("1", "1/100000000000000000000")]:
    add("Y", [nu, x], twice(lambda: bessely(m(nu), m(x))))
for a, b, x in [("-1/2", "61", "-24720756/100"), ("-1/2", "61", "-10000"), ("-7/2", "61", "-24720"), ("1003/10", "61", "-24720"), ("-9", "1/2", "-500"), ("5/2", "1/3", "-300")]:
    add("1F1", [a, b, x], twice(lambda: hyp1f1(m(a), m(b), m(x))))
for a, b, c, x in [("1/2", "1/3", "5/4", "1/2"), ("1/2", "1/3", "5/4", "-9/10"), ("1/2", "1/3", "5/4", "99/100"), ("1/2", "1/3", "5/4", "9999/10000"), ("1/2", "1/2", "1", "9/10"),
                   ("-5", "1/3", "5/4", "3"), ("-5", "1/3", "-7", "3"), ("-50", "101/2", "5/4", "3/10"), ("1/2", "1/3", "5/4", "-3"), ("-200", "401/2", "5/4", "9/10"),
                   ("7/2", "-41/3", "1/5", "-40"), ("3", "9/2", "7/3", "24/25")]:
    add("2F1", [a, b, c, x], twice(lambda: hyp2f1(m(a), m(b), m(c), m(x))))
print(json.dumps({"about": "testdata/gen/special_holes.py; arguments are fractions", "rows": rows}, indent=1))
