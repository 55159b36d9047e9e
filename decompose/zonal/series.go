package zonal

import (
	"math"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/breakpoints"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
)

const (
	seriesMost  = 1500 // terms of a Maclaurin series
	seriesLarge = 500  // up to here full precision is preferred
	seriesFew   = 64   // so few that a better disc is not worth its search
	seriesSlack = 24   // bits below the tolerance that the remainder is at least

	// What a node of a formula costs, in operations on real balls: of complex numbers, and for each pair of terms of jets.
	complexUnits = 16
	jetUnits     = 2
)

// discRadii are tried in turn.
var discRadii = []float64{1.0078125, 1.015625, 1.03125, 1.0625, 1.125, 1.1875, 1.25, 1.375, 1.5, 1.75, 2, 2.5, 3, 4, 5,
	6, 8, 12, 16, 24, 32, 64, 128, 256, 512, 1024}

// onSphere returns f(u) = k(√(2−2u)) as a function of complex balls; e is the kernel's formula on (0,2) without
// conditions. m counts the work: once it stops, nothing is known of values.
func onSphere(e *formula.Expr, m *budget.Meter) holomorphic {
	size := int64(e.Size())
	return func(dst, u *ball.Complex, prec uint) {
		if !m.Spend(complexUnits * size * budget.Arithmetic(prec)) {
			dst.SetIndeterminate()
			return
		}
		var t ball.Complex
		t.Mul2Exp(u, 1)
		t.Neg(&t)
		t.AddInt64(&t, 2, prec)
		v, err := evenAt(e, formula.Arith[*ball.Complex](total{eval.MeteredComplexBalls(prec, m)}), complexWaves(prec, m), &t)
		if err != nil {
			dst.SetIndeterminate()
			return
		}
		dst.Set(v)
	}
}

// disc is a disc |u| ≤ R, R > 1, on which f is holomorphic and bounded by M: by Cauchy its Maclaurin coefficients are
// |b_j| ≤ M R^{−j}.
type disc struct {
	radius float64
	sup    ball.Mag
}

// terms returns how many terms leave less than 2^−bits.
func (c disc) terms(bits float64) int {
	return int(math.Ceil(max((log2(c.sup)-math.Log2(c.radius-1)+bits)/math.Log2(c.radius), 0))) + 1
}

// rest bounds Σ_{j>n} |b_j| ≤ M R^{−n}/(R−1).
func (c disc) rest(n int) ball.Mag {
	var r, p ball.Real
	r.SetFloat64(c.radius)
	p.PowInt64(&r, int64(n), 64)
	r.AddInt64(&r, -1, 64)
	p.Mul(&p, &r, 64)
	return c.sup.Quo(p.MagLower())
}

// findDisc returns the disc that needs the fewest terms, or few.
func findDisc(f holomorphic, bits float64) (best disc, ok bool) {
	// The radii are exact in float64, so that disc.rest is about the disc on which f was bounded.
	e := ellipse{}
	e.h.SetInt64(1)
	worse := 0
	for _, r := range discRadii {
		e.a, e.b = r, r
		if !e.holds(f) {
			break
		}
		c := disc{r, e.sup(f)}
		if c.sup.IsInf() {
			break
		}
		if !ok || c.terms(bits) < best.terms(bits) {
			best, ok, worse = c, true, 0
		} else if worse++; worse == 2 {
			break
		}
		if best.terms(bits) <= seriesFew {
			break
		}
	}
	return best, ok
}

// expandSeries expands f by its Maclaurin series Σ b_j u^j, whose b_j are jets at u = 0 and whose remainder is
// Cauchy's. With
//
//	u^j = Σ_i m_{j,j−2i} P_{j−2i},   m_{n,n} = N(n,d) n!/(d(d+2)…(d+2n−2)),
//	m_{j+2,n}/m_{j,n} = (j+1)(j+2)/((j−n+2)(d+n+j)),
//
// m ≥ 0, Σ_n m_{j,n} = 1 (DLMF 18.18.17 for d ≥ 3), so a remainder Σ_{j>J} |b_j| changes Σ |a_n| by no more, whatever d
// is. ok is false if the series would be too long, or f is not seen to be a function of z² that is holomorphic on a
// disc |u| ≤ R, R > 1. m counts the work.
func expandSeries(e *formula.Expr, d int, size ball.Mag, tol float64, prec uint, m *budget.Meter) (s *series, ok bool) {
	f := onSphere(e, m)
	least := -log2(ball.MagFloat64(tol)) + seriesSlack - log2(size)
	full := max(float64(prec)-log2(size), least)
	c, ok := findDisc(f, full)
	if !ok {
		return nil, false
	}
	terms := c.terms(full)
	if terms > seriesLarge {
		terms = max(c.terms(least), seriesLarge)
	}
	if terms > seriesMost {
		return nil, false
	}
	rest := c.rest(terms)
	var b *ball.RealSeries
	wp := prec + 64 + uint(terms)/2
	for try := 0; ; try++ {
		if b = maclaurin(e, terms, wp, m); b == nil {
			return nil, false
		}
		// More precision until the radii are below the remainder; they are part of the coefficients in any case.
		var radii ball.Mag
		for j := range terms + 1 {
			radii = radii.Add(b.Coef(j).Rad())
		}
		if radii.Cmp(rest.Max(size.Mul2Exp(-int64(prec)))) <= 0 {
			break
		}
		if try == 4 {
			return nil, false
		}
		wp *= 2
	}
	if !m.Spend(int64(terms) * int64(terms) * budget.Arithmetic(prec)) {
		return nil, false
	}
	s = &series{coef: fromPowers(b, terms, d, prec+64),
		because: "holomorphic on a disc |u| ≤ R, R > 1: Maclaurin coefficients by jets, the remainder by Cauchy's bound"}
	zero := [2]bool{true, true}
	for j := range terms + 1 {
		zero[j%2] = zero[j%2] && b.Coef(j).IsZero()
	}
	for parity := range 2 {
		if zero[parity] && antisymmetric(e, parity == 0) {
			continue // f is odd, or even: all a_n of this parity are zero
		}
		// Σ_{j>J} |b_j| bounds what the terms left out add to all a_n together, so to each of them, and to those beyond J.
		for n := parity; n < len(s.coef); n += 2 {
			s.coef[n].AddRad(rest)
		}
		s.rest[parity] = atMost(rest)
	}
	return s, true
}

// maclaurin returns b_0 … b_n, nil if the jets are not finite or m stops.
func maclaurin(e *formula.Expr, n int, prec uint, m *budget.Meter) *ball.RealSeries {
	return maclaurinWithin(e, ball.NewReal(1), n, prec, m)
}

// maclaurinWithin returns b_0, b_1 reach, …, b_n reachⁿ, nil if the jets are not finite or m stops.
func maclaurinWithin(e *formula.Expr, reach *ball.Real, n int, prec uint, m *budget.Meter) *ball.RealSeries {
	length := max(n+1, 2)
	if !m.Spend(jetUnits * int64(e.Size()) * int64(length) * int64(length) * budget.Arithmetic(prec)) {
		return nil
	}
	var t ball.RealSeries
	t.SetVar(new(ball.Real), length)
	t.MulScalar(&t, reach, prec)
	t.Mul2Exp(&t, 1)
	t.Neg(&t)
	t.AddScalar(&t, ball.NewReal(2), prec)
	b, err := evenAt(e, eval.MeteredJets(prec, length, m), jetWaves(prec, length), &t)
	if err != nil {
		return nil
	}
	for j := range n + 1 {
		if b.Coef(j).Indeterminate() {
			return nil
		}
	}
	return b
}

// fromPowers converts Σ_{j≤n} b_j u^j.
func fromPowers(b *ball.RealSeries, n, d int, prec uint) []ball.Real {
	out := make([]ball.Real, n+1)
	var lead, m ball.Real
	lead.SetInt64(1)
	for i := range out {
		if i > 0 { // m_{i,i}/m_{i−1,i−1} = N(i)/N(i−1) · i/(d+2i−2)
			num, den := harmonicRatio(i, d)
			step(&lead, &lead, num, den, prec)
			step(&lead, &lead, int64(i), int64(d+2*i-2), prec)
		}
		m.Set(&lead)
		for j := i; j <= n; j += 2 {
			if !b.Coef(j).IsZero() {
				out[i].FMA(&m, b.Coef(j), &out[i], prec)
			}
			step(&m, &m, int64(j+1)*int64(j+2), int64(j-i+2)*int64(d+i+j), prec)
		}
	}
	return out
}

// antisymmetric reports whether f(−u) = −f(u), or f(−u) = f(u) if odd is false, is proved: then the even, or the odd,
// coefficients vanish.
func antisymmetric(e *formula.Expr, odd bool) bool {
	// u ↦ −u is z ↦ √(4−z²) on [0,2].
	z := formula.Variable()
	mirror := formula.Substitute(e, formula.Apply(formula.OpSqrt,
		formula.Apply(formula.OpSub, formula.Int(4), formula.Apply(formula.OpMul, z, z))))
	if odd {
		mirror = formula.Apply(formula.OpNeg, mirror)
	}
	return piecewise.ProvedEqual(e, mirror, breakpoints.Search{})
}

// atMost is a rest of unknown sign of which a bound is known.
func atMost(m ball.Mag) (r TailBound) {
	// The ball [0, m]: a mass is not negative.
	half := m.Mul2Exp(-1)
	r.Mass.SetFloat(half.Float(nil))
	r.Mass.AddRad(half)
	return r
}
