"""Expansions of a formula beside a point, for τ → 0+: z = τ, z = b ± τ or z = 1/τ.

A Germ is a finite sum of exp(E)·S over different polar parts E (forms in τ, for which the atom "z" stands: c/τ, iω/τ, …) with generalised
power series S = Σ a τ^e (log τ)^p + O(τ^(N−ε)) for every ε > 0. A part whose S is None is a term O(τ^(−C) exp(Re E)) that is not known closer.
The coefficients are exact constants. All of it holds in a complex sector |arg τ| < θ (or, with waves, in a half strip at infinity): compositions
of convergent series, powers, logarithms and exponentials, so that remainders may be differentiated by Cauchy's estimate.
"""

from fractions import Fraction
from functools import lru_cache

from . import _algebra as al
from ._formula import HYPERBOLIC, exponentials
from ._algebra import HALF, I, NoValue, ONE, PI, Unknown, ZED, ZERO, atom, form

INFINITE = Fraction(10 ** 9)


class Series:
    """terms: {(e, p): constant}, every e < order; order: N, INFINITE if there is no remainder."""

    __slots__ = ("terms", "order")

    def __init__(self, terms, order=INFINITE):
        self.terms = {k: c for k, c in terms.items() if c.d and k[0] < order}
        self.order = order

    def __add__(self, other):
        terms = dict(self.terms)
        for k, c in other.terms.items():
            terms[k] = terms[k] + c if k in terms else c
        return Series(terms, min(self.order, other.order))

    def __neg__(self):
        return Series({k: -c for k, c in self.terms.items()}, self.order)

    def least(self):
        return min((e for e, _ in self.terms), default=self.order)

    def __mul__(self, other):
        order = min(self.order + other.least(), other.order + self.least(), INFINITE)
        terms = {}
        for (e, p), c in self.terms.items():
            for (f, q), d in other.terms.items():
                if e + f < order:
                    k = e + f, p + q
                    v = c * d
                    terms[k] = terms[k] + v if k in terms else v
        if len(terms) > 4000:
            raise Unknown("an expansion is too long")
        return Series(terms, order)

    def cut(self, order):
        return Series(self.terms, min(self.order, order))

    def scale(self, c):
        return Series({k: a * c for k, a in self.terms.items()}, self.order)

    def clean(self):
        """The series without the coefficients that are proved to be zero."""
        return Series({k: c for k, c in self.terms.items() if not c.zero()}, self.order)

    def lead(self):
        """The exponent, power of the logarithm and coefficient, proved not to be zero, of the largest term; None for the zero series."""
        for k in sorted(self.terms, key=lambda k: (k[0], -k[1])):
            z = self.terms[k].zero()
            if z is None:
                raise Unknown("whether a coefficient is zero")
            if not z:
                return k[0], k[1], self.terms[k]
        if self.order < INFINITE:
            raise Unknown("no term of an expansion is known not to be zero")
        return None


def constant(c, order=INFINITE):
    return Series({(Fraction(0), 0): form(c)}, order)


class Germ:
    __slots__ = ("parts", "width")

    def __init__(self, parts, width):
        self.parts = {e: s for e, s in parts.items() if s is None or s.terms or s.order < INFINITE}
        self.width = width  # how far beyond the leading exponent series are developed

    def __add__(self, other):
        parts = dict(self.parts)
        for e, s in other.parts.items():
            parts[e] = s if e not in parts else None if s is None or parts[e] is None else parts[e] + s
        return Germ(parts, self.width)

    def __neg__(self):
        return Germ({e: s and -s for e, s in self.parts.items()}, self.width)

    def __mul__(self, other):
        parts = {}
        for e, s in self.parts.items():
            for f, t in other.parts.items():
                g, v = e + f, None if s is None or t is None else s * t
                parts[g] = v if g not in parts else None if v is None or parts[g] is None else parts[g] + v
        if len(parts) > 60:
            raise Unknown("too many exponentials")
        return Germ(parts, self.width)

    def scale(self, c):
        return Germ({e: s and s.scale(c) for e, s in self.parts.items()}, self.width)

    def main(self):
        """(E, S, rest): the part that outweighs all others exponentially, and the others."""
        parts = {e: s and s.clean() for e, s in self.parts.items()}
        parts = {e: s for e, s in parts.items() if s is None or s.terms or s.order < INFINITE}
        for e, s in parts.items():
            if all(f == e or growth(f - e) < 0 for f in parts):
                if s is None:
                    raise Unknown("the leading exponential is not known closely enough")
                return e, s, [f for f in parts if f != e]
        if not parts:
            return ZERO, Series({}), []
        raise Unknown("no exponential outweighs the others")

    def plain(self):
        """The series of a germ all of whose other parts decay exponentially, and those."""
        try:
            e, s, rest = self.main()
        except Unknown:
            if all(f.d and growth(f) < 0 for f in self.parts):
                return Series({}), list(self.parts)
            raise
        if e.d:
            if growth(e) < 0:
                return Series({}), [e] + rest
            raise Unknown("a function of what grows like an exponential")
        return s, rest

    def power(self, p):
        if p.denominator == 1 and p >= 0 and (len(self.parts) > 1 or p <= 3):
            if p > 40:
                raise Unknown("a high power of waves")
            r = Germ({ZERO: constant(1)}, self.width)
            for _ in range(int(p)):
                r = r * self
            return r
        e, s, rest = self.main()
        first = s.lead()
        if first is None:
            if p > 0 and not rest:
                return self
            raise NoValue("a power of zero")
        exponent, logs, c = first
        if logs:
            raise Unknown("a power of a logarithm")
        if p.denominator != 1 and al.real_sign(c) != 1:
            raise Unknown("a root of what is not known to be positive")
        inner = Series({(f - exponent, q): a / c for (f, q), a in s.terms.items() if (f, q) != (exponent, 0)}, s.order - exponent if s.order < INFINITE else INFINITE)
        if inner.terms and inner.least() <= 0:
            raise Unknown("a power of a sum of logarithms")
        series = compose(inner, lambda n: binomial(p, n), self.width)
        r = Series({(exponent * p, 0): c ** p}) * series
        parts = {e * p: r}
        for f in rest:
            parts[f + e * (p - 1)] = None
        return Germ(parts, self.width)

    def inverse(self):
        return self.power(Fraction(-1))

    def exp(self):
        s, rest = self.plain()
        polar, factor, c, small = ZERO, Fraction(0), ZERO, {}
        for (e, p), a in s.clean().terms.items():
            if e < 0 and p == 0:
                polar = polar + a * atom("z", e)
            elif e == 0 and p == 1 and a.rational() is not None:
                factor = a.rational()
            elif e == 0 and p == 0:
                c = a
            elif e > 0:
                small[e, p] = a
            else:
                raise Unknown("an exponential of powers of logarithms")
        if s.order <= 0:
            raise Unknown("an exponential of what is not known closely enough")
        series = compose(Series(small, s.order), lambda n: Fraction(1, factorial(n)), self.width).scale(al.exp(c))
        r = Germ({polar: Series({(factor, 0): ONE}) * series}, self.width)
        return r * Germ({ZERO: constant(1), **{f: None for f in rest}}, self.width) if rest else r

    def log(self):
        e, s, rest = self.main()
        first = s.lead()
        if first is None:
            raise NoValue("the logarithm of zero")
        exponent, logs, c = first
        if logs or al._imaginary(e) or al.real_sign(c) != 1:
            raise Unknown("a logarithm of what is not a positive constant times a power and an exponential")
        inner = Series({(f - exponent, q): a / c for (f, q), a in s.terms.items() if (f, q) != (exponent, 0)}, s.order - exponent if s.order < INFINITE else INFINITE)
        if inner.terms and inner.least() <= 0:
            raise Unknown("a logarithm of a sum of logarithms")
        series = compose(inner, lambda n: Fraction((-1) ** (n + 1), n) if n else Fraction(0), self.width)
        series = series + constant(al.log(c)) + Series({(Fraction(0), 1): form(exponent)})
        for m, q in e.d.items():
            powers = dict(m)
            p = powers.pop("z")
            series = series + Series({(p, 0): al.Form({frozenset(powers.items()): q})})
        return Germ({ZERO: series, **{f - e: None for f in rest}}, self.width)

    def analytic(self, name):
        """asin, atan, erf."""
        s, rest = self.plain()
        s = s.clean()
        least = s.least()
        if least < 0 or any(e == 0 and p for e, p in s.terms):
            sign = al.sign(s.lead()[2])
            if name == "atan" and least < 0:
                other = Germ({ZERO: s}, self.width).inverse().analytic("atan")
                r = Germ({ZERO: constant(PI / 2 * sign)}, self.width) + -other
            elif name == "erf" and least < 0 and not rest:
                square = Series({(e, p): c for (e, p), c in (s * s).terms.items()}, s.order + least)
                if any(p for e, p in square.terms if e < 0) or square.order <= 0:
                    raise Unknown("an error function of logarithms")
                polar = ZERO
                for (e, p), c in square.terms.items():
                    if e < 0:
                        polar = polar - c * atom("z", e)
                return Germ({ZERO: constant(sign), polar: None}, self.width)
            else:
                raise Unknown(f"{name} of what grows")
            return r + Germ({f: None for f in rest}, self.width)
        c = s.terms.get((Fraction(0), 0), ZERO)
        inner = Series({k: a for k, a in s.terms.items() if k[0] > 0}, s.order)
        if s.order <= 0:
            raise Unknown("an expansion is not known closely enough")
        if name == "asin" and (c * c - 1).zero():
            if rest or not (c * c - 1).zero():
                raise Unknown("an arc sine at 1 and an exponential")
            sign = al.sign(c)
            w = (Germ({ZERO: constant(1)}, self.width) + -Germ({ZERO: s.scale(form(sign))}, self.width)).scale(form(HALF))
            if not w.parts:
                return Germ({ZERO: constant(PI / 2 * sign)}, self.width)
            r = Germ({ZERO: constant(PI / 2)}, self.width) + -w.power(HALF).analytic("asin").scale(form(2))
            return r.scale(form(sign))
        if name == "asin" and al.sign(1 - c * c) < 0:
            raise NoValue("the arc sine of what exceeds 1")
        step = inner.least() if inner.terms else Fraction(1)
        coefficients = taylor(name, c, int(self.width / step) + 2)
        r = compose(inner, lambda n: coefficients[n], self.width)
        return Germ({ZERO: r, **{f: None for f in rest}}, self.width)


def growth(e):
    """−1, 0 or 1 as exp(E) decays, oscillates or grows for τ → 0+."""
    re = e.re()
    if re.zero():
        return 0
    for p in sorted({dict(m).get("z", Fraction(0)) for m in re.d}):
        c = ZERO
        for m, q in re.d.items():
            powers = dict(m)
            if powers.pop("z", Fraction(0)) == p:
                c = c + al.Form({frozenset(powers.items()): q})
        s = al.sign(c, "an exponent")
        if s:
            return s
    return 0


def factorial(n):
    r = 1
    for k in range(2, n + 1):
        r *= k
    return r


@lru_cache(None)
def binomial(p, n):
    return Fraction(1) if n == 0 else binomial(p, n - 1) * (p - n + 1) / n


def compose(inner, coefficient, width):
    """Σ coefficient(n)·innerⁿ, inner → 0, up to O(τ^width)."""
    r = constant(form(coefficient(0)))
    if not inner.terms and inner.order == INFINITE:
        return r
    inner = inner.cut(width)
    power, n = constant(1), 0
    least = inner.least()
    if least <= 0:
        raise Unknown("an expansion is not known closely enough")
    while True:
        n += 1
        power = (power * inner).cut(width)
        if not power.terms:
            break
        c = form(coefficient(n))
        if c.d:
            r = r + power.scale(c)
    return Series(r.terms, min(width, inner.order))


@lru_cache(5000)
def taylor(name, c, n):
    """The Taylor coefficients of order up to n of a function at a constant, as the integral of its derivative."""
    one, h = constant(1), Series({(Fraction(0), 0): c, (Fraction(1), 0): ONE})
    square = Germ({ZERO: h * h}, Fraction(n + 1))
    if name == "erf":
        d = (-square).exp().scale(2 / PI ** HALF)
    elif name == "atan":
        d = (Germ({ZERO: one}, Fraction(n + 1)) + square).inverse()
    else:
        d = (Germ({ZERO: one}, Fraction(n + 1)) + -square).power(-HALF)
    series = d.parts[ZERO]
    return [al.function(name, c)] + [series.terms.get((Fraction(k), 0), ZERO) / (k + 1) for k in range(n)]


@lru_cache(20000)
def of_tree(t, z, width):
    """The germ of a tree without conditions; z: ("at", b, ±1) for b ± τ, or "infinity"."""
    k = t[0]
    if k == "num":
        return Germ({ZERO: constant(form(t[1]))}, width)
    if k == "pi":
        return Germ({ZERO: constant(PI)}, width)
    if k == "z":
        if z == "infinity":
            return Germ({ZERO: Series({(Fraction(-1), 0): ONE})}, width)
        return Germ({ZERO: Series({(Fraction(0), 0): z[1], (Fraction(1), 0): form(z[2])})}, width)
    if k == "add":
        return of_tree(t[1], z, width) + of_tree(t[2], z, width)
    if k == "neg":
        return -of_tree(t[1], z, width)
    if k == "mul":
        return of_tree(t[1], z, width) * of_tree(t[2], z, width)
    if k == "div":
        return of_tree(t[1], z, width) * of_tree(t[2], z, width).inverse()
    if k == "pow":
        p = al.of_tree(t[2]) if not has_z(t[2]) else None
        if p is not None and p.rational() is not None:
            return of_tree(t[1], z, width).power(p.rational())
        return (of_tree(t[2], z, width) * of_tree(t[1], z, width).log()).exp()
    if k != "call":
        raise Unknown("a condition is left")
    if t[1].startswith("bessel"):
        return bessel(t, z, width)
    if t[1] in ("abs", "min", "max"):
        raise Unknown(f"{t[1]} is left")
    if not has_z(t):
        return Germ({ZERO: constant(al.of_tree(t))}, width)
    if t[1] in HYPERBOLIC:
        return of_tree(exponentials(t), z, width)
    x = of_tree(t[2], z, width)
    if t[1] == "exp":
        return x.exp()
    if t[1] == "log":
        return x.log()
    if t[1] in ("sin", "cos"):
        a, b = x.scale(I).exp(), x.scale(-I).exp()
        return (a + b).scale(form(HALF)) if t[1] == "cos" else (a + -b).scale(I * Fraction(-1, 2))
    if t[1] == "acos":
        return Germ({ZERO: constant(PI / 2)}, width) + -x.analytic("asin")
    if t[1] == "erfc":
        return Germ({ZERO: constant(1)}, width) + -x.analytic("erf")
    if t[1] in ("asin", "atan", "erf"):
        return x.analytic(t[1])
    raise Unknown(f"no expansion of {t[1]}")


def bessel(t, z, width):
    """J, I and K: of half an odd order written out; else by their series at 0, Taylor's at c > 0, and Hankel's expansion at infinity."""
    name, nu = t[1], al.of_tree(t[2]).rational()
    if nu is None or abs(nu) > 40:
        raise Unknown("a Bessel function of irrational or large order")
    e = al.elementary_bessel(name, nu, t[3])
    if e:
        return of_tree(e, z, width + 2 * abs(nu) + 2)
    x = of_tree(t[3], z, width)
    s, rest = x.plain()
    s = s.clean()
    if rest:
        raise Unknown("a Bessel function of an exponential")
    if s.least() > 0:
        return _bessel_at_zero(name, nu, x, s, width)
    if s.least() == 0 and not any(e == 0 and p for e, p in s.terms):
        c = s.terms[Fraction(0), 0]
        if al.sign(c) < 0 and nu.denominator == 1 and name != "besselk":
            r = bessel(("call", name, t[2], ("neg", t[3])), z, width)
            return r if nu % 2 == 0 else -r
        if al.sign(c) < 0:
            raise Unknown("a Bessel function of a negative number")
        inner = Series({k: a for k, a in s.terms.items() if k[0] > 0}, s.order)
        n = int(width / (inner.least() if inner.terms else 1)) + 2
        sign, d, r, scale = 1 if name == "besseli" else -1, {(0, 0): Fraction(1)}, [], Fraction(1)
        for m in range(n + 1):  # C_ν′ = (ν/x) C_ν ∓ C_{ν+1}
            r.append(sum((atom((name, form(nu + j), c)) * c ** Fraction(-i) * (q * scale) for (i, j), q in d.items() if q), ZERO))
            up = {}
            for (i, j), q in d.items():
                up[i + 1, j] = up.get((i + 1, j), 0) + q * (nu + j - i)
                up[i, j + 1] = up.get((i, j + 1), 0) + q * sign
            d, scale = up, scale / (m + 1)
        return Germ({ZERO: compose(inner, lambda k: r[k], width)}, width)
    first = s.lead()
    if first[1] or al.sign(first[2]) < 0 or name == "besselj" and not (first[0] == -1 and s.order == INFINITE and len(s.terms) == 1):
        raise Unknown(f"no expansion of {name}")
    # Hankel's expansions (DLMF 10.17.3, 10.40.1, 10.40.2): √(2/(πx)) Re e^{i(x−νπ/2−π/4)} Σ iⁿ a_n/xⁿ, √(π/2x) e^{−x} Σ a_n/xⁿ, e^x/√(2πx) Σ (−1)ⁿ a_n/xⁿ
    a, n = [Fraction(1)], int(width / -first[0]) + 2
    for k in range(n):
        a.append(a[-1] * (4 * nu * nu - (2 * k + 1) ** 2) / (8 * (k + 1)))
    one, root = x.inverse(), x.scale(PI / 2).power(-HALF)

    def hankel(unit):
        r, power = Germ({ZERO: constant(1)}, width), Germ({ZERO: constant(1)}, width)
        for k in range(1, n):
            power = power * one
            r = r + power.scale(unit ** (k % 4 if unit != ONE else 1) * a[k])
        return r + Germ({ZERO: Series({}, Fraction(n) * -first[0])}, width)

    if name == "besselj":
        phase = al.exp(I * PI * (-nu / 2 - Fraction(1, 4)))
        wave = x.scale(I).exp() * hankel(I).scale(phase) + x.scale(-I).exp() * hankel(-I).scale(phase.conjugate())
        return wave.scale(form(HALF)) * root
    if name == "besselk":
        return x.scale(-ONE).exp() * hankel(ONE) * root.scale(PI / 2)
    r = x.exp() * hankel(-ONE) * root.scale(form(HALF))
    return r + Germ({-e: None for e in r.parts}, width)  # what Hankel's expansion of I leaves out is of the order of K


def _bessel_at_zero(name, nu, x, s, width):
    """(x/2)^ν Σ (∓x²/4)ⁿ/(n! Γ(n+ν+1)); K from I of orders ±ν, or of integer order with its logarithm (DLMF 10.31.1)."""
    inner = (s * s).scale(form(Fraction(-1 if name == "besselj" else 1, 4)))
    n = int(width / inner.least()) + 2

    def series(coefficient):
        return Germ({ZERO: compose(inner, coefficient, width)}, width)

    def regular(mu):
        c = [ONE / al.gamma(form(mu + 1))]
        for k in range(1, n + 1):
            c.append(c[-1] / (k * (mu + k)))
        r = series(lambda k: c[k])
        return x.scale(form(HALF)).power(mu) * r if mu else r

    if name != "besselk":
        if nu < 0 and nu.denominator == 1:
            return regular(-nu) if name == "besseli" or nu % 2 == 0 else -regular(-nu)
        return regular(nu)
    nu = abs(nu)
    if nu.denominator != 1:
        sine = al.of_tree(("call", "sin", ("z",)), PI * nu)
        return (regular(-nu) + -regular(nu)).scale(PI / 2 / sine)
    m, half = int(nu), x.scale(form(HALF))
    psi = [atom("euler") * -1]
    for k in range(1, n + m + 2):
        psi.append(psi[-1] + Fraction(1, k))
    c = [(psi[k] + psi[m + k]) * Fraction((-1) ** m, 2 * factorial(k) * factorial(m + k)) for k in range(n + 1)]
    r = series(lambda k: c[k]) * half.power(nu) + (half.log() * regular(nu)).scale(form((-1) ** (m + 1)))
    for k in range(m):
        r = r + half.power(Fraction(2 * k - m)).scale(form(Fraction((-1) ** k * factorial(m - k - 1), 2 * factorial(k))))
    return r


def has_z(t):
    return t[0] == "z" or any(isinstance(x, tuple) and has_z(x) for x in t)
