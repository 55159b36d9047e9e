"""Rows of known_fresh.json: kernels of textbooks and users, written down by someone who had read what
the language and the claims are and none of the rules or other tables. Every answer follows from the
sentence in `why` and what one claim says of another; where `why` ends with (computed), NumPy and
mpmath add a witness found here: a negative eigenvalue of a Gram matrix, a negative Gegenbauer or
Maclaurin coefficient, a derivative of k(sqrt t) of the wrong sign. What is true is compared with
the same computations. Nothing of krein is asked.
"""
import json
import os
import re
import sys
import time
from fractions import Fraction as F

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
import mpmath as mp
import numpy as np
from scipy import special

np.seterr(all="ignore")
FM, PD, CM, PS, PA, CP, PO = ("finite-mass", "pd", "completely-monotone", "pd-sphere",
                              "pd-all-spheres", "conditionally-pd", "positive-decomposition")
ORDER = (FM, PD, CM, PS, PA, CP, PO)
rows, seen = [], set()

# ---------------------------------------------------------------- the language, as NumPy and mpmath


def split(s, ops):
    """the first operator of ops outside parentheses, or None"""
    depth = 0
    for i, c in enumerate(s):
        depth += (c == "(") - (c == ")")
        if depth == 0 and c in ops: return i
    return None


def translate(s, exact):
    for a, b in {"²": "^2", "³": "^3", "−": "-", "·": "*", "×": "*", "≤": "<="}.items(): s = s.replace(a, b)
    q = split(s, "?")
    if q is not None:
        rest, depth = s[q+1:], 0
        c = split(rest, ":")
        parts = [translate(x.strip(), exact) for x in (s[:q], rest[:c], rest[c+1:])]
        return ("(%s if %s else %s)" if exact else "where(%s, %s, %s)") % ((parts[1], parts[0], parts[2]) if exact else tuple(parts))
    s = s.replace("^", "**")
    if exact: s = re.sub(r"(?<![\w.'])(\d+\.?\d*(?:e[-+]?\d+)?)", r"N('\1')", s)
    return s.strip()


def numpy_of(formula):
    names = {n: getattr(np, n) for n in "exp log sqrt sin cos tan sinh cosh tanh where pi abs e".split()}
    names.update(acos=np.arccos, asin=np.arcsin, atan=np.arctan, erf=special.erf, erfc=special.erfc, gamma=special.gamma,
                 besselj=special.jv, besseli=special.iv, besselk=special.kv, max=np.maximum, min=np.minimum, J0=special.j0, J1=special.j1)
    code = compile(translate(formula, False), formula, "eval")

    def f(z):
        z = np.asarray(z, dtype=float)
        zz = np.where(z == 0, 1e-3 if "/z^" in formula or "/log" in formula or "*z^2)" in formula else 1e-7, z) if "== 0" not in formula else z
        u = 1-zz*zz/2
        r = eval(code, names, {"z": zz, "u": u, "theta": 2*np.arcsin(np.minimum(zz/2, 1))})
        return np.broadcast_to(r, z.shape)+0.0
    return f


def mpmath_of(formula):
    names = {n: getattr(mp, n) for n in "exp log sqrt sin cos tan sinh cosh tanh pi acos asin atan erf erfc gamma besselj besseli besselk e".split()}
    names.update(N=mp.mpf, max=max, min=min, abs=abs, J0=lambda x: mp.besselj(0, x), J1=lambda x: mp.besselj(1, x))
    code = compile(translate(formula, True), formula, "eval")

    def f(z):
        u = 1-z*z/2
        return eval(code, names, {"z": z, "u": u, "theta": mp.acos(u) if "theta" in formula else None})
    f.formula = formula
    return f


# ---------------------------------------------------------------- witnesses

def gram_least(f, d, rng):
    """the least eigenvalue, relative to the largest, of Gram matrices of many kinds of points"""
    worst = 0
    for scale in (0.1, 0.25, 0.5, 1, 2, 3, 5, 8):
        for kind in range(3):
            n = 80 if d > 1 else 60
            if d == 1 and kind < 2: x = np.arange(n)[:, None]*scale/(3+4*kind)
            elif d <= 3 and kind == 0:
                m = {2: 10, 3: 5}[d]
                x = np.stack(np.meshgrid(*[np.arange(m)]*d), -1).reshape(-1, d)*scale/2
            else: x = rng.normal(size=(n, d))*scale/(1 if d < 4 else 1.5)
            g = f(np.sqrt(((x[:, None]-x[None])**2).sum(-1)))
            if not np.isfinite(g).all(): continue
            w = np.linalg.eigvalsh(g)
            worst = min(worst, w[0]/max(abs(w[-1]), abs(w[0])))
    return worst


def conditional_least(f, d, order, rng):
    worst = 0
    for scale in (0.3, 1, 3):
        x = rng.uniform(-1, 1, size=(40+int(special.comb(order-1+d, d)), d))*scale
        g = f(np.sqrt(((x[:, None]-x[None])**2).sum(-1)))
        cols = [np.ones(len(x))]
        def grow(p, i, deg):
            if deg >= order: return
            for j in range(i, d): cols.append(p*x[:, j]/scale); grow(p*x[:, j]/scale, j, deg+1)
        grow(np.ones(len(x)), 0, 1)
        q, _ = np.linalg.qr(np.stack(cols, 1), mode="complete")
        q = q[:, len(cols):]
        w = np.linalg.eigvalsh(q.T@g@q)
        worst = min(worst, w[0]/np.abs(g).max())
    return worst


def gegenbauer(f, d, n=30):
    """normalised coefficients by Gauss-Legendre in theta, on many panels"""
    x, w = np.polynomial.legendre.leggauss(16)
    ends = np.linspace(0, np.pi, 601)
    th = ((ends[1:]+ends[:-1])[:, None]/2+np.diff(ends)[:, None]/2*x).ravel()
    w = (np.diff(ends)[:, None]/2*w).ravel()*np.sin(th)**(d-2)
    w /= w.sum()
    v, u = f(2*np.sin(th/2)), np.cos(th)
    out = []
    for k in range(n):
        p = np.cos(k*th) if d == 2 else special.eval_gegenbauer(k, d/2-1, u)/special.eval_gegenbauer(k, d/2-1, 1.0)
        out.append((w*v*p).sum()/(w*p*p).sum())
    return np.array(out)


def slow(formula): return "besselk" in formula  # mpmath's derivatives in z of K of integer order take minutes


def wrong_derivative(f):
    """whether a derivative of f(sqrt t) is proved to have the wrong sign, as far as 40 digits prove"""
    mp.mp.dps = 40
    if slow(f.formula): return False
    for t in (mp.mpf(1)/16, mp.mpf(1)/3, mp.mpf(1), mp.mpf(3), mp.mpf(9), mp.mpf(36)):
        try: c = mp.taylor(lambda s: f(mp.sqrt(s)), t, 12)
        except Exception: continue
        if any(mp.im(x) != 0 for x in c): continue
        if any((-1)**k*x < -mp.mpf(10)**-9 for k, x in enumerate(c)): return True
    return False


def maclaurin(f, n=16):
    if slow(f.formula): return []
    mp.mp.dps = 50
    return [mp.re(x) for x in mp.taylor(lambda u: f(mp.sqrt(2-2*u)), mp.mpf(0), n)]


# ---------------------------------------------------------------- rows

def row(formula, dim, why, source, kinks=False, continuous=True, order=4, **e):
    e = {globals()[k]: v for k, v in e.items()}
    assert (formula, dim) not in seen, (formula, dim)
    seen.add((formula, dim))
    start = time.time()
    sphere = re.search(r"\b(u|theta)\b", formula) is not None
    f, rng = numpy_of(formula), np.random.default_rng(len(rows))

    def imply():
        # what one claim says of another, for functions that are continuous at 0
        if continuous:
            if e.get(CM): e[PD] = True; e[PA] = True
            if e.get(PD): e[FM] = True
            if e.get(FM) is False: e[PD] = False
            if e.get(PD) is False or e.get(PA) is False: e[CM] = False
        if e.get(PD): e[PS] = True; e[CP] = True
        if e.get(FM): e[PO] = True
        if e.get(PA): e[PS] = True
        if e.get(CP): e[PO] = True
        if e.get(CP) is False: e[PD] = False
        if e.get(PS) is False: e[PA] = False; e[PD] = False
        if e.get(PO) is False: e[FM] = False; e[CP] = False; e[PD] = False
        if e.get(FM) is False and continuous: e[PD] = False
        if e.get(PD) is False and continuous: e[CM] = False
    imply()
    computed = []
    name = "%s in R^%d" % (formula, dim)
    if not sphere:
        least = gram_least(f, dim, rng)
        if e.get(PD) and least < -2e-6: print("CONTRADICTION pd", name, least, file=sys.stderr)
        if PD not in e and least < -1e-5: e[PD] = False; computed.append("Gram")
        if e.get(PD) is False and least > -1e-9: print("no witness: pd", name, least, file=sys.stderr)
        if e.get(CP) and PD not in e or e.get(CP) and not e[PD]:
            least = conditional_least(f, dim, order, rng)
            if least < -1e-6: print("CONTRADICTION cpd", name, least, file=sys.stderr)
        if CM not in e and not kinks or e.get(CM):
            wrong = wrong_derivative(mpmath_of(formula))
            if wrong and e.get(CM): print("CONTRADICTION cm", name, file=sys.stderr)
            if wrong and CM not in e: e[CM] = False; computed.append("derivative")
    if dim > 1:
        c = gegenbauer(f, dim)
        if e.get(PS) and c.min() < -1e-5*np.abs(c).max() and not (kinks and c.min() > -1e-3): print("CONTRADICTION pd-sphere", name, c.min(), c.argmin(), file=sys.stderr)
        if PS not in e and c.min() < -1e-4*np.abs(c).max(): e[PS] = False; computed.append("Gegenbauer")
        if e.get(PS) is False and c.min() > -1e-6*np.abs(c).max(): print("no witness: pd-sphere", name, c.min(), file=sys.stderr)
    if not kinks and (PA not in e or e[PA]) and continuous:
        try: c = maclaurin(mpmath_of(formula))
        except Exception as x: c = []
        if c and min(c) < -1e-9:
            if e.get(PA): print("CONTRADICTION pd-all-spheres", name, [mp.nstr(x, 5) for x in c], file=sys.stderr)
            else: e[PA] = False; computed.append("Maclaurin")
    imply()
    if os.environ.get("PROGRESS"): print(len(rows), name, round(time.time()-start, 1), file=sys.stderr)
    if not sphere and dim == 1: e.pop(PS, None)  # S^0 has two points
    rows.append({"formula": formula, "dim": dim, "expect": {k: e[k] for k in ORDER if k in e},
                 "why": why + (" (computed)" if computed else ""), "source": source})


def each(why, source, *of, **e):
    """of: formulas, each followed by its dimensions"""
    formula = None
    for x in of:
        if isinstance(x, str): formula = x
        else: row(formula, x, why, source, **e)


def cm(why, source, *of): each(why, source, *of, CM=True)
def pd(why, source, *of, **k): each(why, source, *of, PD=True, **k)
# a finite mass, and a density that is negative somewhere
def neg(why, source, *of, **k): each(why, source, *of, FM=True, PD=False, CP=False, **k)
def cp(why, source, *of, **k): each(why, source, *of, FM=False, CP=True, **k)
def ncp(why, source, *of, **k): each(why, source, *of, CP=False, **k)
def nps(why, source, *of, **k): each(why, source, *of, PS=False, **k)
def pa(why, source, *of, **k): each(why, source, *of, PA=True, **k)


SSV = "Schilling, Song & Vondraček, Bernstein Functions (2012), ch. 6-8 and tables of ch. 16"
CBF = "exp(-g), 1/(1+g), g^a: g complete Bernstein in z^2, whose composition with sqrt(z^2) is so too"
cm(CBF+": t/(1+t)^a", SSV, "exp(-z^2/(1+z^2)^(1/3))", 3, 20)
cm(CBF+": sqrt(t)coth(sqrt t), sqrt(t)tanh(sqrt t), log cosh, log sinh(s)/s: zeros and poles alternate", SSV,
   "exp(1-z/tanh(z))", 2, "1/(1+z*tanh(z))", 5, "exp(-z*tanh(z))", 3, "1/(1+log(cosh(z)))", 2, 9, "(z/sinh(z))^(1/3)", 7,
   "cosh(z)^(-2/5)", 3, "z/sinh(z)*exp(-z)", 4, "tanh(z)/(z+tanh(z))", 3)
cm("products of (1+a^2 ct)/(1+ct), a < 1, each a constant plus a multiple of 1/(1+ct)", "partial fractions; Hadamard's products",
   "cosh(z/3)/cosh(z)", 3, "sinh(2*z/3)/sinh(z)", 4, "cosh(z/3)*z/sinh(z)", 2)
cm("products of 1/(1+t/j^2) over the zeros of J; sums 2/(t+j^2)", "Watson 15.41; Ismail & Kelker 1979",
   "1/besseli(0,z)", 3, "z/besseli(1,z)", 2, "besseli(1,z)/(z*besseli(0,z))", 4, "exp(-z*besseli(1,z)/besseli(0,z))", 3,
   "besseli(0,z)/(besseli(0,z)+z*besseli(1,z))", 3)
cm("z K_0(z)/K_1(z) is complete Bernstein in t: K_0(s)/(s K_1(s)) is a Stieltjes function", "Ismail 1977; Grosswald 1976", "exp(-z*besselk(0,z)/besselk(1,z))", 3, "1/(1+z*besselk(0,z)/besselk(1,z))", 2)
cm("the Laplace transform of exp(-1/s)I_1(1/s)/(2s) in t/2", "Gradshteyn & Ryzhik 6.643", "2*besseli(1,z)*besselk(1,z)", 3)
cm("int exp(-z(1-cos x))(1+cos x) dx/pi", "NIST 10.32", "exp(-z)*(besseli(0,z)+besseli(1,z))", 2, "exp(-z^2)*besseli(0,z^2)", 3)
cm("int exp(-ts) over a measure; derivatives -exp(-t)/sqrt(pi t), -2exp(-t)erf(sqrt t)/sqrt(pi t); compositions with log(1+t)",
   "NIST 7.7", "exp(z)*erfc(sqrt(z))", 3, "erfc(z)", 2, "1-erf(z)^2", 6, "erf(z)/z", 3, "erfc(sqrt(log(1+z^2)))", 3, "exp(z^2/4)*erfc(z/2)", 3)
cm("1 - g with g bounded Bernstein, its derivative in t a product of completely monotone functions: atan, tanh, gd, z acot z, z log(1+1/z)", SSV,
   "1-(2/pi)*atan(z)", 3, "1-2/pi*atan(sqrt(z))", 2, "1-tanh(z)", 3, "4/pi*atan(exp(-z))", 2, 11, "log(1+exp(-z))", 3, "1/(1+exp(z))", 3,
   "1-z*atan(1/z)", 3, "1-z*log(1+1/z)", 4, "1-1/(1+log(1+1/z))", 2)
cm("int_0^1 ds/(1+s^2 t), int_0^1 ds/sqrt(1+s^2 t)", "Gradshteyn & Ryzhik 2.1-2.2", "atan(z)/z", 5, "log(z+sqrt(1+z^2))/z", 3)
cm("log(1+1/g) = int_0^1 ds/(g+s), sqrt(1+S): g complete Bernstein, S Stieltjes", SSV, "log(1+1/(1+z+z^2))", 3, "sqrt(1+1/(1+z))", 3)
cm("1/(1+g), g = (t-1)/log t = int_0^1 t^s ds in t = z or z^2", SSV, "z == 1 ? 1/2 : log(z)/(log(z)+z-1)", 3)
cm(CBF+": (z/(1+z))^a, 1+z+z^2, sums", SSV, "1-(z/(1+z))^(1/2)", 3, "1-(z^2/(1+z^2))^(3/4)", 3, "(1+sqrt(z))^(-3)", 3, "(1+z+z^2)^(-1/2)", 3,
   "1/(1+z+z^2+sqrt(z))", 8, "1/(1+z+z^2*log(1+1/z^2))", 3, "exp(1-sqrt(1+z^2))", 3, "exp(-sqrt(1+z))", 5, "exp(-log(1+z)/(2+log(1+z)))", 3,
   "exp(-sqrt(z+z^2))", 3, "pi^(-z^2)", 2, "2^(-z)", 3, "(1+log(1+z²))⁻¹".replace("⁻¹", "^(-1)"), 3, "exp(-z^1.999)", 3, "(1+z^1.999)^(-5)", 10)
cm("Gamma(s+a)/Gamma(s+b), a < b, is completely monotone in s", "Bustoz & Ismail 1986", "gamma(1+z)/gamma(3/2+z)", 3, "gamma(z+1/2)/gamma(z+1)", 2, "gamma(z^2+1)/gamma(z^2+4/3)", 3)

FLAT = "1 - c z^a with 2 < a: the second derivative at 0 vanishes, and a positive definite function would be constant; the density is negative at infinity, or k + c were positive definite"
neg(FLAT, "Yaglom 1987; Gneiting & Schlather 2004", "(1+z^2.001)^(-1)", 1, 3, "(1+z^pi)^(-1)", 2, "exp(-z^2.01)", 1, 3, "exp(-z^(5/2))", 2, "1/(1+z^4)", 1, 3, "exp(-z^4)", 2, 5,
    "1/cosh(z^2)", 3, "exp(-(z/3)^3)", 3)
neg(FLAT, "Yaglom 1987", "erf(1/z)", 3)

YAG = "Yaglom 1987; Gneiting 1998: exp(-az)cos(bz) is positive definite in R^d iff a >= b cot(pi/(2d))"
pd("cot(pi/6) = sqrt 3, cot(pi/4) = 1, cot(pi/10) = 3.0776835", YAG, "exp(-z)*cos(0.577*z)", 3, "exp(-z)*cos(z/sqrt(3))", 3, "exp(-3.0777*z)*cos(z)", 5, "exp(-z)*cos(z)", 2, "exp(-z/5)*cos(3*z)", 1)
neg("cot(pi/6) = sqrt 3, cot(pi/10) = 3.0776835", YAG, "exp(-z)*cos(0.578*z)", 3, "exp(-3.0776*z)*cos(z)", 5, "exp(-z)*cos(1.001*z)", 2)
SM = "the density is w cosh(bw/2) - b sinh(bw/2) up to positive factors, not negative iff b^2 <= 2"
pd(SM, "3-d Fourier transform", "exp(-z^2)*cos(1.414*z)", 3, "exp(-z^2)*cos(sqrt(2)*z)", 3)
neg(SM, "3-d Fourier transform", "exp(-z^2)*cos(1.415*z)", 3, "exp(-z^2/2)*cos(3*z)", 3)
pd("in R^1 the density is a mixture of shifted ones", "Wilson & Adams 2013", "exp(-2*pi^2*z^2*0.3)*cos(2*pi*0.7*z)", 1, "0.6*exp(-z^2/8)*cos(5*z)+0.4*exp(-z)", 1)
neg("at w = 0 in R^2 the transform is 1/2 - x F(x), x = b/2, F Dawson's function: negative for x > 0.9242", "NIST 7.7", "exp(-z^2)*cos(1.86*z)", 2, "exp(-z^2)*cos(2*z)", 2)
SE = "in R^3 the density is 1/((1+(w-b)^2)(1+(w+b)^2)), in R^5 its negative derivative over w: not negative iff b <= 1"
pd(SE, "Fourier transform", "exp(-z)*sin(3*z)/z", 3, "exp(-z)*sin(z)/z", 5, "exp(-z)*sin(0.999*z)/z", 5)
neg(SE, "Fourier transform", "exp(-z)*sin(1.01*z)/z", 5)
CEL = "the density is ((ac+bd)(c^2+d^2)+(ac-bd)w^2)/..., not negative iff |bd| <= ac"
pd(CEL, "Foreman-Mackey et al. 2017 (celerite)", "exp(-z/2)*(cos(z)+0.5*sin(z))", 1, "exp(-z/2)*(cos(z)-1/2*sin(z))", 1, "exp(-0.1*z)*(cos(2*z)+0.05*sin(2*z))", 1, "exp(-z/sqrt(2))*(cos(z/sqrt(2))+sin(z/sqrt(2)))", 1)
neg(CEL, "Foreman-Mackey et al. 2017 (celerite)", "exp(-z/2)*(cos(z)+0.501*sin(z))", 1, "exp(-z/2)*(cos(z)-0.501*sin(z))", 1)
ME = "the density of (1+bz)exp(-z) is (1-b)+b(d+1)/(1+w^2) up to a positive factor: -1/d <= b <= 1"
pd(ME, "Stein 1999, 2.10; Chilès & Delfiner 2.5", "(1-z/3)*exp(-z)", 3, "(1-z/4)*exp(-z)", 4, "(1+0.999*z)*exp(-z)", 3, "(1-z/2)*exp(-z)", 2, "(1-z)*exp(-z)", 1, "(1-0.0625*z)*exp(-z)", 16)
neg(ME, "Stein 1999, 2.10; Chilès & Delfiner 2.5", "(1-0.334*z)*exp(-z)", 3, "(1-0.2501*z)*exp(-z)", 4, "(1+1.001*z)*exp(-z)", 3, "(0.999+z)*exp(-z)", 1, "(1-z)*exp(-z)", 2, "(1-0.0626*z)*exp(-z)", 16)
M2 = "(1+z+bz^2)exp(-z) = (1-3b)Matern_3/2 + 3b Matern_5/2, with density 1-3b+b(3+d)/(1+w^2): -1/d <= b <= 1/3"
pd(M2, "Stein 1999, 2.10", "(1+z-z^2/3)*exp(-z)", 3, "(1+z+0.3333*z^2)*exp(-z)", 3, "(1+z-z^2/5)*exp(-z)", 5)
neg(M2, "Stein 1999, 2.10", "(1+z+0.3334*z^2)*exp(-z)", 3, "(1+z-0.334*z^2)*exp(-z)", 3, "(1+z-z^2/5)*exp(-z)", 6)
G = "Gaussians subtract their transforms: 1 - c tau^d at w = 0, the rest at infinity"
pd(G, "Fourier transform", "exp(-z^2/2)-0.125*exp(-z^2/8)", 3, "exp(-z^2/2)-0.9*exp(-z^2/(2*1.01^2))", 10)
neg(G, "Fourier transform", "exp(-z^2/2)-0.1251*exp(-z^2/8)", 3, "exp(-z^2/8)-0.0001*exp(-z^2/2)", 2, "exp(-z^2/2)-0.91*exp(-z^2/(2*1.01^2))", 10)
E = "densities a/(a^2+w^2)^((d+1)/2): at w = 0 and at infinity"
pd(E, "Fourier transform", "exp(-z)-0.125*exp(-z/2)", 3, "exp(-z)-exp(-z/2)/32", 5)
neg(E, "Fourier transform", "exp(-z)-0.126*exp(-z/2)", 3, "exp(-z/2)-0.501*exp(-z)", 2, "exp(-z)-exp(-z/2)/31", 5)
cm("1 - c a2/a1 q^(a2^2-a1^2) is not negative for 0 < q < 1", "Laplace transform of one-sided stable densities", "exp(-z/2)-0.499*exp(-z)", 3, "exp(-z)+exp(-2*z)-exp(-3*z)", 2, "3*exp(-z)-exp(-2*z)-exp(-z/1)/3", 4)
pd("exp(-z) - c(1+z)exp(-z) has density 1 - c(d+1)/(1+w^2)", "Stein 1999", "exp(-z)-0.25*(1+z)*exp(-z)", 3, "exp(-z)-0.125*(1+z)*exp(-z)", 7)
neg("exp(-z) - c(1+z)exp(-z) has density 1 - c(d+1)/(1+w^2)", "Stein 1999", "exp(-z)-0.251*(1+z)*exp(-z)", 3, "exp(-z)-0.126*(1+z)*exp(-z)", 7)
C = "1/(1+z^2)-c/(1+z^2/4): densities exp(-w)-2c exp(-2w) in R^1, (exp(-w)-4c exp(-2w))/w in R^3, exp(-s)-4c exp(-4s) over Gaussians"
pd(C, "Fourier transform", "1/(1+z^2)-0.5/(1+z^2/4)", 1, CM=False)
pd(C, "Fourier transform", "1/(1+z^2)-0.3/(1+z^2/4)", 1, CM=False)
cm(C, "Laplace transform", "1/(1+z^2)-0.25/(1+z^2/4)", 2, 9, "1/(1+z^2)-0.2/(1+z^2/4)", 3)
neg(C, "Fourier transform", "1/(1+z^2)-0.26/(1+z^2/4)", 3, "1/(1+z^2)-0.501/(1+z^2/4)", 1)
C2 = "(1+z^2)^-2 - c/(1+z^2): (1+w)/2 - c in R^1; 1 - 2c/w in R^3"
pd(C2, "Fourier transform", "1/(1+z^2)^2-0.5/(1+z^2)", 1, CM=False)
neg(C2, "Fourier transform", "1/(1+z^2)^2-0.501/(1+z^2)", 1, "1/(1+z^2)^2-0.01/(1+z^2)", 3, "1/(1+z^2)-0.001/(1+z^2)^2", 1, 3)
MH = "(1-cz^2)exp(-z^2) has density 1-c(d/2-w^2/4): 0 <= c <= 2/d"
pd(MH, "Fourier transform (Ricker's wavelet)", "(1-2*z^2)*exp(-z^2)", 1, "(1-z^2)*exp(-z^2)", 2, "(1-z^2/2)*exp(-z^2)", 4, "(1-0.3999*z^2)*exp(-z^2)", 5)
neg(MH, "Fourier transform (Ricker's wavelet)", "(1-2.001*z^2)*exp(-z^2)", 1, "(1-z^2)*exp(-z^2)", 3, "(1+0.01*z^2)*exp(-z^2)", 2, "(1-0.4001*z^2)*exp(-z^2)", 5)
L = "Laguerre: L_n^(d/2-1)(t)exp(-t) has density w^(2n)exp(-w^2/4)"
pd(L, "Szegö, Orthogonal Polynomials, 5.1", "(1-2*z^2+z^4/2)*exp(-z^2)", 2, "(1-4/3*z^2+4/15*z^4)*exp(-z^2)", 3, "(1.001-2*z^2+z^4/2)*exp(-z^2)", 2)
neg(L, "Szegö, Orthogonal Polynomials, 5.1", "(0.999-2*z^2+z^4/2)*exp(-z^2)", 2, "(1-2*z^2+z^4/2)*exp(-z^2)", 3)
DA = "(1-cz)exp(-z^2) in R^1: sqrt(pi)exp(-w^2/4) - c(1-wF(w/2)), F Dawson's function, least at w = 0 where it is sqrt(pi) - c; a positive slope at 0 otherwise"
pd(DA, "NIST 7.7", "(1-1.77*z)*exp(-z^2)", 1, "(1-z)*exp(-z^2)", 1)
neg(DA, "NIST 7.7", "(1-1.78*z)*exp(-z^2)", 1, "(1+z/10)*exp(-z^2)", 1, 3)
neg("z exp(-z^2) and z^3 exp(-z^2) vanish at 0", "|k| <= k(0)", "z*exp(-z^2)", 2, "z^3*exp(-z^2)", 3, "z^2*exp(-z)", 3, "z*exp(-z)", 1)
cxr = "1/(1+at+t^2): complex roots for a < 2, so that the mixing density and every spectral density change sign for ever"
neg(cxr, "partial fractions", "1/(1+z^2+z^4)", 1, 3, "1/(1+1.99*z^2+z^4)", 2)
cm("1/((t+a)(t+b))", "partial fractions", "1/(1+3*z^2+z^4)", 3, "1/(1+2.001*z^2+z^4)", 4)

# compact support
ASK = "Askey 1973; Gasper 1975: (1-z)_+^a is positive definite in R^d iff a >= (d+1)/2"
pd("a >= (d+1)/2", ASK, "max(0,1-z)^2.001", 3, "z < 1 ? (1-z)^(5/2) : 0", 4, "(max(0,1-z/3))^1.5", 2, "(1-z)_+".replace("(1-z)_+", "max(0,1-z)"), 1, kinks=True)
each("a < (d+1)/2", ASK, "max(0,1-z)^1.999", 3, "z < 1 ? (1-z)^(5/2) : 0", 5, "max(0,1-z/3)^1.499", 2, PD=False, CP=False, FM=True, kinks=True)
W = "Wendland 1995: positive definite in R^d up to the dimension of construction; not beyond: mu >= (d+1)/2 + k is necessary (Zastavnyi 2006)"
pd(W, "Wendland, Scattered Data Approximation, table 9.1", "max(0,1-z)^4*(4*z+1)", 3, "z < 1 ? (1-z)^6*(35*z^2+18*z+3)/3 : 0", 3, "z<1 ? (1-z)^5*(5*z+1) : 0", 5, "max(0,1-z)^8*(32*z^3+25*z^2+8*z+1)", 3, "z < 2 ? (1-z/2)^3*(3*z/2+1) : 0", 1, kinks=True)
neg(W, "Wendland, Scattered Data Approximation, table 9.1", "max(0,1-z)^4*(4*z+1)", 4, "z<1 ? (1-z)^5*(5*z+1) : 0", 6, "z < 2 ? (1-z/2)^3*(3*z/2+1) : 0", 2, kinks=True)
pd("Wu's functions", "Wu 1995; Fasshauer 2007, table 11.2", "max(0,1-z)^6*(6+36*z+82*z^2+72*z^3+30*z^4+5*z^5)", 3, "max(0,1-z)^5*(8+40*z+48*z^2+25*z^3+5*z^4)", 5, "max(0,1-z)^4*(16+29*z+20*z^2+5*z^3)", 7,
   "z < 1 ? (1-z)^7*(5+35*z+101*z^2+147*z^3+101*z^4+35*z^5+5*z^6) : 0", 1, kinks=True)
pd("Buhmann's function", "Buhmann 1998, 2001", "z < 1 ? 12*z^4*log(z)-21*z^4+32*z^3-12*z^2+1 : 0", 3, kinks=True)
pd("balls overlap: densities are squares of Bessel functions", "Chilès & Delfiner 2.5", "z < 1 ? 1-1.5*z+0.5*z^3 : 0", 3, "z < 4 ? 1-1.5*(z/4)+0.5*(z/4)^3 : 0", 2, "z < 1 ? 1-15/8*z+5/4*z^3-3/8*z^5 : 0", 5, "z < 1 ? 1-7*z^2+35/4*z^3-7/2*z^5+3/4*z^7 : 0", 3, kinks=True)
each("a density with zeros of even order has a derivative that changes its sign: positive definite in R^d and not in R^(d+2); near z = 1 the kink (1-z)^2 outweighs the cusp at 0 in R^4", "Matheron's montée; Chilès & Delfiner 2.5", "z < 1 ? 1-1.5*z+0.5*z^3 : 0", 4, "z < 1 ? 1-15/8*z+5/4*z^3-3/8*z^5 : 0", 6, FM=True, PD=False, CP=False, kinks=True)
pd("products of positive definite functions", "Schur", "(z < 1 ? 1-1.5*z+0.5*z^3 : 0)*exp(-z^2)".replace("(z < 1 ? 1-1.5*z+0.5*z^3 : 0)*exp(-z^2)", "z < 1 ? (1-1.5*z+0.5*z^3)*exp(-z^2) : 0"), 3, "max(0,1-z)^2*exp(-z)", 3, "max(0,1-z)^2*sin(3*z)/z", 3, "max(0,1-z/5)^2*cos(z/10)", 1, "exp(-z)*besselj(0,2*z)", 2, "sin(z)/z/(1+z^2)", 3, "exp(-z^2)*besselj(0,z)^2", 2, kinks=True)
WIN = "window (HAC) kernels of time series"
pd(WIN+": squares of transforms", "Andrews 1991; Harris 1978", "z < 1/2 ? 1-6*z^2+6*z^3 : z < 1 ? 2*(1-z)^3 : 0", 1, "z < 1 ? (1-z)*cos(pi*z)+sin(pi*z)/pi : 0", 1, "z < 2 ? (2-z)^3*(z^2+6*z+4)/32 : 0", 1, kinks=True)
pd(WIN+": Lambda_5, density 1-w^2", "Andrews 1991 (quadratic spectral)", "25/(12*pi^2*z^2)*(sin(6*pi*z/5)/(6*pi*z/5)-cos(6*pi*z/5))", 1, 3, "3*(sin(z)-z*cos(z))/z^3", 5)
each("Lambda_5 has an atom at w = 1 in R^5 and no measure above", "Schoenberg 1938", "3*(sin(z)-z*cos(z))/z^3", 6, FM=False, PO=True)
neg(WIN+": the transform changes its sign for ever, by the jump of the second derivative at the end", "Andrews 1991; Harris 1978", "z < 1 ? (1+cos(pi*z))/2 : 0", 1, "z < 1 ? (1-z^2)^2 : 0", 1, 3, "z < 1 ? cos(pi*z/2) : 0", 1, "z < 1 ? (1-z^3)^3 : 0", 1, "z < 1 ? 0.42+0.5*cos(pi*z)+0.08*cos(2*pi*z) : 0", 1, kinks=True)
neg("constant near 0 or a derivative of the density of the cubic B-spline in R^3 that changes its sign", "Andrews 1991", "z < 1/2 ? 1 : z < 1 ? 2*(1-z) : 0", 1, 2, "z < 1/2 ? 1-6*z^2+6*z^3 : z < 1 ? 2*(1-z)^3 : 0", 3, kinks=True)
neg("exp(1-1/(1-z^2)) is smooth: a finite mass; the transform changes its sign for ever (steepest descent at 1)", "Johnson 2015, saddle-point integration of bump functions", "z < 1 ? exp(-1/(1-z^2)) : 0", 1, kinks=True)
BR = "(1-z^2)_+^a has density w^(-(d+1)/2-a) at infinity: a finite mass iff a > (d-1)/2; otherwise its singularity at z = 1 excludes every decomposition"
each(BR, "Stein & Weiss 1971, IV.4", "z < 1 ? 1-z^2 : 0", 2, "z < 1 ? (1-z^2)^1.001 : 0", 3, "z < 1 ? sqrt(1-z^2) : 0", 1, "z < 1 ? (1-z^2)^(8/5) : 0", 4, FM=True, PD=False, CP=False, kinks=True)
each(BR, "Stein & Weiss 1971, IV.4", "z < 1 ? 1-z^2 : 0", 3, "z < 1 ? sqrt(1-z^2) : 0", 2, "z < 1 ? (1-z^2)^(3/2) : 0", 4, "z < 1 ? 1-1.5*z+0.5*z^3 : 0", 5, "z < 1 ? 1 : 0", 1, "z < 3 ? exp(-z) : 0", 1, "z < 3 ? exp(-z) : exp(-z)+10^-9", 2, PO=False, kinks=True)

# singularities in the middle
MID = "|z-b|^a at b > 0: a finite mass iff a > (d-1)/2; otherwise no decomposition at all"
src = "asymptotics of Hankel transforms"
each(MID, src, "exp(-abs(z-1))", 1, 2, "abs(z-1)*exp(-z^2)", 2, FM=True, PD=False, CP=False, kinks=True)
each(MID, src, "abs(1-z^2)^(1/2)*exp(-z^2)", 1, "abs(z-2)^(3/2)*exp(-z)", 3, "abs(z-2)^1.501*exp(-z)", 4, "abs(z-1)^1.01*exp(-z)", 3, "z < 1 ? 1 : 1/z", 2, "min(1,2*exp(-z))", 2, "z < 1 ? 1-z^2/2 : z < 2 ? (2-z)^2/2 : 0", 4, FM=True, kinks=True)
each(MID, src, "exp(-abs(z-1))", 3, "abs(1-z^2)^(1/2)*exp(-z^2)", 2, "abs(z-2)^(3/2)*exp(-z)", 4, "abs(z-1)*exp(-z^2)", 3, "z < 1 ? 1 : 1/z", 3, "min(1,2*exp(-z))", 3, "z < 1 ? 1-z^2/2 : z < 2 ? (2-z)^2/2 : 0", 5, "max(exp(-z),exp(-z^2))", 3, PO=False, kinks=True)
neg(MID+"; no cusp at 0, and the kink makes the density oscillate", src, "max(exp(-z),exp(-z^2))", 1, 2, "z < 1 ? 1 : exp(1-z)", 1, kinks=True)
each("kinks at the zeros of cos with weights exp(-b): a finite mass in R^1, R^2, no decomposition in R^3", src, "abs(cos(z))*exp(-z)", 1, 2, FM=True, kinks=True)
each("kinks at the zeros of cos", src, "abs(cos(z))*exp(-z)", 3, PO=False, kinks=True)
each("Fourier coefficients of order n^(-3/2)", "Zygmund V.2", "sqrt(abs(sin(z)))", 1, FM=True, kinks=True)
each("sqrt|z-pi| in R^2", src, "sqrt(abs(sin(z)))", 2, PO=False, kinks=True)
pd("Pólya: convex, decreasing to 0", "Pólya 1949", "z < 1 ? 1-0.6*z : z < 2 ? 0.8-0.4*z : 0", 1, "z < 1 ? 1-z/2 : 1/(2*z^(1/2))".replace("1/(2*z^(1/2))", "1/(1+z)"), 1, "z < 1 ? (1-z)^2 : 0", 1, "max(1-z, exp(-2*z)/10)", 1, "max(exp(-z), 1/(2+2*z))".replace("1/(2+2*z)", "1/(3+z)"), 1, kinks=True)
neg("a kink at b > 0 outweighs the cusp at 0 in R^2: the density oscillates", src, "z < 1 ? 1-0.6*z : z < 2 ? 0.8-0.4*z : 0", 2, kinks=True)

# growth, oscillation
LOC = "not bounded, or without a limit at infinity: no finite mass; continuous and harmless on every bounded set"
each(LOC, "local decomposition: shells", "exp(z)", 3, "exp(z^2)*cos(z)", 2, "sinh(z)/z", 3, "z*sin(z)", 2, "sin(z)", 3, "cos(z^2)", 2, "log(1+z)*cos(z)", 1, "cos(z)", 2, "besselj(0,z)", 3, "sin(z)/z", 4, "cosh(z)*exp(-z/2)", 1, FM=False, PO=True)
ncp("grows faster than a polynomial, or k(0) is not the largest value of a bounded k + c", "Wendland, ch. 8", "exp(z/10)", 2, FM=False, PO=True)
each("the density in R^2 is of order |1-w|^(-1/2)", "Hankel transform", "cos(z)/(1+z)", 2, FM=True)
each("in R^3 the transform is a principal value 1/(w-1)", "Hankel transform", "cos(z)/(1+z)", 3, FM=False, PO=True)
each("in R^3 an atom at w = 1 and log|w-1|; vanishes at 0", "Hankel transform", "sin(z)/(1+z)", 3, FM=True, PD=False)
SP = "the density of (2-2cos z)/z^2 is 1-w in R^1, 1/w in R^3, 1/w^3 and an atom in R^5; (1-w)^2, (1-w)/w, 1/w^3, 3/w^5 and an atom for 6(z-sin z)/z^3"
pd(SP, "Wendland's operator D = -(1/w)d/dw", "2*(1-cos(z))/z^2", 1, 3, 5, "(sin(z/2)/(z/2))^2", 4, "6*(z-sin(z))/z^3", 1, 3, 7)
each(SP+"; the derivative of an atom in R^7, R^9", "Wendland's operator D = -(1/w)d/dw", "2*(1-cos(z))/z^2", 7, "6*(z-sin(z))/z^3", 9, FM=False, PO=True)
pd("the transform of a disc in R^4, of an annulus in R^2, of a shell in R^3", "Schoenberg 1938", "2*J1(z)/z", 4, "(2*J1(2*z)-J1(z))/z", 2, "(sin(2*z)-2*z*cos(2*z)-sin(z)+z*cos(z))/z^3", 3, "besselj(0,z)*besselj(0,sqrt(2)*z)", 2, "J0(z)^2", 3, "besselj(1,z)^2/z^2", 2)
each("the inverse Abel transform of an annulus is negative at w = 0", "Abel", "(2*J1(2*z)-J1(z))/z", 3, PD=False)

# periodic
PER = "Fourier coefficients"
pd(PER+" in closed form", "Zygmund; NIST 10.12, 10.35, 24.8", "exp(cos(z))", 1, "exp(-2*sin(pi*z/3)^2/0.7^2)", 1, "1/(5/4-cos(z))", 1, "cos(z)^4", 1, "cosh(cos(2*z))", 1, "cos(z)*cos(sqrt(2)*z)", 1, "besselj(0,2*sin(z/2))", 1, "besseli(0,2*cos(z/2))", 1, "log(3)-log(2-cos(z))/1".replace("/1", ""), 1, "(1+cos(z))^2/4", 1, "1/(2-cos(z)^2)", 1, "(1+z)*exp(-z)*exp(-sin(z)^2)", 1)
pd(PER+" in closed form", "Zygmund; NIST 24.8", "1-abs(sin(z))", 1, "1-2/pi*acos(cos(z))", 1, "exp(-abs(sin(z)))", 1, "(acos(cos(2*pi*z))/(2*pi))^2-acos(cos(2*pi*z))/(2*pi)+1/6", 1, "0.637-abs(sin(z))", 1, "exp(-acos(cos(z)))", 1, "cosh(pi-acos(cos(z)))", 1, kinks=True)
neg(PER+": a negative one", "Zygmund; NIST 10.12, 10.35", "max(0,cos(z))", 1, "abs(cos(z))", 1, "exp(sin(z)^2)", 1, "cos(z)-cos(2*z)", 1, "sin(cos(z))", 1, "exp(-cos(z))", 1, "1/(5/4+cos(z))", 1, "exp(cos(z))-0.273*cos(2*z)", 1, kinks=True)
pd("I_2(1) = 0.1357476698, twice that is 0.27149534", "NIST 10.35", "exp(cos(z))-0.271*cos(2*z)", 1)
each("mean 2/pi: only the constant is negative", "Zygmund", "0.636-abs(sin(z))", 1, "-abs(sin(z))", 1, "-sin(z)^2", 1, FM=True, PD=False, CP=True, kinks=True)
each("a function with a period has no limit at infinity", "Schoenberg 1938", "exp(cos(z))", 2, "exp(-2*sin(pi*z/3)^2/0.7^2)", 3, FM=False, PO=True)

# conditionally positive definite
POW = "Micchelli 1986; Wendland, ch. 8: the transform of z^b is positive iff Gamma(-b/2) > 0, and with log likewise"
cp("the sign of the transform", POW, "-z^(5/3)", 3, "z^(7/3)", 2, "-z^5", 3, "z^7", 2, "-z^9", 2, "z^2*log(z)", 2, 5, "-z^4*log(z)", 2, "z^6*log(z)", 3, "-z^(1/2)-z^(3/2)", 3, "z^3-z", 2, "z^3-z^2", 3, "z^2*log(z)-z", 2, "exp(-z^2)-z", 3, "z^2", 3, "-z^4", 2, "z^4-z^2", 2, "1-z^2", 5, order=6)
ncp("the sign of the transform", POW, "-z^2*log(z)", 2, "z^4*log(z)", 2, "z^5", 3, "-z^3", 2, "z+exp(-z^2)", 1, "z^3+z", 3, "z-z^2", 2, "z/10-z^1.5", 2, "z^2*log(z)+z", 2, "-z^7", 4, "z^2.5-z^3", 1, FM=False, PO=True)
MQ = "Micchelli 1986: (-1)^n times the n-th derivative of f(sqrt t) is completely monotone"
cp("generalised multiquadrics (-1)^ceil(b)(c+z^2)^b", MQ, "(1+z^2)^(3/2)", 3, "-(2+z^2)^(5/2)", 3, "(1+z^2)^(7/2)", 2, "(1+z^2)^1.99", 3, "-(1+z^2)^0.999", 8, "-(1+z^2)^2.01", 2, order=5)
ncp("the wrong sign of (c+z^2)^b", MQ, "-(1+z^2)^(3/2)", 3, "(1+z^2)^(5/2)", 3, "-(1+z^2)^1.99", 2, "(1+z^2)^2.01", 2, "sqrt(1+z^2)", 1, "log(1+z^2)", 3, "log(besseli(0,z))", 2, "z+exp(-z)", 3, "log(1+z)", 2, FM=False, PO=True)
cp("t log(1+t), (1+t)log(1+t): second derivatives; t^2 log(1+t): third derivative 2/s+2/s^2+2/s^3, s = 1+t", MQ, "z^2*log(1+z^2)", 2, 3, "(1+z^2)*log(1+z^2)", 2, "-z^4*log(1+z^2)", 2, order=4)
cp("minus a Bernstein function of t", SSV, "-log(1+z^2/3)", 3, "-log(1+sqrt(z))", 3, "-z*atan(z)", 3, "log(1+z^2)/2-z*atan(z)", 2, "-z*tanh(z)", 3, "-z/tanh(z)", 2, "-log(cosh(z))", 3, "-log(sinh(z)/z)", 3, "-log(besseli(0,z))", 2,
   "-log(z+sqrt(1+z^2))", 3, "-sqrt(z+z^2)", 3, "-(1+z)^(3/2)", 2, "-z^2/(1+z)", 3, "-z^2/log(1+z^2)", 3, "-log(1+z+z^2)", 3, "-z*besseli(1,z)/besseli(0,z)", 2, "-log(cosh(sqrt(z)))", 3, order=1)
cp("tension splines: 1/w^(d+1) - 1/(1+w^2)^((d+1)/2) in any R^d; (1-s K_1(s))/(2s^2) is completely monotone", "Franke 1985; Mitáš & Mitášová 1988", "-(z+exp(-z))", 3, "-log(z)-besselk(0,z)", 2, 3, order=1)
each("minus a bounded Bernstein function: a constant makes it positive definite", SSV, "-tanh(z)", 3, "-erf(z)", 2, "-atan(z)", 3, "exp(-z)-1", 2, "-z/(1+z)", 3, "-1/(1+z^2)-2*z^2/(1+z^2)".replace("-1/(1+z^2)-2*z^2/(1+z^2)", "-(1+2*z^2)/(1+z^2)"), 3, FM=True, PD=False, CP=True, order=1)
T1 = "z^3 - c exp(-z^2) in R^3: 128/Gamma(-3/2) >= c w^6 exp(-w^2/4), c <= 0.62954"
cp(T1, "generalised Fourier transforms", "z^3-0.629*exp(-z^2)", 3)
ncp(T1, "generalised Fourier transforms", "z^3-0.63*exp(-z^2)", 3, FM=False, PO=True)
T2 = "-z - c exp(-z^2) in R^3: 8/sqrt(pi) >= c w^4 exp(-w^2/4), c <= 0.52110"
cp(T2, "generalised Fourier transforms", "-z-0.521*exp(-z^2)", 3, order=1)
ncp(T2, "generalised Fourier transforms", "-z-0.522*exp(-z^2)", 3, FM=False, PO=True)
T3 = "-log(1+z^2) + c exp(-z): in R^1 2 pi exp(-w)/w + 2c/(1+w^2)"
cp(T3, "generalised Fourier transforms", "-log(1+z^2)+exp(-z)/5", 1, order=1)
ncp(T3, "generalised Fourier transforms", "-log(1+z^2)-exp(-z)/1000", 1, FM=False, PO=True)
ncp("-(1+z)^(5/2): -z^(5/2) at infinity makes the transform negative at 0", "generalised Fourier transforms", "-(1+z)^(5/2)", 2, FM=False, PO=True)

# nuggets
each("a nugget: positive definite, not continuous", "Chilès & Delfiner 2.3", "z == 0 ? 1 : 0.8*exp(-z)", 3, continuous=False, PD=True, FM=False, CM=True, PA=True)
each("a negative nugget: two points close to each other", "single points", "z == 0 ? 0.7 : 0.8*exp(-z)", 3, continuous=False, PD=False, FM=False, PO=True, CM=True, PS=False)
pd("sums and products of kernels of users", "Schur; closure under sums", "0.3+exp(-0.5*(z/1.3)^2)+0.1*exp(-z/7)", 3, "(1+z^2/(2*0.7*4))^(-0.7)*exp(-z)", 6, "exp(-z^2/50)*exp(-2*sin(pi*z)^2)", 1, "exp(-z/3)*(1+z/3)*cos(z/5)^2", 1, "(1+sqrt(5)*z+5*z^2/3)*exp(-sqrt(5)*z)", 8, "(1+sqrt(3)*z/2)*exp(-sqrt(3)*z/2)+0.01", 3)
cm("Matern; von Kármán's turbulence", "von Kármán 1948; Stein 1999", "z^(1/3)*besselk(1/3,z)", 3, "z^(5/6)*besselk(5/6,z)", 3, "z^pi*besselk(pi,z)", 3, "(z*besselk(1,z))^2", 3, "(1+z/5)^(-1.8)", 3)
neg("a bump at a distance: k(0) < k(1)", "|k| <= k(0)", "exp(-(z-1)^2/0.02)", 3, "exp(-(z-1)^2)", 1)

# ---------------------------------------------------------------- spheres
GN = "Gneiting 2013, theorem 7: completely monotone in the angle"
pa("completely monotone in theta", GN, "exp(-theta^0.99)", 3, "exp(-theta/0.3)", 10, "(1+theta)^(-1)", 4, "1/(1+log(1+theta))", 3, "erfc(sqrt(theta))", 6, "(1+sqrt(theta))^(-2)", 2, "1-sqrt(theta/(1+theta))", 3, "exp(-theta)*(1+theta)^(-1/2)", 10)
nps("smoother at the pole than at the antipode, where it has a slope: alternating coefficients", "Gneiting 2013, table 1", "exp(-theta^1.01)", 2, 3, 6, "(1+theta)*exp(-theta)", 2, 3, "1/(1+theta^2)", 3, "exp(-theta^2)", 4, "sin(theta)/theta", 2, 3, "1-theta^2/pi^2", 2, 3, "(1+theta^1.5)^(-1)", 3, kinks=True)
pa("1-(z/2)^a, a <= 2", "Soubeyrand et al. 2008", "1-sin(theta/2)", 3, "1-sin(theta/2)^1.5", 6)
nps("1-(z/2)^a with 2 < a < 4: negative coefficients at large degrees", "Soubeyrand et al. 2008", "1-sin(theta/2)^2.1", 3, 2)
AK = "Gneiting 2013, theorem 3: positive definite in R^3 with support in [0,pi]; beyond S^3 the end of the support outweighs the cusp"
each(AK, "Gneiting 2013", "max(0,1-theta)^2", 2, 4, "max(0,1-theta/3)^4*(1+4*theta/3)", 4, "theta < 1 ? 1-1.5*theta+0.5*theta^3 : 0", 3, "max(0,1-theta)", 2, PS=True, PA=False, kinks=True)
nps(AK, "Gneiting 2013", "max(0,1-theta)^2", 5, 6, "max(0,1-theta)^1.99", 4, "max(0,1-theta)", 3, "theta < 1 ? 1-1.5*theta+0.5*theta^3 : 0", 5, kinks=True)
POS = "all Maclaurin coefficients in u are positive"
pa(POS, "Schoenberg 1942", "1/(5/4-u)", 3, "(5/4-u)^(-3/2)", 2, "1/(4-u^2)", 4, "exp(u^2)", 3, "tan(u)", 3, "asin(u)", 3, "u*asin(u)+sqrt(1-u^2)", 4, "asin(u)^2", 3, "1-sqrt(1-u^2)", 3, "1/sqrt(1-u^2/2)", 6, "-log(1-u/2)", 3, "1-log(3/2-u)", 3, "exp(exp(u))", 10,
   "1/(2-exp(u/2))", 3, "besseli(0,sqrt(2+2*u))", 4, "cosh(2*u)", 2, "besseli(0,u)", 3, "2-(1-u)^(1/2)", 3, "(1-u)^(3/2)+1.5*u", 3, "(1-theta/pi)^3", 3, "exp(-sqrt(1-u^2))", 3, "cosh(pi-theta)", 4, "exp(asin(u))", 3, "1-0.63*theta", 3, "exp(u^3)", 6, "exp(u)+u^5-u/2", 3, "sin(u)+sinh(u)", 3, "1/(3-u-u^2)", 5, "(1+u)^4", 4)
nps("some Gegenbauer coefficient is negative", "Schoenberg 1942", "1/(2+u)", 3, "exp(-u^2)", 3, "cos(u)", 4, "sin(u)", 3, "atan(u)", 3, "sqrt(1-u^2)", 2, 3, "log(2+u)", 3, "log(2-u)", 3, "tanh(u)", 3, "erf(u)", 4, "max(0,u)", 3, "max(0,u)^2", 4, "1-0.64*theta", 2, 10, "exp(theta)", 3, "cos(theta/2)", 2, 3, "(1-u)^(3/2)", 3, "log(1+exp(u))-u".replace("-u", "-u/2-1"), 3, "1/(1+exp(-u))", 3, "exp(u)*cos(2*u)", 3, "u^4-u^2", 3, kinks=True)
nps("singular at the antipode alone: alternating coefficients at large degrees", "Darboux's method", "(1+u)^(5/2)", 2, 3, 4, "(1+u)^(1/2)", 3, "(1+u)^(3/2)", 6, "exp(u)+(1+u)^(7/2)/1000", 3, "sqrt(pi-theta)", 3, kinks=True)
each("theta^2 on the circle: pi^2/6-pi theta/2+theta^2/4 = sum cos(n theta)/n^2", "NIST 24.8", "pi^2/6-theta*(2*pi-theta)/4", 2, PS=True)
each("nugget on spheres", "closure under sums", "theta == 0 ? 1 : 0.5*exp(-theta)", 3, continuous=False, PA=True)
ENT = "the Maclaurin coefficients of Lambda_n(c sqrt(2-2u)) are J_(n/2-1+k)(c sqrt 2) with positive factors: all positive up to the first zero of J_(n/2-1)"
each(ENT, "NIST 10.6; Schoenberg 1942", "cos(sqrt(2-2*u))", 3, "besselj(0,sqrt(2-2*u))", 4, PA=True)
each(ENT, "NIST 10.6; Schoenberg 1942", "cos(1.11*z)", 10, FM=False, PA=True, PO=True)
each(ENT, "NIST 10.6; Schoenberg 1942", "cos(1.111*z)", 10, FM=False, PA=False, PO=True)
each(ENT, "NIST 10.6; Schoenberg 1942", "besselj(0,1.7*z)", 2, "sin(2.2*z)/z", 3, PD=True, PA=True)
each(ENT, "NIST 10.6; Schoenberg 1942", "besselj(0,1.701*z)", 2, "sin(2.23*z)/z", 3, PD=True, PA=False)


def polynomial(formula, *dims):
    """exact Gegenbauer coefficients of a polynomial in u"""
    mp.mp.dps = 30
    x = __import__("sympy")
    u = x.symbols("u")
    p = x.Poly(x.sympify(formula.replace("^", "**"), locals={"u": u}, rational=True), u)
    for d in dims:
        rest, ok = p, True
        for n in range(p.degree(), -1, -1):
            c = rest.coeff_monomial(u**n)
            g = x.Poly(x.chebyshevt(n, u) if d == 2 else x.gegenbauer(n, x.Rational(d-2, 2), u), u)
            g = x.Poly(g/g.LC(), u)
            ok = ok and c >= 0
            rest = x.Poly(rest-c*g, u)
        row(formula, d, "exact Gegenbauer coefficients of a polynomial, by SymPy", "Schoenberg 1942", PS=bool(ok), PA=bool(min(p.all_coeffs()) >= 0))


polynomial("(3*u^2-1)/2", 2, 3, 4)
polynomial("(5*u^3-3*u)/2", 3, 4)
polynomial("4*u^2-1", 4, 5)
polynomial("u^2-1/10", 10, 11)
polynomial("u^4-u^2/5", 2, 3, 6, 10)
polynomial("8*u^4-8*u^2+1", 2, 3)
polynomial("(1+u)^3-3*u/2", 3)
polynomial("1/3-u^2+2*u^4", 3, 4, 10)
polynomial("1+u/10+u^5-u^3", 2, 4)
polynomial("(u-1/2)^2+u^3", 3, 6)
polynomial("(1+u/2)^3-u^2/2", 2, 3, 10)

TH = "exp(u) - c u^2: the coefficient of degree 2 of exp(u), 5 i_2(1) = 0.357814 on S^2, against 2c/3"
each(TH, "NIST 10.47, 10.60", "exp(u)-0.536*u^2", 3, PS=True, PA=False)
each(TH, "NIST 10.47, 10.60", "exp(u)-0.537*u^2", 3, PS=False)
pa("the coefficient of u^2 is 1/2", "Schoenberg 1942", "exp(u)-0.5*u^2", 3, "exp(u)-0.499*u^2", 10)
each("cos(3 theta) = 4u^3-3u: Chebyshev; degree 1 on S^2", "Schoenberg 1942", "cos(3*theta)", 2, PS=True, PA=False)
each("cos(3 theta) = 4u^3-3u: Chebyshev; degree 1 on S^2", "Schoenberg 1942", "cos(3*theta)", 3, PS=False)
each("a jump at the end: -pi is not where a positive definite function ends", "Bochner", "exp(-theta)", 3, PA=True, FM=False, PD=False, PO=False, CP=False)

if __name__ == "__main__":
    # a row that another table has is not fresh
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    for name in os.listdir(here):
        if name.startswith("known") and name.endswith(".json") and name != "known_fresh.json":
            with open(os.path.join(here, name)) as table:
                known = {(r["formula"].replace(" ", ""), r["dim"]) for r in json.load(table)["rows"]}
            rows = [r for r in rows if (r["formula"].replace(" ", ""), r["dim"]) not in known]
    json.dump({"about": "Kernels of textbooks and users, written down by someone who had read no rule; made by testdata/gen/known_fresh.py.", "rows": rows}, sys.stdout, indent=1, ensure_ascii=False)
    print()
