package certify

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"sort"
	"strconv"

	"krein/ball"
	"krein/certify/check"
	"krein/certify/check/rule"
	"krein/certify/crosscheck"
	"krein/hankel"
	"krein/internal/budget"
	"krein/kernel"
	"krein/kernel/numeric"
)

// facts is what the rules may ask about one kernel in one dimension. Everything is
// computed when it is first asked for. It is used by one goroutine.
type facts struct {
	ctx context.Context
	k   *kernel.Kernel
	at  func(z float64) float64 // k in float64
	dim int
	set *Settings

	checker *rule.Checker
	depth   int               // of nested kernels
	others  map[string]*facts // what is known of other kernels and dimensions
	tried   map[int]bool      // the provers that have had their turn
	active  bool              // proveAll is running

	look     *crosscheck.Look
	verdicts map[ID]verdict
	alarm    string // what contradicts a proof; then no proof counts
	attempts map[ID][]attempt

	grid       *samples
	infinity   *numeric.Infinity
	localDone  bool
	localFacts local
	localErr   error
	jetRows    []jetRow
	jetErr     error
	trig       *gegenbauer
	sphereJets []sphereJet
	sphereErr  error

	specDone bool
	spec     *hankel.Spectrum
	specErr  error
	profDone bool
	prof     *hankel.Profile
	profErr  error
}

func newFacts(ctx context.Context, k *kernel.Kernel, dim int, set *Settings) *facts {
	if m := budget.Of(ctx); m != nil && k.Meter() != m {
		k = k.Metered(m)
	}
	return &facts{
		ctx: ctx, k: k, at: numeric.Compile(k).At, dim: dim, set: set, checker: check.New(ctx, searchSteps),
		others: make(map[string]*facts), tried: make(map[int]bool),
		verdicts: make(map[ID]verdict), attempts: make(map[ID][]attempt),
	}
}

// searchSteps bounds the steps that are checked in one search, far beyond what any single proof has.
const searchSteps = 1 << 30

// verdict returns what has been decided on a claim; its holds is Unknown if nothing has.
func (f *facts) verdict(id ID) verdict { return f.verdicts[id] }

// half returns (d−1)/2, the exponent at which a singularity away from 0 spoils the mass.
func (f *facts) half() *big.Rat { return big.NewRat(int64(f.dim)-1, 2) }

// samples are values of the kernel on a fixed grid of distances.
type samples struct {
	z, k []float64
	at0  float64 // k(0), by its limit if the formula has no value there; NaN if unbounded
	lim0 float64 // the limit at 0+, NaN if there is none that is finite
	top  float64 // max |k|
	cut  bool    // the work ended before all values were known; those that are not are NaN
}

// samples tabulates the kernel: logarithmically over [1e−8, 1e8] and evenly over the
// range in which kernels written for unit length scales vary.
func (f *facts) samples() *samples {
	if f.grid != nil {
		return f.grid
	}
	s := &samples{at0: f.at(0), lim0: math.NaN()}
	for i := 0; i <= 960; i++ {
		s.z = append(s.z, math.Pow(10, -8+float64(i)/60))
	}
	for i := 1; i <= 1600; i++ {
		s.z = append(s.z, float64(i)/80)
	}
	if l, err := f.local(); err == nil {
		for _, p := range l.points {
			s.z = append(s.z, p.At.Value*(1-1e-6), p.At.Value*(1+1e-6))
		}
		if lim, ok := l.origin.limit(); ok {
			s.lim0 = lim
		}
	} else if v := f.at(1e-300); !math.IsNaN(v) && !math.IsInf(v, 0) {
		s.lim0 = v
	}
	if math.IsNaN(s.at0) {
		s.at0 = s.lim0
	}
	slices.Sort(s.z)
	f.tabulate(s)
	if i := s.largest(); i >= 0 && !f.k.IsFunc() {
		// Where the largest value is rounding, so may be all the others.
		if v := f.accurate(s.z[i]); !math.IsNaN(v) && math.Abs(v) < s.top/2 {
			for j, z := range s.z {
				s.k[j] = f.accurate(z)
			}
			s.cut = s.cut || f.ctx.Err() != nil
			s.largest()
		}
	}
	if !s.cut {
		f.grid = s
	}
	return s
}

// tabulate computes the values at s.z, a few at a time.
func (f *facts) tabulate(s *samples) {
	const chunk = 16
	cost := int64(1)
	if !f.k.IsFunc() {
		cost += hankel.EvaluationWork(f.k.Expr()) / 10
	}
	s.k = make([]float64, len(s.z))
	eval := numeric.Compile(f.k).EvalTo
	for i := 0; i < len(s.z); i += chunk {
		n := min(i+chunk, len(s.z))
		if s.cut = s.cut || !budget.Of(f.ctx).Spend(cost*int64(n-i)) || f.ctx.Err() != nil; !s.cut {
			eval(s.k[i:n], s.z[i:n])
			continue
		}
		for j := i; j < n; j++ {
			s.k[j] = math.NaN()
		}
	}
}

// largest sets top and returns the sample at which it is attained, −1 if all finite values are 0.
func (s *samples) largest() int {
	at := -1
	s.top = 0
	for i, v := range s.k {
		if a := math.Abs(v); a > s.top && !math.IsInf(a, 0) {
			s.top, at = a, i
		}
	}
	return at
}

// accurate returns k(z) by ball arithmetic: 0 where no value can be told from it, NaN where none is known.
func (f *facts) accurate(z float64) float64 {
	x := f.k.BallAt(nil, new(ball.Real).SetFloat64(z), 128)
	switch {
	case x.Indeterminate():
		return math.NaN()
	case x.ContainsZero():
		return 0
	}
	v, _ := x.Float64()
	return v
}

// undefined returns a distance in the domain at which the kernel has no value. Isolated
// such points between two samples are not seen. A missing value at 0 is allowed (the limit is
// taken), and so are missing values from some z on if the behaviour at infinity is
// known: there they come from overflow.
func (f *facts) undefined(on domain) (at float64, bad bool) {
	s := f.samples()
	n := len(s.z)
	if on == unitSphere {
		n = sort.SearchFloat64s(s.z, math.Nextafter(2, 3))
	} else if math.IsNaN(s.k[n-1]) && !f.k.IsFunc() && f.atInfinity().Kind != kernel.Undetermined {
		for n > 0 && math.IsNaN(s.k[n-1]) {
			n--
		}
	}
	for i, v := range s.k[:n] {
		if math.IsNaN(v) {
			return s.z[i], true
		}
	}
	return 0, false
}

func (f *facts) atInfinity() numeric.Infinity {
	if f.infinity == nil {
		inf := numeric.AtInfinity(f.k)
		f.infinity = &inf
	}
	return *f.infinity
}

// spectrum returns the kernel's spectrum, or why it has none.
func (f *facts) spectrum() (*hankel.Spectrum, error) {
	if !f.specDone {
		f.specDone = true
		f.spec, f.specErr = hankel.New(f.k, f.dim, nil)
	}
	return f.spec, f.specErr
}

// hardEvals bounds the values of a density that is computed from a kernel with a slowly
// decaying oscillation (each value is slow) or from a Go function (the tail is not known).
const hardEvals = 600

// quadratureEvals bounds them for any other density by quadrature: masses to MassTolerance
// in a fraction of a second.
const quadratureEvals = 8000

// maxWaveDim is the largest dimension in which the density of a kernel with a singularity
// at b > 0 is integrated numerically: the more derivatives fit, the later its tail begins,
// and a value there needs ever more nodes.
const maxWaveDim = 32

// profile returns the signs and masses of the spectrum, or why there are none.
func (f *facts) profile() (*hankel.Profile, error) {
	if f.profDone {
		return f.prof, f.profErr
	}
	f.profDone = true
	if f.set.SkipMass {
		f.profErr = fmt.Errorf("the spectral density was not evaluated, as asked")
		return nil, f.profErr
	}
	s, err := f.spectrum()
	if err != nil {
		f.profErr = err
		return nil, err
	}
	ps := &hankel.ProfileSettings{Tolerance: f.set.MassTolerance}
	if _, closed := s.Closed(); !closed {
		if l, err := f.local(); err == nil && l.worst != nil && f.dim > maxWaveDim {
			f.profErr = fmt.Errorf("the singularity at z = %s gives the density a long oscillating tail, which is followed only in dimensions up to %d",
				short(l.worst.At.Value), maxWaveDim)
			return nil, f.profErr
		}
		osc := waves(f.atInfinity())
		for _, t := range osc {
			if a, ok := frequency(&t); ok && t.Power.Cmp(big.NewRat(int64(f.dim)+1, 2)) <= 0 {
				f.profErr = fmt.Errorf("the density is not continuous at ω = %s, where k oscillates, and was not integrated", short(a))
				return nil, f.profErr
			}
		}
		ps.MaxEvals = quadratureEvals
		if f.k.IsFunc() || len(osc) > 0 {
			ps.MaxEvals = hardEvals
		}
	}
	f.prof, f.profErr = s.Profile(f.ctx, ps)
	if f.profErr != nil {
		f.prof = nil
		if f.ctx.Err() != nil {
			f.profErr = errors.New(budget.Why(f.ctx, f.set.moreEffort()))
		}
	}
	return f.prof, f.profErr
}

// short prints a number in a sentence.
func short(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }

// power prints base^e in a sentence, with brackets where an exponent needs them.
func power(base string, e *big.Rat) string {
	switch {
	case e.IsInt() && e.Num().IsInt64() && e.Num().Int64() == 1:
		return base
	case e.IsInt() && e.Sign() >= 0:
		return base + "^" + e.RatString()
	default:
		return base + "^(" + e.RatString() + ")"
	}
}
