"""Rows of known_packages.json: kernels, correlation functions, variograms (as −γ) and dot-product kernels as
users of software packages type them, written down by someone who had read the language, the claims and the
theory, and no rule.

A truth is stated (the sentence in `why` is its proof), follows from a stated one (`close`), or is a refutation
computed here by a wide margin (`computed`): an eigenvalue of a Gram matrix, a Gegenbauer or Maclaurin coefficient,
a derivative of k(sqrt t). Every truth is compared with the same computations, and a contradiction is printed.
Nothing of krein is asked. A claim whose truth is not known is left out. Formulas that another table has for the
same dimension, up to a constant factor, are left out.

    /usr/bin/python3 known_packages.py > ../known_packages.json
"""
import functools
import glob
import json
import os
import sys

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
import mpmath as mp
import numpy as np
from scipy import special

from known_packages_rows import table

np.seterr(all="ignore")
mp.mp.dps = 30
FM, PD, CM, PS, PA, CP, PO = ORDER = ("finite-mass", "pd", "completely-monotone", "pd-sphere", "pd-all-spheres",
                                      "conditionally-pd", "positive-decomposition")
SHORT = dict(fm=FM, pd=PD, cm=CM, ps=PS, pa=PA, cp=CP, po=PO)
complaints = []

# ---------------------------------------------------------------- the language


def split(s, chars):
    """s cut at the characters of chars that are outside parentheses"""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(s):
        depth += (c == "(") - (c == ")")
        if depth == 0 and c in chars:
            parts.append(s[start:i])
            start = i+1
    return parts+[s[start:]]


def python_of(s):
    """a formula as a Python expression; c ? a : b becomes where(c, a, b), a number N('…')"""
    s = s.strip()
    for a, b in {"²": "^2", "³": "^3", "−": "-", "·": "*", "≤": "<=", "≥": ">="}.items(): s = s.replace(a, b)
    if s.startswith("let "):
        name, value = s[4:].split("=", 1)
        value, rest = value.split(";", 1)
        return "(lambda %s: %s)(%s)" % (name.strip(), python_of(rest), python_of(value))
    question = split(s, "?")
    if len(question) > 1:
        a, b = split("?".join(question[1:]), ":")[0], ":".join(split("?".join(question[1:]), ":")[1:])
        return "where(%s, %s, %s)" % tuple(map(python_of, (question[0], a, b)))
    out, i = "", 0
    while i < len(s):
        if s[i] == "(":
            depth, j = 1, i+1
            while depth:
                depth += (s[j] == "(") - (s[j] == ")")
                j += 1
            inside = ", ".join(map(python_of, split(s[i+1:j-1], ",")))
            if s[j:j+2] == "_+":
                inside, j = "max(N('0'), %s)" % inside, j+2
            out, i = out+"("+inside+")", j
        elif s[i].isalpha() or s[i] == "_":
            j = i
            while j < len(s) and (s[j].isalnum() or s[j] == "_"): j += 1
            out, i = out+s[i:j], j
        elif s[i].isdigit():
            j = i
            while j < len(s) and (s[j].isdigit() or s[j] in ".e" or s[j] == "-" and s[j-1] == "e"): j += 1
            out, i = out+"N('%s')" % s[i:j], j
        else:
            out, i = out+(s[i] if s[i] != "^" else "**"), i+1
    return out.replace("&&", " and ")


class Kernel:
    """a formula as a function of z, of floats and of mpmath's numbers"""

    def __init__(self, formula):
        self.code = compile(python_of(formula), formula, "eval")
        names = {n for n in self.code.co_names}
        self.zonal = "u" in names or "theta" in names
        self.slow = "besselk" in names or "matern" in names  # to hundreds of digits, which numerical derivatives take
        common = "exp log sqrt sin cos tan sinh cosh tanh".split()
        self.mp = {n: getattr(mp, n) for n in common}
        self.mp.update(N=mp.mpf, max=max, min=min, abs=abs, pi=mp.pi, e=mp.e, acos=mp.acos, asin=mp.asin, atan=mp.atan, erf=mp.erf, erfc=mp.erfc,
                       gamma=mp.gamma, besselj=mp.besselj, besseli=mp.besseli, besselk=mp.besselk, where=lambda c, a, b: a if c else b,
                       asinh=mp.asinh, log1p=lambda x: mp.log(1+x), coth=mp.coth, sech=mp.sech)
        self.np = {n: getattr(np, n) for n in common}
        self.np.update(N=float, max=np.maximum, min=np.minimum, abs=np.abs, pi=np.pi, e=np.e, acos=np.arccos, asin=np.arcsin, atan=np.arctan, erf=special.erf,
                       erfc=special.erfc, gamma=special.gamma, besselj=special.jv, besseli=special.iv, besselk=special.kv, where=np.where,
                       asinh=np.arcsinh, log1p=np.log1p, coth=lambda x: 1/np.tanh(x), sech=lambda x: 1/np.cosh(x))
        for m in (self.mp, self.np):
            m["matern"] = lambda nu, l, m=m: 2**(1-nu)/m["gamma"](nu)*(m["sqrt"](2*nu)*m["z"]/l)**nu*m["besselk"](nu, m["sqrt"](2*nu)*m["z"]/l)
            m["gaussian"] = lambda tau, m=m: m["exp"](-m["z"]**2/(2*tau**2))
            m["laplace"] = lambda l, m=m: m["exp"](-m["z"]/l)
            m["wave"] = lambda l, m=m: m["sin"](m["z"]/l)/(m["z"]/l)
            m["spherical"] = lambda R, m=m: m["where"](m["z"] < R, 1-3*m["z"]/(2*R)+(m["z"]/R)**3/2, 0*m["z"])
        try: self.zero = float(mp.re(self.exact(mp.mpf(0))))
        except Exception: self.zero = float("nan")
        if not np.isfinite(self.zero): self.zero = float(mp.re(self.exact(mp.mpf(10)**-12)))

    def exact(self, z):
        self.mp.update(z=z, u=1-z*z/2, theta=2*mp.asin(z/2) if self.zonal else None)
        return eval(self.code, self.mp)

    def complex(self, u):
        self.np.update(z=np.sqrt(2-2*u+0j), u=u, theta=None)
        return eval(self.code, self.np)

    def __call__(self, z):
        z = np.asarray(z, dtype=float)
        near = z < 1e-9
        x = np.where(near, 1.0, z)
        self.np.update(z=x, u=1-x*x/2, theta=2*np.arcsin(np.minimum(x/2, 1)))
        v = np.broadcast_to(eval(self.code, self.np), z.shape)
        return np.where(near, self.zero, np.where(x > 2, 0, v) if self.zonal else v)

# ---------------------------------------------------------------- witnesses


def clouds(d, rng):
    for scale in (0.05, 0.2, 0.5, 1, 2, 5, 12):
        if d == 1:
            for n in (24, 100): yield np.arange(n)[:, None]*scale/6
        elif d <= 3: yield np.stack(np.meshgrid(*[np.arange({2: 12, 3: 6}[d])]*d), -1).reshape(-1, d)*scale/2
        yield rng.normal(size=(120, d))*scale/min(d, 3)
        if d > 2: yield np.concatenate([np.eye(d), -np.eye(d)])*scale/1.4


def least(k, d, order=0):
    """the least eigenvalue, relative to the largest entry, on what annihilates polynomials of a degree below order ≤ 2"""
    worst, rng = 0, np.random.default_rng(7)
    for x in clouds(d, rng):
        g = k(np.sqrt(((x[:, None]-x[None])**2).sum(-1)))
        if not np.isfinite(g).all(): continue
        if order:
            p = np.concatenate([np.ones((len(x), 1))]+([x] if order > 1 else []), 1)
            q = np.linalg.qr(p)[0]
            if np.linalg.matrix_rank(p) < p.shape[1]: continue
            h = np.eye(len(x))-q@q.T
            g2 = h@g@h
        else: g2 = g
        worst = min(worst, np.linalg.eigvalsh((g2+g2.T)/2)[0]/np.abs(g).max())
    return worst


def gegenbauer(k, d, degrees):
    """⟨f, P_n⟩ on the sphere of R^d for n < degrees, P_n(1) = 1, and how far two rules agree"""
    values = []
    for panels in (60, 97):
        x, w = np.polynomial.legendre.leggauss(24)
        edges = np.linspace(0, np.pi, panels+1)
        th = (edges[:-1, None]+(x+1)/2*np.diff(edges)[:, None]).ravel()
        w = (w/2*np.diff(edges)[:, None]).ravel()*np.sin(th)**(d-2)
        w /= w.sum()
        f, u = k(2*np.sin(th/2)), np.cos(th)
        p, q, row = np.ones_like(u), u.copy(), []
        for n in range(degrees):
            row.append((w*f*p).sum())
            p, q = q, ((2*n+d)*u*q-(n+1)*p)/(n+d-1)  # (n+d−2) P_{n+1} = (2n+d−2) u P_n − n P_{n−1}, shifted by one
        values.append(row)
    a, b = map(np.array, values)
    return a, np.abs(a-b), (w*np.abs(f)).sum()


def negative_gegenbauer(k, d):
    if d == 1: return -1 if k(np.array(2.0)) > k.zero+1e-9 or k(np.array(2.0)) < -k.zero-1e-9 else None
    if d > 24: return None
    a, err, size = gegenbauer(k, d, 90 if d <= 8 else 24)
    for n, (v, e) in enumerate(zip(a, err)):
        if v < -1e-11*size and e < 1e-2*-v: return n
    return None


@functools.cache
def negative_maclaurin(k, degrees=20):
    """the first negative coefficient of f(u) = k(sqrt(2−2u)) at u = 0"""
    try: c = mp.taylor(lambda u: k.exact(mp.sqrt(2-2*u)), 0, degrees)
    except Exception: return None
    for n, v in enumerate(c):
        if mp.re(v) < -mp.mpf(10)**-12: return n
    return None


def coefficients(k, entire):
    """Maclaurin coefficients of f(u), scaled to be of size 1, and their errors: sums over circles of radius r < 1, of
    every radius if f is entire"""
    points, best = 4096, {}
    circle = np.exp(2j*np.pi*np.arange(points)/points)
    radii = [0.3, 0.7, 0.9, 0.97, 0.99]+([1.5*1.25**j for j in range(48)] if entire else [])
    for r in radii:
        v = k.complex(r*circle)
        if not np.isfinite(v).all(): continue
        size = np.abs(v).max()
        c = np.fft.fft(v).real/points/size
        for n in range(60 if entire else 400):
            if n not in best or 1e-14/max(abs(c[n]), 1e-300) < best[n][1]: best[n] = c[n], 1e-14/max(abs(c[n]), 1e-300)
    return best


@functools.cache
def series(k, entire):
    """the degrees of negative coefficients; all beyond those counted are positive (cusp of the right sign, or f largest at u > 0)"""
    best = coefficients(k, entire)
    assert all(e < 0.1 for _, e in best.values()), "too close: "+str({n: b for n, b in best.items() if b[1] >= 0.1})
    return [n for n, (v, _) in best.items() if v < 0]


@functools.cache
def not_monotone(k):
    for t in (0.02, 0.3, 1, 3, 10, 40):
        try: c = mp.taylor(lambda s: k.exact(mp.sqrt(s)), mp.mpf(t), 14)
        except Exception: continue
        size = max(abs(v) for v in c)
        for n, v in enumerate(c):
            if (-1)**n*mp.re(v) < -mp.mpf(10)**-14*size: return n, t
    return None

# ---------------------------------------------------------------- truths


def close(t, continuous):
    """what the truths t of one row imply"""
    rules = [((CM, True), (PA, True)), ((PD, True), (CP, True)), ((PD, True), (PO, True)), ((PD, True), (PS, True)), ((PA, True), (PS, True)),
             ((FM, True), (PO, True)), ((PD, False), (CM, False)), ((PS, False), (PD, False)), ((PS, False), (PA, False)), ((CP, False), (PD, False)),
             ((PO, False), (FM, False)), ((PA, False), (CM, False))]
    if continuous: rules += [((CM, True), (PD, True)), ((PD, True), (FM, True)), ((FM, False), (PD, False))]
    else: rules = [r for r in rules if r[0][0] != CM and r[1][0] != CM]
    for _ in range(4):
        for (a, x), (b, y) in rules:
            if t.get(a) is not x: continue
            if t.setdefault(b, y) is not y: raise ValueError("%s is %s and %s is %s" % (a, x, b, t[b]))
    return t


def truths(spec, k, d):
    """the stated truths in R^d: a bool, the largest dimension where the claim holds, or by dimension"""
    t = {SHORT[n]: v if isinstance(v, bool) else v.get(d) if isinstance(v, dict) else d <= v for n, v in spec.items() if n in SHORT}
    t = {c: v for c, v in t.items() if v is not None}
    if t.get(PS) is False: t[PA] = False
    if d == 1: t[PS] = bool(abs(k(np.array(2.0))) <= k.zero)  # two points
    if "only" in spec:
        a, err, _ = gegenbauer(k, d, spec["only"]+1)
        assert abs(a[-1]) > 100*err[-1], "too close"
        t[PS] = bool(a[-1] > 0)
    if "count" in spec:
        negative = series(k, spec["count"] == "entire")
        t[PA] = not negative
        if d > 1 and PS not in t and t.get(PD) is not True:  # coefficients beyond the last negative one are sums of nonnegative ones
            a, err, _ = gegenbauer(k, d, max(negative, default=-1)+2)
            assert all(np.abs(a[:-1]) > 10*err[:-1]), "too close: "+str(d)
            t[PS] = bool((a[:-1] > 0).all())
    continuous, sing, vanishes = spec.get("continuous", True), spec.get("sing"), spec.get("vanishes")
    if k.zonal:  # zero beyond 2
        vanishes = True
        if sing is None and abs(k(np.array(2.0))) > 1e-9: sing = 0
    if sing is not None: t[FM] = t[PO] = sing > (d-1)/2
    if spec.get("smooth"): t[PO] = True
    if spec.get("breaks"): t[PA] = t[CM] = False
    if "cusp" in spec and (d-4)/2-sing > -1-spec["cusp"]: t[PS] = False  # on the sphere of R^d the wave is that in R^(d−1)
    if sing is not None: t[CM] = False
    close(t, continuous)
    if vanishes and PD in t: t.setdefault(CP, t[PD])
    return close(t, continuous)


def computed(t, k, d, spec, name):
    """refutations by numbers of what is open, and contradictions to what is stated"""
    def found(claim, what):
        if t.get(claim) is True: complaints.append("%s: %s is stated, but %s" % (name, claim, what))
        if claim not in t: t[claim] = False

    n = negative_gegenbauer(k, d)
    if n is not None: found(PS, "the Gegenbauer coefficient of degree %d is negative" % n)
    if not spec.get("breaks") and not k.slow:
        n = negative_maclaurin(k)
        if n is not None: found(PA, "the Maclaurin coefficient of degree %d is negative" % n)
    if spec.get("sing") is None and not k.zonal and not k.slow:
        n = not_monotone(k)
        if n: found(CM, "derivative %d has the wrong sign at t = %g" % n)
    e = least(k, d)
    if e < -1e-7: found(PD, "a Gram matrix has the eigenvalue %g" % e)
    if t.get(CP) and not t.get(PD):
        e = least(k, d, 2) if spec.get("order", 2) == 2 else 0
        if e < -1e-6: complaints.append("%s: %s is stated, but a form is %g" % (name, CP, e))
    close(t, spec.get("continuous", True))
    if (spec.get("vanishes") or k.zonal) and PD in t: t.setdefault(CP, t[PD])
    return close(t, spec.get("continuous", True))


def old_rows():
    """formulas of the other tables by dimension, with values up to a factor where Python reads them"""
    points, old = np.array([0.3, 0.9, 1.3, 1.7]), {}
    for path in glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "known*.json")):
        if "packages" in path: continue
        for r in json.load(open(path))["rows"]:
            old.setdefault(r["dim"], []).append((r["formula"], profile(r["formula"], points)))
    return points, old


def profile(formula, points):
    try: v = Kernel(formula)(points)
    except Exception: return None
    return v/v[0] if np.isfinite(v).all() and v[0] else None


def main():
    points, old = old_rows()
    rows, seen, dropped = [], set(), 0
    for formula, dims, why, source, spec in table():
        k = Kernel(formula)
        mine = profile(formula, points)
        for d in dims:
            name = "%s in R^%d" % (formula, d)
            if (formula, d) in seen: complaints.append(name+": twice")
            seen.add((formula, d))
            if any(f.replace(" ", "") == formula.replace(" ", "") or p is not None and mine is not None and np.abs(p-mine).max() < 1e-12
                   and not spec.get("nugget") for f, p in old.get(d, [])):
                dropped += 1
                continue
            t = computed(truths(spec, k, d), k, d, spec, name)
            rows.append({"formula": formula, "dim": d, "expect": {c: t[c] for c in ORDER if c in t}, "why": why, "source": source})
    print("\n".join(complaints), file=sys.stderr)
    print(len(rows), "rows,", dropped, "dropped;", {c: (sum(r["expect"].get(c) is True for r in rows), sum(r["expect"].get(c) is False for r in rows)) for c in ORDER}, file=sys.stderr)
    json.dump({"about": "Kernels, variograms and dot-product kernels as users of packages type them, written down by someone who had read no rule; made by testdata/gen/known_packages.py.",
               "rows": rows}, sys.stdout, indent=1, ensure_ascii=False)
    print()


if __name__ == "__main__":
    main()
