package features

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"krein/decompose"
)

// Choices are what [Choose] chooses among.
type Choices struct {
	// Couplings lists couplings other than Auto; nil means Orthogonal, Design, Quasi in R²
	// to R⁸, and Shared if both parts have mass.
	Couplings []Coupling
	// Radii lists laws of radii; nil means stratified and importance radii.
	Radii []RadiusLaw
	// Budgets lists budgets; nil means BudgetVariance.
	Budgets []Budget
}

// Choice is a combination with its prediction.
type Choice struct {
	Coupling Coupling  `json:"coupling"`
	Radii    RadiusLaw `json:"radii"`
	Budget   Budget    `json:"budget"`
	// Plus and Minus are the numbers of frequencies of the parts.
	Plus  int `json:"plus"`
	Minus int `json:"minus"`
	// Variance is the mean predicted variance of k̂(z) over the distances.
	Variance float64 `json:"variance"`
}

// options returns o with the choice.
func (c *Choice) options(o Options) Options {
	o.Coupling, o.Radii, o.Budget = c.Coupling, c.Radii, c.Budget
	return o
}

// choiceDistances is the number of distances that a choice looks at.
const choiceDistances = 32

// Choose returns the combinations among those given, nil standing for the default ones, in the
// order of their predicted mean variance over opt.Distances, for maps with opt.Columns columns
// of kind opt.Map. The first is what [Auto] stands for. Of more than 32 distances it takes 32, at
// evenly spaced ranks. Where predictions are the same the earlier one in the lists stands
// first. The errors are those of New, that there are no distances, and ctx's.
func Choose(ctx context.Context, dec *decompose.Decomposition, opt *Options, among *Choices) ([]Choice, error) {
	if opt == nil || len(opt.Distances) == 0 {
		return nil, errors.New("features: a choice by predicted variance needs distances to average " +
			"over, for example from SampleDistances")
	}
	o := *opt
	o.Distances = thinned(opt.Distances, choiceDistances)
	if o.Columns == 0 {
		o.Columns = DefaultColumns
	}
	ways, err := ways(dec, &o, o.Distances, among)
	if err != nil {
		return nil, err
	}
	return rank(ctx, ways, o.Columns)
}

// rank returns the choices in the order of their variance.
func rank(ctx context.Context, ways []*Curve, columns int) ([]Choice, error) {
	out := make([]Choice, len(ways))
	for i, c := range ways {
		n, err := c.counts(ctx, columns)
		if err != nil {
			return nil, err
		}
		v, err := c.At(ctx, columns)
		if err != nil {
			return nil, err
		}
		out[i] = Choice{c.opt.Coupling, c.opt.Radii, c.opt.Budget, n[0], n[1], v}
	}
	// What differs by rounding is the same.
	slices.SortStableFunc(out, func(a, b Choice) int {
		if math.Abs(a.Variance-b.Variance) <= 1e-9*max(a.Variance, b.Variance) {
			return 0
		}
		return cmp.Compare(a.Variance, b.Variance)
	})
	return out, nil
}

// thinned returns at most n of the distances, in order, at evenly spaced ranks.
func thinned(distances []float64, n int) []float64 {
	if len(distances) <= n {
		return distances
	}
	sorted := slices.Clone(distances)
	slices.Sort(sorted)
	out := make([]float64, n)
	for i := range out {
		out[i] = sorted[(2*i+1)*len(sorted)/(2*n)]
	}
	return out
}

// ways returns the curves of all choices; those with the same laws of radii share integrals.
func ways(dec *decompose.Decomposition, opt *Options, distances []float64, among *Choices) ([]*Curve, error) {
	var c Choices
	if among != nil {
		c = *among
	}
	if c.Couplings == nil {
		c.Couplings = []Coupling{Orthogonal, Design}
		if dec.Dim > 1 && dec.Dim <= quasiDim {
			c.Couplings = append(c.Couplings, Quasi)
		}
		if dec.Plus.Mass > 0 && dec.Minus.Mass > 0 {
			c.Couplings = append(c.Couplings, Shared)
		}
	}
	if c.Radii == nil {
		c.Radii = []RadiusLaw{RadiiStratified, RadiiImportance}
	}
	if c.Budgets == nil {
		c.Budgets = []Budget{BudgetVariance}
	}
	if slices.Contains(c.Couplings, Auto) {
		return nil, errors.New("features: auto is a choice, not one to choose")
	}
	// Stratified radii first: their integrals serve for others.
	order := slices.Clone(c.Radii)
	slices.SortStableFunc(order, func(a, b RadiusLaw) int { return cmp.Compare(b, a) })
	first := map[RadiusLaw]*Curve{}
	for _, r := range order {
		o := *opt
		o.Coupling, o.Radii, o.Budget = IID, r, BudgetEqual
		if r == RadiiIID && first[RadiiStratified] != nil {
			first[r] = first[RadiiStratified]
			continue
		}
		var err error
		if first[r], err = NewCurve(dec, &o, distances); err != nil {
			return nil, err
		}
	}
	var out []*Curve
	for _, coupling := range c.Couplings {
		for _, r := range c.Radii {
			for _, budget := range c.Budgets {
				o := *opt
				o.Coupling, o.Radii, o.Budget = coupling, r, budget
				curve, err := first[r].With(&o)
				if err != nil {
					return nil, err
				}
				out = append(out, curve)
			}
		}
	}
	return out, nil
}

// resolve puts what Auto stands for in its place.
func (o *Options) resolve(dec *decompose.Decomposition) error {
	if o.Coupling != Auto {
		return nil
	}
	best, err := Choose(context.Background(), dec, o, nil)
	if err == nil {
		*o = best[0].options(*o)
	}
	return err
}
