"""Golden values for the ball layer of package quad, written to ../quad_ball.json.

rules: [n, alpha, beta, index (ascending), node, weight], exponents as fractions, 300 digits of working precision, 110 digits given. Newton's
iteration on mpmath's hypergeometric Legendre and Jacobi functions from the eigenvalues of the Jacobi matrix (mpmath, 30 digits); weights by the closed formula
with the derivative (DLMF 3.5.24, 18.9.15). Independent of krein, which uses recurrences and eigenvectors.
integrals: name -> value, 70 digits, by closed form or mpmath.quad at 120 digits.
Run: python3 quad_ball.py (mpmath 1.2).
"""
import json, os
from fractions import Fraction
from mpmath import mp, mpf, nstr, gamma, jacobi, quad, hyp0f1, acos, sqrt, exp, log, pi, erf, cos, sin, besselj, e1



def start(n, a, b):
    m = mp.zeros(n)
    for k in range(n):
        c = 2 * k + a + b
        m[k, k] = (b - a) / (a + b + 2) if k == 0 else (b * b - a * a) / (c * (c + 2))
        if k:
            f = 4 * (1 + a) * (1 + b) / (c * c * (c + 1)) if k == 1 else 4 * k * (k + a) * (k + b) * (k + a + b) / (c * c * (c + 1) * (c - 1))
            m[k, k - 1] = m[k - 1, k] = sqrt(f)
    return sorted(mp.eigsy(m, eigvals_only=True))


rules = []
for n, al, be, idx in [
    (1, "0", "0", [0]), (2, "0", "0", [0, 1]), (7, "0", "0", [0, 3, 6]), (40, "0", "0", [0, 1, 19, 39]), (101, "0", "0", [0, 50, 51, 77, 100]),
    (1, "1/2", "0", [0]), (6, "1/2", "-1/2", [0, 3, 5]), (12, "-1/2", "-1/2", [0, 6, 11]), (30, "1/3", "7/2", [0, 1, 15, 29]), (25, "0", "-9/10", [0, 12, 24]),
    (20, "15", "1/2", [0, 10, 19]),
]:
    a, b = (mpf(Fraction(s).numerator) / Fraction(s).denominator for s in (al, be))
    mp.dps = 30
    x0 = start(n, a, b)
    mp.dps = 300
    a, b = (mpf(Fraction(s).numerator) / Fraction(s).denominator for s in (al, be))
    for i in idx:
        x = x0[i]
        for _ in range(5):
            d = (n + a + b + 1) / 2 * jacobi(n - 1, a + 1, b + 1, x)
            x -= jacobi(n, a, b, x, zeroprec=1100) / d
        d = (n + a + b + 1) / 2 * jacobi(n - 1, a + 1, b + 1, x)
        w = gamma(n + a + 1) * gamma(n + b + 1) * 2 ** (a + b + 1) / gamma(n + a + b + 1) / gamma(n + 1) / (1 - x * x) / d**2
        if abs(x) < mpf(10) ** -250:
            x = mpf(0)
        rules.append([n, al, be, i, nstr(x, 110), nstr(w, 110)])

mp.dps = 120


def lam(d, x):
    return hyp0f1(mpf(d) / 2, -x * x / 4)


def arc(om):
    # 40 pieces resolve the oscillation, the square-root end is mp.quad's tanh-sinh
    f = lambda z: acos(z / 2) * lam(16, om * z) * z**15
    return quad(f, [mpf(2) * k / 10 for k in range(11)])


integrals = {
    "1/(1+x^2) on 0..1": pi / 4,
    "exp(-x^2) on 0..3": sqrt(pi) / 2 * erf(3),
    "cos(100x) on 0..1": sin(mpf(100)) / 100,
    "log(x) on 1..2": 2 * log(mpf(2)) - 1,
    "acos(z/2) Lambda16(5z) z^15 on 0..2": arc(mpf(5)),
    "acos(z/2) Lambda16(40z) z^15 on 0..2": arc(mpf(40)),
    "exp(x)/sqrt(x) on 0..1": quad(lambda t: 2 * exp(t * t), [0, 1]),
    "(1-x)^(1/3) x^(-1/2) exp(x) on 0..1": gamma(mpf(4) / 3) * gamma(mpf(1) / 2) / gamma(mpf(11) / 6) * mp.hyp1f1(mpf(1) / 2, mpf(11) / 6, 1),
    "exp(-x)/(1+x) on 0..inf": exp(mpf(1)) * e1(1),
    "besselJ0(x)exp(-x^2) on 0..inf": sqrt(pi) / 2 * exp(-mpf(1) / 8) * mp.besseli(0, mpf(1) / 8),
    "sin(20x)/x on 0..1": mp.si(20),
    "sin(20x)/sqrt(x) on 0..1": 2 * sqrt(pi / 40) * mp.fresnels(sqrt(40 / pi)),
    "1/(1+x^4) on 0..inf": pi / (2 * sqrt(mpf(2))),
}
with open(os.path.join(os.path.dirname(__file__), "..", "quad_ball.json"), "w") as f:
    f.write('{"rules": [\n' + ",\n".join(json.dumps(r) for r in rules) + '\n],\n"integrals": {\n')
    f.write(",\n".join(f"{json.dumps(k)}: {json.dumps(nstr(v, 70))}" for k, v in integrals.items()) + "\n}}\n")
