"""The transforms and masses of bench/transform by mpmath: lines "name; seconds; value"."""
import signal
import sys
import time

from mpmath import mp, mpf, besselj, cos, exp, findroot, inf, log, nsum, pi, quad, quadosc, sin, sqrt, linspace

mp.dps = int(sys.argv[1])
a = mpf(257) / 100
cases = [
    ("exp, r = 10", lambda: quadosc(lambda x: exp(-a * x) * besselj(1, 10 * x), [0, inf], omega=10)),
    ("exp, r = 1000", lambda: quadosc(lambda x: exp(-a * x) * besselj(1, 1000 * x), [0, inf], omega=1000)),
    ("gauss", lambda: quad(lambda x: exp(-x * x / 2) * besselj(0, 3 * x) * x, linspace(0, 14, 8))),
    ("root end", lambda: quad(lambda x: besselj(0, 5 * x) * x / sqrt(1 - x), [0, 1])),
    ("log end", lambda: quad(lambda x: log(x) * sqrt(x) * besselj(mpf(1) / 2, 3 * x), [0, 1])),
    ("1/(1+z^2)", lambda: quadosc(lambda x: besselj(0, x) * x / (1 + x * x), [0, inf], omega=1)),
    ("(1+z/2)^-3", lambda: quadosc(lambda x: besselj(0, x) * x / (1 + x / 2) ** 3, [0, inf], omega=1)),
    ("1/z", lambda: quadosc(lambda x: besselj(mpf(7) / 3, 7 * x), [0, inf], omega=7)),
    ("cusp, r = 50", lambda: quadosc(lambda x: sqrt(x) * besselj(mpf(1) / 3, 50 * x) / (1 + x**4), [0, inf], omega=50)),
]


# Masses: the densities, and the places where they change their signs, are given.
def gaussians(w):
    return sqrt(2 / pi) * w * w * (exp(-w * w / 2) - 1000 * exp(-50 * w * w))


def rational(w):  # −ω f', f the density on R^1
    f = lambda s: (w + s) / (1 + (w + s) ** 2) ** 2
    return 2 * w / pi * (f(1) + f(-1))


def parabola(w):
    return 4 / pi * (sin(w) - w * cos(w)) / w**3 if w else 4 / (3 * pi)


def lobe(n):  # between zeros of sin ω − ω cos ω
    zero = lambda n: findroot(lambda w: sin(w) - w * cos(w), (n + mpf(1) / 2) * pi - 1 / ((n + mpf(1) / 2) * pi)) if n else mpf(0)
    return abs(quad(parabola, [zero(n), zero(n + 1)]))


cases += [
    ("‖m‖, gaussians", lambda: quad(lambda w: abs(gaussians(w)), [0, sqrt(2 * log(1000) / 99), 1, 2, 4, 8, 16])),
    ("‖m‖, rational", lambda: quad(lambda w: abs(rational(w)), [0, sqrt(sqrt(8) - 2), 1, 2, inf])),
    ("‖m‖, one end", lambda: nsum(lambda n: lobe(int(n)), [0, inf])),
]


def late(*_):
    raise TimeoutError


signal.signal(signal.SIGALRM, late)
for name, f in cases:
    start = time.process_time()
    signal.alarm(60)
    try:
        value = mp.nstr(f(), mp.dps)
    except TimeoutError:
        value = "no value in 60 s"
    except Exception as e:  # noqa: BLE001
        value = str(e).split("\n")[0]
    signal.alarm(0)
    print(f"{name};{time.process_time() - start:.3f};{value}", flush=True)
