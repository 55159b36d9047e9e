"""Exact functions of z > 0 in one normal form, and enclosures.

A Form is a sum of terms q · Π a^p with rational q and p. An atom a is a prime, "pi", "i", "z", ("exp", E), ("log", F), ("sum", F), or a
function ("atan", F), ("asin", F), ("erf", F), ("besselj", ν, F) … of a form. Sines, cosines and hyperbolic functions are exponentials, so
that their identities hold term by term. A form is zero if no term is left once denominators are cleared; it is not zero if an enclosure says so
(constants only); otherwise that is unknown, and Unknown is raised by whoever needs to know.

Intervals are those of mpmath.iv, of which only +, −, ·, /, sqrt, exp, log, sin, cos are used; the rest is built from these here. A complex
number is a pair of intervals.
"""

from fractions import Fraction
from functools import lru_cache

from mpmath import iv

from ._formula import HYPERBOLIC, exponentials, num

HALF = Fraction(1, 2)


class Unknown(Exception):
    """What this checker does not decide."""


class Reject(Exception):
    """A hypothesis that fails, or evidence that is not what it must be."""


class NoValue(Exception):
    """A formula that is proved to have no value where it is asked for one."""


# Intervals

def interval(q):
    q = Fraction(q)
    return iv.mpf(q.numerator) / q.denominator


def ends(x):
    """The ends of a bounded interval as Fractions."""
    return [Fraction(-m if s else m) * Fraction(2) ** e for s, m, e, _ in x._mpi_]


def hull(a, b):
    return iv.mpf([min(a.a, b.a), max(a.b, b.b)])


def finite(x):
    """Says whether an interval is bounded (and no NaN)."""
    return iv.mpf("-inf").a < x.a <= x.b < iv.mpf("inf").b


def positive(x):
    return x.a > 0


def negative(x):
    return x.b < 0


def iroot(x):
    if not x.a >= 0:
        raise Unknown("a root of what may be negative")
    return iv.sqrt(x)


def ilog(x):
    if not x.a > 0:
        raise Unknown("a logarithm of what may not be positive")
    return iv.log(x)


def ipower(x, p):
    """x^p for a Fraction p, which needs x > 0 unless p is an integer; x ≥ 0 will do for p > 0."""
    if p.denominator == 1:
        n = abs(p.numerator)
        even = n % 2 == 0 and x.a <= 0 <= x.b
        r = iv.mpf(1)
        for bit in bin(n)[2:]:
            r = r * r
            if bit == "1":
                r = r * x
        if even:  # the power is not negative, which products do not see
            r = iv.mpf([0, max(r.b, 0)])
        if p < 0:
            if r.a <= 0 <= r.b:
                raise Unknown("a division by what may be zero")
            r = 1 / r
        return r
    if p.denominator == 2 and p > 0:
        return ipower(iroot(x), p * 2)
    if x.a == 0 and p > 0:
        if x.b == 0:
            return iv.mpf(0)
        return iv.mpf([0, iv.exp(ilog(iv.mpf(x.b)) * interval(p)).b])
    return iv.exp(ilog(x) * interval(p))


def _atan(x):
    """The arc tangent of a thin interval: the argument is halved by tan(a/2) = t/(1+√(1+t²)) until it is small; the series alternates."""
    if x.b < 0:
        return -_atan(-x)
    if x.a > 1:
        return iv.pi / 2 - _atan(1 / x)
    for _ in range(8):
        x = x / (1 + iv.sqrt(1 + x * x))
    square, power, total, n = -x * x, x, iv.mpf(0), 0
    while True:
        term = power / (2 * n + 1)
        total += term
        if abs(term).b < iv.mpf(2) ** (-iv.prec - 10):
            break
        power, n = power * square, n + 1
    rest = abs(power * square).b / (2 * n + 3)  # alternating and decreasing: the rest is at most the next term
    return 256 * (total + iv.mpf([-1, 1]) * rest)


def iatan(x):
    low = -iv.pi / 2 if x.a == iv.mpf("-inf").a else _atan(iv.mpf(x.a))
    high = iv.pi / 2 if x.b == iv.mpf("inf").b else _atan(iv.mpf(x.b))
    return hull(low, high)


def iasin(x):
    def at(t):
        if t.a < 0:
            return -at(-t)
        if not t.b <= 1:
            raise Unknown("an arc sine of what may exceed 1")
        if t.b > 0.5:  # asin t = π/2 − 2 asin √((1−t)/2)
            return iv.pi / 2 - 2 * at(iv.sqrt((1 - t) / 2))
        return _atan(t / iv.sqrt(1 - t * t))
    if not (x.a >= -1 and x.b <= 1):
        raise Unknown("an arc sine of what may exceed 1")
    return hull(at(iv.mpf(x.a)), at(iv.mpf(x.b)))


def ierf(x):
    def at(t):
        if t.a < 0:
            return -at(-t)
        if t.b > 40:
            return iv.mpf([1 - iv.mpf(2) ** -1000, 1])
        # 2/√π Σ (−1)ⁿ t^(2n+1)/(n!(2n+1)); the terms decrease from n ≥ t² on, and alternate
        term, total, n, square = t, iv.mpf(0), 0, t * t
        while True:
            part = term / (2 * n + 1)
            total += -part if n % 2 else part
            if n > square.b + 2 and part.b < iv.mpf(2) ** (-iv.prec):
                break
            n += 1
            term = term * square / n
        return (total + iv.mpf([-1, 1]) * part.b) * 2 / iv.sqrt(iv.pi)
    old = iv.prec
    try:
        far = max(abs(float(x.a)), abs(float(x.b)))
        if far <= 40:
            iv.prec = old + 60 + 3 * int(far * far + 1)  # cancellation takes t²/log 2 bits, twice
        return hull(at(iv.mpf(x.a)), at(iv.mpf(x.b)))
    finally:
        iv.prec = old


def ibessel(nu, x, sign):
    """J (sign −1) or I (sign 1) at 0 < x ≤ 60 (x ≥ 0 for ν ≥ 0), by the power series with the geometric bound of its rest."""
    if x.b < 0 and nu.denominator == 1:
        return ibessel(nu, -x, sign) * (-1) ** int(nu)
    if nu < 0 and nu.denominator == 1:
        return ibessel(-nu, x, sign) * (sign if nu % 2 and sign < 0 else 1)
    if not (x.a >= 0 and x.b <= 60):
        raise Unknown("a Bessel function out of reach")
    old = iv.prec
    try:
        iv.prec = old + 100
        q = x * x / 4
        term, total, n = (ipower(x / 2, nu) if nu else iv.mpf(1)) / igamma(nu + 1), iv.mpf(0), 0
        largest = iv.mpf(0).b
        while True:
            total += term
            largest = max(largest, abs(term).b)
            ratio = abs(q).b / ((n + 1) * abs(interval(n + 1 + nu))).a
            if n > -nu and ratio < 0.5 and abs(term).b < min(largest, 1) * iv.mpf(2) ** (-old - 20):
                break
            term = term * q * sign / ((n + 1) * interval(n + 1 + nu))
            n += 1
        return total + iv.mpf([-1, 1]) * abs(term).b  # a geometric series of ratio below 1/2
    finally:
        iv.prec = old


def ibesselk(nu, x):
    """K at 0 < x ≤ 60: from I of orders ±ν, for integers from the series of K_0 (DLMF 10.31.2), the Wronskian and the recurrence."""
    if not (x.a > 0 and x.b <= 60):
        raise Unknown("a Bessel function out of reach")
    nu, old = abs(nu), iv.prec
    try:
        iv.prec = old + 200
        if nu.denominator != 1:
            return iv.pi / 2 * (ibessel(-nu, x, 1) - ibessel(nu, x, 1)) / iv.sin(interval(nu) * iv.pi)
        i0, i1, q = ibessel(Fraction(0), x, 1), ibessel(Fraction(1), x, 1), x * x / 4
        term, harmonic, total, n = iv.mpf(1), iv.mpf(0), iv.mpf(0), 0
        while n < 2 or not ((abs(q).b / (n + 1) ** 2) < 0.25 and abs(term * harmonic).b < iv.mpf(2) ** (-iv.prec)):
            n += 1
            term, harmonic = term * q / (n * n), harmonic + iv.mpf(1) / n
            total += term * harmonic
        total += iv.mpf([0, 1]) * abs(term * harmonic).b  # the next terms are at most half of the last each
        k0 = total - (iv.log(x / 2) + iv.euler) * i0
        k1 = (1 / x - i1 * k0) / i0
        for m in range(1, int(nu)):
            k0, k1 = k1, k0 + 2 * m / x * k1
        return k1 if nu else k0
    finally:
        iv.prec = old


def igamma(p):
    """Γ at a rational that is a multiple of 1/2, or otherwise by Stirling's series, whose rest is at most the next term."""
    if p.denominator <= 2:
        r = iv.mpf(1)
        while p > 1:
            p -= 1
            r = r * interval(p)
        while p <= 0:
            if p.denominator == 1:
                raise Unknown("a pole of the gamma function")
            r = r / interval(p)
            p += 1
        return r * iv.sqrt(iv.pi) if p == HALF else r
    shift = iv.mpf(1)
    while p < iv.prec // 4 + 8:
        shift = shift * interval(p)
        p += 1
    x, b = interval(p), _bernoulli(40)
    total = (x - HALF_I()) * iv.log(x) - x + iv.log(2 * iv.pi) / 2
    for n in range(1, 20):
        term = interval(b[2 * n]) / (2 * n * (2 * n - 1) * ipower(x, Fraction(2 * n - 1)))
        total += term
    return iv.exp(total + iv.mpf([-1, 1]) * abs(term).b) / shift


def HALF_I():
    return iv.mpf(1) / 2


@lru_cache(None)
def _bernoulli(n):
    b = [Fraction(1)]
    for m in range(1, n + 1):
        c, total = 1, Fraction(0)
        for k in range(m):
            total += c * b[k]
            c = c * (m + 1 - k) // (k + 1)
        b.append(-total / (m + 1))
    return b


# Complex intervals, as pairs

def cmul(x, y):
    return x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0]


def cexp(x):
    r = iv.exp(x[0])
    return r * iv.cos(x[1]), r * iv.sin(x[1])


# Forms

class Form:
    """An exact function of z, or a constant; see the module. Equal forms have equal terms, but not the other way round."""

    __slots__ = ("d", "_hash", "_key", "_zero")

    def __init__(self, d):
        self.d = {m: q for m, q in d.items() if q}
        self._hash = self._key = self._zero = None

    def __hash__(self):
        if self._hash is None:
            self._hash = hash(frozenset(self.d.items()))
        return self._hash

    def __eq__(self, other):
        return isinstance(other, Form) and self.d == other.d

    def __repr__(self):
        if self._key is None:
            self._key = "{" + ", ".join(sorted(f"{q}*{sorted(map(repr, m))}" for m, q in self.d.items())) + "}"
        return self._key

    def __add__(self, other):
        d = dict(self.d)
        for m, q in form(other).d.items():
            d[m] = d.get(m, 0) + q
        return Form(d)

    __radd__ = __add__

    def __neg__(self):
        return Form({m: -q for m, q in self.d.items()})

    def __sub__(self, other):
        return self + -form(other)

    def __rsub__(self, other):
        return form(other) - self

    def __mul__(self, other):
        if isinstance(other, (int, Fraction)):
            return Form({m: q * other for m, q in self.d.items()})
        if len(self.d) * len(other.d) > 20000:
            raise Unknown("an expression is too large")
        d = {}
        for m, q in self.d.items():
            for n, r in other.d.items():
                for k, s in _product(m, n).items():
                    d[k] = d.get(k, 0) + q * r * s
        return Form(d)

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, (int, Fraction)):
            return self * (Fraction(1) / other)
        return self * other ** Fraction(-1)

    def __rtruediv__(self, other):
        return form(other) / self

    def __pow__(self, p):
        p = Fraction(p)
        if p.denominator == 1 and (0 <= p <= 12 or p > 0 and len(self.d) == 1):
            r = ONE
            for bit in bin(p.numerator)[2:] if p else "":
                r = r * r
                if bit == "1":
                    r = r * self
            return r
        if not self.d:
            if p < 0:
                raise NoValue("a negative power of zero")
            return self
        if len(self.d) == 1:
            (m, q), = self.d.items()
            if p.denominator != 1:
                _splits(m, q)
            r = rational_power(q, p)
            for a, e in m:
                r = r * _power_of_atom(a, e * p)
            return r
        content, rest = self.content()
        whole = p.numerator // p.denominator if p > 0 else 0
        r = content ** p * Form({frozenset([(("sum", rest), p - whole)]): Fraction(1)}) if p != whole else content ** p
        return r * rest ** Fraction(whole) if whole and whole <= 12 else r if not whole else content ** p * Form(
            {frozenset([(("sum", rest), p)]): Fraction(1)})

    def content(self):
        """Writes the form as a monomial that is positive times a form whose first term in order has the coefficient ±1."""
        common = None
        for m in self.d:
            low = {a: e for a, e in m if not (isinstance(a, tuple) and a[0] == "exp") and a != "i"}
            common = low if common is None else {a: min(e, common.get(a, 0)) for a, e in low.items()} | {
                a: min(e, 0) for a, e in common.items() if a not in low}
        common = {a: e for a, e in common.items() if e and (_sure(a))}
        first = min(self.d, key=_order)
        q = abs(self.d[first])
        mono = Form({frozenset(common.items()): q})
        exps = [next((a[1] for a, _ in m if isinstance(a, tuple) and a[0] == "exp"), ZERO) for m in self.d]
        shift = min(exps, key=repr)
        if all(e.d for e in exps) and all(not _imaginary(e) for e in exps):
            mono = mono * exp(shift)
        return mono, self * mono.inverse()

    def inverse(self):
        (m, q), = self.d.items()
        r = form(1 / q)
        for a, e in m:
            r = r * _power_of_atom(a, -e)
        return r

    def constant(self):
        """Says whether z does not occur."""
        return not any(_varies(a) for m in self.d for a, _ in m)

    def rational(self):
        """The form as a Fraction, or None."""
        if not self.d:
            return Fraction(0)
        return self.d.get(frozenset()) if len(self.d) == 1 else None

    def zero(self):
        """True, False, or None if that is not known; of a function of z, whether it is zero everywhere."""
        if self._zero is None:
            self._zero = (self._is_zero(),)
        return self._zero[0]

    def _is_zero(self):
        if not self.d:
            return True
        if len(self.d) == 1:
            return False
        try:
            f = self.cleared()
            if not f.d:
                return True
            if len(f.d) == 1:
                return False
            if self.constant():
                for prec in (80, 400):
                    x = enclose(self, prec)
                    if any(not (part.a <= 0 <= part.b) for part in x):
                        return False
        except (Unknown, NoValue):
            return None
        return None

    def cleared(self):
        """The form times the denominators, sums of which negative powers occur, as often as there are any."""
        f = self
        for _ in range(12):
            low = {}
            for m in f.d:
                for a, e in m:
                    if isinstance(a, tuple) and a[0] == "sum":
                        low[a] = min(low.get(a, 0), e)
            low = {a: e for a, e in low.items() if e < 0}
            if not low:
                return f
            total = ZERO
            for m, q in f.d.items():
                powers = dict(m)
                term = Form({frozenset((a, e) for a, e in m if a not in low): q})
                for a, e in low.items():
                    term = term * _power_of_atom(a, powers.get(a, Fraction(0)) - e)
                total = total + term
            f = total
        return f

    def conjugate(self):
        total = ZERO
        for m, q in self.d.items():
            term = form(q)
            for a, e in m:
                if a == "i":
                    term = -(term * Form({frozenset([(a, e)]): Fraction(1)}))
                elif isinstance(a, tuple) and a[0] == "exp":
                    term = term * exp(a[1].conjugate())
                else:
                    term = term * Form({frozenset([(a, e)]): Fraction(1)})
            total = total + term
        return total

    def re(self):
        return (self + self.conjugate()) / 2

    def im(self):
        return (self - self.conjugate()) * I * Fraction(-1, 2)


def _sure(a):
    """Says whether an atom is certainly positive for all z > 0."""
    if not isinstance(a, tuple):
        return a != "i"
    if a[0] == "exp":
        return not _imaginary(a[1])
    if a[0] == "sum":
        return all(q > 0 and all(_sure(b) for b, _ in m) for m, q in a[1].d.items()) or a[1].constant() and real_sign(a[1]) == 1
    return a[0] == "log" and a[1].rational() is not None and a[1].rational() > 1


def _splits(m, q):
    """Wants (q Π a^e)^p to be q^p Π a^(ep) for a product that is positive: one factor may have an unknown sign, which then is positive."""
    unsure = [e for a, e in m if e.denominator == 1 and not _sure(a)]
    if q < 0 or len(unsure) > 1 or unsure and unsure[0].numerator % 2 == 0:
        raise Unknown("a root, or a logarithm, of factors of unknown sign")


def _imaginary(f):
    return any(a == "i" for m in f.d for a, _ in m)


def _order(m):
    return sorted(repr(a) for a in m)


def _varies(a):
    if isinstance(a, tuple):
        return any(not x.constant() for x in a[1:] if isinstance(x, Form))
    return a == "z"


def form(q):
    return q if isinstance(q, Form) else Form({frozenset(): Fraction(q)})


def atom(a, e=1):
    return Form({frozenset([(a, Fraction(e))]): Fraction(1)})


ZERO, ONE, I, PI, ZED = form(0), form(1), atom("i"), atom("pi"), atom("z")


def _factor(n):
    """The prime factors of a natural number; what has none below 10⁴ counts as a prime."""
    r, p = {}, 2
    while p * p <= n and p < 10000:
        while n % p == 0:
            r[p] = r.get(p, 0) + 1
            n //= p
        p += 1
    if n > 1:
        r[n] = r.get(n, 0) + 1
    return r


def rational_power(q, p):
    if p.denominator == 1:
        return form(q ** p.numerator)
    r = ONE
    for n, s in ((q.numerator, 1), (q.denominator, -1)):
        for prime, e in _factor(n).items():
            r = r * _power_of_atom(prime, s * e * p)
    return r


@lru_cache(200000)
def _power_of_atom(a, e):
    if e == 0:
        return ONE
    if isinstance(a, int):
        whole = e.numerator // e.denominator
        q = Fraction(a) ** whole
        return Form({frozenset([(a, e - whole)]) if e != whole else frozenset(): q})
    if a == "i":
        k = e.numerator % 4 if e.denominator == 1 else None
        if k is None:
            raise Unknown("a root of i")
        return Form({frozenset([("i", Fraction(1))]) if k % 2 else frozenset(): Fraction(-1 if k > 1 else 1)})
    if isinstance(a, tuple) and a[0] == "exp":
        if e.denominator != 1 and _imaginary(a[1]):
            raise Unknown("a root of a wave")
        return exp(a[1] * e)
    if isinstance(a, tuple) and a[0] == "sum" and e > 0 and e.denominator == 1 and e <= 12:
        return a[1] ** e
    if isinstance(a, tuple) and a[0] == "sum" and 1 < e <= 12:
        whole = e.numerator // e.denominator
        return a[1] ** Fraction(whole) * Form({frozenset([(a, e - whole)]): Fraction(1)})
    return Form({frozenset([(a, e)]): Fraction(1)})


@lru_cache(200000)
def _product(m, n):
    """The product of two monomials, as the dictionary of a form."""
    if not n:
        return {m: Fraction(1)}
    if not m:
        return {n: Fraction(1)}
    d, exponent, simple = {}, None, True
    for a, e in list(m) + list(n):
        if isinstance(a, tuple) and a[0] == "exp":
            exponent = a[1] if exponent is None else exponent + a[1]
        else:
            d[a] = d.get(a, 0) + e
    r, plain = ONE, {}
    for a, e in d.items():
        if not e:
            continue
        if isinstance(a, int) and not 0 < e < 1 or a == "i" and e != 1 or isinstance(a, tuple) and a[0] == "sum" and e >= 1:
            r = r * _power_of_atom(a, e)
            simple = False
        else:
            plain[a] = e
    if exponent is not None:
        twice = sum(isinstance(a, tuple) and a[0] == "exp" for a, _ in list(m) + list(n)) > 1
        if twice:
            r, simple = r * exp(exponent), False
        else:
            plain[("exp", exponent)] = Fraction(1)
    base = Form({frozenset(plain.items()): Fraction(1)})
    return base.d if simple else _merge(base, r).d


def _merge(base, r):
    """base · r, where base is one monomial whose atoms are not in r but by chance."""
    if len(r.d) == 1 and frozenset() in r.d:
        return base * r.d[frozenset()]
    return base * r


@lru_cache(50000)
def exp(e):
    """exp of a form: rational multiples of logarithms become powers, those of iπ roots of unity."""
    r, rest = ONE, {}
    for m, q in e.d.items():
        if len(m) == 1:
            (a, p), = m
            if p == 1 and isinstance(a, tuple) and a[0] == "log":
                x = a[1]
                r = r * (rational_power(x.rational(), q) if x.rational() is not None else x ** q if len(x.d) == 1 or q.denominator == 1
                         else Form({frozenset([(("sum", x), q)]): Fraction(1)}))
                continue
        if len(m) == 2 and q.denominator == 1 and abs(q) <= 12 and ("i", Fraction(1)) in m:
            (a, p), = m - {("i", Fraction(1))}
            if p == 1 and isinstance(a, tuple) and a[0] == "asin":  # e^{i arcsin x} = √(1−x²) + ix
                x = a[1]
                r = r * ((1 - x * x) ** HALF + I * x * (1 if q > 0 else -1)) ** abs(q)
                continue
        if m == _IPI:
            turn = q % 2
            if turn >= 1:
                r, turn = -r, turn - 1
            if turn in _COS:
                r = r * (_COS[turn] + I * _COS[abs(HALF - turn)] if turn <= HALF else -_COS[1 - turn] + I * _COS[abs(HALF - turn)])
                continue
            if turn:
                rest[m] = turn
            continue
        rest[m] = q
    if rest:
        r = r * Form({frozenset([(("exp", Form(rest)), Fraction(1))]): Fraction(1)})
    return r


_IPI = frozenset([("i", Fraction(1)), ("pi", Fraction(1))])
_COS = {Fraction(0): ONE, Fraction(1, 6): rational_power(Fraction(3), HALF) / 2, Fraction(1, 4): rational_power(Fraction(2), HALF) / 2,
        Fraction(1, 3): form(HALF), HALF: ZERO}
for _t in (Fraction(2, 3), Fraction(3, 4), Fraction(5, 6)):
    _COS[_t] = -_COS[1 - _t]


def log(f):
    """log of a form that is positive, which the caller knows."""
    if not f.d:
        raise NoValue("the logarithm of zero")
    if len(f.d) > 1:
        content, rest = f.content()
        if content == ONE:
            return Form({frozenset([(("log", f), Fraction(1))]): Fraction(1)})
        return log(content) + log(rest)
    (m, q), = f.d.items()
    _splits(m, q)
    total = ZERO
    for n, s in ((q.numerator, 1), (q.denominator, -1)):
        for prime, e in _factor(n).items():
            total = total + atom(("log", form(prime))) * (s * e)
    for a, e in m:
        if isinstance(a, tuple) and a[0] == "exp":
            if _imaginary(a[1]):
                raise Unknown("the logarithm of a wave")
            total = total + a[1]
        elif isinstance(a, tuple) and a[0] == "sum":
            total = total + log(a[1]) * e
        elif a == "i":
            raise Unknown("the logarithm of i")
        else:
            total = total + atom(("log", form(a) if isinstance(a, int) else atom(a))) * e
    return total


def function(name, f):
    """asin, atan, erf of a form; odd, so that one sign is chosen."""
    if not f.d:
        return ZERO
    q = f.rational()
    if name == "asin":
        for r, value in _ASIN:
            if f == r:
                return PI * value
            if f == -r:
                return PI * -value
        if q is not None and abs(q) > 1:
            raise NoValue("the arc sine of what exceeds 1")
        half = _half_angle(f)
        if half is not None:
            return half
    if name == "atan":
        for r, value in _ATAN:
            if f == r:
                return PI * value
            if f == -r:
                return PI * -value
    if f.d[min(f.d, key=_order)] < 0:
        return -atom((name, -f))
    return atom((name, f))


def _half_angle(f):
    """asin f where 1 − 2f² = cos E is seen, f = ± sin(E/2), 0 < E ≤ π."""
    if not f.constant() or len(f.d) > 2:
        return None
    d = 1 - f * f * 2
    if len(d.d) != 2 or any(q != HALF or len(m) != 1 for m, q in d.d.items()):
        return None
    for m in d.d:
        (a, _), = m
        if isinstance(a, tuple) and a[0] == "exp":
            e = a[1] * I * -1
            if not _imaginary(e) and real_sign(e) == 1 and real_sign(PI - e) in (0, 1) and real_sign(f):
                return e * HALF * real_sign(f)
    return None


_ASIN = [(ONE, HALF), (form(HALF), Fraction(1, 6)), (rational_power(Fraction(2), HALF) / 2, Fraction(1, 4)),
         (rational_power(Fraction(3), HALF) / 2, Fraction(1, 3))]
_ATAN = [(ONE, Fraction(1, 4)), (rational_power(Fraction(3), HALF), Fraction(1, 3)), (rational_power(Fraction(3), HALF) / 3, Fraction(1, 6))]


def gamma(f):
    """Γ of a rational constant."""
    p = f.rational()
    if p is None:
        raise Unknown("the gamma function of what is not rational")
    if p.denominator == 1 and p <= 0:
        raise NoValue("a pole of the gamma function")
    r = ONE
    while p > 1:
        p -= 1
        r = r * p
    while p <= 0:
        r = r / p
        p += 1
    return r if p == 1 else r * PI ** HALF if p == HALF else r * atom(("gamma", form(p)))


_enclosures = {}


def enclose(f, prec=None):
    """A complex enclosure of a constant form, as a pair of intervals."""
    old = iv.prec
    prec = prec or old
    key = (f, prec)
    if key not in _enclosures:
        if len(_enclosures) > 50000:
            _enclosures.clear()
        try:
            iv.prec = prec + 20
            re, im = iv.mpf(0), iv.mpf(0)
            for m, q in f.d.items():
                x = (interval(q), iv.mpf(0))
                for a, e in m:
                    x = cmul(x, _enclose_atom(a, e, prec))
                re, im = re + x[0], im + x[1]
            _enclosures[key] = (re, im)
        finally:
            iv.prec = old
    return _enclosures[key]


def _enclose_atom(a, e, prec):
    zero = iv.mpf(0)
    if isinstance(a, int):
        return ipower(iv.mpf(a), e), zero
    if a in ("pi", "euler"):
        return ipower((iv.pi if a == "pi" else iv.euler) + 0, e), zero
    if a == "i":
        return zero, iv.mpf(1)
    if a == "z":
        raise Unknown("a constant is needed")
    if a[0] == "exp":
        return cexp(enclose(a[1], prec))
    if a[0] in ("besselj", "besseli", "besselk"):
        nu, x = a[1].rational(), enclose(a[2], prec)[0]
        if nu is None:
            raise Unknown("a Bessel function of irrational order")
        return ipower(ibesselk(nu, x) if a[0] == "besselk" else ibessel(nu, x, -1 if a[0] == "besselj" else 1), e), zero
    if a[0] == "gamma":
        return ipower(igamma(a[1].rational()), e), zero
    x = enclose(a[1], prec)
    if a[0] == "sum":
        if _imaginary(a[1]):
            if e.denominator != 1:
                raise Unknown("a root of a complex number")
            r, n = (iv.mpf(1), zero), abs(e.numerator)
            for _ in range(n):
                r = cmul(r, x)
            if e > 0:
                return r
            size = r[0] * r[0] + r[1] * r[1]
            if not size.a > 0:
                raise Unknown("a division by what may be zero")
            return r[0] / size, -r[1] / size
        return ipower(x[0], e), zero
    value = {"log": ilog, "asin": iasin, "atan": iatan, "erf": ierf}.get(a[0])
    if value is None or _imaginary(a[1]):
        raise Unknown(f"no enclosure of {a[0]}")
    return ipower(value(x[0]), e), zero


def real_sign(f):
    """The sign of a real constant form: −1, 0, 1, or None."""
    q = f.rational()
    if q is not None:
        return (q > 0) - (q < 0)
    z = f.zero()
    if z:
        return 0
    try:
        for prec in (80, 300, 1000):
            x = enclose(f, prec)[0]
            if positive(x):
                return 1
            if negative(x):
                return -1
    except Unknown:
        pass
    return None


def sign(f, what="a constant"):
    s = real_sign(f)
    if s is None:
        raise Unknown(f"the sign of {what}")
    return s


def elementary_bessel(name, nu, x):
    """J, I or K of order n + 1/2, n = −1, 0, 1, … of a tree x, as a tree; None for other orders.

    J_{n+1/2} and I_{n+1/2} follow from those of orders ±1/2 by their recurrences (DLMF 10.49); K has a finite sum (10.49.12)."""
    if nu.denominator != 2 or abs(nu) > 12:
        return None

    def of(name, *t):
        return ("call", name, *t)

    root = ("pow", ("div", num(2), ("mul", ("pi",), x)), num(HALF))
    if name == "besselk":
        n, c, total = int(abs(nu) - HALF), Fraction(1), num(1)
        for j in range(1, n + 1):
            c = c * (n + j) * (n - j + 1) / (2 * j)
            total = ("add", total, ("div", num(c), ("pow", x, num(j))))
        return ("mul", ("mul", ("mul", root, ("div", ("pi",), num(2))), of("exp", ("neg", x))), total)
    if nu < -HALF:
        return None
    j = name == "besselj"
    e, f = of("exp", x), of("exp", ("neg", x))
    below = of("cos", x) if j else ("div", ("add", e, f), num(2))
    here = of("sin", x) if j else ("div", ("add", e, ("neg", f)), num(2))
    order = HALF
    if nu == -HALF:
        here = below
    while order < nu:
        last = ("neg", below) if j else below
        ahead = ("neg", here) if not j else here
        step = ("mul", ("div", num(2 * order), x), ahead)
        below, here, order = here, ("add", step if j else step, last), order + 1
    return ("mul", root, here)


@lru_cache(20000)
def of_tree(t, at=ZED):
    """The form of a tree without conditions, z being the form `at`. Whether the tree has a value is another question (analytic)."""
    k = t[0]
    if k == "num":
        return form(t[1])
    if k == "pi":
        return PI
    if k == "z":
        return at
    if k == "add":
        return of_tree(t[1], at) + of_tree(t[2], at)
    if k == "neg":
        return -of_tree(t[1], at)
    if k == "mul":
        return of_tree(t[1], at) * of_tree(t[2], at)
    if k == "div":
        if t[2][0] == "pow" and t[2][2][0] == "num":
            return of_tree(t[1], at) * of_tree(t[2][1], at) ** -t[2][2][1]
        return of_tree(t[1], at) / of_tree(t[2], at)
    if k == "pow":
        p = of_tree(t[2], at)
        q = p.rational()
        if q is not None:
            return of_tree(t[1], at) ** q
        return exp(p * log(of_tree(t[1], at)))
    if k != "call":
        raise Unknown("a condition is left")
    if t[1].startswith("bessel"):
        nu = of_tree(t[2], at).rational()
        e = nu is not None and elementary_bessel(t[1], nu, t[3])
        if e:
            return of_tree(e, at)
        return atom((t[1], of_tree(t[2], at), of_tree(t[3], at)))
    if t[1] in ("abs", "min", "max"):
        raise Unknown(f"{t[1]} is left")
    if t[1] in HYPERBOLIC:
        return of_tree(exponentials(t), at)
    x = of_tree(t[2], at)
    if t[1] == "exp":
        return exp(x)
    if t[1] == "log":
        return log(x)
    if t[1] in ("sin", "cos"):
        a, b = exp(I * x), exp(-(I * x))
        return (a + b) / 2 if t[1] == "cos" else (a - b) * I * Fraction(-1, 2)
    if t[1] == "acos":
        return PI / 2 - function("asin", x)
    if t[1] == "erfc":
        return ONE - function("erf", x)
    if t[1] == "gamma":
        return gamma(x)
    return function(t[1], x)
