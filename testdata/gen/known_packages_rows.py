"""The formulas of known_packages.py with what is stated of them: (formula, dimensions, why, source, truths).

Truths: fm, pd, cm, ps, pa, cp, po are a bool, the largest dimension in which the claim holds,
or known in some dimensions only. sing is the least
exponent of a singularity at a distance b > 0, which decides finite mass and decomposition (docs/theory.md, 3):
both hold exactly for d < 2·sing + 1. breaks: k is not analytic at some 0 < z < 2, so that no series in u with
nonnegative coefficients is k, and no completely monotone function either. vanishes: k tends to 0 at infinity and
is integrable or of finite mass, so that conditionally positive definite means positive definite. smooth: analytic
at every z > 0 and harmless at 0, so that a decomposition exists (shells). only: the degree whose Gegenbauer
coefficient decides pd-sphere, all others being nonnegative.
"""
RF, GS, GR, PK, GT = "RandomFields manual", "gstat manual", "geoR manual", "PyKrige documentation", "GSTools documentation"
SK, GP, GF, CE, SC = "scikit-learn documentation", "GPyTorch and GPy documentation", "GPflow documentation", "celerite and george documentation", "scipy.interpolate.RBFInterpolator"
DA, NT, SH, GM = "DACE, SMT and DiceKriging documentation", "neural-tangents documentation", "shogun and libsvm documentation", "T. Gneiting, Strictly and non-strictly positive definite functions on spheres, 2013; GeoModels"
FA = "G. Fasshauer, Meshfree Approximation Methods with MATLAB, 2007"
WAVE = "; where the wave ω^((d−3)/2−α) of the singularity at b > 0 exceeds the cusp's ω^(−1−β) at 0 the density takes both signs"
BERN = "γ(√t) is a Bernstein function up to a constant (Schoenberg 1938)"


def mixtures():
    """completely monotone in z²: every claim holds"""
    why = "a mixture of Gaussians: sums, products and powers of completely monotone functions of z²"
    for formula, dims, source in (
            ("0.3 + 0.7*exp(-z/2.5)", (2,), GS),
            ("1.2*exp(-3*z/150) + 0.4*exp(-3*(z/600)^2)", (2, 3), GS),
            ("exp(-(z/0.8)^1.3) * exp(-z/4)", (3, 16), GR),
            ("1/(2^(0.2)*gamma(1.2))*(2*sqrt(1.2)*z/3)^1.2*besselk(1.2, 2*sqrt(1.2)*z/3)", (2, 5), GS),
            ("(1 + sqrt(5)*z/0.9 + 5*z^2/(3*0.9^2))*exp(-sqrt(5)*z/0.9)*(1+z^2/7)^-0.4", (4,), GP),
            ("0.6*(1+z^2/(2*0.8*2^2))^(-0.8) + 0.4*(1+z^2/8)^-2", (3, 64), SK),
            ("(0.3+z^1.2)^(-0.5/1.2)", (2,), RF),
            ("1 - (z^1.2/(1+z^1.2))^(1.5)", (3, 8), RF),
            ("1 - (1 + z^-0.7)^(-0.4/0.7)", (2, 3), RF),
            ("sqrt(1+z^2)*besselk(1, sqrt(1+z^2))/besselk(1,1)", (3,), RF),
            ("(2*exp(-z/1.2) - 0.9*exp(-2*z/1.2))/1.1", (2, 3, 16), RF),
            ("1.5*exp(-z/3) - 0.5*exp(-z)", (3, 8), RF),
            ("tanh(0.7*z)/(0.7*z)", (1, 5), SH),
            ("matern(1.3, 0.8) * gaussian(3)", (3,), GP),
            ("1/(1+z^1.3)", (4, 16), SH),
            ("exp(-sqrt(z/0.05)) + 0.25/cosh(z/2)", (8,), GT),
            ("(z/sinh(z))^0.5 * 2.2", (5,), GT),
            ("1.1*exp(-z)*(cosh(0.6*z) + sinh(0.6*z)/0.6)", (1, 3, 8), CE),
            ("exp(-2*log1p(z^2/9))*exp(-z)", (16,), GP)):
        yield formula, dims, why, source, dict(cm=True)
    for formula, dims, why, source in (
            ("1.05*exp(-z) + 0.95 - 1", (2, 4), "tends to −0.05 < 0: the atom at ω = 0 is negative, the density elsewhere positive, and so is k at u = 0", GP),
            ("exp(-(z/2)^1.5) - 0.01", (1, 8), "tends to −0.01 < 0: the atom at ω = 0 is negative, the density elsewhere positive, and so is k at u = 0", GR)):
        yield formula, dims, why, source, dict(fm=True, pd=False, cp=True, pa=True)
    for formula, dims, source in (("exp(-(z/1.5)^2.05)", (1, 3, 8), DA), ("1/(1+z^3)", (1, 2, 5), SH), ("1/(1+z^2.5)^0.8", (3,), RF),
                                  ("1 - (z^1.6/(1+z^1.6))^(1.3)", (2, 4), RF)):
        yield formula, dims, "1 − k(z) = o(z²), or k(0) is at most a neighbour: positive definite only if constant (a variance 0 of the radius)", source, dict(fm=True, pd=False, ps=False, vanishes=True, smooth=True)


def nuggets():
    k = dict(continuous=False, nugget=True, fm=False, po=True)
    up = "a nugget and a mixture of Gaussians; not continuous at 0"
    yield "z == 0 ? 1.5 : 1.2*exp(-z/30)", (2, 3), up, GR, dict(k, pd=True, cm=True, pa=True)
    yield "z == 0 ? 2.3 : 2*exp(-z^2/(2*0.5^2))", (1, 5), up, SK, dict(k, pd=True, cm=True, pa=True)
    yield "0.1*(z==0 ? 1 : 0) + (1 + z^2/(2*1.3*0.4^2))^-1.3", (3,), up, SK, dict(k, pd=True, cm=True, pa=True)
    down = "a negative nugget: two near points with weights 1, −1 (and their differences of every order)"
    yield "z == 0 ? 0.95 : exp(-z/2)", (2, 3), down, GS, dict(k, pd=False, cm=True, ps=False, pa=False, cp=False)
    yield "(1+z/3)*exp(-z/3) - 0.02*(z == 0 ? 1 : 0)", (2, 8), down, GS, dict(k, pd=False, cm=True, ps=False, pa=False, cp=False)
    yield "-(z == 0 ? 0 : 0.1 + 0.9*(1 - exp(-z/0.35)))", (2, 3), "a nugget and 0.9 exp, up to a constant; k(0) = 0", GS, dict(k, pd=False, cm=False, ps=False, pa=False, cp=True)
    yield "-(z == 0 ? 0 : -0.05 + 0.9*(1 - exp(-z/0.35)))", (2,), down, GS, dict(k, pd=False, cm=False, ps=False, pa=False, cp=False)


def variograms():
    zero = dict(pd=False, cm=False, ps=False, pa=False, smooth=True)
    grows, sill = dict(zero, fm=False), dict(zero, fm=True)
    for formula, dims, source in (
            ("-(1.3*z^1.5 + 0.2)", (2, 3), PK), ("-z^1.99", (3, 16), RF), ("-log(z+1.5)", (2,), GS), ("-log(1+(z/2)^1.5)", (2, 5), RF),
            ("-0.5*log(z^2/4+1.25)", (3,), RF), ("-(sqrt(1+z^1.2)-1)", (2, 8), RF), ("-((1+z^1.4)^(1.9/1.4)-1)", (3, 4), RF),
            ("-(0.4*z + 0.6*z^0.3)", (1, 3), PK), ("-log(cosh(z/3))", (2,), SH), ("-z*tanh(z)", (3, 8), SH), ("-0.8*sqrt(1+(1.5*z)^2)", (3, 64), SC),
            ("-log(1+z) - 0.02*z^2", (2,), SH), ("-(z*coth(z))", (4,), SH), ("-(z^1.7+z^2/50)", (16,), PK)):
        yield formula, dims, "γ grows; "+BERN, source, grows | dict(cp=True)
    for formula, dims, source in (
            ("-1.4*(1 - z/3*besselk(1,z/3))", (2, 3), GS), ("-(0.1*z^2/(1+z^2/4) + 0.3*(1-exp(-z)))", (2, 5), PK), ("-z^2/(z^2+2.5)", (3, 8), SH),
            ("-(1 - (1+z^1.1)^-0.7)", (2, 4), GT)):
        yield formula, dims, "γ has a sill; "+BERN, source, sill | dict(cp=True)
    minus = "the signed density at high frequencies is that of −z^β, 2 < β < 4, or its singularity at 0 is that of such growth: negative"
    for formula, dims, source in (("-1.3*z^2.1", (1, 2, 3), PK), ("-log(1+(z/2)^2.2)", (2, 3), RF), ("-log(1+z^3)", (2, 16), SH), ("-((1+z^1.4)^(2.1/1.4)-1)", (2,), RF),
                                  ("-(sqrt(1+z^2.2)-1)", (3, 5), RF), ("-(1+(0.5*z)^2)^1.5", (2, 3), FA), ("-z^3", (2,), SC)):
        yield formula, dims, minus, source, grows | dict(cp=False)
    for formula, dims, source in (("z^1.5 + 0.2", (2, 3), PK), ("1 + z", (3,), GS), ("sqrt(1+(1.5*z)^2)", (2, 8), FA), ("log(1+z^1.2) + 1", (2, 3), RF)):
        yield formula, dims, "the variogram itself, of the wrong sign: larger away from 0 than at 0, and its density is negative", source, dict(fm=False, pd=False, cm=False, ps=False, cp=False, smooth=True)
    yield "1.8*(1-exp(-z/1.2))", (2, 3), "a variogram is no covariance: 0 at 0, and a negative density", PK, sill | dict(cp=False)
    second = "conditionally positive definite of order 2: the second derivative in t = z² is completely monotone (Micchelli 1986)"
    for formula, dims, source in (("1.3*z^2.1", (2, 3), PK), ("z^3", (3, 8), SC), ("z == 0 ? 0 : z^2*log(z)", (2, 5), SC), ("z == 0 ? 0 : 0.5*z^2*log(2*z) ", (2,), FA),
                                  ("z^2*log(z+1)", (2, 3), "MATLAB newrb, rbfcreate"), ("(1+(0.5*z)^2)^1.5 - 1", (3, 16), FA), ("z^3 - 0.4*z", (3,), SC), ("0.3*z^2", (4,), PK)):
        yield formula, dims, second, source, grows | dict(cp=True)
    yield "-z^5", (2, 4), "conditionally positive definite of order 3", SC, grows | dict(cp=True, order=3)
    yield "z^5", (2,), "of the wrong sign: −z⁵ is conditionally positive definite", SC, grows | dict(cp=False)
    yield "z == 0 ? 0 : z^4*log(z)", (2, 3), "of the wrong sign: −z⁴ log z is conditionally positive definite", FA, grows | dict(cp=False)
    yield "z == 0 ? 0 : -z^2*log(z)", (2,), "of the wrong sign: z² log z is conditionally positive definite", FA, grows | dict(cp=False)
    yield "z^3 + 0.1*z", (2, 3), "near ω = ∞ the density is that of 0.1 z, negative", SC, grows | dict(cp=False)
    hole = "1 − Λ₃: an atom at a frequency above 0 in R³, a density in R¹ and R², and no measure in R⁴ (projections of radial measures are continuous)"
    yield "-(1.4*(1-sin(z/2)/(z/2)))", (1, 3, 4), hole, GS, dict(fm=3, cp=3, pd=False, cm=False, ps=False, pa=False, smooth=True)
    yield "-0.8*(1 - cos(2*pi*z/5))", (1, 2, 3), "the cosine is one atom in R¹ and no radial measure in R^d, d ≥ 2", GS, dict(fm=1, cp=1, pd=False, cm=False, ps=False, pa=False, smooth=True)
    hp = "density of (1−az)exp(−az): ω²/(a²+ω²)² in R¹, negative at 0 in R² and in R³"
    yield "-(0.8*(1 - (1-3*z/5)*exp(-3*z/5)))", (1, 2), hp, PK, dict(fm=True, cp=1, pd=False, cm=False, ps=False, pa=False)
    yield "(1-3*z/5)*exp(-3*z/5)", (1, 2, 3), hp, PK, dict(fm=True, pd=1, vanishes=True, count="cusp")
    yield "-0.8*min(z/4, 1)", (1, 2), "a triangle, in R¹ only"+WAVE, GS, dict(sing=1, cp=1, pd=False, ps=False)
    yield "-(z < 1.5 ? 1.5*z/1.5 - 0.5*(z/1.5)^3 : 1)", (3, 4), "the spherical model, in R³ and below"+WAVE, GS, dict(sing=2, cp=3, pd=False, ps=False, breaks=True)
    lift = "constant minus a conditionally positive definite function: on the sphere only the mean decides, at u = 0 in all dimensions"
    on_sphere = dict(fm=False, pd=False, cm=False, cp=True, smooth=True)
    yield "1.4 - z", (2, 3, 4, 16), lift, PK, on_sphere | dict(pa=False, only=0)
    yield "1.42 - z", (3, 8), lift, PK, on_sphere | dict(pa=True)
    yield "1 - z^0.8", (3,), lift, RF, on_sphere | dict(pa=False, only=0)
    yield "1.1 - log(1+z^2)", (3, 5), lift, RF, on_sphere | dict(pa=True)
    yield "1.05 - log(1+z^2)", (3, 5, 8), lift, RF, on_sphere | dict(pa=False, only=0)
    yield "2 - sqrt(1+z^2)", (3, 8), lift, SC, on_sphere | dict(pa=True)
    yield "1.7 - sqrt(1+z^2)", (3, 8, 16), lift, SC, on_sphere | dict(pa=False, only=0)


def compact():
    k = dict(vanishes=True)
    inside = dict(vanishes=True, breaks=True)
    yield "0.8 - 0.8*min(z/4, 1)", (1, 2, 3), "1 − |x|/4 cut off: a square in R¹"+WAVE, GS, k | dict(sing=1, pd=1, pa=True)
    yield "1 - z/1.9 > 0 ? (1 - z/1.9)^1.45 : 0", (2, 3), "Askey: (1−z)^δ exactly for δ ≥ (d+1)/2", RF, inside | dict(sing=1.45, pd=1, cusp=1)
    yield "(max(0, 1-z/1.2))^2.5", (2, 4, 5), "Askey: (1−z)^δ exactly for δ ≥ (d+1)/2", RF, inside | dict(sing=2.5, pd=4)
    yield "((1-z/3)_+)^3", (5, 6), "Askey: (1−z)^δ exactly for δ ≥ (d+1)/2; (1−z/3) has nonnegative coefficients in u", RF, k | dict(sing=3, pd=5, pa=True)
    yield "z < 2.2 ? 1 - 1.5*z/2.2 + 0.5*(z/2.2)^3 : 0", (2, 3, 4, 5), "spherical model; coefficients in u: those of −z and z³"+WAVE, GR, k | dict(sing=2, pd=3, pa=True)
    yield "2.5*(z < 1.7 ? 1 - 15/8*(z/1.7) + 5/4*(z/1.7)^3 - 3/8*(z/1.7)^5 : 0)", (3, 5, 6), "two balls of R⁵ intersected"+WAVE, GS, inside | dict(sing=3, pd=5)
    yield "z < 1.5 ? 2/pi*(acos(z/1.5) - z/1.5*sqrt(1-(z/1.5)^2)) : 0", (1, 2, 3), "two discs intersected"+WAVE, GS, inside | dict(sing=1.5, pd=2)
    yield "let h = z/1.6; h < 1 ? 1 - 7*h^2 + 35/4*h^3 - 7/2*h^5 + 3/4*h^7 : 0", (2, 3, 4), "cubic model of geostatistics, R³"+WAVE, GT, inside | dict(sing=4, pd=3)
    yield "let s = 0.301187465825; s*z < 1 ? (1+8*s*z+25*(s*z)^2+32*(s*z)^3)*(1-s*z)^8 : 0", (3, 4, 17), "Gneiting's function, Wendland's of order 3: R³"+WAVE, GR, k | dict(sing=8, pd=3)
    yield "exp(-z/0.7)*(z<1.5 ? (1-z/1.5)^4*(4*z/1.5+1) : 0)", (1, 3, 9), "a product of two positive definite functions of R³", "spam, fields manual", inside | dict(sing=4, pd=3, cusp=1)
    wu = "Wu 1995: (1−x²)³ convolved with itself, and (−1/r)d/dr of it: positive definite in R¹, R³, R⁵, R⁷"+WAVE
    yield "((1-z)_+)^7*(5+35*z+101*z^2+147*z^3+101*z^4+35*z^5+5*z^6)", (1, 2), wu, FA, inside | dict(sing=7, pd=1)
    yield "((1-z)_+)^6*(6+36*z+82*z^2+72*z^3+30*z^4+5*z^5)", (3, 4), wu, FA, inside | dict(sing=6, pd=3)
    yield "((1-z)_+)^5*(8+40*z+48*z^2+25*z^3+5*z^4)", (5, 6), wu, FA, inside | dict(sing=5, pd=5)
    yield "((1-z)_+)^4*(16+29*z+20*z^2+5*z^3)", (4, 7, 8), wu, FA, inside | dict(sing=4, pd=7)
    buhmann = "Buhmann 1998"
    yield "z == 0 ? 1 : z < 1 ? 12*z^4*log(z) - 21*z^4 + 32*z^3 - 12*z^2 + 1 : 0", (2, 3), buhmann, FA, inside | dict(pd=3, fm=True)
    flat = "1 − k(z) = o(z²): positive definite only if constant"
    dace = "smoothstep: ω⁻⁴ is the cusp's and −6 sin(ω)/ω³ the wave in R¹"+WAVE
    yield "let h = min(z/1.4, 1); 1 - 3*h^2 + 2*h^3", (1, 2, 3), dace, DA, inside | dict(sing=2, pd=False)
    spline = "in R¹ (180 − 187.5 cos x + 7.5 cos 5x)/ω⁴ ≥ 0, x = ω/5: a polynomial in cos x that decreases to 0"+WAVE
    yield "z < 0.2 ? 1 - 15*z^2 + 30*z^3 : z < 1 ? 1.25*(1-z)^3 : 0", (1, 2, 3), spline, DA, inside | dict(sing=3, pd=1)
    yield "let r = z/1.8; r < 0.5 ? 1 - 6*r^2 + 6*r^3 : r < 1 ? 2*(1-r)^3 : 0", (1, 2, 6, 7), "Parzen: a B-spline convolved with itself, R¹"+WAVE, SH, inside | dict(sing=3, pd=1)
    yield "z < 1 ? (1-z)*cos(pi*z) + sin(pi*z)/pi : 0", (1, 2), "Bohman: half a cosine convolved with itself, R¹"+WAVE, RF, inside | dict(sing=3, pd=1)
    yield "z == 0 ? 1 : z < 1 ? (1-z)*sin(2*pi*z)/(2*pi*z) + (1-cos(2*pi*z))/(2*pi^2*z) : 0", (2, 3, 4), "Gneiting 2002, the least curvature in R³"+WAVE, RF, inside | dict(sing=4, pd=3)
    bump = "the transform of a smooth function of compact support that decreases, here with both signs"
    yield "z < 1 ? exp(-1/(1-z^2)) : 0", (1, 2, 3), bump, FA, inside | dict(fm=True)
    window = "a window whose transform takes both signs (Λ of a higher index, or the Hann window's)"
    yield "((1-z^2/4)_+)^2", (1, 2, 5), window+"; ((1+u)/2)² on the sphere", SH, k | dict(sing=2, pd=False, pa=True)
    yield "max(0, 1-z^2/2.25)", (1, 3), window, SH, inside | dict(sing=1, pd=False)
    yield "((1-z^3)_+)^3", (2,), flat, SH, inside | dict(sing=3, pd=False, ps=False)
    yield "z < 1 ? 0.5*(1+cos(pi*z)) : 0", (1, 2, 3), window, SH, inside | dict(sing=2, pd=False)
    yield "z < 3 ? exp(-z^2/2) : 0", (1, 3), "a jump, beyond the sphere", "MATLAB", k | dict(sing=0, pd=False, pa=True)
    yield "max(0, 1-z/1.8)*exp(-z)", (1, 2, 3), "a product with a triangle in R¹"+WAVE, CE, inside | dict(sing=1, pd=1, cusp=1)
    yield "min(1, 2*exp(-z))", (1, 3), flat, SH, inside | dict(sing=1, pd=False, ps=False)
    yield "z < 1 ? 1 - 1.3/1.7*z^0.4 : 0.4/1.7*z^-1.3", (1, 5), "Gneiting, Schlather: local-global distinguisher, α ≤ (3−d)/2"+WAVE, RF, inside | dict(sing=2, pd=1)
    yield "0.5*(abs(z+1)^1.4 - 2*z^1.4 + abs(z-1)^1.4)", (1, 2, 3, 4), "increments over 1 of fractional Brownian motion, R¹"+WAVE, RF, inside | dict(sing=1.4, pd=1)
    yield "0.7*spherical(1.5) + 0.3*exp(-(z/1.5)^2)", (3, 4), "a sum of positive definite functions of R³"+WAVE, GS, inside | dict(sing=2, pd=3)
    yield "spherical(3) - 0.1*spherical(1)", (1, 3), "in R³ 27 A(3ω/2)² − A(ω/2)²/10, where A(3ω/2) has zeros; in R¹ the tail integral of ω times that", GS, inside | dict(sing=2, pd=1)


def oscillating():
    k = dict(fm=True, vanishes=True)
    damped = "exp(−λz)cos(z) exactly for λ ≥ cot(π/2d) (arg of (λ−i)/((λ−i)²+ω²)^((d+1)/2) is largest at ω = 0)"
    yield "exp(-1.8*z)*cos(z)", (1, 3, 4), damped, RF, k | dict(pd=3, count="cusp")
    yield "exp(-1.7*z)*cos(z)", (2, 3), damped, RF, k | dict(pd=2, count="cusp")
    yield "exp(-0.96*z/2)*cos(z/2)", (1, 2, 3), damped, RF, k | dict(pd=1, count="cusp")
    yield "exp(-3.05*z)*cos(z)", (4, 5), damped, RF, k | dict(pd=4, count="cusp")
    yield "exp(-3.1*z)*cos(z)", (5, 6, 8), damped, RF, k | dict(pd=5, count="cusp")
    sho = "celerite: in R¹ exactly if |bd| ≤ ac; in R³ −ω m₁′ decides, in R⁵ the second derivative in ω²"
    yield "exp(-0.5*z)*(cos(1.2*z) + 0.5/1.2*sin(1.2*z))", (1, 3), sho, CE, k | dict(pd=1, count="cusp")
    yield "exp(-z)*(cos(0.8*z)+1.25*sin(0.8*z))", (1, 3, 5), sho, CE, k | dict(pd=3, count="cusp")
    yield "exp(-0.4*z)*(cos(3*z) + 0.13*sin(3*z))", (1, 3), sho, CE, k | dict(pd=1, count="cusp")
    yield "exp(-0.4*z)*(cos(3*z) + 0.14*sin(3*z))", (1, 2), sho+"; increases at 0", CE, k | dict(pd=False, ps=False)
    yield "1.3*exp(-0.3*z) + 0.4*exp(-0.1*z)*cos(2*pi*z/3.5)", (1,), "a sum of two positive definite functions of R¹", CE, k | dict(pd=True, count="cusp")
    sm = "the density in R¹ is exp(−ω²/2)cosh(aω)-like: unimodal exactly for a ≤ 1, which decides R³; at ω = 0 in R⁵ it is a⁴−6a²+3"
    yield "exp(-z^2/2)*cos(z)", (1, 3), sm, GP, k | dict(pd=3, count="entire")
    yield "exp(-z^2/2)*cos(1.05*z)", (1, 3), sm, GP, k | dict(pd=1, count="entire")
    yield "exp(-z²/2)·cos(0.7·z)", (3, 5), sm, GP, k | dict(pd=5, count="entire")
    yield "exp(-z^2/2)*cos(0.8*z)", (3, 5), sm, GP, k | dict(pd=3, count="entire")
    yield "0.6*exp(-2*pi^2*z^2*0.01)*cos(2*pi*z*0.4) + 0.4*exp(-2*pi^2*z^2*0.002)", (1,), "spectral mixture, R¹", GP, k | dict(pd=True)
    periodic = "a nonnegative Fourier series, R¹; periodic and not constant: no radial measure in R^d, d ≥ 2"
    per = dict(fm=1, pd=1, cp=1, smooth=True, cm=False)
    yield "exp(-2*sin(pi*z/3)^2/0.9^2)", (1, 2, 3), periodic, SK, per | dict(count="entire")
    yield "1.7*cos(2*pi*z/0.8)", (1, 2), periodic, GF, per
    yield "exp(-0.7*sin(pi*z/1.5)^2) + 0.2*cos(z)", (1, 3), periodic, CE, per
    yield "1 - 0.6*sin(z)^2", (1, 3), periodic+": 0.7 + 0.3 cos 2z", CE, per | dict(count="entire")
    yield "1 - 1.01*sin(z)^2/1", (1,), "0.495 + 0.505 cos 2z: nonnegative coefficients", CE, per | dict(count="entire")
    yield "0.45 + 0.6*cos(z) - 0.05*cos(2*z)", (1, 2), "a negative coefficient", CE, per | dict(pd=False, cp=False)
    yield "exp(-z^2/(2*3^2))*exp(-2*sin(pi*z/1.2)^2/0.8^2)", (1, 2, 3), "locally periodic: a product, R¹", GP, k | dict(pd={1: True})
    yield "0.5*exp(-z) + 0.5*cos(2*z)", (1, 2), "an atom in R¹, no radial measure in R²", GF, dict(fm=1, pd=1, cp=1, smooth=True, cm=False)
    wave = "Λ₃: an atom in R³, a density in R¹ and R², no measure in R⁴"
    yield "exp(-z^2/2) + 0.1*sin(3*z)/(3*z)", (2, 3, 4), wave, GS, dict(fm=3, pd=3, cp=3, smooth=True, cm=False, count="entire")
    yield "exp(-z^2/2) - 0.02*sin(3*z)/(3*z)", (1, 2, 3), wave+"; in R¹ 0.02/6 < exp(−9/2)/√(2π), in R² it is unbounded at ω = 3", GS, dict(fm=3, pd=1, cp=1, smooth=True, cm=False, count="entire")
    yield "wave(0.3)*exp(-z/5)", (2, 3), "a product in R³", GR, k | dict(pd=True)
    yield "(sin(z)/z)^2", (3, 4, 5, 6), "density ω⁻¹ on ω < 2 in R³, ω⁻³ and an atom at 2 in R⁵, no measure in R⁶", RF, dict(fm=5, pd=5, cp=5, smooth=True, cm=False)
    bes = "2^ν Γ(ν+1) z^−ν J_ν is Λ of the dimension 2ν+2: positive definite up to there, no measure beyond"
    yield "gamma(1.75)*2^0.75*z^-0.75*besselj(0.75, z)", (3, 4, 5), bes, RF, dict(fm=3, pd=3, cp=3, smooth=True, cm=False, count="entire")
    yield "gamma(2.5)*2^1.5*(2*z)^-1.5*besselj(1.5, 2*z)", (3, 5, 6), bes, RF, dict(fm=5, pd=5, cp=5, smooth=True, cm=False, count="entire")
    yield "besselj(0, z/0.6)", (1, 2, 3), bes, GT, dict(fm=2, pd=2, cp=2, smooth=True, cm=False, count="entire")


def differences():
    k = dict(fm=True, vanishes=True)
    two = "two densities (a²+ω²)^(−m) compared at the least quotient"
    yield "2.2*exp(-z) - 1.2*(1+2*z)*exp(-2*z)", (3, 13, 14, 16), two+": (1+v)·3n(n/(n−1))^(n−1) ≥ 16v(n−1), n = (d+3)/2, up to d = 13", GP, k | dict(pd=13, count="cusp")
    yield "2*exp(-z) - exp(-z/2)", (1, 2, 3), two+": 2 ≥ 4^m/2 at ω = 0", GP, k | dict(pd=1, count="cusp")
    yield "1.5*exp(-z/3) - 0.52*exp(-z)", (1, 3), "increases at 0", GP, k | dict(pd=False, ps=False)
    yield "(2*exp(-z/1.2) - 1.05*exp(-2*z/1.2))/0.95", (1, 3), "increases at 0", RF, k | dict(pd=False, ps=False)
    yield "1.2*exp(-z^2/2) - 0.2*exp(-z^2/0.5)", (1, 2, 5), "the narrow Gaussian has the wider density", SK, k | dict(pd=False)
    yield "1.3*exp(-z^2/0.5) - 0.3*exp(-z^2/2)", (1, 2, 3), "1.3/2^d ≥ 0.3 at ω = 0, which decides", SK, k | dict(pd=2, count="entire")
    yield "1.5*(1+z^2)^-2 - 0.5/(1+z^2)", (1, 2, 3), "0.75(1+ω) − 0.5 in R¹; in R² and beyond the second density is unbounded at 0; Σ n(2u/3)^n/6 on the sphere", SK, k | dict(pd=1, pa=True)
    yield "(1 + (1-0.6/3)*z^1.5)*(1+z^1.5)^(-0.6/1.5-1)", (2, 3), "turning bands: 0.8 (1+s)^−0.4 + 0.2 (1+s)^−1.4 with s = z^1.5", RF, dict(cm=True)
    yield "(1-0.5*z)*(1+z)^(-2.5)", (1, 2), "turning bands: φ + zφ′ of a generalised Cauchy function φ, R¹; in R² the density near 0 has the sign of 1 − 1.5", RF, k | dict(pd=1, count="cusp")
    yield "(1 - z^2/4)*exp(-z^2/2)", (2, 4, 5), "the density is (1 − d/4 + ω²/4)exp(−ω²/2); (1+u)exp(u−1)/2 on the sphere", "Mexican hat of image processing packages", k | dict(pd=4, pa=True)
    yield "(1 - 0.3*z)*exp(-z)", (1, 2, 3, 4), "the density: 1.3ω² + 1 − 0.3d times (1+ω²)^(−(d+3)/2)", GP, k | dict(pd=3, count="cusp")
    yield "(1 + 1.2*z)*exp(-z)", (1, 3), "increases at 0", GP, k | dict(pd=False, ps=False)
    yield "(1 + z + 0.3*z^2)*exp(-z)", (1, 3, 5, 8), "0.9 (1+z+z²/3)exp(−z) + 0.1 (1+z)exp(−z)", DA, dict(cm=True)
    yield "(1 + z + 0.4*z^2)*exp(-z)", (1, 3, 4), "1.2 (1+z+z²/3)exp(−z) − 0.2 (1+z)exp(−z): −z³/15 at 0, so negative at high frequencies and degrees", DA, k | dict(pd=False, ps=False)


def spheres():
    nonneg = "a series in u with nonnegative coefficients (Schoenberg 1942)"
    for formula, dims, source in (
            ("(0.7*u+1.3)^3", (3, 8), GF), ("exp(1.7*(u-1))", (3,), GM), ("(1-0.4)^1.6/(1+0.4^2-2*0.4*u)^0.8", (2, 3), RF), ("(1-0.6)/(1-0.6*u)", (3, 16), GM),
            ("(1-0.3^2)/(1+0.3^2-2*0.3*u)^1.5", (3,), GM), ("1 - sin(theta/2)^1.5", (3, 4), RF), ("1 - (sin(theta/2))^0.4", (3, 8), RF),
            ("2/pi*asin((1.2*u+0.5)/(1.2+0.5+1))", (4, 64), GP), ("2/pi*asin(2*u/3) + 0.1", (16,), NT), ("exp(-1)*sinh(u)", (3, 8), NT), ("cosh(u)/e", (3,), NT),
            ("1/sqrt(3-2*u)", (5,), NT), ("exp(0.5*u)*(1+u)^2", (8,), SH), ("exp(-theta)", (2, 3, 16), GM), ("exp(-sqrt(theta/0.4))", (3, 8), GM),
            ("1/(1+theta/0.7)", (3, 4), GM), ("(1+(theta/2)^0.6)^(-1.5/0.6)", (3,), GM), ("1 - (theta/(1+theta))^0.8", (3, 5), GM), ("1 - 2*theta/pi", (3, 8), GM), ("(1-theta/pi)^2", (2, 16), GM),
            ("1 - log(1+theta)/log(1+pi)", (3,), GM), ("0.3*exp(-theta/0.2) + 0.7*exp(3*(u-1))", (3,), GM), ("(sin(theta)+(pi-theta)*cos(theta))/pi - 0.2", (3, 8), NT),
            ("(u*(pi-acos(u)) + sqrt(1-u^2))/pi + u*(pi-acos(u))/pi", (4, 16), NT), ("1/(2-u)^2 - 0.05", (3, 8), SH), ("-log(1-0.9*u)", (3,), SH),
            ("u == 0 ? 1 : u == 1 ? 2 : 2*(u+(1-u)*log(1-u))/u^2", (3,), GM), ("1.6 - theta", (3, 8), GM), ("(3*u^4 + u)/4", (8,), SH), ("u*exp(2*u-2)", (3, 4), SH), ("1 - theta/2", (2, 3, 8), GM)):
        sing = {"(1-theta/pi)^2": 1, "1 - log(1+theta)/log(1+pi)": 0.5, "1 - sin(theta/2)^1.5": 1, "1 - (sin(theta/2))^0.4": 1, "exp(0.5*u)*(1+u)^2": 2,
                "(u*(pi-acos(u)) + sqrt(1-u^2))/pi + u*(pi-acos(u))/pi": 0.5}.get(formula)  # (π−θ)² is 4(2−z)
        yield formula, dims, nonneg+"; zero beyond z = 2", source, dict(pa=True, pd=False) | ({} if sing is None else dict(sing=sing))
    kink = "a kink at the antipode, with coefficients of alternating signs that decrease as those of −θ, more slowly than the pole's"
    for formula, dims, source in (("exp(-theta^1.5)", (2, 3, 5), GM), ("exp(-theta^2/2)", (3, 4), GM), ("exp(-0.8*theta)*(1+0.8*theta)", (2, 3), GM), ("1/(1+theta^1.3)", (3,), GM),
                                  ("exp(-theta^1.1)", (3, 8), GM)):
        yield formula, dims, kink, source, dict(ps=False, pd=False)
    u = "the coefficient of degree 0, 1 or 2 on the sphere of R^d, a mean over it; all others are positive"
    yield "u^2 - 0.1", (8, 10, 11), u+": 1/d − 0.1", SH, dict(ps=10, pa=False, pd=False)
    yield "u^4 - 0.02", (11, 12), u+": 3/(d(d+2)) − 0.02", SH, dict(ps=11, pa=False, pd=False)
    yield "u^3 - 0.3*u", (3, 8, 9), u+": 3/(d+2) − 0.3", SH, dict(ps=8, pa=False, pd=False)
    yield "u - 0.2", (2, 3, 16), u, SH, dict(ps=False, pd=False)
    yield "8*u^4-8*u^2+1", (2, 3), "cos 4θ on the circle; a negative coefficient in R³", SH, dict(pa=False, pd=False)
    yield "(3*u^2-1)/2", (2, 3, 4), "P₂ of R³: a mean 3/d − 1", GS, dict(ps=3, pa=False, pd=False)
    yield "(sin(theta)+(pi-theta)*cos(theta))/pi - 0.35", (3, 8, 16), "arc-cosine kernel minus a constant: its mean over the sphere decides, 3/8 in R³ and falling to 1/π", NT, dict(pa=False, pd=False, only=0)
    yield "exp(-2*(1-u^2))-0.3", (3, 5), u, SH, dict(pa=False, pd=False, only=0)
    yield "exp(u) - 1.1", (3, 8), u+": sinh 1 − 1.1 in R³", SH, dict(pa=False, pd=False, only=0)
    yield "0.7 - theta/2", (2, 3), "π/4 is the mean of θ/2 in every dimension", GM, dict(ps=False, pd=False)
    for formula, dims, sing, source in (
            ("tanh(1.5*u+0.2)", (2, 3, 8), None, SH), ("tanh(u)", (3, 16), None, SH), ("1/(1+exp(-u))", (3, 8), None, SH), ("1/(2+u)", (2, 3), None, SH), ("(1+u)^2.5", (2, 3, 5), 2.5, SH),
            ("sqrt((1+u)/2)", (1, 2, 3), 0.5, SH), ("2/pi*asin((2*u-0.3)/3)", (3, 8), None, GP), ("log(2+u)", (3, 5), 1, SH), ("cos(1.2*u)", (3, 4), None, NT),
            ("(u-0.1)^3", (3, 8), None, SH), ("atan(u)", (3,), None, NT), ("(1+u)^3*(1-0.5*u)", (3, 4), 3, SH),
            ("sin(2*theta)/(2*theta)", (3, 4), 0.5, GM), ("1 - sin(theta/2)^2.2", (2, 3), 1, RF), ("erf(0.8*u) + 0.1", (3,), None, NT), ("cos(theta/3)", (3,), None, GM)):
        yield formula, dims, "a negative coefficient, of a Gegenbauer or the Maclaurin series", source, dict(pd=False) | ({} if sing is None else dict(sing=sing))
    arc = "Gneiting 2013, Theorem 3 and Table 1: on the sphere of R⁴ and below; a function of the geodesic distance that vanishes on a cap is no power series in u"
    yield "((1 - theta/1.2)_+)^2", (3, 4), arc, GM, dict(sing=2, breaks=True, ps=4)
    yield "((1 - theta/2)_+)^4*(1+4*theta/2)", (3, 4), arc, GM, dict(sing=4, breaks=True, ps=4)
    yield "theta < 1 ? (1+theta/2)*(1-theta)^2 : 0", (2, 4, 5), arc, GM, dict(sing=2, breaks=True, ps=4)
    yield "((1 - theta/1.5)_+)^6*(1+6*theta/1.5+35/3*(theta/1.5)^2)", (4,), arc, GM, dict(sing=6, breaks=True, ps=4)
    yield "((1 - theta/1.2)_+)^1.4", (3, 4), "on the sphere of R^d as in R^(d−1): the wave of the exponent 1.4 exceeds the cusp", GM, dict(sing=1.4, breaks=True, ps=False)


def later():
    """a second batch, written after the first was measured and before its own"""
    k, inside = dict(fm=True, vanishes=True), dict(vanishes=True, breaks=True)
    why = "a mixture of Gaussians: sums, products and powers of completely monotone functions of z²"
    for formula, dims, source in (
            ("sqrt(pi)/2*erf(z)/z", (2, 5), GT), ("exp(z^2)*erfc(z)", (3,), GT), ("erfc(z/1.5)", (2, 8), GT), ("exp(-z^2)*besseli(0,z^2)", (3,), GP), ("1 - 2/pi*atan(z/2)", (2, 4), PK),
            ("1/(1+z+z^2)", (3, 16), SH), ("exp(-z)/(1+z/3)", (3,), GF), ("(1 + sqrt(7)*z + 14/5*z^2 + 7*sqrt(7)/15*z^3)*exp(-sqrt(7)*z)", (4,), GF)):
        yield formula, dims, why, source, dict(cm=True)
    grows = dict(pd=False, cm=False, ps=False, pa=False, smooth=True, fm=False)
    yield "-atan(z/2)", (2, 3), "γ has a sill; "+BERN, PK, grows | dict(cp=True, fm=True)
    yield "-atan(z^2)", (1, 2), "in R¹ the density is π exp(−ω/√2) sin(ω/√2)/ω up to a factor", PK, grows | dict(cp=False, fm=True)
    yield "exp(-z^2)*(1+0.5*z^2)", (1, 3, 5), "negative at high frequencies; 2^(n−1)(4−n)/n! on the sphere, so that every degree from 5 on is negative", SK, k | dict(pd=False, ps=False)
    yield "(1+sqrt(5)*z+5*z^2)*exp(-sqrt(5)*z)", (2, 3), "Matérn 5/2 without the divisor 3: increases at 0", GP, k | dict(pd=False, ps=False)
    yield "(1 + sqrt(5)*z + 5*z^2/2)*exp(-sqrt(5)*z)", (1, 3), "Matérn 5/2 with the divisor 2: 1 − k(z) = o(z²)", GP, k | dict(pd=False, ps=False)
    sho = "S(s) = 1/(s²+ω₀⁴) at Q = 1/√2 decreases; its second derivative is negative at 0"
    yield "exp(-0.7*z)*(cos(0.7*z)+sin(0.7*z))", (1, 3, 5), sho, CE, k | dict(pd=3, count="cusp")
    yield "exp(-0.7*z)*(cos(0.71*z)+0.7/0.71*sin(0.71*z))", (1, 3), "Q above 1/√2: S increases at 0", CE, k | dict(pd=1, count="cusp")
    yield "exp(-0.02*z)*(cos(0.9*z)+0.02/0.9*sin(0.9*z)) + 0.4*exp(-0.05*z)*(cos(1.8*z)+0.05/1.8*sin(1.8*z))", (1, 3), "two peaks away from 0 in R¹: not monotone", CE, k | dict(pd=1, count="cusp")
    yield "exp(-z)*besselj(0,2*z)", (1, 2), "a product in R²", GT, k | dict(pd=2)
    yield "max(0, 1 - sqrt(z/1.7))", (1, 3), "Pólya in R¹; the singularity |z−b| in R³", RF, inside | dict(sing=1, pd=1)
    yield "let r = z/2.5; r < 1 ? (1-r)^9*(693*r^3+477*r^2+135*r+15)/15 : 0", (5, 6), "Wendland's function of order 3 and exponent 6 ≥ (d+1)/2 + 3"+WAVE, GP, dict(vanishes=True, sing=9, pd=5)
    circle = "a cosine series on the circle; on larger spheres the mean or a coefficient is negative"
    yield "pi^2/6 - theta*pi/2 + theta^2/4", (2, 3), circle+": Σ cos(nθ)/n²", GM, dict(pd=False, ps=2, pa=False)
    yield "1/30 - (theta/(2*pi))^2*(1-theta/(2*pi))^2", (2,), circle+": Σ cos(nθ)/n⁴", GM, dict(pd=False, ps=2, pa=False)
    yield "(theta/(2*pi))^2*(1-theta/(2*pi))^2 - 1/30", (2, 3), "negative at θ = 0", GM, dict(pd=False, ps=False)
    yield "1 + 2*cos(theta) + 2*cos(2*theta)", (2, 4, 5), "the Dirichlet kernel −1 + 2u + 4u²: a mean 4/d − 1", GM, dict(pd=False, ps=4, pa=False)
    yield "(5*u^3-3*u)/2", (2, 3, 4), "P₃ of R³: 15/(d+2) − 3 for degree 1", GM, dict(pd=False, ps=3, pa=False)
    yield "1+3*exp(-0.6)*u+5*exp(-1.8)*(3*u^2-1)/2", (3, 16), "a heat kernel cut off: 1 − 2.5 exp(−1.8) > 0 at u = 0", GM, dict(pd=False, pa=True)
    yield "1 - 2*log(1 + sqrt((1-u)/2))", (2, 3, 4), "Cui and Freeden: −log(1+z/2) with the mean 0 exactly on S²", "W. Freeden, M. Schreiner, Spherical Functions of Mathematical Geosciences, 2009", dict(pd=False, ps=3, pa=False)
    yield "max(0, 1-theta)", (2, 3), "a triangle on the circle; on S² the wave of the exponent 1 exceeds the cusp", GM, dict(sing=1, breaks=True, ps=2)
    for formula in ("max(0,u)", "abs(u)"):
        yield formula, (2, 3, 8), "coefficients of alternating signs", NT, dict(pd=False, breaks=True) | (dict(sing=1) if formula == "max(0,u)" else dict(sing=0))
    yield "u*exp(-theta) - 0.05", (3, 8), "the mean over the sphere minus 0.05, −0.05 at u = 0", GM, dict(pd=False, pa=False, only=0)


def table():
    for part in (mixtures, nuggets, variograms, compact, oscillating, differences, spheres, later):
        yield from part()
