# Densities and distribution functions of Gaussian waves by quadrature: see testdata/README.md.
import json
from mpmath import mp, mpf, quad, exp, cos, sin, besselj, gamma, sqrt, linspace

mp.dps = 40

def wave(n, x):  # Λ_n
    if x == 0:
        return mpf(1)
    nu = mpf(n) / 2 - 1
    return gamma(nu + 1) * (2 / x) ** nu * besselj(nu, x)

rows = []
for formula, k, d in [
    ("exp(-z^2)*cos(2*z)", lambda z: exp(-z * z) * cos(2 * z), 1),
    ("exp(-z^2)*cos(2*z)", lambda z: exp(-z * z) * cos(2 * z), 3),
    ("exp(-z^2/2)*cos(5*z)*(1-z^2+z^4/3)", lambda z: exp(-z * z / 2) * cos(5 * z) * (1 - z**2 + z**4 / 3), 5),
    ("exp(-z^2)*z*sin(3*z)", lambda z: exp(-z * z) * z * sin(3 * z), 3),
    ("exp(-z^2)*sin(3*z)/z", lambda z: exp(-z * z) * (sin(3 * z) / z if z else mpf(3)), 7),
    ("exp(-z^2)*besselj(0,3*z)", lambda z: exp(-z * z) * besselj(0, 3 * z), 2),
    ("exp(-z^2/4)*(2+z^2)*besselj(0,z)", lambda z: exp(-z * z / 4) * (2 + z * z) * besselj(0, z), 6),
    ("exp(-z^2)*besselj(3/2,2*z)/z^(3/2)", lambda z: exp(-z * z) * (besselj(mpf(3) / 2, 2 * z) / z ** mpf(1.5) if z else 1 / gamma(mpf(5) / 2)), 9),
    ("exp(-z^2)*cos(2*z)", lambda z: exp(-z * z) * cos(2 * z), 2),
    ("exp(-z^2/3)*(1+z^2)*cos(3*z)", lambda z: exp(-z * z / 3) * (1 + z * z) * cos(3 * z), 4),
    ("exp(-z^2)*besselj(0,3*z)", lambda z: exp(-z * z) * besselj(0, 3 * z), 3),
    ("exp(-z^2)*besselj(0,3*z)", lambda z: exp(-z * z) * besselj(0, 3 * z), 1),
    ("exp(-z^2)*sin(3*z)/z", lambda z: exp(-z * z) * (sin(3 * z) / z if z else mpf(3)), 1),
    ("exp(-z^2)*z*sin(3*z)", lambda z: exp(-z * z) * z * sin(3 * z), 2),
    ("exp(-z^2)*besselj(3/2,2*z)/z^(3/2)", lambda z: exp(-z * z) * (besselj(mpf(3) / 2, 2 * z) / z ** mpf(1.5) if z else 1 / gamma(mpf(5) / 2)), 2),
]:
    cuts = linspace(0, 30, 61)
    for omega in ["1/4", "1", "3", "8"]:
        p, q = (omega.split("/") + ["1"])[:2]
        w = mpf(p) / mpf(q)
        kappa = mpf(2) ** (2 - d) / gamma(mpf(d) / 2) ** 2
        m = kappa * w ** (d - 1) * quad(lambda z: k(z) * wave(d, w * z) * z ** (d - 1), cuts)
        # ∫_0^ω κ s^{d−1} Λ_d(sz) ds = κ ω^d/d Λ_{d+2}(ωz)
        total = kappa * w**d / d * quad(lambda z: k(z) * wave(d + 2, w * z) * z ** (d - 1), cuts)
        rows.append({"formula": formula, "dim": d, "omega": omega, "density": mp.nstr(m, 25), "below": mp.nstr(total, 25)})
print(json.dumps(rows, indent=1, ensure_ascii=False))
