"""Rows of known_algebra.json: kernels as an analyst builds them (completely monotone and Bernstein functions,
Laplace transforms, their sums, products and compositions, functions of compact support, conditionally positive
definite functions, functions on spheres), written down by someone who had read no rule.

A truth is stated: `why` is its proof. closure() draws what one claim says of another. Every stated truth is
then compared with numbers (Witness): derivatives of k(sqrt t), Maclaurin and Gegenbauer coefficients, Gram
matrices, and values of the spectral density where a row gives it. A contradiction is printed. Nothing of krein is asked.

    python3 known_algebra.py > ../known_algebra.json        # --report: what numbers confirmed, on stderr
"""
import glob
import json
import os
import re
import sys

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
import mpmath as mp
import numpy as np
from scipy import special

np.seterr(all="ignore")
mp.mp.dps = 50
HERE = os.path.dirname(os.path.abspath(__file__))
NAMES = {"F": "finite-mass", "P": "pd", "C": "completely-monotone", "S": "pd-sphere", "A": "pd-all-spheres",
         "K": "conditionally-pd", "D": "positive-decomposition"}
rows, complaints, confirmed = [], [], {}
source = ""

# ---------------------------------------------------------------- the language


def split(s, chars):
    """the first of chars outside parentheses"""
    depth = 0
    for i, c in enumerate(s):
        depth += (c == "(")-(c == ")")
        if depth == 0 and c in chars: return i
    return -1


def python_of(s):
    """the formula as a Python expression"""
    s = s.strip()
    if s.startswith("let "):
        name, rest = s[4:].split("=", 1)
        value, rest = rest.split(";", 1)
        return python_of(re.sub(r"\b%s\b" % name.strip(), "("+value.strip()+")", rest))
    while ")_+" in s:
        end = i = s.index(")_+")
        depth = 1
        while depth:
            i -= 1
            depth += (s[i] == ")")-(s[i] == "(")
        s = s[:i]+"max(0,"+s[i+1:end+1]+s[end+3:]
    q = split(s, "?")
    if q < 0: return re.sub(r"(?<![\w.'])(\d+\.?\d*(?:e-?\d+)?)", r"N('\1')", s.replace("^", "**"))
    c = q+1+split(s[q+1:], ":")
    return "(%s if %s else %s)" % (python_of(s[q+1:c]), python_of(s[:q]), python_of(s[c+1:]))


class Kernel:
    """a formula as a function of z, exact (mpmath) and in doubles"""

    def __init__(self, formula):
        self.formula = formula
        self.code = compile(python_of(formula), formula, "eval")
        self.sphere = re.search(r"\b(u|theta)\b|arccos|ntk", formula) is not None
        self.names = {n: getattr(mp, n) for n in "exp log sqrt sin cos tan sinh cosh tanh coth sech csch asinh acosh atanh asin acos atan erf erfc gamma besselj besseli besselk pi e".split()}
        self.names.update(N=mp.mpf, max=max, min=min, abs=abs, J0=lambda x: mp.besselj(0, x), I0=lambda x: mp.besseli(0, x), K1=lambda x: mp.besselk(1, x), I1=lambda x: mp.besseli(1, x),
                          J1=lambda x: mp.besselj(1, x), cbrt=lambda x: x**(mp.mpf(1)/3), arccos0=None, arccos1=None, log1p=lambda x: mp.log(1+x), expm1=lambda x: mp.expm1(x))

    def named(self, names, z):
        """the few kernels of the catalogue that rows use"""
        names["wendland"] = lambda d, k: max(0, 1-z)**4*(1+4*z)
        names["askey"] = lambda l: max(0, 1-z)**int(l)
        names["circular"] = lambda r: 2/mp.pi*(mp.acos(z/r)-z/r*mp.sqrt(1-(z/r)**2)) if z < r else mp.mpf(0)

    def exact(self, z):
        if self.sphere and not isinstance(z, mp.mpc) and z > 2: return mp.mpf(0)
        names = dict(self.names, z=z, u=1-z*z/2, theta=2*mp.asin(z/2) if re.search("theta|arccos|ntk", self.formula) else None)
        self.named(names, z)
        if "arccos" in self.formula or "ntk" in self.formula:
            th = names["theta"]
            names["arccos0"], names["arccos1"] = 1-th/mp.pi, (mp.sin(th)+(mp.pi-th)*mp.cos(th))/mp.pi
            names["ntk"] = names["u"]*names["arccos0"]+names["arccos1"]
        return eval(self.code, names)

    def zero(self):
        with mp.workdps(200): return self.exact(mp.mpf(10)**-30)

    def __call__(self, z): return float(mp.re(self.exact(mp.mpf(z)) if z > 0 else self.zero()))

# ---------------------------------------------------------------- what one claim says of another


def closure(truth, vanishing, name):
    """adds what follows for continuous k, and refuses contradictions"""
    def put(c, v):
        assert truth.get(c, v) == v, (name, c, truth)
        if c in truth: return False
        truth[c] = v
        return True
    follows = [("C", "P"), ("C", "A"), ("P", "F"), ("P", "S"), ("P", "K"), ("A", "S"), ("F", "D"), ("K", "D")]
    if vanishing and truth.get("F"): follows += [("K", "P")]
    again = True
    while again:
        again = False
        for a, b in follows:
            if truth.get(a) is True: again |= put(b, True)
            if truth.get(b) is False: again |= put(a, False)
    return truth


def row(formula, dims, claims, why, density=None):
    """claims: letters of NAMES with + or -, and
    v  k vanishes at infinity, so that with finite mass conditionally pd is pd
    z  k is zero on a part of [0,2] and not everywhere: neither analytic in z > 0 nor in u
    c  k is zero from some distance on: not completely monotone
    j  a jump or another singularity at a distance b > 0 that no difference of positive definite kernels has
    0  k(0) <= 0 or |k| > k(0) somewhere in [0,2]
    o  k(0)-k(z) = o(z^2), k not constant: no such function is positive definite, on spheres of dimension >= 1 neither
    density(w, d): a positive multiple of the spectral density at w, for the witnesses"""
    for d in dims:
        truth = {c: s == "+" for c, s in re.findall(r"([A-Z])([+-])", claims)}
        flags = set(re.sub(r"[A-Z][+-]|[ ,]", "", claims))
        assert flags <= set("vzcj0o"), flags
        two = (KERNELS.setdefault(formula, Kernel(formula)))
        if d == 1:
            zero, far = two.zero(), two.exact(mp.mpf(2))
            truth["S"] = bool(abs(far) <= zero+mp.mpf(10)**-14)
        if "z" in flags: truth.update(C=False, A=False)
        if "c" in flags: truth.update(C=False)
        if "j" in flags: truth.update(D=False)
        if "0" in flags: truth.update(P=False, A=False, **({} if d == 1 else {"S": False}))
        if "o" in flags: truth.update(P=False, A=False, **({} if d == 1 else {"S": False}))
        closure(truth, "v" in flags, (formula, d))
        rows.append({"formula": formula, "dim": d, "expect": {NAMES[c]: truth[c] for c in NAMES if c in truth}, "why": why, "source": source})
        DENSITY[formula, d] = density


KERNELS, DENSITY = {}, {}


def all_true(formula, dims, why): row(formula, dims, "C+", why)


def jump(formula, dims, claims, why): row(formula, dims, claims+"jc", why+"; zero beyond z = 2, a jump there")

# ---------------------------------------------------------------- witnesses


def taylor(f, centre, radius, n):
    """the first coefficients of f at centre, times radius^n: Cauchy's integral with 128 points; f is real on the real line"""
    try:
        v = [f(centre+radius*mp.expjpi(mp.mpf(j)/64)) for j in range(65)]
        return [sum((1 if j in (0, 64) else 2)*mp.re(v[j]*mp.expjpi(-mp.mpf(j*m)/64)) for j in range(65))/128 for m in range(n)]
    except TypeError:  # a condition or a maximum, which complex numbers do not have
        return [mp.re(c)*radius**m for m, c in enumerate(mp.taylor(f, centre, 10))]


class Witness:
    """numbers that contradict or confirm the truths of a formula"""

    def __init__(self, k):
        self.k, self.jet, self.series, self.grid = k, None, None, None

    def derivatives(self):
        """the least (-1)^n f^(n)(t) t^n/n!, f(t) = k(sqrt t), relative to f(t)"""
        if self.jet is None:
            worst = 1
            for t in (mp.mpf(1)/7, mp.mpf(5)/3, mp.mpf(9)):
                c = taylor(lambda s: self.k.exact(mp.sqrt(s)), t, t/2, 20)
                top = max(abs(x) for x in c)
                worst = min([worst]+[float((-1)**n*x/top) for n, x in enumerate(c)])
            self.jet = worst
        return self.jet

    def maclaurin(self):
        """the least coefficient of f(u) = k(sqrt(2-2u)), relative to the largest"""
        if self.series is None:
            c = taylor(lambda u: self.k.exact(mp.sqrt(2-2*u)), mp.mpf(0), mp.mpf(1)/2, 40)
            self.series = float(min(c)/max(abs(x) for x in c))
        return self.series

    def gegenbauer(self, d):
        """the least coefficient of degree <= 40 on S^(d-1), as an average against P_n, relative to k(0)"""
        if self.grid is None:
            x, w = np.polynomial.legendre.leggauss(40)
            ends = np.unique(np.concatenate([np.linspace(0, np.pi, 9), [0.001, 0.02, 3.12, 3.1405], [2*np.arcsin(b/2) for b in breaks(self.k.formula) if b < 2]]))
            mid, half = (ends[1:]+ends[:-1])/2, (ends[1:]-ends[:-1])/2
            theta, weight = (mid[:, None]+half[:, None]*x).ravel(), (half[:, None]*w).ravel()
            with mp.workdps(35): self.grid = theta, weight, np.array([self.k(2*np.sin(t/2)) for t in theta])
        theta, weight, value = self.grid
        v, lam, u = weight*np.sin(theta)**(d-2), d/2-1, np.cos(theta)
        v = v/v.sum()
        below, p, worst = np.ones_like(u), u, float((v*value).sum())
        for n in range(1, 41):
            worst = min(worst, float((v*value*p).sum()))
            below, p = p, ((2*(n+lam)*u*p-n*below)/(n+2*lam) if d > 2 else 2*u*p-below)
        return worst

    def gram(self, d, order):
        """the least eigenvalue, relative to the largest, on what annihilates polynomials of a degree below order"""
        worst, rng = 0, np.random.default_rng(1)
        for scale in (0.3, 1, 3):
            x = (np.arange(20)[:, None]*scale/4 if d == 1 else rng.normal(size=(20, min(d, 4)))*scale)
            r = np.sqrt(((x[:, None]-x[None])**2).sum(-1))
            i, j = np.triu_indices(len(x), 1)
            g = self.k(0)*np.eye(len(x))
            with mp.workdps(35): g[i, j] = g[j, i] = [self.k(t) for t in r[i, j]]
            size = abs(g).max()
            if order:
                p = [np.ones(len(x))]
                if order > 1: p += list(x.T)
                if order > 2: p += [x[:, i]*x[:, j] for i in range(x.shape[1]) for j in range(i+1)]
                q = np.linalg.qr(np.stack(p, 1), mode="complete")[0][:, len(p):]
                g = q.T@g@q
            e = np.linalg.eigvalsh(g)
            worst = min(worst, e[0]/size)
        return worst


def breaks(formula):
    """the distances at which a formula changes, as far as the witnesses need them"""
    found = []
    for a, b in re.findall(r"max\(0, ?(\d*\.?\d*) ?- ?z(?:/(\d+\.?\d*))?\)", formula): found.append(float(a)*float(b or 1))
    for a, b in re.findall(r"max\(0, ?(\d*\.?\d*) ?- ?theta(?:/(\d+\.?\d*))?\)", formula): found.append(2*np.sin(min(np.pi, float(a)*float(b or 1))/2))
    for a in re.findall(r"z ?< ?(\d+\.?\d*)", formula): found.append(float(a))
    for a in re.findall(r"theta ?< ?(\d+\.?\d*)", formula): found.append(2*np.sin(float(a)/2))
    for a, b in re.findall(r"\(1-(z|theta)(?:/(\d+\.?\d*))?\)_\+", formula): found.append(float(b or 1) if a == "z" else 2*np.sin(float(b or 1)/2))
    if re.search(r"abs\(1-z|max\(0,1-(sqrt|z\^1.2)", formula): found.append(1.0)
    if "max(0,1-z^2/4)" in formula: found.append(2.0)
    if re.search(r"abs\(z-1\)|max\(1,z|min\(1,1/z", formula): found.append(1.0)
    if "abs(cos(z))" in formula: found.append(float(np.pi/2))
    if "max(exp(-z),1/3)" in formula: found.append(float(np.log(3)))
    if "min(exp(-z)" in formula: found += [float(-np.log((1+np.sqrt(0.6))/2)), float(-np.log((1-np.sqrt(0.6))/2))]
    if "theta<pi/2" in formula: found.append(float(np.sqrt(2)))
    if "askey(2)" in formula or "wendland(3,1)" in formula: found.append(1.0)
    if "circular(1.5)" in formula: found.append(1.5)
    if "max(1-z, exp(-z)/2)" in formula: found.append(0.7680390470134303)
    return found


def compare():
    """complains of truths that numbers contradict, and counts those that they confirm"""
    witnesses = {}
    for r in rows:
        f, d, e = r["formula"], r["dim"], r["expect"]
        w = witnesses.setdefault(f, Witness(KERNELS[f]))
        flat = any(b < 2 for b in breaks(f))

        def tell(c, value, margin, words):
            if NAMES[c] not in e: return
            if value < -margin and e[NAMES[c]]: complaints.append("%s in R^%d: %s is said to hold, %s %.3g" % (f, d, NAMES[c], words, value))
            if value < -margin and not e[NAMES[c]]: confirmed.setdefault(c, set()).add((f, d))
        try:
            if "completely-monotone" in e and not w.k.sphere and not breaks(f): tell("C", w.derivatives(), 1e-16, "a derivative is")
            if not flat: tell("A", w.maclaurin(), 1e-16, "a Maclaurin coefficient is")
            if d > 1: tell("S", w.gegenbauer(d), 1e-10, "a Gegenbauer coefficient is")
            if e.get("pd"): tell("P", w.gram(d, 0), 1e-5, "a Gram matrix has the eigenvalue")
            elif e.get("conditionally-pd"): tell("K", w.gram(d, 3), 1e-5, "a Gram matrix has the eigenvalue")
            if DENSITY[f, d]:
                value = min(DENSITY[f, d](mp.mpf(x)/4, d) for x in list(range(1, 200))+[2**i for i in range(8, 24)])
                tell("P", value, 0, "the density is"), tell("K", value, 0, "the density is")
        except Exception as err:
            complaints.append("%s in R^%d: %s: %s" % (f, d, type(err).__name__, err))

# ---------------------------------------------------------------- completely monotone functions of z^2


def about(s):
    global source
    source = s


def completely_monotone():
    about("Schilling, Song, Vondracek, Bernstein Functions, 2nd ed. 2012, Theorem 3.7 and chapter 16")
    all_true("log(1 + 1/(1+z^2))", [3, 16], "log(1+1/x) is completely monotone, at x = 1+t")
    all_true("log((4+z^2)/(1+z^2))", [2, 64], "integral of (exp(-s)-exp(-4s))/s exp(-st), a positive mixture")
    all_true("log((2+z)/(1+z))", [5], "integral of (exp(-s)-exp(-2s))/s exp(-sz)")
    all_true("(exp(-z)-exp(-2*z))/z", [1, 8], "integral of exp(-sz) over 1 < s < 2")
    all_true("log(1+z)/z", [3], "log(1+s)/s is a Stieltjes function, s = sqrt t")
    all_true("1/log(e+z^2)", [2, 16], "1/log is completely monotone on (1, inf)")
    all_true("1/log(3+sqrt(1+z^2))", [4], "1/log of a Bernstein function above 1")
    all_true("1/log(1+exp(z))", [3], "log(1+exp(sqrt t)) = sqrt(t)/2 + log(2 cosh(sqrt(t)/2)) is a Bernstein function")
    all_true("2/(1+exp(z))", [1, 3, 64], "exp(-z/2)/cosh(z/2), a product of completely monotone functions of t")
    all_true("log(1+exp(-z))", [2, 5], "its derivative in t, -1/(2 sqrt(t)(1+exp(sqrt t))), is minus a product of completely monotone functions")
    all_true("z/(exp(z)-1)", [3, 8], "z/2/sinh(z/2) times exp(-z/2)")
    all_true("z^2/(cosh(z)-1)", [4], "2 (z/2)^2/sinh(z/2)^2")
    all_true("sqrt(1+z^2) - z", [2, 16], "exp(-asinh sqrt t), asinh(sqrt t) has the completely monotone derivative 1/(2 sqrt(t(1+t)))")
    all_true("(sqrt(1+z^2)-z)^0.7", [3], "exp(-0.7 asinh sqrt t)")
    all_true("1+z^2-z*sqrt(2+z^2)", [3], "exp(-acosh(1+t)), acosh(1+t) has the completely monotone derivative 1/sqrt(t(t+2))")
    all_true("sqrt(3+z^2)-sqrt(1+z^2)", [1, 5], "integral of 1/(2 sqrt(s+t)) over 1 < s < 3")
    all_true("1/(1+asinh(z))", [4], "1/(1+s) of the Bernstein function asinh(sqrt t)")
    all_true("pi/2 - atan(z)", [2, 8], "its derivative in t is -1/(2 sqrt(t)(1+t))")
    all_true("exp(-z*tanh(z))", [3, 16], "sqrt(t) tanh(sqrt t) is a complete Bernstein function (table, 71)")
    all_true("exp(1-z/tanh(z))", [5], "sqrt(t) coth(sqrt t) = 1 + sum 2t/(t+n^2 pi^2)")
    all_true("(z/sinh(z))^(1/3)", [3], "-log of it is the sum of log(1+t/(n pi)^2), times 1/3")
    all_true("1/(1+log(cosh(z)))", [2, 8], "log cosh sqrt t is the sum of log(1+4t/((2n-1)^2 pi^2))")
    all_true("exp(-z^2/(1+z))", [3, 64], "z^2/(1+z) has in t the derivative (1/(1+z)+1/(1+z)^2)/2")
    all_true("(1+z)/(1+z+z^2)", [2, 5], "1/(1+z^2/(1+z)), z^2/(1+z) is a Bernstein function of t")
    all_true("exp(-z^1.5/(1+z)^0.5)", [3], "s^a (s/(1+s))^b, s = sqrt t, a+b = 2, maps the upper half plane of t to itself, and is a complete Bernstein function")
    all_true("1/(1+z^1.9/(1+z)^0.9)^2", [4], "z^1.9/(1+z)^0.9 is a complete Bernstein function of t, by its argument")
    all_true("exp(-z*atan(z)+log(1+z^2)/2)", [3], "z atan z - log(1+z^2)/2 has in t the derivative atan(sqrt t)/(2 sqrt t)")
    all_true("(1+sqrt(1+z^2))^(-1.3)", [8], "s^(-1.3) of a Bernstein function")
    all_true("exp(1-(1+z^2)^0.3)", [2], "(1+t)^0.3-1 is a Bernstein function")
    all_true("1 - (z^1.2/(1+z^1.2))^0.7", [1, 3], "Dagum's family: t^0.6/(1+t^0.6) and its power 0.7 are Bernstein functions (Berg, Mateu, Porcu 2008)")
    all_true("(2+z^2)/(1+z^2)^2", [5], "1/(1+t) + 1/(1+t)^2")
    all_true("1/((1+z^2)*(2+z^2)*(3+z))", [3], "a product of completely monotone functions")
    all_true("exp(-z)/sqrt(1+z)", [16], "a product of completely monotone functions")

    about("Miller, Samko, Completely monotonic functions, Integral Transforms Spec. Funct. 12, 2001")
    all_true("exp(z^2)*erfc(z)", [1, 3], "exp(t) erfc(sqrt t) is the Mittag-Leffler function E_(1/2)(-sqrt t)")
    all_true("exp(z)*erfc(sqrt(z))", [2], "exp(s) erfc(sqrt s) at s = sqrt t")
    all_true("erfc(z)", [3, 8], "the derivative of erfc(sqrt t) is -exp(-t)/sqrt(pi t)")
    all_true("erfc(sqrt(z))", [4], "erfc(sqrt s) at s = sqrt t")
    all_true("sqrt(pi)/2*erf(z)/z", [3, 16], "integral of exp(-t x^2) over 0 < x < 1")
    all_true("exp(-z^2)*besseli(0,z^2)", [2, 5], "mean of exp(-t(1-cos phi))")
    all_true("exp(-z^2)*(besseli(0,z^2)-besseli(1,z^2))", [3], "mean of (1-cos phi) exp(-t(1-cos phi))")
    all_true("exp(-z)*I0(z)", [3], "mean of exp(-z(1-cos phi))")
    row("exp(-z^2)*besseli(1,z^2)", [1, 3, 8], "F+0v", "a finite signed mixture of Gaussians that is 0 at z = 0 and positive elsewhere")
    all_true("(1-(1+z^2)*exp(-z^2))/z^4", [3], "integral of s exp(-st) over 0 < s < 1")
    all_true("2*(exp(-z^2)-1+z^2)/z^4", [2, 64], "Debye's function, integral of 2(1-s)exp(-st) over 0 < s < 1")
    all_true("2*(exp(-z)-1+z)/z^2", [1, 5], "integral of 2(1-s)exp(-sz) over 0 < s < 1")
    row("(1-exp(-z^2))/z^2 - exp(-z^2)", [2, 8], "F+0v", "integral of exp(-st) over 0 < s < 1 minus exp(-t): 0 at z = 0")
    row("(1-exp(-z^2))/z^2 - 0.001*exp(-z^2)", [3, 8], "F+C-P-A-S-v",
        "mixture of exp(-st), ds on [0,1] minus 0.001 at s = 1: at large frequencies and degrees what is near s = 1 decides, and ds has nothing there")
    row("z^2/(exp(z^2)-1)", [1, 3], "F+C-P-A-v", "1-t/2+t^2/12-t^4/720: the fourth derivative is negative; the poles nearest to the real line are a complex pair, so that the spectrum oscillates")

    about("Ismail, Complete monotonicity of modified Bessel functions, Proc. AMS 108, 1990; Grosswald, Z. Wahrsch. 36, 1976")
    all_true("2*besseli(1,z)*besselk(1,z)", [3], "integral of J_1(sqrt s)^2/(t+s) ds")
    all_true("besseli(1/3,z)*besselk(1/3,z)", [2], "integral of J_(1/3)(sqrt s)^2/(t+s) ds/2")
    all_true("2*besselk(1,z)/(z*besselk(2,z))", [5], "K_1(sqrt t)/(sqrt t K_2(sqrt t)) is a Stieltjes function")
    all_true("(z*K1(z))^0.3", [3], "the law of 1/gamma is infinitely divisible, z K_1(z) its Laplace transform")
    all_true("((1+z)*exp(-z))^(1/7)", [1, 8], "z - log(1+z) has in t the derivative 1/(2(1+sqrt t))")
    all_true("exp(-z)*sqrt(1+z)", [3], "z - log(1+z)/2 has in t the derivative (1/(2 sqrt t) + 1/(2(1+sqrt t)))/2")
    row("exp(-z)*(1+z)^1.001", [2, 5], "F+0v", "1 + 0.001z near 0: above k(0)")

    about("Alzer, Berg, Some classes of completely monotonic functions, Ann. Acad. Sci. Fenn. 27, 2002")
    all_true("(1+1/(1+z^2))^(1.5+z^2)", [3], "(1+1/x)^(x+b) is completely monotone exactly for b >= 1/2; here x = 1+t, b = 1/2")
    row("(1+1/(1+z^2))^(1.499+z^2)", [3, 5], "F+C-P-K-", "k = e + e(b-1/2)/z^2 + ... with b = 0.499: it increases, and the spectrum is negative near 0 for d >= 3")
    about("Qi, Guo, Complete monotonicities of functions involving the gamma and digamma functions, RGMIA 7, 2004; Bustoz, Ismail, Math. Comp. 47, 1986")
    all_true("gamma(1+z^2)/gamma(1.5+z^2)", [2], "beta integral of exp(-s(t+1))(1-exp(-s))^(-1/2)")
    all_true("gamma(1+z^2)*exp(z^2)*(1+z^2)^(-1/2-z^2)", [3], "exp of Binet's function, of x = 1+t")

    about("Schoenberg, Metric spaces and completely monotone functions, Ann. of Math. 39, 1938")
    for d in (2, 6, 7, 16):
        row("exp(-z^2) - 0.1*exp(-z^2/2)", [d], "F+C-A+v"+("P+" if d < 7 else "P-"), "the density is positive at all frequencies exactly for 2^(d/2) <= 10; on spheres e^-2 2^n > 0.1 e^-1")
    row("2*exp(-z^2) - exp(-2*z^2)", [2, 4], "F+C-P-v", "the narrower Gaussian has the wider spectrum", lambda w, d: 2*mp.exp(-w*w/4)-mp.mpf(2)**(-mp.mpf(d)/2)*mp.exp(-w*w/8))
    row("(1+2*z^2)/(1+z^2)^2", [1, 3, 8], "F+C-P-A-v", "2/(1+t) - 1/(1+t)^2, integral of (2-s)exp(-s)exp(-st): large s decide at large frequencies; coefficient (2/3)^n(2/3-(n+1)/9) on spheres")
    all_true("exp(-z)-0.5*exp(-2*z)", [1, 3], "spectrum (1+x)^-p - (4+x)^-p, p = (d+1)/2, x = w^2")
    row("exp(-z)-0.501*exp(-2*z)", [3, 8], "F+0v", "k = 0.499 + 0.002z near 0")
    for d in (1, 2, 3, 5): row("exp(-2*z)-0.25*exp(-z)", [d], "F+C-v"+("P+" if d < 3 else "P-"), "2/(4+x)^p - 1/4/(1+x)^p at x = 0: 2/4^p >= 1/4 exactly for p = (d+1)/2 <= 3/2")
    all_true("(1+0.999*z)*exp(-z)", [4], "0.999 (1+z)exp(-z) + 0.001 exp(-z)")
    row("(1+1.001*z)*exp(-z)", [2], "F+0v", "1 + 0.001z near 0")
    all_true("(1+z+0.333*z^2)*exp(-z)", [3], "0.999 (1+z+z^2/3)exp(-z) + 0.001 (1+z)exp(-z)")
    row("(1+z+0.334*z^2)*exp(-z)", [1, 4], "F+C-P-A-v", "(1+w^2+c(1-3w^2))/(1+w^2)^3 on the line, negative for c > 1/3 at large w; t^(3/2) has a negative coefficient",
        lambda w, d: 1+w*w+mp.mpf("0.334")*(1-3*w*w) if d == 1 else mp.mpf(1))
    row("exp(-z^4/(1+z^2))", [1, 3, 16], "F+ov", "1 - z^4 near 0")
    row("exp(-z^3/(1+z))", [2, 8], "F+ov", "1 - z^3 near 0")
    row("exp(-z^2.1/(1+z)^0.6)", [3], "F+ov", "1 - z^2.1 near 0")
    row("(1+z^2)*log(1+1/(1+z^2))", [3, 8], "F+0K-", "x log(1+1/x) is a Bernstein function and increases from log 2 to 1")
    row("exp(-(1+z^2)^1.001)", [1], "F+C-A-", "decays faster than exp(-ct) for every c, which no completely monotone function does; 1.5^-n times a negative term in the Maclaurin series")
    row("exp(-(1+z^2)^1.001)", [3], "F+C-S-v", "-(3-2u)^1.001 has the singularity -0.001 x log x at u = 3/2, the nearest, and so negative coefficients of large degrees")

# ---------------------------------------------------------------- conditionally positive definite


def conditional():
    about("Schilling, Song, Vondracek, Bernstein Functions, 2nd ed. 2012; Wendland, Scattered Data Approximation, 2005, chapter 8")
    for f, dims, why in (
            ("-log(cosh(z))", [1, 8], "a sum of log(1+ct)"), ("-sqrt(log(1+z^2))", [3], "a power of a Bernstein function"),
            ("-z*atan(z)", [2, 5], "derivative atan(sqrt t)/(2 sqrt t) + 1/(2(1+t))"), ("-z/tanh(z)", [3], "1 + sum 2t/(t+n^2 pi^2)"),
            ("-z*erf(z)", [3, 16], "derivative erf(sqrt t)/(2 sqrt t) + exp(-t)/sqrt(pi)"), ("-z*erf(z) - exp(-z^2)/sqrt(pi)", [2], "derivative erf(sqrt t)/(2 sqrt t)"),
            ("-z*log(1+z)", [3], "derivative (log(1+s)/s + 1/(1+s))/2, s = sqrt t"), ("-z^2*log(1+1/z)", [4], "derivative log(1+1/s) - 1/(2(1+s)), integral of exp(-sx)((1-exp(-x))/x-exp(-x)/2)"),
            ("-z^2/(1+z)", [2], "derivative (1/(1+s)+1/(1+s)^2)/2, s = sqrt t"), ("-(1+z)^1.5", [3], "derivative 0.75 sqrt(1/t+1/sqrt t), the root of a Stieltjes function"),
            ("-(1+z)^1.9", [2], "derivative 0.95 (t^(-5/9)+t^(-1/18))^0.9, a power below 1 of a Stieltjes function"), ("-log(1+log(1+z^2))", [8], "a composition of Bernstein functions"),
            ("log(1+z)-z", [3], "derivative 1/(2(1+sqrt t))"), ("-z - exp(-z)", [1, 5], "derivative (1-exp(-s))/(2s), s = sqrt t")):
        row(f, dims, "F-C-K+0", "minus a Bernstein function of t = z^2 that grows: "+why)
    row("-z^2/(1+z^2)", [3, 16], "F+K+0", "1/(1+z^2) - 1: 0 at z = 0")
    row("0.9 - z^2/(1+z^2)", [2, 8], "F+P-C-K+A+", "1/(1+z^2) - 0.1: an atom -0.1 at frequency 0; on spheres the constant coefficient is 1/3 - 0.1")
    for d in (3, 5): row("0.6 - z^2/(1+z^2)", [d], "F+P-C-K+A-"+("S+" if d == 3 else "S-"), "1/(1+z^2) - 0.4: 1/3 - 0.4 < 0; the mean of 1/(3-2u) is log(5)/4 = 0.402 over S^2, 0.37 over S^4")
    row("-z - 2*exp(-z)", [3], "F-C-0K-D+", "w^(-d-1) - 2(1+w^2)^(-(d+1)/2), negative at large w")
    row("-z - exp(-2*z)/2", [2], "F-C-0K+", "w^(-d-1) - (4+w^2)^(-(d+1)/2)")
    row("-z - 0.501*exp(-2*z)", [2, 8], "F-C-0K-D+", "w^(-d-1) - 1.002 (4+w^2)^(-(d+1)/2), negative at large w")
    row("-z*erf(z) - 2*exp(-z^2)/sqrt(pi)", [2, 5], "F-C-0K-D+", "a Bernstein function minus a Gaussian that has the largest exponent of its mixture as an atom")
    # on spheres: c - psi
    row("5 - z - exp(-z)", [2, 16], "F-P-C-K+A+", "5 minus the Bernstein function z+exp(-z), which is 1.66 at u = 0")
    row("1.64 - z - exp(-z)", [3], "F-P-C-K+A-S+", "z+exp(-z) is 1.657 at u = 0 and has the mean 1.63 over S^2, all other coefficients are those of a Bernstein function")
    row("3 - log(cosh(z))", [3, 64], "F-P-C-K+A+", "log cosh sqrt 2 = 0.78 < 3")
    row("sqrt(2) - z", [1, 2, 8], "F-P-C-K+A+", "sqrt 2 (1-sqrt(1-u)): the constant coefficient is 0")
    for d in (2, 3): row("1.3 - z", [d], "F-P-C-K+A-"+("S+" if d == 2 else "S-"), "the mean of z over S^1 is 4/pi = 1.273, over S^2 4/3; the other coefficients of -z are positive")
    for d in (64, 2048): row("1.414 - z", [d], "F-P-C-K+A-"+("S+" if d == 64 else "S-"), "the mean of z over S^(d-1) is about sqrt(2)(1-1/(8d)): 1.4115 in R^64, 1.41413 in R^2048")
    row("log(3) - log(1+z^2)", [3, 8], "F-P-C-K+A+", "-log(1-2u/3)")
    row("1.0986 - log(1+z^2)", [3], "F-P-C-K+A-S+", "log 3 = 1.09861; the mean over S^2 is (5 log 5 - 4)/4 = 1.012")
    row("1.2745 - z^0.7", [2, 4], "F-P-C-K+A-S+", "2^0.35 = 1.27456; over S^1 and S^3 the mean of z^0.7 is below 1.26")
    row("2 - z^2", [3, 16], "F-P-C-K+A+", "2u on spheres")
    row("1.999 - z^2", [3, 16], "F-P-C-K+A-S-", "2u - 0.001")
    row("2 - sqrt(1+z)", [4], "F-P-C-K+A+", "sqrt(1+sqrt t) is a Bernstein function, 1.55 at u = 0")
    about("Micchelli, Constr. Approx. 2, 1986; Guo, Hu, Sun, 1993; Wendland, Scattered Data Approximation, 2005, section 8.4")
    for f, dims, why in (("z^3 + 2*z^2 + 7", [3], "z^3 has order 2, the rest is a polynomial in z^2"),
                         ("(1+z^2)^1.5 - 3*z^2", [2], "(1+t)^1.5 has the completely monotone second derivative"),
                         ("(1+z^2)^1.5", [4], "order 2")):
        row(f, dims, "F-P-C-K+D+", why)
    row("z^3 - z", [2, 5], "F-C-0K+", "both terms have positive spectra")
    row("z^2*log(z) - z", [3], "F-C-0K+", "both terms have positive spectra")
    row("z^2.001", [1, 3], "F-C-0K+", "t^1.0005 has order 2")
    row("(1+z^2)*log(1+z^2)", [3, 8], "F-C-0K+", "(1+t)log(1+t) has the second derivative 1/(1+t)")
    row("-(1+z^2)^2.5", [3], "F-C-0K+", "order 3")
    for f, dims, why in (("z - z^3", [2], "both terms have negative spectra"), ("z^3 + z", [3], "at large frequencies +z decides"), ("-z - z^3", [4], "at small frequencies -z^3 decides"),
                         ("z^2*log(z) + 0.001*z", [2], "at large frequencies 0.001z decides"), ("z^2 - z^3", [3], "-z^3"), ("z^4*log(z)", [3], "the sign is that of order 3, minus"),
                         ("log(1+z^2)^2", [2, 3], "negative near frequency 0: second derivative in a of (1+z^2)^-a at 0"), ("(1+z^2)*log(1+z^2)*(-1)", [2], "minus a function of order 2"),
                         ("-log(1+z^2)^1.001", [3], "-z^2.002 near 0, of negative spectrum at large frequencies"), ("-(1+z)^2.1", [2], "-z^2.1 at infinity"),
                         ("-z^2.001", [3], "minus a function of order 2")):
        row(f, dims, "F-P-C-K-D+0", why)
    row("3 - log(1+z^2)^2", [3], "F-P-C-K-D+", "at large frequencies negative, at small ones positive")
    row("z^3 - 2.2*z^2 + 3", [3, 8], "F-P-C-K+A+", "2 sqrt 2 (1-u)^1.5 - 4.4(1-u) + 3 has the coefficients 1.43, 0.157, and those of (1-u)^1.5")
    row("z^3 - 2.12*z^2 + 3", [3], "F-P-C-K+A-S+", "the coefficient of u is 4.24 - 3 sqrt 2 = -0.003, to which the higher powers add more than that on S^2")
    row("z^2*log(z) + 1.6932*(1-z^2/2)", [3], "F-P-C-K+A+", "(1-u)log(1-u) + (1-u)log 2 + 1.6932u, 1 + log 2 = 1.69315")
    row("z^2*log(z) + 1.693*(1-z^2/2)", [3], "F-P-C-K+A-S+", "the coefficient of u is 1.693 - 1 - log 2 < 0, to which the higher powers add more on S^2")

# ---------------------------------------------------------------- compact support


def compact():
    about("Askey 1973; Gneiting, Compactly supported correlation functions, J. Multivariate Anal. 83, 2002; Zastavnyi 2006")
    def truncated(formula, smooth, cusp, least, dims, extra=""):
        """(1-z/R)_+^l times a polynomial: the exponent at R is smooth, that at 0 cusp, and it is positive definite exactly for d <= least"""
        for d in dims:
            wave = "S-" if "z" in extra and (d-4)/2-smooth > -1-cusp else ""
            row(formula, [d], "cv"+extra+wave+("P+" if d <= least else "P-")+("F+" if smooth > (d-1)/2 else "j"),
                "positive definite exactly for d <= %g; the exponent at the end of the support is %g" % (least, smooth)+("; its wave is the larger one on spheres, too" if wave else ""))
    truncated("max(0,1-z/2)^1.999", 1.999, 0, 2.998, [2, 3, 5])
    truncated("max(0,2-z)^2", 2, 1, 3, [3, 4, 5], "A+")
    truncated("(1-z/1.5)_+^2.5", 2.5, 1, 4, [4, 5, 8], "z")
    truncated("max(0,1-z)^4.5*(1+4.5*z)", 4.5, 3, 4, [4, 5], "z")
    truncated("max(0,1-z)^3.999*(1+3.999*z)", 3.999, 3, 2.998, [2, 3], "z")
    truncated("max(0,1-z)^6*(35*z^2+18*z+3)/3", 6, 5, 3, [3, 4, 16], "z")
    truncated("z<1 ? 1-1.5*z+0.5*z^3 : 0", 2, 1, 3, [3, 4], "z")
    truncated("max(0,1-z)^6*(6+36*z+82*z^2+72*z^3+30*z^4+5*z^5)/6", 6, 5, 3, [3, 4], "z")
    truncated("max(0,1-z)^5*(8+40*z+48*z^2+25*z^3+5*z^4)/8", 5, 3, 5, [5, 6], "z")
    about("Golubov, Kuttner's problem; Gneiting, Criteria of Polya type, Proc. AMS 129, 2001")
    row("max(0,1-sqrt(z))", [1], "P+z", "convex on (0,1): Polya")
    row("(1-sqrt(z))_+^2", [3], "P+z", "minus the derivative is convex: Askey's criterion for d <= 3")
    row("(1-sqrt(z))_+^3", [5], "P+z", "the second derivative is convex: the criterion for d <= 5")
    row("max(0,1-sqrt(z))^1.499", [3], "F+P-zv", "the wave w^(-1.499) from the end is larger than w^(-1.5) from the cusp")
    row("max(0,1-z^1.2)", [1], "F+P-zv", "(1-z^a)_+ is positive definite on the line exactly for a <= 1")
    about("Polya 1949; Gneiting 1999")
    row("max(1-z, exp(-z)/2)", [1], "P+C-A-", "convex and decreasing to 0; a kink")
    row("max(1-z, exp(-z)/2)", [2], "F+P-C-A-S+v", "in the plane the kink's wave w^(-3/2) is larger than the cusp's w^(-2); convex in theta, and so positive definite on the circle")
    row("max(1-z, exp(-z)/2)", [3, 8], "jC-S-", "a kink has the exponent 1 = (3-1)/2; on S^2 its wave n^(-3/2) is larger than the cusp's n^(-2)")
    for d in (1, 2, 3):
        row("max(0,1-z) + max(0,2-z)/4", [d], "cvA-"+("P+" if d == 1 else "F+P-S+" if d == 2 else "jS-"),
            "convex on the line, and in theta on the circle; a kink at 1 and 2; on S^2 the kink's wave n^(-3/2) is larger than the cusp's n^(-2)")
    row("max(0,1-z)*exp(-z^2)", [1], "P+z", "a product")
    row("max(0,1-z)^2*cos(z)", [1], "P+z", "a product")
    row("max(0,1-z)^3*J0(4*z)", [2], "P+z", "a product: J_0 is positive definite in the plane")
    row("max(0,1-z)^2*sin(5*z)/(5*z)", [3], "P+z", "a product")
    row("z < 3 ? exp(-z) : 0", [1, 3, 16], "jcA+", "a jump; on spheres exp(-z)")
    row("z < 3 ? exp(-z^2) : exp(-9)", [1], "F+P-K-C-A+", "a kink's wave w^-2 and a smooth beginning")
    row("z < 3 ? exp(-z^2) : exp(-9)", [3, 5], "jC-A+", "a kink has the exponent 1 = (3-1)/2; on spheres a Gaussian")
    for d in (1, 2, 3, 4): row("max(0,1-z^2/4)^1.5", [d], "cvA-P-"+("" if d == 1 else "S-")+("F+" if d < 4 else "j"), "the spectrum is a Bessel function; exponent 3/2; on spheres ((1+u)/2)^1.5, whose coefficients have the sign of 1/Gamma(p-n+1)")
    row("abs(1-z)*exp(-z)", [3, 5], "jC-A-S-", "a kink at 1: exponent 1 = (3-1)/2; on S^2 its wave n^(-3/2) is larger than the cusp's n^(-2)")
    row("abs(1-z)*exp(-z)", [1, 2], "F+C-A-", "a kink at 1: exponent 1 > (d-1)/2")
    row("abs(1-z^2)^1.5*exp(-z)", [4, 5], "jC-A-S-", "exponent 3/2 = (4-1)/2; on S^3 its wave n^(-3/2) is larger than the cusp's n^(-2)")
    row("abs(1-z^2)^1.5*exp(-z)", [3], "F+C-A-", "exponent 3/2 > 1")

# ---------------------------------------------------------------- spheres


def spheres():
    about("Schoenberg, Positive definite functions on spheres, Duke Math. J. 9, 1942")
    for d in (3, 27, 28, 29): jump("u^3 + 0.5*u^2 - 0.1*u + 0.2", [d], "A-"+("S+" if d <= 28 else "S-"), "the coefficient of degree 1 is 3/(d+2) - 0.1, 0 for d = 28")
    for d in (2, 3, 4): jump("(3*u^2-1)/2", [d], "A-"+("S+" if d <= 3 else "S-"), "P_2, of mean 3/(2d) - 1/2")
    for d in (2, 3): jump("cos(4*theta)", [d], "A-"+("S+" if d == 2 else "S-"), "8u^4-8u^2+1 has the mean -1/15 over S^2")
    for d in (3, 4, 5): jump("16*u^4-12*u^2+1", [d], "A-"+("S+" if d <= 4 else "S-"), "U_4, a Gegenbauer polynomial of S^3; mean 48/(d(d+2)) - 12/d + 1")
    for d in (7, 8, 9): jump("10*u^3-3*u", [d], "A-"+("S+" if d <= 8 else "S-"), "30/(d+2) - 3 >= 0 exactly for d <= 8")
    for f, dims, why in (("1/sqrt(1.25-u)", [3, 8], "a generating function"), ("(1.25-u)^(-1/2) - (1.25+u)^(-1/2)", [3], "twice the odd part"), ("2 - sqrt(1.25-u)", [2], "binomial series; 2 > sqrt(1.25)"),
                         ("exp(u^3)", [4], "power series"), ("u*sinh(2*u)", [3], "power series"), ("exp(u)-1-u", [3, 16], "power series"), ("1/(2-u^2)", [5], "geometric series"), ("tan(u)", [3], "positive coefficients (Bernoulli numbers)"),
                         ("asin(u)", [2, 16], "positive coefficients"), ("asin(u)^2", [3], "2 asin(u)^2 = sum (2u)^(2n)/(n^2 C(2n,n))"), ("1-sqrt(1-u^2)", [3], "binomial series"), ("exp(u)*asin(u)+1", [8], "a product"),
                         ("1/(1+theta)", [2, 8], "completely monotone in theta, a mixture of exp(-s theta)"), ("exp(-theta)*(2-theta/pi)", [3], "a product and a sum: 1-theta/pi = 1/2 + asin(u)/pi"), ("1 - 0.3*theta", [3, 16], "1 - 0.15pi + 0.3 asin u"),
                         ("1 - 2*theta/pi", [1, 4], "(2/pi) asin u"), ("1/(1+sin(theta/2))", [3], "1/(1+z/2)"), ("exp(-2*sin(theta/2))", [2], "exp(-z)"), ("log(2/(2-u))+1", [3], "power series"),
                         ("(pi-theta)^2/4 - 0.6", [2, 8], "(pi/2+asin u)^2/4 - 0.6, pi^2/16 = 0.617")):
        jump(f, dims, "A+", why)
    for f, dims, why in (("(1.25+u)^(-1/2) - (1.25-u)^(-1/2)", [3], "minus odd powers"), ("(1.25-u)^(-1/2) - 1.001*(1.25+u)^(-1/2)", [3, 8], "even coefficients are negative"), ("sqrt(1.25-u)", [2], "binomial series"),
                         ("0.999 - 2*theta/pi", [1, 2, 8], "the mean of theta is pi/2"), ("exp(-theta^2/2)", [2, 5], "the kink at the antipode decides at large degrees (Gneiting 2013)"),
                         ("exp(-theta^1.1)", [2, 3], "powers above 1 fail, the kink at the antipode decides (Gneiting 2013)"), ("1/(1+theta^1.5)", [3], "the kink at the antipode decides")):
        for d in dims: jump(f, [d], "A-"+("S-" if d > 1 else ""), why)
    jump("(pi-theta)^2/4 - 0.617", [2, 3], "A-S+", "(pi/2+asin u)^2/4 - 0.617, pi^2/16 = 0.61685; the means over S^1 and S^2 are 0.822 and 0.734")
    about("Gneiting, Strictly and non-strictly positive definite functions on spheres, Bernoulli 19, 2013")
    def ending(formula, dims, claims, exponent, why):
        """k(2) = 0: the exponent at z = 2 decides the mass"""
        for d in dims: row(formula, [d], claims+"vc"+("F+" if exponent > (d-1)/2 else "j"), why+"; zero beyond z = 2, exponent %g there" % exponent)
    row("1-sin(theta/2)^0.7", [1], "P+cA+", "1-(z/2)^0.7 is convex: Polya")
    row("1-sin(theta/2)^1.5", [1], "F+P-cA+v", "(1-z^a)_+ is positive definite on the line exactly for a <= 1")
    ending("1-sin(theta/2)^1.5", [2, 3, 8], "A+P-", 1, "sine power: (1-u)^(3/4)")
    ending("1-sin(theta/2)^2.001", [2, 3], "oA-", 1, "sine power above 2")
    row("(1-theta/pi)^3", [2], "A+P+c", "(1/2+asin(u)/pi)^3; in the plane w^3 times the spectrum tends to 3/pi plus a wave of amplitude 0.387, and its least value is 0.35 for w > 1 (computed)")
    ending("(1-theta/pi)^3", [3, 4, 5], "A+P-", 1.5, "(1/2+asin(u)/pi)^3; the square root at 2 to the third: its wave is the larger one")
    ending("((1+u)/2)^3", [3, 6, 7], "A+P-", 3, "a polynomial with positive coefficients; its spectrum is a Bessel function")
    ending("((1+u)/2)^2.5", [3, 6, 8], "A-S-P-", 2.5, "the coefficients have the sign of 1/Gamma(p-n+1)")
    ending("((1+u)/2)^3.001", [3, 8], "A-S-P-", 3.001, "the coefficients have the sign of 1/Gamma(p-n+1)")
    ending("cos(theta/2)", [1], "A-P-", 0.5, "sqrt((1+u)/2); its spectrum is a Bessel function")
    ending("cos(theta/2)", [2, 3], "A-S-P-", 0.5, "sqrt((1+u)/2); its spectrum is a Bessel function")
    ending("arccos0*arccos1", [3, 4, 5], "A+P-", 2, "a product of arc-cosine kernels")
    about("Beatson, zu Castell, Xu, IMA J. Numer. Anal. 34, 2014; Xu, Proc. AMS 146, 2018")
    def geodesic(formula, exponent, least, dims):
        """supported in theta < c < pi: positive definite on S^(d-1) exactly for d <= least"""
        for d in dims: row(formula, [d], "zv"+("S+" if d <= least else "S-")+("P-" if d > least-1 else "")+("F+" if exponent > (d-1)/2 else "j"), "Askey's function of theta: positive definite on S^(d-1) exactly for d <= %g" % least)
    geodesic("max(0,1-theta)^2", 2, 4, [3, 4, 5])
    geodesic("max(0,1-theta/2)^1.5", 1.5, 3, [2, 3, 4])
    geodesic("max(0,1-theta/2)^1.499", 1.499, 2.998, [3])
    geodesic("(1-theta)_+", 1, 2, [2, 3])
    about("Schoenberg 1942; Watson, Bessel functions; Zastavnyi 2000")
    # functions of z that are no mixtures of Gaussians, and yet positive definite on spheres
    row("cos(1.11*z)", [1], "P+C-A+", "an atom on the line; on spheres 1.11 sqrt 2 < pi/2")
    for d in (2, 3, 16): row("cos(1.11*z)", [d], "F-K-D+A+", "(-1)^n derivatives of cos sqrt x at 2 are Lambda_(2n+1) > 0, 1.11 sqrt 2 < pi/2; no finite measure for d > 1; spectrum -(1-w^2)^(-3/2) inside")
    row("cos(1.112*z)", [3], "F-K-D+A-S+", "cos(1.112 sqrt 2) < 0, but the mean over S^2 is positive and all other coefficients are")
    row("sin(2.22*z)/(2.22*z)", [3], "P+C-A+", "2.22 sqrt 2 < pi")
    row("sin(2.223*z)/(2.223*z)", [3], "P+C-A-", "2.223 sqrt 2 > pi")
    row("sin(2.22*z)/(2.22*z)", [4, 8], "F-K-D+A+", "Lambda_3 has no finite measure for d > 3")
    row("J0(1.7*z)", [2], "P+C-A+", "1.7 sqrt 2 = 2.4042 < 2.4048")
    row("J0(1.701*z)", [2], "P+C-A-", "1.701 sqrt 2 = 2.4056 > 2.4048")
    row("J0(1.7*z)", [3, 5], "F-D+A+K-", "Lambda_2 has no finite measure for d > 2; spectrum -(1-w^2)^(-3/2) inside")
    row("exp(-sqrt(3)*z)*cos(z)", [3], "P+C-", "exp(-az)cos z is positive definite exactly for a >= cot(pi/(2d))")
    row("exp(-1.732*z)*cos(z)", [3], "F+P-v", "1.732 < sqrt 3")
    row("exp(-(1+sqrt(2))*z)*cos(z)", [4], "P+C-", "1+sqrt 2 = cot(pi/8)")
    row("exp(-2.414*z)*cos(z)", [4], "F+P-v", "2.414 < 1+sqrt 2")
    row("cos(z^2)", [1, 3], "F-P-C-K-D+", "spectrum cos(w^2/4-d pi/4), up to a factor")
    row("cosh(z)", [1, 2, 8], "F-P-K-C-D+0", "grows exponentially, above k(0)")
    row("5-cosh(z)", [3], "F-P-K-C-D+A-", "grows exponentially; cosh sqrt x has positive derivatives")

# ---------------------------------------------------------------- the second batch


def more_mixtures():
    about("Schilling, Song, Vondracek, Bernstein Functions, 2nd ed. 2012; Berg, Stieltjes-Pick-Bernstein-Schoenberg and their connection to complete monotonicity, 2008")
    for f, dims, why in (
            ("exp(-sqrt(z+z^2))", [3], "sqrt of the Bernstein function t + sqrt t"), ("exp(-z^0.5-z^1.5)", [2, 16], "t^0.25 + t^0.75 is a Bernstein function"), ("1/(1+z+z^2+z^1.5)", [4], "1/(1 + Bernstein function)"),
            ("log(2+z)/(1+z)", [3], "log(1+x)/x at x = 1+z"), ("atan(z)/z", [2, 8], "integral of 1/(1+t x^2), 0 < x < 1"), ("asinh(z)/z", [3], "integral of 1/sqrt(1+t x^2), 0 < x < 1"),
            ("asinh(z)/(z*sqrt(1+z^2))", [5], "integral of 1/(1+t(1-x^2)), 0 < x < 1"), ("1-sqrt(pi)*z*exp(z^2)*erfc(z)", [3], "integral of 2y exp(-y^2) exp(-2yz)"),
            ("besselk(0,sqrt(1+z^2))", [2], "integral of exp(-x-s^2/(4x))/(2x), s^2 = 1+t"), ("besselk(1,sqrt(4+z^2))/sqrt(4+z^2)", [3], "the same with another power of x"), ("besselk(0,1+z)", [5], "K_0 is a Laplace transform, here of 1+z"),
            ("2*besseli(1,z)/(z*besseli(0,z))", [3], "sum of 4/(t+j_n^2), j_n the zeros of J_0"), ("1/besseli(0,z)^0.4", [2], "the product of (1+t/j_n^2)^-0.4"), ("z/besseli(1,z)", [8], "2 times the product of 1/(1+t/j_n^2), j_n the zeros of J_1"),
            ("(1+z^0.8)^(-2)*(1+2*z)*exp(-2*z)", [3], "a product of a composition and a Matern function"), ("let s = 1+z^2; s^(-1/2)*exp(1-s^(1/2))", [16], "a product of functions of s = 1+t"),
            ("1/(1+asinh(z)^2)", [2], "asinh(sqrt t)^2 has in t the derivative asinh(sqrt t)/sqrt(t(1+t)), which is completely monotone"), ("exp(-acosh(1+z^2)/3)", [4], "acosh(1+t) is a Bernstein function"),
            ("0.5*exp(-z^2)+0.3/(1+z)+0.2*(1+z^1.3)^(-0.7)", [3, 64], "a sum"), ("exp(-z)*log(1+exp(-z))", [2], "a product"), ("(tanh(z)/z)^1.5*exp(-z^2/50)", [4], "a product; tanh(sqrt t)/sqrt t is a Stieltjes function")):
        all_true(f, dims, why)
    row("1/(1+z^3)", [1, 3], "F+ov", "1 - z^3 near 0")
    row("(1+2*z)*exp(-z)", [3], "F+0v", "1 + z near 0")
    row("exp(-z^2)*J0(z)", [2, 4], "P+C-A+", "on spheres a product of two power series, sqrt 2 being below the first zero of J_0; in the plane a product; in R^4 minus the derivative of exp(-w^2/4) I_0(w/2): w I_0(w/2) > I_1(w/2); zeros on the half line")
    row("exp(-2*z^2) - 0.02*exp(-z^2)", [3, 8], "F+C-P+A+v", "2^(-d/2) > 0.02 at frequency 0, and more at larger ones; the mixture is signed; on spheres e^-4 4^n > 0.02 e^-2 2^n")
    row("exp(-2*z^2) - 0.02*exp(-z^2)", [12, 64], "F+C-P-A+v", "2^(-d/2) < 0.02 for d >= 12: the density is negative at 0; on spheres e^-4 4^n > 0.02 e^-2 2^n")
    row("3/(1+z^2) - 1/(1+z^2/4)", [2], "F+C-P-A+v", "spectrum 3 K_0(w) - 4 K_0(2w), negative near 0; on spheres (2/3)^n > (2/3)(1/3)^n", lambda w, d: 3*mp.besselk(0, w/64)-4*mp.besselk(0, w/32))


def more_conditional():
    about("Schilling, Song, Vondracek, Bernstein Functions, 2nd ed. 2012; Micchelli, Constr. Approx. 2, 1986")
    for f, dims, why in (("-sqrt(z+z^2)", [3], "sqrt of t + sqrt t"), ("-log(1+z+z^2)", [2, 8], "log(1+x) of t + sqrt t"), ("-z^1.5 - z^0.5", [4], "a sum of powers"), ("-log(besseli(0,z))", [3], "the sum of log(1+t/j_n^2)"),
                         ("-asinh(z)^2", [3], "derivative asinh(sqrt t)/sqrt(t(1+t))"), ("-acosh(1+z^2)", [2], "derivative 1/sqrt(t(t+2))")):
        row(f, dims, "F-C-0K+", "minus a Bernstein function of t: "+why)
    row("z^2*log(1+z^2)", [3], "F-C-0K+", "t log(1+t) has the second derivative 1/(1+t)+1/(1+t)^2")
    row("z^2*log(1+z)", [2], "F-C-0K+", "its derivative in t is the Bernstein function log(1+sqrt t) + sqrt t/(2(1+sqrt t)), so that the second one is completely monotone")
    row("-z^2*log(1+z^2)", [5], "F-C-0K-D+", "minus a function of order 2")
    for f, dims, why in (("0.3*z - sqrt(z)", [2], "at small frequencies +0.3z decides"), ("0.3*sqrt(z) - z", [2], "at large frequencies +0.3 sqrt z decides"), ("z^4 - z^3", [3], "-z^3; z^4 is a polynomial in z^2"),
                         ("(1+z)^3 - 1", [2], "at large frequencies 3z decides"), ("-sqrt(1+z^4)", [1, 3], "branch points at exp(i pi/4): a spectrum that oscillates")):
        row(f, dims, "F-C-0K-D+", why)
    row("z^4 + z^3", [3], "F-C-0K+", "z^3 has order 2, z^4 is a polynomial in z^2")
    row("3 - z^1.5", [3, 16], "F-P-C-K+A+", "3 - 2^0.75 > 0, the other coefficients of -(1-u)^0.75 are positive")
    row("1.68 - z^1.5", [3], "F-P-C-K+A-S+", "2^0.75 = 1.6818; the mean over S^2 is 2^3.5/7 = 1.616")
    row("1.6 - z^1.5", [3], "F-P-C-K+A-S-", "the mean of z^1.5 over S^2 is 2^3.5/7 = 1.616")
    row("1.1463 - asinh(z)", [3, 8], "F-P-C-K+A+", "asinh(sqrt 2) = 1.14622, asinh(sqrt t) is a Bernstein function")
    row("1.1462 - asinh(z)", [2], "F-P-C-K+A-S+", "asinh(sqrt 2) = 1.14622; the mean over S^1 is smaller")


def more_supports():
    about("Buhmann, Math. Comp. 70, 2001; Bohman, Ark. Mat. 4, 1961; Gneiting, J. Multivariate Anal. 83, 2002")
    buhmann = "z<1 ? 1 - 12*z^2 + 32*z^3 - 21*z^4 + 12*z^4*log(z) : 0"
    row(buhmann, [3], "P+z", "Buhmann's function")
    row(buhmann, [4, 8], "F+P-zv", "exponent 4 at 1, cusp z^3: the wave is the larger one")
    bohman = "z<1 ? (1-z)*cos(pi*z)+sin(pi*z)/pi : 0"
    row(bohman, [1], "P+z", "spectrum (1+cos w)/(pi^2-w^2)^2")
    row(bohman, [2, 3], "F+P-zv", "exponent 3 at 1, cusp z^3: the wave is the larger one")
    row("wendland(3,1)*cos(3*z)", [1], "P+z", "a product"), row("wendland(3,1)*J0(5*z)", [2], "P+z", "a product"), row("max(0,1-z)^4*(1+4*z)*sin(7*z)/(7*z)", [3], "P+z", "a product")
    row("askey(2)*exp(-z)", [3], "P+z", "a product"), row("max(0,1-z)^2*exp(-z)*(1+z^2)^(-1/2)", [2], "P+z", "a product")
    row("circular(1.5)*exp(-z^2/8)", [2], "P+z", "a product")
    row("z<1 ? (1-z)^2.001 : 0", [5], "F+P-zv", "(1-z)^l is positive definite in R^d exactly for l >= (d+1)/2, and exponent 2.001 > (d-1)/2")
    row("max(0,1-z)^2", [5, 6], "jz", "exponent 2 <= (d-1)/2")
    for d in (6, 7): row("abs(z-1)^3*exp(-z)", [d], "C-A-"+("F+" if d == 6 else "j"), "exponent 3 at 1, against (d-1)/2")
    row("max(1,z)^(-2)", [1, 2], "F+ovC-", "constant near 0; exponent 1 > (d-1)/2"), row("max(1,z)^(-2)", [3, 8], "joC-", "a kink: exponent 1 = (3-1)/2")
    row("min(1,1/z)", [1], "F+ovC-", "constant near 0; a kink, and decay 1/z"), row("min(1,1/z)", [4], "joC-", "a kink")
    row("min(exp(-z),exp(-2*z)+0.1)", [3, 5], "jC-", "a kink where exp(-z)-exp(-2z) = 0.1")
    row("abs(cos(z))", [1], "F+P-K-C-A-", "2/pi + (4/pi) sum (-1)^(n+1) cos(2nz)/(4n^2-1): negative atoms")
    row("abs(cos(z))", [3], "jC-A-S-", "a kink at pi/2: no cusp at 0, so that its wave decides on spheres, too")
    row("1-abs(sin(z))", [1], "P+C-", "1-2/pi + (4/pi) sum cos(2nz)/(4n^2-1)")
    row("1-abs(sin(z))", [3], "jC-", "a kink at pi")
    row("max(exp(-z),1/3)", [1], "P+C-A-", "convex, decreasing to 1/3; a kink at log 3 < 2"), row("max(exp(-z),1/3)", [3], "jC-A-S-", "a kink at log 3 < 2: its wave is larger than the cusp's on S^2")
    row("max(exp(-z),1/3)", [2], "F+P-K-C-A-S+", "in the plane the kink's wave is larger than the cusp's; convex in theta on the circle")


def more_spheres():
    about("Schoenberg, Duke Math. J. 9, 1942; Gneiting, Bernoulli 19, 2013; Xu, Cheney, Proc. AMS 116, 1992")
    for d in (2, 3): jump("1/(1.25-u) - 1.3", [d], "A-"+("S+" if d == 2 else "S-"), "the mean of 1/(1.25-u) is 4/3 over S^1, log(9)/2 = 1.0986 over S^2")
    for d in (2, 3): jump("-log(1.25-u)", [d], "A-"+("S+" if d == 2 else "S-"), "on the circle 2 sum r^n cos(n theta)/n with r = 1/2, of mean 0; over S^2 the mean is -0.086")
    for d in (3, 5, 6): jump("(5*u^3-3*u)/2 + 0.429*u", [d], "A-"+("S+" if d <= 5 else "S-"), "7.5/(d+2) - 1.071 >= 0")
    for d in (8, 44, 45): jump("u^5 - 0.2*u^3 + u", [d], "A-"+("S+" if d <= 44 else "S-"), "the coefficient of degree 3 is 10/(d+6) - 0.2, 0 for d = 44")
    jump("(35*u^4-30*u^2+3)/8 + 0.2*(3*u^2-1)/2 + 1", [3], "A-S+", "P_4 + 0.2 P_2 + 1")
    jump("(35*u^4-30*u^2+3)/8 + 0.2*(3*u^2-1)/2 + 1", [8], "A-S-", "the coefficient of degree 2 has the sign of 4.375*6/(d+4) - 3.45, negative for d = 8")
    jump("u^2*(2-u^2)", [3, 16], "A-S-", "the coefficient of degree 4 is negative")
    for d in (3, 64): jump("exp(2*u)-2.001*u^2", [d], "A-S+", "the coefficient of u^2 is -0.001, u^4 adds more than that in degree 2")
    for f, dims, why in (("exp(2*u)-1.999*u^2", [3], "power series"), ("0.64/(1.36-1.2*u)^(3/2)", [3, 5], "Poisson kernel of S^2, a negative power"), ("exp(-sqrt(theta))", [2, 16], "completely monotone in theta"),
                         ("(1+theta)^(-2)*exp(-theta/3)", [3], "completely monotone in theta"), ("1/(1+log(1+theta))", [4], "completely monotone in theta"), ("exp(-theta)*cos(theta)", [3], "a product with u"),
                         ("2-theta+theta^2/(2*pi)", [3, 8], "(pi/2+asin u)^2/(2pi) + 2 - pi/2"), ("sin(theta)+(pi/2-theta)*cos(theta)", [2, 8], "1 + u^2/2 + ...: pi times the arc-cosine kernel without its linear term"),
                         ("(1+u)^3*exp(u/2)+0.1", [5], "a product and a sum"), ("ntk*exp(u)+1", [3], "a product and a sum"), ("cosh(u)^2*asin(u)^2+1", [3], "a product"), ("1/(2-u)^0.3/(3-u)^2", [16], "a product of negative powers"),
                         ("log((2+u)/(2-u))+2", [3], "2 artanh(u/2) + 2"), ("(1-0.5*u)^(-1.5)*(1-0.2*u^2)^(-1)", [64], "a product of negative powers")):
        jump(f, dims, "A+", why)
    for f, dims, why in (("sin(theta)+(pi/2-theta)*cos(theta)-0.001*cos(theta)", [2, 8], "an even function minus 0.001u"), ("(1+theta)*exp(-theta)", [2, 3, 8], "1 - theta^2/2 + theta^3/3: the kink at the antipode is of lower order"),
                         ("1/(1+theta^1.001)", [3], "the kink at the antipode decides"), ("(1+theta+theta^2/3)*exp(-theta)", [3], "the kink at the antipode decides"), ("theta<pi/2 ? 1 : 0", [2, 3], "a jump"),
                         ("exp(u)-1.01*sinh(u)", [3, 8], "odd coefficients are negative"), ("1/(2-u)-1/(2+u)*1.0001", [3], "even coefficients are negative")):
        jump(f, dims, "A-S-", why)
    row("theta<pi/2 ? 1-2*theta/pi : 0", [2], "zvS+P-F+", "(1-2 theta/pi)_+, Polya on the circle; at z = sqrt 2 a kink, and its wave is larger than the cusp's")
    row("theta<pi/2 ? 1-2*theta/pi : 0", [3, 4], "zjS-", "the kink's wave is larger than the cusp's")
    row("1-sin(theta)^4", [3], "jcA-S-", "2u^2-u^4; a jump at 2")


# ---------------------------------------------------------------- the table


def old_rows():
    seen = set()
    for path in glob.glob(HERE+"/../known*.json"):
        if "algebra" in path: continue
        for r in json.load(open(path))["rows"]: seen.add((r["formula"].replace(" ", ""), r["dim"]))
    return seen


def decide_by_numbers():
    """a coefficient of the wrong sign by a wide margin refutes what was not stated"""
    witnesses = {}
    for r in rows:
        f, d, e = r["formula"], r["dim"], r["expect"]
        w = witnesses.setdefault(f, Witness(KERNELS[f]))
        flat = any(b < 2 for b in breaks(f))
        if "pd-sphere" not in e and d > 1 and w.gegenbauer(d) < -1e-8: e["pd-sphere"] = False; r["why"] += "; a Gegenbauer coefficient of degree <= 40 is negative"
        if "pd-all-spheres" not in e and (e.get("pd-sphere") is False or not flat and w.maclaurin() < -1e-15): e["pd-all-spheres"] = False; r["why"] += "; a Maclaurin coefficient is negative"
        if e.get("pd-sphere") is False: e.setdefault("pd", False)
        r["expect"] = {c: e[c] for c in NAMES.values() if c in e}


def main():
    global rows
    completely_monotone(), conditional(), compact(), spheres()
    more_mixtures(), more_conditional(), more_supports(), more_spheres()
    seen, kept = old_rows(), []
    for r in rows:
        key = r["formula"].replace(" ", ""), r["dim"]
        if key not in seen: kept.append(r)
        seen.add(key)
    dropped, rows = len(rows)-len(kept), kept
    if "--stated" not in sys.argv:
        decide_by_numbers()
        compare()
    for c in complaints: print(c, file=sys.stderr)
    print("%d rows, %d dropped as known" % (len(rows), dropped), file=sys.stderr)
    for c in NAMES.values():
        e = [r["expect"][c] for r in rows if c in r["expect"]]
        print("%-22s %d rows, %d false" % (c, len(e), e.count(False)), file=sys.stderr)
    if "--report" in sys.argv:
        for r in rows:
            lack = [c for c in NAMES.values() if c not in r["expect"]]
            if lack: print(r["formula"], r["dim"], "no truth for", lack, file=sys.stderr)
    json.dump({"about": "Kernels as an analyst builds them, written down by someone who had read no rule; made by testdata/gen/known_algebra.py.", "rows": rows}, sys.stdout, indent=1, ensure_ascii=False)
    print()


if __name__ == "__main__": main()
