package decompose

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"krein/ball"
	"krein/internal/dd"
	"krein/internal/semilp"
	"krein/kernel"
	"krein/special"
)

// exchange solves the semi-infinite program by exchange: the linear program on finitely many distances (rows) and radii
// (columns) is solved, the local maxima of |k − Σ c_j Λ_d(ω_j z)| that exceed the tolerance become rows, those of
// |Σ λ_i Λ_d(ω z_i)|/w(ω) that exceed 1 become columns, until both exceed by little. Both kinds of points come from a
// search on all of [0,R] and [0,∞), so that the grid of the start does not matter.
type exchange struct {
	k      *kernel.Kernel
	dim    int
	radius float64
	weight weight

	lp           *semilp.Solver
	z            []float64 // of the rows
	omega        []float64 // of the columns
	exact        *ddLambda
	fast         *special.Lambda
	grid         []float64 // where the error is scanned, on top of a uniform grid
	unit         float64   // distances are multiples of it if positive
	kz           map[float64]dd.T
	jump, jumpAt float64 // the largest change of the kernel across a breakpoint, and where

	eps    float64
	sol    *semilp.Solution
	sup    float64 // measured sup of the error
	price  float64 // measured sup of |g|/w
	rounds int
}

// cosineGrid is the number of steps of [0, R] in dimension 1: with distances that are multiples of a unit the prices are a
// periodic function of the radius, and its supremum can be proved. Without a unit they are almost periodic, and do not decay.
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
	maxRounds = 200
	poolRows  = 250 // more are purged
	poolCols  = 350
	newMost   = 20 // points of a kind added in a round
)

// newExchange prepares a solver; with a unit > 0, distances are only multiples of it.
func newExchange(k *kernel.Kernel, dim int, radius float64, w weight, unit float64) (*exchange, error) {
	e := &exchange{k: k, dim: dim, radius: radius, weight: w, lp: semilp.New(), exact: newDDLambda(dim), fast: special.NewLambda(float64(dim)), kz: map[float64]dd.T{}, unit: unit}
	if err := e.gradedGrid(); err != nil {
		return nil, err
	}
	for j := range startCols {
		e.addCol(float64(j) * startStep / radius)
	}
	for i := range startRows {
		s := math.Sin(math.Pi / 2 * float64(i) / (startRows - 1))
		if err := e.addRow(radius * s * s); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// gradedGrid gathers points that approach both ends of the domain and every breakpoint in it geometrically: there the kernel
// may have infinite slope.
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
		before, after := e.k.At(p-h), e.k.At(p+h)
		if d := math.Abs(before - after); d > e.jump || math.IsNaN(d) {
			e.jump, e.jumpAt = d, p
		}
	}
	for _, z := range e.grid {
		if v := e.k.At(z); math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("decompose: the kernel has no finite value at z = %g, within [0, %g]", z, e.radius)
		}
	}
	return nil
}

func (e *exchange) kernelAt(z float64) (dd.T, error) {
	if v, ok := e.kz[z]; ok {
		return v, nil
	}
	var b ball.Real
	e.k.BallAt(&b, ball.NewReal(z), 128)
	if b.Indeterminate() {
		return dd.T{}, fmt.Errorf("decompose: no enclosure of the kernel at z = %g", z)
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

// peak is a local maximum of a scanned function.
type peak struct{ x, v float64 }

// peaks returns the local maxima of |f| above floor, on sorted points, refined.
func peaks(f func(float64) float64, x []float64, floor float64) []peak {
	var out []peak
	v := make([]float64, len(x))
	for i := range x {
		v[i] = math.Abs(f(x[i]))
	}
	for i := range x {
		lo, hi := max(i-1, 0), min(i+1, len(x)-1)
		if v[i] < v[lo] || v[i] < v[hi] || (i > 0 && v[i] == v[lo]) {
			continue
		}
		// A maximum between grid points can exceed the grid's values by little only.
		if v[i] < 0.9*floor {
			continue
		}
		p := peak{x[i], v[i]}
		const golden = 0.3819660112501051
		a, b := x[lo], x[hi]
		for range 40 {
			var t float64
			if b-p.x > p.x-a {
				t = p.x + golden*(b-p.x)
			} else {
				t = p.x - golden*(p.x-a)
			}
			u := math.Abs(f(t))
			if u > p.v {
				if t > p.x {
					a = p.x
				} else {
					b = p.x
				}
				p = peak{t, u}
			} else if t > p.x {
				b = t
			} else {
				a = t
			}
			if b-a < 1e-9*(x[hi]-x[lo]) {
				break
			}
		}
		if p.v > floor {
			out = append(out, p)
		}
	}
	return out
}

// errorAt returns k(z) − Σ c_j Λ_d(ω_j z) in float64.
func (e *exchange) errorAt(z float64) float64 {
	s := e.k.At(z)
	for l, j := range e.sol.Cols {
		s -= e.sol.Coef[l].Hi * e.fast.At(e.omega[j]*z)
	}
	return s
}

// scanRows returns the peaks of the error above floor, and sets e.sup.
func (e *exchange) scanRows(floor float64) []peak {
	top := 0.0
	for _, j := range e.sol.Cols {
		top = max(top, e.omega[j])
	}
	if e.unit > 0 {
		return e.scanUnits(floor)
	}
	n := int(math.Ceil(top*e.radius/0.25)) + 200
	x := slices.Clone(e.grid)
	for i := range n {
		x = append(x, e.radius*float64(i)/float64(n))
	}
	slices.Sort(x)
	x = slices.Compact(x)
	p := peaks(e.errorAt, x, floor)
	e.sup = highest(p)
	return p
}

// scanUnits is scanRows where only multiples of the unit count.
func (e *exchange) scanUnits(floor float64) []peak {
	n := int(e.radius / e.unit)
	v := make([]float64, n+3) // with a 0 at both ends
	for i := range n + 1 {
		v[i+1] = math.Abs(e.errorAt(float64(i) * e.unit))
	}
	var p []peak
	for i := 1; i <= n+1; i++ {
		if v[i] > floor && v[i] >= v[i-1] && v[i] > v[i+1] {
			p = append(p, peak{float64(i-1) * e.unit, v[i]})
		}
	}
	e.sup = highest(p)
	return p
}

func highest(p []peak) float64 {
	v := 0.0
	for _, q := range p {
		v = max(v, q.v)
	}
	return v
}

// prices returns the function Σ λ_i Λ_d(ω z_i)/w(ω), w ≡ 1 if unweighted is set.
func (e *exchange) prices(z []float64, lambda []float64) func(float64) float64 {
	return func(omega float64) float64 {
		s := 0.0
		for i := range z {
			s += lambda[i] * e.fast.At(omega*z[i])
		}
		return s / e.weight.at(omega)
	}
}

// scanCols returns the peaks above floor of |Σ λ_i Λ_d(ω z_i)|/w(ω), and sets e.price.
func (e *exchange) scanCols(z, lambda []float64, floor float64) []peak {
	end := e.scanEnd(z, lambda, floor)
	n := min(int(math.Ceil(end*e.radius/scanStep)), scanMost)
	x := make([]float64, n+1)
	for i := range x {
		x[i] = scanStep * float64(i) / e.radius
	}
	p := peaks(e.prices(z, lambda), x, floor)
	e.price = highest(p)
	return p
}

// scanEnd returns a radius beyond which the prices stay below floor, or change no more, by the decay of Λ_d.
func (e *exchange) scanEnd(z, lambda []float64, floor float64) float64 {
	if e.dim == 1 {
		return math.Pi / cosineUnit(e.radius)
	}
	end := 40 / e.radius
	for ; end < scanMost*scanStep/e.radius; end *= 1.1 {
		constant, rest := 0.0, 0.0
		for i := range z {
			if z[i] == 0 {
				constant += lambda[i]
			} else {
				rest += math.Abs(lambda[i]) * envelope(e.dim, end*z[i])
			}
		}
		if w := e.weight.floor(end); rest < max(0.95*floor*w-math.Abs(constant), priceTol/4*w) {
			break
		}
	}
	return end
}

// envelope returns about the amplitude of Λ_d beyond x, at most 1.
func envelope(dim int, x float64) float64 {
	nu := float64(dim)/2 - 1
	if dim == 1 || x <= nu+1 {
		return 1
	}
	lg, _ := math.Lgamma(nu + 1)
	return min(1, math.Exp(lg+nu*math.Log(2/x)-0.25*math.Log((x-nu)*(x+nu)))*math.Sqrt(2/math.Pi))
}

// solve runs the exchange for the tolerance eps until the error exceeds eps by no more than a share tol, and the prices 1 by tolPrice.
func (e *exchange) solve(ctx context.Context, eps, tol, tolPrice float64) error {
	if e.jump > 2*eps {
		return fmt.Errorf("decompose: the kernel jumps by %.3g at z = %g: no continuous function comes closer than half of that, so that a bias of %g is out of reach", e.jump, e.jumpAt, eps)
	}
	e.lp.SetEps(dd.Of(eps))
	e.eps = eps
	for e.rounds = 0; e.rounds < maxRounds; e.rounds++ {
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
		z, lambda := e.dual()
		cols := e.scanCols(z, lambda, 1+tolPrice)
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
	return fmt.Errorf("decompose: the exchange has not converged after %d rounds (error %g of %g, price %g)", maxRounds, e.sup, eps, e.price)
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
				value = value.Add(b.Mul(r)).Sub(r.Abs().MulF(e.eps))
			}
		}
		for i := range v {
			v[i] /= top
		}
		p := e.scanCols(z, v, 0)
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

// largest returns the n largest peaks.
func largest(p []peak, n int) []peak {
	if len(p) <= n {
		return p
	}
	slices.SortFunc(p, func(a, b peak) int { return cmp.Compare(b.v, a.v) })
	return p[:n]
}

// dual returns the distances and multipliers of the present solution.
func (e *exchange) dual() (z, lambda []float64) {
	for k, i := range e.sol.Rows {
		z, lambda = append(z, e.z[i]), append(lambda, e.sol.Mult[k].Float())
	}
	return z, lambda
}
