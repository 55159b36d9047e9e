"""Rows of known_fields.json: covariance functions and radial basis functions as geostatisticians,
physicists and numerical analysts write them, written down by someone who had not read the rules.

A truth is stated (the sentence in `why` is its proof, with what one claim says of another), or it is a
refutation computed here (`computed`: an eigenvalue of a Gram matrix, a Gegenbauer or Maclaurin
coefficient, a derivative of k(sqrt t), of the wrong sign by a wide margin). Every stated truth is
compared with the same computations, and a contradiction is printed. Nothing of krein is asked.

    python3 known_fields.py > ../known_fields.json
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
mp.mp.dps = 60
FM, PD, CM, PS, PA, CP, PO = ORDER = ("finite-mass", "pd", "completely-monotone", "pd-sphere", "pd-all-spheres",
                                      "conditionally-pd", "positive-decomposition")
rows, complaints = [], []

# ---------------------------------------------------------------- the language


def find(s, chars):
    """the first of chars outside parentheses"""
    depth = 0
    for i, c in enumerate(s):
        depth += (c == "(") - (c == ")")
        if depth == 0 and c in chars: return i
    return -1


def python_of(s):
    """the formula as a Python expression; conditions become where(c, a, b)"""
    s = s.strip()
    if s.startswith("let "):
        name, rest = s[4:].split("=", 1)
        value, rest = rest.split(";", 1)
        return python_of(re.sub(r"\b%s\b" % name.strip(), "(%s)" % value.strip(), rest))
    for a, b in {"²": "^2", "³": "^3", "−": "-", "·": "*", "₊": "_+"}.items(): s = s.replace(a, b)
    while ")_+" in s:
        end = s.index(")_+")
        depth, i = 0, end
        while True:
            depth += (s[i] == ")") - (s[i] == "(")
            if depth == 0: break
            i -= 1
        s = s[:i]+"max(0,"+s[i+1:end+1]+s[end+3:]
    q = find(s, "?")
    if q >= 0:
        rest = s[q+1:]
        c = find(rest, ":") if rest.count("?") == 0 or find(rest, ":") < find(rest, "?") else -1
        assert c >= 0, s
        return "where(%s, %s, %s)" % (python_of(s[:q]), python_of(rest[:c]), python_of(rest[c+1:]))
    return re.sub(r"(?<![\w.'])(\d+\.?\d*(?:e-?\d+)?)", r"N('\1')", s.replace("^", "**"))


def inner(s):
    """python_of, also for conditions in parentheses"""
    while True:
        m = re.search(r"\(([^()]*\?[^()]*)\)", s)
        if not m: return python_of(s)
        s = s[:m.start()]+"where"+"("+",".join(re.split(r"[?:]", m.group(1)))+")"+s[m.end():]


def step_where(mod):
    return np.where if mod is np else lambda c, a, b: a if c else b


class Kernel:
    """a formula as a function of z, of floats and of mpmath's numbers"""

    def __init__(self, formula):
        text = inner(formula)
        self.code = compile(text, formula, "eval")
        self.angle = "theta" in formula
        common = "exp log sqrt sin cos tan sinh cosh tanh".split()
        self.mp = {n: getattr(mp, n) for n in common}
        self.mp.update(N=mp.mpf, max=max, min=min, abs=abs, pi=mp.pi, e=mp.e, acos=mp.acos, asin=mp.asin, atan=mp.atan, erf=mp.erf, erfc=mp.erfc,
                       gamma=mp.gamma, besselj=mp.besselj, besseli=mp.besseli, besselk=mp.besselk, J0=lambda x: mp.besselj(0, x), where=step_where(mp))
        self.np = {n: getattr(np, n) for n in common}
        self.np.update(N=float, max=np.maximum, min=np.minimum, abs=np.abs, pi=np.pi, e=np.e, acos=np.arccos, asin=np.arcsin, atan=np.arctan,
                       erf=special.erf, erfc=special.erfc, gamma=special.gamma, besselj=special.jv, besseli=special.iv, besselk=special.kv, J0=special.j0, where=np.where)
        try: self.zero = float(mp.re(self.exact(mp.mpf(0))))
        except Exception: self.zero = float("nan")
        if not np.isfinite(self.zero): self.zero = float(mp.re(self.exact(mp.mpf(10)**-9)))

    def exact(self, z):
        u = 1-z*z/2
        return eval(self.code, self.mp, {"z": z, "u": u, "theta": 2*mp.asin(z/2) if self.angle else None})

    def __call__(self, z):
        z = np.asarray(z, dtype=float)
        near = z < 1e-9
        x = np.where(near, 1.0, z)
        v = eval(self.code, self.np, {"z": x, "u": 1-x*x/2, "theta": 2*np.arcsin(np.minimum(x/2, 1))})
        return np.where(near, self.zero, np.broadcast_to(v, z.shape))

# ---------------------------------------------------------------- witnesses


def clouds(d, rng):
    for scale in (0.1, 0.3, 0.6, 1, 2, 4, 8):
        if d == 1:
            for n in (20, 90): yield np.arange(n)[:, None]*scale/6
        elif d <= 3: yield np.stack(np.meshgrid(*[np.arange({2: 10, 3: 5}[d])]*d), -1).reshape(-1, d)*scale/2
        yield rng.normal(size=(90, d))*scale/min(d, 3)
        if d > 2: yield np.concatenate([np.eye(d), -np.eye(d)])*scale/1.5


def least(k, d, order=0):
    """the least eigenvalue, relative to the largest, on what annihilates polynomials of a degree below order"""
    worst, rng = 0, np.random.default_rng(1)
    for x in clouds(d, rng):
        g = k(np.sqrt(((x[:, None]-x[None])**2).sum(-1)))
        if not np.isfinite(g).all(): continue
        floor = 1e-6*np.abs(g).max()  # what projecting leaves of rounding is no witness
        if order:
            scale = np.abs(x).max()
            p = [np.ones(len(x))]
            if order > 1: p += list((x/scale).T)
            if order > 2: p += [x[:, i]*x[:, j]/scale**2 for i in range(d) for j in range(i, d)]
            if len(p)+2 > len(x): continue
            q, r = np.linalg.qr(np.stack(p, 1), mode="complete")
            q = q[:, len(p):]
            g = q.T@g@q
        w = np.linalg.eigvalsh((g+g.T)/2)
        worst = min(worst, w[0]/max(np.abs(w).max(), floor))
    return worst


def gegenbauer(k, d, n=36):
    """normalised coefficients by Gauss's rule in theta on many panels"""
    x, w = np.polynomial.legendre.leggauss(12)
    ends = np.linspace(0, np.pi, 901)
    th = ((ends[1:]+ends[:-1])[:, None]/2+np.diff(ends)[:, None]/2*x).ravel()
    w = (np.diff(ends)[:, None]/2*w).ravel()*np.sin(th)**(d-2)
    v, u, out = k(2*np.sin(th/2))*w/w.sum(), np.cos(th), []
    for j in range(n):
        p = np.cos(j*th) if d == 2 else special.eval_gegenbauer(j, d/2-1, u)/special.eval_gegenbauer(j, d/2-1, 1.0)
        out.append((v*p).sum())
    return np.array(out)


def slow(formula): return "bessel" in formula or "gamma" in formula


def wrong_derivative(k, formula):
    """whether a derivative of k(sqrt t) has the wrong sign, by 60 digits"""
    for t in map(mp.mpf, ((1, 3) if slow(formula) else (0.0625, 1, 4, 16))):
        try: c = mp.taylor(lambda s: k.exact(mp.sqrt(s)), t, 4 if slow(formula) else 10)
        except Exception: continue
        if any((-1)**j*mp.re(x) < -mp.mpf(10)**-9 for j, x in enumerate(c)): return True
    return False


def maclaurin(k, formula):
    try: return [mp.re(x) for x in mp.taylor(lambda u: k.exact(mp.sqrt(2-2*u)), mp.mpf(0), 5 if slow(formula) else 12)]
    except Exception: return []

# ---------------------------------------------------------------- rows


def implications(e, continuous, breaks, sphere):
    """what one claim says of another"""
    if breaks: e[CM] = False  # not analytic
    if any(0 < b < 2 for b in breaks): e[PA] = False
    for _ in range(3):
        if continuous:
            if e.get(CM): e[PD] = e[PA] = True
            if e.get(PD): e[FM] = True
            if e.get(FM) is False or e.get(CP) is False: e[PD] = False
            if e.get(PD) is False or e.get(PA) is False: e[CM] = False
        if e.get(PD): e[PS] = e[CP] = True
        if e.get(FM): e[PO] = True
        if e.get(PA): e[PS] = True
        if e.get(CP): e[PO] = True
        if e.get(PO) is False: e[FM] = e[CP] = e[PD] = False
        if e.get(PS) is False: e[PA] = e[PD] = False
        if e.get(CP) is False: e[PD] = False


def row(formula, dim, why, source, breaks=(), continuous=True, order=3, **stated):
    e, name, computed = {globals()[c]: v for c, v in stated.items()}, "%s in R^%d" % (formula, dim), []
    sphere, k = re.search(r"\b(u|theta)\b", formula) is not None, Kernel(formula)
    if sphere: e[CM] = False  # zero beyond 2
    implications(e, continuous, breaks, sphere)

    def complain(*what): complaints.append((name,)+what)
    if not sphere:
        low = least(k, dim)
        if e.get(PD) and low < -1e-7: complain("pd", low)
        if PD not in e and low < -1e-5: e[PD] = False; computed.append("Gram matrix")
        if e.get(CP) and not e.get(PD):
            low = least(k, dim, order)
            if low < -1e-6: complain("conditionally pd", low)
    if dim > 1:
        c = gegenbauer(k, dim)
        low = c.min()/np.abs(c).max()
        if e.get(PS) and low < -1e-7: complain("pd-sphere", low, int(c.argmin()))
        if PS not in e and low < -1e-6: e[PS] = False; computed.append("Gegenbauer coefficient")
        if e.get(PS) is False and low > -1e-9 and "alternating" not in why and "wins" not in why: complain("pd-sphere without a witness", low)
    smooth = not any(0 < b < 2 for b in breaks)
    if smooth and continuous and e.get(PA) is not False:
        c = maclaurin(k, formula)
        if c and min(c) < -1e-9:
            if e.get(PA): complain("pd-all-spheres", [mp.nstr(x, 4) for x in c])
            e[PA] = False; computed.append("Maclaurin coefficient")
    if not sphere and not breaks and e.get(CM) is not False and wrong_derivative(k, formula):
        if e.get(CM): complain("completely monotone")
        e[CM] = False; computed.append("derivative")
    implications(e, continuous, breaks, sphere)
    if dim == 1: e.pop(PS, None)  # S^0 has two points
    rows.append({"formula": formula, "dim": dim, "expect": {c: e[c] for c in ORDER if c in e},
                 "why": why+("; computed: "+", ".join(sorted(set(computed))) if computed else ""), "source": source})


def each(why, source, *of, **stated):
    """of: formulas, each followed by its dimensions"""
    for x in of:
        if isinstance(x, str): formula = x
        else: row(formula, x, why, source, **stated)


def cm(why, source, *of): each(why, source, *of, CM=True)
def pd(why, source, *of, **k): each(why, source, *of, PD=True, **k)
def neg(why, source, *of, **k): each(why, source, *of, FM=True, PD=False, CP=False, **k)  # a finite mass with a negative part at w > 0
def none(why, source, *of, **k): each(why, source, *of, PO=False, **k)  # no decomposition whatever
def variogram(why, source, *of, **k): each(why, source, *of, FM=True, PD=False, CP=True, **k)  # bounded
def grows(why, source, *of, **k): each(why, source, *of, FM=False, CP=True, **k)
def wrong(why, source, *of, **k): each(why, source, *of, FM=False, CP=False, PO=True, **k)

CD, STEIN, GN02, SV = "Chilès & Delfiner, Geostatistics, 2nd ed. 2012, 2.5", "Stein, Interpolation of Spatial Data, 1999", "Gneiting, Compactly supported correlation functions, 2002", "Schilling, Song & Vondraček, Bernstein Functions"

# ---------------------------------------------------------------- valid in every dimension
cm("Matern, and sums of such", STEIN, "2^(2/3)/gamma(1/3)*(z/2)^(1/3)*besselk(1/3,z/2)", 3, "0.7*exp(-3*z/10) + 0.3*(1+3*z/25)*exp(-3*z/25)", 2, 8,
   "(1+sqrt(3)*z/40)*exp(-sqrt(3)*z/40) + 0.1*exp(-z²/2)", 2, "(1+z+0.33*z^2)*exp(-z)", 5)
cm("x^nu K_nu(x) at x = sqrt(t) is a Laplace transform of an infinitely divisible law: its powers; products", "Ismail 1977; Grosswald 1976", "sqrt(z*besselk(1,z))", 3, "z^0.75*besselk(0.75,z)/(1+sqrt(z))", 2, "z^(1/4)*besselk(1/4,z)*exp(-z)", 4)
cm("Shkarofsky: int exp(-s(1+t)-1/(4s)) s^(p-1) ds, any p", "Shkarofsky 1968; Gneiting 1999", "(1+z²)^(5/6)*besselk(5/3,sqrt(1+z²))", 3, "besselk(1/3,sqrt(z^2+1))/(z^2+1)^(1/6)", 2, "exp(-sqrt(z^2+4))/sqrt(z^2+4)", 16, "(1+sqrt(1+z^2))*exp(-sqrt(1+z^2))", 3)
DAGUM = "Dagum, Cauchy, Linnik: x^b/(1+x^b), log(1+x), x^b are complete Bernstein for b <= 1, and closed under composition; 1-g, 1/g, exp(-g)"
cm(DAGUM, "Porcu, Mateu, Zini & Pini 2007; Gneiting & Schlather 2004", "1-(z^1.5/(1+z^1.5))^0.4", 3, 16, "(1+(z/2.5)^1.3)^(-0.7/1.3)", 2, "1/(1+log(1+z/3))", 3, "exp(-0.3*sqrt(z))/(1+z/2)^2", 2, "exp(1-(1+z^1.2)^0.4)", 3,
   "exp(-z/(1+z/10))", 3, "1/log(e+z)", 2, "1/(1+log(1+z^2))^2", 5, "1-z/sqrt(1+z^2)", 3, "sqrt(1+z²)−z", 4, "(z+sqrt(1+z^2))^(-0.3)", 3, "2/(1+sqrt(1+4*z^2))", 8, "(1+z)/(1+z+z^2)", 3, "exp(-z^2*log(1+1/z^2))", 3, "exp(-3.44*(z/0.1)^(5/3))", 2)
cm("mixtures: an integral over s of exp(-sz), 1/(1+sz), 1/(1+sz^2), (s+z^2)^(-p), exp(-sz^2) with a positive weight", "Bernstein; Gradshteyn & Ryzhik 2.1-2.2; Debye 1947", "log((4+z^2)/(1+z^2))/log(4)", 2, "log(1+z^2)/z^2", 3, "log(1+z)/z", 4, "(1-exp(-z))/z", 3, "(1-exp(-z^2))/z^2", 8, "2*(1-(1+z)*exp(-z))/z^2", 3,
   "(exp(-z)-exp(-2*z))/z", 3, "(atan(2*z)-atan(z))/z", 2, "log((1+4*z^2)/(1+z^2))/z^2", 3, "sqrt(4+z^2)-sqrt(1+z^2)", 3, "(4+z²)^0.3−(1+z²)^0.3", 16, "sqrt(1+z)-sqrt(z)", 3, "(1+z^1.5)^(2/3)-z", 3, "log(2+z)-log(1+z)", 5, "2*(exp(-z^2)-1+z^2)/z^4", 3, "1/(1+z)^2-1/(2+z)^2", 3, "(2+z^2)/(1+z^2)^2", 64)
cm("power series with positive coefficients in a completely monotone function", "Schur; Bernstein", "-log(1-exp(-z^2)/2)", 3, "1/(2-exp(-z))", 4, "exp(exp(-z/2)-1)", 3, "exp(-z)/(2-exp(-z^2))", 2, "tan(exp(-z²))", 3, "asin(1/(1+z^2))", 3, "1-sqrt(1-exp(-z^2))", 2, "besseli(0,exp(-z))", 2, "1-2/pi*acos(exp(-z))", 3, "exp(1/(1+z))-1", 16)
cm("products of 1/(1+t/c^2): cosh(sqrt s), sinh(sqrt s)/sqrt s at s = z, cosh(z)+cos(a) with zeros i(pi+-a)", "Hadamard", "1/cosh(sqrt(z))", 3, "sqrt(z)/sinh(sqrt(z))", 2, "1/(cosh(z)+1/2)", 3, "1/(cosh(z)-1/2)", 8, "1-tanh(z)^2", 3)
cm("I K and exp(-z) I(z)/z^nu as Laplace transforms of positive functions", "NIST 10.32; Gradshteyn & Ryzhik 6.643", "besseli(1/3,z)*besselk(1/3,z)", 3, "exp(-z/2)*besseli(1,z/2)/z", 4, "sqrt(pi)*erf(z)/(2*z)*exp(-z)", 3, "erfc(z)*exp(z^2)", 3)
cm("a((1+s)^(-p)) - ((c^2+s)^(-p)), p = (d+1)/2, is the density of c exp(-z) - exp(-cz) in every R^d", "Gneiting 1998; Schoenberg 1938", "2*exp(-z)-exp(-2*z)", 3, 16, "3*exp(-z/2)-exp(-1.5*z)", 2)
cm("gravimetric and magnetic", CD, "(1+(z/5)^2)^(-1/2)", 2, "(1+z^2/4)^(-3/2)", 3)
pd("int x cos(wx)/(exp(x)-1) = 1/(2w^2) - pi^2/(2 sinh(pi w)^2); minus its derivative is positive by Lazarević's (sinh x/x)^3 > cosh x", "Gradshteyn & Ryzhik 3.951; Mitrinović", "z/(exp(z)-1)", 1, 3)
each("a nugget and a valid model", CD, "(z == 0 ? 0.2 : 0) + 0.8*exp(-(z/3)^1.5)", 2, continuous=False, PD=True, CM=True, PA=True, FM=False)
each("a nugget and the spherical model", CD, "(z == 0 ? 0.3 : 0) + 0.7*max(0,1-z/1.5)^2*(1+z/3)", 3, continuous=False, breaks=(1.5,), PD=True, FM=False)

# ---------------------------------------------------------------- not valid in any
FLAT = "1 - O(z^a), a > 2: no second moment, so that no measure >= 0 but the constant has it"
neg(FLAT, "Yaglom 1987", "(1+z+z^2/2)*exp(-z)", 1, 3, "(1+z^2/10)*exp(-z^2/10)", 3, "1/(1+log(1+z^4))", 2, "1/(1+z^3)", 3, "(1+z^3)^(-1/3)", 1, 2, "exp(-(z/2)^2.2)", 2, "(1+(z/10)^2.05)^(-0.5)", 3, "1-(z^2.1/(1+z^2.1))^1", 3)
neg("the term of z^3 at 0, 1/3 - c, makes the density negative at infinity", STEIN, "(1+z+0.34*z^2)*exp(-z)", 1, 3)
neg("a cusp or a slower tail of the wrong sign at large w", "Abelian theorems", "2.1*exp(-z)-1.1*exp(-2*z)", 3, "2*exp(-z^2)-exp(-2*z^2)", 2, "1.5/(1+z^2)-0.5/(1+z^2)^2", 3)
neg("the nearest singularities are not imaginary: the density is exp(-aw) cos(bw+c) at infinity", "residues; Darboux", "1/(1+exp(z^2))", 1, 2, "z^2/(exp(z^2)-1)", 1, "1/(1+z^2+z^4)", 1, 3, "1/(cosh(z)+2)", 1, 2, "log(1+exp(-z^2))", 3, "1-tanh(z^2)", 2)
neg("k(0) is not the largest value, and k tends to 0 so that there is no atom at 0", "|k| <= k(0)", "log(1+z^2)/(1+z^2)", 3, "z^2*exp(-z)", 2, "z^2.5*exp(-z)", 1, "-z^(2/3)*exp(-z)", 3, "exp(-z)-exp(-2*z)", 2, "exp(-2*z)-2*exp(-z)", 3)

# ---------------------------------------------------------------- hole effects and waves
HOLE = "(1-cz)exp(-z) has the density (1+s)-c(d-s) times (1+s)^(-(d+3)/2): c <= 1/d"
pd(HOLE, CD, "(1-z/2)*exp(-z)", 1, 2, "(1-z/3)*exp(-z)", 3)
neg(HOLE, CD, "(1-z/2)*exp(-z)", 3, "(1-0.34*z)*exp(-z)", 3, "(1-z/3)*exp(-z)", 4)
DAMP = "exp(-az)cos(bz) iff a >= b cot(pi/(2d))"
pd(DAMP, "Yaglom 1987; Zastavnyi 1993", "exp(-z/5)*cos(z/8)", 1, 2, "exp(-sqrt(3)*z)*cos(z)", 3)
neg(DAMP, "Yaglom 1987; Zastavnyi 1993", "exp(-z/5)*cos(z/8)", 3, "exp(-1.73*z)*cos(z)", 3, "exp(-z/5)*cos(z/4)", 2)
W4 = "densities 1/(w^4+4) in R^1 (cos+sin) and R^3 (sin/z), w^2/(w^4+4)^2 two dimensions up; negative at 0 one further up"
pd(W4, "Yaglom 1987", "exp(-z)*(cos(z)+sin(z))", 1, 3, "exp(-z)*sin(z)/z", 3, 5)
neg(W4, "Yaglom 1987", "exp(-z)*(cos(z)+sin(z))", 4, "exp(-z)*sin(z)/z", 6)
GC = "exp(-z^2/2)cos(bz): (w cosh(bw) - b sinh(bw)) exp(-w^2/2)/w in R^3, positive iff b <= 1; He_4(1) < 0 in R^5"
pd(GC, "Hermite", "exp(-z^2/2)*cos(z)", 1, 3, "exp(-z^2)*sin(3*z)/(3*z)", 3)
neg(GC, "Hermite", "exp(-z^2/2)*cos(1.01*z)", 3, "exp(-z^2/2)*cos(z)", 5, "exp(-z^2)*sin(3*z)/(3*z)", 5)
neg("exp(-w^2/4) times cos, J_0, sin(x)/x of w/2", "completing the square", "exp(-z^2)*cosh(z)", 1, "exp(-z^2)*besseli(0,z)", 2, "exp(-z^2)*sinh(z)/z", 3)
pd("(3-2z^2)exp(-z^2) has the density (3-d+w^2/2)exp(-w^2/4); (1-z^2/2)exp(-z^2/2) (1-d/2+w^2/2)exp(-w^2/2)", "Hermite", "(3-2*z^2)*exp(-z^2)", 3, "(1-z²/2)·exp(−z²/2)", 2)
neg("(3-2z^2)exp(-z^2) has the density (3-d+w^2/2)exp(-w^2/4); (1-z^2/2)exp(-z^2/2) (1-d/2+w^2/2)exp(-w^2/2)", "Hermite", "(3-2*z^2)*exp(-z^2)", 4, "(1-z²/2)·exp(−z²/2)", 3)
pd("exp(-s/4) - 2^(d/2-1) exp(-s/2)", "Gaussians", "exp(-z^2)-0.5*exp(-z^2/2)", 1, 2)
neg("exp(-s/4) - 2^(d/2-1) exp(-s/2)", "Gaussians", "exp(-z^2)-0.5*exp(-z^2/2)", 3)
pd("pi w exp(-w) in R^1", "residues", "(1-z^2)/(1+z^2)^2", 1)
neg("w K_1(w) - K_0(w) in R^2, exp(-w)(1-1/w) in R^3", "NIST 10.25", "(1-z^2)/(1+z^2)^2", 2, 3)
SINC = "cos(a)sin(a)/a = sin(2a)/(2a), the shell in R^3; products of kernels that are positive definite in R^3"
pd(SINC, CD, "cos(z)*sin(z)/z", 3, "(1+cos(z))/2*sin(z)/z", 2, 3, "cos(z)*cos(2*z)*sin(z)/z", 3, "sin(z)*sin(2*z)/(2*z^2)", 3, "(sin(z)/z)^3", 3, "sin(z)/(z*(1+z^2))", 3, "cos(3*z)*sin(z)/z", 1)
neg("2 sin(4z)/(4z) - sin(2z)/(2z): shells of weights 2 and -1; in R^2 infinite at w = 2-", "Schoenberg 1938", "cos(3*z)*sin(z)/z", 2, 3)
neg("the box minus two atoms", "Bochner", "sin(z)/z-cos(z)", 1)
each("cos(z) is a derivative of shells in R^3", "Schoenberg 1938", "sin(z)/z-cos(z)", 3, FM=False, PO=True)
BES = "J_nu(z)/z^nu, nu >= d/2-1 (Schoenberg); otherwise z^(-nu-1/2) at infinity, nu+1/2 < (d-1)/2, makes the mass infinite"
pd(BES, CD, "besselj(3/4,z)/z^(3/4)", 3, "besselj(0.4,2*z)/z^0.4", 2, "besselj(2,z)/z^2", 6, "besselj(5/2,z)/z^(5/2)", 7, "3*(sin(z)-z*cos(z))/z^3", 5, "(3*(sin(z)-z*cos(z))/z^3)^2", 3, 5)
each(BES, CD, "besselj(3/4,z)/z^(3/4)", 4, "besselj(0.4,2*z)/z^0.4", 3, "besselj(2,z)/z^2", 7, "besselj(5/2,z)/z^(5/2)", 8, "3*(sin(z)-z*cos(z))/z^3", 6, FM=False, PO=True)
pd("products", "Schur", "J0(z)*exp(-z/2)", 2, "besselj(0,z)^3", 2, "J0(z)/(1+z^2)", 2, "z*besselk(1,z)*cos(z)", 1, "exp(-z/10)*cos(z/2)^2", 1, "cos(z)/(1+z^2)", 1)
neg("exp(-|w-1|)+exp(-|w+1|) in R^1 increases up to 1; in R^5 a negative shell at 1 besides an integrable density", "Wendland's operator D = -(1/w)d/dw", "cos(z)/(1+z^2)", 3, 5)
each("cos(z)/z^2 at infinity, 2 < 5/2", "Hankel transform", "cos(z)/(1+z^2)", 6, FM=False, PO=True)
variogram("minus a bounded variogram 1-k with k positive definite", CD, "-(1-besselj(0,z))", 2, "-(1-sin(z)/z)", 3, "-(1-exp(-z^2/2)*cos(z))", 3, "-(1-exp(-z/5)*cos(z))", 1)
neg(DAMP+", minus 1", CD, "-(1-exp(-z/5)*cos(z))", 2)

# ---------------------------------------------------------------- turbulence
VK = "von Kármán's f = z^(1/3)K_(1/3) has the density F = (1+s)^(-1/3-d/2); zf' has -(d+w d/dw)F: g = f+zf'/2 gives 1-d/2+s(1/3+d/2)/(1+s) times F, f+2g gives 3-d+2s(1/3+d/2)/(1+s) times F"
pd(VK, "von Kármán 1948; Batchelor 1953", "z^(1/3)*besselk(1/3,z)-z^(4/3)/2*besselk(2/3,z)", 1, 2, "3*z^(1/3)*besselk(1/3,z)-z^(4/3)*besselk(2/3,z)", 3)
neg(VK, "von Kármán 1948; Batchelor 1953", "z^(1/3)*besselk(1/3,z)-z^(4/3)/2*besselk(2/3,z)", 3, "3*z^(1/3)*besselk(1/3,z)-z^(4/3)*besselk(2/3,z)", 4)
grows("minus a structure function: t/(1+t)^a is complete Bernstein", "Batchelor 1951; Tatarskii 1971", "-z^2/(1+z^2)^(2/3)", 3, "-6.88*z^(5/3)", 2, "-(z^(2/3)+0.1*z^1.2)", 3)
variogram("minus a bounded structure function", "Batchelor 1951", "-(z^2/(1+z^2))^(1/3)", 3, "-z^(2/3)/(1+z^(2/3))", 1, "-z^1.5/(1+z^1.5)", 2)
wrong("Fried's short exposure: exp(3.44 z^2) at infinity, faster than a polynomial", "Fried 1966", "exp(-3.44*z^(5/3)*(1-z^(1/3)))", 2)

# ---------------------------------------------------------------- variograms, splines
grows("minus a Bernstein function of t; bridges (1+x^p)^q, p <= 1, pq <= 1, x = z or t", "Schlather & Moreva 2017; Matheron", "-log(1+(z/3)^1.5)/2", 2, "1-(1+z^2)^0.3", 5, "1-(1+z^0.8)^1.5", 2, "-(log(1+z))^0.5", 3, "-log(log(e+z^2))", 3, "-sqrt(1+z^2)-0.2*z", 2, "exp(-z)-sqrt(1+z^2)", 3)
each("a nugget effect and a power", CD, "z == 0 ? 0 : -(0.1+sqrt(z))", 2, continuous=False, FM=False, PD=False, CM=False, CP=True, PA=False, PS=False)
POLY = "(-1)^ceil(b/2) z^b and (-1)^(m+1) z^(2m) log z have positive transforms; polynomials of degree 2 vanish for order 2"
grows(POLY, "Duchon 1977; Wendland 2005, ch. 8", "0.1*z^3+exp(-(z/2)^2)", 3, "z^2*(log(z)-1)", 2, "1-3*z^2+2*z^3", 3, "z^3-z^5/10", 2, "z^2.5-sqrt(z)", 3, "(1+z^2)^(3/2)-sqrt(1+z^2)", 2)
grows("the derivative in t is log(1+z) + z/(2+2z), complete Bernstein", SV, "z^2*log(1+z)", 2)
wrong(POLY+"; the wrong sign at w = 0", "Duchon 1977; Wendland 2005, ch. 8", "z^3*(1+z^2)", 3, "sqrt(z)-z^2.5", 2, "z^2*(1-log(z))", 2, "log(z/2+1)-exp(-z)", 3)
wrong("branch points at exp(i pi/4): the transform is exp(-aw)cos(aw+c) at infinity", "Darboux", "-sqrt(1+z^4)", 1, "-log(1+z^4)", 2)
grows("-z and cos(z) in R^1", "Bochner", "-(z+1-cos(z))", 1)
wrong("cos(z) has the density -(1-w^2)^(-3/2) below 1 in R^2", "Hankel transform", "-(z+1-cos(z))", 2)
wrong("||x|-1|: (2-4cos w)/w^2; max(|x|,1): -2cos(w)/w^2", "Fourier transform", "abs(1-z)", 1, "max(z,1)", 1, "-max(z,1)", 1, breaks=(1,))

# ---------------------------------------------------------------- compact supports
END = "an end (R-z)^a: a finite mass iff a > (d-1)/2, otherwise no decomposition; with a term z^b at 0 (b not even) the oscillation wins, and the density is negative somewhere, iff a < (d-1)/2+b; without one always"
WEND = "Wendland 1995; Wu 1995; Buhmann 1998; Gneiting 2002"


def compact(formula, end, b, valid, invalid, infinite, source=WEND, breaks=None):
    """end: a and the radius"""
    a, radius = end
    for d in valid: row(formula, d, "valid in R^%d by the source" % max(valid), source, breaks=(radius,), PD=True)
    for d in invalid:
        assert (d-1)/2 < a < (d-1)/2+b, (formula, d)
        row(formula, d, END, source, breaks=(radius,), FM=True, PD=False, CP=False)
    for d in infinite:
        assert a <= (d-1)/2, (formula, d)
        row(formula, d, END, source, breaks=(radius,), PO=False)


INF = 99  # smooth at 0
compact("(1-z/3)_+^2", (2, 3), 1, [3], [4], [5], "Askey 1973; Golubov 1981")
compact("(1-z)_+^1.5", (1.5, 1), 1, [2], [3], [4], "Golubov 1981")
compact("(1-z)_+^e", (2.718, 1), 1, [4], [5], [], "Golubov 1981")
compact("z<1 ? 2/pi*(acos(z)-z*sqrt(1-z^2)) : 0", (1.5, 1), 1, [2], [3], [], CD)
compact("z < 1 ? 1-15/8*z+5/4*z^3-3/8*z^5 : 0", (3, 1), 1, [5], [6], [7], CD)
compact("z<=1 ? 1-7*z^2+35/4*z^3-7/2*z^5+3/4*z^7 : 0", (4, 1), 3, [3], [4], [9], CD)
compact("(1-z/2)_+^4*(1+2*z)", (4, 2), 3, [3], [4], [])
compact("(1-z)_+^6*(35*z^2+18*z+3)/3", (6, 1), 5, [2], [4], [16])
compact("(1-z)_+^5*(5*z+1)", (5, 1), 3, [5], [6], [])
compact("(1-z)_+^3*(3*z+1)", (3, 1), 3, [1], [2], [8])
compact("(1-z)_+^4*(4+16*z+12*z^2+3*z^3)/4", (4, 1), 3, [3], [4], [])
compact("(1-z)_+^3*(8+9*z+3*z^2)/8", (3, 1), 1, [5], [6], [])
compact("z < 1 ? 3*z^2*log(z/(1+sqrt(1-z^2)))+(2*z^2+1)*sqrt(1-z^2) : 0", (2.5, 1), 2.0, [2], [], [], "Schaback, The missing Wendland functions, 2011")
compact("z < 1 ? 1+12*z^4*log(z)-21*z^4+32*z^3-12*z^2 : 0", (4, 1), 3, [3], [], [])
compact("(1-z)_+^(7/2)*(1+7*z/2-135*z^2/8)", (3.5, 1), 3, [2], [3], [])
compact("z<1 ? (1-z)*cos(pi*z)+sin(pi*z)/pi : 0", (3, 1), 3, [1], [2], [7], "Bohman 1960")
compact("(1-sqrt(z))_+^2", (2, 1), 0.5, [1, 3], [], [5], "Gneiting 1999: minus the derivative is convex")
compact("(1-sqrt(z))_+^3", (3, 1), 0.5, [5], [], [8], "Gneiting 1999: the second derivative is convex")
compact("max(0,exp(-z)-exp(-1))", (1, 1), 1, [1], [2], [3], "Pólya 1949")
compact("max(0,1-log(1+z))", (1, 1.718), 1, [1], [2], [3], "Pólya 1949")
compact("max(0,3/(1+z)-1)/2", (1, 2), 1, [1], [2], [4], "Pólya 1949")
compact("max(1-z,0)*exp(-z)", (1, 1), 1, [1], [2], [3], "Pólya 1949")
compact("(1-z)_+*cos(3*z)", (1, 1), 1, [1], [2], [3], "Schur")
compact("max(0,1-z)+max(0,1-z/3)", (1, 3), 1, [1], [2], [3], "Pólya 1949")
compact("z < pi ? (1+cos(z))/2 : 0", (2, 3.1416), INF, [], [1, 3], [5], "Hann's window")
compact("z < pi/2 ? cos(z) : 0", (1, 1.5708), INF, [], [1, 2], [3], "the cosine window")
compact("z < 1 ? 1-z^3 : 0", (1, 1), 3, [], [1, 2], [3], "the tricube's kin")
compact("(1-z³)₊³", (3, 1), 3, [], [2, 3], [7], "Cleveland's tricube")
compact("(1-z/2)_+^4*(1+2*z)*exp(-z)*(1+z)", (4, 2), 3, [3], [4], [], "Furrer, Genton & Nychka 2006: a taper")
neg("int z^2 k < 0: the density is negative at 0 in R^3", GN02, "(1-z)_+^5*(1+5*z-27*z^2)", 3, breaks=(1,))
pd("valid in R^2", GN02, "(1-z)_+^5*(1+5*z-27*z^2)", 2, breaks=(1,))
neg("z^2 log z at 0: the end (1-z)^(5/2) wins in R^3", "Schaback 2011; Chernih, Sloan & Womersley 2014", "z < 1 ? 3*z^2*log(z/(1+sqrt(1-z^2)))+(2*z^2+1)*sqrt(1-z^2) : 0", 3, breaks=(1,))
variogram("the linear model with sill in R^1", CD, "-min(z,1)", 1, breaks=(1,))
neg("the linear model with sill: the density of (1-z)_+ changes its sign in R^2", CD, "-min(z,1)", 2, breaks=(1,))
KINK = "|z-b|^a at b > 0: a finite mass iff a > (d-1)/2, otherwise no decomposition"
none(KINK, "Stein & Weiss 1971", "-min(z,1)", 3, "abs(1-z)", 3, "max(z,1)", 4, "exp(-abs(z^2-1))", 3, "min(1,1/z^2)", 3, "sqrt(abs(z-1))*exp(-z)", 2, breaks=(1,))
neg(KINK+"; smooth at 0, or k(0) is not the largest value", "Stein & Weiss 1971", "exp(-abs(z^2-1))", 2, "min(1,1/z^2)", 2, "sqrt(abs(z-1))*exp(-z)", 1, breaks=(1,))

# ---------------------------------------------------------------- spheres
GN13, JUMP = "Gneiting, Strictly and non-strictly positive definite functions on spheres, 2013", "; a value at the antipode: a jump at z = 2, no decomposition in R^d"
MAC = "the Maclaurin coefficients in u are nonnegative (Schoenberg 1942)"


def pa(why, source, *of, **k): each(why+JUMP, source, *of, PA=True, PO=False, **k)
def nps(why, source, *of, **k): each(why+JUMP, source, *of, PS=False, PO=False, **k)


pa(MAC, GN13, "(1-0.3)^2/(1+0.09-0.6*u)", 3, "((1-0.6)^2/(1+0.36-2*0.6*cos(theta)))^0.4", 3, 16, "(1-0.25)/(1.25-u)^1.5", 3, "exp(2*u)/(3-u)", 4, "exp(-(1-u)/0.5)", 3, "log(3/(1.1-u))", 2, "1+u/2+(1-u)*log((1-u)/2)", 3, "u/(2-u^2)", 2,
   "u^3/(1.2-u)", 5, "exp(u)-1-u", 3, "sinh(u)^3", 3, "u*sinh(u)", 8, "besseli(0,3*u)", 3, "1.58-theta", 3, "1.5708-theta", 8, "1+0.5*u+0.2*(3*u^2-1)/2+0.1*(5*u^3-3*u)/2", 3, "(1-theta/pi)*(1+u)+u^2", 3)
pa("completely monotone in theta", GN13, "1-(theta^0.8/(1+theta^0.8))^0.6", 3, "(1+(theta/0.5)^0.9)^(-2)", 4, "1/(1+log(1+theta/2)^0.5)", 2, "theta^0.25*besselk(0.25,theta)", 3, "exp(-theta)*cos(theta)", 3, "log(2+theta)-log(1+theta)", 16, "exp(-2*sqrt(theta)-theta/3)", 3)
pa("a kernel of z that is positive definite in every R^n", "Yadrenko 1983", "exp(-sin(theta/2))", 3, "exp(-4*sin(theta/2)^2-sin(theta/2))", 8, "1/(1+4*sin(theta/2)^1.9)", 3, "(1+3*sin(theta/2)^2)^(-1/2)", 2, "(1+2*sin(theta/2))*exp(-2*sin(theta/2))", 3)
nps("mean pi/2 in every dimension", GN13, "1.57-theta", 3, "1.5707-theta", 8)
nps("smoother at the pole than at the antipode, where it has a slope: alternating coefficients", "Gneiting 2013, table 1", "theta^0.75*besselk(0.75,theta)", 2, 3, "cos(theta/3)", 3, "exp(-(theta/2)^1.2)", 3, "1/(1+(theta/0.7)^1.5)", 2)
nps("a wrong mean or first degree: -1/2 and -1/6; 2/3-1", "Wahba 1981; NIST 18", "1+(1-u)*log((1-u)/2)", 3, "cos(2*theta)+0.3*cos(theta)", 3, "u^2-1/3", 4, "1/4+(3*u^2-1)/2", 7, "abs(u)", 3)
each("means -1/2; a kink at z = sqrt 2 and an even function with a kink at the equator; (2-z) at the antipode: no decomposition in R^3", "Wahba 1981; NIST 18", "(1-u)*log((1-u)/2)", 3, "1-abs(u)", 3, PS=False, PO=False)
each("means 1/2, 1/3, 3/(2d)-1/4"+JUMP, "NIST 18", "u^2-1/3", 2, 3, "1/4+(3*u^2-1)/2", 3, 6, "cos(2*theta)+0.3*cos(theta)", 2, PS=True, PA=False, PO=False)
E1 = "exp(u)-1-1.01u: the first degree is 1.1036 on S^2, 1+3/(6(d+2))+... in R^d"
each(E1+JUMP, "NIST 10.47", "exp(u)-1-1.01*u", 3, 16, PS=True, PA=False, PO=False)
nps(E1, "NIST 10.47", "exp(u)-1-1.01*u", 64)
each("the circular Matern function, nu = 3/2: sum cos(n theta)/(1+n^2)^2"+JUMP, "Guinness & Fuentes 2016", "cosh(pi-theta)*(pi/tanh(pi)+1)-(pi-theta)*sinh(pi-theta)", 2, PS=True, PO=False)
ASK = "positive definite in R^3 as a function of theta, support in [0,pi] (Gneiting 2013, theorem 3); beyond, the end (c-theta)^a wins on S^n iff a < (n-1)/2+b; in R^d "


def cap(formula, a, b, radius, valid, invalid):
    """a function of theta that ends like (c-theta)^a, c < pi, and has a term theta^b at 0"""
    for dims, ok in (valid, True), (invalid, False):
        for d in dims:
            e = dict(FM=True) if a > (d-1)/2 else dict(PO=False)
            if a < (d-1)/2+b: e.update(PD=False, CP=False)
            row(formula, d, ASK+END, GN13, breaks=(radius,), PS=ok, PA=False, **e)


cap("(1-2*theta/pi)_+^2", 2, 1, 1.414, [2, 4], [5])
cap("(1-theta/2)_+^4*(1+2*theta)", 4, 3, 1.683, [3, 4], [5])
cap("(1-theta)_+^6*(1+6*theta+35/3*theta^2)", 6, 5, 0.958, [4], [5])
cap("(1-3*theta/pi)_+^1.9", 1.9, 1, 1, [], [4])
neg("in R^d "+END, GN13, "(1-3*theta/pi)_+^1.9", 3, breaks=(1,), PA=False)  # on S^2: Beatson, zu Castell & Xu 2014 need an exponent of 2
ZERO = "; vanishes at the antipode as (2-z)^a: a finite mass iff a > (d-1)/2, otherwise no decomposition"
each(MAC+ZERO+" (a = 1)", GN13, "log(2.1/(1.1-u))", 2, PA=True, FM=True, PD=False, CP=False)
each(MAC+ZERO+" (a = 1)", GN13, "log(2.1/(1.1-u))", 3, "sqrt(2)-sqrt(1-u)", 3, "log(2/(1+sin(theta/2)))", 3, "(1-theta/pi)^2", 4, "1-log(1+sin(theta/2))/log(2)", 5, PA=True, PO=False)
each(MAC+ZERO+" (a = 1)", GN13, "sqrt(2)-sqrt(1-u)", 1, PA=True, PD=True, breaks=())
each(MAC+ZERO+" (a = 1); a cusp z at 0 that the end outweighs in R^2", GN13, "sqrt(2)-sqrt(1-u)", 2, "log(2/(1+sin(theta/2)))", 2, PA=True, FM=True, PD=False, CP=False)
each(MAC+ZERO+" (a = 3, smooth at 0)", GN13, "((1+cos(theta))/2)^3", 3, PA=True, FM=True, PD=False, CP=False)
each(MAC+ZERO+" (a = 3, smooth at 0)", GN13, "((1+cos(theta))/2)^3", 7, PA=True, PO=False)
each("the spherical model in theta/pi, in R^3; "+ZERO+" (a = 1)", GN13, "1-1.5*theta/pi+0.5*(theta/pi)^3", 3, 4, PS=True, PO=False)

# chordal distance
grows("c - z^a and -z^2: c against the limit 2^(a/2) of the mean", GN13+"; Soubeyrand, Enjalbert & Sache 2008", "1-(z/2)^1.5", 3, "1.42-z", 3, "1-z^2/2.5", 5, PA=True)
grows("c - z: the mean of z is 4/3 on S^2, 1.4032 on S^15, 1.4114 on S^63, sqrt 2 in the limit", GN13, "1.41-z", 3, 16, PS=True, PA=False)
grows("c - z: the mean of z is 4/3 on S^2, 1.4032 on S^15, 1.4114 on S^63, sqrt 2 in the limit", GN13, "1.41-z", 64, PS=False)
grows("the mean of z^2 is 2", GN13, "1-z^2/1.9", 3, PS=False)
wrong("z^3 with the wrong sign", "Wendland 2005", "1-(z/2)^3", 3, PS=False)
grows(POLY, "Duchon 1977", "z^3-4*z+5", 3)


LATER = "known_edges", "known_fields", "known_networks"  # tables of the same day


def main():
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    def shape(s): return re.sub(r"\d+(\.\d+)?", "#", s.replace(" ", "").replace("²", "^2"))
    old = {shape(r["formula"]) for name in glob.glob(os.path.join(here, "known*.json")) if not any(x in name for x in LATER) for r in json.load(open(name))["rows"]}
    fresh = [r for r in rows if shape(r["formula"]) not in old]
    print("%d rows, %d of a shape that no other table has, %d formulas" % (len(rows), len(fresh), len({r["formula"] for r in fresh})), file=sys.stderr)
    about = "Covariance and radial basis functions of the fields, written down by someone who had read no rule; made by testdata/gen/known_fields.py."
    json.dump({"about": about, "rows": fresh}, sys.stdout, indent=1, ensure_ascii=False)
    print()
    for c in complaints: print(*c, file=sys.stderr)


if __name__ == "__main__": main()
