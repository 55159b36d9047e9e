package theorem

// statements are those of the rules, by identifier: the lemma of which a rule is a case, and what is said of it alone.
var statements = map[string]statement{
	"conditionally-pd.pd":    {Lemma: orderZero, Theorem: "A positive definite kernel is conditionally positive definite of order 0.", Citation: "the definitions"},
	"conditionally-pd.shift": {Theorem: "If k + c is positive definite, k is conditionally positive definite of order 1.", Citation: "Σ c_i c_j c = c (Σ c_i)²"},
	"conditionally-pd.micchelli": {Lemma: micchelli, Theorem: "If k is continuous on [0,∞) and (−1)ⁿ dⁿ/dtⁿ k(√t) is completely monotone on (0,∞), k is conditionally " +
		"positive definite of order n on every R^d.", Citation: "C. A. Micchelli, Interpolation of scattered data: distance matrices and conditionally positive definite " +
		"functions (1986), theorem 2.1; H. Wendland, Scattered Data Approximation (2005), theorem 8.19"},
	"conditionally-pd.sum": {Lemma: sum},
	"conditionally-pd.growth": {Theorem: "A continuous kernel that is conditionally positive definite of order n is O(z^{2n}) at infinity (O(1) " +
		"for n = 0). One that grows like an exponential of a power of z times waves, their phases pairwise " +
		"different, is so of no order.", Citation: "H. Wendland, Scattered Data Approximation (2005), section 8.1, proposition 8.6 and theorem 8.12; I. M. " +
		"Gelfand, N. Ya. Vilenkin, Generalized Functions IV (1964), chapter II, section 4.4"},
	"conditionally-pd.singularity": {Lemma: singularity, Theorem: "The measure of a continuous conditionally positive definite k on R^d∖{0} is nonnegative and finite away " +
		"from the origin; k is the transform of that part plus an entire function of ‖x‖² that is slowly increasing. So a " +
		"singularity of k at a distance b > 0, or a wave at infinity, that no finite measure has refutes every order.", Citation: "X. Sun, Conditionally positive definite functions and their application to multivariate interpolation " +
		"(1993), theorem 2.1; docs/rules/singularity.md"},
	"conditionally-pd.negative-density": {Lemma: negativeSpectrum, Theorem: "The measure of a conditionally positive definite k on R^d∖{0} is nonnegative. If k has a continuous " +
		"spectral density near some ω > 0 and it is negative there, k is conditionally positive definite of no order.", Citation: "X. Sun (1993), theorem 2.1; I. M. Gelfand, N. Ya. Vilenkin, Generalized Functions IV " +
		"(1964), chapter II, section 4.4"},
	"conditionally-pd.jump": {Lemma: jump, Theorem: "A k that is conditionally positive definite, of any order, and continuous at 0 has at every b > 0 at " +
		"which it has limits from both sides these limits for its value: its differences of even order over steps h " +
		"vanish with h, uniformly on R^d.", Citation: "docs/rules/jump.md"},
	"conditionally-pd.at-zero": {Lemma: atZero},
	"conditionally-pd.below-limit": {Theorem: "If k is conditionally positive definite, of any order, and k(z) → L as z → 0, k(0) ≥ L: at points ih " +
		"with the weights c_i of a difference of that order, h → 0, Σ c_i c_j k(|i−j|h) tends to (k(0) − L) Σ c_i².", Citation: "the definition"},
	"conditionally-pd.points": {Lemma: points},
	"conditionally-pd.bounded": {Theorem: "A continuous k that is bounded, but for a polynomial P in z², and conditionally positive definite of " +
		"some order is a positive definite function and a polynomial. If the mean of k − P at infinity is not negative, k " +
		"− P is positive definite. A k > 0 of finite mass is bounded, and its mean not negative.", Citation: "docs/rules/conditionally-pd.bounded.md; X. Sun (1993), theorem 2.1"},
	"conditionally-pd.power": {Lemma: leadingPower},
	"pd-sphere.power":        {Lemma: leadingPower},
	"conditionally-pd.almost-periodic": {Lemma: almostPeriodic, Theorem: "Let k be an analytic function of waves (finite-mass.fourier-series), so that it is almost periodic, or " +
		"for d ≥ 2 continuous and periodic. If it is conditionally positive definite of some order, it is constant for d " +
		"≥ 2, and for d = 1 its coefficients at frequencies a > 0 are real and nonnegative, so that as a " +
		"formula on the line it is even.", Citation: "docs/rules/almost-periodic.md; X. Sun, Conditionally positive definite functions and " +
		"their application to multivariate interpolation (1993), theorem 2.1"},
	"conditionally-pd.negative-coefficient": {Lemma: negativeCoefficient, Theorem: "If k has period T and is conditionally positive definite on R^d of some order, Σ_{i<N} k(iT/N) " +
		"cos(2πni/N) ≥ 0 for all n that N does not divide.", Citation: "docs/rules/negative-coefficient.md; X. Sun (1993), theorem 2.1"},
	"positive-decomposition.finite-mass": {Theorem: "If m is a finite signed measure, its Jordan parts m₊ and m₋ are finite and nonnegative, and k is the " +
		"difference of their transforms: two continuous, bounded, stationary positive definite kernels.", Citation: "I. J. Schoenberg, Metric spaces and completely monotone functions (1938), theorem 1; docs/theory.md, (D)"},
	"positive-decomposition.conditionally-pd": {Theorem: "If k or −k is conditionally positive definite of some order, it is a positive definite kernel plus a " +
		"kernel of finite rank, and that is a difference of positive semidefinite kernels of finite " +
		"rank; they are not stationary.", Citation: "H. Wendland, Scattered Data Approximation (2005), theorem 10.18; docs/theory.md, (C)"},
	"positive-decomposition.sum":     {Lemma: algebra},
	"positive-decomposition.product": {Lemma: algebra},
	"positive-decomposition.at-zero": {Lemma: atZero},
	"positive-decomposition.local": {Lemma: analysis, Theorem: "Let k be continuous on [0,∞) and analytic on (0,∞) but for finitely many points b, with real powers and " +
		"logarithms at 0, and at each b let every exponent that counts exceed (d−1)/2. Then k agrees on every [0,R] with " +
		"a difference of continuous positive definite functions, and by shells it is a difference of measurable, locally " +
		"bounded positive definite kernels on R^d, whatever it does at infinity; they are not stationary.", Citation: "docs/rules/analysis.md"},
	"positive-decomposition.singularity": {Lemma: singularity, Theorem: "If k is a difference of two measurable positive definite kernels on R^d, whatever their diagonals, k " +
		"belongs to the Fourier algebra in a neighbourhood of every sphere ‖x‖ = b > 0. A singularity at b that the " +
		"transform of no finite measure has refutes the claim.", Citation: "docs/rules/singularity.md; N. Wiener, Tauberian theorems (1932), " +
		"lemma IIe (local inverses)"},
	"finite-mass.sum":     {Lemma: algebra},
	"finite-mass.product": {Lemma: algebra},
	"finite-mass.entire":  {Lemma: algebra},
	"finite-mass.pd": {Lemma: bochner, Theorem: "A positive definite k that is continuous at 0 is the transform of a finite " +
		"nonnegative measure, of mass k(0).", Citation: "S. Bochner, Monotone Funktionen, Stieltjessche Integrale und harmonische Analyse (1933); " +
		"I. J. Schoenberg, Metric spaces and completely monotone functions (1938), theorem 1"},
	"finite-mass.almost-periodic": {Lemma: almostPeriodic, Theorem: "Let z occur in k only within sines, cosines and tangents of az + b. The phases az + b return as closely " +
		"as wanted to those at any z, together and infinitely often. If d ≥ 2, the transform of a finite m tends to " +
		"m({0}) at infinity, so that k must not take different values on two intervals; if d = 1, it is the same for " +
		"the phases of z and of −z.", Citation: "docs/rules/almost-periodic.md; G. N. Watson, A Treatise on the Theory of Bessel Functions " +
		"(1922), section 7.1; H. Bohr, Fastperiodische Funktionen (1932)"},
	"finite-mass.fourier-series": {Lemma: almostPeriodic, Theorem: "Let d = 1 and k(z) = Φ(a₁z+b₁, …, aₙz+bₙ) with a Φ that has period 2π in each phase and is holomorphic " +
		"and bounded for phases with small imaginary parts, and let k be even as a formula on the line. Then Φ has an " +
		"absolutely convergent Fourier series, and m is a sum of atoms of finite mass.", Citation: "docs/rules/almost-periodic.md; W. Rudin, Fourier Analysis on Groups (1962), section 1.3"},
	"finite-mass.analysis": {Lemma: analysis, Theorem: "Let k be continuous on [0,∞) and analytic on (0,∞) but for finitely many points b; with real powers and " +
		"logarithms at 0; at each b let every exponent that counts exceed (d−1)/2; and at infinity let k decay to a " +
		"constant like sums of powers z^(−γ), γ > 0, or (log z)^(−p), p ≥ 2, exponentially, or with waves z^(−γ) " +
		"cos(az+φ), γ > (d−1)/2, or γ = (d−1)/2 and the phase of Λ_d(az), or with waves g cos f that are as fast as wanted, " +
		"z^((d−1)/2) g |f′|^(d/2) being integrable. Then ‖m‖ < ∞.", Citation: "docs/rules/analysis.md; A. Erdélyi, Asymptotic Expansions (1956), section 2.8; E. M. Stein, " +
		"Singular Integrals (1970), chapter IV"},
	"finite-mass.singularity": {Lemma: singularity, Theorem: "If an exponent e ≤ (d−1)/2 counts at a point b > 0 (the two sides do not continue each other " +
		"analytically there), then m, had it a finite mass, would near infinity be ω^((d−3)/2−e) times a nonzero almost " +
		"periodic function, which is not integrable.", Citation: "docs/rules/singularity.md; A. Erdélyi, Asymptotic Expansions (1956), section 2.8"},
	"finite-mass.unbounded": {Theorem: "The transform of a finite measure is bounded by its mass; k is unbounded at 0 or at infinity: a sum of " +
		"waves of pairwise different phases, times a factor that grows.", Citation: "W. Rudin, Fourier Analysis on Groups (1962), theorem 1.3.3"},
	"finite-mass.jump": {Lemma: jump, Theorem: "The transform of a finite measure is continuous; k has at b ≥ 0 a value other " +
		"than its limit from one side.", Citation: "W. Rudin, Fourier Analysis on Groups (1962), theorem 1.3.3"},
	"finite-mass.oscillation": {Theorem: "If k has at infinity a wave Re(A e^{iaz}) z^(−γ), a > 0, A ≠ 0, all other terms having frequencies other " +
		"than a or being smaller, with γ < (d−1)/2, or γ = (d−1)/2 and A e^{iπ(d−1)/4} not real, no finite m represents " +
		"k: projections of radial measures are absolutely continuous away from 0.", Citation: "docs/rules/finite-mass.oscillation.md; I. J. Schoenberg, Metric spaces and completely monotone " +
		"functions (1938), section 1"},
	"pd.trigonometric":                  {Lemma: waves},
	"pd-all-spheres.trigonometric":      {Lemma: waves},
	"pd-sphere.trigonometric":           {Lemma: waves},
	"completely-monotone.trigonometric": {Lemma: waves},
	"finite-mass.trigonometric":         {Lemma: waves},
	"finite-mass.not-trigonometric":     {Lemma: waves},
	"completely-monotone.constant":      {Lemma: constant},
	"completely-monotone.sum":           {Lemma: sum},
	"completely-monotone.product":       {Lemma: product},
	"completely-monotone.exponential":   {Lemma: composition, Theorem: "If B is a Bernstein function, exp(−B) is completely monotone.", Citation: ssv + ", theorem 3.7"},
	"completely-monotone.power":         {Lemma: composition, Theorem: "If B > 0 is a Bernstein function and a > 0, then B^(−a) is completely monotone.", Citation: ssv + ", theorem 3.7, applied to s^(−a)"},
	"completely-monotone.composition":   {Lemma: composition},
	"completely-monotone.complement":    {Lemma: complement},
	"completely-monotone.derivative":    {Lemma: derivative},
	"completely-monotone.mean": {Theorem: "If G′(z) = z^(p−1) h(z) with h completely monotone in z² and 0 ≤ r < 1, then z^(−p) (G(z) − G(rz)) = " +
		"∫_r^1 u^(p−1) h(uz) du is completely monotone; for r = 0, G(z) → 0 as z → 0.", Citation: ssv + ", corollary 1.6 (mixtures)"},
	"completely-monotone.exponential-polynomial": {Theorem: "f(t) = Σ_i p_i(z) exp(−a_i z), 0 < a_1 < a_2 < …, is the Laplace transform of s^(−3/2)/(2√π) · Σ_i " +
		"P_i(1/s) exp(−a_i²/(4s)) with polynomials P_i; it is completely monotone if the partial sums P_1 + … + P_i are " +
		"nonnegative on (0,∞), or if P_1 outweighs the negative terms of the others, or if the P_i are constants and Σ_i P_i y^(n_i) ≥ 0 on " +
		"(0,1) with whole n_i = L a_i².", Citation: gr + ", 17.13.34; partial summation"},
	"completely-monotone.negative-mixture": {Theorem: "f(t) = Σ_i p_i(z) exp(−a_i z) + Σ_j q_j exp(−c_j z²), a_i > 0, c_j ≥ 0 different, is the Laplace transform of a density " +
		"and atoms q_j; if it is completely monotone, no q_j is negative, and the density nowhere.", Citation: "D. V. Widder, The Laplace Transform (1941), chapter II, theorem 6a"},
	"completely-monotone.sector":   {Lemma: sector},
	"completely-monotone.quotient": {Theorem: "If B is a Bernstein function of t = z², B/t is completely monotone.", Citation: ssv + ", theorem 3.2: (1 − exp(−ts))/t = ∫_0^s exp(−tu) du"},
	"completely-monotone.laplace-integral": {Lemma: composition, Theorem: "exp(x²)·erfc(x), exp(x)·K_ν(x), x^μ·K_ν(x), μ ≤ |ν|, 1/2, exp(−x)·x^(−ν)·I_ν(x) and " +
		"exp(−x)·x^(−ν)·(I_ν(x) ± I_{ν+1}(x)), ν ≥ −1/2, and Γ(x+a)/Γ(x+b), 0 ≤ a ≤ b, are completely monotone in x > 0, " +
		"so that they are in t if x is a Bernstein function of t.", Citation: dlmf + ", 7.7.1, 10.32.9, 10.32.2 and 5.12.1"},
	"completely-monotone.power-series": {Lemma: powerSeries},
	"completely-monotone.rational": {Lemma: composition, Theorem: "F(x) = Σ_i Σ_{k≥1} c_ik (x + a_i)^(−k), 0 ≤ a_1 < a_2 < …, is the Laplace transform of Σ_i exp(−a_i s) " +
		"Σ_k c_ik s^(k−1)/(k−1)!; it is completely monotone in x if the partial sums over i of these polynomials are " +
		"nonnegative, and then F(B) is for a Bernstein function B > 0.", Citation: gr + ", 17.13.4; partial summation"},
	"completely-monotone.decrement": {Lemma: shift},
	"completely-monotone.increment": {Lemma: shift},
	"bernstein.constant":            {Lemma: constant},
	"bernstein.power":               {Lemma: root, Theorem: "z^p = t^(p/2) is a Bernstein function for 0 ≤ p ≤ 2.", Citation: ssv + ", example 3.9"},
	"bernstein.sum":                 {Lemma: sum},
	"bernstein.complement":          {Lemma: complement},
	"bernstein.root":                {Lemma: root, Theorem: "If B is a Bernstein function and 0 < r ≤ 1, then B^r is a Bernstein function.", Citation: ssv + ", corollary 3.8"},
	"bernstein.sector":              {Lemma: sector},
	"conditionally-pd.bernstein": {Lemma: micchelli, Theorem: "If B is a Bernstein function of t = z² and k = c − B is continuous, k is conditionally positive " +
		"definite of order 1 on every R^d.", Citation: "I. J. Schoenberg, Metric spaces and completely monotone functions (1938), theorem 6"},
	"bernstein.composition":               {Lemma: composition},
	"bernstein.derivative":                {Lemma: derivative},
	"completely-monotone.derivative-sign": {Lemma: alternatingSigns, Theorem: "If (−1)ⁿ f⁽ⁿ⁾(t) < 0 for some t > 0 and n ≥ 0, then f is not completely monotone.", Citation: widder + ", chapter IV, definition 2a"},
	"completely-monotone.increase":        {Lemma: alternatingSigns, Theorem: "A completely monotone function does not increase: 0 < z₁ < z₂ with k(z₁) < k(z₂) refutes.", Citation: widder + ", chapter IV, definition 2a"},
	"completely-monotone.identity": {Theorem: "A completely monotone function is real analytic on (0,∞), so that it is one with any function that is " +
		"analytic there and equals it on an interval; a point at which they differ refutes.", Citation: widder + ", chapter IV, theorem 3a"},
	"completely-monotone.not-pd": {Lemma: schoenberg, Theorem: "If f is completely monotone and k(0) is the limit of k at 0, k is positive definite on every R^n.", Citation: "I. J. Schoenberg, Metric spaces and completely monotone functions (1938), theorem 3"},
	"pd.wave": {Theorem: "c Λ_δ(az) with c > 0, a > 0 and δ ≥ d is positive definite on R^d: the uniform distribution on a sphere " +
		"of radius a (δ = d), or with density proportional to ω^(d−1)(a²−ω²)^((δ−d)/2−1) within it. Λ_1 = cos, Λ_3(x) = " +
		"sin(x)/x, Λ_δ(x) is a multiple of J_ν(x)/x^ν with ν = δ/2 − 1. For n ≤ 3, so is c Λ_n(az) h(z) with d ≤ n, h a " +
		"product of Λ_δ(b_i z), δ ≥ 1, and Σ b_i ≤ a.", Citation: "I. J. Schoenberg, Metric spaces and completely monotone functions (1938), theorem " +
		"1; Sonine's first integral; docs/rules/pd.wave.md"},
	"pd.same": {Lemma: same},
	"pd.shifts": {Theorem: "Let k(z) = g(z) + Σ w_j (g(|z+s_j|) + g(|z−s_j|))/2 on R^1 with Σ |w_j| ≤ 1. If g is positive definite, so is k; if " +
		"1 + Σ w_j = 0, it is enough that g is continuous, o(z²) at infinity and conditionally positive definite.", Citation: "docs/rules/pd.shifts.md"},
	"completely-monotone.same": {Lemma: same},
	"pd.sum":                   {Lemma: sum},
	"pd.product":               {Lemma: product},
	"pd.at-zero":               {Lemma: atZero},
	"pd.dimension":             {Lemma: restriction, Theorem: "A kernel that is positive definite on R^n is so on R^d, d ≤ n.", Citation: "restriction"},
	"pd.askey-gneiting": {Theorem: "With n = ⌊d/2⌋: if k is continuous on [0,∞), tends to a limit c ≥ 0, and (−1)ⁿ k⁽ⁿ⁾ exists and is convex " +
		"on (0,∞), then k − c is a mixture of functions (1−z/r)_+^(n+1), and k is positive definite on R^d (d = 1: " +
		"Pólya). Here k consists of analytic pieces: k and its first n derivatives have no jumps, (−1)ⁿ k⁽ⁿ⁺¹⁾ only jumps " +
		"upwards, and (−1)ⁿ k⁽ⁿ⁺²⁾ ≥ 0 on every piece.", Citation: "R. Askey, Radial characteristic functions (1973); T. Gneiting, On the derivatives of radial positive " +
		"definite functions, J. Math. Anal. Appl. 236 (1999), theorem 1.1"},
	"pd.flat-at-zero": {Theorem: "If k is positive definite, continuous at 0, and k(0) − k(z) = o(z²), then the second moment of m " +
		"vanishes and k is constant. Here all terms of the expansion of k − k(0) at 0 up to z² are zero, " +
		"and k(z) ≠ k(0) for some z.", Citation: "E. Lukacs, Characteristic Functions (1970), theorem 4.1.1"},
	"pd.negative-limit": {Theorem: "If k is positive definite and tends to c at infinity, or oscillates about c there, then c ≥ 0: the mean " +
		"of k over a ball of radius r tends to c, and is not negative in the limit.", Citation: "S. Bochner, Monotone Funktionen, Stieltjessche Integrale und harmonische Analyse (1933): the mean value " +
		"of a positive definite function"},
	"pd.oscillating-tail": {Lemma: rougher, Theorem: "Let k be analytic on (0,∞) but for finitely many points, with expansions in powers and logarithms there " +
		"and at 0, and let k and its derivatives decay regularly to a constant. A counting exponent α at b > 0 gives m " +
		"the tail ω^((d−3)/2−α) times a nonzero sum of cosines cos(ωb'+φ), b' > 0; if every exponent β at 0 that is not " +
		"an even integer has (d−3)/2−α > −1−β, this tail leads, and since its mean is 0, m(ω) < 0 for some large ω.", Citation: "A. Erdélyi, Asymptotic Expansions (1956), section 2.8; H. Bohr, Almost Periodic Functions (1947), " +
		"section 65; docs/theory.md, section 3"},
	"pd.completely-monotone": {Lemma: schoenberg, Theorem: "If k(√t) is completely monotone on (0,∞) and k is continuous at 0, then k is a mixture of Gaussians and " +
		"a constant, and positive definite on every R^d.", Citation: "I. J. Schoenberg, Metric spaces and completely monotone functions (1938), theorem 3"},
	"pd.infinite-mass": {Lemma: bochner, Theorem: "A positive definite k that is continuous at 0 is continuous, and the transform of a nonnegative measure " +
		"of mass k(0); if there is no finite measure, k is not positive definite.", Citation: "S. Bochner, Monotone Funktionen, Stieltjessche Integrale und harmonische Analyse (1933); I. J. " +
		"Schoenberg (1938), theorem 1"},
	"pd.not-conditionally-pd": {Lemma: orderZero, Theorem: "A positive definite kernel is conditionally positive definite of order 0.", Citation: "the definitions"},
	"pd.bounded-by-zero":      {Lemma: boundedByZero},
	"pd.lambda-bound": {Theorem: "If k is positive definite on R^d, d ≥ 2, then k(z) ≥ k(0)·min Λ_d for every z > 0. Λ_d is least at the " +
		"first zero of its derivative −(x/d)Λ_{d+2}(x), j_{d/2,1}.", Citation: "I. J. Schoenberg, Metric spaces and completely monotone functions (1938), theorem 1; M. M. Crum, Proc. " +
		"London Math. Soc. 6 (1956), for k that is not continuous at 0; the second zero of J_ν lies above ν + 3.24 " +
		"ν^(1/3): C. K. Qu, R. Wong, Trans. AMS 351 (1999), theorem 1"},
	"pd.points": {Lemma: points},
	"finite-mass.periodic": {Lemma: periodic, Theorem: "Let d = 1 and k be even as a formula on the line and have period T. If h, h = k on [0,T/2] and constant " +
		"beyond, has finite mass, so has k: its Fourier series converges absolutely, for about each point k is h, or h and " +
		"its reflection at T/2 less k(T/2).", Citation: "docs/rules/periodic.md; N. Wiener, Tauberian theorems (1932), lemma IIe; J.-P. Kahane, " +
		"Séries de Fourier absolument convergentes (1970), II.2"},
	"positive-decomposition.periodic": {Lemma: periodic, Theorem: "Let k have period T on [0,∞), and let h = k on [0,5T/4], constant beyond, be continuous, begin at 0 with " +
		"real powers and logarithms and have at every b < 5T/4 no exponent up to (d−1)/2 that counts. Then nor has k at " +
		"any b > 0, and it is a difference of measurable, locally bounded positive definite kernels on R^d " +
		"(positive-decomposition.local).", Citation: "docs/rules/periodic.md"},
	"pd.negative-coefficient": {Lemma: negativeCoefficient, Theorem: "If k is positive definite on some R^d and has period T, Σ_{i<N} k(iT/N) cos(2πni/N) ≥ 0 for all n and N: " +
		"the Fourier coefficients of the sequence k(iT/N).", Citation: "docs/rules/negative-coefficient.md; G. Herglotz, Über Potenzreihen mit positivem, reellen " +
		"Teil im Einheitskreis (1911)"},
	"pd.band-limited":     {Lemma: bandLimited},
	"pd.not-band-limited": {Lemma: bandLimited},
	"pd.negative-density": {Lemma: negativeSpectrum, Theorem: "Let k have on (0,∞) of frequencies the continuous spectral density m near ω. If k is positive definite, " +
		"m(ω) ≥ 0: k equals almost everywhere the transform of a finite nonnegative measure, and a tempered distribution " +
		"has one Fourier transform.", Citation: "S. Bochner, Monotone Funktionen, Stieltjessche Integrale und harmonische Analyse (1933); F. Riesz, Über " +
		"Sätze von Stone und Bochner (1933)"},
	"pd.nonnegative-density": {Lemma: nonnegativeSpectrum},
	"pd.negative-atom": {Lemma: negativeSpectrum, Theorem: "If k is positive definite, no atom of its spectral measure, on a sphere of radius ω ≥ 0, has a negative " +
		"weight: what the formula puts on one sphere is added up, and different atoms have different radii.", Citation: "S. Bochner (1933), F. Riesz (1933), as for pd.negative-density"},
	"conditionally-pd.nonnegative-spectrum": {Lemma: nonnegativeSpectrum},
	"conditionally-pd.negative-spectrum": {Lemma: negativeSpectrum, Theorem: "If k is continuous and conditionally positive definite, its Fourier transform on R^d∖{0}, which is that " +
		"of a sum of functions that grow at most like powers, has no negative density near any ω > 0, " +
		"and no negative atom there.", Citation: "X. Sun, Conditionally positive definite functions and their application to multivariate " +
		"interpolation (1993), theorem 2.1"},
	"pd.negative-mean": {Theorem: "If k is positive definite on R^d, so is k(z) Λ_d(ωz) exp(−az²), of which the integral over R^d is not " +
		"negative, and |k| ≤ k(0): for 0 ≤ S < T, ∫_S^T k(z) Λ_d(ωz) exp(−az²) z^(d−1) dz + k(0) (S^d/d + ∫_T^∞ " +
		"exp(−az²) z^(d−1) dz) ≥ 0.", Citation: "docs/rules/pd.negative-mean.md; S. Bochner, Vorlesungen über Fouriersche Integrale (1932), § 20"},
	"pd-all-spheres.angle": {Lemma: absolutelyMonotone, Theorem: "Let k(z) = h(θ), θ = 2 arcsin(z/2), be continuous on [0,2], (−1)ⁿ h⁽ⁿ⁾ completely monotone on (0,∞) and " +
		"(−1)ʲ h⁽ʲ⁾(π/2) ≥ 0 for 0 ≤ j < n. Then h(θ) = Σ a_j (π/2−θ)ʲ, a_j ≥ 0, and k is positive definite on every " +
		"sphere, as π/2 − θ = arcsin u is.", Citation: "docs/rules/absolutely-monotone.md; S. Bernstein, Sur les fonctions absolument monotones (1929); for n = " +
		"0 T. Gneiting, Strictly and non-strictly positive definite functions on spheres (2013), theorem 7"},
	"pd-sphere.angle": {Theorem: "Let k(z) = h(θ), θ = 2 arcsin(z/2), on [0,2], and the continuous h vanish on [π,∞). If h is positive " +
		"definite on R^n, n odd, k is so on Sⁿ and the spheres in it.", Citation: "docs/rules/pd-sphere.angle.md; T. Gneiting, Strictly and non-strictly positive definite functions on " +
		"spheres (2013), theorem 3 (n ≤ 3)"},
	"pd.chord": {Theorem: "Let d = 1 and k be even as a formula on the line and have period T, k(z) = f(2 sin(πz/T)) for 0 ≤ z ≤ " +
		"T/2. If f is positive definite on S¹, k is on R^1: x ↦ (cos(2πx/T), sin(2πx/T)) takes distances to chords.", Citation: "D. J. C. MacKay, Introduction to Gaussian processes (1998), section 5.2; docs/rules/pd.chord.md"},
	"pd-all-spheres.sum":          {Lemma: sum},
	"pd-all-spheres.product":      {Lemma: product},
	"pd-all-spheres.power-series": {Lemma: powerSeries},
	"pd-all-spheres.at-zero":      {Lemma: atZero},
	"pd.power-series":             {Lemma: powerSeries},
	"pd-all-spheres.composition":  {Lemma: series},
	"pd.composition":              {Lemma: series},
	"completely-monotone.series":  {Lemma: series},
	"pd-all-spheres.derivative": {Lemma: absolutelyMonotone, Theorem: "Let k be continuous on [0,2], (−1)ⁿ dⁿ/dtⁿ k(√t) completely monotone on (0,∞), and the Maclaurin " +
		"coefficients of f(u) = k(√(2−2u)) of degree < n nonnegative. Then all are, and k is positive " +
		"definite on every sphere.", Citation: "I. J. Schoenberg, Positive definite functions on spheres (1942), theorem 2; f⁽ʲ⁾(u) = (−2)ʲ " +
		"(dʲ/dtʲ) k(√t) at t = 2 − 2u"},
	"pd-all-spheres.singularity": {Theorem: "If k is positive definite on all spheres, f(u) = Σ b_n uⁿ on (−1,1): k is analytic on (0,2), and as a " +
		"function of the angle on (0,π). A singularity there refutes the claim.", Citation: "J. P. R. Christensen, P. Ressel, Functions operating on positive definite matrices and a theorem of " +
		"Schoenberg (1978), theorem 2"},
	"pd-all-spheres.axial": {Lemma: axial},
	"pd-sphere.axial":      {Lemma: axial},
	"pd-all-spheres.cusp":  {Lemma: cusp},
	"pd-sphere.cusp":       {Lemma: cusp},
	"pd-sphere.fourier": {Theorem: "Let d = 2, 4 or 6, and F(θ) = k(2 sin(θ/2)) be continuous on [0,π] and, between points θ_i, smooth up to " +
		"these. The Gegenbauer coefficients of k are positive multiples of ∫ F cos nθ dθ (d = 2), ∫ F sin θ sin (n+1)θ dθ " +
		"(d = 4), ∫ (F sin³θ)′/sin θ · sin (n+2)θ dθ (d = 6). J integrations by parts write them as polynomials in 1/n " +
		"with coefficients that depend on the jumps of the derivatives and on nθ_i modulo 2π, and a rest V/n^J; where for " +
		"each of these the first coefficient outweighs the others from n = N on, and those before are not " +
		"negative, k is positive definite.", Citation: "docs/rules/pd-sphere.fourier.md; I. J. Schoenberg, Positive definite functions on " +
		"spheres (1942), theorem 1"},
	"pd-sphere.dimension": {Lemma: restriction, Theorem: "A kernel that is positive definite on S^{e−1} is so on S^{d−1}, d ≤ e.", Citation: "restriction"},
	"pd-sphere.legendre": {Theorem: "Let d = 3 and k be continuous on [0,2], analytic but for points e_i, and near each of them a series in " +
		"powers of w = √|z²−e_i²|, at z = 0 and 2 also log w. The Legendre coefficients of wʲ are known, and m times " +
		"Legendre's operator bounds those of the rest by V (n(n+1))^−m. Where from n = N on the first power at z = 0 " +
		"outweighs the others and the rest, and the coefficients before are not negative, k is positive definite.", Citation: "docs/rules/pd-sphere.legendre.md; I. J. Schoenberg, Positive definite functions on spheres, theorem 1"},
	"pd-sphere.rougher": {Lemma: rougher, Theorem: "Let k be positive definite on S^{d−1}, d ≥ 2, continuous at 0, and an even polynomial plus O(z^β) near " +
		"0. Then it is as smooth within (0,2) as β + (d−2)/2 tells: no exponent below that counts at any b, 0 < b < 2. " +
		"At the antipode, as a function of √(4−z²), it is as smooth as β tells.", Citation: "docs/rules/rougher.md; G. Szegő, Orthogonal Polynomials (1975), (4.9.19), (7.33.6)"},
	"pd-sphere.jump": {Lemma: jump, Theorem: "A k that is positive definite on S^{d−1}, d ≥ 2, and continuous at 0 is continuous on [0,2]. At a b, 0 < " +
		"b ≤ 2, k has a value other than its limit from the left, or b < 2 and k has one other than " +
		"its limit from the right.", Citation: "docs/rules/jump.md; C. Berg, J. P. R. Christensen, P. Ressel, Harmonic Analysis on Semigroups " +
		"(1984), chapter 3: |φ(x,y) − φ(x,y')|² ≤ φ(x,x)(φ(y,y) − 2φ(y,y') + φ(y',y'))"},
	"pd-all-spheres.completely-monotone": {Lemma: schoenberg, Theorem: "If k(√t) is completely monotone and k continuous at 0, k is positive definite on every R^n and " +
		"so on every sphere in it.", Citation: "I. J. Schoenberg, Metric spaces and completely monotone functions (1938), theorem 3"},
	"pd-all-spheres.arcs": {Lemma: maclaurin, Theorem: "If f is continuous on [−1,1] and f(u) = Σ b_n uⁿ for |u| < 1 with all b_n ≥ 0, f is positive definite on " +
		"every sphere. For f = P + Q arcsin u + R √(1−u²), P, Q, R polynomials, the b_n are rational functions of n times " +
		"a central binomial coefficient; for polynomials times exp(ru^q), (1−ru^q)^p, log(1−ru^q), arcsin, arctan, erf, " +
		"sin, cos, besseli and besselj of ru^q, they are sums of hypergeometric terms, of which those of the largest " +
		"ratios decide; waves Λ_δ(az) are between bounds that are.", Citation: "I. J. Schoenberg, Positive definite functions on spheres (1942), theorem 2"},
	"pd-all-spheres.maclaurin": {Lemma: negativeCoefficient, Theorem: "If f is positive definite on every sphere, f(u) = Σ b_n uⁿ on (−1,1) with b_n ≥ 0. A Maclaurin " +
		"coefficient that is negative refutes the claim; f need not be continuous.", Citation: "J. P. R. Christensen, P. Ressel, Functions operating on positive definite matrices and a theorem of " +
		"Schoenberg (1978), theorem 2"},
	"pd-all-spheres.dimension": {Lemma: restriction, Theorem: "A kernel that is not positive definite on the unit sphere of some R^n is not so on all spheres.", Citation: "the definition"},
	"pd-sphere.all-spheres":    {Lemma: restriction, Theorem: "A kernel that is positive definite on the unit sphere of every R^n is so on S^{d−1}.", Citation: "the definition"},
	"pd-sphere.pd":             {Lemma: restriction, Theorem: "A kernel that is positive definite on R^d is so on its unit sphere.", Citation: "restriction"},
	"pd.not-sphere":            {Lemma: restriction, Theorem: "A kernel that is not positive definite on the unit sphere of R^d is not so on R^d.", Citation: "restriction"},
	"pd-sphere.two-points":     {Theorem: "On S⁰ = {−1,1}, k is positive definite iff k(0) ≥ |k(2)|.", Citation: "the 2×2 Gram matrix"},
	"pd-sphere.gegenbauer": {Lemma: maclaurin, Theorem: "A continuous f is positive definite on S^{d−1}, d ≥ 2, iff its Gegenbauer coefficients are nonnegative. " +
		"If f(u) = Σ b_n uⁿ, Σ |b_n| < ∞ and b_n ≥ 0 for n ≥ N, the coefficients of degree ≥ N are nonnegative, and the " +
		"others are at least those of a partial sum Σ_{n<M} b_n uⁿ, M ≥ N.", Citation: "I. J. Schoenberg, Positive definite functions on spheres (1942), theorem 1; powers of u have " +
		"nonnegative Gegenbauer coefficients"},
	"pd-sphere.bounded-by-zero": {Lemma: boundedByZero},
	"pd-sphere.negative-coefficient": {Lemma: negativeCoefficient, Theorem: "If k is bounded, measurable and positive definite on S^{d−1}, d ≥ 2, then ∫ k(2 sin(θ/2)) P_n(cos θ) " +
		"sin^{d−2}θ dθ ≥ 0 over (0,π) for every n, P_n the Gegenbauer polynomial of index (d−2)/2.", Citation: "I. J. Schoenberg, Positive definite functions on spheres (1942), theorem 1"},
	"pd-sphere.points": {Lemma: points},
	"pd.askey": {Lemma: family, Theorem: "(1−z/R)_+^δ, δ > 0, is positive definite on R^d if and only if δ ≥ (d+1)/2" + ". The condition holds.", Citation: "B. I. Golubov, On Abel–Poisson type and Riesz means, Analysis Math. 7 (1981); R. Askey (1973) and G. " +
		"Gasper, SIAM J. Math. Anal. 6 (1975) for sufficiency"},
	"pd.not-askey": {Lemma: family, Theorem: "(1−z/R)_+^δ, δ > 0, is positive definite on R^d if and only if δ ≥ (d+1)/2" + ". The condition fails.", Citation: "B. I. Golubov, On Abel–Poisson type and Riesz means, Analysis Math. 7 (1981); R. Askey (1973) and G. " +
		"Gasper, SIAM J. Math. Anal. 6 (1975) for sufficiency"},
	"pd.wendland": {Lemma: family, Theorem: "Wendland's generalised function φ_{μ,κ}(z/R), a multiple of ∫_{z/R}^1 t (t²−(z/R)²)^(κ−1) (1−t)^μ dt, κ " +
		"≥ 1 an integer or κ = 1/2 with μ = 2, is positive definite on R^d if μ ≥ (d+1)/2 + κ" + ".", Citation: "V. P. Zastavnyi, On some properties of Buhmann functions, Ukr. Math. Bull. 3 (2006); the density is a " +
		"positive multiple of ₁F₂(λ; λ+μ/2, λ+(μ+1)/2; −ω²R²/4) with λ = (d+1)/2 + κ, nonnegative for μ ≥ λ: J. " +
		"Misiewicz, D. Richards, SIAM J. Math. Anal. 25 (1994)"},
	"pd.euclid-hat": {Lemma: family, Theorem: "Euclid's hat, the normalised ∫_{z/R}^1 (1−t²)^((n−1)/2) dt for z < R, 0 beyond, with an integer n ≥ 1, " +
		"is positive definite on R^d if d ≤ n: it is the autocorrelation of the indicator function of a ball of R^n" + ".", Citation: "T. Gneiting, Radial positive definite functions generated by Euclid's hat, J. Multivariate " +
		"Anal. 69 (1999), section 2"},
	"pd.damped-cosine": {Lemma: family, Theorem: "exp(−λz) cos(ωz), λ, ω > 0, is positive definite on R^d if and only if λ ≥ ω cot(π/(2d))" + ". The condition holds.", Citation: "V. P. Zastavnyi, Positive definite functions depending on a norm, J. Math. Sci. 101 (2000); the density " +
		"is a positive multiple of Re (λ+iω)/((λ+iω)²+x²)^((d+1)/2), x being the frequency"},
	"pd.not-damped-cosine": {Lemma: family, Theorem: "exp(−λz) cos(ωz), λ, ω > 0, is positive definite on R^d if and only if λ ≥ ω cot(π/(2d))" + ". The condition fails.", Citation: "V. P. Zastavnyi, Positive definite functions depending on a norm, J. Math. Sci. 101 (2000); the density " +
		"is a positive multiple of Re (λ+iω)/((λ+iω)²+x²)^((d+1)/2), x being the frequency"},
	"pd.damped-sine": {Lemma: family, Theorem: "exp(−λz) sin(ωz)/(ωz), λ, ω > 0, is positive definite on R^d if and only if (d−1) arctan(ω/λ) ≤ π" + ". The condition holds.", Citation: "docs/rules/family.md: the density is a positive multiple of x^(d−1) Im ((λ−iω)²+x²)^(−(d−1)/2), " +
		"x being the frequency, by integrating that of exp(−λz) cos(tωz), 0 ≤ t ≤ 1"},
	"pd.not-damped-sine": {Lemma: family, Theorem: "exp(−λz) sin(ωz)/(ωz), λ, ω > 0, is positive definite on R^d if and only if (d−1) arctan(ω/λ) ≤ π" + ". The condition fails.", Citation: "docs/rules/family.md: the density is a positive multiple of x^(d−1) Im ((λ−iω)²+x²)^(−(d−1)/2), " +
		"x being the frequency, by integrating that of exp(−λz) cos(tωz), 0 ≤ t ≤ 1"},
	"pd.lambda-squared": {Lemma: family, Theorem: "Λ_n(bz)², b > 0, n ≥ 1, is positive definite on R^d if d ≤ 2n−1: it is Σ γ_i Λ_δ(2bz), γ_i ≥ 0, " +
		"over δ = 2n−1, 2n+1, 2n+3, …" + ".", Citation: "docs/rules/family.md; G. N. Watson, Theory of Bessel Functions (1944), 11.41 and 12.11"},
	"pd.gaussian-wave": {Lemma: family, Theorem: "exp(−az²) Λ_n(bz), a, b > 0, n ≥ 1, is positive definite on R^d if d ≤ n or f(y) ≥ 0 for 0 ≤ y ≤ x, and " +
		"is not if f(x) < 0, where f(y) = ₁F₁((n−d)/2; n/2; y) and x = b²/(4a)" + ". The condition holds.", Citation: "docs/rules/family.md: the density is ω^(d−1) exp(−ω²/(4a)) times a power series with " +
		"coefficients of the signs of ₁F₁((n−d)/2; n/2+i; x), i ≥ 0; A. Erdélyi et al., Higher Transcendental " +
		"Functions I (1953), 6.4, 6.9"},
	"pd.not-gaussian-wave": {Lemma: family, Theorem: "exp(−az²) Λ_n(bz), a, b > 0, n ≥ 1, is positive definite on R^d if d ≤ n or f(y) ≥ 0 for 0 ≤ y ≤ x, and " +
		"is not if f(x) < 0, where f(y) = ₁F₁((n−d)/2; n/2; y) and x = b²/(4a)" + ". The condition fails.", Citation: "docs/rules/family.md: the density is ω^(d−1) exp(−ω²/(4a)) times a power series with " +
		"coefficients of the signs of ₁F₁((n−d)/2; n/2+i; x), i ≥ 0; A. Erdélyi et al., Higher Transcendental " +
		"Functions I (1953), 6.4, 6.9"},
	"pd.bohman": {Lemma: family, Theorem: "(1−z/R) cos(πz/R) + sin(πz/R)/π for z < R, 0 beyond, is positive definite on R^1, a multiple of the " +
		"autocorrelation of cos(πx/R), |x| < R/2" + ".", Citation: "H. Bohman, Approximate Fourier analysis of distribution functions, Ark. Mat. 4 (1961)"},
	"pd.buhmann": {Lemma: family, Theorem: "12x⁴ log x − 21x⁴ + 32x³ − 12x² + 1, x = z/R < 1, 0 beyond, is positive definite on R^d if d ≤ 3: it is " +
		"a multiple of ∫_{x²}^1 (1−x²/β)² √β (1−√β) dβ" + ".", Citation: "M. D. Buhmann, A new class of radial basis functions with compact support, Math. Comp. 70 (2001), " +
		"theorem 2.3; Radial functions on compact support (1998)"},
}
