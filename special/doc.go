// Package special evaluates the special functions krein needs.
//
// The functions work on the balls of package ball, and their error bounds are proved: the receiver z comes first, is
// filled with a ball that contains the function's values for all points of the arguments, and is returned; it may be an
// argument. prec is the precision of the result in bits. Where a function has no value, or would need unreasonable
// work, the result is indeterminate or a proved bound such as |J_ν| ≤ 1.
//
//   - Gamma, RecipGamma.
//   - BesselJ, BesselY, BesselI, BesselK of real order, HankelH1, LambdaReal; BesselJComplex, BesselIComplex, BesselKComplex,
//     LambdaComplex at complex arguments; LambdaBound, the majorant of Λ_d on a strip.
//   - LambdaJet, BesselJJet, BesselIJet, BesselKJet: the functions of truncated power series.
//   - HypPFQ, up to ₂F₁, and Hyp1F1, hypergeometric series; LambdaSup, a bound of Λ_d.
//
// A function with several algorithms takes an expansion for large arguments where it reaches the precision; every
// truncation and rounding is bounded beside the code, with its source. Wide arguments are not substituted: the value at
// the midpoint is widened by a proved bound of the variation (derivatives, monotony, suprema).
package special
