"""Formulas evaluated with NumPy: activation functions of maps (docs/map-files.md), in t, and kernels of landmarks, in z."""

import math
import re
from fractions import Fraction

import numpy as np

from ._formula import FormulaError, _Parser, parse, substitute

_MOST = 20000  # characters of a formula
_WORDS = re.compile(r"(?: *(?:[0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?|[a-z][a-z0-9]*|<=|>=|==|!=|&&|\|\||[-+*/^<>!?:,()]))* *")


def _each(f):
    """Return f of a number as a function of arrays; NaN where it is undefined, and infinite where it overflows."""

    def one(x):
        try:
            return f(x)
        except ValueError:
            return math.nan
        except OverflowError:
            return math.inf

    return lambda x: np.asarray(np.frompyfunc(one, 1, 1)(x), dtype=np.float64)


def _logistic(x):
    e = np.exp(-np.abs(x))
    return np.where(x < 0, e, 1.0) / (1 + e)


ONE = {"abs": np.abs, "exp": np.exp, "log": np.log, "sqrt": np.sqrt, "sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin,
       "acos": np.arccos, "atan": np.arctan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "erf": _each(math.erf),
       "erfc": _each(math.erfc), "gamma": _each(math.gamma), "expm1": np.expm1, "log1p": np.log1p,
       "softplus": lambda x: np.logaddexp(0.0, x), "logistic": _logistic,
       "sech": lambda x: (lambda e: 2 * e / (1 + e * e))(np.exp(-np.abs(x))),
       "csch": lambda x: 1 / np.sinh(x), "asinh": np.arcsinh, "acosh": np.arccosh, "atanh": np.arctanh}


def _bessel(name):
    """Return a Bessel function of SciPy; K of half an odd number, in the kernels of Matérn, needs none."""

    def function(order, x):
        twice = 2 * float(np.max(order))
        if name == "kv" and twice == round(twice) and round(twice) % 2 and np.ndim(order) == 0 and abs(twice) <= 41:
            n, total, term = int(abs(twice)) // 2, 1.0, 1.0
            for k in range(1, n + 1):
                term = term * (n + k) * (n - k + 1) / (2 * k * x)
                total = total + term
            return np.sqrt(np.pi / (2 * x)) * np.exp(-x) * total
        try:
            import scipy.special
        except ImportError:
            raise FormulaError("Bessel functions need SciPy, which is not installed") from None
        return getattr(scipy.special, name)(order, x)

    return function


BESSEL = {"besselj": _bessel("jv"), "besseli": _bessel("iv"), "besselk": _bessel("kv")}
TWO = {"min": np.minimum, "max": np.maximum, "hypot": np.hypot}


class _Reader(_Parser):
    """Formulas of maps have the operators of all formulas, and the functions above alone, which stay calls."""

    def name(self, name):
        if not self.take("("):
            if name == "t":
                return ("t",)
            if name in ("pi", "e"):
                return ("number", math.pi if name == "pi" else math.e)
            raise FormulaError("%r is not known" % name)
        args = [self.choice()]
        while self.take(","):
            args.append(self.choice())
        self.need(")")
        if name in ONE and len(args) == 1 or name in TWO and (len(args) == 2 or len(args) > 2 and name != "hypot"):
            return ("call", name, *args)
        raise FormulaError("the function %s of %d numbers is not known to package krein; 'krein features' applies the map" % (name, len(args)))


def read(text):
    """Return the function of arrays that a formula in t is. Raises FormulaError."""
    if not isinstance(text, str) or len(text) > _MOST or not _WORDS.fullmatch(text):
        raise FormulaError("%.60r is no formula of an activation function" % (text,))
    try:
        tree = _Reader(text, {}).formula()
        if _condition(tree):
            raise FormulaError("%.60r is a condition, not a number" % text)
        with np.errstate(all="ignore"):
            _value(tree, np.zeros(1))
    except (IndexError, KeyError, RecursionError, OverflowError, ZeroDivisionError) as e:
        raise FormulaError("%.60r is not read: %s" % (text, e)) from e

    def function(t):
        with np.errstate(all="ignore"):
            return np.broadcast_to(_value(tree, t), np.shape(t))

    return function


def _condition(e):
    """Tell whether a tree is a condition. Raises FormulaError where one stands for a number, or a number for one."""
    kind, parts = e[0], [a for a in e[1:] if isinstance(a, tuple)]
    wanted = [True] * len(parts) if kind in ("and", "or", "not") else [True, False, False] if kind == "if" else [False] * len(parts)
    if [_condition(a) for a in parts] != wanted:
        raise FormulaError("a condition where a number is expected, or a number where a condition is")
    return kind in ("and", "or", "not", "cmp")


def _value(e, t):
    """Return the value of a tree; conditions are 1, 0, or NaN where what is compared is NaN."""
    kind = e[0]
    if kind == "t":
        return t
    if kind in ("num", "number"):
        return np.float64(e[1])
    if kind == "pow" and _rational(e[2]) is not None:
        return _power(_value(e[1], t), _rational(e[2]))
    if kind == "call":
        args = [_value(a, t) for a in e[2:]]
        if e[1] in BESSEL:
            return BESSEL[e[1]](*args)
        v = ONE[e[1]](args[0]) if e[1] in ONE else args[0]
        for a in args[1:]:
            v = TWO[e[1]](v, a)
        return v
    if kind == "cmp":
        a, b = _value(e[2], t), _value(e[3], t)
        holds = {"<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal, "==": np.equal, "!=": np.not_equal}[e[1]](a, b)
        return np.where(np.isnan(a) | np.isnan(b), np.nan, holds * 1.0)
    args = [_value(a, t) for a in e[1:]]
    if kind == "if":
        return np.where(args[0] == 1, args[1], np.where(args[0] == 0, args[2], np.nan))
    if kind == "and":
        return np.where((args[0] == 0) | (args[1] == 0), 0.0, args[0] * args[1])
    if kind == "or":
        return np.where((args[0] == 1) | (args[1] == 1), 1.0, 1 - (1 - args[0]) * (1 - args[1]))
    if kind == "not":
        return 1 - args[0]
    if kind == "neg":
        return -args[0]
    a, b = args
    if kind == "pow":
        return np.where((a >= 0) & ~np.isnan(b), np.power(np.maximum(a, 0.0), b), np.nan)
    return {"add": np.add, "mul": np.multiply, "div": np.divide}[kind](a, b)


def _rational(e):
    """Return the exponent that a tree of a literal, its negative or a quotient is, None for others."""
    if e[0] == "num":
        return e[1]
    if e[0] == "neg":
        q = _rational(e[1])
        return None if q is None else -q
    if e[0] == "div" and e[2][0] == "num" and e[2][1] != 0:
        q = _rational(e[1])
        return None if q is None else q / e[2][1]
    return None


def _power(x, q):
    """Return x^q: undefined for x < 0 unless q is an integer."""
    if q.denominator == 1:
        return np.power(x, np.float64(q))
    return np.where(x >= 0, np.power(np.maximum(x, 0.0), np.float64(q)), np.nan)


def of_distance(text, beyond):
    """Return the kernel that a formula in the distance z is, as a function of arrays. Raises FormulaError."""
    if not isinstance(text, str) or len(text) > _MOST:
        raise FormulaError("%.60r is no formula" % (text,))
    tree, _ = parse(text)
    tree = substitute(substitute(tree, ("z",), ("t",)), ("pi",), ("number", math.pi))
    try:
        radius = None if beyond == "natural" else float(Fraction(beyond[len("zero beyond "):])) if beyond.startswith("zero beyond ") else math.nan
    except (ValueError, ZeroDivisionError):
        radius = math.nan
    if radius is not None and not radius >= 0:
        raise FormulaError("beyond: %.60r is not understood" % (beyond,))

    def function(z):
        with np.errstate(all="ignore"):
            try:
                k = np.broadcast_to(_value(tree, z), np.shape(z))
            except (IndexError, KeyError, TypeError) as e:
                raise FormulaError("%.60r is not known to package krein: %s" % (text, e)) from e
        return k if radius is None else np.where(z > radius, 0.0, k)

    return function
