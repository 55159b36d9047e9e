"""Rows of known_periodic.json: functions of a period in R^1 and R^d, with the source of each answer.

A function f(|x|) of period T that is continuous and analytic but for powers |x−b|^e, e > 0, has an
absolutely convergent Fourier series (Zygmund, Trigonometric Series, VI.3); its coefficients, which
mpmath computes here up to order 24, say whether it is positive definite (Herglotz): one that is
negative refutes it, and the source says why none is. Nothing of krein is asked.
"""
import json
import mpmath as mp

mp.mp.dps = 20
FM, PD, CP, PO = "finite-mass", "pd", "conditionally-pd", "positive-decomposition"
rows, seen = [], set()
S, C, AC = (lambda x: abs(mp.sin(x))), mp.cos, (lambda x: mp.acos(mp.cos(x)))
pi = mp.pi
CONVEX = "Zygmund, Trigonometric Series (1959), V.1.5: convex on (0,T)"
CHORD = "a positive definite function of R^2 on the circle of chords 2|sin(pi z/T)|"
SERIES = "power series with nonnegative coefficients; Schur"


def row(formula, dim, why, source, **e):
    e = {globals()[k]: v for k, v in e.items()}
    assert (formula, dim) not in seen, (formula, dim)
    seen.add((formula, dim))
    rows.append({"formula": formula, "dim": dim, "expect": {k: e[k] for k in (FM, PD, CP, PO) if k in e},
                 "why": why, "source": source})


def coefficients(f, T, breaks, count=25):
    """Mean of f(z) cos(2 pi n z/T) over (0, T/2), n < count; breaks as parts of T/2."""
    out = []
    for n in range(count):
        cuts = sorted({mp.mpf(b) for b in (0, 1, *breaks)} | {mp.mpf(i) / max(n, 1) for i in range(n)})
        out.append(2 / T * mp.quad(lambda z: f(z) * C(2 * pi * n * z / T), [b * T / 2 for b in cuts]))
    return out


def periodic(formula, f, T, why, breaks=(), known=None):
    """A row in R^1; known is the source of positive definiteness, or None where it fails."""
    a = coefficients(f, T, breaks)
    bad = [n for n, c in enumerate(a) if c < -mp.mpf(10) ** -12]
    high = [n for n in bad if n > 0]
    if known:
        assert not bad, (formula, bad, a[bad[0]])
        row(formula, 1, why, known, FM=True, PD=True, CP=True, PO=True)
        return
    assert bad, formula
    n = (high or bad)[0]
    row(formula, 1, why, "mpmath: the coefficient of order %d of period %s is %s" % (n, mp.nstr(T, 8), mp.nstr(a[n], 8)),
        FM=True, PD=False, **({"CP": False} if high else {"CP": True} if formula in conditional else {}), PO=True)


conditional = {"1-2*abs(sin(z))", "-abs(sin(z))", "acos(cos(z))*(-1)", "exp(-abs(sin(z)))-1/2",
               "2/3-1.1*abs(sin(z))"}  # all but the mean is that of a convex function
# |sin| and its functions
periodic("1-abs(sin(z))", lambda z: 1 - S(z), pi, "1 - 2/pi > 0", known=CONVEX)
periodic("1-1.5*abs(sin(z))", lambda z: 1 - 1.5 * S(z), pi, "1 - 3/pi > 0", known=CONVEX)
periodic("1-1.57*abs(sin(z))", lambda z: 1 - mp.mpf("1.57") * S(z), pi, "1 - 3.14/pi > 0", known=CONVEX)
periodic("1-1.5708*abs(sin(z))", lambda z: 1 - mp.mpf("1.5708") * S(z), pi, "1 - 3.1416/pi < 0")
periodic("1-2*abs(sin(z))", lambda z: 1 - 2 * S(z), pi, "1 - 4/pi < 0")
periodic("-abs(sin(z))", lambda z: -S(z), pi, "mean -2/pi")
periodic("2/3-1.1*abs(sin(z))", lambda z: mp.mpf(2) / 3 - 1.1 * S(z), pi, "2/3 - 2.2/pi < 0")
row("2/pi-abs(sin(z))", 1, "the mean is 0", CONVEX, FM=True, PD=True, CP=True, PO=True)
periodic("exp(-abs(sin(z)))-1/2", lambda z: mp.exp(-S(z)) - .5, pi, "mean .04", known=CONVEX)
periodic("exp(-abs(sin(3*z/2)))", lambda z: mp.exp(-S(1.5 * z)), 2 * pi / 3, "convex", known=CONVEX)
periodic("exp(-abs(sin(z))^(1/2))", lambda z: mp.exp(-mp.sqrt(S(z))), pi, "convex", known=CHORD)
periodic("1-abs(sin(z))^(1/2)", lambda z: 1 - mp.sqrt(S(z)), pi, "convex", known=CONVEX)
periodic("exp(-2*abs(sin(pi*z))^(3/2))", lambda z: mp.exp(-2 * S(pi * z) ** 1.5), mp.mpf(1), "powered exponential of the chord", known=CHORD)
periodic("exp(-abs(sin(z))^3)", lambda z: mp.exp(-S(z) ** 3), pi, "cusp of order 3")
periodic("(1+2*abs(sin(z/2)))*exp(-2*abs(sin(z/2)))", lambda z: (1 + 2 * S(z / 2)) * mp.exp(-2 * S(z / 2)), 2 * pi,
         "periodic Matern 3/2", known=CHORD)
periodic("(1+sqrt(5)*abs(sin(pi*z))+5/3*sin(pi*z)^2)*exp(-sqrt(5)*abs(sin(pi*z)))",
         lambda z: (1 + mp.sqrt(5) * S(pi * z) + mp.mpf(5) / 3 * S(pi * z) ** 2) * mp.exp(-mp.sqrt(5) * S(pi * z)), mp.mpf(1),
         "periodic Matern 5/2", known=CHORD)
periodic("1/(1+abs(sin(z)))", lambda z: 1 / (1 + S(z)), pi, "convex; 1/(1+z) in R^2", known=CHORD)
periodic("exp(abs(sin(z)))", lambda z: mp.exp(S(z)), pi, "larger than at 0")
periodic("exp(1-abs(sin(z)))", lambda z: mp.exp(1 - S(z)), pi, "series", known=CONVEX)
periodic("(1-abs(sin(z)))^3", lambda z: (1 - S(z)) ** 3, pi, "power", known=SERIES)
periodic("1/(2-(1-abs(sin(z))))", lambda z: 1 / (1 + S(z)), pi, "series", known=SERIES)
periodic("exp(-abs(sin(z)))*cos(3*z)", lambda z: mp.exp(-S(z)) * C(3 * z), 2 * pi, "product", breaks=(mp.mpf(1),), known=SERIES)
periodic("exp(-abs(sin(z)))+cos(2*z)/2", lambda z: mp.exp(-S(z)) + C(2 * z) / 2, pi, "sum", known=SERIES)
periodic("exp(-abs(sin(z)))-cos(4*z)/5", lambda z: mp.exp(-S(z)) - C(4 * z) / 5, pi, "coefficient of cos 4z")
periodic("exp(-sqrt(2-2*cos(z))/3)", lambda z: mp.exp(-2 * S(z / 2) / 3), 2 * pi, "exponential of the chord", known=CHORD)
periodic("1-sin(z)^2-abs(sin(z))/9", lambda z: 1 - S(z) ** 2 - S(z) / 9, pi, "1/2 + cos(2z)/2 - |sin z|/9", known=CONVEX + "; sum")
periodic("abs(sin(z))^(5/2)", lambda z: S(z) ** 2.5, pi, "0 at 0")
periodic("1-abs(sin(z))^3", lambda z: 1 - S(z) ** 3, pi, "coefficient of cos 4z: 1/((4n^2-1)(4n^2-9))")
# |cos|, maxima, roots
periodic("abs(cos(3*z))", lambda z: abs(C(3 * z)), pi / 3, "coefficients alternate", breaks=(.5,))
periodic("abs(cos(z))^(1/2)", lambda z: mp.sqrt(abs(C(z))), pi, "coefficients alternate", breaks=(.5,))
periodic("max(0,cos(z))^2", lambda z: max(0, C(z)) ** 2, 2 * pi, "cusp of order 2 at pi/2", breaks=(.5,))
periodic("max(cos(z),1/2)", lambda z: max(C(z), .5), 2 * pi, "coefficients sin-like", breaks=(mp.mpf(1) / 3,))
periodic("max(cos(z),sin(z)^2)", lambda z: max(C(z), mp.sin(z) ** 2), 2 * pi, "two pieces", breaks=(mp.acos((mp.sqrt(5) - 1) / 2) / pi,))
periodic("abs(cos(z)-1/2)", lambda z: abs(C(z) - .5), 2 * pi, "larger at pi", breaks=(mp.mpf(1) / 3,))
periodic("exp(-abs(cos(z)))", lambda z: mp.exp(-abs(C(z))), pi, "larger at pi/2", breaks=(.5,))
periodic("cos(z)+2*abs(cos(z))", lambda z: C(z) + 2 * abs(C(z)), 2 * pi, "coefficient of cos 4z", breaks=(.5,))
periodic("cos(z)*abs(cos(z))", lambda z: C(z) * abs(C(z)), 2 * pi, "coefficient of cos 5z", breaks=(.5,))
periodic("sqrt(1-cos(z))", lambda z: mp.sqrt(1 - C(z)), 2 * pi, "0 at 0")
# triangle waves
periodic("1-acos(cos(2*z))/pi", lambda z: 1 - AC(2 * z) / pi, pi, "triangle wave", known=CONVEX)
periodic("(1-acos(cos(z))/pi)^2", lambda z: (1 - AC(z) / pi) ** 2, 2 * pi, "square", known=SERIES)
periodic("exp(-acos(cos(z)))", lambda z: mp.exp(-AC(z)), 2 * pi, "exponential of the arc", known=CONVEX)
periodic("1-4*acos(cos(z))/5", lambda z: 1 - mp.mpf(4) / 5 * AC(z), 2 * pi, "mean 1 - .4 pi < 0")
periodic("asin(cos(z))", lambda z: mp.asin(C(z)), 2 * pi, "triangle wave of mean 0", known=CONVEX)
periodic("abs(asin(sin(z)))", lambda z: abs(mp.asin(mp.sin(z))), pi, "0 at 0")
# nuggets, values of their own, jumps
row("z==0 ? 2 : exp(-abs(sin(z)))", 1, "nugget", CONVEX, FM=False, PD=True, CP=True, PO=True)
row("exp(-abs(sin(z)))+(z==0 ? 1/2 : 0)", 1, "nugget", CONVEX, FM=False, PD=True, CP=True, PO=True)
row("z==1 ? 0 : exp(-abs(sin(z)))", 1, "a value of its own at 1", "a positive definite function continuous at 0 is continuous", FM=False, PD=False)
row("sin(z)==0 ? 3 : exp(-abs(sin(z)))", 1, "1 where x - y is in pi Z, positive definite, is added twice", "sum", FM=False, PD=True, PO=True)
row("cos(z)>0 ? 1 : 0", 1, "square wave", "Rudin: continuity", FM=False, PD=False, CP=False)
row("cos(z)>=0 ? 1 : -1", 1, "square wave", "Rudin: continuity", FM=False, PD=False, CP=False)
periodic("exp(-abs(sin(pi*z/sqrt(2))))", lambda z: mp.exp(-S(pi * z / mp.sqrt(2))), mp.sqrt(2), "irrational period", known=CONVEX)
periodic("1-abs(sin((sqrt(8)-sqrt(2))*z))", lambda z: 1 - S(mp.sqrt(2) * z), pi / mp.sqrt(2), "a constant respelled", known=CONVEX)
# products and sums with others
row("exp(-abs(sin(z)))*exp(-z^2/50)", 1, "locally periodic", SERIES, FM=True, PD=True, CP=True, PO=True)
row("(1-abs(sin(pi*z)))*exp(-z)", 1, "product", SERIES, FM=True, PD=True, CP=True, PO=True)
row("abs(cos(z))+exp(-z)", 1, "finite mass, and an atom of mass -2/(15 pi) at 4", "Wiener: atoms", FM=True, PD=False, CP=False, PO=True)
row("abs(sin(z))+abs(sin(sqrt(2)*z))", 1, "sum; 0 at 0", "|k(z)| <= k(0)", FM=True, PD=False, CP=False, PO=True)
row("exp(-abs(sin(z))-abs(sin(sqrt(2)*z)))", 1, "product", SERIES, FM=True, PD=True, CP=True, PO=True)
row("cos(z)^2+sin(z)^2", 1, "1", "identity", FM=True, PD=True, CP=True, PO=True)
row("abs(cos(z)^2+sin(z)^2)-abs(sin(z))", 1, "1 - |sin z|", CONVEX, FM=True, PD=True, CP=True, PO=True)
row("abs(sin(z))+abs(sin(z+10^(-30)*z))", 1, "two periods; 0 at 0", "|k(z)| <= k(0)", FM=True, PD=False, CP=False, PO=True)
# higher dimensions: nothing periodic but a constant is the transform of a finite measure, and a
# singularity of exponent e <= (d-1)/2 refutes all decompositions, larger ones none
for d in (2, 3, 5):
    row("abs(cos(z))", d, "exponent 1 at pi/2", "Rudin 1.3.3 and singularities", **{"FM": False, "PD": False, "CP": False, "PO": d < 3}) \
        if d != 3 else row("abs(cos(z))^1", d, "exponent 1 at pi/2", "Rudin 1.3.3 and singularities", FM=False, PD=False, CP=False, PO=False)
    row("exp(-abs(sin(z)))", d, "exponent 1 at pi", "Rudin 1.3.3 and singularities", FM=False, PD=False, CP=False, PO=d < 3)
    row("1-acos(cos(z))/pi", d, "exponent 1 at pi", "Rudin 1.3.3 and singularities", FM=False, PD=False, CP=False, PO=d < 3)
    row("max(0,cos(2*z))^2", d, "exponent 2 at pi/4", "Rudin 1.3.3 and singularities", FM=False, PD=False, CP=False, PO=d < 5)
row("exp(-z)*abs(sin(z))", 3, "exponent 1 at pi", "singularities", FM=False, PD=False, CP=False, PO=False)
row("exp(-z)*abs(cos(z))", 1, "product of finite measures; k'(0+) < 0 but k(z) = 0 at pi/2: see coefficients", "product", FM=True, PO=True)

about = ("Known answers for functions of a period, each with its source; made by gen/known_periodic.py. "
         "The format is that of known.json; expect may hold any claim.")
print('{"about": %s,\n"rows": [\n%s\n]}' % (json.dumps(about), ",\n".join(json.dumps(r) for r in rows)))
