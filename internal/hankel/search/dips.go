package search

import (
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/sign"
	"krein/internal/polynomial"
	"krein/internal/polynomial/roots"
)

// mostDipDegree bounds the degree of the polynomials of which dips are looked for.
const mostDipDegree = 64

// dip is a frequency at which a part of the density is negative, and bits that tell.
type dip struct {
	omega *big.Rat
	bits  uint
}

// dips returns frequencies near the bottom of every range in which a part of the density is negative, if it is a positive
// function times a polynomial in t = ω². Such a range may be as narrow as it likes, and lie between any panels; where
// there are other parts the frequencies are worth a look.
func dips(f *sign.Forms, m *budget.Meter) (all []dip) {
	for _, c := range f.Polynomials(m) {
		p := rounded(c)
		if len(p) < 3 || len(p) > mostDipDegree+1 {
			continue
		}
		d := p.Derivative().SquareFree()
		isolated, ok := roots.Isolate(d, m)
		if !ok {
			return all
		}
		for _, v := range isolated {
			if x, ok := bottom(p, d, v, m); ok {
				all = append(all, x)
			}
		}
	}
	return all
}

// bottom looks for an ω near the root of d in v, an extremum of p, with p(ω²) < 0.
func bottom(p, d polynomial.Int, v roots.Interval, m *budget.Meter) (x dip, ok bool) {
	for _, bits := range []uint{53, 192, 576} {
		if v, ok = roots.Refine(d, v, bits, m); !ok {
			return x, false
		}
		var f big.Float
		omega, _ := f.Sqrt(f.SetPrec(bits).SetRat(v.Hi)).Rat(nil)
		if omega == nil || omega.Sign() <= 0 {
			return x, false
		}
		if roots.SignAt(p, new(big.Rat).Mul(omega, omega)) < 0 {
			return dip{omega, bits}, true
		}
	}
	return x, false
}

// rounded returns the coefficients as integers, exactly if they have rational quotients.
func rounded(c []closed.Num) polynomial.Int {
	r, ok := closed.CommonRationals(c)
	if !ok {
		const bits = 256
		r = make([]*big.Rat, len(c))
		var b ball.Real
		for i := range c {
			if r[i], _ = c[i].Ball(&b, bits).Mid(nil).Rat(nil); r[i] == nil {
				return nil
			}
		}
	}
	return polynomial.FromRats(r)
}
