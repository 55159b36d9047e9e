"""Spectral densities in closed form, of sums of z^j exp(−λz) (λ complex, Re λ > 0) and z^(2j) exp(−pz²), p > 0, j a natural number.

    ∫ exp(−λz) Λ_d(ωz) z^(d−1) dz = Γ(d) λ (λ²+ω²)^(−(d+1)/2),    ∫ exp(−pz²) Λ_d(ωz) z^(d−1) dz = ½ Γ(d/2) p^(−d/2) exp(−ω²/(4p)),

for λ > 0 by G. N. Watson, A Treatise on the Theory of Bessel Functions, 13.2, and for Re λ > 0 by continuation; a power z^j is a derivative by −λ, z^(2j) one by −p.
"""

from fractions import Fraction

from . import _algebra as al
from ._algebra import ONE, Unknown, ZED, ZERO, form


def density(tree, dim):
    """∫ k(z) Λ_d(ωz) z^(d−1) dz as a form in ω, for which the atom "z" stands; k the function of a tree on (0, ∞)."""
    total = ZERO
    for m, q in al.of_tree(tree).d.items():
        c, j, e = form(q), Fraction(0), None
        for a, p in m:
            if not al._varies(a):
                c = c * al.Form({frozenset([(a, p)]): Fraction(1)})
            elif a == "z":
                j = p
            elif a[0] == "exp" and e is None:
                e = a[1]
            else:
                raise Unknown("a function whose spectral density is not known")
        if e is None or j.denominator != 1 or j < 0 or j > 12:
            raise Unknown("a function whose spectral density is not known")
        rates = [ZERO, ZERO, ZERO]
        for n, r in e.d.items():
            power = dict(n).pop("z", Fraction(0))
            if power not in (0, 1, 2) or any(al._varies(a) for a, _ in n if a != "z"):
                raise Unknown("a function whose spectral density is not known")
            rates[int(power)] = rates[int(power)] + al.Form({frozenset((a, x) for a, x in n if a != "z"): r})
        c = c * al.exp(rates[0])
        lam, p = -rates[1], -rates[2]
        if lam.d and p.d:
            raise Unknown("a product whose spectral density is not known")
        if p.d:
            if al._imaginary(p) or al.sign(p) <= 0 or j % 2:
                raise Unknown("a function whose spectral density is not known")
            total = total + c * _gauss(p, int(j) // 2, dim)
        else:
            if al.sign(lam.re()) <= 0:
                raise Unknown("a function that does not decay")
            total = total + c * _laplace(lam, int(j), dim)
    return total


def _gauss(p, j, dim):
    """(−∂_p)^j of p^(−d/2) e^(−ω²/4p), which is e^(−ω²/4p) Σ c_{ab} p^(−a) ω^(2b)."""
    terms = {(Fraction(dim, 2), 0): Fraction(1)}
    for _ in range(j):
        new = {}
        for (a, b), q in terms.items():
            new[a + 1, b] = new.get((a + 1, b), 0) + q * a
            new[a + 2, b + 1] = new.get((a + 2, b + 1), 0) - q / 4
        terms = new
    poly = sum((p ** -a * ZED ** Fraction(2 * b) * q for (a, b), q in terms.items()), ZERO)
    return poly * al.exp(ZED * ZED * -1 / (p * 4)) * al.gamma(form(Fraction(dim, 2))) / 2


def _laplace(lam, j, dim):
    """(−∂_λ)^j of λ (λ²+ω²)^(−(d+1)/2), which is Σ c_{ab} λ^a (λ²+ω²)^(−b)."""
    terms = {(1, Fraction(dim + 1, 2)): Fraction(1)}
    for _ in range(j):
        new = {}
        for (a, b), q in terms.items():
            if a:
                new[a - 1, b] = new.get((a - 1, b), 0) - q * a
            new[a + 1, b + 1] = new.get((a + 1, b + 1), 0) + q * 2 * b
        terms = new
    square = lam * lam + ZED * ZED
    if al._imaginary(lam) and dim % 2 == 0:
        raise Unknown("a root of a complex function")
    return sum((lam ** Fraction(a) * square ** -b * q for (a, b), q in terms.items()), ZERO) * al.gamma(form(dim))


def real_part(f):
    """The form with powers of sums that are complex multiplied out: times |S|² for every complex S of which negative powers occur, which is positive."""
    for _ in range(8):
        low = {}
        for m in f.d:
            for a, e in m:
                if isinstance(a, tuple) and a[0] == "sum" and al._imaginary(a[1]):
                    low[a[1]] = min(low.get(a[1], Fraction(0)), e)
        low = {s: e for s, e in low.items() if e < 0}
        if not low:
            break
        factor = ONE
        for s in low:
            factor = factor * s * s.conjugate()
        total = ZERO
        for m, q in f.d.items():
            powers, rest = dict(m), al.Form({frozenset((a, e) for a, e in m if not (isinstance(a, tuple) and a[0] == "sum" and a[1] in low)): q})
            for s in low:
                e = powers.get(("sum", s), Fraction(0))
                rest = rest * (al._power_of_atom(("sum", s), e + 1) * s.conjugate())
            total = total + rest
        f = total
    if any(al._imaginary(al.Form({m: q})) for m, q in f.d.items()) and not f.im().zero():
        raise Unknown("whether a density is real")
    return f.re()


