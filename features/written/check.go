package written

import (
	"math"

	"krein/internal/features/basis"
	"krein/internal/program"
	"krein/internal/tensors"
)

// Bounds of what a file may say.
const (
	most       = 1 << 24 // dimension, columns, terms
	mostBlocks = 1 << 10
	mostDegree = 1 << 16
	mostOrder  = 64      // of powers; of monomials, if all up to their degree are more than most
	mostTable  = 1 << 23 // factors of harmonics
	mostText   = 1 << 19 // bytes of all formulas
)

// check returns an error if a block cannot be, before anything of its size is made.
func (e *entry) check(dim int) error {
	fault := func(format string, args ...any) error { return tensors.Fault(e.Kind, format, args...) }
	for _, v := range []int{e.Columns, e.Terms, e.Less, e.Order} {
		if v < 0 || v > most {
			return fault("%d is not between 0 and %d", v, most)
		}
	}
	fits, known := e.fits(dim)
	switch b := (Block{Kind: e.Kind}); {
	case !known:
		return tensors.Fault("blocks", "unknown kind %.40q", e.Kind)
	case e.Columns == 0:
		return fault("no columns")
	case !fits || (e.Formula != "") != (e.Kind == Activation):
		return fault("its members do not belong together")
	case dim < 2 && b.Sphere():
		return fault("there is no sphere in R^%d", dim)
	}
	return nil
}

// fits tells whether the members of a block of a known kind belong together.
func (e *entry) fits(dim int) (ok, known bool) {
	wants := func(terms, less, order, linear bool) bool {
		return (terms || e.Terms == 0) && (less || e.Less == 0) && (order || e.Order == 0) && (linear || !e.Linear)
	}
	switch e.Kind {
	case Constant:
		return wants(false, false, false, false) && e.Columns == 1, true
	case Harmonics:
		return wants(true, false, false, false) && e.Terms > 0, true
	case Series:
		return wants(true, true, false, true) && e.Terms > 0, true
	case Power:
		return wants(false, true, true, true) && e.Order <= mostOrder, true
	case Sign:
		return wants(false, true, false, true), true
	case Single:
		return wants(false, false, false, true), true
	case Monomials:
		return wants(false, false, true, false) && e.Order > 0 && (e.Order <= mostOrder ||
			e.Order <= mostDegree && basis.MonomialCount(e.Order, dim+1) <= most) &&
			basis.MonomialCount(e.Order, dim) == float64(e.Columns), true
	case Products, Signs:
		return wants(true, false, false, false), true
	case Waves: // levels and linear forms go together
		return wants(false, true, false, true) && e.Columns%2 == 0 && e.Linear == (e.Less > 0) &&
			(e.Less == 0 || e.Less == e.Columns/2), true
	case Steps:
		return wants(false, true, false, false) && e.Less == e.Columns, true
	case Activation:
		return wants(false, false, false, false), true
	case Quadratic:
		return wants(false, false, false, false) && e.Columns == dim+2, true
	}
	return false, false
}

// reader hands out the numbers of a file.
type reader struct {
	dim                          int
	numbers, degrees, directions []float64
}

// take takes n numbers, nil for none.
func take(from *[]float64, n int) []float64 {
	if n == 0 {
		return nil
	}
	out := (*from)[:n:n]
	*from = (*from)[n:]
	return out
}

// block reads a block.
func (r *reader) block(e *entry) (b Block, err error) {
	b = Block{Kind: e.Kind, Minus: e.Minus, Columns: e.Columns, Order: e.Order, Formula: e.Formula}
	numbers, degrees, vectors := e.room()
	if b.scaled() {
		b.Amplitude = take(&r.numbers, 1)[0]
		numbers--
	}
	b.A, b.Less = take(&r.numbers, numbers-e.Less), take(&r.numbers, e.Less)
	for _, v := range take(&r.degrees, degrees) {
		if v != math.Trunc(v) || v < 0 || v > mostDegree {
			return b, tensors.Fault(e.Kind, "degree %v is no integer from 0 to %d", v, mostDegree)
		}
		b.Degrees = append(b.Degrees, int(v))
	}
	linear := 0
	if e.Linear {
		linear = vectors / 2
	}
	b.Directions, b.Linear = take(&r.directions, (vectors-linear)*r.dim), take(&r.directions, linear*r.dim)
	return b, b.check(r.dim)
}

// check returns an error if the numbers of a block do not fit each other.
func (b *Block) check(dim int) error {
	fault := func(format string, args ...any) error { return tensors.Fault(b.Kind, format, args...) }
	switch b.Kind {
	case Activation:
		if _, err := program.Read(b.Formula); err != nil {
			return fault("formula: %v", err)
		}
	case Harmonics, Monomials:
		for _, a := range b.A {
			if a < 0 {
				return fault("a coefficient is negative")
			}
		}
	case Quadratic:
		for _, s := range b.A[2:] {
			if math.Abs(s) != 1 {
				return fault("the sign %v is neither 1 nor −1", s)
			}
		}
		if !(b.A[0]+b.A[1] > 0) || math.IsInf(b.A[0]+b.A[1], 1) {
			return fault("%v and %v have no positive sum", b.A[0], b.A[1])
		}
	case Steps:
		for i, j := range b.Degrees {
			if j >= dim || !(b.A[i] >= 0 && b.A[i] <= 1) {
				return fault("a step at %v of coordinate %d is not one of the unit cube of R^%d", b.A[i], j, dim)
			}
		}
	case Products, Signs:
		sum := 0
		for _, n := range b.Degrees {
			sum += n
		}
		if sum != len(b.Directions)/dim {
			return fault("%d vectors, but the degrees have %d", len(b.Directions)/dim, sum)
		}
	}
	if b.Kind != Harmonics {
		return nil
	}
	columns, top := 0.0, 0.0
	for _, n := range b.Degrees {
		columns, top = columns+basis.Dimension(n, dim), max(top, float64(n))
	}
	switch {
	case columns != float64(b.Columns):
		return fault("%d columns, but the degrees have %v", b.Columns, columns)
	case top >= 2 && float64(dim+1)*(top+1)*(top+2)/2 > mostTable:
		return fault("degree %v is too high in dimension %d", top, dim)
	}
	return nil
}
