"""Atoms of functions of a root of |sin az| or |cos az| on the line, for internal/hankel/waves.

Weights are those of cos(wz): the mean of k(z) for w = 0, twice the mean of k(z) cos(wz) for w > 0, by quadrature in u,
|sin| = u^4 near its zeros. Nothing of krein is asked.
"""
import json
import mpmath as mp

mp.mp.dps = 30
rows = []


def add(formula, phi, w, cosine):
    """k(z) = phi(|sin(wz/2)|), or of the cosine: its frequencies are nw."""
    atoms = []
    for n in range(9):
        # x = wz/2 in (0, pi/2), by halves; sin x = u^4 on the first one
        def near(u):
            s = u ** 4
            x = mp.asin(s)
            return phi(s) * mp.cos(2 * n * x) * 4 * u ** 3 / mp.sqrt(1 - s * s)
        first = mp.quad(near, [0, mp.sin(mp.pi / 4) ** mp.mpf('0.25')])
        rest = mp.quad(lambda x: phi(mp.sin(x)) * mp.cos(2 * n * x), [mp.pi / 4, mp.pi / 2])
        v = (first + rest) / (mp.pi / 2) * (1 if n == 0 else 2)
        atoms.append([mp.nstr(n * w, 20), mp.nstr(-v if cosine and n % 2 else v, 20)])
    rows.append({"formula": formula, "atoms": atoms})


q = mp.mpf
add("abs(sin(z))^(3/2)", lambda s: s ** q(1.5), 2, False)
add("exp(-abs(sin(z))^(3/2))", lambda s: mp.exp(-s ** q(1.5)), 2, False)
add("exp(-abs(cos(3*z))^(3/2))/(2-abs(cos(3*z))^3/40)", lambda s: mp.exp(-s ** q(1.5)) / (2 - s ** 3 / 40), 6, True)
add("(2-2*cos(z))^(3/4)", lambda s: (2 * s) ** q(1.5), 1, False)
add("abs(cos(z))^(5/2) - abs(cos(z))^2/3", lambda s: s ** q(2.5) - s * s / 3, 2, True)
add("sqrt(abs(sin(pi*z)))", lambda s: mp.sqrt(s), 2 * mp.pi, False)

print("[\n" + ",\n".join(json.dumps(r, ensure_ascii=False) for r in rows) + "\n]")
