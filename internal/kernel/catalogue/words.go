package catalogue

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
	wendland  = "Wendland, Piecewise polynomial, positive definite and compactly supported radial " +
		"functions of minimal degree (1995)"
	scattered = "Wendland, Scattered Data Approximation (2004)"
	liu       = "Liu et al., Generalizing Random Fourier Features via Generalized Measures"
	luo       = "Luo et al., Towards Unbiased Random Features with Lower Variance for Stationary Indefinite Kernels"
	boughor   = "Boughorbel, Tarel & Boujemaa, Conditionally positive definite kernels for SVM " +
		"based image recognition (2005)"
	choSaul = "Cho & Saul, Kernel Methods for Deep Learning (2009)"
)

// words are what is said of each kernel, with its source.
var words = map[string]struct{ group, latex, source, remarks string }{
	"gaussian": {groupSmooth,
		`\exp\left(-\frac{z^2}{2\tau^2}\right)`,
		rasmussen + ", squared exponential",
		"Positive definite in every dimension."},
	"laplace": {groupSmooth,
		`\exp\left(-\frac{z}{l}\right)`,
		rasmussen + ", exponential covariance",
		"Positive definite in every dimension; equals matern(1/2, l)."},
	"matern": {groupSmooth,
		`\frac{2^{1-\nu}}{\Gamma(\nu)}\left(\frac{\sqrt{2\nu}\,z}{l}\right)` +
			`^{\nu}K_{\nu}\left(\frac{\sqrt{2\nu}\,z}{l}\right)`,
		rasmussen + ", Eq. (4.14)",
		"Positive definite in every dimension. For nu = 1/2, 3/2, … the formula is a polynomial times exp(-sqrt(2*nu)*z/l)."},
	"rational_quadratic": {groupSmooth,
		`\left(1+\frac{z^2}{2\alpha l^2}\right)^{-\alpha}`,
		rasmussen + ", rational quadratic",
		"A scale mixture of Gaussians: positive definite in every dimension."},
	"cauchy": {groupSmooth,
		`\left(1+\left(\frac{z}{l}\right)^{\beta}\right)^{-\gamma/\beta}`,
		"Gneiting & Schlather, Stochastic models that separate fractal dimension and the Hurst effect (2004)",
		"Positive definite in every dimension for beta <= 2; indefinite models above. cauchy() is 1/(1+z^2)."},
	"powered_exponential": {groupSmooth,
		`\exp\left(-\left(\frac{z}{l}\right)^{\alpha}\right)`,
		rasmussen + ", γ-exponential",
		"Positive definite in every dimension for alpha <= 2 and in none above it (Schoenberg 1938)."},
	"inverse_multiquadric": {groupSmooth,
		`\left(1+\frac{z^2}{c^2}\right)^{-\beta}`,
		scattered + ", Section 6.2",
		"Positive definite in every dimension; the classical case is beta = 1/2, scaled to k(0) = 1."},
	"constant": {groupSmooth,
		`c`,
		"Bochner's theorem: the atom at frequency 0",
		"Positive definite for c >= 0; its spectral measure is c at the origin."},
	"wendland": {groupCompact,
		`\phi_{d,k}(z/R),\quad \phi_{d,k}=\frac{I^k (1-r)_+^{\lfloor d/2\rfloor+k+1}}{I^k(\cdot)(0)},\quad ` +
			`(If)(r)=\int_r^\infty t f(t)\,dt`,
		wendland + "; " + scattered + ", Definition 9.11",
		"The polynomial is computed from the definition in exact rationals and scaled to k(0) = 1."},
	"generalised_wendland": {groupCompact,
		`\frac{1}{B(2\kappa,\mu+1)}\int_{z/R}^1 t\,(t^2-(z/R)^2)^{\kappa-1}(1-t)^{\mu}\,dt`,
		"Gneiting, Compactly supported correlation functions (2002); Zastavnyi, On some properties " +
			"of Buhmann functions (2006)",
		"Positive definite on R^d iff mu >= (d+1)/2 + kappa. Integer kappa only; missing_wendland is the half-integer case " +
			"with an elementary formula that is offered."},
	"missing_wendland": {groupCompact,
		`3r^2\log\frac{r}{1+\sqrt{1-r^2}}+(2r^2+1)\sqrt{1-r^2},\quad r=z/R<1`,
		"Schaback, The missing Wendland functions (2011), the case d = 2, k = 1/2",
		"Positive definite on R^2; scaled to k(0) = 1."},
	"askey": {groupCompact,
		`\left(1-\frac{z}{R}\right)_+^{l}`,
		"Askey, Radial characteristic functions (1973); Golubov (1981)",
		"Positive definite on R^d iff l >= (d+1)/2."},
	"triangle": {groupCompact,
		`\left(1-\frac{z}{R}\right)_+`,
		chiles + ", triangle model",
		"Positive definite on R^1 only. The TL1 kernel max(rho - ‖x-y‖₁, 0) is this profile in the 1-norm (Huang et al., " +
			"Classification with truncated ℓ1 distance kernel, 2018): it is not a function of the Euclidean distance " +
			"and so has no formula in z."},
	"bochner_riesz": {groupCompact,
		`\left(1-\frac{z^2}{R^2}\right)_+^{\alpha}`,
		"Stein & Weiss, Introduction to Fourier Analysis on Euclidean Spaces (1971), Chapter IV (its transform)",
		"Indefinite in every dimension: its density is a multiple of Λ_{d+2 alpha+2}(ωR) ω^{d-1} (Sonine). alpha = 1 is " +
			"the Epanechnikov profile."},
	"spherical": {groupCompact,
		`1-\frac32\frac zR+\frac12\left(\frac zR\right)^3,\quad z<R`,
		chiles + ", spherical model",
		"Positive definite on R^d for d <= 3."},
	"cubic": {groupCompact,
		`1-7r^2+\tfrac{35}{4}r^3-\tfrac72r^5+\tfrac34r^7,\quad r=z/R<1`,
		chiles + ", cubic model",
		"Positive definite on R^d for d <= 3."},
	"pentaspherical": {groupCompact,
		`1-\tfrac{15}{8}r+\tfrac54r^3-\tfrac38r^5,\quad r=z/R<1`,
		chiles + ", the autoconvolution of a ball in R^5",
		"Positive definite on R^d for d <= 5."},
	"circular": {groupCompact,
		`\frac2\pi\left(\arccos r-r\sqrt{1-r^2}\right),\quad r=z/R<1`,
		chiles + ", circular model",
		"Positive definite on R^d for d <= 2."},
	"gneiting": {groupCompact,
		`(1-r)^8(1+8r+25r^2+32r^3),\quad r=z/R<1`,
		"Gneiting, Correlation functions for atmospheric data analysis (1999)",
		"Positive definite on R^d for d <= 3; the same polynomial as wendland(3, 3, R). R = 3.3202 " +
			"makes it close to exp(-z^2)."},
	"delta_gaussian": {groupIndefinite,
		`a_1\exp\left(-\frac{z^2}{2\tau_1^2}\right)+a_2\exp\left(-\frac{z^2}{2\tau_2^2}\right)`,
		liu + ", Section 4; " + luo + ", Eq. (19)",
		"Both masses are the coefficients: a positive decomposition exists in every dimension."},
	"spherical_polynomial": {groupSphere,
		`\left(1-\frac{z^2}{a^2}\right)^p`,
		"Pennington, Yu & Kumar, Spherical random features for polynomial kernels (2015); " + liu + ", Section 4",
		"Equals (2/a^2)^p (a^2/2 - 1 + u)^p. Zero beyond 2 it has finite mass on R^d only for a = 2 and d <= 2p: the " +
			"papers' claim of finite mass does not hold on R^d."},
	"polynomial": {groupSphere,
		`(q+u)^p,\quad u=1-z^2/2`,
		luo + ", Eq. (17)",
		"Positive definite on every sphere for integer p. It is a scaled spherical_polynomial with a^2 = 2(1+q)."},
	"arccos0": {groupSphere,
		`1-\frac{\arccos u}{\pi}=\frac2\pi\arccos\frac z2`,
		choSaul + ", Section 2.1; " + liu + ", Corollary 4.1",
		"Positive definite on every sphere, for every depth. Zero beyond 2 it has finite mass on R^1 only. Written with " +
			"acos(z/2), which loses no digits at z = 0. Deeper, each layer is the kernel of one layer of that below."},
	"arccos1": {groupSphere,
		`\frac{u(\pi-\arccos u)+\sqrt{1-u^2}}{\pi},\quad u=1-z^2/2`,
		choSaul + ", Section 2.1; " + liu + ", Corollary 4.1",
		"Positive definite on every sphere, for every depth. Zero beyond 2 it has finite mass on R^d for d <= 3 if there " +
			"is one layer; with more, k(2) > 0 is a jump. Deeper, each layer is the kernel of one layer of that below."},
	"arccos2": {groupSphere,
		`\frac{3\sin\theta\cos\theta+(\pi-\theta)(1+2\cos^2\theta)}{3\pi},\quad \cos\theta=u`,
		choSaul + ", Section 2.1, degree n = 2, scaled to k(0) = 1",
		"Positive definite on every sphere."},
	"ntk": {groupSphere,
		`u\,\kappa_0(u)+\kappa_1(u)=\frac{2-z^2}{\pi}\arccos\left(\frac{z^2}{2}-1\right)+\frac{z}{2\pi}\sqrt{4-z^2}`,
		"Bietti & Mairal, On the inductive bias of neural tangent kernels (2019), Section 2; " + liu + ", Theorem 4",
		"ReLU network with one hidden layer, or depth of them; k(0) = depth + 1. Positive definite on every sphere. The " +
			"papers' \"not positive definite\" is about the function on R^d that is zero beyond 2, whose mass " +
			"is finite for d = 1 only."},
	"sigmoid": {groupSphere,
		`\tanh(a\,u+b),\quad u=1-z^2/2`,
		"Smola, Óvári & Williamson, Regularization with dot-product kernels (2001)",
		"The tanh kernel; tanh(a, b) is read as this. Indefinite: some of its Maclaurin coefficients are negative."},
	"geodesic_gaussian": {groupSphere,
		`\exp\left(-\frac{\theta^2}{2\tau^2}\right),\quad\theta=2\arcsin\frac z2`,
		"Feragen, Lauze & Hauberg, Geodesic exponential kernels: when curvature and linearity conflict (2015)",
		"The Gaussian kernel on a manifold, the unit sphere with its angle: not positive definite."},
	"geodesic_laplace": {groupSphere,
		`\exp\left(-\frac{\theta}{l}\right),\quad\theta=2\arcsin\frac z2`,
		"Feragen, Lauze & Hauberg, Geodesic exponential kernels: when curvature and linearity conflict (2015)",
		"Positive definite on every sphere."},
	"multiquadric": {groupCPD,
		`-\sqrt{c^2+z^2}`,
		scattered + ", Chapter 8",
		"With this sign it is conditionally positive definite of order 1. Infinite mass near frequency 0: no " +
			"bounded positive decomposition."},
	"power": {groupCPD,
		`-z^{\beta}`,
		boughor,
		"Conditionally positive definite of order 1 for 0 < beta <= 2. No bounded positive decomposition."},
	"logarithmic": {groupCPD,
		`-\log(1+z^{\beta})`,
		boughor,
		"The log kernel (log(x) is the logarithm here). Conditionally positive definite of order 1 for 0 < beta <= 2. No " +
			"bounded positive decomposition."},
	"thin_plate": {groupCPD,
		`\left(\frac zl\right)^2\log\frac zl`,
		"Duchon (1977); " + scattered + ", Chapter 8",
		"Conditionally positive definite of order 2. No bounded positive decomposition."},
	"wave": {groupWave,
		`\frac{\sin(z/l)}{z/l}=\Lambda_3(z/l)`,
		chiles + ", hole-effect model",
		"Positive definite on R^d for d <= 3; on R^3 its measure is the sphere of radius 1/l."},
	"bessel": {groupWave,
		`\Lambda_n(z/l)=\Gamma\left(\tfrac n2\right)\left(\frac{2l}{z}\right)^{n/2-1}J_{n/2-1}\left(\frac zl\right)`,
		"Schoenberg, Metric spaces and completely monotone functions (1938)",
		"Λ_n: positive definite on R^d iff d <= n; on R^n its measure is the sphere of radius 1/l. n = 1, 2, 3 " +
			"are cos, J_0 and sin(z)/z."},
	"damped_cosine": {groupWave,
		`e^{-z/l}\cos(\omega z)`,
		chiles + ", exponentially damped cosine",
		"Positive definite on R^1; on R^2 iff omega*l <= 1, on R^3 iff omega*l <= 1/sqrt(3)."},
}
