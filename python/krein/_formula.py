"""Formulas in the distance z (docs/formulas.md), read into trees of tuples:

    ("num", q)  ("pi",)  ("z",)  ("add", a, b)  ("mul", a, b)  ("div", a, b)  ("neg", a)  ("pow", a, b)
    ("call", name, a, …)  ("if", condition, a, b)  ("cmp", op, a, b)  ("and", c, d)  ("or", c, d)  ("not", c)

Functions that have a definition in others are written out; what is left in calls is in PRIMITIVE.
"""

import re
from fractions import Fraction
from functools import lru_cache


class FormulaError(ValueError):
    """A formula that is not read, with the reason."""


PRIMITIVE = {"abs": 1, "exp": 1, "log": 1, "sin": 1, "cos": 1, "asin": 1, "acos": 1, "atan": 1, "erf": 1, "erfc": 1, "gamma": 1, "sinh": 1, "cosh": 1, "tanh": 1,
             "min": -1, "max": -1, "besselj": 2, "besseli": 2, "besselk": 2}

# Functions as formulas in their arguments a and b. expm1, log1p and the like are what they say: here nothing rounds.
DEFINED = {
    "sqrt": "a^(1/2)", "ln": "log(a)", "arcsin": "asin(a)", "arccos": "acos(a)", "arctan": "atan(a)", "tan": "sin(a)/cos(a)",
    "square": "a^2",
    "cbrt": "a^(1/3)", "exp2": "exp(a*log(2))", "expm1": "exp(a)-1", "log1p": "log(1+a)", "log2": "log(a)/log(2)",
    "log10": "log(a)/log(10)", "sec": "1/cos(a)", "csc": "1/sin(a)", "cot": "cos(a)/sin(a)", "sech": "1/cosh(a)",
    "csch": "1/sinh(a)", "coth": "1/tanh(a)", "asinh": "log(a+(a^2+1)^(1/2))",
    "acosh": "log(a+(a^2-1)^(1/2))", "atanh": "log((1+a)/(1-a))/2", "relu": "max(0,a)", "softplus": "log(1+exp(a))",
    "logistic": "1/(1+exp(-a))", "sign": "a > 0 ? 1 : (a < 0 ? -1 : 0)", "step": "a >= 0 ? 1 : 0", "heaviside": "a >= 0 ? 1 : 0",
    "pow": "a^b", "hypot": "(a^2+b^2)^(1/2)", "jv": "besselj(a,b)", "iv": "besseli(a,b)", "kv": "besselk(a,b)"}

# Hyperbolic functions stay in the tree, as some rules are about them, and are exponentials for everybody else.
HYPERBOLIC = {"sinh": "(exp(a)-exp(-a))/2", "cosh": "(exp(a)+exp(-a))/2", "tanh": "(1-exp(-2*a))/(1+exp(-2*a))"}

# The named kernels whose formulas `krein kernels` prints: parameters, defaults, formula.
CATALOGUE = {
    "askey": ("l R=1", "z < R ? (1 - z/R)^l : 0"), "bochner_riesz": ("alpha R=1", "z < R ? (1 - z^2/R^2)^alpha : 0"),
    "circular": ("R=1", "z < R ? 2/pi*(acos(z/R) - z/R*sqrt(1 - (z/R)^2)) : 0"),
    "cubic": ("R=1", "z < R ? 1 - 7*(z/R)^2 + 35/4*(z/R)^3 - 7/2*(z/R)^5 + 3/4*(z/R)^7 : 0"),
    "gneiting": ("R=1", "z < R ? (1 - z/R)^8*(1 + 8*(z/R) + 25*(z/R)^2 + 32*(z/R)^3) : 0"),
    "missing_wendland": ("R=1", "z == 0 ? 1 : (z < R ? 3*(z/R)^2*log(z/(R + sqrt(R^2 - z^2))) + (2*(z/R)^2 + 1)*sqrt(1 - (z/R)^2) : 0)"),
    "pentaspherical": ("R=1", "z < R ? 1 - 15/8*(z/R) + 5/4*(z/R)^3 - 3/8*(z/R)^5 : 0"),
    "spherical": ("R=1", "z < R ? 1 - 3/2*(z/R) + 1/2*(z/R)^3 : 0"), "triangle": ("R=1", "z < R ? 1 - z/R : 0"),
    "arccos2": ("", "(3*(1 - z^2/2)*z*sqrt(4 - z^2)/2 + 2*acos(z/2)*(1 + 2*(1 - z^2/2)^2))/(3*pi)"),
    "geodesic_gaussian": ("tau", "exp(-(2*asin(z/2))^2/(2*tau^2))"), "geodesic_laplace": ("l", "exp(-2*asin(z/2)/l)"),
    "polynomial": ("q p", "(q + u)^p"), "sigmoid": ("a=1 b=0", "tanh(a*u + b)"), "spherical_polynomial": ("a p", "(1 - z^2/a^2)^p"),
    "cauchy": ("beta=2 decay=2 l=1", "(1 + (z/l)^beta)^(-decay/beta)"), "constant": ("c=1", "c"),
    "gaussian": ("tau", "exp(-z^2/(2*tau^2))"), "inverse_multiquadric": ("c=1 beta=1/2", "(1 + z^2/c^2)^(-beta)"),
    "laplace": ("l", "exp(-z/l)"), "powered_exponential": ("alpha l=1", "exp(-(z/l)^alpha)"),
    "matern": ("nu l=1", "z == 0 ? 1 : 2^(1-nu)/gamma(nu)*(sqrt(2*nu)*z/l)^nu*besselk(nu, sqrt(2*nu)*z/l)"),
    "rational_quadratic": ("alpha l=1", "(1 + z^2/(2*alpha*l^2))^(-alpha)"), "logarithmic": ("beta=2", "-log(1 + z^beta)"),
    "multiquadric": ("c=1", "-sqrt(c^2 + z^2)"), "power": ("beta", "-z^beta"), "thin_plate": ("l=1", "z == 0 ? 0 : (z/l)^2*log(z/l)"),
    "bessel": ("n l=1", "z == 0 ? 1 : gamma(n/2)*(2*l/z)^(n/2 - 1)*besselj(n/2 - 1, z/l)"),
    "damped_cosine": ("l omega", "exp(-z/l)*cos(omega*z)"), "wave": ("l=1", "z == 0 ? 1 : sin(z/l)/(z/l)"),
    "delta_gaussian": ("t1 t2 a1=1 a2=-1", "a1*exp(-z^2/(2*t1^2)) + a2*exp(-z^2/(2*t2^2))")}
# arccos0, arccos1 and ntk of depth 1; deeper ones apply the first to themselves.
SPHERE = {"arccos2", "polynomial", "sigmoid", "spherical_polynomial", "geodesic_gaussian", "geodesic_laplace", "arccos0", "arccos1", "ntk"}
KAPPA0, KAPPA1 = "1-acos(a)/pi", "((1-a^2)^(1/2)+a*(pi-acos(a)))/pi"

SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
SPELLING = [("**", "^"), ("−", "-"), ("·", "*"), ("×", "*"), ("≤", "<="), ("≥", ">="), ("≠", "!="), ("₊", "_+"), ("θ", "theta"), ("π", "pi")]
TOKEN = re.compile(r"\s*(?:(0[xXbBoO][0-9a-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d+)(?:[eE][+-]?\d+)?)|([A-Za-z][A-Za-z_0-9]*)|([⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)"
                   r"|(_\+|<=|>=|==|!=|&&|\|\||[-+*/^()<>!?:,;=√]))")


def num(q):
    return ("num", Fraction(q))


Z = ("z",)
U = ("add", num(1), ("neg", ("div", ("pow", Z, num(2)), num(2))))


def substitute(t, part, by):
    """Returns the tree with every occurrence of a part replaced."""
    if t == part:
        return by
    return tuple(substitute(x, part, by) if isinstance(x, tuple) else x for x in t)


def contains(t, part):
    return t == part or any(isinstance(x, tuple) and contains(x, part) for x in t)


class _Parser:
    def __init__(self, text, names):
        for a, b in SPELLING:
            text = text.replace(a, b)
        self.tokens, at = [], 0
        text = text.rstrip()
        while at < len(text):
            m = TOKEN.match(text, at)
            if not m:
                raise FormulaError(f"column {at + 1}: {text[at:at + 10]!r} is not understood")
            kind = next(i for i in range(1, 5) if m.group(i) is not None)
            self.tokens.append((kind, m.group(kind)))
            at = m.end()
        self.at, self.names, self.sphere = 0, dict(names), False

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead][1] if self.at + ahead < len(self.tokens) else ""

    def take(self, *wanted):
        if self.peek() in wanted:
            self.at += 1
            return self.tokens[self.at - 1][1]
        return ""

    def need(self, token):
        if not self.take(token):
            raise FormulaError(f"{token!r} is missing before {self.peek() or 'the end'!r}")

    def formula(self):
        while self.take("let"):
            name = self.peek()
            self.at += 1
            self.need("=")
            self.names[name] = self.choice()
            self.need(";")
        t = self.choice()
        if self.peek():
            raise FormulaError(f"{self.peek()!r} is unexpected")
        return t

    def choice(self):
        c = self.either()
        if not self.take("?"):
            return c
        a = self.choice()
        self.need(":")
        return ("if", c, a, self.choice())

    def either(self):
        c = self.both()
        while self.take("||", "or"):
            c = ("or", c, self.both())
        return c

    def both(self):
        c = self.compare()
        while self.take("&&", "and"):
            c = ("and", c, self.compare())
        return c

    def compare(self):
        if self.peek() in ("!", "not"):
            self.at += 1
            return ("not", self.compare())
        a = self.sum()
        op = self.take("<", "<=", ">", ">=", "==", "!=")
        return ("cmp", op, a, self.sum()) if op else a

    def sum(self):
        a = self.product()
        while True:
            op = self.take("+", "-")
            if not op:
                return a
            b = self.product()
            a = ("add", a, b if op == "+" else ("neg", b))

    def product(self):
        a = self.signed()
        while True:
            op = self.take("*", "/")
            if not op:
                return a
            a = ("mul" if op == "*" else "div", a, self.signed())

    def signed(self):
        if self.take("-"):
            return ("neg", self.signed())
        if self.take("+"):
            return self.signed()
        return self.power()

    def power(self):
        a = self.atom()
        if self.at < len(self.tokens) and self.tokens[self.at][0] == 3:
            a = ("pow", a, num(int(self.peek().translate(SUPERSCRIPTS))))
            self.at += 1
        if self.take("^"):
            return ("pow", a, self.signed())
        return a

    def atom(self):
        if self.at >= len(self.tokens):
            raise FormulaError("the formula ends too early")
        kind, text = self.tokens[self.at]
        self.at += 1
        if kind == 1:
            text = text.replace("_", "")
            return num(int(text, 0)) if text[:2].lower() in ("0x", "0b", "0o") else num(text)
        if text == "√":
            return ("pow", self.atom(), num(Fraction(1, 2)))
        if text == "(":
            t = self.choice()
            self.need(")")
            after = self.peek(1)
            if self.take("_+") or (self.peek() == "+" and after in ("", ")", "*", "/", "^", ",") and self.take("+")):
                t = ("call", "max", num(0), t)
            return t
        if kind != 2:
            raise FormulaError(f"{text!r} is unexpected")
        return self.name(text)

    def name(self, name):
        args = []
        if self.take("("):
            while not self.take(")"):
                args.append(self.choice())
                self.take(",")
        elif name in self.names:
            return self.names[name]
        elif name in ("z", "pi"):
            return (name,)
        elif name == "e":
            return ("call", "exp", num(1))
        elif name in ("u", "theta"):
            self.sphere = True
            return U if name == "u" else ("call", "acos", U)
        if name in DEFINED and args:
            return self.define(DEFINED[name], dict(zip("ab", args)))
        if name == "sigmoid" and len(args) == 1 and contains(args[0], Z):
            return self.define(DEFINED["logistic"], {"a": args[0]})
        if re.fullmatch(r"[JIK]_?[01]", name):
            return ("call", {"J": "besselj", "I": "besseli", "K": "besselk"}[name[0]], num(int(name[-1])), args[0])
        if name in PRIMITIVE and (PRIMITIVE[name] == len(args) or PRIMITIVE[name] < 0 and len(args) > 1):
            return ("call", name, *args)
        return self.catalogue(name, args)

    def define(self, formula, names):
        p = _Parser(formula, names)
        t = p.choice()
        self.sphere |= p.sphere
        return t

    def catalogue(self, name, args):
        self.sphere |= name in SPHERE
        if name in ("arccos0", "arccos1", "ntk"):
            depth = args[0] if args else num(1)
            if depth[0] != "num" or not 1 <= depth[1] <= 8:
                raise FormulaError(f"{name}: the depth is not understood")
            u = kernel = U
            for _ in range(int(depth[1])):
                step = self.define(KAPPA1, {"a": u})
                kernel = ("add", ("mul", kernel, self.define(KAPPA0, {"a": u})), step)
                u = self.define(KAPPA0, {"a": u}) if name == "arccos0" else step
            return kernel if name == "ntk" else u
        if name not in CATALOGUE:
            raise FormulaError(f"{name!r} is not known to this checker")
        parameters, formula = CATALOGUE[name]
        names = {}
        for i, p in enumerate(parameters.split()):
            p, _, default = p.partition("=")
            if i >= len(args) and not default:
                raise FormulaError(f"{name}: the parameter {p} is missing")
            names[p] = args[i] if i < len(args) else self.define(default, {})
        return self.define(formula, names)


def parse(text, names=None):
    """Returns the tree of a formula and whether it is one of the sphere, which is zero beyond 2."""
    try:
        p = _Parser(text, names or {})
        return p.formula(), p.sphere
    except (IndexError, KeyError, RecursionError) as e:
        raise FormulaError(f"{text[:60]!r} is not read: {e}") from e


@lru_cache(10000)
def exponentials(t):
    """A call of a hyperbolic function, written out."""
    return parse(HYPERBOLIC[t[1]], {"a": t[2]})[0]
