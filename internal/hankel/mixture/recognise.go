package mixture

import (
	"math"

	"krein/internal/elem64"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/numeric"
)

// Sum is a + Σ Weight_i·(kernel of Law_i).
type Sum struct {
	Constant float64
	Terms    []Term
}

// Term is a summand of a Sum.
type Term struct {
	Weight float64
	Law    *Law
}

// Recognise finds in a formula a constant, a mixture or a product of a mixture and a constant; ok is false for any
// other. It matches structures whose parameters it takes to float64, and accepts a match only if its closed form has
// the values of the formula at many distances. Sums are the caller's to take apart.
func Recognise(e *formula.Expr) (s Sum, ok bool) {
	if s, ok = recognise(e, 0); !ok {
		return Sum{}, false
	}
	for _, t := range s.Terms {
		if !t.Law.supported() {
			return Sum{}, false
		}
	}
	return s, sameValues(e, s)
}

// sameValues reports whether a sum has the values of the formula at many distances.
func sameValues(e *formula.Expr, s Sum) bool {
	scale := math.Abs(s.Constant)
	for _, t := range s.Terms {
		scale += math.Abs(t.Weight)
	}
	values := numeric.CompileFormula(e)
	for i := -40; i <= 40; i++ {
		z := math.Exp2(float64(i) * 0.6)
		want := values.At(z)
		got, size := s.Constant, math.Abs(s.Constant)
		for _, t := range s.Terms {
			v := t.Weight * t.Law.Kernel(z)
			got += v
			size += math.Abs(v)
		}
		if !(math.Abs(got-want) <= 1e-11*size+1e-14*scale) {
			return false
		}
	}
	return true
}

// supported reports whether the law can be tabulated: stable laws have to be wider than the rounding of their index.
func (l *Law) supported() bool {
	for _, s := range l.steps {
		if !s.log && s.p < 1 && s.p > 1-1e-8 {
			return false
		}
	}
	return len(l.steps) > 0
}

const depthMost = 40

// number returns the value of a constant.
func number(e *formula.Expr) (float64, bool) {
	if e.Varies() {
		return 0, false
	}
	v := numeric.CompileFormula(e).At(0)
	return v, !math.IsNaN(v) && !math.IsInf(v, 0)
}

func (s Sum) times(c float64) Sum {
	out := Sum{Constant: c * s.Constant}
	for _, t := range s.Terms {
		out.Terms = append(out.Terms, Term{c * t.Weight, t.Law})
	}
	return out
}

func one(weight float64, l *Law) (Sum, bool) { return Sum{Terms: []Term{{weight, l}}}, true }

func recognise(e *formula.Expr, depth int) (Sum, bool) {
	if depth > depthMost {
		return Sum{}, false
	}
	if v, ok := number(e); ok {
		return Sum{Constant: v}, true
	}
	e = e.Body()
	args := e.Args()
	switch e.Op() {
	case formula.OpCall:
		return recognise(e.Body(), depth+1)
	case formula.OpNeg:
		s, ok := recognise(args[0], depth+1)
		return s.times(-1), ok
	case formula.OpAdd, formula.OpSub:
		a, ok := recognise(args[0], depth+1)
		if !ok {
			return a, false
		}
		b, ok := recognise(args[1], depth+1)
		if e.Op() == formula.OpSub {
			b = b.times(-1)
		}
		return Sum{a.Constant + b.Constant, append(a.Terms, b.Terms...)}, ok
	case formula.OpMul:
		for i := range args {
			if c, ok := number(args[i]); ok {
				s, ok := recognise(args[1-i], depth+1)
				return s.times(c), ok
			}
		}
	case formula.OpDiv:
		if c, ok := number(args[1]); ok && c != 0 {
			s, ok := recognise(args[0], depth+1)
			return s.times(1 / c), ok
		}
		if c, ok := number(args[0]); ok {
			s, ok := power(args[1], -1, depth+1)
			return s.times(c), ok
		}
	case formula.OpExp:
		// exp(c0 − ψ)
		if a, ok := affine(args[0], depth+1); ok && a.sign < 0 {
			return one(math.Exp(a.c), &Law{steps: a.steps})
		}
		return Sum{}, false
	case formula.OpLog:
		// log(1 + a/(c+ψ)): the argument is 1 + a·(c+ψ)^−1 with a Gamma(1) law
		s, ok := recognise(args[0], depth+1)
		if !ok || len(s.Terms) != 1 || !(s.Constant > 0) {
			return Sum{}, false
		}
		l := s.Terms[0].Law
		if a := s.Terms[0].Weight / s.Constant; a > 0 && l.from == (origin{originGamma, 1}) {
			out := Sum{Constant: elem64.Log(s.Constant)}
			out.Terms = []Term{{math.Log1p(a), &Law{from: origin{originRatio, a}, steps: l.steps}}}
			return out, true
		}
		return Sum{}, false
	}
	return power(e, 1, depth+1)
}

// power recognises e^p.
func power(e *formula.Expr, p float64, depth int) (Sum, bool) {
	if depth > depthMost {
		return Sum{}, false
	}
	e = e.Body()
	args := e.Args()
	switch e.Op() {
	case formula.OpPow:
		if q, ok := number(args[1]); ok {
			return power(args[0], p*q, depth+1)
		}
		return Sum{}, false
	case formula.OpSqrt:
		return power(args[0], p/2, depth+1)
	case formula.OpExp:
		if a, ok := affine(args[0], depth+1); ok && float64(a.sign)*p < 0 {
			a.scale(math.Abs(p))
			return one(math.Exp(p*a.c), &Law{steps: a.steps})
		}
		return Sum{}, false
	case formula.OpDiv:
		if s, ok := dagum(args[0], args[1], p, depth+1); ok {
			return s, true
		}
		if c, ok := number(args[0]); ok && c > 0 {
			s, ok := power(args[1], -p, depth+1)
			return s.times(elem64.Pow(c, p)), ok
		}
	case formula.OpMul:
		for i := range args {
			if c, ok := number(args[i]); ok && c > 0 {
				s, ok := power(args[1-i], p, depth+1)
				return s.times(elem64.Pow(c, p)), ok
			}
		}
		return Sum{}, false
	}
	if p < 0 {
		// (c+ψ)^p = c^p (1 + ψ/c)^p
		if a, ok := affine(e, depth+1); ok && a.sign > 0 && a.c > 0 {
			a.scale(1 / a.c)
			return one(elem64.Pow(a.c, p), &Law{from: origin{originGamma, -p}, steps: a.steps})
		}
		// (1+1/ψ)^p is Dagum's
		if s, ok := recognise(e, depth+1); ok && len(s.Terms) == 0 {
			return Sum{}, false
		}
		return overOne(e, p, depth+1)
	}
	// (1 − 1/(1+ψ))^p
	if s, ok := oneLess(e, depth+1); ok && p > 0 && p <= 1 {
		return dagumSum(s.steps, p, s.weight)
	}
	return Sum{}, false
}

// dagumSum is weight·(λ/(1+λ))^p = weight − weight·(1 − …).
func dagumSum(steps []step, p, weight float64) (Sum, bool) {
	if !(p > 0 && p <= 1) {
		return Sum{}, false
	}
	return Sum{Constant: weight, Terms: []Term{{-weight, &Law{from: origin{originDagum, p}, steps: steps}}}}, true
}

// dagum recognises (ψ₁/(c+ψ₂))^p with ψ₁ = κψ₂: also z^a/(c + z^b)^g with a = bg.
func dagum(num, den *formula.Expr, p float64, depth int) (Sum, bool) {
	if depth > depthMost {
		return Sum{}, false
	}
	inner, q := den, 1.0
	for inner = inner.Body(); inner.Op() == formula.OpPow || inner.Op() == formula.OpSqrt; inner = inner.Body() {
		x := 0.5
		if inner.Op() == formula.OpPow {
			var ok bool
			if x, ok = number(inner.Args()[1]); !ok {
				return Sum{}, false
			}
		}
		q *= x
		inner = inner.Args()[0]
	}
	b, ok := affine(inner, depth+1)
	if !ok || b.sign < 0 || !(b.c > 0) || len(b.steps) != 1 || b.steps[0].log {
		return Sum{}, false
	}
	a, beta, ok := monomial(num, depth+1)
	s := b.steps[0]
	if !ok || !(a > 0) || math.Abs(beta-2*s.p*q) > 1e-14*beta {
		return Sum{}, false
	}
	// a z^β/(c+Az^{2p})^q = (a/A^q)·(λ/(1+λ))^q with λ = A z^{2p}/c
	weight := elem64.Pow(a/elem64.Pow(s.a, q), p)
	b.scale(1 / b.c)
	return dagumSum(b.steps, p*q, weight)
}

// oneLess recognises w(1 − 1/(1+ψ)).
func oneLess(e *formula.Expr, depth int) (out struct {
	steps  []step
	weight float64
}, ok bool,
) {
	if op := e.Op(); op != formula.OpSub && op != formula.OpAdd {
		return out, false
	}
	s, ok := recognise(e, depth+1)
	if !ok || len(s.Terms) != 1 || !(s.Constant > 0) || s.Terms[0].Law.from != (origin{originGamma, 1}) ||
		math.Abs(s.Terms[0].Weight+s.Constant) > 1e-15*s.Constant {
		return out, false
	}
	out.steps, out.weight = s.Terms[0].Law.steps, s.Constant
	return out, true
}

// overOne recognises (1 + a z^−b)^p, p < 0, which is (λ/(1+λ))^|p| with λ = z^b/a.
func overOne(e *formula.Expr, p float64, depth int) (Sum, bool) {
	if e.Op() != formula.OpAdd {
		return Sum{}, false
	}
	for i, x := range e.Args() {
		c, ok := number(x)
		if !ok || !(c > 0) {
			continue
		}
		a, beta, ok := monomial(e.Args()[1-i], depth+1)
		if !ok || !(a > 0) || beta >= 0 || beta < -2 {
			return Sum{}, false
		}
		return dagumSum([]step{{a: c / a, p: -beta / 2}}, -p, elem64.Pow(c, p))
	}
	return Sum{}, false
}

// monomial recognises a·z^β.
func monomial(e *formula.Expr, depth int) (a, beta float64, ok bool) {
	if depth > depthMost {
		return 0, 0, false
	}
	if v, ok := number(e); ok {
		return v, 0, true
	}
	e = e.Body()
	args := e.Args()
	switch e.Op() {
	case formula.OpVar:
		return 1, 1, true
	case formula.OpNeg:
		a, beta, ok = monomial(args[0], depth+1)
		return -a, beta, ok
	case formula.OpMul, formula.OpDiv:
		a, beta, ok = monomial(args[0], depth+1)
		if !ok {
			return 0, 0, false
		}
		b, gamma, ok := monomial(args[1], depth+1)
		if e.Op() == formula.OpDiv {
			return a / b, beta - gamma, ok && b != 0
		}
		return a * b, beta + gamma, ok
	case formula.OpPow, formula.OpSqrt:
		p := 0.5
		if e.Op() == formula.OpPow {
			if p, ok = number(args[1]); !ok {
				return 0, 0, false
			}
		}
		a, beta, ok = monomial(args[0], depth+1)
		if !ok || a < 0 && p != math.Trunc(p) {
			return 0, 0, false
		}
		return elem64.Pow(a, p), beta * p, true
	}
	return 0, 0, false
}

// affineForm is c ± ψ for a Bernstein function ψ with ψ(0) = 0.
type affineForm struct {
	c     float64
	sign  int // of ψ
	steps []step
}

// scale multiplies ψ.
func (a *affineForm) scale(by float64) {
	steps := append([]step(nil), a.steps...)
	steps[0].a *= by
	a.steps = steps
}

// affine recognises c ± ψ.
func affine(e *formula.Expr, depth int) (a affineForm, ok bool) { // one function: a case for each operation.
	if depth > depthMost {
		return a, false
	}
	e = e.Body()
	args := e.Args()
	switch e.Op() {
	case formula.OpNeg:
		a, ok = affine(args[0], depth+1)
		a.c, a.sign = -a.c, -a.sign
		return a, ok
	case formula.OpAdd, formula.OpSub:
		flip := e.Op() == formula.OpSub
		if c, is := number(args[1]); is {
			a, ok = affine(args[0], depth+1)
			if flip {
				c = -c
			}
			a.c += c
			return a, ok
		}
		c, is := number(args[0])
		if !is {
			return a, false
		}
		a, ok = affine(args[1], depth+1)
		if flip {
			a.c, a.sign = -a.c, -a.sign
		}
		a.c += c
		return a, ok
	case formula.OpMul, formula.OpDiv:
		c, is := number(args[1])
		other := args[0]
		if e.Op() == formula.OpDiv {
			c = 1 / c
		} else if !is {
			c, is = number(args[0])
			other = args[1]
		}
		if is && c != 0 && !math.IsInf(c, 0) {
			if a, ok = affine(other, depth+1); ok {
				a.c *= c
				if c < 0 {
					a.sign = -a.sign
				}
				a.scale(math.Abs(c))
			}
			return a, ok
		}
	case formula.OpLog:
		// log(c+ψ) = log c + log(1 + ψ/c)
		b, ok := affine(args[0], depth+1)
		if !ok || b.sign < 0 || !(b.c > 0) {
			return a, false
		}
		return affineForm{elem64.Log(b.c), 1, append([]step{{log: true, a: 1, b: 1 / b.c}}, b.steps...)}, true
	case formula.OpPow, formula.OpSqrt:
		if coef, beta, is := monomial(e, 0); is && coef > 0 && beta > 0 && beta <= 2 {
			return affineForm{0, 1, []step{{a: coef, p: beta / 2}}}, true
		}
		p := 0.5
		if e.Op() == formula.OpPow {
			if p, ok = number(args[1]); !ok {
				return a, false
			}
		}
		b, ok := affine(args[0], depth+1)
		if !ok || b.sign < 0 || b.c != 0 || !(p > 0 && p <= 1) {
			return a, false
		}
		return affineForm{0, 1, append([]step{{a: 1, p: p}}, b.steps...)}, true
	}
	coef, beta, is := monomial(e, depth+1)
	if !is || coef == 0 || !(beta > 0 && beta <= 2) {
		return a, false
	}
	a = affineForm{0, 1, []step{{a: math.Abs(coef), p: beta / 2}}}
	if coef < 0 {
		a.sign = -1
	}
	return a, true
}
