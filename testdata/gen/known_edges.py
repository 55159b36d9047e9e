"""Rows of known_edges.json: families with a known critical parameter or dimension, at it, a little below
and a little above; and values at single points, singularities of several strengths, respelled constants.
Every answer follows from the sentence in `why`, from what one claim says of another (closure) and, for the
spheres and where `why` ends with (computed), from a negative Gegenbauer or Maclaurin coefficient found here
with NumPy and mpmath. What is true is compared with Gram matrices, coefficients and derivatives.
Nothing of krein is asked (python3 known_edges.py > ../known_edges.json).
"""
import glob
import json
import os
import re
import sys
from fractions import Fraction as F
from math import factorial

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
import mpmath as mp
import numpy as np
from scipy import special

np.seterr(all="ignore")
FM, PD, CM, PS, PA, CP, PO = ORDER = ("finite-mass", "pd", "completely-monotone", "pd-sphere", "pd-all-spheres",
                                      "conditionally-pd", "positive-decomposition")
KEY = dict(fm=FM, pd=PD, cm=CM, ps=PS, pa=PA, cp=CP, po=PO)
rows, problems = [], []


def problem(text): problems.append(text)

# ---------------------------------------------------------------- the language, as NumPy and mpmath

SPELLINGS = {"²": "^2", "³": "^3", "⁴": "^4", "⁻¹": "^-1", "⁻²": "^-2", "−": "-", "·": "*", "×": "*", "≤": "<=", "≥": ">=", "₊": "_+",
             "**": "^", "θ": "theta", "arccos": "acos", "arcsin": "asin", "arctan": "atan", "ln(": "log(", "&&": " and "}


def positive_part(s):
    """(x)_+ as max(0, x)"""
    while "_+" in s:
        end = i = s.index("_+")-1
        depth = 1
        while depth:
            i -= 1
            depth += (s[i] == ")")-(s[i] == "(")
        s = s[:i]+"max(0,"+s[i+1:end+1]+s[end+3:]
    return s


def top(s, c):
    """the first c of s outside parentheses, or -1"""
    depth = 0
    for i, x in enumerate(s):
        depth += (x == "(")-(x == ")")
        if x == c and depth == 0: return i
    return -1


def python(s, exact):
    for a, b in SPELLINGS.items(): s = s.replace(a, b)
    while s.startswith("let "):
        name, value = s[4:s.index(";")].split("=", 1)
        s = re.sub(r"\b%s\b" % name.strip(), lambda _: "(%s)" % value.strip(), s[s.index(";")+1:].strip())
    s = re.sub(r"gaussian\((\w+)\)", r"exp(-z^2/(2*\1^2))", s)
    return translate(positive_part(s), exact)


def translate(s, exact):
    q = top(s, "?")
    if q >= 0:
        c = top(s[q+1:], ":")+q+1
        parts = [translate(x.strip(), exact) for x in (s[:q], s[q+1:c], s[c+1:])]
        return ("(%s if %s else %s)" % (parts[1], parts[0], parts[2])) if exact else "where(%s, %s, %s)" % tuple(parts)
    # a conditional inside parentheses
    out, i = "", 0
    while i < len(s):
        if s[i] == "(":
            depth, j = 1, i
            while depth:
                j += 1
                depth += (s[j] == "(")-(s[j] == ")")
            inner = s[i+1:j]
            out += "("+(translate(inner, exact) if "?" in inner else inner)+")"
            i = j
        else: out += s[i]
        i += 1
    s = out
    if " and " in s and not exact: s = "(%s)" % ")&(".join(s.split(" and "))
    s = s.replace("^", "**")
    if exact and "N(" not in s: s = re.sub(r"(?<![\w.'])(\d+\.?\d*(?:e[-+]?\d+)?)", r"N('\1')", s)
    return s.strip()


def many(op):
    def f(*a):
        r = a[0]
        for x in a[1:]: r = op(r, x)
        return r
    return f


def numpy_of(formula):
    names = {n: getattr(np, n) for n in "exp log sqrt sin cos tan sinh cosh tanh where pi abs e sign".split()}
    names.update(acos=np.arccos, asin=np.arcsin, atan=np.arctan, erf=special.erf, erfc=special.erfc, gamma=special.gamma, besselj=special.jv,
                 besseli=special.iv, besselk=special.kv, max=many(np.maximum), min=many(np.minimum), J0=special.j0, J1=special.j1, step=lambda x: np.heaviside(x, 1))
    code = compile(python(formula, False), formula, "eval")

    def f(z, th=None):
        z = np.asarray(z, dtype=float)
        def at(z, th):
            th = 2*np.arcsin(np.minimum(z/2, 1)) if th is None else th
            return np.broadcast_to(eval(code, names, {"z": z, "u": np.cos(th), "theta": th}), z.shape)+0.0
        r = at(z, th)
        return np.where(np.isfinite(r), r, at(z+1e-5, th)) if (z == 0).any() else r
    return f


def on_sphere(formula): return bool(re.search(r"\bu\b|\btheta\b|θ", formula))


def mpmath_of(formula):
    names = {n: getattr(mp, n) for n in "exp log sqrt sin cos tan sinh cosh tanh pi acos asin atan erf erfc gamma besselj besseli besselk e sign".split()}
    names.update(N=mp.mpf, max=max, min=min, abs=abs, J0=lambda x: mp.besselj(0, x), J1=lambda x: mp.besselj(1, x), step=lambda x: mp.mpf(x >= 0))
    code = compile(python(formula, True), formula, "eval")

    def f(z=None, u=None):
        if z is None: z = mp.sqrt(2-2*u)
        else: u = 1-z*z/2
        return mp.mpf(eval(code, names, {"z": z, "u": u, "theta": mp.acos(u) if abs(u) <= 1 else None}))
    return f


# ---------------------------------------------------------------- computed signs

GL = np.polynomial.legendre.leggauss(16)


def gegenbauer(formula, d, breaks, n=80):
    """normalised coefficients, relative to the integral of |f P_n|: (signs that count)"""
    f = numpy_of(formula)
    ends = sorted(set(np.concatenate([np.linspace(0, np.pi, 400), np.geomspace(1e-7, .01, 30), np.pi-np.geomspace(1e-7, .01, 30)] +
                                     [[2*np.arcsin(b/2)] for b in breaks if 0 < b < 2])))
    ends = np.array(ends)
    th = ((ends[1:]+ends[:-1])[:, None]/2+np.diff(ends)[:, None]/2*GL[0]).ravel()
    w = (np.diff(ends)[:, None]/2*GL[1]).ravel()*np.sin(th)**(d-2)
    v, u = f(2*np.sin(th/2), th)*w, np.cos(th)
    out, p, q = [], np.ones_like(u), u.copy()
    for i in range(n):
        out.append((v*p).sum()/np.abs(v*p).sum())
        # P_n(1) = 1: (i+1+d-3) P_{i+2} = (2i+2+d-2) u P_{i+1} - (i+1) P_i, as n = i+1
        p, q = q, ((2*(i+1)+d-2)*u*q-(i+1)*p)/(i+1+d-2)
    return np.array(out)


def maclaurin(formula, n=16):
    """coefficients at u = 0 with 40 digits or more"""
    with mp.workdps(60):
        f = mpmath_of(formula)
        return mp.taylor(lambda u: f(u=u), 0, n)


def gram_least(formula, d):
    """the least eigenvalue of Gram matrices, relative to the largest"""
    f, rng, worst = numpy_of(formula), np.random.default_rng(7), 0
    for scale in (.3, 1, 3):
        x = np.arange(60)[:, None]*scale/4 if d == 1 else rng.normal(size=(60, d))*scale/max(1, (d/3)**.5)
        z = np.sqrt(((x[:, None]-x[None])**2).sum(-1))
        g = np.where(z <= 2, f(np.minimum(z, 2)), 0) if on_sphere(formula) else f(z)
        w = np.linalg.eigvalsh(g)
        worst = min(worst, w[0]/max(abs(w[-1]), 1e-300))
    return worst


def monotone(formula):
    """whether (-1)^n (k(sqrt t))^(n) >= 0 at some points, n <= 10"""
    with mp.workdps(60):
        f = mpmath_of(formula)
        return all((-1)**n*c > -mp.mpf(10)**-25 for t in ("0.11", "0.9", "3.7", "21") for n, c in enumerate(mp.taylor(lambda s: f(mp.sqrt(s)), mp.mpf(t), 10)))


# ---------------------------------------------------------------- rows

def closure(e, d, continuous):
    """what one claim says of another; a contradiction is an error of this file"""
    def put(k, v):
        assert e.get(k, v) == v, (k, e)
        e[k] = v
    for _ in range(4):
        if e.get("cm") and continuous:
            for k in ("pd", "pa"): put(k, True)
        if e.get("pa"): put("ps", True)
        if e.get("pd"):
            for k in ("ps", "cp", "po"): put(k, True)
            if continuous: put("fm", True)
        if e.get("fm"): put("po", True)
        if e.get("po") is False: put("fm", False)
        if e.get("ps") is False or e.get("cp") is False: put("pd", False)
        if e.get("ps") is False: put("pa", False)
        if continuous and e.get("fm") is False: put("pd", False)
        if continuous and (e.get("pd") is False or e.get("pa") is False): put("cm", False)
    if e.get("fm") and "cp" not in e and "pd" in e: put("cp", e["pd"])  # no negative atom at 0 in the rows that do not say so


def R(formula, dims, why, source, breaks=(), continuous=True, look=True, exact_ps=None, **truth):
    """rows for each dimension; truths are values or functions of d; atoms and limits below 0 give cp themselves"""
    for d in dims if isinstance(dims, (list, tuple)) else [dims]:
        e = {k: (v(d) if callable(v) else v) for k, v in truth.items()}
        e = {k: bool(v) for k, v in e.items() if v is not None}
        note = why(d) if callable(why) else why
        if d == 1:  # S^0 is two points
            with mp.workdps(60):
                f = mpmath_of(formula)
                try: first = f(z=mp.mpf(0))
                except (ZeroDivisionError, ValueError, TypeError): first = f(z=mp.mpf(10)**-20)
                e["ps"] = bool(abs(f(z=mp.mpf(2))) <= first+mp.mpf(10)**-12)
        if exact_ps is not None and d > 1: e["ps"] = bool(exact_ps(d))
        try:
            closure(e, d, continuous)
            if look: note = computed(formula, d, e, note, breaks, continuous)
            closure(e, d, continuous)
        except (AssertionError, ArithmeticError, ValueError, TypeError) as x:
            problem("%s in R^%d: %r" % (formula, d, x))
            continue
        rows.append({"formula": formula, "dim": d, "expect": {KEY[k]: e[k] for k in KEY if k in e}, "why": note, "source": source})


def computed(formula, d, e, note, breaks, continuous):
    found = False
    if d > 1:
        a = gegenbauer(formula, d, breaks)
        n = int(a[:60].argmin())
        negative = a[n] < -1e-8
        if negative and e.get("ps"): problem("%s in R^%d: coefficient %d is %g" % (formula, d, n, a[n]))
        if negative and "ps" not in e: e["ps"], found = False, True
    if e.get("pa") is not False and not (on_sphere(formula) and e.get("pa") is None and breaks):
        c = maclaurin(formula)
        least = min(range(len(c)), key=lambda n: c[n]*mp.mpf(2)**n)
        negative = c[least] < -mp.mpf(10)**-22
        if negative and e.get("pa"): problem("%s: Maclaurin coefficient %d is %s" % (formula, least, mp.nstr(c[least])))
        if negative: e["pa"], found = False, True
    if e.get("pd") and d <= 16 and continuous:
        g = gram_least(formula, d)
        if g < -1e-7: problem("%s in R^%d: an eigenvalue %g" % (formula, d, g))
    if e.get("cm") and continuous and not monotone(formula): problem("%s: not completely monotone" % formula)
    return note+" (computed)" if found else note


def FLAT(formula, dims, why, source, **more):
    """k(0) - k(z) = o(z^2): with nonnegative coefficients or density off 0 the second moment would be 0"""
    R(formula, dims, why+"; k(0)-k(z) = o(z²), so that a nonnegative density off 0 or nonnegative coefficients would have second moment 0", source,
      **{**dict(fm=True, pd=False, cm=False, pa=False, cp=False, ps=lambda d: None if d == 1 else False), **more})


def BUMP(formula, dims, why, source, **more):
    """|k(z)| > k(0) somewhere in (0, 2]"""
    R(formula, dims, why+"; |k(z)| > k(0) at a z ≤ 2", source, **{**dict(pd=False, cm=False, pa=False, ps=lambda d: None if d == 1 else False), **more})


def COMPACT(formula, dims, alpha, pd, why, source, b=None, **more):
    """a continuous kernel of compact support whose strongest singularity off 0 has the exponent alpha: finite mass and a decomposition where alpha > (d-1)/2"""
    R(formula, dims, why, source, breaks=[b] if b else [], **{**dict(fm=lambda d: alpha > (d-1)/2, po=lambda d: alpha > (d-1)/2, pd=pd, cp=pd, cm=False, pa=False if b and b < 2 else None), **more})


ASKEY = "Askey (1973); Golubov (1981): (1-z)_+^a on R^d exactly for a ≥ (d+1)/2"
ZAST = "Zastavnyi, J. Approx. Theory 2006: (1-z)^{m+k} times Wendland's polynomial exactly for m ≥ (d+1)/2+k"
CHILES = "Chilès & Delfiner, Geostatistics (2012), 2.5; Yaglom (1987)"
FOURIER = "Fourier transforms of Erdélyi et al. (1954); Bochner"
SCHOENBERG = "Schoenberg (1938)"
SPHERES = "Schoenberg (1942); Gneiting, Bernoulli 2013"
SPECTRUM = "singularities and tails of radial transforms: Erdélyi, Asymptotic expansions (1956)"
WEND = "Wendland, Scattered Data Approximation (2004), ch. 8"
BERN = "Schilling, Song & Vondraček, Bernstein Functions (2012)"


def compact_families():
    ask = lambda a: (lambda d: a >= (d+1)/2)
    for formula, a, b, dims in (("let h = max(0, 1 − z/1.5); h*sqrt(h)", 1.5, 1.5, [2, 3]), ("max(1 - 0.8*z, 0)^1.49", 1.49, 1.25, [1, 2]),
                                ("pow(max(0, 1-z/1.5), 2.0)", 2, 1.5, [3, 4]), ("((1.5-z)_+/1.5)^1.99", 1.99, 1.5, [3]), ("((1.5-z)₊/1.5)^2.01", 2.01, 1.5, [3]),
                                ("z ≤ 3/4 ? (1-4*z/3)^3 : 0", 3, .75, [5, 6, 8]), ("z < 3/4 ? (1-4*z/3)^2.995 : 0", 2.995, .75, [5]),
                                ("max(0, 1-2*z/sqrt(8))^(9/2)", 4.5, 2**.5, [8, 9]), ("(max(0, sqrt(2)-z)/sqrt(2))^4.4999", 4.4999, 2**.5, [8]),
                                ("max(0, 1-z/1.9)^8.5", 8.5, 1.9, [16]), ("max(0, 1-z/1.9)^8.45", 8.45, 1.9, [16]), ("max(0, 1-z/1.9)^32.5", 32.5, 1.9, [64]),
                                ("max(0, 1-z/1.9)^32.4", 32.4, 1.9, [64]), ("z < e/2 ? 1 - 2*z/exp(1) : 0", 1, 1.35914, [1, 2, 3]),
                                ("z < 1 ? (1-z)^0.999 : 0", .999, 1, [1])):
        COMPACT(formula, dims, a, ask(a), "Askey's power %g" % a, ASKEY, b=b, look=max(dims) < 10)
    for mu, k, formula, dims in ((2.5, 1, "(max(0,1-z))^3.5*(1+3.5*z)", [2, 3]), (2.4, 1, "max(1-z,0)^3.4*(1+3.4*z)", [2]), (2.9, 1, "(1-z)_+^3.9*(1+3.9*z)", [3]),
                                 (3.5, 1, "let r = z/1.2; (1-r)_+^4.5*(1+4.5*r)", [4, 5]), (4, 1, "let r = z/1.2; max(0,1-r)^5*(5*r+1)", [5, 6]),
                                 (3.5, 2, "let r = z/1.6; (1-r)_+^5.5*(1+5.5*r+9.75*r^2)", [2, 3]), (4, 2, "let r = z/1.6; max(0, 1-r)^6*(35*r² + 18*r + 3)/3", [3, 4]),
                                 (3.9, 2, "let r = z/1.6; (1-r)_+^5.9*(1+5.9*r+(5.9^2-1)/3*r^2)", [3])):
        b = 1 if k == 1 and "let" not in formula else 1.2 if k == 1 else 1.6
        COMPACT(formula, dims, mu+k, lambda d: mu >= (d+1)/2+k, "Wendland's function with μ = %g, κ = %d" % (mu, k), ZAST, b=b)
    wave = "the wave from the support's end, ω^{-(d+1)/2-a}, exceeds that of the cusp, ω^{-d-b}, where a < (d-1)/2+b"
    for formula, a, beta, b, dims in (("max(0, 1-z^1.5)^1.4", 1.4, 1.5, 1, [1, 2]), ("(1-z^1.9)_+^1.8", 1.8, 1.9, 1, [1, 4]), ("(1-z^0.5)_+^1.2", 1.2, .5, 1, [3, 4]), ("max(0, 1-z^1.1)^2", 2, 1.1, 1, [3, 5])):
        COMPACT(formula, dims, a, False, wave, SPECTRUM, b=b)
    mono = "1-s)_+^a is [a+1]-times monotone and stays so with z^b, b ≤ 1, for s: order [d/2]+2 suffices"
    for formula, a, dims in (("max(0, 1-sqrt(z))^2", 2, [3]), ("(1-z^0.9)_+^3", 3, [5]), ("max(0, 1-z^(1/3))^2", 2, [2]), ("max(0, 1 - sqrt(z))", 1, [1])):
        COMPACT(formula, dims, a, True, "("+mono, "Williamson (1956); Gneiting, Proc. AMS 1999", b=1)
    COMPACT("max(0, 1-sqrt(z))", [2, 3, 4], 1, lambda d: None if d == 2 else False, wave, SPECTRUM, b=1)
    for formula, a, b, dims in (("max(1-z²/2, 0)", 1, 2**.5, [2, 3]), ("(2-z^2)_+^1.01", 1.01, 2**.5, [3]), ("max(0, 9-z^2)^3.5/3^7", 3.5, 3, [7, 8]), ("z < 1 ? (1-z²)^0.5 : 0", .5, 1, [1, 2]),
                                ("max(1-z²/2, 0)^50", 50, 2**.5, [1, 64])):
        COMPACT(formula, dims, a, False, "the density is a Bessel function of order d/2+a: its sign changes", "Sonine; "+FOURIER, b=b, look=a < 20)
    COMPACT("max(0, 1-z) - max(0, 1-2*z)/1000", 1, 1, False, "sinc²(ω/4)(cos²(ω/4)-1/2000)", FOURIER, b=1)
    COMPACT("max(0, 1-2*z) - max(0, 1-z)/2", 1, 1, True, "sinc²(ω/4)(1-cos²(ω/4))/2", FOURIER, b=1)
    COMPACT("max(0, 1-2*z) - 0.505*max(0, 1-z)", 1, 1, False, "sinc²(ω/4)(0.5-0.505cos²(ω/4))", FOURIER, b=1)
    COMPACT("z < 3/2 ? 1 - z + 4*z^3/27 : 0", [3, 4], 2, lambda d: d <= 3, "the spherical covariance: a double zero at the end, a cusp z", CHILES, b=1.5)
    R("z <= 3/2 ? 1 - z + 0.149*z^3 : 0", [1, 3], "a jump at 3/2", SPECTRUM, breaks=[1.5], fm=False, po=False, pd=False, cp=False, cm=False, pa=False)
    COMPACT("z < 1 ? (acos(z) - z*sqrt(1-z^2))/acos(0) : 0", [2, 3, 4], 1.5, lambda d: d <= 2, "the circular covariance: two discs; exponent 3/2 at its end", CHILES, b=1)
    COMPACT("max(0, 1-z)*cos(pi*z)", 1, 1, True, "a product of two on the line", FOURIER, b=1)
    COMPACT("z < 1 ? (1-z)*cos(pi*z) + sin(pi*z)/pi : 0", [1, 2, 3, 4], 3, lambda d: d == 1, "Bohman's function, an autocorrelation on the line; its density has double zeros, and a measure ≥ 0 on R^d, d ≥ 2, none in the projection", "Bohman (1960)", b=1)


def gaussians():
    poly = lambda c: (lambda d: 0 <= c <= F(2, d))
    for formula, c, dims in (("exp(-z^2)*(1-2*z²/5)", F(2, 5), [5, 6]), ("(1-z^2/4)*exp(-z²)", F(1, 4), [8, 9, 64]), ("(32-z^2)/32*exp(-z^2)", F(1, 32), [64, 65]), ("(1-0.4002*z^2)*exp(-z^2)", F(4002, 10000), [2, 5]),
                             ("exp(-z²)*(1+0.001*z^2)", F(-1, 1000), [1, 3]), ("exp(-z^2)*(1-2*z^2)", F(2), [1, 2]), ("exp(-z^2)*(1-z^2/2)", F(1, 2), [4, 5]), ("exp(-z^2)*(1-0.501*z^2)", F(501, 1000), [4])):
        R(formula, dims, lambda d: "density e^{-t}(1-c(d/2-t)), t = ω²/4, c = %s; on spheres (1-2c)+cn ≥ 0" % c, FOURIER, pd=poly(c), fm=True, cm=False, pa=0 <= c <= F(1, 2))
    FLAT("(1+z^2)*exp(-z^2)", [1, 3, 16], "1-z^4/2", FOURIER)

    def quartic(a, b, d):
        p = [1-a*F(d, 2)+b*F(d*(d+2), 4), a-b*(d+2), b]  # in t = ω²/4
        least = p[0] if p[1] >= 0 else p[0]-p[1]**2/(4*p[2])
        return least >= 0
    for formula, a, b, dims in (("(1-z^2)^2*exp(-z^2)", F(2), F(1), [1, 2, 3]), ("exp(-z^2)*(1-2*z^2+1.01*z^4)", F(2), F(101, 100), [2]), ("exp(-z^2)*(1-2*z^2+0.99*z^4)", F(2), F(99, 100), [2]),
                                ("(1-4*z^2+2*z^4)*exp(-z²)", F(4), F(2), [1]), ("(1-4*z^2+2.01*z^4)*exp(-z²)", F(4), F(201, 100), [1]), ("exp(-z²)·(1 − 4·z²/3 + 2·z⁴/3)", F(4, 3), F(2, 3), [3, 4]),
                                ("exp(-z²)*(3 - 3.99*z² + 2*z⁴)", F(133, 100), F(2, 3), [3])):
        R(formula, dims, "the density is e^{-t} times an exact quadratic in t = ω²/4", FOURIER, pd=lambda d: quartic(a, b, d), fm=True, cm=False)

    # differences: of a narrow and a wide Gaussian the worst frequency is 0
    diff = lambda c, s: (lambda d: c*s**d <= 1)
    for formula, c, s, dims in (("exp(-z^2) - 0.125*exp(-z^2/4)", .125, 2, [3, 4]), ("exp(-z^2) - 0.1256*exp(-z^2/4)", .1256, 2, [3, 2]), ("exp(-z^2) - exp(-3/2)*exp(-z^2/4)", 0.22313016, 2, [2, 3, 8]),
                                ("exp(-z^2) - 0.224*exp(-(z/2)^2)", .224, 2, [2, 8]), ("81*exp(-z^2) - exp(-(z/3)²)", 1/81, 3, [4, 5]), ("81*exp(-z²) - 1.004*exp(-(z/3)²)", 1.004/81, 3, [4]),
                                ("256*gaussian(1) - gaussian(2)", 1/256, 2, [8, 9]), ("255*gaussian(1)-gaussian(2)", 1/255, 2, [8])):
        # e^{-z²}: coefficients 2^n/n! e^{-2}; e^{-z²/s²}: (2/s²)^n/n! e^{-2/s²}
        h = 2 if "gaussian" not in formula else 1
        pa = c*np.exp(h-h/s**2) <= 1+1e-6
        if "exp(-3/2)" in formula: pa = True
        R(formula, dims, "densities e^{-ω²/4} and s^d e^{-s²ω²/4}: worst at ω = 0, c s^d ≤ 1; on all spheres worst in degree 0", FOURIER, pd=diff(c, s), fm=True, cm=False, pa=bool(pa))
    for formula, dims in (("exp(-z^2) - 1e-6*exp(-4*z^2)", [1, 5]), ("exp(-z^2/2) - exp(-8*z^2)/500", [3])):
        R(formula, dims, "the narrow Gaussian has the wider density: negative for large ω", FOURIER, pd=False, fm=True, cm=False, pa=False)
    for formula, c, dims in (("exp(-z^2)*cos(sqrt(2)*z)", 1, [1, 2, 3]), ("exp(-z^2)*cos(sqrt(8)*z/2)", 1, [3]), ("exp(-z^2)*cos(1.42*z)", 1.008, [3, 1]), ("exp(-z²/2)*cos(z)", 1, [3]), ("exp(-z²/2)*cos(1.003*z)", 1.006, [3]), ("exp(-z²/2)*cos(0.997*z)", .99, [3])):
        R(formula, dims, "on the line a sum of two Gaussians at ±c; on R^3 -1/ω times its derivative: one peak exactly for c² ≤ 2 (of e^{-z²})", FOURIER, pd=lambda d: True if d == 1 else c <= 1 if d == 3 else c <= 1 or None, fm=True, cm=False)


def exponentials():
    hole = lambda c: (lambda d: d*np.arctan(c) <= np.pi/2+1e-12)
    for formula, c, dims in (("exp(-2*z)*cos(2*z)", 1, [1, 2, 3]), ("exp(-z)*cos(1.004*z)", 1.004, [2, 1]), ("exp(-3*z)*cos(sqrt(3)*z)", 3**-.5, [3, 4]), ("exp(-z)*cos(0.58*z)", .58, [3]), ("exp(-z)*cos(0.5773*z)", .5773, [3]),
                             ("exp(-z)*cos((sqrt(2)-1)*z)", 2**.5-1, [4, 5]), ("exp(-z)*cos(0.4143*z)", .4143, [4]), ("exp(-z)*cos((2-sqrt(3))*z)", 2-3**.5, [6]), ("exp(-z)*cos(0.27*z)", .27, [6]),
                             ("exp(-z)*cos(tan(pi/10)*z)", np.tan(np.pi/10), [5]), ("exp(-z)*cos(tan(acos(0)/16)*z)", np.tan(np.pi/32), [16]), ("exp(-z)*cos(0.0995*z)", .0995, [16])):
        R(formula, dims, "the density is Re p(p²+ω²)^{-(d+1)/2}, p = 1-ic, worst at ω = 0: exactly for d·arctan c ≤ π/2", CHILES, pd=hole(c), fm=True, cm=False)
    for formula, c, dims in (("(1-z/3)*exp(-z)", F(1, 3), [3, 4]), ("exp(-z)*(1-0.334*z)", F(334, 1000), [3, 2]), ("exp(-z)·(1 − z/8)", F(1, 8), [8, 9]), ("exp(-z)*(1-0.126*z)", F(126, 1000), [8]), ("exp(-z)*(1-z)", F(1), [1, 2]), ("exp(-z)*(1-1.005*z)", F(1005, 1000), [1])):
        R(formula, dims, "density (1-cd + (1+c)ω²)(1+ω²)^{-(d+3)/2}", FOURIER, pd=lambda d: c*d <= 1, fm=True, cm=False)
    for formula in ("exp(-z)*(1+0.995*z)", "(1+z)/exp(z)*0.5+exp(-z)*(1+z/2)/2"):
        R(formula, [2, 16], "density 1+cd+(1-c)ω² over (1+ω²)^{(d+3)/2}, 0 ≤ c ≤ 1, for every d", FOURIER, cm=True)
    BUMP("exp(-z)*(1+1.005*z)", [1, 3, 16], "slope +0.005 at 0", FOURIER, fm=True, cp=False)
    for formula, c, dims in (("exp(-z)*(1+z+z^2/3)*1.0", F(1, 3), [5]), ("exp(-z)*(1+z+0.334*z^2)", F(334, 1000), [1, 5]), ("exp(-z)*(1+z-z^2/5)", F(-1, 5), [5, 6]), ("exp(-z)*(1+z-0.2005*z^2)", F(-2005, 10000), [5]), ("exp(-z)*(1+z+0.3*z²)", F(3, 10), [7])):
        R(formula, dims, "density (1-3c)S+c(d+3) over S^{(d+5)/2}, S = 1+ω²: exactly for -1/d ≤ c ≤ 1/3", FOURIER, pd=lambda d: F(-1, d) <= c <= F(1, 3), fm=True, cm=0 <= c <= F(1, 3))
    lemma = "e^{-sz}-c e^{-asz}, a > 1, has a density of one sign on every R^d for c ≤ 1/a; f is a mixture of e^{-sz}"
    for formula, dims in (("3*exp(-z) - exp(-3*z)", [2, 16]), ("exp(-z) - exp(-pi*z)/pi", [4]), ("2/(1+z)^1.5 - (1+2*z)^-1.5", [3]), ("2*exp(z)*erfc(sqrt(z)) - exp(2*z)*erfc(sqrt(2*z))", [2]), ("2*log((2+z)/(1+z)) - log((2+2*z)/(1+2*z))", [3]),
                          ("log(1+exp(-z))", [1, 3, 8]), ("let s = sqrt(z); 2*exp(-s) - exp(-sqrt(2)*s)", [2]), ("(1-exp(-z))/z - (1-exp(-4*z))/(16*z)", [3])):
        R(formula, dims, lemma, BERN, cm=True)
    for formula, dims in (("2.99*exp(-z) - exp(-3*z)", [2, 16]), ("1.99/(1+z)^1.5 - (1+2*z)^-1.5", [1, 3]), ("1.995*log((2+z)/(1+z)) - log((2+2*z)/(1+2*z))", [3]), ("exp(-z) - exp(-3.1416*z)*0.31831*1.001", [4])):
        BUMP(formula, dims, "the slope at 0 is positive", BERN, fm=True, cp=False)
    for formula, c, dims in (("exp(-z) - exp(-z/2)/8", .125, [3, 4]), ("exp(-z) - 0.1253*exp(-z/2)", .1253, [3, 2]), ("1024*exp(-2*z) - exp(-z)", 2**-10, [10, 11]), ("1020*exp(-2*z) - exp(-z)", 1/1020, [10])):
        R(formula, dims, "densities with the ratio c a^{-d} at ω = 0, a = 1/2, where it is worst: exactly for c ≤ 2^{-d}", FOURIER, pd=lambda d: c*2**d <= 1, fm=True, cm=False)
    R("8*(1+z)*exp(-z) - (1+2*z)*exp(-2*z)", [3, 8], "densities of Matérn 3/2: a³(a²+ω²)^{-(d+3)/2}, ratio worst at ∞: c ≤ a^{-3}", FOURIER, cm=True)
    R("7.96*(1+z)*exp(-z) - (1+2*z)*exp(-2*z)", [3, 8], "densities of Matérn 3/2: a³(a²+ω²)^{-(d+3)/2}, ratio worst at ∞: c ≤ a^{-3}", FOURIER, pd=False, fm=True, cm=False, pa=False, ps=lambda d: False)
    R("8*(1+z)*exp(-z) - (1+z/2)*exp(-z/2)", [3, 4], "Matérn 3/2: worst at 0: c ≤ 2^{-d}", FOURIER, pd=lambda d: d <= 3, fm=True, cm=False)
    R("1/(1+exp(z))", [1, 2, 7], "Σ(-1)^{n+1} n e^{-n²x} > 0, x > 0: e^{-nz} as a mixture of Gaussians", BERN, cm=True)
    R("exp(-1+exp(-z))", [3], "a power series in exp(-z) with coefficients ≥ 0", BERN, cm=True)
    BUMP("exp(-exp(-z))", [1, 3], "it grows; limit 1", BERN, fm=True, cp=False)
    R("gamma(1+z)/gamma(1.5+z)", [1, 3], "a beta integral: a mixture of e^{-sz}", BERN, cm=True)
    BUMP("1/gamma(1+z)", [1, 3], "slope 0.577 at 0; entire, decays faster than exponentials", BERN, fm=True, cp=False)
    R("exp(z^2)*erfc(z)", [3], "Mittag-Leffler of order 1/2: completely monotone in z", BERN, cm=True)


def powers():
    for formula in ("exp(-z^2.01)", "exp(-abs(z/1.3)^2.005)", "1/(1+z^2.02)^3", "(1+z^(21/10))^(-10/21)", "1/cosh(z^2)", "exp(1-sqrt(1+z^4))", "1-(z^2/(1+z^2))^1.01", "1/(1+z^4)", "exp(-z^2*tanh(z^0.01))"):
        FLAT(formula, [2] if "tanh" not in formula else [3], "exponent above 2 at 0", SCHOENBERG)
    FLAT("exp(-z^2.0001)", [1, 64], "exponent above 2 at 0", SCHOENBERG)
    for formula in ("exp(-z^1.99)", "exp(-abs(z/1.3)^1.995)", "1/(1+z^1.98)^3", "(1+z²)⁻¹ · exp(-z^2)", "1-(z^1.9/(1+z^1.9))^0.9", "1-(z^2/(1+z^2))^0.99", "exp(1-(1+z^1.9)^0.9)"):
        R(formula, [2] if "1.99" in formula else [3], "completely monotone of a Bernstein function of z²", BERN, cm=True)
    # rational functions
    for formula, c, dims in (("(1-z^2)/(1+z^2)^2", 1, [1, 2, 3]), ("(1-1.01*z^2)/(1+z^2)^2", 1.01, [1]), ("(1+1.01*z^2)/(1+z^2)^2", -1.01, [1, 3]), ("(1+0.99*z^2)/(1+z^2)^2", -.99, [1, 3, 9]), ("(1-0.001*z^2)/(1+z^2)^2", .001, [1, 3])):
        R(formula, dims, "on the line e^{-ω}((1+c)(1+ω)/2-c), on R^3 e^{-ω}((1+c)ω/2-c)/ω; Laplace e^{-s}((1+c)s-c)", FOURIER, fm=True, cm=-1 <= c <= 0, pd=lambda d: -1 <= c <= 1 if d == 1 else True if -1 <= c <= 0 else False if d >= 3 or abs(c) > 1 else None)
    for formula, c, dims in (("1/(1+z^2) - 0.5/(1+z^2/4)", .5, [1, 2]), ("1/(1+z^2) - 0.503/(1+z^2/4)", .503, [1]), ("1/(1+z²) − 1/(4+z²)", .25, [1, 2, 3, 8]), ("1/(1+z^2) - 1.002/(4+z^2)", .2505, [1, 2, 3])):
        R(formula, dims, "densities e^{-ω}-2c e^{-2ω} (d = 1), K_0(ω)-4cK_0(2ω) (d = 2), (e^{-ω}-4c e^{-2ω})/ω (d = 3); Laplace e^{-s}-4c e^{-4s}", FOURIER, fm=True, cm=c <= .25, pd=lambda d: c <= (.5 if d == 1 else .25))
    R("1/(1+z^2) - 0.001/(1+4*z^2)", [1, 3], "e^{-ω}-0.0005e^{-ω/2} is negative for ω > 15.3", FOURIER, fm=True, pd=False, cm=False)
    R("1/sqrt(1+z²) − 1/sqrt(4+z²)", [1, 3], "Laplace s^{-1/2}(e^{-s}-e^{-4s})", BERN, cm=True)
    R("1/sqrt(1+z^2) - 1.002/sqrt(4+z²)", [1, 4], "a tail -0.002/z: an integrable density that is negative at 0, or growing like ω^{1-d}", FOURIER, fm=True, pd=False, cm=False)
    # hyperbolic quotients
    prod = "a product of a²+(1-a²)/(1+t/x²), t = z²"
    R("cosh(z)/cosh(1.001*z)", [1, 4], prod, BERN, cm=True)
    R("sinh(0.999*z)/sinh(z)", [3], prod, BERN, cm=True)
    R("cosh(1.001*z)/cosh(z)", [1, 3], "it grows exponentially", BERN, pd=False, fm=False, cp=False, cm=False, po=True, ps=lambda d: None if d == 1 else False)
    R("sinh(2*z)/sinh(z)/2/cosh(z)", [5], "the constant 1", BERN, cm=True)
    R("z/sinh(z) - 1/100", [1, 3], "limit -1/100, a density that is positive; on the spheres the coefficient of degree 0 is k(√2)-1/100 > 0", BERN, pd=False, fm=True, cp=True, pa=True)
    R("tanh(z)/z - 0.6284", [2, 5], "limit below 0; tanh(√2)/√2 = 0.62808 < 0.6284, the coefficient of degree 0", BERN, pd=False, fm=True, cp=True, pa=False)
    R("tanh(z)/z - 0.628", [5], "limit below 0; tanh(√2)/√2 = 0.62808 > 0.628", BERN, pd=False, fm=True, cp=True, pa=True)
    for formula, pa, dims in (("exp(-z) - exp(-sqrt(2))", True, [2, 16]), ("exp(-z) - 0.2432", False, [1, 3, 64]), ("exp(-z^2/2) - exp(-1)", True, [4]), ("exp(-z^2/2) - 1/2.718", False, [4]), ("1/(1+z²) − 1/3", True, [3]), ("1/(1+z²) − 0.334", False, [3, 2])):
        up = "limit below 0 and a completely monotone rest; f is convex in u, so that its mean on each sphere is ≥ f(0) = k(√2): degree 0 decides all spheres"
        ps = True if pa else lambda d: None if d == 1 else mean(formula, d) > 0
        R(formula, dims, up, SPHERES, pd=False, fm=True, cp=True, pa=pa, ps=ps)


def flat(formula):
    """whether k(z) is constant or grows at first"""
    f = numpy_of(formula)
    return bool(f(np.float64(.3)) >= f(np.float64(0)))


def mean(formula, d): return float(gegenbauer(formula, d, [], 1)[0])


def bessel():
    lam = lambda top: "J_{n+ν}(c√2) ≥ 0 for all n is all spheres: c√2 ≤ %s" % top
    for formula, n, pa, top_name, dims in (("cos(pi*z/sqrt(8))", 1, True, "π/2", [1, 2, 5]), ("cos(1.112*z)", 1, False, "π/2", [1, 2]), ("sin(pi*z/sqrt(2))/(pi*z/sqrt(2))", 3, True, "π", [3, 4]), ("sin(2.23*z)/z", 3, False, "π", [3]),
                                           ("besselj(0, 1.7*z)", 2, True, "2.404826", [2, 3]), ("J0(1.701*z)", 2, False, "2.404826", [2]), ("J1(2*z)/z", 4, True, "3.83", [4, 5])):
        inside = lambda d: d <= n
        R(formula, dims, "Λ_%d: an atom on R^%d, a density below, no measure above; " % (n, n)+lam(top_name), SCHOENBERG, pa=pa, fm=inside, pd=inside, cp=inside, po=True, cm=False)
    R("cos(z) - 0.001", 1, "atoms at ±1 and a negative one at 0", SCHOENBERG, fm=True, pd=False, cp=True, cm=False)
    R("0.001 + cos(z)", [1, 2, 3], "cos is no transform of a measure on R^d, d ≥ 2 (projections are absolutely continuous)", SCHOENBERG, fm=lambda d: d == 1, pd=lambda d: d == 1, cp=lambda d: d == 1, cm=False, po=True, pa=True)
    R("sin(z)/z - 1e-3", [3, 2], "an atom or density off 0 that is positive, and a negative atom at 0; J_{n+1/2}(√2) > 0", SCHOENBERG, fm=True, pd=False, cp=True, cm=False, pa=True)
    R("sin(z)/z - 0.6984", [3], "the same; sin(√2)/√2 = 0.69846", SCHOENBERG, fm=True, pd=False, cp=True, cm=False, pa=True)
    R("sin(z)/z - 0.6985", [3, 5], "sin(√2)/√2 = 0.69846 < 0.6985", SCHOENBERG, fm=lambda d: d <= 3, pd=False, cp=lambda d: d <= 3, po=True, cm=False, pa=False)
    R("(1-cos(z))/z^2", [1, 3, 5, 6], "sinc²: on R^5 the density has a positive atom at ω = 1, on R^6 a power (1-ω)^{-3/2}", FOURIER, fm=lambda d: d <= 5, pd=lambda d: d <= 5, cp=lambda d: d <= 5, cm=False, po=True)
    R("J0(z)^2", [2, 3, 4], "on the line K(√(1-ω²/4)), decreasing with a jump at 2: a measure ≥ 0 on R^3; on R^4 the decay 1/z is too slow", FOURIER, fm=lambda d: d <= 3, pd=lambda d: d <= 3, cp=lambda d: d <= 3, cm=False, po=True)
    R("J0(z)*sin(z)/z", [2, 3, 5], "on the line the arcsine law on an interval of length 2, decreasing; on R^5 the decay z^{-3/2} is too slow", FOURIER, fm=lambda d: d <= 3, pd=lambda d: d <= 3, cp=lambda d: d <= 3, cm=False, po=True)
    R("cos(z)*J0(z)", [1, 3], "on R^3 the decay z^{-1/2} is too slow", FOURIER, fm=lambda d: d <= 1, pd=lambda d: d <= 1, cp=lambda d: d <= 1, cm=False, po=True)
    R("0.5*cos(z) + 0.5*cos(sqrt(2)*z) - 0.01*cos(2*z)", 1, "a negative atom at 2", "almost periodic functions, Bohr", fm=True, pd=False, cp=False, cm=False)
    R("cos(z)^3", [1, 2], "3/4 cos z + 1/4 cos 3z", "almost periodic functions, Bohr", fm=lambda d: d == 1, pd=lambda d: d == 1, cp=lambda d: d == 1, po=True, cm=False)
    R("1-sin(z)^4", 1, "5/8 + cos(2z)/2 - cos(4z)/8", "almost periodic functions, Bohr", fm=True, pd=False, cp=False, cm=False)


def conditional():
    S = WEND
    zero = dict(fm=False, pd=False, cm=False, po=True, pa=False, ps=lambda d: None if d == 1 else False)
    ok = lambda *a: [R(f, dims, why, S, cp=True, look=False, **zero) for f, dims, why in a]
    no = lambda *a: [R(f, dims, why, S, cp=False, look=False, **zero) for f, dims, why in a]
    rule = "(-1)^{⌈p/2⌉} z^p, p no even number, (-1)^{k+1} z^{2k} log z; k(0) = 0 and k is no constant; it grows"
    large, small = "the leading term at ω → ∞ is negative", "the leading term at ω → 0 is negative"
    ok(("-z^1.9999", [2], rule), ("z^3.999", [3], rule), ("-z^5.001", [2], rule), ("z^2.0001", [1, 3], rule), ("-(z^4.0001)", [3], rule), ("z^3 - z", [2, 3], "both terms positive"), ("z^3 - z^5", [3], "both terms positive"), ("-z^4*log(z) + z^2*log(z)", [2], "both terms positive"),
       ("z^2*ln(z) - z", [2], "both terms positive"), ("-sqrt(z) - log(1+z)", [4], "both terms positive"), ("z^2*log(z^2) + 5*z^2", [2], "z² has no spectrum off 0"), ("z³ − 2·z² − sqrt(z)", [3], "both terms positive; z² has no spectrum off 0"))
    no(("-z^2.0001", [2, 16], rule), ("z^1.9999", [2], rule), ("-z^3.999", [3], rule), ("z^4.0001", [3], rule), ("z^3 + z", [2, 3], large), ("z^3 + 1e-6*z^0.5", [1], large), ("-z - z^3/1000", [3], small), ("z^4*log(z)", [3], rule), ("-z^2*log(z)", [2], rule), ("z^2*log(z) + z/100", [2], large),
       ("-z^4*log(z) - z^2*log(z)", [2, 3], large), ("-sqrt(z) + 0.001*z", [3], small), ("z^5 - z^3", [3], "the leading term at ω → 0 is negative, that of z^5"), ("exp(z) - 1", [2], "exponential growth"), ("cosh(z) - 1", [1], "exponential growth"))
    free = dict(fm=False, pd=False, cm=False, po=True)
    for f, dims, cp, why in (("-z - exp(-z)", [1, 3], True, "density ω^{-d-1} - (1+ω²)^{-(d+1)/2} > 0"), ("-z - 1.01*exp(-z)", [2, 3], False, large), ("-z - 0.99*exp(-z)", [2], True, "density ω^{-d-1} - 0.99(1+ω²)^{-(d+1)/2} > 0"), ("exp(-z) - 0.001*z", [3], True, "both positive"), ("exp(-z) + z/1000", [3], False, small),
                             ("log(1+z) - log(1+2*z)", [1, 3], True, "∫(e^{-sz}-1)(e^{-s/2}-e^{-s})/s ds"), ("1.01*log(1+z) - log(1+2*z)", [3], False, small), ("0.99*log(1+z) - log(1+2*z)", [3], True, "∫(e^{-sz}-1)(e^{-s/2}-0.99e^{-s})/s ds"),
                             ("log(1+2*z) - log(1+z)", [3], False, "the negative of one"), ("(1+z^2)^1.5 - sqrt(1+z²)", [2], True, "two multiquadrics of the right sign"), ("(1+z^2)^1.5 + sqrt(1+z²)", [2, 3], False, large+": K_ν(ω) times ω^{-1/2} against ω^{-3/2}"),
                             ("-(1+z^2)^0.999", [3], True, "a multiquadric"), ("(1+z^2)^1.001", [3], True, "a multiquadric"), ("-(1+z^2)^1.001", [3], False, "the negative of a multiquadric"), ("(1+z²)^0.999", [3], False, "the negative of a multiquadric"),
                             ("-z/tanh(z)", [2], True, "√t coth √t is a Bernstein function"), ("z/tanh(z)", [2], False, "the negative of one"), ("-log(cosh(z))", [3], True, "log cosh √t is a Bernstein function"), ("-sqrt(z^2+z)", [3], True, "√(z²+z) is the root of a sum of Bernstein functions of t = z²")):
        bounded = f.startswith("log(1+2*z) -") or f.startswith("log(1+z) -")
        R(f, dims, why, S, cp=cp, **({**free, "fm": True} if bounded else free), ps=lambda d: None if d == 1 or f.startswith("exp") else False, pa=None if f.startswith("exp") else False, look=f.startswith("exp"))


def polynomial(coefs, d):
    """whether Σ c_m u^m has nonnegative Gegenbauer coefficients on S^{d-1}, exactly"""
    lam1 = F(d-2, 2)+1
    def rising(k):
        r = F(1)
        for i in range(k): r *= lam1+i
        return r
    for n in range(max(coefs)+1):
        if sum(F(c)*factorial(m)/(F(2)**m*factorial((m-n)//2)*rising((m+n)//2)) for m, c in coefs.items() if m >= n and (m-n) % 2 == 0) < 0: return False
    return True


def spheres():
    gone = "; as a function on R^d it ends in a jump at 2"
    jump = dict(fm=False, po=False, pd=False, cp=False, cm=False)
    for formula, c, dims in (("u^2 - 1/3", {2: 1, 0: F(-1, 3)}, [2, 3, 4]), ("u² − 0.3334", {2: 1, 0: F(-3334, 10000)}, [3]), ("u^3 - 0.5*u", {3: 1, 1: F(-1, 2)}, [4, 5, 3]), ("u^3 - 0.501*u + 1", {3: 1, 1: F(-501, 1000), 0: 1}, [4]), ("u^4 - u^2/2 + 1/64", {4: 1, 2: F(-1, 2), 0: F(1, 64)}, [3, 4, 8]),
                             ("1 + u + u^2 - u^5/1000", {0: 1, 1: 1, 2: 1, 5: F(-1, 1000)}, [3]), ("(1+u)^8 - 70.001*u^4", None, [3, 16]), ("(1+u)^8 - 70*u^4", None, [3]), ("(0.5+u)^3", None, [2, 3]), ("(u-0.01)^4", None, [3]), ("(u-0.01)^2 + 0.02*u", None, [3]), ("u^64", {64: 1}, [2, 64]),
                             ("35*u^4 - 30*u^2 + 3", {4: 35, 2: -30, 0: 3}, [2, 3, 4]), ("8*u^4-8*u^2+1", {4: 8, 2: -8, 0: 1}, [2, 3]), ("(4*u^2-1)*(u+2)", None, [4, 5])):
        if c is None:
            import sympy
            x = sympy.symbols("u")
            p = sympy.Poly(sympy.nsimplify(eval(formula.replace("^", "**"), {"u": x}), rational=True).expand(), x)
            c = {m[0]: F(int(v.p), int(v.q)) for m, v in p.terms()}
        assert sum(v*(-1)**m for m, v in c.items()) != 0
        R(formula, dims, "a polynomial: exact coefficients"+gone, SPHERES, pa=all(v >= 0 for v in c.values()), exact_ps=lambda d: polynomial(c, d), look=False, **jump)
    for formula, p, c, dims in (("(1+u)^3", 3, {0: 1, 1: 3, 2: 3, 3: 1}, [6, 7]), ("(1+u)*u^2", 1, {2: 1, 3: 1}, [2, 3]), ("(1+u)^2*(2-u)", 2, {0: 2, 1: 3, 3: -1}, [3, 4])):
        # (1+u)^2 (2-u) = 2 + 3u - u^3
        R(formula, dims, "a polynomial with a zero of order %d at u = -1; on R^d it has no cusp at 0, so that the wave from 2 decides" % p, SPHERES, pa=all(v >= 0 for v in c.values()), exact_ps=lambda d: polynomial(c, d), fm=lambda d: p > (d-1)/2, po=lambda d: p > (d-1)/2, pd=False, cp=False, cm=False, look=False)
    # one negative coefficient far out
    def series(coef, n0, change, d, terms=60):
        c = {m: coef(m) for m in range(terms)}
        c[n0] = c.get(n0, 0)+change
        return polynomial({m: v for m, v in c.items() if v}, d)
    e = lambda m: F(1, factorial(m))
    for formula, coef, n0, ch, dims in (("exp(u) - 1e-32*u^30", e, 30, -F(1, 10**32), [3, 16]), ("exp(u) - 3.7e-33*u^30", e, 30, -F(37, 10**34), [3]), ("exp(u) - 0.0001986*u^7", e, 7, -F(1986, 10**7), [3, 64]), ("exp(u) - 0.0001984*u^7", e, 7, -F(1984, 10**7), [3]), ("cosh(u) + sinh(u) - u^11/11000000", e, 11, -F(1, 11000000), [2])):
        R(formula, dims, "e^u has 1/n! in degree %d; the rest of its series (beyond degree 60 below 1e-80) enters the coefficients on a sphere" % n0+gone, SPHERES, pa=coef(n0)+ch >= 0, exact_ps=lambda d: series(coef, n0, ch, d), look=False, **jump)
    for formula, dims, pa in (("1/(2-u) - u^12/8192", [3, 5], True), ("1/(2-u) - u^12/8190", [3, 5], False), ("1/(1.5-u) - 0.08779150*u^5", [4], True)):
        r = F(2) if "2-u" in formula else F(3, 2)
        n0, ch = (12, -F(1, int(formula.split("/")[-1]))) if r == 2 else (5, -F(8779150, 10**8))
        g = lambda m: r**-(m+1)
        R(formula, dims, "a geometric series; its positive rest only adds"+gone, SPHERES, pa=g(n0)+ch >= 0, exact_ps=lambda d: series(g, n0, ch, d, 120) or None, look=False, **jump)
    # powers of 1-u
    for formula, pa, ps in (("1-(1-u)^0.3", True, True), ("0.999-(1-u)^0.3", False, None), ("(1-u)^1.5 + 1.5*u - 1", True, True), ("(1-u)^1.5 + 1.49*u", False, None), ("1.5*u-(1-u)^1.5", False, None), ("sqrt(2) - sqrt(1-u) - 0.5", False, None)):
        R(formula, [3, 8] if pa else [4], "the binomial series: -(1-u)^p has coefficients ≥ 0 from degree 1 on for p < 1, (1-u)^p from degree 2 on for 1 < p < 2"+gone, SPHERES, pa=pa,
          ps=ps if ps else (lambda d: True if formula.startswith("0.999") and mean(formula, d) > 1e-6 else None), **jump)
    for formula, a, dims in (("1 - sin(theta/2)^1.9", 1.9, [2, 3, 16]), ("1 − sin(θ/2)²", 2, [2, 4]), ("1 - sin(theta/2)", 1, [1, 3, 8])):
        R(formula, dims, "1-((1-u)/2)^{a/2}: the binomial series; on R^d a simple zero at 2, whose wave exceeds the cusp's z^a, a > 1-(d-1)/2, or meets no cusp" if a != 1 else "Askey's function of z/2, power 1", SPHERES, fm=lambda d: d < 3, po=lambda d: d < 3,
          pd=lambda d: a == 1 and d == 1, cp=lambda d: a == 1 and d == 1, cm=False, pa=True)
    FLAT("1 - sin(theta/2)^2.01", [2, 3], "1-(z/2)^2.01, to 0 at 2", SPHERES, fm=lambda d: d < 3, po=lambda d: d < 3, ps=False)
    # cut powers
    for formula, n, dims in (("(1-theta/pi)^2", 2, [2, 3, 16]), ("max(0, 1-theta/pi)", 1, [1, 3]), ("(1-θ/(2*acos(0)))^3", 3, [4])):
        R(formula, dims, "(1/2+arcsin(u)/π)^n: coefficients ≥ 0; at z = 2 a power n/2, whose wave exceeds the cusp's for n < d+1", SPHERES, pa=True, fm=lambda d: n > d-1, po=lambda d: n > d-1, pd=lambda d: False if n < d+1 else None, cp=lambda d: False if n < d+1 else None, cm=False)
    for formula, n, c, dims in (("max(0, 1-theta/3.14)^2", 2, 3.14, [3, 4, 5]), ("max(0, 1-theta/3)", 1, 3, [2, 3]), ("max(0, 1-theta/3)^1.4", 1.4, 3, [3]), ("(1-θ/2)_+^2", 2, 2, [4, 5]), ("(1-θ)_+^3", 3, 1, [4, 6, 7]), ("max(0, 1-2*theta/pi)^1.9", 1.9, np.pi/2, [4])):
        z0 = 2*np.sin(c/2)
        R(formula, dims, "a cut power of θ: on S^{d-1} for n ≥ d/2 where d ≤ 4 (Askey's on R^3), not for n < d/2 (wave against cusp); on R^d not for n < (d+1)/2", "Gneiting, Bernoulli 2013", breaks=[z0],
          pa=False, cm=False, fm=lambda d: n > (d-1)/2, po=lambda d: n > (d-1)/2, pd=lambda d: False if n < (d+1)/2 else None, cp=lambda d: False if n < (d+1)/2 else None,
          ps=lambda d: False if n < d/2 else True if d <= 4 and n >= 2 or d == 2 and n >= 1 else None)
    R("1-theta/3.2", [2, 3], "1-π/6.4+arcsin(u)/3.2"+gone, SPHERES, pa=True, **jump)
    R("1-theta/(pi/2)", [2, 3], "2arcsin(u)/π: the coefficient of degree 0 is 0"+gone, SPHERES, pa=True, **jump)
    R("1-theta/1.57", [3], "2/1.57·(0.785-π/4)+arcsin(u)/1.57 has a mean just below 0"+gone, SPHERES, pa=False, ps=False, **jump)
    R("(1-theta/pi)^2 - 1/3", [2, 3], "4/π² Σ cos(nθ)/n² on the circle; on S² the mean is below 1/3"+gone, SPHERES, pa=False, ps=lambda d: d == 2, **jump)
    R("(1-theta/pi)^2 - 0.334", [2], "4/π² Σ cos(nθ)/n² and a negative mean"+gone, SPHERES, pa=False, ps=False, **jump)
    R("cos(0.99*theta)", [2, 3], "the coefficient of degree 2 on the circle is a multiple of sin(0.99π)/(0.99²-4)"+gone, SPHERES, ps=lambda d: False if d == 2 else None, **jump)
    R("sin(theta)", [2, 3], "0 at θ = 0; a power 1/2 at z = 2", SPHERES, ps=False, fm=False, po=False, pd=False, cm=False, cp=False)
    R("cos(theta/2)", [1, 2, 3], "√((1+u)/2) = √(1-z²/4): a power 1/2 at z = 2", SPHERES, fm=lambda d: d < 2, po=lambda d: d < 2, pd=False, cp=False, cm=False, pa=False)


def points():
    S = SPECTRUM
    for formula, a, dims in (("exp(-abs(z-1))", 1, [1, 2, 3]), ("exp(-z)*abs(1-z)^1.01", 1.01, [2, 3]), ("exp(-z^2)*abs(z-1)^0.01", .01, [1, 2]), ("abs(1-z^2)^3*exp(-z^2)", 3, [6, 7]), ("1/(1+abs(z-1)^1.5)", 1.5, [3, 4]), ("exp(-z)*abs(cos(pi/2)+1-z)^3.5", 3.5, [7, 8]), ("min(1, 1/z)", 1, [1, 2, 3]), ("exp(-max(z, 1))", 1, [2, 3])):
        R(formula, dims, "the exponent %g at z = 1 and smooth elsewhere; finite mass and a decomposition where it exceeds (d-1)/2; its wave, against a cusp z at most, is the larger where a < (d+1)/2" % a, S, breaks=[1], fm=lambda d: a > (d-1)/2, po=lambda d: a > (d-1)/2,
          pd=lambda d: False if a < (d+1)/2 or "z^2" in formula or flat(formula) else None, cp=lambda d: False if a < (d+1)/2 or "z^2)" in formula else None, cm=False, pa=False)
    for formula, dims, po, why in (("z == 1 ? 0 : exp(-z)*log(abs(1-z))", [1, 3], False, "unbounded at z = 1"), ("z == 1 ? 0 : exp(-z)*(1-z)^2*log(abs(1-z))", [4, 5], lambda d: d < 5, "exponent 2 with a logarithm at z = 1: ω^{(d-7)/2}, integrable for d < 5")):
        R(formula, dims, why, S, breaks=[1], fm=po, po=po, pd=False, cm=False, pa=False, cp=False if po is False else None, look=False)
    R("sqrt(abs(z-1))", [1, 2], "a root at 1, and growth", S, breaks=[1], fm=False, pd=False, cm=False, pa=False, po=lambda d: d < 2, cp=False)
    R("sign(1-z)*exp(-z)", [1, 3], "a jump at 1", S, breaks=[1], fm=False, po=False, pd=False, cm=False, pa=False, cp=False)
    R("step(1-z)*(1-z)", [1, 2, 3], "Askey's power 1", ASKEY, breaks=[1], look=False, fm=lambda d: d < 3, po=lambda d: d < 3, pd=lambda d: d == 1, cp=lambda d: d == 1, cm=False, pa=False)
    R("z == 0 ? 1.001 : exp(-z)", [1, 3], "a nugget 0.001", CHILES, continuous=False, look=False, fm=False, pd=True, cm=True, pa=True, ps=True, cp=True, po=True)
    R("z == 0 ? 0.999 : exp(-z)", [2, 3], "exp(-z) and a nugget -0.001", CHILES, continuous=False, look=False, fm=False, pd=False, cm=True, pa=False, ps=False, cp=False, po=True)
    R("z == 1 ? exp(-1) : exp(-z)", [3], "the value at 1 is that of exp(-z)", SCHOENBERG, look=False, cm=True)
    R("z == 1 ? 0.3679 : exp(-z)", [1, 2], "another value at z = 1 than exp(-1) = 0.367879…; on the line a multiple of 1 at ±1, the transform of a cosine on the discrete line", "Bochner, for the discrete group", look=False, fm=False, pd=False, cm=False, pa=False, cp=False, po=lambda d: True if d == 1 else None)
    R("z == 0 ? 1 : (1-exp(-z))/z", [3], "∫_0^1 e^{-sz} ds with its limit at 0", BERN, look=False, cm=True)
    R("z == 0 ? 1 : sin(z)/z", [3, 4], "Λ_3 with its limit at 0", SCHOENBERG, look=False, fm=lambda d: d <= 3, pd=lambda d: d <= 3, cp=lambda d: d <= 3, po=True, cm=False, pa=True)
    R("(exp(-z)-exp(-sqrt(8)*z))/z", [2], "∫ e^{-sz} ds from 1 to 2√2", BERN, cm=True)
    R("(sqrt(8) - 2*sqrt(2))*z^2 + exp(-z)", [3], "√8 = 2√2: exp(-z)", BERN, cm=True)
    R("exp(-z) + (exp(1)-2.718281828459045)*z^2", [3], "e > 2.718281828459045: it grows; z² has no spectrum off 0", BERN, fm=False, pd=False, cm=False, po=True, cp=True)
    R("exp(-z²) + sqrt(2)*sqrt(3) - sqrt(6)", [4], "√2√3 = √6", SCHOENBERG, cm=True)
    R("cos(acos(0)*z)", [1, 2], "cos(πz/2): negative at z = √2 as a function of u", SCHOENBERG, fm=lambda d: d == 1, pd=lambda d: d == 1, cp=lambda d: d == 1, po=True, cm=False, pa=False)
    R("exp(-z)*(z < 2 ? 1 : 0)", [1, 3], "a jump at 2; at antipodes, z = 2, the value is 0 and not that of exp(-z): no continuous function of u", S, breaks=[2], fm=False, po=False, pd=False, cm=False, cp=False, look=False, ps=lambda d: d == 1, pa=False)
    R("z < 1 ? exp(-z) : z <= 2 ? exp(-1)*(2-z)^0.5 : 0", [2], "a root at z = 2", S, breaks=[1], fm=False, po=False, pd=False, cm=False, cp=False, pa=False, look=False)
    R("z < 1 ? 1-z^2/2 : exp(-z)", [1], "a jump at 1", S, breaks=[1], fm=False, po=False, pd=False, cm=False, cp=False, pa=False, look=False)


def extremes():
    """what no float can see"""
    for formula, pd, dims in (("exp(-z)*cos(0.57735026918962576450*z)", True, 3), ("exp(-z)*cos(0.57735026918962576451*z)", False, 3)):
        R(formula, dims, "1/√3 = 0.577350269189625764509…", CHILES, pd=pd, fm=True, cm=False)
    for formula, dims, pd in (("exp(-z^2) - 0.1250000000000000000001*exp(-z^2/4)", 3, False), ("exp(-z^2) - 0.1249999999999999999999*exp(-z^2/4)", 3, True)):
        R(formula, dims, "densities in the ratio 8c at ω = 0, and less elsewhere", FOURIER, pd=pd, fm=True, cm=False, pa=True)
    R("1/exp(z^2.000000001)", [2, 64], "exponent above 2 at 0: see exp(-z^2.01)", SCHOENBERG, pd=False, fm=True, cm=False, pa=False, ps=False, cp=False, look=False)
    R("1/exp(z^1.999999999)", [2, 64], "exponent below 2", SCHOENBERG, look=False, cm=True)
    BUMP("3/exp(z) - 1.00000000001/exp(3*z)", [2], "slope 3e-11 at 0", BERN, fm=True, cp=False, look=False)
    R("3/exp(z) - 0.99999999999/exp(3*z)", [2], "densities 3/S^p and 3(1-1e-11)/(S+8)^p", BERN, cm=True)
    for formula, pd in (("(max(0, 3/2-z)*2/3)^1.9999999999", False), ("(max(0, 3/2-z)*2/3)^2.0000000001", True)):
        COMPACT(formula, 3, 2, pd, "Askey's power against (d+1)/2 = 2", ASKEY, b=1.5, fm=True, po=True)
    R("exp(-z²)*(1-z²/2.0000000001)", 4, "c < 2/d = 1/2", FOURIER, pd=True, fm=True, cm=False, pa=True)
    R("exp(-z²)*(1-z²/1.9999999999)", 4, "c > 2/d = 1/2; degree 0 is (1-2c) < 0 on all spheres", FOURIER, pd=False, fm=True, cm=False, pa=False, look=False)
    R("-z - 1.0000000001/exp(z)", [2], "the leading term at ω → ∞ is negative", WEND, fm=False, pd=False, cm=False, po=True, cp=False, look=False, ps=False, pa=False)
    for formula, pa in (("cos(1.1107207345395915617*z)", True), ("cos(1.1107207345395915618*z)", False)):
        R(formula, 1, "an atom; π/√8 = 1.11072073453959156175…", SCHOENBERG, fm=True, pd=True, cp=True, cm=False, pa=pa, look=False)
    jump = dict(fm=False, po=False, pd=False, cm=False, cp=False)
    for formula, ps in (("3*u^2 - 0.999999999999999999999", True), ("3*u^2 - 1.000000000000000000001", False)):
        R(formula, 3, "3u²-1 is 2P_2; a jump at 2", SPHERES, pa=False, ps=ps, look=False, **jump)
    for formula, pa in (("exp(u) - 3.76998762881590564e-33*u^30", True), ("exp(u) - 3.76998762881590565e-33*u^30", False)):
        R(formula, 3, "1/30! = 3.769987628815905643…e-33; a jump at 2. On S² the higher even degrees add to degree 30", SPHERES, pa=pa, ps=True, look=False, **jump)
    R("1/(1+z^2) - 1.0000001/(4+z^2)", [2, 3], "K_0(ω)-4cK_0(2ω), negative for log(1/ω) near 10^7; (e^{-ω}-4c e^{-2ω})/ω", FOURIER, fm=True, pd=False, cm=False, look=False)
    # values and ends far out, or tiny
    R("exp(-z) + (z == sqrt(3) ? 1e-9 : 0)", [2, 3], "a measurable positive definite function is continuous but for a part that is 0 almost everywhere and positive definite itself: 0 at 0, hence 0", "Crum (1956)", fm=False, pd=False, cm=False, cp=False, pa=False, ps=False, look=False)
    R("z > 1e6 ? 0 : exp(-z)", [1, 3], "a jump of exp(-1000000) at 1000000; on [0,2] it is exp(-z)", SPECTRUM, fm=False, po=False, pd=False, cm=False, cp=False, ps=True, pa=True, look=False, continuous=False)
    R("exp(-z) + 1e-30*max(0, z-1000)", [1, 2, 3], "a kink at 1000, growth; on [0,2] it is exp(-z)", SPECTRUM, fm=False, po=lambda d: d < 3, pd=False, cm=False, cp=False, ps=True, pa=True, look=False)
    R("min(exp(-z), exp(-1000))", [1, 2, 3], "a constant up to 1000, then less: not positive definite on R^d, but a constant on the spheres", SPECTRUM, fm=lambda d: d < 3, po=lambda d: d < 3, pd=False, cm=False, cp=False, ps=True, pa=True, look=False)
    R("max(exp(-z), 1e-9)", [1, 2, 3], "convex: Pólya on the line; the kink at 9 log 10 beats the cusp for d ≥ 2; on [0,2] it is exp(-z)", "Pólya (1949); "+SPECTRUM, fm=lambda d: d < 3, po=lambda d: d < 3, pd=lambda d: d == 1, cm=False, cp=lambda d: d == 1, ps=True, pa=True, look=False)
    R("exp(-z) - 1e-20*exp(-z/100)", [3, 10, 11], "densities in the ratio 1e-20·100^d at ω = 0, where it is worst", FOURIER, pd=lambda d: d <= 10, fm=True, cm=False)
    R("exp(-z^2) + 1e-15*cos(z)", [1, 2], "cos is no transform of a measure on R^d, d ≥ 2; J_{n-1/2}(√2) > 0", SCHOENBERG, fm=lambda d: d == 1, pd=lambda d: d == 1, cp=lambda d: d == 1, cm=False, po=True, pa=True)
    R("exp(-z^2) - 1e-15*cos(10*z)", [1], "an atom -1e-15", SCHOENBERG, fm=True, pd=False, cp=False, cm=False, look=False)
    for formula, dims in (("exp(-z²) - 1e-12*exp(-z)", [1, 3]), ("exp(-z^2) - 1e-300*exp(-z)", [1, 2]), ("exp(-z)*(1+z+z²/3) - 1e-9*exp(-z/2)", [3]), ("1/(1+z²) + z*exp(-z)/1e10", [2])):
        R(formula, dims, "a cusp +cz at 0: the density ~ -ω^{-d-1}, and the coefficients of large degrees, are negative; those of the rest decay faster", SPECTRUM, fm=True, pd=False, cp=False, cm=False, ps=lambda d: None if d == 1 else False, pa=False, look=False)
    R("exp(2*u-2) - 1e-100*sqrt(1-u)", [3, 5], "-√(1-u) has coefficients ≥ 0 but in degree 0; a jump at 2", SPHERES, pa=True, look=False, **jump)
    R("exp(2*u-2) + 1e-100*sqrt(1-u)", [3, 5], "√(1-u) has negative coefficients of order n^{-3/2}; a jump at 2", SPHERES, ps=False, look=False, **jump)
    for formula, b, dims in (("exp(-z^2)*(1+z^4/40)", F(1, 40), [3, 78, 79]), ("exp(-z^2)*(1+z^4/2)", F(1, 2), [2, 3]), ("exp(-z²)*(1+0.501*z⁴)", F(501, 1000), [1, 2])):
        R(formula, dims, "the density is e^{-t} times 1+b(t²-(d+2)t+d(d+2)/4), least 1-b(d+2)/2, t = ω²/4; Maclaurin 1+4b-5bn+bn² ≥ 1-2b", FOURIER, pd=lambda d: b*(d+2) <= 2, fm=True, cm=False, pa=b <= F(1, 2))


def mixtures():
    """products whose law of frequencies is known, powers of the angle, one atom taken from a mixture of Gaussians"""
    R("z == 2 ? 0.1 : exp(-z)", [1, 3], "another value at z = 2, antipodes, than exp(-2): on S^0 two points with 0.1 ≤ 1", SPECTRUM, fm=False, pd=False, cm=False, cp=False, pa=False, ps=lambda d: d == 1, look=False)
    R("J0(z)*J0(z/2)", [2, 3], "on the line 1/2 is a logarithmic singularity, and the derivative no measure on R^3; J_n(c√2) > 0, c ≤ 1", FOURIER, fm=lambda d: d == 2, pd=lambda d: d == 2, cp=lambda d: d == 2, cm=False, po=True, pa=True)
    for c, pd in (("1.01", False), ("0.99", True)):
        R("(sin(z)/z)^2*cos(%s*z)" % c, [1, 3], "on the line two triangles at ±c of width 2; their sum decreases exactly for c ≤ 1", FOURIER, fm=True, pd=lambda d: d == 1 or pd, cm=False, po=True)
    jump = dict(fm=False, po=False, pd=False, cm=False, cp=False)
    for formula, pa in (("exp(-theta)", True), ("exp(-theta^0.99)", True), ("exp(-θ^1.01)", False), ("exp(-theta²)", False), ("1/(1+theta)", True), ("1/(1+theta^1.001)", False), ("(1+theta)*exp(-theta)", False), ("exp(-2*theta^(1/2))", True)):
        R(formula, [2, 4], "powered exponential, Cauchy and Matérn of the angle: valid exactly up to the exponent 1, smoothness 1/2: else the kink at θ = π, which alternates, decays more slowly than the cusp at 0; a jump at z = 2", "Gneiting, Bernoulli 2013, table 1", pa=pa, ps=pa, look=False, **jump)
    for formula, dims in (("1/sqrt(1+z^2) - 0.001*exp(-z^2)", [1, 16, 64]), ("exp(-z) - 1e-6*exp(-z^2)", [1, 3])):
        R(formula, dims, "the mixture of Gaussians loses an atom at s = 1, but at no frequency the density in these dimensions, nor a coefficient on the spheres its sign (in R^d the ratio is about 2/(e√(d+5)) at the worst)", SCHOENBERG, fm=True, pd=True, cm=False, pa=True)
    R("1/(1+z^2) - 0.75*exp(-z^2)", [1], "densities πe^{-ω} and 0.75√π e^{-ω²/4}: e^{-2} π < 0.75√π e^{-1} at ω = 2", FOURIER, fm=True, pd=False, cm=False)


def skeleton(formula): return re.sub(r"\s", "", re.sub(r"\d+\.?\d*(e-?\d+)?", "#", formula))


def old():
    formulas, skeletons = set(), set()
    for path in glob.glob(os.path.join(os.path.dirname(__file__), "..", "known*.json")):
        if os.path.basename(path) in ("known_edges.json", "known_fields.json", "known_networks.json"): continue  # tables of the same day
        for r in json.load(open(path))["rows"]:
            formulas.add((r["formula"], r["dim"]))
            skeletons.add(skeleton(r["formula"]))
    return formulas, skeletons


def main():
    for part in (compact_families, gaussians, exponentials, powers, bessel, conditional, spheres, points, extremes, mixtures): part()
    if problems: sys.exit("\n".join(problems))
    formulas, skeletons = old()
    seen, kept, dropped = set(), [], 0
    for r in rows:
        key = (r["formula"], r["dim"])
        if key in seen: continue
        seen.add(key)
        if key in formulas or skeleton(r["formula"]) in skeletons: dropped += 1
        else: kept.append(r)
    claims = [v for r in kept for v in r["expect"].values()]
    print("%d rows, %d formulas, %d dropped as known; %d claims, %.0f %% fail; per claim %s" % (len(kept), len({r["formula"] for r in kept}), dropped, len(claims), 100*claims.count(False)/len(claims), {k: sum(k in r["expect"] for r in kept) for k in ORDER}), file=sys.stderr)
    about = "Critical parameters, at them and beside them, by someone who has read what the language and the claims are and none of the rules; made by testdata/gen/known_edges.py."
    json.dump({"about": about, "rows": kept}, sys.stdout, indent=1, ensure_ascii=False)
    print()


if __name__ == "__main__": main()
