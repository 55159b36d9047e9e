package minimal

import (
	"math"

	"krein/ball"
)

// polynomial is Σ_k a_k t^k with an error: for t in the interval that it was made for, the function differs by no more
// than rest.
type polynomial struct {
	a    []ball.Real
	rest ball.Mag
	prec uint
}

// trim drops the high terms that do not matter on [−reach, reach] at the accuracy tol.
func (p *polynomial) trim(reach float64, tol ball.Mag) {
	r := ball.MagFloat64(reach)
	var sum ball.Mag
	n := len(p.a)
	for n > 1 {
		t := sum.Add(p.a[n-1].MagUpper().Mul(r.Pow(uint64(n - 1))))
		if t.Cmp(tol) > 0 {
			break
		}
		sum = t
		n--
	}
	p.a = p.a[:n]
	p.rest = p.rest.Add(sum)
}

// shift replaces t by t + by.
func (p *polynomial) shift(by *ball.Real) {
	if by.IsZero() {
		return
	}
	n := len(p.a)
	for i := range n - 1 {
		for k := n - 2; k >= i; k-- {
			p.a[k].FMA(&p.a[k+1], by, &p.a[k], p.prec)
		}
	}
}

// clone returns a copy.
func (p *polynomial) clone() *polynomial {
	q := &polynomial{a: make([]ball.Real, len(p.a)), rest: p.rest, prec: p.prec}
	for k := range p.a {
		q.a[k].Set(&p.a[k])
	}
	return q
}

// at sets v and d to the value and the derivative at t, rest not included.
func (p *polynomial) at(v, d, t *ball.Real) {
	v.SetZero()
	d.SetZero()
	for k := len(p.a) - 1; k >= 0; k-- {
		d.FMA(d, t, v, p.prec)
		v.FMA(v, t, &p.a[k], p.prec)
	}
}

// bend bounds |p″|/2 on [−reach, reach].
func (p *polynomial) bend(reach float64) ball.Mag {
	r := ball.MagFloat64(reach)
	var sum ball.Mag
	for k := 2; k < len(p.a); k++ {
		sum = sum.Add(p.a[k].MagUpper().Mul(ball.MagUint(uint64(k) * uint64(k-1) / 2)).Mul(r.Pow(uint64(k - 2))))
	}
	return sum
}

// outcome of an attempt to prove a bound.
type outcome int8

const (
	proved  outcome = iota
	refuted         // it does not hold
	open            // not decided within the depth allowed
)

// bisections is how often an interval is halved before a bound is given up.
const bisections = 26

// below proves |p| ≤ bound on [lo, hi] by p(m) + p′(m)(t−m) + O((t−m)²) on halved intervals. square, if not nil,
// replaces the bound by bound·√square: |p|² ≤ bound²·square. Where the bound fails it returns the place.
func (p *polynomial) below(lo, hi float64, bound ball.Mag, square *polynomial) (outcome, float64) {
	reach := max(math.Abs(lo), math.Abs(hi))
	q := boundProof{p: p, bend: p.bend(reach), bound: bound, square: square}
	if square != nil {
		q.squareBend = square.bend(reach)
	}
	return q.run(lo, hi, bisections)
}

// boundProof is one run of below.
type boundProof struct {
	p, square        *polynomial
	bend, squareBend ball.Mag
	bound            ball.Mag
	t, v, d          ball.Real
}

func (q *boundProof) run(lo, hi float64, depth int) (outcome, float64) {
	m := lo + (hi-lo)/2
	// Both ends are within s of m whatever the rounding of m.
	s := ball.MagFloat64(math.Nextafter(max(hi-m, m-lo), math.Inf(1)))
	q.t.SetFloat64(m)
	q.p.at(&q.v, &q.d, &q.t)
	upper := q.v.MagUpper().Add(q.p.rest)
	lower := q.v.MagLower().SubLower(q.p.rest)
	upper = upper.Add(q.d.MagUpper().Mul(s)).Add(q.bend.Mul(s).Mul(s))
	if q.square == nil {
		if upper.Cmp(q.bound) <= 0 {
			return proved, 0
		}
		if lower.Cmp(q.bound) > 0 {
			return refuted, m
		}
	} else {
		q.square.at(&q.v, &q.d, &q.t)
		big, small := q.v.MagUpper().Add(q.square.rest), ball.Mag{}
		if q.v.Positive() == ball.True {
			small = q.v.MagLower().SubLower(q.square.rest.Add(q.d.MagUpper().Mul(s)).Add(q.squareBend.Mul(s).Mul(s)))
		}
		if upper.Mul(upper).Cmp(q.bound.MulLower(q.bound).MulLower(small)) <= 0 {
			return proved, 0
		}
		if lower.MulLower(lower).Cmp(q.bound.Mul(q.bound).Mul(big)) > 0 {
			return refuted, m
		}
	}
	if depth == 0 || m <= lo || m >= hi {
		return open, m
	}
	if o, at := q.run(lo, m, depth-1); o != proved {
		return o, at
	}
	return q.run(m, hi, depth-1)
}
