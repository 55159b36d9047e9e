"""Golden values for package special, written to ../special.json.

Every input is an exact binary number, printed by repr so that it round-trips. Values are strings of 25 significant digits.
J by its power series with enough digits to survive the cancellation, or, for large x, by mpmath's Hankel expansion, accepted only when two
precisions agree. Run: python3 special.py (mpmath 1.2, some minutes).
"""
import json, math, os
from mpmath import mp, mpf, nstr, hyper, besseli, besselj, besseljzero, gegenbauer, loggamma, gamma, sqrt, pi


def J(nu, x):
    """J_nu(x) for exact nu, x."""
    for digits in (60, 120, 240):
        mp.dps = digits
        a = raw(nu, x)
        mp.dps = digits + 30
        b = raw(nu, x)
        if a == b or abs(a - b) <= abs(b) * mpf(10) ** -32:
            return b
    raise ArithmeticError((nu, x))


def raw(nu, x):
    nu, x = mpf(nu), mpf(x)
    if x > 2000 and x > 3 * nu:
        return hankel(nu, x)
    keep = mp.dps
    mp.dps = keep + int(2 * x / mp.log(10)) + int(nu) // 3 + 20
    try:
        t = s = mpf(1)
        q = -x * x / 4
        k = 0
        while True:
            k += 1
            t = t * q / (k * (nu + k))
            s += t
            if k > x / 2 and abs(t) < mpf(10) ** (-keep - 40 - int(nu)) * abs(s):
                break
        v = (x / 2) ** nu / gamma(nu + 1) * s
    finally:
        mp.dps = keep
    return +v


def hankel(nu, x):
    """Phase-amplitude free Hankel expansion (DLMF 10.17.3) with as many terms as help."""
    mp.dps += 30
    try:
        p, q, a, k, best = mpf(0), mpf(0), mpf(1), 0, mpf(10)
        while True:
            if k % 2 == 0:
                p += a * (-1) ** (k // 2)
            else:
                q += a * (-1) ** (k // 2)
            k += 1
            a = a * (4 * nu * nu - (2 * k - 1) ** 2) / (k * 8 * x)
            if abs(a) < mpf(10) ** (-mp.dps) or a == 0:
                break
            if k > nu + 5 and abs(a) > best:
                return besselj(nu, x)  # not convergent enough: mpmath decides
            best = abs(a) if k > nu else best
        w = x - nu * pi / 2 - pi / 4
        v = sqrt(2 / (pi * x)) * (p * mp.cos(w) - q * mp.sin(w))
    finally:
        mp.dps -= 30
    return +v


def s25(v):
    return nstr(v, 25, min_fixed=0, max_fixed=0) if v != 0 else "0"


def K(nu, x):
    """e^x K_nu(x) = int_0^inf exp(-x (cosh t - 1)) cosh(nu t) dt by the trapezoidal rule; the step resolves the peak so that the
    error is below exp(-100)."""
    mp.dps = 45
    nu, x = mpf(nu), mpf(x)
    h = mpf(3) / 50 / (nu * nu + x * x + 1) ** 0.25
    s, top, k = mpf(1) / 2, mpf(0), 0
    while True:
        k += 1
        t = k * h
        v = mp.exp(-2 * x * mp.sinh(t / 2) ** 2) * mp.cosh(nu * t)
        s += v
        top = max(top, v)
        if x * mp.sinh(t) > nu and v < top * mpf(10) ** -42:
            return s * h


def dyadic(x, bits=20):
    m, e = math.frexp(x)
    return math.ldexp(round(m * 2**bits), e - bits)


def near_zeros(nu):
    """Doubles beside some zeros of J_nu."""
    out = []
    for k in (1, 2, 7, 40):
        mp.dps = 30
        z = float(besseljzero(nu, k)) if nu <= 100 else zero(nu, k)
        out += [z, math.nextafter(z, 0), dyadic(z * (1 + 1e-7), 40)]
    return out


def zero(nu, k):
    """Secant from Olver's leading term."""
    mp.dps = 30
    t = mpf(k) - 0.25
    x = mpf(nu) + 2 * mpf(nu) ** (mpf(1) / 3) * t ** (mpf(2) / 3)
    for _ in range(100):
        s = sqrt(x * x - nu * nu)
        step = (s - nu * mp.acos(nu / x) - t * pi) * x / s
        x -= step
        if abs(step) < mpf(10) ** -12:
            break
    a, b = x, x * (1 + mpf(10) ** -6)
    fa, fb = J(nu, a), J(nu, b)
    for _ in range(20):
        mp.dps = 40
        c = b - fb * (b - a) / (fb - fa)
        a, fa, b, fb = b, fb, c, J(nu, c)
        if abs(a - b) < mpf(10) ** -22:
            break
    return float(b)


ORDERS = [-0.5, -0.25, 0, 0.25, 0.5, 7, 15.5, 31, 31.5, 99.75, 391, 391.5, 1000]
j = []
for nu in ORDERS:
    xs = [1e-8, 1e-3, 0.125, 1.0, 3.5, 8.25, 19.5, 24.875, 25.0, 25.125, 30.5, 47.0, 81.5, 160.25, 333.0, 750.5, 1200.0, 4001.5, 20000.25, 123456.75, 1e6]
    for f in (0.5, 0.8, 0.9, 0.95, 0.98, 1.0, 1.01, 1.03, 1.08, 1.15, 1.3, 2.0):
        if nu >= 7:
            xs.append(dyadic(nu * f))
    if nu >= 0 and nu < 1000:
        xs += near_zeros(nu)
    for x in sorted(set(xs)):
        if abs(nu) > 300 and 4000 < x < 20000:
            continue
        v = J(nu, x)
        if v == 0 or abs(v) > mpf(10) ** -330:
            j.append([nu, x, s25(v)])
print(len(j), "J")

lam = []
for d in [1, 1.5, 2, 3, 5, 8, 16, 64, 784, 1000, 2002]:
    nu = (d - 2) / 2
    for x in [1e-8, 0.001, 0.5, 2.0, 7.75, 24.5, 26.0, 60.5, 100.25, 211.0, 380.0, 391.5, 410.25, 500.0, 511.75, 512.25, 700.5, 1001.0, 2500.5, 54321.0, 1e6]:
        v = J(nu, x)
        mp.dps = 60
        lv = gamma(mpf(nu) + 1) * (2 / mpf(x)) ** mpf(nu) * v
        if abs(lv) > mpf(10) ** -330:
            lam.append([d, x, s25(lv)])
print(len(lam), "Lambda")

ik = []
mp.dps = 40
for nu in [0, 0.25, 0.5, 1, 1.75, 7, 15.5, 29.75, 31, 99.75, 391, 391.5]:
    for x in [1e-8, 0.015625, 0.5, 1.0, 1.9375, 2.0, 2.0625, 5.5, 14.0, 24.75, 29.0, 31.0, 45.5, 180.0, 700.0, 2000.0, 1e6]:
        mp.dps = 40
        vi = besseli(nu, mpf(x)) * mp.exp(-mpf(x))
        vk = K(nu, x)
        ik.append([nu, x, s25(vi), s25(vk), s25(mp.log(vk) - mpf(x))])
print(len(ik), "I, K")

hyp = []
for a, b, c in [(0.5, 1.5, 2.0), (2.0, 2.5, 3.0), (8.0, 11.5, 12.0), (4.5, 6.0, 6.5), (1.25, 3.75, 9.0)]:
    for x in [0.0625, 1.0, 7.5, 20.0, 44.0, 90.25, 300.0, 900.5]:
        mp.dps = 60 + int(x)
        hyp.append([a, b, c, x, s25(hyper([a], [b, c], -mpf(x) ** 2 / 4))])

geg = []
mp.dps = 60
for n in [0, 1, 2, 5, 30, 200]:
    for lam2 in [0.25, 0.5, 1.0, 7.0, 31.0, 391.0]:
        for x in [-1.0, -0.75, 0.0, 0.125, 0.5, 0.96875, 1.0]:
            c = [mpf(1), 2 * mpf(lam2) * x]
            for k in range(2, n + 1):
                c.append((2 * (k + mpf(lam2) - 1) * x * c[-1] - (k + 2 * mpf(lam2) - 2) * c[-2]) / k)
            one = gamma(n + 2 * mpf(lam2)) / gamma(2 * mpf(lam2)) / gamma(n + 1)
            geg.append([n, lam2, x, s25(c[n]), s25(c[n] / one)])

ratio = []
for a in [0.5, 1.0, 8.25, 391.5, 1e6, 1e12]:
    for b in [2.0**-40, 2.0**-20, 0.125, 0.5, 3.0, 100.5]:
        mp.dps = 60
        ratio.append([a, b, s25(loggamma(mpf(a) + mpf(b)) - loggamma(mpf(a)))])

out = {"besselj": j, "lambda": lam, "besselik": ik, "hyp1f2": hyp, "gegenbauer": geg, "loggammaratio": ratio}
with open(os.path.join(os.path.dirname(__file__), "..", "special.json"), "w") as f:
    f.write("{\n")
    for i, (k, rows) in enumerate(out.items()):
        f.write(json.dumps(k) + ": [\n" + ",\n".join(json.dumps(r) for r in rows) + "\n]" + ("," if i < len(out) - 1 else "") + "\n")
    f.write("}\n")
