"""The formulas of known_practice.json, and what is stated of them.

In the sentences t = z^2; "Bernstein" is a nonnegative function with a completely monotone derivative; kappa_0, kappa_1, kappa_2
are the arc-cosine kernels. A kernel that is positive definite on R^d is so on the sphere in it, and a completely monotone function
of t on all. On the sphere t = 2 - 2u, so that the coefficients of u^n, n >= 1, of a completely monotone function of t less a
constant are nonnegative, and the n-th one is a multiple of (-1)^n times the n-th derivative at z = sqrt 2.
"""
import math

RASMUSSEN = "Rasmussen and Williams, Gaussian Processes for Machine Learning, 2006"
SCHILLING = "Schilling, Song, Vondracek, Bernstein Functions, 2012"
GNEITING = "Gneiting, Strictly and non-strictly positive definite functions on spheres, Bernoulli 19, 2013"
SCHOENBERG = "Schoenberg, Positive definite functions on spheres, Duke Math. J. 9, 1942"
YAGLOM = "Yaglom, Correlation Theory of Stationary and Related Random Functions, 1987"
WENDLAND = "Wendland, Scattered Data Approximation, 2004"
CHO = "Cho and Saul, Kernel methods for deep learning, NIPS 2009"
CHILES = "Chiles and Delfiner, Geostatistics, 2012"
WATSON = "Watson, A Treatise on the Theory of Bessel Functions, 1944"
HARRIS = "Harris, On the use of windows for harmonic analysis with the DFT, Proc. IEEE 66, 1978"
NATHAN = "Nathan, Klein, Robledo-Arnuncio, Revilla, Dispersal kernels: review, 2012"
POPE = "Pope, Turbulent Flows, 2000"
ZASTAVNYI = "Zastavnyi, On positive definiteness of some functions, J. Multivariate Anal. 73, 2000"
MICCHELLI = "Micchelli, Interpolation of scattered data, Constr. Approx. 2, 1986"


def write(add, ALL):
    processes(add)
    mixtures(add)
    quotients(add)
    less_a_constant(add, ALL)
    wrong_cusps(add)
    flat_tops(add)
    waves(add, ALL)
    bessel(add, ALL)
    gaussians(add, ALL)
    support(add, ALL)
    windows(add, ALL)
    great_circle(add, ALL)
    networks(add, ALL)
    zonal(add, ALL)
    growth(add, ALL)
    series(add, ALL)
    turbulence(add, ALL)
    others(add, ALL)
    tails(add)
    finance(add)
    tapers(add, ALL)
    directions(add, ALL)
    cancellations(add, ALL)
    damped(add, ALL)
    drifts(add, ALL)
    angles(add)
    spellings(add, ALL)
    series_in_u(add)


def processes(add):
    """covariances of regression and of dispersal: sums and products of completely monotone functions of t"""
    why = "sums and products of exp(-c z^p), 0 < p <= 2, of Matern functions and of powers (1+c z^p)^-a are completely monotone in t"
    add("""
        1.5²*exp(-z²/(2*0.8²)) + 0.3²*(1+z²/(2*0.7*2²))^(-0.7)
        0.5*(1+sqrt(5)*z/1.3+5*z²/(3*1.3²))*exp(-sqrt(5)*z/1.3) * (1+z²/8)^(-1/2)
        let r = sqrt(7)*z/2; (1 + r + 2*r^2/5 + r^3/15)*exp(-r)
        exp(-(z/3)^1.3)*(1+(z/10)^0.8)^(-2)
        """, (2, 16), why, RASMUSSEN, cm=True)
    add("""
        exp(-z/2)*exp(-z^2/18) + 0.1*exp(-sqrt(z))
        (1+sqrt(3)*z)*exp(-sqrt(3)*z) * exp(-z/4)
        exp(-abs(z)/0.7)*(1+z^2/(2*1.5*3^2))^(-1.5) + 0.2*exp(-z^2/50)
        (1+z+z^2/3)*exp(-z)*(1+z)^-1
        """, (3, 64), why, RASMUSSEN, cm=True)
    add("""
        (1 + 2.2*z/3)*exp(-2.2*z/3) + 0.4*(1+z/9)*exp(-z/6)
        exp(-z)*(1+z)/(1+z^2/9)
        """, (1, 5), "a positive combination of Matern functions of one scale (and a product with a rational quadratic)", RASMUSSEN, cm=True)
    add("""
        exp(-0.5*(z/1.2)^2) * (1 + sqrt(3)*z/4)*exp(-sqrt(3)*z/4) + 0.01
        0.6 + 0.4*exp(-0.105*z)
        0.25 + 0.75/(1+(z/2)^1.5)^2
        """, (4, 8), why+"; and a positive constant", "Rebonato, Volatility and Correlation, 2004", cm=True, limit=1)
    add("""
        (3-1)/(pi*5^2)*(1+z^2/5^2)^(-3)
        0.5/(2*pi*3^2*gamma(4))*exp(-sqrt(z/3))
        0.9*exp(-z/0.5)+0.1*(1+(z/20)^2)^(-1.2)
        exp(-0.3*z)/(1+0.1*z^2)
        1/(1+(z/4)^1.8)/(1+z/50)
        """, (2, 3), "the 2Dt, exponential power and mixed dispersal kernels: "+why, NATHAN, cm=True)
    add("""
        2^(-z/5)
        0.5^((z/3)^1.5)
        0.7^(z^2)*(1+z)^(-0.4)
        1/(1+z)^(1/3)*exp(-z²/5)
        10^(-z/20)
        """, (1, 16), "half-lives and decibels: an exponential of base below 1 is exp(-c z^p), 0 < p <= 2", SCHILLING, cm=True)
    add("""
        2^(2/3)/gamma(1/3)*(z/2)^(1/3)*besselk(1/3,z/2)*exp(-z/30)
        0.592548*(z/1.339)^(1/3)*kv(1/3, z/1.339)
        2^(1-0.8)/gamma(0.8)*(sqrt(1.6)*z/2)^0.8*besselk(0.8, sqrt(1.6)*z/2) + 0.3*exp(-z/9)
        z*K1(z)*exp(-z^2/10)
        """, (3, 8), "von Karman and Matern functions, and products with completely monotone ones", POPE, cm=True)


def mixtures(add):
    """functions of physics and statistics that are mixtures of exponentials in t or in z"""
    add("""
        0.8*(1-exp(-z/2))/(z/2) + 0.2
        """, (1, 3), "the Debye function, Nelson and Siegel's loadings and the like: an integral of exp(-s t) or exp(-s z) over s with a nonnegative weight", "Rubinstein and Colby, Polymer Physics, 2003; Nelson and Siegel, J. Business 60, 1987", cm=True, limit=1)
    add("""
        erf(z/2)/z
        erfc(z/3)*exp(-z/5)
        """, (2, 8), "erf(z)/z integrates exp(-s^2 t), exp(t) erfc(sqrt t) is a Mittag-Leffler function, and erfc(sqrt t) has the derivative -exp(-t)/sqrt(pi t)", SCHILLING, cm=True)
    add("""
        exp(-z)*(I0(z)+I1(z))
        """, (3, 5), "exp(-x) I_0(x) is the mean of exp(-x(1-cos s)), and exp(-x)(I_0(x)+I_1(x)) that of (1+cos s) exp(-x(1-cos s))", WATSON, cm=True)
    add("""
        exp(-sqrt(z^2+0.25)/2)/sqrt(z^2+0.25)
        (1+z²)^(3/4)*besselk(3/2,2*sqrt(1+z^2))
        K0(sqrt(0.5+z^2))
        (1+(z/2.2)²)^(-3*0.67+0.5)
        1/sqrt(z²+0.1²)
        """, (3, 16), "a screened or softened potential: a completely monotone function of 1+t, and K_nu(x) is the integral of exp(-x cosh s) cosh(nu s)", "Shkarofsky, Radio Science 3, 1968", cm=True)
    add("""
        exp(exp(-z^2)-1)
        cosh(exp(-z)) - 0.5
        sqrt(1/(1+z^2))*exp(1/(1+z^2)-1)
        sinh(exp(-z/2))/sinh(1)
        (exp(1/(1+z))-1)/(e-1)
        """, (2, 64), "a power series with nonnegative coefficients in a completely monotone function", SCHILLING, cm=True, limit=1)
    add("""
        log((z+3)/(z+1))
        asinh(z/2)/(z/2)
        2*(sqrt(1+z^2)-1)/z^2
        2*(1-(1+z^2)^(-1/2))/z^2
        1 - 2*z/3*atan(3/(2*z))
        """, (1, 4), "an integral of powers of 1/(a+s t) or 1/(a+s z) with a nonnegative weight", SCHILLING, cm=True)


def quotients(add):
    """reciprocals and exponentials of Bernstein functions, infinite products"""
    add("""
        1/sqrt(1+log1p(z^2/4))
        1/(1+sqrt(1+z^2))
        1/sqrt(z*(1+z)+1)
        exp(-asinh(z/2))
        exp(log(1+z)-z)
        """, (2, 8), "exp(-B) and powers (a+B)^-p of a Bernstein function B of t are completely monotone", SCHILLING, cm=True)
    add("""
        sqrt(z^2+1)-z
        1/(z+sqrt(4+z^2))
        (sqrt(1+z)-sqrt(z))^2
        """, (1, 16), "sqrt(1+x)-sqrt(x) is the reciprocal of a sum of Bernstein functions", SCHILLING, cm=True)
    add("""
        1/(1+z*sqrt(1+z))
        exp(-z*sqrt(1+z))
        1/(1+z^2*sqrt(1/(1+z^2)))
        """, (3, 5), "geometric means of complete Bernstein functions (t, 1+sqrt t, t/(1+t)) are complete Bernstein functions", SCHILLING, cm=True)
    add("""
        exp(-atan(z))
        exp(-tanh(z))
        exp(-erf(z))
        1/(1+tanh(z)^2)
        1-0.4*tanh(z)
        1 - erf(z)/2
        1-0.5*z/(1+z)
        """, (2, 16), "atan, tanh, erf and x/sqrt(1+x^2) of sqrt t have completely monotone derivatives in t, and are bounded", SCHILLING, cm=True, limit=1)
    add("""
        2/pi*atan(3/z)
        1 - (z/(1+z))^2*(1+2/z)
        """, (3, 8), "a constant less a Bernstein function that tends to it; the last is 1/(1+z)^2", SCHILLING, cm=True)
    add("""
        (z/2)^2/sinh(z/2)^2
        3*(z*coth(z)-1)/z^2
        z/expm1(z)*exp(-z/2)
        1/I0(z)
        z/(2*besseli(1,z))
        tanh(sqrt(z))/sqrt(z)
        sech(z/2)*sech(z/3)
        """, (1, 3), "the zeros of cosh(sqrt t), sinh(sqrt t)/sqrt t and of the Bessel functions are negative: a product, or a sum, of 1/(1+t/c)", WATSON, cm=True)


def less_a_constant(add, ALL):
    """completely monotone functions of t less a constant: not positive definite on R^d, often on spheres"""
    why = "a completely monotone function of t less more than its value at infinity: a negative atom at 0, nothing else negative"
    for formulas, dims in (("""
        1-1.2*z/(1+z)
        """, (3, 8)), ("""
        (1+z)*exp(-z)-0.55
        (1+z)*exp(-z)-0.59
        """, (2, 16)), ("""
        erfc(z)-0.04
        erfc(z)-0.05
        1/(1+sqrt(z)) - 0.46
        exp(-sqrt(z))-0.31
        """, (3, 5)), ("""
        log(3+1/(1+z^2)) - 1.2
        2*exp(-z/4) - 1
        2*exp(-z^2/10) - 1.7
        2*exp(-z/2)-1
        """, (1, 4))):
        add(formulas, dims, why, SCHOENBERG, pd=0, cp=ALL, limit=-1, low=1)


def wrong_cusps(add):
    why = "the first power of z at 0 that is not even has the sign that makes the spectral density, and on every S^(d-1) with d >= 2 the coefficients, negative in the end"
    add("""
        3/(2*pi*8^2*gamma(2/3))*exp(-(z/8)^3)
        exp(-(z/2)^2.5)/(1+z^2)
        """, (2, 5), why, NATHAN, pd=0, cp=0, ps=(0, 1))
    add("""
        (1+z^2)^(-1)-0.1*z^3*exp(-z)
        """, (2, 8), why, WENDLAND, pd=0, cp=0, ps=(0, 1))
    add("exp(1-sqrt(1+z))-0.6*exp(-z)+0.6\nexp(-z)-exp(-4*z)/3", (3, 4), why+", here that of z", CHILES, pd=0, cp=0, ps=(0, 1), limit=1)


def flat_tops(add):
    why = "k(0)-k(z) = o(z^2): the second moment of a nonnegative measure, and the derivative at u = 1 of a nonnegative series, would vanish"
    add("""
        sech(z^2)
        """, (1, 2), why, YAGLOM, pd=0, cp=0, ps=(0, 1))
    add("""
        exp(-z^2/2)*(1+z^2/2+z^4/8)
        exp(1-cosh(z^2))
        besselj(0,z^2)*exp(-z^4)
        """, (3, 8), why, YAGLOM, pd=0, cp=0, ps=(0, 1))
    add("""
        z^2/2/sinh(z^2/2)
        1/(exp(z^2)+1)
        """, (1, 3), "analytic for real t with poles off the real axis only: no Laplace transform of a positive measure, and coefficients that change sign for ever", SCHILLING, pd=0, cp=0, ps=(0, 1), pa=False)
    add("sin(z^2)/z^2", (2,), "a chirp: its spectral density does not decay, and k(0)-k(z) = o(z^2)", YAGLOM, fm=False, ps=0, po=True, limit=None)


def waves(add, ALL):
    why = "exp(-a z) cos(b z) is positive definite on R^d exactly for b/a <= tan(pi/(2d))"
    for formula, n, dims in (("exp(-z/2)*cos(z)", 1, (1, 2)), ("1.7*exp(-1.8*z)*cos(z)", 3, (3, 4)), ("cos(z/3)*exp(-abs(z))", 4, (4, 5)), ("cos(0.2*z)/exp(z)", 7, (7, 8)),
                             ("0.8^z*cos(z/10)", 3, (2, 5)), ("cos(z)/exp(1.01*z)", 2, (2, 8)), ("cos(z)/exp(0.99*z)", 1, (1, 2))):
        add(formula, dims, why, ZASTAVNYI, pd=n, cm=False, tail=True)
    why = "an autoregression of order 2: the spectrum is 1/(s^2+2ps+q^2), s = w^2, p = a^2-b^2, q = a^2+b^2, in R^1, and in R^(d+2) the derivative, by s, of that in R^d, less the sign"
    for formula, n in (("exp(-z/4)*(cos(z)+sin(z)/4)", (1, 2)), ("exp(-2*z)*(cos(z)+2*sin(z))", (5, 6)), ("0.5^z*(cos(z/2)+2*log(2)*sin(z/2))", (3, 4))):
        add(formula, (1, 3, 7), why, "Priestley, Spectral Analysis and Time Series, 1981", pd=n, cm=False, tail=True)
    why = "Teubner and Strey: in R^3 the spectrum is 1/(s^2+2ps+q^2), s = w^2, p = a^2-b^2, q = a^2+b^2, and in R^(d+2) the derivative, by s, of that in R^d, less the sign"
    for formula, n, dims in (("exp(-2*z)*sin(z)/z", (7, 8), (5, 16)), ("exp(-z/10)*sin(2*pi*z/6)/(2*pi*z/6)", (3, 4), (3, 8)), ("sin(0.4*z)/(0.4*z)*0.7^z", (3, 4), (1, 3))):
        add(formula, dims, why, "Teubner and Strey, J. Chem. Phys. 87, 1987", pd=n, cm=False, tail=True)
    add("besselj(0,3*z)*exp(-z/10)", (2, 3), "the zonal wave of R^2 times a function that is positive definite everywhere", YAGLOM, pd=(2, ALL), tail=True)
    add("besselj(0,2*pi*z/5)/(1+z/3)", (2,), "the zonal wave of R^2 times a function that is positive definite everywhere; below its first zero on the sphere", YAGLOM, pd=2, pa=True)
    add("2*J1(3*z)/(3*z)*(1+z^2)^(-1)", (2,), "the zonal wave of R^4 times a function that is positive definite everywhere", YAGLOM, pd=2)
    add("sin(2*z)/(2*z)*exp(-z^2/8)", (2, 5), "the zonal wave of R^3 times a Gaussian; below its first zero on the sphere", YAGLOM, pd=(3, ALL), pa=True)
    add("exp(-z^2)*besselj(0,4*z)", (2, 5), "a zonal wave of R^3 or R^2 times a function that is positive definite everywhere", YAGLOM, pd=(2, ALL))
    add("""
        exp(-z^2/18)*cos(pi*z/2)
        exp(-2*pi^2*z^2*0.1^2)*cos(2*pi*0.5*z)
        cos(4*z)*exp(-z^2) + cos(z)*exp(-z^2)
        """, (1, 2, 8), "a Gaussian times a cosine (a spectral mixture kernel): positive definite on the line; in the plane its density at 0 is negative", "Wilson and Adams, ICML 2013", pd=1)


def bessel(add, ALL):
    """Lambda_n(a z), the zonal wave of R^n: the n-th coefficient of u^j is a multiple of Lambda_(n+2j)(a sqrt 2)"""
    why = "the zonal wave of R^%d: positive definite up to R^%d and of infinite mass beyond; on all spheres exactly when a sqrt 2 is at most the first zero of its Bessel function"
    for n, zero, formulas in ((1, math.pi/2, (("cos(abs(z)*1.1)", 1.1),)),
                              (2, 2.404825557695773, (("J0(2*pi*z*0.27)", .54*math.pi), ("J0(2*pi*0.5*abs(z))", math.pi))),
                              (3, math.pi, (("sin(2*pi*z)/z", 2*math.pi),)),
                              (4, 3.8317059702075125, (("2*J1(2.7*z)/(2.7*z)", 2.7),)),
                              (5, 4.493409457909064, (("3*(sin(3*z)/(3*z)-cos(3*z))/(3*z)^2", 3), ("(sin(4*z)-4*z*cos(4*z))/z^3", 4)))):
        for formula, a in formulas:
            pa = True if a*math.sqrt(2) <= zero else None
            low = next(j for j in range(40) if n/2-1+j > 0 and n/2-1+j+1.8557*(n/2-1+j)**(1/3) > 2*a)  # Lambda_(n+2j) > 0 on [0,2a]
            add(formula, (n,), why % (n, n), WATSON, pd=n, pa=pa, fm=True, low=low)
            add(formula, (n+1 if a < 2 else n+3,), why % (n, n), WATSON, pd=n, pa=pa, fm=False, po=True, low=low)
    add("(sin(2*z)/(2*z))^2*exp(-z/2)\nsin(z)/z*cos(z)", (1, 3), "products of zonal waves of R^3 below their first zeros; sin z cos z/z = sin(2z)/(2z)", YAGLOM, pd=(3, ALL), pa=True)
    add("(sin(pi*z)/(pi*z))^2", (1, 3), "the square of a zonal wave of R^3", YAGLOM, pd=(3, ALL))
    add("""
        9*(sin(1.5*z)-1.5*z*cos(1.5*z))^2/(1.5*z)^6
        """, (3, 5), "the form factor of a ball, the square of the zonal wave of R^5; for a sqrt 2 below the first zero the wave is positive definite on all spheres, and so is its square", "Glatter and Kratky, Small Angle X-ray Scattering, 1982", pd=5, pa=True)
    add("(3*(sin(4*z)-4*z*cos(4*z))/(4*z)^3)^2\n(2*J1(4*z)/(4*z))^2", (3, 4), "a form factor: the square of a zonal wave of R^5 or R^4", "Glatter and Kratky, Small Angle X-ray Scattering, 1982", pd=4)


def gaussians(add, ALL):
    why = "a polynomial in t times a Gaussian: the density is a Gaussian times a Laguerre polynomial in w^2"
    for formula, n, c, dims in (("(1-z²)*exp(-z²/2)", 1, 1, (1, 2)), ("(1-z^2/2.9)*exp(-z^2/2)", 2, 2.9, (3, 4)), ("2/sqrt(3)/pi^(1/4)*(1-z^2)*exp(-z^2/2)", 1, 1, (1, 3)),):
        add(formula, dims, why+": the leading and the constant coefficient decide; 1-t/c = 1-2/c + 2u/c", "Marr and Hildreth, Theory of edge detection, 1980", pd=n, pa=c >= 2)
    why = "a difference of Gaussians: the densities are compared at w = 0 and the coefficients of u^0 at z = sqrt 2"
    for formula, n, pa, dims in (("exp(-z²/2)-0.5*exp(-z²/8)", 1, False, (1, 2)), ("exp(-z²/2) - 0.47*exp(-z²/8)", 1, True, (1, 3)), ("1.6*exp(-z^2/2)-0.6*exp(-z^2/8)", 1, True, (2, 16)), ("3*exp(-z^2)-2*exp(-z^2/4)", 0, False, (1, 2))):
        add(formula, dims, why+"; the narrower one wins in the end", "Marr and Hildreth, Theory of edge detection, 1980", pd=n, pa=pa, low=1)
    add("2*exp(-z^2/2)-exp(-z^2/4)-0.05*exp(-z^2)", (3, 8), "the narrowest Gaussian wins in the end and has the wrong sign, on R^d and in the coefficients of u^n", "Marr and Hildreth, Theory of edge detection, 1980", pd=0, pa=False)
    why = "c_i exp(-a_i z) added up has the density sum c_i a_i (a_i^2+w^2)^-(d+1)/2, and is completely monotone in t if sum c_i a_i exp(-a_i^2 x) >= 0 for x >= 0"
    add("exp(-z)-exp(-4*z)/4\nexp(-z)-exp(-4*z)/5\n4*exp(-z)-3*exp(-4*z/3)\nlog(2+exp(-z))-log(2)", (3, 16), why, CHILES, cm=True)


def support(add, ALL):
    why = "Askey's function, times a completely monotone one: positive definite up to R^(2l-1), where the wave from the edge meets the cusp"
    for formula, l, b, dims in (("(1-z)_+^2*exp(-z)", 2, 1, (3, 5)), ("(1-z)_+^3*(1+z^2)^(-1)", 3, 1, (5, 8)), ("max(1-z/1.5,0)^2/(1+z)", 2, 1.5, (2, 8)), ("exp(-z^2)*relu(1-z)", 1, 1, (1, 4))):
        add(formula, dims, why, WENDLAND, pd=2*l-1, alpha=l, breaks=(b,), cusp=1)
    why = "%s: positive definite up to R^%d, where the wave from the edge meets the cusp"
    for formula, name, n, alpha, cusp, b, dims in (
            ("(1-z/2)_+^2*(1+z/4)", "the spherical model", 3, 2, 1, 2, (3, 8)), ("z < 2 ? 1-0.75*z+z^3/16 : 0", "the spherical model", 3, 2, 1, 2, (2, 5)), ("z < 3 ? (1-z/3)^2*(1+z/6) : 0", "the spherical model", 3, 2, 1, 3, (3, 16)),
            ("0.2*(1-z/5)_+^2*(2+z/5)/2 + 0.8*exp(-z^2/9)", "the spherical model and a Gaussian", 3, 2, 1, 5, (2, 3)),
            ("max(0,1-z/2)^4*(2*z+1)", "Wendland's function of smoothness 2", 3, 4, 3, 2, (3, 9)), ("max(0,1-z/3)^4*(4*z/3+1)*1.5", "Wendland's function of smoothness 2", 3, 4, 3, 3, (2, 4)), ("(1-0.8*z)_+^4*(3.2*z+1)", "Wendland's function of smoothness 2", 3, 4, 3, 1.25, (3, 8)),
            ("(1-z/2)_+^6*(35*(z/2)^2+18*(z/2)+3)/3", "Wendland's function of smoothness 4", 3, 6, 5, 2, (3, 8)), ("(1-z/4)_+^6*(35*z^2/16+4.5*z+3)", "Wendland's function of smoothness 4", 3, 6, 5, 4, (3, 5)),
            ("z>1 ? 0 : 1 - 15/8*z + 5/4*z^3 - 3/8*z^5", "the pentaspherical model", 5, 3, 1, 1, (3, 7)),
            ("z<2 ? 2/pi*(acos(z/2)-z/2*sqrt(1-z^2/4)) : 0", "the circular model", 2, 1.5, 1, 2, (2, 3)), ("z >= 1 ? 0 : 2/pi*(arccos(z)-z*sqrt(1-z²))", "the circular model", 2, 1.5, 1, 1, (1, 8)), ("z<4 ? 1-2/pi*(z/4*sqrt(1-z^2/16)+asin(z/4)) : 0", "the circular model", 2, 1.5, 1, 4, (2, 4)),
            ("z<2 ? 1-7*(z/2)^2+35/4*(z/2)^3-7/2*(z/2)^5+3/4*(z/2)^7 : 0", "the cubic model", 3, 4, 3, 2, (3, 5)),
            ("(1-0.3*z)_+^2.5", "Askey's function", 4, 2.5, 1, 10/3, (4, 5)), ("max(1-z/2.5,0)^1.5 * 2", "Askey's function", 2, 1.5, 1, 2.5, (2, 16))):
        add(formula, dims, why % (name, n), CHILES, pd=n, alpha=alpha, breaks=(b,), tail=b >= 2, cusp=cusp)
    why = "a smoothing kernel: even and analytic at 0, so that the wave from the edge changes the sign of the density"
    for formula, alpha, b, dims, pa in (("z<1 ? 0.75*(1-z^2) : 0", 1, 1, (1, 2), None), ("max(1-z^2/4,0)^2*15/16", 2, 2, (3, 8), True), ("(1-z^2/3)_+", 1, math.sqrt(3), (2, 3), None), ("(1-z²/4.5)_+^2", 2, math.sqrt(4.5), (3, 4), True), ("(1-z²/3.9)_+^2", 2, math.sqrt(3.9), (3, 4), None),):
        add(formula, dims, why, "Wand and Jones, Kernel Smoothing, 1995", pd=0, alpha=alpha, breaks=(b,), pa=pa, cusp=math.inf)
    add("70/81*(1-(z/2)^3)_+^3", (2, 3), "the tricube kernel: -3 z^3 at 0 makes the density negative in the end, and the wave from the edge is of another size", "Cleveland, J. Amer. Statist. Assoc. 74, 1979", pd=0, alpha=3, breaks=(1,), ps=(0, 1), pa=False)


def windows(add, ALL):
    """lag windows and tapers, also stretched to the whole sphere, where nothing is left of the edge"""
    even = "a window that is even and analytic at 0: the wave from the edge changes the sign of the density"
    for formula, alpha, b, dims, pa in (
            ("z<2 ? 0.5*(1+cos(pi*z/2)) : 0", 2, 2, (1, 3), True),
            ("z<1 ? sin(pi*z)/(pi*z) : 0", 1, 1, (1, 2), None), ("z<2 ? sin(pi*z/2)/(pi*z/2) : 0", 1, 2, (2, 3), True),
            ("z<1 ? besseli(0,4*sqrt(1-z^2))/besseli(0,4) : 0", 0, 1, (1, 2), None), ("z<=2 ? exp(-z^2/2) : 0", 0, 2, (2, 64), True),
            ("z<2 ? sqrt(cos(pi*z/4)) : 0", .5, 2, (1, 2), None), ("min(1, exp(-z+0.5))", 1, .5, (1, 3), None)):
        add(formula, dims, even+(" (an inner edge, or a jump, does so whatever is at 0)" if alpha == 0 or b == .5 else ""), HARRIS, pd=0, alpha=alpha, breaks=(b,), pa=pa, cusp=1 if "exp(-z)" in formula else math.inf)
    add("z<2 ? I0(3*sqrt(1-z^2/4))/I0(3) : 0", (3, 16), even+" (a jump does so whatever is at 0); at antipodes, z = 2, it is 0 and not its limit, so that it is continuous at 0 but not everywhere on the sphere", HARRIS, pd=0, alpha=0, breaks=(2,), ps=(0, 1))
    for formula, n, alpha, cusp, breaks, dims in (("z<2 ? (1-z/2)*cos(pi*z/2)+sin(pi*z/2)/pi : 0", 1, 3, 3, (2,), (1, 3)),
                                                  ("z < 1.5 ? 1-6*(z/3)^2*(1-z/3) : z < 3 ? 2*(1-z/3)^3 : 0", 1, 3, 3, (1.5, 3), (1, 2)), ("z < 2.5 ? 1 - 6*(z/5)^2*(1-z/5) : z<5 ? 2*(1-z/5)^3 : 0", 1, 3, 3, (2.5, 5), (1, 4))):
        add(formula, dims, "Bohman's and Parzen's windows: squares of transforms on the line; from R^2 on the waves beat the cusp z^3", HARRIS, pd=n, alpha=alpha, breaks=breaks, tail=min(breaks) >= 2, cusp=cusp)
    add("relu(1-z/2)\n(1-z/2)_+*cos(z)", (1, 2), "Bartlett's window, and its product with a cosine", HARRIS, pd=1, alpha=1, breaks=(2,), tail=True, cusp=1)
    add("max(1-abs(z)/4, 0)", (1, 3), "Bartlett's window", HARRIS, pd=1, alpha=1, breaks=(4,), tail=True, cusp=1)
    add("max(1-z, 0.3-0.05*z, 0)\nmax(1-z/2, 0.5-z/10, 0)", (1,), "Polya's criterion", YAGLOM, pd=1, alpha=1, breaks=(.7/.95, 1.25))


def great_circle(add, ALL):
    """covariances in the angle, which spherical geostatistics uses"""
    edge = "completely monotone in the angle: positive definite on all spheres"
    add("""
        exp(-sqrt(theta))+0.3*exp(-theta/3)
        (1+theta/3)^(-2)
        1/(1+sqrt(theta/2))
        """, (3, 4), edge, GNEITING, pa=True)
    add("""
        1-((2*theta)^0.8/(1+(2*theta)^0.8))^(1/2)
        (1-exp(-theta))/theta
        exp(-theta)/(1+θ)
        """, (2, 8), edge, GNEITING, pa=True)
    add("""
        exp(-2*acos(u))*(1+acos(u)/pi)^-1
        besselk(0.3,theta/2)*theta^0.3
        exp(-2*theta) + 0.1*u^2
        2^(-theta)*(1+u)/2 + 0.05
        """, (3, 16), edge+"; and so are its products and sums with polynomials of nonnegative coefficients", GNEITING, pa=True)
    add("""
        exp(-theta^1.9)*2
        1/cosh(theta)
        """, (2, 3, 5), "the kink at the antipode beats the weaker singularity at 0: its coefficients alternate in sign (geodesic Gaussian, Matern with nu > 1/2)", GNEITING, ps=(0, 1))
    add("1 - sqrt(sin(θ/2))", (3, 8), "the sine power model: 1-((1-u)/2)^(a/2), 0 < a <= 2, zero at the antipode", GNEITING, pa=True, alpha=1, breaks=(2,))
    add("1-0.8*sin(theta/2)", (3, 8), "the sine power model: 1-c((1-u)/2)^(1/2)", GNEITING, pa=True)
    add("1.2-2*sin(theta/2)", (3, 16), "the sine power model with a large factor: only the coefficient of degree 0 can be negative", GNEITING, low=1)
    add("1-1.5*sin(theta/2)", (3, 16), "only the coefficient of degree 0 can be negative: the mean of sin(theta/2) over S^2 is 2/3, over S^15 greater", GNEITING, low=1, ps=3)
    add("((1-0.4)^2/(1+0.4^2-2*0.4*cos(theta)))^0.7\n0.5/(1.25-cos(theta))\n(1-0.8)/sqrt(1+0.64-1.6*u)", (2, 64), "the multiquadric model: (1-g u)^-a", GNEITING, pa=True)
    add("theta<2.5 ? (1-θ/2.5)^6*(1+6*θ/2.5+35/3*(θ/2.5)^2) : 0", (3, 4), "Wendland's model in the angle, positive definite on S^3", GNEITING, ps=(4, ALL), alpha=6, breaks=(2*math.sin(1.25),))
    add("theta<2 ? 1-theta/2 : 0\ntheta<pi/2 ? cos(theta) : 0", (3, 4), "a kink inside: its waves beat the singularity at 0", GNEITING, alpha=1, breaks=(2*math.sin(1), 2*math.sin(.4), math.sqrt(2)), ps=(0, 2))
    add("acos(u) < 0.5 ? 1-acos(u) : 0", (2, 3), "a jump inside: the coefficients oscillate", GNEITING, ps=(0, 1), alpha=0, breaks=(2*math.sin(.5), 2*math.sin(.25)))


def networks(add, ALL):
    """kernels of wide networks and of attention, in the inner product"""
    add("""
        2/pi*asin(u/1.5)+4/pi*u/1.5/sqrt(1-(u/1.5)^2)
        exp(-1)*cosh(u)
        sinh(u)/sinh(1)
        exp(8*u-8)
        exp(u/0.07)/exp(1/0.07)
        """, (3, 64), "a power series in u with nonnegative coefficients", "Williams, Computation with infinite neural networks, 1998", pa=True)
    add("""
        u*exp(u-1)
        (1.5+u)/2.5*exp(-(1-u))
        (exp(u)-1)/(e-1)
        exp(4*u)-4*u-1
        exp(-sqrt(2*(1-u)))
        exp(-sqrt(2-2*u)/3)*(1+sqrt(2-2*u)/3)
        """, (2, 16), "a power series in u with nonnegative coefficients", SCHOENBERG, pa=True)
    add("""
        let a = (sqrt(1-u^2)+u*(pi-acos(u)))/pi; (sqrt(1-a^2)+a*(pi-acos(a)))/pi
        let a = (sin(theta)+(pi-theta)*u)/pi; u*(1-theta/pi)*(1-acos(a)/pi)+a*(1-acos(a)/pi)+0.1
        0.2 + 0.8*(sin(theta)+(pi-theta)*cos(theta))/pi
        u + (sin(theta)+(pi-theta)*cos(theta))/pi
        asin(u)/pi + 0.5 + 0.05*u^3 + 0.06
        1 - 2*acos(u)/pi
        """, (3, 8), "compositions, sums and products of kappa_0, kappa_1, u and constants", CHO, pa=True)
    why = "kappa_0, kappa_1, kappa_2 and their products: positive definite on all spheres; extended by zero the wave from z = 2 beats the cusp"
    for formula, alpha, dims in (("cos(theta)*(1-theta/pi)", .5, (1, 2)), ("u*(pi-acos(u))/pi + (sqrt(1-u^2)+u*(pi-acos(u)))/pi", .5, (1, 16)), ("(1-acos(u)/pi)*exp(u-1)", .5, (1, 3)), ("1/2*(1+2/pi*asin(u))*(sin(theta)+(pi-theta)*u)/pi", 2, (4, 5)), ("((sin(theta)+(pi-theta)*cos(theta))/pi)^2", 3, (6, 7))):
        add(formula, dims, why, CHO, pa=True, alpha=alpha, breaks=(2,), pd=(0, 3) if "1/2*" in formula else 0)
    add("(1 - acos(u)/pi)^(2/3)", (2, 3), "the singularity at the antipode is the stronger one, so that the coefficients alternate", GNEITING, ps=(0, 1), alpha=1/3, breaks=(2,))
    for formula, alpha in (("relu(u)", 1), ("relu(u)^2", 2), ("max(u,0)^3", 3)):
        add(formula, (2, 3), "not analytic at u = 0: the coefficients alternate in sign", CHO, alpha=alpha, breaks=(math.sqrt(2),), cusp=math.inf)
    add("""
        sigmoid(4*u)
        u/(1+exp(-3*u))
        sin(2*u)
        log(1+exp(5*u))
        """, (2, 3, 16), "an activation applied to the inner product: the Maclaurin coefficients change sign", "Ramsauer et al., Hopfield networks is all you need, ICLR 2021", pa=False)
    add("max(u, 0.5)\nabs(u)^3", (3, 4), "not analytic inside", SCHOENBERG, alpha=0, breaks=(math.sqrt(2), 1))


def zonal(add, ALL):
    """polynomials and other functions of u, as physicists and directional statisticians use them"""
    add("""
        (1+u)^3/8 + 0.01
        0.75/(1.25-u)^1.5
        log((3+u)/(3-u))
        -log(1.05-u) + 0.1
        exp(2*u^2)/exp(2)
        exp(4*u+u^2)
        u/(2-u)
        (1-0.5^2)/(1-2*0.5*u+0.5^2)^(3/2)
        1/sqrt(1-1.2*u+0.36)
        """, (3, 5), "a power series in u with nonnegative coefficients (Henyey and Greenstein, Fisher, Watson, Poisson)", SCHOENBERG, pa=True)
    add("0.75/(1.25+u)^1.5\nexp(-2*u^2)\nexp(-3*u)*u", (2, 3), "backward scattering, girdles and the like: coefficients of both signs", SCHOENBERG, pa=False)
    for formula, n, pa, dims in (("(35*u^4-30*u^2+3)/8", 3, False, (2, 3, 5)), ("(5*u^3-3*u)/2 + 0.1", 3, False, (3, 4)),
                                 ("0.5+cos(2*theta)", 4, False, (4, 8)), ("cos(theta)+0.3*cos(3*theta)", ALL, True, (3, 16)), ("cos(theta)+0.35*cos(3*theta)", 82, False, (3, 128)), ("0.3*cos(theta)+0.1*cos(3*theta)", ALL, True, (3, 16)), ("(1+cos(theta))^2/4-0.3", 5, False, (3, 16)), ("(1+u)^2-0.9", ALL, True, (2, 8))):
        add(formula, dims, "a polynomial: its coefficients in Gegenbauer polynomials, by (d+2) u^3 = 3u + ... and d u^2 = 1 + ...", SCHOENBERG, ps=n, pa=pa)
    add("exp(cos(theta)-1)*cos(theta)\nexp(-2*sin(theta/2)^2)\nexp(-8*sin(theta/2)^2)+0.1*cos(theta)\ncosh(cos(theta))-0.9", (2, 16), "exp(-2 sin^2(theta/2)) = exp(u-1)", SCHOENBERG, pa=True)


def growth(add, ALL):
    """variograms and conditionally positive definite functions, also with a constant for the sphere"""
    why = "a constant less an unbounded Bernstein function of t: conditionally positive definite of order 1; on the sphere only the coefficient of degree 0 can be negative"
    for formulas, dims in (("""
        2 - z*tanh(z)
        1.2 - z*tanh(z)
        2-z*coth(z)
        1-log(sinh(z)/z)
        0.3 - log(sinh(z)/z)
        1.5-z*atan(z)
        1.3-z*atan(z)
        1.6 - z*asinh(z)
        """, (2, 5)), ("""
        1-z^2/(1+z)
        0.8-z^2/(1+z)
        0.6-(z-log(1+z))
        0.53 - (z - log(1+z))
        0.45-log(I0(z))
        0.85-log1p(z)
        1.7-sqrt(z+z^2)
        1.9-sqrt(z+z^2)
        """, (4, 16))):
        add(formulas, dims, why, SCHILLING, grows=True, cp=ALL, low=1)
    add("""
        -z*tanh(z/2)
        -(0.3*z^0.8 + 0.2*z)
        -(z-log(1+z))/2
        """, (2, 3), "less a Bernstein function of t that vanishes at 0: a variogram", CHILES, grows=True, cp=ALL, ps=0)
    add("-z^2.7 + 1\n-(1+z^2)*log(1+z^2)", (2, 3), "the sign is wrong for order 2: the generalized transform is negative away from 0", MICCHELLI, grows=True, cp=0)
    why = "the second derivative by t is completely monotone: conditionally positive definite of order 2; on the sphere only the coefficients of degree 0 and 1 can be negative"
    add("""
        (1+z^2)^(3/2) - 3*z^2 + 2
        (1+z^2)^(3/2) - 2.5*z^2 + 2
        z^2*log(z) + 4 - z^2
        z^2*log(z)+4-0.8*z^2
        (1+z^2)*log(1+z^2)-2.2*z^2+3
        (1+z²)*log(sqrt(1+z²)) - 1.05*z² + 1
        """, (3, 8), why, MICCHELLI, grows=True, cp=ALL, low=2)
    add("1+z^0.5", (2, 3), "it grows, so that it is positive definite on no sphere; the generalized transform is negative away from 0 (cosh grows too fast)", WENDLAND, grows=True, cp=0, ps=0)
    add("1 - 0.3*z²\n2 - z²/3 - z/3", (3, 8), "1-c t = 1-2c+2c u; -|x-y|^2 is conditionally positive definite of order 1", SCHOENBERG, grows=True, cp=ALL, low=1)
    add("-(1-exp(-z))\n-(0.2*(1-exp(-z/3))+0.8*(1-exp(-z^2/10)))", (2, 5), "less a bounded variogram: of order 1", CHILES, pd=0, cp=ALL, limit=-1, ps=0)


def series(add, ALL):
    """time series: fractional noise, periodic kernels and products with them"""
    fgn = "the autocovariance of fractional Gaussian noise: positive definite on the line; from R^2 on the wave from z = 1 beats the cusp"
    add("(abs(z+1)^1.4 - 2*abs(z)^1.4 + abs(z-1)^1.4)/2", (1, 2, 3), fgn, "Mandelbrot and Van Ness, SIAM Review 10, 1968", pd=1, alpha=1.4, breaks=(1,), cusp=1.4)
    add("0.5*((z+1)^1.8+abs(z-1)^1.8)-z^1.8", (1, 2, 4), fgn, "Mandelbrot and Van Ness, SIAM Review 10, 1968", pd=1, alpha=1.8, breaks=(1,), cusp=1.8)
    add("(abs(z+2)^1.2+abs(z-2)^1.2-2*z^1.2)/2", (1, 3), fgn.replace("z = 1", "z = 2"), "Mandelbrot and Van Ness, SIAM Review 10, 1968", pd=1, alpha=1.2, breaks=(2,), cusp=1.2)
    per = "a periodic function with nonnegative Fourier coefficients; on R^d, d >= 2, cos(b z) is the transform of no measure away from 0"
    mackay = "MacKay, Introduction to Gaussian processes, 1998"
    for formula, pa in (("exp(-2*sin(pi*z/3)^2)", None), ("exp(-2*sin(pi*z/7)²/0.8²)", True), ("0.5+0.3*cos(z)+0.2*cos(2*z)", True), ("1/(1.5-cos(z/2))", True), ("exp(cos(2*pi*z/12))/e", True)):
        more = "; cos(b z), b sqrt 2 < pi/2, is positive definite on all spheres, and so are power series in it" if pa else ""
        add(formula, (1,), per+more, mackay, pd=1, fm=True, limit=None, pa=pa)
        add(formula, (2, 3), per+more, mackay, pd=1, fm=False, po=True, limit=None, pa=pa)
    for formula, cp in (("exp(-sin(z)^2)-0.7", True),):
        add(formula, (1,), "an almost periodic function with a negative Fourier coefficient; conditionally only if it is the mean", YAGLOM, pd=0, cp=1 if cp else 0, fm=True, limit=None)
    add("exp(-2*sin(pi*z/3)^2)*exp(-z^2/50)\nexp(-2*sin(pi*z/2)^2)*exp(-z/10)\n(1+z/4)*exp(-z/4)*cos(2*pi*z/3)", (1, 2), "locally periodic: a product of functions that are positive definite on the line", "Duvenaud, Automatic Model Construction with Gaussian Processes, 2014", pd=(1, ALL))
    add("(1+cos(2*pi*z/5))/2*exp(-z^2/8)", (1, 2), "the square of a cosine that is positive definite on all spheres, times a Gaussian", "Duvenaud, Automatic Model Construction with Gaussian Processes, 2014", pd=(1, ALL), pa=True)
    add("exp(-z)*cos(z)^2\n(1+cos(z))*exp(-z/3)/2\nexp(-z/3)*(0.6+0.4*cos(z))\n(1+z)*exp(-z)*cos(z/2)", (1, 2), "in the plane exp(-c z) has the density c/(c^2+w^2)^(3/2), also for complex c; its real parts here add up to something positive, times (1+w^2)^(3/2) more than 0.17 (the last, a derivative by c, times (1+w^2)^(5/2), 0.7)", YAGLOM, pd=(2, ALL), tail=True)
    add("exp(-z^2)*(1+cos(3*z))", (1, 2), "a product of functions that are positive definite on the line", YAGLOM, pd=(1, ALL), tail=True)


def turbulence(add, ALL):
    add("""
        exp(-z/3)*(1-z/6)
        """, (1, 3), "the transverse correlation f + z f'/2 of f = exp(-z/l): on the line the density is (1+3s)/(1+s)^2, s = (l w)^2, in R^3 a multiple of -(1-3s)", POPE, pd=(1, 2), tail=True)
    add("(1-pi*z^2/16)*exp(-pi*z^2/16)", (1, 2, 3), "the transverse correlation of a Gaussian: a polynomial in w^2 times a Gaussian; 1-c t = 1-2c+2c u", POPE, pd=2, pa=True)
    add("""
        (1-exp(-z))/z-exp(-z)
        exp(-log(1+z)^2)*z
        """, (1, 3), "k(0) is not the greatest value; the density is negative at 0 or in the end", NATHAN, pd=0, cp=0, ps=(0, 1))
    for formula, p in (("(1+z/2)*exp(-z)-0.02*z^2*exp(-z)", (1, .5, -.02)), ("exp(-z)*(1-z/3)", (1, -1/3, 0)), ("exp(-z)*(1-z/10)", (1, -.1, 0)), ("exp(-z)*(1-z)^2", (1, -2, 1)), ("exp(-z)*(1-z+z^2/2)", (1, -1, .5)), ("exp(-z)*(1+z/4+z^2/4)", (1, .25, .25))):
        for d in (1, 2, 5):
            q = (p[0]-p[1], (d+1)*(p[1]-3*p[2]), (d+1)*(d+3)*p[2])
            least = min(q[0]+q[1]*x/1000+q[2]*(x/1000)**2 for x in range(1001))
            far = min(p[0]-p[1]+(p[1]-3*p[2])*y/100+p[2]*(y/100)**2 for y in range(5001))  # y = (d+1)x, d to infinity
            add(formula, (d,), "in R^d the density of Matern functions of one scale is a polynomial in x = 1/(1+w^2); its minimum for 0 <= x <= 1 is %.3g, and as d grows, in (d+1)x, %.3g" % (least, far), POPE,
                pd=d if least > .01 else 0 if least < -.01 else None, cm=True if far > .01 else False if far < -.01 else None, tail=True)


def others(add, ALL):
    """near misses and convex functions"""
    add("softplus(-z)/log(2)\n2*logistic(-2*z)", (1, 3, 8), "the derivative by t is -1/(2z) times a completely monotone function of t: sech^2(z/2)/4, or the same integrated", SCHILLING, cm=True)
    add("1/(1+exp((z-5)/1))\n1/(1+exp(4*(z-1)))\nexp(-z)/(1+exp(-4*(z-1)))*3\n1-1/(1+exp(-6*(z-1)))", (1, 3), "a soft step: the density follows that of the indicator of a ball", "Saxon and Woods, Phys. Rev. 95, 1954", cm=None)
    add("(1+z^2)/(1+z^4)\n(1+z)/(1+z^3)", (2, 3), "it exceeds its value at 0", WENDLAND, pd=0, cp=None, ps=0)
    add("(1+z²)^(-1/2)-0.1*(1+z²)^(-3/2)\nexp(-sqrt(1+z^2))*(1-0.2/(1+z^2)^2)", (1, 3), "the stronger singularity at t = -1 has the wrong sign: the density is negative in the end, and on every sphere the coefficients are", WENDLAND, pd=0, cp=0, ps=(0, 1))
    add("exp(-z^2)-exp(-2*z^2)\nz^2/(1+z^2)^2", (2, 4), "zero at 0 and positive elsewhere", NATHAN, pd=0, ps=0)
    add("z<1 ? 1-z/2 : exp(-(z-1))/2\nz<1 ? 1-z/2 : 1/(2*z)\nz < 0.5 ? 1 - z : 1/(4*z)", (1, 3), "continuous, convex, decreasing to 0: Polya's criterion on the line; not analytic inside", YAGLOM, pd=(1, ALL), alpha=2, breaks=(1, .5))
    add("z<1 ? 1-z^2/2 : exp(-z+1)/2\nz<1 ? 1 : exp(-(z-1))", (1, 3), "even and analytic at 0, with a kink", CHILES, alpha=1, breaks=(1,), cusp=math.inf)
    add("z<1 ? 1-0.1*z : 0.9*exp(1-z)", (1, 3), "a kink, whose waves beat the cusp from R^2 and from S^2 on", CHILES, alpha=1, breaks=(1,), cusp=1)


def tails(add):
    """f with -f'(z)/z completely monotone in t"""
    why = "-f'(z)/(2z) = -df/dt is completely monotone: products of 1/z with sech, exp(-t), 1/(1+t), erfc, erf(z)/z, tanh(z)/z and the like"
    add("""
        2*atan(exp(-z))
        exp(-z^2)-sqrt(pi)*z*erfc(z)
        pi/2-atan(z)-z/(1+z^2)
        1-erf(z/2)^2
        """, (1, 3), why, SCHILLING, cm=True)
    add("""
        1-(2*atan(z)/pi)^2
        1-z^2/(1+z)^2
        1 - tanh(z)*erf(z)
        1-z/sqrt(1+z^2)*tanh(z)
        """, (2, 8), why, SCHILLING, cm=True)
    add("""
        erfc(1+z)/erfc(1)
        exp(-(z+0.5)**2)
        K0(1+z)/K0(1)
        exp(1+z)*besselk(0,1+z)
        """, (3, 16), "exp(-(c+z)^2) = exp(-c^2-2cz) exp(-t); K_0(x) and exp(x) K_0(x) are completely monotone in x", SCHILLING, cm=True)
    add("1-erf(z)**3\n1 - z^3/(1+z^2)^(3/2)", (2, 3), "-z^3 at 0 makes the spectral density, and the coefficients on every S^(d-1) with d >= 2, negative in the end", YAGLOM, pd=0, cp=0, ps=(0, 1))
    add("2/(1+exp(2*z^2))*exp(-z^4)", (1, 3), "poles off the real axis, or faster than any exponential of t: not completely monotone, and the coefficients change their sign for ever", SCHILLING, pd=0, cp=0, ps=(0, 1), pa=False)


def finance(add):
    add("""
        exp(-0.2*z/(1+0.1*z))
        exp(-0.4*(1-exp(-z)))
        1/(1+0.3*(1-exp(-z/2)))
        exp(-0.1*(z+2*(1-exp(-z))))
        (1+0.2*z)^(-0.7)*exp(0.1*(exp(-z)-1))
        exp(-0.1*z)*(0.4+0.6*exp(-0.2*z))
        """, (1, 8), "correlations of forward rates: exp(-B), powers and products, for Bernstein functions B of z", "Rebonato, Volatility and Correlation, 2004", cm=True, limit=1)
    add("""
        exp(-z**2/(2*1.7**2))*(1+sqrt(3)*z/5)*exp(-sqrt(3)*z/5) + 0.05*(1+z**2/6)**(-3)
        1.2*exp(-sqrt(3)*z/4)*(1+sqrt(3)*z/4)/(1+z^2/40)^0.3
        (1+z)*exp(-z)/(2-exp(-z))
        0.3*(1-exp(-z))/z+0.7*exp(-z^2)
        (1+z/2)**-3*(1+(z/4)**2)**-1
        exp(−z²/4)·(1+z²/9)⁻¹
        √(1/(1+z²/3))·exp(−z/7)
        """, (3, 64), "products and sums of completely monotone functions of t", RASMUSSEN, cm=True)


def tapers(add, ALL):
    why = "products of functions that are positive definite up to R^%d, where the wave from the edge meets the cusp; on the sphere the edge is not seen, and both factors are positive definite on all"
    add("(1-z/2)_+^2*exp(-z)\n(1+z)*exp(-z/2)*exp(-z/2)*(1-z/2)_+^2", (3, 4), why % 3, "Furrer, Genton, Nychka, J. Comput. Graph. Statist. 15, 2006", pd=3, alpha=2, breaks=(2,), cusp=1, pa=True)
    add("(1+z)*exp(-z)*(1-z/2)_+^4*(1+2*z)", (3, 5), why % 3, "Furrer, Genton, Nychka, J. Comput. Graph. Statist. 15, 2006", pd=3, alpha=4, breaks=(2,), cusp=3, pa=True)
    add("exp(-z/0.5)*(1-z/3)_+^2*(1+z/6)\n(1-z/3)_+^2*(1+z/6)*sin(z)/z", (3, 5), why % 3, "Furrer, Genton, Nychka, J. Comput. Graph. Statist. 15, 2006", pd=3, alpha=2, breaks=(3,), cusp=1, pa=True)
    why = "%s: positive definite up to R^%d, where the wave from the edge meets the cusp"
    for formula, name, n, alpha, cusp, b, dims in (
            ("max(1-z/2,0)^3*(1+3*z/2)", "Wendland's function of smoothness 2 for the line", 1, 3, 3, 2, (1, 3)), ("(1-z/2)_+^5*(8*(z/2)^2+5*(z/2)+1)", "Wendland's function of smoothness 4 for the line", 1, 5, 5, 2, (1, 2)),
            ("(1-z/2)_+^4*(4+8*z+3*z^2+3*z^3/8)", "Wu's function of smoothness 2", 3, 4, 3, 2, (3, 4)), ("(1-z/3)_+^3*(8+3*z+z^2/3)", "Wu's function of smoothness 0", 5, 3, 1, 3, (3, 8)),
            ("(1-z/2)_+^8*(1+4*z+6.25*z²+4*z³)", "Wendland's function of smoothness 6", 3, 8, 7, 2, (3, 5)), ("z<2 ? 12*(z/2)^4*log(z/2)-21*(z/2)^4+32*(z/2)^3-12*(z/2)^2+1 : 0", "Buhmann's function", 3, 4, 3, 2, (2, 4))):
        add(formula, dims, why % (name, n), WENDLAND, pd=n, alpha=alpha, breaks=(b,), tail=b >= 2, cusp=cusp)
    for formula, alpha, b in (("(1-z^2/9)_+^2*exp(-z^2/2)", 2, 3), ("(1-z²/16)_+^3", 3, 4)):
        add(formula, (3, 4), "even and analytic at 0: the wave from the edge changes the sign of the density; (1-t/R^2) is a + b u with a, b > 0 on the sphere", WENDLAND, pd=0, alpha=alpha, breaks=(b,), pa=True)


def directions(add, ALL):
    """functions of the inner product and the angle"""
    add("""
        exp(-theta)*(1+0.5*cos(theta))
        exp(-theta/0.5)*exp(0.5*(u-1))
        0.5*exp(-acos(u)/0.3)+0.5*exp(-3*(1-u))
        1/(1+theta)^2/(1.5-u)
        let c = 0.8*u+0.2; (sqrt(1-c^2)+c*(pi-acos(c)))/pi
        let s = 0.5+0.5*u; 2/pi*asin(s/(1+0.2))+0.01
        """, (3, 32), "sums, products and compositions of functions that are positive definite on all spheres", GNEITING, pa=True)
    add("""
        exp(-2*sqrt(1-u))
        log(1+1/(1-u+0.1))
        1/(2-u+sqrt(1-u))
        (1+(1-u)/0.3)**-0.6
        """, (2, 5), "completely monotone in 1-u", SCHOENBERG, pa=True)
    add("(1+sqrt(1-u)+(1-u)/2)*exp(-sqrt(1-u))", (2, 3), "the first power of 1-u that is not a whole one has the sign that makes the coefficients negative in the end", SCHOENBERG, ps=(0, 1))
    add("""
        1-sqrt(1-0.9*u)
        u*atanh(0.8*u)+0.1
        1/cos(u)-0.9
        exp(3*u)-exp(-3*u)
        exp(2*u)+exp(-u)
        exp(u)-u^2/2-u^3/6
        cosh(u)-0.5*u^2-0.9
        1/(1-u/2)-u/2
        (0.6+0.4*u)^3
        """, (3, 16), "a power series in u with nonnegative coefficients", SCHOENBERG, pa=True)
    add("exp(2*u)+exp(-2.1*u)", (3, 16), "a power series in u with negative coefficients of many degrees", SCHOENBERG, pa=False)
    add("u*(1.2-u)\n1/(1-u/2)-0.6*u", (3, 16), "a power series in u with a negative coefficient", SCHOENBERG, pa=False, low=3)
    add("(1+u)^4/16*exp(u-1)", (4, 9), "a power of 1+u, zero at the antipode; even at 0", CHO, pa=True, alpha=4, breaks=(2,), cusp=math.inf)
    add("cos(acos(u)/2)+0.1\n1-theta^2/pi^2*0.9", (2, 3, 8), "even and analytic at 0, with a kink at the antipode: the coefficients alternate in the end", GNEITING, ps=(0, 1))
    add("theta/tan(theta/2)/2", (2, 3), "even and analytic at 0, with a kink at the antipode: the coefficients alternate in the end", GNEITING, ps=(0, 1), alpha=.5, breaks=(2,), cusp=math.inf)
    add("let a = 1-theta/pi; a^2*exp(-(1-a))", (2, 3), "a power series with nonnegative coefficients in kappa_0; the wave from z = 2 beats the cusp", CHO, pa=True, alpha=1, breaks=(2,), cusp=1)
    add("let r = acos(u)/pi; (1-r)*(2-r)/2", (1, 4), "a(1+a)/2 for a = kappa_0; the wave from z = 2 beats the cusp", CHO, pa=True, alpha=.5, breaks=(2,), cusp=1)
    heat = "the heat kernel of a circle or sphere, cut off: a polynomial; the mean of u^2 over S^(d-1) is 1/d"
    for formula, n, pa, dims in (("1+2*exp(-0.5)*cos(theta)+2*exp(-2)*cos(2*theta)+2*exp(-4.5)*cos(3*theta)", ALL, True, (2, 8)), ("1+2*exp(-0.05)*cos(theta)+2*exp(-0.2)*cos(2*theta)", 5, False, (3, 6)), ("1+3*exp(-2*0.3)*u+5*exp(-6*0.3)*(3*u^2-1)/2", ALL, True, (3, 16)),
                                 ("(2*1+1)/(4*pi)*u + 5/(4*pi)*0.5*(3*u^2-1)/2", 3, False, (3, 4))):
        add(formula, dims, heat, SCHOENBERG, ps=n, pa=pa)


def cancellations(add, ALL):
    """sums in which one part alone would fail"""
    add("0.5*exp(-z/2)+0.5*sin(z)/z", (3,), "the zonal wave of R^3 below its first zero on the sphere, and an exponential", YAGLOM, pd=3, pa=True)
    add("0.5*exp(-z/2)+0.5*sin(z)/z", (5,), "the zonal wave of R^3 has infinite mass in R^5, the exponential not", YAGLOM, pd=3, pa=True, fm=False, po=True)
    add("0.3*besselj(0,z)+0.7*exp(-z^2)", (2,), "the zonal wave of R^2 below its first zero on the sphere, and a Gaussian", YAGLOM, pd=2, pa=True)
    add("0.3*besselj(0,z)+0.7*exp(-z^2)", (4,), "the zonal wave of R^2 has infinite mass in R^4, the Gaussian not", YAGLOM, pd=2, pa=True, fm=False, po=True)
    add("0.9*sin(3*z)/(3*z)+0.1", (3,), "the zonal wave of R^3 and a constant", YAGLOM, pd=3)
    add("exp(-z)*(cos(2*z)-0.5*sin(2*z))\nexp(-z/2)*(cos(z)-sin(z)/2)\nexp(-0.3*z)*(cos(0.4*z)-3/4*sin(0.4*z))", (1, 2), "the velocity of a damped oscillator: w^2 over a polynomial on the line; in the plane the density at 0 is negative", "Balucani and Zoppi, Dynamics of the Liquid State, 1994", pd=1, tail=True)


def damped(add, ALL):
    add("""
        exp(-z/8)*(2+cos(2*pi*z))/3
        cos(z/2)/(1+z/4)^2
        """, (1, 2), "a cosine with nonnegative terms times a function that is positive definite everywhere: positive definite on the line", YAGLOM, pd=(1, ALL), tail=True)
    add("exp(-z^2/8)*(1+cos(z))/2\nexp(-z^2/50)*cos(z)*cos(0.5*z)", (1, 3), "cosines that are positive definite on all spheres, times a Gaussian", "Wilson and Adams, ICML 2013", pd=(1, ALL), pa=True)
    add("exp(-z**2/2)*(1+2*cos(2*z))/3", (1, 3), "a cosine with nonnegative terms times a Gaussian", "Wilson and Adams, ICML 2013", pd=(1, ALL))
    add("exp(-z)*sin(2*z)/(2*z)+0.2*exp(-z^2)\nexp(-z/4)*sin(z)/z*exp(-z^2/10)\nsin(1.5*z)/(1.5*z)*(1+z/2)^-1.5", (3,), "the zonal wave of R^3 times a function that is positive definite everywhere", "Teubner and Strey, J. Chem. Phys. 87, 1987", pd=3, tail=True)
    add("1/((z/3)^1.4+(z/3)^-1.4+2)", (2, 3), "zero at 0 and positive elsewhere", NATHAN, pd=0, ps=0)


def drifts(add, ALL):
    why = "a constant less an unbounded Bernstein function of t: conditionally positive definite of order 1; on the sphere only the coefficient of degree 0 can be negative"
    add("""
        2.5-log(1+z)-sqrt(z)
        3 - sqrt(z) - z
        2.6-sqrt(z)-z
        2.55 - sqrt(z) - z
        1-0.5*log(1+z)-0.3*z
        0.8-0.5*log(1+z)-0.3*z
        2-z*tanh(z)-0.2*z
        """, (3, 16), why, SCHILLING, grows=True, cp=ALL, low=1)
    add("2*z^3-8*z^2+13\nsqrt((1+z^2)^3)-4*z^2+4\nz^2*log(1+z^2)-2*z^2+3\nz^2*log(1+z^2)-1.6*z^2+2", (2, 5), "the second derivative by t is completely monotone: conditionally positive definite of order 2; on the sphere only the coefficients of degree 0 and 1 can be negative", MICCHELLI, grows=True, cp=ALL, low=2)
    add("20-12*z^2+2*z^4-z^4*log(z)\n6-9*z^2+2*z^4-z^4*log(z)", (3, 8), "the third derivative by t is -1/t: conditionally positive definite of order 3; on the sphere only the coefficients of degrees 0, 1 and 2 can be negative", MICCHELLI, grows=True, cp=ALL, low=3)


def angles(add):
    """splines, exponentials and hyperbolic functions of the angle"""
    asin = "pi - theta = pi/2 + arcsin u: exp(c arcsin u), and its even and odd parts, have nonnegative coefficients"
    add("cosh(pi-theta)/sinh(pi)\ncosh(2*(pi-theta))/cosh(2*pi)\ncosh((pi-theta)/2)^2", (2, 3, 16), asin, GNEITING, pa=True)
    add("sinh(pi-theta)/sinh(pi)", (1, 3), asin+"; zero at the antipode, the wave from there beats the cusp", GNEITING, pa=True, alpha=.5, breaks=(2,), cusp=1)
    add("(pi-theta)*(1+cos(theta))/(2*pi)", (3, 4), "kappa_0 (1+u)/2; zero at the antipode, the wave from there beats the cusp", CHO, pa=True, alpha=1.5, breaks=(2,), cusp=1)
    add("exp(-theta)*cos(theta)^2\n1-cos((pi-theta)/2)*0.9", (3, 8), "completely monotone in the angle, times u or u^2; 1-0.9 sin(theta/2)", GNEITING, pa=True)
    add("(1-theta^2/pi^2)^2", (2, 3), "even and analytic at 0, (pi-theta)^3 at the antipode: the coefficients alternate in the end", GNEITING, ps=(0, 1), alpha=1, breaks=(2,), cusp=math.inf)
    add("1 - 3*(theta/pi)^2 + 2*(theta/pi)^3", (2,), "the integral of it times cos(n theta) is 12 (1-(-1)^n)/(pi^3 n^4)", "Wahba, Spline Models for Observational Data, 1990", ps=2, alpha=1, breaks=(2,), cusp=3)
    add("1/(1+theta)-0.3\nexp(-theta/0.3)-0.01\n(1-theta/pi)*exp(-theta)-0.1", (3, 16), "less a constant: only the coefficient of degree 0 can be negative", GNEITING, low=1)
    add("0.5*exp(-theta)+0.5*exp(-theta^2)\n0.9*exp(-theta^2)+0.1*exp(-theta)\n0.99*exp(-theta^2)+0.01*exp(-theta)", (3, 5), "the cusp at 0 and the kink at the antipode have singularities of one kind, and the former is the greater", GNEITING, tail=True)


def spellings(add, ALL):
    """the same functions with the words and signs that the language has for them"""
    add("""
        let l = 1.4; let r = z/l; (1 + r)*exp(-r)
        pow(1 + square(z)/4, -1.5)
        exp(-hypot(1, z))*e
        cbrt(1+z^2)^-1
        0.3/sqrt(square(z) + square(0.3))
        exp2(-square(z)/3)
        """, (2, 16), "powers of 1+t, exp(-c t), exp(-sqrt(1+t)) and Matern's function are completely monotone in t", SCHILLING, cm=True)
    add("""
        sech(z)*exp(-abs(z)/2)
        z*csch(z)*exp2(-z)
        sqrt(z)*csch(sqrt(z))
        (1 + (z/1.5)**1.2)**(-1/1.2)
        (1+z²/4)⁻²·(1+z)⁻³
        1 - logistic(z)
        """, (3, 5), "products of completely monotone functions of t", SCHILLING, cm=True)
    add("let x = z²/2; exp(−x)·(1 − x/3)", (6, 7), "a polynomial in t times a Gaussian: 1-d/6+w^2/6 of the density, and 2/3+u/3 on the sphere", "Marr and Hildreth, Theory of edge detection, 1980", pd=6, pa=True)
    why = "%s, another way: positive definite up to R^%d, where the wave from the edge meets the cusp"
    for formula, name, n, alpha, b, dims in (("(z >= 0 && z < 2) ? (1-z/2)^2*(2+z/2)/2 : 0", "the spherical model", 3, 2, 2, (3, 4)), ("z < 1 and z >= 0 ? (1-z)^3 : 0", "Askey's function", 5, 3, 1, (5, 8)), ("not (z > 2) ? 1-z/2 : 0", "Bartlett's window", 1, 1, 2, (1, 3)), ("max(0, 1 - hypot(z, 0)/3)^2", "Askey's function", 3, 2, 3, (3, 5)),
                                             ("1 - min(z, 2)/2", "Bartlett's window", 1, 1, 2, (1, 2)), ("1 - min(z/3, 1)*(1.5 - 0.5*min(z/3,1)^2)", "the spherical model", 3, 2, 3, (2, 8)), ("z<=1 ? 1-z : z>1 && z<3 ? 0 : 0", "Bartlett's window", 1, 1, 1, (1, 4)), ("(1-sqrt(z^2)/2.5)_+^3", "Askey's function", 5, 3, 2.5, (4, 8))):
        add(formula, dims, why % (name, n), CHILES, pd=n, alpha=alpha, breaks=(b,), tail=b >= 2, cusp=1)
    add("max(min(1, 2-z), 0)", (1, 3), "a trapezium: even and analytic at 0, the waves from the kinks change the sign of the density", HARRIS, pd=0, alpha=1, breaks=(1,), cusp=math.inf)
    add("exp(-max(z^2, z))", (1, 4), "a kink at z = 1", HARRIS, alpha=1, breaks=(1,), cusp=1)
    for formula, alpha, dims in (("acos(-u)/pi", .5, (1, 3)), ("asin(u)/pi + 1/2", .5, (1, 8)), ("2/pi*atan(sqrt((1+u)/(1-u)))", .5, (1, 2))):
        add(formula, dims, "kappa_0, another way; extended by zero the wave from z = 2 beats the cusp", CHO, pa=True, alpha=alpha, breaks=(2,), cusp=1)


def series_in_u(add):
    add("""
        (3-2*u)^(-0.5)
        log(4/(3-2*u))
        exp(-(3-2*u)^0.5)
        exp(−θ/2)·(1+cos(θ))/2 + 0.1
        besseli(0, 2*sqrt(1.2+u))
        I1(3*u)
        u^2/(2-u^2)
        (1+u^2)/2*exp(u)
        u^3/(1.5-u) + 0.2
        """, (3, 8), "a power series in u, or a completely monotone function of the angle, of nonnegative coefficients", SCHOENBERG, pa=True)
    add("cosh(u)*cos(u)\nsinh(u)*sin(u)\nbesselj(0,2*u)\n1/(1+exp(-2*u-3))\nexp(u)*cos(u)\nexp(2*u)*(1-u)", (2, 3, 8), "a power series in u with a negative coefficient", SCHOENBERG, pa=False)
    add("u > 0 ? u^2 : 0", (2, 4), "not analytic at u = 0: the coefficients alternate in sign", CHO, alpha=2, breaks=(math.sqrt(2),), cusp=math.inf)
    add("2*(1+u)/(3+u)", (2, 4), "2-4/(3+u): the coefficients alternate in sign", SCHOENBERG, pa=False, alpha=1, breaks=(2,), cusp=math.inf, ps=(0, 1))
    add("cos(2*acos(u)/3)\nacos(u)/pi\n1-u", (2, 3), "a kink at the antipode and none at 0, or growing with the angle", GNEITING, ps=(0, 1))
