// Package semilp solves the linear programs that arise when the total weighted mass of a signed combination of columns
// is minimised subject to a uniform error bound on finitely many rows:
//
//	minimise Σ_j w_j·|c_j|   subject to   |b_i − Σ_j A_ij c_j| ≤ ε for all rows i.
//
// The dual is: maximise Σ_i λ_i b_i − ε Σ_i |λ_i| subject to |Σ_i λ_i A_ij| ≤ w_j for all columns j. A basis consists
// of n columns in use and n rows whose error is at a bound; its n×n matrix is factored afresh at every pivot, in
// double-double arithmetic: n is a few tens, the matrices are often as ill-conditioned as 10¹⁵, and so no error can
// accumulate.
//
// A dual feasible basis stays one when rows are added or ε changes, a primal feasible one when columns are added; the
// empty basis is dual feasible. So an exchange algorithm adds rows and calls Dual, adds columns and calls Primal.
package semilp

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"krein/internal/budget"
	"krein/internal/dd"
)

// ErrInfeasible is returned when no combination of the columns meets the bounds: Ray then tells which columns would
// help.
var ErrInfeasible = errors.New("semilp: no combination of the columns meets the bounds")

// ErrSingular is returned when a basis is singular to working precision.
var ErrSingular = errors.New("semilp: the basis is singular to working precision")

const (
	feasTol   = 1e-11 // relative violation that counts as none
	harris    = 1e-13 // relative violation that the ratio tests admit for the sake of a larger pivot
	pivotTol  = 1e-20 // smaller rates of change are rounding
	perturb   = 1e-7  // relative perturbation of the costs that breaks ties
	maxPivots = 20000 // a call
)

// Solver holds a program and a basis.
type Solver struct {
	eps   dd.T
	b     []dd.T
	a     [][]dd.T // a[i][j]
	cost  []float64
	noise []float64
	rnd   *rand.Rand

	row []int8 // 0 inside, ±1 error at ±ε
	col []int8 // 0 unused, ±1 in use with that sign

	// Of the basis, computed by refresh.
	rows, cols []int
	lu         factors
	c          []dd.T // coefficients of cols
	lambda     []dd.T // multipliers of rows
	res        []dd.T // errors of all rows
	price      []dd.T // Σ λ_i A_ij of all columns

	ray []dd.T // direction of the last ErrInfeasible, by row
}

// New returns a solver without rows and columns.
func New() *Solver { return &Solver{rnd: rand.New(rand.NewPCG(1, 2))} }

// SetEps sets the bound ε > 0.
func (s *Solver) SetEps(eps dd.T) { s.eps = eps }

// Shift subtracts d from the right-hand sides of all rows. A dual feasible basis stays one.
func (s *Solver) Shift(d dd.T) {
	for i := range s.b {
		s.b[i] = s.b[i].Sub(d)
	}
}

// Rows returns the number of rows.
func (s *Solver) Rows() int { return len(s.b) }

// Cols returns the number of columns.
func (s *Solver) Cols() int { return len(s.cost) }

// AddRow appends a row with the right-hand side b and the matrix entries a, one a column.
func (s *Solver) AddRow(b dd.T, a []dd.T) {
	if len(a) != len(s.cost) {
		panic("semilp: row of the wrong length")
	}
	s.b = append(s.b, b)
	s.a = append(s.a, a)
	s.row = append(s.row, 0)
}

// AddCol appends a column of cost w > 0 with the matrix entries a, one a row.
func (s *Solver) AddCol(w float64, a []dd.T) {
	if len(a) != len(s.b) {
		panic("semilp: column of the wrong length")
	}
	for i, v := range a {
		s.a[i] = append(s.a[i], v)
	}
	s.cost = append(s.cost, w)
	s.noise = append(s.noise, 1+perturb*s.rnd.Float64())
	s.col = append(s.col, 0)
}

// Keep drops the rows and columns that are not kept. Those of the basis always are.
func (s *Solver) Keep(row, col func(int) bool) (rows, cols []int) {
	for i := range s.b {
		if s.row[i] != 0 || row(i) {
			rows = append(rows, i)
		}
	}
	for j := range s.cost {
		if s.col[j] != 0 || col(j) {
			cols = append(cols, j)
		}
	}
	t := Solver{eps: s.eps, rnd: s.rnd}
	for _, i := range rows {
		t.b, t.row = append(t.b, s.b[i]), append(t.row, s.row[i])
		v := make([]dd.T, len(cols))
		for k, j := range cols {
			v[k] = s.a[i][j]
		}
		t.a = append(t.a, v)
	}
	for _, j := range cols {
		t.cost, t.noise, t.col = append(t.cost, s.cost[j]), append(t.noise, s.noise[j]), append(t.col, s.col[j])
	}
	*s = t
	return rows, cols
}

// Solution is a basic solution.
type Solution struct {
	Cols []int  // columns in use
	Coef []dd.T // their coefficients
	Rows []int  // rows at a bound
	Mult []dd.T // their multipliers λ
	Mass dd.T   // Σ w_j |c_j|
}

// Solution returns the solution of the present basis.
func (s *Solver) Solution() (*Solution, error) {
	if err := s.refresh(); err != nil {
		return nil, err
	}
	x := &Solution{Cols: s.cols, Coef: s.c, Rows: s.rows, Mult: s.lambda}
	for k, j := range s.cols {
		x.Mass = x.Mass.Add(s.c[k].Abs().MulF(s.cost[j]))
	}
	return x, nil
}

// Ray returns, after ErrInfeasible, a combination of rows with Σ_i ray_i A_ij = 0 for all columns, but for rounding,
// and Σ ray_i b_i > ε Σ|ray_i|: a column with a large |Σ_i ray_i A_ij| is what is missing.
func (s *Solver) Ray() []dd.T { return s.ray }

// w returns the perturbed cost of column j.
func (s *Solver) w(j int) dd.T { return dd.TwoProd(s.cost[j], s.noise[j]) }

// spend counts the work of a pivot by the budget.Meter of ctx, if it has one.
func (s *Solver) spend(ctx context.Context) error {
	n := int64(0)
	for _, v := range s.col {
		if v != 0 {
			n++
		}
	}
	// some 10 ns for a product in double-double: of the factorisation, of the errors and of the prices
	budget.Of(ctx).Spend(1 + (n*n*n/3+2*n*int64(len(s.b)+len(s.cost)))/10)
	return ctx.Err()
}

// refresh computes everything from the basis.
func (s *Solver) refresh() error {
	s.rows, s.cols = nil, nil
	for i, v := range s.row {
		if v != 0 {
			s.rows = append(s.rows, i)
		}
	}
	for j, v := range s.col {
		if v != 0 {
			s.cols = append(s.cols, j)
		}
	}
	n := len(s.rows)
	if len(s.cols) != n {
		return fmt.Errorf("semilp: %d rows and %d columns in the basis", n, len(s.cols))
	}
	m := make([][]dd.T, n)
	rhs, dual := make([]dd.T, n), make([]dd.T, n)
	for k, i := range s.rows {
		m[k] = make([]dd.T, n)
		for l, j := range s.cols {
			m[k][l] = s.a[i][j]
		}
		rhs[k] = s.b[i].Sub(s.eps.MulF(float64(s.row[i])))
	}
	for l, j := range s.cols {
		dual[l] = s.w(j).MulF(float64(s.col[j]))
	}
	if !s.lu.factor(m) {
		return ErrSingular
	}
	s.c, s.lambda = s.lu.solve(rhs), s.lu.solveT(dual)
	if s.c == nil || s.lambda == nil {
		return ErrSingular
	}
	s.res = make([]dd.T, len(s.b))
	for i := range s.b {
		s.res[i] = s.b[i].Sub(s.dotCols(i, s.c))
	}
	s.price = s.prices(s.rows, s.lambda)
	return nil
}

// dotCols returns Σ_k v_k A[i][cols_k].
func (s *Solver) dotCols(i int, v []dd.T) dd.T {
	var sum dd.T
	for k, j := range s.cols {
		sum = sum.Add(s.a[i][j].Mul(v[k]))
	}
	return sum
}

// prices returns Σ_k v_k A[rows_k][j] for all columns.
func (s *Solver) prices(rows []int, v []dd.T) []dd.T {
	p := make([]dd.T, len(s.cost))
	for k, i := range rows {
		for j, x := range s.a[i] {
			p[j] = p[j].Add(v[k].Mul(x))
		}
	}
	return p
}

// blocker is a candidate of a ratio test.
type blocker struct {
	slack, rate float64 // it blocks at the step slack/rate
	tol         float64
	variable
}

const (
	ofRow = iota
	ofCol
)

// choose is Harris's ratio test: of the candidates that block no later than the earliest tolerated step, the one with
// the largest rate.
func choose(c []blocker) (blocker, bool) {
	step := math.Inf(1)
	for _, b := range c {
		step = min(step, (max(b.slack, 0)+b.tol)/b.rate)
	}
	if math.IsInf(step, 1) {
		return blocker{}, false
	}
	best := blocker{}
	for _, b := range c {
		if b.slack <= step*b.rate && b.rate > best.rate {
			best = b
		}
	}
	return best, best.rate > 0
}

// Primal makes pivots that keep the bounds met until no column is worth more than it costs.
func (s *Solver) Primal(ctx context.Context) error {
	return s.pivots(ctx, s.primalPivot, "optimum")
}

// pivots makes pivots until one says that there is no more to do.
func (s *Solver) pivots(ctx context.Context, pivot func() (done bool, err error), aim string) error {
	for range maxPivots {
		if err := s.spend(ctx); err != nil {
			return err
		}
		if err := s.refresh(); err != nil {
			return err
		}
		if done, err := pivot(); done || err != nil {
			return err
		}
	}
	return fmt.Errorf("semilp: no %s after %d pivots", aim, maxPivots)
}

func (s *Solver) primalPivot() (done bool, err error) {
	v, found := s.entering()
	if !found {
		return true, nil
	}
	// The change of the coefficients and errors per unit of the entering variable.
	rhs := make([]dd.T, len(s.rows))
	for k, i := range s.rows {
		switch {
		case v.kind == ofCol:
			rhs[k] = s.a[i][v.index].MulF(-float64(v.sign))
		case i == v.index:
			rhs[k] = dd.Of(float64(s.row[i]))
		}
	}
	dc := s.lu.solve(rhs)
	if dc == nil {
		return false, ErrSingular
	}
	leave, ok := choose(s.primalBlockers(v, dc))
	if !ok {
		return false, errors.New("semilp: mass unbounded below: a cost is not positive")
	}
	s.take(v)
	s.take(leave.variable)
	return false, nil
}

// variable is a column or a row, with the sign that a pivot gives it; 0 takes it out.
type variable struct {
	kind, index int
	sign        int8
}

func (s *Solver) take(v variable) {
	if v.kind == ofCol {
		s.col[v.index] = v.sign
	} else {
		s.row[v.index] = v.sign
	}
}

// entering returns the variable whose price is worst, if any is not feasible.
func (s *Solver) entering() (v variable, found bool) {
	worst := feasTol
	for j := range s.cost {
		if s.col[j] != 0 {
			continue
		}
		p := s.price[j]
		if off := p.Abs().Sub(s.w(j)).Float() / s.cost[j]; off > worst {
			v, found, worst = variable{ofCol, j, 1}, true, off
			if p.Hi < 0 {
				v.sign = -1
			}
		}
	}
	// A row's multiplier counts relative to the largest.
	big := largest(s.lambda)
	for k, i := range s.rows {
		if off := -float64(s.row[i]) * s.lambda[k].Hi / big; off > worst {
			v, found, worst = variable{ofRow, i, 0}, true, off
		}
	}
	return v, found
}

// primalBlockers lists what stops the entering variable, which changes the coefficients by dc per unit.
func (s *Solver) primalBlockers(enter variable, dc []dd.T) (list []blocker) {
	mass := total(s.c)
	for k, j := range s.cols {
		if rate := -float64(s.col[j]) * dc[k].Hi; rate > pivotTol {
			list = append(list, blocker{float64(s.col[j]) * s.c[k].Hi, rate, harris * mass, variable{ofCol, j, 0}})
		}
	}
	for i := range s.b {
		if s.row[i] != 0 {
			continue
		}
		v := s.dotCols(i, dc)
		if enter.kind == ofCol {
			v = v.Add(s.a[i][enter.index].MulF(float64(enter.sign)))
		}
		rate, at := -v.Hi, int8(1)
		if rate < 0 {
			rate, at = -rate, -1
		}
		if rate > pivotTol {
			slack := s.eps.Sub(s.res[i].MulF(float64(at))).Float()
			list = append(list, blocker{slack, rate, harris * s.eps.Hi, variable{ofRow, i, at}})
		}
	}
	if enter.kind == ofRow { // its own other bound
		i := enter.index
		list = append(list, blocker{2 * s.eps.Hi, 1, harris * s.eps.Hi, variable{ofRow, i, -s.row[i]}})
	}
	return list
}

// largest returns the largest absolute value.
func largest(x []dd.T) (most float64) {
	for _, v := range x {
		most = max(most, math.Abs(v.Hi))
	}
	return most
}

// total returns the sum of the absolute values.
func total(x []dd.T) (sum float64) {
	for _, v := range x {
		sum += math.Abs(v.Hi)
	}
	return sum
}

// Dual makes pivots that keep the multipliers feasible until all bounds are met. It returns ErrInfeasible if they
// cannot be.
func (s *Solver) Dual(ctx context.Context) error {
	return s.pivots(ctx, s.dualPivot, "feasible point")
}

func (s *Solver) dualPivot() (done bool, err error) {
	v, found := s.leaving()
	if !found {
		return true, nil
	}
	// The change of the multipliers per unit step: the prices of the columns that stay do not move.
	rhs := make([]dd.T, len(s.cols))
	for l, j := range s.cols {
		switch {
		case v.kind == ofRow:
			rhs[l] = s.a[v.index][j].MulF(-float64(v.sign))
		case j == v.index:
			rhs[l] = dd.Of(-float64(s.col[j]))
		}
	}
	dl := s.lu.solveT(rhs)
	if dl == nil {
		return false, ErrSingular
	}
	rows, move := s.rows, dl
	if v.kind == ofRow {
		rows = append(append([]int(nil), rows...), v.index)
		move = append(append([]dd.T(nil), move...), dd.Of(float64(v.sign)))
	}
	enter, ok := choose(s.dualBlockers(v, dl, rows, move))
	if !ok {
		s.ray = make([]dd.T, len(s.b))
		for k, i := range rows {
			s.ray[i] = move[k]
		}
		return false, ErrInfeasible
	}
	s.take(v)
	s.take(enter.variable)
	return false, nil
}

// leaving returns the variable whose bound is missed most, if any is.
func (s *Solver) leaving() (v variable, found bool) {
	worst := feasTol
	for i := range s.b {
		if s.row[i] != 0 {
			continue
		}
		if off := s.res[i].Abs().Sub(s.eps).Float() / s.eps.Hi; off > worst {
			v, found, worst = variable{ofRow, i, 1}, true, off
			if s.res[i].Hi < 0 {
				v.sign = -1
			}
		}
	}
	mass := total(s.c)
	for k, j := range s.cols {
		if off := -float64(s.col[j]) * s.c[k].Hi / mass; off > worst {
			v, found, worst = variable{ofCol, j, 0}, true, off
		}
	}
	return v, found
}

// dualBlockers lists what stops the leaving variable: the multipliers of the rows change by dl per
// unit step, and with that of a row that leaves by move.
func (s *Solver) dualBlockers(leave variable, dl []dd.T, rows []int, move []dd.T) (list []blocker) {
	big, norm := largest(s.lambda), largest(move)
	for k, i := range s.rows {
		if rate := -float64(s.row[i]) * dl[k].Hi; rate > pivotTol*norm {
			list = append(list, blocker{float64(s.row[i]) * s.lambda[k].Hi, rate, harris * big, variable{ofRow, i, 0}})
		}
	}
	dp := s.prices(rows, move)
	for j := range s.cost {
		if s.col[j] != 0 && !(leave.kind == ofCol && j == leave.index) {
			continue
		}
		rate, at := dp[j].Hi, int8(1)
		if rate < 0 {
			rate, at = -rate, -1
		}
		// Rounding alone moves a price by norm·2⁻¹⁰⁰.
		if rate > pivotTol && rate > norm*1e-28 {
			slack := s.w(j).Sub(s.price[j].MulF(float64(at))).Float()
			list = append(list, blocker{slack, rate, harris * s.cost[j], variable{ofCol, j, at}})
		}
	}
	return list
}
