"""Spectral densities of kernels whose formulas keep no digits in float64, for hankel.

Each is a mixture k(z) = int exp(-tz) p(t) dt with a known p >= 0, and exp(-tz) has in R^d the density
2 Gamma((d+1)/2)/(sqrt(pi) Gamma(d/2)) t w^(d-1) (t^2+w^2)^(-(d+1)/2). The mixture is checked against k. Nothing of krein
is asked.
"""
import json
import mpmath as mp

mp.mp.dps = 30


def law(d, t, w):
    return 2 * mp.gamma(mp.mpf(d + 1) / 2) / (mp.sqrt(mp.pi) * mp.gamma(mp.mpf(d) / 2)) * t * w**(d - 1) \
        / (t * t + w * w)**(mp.mpf(d + 1) / 2)


CUTS = [0] + [mp.mpf(10)**i for i in range(-12, 13, 2)] + [mp.inf]


def cuts(w, last=mp.inf):
    return sorted({x for x in CUTS + [w / 4, w, 4 * w] if x <= last} | {last})


# formula, k, its mixture of a function of t
KERNELS = [
    ("exp(z)*erfc(sqrt(z))", lambda z: mp.exp(z) * mp.erfc(mp.sqrt(z)),
     lambda f, w: mp.quad(lambda r: 2 * f(r * r) / (1 + r * r) / mp.pi, cuts(mp.sqrt(w)))),  # t = r^2
    ("exp(z^2)*erfc(z)", lambda z: mp.exp(z * z) * mp.erfc(z),
     lambda f, w: mp.quad(lambda u: 2 / mp.sqrt(mp.pi) * mp.exp(-u * u) * f(2 * u), cuts(w, 12))),
    ("exp(-z)*besseli(0,z)", lambda z: mp.exp(-z) * mp.besseli(0, z),  # 1 - cos a = 2 sin(a/2)^2
     lambda f, w: mp.quad(lambda a: f(2 * mp.sin(a / 2)**2) / mp.pi, cuts(mp.sqrt(w), mp.pi))),
    ("1-z*log(1+1/z)", lambda z: 1 - z * mp.log(1 + 1 / z),
     lambda f, w: mp.quad(lambda t: f(t) * (mp.gammainc(2, 0, t) / t**2 if t > 1e-3 else
                                            mp.fsum((-t)**n / (mp.factorial(n) * (n + 2)) for n in range(12))), cuts(w))),
]

rows = []
for name, k, mean in KERNELS:
    for z in (mp.mpf(1) / 8, mp.mpf(3)):
        assert abs(mean(lambda t: mp.exp(-t * z), 1 / z) / k(z) - 1) < 1e-18, name
    for d in (1, 2, 3, 5):
        at = [mp.mpf(x) for x in (2.0**-20, 2.0**-7, 0.25, 1.5, 12)]
        rows.append({"formula": name, "dim": d, "at": [mp.nstr(x, 17) for x in at],
                     "density": [mp.nstr(mean(lambda t: law(d, t, w), w), 17) for w in at]})
print(json.dumps(rows, indent=1))
