package fitting

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/learn"
)

// Compression says what became of a wide map's columns.
type Compression struct {
	Kept  int `json:"kept"`
	Drawn int `json:"drawn"`
	// Error is ‖K − ΨSΨᵀ‖/‖K‖ on rows held out, Ψ the principal columns of the others, and Whole
	// that of all columns.
	Error *float64 `json:"error,omitempty"`
	Whole *float64 `json:"error_of_all,omitempty"`
}

// String is the line on it.
func (c *Compression) String() string {
	if c.Kept == c.Drawn {
		return fmt.Sprintf("kept: all %d columns; --compress has nothing to leave out", c.Kept)
	}
	s := fmt.Sprintf("kept: %d principal columns of %d on the training rows; no unbiased estimate of the kernel any more", c.Kept, c.Drawn)
	if c.Error != nil {
		s += fmt.Sprintf(",\nrelative error of its matrix on rows held out %.2g (by all columns: %.2g)", *c.Error, *c.Whole)
	}
	return s
}

// compress keeps the principal columns of the rows that the model is fitted to. Folds of the
// cross-validation have them in common: no label has a part in them.
func (j *Job) compress(ctx context.Context, x learn.Rows) (learn.Rows, error) {
	j.principal, j.signs = nil, j.Signature
	if j.Keep == 0 {
		return x, nil
	}
	by, err := learn.NewPrincipal(ctx, x, j.Signature, j.Keep)
	if err != nil {
		return nil, err
	}
	_, drawn := x.Dims()
	j.principal, j.signs = by, by.Signature()
	if j.result.Compression == nil {
		j.result.Compression = new(Compression)
	}
	j.result.Compression.Kept, j.result.Compression.Drawn = len(by.Values), drawn
	psi := by.Rows(x)
	n, c := psi.Dims()
	if n*c > inMemory {
		return psi, nil
	}
	all := mat.NewDense(n, c, nil)
	if _, err := psi.Block(all.RawMatrix(), 0); err != nil {
		return nil, err
	}
	return learn.Matrix(all), nil
}

// compared is how many rows held out have a kernel matrix.
const compared = 300

// compare measures the errors on some rows of those held out.
func (j *Job) compare(held []int) error {
	if j.principal == nil || j.At == nil {
		return nil
	}
	x := j.prepared(held[:min(len(held), compared)])
	phi, err := j.Model.Map.Transform(nil, x)
	if err != nil {
		return err
	}
	var psi mat.Dense
	psi.Mul(phi, j.principal.By)
	n, _ := x.Dims()
	var norm, rest, whole float64
	for a := range n {
		for b := range n {
			k := j.At(floats.Distance(x.RawRowView(a), x.RawRowView(b), 2))
			norm += k * k
			rest += square(k - signed(psi.RawRowView(a), psi.RawRowView(b), j.signs))
			whole += square(k - signed(phi.RawRowView(a), phi.RawRowView(b), j.Signature))
		}
	}
	if !(norm > 0) {
		return nil
	}
	e, w := math.Sqrt(rest/norm), math.Sqrt(whole/norm)
	j.result.Compression.Error, j.result.Compression.Whole = &e, &w
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
