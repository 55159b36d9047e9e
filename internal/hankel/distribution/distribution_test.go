package distribution

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/ball/numeral"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
	"krein/internal/hankel/hankeltest"
	"krein/internal/hankel/mass"
	"krein/internal/hankel/quadrature"
	"krein/internal/testlong"
)

func laws(t *testing.T, formula string, dim int, set *Settings) *Pair {
	t.Helper()
	l, err := Enclose(context.Background(), hankeltest.Parse(t, formula), dim, set)
	require.NoError(t, err, "%s, d = %d", formula, dim)
	return l
}

// parts returns the laws that there are, with the sign of the density.
func (l *Pair) parts() map[int]*Distribution {
	m := map[int]*Distribution{}
	if l.Plus != nil {
		m[1] = l.Plus
	}
	if l.Minus != nil {
		m[-1] = l.Minus
	}
	return m
}

// lawCases are kernels with every kind of head, panels and tail; values of the dear ones need quadrature.
var lawCases = []struct {
	formula string
	dims    []int
	dear    bool
}{
	{hankeltest.Parabola, []int{1, 2}, false},
	{"z < 2 ? (1-z^2/4)^3 : 0", []int{3}, false},
	{"z < sqrt(2) ? (1-z^2/2)^(7/3) : 0", []int{2}, false},
	{hankeltest.Fejer, []int{1, 2}, false},
	{hankeltest.Wendland, []int{3}, false},
	{hankeltest.Kappa0, []int{1}, true},
	{"exp(-z)", []int{1, 2, 16}, false},
	{"exp(-z)*cos(z)", []int{2, 3}, false},
	{"exp(-z^2/2)", []int{2}, false},
	{"exp(-z^2/2) - exp(-z^2/200)", []int{1, 3}, false},
	{"(1+z^2)^(-1/4)", []int{3}, false},
	{"(1+z^2)^(-1)", []int{2}, false},
	{"exp(-z^3)", []int{1}, true},
	{"exp(-z^(3/2))", []int{3}, true},
}

// lawRow is one of lawCases in one dimension.
type lawRow struct {
	formula string
	dim     int
	dear    bool
}

// lawRows are those that a run looks at.
func lawRows() []lawRow {
	var rows []lawRow
	for _, c := range lawCases {
		for _, dim := range c.dims {
			rows = append(rows, lawRow{c.formula, dim, c.dear})
		}
	}
	return testlong.Some(rows, 10)
}

// TestLaws checks all of the laws but their waves.
func TestLaws(t *testing.T) {
	t.Parallel()
	for _, c := range lawRows() {
		dim := c.dim
		name := fmt.Sprintf("%s, d = %d", c.formula, dim)
		t.Run(name, func(t *testing.T) {
			p, l := hankeltest.Density(t, c.formula, dim), laws(t, c.formula, dim, nil)
			checkTotals(t, l, name)
			for sign, law := range l.parts() {
				checkPanels(t, p, law, sign, c.dear, name)
				n := 24
				if c.dear {
					n = 4
				}
				checkEnds(t, p, law, sign, n, name)
			}
		})
	}
}

// checkPanels: the panels are in order, and the polynomials and masses those of the density.
func checkPanels(t *testing.T, p *density.Density, law *Distribution, sign int, dear bool, name string) {
	end := law.Head.Upto * law.Head.Upto
	for i := range law.Panels {
		q := &law.Panels[i]
		require.LessOrEqual(t, end, q.Lo)
		require.Less(t, q.Lo, q.Hi)
		end = q.Hi
		if i%23 != 0 && (!q.HiZero || i%5 != 0) || dear && i%46 != 0 {
			continue
		}
		var d, v ball.Real
		for _, at := range []float64{q.Lo, q.Lo + 0.37*(q.Hi-q.Lo), q.Hi} {
			d.Sub(ball.NewReal(at), &q.T0, 160)
			v.SetInt64(0)
			for k := len(q.Coef) - 1; k >= 0; k-- {
				v.FMA(&v, &d, &q.Coef[k], 160)
			}
			v.AddRad(q.Rest)
			// dm/dt = m(ω)/(2ω)
			w := new(ball.Real).Sqrt(ball.NewReal(at), 160)
			m := hankeltest.Value(t, p, w, 128)
			m.Quo(m, w, 128)
			m.MulInt64(m, int64(sign), 128)
			m.Mul2Exp(m, -1)
			assert.NotEqual(t, ball.False, v.Overlaps(m), "%s: at t = %v the density is %v, not %v", name, at, m, &v)
		}
		if dear || i%46 != 0 {
			continue
		}
		sum := hankeltest.Integral(func(w float64) float64 {
			f, _ := hankeltest.Value(t, p, ball.NewReal(w), 64).Float64()
			return float64(sign) * f
		}, math.Sqrt(q.Lo), math.Sqrt(q.Hi))
		mass, _ := q.Mass(128).Float64()
		assert.InDelta(t, sum, mass, q.Distance().Float64()+1e-9*mass+1e-17, "%s: [%v, %v]", name, q.Lo, q.Hi)
	}
	assert.LessOrEqual(t, end, law.Tail.From*law.Tail.From*(1+1e-15), name)
}

// checkEnds integrates the distance of heads and power tails from the density: with v the share of the mass, ∫ |m dω/dv
// − Mass| dv by the midpoint rule.
func checkEnds(t *testing.T, p *density.Density, law *Distribution, sign, n int, name string) {
	distance := func(mass, exponent, w float64) float64 {
		sum := 0.0
		for i := range n {
			v := (float64(i) + 0.5) / float64(n)
			// ω = w v^{1/E}, and dω/dv = ω/(E v)
			var o, m, c ball.Real
			o.Pow(ball.NewReal(v), c.Quo(ball.NewReal(1), ball.NewReal(exponent), 160), 160)
			o.Mul(&o, ball.NewReal(w), 160)
			m.Mul(hankeltest.Value(t, p, &o, 128), &o, 128)
			m.Quo(&m, ball.NewReal(math.Abs(exponent)*v), 128)
			m.MulInt64(&m, int64(sign), 128)
			m.Sub(&m, ball.NewReal(mass), 128)
			f, _ := m.Float64()
			sum += math.Abs(f) / float64(n)
		}
		return sum
	}
	if h := law.Head; h.Mass > 0 {
		d := distance(h.Mass, h.Exponent, h.Upto)
		assert.LessOrEqual(t, d, h.Deviation.Float64(), "%s: head", name)
		assert.GreaterOrEqual(t, d, h.Deviation.Float64()/20, "%s: head", name)
	}
	switch q := law.Tail; {
	case q.Kind == TailPower && quadrature.NeedsQuadrature(p) && q.From > 1000:
	case q.Kind == TailPower:
		d := distance(q.Mass, -q.Exponent, q.From)
		assert.LessOrEqual(t, d, q.Deviation.Float64(), "%s: tail", name)
		assert.GreaterOrEqual(t, d, q.Deviation.Float64()/20, "%s: tail", name)
	case q.Kind == TailNegligible:
		sum := 0.0
		h := q.From / 1000
		for i := range 100 {
			f, _ := hankeltest.Value(t, p, ball.NewReal(q.From+(float64(i)+0.5)*h), 64).Float64()
			sum += math.Abs(f) * h
		}
		assert.LessOrEqual(t, sum, q.Deviation.Float64(), "%s: tail", name)
		assert.GreaterOrEqual(t, sum, q.Deviation.Float64()/20, "%s: tail", name)
	}
}

// checkTotals: the laws are at most as far from what is known as they say, and that is as little as was asked for.
func checkTotals(t *testing.T, l *Pair, name string) {
	total := l.Masses.Total.MagUpper().Float64()
	sum := 0.0
	var jordan ball.Real
	for sign, law := range l.parts() {
		var v ball.Real
		v.Set(law.Mass(128))
		jordan.Add(&jordan, new(ball.Real).MulInt64(&v, int64(sign), 128), 128)
		d := law.Distance()
		sum += d.Float64()
		v.AddRad(d)
		want := l.Masses.Plus
		if sign < 0 {
			want = l.Masses.Minus
		}
		assert.NotEqual(t, ball.False, v.Overlaps(want), "%s: %v and %v", name, &v, want)
	}
	assert.LessOrEqual(t, sum, defaultLawTol*total, name)
	jordan.AddRad(ball.MagFloat64(sum))
	assert.NotEqual(t, ball.False, jordan.Overlaps(l.Masses.KernelAtZero), "%s: %v", name, &jordan)
}

// TestLawGolden compares with independent values of the masses.
func TestLawGolden(t *testing.T) {
	t.Parallel()
	for _, r := range testlong.Some(hankeltest.MassRows(t), 30) {
		l := laws(t, r.Formula, r.Dim, nil)
		for sign, law := range l.parts() {
			want := r.Plus
			if sign < 0 {
				want = r.Minus
			}
			v := law.Mass(128)
			v.AddRad(law.Distance())
			hankeltest.Near(t, v, want, r.Digits, fmt.Sprintf("%s, d = %d", r.Formula, r.Dim))
		}
	}
}

// TestLawMissing: with too few panels, what is not known is said.
func TestLawMissing(t *testing.T) {
	t.Parallel()
	l := laws(t, hankeltest.Parabola, 1, &Settings{Panels: 25})
	for sign, law := range l.parts() {
		assert.Greater(t, law.Unresolved.Float64(), 1e-4)
		want := "1.11627055263"
		if sign < 0 {
			want = "0.11627055263"
		}
		v := law.Mass(128)
		v.AddRad(law.Distance())
		hankeltest.Near(t, v, want, 10, "too few panels")
		v = law.Mass(128)
		d, err := numeral.Parse(want, 128)
		require.NoError(t, err)
		f, _ := d.Sub(d, v, 128).Float64()
		assert.Greater(t, f, law.Distance().Float64()/1000, "it is not much more than what is missing")
	}
}

func TestLawErrors(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Enclose(ctx, hankeltest.Parse(t, hankeltest.Parabola), 1, nil)
	assert.ErrorIs(t, err, context.Canceled)
	var me *mass.Error
	_, err = Enclose(context.Background(), hankeltest.Parse(t, hankeltest.Parabola), 3, nil)
	assert.True(t, errors.As(err, &me), "%v", err)
	var ne *density.NotEnclosedError
	_, err = Enclose(context.Background(), hankeltest.Parse(t, "cos(z)"), 2, nil)
	assert.True(t, errors.As(err, &ne), "%v", err)
	// only atoms
	l := laws(t, "cos(z)", 1, nil)
	assert.Nil(t, l.Plus)
	assert.Nil(t, l.Minus)
	assert.Len(t, l.Atoms.List, 1)
	// one sign is proved: no other part
	assert.Nil(t, laws(t, "exp(-z)", 3, nil).Minus)
	assert.Nil(t, laws(t, "exp(-z^(3/2))", 2, nil).Minus)
}

// exactly returns the density of A of w at x, from its definition.
func (w *OscillatingTail) exactly(x *ball.Real, prec uint) *ball.Real {
	var sum, c, s, t, p, e ball.Real
	t.Add(x, ball.NewReal(w.Phase), prec)
	ball.SinCos(&s, &c, &t, prec)
	q := ratOf(w.Q)
	add := func(coef float64, wave *ball.Real, exponent *big.Rat) { // coef wave x^exponent
		p.PowRat(x, exponent, prec)
		p.Mul(&p, wave, prec)
		sum.FMA(&p, ball.NewReal(coef), &sum, prec)
	}
	var minus ball.Real
	minus.Neg(&s)
	for l := range max(len(w.Cos), len(w.Sin), len(w.Plain)) {
		r := new(big.Rat).Add(q, big.NewRat(int64(l), 2))
		r.Neg(r)
		f, _ := r.Float64()
		if l < len(w.Cos) {
			add(w.Cos[l], &minus, r)
			add(w.Cos[l]*f, &c, closed.RatPlus(r, -1))
		}
		if l < len(w.Sin) {
			add(w.Sin[l], &c, r)
			add(w.Sin[l]*f, &s, closed.RatPlus(r, -1))
		}
		if l < len(w.Plain) {
			add(w.Plain[l], e.SetRat(closed.RatPlus(r, 1), prec), r)
		}
	}
	return &sum
}

func ratOf(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

// survivalAt returns S(x).
func (w *OscillatingTail) survivalAt(x *ball.Real, prec uint) *ball.Real {
	var sum, p ball.Real
	for l, c := range w.Survival {
		p.PowRat(x, new(big.Rat).Sub(big.NewRat(int64(2-l), 2), ratOf(w.Q)), prec)
		sum.FMA(&p, ball.NewReal(c), &sum, prec)
	}
	return &sum
}

// distanceWaves integrates ∫ |dm± − dlaw| over n lobes, or n periods, from the one with the number k on, by the
// midpoint rule; the masses of the tail and of the density there are returned too.
func distanceWaves(t *testing.T, p *density.Density, tail *Tail, k, n int) (distance, mass float64) {
	t.Helper()
	const prec, points = 160, 12
	w := tail.Waves
	var b, pi ball.Real
	b.Add(ball.NewReal(w.Frequency), ball.NewReal(w.FrequencyLow), prec)
	pi.Pi(prec)
	for i := range n {
		var lo, hi, scale, x, v ball.Real
		if w.Survival == nil {
			lo.MulInt64(&pi, int64(2*(k+i)), prec)
			lo.Add(&lo, ball.NewReal(w.Start), prec)
			hi.Add(&lo, v.Mul2Exp(&pi, 1), prec)
			var all ball.Real
			w.enclose(&all, ball.NewReal(w.Start), prec)
			scale.Quo(ball.NewReal(-tail.Mass), &all, prec)
		} else {
			at := func(dst *ball.Real, j int64, c []float64) {
				dst.MulInt64(&pi, 2*j+1, prec)
				dst.Mul2Exp(dst, -1)
				dst.Sub(dst, ball.NewReal(w.Phase), prec)
				var u, y ball.Real
				u.RSqrt(dst, prec)
				for l := len(c) - 1; l >= 0; l-- {
					y.FMA(&y, &u, ball.NewReal(c[l]), prec)
				}
				dst.Add(dst, &y, prec)
			}
			j := w.First + 2*int64(k+i)
			at(&lo, j, w.Ends[0])
			at(&hi, j+1, w.Ends[1])
			var xj, next, a, c ball.Real
			at(&xj, j, nil)
			at(&next, j+2, nil)
			scale.Sub(w.survivalAt(&xj, prec), w.survivalAt(&next, prec), prec)
			w.enclose(&a, &lo, prec)
			w.enclose(&c, &hi, prec)
			scale.Quo(&scale, a.Sub(&c, &a, prec), prec)
			at(&xj, w.First, nil)
			scale.Quo(&scale, w.survivalAt(&xj, prec), prec)
			scale.Mul(&scale, ball.NewReal(tail.Mass), prec)
		}
		// dx
		hi.Sub(&hi, &lo, prec)
		hi.QuoInt64(&hi, points, prec)
		h, _ := hi.Float64()
		for j := range points {
			x.Mul(&hi, ball.NewReal(float64(j)+0.5), prec)
			x.Add(&x, &lo, prec)
			f := w.exactly(&x, prec)
			f.Mul(f, &scale, prec)
			m := hankeltest.Value(t, p, v.Quo(&x, &b, prec), 128)
			m.Quo(m, &b, prec)
			m.MulInt64(m, int64(w.Sign), prec)
			if g, _ := m.Float64(); g > 0 {
				mass += g * h
			}
			d, _ := m.Sub(m, f, prec).Float64()
			distance += math.Abs(d) * h
		}
	}
	return distance, mass
}

// TestLawWaves compares oscillating tails with the density, near their start and far out. With a large tolerance the
// expansions are cut off where that shows.
func TestLawWaves(t *testing.T) {
	t.Parallel()
	for _, c := range lawRows() {
		dim := c.dim
		p := hankeltest.Density(t, c.formula, dim)
		s, err := newBuilder(context.Background(), p, nil, 128)
		require.NoError(t, err)
		if s.F.Compact == nil {
			continue
		}
		sign := 0
		if c.formula == hankeltest.Fejer && dim == 1 || c.formula == hankeltest.Wendland {
			sign = 1 // it is proved elsewhere
		}
		for _, tol := range []float64{1e-5, 1e-12} {
			if c.dear && tol < 1e-5 {
				continue
			}
			l, err := s.chooseWaveLaws(context.Background(), tol, sign)
			require.NoError(t, err)
			for _, tail := range l.tail {
				if tail.Kind != TailOscillating {
					continue
				}
				name := fmt.Sprintf("%s, d = %d, tolerance %v, sign %d", c.formula, dim, tol, tail.Waves.Sign)
				bound := tail.Deviation.Float64()
				assert.LessOrEqual(t, bound, tol, name)
				n := 3
				if c.dear {
					n = 1
				}
				near, mass := distanceWaves(t, p, &tail, 0, n)
				assert.LessOrEqual(t, near, bound, name)
				if tol == 1e-5 {
					assert.GreaterOrEqual(t, near, bound/10000, "%s: the bound is not near what it bounds", name)
				}
				assert.LessOrEqual(t, mass, tail.Mass*(1+1e-9))
				far := 0.0
				if !c.dear {
					far, _ = distanceWaves(t, p, &tail, 10000, 1)
					assert.LessOrEqual(t, far, bound/1e3, "%s, far out", name)
				}
				t.Logf("%s: %.2g of %.2g, far %.2g; mass %.3g of %.3g", name, near, bound, far, mass, tail.Mass)
			}
		}
	}
}

// TestLawQuantile: Quantile and Above are inverse to each other, and decrease; shares of the tail are those of the
// density.
func TestLawQuantile(t *testing.T) {
	testlong.Slow(t)
	type row struct {
		formula string
		dim     int
	}
	for _, c := range testlong.Some([]row{
		{hankeltest.Parabola, 2}, {hankeltest.Kappa0, 1}, {hankeltest.Fejer, 1}, {"z < sqrt(2) ? (1-z^2/2)^(7/3) : 0", 2},
		{"exp(-z)", 3},
	}, 5) {
		p := hankeltest.Density(t, c.formula, c.dim)
		s, err := newBuilder(context.Background(), p, nil, 128)
		require.NoError(t, err)
		var g lawRange
		if c.formula == hankeltest.Fejer {
			s.Sign = 1
		}
		require.NoError(t, s.lawTail(context.Background(), &g, 1e-12))
		for _, tail := range g.tail {
			if tail.Kind == TailNone {
				assert.True(t, math.IsNaN(tail.Quantile(0.5)))
				continue
			}
			name := fmt.Sprintf("%s, d = %d", c.formula, c.dim)
			assert.InEpsilon(t, tail.From, tail.Quantile(1), 1e-14, name)
			assert.Equal(t, math.Inf(1), tail.Quantile(0), name)
			assert.True(t, math.IsNaN(tail.Quantile(1.1)) && math.IsNaN(tail.Quantile(math.NaN())), name)
			assert.Equal(t, 1.0, tail.Above(tail.From*0.9), name)
			last := 0.0
			points := testlong.RoundsTo(20000, 20000)
			for i := range points {
				v := math.Pow(1e-8, float64(i)/float64(points))
				q := tail.Quantile(v)
				if q < last*(1-1e-14) {
					t.Fatalf("%s: %v after %v at %v", name, q, last, v)
				}
				last = q
				// the density at q may be near 0: q determines v well
				if a := tail.Above(q); math.Abs(a-v) > 1e-13+1e-11*v {
					t.Fatalf("%s: %v above %v, not %v", name, a, q, v)
				}
			}
			assert.Zero(t, testing.AllocsPerRun(100, func() { last += tail.Quantile(0.3) + tail.Above(200) }), name)
			if c.formula == hankeltest.Kappa0 {
				continue // values need quadrature
			}
			// ∫ m± up to where half of a lobe far out is reached
			to := tail.Quantile(0.731)
			step := 1.0 // half a period
			if tail.Kind == TailOscillating {
				step = math.Pi / tail.Waves.Frequency
			}
			sign := 1.0
			if tail.Kind == TailOscillating {
				sign = float64(tail.Waves.Sign)
			}
			sum := 0.0
			for lo := tail.From; lo < to; lo += step {
				sum += hankeltest.Integral(func(w float64) float64 {
					f, _ := hankeltest.Value(t, p, ball.NewReal(w), 64).Float64()
					return math.Max(sign*f, 0)
				}, lo, math.Min(lo+step, to))
				if lo > tail.From+40*step {
					to, lo = lo+step, to // the rest by Above
				}
			}
			assert.InDelta(t, sum, (1-tail.Above(to))*tail.Mass, 3e-6*tail.Mass, name) // the quadrature meets kinks
		}
	}
}

// BenchmarkLawQuantile times quantiles of oscillating tails.
func BenchmarkLawQuantile(b *testing.B) {
	for _, c := range []struct {
		formula string
		dim     int
	}{{hankeltest.Parabola, 1}, {hankeltest.Kappa0, 1}, {hankeltest.Wendland, 3}} {
		l, err := Enclose(context.Background(), hankeltest.Parse(b, c.formula), c.dim, nil)
		require.NoError(b, err)
		b.Run(c.formula, func(b *testing.B) {
			v := 0.5
			for b.Loop() {
				l.Plus.Tail.Quantile(v)
				if v *= 0.9; v < 1e-4 {
					v = 0.97
				}
			}
		})
	}
}

// BenchmarkLaws times laws of the papers' kernels.
func BenchmarkLaws(b *testing.B) {
	for _, c := range lawCases {
		for _, dim := range c.dims {
			b.Run(fmt.Sprintf("%s,d=%d", c.formula, dim), func(b *testing.B) {
				for b.Loop() {
					_, err := Enclose(context.Background(), hankeltest.Parse(b, c.formula), dim, nil)
					require.NoError(b, err)
				}
			})
		}
	}
}

// shareAbove encloses the share of the law above ω, from the definition.
func (w *OscillatingTail) shareAbove(omega float64, prec uint) *ball.Real {
	var x, b, all, v, pi ball.Real
	b.Add(ball.NewReal(w.Frequency), ball.NewReal(w.FrequencyLow), prec)
	x.Mul(ball.NewReal(omega), &b, prec)
	if w.Survival == nil {
		w.enclose(&v, &x, prec)
		w.enclose(&all, ball.NewReal(w.Start), prec)
		return v.Quo(&v, &all, prec)
	}
	pi.Pi(prec)
	lobe := func(dst *ball.Real, j int64) *ball.Real {
		dst.MulInt64(&pi, 2*j+1, prec)
		dst.Mul2Exp(dst, -1)
		return dst.Sub(dst, ball.NewReal(w.Phase), prec)
	}
	var xj, next, lo, hi, a, c, d, t ball.Real
	end := func(dst, x *ball.Real, e []float64) { // x + Y(x^{−1/2})
		var u, y ball.Real
		u.RSqrt(x, prec)
		for l := len(e) - 1; l >= 0; l-- {
			y.FMA(&y, &u, ball.NewReal(e[l]), prec)
		}
		dst.Add(x, &y, prec)
	}
	f, _ := x.Float64()
	j := w.First
	if n := int64((f - w.lobe(w.First)) / (2 * math.Pi)); n > 0 {
		j += 2 * n
	}
	for { // the first lobe that ends beyond x
		end(&hi, lobe(&next, j+1), w.Ends[1])
		if x.LessEq(&hi) != ball.False {
			break
		}
		j += 2
	}
	end(&lo, lobe(&xj, j), w.Ends[0])
	lobe(&next, j+2)
	v.Set(w.survivalAt(&xj, prec))
	if lo.Less(&x) == ball.True {
		w.enclose(&a, &lo, prec)
		w.enclose(&c, &hi, prec)
		w.enclose(&d, &x, prec)
		d.Sub(&d, &a, prec)
		d.Quo(&d, c.Sub(&c, &a, prec), prec)
		t.Sub(&v, w.survivalAt(&next, prec), prec)
		v.Sub(&v, t.Mul(&t, &d, prec), prec)
	}
	all.Set(w.survivalAt(lobe(&xj, w.First), prec))
	return v.Quo(&v, &all, prec)
}

// TestLawRounding: in floats, Quantile and Above are those of the law up to a relative error of the share of a few
// units in the last place, and what ω has of them.
func TestLawRounding(t *testing.T) {
	type row struct {
		formula string
		dim     int
	}
	for _, c := range testlong.Some([]row{
		{hankeltest.Parabola, 1}, {hankeltest.Parabola, 2}, {hankeltest.Kappa0, 1}, {hankeltest.Fejer, 1},
		{hankeltest.Wendland, 3}, {"z < sqrt(2) ? (1-z^2/2)^(7/3) : 0", 2},
	}, 4) {
		p := hankeltest.Density(t, c.formula, c.dim)
		s, err := newBuilder(context.Background(), p, nil, 128)
		require.NoError(t, err)
		sign := 0
		if c.formula == hankeltest.Fejer || c.formula == hankeltest.Wendland {
			sign = 1
		}
		l, err := s.chooseWaveLaws(context.Background(), 1e-12, sign)
		require.NoError(t, err)
		for _, tail := range l.tail {
			if tail.Kind != TailOscillating {
				continue
			}
			quantile, above := 0.0, 0.0
			for i := range 300 {
				v := math.Pow(1e-5, (float64(i)+0.3)/300)
				q := tail.Quantile(v)
				share := tail.Waves.shareAbove(q, 128)
				e, _ := share.Sub(share, ball.NewReal(v), 128).Float64()
				quantile = math.Max(quantile, math.Abs(e)/v)
				a, _ := tail.Waves.shareAbove(q, 128).Float64()
				above = math.Max(above, math.Abs(tail.Above(q)-a)/a)
			}
			t.Logf("%s, d = %d: %.2g, %.2g", c.formula, c.dim, quantile, above)
			assert.Less(t, quantile, 2e-14, "%s, d = %d", c.formula, c.dim)
			assert.Less(t, above, 2e-14, "%s, d = %d", c.formula, c.dim)
		}
	}
}
