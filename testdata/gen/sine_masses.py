"""int_0^oo of both parts of (2/pi) int_0^1 r(1-r) sin(wr) dr = (4/pi) S(w), S = sin(w/2)(2 sin(w/2) - w cos(w/2))/w^3: zeros 2 pi k and
tan(w/2) = w/2; the sums over lobes between them by Richardson's extrapolation of partial sums in 1/K."""
from mpmath import mp, mpf, quad, findroot, sin, cos, tan, pi, nstr, richardson

mp.dps = 30
f = lambda w: 4 / pi * sin(w / 2) * (2 * sin(w / 2) - w * cos(w / 2)) / w**3
zero = lambda k: findroot(lambda w: sin(w / 2) - w / 2 * cos(w / 2), (2 * k + 1) * pi - 4 / ((2 * k + 1) * pi))
parts = {}
first = quad(f, [mpf(10) ** -25, pi, 2 * pi])
even, odd = mpf(0), mpf(0)  # lobes (2 pi k, zero k) and (zero k, 2 pi (k+1))
E, O, K = [], [], []
for k in range(1, 1025):
    z = zero(k)
    even += quad(f, [2 * pi * k, z])
    odd += quad(f, [z, 2 * pi * (k + 1)])
    if k & (k - 1) == 0 and k >= 4:
        E.append(even), O.append(odd), K.append(k)
def limit(s):
    s = list(s)
    p = 1
    while len(s) > 1:
        s = [(2**p * b - a) / (2**p - 1) for a, b in zip(s, s[1:])]
        p += 1
    return s[0]
e, o = limit([x for x in E]), limit([x for x in O])
print(nstr(first, 20), nstr(e, 15), nstr(o, 15), nstr(limit(E[:-1]), 15), nstr(limit(O[:-1]), 15))
print("plus", nstr(first + (e if e > 0 else o), 15), "minus", nstr(-(e if e < 0 else o), 15), "difference", nstr(first + e + o, 15), "1/pi =", nstr(1 / pi, 15))
