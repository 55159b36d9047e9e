"""The rows of known_networks.json. Tokens: + holds, - fails; F finite mass, P positive definite, C completely
monotone, S and A positive definite on this and on all spheres, K conditionally positive definite, O positive
decomposition. What follows from a token by an implication is not written."""


def write(row, every):
    # ---- completely monotone in z^2: losses and activations
    S = "Schilling, Song & Vondraček, Bernstein Functions (2012)"
    every([("log(1+exp(-z))/log(2)", 2, 16), ("2/(1+exp(z))", 3, 64), ("1/(exp(z)+2+exp(-z))", 1, 8), ("log(1+exp(-2*z/3))", 5)],
          "1/cosh(sqrt t) is completely monotone (a hitting time), so (1-tanh(sqrt t))/sqrt t and its integrals are: logistic loss, Fermi function, logistic density", S, "+C")
    every([("exp(-z/(1+exp(-z)))", 3, 16), ("1/(1+z/(1+exp(-z)))", 4), ("exp(-z*(1+erf(z/sqrt(2)))/2)", 2, 8),
           ("1/(1+z*(1+erf(z/sqrt(2)))/2)", 5), ("exp(-0.5*z*erf(z))", 3)],
          "swish z/2+z tanh(z/2)/2 and GELU z/2+z erf(z/sqrt 2)/2 are Bernstein functions of z^2: tanh(s)/s and erf(s)/s are completely monotone in s^2", S, "+C")
    every([("exp(exp(-z^2))-1", 3), ("(exp(2*exp(-z))-1)/(exp(2)-1)", 5, 16), ("sinh(exp(-z^2/2))", 8), ("1/(2-exp(-z^2/2))", 2, 16),
           ("-log(1-0.9*exp(-z))", 3), ("1/sqrt(1.2-exp(-z^2))", 4), ("exp(-z)/(1.5-exp(-z))", 64), ("asin(0.8*exp(-z^2/2))", 3), ("tan(exp(-z))", 5)],
          "a power series with nonnegative coefficients of a completely monotone function", "Schur; Widder", "+C")
    every([("1/(1+log(1+z))", 3, 64), ("1/(1+log(1+z^2/2))^2", 5), ("1/sqrt(1+2*log(1+z))", 2), ("exp(-log(1+z)/2)", 4), ("1/(1+z*log(1+z))", 3, 16),
           ("1/(1+z+z^2)", 8), ("exp(-z-0.5*z^2)", 5), ("exp(-z*atan(z))", 3, 8), ("1/(1+z*atan(z))", 2), ("exp(1-sqrt(1+z^2)-z)", 16),
           ("1/(1+log(1+log(1+z^2)))", 3), ("exp(-sqrt(log(1+z^2)))", 2, 5), ("(1+z^1.5)^-0.4", 4), ("exp(-z^0.3)/(1+z^2)", 1, 16)],
          "exp(-g), 1/(1+g), (1+g)^-a with g a Bernstein function of z^2; products", S, "+C")
    every([("0.5*exp(-z^2/2)+0.3/(1+z^2/4)+0.2*exp(-z)", 4), ("0.6*gaussian(2)+0.4*rational_quadratic(1,0.5)", 16), ("gaussian(3)*matern(1.5,2)", 5),
           ("((1+sqrt(3)*z)*exp(-sqrt(3)*z))^2", 8), ("(1+sqrt(5)*z/1.5+5*z^2/(3*1.5^2))*exp(-sqrt(5)*z/1.5)", 3, 64), ("matern(5/2,1)*rational_quadratic(0.7,2)+0.1", 3),
           ("0.3*laplace(1)+0.7*matern(2.5,3)", 8), ("2*exp(-z)-exp(-2*z)", 3, 16), ("exp(-z)*(2-exp(-z))*exp(-z^2)", 4), ("1.5*exp(-z)-0.7*exp(-2*z)", 5)],
          "sums and products of completely monotone functions; exp(-az) is the mixture of Gaussians with density a exp(-a^2/4x) (times a common factor), so b exp(-z)-c exp(-2z) holds for b >= 2c", "Rasmussen & Williams, ch. 4", "+C")
    every([("besselk(0,sqrt(1+z^2))/besselk(0,1)", 3), ("besselk(1,sqrt(1+z^2))/sqrt(1+z^2)", 8), ("z == 0 ? 1 : z*besselk(1,z)", 5),
           ("exp(-z^2)*besseli(0,z^2)", 3, 16), ("exp(z^2/4)*erfc(z/2)", 3), ("erfc(z/sqrt(2))", 8), ("z == 0 ? 1 : (1-exp(-z))/z", 3),
           ("z == 0 ? 2 : (exp(-z)-exp(-3*z))/z", 2, 64), ("z == 0 ? 1 : log(z+sqrt(1+z^2))/z", 5), ("z == 0 ? 1 : sqrt(pi)/2*erf(z)/z", 4)],
          "mixtures of Gaussians: generalised hyperbolic laws, the arcsine law, Mills' ratio, integrals of exp(-sz) or exp(-sz^2)", "NIST DLMF 7.7, 10.32", "+C")

    # ---- alternating series of Gaussians: analytic, with complex singularities, or entire of high order
    W = "a tail that oscillates: k has its nearest singularities off both axes, or (sine) the signs of the Gaussians alternate"
    every([("log(1+exp(-z^2))", 1, 3, 8), ("1/(1+exp(z^2))", 2, 5), ("tanh(exp(-z^2/2))", 1, 3), ("1/(1+exp(z^2-4))", 1, 3), ("tanh(2*exp(-z^2))", 16),
           ("exp(-z^2)/(1+exp(-2*z^2))", 2), ("atan(exp(-z^2/2))", 3), ("log(1+3*exp(-z^2/2))", 4)],
          W, "Paley & Wiener; Watson's lemma", "+F -P")
    every([("sin(exp(-z^2))", 1, 3), ("1-exp(-exp(-z^2/2))", 2, 8)], "an absolutely convergent sum of Gaussians", "Bochner", "+F")
    every([("exp(-z^2)*(1-exp(-z^2)/2)", 1, 4, 16), ("exp(-z^2/2)-0.02*exp(-z^2)", 2)], "the transform of the negative Gaussian is the wider one", "Bochner", "+F -P")
    every([("exp(-z^2-z^4)", 1, 3), ("exp(-z^2-0.01*z^4)", 2, 16), ("exp(-z^2/2)*exp(-0.1*z^6)", 1)], "Marcinkiewicz: exp of a polynomial of degree above 2 is no characteristic function, on a line and so in R^d", "Lukacs, Characteristic functions, thm 7.3.3", "+F -P")

    # ---- flat at the origin
    every([("exp(-log(1+z^2)^2)", 1, 8), ("1/(1+z^4/4)", 2), ("1/sqrt(1+z^8)", 1), ("1/(1+z^3)", 3), ("exp(-z^2.1)", 4), ("(1+z^2/4)*exp(-z^2/4)", 3, 64), ("1/(1+z^2.5)", 5)],
          "1-k(z) = o(z^2): then the second moment of m vanishes and k would be constant; smooth and integrable otherwise", "Lukacs", "+F -P -S")
    row("z<0.5 ? 1 : z<1 ? (1+cos(2*pi*(z-0.5)))/2 : 0", "Tukey window, constant near 0; k'' jumps", "Harris, Proc. IEEE 66 (1978)", (1, "-P -A +F"), (2, "-S -P +F"), (5, "-S -O"))
    row("min(1, 1/z)", "constant near 0; a kink at 1", "Bochner", (1, "+F -P -A"), (2, "+F -P -S"), (3, "-O -S"), (8, "-O -S"))
    row("min(1, exp(1-z))", "constant near 0; a kink at 1", "Bochner", (1, "+F -P -A"), (2, "+F -P -S"), (4, "-O -S"))
    row("min(1, max(0, 2-z))", "a ramp: constant near 0; kinks at 1 and 2", "Bochner", (1, "+F -P -A"), (2, "+F -P -S"), (5, "-O -S"))
    row("z<1 ? (1-z^3)^3 : 0", "tricube: k''(0) = 0; exponent 3 at 1", "Cleveland 1979", (1, "+F -P -A"), (6, "+F -P -S"), (7, "-O -S"))

    # ---- windows
    H = "Harris, Proc. IEEE 66 (1978)"
    row("z<1 ? 0.5+0.5*cos(pi*z) : 0", "Hann: exponent 2 at 1, analytic at 0, so that the waves of its end win", H, (1, "+F -P -A"), (4, "+F -P -A"), (5, "-O -A"))
    row("z<1 ? 0.54+0.46*cos(pi*z) : 0", "Hamming: a jump at 1", H, (1, "-O -A"), (3, "-O -A"))
    row("z<2 ? 0.42+0.5*cos(pi*z/2)+0.08*cos(pi*z) : 0", "Blackman: exponent 2 at 2, analytic at 0", H, (2, "+F -P"), (5, "-O"))
    row("z<1 ? 0.355768+0.487396*cos(pi*z)+0.144232*cos(2*pi*z)+0.012604*cos(3*pi*z) : 0", "Nuttall: exponent 2 at 1, for 0.355768-0.487396+0.144232-0.012604 = 0 exactly", "Nuttall 1981", (3, "+F -P -A"), (5, "-O -A"))
    row("z<1 ? 0.35875+0.48829*cos(pi*z)+0.14128*cos(2*pi*z)+0.01168*cos(3*pi*z) : 0", "Blackman-Harris: a jump of 0.00006 at 1", H, (1, "-O -A"), (16, "-O -A"))
    row("z<1 ? (1-z)*cos(pi*z)+sin(pi*z)/pi : 0", "Bohman: half a period of a cosine with itself; exponents 3 at 1 and z^3 at 0, so that for d >= 2 the waves win", H, (1, "+P -A"), (2, "+F -P -A"), (6, "+F -P -A"), (7, "-O -A"))
    row("z<1/2 ? 1-6*z^2*(1-z) : z<1 ? 2*(1-z)^3 : 0", "Parzen: a cubic B-spline; exponents 3 at 1/2, 1 and 0, so that for d >= 2 the waves win", H, (1, "+P -A"), (3, "+F -P -A"), (8, "-O -A"))
    row("z == 0 ? 1 : z<1 ? sin(pi*z)/(pi*z) : 0", "Lanczos window: exponent 1", H, (1, "+F -P -A"), (2, "+F -P -A"), (3, "-O -A"))
    row("z == 0 ? 1 : z<2 ? 2*sin(pi*z)*sin(pi*z/2)/(pi*z)^2 : 0", "Lanczos kernel of two lobes: exponent 2 at 2, analytic at 0", "Duchon 1979", (1, "+F -P"), (4, "+F -P"), (6, "-O"))
    row("z<1 ? pi/4*cos(pi*z/2) : 0", "cosine kernel: exponent 1", "scikit-learn, KernelDensity", (2, "+F -P -A"), (3, "-O -A"))
    row("max(0, 1-z^2)^2*15/16", "biweight: (1-z^2)^2 has the transform Lambda_(d+6)", "Silverman 1986", (3, "+F -P -A"), (5, "-O -A"))
    row("0.75*max(0, 1-(z/1.5)^2)", "Epanechnikov: transform Lambda_(d+4)", "Silverman 1986", (2, "+F -P -A"), (3, "-O -A"))
    row("z<3 ? exp(-z^2/2) : 0", "a truncated Gaussian jumps at 3", "user", (1, "-O +A"), (8, "-O +A"))
    row("max(0, exp(-z^2/2)-exp(-4.5))", "a kink at 3, analytic at 0", "user", (1, "+F -P +A"), (2, "+F -P +A"), (3, "-O +A"))
    row("sqrt(2)*exp(-z/sqrt(2))*sin(z/sqrt(2)+pi/4)", "Silverman's kernel: transform 1/(1+w^4) on the line, 4w^2/(1+w^4)^2 in R^3", "Silverman 1984", (1, "+P"), (2, "+P"), (3, "+P"), (5, "+F"))

    # ---- thresholds
    P = "convex and decreasing: Polya on the line; a kink at b > 0 against a cusp of the same order at 0: for d >= 2 the waves win"
    row("max(0, exp(-z)-0.1)", P+"; on [0,2] exp(-z)-0.1, with Maclaurin coefficients above 0", "Pólya 1949", (1, "+P +A"), (2, "+F -P +A"), (3, "-O +A"))
    row("max(0, 1-log(1+z))", P, "Pólya 1949", (1, "+P -A"), (2, "+F -P -A"), (4, "-O -A"))
    row("max(exp(-z), 0.2)", P, "Pólya 1949", (1, "+P -A"), (2, "+F -P -A -K"), (3, "-O -A"))
    row("(1-z/1.5)_+*exp(-z)", P, "Pólya 1949", (1, "+P -A"), (2, "+F -P -A"), (3, "-O -A"))
    row("max(exp(-z), exp(-z^2))", "smooth at 0, a kink at 1", "user", (1, "+F -P -A"), (2, "+F -P -A"), (5, "-O -A"))
    row("max(0,1-z)^2", "Askey's power (1-z)^l: positive definite exactly for l >= (d+1)/2", "Zastavnyi 2000", (3, "+P -A"), (4, "+F -P -A"), (5, "-O -A"))
    row("(1-z/1.2)_+^2.5", "Askey's power (1-z)^l: positive definite exactly for l >= (d+1)/2", "Zastavnyi 2000", (4, "+P -A"), (5, "+F -P -A"), (6, "-O -A"))
    row("max(0, 1-z/3)^2.4", "Askey's power (1-z)^l: positive definite exactly for l >= (d+1)/2", "Zastavnyi 2000", (3, "+P"), (4, "+F -P"))
    row("(z<1 ? (1-z)^4*(4*z+1) : 0)*exp(-z^2/2)", "Wendland's function of R^3 times a Gaussian", "Wendland 2004", (3, "+P -A"), (2, "+P -A"), (9, "-O -A"))
    row("max(0, 1-z/2)^4*(1+2*z)/(1+z^2)", "Wendland's function of R^3 times a rational quadratic", "Wendland 2004", (3, "+P"))
    row("max(0, cos(z))", "1/pi + cos(z)/2 + (2/pi) sum (-1)^(k+1) cos(2kz)/(4k^2-1); periodic, with kinks", "Fourier", (1, "+F -P -K -A"), (2, "-F +O -K -A"), (3, "-O -A"))
    row("1-abs(sin(z))", "1-2/pi + (4/pi) sum cos(2kz)/(4k^2-1); periodic, with kinks", "Fourier", (1, "+P"), (2, "-F +O -K"), (3, "-O"))
    row("-abs(sin(2*z))", "-2/pi + (4/pi) sum cos(4kz)/(4k^2-1)", "Fourier", (1, "+F +K -P"), (4, "-O -A"))

    # ---- differences of Gaussians and of exponentials, wavelets
    G = "the density is c^d-weighted: compared at 0, where the wide part is largest in proportion"
    row("exp(-z^2/2)-0.5*exp(-z^2/8)", G, "Marr & Hildreth 1980", (1, "+P"), (2, "+F -P"), (16, "+F -P"))
    row("exp(-z^2/2)-exp(-z^2/(2*1.6^2))/1.6", G, "Marr & Hildreth 1980", (1, "+P"), (2, "+F -P"))
    row("exp(-z^2/2)-exp(-z^2/(2*1.6^2))/1.6^2", G, "Marr & Hildreth 1980", (2, "+P"), (3, "+F -P"))
    row("exp(-z^2/2)-0.01*exp(-z^2/200)", G, "Liu et al. 2021", (2, "+P"), (1, "+P"), (3, "+F -P"))
    row("gaussian(1)-0.001*gaussian(3)", G+": 0.001*3^d <= 1 for d <= 6", "Liu et al. 2021", (6, "+P"), (7, "+F -P"))
    row("exp(-z)-0.5*exp(-z/2)", "a/(a^2+w^2)^((d+1)/2) at 0 and beyond", "Stein 1999", (1, "+P"), (2, "+F -P"), (8, "+F -P"))
    row("exp(-z)-0.25*exp(-z/2)", "a/(a^2+w^2)^((d+1)/2) at 0 and beyond", "Stein 1999", (2, "+P"), (3, "+F -P"))
    row("3*exp(-z)-2*exp(-2*z)", "3/(1+w^2)^p - 4/(4+w^2)^p is negative for large w", "Stein 1999", (1, "+F -P"), (5, "+F -P"))
    row("gaussian(2)-0.2*laplace(1)", "the cusp has the wrong sign: the tail is negative", "Abel's lemma", (1, "+F -P"), (4, "+F -P"))
    row("matern(2.5,1)-matern(1.5,1)", "0 at 0", "user", (3, "+F -P -S"), (16, "+F -P -S"))
    M = "(1-z^2/a)exp(-z^2/2) has the transform 1-(d-w^2)/a times a Gaussian: positive definite exactly for d <= a"
    row("2/(sqrt(3)*pi^(1/4))*(1-z^2)*exp(-z^2/2)", M, "Daubechies 1992", (1, "+P"), (2, "+F -P"))
    row("(1-z^2/2)*exp(-0.5*z^2)", M, "Marr 1982", (2, "+P"), (3, "+F -P"))
    row("(1-z^2/(2*8))*exp(-z^2/4)", M+" (z over sqrt 2)", "Marr 1982", (8, "+P"), (9, "+F -P"), (7, "+P"))
    row("cos(1.75*z)*exp(-z^2/2)", "Morlet wavelet kernel: two bumps on the line, so that -f' is negative between", "Zhang, Zhou & Jiao 2004", (1, "+P"), (2, "+F"), (3, "+F -P"))
    row("exp(-z^2/2)*cos(z)", "exp(-w^2/2) cosh w on the line, unimodal just so", "Wilson & Adams 2013", (1, "+P"), (2, "+P"), (3, "+P"), (5, "+F -P"))
    row("0.7*exp(-2*pi^2*z^2*0.01)*cos(2*pi*0.3*z)+0.3*exp(-2*pi^2*z^2*0.1)", "a spectral mixture", "Wilson & Adams 2013", (1, "+P"), (3, "+F"))
    row("exp(-2*sin(pi*z/3)^2/0.8^2)*exp(-z^2/(2*2^2))", "locally periodic: bumps on the line", "Duvenaud 2014", (1, "+P"), (3, "+F -P"))
    row("exp(-z^2/18)*(0.6+0.4*cos(3*z))", "a Gaussian times a positive definite function; three bumps", "user", (1, "+P"), (3, "+F -P"))
    Y = "exp(-lz)cos z is positive definite in R^d exactly for l >= cot(pi/2d)"
    row("exp(-z)*cos(z/2)", Y, "Yaglom 1987", (1, "+P"), (3, "+P"), (4, "+F -P"))
    row("exp(-2*z)*cos(5*z)", Y, "Yaglom 1987", (1, "+P"), (2, "+F -P"))
    row("exp(-0.6*z)*cos(0.25*z)", Y+": arccot 2.4 = 22.62 degrees and pi/6 > it > pi/8", "Yaglom 1987", (3, "+P"), (4, "+F -P"))
    row("z == 0 ? 1 : exp(-z)*sin(z)/z", "exp(-z)cos(sz) in the mean over s in [0,1]; at w = 0 in R^d the real part of ((1-i)^(1-d)-1)/(i(d-1))", "Yaglom 1987", (1, "+P"), (3, "+P"), (6, "+F -P"))
    row("(1-z)*exp(-z)", "4w^2/(1+w^2)^2 on the line", "Yaglom 1987", (1, "+P"), (2, "+F -P"), (3, "+F -P"))
    row("(1-z/2)*exp(-z)", "3w^2/(2(1+w^2)^(5/2)) in the plane", "Yaglom 1987", (2, "+P"), (3, "+F -P"))
    row("(1+z^2/4)*exp(-z^2)", "1+(d/2-w^2/4)/4 is negative for large w", "Bochner", (1, "+F -P"), (3, "+F -P"), (64, "+F -P"))
    row("(1+z)*exp(-z^2/2)", "k'(0+) > 0", "Bochner", (1, "+F -P"), (2, "+F -P"))
    row("1/(1+z^2+z^3)", "the term -z^3 at 0 makes a negative tail", "Abel's lemma", (1, "+F -P"), (3, "+F -P"))
    row("exp(-z^2-z^3)", "the term -z^3 at 0 makes a negative tail", "Abel's lemma", (2, "+F -P"), (8, "+F -P"))

    # ---- losses as kernels: conditionally positive definite
    B = "minus a Bernstein function of z^2, up to a constant: conditionally positive definite of order 1 in every dimension"
    for f, ds, t in (("-log(1+exp(z))", (2, 16), "-F"), ("-z*(1+erf(z/sqrt(2)))/2", (3,), "-F"), ("-z/(1+exp(-z))", (5, 64), "-F"), ("-log(cosh(z))", (3,), "-F"),
                     ("-(sqrt(1+(z/2)^2)-1)*2^2", (4,), "-F"), ("-z*tanh(z)", (8,), "-F"), ("-z*log(1+z)", (2, 8), "-F"), ("-z*atan(z)", (3,), "-F"), ("-z*erf(z/2)", (16,), "-F"),
                     ("-(1-exp(-(z/2.9846)^2))*2.9846^2/2", (1, 8), "+F"), ("-z^2/(1+z^2)", (3,), "+F"), ("-2*z^2/(z^2+4)", (64,), "+F"), ("-1/(1+exp(-z))", (3,), "+F"),
                     ("-log(2-exp(-z))", (2, 16), "+F"), ("-tanh(z/2)", (4,), "+F"), ("-atan(z)", (3,), "+F"), ("-erf(z)", (5,), "+F"),
                     ("-log(1+z^2/2)-0.3*z", (3,), "-F"), ("-sqrt(z+z^2)", (2,), "-F"), ("-log(1+sqrt(1+z^2))", (5,), "-F")):
        row(f, B, S+"; robust losses: Barron 2019", *[(d, "+K -P -S "+t) for d in ds])
    N = "a Bernstein function of z^2, not constant: minus it is conditionally positive definite, so it is not; of one sign off 0"
    for f, ds, t in (("log(1+z^2)", (3,), "-F +O"), ("sqrt(1+z^2/2)", (1, 5), "-F +O"), ("log(1+exp(z))", (2,), "-F +O"), ("1/(1+exp(-z))", (3, 16), "+F"), ("1-exp(-z^2/2)/2", (4,), "+F"),
                     ("z*tanh(z)", (2,), "-F +O"), ("tanh(z)", (1, 3), "+F"), ("-(1+z^2)^1.25", (3,), "-F +O")):
        row(f, N if f[0] != "-" else "(1+z^2)^1.25 is conditionally positive definite of order 2 (Micchelli), so minus it is not", "Micchelli 1986", *[(d, "-K -P -S -A "+t) for d in ds])
    every([("(1+z^2)^1.25", 3, 8), ("z^2*log(1+z^2)", 2, 16), ("z^3-z", 3), ("(1+0.5*z^2)^(4/3)", 5)],
          "(k(sqrt t))'' is completely monotone: conditionally positive definite of order 2; not bounded", "Micchelli 1986", "+K -F")
    row("-(z<1 ? z^2/2 : z-1/2)", "Huber: its second derivative on the line has the transform of an interval, which changes its sign; exponent 2 at 1", "Huber 1964", (1, "-F -P -K +O -S"), (4, "-F -P -K +O -S"), (5, "-O -S"))
    row("-(z<1 ? 1-(1-z^2)^3 : 1)/6", "Tukey's biweight: ((1-z^2)_+^3-1)/6, the transform of the first part is Lambda_(d+8); exponent 3", "Beaton & Tukey 1974", (1, "+F -P -K"), (6, "+F -P -K -S"), (7, "-O -S"))
    row("-min(z, 1)", "(1-z)_+ - 1: the hat is positive definite on the line; in the plane it is not", "Huber-like", (1, "+F +K -P -S"), (2, "+F -P -K -S"), (3, "-O -S"))
    E = "minus the distance: the degrees above 0 of the sphere are positive; degree 0 is c minus the mean distance (4/3 in R^3, 4/pi on the circle)"
    row("1.5-z", E, "Székely & Rizzo", (3, "-F -P +K +A"), (64, "-F -P +K +A"))
    row("1.4-z", E, "Székely & Rizzo", (3, "-F -P +K +S -A"), (2, "-F -P +K +S -A"), (64, "-F -P +K -A"))
    row("1.3-z", E, "Székely & Rizzo", (2, "-F -P +K +S -A"), (3, "-F -P +K -S"))
    row("1-z^1.5/2", "minus a Bernstein function of z^2", "Székely & Rizzo", (4, "-F -P +K"), (1, "-F -P +K"))
    row("2-sqrt(z)", "minus a Bernstein function of z^2: 2-(2-2u)^(1/4) has nonnegative Maclaurin coefficients", "Székely & Rizzo", (5, "-F -P +K +A"))

    # ---- periodic, on the line and beyond
    every([("exp(-abs(sin(z)))", 1), ("(1+sqrt(3)*abs(sin(z)))*exp(-sqrt(3)*abs(sin(z)))", 1), ("1/(1+sin(z)^2)", 1), ("(1+2*sin(z/2)^2/0.7)^-0.7", 1), ("1/(2-cos(z))", 1),
           ("cos(sin(z))", 1), ("cos(z)*cos(sqrt(2)*z)", 1), ("exp(cos(2*z)+0.5*cos(3*z))", 1), ("0.2+cos(z)^3", 1), ("exp(-2*(sin(pi*z/1.5)/0.9)^2)+0.5*exp(-z)", 1)],
          "a positive definite function of points of a circle, a power series with nonnegative coefficients of a cosine, or 2 sum J_2n(1) cos(2nz)", "MacKay 1998; GPflow, Periodic", "+P")
    every([("exp(-2*sin(z)^2)", 2, 8), ("1/(1.5-cos(z))", 3), ("cos(z)*cos(sqrt(2)*z)", 2)], "analytic and almost periodic, not constant: no finite radial measure in R^d, d >= 2", "Bochner", "-F +O -K")
    row("exp(-abs(sin(z)))", "kinks at every multiple of pi", "GPflow, Periodic(Matern12)", (2, "-F +O -K"), (3, "-O"))
    row("(1+sqrt(3)*abs(sin(z)))*exp(-sqrt(3)*abs(sin(z)))", "exponent 3 at every multiple of pi", "GPflow, Periodic(Matern32)", (6, "-F +O -K"), (7, "-O"))
    row("cos(2.5*sin(z))", "J_0(2.5) < 0 and J_2n(2.5) > 0: only the constant is negative", "NIST DLMF 10.12", (1, "+F -P +K"))
    row("cos(6*sin(z))", "J_2(6) < 0", "NIST DLMF 10.12", (1, "+F -P -K"))
    row("1/(2+cos(z))", "the coefficients alternate", "Fourier", (1, "+F -P -K"))
    row("exp(-cos(z))", "the coefficients alternate", "Fourier", (1, "+F -P -K"), (2, "-F +O -P -K"))
    row("cos(z)+cos(sqrt(2)*z)-0.1*cos(3*z)", "a negative coefficient", "Bohr", (1, "+F -P -K"))

    # ---- inner products on the sphere: attention, activations, polynomials, networks
    J = "a function of u that does not vanish at u = -1 jumps at z = 2"
    every([("exp(u/sqrt(8))", 8), ("cosh(u)", 3), ("I0(u)+u*I1(u)", 4), ("exp(-1)*sinh(u)", 16), ("2/pi*asin(0.9*u)", 3), ("2/pi*asin(2*u/3)", 64), ("(1.25-u)^(-3/2)", 3), ("-log(1-u/1.2)", 5),
           ("1/sqrt(1.5-u)", 2), ("((u+0.5)/1.5)^4", 8), ("exp(u)-u-1", 3), ("besseli(0,sqrt(2+2*u))", 16), ("exp((u-1)/0.3)", 64), ("tan(u)", 4), ("exp(u^2)-0.5", 5), ("0.3*u+0.7*u^3+0.1*exp(4*u)", 3),
           ("let k = (sin(theta)+(pi-theta)*cos(theta))/pi; (sqrt(1-k^2)+(pi-acos(k))*k)/pi", 8), ("exp(-sqrt(2-2*u))", 3), ("1/(1+sqrt(1-u))", 4)],
          "nonnegative Maclaurin coefficients; "+J, "Schoenberg 1942; Cho & Saul 2009; Choromanski et al. 2021", "+A -O")
    every([("tanh(u)", 3, 8), ("tanh(0.5*u+0.1)", 2, 16), ("1/(1+exp(-u))", 3), ("1/(1+exp(-4*u))", 5), ("log(1+exp(u))", 3), ("u/(1+exp(-u))", 4), ("u*(1+erf(u/sqrt(2)))/2", 3, 8), ("atan(2*u)", 3),
           ("besselj(0,u)", 2), ("cos(u)", 3), ("erf(u)", 16), ("u/sqrt(1+u^2)", 4), ("log(1.2+u)", 3), ("1/(1+u^2)", 8), ("exp(u)-0.536*u^2-0.3*u^3", 3)],
          J, "Schoenberg 1942; Smola, Óvári & Williamson 2000", "-O")
    row("tanh(u+1)", "0 at u = -1, where z = 2: exponent 1; smooth at 0", "user", (2, "+F -P"), (3, "-O"))
    row("exp(u)-1.1", "the mean of exp(u) is sinh 1 = 1.1752 on S^2; "+J, "Schoenberg 1942", (3, "+S -A -O"), (16, "-S -O"))
    row("exp(u)-1.2", "the mean of exp(u) is sinh 1 = 1.1752 on S^2, I_0(1) = 1.266 on the circle; "+J, "Schoenberg 1942", (2, "+S -A -O"), (3, "-S -O"))
    row("u^3-0.6*u", "u^3 = (2P_3+3P_1)/5 on S^2; "+J, "Schoenberg 1942", (3, "+S -A -O"), (4, "-S -O"), (2, "+S -A -O"))
    row("u^3-0.3*u", "the degree 1 of u^3 is 3/(d+2); "+J, "Schoenberg 1942", (8, "+S -A -O"), (9, "-S -O"))
    row("u^4-0.1*u^2", "a negative coefficient; degree 2 of u^4 against 0.1: 6/(d+4); "+J, "Schoenberg 1942", (8, "+S -A -O"), (64, "-S -O"))
    row("u^2-0.06", "the mean of u^2 is 1/d; "+J, "Schoenberg 1942", (16, "+S -A -O"), (17, "-S -O"))
    row("max(0,u)", "ReLU of the cosine: u/2+|u|/2; a kink at sqrt 2, smooth at 0", "Schoenberg 1942", (1, "+F -P -A"), (2, "+F -P -A"), (3, "-O -A"))
    row("max(0,u)^2", "exponent 2 at sqrt 2, smooth at 0", "Schoenberg 1942", (3, "+F -P -A"), (5, "-O -A"))
    row("max(0, u-0.5)", "exponent 1 at z = 1", "hard attention", (2, "+F -P -A"), (8, "-O -A"))
    row("(1-theta/pi)^2", "arccos0 squared: convex and decreasing in z (Polya); exponents 1 at 0 and at 2", "Cho & Saul 2009", (1, "+P +A"), (2, "+F -P +A"), (3, "-O +A"))
    row("(1-theta/pi)^3", "arccos0 cubed: convex and decreasing in z (Polya); exponents 1 at 0 and 3/2 at 2", "Cho & Saul 2009", (1, "+P +A"), (3, "+F -P +A"), (4, "-O +A"))
    row("(1-theta/pi)*exp(u-1)", "arccos0 times exp(u); exponent 1/2 at 2", "Cho & Saul 2009", (2, "-O +A"), (16, "-O +A"))
    row("(2*u*(pi-theta)+sin(theta))/(2*pi)", "neural tangent kernel of two layers; exponent 1/2 at 2", "Jacot et al. 2018; Bietti & Mairal 2019", (3, "-O +A"), (64, "-O +A"))
    row("1-sin(theta/2)", "1-z/2, zero beyond 2", "user", (1, "+P +A"), (2, "+F -P +A"), (3, "-O +A"))
    row("cos(theta/2)", "sqrt(1-z^2/4): exponent 1/2", "user", (1, "+F -P"), (2, "-O"), (3, "-O"))
    row("((1+u)/2)^3", "(1-z^2/4)^3: transform Lambda_(d+8)", "Sonine", (3, "+A +F -P"), (6, "+A +F -P"), (7, "+A -O"))
    row("(1+u)^2.5/2^2.5", "(1-z^2/4)^2.5: exponent 5/2 at 2; the coefficient of u^4 in (1+u)^2.5 is negative", "Sonine", (5, "+F -P -A"), (6, "-O -A"))
    row("exp(-theta^2/2)", "the geodesic Gaussian jumps at pi", "Feragen, Lauze & Hauberg 2015", (3, "-O"), (16, "-O"))
    row("cos(2*theta)+cos(theta)/2", "2u^2-1+u/2: Chebyshev; degree 0 is 2/d-1; "+J, "Schoenberg 1942", (2, "+S -A -O"), (3, "-S -O"))
