package fitting

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/fourier/stationary"
	"krein/internal/learn/columns"
	"krein/internal/learn/landmarks"
	"krein/kernel"
	"krein/learn"
	"krein/learn/model"

	"krein/internal/outward"
)

// Compression says what became of a wide map's columns.
type Compression struct {
	Kept  int `json:"kept"`
	Drawn int `json:"drawn"`
	// Landmarks says that those drawn are kernels with rows.
	Landmarks bool `json:"landmarks,omitempty"`
	// Of is how many principal columns those kept were picked from by the labels; 0: they are the first ones.
	Of int `json:"of,omitempty"`
	// Error is ‖K − ΨSΨᵀ‖/‖K‖ on rows held out, Ψ the principal columns of the others, and Whole
	// that of all columns, but for landmarks.
	Error *float64 `json:"error,omitempty"`
	Whole *float64 `json:"error_of_all,omitempty"`
}

// String is the line on it.
func (c *Compression) String() string {
	which := "principal columns"
	if c.Of > 0 {
		which = fmt.Sprintf("of %d principal columns, those that weigh most for the labels,", c.Of)
	}
	if c.Landmarks {
		s := fmt.Sprintf("kept: %d %s of the kernels with %d rows of the data, which the file has (--landmarks=none: a map "+
			"without them);\nan estimate for rows like these alone", c.Kept, which, c.Drawn)
		if c.Error != nil {
			s += fmt.Sprintf(", relative error of its matrix on rows held out %s", outward.Up(*c.Error, 2))
		}
		return s
	}
	if c.Kept == c.Drawn {
		return fmt.Sprintf("kept: all %d columns; --compress has nothing to leave out", c.Kept)
	}
	s := fmt.Sprintf("kept: %d %s of %d on the training rows; no unbiased estimate of the kernel any more", c.Kept,
		which, c.Drawn)
	if c.Error != nil {
		s += fmt.Sprintf(",\nrelative error of its matrix on rows held out %s (by all columns: %s)", outward.Up(*c.Error, 2),
			outward.Up(*c.Whole, 2))
	}
	return s
}

// Landmarks says which training rows stand in the place of a map.
type Landmarks struct {
	Count  int
	Spread bool // drawn by k-means++, else uniformly
	Kernel *kernel.Kernel
	Delta  *stationary.Kernel // instead of Kernel, for functions of x − y
}

// Bytes is about the memory that they take: their kernels with each other, a copy and eigenvectors.
func (l *Landmarks) Bytes(dim int) float64 {
	n := float64(l.Count)
	return 8 * n * (4*n + 2*float64(dim))
}

// landmarks draws rows of those that the model is fitted to, and makes the kernels with them the model's map.
func (j *Job) landmarks(ctx context.Context, x *mat.Dense) error {
	points, err := landmarks.Draw(ctx, x, j.Landmarks.Count, j.Landmarks.Spread, j.Seed)
	if err != nil {
		return err
	}
	var m *model.Landmarks
	if j.Landmarks.Delta != nil {
		m, err = model.NewStationaryLandmarks(j.Landmarks.Delta, points)
	} else {
		m, err = model.NewLandmarks(j.Landmarks.Kernel, points)
	}
	if err != nil {
		return err
	}
	j.Model.Map, j.Model.Kernel, j.near = m, m.Kernel(), m.Map
	return nil
}

// spanSteps are those of subspace iteration for columns whose order does not matter.
const spanSteps = 2

// principalOf finds the columns that are kept of those of rows, or of prepared rows themselves with landmarks: with
// ByLabels twice as many, of which pick leaves half.
func (j *Job) principalOf(ctx context.Context, x learn.Rows, rows *mat.Dense) (*learn.Canonical, error) {
	n := j.Keep
	if j.ByLabels {
		n *= 2
	}
	if j.near != nil && j.Method == "ridge" { // to which columns are the same when they are turned
		return j.near.Span(ctx, rows, n, spanSteps)
	}
	if j.near != nil {
		return j.near.Principal(ctx, rows, n)
	}
	return learn.NewPrincipal(ctx, x, j.Signature, n)
}

// spared is the share of rows beyond the landmarks that those without the rows held out have to have for columns to be made of
// them alone: more rows change such columns little then, which take most of the time of a fit.
const spared = 0.25

// again returns the columns of the fit before, of these rows; nil if they are to be made of these.
func (j *Job) again(rows *mat.Dense) (learn.Rows, error) {
	if j.near == nil || j.principal == nil || j.ByLabels || float64(j.made) < (1+spared)*float64(j.near.Columns()) {
		return nil, nil
	}
	x, err := j.rows(rows)
	if err != nil {
		return nil, err
	}
	j.wide = x
	return j.principalRows()
}

// compress keeps the principal columns of the rows that the model is fitted to. Folds of the
// cross-validation have them in common: no label has a part in them.
func (j *Job) compress(ctx context.Context, x learn.Rows, rows *mat.Dense) (learn.Rows, error) {
	j.principal, j.signs = nil, j.Signature
	if j.Keep == 0 {
		return x, nil
	}
	by, err := j.principalOf(ctx, x, rows)
	if err != nil {
		return nil, err
	}
	_, drawn := x.Dims()
	j.keep(by, drawn)
	j.wide = x
	return j.principalRows()
}

// keep takes principal columns for those that are fitted to.
func (j *Job) keep(by *learn.Canonical, drawn int) {
	j.principal, j.signs = by, by.Signature()
	if j.result.Compression == nil {
		j.result.Compression = new(Compression)
	}
	said := j.result.Compression
	said.Kept, said.Drawn, said.Landmarks = len(by.Values), drawn, j.near != nil
}

// pick keeps those principal columns that weigh most in the function l on all of them. Labels have a part in that: what
// is chosen by cross-validation has to be chosen before.
func (j *Job) pick(x learn.Rows, l *learn.Linear) (learn.Rows, error) {
	some, err := columns.Strongest(l, x, j.Keep)
	if err != nil {
		return nil, err
	}
	j.result.Compression.Kept, j.result.Compression.Of = len(some), len(j.principal.Values)
	j.principal = columns.Pick(j.principal, some)
	j.signs = j.principal.Signature()
	return j.principalRows()
}

// principalRows are the rows' columns that are kept, in memory if there is room.
func (j *Job) principalRows() (learn.Rows, error) {
	psi := j.principal.Rows(j.wide)
	n, c := psi.Dims()
	if total, _ := j.X.Dims(); total*c > inMemory {
		return psi, nil
	}
	all := j.features(n, c)
	size := max(1<<20/j.Model.Columns(), 64) // a block has the columns of the wide map, too
	for first := 0; first < n; first += size {
		last := min(first+size, n)
		if _, err := psi.Block(all.Slice(first, last, 0, c).(*mat.Dense).RawMatrix(), first); err != nil {
			return nil, err
		}
	}
	return learn.Matrix(all), nil
}

// compared is how many rows held out have a kernel matrix.
const compared = 300

// compare measures the errors on some rows of those held out.
func (j *Job) compare(held *mat.Dense) error {
	if j.principal == nil || j.At == nil {
		return nil
	}
	n, d := held.Dims()
	n = min(n, compared)
	x := held.Slice(0, n, 0, d).(*mat.Dense)
	phi, err := j.Model.Map.Transform(nil, x)
	if err != nil {
		return err
	}
	var psi mat.Dense
	psi.Mul(phi, j.principal.By)
	var norm, rest, whole float64
	delta := make([]float64, d)
	for a := range n {
		for b := range n {
			k := j.At(floats.SubTo(delta, x.RawRowView(a), x.RawRowView(b)))
			norm += k * k
			rest += square(k - signed(psi.RawRowView(a), psi.RawRowView(b), j.signs))
			if j.near == nil {
				whole += square(k - signed(phi.RawRowView(a), phi.RawRowView(b), j.Signature))
			}
		}
	}
	if !(norm > 0) {
		return nil
	}
	e, w := math.Sqrt(rest/norm), math.Sqrt(whole/norm)
	if j.result.Compression.Error = &e; j.near == nil {
		j.result.Compression.Whole = &w
	}
	return nil
}

// signed is the inner product with signs.
func signed(x, y, signs []float64) (s float64) {
	for i, v := range x {
		s += v * y[i] * signs[i]
	}
	return s
}

func square(x float64) float64 { return x * x }
