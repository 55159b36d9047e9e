"""Reference values for the ball layer of package special: testdata/special_ball.json.

Inputs are hexadecimal floats (exact); values have 100 significant digits. Each value is computed twice, at
120 and at 160 digits (mpmath raises its working precision by the cancellation it meets); the two must agree to 105 digits.
"""
import json
from mpmath import mp, mpf, besselj, besseli, besselk, gamma, hyp0f1, hyp1f1, hyp2f1, \
    hyp1f2, besseljzero, power, nstr, ldexp, zeta

DIGITS = 100


def both(f, *args):
    out = []
    for dps in (120, 160):
        mp.dps = dps
        out.append(f(*[mpf(a) for a in args]))
    d = abs(out[0] - out[1])
    assert d <= abs(out[1]) * mpf(10) ** -105 or out[1] == 0, (f, args, d)
    mp.dps = DIGITS + 5
    return nstr(out[1], DIGITS, strip_zeros=False, min_fixed=0, max_fixed=0)


def lam(d, x):
    if x > 2000:  # hyp0f1 of mpmath does not converge there in reasonable time
        nu = d / 2 - 1
        return gamma(nu + 1) * power(2 / x, nu) * besselj(nu, x)
    return hyp0f1(d / 2, -x * x / 4)


rows = []


def add(name, f, *args):
    rows.append([name, [float(a).hex() for a in args], both(f, *args)])


def main():
    orders = [-0.5, -0.25, 0, 0.5, 1, 2.5, 7, 0.3, 7.8125, 31.5, 391, 391.5, 1000]
    xs = [2.0 ** -20, 0.7, 12.3, 31.25, 150.1, 1000.5, 10000.25, 100000.0]
    for nu in orders:
        for x in xs:
            add('J', besselj, nu, x)
    # next to zeros: the doubles around j_{nu,k}
    mp.dps = 40
    for nu, k in [(0, 1), (0, 100), (1, 3), (7, 2), (2.5, 40), (31.5, 5), (391.5, 1)]:
        z = float(besseljzero(nu, k))
        add('J', besselj, nu, z)
        add('Lambda', lam, 2 * nu + 2, z)
    for d in [1, 2, 3, 4.5, 16, 65, 784, 785, 1000]:
        for x in [0.125, 5.5, 40.7, 391.9, 3000.25, 100000.0]:
            add('Lambda', lam, d, x)
    for x in [2.0 ** -30, 0.3, 0.5, 1.4616321449683622, 2, 3.7, 17, 30.5, 200.25, 391.5, 392.5, 1e4, 100000.5, -0.5, -3.25, -100.125, -2.0000001]:
        add('Gamma', gamma, x)
    for q, d, x in [(2, 3, 10), (5, 3, 50.5), (16, 16, 12.3), (1, 2, 300.1), (392.5, 391, 400), (783, 784, 1000.5), (6, 9, 1000.25),
                    (0.625, 2.25, 30), (2.5, 16, 2000), (5.25, 5, 100000), (17, 16, 10000.5), (392, 391, 100000.25), (1, 1, 31250.25),
                    (8.5, 8, 65536), (5, 1, 20000), (3.5, 2, 0.001), (40, 3, 35)]:
        add('LambdaMean', lambda q, d, x: hyp1f2(q / 2, d / 2, q / 2 + 1, -x * x / 4), q, d, x)
    for a, b, x in [(1, 2, 3), (0.5, 1.5, -20), (7, 2.5, -60.5), (-3, 0.5, 12), (391.5, 400, -150), (2, 391.5, 1000)]:
        add('Hyp1F1', hyp1f1, a, b, x)
    for nu in [0, 0.5, 1, 3, 0.3, 7.8125, 31.5, 391.5]:
        for x in [2.0 ** -10, 0.7, 12.3, 150.1, 3000.5]:
            add('I', besseli, nu, x)
            add('K', besselk, nu, x)
    with open('testdata/special_ball.json', 'w') as f:
        f.write('[\n' + ',\n'.join(json.dumps(r) for r in rows) + '\n]\n')


main()
