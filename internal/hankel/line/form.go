package line

import (
	"fmt"
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
	"krein/internal/hankel/waves"
	"krein/kernel"
)

// Error says why a function on the line is not covered.
type Error struct {
	Because  string
	Infinite bool // the measure has infinite mass
}

// Error implements error.
func (e *Error) Error() string { return "line: " + e.Because }

func errorf(format string, a ...any) error { return &Error{Because: fmt.Sprintf(format, a...)} }

// side is the half of p that belongs to e or to o.
type side struct {
	odd   bool
	gauss []gaussian
	poles []pole
	atoms []atom
	lost  ball.Mag // bounds the masses of atoms that are not listed

	known map[chart]expansion // of all charts that were looked at
}

// expansion is p = Σ c_k y^k ± rest.
type expansion struct {
	c    []ball.Real
	rest ball.Mag
}

// gaussian is Q(u) exp(u²/4b), u = λ + iω: that of Σ c_n s^n exp(−λs−bs²) on the line.
type gaussian struct {
	lambda ball.Complex
	b      ball.Real
	q      []ball.Complex
}

// pole is c n!/2π ((λ+iω)^{−n−1} ± (λ−iω)^{−n−1}): that of c z^n exp(−λz), z > 0, continued evenly (+) or oddly.
type pole struct {
	c, lambda ball.Complex // c with n!/2π
	n         int
}

// mostPower bounds the powers n.
const mostPower = 64

// newSide takes a function on z > 0 apart; a nil kernel is 0.
func newSide(k *kernel.Kernel, odd bool, prec uint) (*side, error) { // one function: one kind of term after another.
	s := &side{odd: odd, known: make(map[chart]expansion)}
	if k == nil {
		return s, nil
	}
	pieces, err := density.ProvedPieces(k)
	if err != nil {
		return nil, errorf("%v", err)
	}
	if len(pieces) != 1 {
		return nil, errorf("%s has %d pieces", k.Formula(), len(pieces))
	}
	sum, ok := closed.Normalise(pieces[0].Expr)
	if !ok {
		if !waves.Of(pieces[0].Expr) {
			return nil, errorf("%s is no sum of c z^n exp(−λz−bz²), nor made of waves", k.Formula())
		}
		return s, s.addSeries(k, pieces[0].Expr, prec)
	}
	jump := [2]closed.Num{closed.IntNum(0), closed.IntNum(0)}
	var two []int // terms that are functions on the line
	for i := range sum {
		t := &sum[i]
		n, whole := t.Pow.IsInt()
		known := t.C.Exact() && t.Lin.Exact() && t.Freq.Exact() && t.Quad.Exact()
		if len(t.Factors) > 0 || !whole || n < 0 || n > mostPower || !known {
			return nil, errorf("%s is no sum of c z^n exp(−λz−bz²), n = 0, 1, …", k.Formula())
		}
		switch {
		case t.Quad.IsZero() && t.Lin.Sign() > 0:
			s.addPole(t.C, t.Phase, n, t.Lin, t.Freq, prec)
			if n == 0 {
				jump[t.Phase] = jump[t.Phase].Add(t.C)
			}
		case t.Quad.Sign() > 0 || t.Quad.IsZero() && t.Lin.IsZero() && n == 0:
			two = append(two, i)
		default:
			return nil, errorf("a term of %s does not decay, or is not known to", k.Formula())
		}
	}
	if odd && !(jump[0].IsZero() && jump[1].IsZero()) {
		if slices.ContainsFunc(two, func(i int) bool { return sum[i].Pow.Sign() == 0 }) { // they may jump back
			return nil, errorf("%s has a Gaussian or a wave that is not odd", k.Formula())
		}
		return nil, &Error{"the odd part jumps at 0, or is not known not to, so that its mass would be infinite: " +
			k.Formula(), jump[0].Sign() != 0}
	}
	if err := s.pair(sum, two, prec); err != nil {
		return nil, fmt.Errorf("%w in %s", err, k.Formula())
	}
	return s, nil
}

// complexOf returns c i^phase.
func complexOf(c closed.Num, phase int, prec uint) (z ball.Complex) {
	if phase == 0 {
		c.Ball(&z.Re, prec)
	} else {
		c.Ball(&z.Im, prec)
	}
	return z
}

// rate returns λ = lin − i·freq.
func rate(lin, freq closed.Num, prec uint) (z ball.Complex) {
	lin.Ball(&z.Re, prec)
	freq.Ball(&z.Im, prec)
	z.Im.Neg(&z.Im)
	return z
}

func (s *side) addPole(c closed.Num, phase, n int, lin, freq closed.Num, prec uint) {
	p := pole{c: complexOf(c, phase, prec), lambda: rate(lin, freq, prec), n: n}
	var f, pi ball.Real
	f.SetInt(new(big.Int).MulRange(1, int64(n)))
	f.Quo(&f, pi.Pi(prec), prec)
	f.Mul2Exp(&f, -1)
	p.c.MulReal(&p.c, &f, prec)
	s.poles = append(s.poles, p)
}

func equal(a, b closed.Num) bool {
	order, known := a.Cmp(b)
	return known && order == 0
}

// pair finds with each term T(s) = c s^n exp(−λs−bs²) on s > 0 the term T(−s), or −T(−s) of an odd function: with both,
// the sum is a function on the whole line, which is the sum of the terms on the whole line.
func (s *side) pair(sum closed.Sum, two []int, prec uint) error {
	at := map[string]int{}
	for _, i := range two {
		t := &sum[i]
		n, _ := t.Pow.IsInt()
		sigma := closed.IntNum(1)
		if (n%2 == 1) != s.odd {
			sigma = closed.IntNum(-1)
		}
		found := false
		for _, j := range two {
			u := &sum[j]
			found = found || t.Phase == u.Phase && t.Pow.Same(u.Pow) && t.Quad.Same(u.Quad) && t.Lin.Neg().Same(u.Lin) &&
				t.Freq.Neg().Same(u.Freq) && equal(t.C.Mul(sigma), u.C)
		}
		if !found {
			return errorf("the term z^%d exp(−(%v)z−(%v)z²) has no counterpart that makes it analytic at 0", n, t.Lin, t.Quad)
		}
		if t.Quad.IsZero() {
			if err := s.addWave(t.C, t.Phase, t.Freq, prec); err != nil {
				return err
			}
			continue
		}
		key := t.Lin.Key() + "|" + t.Freq.Key() + "|" + t.Quad.Key()
		g, ok := at[key]
		if !ok {
			g = len(s.gauss)
			at[key] = g
			s.gauss = append(s.gauss, gaussian{lambda: rate(t.Lin, t.Freq, prec)})
			t.Quad.Ball(&s.gauss[g].b, prec)
		}
		s.gauss[g].add(complexOf(t.C, t.Phase, prec), n, prec)
	}
	return nil
}

// add adds c s^n exp(−λs−bs²), of which p is c/2π (−d/dλ)^n √(π/b) exp((λ+iω)²/4b): (−d/dλ)^n exp(u²/4b) = Q_n(u)
// exp(u²/4b), Q_0 = 1, Q_{n+1} = −Q_n′ − u/(2b) Q_n.
func (g *gaussian) add(c ball.Complex, n int, prec uint) {
	q := []ball.Real{*ball.NewReal(1)}
	var t, b2 ball.Real
	b2.Mul2Exp(&g.b, 1)
	for range n {
		next := make([]ball.Real, len(q)+1)
		for k := range q {
			t.Quo(&q[k], &b2, prec)
			next[k+1].Sub(&next[k+1], &t, prec)
			if k > 0 {
				t.MulInt64(&q[k], int64(k), prec)
				next[k-1].Sub(&next[k-1], &t, prec)
			}
		}
		q = next
	}
	// √(π/b)/2π = 1/(2√(πb))
	t.Pi(prec)
	t.Mul(&t, &g.b, prec)
	t.RSqrt(&t, prec)
	t.Mul2Exp(&t, -1)
	c.MulReal(&c, &t, prec)
	for len(g.q) < len(q) {
		g.q = append(g.q, ball.Complex{})
	}
	var z ball.Complex
	for k := range q {
		z.MulReal(&c, &q[k], prec)
		g.q[k].Add(&g.q[k], &z, prec)
	}
}
