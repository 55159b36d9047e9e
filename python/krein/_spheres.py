"""Maclaurin coefficients of f(u) = k(√(2−2u)) as sums of hypergeometric sequences (pd-all-spheres.arcs, pd-sphere.gegenbauer).

f is written as P(u) + Σ c u^k a(u), a(u) one of the Bases, or the integral of one: with a = Σ a_n uⁿ the n-th coefficient of a term is
c a_{n−k}, divided by n − m for the terms of arcsines and logarithms.
"""

from fractions import Fraction

from . import _algebra as al
from ._algebra import HALF, ONE, Unknown, ZED, ZERO, form


class Base:
    """A power series whose coefficients are a_0 Π ρ: kinds ("exp", r), ("pow", p, r, q): (1−ru^q)^p, ("wave", δ, a²), ("besseli", ν, r)."""

    def __init__(self, key):
        self.key, self.kind = key, key[0]
        self.step = key[3] if self.kind == "pow" else 2 if self.kind == "besseli" else 1
        self.first = int(key[1]) if self.kind == "besseli" else 0
        self.known = {}

    def ratio(self):
        """a_{n+step}/a_n = c · N(n)/D(n): c, and the polynomials with rational coefficients, lowest first."""
        if self.kind == "exp":
            return self.key[1], [Fraction(1)], [Fraction(1), Fraction(1)]
        if self.kind == "pow":
            p, r, q = self.key[1:]
            return r, [-p * q, Fraction(1)], [Fraction(q), Fraction(1)]
        if self.kind == "wave":
            d, a = self.key[1:]
            return a / 2, [Fraction(1)], times([Fraction(1), Fraction(1)], [d / 2, Fraction(1)])
        nu, r = self.key[1:]
        return r * r, [Fraction(1)], times([2 - nu, Fraction(1)], [2 + nu, Fraction(1)])

    def at(self, n):
        """a_n, exactly."""
        if n < self.first or (n - self.first) % self.step:
            return ZERO
        if n not in self.known:
            if n == self.first:
                nu = self.first
                self.known[n] = ONE if self.kind != "besseli" else (self.key[2] / 2) ** Fraction(nu) / al.gamma(form(nu + 1))
            else:
                c, num, den = self.ratio()
                m = n - self.step
                self.known[n] = self.at(m) * c * (value(num, m) / value(den, m))
        return self.known[n]


def value(p, x):
    return sum((c * x ** i for i, c in enumerate(p)), Fraction(0))


def times(p, q):
    r = [0] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            r[i + j] = a * b + r[i + j]
    return r


def added(p, q):
    return [(p[i] if i < len(p) else 0) + (q[i] if i < len(q) else 0) for i in range(max(len(p), len(q)))]


def moved(p, x):
    """p(n + x), of a polynomial p in n."""
    r = [Fraction(0)]
    for c in reversed(p):
        r = added(times(r, [x, Fraction(1)]), [c])
    return r


def sign_of(p):
    """The sign that all coefficients have that are not 0: 1, −1, 0; None if they differ."""
    signs = {al.sign(form(c), "a coefficient") for c in p} - {0}
    return 0 if not signs else signs.pop() if len(signs) == 1 else None


class Sphere:
    """P, and the terms: (base, c, k, m or None)."""

    def __init__(self, tree):
        self.polynomial, self.terms = {}, []
        f = al.of_tree(tree)
        waves = {}
        for m, q in f.d.items():
            self._monomial(m, q, waves)
        for (a, p), (up, down) in waves.items():
            # up e^{iaz} + down e^{−iaz} times z^p
            if (up - down).zero():
                self._add(Base(("wave", Fraction(1), a * a)), up * 2, _even(p))
            elif (up + down).zero():
                self._add(Base(("wave", Fraction(3), a * a)), up * 2 * al.I * a, _even(p + 1))
            else:
                raise Unknown("a wave that is neither a cosine nor a sine")
        self._merge()

    def _monomial(self, m, q, waves):
        c, p, bases, poly = form(q), Fraction(0), [], {0: ONE}
        for a, e in m:
            if not al._varies(a):
                c = c * al.Form({frozenset([(a, e)]): Fraction(1)})
            elif a == "z":
                p = e
            elif a[0] == "exp":
                bases.append(("exp", a[1]))
            elif a[0] == "sum":
                s0, s1 = _affine(a[1])
                bases.append(("pow", s0 + 2 * s1, 2 * s1, e))
            elif a[0] == "log" and e == 1:
                s0, s1 = _affine(a[1])
                bases.append(("log", s0 + 2 * s1, 2 * s1))
            elif a[0] == "asin" and e == 1 and a[1] == ZED / 2:
                bases.append(("asin",))
            elif a[0] in ("besselj", "besseli") and e == 1:
                bases.append(a)
            else:
                raise Unknown("a function without a hypergeometric series")
        if len(bases) == 2 and {b[0] for b in bases} == {"pow"}:
            raise Unknown("a product of powers")
        if len(bases) > 1:
            raise Unknown("a product of series")
        if not bases:
            if p % 2 == 0 and p >= 0:
                for k, v in _even(p).items():
                    self.polynomial[k] = self.polynomial.get(k, ZERO) + c * v
            else:
                self._add(Base(("pow", p / 2, ONE, 1)), c * al.rational_power(Fraction(2), p / 2), poly)
            return
        b = bases[0]
        if b[0] == "exp":
            e0, e2, wave = ZERO, ZERO, ZERO
            for n, r in b[1].d.items():
                power = dict(n).pop("z", Fraction(0))
                rest = al.Form({frozenset((x, y) for x, y in n if x != "z"): r})
                if any(al._varies(x) for x, _ in n if x != "z") or power not in (0, 1, 2):
                    raise Unknown("an exponential of another kind")
                e0, wave, e2 = e0 + (rest if power == 0 else ZERO), wave + (rest if power == 1 else ZERO), e2 + (rest if power == 2 else ZERO)
            if wave.d:
                a = wave * al.I * -1
                if e2.d or e0.d or al._imaginary(a):
                    raise Unknown("a product of series")
                s = al.sign(a)
                entry = waves.setdefault((a * s, p), [ZERO, ZERO])
                entry[0 if s > 0 else 1] = entry[0 if s > 0 else 1] + c
                return
            if al._imaginary(e2):
                raise Unknown("a wave in u")
            self._add(Base(("exp", e2 * -2)), c * al.exp(e0 + e2 * 2), _even(p))
        elif b[0] == "pow":
            size, r, e = b[1], b[2] / b[1], b[3]
            if al.sign(size) <= 0 or al.sign(1 - r * r) < 0:
                raise Unknown("a singularity within the disc")
            c = c * size ** e
            if p % 2 == 0 and p >= 0:
                self._add(Base(("pow", e, r, 1)), c, _even(p))
            elif r == -ONE and (p / 2 - e).denominator == 1:
                # (2−2u)^(p/2) (1+u)^e = 2^(p/2) (1−u²)^l times a power of 1∓u
                low = min(p / 2, e)
                poly = {0: ONE}
                for _ in range(int(max(p / 2, e) - low)):
                    poly = _times(poly, {0: ONE, 1: form(-1 if p / 2 > e else 1)})
                self._add(Base(("pow", low, ONE, 2)), c * al.rational_power(Fraction(2), p / 2), poly)
            else:
                raise Unknown("a product of powers")
        elif b[0] == "log":
            size, r = b[1], b[2] / b[1]
            if al.sign(size) <= 0 or al.sign(1 - r * r) < 0:
                raise Unknown("a singularity within the disc")
            for k, v in _even(p).items():
                self.polynomial[k] = self.polynomial.get(k, ZERO) + c * v * al.log(size)
                self.terms.append((Base(("pow", Fraction(-1), r, 1)), -(c * v), k, k))
        elif b[0] == "asin":  # arcsin(z/2) = π/4 − arcsin(u)/2
            for k, v in _even(p).items():
                self.polynomial[k] = self.polynomial.get(k, ZERO) + c * v * al.PI / 4
                self.terms.append((Base(("pow", -HALF, ONE, 2)), c * v / -2, k + 1, k))
        else:
            nu, x = b[1].rational(), b[2]
            if nu is None:
                raise Unknown("a Bessel function of irrational order")
            if b[0] == "besseli":
                s0, s1 = _affine(x)
                if nu.denominator != 1 or nu < 0 or not (s0 + 2 * s1).zero():
                    raise Unknown("a Bessel function of another kind")
                self._add(Base(("besseli", nu, s1 * -2)), c, _even(p))
            else:
                a = x / ZED
                if not a.constant() or nu < -HALF:
                    raise Unknown("a Bessel function of another kind")
                self._add(Base(("wave", 2 * nu + 2, a * a)), c * (a / 2) ** nu / al.gamma(form(nu + 1)), _even(p + nu))

    def _add(self, base, c, poly):
        for k, v in poly.items():
            self.terms.append((base, c * v, k, None))

    def _merge(self):
        """Powers of the same 1 − ru^q whose exponents differ by integers become polynomials times the lowest; equal bases are one."""
        low = {}
        for b, *_ in self.terms:
            if b.kind == "pow":
                k = b.key[1] % 1, b.key[2], b.key[3]
                low[k] = min(low.get(k, b.key[1]), b.key[1])
        merged, bases = {}, {}
        for b, c, k, m in self.terms:
            poly = {0: ONE}
            if b.kind == "pow":
                p, r, q = b.key[1:]
                least = low[p % 1, r, q]
                for _ in range(int(p - least)):
                    poly = _times(poly, {0: ONE, q: -r})
                b = Base(("pow", least, r, q))
            b = bases.setdefault(b.key, b)
            for j, v in poly.items():
                key = b.key, k + j, m
                merged[key] = merged.get(key, ZERO) + c * v
        # a power with a natural exponent is a polynomial
        self.terms = [(bases[b], c, k, m) for (b, k, m), c in merged.items() if not c.zero()]
        for b, c, k, m in list(self.terms):
            if b.kind == "pow" and b.key[1].denominator == 1 and b.key[1] >= 0:
                if m is not None:
                    raise Unknown("an integral of a polynomial")
                for j in range(0, int(b.key[1]) * b.step + 1, b.step):
                    self.polynomial[k + j] = self.polynomial.get(k + j, ZERO) + c * b.at(j)
        self.terms = [t for t in self.terms if not (t[0].kind == "pow" and t[0].key[1].denominator == 1 and t[0].key[1] >= 0)]

    def coefficient(self, n):
        """b_n, exactly."""
        r = self.polynomial.get(n, ZERO)
        for b, c, k, m in self.terms:
            if n < k or m == n:
                continue
            a = b.at(n - k)
            if b.kind == "wave" and a.d:  # the coefficient is g_n Λ_{δ+2n}(a√2)
                a = a * wave(b.key[1] + 2 * (n - k), b.key[2] * 2)
            if a.d:
                r = r + c * a / (n - m) if m is not None else r + c * a
        return r

    def not_negative_from(self, start):
        """Proves b_n ≥ 0 for every n ≥ start."""
        degree = max([k for k, c in self.polynomial.items() if not c.zero()], default=0)
        begin = max([start, degree + 1] + [k + b.first + 2 for b, _, k, _ in self.terms])
        for b, _, k, _ in self.terms:
            if b.kind == "wave":
                while not al.positive(al.enclose(form(b.key[1] + 2 * (begin - k)) - b.key[2])[0]):
                    begin += 1
            if b.kind == "pow":
                begin = max(begin, k + int(b.key[1] * b.step) + 2)
        last = None
        for extra in (0, 3, 8, 20, 40):
            try:
                for parity in (0, 1):
                    self._tail(begin + extra + (begin + extra + parity) % 2)
                last = begin + extra + 1
                break
            except Unknown as e:
                reason = e
        if last is None:
            raise reason
        for n in range(start, last + 1):
            if al.sign(self.coefficient(n), "a Maclaurin coefficient") < 0:
                raise al.Reject(f"the coefficient of degree {n} is negative")

    def _tail(self, n0):
        """Proves b_n ≥ 0 for n = n0, n0 + 2, …: with n = n0 + x, every base is its value at n0, its ratios, and a quotient of polynomials in x."""
        families = {}
        for b, c, k, m in self.terms:
            if b.step == 2 and (n0 - k - b.first) % 2:
                continue
            if b.kind == "wave":
                c = c * (1 - b.key[2] / (b.key[1] + 2 * (n0 - k))) if al.sign(c) > 0 else c
            families.setdefault(b.key, (b, []))[1].append((c, k, m))
        up, down = [], []
        for b, terms in families.values():
            top = max(k for _, k, _ in terms)
            c0, num, den = b.ratio()
            num, den = [moved(p, Fraction(n0 - top)) for p in (num, den)]  # in x, at n − top
            span = max(top - k for _, k, _ in terms) // b.step
            divisors = sorted({m for _, _, m in terms if m is not None})
            total = [ZERO]
            for c, k, m in terms:
                p, power = [c], (top - k) // b.step
                for j in range(span):
                    p = times(p, moved(num if j < power else den, Fraction(j * b.step)))
                p = [x * c0 ** Fraction(power) for x in p]
                for d in divisors:
                    if d != m:
                        p = times(p, [Fraction(n0 - d), Fraction(1)])
                total = added(total, p)
            bottom = [Fraction(1)]
            for j in range(span):
                bottom = times(bottom, moved(den, Fraction(j * b.step)))
            for d in divisors:
                bottom = times(bottom, [Fraction(n0 - d), Fraction(1)])
            if sign_of(bottom) != 1 or sign_of(den) != 1:
                raise Unknown("a denominator")
            s = sign_of([form(x) for x in total])
            if s == 0:
                continue
            if form(total[0]).zero() is not False:
                raise Unknown("a leading term that vanishes")
            # two steps of the base: the sign of its coefficients stays
            if b.step == 2:
                two = [c0], num, den
            else:
                two = [c0 * c0], times(num, moved(num, Fraction(1))), times(den, moved(den, Fraction(1)))
            over = [x * two[0][0] for x in two[1]]
            if s is None or sign_of(over) not in (0, 1):
                raise Unknown("whether the coefficients of large degree have one sign")
            at = b.at(n0 - top)
            s *= al.sign(at)
            first = at * total[0] / bottom[0]
            entry = first, times(over, times(moved(total, Fraction(2)), bottom)), times(two[2], times(total, moved(bottom, Fraction(2))))
            if s:
                (up if s > 0 else down).append(entry)
        if not down:
            return
        good = ZERO
        for first, a, b in up:
            # ρ_U ≥ ρ_D: a/b of the one and of the other, of which numerators and denominators have the sign of the total
            gaps = [(sign_of(added(times(a, e), [x * -1 for x in times(d, b)])), sign_of(times(b, e))) for _, d, e in down]
            if all(gap == 0 or gap is not None and gap == positive for gap, positive in gaps):
                good = good + first
        if al.sign(good + sum((d[0] for d in down), ZERO), "the leading terms") < 0:
            raise Unknown("whether the positive terms outweigh the others")


def wave(delta, square):
    """Λ_δ(x), x² = square."""
    nu = delta / 2 - 1
    return al.gamma(form(delta / 2)) * (square / 4) ** (-nu / 2) * al.atom(("besselj", form(nu), square ** HALF))


def _affine(f):
    """(s0, s1) of s0 + s1 z²."""
    s = [ZERO, ZERO]
    for m, q in f.d.items():
        p = dict(m)
        e = p.pop("z", Fraction(0))
        if e not in (0, 2) or any(al._varies(a) for a in p):
            raise Unknown("a function of another argument")
        s[int(e) // 2] = s[int(e) // 2] + al.Form({frozenset(p.items()): q})
    return s


def _even(p):
    """z^p as a polynomial in u."""
    if p % 2 or p < 0:
        raise Unknown("a power of z that is no polynomial in u")
    r = {0: ONE}
    for _ in range(int(p) // 2):
        r = _times(r, {0: form(2), 1: form(-2)})
    return r


def _times(p, q):
    r = {}
    for i, a in p.items():
        for j, b in q.items():
            r[i + j] = r.get(i + j, ZERO) + a * b
    return r


def gegenbauer(coefficients, dim):
    """The coefficients of Σ b_n uⁿ in the Gegenbauer polynomials with P_n(1) = 1 of S^(dim−1)."""
    r, power = {}, {0: Fraction(1)}  # power: uⁿ
    for b in coefficients:
        for j, q in power.items():
            r[j] = r.get(j, ZERO) + b * q
        up = {}
        for j, q in power.items():
            if j == 0:
                up[1] = up.get(1, 0) + q
            else:
                up[j + 1] = up.get(j + 1, 0) + q * Fraction(j + dim - 2, 2 * j + dim - 2)
                up[j - 1] = up.get(j - 1, 0) + q * Fraction(j, 2 * j + dim - 2)
        power = up
    return r


