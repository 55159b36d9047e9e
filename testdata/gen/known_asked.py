"""Rows of known_asked.json: kernels of machine learning, geostatistics, approximation, signal processing and spheres (issue 38), written
down before any run of krein; every answer follows from the theorem or computation in source.

    python3 testdata/gen/known_asked.py
"""
import glob
import json
import os

rows = []
NAMES = {"fm": "finite-mass", "pd": "pd", "cm": "completely-monotone", "sp": "pd-sphere", "all": "pd-all-spheres",
         "cpd": "conditionally-pd", "dec": "positive-decomposition"}


def r(formula, dim, source, **claims):
    """Adds a row."""
    rows.append({"formula": formula, "dim": dim, "expect": {NAMES[k]: v for k, v in claims.items()}, "why": source,
                 "source": "testdata/gen/known_asked.py"})


def cm(formula, dim, source):
    """Adds a bounded kernel that is a mixture of Gaussians."""
    r(formula, dim, source, fm=True, pd=True, cm=True, sp=True, all=True, cpd=True, dec=True)


def pd(formula, dim, source, **claims):
    """Adds a continuous positive definite kernel."""
    r(formula, dim, source, fm=True, pd=True, cpd=True, dec=True, **claims)


T, F = True, False
SC = "products, and reciprocals and exponentials of sums, of complete Bernstein functions of t = z^2 (Schilling, Song, Vondracek 2012)"
for f in ("exp(-z^2/(1+z))", "1/(1+z*tanh(z))", "exp(1-z/tanh(z))", "1/(1+log(1+z))", "exp(-z/(1+z))", "1/cosh(z)^(1/3)",
          "exp(-z*tanh(z))", "(z/sinh(z))^2", "tanh(z)/z", "1/(1+log(cosh(z)))", "exp(-sqrt(z+z^2))", "1-z/sqrt(1+z^2)"):
    cm(f, 3, SC)
IN = "an integral of completely monotone functions of t"
for f in ("atan(z)/z", "log(1+z^2)/z^2", "log(1+z)/z", "asinh(z)/z", "(1-exp(-z))/z", "(1-exp(-z^2))/z^2", "erf(z)/z",
          "exp(z^2)*erfc(z)", "erfc(z)", "besseli(0,z)*exp(-z)", "sqrt(z^2+1)-z", "1-2/pi*atan(z)", "(pi/2-atan(z))^2", "1-tanh(z)",
          "exp(-z)-exp(-2*z)/2", "1/log(2+z)", "(sqrt(1+4*z^2)-1)/z^2", "(exp(-z)-exp(-2*z))/z", "log((2+z)/(1+z))", "1/(1+z)-1/(2+z)",
          "sqrt(1+z)-sqrt(z)", "(1-exp(-z))^2/z^2", "exp(-z)*log(1+1/(1+z))", "(1+2*z)*exp(-2*z)+0.5*exp(-z^2)"):
    cm(f, 4, IN)
# machine learning
r("exp(-z^2/2)*cos(3*z)", 1, "spectral mixture", pd=T, fm=T, cpd=T)
r("exp(-z^2/2)*cos(3*z)", 2, "density at 0: minus the integral of F'(s)/s", pd=F, fm=T)
r("exp(-2*sin(z)^2)", 1, "MacKay's periodic kernel", pd=T, fm=T)
r("exp(-2*sin(z)^2)", 2, "does not tend to a limit", pd=F, fm=F)
pd("exp(-2*sin(z)^2-z^2/50)", 1, "product")
pd("exp(-2*sin(z/2)^2)*(1+z)*exp(-z)", 1, "product")
pd("exp(-z^2/8)*cos(z)^2", 1, "product")
pd("0.6*exp(-z/3)+0.4*exp(-z^2/2)*cos(2*z)", 1, "sum")
pd("exp(-z/5)*exp(-2*sin(pi*z)^2)+0.1*cos(z)", 1, "sum")
r("(u-1/10)^2", 3, "coefficient of P_1 is -1/5", sp=F, all=F)
r("exp(u)-u", 3, "Maclaurin coefficients", sp=T, all=T)
r("exp(u)-11/10*u", 3, "3 i_1(1) = 1.1036", sp=T, all=F)
r("exp(u)-111/100*u", 3, "3 i_1(1) = 1.1036", sp=F, all=F)
M = "Maclaurin coefficients are nonnegative"
for f in ("asin(u)^2", "asin(u/2)", "(pi-theta)^2", "(pi-theta)^3", "1/(1+theta)", "1-sqrt(1-u^2)", "1-sqrt((1-u)/2)", "log(1+1/(2-u))",
          "1-log(2-u)", "besseli(0,u)", "tan(u)", "1/cos(u)", "exp(exp(u))", "atanh(u/2)", "u/(1-u/2)^2",
          "(1+u)/(3-u)", "(1-u/2)/(3/2-u)", "(5/4-u)^(-1/2)-(5/4+u)^(-1/2)", "exp(u)-exp(-u)", "1/(2-u)-1/(2+u)",
          "exp(-theta)-exp(theta-pi)", "exp(-theta)+exp(theta-pi)", "pi^2/4-theta*(pi-theta)", "1/(2-u)+1/(2+u)", "exp(u^2-1)",
          "u*asin(u)+sqrt(1-u^2)", "(2-u)^(-1/3)+(2+u)^(-1/3)", "exp(-sqrt(1-u))-exp(-sqrt(1+u))", "log(1+1/(3-u))", "log(1+2/(2-u))", "1/sqrt(1+theta)-1/sqrt(1+pi-theta)", "exp(-sqrt(2-2*u)/2)-exp(-sqrt(2+2*u)/2)", "log((3+u)/(3-u))", "exp(-theta)*cosh(u)",
          "1/(1+theta)-1/(1+pi-theta)", "u*exp(u-1)", "(1-theta/pi)*u", "asin(u/3)*acos(-u)", "1/(1+sqrt(1-u))"):
    r(f, 3, M, sp=T, all=T)
for f in ("acos(u)^2", "1-theta^2/pi^2", "besselj(0,u)", "(2-u)/(3-u)", "erf(u)", "asinh(u)", "exp(u^3-u)", "log(2-u)",
          "-log(2-u)", "1/(2+u)", "cos(u)", "tanh(2*u+1)", "theta*(pi-theta)", "abs(u)", "exp(-theta^2)", "sqrt(1-u^2)"):
    r(f, 3, "a Maclaurin coefficient is negative, or k is no power series", all=F)
for f in ("1-theta^2/pi^2", "1/(1+theta^2)", "exp(-theta^2)", "(1+theta)*exp(-theta)", "theta*(pi-theta)", "max(0,u)", "abs(u)", "sqrt(1-u^2)"):
    r(f, 3, "coefficients of one parity are negative (the derivative at the antipode, or the kink)", sp=F)
r("max(0,1-theta)^2", 3, "Gneiting 2013: Askey's, tau >= 2", sp=T)
r("max(0,1-theta)^2", 4, "Gneiting 2013: Askey's, tau >= 2", sp=T)
r("max(0,1-theta)", 2, "Polya", sp=T)
r("cos(2*theta)", 2, "cosine", sp=T)
r("cos(2*theta)", 3, "-1/3", sp=F)
r("cos(2*theta)+1/3", 3, "4/3 P_2", sp=T)
r("cos(2*theta)+333/1000", 3, "-1/3+0.333", sp=F)
r("cos(3*theta)", 3, "12/5-3", sp=F)
r("cos(3*theta)", 2, "cosine", sp=T)
r("4*u^2-1", 4, "U_2", sp=T)
r("4*u^2-1", 3, "4/3-1 > 0", sp=T)
r("4*u^2-1", 5, "4/5-1 < 0", sp=F)
r("8*u^3-4*u", 4, "U_3", sp=T)
r("8*u^3-4*u", 5, "u^3: 3 C_1/(d+2): 24/7-4 < 0", sp=F)
# geostatistics
r("z<1 ? 1-3/2*z+z^3/2 : 0", 3, "spherical", pd=T, fm=T, cm=F)
r("z<1 ? 1-3/2*z+z^3/2 : 0", 4, "balls of R^3", pd=F, fm=T)
r("z<1 ? 2/pi*(acos(z)-z*sqrt(1-z^2)) : 0", 2, "circular", pd=T, fm=T)
r("z<1 ? 2/pi*(acos(z)-z*sqrt(1-z^2)) : 0", 3, "discs", pd=F)
r("z<1 ? 1-7*z^2+35/4*z^3-7/2*z^5+3/4*z^7 : 0", 3, "cubic model (Chiles & Delfiner)", pd=T, fm=T)
r("z<1 ? 1-15/8*z+5/4*z^3-3/8*z^5 : 0", 3, "pentaspherical", pd=T, fm=T)
r("z<1 ? 1-15/8*z+5/4*z^3-3/8*z^5 : 0", 5, "balls of R^5", pd=T, fm=T)
r("sin(z)/z", 3, "hole effect", pd=T, fm=T)
r("sin(z)/z", 4, "hole effect", pd=F, fm=F)
pd("exp(-sqrt(3)*z)*cos(z)", 3, "threshold sqrt 3")
r("exp(-1.7320508*z)*cos(z)", 3, "threshold sqrt 3", pd=F, fm=T)
pd("exp(-1.7320509*z)*cos(z)", 3, "threshold sqrt 3")
cm("1-(z/(1+z))^(1/2)", 3, "Dagum")
cm("(1+z^(3/2))^(-2/3)", 3, "generalized Cauchy")
cm("(1+z/2)^(-3)*exp(-z^(1/2))", 3, "product")
C = "minus a Bernstein function of t (Schilling, Song, Vondracek 2012)"
for f in ("-log(1+z)-z/(1+z)", "-(z-log(1+z))", "-(sqrt(1+z)-1)", "-z^(3/2)/(1+z)", "-z/tanh(z)", "-log(cosh(z))", "-log(sinh(z)/z)",
          "-(1-exp(-z^2))-z", "-z*tanh(z)", "-asinh(z)", "-log(1+z^2)*2-z^(1/2)", "-z^(6/5)/3", "-z^2/(1+z)", "-(sqrt(1+z^2)-1)",
          "-z*atan(z)", "-(1-1/cosh(z))", "-z/(1+sqrt(z))", "-(1+z)*log(1+z)+z", "-(z+1-exp(-z))", "-(z-1+exp(-z))"):
    r(f, 3, C, cpd=T, pd=F)
r("-(1-cos(z))", 1, "atoms", cpd=T, pd=F)
r("-(1-sin(z)/z)", 3, "sphere", cpd=T)
r("-(1-sin(z)/z)", 4, "no measure", cpd=F)
r("z^4*log(z)", 2, "Wendland 2005, theorem 8.17", cpd=F)
r("-z^4*log(z)", 2, "Wendland 2005, theorem 8.17", cpd=T)
r("z^2*log(z)", 3, "Wendland 2005, theorem 8.17", cpd=T)
r("(1+z^2)^(3/2)", 3, "Wendland 2005, theorem 8.15", cpd=T)
r("-(1+z^2)^(5/2)", 3, "Wendland 2005, theorem 8.15", cpd=T)
r("z^3-z", 3, "both have positive transforms", cpd=T)
r("z^3+z", 3, "the transform of z is negative and decides at infinity", cpd=F)
r("-z^3", 2, "the wrong sign", cpd=F)
r("sin(z)^2", 1, "-cos(2z)/2", cpd=F, pd=F, fm=T)
r("-sin(z)^2", 1, "cos(2z)/2", cpd=T, pd=F, fm=T)
# approximation
W = "Wu 1995"
r("max(0,1-z)^4*(4+16*z+12*z^2+3*z^3)", 3, W, pd=T, fm=T)
r("max(0,1-z)^5*(1+5*z+9*z^2+5*z^3+z^4)", 1, W, pd=T, fm=T)
r("max(0,1-z)^5*(1+5*z+9*z^2+5*z^3+z^4)", 3, W + ": its square of a transform has a derivative that changes sign", pd=F, fm=T)
r("max(0,1-z)^3*(8+9*z+3*z^2)", 5, W, pd=T, fm=T)
r("max(0,1-z)^7*(5+35*z+101*z^2+147*z^3+101*z^4+35*z^5+5*z^6)", 1, W, pd=T, fm=T)
r("max(0,1-z)^6*(6+36*z+82*z^2+72*z^3+30*z^4+5*z^5)", 3, W, pd=T, fm=T)
r("max(0,1-z)^5*(8+40*z+48*z^2+25*z^3+5*z^4)", 5, W, pd=T, fm=T)
r("max(0,1-z)^4*(16+29*z+20*z^2+5*z^3)", 7, W, pd=T, fm=T)
for d in (1, 2):
    pd("exp(-z^2)*(%d/2-z^2)" % (d + 2), d, "Laguerre-Gaussian: 1+w^2/4")
pd("exp(-z^2)*(1/2-z^2)", 1, "w^2/4")
r("exp(-z^2)*(499/1000-z^2)", 1, "w^2/4-1/1000", pd=F, fm=T)
r("max(0,1-z^2)^2", 1, "J_(5/2) changes its sign", pd=F, fm=T)
r("1/(1+z^4)", 1, "exp(-w/sqrt 2)(cos + sin)", pd=F, fm=T, cm=F)
r("exp(-z^3)", 2, "flat at 0", pd=F, fm=T, cm=F)
r("exp(-z)*(1+z+z^2/2)", 1, "3-w^2", pd=F, fm=T)
pd("exp(-z)*(1+z+z^2/3)", 5, "Matern 5/2", cm=T, sp=T, all=T)
# signal processing
pd("z<1 ? (2+cos(2*pi*z))/3*(1-z)+sin(2*pi*z)/(2*pi) : 0", 1, "Melkumyan & Ramos 2009: self-convolution of cos^2")
r("z<1 ? (2+cos(2*pi*z))/3*(1-z)+sin(2*pi*z)/(2*pi) : 0", 3, "a density with double zeros: its derivative changes sign", pd=F, fm=T)
pd("z<2 ? (2+cos(pi*z))/3*(1-z/2)+sin(pi*z)/(2*pi) : 0", 1, "Melkumyan & Ramos 2009, length 2")
for d, v in ((1, T), (3, T), (5, T), (7, F)):
    r("(sin(z)/z)^2", d, "derivatives of the triangle", pd=v)
r("z<1 ? (1+cos(pi*z))/2 : 0", 1, "Hann: transform changes its sign", pd=F, fm=T)
r("z<1 ? 0.54+0.46*cos(pi*z) : 0", 1, "Hamming: a jump", pd=F, fm=F)
r("z<1 ? 0.42+0.5*cos(pi*z)+0.08*cos(2*pi*z) : 0", 1, "Blackman: transform changes its sign", pd=F, fm=T)
pd("z<1 ? (1-z)*cos(pi*z)+sin(pi*z)/pi : 0", 1, "Bohman: self-convolution of a cosine")
r("z<1 ? (1-z)*cos(pi*z)+sin(pi*z)/pi : 0", 3, "a density with double zeros", pd=F, fm=T)
pd("z<1/2 ? 1-6*z^2+6*z^3 : z<1 ? 2*(1-z)^3 : 0", 1, "Parzen: cubic spline")
r("z<1 ? sin(pi*z)/(pi*z) : 0", 1, "Lanczos: transform changes its sign", pd=F, fm=T)
r("z<1 ? 1-z^2 : 0", 1, "Welch: transform changes its sign", pd=F, fm=T)
r("z<1 ? exp(-z) : 0", 1, "a jump", pd=F, fm=F, cpd=F, dec=F)
r("z<1 ? besseli(0,3*sqrt(1-z^2)) : 0", 1, "Kaiser: a jump", pd=F, fm=F)
for d, v in ((1, T), (2, T), (3, T), (5, F)):
    r("exp(-z)*(cos(z)+sin(z))", d, "1/(w^4+4) and its derivatives", pd=v, fm=T)
pd("exp(-z)*(cos(z)-sin(z))", 1, "w^2/(w^4+4)")
r("exp(-z)*(cos(z)-sin(z))", 2, "the density at 0 is minus an integral of F'(s)/s", pd=F, fm=T)
pd("exp(-z)*sin(z)/z", 1, "product")
pd("exp(-z)*sin(z)/z", 3, "product")
r("besselj(0,z)", 2, "circle", pd=T, fm=T)
r("besselj(0,z)", 3, "circle", pd=F, fm=F)
r("besselj(0,z)^2", 2, "product", pd=T, fm=T)
r("besselj(0,z)^2", 3, "K(sqrt(1-w^2/4)) decreases", pd=T)
r("2*besselj(1,z)/z", 4, "sphere of R^4", pd=T, fm=T)
r("2*besselj(1,z)/z", 5, "sphere of R^4", pd=F)
r("(2*besselj(1,z)/z)^2", 4, "product", pd=T, fm=T)
pd("cos(z)/(1+z^2)", 1, "product")
r("cos(z)/(1+z^2)", 3, "F increases at 0", pd=F, fm=T)
pd("exp(-z/2)*cos(5*z)+exp(-z/3)*cos(2*z)", 1, "sum")
# periods
P = "its Fourier coefficients"
for f in ("2/pi-abs(sin(z))", "exp(-abs(sin(z)))", "1/(5-4*cos(z))", "exp(cos(z))", "cosh(cos(z))", "besselj(0,2*sin(z/2))",
          "besseli(0,2*cos(z/2))", "exp(cos(z))*cos(sin(z))", "2-log(5-4*cos(z))", "cos(z)+cos(sqrt(2)*z)", "cos(z)*cos(sqrt(2)*z)",
          "exp(cos(z)+cos(pi*z))", "pi/2-acos(cos(z))", "asin(cos(z))", "asin(cos(z))^3", "acos(-cos(z))", "cos(z)^2-1/2", "cos(z)^4",
          "exp(-abs(sin(z))-z)", "exp(-abs(sin(z))-z^2)", "exp(-z)/(1+abs(sin(z)))", "1/(1+sin(z)^2)", "1/(1+abs(sin(z)))",
          "exp(-abs(sin(pi*z)))*exp(-z^2/2)", "exp(-sqrt(abs(sin(z))))", "exp(-2*abs(sin(z/2)))", "exp(-abs(sin(z))-sqrt(z))", "exp(-z-abs(sin(2*z))/3)", "exp(-z^2/2-2*abs(sin(z)))", "1/(2-cos(z)-cos(2*z)/3)",
          "sqrt(2)-sqrt(1-cos(z))", "exp(-abs(sin(z))-abs(sin(sqrt(2)*z)))", "exp(-2*sin(z)^2-abs(sin(z)))"):
    r(f, 1, P, pd=T, fm=T, cpd=T)
for f in ("abs(cos(z))", "63/100-abs(sin(z))", "max(0,cos(z))", "1/(5+4*cos(z))", "exp(-cos(z))", "cos(cos(z))", "log(5-4*cos(z))",
          "-log(5-4*cos(z))", "sin(z)*sin(2*z)", "acos(cos(z))", "atan(cos(z))", "sqrt(5/4+cos(z))", "sqrt(5/4-cos(z))", "exp(-cos(z)^2)",
          "abs(cos(z))*exp(-z/1000)"):
    r(f, 1, P, pd=F, fm=T)
r("-sqrt(5/4-cos(z))", 1, P, cpd=T, pd=F)
# shifted sums, and increments of fractional Brownian motion
S = "g(z) + (w/2)(g(z+s)+g(z-s)) with |w| <= 1, or w = -1 and g conditionally positive definite of order 1: the form of g at x_i and x_i+s"
for f in ("(abs(z+1)^(3/2)-2*z^(3/2)+abs(z-1)^(3/2))/2", "(abs(z+3)^(2/5)+abs(z-3)^(2/5)-2*z^(2/5))/2", "3*exp(-z)+exp(-abs(z-1))+exp(-abs(z+1))",
          "2*exp(-z^2)-exp(-(z-1)^2)-exp(-(z+1)^2)", "sqrt(1+(z+1)^2)/2+sqrt(1+(z-1)^2)/2-sqrt(1+z^2)", "exp(-z^2)+exp(-(z-2)^2)/2+exp(-(z+2)^2)/2",
          "log(1+(z+1)^2)+log(1+(z-1)^2)-2*log(1+z^2)"):
    pd(f, 1, S)
r("exp(-z^2)+0.6*exp(-(z-4)^2)+0.6*exp(-(z+4)^2)", 1, "the factor 1+1.2 cos(4w) is negative", pd=F, fm=T)
r("2*exp(-z^2)-exp(-(z-1)^2)-exp(-(z+1)^2)-1/1000", 1, "an atom at 0", pd=F, fm=T)
# growth without conditional positive definiteness
O = "o(z^2), so of order 1 if of any: three points with the weights 1, -2, 1, or the transform exp(-aw) cos(bw)/w"
for f in ("-log(1+z^4)", "-log(1+z^2+z^4)", "-log(1+z^2)^2", "-log(2+cosh(z))", "-z^2/(1+z^2)^(1/3)+z^(1/2)", "-z*tanh(z)^2", "-z*sin(z)^2-z", "-log(1+z^3)",
          "-z*erf(z^2)", "-log(1+z^6)", "log(1+z^2)", "sqrt(z)", "-sqrt(1+z^3)", "-(1+z^4)^(1/4)"):
    r(f, 2, O, cpd=F, pd=F)
# thresholds
r("exp(-z)-51/100*exp(-2*z)", 3, "the density at infinity", pd=F, fm=T)
pd("exp(-z)-exp(-2*z)/2", 1, "the density at infinity")
pd("exp(-z^2)-exp(-z^2/2)/2", 2, "no: 2^(d/2) c exp(-w^2/2) <= exp(-w^2/4)")
r("exp(-z^2)-exp(-z^2/2)/2", 3, "the density at 0", pd=F, fm=T)
r("1/(1+z^2)-1/(100*(1+z^2)^2)", 1, "1-(1+w)/200", pd=F, fm=T)
pd("1/(1+z^2)^2-1/(2*(1+z^2))", 1, "w/2")
r("1/(1+z^2)^2-1/(2*(1+z^2))", 3, "F increases at 0", pd=F, fm=T)
pd("exp(-z)+3/10*cos(3*z)", 1, "sum")
r("exp(-z)-1/10*cos(3*z)", 1, "an atom", pd=F, fm=T, cpd=F)
r("exp(-z)-1/10", 3, "an atom at 0", pd=F, fm=T, cpd=T)
pd("exp(-z)-exp(-z^2/2)/10000", 3, "1/(1+w^2)^2 against a Gaussian")
pd("exp(-z)+exp(-2*z)*cos(3*z)", 3, "(1+w^2)^-2 pays for the dip: F' of the second is at most 0.1")
pd("max(0,1-z)^2*(1+z/2)", 3, "spherical")
r("max(0,1-z)^2*(1+3*z/5)", 3, "spherical: leading oscillation", pd=F, fm=T)
pd("(1-z^2/6)*exp(-z^2/4)", 3, "threshold: z^2 -> 2d-4w^2")
pd("(1-z^2/10)*exp(-z^2/4)", 3, "below the threshold 1/6")
r("(1-z^2/5)*exp(-z^2/4)", 3, "above the threshold 1/6", pd=F, fm=T)
r("max(0,1-z)^3*(1+3*z)", 3, "generalized Wendland: mu >= (d+1)/2+1", pd=F, fm=T)
# masses
for f, d, v in (("cos(z)", 2, F), ("cos(z)*exp(-z)", 3, T), ("z<1 ? 1 : 0", 1, F), ("max(0,1-z)", 2, T), ("max(0,1-z)", 3, F),
                ("max(0,1-z)^2", 4, T), ("max(0,1-z)^2", 5, F), ("abs(z-1)*exp(-z)", 2, T), ("abs(z-1)*exp(-z)", 3, F),
                ("sqrt(abs(1-z))*exp(-z)", 1, T), ("sqrt(abs(1-z))*exp(-z)", 2, F), ("sin(z^2)/z^2", 1, T), ("tanh(z)", 3, T),
                ("z", 1, F), ("log(1+z)", 2, F), ("min(z,1)", 2, T), ("min(z,1)", 3, F), ("max(exp(-z),1/2)", 2, T),
                ("max(exp(-z),1/2)", 3, F), ("exp(-z)*abs(sin(z))", 2, T), ("exp(-z)*abs(sin(z))", 3, F), ("abs(sin(z))", 1, T),
                ("abs(sin(z))", 2, F), ("exp(-z)*log(z)", 2, F), ("z*log(z)*exp(-z)", 3, T), ("exp(-z)*sqrt(z)", 2, T),
                ("exp(-1/z)", 2, T), ("sin(z)", 1, F), ("sin(z)*exp(-z)", 3, T), ("sin(z)/(1+z)", 1, T), ("cos(z)/(1+z)", 2, T),
                ("cos(z)/(1+z)", 3, F), ("cos(z^2)/(1+z^2)", 1, T), ("exp(-z)*cos(exp(z))", 1, T), ("1/(1+z)*cos(z)^2", 2, T),
                ("exp(-z)*max(0,cos(z))", 2, T), ("exp(-z)*max(0,cos(z))", 3, F), ("z<1 ? exp(1-1/(1-z^2)) : 0", 5, T)):
    r(f, d, "order of the singularities and decay of the waves", fm=v)
r("exp(-1/z)", 2, "k(0) = 0", pd=F)

# sums near thresholds and exponentials of exponentials, written after the rules about them (30 November)
LAPLACE = "inverse Laplace transform in t: a v^k exp(-bv) against another, v e^(-v/2) <= 2/e"
for f in ("matern(3/2,1)-matern(5/2,1)/10", "matern(1/2,1)-matern(3/2,1)/4", "matern(1/2,1)-matern(3/2,1)/2", "matern(5/2,1)-matern(7/2,1)/20",
          "exp(-z)-(1+2*z)*exp(-2*z)/2", "1/(1+z^2)-2/(2+z^2)^2"):
    cm(f, 3, LAPLACE)
r("matern(1/2,1)-matern(3/2,1)*0.55", 3, LAPLACE + " = 0.7358: 0.55*2.598*0.7358 > 1", fm=T, cm=F)
pd("exp(-z)-1e-9*exp(-z^2)", 3, "8 pi/(1+w^2)^2 against a Gaussian; a negative atom of the mixture", cm=F)
pd("exp(-z)+exp(-z^2)-1e-6*exp(-2*z^2)", 2, "a wider Gaussian; a negative atom of the mixture", cm=F)
for f in ("cos(z)*cos(sqrt(3)*z)", "cos(2*z)*cos(z)"):
    r(f, 2, "cos(az) has the coefficients 2 J_2n(2a) on the circle", sp=T, pd=F)
pd("exp(-exp(z))", 1, "convex")
for f, d in (("exp(-exp(z))", 3), ("exp(-sinh(z))", 3), ("exp(1-cosh(z))", 2), ("exp(-z*exp(z))", 1), ("exp(-exp(z^2))", 3), ("2^(-2^z)", 5)):
    r(f, d, "analytic on z > 0, powers at 0, falls with all derivatives", fm=T, dec=T)

if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    seen = set()
    for name in glob.glob(os.path.join(here, "..", "known*.json")):
        if not name.endswith("known_asked.json"):
            seen |= {(x["formula"], x["dim"]) for x in json.load(open(name))["rows"]}
    kept, have = [], set()
    for x in rows:
        key = (x["formula"], x["dim"])
        if key not in seen and key not in have:
            kept.append(x)
            have.add(key)
    with open(os.path.join(here, "..", "known_asked.json"), "w") as f:
        json.dump({"about": "Kernels of machine learning, geostatistics, approximation and signal processing; made by testdata/gen/known_asked.py.",
                   "rows": kept}, f, indent=1, ensure_ascii=False)
        f.write("\n")
    print(len(kept), "of", len(rows))
