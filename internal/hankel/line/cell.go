package line

import (
	"math"

	"krein/ball"
)

// cell is a chart with what is known there of ∫ dy of a part of p.
type cell struct {
	chart
	pieces  []piece
	left    ball.Mag // bounds the mass that is in no piece
	err     ball.Mag // of the masses
	re, im  []ball.Real
	another ball.Mag // bounds ∫ of the distance between p and the densities of the pieces
}

// piece is a density Σ c_k y^k ≥ 0 on lo ≤ y ≤ hi, up to roundings.
type piece struct {
	lo, hi float64
	c      []ball.Real
	sign   int // of the part of p that it is the modulus of; 0: complex
	value  ball.Real
}

// part is what is integrated.
type part int

const (
	realPart part = iota
	imagPart
	modulus
)

// look integrates a part of p on a chart.
func look(m *pair, what part, a chart, prec uint) *cell {
	x := &cell{chart: a}
	var restRe, restIm ball.Mag
	if what != imagPart {
		x.re, restRe = m.even.cached(&a, prec)
	}
	if what != realPart {
		x.im, restIm = m.odd.cached(&a, prec)
	}
	x.another = restRe.Add(restIm).Mul2Exp(1)
	switch what {
	case realPart:
		x.bySign(x.re, prec)
	case imagPart:
		x.bySign(x.im, prec)
	default:
		x.byRoot(prec)
	}
	x.err = x.another.Add(x.left)
	for i := range x.pieces {
		x.err = x.err.Add(x.pieces[i].value.Rad())
	}
	return x
}

// tail bounds Σ_{k≥from} |c_k|.
func tail(c []ball.Real, from int) (m ball.Mag) {
	for k := from; k < len(c); k++ {
		m = m.Add(c[k].MagUpper())
	}
	return m
}

// bySign takes the polynomial apart at its changes of sign.
func (x *cell) bySign(c []ball.Real, prec uint) {
	all := tail(c, 0)
	if all.Cmp(x.another) <= 0 || x.another.IsInf() { // nothing is known of the density
		x.left = all.Mul2Exp(1)
		return
	}
	// what is below this is no matter
	small := all.Mul2Exp(-int64(prec)).Max(x.another)
	d := make([]ball.Real, len(c)-1)
	for k := range d {
		d[k].MulInt64(&c[k+1], int64(k+1), prec)
	}
	var runs []run
	x.signs(&runs, c, d, -1, 1, mostHalvings, small, prec)
	for _, r := range runs {
		x.add(c, r.lo, r.hi, r.sign, prec)
	}
}

// run is an interval of y on which a polynomial has a sign.
type run struct {
	lo, hi float64
	sign   int
}

// mostHalvings bounds the depth of the search for signs in a cell.
const mostHalvings = 8

// signs appends the runs of a polynomial with the derivative d in [lo, hi]. Where the polynomial is monotone its values
// at the ends decide.
func (x *cell) signs(runs *[]run, c, d []ball.Real, lo, hi float64, depth int, small ball.Mag, prec uint) {
	note := func(lo, hi float64, sgn int) {
		if n := len(*runs); n > 0 && (*runs)[n-1].sign == sgn && (*runs)[n-1].hi == lo {
			(*runs)[n-1].hi = hi
		} else if lo < hi {
			*runs = append(*runs, run{lo, hi, sgn})
		}
	}
	var v, t ball.Real
	evaluate(&v, c, overInterval(&t, lo, hi), prec)
	if s := signOf(&v); s != 0 {
		note(lo, hi, s)
		return
	}
	size, width := v.MagUpper(), ball.MagFloat64(hi-lo)
	if size.Cmp(small) <= 0 {
		x.left = x.left.Add(termUnknown.LeftOut(size.Mul(width)))
		return
	}
	if evaluate(&v, d, &t, prec); signOf(&v) != 0 {
		at := func(y float64) (ball.Mag, int) {
			var v ball.Real
			evaluate(&v, c, ball.NewReal(y), prec)
			return v.MagUpper(), signOf(&v)
		}
		below, u := at(lo)
		above, w := at(hi)
		switch {
		case u == w && u != 0:
			note(lo, hi, u)
			return
		case u == 0 && w != 0: // it is of the sign w but for what |P(lo)| bounds
			note(lo, hi, w)
			x.left = x.left.Add(termEnd.LeftOut(below.Mul(width)))
			return
		case w == 0 && u != 0:
			note(lo, hi, u)
			x.left = x.left.Add(termEnd.LeftOut(above.Mul(width)))
			return
		case u != 0:
			r := root(c, lo, hi, u)
			for e := math.Ldexp(1, -50); e < 0.1; e *= 4 {
				a, b := math.Max(r-e, lo), math.Min(r+e, hi)
				p, s := at(a)
				q, t := at(b)
				if s == u && t == w {
					note(lo, a, u)
					note(b, hi, w)
					x.left = x.left.Add(termZero.LeftOut(p.Max(q).Mul(ball.MagFloat64(b - a))))
					return
				}
			}
		}
	}
	if depth == 0 {
		x.left = x.left.Add(termUnknown.LeftOut(size.Mul(width)))
		return
	}
	mid := (lo + hi) / 2
	x.signs(runs, c, d, lo, mid, depth-1, small, prec)
	x.signs(runs, c, d, mid, hi, depth-1, small, prec)
}

// overInterval sets t to [lo, hi].
func overInterval(t *ball.Real, lo, hi float64) *ball.Real {
	t.SetFloat64((lo + hi) / 2) // exact: the ends are short
	return t.AddRad(ball.MagFloat64((hi - lo) / 2))
}

// signOf returns the proved sign, 0 if it is not known.
func signOf(v *ball.Real) int {
	if !v.IsFinite() || v.ContainsZero() {
		return 0
	}
	s, _ := v.Sign()
	return s
}

// root bisects for the change of sign of a monotone polynomial, in float64.
func root(c []ball.Real, lo, hi float64, below int) float64 {
	f := make([]float64, len(c))
	scale := 0.0
	for k := range c {
		f[k] = c[k].Nearest()
		scale = math.Max(scale, math.Abs(f[k]))
	}
	for range 60 {
		y := (lo + hi) / 2
		v := 0.0
		for k := len(f) - 1; k >= 0; k-- {
			v = v*y + f[k]/scale
		}
		if v*float64(below) > 0 {
			lo = y
		} else {
			hi = y
		}
	}
	return (lo + hi) / 2
}

// evaluate sets v to the polynomial on y.
func evaluate(v *ball.Real, c []ball.Real, y *ball.Real, prec uint) {
	v.SetInt64(0)
	for k := len(c) - 1; k >= 0; k-- {
		v.FMA(v, y, &c[k], prec)
	}
}

// add adds a piece on which the polynomial has a sign.
func (x *cell) add(c []ball.Real, lo, hi float64, sgn int, prec uint) {
	if lo >= hi {
		return
	}
	p := piece{lo: lo, hi: hi, sign: sgn, c: c}
	if sgn < 0 {
		p.c = make([]ball.Real, len(c))
		for k := range c {
			p.c[k].Neg(&c[k])
		}
	}
	integrate(&p.value, p.c, lo, hi, prec)
	x.pieces = append(x.pieces, p)
}

// integrate sets v to the integral of a polynomial.
func integrate(v *ball.Real, c []ball.Real, lo, hi float64, prec uint) {
	var a, b, t ball.Real
	x, y := ball.NewReal(lo), ball.NewReal(hi)
	for k := len(c) - 1; k >= 0; k-- {
		t.QuoInt64(&c[k], int64(k+1), prec)
		a.FMA(&a, x, &t, prec)
		b.FMA(&b, y, &t, prec)
	}
	a.Mul(&a, x, prec)
	b.Mul(&b, y, prec)
	v.Sub(&b, &a, prec)
}

// byRoot approximates √(re²+im²) by a polynomial S: the difference is |re²+im²−S²|/(√(re²+im²)+S), at most the residual
// over a lower bound of S.
func (x *cell) byRoot(prec uint) {
	n := len(x.re)
	x.left = tail(x.re, 0).Add(tail(x.im, 0)).Mul2Exp(1) // unless there is S
	first := new(ball.Real).Mul(&x.re[0], &x.re[0], prec)
	first.FMA(&x.im[0], &x.im[0], first, prec)
	if first.Positive() != ball.True || first.RelAccuracyBits() < 20 {
		return
	}
	q := make([]ball.Real, 2*n-1)
	addSquare(q, x.re, 1, prec)
	addSquare(q, x.im, 1, prec)
	// s_0 = √q_0, s_k = (q_k − Σ_{0<l<k} s_l s_{k−l})/2s_0; of these only the midpoints are used
	s, back := make([]ball.Real, n), make([]ball.Real, n) // back[n−1−k] = −s[k]
	s[0].GetMid(s[0].Sqrt(&q[0], prec))
	two := new(ball.Real).Mul2Exp(&s[0], 1)
	for k := 1; k < n; k++ {
		s[k].Dot(&q[k], s[1:k], back[n-k:n-1], prec)
		s[k].GetMid(s[k].Quo(&s[k], two, prec))
		back[n-1-k].Neg(&s[k])
	}
	low := s[0].MagLower().SubLower(tail(s, 1))
	if low.IsZero() {
		return
	}
	addSquare(q, s, -1, prec)
	x.left = ball.Mag{}
	x.another = x.another.Add(termRoot.LeftOut(tail(q, 0).Quo(low).Mul2Exp(1)))
	x.add(s, -1, 1, 0, prec)
}

// addSquare adds sign times the square of a polynomial to q: c_k c_l and c_l c_k are the same.
func addSquare(q, c []ball.Real, sign int64, prec uint) {
	n := len(c)
	twice, back := make([]ball.Real, n), make([]ball.Real, n) // back[n−1−k] = c[k]
	for k := range c {
		twice[k].MulInt64(&c[k], 2*sign, prec)
		back[n-1-k].Set(&c[k])
	}
	for m := range q {
		lo, hi := max(0, m-n+1), (m+1)/2
		q[m].Dot(&q[m], twice[lo:hi], back[n-1-m+lo:n-1-m+hi], prec)
		if m%2 == 0 {
			q[m].FMA(new(ball.Real).Mul2Exp(&twice[hi], -1), &c[hi], &q[m], prec)
		}
	}
}
