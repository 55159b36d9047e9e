package waves

import (
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/hankel/closed"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
)

// rooted is a function Φ(s) of s = |sin az|^p or |cos az|^p, p > 0 rational, as exp(−|sin z|^{3/2}) is: Φ is the sum of
// its power series, and the Fourier coefficients of every power of s are known (DLMF 5.12.6 at ωn): for q > 0
//
//	|sin x|^q = Σ_m c_m cos(2mx), m of either sign,  c_0 = 2^{−q} Γ(q+1)/Γ(q/2+1)²,  c_{m+1} = c_m (m − q/2)/(m + 1 + q/2),
//
// and (−1)^m c_m those of |cos x|^q. Beyond m = q/2 all c_m have one sign, and with e_m = c_m (m + q/2), for which e_m −
// e_{m+1} = q c_m, those beyond M ≥ q/2 add up to e_{M+1}/q.
type rooted struct {
	a      closed.Num
	cosine bool
	p      *big.Rat
	phi    *formula.Expr // of s
}

// Bounds on rooted functions: the terms of the power series, the denominators of powers.
const (
	mostRootTerms       = 160
	mostRootWeights     = 1 << 14
	mostRootDenominator = 24
)

// rootedOf reads a formula as a function of one power of |sin az| or |cos az|, at least one of them no even power.
func rootedOf(e *formula.Expr) (r *rooted, ok bool) {
	r = &rooted{}
	e = chords(formula.Opened(e))
	type power struct {
		e *formula.Expr
		p *big.Rat
	}
	// base reads |sin az|, and for even powers sin az
	base := func(e *formula.Expr, even bool) bool {
		if e.Op() == formula.OpAbs {
			e = e.Args()[0]
		} else if !even {
			return false
		}
		if e.Op() != formula.OpSin && e.Op() != formula.OpCos {
			return false
		}
		a, b, ok := linear(e)
		if !ok || !b.IsZero() {
			return false
		}
		if a.Sign() < 0 {
			a = a.Neg()
		}
		cosine := e.Op() == formula.OpCos
		if r.p == nil {
			r.p, r.a, r.cosine = new(big.Rat), a, cosine
		}
		return r.a.Same(a) && r.cosine == cosine
	}
	of := func(e *formula.Expr) (p *big.Rat, ok bool) {
		switch args := e.Args(); e.Op() {
		case formula.OpAbs:
			return big.NewRat(1, 1), base(e, false)
		case formula.OpSqrt:
			return big.NewRat(1, 2), base(args[0], false)
		case formula.OpPow:
			if args[1].Varies() {
				return nil, false
			}
			p, ok := closed.ExprNum(args[1]).Rat()
			if !ok || p.Sign() <= 0 || p.Denom().Cmp(big.NewInt(mostRootDenominator)) > 0 {
				return nil, false
			}
			return p, base(args[0], p.IsInt() && p.Num().Bit(0) == 0)
		}
		return nil, false
	}
	var powers []power
	sound := true
	var visit func(e *formula.Expr)
	visit = func(e *formula.Expr) {
		if !e.Varies() || !sound {
			return
		}
		if p, ok := of(e); ok {
			powers = append(powers, power{e, p})
			return
		}
		switch e.Op() {
		case formula.OpAdd, formula.OpSub, formula.OpMul, formula.OpDiv, formula.OpNeg, formula.OpExp, formula.OpSin,
			formula.OpCos, formula.OpSinh, formula.OpCosh, formula.OpTanh, formula.OpPow, formula.OpSqrt, formula.OpLog:
			for _, a := range e.Args() {
				visit(a)
			}
		default:
			sound = false
		}
	}
	visit(e)
	if !sound || len(powers) == 0 {
		return nil, false
	}
	for _, q := range powers {
		num := new(big.Int).GCD(nil, nil, new(big.Int).Mul(r.p.Num(), q.p.Denom()), new(big.Int).Mul(q.p.Num(), r.p.Denom()))
		r.p = new(big.Rat).SetFrac(num, new(big.Int).Mul(r.p.Denom(), q.p.Denom()))
	}
	if r.p.IsInt() && r.p.Num().Bit(0) == 0 || r.p.Denom().Cmp(big.NewInt(mostRootDenominator)) > 0 {
		return nil, false
	}
	r.phi = e.Replace(func(e *formula.Expr) *formula.Expr {
		if p, ok := of(e); ok {
			n := new(big.Rat).Quo(p, r.p)
			return formula.Pow(formula.Variable(), formula.Rational(n))
		}
		return nil
	})
	return r, true
}

// chords writes c − c cos x as 2c sin²(x/2) = 2c |sin(x/2)|² where a root or a power is taken of it, and likewise c + c
// cos x.
func chords(e *formula.Expr) *formula.Expr {
	return e.Replace(func(e *formula.Expr) *formula.Expr {
		p := formula.Frac(1, 2)
		switch e.Op() {
		case formula.OpSqrt:
		case formula.OpPow:
			if p = e.Args()[1]; p.Num() == nil || p.Num().Sign() <= 0 {
				return nil
			}
		default:
			return nil
		}
		f, ok := closed.Normalise(e.Args()[0])
		if !ok || len(f) != 3 {
			return nil
		}
		var still, wave, freq closed.Num
		for i := range f {
			t := &f[i]
			if len(t.Factors) > 0 || !t.Pow.IsZero() || !t.Lin.IsZero() || !t.Quad.IsZero() || t.Phase != 0 {
				return nil
			}
			switch {
			case t.Freq.IsZero():
				still = t.C
			case t.Freq.Sign() > 0:
				wave, freq = t.C.Mul(closed.IntNum(2)), t.Freq
			}
		}
		op := formula.OpCos
		if still.Same(wave.Neg()) {
			op = formula.OpSin
		} else if !still.Same(wave) {
			return nil
		}
		if still.Sign() <= 0 {
			return nil
		}
		c, ok1 := still.Mul(closed.IntNum(2)).Expr()
		w, ok2 := freq.Mul(closed.RatNum(big.NewRat(1, 2))).Expr()
		if !ok1 || !ok2 {
			return nil
		}
		s := formula.Apply(formula.OpAbs, formula.Apply(op, formula.Mul(w, formula.Variable())))
		return formula.Mul(formula.Pow(c, p), formula.Pow(s, formula.Rational(new(big.Rat).Mul(p.Num(), big.NewRat(2, 1)))))
	})
}

// series encloses the weights of cos(2maz) in Φ.
func (r *rooted) series(prec uint, m *budget.Meter) (*Atoms, error) {
	prec += 32
	unit := rootPowers(r.p, mostRootWeights, prec)
	norm := unit.norm(prec)
	coef, rest, err := r.taylor(norm, prec)
	if err != nil {
		return nil, err
	}
	weights := make([]ball.Real, mostRootWeights+1)
	lost := rest
	for j := range coef {
		if coef[j].IsZero() {
			continue
		}
		if j == 0 {
			weights[0].Add(&weights[0], &coef[0], prec)
			continue
		}
		c := rootPowers(new(big.Rat).Mul(r.p, big.NewRat(int64(j), 1)), mostRootWeights, prec)
		if !m.Spend(2 * int64(len(c.c)) * budget.Arithmetic(prec)) {
			return nil, m.Err()
		}
		for i := range c.c {
			weights[i].FMA(&c.c[i], &coef[j], &weights[i], prec)
		}
		lost = lost.Add(termRootTail.LeftOut(c.beyond(prec)).Mul(coef[j].MagUpper()))
	}
	// The power series beyond its terms has weights at all frequencies; those of a power beyond its list have none in it,
	// but of a shorter one they may be where a longer one is listed.
	out := &Atoms{Lost: lost, Off: lost}
	for i := range weights {
		if weights[i].IsZero() {
			continue
		}
		x := Atom{Omega: r.a.Mul(closed.IntNum(int64(2 * i)))}
		x.Weight.SetRound(&weights[i], prec-32)
		if r.cosine && i%2 == 1 {
			x.Weight.Neg(&x.Weight)
		}
		if !x.Weight.IsFinite() {
			return nil, errorf("the Fourier coefficient of number %d is not enclosed", i)
		}
		out.List = append(out.List, x)
	}
	return out, nil
}

// taylor returns coefficients of Φ at 0 and a bound of Σ |φ_j| normʲ over all others, which is one of the sum of the
// Fourier coefficients of what is left out, since those of a product add up to the product at most. By Cauchy's
// inequality |φ_j| ≤ M ρ^{−j} with M a bound of |Φ| on |s| ≤ ρ.
func (r *rooted) taylor(norm ball.Mag, prec uint) (coef []ball.Real, rest ball.Mag, err error) {
	f := eval.Compile(r.phi)
	var jet ball.RealSeries
	var z, v ball.Complex
	for _, times := range []uint64{8, 4, 2} {
		rho := norm.Mul(ball.MagUint(times))
		z.Re.SetInt64(0)
		z.Im.SetInt64(0)
		z.Re.AddRad(rho)
		z.Im.AddRad(rho)
		f.ComplexAt(&v, &z, 64)
		most := v.MagUpper()
		if most.IsInf() {
			continue
		}
		// Σ_{j≥n} M times^{−j} ≤ 2M times^{−n}
		n := 1
		for rest = most.Mul2Exp(1).Quo(ball.MagUintLower(times)); n < mostRootTerms &&
			rest.Cmp(ball.MagPow2(-int64(prec)+32)) > 0; n++ {
			rest = rest.Quo(ball.MagUintLower(times))
		}
		f.Jet(&jet, new(ball.Real), n, prec)
		for j := range n {
			coef = append(coef, ball.Real{})
			if coef[j].Set(jet.Coef(j)); !coef[j].IsFinite() {
				return nil, rest, errorf("the power series of %s is not known", r.phi)
			}
		}
		return coef, termRoots.LeftOut(rest), nil
	}
	return nil, rest, errorf("%s is not proved to be analytic for |z| ≤ %.3g", r.phi, norm.Mul2Exp(1).Float64())
}

// rootPower are the weights of |sin x|^q, w_0 = c_0 and w_m = 2c_m, for at most n > m > 0, fewer where they become tiny,
// and the first one that is not among them.
type rootPower struct {
	q    *big.Rat
	c    []ball.Real
	next ball.Real
}

func rootPowers(q *big.Rat, n int, prec uint) *rootPower {
	p := &rootPower{q: q}
	half := closed.RatNum(new(big.Rat).Quo(q, big.NewRat(2, 1)))
	one := closed.IntNum(1)
	front := closed.Applied(formula.OpGamma, closed.RatNum(q).Add(one)).Mul(closed.IntNum(2).Pow(closed.RatNum(q).Neg()))
	front = front.Mul(closed.Applied(formula.OpGamma, half.Add(one)).PowInt(-2))
	var c, t ball.Real
	front.Ball(&c, prec)
	num, den := new(big.Int), q.Denom()
	twice := new(big.Int).Lsh(den, 1) // (m − q/2)/(m+1+q/2) = (2dm − k)/(2d(m+1) + k), q = k/d
	tiny := ball.MagPow2(-int64(prec))
	for m := 0; ; m++ {
		if m > n || m > mostRootTerms && m%64 == 0 && c.MagUpper().Cmp(tiny) < 0 {
			p.next.Mul2Exp(&c, 1)
			return p
		}
		p.c = append(p.c, ball.Real{})
		if p.c[m].Set(&c); m > 0 {
			p.c[m].Mul2Exp(&c, 1)
		}
		num.Mul(twice, big.NewInt(int64(m)))
		t.SetRat(new(big.Rat).SetFrac(new(big.Int).Sub(num, q.Num()), new(big.Int).Add(new(big.Int).Add(num, twice), q.Num())), prec)
		c.Mul(&c, &t, prec)
	}
}

// beyond bounds the sum of the absolute values of all weights that are not listed.
func (p *rootPower) beyond(prec uint) ball.Mag {
	if p.next.IsZero() {
		return ball.Mag{} // an even power
	}
	last := len(p.c) - 1
	if new(big.Rat).Quo(p.q, big.NewRat(2, 1)).Cmp(new(big.Rat).SetInt64(int64(last))) > 0 {
		return ball.MagInf()
	}
	// |w_{M+1}| (M+1+q/2)/q
	f := new(big.Rat).Quo(new(big.Rat).SetInt64(int64(last+1)), p.q)
	f.Add(f, big.NewRat(1, 2))
	var v ball.Real
	v.SetRat(f, prec)
	v.Mul(&v, &p.next, prec)
	return v.MagUpper()
}

// norm bounds the sum of the absolute values of all weights.
func (p *rootPower) norm(prec uint) ball.Mag {
	sum := p.beyond(prec)
	for i := range p.c {
		sum = sum.Add(p.c[i].MagUpper())
	}
	return sum
}
