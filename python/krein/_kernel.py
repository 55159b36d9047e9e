"""What is proved of a formula: its pieces, signs, where it is analytic, values, expansions, Taylor coefficients."""

from fractions import Fraction
from functools import lru_cache

from mpmath import iv

from . import _algebra as al
from . import _germs as germs
from ._algebra import NoValue, ONE, Reject, Unknown, ZERO, form, interval, real_sign
from ._formula import HYPERBOLIC, exponentials, num, parse
from ._germs import has_z


# Taylor coefficients in intervals

def jet(t, z, n, memo=None):
    """The Taylor coefficients up to order n of a tree, of which those of z are given; for n = 0 an enclosure of its values. It is finite and
    exists only where all that is evaluated is analytic (for n = 0: has a value). Conditions have to have one answer."""
    memo = {} if memo is None else memo
    if t not in memo:
        memo[t] = _jet(t, z, n, memo)
    return memo[t]


def _jet(t, z, n, memo):
    k = t[0]

    def of(x):
        return jet(x, z, n, memo)

    if k == "num":
        return [interval(t[1])] + [iv.mpf(0)] * n
    if k == "pi":
        return [iv.pi + 0] + [iv.mpf(0)] * n
    if k == "z":
        return z
    if k == "add":
        return [a + b for a, b in zip(of(t[1]), of(t[2]))]
    if k == "neg":
        return [-a for a in of(t[1])]
    if k == "mul":
        if t[1] == t[2]:
            return jpower(of(t[1]), Fraction(2))
        return jmul(of(t[1]), of(t[2]))
    if k == "div":
        return jdiv(of(t[1]), of(t[2]))
    if k == "if":
        return of(t[2] if decided(t[1], of) else t[3])
    if k == "pow":
        if not has_z(t[2]):
            p = al.of_tree(t[2]).rational()
            if p is not None:
                return jpower(of(t[1]), p)
        return jexp(jmul(of(t[2]), jlog(of(t[1]))))
    name = t[1]
    if name in ("min", "max"):
        r = of(t[2])
        for x in t[3:]:
            b = of(x)
            d = r[0] - b[0]
            if not (al.positive(d) or al.negative(d)):
                if n:
                    raise Unknown("a maximum that may change")
                lo, hi = (min, max)[name == "max"](r[0].a, b[0].a), (min, max)[name == "max"](r[0].b, b[0].b)
                r = [iv.mpf([lo, hi])]
            elif al.negative(d) == (name == "max"):
                r = b
        return r
    if name.startswith("bessel"):
        nu = al.of_tree(t[2]).rational()
        e = nu is not None and al.elementary_bessel(name, nu, t[3])
        if e:
            return jet(e, z, n, memo)
        x = of(t[3])
        if nu is None or abs(nu) > 40:
            raise Unknown("a Bessel function of irrational or large order")
        if n == 0:
            return [_bessel(name, nu, x[0])]
        return jcompose(bessel_derivatives(name, nu, x[0], n), x)
    if name in HYPERBOLIC:
        if n == 0 and name == "tanh":  # an increasing function
            x = of(t[2])[0]
            return [al.hull(_tanh(iv.mpf(x.a)), _tanh(iv.mpf(x.b)))]
        return jet(exponentials(t), z, n, memo)
    a = of(t[2])
    if name == "abs":
        if a[0].a >= 0 and (a[0].a > 0 or n == 0):
            return a
        if a[0].b < 0:
            return [-x for x in a]
        if n:
            raise Unknown("an absolute value that may change")
        return [iv.mpf([0, max(-a[0].a, a[0].b)])]
    if name == "exp":
        return jexp(a)
    if name == "log":
        return jlog(a)
    if name in ("sin", "cos"):
        s, c = [iv.sin(a[0])], [iv.cos(a[0])]
        for m in range(1, n + 1):
            s.append(sum(j * a[j] * c[m - j] for j in range(1, m + 1)) / m)
            c.append(-sum(j * a[j] * s[m - j] for j in range(1, m + 1)) / m)
        return s if name == "sin" else c
    if name == "gamma":
        return [al.enclose(al.of_tree(t))[0]] + [iv.mpf(0)] * n
    if name == "acos":
        r = _integral("asin", a, n)
        return [iv.pi / 2 - r[0]] + [-x for x in r[1:]]
    if name == "erfc":
        r = _integral("erf", a, n)
        return [1 - r[0]] + [-x for x in r[1:]]
    return _integral(name, a, n)


def _tanh(x):
    e = iv.exp(-2 * abs(x))
    r = (1 - e) / (1 + e)
    return -r if x.b < 0 else r


def _bessel(name, nu, x):
    """An enclosure over a wide x by halves where the function is monotone: I increases, K decreases; J is taken as it comes."""
    if name == "besselj" or x.delta.b == 0:
        return al.ibesselk(nu, x) if name == "besselk" else al.ibessel(nu, x, -1 if name == "besselj" else 1)
    if name == "besselk":
        low = iv.mpf(0) if not x.b <= 60 else al.ibesselk(nu, iv.mpf(x.b))
        return al.hull(low, al.ibesselk(nu, iv.mpf(x.a)))
    if x.a < 0 or nu < 0:
        return al.ibessel(nu, x, 1)
    high = iv.mpf("inf") if not x.b <= 60 else al.ibessel(nu, iv.mpf(x.b), 1)
    return al.hull(al.ibessel(nu, iv.mpf(x.a), 1), high)


def bessel_derivatives(name, nu, x, n):
    """The Taylor coefficients of J, I or K about x: C_ν′ = (ν/x) C_ν ∓ C_{ν+1}, applied to Σ c_{ij} x^(−i) C_{ν+j} (DLMF 10.6.2, 10.29.2)."""
    sign = 1 if name == "besseli" else -1
    values = [_bessel(name, nu + j, x) for j in range(n + 1)]
    c, r, scale = {(0, 0): Fraction(1)}, [values[0]], Fraction(1)
    for m in range(1, n + 1):
        d = {}
        for (i, j), q in c.items():
            d[i + 1, j] = d.get((i + 1, j), 0) + q * (nu + j - i)
            d[i, j + 1] = d.get((i, j + 1), 0) + q * sign
        c, scale = d, scale / m
        r.append(sum((al.interval(q * scale) * values[j] * al.ipower(x, Fraction(-i)) for (i, j), q in c.items() if q), iv.mpf(0)))
    return r


def jcompose(f, a):
    """The jet of a function with the Taylor coefficients f at a[0]."""
    n = len(a) - 1
    step, r = [iv.mpf(0)] + a[1:], [f[n]] + [iv.mpf(0)] * n
    for c in reversed(f[:n]):
        r = jmul(r, step)
        r[0] = r[0] + c
    return r


def _integral(name, a, n):
    r = [{"asin": al.iasin, "atan": al.iatan, "erf": al.ierf}[name](a[0])]
    if n:
        square = jmul(a, a)
        if name == "erf":
            d = [x * 2 / iv.sqrt(iv.pi) for x in jexp([-x for x in square])]
        elif name == "atan":
            d = jpower([1 + square[0]] + square[1:], Fraction(-1))
        else:
            d = jpower([1 - square[0]] + [-x for x in square[1:]], Fraction(-1, 2))
        for m in range(1, n + 1):
            r.append(sum(j * a[j] * d[m - j] for j in range(1, m + 1)) / m)
    return r


def jmul(a, b):
    return [sum((a[j] * b[m - j] for j in range(m + 1)), iv.mpf(0)) for m in range(len(a))]


def jdiv(a, b):
    if b[0].a <= 0 <= b[0].b:
        raise Unknown("a division by what may be zero")
    r = []
    for m in range(len(a)):
        r.append((a[m] - sum((r[j] * b[m - j] for j in range(m)), iv.mpf(0))) / b[0])
    return r


def jexp(a):
    r = [iv.exp(a[0])]
    for m in range(1, len(a)):
        r.append(sum(j * a[j] * r[m - j] for j in range(1, m + 1)) / m)
    return r


def jlog(a):
    r = [al.ilog(a[0])]
    for m in range(1, len(a)):
        r.append((a[m] - sum((j * r[j] * a[m - j] for j in range(1, m)), iv.mpf(0)) / m) / a[0])
    return r


def jpower(a, p):
    if len(a) > 1 and p.denominator == 1 and p >= 0 and (p <= 3 or a[0].a <= 0 <= a[0].b):
        r = [iv.mpf(1)] + [iv.mpf(0)] * (len(a) - 1)
        for _ in range(int(p)):
            r = jmul(r, a)
        return r
    r = [al.ipower(a[0], p)]
    if len(a) > 1 and a[0].a <= 0 <= a[0].b:
        raise Unknown("a power at what may be zero")
    q = interval(p)
    for m in range(1, len(a)):
        r.append(sum((q * j - (m - j)) * a[j] * r[m - j] for j in range(1, m + 1)) / (m * a[0]))
    return r


def decided(c, of):
    """The truth of a condition by enclosures; all sides are evaluated as the formula is read, from the left."""
    if c[0] == "not":
        return not decided(c[1], of)
    if c[0] in ("and", "or"):
        a = decided(c[1], of)
        return a if a == (c[0] == "or") else decided(c[2], of)
    d = of(c[2])[0] - of(c[3])[0]
    s = 1 if al.positive(d) else -1 if al.negative(d) else 0 if d.a == d.b == 0 else None
    if s is None:
        raise Unknown("a condition is not decided")
    return holds(c[1], s)


def holds(op, s):
    return {"<": s < 0, "<=": s <= 0, ">": s > 0, ">=": s >= 0, "==": s == 0, "!=": s != 0}[op]


# Exact values

@lru_cache(20000)
def value(t, at):
    """The exact value of a tree at a constant. NoValue if it is proved to have none."""
    k = t[0]
    if k == "num":
        return form(t[1])
    if k == "pi":
        return al.PI
    if k == "z":
        return at
    if k == "if":
        return value(t[2] if truth(t[1], at) else t[3], at)
    if k in ("add", "mul", "div", "pow"):
        a, b = value(t[1], at), value(t[2], at)
        if k == "add":
            return _tidy(a + b)
        if k == "mul":
            return _tidy(a * b)
        if k == "div":
            if al.sign(b, "a denominator") == 0:
                raise NoValue("a division by zero")
            return _tidy(a / b)
        p = b.rational()
        s = al.sign(a, "the base of a power")
        if s == 0:
            e = al.sign(b, "an exponent")
            if e < 0 or e == 0 and p != 0:
                raise NoValue("a negative power of zero")
            return ONE if e == 0 else ZERO
        if p is not None and (s > 0 or p.denominator == 1):
            return _tidy(a ** p)
        if s < 0:
            raise NoValue("a power of a negative number")
        return al.exp(b * al.log(a))
    if k == "neg":
        return -value(t[1], at)
    args = [value(x, at) for x in t[2:]]
    name, a = t[1], args[0]
    if name in ("min", "max"):
        for b in args[1:]:
            if al.sign(b - a, "a difference in min or max") * (1 if name == "max" else -1) > 0:
                a = b
        return a
    if name.startswith("bessel"):
        nu, x = a.rational(), args[1]
        s = al.sign(x, "the argument of a Bessel function")
        if s == 0 and nu is not None and name != "besselk" and (nu >= 0 or nu.denominator == 1):
            return ONE if nu == 0 else ZERO
        if s <= 0 and (name == "besselk" or nu is None or nu.denominator != 1):
            raise NoValue("a Bessel function at zero")
        if nu is None:
            raise Unknown("a value of a Bessel function")
        if s < 0:
            r = value(("call", name, t[2], ("z",)), -x)
            return r if nu % 2 == 0 else -r
        e = al.elementary_bessel(name, nu, ("z",))
        return value(e, x) if e else al.atom((name, a, x))
    if name == "abs":
        return a if al.sign(a) >= 0 else -a
    if name in HYPERBOLIC:
        return _tidy(al.of_tree(("call", name, ("z",)), a))
    if name == "exp":
        return al.exp(a)
    if name == "log":
        if al.sign(a, "the argument of a logarithm") <= 0:
            raise NoValue("the logarithm of what is not positive")
        return _tidy(al.log(a))
    if name in ("sin", "cos"):
        return _tidy(al.of_tree(("call", name, ("z",)), a))
    if name in ("asin", "acos"):
        if al.sign(1 - a * a, "1 − x² in an arc sine") < 0:
            raise NoValue("the arc sine of what exceeds 1")
    if name in ("asin", "acos", "atan", "erf", "erfc", "gamma"):
        return _tidy(al.of_tree(("call", name, ("z",)), a))
    raise Unknown(f"a value of {name}")


def _tidy(f):
    return ZERO if len(f.d) > 1 and f.zero() else f


def truth(c, at):
    if c[0] == "not":
        return not truth(c[1], at)
    if c[0] in ("and", "or"):
        a = truth(c[1], at)
        return a if a == (c[0] == "or") else truth(c[2], at)
    return holds(c[1], al.sign(value(c[2], at) - value(c[3], at), "a condition at a point"))


# Signs on an open interval (a, b); b None is infinity

@lru_cache(50000)
def sign_on(t, a, b):
    """The sign (−1, 0, 1) that a tree without conditions has everywhere on (a, b), or None. Its parts have values there (analytic)."""
    if not has_z(t):
        try:
            return real_sign(value(t, ZERO))
        except (NoValue, Unknown):
            return None
    s = _sign_of_shape(t, a, b)
    if s is None:
        try:
            s = _sign_of_form(al.of_tree(t), a, b, 0)
        except (Unknown, NoValue):
            s = None
    if s is None:
        try:
            s = _sign_by_boxes(t, a, b)
        except (Unknown, NoValue):
            s = None
    return s


def _sign_of_shape(t, a, b):
    k = t[0]
    if k == "z":
        return 1
    if k == "neg":
        s = sign_on(t[1], a, b)
        return None if s is None else -s
    if k in ("mul", "div"):
        x = sign_on(t[1], a, b)
        y = sign_on(t[2], a, b)
        return None if x is None or y is None else x * y
    if k == "add":
        x, y = _sign_of_shape(t[1], a, b) if has_z(t[1]) else sign_on(t[1], a, b), None
        if x is not None:
            y = _sign_of_shape(t[2], a, b) if has_z(t[2]) else sign_on(t[2], a, b)
        return None if y is None or x * y < 0 else x or y
    if k == "pow":
        s = sign_on(t[1], a, b)
        if s == 1:
            return 1
        p = al.of_tree(t[2]).rational() if not has_z(t[2]) else None
        if s == -1 and p is not None and p.denominator == 1:
            return -1 if p.numerator % 2 else 1
        return None
    if k == "call":
        if t[1] in ("exp", "besselk", "erfc", "cosh") or t[1] == "besseli" and sign_on(t[3], a, b) == 1:
            return 1
        if t[1] in ("asin", "atan", "erf", "sinh", "tanh"):
            return sign_on(t[2], a, b)
        if t[1] == "log":
            return sign_on(("add", t[2], num(-1)), a, b)
        if t[1] == "acos" and sign_on(("add", num(1), ("neg", t[2])), a, b) == 1:
            return 1
    return None


def _sign_of_atom(x, e, a, b, depth):
    if isinstance(x, int) or x in ("pi", "z"):
        return 1
    if x == "i":
        raise Unknown("a complex function")
    if x[0] == "exp":
        if al._imaginary(x[1]):
            raise Unknown("a wave")
        return 1
    if x[0] == "besselk" or x[0] == "besseli" and _sign_of_form(x[2], a, b, depth + 1) == 1:
        return 1
    if x[0] == "log":
        s = _sign_of_form(x[1] - 1, a, b, depth + 1)
    elif x[0] in ("sum", "asin", "atan", "erf"):
        s = _sign_of_form(x[1], a, b, depth + 1)
    else:
        s = None
    if e.denominator != 1 and e:
        return 1 if s != 0 else s
    return s if s is None or e.numerator % 2 else s * s


def _sign_of_form(f, a, b, depth):
    """As sign_on, for a form."""
    if f.zero():
        return 0
    if f.constant():
        return real_sign(f)
    if depth > 6:
        return None
    terms = {}
    for m, q in f.d.items():  # by what varies
        vary = frozenset((x, e) for x, e in m if al._varies(x))
        rest = al.Form({frozenset((x, e) for x, e in m if not al._varies(x)): q})
        terms[vary] = terms.get(vary, ZERO) + rest
    signs = []
    for m, c in terms.items():
        s = real_sign(c)
        for x, e in m:
            part = _sign_of_atom(x, e, a, b, depth)
            s = None if s is None or part is None else s * part
        signs.append(s)
    if None in signs:
        return None
    if all(s >= 0 for s in signs) or all(s <= 0 for s in signs):
        return max(signs) or min(signs)
    if len(terms) != 2:
        return _sign_of_polynomial(terms, a, b)
    (m, c), (n, d) = terms.items()
    whole = al.Form({m: Fraction(1)}) * al.Form({n: Fraction(1)}).inverse() * (-c / d)  # positive; f = n·d·(1 − whole)
    side = _sign_of_form(al.log(whole), a, b, depth + 1)
    if side is None:
        p = {dict(m).get("z", Fraction(0)) for m in whole.d}
        if len(p) == 1 and all(x == "z" or not al._varies(x) for m in whole.d for x, _ in m):
            p = p.pop()
            c = whole * al.atom("z", -p)
            ends = []
            for at in (a, b):
                if at is None or not at.d:
                    ends.append((1 if at is None else -1) * (1 if p > 0 else -1))
                else:
                    ends.append(al.sign(c * at ** p - 1))
            side = ends[0] or ends[1] if ends[0] * ends[1] >= 0 else None
    return None if side is None else -side * signs[1]


def _sign_of_polynomial(terms, a, b):
    """Descartes: a polynomial in z with rational coefficients, moved to a, and for a finite b mapped to (0, ∞), that has no change of sign."""
    if any(any(x != "z" for x, _ in m) for m in terms) or any(c.rational() is None for c in terms.values()):
        return None
    powers = {dict(m).get("z", Fraction(0)): c.rational() for m, c in terms.items()}
    step = Fraction(1)
    for p in powers:
        if step.denominator % p.denominator:
            step = Fraction(1, step.denominator * p.denominator)
    low = min(powers)
    p = {int((e - low) / step): c for e, c in powers.items()}
    n = max(p)
    if n > 60:
        return None
    p = [p.get(i, Fraction(0)) for i in range(n + 1)]
    ends = []
    for at in (a, b):
        x = None if at is None else (at ** step if at.d else ZERO)
        if x is not None and x.rational() is None:
            return None
        ends.append(None if x is None else x.rational())

    def shift(p, x):
        p = list(p)
        for i in range(n):
            for j in range(n - 1, i - 1, -1):
                p[j] += x * p[j + 1]
        return p

    def on(lo, hi, depth):
        q = shift(p, lo)
        if hi is not None:  # z = lo + (hi − lo)/(1 + x)
            q = [c * (hi - lo) ** i for i, c in enumerate(q)]
            q = shift(q[::-1], Fraction(1))
        if all(c >= 0 for c in q) or all(c <= 0 for c in q):
            return 1 if any(c > 0 for c in q) else -1
        if depth == 0:
            return None
        mid = (lo + hi) / 2 if hi is not None else 2 * lo + 1
        v = sum(c * mid ** i for i, c in enumerate(p))
        left = on(lo, mid, depth - 1)
        if left is None or v == 0 or (v > 0) != (left > 0):
            return None
        right = on(mid, hi, depth - 1)
        return left if left == right else None

    return on(ends[0], ends[1], 8)


def _at_box(t, x, n=0):
    return jet(t, [x, iv.mpf(1)][:n + 1] + [iv.mpf(0)] * (n - 1), n)


def _sign_by_boxes(t, a, b):
    old = iv.prec
    try:
        iv.prec = 70
        lo, hi = al.enclose(a)[0], None if b is None else al.enclose(b)[0]
        budget, found = [500], set()

        def box(x, depth):
            budget[0] -= 1
            if budget[0] < 0:
                raise Unknown("too many boxes")
            try:
                v = _at_box(t, x)[0]
                if not (al.positive(v) or al.negative(v)) and depth < 8 and al.finite(x):
                    m = iv.mpf(x.mid)
                    w = _at_box(t, m)[0] + _at_box(t, x, 1)[1] * (x - m)
                    v = w
            except Unknown:
                v = iv.mpf([-1, 1])
            if al.positive(v) or al.negative(v):
                found.add(1 if al.positive(v) else -1)
                return len(found) == 1
            if depth == 0:
                return False
            m = x.mid.b if al.finite(x) else max(2 * x.a, x.a + 1).b
            return box(iv.mpf([x.a, m]), depth - 1) and box(iv.mpf([m, x.b]), depth - 1)

        def end(at, x, side):
            """Beside an end at which t is zero: its first derivative that is not."""
            width = iv.mpf(hi.b if hi is not None else lo.b + 1) - lo.a
            first = germs.of_tree(t, ("at", at, side), Fraction(6)).parts.get(ZERO)
            first = first and first.lead()
            if not first or first[1] or first[0].denominator != 1 or not 1 <= first[0] <= 5:
                return None
            m = int(first[0])
            for k in (1, 3, 6, 10, 16):
                h = (width / 2 ** k).b
                y = iv.mpf([x.a, x.a + h]) if side > 0 else iv.mpf([x.b - h, x.b])
                try:
                    v = _at_box(t, y, m)[m]
                except Unknown:
                    continue
                if al.positive(v) or al.negative(v):
                    found.add((1 if al.positive(v) else -1) * side ** m)
                    return y.b if side > 0 else y.a
            return None

        left, right = lo.a, iv.mpf("inf").b if hi is None else hi.b
        for at, x, side in ((a, lo, 1), (b, hi, -1)):
            if at is None:
                continue
            try:
                zero = value(t, at).zero()
            except (NoValue, Unknown):
                zero = None
            if zero:
                edge = end(at, x, side)
                if edge is None:
                    return None
                left, right = (edge, right) if side > 0 else (left, edge)
        if len(found) > 1:
            return None
        if left < right and not box(iv.mpf([left, right]), 14):
            return None
        return found.pop() if len(found) == 1 else None
    finally:
        iv.prec = old


def analytic(t, a, b):
    """Proves that a tree without conditions is real analytic, with values of all its parts, on (a, b); raises Unknown otherwise."""
    if (t, a, b) in _ANALYTIC:
        return
    k = t[0]
    for x in t[1:]:
        if isinstance(x, tuple):
            analytic(x, a, b)
    if k in ("if", "cmp", "and", "or", "not"):
        raise Unknown("a condition is left")
    if k == "div" and not sign_on(t[2], a, b):
        raise Unknown("whether a denominator has zeros")
    if k == "pow":
        p = al.of_tree(t[2]).rational() if not has_z(t[2]) else None
        if p is None or p.denominator != 1:
            base = sign_on(t[1], a, b)
            if base != 1 and not (base == 0 and p is not None and p > 0):
                raise Unknown("whether the base of a power is positive")
        elif p < 0 and not sign_on(t[1], a, b):
            raise Unknown("whether the base of a power has zeros")
    if k == "call":
        name = t[1]
        if name in ("abs", "min", "max"):
            raise Unknown(f"{name} is left")
        if name == "log" and sign_on(t[2], a, b) != 1:
            raise Unknown("whether the argument of a logarithm is positive")
        if name in ("asin", "acos") and has_z(t):
            for s in (t[2], ("neg", t[2])):
                if sign_on(("add", num(1), s), a, b) != 1:
                    raise Unknown("whether the argument of an arc sine is below 1")
        if name.startswith("bessel") and has_z(t):
            nu = al.of_tree(t[2]).rational() if not has_z(t[2]) else None
            if has_z(t[2]) or not (name != "besselk" and nu is not None and nu.denominator == 1) and sign_on(t[3], a, b) != 1:
                raise Unknown("whether the argument of a Bessel function is positive")
        if name == "gamma" and has_z(t):
            raise Unknown("a gamma function of what varies")
        if not has_z(t):
            value(t, ZERO)
    _ANALYTIC.add((t, a, b))


_ANALYTIC = set()


# Kernels

@lru_cache(20000)
def resolve(t, a, b):
    """The tree with the conditions, abs, min and max that have one answer on (a, b) resolved; raises Unknown if one has not."""
    k = t[0]
    if k == "if":
        return resolve(t[2] if _truth_on(t[1], a, b) else t[3], a, b)
    if k == "call" and t[1] in ("abs", "min", "max"):
        args = [resolve(x, a, b) for x in t[2:]]
        if t[1] == "abs":
            args.append(("neg", args[0]))
        best = args[0]
        for x in args[1:]:
            d = ("add", x, ("neg", best))
            analytic(d, a, b)
            s = sign_on(d, a, b)
            if s is None:
                raise Unknown(f"which argument of {t[1]} counts")
            if s and (s > 0) == (t[1] != "min"):
                best = x
        return best
    return tuple(resolve(x, a, b) if isinstance(x, tuple) else x for x in t)


def _truth_on(c, a, b):
    if c[0] == "not":
        return not _truth_on(c[1], a, b)
    if c[0] in ("and", "or"):
        x = _truth_on(c[1], a, b)
        return x if x == (c[0] == "or") else _truth_on(c[2], a, b)
    d = ("add", resolve(c[2], a, b), ("neg", resolve(c[3], a, b)))
    analytic(d, a, b)
    s = sign_on(d, a, b)
    if s is None:
        raise Unknown("the truth of a condition")
    return holds(c[1], s)


def _changes(t, found):
    """Collects the differences whose zeros may be breakpoints."""
    if t[0] == "cmp":
        found.append(("add", t[2], ("neg", t[3])))
    if t[0] == "call" and t[1] == "abs":
        found.append(t[2])
    if t[0] == "call" and t[1] in ("min", "max"):
        found.extend(("add", x, ("neg", y)) for i, x in enumerate(t[2:]) for y in t[2:][:i])
    for x in t:
        if isinstance(x, tuple):
            _changes(x, found)
    return found


def _root(f):
    """The positive root of c + d z^p, if the form is one times a power of z."""
    powers = {}
    for m, q in f.d.items():
        p = dict(m)
        e = p.pop("z", Fraction(0))
        if any(al._varies(x) for x in p):
            return None
        powers[e] = powers.get(e, ZERO) + al.Form({frozenset(p.items()): q})
    if len(powers) == 3:  # a quadratic
        l, m, h = sorted(powers)
        if m - l == h - m == 1:
            c, p, q = (powers[e] for e in (l, m, h))
            disc = p * p - q * c * 4
            if real_sign(disc) == 1:
                return [r for r in ((-p + s * disc ** al.HALF) / (q * 2) for s in (1, -1)) if real_sign(r) == 1]
    if len(powers) != 2:
        return None
    (e, c), (g, d) = powers.items()
    r = -c / d
    return [r ** (1 / (g - e))] if real_sign(r) == 1 else None


class Kernel:
    """The effective function on [0, ∞): a tree, and hints of where its pieces end, which are checked."""

    def __init__(self, tree, hints=()):
        self.tree, self.hints = tree, list(hints)
        self._pieces = self._defined = None

    def pieces(self):
        """[(a, b, tree without conditions)], in order, up to b = None: the function is that of the tree on each (a, b), and analytic there."""
        if self._pieces is None:
            points = []
            for at in self.hints + [r for g in _changes(self.tree, []) for r in self._roots(g)]:
                if real_sign(at) == 1 and not any((at - p).zero() for p in points):
                    points.append(at)
            points = _sorted(points)
            ends = [ZERO] + points + [None]
            pieces = []
            for a, b in zip(ends, ends[1:]):
                t = resolve(self.tree, a, b)
                analytic(t, a, b)
                pieces.append((a, b, t))
            self._pieces = pieces
        return self._pieces

    @staticmethod
    def _roots(g):
        try:
            return _root(al.of_tree(g)) or []
        except (Unknown, NoValue):
            return []

    def points(self):
        return [b for _, b, _ in self.pieces() if b is not None]

    def value(self, at):
        return value(self.tree, at)

    def near(self, at, side, width):
        """The series beside a point (side 1: to the right)."""
        for a, b, t in self.pieces():
            inside = real_sign(at - a) >= 0 and (b is None or real_sign(b - at) > 0) if side > 0 else (
                real_sign(at - a) > 0 and (b is None or real_sign(b - at) >= 0))
            if inside:
                return self._series(germs.of_tree(t, ("at", at, side), Fraction(width)))
        raise Unknown("a point is not found among the pieces")

    def _series(self, g):
        parts = {e: s for e, s in g.parts.items() if not (e.d and germs.growth(e) < 0)}
        if any(e.d for e in parts):
            raise Unknown("an essential singularity")
        s = parts.get(ZERO, germs.Series({}))
        if s is None:
            raise Unknown("an expansion is not known closely enough")
        return s.clean()

    def series(self, at, side, order):
        """The series beside a point with a remainder beyond an order."""
        width = Fraction(order) + 1
        for last in range(4):
            try:
                s = self.near(at, side, width)
            except Unknown:
                if last == 3:
                    raise
                width += 2
                continue
            if s.order > order:
                return s
            width += order - s.order + 2
        raise Unknown("an expansion is not long enough")

    def limit(self, at, side):
        s = self.series(at, side, 0)
        if any(e < 0 or e == 0 and p for e, p in s.terms):
            raise Unknown("there is no finite limit")
        return s.terms.get((Fraction(0), 0), ZERO)

    def zero(self):
        """k(0): the value, or the limit where there is proved to be none."""
        try:
            return self.value(ZERO)
        except NoValue:
            return self.limit(ZERO, 1)

    def continuous_at_zero(self):
        limit = self.limit(ZERO, 1)
        try:
            v = self.value(ZERO)
        except NoValue:
            return
        z = (v - limit).zero()
        if z is False:
            raise Reject("k has at 0 a value beside its limit")
        if not z:
            raise Unknown("whether k(0) is the limit")

    def continuous(self):
        self.continuous_at_zero()
        for b in self.points():
            v = self.value(b)
            for side in (-1, 1):
                z = (v - self.limit(b, side)).zero()
                if z is False:
                    raise Reject(f"k is not continuous at {b}")
                if not z:
                    raise Unknown("whether k is continuous at a breakpoint")

    def defined(self):
        """Proves that k has a value at every z > 0."""
        if not self._defined:
            try:
                for b in self.points():
                    self.value(b)
            except NoValue as e:
                raise Unknown(f"k has no value at a breakpoint: {e}") from e
            self._defined = True

    def sphere_defined(self):
        self.defined()

    def one(self):
        """The tree of a kernel that is one analytic function on (0, ∞)."""
        p = self.pieces()
        if len(p) != 1:
            raise Unknown("k has several pieces")
        return p[0][2]

    def at(self, z, bits, n=0):
        """Taylor coefficients up to order n about an interval z (in z)."""
        old = iv.prec
        try:
            iv.prec = bits
            return _at_box(self.tree, z() if callable(z) else z, n)
        finally:
            iv.prec = old

    def infinity(self, width):
        return germs.of_tree(self.pieces()[-1][2], "infinity", Fraction(width))

    def scaled(self, c):
        return Kernel(("neg", self.tree) if c == -1 else ("mul", num(c), self.tree), self.hints)


def _sorted(points):
    r = []
    for p in points:
        i = 0
        while i < len(r) and al.sign(p - r[i], "the order of breakpoints") > 0:
            i += 1
        r.insert(i, p)
    return r


def kernel(text, beyond=None, hints=()):
    """The kernel of a formula and its extension: "natural", or "zero beyond R"."""
    t, sphere = parse(text)
    beyond = beyond or ("zero beyond 2" if sphere else "natural")
    if beyond.startswith("zero beyond "):
        r, _ = parse(beyond[len("zero beyond "):])
        t = ("if", ("cmp", "<=", ("z",), r), t, num(0))
        hints = list(hints) + [al.of_tree(r)]
    elif beyond != "natural":
        raise ValueError(f"the extension {beyond!r} is not understood: natural, or zero beyond R")
    return Kernel(simplify(t), hints)


@lru_cache(50000)
def simplify(t):
    """Arc sines and cosines of ±(1 − z²/2) by 2 arcsin(z/2), for 0 ≤ z ≤ 2; neither has a value beyond."""
    t = tuple(simplify(x) if isinstance(x, tuple) else x for x in t)
    if t[:2] in (("call", "acos"), ("call", "asin")) and has_z(t):
        try:
            u, x = 1 - al.ZED * al.ZED / 2, al.of_tree(t[2])
            if x in (u, -u):
                r = ("mul", num(2), ("call", "asin", ("div", ("z",), num(2))))
                if x != u:
                    r = ("add", ("pi",), ("neg", r))
                return r if t[1] == "acos" else ("add", ("div", ("pi",), num(2)), ("neg", r))
        except (Unknown, NoValue):
            pass
    return t

