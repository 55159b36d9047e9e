"""Rows of known_unseen.json: kernels that were written down before krein was asked, most of them
near the edge of what is true. Every answer follows from the sentence in `why`; nothing of krein is
asked, and no row is fitted to it.
"""
import json

FM, PD, CM, PS, PA, CP, PO = ("finite-mass", "pd", "completely-monotone", "pd-sphere",
                              "pd-all-spheres", "conditionally-pd", "positive-decomposition")
ORDER = (FM, PD, CM, PS, PA, CP, PO)
rows, seen = [], set()


def row(formula, dim, why, **e):
    e = {globals()[k]: v for k, v in e.items()}
    # what one claim says of another, for functions that are continuous at 0
    if e.get(CM): e[PD] = True; e[PA] = True
    if e.get(PD): e[FM] = True; e[PS] = True; e[CP] = True
    if e.get(FM): e[PO] = True
    if e.get(PA): e[PS] = True
    if e.get(CP): e[PO] = True
    if e.get(FM) is False: e[PD] = False
    if e.get(PS) is False: e[PA] = False; e[PD] = False
    if e.get(PD) is False: e[CM] = False
    assert (formula, dim) not in seen, (formula, dim)
    seen.add((formula, dim))
    rows.append({"formula": formula, "dim": dim, "expect": {k: e[k] for k in ORDER if k in e},
                 "why": why, "source": "testdata/gen/known_unseen.py"})


def each(why, *of, **e):
    """of: formulas, each followed by its dimensions"""
    formula = None
    for x in of:
        if isinstance(x, str): formula = x
        else: row(formula, x, why, **e)


# f(t) = k(sqrt t) is completely monotone
def mono(why, *of): each(why, *of, CM=True)


mono("products of completely monotone functions of z or t = z^2",
     "(1+z^2/4)^(-1/2)*exp(-z/7)", 3, 16, "exp(z)/(1+exp(z))^2", 1, 4,
     "exp(-z^(13/10))*(1+z^2)^(-1/2)", 3, "1/((1+z^2)*(1+z^2/4))", 3, 50)
mono("exp(-z)I_0(z) = int exp(-z(1-cos x)) dx/pi", "exp(-z)*besseli(0,z)", 1, 5)
mono("1/(sqrt(1+t)+sqrt(t)), the reciprocal of a Bernstein function", "sqrt(1+z^2)-z", 1, 4)
mono("exp(-g) or 1/g, g complete Bernstein since t/g is: 1+sqrt(t), sqrt(1+t), log(1+t)",
     "exp(-z^2/(1+z))", 2, 12, "exp(-z^2/sqrt(1+z^2))", 3, "1/(1+z^2/log(1+z^2))", 3)
mono("partial fractions: sum of 6/(t+k^2 pi^2)", "3*(z/tanh(z)-1)/z^2", 2, 9)
mono("products 1/(1+sqrt(t)/c_k) over all k", "1/cosh(sqrt(z))", 1, 10, "sqrt(z)/sinh(sqrt(z))", 3)
mono("int_0^1 s/(s+t) ds", "1-z^2*log(1+1/z^2)", 3)
mono("int_0^1 ds/(1+sz)", "log(1+z)/z", 2, 11)
mono("2 int (1-s) exp(-st) ds, 2 int (1-s) exp(-sz) ds, 2 int s exp(-sz) ds, int_1^2 exp(-sz) ds",
     "2*(exp(-z^2)+z^2-1)/z^4", 3, 20, "2*(z-1+exp(-z))/z^2", 4, "2*(1-(1+z)*exp(-z))/z^2", 4,
     "(exp(-z)-exp(-2*z))/z", 1, 5)
mono("the mixture of exp(-az) over Gaussians exp(-t/(4s)) has a density proportional to "
     "a exp(-a^2 s): sum c_a a q^(a^2) is not negative for 0 < q < 1",
     "exp(-z)*cosh(z/2)", 6, "2*exp(-z)-exp(-2*z)", 1, 9, "exp(-z)-(499999999/10^9)*exp(-2*z)", 3,
     "1-exp(-exp(-z))", 1, 3, "sin(exp(-z))", 1, 3, "tanh(exp(-z))", 1, 3,
     "cosh(exp(-z))-exp(-2*z)/3", 1, 3, "exp(-z)/(1-exp(-z)/2)", 1, 5, "exp(-z)/(1+exp(-z)/2)", 1, 5,
     "exp(exp(-z))", 4, "10^9*exp(-z)-10^9*exp(-2*z)/2", 3)
mono("(1-a) exp(-z) + a (1+z) exp(-z)", "(1+z/2)*exp(-z)", 3, 9)
mono("a generalised Cauchy function, its exponent at most 2", "(1+z^(9/5))^(-3)", 4,
     "(1+z^(199/100))^(-1)", 2, "1/(1+z^2)^(1/10^6)", 3)
mono("powered exponentials", "exp(-z^(1/50))", 3, "exp(-z^(199/100))", 2, "exp(-(z^3)^(1/2))", 3,
     "exp(-(z^2+10^(-9))^(1/2))", 3, "exp(-sqrt(z^2))", 3, "exp(-z/10^6)", 2, "exp(-10^6*z)", 2)
mono("1/log(3+t), log(3+t) a Bernstein function", "1/log(3+z^2)", 3)
mono("1 - sqrt(t/(1+t)) + exp(-sqrt t)", "1-z/sqrt(1+z^2)+exp(-z)", 2)
mono("int_1^2 ds/(s+z), int_1^2 ds/(s+t), int (exp(-s)-exp(-2s)/2) exp(-sz) ds",
     "log((2+z)/(1+z))", 2, 5, "log((2+z^2)/(1+z^2))", 2, 5, "1/(1+z)-1/(2+z)/2", 3, "1/(1+z)-1/(2+z)", 3)
mono("the exponential series of 1/(1+z)", "exp(1/(1+z))-1", 3)
mono("sum of exp(-z) and itself beyond 1", "z<1 ? exp(-z) : exp(-z)", 2,
     "z<1 ? exp(-z) : exp(-1)*exp(1-z)", 2)


def edge(why, formula, yes, no, **more):
    """positive definite in the dimensions yes and not in no; never for all"""
    for d in yes: row(formula, d, why, PD=True, CM=False)
    for d in no: row(formula, d, why, **(dict(PD=False, CP=False, FM=True) | more))


def infinite(why, *of): each(why, *of, FM=False)


for a, yes, no in (("1/6", 6, 7), ("1/100", 100, 101)):
    edge("the density of (1-az)exp(-z) has the sign of 1+w^2-a(d-w^2): a d <= 1",
         f"(1-({a})*z)*exp(-z)", [yes], [no])
edge("the density of (1-az^2)exp(-z^2) has the sign of 1-a(d/2-w^2/4)", "(1-2*z^2/9)*exp(-z^2)", [9], [10])
edge("the density of (1-az^2)exp(-z^2/2) has the sign of 1-a(d-w^2)", "(1-z^2/50)*exp(-z^2/2)", [50], [51])
edge("the density has the sign of 1-3^(d/2)c at 0: sqrt(27) < 6 < 9", "exp(-z^2)-exp(-z^2/3)/6", [3], [4])
edge("the density has the sign of 1-3^(3/2)c at 0, 3^(-3/2) = 0.192450089729...",
     "exp(-z^2)-(192450089/10^9)*exp(-z^2/3)", [3], [])
edge("the density has the sign of 1-3^(3/2)c at 0, 3^(-3/2) = 0.192450089729...",
     "exp(-z^2)-(192450090/10^9)*exp(-z^2/3)", [], [3])
edge("the widest Gaussian of the density is negative", "exp(-z^2/3)-exp(-z^2)/10", [], [2])
edge("k increases from k(0) on: its slope there is positive", "exp(-z)-3*exp(-2*z)/5", [], [1, 5])
edge("k increases from k(0) on: its slope there is positive", "(1+2*z)*exp(-z)", [], [1, 2])
edge("k increases from k(0) on: its slope there is positive", "(1+3*z/2)*exp(-z)", [], [1, 3])
edge("k increases from k(0) on: its slope there is positive", "exp(-z)-(500000001/10^9)*exp(-2*z)", [], [3])
edge("k(0) = 0, and k is not 0", "1/(1+z^2)-1/(1+z^2)^3", [], [3])
edge("k(0) = 0, and k is not 0", "1/(1+z)-1/(1+z)^2", [], [1, 3])
edge("k increases from k(0) on", "exp(-exp(-z))", [], [1, 3])
edge("exp(-az)cos z is positive definite iff a >= cot(pi/(2d)): cot(pi/62) = 19.72, cot(pi/64) = 20.36",
     "exp(-z)*cos(z/20)", [31], [32])
edge("exp(-az)cos z is positive definite iff a >= cot(pi/(2d)): cot(pi/8) = 2.41, cot(pi/10) = 3.08",
     "exp(-z)*cos(z/3)", [3, 4], [5, 9])
edge("the density in R^3 is -F'/w, F = exp(-(w-c)^2/2)+exp(-(w+c)^2/2), which decreases iff c <= 1",
     "exp(-z^2/2)*cos(9*z/10)", [2, 3], [])
edge("the density in R^3 is -F'/w, F = exp(-(w-c)^2/2)+exp(-(w+c)^2/2), which decreases iff c <= 1",
     "exp(-z^2/2)*cos(11*z/10)", [], [3])
edge("the density in R^1 is (1-w)^2, then 2(1-w)/w, 2/w^3 and an atom more, on (0,1)",
     "6*(z-sin(z))/z^3", [3, 5, 7], [])
edge("Lambda_5", "3*(sin(z)-z*cos(z))/z^3", [5], [])
infinite("the wave z^-3 decays more slowly than z^(-(d-1)/2)", "6*(z-sin(z))/z^3", 8, 9)
infinite("the wave z^-2 decays more slowly than z^(-(d-1)/2)", "3*(sin(z)-z*cos(z))/z^3", 6)
edge("the density is constant on an annulus", "2*besselj(1,2*z)/z-besselj(1,z)/z", [2], [])
edge("both factors are positive definite", "sin(z)/z*cos(3*z)", [1], [])
edge("spheres of radius 4 and, negative, 2", "sin(z)/z*cos(3*z)", [], [3])
edge("Wendland: (1-z)^(l+1)((l+1)z+1) iff l >= (d+3)/2", "max(0,1-z)^4*(4*z+1)", [3], [4, 6])
edge("Wendland: (1-z)^(l+1)((l+1)z+1) iff l >= (d+3)/2", "max(0,1-z)^3*(1+3*z)", [1], [2, 3])
edge("the wave from z = 1 decays more slowly than what 0 leaves", "max(0,1-z)^2*(1+2*z)", [], [1, 2])
edge("the ball overlap of R^5; the wave from z = 1", "z<1 ? 1-15*z/8+5*z^3/4-3*z^5/8 : 0", [5], [6])
edge("the cubic model is made for R^3; the wave from z = 1",
     "z<1 ? 1-7*z^2+35*z^3/4-7*z^5/2+3*z^7/4 : 0", [3], [4])
edge("Askey: (1-z)^b iff b >= (d+1)/2", "max(0,1-z)^(3/2)", [2], [3])
edge("Askey: (1-z)^b iff b >= (d+1)/2", "max(0,1-z)^(7/2)", [5, 6], [7])
edge("Polya in R^1; the wave from z = 1 in R^2", "max(0,1-z)*exp(-z)", [1], [2])
infinite("the exponent 1 at z = 1 is at most (d-1)/2", "max(0,1-z)*exp(-z)", 3)
edge("the density in R^1 is a fourth power with zeros, in R^3 minus its derivative",
     "z<1/2 ? 1-6*z^2+6*z^3 : 2*max(0,1-z)^3", [1], [3])
edge("the density in R^1 is a square with zeros, in R^3 minus its derivative",
     "z<1 ? (1-z)*cos(pi*z)+sin(pi*z)/pi : 0", [1], [3])
edge("the density of Hann's window changes its sign", "z<1 ? (1+cos(pi*z))/2 : 0", [], [1])
edge("k is 1-3z^3+... at 0: a flat maximum", "max(0,1-z^3)^3", [], [1, 3])
edge("Lambda_(d+6), times a positive number", "max(0,1-z^2)^2", [], [3, 4])
infinite("the exponent 2 at z = 1 is at most (d-1)/2", "max(0,1-z^2)^2", 5)
edge("a flat maximum at 0", "1/(1+z^(7/3))", [], [1, 3])
edge("a flat maximum at 0", "(1+z^(201/100))^(-1)", [], [1, 2])
edge("a flat maximum at 0", "exp(-z^(201/100))", [], [2])
row("z==1 ? exp(-1)+10^(-12) : exp(-z)", 3, "a value beside the limit", FM=False, PS=False, CP=False)
row("z==1 ? exp(-1) : exp(-z)", 3, "the value is the limit", CM=True)
row("z^2/(exp(z^2)-1)", 3, "poles of f at +-2 pi i, on the abscissa of convergence, and none at 0",
    FM=True, CM=False)

# conditionally positive definite and unbounded
for why, formulas in (
    ("-g, g a Bernstein function of t", [("-z^(1/2)-z^(3/2)", 2, 5), ("-z*atan(z)", 3, 8), ("-z*tanh(z)", 1, 4),
        ("-z/tanh(z)", 3), ("-z^2/(1+z)", 2), ("-sqrt(1+z)", 3), ("-sqrt(z)*tanh(sqrt(z))", 3),
        ("-z^(19/10)-z^(1/10)", 3), ("-log(2+z)", 3), ("-log(1+z^2)-log(2+z^2)", 3),
        ("-log(1+z^2)+log(2+z^2)/2", 3), ("-sqrt(1+z^(3/2))", 3), ("-(1+sqrt(z))^(3/2)", 3),
        ("-(1+z)^(3/2)", 1, 3), ("-z*log(1+z)", 3), ("-z/log(2+z)", 3), ("-(z^2)^(1/3)", 3)]),
    ("a power of the right sign, polynomials in z^2, and positive definite functions",
        [("-z+z^2", 2), ("-z-z^2", 2), ("-z+10^(-6)*cos(z)", 1), ("-z+sin(z)/z", 3), ("cos(z)-z", 1),
         ("z^3+exp(-z)", 3), ("z^3-z^2", 3), ("z^3+z^2-1", 3), ("-z^5+z^3", 3), ("-log(1+z^2)+2*exp(-z^2)", 1, 3)]),
    ("the density is that of the power, less: 8 pi/w^4 against exp(-w^2/4), a/(1+w^2)^2 with a <= 8 pi",
        [("-z-10^(-6)*exp(-z^2)", 3), ("-z-exp(-z)/2", 3), ("-z-exp(-z)", 3)]),
    ("(-1)^k (c+t)^b, k-1 < b < k", [("(2+z^2)^(3/2)", 3)])):
    for formula, *dims in formulas:
        for d in dims: row(formula, d, why, FM=False, CP=True)
for why, formulas in (
    ("the leading power, at 0 or at infinity, has the wrong sign",
        [("z-z^3", 3), ("z^4*log(z)", 2, 3), ("-(2+z^2)^(3/2)", 3), ("-z+z^(1/2)", 2), ("-z-2*exp(-z)", 1, 3),
         ("-z^5-z^3", 1, 3), ("log(1+z)", 3), ("-sqrt(1+z^(5/2))", 3), ("z^3-exp(-z)", 3),
         ("z^3-5*z^(5/2)", 1, 3), ("sqrt(1+z^2)-z^2", 2), ("(z^2)^(1/3)", 3)]),
    ("the density 2 pi/w^3 - pi exp(-w^2/4) is negative at w = 2", [("-exp(-z^2)-z", 2)]),
    ("a negative atom", [("-z-sin(z)/z", 3)]),
    ("the distribution of cos in R^2 changes its sign at w = 1", [("cos(z)-z", 2), ("-z+10^(-6)*cos(z)", 2)]),
    ("it grows faster than every power", [("-exp(z)", 1), ("-cosh(z)", 2)])):
    for formula, *dims in formulas:
        for d in dims: row(formula, d, why, FM=False, CP=False, PO=True)

# spheres
each("no Maclaurin coefficient in u is negative", "tan(u)", 3, "u/sin(u)", 4, "sinh(u)/u", 3, "(3+u)/(5-u)", 4,
     "exp(u)-u^2/2", 3, 8, "(1+u)^3-u", 3, "1/sqrt(1-u/2)-1/sqrt(1+u/2)", 3, "cosh(u)-1/10", 3, 12, "exp(-2*(1-u))", 5,
     "2-sqrt(2-u)", 3, "asin(u)^2", 3, "cos(theta)^5+cos(theta)^2/7", 7, "1-2*theta/pi", 2, 5, "1-theta/2", 3, 4,
     "1-theta/pi*(1+1/1000)", 3, "acos(-u)^2", 3, 4, "acos(-u)^2-pi^2/4", 3, "2-sqrt(1-u^2)", 3, 4,
     "1-sqrt(1-u)/2", 3, "1-((1-u)/2)^(3/4)", 3, 4, "log(2)-log(3-u)+1", 3, "1/(3-u)-1/(4-u)", 3, 5,
     "1/(3-u)-4/3/(4-u)", 3, 5, 30, "exp(2*u)-exp(u)", 3, "besseli(0,u)-u^2/4", 3, "besseli(1,u)", 3, "exp(u^2)-u^2", 3,
     "1/(1-u^3/2)", 3, "1/(2-u-u^3/2)", 3, "1/sqrt(2-u)-1/2", 3, 8, "((1+u)/2)^8-u^2/100", 3, PA=True)
each("a Maclaurin coefficient in u is negative", "log(3+u)", 3, "sqrt(1+u)", 3, 4, "exp(u)-3*u^2/5", 20,
     "(1-u^2)^2+u", 3, "sqrt(2-u)", 3, "acos(u)^2", 3, "sqrt(1-u^2)", 3, "cos(u)+u^2/2", 3, 8, "sin(u)", 3, 8,
     "sin(u)+u^3/6", 3, "u^10-u^8/100", 3, 6, "(1-u/3)^(-2)-(1-u/2)^(-1)", 3, "((1+u)/2)^(3/2)", 3,
     "1/(1-u/2+u^2/4)", 3, 4, PA=False)
each("the coefficient of degree 0 or 1 is negative", "u^2-1/10", 12, "exp(u)-3*exp(u/2)/2", 3, 10, "exp(2*u)-exp(u)*2", 3,
     "theta*(pi-theta)", 3, PS=False)
each("Gegenbauer coefficients 1/d-1/10, 3/(d+2)-1/10 and those of u^4", "u^2-1/10", 8, "u^3-u/10", 3, 6, "u^4-u^2/4", 3,
     "u^4-6*u^2/7+3/35", 3, PS=True, PA=False)
each("(1-theta/c)^2 and more of it up to S^3 (Gneiting 2013, table 1)", "max(0,1-theta)^2", 2, 3, 4, "(1-theta/pi)^3", 3,
     PS=True)
each("a jump", "theta<1 ? 1 : 0", 3, "u>1/2 ? 1 : 0", 3, PS=False)

# periodic on the line
each("convex and decreasing on half a period, with a mean that is not negative: 1-pi/4, 1-pi/6, 637/1000-2/pi, 1/4",
     "1-acos(cos(z))/2", 1, "1-acos(cos(z))/3", 1, "637/1000-abs(sin(z))", 1, "(1-acos(cos(z))/pi)^3", 1, PD=True, CM=False)
each("products of functions with Fourier coefficients that are not negative", "exp(-acos(cos(2*z)))*cos(z)", 1,
     "asin(cos(z))^3", 1, PD=True, CM=False)
each("Re exp(exp(iz)) - 1; J_0(1) + 2 sum J_2n(1) cos(2nz)", "exp(cos(z))*cos(sin(z))-1", 1, "cos(sin(z))", 1, PD=True, CM=False)
each("the mean is 636/1000-2/pi < 0", "636/1000-abs(sin(z))", 1, PD=False, FM=True, CM=False)
each("the Fourier coefficient of cos(2z) is -1/pi^2", "1-(acos(cos(z))/pi)^2", 1, PD=False, FM=True, CM=False)
each("k(3 pi/2) = pi > k(0)", "acos(sin(z))", 1, PD=False)

# the angle, by Maclaurin coefficients: theta = pi/2 - asin(u), sin(theta/2) = sqrt((1-u)/2)
each("no Maclaurin coefficient in u is negative", "asin(u)-u", 3, "asin(u)-u-u^3/7", 3, "acos(-u)-pi/2-u", 3,
     "1-theta/pi+u^3/50", 3, "1-theta/pi-u^3/50", 2, 3, 16, "1-sqrt((1-u)/2)-u^2/100", 3, "exp(u)-theta/10", 2, 3, 5,
     "1/(2-u)-theta/20", 3, "1/(2-u)-sqrt(1-u)/20", 3, "(1-theta/pi)*cos(theta)", 3, "(1-2*theta/pi)^3", 3,
     "(1-2*theta/pi)^2", 3, "(1-theta/pi)^4", 3, "(1-sin(theta/2))^2", 2, 3, 16, PA=True)
each("a Maclaurin coefficient in u is negative", "1-theta/pi-u^3/10", 3, "1-theta/pi-u^2/50", 3, "exp(u)-theta", 3,
     "u^2*theta", 3, "max(0,u)*u", 3, "cos(theta)-theta/20", 2, 5, PA=False)
each("the coefficient of degree 1 is that of asin(u)-u less 1/10: 3 pi/8 - 11/10 > 0, but 1-11/10 < 0", "asin(u)-11*u/10", 3, PA=False)

mono("Bernstein functions z tanh z, z coth z, log cosh z", "1/(1+z*tanh(z))", 3, "exp(-z*tanh(z))", 3, "exp(-z/tanh(z))", 3,
     "1-tanh(z)^2", 3, "1/cosh(z)^(1/3)", 3, "2-z/sqrt(1+z^2)", 3)
edge("k(0) = 0, and k is not 0", "1-z/sqrt(1+z^2)-exp(-z)", [], [3])
each("-g, g a complete Bernstein function of t: its angle is less than pi", "-log(1+log(1+z))", 3, "-log(1+sqrt(z)+z^2)", 3,
     "-sqrt(log(1+z))", 3, "-z*(1+z)^(1/2)", 1, 3, "-(z+z^2)^(3/4)", 3, FM=False, CP=True)
each("powers of the right signs", "z^2*log(z)-z", 3, "-z^4*log(z)+z^3", 3, FM=False, CP=True)
each("the leading power, at 0 or at infinity, has the wrong sign", "-z^2*log(1+z)", 3, "z^2*log(z)+z", 3, "-z^4*log(z)-z^3", 3,
     FM=False, CP=False)

# Second part: what users of Gaussian processes, radial basis functions, spatial statistics, machine learning, physics, spheres
# and periodic kernels bring, in a balanced way.
SECOND = []
# degrees of negative coefficients in powers of u, and of negative Gegenbauer coefficients on S^(d-1), found by mpmath
NEGATIVE_POWER = {
    "exp(-2*sin(pi*z)^2)*exp(-z^2/(2*3^2))": 6, "exp(-2*pi^2*z^2*0.04)*cos(2*pi*z*0.5)": 0,
    "0.6*exp(-z^2/8)*cos(1.7*z)+0.4*exp(-z^2/2)*cos(4.1*z)": 0, "cos(z/0.7)": 0, "matern(1/2, 1)*cos(2*z)": 0,
    "0.5*exp(-z/2)+0.3*cos(2*pi*z)+0.2*exp(-z^2/50)": 3, "1/(1+(z/2)^4)": 2, "wave(0.25)": 0, "besselj(0, z/0.5)": 0,
    "exp(-z)*besselj(0, 3*z)": 0, "exp(-z^2/2)-0.6*exp(-z^2/18)": 0, "2*exp(-z^2/2)-exp(-z^2)": 3,
    "cos(1.75*z)*exp(-z^2/2)": 0, "(1-z^2)*exp(-z^2/2)": 0, "exp(-z/2)*cos(3*z)": 0, "exp(-2*(z-1))-2*exp(-(z-1))": 0,
    "exp(-theta/2)*cos(2*theta)": 0, "cos(1.5*z)^2": 1, "matern(3/2, 1)-0.2*matern(1/2, 1)": 27,
}
NEGATIVE_GEGENBAUER = {
    ("exp(-2*sin(pi*z)^2)*exp(-z^2/(2*3^2))", 2): 3, ("1/(1+(z/2)^4)", 2): 2, ("max(0, 1-z/0.9)", 3): 7, ("wave(0.25)", 4): 0,
    ("besselj(0, z/0.5)", 3): 0, ("exp(-z^2/2)-0.6*exp(-z^2/18)", 2): 0, ("2*exp(-z^2/2)-exp(-z^2)", 4): 3,
    ("(1-z^2)*exp(-z^2/2)", 2): 0, ("exp(u)-0.9*exp(1.2*u)", 3): 1, ("exp(-z/2)*cos(3*z)", 3): 1,
    ("exp(-2*(z-1))-2*exp(-(z-1))", 3): 0, ("0.2+0.8*cos(theta/2)", 3): 2, ("exp(-theta/2)*cos(2*theta)", 3): 0,
    ("cos(1.5*z)^2", 2): 1, ("matern(3/2, 1)-0.2*matern(1/2, 1)", 3): 11,
}


def case(formula, dim, why, nugget=False, **e):
    e = {globals()[k]: v for k, v in e.items()}
    if formula in NEGATIVE_POWER: e.setdefault(PA, False)
    if (formula, dim) in NEGATIVE_GEGENBAUER: e.setdefault(PS, False)
    if e.get(CM): e[PD] = True; e[PA] = True
    if e.get(PD): e.setdefault(FM, True); e[PS] = True; e[CP] = True
    if e.get(FM) or e.get(CP): e[PO] = True
    if e.get(PA): e[PS] = True
    if e.get(FM) is False and not nugget: e[PD] = False
    if e.get(PS) is False: e[PA] = False; e[PD] = False
    if e.get(PD) is False: e[CM] = False
    if e.get(PA) is False: e[CM] = False
    SECOND.append((formula, dim, e, why))


def cmono(why, *of):
    formula = None
    for x in of:
        if isinstance(x, str): formula = x
        else: case(formula, x, why, CM=True)


def yes(why, formula, *dims, **more):
    for d in dims: case(formula, d, why, **(dict(PD=True, CM=False) | more))


# not positive definite, continuous, of finite mass, with a limit at infinity that is not negative
def no(why, formula, *dims, **more):
    for d in dims: case(formula, d, why, **(dict(PD=False, FM=True, CP=False) | more))


def cpd(why, formula, *dims): # unbounded
    for d in dims: case(formula, d, why, FM=False, PD=False, CP=True, PS=False)


def notcpd(why, formula, *dims, **more):
    for d in dims: case(formula, d, why, **(dict(FM=False, PD=False, CP=False, PO=True) | more))


def sphere(why, *of, **e):
    formula = None
    for x in of:
        if isinstance(x, str): formula = x
        else: case(formula, x, why, **e)


# Gaussian process libraries (scikit-learn, GPyTorch, GPflow, GPML, Stan)
cmono("sums, products and multiples of Gaussians, Matern, rational quadratic and powered exponential functions",
      "1.3*exp(-z^2/(2*0.37^2))", 5, "matern(3/2, 0.8)+0.1*matern(5/2, 3)", 2, "matern(7/2, 1.5)", 6,
      "0.5*rational_quadratic(0.3, 2)+0.5*gaussian(0.25)", 4, "0.2+0.8*exp(-z/3)", 2, "exp(-z^2/2)*exp(-z/4)", 9,
      "matern(2, 0.5)", 3, "matern(0.3, 2)", 2, "exp(-(z/1.7)^1.9)", 10, "exp(-2*z)*(3+6*z+4*z^2)", 3,
      "matern(5/2, 2)*rational_quadratic(1, 3)", 3)
per = "exp(c cos) has Fourier coefficients I_n(c); products of positive definite functions"
yes(per, "exp(-2*sin(pi*z/3)^2/0.9^2)", 1)
yes(per, "exp(-2*sin(pi*z)^2)*exp(-z^2/(2*3^2))", 1)
no("beside a ring of frequencies 2 pi the density in R^2 is negative, and Gaussian functions do not reach there",
   "exp(-2*sin(pi*z)^2)*exp(-z^2/(2*3^2))", 2)
yes("Gaussians about the frequencies in R^1", "exp(-2*pi^2*z^2*0.04)*cos(2*pi*z*0.5)", 1)
no("exp(-az^2)cos(bz) has in R^3 a density of the sign of 1F1(-1; 1/2; y), y up to b^2/(4a)", "exp(-2*pi^2*z^2*0.04)*cos(2*pi*z*0.5)", 3)
yes("Gaussians about the frequencies in R^1", "0.6*exp(-z^2/8)*cos(1.7*z)+0.4*exp(-z^2/2)*cos(4.1*z)", 1)
yes("an atom", "cos(z/0.7)", 1)
notcpd("a wave that does not decay", "cos(z/0.7)", 4)
yes("Wendland: l >= (d+1)/2 + k", "max(0,1-z/1.5)^4*(4*z/1.5+1)", 3, PA=False)
yes("Wendland: l >= (d+1)/2 + k", "max(0,1-z/3)^6*(35*z^2/27+2*z+1)", 2)
no("Wendland: l >= (d+1)/2 + k", "max(0,1-z/3)^6*(35*z^2/27+2*z+1)", 5)
case("z == 0 ? 1.2 : exp(-z/0.4)", 3, "exp(-z/0.4) and a nugget", nugget=True, CM=True, FM=False)
yes("exp(-az)cos(bz) is positive definite iff a >= b cot(pi/(2d))", "matern(1/2, 1)*cos(2*z)", 1)
no("exp(-az)cos(bz) is positive definite iff a >= b cot(pi/(2d))", "matern(1/2, 1)*cos(2*z)", 2)
yes(per, "(1+z^2/4)^(-0.5)*exp(-2*sin(pi*z/7)^2)", 1)
yes(per, "(1+sqrt(3)*z/5)*exp(-sqrt(3)*z/5)*exp(-2*sin(pi*z/12)^2/0.7^2)", 1)
yes(per, "0.5*exp(-z/2)+0.3*cos(2*pi*z)+0.2*exp(-z^2/50)", 1)

# radial basis functions
mq = "(-1)^k (c+t)^b, k-1 < b < k"
notcpd(mq, "sqrt(1+(1.5*z)^2)", 2, PS=False)
cpd(mq, "-sqrt(0.2+z^2)", 3)
cpd(mq, "-(1+z^2)^(5/2)", 2)
notcpd(mq, "(1+z^2)^(5/2)", 2, PS=False)
cmono("products of powers of 1+t and of exponentials", "1/sqrt(1+(3*z)^2)", 4, "1/(1+0.25*z^2)", 7, "exp(-z^2)/(1+z^2)", 3,
      "(1+z^2/3)^(-2)", 3)
cmono("the reciprocal of a Bernstein function", "sqrt(0.3+z^2)-z", 2)
cmono("products of 1/(1+t/c)", "1/cosh(1.5*z)", 3)
cpd("z^(2k) log z with the sign (-1)^(k+1), and an even power", "-(2*z)^4*log(2*z)", 2)
cpd("powers with the sign (-1)^ceil(b/2)", "-0.02*z^5-0.1*z", 3)
cpd("powers with the sign (-1)^ceil(b/2)", "z^7/100", 3)
notcpd("powers with the sign (-1)^ceil(b/2)", "z^5+z^2", 3, PS=False)
case("(z^2+0.5)*log(sqrt(z^2+0.5))", 2, "the second derivative in t is 1/(2(t+c))", FM=False, PD=False, CP=True, PS=False)
for d, e in ((2, True), (4, True), (5, False)):
    (yes if e else no)("the density has the sign of 2-d/2+9w^2/4; in u a multiple of (8+u) exp(2u/9)", "(2-(z/3)^2)*exp(-(z/3)^2)", d, PA=True)
yes("the density has the sign of 5/2-d/2+9w^2/4; in u a multiple of (1/2+2u) exp(2u)", "(5/2-z^2)*exp(-z^2)", 3, PA=True)
wu = "Wu (1995), as in Fasshauer (2007), table 11.2"
yes(wu, "max(0,1-z)^4*(16+29*z+20*z^2+5*z^3)/16", 7, PA=False)
yes(wu, "max(0,1-z/2)^5*(8+20*z+12*z^2+25/8*z^3+5/16*z^4)", 5)
yes(wu, "max(0,1-z)^6*(6+36*z+82*z^2+72*z^3+30*z^4+5*z^5)/6", 3, PA=False)
yes("Buhmann (2001)", "z<1 ? 2*z^4*log(z)-7/2*z^4+16/3*z^3-2*z^2+1/6 : 0", 2, PA=False)
yes("Schaback (2011)", "missing_wendland(1.2)", 2, PA=False)
yes("Lambda_4", "besselj(1, 2*z)/z", 3, 4)
notcpd("Lambda_4: a wave z^(-3/2)", "besselj(1, 2*z)/z", 5)
no("1-z^4/16 at 0: a flat maximum", "1/(1+(z/2)^4)", 2)
no("the density changes its sign", "z<1 ? exp(1-1/(1-z^2)) : 0", 1, PA=False, PS=True)
no("Lambda_7, of R^1; a square of 7/9+2u/9", "max(0,1-(z/3)^2)^2", 1, PA=True)
no("Lambda_9, of R^3; a square of 7/9+2u/9", "max(0,1-(z/3)^2)^2", 3, PA=True)
yes("Askey: (1-z)^b iff b >= (d+1)/2", "max(0, 1-z/0.9)", 1, PA=False)
no("Askey: (1-z)^b iff b >= (d+1)/2", "max(0, 1-z/0.9)", 2, PA=False)
case("max(0, 1-z/0.9)", 3, "the exponent 1 at z = 0.9 is at most (d-1)/2", FM=False, CP=False, PO=False, PA=False)
yes("the overlap of balls, a Gaussian function", "max(0,1-z)*exp(-z^2/2)", 1, PA=False)

# spatial statistics
yes("the overlap of balls in R^3", "0.7*spherical(0.6)+0.3*laplace(2)", 3, PA=False)
no("the wave from z = 0.6 decays more slowly than what 0 leaves", "0.7*spherical(0.6)+0.3*laplace(2)", 4, PA=False)
yes("the overlap of balls in R^5", "pentaspherical(2.5)", 5)
yes("the overlap of discs", "circular(1.1)", 2, PA=False)
no("the wave from the end decays more slowly than what 0 leaves", "circular(1.1)", 3, PA=False)
yes("the cubic model is made for R^3", "cubic(0.8)", 2, PA=False)
yes("Lambda_3", "wave(0.25)", 2, 3)
notcpd("Lambda_3: a wave 1/z", "wave(0.25)", 4)
sine = "exp(-az)sin(bz)/(bz) is positive definite iff (d-1) atan(b/a) <= pi"
yes(sine, "exp(-z/2)*sin(2*z)/(2*z)", 3)
no(sine, "exp(-z/2)*sin(2*z)/(2*z)", 4)
yes("exp(-az)cos(bz) is positive definite iff a >= b cot(pi/(2d))", "exp(-0.5*z)*cos(0.3*z)", 2)
no("exp(-az)cos(bz) is positive definite iff a >= b cot(pi/(2d))", "exp(-0.5*z)*cos(0.3*z)", 4)
cmono("1 less a complete Bernstein function", "1-(z^2/(1+z^2))^(1/4)", 3, "1-(z/(1+z))^0.5", 2)
cmono("powers of 1 and a Bernstein function", "(1+z^1.5)^(-0.2/1.5)", 2, "1/(1+z/3)^3", 2, "1/(1+z/20)", 2)
case("z == 0 ? 1 : 0.9*exp(-(z/2)^1.2)", 2, "a powered exponential function and a nugget", nugget=True, CM=True, FM=False)
case("-(1-exp(-z/0.5))", 3, "exp(-2z) and a constant; k(0) = 0", FM=True, PD=False, CP=True, PS=False)
cpd("-g, g a Bernstein function of t", "-(0.2*z+1-exp(-z))", 2)
cpd("-g, g a Bernstein function of t", "-0.3*z^1.6", 2)
notcpd("powers with the sign (-1)^ceil(b/2)", "-z^2.2", 2, PS=False)
cpd("-g, g a Bernstein function of t", "-log(1+(z/2)^1.5)", 3)
cpd("-g, g a Bernstein function of t", "-0.1-0.4*(z^2)^0.35", 2)
yes("generalised Wendland function, mu = 5, kappa = 3", "gneiting(1.3)", 3, PA=False)
no("generalised Wendland function, mu = 5, kappa = 3", "gneiting(1.3)", 4, PA=False)
yes("the density of (1-az)exp(-z) has the sign of 1+w^2-a(d-w^2)", "(1-z/4)*exp(-z/4)", 1)
no("the density of (1-az)exp(-z) has the sign of 1+w^2-a(d-w^2)", "(1-z/4)*exp(-z/4)", 2)
yes("the density of (1-az)exp(-z) has the sign of 1+w^2-a(d-w^2)", "(1.2-0.2*z)*exp(-z)", 3)
yes("Lambda_2", "besselj(0, z/0.5)", 2)
notcpd("Lambda_2: a wave z^(-1/2)", "besselj(0, z/0.5)", 3)
yes("products with Lambda_2", "exp(-z)*besselj(0, 3*z)", 2)
no("the density in R^1, Re ((1-iw)^2+9)^(-1/2), increases somewhere", "exp(-z)*besselj(0, 3*z)", 3)

# machine learning
cmono("exp(-az)", "exp(-0.1*z)", 100)
cpd("-g, g a Bernstein function of t", "-z^1.3", 20)
cpd("-g, g a Bernstein function of t", "-log(z^1.2+2)", 8)
no("the density of R^1 is that of Lambda_5", "max(0,1-(z/0.8)^2)", 1, PA=False, PS=True)
no("a flat maximum", "max(0,1-(z/2)^3)^3", 1, PS=True)
no("the density cos(w)/(pi^2/4-w^2) changes its sign", "z<1 ? cos(pi*z/2) : 0", 1, PA=False, PS=True)
no("Hann's window: its density changes its sign", "z<2 ? 0.5+0.5*cos(pi*z/2) : 0", 1, PS=True)
no("Hann's window: in R^1 its density changes its sign", "z<2 ? 0.5+0.5*cos(pi*z/2) : 0", 3)
no("the density at 0 has the sign of 1-5.4", "exp(-z^2/2)-0.6*exp(-z^2/18)", 2)
no("the widest Gaussian of the density is negative", "2*exp(-z^2/2)-exp(-z^2)", 4)
yes("the overlap of discs", "circular(2.2)", 2)
yes("Gaussians about the frequencies in R^1", "cos(1.75*z)*exp(-z^2/2)", 1)
no("1F1(-1/2; 1/2; y) is negative at y = b^2/(4a)", "cos(1.75*z)*exp(-z^2/2)", 2)
yes("the density has the sign of 1-d+w^2", "(1-z^2)*exp(-z^2/2)", 1)
no("the density has the sign of 1-d+w^2", "(1-z^2)*exp(-z^2/2)", 2)
sphere("powers of u with coefficients that are not negative", "exp(u/0.5^2)", 8, "(u+0.3)^4", 3, "exp(u)/exp(1)", 16, "1/(1.7-u)", 5,
       "1/(1.5-u)-0.4", 4, "(1+u)/2", 3, "exp(3*u)-0.2*exp(u)", 6, "0.3*arccos0+0.7*arccos1", 5, "arccos1(2)+arccos0(1)", 10, PA=True)
sphere("a coefficient in powers of u is negative", "exp(u)-0.9*exp(1.2*u)", 3, PA=False)
sphere("the coefficient of degree 1 is negative", "(u-0.2)^2", 3, PS=False)
sphere("u^3 has a negative coefficient, in Legendre polynomials too", "tanh(0.8*u)", 3, PS=False)

# correlation functions of physics
cmono("Matern functions, exp(-B), powers of B and their products", "(z/2)^(1/3)*besselk(1/3,z/2)", 3, "exp(-z)/(1+z)", 3,
      "1/sqrt(z^2+0.1^2)", 3, "exp(-0.5*sqrt(1+z^2))/sqrt(1+z^2)", 3, "(1+z)^(-1/4)", 2)
cmono("products of 1/(1+t/c), partial fractions", "1/cosh(z)^2", 3, "(z/2)/sinh(z/2)", 2, "tanh(2*z)/(2*z)", 3)
cmono("int_0^1 exp(-t s^2) ds, int_0^1 exp(-zs) ds, int_0^1 exp(-ts) ds", "erf(2*z)/z", 3, "(1-exp(-3*z))/(3*z)", 3, "(1-exp(-z^2/2))/(z^2/2)", 2)
vk = "von Karman's transverse correlation: in R^1 the density is (1+8w^2/3)(1+w^2)^(-11/6), in R^3 minus its derivative"
yes(vk, "z^(1/3)*besselk(1/3,z)-z^(4/3)/2*besselk(2/3,z)", 1)
no(vk, "z^(1/3)*besselk(1/3,z)-z^(4/3)/2*besselk(2/3,z)", 3)
yes(sine, "exp(-z/2)*sin(z)/z", 3)
cpd("-g, g a Bernstein function of t", "-z^(2/3)", 3)
yes("exp(-az)cos(bz) is positive definite iff a >= b cot(pi/(2d))", "exp(-z/2)*cos(3*z)", 1)
no("exp(-az)cos(bz) is positive definite iff a >= b cot(pi/(2d))", "exp(-z/2)*cos(3*z)", 3)
SECOND.append(("0.5/z", 3, {FM: False, CM: True}, "unbounded at 0"))
SECOND.append(("1/z^12-1/z^6", 3, {FM: False, CM: False}, "unbounded at 0, and increasing for large z"))
no("the density at 0 is negative", "exp(-2*(z-1))-2*exp(-(z-1))", 3)
yes("the density has the sign of 1-d/2+w^2", "(1-z^2/4)*exp(-z^2/4)", 2)
no("the density has the sign of 1-d/2+w^2", "(1-z^2/4)*exp(-z^2/4)", 3)
no("k(0) = 0, and k is not 0", "1/tanh(z)-1/z", 3, PS=False)

# spheres
sphere("completely monotone functions of the angle (Gneiting 2013, theorem 7)", "exp(-theta/0.4)", 3, "exp(-(theta/0.8)^0.7)", 3,
       "1/(1+theta)^2", 3, "(1+2*theta)^(-1/3)", 4, PA=True)
sphere("1 less a Bernstein function of the angle, not negative at pi/2", "log(2)-log(1+theta/pi)", 3, "1-theta^0.5/2", 3, PA=True)
sphere("smoother at the pole than at the antipode (Gneiting 2013)", "exp(-theta^1.5)", 3, "(1+sqrt(3)*theta)*exp(-sqrt(3)*theta)", 3, PS=False)
sphere("sine power functions", "1-sin(theta/2)^0.8", 3, "1-0.5*sin(theta/2)^1.9", 4, PA=True)
sphere("powers of u with coefficients that are not negative", "((1-0.6)^2/(1+0.36-2*0.6*u))^0.75", 3,
       "(1-0.25)/(1-2*0.5*u+0.25)^1.5", 3, "0.3+0.7*(1-theta/pi)^2", 4, "exp(-0.5*(1-u))+0.1*u^2", 3, "exp(-2*theta)*cos(theta)", 3,
       "besseli(0, 2*sqrt((1+u)/2))", 3, PA=True)
sphere("a nugget", "theta == 0 ? 1 : 0.8*exp(-theta)", 3, PA=True)
sphere("positive definite on R^n as functions of the distance, n odd", "max(0,1-theta/1.2)^3", 3, 5, "max(0,1-theta/1.5)^4*(1+theta/0.375)", 3,
       "theta<1 ? 1-1.5*theta+0.5*theta^3 : 0", 4, PS=True, PA=False)
sphere("a Chebyshev polynomial", "(1+cos(3*theta))/2", 2, PS=True, PA=False)
sphere("a Chebyshev polynomial that is no sum of Legendre polynomials with positive factors", "(1+cos(3*theta))/2", 3, PS=False)
sphere("the Legendre polynomial P_2", "(3*u^2-1)/2", 3, PS=True, PA=False)
sphere("u^2 has the mean 1/4", "(3*u^2-1)/2", 4, PS=False)
sphere("sqrt((1+u)/2) has negative coefficients", "0.2+0.8*cos(theta/2)", 3, PA=False)
sphere("(2u^2-1) exp(-theta/2)", "exp(-theta/2)*cos(2*theta)", 3)

# periodic
chord = "positive definite functions of the chord 2|sin| of R^2"
yes(chord, "exp(-abs(sin(pi*z/2))/0.3)", 1)
yes(chord, "max(0,1-2*abs(sin(pi*z)))^2", 1, PA=False)
yes(chord, "(1+sqrt(3)*abs(sin(z))/0.5)*exp(-sqrt(3)*abs(sin(z))/0.5)", 1)
yes(chord, "1/(1+4*sin(z/2)^2)", 1)
yes(chord, "exp(-sin(z)^2)*exp(-abs(sin(z)))", 1)
yes("sums of cosines", "cos(2*pi*z/12)+0.3*cos(2*pi*z/6)", 1)
yes("sums of cosines", "cos(1.5*z)^2", 1)
notcpd("a wave that does not decay", "cos(1.5*z)^2", 2)
no("the Fourier coefficient at 4 pi is negative", "abs(cos(pi*z))", 1, PS=True, PA=False)
no("k(0) = 0, and k is not 0; on S^0 it is: k(2) = 0", "acos(cos(2*pi*z))", 1, PS=True)
yes("convex on half a period, with the mean 1-pi/4", "1-acos(cos(2*pi*z))/2", 1, PA=False)
yes("exp(c cos) has Fourier coefficients I_n(c)", "exp(cos(z)+cos(sqrt(2)*z))/exp(2)", 1)
yes("exp(-az) and exp(-az)cos z", "(2+cos(z))/3*exp(-z/10)", 1)
no("the density in R^2 is negative at w = 0.7", "(2+cos(z))/3*exp(-z/10)", 2)
case("sign(cos(z))", 1, "jumps; the Fourier coefficient at 3 is negative", PS=True, PA=False, FM=False, PD=False, CP=False, PO=False)

# products and sums
yes("products of positive definite functions", "spherical(2)*exp(-z/4)", 3)
yes("products of positive definite functions", "wave(0.5)*gaussian(2)", 3)
yes("sums of positive definite functions", "0.4*gaussian(1)+0.6*wave(1)", 3)
cmono("Gaussians in t, sums", "0.3*gaussian(0.1)+0.3*gaussian(1)+0.4*gaussian(10)", 12)
no("the density at infinity is that of the sharper function, negative", "matern(3/2, 1)-0.2*matern(1/2, 1)", 3)
cmono("a mixture of Gaussians exp(-t/(4s)) with a density proportional to q-0.6q^4, 0 < q < 1", "exp(-z)-0.3*exp(-2*z)", 3)

for formula, dim, e, why in SECOND:
    assert (formula, dim) not in seen, (formula, dim)
    seen.add((formula, dim))
    rows.append({"formula": formula, "dim": dim, "expect": {k: e[k] for k in ORDER if k in e},
                 "why": why, "source": "testdata/gen/known_unseen.py"})

if __name__ == "__main__":
    print(json.dumps({"about": "Kernels written down before krein was asked, near the edge of what is true and, from 1.3*exp(-z^2/(2*0.37^2)) on, as users bring them; made by testdata/gen/known_unseen.py.",
                      "rows": rows}, indent=1, ensure_ascii=False))
