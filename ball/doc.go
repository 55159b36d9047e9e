// Package ball is rigorous real and complex arithmetic: every number is a ball, a midpoint with a proved error bound,
// and every operation returns a ball that contains all results for all points of its operands (inclusion).
//
//   - [Real] is a midpoint (a big.Float) and a radius ([Mag], rounded up).
//   - [Complex] is a rectangle: a Real for each part.
//   - [RealSeries] and [ComplexSeries] are truncated power series (jets).
//
// Manners are those of math/big: the receiver is the result, z.Add(x, y, prec), and is returned; arguments may alias
// the receiver; the zero value is the exact number 0; memory of the receiver is reused. The precision of the result, in
// bits of the midpoint, is an explicit argument of everything that rounds; it is raised to [MinPrec] if smaller. Values
// must not be copied shallowly: use Set.
//
// What has no value has no bound: a domain error, a division by a ball that contains 0, or an overflow of exponents
// gives the indeterminate ball 0 ± ∞, which contains everything and is carried along by later operations, never a
// panic. When a computation would need unreasonable work its result widens.
//
// Comparisons answer True, False or Unknown ([Truth]).
//
// Distinct values may be used from several goroutines; shared operands are only read. Cached constants and tables are
// synchronised. Error bounds are derived beside the code and in ball/errors.md.
package ball

// MinPrec is the smallest precision of a result in bits.
const MinPrec = 2
