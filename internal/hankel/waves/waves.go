package waves

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"krein/ball"
	"krein/internal/hankel/closed"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// An Atom is a weight at a frequency ω ≥ 0.
type Atom struct {
	Omega  closed.Num
	Weight ball.Real
}

// Atoms are atoms at frequencies that are told apart, in increasing order.
type Atoms struct {
	List []Atom
	// Lattice has further atoms, of larger frequencies than those of the list at multiples of its spacing; nil: none.
	Lattice *Lattice
	// Lost bounds the sum of the absolute values of all weights that are neither listed nor in the lattice.
	Lost ball.Mag
	// Off bounds the sum of the absolute values of what the function has at the frequencies of the list and the lattice beside
	// the weights that stand there: a remainder of a series has its own weights at any frequency, listed ones among them. So
	// Σ |μ({ω}) − weight| ≤ Lost + Off over all ω, and a single weight is known to its ball and Off.
	Off ball.Mag
}

// Error says why the Fourier series of a function was not enclosed.
type Error struct{ Because string }

// Error implements error.
func (e *Error) Error() string { return "waves: not enclosed: " + e.Because }

func errorf(format string, a ...any) error { return &Error{fmt.Sprintf(format, a...)} }

// Of reports whether z occurs in e only within sines, cosines and tangents of az + b, and at all.
func Of(e *formula.Expr) bool {
	b, ok := basesOf(e)
	return ok && len(b) > 0
}

// Series encloses the Fourier series of e, which must be an even function on the line, or an odd one if odd is set, with
// about prec bits: the weights are c_ω of an even e, and −i c_ω of an odd one, and Lost counts ω and −ω. The error is an
// *Error, or that of the meter of the kernel of which e is made, which is cut where that is.
func Series(e *formula.Expr, odd bool, prec uint, of *kernel.Kernel) (*Atoms, error) {
	b, ok := basesOf(e)
	if !ok || len(b) == 0 {
		return nil, errorf("z occurs in %s outside of sines and cosines of az + b, or too many frequencies do", e)
	}
	if !symmetric(e, odd, of.Points()) {
		return nil, errorf("%s is not proved to be an even function, or an odd one, on the line", e)
	}
	k := &calculator{bases: b, prec: prec + 32, meter: of.Meter(), known: map[*formula.Expr]*sum{}}
	s := k.walk(e)
	if err := of.Meter().Err(); err != nil {
		return nil, err
	}
	if s == nil {
		return nil, errorf("%s is not proved to be made of waves by functions that are analytic there", e)
	}
	return k.atoms(s, odd, prec)
}

// Cosines encloses the Fourier series of an even function with about prec bits, where the weights are those of cos(ωz):
// a function as of Series, one of one period that is continuous and analytic on pieces, up to their ends, or a sum of
// both; or a function of a root of |sin az| or |cos az|, the coefficients of which are listed as far as that goes. The error is as of Series.
func Cosines(e *formula.Expr, prec uint, of *kernel.Kernel) (*Atoms, error) {
	out, err := Series(e, false, prec, of)
	var none *Error
	if err == nil {
		out.double()
		return out, nil
	}
	if !errors.As(err, &none) || !symmetric(e, false, of.Points()) {
		return nil, err
	}
	if r, ok := rootedOf(e); ok && !r.p.IsInt() {
		return r.series(prec, of.Meter())
	}
	e = chords(e)
	var kinks *formula.Expr
	out = &Atoms{}
	for _, t := range formula.Terms(e) {
		if !t.Varies() {
			kinks = formula.Combine(formula.OpAdd, kinks, t)
			continue
		}
		some, fault := Series(t, false, prec, of)
		if fault != nil {
			if !errors.As(fault, &none) {
				return nil, fault
			}
			kinks = formula.Combine(formula.OpAdd, kinks, t)
			continue
		}
		some.double()
		out.List, out.Lost, out.Off = append(out.List, some.List...), out.Lost.Add(some.Lost), out.Off.Add(some.Off)
	}
	if kinks == nil {
		return nil, err
	}
	b, ok := basesOf(kinks)
	if !ok || len(b) != 1 {
		return nil, err
	}
	some, fault := kinkedSeries(kinks, b[0], prec, of)
	if fault != nil {
		return nil, fault
	}
	if len(out.List) == 0 {
		return some, nil
	}
	out.List, out.Lattice = append(out.List, some.List...), some.Lattice
	out.Lost, out.Off = out.Lost.Add(some.Lost), out.Off.Add(some.Off)
	// What one part does not list may lie where another one does.
	out.Off = out.Off.Add(out.Lost)
	return out, out.Merge()
}

// double makes weights of cos(ωz) of those of e^{iωz}.
func (a *Atoms) double() {
	for i := range a.List {
		if x := &a.List[i]; !x.Omega.IsZero() {
			x.Weight.Mul2Exp(&x.Weight, 1)
		}
	}
}

// symmetric reports whether e is seen to be even on the line, or odd.
func symmetric(e *formula.Expr, odd bool, points piecewise.Points) bool {
	want := 1
	if odd {
		want = -1
	}
	if formula.Parity(e) == want {
		return true
	}
	mirrored := formula.Substitute(e, formula.Apply(formula.OpNeg, formula.Variable()))
	if odd {
		mirrored = formula.Apply(formula.OpNeg, mirrored)
	}
	return piecewise.ProvedEqual(e, mirrored, points)
}

// walk returns the series of e, nil if it is not found.
func (k *calculator) walk(e *formula.Expr) *sum {
	if e.Op() == formula.OpCall {
		return k.walk(e.Body())
	}
	if s, ok := k.known[e]; ok {
		return s
	}
	if k.meter.Stopped() {
		return nil
	}
	s := k.find(e)
	k.known[e] = s
	return s
}

func (k *calculator) find(e *formula.Expr) *sum {
	if e.Op().IsCondition() {
		return nil
	}
	if !e.Varies() {
		c := closed.ExprNum(e)
		if !c.Exact() {
			return nil
		}
		var v ball.Complex
		c.Ball(&v.Re, k.prec)
		return constant(&v)
	}
	if a, b, ok := linear(e); ok && e.Op() != formula.OpTan {
		return k.wave(a, b, e.Op() == formula.OpSin)
	}
	if len(k.bases) == 1 { // from values at once, which is better where both can be had
		if s := k.periodic(e); s != nil {
			return s
		}
	}
	if s := k.made(e); s != nil {
		return s
	}
	return k.periodic(e)
}

// wave returns the series of sin(az+b) or cos(az+b).
func (k *calculator) wave(a, b closed.Num, sine bool) *sum {
	i, n, ok := k.bases.multiple(a)
	if !ok {
		return nil
	}
	var phase, x, y ball.Complex
	b.Ball(&phase.Im, k.prec)
	x.Exp(&phase, k.prec)
	y.Exp(phase.Neg(&phase), k.prec)
	if sine { // over ±i
		x.Quo(&x, unit, k.prec)
		y.Quo(&y, unit, k.prec)
		y.Neg(&y)
	}
	s := newSum()
	var at index
	at[i] = int16(n)
	s.coefficient(at).Mul2Exp(&x, -1)
	s.coefficient(at.neg()).Mul2Exp(&y, -1)
	return s
}

// made returns the series of e from those of its parts.
func (k *calculator) made(e *formula.Expr) *sum { // one function: a case for each operation.
	args := make([]*sum, len(e.Args()))
	for i, a := range e.Args() {
		if args[i] = k.walk(a); args[i] == nil {
			return nil
		}
	}
	one := ball.NewComplex(1)
	switch e.Op() {
	case formula.OpNeg:
		return k.scale(args[0], ball.NewComplex(-1))
	case formula.OpAdd:
		return k.add(args[0], args[1], 1)
	case formula.OpSub:
		return k.add(args[0], args[1], -1)
	case formula.OpMul:
		return k.mul(args[0], args[1])
	case formula.OpDiv:
		if b := k.reciprocal(e.Args()[1], args[1]); b != nil {
			return k.mul(args[0], b)
		}
	case formula.OpPow:
		return k.powerOf(e.Args()[1], args[0])
	case formula.OpSqrt:
		return k.power(args[0], half)
	case formula.OpLog:
		return k.log(args[0])
	case formula.OpExp:
		return k.exp(args[0])
	case formula.OpCos:
		return k.circular(args[0], unit, false)
	case formula.OpSin:
		return k.circular(args[0], unit, true)
	case formula.OpCosh:
		return k.circular(args[0], one, false)
	case formula.OpSinh:
		return k.circular(args[0], one, true)
	}
	return nil
}

// reciprocal returns 1/f.
func (k *calculator) reciprocal(e *formula.Expr, f *sum) *sum {
	if !e.Varies() {
		var v ball.Complex
		if v.Inv(&f.c[0], k.prec); !v.MagUpper().IsInf() {
			return constant(&v)
		}
		return nil
	}
	if s := k.power(f, minusOne); s != nil {
		return s
	}
	s := k.power(k.scale(f, ball.NewComplex(-1)), minusOne)
	if s == nil {
		return nil
	}
	return k.scale(s, ball.NewComplex(-1))
}

var half, minusOne = ratio(1, 2), ratio(-1, 1)

// powerOf returns f to a constant power.
func (k *calculator) powerOf(exponent *formula.Expr, f *sum) *sum {
	if exponent.Varies() {
		return nil
	}
	p, ok := closed.ExprNum(exponent).Rat()
	if !ok {
		return nil
	}
	if n := p.Num(); p.IsInt() && n.Sign() >= 0 && n.BitLen() <= 7 {
		out := constant(ball.NewComplex(1))
		for i := n.BitLen() - 1; i >= 0 && out != nil; i-- {
			if out = k.mul(out, out); out != nil && n.Bit(i) == 1 {
				out = k.mul(out, f)
			}
		}
		return out
	}
	if p.Num().BitLen() > 16 || p.Denom().BitLen() > 32 {
		return nil
	}
	return k.power(f, p)
}

// periodic returns the series of a function of one period from its values.
func (k *calculator) periodic(e *formula.Expr) *sum {
	b, ok := basesOf(e)
	parity := formula.Parity(e)
	if !ok || len(b) != 1 || parity == 0 {
		return nil
	}
	i, n, ok := k.bases.multiple(b[0].w)
	if !ok {
		return nil
	}
	t := newTrapezoid(e, parity < 0, b[0].w, k.prec, k.meter)
	if t == nil {
		return nil
	}
	points := t.points(k.prec)
	if !k.spend(points * points / 4) {
		return nil
	}
	c, lost := t.coefficients(points, k.prec)
	if c == nil || n*(len(c)-1) > mostIndex { // indices are int16: beyond that they would come round to others
		return nil
	}
	s := newSum()
	s.lost = lost
	for j := range c {
		var at index
		at[i] = int16(n * j)
		if parity < 0 { // c_{−j} = −c_j
			s.coefficient(at).Im.Set(&c[j])
			s.coefficient(at.neg()).Im.Neg(&c[j])
			continue
		}
		s.coefficient(at).Re.Set(&c[j])
		s.coefficient(at.neg()).Re.Set(&c[j])
	}
	return s
}

// atomBits is the precision of enclosures that tell frequencies apart, most of them.
const atomBits = 192

// atoms lists the coefficients at ω ≥ 0, of which the other half is the mirror image. The norm of the remainder r of a sum
// counts its weights at ω and −ω, listed or not, so that it bounds Lost; twice of it bounds Off for weights of cos(ωz), which are
// twice those at ω ≥ 0, whatever is listed at −ω.
func (k *calculator) atoms(s *sum, odd bool, prec uint) (*Atoms, error) {
	out := &Atoms{Lost: s.lost, Off: s.lost.Mul2Exp(1)}
	for i := range s.c {
		omega := closed.IntNum(0)
		for j, n := range s.n[i] {
			if n != 0 {
				omega = omega.Add(k.bases[j].w.Mul(closed.IntNum(int64(n))))
			}
		}
		a := Atom{Omega: omega}
		switch sign := omega.Sign(); {
		case sign == 0 && !omega.IsZero():
			return nil, errorf("it is not known whether the frequency %v is 0", omega)
		case sign < 0:
			if _, listed := s.at[s.n[i].neg()]; !listed { // the mirror image is in s.lost
				out.Lost = out.Lost.Add(s.c[i].MagUpper())
			}
			continue
		}
		a.Weight.Set(&s.c[i].Re)
		if odd {
			a.Weight.Set(&s.c[i].Im)
		}
		a.Weight.SetRound(&a.Weight, prec)
		out.List = append(out.List, a)
	}
	return out, out.Merge()
}

// Merge sorts the atoms and adds up those at one frequency. So much of a lattice is listed that no other atom is among
// those that are left.
func (a *Atoms) Merge() error {
	if err := a.clear(); err != nil {
		return err
	}
	slices.SortStableFunc(a.List, func(x, y Atom) int { return cmp.Compare(x.Omega.Float64(), y.Omega.Float64()) })
	var out []Atom
	var at []ball.Real
	for _, x := range a.List {
		var v ball.Real
		x.Omega.Ball(&v, atomBits)
		if !v.IsExact() && v.RelAccuracyBits() < 100 {
			return errorf("the frequency %v is not known exactly", x.Omega)
		}
		// those before in this order, as float64s round to nearest
		known := false
		for i := len(out) - 1; i >= 0 && out[i].Omega.Float64() >= x.Omega.Float64()*(1-0x1p-40) && !known; i-- {
			if at[i].Overlaps(&v) == ball.False {
				continue
			}
			switch order, ok := out[i].Omega.Cmp(x.Omega); {
			case !ok:
				return errorf("it is not known whether the frequencies %v and %v are one", out[i].Omega, x.Omega)
			case order == 0:
				out[i].Weight.Add(&out[i].Weight, &x.Weight, atomBits)
				known = true
			}
		}
		if !known {
			out, at = append(out, Atom{Omega: x.Omega}), append(at, ball.Real{})
			out[len(out)-1].Weight.Set(&x.Weight)
			at[len(at)-1].Set(&v)
		}
	}
	a.List = out
	return nil
}
