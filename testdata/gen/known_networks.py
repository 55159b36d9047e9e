"""Rows of known_networks.json: kernels as people write them who use kernels, written down before the
prover was asked and without a look at its rules (python3 known_networks.py > ../known_networks.json). What holds is said by hand, from the argument in
`why`, and compared with numbers; what fails is said by hand or found here with a margin (`why` ends
with the witness then): a Gram matrix, a Gegenbauer or Maclaurin coefficient, a value of the
density, a derivative of k(sqrt t). Nothing of krein is asked.
"""
import json
import multiprocessing
import os
import re
import sys

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
import mpmath as mp
import numpy as np
from scipy import special

np.seterr(all="ignore")
mp.mp.dps = 40
NAMES = {"F": "finite-mass", "P": "pd", "C": "completely-monotone", "S": "pd-sphere",
         "A": "pd-all-spheres", "K": "conditionally-pd", "O": "positive-decomposition"}
jobs = []

# ---------------------------------------------------------------- the language, as NumPy and mpmath


def top(s, op):
    """the first place of op outside parentheses, or -1"""
    depth = 0
    for i, c in enumerate(s):
        depth += (c == "(") - (c == ")")
        if depth == 0 and s.startswith(op, i): return i
    return -1


def translate(s):
    q = top(s, "?")
    if q >= 0:
        rest, depth, nested = s[q+1:], 0, 0
        for i, c in enumerate(rest):
            depth += (c == "(") - (c == ")")
            if depth: continue
            nested += c == "?"
            if c == ":":
                if nested == 0: break
                nested -= 1
        return "where(%s, lambda: %s, lambda: %s)" % (translate(s[:q]), translate(rest[:i]), translate(rest[i+1:]))
    for op, py in ((",", ","), ("&&", "&"), ("||", "|")):
        i = top(s, op)
        if i >= 0 and op == ",": return translate(s[:i]) + "," + translate(s[i+1:])
        if i >= 0: return "(%s)%s(%s)" % (translate(s[:i]), py, translate(s[i+len(op):]))
    out, i = "", 0
    while i < len(s):
        if s[i] != "(":
            out, i = out+s[i], i+1
            continue
        depth, j = 1, i+1
        while depth: depth, j = depth+(s[j] == "(")-(s[j] == ")"), j+1
        inner = "("+translate(s[i+1:j-1])+")"
        if s.startswith("_+", j): inner, j = "max(0,"+inner+")", j+2
        out, i = out+inner, j
    return out


def program(formula):
    s = formula
    for a, b in {"²": "^2", "³": "^3", "⁴": "^4", "−": "-", "·": "*", "×": "*", "≤": "<=", "θ": "theta", "₊": "_+"}.items(): s = s.replace(a, b)
    parts = [p.strip() for p in s.split(";")]
    lets = [re.match(r"let (\w+) = (.*)", p).groups() for p in parts[:-1]]
    py = lambda x: translate(x).replace("^", "**").strip()
    return [(n, py(x)) for n, x in lets]+[("", py(parts[-1]))]


def evaluator(formula, exact):
    if exact:
        names = {n: getattr(mp, n) for n in "exp log sqrt sin cos tan sinh cosh tanh acos asin atan erf erfc gamma besselj besseli besselk pi".split()}
        names.update(max=lambda *a: max(a), min=lambda *a: min(a), abs=abs, e=mp.e, I0=lambda x: mp.besseli(0, x), I1=lambda x: mp.besseli(1, x), where=lambda c, a, b: a() if c else b())
    else:
        names = {n: getattr(np, n) for n in "exp log sqrt sin cos tan sinh cosh tanh abs pi e".split()}
        names.update(acos=np.arccos, asin=np.arcsin, atan=np.arctan, erf=special.erf, erfc=special.erfc, gamma=special.gamma, besselj=special.jv,
                     besseli=special.iv, I0=special.i0, I1=special.i1, besselk=special.kv, where=lambda c, a, b: np.where(c, a(), b()),
                     max=lambda *a: np.maximum.reduce(np.broadcast_arrays(*a)), min=lambda *a: np.minimum.reduce(np.broadcast_arrays(*a)))
    E, half = names["exp"], (mp.mpf(1)/2 if exact else 0.5)
    q3, q5 = names["sqrt"](3*half*2), names["sqrt"](5*half*2)

    def matern(nu, l=1):
        x = names["z"]/l
        return {0.5: lambda: E(-x), 1.5: lambda: (1+q3*x)*E(-q3*x), 2.5: lambda: (1+q5*x+5*x*x/3)*E(-q5*x)}[float(nu)]()
    names.update(gaussian=lambda tau: E(-names["z"]**2/(2*tau**2)), laplace=lambda l: E(-names["z"]/l), matern=matern,
                 rational_quadratic=lambda a, l=1: (1+names["z"]**2/(2*a*l*l))**(-a))
    number = (lambda s: re.sub(r"(?<![\w.'])(\d+\.?\d*(?:e[-+]?\d+)?)", r"N('\1')", s)) if exact else (lambda s: s)
    names["N"] = mp.mpf
    code = [(n, compile(number(s), formula, "eval")) for n, s in program(formula)]

    def f(z):
        if not exact: z = np.where(z == 0, 1e-7 if "/z^2" not in formula else 1e-4, np.asarray(z, float))
        names.update(z=z, u=1-z*z/2)
        if "theta" in formula or "θ" in formula: names["theta"] = 2*names["asin"](z/2)
        for n, c in code:
            v = eval(c, names)
            if n: names[n] = v
        if exact: return v
        if not natural(formula): v = np.where(z > 2, 0, v)
        return np.broadcast_to(v, z.shape)+0.0
    return f


def natural(formula): return not re.search(r"\bu\b|theta|θ", formula)


# ---------------------------------------------------------------- witnesses

def gram(f, d, rng, level=0):
    """the least eigenvalue of Gram matrices, relative to the largest in absolute value"""
    worst = 0
    for scale in (0.1, 0.25, 0.5, 1, 2, 3, 5, 8):
        for kind in range(3):
            if d == 1 and kind < 2: x = np.arange(60)[:, None]*scale/(3+4*kind)
            elif d == 2 and kind == 0: x = np.stack(np.meshgrid(*[np.arange(10)]*2), -1).reshape(-1, 2)*scale/2
            elif d == 3 and kind == 0: x = np.stack(np.meshgrid(*[np.arange(5)]*3), -1).reshape(-1, 3)*scale/2
            elif kind == 1 and d <= 64: x = np.concatenate([np.eye(d), -np.eye(d), np.zeros((1, d))])*scale
            else: x = rng.normal(size=(100, d))*scale/(1 if d < 4 else 1.5)
            g = f(np.sqrt(((x[:, None]-x[None])**2).sum(-1)))-level
            if np.isfinite(g).all():
                w = np.linalg.eigvalsh(g)
                worst = min(worst, w[0]/abs(w).max())
    return worst


def panels(ends):
    x, w = np.polynomial.legendre.leggauss(16)
    h = np.diff(ends)[:, None]/2
    return ((ends[1:]+ends[:-1])[:, None]/2+h*x).ravel(), (h*w).ravel()


def gegenbauer(f, d, parts, degrees=40):
    """the integrals of k against Gegenbauer's polynomials, relative to those of absolute values"""
    th, w = panels(np.linspace(0, np.pi, parts+1))
    u, w = np.cos(th), w*np.sin(th)**(d-2)
    v, p, q, out = f(2*np.sin(th/2)), np.ones_like(u), u, []
    for n in range(degrees):
        out.append((v*p*w).sum()/abs(v*p*w).sum())
        p, q = q, ((2*n+d)*u*q-(n+1)*p)/(n+d-1)
    return np.array(out)


def density(f, d, parts, omegas):
    """the integral of k Lambda_d(omega z) z^(d-1), relative to that of |k|; None if k decays slowly"""
    end = 40.0
    if abs(f(np.array([end]))[0])*end**d > 1e-14: return None
    z, w = panels(np.linspace(0, end, parts+1))
    v = f(z)*w*z**(d-1)
    lam = lambda x: np.cos(x) if d == 1 else special.gamma(d/2)*(2/x)**(d/2-1)*special.jv(d/2-1, x)
    return np.array([(v*lam(o*z)).sum() for o in omegas])/abs(v).sum()


def taylor(g, at, n): return mp.taylor(g, mp.mpf(at), n)


def negative(a, b):
    """the index of a number that is negative beyond what two quadratures differ by, and the number"""
    bad = np.nonzero(a < -20*np.abs(a-b)-1e-10*np.abs(a).max())[0]
    return (int(bad[0]), a[bad[0]]) if len(bad) else None


def derivative_witness(formula):
    f = evaluator(formula, True)
    for at in ("0.02", "0.3", "1", "2.5", "7"):
        for n, c in enumerate(taylor(lambda t: f(mp.sqrt(t)), at, 14)):
            if (-1)**n*c < -mp.mpf(10)**-22: return "derivative of order %d of k(sqrt t) at %s has the wrong sign" % (n, at)


def maclaurin_witness(formula):
    f = evaluator(formula, True)
    for n, c in enumerate(taylor(lambda u: f(mp.sqrt(2-2*u)), 0, 20)):
        if c < -mp.mpf(10)**-20: return "Maclaurin coefficient %d is %s" % (n, mp.nstr(c, 4))


def sphere_witness(f, d):
    if d == 1:
        a, b = f(np.array([0.0, 2.0]))
        return "k(2) = %.4g, k(0) = %.4g" % (b, a) if abs(b) > a+1e-6 else None
    w = negative(gegenbauer(f, d, 200), gegenbauer(f, d, 271))
    return w and "Gegenbauer coefficient %d is negative (%.2g of its integral of absolute values)" % w


def space_witness(f, d):
    g = gram(f, d, np.random.default_rng(1))
    if g < -1e-8: return "a Gram matrix has an eigenvalue of %.2g times the largest" % g
    om = np.concatenate([[1e-3], np.linspace(0.1, 20, 80)])
    a = density(f, d, 200, om)
    w = None if a is None else negative(a, density(f, d, 271, om))
    return w and "the density is negative at %.3g" % om[w[0]]


# ---------------------------------------------------------------- rows

UP = [("+C", "+P"), ("+C", "+A"), ("+P", "+F"), ("+P", "+S"), ("+P", "+K"), ("+F", "+O"), ("+K", "+O"), ("+A", "+S"),
      ("-O", "-F"), ("-O", "-K"), ("-F", "-P"), ("-P", "-C"), ("-S", "-P"), ("-S", "-A"), ("-K", "-P"), ("-A", "-C")]


def close(have):
    while True:
        new = {b for a, b in UP if a in have}-have
        if not new: return have
        have |= new


def consistent(formula, d, have):
    for c in NAMES:
        assert not ("+"+c in have and "-"+c in have), (formula, d, c)


def derive(formula, d, f, have, notes):
    """adds what numbers refute, and what follows of a finite mass"""
    for c, find in (("S", lambda: sphere_witness(f, d)), ("P", lambda: space_witness(f, d)),
                    ("A", lambda: maclaurin_witness(formula)), ("C", lambda: derivative_witness(formula))):
        if "-"+c in have: continue
        if c in "AC" and "besselk" in formula: continue  # mpmath does not end
        if (c == "C" and "+C" not in have and not natural(formula)): continue
        w = find()
        if not w:
            continue
        assert "+"+c not in have, (formula, d, c, w)
        notes.append("%s: %s" % (NAMES[c], w))
        have.add("-"+c)
        close(have)
    if d == 1 and "-S" not in have: have.add("+S")
    if "+F" in have and "-P" in have and "+K" not in have:
        limit = 0 if not natural(formula) else float(f(np.array([1e7]))[0])
        if abs(limit) < 1e-3: have.add("-K")  # then m has no atom at 0
        elif gram(f, d, np.random.default_rng(2), limit) < -1e-8: have.add("-K")
    close(have)


def row(formula, why, source, *cases): jobs.extend((formula, why, source, d, tokens) for d, tokens in cases)


def answer(job):
    formula, why, source, d, tokens = job
    have = close(set(tokens.split()))
    if d == 1: have -= {"+S", "-S"}  # S^0 is two points: only k(2) counts, whatever the argument for larger spheres
    consistent(formula, d, have)
    f, notes = evaluator(formula, False), []
    derive(formula, d, f, have, notes)
    consistent(formula, d, have)
    expect = {NAMES[c]: "+"+c in have for c in NAMES if "+"+c in have or "-"+c in have}
    return {"formula": formula, "dim": d, "expect": expect, "why": why+("; "+"; ".join(notes)+" (computed)" if notes else ""), "source": source}


def every(formulas, why, source, tokens):
    """formulas with dimensions that share an argument"""
    for formula, *dims in formulas: row(formula, why, source, *((d, tokens) for d in dims))


def attempt(job):
    try: return answer(job)
    except Exception as err: print("WRONG:", job[0], job[3], repr(err), file=sys.stderr)  # the row is left out, and somebody has to look


from known_networks_rows import write  # noqa: E402

if __name__ == "__main__":
    write(row, every)
    with multiprocessing.Pool(4) as pool: rows = pool.map(attempt, jobs, chunksize=1)
    rows = [r for r in rows if r]
    for all_, one in (("C", "P"), ("A", "S")):  # a claim of every dimension fails if one dimension fails
        bad = {r["formula"] for r in rows if r["expect"].get(NAMES[one]) is False}
        for r in rows:
            if r["formula"] in bad and NAMES[all_] not in r["expect"]:
                r["expect"][NAMES[all_]] = False
                r["why"] += "; %s: fails in another row's dimension" % NAMES[one]
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    known, shapes = set(), set()
    shape = lambda s: re.sub(r"\d+\.?\d*", "#", s.replace(" ", ""))
    for name in sorted(os.listdir(here)):
        if name.startswith("known") and name.endswith(".json") and name not in ("known_edges.json", "known_fields.json", "known_networks.json"):  # tables of the same day
            with open(os.path.join(here, name)) as table:
                for r in json.load(table)["rows"]:
                    known.add(r["formula"].replace(" ", ""))
                    shapes.add(shape(r["formula"]))
    fresh = [r for r in rows if r["formula"].replace(" ", "") not in known and shape(r["formula"]) not in shapes]
    print(len(rows), "rows,", len(fresh), "fresh,", len({r["formula"] for r in fresh}), "formulas", file=sys.stderr)
    for r in rows:
        if r not in fresh: print("known:", r["formula"], file=sys.stderr)
    for r in fresh:
        for c in NAMES.values():
            if c not in r["expect"]: print("left out:", r["formula"], r["dim"], c, file=sys.stderr)
    json.dump({"about": "Kernels of users of kernels, by someone who had read no rule; made by testdata/gen/known_networks.py.", "rows": fresh}, sys.stdout, indent=1, ensure_ascii=False)
    print()
