"""Rows of known_practice.json: kernels as practitioners write them (known_practice_rows.py), written down by someone who
had not read the rules.

A truth is stated there, with the sentence that proves it, or follows here from a stated one, or is a refutation computed
here (a Gegenbauer or Maclaurin coefficient, a value of the spectral density, a derivative of k(sqrt t) of the wrong sign by
a wide margin). Every truth is compared with the same computations, and a contradiction is printed. Nothing of krein is asked.

    python3 known_practice.py > ../known_practice.json
"""
import glob
import json
import math
import os
import re
import sys

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
import mpmath as mp
import numpy as np
from scipy import special

np.seterr(all="ignore")
mp.mp.dps = 80
HERE = os.path.dirname(os.path.abspath(__file__))
FM, PD, CM, PS, PA, CP, PO = ORDER = ("finite-mass", "pd", "completely-monotone", "pd-sphere", "pd-all-spheres",
                                      "conditionally-pd", "positive-decomposition")
ALL = 10**6  # every dimension

# ---------------------------------------------------------------- the language

TOKEN = re.compile(r"\s*(?:(\d+\.?\d*(?:e[-+]?\d+)?|\.\d+)|([A-Za-z_θ][A-Za-z_0-9]*)|(\*\*|<=|>=|==|!=|&&|\|\||\)_\+|[-+*/^()<>?:,;=]))")
RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
MARKS = {"−": "-", "·": "*", "×": "*", "≤": "<=", "≥": ">=", "₊": "_+", "θ": "theta", "π": "pi"}


class Reader:
    """a recursive descent from a formula to Python"""

    def __init__(self, text):
        text = re.sub("[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda m: "^"+m.group().translate(RAISED), text)
        for a, b in MARKS.items(): text = text.replace(a, b)
        text = re.sub(r"√(\w+)", r"sqrt(\1)", text).replace("√", "sqrt")
        self.tokens, at = [], 0
        while at < len(text.rstrip()):
            m = TOKEN.match(text, at)
            assert m, text[at:]
            self.tokens.append(m.group(m.lastindex))
            at = m.end()
        self.tokens.append("")
        self.i = 0

    def take(self, *any_of):
        if self.tokens[self.i] in any_of:
            self.i += 1
            return self.tokens[self.i-1]
        return None

    def need(self, one): assert self.take(one), (one, self.tokens, self.i)

    def whole(self):
        names = []
        while self.take("let"):
            name = self.tokens[self.i]
            self.i += 1
            self.need("=")
            names.append((name, self.choice()))
            self.need(";")
        body = self.choice()
        assert self.tokens[self.i] == "", self.tokens[self.i:]
        for name, value in reversed(names): body = "(lambda %s: %s)(%s)" % (name, body, value)
        return body

    def choice(self):
        c = self.either()
        if not self.take("?"): return c
        a = self.choice()
        self.need(":")
        return "where(%s, lambda: %s, lambda: %s)" % (c, a, self.choice())

    def chain(self, below, signs, words):
        left = below()
        while op := self.take(*signs): left = words % (left, op, below())
        return left

    def either(self): return self.chain(self.both, ("||", "or"), "either(%s,'%s',%s)")
    def both(self): return self.chain(self.relation, ("&&", "and"), "both(%s,'%s',%s)")
    def relation(self): return self.chain(self.sum, ("<", "<=", ">", ">=", "==", "!="), "(%s %s %s)")
    def sum(self): return self.chain(self.product, ("+", "-"), "(%s %s %s)")
    def product(self): return self.chain(self.sign, ("*", "/"), "(%s %s %s)")

    def sign(self):
        op = self.take("-", "+")
        return "(%s%s)" % (op, self.sign()) if op else self.power()

    def power(self):
        base = self.atom()
        return "(%s**%s)" % (base, self.sign()) if self.take("^", "**") else base

    def atom(self):
        if self.take("("):
            inside = self.choice()
            if self.take(")_+"): return "max(%s, N('0'))" % inside
            self.need(")")
            return inside
        word = self.tokens[self.i]
        self.i += 1
        if word[0].isdigit() or word[0] == ".": return "N('%s')" % word
        if not self.take("("): return word
        inside = [self.choice()]
        while self.take(","): inside.append(self.choice())
        self.need(")")
        return "%s(%s)" % ("negate" if word == "not" else word, ", ".join(inside))


def of_mpmath():
    names = {n: getattr(mp, n) for n in "exp log sqrt sin cos tan asin acos atan sinh cosh tanh sech coth asinh acosh atanh erf erfc gamma pi e cbrt besselj besseli besselk hypot expm1 log1p".split()}
    return names | {"N": mp.mpf, "negate": lambda a: not a, "max": max, "min": min, "abs": abs, "either": lambda a, _, b: a or b, "both": lambda a, _, b: a and b,
                    "where": lambda c, a, b: a() if c else b(), "J0": lambda x: mp.besselj(0, x), "J1": lambda x: mp.besselj(1, x), "I0": lambda x: mp.besseli(0, x), "I1": lambda x: mp.besseli(1, x),
                    "K0": lambda x: mp.besselk(0, x), "K1": lambda x: mp.besselk(1, x), "pow": mp.power, "square": lambda x: x*x, "relu": lambda x: max(x, 0),
                    "arctan": mp.atan, "arccos": mp.acos, "arcsin": mp.asin, "ln": mp.log, "exp2": lambda x: mp.mpf(2)**x, "jv": mp.besselj, "kv": mp.besselk, "iv": mp.besseli,
                    "softplus": lambda x: mp.log(1+mp.exp(x)), "logistic": lambda x: 1/(1+mp.exp(-x)), "sigmoid": lambda x: 1/(1+mp.exp(-x)),
                    "step": lambda x: mp.mpf(x >= 0), "heaviside": lambda x: mp.mpf(x >= 0), "sign": mp.sign, "log2": lambda x: mp.log(x)/mp.log(2), "csch": mp.csch, "sec": mp.sec}


def of_numpy():
    names = {n: getattr(np, n) for n in "exp log sqrt sin cos tan sinh cosh tanh pi e sign expm1 log1p square log2".split()}
    return names | {"N": float, "hypot": lambda x, y: np.sqrt(x*x+y*y), "cbrt": lambda x: x**(1/3), "exp2": lambda x: 2.0**x, "negate": np.logical_not, "abs": lambda x: np.where(np.real(x) < 0, -x, x), "max": lambda *a: a[0] if len(a) == 1 else np.maximum(a[0], names_max(a[1:])), "min": lambda *a: a[0] if len(a) == 1 else np.minimum(a[0], names_min(a[1:])),
                    "either": lambda a, _, b: a | b, "both": lambda a, _, b: a & b, "where": lambda c, a, b: np.where(c, a(), b()),
                    "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "arcsin": np.arcsin, "arccos": np.arccos, "arctan": np.arctan, "asinh": np.arcsinh, "acosh": np.arccosh,
                    "atanh": np.arctanh, "sech": lambda x: 1/np.cosh(x), "csch": lambda x: 1/np.sinh(x), "coth": lambda x: 1/np.tanh(x), "sec": lambda x: 1/np.cos(x),
                    "erf": special.erf, "erfc": special.erfc, "gamma": special.gamma, "besselj": special.jv, "besseli": special.iv, "besselk": special.kv,
                    "jv": special.jv, "iv": special.iv, "kv": special.kv, "J0": lambda x: special.jv(0, x), "J1": lambda x: special.jv(1, x), "I0": lambda x: special.iv(0, x), "I1": lambda x: special.iv(1, x),
                    "K0": lambda x: special.kv(0, x), "K1": lambda x: special.kv(1, x), "pow": np.power, "relu": lambda x: np.maximum(x, 0), "ln": np.log,
                    "softplus": lambda x: np.log1p(np.exp(x)), "logistic": lambda x: 1/(1+np.exp(-x)), "sigmoid": lambda x: 1/(1+np.exp(-x)), "step": lambda x: (x >= 0)*1.0, "heaviside": lambda x: (x >= 0)*1.0}


def names_max(a): return a[0] if len(a) == 1 else np.maximum(a[0], names_max(a[1:]))
def names_min(a): return a[0] if len(a) == 1 else np.minimum(a[0], names_min(a[1:]))


class Kernel:
    """a formula as a function of z, or of the inner product u; of numbers of mpmath and arrays"""

    def __init__(self, formula):
        self.formula = formula
        text = Reader(formula).whole()
        self.sphere = re.search(r"\b(u|theta)\b", text) is not None
        self.code, self.mp, self.np = compile(text, formula, "eval"), of_mpmath(), of_numpy()
        self.cancels, self.known = re.search(r"/\s*\(?[^+]*(z|theta)", formula) is not None, {}
        try: self.zero = float(self.exact(mp.mpf(0)))
        except (ZeroDivisionError, ValueError, TypeError): self.zero = math.nan
        if not math.isfinite(self.zero): self.zero = float(self.exact(mp.mpf(10)**-18))

    def exact(self, z): return mp.re(eval(self.code, self.mp | {"z": z, "u": 1-z*z/2, "theta": 2*mp.asin(z/2) if z <= 2 else None}))

    def at(self, z):
        z = np.asarray(z, dtype=float)
        v = eval(self.code, self.np | {"z": z, "u": 1-z*z/2, "theta": 2*np.arcsin(np.minimum(z/2, 1))})
        v = np.where(z > 2, 0, v) if self.sphere else np.array(np.broadcast_to(v, z.shape))
        if self.cancels:
            for i in np.flatnonzero(z < .02): v[i] = self.known[z[i]] = self.known.get(z[i]) or float(self.exact(mp.mpf(z[i])))
        return v

    def complex(self, t):
        """the values at a complex squared distance"""
        z = np.sqrt(t)
        return np.broadcast_to(eval(self.code, self.np | {"z": z, "u": 1-t/2, "theta": np.arccos(1-t/2)}), z.shape)

# ---------------------------------------------------------------- computations


NODES, WEIGHTS = np.polynomial.legendre.leggauss(24)


def panels(ends):
    ends = np.array(sorted(set(ends)))
    half = (ends[1:]-ends[:-1])/2
    return (ends[:-1, None]+half[:, None]*(1+NODES)).ravel(), (half[:, None]*WEIGHTS).ravel()


def gegenbauer(k, d, breaks, degrees=60):
    """the coefficients of the P_n with P_n(1) = 1, and what rounding does to each"""
    angles = [2*math.asin(b/2) for b in breaks if 0 < b < 2]
    near = [10.0**-i for i in range(1, 9)]
    theta, w = panels(list(np.linspace(0, math.pi, 33))+angles+near+[math.pi-x for x in near]+[a+s*x for a in angles for x in near[1:5] for s in (1, -1) if 0 < a+s*x < math.pi])
    f, w = k.at(2*np.sin(theta/2)), w*np.sin(theta)**(d-2)
    u, total, top = np.cos(theta), w.sum(), np.abs(f).max()
    p, q, a, noise = np.ones_like(u), np.zeros_like(u), [], []
    for n in range(degrees):
        square = (w*p*p).sum()
        a.append((w*f*p).sum()/square)
        noise.append(1e-12*top*(w*abs(p)).sum()/square)
        if noise[-1] > 1e-4*top: break
        p, q = (((2*n+d-2)*u*p-n*q)/(n+d-2) if n else u), p
    return np.array(a), np.array(noise)


def maclaurin(k, degrees=100):
    """of k as a function of u, by values on a circle, and their errors"""
    r, m = 0.85, 512
    u = r*np.exp(2j*np.pi*np.arange(m)/m)
    f = k.complex(2-2*u)
    a = np.fft.fft(f)[:degrees].real/m/r**np.arange(degrees)
    return a, np.abs(f).max()*(1e-13*r**-np.arange(degrees)+r**(m-2*np.arange(degrees))), np.abs(f).max()


def density(k, d, breaks):
    """the radial density without its factor w^{d-1}, with errors; None where k is not seen to be integrable"""
    end = 2.0 if k.sphere else None
    for z in () if k.sphere else (1, 2, 4, 8, 16, 32, 64, 128, 256, 512):
        if np.abs(k.at(z*np.array([1, 1.1, 1.37, 1.7, 2.3, 3]))*(z/1.0)**d).max() < 1e-17: end = end or float(z)
    if not end: return None
    z, w = panels(list(np.linspace(0, end, 65))+[b for b in breaks if 0 < b < end]+[end*10.0**-i for i in range(2, 8)])
    g = np.nan_to_num(k.at(z))*z**(d-1)*w
    if not np.isfinite(g).all(): return None
    omega = np.concatenate([np.linspace(0, 60/end, 60), np.geomspace(60/end, 160/end*4, 60)])
    return omega, np.array([(g*special.hyp0f1(d/2, -(o*z)**2/4)).sum() for o in omega]), 1e-12*np.abs(g).sum()


class Seen:
    """what computations refute of a kernel in R^d: {claim: sentence}"""

    def __init__(self, k, d, breaks, bounded):
        self.no, self.edge, self.degree = {}, {}, {}
        z = np.linspace(1/97, 2, 777) if d > 1 else np.array([2.0])
        v = k.at(z)
        if (i := np.abs(v).argmax()) is not None and abs(v[i]) > k.zero+1e-9*max(1, abs(k.zero)):
            self.no[PS] = self.no[PA] = self.no[PD] = self.no[CM] = "|k(%.3g)| > k(0)" % z[i]
        if d > 1:
            a, noise = gegenbauer(k, d, breaks)
            i = (a/noise).argmin()
            if a[i] < -20*noise[i]:
                self.degree[PS] = i
                self.no[PS] = self.no[PA] = self.no[PD] = self.no[CM] = "the Gegenbauer coefficient of degree %d in R^%d is %.3g" % (i, d, a[i])
            self.edge[PS] = a/noise
        if not any(b < 2 for b in breaks):
            a, noise, top = maclaurin(k)
            if np.isfinite(a).all():
                i = (a/noise).argmin()
                if a[i] < -20*noise[i]:
                    self.degree[PA] = i
                    self.no[PA] = self.no[CM] = "the Maclaurin coefficient of degree %d in u is %.3g" % (i, a[i])
                self.edge[PA] = a/noise
        if not breaks and not k.sphere:
            for t in (.02, .1, .3, 1, 2, 5, 12, 40):
                r = .7*t
                f = k.complex(t+r*np.exp(2j*np.pi*np.arange(256)/256))
                c = np.fft.fft(f)[:20].real/256*(-1)**np.arange(20)
                i = c.argmin()
                if np.isfinite(c).all() and c[i] < -1e-11*np.abs(f).max(): self.no[CM] = "the derivative of order %d of k(sqrt t) at %g has the wrong sign" % (i, t)
        far = np.linspace(2, 40, 1777)
        v = k.at(far)
        if np.abs(v).max() > k.zero+1e-9*max(1, abs(k.zero)): self.no.setdefault(PD, "|k(%.3g)| > k(0)" % far[np.abs(v).argmax()])
        m = density(k, d, breaks) if bounded else None
        if m is not None:
            omega, values, noise = m
            i = values.argmin()
            if values[i] < -50*noise: self.no[PD] = self.no[CP] = "the spectral density in R^%d is negative at %.3g" % (d, omega[i])

# ---------------------------------------------------------------- from stated truths to rows


rows, complaints, refuted_by_number = [], [], 0


def put(e, claim, value, who):
    if claim in e and e[claim] != value: complaints.append("%s: %s stated or derived %s, but %s" % (who, claim, e[claim], value))
    e.setdefault(claim, value)


def in_dimension(n, d):
    """a statement of dimensions: up to n, or up to n[0] and beyond n[1] not"""
    if n is None: return None
    low, high = n if isinstance(n, tuple) else (n, n)
    return True if d <= low else False if d > high else None


def derive(e, who, bounded, limit):
    """what the claims say of each other; k is continuous at 0"""
    for _ in range(3):
        if e.get(CM):
            for c in (PD, PA, PS): put(e, c, True, who)
        if e.get(PD):
            for c in (FM, PS, CP, PO): put(e, c, True, who)
        if e.get(PA): put(e, PS, True, who)
        if e.get(FM): put(e, PO, True, who)
        if e.get(FM) is False or e.get(CP) is False or e.get(PS) is False: put(e, PD, False, who)
        if e.get(PS) is False: put(e, PA, False, who)
        if e.get(PO) is False: put(e, FM, False, who)
        if e.get(PD) is False or e.get(PA) is False: put(e, CM, False, who)
        if bounded and e.get(FM) is False: put(e, CP, False, who)  # a bounded one is a constant and a positive definite one
        if bounded and limit == 0 and e.get(PD) is False: put(e, CP, False, who)  # there is no atom at 0 that could be negative


def add(formulas, dims, why, source, *, fm=None, pd=None, cm=None, ps=None, pa=None, cp=None, po=None, alpha=None, breaks=(), limit=0, grows=False, tail=False, low=None, cusp=None):
    """Puts down the rows of formulas, one to a line.

    pd, ps, cp: the greatest dimension in which it is true, or a pair: true up to one, false beyond the other. alpha: the least
    exponent of the singularities at distances b > 0; they lie at `breaks`. Without it k is analytic on (0, oo) and it and its
    derivatives settle at infinity. limit: the value there. tail: the coefficients of large degree are positive on every sphere,
    because the singularity at z = 0 is the strongest one and has the right sign, so that the computed ones decide. low: only the
    coefficients of degree less than that can be negative. cusp: the least exponent at z = 0 that is not even; where the tail of the
    spectrum that comes of alpha is larger than that of the cusp it changes its sign, in R^d, and for a break inside (0,2) on S^(d-1).
    """
    global refuted_by_number
    for formula in [f.strip() for f in formulas.strip().splitlines()]:
        k = Kernel(formula)
        for d in dims:
            who, e, said = "%s in R^%d" % (formula, d), {}, []
            bounded, a = not grows, alpha
            if k.sphere and a is None and abs(k.exact(mp.mpf(2))) > 1e-60: a, said = 0, ["extended by zero it jumps at z = 2"]
            if k.sphere or a is not None: put(e, CM, False, who)
            if a is not None:
                put(e, PO, a > (d-1)/2, who)
                if bounded: put(e, FM, a > (d-1)/2, who)
                inside = any(0 < b < 2 for b in breaks)
                if inside: put(e, PA, False, who)
                if cusp is not None and (d-3)/2-a > -1-cusp: put(e, PD, False, who)
                if cusp is not None and inside and d > 1 and (d-4)/2-a > -1-cusp: put(e, PS, False, who)
            elif bounded and fm is None and not k.sphere: put(e, FM, True, who)
            if grows:
                for c in (FM, PD, CM): put(e, c, False, who)
                if a is None: put(e, PO, True, who)
            for c, v in ((FM, fm), (CM, cm), (PA, pa), (PO, po), (PD, in_dimension(pd, d)), (PS, in_dimension(ps, d)), (CP, in_dimension(cp, d))):
                if v is not None: put(e, c, v, who)
            derive(e, who, bounded, limit)
            seen = Seen(k, d, [b for b in breaks]+([2.0] if k.sphere else []), bounded and limit == 0)
            for c, sentence in seen.no.items():
                if e.get(c): complaints.append("%s: %s is stated, but %s" % (who, c, sentence))
                elif c not in e and not (c == CP and grows):
                    e[c] = False
                    refuted_by_number += 1
                    said.append(sentence)
            for c, n in seen.degree.items():
                if low is not None and n >= low: complaints.append("%s: %s, although degrees from %d on are said to be harmless" % (who, seen.no[c], low))
            derive(e, who, bounded, limit)
            if tail or low is not None:
                for c in (PS, PA):
                    if c in seen.edge and c not in e and seen.edge[c][:low or (40 if c == PS else 80)].min() > 20:
                        e[c] = True
                        said.append("the computed %s coefficients are positive, and so are those of larger degree" % ("Gegenbauer" if c == PS else "Maclaurin"))
            if d == 1 and PS not in e: put(e, PS, bool(abs(k.exact(mp.mpf(2))) <= k.zero), who)  # S^0 is two points
            derive(e, who, bounded, limit)
            rows.append({"formula": formula, "dim": d, "expect": {c: bool(e[c]) for c in ORDER if c in e}, "why": "; ".join([why]+list(dict.fromkeys(said))), "source": source})


def skeleton(formula): return re.sub(r"\d+\.?\d*(?:e-?\d+)?(?:/\d+)?", "#", re.sub(r"\s", "", formula))


def older():
    """formulas of the other tables, and what is left of them without their numbers"""
    known = set()
    for path in glob.glob(os.path.join(HERE, "..", "known*.json")):
        if not path.endswith("known_practice.json"):
            with open(path) as f: known |= {r["formula"] for r in json.load(f)["rows"]}
    return known, {skeleton(f) for f in known}


def main():
    import known_practice_rows
    known_practice_rows.write(add, ALL)
    known, bones = older()
    kept = [r for r in rows if r["formula"] not in known and skeleton(r["formula"]) not in bones]
    for c in complaints: print("CONTRADICTION", c, file=sys.stderr)
    formulas = {r["formula"] for r in kept}
    doubles = len(kept)-len({(r["formula"], r["dim"]) for r in kept})
    print("%d rows of %d formulas; %d formulas dropped, %d rows twice, %d refutations by numbers" % (len(kept), len(formulas), len({r["formula"] for r in rows}-formulas), doubles, refuted_by_number), file=sys.stderr)
    for c in ORDER: print("%-24s %4d true %4d false, of %d formulas" % (c, sum(r["expect"].get(c) is True for r in kept), sum(r["expect"].get(c) is False for r in kept), len({r["formula"] for r in kept if c in r["expect"]})), file=sys.stderr)
    if "--dropped" in sys.argv:
        for f in sorted({r["formula"] for r in rows}-formulas): print("dropped", f, file=sys.stderr)
    json.dump({"about": "Kernels of practice, as their users write them, written down by someone who had read no rule; made by testdata/gen/known_practice.py.", "rows": kept}, sys.stdout, indent=1, ensure_ascii=False)
    print()


if __name__ == "__main__":
    sys.modules["known_practice"] = sys.modules["__main__"]
    main()
