"""A second checker of certificates, which shares no code with krein.

    python3 -m krein.check certificate.json --kernel 'exp(-z)*cos(z)' --dim 3

It was written from docs/formulas.md, docs/claims.md, docs/single-points.md and the pages of the rules, docs/rules, for kernels of elementary
functions of the distance, on interval arithmetic (mpmath) and exact algebra of its own. A claim is `accepted` if every step of its proof is a
rule whose hypotheses were verified here, `rejected` if one of them fails or the evidence is not what its page says, and `unknown` otherwise:
a rule, a function or a size that this checker does not do. docs/second-checker.md says what it covers.

Exit status: 0 every proof accepted, 1 one rejected, 2 the file or the call is not understood, 3 none rejected, but some unknown.
"""

import argparse
import json
import re
import sys
from fractions import Fraction

from mpmath import iv

from . import _algebra as al
from . import _germs as germs
from . import _kernel as kn
from ._algebra import NoValue, Reject, Unknown, ZERO, form, real_sign
from ._density import density, real_part
from ._formula import FormulaError, Z, num, parse, substitute
from ._germs import has_z
from ._kernel import Kernel, sign_on
from ._spheres import Sphere, gegenbauer

CLAIMS = ("finite-mass", "pd", "completely-monotone", "pd-sphere", "pd-all-spheres", "conditionally-pd", "positive-decomposition")
RULES = {}


def rule(name, claim, proves):
    def add(f):
        RULES[name] = claim, proves, f
        return f
    return add


class Step:
    """A step of a proof, about a kernel in a dimension."""

    def __init__(self, step, kernel, dim, depth=0):
        if not isinstance(step, dict) or not isinstance(step.get("rule"), str) or depth > 60:
            raise Reject("a step is not an object with a rule")
        self.rule, self.evidence = step["rule"], step.get("evidence") or {}
        self.steps, self.kernel, self.dim, self.depth = step.get("from") or [], kernel, dim, depth
        if not isinstance(self.evidence, dict) or not isinstance(self.steps, list):
            raise Reject("the evidence or the premises of a step are not what they must be")

    def check(self, claim, proves):
        if self.rule not in RULES:
            raise Unknown(f"the rule {self.rule} is not known to this checker")
        of, what, f = RULES[self.rule]
        if (of, what) != (claim, proves):
            raise Reject(f"{self.rule} does not {'prove' if proves else 'refute'} {claim}")
        try:
            f(self)
        except (Unknown, Reject) as e:
            raise type(e)(str(e) if str(e).startswith("[") else f"[{self.rule}] {e}") from e

    def premise(self, i, claim, proves, kernel=None, dim=None, rules=None):
        if not 0 <= i < len(self.steps):
            raise Reject("a premise is missing")
        s = Step(self.steps[i], kernel or self.kernel, self.dim if dim is None else dim, self.depth + 1)
        if rules and s.rule not in rules:
            raise Reject(f"the premise must be by {' or '.join(rules)}")
        s.check(claim, proves)

    def premises(self, n):
        if len(self.steps) != n:
            raise Reject(f"{n} premises are needed, not {len(self.steps)}")

    def get(self, name, default=None):
        v = self.evidence.get(name, default)
        if v is None:
            raise Reject(f"the evidence has no {name}")
        return v

    def rational(self, name, default=None):
        v = self.get(name, default)
        try:
            return Fraction(v) if not isinstance(v, float) else Fraction(str(v))
        except (ValueError, TypeError, ZeroDivisionError) as e:
            if isinstance(v, str) and re.search("[a-z]", v) and not has_z(read(v)):
                raise Unknown(f"{name} may be irrational") from e
            raise Reject(f"{name} is not a rational number") from e

    def natural(self, name, most, default=None):
        q = self.rational(name, default)
        if q.denominator != 1 or q < 0:
            raise Reject(f"{name} is not a natural number")
        if q > most:
            raise Unknown(f"{name} is larger than {most}")
        return int(q)

    def bits(self):
        return max(96, self.natural("bits", 4096, 96) + 32)

    def formula(self, name):
        return read(self.get(name))

    def constant(self, name):
        t = self.formula(name)
        if has_z(t):
            raise Reject(f"{name} is not a constant")
        try:
            return kn.value(t, ZERO)
        except NoValue as e:
            raise Reject(f"{name} has no value") from e

    def enclosed(self, name, x):
        """Wants the enclosure in the evidence to meet the one that was computed here."""
        b = ball(self.get(name))
        if b.b < x.a or x.b < b.a:
            raise Reject(f"{name} is {self.get(name)}, but encloses nothing of {x}")


def read(text):
    if not isinstance(text, str):
        raise Reject("a formula of the evidence is missing")
    try:
        return kn.simplify(parse(text)[0])
    except (FormulaError, TypeError) as e:
        raise Unknown(f"a formula of the evidence: {e}") from e


def ball(text):
    """An enclosure as certificates write them: m·2^e ± r·2^f as "mpe+/-rpf"."""
    m = re.fullmatch(r"(-?\d+)(?:p(-?\d+))?(?:\+/-(\d+)p(-?\d+))?", str(text))
    if not m or any(len(x or "") > 2000 for x in m.groups()) or int(m.group(2) or 0) > 10 ** 6 or int(m.group(4) or 0) > 10 ** 6:
        raise Reject(f"{str(text)[:60]!r} is not an enclosure")
    r = iv.ldexp(iv.mpf(int(m.group(1))), int(m.group(2) or 0))
    if not m.group(3):
        return r
    return r + iv.mpf([-1, 1]) * iv.ldexp(iv.mpf(int(m.group(3))), max(int(m.group(4)), -10 ** 6))  # wider, if anything


def new(t):
    return Kernel(kn.simplify(t))


def real(x):
    """An enclosure of a real constant."""
    return al.enclose(x)[0]


def enclosed_value(k, z, bits):
    """An enclosure of k at a distance z > 0, an exact constant; k(0) at 0."""
    if not z.d:
        return al.enclose(k.zero(), bits)[0]
    old = iv.prec
    try:
        iv.prec = bits
        try:
            return k.at(lambda: real(z), bits)[0]
        except Unknown:
            return real(k.value(z))
    except NoValue as e:
        raise Reject(f"k has no value at {z}") from e
    finally:
        iv.prec = old


def root(q):
    return al.rational_power(q, al.HALF) if q else ZERO


# Trees of forms, sums and products

def summands(t):
    """The summands of a tree, signs and constant factors left in place."""
    if t[0] == "add":
        return summands(t[1]) + summands(t[2])
    if t[0] == "neg":
        return [("neg", x) for x in summands(t[1])]
    return [t]


def factors(t, powers=False):
    if t[0] == "mul":
        return factors(t[1], powers) + factors(t[2], powers)
    if t[0] == "div":
        return factors(t[1], powers) + [("div", num(1), x) for x in factors(t[2], powers)] if has_z(t[2]) else factors(t[1], powers) + [("div", num(1), t[2])]
    if t[0] == "neg":
        return [num(-1)] + factors(t[1], powers)
    if t[0] == "pow" and powers and t[2][0] == "num" and t[2][1].denominator == 1 and 1 <= t[2][1] <= 8:
        return factors(t[1], powers) * int(t[2][1])
    return [t]


def product(ts):
    r = ts[0]
    for t in ts[1:]:
        r = ("mul", r, t)
    return r


def total(ts):
    r = ts[0]
    for t in ts[1:]:
        r = ("add", r, t)
    return r


def tree(f):
    """A tree of a form that is a sum of rational multiples of powers of z, or a constant."""
    r = []
    for m, q in f.d.items():
        t = num(q)
        for a, e in m:
            base = Z if a == "z" else ("pi",) if a == "pi" else num(a) if isinstance(a, int) else (
                ("call", "exp", tree(a[1])) if a[0] == "exp" else ("call", "log", tree(a[1])) if a[0] == "log" else tree(a[1]) if a[0] == "sum" else None)
            if base is None or isinstance(a, tuple) and a[0] == "exp" and al._imaginary(a[1]):
                raise Unknown("a constant that is not written as a formula")
            t = ("mul", t, base if e == 1 else ("pow", base, num(e)))
        r.append(t)
    return total(r) if r else num(0)


def same(step, g, what="k and the formula of the evidence"):
    """Proves that the kernel is g, a tree, for all z > 0, both analytic there."""
    k = step.kernel.one()
    kn.analytic(g, ZERO, None)
    same_forms(al.of_tree(k), al.of_tree(g), what)


def same_forms(f, g, what):
    d = f - g
    z = d.zero()
    if z:
        return
    try:  # at a point they may differ for certain
        old, iv.prec = iv.prec, 120
        for at in (Fraction(1, 3), Fraction(7, 5), Fraction(4)):
            x = al.enclose(at_point(d, at))[0]
            if al.positive(x) or al.negative(x):
                raise Reject(f"{what} differ")
    except (Unknown, NoValue):
        pass
    finally:
        iv.prec = old
    raise Unknown(f"whether {what} are the same")


def at_point(f, q):
    """A form with a rational number for z."""
    r = ZERO
    for m, c in f.d.items():
        t = form(c)
        for a, e in m:
            if not al._varies(a):
                t = t * al.Form({frozenset([(a, e)]): Fraction(1)})
            elif a == "z":
                t = t * al.rational_power(q, e)
            elif a[0] == "exp":
                t = t * al.exp(at_point(a[1], q))
            elif a[0] == "log":
                t = t * al.log(at_point(a[1], q))
            elif a[0] == "sum":
                t = t * at_point(a[1], q) ** e
            elif a[0] in ("asin", "atan", "erf"):
                t = t * al.function(a[0], at_point(a[1], q)) ** e
            else:
                raise Unknown("a function at a point")
        r = r + t
    return r


def positive_everywhere(t):
    return sign_on(t, ZERO, None) == 1


def not_negative(t, at_infinity):
    """Proves that an analytic, monotone function is not negative: by its sign, or its limit at infinity or at 0."""
    if sign_on(t, ZERO, None) in (0, 1):
        return
    if at_infinity:
        s, _ = germs.of_tree(t, "infinity", Fraction(3)).plain()
    else:
        s = Kernel(t).series(ZERO, 1, 0)
    s = s.clean()
    if s.order <= 0:
        raise Unknown("a limit")
    first = min(((e, -p) for e, p in s.terms if e <= 0), default=None)
    if first is None or al.sign(s.terms[first[0], -first[1]]) * ((-1) ** -first[1] if first[1] else 1) >= 0:
        return
    raise Reject("a limit that must not be negative is")


# Finite mass

def counting(k, b, upto):
    """{(e, p): the coefficient, or gap, that makes an exponent e ≤ upto count at b, or may}; and the order to which it is complete."""
    left, right = k.series(b, -1, upto), k.series(b, 1, upto)
    r = {}
    for e, p in set(left.terms) | set(right.terms):
        l, g = left.terms.get((e, p), ZERO), right.terms.get((e, p), ZERO)
        if e.denominator == 1 and e >= 0 and p == 0:
            gap = g - l * (-1) ** int(e)
        else:
            gap = g if g.d else l
            if g.d and g.zero() is not False and l.d:
                gap = l
        if e <= upto and not gap.zero():
            r[e, p] = gap
    return r


def harmless(k, dim):
    """Hypotheses 1 to 3 of finite-mass.analysis, k being continuous."""
    s = Fraction(dim - 1, 2)
    if s > 24:
        raise_if_points(k)
    for b in k.points():
        for (e, p), gap in counting(k, b, s).items():
            if gap.zero() is False:
                raise Reject(f"the exponent {e} counts at {b}")
            raise Unknown(f"whether the exponent {e} counts")


def raise_if_points(k):
    if k.points():
        raise Unknown("a dimension that needs long expansions")


def part_class(e):
    """0 for no exponential, −1 for decay, 1 for growth, and the frequency (a real constant) of a wave."""
    if not e.d:
        return 0, None
    g = germs.growth(e)
    if g:
        return g, None
    c = ZERO
    for m, q in e.d.items():
        p = dict(m)
        if p.pop("z") != -1:
            return 2, None  # another phase
        c = c + al.Form({frozenset(p.items()): q})
    return 2, c * al.I * -1


def at_infinity(k, dim):
    """Hypothesis 4 of finite-mass.analysis."""
    s = Fraction(dim - 1, 2)
    last = k.pieces()[-1][2]
    width = Fraction(2)
    for turn in range(4):
        try:
            g = germs.of_tree(last, "infinity", width)
        except Unknown:
            if turn == 3:
                raise
            width += 2
            continue
        waves, plain = {}, germs.Series({})
        for e, part in g.parts.items():
            kind, frequency = part_class(e)
            if kind == 1:
                raise Reject("k grows like an exponential")
            if part is None and kind != -1:
                raise Unknown("the behaviour at infinity")
            if kind == 0:
                plain = part.clean()
            elif kind == 2:
                part = part.clean()
                if part.terms or part.order < germs.INFINITE:
                    if frequency is None:
                        raise Unknown("a wave of another phase than az")
                    waves[e] = frequency, part
        for e, p in plain.terms:
            if e < 0 or e == 0 and p > 0:
                raise Reject("k grows at infinity") if plain.terms[e, p].zero() is False else Unknown("growth at infinity")
            if e == 0 and p > -2 and p:
                raise Unknown("a slow logarithm at infinity")
        if not waves:
            if plain.order > 0:
                return
        elif all(part.order > Fraction(dim, 2) for part in [plain] + [p for _, p in waves.values()]):
            for frequency, part in waves.values():
                for (e, p), c in part.terms.items():
                    if e > s:
                        continue
                    turned = c * al.exp(al.I * al.PI * Fraction(dim - 1, 4) * (1 if al.sign(frequency) > 0 else -1))
                    if e == s and p == 0 and turned.im().zero():
                        continue
                    raise Reject("a wave decays too slowly") if c.zero() is False and e < s else Unknown("a wave at infinity")
            if fast_phase(last):
                raise Unknown("a phase that grows faster than z")
            return
        width = max(width + 2, Fraction(dim, 2) + 2)
    raise Unknown("the expansion at infinity is not long enough")


def fast_phase(t):
    if t[0] == "call" and t[1] in ("sin", "cos", "besselj") and has_z(t):
        s, _ = germs.of_tree(t[-1], "infinity", Fraction(1)).plain()
        if s.least() < -1:
            return True
    return any(isinstance(x, tuple) and fast_phase(x) for x in t)


@rule("finite-mass.analysis", "finite-mass", True)
def analysis(s):
    s.kernel.continuous()
    harmless(s.kernel, s.dim)
    at_infinity(s.kernel, s.dim)


@rule("positive-decomposition.local", "positive-decomposition", True)
def local(s):
    s.kernel.continuous()
    harmless(s.kernel, s.dim)


@rule("positive-decomposition.finite-mass", "positive-decomposition", True)
def decomposition(s):
    s.premises(1)
    s.premise(0, "finite-mass", True)


@rule("finite-mass.pd", "finite-mass", True)
def mass_of_pd(s):
    s.premises(1)
    s.kernel.continuous_at_zero()
    s.premise(0, "pd", True)


def singular(s):
    """The evidence at, exponent, logPower of finite-mass.singularity: returns b and the exponent, which is proved to count."""
    b, e, p = s.constant("at"), s.rational("exponent"), s.rational("logPower", 0)
    if real_sign(b) != 1:
        raise Reject("the point is not positive")
    k = s.kernel
    pieces = [x for x in k.points() if (x - b).zero()]
    if not pieces and k.pieces():
        raise Reject("k is analytic at the point")
    gap = counting(k, b, e).get((e, p))
    if gap is None:
        raise Reject(f"the exponent {e} does not count")
    if gap.zero() is not False:
        raise Unknown(f"whether the exponent {e} counts")
    return b, e


@rule("finite-mass.singularity", "finite-mass", False)
def singularity(s):
    _, e = singular(s)
    if 2 * e > s.dim - 1:
        raise Reject("the exponent exceeds (d−1)/2")


@rule("positive-decomposition.singularity", "positive-decomposition", False)
def not_decomposed(s):
    s.premises(1)
    s.premise(0, "finite-mass", False, rules=["finite-mass.singularity"])


@rule("conditionally-pd.singularity", "conditionally-pd", False)
def cpd_singularity(s):
    s.premises(1)
    s.kernel.continuous_at_zero()
    s.kernel.pieces()
    s.premise(0, "finite-mass", False, rules=["finite-mass.singularity", "finite-mass.oscillation"])


@rule("finite-mass.jump", "finite-mass", False)
def jump(s):
    b = s.constant("at")
    v = value_of(s.kernel, b)
    sides = (1,) if not b.d else (-1, 1)
    if not any((v - s.kernel.limit(b, side)).zero() is False for side in sides):
        raise Unknown("whether the value differs from a limit")


def value_of(k, b):
    try:
        return k.value(b)
    except NoValue as e:
        raise Reject("k has no value there") from e


@rule("conditionally-pd.jump", "conditionally-pd", False)
def cpd_jump(s):
    s.premises(1)
    s.kernel.continuous_at_zero()
    s.premise(0, "finite-mass", False, rules=["finite-mass.jump"])


@rule("finite-mass.unbounded", "finite-mass", False)
def unbounded(s):
    at = s.get("at")
    if at in ("0", 0):
        first = None
        for order in (0, 2):
            first = s.kernel.series(ZERO, 1, order).lead()
            if first:
                break
        if first is None or not (first[0] < 0 or first[0] == 0 and first[1] > 0):
            raise Reject("k is bounded at 0")
        return
    if at not in ("inf", "infinity"):
        raise Reject("at is neither 0 nor inf")
    g = s.kernel.infinity(2)
    top = []
    for e, part in g.parts.items():
        if all(f == e or germs.growth(f - e) <= 0 for f in g.parts):
            if part is None:
                raise Unknown("the leading terms at infinity")
            top.append((e, part.clean()))
    for i, (e, _) in enumerate(top):
        for f, _ in top[:i]:
            if (e - f).zero() is not False:
                raise Unknown("whether two phases are the same")
    leads = [part.lead() for _, part in top if part.terms]
    if not leads:
        raise Unknown("no leading term")
    first = min(leads, key=lambda x: (x[0], -x[1]))
    if any(part.order <= first[0] for _, part in top):
        raise Unknown("an expansion is not long enough")
    exponential = max(germs.growth(e) if e.d else 0 for e, _ in top)
    if exponential < 0 or exponential == 0 and not (first[0] < 0 or first[0] == 0 and first[1] > 0):
        raise Reject("k is bounded at infinity")


@rule("finite-mass.oscillation", "finite-mass", False)
def oscillation(s):
    a, limit = s.constant("frequency"), Fraction(s.dim - 1, 2)
    if real_sign(a) != 1:
        raise Reject("the frequency is not positive")
    g = s.kernel.infinity(limit + 2)
    found = None
    for e, part in g.parts.items():
        kind, frequency = part_class(e)
        if kind == -1:
            continue
        if kind == 1 or part is None or kind == 2 and frequency is None:
            raise Unknown("other terms at infinity than waves and powers")
        if kind == 2 and (frequency - a).zero():
            found = part.clean()
        elif kind == 2 and (frequency - a).zero() is None:
            raise Unknown("whether two frequencies are the same")
    first = found and found.lead()
    if not first:
        raise Reject("no wave of this frequency")
    e, p, c = first
    if any(part is not None and part_class(x)[0] != -1 and part.order <= e for x, part in g.parts.items()):
        raise Unknown("an expansion is not long enough")
    if e < limit or e == limit and p > 0:
        return
    turned = (c * al.exp(al.I * al.PI * Fraction(s.dim - 1, 4))).im()
    if e > limit or p or turned.zero():
        raise Reject("the wave decays fast enough")
    if turned.zero() is None:
        raise Unknown("whether a coefficient is real")


@rule("finite-mass.sum", "finite-mass", True)
def mass_of_sum(s):
    each(s, "finite-mass", [x for x in summands(s.kernel.one()) if has_z(x)], 2)


@rule("finite-mass.product", "finite-mass", True)
def mass_of_product(s):
    each(s, "finite-mass", distinct_powers(s.kernel.one()), 1)


@rule("positive-decomposition.sum", "positive-decomposition", True)
def decomposition_of_sum(s):
    each(s, "positive-decomposition", [x for x in summands(s.kernel.one()) if has_z(x)], 2)


@rule("positive-decomposition.product", "positive-decomposition", True)
def decomposition_of_product(s):
    each(s, "positive-decomposition", distinct_powers(s.kernel.one()), 1)


def distinct_powers(t):
    """The factors of a product, of a power its base once."""
    r = []
    for x in factors(t):
        while x[0] == "pow" and x[2][0] == "num" and x[2][1].denominator == 1 and 1 <= x[2][1] <= 1024:
            x = x[1]
        r.extend(factors(x) if x[0] in ("mul", "div", "neg") else [x])
    return [x for x in r if has_z(x)]


def each(s, claim, parts, least):
    """One premise a part; k is continuous, so that k(0) is made of the parts' limits, and each part has no other value at 0."""
    if len(parts) < least:
        raise Reject("there are not enough parts")
    s.premises(len(parts))
    s.kernel.continuous()
    for i, t in enumerate(parts):
        k = new(t)
        k.continuous_at_zero()
        s.premise(i, claim, True, k)


@rule("positive-decomposition.conditionally-pd", "positive-decomposition", True)
def decomposition_of_cpd(s):
    c = s.rational("sign")
    if c not in (1, -1):
        raise Reject("the sign is not 1 or −1")
    s.premises(1)
    s.premise(0, "conditionally-pd", True, s.kernel if c == 1 else s.kernel.scaled(-1))


# Positive definite on R^d

@rule("pd.bounded-by-zero", "pd", False)
def bounded_by_zero(s):
    z, bits = s.rational("z"), s.bits()
    if z < 0:
        raise Reject("the distance is negative")
    zero = enclosed_value(s.kernel, ZERO, bits)
    x = enclosed_value(s.kernel, form(z), bits)
    s.enclosed("zero", zero)
    s.enclosed("value", x)
    if z == 0:
        if not al.negative(zero):
            raise Reject("k(0) is not negative")
        return
    compare(-abs(x), -zero, "|k(z)| does not exceed k(0)")


def compare(small, large, otherwise):
    """Wants small < large of enclosures."""
    if small.b < large.a:
        return
    raise Reject(otherwise) if small.a >= large.b else Unknown("enclosures that overlap")


@rule("pd.completely-monotone", "pd", True)
def pd_of_cm(s):
    s.premises(1)
    s.premise(0, "completely-monotone", True)
    s.kernel.continuous_at_zero()


@rule("pd.infinite-mass", "pd", False)
def infinite_mass(s):
    s.premises(1)
    s.kernel.continuous_at_zero()
    s.premise(0, "finite-mass", False)


@rule("pd.not-conditionally-pd", "pd", False)
def not_cpd(s):
    s.premises(1)
    s.premise(0, "conditionally-pd", False)


@rule("pd.oscillating-tail", "pd", False)
def oscillating_tail(s):
    k = s.kernel
    if not k.points():
        raise Reject("k is analytic on (0, ∞)")
    half = Fraction(s.dim - 1, 2)
    for e, part in k.infinity(2).parts.items():  # regular decay to a constant
        kind, _ = part_class(e)
        if kind == -1:
            continue
        if kind or part is None or part.order <= 0 or any(x < 0 or x == 0 and p for x, p in part.clean().terms):
            raise Unknown("the behaviour at infinity")
    for b, side in [(ZERO, 1)] + [(b, side) for b in k.points() for side in (-1, 1)]:
        k.limit(b, side)
    _, alpha = singular(s)
    if alpha >= half + odd_order(k, alpha + 1):
        raise Reject("the exponent does not lead the tail")


def odd_order(k, order):
    """A lower bound of the exponents at 0 that are not even integers, or come with a logarithm."""
    s = k.series(ZERO, 1, order)
    odd = [e for (e, p), c in s.terms.items() if (p or e % 2) and not c.zero()]
    return min(odd + [s.order if s.order < germs.INFINITE else Fraction(1000)])


@rule("pd.flat-at-zero", "pd", False)
def flat(s):
    k, z, bits = s.kernel, s.rational("z"), s.bits()
    if z <= 0:
        raise Reject("the distance is not positive")
    k.continuous_at_zero()
    x, zero = enclosed_value(k, form(z), bits), enclosed_value(k, ZERO, bits)
    if not (x.b < zero.a or zero.b < x.a):
        raise Unknown("whether k(z) and k(0) differ")
    for (e, p), c in k.series(ZERO, 1, 2).terms.items():
        if e <= 2 and (e or p) and not c.zero():
            raise Reject("k is not flat at 0") if c.zero() is False else Unknown("whether a coefficient is zero")


@rule("pd.negative-limit", "pd", False)
def negative_limit(s):
    mean = mean_at_infinity(s.kernel)
    if al.sign(mean) >= 0:
        raise Reject("the mean at infinity is not negative")


def mean_at_infinity(k, polynomial=None):
    """The constant term at infinity of a function that is bounded there (but for terms collected in polynomial)."""
    mean = ZERO
    for e, part in k.infinity(2).parts.items():
        kind, frequency = part_class(e)
        if kind == -1:
            continue
        if kind == 1 or part is None or kind == 2 and frequency is None or part.order <= 0:
            raise Unknown("the behaviour at infinity")
        for (x, p), c in part.clean().terms.items():
            if x > 0:
                continue
            if kind == 2 or x == 0 and p == 0:
                if kind == 2 and (x < 0 or p):
                    raise Unknown("a wave that grows")
                mean = c if kind == 0 else mean
            elif polynomial is None or p or x % 2 or c.rational() is None:
                raise Unknown("growth at infinity")
            else:
                polynomial[-x] = c.rational()
    return mean


def quadratic_form(s, sphere):
    points, weights, bits = s.get("points"), s.get("weights"), s.bits()
    try:
        points = [[Fraction(x) for x in p] for p in points]
        weights = [Fraction(w) for w in weights]
    except (ValueError, TypeError, ZeroDivisionError) as e:
        raise Reject("points or weights are not rational") from e
    n = len(points[0]) if points else 0
    if len(points) != len(weights) or not points or any(len(p) != n for p in points) or not 1 <= n <= s.dim:
        raise Reject("points and weights do not fit each other, or the dimension")
    if len(points) > 80:
        raise Unknown("many points")
    if sphere and any(sum(x * x for x in p) != 1 for p in points):
        raise Reject("a point is not on the unit sphere")
    values, x = {}, iv.mpf(0)
    old = iv.prec
    try:
        iv.prec = bits
        for i, p in enumerate(points):
            for j, q in enumerate(points[:i + 1]):
                square = sum((a - b) ** 2 for a, b in zip(p, q))
                if square not in values:
                    values[square] = enclosed_value(s.kernel, root(square), bits)
                x += al.interval(weights[i] * weights[j] * (1 if i == j else 2)) * values[square]
    finally:
        iv.prec = old
    s.enclosed("form", x)
    compare(x, iv.mpf(0), "the form is not negative")
    return weights


@rule("pd.points", "pd", False)
def pd_points(s):
    quadratic_form(s, False)


@rule("pd-sphere.points", "pd-sphere", False)
def sphere_points(s):
    quadratic_form(s, True)


@rule("conditionally-pd.points", "conditionally-pd", False)
def cpd_points(s):
    if sum(quadratic_form(s, False)):
        raise Reject("the weights do not add up to 0")
    if not s.steps:
        raise Unknown("that k is o(z^2) at infinity is not derived here")
    s.premises(1)
    s.premise(0, "finite-mass", True)


@rule("pd.lambda-bound", "pd", False)
def lambda_bound(s):
    if s.dim < 2:
        raise Reject("d = 1")
    low, high, bits, nu = s.rational("low"), s.rational("high"), s.bits(), Fraction(s.dim, 2)
    z = s.rational("z")
    if not 0 < low < high <= 60 or z <= 0:
        raise Unknown("an interval out of reach")
    # high ≤ ν + 3.24 ν^(1/3)
    if (high - nu > 0) and (high - nu) ** 3 > Fraction(324, 100) ** 3 * nu:
        raise Reject("the interval may hold a later zero")
    old = iv.prec
    try:
        iv.prec = bits
        if not (al.positive(al.ibessel(nu, al.interval(low), -1)) and al.negative(al.ibessel(nu, al.interval(high), -1))):
            raise Reject("no change of sign in the interval")
        # Λ_d decreases up to its first minimum and there is a change of sign of Λ_{d+2} in [low, high]: |Λ_d′| = (x/d)|Λ_{d+2}| ≤ x/d
        x = al.interval(low)
        at = al.igamma(nu) * al.ibessel(nu - 1, x, -1) * al.ipower(2 / x, nu - 1)
        least = at + iv.mpf([-1, 0]) * al.interval(high - low) * al.interval(high) / s.dim
        zero, v = enclosed_value(s.kernel, ZERO, bits), enclosed_value(s.kernel, form(z), bits)
        compare(v, zero * least, "k(z) is not below k(0) min Λ")
    finally:
        iv.prec = old


def groups(s, parts, claim, join):
    """A partition of parts into groups, a premise for each. At 0: if k has no value there, neither has a part other than its limit."""
    g = s.get("groups")
    if not isinstance(g, list) or any(not isinstance(x, list) for x in g) or sorted(i for x in g for i in x) != list(range(len(parts))):
        raise Reject("the groups are no partition of the parts")
    s.premises(len(g))
    kernels = []
    for x in g:
        kernels.append(Kernel(join([parts[i] for i in x]), s.kernel.hints))
    parts_at_zero(s.kernel, kernels)
    for i, k in enumerate(kernels):
        s.premise(i, claim, True, k)


def parts_at_zero(k, kernels):
    try:
        k.value(ZERO)
    except NoValue:
        for part in kernels:
            part.continuous_at_zero()


def core(t, sphere):
    """A formula apart from a condition around it, `where ? core : 0`, and that condition or None."""
    if t[0] == "if" and t[3] == num(0):
        if sphere:
            # for every z in [0, 2]: it holds between and at both ends
            if not (kn._truth_on(t[1], ZERO, form(2)) and kn.truth(t[1], ZERO) and kn.truth(t[1], form(2))):
                raise Unknown("the condition around the formula")
            return core(t[2], sphere)[0], None
        return t[2], t[1]
    return t, None


def split_product(s, claim, sphere):
    t, where = core(s.kernel.tree, sphere)
    parts = factors(t, bool(s.evidence.get("powers", False)))
    c = kn.value(product([x for x in parts if not has_z(x)] or [num(1)]), ZERO)
    if al.sign(c) <= 0:
        raise Reject("the product of the constants is not positive")
    parts = [x for x in parts if has_z(x)]
    if where:
        cut = s.evidence.get("cut")
        g = s.get("groups")
        if not isinstance(cut, list) or not isinstance(g, list) or len(cut) != len(g) or True not in cut:
            raise Reject("no group carries the condition")
        raise Unknown("a product under a condition")
    groups(s, parts, claim, product)


@rule("pd.product", "pd", True)
def pd_product(s):
    split_product(s, "pd", False)


@rule("pd-all-spheres.product", "pd-all-spheres", True)
def sphere_product(s):
    split_product(s, "pd-all-spheres", True)


@rule("pd.sum", "pd", True)
def pd_sum(s):
    t, where = core(s.kernel.tree, False)
    parts = summands(t)
    c = kn.value(total([x for x in parts if not has_z(x)] or [num(0)]), ZERO)
    if where and any(not has_z(x) for x in parts):
        raise Unknown("a constant under a condition")
    if al.sign(c) < 0:
        raise Reject("the constants add up to less than 0")
    groups(s, [("if", where, x, num(0)) if where else x for x in parts if has_z(x)], "pd", total)


@rule("pd-all-spheres.sum", "pd-all-spheres", True)
def sphere_sum(s):
    t, _ = core(s.kernel.tree, True)
    parts = summands(t)
    c = kn.value(total([x for x in parts if not has_z(x)] or [num(0)]), ZERO)
    if al.sign(c) < 0 and al.sign(kn.value(t, form(2) ** al.HALF)) < 0:
        raise Reject("a negative constant, and k(√2) < 0")
    kernels = [Kernel(x) for x in parts if has_z(x)]
    s.premises(len(kernels))
    parts_at_zero(s.kernel, kernels)
    for i, k in enumerate(kernels):
        s.premise(i, "pd-all-spheres", True, k)


def family(s, make, check):
    """Wants k = factor · make(params…), piece by piece, factor > 0, both continuous."""
    c = s.constant("factor")
    params = s.get("params")
    if not isinstance(params, list):
        raise Reject("params is no list")
    values = []
    for p in params:
        t = read(p)
        if has_z(t):
            raise Reject("a parameter is not a constant")
        values.append((t, kn.value(t, ZERO)))
    if al.sign(c) <= 0:
        raise Reject("the factor is not positive")
    t, hints = make(values)
    other = Kernel(("mul", s.formula("factor"), t), hints)
    same_pieces(s.kernel, other)
    if not check([v for _, v in values]):
        raise Reject("the condition on the parameters and the dimension fails")


def same_pieces(k, other):
    k.continuous()
    other.continuous()
    merged = [ZERO] + kn._sorted([b for i, b in enumerate(k.points() + other.points())
                                  if not any((b - c).zero() for c in (k.points() + other.points())[:i])]) + [None]
    for a, b in zip(merged, merged[1:]):
        same_forms_on(kn.resolve(k.tree, a, b), kn.resolve(other.tree, a, b), a, b)


def same_forms_on(t, u, a, b):
    d = al.of_tree(t) - al.of_tree(u)
    if d.zero():
        return
    mid = real(a).b + 1 if b is None else ((real(a) + real(b)) / 2).a
    try:
        v = kn._at_box(("add", t, ("neg", u)), iv.mpf(mid))[0]
        if al.positive(v) or al.negative(v):
            raise Reject("k is not the function of the evidence")
    except Unknown:
        pass
    raise Unknown("whether k is the function of the evidence")


def askey(s, proves):
    def make(v):
        (r, rv), (delta, dv) = need(v, 2)
        if al.sign(rv) <= 0 or al.sign(dv) <= 0:
            raise Reject("R and δ must be positive")
        return ("if", ("cmp", "<", Z, r), ("pow", ("add", num(1), ("neg", ("div", Z, r))), delta), num(0)), [rv]
    family(s, make, lambda v: (al.sign(v[1] - Fraction(s.dim + 1, 2)) >= 0) == proves)


def need(v, n):
    if len(v) != n:
        raise Reject(f"{n} parameters are needed")
    return v


@rule("pd.askey", "pd", True)
def is_askey(s):
    askey(s, True)


@rule("pd.not-askey", "pd", False)
def not_askey(s):
    askey(s, False)


def damped(s, proves):
    def make(v):
        (l, lv), (w, wv) = need(v, 2)
        if al.sign(lv) <= 0 or al.sign(wv) <= 0:
            raise Reject("λ and ω must be positive")
        return ("mul", ("call", "exp", ("neg", ("mul", l, Z))), ("call", "cos", ("mul", w, Z))), []

    def check(v):
        e = al.exp(al.I * al.PI / (2 * s.dim))
        return (al.sign(v[0] * e.im() - v[1] * e.re()) >= 0) == proves
    family(s, make, check)


@rule("pd.damped-cosine", "pd", True)
def is_damped(s):
    damped(s, True)


@rule("pd.not-damped-cosine", "pd", False)
def not_damped(s):
    damped(s, False)


@rule("pd.same", "pd", True)
def pd_same(s):
    s.premises(1)
    other = Kernel(s.formula("formula"), s.kernel.hints)
    same_pieces(s.kernel, other)
    s.premise(0, "pd", True, other)


@rule("completely-monotone.same", "completely-monotone", True)
def cm_same(s):
    s.premises(1)
    other = Kernel(s.formula("formula"), s.kernel.hints)
    same_pieces(s.kernel, other)
    s.premise(0, "completely-monotone", True, other)


def without_zero(t):
    """The formula as it is for z > 0: conditions that compare z with 0 resolved."""
    if t[0] == "if" and t[1][0] == "cmp" and t[1][2] == Z and t[1][3] == num(0):
        return without_zero(t[2] if kn.holds(t[1][1], 1) else t[3])
    return tuple(without_zero(x) if isinstance(x, tuple) else x for x in t)


@rule("pd.at-zero", "pd", True)
def pd_at_zero(s):
    s.premises(1)
    e = Kernel(without_zero(s.kernel.tree), s.kernel.hints)
    if al.sign(s.kernel.zero() - e.zero()) < 0:
        raise Reject("k(0) < e(0)")
    s.premise(0, "pd", True, e)


@rule("positive-decomposition.at-zero", "positive-decomposition", True)
def decomposition_at_zero(s):
    s.premises(1)
    s.kernel.zero()
    s.premise(0, "positive-decomposition", True, Kernel(without_zero(s.kernel.tree), s.kernel.hints))


@rule("pd.wave", "pd", True)
def wave(s):
    k = s.kernel
    k.continuous()
    f = al.of_tree(k.one())
    # c Λ_δ(az): compare with the candidates that the frequency and the power of z allow
    for x in walk(k.one()):
        if x[0] == "call" and x[1] in ("cos", "sin", "besselj") and has_z(x):
            a = al.of_tree(x[-1]) / al.ZED
            if not a.constant() or al.sign(a) <= 0:
                raise Unknown("the argument of a wave")
            delta = {"cos": Fraction(1), "sin": Fraction(3)}.get(x[1]) or 2 + 2 * (al.of_tree(x[2]).rational() or Fraction(0))
            shape = x if x[1] != "sin" else ("div", x, Z)
            if x[1] == "besselj":
                shape = ("mul", ("pow", Z, num(1 - delta / 2)), x)
            c = f / al.of_tree(shape)
            d = f - al.of_tree(shape) * at_point(c, Fraction(1)) if not c.constant() else ZERO
            if not (c.constant() or d.zero()) or al.sign(k.limit(ZERO, 1)) <= 0 or delta < s.dim:
                raise Unknown("whether k is a wave")
            return
    raise Unknown("no wave is seen")


def walk(t):
    yield t
    for x in t:
        if isinstance(x, tuple):
            yield from walk(x)


@rule("pd.negative-density", "pd", False)
def negative_density(s):
    if "end" in s.evidence:
        raise Unknown("the sign of the density near an end")
    w, bits = s.rational("omega"), s.bits()
    if w <= 0:
        raise Reject("ω is not positive")
    m = at_point(density(s.kernel.one(), s.dim), w)
    # m(ω) = 2^(2−d)/Γ(d/2)² ω^(d−1) times the integral
    x = al.enclose(m, bits)[0] * al.interval(Fraction(4) / 2 ** s.dim * w ** (s.dim - 1)) / al.igamma(Fraction(s.dim, 2)) ** 2
    s.enclosed("density", x)
    compare(x, iv.mpf(0), "the density is not negative there")


@rule("pd.nonnegative-density", "pd", True)
def nonnegative_density(s):
    s.kernel.continuous()
    f = real_part(density(s.kernel.one(), s.dim))
    if sign_on(tree(f), ZERO, None) in (0, 1) or density_sign(f):
        return
    raise Unknown("whether the density is nonnegative")


def density_sign(f):
    """Proves that a form of exponentials of ω², or of powers of λ² + ω², is not negative on (0, ∞): without its denominators, or without its
    leading exponential, an interval at a time."""
    g = f.cleared()
    if all(al._sure(a) for m in f.d for a, e in m if isinstance(a, tuple) and a[0] == "sum"):
        return sign_on(tree(g), ZERO, None) in (0, 1)
    return False


@rule("pd.askey-gneiting", "pd", True)
def askey_gneiting(s):
    k, n = s.kernel, s.dim // 2
    if n > 12:
        raise Unknown("a derivative of a high order")
    k.continuous()
    for e, part in k.infinity(3).parts.items():
        kind, _ = part_class(e)
        if kind == -1:
            continue
        if kind or part is None or part.order <= 0 or any(x < 0 or x == 0 and p for x, p in part.clean().terms):
            raise Unknown("the behaviour at infinity")
        if al.sign(part.terms.get((Fraction(0), 0), ZERO)) < 0:
            raise Reject("the limit at infinity is negative")
    for b in k.points():
        left, right = k.series(b, -1, n + 1), k.series(b, 1, n + 1)
        for e, p in set(left.terms) | set(right.terms):
            if e > n + 1:
                continue
            if e.denominator != 1 or p:
                raise Unknown("a derivative at a breakpoint")
            jump = right.terms.get((e, p), ZERO) - left.terms.get((e, p), ZERO) * (-1) ** int(e)
            if e <= n and not jump.zero():
                raise Unknown("a derivative that jumps")
            if e == n + 1 and al.sign(jump) * (-1) ** n < 0:
                raise Reject("the derivative is not convex at a breakpoint")
    for a, b, t in k.pieces():
        f = al.of_tree(t)
        for _ in range(n + 2):
            f = differentiate(f)
        d = tree(f * (-1) ** n)
        if sign_on(d, a, b) not in (0, 1) and not (piece_sign(t, n, a, b)):
            raise Unknown("whether a derivative is convex")


def piece_sign(t, n, a, b):
    """(−1)ⁿ k⁽ⁿ⁺²⁾ ≥ 0 on a bounded piece away from 0, by jets on parts of it."""
    if b is None or not a.d:
        return False
    old = iv.prec
    try:
        iv.prec = 80
        low, high = real(a), real(b)
        for i in range(64):
            x = al.hull(low + (high - low) * i / 64, low + (high - low) * (i + 1) / 64)
            if not al.positive(kn._at_box(t, x, n + 2)[n + 2] * (-1) ** n):
                return False
        return True
    except Unknown:
        return False
    finally:
        iv.prec = old


# Completely monotone functions, Bernstein functions

@rule("completely-monotone.derivative-sign", "completely-monotone", False)
def derivative_sign(s):
    t, n, bits = s.rational("t"), s.natural("order", 512), s.bits()
    if t <= 0:
        raise Reject("t is not positive")
    if n > 160:
        raise Unknown("a high derivative")
    c = taylor_in_t(s.kernel, t, n, bits)
    compare(c * (-1) ** n, iv.mpf(0), "the derivative has not the sign that refutes")


def taylor_in_t(k, t, n, bits):
    """The n-th Taylor coefficient of k(√t) at t > 0."""
    old = iv.prec
    try:
        iv.prec = bits + 2 * n
        z = kn.jpower([al.interval(t), iv.mpf(1)] [:n + 1] + [iv.mpf(0)] * (n - 1), al.HALF)
        try:
            return kn.jet(k.tree, z, n)[n]
        except Unknown:
            if n:
                raise
            return enclosed_value(k, root(t), bits)
    finally:
        iv.prec = old


@rule("completely-monotone.increase", "completely-monotone", False)
def increase(s):
    a, b, bits = s.rational("near"), s.rational("far"), s.bits()
    if not 0 < a < b:
        raise Reject("not 0 < near < far")
    compare(enclosed_value(s.kernel, form(a), bits), enclosed_value(s.kernel, form(b), bits), "k does not increase")


@rule("completely-monotone.identity", "completely-monotone", False)
def identity(s):
    g, a, b, at, bits = s.formula("formula"), s.rational("from"), s.rational("to"), s.rational("at"), s.bits()
    if not 0 < a < b or at <= 0:
        raise Reject("not 0 < from < to, or at ≤ 0")
    kn.analytic(g, ZERO, None)
    t = kn.resolve(s.kernel.tree, form(a), form(b))
    kn.analytic(t, form(a), form(b))
    same_forms_on(t, g, form(a), form(b))
    x = enclosed_value(s.kernel, form(at), bits)
    y = enclosed_value(Kernel(g), form(at), bits)
    if not (x.b < y.a or y.b < x.a):
        raise Unknown("whether k and g differ at the point")


@rule("completely-monotone.not-pd", "completely-monotone", False)
def cm_not_pd(s):
    s.premises(1)
    s.kernel.continuous_at_zero()
    s.premise(0, "pd", False, dim=s.natural("dimension", 10 ** 6))


@rule("completely-monotone.constant", "completely-monotone", True)
def cm_constant(s):
    constant_function(s)


@rule("bernstein.constant", "bernstein", True)
def bernstein_constant(s):
    constant_function(s)


def constant_function(s):
    f = al.of_tree(s.kernel.one())
    if not f.constant():
        raise Unknown("whether k is constant")
    if al.sign(f) < 0:
        raise Reject("the constant is negative")


@rule("bernstein.power", "bernstein", True)
def bernstein_power(s):
    p = s.constant("power")
    if s.formula("formula") != Z or al.sign(p) < 0 or al.sign(2 - p) < 0:
        raise Reject("not a power of z between 0 and 2")
    same(s, ("pow", Z, s.formula("power")))


@rule("bernstein.root", "bernstein", True)
def bernstein_root(s):
    a, r = s.formula("formula"), s.rational("power")
    if not 0 < r <= 1:
        raise Reject("not 0 < r ≤ 1")
    s.premises(1)
    same(s, ("pow", a, num(r)))
    s.premise(0, "bernstein", True, new(a))


@rule("bernstein.complement", "bernstein", True)
def bernstein_complement(s):
    g = s.formula("formula")
    t = ("add", s.formula("constant"), ("neg", g))
    s.constant("constant")
    s.premises(1)
    same(s, t)
    not_negative(t, False)
    s.premise(0, "completely-monotone", True, new(g))


@rule("bernstein.derivative", "bernstein", True)
def bernstein_derivative(s):
    h = s.formula("formula")
    s.premises(1)
    kn.analytic(h, ZERO, None)
    t = s.kernel.one()
    same_forms(differentiate(al.of_tree(t)) / (2 * al.ZED), al.of_tree(h), "dB/dt and the formula")
    not_negative(t, False)
    s.premise(0, "completely-monotone", True, new(h))


@rule("completely-monotone.derivative", "completely-monotone", True)
def cm_derivative(s):
    h = s.formula("formula")
    s.premises(1)
    kn.analytic(h, ZERO, None)
    t = s.kernel.one()
    same_forms(-differentiate(al.of_tree(t)) / (2 * al.ZED), al.of_tree(h), "−f′ and the formula")
    not_negative(t, True)
    s.premise(0, "completely-monotone", True, new(h))


def differentiate(f):
    """d/dz of a form."""
    r = ZERO
    for m, q in f.d.items():
        for a, e in m:
            if not al._varies(a):
                continue
            rest = al.Form({m - {(a, e)}: q})
            if a == "z":
                r = r + rest * al.atom("z", e - 1) * e if e != 1 else r + rest
                continue
            if a[0] == "exp":
                r = r + al.Form({m: q}) * differentiate(a[1])
                continue
            x = a[1]
            inner = differentiate(x)
            if a[0] == "log":
                inner = inner / x
            elif a[0] == "asin":
                inner = inner * (1 - x * x) ** -al.HALF
            elif a[0] == "atan":
                inner = inner / (1 + x * x)
            elif a[0] == "erf":
                inner = inner * al.exp(-(x * x)) * 2 / al.PI ** al.HALF
            elif a[0] != "sum":
                raise Unknown("a derivative")
            lower = al._power_of_atom(a, e - 1)
            r = r + rest * lower * inner * e
    return r


def linear(s, claim, constant_and):
    """constant + Σ coefficient · formula of the evidence, and the kernels of the formulas; coefficients are not negative."""
    c = s.constant("constant")
    terms = s.get("terms")
    if not isinstance(terms, list):
        raise Reject("terms is no list")
    t, kernels = s.formula("constant"), []
    for x in terms:
        if not isinstance(x, dict):
            raise Reject("a term is no object")
        q, f = read(x.get("coefficient")), read(x.get("formula"))
        if has_z(q) or al.sign(kn.value(q, ZERO)) < 0:
            raise Reject("a coefficient is negative")
        t = ("add", t, ("mul", q, f))
        kernels.append(new(f))
    s.premises(len(kernels))
    same(s, t)
    if al.sign(c) < 0:
        constant_and(t)
    for i, k in enumerate(kernels):
        s.premise(i, claim, True, k)


@rule("completely-monotone.sum", "completely-monotone", True)
def cm_sum(s):
    linear(s, "completely-monotone", lambda t: not_negative(t, True))


@rule("bernstein.sum", "bernstein", True)
def bernstein_sum(s):
    linear(s, "bernstein", lambda t: not_negative(t, False))


@rule("completely-monotone.product", "completely-monotone", True)
def cm_product(s):
    f = s.get("factors")
    if not isinstance(f, list) or not f:
        raise Reject("factors is no list")
    f = [read(x) for x in f]
    s.premises(len(f))
    same(s, product(f))
    for i, t in enumerate(f):
        s.premise(i, "completely-monotone", True, new(t))


@rule("completely-monotone.exponential", "completely-monotone", True)
def cm_exponential(s):
    b = s.formula("formula")
    s.premises(1)
    same(s, ("call", "exp", ("neg", b)))
    s.premise(0, "bernstein", True, new(b))


@rule("completely-monotone.power", "completely-monotone", True)
def cm_power(s):
    b, a = s.formula("formula"), s.constant("power")
    if al.sign(a) <= 0:
        raise Reject("the power is not positive")
    s.premises(1)
    if not positive_everywhere(b):
        raise Unknown("whether B > 0")
    same(s, ("pow", b, ("neg", s.formula("power"))))
    s.premise(0, "bernstein", True, new(b))


@rule("completely-monotone.complement", "completely-monotone", True)
def cm_complement(s):
    b = s.formula("formula")
    t = ("add", s.formula("constant"), ("neg", b))
    s.constant("constant")
    s.premises(1)
    same(s, t)
    not_negative(t, True)
    s.premise(0, "bernstein", True, new(b))


@rule("completely-monotone.quotient", "completely-monotone", True)
def cm_quotient(s):
    b = s.formula("formula")
    s.premises(1)
    same(s, ("div", b, ("pow", Z, num(2))))
    s.premise(0, "bernstein", True, new(b))


def at_root(outer, b):
    """F(B) for F(z²), B(z²): z replaced by the root of B; (√B)² is B."""
    return roots_away(substitute(outer, Z, ("pow", b, num(al.HALF))))


def roots_away(t):
    t = tuple(roots_away(x) if isinstance(x, tuple) else x for x in t)
    if t[0] == "pow" and t[1][0] == "pow" and t[1][2] == num(al.HALF) and t[2] == num(2):
        return t[1][1]
    return t


def composed(s, join, outer_claim):
    f, b = s.formula("outer"), s.formula("inner")
    s.premises(2)
    if not positive_everywhere(b):
        raise Unknown("whether B > 0")
    kn.analytic(f, ZERO, None)
    same(s, join(f, b))
    s.premise(0, outer_claim, True, new(f))
    s.premise(1, "bernstein", True, new(b))


@rule("completely-monotone.composition", "completely-monotone", True)
def cm_composition(s):
    composed(s, at_root, "completely-monotone")


@rule("bernstein.composition", "bernstein", True)
def bernstein_composition(s):
    composed(s, at_root, "bernstein")


def shifted(s):
    c = s.constant("shift")
    if al.sign(c) <= 0:
        raise Reject("the shift is not positive")
    t = s.formula("shift")
    return lambda f, b: ("add", at_root(f, b), ("neg", at_root(f, ("add", b, t))))


@rule("completely-monotone.decrement", "completely-monotone", True)
def cm_decrement(s):
    composed(s, shifted(s), "completely-monotone")


@rule("completely-monotone.increment", "completely-monotone", True)
def cm_increment(s):
    join = shifted(s)
    composed(s, lambda f, b: ("neg", join(f, b)), "bernstein")


@rule("completely-monotone.mean", "completely-monotone", True)
def cm_mean(s):
    g, p, r = s.formula("formula"), s.rational("power"), s.rational("scale")
    if not 0 <= r < 1:
        raise Reject("not 0 ≤ r < 1")
    s.premises(1)
    kn.analytic(g, ZERO, None)
    other = g
    if r:
        other = ("add", g, ("neg", substitute(g, Z, ("mul", num(r), Z))))
    elif not Kernel(g).limit(ZERO, 1).zero():
        raise Unknown("whether G tends to 0")
    same(s, ("mul", ("pow", Z, num(-p)), other))
    h = al.atom("z", 1 - p) * differentiate(al.of_tree(g)) if p != 1 else differentiate(al.of_tree(g))
    s.premise(0, "completely-monotone", True, new(tree(h)))


def series_argument(t, shift):
    """e of a power series with nonnegative coefficients as the outermost function of a tree: (e, bound): e must be ≤ bound (None: no bound)."""
    s = num(shift)
    if t[:2] == ("call", "exp"):
        return ("add", t[2], s), None
    if t[0] == "call" and t[1] in ("cosh", "sinh"):
        return t[2], None
    if t[:2] == ("call", "besseli") and not has_z(t[2]) and (al.of_tree(t[2]).rational() or Fraction(0)).denominator == 1 and t[2][0] == "num":
        return t[3], None
    if t[:2] == ("call", "asin"):
        return t[2], num(1)
    if t[0] == "div" and not has_z(t[1]) and t[2][:2] == ("call", "cos"):
        return t[2][2], ("div", ("pi",), num(2))
    if t[0] == "div" and t[1][:2] == ("call", "sin") and t[2] == ("call", "cos", t[1][2]):
        return t[1][2], ("div", ("pi",), num(2))
    if t[0] == "pow" and not has_z(t[2]) and al.sign(kn.value(t[2], ZERO)) < 0:
        return ("add", s, ("neg", t[1])), s
    if t[0] == "div" and not has_z(t[1]) and al.sign(kn.value(t[1], ZERO)) > 0:
        base, p = t[2], num(1)
        if base[0] == "pow" and not has_z(base[2]):
            base, p = base[1], base[2]
        if al.sign(kn.value(p, ZERO)) > 0:
            return ("add", s, ("neg", base)), s
    if t[0] == "neg" and t[1][:2] == ("call", "log") and shift <= 1:
        return ("add", s, ("neg", t[1][2])), s
    raise Unknown("no power series is seen")


@rule("completely-monotone.power-series", "completely-monotone", True)
def cm_power_series(s):
    t = s.formula("formula")
    s.premises(1)
    same(s, t)
    e, bound = series_argument(t, s.rational("shift", 0))
    if bound is not None:
        not_negative(("add", bound, ("neg", e)), False)
    s.premise(0, "completely-monotone", True, new(e))


def power_series(s, claim, sphere):
    t, where = core(s.kernel.tree, sphere)
    if where:
        raise Unknown("a series under a condition")
    s.premises(1)
    e, bound = series_argument(t, s.rational("shift", 0))
    k = Kernel(e, s.kernel.hints)
    zero = k.zero()
    if bound is not None:
        gap = al.sign(kn.value(bound, ZERO) - zero)
        if gap < 0 or gap == 0 and t[:2] != ("call", "asin"):
            raise Reject("e(0) is too large")
    parts_at_zero(s.kernel, [k])
    s.premise(0, claim, True, k)


@rule("pd.power-series", "pd", True)
def pd_power_series(s):
    power_series(s, "pd", False)


@rule("pd-all-spheres.power-series", "pd-all-spheres", True)
def sphere_power_series(s):
    power_series(s, "pd-all-spheres", True)


@rule("pd-all-spheres.at-zero", "pd-all-spheres", True)
def sphere_at_zero(s):
    s.premises(1)
    t = kn.resolve(s.kernel.tree, ZERO, form(2))
    kn.analytic(t, ZERO, form(2))
    e = new(t)
    if not (value_of(s.kernel, form(2)) - value_of(e, form(2))).zero():
        raise Unknown("whether k(2) = e(2)")
    limit = Kernel(t)._series(germs.of_tree(t, ("at", ZERO, 1), Fraction(2))).terms.get((Fraction(0), 0), ZERO)
    try:
        at_zero = kn.value(t, ZERO)
    except NoValue:
        at_zero = limit
    if al.sign(s.kernel.zero() - at_zero) < 0:
        raise Reject("k(0) < e(0)")
    s.premise(0, "pd-all-spheres", True, e)


@rule("completely-monotone.exponential-polynomial", "completely-monotone", True)
def exponential_polynomial(s):
    terms = s.get("terms")
    if not isinstance(terms, list) or not terms:
        raise Reject("terms is no list")
    rates, total_, last = [], num(0), ZERO
    for x in terms:
        if not isinstance(x, dict) or not isinstance(x.get("coefficients"), list):
            raise Reject("a term has no coefficients")
        rt, cs = read(x.get("rate")), [read(c) for c in x["coefficients"]]
        rate = kn.value(rt, ZERO)
        if has_z(rt) or any(has_z(c) for c in cs) or al.sign(rate - last) <= 0:
            raise Reject("the rates do not increase from 0 on")
        last = rate
        rates.append((rate, [kn.value(c, ZERO) for c in cs]))
        for j, c in enumerate(cs):
            total_ = ("add", total_, ("mul", ("mul", c, ("pow", Z, num(j))), ("call", "exp", ("neg", ("mul", rt, Z)))))
    same(s, total_)
    partial = []
    for a, cs in rates:
        r = [Fraction(1)]
        for j, c in enumerate(cs):
            if len(partial) < len(r):
                partial += [ZERO] * (len(r) - len(partial))
            for i, q in enumerate(r):  # Q_j(a, v) = a^(1−j) R_j(a² v)
                partial[i] = partial[i] + c * a ** Fraction(1 - j) * a ** Fraction(2 * i) * q
            # R_{j+1} = (j−1) R_j − 2v R_j′ + (v/2) R_j
            up = [Fraction(0)] * (len(r) + 1)
            for i, q in enumerate(r):
                up[i] += (j - 1) * q - 2 * i * q
                up[i + 1] += q / 2
            while up and not up[-1]:
                up.pop()
            r = up
        nonnegative(partial)


def nonnegative(p):
    """Proves that a polynomial with constant coefficients is not negative on (0, ∞)."""
    signs = [al.sign(c) for c in p]
    if all(x >= 0 for x in signs):
        return
    q = [c.rational() for c in p]
    if None in q:
        raise Unknown("a polynomial with irrational coefficients")
    while q and not q[-1]:
        q.pop()
    if q[-1] < 0:
        raise Reject("a partial sum is negative somewhere")
    f = al.Form({frozenset([("z", Fraction(i))]) if i else frozenset(): c for i, c in enumerate(q)})
    if sign_on(tree(f), ZERO, None) != 1:
        raise Unknown("whether a polynomial is nonnegative")


@rule("completely-monotone.sector", "completely-monotone", True)
def cm_sector(s):
    f = s.formula("formula")
    same(s, f)
    if sector(f)[1] > 0:
        raise Unknown("the sector is not seen to be below 0")


@rule("bernstein.sector", "bernstein", True)
def bernstein_sector(s):
    f = s.formula("formula")
    same(s, f)
    low, high = sector(f)
    if low < 0 or high > 1:
        raise Unknown("the sector is not seen to be within [0, 1]")


INF = float("inf")  # an end of a sector that is not bounded; ends are Fractions else
HALF = al.HALF


def times(a, b):
    return Fraction(0) if a == 0 or b == 0 else a * b if abs(a) != INF and abs(b) != INF else INF if (a > 0) == (b > 0) else -INF


def plus(a, b, other):
    return other if INF in (abs(a), abs(b)) else a + b


def product_of(a, b):
    return plus(a[0], b[0], -INF), plus(a[1], b[1], INF)


def powered(a, p):
    """The sector of f^p for p between two rationals."""
    ends = [times(c, e) for c in p for e in a]
    return min(ends), max(ends)


def within(x, a, b):
    """The sector of F(x), a arg x ≤ arg F ≤ b arg x for Re x > 0, Im x > 0, of an x with a sector within [−½, ½]."""
    x = sector(x)
    if x[0] < -HALF or x[1] > HALF:
        raise Unknown("the sector of an argument is too wide")
    return powered((a, b), x)


def sector(t, depth=0):
    """[a, b] with a·arg t ≤ arg f ≤ b·arg t, as on the page of completely-monotone.sector; raises Unknown."""
    if not has_z(t):
        if al.sign(kn.value(t, ZERO)) <= 0:
            raise Unknown("a constant that is not positive")
        return Fraction(0), Fraction(0)
    if depth > 6:
        raise Unknown("no sector")
    k, nu = t[0], None
    if k == "z":
        return HALF, HALF
    if k in ("mul", "div"):
        return sector_of_product(t, depth)
    if k == "pow" and not has_z(t[2]):
        p = al.of_tree(t[2])
        return powered(sector(t[1], depth), (p.rational(), p.rational()) if p.rational() is not None else al.ends(real(p)))
    if k in ("add", "neg"):
        return sector_of_sum(t, depth)
    if k == "call":
        if t[1].startswith("bessel") and not has_z(t[2]):
            nu = al.of_tree(t[2])
            if nu.rational() is None and real_sign(nu) != 1:
                raise Unknown("a Bessel function of a negative irrational order")
            nu = nu.rational() if nu.rational() is not None else al.ends(real(nu))[0]  # not above it
        if t[1] == "exp":
            i = imaginary(t[2], depth)
            return (Fraction(0), INF) if i > 0 else (-INF, Fraction(0)) if i < 0 else (Fraction(0), Fraction(0))
        if t[1] == "log":
            return sector_of_log(t)
        if t[1] == "atan":
            return within(t[2], Fraction(0), Fraction(1))
        if t[1] in ("sinh", "cosh", "tanh"):
            return within(t[2], *{"sinh": (Fraction(1), INF), "cosh": (Fraction(0), INF), "tanh": (Fraction(-1), Fraction(1))}[t[1]])
        if nu is not None and t[1] == "besselk":
            return within(t[3], -INF, -abs(nu))
        if nu is not None and t[1] == "besseli" and nu > -1:
            return within(t[3], nu, INF)
    raise Unknown(f"no sector of {' '.join(map(str, t[:2]))}"[:60])


def sector_of_product(t, depth):
    """Factors with their powers ±1; exp(−x) moves into a denominator a + b exp(−x); pairs that have a sector of their own go first."""
    up, down = [], []

    def collect(t, top, bottom):
        if t[0] == "mul":
            collect(t[1], top, bottom)
            collect(t[2], top, bottom)
        elif t[0] == "div":
            collect(t[1], top, bottom)
            collect(t[2], bottom, top)
        elif t[0] == "pow" and t[2] == num(-1):
            collect(t[1], bottom, top)
        elif t[0] == "pow" and t[2][0] in ("neg", "num") and not has_z(t[2]) and (al.of_tree(t[2]).rational() or 1) == 2 and t[1][0] == "call":
            top.extend([t[1], t[1]])
        else:
            top.append(t)

    collect(t, up, down)
    r = Fraction(0), Fraction(0)
    for x in list(up):  # exp(−x)/(a + b exp(−x)) is 1/(a eˣ + b)
        if x[:2] == ("call", "exp"):
            for y in down:
                parts = summands(y)
                if len(parts) == 2 and not has_z(parts[0]) and has_z(parts[1]):
                    c = al.of_tree(parts[1]) / al.of_tree(x)
                    if c.constant():
                        up.remove(x)
                        down.remove(y)
                        down.append(("add", ("mul", parts[0], ("call", "exp", ("neg", x[2]))), tree(c)))
                        break
    for x in list(up):
        for y in list(down):
            pair = sector_of_quotient(x, y)
            if pair and x in up and y in down:
                r = product_of(r, pair)
                up.remove(x)
                down.remove(y)
    for i, x in enumerate(list(up)):
        for y in list(up)[i + 1:]:
            pair = sector_of_pair(x, y) or sector_of_pair(y, x)
            if pair and x in up and y in up:
                r = product_of(r, pair)
                up.remove(x)
                up.remove(y)
    for x in up:
        r = product_of(r, sector(x, depth))
    for x in down:
        a = sector(x, depth)
        r = product_of(r, (-a[1], -a[0]))
    return r


def as_bessel(t):
    """(ν, x, l): t is I_ν(x), up to a positive factor, times x^l."""
    if t[:2] == ("call", "besseli") and not has_z(t[2]):
        nu = al.of_tree(t[2]).rational()
        return None if nu is None or nu <= -1 else (nu, t[3], Fraction(0))
    if t[:2] in (("call", "sinh"), ("call", "cosh")):
        return HALF * (1 if t[1] == "sinh" else -1), t[2], HALF
    return None


def sector_of_quotient(n, d):
    """Quotients whose zeros interlace, or K_μ/K_ν; None if there is no such rule."""
    a, b = as_bessel(n), as_bessel(d)
    if a and b:
        r = al.of_tree(a[1]) / al.of_tree(b[1])
        r = r.rational()
        if r is None or not 0 < r:
            return None
        if r > 1:
            x = sector_of_quotient(d, n)
            return x and (-x[1], -x[0])
        delta, extra = a[0] - b[0], a[2] - b[2]
        high = delta if delta >= 0 else delta + 2 if delta >= -1 else None
        if high is None:
            return None
        low = -INF
        if r == 1 and abs(delta) <= 1:
            low = delta - 2 if delta >= 0 else delta
        return within(a[1], low + extra if low != -INF else low, high + extra)
    if n[:2] == d[:2] == ("call", "besselk") and al.of_tree(n[3]) == al.of_tree(d[3]) and not has_z(n[2]) and not has_z(d[2]):
        m, v = al.of_tree(n[2]).rational(), al.of_tree(d[2]).rational()
        if m is not None and v is not None and (abs(abs(m) - abs(v)) == 1 or abs(m) + abs(v) == 1):
            return within(n[3], Fraction(-1), Fraction(1))
    for x, y, s in ((n, d, 1), (d, n, -1)):  # sinh x/(cosh x + c), |c| ≤ 1
        if x[:2] == ("call", "sinh") and y[0] == "add":
            c = shift_of(y, "cosh")
            if c and al.of_tree(c[1]) == al.of_tree(x[2]):
                return within(x[2], Fraction(-1), Fraction(1))
    return None


def sector_of_pair(x, y):
    if x[:2] == ("call", "besseli") and y[:2] == ("call", "besselk") and al.of_tree(x[3]) == al.of_tree(y[3]) and al.of_tree(x[2]) == al.of_tree(y[2]):
        nu = al.of_tree(x[2]).rational()
        if nu is not None and nu >= 0:
            return within(x[3], Fraction(-2), Fraction(0))
    if x[:2] == ("call", "exp") and y[:2] == ("call", "erfc") and al.of_tree(x[2]) == al.of_tree(y[2]) ** 2:
        return within(y[2], Fraction(-1), Fraction(0))
    return None


def shift_of(t, name):
    """(c, x): t is a positive multiple of name(x) + c, −1 ≤ c ≤ 1; None otherwise."""
    parts = summands(t)
    constants, rest = [x for x in parts if not has_z(x)], [x for x in parts if has_z(x)]
    if len(rest) != 1 or not constants:
        return None
    x, c = rest[0], kn.value(total(constants), ZERO)
    while x[0] in ("mul", "div") and x[:2] != ("call", name):
        if not has_z(x[1]) and x[0] == "mul":
            c, x = c / kn.value(x[1], ZERO), x[2] if al.sign(kn.value(x[1], ZERO)) > 0 else num(1)
        elif not has_z(x[2]):
            v = kn.value(x[2], ZERO)
            c, x = c / v if x[0] == "mul" else c * v, x[1] if al.sign(v) > 0 else num(1)
        else:
            return None
    if x[:2] != ("call", name) or real_sign(1 - c * c) not in (0, 1):
        return None
    return c, x[2]


def sector_of_log(t):
    parts = summands(t[2])
    c = kn.value(total([x for x in parts if not has_z(x)] or [num(0)]), ZERO)
    rest = [x for x in parts if has_z(x)]
    if al.sign(c - 1) >= 0 and rest:
        y = sector(("div", total(rest), tree(c)))
        low, high = min(y[0], Fraction(0)), max(y[1], Fraction(0))
        if low < -1 or high > 1 or al.sign(c - 1) and high - low > 1:
            raise Unknown("the sector in a logarithm is too wide")
        return low, high
    if len(rest) == 2 and not c.d:  # log(y + √(1+y²))
        for y, w in (rest, rest[::-1]):
            if al.of_tree(w) ** 2 == 1 + al.of_tree(y) ** 2 and sign_on(y, ZERO, None) == 1:
                a = sector(y)
                if -HALF <= a[0] and a[1] <= HALF:
                    return powered((Fraction(0), Fraction(1)), a)
    raise Unknown("a logarithm of no 1 + y")


def cone(parts, depth):
    cones = [sector(x, depth + 1) for x in parts if has_z(x) or not kn.value(x, ZERO).zero()]
    low, high = min(c[0] for c in cones), max(c[1] for c in cones)
    if high - low > 1:
        raise Unknown("a sum of a wide cone")
    return low, high


def sector_of_sum(t, depth):
    parts = summands(t)
    for name, least in (("cosh", 0), ("exp", 0)):
        c = shift_of(t, name)
        if c:
            return within(c[1], Fraction((2 if name == "cosh" else 1) if (c[0] + 1).zero() else 0), INF)
    try:
        return cone(parts, depth)
    except (Unknown, NoValue):
        pass
    try:
        i = imaginary(t, depth + 1)
        if sign_on(t, ZERO, None) != 1:
            not_negative(t, i < 0)
        return (Fraction(0), Fraction(1)) if i > 0 else (Fraction(-1), Fraction(0)) if i < 0 else (Fraction(0), Fraction(0))
    except (Unknown, NoValue, Reject):
        pass
    if len(parts) <= 3:
        for x in parts:
            try:
                if has_z(x) and x[0] != "neg":
                    rest = summands(tree(al.of_tree(t) / al.of_tree(x)))
                    if len(rest) <= len(parts):
                        return product_of(sector(x, depth + 1), cone(rest, depth + 2))
            except (Unknown, NoValue):
                continue
    raise Unknown("no sector of a sum")


def imaginary(t, depth=0):
    """The sign that the imaginary part has for Im t > 0: 1 for ≥ 0, −1 for ≤ 0, 0 for none."""
    if not has_z(t):
        kn.value(t, ZERO)
        return 0
    if t[0] == "add":
        a, b = imaginary(t[1], depth), imaginary(t[2], depth)
        if a * b < 0:
            raise Unknown("imaginary parts of both signs")
        return a or b
    if t[0] == "neg":
        return -imaginary(t[1], depth)
    if t[0] in ("mul", "div"):
        for x, y in ((1, 2), (2, 1)):
            if not has_z(t[x]) and (t[0] == "mul" or x == 2):
                return al.sign(kn.value(t[x], ZERO)) * imaginary(t[y], depth)
    if t[:2] == ("call", "log"):
        low, high = sector(t[2], depth)
        if low < 0 < high:
            raise Unknown("the sector in a logarithm")
        return 0 if low == high == 0 else 1 if low >= 0 else -1
    low, high = sector(t, depth)
    if 0 <= low and high <= 1:
        return 1
    if -1 <= low and high <= 0:
        return -1
    raise Unknown("the sign of an imaginary part")


# Conditionally positive definite

@rule("conditionally-pd.pd", "conditionally-pd", True)
def cpd_of_pd(s):
    s.premises(1)
    s.premise(0, "pd", True)


@rule("conditionally-pd.shift", "conditionally-pd", True)
def cpd_shift(s):
    s.premises(1)
    s.premise(0, "pd", True, Kernel(("add", s.kernel.tree, num(s.rational("shift"))), s.kernel.hints))


@rule("conditionally-pd.bernstein", "conditionally-pd", True)
def cpd_bernstein(s):
    b = s.formula("formula")
    s.constant("constant")
    s.premises(1)
    same(s, ("add", s.formula("constant"), ("neg", b)))
    s.kernel.continuous_at_zero()
    s.premise(0, "bernstein", True, new(b))


@rule("conditionally-pd.micchelli", "conditionally-pd", True)
def micchelli(s):
    n = s.natural("order", 12)
    if n < 1:
        raise Reject("the order is 0")
    s.premises(1)
    s.kernel.continuous_at_zero()
    f = al.of_tree(s.kernel.one())
    for _ in range(n):
        f = -differentiate(f) / (2 * al.ZED)
    s.premise(0, "completely-monotone", True, new(tree(f)))


@rule("conditionally-pd.bounded", "conditionally-pd", False)
def cpd_bounded(s):
    k = s.kernel
    k.continuous()
    if len(s.steps) == 2:
        if sign_on(k.one(), ZERO, None) != 1:
            raise Unknown("whether k > 0")
        s.premise(1, "finite-mass", True)
        return s.premise(0, "pd", False)
    s.premises(1)
    p = {}
    mean = mean_at_infinity(k, p)
    t = k.tree
    if al.sign(mean) < 0:
        if mean.rational() is None:
            raise Unknown("a mean that is not rational")
        p[Fraction(0)] = mean.rational()
    for e, c in p.items():
        t = ("add", t, ("neg", ("mul", num(c), ("pow", Z, num(e)))))
    s.premise(0, "pd", False, Kernel(t, k.hints) if p else k)


@rule("conditionally-pd.power", "conditionally-pd", False)
def cpd_power(s):
    k = s.kernel
    k.continuous()
    leading_power(s, k, s.get("at"))


@rule("pd-sphere.power", "pd-sphere", False)
def sphere_power(s):
    if s.dim < 2:
        raise Reject("d = 1")
    s.kernel.continuous_at_zero()
    leading_power(s, s.kernel, "0")


def leading_power(s, k, at):
    beta, p, a = s.rational("exponent"), s.natural("logPower", 9, 0), s.constant("coefficient")
    zero = at in ("0", 0)
    if not zero and at not in ("inf", "infinity"):
        raise Reject("at is neither 0 nor infinity")
    if zero:
        series = k.series(ZERO, 1, beta)
        key = beta, p
    else:
        key, series = (-beta, p), None
        for e, part in k.infinity(abs(beta) + 2).parts.items():
            kind, _ = part_class(e)
            if kind == -1:
                continue
            if kind == 1 or part is None:
                raise Unknown("the behaviour at infinity")
            if kind == 2:
                if part.clean().least() <= -beta:
                    raise Unknown("a wave at infinity")
            else:
                series = part.clean()
        if series is None or series.order <= -beta:
            raise Unknown("the expansion at infinity is not long enough")
        if beta < -s.dim:
            raise Reject("the exponent is below −d")
    even = beta % 2 == 0 and beta >= 0
    log_sign = (-1) ** p if not zero else 1  # (log τ)^p = (−1)^p (log z)^p for τ = 1/z
    for (e, q), c in series.terms.items():
        if (e, q) == key:
            continue
        larger = e < key[0] or e == key[0] and (q > p or even and q == p - 1 and p > 1)
        power = e if zero else -e
        if larger and not (q == 0 and power >= 0 and power % 2 == 0) and not c.zero():
            raise Reject("another term is larger") if c.zero() is False else Unknown("whether a term is zero")
    found = series.terms.get(key)
    if found is None or not (found * log_sign - a).zero():
        raise Reject("the coefficient is another one") if found is None or (found * log_sign - a).zero() is False else Unknown("a coefficient")
    sa = al.sign(a)
    if even:
        if p < 1:
            raise Reject("an even power without a logarithm")
        need_sign = (-1) ** (int(beta) // 2 + 1) * ((-1) ** (p - 1) if zero else 1)
    else:
        # the sign of Γ(−β/2): positive for β < 0, else (−1)^(⌊β/2⌋+1)
        need_sign = (1 if beta < 0 else (-1) ** (beta.numerator // (2 * beta.denominator) + 1)) * ((-1) ** p if zero else 1)
    if sa * need_sign >= 0:
        raise Reject("the coefficient has the sign of a conditionally positive definite function")


# Spheres

def distance_on_sphere(s, z):
    if s.dim == 1 and z != 2 or not 0 < z <= 2:
        raise Reject("no distance of two points of the sphere")


@rule("pd-sphere.bounded-by-zero", "pd-sphere", False)
def sphere_bounded(s):
    z, bits = s.rational("z"), s.bits()
    if z == 0:
        zero = enclosed_value(s.kernel, ZERO, bits)
        compare(zero, iv.mpf(0), "k(0) is not negative")
        return
    distance_on_sphere(s, z)
    zero, x = enclosed_value(s.kernel, ZERO, bits), enclosed_value(s.kernel, form(z), bits)
    s.enclosed("zero", zero)
    s.enclosed("value", x)
    compare(-abs(x), -zero, "|k(z)| does not exceed k(0)")


@rule("pd-sphere.two-points", "pd-sphere", True)
def two_points(s):
    if s.dim != 1:
        raise Reject("d is not 1")
    zero, two = s.kernel.zero(), value_of(s.kernel, form(2))
    if al.sign(zero + two) < 0 or al.sign(zero - two) < 0:
        raise Reject("|k(2)| > k(0)")


@rule("pd-sphere.pd", "pd-sphere", True)
def sphere_of_pd(s):
    s.premises(1)
    s.premise(0, "pd", True)


@rule("pd-sphere.all-spheres", "pd-sphere", True)
def sphere_of_all(s):
    s.premises(1)
    s.premise(0, "pd-all-spheres", True)


@rule("pd-sphere.dimension", "pd-sphere", True)
def sphere_dimension(s):
    e = s.natural("dim", 10 ** 6)
    if e < s.dim:
        raise Reject("the dimension of the premise is smaller")
    s.premises(1)
    s.premise(0, "pd-sphere", True, dim=e)


@rule("pd-all-spheres.dimension", "pd-all-spheres", False)
def all_spheres_dimension(s):
    s.premises(1)
    n = s.natural("dim", 10 ** 6)
    if n < 1:
        raise Reject("there is no such dimension")
    s.premise(0, "pd-sphere", False, dim=n)


@rule("pd-all-spheres.completely-monotone", "pd-all-spheres", True)
def all_spheres_of_cm(s):
    s.premises(1)
    k, _ = core(s.kernel.tree, True) if s.kernel.tree[0] == "if" else (s.kernel.tree, None)
    k = Kernel(k)
    s.premise(0, "completely-monotone", True, k)
    k.continuous_at_zero()


@rule("pd-all-spheres.maclaurin", "pd-all-spheres", False)
def maclaurin(s):
    n, bits = s.natural("n", 400), s.bits()
    if n > 160:
        raise Unknown("a high degree")
    b = taylor_in_t(s.kernel, Fraction(2), n, bits) * (-2) ** n
    s.enclosed("value", b)
    compare(b, iv.mpf(0), "the coefficient is not negative")


@rule("pd-all-spheres.singularity", "pd-all-spheres", False)
def all_spheres_singularity(s):
    s.premises(1)
    if s.evidence.get("angle"):
        raise Unknown("functions of the angle")
    dim = s.natural("dim", 10 ** 6)
    at = Step(s.steps[0], s.kernel, dim).constant("at")
    if al.sign(2 - at) <= 0:
        raise Reject("the point is not below 2")
    s.premise(0, "finite-mass", False, dim=dim, rules=["finite-mass.singularity"])


@rule("pd-sphere.rougher", "pd-sphere", False)
def rougher(s):
    if s.dim < 2:
        raise Reject("d = 1")
    s.kernel.continuous_at_zero()
    b, alpha = singular(s)
    if al.sign(2 - b) <= 0:
        raise Reject("the point is not below 2")
    if alpha >= odd_order(s.kernel, alpha + 1) + Fraction(s.dim - 2, 2):
        raise Reject("the point is not rougher than 0")


@rule("pd-sphere.jump", "pd-sphere", False)
def sphere_jump(s):
    if s.dim < 2:
        raise Reject("d = 1")
    b = s.constant("at")
    s.kernel.continuous_at_zero()
    v = value_of(s.kernel, b)
    if real_sign(b) != 1 or al.sign(2 - b) < 0:
        raise Reject("not 0 < b ≤ 2")
    sides = (-1, 1) if al.sign(2 - b) > 0 else (-1,)
    if not any((v - s.kernel.limit(b, side)).zero() is False for side in sides):
        raise Unknown("whether the value differs from a limit")


def on_sphere(s):
    """The kernel on [0, 2], where it is continuous, as a sum of hypergeometric series in u."""
    t = kn.resolve(s.kernel.tree, ZERO, form(2))
    kn.analytic(t, ZERO, form(2))
    for b, side in ((ZERO, 1), (form(2), -1)):
        series = s.kernel._series(germs.of_tree(t, ("at", b, side), Fraction(3)))
        if series.order <= 0 or any(e < 0 or e == 0 and p for e, p in series.terms):
            raise Unknown("no limit at an end of [0, 2]")
        limit = series.terms.get((Fraction(0), 0), ZERO)
        try:
            v = s.kernel.value(b)
        except NoValue:
            if b.d:
                raise Unknown("no value at 2")
            v = limit
        if not (v - limit).zero():
            raise Unknown("whether k is continuous at an end of [0, 2]")
    return Sphere(t)


@rule("pd-all-spheres.arcs", "pd-all-spheres", True)
def arcs(s):
    s.natural("from", 400)
    on_sphere(s).not_negative_from(0)


@rule("pd-sphere.gegenbauer", "pd-sphere", True)
def sphere_gegenbauer(s):
    if s.dim < 2:
        raise Reject("d = 1")
    n, m = s.natural("from", 200), s.natural("terms", 400)
    if m < n:
        raise Reject("there are fewer terms than coefficients")
    f = on_sphere(s)
    f.not_negative_from(n)
    a = gegenbauer([f.coefficient(i) for i in range(m)], s.dim)
    for j in range(n):
        if al.sign(a.get(j, ZERO), "a Gegenbauer coefficient") < 0:
            raise Unknown("a coefficient of the partial sum is negative")


# Certificates

STATUSES = ("proved", "refuted", "undecided", "likely", "unlikely")


def once(pairs):
    """An object of JSON, no key of which stands in it twice."""
    keys = [k for k, _ in pairs]
    if len(set(keys)) < len(keys):
        raise ValueError("a key stands in an object twice: " + next(k for k in keys if keys.count(k) > 1))
    return dict(pairs)


def verify(certificate, kernel, dim):
    """Yields for every claim of a certificate: its id, status, the rule, the verdict and a reason."""
    for c in certificate.get("claims", []):
        status, proof = c.get("status"), c.get("proof")
        if c.get("id") not in CLAIMS or status not in STATUSES:
            raise ValueError(f"it has the claim {c.get('id')!r} with the status {status!r}, which are none of krein's")
        for status, proof in [(status, proof)] + ([(status, c["witness"])] if c.get("witness") else []):
            if status not in ("proved", "refuted"):
                continue
            rule_name = proof.get("rule", "") if isinstance(proof, dict) else ""
            verdict, why = judge(c["id"], status == "proved", proof, kernel, dim)
            yield c["id"], status, rule_name, verdict, why


def judge(claim, proves, proof, kernel, dim):
    iv.prec = 120
    try:
        if proof is None:
            raise Reject("there is no proof")
        if proves:
            kernel.defined()
        Step(proof, kernel, dim).check(claim, proves)
    except Reject as e:
        return "rejected", str(e)
    except Unknown as e:
        return "unknown", str(e)
    except NoValue as e:
        return "unknown", f"no value: {e}"
    except RecursionError:
        return "unknown", "the formula is too deep"
    return "accepted", ""


def kernel_of(certificate, formula, beyond):
    """The kernel that the caller asks about. Of the certificate it has but the breakpoints, which are hints: whether there are others, and
    whether these are some, is derived from the formula."""
    hints = []
    for point in certificate.get("points") or []:
        hints += [kn.value(read(x), ZERO) for x in point.get("at", [])]
    return kn.kernel(formula, beyond, hints)


def main(argv=None):
    p = argparse.ArgumentParser(prog="python3 -m krein.check", description=__doc__.split("\n\n")[0], epilog=__doc__.split("\n\n")[-1])
    p.add_argument("certificate", help="what krein certify --output wrote")
    p.add_argument("--kernel", required=True, help="the formula that the claims are about")
    p.add_argument("--dim", required=True, type=int, help="the dimension that they are about")
    p.add_argument("--beyond", help="the extension, as krein takes it: natural, or zero beyond R; by default that of the formula")
    argv = list(sys.argv[1:] if argv is None else argv)
    for i, a in enumerate(argv[:-1]):
        if a == "--kernel":  # a formula may begin with a minus sign
            argv[i:i + 2] = [f"--kernel={argv[i + 1]}"]
    args = p.parse_args(argv)
    try:
        with open(args.certificate, encoding="utf-8") as f:
            certificate = json.load(f, object_pairs_hook=once)
        if not isinstance(certificate, dict) or not str(certificate.get("format", "")).startswith("krein.certificate/"):
            raise ValueError("it is no certificate of krein (no format krein.certificate/…)")
        if args.dim < 1:
            raise ValueError("--dim must be at least 1")
        k = kernel_of(certificate, args.kernel, args.beyond)
        lines = list(verify(certificate, k, args.dim))
    except (OSError, ValueError, AttributeError, TypeError, Unknown, NoValue) as e:
        print(f"{args.certificate}: {e}", file=sys.stderr)
        return 2
    for claim, status, name, verdict, why in lines:
        print(f"{claim:24}{status:10}{name:40}{verdict}{': ' + why if why else ''}")
    verdicts = {line[3] for line in lines}
    return 1 if "rejected" in verdicts else 3 if "unknown" in verdicts else 0


if __name__ == "__main__":
    sys.exit(main())
