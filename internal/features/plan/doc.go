// Package plan counts columns: how many a map needs for an error, and what error so many have, by bounds
// that hold at all distances at once and by predicted variance.
//
// Uniform bounds are those of the papers for independent frequencies, M for each part, on data of diameter ℓ in R^d (F.
// Liu et al., Fast learning in reproducing kernel Kreĭn spaces via signed measures, Proposition 3.1, and M. He et al.,
// Random Fourier features for asymmetric kernels, Proposition 6, both after D. Sutherland, J. Schneider, On the error
// of random Fourier features (2015), Proposition 1). With μ± the sampled masses, σ±² = E‖w±‖² and α = 2(μ₊σ₊ + μ₋σ₋),
//
//	P(sup_{z≤ℓ} |k̂ − E k̂| > ε) ≤ β_d (αℓ/ε)^{2d/(d+2)} exp(−Mε²/(4(d+2)(μ₊+μ₋)²)),
//	β_d = ((d/2)^{−d/(d+2)} + (d/2)^{2/(d+2)}) 2^{(6d+2)/(d+2)}.
//
// Two things are not as printed. Proposition 6 has (d/2)^{d/(d+2)} and 2^{(d+2)/(d+2)} in β_d; its proof
// gives the exponents above, and β_64 = 66. And the proofs bound E L² of the Lipschitz constant L
// at the random point where it is reached by E‖∇k̂‖² − E‖∇k‖² as if that point were fixed. Without
// that step, L ≤ A + E A for the mean A of M independent μ₊‖w₊‖ + μ₋‖w₋‖, so that E L² ≤ 4 E A² ≤ α²,
// by independence (μ₊σ₊ + μ₋σ₋)² bounding the one square: twice the papers' α or less.
package plan
