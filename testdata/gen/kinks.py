"""Atoms and masses of periodic kernels with kinks on the line, for internal/hankel/waves and decompose.

Weights are those of cos(ωz): the mean of k(z) for ω = 0, twice the mean of k(z) cos(ωz) for ω > 0. They are from closed
forms where those are simple, otherwise from Gauss-Legendre quadrature between the kinks. Sums over all weights of
one sign are closed, or extrapolated over the numbers of one residue (mpmath's nsum), or follow from one sign and the
value at 0. Nothing of krein is asked.
"""
import json
import mpmath as mp

mp.mp.dps = 40
pi, cos, sin, inf = mp.pi, mp.cos, mp.sin, mp.inf
rows = []


def text(x):
    return mp.nstr(x if abs(x) > 1e-36 else mp.mpf(0), 30)


def add(formula, atoms, plus, minus, digits=30, far=()):
    """far has weights at numbers of the lattice."""
    rows.append({"formula": formula, "atoms": [[text(w), text(c)] for w, c in atoms], "plus": text(plus),
                 "minus": text(minus), "digits": digits, "far": [[n, mp.nstr(c, 30)] for n, c in far]})


def weights(f, half, breaks, count=9):
    """By quadrature over half a period."""
    points = [mp.mpf(0), *breaks, half]
    w = pi / half
    return [(n * w, mp.quad(lambda z: f(z) * cos(n * w * z), points) / half * (1 if n == 0 else 2)) for n in range(count)]


def total(a, *progressions):
    """Σ a(n) over n = first, first + step, …, for each."""
    return mp.fsum(mp.nsum(lambda m: a(first + step * int(m)), [0, inf]) for first, step in progressions)


def power(p):  # weights of |sin z|^p at 2m
    def c(m):
        v = (-1) ** m * mp.mpf(2) ** -p * mp.gamma(p + 1) * mp.rgamma(1 + mp.mpf(p) / 2 + m) * mp.rgamma(1 + mp.mpf(p) / 2 - m)
        return v if m == 0 else 2 * v
    return c


# one sign: the sum is the value at 0
f = lambda z: mp.exp(-sin(pi * z))
add("exp(-abs(sin(pi*z)))", weights(f, mp.mpf(1) / 2, []), mp.mpf(1), mp.mpf(0))
# triangle wave: all but the mean are negative
triangle = lambda n: pi / 2 if n == 0 else (-4 / (pi * n * n) if n % 2 else mp.mpf(0))
add("acos(cos(3*z))", [(3 * n, triangle(n)) for n in range(9)], pi / 2, pi / 2, far=[(n, triangle(n)) for n in (201, 5001)])
add("asin(abs(sin(z)))", [(2 * n, triangle(n) / 2) for n in range(9)], pi / 4, pi / 4)


def wrapped(n):  # (2/π) ∫_0^π e^{−z²/2} cos nz dz
    v = mp.sqrt(2 / pi) * mp.re(mp.erf((pi + 1j * n) / mp.sqrt(2))) * mp.exp(-mp.mpf(n) ** 2 / 2)
    return v / 2 if n == 0 else v


# from n = 4 on the sign is that of (−1)^(n+1): the kink at π
minus = wrapped(4) + total(lambda n: wrapped(n), (6, 2))
add("exp(-acos(cos(z))^2/2)", [(n, wrapped(n)) for n in range(9)], 1 - minus, -minus, far=[(n, wrapped(n)) for n in (201, 202, 5000)])
half_wave = lambda m: 2 * (-1) ** (m + 1) / (pi * (4 * m * m - 1))  # at 2m
minus = -total(half_wave, (2, 2))
at = {0: 1 / pi, 1: mp.mpf(1) / 2, **{2 * m: half_wave(m) for m in range(1, 5)}}
add("max(0,cos(z))", [(n, at.get(n, mp.mpf(0))) for n in range(9)], 1 + minus, minus,
    far=[(2 * m, half_wave(m)) for m in (300, 301, 5000)])
c = power(1)
add("abs(sin(z)) + cos(sqrt(2)*z)", [(2 * m, c(m)) for m in range(5)] + [(mp.sqrt(2), mp.mpf(1))], c(0) + 1, c(0))
add("abs(sin(z)) - cos(300*z)/4", [(2 * m, c(m)) for m in range(5)] + [(300, c(150) - mp.mpf(1) / 4)], c(0),
    c(0) + mp.mpf(1) / 4)
c = power(3)
assert [m for m in range(9) if c(m) < 0] == [1] and c(9) > 0  # all others add up to less than that, as |sin 0|³ = 0
add("1-abs(sin(z))^3", [(2 * m, (1 if m == 0 else 0) - c(m)) for m in range(9)], 1 - c(0) - c(1), -c(1) - c(0),
    far=[(m, -c(m)) for m in (300, 301, 5000)])
f = lambda z: min(mp.mpf(1), 2 * sin(z))
a = weights(f, pi / 2, [pi / 6])
add("min(1,2*abs(sin(z)))", a, a[0][1], a[0][1])  # all but the mean are negative

# a kink at an irrational part of the period: a list, with a rest of about 2·10⁻⁵
b = mp.acos(mp.mpf(1) / 3)


def cut(n):
    if n == 0:
        return (sin(b) - b / 3) / pi
    one = b + sin(2 * b) / 2 if n == 1 else sin((n - 1) * b) / (n - 1) + sin((n + 1) * b) / (n + 1)
    return (one - mp.mpf(2) / 3 * sin(n * b) / n) / pi


mp.mp.dps = 20
all_ = [cut(n) for n in range(100000)]
mp.mp.dps = 40
add("max(0,cos(z)-1/3)", [(n, cut(n)) for n in range(9)], mp.fsum(max(x, 0) for x in all_), mp.fsum(max(-x, 0) for x in all_), 5)
print(json.dumps(rows, indent=1))
