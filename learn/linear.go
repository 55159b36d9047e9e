package learn

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/loss"
)

// Intercept says what is done about b in f(x) = ⟨w, φ(x)⟩ + b.
type Intercept int8

const (
	// NoIntercept is b = 0.
	NoIntercept Intercept = iota
	// FreeIntercept leaves b without penalty.
	FreeIntercept
	// PenalisedIntercept gives b the penalty of a weight, as of a column of ones.
	PenalisedIntercept
)

var interceptNames = []string{"none", "free", "penalised"}

// String returns none, free or penalised.
func (b Intercept) String() string {
	if b < 0 || int(b) >= len(interceptNames) {
		return fmt.Sprintf("Intercept(%d)", int8(b))
	}
	return interceptNames[b]
}

// MarshalText returns the name.
func (b Intercept) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText accepts none, free and penalised.
func (b *Intercept) UnmarshalText(text []byte) error {
	i := slices.Index(interceptNames, string(text))
	if i < 0 {
		return fmt.Errorf("learn: unknown intercept %q: want none, free or penalised", text)
	}
	*b = Intercept(i)
	return nil
}

// Linear is f(x) = Wφ(x) + b.
type Linear struct {
	Weights   *mat.Dense // outputs×columns
	Intercept []float64  // outputs
	// Convergence is that of each problem solved; nil where the solution is direct.
	Convergence []Convergence
}

// Evaluate returns f at every row, rows×outputs. It panics with mat.ErrShape if x has another
// number of columns than the weights. It returns an error for a row that is not finite, and ctx's.
func (l *Linear) Evaluate(ctx context.Context, x Rows) (*mat.Dense, error) {
	n, c := x.Dims()
	outputs, columns := l.Weights.Dims()
	if c != columns {
		panic(mat.ErrShape)
	}
	f := mat.NewDense(n, outputs, nil)
	weights := make([][]float64, outputs)
	for o := range weights {
		weights[o] = l.Weights.RawRowView(o)
	}
	by := newVectors(c, weights)
	_, err := inGroups(ctx, n, blockRows(c), func(int) func(first, rows int) error {
		from := &reader{Rows: x, most: blockRows(c)}
		return func(first, rows int) error {
			b, err := from.read(first, rows)
			if err != nil {
				return err
			}
			by.each(b, func(i int, z []float64) bool {
				for o, v := range z {
					v += l.Intercept[o]
					if v-v != 0 {
						err = notFinite(b, first, i)
						return false
					}
					f.Set(first+i, o, v)
				}
				return true
			})
			return err
		}
	})
	return f, err
}

// Classifier is a fitted classifier of the classes 0, …, Classes−1: with two it takes class 1 where
// the only output is positive, with more the class with the greatest output, the first of equals.
type Classifier struct {
	Linear
	Classes int
}

// Predict returns the class of every row. Panics and errors are those of Evaluate.
func (c *Classifier) Predict(ctx context.Context, x Rows) ([]int, error) {
	f, err := c.Evaluate(ctx, x)
	if err != nil {
		return nil, err
	}
	return Decide(f), nil
}

// Decide returns the classes that outputs stand for, one a row, see Classifier.
func Decide(f *mat.Dense) []int {
	n, k := f.Dims()
	y := make([]int, n)
	for i := range y {
		y[i] = decide(f.RawRowView(i)[:k])
	}
	return y
}

func decide(z []float64) int {
	if len(z) == 1 {
		if z[0] > 0 {
			return 1
		}
		return 0
	}
	best := 0
	for k, v := range z {
		if v > z[best] {
			best = k
		}
	}
	return best
}

// Probabilities returns those of the classes, rows×classes, that the outputs of a Logistic
// classifier stand for: softmax, or with two classes 1/(1+exp(−f)) for class 1.
func Probabilities(f *mat.Dense) *mat.Dense {
	n, k := f.Dims()
	p := mat.NewDense(n, max(k, 2), nil)
	for i := range n {
		row := f.RawRowView(i)[:k]
		if k == 1 {
			e := math.Exp(-math.Abs(row[0]))
			small, large := e/(1+e), 1/(1+e)
			if row[0] < 0 {
				small, large = large, small
			}
			p.SetRow(i, []float64{small, large})
			continue
		}
		loss.Softmax(nil).Shares(row, p.RawRowView(i))
	}
	return p
}
