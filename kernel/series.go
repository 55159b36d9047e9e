package kernel

import (
	"cmp"
	"math/big"
	"slices"

	"krein/internal/budget"
)

// coefficients is what the coefficients of a series must offer beyond Arith.
// Estimates use bigNum; exact constants and balls can take its place, since the
// series know of them only what is listed here.
type coefficients[C any] interface {
	Arith[C]
	zero(c C) bool     // recognised as zero
	nonzero(c C) error // why a number not recognised as zero may still be zero, or nil
	isReal(c C) bool
	sign(c C) (int, error)               // of a real number
	realSign(c C) int                    // of the real part
	rational(c C) (*big.Rat, bool)       // the value, if it is known to be rational
	imag() (C, bool)                     // the imaginary unit, if there is one
	euler() C                            // Euler's constant
	counted() *budget.Meter              // what counts the work
	gammaTaylor(x C, n int) ([]C, error) // c_0 … c_n of Γ(x+h)
}

var _ coefficients[Const] = Arithmetic{}

// monomial is exp(E)·τ^e·L^l as τ ↓ 0, L = log τ. The exponent E is a sum of
// growing terms, kept in a table under the number key; 0 stands for E = 0.
type monomial struct {
	key int
	e   exponent
	l   int
}

var one = monomial{e: intExp(0)}

type seriesTerm[C any] struct {
	m monomial
	c C
}

// series is Σ c·m + O(rem) as τ ↓ 0, its terms by dominance, none recognised as
// zero and none dominated by rem; rem nil means that nothing is left out. τ is the distance to
// a point, or 1/z at infinity.
//
// These are the generalised power series (Hahn series over an ordered group of
// monomials, cut off) in which every function of the language acts on leading terms and what is
// small beside them.
type series[C any] struct {
	terms []seriesTerm[C]
	rem   *monomial
}

// Cut-offs of infinite processes. Only finite sums are kept in full, up to maxTerms.
const (
	maxTerms    = 160     // of any series
	maxSteps    = 160     // powers of what is small, when it is a power of τ
	logSteps    = 8       // … when it is a power of 1/log τ
	expSteps    = 6       // … when it is an exponential
	leastOrder  = 4       // order kept relative to a leading power beyond the order asked for
	powerTerms  = 64      // powers with at most so many terms are multiplied out
	maxWork     = 250_000 // products of terms
	maxKeys     = 200
	maxKeyTerms = 32
	seriesCost  = 15 // of a product of terms, in units of a budget.Meter
)

// keyTerm is a·τ^−b·L^q, (b, q) beyond (0, 1), in the exponent of an exponential.
type keyTerm[C any] struct {
	b exponent
	q int
	a C
}

// seriesArith is the arithmetic of series over the coefficients co. It is not safe for concurrent use.
type seriesArith[C any] struct {
	co       coefficients[C]
	order    exponent // to which infinite processes are carried
	infinity bool     // τ = 1/z: exponentials of growing terms are monomials, not essential singularities
	keys     [][]keyTerm[C]
	sums     map[[2]int]int
	growths  map[[2]int]int
	wavy     bool // an oscillating exponential has occurred
	flat     bool // at a finite point, exponentials that vanish with all derivatives are part of the remainder
	work     int  // products still allowed
	meter    *budget.Meter
}

func newSeriesArith[C any](co coefficients[C], order exponent, infinity bool) *seriesArith[C] {
	return &seriesArith[C]{co: co, order: order, infinity: infinity, meter: co.counted(),
		keys: [][]keyTerm[C]{nil}, sums: make(map[[2]int]int), growths: make(map[[2]int]int), work: maxWork}
}

// ok unwraps an operation on coefficients.
func ok[C any](c C, err error) C {
	if err != nil {
		if e, is := err.(*seriesError); is {
			panic(e)
		}
		panic(failSeries("%v", err))
	}
	return c
}

func (s *seriesArith[C]) int(n int64) C             { return s.co.Rat(new(big.Rat).SetInt64(n)) }
func (s *seriesArith[C]) frac(p, q int64) C         { return s.co.Rat(big.NewRat(p, q)) }
func (s *seriesArith[C]) plus(a, b C) C             { return ok(s.co.Binary(OpAdd, a, b)) }
func (s *seriesArith[C]) minus(a, b C) C            { return ok(s.co.Binary(OpSub, a, b)) }
func (s *seriesArith[C]) times(a, b C) C            { return ok(s.co.Binary(OpMul, a, b)) }
func (s *seriesArith[C]) over(a, b C) C             { return ok(s.co.Binary(OpDiv, a, b)) }
func (s *seriesArith[C]) fn(op Op, a C) C           { return ok(s.co.Unary(op, a)) }
func (s *seriesArith[C]) signOf(a C) int            { return ok(s.co.sign(a)) }
func (s *seriesArith[C]) constant(c C) series[C]    { return s.monomial(c, one) }
func (s *seriesArith[C]) integer(n int64) series[C] { return s.constant(s.int(n)) }

// monomial returns c·m.
func (s *seriesArith[C]) monomial(c C, m monomial) series[C] {
	if s.co.zero(c) {
		return series[C]{}
	}
	return series[C]{terms: []seriesTerm[C]{{m, c}}}
}

// variable returns b + a·τ^e.
func (s *seriesArith[C]) variable(b, a C, e exponent) series[C] {
	return s.add(s.constant(b), s.monomial(a, monomial{e: e}))
}

// isZero reports whether u is exactly zero.
func (u series[C]) isZero() bool { return len(u.terms) == 0 && u.rem == nil }

// intern returns the number of the key with the given terms, which are in order of dominance. Different numbers mean keys that are proved
// to be different, since terms with different keys are taken for independent; it fails where that is not decided.
func (s *seriesArith[C]) intern(k []keyTerm[C]) int {
	k = slices.DeleteFunc(k, func(t keyTerm[C]) bool { return s.co.zero(t.a) })
	for i, o := range s.keys {
		if s.sameKey(k, o) {
			return i
		}
	}
	if len(s.keys) >= maxKeys || len(k) > maxKeyTerms {
		panic(failSeries("more than %d different exponentials", maxKeys))
	}
	for _, t := range k {
		if !s.co.isReal(t.a) {
			s.wavy = true
		}
	}
	s.keys = append(s.keys, k)
	return len(s.keys) - 1
}

// sameKey reports whether two keys are equal: their difference has no term, or one that is certain to differ from zero.
func (s *seriesArith[C]) sameKey(k, o []keyTerm[C]) bool {
	var doubt error
	same := true
	for _, t := range s.mergeKeys(k, o, s.int(-1)) {
		if s.co.zero(t.a) {
			continue
		}
		err := s.co.nonzero(t.a)
		if err == nil {
			return false
		}
		same, doubt = false, err
	}
	if !same {
		panic(failSeries("whether two exponentials are one is not decided: %v", doubt))
	}
	return true
}

func compareKeyTerm(b exponent, q int, c exponent, r int) int {
	if d := c.cmp(b); d != 0 { // larger b first
		return d
	}
	return cmp.Compare(r, q)
}

// mergeKeys returns the terms of the key x + f·y.
func (s *seriesArith[C]) mergeKeys(x, y []keyTerm[C], f C) []keyTerm[C] {
	var out []keyTerm[C]
	for len(x) > 0 || len(y) > 0 {
		c := 0
		switch {
		case len(x) == 0:
			c = 1
		case len(y) == 0:
			c = -1
		default:
			c = compareKeyTerm(x[0].b, x[0].q, y[0].b, y[0].q)
		}
		switch {
		case c < 0:
			out, x = append(out, x[0]), x[1:]
		case c > 0:
			out, y = append(out, keyTerm[C]{y[0].b, y[0].q, s.times(f, y[0].a)}), y[1:]
		default:
			out = append(out, keyTerm[C]{x[0].b, x[0].q, s.plus(x[0].a, s.times(f, y[0].a))})
			x, y = x[1:], y[1:]
		}
	}
	return out
}

// keySum returns the key i + f·j.
func (s *seriesArith[C]) keySum(i, j int, f C) int {
	if j == 0 {
		return i
	}
	return s.intern(s.mergeKeys(s.keys[i], s.keys[j], f))
}

// growth returns the sign of the growth of exp(key i)/exp(key j), 0 if it is bounded both ways.
func (s *seriesArith[C]) growth(i, j int) int {
	if i == j {
		return 0
	}
	g, known := s.growths[[2]int{i, j}]
	if !known {
		g = s.compareGrowth(i, j)
		s.growths[[2]int{i, j}] = g
	}
	return g
}

func (s *seriesArith[C]) compareGrowth(i, j int) int {
	for _, t := range s.mergeKeys(s.keys[i], s.keys[j], s.int(-1)) {
		if g := s.co.realSign(t.a); g != 0 {
			if t.q%2 != 0 { // L is negative
				return -g
			}
			return g
		}
	}
	return 0
}

// cmp is negative if a dominates b, positive if b dominates a.
func (s *seriesArith[C]) cmp(a, b monomial) int {
	if g := s.growth(b.key, a.key); g != 0 {
		return g
	}
	if c := a.e.cmp(b.e); c != 0 {
		return c
	}
	return cmp.Compare(b.l, a.l)
}

func (s *seriesArith[C]) mulMono(a, b monomial) monomial {
	m := monomial{a.key, a.e.add(b.e), a.l + b.l}
	switch {
	case a.key == 0:
		m.key = b.key
	case b.key != 0:
		k := [2]int{min(a.key, b.key), max(a.key, b.key)}
		sum, known := s.sums[k]
		if !known {
			sum = s.keySum(a.key, b.key, s.int(1))
			s.sums[k] = sum
		}
		m.key = sum
	}
	return m
}

// powMono returns m^k, k an integer.
func (s *seriesArith[C]) powMono(m monomial, k int64) monomial {
	r := monomial{e: m.e.times(k), l: int(mul64(int64(m.l), k))}
	if m.key != 0 {
		r.key = s.keySum(0, m.key, s.int(k))
	}
	return r
}

// larger returns the dominating remainder.
func (s *seriesArith[C]) larger(a, b *monomial) *monomial {
	if a == nil || b != nil && s.cmp(*b, *a) < 0 {
		return b
	}
	return a
}

// collect sums the terms, sorts them and cuts them off at rem and at maxTerms.
func (s *seriesArith[C]) collect(terms []seriesTerm[C], rem *monomial) series[C] {
	at := make(map[monomial]int, len(terms))
	var sum []seriesTerm[C]
	for _, t := range terms {
		if rem != nil && s.cmp(t.m, *rem) >= 0 {
			continue
		}
		if i, seen := at[t.m]; seen {
			sum[i].c = s.plus(sum[i].c, t.c)
			continue
		}
		at[t.m] = len(sum)
		sum = append(sum, t)
	}
	sum = slices.DeleteFunc(sum, func(t seriesTerm[C]) bool { return s.co.zero(t.c) })
	slices.SortFunc(sum, func(a, b seriesTerm[C]) int {
		if c := s.cmp(a.m, b.m); c != 0 {
			return c
		}
		return cmp.Compare(a.m.key, b.m.key)
	})
	if len(sum) > maxTerms {
		rem = new(monomial)
		*rem = sum[maxTerms].m
		n := maxTerms
		for n > 0 && s.cmp(sum[n-1].m, *rem) >= 0 {
			n--
		}
		sum = sum[:n]
	}
	return series[C]{sum, rem}
}

func (s *seriesArith[C]) add(u, v series[C]) series[C] {
	if u.isZero() {
		return v
	}
	if v.isZero() {
		return u
	}
	return s.collect(slices.Concat(u.terms, v.terms), s.larger(u.rem, v.rem))
}

func (s *seriesArith[C]) scale(c C, u series[C]) series[C] {
	if s.co.zero(c) {
		return series[C]{}
	}
	out := series[C]{make([]seriesTerm[C], len(u.terms)), u.rem}
	for i, t := range u.terms {
		out.terms[i] = seriesTerm[C]{t.m, s.times(c, t.c)}
	}
	return out
}

func (s *seriesArith[C]) neg(u series[C]) series[C]    { return s.scale(s.int(-1), u) }
func (s *seriesArith[C]) sub(u, v series[C]) series[C] { return s.add(u, s.neg(v)) }

// top returns a monomial that dominates u ≠ 0.
func (u series[C]) top() monomial {
	if len(u.terms) > 0 {
		return u.terms[0].m
	}
	return *u.rem
}

func (s *seriesArith[C]) mul(u, v series[C]) series[C] { return s.mulTo(u, v, nil) }

// mulTo is u·v with what limit dominates left out.
func (s *seriesArith[C]) mulTo(u, v series[C], limit *monomial) series[C] {
	if u.isZero() || v.isZero() {
		return series[C]{}
	}
	var rem *monomial
	if u.rem != nil {
		m := s.mulMono(*u.rem, v.top())
		rem = &m
	}
	if v.rem != nil {
		m := s.mulMono(*v.rem, u.top())
		rem = s.larger(rem, &m)
	}
	cut := s.larger(rem, limit)
	dropped := false
	terms := make([]seriesTerm[C], 0, len(u.terms)*len(v.terms))
	for _, a := range u.terms {
		for _, b := range v.terms {
			m := s.mulMono(a.m, b.m)
			if cut != nil && s.cmp(m, *cut) >= 0 {
				dropped = true
				break // the terms of v only get smaller
			}
			terms = append(terms, seriesTerm[C]{m, s.times(a.c, b.c)})
		}
	}
	if s.work -= len(terms); s.work < 0 {
		panic(failSeries("the expansion takes more than %d products of terms", maxWork))
	}
	if !s.meter.Spend(seriesCost * int64(1+len(terms))) {
		panic(failSeries("%v", s.meter.Err()))
	}
	if dropped {
		rem = cut
	}
	return s.collect(terms, rem)
}

// lead returns the dominating term of u; it must be the only one of its size.
func (s *seriesArith[C]) lead(u series[C]) seriesTerm[C] {
	if len(u.terms) == 0 {
		if u.rem == nil {
			panic(failSeries("division by, or a singular function of, what is zero near this point"))
		}
		panic(failOrder("a quantity vanishes up to order %v and its leading term was not found", u.rem.e))
	}
	if len(u.terms) > 1 && s.cmp(u.terms[0].m, u.terms[1].m) == 0 {
		panic(failSeries("an oscillating quantity in a place where its zeros matter"))
	}
	ok(u.terms[0].c, s.co.nonzero(u.terms[0].c))
	return u.terms[0]
}

// split returns the growing terms, the constant and what vanishes as τ ↓ 0.
func (s *seriesArith[C]) split(u series[C]) (grow []seriesTerm[C], c C, small series[C]) {
	if u.rem != nil && s.cmp(*u.rem, one) <= 0 {
		panic(failOrder("a quantity is known only up to order %v", u.rem.e))
	}
	c = s.int(0)
	small.rem = u.rem
	for i, t := range u.terms {
		switch d := s.cmp(t.m, one); {
		case t.m == one:
			c = t.c
		case d == 0:
			panic(failSeries("a function of a quantity that oscillates without decay"))
		case d < 0:
			ok(t.c, s.co.nonzero(t.c))
			grow = append(grow, t)
		default:
			small.terms = u.terms[i:]
			return grow, c, small
		}
	}
	return grow, c, small
}

// compose returns Σ c_k w^k for w that vanishes; coef gives the first n
// coefficients. The sum is carried to the order of s, or for order ≠ nil to that.
// A finite sum has less than finite terms (0: it is infinite).
func (s *seriesArith[C]) compose(coef func(n int) []C, w series[C], order *exponent, finite int) series[C] {
	if w.isZero() {
		return s.constant(coef(1)[0])
	}
	if order == nil {
		order = &s.order
	}
	m := w.top()
	n := expSteps
	switch {
	case m.key == 0 && m.e.sign() > 0:
		n = order.stepsTo(m.e, maxSteps)
	case m.key == 0:
		n = logSteps
	}
	if len(w.terms) == 0 {
		n = 1
	}
	var rem *monomial
	if finite > 0 && n >= finite {
		n = finite
	} else {
		r := s.powMono(m, int64(n))
		rem = &r
	}
	c := coef(n)
	sum := s.constant(c[n-1])
	for k := n - 2; k >= 0; k-- {
		var limit *monomial
		if rem != nil { // rem/m^k, as far as this factor of w^k matters
			l := s.mulMono(*rem, s.powMono(m, int64(-k)))
			limit = &l
		}
		sum = s.add(s.mulTo(sum, w, limit), s.constant(c[k]))
	}
	return s.collect(sum.terms, s.larger(sum.rem, rem))
}

// oscillates reports whether the exponential of the term has an imaginary part.
func (s *seriesArith[C]) oscillates(t seriesTerm[C]) bool {
	return slices.ContainsFunc(s.keys[t.m.key], func(k keyTerm[C]) bool { return !s.co.isReal(k.a) })
}

// decay returns the powers of z and log z that lead in the real part of the exponent.
func (s *seriesArith[C]) decay(t seriesTerm[C]) (*big.Rat, int) {
	for _, k := range s.keys[t.m.key] {
		if s.co.realSign(k.a) != 0 {
			return k.b.rat(), k.q
		}
	}
	return nil, 0
}
