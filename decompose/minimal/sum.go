package minimal

import (
	"math"
	"math/big"
	"math/bits"

	"krein/ball"
)

// lambdaSum is the function t ↦ Σ_j c_j Λ_d(x_j t) of float64 x_j ≥ 0 and c_j, which are taken as exact. With radii for
// x it is a decomposition's kernel, with distances for x the price of mass at a radius. Both cancel by many digits, so
// that an enclosure must not be summed from enclosures of the terms: Taylor expansions about exact centres are.
type lambdaSum struct {
	taylor *lambdaTaylor
	x, c   []float64
}

// sumTerms is the length of the expansions.
const sumTerms = 40

// newLambdaSum works with enough bits for values of the size of unit.
func newLambdaSum(dim int, x, c []float64, unit float64) *lambdaSum {
	norm := 0.0
	for _, v := range c {
		norm += math.Abs(v)
	}
	cancel := max(math.Log2(norm/unit), 0)
	if math.IsNaN(cancel) || cancel > 2048 {
		cancel = 2048
	}
	return &lambdaSum{taylor: newLambdaTaylor(dim, 128+uint(cancel)), x: x, c: c}
}

// width returns a half-width h such that expansions about 0 on [0, 3h] and about 2kh ≥ 4h on [(2k−1)h, (2k+1)h] have a
// remainder of some tol at most, h ≤ most. It has few bits, so that multiples are exact.
func (s *lambdaSum) width(tol, most float64) float64 {
	most = math.Ldexp(math.Floor(math.Ldexp(math.Nextafter(most, 0), 7-math.Ilogb(most))), math.Ilogb(most)-7)
	h := most
	tolerance := ball.MagFloat64(tol)
	for range 400 {
		if s.remainder(3*h).Cmp(tolerance) <= 0 {
			break
		}
		h *= 0.875
		h = math.Ldexp(math.Floor(math.Ldexp(h, 7-math.Ilogb(h))), math.Ilogb(h)-7)
	}
	return h
}

// panel returns the centre and the ends of panel i in the layout of width.
func panel(i int, h float64) (centre, lo, hi float64) {
	if i == 0 {
		return 0, 0, 3 * h
	}
	centre = float64(2*i+2) * h
	return centre, centre - h, centre + h
}

// remainder bounds the remainder of an expansion at distances up to reach from its centre: Σ |c_j| (x_j reach)^n/n!,
// for |Λ_d^(n)| ≤ 1 because Λ_d is a mean of cosines.
func (s *lambdaSum) remainder(reach float64) ball.Mag {
	var sum ball.Mag
	r := ball.MagFloat64(reach)
	for j, x := range s.x {
		sum = sum.Add(ball.MagFloat64(s.c[j]).Mul(ball.MagFloat64(x).Mul(r).Pow(sumTerms)))
	}
	return sum.Mul(recipFactorial(sumTerms))
}

// recipFactorial returns an upper bound of 1/n!.
func recipFactorial(n int64) ball.Mag {
	f := new(big.Int).MulRange(1, n)
	return new(ball.Real).SetRat(new(big.Rat).SetFrac(big.NewInt(1), f), 64).MagUpper()
}

// expand stores the first sumTerms Taylor coefficients at centre ≥ 0 in dst.
func (s *lambdaSum) expand(dst []ball.Real, centre float64) {
	for k := range dst {
		dst[k].SetZero()
	}
	prec := s.taylor.prec
	var x, at, c, pow ball.Real
	at.SetFloat64(centre)
	a := make([]ball.Real, len(dst))
	for j := range s.x {
		x.SetFloat64(s.x[j])
		pow.SetFloat64(s.c[j])
		if s.x[j] == 0 {
			dst[0].Add(&dst[0], &pow, prec)
			continue
		}
		c.Mul(&x, &at, prec) // exact: prec ≥ 106
		s.taylor.at(a, &c)
		for k := range dst {
			if !a[k].IsZero() {
				dst[k].FMA(&a[k], &pow, &dst[k], prec)
			}
			pow.Mul(&pow, &x, prec)
		}
	}
}

// decayed returns a bound of Σ_{x_j > 0} |c_j Λ_d(x_j t)| for all t ≥ from.
func (s *lambdaSum) decayed(from float64) ball.Mag {
	var sum ball.Mag
	e := newDecay(s.taylor.dim)
	for j, x := range s.x {
		if x > 0 {
			sum = sum.Add(ball.MagFloat64(s.c[j]).Mul(e.beyond(x * from * (1 - 0x1p-50))))
		}
	}
	return sum
}

// constant returns |Σ_{x_j = 0} c_j|, rounded up.
func (s *lambdaSum) constant() ball.Mag {
	var sum, c ball.Real
	for j, x := range s.x {
		if x == 0 {
			sum.Add(&sum, c.SetFloat64(s.c[j]), s.taylor.prec)
		}
	}
	return sum.MagUpper()
}

// decay bounds |Λ_d| at large arguments.
type decay struct {
	dim   int
	nu    ball.Real
	scale ball.Real // Γ(d/2) √(2/π)
}

const decayPrec = 64

func newDecay(dim int) *decay {
	e := &decay{dim: dim}
	e.nu.SetInt64(int64(dim) - 2)
	e.nu.Mul2Exp(&e.nu, -1)
	if dim > 1 {
		var pi ball.Real
		pi.Pi(decayPrec)
		e.scale.QuoInt64(&pi, 2, decayPrec)
		e.scale.RSqrt(&e.scale, decayPrec)
		for i := dim; i > 2; i -= 2 { // Γ(d/2) = (d/2−1)(d/2−2)…, down to Γ(1) = 1 or Γ(1/2) = √π
			e.scale.MulInt64(&e.scale, int64(i)-2, decayPrec)
			e.scale.Mul2Exp(&e.scale, -1)
		}
		if dim%2 == 1 {
			pi.Sqrt(&pi, decayPrec)
			e.scale.Mul(&e.scale, &pi, decayPrec)
		}
	}
	return e
}

// beyond returns a bound of |Λ_d(t)| for all t ≥ x. For ν = d/2−1 ≥ 1/2, (t²−ν²)^(1/2) (J_ν² + Y_ν²) increases to 2/π
// on t > ν, and for ν = 0 so does t (J_0² + Y_0²): Watson, Theory of Bessel functions, 13.74. So |Λ_d(t)| ≤ Γ(d/2)
// (2/t)^ν √(2/π) (t²−ν²)^(−1/4), which decreases.
func (e *decay) beyond(x float64) ball.Mag {
	one := ball.MagUint(1)
	if e.dim == 1 || !(2*x > float64(e.dim)) || math.IsInf(x, 1) {
		return one
	}
	var t, u, v ball.Real
	t.SetFloat64(x)
	u.Sqr(&t, decayPrec)
	u.Sub(&u, v.Sqr(&e.nu, decayPrec), decayPrec)
	u.Sqrt(&u, decayPrec)
	u.Sqrt(&u, decayPrec)
	v.Inv(&t, decayPrec)
	v.Mul2Exp(&v, 1)
	v.Pow(&v, &e.nu, decayPrec)
	v.Mul(&v, &e.scale, decayPrec)
	v.Quo(&v, &u, decayPrec)
	return v.MagUpper().Min(one)
}

// commonUnit returns the largest u of which all x are multiples, 0 if all are 0.
func commonUnit(x ...[]float64) float64 {
	var mant uint64
	var exp int
	for _, list := range x {
		for _, v := range list {
			if v == 0 {
				continue
			}
			f, e := math.Frexp(math.Abs(v))
			m := uint64(math.Ldexp(f, 53))
			e -= 53
			z := bits.TrailingZeros64(m)
			m, e = m>>z, e+z
			if mant == 0 {
				mant, exp = m, e
				continue
			}
			// gcd of odd m·2^e and odd mant·2^exp
			mant, exp = gcd(m, mant), min(e, exp)
		}
	}
	return math.Ldexp(float64(mant), exp)
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
