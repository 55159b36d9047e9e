package enclose

import (
	"context"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/testhook"
	"krein/kernel"
	"krein/quad"
)

// termCases tells for every error term whether bounds hold in a case where the term is most of the bound: against closed forms, values of
// mpmath, or sums over what is bounded.
var termCases = map[*testhook.Term]func(t *testing.T) bool{
	termBeyond: func(t *testing.T) bool {
		k, omega := parse(t, "exp(-z)"), ball.NewReal(1)
		p := &tailPart{f: newPlainIntegrand(k.Expr()), lo: kernel.Int(0), tail: majorant(k.Expr())}
		var v, want, pre ball.Real
		prefactor(&pre, omega, 2, 80)
		want.Quo(density(t, "exp(-z)", 2).value(t, omega, 64), &pre, 80)
		_, err := p.upTo(context.Background(), &v, omega, big.NewFloat(3), 2, 60)
		require.NoError(t, err)
		return v.Overlaps(&want) == ball.True
	},
	termSonine: func(t *testing.T) bool {
		e, lo, hi := parse(t, "arccos0").FormulaExpr(), kernel.Int(0), kernel.Int(2)
		var v, want ball.Real
		omega := ball.NewReal(1.5)
		_, err := newIntervalPart(e, lo, hi).enclose(context.Background(), &want, omega, 5, 80)
		require.NoError(t, err)
		p := newSeriesPart(e, lo, hi)
		a, rest := p.coefficients(16, 100)
		p.sum(&v, a[:16], rest[16], omega, 5, 100)
		return v.Overlaps(&want) == ball.True
	},
	termCompact:  func(t *testing.T) bool { return tailsHold(t, false, false) },
	termEnvelope: func(t *testing.T) bool { return tailsHold(t, true, false) },
	termEnd:      func(t *testing.T) bool { return tailsHold(t, false, true) },
	termCusp:     cuspHolds,
	termArc:      func(t *testing.T) bool { return oscillationHolds(t, kappa0, 1, 20) },
	termExp:      farHolds,
	termPanel: func(t *testing.T) bool {
		p := density(t, parabola, 2)
		s, err := newMassSigner(context.Background(), p, nil, 128, 1)
		require.NoError(t, err)
		s.order = 4
		require.True(t, s.prepare(4))
		return panelHolds(t, p, s.panel(2, 3).law, 2, 3)
	},
	termFar:    farHolds,
	termHankel: func(t *testing.T) bool { return oscillationHolds(t, parabola, 2, 9) },
	termTail:   func(t *testing.T) bool { return oscillationHolds(t, kappa0, 1, 20) },
	termIntegrated: func(t *testing.T) bool {
		s := &massSigner{signer: &signer{dim: 1, prec: 64}}
		s.kappa.SetInt64(1)
		e := endTerm{power: intNum(0), alpha: intNum(2), rate: intNum(0)}
		e.coef.SetInt64(1)
		_, b, ok := s.beyond([]endTerm{e}, ball.NewReal(3), 0)
		require.True(t, ok)
		return math.Exp(-6)/2 <= b.Float64()
	},
	termPower: func(t *testing.T) bool {
		s := &massSigner{signer: &signer{dim: 1, prec: 128}}
		s.kappa.SetFloat64(2)
		terms := make([]endTerm, 2)
		for i := range terms {
			terms[i] = endTerm{power: intNum(int64(-4 - 2*i)), alpha: intNum(0), rate: intNum(0)}
		}
		terms[0].coef.SetFloat64(3)
		terms[1].coef.SetFloat64(-1)
		return 2/5.0*math.Pow(4, -5) <= s.powerLaw(terms, 4, false).deviation.Float64()*(1+1e-9)
	},
	termMove: func(t *testing.T) bool {
		sum := quad.Integrate64(func(s float64) float64 {
			y := 60 * math.Exp(s)
			return math.Abs(math.Pow(y, -1.5)-math.Pow(y, -1.625)) * y
		}, 0, 60, nil).Value
		return sum <= moveExponent(ratOf(1.5), ratOf(1.625), ball.NewReal(60), 64).Float64()
	},
	termFrequency: func(t *testing.T) bool {
		// a ball of radius ε
		const eps, x, h = 1e-3, 60.0, 0.1
		var w LawWaves
		b := ball.NewReal(1)
		b.AddRad(ball.MagFloat64(eps))
		bound := w.setFrequency(b, ball.NewReal(x), ratOf(2), ball.MagPow2(0), 128)
		g := func(y float64) float64 { return math.Cos(y) / (y * y) }
		sum := 0.0
		for y := x; y < 1e4; y += h {
			sum += math.Abs(g(y)-(1+eps)*g((1+eps)*y)) * h
		}
		return sum <= bound.Float64()
	},
	termResidual: func(t *testing.T) bool {
		o, x := testOscillation(t, kappa0, 1)
		eta, imag, gamma := o.byDegree()
		p := newPrimitive(o.q, eta, imag, gamma, 4, 128)
		integral, largest := p.errors(o.q, x, 128)
		ph, _ := o.phase.Float64()
		q, _ := o.q.Float64()
		w := &LawWaves{Phase: ph, Q: q, Cos: p.cos, Sin: p.sin, Plain: p.plain}
		sum, most := 0.0, 0.0
		const h = 0.2
		start, _ := x.Float64()
		for y := start; y < 1.5*start; y += h {
			v, _ := w.exactly(ball.NewReal(y), 128).Float64()
			d := math.Abs(v - o.density(y))
			sum += d * h
			most = math.Max(most, d*math.Pow(y, q))
		}
		return sum <= integral.Float64() && most <= largest.Float64()
	},
	termMoved: func(t *testing.T) bool {
		o, _ := testOscillation(t, parabola, 2)
		a := o.newModel()
		for l := range a.c {
			a.c[l].SetFloat64(1 / float64(l*l+1))
		}
		o.prec = 200
		x, h := ball.NewReal(100.3), ball.NewReal(60)
		var xh, v, w, p ball.Real
		xh.Add(x, h, 200)
		a.at(&v, &xh, 200)
		v.Mul(&v, p.PowRat(p.Quo(x, &xh, 200), o.q, 200), 200)
		moved := o.moved(a, h)
		moved.at(&w, x, 200)
		d, _ := v.Sub(&v, &w, 200).Float64()
		return math.Abs(d) <= moved.r.Float64()
	},
	termLobes:   func(t *testing.T) bool { return lobesHold(t, 30, -20) },
	termLawEnds: func(t *testing.T) bool { return lobesHold(t, 4, 13) },
}

// tailsHold: the terms at infinity of compact kernels, those with powers at their ends or the others, contain the values of mpmath, or if envelopes the terms
// with the waves' envelopes for waves.
func tailsHold(t *testing.T, envelopes, ends bool) bool {
	for _, r := range densityRows(t, "signs.json") {
		p := density(t, r.Kernel, r.Dim)
		f := newForms(p)
		if r.Omega < 40 || len(f.compact.ends) > 0 != ends {
			continue
		}
		want, err := new(ball.Real).SetString(r.M, 300)
		require.NoError(t, err)
		want.AddRad(want.MagUpper().Mul2Exp(-115))
		omega := ball.NewReal(r.Omega)
		var v, x ball.Real
		prefactor(&v, omega, r.Dim, 200)
		want.Quo(want, &v, 200)
		terms, ok := f.compact.nearInfinity(ball.NewReal(30), 200)
		require.True(t, ok)
		if tailAt(&v, terms, omega, 200); envelopes {
			v.SetInt64(0)
			for i := range terms {
				x.Pow(omega, terms[i].power.Ball(&x, 200), 200)
				v.Add(&v, x.Mul(&x, &terms[i].coef, 200), 200)
			}
		}
		if v.Overlaps(want) != ball.True {
			return false
		}
	}
	return true
}

// panelHolds: the polynomial of a panel meets the density.
func panelHolds(t *testing.T, p *Density, x *expansion, lo, hi float64) bool {
	for _, at := range []float64{lo, lo + 0.3*(hi-lo), hi} {
		var d, v ball.Real
		d.Sub(ball.NewReal(at), &x.t0, 160)
		for k := len(x.f[0]) - 1; k >= 0; k-- {
			v.FMA(&v, &d, &x.f[0][k], 160)
		}
		v.AddRad(x.rest[0])
		w := new(ball.Real).Sqrt(ball.NewReal(at), 160)
		m := p.value(t, w, 128)
		m.Quo(m, w, 128)
		if v.Overlaps(m.Mul2Exp(m, -1)) != ball.True {
			return false
		}
	}
	return true
}

// farHolds: panels by the terms at infinity meet those by the power series.
func farHolds(t *testing.T) bool {
	k := parse(t, "exp(-z^3)")
	p, err := New(k, 3)
	require.NoError(t, err)
	s, err := newMassSigner(context.Background(), p, newExpGroups(k, 3), 128, 1)
	require.NoError(t, err)
	require.NoError(t, s.chooseFar(context.Background(), 1e6, ball.MagFloat64(1e-3)))
	lo := s.far.from
	require.True(t, s.prepare(2*lo))
	far := s.panel(lo, 1.2*lo).law
	s.far = nil
	near := s.panel(lo, 1.2*lo).law
	return polynomialsMeet(far, near, 0.0999*lo)
}

// cuspHolds: the series of a cusp cut off at two places meet up to their remainders.
func cuspHolds(t *testing.T) bool {
	g := newForms(density(t, "z < 1 ? (1-z)^(5/2) : 0", 2)).compact
	few, rest := cuspOfEnds(t, g, 54, 9)
	many, left := cuspOfEnds(t, g, 54, 162)
	few.Sub(&few, &many, 200)
	return few.MagLower().Cmp(rest.MagUpper().Add(left.MagUpper())) <= 0
}

// polynomialsMeet: two polynomials about one point meet up to their remainders.
func polynomialsMeet(a, b *expansion, radius float64) bool {
	for i := range 21 {
		y := ball.NewReal((float64(i)/10 - 1) * radius)
		var v, w ball.Real
		for n := len(a.f[0]) - 1; n >= 0; n-- {
			v.FMA(&v, y, &a.f[0][n], 128)
			w.FMA(&w, y, &b.f[0][n], 128)
		}
		v.AddRad(a.rest[0])
		w.AddRad(b.rest[0])
		if v.Overlaps(&w) != ball.True {
			return false
		}
	}
	return true
}

// oscillationHolds: from ω = x/b on the density differs from the terms of the expansion by at most the rest, summed over some lobes.
func oscillationHolds(t *testing.T, formula string, dim int, x float64) bool {
	p := density(t, formula, dim)
	s, err := newMassSigner(context.Background(), p, nil, 128, 1)
	require.NoError(t, err)
	b, err := s.frequency()
	require.NoError(t, err)
	var w, bb ball.Real
	w.Quo(ball.NewReal(x), b.Ball(&bb, 128), 128)
	o, err := s.oscillation(context.Background(), b, &w, 0)
	require.NoError(t, err)
	const n = 24
	h := 2 * math.Pi / n
	amp, _ := o.amp.Float64()
	sum := 0.0
	for i := range n {
		y := x + (float64(i)+0.5)*h
		m := p.value(t, new(ball.Real).Quo(ball.NewReal(y), &bb, 128), 64)
		v, _ := m.Quo(m, &bb, 64).Float64()
		sum += math.Abs(v-amp*o.density(y)) * h
	}
	t.Logf("%s: %.3g of %.3g", formula, sum, o.rest.Float64())
	return sum <= o.rest.Float64()+1e-15*amp
}

// lobesHold: the law of the tail from x on is as near to the density as its deviation says, with zeros rounded to 2^−rootBits and the
// masses of lobes to 2^−survivalBits of the tolerance.
func lobesHold(t *testing.T, rootBits, survivalBits int64) bool {
	defer func(r ball.Mag, s int64) { lawRootTol, lawSurvivalBits = r, s }(lawRootTol, lawSurvivalBits)
	lawRootTol, lawSurvivalBits = ball.MagPow2(-rootBits), survivalBits
	p := density(t, parabola, 1)
	s, err := newMassSigner(context.Background(), p, nil, 128, 1)
	require.NoError(t, err)
	b, err := s.frequency()
	require.NoError(t, err)
	l, err := s.waveLaws(context.Background(), b, 60, 1e-12, 0)
	require.NoError(t, err)
	holds := true
	for i := range l.tail {
		near, _ := distanceWaves(t, p, &l.tail[i], 0, 3)
		near += outside(t, p, &l.tail[i])
		t.Logf("%.3g of %.3g", near, l.tail[i].Deviation.Float64())
		holds = holds && near <= l.tail[i].Deviation.Float64()
	}
	return holds
}

// outside integrates what the density has of the sign of the law next to its first lobe, which begins and ends at rounded zeros.
func outside(t *testing.T, p *Density, tail *LawTail) (sum float64) {
	w := tail.Waves
	xj := w.lobe(w.First)
	lo, hi := w.ends(xj)
	const n, h = 200, 0.1 / 200
	for i := range n {
		for _, x := range []float64{xj + lo - (float64(i)+0.5)*h, xj + hi + (float64(i)+0.5)*h} {
			m, _ := p.value(t, ball.NewReal(w.omega(x)), 64).Float64()
			sum += math.Max(0, float64(w.Sign)*m) / w.Frequency * h
		}
	}
	return sum
}

// TestErrorTerms: every error term has a case in which bounds hold, and do not hold with 2⁻³⁰ of the term.
func TestErrorTerms(t *testing.T) {
	for _, term := range errorTerms.Terms() {
		t.Run(term.Name(), func(t *testing.T) {
			holds := termCases[term]
			require.NotNil(t, holds, "an error term without a case that notices it")
			require.True(t, holds(t), "the bound")
			defer term.Weaken(30)()
			require.False(t, holds(t), "2⁻³⁰ of the term is not noticed")
		})
	}
}
