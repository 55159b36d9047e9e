package radial

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"krein/decompose"
	"krein/features"
	"krein/internal/features/directions"
)

// Choices are what [Choose] chooses among.
type Choices struct {
	// Couplings lists couplings other than Auto; nil means Orthogonal, Design, Quasi in R²
	// to R⁸, and Shared if both parts have mass.
	Couplings []features.Coupling
	// Radii lists laws of radii; nil means stratified and importance radii.
	Radii []features.RadiusLaw
	// Budgets lists budgets; nil means BudgetVariance.
	Budgets []features.Budget
	// Exact lists parts whose low orders are exact; nil means Options.Exact if it is not ExactNone, else ExactNone, and
	// the part that is nearly constant at the distances, if one is and four times its columns are
	// there, and ExactSphere under Options.OnSphere, if twice its columns are there.
	Exact []features.Exact
}

// Choice is a combination with its prediction.
type Choice struct {
	Coupling features.Coupling  `json:"coupling"`
	Radii    features.RadiusLaw `json:"radii"`
	Budget   features.Budget    `json:"budget"`
	Exact    features.Exact     `json:"exact"`
	// Plus and Minus are the numbers of frequencies of the parts.
	Plus  int `json:"plus"`
	Minus int `json:"minus"`
	// Variance is the mean predicted variance of k̂(z) over the distances, good enough for a choice; see Curve for more.
	Variance float64 `json:"variance"`
}

// Options returns o with the choice.
func (c *Choice) Options(o features.Options) features.Options {
	o.Coupling, o.Radii, o.Budget, o.Exact = c.Coupling, c.Radii, c.Budget, c.Exact
	return o
}

// choiceDistances is the number of distances that a choice looks at.
const choiceDistances = 32

// Choose returns the combinations among those given, nil standing for the default ones, in the order of their predicted
// mean variance over opt.Distances, for maps with opt.Columns columns. The first is what [features.Auto] stands
// for. Of more than 32 distances it takes 32, at evenly spaced ranks. Where predictions are the same the earlier one in
// the lists stands first. The errors are those of New, that there are no distances, and ctx's.
func Choose(ctx context.Context, dec *decompose.Decomposition, opt *features.Options, among *Choices) ([]Choice, error) {
	c, err := NewChooser(dec, opt, among)
	if err != nil {
		return nil, err
	}
	return c.At(ctx, c.opt.Columns)
}

// A Chooser ranks combinations for several numbers of columns, of which the integrals over the radii are computed once. It is
// not safe for concurrent use.
type Chooser struct {
	dec   *decompose.Decomposition
	opt   features.Options
	fixed bool // which parts are exact does not depend on the number of columns
	ways  []*Curve
}

// NewChooser returns the chooser of [Choose] for opt.Columns columns or fewer.
func NewChooser(dec *decompose.Decomposition, opt *features.Options, among *Choices) (*Chooser, error) {
	if opt == nil || len(opt.Distances) == 0 {
		return nil, errors.New("features: a choice by predicted variance needs distances to average " +
			"over, for example from SampleDistances")
	}
	c := &Chooser{dec: dec, opt: *opt, fixed: among != nil && among.Exact != nil}
	c.opt.Distances = thinned(opt.Distances, choiceDistances)
	if c.opt.Columns == 0 {
		c.opt.Columns = features.DefaultColumns
	}
	var err error
	c.ways, err = ways(dec, &c.opt, c.opt.Distances, among)
	return c, err
}

// At returns what [Choose] returns for so many columns.
func (c *Chooser) At(ctx context.Context, columns int) ([]Choice, error) {
	opt := c.opt
	opt.Columns = columns
	among := c.ways
	if !c.fixed && columns < c.opt.Columns {
		exact := exactChoices(c.dec, &opt, opt.Distances)
		among = slices.DeleteFunc(slices.Clone(c.ways), func(w *Curve) bool { return !slices.Contains(exact, w.opt.Exact) })
	}
	return rank(ctx, among, columns)
}

// rank returns the choices in the order of their variance.
func rank(ctx context.Context, ways []*Curve, columns int) ([]Choice, error) {
	var out []Choice
	for _, c := range ways {
		if c.skips(columns) {
			continue
		}
		c.shared.rough = true
		n, err := c.counts(ctx, columns)
		if err != nil {
			return nil, err
		}
		v, err := c.At(ctx, columns)
		if err != nil {
			return nil, err
		}
		out = append(out, Choice{c.opt.Coupling, c.opt.Radii, c.opt.Budget, c.opt.Exact, n[0], n[1], v})
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

// skips reports whether a choice is none for so few columns: others are left.
func (c *Curve) skips(columns int) bool {
	opt := c.opt
	opt.Columns = columns
	err := possible(c.dec, &opt)
	opt.Exact = features.ExactNone
	return err != nil && possible(c.dec, &opt) == nil
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
func ways(dec *decompose.Decomposition, opt *features.Options, distances []float64, among *Choices) ([]*Curve, error) {
	var c Choices
	if among != nil {
		c = *among
	}
	if c.Couplings == nil {
		c.Couplings = []features.Coupling{features.Orthogonal, features.Design}
		if dec.Dim > 1 && dec.Dim <= directions.QuasiDim {
			c.Couplings = append(c.Couplings, features.Quasi)
		}
		if dec.Plus.Mass > 0 && dec.Minus.Mass > 0 {
			c.Couplings = append(c.Couplings, features.Shared)
		}
	}
	if c.Radii == nil {
		c.Radii = []features.RadiusLaw{features.RadiiStratified, features.RadiiImportance}
	}
	if c.Budgets == nil {
		c.Budgets = []features.Budget{features.BudgetVariance}
	}
	if slices.Contains(c.Couplings, features.Auto) {
		return nil, errors.New("features: auto is a choice, not one to choose")
	}
	// Stratified radii first: their integrals serve for others.
	order := slices.Clone(c.Radii)
	slices.SortStableFunc(order, func(a, b features.RadiusLaw) int { return cmp.Compare(b, a) })
	type key struct {
		features.RadiusLaw
		features.Exact
	}
	if c.Exact == nil {
		c.Exact = exactChoices(dec, opt, distances)
	}
	first := map[key]*Curve{}
	for _, e := range c.Exact {
		for _, r := range order {
			o := *opt
			o.Coupling, o.Radii, o.Budget, o.Exact = features.IID, r, features.BudgetEqual, e
			if whole := first[key{features.RadiiStratified, e}]; r == features.RadiiIID && whole != nil {
				first[key{r, e}] = whole
				continue
			}
			var err error
			if first[key{r, e}], err = NewCurve(dec, &o, distances); err != nil {
				return nil, err
			}
		}
	}
	var out []*Curve
	for _, coupling := range c.Couplings {
		for _, r := range c.Radii {
			for _, budget := range c.Budgets {
				for _, e := range c.Exact {
					o := *opt
					o.Coupling, o.Radii, o.Budget, o.Exact = coupling, r, budget, e
					curve, err := first[key{r, e}].With(&o)
					if err != nil {
						return nil, err
					}
					out = append(out, curve)
				}
			}
		}
	}
	return out, nil
}

// exactChoices returns the default of Choices.Exact.
func exactChoices(dec *decompose.Decomposition, opt *features.Options, distances []float64) []features.Exact {
	if opt.Exact != features.ExactNone {
		return []features.Exact{opt.Exact}
	}
	choices := []features.Exact{features.ExactNone}
	columns := opt.Columns
	if columns == 0 { // of a curve
		columns = features.DefaultColumns
	}
	square := 0.0
	for _, z := range distances {
		square += z * z / float64(len(distances)*dec.Dim)
	}
	least := 1.0
	for i, part := range []*decompose.Part{&dec.Plus, &dec.Minus} {
		e := features.Exact(i + 1)
		if part.Mass == 0 || columns < 4*e.Columns(pointDim(dec, opt)) {
			continue
		}
		if second, _, _, err := secondMomentOf(part.Radii); err == nil && second*square < least {
			least, choices = second*square, []features.Exact{features.ExactNone, e}
		}
	}
	if few := 2 * features.ExactSphere.Columns(pointDim(dec, opt)); opt.OnSphere && dec.Dim > 1 && columns >= few {
		choices = append(choices, features.ExactSphere)
	}
	return choices
}

// Signed reports whether a map of dec that features.Auto chooses may have columns with −1 in J, whatever the rows: the
// minus part has mass, or a part has a second moment, and then its low orders may be exact, in columns of both signs.
// Moments that rest on the largest radii a little more than that count, since those of padded rows may rest on them less.
func Signed(dec *decompose.Decomposition) bool {
	if dec.Minus.Mass > 0 || dec.Plus.Mass == 0 {
		return dec.Minus.Mass > 0
	}
	const tail, heavy = 1e-12, 1e-6 // a hundred times what secondMomentOf admits
	second, _, _, err := secondMomentOf(dec.Plus.Radii)
	r := dec.Plus.Radii.Quantile(1 - tail)
	return err == nil || !math.IsInf(second, 1) && r*r*tail <= heavy*second
}

// resolve puts what Auto stands for in its place.
func resolve(dec *decompose.Decomposition, o *features.Options) error {
	if o.Coupling != features.Auto {
		return nil
	}
	best, err := Choose(context.Background(), dec, o, nil)
	if err == nil {
		*o = best[0].Options(*o)
	}
	return err
}
