"""J_nu(x) around the turning point x = nu for orders up to 10^4, where enclosures give up: see ../README.md."""
import json
import random

from mpmath import gamma, mp, mpf, nstr

random.seed(33)


def rows():
    yield 7180.0, 7092.88
    yield 9999.5, 9999.5
    yield 10000.0, 9999.0
    yield 9998.3, 10061.7
    for _ in range(60):
        nu = random.uniform(100, 1e4) if random.random() < .3 else random.uniform(5600, 1e4)
        if random.random() < .3:
            nu = round(2*nu)/2
        width = nu**(1/3)*random.choice([.3, 1, 3, 10, 25])
        yield nu, nu + width*random.uniform(-1, 1)


def value(nu, x, digits):
    """The power series in integers, with bits for what cancels: its terms are below e^x."""
    bits = int(x*1.5 + digits*4)
    (a, b), (m, n) = (x/2).as_integer_ratio(), nu.as_integer_ratio()
    t = s = 1 << bits
    k = 0
    while t or k < x/2:
        k += 1
        t = -t*(a*a*n)//(b*b*k*(k*n + m))
        s += t
        if t == -1:
            break
    mp.dps = digits + 20 + int(mp.log10(mpf(nu) + 1)*2)
    return mpf(s)/mpf(2)**bits*(mpf(x)/2)**mpf(nu)/gamma(mpf(nu) + 1)


out = []
for nu, x in rows():
    v = value(nu, x, 60)
    mp.dps = 80
    assert abs(value(nu, x, 140) - v) <= abs(v)*mpf(10)**-45, (nu, x)
    mp.dps = 50
    out.append([nu.hex(), x.hex(), nstr(v, 40)])
print("[\n" + ",\n".join(json.dumps(r) for r in out) + "\n]")
