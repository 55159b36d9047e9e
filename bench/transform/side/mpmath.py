"""The transforms of bench/transform by mpmath: lines "name; seconds; value"."""
import signal
import sys
import time

from mpmath import mp, mpf, besselj, exp, inf, log, quad, quadosc, sqrt, linspace

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
