package zonal

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"sync"

	"krein/ball"
	"krein/internal/ball/numeral"
	"krein/internal/outward"
)

// Convention is the convention of every zonal decomposition.
const Convention = "f(u) = k(√(2−2u)) = Σ a_n P_n(u), u = ⟨x,y⟩, P_n the Gegenbauer polynomial of the unit " +
	"sphere in R^d, P_n(1) = 1"

// Settings steer Zonal. The zero value, like nil, chooses the defaults.
type Settings struct {
	// Tol is the tail Σ_{n>N} |a_n| aimed at, relative to Σ |a_n|; 0 means 1e-10. Where MaxDegree does not suffice the
	// decomposition ends there, with its proved tail.
	Tol float64
	// MaxDegree bounds N; 0 means 8192 where the coefficients have closed forms, and 1024 where they come from quadrature.
	MaxDegree int
	// Prec is the relative precision aimed at for the larger coefficients, in bits; 0 means 128, and 96 by quadrature.
	Prec uint
	// Effort scales the work that an expansion may take; 0 means 1, some 20 seconds.
	Effort float64

	given bool // Prec was not 0
}

// TailBound is Σ |a_n| over the degrees n > N of one parity.
type TailBound struct {
	// Mass contains the sum, which is proved to be finite.
	Mass ball.Real
	// Sign is 1 if none of these a_n is negative, −1 if none is positive, both proved, and 0 if that is not known, or Mass
	// is 0.
	Sign int
}

// Part is one of the two parts of a zonal decomposition: the degrees whose a_n is positive, or negative.
type Part struct {
	// Mass contains ‖a±‖, the sum of |a_n| over all degrees n ≥ 0 with a_n of this sign (proved).
	Mass ball.Real
	// Origin is |a_0| if a_0 has this sign, else 0: a constant, so a deterministic feature without variance. Rounded; see
	// Decomposition.Bias.
	Origin float64
	// Sampled is the mass of the degrees 1 … N of this sign, which the features sample. Rounded; see Decomposition.Bias.
	Sampled float64
	// Degrees is the law of a degree n ≥ 1; nil exactly when Sampled is 0.
	Degrees *Degrees

	dim   int
	once  sync.Once
	shape []float64 // of the second moment of one feature, see secondMoment

	wideOnce sync.Once
	wide     []big.Float // the same with many digits, see wideMoment
}

// Decomposition is a kernel's expansion on the unit sphere S^{d−1} of R^d, d = Dim ≥ 2,
//
//	f(u) = k(√(2−2u)) = Σ a_n P_n(u),   u = ⟨x,y⟩ = 1 − z²/2,   Σ |a_n| = ‖a₊‖ + ‖a₋‖ < ∞,
//
// P_n the Gegenbauer polynomial with P_n(1) = 1 (double.ZonalTo), a_n = N(n,d) ∫ f P_n dσ with the law σ of one
// coordinate of a uniform direction and N(n,d) the number of spherical harmonics (HarmonicDimension). a₊ and a₋ are its
// two parts, k = k₊ − k₋ with both positive definite on the sphere (Schoenberg 1942, theorem 1).
//
// An estimate of k from random features draws, per part, degrees n ≥ 1 from Degrees and directions w uniformly from the
// sphere, and averages
//
//	Origin + Sampled · N(n,d) P_n(⟨w,x⟩) P_n(⟨w,y⟩),   E_w N(n,d) P_n(⟨w,x⟩) P_n(⟨w,y⟩) = P_n(⟨x,y⟩)
//
// (the addition theorem): features √(Sampled·N(n,d)) P_n(⟨w,x⟩), see Feature. Its mean differs from k by at most Bias.
// All float64 numbers of a decomposition are exact dyadic numbers that define the sampler.
type Decomposition struct {
	Kernel string // the formula, as given
	Beyond string // how it continues; it matters only if it ends before 2
	Dim    int

	// Coef holds enclosures of a_0 … a_N (proved); those that are proved to be 0 are exactly 0.
	Coef []ball.Real
	// Even and Odd bound the degrees beyond N.
	Even, Odd TailBound
	// AtZero contains k(0) = Σ a_n.
	AtZero ball.Real
	// Definite says that k is proved to be positive definite on this sphere: then Minus.Mass is 0 and Plus.Mass is k(0).
	Definite bool
	// Because says in words how coefficients and tail were proved.
	Because string

	Plus, Minus Part
	// Bias bounds |E k̂ − k| on the whole sphere (proved): the mass beyond degree N, which the sampler leaves out, the
	// radii of the coefficients, and the rounding of masses and probabilities.
	Bias float64

	expanded   int // the degree up to which coefficients were computed, N or more
	quadrature int // the degree up to which quadrature computed some, 0 if none
}

// Degree returns N, the last degree with a coefficient.
func (z *Decomposition) Degree() int { return len(z.Coef) - 1 }

// Tail returns an upper bound of Σ_{n>N} |a_n| (proved).
func (z *Decomposition) Tail() float64 {
	var t ball.Real
	return upper(t.Add(&z.Even.Mass, &z.Odd.Mass, 64))
}

// upper returns a float64 above x.
func upper(x *ball.Real) float64 {
	f, _ := ball.Float64(x.Upper(nil, 53))
	return f
}

// Mass returns an enclosure of Σ |a_n| = ‖a₊‖ + ‖a₋‖ (proved), in a new ball.
func (z *Decomposition) Mass() *ball.Real {
	if z.Definite {
		return new(ball.Real).Set(&z.Plus.Mass)
	}
	sum := new(ball.Real)
	var t ball.Real
	for i := range z.Coef {
		sum.Add(sum, t.Abs(&z.Coef[i], sumPrec), sumPrec)
	}
	sum.Add(sum, &z.Even.Mass, sumPrec)
	return sum.Add(sum, &z.Odd.Mass, sumPrec)
}

// Sign returns the proved sign of a_n: 1, −1, 0 where it is proved to be zero; ok is false if nothing of these is
// known. Beyond degree N it says what Even and Odd say: the sign that a_n has if it is not zero. It panics if n < 0.
func (z *Decomposition) Sign(n int) (sign int, ok bool) {
	if n < 0 {
		panic("zonal: negative degree")
	}
	if n >= len(z.Coef) {
		r := &z.Even
		if n%2 == 1 {
			r = &z.Odd
		}
		return r.Sign, r.Sign != 0 || r.Mass.IsZero()
	}
	a := &z.Coef[n]
	switch {
	case a.IsZero():
		return 0, true
	case a.Positive() == ball.True:
		return 1, true
	case a.Negative() == ball.True:
		return -1, true
	}
	return 0, false
}

// At returns the kernel that the features of z estimate at the inner product u ∈ [−1,1], Σ_n â_n P_n(u) with the
// rounded masses and probabilities. It is k(√(2−2u)) up to Bias (proved) and the rounding of this sum (some N·1e-16 of
// the masses, estimated). It panics for other u.
func (z *Decomposition) At(u float64) float64 {
	p := polynomialsAt(z.Dim, len(z.Coef), u)
	return z.Plus.at(p) - z.Minus.at(p)
}

// String is a one-line summary.
func (z *Decomposition) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s on S^%d: ‖a₊‖ ∈ %v, ‖a₋‖ ∈ %v, degrees 0 … %d, bias ≤ %s (proved)", z.Kernel, z.Dim-1,
		numeral.Text(&z.Plus.Mass, 17), numeral.Text(&z.Minus.Mass, 17),
		z.Degree(), outward.Up(z.Bias, 2))
	return b.String()
}

// Error says why a kernel has no zonal decomposition, or why none was proved.
type Error struct {
	Kernel  string
	Dim     int
	Because string
}

// Error names the kernel, the sphere and the cause.
func (e *Error) Error() string {
	return fmt.Sprintf("zonal: %s on the unit sphere of R^%d: %s", e.Kernel, e.Dim, e.Because)
}

// HarmonicDimension returns N(n,d), the dimension of the spherical harmonics of degree n on the unit sphere of R^d,
//
//	N(n,d) = (2n+d−2) (n+d−3)! / (n! (d−2)!),   N(0,d) = 1,   N(n,2) = 2 for n ≥ 1
//
// (C. Müller, Spherical Harmonics (1966), section 1), rounded to float64; +Inf beyond its range. It panics if n < 0 or
// d < 2.
func HarmonicDimension(n, d int) float64 {
	if n < 0 || d < 2 {
		panic("zonal: N(n,d) needs n ≥ 0 and d ≥ 2")
	}
	f, _ := new(ball.Real).SetInt(harmonicDimension(n, d)).Mid(nil).Float64()
	return f
}

// Feature returns √(Sampled·N(n,d)) P_n(t), the value of one feature of degree n at a point x with t = ⟨w,x⟩: products
// of features of two points with a uniform direction w, and n drawn from Degrees, have the mean Σ_{n≥1} |â_n|
// P_n(⟨x,y⟩) over this part. In float64, with a relative error of some n·1e-16 of its largest value. It panics if n < 1
// or |t| > 1.
func (p *Part) Feature(n int, t float64) float64 {
	if n < 1 {
		panic("zonal: degrees of features are 1 or more")
	}
	q := polynomialsAt(p.dim, n+1, t)
	return math.Sqrt(p.Sampled*HarmonicDimension(n, p.dim)) * q[n]
}
