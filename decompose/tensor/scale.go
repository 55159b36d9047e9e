package tensor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"krein/decompose"
	"krein/fourier/stationary"
	"krein/internal/elem64"
	"krein/internal/fourier/numeric"
	"krein/internal/hankel/mixture"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// Mixtures of kernels exp(−sγ), γ an exponent (stationary.Mixture), and kernels of Gneiting's class
// (stationary.SpaceTime), drawn without tables. exp(−sγ) is the characteristic function of a Lévy process at time s: s is
// drawn from the measure of which φ is the Laplace transform, and then a frequency, term by term of γ:
//
//   - ‖RΔ‖² at time s is Gaussian, √(2s) Rᵀg;
//   - 1 − cos⟨w,Δ⟩ at time s is w times the difference of two Poisson numbers of mean s/2;
//   - a power p of an exponent, or of a square, is the same at a positive p-stable time s^{1/p}S (M. Kanter, Ann. Probab. 3
//     (1975) 697–707), so that ‖Δ‖^α is the α-stable law;
//   - a power of c plus an exponent is the same at a time with the density of that times e^{−cx}, up to a constant: at short
//     times by rejection with the probability e^{−cx}, and the sum of as many as the time needs;
//   - log(1+γ/c) is γ at a time Gamma(s)/c.
//
// For φ(Q/ψ)ψ^(−n/2), Q = ‖RΔ‖² and ψ = (c+γ)^p, the frequency is Rᵀw + v with w ~ N(0, 2s/ψ(0)) and v that of ψ − ψ(0)
// at time ‖w‖²/(4s).

// scaledMeasure says what is drawn; it is the member "mixture" of a file.
type scaledMeasure struct {
	Exponent numeric.Exponent `json:"exponent"`
	Scale    []scaleTerm      `json:"scale"`
	Space    *spaceTime       `json:"spaceTime,omitempty"`
	// Within bounds how far values were from those of the formula, over the mass; 0 stands for mixture.ScaleWithin.
	Within float64 `json:"within,omitempty"`
}

// spaceTime is the rest of a measure of Gneiting's class: Scale is that of φ, and Rest that of g.
type spaceTime struct {
	Square *numeric.Square `json:"square"`
	Power  float64         `json:"power"`
	Shift  float64         `json:"shift"`
	Rest   []scaleTerm     `json:"rest"`
}

// scaleTerm is a mixture.ScaleTerm.
type scaleTerm struct {
	Weight float64     `json:"weight"`
	Laws   []clockFile `json:"laws,omitempty"`
}

// clockFile is one of these laws.
type clockFile struct {
	Law     *mixture.LawSpec `json:"law,omitempty"`
	Inverse *mixture.Inverse `json:"inverse,omitempty"`
	// Average, if it is not 0, is the power of a mixture.Average of the law.
	Average float64 `json:"average,omitempty"`
}

// ErrNoScale says that a kernel is no mixture of kernels exp(−sγ) that krein can draw.
var ErrNoScale = errors.New("tensor: not recognised as a mixture of kernels exp(−sγ)")

// OfMixture returns the measure of a kernel that is a mixture of kernels exp(−sγ) by a law of the scale s that is known, or
// of Gneiting's class with two such laws. The laws are recognised in float64 (mixture.RecogniseScale): masses and bias are
// estimated. With values, a measure of scales is found from values instead (mixture.FitScale): its error, and what its mass has to
// do with that of the kernel, are what is seen at some distances. The error wraps ErrNoScale, and says what is not known, or is
// that of a formula that is not proved to have values, or to be continuous: both are asked of what is written, and the measure is
// that of its normal form.
func OfMixture(ctx context.Context, k *stationary.Kernel, values bool) (*Decomposition, error) {
	if err := cmp.Or(k.ProvedDefined(), k.ProvedContinuous()); err != nil {
		return nil, err
	}
	m := &scaledMeasure{}
	ofSquare := func(e *formula.Expr) (out []scaleTerm, err error) {
		var s mixture.Scale
		var within float64
		if e = formula.Simplify(e); values {
			s, within, err = mixture.FitScale(ctx, e)
		} else {
			s, err = mixture.RecogniseScale(e)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrNoScale, err)
		}
		m.Within += within
		return scaleTerms(s), nil
	}
	scale := func(phi *kernel.Kernel) ([]scaleTerm, error) {
		return ofSquare(formula.Substitute(phi.Expr(), formula.Pow(formula.Variable(), formula.Int(2))))
	}
	var err error
	if r, ok := k.Radial(); ok {
		if b, _ := r.Extension(); b != kernel.Natural || r.Domain() != nil {
			return nil, ErrNoScale
		}
		if m.Scale, err = ofSquare(r.Expr()); err == nil { // Gaussians
			m.Exponent = numeric.Exponent{{Coef: 1, Power: 1, Square: &numeric.Square{Dim: k.Dim()}}}
			return m.decomposition(k.Dim())
		}
	}
	for x := range k.Mixtures() {
		m.Within = 0
		list, none := scale(x.Phi)
		if none == nil && !x.Gamma.Drawn() {
			none = fmt.Errorf("%w: no distribution with a norm of a plane as its exponent is known", ErrNoScale)
		}
		if none == nil {
			m.Exponent, m.Scale = numeric.NewExponent(x.Gamma), list
			return m.decomposition(k.Dim())
		}
		if err == nil {
			err = none
		}
	}
	if x, ok := k.SpaceTime(); ok && x.Gamma.Drawn() {
		m.Exponent = numeric.NewExponent(x.Gamma)
		m.Within = 0
		m.Space = &spaceTime{Square: numeric.NewSquare(x.Square), Power: valueOf(x.Power), Shift: valueOf(x.Shift)}
		if m.Scale, err = scale(x.Phi); err == nil {
			if m.Space.Rest, err = scale(x.Rest); err == nil {
				return m.decomposition(k.Dim())
			}
		}
	}
	if err == nil {
		err = ErrNoScale
	}
	return nil, err
}

func valueOf(e *formula.Expr) float64 { return kernel.NewNatural(e).At(0) }

func scaleTerms(s mixture.Scale) (out []scaleTerm) {
	for _, t := range s {
		x := scaleTerm{Weight: t.Weight}
		for _, l := range t.Laws {
			switch l := l.(type) {
			case *mixture.Law:
				x.Laws = append(x.Laws, clockFile{Law: l.Spec()})
			case *mixture.Inverse:
				x.Laws = append(x.Laws, clockFile{Inverse: l})
			case *mixture.Average:
				x.Laws = append(x.Laws, clockFile{Law: l.Of.Spec(), Average: l.Power})
			}
		}
		out = append(out, x)
	}
	return out
}

// clock returns the law.
func (c *clockFile) clock() (mixture.Clock, error) {
	switch {
	case (c.Law == nil) == (c.Inverse == nil) || c.Inverse != nil && c.Average != 0:
		return nil, errors.New("tensor: not one distribution of a scale")
	case c.Average != 0:
		of, err := mixture.NewLaw(c.Law)
		if err != nil {
			return nil, err
		}
		l := &mixture.Average{Power: c.Average, Of: of}
		return l, l.Check()
	case c.Law != nil:
		return mixture.NewLaw(c.Law)
	}
	return c.Inverse, c.Inverse.Check()
}

// term is for drawing and values.
func (t *scaleTerm) term() (out mixture.ScaleTerm, err error) {
	if out.Weight = t.Weight; !(math.Abs(t.Weight) < 1e300) {
		return out, fmt.Errorf("tensor: a scale of weight %g", t.Weight)
	}
	for i := range t.Laws {
		l, err := t.Laws[i].clock()
		if err != nil {
			return out, err
		}
		out.Laws = append(out.Laws, l)
	}
	return out, nil
}

// terms are those of a scale.
func terms(list []scaleTerm) (out []mixture.ScaleTerm, err error) {
	if len(list) == 0 || len(list) > mostTerms {
		return nil, fmt.Errorf("tensor: %d terms of a scale", len(list))
	}
	for i := range list {
		t, err := list[i].term()
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

// check returns what is wrong with what was read.
func (m *scaledMeasure) check(dim int) error {
	if !(m.Within >= 0 && m.Within < 1) {
		return fmt.Errorf("tensor: an error of %g of the mass", m.Within)
	}
	if s := m.Space; s != nil {
		if err := checkSquare(s.Square, dim); err != nil {
			return err
		}
		if !(s.Power > 0 && s.Power <= 1) || !(s.Shift > 0 && s.Shift < 1e300) {
			return fmt.Errorf("tensor: a power %g of %g and an exponent", s.Power, s.Shift)
		}
	}
	return checkExponent(m.Exponent, dim, 0)
}

func checkExponent(e numeric.Exponent, dim, depth int) error {
	if len(e) == 0 || len(e) > mostExponent || depth == mostNested {
		return fmt.Errorf("tensor: %d terms of an exponent, nested %d times", len(e), depth)
	}
	for i := range e {
		t := &e[i]
		if !(t.Coef > 0 && t.Coef < 1e300) || !(t.Shift >= 0 && t.Shift < 1e300) || !(t.Power >= 0 && t.Power <= 1) ||
			t.Power == 0 && t.Shift == 0 || (t.Of == nil) == (t.Square == nil) ||
			t.Wave != 0 && (t.Square == nil || t.Square.Dim != 1 || !(t.Wave > 0 && t.Wave < 1e150)) {
			return errors.New("tensor: a term of an exponent is out of range")
		}
		err := error(nil)
		if t.Square != nil {
			err = checkSquare(t.Square, dim)
		} else {
			err = checkExponent(t.Of, dim, depth+1)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func checkSquare(s *numeric.Square, dim int) error {
	if s == nil || s.Dim < 1 || s.Rows == nil && (s.From < 0 || s.From > dim-s.Dim) ||
		s.Rows != nil && (s.From != 0 || len(s.Rows) != s.Dim || s.Dim > dim) {
		return errors.New("tensor: a square of other coordinates")
	}
	for _, row := range s.Rows {
		if len(row) != dim || slices.ContainsFunc(row, func(x float64) bool { return !(math.Abs(x) < 1e150) }) {
			return errors.New("tensor: a square of other coordinates")
		}
	}
	return nil
}

// mostExponent bounds the terms of an exponent.
const mostExponent = 1 << 20

// decomposition has a part for the terms of positive weight, and one for those of negative weight.
func (m *scaledMeasure) decomposition(dim int) (*Decomposition, error) {
	shares := [2]*scaleShare{{of: m, dim: dim}, {of: m, dim: dim}}
	if err := m.check(dim); err != nil {
		return nil, err
	}
	scale, err := terms(m.Scale)
	if err != nil {
		return nil, err
	}
	rest := []mixture.ScaleTerm{{Weight: 1}}
	start := 1.0
	if m.Space != nil {
		if rest, err = terms(m.Space.Rest); err != nil {
			return nil, err
		}
		start = elem64.Pow(m.Space.Shift, -m.Space.Power*float64(m.Space.Square.Dim)/2)
	}
	size, within := 0.0, m.Within
	if within == 0 {
		within = mixture.ScaleWithin
	}
	for _, a := range scale {
		for _, b := range rest {
			w := a.Weight * b.Weight * start
			to := shares[0]
			if w < 0 {
				to = shares[1]
			}
			size += math.Abs(w)
			to.mass += math.Abs(w)
			to.terms = append(to.terms, share{math.Abs(w), a, b})
		}
	}
	if !(size > 0 && size < 1e300) {
		return nil, ErrZero
	}
	masses := Masses{Imaginary: Mass{Kind: decompose.KindProved}}
	var samplers []Sampler
	for i, s := range shares {
		// A sign that no term has is no proof: the terms are found in float64, where one may be lost beside the others.
		*[]*Mass{&masses.RealPlus, &masses.RealMinus}[i] = Mass{s.mass, size * within, decompose.KindEstimated}
		if s.mass == 0 {
			continue
		}
		samplers = append(samplers, Sampler{Mass: s.mass, Minus: i == 1, Draw: s.draw, Wave: s.wave})
	}
	masses.Polar = Mass{size, 2 * size * within, decompose.KindEstimated}
	d := Given(dim, samplers, masses, 2*size*within, decompose.KindEstimated)
	d.mixture = m
	if d.Minimal = len(samplers) == 1; !d.Minimal { // as far as the terms are found
		d.Why = "scales of both signs are mixed, which may cancel"
	}
	return d, nil
}

// scaleShare are the terms of one sign.
type scaleShare struct {
	of    *scaledMeasure
	dim   int
	mass  float64
	terms []share
}

// share is a product of a term of φ and one of g.
type share struct {
	mass        float64
	scale, rest mixture.ScaleTerm
}

// draw stores a frequency.
func (s *scaleShare) draw(omega []float64, rnd Source) {
	clear(omega)
	s.add(omega, rnd)
	for i, x := range omega {
		omega[i] = bounded(x)
	}
}

// add adds a frequency.
func (s *scaleShare) add(omega []float64, rnd Source) {
	t := &s.terms[0]
	if len(s.terms) > 1 {
		x := rnd.Float64() * s.mass
		for i := range s.terms {
			t = &s.terms[i]
			if x -= t.mass; x < 0 {
				break
			}
		}
	}
	clock, space := t.scale.Sample(rnd), s.of.Space
	if space == nil {
		drawExponent(s.of.Exponent, omega, clock, rnd)
		return
	}
	// w = √(2s/ψ(0)) g, and the time is ‖w‖²/(4s) = ‖g‖²/(2ψ(0))
	start := space.Power * elem64.Log(space.Shift)
	square := drawSquare(space.Square, omega, clock-start, rnd)
	after := numeric.Exponent{{Coef: 1, Power: space.Power, Shift: space.Shift, Of: s.of.Exponent}}
	drawExponent(after, omega, elem64.Log(square)-math.Ln2-start, rnd)
	drawExponent(s.of.Exponent, omega, t.rest.Sample(rnd), rnd)
}

// largest bounds the scale of a frequency: beyond it waves of distances that float64 tells apart are noise anyway.
const largest = 1e150

// bounded returns x, or a number of about the size of largest with the digits of x if x is larger: its wave has to stay noise, which
// that of one bound would not be, the same in all columns.
func bounded(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return 0
	case math.IsInf(x, 0):
		return math.Copysign(largest, x)
	case math.Abs(x) > largest:
		digits, _ := math.Frexp(x)
		return digits * largest
	}
	return x
}

// drawSquare adds a frequency of ‖RΔ‖² at a time, of which it has the logarithm, and returns the squares of the normal
// numbers.
func drawSquare(q *numeric.Square, omega []float64, clock float64, rnd Source) (sum float64) {
	size := math.Min(math.Exp((clock+math.Ln2)/2), largest)
	for i := range q.Dim {
		g := rnd.NormFloat64()
		sum += g * g
		if q.Rows == nil {
			omega[q.From+i] += size * g
			continue
		}
		for j, x := range q.Rows[i] {
			omega[j] += size * g * x
		}
	}
	return sum
}

// drawWave adds a frequency of 1 − cos(w√Q), Q of rank 1, at a time of which it has the logarithm.
func drawWave(t *numeric.ExponentTerm, omega []float64, clock float64, rnd Source) {
	n := t.Wave * steps(rnd, clock)
	if t.Square.Rows == nil {
		omega[t.Square.From] += n
		return
	}
	for j, x := range t.Square.Rows[0] {
		omega[j] += n * x
	}
}

// drawExponent adds a frequency of an exponent at a time.
func drawExponent(e numeric.Exponent, omega []float64, clock float64, rnd Source) {
	if math.IsInf(clock, -1) || math.IsNaN(clock) {
		return
	}
	for i := range e {
		t := &e[i]
		inner := clock + elem64.Log(t.Coef)
		switch {
		case t.Power == 0 && inner > 80: // the mean of the law, within 1e-17 of all of it
			inner -= elem64.Log(t.Shift)
		case t.Power == 0:
			inner = mixture.LogGamma(rnd, math.Exp(inner)) - elem64.Log(t.Shift)
		case t.Power == 1:
		case t.Shift == 0:
			inner = inner/t.Power + mixture.LogStable(rnd, t.Power)
		default:
			inner = drawTempered(t, inner, rnd)
		}
		switch {
		case t.Wave != 0:
			drawWave(t, omega, inner, rnd)
		case t.Square != nil:
			drawSquare(t.Square, omega, inner, rnd)
		default:
			drawExponent(t.Of, omega, inner, rnd)
		}
	}
}

// mostPieces bounds the pieces into which the time of a tempered stable law is divided; beyond them its relative standard
// deviation is below 1/300, and it is replaced by a Gamma law of the same mean and variance.
const mostPieces = 1e5

// mostTries bounds a loop that rounding might keep from ending.
const mostTries = 10_000

// drawTempered draws the logarithm of X with E exp(−λX) = exp(−T((c+λ)^p − c^p)).
func drawTempered(t *numeric.ExponentTerm, clock float64, rnd Source) float64 {
	c := elem64.Log(t.Shift)
	work := math.Exp(clock + t.Power*c) // T c^p
	if work > mostPieces {
		// mean T p c^{p−1}, variance T p(1−p) c^{p−2}
		mean := clock + elem64.Log(t.Power) + (t.Power-1)*c
		shape := 2*mean - (clock + elem64.Log(t.Power*(1-t.Power)) + (t.Power-2)*c)
		if shape > 80 {
			return mean
		}
		return mixture.LogGamma(rnd, math.Exp(shape)) - shape + mean
	}
	pieces := math.Max(1, math.Ceil(work))
	step := (clock - elem64.Log(pieces)) / t.Power
	sum := 0.0
	for range int(pieces) {
		for range mostTries { // each is accepted with a probability of 1/e or more
			x := math.Exp(step + mixture.LogStable(rnd, t.Power))
			if rnd.Float64() < math.Exp(-t.Shift*x) {
				sum += x
				break
			}
		}
	}
	return elem64.Log(sum)
}

// wave returns E cos⟨ω,Δ⟩.
func (s *scaleShare) wave(delta []float64) (sum float64) {
	gamma := s.of.Exponent.At(delta)
	ratio, factor := gamma, 1.0
	if q := s.of.Space; q != nil {
		grown := elem64.Pow(1+gamma/q.Shift, q.Power) // ψ/ψ(0)
		ratio = q.Square.At(delta) / (grown * elem64.Pow(q.Shift, q.Power))
		factor = elem64.Pow(grown, -float64(q.Square.Dim)/2)
	}
	for i := range s.terms {
		t := &s.terms[i]
		v := t.mass / s.mass * factor
		for _, l := range t.scale.Laws {
			v *= l.Kernel(math.Sqrt(ratio))
		}
		for _, l := range t.rest.Laws {
			v *= l.Kernel(math.Sqrt(gamma))
		}
		sum += v
	}
	return sum
}
