"""Spectral densities of waves times functions g that fall slowly, for hankel: in R^d, d = 1, 3, 5.

The density is 2^(2-d)/Gamma(d/2)^2 w^(d-1) int_0^inf k(z) L(wz) z^(d-1) dz with L_1 = cos, L_3(x) = sin(x)/x and
L_5(x) = 3(sin(x) - x cos(x))/x^3. From z = 1 on the product of trigonometric functions is written as exponentials
exp(icz), and each is integrated along 1 + t exp(+-i pi/4), where it decays. Waves with kinks times exp(-z) are a
geometric series over periods. Nothing of krein is asked.
"""
import json
import mpmath as mp

mp.mp.dps = 30
rows = []
I = mp.mpc(0, 1)


def waves(kind, a):
    """trigonometric function as [(coefficient, frequency)]"""
    if kind == "cos":
        return [(mp.mpf(1) / 2, a), (mp.mpf(1) / 2, -a)]
    if kind == "sin":
        return [(1 / (2 * I), a), (-1 / (2 * I), -a)]
    return [(mp.mpf(1), mp.mpf(0))]


def bessel(d, w):
    """z^(d-1) L_d(wz) as [(coefficient, power of z, frequency)]"""
    c, s = waves("cos", w), waves("sin", w)
    if d == 1:
        return [(x, 0, f) for x, f in c]
    if d == 3:
        return [(x / w, 1, f) for x, f in s]
    return [(3 * x / w**3, 1, f) for x, f in s] + [(-3 * x / w**2, 2, f) for x, f in c]


def front(d, w):
    return mp.mpf(2)**(2 - d) / mp.gamma(mp.mpf(d) / 2)**2 * w**(d - 1)


def density(d, w, terms, g):
    """terms are (coefficient, 'cos'|'sin'|'1', a, n) for c trig(az) z^-n"""
    trig = {"cos": mp.cos, "sin": mp.sin, "1": lambda _: mp.mpf(1)}

    def k(z):
        return g(z) * mp.fsum(c * trig[kind](a * z) * z**-n for c, kind, a, n in terms)

    def lam(x):
        return {1: mp.cos, 3: lambda y: mp.sin(y) / y, 5: lambda y: 3 * (mp.sin(y) - y * mp.cos(y)) / y**3}[d](x)
    small = mp.mpf(10)**-12  # below which digits cancel
    total = (small * k(small) if d == 1 else 0) + mp.quad(lambda z: k(z) * lam(w * z) * z**(d - 1), [small, 0.01, 0.1, 0.5, 1])
    for c, kind, a, n in terms:
        for x, f in waves(kind, a):
            for y, p, e in bessel(d, w):
                q = f + e
                turn = mp.exp(I * mp.pi / 4 * (1 if q > 0 else -1))

                def along(t):
                    z = 1 + t * turn
                    return g(z) * z**(p - n) * mp.exp(I * q * z) * turn
                total += mp.re(c * x * y * mp.quad(along, [0, 1, 4, 16, 64, 256, 1024, 4096]))
    return front(d, w) * total


def add(formula, d, terms, g, at):
    rows.append({"formula": formula, "dim": d, "at": [str(w) for w in at],
                 "density": [mp.nstr(density(d, mp.mpf(w), terms, g), 17) for w in at]})


def periodic(formula, p, period, kinks, at):
    """p(z) exp(-z) on the line"""
    out = []
    for w in at:
        w = mp.mpf(w)
        once = mp.quad(lambda z: p(z) * mp.exp(-(1 - I * w) * z), kinks)
        out.append(mp.nstr(2 / mp.pi * mp.re(once / (1 - mp.exp(-(1 - I * w) * period))), 17))
    rows.append({"formula": formula, "dim": 1, "at": [str(w) for w in at], "density": out})


one = mp.mpf(1)
at = ["0.25", "0.875", "1.25", "3.5", "20.25"]
add("cos(z)/(1+z)^2", 1, [(one, "cos", one, 0)], lambda z: 1 / (1 + z)**2, at)
add("cos(z)/(1+z)^2", 3, [(one, "cos", one, 0)], lambda z: 1 / (1 + z)**2, at)
add("cos(z)/(1+z)^3", 5, [(one, "cos", one, 0)], lambda z: 1 / (1 + z)**3, at)
add("cos(z)/(1+z^2)", 1, [(one, "cos", one, 0)], lambda z: 1 / (1 + z**2), at[:4])
add("sin(z)/z/(1+z^2)", 1, [(one, "sin", one, 1)], lambda z: 1 / (1 + z**2), at[:4])
add("sin(z)/z/(1+z)", 3, [(one, "sin", one, 1)], lambda z: 1 / (1 + z), at)
add("sin(z)/z/(1+z^2)", 5, [(one, "sin", one, 1)], lambda z: 1 / (1 + z**2), at[:4])
add("cos(2*z)*exp(-sqrt(z))", 1, [(one, "cos", 2 * one, 0)], lambda z: mp.exp(-mp.sqrt(z)), at)
add("(1-cos(z))/z^2/(1+z)", 1, [(one, "1", mp.mpf(0), 2), (-one, "cos", one, 2)], lambda z: 1 / (1 + z), at)
add("(sin(z)/z)^2/(1+z)", 3, [(one / 2, "1", mp.mpf(0), 2), (-one / 2, "cos", 2 * one, 2)], lambda z: 1 / (1 + z), at)
periodic("exp(-z)*abs(cos(z))", lambda z: abs(mp.cos(z)), mp.pi, [0, mp.pi / 2, mp.pi], at)
periodic("exp(-z)*acos(cos(z))", lambda z: mp.acos(mp.cos(z)), 2 * mp.pi, [0, mp.pi, 2 * mp.pi], at)

print("[\n" + ",\n".join(json.dumps(r) for r in rows) + "\n]")
