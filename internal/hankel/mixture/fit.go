package mixture

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"krein/internal/budget"
	"krein/internal/dd"
	"krein/internal/elem64"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/between"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/numeric"
	"krein/internal/semilp"
	"krein/kernel"
)

// FitScale finds a signed measure of few scales from values of a formula alone: of all measures on a grid of scales whose
// transform is within a tolerance of the formula, one of least mass. A positive one is near the law of the scale, if there is
// one. The formula is that of a function of z ≥ 0 with values at all distances and a limit at infinity, which the values have to
// show within the distances that floats tell apart. The largest error at distances from 2^−60 to 2^60, by enclosures on intervals,
// over the weights' absolute values added up, is within. The weights are floats, and laws with narrow features of the values are not
// found.
func FitScale(ctx context.Context, e *formula.Expr) (s Scale, within float64, err error) {
	f, err := newFit(kernel.NewNatural(e))
	if err != nil {
		return nil, 0, fmt.Errorf("mixture: %s: %w", e, err)
	}
	if s, within, err = f.measure(ctx, fitRough); err != nil {
		return nil, 0, fmt.Errorf("mixture: of %s: %w", e, err)
	}
	if s.positive() { // what is nearer costs nothing
		if t, off, err := f.measure(ctx, fitFine); err == nil && t.positive() {
			return t, off, nil
		}
	}
	return s, within, ctx.Err()
}

const (
	// A measure of both signs has the more mass the nearer it comes, and of features only those errors count that are no
	// smaller than theirs.
	fitRough, fitFine = 1e-3, 1e-6
	// fitMost bounds the mass over the largest value.
	fitMost    = 30
	fitStep    = 0.25 // of the logarithm of the scale
	fitReach   = 60   // octaves of distances on both sides of 1
	fitLooks   = 16   // distances in an octave
	fitRooms   = 6    // of the logarithm of the scale beyond the distances at which the values change
	fitBeyond  = 8    // octaves beyond these distances in which waves of the last scales change, too
	fitSlack   = 0.1  // by how much errors between the rows may exceed the tolerance
	fitRound   = 60
	fitRows    = 12    // that are added in a round
	fitNothing = 1e-12 // a share of the mass that rounding leaves
	// fitEnclosures is how many intervals are looked at.
	fitEnclosures = 20000
)

// fit is a formula by its values.
type fit struct {
	of     *kernel.Kernel
	z, k   []float64 // 0 first
	size   float64   // the largest |k|
	scales []float64 // that may have mass, 0 first
	at     []float64 // exp(−s z²), by distance and then scale
}

var errNotSmooth = errors.New("the values have no limit at 0, or none at infinity, that floats tell")

// newFit looks at the values.
func newFit(k *kernel.Kernel) (*fit, error) {
	f := &fit{of: k}
	values, far := numeric.Compile(k), beyondFloats(k)
	see := func(z, v float64) {
		f.z, f.k = append(f.z, z), append(f.k, v)
		f.size = math.Max(f.size, math.Abs(v))
	}
	for i := -fitReach * fitLooks; i <= fitReach*fitLooks; i++ {
		z := math.Exp2(float64(i) / fitLooks)
		v := values.At(z)
		if v-v != 0 { // a formula that overflows inside, where it is negligible or known by its leading term
			n := len(f.k)
			switch {
			case n == 0:
				return nil, fmt.Errorf("no value at z = %g", z)
			case math.Abs(f.k[n-1]) <= fitFine/1e3*f.size:
				v = 0
			default:
				// One that is right at the last value is so beyond: what it leaves out falls faster.
				if v = far(z); !(math.Abs(far(f.z[n-1])-f.k[n-1]) <= fitFine/1e3*f.size) {
					return nil, fmt.Errorf("no value at z = %g", z)
				}
			}
		}
		see(z, v)
	}
	n := len(f.z)
	first, last := f.k[0], f.k[n-1]
	changes := func(v, from float64) bool { return math.Abs(v-from) > fitFine/10*f.size }
	lo := slices.IndexFunc(f.k, func(v float64) bool { return changes(v, first) })
	if lo < 0 {
		return nil, errors.New("a constant")
	}
	hi := n - 1
	for hi > 0 && !changes(f.k[hi], last) {
		hi--
	}
	const beyond = fitBeyond * fitLooks
	if lo < beyond || hi > n-1-beyond || !(f.size < 1e300) {
		return nil, errNotSmooth
	}
	f.scales = []float64{0}
	from, to := -2*elem64.Log(f.z[hi])-fitRooms, -2*elem64.Log(f.z[lo])+fitRooms
	for x := from; x <= to; x += fitStep {
		f.scales = append(f.scales, math.Exp(x))
	}
	lo, hi = lo-beyond, hi+beyond
	f.z, f.k = append([]float64{0}, f.z[lo:hi+1]...), append([]float64{first}, f.k[lo:hi+1]...)
	for _, z := range f.z {
		for _, s := range f.scales {
			f.at = append(f.at, math.Exp(-s*z*z))
		}
	}
	return f, nil
}

// beyondFloats returns the leading term of k at infinity, if that is a power of z and maybe a constant; NaN otherwise.
func beyondFloats(k *kernel.Kernel) func(z float64) float64 {
	lead := sync.OnceValue(func() numeric.Infinity { return numeric.AtInfinity(k) })
	return func(z float64) float64 {
		x := lead()
		if x.Kind != asymptotic.Power || x.LogPow != 0 {
			return math.NaN()
		}
		return x.Limit + x.Coef*elem64.Pow(z, -x.Power)
	}
}

// measure returns the measure of least mass within a tolerance, relative to the largest value, by exchange: distances of the
// largest errors become rows.
func (f *fit) measure(ctx context.Context, tolerance float64) (s Scale, within float64, err error) {
	eps := tolerance * f.size
	lp := semilp.New()
	lp.SetEps(dd.Of(eps))
	for range f.scales {
		lp.AddCol(1, nil)
	}
	m := len(f.scales)
	row := func(i int) {
		a := make([]dd.T, m)
		for j := range a {
			a[j] = dd.Of(f.at[i*m+j])
		}
		lp.AddRow(dd.Of(f.k[i]), a)
	}
	for i := 0; i < len(f.z); i += 2 * fitLooks {
		row(i)
	}
	errs := make([]float64, len(f.z))
	for range fitRound {
		if err := errors.Join(lp.Dual(ctx), lp.Primal(ctx)); err != nil {
			return nil, 0, err
		}
		sol, err := lp.Solution()
		if err != nil {
			return nil, 0, err
		}
		if sol.Mass.Hi > fitMost*f.size {
			return nil, 0, fmt.Errorf("a measure of scales with these values within %g has %d times the mass of the largest of them",
				eps, int(sol.Mass.Hi/f.size))
		}
		worst := 0.0
		for i := range errs {
			v := -f.k[i]
			for l, j := range sol.Cols {
				v += sol.Coef[l].Hi * f.at[i*m+j]
			}
			errs[i] = math.Abs(v)
			worst = math.Max(worst, errs[i])
		}
		if worst <= eps*(1+fitSlack) {
			return f.scale(sol), max(worst, f.between(ctx, sol, eps)) / sol.Mass.Hi, nil
		}
		var tops []int
		for i, v := range errs {
			if v > eps*(1+fitSlack) && (i == 0 || v > errs[i-1]) && (i+1 == len(errs) || v >= errs[i+1]) {
				tops = append(tops, i)
			}
		}
		slices.SortFunc(tops, func(a, b int) int { return cmp.Compare(errs[b], errs[a]) })
		for _, i := range tops[:min(len(tops), fitRows)] {
			row(i)
		}
	}
	return nil, 0, fmt.Errorf("no measure of scales with these values was found within %g", eps)
}

// between bounds the error of a solution at distances from 2^−fitReach to 2^fitReach, between those of f, too (package between).
func (f *fit) between(ctx context.Context, sol *semilp.Solution, enough float64) float64 {
	ends := append([]float64(nil), f.z[1:]...)
	for ends[0] > math.Exp2(-fitReach) {
		ends = append([]float64{ends[0] / 2}, ends...)
	}
	for ends[len(ends)-1] < math.Exp2(fitReach) {
		ends = append(ends, 2*ends[len(ends)-1])
	}
	values, far := numeric.Compile(f.of), beyondFloats(f.of)
	return between.Bound(ctx, f.of.Metered(budget.Of(ctx)), ends, func(z float64) float64 {
		v := values.At(z)
		if v-v != 0 { // as newFit has it
			if v = far(z); v-v != 0 {
				v = f.k[len(f.k)-1]
			}
		}
		for l, j := range sol.Cols {
			v -= sol.Coef[l].Hi * math.Exp(-f.scales[j]*z*z)
		}
		return math.Abs(v)
	}, enough, f.size, fitEnclosures)
}

// scale returns a solution as laws of one scale each.
func (f *fit) scale(sol *semilp.Solution) (s Scale) {
	for l, j := range sol.Cols {
		t := ScaleTerm{Weight: sol.Coef[l].Hi}
		if x := f.scales[j]; x > 0 {
			t.Laws = []Clock{&Law{steps: []step{{a: x, p: 1}}}}
		}
		if math.Abs(t.Weight) > fitNothing*sol.Mass.Hi {
			s = append(s, t)
		}
	}
	return s
}

// positive reports whether no weight is negative.
func (s Scale) positive() bool {
	return !slices.ContainsFunc(s, func(t ScaleTerm) bool { return t.Weight < 0 })
}
