package learn

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Sums are what Ridge needs of rows, Σ (φ−o)(φ−o)ᵀ, Σ (φ−o)(y−p)ᵀ, Σ (φ−o), Σ (y−p) and Σ (y−p)² for an origin (o, p):
// those of parts of a table, made on several machines, add up to those of the table.
type Sums struct {
	of *normal
}

// Origin returns what Sums of a table are taken from, the means of some rows of it, x and y. It
// is 0 for other intercepts than a free one. Sums of one origin can be added.
func (s *Ridge) Origin(x Rows, y *mat.Dense) ([]float64, error) {
	if err := s.check(x, y); err != nil {
		return nil, err
	}
	r, c := x.Dims()
	_, m := y.Dims()
	origin := make([]float64, c+m)
	if s.Intercept != FreeIntercept {
		return origin, nil
	}
	err := each(x, r, func(_ int, b blas64.General) error {
		meanOf(origin[:c], b)
		meanOf(origin[c:], y.RawMatrix())
		return nil
	})
	return origin, err
}

// NewSums returns the sums of no rows, of so many targets; the other numbers of the origin are
// columns. It panics with mat.ErrShape if there are not more of them.
func NewSums(origin []float64, targets int) *Sums {
	if targets < 1 || len(origin) <= targets {
		panic(mat.ErrShape)
	}
	return &Sums{newNormal(origin, len(origin)-targets, targets)}
}

// Rows returns how many rows have been added.
func (s *Sums) Rows() int { return int(s.of.n) }

// Add adds rows with their targets. It panics with mat.ErrShape if they have not the columns and
// targets of s. It returns an error for numbers that are not finite or too large, and ctx's.
func (s *Sums) Add(ctx context.Context, x Rows, y *mat.Dense) error {
	if err := s.fits(x, y); err != nil {
		return err
	}
	return addAll(ctx, x, y, nil, []*normal{s.of}, false)
}

// fits returns an error for targets out of range, and panics with mat.ErrShape unless rows have the columns and targets
// of s.
func (s *Sums) fits(x Rows, y *mat.Dense) error {
	r, c := x.Dims()
	n, m := y.Dims()
	if r != n || c != s.of.columns || m != len(s.of.squares) {
		panic(mat.ErrShape)
	}
	for i := range n {
		for _, v := range y.RawRowView(i) {
			if err := checkValue(i, v); err != nil {
				return err
			}
		}
	}
	return nil
}

// AddParts adds each row to the sums of its part, a number below len(sums). Panics and errors are those of Sums.Add, a
// panic with mat.ErrShape if there is not a part for each row, and an error for sums of different origins.
func AddParts(ctx context.Context, sums []*Sums, part []uint32, x Rows, y *mat.Dense) error {
	all := make([]*normal, len(sums))
	for i, s := range sums {
		if err := s.fits(x, y); err != nil {
			return err
		}
		if err := sums[0].same(s); err != nil {
			return err
		}
		all[i] = s.of
	}
	n, _ := x.Dims()
	if len(part) != n || n > 0 && int(slices.Max(part)) >= len(sums) {
		panic(mat.ErrShape)
	}
	return addAll(ctx, x, y, part, all, false)
}

// Plus adds the sums of other rows. It returns an error unless they have the same origin.
func (s *Sums) Plus(t *Sums) error {
	if err := s.same(t); err != nil {
		return err
	}
	s.of = plus(s.of, t.of)
	return nil
}

// same returns an error unless the sums have the same origin.
func (s *Sums) same(t *Sums) error {
	if len(s.of.squares) != len(t.of.squares) || !floats.Same(s.of.origin, t.of.origin) {
		return fmt.Errorf("learn: sums of %d and of %d numbers, or of different origins, cannot be added", len(s.of.origin),
			len(t.of.origin))
	}
	return nil
}

// Solve is Fit for rows of which the sums are known: the same function, up to the rounding of sums
// in another order. The sums' origin must be that of s.
func (s *Ridge) Solve(sums *Sums) (*Linear, error) {
	e, err := s.of(sums)
	if err != nil {
		return nil, err
	}
	if !(s.Lambda >= 0) || math.IsInf(s.Lambda, 1) {
		return nil, fmt.Errorf("learn: λ = %v: want a number ≥ 0", s.Lambda)
	}
	w, err := e.solve(s.Lambda, s.weights(sums.of.columns))
	if err != nil {
		return nil, err
	}
	return e.linear(w, sums.of.columns), nil
}

// PathOf is Path for rows of which the sums are known.
func (s *Ridge) PathOf(sums *Sums) (*RidgePath, error) {
	e, err := s.of(sums)
	if err != nil {
		return nil, err
	}
	return e.path(s.weights(sums.of.columns), sums.of.columns)
}

// of returns the equations.
func (s *Ridge) of(sums *Sums) (*system, error) {
	if s.Intercept < NoIntercept || s.Intercept > PenalisedIntercept {
		return nil, fmt.Errorf("learn: %v: want an intercept that is none, free or penalised", s.Intercept)
	}
	if sums.of.n < 1 {
		return nil, errors.New("learn: sums of no rows")
	}
	if s.Intercept != FreeIntercept && floats.Norm(sums.of.origin, math.Inf(1)) != 0 {
		return nil, fmt.Errorf("learn: sums for a free intercept, and an intercept that is %v", s.Intercept)
	}
	return sums.of.system(s.Intercept), checkPenalty(s.Penalty, sums.of.columns)
}

// MarshalBinary returns the sums as numbers: rows, columns, targets, the origin, the upper triangle of the matrix by
// rows, the right sides by columns of the table, Σ(φ−o) and Σ(y−p), Σ(y−p)²; little-endian float64.
func (s *Sums) MarshalBinary() ([]byte, error) {
	n := s.of
	var b []byte
	put := func(values ...float64) {
		for _, v := range values {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
		}
	}
	put(n.n, float64(n.columns), float64(len(n.squares)))
	put(n.origin...)
	for i := range n.columns {
		put(n.gram.Data[i*n.gram.Stride+i : i*n.gram.Stride+n.columns]...)
	}
	put(n.right.Data...)
	put(n.sum...)
	put(n.squares...)
	return b, nil
}

// mostSums bounds the columns and targets that UnmarshalBinary takes.
const mostSums = 1 << 20

// UnmarshalBinary reads what MarshalBinary returned, of finite numbers, and returns an error for anything else.
func (s *Sums) UnmarshalBinary(data []byte) error {
	bad := fmt.Errorf("learn: %d bytes that are no sums", len(data))
	if len(data)%8 != 0 || len(data) < 24 {
		return bad
	}
	take := func(to []float64) {
		for i := range to {
			to[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
		}
		data = data[8*len(to):]
	}
	var head [3]float64
	take(head[:])
	rows, columns, targets := head[0], head[1], head[2]
	for _, v := range head {
		if !(v >= 0 && v == math.Trunc(v)) {
			return bad
		}
	}
	if columns < 1 || targets < 1 || columns > mostSums || targets > mostSums || rows > 1<<53 ||
		float64(len(data))/8 != 2*(columns+targets)+columns*(columns+1)/2+columns*targets+targets {
		return bad
	}
	origin := make([]float64, int(columns+targets))
	take(origin)
	n := newNormal(origin, int(columns), int(targets))
	n.n = rows
	for i := range n.columns {
		take(n.gram.Data[i*n.gram.Stride+i : i*n.gram.Stride+n.columns])
	}
	take(n.right.Data)
	take(n.sum)
	take(n.squares)
	for _, numbers := range [][]float64{n.origin, n.gram.Data, n.right.Data, n.sum, n.squares} {
		if v := floats.Norm(numbers, 1); v-v != 0 {
			return errTooLarge
		}
	}
	s.of = n
	return nil
}
