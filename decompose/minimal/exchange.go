package minimal

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"krein/ball"
	"krein/internal/dd"
	"krein/internal/kernel/numeric"
	"krein/internal/outward"
	"krein/internal/semilp"
	"krein/internal/special/double"
	"krein/kernel"
)

// exchange solves the semi-infinite program by exchange: the linear program on finitely many distances (rows) and radii
// (columns) is solved, the local maxima of |k − Σ c_j Λ_d(ω_j z)| that exceed the tolerance become rows, those of
// |Σ λ_i Λ_d(ω z_i)|/w(ω) that exceed 1 become columns, until both exceed by little. Both kinds of points come from a
// search on all of [0,R] and [0,∞), so that the grid of the start does not matter.
//
// Rows are added only when prices are within a factor 1.5 of the costs: errors of a solution far from optimal say nothing.
// The program is solved for ε(1−δ), where δ is chosen so that it costs 0.1 % of the mass at most, and the error between the
// rows stays below ε. Where the proof of the bias still finds an error above ε between the distances that were scanned (a
// needle of width 10⁻⁴, say), that distance becomes a row, and the program is solved again.
//
// The conditioning is severe: ‖λ‖ = −d mass/dε, so that for κ₁ at ε = 1e-5 multipliers of 10¹² produce a function of size
// 1. Hence the double-double arithmetic of package semilp.
type exchange struct {
	ctx    context.Context // of the present search, for scans
	k      *kernel.Kernel
	at     func(z float64) float64 // k in float64
	dim    int
	radius float64
	weight weight

	lp           *semilp.Solver
	z            []float64 // of the rows
	omega        []float64 // of the columns
	exact        *ddLambda
	fast         *double.Lambda
	grid         []float64 // where the error is scanned, on top of a uniform grid
	unit         float64   // distances are multiples of it if positive
	kz           map[float64]dd.T
	distances    []float64 // of the weight, if it has any
	constant     float64   // the atom at 0 that is free: k − constant is represented
	top          float64   // radii are not larger, if it is positive
	most         int       // atoms that a solution may have
	jump, jumpAt float64   // the largest change of the kernel across a breakpoint, and where

	eps      float64
	tolPrice float64 // by how much prices may exceed 1
	sol      *semilp.Solution
	sup      float64 // measured sup of the error
	price    float64 // measured sup of |g|/w
}

// cosineGrid is the number of steps of [0, R] in dimension 1: with distances that are multiples of a unit the prices
// are a periodic function of the radius, and its supremum can be proved. Without a unit they are almost periodic, and
// do not decay.
const cosineGrid = 1024

// cosineUnit is about R/cosineGrid, of few bits so that its multiples are exact.
func cosineUnit(radius float64) float64 {
	e := math.Ilogb(radius)
	return math.Ldexp(math.Floor(math.Ldexp(radius/cosineGrid, 40-e)), e-40)
}

const (
	startRows = 10
	startStep = 0.7 // of the radii at the start, times R
	startCols = 60
	scanStep  = 0.4 // of the scan of radii, times R
	scanMost  = 400000
	atomsMost = 120 // beyond, the simplex method takes minutes
	maxRounds = 200
	poolRows  = 250 // more are purged
	poolCols  = 350
	newMost   = 20 // points of a kind added in a round
)

// newExchange prepares a solver; with a unit > 0, distances are only multiples of it, and with top > 0, radii are not
// larger.
func newExchange(k *kernel.Kernel, dim int, radius float64, w weight, unit, top float64) (*exchange, error) {
	e := &exchange{k: k, at: numeric.Compile(k).At, dim: dim, radius: radius, weight: w, lp: semilp.New(),
		exact: newDDLambda(dim), fast: double.NewLambda(float64(dim)), ctx: context.Background(), kz: map[float64]dd.T{},
		unit: unit, top: top, tolPrice: priceTol, most: atomsMost}
	if err := e.gradedGrid(); err != nil {
		return nil, err
	}
	cols, rows := startCols, startRows
	if top > 0 { // about as many rows as there will be atoms
		cols, rows = max(cols, int(top*radius/startStep)), rows+int(top*radius/math.Pi)
	}
	for j := range cols {
		e.addCol(float64(j) * startStep / radius)
	}
	for i := range rows {
		s := math.Sin(math.Pi / 2 * float64(i) / float64(rows-1))
		if err := e.addRow(radius * s * s); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// gradedGrid gathers points that approach both ends of the domain and every breakpoint in it geometrically: there the
// kernel may have infinite slope.
func (e *exchange) gradedGrid() error {
	at := []float64{0, e.radius}
	if pieces, err := e.k.Pieces(); err == nil {
		for _, p := range pieces {
			if v := p.Lo.Value; v > 0 && v < e.radius {
				at = append(at, v)
			}
		}
	}
	for _, p := range at {
		e.grid = append(e.grid, p)
		for j := range 72 {
			h := e.radius * math.Exp2(-float64(j)/2)
			for _, v := range []float64{p - h, p + h} {
				if v >= 0 && v <= e.radius {
					e.grid = append(e.grid, v)
				}
			}
		}
	}
	slices.Sort(e.grid)
	e.grid = slices.Compact(e.grid)
	for _, p := range at[2:] {
		h := e.radius * 0x1p-40
		before, after := e.at(p-h), e.at(p+h)
		if d := math.Abs(before - after); d > e.jump || math.IsNaN(d) {
			e.jump, e.jumpAt = d, p
		}
	}
	for _, z := range e.grid {
		if v := e.at(z); math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("minimal: the kernel has no finite value at z = %g, within [0, %g]", z, e.radius)
		}
	}
	return nil
}

// look adds points to the grid that approach z geometrically.
func (e *exchange) look(z float64) {
	for j := 14; j < 72; j++ {
		h := e.radius * math.Exp2(-float64(j)/2)
		for _, v := range []float64{z - h, z, z + h} {
			if v >= 0 && v <= e.radius {
				e.grid = append(e.grid, v)
			}
		}
	}
	slices.Sort(e.grid)
	e.grid = slices.Compact(e.grid)
}

func (e *exchange) kernelAt(z float64) (dd.T, error) {
	if v, ok := e.kz[z]; ok {
		return v, nil
	}
	var b ball.Real
	e.k.BallAt(&b, ball.NewReal(z), 128)
	if b.Indeterminate() {
		return dd.T{}, fmt.Errorf("minimal: no enclosure of the kernel at z = %g", z)
	}
	v := ddOf(&b)
	e.kz[z] = v
	return v, nil
}

func (e *exchange) entry(z, omega float64) dd.T { return e.exact.at(dd.TwoProd(z, omega)) }

// addRow adds the distance z unless it is there.
func (e *exchange) addRow(z float64) error {
	if e.unit > 0 {
		z = min(math.Round(z/e.unit), math.Floor(e.radius/e.unit)) * e.unit
	}
	if slices.Contains(e.z, z) {
		return nil
	}
	b, err := e.kernelAt(z)
	if err != nil {
		return err
	}
	b = b.AddF(-e.constant)
	a := make([]dd.T, len(e.omega))
	for j, w := range e.omega {
		a[j] = e.entry(z, w)
	}
	e.lp.AddRow(b, a)
	e.z = append(e.z, z)
	return nil
}

// addCol adds the radius omega unless it is there.
func (e *exchange) addCol(omega float64) bool {
	if slices.Contains(e.omega, omega) {
		return false
	}
	a := make([]dd.T, len(e.z))
	for i, z := range e.z {
		a[i] = e.entry(z, omega)
	}
	e.lp.AddCol(e.weight.at(omega), a)
	e.omega = append(e.omega, omega)
	return true
}

// Reachable returns an error if no measure of any mass represents k at the distances from 0 to radius within bias: the
// kernel has no finite value or no enclosure somewhere, or it jumps by more than 2·bias. That it returns nil promises no
// measure; New searches. It evaluates k in float64 at a few hundred distances.
func Reachable(k *kernel.Kernel, radius, bias float64) error {
	e := &exchange{k: k, at: numeric.Compile(k).At, radius: radius, kz: map[float64]dd.T{}}
	if err := e.gradedGrid(); err != nil {
		return err
	}
	for _, z := range []float64{0, radius / 2, radius} {
		if _, err := e.kernelAt(z); err != nil {
			return err
		}
	}
	return e.continuous(bias)
}

// continuous returns an error if a jump puts the bias eps out of reach.
func (e *exchange) continuous(eps float64) error {
	if e.jump > 2*eps {
		return fmt.Errorf("minimal: the kernel jumps by %s at z = %g: no continuous function comes closer than half of "+
			"that, so that a bias of %g is out of reach", outward.Down(e.jump, 3), e.jumpAt, eps)
	}
	return nil
}

// solve runs the exchange for the tolerance eps until the error exceeds eps by no more than a share tol, and the prices
// 1 by tolPrice.
func (e *exchange) solve(ctx context.Context, eps, tol, tolPrice float64) error {
	if err := e.continuous(eps); err != nil {
		return err
	}
	e.ctx = ctx
	e.lp.SetEps(dd.Of(eps))
	e.eps = eps
	for range maxRounds {
		e.purge()
		if err := e.feasible(ctx); err != nil {
			return err
		}
		// Columns first, all of them, then rows: the next dual simplex starts at an optimum.
		if err := e.lp.Primal(ctx); err != nil {
			return err
		}
		var err error
		if e.sol, err = e.lp.Solution(); err != nil {
			return err
		}
		if len(e.sol.Cols) > e.most {
			return &manyAtomsError{e.most, e.radius, eps}
		}
		z, lambda := e.dual()
		cols := e.scanCols(z, lambda, 1+tolPrice)
		if err := ctx.Err(); err != nil {
			return err
		}
		if m := e.sol.Mass.Hi / max(e.price, 1); m > massMost*eps {
			return &TooHeavyError{Mass: m, Bias: eps}
		}
		for _, p := range largest(cols, max(newMost, len(e.sol.Cols))) {
			e.addCol(p.x)
		}
		// Errors of a solution far from optimal say nothing about where rows are needed.
		if e.price > 1.5 {
			continue
		}
		rows := e.scanRows(eps * (1 + tol))
		if err := ctx.Err(); err != nil {
			return err
		}
		if len(cols) == 0 && len(rows) == 0 {
			return nil
		}
		if len(cols) > 0 {
			if err := e.lp.Primal(ctx); err != nil {
				return err
			}
		}
		for _, p := range largest(rows, max(newMost, len(e.sol.Cols))) {
			if err := e.addRow(p.x); err != nil {
				return err
			}
		}
	}
	return fmt.Errorf("minimal: the exchange has not converged after %d rounds (error %g of %g, price %g)", maxRounds,
		e.sup, eps, e.price)
}

// manyAtomsError says that a minimum has more atoms than can be found in reasonable time.
type manyAtomsError struct {
	atoms       int
	radius, eps float64
}

// Error says what that comes from.
func (e *manyAtomsError) Error() string {
	return fmt.Sprintf("minimal: more than %d atoms are needed on [0, %g] to within %g: the domain is large for the "+
		"kernel's scale, or the tolerance small for its smoothness; a Jordan decomposition may do",
		e.atoms, e.radius, e.eps)
}

// feasible runs the dual simplex, adding the columns that are missing.
func (e *exchange) feasible(ctx context.Context) error {
	for range maxRounds {
		err := e.lp.Dual(ctx)
		if !errors.Is(err, semilp.ErrInfeasible) {
			return err
		}
		// The multiples of the ray bound the mass from below: by its value over its price, whatever the columns.
		var z, v []float64
		top, value := 0.0, dd.T{}
		for i, r := range e.lp.Ray() {
			if r.Hi != 0 {
				z, v = append(z, e.z[i]), append(v, r.Hi)
				top = max(top, math.Abs(r.Hi))
				b, err := e.kernelAt(e.z[i])
				if err != nil {
					return err
				}
				value = value.Add(b.AddF(-e.constant).Mul(r)).Sub(r.Abs().MulF(e.eps))
			}
		}
		for i := range v {
			v[i] /= top
		}
		p := e.scanCols(z, v, 0)
		if err := ctx.Err(); err != nil {
			return err
		}
		if m := value.Float() / top / max(e.price, 1e-15); m > massMost*e.eps {
			return &TooHeavyError{Mass: m, Bias: e.eps}
		}
		added := false
		for _, q := range largest(p, 3) {
			added = e.addCol(q.x) || added
		}
		if !added {
			return err
		}
	}
	return semilp.ErrInfeasible
}

// purge drops rows and columns that have not mattered.
func (e *exchange) purge() {
	if e.sol == nil || len(e.z) < poolRows && len(e.omega) < poolCols {
		return
	}
	z, lambda := e.dual()
	price := e.prices(z, lambda)
	eps := e.eps
	rows, cols := e.lp.Keep(func(i int) bool {
		return len(e.z) < poolRows || math.Abs(e.errorAt(e.z[i])) > 0.8*eps
	}, func(j int) bool {
		return len(e.omega) < poolCols || math.Abs(price(e.omega[j])) > 0.9
	})
	e.z, e.omega = pick(e.z, rows), pick(e.omega, cols)
	e.sol = nil
}

func pick(x []float64, index []int) []float64 {
	out := make([]float64, len(index))
	for k, i := range index {
		out[k] = x[i]
	}
	return out
}

// dual returns the distances and multipliers of the present solution.
func (e *exchange) dual() (z, lambda []float64) {
	for k, i := range e.sol.Rows {
		z, lambda = append(z, e.z[i]), append(lambda, e.sol.Mult[k].Float())
	}
	return z, lambda
}
