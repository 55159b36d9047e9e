package minimal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"krein/decompose/zonal"
	"krein/internal/outward"
	"krein/kernel"
)

// Domain says where and how well a minimal decomposition must represent a kernel.
type Domain struct {
	// Radius R > 0: only distances in [0, R] matter. It need not be the radius at which the kernel ends.
	Radius float64
	// Bias ε > 0 is the tolerance: |k(z) − Σ c_j Λ_d(ω_j z)| ≤ ε on [0, R].
	Bias float64
	// Distances, if there are any, are a sample of the distances that will be asked for, in [0, R]; repetitions count.
	// Then the mean variance at these distances is minimised instead of the mass, with a free atom at 0, see Measure.Cost.
	// More than 64 are replaced by 64 quantiles of theirs. Needs dimension 2 at least.
	Distances []float64
}

// Atom is the mass Coef at the radius Omega.
type Atom struct {
	Omega float64 `json:"omega"`
	Coef  float64 `json:"coef"`
}

// DualPoint is the weight λ at the distance Z.
type DualPoint struct {
	Z      float64 `json:"z"`
	Weight float64 `json:"weight"`
}

// Measure is a signed measure Σ c_j δ(ω_j) of nearly the least mass with |k(z) − Σ c_j Λ_d(ω_j z)| ≤ Tolerance on
// [0, Radius], and the proof: all float64 numbers are exact dyadic numbers, and the inequalities below were proved in
// ball arithmetic. Verify proves them again.
type Measure struct {
	Kernel string // the formula, as given
	Beyond string // how it continues: it matters only if Radius exceeds the kernel's
	Dim    int

	Radius    float64   // R
	Tolerance float64   // ε
	Distances []float64 // those that make up the weight; nil when the mass is minimised

	Atoms []Atom // by increasing Omega
	// Mass is Σ |c_j|, rounded up.
	Mass float64
	// Cost is what was minimised, rounded up: the mass, or with Distances Σ |c_j| w(ω_j) over the atoms at ω_j > 0, where
	// w(ω)² = ½ + ½ mean Λ_d(2ωz) is the second moment of cos⟨ω,x−y⟩. The atom c₀ at 0 is then a constant without
	// variance, and Cost², less the mean of (Σ_{ω_j>0} c_j Λ_d(ω_j z))², is the mean variance of the unbiased estimate
	// from one of the other atoms, picked with probabilities in proportion to |c_j| w(ω_j), the best ones. c₀ was chosen
	// by a search for the least variance (nothing is proved of the choice); for this c₀ the cost is the least.
	Cost float64
	// Bias ≤ Tolerance is a proved bound of |k(z) − Σ c_j Λ_d(ω_j z)| on [0, Radius].
	Bias float64

	// Dual and Scale: |Σ λ_i Λ_d(ω z_i)| ≤ Scale·w(ω) for all ω ≥ 0 (proved). So for every signed measure m that meets the
	// tolerance ∫ w d|m| ≥ (Σ λ_i k(z_i) − ε Σ |λ_i|)/Scale, of which Lower is a proved lower bound. With Distances these
	// are the measures whose atom at 0 is c₀: k − c₀ stands for k, and the atom is not in the integral.
	Dual  []DualPoint
	Scale float64
	Lower float64

	sphere *sphere // of hopeless minima
}

// Gap returns Cost/Lower − 1: by how much the least cost can be below Cost, relatively. It is +Inf if Lower is 0.
func (m *Measure) Gap() float64 {
	if m.Lower <= 0 {
		return math.Inf(1)
	}
	return m.Cost/m.Lower - 1
}

// TooHeavyError says that the least mass is so large that float64 cannot represent the kernel to the tolerance: Fourier
// features are hopeless there by many orders of magnitude.
type TooHeavyError struct {
	Kernel string
	Dim    int
	Radius float64
	Bias   float64
	Mass   float64 // an estimate from below of the least mass

	sphere *sphere
}

// Zonal returns the zonal decomposition that data on the unit sphere have instead, nil if there is none.
func (e *TooHeavyError) Zonal() *zonal.Decomposition {
	if e.sphere == nil {
		return nil
	}
	return e.sphere.zonal
}

// Error names the mass and what can be done.
func (e *TooHeavyError) Error() string {
	s := fmt.Sprintf("minimal: %s in dimension %d on [0, %g] to within %g needs a mass of about %s or more, beyond "+
		"what float64 features can represent; %s",
		e.Kernel, e.Dim, e.Radius, e.Bias, outward.Down(e.Mass, 1), remedy)
	if b := e.sphere.beside(outward.Down(e.Mass, 1) + " or more (estimated)"); b != "" {
		s += "." + b
	}
	return s
}

const remedy = "allow a larger bias, restrict the distances to a smaller radius, or, for data on a sphere, " +
	"use a zonal decomposition"

// massMost·ε is the mass beyond which rounded coefficients no longer meet a tolerance ε.
const massMost = 1e12

const (
	easeMost  = 2e-2 // the linear program has the tolerance ε(1−ease)
	easeLeast = 3e-4
	easeCost  = 1e-3 // relative cost of that
	priceTol  = 2e-3 // by how much prices may exceed 1
)

// New finds the signed measure of least mass (or least expected variance, see Domain.Distances) that represents the
// kernel on a bounded domain up to a tolerance, a semi-infinite linear program, by exchange, and proves its bias and a
// lower bound of the least mass.
//
// Errors: bad Domain; a kernel that is not finite or cannot be enclosed on [0, R]; *TooHeavyError; *BoundError if a
// proof fails; ctx's. It panics if k is nil or dim < 1.
func New(ctx context.Context, k *kernel.Kernel, dim int, dom Domain) (*Measure, error) {
	f, err := Frontier(ctx, k, dim, dom, []float64{dom.Bias})
	if err != nil {
		return nil, err
	}
	return f[0], nil
}

// Frontier finds the minima for several tolerances, from which dom.Bias is ignored: least mass versus bias, in the
// order given. Each starts from the one before; decreasing tolerances go fastest. With an error it returns the minima
// found before. See Minimal.
func Frontier(ctx context.Context, k *kernel.Kernel, dim int, dom Domain, biases []float64) ([]*Measure, error) {
	if k == nil {
		panic("minimal: nil kernel")
	}
	if dim < 1 {
		panic("minimal: dimension below 1")
	}
	if err := k.Fixed(); err != nil {
		return nil, err
	}
	for _, b := range biases {
		dom.Bias = b
		if err := dom.Check(dim); err != nil {
			return nil, err
		}
	}
	var w weight = unitWeight{}
	distances := quantiles(dom.Distances)
	if len(distances) > 0 {
		w = newDistanceWeight(dim, distances)
	}
	e, err := newExchange(k, dim, dom.Radius, w, 0, 0)
	if err != nil {
		return nil, err
	}
	e.distances = distances
	below := e // gives the lower bound
	if dim == 1 {
		if below, err = newExchange(k, dim, dom.Radius, w, cosineUnit(dom.Radius), 0); err != nil {
			return nil, err
		}
	}
	var out []*Measure
	size := e.sizeOfKernel()
	for _, b := range biases {
		if len(distances) == 0 && size-b > massMost*b { // the mass is at least sup |k| − ε
			return out, fmt.Errorf("minimal: a bias of %g is out of reach: the mass is at least %s, the largest |k| on [0, "+
				"%g], and coefficients in float64 are not good for a bias below %.1g of their mass; ask for %s or more",
				b, outward.Down(size-b, 3), dom.Radius, 1/massMost, outward.Up(2*size/massMost, 1))
		}
		if len(distances) > 0 {
			if err := e.chooseConstant(ctx, b); err != nil {
				return out, e.describe(err, b)
			}
		}
		m, err := e.minimum(ctx, b, below)
		var heavy *TooHeavyError
		if errors.As(err, &heavy) {
			var stopped error
			if heavy.sphere, stopped = sphereInstead(ctx, k, dim, dom.Radius, b); stopped != nil {
				err = stopped
			}
		}
		if err != nil {
			return out, err
		}
		if m.Hopeless() {
			if m.sphere, err = sphereInstead(ctx, k, dim, dom.Radius, b); err != nil {
				return out, err
			}
		}
		out = append(out, m)
	}
	return out, nil
}

// dimMost bounds the dimension: the precision of the proofs grows with it, and double.Lambda has no tables beyond.
const dimMost = 2002

// Check returns an error unless New can take the domain in dimension dim.
func (d *Domain) Check(dim int) error {
	if dim > dimMost {
		return fmt.Errorf("minimal: decompositions are proved up to dimension %d, not in %d", dimMost, dim)
	}
	if !(d.Radius >= 0x1p-300 && d.Radius <= 0x1p300) {
		return fmt.Errorf("minimal: the radius %g of the domain is not a positive number of reasonable size", d.Radius)
	}
	if !(d.Bias >= 0x1p-300 && d.Bias <= 0x1p300) {
		return fmt.Errorf("minimal: the bias %g is not a positive number of reasonable size: a tolerance of 0 has no "+
			"minimum with finitely many atoms", d.Bias)
	}
	for i, z := range d.Distances {
		if !(z >= 0 && z <= d.Radius) {
			return fmt.Errorf("minimal: distance %d is %g, outside [0, %g] where the bias is bounded", i, z, d.Radius)
		}
	}
	if dim == 1 && len(d.Distances) > 0 {
		return errors.New("minimal: in dimension 1 there are frequencies that cost nothing at given distances; " +
			"minimise the mass instead")
	}
	return nil
}

// eased solves for a tolerance a little below eps, so that the errors between the rows stay below eps, and so little
// that it hardly costs. It returns by how much, relative to eps.
func (e *exchange) eased(ctx context.Context, eps float64) (float64, error) {
	for ease := easeMost; ; {
		if err := e.solve(ctx, eps*(1-ease), (1-ease/8)/(1-ease)-1, e.tolPrice); err != nil {
			return 0, err
		}
		// d cost/dε = −‖λ‖
		norm := 0.0
		for _, v := range e.sol.Mult {
			norm += math.Abs(v.Hi)
		}
		loss := ease * eps * norm / max(e.sol.Mass.Hi, math.SmallestNonzeroFloat64)
		if loss <= easeCost || ease <= easeLeast {
			return ease, nil
		}
		ease = max(min(ease/2, ease*easeCost/loss), easeLeast)
	}
}

// minimum solves for the tolerance eps, with the lower bound from below, and proves the result.
func (e *exchange) minimum(ctx context.Context, eps float64, below *exchange) (*Measure, error) {
	if len(e.distances) == 0 && eps < fineBias*e.sizeOfKernel() {
		if m, err := e.fine(ctx, eps, below); m != nil || err != nil {
			return m, below.describe(err, eps)
		}
	}
	m, err := e.within(ctx, eps)
	if many := (*manyAtomsError)(nil); errors.As(err, &many) && len(e.distances) == 0 {
		fresh, failed := newExchange(e.k, e.dim, e.radius, e.weight, below.unit, 0)
		if failed != nil {
			return nil, failed
		}
		if m, failed := e.fine(ctx, eps, fresh); m != nil || failed != nil {
			return m, fresh.describe(failed, eps)
		}
	}
	if err != nil {
		return nil, e.describe(err, eps)
	}
	if below != e {
		if _, err := below.eased(ctx, eps); err != nil {
			return nil, below.describe(err, eps)
		}
	}
	z, lambda := below.dual()
	if err := below.proveLower(ctx, m, z, lambda); err != nil {
		return nil, err
	}
	return m, nil
}

// missedMost is the number of distances that the scan of errors may have missed.
const missedMost = 20

// within solves for the tolerance eps and proves the bias. Where the proof finds that the error exceeds eps at a
// distance between those that were scanned, that distance becomes a row, and so on.
func (e *exchange) within(ctx context.Context, eps float64) (*Measure, error) {
	for missed := 0; ; missed++ {
		ease, err := e.eased(ctx, eps)
		if err != nil {
			return nil, err
		}
		m, err := e.prove(ctx, eps, ease)
		var wrong *BoundError
		if err == nil || !errors.As(err, &wrong) || !wrong.Refuted || missed == missedMost {
			return m, err
		}
		if err := e.addRow(wrong.At); err != nil {
			return nil, err
		}
		// And where the next scans will look.
		e.look(wrong.At)
	}
}

// prove makes a minimum of the present solution, and proves its bias.
func (e *exchange) prove(ctx context.Context, eps, ease float64) (*Measure, error) {
	m := &Measure{Distances: e.distances, Kernel: e.k.Formula(), Beyond: e.k.BeyondString(), Dim: e.dim, Radius: e.radius,
		Tolerance: eps}
	for l, j := range e.sol.Cols {
		if c := e.sol.Coef[l].Float(); c != 0 && e.omega[j] > 0 {
			m.Atoms = append(m.Atoms, Atom{e.omega[j], c})
		}
	}
	if c, _ := e.split(); c != 0 {
		m.Atoms = append(m.Atoms, Atom{0, c})
	}
	slices.SortFunc(m.Atoms, func(a, b Atom) int { return cmp.Compare(a.Omega, b.Omega) })
	omega, coef := m.atoms()
	m.Mass, m.Cost = mass(coef), cost(omega, coef, e.weight)

	e.scanRows(0)
	m.Bias = min(eps, e.sup*(1+ease/16))
	err := ProveBias(ctx, e.k, e.dim, e.radius, omega, coef, m.Bias)
	if be := (*BoundError)(nil); errors.As(err, &be) && m.Bias < eps {
		m.Bias = eps
		err = ProveBias(ctx, e.k, e.dim, e.radius, omega, coef, m.Bias)
	}
	return m, err
}

// describe completes the errors of solve.
func (e *exchange) describe(err error, eps float64) error {
	var heavy *TooHeavyError
	if errors.As(err, &heavy) {
		heavy.Kernel, heavy.Dim, heavy.Radius, heavy.Bias = e.k.Formula(), e.dim, e.radius, eps
	}
	return err
}

// proveLower fills in Dual, Scale and Lower.
func (e *exchange) proveLower(ctx context.Context, m *Measure, z, lambda []float64) error {
	m.Scale, m.Lower = 1, 0
	if len(z) == 0 {
		return nil
	}
	e.scanCols(z, lambda, 0.5)
	excess := 1e-4
	for range 12 {
		scale := max(e.price, 0.5) * (1 + excess)
		err := proveDual(ctx, e.dim, z, lambda, e.weight, scale)
		if err == nil {
			lower, err := lowerBound(e.k, m.constant(), z, lambda, m.Tolerance, scale)
			if err != nil {
				return err
			}
			for i := range z {
				m.Dual = append(m.Dual, DualPoint{z[i], lambda[i]})
			}
			slices.SortFunc(m.Dual, func(a, b DualPoint) int { return cmp.Compare(a.Z, b.Z) })
			m.Scale, m.Lower = scale, lower
			return nil
		}
		if be := (*BoundError)(nil); !errors.As(err, &be) {
			return err
		}
		excess *= 3
	}
	return nil // no lower bound: 0 is one
}

// atoms returns the radii and coefficients.
func (m *Measure) atoms() (omega, coef []float64) {
	for _, a := range m.Atoms {
		omega, coef = append(omega, a.Omega), append(coef, a.Coef)
	}
	return omega, coef
}

// constant returns the coefficient of the atom at 0 if that is free, else 0.
func (m *Measure) constant() float64 {
	if len(m.Distances) > 0 && len(m.Atoms) > 0 && m.Atoms[0].Omega == 0 {
		return m.Atoms[0].Coef
	}
	return 0
}

// points returns the distances and weights of the dual.
func (m *Measure) points() (z, lambda []float64) {
	for _, p := range m.Dual {
		z, lambda = append(z, p.Z), append(lambda, p.Weight)
	}
	return z, lambda
}
