// Package series has generalised power series with exact coefficients: the functions of the formula
// language act on their leading terms and on what is small beside them.
package series

import (
	"cmp"
	"slices"

	"krein/internal/budget"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/fail"
)

// Monomial is exp(E)·τ^e·L^l as τ ↓ 0, L = log τ. The exponent E is a sum of
// growing terms, kept in a table under the number key; 0 stands for E = 0.
type Monomial struct {
	Key int
	E   constant.Exponent
	L   int
}

// One is the monomial 1.
var One = Monomial{E: constant.IntExponent(0)}

// IsOne reports whether m is 1.
func (m Monomial) IsOne() bool { return m.Key == 0 && m.L == 0 && m.E.Sign() == 0 }

// Same reports whether m is n.
// By key, so that exponentials which are one number have one key (intern), and by exact exponents.
func (m Monomial) Same(n Monomial) bool {
	return m.Key == n.Key && m.L == n.L && constant.CmpExponents(m.E, n.E) == 0
}

// monomialKey names a monomial: equal keys mean equal monomials.
type monomialKey struct {
	key, l int
	e      constant.ExponentKey
}

// Term is C·M.
type Term struct {
	M Monomial
	C Complex
}

// A Series is Σ c·m + O(rem) as τ ↓ 0, its terms by dominance, none recognised as zero and none dominated by rem; rem nil
// means that nothing is left out. τ is the distance to a point, or 1/z at infinity.
//
// These are the generalised power series (Hahn series over an ordered group of monomials, cut off) in which every
// function of the language acts on leading terms and what is small beside them.
//
// What a series asserts. f = Σ c·m + r with r = O(rem), and r may be differentiated: f is holomorphic in a sector about the
// point (docs/rules/analysis.md), where sums, products, compositions with convergent Taylor series, and Poincaré expansions valid in
// sectors stay so. A coefficient may be zero without being seen to be: whoever needs a leading term asks Lead, which proves it not to be.
type Series struct {
	Terms []Term
	Rem   *Monomial
}

// Cut-offs of infinite processes. Only finite sums are kept in full, up to MaxTerms.
const (
	MaxTerms     = 160     // of any series
	maxSteps     = 160     // powers of what is small, when it is a power of τ
	logSteps     = 8       // … when it is a power of 1/log τ
	expSteps     = 6       // … when it is an exponential
	leastOrder   = 4       // order kept relative to a leading power beyond the order asked for
	powerTerms   = 64      // powers with at most so many terms are multiplied out
	maxWork      = 250_000 // products of terms
	maxKeys      = 200
	maxKeyTerms  = 32
	seriesCost   = 15 // of a product of terms, in units of a budget.Meter
	exponentCost = 60 // of a sum or product of exponents
)

// KeyTerm is a·τ^−b·L^q, (b, q) beyond (0, 1), in the exponent of an exponential.
type KeyTerm struct {
	B constant.Exponent
	Q int
	A Complex
}

// Arith is the arithmetic of series. It is not safe for concurrent use.
// Every operation keeps the assertion of Series: rem of the result is at least as large as all that is left out. What would
// need an answer that is not known (a sign, whether a coefficient is 0) ends in a panic with fail.Error.
type Arith struct {
	co       constant.Arithmetic
	order    constant.Exponent // to which infinite processes are carried
	infinity bool              // τ = 1/z: exponentials of growing terms are monomials, not essential singularities
	Keys     [][]KeyTerm
	sums     map[[2]int]int
	growths  map[[2]int]int
	Wavy     bool // an oscillating exponential has occurred
	flat     bool // at a finite point, exponentials that vanish with all derivatives are part of the remainder
	work     int  // products still allowed
	meter    *budget.Meter
}

// newArith returns the arithmetic of series to that order, at a point or at infinity, its work counted by m.
func newArith(m *budget.Meter, order int64, infinity bool) *Arith {
	return &Arith{co: constant.NewArithmetic(m), order: constant.IntExponent(order), infinity: infinity, meter: m,
		Keys: [][]KeyTerm{nil}, sums: make(map[[2]int]int), growths: make(map[[2]int]int), work: maxWork}
}

// Must unwraps an operation on coefficients.
func Must[C any](c C, err error) C {
	if err != nil {
		if e, is := err.(*fail.Error); is {
			panic(e)
		}
		panic(fail.Because("%v", err))
	}
	return c
}

func (s *Arith) constant(c Complex) Series { return s.Monomial(c, One) }
func (s *Arith) integer(n int64) Series    { return s.constant(s.Int(n)) }

// Monomial returns c·m.
// A coefficient that is proved to be 0 makes no term.
func (s *Arith) Monomial(c Complex, m Monomial) Series {
	if s.zero(c) {
		return Series{}
	}
	return Series{Terms: []Term{{m, c}}}
}

// variable returns b + a·τ.
func (s *Arith) variable(b, a constant.Value) Series {
	return s.add(s.constant(of(b)), s.Monomial(of(a), Monomial{E: constant.IntExponent(1)}))
}

// IsZero reports whether u is exactly zero.
func (u Series) IsZero() bool { return len(u.Terms) == 0 && u.Rem == nil }

// intern returns the number of the key with the given terms, which are in order of dominance. Different numbers mean
// keys that are proved to be different, since terms with different keys are taken for independent; it fails where that
// is not decided.
// Two keys that are one number would be two terms that may cancel: terms would no longer be independent, and a leading one could
// be 0. So equal or provably different, or no expansion.
func (s *Arith) intern(k []KeyTerm) int {
	k = slices.DeleteFunc(k, func(t KeyTerm) bool { return s.zero(t.A) })
	for i, o := range s.Keys {
		if s.sameKey(k, o) {
			return i
		}
	}
	if len(s.Keys) >= maxKeys || len(k) > maxKeyTerms {
		panic(fail.Because("more than %d different exponentials", maxKeys))
	}
	for _, t := range k {
		if !s.IsReal(t.A) {
			s.Wavy = true
		}
	}
	s.Keys = append(s.Keys, k)
	return len(s.Keys) - 1
}

// sameKey reports whether two keys are equal: their difference has no term, or one that is certain to differ from zero.
func (s *Arith) sameKey(k, o []KeyTerm) bool {
	var doubt error
	same := true
	for _, t := range s.mergeKeys(k, o, s.Int(-1)) {
		if s.zero(t.A) {
			continue
		}
		err := s.Nonzero(t.A)
		if err == nil {
			return false
		}
		same, doubt = false, err
	}
	if !same {
		panic(fail.Because("whether two exponentials are one is not decided: %v", doubt))
	}
	return true
}

// z^b (log z)^q, larger b first, then larger q: in order of growth.
func compareKeyTerm(b constant.Exponent, q int, c constant.Exponent, r int) int {
	if d := constant.CmpExponents(c, b); d != 0 { // larger b first
		return d
	}
	return cmp.Compare(r, q)
}

// mergeKeys returns the terms of the key x + f·y.
// Two sums in the order of growth, merged; equal powers add up.
func (s *Arith) mergeKeys(x, y []KeyTerm, f Complex) []KeyTerm {
	var out []KeyTerm
	for len(x) > 0 || len(y) > 0 {
		c := 0
		switch {
		case len(x) == 0:
			c = 1
		case len(y) == 0:
			c = -1
		default:
			c = compareKeyTerm(x[0].B, x[0].Q, y[0].B, y[0].Q)
		}
		switch {
		case c < 0:
			out, x = append(out, x[0]), x[1:]
		case c > 0:
			out, y = append(out, KeyTerm{y[0].B, y[0].Q, s.times(f, y[0].A)}), y[1:]
		default:
			out = append(out, KeyTerm{x[0].B, x[0].Q, s.plus(x[0].A, s.times(f, y[0].A))})
			x, y = x[1:], y[1:]
		}
	}
	return out
}

// keySum returns the key i + f·j.
func (s *Arith) keySum(i, j int, f Complex) int {
	if j == 0 {
		return i
	}
	return s.intern(s.mergeKeys(s.Keys[i], s.Keys[j], f))
}

// Growth returns the sign of the growth of exp(key i)/exp(key j), 0 if it is bounded both ways.
// The sign of the real part of the difference of exponents, for τ ↓ 0.
func (s *Arith) Growth(i, j int) int {
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

// The first term of the difference of exponents with a real part decides, as later ones grow less. A sign that is not known is
// a panic. Exponents are in powers of 1/τ times powers of log τ < 0: an odd power of it turns the sign.
func (s *Arith) compareGrowth(i, j int) int {
	for _, t := range s.mergeKeys(s.Keys[i], s.Keys[j], s.Int(-1)) {
		if g := s.realSign(t.A); g != 0 {
			if t.Q%2 != 0 { // L is negative
				return -g
			}
			return g
		}
	}
	return 0
}

// Cmp is negative if a dominates b, positive if b dominates a.
// exp(E)·τ^e·L^l: the exponential first, then the smaller e, then the larger l, as |L| → ∞.
func (s *Arith) Cmp(a, b Monomial) int {
	if g := s.Growth(b.Key, a.Key); g != 0 {
		return g
	}
	if c := constant.CmpExponents(a.E, b.E); c != 0 {
		return c
	}
	return cmp.Compare(b.L, a.L)
}

// payFor counts the work on exponents that are no rationals of 64 bits.
func (s *Arith) payFor(exponents ...constant.Exponent) {
	for _, e := range exponents {
		if !e.IsShort() && !s.meter.Spend(exponentCost) {
			panic(fail.Because("%v", s.meter.Err()))
		}
	}
}

// Exponents add exactly; keys by intern, which knows equal ones.
func (s *Arith) mulMono(a, b Monomial) Monomial {
	s.payFor(a.E, b.E)
	m := Monomial{a.Key, a.E.Add(b.E), a.L + b.L}
	switch {
	case a.Key == 0:
		m.Key = b.Key
	case b.Key != 0:
		k := [2]int{min(a.Key, b.Key), max(a.Key, b.Key)}
		sum, known := s.sums[k]
		if !known {
			sum = s.keySum(a.Key, b.Key, s.Int(1))
			s.sums[k] = sum
		}
		m.Key = sum
	}
	return m
}

// powMono returns m^k, k an integer.
// k is an integer: E·k, L·k and k times the key.
func (s *Arith) powMono(m Monomial, k int64) Monomial {
	s.payFor(m.E)
	l, _ := constant.IntExponent(int64(m.L)).Times(k).Int()
	r := Monomial{E: m.E.Times(k), L: int(l)}
	if m.Key != 0 {
		r.Key = s.keySum(0, m.Key, s.Int(k))
	}
	return r
}

// Larger returns the dominating remainder.
// nil is no remainder at all.
func (s *Arith) Larger(a, b *Monomial) *Monomial {
	if a == nil || b != nil && s.Cmp(*b, *a) < 0 {
		return b
	}
	return a
}

// collect sums the terms, sorts them and cuts them off at rem and at MaxTerms.
// Terms at or below rem are part of it. Equal monomials are added; a coefficient that is then proved to be 0 goes. A sum of
// too many terms is cut before one that dominates what is dropped, together with all of its size, so that no term of a size is kept
// without the others.
func (s *Arith) collect(terms []Term, rem *Monomial) Series {
	at := make(map[monomialKey]int, len(terms))
	var sum []Term
	for _, t := range terms {
		if rem != nil && s.Cmp(t.M, *rem) >= 0 {
			continue
		}
		name := monomialKey{t.M.Key, t.M.L, t.M.E.Key()}
		if i, seen := at[name]; seen {
			sum[i].C = s.plus(sum[i].C, t.C)
			continue
		}
		at[name] = len(sum)
		sum = append(sum, t)
	}
	sum = slices.DeleteFunc(sum, func(t Term) bool { return s.zero(t.C) })
	slices.SortFunc(sum, func(a, b Term) int {
		if c := s.Cmp(a.M, b.M); c != 0 {
			return c
		}
		return cmp.Compare(a.M.Key, b.M.Key)
	})
	for i := len(sum) - 1; i > 0; i-- { // exponents of several forms
		if i < len(sum) && sum[i-1].M.Same(sum[i].M) { // the last two may have cancelled
			sum[i-1].C = s.plus(sum[i-1].C, sum[i].C)
			sum = slices.Delete(sum, i, i+1)
			if s.zero(sum[i-1].C) {
				sum = slices.Delete(sum, i-1, i)
			}
		}
	}
	// All terms of the size of the first that is dropped are dropped.
	if len(sum) > MaxTerms {
		rem = new(Monomial)
		*rem = sum[MaxTerms].M
		n := MaxTerms
		for n > 0 && s.Cmp(sum[n-1].M, *rem) >= 0 {
			n--
		}
		sum = sum[:n]
	}
	return Series{sum, rem}
}

func (s *Arith) add(u, v Series) Series {
	if u.IsZero() {
		return v
	}
	if v.IsZero() {
		return u
	}
	return s.collect(slices.Concat(u.Terms, v.Terms), s.Larger(u.Rem, v.Rem))
}

// c = 0 leaves no remainder either: 0·O(rem) = 0.
func (s *Arith) scale(c Complex, u Series) Series {
	if s.zero(c) {
		return Series{}
	}
	out := Series{make([]Term, len(u.Terms)), u.Rem}
	for i, t := range u.Terms {
		out.Terms[i] = Term{t.M, s.times(c, t.C)}
	}
	return out
}

func (s *Arith) neg(u Series) Series    { return s.scale(s.Int(-1), u) }
func (s *Arith) sub(u, v Series) Series { return s.add(u, s.neg(v)) }

// top returns a monomial that dominates u ≠ 0.
// |u| = O(top): the first term dominates the others and the remainder, and without terms the
// remainder is all.
func (u Series) top() Monomial {
	if len(u.Terms) > 0 {
		return u.Terms[0].M
	}
	return *u.Rem
}

func (s *Arith) mul(u, v Series) Series { return s.mulTo(u, v, nil) }

// mulTo is u·v with what limit dominates left out.
// (Σa + O(r))(Σb + O(t)) = Σab + O(r·top b) + O(t·top a); r·t is smaller than either. What limit dominates joins the remainder.
func (s *Arith) mulTo(u, v Series, limit *Monomial) Series {
	if u.IsZero() || v.IsZero() {
		return Series{}
	}
	var rem *Monomial
	if u.Rem != nil {
		m := s.mulMono(*u.Rem, v.top())
		rem = &m
	}
	if v.Rem != nil {
		m := s.mulMono(*v.Rem, u.top())
		rem = s.Larger(rem, &m)
	}
	cut := s.Larger(rem, limit)
	dropped := false
	terms := make([]Term, 0, len(u.Terms)*len(v.Terms))
	for _, a := range u.Terms {
		for _, b := range v.Terms {
			m := s.mulMono(a.M, b.M)
			if cut != nil && s.Cmp(m, *cut) >= 0 {
				dropped = true
				break // the terms of v only get smaller
			}
			terms = append(terms, Term{m, s.times(a.C, b.C)})
		}
	}
	if s.work -= len(terms); s.work < 0 {
		panic(fail.Because("the expansion takes more than %d products of terms", maxWork))
	}
	if !s.meter.Spend(seriesCost * int64(1+len(terms))) {
		panic(fail.Because("%v", s.meter.Err()))
	}
	if dropped {
		rem = cut
	}
	return s.collect(terms, rem)
}

// Lead returns the dominating term of u; it must be the only one of its size.
// "The only one of its size": two terms of one size are oscillations, whose sum has zeros, at which a quotient or a logarithm is
// singular.
func (s *Arith) Lead(u Series) Term {
	if len(u.Terms) == 0 {
		if u.Rem == nil {
			panic(fail.Because("division by, or a singular function of, what is zero near this point"))
		}
		panic(fail.Order("a quantity vanishes up to order %v and its leading term was not found", u.Rem.E))
	}
	if len(u.Terms) > 1 && s.Cmp(u.Terms[0].M, u.Terms[1].M) == 0 {
		panic(fail.Because("an oscillating quantity in a place where its zeros matter"))
	}
	Must(u.Terms[0].C, s.Nonzero(u.Terms[0].C))
	return u.Terms[0]
}

// split returns the growing terms, the constant and what vanishes as τ ↓ 0.
// A remainder that does not vanish leaves the value open. Growing terms are proved not to be 0, as an essential singularity, or a
// phase, depends on them.
func (s *Arith) split(u Series) (grow []Term, c Complex, small Series) {
	if u.Rem != nil && s.Cmp(*u.Rem, One) <= 0 {
		panic(fail.Order("a quantity is known only up to order %v", u.Rem.E))
	}
	c = s.Int(0)
	small.Rem = u.Rem
	for i, t := range u.Terms {
		switch d := s.Cmp(t.M, One); {
		case t.M.IsOne():
			c = t.C
		case d == 0:
			panic(fail.Because("a function of a quantity that oscillates without decay"))
		case d < 0:
			Must(t.C, s.Nonzero(t.C))
			grow = append(grow, t)
		default:
			small.Terms = u.Terms[i:]
			return grow, c, small
		}
	}
	return grow, c, small
}

// compose returns Σ c_k w^k for w that vanishes; coef gives the first n coefficients. The sum is carried to the order
// of s, or for order ≠ nil to that. A finite sum has less than finite terms (0: it is infinite).
// Σ_{k≥n} c_k w^k = O(m^n), m the top of w, for a series that converges for small w, and for Poincaré expansions by their
// definition. Each product is carried as far as m^n asks: the factor of w^k may drop what m^(n−k) dominates.
func (s *Arith) compose(coef func(n int) []Complex, w Series, order *constant.Exponent, finite int) Series {
	if w.IsZero() {
		return s.constant(coef(1)[0])
	}
	if order == nil {
		order = &s.order
	}
	m := w.top()
	n := expSteps
	switch {
	case m.Key == 0 && m.E.Sign() > 0:
		n = order.StepsTo(m.E, maxSteps)
	case m.Key == 0:
		n = logSteps
	}
	if len(w.Terms) == 0 {
		n = 1
	}
	var rem *Monomial
	if finite > 0 && n >= finite {
		n = finite
	} else {
		r := s.powMono(m, int64(n))
		rem = &r
	}
	c := coef(n)
	sum := s.constant(c[n-1])
	for k := n - 2; k >= 0; k-- {
		var limit *Monomial
		if rem != nil { // rem/m^k, as far as this factor of w^k matters
			l := s.mulMono(*rem, s.powMono(m, int64(-k)))
			limit = &l
		}
		sum = s.add(s.mulTo(sum, w, limit), s.constant(c[k]))
	}
	return s.collect(sum.Terms, s.Larger(sum.Rem, rem))
}

// Oscillates reports whether the exponential of the term has an imaginary part.
// It is asked of terms whose coefficients are not 0.
func (s *Arith) Oscillates(t Term) bool {
	return slices.ContainsFunc(s.Keys[t.M.Key], func(k KeyTerm) bool { return !s.IsReal(k.A) })
}

// Decay returns the powers of z and log z that lead in the real part of the exponent.
func (s *Arith) Decay(t Term) (b constant.Exponent, q int) {
	for _, k := range s.Keys[t.M.Key] {
		if s.realSign(k.A) != 0 {
			return k.B, k.Q
		}
	}
	return constant.IntExponent(0), 0
}
