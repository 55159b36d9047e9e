package double

import (
	"math"

	"krein/ball"
	"krein/special"
)

// A piece64 is the Taylor polynomial of Λ_d·2^−exp about i + 1/2, for |t| ≤ 1/2.
type piece64 struct {
	c   [taylorTerms]float64
	c0  float64 // what c[0] lacks
	err float64 // of everything but the last rounding
	exp int
}

const (
	taylorTerms = 16 // kept
	taylorMore  = 20 // computed, to bound those left out
)

// A coef64 is a Taylor coefficient v + w up to err.
type coef64 struct{ v, w, err float64 }

// newPiece64 makes the polynomial for the dimension d on [c−1/2, c+1/2] from taylorMore coefficients at the centre c,
// of Λ_d·2^−exp. They obey the differential equation xΛ″ + (d−1)Λ′ + xΛ = 0, that is
//
//	a_{n+2} = −((n+1)(n+d−1)a_{n+1} + c a_n + a_{n−1})/(c(n+2)(n+1)).
//
// What is left out, Σ_{n≥M} |a_n|h^n with h = 1/2, M = taylorMore, is at most h^M/(M! (1−h/M)), as |Λ^{(n)}| ≤ 1 (Λ_d
// is the transform of a probability on [−1, 1]). Where Λ is small that is too much: if
//
//	2h(n+d−1)/(c(n+2)) + 4h²/((n+2)(n+1)) + 8h³/(c(n+2)(n+1)) ≤ 1 for all n ≥ M−2,
//
// whose left side falls with n if d−1 is replaced by max(d−1, 2), then |a_n|h^n ≤ B·2^{M−1−n} follows by induction from
// n = M−3, M−2, M−1, and what is left out is at most B.
func newPiece64(d, c float64, a *[taylorMore]coef64, exp int) *piece64 {
	const (
		m         = taylorMore
		h         = 0.5
		factorial = 2432902008176640000 // M!, exact
	)
	p := &piece64{exp: exp}
	// |a_n| h^n from above
	term := func(n int) float64 { return slack * math.Ldexp(math.Abs(a[n].v)+math.Abs(a[n].w)+a[n].err, -n) }

	rest := math.Ldexp(slack/factorial, 1-m-exp) // 1/(1−h/M) < 2
	n := float64(m - 2)
	if q := 2*h*(n+math.Max(d-1, 2))/(c*(n+2)) + (4*h*h+8*h*h*h/c)/((n+2)*(n+1)); q < 0.99 {
		b := term(m - 1)
		for j := 2; j <= 3; j++ {
			b = max(b, math.Ldexp(term(m-j), 1-j))
		}
		rest = min(rest, b)
	}
	for n := taylorTerms; n < m; n++ {
		rest += term(n)
	}
	// the coefficients are kept as one word, the first as two
	p.c[0], p.c0 = a[0].v, a[0].w
	rest += a[0].err
	for n := 1; n < taylorTerms; n++ {
		p.c[n] = a[n].v
		rest += math.Ldexp(math.Abs(a[n].w)+a[n].err, -n)
	}
	p.err = slack * (rest + roundoff*p.hornerError())
	return p
}

// newPiece builds the polynomial on [i, i+1]: values of Λ_d and Λ_d′ = −(c/d)Λ_{d+2} at the centre in balls, and from
// them the other coefficients.
func (o *order64) newPiece(i int) *piece64 {
	const (
		prec = 192
		m    = taylorMore
	)
	c := float64(i) + 0.5
	var cb, db, t, u ball.Real
	cb.SetFloat64(c)
	db.SetInt64(int64(o.d))
	a := make([]ball.Real, m)
	special.LambdaReal(&a[0], &db, &cb, prec)
	special.LambdaReal(&a[1], t.AddInt64(&db, 2, prec), &cb, prec)
	t.Quo(&cb, &db, prec)
	a[1].Neg(a[1].Mul(&a[1], &t, prec))
	for n := range m - 2 {
		k := int64(n)
		u.MulInt64(&a[n+1], (k+1)*(k+int64(o.d)-1), prec)
		u.Add(&u, t.Mul(&a[n], &cb, prec), prec)
		if n > 0 {
			u.Add(&u, &a[n-1], prec)
		}
		u.QuoInt64(&u, -(k+2)*(k+1), prec)
		a[n+2].Quo(&u, &cb, prec)
	}
	exp := 0
	if e := a[0].MagUpper().Max(a[1].MagUpper()).Exponent(); e < tinyLambda {
		exp = int(e)
	}
	var coefs [m]coef64
	for n := range a {
		t.Mul2Exp(&a[n], int64(-exp))
		f := &coefs[n]
		f.v, f.err = t.Float64()
		if n == 0 {
			t.Sub(&t, u.SetFloat64(f.v), prec)
			f.w, f.err = t.Float64()
		}
	}
	return newPiece64(float64(o.d), c, &coefs, exp)
}

// tinyLambda is the exponent below which the coefficients are scaled.
const tinyLambda = -500

// hornerError bounds the rounding errors of at but for the last sum, in units of u: with s_j = Σ_{n≥j} |c_n|h^{n−j},
// the fused sums that give s₁, s₂ and that with c0 err by at most |s_j|h^j (s₀ without c₀), and the rest, whose even
// and odd powers are summed apart, has (n−3)/2 roundings from the powers of t² and at most (n−3)/2 + 3 from sums in its
// term n.
func (p *piece64) hornerError() float64 {
	const h = 0.5
	var s, inner float64
	for n := taylorTerms - 1; n >= 3; n-- {
		x := math.Ldexp(math.Abs(p.c[n]), -n)
		s += x
		inner += x * float64(n)
	}
	s2 := s + h*h*math.Abs(p.c[2])
	s1 := s2 + h*math.Abs(p.c[1])
	return inner + s2 + s1 + s1 + math.Abs(p.c0)
}

// at returns the value at the distance t from the centre.
func (p *piece64) at(t float64) (value, bound float64) {
	c := &p.c
	w := float64(t * t)
	e := math.FMA(w, math.FMA(w, math.FMA(w, math.FMA(w, math.FMA(w, math.FMA(w, c[15], c[13]), c[11]), c[9]),
		c[7]), c[5]), c[3])
	f := math.FMA(w, math.FMA(w, math.FMA(w, math.FMA(w, math.FMA(w, c[14], c[12]), c[10]), c[8]), c[6]), c[4])
	s := math.FMA(t, f, e)
	s = math.FMA(t, s, c[2])
	s = math.FMA(t, s, c[1])
	value = c[0] + math.FMA(t, s, p.c0)
	return value, math.FMA(roundoff, math.Abs(value), p.err)
}
