// Package view has what float64 shows of a kernel in one dimension: values, expansions, jets, Gegenbauer coefficients,
// the density. Provers are guided by it and estimates rest on it; nothing is proved by it.
package view

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"sort"

	"krein/ball"
	"krein/hankel"
	"krein/internal/budget"
	"krein/internal/hankel/profile"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/numeric"
	"krein/kernel"
)

// View is what float64 shows of one kernel in one dimension. Everything is computed when it is
// first asked for. It is used by one goroutine.
type View struct {
	Ctx context.Context
	K   *kernel.Kernel
	At  func(z float64) float64 // k in float64
	Dim int
	opt Options

	grid       *Samples
	infinity   *numeric.Infinity
	localDone  bool
	localFacts Local
	localErr   error
	jetsSeen   jets
	trig       *Gegenbauer
	sphereJets []sphereJet
	sphereErr  error

	guide, watched spectrum
	profDone       bool
	prof           *profile.Profile
	profErr        error
}

// Options say how far a view looks; certify.Settings says what they are.
type Options struct {
	Orders, Degrees   int
	Margin, Tolerance float64
	SkipMass          bool
	JetUnits          int64  // the work on jets
	Budget            string // what the budget that may be spent is called
}

// New looks at k on R^dim. Its work counts on ctx.
func New(ctx context.Context, k *kernel.Kernel, dim int, opt Options) *View {
	return &View{Ctx: ctx, K: k, At: numeric.Compile(k).At, Dim: dim, opt: opt}
}

// Domain is the set of distances at which an estimator needs values.
type Domain int8

const (
	WholeLine  Domain = iota // z ∈ [0,∞): kernels on R^d
	UnitSphere               // z ∈ [0,2]: kernels on the unit sphere
)

// Half returns (d−1)/2, the exponent at which a singularity away from 0 spoils the mass.
func (f *View) Half() *big.Rat { return big.NewRat(int64(f.Dim)-1, 2) }

// Samples are values of the kernel on a fixed grid of distances.
type Samples struct {
	Z, K []float64
	At0  float64 // k(0), by its limit if the formula has no value there; NaN if unbounded
	Lim0 float64 // the limit at 0+, NaN if there is none that is finite
	Top  float64 // max |k|
	Cut  bool    // the work ended before all values were known; those that are not are NaN
}

// Samples tabulates the kernel: logarithmically over [1e−8, 1e8] and evenly over the
// range in which kernels written for unit length scales vary.
func (f *View) Samples() *Samples {
	if f.grid != nil {
		return f.grid
	}
	s := &Samples{At0: f.At(0), Lim0: math.NaN()}
	for i := 0; i <= 960; i++ {
		s.Z = append(s.Z, math.Pow(10, -8+float64(i)/60))
	}
	for i := 1; i <= 1600; i++ {
		s.Z = append(s.Z, float64(i)/80)
	}
	if l, err := f.Local(); err == nil {
		for _, p := range l.Points {
			s.Z = append(s.Z, p.At.Value*(1-1e-6), p.At.Value*(1+1e-6))
		}
		if lim, ok := l.Origin.limit(); ok {
			s.Lim0 = lim
		}
	} else if v := f.At(1e-300); !math.IsNaN(v) && !math.IsInf(v, 0) {
		s.Lim0 = v
	}
	if math.IsNaN(s.At0) {
		s.At0 = s.Lim0
	}
	slices.Sort(s.Z)
	f.tabulate(s)
	if i := s.largest(); i >= 0 {
		// Where the largest value is rounding, so may be all the others.
		if v := f.accurate(s.Z[i]); !math.IsNaN(v) && math.Abs(v) < s.Top/2 {
			for j, z := range s.Z {
				s.K[j] = f.accurate(z)
			}
			s.Cut = s.Cut || f.Ctx.Err() != nil
			s.largest()
		}
	}
	if !s.Cut {
		f.grid = s
	}
	return s
}

// tabulate computes the values at s.z, a few at a time.
func (f *View) tabulate(s *Samples) {
	const chunk = 16
	cost := 1 + hankel.EvaluationWork(f.K.Expr())/10
	s.K = make([]float64, len(s.Z))
	eval := numeric.Compile(f.K).EvalTo
	for i := 0; i < len(s.Z); i += chunk {
		n := min(i+chunk, len(s.Z))
		if s.Cut = s.Cut || !budget.Of(f.Ctx).Spend(cost*int64(n-i)) || f.Ctx.Err() != nil; !s.Cut {
			eval(s.K[i:n], s.Z[i:n])
			continue
		}
		for j := i; j < n; j++ {
			s.K[j] = math.NaN()
		}
	}
}

// largest sets top and returns the sample at which it is attained, −1 if all finite values are 0.
func (s *Samples) largest() int {
	at := -1
	s.Top = 0
	for i, v := range s.K {
		if a := math.Abs(v); a > s.Top && !math.IsInf(a, 0) {
			s.Top, at = a, i
		}
	}
	return at
}

// accurate returns k(z) by ball arithmetic: 0 where no value can be told from it, NaN where none is known.
func (f *View) accurate(z float64) float64 {
	x := f.K.BallAt(nil, new(ball.Real).SetFloat64(z), 128)
	switch {
	case x.Indeterminate():
		return math.NaN()
	case x.ContainsZero():
		return 0
	}
	v, _ := x.Float64()
	return v
}

// Undefined returns a distance in the domain at which the kernel has no value. Isolated such points between two samples
// are not seen. A missing value at 0 is allowed (the limit is taken), and so are missing values from some z on if the
// behaviour at infinity is known: there they come from overflow.
func (f *View) Undefined(on Domain) (at float64, bad bool) {
	s := f.Samples()
	n := len(s.Z)
	if on == UnitSphere {
		n = sort.SearchFloat64s(s.Z, math.Nextafter(2, 3))
	} else if math.IsNaN(s.K[n-1]) && f.AtInfinity().Kind != asymptotic.Undetermined {
		for n > 0 && math.IsNaN(s.K[n-1]) {
			n--
		}
	}
	for i, v := range s.K[:n] {
		if math.IsNaN(v) {
			return s.Z[i], true
		}
	}
	return 0, false
}

// AtInfinity is numeric.AtInfinity, remembered.
func (f *View) AtInfinity() numeric.Infinity {
	if f.infinity == nil {
		inf := numeric.AtInfinity(f.K)
		f.infinity = &inf
	}
	return *f.infinity
}

// spectrum is a spectrum once it was asked for.
type spectrum struct {
	done bool
	is   *hankel.Spectrum
	err  error
}

func (s *spectrum) of(f *View, set *hankel.Settings) (*hankel.Spectrum, error) {
	if !s.done {
		s.done = true
		s.is, s.err = hankel.New(f.K, f.Dim, set)
	}
	return s.is, s.err
}

// Spectrum returns the kernel's spectrum, or why it has none. Its values guide a search, which proves what it finds: nothing is
// spent on what quadrature does not see.
func (f *View) Spectrum() (*hankel.Spectrum, error) {
	return f.guide.of(f, &hankel.Settings{Guide: true})
}

// Watched is Spectrum for estimates.
func (f *View) Watched() (*hankel.Spectrum, error) { return f.watched.of(f, nil) }

// hardEvals bounds the values of a density that is computed from a kernel with a slowly
// decaying oscillation, of which each is slow.
const hardEvals = 600

// quadratureEvals bounds them for any other density by quadrature: masses to MassTolerance in a fraction of a second.
const quadratureEvals = 8000

// maxWaveDim is the largest dimension in which the density of a kernel with a singularity at b > 0 is integrated
// numerically: the more derivatives fit, the later its tail begins, and a value there needs ever more nodes.
const maxWaveDim = 32

// Profile returns the signs and masses of the spectrum, or why there are none.
func (f *View) Profile() (*profile.Profile, error) {
	if f.profDone {
		return f.prof, f.profErr
	}
	f.profDone = true
	if f.opt.SkipMass {
		f.profErr = fmt.Errorf("the spectral density was not evaluated, as asked")
		return nil, f.profErr
	}
	s, err := f.Watched()
	if err != nil {
		f.profErr = err
		return nil, err
	}
	ps := &profile.Settings{Tolerance: f.opt.Tolerance}
	if _, closed := s.Closed(); !closed {
		if l, err := f.Local(); err == nil && l.worst != nil && f.Dim > maxWaveDim {
			f.profErr = fmt.Errorf("the singularity at z = %.4g gives the density a long oscillating tail, which is followed "+
				"only in dimensions up to %d",
				l.worst.At.Value, maxWaveDim)
			return nil, f.profErr
		}
		osc := waves(f.AtInfinity())
		for _, t := range osc {
			if a, ok := frequency(&t); ok && t.Power.Cmp(big.NewRat(int64(f.Dim)+1, 2)) <= 0 {
				f.profErr = fmt.Errorf("the density is not continuous at ω = %.4g, where k oscillates, and was not integrated", a)
				return nil, f.profErr
			}
		}
		ps.MaxEvals = quadratureEvals
		if len(osc) > 0 {
			ps.MaxEvals = hardEvals
		}
	}
	f.prof, f.profErr = profile.New(f.Ctx, s, ps)
	if f.profErr != nil {
		f.prof = nil
		if f.Ctx.Err() != nil {
			f.profErr = errors.New(budget.Why(f.Ctx, f.opt.Budget))
		}
	}
	return f.prof, f.profErr
}

// waves returns the terms at infinity that oscillate without exponential decay.
func waves(i numeric.Infinity) []numeric.InfinityTerm {
	var w []numeric.InfinityTerm
	for _, t := range i.Terms {
		moving, decaying := false, false
		for _, e := range t.Exps {
			moving = moving || e.Im != 0
			decaying = decaying || e.Re != 0
		}
		if moving && !decaying && t.Coef != 0 {
			w = append(w, t)
		}
	}
	return w
}

// frequency returns a if t oscillates like cos(az+φ); otherwise (a chirp) ok is false.
func frequency(t *numeric.InfinityTerm) (a float64, ok bool) {
	if len(t.Exps) != 1 || t.Exps[0].LogPow != 0 || t.Exps[0].Power.Cmp(big.NewRat(1, 1)) != 0 {
		return 0, false
	}
	return math.Abs(t.Exps[0].Im), true
}
