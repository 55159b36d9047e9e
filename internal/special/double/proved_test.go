package double

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"runtime"
	"sort"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/dd"
	"krein/internal/special/specialtest"
	"krein/internal/testlong"
	"krein/special"
)

// A provedTally collects what the float64 layer did on random arguments.
type provedTally struct {
	n, violations, fallbacks, unknown int
	worst                             [2]float64 // of |error|/bound, without balls and with
	where                             [2]string  // there
	rel                               []float64  // bound/|value|
	amp                               []float64  // bound/max(|value|, local amplitude)
}

func (p *provedTally) add(q *provedTally) {
	p.n += q.n
	p.violations += q.violations
	p.fallbacks += q.fallbacks
	p.unknown += q.unknown
	for i, w := range q.worst {
		if w > p.worst[i] {
			p.worst[i], p.where[i] = w, q.where[i]
		}
	}
	p.rel, p.amp = append(p.rel, q.rel...), append(p.amp, q.amp...)
}

// check compares Λ_d(x), or J_{d/2−1}(x), with balls of 110 bits.
func (p *provedTally) check(isJ bool, d, x float64) {
	order, name := d, "Λ"
	var v, b float64
	var z, ob, xb ball.Real
	xb.SetFloat64(x)
	if isJ {
		order, name = d/2-1, "J"
		v, b = BesselJ(order, x)
		special.BesselJ(&z, ob.SetFloat64(order), &xb, 110)
	} else {
		v, b = LambdaValue(order, x)
		special.LambdaReal(&z, ob.SetFloat64(order), &xb, 110)
	}
	p.n++
	by := 0
	if !fastServes(isJ, d, x) {
		p.fallbacks++
		by = 1
	}
	rad, miss := new(big.Float), new(big.Float).SetPrec(200).SetFloat64(v)
	z.Rad().Float(rad)
	miss.Abs(miss.Sub(miss, z.Mid(nil)))
	// a violation is certain if the whole ball lies outside the bound, and no ball decides if it is wide
	most := new(big.Float).SetPrec(200).SetFloat64(b)
	r, _ := new(big.Float).Quo(rad, most).Float64()
	if b == 0 || r > 1e-3 || math.IsNaN(v) || math.IsInf(b, 0) {
		p.unknown++
		return
	}
	ratio, _ := new(big.Float).Quo(miss, most).Float64()
	if ratio-r > 1 {
		p.violations++
	}
	if ratio+r > p.worst[by] {
		p.worst[by], p.where[by] = ratio+r, fmt.Sprintf("%s, order %v, x = %v: %v ± %v", name, order, x, v, b)
	}
	if m, e := math.Abs(v), 0.0; m > 0x1p-960 {
		p.rel = append(p.rel, b/m)
		nu := d/2 - 1
		if x > nu {
			e = math.Sqrt(2/math.Pi) / math.Sqrt(math.Sqrt(x-nu)*math.Sqrt(x+nu))
			if !isJ {
				g, _ := math.Lgamma(d / 2)
				e *= math.Exp(g - nu*math.Log(x/2))
			}
		}
		// near the turning point that overestimates the amplitude
		p.amp = append(p.amp, b/max(m, min(e, 1)))
	}
}

// fastServes tells whether the layer does without balls.
func fastServes(isJ bool, d, x float64) (ok bool) {
	if o := order64Of(d); o != nil {
		if isJ {
			_, _, ok = o.besselJ(x)
		} else {
			_, _, ok = o.lambda(x)
		}
	}
	if !ok {
		if isJ {
			_, _, ok = real64BesselJ(d/2-1, x)
		} else {
			_, _, ok = real64Lambda(d, x)
		}
	}
	return ok
}

// provedArgument draws x > 0: uniform in the logarithm from 1e-300 to 1e8, or where something happens; next to zeros,
// of which zeros has some, and next to the borders of regions.
func provedArgument(r *rand.Rand, d float64, zeros []float64) float64 {
	nu := d/2 - 1
	step := func(x float64) float64 {
		n := int64(math.Exp(r.Float64()*30)) - 1 // so many floats away
		if r.IntN(2) == 0 {
			n = -n
		}
		return math.Float64frombits(uint64(max(int64(math.Float64bits(x))+n, 1)))
	}
	switch r.IntN(10) {
	case 0:
		return 1e-300 * math.Exp(r.Float64()*math.Log(1e308))
	case 1, 2:
		return 1e-3 * math.Exp(r.Float64()*math.Log(1e11))
	case 3:
		return step(zeros[r.IntN(len(zeros))])
	case 4:
		// borders: of the series, of an interval, of tables, of expansions, of exponents, the turning point
		borders := []float64{math.Sqrt(nu + 1), math.Sqrt((nu + 1) / 2), nu + 1, nu + 2, 1 + float64(r.IntN(int(nu)+100)),
			max(hankelFirst, nu*nu), tableLimit, realHankelX, nu * nu / realHankelNu, math.Ldexp(1, r.IntN(30)), (nu + 1) / 2,
			math.Pi / 4 * float64(1+r.IntN(1<<20))}
		return max(step(borders[r.IntN(len(borders))]), 1e-300)
	case 5:
		return max(nu, 1) * (0.5 + r.Float64())
	}
	return 1e-2 * math.Exp(r.Float64()*math.Log(1e6))
}

// TestFloat64Proved compares the float64 layer with balls: no value may lie outside its bound, and bounds must be a few
// units in the last place. With -long on 10⁷ arguments: 10⁴ for each d = 1 … 1000, a fifth of them at another, real
// order.
func TestFloat64Proved(t *testing.T) {
	dims, each := 90, testlong.Rounds(150)
	if testing.Short() || !testlong.Turn(1, 1) {
		dims = 30
	}
	if testlong.Enabled() {
		dims, each = 1000, 10000
	}
	tallied(dims, func(p *provedTally, i int) {
		d := i
		if dims < 1000 && i > 24 {
			d = 25 + (i*7919)%975
		}
		r := rand.New(rand.NewPCG(64, uint64(i)))
		zeros := BesselJZeros(float64(d)/2-1, 40)
		for range each {
			order := float64(d)
			if r.IntN(5) == 0 {
				order = 2 + 2*specialtest.Order(r, 500)
			}
			p.check(r.IntN(2) == 0, order, provedArgument(r, order, zeros))
		}
		if d > 24 {
			orders64[d].Store(nil) // the tables of all orders would take much memory
		}
	}).report(t)
}

// tallied adds up what count counts for i = 1 … n, on all processors.
func tallied(n int, count func(p *provedTally, i int)) *provedTally {
	var total provedTally
	var mu sync.Mutex
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := int(next.Add(1)); i <= n; i = int(next.Add(1)) {
				var p provedTally
				count(&p, i)
				mu.Lock()
				total.add(&p)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return &total
}

// report logs what was seen, and fails where a bound was wrong or bounds are wide.
func (total *provedTally) report(t *testing.T) {
	t.Helper()
	sort.Float64s(total.rel)
	sort.Float64s(total.amp)
	at := func(s []float64, q float64) float64 { return s[int(q*float64(len(s)-1))] / roundoff }
	t.Logf("%d arguments, %d violations, %d undecided, %.3f%% by balls", total.n, total.violations, total.unknown,
		100*float64(total.fallbacks)/float64(total.n))
	t.Logf("worst |error|/bound %.3f at %s; with balls %.3f at %s", total.worst[0], total.where[0], total.worst[1],
		total.where[1])
	t.Logf("bound/|value| in units of 2^-53: median %.2f, 99%% %.2f, most %.3g; bound/max(|value|, amplitude): median "+
		"%.2f, 99.9%% %.2f, most %.3g",
		at(total.rel, 0.5), at(total.rel, 0.99), at(total.rel, 1), at(total.amp, 0.5), at(total.amp, 0.999), at(total.amp, 1))
	assert.Zero(t, total.violations)
	assert.LessOrEqual(t, total.unknown, total.n/100)
	assert.Greater(t, total.worst[0], 0.5, "halved bounds would not be noticed")
	assert.LessOrEqual(t, at(total.amp, 0.5), 4.0)
	assert.LessOrEqual(t, at(total.amp, 0.999), 24.0)
}

// TestFloat64BoundNeeded leaves parts out of bounds and expects errors beyond what is left.
func TestFloat64BoundNeeded(t *testing.T) {
	r := rand.New(rand.NewPCG(65, 1))
	missed := func(d int, lo, hi float64, f func(x float64) (value, bound float64)) (n int) {
		var z ball.Real
		for range testlong.RoundsTo(400, 400) {
			x := lo + (hi-lo)*r.Float64()
			v, b := f(x)
			special.LambdaReal(&z, ball.NewReal(float64(d)), ball.NewReal(x), 110)
			z.Sub(&z, ball.NewReal(v), 200)
			if z.MagLower().Cmp(ball.MagFloat64(b)) > 0 {
				n++
			}
		}
		return n
	}
	for _, d := range testlong.Some([]int{2, 16, 64}, 1) {
		o := newOrder64(d)
		fast := func(x float64) (value, bound float64) {
			v, b, ok := o.lambda(x)
			require.True(t, ok)
			return v, b
		}
		assert.Zero(t, missed(d, 0, 1.2*o.hankelLeast, fast))

		// Hankel's expansion cut short, with its remainder and without
		far := func() int { return missed(d, o.hankelLeast, 1.2*o.hankelLeast, fast) }
		o.hankel = hankel64{}
		o.hankel.init(d, o.hankelLeast, 30)
		assert.Zero(t, far())
		o.hankel.tail = 0
		assert.Positive(t, far(), "remainder of Hankel's expansion")

		// an interval without the bound of roundings and of terms left out, and one whose last coefficient is lost
		i := int(o.hankelLeast) / 2
		near := func() int { return missed(d, float64(i), float64(i+1), fast) }
		assert.Zero(t, near())
		p := o.pieces[i].Load()
		q := *p
		q.err = 0
		o.pieces[i].Store(&q)
		assert.Positive(t, near(), "errors inside the polynomial")
		q = *p
		q.c[13] = 0
		assert.Positive(t, near(), "a term")
	}
	// polynomials of real orders, from the series, Hankel's expansion and the recurrences
	for _, c := range testlong.Some([]struct {
		d float64
		i int
	}{{2.7, 2}, {2.7, 30}, {17.3, 31}, {101.1, 80}, {784.6, 300}, {784.6, 600}}, 2) {
		p := newRealPiece(c.d/2-1, float64(c.i)+0.5)
		near := func() int {
			n := 0
			var z ball.Real
			for range 200 {
				x := float64(c.i) + r.Float64()
				v, b := p.at(x - (float64(c.i) + 0.5))
				v, b = ldexpBound(v, b, p.exp)
				special.LambdaReal(&z, ball.NewReal(c.d), ball.NewReal(x), 110)
				if z.Sub(&z, ball.NewReal(v), 200).MagLower().Cmp(ball.MagFloat64(b)) > 0 {
					n++
				}
			}
			return n
		}
		assert.Zero(t, near(), c)
		q := *p
		p.err = 0
		assert.Positivef(t, near(), "errors inside the polynomial: %v", c)
		*p = q
		p.c[9] = 0
		assert.Positivef(t, near(), "a term: %v", c)
	}
	// the reduction of the argument
	for range 2000 {
		x := math.Ldexp(1+r.Float64(), r.IntN(31))
		n := r.IntN(2000)
		v, j, err := reduceQuarter(x, n)
		var want, y ball.Real
		want.Pi(300)
		want.Mul2Exp(want.MulInt64(&want, int64(n)+2*int64(j), 300), -2)
		want.Sub(ball.NewReal(x), &want, 300)
		want.Sub(&want, y.Add(ball.NewReal(v.Hi), ball.NewReal(v.Lo), 300), 300)
		require.LessOrEqual(t, want.MagUpper().Float64(), err)
		require.Less(t, math.Abs(v.Hi), 0.7855)
		// sine and cosine of it
		s, c := sinCosSmall(v)
		y.Add(ball.NewReal(v.Hi), ball.NewReal(v.Lo), 300)
		var sb, cb ball.Real
		ball.SinCos(&sb, &cb, &y, 200)
		require.LessOrEqual(t, sb.Sub(&sb, want.SetFloat64(s), 200).MagUpper().Float64(), sinCosErr*math.Abs(v.Hi)+0x1p-107)
		require.LessOrEqual(t, cb.Sub(&cb, want.SetFloat64(c), 200).MagUpper().Float64(), sinCosErr+0x1p-107)
	}
}

// TestLambdaAt compares the start values of polynomials of real orders with balls: within their bounds, by all four
// ways, and with bounds far below a rounding where polynomials are built from them.
func TestLambdaAt(t *testing.T) {
	r := rand.New(rand.NewPCG(67, 1))
	var ways, coarse [4]int
	var worst [4]float64
	for range testlong.RoundsTo(2000, 200000) {
		nu := specialtest.Order(r, 400)
		x := math.Floor(math.Exp(r.Float64()*math.Log(realTableLimit(nu)))) + 0.5
		v, slope, err, errSlope, exp, ok := lambdaAt(nu, x)
		if !ok {
			continue
		}
		way := 3
		switch _, _, _, _, series := realSeries(nu, x); {
		case series:
			way = 0
		case nu < 2:
			way = 1
		case nu <= x-1:
			way = 2
		}
		ways[way]++
		var d, up, xb, want, got ball.Real
		xb.SetFloat64(x)
		d.SetFloat64(nu)
		d.Mul2Exp(d.AddInt64(&d, 1, 100), 1)
		check := func(v dd.T, err float64) {
			got.Add(ball.NewReal(v.Hi), ball.NewReal(v.Lo), 300)
			want.Mul2Exp(&want, -int64(exp))
			require.LessOrEqualf(t, want.Sub(&want, &got, 300).MagUpper().Float64(), err, "order %v, x = %v", nu, x)
			worst[way] = max(worst[way], want.MagUpper().Float64()/err)
		}
		special.LambdaReal(&want, &d, &xb, 200)
		check(v, err)
		special.LambdaReal(&want, up.AddInt64(&d, 2, 100), &xb, 200)
		want.Mul(&want, &xb, 300)
		want.Neg(want.Quo(&want, &d, 300))
		check(slope, errSlope)
		if err > 0x1p-58*max(math.Abs(v.Hi), math.Abs(slope.Hi)) {
			coarse[way]++
		}
	}
	t.Logf("%d by the series, Hankel's expansion and the recurrences, largest error/bound %.3g, coarse %d", ways,
		worst, coarse)
	for i := range ways {
		assert.Greater(t, ways[i], testlong.AtLeast(10))
		assert.LessOrEqual(t, coarse[i], ways[i]/20)
	}
}

// TestRealCoefs compares the Taylor coefficients for real orders with balls. The errors that the recurrence carries
// along are needed: what one step adds is not enough.
func TestRealCoefs(t *testing.T) {
	const prec = 400
	r := rand.New(rand.NewPCG(69, 1))
	steps := 0
	for range testlong.RoundsTo(500, 20000) {
		nu := specialtest.Order(r, 400)
		c := math.Floor(math.Exp(r.Float64()*math.Log(realTableLimit(nu)))) + 0.5
		var f [taylorMore]coef64
		exp, ok := realCoefs(&f, nu, c)
		if !ok {
			continue
		}
		var a [taylorMore]ball.Real
		var d, cb, u, v ball.Real
		cb.SetFloat64(c)
		d.SetFloat64(nu)
		d.Mul2Exp(d.AddInt64(&d, 1, prec), 1)
		special.LambdaReal(&a[0], &d, &cb, prec)
		special.LambdaReal(&a[1], u.AddInt64(&d, 2, prec), &cb, prec)
		u.Quo(&cb, &d, prec)
		a[1].Neg(a[1].Mul(&a[1], &u, prec))
		for n := range int64(taylorMore - 2) {
			u.MulInt64(u.AddInt64(&d, n-1, prec), n+1, prec)
			u.Mul(&u, &a[n+1], prec)
			u.Add(&u, v.Mul(&cb, &a[n], prec), prec)
			if n > 0 {
				u.Add(&u, &a[n-1], prec)
			}
			u.Quo(&u, v.MulInt64(&cb, -(n+2)*(n+1), prec), prec)
			a[n+2].Set(&u)
		}
		for n := range a {
			u.Add(ball.NewReal(f[n].v), ball.NewReal(f[n].w), prec)
			u.Sub(u.Mul2Exp(&u, int64(exp)), &a[n], prec)
			u.Mul2Exp(&u, -int64(exp))
			off := u.MagUpper().Float64()
			require.LessOrEqualf(t, off, f[n].err, "coefficient %d of order %v at %v", n, nu, c)
			if off > 0x1p-90*math.Abs(f[n].v) {
				steps++
			}
		}
	}
	assert.Greater(t, steps, testlong.AtLeast(20))
}

// TestFloat64RealOrders is TestFloat64Proved for real orders, each at many arguments; with -long at 10⁷.
func TestFloat64RealOrders(t *testing.T) {
	orders, each := 100, 40
	if testlong.Enabled() {
		orders, each = 50000, 200
	}
	tallied(orders, func(p *provedTally, i int) {
		r := rand.New(rand.NewPCG(68, uint64(i)))
		most := 500.0
		if i%50 == 0 {
			most = 2e4
		}
		nu := specialtest.Order(r, most)
		if i%8 == 0 {
			nu = -0.5 + math.Ldexp(r.Float64(), -r.IntN(30))
		}
		d := 2 + 2*nu
		zeros := BesselJZeros(d/2-1, 20)
		for range each {
			x := provedArgument(r, d, zeros)
			if r.IntN(2) == 0 {
				x = realTableLimit(d/2-1) * math.Pow(r.Float64(), 2)
			}
			p.check(r.IntN(2) == 0, d, max(x, 1e-300))
		}
	}).report(t)
}

// BenchmarkFloat64VsBall times the float64 layer, and the 64-bit balls on the same arguments, x uniform in the
// logarithm in [0.01, 1000], and reports the ratio, of the fastest of many passes. The tables are warm;
// BenchmarkFloat64Table has what filling them takes.
func BenchmarkFloat64VsBall(b *testing.B) {
	const n = 256
	for _, isJ := range []bool{false, true} {
		name, fast, slow := "Lambda", LambdaValue, special.LambdaReal
		if isJ {
			name, fast, slow = "BesselJ", BesselJ, special.BesselJ
		}
		for _, d := range []float64{1, 2, 3, 16, 64, 784, 2.7, 17.3, 101.1, 784.6} {
			order := d
			if isJ {
				order = d/2 - 1
			}
			b.Run(fmt.Sprintf("%s/d=%v", name, d), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(5, uint64(d)))
				var xs [n]float64
				var balls [n]*ball.Real
				for i := range xs {
					xs[i] = 0.01 * math.Exp(rng.Float64()*math.Log(1e5))
					balls[i] = ball.NewReal(xs[i])
					fast(order, xs[i])
				}
				ob, z := ball.NewReal(order), new(ball.Real)
				slow(z, ob, balls[0], 64)
				// the least time of many passes: other load on the machine hits the longer ones
				least := func(passes int, pass func()) float64 {
					best := time.Duration(math.MaxInt64)
					for range passes {
						start := time.Now()
						pass()
						best = min(best, time.Since(start))
					}
					return float64(best.Nanoseconds()) / n
				}
				perBall := least(32, func() {
					for _, x := range balls {
						slow(z, ob, x, 64)
					}
				})
				b.ReportAllocs()
				b.ResetTimer()
				per := least(max(b.N, 32), func() {
					for _, x := range xs {
						fast(order, x)
					}
				})
				b.ReportMetric(per, "ns/float64")
				b.ReportMetric(perBall, "ns/ball")
				b.ReportMetric(perBall/per, "ratio")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// BenchmarkFloat64Fresh is BenchmarkFloat64VsBall with a real order that is new in every call, so that polynomials are
// built for one value each.
func BenchmarkFloat64Fresh(b *testing.B) {
	const n = 256
	for _, most := range []float64{3, 30, 400} {
		b.Run(fmt.Sprintf("nu<%v", most), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(6, 1))
			var ds, xs [n]float64
			for i := range xs {
				ds[i], xs[i] = 2+2*most*rng.Float64(), 0.01*math.Exp(rng.Float64()*math.Log(1e5))
			}
			start := time.Now()
			var z, d, x ball.Real
			for i := range xs {
				special.LambdaReal(&z, d.SetFloat64(ds[i]), x.SetFloat64(xs[i]), 64)
			}
			perBall := float64(time.Since(start).Nanoseconds()) / n
			b.ReportAllocs()
			b.ResetTimer()
			for k := range b.N {
				LambdaValue(ds[k%n], xs[k%n])
			}
			b.ReportMetric(perBall, "ns/ball")
		})
	}
}

// BenchmarkFloat64Table times the first call on a unit interval.
func BenchmarkFloat64Table(b *testing.B) {
	for _, c := range []struct {
		d int
		i int
	}{{2, 5}, {16, 30}, {64, 100}, {784, 500}} {
		b.Run(fmt.Sprintf("d=%d/x=%d", c.d, c.i), func(b *testing.B) {
			b.ReportAllocs()
			o := newOrder64(c.d)
			for range b.N {
				o.newPiece(c.i)
			}
		})
	}
}

// TestElementaryBounds compares exp, log, sine, cosine and log Γ of package dd with balls, within the errors that
// realPrefactor and hankelStart count on.
func TestElementaryBounds(t *testing.T) {
	const prec = 300
	r := rand.New(rand.NewPCG(66, 1))
	toBall := func(a dd.T) *ball.Real {
		z := ball.NewReal(a.Hi)
		return z.Add(z, ball.NewReal(a.Lo), 4*prec)
	}
	within := func(got dd.T, want *ball.Real, most float64, format string, args ...any) {
		t.Helper()
		var e ball.Real
		e.Sub(toBall(got), want, prec)
		require.LessOrEqualf(t, e.MagUpper().Float64(), most, format, args...)
	}
	var want ball.Real
	for range testlong.Rounds(500) {
		a := dd.Of(math.Ldexp(r.Float64()-0.5, r.IntN(22))).AddF(0x1p-60 * r.Float64())
		m, k := dd.ExpScaled(a)
		want.Exp(toBall(a), prec)
		want.Mul2Exp(&want, -int64(k))
		within(m, &want, m.Hi*dd.Eps*(math.Abs(a.Hi)+16), "exp %v", a)

		x := math.Ldexp(0.5+r.Float64(), r.IntN(2000)-1000)
		if r.IntN(2) == 0 {
			x = 1 + math.Ldexp(r.Float64()-0.5, -r.IntN(50))
		}
		want.Log(ball.NewReal(x), prec)
		within(dd.Log(dd.Of(x)), &want, dd.Eps*(20+2*(math.Abs(math.Log2(x))+1)), "log %v", x)

		a = dd.Of(2 * 0.7855 * (r.Float64() - 0.5)).AddF(0x1p-60 * r.Float64())
		sin, cos := dd.SinCos(a)
		var sb, cb ball.Real
		ball.SinCos(&sb, &cb, toBall(a), prec)
		within(sin, &sb, 0x1p-100, "sin %v", a)
		within(cos, &cb, 0x1p-100, "cos %v", a)

		nu := specialtest.Order(r, 1e5)
		a = dd.TwoSum(nu, 1)
		want.Log(special.Gamma(&want, toBall(a), prec), prec)
		most := max(a.Hi, 31)
		within(dd.LogGamma(a), &want, dd.Eps*(most*(24+6*math.Log2(most))+600), "log Γ(%v + 1)", nu)

		x = math.Ldexp(1+r.Float64(), r.IntN(1900)-1000)
		n, s := r.IntN(2003), r.IntN(3)-1
		p, e := halfPower(x, s, n)
		want.Mul2Exp(ball.NewReal(x), int64(s))
		want.PowInt64(&want, int64(n), prec)
		want.Sqrt(&want, prec)
		want.Mul2Exp(&want, -int64(e))
		within(p, &want, 0x1p-88*p.Hi, "(%v·2^%d)^(%d/2)", x, s, n)
	}
}
