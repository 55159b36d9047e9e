package stationary

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

// sources say where the kernels come from.
var sources = map[string]string{
	"shift_gaussian":  "He, He, Liu & Huang, Random Fourier Features for Asymmetric Kernels, eq. (9): exp(−‖Δ+r‖²/(2σ²))",
	"sinh_gaussian":   "He, He, Liu & Huang, eq. (10): exp(−‖Δ‖²/(2σ²))(1 + sinh⟨β,Δ⟩)",
	"cosh_gaussian":   "He, He, Liu & Huang, eq. (11): exp(−‖Δ‖²/(2σ²))exp⟨β,Δ⟩",
	"tl1":             "Huang, Suykens, Wang, Hornegger & Maier, Classification with truncated ℓ₁ distance kernel (2018): max(ρ − ‖Δ‖₁, 0)",
	"product_laplace": "the product of Laplace kernels, with a length for each coordinate",
	"ard_gaussian":    "the Gaussian kernel with a length for each coordinate (automatic relevance determination)",
	"periodic":        "MacKay, Introduction to Gaussian processes (1998), in each coordinate",
}
