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

// The groups of the catalogue.
const (
	groupSmooth     = "positive definite, unbounded support"
	groupCompact    = "compact support"
	groupIndefinite = "indefinite"
	groupSphere     = "sphere (dot product)"
	groupCPD        = "conditionally positive definite"
	groupWave       = "oscillating"
)

const (
	rasmussen = "Rasmussen & Williams, Gaussian Processes for Machine Learning (2006), Section 4.2.1"
	chiles    = "Chilès & Delfiner, Geostatistics (1999), Section 2.5.1"
	wendland  = "Wendland, Piecewise polynomial, positive definite and compactly supported radial functions of minimal degree (1995)"
	scattered = "Wendland, Scattered Data Approximation (2004)"
	liu       = "Liu et al., Generalizing Random Fourier Features via Generalized Measures"
	luo       = "Luo et al., Towards Unbiased Random Features with Lower Variance for Stationary Indefinite Kernels"
	boughor   = "Boughorbel, Tarel & Boujemaa, Conditionally positive definite kernels for SVM based image recognition (2005)"
	choSaul   = "Cho & Saul, Kernel Methods for Deep Learning (2009)"
)

// catalogue is the list of named kernels, in the order of a textbook.
var catalogue = []Entry{
	{
		Name: "gaussian", Aliases: []string{"rbf", "squared_exponential"}, Group: groupSmooth,
		Params:  []Param{positive("tau", "length scale (standard deviation)")},
		Formula: "exp(-z^2/(2*tau^2))",
		LaTeX:   `\exp\left(-\frac{z^2}{2\tau^2}\right)`,
		Source:  rasmussen + ", squared exponential",
		Remarks: "Positive definite in every dimension.",
	},
	{
		Name: "laplace", Aliases: []string{"exponential"}, Group: groupSmooth,
		Params:  []Param{positive("l", "length scale")},
		Formula: "exp(-z/l)",
		LaTeX:   `\exp\left(-\frac{z}{l}\right)`,
		Source:  rasmussen + ", exponential covariance",
		Remarks: "Positive definite in every dimension; equals matern(1/2, l).",
	},
	{
		Name: "matern", Group: groupSmooth,
		Params:  []Param{openBelow(between("nu", "smoothness", "0 < nu <= 150", big.NewRat(0, 1), big.NewRat(150, 1))), scale("l", "length scale")},
		Formula: "z == 0 ? 1 : 2^(1-nu)/gamma(nu)*(sqrt(2*nu)*z/l)^nu*besselk(nu, sqrt(2*nu)*z/l)",
		LaTeX:   `\frac{2^{1-\nu}}{\Gamma(\nu)}\left(\frac{\sqrt{2\nu}\,z}{l}\right)^{\nu}K_{\nu}\left(\frac{\sqrt{2\nu}\,z}{l}\right)`,
		Source:  rasmussen + ", Eq. (4.14)",
		Remarks: "Positive definite in every dimension. For nu = 1/2, 3/2, … the formula is a polynomial times exp(-sqrt(2*nu)*z/l).",
		body:    maternBody,
	},
	{
		Name: "rational_quadratic", Group: groupSmooth,
		Params:  []Param{positive("alpha", "exponent"), scale("l", "length scale")},
		Formula: "(1 + z^2/(2*alpha*l^2))^(-alpha)",
		LaTeX:   `\left(1+\frac{z^2}{2\alpha l^2}\right)^{-\alpha}`,
		Source:  rasmussen + ", rational quadratic",
		Remarks: "A scale mixture of Gaussians: positive definite in every dimension.",
	},
	{
		Name: "cauchy", Aliases: []string{"generalised_cauchy", "generalized_cauchy"}, Group: groupSmooth,
		Params: []Param{withDefault(positive("beta", "exponent at the origin"), big.NewRat(2, 1)),
			withDefault(positive("decay", "exponent of the decay, k ~ z^-decay"), big.NewRat(2, 1)), scale("l", "length scale")},
		Formula: "(1 + (z/l)^beta)^(-decay/beta)",
		LaTeX:   `\left(1+\left(\frac{z}{l}\right)^{\beta}\right)^{-\gamma/\beta}`,
		Source:  "Gneiting & Schlather, Stochastic models that separate fractal dimension and the Hurst effect (2004)",
		Remarks: "Positive definite in every dimension for beta <= 2; indefinite models above. cauchy() is 1/(1+z^2).",
	},
	{
		Name: "powered_exponential", Aliases: []string{"decayexponential", "stable"}, Group: groupSmooth,
		Params:  []Param{positive("alpha", "exponent"), scale("l", "length scale")},
		Formula: "exp(-(z/l)^alpha)",
		LaTeX:   `\exp\left(-\left(\frac{z}{l}\right)^{\alpha}\right)`,
		Source:  rasmussen + ", γ-exponential",
		Remarks: "Positive definite in every dimension for alpha <= 2 and in none above it (Schoenberg 1938).",
	},
	{
		Name: "inverse_multiquadric", Group: groupSmooth,
		Params:  []Param{scale("c", "shape"), withDefault(positive("beta", "exponent"), big.NewRat(1, 2))},
		Formula: "(1 + z^2/c^2)^(-beta)",
		LaTeX:   `\left(1+\frac{z^2}{c^2}\right)^{-\beta}`,
		Source:  scattered + ", Section 6.2",
		Remarks: "Positive definite in every dimension; the classical case is beta = 1/2, scaled to k(0) = 1.",
	},
	{
		Name: "constant", Group: groupSmooth,
		Params:  []Param{withDefault(between("c", "value", "any number", nil, nil), big.NewRat(1, 1))},
		Formula: "c",
		LaTeX:   `c`,
		Source:  "Bochner's theorem: the atom at frequency 0",
		Remarks: "Positive definite for c >= 0; its spectral measure is c at the origin.",
	},

	{
		Name: "wendland", Group: groupCompact,
		Params: []Param{integers(between("d", "dimension it is positive definite in", "integer 1 <= d <= 200", big.NewRat(1, 1), big.NewRat(200, 1))),
			integers(between("k", "smoothness: 2k continuous derivatives", "integer 0 <= k <= 20", big.NewRat(0, 1), big.NewRat(20, 1))), scale("R", "radius of the support")},
		LaTeX:   `\phi_{d,k}(z/R),\quad \phi_{d,k}=\frac{I^k (1-r)_+^{\lfloor d/2\rfloor+k+1}}{I^k(\cdot)(0)},\quad (If)(r)=\int_r^\infty t f(t)\,dt`,
		Source:  wendland + "; " + scattered + ", Definition 9.11",
		Remarks: "The polynomial is computed from the definition in exact rationals and scaled to k(0) = 1.",
		body:    wendlandBody,
	},
	{
		Name: "generalised_wendland", Aliases: []string{"generalized_wendland"}, Group: groupCompact,
		Params: []Param{between("mu", "exponent", "0 <= mu <= 400, rational", big.NewRat(0, 1), big.NewRat(400, 1)),
			integers(between("kappa", "smoothness", "integer 0 <= kappa <= 20", big.NewRat(0, 1), big.NewRat(20, 1))), scale("R", "radius of the support")},
		LaTeX:   `\frac{1}{B(2\kappa,\mu+1)}\int_{z/R}^1 t\,(t^2-(z/R)^2)^{\kappa-1}(1-t)^{\mu}\,dt`,
		Source:  "Gneiting, Compactly supported correlation functions (2002); Zastavnyi, On some properties of Buhmann functions (2006)",
		Remarks: "Positive definite on R^d iff mu >= (d+1)/2 + kappa. Integer kappa only; missing_wendland is the half-integer case with an elementary formula that is offered.",
		body:    generalisedWendlandBody,
	},
	{
		Name: "missing_wendland", Group: groupCompact,
		Params:  []Param{scale("R", "radius of the support")},
		Formula: "z == 0 ? 1 : (z < R ? 3*(z/R)^2*log(z/(R + sqrt(R^2 - z^2))) + (2*(z/R)^2 + 1)*sqrt(1 - (z/R)^2) : 0)",
		LaTeX:   `3r^2\log\frac{r}{1+\sqrt{1-r^2}}+(2r^2+1)\sqrt{1-r^2},\quad r=z/R<1`,
		Source:  "Schaback, The missing Wendland functions (2011), the case d = 2, k = 1/2",
		Remarks: "Positive definite on R^2; scaled to k(0) = 1.",
	},
	{
		Name: "askey", Aliases: []string{"truncated_power"}, Group: groupCompact,
		Params:  []Param{positive("l", "exponent"), scale("R", "radius of the support")},
		Formula: "z < R ? (1 - z/R)^l : 0",
		LaTeX:   `\left(1-\frac{z}{R}\right)_+^{l}`,
		Source:  "Askey, Radial characteristic functions (1973); Golubov (1981)",
		Remarks: "Positive definite on R^d iff l >= (d+1)/2.",
	},
	{
		Name: "triangle", Aliases: []string{"linear"}, Group: groupCompact,
		Params:  []Param{scale("R", "radius of the support")},
		Formula: "z < R ? 1 - z/R : 0",
		LaTeX:   `\left(1-\frac{z}{R}\right)_+`,
		Source:  chiles + ", triangle model",
		Remarks: "Positive definite on R^1 only. The TL1 kernel max(rho - ‖x-y‖₁, 0) is this profile in the 1-norm (Huang et al., Classification with truncated ℓ1 distance kernel, 2018): it is not a function of the Euclidean distance and so has no formula in z.",
	},
	{
		Name: "bochner_riesz", Group: groupCompact,
		Params:  []Param{positive("alpha", "exponent"), scale("R", "radius of the support")},
		Formula: "z < R ? (1 - z^2/R^2)^alpha : 0",
		LaTeX:   `\left(1-\frac{z^2}{R^2}\right)_+^{\alpha}`,
		Source:  "Stein & Weiss, Introduction to Fourier Analysis on Euclidean Spaces (1971), Chapter IV (its transform)",
		Remarks: "Indefinite in every dimension: its density is a multiple of Λ_{d+2 alpha+2}(ωR) ω^{d-1} (Sonine). alpha = 1 is the Epanechnikov profile.",
	},
	{
		Name: "spherical", Group: groupCompact,
		Params:  []Param{scale("R", "range")},
		Formula: "z < R ? 1 - 3/2*(z/R) + 1/2*(z/R)^3 : 0",
		LaTeX:   `1-\frac32\frac zR+\frac12\left(\frac zR\right)^3,\quad z<R`,
		Source:  chiles + ", spherical model",
		Remarks: "Positive definite on R^d for d <= 3.",
	},
	{
		Name: "cubic", Group: groupCompact,
		Params:  []Param{scale("R", "range")},
		Formula: "z < R ? 1 - 7*(z/R)^2 + 35/4*(z/R)^3 - 7/2*(z/R)^5 + 3/4*(z/R)^7 : 0",
		LaTeX:   `1-7r^2+\tfrac{35}{4}r^3-\tfrac72r^5+\tfrac34r^7,\quad r=z/R<1`,
		Source:  chiles + ", cubic model",
		Remarks: "Positive definite on R^d for d <= 3.",
	},
	{
		Name: "pentaspherical", Aliases: []string{"penta"}, Group: groupCompact,
		Params:  []Param{scale("R", "range")},
		Formula: "z < R ? 1 - 15/8*(z/R) + 5/4*(z/R)^3 - 3/8*(z/R)^5 : 0",
		LaTeX:   `1-\tfrac{15}{8}r+\tfrac54r^3-\tfrac38r^5,\quad r=z/R<1`,
		Source:  chiles + ", the autoconvolution of a ball in R^5",
		Remarks: "Positive definite on R^d for d <= 5.",
	},
	{
		Name: "circular", Group: groupCompact,
		Params:  []Param{scale("R", "range")},
		Formula: "z < R ? 2/pi*(acos(z/R) - z/R*sqrt(1 - (z/R)^2)) : 0",
		LaTeX:   `\frac2\pi\left(\arccos r-r\sqrt{1-r^2}\right),\quad r=z/R<1`,
		Source:  chiles + ", circular model",
		Remarks: "Positive definite on R^d for d <= 2.",
	},
	{
		Name: "gneiting", Group: groupCompact,
		Params:  []Param{scale("R", "radius of the support")},
		Formula: "z < R ? (1 - z/R)^8*(1 + 8*(z/R) + 25*(z/R)^2 + 32*(z/R)^3) : 0",
		LaTeX:   `(1-r)^8(1+8r+25r^2+32r^3),\quad r=z/R<1`,
		Source:  "Gneiting, Correlation functions for atmospheric data analysis (1999)",
		Remarks: "Positive definite on R^d for d <= 3; the same polynomial as wendland(3, 3, R). R = 3.3202 makes it close to exp(-z^2).",
	},

	{
		Name: "delta_gaussian", Group: groupIndefinite,
		Params: []Param{positive("t1", "first length scale"), positive("t2", "second length scale"),
			withDefault(between("a1", "first coefficient", "any number", nil, nil), big.NewRat(1, 1)),
			withDefault(between("a2", "second coefficient", "any number", nil, nil), big.NewRat(-1, 1))},
		Formula: "a1*exp(-z^2/(2*t1^2)) + a2*exp(-z^2/(2*t2^2))",
		LaTeX:   `a_1\exp\left(-\frac{z^2}{2\tau_1^2}\right)+a_2\exp\left(-\frac{z^2}{2\tau_2^2}\right)`,
		Source:  liu + ", Section 4; " + luo + ", Eq. (19)",
		Remarks: "Both masses are the coefficients: a positive decomposition exists in every dimension.",
	},

	{
		Name: "spherical_polynomial", Group: groupSphere, Domain: sphereDomain,
		Params: []Param{between("a", "scale", "a >= 2", big.NewRat(2, 1), nil),
			between("p", "degree", "p >= 1", big.NewRat(1, 1), nil)},
		Formula: "(1 - z^2/a^2)^p",
		LaTeX:   `\left(1-\frac{z^2}{a^2}\right)^p`,
		Source:  "Pennington, Yu & Kumar, Spherical random features for polynomial kernels (2015); " + liu + ", Section 4",
		Remarks: "Equals (2/a^2)^p (a^2/2 - 1 + u)^p. Zero beyond 2 it has finite mass on R^d only for a = 2 and d <= 2p: the papers' claim of finite mass does not hold on R^d.",
	},
	{
		Name: "polynomial", Aliases: []string{"dot_polynomial"}, Group: groupSphere, Domain: sphereDomain,
		Params:  []Param{between("q", "offset", "q >= 0, and q >= 1 unless p is an integer", big.NewRat(0, 1), nil), positive("p", "degree")},
		Formula: "(q + u)^p",
		LaTeX:   `(q+u)^p,\quad u=1-z^2/2`,
		Source:  luo + ", Eq. (17)",
		Remarks: "Positive definite on every sphere for integer p. It is a scaled spherical_polynomial with a^2 = 2(1+q).",
		check:   checkPolynomial,
	},
	{
		Name: "arccos0", Group: groupSphere, Domain: sphereDomain,
		Formula: "2*acos(z/2)/pi",
		LaTeX:   `1-\frac{\arccos u}{\pi}=\frac2\pi\arccos\frac z2`,
		Source:  choSaul + ", Section 2.1; " + liu + ", Corollary 4.1",
		Remarks: "Positive definite on every sphere. Zero beyond 2 it has finite mass on R^1 only. Written with acos(z/2), which loses no digits at z = 0.",
	},
	{
		Name: "arccos1", Group: groupSphere, Domain: sphereDomain,
		Formula: "((4 - 2*z^2)*acos(z/2) + z*sqrt(4 - z^2))/(2*pi)",
		LaTeX:   `\frac{u(\pi-\arccos u)+\sqrt{1-u^2}}{\pi},\quad u=1-z^2/2`,
		Source:  choSaul + ", Section 2.1; " + liu + ", Corollary 4.1",
		Remarks: "Positive definite on every sphere. Zero beyond 2 it has finite mass on R^d for d <= 3.",
	},
	{
		Name: "arccos2", Group: groupSphere, Domain: sphereDomain,
		Formula: "(3*(1 - z^2/2)*z*sqrt(4 - z^2)/2 + 2*acos(z/2)*(1 + 2*(1 - z^2/2)^2))/(3*pi)",
		LaTeX:   `\frac{3\sin\theta\cos\theta+(\pi-\theta)(1+2\cos^2\theta)}{3\pi},\quad \cos\theta=u`,
		Source:  choSaul + ", Section 2.1, degree n = 2, scaled to k(0) = 1",
		Remarks: "Positive definite on every sphere.",
	},
	{
		Name: "ntk", Group: groupSphere, Domain: sphereDomain,
		Formula: "((8 - 4*z^2)*acos(z/2) + z*sqrt(4 - z^2))/(2*pi)",
		LaTeX:   `u\,\kappa_0(u)+\kappa_1(u)=\frac{2-z^2}{\pi}\arccos\left(\frac{z^2}{2}-1\right)+\frac{z}{2\pi}\sqrt{4-z^2}`,
		Source:  "Bietti & Mairal, On the inductive bias of neural tangent kernels (2019), Section 2; " + liu + ", Theorem 4",
		Remarks: "Two-layer ReLU network; k(0) = 2. Positive definite on every sphere. The papers' \"not positive definite\" is about the function on R^d that is zero beyond 2, whose mass is finite for d = 1 only.",
	},
	{
		Name: "sigmoid", Aliases: []string{"tanh_dot"}, Group: groupSphere, Domain: sphereDomain,
		Params: []Param{withDefault(positive("a", "slope"), big.NewRat(1, 1)),
			withDefault(between("b", "offset", "any number", nil, nil), big.NewRat(0, 1))},
		Formula: "tanh(a*u + b)",
		LaTeX:   `\tanh(a\,u+b),\quad u=1-z^2/2`,
		Source:  "Smola, Óvári & Williamson, Regularization with dot-product kernels (2001)",
		Remarks: "The tanh kernel; tanh(a, b) is read as this. Indefinite: some of its Maclaurin coefficients are negative.",
	},
	{
		Name: "geodesic_gaussian", Group: groupSphere, Domain: sphereDomain,
		Params:  []Param{positive("tau", "length scale in radians")},
		Formula: "exp(-(2*asin(z/2))^2/(2*tau^2))",
		LaTeX:   `\exp\left(-\frac{\theta^2}{2\tau^2}\right),\quad\theta=2\arcsin\frac z2`,
		Source:  "Feragen, Lauze & Hauberg, Geodesic exponential kernels: when curvature and linearity conflict (2015)",
		Remarks: "The Gaussian kernel on a manifold, the unit sphere with its angle: not positive definite.",
	},
	{
		Name: "geodesic_laplace", Group: groupSphere, Domain: sphereDomain,
		Params:  []Param{positive("l", "length scale in radians")},
		Formula: "exp(-2*asin(z/2)/l)",
		LaTeX:   `\exp\left(-\frac{\theta}{l}\right),\quad\theta=2\arcsin\frac z2`,
		Source:  "Feragen, Lauze & Hauberg, Geodesic exponential kernels: when curvature and linearity conflict (2015)",
		Remarks: "Positive definite on every sphere.",
	},

	{
		Name: "multiquadric", Group: groupCPD,
		Params:  []Param{scale("c", "shape")},
		Formula: "-sqrt(c^2 + z^2)",
		LaTeX:   `-\sqrt{c^2+z^2}`,
		Source:  scattered + ", Chapter 8",
		Remarks: "With this sign it is conditionally positive definite of order 1. Infinite mass near frequency 0: no bounded positive decomposition.",
	},
	{
		Name: "power", Group: groupCPD,
		Params:  []Param{positive("beta", "exponent")},
		Formula: "-z^beta",
		LaTeX:   `-z^{\beta}`,
		Source:  boughor,
		Remarks: "Conditionally positive definite of order 1 for 0 < beta <= 2. No bounded positive decomposition.",
	},
	{
		Name: "logarithmic", Aliases: []string{"log_kernel"}, Group: groupCPD,
		Params:  []Param{withDefault(positive("beta", "exponent"), big.NewRat(2, 1))},
		Formula: "-log(1 + z^beta)",
		LaTeX:   `-\log(1+z^{\beta})`,
		Source:  boughor,
		Remarks: "The log kernel (log(x) is the logarithm here). Conditionally positive definite of order 1 for 0 < beta <= 2. No bounded positive decomposition.",
	},
	{
		Name: "thin_plate", Group: groupCPD,
		Params:  []Param{scale("l", "length scale")},
		Formula: "z == 0 ? 0 : (z/l)^2*log(z/l)",
		LaTeX:   `\left(\frac zl\right)^2\log\frac zl`,
		Source:  "Duchon (1977); " + scattered + ", Chapter 8",
		Remarks: "Conditionally positive definite of order 2. No bounded positive decomposition.",
	},

	{
		Name: "wave", Aliases: []string{"sinc", "hole_effect"}, Group: groupWave,
		Params:  []Param{scale("l", "length scale")},
		Formula: "z == 0 ? 1 : sin(z/l)/(z/l)",
		LaTeX:   `\frac{\sin(z/l)}{z/l}=\Lambda_3(z/l)`,
		Source:  chiles + ", hole-effect model",
		Remarks: "Positive definite on R^d for d <= 3; on R^3 its measure is the sphere of radius 1/l.",
	},
	{
		Name: "bessel", Aliases: []string{"j_bessel"}, Group: groupWave,
		Params:  []Param{between("n", "dimension, not necessarily an integer", "1 <= n <= 340", big.NewRat(1, 1), big.NewRat(340, 1)), scale("l", "length scale")},
		LaTeX:   `\Lambda_n(z/l)=\Gamma\left(\tfrac n2\right)\left(\frac{2l}{z}\right)^{n/2-1}J_{n/2-1}\left(\frac zl\right)`,
		Source:  "Schoenberg, Metric spaces and completely monotone functions (1938)",
		Formula: "z == 0 ? 1 : gamma(n/2)*(2*l/z)^(n/2 - 1)*besselj(n/2 - 1, z/l)",
		Remarks: "Λ_n: positive definite on R^d iff d <= n; on R^n its measure is the sphere of radius 1/l. n = 1, 2, 3 are cos, J_0 and sin(z)/z.",
		body:    besselBody,
	},
	{
		Name: "damped_cosine", Aliases: []string{"exponential_cosine"}, Group: groupWave,
		Params:  []Param{positive("l", "length of the decay"), positive("omega", "frequency")},
		Formula: "exp(-z/l)*cos(omega*z)",
		LaTeX:   `e^{-z/l}\cos(\omega z)`,
		Source:  chiles + ", exponentially damped cosine",
		Remarks: "Positive definite on R^1; on R^2 iff omega*l <= 1, on R^3 iff omega*l <= 1/sqrt(3).",
	},
}
