"""known_conditional.json: kernels that grow like a power, or vanish like one, and what their Fourier transform on
R^d minus the origin says of conditional positive definiteness. The transform is computed here along the ray
arg z = pi/6, on which nothing oscillates; a row that is false has a frequency at which it is negative."""

import json

import numpy as np
from scipy.special import erf, hankel1, jv

X, W = np.polynomial.legendre.leggauss(60)
ENV = {"exp": np.exp, "log": np.log, "sqrt": np.sqrt, "sin": np.sin, "cos": np.cos, "atan": np.arctan, "erf": erf}


def quad(f, ends):
    return sum((b - a) / 2 * np.sum(W * f(a + (b - a) * (X + 1) / 2)) for a, b in zip(ends, ends[1:]))


def density(formula, d, w):
    """A positive multiple of the transform of first (z < 1) and then last, at w, relative to the size of what is added up."""
    first, last = formula if isinstance(formula, tuple) else (None, formula)
    f = [eval("lambda z: z*0 + " + e.replace("^", "**").replace("exp(-z)*cos(z)", "(exp((-1+1j)*z)+exp((-1-1j)*z))/2"), dict(ENV)) for e in (last, first or last)]
    nu, ray = d / 2 - 1, np.exp(1j * np.pi / 6)
    ends = np.concatenate([[0], 2.0 ** np.arange(-40, 8)]) / w
    part = lambda y: np.real(f[0](ray * y) * (ray * y) ** (d / 2) * hankel1(nu, w * ray * y) * ray)
    whole, size = quad(part, ends), quad(lambda y: abs(part(y)), ends)
    if first:
        inner = lambda z: (f[1](z) - f[0](z)) * z ** (d / 2) * jv(nu, w * z)
        ends = np.linspace(0, 1, 4 + int(w / 10))
        whole, size = whole + quad(inner, ends), size + quad(lambda z: abs(inner(z)), ends)
    return whole / size


def least(formula, d):
    """A frequency with a transform that is certainly negative, or None."""
    for i in range(-16, 33):
        w = 10 ** (i / 16)
        v = density(formula, d, w)
        if not np.isfinite(v):
            raise SystemExit("%s in R^%d at %s" % (formula, d, w))
        if v < -1e-9:
            return w, v
    return None


ROWS = [  # formula, dimensions that hold, dimensions that do not
    ("-z-exp(-z)/2", (1, 2, 3), ()),
    ("-z-2*exp(-z)", (), (1, 2, 3)),
    ("-sqrt(z)-exp(-z)/2", (2, 3), ()),
    ("-sqrt(z)-3*exp(-z^2)", (), (2,)),
    ("-z^(3/2)-exp(-z^2)/100", (1, 2), ()),
    ("-z-exp(-z^2)", (), (2, 3)),
    ("-z-exp(-z^2)/10", (1, 2, 3), ()),
    ("z^3-exp(-z^2)/100", (1, 3), ()),
    ("z^3-exp(-2*z)", (), (3,)),
    ("z^3-60*exp(-2*z)", (), (3,)),
    ("z^3-10*z-exp(-z)", (1, 2), ()),
    ("z^3/100-z-exp(-z^2)/10+7*z^2", (1, 2), ()),
    ("z^2*log(z)-exp(-z^2)/100", (2, 3), ()),
    ("z^2*log(z)-10*exp(-z^2)", (), (2,)),
    ("z^2*log(z)-log(1+z^2)", (2, 3), ()),
    ("-z^4*log(z)-exp(-z)", (), (3,)),
    ("-log(1+z^2)-exp(-z^2)/10", (2, 3), ()),
    ("-log(1+z^2)-exp(-z^2)", (), (2,)),
    ("log(1+z^2)-2*log(4+z^2)", (), (3,)),
    ("-log(1+z^2)+log(4+z^2)/2", (1, 2), ()),
    ("-sqrt(1+z^2)-exp(-z^2)/10", (1, 2), ()),
    ("-sqrt(1+z^2)-10*exp(-z^2)", (), (2,)),
    ("sqrt(1+z^2)-sqrt(1+4*z^2)", (2, 3), ()),
    ("sqrt(1+4*z^2)-2*sqrt(1+z^2)", (), (2,)),
    ("(1+z^2)^(3/2)-exp(-z)/10", (), (2, 3)),
    ("(1+z^2)^(3/2)-z", (2, 3), ()),
    ("-z-2/(1+z^2)", (), (2,)),
    ("-z-1/(1+z^2)", (2,), ()),
    ("-z-1/(1+z^2)/5", (1, 2), ()),
    ("-z-exp(-z)*cos(z)/3", (1, 2), ()),
    ("-z-4*exp(-z)*cos(z)", (), (1,)),
    ("-log(1+z^4)", (), (1, 2, 3)),
    ("-atan(z^2)", (), (1, 2, 3)),
    ("-log(1+z^2)^2", (), (1, 3)),
    ("-log(1+z^2+z^4)", (), (1, 3)),
    (("-z^2", "1-2*z"), (), (1, 2, 3)),
    (("-1", "-z"), (), (1, 3)),
    (("-z-(1-z)^2/20", "-z"), (1,), ()),
    (("-z-(1-z)^2", "-z"), (), (3,)),
]


def main():
    rows = []
    for formula, holds, fails in ROWS:
        text = formula if isinstance(formula, str) else "z < 1 ? %s : %s" % formula
        for d in holds + fails:
            low = least(formula, d)
            if (low is None) != (d in holds):
                raise SystemExit("%s in R^%d: %s" % (text, d, low))
            why = "the Fourier transform is positive on the frequencies 0.1 to 100, and by its leading terms beyond"
            if low:
                why = "the Fourier transform is negative, %s of what is added up, at %s" % ("%.5g" % low[1], "%.5g" % low[0])
            rows.append({"formula": text, "dim": d, "expect": {"conditionally-pd": d in holds}, "why": why, "source": "numerical quadrature in scipy"})
    print('{\n"about": "Kernels that grow like a power: the sign of their Fourier transform on R^d minus the origin.",\n"rows": [')
    print(",\n".join(json.dumps(r) for r in rows))
    print("]\n}")


main()
