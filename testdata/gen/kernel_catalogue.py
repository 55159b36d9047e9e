"""Reference values of the kernels of the catalogue, from their definitions.

Nothing here uses the closed forms of the Go code where a definition by an integral,
a series or an angle exists: Wendland functions are integrated, Matern is Bessel K,
sphere kernels are written in the angle theta = arccos u.

    python3 kernel_catalogue.py > ../kernel_catalogue.json
"""
import json
import sys
from mpmath import (acos, acosh, besselj, besselk, beta, cos, erf, exp, findroot, gamma, log, mp, mpf,
                    mpmathify, pi, quad, sin, sqrt, tanh)

mp.dps = 40
Z = [mpf(x) for x in ["0.125", "0.5", "0.75", "1", "1.25", "1.5", "1.875", "3"]]


def angle(z):
    return acos(1 - z * z / 2)


def matern(nu, l=1):
    def k(z):
        x = sqrt(2 * mpf(nu)) * z / l
        return 2 ** (1 - mpf(nu)) / gamma(nu) * x ** mpf(nu) * besselk(nu, x)
    return k


def wendland_integral(mu, kappa, R=1):
    mu, kappa = mpf(mu), mpf(kappa)

    def raw(r):
        if r >= 1:
            return mpf(0)
        if kappa == 0:
            return (1 - r) ** mu
        # t^2 - r^2 = v: the endpoint power is at v = 0
        return quad(lambda t: t * ((t - r) * (t + r)) ** (kappa - 1) * (1 - t) ** mu, [r, (r + 1) / 2, 1])
    return lambda z: raw(z / R) / raw(mpf(0))


def lam(n, l=1):
    n = mpf(n)
    return lambda z: gamma(n / 2) * (2 * l / z) ** (n / 2 - 1) * besselj(n / 2 - 1, z / l)


def cut(R, f):
    return lambda z: f(z / mpf(R)) if z < R else mpf(0)


def ball_overlap(n):
    """Autocorrelation of a ball of diameter 1 in R^n at distance r < 1, scaled to 1 at 0."""
    f = lambda r: quad(lambda t: (1 - t * t) ** (mpf(n - 1) / 2), [r, 1])
    return lambda r: f(r) / f(mpf(0))


def kappa(n):
    # Cho & Saul, Eq. (4) in the angle, scaled to 1 at theta = 0
    def k(z):
        t = angle(z)
        if n == 0:
            return (pi - t) / pi
        if n == 1:
            return (sin(t) + (pi - t) * cos(t)) / pi
        return (3 * sin(t) * cos(t) + (pi - t) * (1 + 2 * cos(t) ** 2)) / (3 * pi)
    return k


def sphere(f):
    return lambda z: f(z) if z <= 2 else mpf(0)


third = mpf(1) / 3
K = {
    "gaussian(2)": lambda z: exp(-z * z / 8),
    "laplace(1/3)": lambda z: exp(-3 * z),
    "matern(1/2)": lambda z: exp(-z),
    "matern(3/2, 2)": matern(mpf(3) / 2, 2),
    "matern(7/2)": matern(mpf(7) / 2),
    "matern(51/2)": matern(mpf(51) / 2),
    "matern(4/3, 1/2)": matern(mpf(4) / 3, mpf(1) / 2),
    "matern(2, 5)": matern(2, 5),
    "rational_quadratic(3/2, 2)": lambda z: (1 + z * z / 12) ** mpf(-1.5),
    "cauchy(1, 3, 2)": lambda z: (1 + z / 2) ** -3,
    "cauchy()": lambda z: 1 / (1 + z * z),
    "powered_exponential(3, 2)": lambda z: exp(-(z / 2) ** 3),
    "inverse_multiquadric(2)": lambda z: 2 / sqrt(4 + z * z),
    "constant(-2)": lambda z: mpf(-2),
    "wendland(3, 0)": wendland_integral(2, 0),
    "wendland(3, 1)": wendland_integral(3, 1),
    "wendland(3, 2, 2)": wendland_integral(4, 2, 2),
    "wendland(16, 3)": wendland_integral(12, 3),
    "wendland(1, 1)": wendland_integral(2, 1),
    "generalised_wendland(7/2, 2)": wendland_integral(mpf(7) / 2, 2),
    "generalised_wendland(5/3, 1, 2)": wendland_integral(mpf(5) / 3, 1, 2),
    "missing_wendland(2)": wendland_integral(2, mpf(1) / 2, 2),
    "askey(5/2, 2)": cut(2, lambda r: (1 - r) ** mpf(2.5)),
    "triangle(2)": cut(2, lambda r: 1 - r),
    "bochner_riesz(3/2, 2)": cut(2, lambda r: (1 - r * r) ** mpf(1.5)),
    "spherical(2)": cut(2, ball_overlap(3)),
    "circular(2)": cut(2, ball_overlap(2)),
    "pentaspherical(2)": cut(2, ball_overlap(5)),
    "cubic(2)": cut(2, lambda r: (1 - r) ** 4 * (4 + 16 * r + 12 * r**2 + 3 * r**3) / 4),
    "gneiting(2)": wendland_integral(5, 3, 2),
    "delta_gaussian(1, 10)": lambda z: exp(-z * z / 2) - exp(-z * z / 200),
    "delta_gaussian(1, 2, 3, -2)": lambda z: 3 * exp(-z * z / 2) - 2 * exp(-z * z / 8),
    "spherical_polynomial(3, 2)": sphere(lambda z: (1 - z * z / 9) ** 2),
    "polynomial(1, 3)": sphere(lambda z: (1 + cos(angle(z))) ** 3),
    "arccos0()": sphere(kappa(0)),
    "arccos1()": sphere(kappa(1)),
    "arccos2()": sphere(kappa(2)),
    "ntk()": sphere(lambda z: cos(angle(z)) * kappa(0)(z) + kappa(1)(z)),
    "sigmoid(2, -1)": sphere(lambda z: tanh(2 * cos(angle(z)) - 1)),
    "geodesic_gaussian(2)": sphere(lambda z: exp(-angle(z) ** 2 / 8)),
    "geodesic_laplace(2)": sphere(lambda z: exp(-angle(z) / 2)),
    "multiquadric(2)": lambda z: -sqrt(4 + z * z),
    "power(3/2)": lambda z: -z ** mpf(1.5),
    "logarithmic(1)": lambda z: -log(1 + z),
    "thin_plate(2)": lambda z: (z / 2) ** 2 * log(z / 2),
    "wave(2)": lambda z: sin(z / 2) / (z / 2),
    "bessel(1)": cos,
    "bessel(2)": lam(2),
    "bessel(3, 2)": lam(3, 2),
    "bessel(16)": lam(16),
    "bessel(9/2, 2)": lam(mpf(9) / 2, 2),
    "damped_cosine(2, 3)": lambda z: exp(-z / 2) * cos(3 * z),
}

out = {
    "about": "Kernels of the catalogue at z; values printed to 25 digits.",
    "z": [float(z) for z in Z],
    "kernels": [{"formula": f, "values": [mp.nstr(k(z), 25) for z in Z]} for f, k in K.items()],
}
json.dump(out, sys.stdout, indent=1)
print()
