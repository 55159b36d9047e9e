package decompose

import (
	"context"
	"math"

	"krein/internal/kernel/numeric"
	"krein/internal/special/double"
	"krein/kernel"
)

// Gap is a distance z at which what a decomposition represents was compared with the kernel.
type Gap struct {
	Z        float64 // the distance
	Kernel   float64 // k(Z)
	Table    float64 // what the tables represent there, KernelAt(Z)
	Off      float64 // |Table − Kernel|
	Admitted float64 // what BiasBound and the errors of the comparison admit
}

// Holds reports whether the tables are as good as they state, as far as Z shows.
func (g *Gap) Holds() bool { return g.Off <= g.Admitted }

// Octaves of distances that Agreement looks at, two in each.
const agreementOctaves = 20

// The error of KernelAt relative to the mass, see Table.Rule: in general, and of what lies in an oscillating tail.
const (
	comparisonError  = 1e-9
	oscillatingError = 2e-6
)

// comparison returns the error of KernelAt as a share of the part's mass.
func (p *Part) comparison() float64 {
	if t, ok := p.Radii.(*Table); ok {
		return comparisonError + oscillatingError*t.oscillating()
	}
	return comparisonError
}

// Agreement compares what d represents with k, the kernel that it is to represent, at 0 and at distances from 2⁻²⁰ to
// 2²⁰, and returns the place where it is worst: the largest excess of |KernelAt(z) − k(z)| over what d states of its
// bias (BiasBound), or if there is none the largest share. It sees only what shows in the values of the kernel, and
// proves nothing; but it looks at the tables alone, whatever d states, and a law that is wrong shows. The table of a
// minimum stands for its atoms: radius bounds the distances, 0 meaning none. Where k has no finite value, or the tables
// oscillate for ever and z is large, nothing is compared. The error is ctx's. It panics if k is nil.
func (d *Decomposition) Agreement(ctx context.Context, k *kernel.Kernel, radius float64) (*Gap, error) {
	if k == nil {
		panic("decompose: nil kernel")
	}
	bound, _ := d.BiasBound()
	admitted := bound + d.Plus.Total()*d.Plus.comparison() + d.Minus.Total()*d.Minus.comparison()
	worst := &Gap{Admitted: admitted}
	lambda, at := double.NewLambda(float64(d.Dim)), numeric.Compile(k).At
	for i := -2 * agreementOctaves; i <= 2*agreementOctaves; i++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		z := math.Exp2(float64(i) / 2)
		want := at(z)
		if i == -2*agreementOctaves {
			z, want = 0, numeric.AtZero(k)
		}
		if radius > 0 && z > radius || d.restless(z) || math.IsNaN(want) || math.IsInf(want, 0) {
			continue
		}
		g := Gap{Z: z, Kernel: want, Table: d.kernelAt(z, lambda), Admitted: admitted}
		if g.Off = math.Abs(g.Table - want); math.IsNaN(g.Off) {
			g.Off = math.Inf(1)
		}
		if g.Off > worst.Off {
			worst = &g
		}
	}
	return worst, nil
}

// mostPhase is the phase of Λ_d(ωz) beyond which KernelAt would take long.
const mostPhase = 1e5

// phases returns the largest phase through which a quadrature at z goes before it fades out; for one that cannot, at
// the median, and ok is false.
func (d *Decomposition) phases(z float64) (most float64, ok bool) {
	ok = true
	for _, p := range []*Part{&d.Plus, &d.Minus} {
		if t, is := p.Radii.(*Table); is {
			end := t.fadesOut(z)
			if math.IsInf(end, 1) {
				end, ok = t.Quantile(0.5), false
			}
			most = max(most, z*end)
		}
	}
	return most, ok
}

// restless reports whether z spans so many oscillations of Λ_d(ωz) over a law that KernelAt would take long.
func (d *Decomposition) restless(z float64) bool {
	most, ok := d.phases(z)
	return most > mostPhase || !ok && most > 32
}

// raise makes the errors of estimated laws large enough for a gap that was seen: with masses M and
// distances V in total variation, |KernelAt(z) − k(z)| ≤ Σ± MassErr + 2MV.
func (d *Decomposition) raise(g *Gap) {
	if g.Holds() {
		return
	}
	for _, p := range []*Part{&d.Plus, &d.Minus} {
		if p.Mass > 0 && p.LawErr.Kind != KindProved {
			e := min(g.Off/p.Mass, 1) // which part it is, nobody knows; twice what shows
			p.LawErr = lawError(max(p.LawErr.Kolmogorov, e), max(p.LawErr.TotalVariation, e), KindEstimated)
		}
	}
}
