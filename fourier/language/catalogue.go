package language

// macros are the named kernels of Δ; a parameter that may be a vector may be a number, too, which
// stands for the vector with equal components.
var macros map[string]macro

func init() {
	sigma := param{name: "sigma", positive: true}
	macros = map[string]macro{
		"shift_gaussian": {[]param{{name: "r", vector: true}, sigma}, "exp(-(z^2 + 2*sum(r*x) + sum(r^2))/(2*sigma^2))"},
		"sinh_gaussian":  {[]param{{name: "beta", vector: true}, sigma}, "exp(-z^2/(2*sigma^2))*(1 + sinh(sum(beta*x)))"},
		"cosh_gaussian":  {[]param{{name: "beta", vector: true}, sigma}, "exp(-z^2/(2*sigma^2))*exp(sum(beta*x))"},
		"tl1":            {[]param{{name: "rho", positive: true}}, "max(rho - l1, 0)"},
		"product_laplace": {[]param{{name: "l", vector: true, positive: true}},
			"prod(exp(-abs(x)/l))"},
		"ard_gaussian": {[]param{{name: "l", vector: true, positive: true}}, "exp(-sum((x/l)^2)/2)"},
		"periodic": {[]param{{name: "l", vector: true, positive: true}, {name: "p", vector: true, positive: true}},
			"prod(exp(-2*sin(pi*x/p)^2/l^2))"},
	}
}
