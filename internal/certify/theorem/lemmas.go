package theorem

// A Lemma is a theorem of which several rules are cases: one for each claim that it concludes, or one that proves and one
// that refutes. Its page, docs/rules/NAME.md, is theirs.
type Lemma struct{ Name, Theorem, Citation string }

const (
	widder    = "D. V. Widder, The Laplace Transform (1941)"
	gr        = "I. S. Gradshteyn, I. M. Ryzhik, Table of Integrals, Series, and Products (7th ed., 2007)"
	dlmf      = "NIST Digital Library of Mathematical Functions"
	ssv       = "R. L. Schilling, R. Song, Z. Vondraček, Bernstein Functions (2nd ed., 2012)"
	sphere42  = "I. J. Schoenberg, Positive definite functions on spheres (1942)"
	metric38  = "I. J. Schoenberg, Metric spaces and completely monotone functions (1938)"
	ressel78  = "J. P. R. Christensen, P. Ressel, Functions operating on positive definite matrices and a theorem of Schoenberg (1978), theorem 2"
	sun93     = "X. Sun, Conditionally positive definite functions and their application to multivariate interpolation (1993), theorem 2.1"
	bochner33 = "S. Bochner, Monotone Funktionen, Stieltjessche Integrale und harmonische Analyse (1933)"
)

// Closure: what a class of functions is closed under, for each of the classes.
var (
	sum = &Lemma{"sum", "A sum of functions that are positive definite, on R^d or on all spheres, and of a constant c ≥ 0 is so; on " +
		"all spheres for c < 0 too if the sum is not negative at u = 0, where it is b_0. A sum of conditionally positive definite " +
		"functions and of any constant is so, of the largest of the orders and 1. If the f_i are completely monotone, or all " +
		"Bernstein functions, and c_i ≥ 0, c + Σ c_i f_i is so if it is nonnegative.",
		"the definitions; " + ressel78 + ": f(u) = Σ b_n uⁿ for |u| < 1; " + ssv + ", corollaries 1.6 and 3.8"}
	product = &Lemma{"product", "A product of functions that are positive definite, on R^d or on all spheres, and of a constant c > 0 is so, and " +
		"products of completely monotone functions are.",
		"I. Schur, Bemerkungen zur Theorie der beschränkten Bilinearformen (1911), theorem VII; " + ssv + ", corollary 1.6"}
	atZero = &Lemma{"at-zero", "Let k(z) = e(z) for z > 0, on spheres for 0 < z ≤ 2. If e is positive definite, on R^d or on all spheres, " +
		"or conditionally, and k(0) ≥ e(0), k is so: k − e is a nonnegative multiple of the function that is 1 at 0 and 0 elsewhere, " +
		"the Gram matrices of which are diagonal. If e is a difference of positive definite kernels, so is k, whatever k(0) is.",
		"the definitions"}
	powerSeries = &Lemma{"power-series", "If e is positive definite, on R^d or on all spheres, and f(x) = Σ a_n xⁿ has a_n ≥ 0 and converges " +
		"absolutely at x = e(0), f(e) is so. If e is completely monotone, e ≤ s, and f converges for 0 ≤ x < s, f(e) is so where it is " +
		"finite. With s such that the argument is e − s or s − e: exp(e−s); cosh e, sinh e; besseli(n, e) for integers n ≥ 0; asin e " +
		"for e(0) ≤ 1; tan e, 1/cos e for e(0) < π/2; and for 0 ≤ e(0) < s: (s−e)^(−a) with a > 0, and −log(s−e) with s ≤ 1.",
		sphere42 + ", section 1: Schur's theorem and limits; " + ssv + ", corollary 1.6"}
	series = &Lemma{"series", "Let u ↦ F(cu) be positive definite on all spheres: F(cu) = Σ b_n uⁿ + b·1[u = 1] + b′·1[u = −1], b_n ≥ 0 and " +
		"b ≥ |b′|, where 1[x = 1] ± 1[x = −1] is the limit of even, or odd, powers of x. If e is positive definite, on R^d or on all " +
		"spheres, and c = e(0) > 0, F(e) is so: e/c is in [−1,1]. If e is completely monotone and e → c > 0 at 0, F(e) is.",
		"docs/rules/series.md; " + ressel78}
	same  = &Lemma{"same", "Continuous functions on [0,∞) that have the same normal form on every piece are equal.", "algebra"}
	waves = &Lemma{"trigonometric", "Products and powers of sines and cosines of az + b may be replaced by sums of waves anywhere in a " +
		"formula, exp(h + e) by exp(h)·exp(e), and waves of arcs, and arcs of quotients that are such waves, by what they are.",
		"2 cos x cos y = cos(x−y) + cos(x+y), 2 sin x sin y = cos(x−y) − cos(x+y), 2 sin x cos y = sin(x+y) + sin(x−y)"}
	algebra = &Lemma{"algebra", "Sums, differences, real multiples and products of functions of finite mass have finite mass, and so has an " +
		"entire function of one: ‖m‖ ≤ Σ |c_i| ‖m_i‖, Π ‖m_i‖ and Σ |a_n| ‖m‖ⁿ. Sums, differences, real multiples and products of " +
		"differences of positive definite kernels are such differences.",
		"W. Rudin, Fourier Analysis on Groups (1962), sections 1.3 and 5.1; N. Aronszajn, Theory of reproducing kernels (1950), part I, " +
			"sections 6 and 8"}
	constant    = &Lemma{"constant", "A constant c ≥ 0 is completely monotone, and a Bernstein function.", ssv + ", definitions 1.3 and 3.1"}
	composition = &Lemma{"composition", "If B > 0 is a Bernstein function, F∘B is completely monotone, or a Bernstein function, if F is. " +
		"Completely monotone in x > 0 are exp(−x), for which B may have zeros; x^(−a), a > 0; what the table of " +
		"completely-monotone.laplace-integral has; and fractions whose inverse Laplace transform is nonnegative.",
		ssv + ", theorem 3.7 and corollary 3.8"}
	complement = &Lemma{"complement", "If B is a Bernstein function and B ≤ c, c − B is completely monotone. If g is completely monotone, c − g is " +
		"a Bernstein function if it is nonnegative.", ssv + ", definition 3.1"}
	derivative = &Lemma{"derivative", "If f ≥ 0 and −f′ is completely monotone, so is f. If f ≥ 0 and f′ is completely monotone, f is a " +
		"Bernstein function.", "the definition; " + ssv + ", definition 3.1"}
	shift = &Lemma{"shift", "Let c > 0 and B > 0 be a Bernstein function. F(B) − F(B + c) is completely monotone if F is, and F(B + c) − F(B) if " +
		"F is a Bernstein function.", ssv + ", theorems 1.4 and 3.7, definition 3.1"}
)

// One theorem for several claims.
var (
	sector = &Lemma{"sector", "Let f be analytic in t outside (−∞,0], positive on (0,∞), without zeros. If arg f ≤ 0 in the upper half plane, " +
		"−(log f)′ is completely monotone, and so is f^r, r > 0; if 0 ≤ arg f ≤ π there, f is a complete Bernstein function. The argument " +
		"is bounded by multiples of arg t, part by part.", ssv + ", theorems 5.11, 6.2 and 7.3"}
	cusp = &Lemma{"cusp", "Let k(z) = F(θ), F holomorphic on 0 ≤ Re θ ≤ π, |Im θ| ≤ S, |F| ≤ M there, with odd derivatives of order below p = " +
		"2q+1 that vanish at 0 and π, and −(−1)^q Re F⁽ᵖ⁾(is) − |Re F⁽ᵖ⁾(π+is)| ≥ γ > 0 for 0 ≤ s ≤ r. Then the coefficient b_n of f(u) = " +
		"Σ b_n uⁿ is at least (γ/(p!(p+2)π)) (r/2)^{p+2} C^{−n−1} − (2M/nπ) cosh^{−n} r − M cosh S/sinhⁿ⁺¹ S, C = cosh(r/2): positive from " +
		"some N on. If those before are not negative, k is positive definite on every sphere; on S^{d−1}, d ≥ 2, if the Gegenbauer " +
		"coefficients of degree < N of a partial sum Σ_{n<M} b_n uⁿ, M ≥ N, are not.",
		"docs/rules/cusp.md; " + sphere42 + ", theorems 1 and 2; powers of u have nonnegative Gegenbauer coefficients"}
	axial = &Lemma{"axial", "If f is positive definite on S^{d−1}, d ≥ 2, or on all spheres, f(u) + f(−u) and f(u) − f(−u) are so: their " +
		"coefficients are twice those of even and of odd degree. With an f that vanishes for u ≤ 0 it is any function of |u| that f is for u ≥ 0.",
		"docs/rules/axial.md; " + sphere42 + ", theorems 1 and 2"}
	boundedByZero = &Lemma{"bounded-by-zero", "If k is positive definite on R^d, or on S^{d−1}, |k(z)| ≤ k(0) for every z ≥ 0, on the sphere for the " +
		"distances that occur: z = 2 for d = 1, 0 < z ≤ 2 for d ≥ 2.", "the 1×1 and 2×2 Gram matrices"}
	points = &Lemma{"points", "If k is positive definite on R^d, Σ c_i c_j k(‖x_i−x_j‖) ≥ 0 for all points x_i of R^n, n ≤ d, and real c_i; on " +
		"S^{d−1} for unit vectors. If m is finite and k is conditionally positive definite on R^d of some order, m is nonnegative away " +
		"from the origin, so that k plus a constant is positive definite and the sum is not negative if Σ c_i = 0. So it is if instead of " +
		"that k is continuous and o(z²) at infinity.",
		"the definitions; " + sun93 + " (uniqueness of the measure on R^d∖{0})"}
	leadingPower = &Lemma{"leading-power", "Let a continuous k be, as z → 0 or as z → ∞, a polynomial in z², a term a z^β (log z)^p, a ≠ 0, that is " +
		"no such power, and smaller terms. If k is conditionally positive definite of some order, a/Γ(−β/2) > 0 for p = 0 and β ≥ −d; " +
		"logarithms count by their derivatives in β. So it is, at z → 0, if k is positive definite on S^{d−1}, d ≥ 2, and continuous at 0: " +
		"z = 2 sin(θ/2) makes the same terms lead on a small arc of a great circle.",
		"docs/rules/leading-power.md; I. M. Gelfand, G. E. Shilov, Generalized Functions I (1964), chapter II, section 3.3"}
	nonnegativeSpectrum = &Lemma{"nonnegative-spectrum", "If k is continuous, grows at most like a power, and its Fourier transform on R^d∖{0} is a " +
		"nonnegative measure, k is conditionally positive definite of some order. If k is bounded and the transform on R^d is one, this " +
		"measure is finite and k is positive definite. The density is proved to be nonnegative on (0,∞), and so are the atoms.",
		"docs/rules/nonnegative-spectrum.md; S. Bochner, Vorlesungen über Fouriersche Integrale (1932), § 20; E. M. Stein, G. Weiss, " +
			"Introduction to Fourier Analysis on Euclidean Spaces (1971), corollary I.1.26 (k(0) = ∫dm by Gauss summability); H. Wendland, " +
			"Scattered Data Approximation (2005), theorem 8.12"}
	bandLimited = &Lemma{"band-limited", "Let k be continuous and a sum of cos(az)/z^n, n = 2, 4, …, and sin(az)/z^n, n = 1, 3, …, a ≥ 0. Its " +
		"spectral density on R^1 is a piecewise polynomial f, 0 beyond the largest a, and on R^d, d odd, a positive multiple of (−D/ω)^j f, " +
		"j = (d−1)/2, besides atoms where (−D/ω)^(j−1) f jumps, as long as nothing before jumps. If it is nowhere negative and the jumps are " +
		"downwards, k is positive definite on R^d and R^(d−1). If it is negative somewhere, k is not so on R^d and R^(d+1), and if there is " +
		"a jump upwards, not on R^(d−1) either.",
		"docs/rules/band-limited.md; G. Matheron, The intrinsic random functions and their applications, Adv. Appl. Probab. 5 (1973)"}
)

// What these say of a claim, the rule itself says; the lemma has them together.
var (
	root = &Lemma{"root", "If B is a Bernstein function and 0 < r ≤ 1, B^r is a Bernstein function. t is one, so that z^p is for 0 ≤ p ≤ 2.",
		ssv + ", corollary 3.8 and example 3.9"}
	negativeCoefficient = &Lemma{"negative-coefficient", "A positive definite function has no negative coefficient: on S^{d−1}, d ≥ 2, in Gegenbauer polynomials of u; on all " +
		"spheres in powers of u; on R^d, of a k of period T, in the waves of the sequence k(iT/N); and of a k that is " +
		"conditionally positive definite and has period T, at the numbers that N does not divide.",
		sphere42 + ", theorems 1 and 2; G. Herglotz, Über Potenzreihen mit positivem, reellen Teil im Einheitskreis (1911); " + sun93}
	micchelli = &Lemma{"micchelli", "If k is continuous on [0,∞) and (−1)ⁿ dⁿ/dtⁿ k(√t) is completely monotone on (0,∞), k is conditionally positive " +
		"definite of order n on every R^d; for n = 1, if k = c − B with a Bernstein function B.",
		"C. A. Micchelli, Interpolation of scattered data: distance matrices and conditionally positive definite functions (1986), theorem 2.1; " + metric38 + ", theorem 6"}
	singularity = &Lemma{"singularity", "If an exponent e ≤ (d−1)/2 counts at a distance b > 0, no finite measure has a transform that is k near b. What is " +
		"continuous and conditionally positive definite of some order, and what is a difference of measurable positive definite " +
		"kernels, agrees near every b > 0 with such a transform.",
		"docs/rules/singularity.md; " + sun93 + "; N. Wiener, Tauberian theorems (1932), lemma IIe (local inverses)"}
	analysis = &Lemma{"analysis", "Let k be continuous on [0,∞) and analytic on (0,∞) but for finitely many points b; with real powers and logarithms at " +
		"0; at each b let every exponent that counts exceed (d−1)/2. Then k is a difference of measurable, locally bounded " +
		"positive definite kernels on R^d; and if k decays at infinity to a constant, as the page says, m has finite mass.",
		"docs/rules/analysis.md; A. Erdélyi, Asymptotic Expansions (1956), section 2.8; E. M. Stein, Singular Integrals (1970), chapter IV"}
	periodic = &Lemma{"periodic", "Let k have period T. If k on [0,5T/4], constant beyond, has no singularity that a finite measure could not have, k is " +
		"a difference of positive definite kernels on R^d. If d = 1, k is even as a formula on the line, and k on [0,T/2], " +
		"constant beyond, has finite mass, so has k.",
		"docs/rules/periodic.md; N. Wiener, Tauberian theorems (1932), lemma IIe"}
	alternatingSigns = &Lemma{"alternating-signs", "If f is completely monotone, (−1)ⁿ f⁽ⁿ⁾(t) ≥ 0 for all t > 0 and n ≥ 0; for n = 1, f does not increase.",
		"D. V. Widder, The Laplace Transform (1941), chapter IV, definition 2a"}
	rougher = &Lemma{"rougher", "Let the exponents at 0 that are no even integers begin at β. If k is positive definite on R^d and decays regularly, no " +
		"exponent that counts at a b > 0 is below β + (d−1)/2; if it is so on S^{d−1}, d ≥ 2, none at a b < 2 is below β + " +
		"(d−2)/2, and none at the antipode, in powers of √(4−z²), below β.",
		"docs/rules/rougher.md; A. Erdélyi, Asymptotic Expansions (1956), section 2.8"}
	absolutelyMonotone = &Lemma{"absolutely-monotone", "If (−1)ⁿ times the derivative of order n of k(√t), or of k as a function of the angle, is completely monotone, and " +
		"(−1)ʲ times those of the lower orders j are not negative at t = 2, or at the angle π/2, k is a power series in u, or " +
		"in arcsin u, without negative coefficients, and positive definite on every sphere.",
		"docs/rules/absolutely-monotone.md; " + sphere42 + ", theorem 2; S. Bernstein, Sur les fonctions absolument monotones (1929)"}
	maclaurin = &Lemma{"maclaurin", "If f(u) = Σ b_n uⁿ, Σ |b_n| < ∞, has b_n ≥ 0 for n ≥ N, f is positive definite on every sphere if the others are not " +
		"negative, and on S^{d−1}, d ≥ 2, if the Gegenbauer coefficients of degree < N of a partial sum Σ_{n<M} b_n uⁿ, M ≥ N, " +
		"are not.",
		"docs/rules/maclaurin.md; " + sphere42 + ", theorems 1 and 2"}
	almostPeriodic = &Lemma{"almost-periodic", "Let z occur in k only within sines, cosines and tangents of az + b, the phases of which return, together, as closely " +
		"as wanted. If m is finite, k takes one value for d ≥ 2, and is the same for the phases of z and of −z for d = 1; a k " +
		"on the line that is even, holomorphic and bounded for phases with small imaginary parts has a finite m, by an " +
		"absolutely convergent Fourier series. If k is conditionally positive definite, it is constant for d ≥ 2, and for d = 1 " +
		"even, with coefficients at frequencies a > 0 that are not negative.",
		"docs/rules/almost-periodic.md; H. Bohr, Fastperiodische Funktionen (1932); " + sun93}
	negativeSpectrum = &Lemma{"negative-spectrum", "If k is positive definite, its spectral measure has no negative density near any ω > 0, and no " +
		"negative atom; away from the origin it has none if k is conditionally positive definite of some order.", bochner33 + "; " + sun93}
	jump = &Lemma{"jump", "The transform of a finite measure, and a k that is continuous at 0 and positive definite on S^{d−1}, d ≥ 2, or " +
		"conditionally on R^d, has at a distance b > 0 no value other than its limits.", "docs/rules/jump.md"}
	restriction = &Lemma{"restriction", "A kernel that is positive definite on R^n, n ≥ d, is so on R^d and on its unit sphere; one that is so on " +
		"all spheres, or on the unit sphere of an R^n, n ≥ d, is so on S^{d−1}.", "the definition"}
	schoenberg = &Lemma{"schoenberg", "If k(√t) is completely monotone on (0,∞) and k is continuous at 0, k is a mixture of Gaussians and a constant, " +
		"and positive definite on every R^d and on the spheres in it.", metric38 + ", theorem 3"}
	bochner = &Lemma{"bochner", "A positive definite k that is continuous at 0 is the transform of a finite nonnegative measure, of mass k(0).",
		bochner33 + "; " + metric38 + ", theorem 1"}
	orderZero = &Lemma{"order-zero", "A positive definite kernel is conditionally positive definite of order 0.", "the definitions"}
	family    = &Lemma{"family", "k is a positive multiple of a function of a family on the page, and the parameters and the dimension are in the " +
		"region where it is positive definite, or, of families of which that is known, outside of it.", "docs/rules/family.md"}
)
