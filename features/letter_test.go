package features

import (
	"bufio"
	"compress/gzip"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

func sharedFile(t testing.TB, name string) string {
	dir := os.Getenv("KREIN_SHARED")
	if dir == "" {
		here, err := os.Getwd()
		require.NoError(t, err)
		for {
			dir = filepath.Join(here, "shared")
			if _, err := os.Stat(dir); err == nil || here == filepath.Dir(here) {
				break
			}
			here = filepath.Dir(here)
		}
	}
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no %s: the data are not part of the repository (set KREIN_SHARED)", path)
	}
	return path
}

// letter returns the letter data without labels, each column scaled to [0,1].
func letter(t testing.TB) *mat.Dense {
	f, err := os.Open(sharedFile(t, "data/letter/train.csv.gz"))
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	var data []float64
	rows := 0
	for s := bufio.NewScanner(z); s.Scan(); rows++ {
		for _, cell := range strings.Split(s.Text(), ",")[1:] {
			v, err := strconv.ParseFloat(cell, 64)
			require.NoError(t, err)
			data = append(data, v)
		}
	}
	x := mat.NewDense(rows, 16, data)
	for j := range 16 {
		lo, hi := mat.Min(x.ColView(j)), mat.Max(x.ColView(j))
		for i := range rows {
			x.Set(i, j, (x.At(i, j)-lo)/(hi-lo))
		}
	}
	return x
}

func xTestExplore(t *testing.T) {
	x := letter(t)
	dec := deltaGaussian(16, 1, 10)
	res, err := Evaluate(context.Background(), deltaGaussianKernel(1, 10), dec, x, &EvaluateSettings{Pairs: []int{8, 16, 32, 128}, Seed: 1})
	require.NoError(t, err)
	for _, r := range res {
		t.Logf("%-10v %-10v %-12v %4d %4d  %.4f ± %.4f  %.4f s", r.Coupling, r.Radii, r.Budget, r.Pairs, r.Columns, r.Error.Mean, r.Error.SD, r.Seconds)
	}
}
