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

if __name__ == "__main__":
    print(json.dumps({"about": "Kernels written down before krein was asked, near the edge of what is true; made by testdata/gen/known_unseen.py.",
                      "rows": rows}, indent=1, ensure_ascii=False))
