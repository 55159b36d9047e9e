package distribution

import (
	"context"
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/elem64"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/mass"
)

// waveLaws are the tails of both parts from t = start on.
type waveLaws struct {
	start float64
	tail  [2]Tail
}

// err is the larger of the deviations.
func (t *waveLaws) err() ball.Mag { return t.tail[0].Deviation.Max(t.tail[1].Deviation) }

// mostWaves is the share of a part that its oscillating tail may have, if it can be helped: a table needs the median
// among the panels.
const mostWaves = 0.4

// heavy reports whether a tail has more than that.
func (s *builder) heavy(t *waveLaws) bool {
	for i := range t.tail {
		if s.parts[i] > 0 && t.tail[i].Mass > mostWaves*s.parts[i] {
			return true
		}
	}
	return false
}

// fewWaves is the share of both parts that oscillating tails may have for quantiles to be fast on average, as theirs
// are some fifty times slower than those of panels.
const fewWaves = 0.008

// late reports whether the tails that begin at x have more than that, but would not from the last of OscStarts on.
func (s *builder) late(t *waveLaws, x float64) bool {
	all, tails, least := s.parts[0]+s.parts[1], 0.0, 0.0
	for i := range t.tail {
		if w := t.tail[i].Waves; w != nil {
			tails += t.tail[i].Mass
			least += t.tail[i].Mass * elem64.Pow(x/mass.OscStarts[len(mass.OscStarts)-1], w.Q-1)
		}
	}
	return tails > fewWaves*all && least <= fewWaves*all
}

// chooseWaveLaws finds a start of the oscillating tail such that its deviations are about eps, or as small as they get,
// and that it is neither heavy nor should start late, if there is one. sign is that of the density, if it is known
// everywhere, or 0.
func (s *builder) chooseWaveLaws(ctx context.Context, eps float64, sign int) (best *waveLaws, err error) {
	b, err := s.Frequency()
	if err != nil {
		return nil, err
	}
	for _, x := range mass.OscStarts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t, e := s.waveLaws(ctx, b, x+2*float64(s.Dim), eps, sign)
		if e != nil {
			if err = e; best == nil {
				continue
			}
			break
		}
		met := t.err().Cmp(ball.MagFloat64(eps)) <= 0
		if best != nil && !met && t.err().Mul2Exp(1).Cmp(best.err()) > 0 {
			break
		}
		if best = t; met && !s.heavy(t) && !s.late(t, x) {
			break
		}
	}
	if best == nil {
		return nil, err
	}
	return best, nil
}

// waveLaws makes both tails from about x = bω on.
func (s *builder) waveLaws(ctx context.Context, b closed.Num, x, eps float64, sign int) (*waveLaws, error) {
	var w, bb ball.Real
	b.Ball(&bb, s.Prec)
	w.Quo(ball.NewReal(x), &bb, s.Prec)
	a, err := s.TailTerms(ctx, b, &w)
	if err != nil {
		return nil, err
	}
	if len(a.Plain) > 0 && a.Plain[0].Q.Cmp(a.Waves[0].Q) <= 0 {
		wf, _ := w.Float64()
		if sign == 0 {
			sign, _ = s.Tail(wf * wf / 1.01)
		}
		if sign == 0 {
			return nil, mass.Errorf("the sign of the oscillating density at infinity is not known")
		}
		return s.fullLaw(a, &bb, x, eps, sign)
	}
	found, err := s.Oscillation(ctx, b, &w)
	if err != nil {
		return nil, err
	}
	o := &wavesBuilder{found}
	if err := o.pin(); err != nil {
		return nil, err
	}
	return o.laws(&bb, x, eps)
}

// moveExponent bounds ∫_x^∞ |y^{−p} − y^{−q}| dy ≤ |p−q| ∫ y^{−s} ln y dy = |p−q| x^{1−s} (ln x/(s−1) + 1/(s−1)²), s
// the lesser one, s > 1, x > 1.
func moveExponent(p, q *big.Rat, x *ball.Real, prec uint) ball.Mag {
	if p.Cmp(q) == 0 {
		return ball.Mag{}
	}
	s := p
	if q.Cmp(p) < 0 {
		s = q
	}
	var v, l, t, d ball.Real
	s1 := closed.RatPlus(s, -1)
	t.SetRat(s1, prec)
	t.Inv(&t, prec)
	l.Log(x, prec)
	l.Add(&l, &t, prec)
	l.Mul(&l, &t, prec)
	v.PowRat(x, s1.Neg(s1), prec)
	v.Mul(&v, &l, prec)
	d.SetRat(new(big.Rat).Sub(p, q), prec)
	return termMove.LeftOut(v.Mul(&v, &d, prec).MagUpper())
}

// floatExponent returns q as a float64, which must exceed 1, and that as a rational number.
func floatExponent(q *big.Rat) (float64, *big.Rat, error) {
	f, _ := q.Float64()
	if !(f > 1) {
		return 0, nil, mass.Errorf("the density at infinity is not integrable by much")
	}
	if math.IsInf(f, 1) {
		return 0, nil, mass.Errorf("the density at infinity falls by a power beyond the range of float64")
	}
	return f, new(big.Rat).SetFloat64(f), nil
}

// lawRootTol is how much the rounding of the zeros of a tail may drop, and 2^−lawSurvivalBits the share of the
// tolerance that that of the masses of its lobes may; tests move them.
var (
	lawRootTol      = ball.MagPow2(-30)
	lawSurvivalBits = int64(13)
)

// wavesBuilder makes the distributions of an oscillating tail.
type wavesBuilder struct{ *mass.Oscillation }

// pin makes the phase and the exponent float64 numbers: with δ = φ − fl(φ), e^{i(x+φ)} η_k = e^{i(x+fl(φ))} e^{iδ} η_k,
// where e^{iδ} η_0 is 1 and a small term. The differences from powers are added to the rest; they need x ≥ 1.
func (o *wavesBuilder) pin() error {
	_, q, err := floatExponent(o.Q)
	if err != nil {
		return err
	}
	prec := o.Prec
	ph, _ := o.Phase.Float64()
	if math.Abs(ph) < 0x1p-60 {
		ph = 0
	}
	var d, c, s, t ball.Real
	d.Sub(&o.Phase, ball.NewReal(ph), prec)
	o.Phase.SetFloat64(ph)
	ball.SinCos(&s, &c, &d, prec)
	shift := new(big.Rat).Sub(q, o.Q)
	x := ball.NewReal(math.Floor(mass.OscStarts[0]))
	for i := range o.Terms {
		k := &o.Terms[i]
		if i > 0 && k.Wave {
			var re ball.Real
			re.Mul(&k.Re, &c, prec)
			re.Sub(&re, t.Mul(&k.Im, &s, prec), prec)
			k.Im.Mul(&k.Im, &c, prec)
			k.Im.Add(&k.Im, t.Mul(&k.Re, &s, prec), prec)
			k.Re.Set(&re)
		}
		moved := new(big.Rat).Add(k.Q, shift)
		b := moveExponent(k.Q, moved, x, prec).Mul(k.Re.MagUpper().Add(k.Im.MagUpper()))
		o.Rest = o.Rest.Add(b.Mul(o.Amp.MagUpper()))
		k.Q = moved
	}
	o.Q = q
	extra := mass.OscTerm{Q: q, E: 0, Wave: true}
	extra.Re.AddInt64(&c, -1, prec)
	extra.Im.Set(&s)
	o.Terms = append(o.Terms, extra)
	return nil
}

// primitive is A of OscillatingTail, and how far its derivative is from the terms of a density.
type primitive struct {
	cos, sin, plain []float64
	residual        []ball.Mag // |A′ − g| ≤ Σ residual[l] x^{−q−l/2}
}

// newPrimitive solves A′ = g for g = Re e^{iψ} Σ η_l x^{−q−l/2} + Σ γ_l x^{−q−l/2}: with Re e^{iψ} Σ α_l x^{−q−l/2}, it
// is iα_l − (q+l/2−1) α_{l−2} = η_l. The α_l and γ_l/(1−q−l/2) are rounded, and n of them are taken; what does not fit
// is the residual.
func newPrimitive(q *big.Rat, eta, imag, gamma []ball.Real, n int, prec uint) *primitive {
	m := len(eta)
	p := &primitive{cos: make([]float64, n), sin: make([]float64, n), plain: make([]float64, n),
		residual: make([]ball.Mag, max(m, n+2))}
	var f, t, re, im ball.Real
	// α = c − is
	for l := range p.residual {
		re.SetInt64(0)
		im.SetInt64(0)
		if l < m {
			re.Set(&eta[l])
			im.Set(&imag[l])
		}
		if l >= 2 && l-2 < n {
			// η + (q+l/2−1) α_{l−2}
			f.SetRat(new(big.Rat).Add(q, big.NewRat(int64(l-2), 2)), prec)
			re.Add(&re, t.Mul(&f, ball.NewReal(p.cos[l-2]), prec), prec)
			im.Sub(&im, t.Mul(&f, ball.NewReal(p.sin[l-2]), prec), prec)
		}
		var plain ball.Mag
		if l < n {
			// α = −i(…): c = im, s = re
			p.cos[l], _ = im.Float64()
			p.sin[l], _ = re.Float64()
			im.Sub(&im, ball.NewReal(p.cos[l]), prec)
			re.Sub(&re, ball.NewReal(p.sin[l]), prec)
			f.SetRat(new(big.Rat).Sub(big.NewRat(int64(2-l), 2), q), prec) // 1−q−l/2
			if l < m {
				t.Quo(&gamma[l], &f, prec)
				p.plain[l], _ = t.Float64()
				t.Mul(&f, ball.NewReal(p.plain[l]), prec)
				plain = t.Sub(&t, &gamma[l], prec).MagUpper()
			}
		} else if l < m {
			plain = gamma[l].MagUpper()
		}
		p.residual[l] = re.MagUpper().Add(im.MagUpper()).Add(plain)
	}
	p.cos, p.sin, p.plain = trimmed(p.cos), trimmed(p.sin), trimmed(p.plain)
	return p
}

// trimmed leaves out zeros at the end.
func trimmed(c []float64) []float64 {
	for len(c) > 0 && c[len(c)-1] == 0 {
		c = c[:len(c)-1]
	}
	return c
}

// errors bounds ∫_x^∞ |A′ − g| dx ≤ Σ residual[l] x^{1−q−l/2}/(q+l/2−1), and the largest |A′ − g| x^q from x on.
func (p *primitive) errors(q *big.Rat, x *ball.Real, prec uint) (integral, largest ball.Mag) {
	var v, t ball.Real
	for l := range p.residual {
		e := new(big.Rat).Add(closed.RatPlus(q, -1), big.NewRat(int64(l), 2))
		t.SetRat(e, prec)
		v.PowRat(x, new(big.Rat).Neg(e), prec)
		v.Quo(&v, &t, prec)
		integral = integral.Add(p.residual[l].Mul(v.MagUpper()))
		v.PowRat(x, big.NewRat(int64(-l), 2), prec)
		largest = largest.Add(p.residual[l].Mul(v.MagUpper()))
	}
	return termResidual.LeftOut(integral), termResidual.LeftOut(largest)
}

// bestPrimitive takes as few terms as leave an error of at most tol, or the least there is.
func bestPrimitive(q *big.Rat, eta, imag, gamma []ball.Real, x *ball.Real, tol ball.Mag, prec uint) *primitive {
	var best *primitive
	var size ball.Mag
	for n := 4; n <= len(eta); n += 2 {
		p := newPrimitive(q, eta, imag, gamma, n, prec)
		e, _ := p.errors(q, x, prec)
		if best == nil || e.Cmp(size) < 0 {
			best, size = p, e
		}
		if e.Cmp(tol) <= 0 {
			break
		}
	}
	return best
}

// byDegree lists the coefficients of the terms by their power of u.
func (o *wavesBuilder) byDegree() (eta, imag, gamma []ball.Real) {
	eta, imag, gamma = make([]ball.Real, mass.OscDegree), make([]ball.Real, mass.OscDegree),
		make([]ball.Real, mass.OscDegree)
	for i := range o.Terms {
		k := &o.Terms[i]
		if k.Wave {
			eta[k.E].Add(&eta[k.E], &k.Re, o.Prec)
			imag[k.E].Add(&imag[k.E], &k.Im, o.Prec)
		} else {
			gamma[k.E].Add(&gamma[k.E], &k.Re, o.Prec)
		}
	}
	return eta, imag, gamma
}

// Factors of |w−M|, ε and W in the distance of the law of a lobe from the density, and of ε and W in the condition for
// it, see laws.
const (
	lobeOff, lobeResidual, lobeEnds = 2, 11, 24
	needResidual, needEnds          = 3, 6
)

// laws makes the tails of lobes from about x on. In the notation of Tail, the lobe L from x_j + Y_σ(u_j) to x_{j+1} +
// Y_{−σ}(u_{j+1}) has, up to the factor amp and at its ends errors of at most W = x_j^{−q} max ρ²/μ each, the mass
//
//	M = x_j^{−q} (∫_0^π G_σ dy − ∫_0^Y G_σ dy − (x_j/x_{j+1})^q ∫_0^Y G_{−σ} dy),
//
// a polynomial in u_j. The law has w = S(x_j) − S(x_j+2π) there, and the density wσA′/Δ, Δ = ∫_L σA′, where that is
// positive. Let ε = ∫_L |A′ − g|. Then ∫_L (σA′)^− ≤ ε + 2W, |w − Δ| ≤ |w − M| + 2W + ε, and, if 3ε + 6W + |w − M| ≤ M,
// so that ∫_L (σA′)^− ≤ Δ/2 and w ≤ 2Δ, the distance of the law from (σg)^+ on L and up to the true zeros is at most
//
//	|w−Δ| ∫_L|A′|/Δ + ε + 2W + 2W + 4 ∫_L(σA′)^− w/Δ ≤ 2|w−M| + 11ε + 24W;
//
// the term with the factor 4 is for values that A takes more than once: those are a set of measure ∫(σA′)^− at most, on
// the preimage of which ∫|A′| ≤ 3∫(σA′)^−.
func (o *wavesBuilder) laws(b *ball.Real, x, eps float64) (*waveLaws, error) {
	prec := o.Prec
	j, xj, err := o.firstLobe(x)
	if err != nil {
		return nil, err
	}
	var at, t ball.Real
	o.U0 = t.RSqrt(xj, prec).MagUpper()
	mu, err := o.Separated()
	if err != nil {
		return nil, err
	}
	l := &lobeLaws{wavesBuilder: o, eps: eps}
	l.amp, _ = o.Amp.Float64()
	eta, imag, gamma := o.byDegree()
	at.AddInt64(xj, -1, prec)
	p := bestPrimitive(o.Q, eta, imag, gamma, &at, ball.MagFloat64(eps/(128*l.amp)), prec)
	l.integral, l.largest = p.errors(o.Q, &at, prec)
	ph, _ := o.Phase.Float64()
	qf, _ := o.Q.Float64()
	l.shape = OscillatingTail{Phase: ph, Q: qf, Cos: p.cos, Sin: p.sin, Plain: p.plain}
	l.wrongB = o.frequency(&l.shape, b, &at)
	out := &waveLaws{}
	if out.start, err = l.findEnds(xj, b, mu); err != nil {
		return nil, err
	}
	var pi, first ball.Real
	pi.Pi(prec)
	for i := range out.tail {
		first.Set(xj)
		if i == 1 {
			first.Add(&first, &pi, prec)
		}
		if out.tail[i], err = l.tail(i, j+int64(i), &first); err != nil {
			return nil, err
		}
		out.tail[i].From = math.Sqrt(out.start)
	}
	w := out.tail[1].Waves
	out.tail[1].From = max(out.tail[1].From, w.omega(w.Start))
	return out, nil
}

// firstLobe returns an odd j and x_j = (j + 1/2)π − φ, from about x on.
func (o *wavesBuilder) firstLobe(x float64) (j int64, xj *ball.Real, err error) {
	ph, _ := o.Phase.Float64()
	if j = int64(math.Ceil((x + 2 + ph - math.Pi/2) / math.Pi)); j%2 == 0 {
		j++
	}
	var pi, t ball.Real
	xj = new(ball.Real)
	xj.Mul(pi.Pi(o.Prec), t.SetRat(big.NewRat(2*j+1, 2), o.Prec), o.Prec)
	xj.Sub(xj, &o.Phase, o.Prec)
	if xj.Less(ball.NewReal(x+1)) != ball.False {
		return 0, nil, mass.Errorf("the phase of the tail is not known well enough")
	}
	return j, xj, nil
}

// lobeLaws is what the tails of both parts share, see laws.
type lobeLaws struct {
	*wavesBuilder
	eps, amp          float64
	shape             OscillatingTail
	integral, largest ball.Mag // of |A′ − g|
	wrongB            ball.Mag // of the frequency
	gap               ball.Mag // of the start
	ends              [2]*mass.TaylorModel
	roots             [2][]float64
	wrong             ball.Mag // W without x_j^{−q}
}

// findEnds finds the ends of the lobes of both signs, and where the panels end.
func (o *lobeLaws) findEnds(xj, b *ball.Real, mu ball.Mag) (start float64, err error) {
	for i, sigma := range []int64{1, -1} {
		g := o.InY(sigma)
		y := o.Solve(g)
		o.roots[i] = roundModel(y, lawRootTol, o.Oscillation)
		end, rho, err := o.ToRoot(g, y, mu)
		if err != nil {
			return 0, err
		}
		o.wrong = o.wrong.Max(rho.Mul(rho).Quo(mu))
		o.ends[i] = end
		if i == 0 {
			if start, o.gap, err = o.begin(y, xj, b); err != nil {
				return 0, err
			}
		}
	}
	return start, nil
}

// tail makes the tail of one part, the lobe j of which begins about first.
func (o *lobeLaws) tail(i int, j int64, first *ball.Real) (tail Tail, err error) {
	prec, sigma := o.Prec, int64(1-2*i)
	var pi, two, t, z, lobes ball.Real
	two.Mul2Exp(pi.Pi(prec), 1)
	m := subModel(o.Lobe(sigma), o.ends[i], o.Oscillation)
	m = subModel(m, o.moved(o.ends[1-i], &pi), o.Oscillation)
	// S
	s := o.survival(m, &two)
	c := roundModel(s, ball.MagFloat64(o.eps/o.amp).Mul2Exp(-lawSurvivalBits), o.Oscillation)
	d := subModel(o.differences(s, &two), m, o.Oscillation)
	mass.Alternate(&z, first, o.Q, prec)
	// 3ε + 6W + |w − M| ≤ M, with ε ≤ 5 |A′ − g| as lobes are shorter than 5, relative to x_j^{−q}
	t.AddInt64(first, -1, prec)
	t.Quo(first, &t, prec)
	t.PowRat(&t, o.Q, prec)
	bad := o.largest.Mul(t.MagUpper()).Mul(ball.MagUint(5 * needResidual)).Add(o.wrong.Mul(ball.MagUint(needEnds))).Add(
		d.Size(o.Oscillation))
	if least := leastModel(m, o.Oscillation); least.Cmp(bad) < 0 {
		return tail, mass.Errorf("the lobes of the tail are not known well enough")
	}
	// the lobes, and how far it is from amp S(x_j)
	s.At(&lobes, first, prec)
	t.PowRat(first, new(big.Rat).Sub(big.NewRat(1, 1), o.Q), prec)
	lobes.Mul(&lobes, &t, prec)
	lobes.Mul(&lobes, &o.Amp, prec)
	tail.Kind = TailOscillating
	tail.Mass, _ = lobes.Float64()
	lobes.Sub(&lobes, ball.NewReal(tail.Mass), prec)
	dev := termLobes.LeftOut(d.Size(o.Oscillation).Mul(ball.MagUint(lobeOff))).Add(
		termLawEnds.LeftOut(o.wrong.Mul(ball.MagUint(lobeEnds)))).Mul(z.MagUpper())
	dev = dev.Add(o.integral.Mul(ball.MagUint(lobeResidual))).Add(o.wrongB).Mul(o.Amp.MagUpper())
	tail.Deviation = dev.Add(o.Rest).Add(o.gap).Add(lobes.MagUpper())
	w := o.shape
	w.Sign, w.First, w.Survival = int(sigma), j, c
	w.Ends = [2][]float64{o.roots[i], o.roots[1-i]}
	xf := w.lobe(w.First)
	lo, _ := w.ends(xf)
	w.Start = xf + lo
	tail.Waves = &w
	return tail, nil
}

// begin returns where the panels end, near x_J + Y(u_J), and a bound of ∫|m| between these.
func (o *wavesBuilder) begin(y *mass.TaylorModel, xj, b *ball.Real) (start float64, gap ball.Mag, err error) {
	var first, w ball.Real
	y.At(&first, xj, o.Prec)
	first.Add(&first, xj, o.Prec)
	f, _ := w.Quo(&first, b, o.Prec).Float64()
	start = f * f
	gap, err = o.Gap(start, &first, xj, b)
	return start, gap.Mul(o.Amp.MagUpper()), err
}

// frequency sets the frequency of w, and bounds the effect of its rounding, relative to amp.
func (o *wavesBuilder) frequency(w *OscillatingTail, b, x *ball.Real) ball.Mag {
	size := o.Others(ball.MagFloat64(1.1)).Add(ball.MagPow2(0))
	return w.setFrequency(b, x, o.Q, size, o.Prec)
}

// setFrequency takes b to twice the precision of float64 and bounds ∫_x^∞ |g(y) − λg(λy)| dy, λ = 1 ± ε the quotient of
// frequencies, for g of size A y^{−q} with yg′ of size 2A y^{1−q}: with p = min(q, 3/2), by 4εA x^{p−q} ∫^{1/ε} y^{1−p}
// dy and 3A ∫_{1/ε}^∞ y^{−q} dy.
func (w *OscillatingTail) setFrequency(b, x *ball.Real, q *big.Rat, size ball.Mag, prec uint) ball.Mag {
	w.Frequency, _ = b.Float64()
	var d, e, t, v ball.Real
	d.Sub(b, ball.NewReal(w.Frequency), prec)
	w.FrequencyLow, _ = d.Float64()
	if w.FrequencyLow == 0 {
		w.FrequencyLow = 0 // not −0
	}
	d.Sub(&d, ball.NewReal(w.FrequencyLow), prec)
	d.Quo(&d, b, prec)
	if d.IsZero() {
		return ball.Mag{}
	}
	e.SetFloat(d.MagUpper().Float(new(big.Float)))
	if t.SetRat(closed.RatPlus(q, mass.OscDegree/2), prec).Less(x) != ball.True {
		return ball.MagInf() // yg′ is larger
	}
	p := big.NewRat(3, 2)
	if q.Cmp(p) < 0 {
		p = q
	}
	one := big.NewRat(1, 1)
	v.PowRat(&e, new(big.Rat).Sub(p, one), prec)
	v.Mul(&v, t.PowRat(x, new(big.Rat).Sub(p, q), prec), prec)
	v.Quo(&v, t.SetRat(new(big.Rat).Sub(big.NewRat(2, 1), p), prec), prec)
	sum := v.MagUpper().Mul2Exp(2)
	q1 := new(big.Rat).Sub(q, one)
	v.PowRat(&e, q1, prec)
	v.Quo(&v, t.SetRat(q1, prec), prec)
	return termFrequency.LeftOut(sum.Add(v.MagUpper().Mul(ball.MagUint(3))).Mul(size))
}

// subModel returns a − b.
func subModel(a *mass.TaylorModel, b *mass.TaylorModel, o *mass.Oscillation) *mass.TaylorModel {
	v := &mass.TaylorModel{C: make([]ball.Real, len(a.C)), R: a.R.Add(b.R)}
	for l := range v.C {
		v.C[l].Sub(&a.C[l], &b.C[l], o.Prec)
	}
	return v
}

// leastModel bounds the function from below by its constant term and the size of the others.
func leastModel(a *mass.TaylorModel, o *mass.Oscillation) ball.Mag {
	rest := &mass.TaylorModel{C: append(make([]ball.Real, 1), a.C[1:]...), R: a.R}
	if a.C[0].Positive() != ball.True {
		return ball.Mag{}
	}
	return a.C[0].MagLower().SubLower(rest.Size(o))
}

// roundModel makes the coefficients float64 numbers, drops the last ones as long as they are at most tol in all, and
// returns them.
func roundModel(a *mass.TaylorModel, tol ball.Mag, o *mass.Oscillation) []float64 {
	c := make([]float64, len(a.C))
	for l := range c {
		c[l], _ = a.C[l].Float64()
	}
	var sum ball.Mag
	for l := len(c) - 1; l >= 0; l-- {
		if sum = sum.Add(a.C[l].MagUpper().Mul(o.U0.Pow(uint64(l)))); sum.Cmp(tol) > 0 {
			break
		}
		c = c[:l]
	}
	c = trimmed(c)
	for l := range a.C {
		a.C[l].SetInt64(0)
		if l < len(c) {
			a.C[l].SetFloat64(c[l])
		}
	}
	a.R = ball.Mag{}
	return c
}

// addMoved adds v u^{l−2k} ((1+hu²)^{−p} without its terms i < k), p > 0: Σ binom(−p, i) h^i u^{2i}, with Lagrange's
// remainder.
func addMoved(a *mass.TaylorModel, v *ball.Real, l int, p *big.Rat, h *ball.Real, k int, o *mass.Oscillation) {
	if v.IsZero() {
		return
	}
	var t, c ball.Real
	minus := new(big.Rat).Neg(p)
	binom := big.NewRat(1, 1)
	c.Set(v)
	for i := 0; ; i++ {
		t.Mul(&c, new(ball.Real).SetRat(binom, o.Prec), o.Prec)
		e := l + 2*(i-k)
		if e >= len(a.C) {
			a.R = a.R.Add(termMoved.LeftOut(t.MagUpper().Mul(o.U0.Pow(uint64(e)))))
			return
		}
		if i >= k {
			a.AddTerm(e, &t, o)
		}
		binom = new(big.Rat).Mul(binom, closed.RatPlus(minus, -i))
		binom.Quo(binom, big.NewRat(int64(i+1), 1))
		c.Mul(&c, h, o.Prec)
	}
}

// moved returns the polynomial in u = x^{−1/2} that is x^q (x+h)^{−q} a((x+h)^{−1/2}).
func (o *wavesBuilder) moved(a *mass.TaylorModel, h *ball.Real) *mass.TaylorModel {
	v := o.NewModel()
	v.R = a.R
	for l := range a.C {
		addMoved(v, &a.C[l], l, new(big.Rat).Add(o.Q, big.NewRat(int64(l), 2)), h, 0, o.Oscillation)
	}
	return v
}

// differences returns x^q (S(x) − S(x+h)) for S(x) = x^{1−q} s(u): −Σ_l s_l u^{l−2} Σ_{i≥1} binom(1−q−l/2, i) h^i
// u^{2i}.
func (o *wavesBuilder) differences(s *mass.TaylorModel, h *ball.Real) *mass.TaylorModel {
	v := o.NewModel()
	var t ball.Real
	for l := range s.C {
		t.Neg(&s.C[l])
		addMoved(v, &t, l, new(big.Rat).Add(closed.RatPlus(o.Q, -1), big.NewRat(int64(l), 2)), h, 1, o.Oscillation)
	}
	return v
}

// survival returns s with differences(s, h) nearly m: the coefficients follow one by one, since the first term of the
// l-th is (q−1+l/2) h s_l u^l. Nothing is proved of it.
func (o *wavesBuilder) survival(m *mass.TaylorModel, h *ball.Real) *mass.TaylorModel {
	s, left := o.NewModel(), o.NewModel()
	var t, f ball.Real
	for l := range left.C {
		left.C[l].GetMid(&m.C[l])
	}
	for l := range s.C {
		p := new(big.Rat).Add(closed.RatPlus(o.Q, -1), big.NewRat(int64(l), 2))
		f.Mul(h, t.SetRat(p, o.Prec), o.Prec)
		t.Quo(&left.C[l], &f, o.Prec)
		s.C[l].GetMid(&t)
		// left − (s_l u^{l−2}) (1 − (1+hu²)^{−p})
		addMoved(left, &s.C[l], l, p, h, 1, o.Oscillation)
	}
	return s
}

// degrees are the terms of a tail relative to its leading amplitude, by their power of x^{−1/2}.
type degrees struct {
	eta, imag, gamma []ball.Real
	size, rest       ball.Mag // of all terms at the start; of what rounding the exponents moves
	amp, start       *ball.Real
	lead, q          *big.Rat // the leading exponent, and as a float64
	prec             uint
}

func newDegrees(amp, start *ball.Real, lead, q *big.Rat, prec uint) *degrees {
	g := &degrees{start: start, lead: lead, q: q, prec: prec, amp: new(ball.Real).Set(amp)}
	g.eta, g.imag, g.gamma = make([]ball.Real, mass.OscDegree), make([]ball.Real, mass.OscDegree),
		make([]ball.Real, mass.OscDegree)
	return g
}

// take adds a term of a, or leaves it to the rest of a if its power is too high.
func (g *degrees) take(a *mass.TailTerms, c *mass.SortedTerm, wave bool) error {
	e, ok := mass.HalfSteps(c.Q, g.lead)
	if !ok {
		return mass.Errorf("the expansion at infinity has powers of ω that do not differ by multiples of 1/2")
	}
	if e >= mass.OscDegree {
		return a.Leave(c.Re.MagUpper().Add(c.Im.MagUpper()), c.Q, g.prec)
	}
	var re, im, t ball.Real
	re.Quo(&c.Re, g.amp, g.prec)
	im.Quo(&c.Im, g.amp, g.prec)
	m := re.MagUpper().Add(im.MagUpper())
	g.rest = g.rest.Add(m.Mul(moveExponent(c.Q, new(big.Rat).Add(g.q, big.NewRat(int64(e), 2)), g.start, g.prec)))
	t.PowRat(g.start, big.NewRat(int64(-e), 2), g.prec)
	g.size = g.size.Add(m.Mul(t.MagUpper()))
	if wave {
		g.eta[e].Add(&g.eta[e], &re, g.prec)
		g.imag[e].Add(&g.imag[e], &im, g.prec)
	} else {
		g.gamma[e].Add(&g.gamma[e], &re, g.prec)
	}
	return nil
}

// fullLaw is the law where the density has the sign σ for x ≥ start and its leading term does not oscillate. With ε =
// ∫|amp A′ − m| ≤ amp |A(start)|/2, its distance from the density is at most 2|mass − amp|A(start)|| + 9ε: see laws,
// with amp ∫(σA′)^− ≤ ε.
func (s *builder) fullLaw(a *mass.TailTerms, b *ball.Real, x, eps float64, sigma int) (*waveLaws, error) {
	prec := s.Prec
	lead := &a.Plain[0]
	qf, q, err := floatExponent(lead.Q)
	if err != nil {
		return nil, err
	}
	var amp, t ball.Real
	amp.Abs(&lead.Re, prec)
	if amp.Positive() != ball.True {
		return nil, mass.Errorf("the leading term of the density at infinity is not known to be different from zero")
	}
	start := ball.NewReal(x)
	g := newDegrees(&amp, start, lead.Q, q, prec)
	for i := range a.Waves {
		if err := g.take(a, &a.Waves[i], true); err != nil {
			return nil, err
		}
	}
	for i := range a.Plain {
		if err := g.take(a, &a.Plain[i], false); err != nil {
			return nil, err
		}
	}
	amp.Mul(&amp, &a.Scale, prec)
	af, _ := amp.Float64()
	p := bestPrimitive(q, g.eta, g.imag, g.gamma, start, ball.MagFloat64(eps/(32*af)), prec)
	integral, _ := p.errors(q, start, prec)
	w := &OscillatingTail{Q: qf, Cos: p.cos, Sin: p.sin, Plain: p.plain, Sign: sigma, Start: x}
	rest := g.rest.Add(w.setFrequency(b, start, q, g.size, prec))
	// −σA(start)
	var whole ball.Real
	w.enclose(&whole, start, prec)
	whole.MulInt64(&whole, int64(-sigma), prec)
	rest = rest.Mul(amp.MagUpper()).Add(a.Left.Mul(a.Scale.MagUpper())).Add(a.Rest)
	wrong := integral.Mul(amp.MagUpper()).Add(rest)
	whole.Mul(&whole, &amp, prec)
	if whole.Positive() != ball.True || whole.MagLower().Cmp(wrong.Mul2Exp(1)) < 0 {
		return nil, mass.Errorf("the tail is not known well enough where it starts")
	}
	tail := Tail{Kind: TailOscillating, Waves: w}
	tail.Mass, _ = whole.Float64()
	off := t.Sub(&whole, ball.NewReal(tail.Mass), prec).MagUpper()
	tail.Deviation = off.Mul2Exp(1).Add(wrong.Mul(ball.MagUint(9)))
	// the panels end at a float64
	tail.From = w.omega(x)
	out := &waveLaws{start: tail.From * tail.From}
	var at ball.Real
	at.Sqrt(ball.NewReal(out.start), prec)
	at.Mul(&at, b, prec)
	gap := at.Sub(&at, start, prec).MagUpper()
	if gap.Cmp(ball.MagPow2(-20)) > 0 {
		return nil, mass.Errorf("the start of the tail is not known well")
	}
	t.AddInt64(start, -1, prec)
	t.PowRat(&t, new(big.Rat).Neg(q), prec)
	tail.Deviation = tail.Deviation.Add(gap.Mul(g.size.Mul2Exp(1)).Mul(t.MagUpper()).Mul(amp.MagUpper()))
	i := 0
	if sigma < 0 {
		i = 1
	}
	out.tail[i] = tail
	out.tail[1-i] = Tail{Kind: TailNone, From: tail.From}
	return out, nil
}

// enclose sets dst to A(x).
func (w *OscillatingTail) enclose(dst, x *ball.Real, prec uint) {
	var u, c, s, p, t ball.Real
	u.RSqrt(x, prec)
	t.Add(x, ball.NewReal(w.Phase), prec)
	ball.SinCos(&s, &c, &t, prec)
	poly := func(c []float64) *ball.Real {
		p.SetInt64(0)
		for l := len(c) - 1; l >= 0; l-- {
			p.FMA(&p, &u, ball.NewReal(c[l]), prec)
		}
		return &p
	}
	c.Mul(&c, poly(w.Cos), prec)
	s.Mul(&s, poly(w.Sin), prec)
	t.Mul(x, poly(w.Plain), prec)
	t.Add(&t, &c, prec)
	t.Add(&t, &s, prec)
	p.PowRat(x, new(big.Rat).Neg(new(big.Rat).SetFloat64(w.Q)), prec)
	dst.Mul(&t, &p, prec)
}
