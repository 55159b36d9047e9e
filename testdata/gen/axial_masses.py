"""Masses of the Shift-, Sinh- and Cosh-Gaussian kernels of AsK-RFFs: with r = 2/d 1, sigma = 2, beta = 0.5 pi/d 1, so that rho = |r| = 2/sqrt(d)
and |beta| = 0.5 pi/sqrt(d). Along the axis g(t) = k(t a); p(w) = 1/2pi int g(t) e^{-iwt} dt by mpmath.quad of the definition (never a closed form),
sign changes of p_R and p_I by bisection, masses by mpmath.quad between them."""
import json
from mpmath import mp, mpf, quad, exp, sinh, cos, sin, pi, sqrt, linspace, nstr

mp.dps = 22
sigma = mpf(2)


def kernels(d):
    rho, beta = 2 / sqrt(mpf(d)), pi / 2 / sqrt(mpf(d))
    s2 = sigma**2
    return {
        "shift": lambda t: exp(-(t * t + 2 * rho * t + rho**2) / (2 * s2)),
        "sinh": lambda t: exp(-t * t / (2 * s2)) * (1 + sinh(beta * t)),
        "cosh": lambda t: exp(-t * t / (2 * s2) + beta * t),
    }


def rule(g, even):
    """p_R or p_I by the trapezoidal rule in t, which converges like exp(-c/h^2) for these."""
    h, n = mpf(1) / 8, 30 * 8
    ts = [k * h for k in range(1, n + 1)]
    if even:
        c = [h * (g(t) + g(-t)) / 2 for t in ts]
        return lambda w: (h * g(mpf(0)) / 2 + sum(a * cos(w * t) for a, t in zip(c, ts))) / pi
    c = [h * (g(t) - g(-t)) / 2 for t in ts]
    return lambda w: -sum(a * sin(w * t) for a, t in zip(c, ts)) / pi


def roots(p, grid):
    out, v = [], [p(w) for w in grid]
    for a, b, u, w in zip(grid, grid[1:], v, v[1:]):
        if u * w < 0 and abs(u) + abs(w) > mpf(10) ** -19:
            lo, hi = a, b
            for _ in range(70):
                m = (lo + hi) / 2
                if p(m) * u > 0:
                    lo = m
                else:
                    hi = m
            out.append((lo + hi) / 2)
    return out


rows = []
for d in [1, 8, 16, 22, 57]:
    for name, g in kernels(d).items():
        pr, pi_ = rule(g, True), rule(g, False)
        top = mpf(6)
        masses = {}
        for key, p in [("real", pr), ("imag", pi_)]:
            grid = [mpf(0)] + [mpf(i) / 16 + mpf(1) / 97 for i in range(96)]
            ends = [mpf(0)] + roots(p, grid) + [top]
            masses[key + "Ends"] = ends
            plus = minus = mpf(0)
            for a, b in zip(ends, ends[1:]):
                v = 2 * quad(p, [a, (a + b) / 2, b])
                if v > 0:
                    plus += v
                else:
                    minus -= v
            masses[key] = (plus, minus)
        # √ turns sharply where one of them vanishes
        polar = 2 * quad(lambda w: sqrt(pr(w) ** 2 + pi_(w) ** 2), sorted(set(masses["realEnds"] + masses["imagEnds"] + list(linspace(0, top, 7)))))
        rows.append({
            "kernel": name, "d": d,
            "realPlus": nstr(masses["real"][0], 16), "realMinus": nstr(masses["real"][1], 16),
            "imaginary": nstr(sum(masses["imag"]) / 2, 16), "polar": nstr(polar, 16),
            "defect": nstr(masses["real"][0] - masses["real"][1] - g(mpf(0)), 3),
        })
        import sys
        print(rows[-1], file=sys.stderr)
print(json.dumps(rows, indent=0))
