package language

import (
	"krein/internal/kernel/formula"
	"krein/internal/kernel/grammar"
)

// spellings are other names of functions.
var spellings = map[string]string{
	"ln": "log", "arccos": "acos", "arcsin": "asin", "arctan": "atan", "fabs": "abs",
	"jv": "besselj", "iv": "besseli", "kv": "besselk", "Γ": "gamma",
}

// rewritten are functions that stand for a formula in x, and in y if they have two arguments.
var rewritten = map[string]string{
	"pow": "x^y", "hypot": "sqrt(x^2 + y^2)", "square": "x^2", "cbrt": "x^(1/3)", "exp2": "2^x", "expm1": "exp(x) - 1",
	"log1p": "log(1 + x)", "relu": "max(0, x)",
	"sec": "1/cos(x)", "csc": "1/sin(x)", "cot": "1/tan(x)", "sech": "1/cosh(x)", "csch": "1/sinh(x)", "coth": "1/tanh(x)",
	"asinh": "log(x + sqrt(x^2 + 1))", "acosh": "log(x + sqrt(x^2 - 1))", "atanh": "(log(1 + x) - log(1 - x))/2",
	"softplus": "log(1 + exp(x))", "logistic": "1/(1 + exp(-x))",
	"sign": "x < 0 ? -1 : x > 0 ? 1 : 0", "step": "x < 0 ? 0 : 1", "heaviside": "x < 0 ? 0 : 1",
	"log2": "log(x)/log(2)", "log10": "log(x)/log(10)",
	"J0": "besselj(0, x)", "J1": "besselj(1, x)", "I0": "besseli(0, x)", "I1": "besseli(1, x)", "K0": "besselk(0, x)",
	"K1": "besselk(1, x)", "J_0": "besselj(0, x)", "J_1": "besselj(1, x)", "I_0": "besseli(0, x)", "I_1": "besseli(1, x)",
	"K_0": "besselk(0, x)", "K_1": "besselk(1, x)",
}

// unspoken are names that formulas do not have, in small letters, and what to write.
var unspoken = map[string]string{
	"legendre": "write the polynomial out, as in (3*u^2 - 1)/2",
	"expint":   "there is no exponential integral in formulas",
	"sinc":     "write sin(x)/x, or sin(pi*x)/(pi*x)",
	"where":    "write condition ? a : b",
	"rect":     "write z < 1/2 ? 1 : 0", "tri": "write (1-z)_+", "indicator": "write z < 1 ? 1 : 0",
	"laplacian": "write exp(-z/l), or laplace(l); that of scikit-learn is a function of the 1-norm",
	"tl1":       "the TL1 kernel depends on the 1-norm of x-y and is no function of the distance z",
	"nugget":    nugget, "white": nugget, "noise": nugget, "white_noise": nugget, "floor": steps, "ceil": steps,
	"round": steps, "mod": steps,
	"tanimoto": pairs + "on the unit sphere that of Tanimoto is u/(2-u)", "jaccard": pairs + "on the unit sphere that of Tanimoto is u/(2-u)", "minmax": pairs + "maps of the min kernel on [0,1]^d are in package features/threshold",
	"gibbs": pairs + "with one length scale l that of Gibbs is gaussian(l)",
	"chi2":  pairs + "of logarithms of the coordinates sum(1/cosh(x/2)) comes nearest, the additive kernel of chi-squared less factors sqrt(xy)",
}

// pairs is what to say of kernels of pairs of points.
const pairs = "krein knows functions of x - y, or of the inner product u on the unit sphere; "

const steps = "write a step as z < 1 ? a : b, and a periodic function by sines and cosines"
const nugget = "a nugget is a value of its own at 0: write z == 0 ? 1 + s : k"

// rewrite makes what a function of rewritten stands for.
func (rd *reader) rewrite(name string, off int, args []grammar.Operand) (grammar.Operand, *grammar.Error) {
	if arity := rewrittenArity(name); len(args) != arity {
		return grammar.Operand{}, grammar.ErrorAt(off, "%s takes %d argument(s), not %d", name, arity, len(args))
	}
	text := rewritten[name]
	if name == "logistic" && args[0].Expr.Op() == formula.OpNeg { // nobody wants to read exp(--z)
		text, args = "1/(1 + exp(x))", []grammar.Operand{
			{Expr: args[0].Expr.Args()[0], Off: args[0].Off, Depth: args[0].Depth}}
	}
	params, depth := make(map[string]*formula.Expr), 0
	for i, a := range args {
		params["xy"[i:i+1]], depth = a.Expr, max(depth, a.Depth)
	}
	e, _, err := parseTreeOf(text, params, rd.exact)
	if err != nil {
		return grammar.Operand{}, grammar.ErrorAt(off, "%s", err.Msg)
	}
	rd.places[e] = off
	return grammar.Operand{Expr: e, Off: off, Depth: depth + 3}, nil
}
