package minimal

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"strings"

	"krein/ball"
	"krein/kernel"
)

// sumPrec is the precision of sums of float64 that are enclosed.
const sumPrec = 192

// mass returns Σ |c_j|, rounded up.
func mass(coef []float64) float64 {
	var sum, c ball.Real
	for _, v := range coef {
		sum.Add(&sum, c.SetFloat64(math.Abs(v)), sumPrec)
	}
	return upper(&sum)
}

// cost returns Σ |c_j| w(ω_j), rounded up: over all atoms for the weight 1, over those at ω_j > 0 for others.
func cost(omega, coef []float64, w weight) float64 {
	square := w.square()
	if square == nil {
		return mass(coef)
	}
	var sum, c, v ball.Real
	a := make([]ball.Real, 1)
	for j := range omega {
		square.expand(a, omega[j])
		v.Max(&a[0], c.SetZero(), sumPrec)
		v.Sqrt(&v, sumPrec)
		if omega[j] == 0 {
			continue
		}
		sum.FMA(&v, c.SetFloat64(math.Abs(coef[j])), &sum, sumPrec)
	}
	return upper(&sum)
}

// upper returns a float64 above x.
func upper(x *ball.Real) float64 {
	f, _ := ball.Float64(x.Upper(nil, 53))
	return f
}

// lowerBound returns (Σ λ_i (k(z_i) − constant) − ε Σ |λ_i|)/scale, rounded down, 0 if it is negative.
func lowerBound(k *kernel.Kernel, constant float64, z, lambda []float64, eps, scale float64) (float64, error) {
	var sum, norm, v, l, c ball.Real
	c.SetFloat64(constant)
	for i := range z {
		k.BallAt(&v, ball.NewReal(z[i]), sumPrec)
		if v.Indeterminate() {
			return 0, fmt.Errorf("minimal: no enclosure of the kernel at z = %g", z[i])
		}
		v.Sub(&v, &c, sumPrec)
		l.SetFloat64(lambda[i])
		sum.FMA(&v, &l, &sum, sumPrec)
		norm.Add(&norm, v.Abs(&l, sumPrec), sumPrec)
	}
	v.SetFloat64(-eps)
	sum.FMA(&norm, &v, &sum, sumPrec)
	v.SetFloat64(scale)
	sum.Quo(&sum, &v, sumPrec)
	f, _ := ball.Float64(sum.Lower(nil, 53))
	if !(f > 0) {
		return 0, nil
	}
	return f, nil
}

// Verify proves again what a minimum says of the kernel k in dimension dim: that it belongs to them, Mass, Cost, the
// bias bound, and the lower bound. All of this is about k on [0, Radius]: how it goes on beyond does not matter. It
// searches for nothing. The error is a *BoundError where a bound fails, another one where fields contradict each other,
// or ctx's. It panics if k or m is nil.
func Verify(ctx context.Context, k *kernel.Kernel, dim int, m *Measure) error {
	if k == nil || m == nil {
		panic("minimal: Verify of nil")
	}
	if err := m.check(); err != nil {
		return err
	}
	if m.Dim != dim {
		return fmt.Errorf("minimal: the minimum is for dimension %d, not %d", m.Dim, dim)
	}
	if m.Kernel != k.Formula() || !AgreeUpTo(k, m.Beyond, m.Radius) {
		return fmt.Errorf("minimal: the minimum is for %q (%s), not %q (%s)", m.Kernel, m.Beyond, k.Formula(),
			k.BeyondString())
	}
	var w weight = unitWeight{}
	if len(m.Distances) > 0 {
		w = newDistanceWeight(dim, m.Distances)
	}
	omega, coef := m.atoms()
	if v := mass(coef); m.Mass != v {
		return fmt.Errorf("minimal: the mass of the atoms is %v, not %v", v, m.Mass)
	}
	if v := cost(omega, coef, w); m.Cost != v {
		return fmt.Errorf("minimal: the cost of the atoms is %v, not %v", v, m.Cost)
	}
	if err := ProveBias(ctx, k, dim, m.Radius, omega, coef, m.Bias); err != nil {
		return err
	}
	if len(m.Dual) == 0 {
		return nil // check has seen to Lower = 0
	}
	z, lambda := m.points()
	lower, err := lowerBound(k, m.constant(), z, lambda, m.Tolerance, m.Scale)
	if err != nil {
		return err
	}
	if m.Lower > lower {
		return fmt.Errorf("minimal: the dual points prove a lower bound of %v only, not %v", lower, m.Lower)
	}
	return proveDual(ctx, dim, z, lambda, w, m.Scale)
}

// check tests that the fields make sense together.
func (m *Measure) check() error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("minimal: "+format, args...)
	}
	if m.Dim < 1 {
		return bad("%d is not a dimension", m.Dim)
	}
	if err := (&Domain{Radius: m.Radius, Bias: m.Tolerance, Distances: m.Distances}).Check(m.Dim); err != nil {
		return err
	}
	if len(m.Distances) > distanceMost {
		return bad("%d distances, more than %d", len(m.Distances), distanceMost)
	}
	if !(m.Bias > 0 && m.Bias <= m.Tolerance) {
		return bad("a bias of %v is not within the tolerance %v", m.Bias, m.Tolerance)
	}
	if len(m.Atoms) > pointsMost || len(m.Dual) > pointsMost {
		return bad("%d atoms and %d dual points, more than %d", len(m.Atoms), len(m.Dual), pointsMost)
	}
	for i, a := range m.Atoms {
		if !(a.Omega >= 0 && a.Omega <= 0x1p500) || i > 0 && a.Omega <= m.Atoms[i-1].Omega {
			return bad("atom %d: radii must increase from 0 or more: %v", i, a.Omega)
		}
		if !(math.Abs(a.Coef) <= 0x1p500) {
			return bad("atom %d: %v is not a mass", i, a.Coef)
		}
	}
	for i, p := range m.Dual {
		if !(p.Z >= 0 && p.Z <= m.Radius) || i > 0 && p.Z <= m.Dual[i-1].Z {
			return bad("dual point %d: distances must increase within [0, %v]: %v", i, m.Radius, p.Z)
		}
		if !(math.Abs(p.Weight) <= 0x1p500) {
			return bad("dual point %d: %v is not a weight", i, p.Weight)
		}
	}
	if !(m.Scale > 0 && m.Scale <= 0x1p500) {
		return bad("%v is not a scale", m.Scale)
	}
	if !(m.Lower >= 0 && m.Lower <= m.Cost) || len(m.Dual) == 0 && m.Lower != 0 {
		return bad("%v is no lower bound of %v from %d dual points", m.Lower, m.Cost, len(m.Dual))
	}
	return nil
}

// pointsMost bounds the number of atoms, and of dual points, of a minimum.
const pointsMost = 1 << 14

// AgreeUpTo reports whether k and the kernel with its formula and the continuation beyond, as
// kernel.Kernel.BeyondString writes it, are the same up to a radius.
func AgreeUpTo(k *kernel.Kernel, beyond string, radius float64) bool {
	reaches := func(s string) bool {
		if s == "natural" {
			return true
		}
		r, ok := strings.CutPrefix(s, "zero beyond ")
		if !ok {
			return false
		}
		at, ok := new(big.Rat).SetString(r)
		return ok && at.Cmp(new(big.Rat).SetFloat64(radius)) >= 0
	}
	return beyond == k.BeyondString() || reaches(beyond) && reaches(k.BeyondString())
}
