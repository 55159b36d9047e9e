package main

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// bestPartition is the least distortion of all partitions into k clusters, from kernels of pairs, and one that has it.
func bestPartition(gram *mat.SymDense, k int) (best float64, labels []int) {
	n := gram.SymmetricDim()
	best = math.Inf(1)
	c := make([]int, n)
	for {
		size, inner, own := make([]float64, k), make([]float64, k), 0.0
		for i := range n {
			size[c[i]]++
			own += gram.At(i, i)
			for j := range n {
				if c[i] == c[j] {
					inner[c[i]] += gram.At(i, j)
				}
			}
		}
		d := own
		for g := range k {
			d -= inner[g] / size[g] // NaN if it is empty
		}
		if d < best {
			best, labels = d, append([]int(nil), c...)
		}
		i := 0
		for ; i < n; i++ {
			if c[i]++; c[i] < k {
				break
			}
			c[i] = 0
		}
		if i == n {
			return best, labels
		}
	}
}

// Exact kernel k-means finds the partition that trying all of them finds, of positive and of indefinite kernels, and its
// file gives new rows the nearest mean.
func TestExactMeans(t *testing.T) {
	t.Parallel()
	x, rows := rowsOf(t, 9, 2, (*rand.Rand).NormFloat64)
	model, out := filepath.Join(filepath.Dir(rows), "m.npz"), filepath.Join(filepath.Dir(rows), "labels.txt")
	for _, q := range []struct {
		formula  string
		at       func(z float64) float64
		positive bool
	}{
		{"gaussian(1)", func(z float64) float64 { return math.Exp(-z * z / 2) }, true},
		{"exp(-z)", func(z float64) float64 { return math.Exp(-z) }, true},
		{"gaussian(3) - gaussian(1)/2", func(z float64) float64 { return math.Exp(-z*z/18) - math.Exp(-z*z/2)/2 }, false},
		{"log(1+4*z^2)", func(z float64) float64 { return math.Log(1 + 4*z*z) }, false},
		{"-z", func(z float64) float64 { return -z }, true}, // conditionally positive definite, which centring sees
	} {
		gram := mat.NewSymDense(9, nil)
		for a := range 9 {
			for b := range a + 1 {
				gram.SetSym(a, b, q.at(math.Hypot(x.At(a, 0)-x.At(b, 0), x.At(a, 1)-x.At(b, 1))))
			}
		}
		for _, k := range []string{"2", "3"} {
			best, _ := bestPartition(gram, int(k[0]-'0'))
			within := 1e-9
			if !q.positive { // a local search does not always end at the best one
				within = 1e-3 * math.Abs(best)
			}
			code, text, errs := krein(t, "", "fit", "--task", "cluster", "--clusters", k, "--method", "kernel-kmeans", "--kernel", q.formula, "--scale",
				"none", "--lengths", "none", "--data", rows, "-o", model, "--json")
			require.Equal(t, exitDone, code, errs)
			var v struct {
				Score struct {
					Distortion float64
					Shift      *float64
				} `json:"training_score"`
			}
			require.NoError(t, json.Unmarshal([]byte(text), &v))
			assert.InDelta(t, best, v.Score.Distortion, within, "%s %s", q.formula, k)
			assert.Equal(t, q.positive, v.Score.Shift == nil, q.formula)
			code, _, errs = krein(t, "", "predict", model, "--data", rows, "-o", out)
			require.Equal(t, exitDone, code, errs)
			if !q.positive {
				continue
			}
			b, err := os.ReadFile(out)
			require.NoError(t, err)
			got := strings.Fields(string(b))
			d := 0.0
			for c := range k[0] - '0' { // the distortion of what is predicted for the rows themselves
				size, inner := 0.0, 0.0
				for i, label := range got {
					if label != string('1'+c) {
						continue
					}
					size++
					d += gram.At(i, i)
					for j, other := range got {
						if other == label {
							inner += gram.At(i, j)
						}
					}
				}
				if size > 0 {
					d -= inner / size
				}
			}
			assert.InDelta(t, best, d, 1e-9, "%s %s: %v", q.formula, k, got)
		}
	}
	for want, args := range map[string][]string{
		"are about maps":       {"--method", "kernel-kmeans", "--kernel", "exp(-z)", "--columns", "10"},
		"functions of the":     {"--method", "kernel-kmeans", "--kernel", "min"},
		"leave it out":         {"--method", "kernel-kmeans", "--kernel", "linear"},
		"distance, which exp(": {"--method", "kernel-kmeans", "--kernel", "exp(u)", "--scale", "none"},
	} {
		code, _, errs := krein(t, "", append([]string{"fit", "--task", "cluster", "--clusters", "2", "--data", rows, "-o", model}, args...)...)
		assert.Equal(t, exitFailed, code, want)
		assert.Contains(t, errs, want)
	}
}
