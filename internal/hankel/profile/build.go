package profile

import (
	"context"
	"math"
	"slices"

	"krein/hankel"
	"krein/internal/elem64"
	"krein/internal/hankel/chebyshev"
)

// fastest returns the fastest oscillation that the tail law shows, 0 for none.
func fastest(t *hankel.Tail) float64 {
	var f float64
	for _, w := range t.Waves {
		f = max(f, w.Freq)
	}
	return f
}

// builder makes a profile: panels over the range of frequencies that matters, then lobes, then masses and tails.
type builder struct {
	in     input
	s      scanner
	tol    float64
	freq   float64
	panels []*chebyshev.Panel
	lower  LowerTail // its Mass carries the sign of the density
	lowErr float64
	lowFit bool
	far    int // octaves to follow
}

// breakEvals is what a break adds to the default of MaxEvals.
const breakEvals = 100

const (
	periods          = 1.375 // a panel resolves so many to 1e-12
	firstHalfPeriods = 192   // an oscillating power tail is followed at least so far
	maxOctaves       = 100
	cheapOctaves     = 2000 // of densities that are cheap and good however far out
	farthest         = 1e300
)

func build(ctx context.Context, in input, set *Settings) (*Profile, error) {
	var opt Settings
	if set != nil {
		opt = *set
	}
	if opt.Tolerance <= 0 {
		opt.Tolerance = 1e-8
	}
	if opt.MaxEvals <= 0 {
		opt.MaxEvals = 12000 + breakEvals*len(in.breaks)
	}
	t := &in.tail
	if t.Kind == hankel.TailPower && !t.Finite {
		return nil, &InfiniteMassError{Exponent: t.Exponent, Because: t.Because}
	}
	b := &builder{in: in, tol: opt.Tolerance, freq: fastest(t), far: maxOctaves}
	if in.mixed {
		b.far = cheapOctaves
	}
	b.s = scanner{src: in.src, limit: opt.MaxEvals, breaks: slices.Sorted(slices.Values(in.breaks))}
	if t.Kind == hankel.TailZero {
		b.in.hi = min(b.in.hi, t.Rate)
	}
	if t.Kind == hankel.TailZero && t.Rate == 0 || !(b.in.hi > b.in.lo) {
		return b.finish(ctx, nil, tails{}) // atoms only
	}
	if err := b.scanBody(ctx); err != nil {
		return nil, err
	}
	if err := b.scanDown(ctx); err != nil {
		return nil, err
	}
	end, err := b.scanUp(ctx)
	if err != nil {
		return nil, err
	}
	return b.finish(ctx, b.lobes(), end)
}

// edges divides [from,to] into panels no wider than an octave or a period or so of
// the tail's oscillation. The error is a *BudgetError: they are too many.
func (b *builder) edges(from, to float64) ([]float64, error) {
	limit := (b.in.hi - b.in.lo) / 8
	if b.freq > 0 {
		limit = min(limit, periods*2*math.Pi/b.freq)
	}
	out := []float64{from}
	for x := from; x < to; {
		if len(out)*chebyshev.Evals > 4*b.s.limit { // no panel costs less than its values
			return nil, &BudgetError{Omega: x, Limit: b.s.limit}
		}
		next := min(2*x, x+limit)
		if next > to || to-next < 0.1*(next-x) {
			next = to
		}
		out = append(out, next)
		x = next
	}
	return out, nil
}

func (b *builder) scanBody(ctx context.Context) error {
	if !(b.in.lo > 0) {
		b.in.lo = b.in.hi / 1024
	}
	if t := &b.in.tail; t.Rate > 0 { // the body reaches to where the law of the tail bites
		switch t.Kind {
		case hankel.TailGaussian:
			b.in.hi = max(b.in.hi, math.Sqrt(36/t.Rate))
		case hankel.TailExponential:
			b.in.hi = max(b.in.hi, 36/t.Rate)
		}
	}
	hi := b.in.hi
	if b.freq > 0 && b.in.tail.Kind == hankel.TailPower {
		// A density by quadrature is dear and noisy far out; wavyTail goes on from here.
		hi = min(hi, b.in.lo+firstHalfPeriods*math.Pi/b.freq)
	}
	for range 20 {
		edges, err := b.edges(b.in.lo, hi)
		if err != nil {
			return err
		}
		if b.panels, err = b.s.scan(ctx, edges); err != nil {
			return err
		}
		for _, p := range b.panels {
			if p.Amp > significance*p.Err {
				return nil
			}
		}
		// Nothing but noise: look further out before believing it.
		hi *= 64
		b.in.hi = max(b.in.hi, hi)
	}
	return nil
}

// scanDown adds octaves below the body until what remains is negligible or follows a
// power law, which becomes the lower tail.
func (b *builder) scanDown(ctx context.Context) error {
	bottom := b.panels[0].A
	before := math.NaN()
	for k := range b.far {
		ps, err := b.s.scan(ctx, []float64{bottom / 2, bottom})
		if err != nil {
			return err
		}
		first := ps[0]
		if first.Amp <= significance*first.Err || bottom < 1e-280 {
			return nil
		}
		if b.followsOrigin(first) {
			return nil
		}
		b.panels = append(ps, b.panels...)
		bottom = first.A
		m0, m1 := first.At(bottom), first.At(first.A+(first.B-first.A)/16)
		a := elem64.Log(m1/m0) / math.Log1p((first.B-first.A)/16/bottom)
		if m0 == 0 || math.IsNaN(a) {
			before = math.NaN()
			continue
		}
		stable := math.Abs(a - before)
		if a <= -1+1e-6 && stable < 1e-4 && k > 3 {
			return &InfiniteMassError{AtOrigin: true, Exponent: a,
				Because: "the density is not integrable at ω = 0, as for a kernel that grows without bound"}
		}
		mass := math.Abs(m0) * bottom / (a + 1)
		small := a > -1 && mass <= 1e-20*b.s.total
		if a > -1 && (small || k >= 2 && stable < 1e-9 || k == b.far-1) {
			drift := 1.0
			if stable < 1 {
				drift = 4 * stable / (a + 1)
			}
			b.lower = LowerTail{At: bottom, Mass: math.Copysign(mass, m0), Exponent: a}
			b.lowErr = mass * min(1, drift+first.Err/math.Abs(m0))
			b.lowFit = true
			return nil
		}
		before = a
	}
	return nil
}

// followsOrigin takes the law at ω = 0 that is known of the density for the lower tail below a panel, where that is off
// by less than the noise of the values in it, which further down only grows.
func (b *builder) followsOrigin(p *chebyshev.Panel) bool {
	t := &b.in.tail
	c := t.OriginCoef
	if !(t.OriginExponent > -1) || c == 0 || math.IsNaN(c) || !(p.Err > originNoise*p.Amp) {
		return false
	}
	law := c * elem64.Pow(p.B, t.OriginExponent)
	off := math.Abs(p.At(p.B)-law) + p.Err
	if !(math.Abs(p.At(p.B)-law) <= p.Err && off <= 0.1*math.Abs(law)) {
		return false
	}
	mass := law * p.B / (t.OriginExponent + 1)
	b.lower = LowerTail{At: p.B, Mass: mass, Exponent: t.OriginExponent}
	b.lowErr, b.lowFit = math.Abs(mass)*off/math.Abs(law), true
	return true
}

// originNoise is the relative error of values from which on they are compared with the law at the origin.
const originNoise = 1e-5

// tails is what scanUp found beyond the panels.
type tails struct {
	kind     UpperKind
	mass     [2]Mass // of m₊ and m₋
	exponent float64
	rate     float64
	lost     float64 // mass the law may hide in both parts
	forever  bool
}

func (b *builder) top() float64 { return b.panels[len(b.panels)-1].B }

// scanUp adds panels above the body as the kind of tail demands.
func (b *builder) scanUp(ctx context.Context) (tails, error) {
	t := &b.in.tail
	switch t.Kind {
	case hankel.TailZero:
		return tails{}, nil
	case hankel.TailGaussian, hankel.TailExponential, hankel.TailRapid:
		return b.rapidTail(ctx)
	case hankel.TailPower:
		if b.freq > 0 {
			return b.wavyTail(ctx)
		}
		return b.plainTail(ctx)
	}
	return b.unknownTail()
}

// rapidTail follows a tail that falls faster than any power until nothing is left.
func (b *builder) rapidTail(ctx context.Context) (tails, error) {
	for range maxOctaves {
		last := b.panels[len(b.panels)-1]
		if last.Amp <= significance*last.Err || last.Amp*(last.B-last.A) <= 1e-21*b.s.total || b.s.evals > b.s.limit {
			break
		}
		x := last.B
		ps, err := b.s.scan(ctx, []float64{x, x + (x-b.in.lo)/8})
		if err != nil {
			return tails{}, err
		}
		b.panels = append(b.panels, ps...)
	}
	// Only noise may be left in the last panels.
	for n := len(b.panels); n > 1; n-- {
		if last := b.panels[n-1]; last.Amp > significance*last.Err {
			break
		}
		b.panels = b.panels[:n-1]
	}
	last := b.panels[len(b.panels)-1]
	h := (last.B - last.A) / 16
	m0, m1 := last.At(last.B-h), last.At(last.B)
	rate := elem64.Log(m0/m1) / h
	if !(rate > 0) || math.IsInf(rate, 0) || math.Abs(m1) < last.Err {
		return tails{lost: last.Err * (last.B - last.A)}, nil
	}
	out := tails{kind: UpperExponential, rate: rate}
	mass := Mass{math.Abs(m1) / rate, math.Abs(m1) / rate}
	if m1 > 0 {
		out.mass[0] = mass
	} else {
		out.mass[1] = mass
	}
	return out, nil
}

// plainTail follows a power tail without oscillation octave by octave.
func (b *builder) plainTail(ctx context.Context) (tails, error) {
	p := b.in.tail.Exponent
	for range b.far {
		x := b.top()
		if x > farthest/2 {
			break
		}
		ps, err := b.s.scan(ctx, []float64{x, 2 * x})
		if err != nil {
			return tails{}, err
		}
		last := ps[len(ps)-1]
		if math.Abs(last.At(last.B)) < 1e3*last.Err {
			break
		}
		b.panels = append(b.panels, ps...)
		if b.s.evals > b.s.limit || last.Amp*last.B <= 1e-18*b.s.total {
			break
		}
	}
	last := b.panels[len(b.panels)-1]
	m, w := last.At(last.B), last.B
	if last.Amp <= significance*last.Err {
		return tails{lost: (last.Amp + last.Err) * w / -(p + 1)}, nil
	}
	// m = C ω^p (1 + c/ω^s + …): the local exponent shows the first correction.
	h := (last.B - last.A) / 32
	local := elem64.Log(m/last.At(w-h)) / elem64.Log(w/(w-h))
	mass := math.Abs(m) * w / -(p + 1)
	err := mass * (min(1, 2*math.Abs(local-p)/-(p+1)) + last.Err/math.Abs(m))
	if b.in.tail.LogPow != 0 || math.IsNaN(err) {
		err = mass
	}
	out := tails{kind: UpperPower, exponent: p}
	out.mass[side(m)] = Mass{mass, err}
	return out, nil
}

// unknownTail measures how the density falls off over the last octaves of the body. It
// scans nothing: how fast the density oscillates further out is not known.
func (b *builder) unknownTail() (tails, error) {
	w := b.top()
	var sum [2]float64 // ∫|m| over (w/2,w) and (w/4,w/2)
	var noise float64
	for _, l := range b.lobes() {
		for _, q := range l.pieces {
			for i, top := range [2]float64{w, w / 2} {
				if lo, hi := max(q.lo, top/2), min(q.hi, top); lo < hi {
					sum[i] += math.Abs(q.p.Integral(lo, hi))
					if i == 0 {
						noise += q.p.Mean * (hi - lo)
					}
				}
			}
		}
	}
	if sum[0] <= significance*noise || sum[0] <= 1e-15*b.s.total {
		return tails{lost: sum[0] + noise}, nil
	}
	p := math.Log2(sum[0]/sum[1]) - 1
	if p >= -1.01 {
		return tails{}, &InfiniteMassError{Exponent: p, Because: "the density, as measured, does not fall off integrably"}
	}
	mass := sum[0] / (math.Exp2(-p-1) - 1)
	return tails{lost: mass}, nil
}

// wavyTail follows an oscillating power tail for some hundred half-periods and extrapolates the masses from there.
func (b *builder) wavyTail(ctx context.Context) (tails, error) {
	half := math.Pi / b.freq
	target := max(b.top(), firstHalfPeriods*half)
	p := b.in.tail.Exponent
	clean := true
	for n := len(b.panels); n > 8 && unclear(b.panels[n-1]); n-- {
		b.panels, clean = b.panels[:n-1], false
	}
	for {
		if clean && target > b.top() {
			edges, err := b.edges(b.top(), target)
			if err != nil {
				return tails{}, err
			}
			ps, err := b.s.scan(ctx, edges)
			if err != nil {
				return tails{}, err
			}
			for i, x := range ps {
				if unclear(x) {
					ps, clean = ps[:i], false
					break
				}
			}
			b.panels = append(b.panels, ps...)
		}
		ls := b.lobes()
		end := b.extrapolate(ls)
		total := 0.0
		for i := range ls {
			total += ls[i].mass
		}
		last := b.panels[len(b.panels)-1]
		if last.Amp*last.B <= 1e-18*total*-(p+1) || end.mass[0].Err+end.mass[1].Err <= b.tol*total ||
			!clean || b.s.evals+int((b.top()-b.in.lo)/(4*periods*half)*chebyshev.Evals) > b.s.limit {
			return end, nil
		}
		target = 1.5 * b.top()
	}
}

// unclear reports whether the noise of a panel spoils the extrapolation of a tail.
func unclear(p *chebyshev.Panel) bool { return p.Err > 0.02*p.Amp }

func (b *builder) lobes() []lobe {
	var at []float64
	for _, a := range b.in.atoms {
		if a.Omega > 0 {
			at = append(at, a.Omega)
		}
	}
	slices.Sort(at)
	return lobes(b.panels, at)
}
