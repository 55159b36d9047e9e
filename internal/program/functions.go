package program

import (
	"math"

	"krein/internal/elem64"
	"krein/internal/libm"
)

// functions are those of one number, by the names that formulas have for them. Those of the second half are accurate, and
// do not overflow, where their definitions by the others do.
var functions = map[string]func(float64) float64{
	"abs": math.Abs, "exp": libm.Exp, "log": elem64.Log, "sqrt": math.Sqrt,
	"sin": libm.Sin, "cos": libm.Cos, "tan": libm.Tan, "asin": libm.Asin, "acos": libm.Acos, "atan": math.Atan,
	"sinh": libm.Sinh, "cosh": libm.Cosh, "tanh": math.Tanh, "erf": math.Erf, "erfc": math.Erfc, "gamma": libm.Gamma,

	"expm1": math.Expm1, "log1p": math.Log1p, "softplus": libm.Softplus, "logistic": libm.Logistic, "sech": libm.Sech,
	"csch": libm.Csch, "asinh": math.Asinh, "acosh": math.Acosh, "atanh": math.Atanh,
}

// Function returns the function of one number that has the name in formulas, in float64, NaN where it is undefined.
func Function(name string) (f func(float64) float64, ok bool) {
	f, ok = functions[name]
	return f, ok
}
