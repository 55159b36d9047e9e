package language

import "math/big"

// Building blocks for the parameters below.

func positive(name, meaning string) Param {
	return Param{Name: name, Meaning: meaning, Range: name + " > 0", low: big.NewRat(0, 1), lowOpen: true}
}

// scale is an optional length, 1 unless given.
func scale(name, meaning string) Param {
	p := positive(name, meaning)
	p.Default = big.NewRat(1, 1)
	return p
}

// between is a parameter in [lo, hi]; a nil bound is none.
func between(name, meaning, text string, lo, hi *big.Rat) Param {
	return Param{Name: name, Meaning: meaning, Range: text, low: lo, high: hi}
}

func openBelow(p Param) Param {
	p.lowOpen = true
	return p
}

func integers(p Param) Param {
	p.integer = true
	return p
}

func withDefault(p Param, d *big.Rat) Param {
	p.Default = d
	return p
}

// depth is the number of layers of a kernel of a wide network.
var depth = withDefault(integers(between("depth", "layers", "integer 1 <= depth <= 6", big.NewRat(1, 1),
	big.NewRat(6, 1))), big.NewRat(1, 1))

// catalogue is the list of named kernels, in the order of a textbook.
var catalogue = []Entry{
	{
		Name: "gaussian", Aliases: []string{"rbf", "squared_exponential"},
		Params:  []Param{positive("tau", "length scale (standard deviation)")},
		Formula: "exp(-z^2/(2*tau^2))",
	},
	{
		Name: "laplace", Aliases: []string{"exponential"},
		Params:  []Param{positive("l", "length scale")},
		Formula: "exp(-z/l)",
	},
	{
		Name: "matern",
		Params: []Param{openBelow(between("nu", "smoothness", "0 < nu <= 1000", big.NewRat(0, 1), big.NewRat(1000, 1))),
			scale("l", "length scale")},
		Formula: "z == 0 ? 1 : 2^(1-nu)/gamma(nu)*(sqrt(2*nu)*z/l)^nu*besselk(nu, sqrt(2*nu)*z/l)",
		body:    maternBody,
	},
	{
		Name:    "rational_quadratic",
		Params:  []Param{positive("alpha", "exponent"), scale("l", "length scale")},
		Formula: "(1 + z^2/(2*alpha*l^2))^(-alpha)",
	},
	{
		Name: "cauchy", Aliases: []string{"generalised_cauchy", "generalized_cauchy"},
		Params: []Param{withDefault(positive("beta", "exponent at the origin"), big.NewRat(2, 1)),
			withDefault(positive("decay", "exponent of the decay, k ~ z^-decay"), big.NewRat(2, 1)), scale("l", "length scale")},
		Formula: "(1 + (z/l)^beta)^(-decay/beta)",
	},
	{
		Name: "powered_exponential", Aliases: []string{"decayexponential", "stable"},
		Params:  []Param{positive("alpha", "exponent"), scale("l", "length scale")},
		Formula: "exp(-(z/l)^alpha)",
	},
	{
		Name:    "inverse_multiquadric",
		Params:  []Param{scale("c", "shape"), withDefault(positive("beta", "exponent"), big.NewRat(1, 2))},
		Formula: "(1 + z^2/c^2)^(-beta)",
	},
	{
		Name:    "constant",
		Params:  []Param{withDefault(between("c", "value", "any number", nil, nil), big.NewRat(1, 1))},
		Formula: "c",
	},

	{
		Name: "wendland",
		Params: []Param{integers(between("d", "dimension it is positive definite in", "integer 1 <= d <= 200",
			big.NewRat(1, 1), big.NewRat(200, 1))),
			integers(between("k", "smoothness: 2k continuous derivatives", "integer 0 <= k <= 20", big.NewRat(0, 1),
				big.NewRat(20, 1))), scale("R", "radius of the support")},
		body: wendlandBody,
	},
	{
		Name: "generalised_wendland", Aliases: []string{"generalized_wendland"},
		Params: []Param{between("mu", "exponent", "0 <= mu <= 400, rational", big.NewRat(0, 1), big.NewRat(400, 1)),
			integers(between("kappa", "smoothness", "integer 0 <= kappa <= 20", big.NewRat(0, 1), big.NewRat(20, 1))),
			scale("R", "radius of the support")},
		body: generalisedWendlandBody,
	},
	{
		Name:    "missing_wendland",
		Params:  []Param{scale("R", "radius of the support")},
		Formula: "z == 0 ? 1 : (z < R ? 3*(z/R)^2*log(z/(R + sqrt(R^2 - z^2))) + (2*(z/R)^2 + 1)*sqrt(1 - (z/R)^2) : 0)",
	},
	{
		Name: "askey", Aliases: []string{"truncated_power"},
		Params:  []Param{positive("l", "exponent"), scale("R", "radius of the support")},
		Formula: "z < R ? (1 - z/R)^l : 0",
	},
	{
		Name: "triangle", Aliases: []string{"linear"},
		Params:  []Param{scale("R", "radius of the support")},
		Formula: "z < R ? 1 - z/R : 0",
	},
	{
		Name:    "bochner_riesz",
		Params:  []Param{positive("alpha", "exponent"), scale("R", "radius of the support")},
		Formula: "z < R ? (1 - z^2/R^2)^alpha : 0",
	},
	{
		Name:    "spherical",
		Params:  []Param{scale("R", "range")},
		Formula: "z < R ? 1 - 3/2*(z/R) + 1/2*(z/R)^3 : 0",
	},
	{
		Name:    "cubic",
		Params:  []Param{scale("R", "range")},
		Formula: "z < R ? 1 - 7*(z/R)^2 + 35/4*(z/R)^3 - 7/2*(z/R)^5 + 3/4*(z/R)^7 : 0",
	},
	{
		Name: "pentaspherical", Aliases: []string{"penta"},
		Params:  []Param{scale("R", "range")},
		Formula: "z < R ? 1 - 15/8*(z/R) + 5/4*(z/R)^3 - 3/8*(z/R)^5 : 0",
	},
	{
		Name:    "circular",
		Params:  []Param{scale("R", "range")},
		Formula: "z < R ? 2/pi*(acos(z/R) - z/R*sqrt(1 - (z/R)^2)) : 0",
	},
	{
		Name:    "gneiting",
		Params:  []Param{scale("R", "radius of the support")},
		Formula: "z < R ? (1 - z/R)^8*(1 + 8*(z/R) + 25*(z/R)^2 + 32*(z/R)^3) : 0",
	},

	{
		Name: "delta_gaussian",
		Params: []Param{positive("t1", "first length scale"), positive("t2", "second length scale"),
			withDefault(between("a1", "first coefficient", "any number", nil, nil), big.NewRat(1, 1)),
			withDefault(between("a2", "second coefficient", "any number", nil, nil), big.NewRat(-1, 1))},
		Formula: "a1*exp(-z^2/(2*t1^2)) + a2*exp(-z^2/(2*t2^2))",
	},

	{
		Name: "spherical_polynomial", Domain: sphereDomain,
		Params: []Param{between("a", "scale", "a >= 2", big.NewRat(2, 1), nil),
			between("p", "degree", "p >= 1", big.NewRat(1, 1), nil)},
		Formula: "(1 - z^2/a^2)^p",
	},
	{
		Name: "polynomial", Aliases: []string{"dot_polynomial"}, Domain: sphereDomain,
		Params: []Param{between("q", "offset", "q >= 0, and q >= 1 unless p is an integer", big.NewRat(0, 1), nil),
			positive("p", "degree")},
		Formula: "(q + u)^p",
		check:   checkPolynomial,
	},
	{
		Name: "arccos0", Domain: sphereDomain,
		Params:  []Param{depth},
		Formula: "2*acos(z/2)/pi",
		body:    arccosBody("arccos0", stepOf),
	},
	{
		Name: "arccos1", Domain: sphereDomain,
		Params:  []Param{depth},
		Formula: "((4 - 2*z^2)*acos(z/2) + z*sqrt(4 - z^2))/(2*pi)",
		body:    arccosBody("arccos1", reluOf),
	},
	{
		Name: "arccos2", Domain: sphereDomain,
		Formula: "(3*(1 - z^2/2)*z*sqrt(4 - z^2)/2 + 2*acos(z/2)*(1 + 2*(1 - z^2/2)^2))/(3*pi)",
	},
	{
		Name: "ntk", Domain: sphereDomain,
		Params:  []Param{depth},
		Formula: "((8 - 4*z^2)*acos(z/2) + z*sqrt(4 - z^2))/(2*pi)",
		body:    ntkBody,
	},
	{
		Name: "sigmoid", Aliases: []string{"tanh_dot"}, Domain: sphereDomain,
		Params: []Param{withDefault(positive("a", "slope"), big.NewRat(1, 1)),
			withDefault(between("b", "offset", "any number", nil, nil), big.NewRat(0, 1))},
		Formula: "tanh(a*u + b)",
	},
	{
		Name: "geodesic_gaussian", Domain: sphereDomain,
		Params:  []Param{positive("tau", "length scale in radians")},
		Formula: "exp(-(2*asin(z/2))^2/(2*tau^2))",
	},
	{
		Name: "geodesic_laplace", Domain: sphereDomain,
		Params:  []Param{positive("l", "length scale in radians")},
		Formula: "exp(-2*asin(z/2)/l)",
	},

	{
		Name:    "multiquadric",
		Params:  []Param{scale("c", "shape")},
		Formula: "-sqrt(c^2 + z^2)",
	},
	{
		Name:    "power",
		Params:  []Param{positive("beta", "exponent")},
		Formula: "-z^beta",
	},
	{
		Name: "logarithmic", Aliases: []string{"log_kernel"},
		Params:  []Param{withDefault(positive("beta", "exponent"), big.NewRat(2, 1))},
		Formula: "-log(1 + z^beta)",
	},
	{
		Name:    "thin_plate",
		Params:  []Param{scale("l", "length scale")},
		Formula: "z == 0 ? 0 : (z/l)^2*log(z/l)",
	},

	{
		Name: "wave", Aliases: []string{"sinc", "hole_effect"},
		Params:  []Param{scale("l", "length scale")},
		Formula: "z == 0 ? 1 : sin(z/l)/(z/l)",
	},
	{
		Name: "bessel", Aliases: []string{"j_bessel"},
		Params: []Param{between("n", "dimension, not necessarily an integer", "1 <= n <= 2002", big.NewRat(1, 1),
			big.NewRat(2002, 1)), scale("l", "length scale")},
		Formula: "z == 0 ? 1 : gamma(n/2)*(2*l/z)^(n/2 - 1)*besselj(n/2 - 1, z/l)",
		body:    besselBody,
	},
	{
		Name: "damped_cosine", Aliases: []string{"exponential_cosine"},
		Params:  []Param{positive("l", "length of the decay"), positive("omega", "frequency")},
		Formula: "exp(-z/l)*cos(omega*z)",
	},
}
