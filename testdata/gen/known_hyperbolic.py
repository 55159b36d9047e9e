"""Rows of known_hyperbolic.json: hyperbolic functions, Bernstein functions, exponentials with signs, products
of Bessel functions, tails, each with its source. Nothing of krein is asked; written before its rules.
"""
import json
import mpmath as mp

mp.mp.dps = 20
ORDER = ("finite-mass", "pd", "completely-monotone", "pd-sphere", "pd-all-spheres", "conditionally-pd", "positive-decomposition")
FM, PD, CM, PS, PA, CP, PO = range(7)
rows = []


def row(formula, dim, why, source, **e):
    rows.append({"formula": formula, "dim": dim, "expect": {n: e[k] for n, k in zip(ORDER, ("FM", "PD", "CM", "PS", "PA", "CP", "PO")) if k in e},
                 "why": why, "source": source})


def mono(formula, dim, why, source):
    "completely monotone in z^2 and continuous at 0 (Schoenberg 1938)"
    row(formula, dim, why, source, FM=True, PD=True, CM=True, PS=True, PA=True, CP=True, PO=True)


def bernstein(formula, dim, why, source):
    "minus a Bernstein function of z^2, unbounded (Micchelli 1986)"
    row(formula, dim, why, source, FM=False, PD=False, CP=True, PO=True)


def indefinite(formula, dim, why, source, **e):
    "continuous, bounded, not PD, limit at infinity not negative: not conditionally PD (Sun 1993)"
    row(formula, dim, why, source, PD=False, CM=False, CP=False, **e)


def density(f, d, w):
    nu = mp.mpf(d) / 2 - 1
    return mp.quadosc(lambda z: f(z) * mp.besselj(nu, w * z) * z ** (nu + 1), [0, mp.inf], omega=w)


def negative(formula, f, d, why):
    for w in ("1/2", "1", "3/2", "2", "5/2", "1/4"):
        if (v := density(f, d, mp.mpf(w))) < -mp.mpf(10) ** -6: break
    else: raise ValueError(formula)
    indefinite(formula, d, why, "mpmath: the density at %s is %s up to a positive factor" % (w, mp.nstr(v, 8)), FM=True)


HAD = "Hadamard products: factors (1+bt)/(1+at), b <= a, are infinitely divisible Laplace transforms; Schilling, Song, Vondracek, Bernstein Functions (2012), theorem 5.11"
GRA = "Gradshteyn, Ryzhik, 3.983 and 3.511: the transform of 1/(cosh z + cos a) is 2 pi sinh(aw)/(sin a sinh(pi w)), a = ib for cosh b"
SSV = "Schilling, Song, Vondracek, Bernstein Functions (2012), chapters 3, 6, 7, 16"
PROJ = "Schoenberg (1938): the density in R^(d-1) is a projection of that in R^d, so that it does not vanish below its top"
LAP = "exp(-az) is the Laplace transform of a s^(-3/2) exp(-a^2/(4s))/(2 sqrt pi): a polynomial in y = exp(-v/4) on (0,1)"
GS = "Gelfand, Shilov, Generalized Functions I (1964): the density of z^(-d) behaves like -log w at 0"

# 1. reciprocals and logarithms of hyperbolic functions
for f, d, why in [("1/(3*cosh(z)-1)", 2, "cosh z + c, -1 < c < 1"), ("1/(cosh(z)+1/3)", 4, "cosh z + c, -1 < c < 1"), ("(cosh(2*z)+1/2)^(-1/3)", 3, "power"),
                  ("2/(cosh(z)+1)^2", 5, "cosh(z/2)^-4"), ("z==0 ? 1 : z^2/(2*(cosh(z)-1))", 3, "(z/2)^2/sinh(z/2)^2"),
                  ("cosh(z)/cosh(2*z)", 3, "exit time of Brownian motion from the middle"), ("z==0 ? 1/3 : sinh(z)/sinh(3*z)", 4, "hitting time of a Bessel process"),
                  ("cosh(z/2)^2/cosh(z)^3", 2, "quotients"), ("exp(-z*tanh(z))", 3, "z tanh z is a Bernstein function"), ("1/(1+z*tanh(z))", 3, "z tanh z is a Bernstein function"),
                  ("1/(cosh(z)+z*sinh(z))", 2, "1/(cosh z (1 + z tanh z))"), ("z==0 ? 1/2 : z/(z+tanh(z))", 3, "1/(1+tanh(z)/z): reciprocal of ... z/(z+tanh z) is not monotone"),
                  ("1/(1+exp(z))", 3, "exp(-z/2)/(2cosh(z/2))"), ("1/(exp(z)-1/2)", 2, "geometric series"), ("log(1+exp(-z))", 3, "the derivative is -1/(2z(1+exp z))"),
                  ("z==0 ? 1/3 : (1/tanh(z)-1/z)/z", 3, "sum of 2/(t+k^2 pi^2)"), ("z==0 ? 1/6 : (1-z/sinh(z))/z^2", 3, "mean of -f'(ut)"), ("z==0 ? 1/2 : (1-1/cosh(z))/z^2", 4, "mean of -f'(ut)"),
                  ("z==0 ? 1 : tanh(z)*exp(-z)/z", 5, "product"), ("z==0 ? 2/3 : sinh(z)/(z*(cosh(z)+1/2))", 3, "logarithmic derivative of a product"),
                  ("exp(-log(cosh(z))^(1/2))", 2, "log cosh is a Bernstein function"), ("1/(1+log(cosh(z)))", 3, "log cosh is a Bernstein function")]:
    if "z+tanh" in f: continue
    mono(f, d, why, HAD)
row("1/sinh(2*z)", 3, "unbounded at 0", HAD, FM=False, CM=True)
row("1/tanh(z)-1", 2, "exp(-z)/sinh(z), unbounded at 0", HAD, FM=False, CM=True)
row("tanh(z/2)/z^2", 4, "unbounded at 0", HAD, FM=False, CM=True)
indefinite("z==0 ? 0 : 1/tanh(z)-1/z", 2, "k(0) = 0", "Bochner (1933)")
for f, d in [("2/(3+cosh(z))", 1), ("2/(3+cosh(z))", 3), ("1/(2+cosh(z/2))", 1), ("3/(2+cosh(z))", 2)]:
    indefinite(f, d, "cosh z + cosh b: the density oscillates", GRA, FM=True)
for f, d, why in [("-log(1+exp(2*z))", 3, "-z - log(2 cosh z)"), ("-log(cosh(z/3))", 4, "product of 1+t/c"), ("-log(cosh(z)+1/2)", 3, "product of 1+t/c"), ("-log(cosh(z)-1/2)", 2, "product of 1+t/c"),
                  ("z==0 ? -1/2 : -z/tanh(2*z)", 3, "1 + 2 sum t/(t+c)"), ("-z*tanh(z)", 4, "2 sum t/(t+c)"), ("-sqrt(z*tanh(z))", 2, "root"), ("-log(3+2*z*tanh(z))", 3, "logarithm of a Bernstein function"),
                  ("-z*sinh(z)/(cosh(z)+1/3)", 2, "sum of t/(t+c)"), ("-log(cosh(z))-z^2", 3, "sum"), ("-log(1+cosh(z)^2)", 1, None)]:
    if why: bernstein(f, d, why, HAD)
for f, d in [("-log(2*cosh(z)+3)", 1), ("-log(cosh(z)+2)", 3), ("log(cosh(z))", 2), ("z*tanh(2*z)", 3)]:
    row(f, d, "log(cosh z + cosh b): the density is a multiple of cos(bw)/(w sinh(pi w)); minus a Bernstein function is", GRA, FM=False, PD=False, CM=False, CP=False, PO=True)

# 2. Bernstein functions
for f, d in [("-sqrt(z)*sqrt(2+z)", 3), ("-(z^2+3*z)^(1/4)", 5), ("-(sqrt(z)+z)^(2/3)", 2), ("-z*atan(z)", 3), ("-z^2/(1+z)", 2), ("z==0 ? -1 : -z^2/log(1+z^2)", 3), ("-z*log(1+z)", 2),
             ("-(1+z)*log(1+z)", 3), ("-(z*(1+z))^(2/5)", 3), ("-sqrt(z^2+z^(3/2))", 2), ("-z*sqrt(1+z^2)", 3), ("-(z+z^2)^(3/4)", 4), ("-z^2/sqrt(1+z^2)", 2), ("-sqrt(z)-log(1+z+z^2)", 2),
             ("-log(1+sqrt(z+z^2))", 3), ("-(z+z^2)^(1/pi)", 2)]:
    bernstein(f, d, "minus a complete Bernstein function", SSV)

# 3. exponentials with signs
for f, d, cm, why in [("exp(-z)-exp(-3*z)+exp(-4*z)", 3, True, "1-3y^8+4y^15 > .5"), ("exp(-z)-2*exp(-2*z)+exp(-3*z)", 3, False, "1-4y^3+3y^8 < 0 at .87"), ("exp(-z)-3/2*exp(-2*z)+exp(-3*z)", 2, False, "1-3y^3+3y^8 < 0 at .82"),
                      ("exp(-z)-7/5*exp(-2*z)+exp(-3*z)", 4, True, "1-14/5 y^3+3y^8 > .06"), ("exp(-z/2)-exp(-z)+exp(-2*z)", 5, True, "y = exp(-v/16): 1/2-y^3+2y^15 > 0")]:
    if f.startswith("exp(-z/2)"):
        assert min(mp.mpf(1) / 2 - y ** 3 + 2 * y ** 15 for y in mp.linspace(0, 1, 2001)) > 0.01
    if cm: mono(f, d, why, LAP)
    else: row(f, d, why, LAP, CM=False, FM=True)

# 4. products one dimension up, waves damped
for f, d in [("sin(z)*sin(3*z)/z^2", 4), ("besselj(1,z)*besselj(1,3*z)/z^2", 5), ("besselj(0,3*z)*sin(z)/z", 3), ("besselj(0,z)*besselj(0,2*z)*besselj(0,5*z)", 3), ("besselj(0,z)*besselj(0,4*z)", 3), ("sin(z)*sin(2*z)*sin(5*z)/z^3", 4)]:
    indefinite(f.replace("besselj(0,3*z)*sin(z)/z", "besselj(0,3*z)*sin(z)/z"), d, "the density in R^%d vanishes near 0" % (d - 1), PROJ)
negative("cos(2*z)/(1+z^2)", lambda z: mp.cos(2 * z) / (1 + z * z), 2, "product one dimension up")
negative("cos(2*z)/(1+z^2)^2", lambda z: mp.cos(2 * z) / (1 + z * z) ** 2, 3, "product two dimensions up")
negative("cos(3*z)/sqrt(1+z^2)*exp(-z/4)", lambda z: mp.cos(3 * z) / mp.sqrt(1 + z * z) * mp.exp(-z / 4), 2, "product one dimension up")
negative("cos(3*z)/cosh(z)", lambda z: mp.cos(3 * z) / mp.cosh(z), 2, "product one dimension up")
row("cos(2*z)/cosh(z)", 1, "product", "Schur", FM=True, PD=True, CM=False, CP=True)

# 5. tails in the dimension of the exponent
for f, d in [("2*exp(-z)-1/(1+2*z)", 1), ("5*exp(-z/2)-1/(1+z)", 1), ("3*exp(-z)-1/(1+z)^2", 2), ("2/(1+z^2)^2-1/(1+z^2)^(3/2)", 3), ("20*exp(-z)-(1+z^2)^(-1/2)", 1)]:
    indefinite(f, d, "the density tends to minus infinity at 0 like log", GS, FM=True)

# 6. series without their constants, convex functions
for f, d in [("cosh(sin(z)/z)-1", 3), ("exp(besselj(0,z))-1", 2), ("1/(2-sin(z)/z)-1/2", 3), ("exp(cos(z)*exp(-z))-1", 1)]:
    row(f, d, "a power series with nonnegative coefficients", "Schur", PD=True, CM=False, CP=True, FM=True)
for f, d in [("1/(2-exp(-z^2))-1/2", 3), ("(2-exp(-z))^(-1/2)-2^(-1/2)", 4), ("asin(exp(-z^2)/3)", 2), ("tan(exp(-z))", 3), ("z==0 ? 1 : log(2*z+sqrt(1+4*z^2))/(2*z)", 4), ("z==0 ? 2/sqrt(pi) : erf(z)*exp(-z)/z", 3), ("z==0 ? 1 : (1-exp(-z))/z*exp(-z^2)", 4)]:
    mono(f, d, "a power series, a mean or a product", SSV)
row("(3+cos(z))*exp(-2*z^2)", 1, "the continuation grows off the axis", SSV, FM=True, PD=True, CM=False, CP=True)
for f in ["z<2 ? 2-sqrt(z*(4-z)) : 0", "z<1 ? 1-(z*(2-z))^(1/3) : 0", "z<1 ? 1-sqrt(1-(1-z)^2) : 0"]:
    row(f, 1, "convex, decreasing to 0", "Polya (1949)", FM=True, PD=True, CM=False, CP=True)

about = ("Hyperbolic functions, Bernstein functions and what lies beside them, each with its source; made by gen/known_hyperbolic.py. "
         "The format is that of known.json; expect may hold any claim.")
print('{"about": %s,\n"rows": [\n%s\n]}' % (json.dumps(about), ",\n".join(json.dumps(r) for r in rows)))
