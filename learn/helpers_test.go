package learn

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// sample returns n rows of d columns around a centre that depends on the class, i mod k.
func sample(seed uint64, n, d, k int) (*mat.Dense, []int) {
	rng := rand.New(rand.NewPCG(seed, 1))
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		y[i] = i % k
		for j := range d {
			x.Set(i, j, rng.NormFloat64()+0.3)
		}
		x.Set(i, y[i]%d, x.At(i, y[i]%d)+1)
	}
	return x, y
}

// values returns noisy values of a linear function of the rows.
func values(seed uint64, x *mat.Dense) []float64 {
	rng := rand.New(rand.NewPCG(seed, 2))
	n, d := x.Dims()
	y := make([]float64, n)
	for i := range y {
		y[i] = 2 + 0.5*rng.NormFloat64()
		for j := range d {
			y[i] += x.At(i, j) * float64(j-1)
		}
	}
	return y
}

type golden struct {
	X            []float64
	Y            []int
	T            []float64
	SVM          map[string]float64
	SVMPenalised map[string]float64 `json:"svm_penalised"`
	SVR          map[string]float64
	Logistic     map[string]float64
	Binary       map[string]float64
	Ridge        map[string]float64
	KMeans, Rand float64
	x            *mat.Dense
}

func readGolden(t *testing.T) *golden {
	t.Helper()
	b, err := os.ReadFile("testdata/golden.json")
	require.NoError(t, err)
	g := new(golden)
	require.NoError(t, json.Unmarshal(b, g))
	g.x = mat.NewDense(len(g.Y), 4, g.X)
	return g
}

func column(y []float64) *mat.Dense { return mat.NewDense(len(y), 1, y) }

// doubled is a Transformer: x, cos x.
type doubled struct{ d int }

func (m doubled) Columns() int { return 2 * m.d }

func (m doubled) Transform(dst *mat.Dense, x mat.Matrix) (*mat.Dense, error) {
	n, d := x.Dims()
	if dst == nil {
		dst = mat.NewDense(n, 2*d, nil)
	}
	for i := range n {
		for j := range d {
			dst.Set(i, j, x.At(i, j))
			dst.Set(i, d+j, math.Cos(x.At(i, j)))
		}
	}
	return dst, nil
}

// rowsOf are the rows of x for which keep says so.
func rowsOf(x *mat.Dense, keep []bool) *mat.Dense {
	_, d := x.Dims()
	var data []float64
	for i, k := range keep {
		if k {
			data = append(data, x.RawRowView(i)...)
		}
	}
	return mat.NewDense(len(data)/d, d, data)
}

func pick[T any](y []T, keep []bool) (some []T) {
	for i, k := range keep {
		if k {
			some = append(some, y[i])
		}
	}
	return some
}
