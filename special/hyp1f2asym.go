package special

import (
	"math"

	"krein/ball"
	"krein/internal/elem64"
)

// hyp1F2From is the multiple of the precision in bits beyond which ₁F₂(a; b, c; −x²/4) tries its large-argument
// expansion at x before the series. Any value gives right results.
var hyp1F2From = 0.8

// hyp1F2Expansion reports false where the expansion does not reach prec bits.
func hyp1F2Expansion(z, a, b, c, x *ball.Real, prec uint) bool { // one function: the sizes of both parts decide what each must reach.
	if a.Positive() != ball.True || b.Positive() != ball.True || c.Positive() != ball.True {
		return false
	}
	if a.Less(b) != ball.True {
		b, c = c, b
		if a.Less(b) != ball.True {
			return false
		}
	}
	af, ar := a.Float64()
	bf, br := b.Float64()
	cf, _ := c.Float64()
	y := clampFloat64(x.Mid(nil))
	xf := 2 * math.Sqrt(-y)
	nu, beta := cf-1, bf-af-1
	if ar+br > 0.5 {
		return false
	}
	q := 2*af - nu - 1.5
	kappa := math.Max(q, 0) + math.Max(beta, 0)/2
	if !(xf < maxFloatX) || xf < 4 || xf < 1.01*kappa+1 || math.Max(af, math.Max(bf, cf)) > 1e5 {
		return false
	}
	wp := prec + 24
	var X, t, u ball.Real
	X.Neg(x)
	lead := wp + uint(math.Max(math.Log2(xf), 0)) + 8
	X.Sqrt(&X, lead)
	X.Mul2Exp(&X, 1)
	invX := new(ball.Real).Inv(&X, wp)
	xLow := X.MagLower()

	// sizes of the two parts, base 2, guessed
	gab := elem64.Lgamma(bf)
	gc := elem64.Lgamma(cf)
	ga := elem64.Lgamma(af)
	gd := elem64.Lgamma(bf - af)
	ge := elem64.Lgamma(cf - af)
	logX2 := elem64.Log(2 / xf)
	sizeAlg := (gab + gc - gd - ge + 2*af*logX2) / math.Ln2
	if d := cf - af; d <= 0 && d == math.Floor(d) {
		sizeAlg = math.Inf(-1)
	}
	sizeOsc := (gab+gc-ga+nu*logX2-(beta+1)*elem64.Log(xf)+beta*math.Ln2-elem64.Log(xf)/2)/math.Ln2 + 1
	goal := math.Max(sizeAlg, sizeOsc) - float64(prec) - 8

	var alg, osc ball.Real
	if !algebraicPart(&alg, a, b, c, invX, goal, nu, beta, wp) {
		return false
	}
	if !oscillatingPart(&osc, a, b, c, &X, invX, xLow, goal-sizeOsc, wp) {
		return false
	}
	// common factor of the oscillating part: 2Γ(b)Γ(c)/Γ(a)·(2/X)^ν √(2/(πX)) X^{−β−1}
	Gamma(&t, b, wp)
	Gamma(&u, c, wp)
	t.Mul(&t, &u, wp)
	RecipGamma(&u, a, wp)
	t.Mul(&t, &u, wp)
	osc.Mul(&osc, &t, wp)
	osc.Mul2Exp(&osc, 1)
	t.Mul2Exp(invX, 1)
	u.AddInt64(c, -1, wp+64)
	t.Pow(&t, &u, wp)
	osc.Mul(&osc, &t, wp)
	u.Sub(b, a, 2*wp+64)
	t.Pow(invX, &u, wp)
	osc.Mul(&osc, &t, wp)
	t.Pi(wp)
	t.Mul(&t, &X, wp)
	t.Mul2Exp(&t, -1)
	t.RSqrt(&t, wp)
	osc.Mul(&osc, &t, wp)
	alg.Add(&alg, &osc, wp)
	if !alg.IsFinite() || float64(alg.Rad().Exponent()) > goal+10 && alg.RelAccuracyBits() < int64(prec)-4 {
		return false
	}
	z.Set(&alg)
	return true
}

// algebraicPart is Σ T_k with its remainder.
func algebraicPart(z, a, b, c, invX *ball.Real, goal, nu, beta float64, wp uint) bool {
	var t, u, s, q, a1, b1, c1 ball.Real
	// T_0
	GammaRatio(&t, b, u.Sub(b, a, 2*wp+64), wp)
	GammaRatio(&s, c, u.Sub(c, a, 2*wp+64), wp)
	t.Mul(&t, &s, wp)
	q.Mul2Exp(invX, 1)
	u.Mul2Exp(a, 1)
	s.Pow(&q, &u, wp)
	t.Mul(&t, &s, wp)
	if !t.IsFinite() {
		return false
	}
	q.Sqr(&q, wp)
	q.Neg(&q)
	s.SetZero()
	nMin := int64(math.Max(beta, nuMinusA(c, a))) + 2 // β is off by less than 1
	limit := int64(4*wp) + 2*nMin
	a1.Set(a)
	b1.AddInt64(u.Sub(a, b, 2*wp+64), 1, 2*wp+64)
	c1.AddInt64(u.Sub(a, c, 2*wp+64), 1, 2*wp+64)
	prev := math.Inf(1)
	for k := int64(0); ; k++ {
		m := t.MagUpper()
		if t.IsZero() {
			break
		}
		l := log2Mag(m)
		if k >= nMin && l < goal+float64(stopEarly) {
			s.AddRad(m.Mul(tailScale))
			break
		}
		if k > nMin && l > prev+1 || k > limit {
			return false
		}
		prev = l
		s.Add(&s, &t, wp)
		t.Mul(&t, &q, wp)
		t.Mul(&t, u.AddInt64(&a1, k, wp+64), wp)
		t.Mul(&t, u.AddInt64(&b1, k, wp+64), wp)
		t.Mul(&t, u.AddInt64(&c1, k, wp+64), wp)
		t.QuoInt64(&t, k+1, wp)
	}
	z.Set(&s)
	return true
}

// nuMinusA is c−1−a rounded up a little.
func nuMinusA(c, a *ball.Real) float64 {
	cf, cr := c.Float64()
	af, ar := a.Float64()
	return cf - 1 - af + cr + ar + 1e-9
}

// oscillatingPart is U sin ψ + V cos ψ, ψ = X − (π/4)(2b+2c−2a−3), where U + iV = Σ_j (p_j + iq_j) i^j (β+1)_j/X^j and p_j + iq_j
// are the Taylor coefficients of φ in iv; goal is log2 of the error wanted relative to 2^β.
func oscillatingPart(z, a, b, c, X, invX *ball.Real, xLow ball.Mag, goal float64, wp uint) bool { // one function: the formula, term by term.
	l, n, ok := oscillatingTerms(a, b, c, lowFloat(xLow), goal, wp)
	if !ok {
		return false
	}
	var nu, beta, q, mu, t, u, v, s ball.Real
	xp := 2*wp + 64
	nu.AddInt64(c, -1, xp)
	beta.AddInt64(u.Sub(b, a, xp), -1, xp)
	q.Mul2Exp(a, 1)
	q.Sub(&q, &nu, xp)
	q.Sub(&q, ball.NewReal(1.5), xp)
	mu.Mul2Exp(mu.Sqr(&nu, xp), 2)
	// parts by parity of k: Σ_k s_k C(q−k, j), s_k = (−1)^⌊k/2⌋ a_k/X^k
	part := [2][]ball.Real{make([]ball.Real, n), make([]ball.Real, n)}
	s.SetInt64(1)
	sBar := ball.Mag{}
	ended := false
	for k := 0; k < l; k++ {
		if s.IsZero() {
			ended = true
			break
		}
		sBar = sBar.Add(s.MagUpper().Mul2Exp(int64(k)))
		t.Set(&s)
		if k&2 != 0 {
			t.Neg(&t)
		}
		u.AddInt64(&q, -int64(k), xp)
		for j := range n {
			part[k&1][j].Add(&part[k&1][j], &t, wp)
			t.Mul(&t, v.AddInt64(&u, -int64(j), wp+64), wp)
			t.QuoInt64(&t, int64(j+1), wp)
		}
		// s_{k+1}, without the sign
		u.AddInt64(&mu, -int64(2*k+1)*int64(2*k+1), wp+64)
		s.Mul(&s, &u, wp)
		s.Mul(&s, invX, wp)
		s.QuoInt64(&s, 8*int64(k+1), wp)
	}
	// times (2+τ)^β/2^β = Σ C(β, j)(τ/2)^j, then i^j (β+1)_j/X^j: sums over j ≡ 0, 1, 2, 3 (mod 4)
	binom := make([]ball.Real, n)
	t.SetInt64(1)
	for j := range n {
		binom[j].Set(&t)
		t.Mul(&t, v.AddInt64(&beta, -int64(j), wp+64), wp)
		t.QuoInt64(&t, 2*int64(j+1), wp)
	}
	var U, V ball.Real
	t.SetInt64(1) // (β+1)_j/X^j
	for j := range n {
		for h := range 2 {
			u.SetZero()
			for i := range j + 1 {
				v.Mul(&part[h][i], &binom[j-i], wp)
				u.Add(&u, &v, wp)
			}
			u.Mul(&u, &t, wp)
			// i^h·i^j
			switch (h + j) & 3 {
			case 0:
				U.Add(&U, &u, wp)
			case 1:
				V.Add(&V, &u, wp)
			case 2:
				U.Sub(&U, &u, wp)
			default:
				V.Sub(&V, &u, wp)
			}
		}
		t.Mul(&t, v.AddInt64(&beta, int64(j+1), wp+64), wp)
		t.Mul(&t, invX, wp)
	}
	// remainders, relative to 2^β Γ(β+1) X^{−β−1}, in magnitudes from the balls
	var e, w ball.Real
	one := ball.NewReal(1)
	pos := func(x *ball.Real) *ball.Real { return new(ball.Real).Max(x, new(ball.Real), 64) }
	kap := new(ball.Real).Mul2Exp(pos(&beta), -1)
	kap.Add(kap, pos(&q), 64)
	// ratio = X/(X−κ)
	e.Sub(X, kap, 64)
	if e.Positive() != ball.True {
		return false
	}
	e.Quo(X, &e, 64)
	e.Max(&e, one, 64)
	w.AddInt64(&beta, 1, 64)
	w.Pow(&e, &w, 64) // (X/(X−κ))^{β+1}
	base := w.MagUpper()
	taylor := base.Mul(e.MagUpper().Pow(uint64(n))).Mul(t.MagUpper()).Mul2Exp(int64(n)).Mul(sBar)
	powerBound := func(base float64, exp *ball.Real) ball.Mag {
		var p ball.Real
		return p.Pow(ball.NewReal(base), exp, 64).MagUpper()
	}
	neg := func(x *ball.Real) *ball.Real { return new(ball.Real).Min(x, new(ball.Real), 64) }
	// (3/2)^{q⁺} (1/2)^{q⁻} (5/4)^{β⁺} (3/4)^{β⁻}
	taylor = taylor.Mul(powerBound(1.5, pos(&q))).Mul(powerBound(0.5, neg(&q)))
	taylor = taylor.Mul(powerBound(1.25, pos(&beta))).Mul(powerBound(0.75, neg(&beta)))
	rest := taylor
	if !ended && !s.IsZero() {
		nuMax := nu.MagUpper()
		g := nuMax.Mul(nuMax).Max(ball.MagPow2(-2)).Mul(invX.MagUpper()).Exp()
		rest = rest.Add(s.MagUpper().Mul2Exp(1).Mul(g).Mul(base))
	}
	rest = rest.Mul(tailScale)
	// ψ
	var sin, cos, psi, pi ball.Real
	ex := uint(max(X.MagUpper().Exponent(), 1)) + 8
	psi.Add(b, c, xp)
	psi.Sub(&psi, a, xp)
	psi.Mul2Exp(&psi, 1)
	psi.AddInt64(&psi, -3, xp)
	pi.Pi(wp + ex)
	pi.Mul2Exp(&pi, -2)
	psi.Mul(&psi, &pi, wp+ex)
	psi.Sub(X, &psi, wp+ex)
	ball.SinCos(&sin, &cos, &psi, wp)
	U.Mul(&U, &sin, wp)
	V.Mul(&V, &cos, wp)
	z.Add(&U, &V, wp)
	z.AddRad(rest)
	// the factor 2^β
	t.Pow(ball.NewReal(2), &beta, wp)
	z.Mul(z, &t, wp)
	return true
}

// oscillatingTerms returns the numbers of terms, of H's expansion and of Taylor's, that leave less
// than the goal; false if none do.
func oscillatingTerms(a, b, c *ball.Real, xf, goal float64, wp uint) (l, n int, ok bool) {
	af, _ := a.Float64()
	bf, _ := b.Float64()
	cf, _ := c.Float64()
	nuF, betaF := cf-1, bf-af-1
	qF := 2*af - nuF - 1.5
	// ℓ: 2|a_ℓ|X^−ℓ exp(|ν²−1/4|/X) below the goal
	term := 0.0
	gen := math.Abs(nuF*nuF-0.25)/xf/math.Ln2 + 2
	for {
		l++
		odd := float64(2*l - 1)
		f := math.Abs((2*nuF-odd)*(2*nuF+odd)) / (8 * xf * float64(l))
		if f == 0 {
			break // the expansion of H ends
		}
		term += math.Log2(f)
		if term+gen < goal+float64(stopEarly) {
			break
		}
		if l > int(4*wp) || f >= 1 && odd > 2*math.Abs(nuF) {
			return 0, 0, false
		}
	}
	kappa := math.Max(qF, 0) + math.Max(betaF, 0)/2 + 1e-9
	// N: 2^N B/2^β (β+1)_N/(X−κ)^N below the goal
	bound := math.Max(qF, 0)*math.Log2(1.5) - math.Min(qF, 0) + math.Max(betaF, 0)*math.Log2(1.25) - math.Min(betaF, 0)*math.Log2(4.0/3) + 3
	bound -= (betaF + 1) * math.Log2((xf-kappa)/xf)
	for {
		f := 2 * (betaF + 1 + float64(n)) / (xf - kappa)
		bound += math.Log2(f)
		n++
		if bound < goal+float64(stopEarly) {
			return l, n, true
		}
		if n > int(4*wp) || f >= 1 {
			return 0, 0, false
		}
	}
}
