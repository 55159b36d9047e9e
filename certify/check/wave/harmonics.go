package wave

import (
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/kernel/constant"
	"krein/kernel/formula"
)

// Harmonic is the wave Cos·cos(Freq z) + Sin·sin(Freq z).
type Harmonic struct{ Freq, Cos, Sin constant.Value }

// maxHarmonics and maxProducts bound the harmonics of a formula and the products that a multiplication forms.
const (
	maxHarmonics = 256
	maxProducts  = 4096
)

// harmonicForms finds the harmonics of formulas and remembers them.
// A formula built of sines and cosines of az + b, constants, sums, products and powers with natural exponents is a sum of harmonics, for every
// real z. Frequencies that are written in one way are merged, others, though they may be equal, are not. There are none of other formulas, of
// larger ones, and once the meter, which counts the work, is spent.
type harmonicForms struct {
	found map[*formula.Expr]harmonicForm
	meter *budget.Meter
}

func newHarmonicForms(m *budget.Meter) harmonicForms {
	return harmonicForms{make(map[*formula.Expr]harmonicForm), m}
}

// waveUnits is the work on one wave: its frequency written out, and a product of constants.
const waveUnits = 60

type harmonicForm struct {
	h  []Harmonic
	ok bool
}

func (m harmonicForms) of(e *formula.Expr) (h []Harmonic, ok bool) {
	e = formula.Unfold(e)
	if e == nil {
		return nil, false
	}
	f, seen := m.found[e]
	if !seen {
		f.h, f.ok = m.find(e)
		m.found[e] = f
	}
	return f.h, f.ok
}

func (m harmonicForms) find(e *formula.Expr) (h []Harmonic, ok bool) {
	if !e.Varies() {
		c, err := constant.New(e)
		return []Harmonic{{Cos: c}}, err == nil
	}
	args := e.Args()
	switch e.Op() {
	case formula.OpSin, formula.OpCos:
		a, b, ok := Linear(args[0])
		if !ok {
			return nil, false
		}
		sin, cos, ok := sinCos(b)
		if e.Op() == formula.OpCos {
			sin, cos = cos, sin.Neg()
		}
		return m.merged([]Harmonic{{a, sin, cos}}), ok && !m.meter.Stopped()
	case formula.OpNeg, formula.OpAdd, formula.OpSub:
		if !m.sum(e, 1, &h) {
			return nil, false
		}
		h = m.merged(h)
		return h, len(h) <= maxHarmonics && !m.meter.Stopped()
	case formula.OpMul:
		g, ok := m.of(args[0])
		if !ok {
			return nil, false
		}
		if h, ok = m.of(args[1]); !ok {
			return nil, false
		}
		return m.times(g, h)
	case formula.OpDiv:
		if args[1].Varies() {
			return nil, false
		}
		c, err := constant.New(args[1])
		if err == nil {
			c, err = constant.Rat(big.NewRat(1, 1)).Quo(c)
		}
		if err != nil {
			return nil, false
		}
		h, ok = m.of(args[0])
		return scaledHarmonics(h, c), ok
	case formula.OpPow:
		n := args[1].Num()
		if n == nil || !n.IsInt() || n.Sign() <= 0 || n.Cmp(big.NewRat(maxHarmonics, 1)) > 0 {
			return nil, false
		}
		if h, ok = m.of(args[0]); !ok {
			return nil, false
		}
		return m.power(h, n.Num().Int64())
	}
	return nil, false
}

// sum appends the harmonics of the summands of e times sign.
func (m harmonicForms) sum(e *formula.Expr, sign int64, out *[]Harmonic) bool {
	e = formula.Unfold(e)
	args := e.Args()
	switch e.Op() {
	case formula.OpNeg:
		return m.sum(args[0], -sign, out)
	case formula.OpAdd:
		return m.sum(args[0], sign, out) && m.sum(args[1], sign, out)
	case formula.OpSub:
		return m.sum(args[0], sign, out) && m.sum(args[1], -sign, out)
	}
	h, ok := m.of(e)
	*out = append(*out, scaledHarmonics(h, constant.Rat(big.NewRat(sign, 1)))...)
	return ok
}

func (m harmonicForms) power(h []Harmonic, n int64) (out []Harmonic, ok bool) {
	out, ok = h, true
	for i := big.NewInt(n).BitLen() - 2; i >= 0 && ok; i-- {
		if out, ok = m.times(out, out); ok && n>>i&1 == 1 {
			out, ok = m.times(out, h)
		}
	}
	return out, ok
}

// sinCos returns sin b and cos b.
func sinCos(b constant.Value) (sin, cos constant.Value, ok bool) {
	e, ok := b.Expr()
	if !ok {
		return sin, cos, false
	}
	sin, err := constant.New(formula.Apply(formula.OpSin, e))
	if err != nil {
		return sin, cos, false
	}
	cos, err = constant.New(formula.Apply(formula.OpCos, e))
	return sin, cos, err == nil
}

func scaledHarmonics(h []Harmonic, c constant.Value) []Harmonic {
	out := make([]Harmonic, len(h))
	for i, x := range h {
		out[i] = Harmonic{x.Freq, x.Cos.Mul(c), x.Sin.Mul(c)}
	}
	return out
}

// times multiplies two sums by 2 cos x cos y = cos(x−y) + cos(x+y) and its like.
func (m harmonicForms) times(g, h []Harmonic) (out []Harmonic, ok bool) {
	if n := len(g) * len(h); n > maxProducts || !m.meter.Spend(2*waveUnits*int64(n)) {
		return nil, false
	}
	half := constant.Rat(big.NewRat(1, 2))
	for _, x := range g {
		for _, y := range h {
			cc, ss := x.Cos.Mul(y.Cos).Mul(half), x.Sin.Mul(y.Sin).Mul(half)
			sc, cs := x.Sin.Mul(y.Cos).Mul(half), x.Cos.Mul(y.Sin).Mul(half)
			out = append(out, Harmonic{x.Freq.Sub(y.Freq), cc.Add(ss), sc.Sub(cs)}, Harmonic{x.Freq.Add(y.Freq), cc.Sub(ss), sc.Add(cs)})
		}
	}
	out = m.merged(out)
	return out, len(out) <= maxHarmonics && !m.meter.Stopped()
}

// merged adds up harmonics of frequencies that are written in one way, after making them positive where their sign is known, and drops what
// is seen to be zero; it gives up once the work is spent.
func (m harmonicForms) merged(h []Harmonic) []Harmonic {
	at := make(map[string]int)
	var sums []Harmonic
	for _, x := range h {
		if !m.meter.Spend(waveUnits) {
			return nil
		}
		switch s, known := x.Freq.Sign(); {
		case known != ball.True:
		case s == 0:
			x.Freq, x.Sin = constant.Value{}, constant.Value{}
		case s < 0:
			x.Freq, x.Sin = x.Freq.Neg(), x.Sin.Neg()
		}
		key := x.Freq.String()
		i, seen := at[key]
		if !seen {
			at[key] = len(sums)
			sums = append(sums, x)
			continue
		}
		sums[i].Cos, sums[i].Sin = sums[i].Cos.Add(x.Cos), sums[i].Sin.Add(x.Sin)
	}
	var out []Harmonic
	for _, x := range sums {
		if c, ok := x.Cos.Rat(); ok && c.Sign() == 0 {
			if s, ok := x.Sin.Rat(); ok && s.Sign() == 0 {
				continue
			}
		}
		out = append(out, x)
	}
	return out
}

// Trigonometric returns e with every part that Harmonics can write so written, and exp of a sum that contains such a part as a product; the
// value is the same for every real z, and there is one where e has one. It returns e itself if nothing is gained, or m is spent.
func Trigonometric(e *formula.Expr, m *budget.Meter) *formula.Expr {
	r := rewriter{harmonics: newHarmonicForms(m), memo: make(map[*formula.Expr]*formula.Expr)}
	if f := r.walk(e); !m.Stopped() && !f.Equal(formula.Unfold(e)) {
		return f
	}
	return e
}

type rewriter struct {
	harmonics harmonicForms
	memo      map[*formula.Expr]*formula.Expr
}

func (r *rewriter) walk(e *formula.Expr) *formula.Expr {
	e = formula.Unfold(e)
	if !e.Varies() || len(e.Args()) == 0 {
		return e
	}
	if f, ok := r.memo[e]; ok {
		return f
	}
	f := r.node(e)
	r.memo[e] = f
	return f
}

func (r *rewriter) node(e *formula.Expr) *formula.Expr {
	if h, ok := r.harmonics.of(e); ok {
		if f, ok := sumOfHarmonics(h); ok {
			return f
		}
	}
	if e.Op() == formula.OpExp {
		if f, ok := r.exponential(e.Args()[0]); ok {
			return f
		}
	}
	args := make([]*formula.Expr, len(e.Args()))
	for i, a := range e.Args() {
		args[i] = r.walk(a)
	}
	return formula.Apply(e.Op(), args...)
}

// exponential writes exp(h + rest), h the harmonics, as exp(c)·exp(h − c)·exp(rest), c the constant in h.
func (r *rewriter) exponential(exponent *formula.Expr) (f *formula.Expr, ok bool) {
	var h []Harmonic
	var rest *formula.Expr
	for _, t := range formula.Terms(exponent) {
		if g, ok := r.harmonics.of(t); ok {
			h = append(h, g...)
			continue
		}
		rest = formula.Combine(formula.OpAdd, rest, r.walk(t))
	}
	var waves, still []Harmonic
	for _, x := range r.harmonics.merged(h) {
		if x.Freq.IsZero() == ball.True {
			still = append(still, x)
		} else {
			waves = append(waves, x)
		}
	}
	if len(waves) == 0 {
		return nil, false
	}
	sum, ok := sumOfHarmonics(waves)
	if !ok {
		return nil, false
	}
	c, ok := sumOfHarmonics(still)
	if !ok {
		return nil, false
	}
	f = formula.Apply(formula.OpExp, sum)
	if len(still) > 0 {
		f = formula.Mul(formula.Apply(formula.OpExp, c), f)
	}
	if rest != nil {
		f = formula.Mul(f, formula.Apply(formula.OpExp, rest))
	}
	return f, true
}

// sumOfHarmonics writes harmonics as a formula; ok is false if a constant cannot be written.
func sumOfHarmonics(h []Harmonic) (sum *formula.Expr, ok bool) {
	add := func(c constant.Value, wave *formula.Expr) {
		if c.IsZero() == ball.True {
			return
		}
		e, written := c.Expr()
		if ok = ok && written; !ok {
			return
		}
		if wave != nil {
			e = formula.Identity(formula.Mul(e, wave))
		}
		sum = formula.Combine(formula.OpAdd, sum, e)
	}
	ok = true
	for _, x := range h {
		if x.Freq.IsZero() == ball.True {
			add(x.Cos, nil)
			continue
		}
		a, written := x.Freq.Expr()
		if !written {
			return nil, false
		}
		phase := formula.Identity(formula.Mul(a, formula.Variable()))
		add(x.Cos, formula.Apply(formula.OpCos, phase))
		add(x.Sin, formula.Apply(formula.OpSin, phase))
	}
	if sum == nil {
		sum = formula.Int(0)
	}
	return sum, ok
}
