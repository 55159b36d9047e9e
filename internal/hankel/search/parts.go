package search

import (
	"context"
	"errors"
	"fmt"
	"math"

	"krein/ball"
	"krein/internal/hankel/atoms"
	"krein/internal/hankel/density"
	"krein/internal/hankel/mass"
	"krein/internal/hankel/quadrature"
	"krein/internal/hankel/sign"
)

// Jordan encloses the Jordan parts of a measure to any number of digits. The signs of the density are proved on panels, which takes no more precision than a
// proof of its masses; where it changes its sign, within [a, b], a monotone factor of it shows that ∫_a^b |m| is of the order of (b−a)², so that half
// of the digits of a zero are enough, and in between the parts are differences of the distribution function (quadrature.Cumulated). Beyond the last zero
// they follow from k(0), or for a density that oscillates forever from the sum over its lobes.
type Jordan struct {
	p        *density.Density
	positive bool // the density is nonnegative: nothing else counts

	s     *Searcher
	known float64 // the signs are known for ω ≤ known; +Inf
	first int     // the sign next to 0
	zeros []*change
	lobes *mass.Lobes // beyond the last zero, which is close to their start; nil
	exact uint        // to how many bits lobes are, math.MaxUint: to as many as can be had
}

// Parts are enclosures of the Jordan parts of a measure, atoms included.
type Parts struct {
	Plus, Minus, Total ball.Real
	Changes            int // of the sign of the density; −1: infinitely many, or not counted
	Bits               int64
	Met                bool // all have as many bits as were asked for
}

// NewJordan starts with the sign of the density. The error is that of ctx.
func NewJordan(ctx context.Context, p *density.Density) (*Jordan, error) {
	j := &Jordan{p: p}
	q, err := Sign(ctx, p, nil)
	if err != nil {
		return nil, err
	}
	j.positive = q.Sign == sign.Nonnegative
	return j, nil
}

// Positive reports whether the density is proved to be nonnegative.
func (j *Jordan) Positive() bool { return j.positive }

// SetPositive says that the density is proved to be nonnegative: that the kernel is positive definite in the dimension.
func (j *Jordan) SetPositive() { j.positive = true }

// partTries is how often the precision is raised, as far as summands cancel.
const partTries = 4

// All encloses the masses of the parts, with about prec bits each. The error is a *density.NotEnclosedError, a *mass.Error or that of ctx.
func (j *Jordan) All(ctx context.Context, prec uint) (*Parts, error) {
	all, err := j.enclose(ctx, nil, prec)
	if err == nil || ctx.Err() != nil {
		return all, err
	}
	// fewer digits are known without the signs
	m, _, other := MassesOf(ctx, j.p, &MassSettings{Tol: math.Max(math.Ldexp(1, -int(min(prec, 900))), 1e-25), Prec: min(max(prec, 64)+64, 256), Panels: mass.DefaultMassPanels})
	if other != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, err
	}
	all = &Parts{Changes: -1}
	all.Plus.Set(m.Plus)
	all.Minus.Set(m.Minus)
	all.rate(prec)
	return all, nil
}

// UpTo encloses those of [0, ω], without atoms at ω itself, for a positive omega.
func (j *Jordan) UpTo(ctx context.Context, omega *ball.Real, prec uint) (*Parts, error) {
	return j.enclose(ctx, omega, prec)
}

// enclose raises the precision.
func (j *Jordan) enclose(ctx context.Context, omega *ball.Real, prec uint) (*Parts, error) {
	var best *Parts
	extra := uint(16)
	for try := range partTries {
		a, err := j.parts(ctx, omega, prec+extra)
		if err != nil {
			if best != nil && ctx.Err() == nil {
				break
			}
			return nil, err
		}
		a.rate(prec)
		if best == nil || a.Bits > best.Bits {
			best = a
		} else {
			break
		}
		if a.Met || try == partTries-1 {
			break
		}
		extra += uint(max(int64(prec)-a.Bits, 16)) + 16
		if a.Bits < 0 {
			extra += prec
		}
	}
	return best, nil
}

// rate adds the parts up and sets Bits and Met.
func (a *Parts) rate(prec uint) {
	a.Total.Add(&a.Plus, &a.Minus, prec+32)
	a.Bits = math.MaxInt32
	for _, x := range []*ball.Real{&a.Plus, &a.Minus} {
		if !x.IsZero() {
			a.Bits = min(a.Bits, x.RelAccuracyBits())
		}
	}
	a.Met = a.Bits >= int64(prec)
}

// parts encloses at one precision.
func (j *Jordan) parts(ctx context.Context, omega *ball.Real, prec uint) (*Parts, error) {
	a := new(Parts)
	var k0 ball.Real
	if omega == nil {
		m, err := mass.NewMasses(j.p, prec, &k0)
		if err != nil {
			return nil, err
		}
		a.Plus.Set(m.PlusAtoms)
		a.Minus.Set(m.MinusAtoms)
	} else if err := j.addAtoms(a, omega, prec); err != nil {
		return nil, err
	}
	add := func(sign int, v *ball.Real) {
		switch {
		case sign > 0:
			a.Plus.Add(&a.Plus, v, prec)
		case sign < 0:
			a.Minus.Sub(&a.Minus, v, prec)
		}
	}
	if !j.positive {
		if err := j.find(ctx, omega, prec); err != nil {
			return nil, err
		}
	}
	// from is m([0, ·]) at the last cut, with half of what is not known about it. A cut c and its zero z lie both in [a, b], so that the
	// part between them is at most rest = z.mass, a bound of ∫_a^b |m|: ∫ m between two zeros is that between their cuts up to
	// the rests of both, which from has of the one and v of the other.
	var from, at, v ball.Real
	sign := 1
	if !j.positive {
		sign = j.first
	}
	var rest ball.Mag
	for _, z := range j.zeros {
		if omega != nil && omega.Less(&z.b) != ball.False {
			break
		}
		if err := z.refine(ctx, j.p, prec/2+8); err != nil {
			return nil, err
		}
		if omega != nil && omega.Less(&z.b) != ball.False {
			break // ω is within [a, b], or before
		}
		var err error
		if rest, err = z.cumulated(ctx, j.p, &at, prec); err != nil {
			return nil, err
		}
		v.Sub(&at, &from, prec)
		v.AddRad(rest)
		add(sign, &v)
		from.Set(&at)
		from.AddRad(rest)
		a.Changes++
		sign = -sign
	}
	switch {
	case omega != nil:
		if err := j.last(ctx, a, omega, &at, &from, sign, prec); err != nil {
			return nil, err
		}
	case j.lobes != nil:
		// between the zero, where m rises, and the start
		a.Plus.Add(&a.Plus, &j.lobes.Value[0], prec)
		a.Plus.AddRad(rest)
		a.Minus.Add(&a.Minus, &j.lobes.Value[1], prec)
		a.Changes = -1
	default: // k(0) = ∫ m
		add(sign, v.Sub(&k0, &from, prec))
	}
	return a, nil
}

// last adds the part between the last cut and ω; a zero within [a, b] of which ω may be is of one part or the other.
func (j *Jordan) last(ctx context.Context, all *Parts, omega, at, from *ball.Real, sign int, prec uint) error {
	if _, err := quadrature.Cumulated(ctx, j.p, at, omega, prec); err != nil {
		return err
	}
	var v ball.Real
	v.Sub(at, from, prec)
	if rest := j.zeros[min(all.Changes, len(j.zeros)):]; len(rest) > 0 && omega.LessEq(&rest[0].a) != ball.True {
		// ω ≤ b: what is beyond the zero is of the other part
		if rest[0].b.Less(omega) != ball.False {
			return &density.NotEnclosedError{Because: "the density changes its sign too close to the frequency"}
		}
		beyond := rest[0].mass(j.p.Dim())
		v.AddRad(beyond)
		half := new(ball.Real).SetMag(beyond)
		half.Mul2Exp(half, -1)
		other := &all.Minus
		if sign < 0 {
			other = &all.Plus
		}
		other.Add(other, half, prec)
		other.AddRad(half.MagUpper())
	}
	if sign < 0 {
		all.Minus.Sub(&all.Minus, &v, prec)
	} else {
		all.Plus.Add(&all.Plus, &v, prec)
	}
	return nil
}

// addAtoms adds those at frequencies below ω.
func (j *Jordan) addAtoms(a *Parts, omega *ball.Real, prec uint) error {
	if !atoms.Has(j.p) {
		return nil
	}
	all, _, err := atoms.Enclosed(j.p, prec)
	if err != nil {
		return err
	}
	if all.Lattice != nil || !all.Lost.IsZero() || !all.Off.IsZero() {
		return &density.NotEnclosedError{Because: "the measure has infinitely many atoms"}
	}
	for x, doubt := range atoms.Below(all, omega, prec) {
		switch {
		case doubt != nil:
			return doubt
		case x.Weight.Positive() == ball.True:
			a.Plus.Add(&a.Plus, &x.Weight, prec)
		case x.Weight.Negative() == ball.True:
			a.Minus.Sub(&a.Minus, &x.Weight, prec)
		default:
			return &density.NotEnclosedError{Because: fmt.Sprintf("the sign of the atom at ω = %v is not known", x.Omega)}
		}
	}
	return nil
}

// signBitsOf is the precision of the panels.
const signBitsOf = 128

// mostSignPanels bounds the panels on which a sign is looked for.
const mostSignPanels = 6000

// find finds the signs up to ω, or everywhere for nil, as far as they are not known.
func (j *Jordan) find(ctx context.Context, omega *ball.Real, prec uint) (err error) {
	switch {
	case omega != nil && omega.LessEq(ball.NewReal(j.known)) == ball.True,
		omega == nil && j.lobes == nil && math.IsInf(j.known, 1),
		omega == nil && j.lobes != nil && prec <= j.exact:
		return nil
	}
	j.known, j.lobes, j.zeros = 0, nil, nil
	if j.s == nil {
		if j.s, err = NewSearcher(ctx, j.p, signBitsOf); err != nil {
			return err
		}
	}
	s := j.s
	to, tail := 0.0, 0
	if err := s.EachEnd(ctx, func(e int) float64 { return math.Ldexp(1, e) }, func(t float64, sign int, _ []sign.EndTerm) bool {
		if sign != 0 {
			to, tail = t, sign
		}
		return sign != 0
	}); err != nil {
		return err
	}
	var lobes *mass.Lobes
	switch {
	case tail != 0:
		j.known = math.Inf(1)
	case omega != nil:
		w, _ := omega.MagUpper().Float(nil).Float64()
		to, j.known = w*w*1.01, w
	case s.F.Compact == nil:
		return mass.Errorf("no sign of the density at infinity was found")
	default:
		if lobes, to, err = j.findLobes(ctx, prec); err != nil {
			return err
		}
	}
	if err := j.sweep(ctx, to, tail); err != nil {
		j.known, j.zeros = 0, nil
		return err
	}
	if lobes != nil {
		return j.join(lobes)
	}
	return nil
}

// lobeStarts are the x = bω from which on the lobes are summed.
var lobeStarts = []float64{60, 130, 250, 450, 800}

// findLobes sums the tail to about prec bits, from as far out as that needs, or to as many as it can; to is where the panels may end.
func (j *Jordan) findLobes(ctx context.Context, prec uint) (best *mass.Lobes, to float64, err error) {
	s, err := mass.NewIntegrator(j.p, prec+32)
	if err != nil {
		return nil, 0, err
	}
	b, err := s.Frequency()
	if err != nil {
		return nil, 0, err
	}
	goal := ball.MagFloat64(mass.SizeAtZero(j.p)).Mul2Exp(8 - int64(prec))
	for _, x := range lobeStarts {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		l, why := s.Lobes(ctx, b, x+2*float64(j.p.Dim()))
		if why != nil {
			err = why
			var e *mass.Error
			if errors.As(why, &e) && e.Infinite {
				return nil, 0, why
			}
			continue
		}
		if best == nil || l.Value[0].Rad().Cmp(best.Value[0].Rad()) < 0 {
			best = l
		}
		if l.Value[0].Rad().Max(l.Value[1].Rad()).Cmp(goal) <= 0 {
			j.exact = prec
			break
		}
		j.exact = math.MaxUint
	}
	if best == nil {
		return nil, 0, err
	}
	// half of a lobe farther
	w, _ := best.Start.Float64()
	r := b.Float64()
	w += math.Pi / 2 / r
	return best, w * w, nil
}

// sweep proves the signs up to t = to, beyond which the density has the sign of its tail, if that is not 0.
func (j *Jordan) sweep(ctx context.Context, to float64, tail int) error {
	s := j.s
	s.Sign, s.SignFrom, s.found = tail, to, nil
	if err := s.ChooseFar(ctx, to, ball.MagPow2(-signBitsOf/2)); err != nil {
		return err
	}
	near, err := s.PrepareNear(to)
	if err != nil {
		return err
	}
	from := near / 4
	for j.first = 0; j.first == 0; {
		if err := ctx.Err(); err != nil {
			return err
		}
		if from < to*0x1p-300 {
			return mass.Errorf("no sign of the density at ω = 0 was found")
		}
		if j.first = s.AtZero(from); j.first == 0 {
			from /= 4
		}
	}
	w, err := s.cover(ctx, from, to)
	if err != nil {
		return err
	}
	var stack []*mass.Panel
	panels := w.panels()
	for i := len(panels) - 1; i >= 0; i-- {
		stack = append(stack, panels[i])
	}
	var zeros []*change
	last := j.first
	for used := 0; len(stack) > 0; used++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if p.Below == 0 || p.Above == 0 {
			mid := p.Lo + (p.Hi-p.Lo)/2
			if used > mostSignPanels || p.Hi-p.Lo < 0x1p-44*p.Hi {
				return mass.Errorf("the density could not be separated from zero near ω = %v", math.Sqrt(mid))
			}
			stack = append(stack, s.Panel(mid, p.Hi), s.Panel(p.Lo, mid))
			continue
		}
		if p.Below != last {
			return mass.Errorf("internal contradiction: two signs of the density at t = %v", p.Lo)
		}
		if last = p.Above; p.Below != p.Above {
			z, err := newChange(ctx, j.p, p)
			if err != nil {
				return err
			}
			zeros = append(zeros, z)
		}
	}
	if tail != 0 && last != tail {
		return mass.Errorf("internal contradiction: two signs of the density at t = %v", to)
	}
	j.zeros = zeros
	return nil
}

// join makes the start of the lobes the cut of the last zero.
func (j *Jordan) join(l *mass.Lobes) error {
	if len(j.zeros) == 0 {
		return mass.Errorf("no zero of the density is where its tail begins")
	}
	z := j.zeros[len(j.zeros)-1]
	if z.below > 0 || l.Start.Less(&z.lo) != ball.False || z.hi.Less(&l.Start) != ball.False {
		return mass.Errorf("no zero of the density is where its tail begins")
	}
	z.cut = &l.Start
	j.lobes = l
	j.known, _ = z.lo.Float64()
	j.known *= 1 - 0x1p-40
	return nil
}

// A change is a zero of the density between a and b, where it changes its sign. On (lo, hi), about them, m(ω)/ω^{d−1} is monotone.
type change struct {
	lo, hi ball.Real
	a, b   ball.Real // exact
	ma, mb ball.Real // m there
	below  int       // the sign of m at a
	cut    *ball.Real
}

// newChange takes a panel over.
func newChange(ctx context.Context, p *density.Density, q *mass.Panel) (*change, error) {
	const prec = 128
	z := &change{below: q.Below}
	root := func(dst *ball.Real, t float64, up bool) {
		var w ball.Real
		w.Sqrt(ball.NewReal(t), prec)
		if up {
			dst.SetFloat(w.Upper(nil, prec))
		} else {
			dst.SetFloat(w.Lower(nil, prec))
		}
	}
	root(&z.lo, q.Lo, true)
	root(&z.hi, q.Hi, false)
	// a little more, as the values may be too small for their signs to be known
	width := math.Max(q.To-q.From, 0x1p-48*q.To)
	root(&z.a, math.Max(q.From-width, q.Lo), false)
	root(&z.b, q.To+width, true)
	if z.a.Less(&z.lo) != ball.False {
		z.a.Set(&z.lo)
	}
	if z.hi.Less(&z.b) != ball.False {
		z.b.Set(&z.hi)
	}
	for _, e := range []struct {
		at, m *ball.Real
		sign  int
	}{{&z.a, &z.ma, z.below}, {&z.b, &z.mb, -z.below}} {
		if _, err := quadrature.At(ctx, p, e.m, e.at, prec); err != nil {
			return nil, err
		}
		if mass.ProperSign(e.m) != e.sign {
			return nil, mass.Errorf("the zero of the density near ω = %v could not be separated", e.at.Nearest())
		}
	}
	return z, nil
}

// mass bounds ∫ |m| between a and b: |m| ≤ (b/a)^{d−1} max(|m(a)|, |m(b)|).
func (z *change) mass(d int) ball.Mag {
	var w, r ball.Real
	w.Sub(&z.b, &z.a, 64)
	r.Quo(&z.b, &z.a, 64)
	r.PowInt64(&r, int64(d-1), 64)
	return termCrossed.LeftOut(w.MagUpper().Mul(r.MagUpper()).Mul(z.ma.MagUpper().Max(z.mb.MagUpper())))
}

// refine makes (b−a)/b at most 2^−bits, if it can, by the secant.
func (z *change) refine(ctx context.Context, p *density.Density, bits uint) error {
	prec := 2*bits + 64
	var width, r, delta, v, u ball.Real
	for range 64 { // with twice as many digits a time, at best
		width.Sub(&z.b, &z.a, prec)
		u.Quo(&width, &z.b, 64)
		rel, exponent := 0.0, 0
		rel, _ = u.Float64()
		if m := u.Mid(nil); m.Sign() > 0 {
			exponent = m.MantExp(nil)
		} else {
			return nil
		}
		if exponent <= -int(bits) {
			return nil
		}
		// the zero of the secant, off by about width²/b
		r.Sub(&z.mb, &z.ma, prec)
		r.Quo(&z.ma, &r, prec)
		r.Mul(&r, &width, prec)
		r.Sub(&z.a, &r, prec)
		shrink := int64(max(exponent+4, -int(bits)-exponent-2))
		if shrink > -3 || rel > 0.1 || !r.IsFinite() {
			r.Add(&z.a, &z.b, prec)
			r.Mul2Exp(&r, -1)
			shrink = -4
		}
		delta.Mul2Exp(&width, shrink)
		progress := false
		for _, side := range []int64{-1, 1} {
			v.FMA(&delta, ball.NewReal(float64(side)), &r, prec)
			at := new(ball.Real).GetMid(&v)
			if z.a.Less(at) != ball.True || at.Less(&z.b) != ball.True {
				continue
			}
			m := new(ball.Real)
			if err := quadrature.Once(ctx, p, m, at, uint(max(0, -exponent-int(shrink)))+32); err != nil {
				return err
			}
			switch mass.ProperSign(m) {
			case z.below:
				z.a.Set(at)
				z.ma.Set(m)
				progress = true
			case -z.below:
				z.b.Set(at)
				z.mb.Set(m)
				progress = true
			}
		}
		if !progress {
			return nil
		}
	}
	return nil
}

// cumulated sets dst to m([0, ·]) of the density at the cut, and bounds how much of a part is on the wrong side of it.
func (z *change) cumulated(ctx context.Context, p *density.Density, dst *ball.Real, prec uint) (rest ball.Mag, err error) {
	cut := z.cut
	if cut == nil {
		cut = new(ball.Real)
		cut.Add(&z.a, &z.b, prec+64)
		cut.GetMid(cut.Mul2Exp(cut, -1))
	} else {
		// [a, b] has to have the cut, too
		for _, e := range []struct {
			at, m   *ball.Real
			outside bool
		}{{&z.a, &z.ma, cut.Less(&z.a) != ball.False}, {&z.b, &z.mb, z.b.Less(cut) != ball.False}} {
			if !e.outside {
				continue
			}
			if _, err := quadrature.At(ctx, p, e.m, cut, prec); err != nil {
				return rest, err
			}
			e.at.Set(cut)
		}
	}
	if _, err := quadrature.Cumulated(ctx, p, dst, cut, prec); err != nil {
		return rest, err
	}
	return z.mass(p.Dim()), nil
}
