"""Rows of known_analyst.json: what a good analyst would decide, with the source of each answer.

Answers follow from a theorem (source), from what one claim says of another (below), or from
values that mpmath computes here: a negative density at a frequency, a negative Gegenbauer
coefficient. Nothing of krein is asked.
"""
import json
from fractions import Fraction as F
import mpmath as mp

mp.mp.dps = 20
FM, PD, CM, PS, PA, CP, PO = ("finite-mass", "pd", "completely-monotone", "pd-sphere",
                              "pd-all-spheres", "conditionally-pd", "positive-decomposition")
ORDER = (FM, PD, CM, PS, PA, CP, PO)
rows, seen = [], set()


def row(formula, dim, why, source, **e):
    e = {globals()[k]: v for k, v in e.items()}
    # what one claim says of another, for functions that are continuous at 0
    if e.get(CM) and PD not in e and FM not in e: e[PD] = True; e[PA] = True
    if e.get(PD): e[FM] = True; e[PS] = True; e[CP] = True
    if e.get(FM): e[PO] = True
    if e.get(PA): e[PS] = True
    if e.get(CP): e[PO] = True
    if e.get(PD) is False: e.setdefault(CM, False)
    if e.get(FM) is False: e[PD] = False; e.setdefault(CM, False)
    if e.get(PO) is False: e[CP] = False; e[FM] = False; e[PD] = False; e[CM] = False
    if e.get(PS) is False: e[PA] = False; e[PD] = False; e.setdefault(CM, False)
    assert (formula, dim) not in seen, (formula, dim)
    seen.add((formula, dim))
    rows.append({"formula": formula, "dim": dim, "expect": {k: e[k] for k in ORDER if k in e},
                 "why": why, "source": source})


def mono(formula, dims, why, source):
    for d in dims: row(formula, d, why, source, CM=True)


def decays(formula, dim, pd, why, source, **e):
    """k is continuous of finite mass and has a limit c >= 0 at infinity: conditionally positive
    definite if and only if positive definite, as m({0}) = c (Bochner; Sun 1993)."""
    row(formula, dim, why, source, FM=True, PD=pd, CP=pd, **e)


def density(f, d, w, to=mp.inf):
    """m(w) up to a positive factor: the Hankel integral, over half periods."""
    nu = mp.mpf(d) / 2 - 1
    g = lambda z: f(z) * mp.besselj(nu, w * z) * z ** (nu + 1)
    if to != mp.inf:
        n = int(w * to / mp.pi) + 2
        return mp.quad(g, mp.linspace(0, to, n + 1))
    return mp.quadosc(g, [0, mp.inf], omega=w)


def indefinite(formula, f, d, why, to=mp.inf, **e):
    for w in ("1/10", "1/2", "1", "3/2", "2", "5/2", "3", "4", "5", "6", "8", "10"):
        if (v := density(f, d, mp.mpf(w), to)) < -mp.mpf(10) ** -9: break
    else: raise ValueError(formula)
    decays(formula, d, False, why, "mpmath: the density at %s is %s up to a positive factor" % (w, mp.nstr(v, 8)), **e)


def gegenbauer(f, d, n):
    """the coefficient of degree n up to a positive factor; the circle by cosines"""
    g = lambda th: f(2 * mp.sin(th / 2)) * (mp.cos(n * th) if d == 2 else
        mp.gegenbauer(n, mp.mpf(d) / 2 - 1, mp.cos(th)) * mp.sin(th) ** (d - 2))
    return mp.quad(g, mp.linspace(0, mp.pi, 4 + n))


def not_sphere(formula, f, d, n, why, **e):
    v = gegenbauer(f, d, n)
    assert v < -mp.mpf(10) ** -12, (formula, d, n, v)
    row(formula, d, why, "mpmath: the Gegenbauer coefficient of degree %d is %s up to a positive factor" % (n, mp.nstr(v, 8)),
        PS=False, **e)


def q(x):
    x = F(x)
    return str(x) if x.denominator == 1 else "(%s)" % x


SSV = "Schilling, Song, Vondracek, Bernstein Functions (2012), chapters 3, 7, 16"
SCH = "Schoenberg, Ann. of Math. 39 (1938), theorem 3"
MIC = "Micchelli, Constr. Approx. 2 (1986); Wendland, Scattered Data Approximation (2005), chapter 8"
FAS = "Fasshauer, Meshfree Approximation Methods with MATLAB (2007)"
GV = "Gelfand, Vilenkin, Generalized Functions IV (1964), chapter II, section 4.4"
GS = "Gelfand, Shilov, Generalized Functions I (1964), chapter II, section 3.3: the transform of r^b is a positive multiple of w^(-b-d)/Gamma(-b/2)"
TAIL = "Erdelyi, Asymptotic Expansions (1956), section 2.8: the singularity at b > 0 leads, and has mean 0"
FLAT = "Lukacs, Characteristic Functions (1970), theorem 4.1.1"

# 1. completely monotone functions of z^2
for f, dims, why in [
    ("exp(-z^(7/5))", (2, 9), "powered exponential 7/5"),
    ("exp(-(z/3)^(1/4))", (6,), "powered exponential 1/4"),
    ("exp(-z^(19/10)/2)", (3, 40), "powered exponential 19/10"),
    ("(1+sqrt(7)*z+14/5*z^2+7*sqrt(7)/15*z^3)*exp(-sqrt(7)*z)", (3, 20), "Matern 7/2"),
    ("matern(1/5)", (4,), "Matern 1/5"), ("matern(9/4, 2)", (7,), "Matern 9/4"),
    ("rational_quadratic(3/10)", (5,), "rational quadratic"),
    ("(1+z^2)^(-1/10)", (3, 30), "inverse multiquadric, exponent 1/10"),
    ("(1+z^(7/10))^(-3)", (4,), "generalised Cauchy"), ("(1+z^(17/10))^(-1/5)", (2, 12), "generalised Cauchy"),
    ("1/(1+z)^3", (3,), "hyperbolic decay"), ("1/(1+sqrt(z))", (5,), "1/(1+t^(1/4))"),
    ("exp(1-sqrt(1+z^2))", (2,), "normalised exponential of a multiquadric"),
    ("exp(-sqrt(log(1+z)))", (4,), "exponential of a composition of Bernstein functions"),
    ("exp(-z)+2*exp(-z^2/3)", (3,), "sum"), ("exp(-z)*(1+z^2)^(-2)", (6,), "product"),
    ("(1-exp(-z^2))/z^2", (3, 10), "mean of Gaussians"), ("(1-exp(-z))/z", (4,), "mean of exponentials"),
    ("log(1+z^2)/z^2", (2,), "mean of 1/(1+ut)"), ("atan(z)/z", (5,), "mean of 1/(1+u^2 t)"),
    ("log(z+sqrt(1+z^2))/z", (3,), "mean of (1+u^2 t)^(-1/2): asinh(z)/z"), ("erf(z)/z", (2,), "mean of Gaussians"),
    ("erfc(z)", (3,), "minus the derivative is exp(-t)/sqrt(pi t)"), ("exp(z^2)*erfc(z)", (4,), "Mittag-Leffler function of order 1/2"),
    ("1/cosh(z/2)", (6,), "product of 1/(1+t/c_j)"), ("1/cosh(z)^3", (3,), "product"),
    ("tanh(z)/z", (4,), "partial fractions"), ("(z/sinh(z))^2", (5,), "product"),
    ("1/(1+log(1+z))", (3,), "reciprocal of a Bernstein function"),
    ("1-z/(1+z)", (2,), "1/(1+z)"), ("1-(z/(1+z))^(1/2)", (3,), "Dagum"), ("1-sqrt(z^2/(1+z^2))", (4,), "Dagum"),
    ("exp(-z^2)+exp(-z^2/9)/2+1/3", (8,), "Gaussians and a constant"),
    ("exp(-2*z)*cosh(z)", (5,), "half the sum of exp(-z) and exp(-3z)"),
    ("z^(1/3)*besselk(1/3,z)", (3,), "Matern 1/3 unnormalised"),
    ("1/(z^2+z+1)", (4,), "reciprocal of a Bernstein function"), ("1/sqrt(1+z+z^2)", (7,), "power of a Bernstein function"),
    ("log(1+1/(1+z))", (2,), "log(1+1/s) is a Stieltjes function"), ("(1+z^2)^(-3/2)*exp(-z^2)", (9,), "product"),
    ("exp(exp(-z)-1)", (3,), "exponential of a completely monotone function"),
    ("besseli(0,1/2)*besselk(0,1)*exp(-z)", (2,), "a positive multiple of exp(-z)"),
    ("exp(-z/2)-exp(-z/2-1)*0", (2,), "exp(-z/2)"),
]: mono(f, dims, why, SSV if "powered" not in why else SCH)

# 2. unbounded at 0, completely monotone all the same
for f, d in [("z^(-1/2)", 2), ("-log(z/(1+z))", 3), ("1/sinh(z)", 2), ("besselk(0,z)", 3)]:
    row(f, d, "completely monotone in t, unbounded at 0", SSV, CM=True, FM=False)
    del rows[-1]["expect"][PD]  # a function that is infinite at 0

# 3. truncated powers and Wendland's functions
GOL = "Golubov, Anal. Math. 7 (1981): (1-z)_+^l is PD on R^d iff l >= (d+1)/2"
ZAS = "Zastavnyi, Ukr. Math. Bull. 3 (2006): phi_{mu,kappa} is PD on R^d iff mu >= (d+1)/2 + kappa"
for l, d in [("5/2", 4), ("249/100", 4), ("7/2", 6), ("3499/1000", 6), (4, 7), ("41/10", 7), (5, 9), ("49/10", 9), (6, 11), (2, 2), ("31/20", 2), ("149/100", 2), (20, 39), ("39/2", 39)]:
    l = F(l); f = "max(0,1-z)^%s" % q(l)
    if l >= F(d + 1, 2): decays(f, d, True, "Askey, l = %s" % l, GOL, CM=False, PA=False)
    else: decays(f, d, False, "Askey, l = %s" % l, GOL)
for mu, d in [(2, 1), (2, 2), ("7/2", 4), ("7/2", 5), (5, 7), (5, 8), ("29/10", 3), (6, 9), (4, 5), (4, 6), ("401/100", 5)]:
    mu = F(mu); pd = mu >= F(d + 1, 2) + 1
    decays("z<1 ? (1-z)^%s*(1+%s*z) : 0" % (q(mu + 1), q(mu + 1)), d, pd, "Wendland, kappa = 1, mu = %s" % mu, ZAS, CM=False)
for f, mu, dims in [("max(0,1-z)^6*(35*z^2+18*z+3)/3", 4, (1, 3, 4)), ("max(1-z,0)^5*(8*z^2+5*z+1)", 3, (1, 2, 3)), ("z<=2 ? (1-z/2)^7*(4*z^2+7/2*z+1) : 0", 5, (5, 6))]:
    for d in dims: decays(f, d, mu >= F(d + 1, 2) + 2, "Wendland, kappa = 2, mu = %s" % mu, ZAS, CM=False)
for d in (2, 3, 4, 5):
    decays("z<1 ? (1-z)^8*(32*z^3+25*z^2+8*z+1) : 0", d, 5 >= F(d + 1, 2) + 3, "Wendland, kappa = 3, mu = 5", ZAS, CM=False)
WU = FAS + ", section 11.2: Wu's functions, FT a square in R^(2k+1); above, the exponent 7-k at 1 outweighs the cusp z^(7-2k)"
for f, k in [("max(0,1-z)^7*(5+35*z+101*z^2+147*z^3+101*z^4+35*z^5+5*z^6)", 0), ("max(0,1-z)^6*(6+36*z+82*z^2+72*z^3+30*z^4+5*z^5)", 1),
             ("max(0,1-z)^5*(8+40*z+48*z^2+25*z^3+5*z^4)", 2), ("max(0,1-z)^4*(16+29*z+20*z^2+5*z^3)", 3)]:
    for d in (2 * k + 1, 2 * k + 2): decays(f, d, d <= 2 * k + 1, "Wu, l = 3, k = %d" % k, WU, CM=False)
BUH = "Buhmann, Proc. AMS 126 (1998); " + FAS + ", section 11.3"
for d in (1, 2, 3): decays("z<1 ? 12*z^4*log(z)-21*z^4+32*z^3-12*z^2+1 : 0", d, True, "Buhmann", BUH, CM=False, PA=False)
CHI = "Chiles, Delfiner, Geostatistics (2012), section 2.5; Gneiting, J. Multivariate Anal. 69 (1999)"
for d in (3, 4, 5): decays("z<1 ? 2/(3*pi)*(3*acos(z)-z*sqrt(1-z^2)*(5-2*z^2)) : 0", d, d <= 4, "overlap of balls of R^4", CHI, CM=False)
for d in (2, 3, 4): decays("z<3/2 ? 1-z+z^3*4/27 : 0", d, d <= 3, "spherical model, range 3/2", CHI, CM=False)

# 4. waves damped
ZC = "Zastavnyi, J. Math. Sci. 101 (2000); Gneiting: exp(-l z) cos z is PD on R^d iff l >= cot(pi/(2d))"
for l, d in [("2", 3), ("12/5", 4), ("121/50", 4), ("5/2", 5), ("16/5", 5), ("19/5", 6), ("37/10", 6), ("1/100", 1), ("11/10", 2), ("9/10", 2), ("12", 20), ("13", 20)]:
    lam = mp.mpf(F(l).numerator) / F(l).denominator
    pd = bool(lam >= mp.cot(mp.pi / (2 * d)))
    decays("exp(-%s*z)*cos(z)" % q(l), d, pd, "damped cosine, bound %s" % mp.nstr(mp.cot(mp.pi / (2 * d)), 8), ZC, CM=False)
for a, d in [("1/2", 2), ("51/100", 2), ("1/3", 3), ("1/5", 5), ("21/100", 5), ("1/10", 10), ("1/9", 10), ("1/2", 6)]:
    decays("(1-%s*z)*exp(-z)" % q(a), d, F(a) <= F(1, d), "hole effect: (1-az)exp(-z), a <= 1/d", "the density is a multiple of (1+a)(1+w^2) - a(d+1), by differentiating the transform of exp(-sz)", CM=False)
for a, d in [("1/2", 2), ("501/1000", 2), ("1/6", 6), ("1/7", 8), ("1/12", 12), ("1/5", 4)]:
    decays("(1-%s*z^2)*exp(-z^2/2)" % q(a), d, F(a) <= F(1, d), "Laguerre: the density is a multiple of 1 - a(d-w^2)", "differentiation of the Gaussian transform", CM=False)
decays("exp(-z^2/2)*cos(z)", 1, True, "product", "Schur", CM=False)
for d in (2, 4, 7): indefinite("exp(-z^2/2)*cos(2*z)", lambda z: mp.exp(-z * z / 2) * mp.cos(2 * z), d, "Gaussian times cosine", CM=False)
decays("exp(-z^2)*sin(3*z)/(3*z)", 3, True, "product of positive definite functions", "Schur", CM=False)
decays("exp(-z)*besselj(0,2*z)", 2, True, "product of positive definite functions", "Schur", CM=False)
decays("exp(-z^2)*besselj(1,z)/z", 4, True, "product", "Schur", CM=False)
decays("cos(z)/(1+z^2)^2", 1, True, "product", "Schur", CM=False)
decays("cos(2*z)*exp(-sqrt(z))", 1, True, "product", "Schur", CM=False)
decays("max(0,1-z)*cos(pi*z)", 1, True, "product", "Schur", CM=False)
decays("cos(z)*sin(z)/z", 1, True, "sin(2z)/(2z)", "Schur", CM=False)

# 5. Gaussians, Matern and Cauchy terms with signs
GD = "the density is a sum of chi densities with signs: compare at w = 0 and at infinity"
for a, s, d in [("1/4", 2, 2), ("26/100", 2, 2), ("1/8", 2, 3), ("13/100", 2, 3), ("1/9", 3, 2), ("1/2", 2, 1), ("51/100", 2, 1)]:
    decays("exp(-z^2)-%s*exp(-z^2/%d)" % (q(a), s * s), d, F(a) * F(s) ** d <= 1, "difference of Gaussians, widths 1 and %d: PD iff a s^d <= 1" % s, GD, CM=False)
ED = "the density of exp(-bz) is a multiple of b/(b^2+w^2)^((d+1)/2): compare at w = 0 and at infinity"
for a, b, d in [("1/2", "1/2", 1), ("51/100", "1/2", 1), ("1/4", "1/2", 2), ("1/9", "1/3", 2), ("1/7", "1/3", 2), ("1/8", "1/2", 3), ("3/20", "1/2", 3)]:
    # w=0: 1 - a b^-d >= 0; infinity: 1 - a b >= 0; in between the quotient is monotone
    decays("exp(-z)-%s*exp(-%s*z)" % (q(a), q(b)), d, F(a) / F(b) ** d <= 1, "difference of exponentials", ED, CM=False)
for a, d in [("1/3", 1), ("34/100", 1), ("1/9", 2), ("1/8", 2)]:
    decays("(1+z)*exp(-z)-%s*(1+z/3)*exp(-z/3)" % q(a), d, F(a) * 3 ** d <= 1, "difference of Matern 3/2 kernels, density b^3/(b^2+w^2)^((d+3)/2)", ED, CM=False)
MIX = "the mixing density of (1+t)^(-b) is s^(b-1)exp(-s)/Gamma(b), of (c+t)^(-b) that times exp(-(c-1)s)"
for f, cm, why in [
    ("1/(1+z^2)-1/2/(1+z^2)^2", False, "exp(-s)(1-s/2) changes sign"),
    ("1/(1+z^2)-1/(3+z^2)", True, "exp(-s)-exp(-3s) >= 0"),
    ("1/(1+z^2)-2/(2+z^2)+1/(3+z^2)", True, "exp(-s)(1-exp(-s))^2"),
    ("1/(1+z^2)-21/10/(2+z^2)+11/10/(3+z^2)", False, "e^-s (1-2.1x+1.1x^2), x = e^-s: roots 1 and 10/11"),
    ("1/(1+z^2)-1/(1+z^2)^2+1/2/(1+z^2)^3", True, "exp(-s)(1-s+s^2/4) = exp(-s)(1-s/2)^2"),
    ("1/(1+z^2)-1/(1+z^2)^2+12/25/(1+z^2)^3", False, "1-s+.24s^2 < 0 at s = 2"),
    ("1/(1+z^2)-9/10/(1+z^2)^2+1/2/(1+z^2)^3", True, "1-.9s+s^2/4 > 0"),
]:
    for d in (2, 5):
        if cm: row(f, d, why, MIX, CM=True)
        else: row(f, d, why, MIX, CM=False, FM=True)
for f, cm, why in [
    ("(1+z^2)^(-1/2)-1/2*(1+z^2)^(-3/2)", False, "s^(-1/2) exp(-s)(1-s) changes sign"),
    ("(1+z^2)^(-3/2)+(1+z^2)^(-1/2)", True, "a sum"),
    ("(1+z^2)^(-1/2)-(1+z^2)^(-3/2)+1/2*(1+z^2)^(-5/2)", True, "s^(-1/2) e^-s (1-2s+2/3 s^2)/sqrt(pi): see code"),
]:
    if "5/2" in f:  # 1 - s/(1/2) + (1/2) s^2/(3/4) = 1 - 2 s + 2/3 s^2: discriminant 4 - 8/3 > 0
        cm, why = False, "s^(-1/2) e^-s (1-2s+2s^2/3) changes sign"
    row(f, 3, why, MIX, CM=cm, **({} if cm else {"FM": True}))
# d = 1: (1+z^2)^-1 -> pi e^-w ; (1+z^2)^-2 -> pi/2 (1+w) e^-w
decays("2*(1+z^2)^(-2)-(1+z^2)^(-1)", 1, True, "density w exp(-w)", "Erdelyi et al., Tables of Integral Transforms I, 1.3", CM=False)
decays("(1+z^2)^(-1)-(1+z^2)^(-2)", 1, False, "density (1-w)exp(-w)/2", "Erdelyi et al., Tables of Integral Transforms I, 1.3", CM=False)
decays("19/10*(1+z^2)^(-2)-(1+z^2)^(-1)", 1, False, "density (.95(1+w)-1)exp(-w) < 0 at 0", "Erdelyi et al., Tables of Integral Transforms I, 1.3", CM=False)
decays("(1+z^2)^(-1)-1/2*(1+z^2)^(-2)", 1, False, "density (1-(1+w)/4)exp(-w) < 0 for w > 3", "Erdelyi et al., Tables of Integral Transforms I, 1.3", CM=False)
decays("exp(-z)-1/2*exp(-z/2)+exp(-z^2)", 1, True, "exp(-z)-exp(-z/2)/2 is PD", ED, CM=False)
indefinite("exp(-z)-exp(-z^2)", lambda z: mp.exp(-z) - mp.exp(-z * z), 1, "k(0) = 0", CM=False)
indefinite("exp(-z)+exp(-z/4)/8-exp(-z^2)", lambda z: mp.exp(-z) + mp.exp(-z / 4) / 8 - mp.exp(-z * z), 2, "difference", CM=False)
indefinite("2*exp(-z^2/2)-exp(-z)", lambda z: 2 * mp.exp(-z * z / 2) - mp.exp(-z), 3, "the Gaussian density decays faster", CM=False)
decays("3*exp(-z^2/2)-exp(-sqrt(z))", 2, False, "cusp -(-sqrt z): the density is negative at infinity", GS, CM=False)
decays("3*exp(-z^2/2)-exp(-z^(3/2))", 4, False, "cusp +z^(3/2): the density is negative at infinity", GS, CM=False)
decays("2/(1+z^2)-1/(1+z)", 3, False, "cusp +z: the density is negative at infinity", GS, CM=False)
decays("2/(1+z^2)^3-(1+z^(1/2))^(-4)", 5, False, "cusp +4 sqrt z", GS, CM=False)
decays("exp(-z^2)*(1+z)", 2, False, "cusp +z", GS, CM=False)
decays("exp(-z^2)*(2+z^(1/2))", 6, False, "cusp +sqrt z", GS, CM=False)
decays("exp(-z^2-z^3/3)", 2, False, "first odd term -z^3/3, 1/Gamma(-3/2) > 0: negative at infinity", GS, CM=False)
decays("exp(-z^2+z)", 3, False, "cusp +z", GS, CM=False)
decays("1/(1+z^2+z^3)", 3, False, "first odd term -z^3", GS, CM=False)
decays("(1+z^(5/2))^(-1)", 1, False, "flat at 0", FLAT, CM=False)
decays("exp(-z^2)+z*exp(-z)/10", 1, False, "cusp +z/10", GS, CM=False)
decays("exp(-z^2)-z^3*exp(-z)/10", 1, False, "term -z^3/10", GS, CM=False)
decays("besselj(0,z)*exp(-z^3)", 2, False, "first odd term -z^3", GS, CM=False)
decays("cos(z)*exp(-z^3/9)", 1, False, "first odd term -z^3/9", GS, CM=False)
decays("exp(-z^2)*log(2+z)", 3, False, "cusp +z/2", GS, CM=False)
decays("exp(-2*z^2)*cosh(z)^2*exp(z/5)", 2, False, "cusp +z/5", GS, CM=False)
# flat at 0
for f, d in [("1/(1+z^4)", 3), ("1/(1+z^6)^2", 2), ("exp(-z^4)", 4), ("exp(-z^(9/4))", 2), ("1/cosh(z^2)", 3), ("exp(-z^3)*(1+z^3)", 2), ("cos(z)*cosh(z)*exp(-z^4)", 1), ("sqrt(exp(-z^5))", 6)]:
    decays(f, d, False, "k(0)-k(z) = o(z^2)", FLAT, CM=False)
# above its value at 0, or below the bound
for f, d in [("z*exp(-z)", 2), ("z^2*exp(-z^2)", 3), ("(1+z^2)*exp(-z^2/2)", 5), ("exp(-(z-1)^2)", 1), ("z/(1+z^2)", 1), ("sin(z)*exp(-z)", 2), ("z<2 ? z*(2-z) : 0", 1), ("exp(-z)*(1+3*z)", 3), ("1/(1-z+z^2)", 2)]:
    decays(f, d, False, "k exceeds k(0)", "Bochner (1933)", CM=False)

# 6. conditionally positive definite
for f, dims, why in [
    ("-z^(1/2)", (3,), "power 1/2"), ("-z^(19/10)", (2,), "power 19/10"), ("z^3", (1, 5), "power 3, order 2"), ("z^(5/2)", (3,), "power 5/2"),
    ("-z^5", (2,), "power 5, order 3"), ("-sqrt(4+z^2)", (7,), "multiquadric"), ("(1+z^2)^(3/2)", (3,), "multiquadric 3/2, order 2"),
    ("-(1+z^2)^(1/5)", (2,), "multiquadric 1/5"), ("-(2+z^2)^(5/2)", (4,), "multiquadric 5/2, order 3"),
    ("z==0 ? 0 : z^2*log(z)", (3, 2), "thin plate"), ("z==0 ? 0 : -z^4*log(z)", (2,), "thin plate, order 3"),
    ("-log(2+z^2)", (4,), "logarithm"), ("-log(1+z)", (3,), "logarithm of a Bernstein function"), ("-z-z^(1/3)", (2,), "sum"), ("z^3-z", (3,), "z^3 and -z"),
    ("z^3-z+exp(-z^2)", (2,), "sum with a Gaussian"), ("exp(-z)-z", (4,), "sum"), ("(1+z^2)*log(1+z^2)", (3,), "second derivative 1/(1+t)"),
    ("-sqrt(z+z^2)", (2,), "root of a Bernstein function"), ("z^4-2*z^2+1", (3,), "polynomial in z^2"), ("-z^2", (2,), "polynomial in z^2"),
    ("-(1-exp(-z^2))*3", (4,), "minus a Bernstein function"), ("-z^2-log(1+z^2)", (2,), "minus a Bernstein function"), ("5-sqrt(1+z)", (6,), "minus a Bernstein function and a constant"),
    ("1/(1+z^2)-z^(3/2)", (3,), "sum"), ("-log(cosh(z))", (3,), "product of 1+t/c_j"),
]:
    for d in dims:
        bounded = "exp(-z^2))*3" in f
        row(f, d, why, MIC, CP=True, FM=bounded, PD=False)
OPP = MIC + "; uniqueness of the measure on R^d without 0: " + GV
for f, d, why in [
    ("z", 2, "-z is"), ("sqrt(2+z^2)", 4, "minus the multiquadric is"), ("-z^3", 3, "z^3 is"), ("z^(3/2)", 1, "-z^(3/2) is"), ("z^5", 3, "-z^5 is"),
    ("z==0 ? 0 : -z^2*log(z)", 2, "minus the thin plate"), ("log(1+z^2)", 3, "-log(1+z^2) is"), ("-(1+z^2)^(3/2)", 2, "(1+z^2)^(3/2) is"), ("z+z^3", 3, "the density is -c w^(-d-1) + c' w^(-d-3): negative at infinity"),
    ("z+exp(-z^2)", 2, "cusp +z: the density is negative at infinity"), ("-z^3-z", 1, "at 0 the term -z^3 leads: negative density"), ("z^(1/2)-z", 2, "cusp +sqrt z: negative at infinity"), ("z-z^(1/2)", 2, "infinity +z: negative at 0"),
    ("z^3-z^(7/2)", 3, "at infinity -z^(7/2): negative density at 0"), ("z^(5/2)-z^3", 2, "at infinity -z^3"), ("z^3+z^(1/2)", 4, "cusp +sqrt z"), ("sqrt(1+z^2)+exp(-z^2)", 3, "density -c w^(-d-1) at 0"), ("log(1+z^2)+exp(-z)", 2, "density -c w^(-d) at 0"),
    ("sqrt(1+z)", 2, "minus that is, no polynomial"), ("log(2+z)+5", 3, "minus that is"), ("1-z^3", 2, "z^3 is"), 
]:
    row(f, d, why, OPP if "density" not in why and "cusp" not in why and "infinity" not in why else GS, CP=False, FM=False, PO=True)
for f, d in [("exp(z)", 3), ("cosh(z)", 1), ("z^2*cos(z)", 2), ("exp(z^2/9)", 2), ("sinh(z)", 3), ("z*sin(z)", 1), ("exp(sqrt(z))", 2), ("z^2*besselj(0,z)", 3)]:
    row(f, d, "grows too fast, or in waves", GV, FM=False, PD=False, CP=False)
for f, d in [("exp(-z^2)-1", 3), ("exp(-z)-2", 2), ("1/(1+z)-1/2", 4), ("max(0,1-z)^2-1", 3), ("besselj(0,z)-1", 2), ("exp(-z)*cos(z)-3", 1)]:
    row(f, d, "a positive definite function less a constant", "definition", FM=True, PD=False, CM=False, CP=True)
for f, d, why in [("exp(-z^3)-1", 2, "exp(-z^3) is not PD"), ("1-exp(-z^2)", 3, "minus a Gaussian"), ("1-exp(-z)", 1, "minus an exponential"), ("z^2/(1+z^2)", 2, "1 less a positive definite function"), ("tanh(z)^2", 3, "1 less 1/cosh^2"), ("-exp(-z)", 4, "minus"), ("z/(1+z)", 3, "1 less 1/(1+z)"), ("1/(1+z^4)-2", 3, "flat at 0"),]:
    row(f, d, why, "k less its limit is not positive definite: Sun 1993, and the mass at 0 is the limit", FM=True, CP=False, PD=False)

# 7. singularities at b > 0, growth, oscillation: finite mass and positive decompositions
FMS = "docs/theory.md (F): an exponent e <= (d-1)/2 at b > 0; Stein, Harmonic Analysis (1993), VIII"
for f, d in [("z<1 ? 1-z : 0", 3), ("z<1 ? (1-z)^2 : 0", 5), ("z<1 ? (1-z^2)^(3/2) : 0", 4), ("abs(1-z)*exp(-z)", 3), ("sqrt(abs(1-z^2))*exp(-z)", 2), ("min(1,1/z)", 3), ("max(exp(-z),1/2)", 3), ("z<1 ? 1 : 0", 1), ("abs(cos(z))", 3), ("max(0,cos(z))*exp(-z)", 4),
             ("z<1 ? sqrt(1-z) : 0", 2), ("1/(1+abs(z-2))", 5), ("log(1+abs(1-z))", 3), ("z<1 ? (1-z)^3*(1+3*z+z^2*0) : 0", 7), ("exp(-abs(z-1))", 3)]:
    row(f, d, "singularity at b > 0", FMS, PO=False)
for f, d in [("z<1 ? 1-z : 0", 2), ("z<1 ? (1-z)^2 : 0", 4), ("abs(1-z)*exp(-z)", 2), ("sqrt(abs(1-z^2))*exp(-z)", 1), ("max(exp(-z),1/2)", 2), ("exp(-abs(z-1))", 1), ("min(1,1/z)", 2)]:
    row(f, d, "exponent above (d-1)/2", FMS, FM=True)
for f, d in [("cos(z)", 2), ("sin(z)/z", 4), ("cosh(z/2)", 3), ("exp(z^2/5)", 2), ("cos(z^2)", 2), ("z^2*exp(z)", 3), ("besselj(0,z)", 3), ("sqrt(1+z^2)*cos(z)", 2), ("sin(z)^2", 3), ("exp(cos(z))", 2), ("log(1+z^2)*sin(z)/z", 5), ("z^4", 6)]:
    row(f, d, "continuous, and analytic on (0,oo)", "shells: docs/rules/analysis.md; oscillation or growth at infinity", FM=False, PO=True)

# 8. one dimension, periodic
BO = "Bochner (1933); Herglotz: nonnegative Fourier coefficients"
for f, pd, why in [
    ("exp(-2*sin(z/2)^2)", True, "exp(cos z - 1): Bessel I"), ("exp(-2*sin(pi*z)^2/9)", True, "periodic kernel of Gaussian processes"), ("1/(5-4*cos(z))", True, "Poisson kernel"),
    ("(2+cos(z))/(5+4*cos(z))", False, "coefficients of (-1/2)^n"), ("cos(z)+cos(2*z)/3", True, "sum"), ("cos(z)-cos(2*z)/3", False, "sum"), ("cos(z)^3", True, "product"), ("cos(z)*cos(sqrt(2)*z)", True, "product"),
    ("1-sin(z)^2/2", True, "3/4+cos(2z)/4"), ("sin(z)^2", False, "1/2-cos(2z)/2"), ("exp(cos(z))*exp(-1)+cos(3*z)", True, "sum"), ("cosh(cos(z))", True, "series"), ("log(2-cos(z))", False, "minus a PD function plus a constant"),
    ("1/(2-cos(z)^2)", True, "series in cos^2"), ("1/(2+cos(z)^2)", False, "coefficients of alternating signs"), ("exp(-cos(z))", False, "I_n(-1) alternate"), ("exp(sin(z)^2)", False, "exp(1/2-cos(2z)/2)"),
    ("besseli(0,2*cos(z/2))", True, "series in cos(z/2)^2 = (1+cos z)/2"), ("abs(cos(z))", False, "coefficients of cos(2nz) alternate"), ("exp(-abs(sin(z)))", True, "convex on (0, pi) and even about pi/2"), ("exp(cos(z)-1)*exp(-z^2/50)", True, "locally periodic kernel"), ("exp(cos(z))*cos(z)", True, "product"),
    ("cos(z)/(5-4*cos(z))", True, "product"), ("1/sqrt(2-cos(z))", True, "series"), ("exp(cos(z))-2*cos(z)", False, "2 I_1(1) = 1.13 < 2"), ("exp(cos(z))-cos(z)", True, "2 I_1(1) = 1.13 > 1"), ("exp(cos(z))-cos(3*z)/20", False, "2 I_3(1) = .0443 < .05"), ("exp(cos(z))-cos(3*z)/25", True, "2 I_3(1) = .0443 > .04"),
    ("1/(5-4*cos(z))-cos(2*z)/7", True, "coefficient 2/3/4 = 1/6 > 1/7"), ("1/(5-4*cos(z))-cos(z)/2", False, "coefficient 2/3/2 = 1/3 < 1/2"), ("1/(5-4*cos(z))-1/3", True, "constant coefficient 1/3"), ("1/(5-4*cos(z))-2/5", False, "constant coefficient 1/3"),
]:
    row(f, 1, why, BO, FM=True, PD=pd, CM=False, **({"CP": pd} if not pd and "2/5" not in f and "log" not in f else {}))

# 9. one dimension, convex (Polya)
PO1 = "Polya (1949): convex, decreasing to c >= 0"
for f, why in [("1/(1+z)^(1/2)*exp(-z)", "convex"), ("max(0,1-sqrt(z))", "convex"), ("z<1 ? (1-z)*exp(-z) : 0", "convex"), ("max(0,1-z)^2*exp(-z/2)", "convex"), ("max(exp(-z)-exp(-2),0)", "convex"), ("max(0,1-z)/(1+z)", "convex"),
               ("z<1 ? 1-sin(pi*z/2) : 0", "convex"), ("max(1/(1+z)-1/3,0)", "convex"), ("max(1-2*z,(1-z)/3,0)", "maximum of convex functions"), ("exp(-z)+max(0,1-z)", "sum"), ("z<1 ? (1-z)^(3/2)*(1+z/4) : 0", "convex"),
               ("log(1+1/(1+z)^2)", "convex"), ("1-tanh(z)", "convex on z > 0"), ("pi/2-atan(z)", "convex"), ("1-z/sqrt(1+z^2)", "convex")]:
    row(f, 1, why, PO1, PD=True)

# 10. squares and products of Bessel functions
SQ = "Lambda_n is the transform of the uniform distribution s on a sphere of R^n; s*s has a density c r^-1 (4-r^2)^((n-3)/2), r < 2: " \
     "Lambda_n^2 is a mixture of Lambda_n(rz), and with r^(n-2)(4-r^2)^((n-3)/2) walks up to d = 2n-1; Gradshteyn, Ryzhik 6.672"
for n, f in [(2, "besselj(0,z)^2"), (3, "(sin(z)/z)^2"), (4, "(2*besselj(1,z)/z)^2"), (5, "(3*(sin(z)/z^3-cos(z)/z^2))^2"), (6, "(8*besselj(2,z)/z^2)^2")]:
    for d in sorted({n, n + 1, 2 * n - 1}):
        decays(f, d, True, "Lambda_%d squared" % n, SQ, CM=False)
    row(f, 2 * n, "cos(2z) z^(1-n), n-1 < (d-1)/2 at infinity", FMS, FM=False, CP=False, PO=True, CM=False)
decays("besselj(0,z)*besselj(0,2*z)", 2, True, "product", "Schur", CM=False)
decays("besselj(0,z)*sin(z)/z", 2, True, "product", "Schur", CM=False)
decays("besselj(0,z)*cos(z)", 1, True, "product", "Schur", CM=False)
decays("cos(z)*sin(2*z)/(2*z)", 1, True, "product", "Schur", CM=False)
decays("(sin(z)/z)*exp(-z)", 3, True, "product", "Schur", CM=False)
decays("besselj(0,z)^2*exp(-z^2/9)", 2, True, "product", "Schur", CM=False)
decays("(sin(z)/z)^3", 3, True, "product", "Schur", CM=False)
decays("besselj(1,z)^2/z^2", 4, True, "product", "Schur", CM=False)

# 11. densities that vanish below their top
for f, d, why in [("besselj(1,z)/z", 5, "Lambda_4 above its dimension"), ("besselj(2,z)/z^2", 7, "Lambda_6"), ("sin(z)/z", 5, "Lambda_3"), ("(sin(z)/z)^2", 6, "band limited to 2, cos(2z)/z^2")]:
    row(f, d, why, "Schoenberg (1938), theorem 1: a measure on a sphere is no projection", PD=False, FM=False, CM=False, PO=True) if (f, d) not in seen else None
for d in (1, 2, 3):
    decays("2*(1-cos(z))/z^2", d, True, "Fejer", "Polya; (sin(z/2)/(z/2))^2", CM=False)

# 12. machine-learning kernels
decays("exp(-z/3)*cos(2*pi*z/5)", 1, True, "spectral mixture, one Laplace component", "Wilson, Adams, ICML 2013", CM=False)
decays("exp(-2*pi^2*z^2/25)*cos(2*pi*z/3)+exp(-z^2)/2", 1, True, "spectral mixture", "Wilson, Adams, ICML 2013", CM=False)
mono("3*exp(-z^2/2)+(1+z^2/4)^(-2)+exp(-z)/5", (6,), "sum kernel", "Rasmussen, Williams (2006), chapter 4")
mono("(1+z^2/6)^(-3)*exp(-z/4)", (8,), "product kernel", "Rasmussen, Williams (2006), chapter 4")
mono("(1+sqrt(5)*z+5*z^2/3)*exp(-sqrt(5)*z)+1/10", (5,), "Matern 5/2 and a constant", "Rasmussen, Williams (2006), chapter 4")
decays("max(0,1-z)^3*(3*z+1)*exp(-z)", 1, True, "piecewise polynomial times exponential", "Rasmussen, Williams (2006), section 4.2.1", CM=False)
# densities of polynomials times a Gaussian: exact, by the operator -(d^2/dw^2 + (d-1)/w d/dw)
def gauss_poly(c, d):
    """coefficients in s = w^2 of the polynomial that multiplies exp(-s/2) in the density of Sum c_j z^2j exp(-z^2/2)"""
    def lap(p):  # -Laplacian of p(s) exp(-s/2), s = w^2: -(4 s g'' + 2 d g'), g = p e^{-s/2}
        n = len(p); out = [F(0)] * (n + 1)
        d1 = [p[i + 1] * (i + 1) for i in range(n - 1)] + [F(0)]
        d2 = [d1[i + 1] * (i + 1) for i in range(n - 1)] + [F(0)]
        for i in range(n):
            out[i + 1] -= 4 * (d2[i] - d1[i] + p[i] / 4)
            out[i] -= 2 * d * (d1[i] - p[i] / 2)
        return out
    total, p = [F(0)] * (len(c) + 1), [F(1)]
    for a in c:
        for i, b in enumerate(p): total[i] += F(a) * b
        p = lap(p)
    return total
for c, d in [((1, "-1/4", "1/64"), 2), ((1, "-1/2", "1/24"), 3), ((1, 0, "-1/100"), 2), ((1, "-1/3", "1/60"), 5), ((1, "-1/2", "1/8", "-1/48"), 1), ((1, "-1/5", "1/80"), 4), ((1, "-1/8", "1/200"), 9)]:
    p = [mp.mpf(x.numerator) / x.denominator for x in gauss_poly(c, d)]
    while p[-1] == 0: p.pop()
    rts = [r for r in mp.polyroots(p[::-1], maxsteps=200, extraprec=100) if abs(mp.im(r)) < mp.mpf(10) ** -8 and mp.re(r) > 0]
    pd = p[-1] > 0 and not rts
    f = "exp(-z^2/2)*(" + "+".join("%s*z^%d" % (q(a), 2 * i) if i else q(a) for i, a in enumerate(c) if F(a) != 0) + ")"
    decays(f, d, bool(pd), "polynomial times Gaussian", "the density is exp(-w^2/2) times a polynomial in w^2, exact here, its roots by mpmath", CM=False)

# 13. spheres
for f, g, d, n, e in [
    ("cos(3*z)", lambda z: mp.cos(3 * z), 3, 0, dict(FM=False, CM=False, PO=True)),
    ("exp(-z^3)", lambda z: mp.exp(-z ** 3), 3, 5, dict(FM=True, CM=False, CP=False)),
    ("1/(1+z^4)", lambda z: 1 / (1 + z ** 4), 4, 4, dict(FM=True, CM=False, CP=False)),
    ("exp(-z)*cos(5*z)", lambda z: mp.exp(-z) * mp.cos(5 * z), 3, 0, dict(FM=True, CM=False, CP=False)),
    ("exp(-z^4)", lambda z: mp.exp(-z ** 4), 3, 5, dict(FM=True, CM=False, CP=False)),
    ("z*exp(-z)", lambda z: z * mp.exp(-z), 3, 1, dict(FM=True, CM=False, CP=False)),
]:
    v = n
    while v < 12 and gegenbauer(g, d, v) > -mp.mpf(10) ** -9: v += 1
    if (f, d) in seen: continue
    not_sphere(f, g, d, v, "a negative coefficient", **e)
for f, d, why in [("(1+u)^4", 4, "polynomial with nonnegative coefficients"), ("exp(u)", 3, "series"), ("1/(2-u)", 5, "series"), ("u^3+u/2", 3, "polynomial"), ("exp(2*u)*u", 4, "series"), ("1/sqrt(5/4-u)", 6, "generating function of Legendre"), ("cosh(u)", 3, "series"), ("asin(u)", 4, "series")]:
    row(f, d, why, "Schoenberg, Duke Math. J. 9 (1942)", PA=True)
for f, d, why in [("u^2-1/4", 3, "P_0 coefficient 1/3-1/4 > 0")]:
    row(f, d, why, "Gegenbauer", PS=True, PA=False)
row("u^2-1/3", 4, "P_0 coefficient 1/4-1/3 < 0", "Gegenbauer", PS=False)
row("u^2-1/5", 4, "P_0 coefficient 1/4-1/5 > 0", "Gegenbauer", PS=True, PA=False)
row("u-u^3/2", 3, "coefficients 1-3/10 and -1/5", "Gegenbauer", PS=False)

# 14. a second look, after the first rules: other spellings and other kernels
mono("(1+z^2)^(-1/2)*(1+z)^(-1/3)", (3, 12), "product", SSV)
mono("exp(-z^(2/3))*(1+z^2/5)^(-1)", (4,), "product", SSV)
mono("1/(1+z^(1/3))^5", (6,), "power of a Bernstein function", SSV)
mono("2/(1+cosh(z))", (3,), "1/cosh(z/2)^2", SSV)
mono("z*besselk(1,z)*exp(-z^2)", (3,), "product", SSV)
mono("(1+z)^(-1)*exp(-z)", (9,), "product", SSV)
mono("(1-exp(-z^2))/z^2*exp(-z)", (3,), "product", SSV)
mono("1/(2+z^2)+1/(3+z)+exp(-z^2/7)", (4,), "sum", SSV)
mono("(1+z^2/3)^(-7/3)", (11,), "Student", SSV)
mono("log(3+z^2)-log(2+z^2)", (5,), "log(1+1/s)", SSV)
mono("sqrt(3+z^2)-sqrt(2+z^2)", (5,), "1/(sqrt+sqrt)", SSV)
mono("exp(1/(1+z^2))-1", (3,), "power series", SSV)
mono("cosh(exp(-z))", (2,), "power series", SSV)
mono("1/(3-exp(-z^2))", (3,), "geometric series", SSV)
mono("-log(1-exp(-z)/2)", (4,), "logarithmic series", SSV)
mono("exp(-z^2)/(2-exp(-z^2))", (6,), "geometric series", SSV)
mono("asin(exp(-z)/2)", (3,), "series", SSV)
# cusps and tails
decays("exp(-z)+3*z*exp(-2*z)", 3, False, "cusp +2z", GS, CM=False)
decays("exp(-z^2)-1/(1+z^2)/20", 3, False, "tail -z^(-2)/20, 2 < d: the density is negative near 0", GS, CM=False)
decays("2*exp(-z)-1/(1+z)", 2, False, "tail -1/z, and 2(1-z)-(1-z): cusp -z", GS, CM=False)
decays("3*exp(-z)-1/(1+z)", 1, False, "tail -1/z: the density tends to -oo at 0 like log", GS, CM=False)
decays("exp(-z^2/2)-1/(1+z^4)/3", 5, False, "tail -z^(-4)/3", GS, CM=False)
decays("2/(1+z^2)^(3/2)-1/(1+z^2)", 3, False, "tail -z^(-2)", GS, CM=False)
decays("1/(1+z)^2-1/(2*(1+z^2)^(1/2))", 2, False, "tail -1/(2z)", GS, CM=False)
decays("exp(-z^2)*(1-z^3/20)", 2, False, "term -z^3/20", GS, CM=False)
decays("exp(-z^2)*(1+z^5/20)", 2, False, "term +z^5/20: 1/Gamma(-5/2) < 0", GS, CM=False)
decays("exp(-z^2)-z^(7/2)*exp(-z)/99", 3, False, "term -z^(7/2)/99", GS, CM=False)
decays("z==0 ? 1 : exp(-z^2)-z^2*log(z)*exp(-z)/9", 3, False, "term -z^2 log(z)/9: -z^2 log z is not conditionally PD", GS, CM=False)
decays("z==0 ? 1 : exp(-z^2)+z^4*log(z)*exp(-z^2)/9", 2, False, "term +z^4 log(z)/9", GS, CM=False)
decays("(1+z^2/2)/(1+z^2)^2*(1+z/100)", 3, False, "cusp +z/100", GS, CM=False)
decays("1/(1+z^2-z/10)", 2, False, "cusp +z/10", GS, CM=False)
decays("exp(-sqrt(1+z^2)+z/2)", 2, False, "cusp +z/2", GS, CM=False)
decays("cos(z)*exp(-z^2)+abs(z)*exp(-9*z^2)/9", 1, False, "cusp +z/9", GS, CM=False)
decays("max(0,1-z^2)^3", 2, False, "even at 0, singular at 1: oscillating tail", TAIL, CM=False)
decays("max(0,1-z^2)^5", 5, False, "even at 0, singular at 1: oscillating tail", TAIL, CM=False)
decays("max(0,1-z^3)^4", 3, False, "flat at 0", FLAT, CM=False)
decays("z<1 ? cos(pi*z/2)^2 : 0", 1, False, "Hann window: even at 0, exponent 2 at 1", TAIL, CM=False)
# conditional
for f, d, why in [("-(1+z)^(1/2)", 3, "minus a Bernstein function"), ("-z^2/(1+z^2)*3-z", 2, "minus a Bernstein function"), ("-z-z^(3/2)-log(1+z)", 4, "minus a Bernstein function"), ("3-z^(5/4)", 2, "-z^(5/4)"),
                  ("-sqrt(1+z^2)-sqrt(z)", 3, "sum"), ("-sqrt(1+z^2)+exp(-z^2)", 5, "sum"), ("-log(1+z^2)+exp(-z)", 2, "sum"), ("(1+z^2)^(7/4)", 3, "order 2"), ("-(1+z^2)^(21/10)", 2, "order 3: floor+1 = 3 odd"), ("z^(7/2)", 1, "order 2"),
                  ("z^3-sqrt(1+z^2)", 3, "sum"), ("z^3+2*z^2", 3, "z^3 and a polynomial"), ("-z+z^4", 2, "-z and a polynomial"), ("exp(-z)+z^2", 3, "a PD function and a polynomial in z^2"), ("exp(-z^2)-5*z^2+z^4", 2, "a PD function and a polynomial"), ("z==0 ? 0 : z^2*log(z)+z^3", 2, "sum"),
                  ("-acos(1/(1+z))", 2, None), ("-sqrt(log(1+z^2))", 3, "minus a Bernstein function"), ("-z*tanh(z)", 2, None), ("-log(1+z+z^2)", 3, "minus a Bernstein function"), ("-z^2*exp(-z)+z^2", 1, None), ("-sqrt(1+sqrt(1+z^2))", 4, "minus a Bernstein function"), ("-z*atan(z)", 3, None), ("-log(cosh(z)+1)", 2, "2 cosh(z/2)^2")]:
    if why: row(f, d, why, MIC, CP=True, FM=False, PD=False)
for f, d, why in [("z^2+1-exp(-z^2)", 3, "less z^2 + 1 minus a Gaussian"), ("exp(-z^3)+z^2", 2, "less z^2 not PD"), ("1/(1+z^4)-z^2", 3, "less -z^2 flat at 0"), ("z^4-1/(1+z^2)", 2, "less z^4 minus a PD function"), ("sqrt(1+z)+z^2", 2, "less z^2 +sqrt z far away")]:
    row(f, d, why, "Sun 1993; polynomials in z^2 are conditionally positive definite of both signs", CP=False, FM=False, PD=False, PO=True)
for f, d, why in [("z*log(1+z)", 2, "z log z leads: 1/Gamma(-1/2) < 0"), ("z^(3/2)-z^2", 3, "z^(3/2)"), ("(1+z^2)^(1/4)", 2, "z^(1/2) far away"), ("(z^2+z^3)/(1+z)+z", 3, "z^2+z: z leads"), ("z==0 ? 0 : z^2*log(z)^2", 3, "z^2 log^2 far away +"), ("log(1+z)*exp(-z)", 1, "cusp +z"), ("sqrt(z)*sqrt(1+z)", 2, "at 0 +sqrt z"), ("z*tanh(z)", 2, "z far away"), ("-(1+z^2)^(5/4)", 3, "-z^(5/2) far away"), ("-z^3*tanh(z)", 2, "-z^3 far away")]:
    if "log(z)^2" in f: continue
    row(f, d, why, GS, CP=False, PD=False, CM=False)
# products and squares
for f, d, why in [("besselj(0,z/2)^2*exp(-z)", 3, "product"), ("(sin(2*z)/(2*z))^2*exp(-z^2)", 5, "product"), ("besselj(1,z)^2/z^2*(1+z^2)^(-1)", 7, "product"), ("sin(z)^2/z^2+exp(-z)", 4, "sum"), ("2*besselj(0,z)^2+besselj(1,z)/z", 3, "sum"), ("besselj(0,z)^4", 3, "product"), ("(besselj(1,z)/z)^2*(sin(z)/z)^2", 5, "product"),
                  ("besselj(0,z)^2*cos(z)", 1, "product"), ("exp(-z)*cos(z)*besselj(0,z)", 1, "product"), ("max(0,1-z)*besselj(0,3*z)", 1, "product"), ("max(0,1-z)^2*sin(z)/z", 3, "product"), ("exp(-z^2)*max(0,1-z/4)^3", 5, "product"), ("exp(besselj(0,z))", 2, "power series"), ("1/(2-besselj(0,z))", 2, "geometric series"), ("exp(sin(z)/z)-1", 3, "power series"), ("cosh(besselj(0,z))", 2, "power series"), ("1/sqrt(2-sin(z)/z)", 3, "power series"), ("-log(2-besselj(0,z))+1", 2, "log series and a constant"), ("exp(cos(z)-1)*exp(-z)", 1, "product"),
                  ("besselj(0,z)^3", 2, "product"), ("asin(cos(z)/2)", 1, "power series"), ("exp(-z)*exp(cos(2*z))/3", 1, "product"), ("(2+cos(z))*exp(-z^2)", 1, "sum of products"), ("(1+besselj(0,z))^2/4", 2, "square"), ("(3+2*cos(z)+cos(2*z))/6*exp(-z/9)", 1, "sum of products")]:
    if why == "log series and a constant": continue
    row(f, d, why, "Schur; power series with nonnegative coefficients", PD=True, CM=False)
# one dimension
for f, why in [("1/(1+z)^2-1/(1+z)^3/3", "convex"), ("max(0,1-z/2)^(3/2)", "convex"), ("max(0,exp(-z)-1/10)", "convex"), ("max(0,1/sqrt(1+z)-1/2)", "convex"), ("z<2 ? (1-z/2)/(1+z)^2 : 0", "convex"), ("max(0,1-log(1+z))", "convex"), ("z<pi/2 ? 1-sin(z) : 0", "convex"), ("max(exp(-z),1-z)", "exp(-z)"), ("z<1 ? exp(-z)-exp(-1)*(2-z) +0*z : 0", "convex: touches with its tangent"), ("max(0,1-z^(1/3))", "convex"), ("max(0,(1-z)^3)+exp(-2*z)/2", "convex"), ("z<1 ? (1-z)^2*(1+exp(-z)) : 0", "convex"), ("z<1 ? acos(z)^2 : 0", None), ("max(0,2-exp(z))", None), ("z<1 ? 1-z^(1/2)*(3-z)/2 : 0", "convex")]:
    if why: row(f, 1, why, PO1, PD=True, **({"CM": False} if f[0] in "z" or f.startswith("max(0") else {}))
for f, pd, why in [("exp(cos(z))-1", True, "series"), ("exp(cos(z))-13/10", False, "I_0(1) = 1.266"), ("exp(cos(z))-5/4", True, "I_0(1) = 1.266"), ("exp(cos(2*z))-cos(2*z)/2", True, "2 I_1(1) > 1/2"), ("1/(3-2*cos(z))^2", True, "square"), ("(5/4-cos(z))^(-3/2)", True, "series"), ("exp(-sin(z)^2)", True, "exp(cos(2z)/2-1/2)"), ("1/(1+sin(z)^2)", True, "2/(3-cos 2z)"), ("cosh(cos(z))-1", True, "series"), ("cos(cos(z))", False, "J_n alternate"), ("besseli(0,cos(z))", True, "series"), ("exp(cos(z)+cos(2*z))", True, "product"), ("exp(cos(z)-cos(2*z))", None, ""), ("exp(cos(z))*cos(z)-cos(z)/2", True, "coefficient of cos z: I_0+I_2 = 1.40"), ("1/(2-cos(z)-cos(z)^2/3)", True, "series"), ("exp(cos(z)+cos(sqrt(2)*z))", True, "product of almost periodic functions"), ("1/(3-cos(z)-cos(pi*z))", True, "series"), ("exp(cos(z))-cos(2*z)/4", True, "2 I_2(1) = .2715 > .25"), ("exp(cos(z))-cos(2*z)*28/100", False, "2 I_2(1) = .2715 < .28")]:
    if pd is None: continue
    row(f, 1, why, BO, FM=True, PD=pd, CM=False)
for f, d, e in [("max(0,cos(z))", 1, dict(FM=True, PD=False, CM=False, CP=False)), ("abs(sin(z))", 1, dict(FM=True, PD=False, CM=False, CP=False)), ("acos(cos(z))", 1, dict(FM=True, PD=False, CM=False)), ("1-acos(cos(z))/pi", 1, dict(PD=True, CM=False))]:
    row(f, d, "periodic, of period pi or 2 pi: coefficients of order n^-2 by hand", BO, **e)

# 15. the same said otherwise, single points, and the sharp parameter to many digits
decays("exp(-z^2)*(1+(sqrt(6)-sqrt(2)*sqrt(3))*z)", 3, True, "the coefficient of z is 0", "Gaussian")
row("exp(cos(z))-27149/100000*cos(2*z)", 1, "2 I_2(1) = .2714953...", BO, PD=True, CM=False)
row("exp(cos(z))-27150/100000*cos(2*z)", 1, "2 I_2(1) = .2714953...", BO, FM=True, PD=False, CP=False)
row("exp(cos(z))-126606/100000", 1, "I_0(1) = 1.266065...", BO, PD=True, CM=False)
row("exp(cos(z))-126607/100000", 1, "I_0(1) = 1.266065...", BO, FM=True, PD=False, CM=False)
row("z==1 ? 2 : max(exp(-z)-exp(-2),0)", 1, "a value of its own at 1", "continuity: Rudin, Fourier Analysis on Groups, 1.3.3", FM=False, CP=False)
row("z==1/2 ? 2 : exp(cos(z))-cos(z)", 1, "a value of its own at 1/2", "continuity: Rudin, Fourier Analysis on Groups, 1.3.3", FM=False, CP=False)
row("z==3 ? 1 : besselj(0,z)^2", 3, "a value of its own at 3", "continuity: Rudin, Fourier Analysis on Groups, 1.3.3", FM=False, CP=False)
row("-z^2*log(z^2+0)/2", 2, "minus the thin plate", GS, CP=False, PD=False)
row("-(z^6)^(1/2)", 3, "-z^3", GS, CP=False, PD=False)
row("-exp(log(1+z^2)/4)", 3, "minus a Bernstein function", MIC, CP=True, FM=False)

# 16. rows that no rule had seen when they were written: catalogues, RBF and ML literature, near misses
MI1 = "Erdelyi et al., Tables of Integral Transforms I, 1.3, and -1/w d/dw for d = 3: compare the densities by hand"
def fails_cusp(f, d, why): decays(f, d, False, why, GS, CM=False)
for f, dims in [("exp(-z^(3/2)/7)", (5,)), ("(1+z^(4/3))^(-2/5)", (6,)), ("matern(7/3, 1/2)", (3,)), ("matern(3/10)", (9,)), ("(1+z^2/8)^(-4)*exp(-z/3)", (2,)),
                ("exp(-z)-exp(-2*z)+exp(-3*z)", (1, 7)), ("(5+z^2)/((1+z^2)*(4+z^2))", (4,)), ("1/(1+z^2)-1/(4+z^2)", (6,)), ("1/log(2+z^2)", (3,)), ("1/log(exp(1)+z)", (2,)),
                ("log(1+exp(-z))", (5,)), ("1/(1+2*cosh(z))", (3,)), ("erfc(z)*exp(-z)", (8,)), ("exp(z)*erfc(sqrt(z))", (3,)), ("besselk(0,sqrt(1+z^2))", (4,)),
                ("besselk(1,sqrt(1+z^2))/sqrt(1+z^2)", (2,)), ("1/sqrt(z^2+1/9)", (11,)), ("cauchy(3/2, 2, 3)", (5,)), ("z/sinh(z)*exp(-z)", (9,)),
                ("(1+z^2)^(-2)-(1+z^2)^(-3)+(1+z^2)^(-4)", (2, 6))]:
    mono(f, dims, "completely monotone: CM of Bernstein functions, products, or a mixing density that is not negative", SSV)
# one dimension
decays("exp(-2*sin(z)^2)*(1+z^2/4)^(-2)", 1, True, "locally periodic", "Schur", CM=False)
decays("cos(2*pi*z/3)", 1, True, "cosine kernel", "Bochner", CM=False)
decays("exp(-z)*(1+z)*cos(3*z)", 1, True, "Matern times cosine", "Schur", CM=False)
decays("max(0,1-z)*exp(-z^2)", 1, True, "product", "Schur", CM=False)
decays("cos(2*z)*sin(z)/z", 1, True, "product", "Schur", CM=False)
decays("besselj(0,z)*cos(2*z)", 1, True, "product", "Schur", CM=False)
decays("besselj(1,z)/z*cos(z)", 1, True, "product", "Schur", CM=False)
decays("cos(z)^2*exp(-z)", 1, True, "product", "Schur", CM=False)
decays("1/(cosh(z)+cosh(1))", 1, False, "density 2 pi sin(w)/(sinh(1) sinh(pi w))", "Erdelyi et al., Tables of Integral Transforms I, 1.9", CM=False)
row("1/(cosh(z)+1/2)", 1, "density sinh(pi w/3)/sinh(pi w); zeros at i(pi -+ pi/3) + 2 pi i k: a product of 1/(1+t/c)", SSV, CM=True)
for f in ["max(1/sqrt(1+z)-1/3,0)", "z<1 ? 1-sqrt(z*(2-z)) : 0", "z<1 ? (1-sqrt(z))^2 : 0", "max(0,1-(z/2)^(1/3))", "z<pi ? 1-sin(z/2) : 0", "z<2 ? exp(-z)*(2-z)/2 : 0",
          "z<1 ? 1-2*z+2*z^3-z^4 : 0", "max(2/(1+z)^2-1/2,0)", "exp(-sqrt(z))*max(0,1-z)"]:
    row(f, 1, "convex", PO1, PD=True, CM=False)
row("1/(1+exp(z))", 1, "convex on z > 0, tends to 0", PO1, PD=True)
for f, pd, why in [("(1-abs(sin(z)))^2", True, "1-|sin z| is convex on (0, pi/2], of period pi and even about 0; square"), ("exp(-abs(sin(z))/2)", True, "convex on (0, pi)"), ("1-2*acos(cos(z))/pi", True, "triangle wave"),
                   ("exp(-sqrt(2-2*cos(z)))", True, "exp(-2|sin(z/2)|), convex on (0, 2 pi)"), ("abs(cos(z))^3", False, "coefficient of cos 6z: 1/Gamma(-1/2) < 0"), ("1/(3+cos(2*z))", False, "coefficients alternate"),
                   ("sqrt(1+cos(z))", False, "sqrt 2 |cos(z/2)|: coefficients alternate"), ("max(0,cos(2*z))", False, "coefficient of cos 8z"), ("2-abs(sin(z))", True, "2-2/pi > 0, and 4/(pi(4n^2-1))")]:
    row(f, 1, why, BO, FM=True, PD=pd, CM=False, **({} if pd else {"CP": False}))
# differences of terms, near the boundary
for f, d, pd, why in [
    ("1/(1+z^2)-3/5*exp(-z^2)", 1, True, "pi exp(-w) >= .6 sqrt(pi) exp(-w^2/4): bound sqrt(pi)/e = .652"), ("1/(1+z^2)-7/10*exp(-z^2)", 1, False, "bound .652"),
    ("1/(1+z^2)-1/2*exp(-z^2)", 3, True, "bound .5459"), ("1/(1+z^2)-14/25*exp(-z^2)", 3, False, "bound .5459"),
    ("exp(-z)-1/2*exp(-z^2)", 1, True, "bound e^(3/4)/(2 sqrt(pi)) = .5972"), ("exp(-z)-3/5*exp(-z^2)", 1, False, "bound .5972"),
    ("exp(-2*z)-1/4*(1+z)*exp(-z)", 1, True, "(1+s)^2 >= (4+s)/4"), ("exp(-2*z)-13/50*(1+z)*exp(-z)", 1, False, "negative at 0"),
    ("exp(-2*z)-1/32*(1+z)*exp(-z)", 3, True, "(1+s)^3 >= (4+s)^2/16"), ("exp(-2*z)-1/30*(1+z)*exp(-z)", 3, False, "negative at 0"),
    ("exp(-z)-3/2*exp(-2*z)+3/4*exp(-3*z)", 1, False, "18-23s/4+s^2/4 has positive roots"),
    ("exp(-z^2)-exp(-2*z^2)+exp(-3*z^2)", 1, True, "by hand"), ("exp(-z^2)-exp(-2*z^2)+exp(-3*z^2)", 5, True, "by hand"), ("exp(-z^2)-3*exp(-2*z^2)+3*exp(-3*z^2)", 2, True, "u^2(u^4-3u/2+1) > 0"),
    ("exp(-z^2)-2*exp(-2*z^2)+exp(-3*z^2)", 2, False, "k(0) = 0"),
    ("(1+z)*exp(-z)-1/10*exp(-2*z)", 1, False, "cusp +z/5"), ("(1+z)*exp(-z)-1/8*(1+2*z)*exp(-2*z)", 1, True, "ratio at infinity"), ("(1+z)*exp(-z)-13/100*(1+2*z)*exp(-2*z)", 1, False, "ratio at infinity"),
    ("(1+z+z^2/3)*exp(-z)-1/40*exp(-z^2)", 1, True, "bound .02723"), ("(1+z+z^2/3)*exp(-z)-3/100*exp(-z^2)", 1, False, "bound .02723"),
    ("(1+z-z^2)*exp(-z)", 1, True, "density 16 s/(1+s)^3"), ("(1+z-11/10*z^2)*exp(-z)", 1, False, "negative at 0"), ("(1+z-z^2/3)*exp(-z)", 3, True, "3(4-4c) >= 4+12c at c = 1/3"), ("(1+z-7/20*z^2)*exp(-z)", 3, False, "c > 1/3"),
    ("1/(1+z^2)-1/(1+z^2)^2+41/100/(1+z^2)^3", 3, True, "1+(e/8-1/2)w+e w^2/8 > 0 at e = .41"), ("1/(1+z^2)-1/(1+z^2)^2+2/5/(1+z^2)^3", 3, False, "the same at e = .4"),
    ("1/(1+z^2)-1/(1+z^2)^2+2/5/(1+z^2)^3", 1, True, ".65-.35w+.05w^2 > 0"), ("1/(1+z^2)-1/(1+z^2)^2+3/10/(1+z^2)^3", 1, False, ".6125-.3875w+.0375w^2"),
    ("1/(1+z^2)-11/10/(4+z^2)", 3, False, "exp(-w)-1.1exp(-2w) < 0 at 0"), ("1/(1+z^2)-3/2/(4+z^2)", 1, True, "exp(-w)-.75exp(-2w)"), ("1/(1+z^2)-21/10/(4+z^2)", 1, False, "exp(-w)-1.05exp(-2w)"), ("1/(1+z^2)-3/2/(4+z^2)", 2, False, "K_0(w)-1.5K_0(2w) near 0"),
    ("(1+z^2)^(-1)-1/5*(1+z^2)^(-3)", 2, False, "K_0-(w/2)^2K_2/10 for large w"), ("(1+z^2)^(-3/2)*(2-z^2)", 2, False, "tail -1/z"),
    ("(2-z^2)*exp(-z^2)", 2, True, "Laguerre"), ("(1-z^2)*exp(-z^2)", 3, False, "Laguerre"), ("(3-3*z^2+z^4/2)*exp(-z^2)", 2, True, "Laguerre-Gaussian: FAS 4.2"), ("(35/8-7/2*z^2+z^4/2)*exp(-z^2)", 3, True, "Laguerre-Gaussian"),
]: decays(f, d, pd, why, MI1, **({} if f in ("exp(-z^2)-exp(-2*z^2)+exp(-3*z^2)",) else {"CM": "(1+2*z)" in f and "1/8" in f}))
# products of waves; densities that vanish below their top
PROJ = "the density in R^d of a positive definite function on R^(d+1) is a projection, positive below the top of its support"
for f, d, why in [("sin(z)*sin(2*z)/z^2", 3, "product"), ("besselj(0,z)*besselj(0,3*z)", 2, "product"), ("besselj(1,z)*besselj(1,2*z)/z^2", 4, "product"), ("besselj(0,z)*sin(2*z)/z", 2, "product"), ("besselj(0,z)^4", 2, "product"),
                  ("besselj(0,2*z)^4", 3, "square of J_0^2, positive definite in R^3"), ("(sin(z)/z)^4", 5, "square of (sin(z)/z)^2, positive definite in R^5"), ("(sin(z)/z)^4", 4, "the same"), ("besselj(0,z)^2*besselj(0,2*z)", 2, "product"), ("besselj(2,3*z)*exp(-z)/z^2", 6, "product"),
                  ("besselj(0,z)*exp(-z^2/5)", 2, "product"), ("exp(-z)*max(0,1-z/5)^2", 3, "product"), ("max(0,1-z)^3*exp(-z^2)", 5, "product")]:
    decays(f, d, True, why, "Schur; " + SQ if "square" in why else "Schur", CM=False)
for f, d in [("sin(z)*sin(2*z)/z^2", 4), ("cos(2*z)*sin(z)/z", 2), ("besselj(1,z)*besselj(1,2*z)/z^2", 5)]:
    decays(f, d, False, "the density in R^%d vanishes near 0" % (d - 1), PROJ, CM=False)
for f, d in [("besselj(0,z)*cos(2*z)", 2), ("besselj(0,z)*besselj(0,3*z)", 3)]:
    row(f, d, "a wave that decays like z^(-(d-1)/2), no atom", FMS, FM=False, CP=False, PO=True)
row("sin(z)*sin(2*z)/z^2", 5, "the density in R^3 is a constant on [1,3], that in R^5 has atoms, at 1 a negative one", FMS, FM=True, PD=False, CP=False, CM=False)
indefinite("cos(z)/(1+z^2)", lambda z: mp.cos(z) / (1 + z * z), 2, "product, one dimension up", CM=False)
indefinite("1/(1+z^2+z^4)", lambda z: 1 / (1 + z * z + z ** 4), 1, "complex poles", CM=False)
indefinite("z<2 ? exp(-1/(4-z^2)) : 0", lambda z: mp.exp(-1 / (4 - z * z)) if z < 2 else mp.mpf(0), 1, "bump", to=2, CM=False)
# compact support
decays("max(0,1-z/3)^5*(1+5*z/3)", 3, True, "Wendland", ZAS, CM=False)
decays("max(0,1-z/3)^5*(1+5*z/3)", 6, False, "Wendland", ZAS, CM=False)
decays("max(0,1-z/2)^(61/20)", 5, True, "Askey", GOL, CM=False)
decays("max(0,1-z/2)^(59/20)", 5, False, "Askey", GOL, CM=False)
decays("max(0,1-z^2)^(5/2)", 2, False, "even at 0, singular at 1", TAIL, CM=False)
decays("1/(1+z^3)", 2, False, "flat at 0", FLAT, CM=False)
for f, d in [("max(0,1-z^2)", 3), ("abs(1-z^2)*exp(-z^2)", 3), ("min(1,1/z^2)", 3)]:
    row(f, d, "singularity at b > 0", FMS, PO=False)
for f, d in [("abs(1-z^2)*exp(-z^2)", 2), ("min(1,1/z^2)", 2), ("max(exp(-z^2),exp(-1))", 2)]:
    row(f, d, "exponent above (d-1)/2", FMS, FM=True)
# conditionally positive definite
for f, d, why in [("-(z+z^2)^(1/3)", 2, "Bernstein"), ("-log(1+2*z+z^2/2)", 4, "Bernstein"), ("-(1+z)^(2/3)", 3, "Bernstein"), ("-sqrt(1+sqrt(1+z^2))", 3, "Bernstein"), ("-z/(1+z)-sqrt(z)", 2, "Bernstein"), ("-log(1+z^(3/2))", 2, "Bernstein"),
                  ("z==0 ? -1 : -z/tanh(z)", 3, "Bernstein: partial fractions"), ("-log(z+sqrt(1+z^2))", 3, "derivative 1/(2 sqrt(t(1+t)))"), ("-log(1+exp(z))", 2, "-z/2 - log(2cosh(z/2))"), ("-z^(9/2)", 3, "power, order 3"), ("z^7", 2, "power, order 4"),
                  ("(1+z^2)^(7/2)", 3, "order 4"), ("z==0 ? 0 : z^6*log(z)", 4, "thin plate, order 4"), ("z==0 ? 0 : z^2*log(z^2)", 2, "thin plate"), ("1-z^2/4", 3, "polynomial"), ("-sqrt(z^2+9)/2", 5, "multiquadric")]:
    row(f, d, why, MIC, CP=True, FM=False, PD=False)
for f, d, why in [("z^(9/2)", 3, "minus that is"), ("-(1+z^2)^(7/2)", 2, "minus that is"), ("-log(1+z^3)", 2, "-z^3 at 0"), ("z-log(1+z)", 3, "z at infinity")]:
    row(f, d, why, GS, CP=False, FM=False, PD=False, PO=True)

about = ("Known answers of an analyst, each with its source; made by gen/known_analyst.py. "
         "The format is that of known.json; expect may hold any claim.")
print('{"about": %s,\n"rows": [\n%s\n]}' % (json.dumps(about), ",\n".join(json.dumps(r) for r in rows)))
