// Package kernel holds radial kernels k(x, y) = k(z), z = ‖x−y‖₂, as formulas.
//
// A Kernel is made by parser.Parse from a formula such as
//
//	exp(-z^2/2) - exp(-z^2/200)
//	z < 1 ? (1-z)^4*(4*z+1) : 0
//	2*gaussian(1) - matern(3/2, 2)
//	(1 + u)^3
//
// or by parser.Named from the catalogue. Numbers in a formula are exact
// rationals (0.1 is 1/10), so that what is proved later about the formula is proved about the kernel the user wrote.
// The variable is the distance z, or the inner product u on the unit sphere, where u = 1 − z²/2.
//
// A kernel that is meant for a bounded range of distances (Domain, 2 for kernels on the unit sphere) is continued
// beyond it by zero or by its own formula; see Extend. Which one is always part of the kernel and printed with it.
//
// The same tree serves every reader: At gives a value (package numeric many, by a compiled program), formula.Eval
// evaluates over any number type, ExactPieces splits the function at its breakpoints into branch-free formulas, ExactAt
// expands it, and Formula prints it (package notation in LaTeX and Python).
//
// The package is a face over those below it, which stand on each other in this order: formula
// (trees), grammar (formulas as they are printed), eval (enclosures), constant (exact constants),
// piecewise (pieces and signs) and asymptotic (expansions, infinity).
package kernel
