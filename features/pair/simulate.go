package pair

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krein/features/internal/random"
	"krein/internal/parallel"
)

const (
	pilotSeed = 0x9e3779b97f4a7c15
	fewRuns   = 16
	// mostWaves bounds the cosines of a simulation: some seconds.
	mostWaves = 1 << 28
	// alone is how many independent frequencies are drawn at a time.
	alone = 256
	// mostSimulated is how many frequencies of a draw are simulated, in dimensions that are lower by far: with more
	// of them n times the variance hardly changes.
	mostSimulated = 1024
)

// simulate returns n times the variance of the mean of n cosines of a part, less low orders that are exact, averaged
// over the displacements, from as many draws as the tolerance takes.
func simulate(ctx context.Context, part Part, of *Parts, o *Options, group, n int, tolerance float64) (Prediction, error) {
	dim := of.Dim
	most := mostSimulated
	if tolerance >= ForChoices {
		most /= 4
	}
	if most = max(most, 4*dim); n > most {
		n = most - most%dim + n%dim // with as many in the last block
	}
	drawn, each1 := n, n // frequencies of a draw, and of a mean
	if o.Coupling == IID || part.Dims() == nil {
		drawn, each1 = alone, 1
	}
	shifts := len(o.Displacements)
	deltas := mat.NewDense(shifts, dim, nil)
	for j, delta := range o.Displacements {
		deltas.SetRow(j, delta)
	}
	fast, err := newGaussian(ctx, part, of, o, n)
	if err != nil {
		return Prediction{}, err
	}
	var means [][]float64 // a row for each mean, of displacements
	for draws, done := fewRuns, 0; ; draws *= 2 {
		rows := make([][][]float64, draws-done)
		err := parallel.Try(ctx, len(rows), func(r int) error {
			seed := random.Stream(o.Seed^pilotSeed, random.Runs, 0, done+r).Uint64()
			if fast != nil {
				rows[r] = [][]float64{fast.means(seed, group)}
				return nil
			}
			s, err := draw(part, dim, drawn, o.Coupling, seed, group)
			if err == nil {
				rows[r] = s.means(deltas, each1, o.Exact != nil)
			}
			return err
		})
		if err != nil {
			return Prediction{}, err
		}
		for _, r := range rows {
			means = append(means, r...)
		}
		done = draws
		p := spreadOf(means)
		p.Variance *= float64(each1)
		p.SE *= float64(each1)
		if p.SE <= tolerance*p.Variance || 2*draws*drawn*shifts > mostWaves {
			return p, nil
		}
	}
}

// spreadOf returns the variance of a column, averaged over the columns, with its standard error.
func spreadOf(rows [][]float64) Prediction {
	n, columns := float64(len(rows)), len(rows[0])
	mean := make([]float64, columns)
	for _, row := range rows {
		for j, v := range row {
			mean[j] += v / n
		}
	}
	square := make([]float64, len(rows))
	for i, row := range rows {
		for j, v := range row {
			square[i] += (v - mean[j]) * (v - mean[j]) / float64(columns)
		}
	}
	m, sd := stat.MeanStdDev(square, nil)
	return Prediction{m * n / (n - 1), sd / math.Sqrt(n)}
}

// means returns the means of each of so many cosines at displacements, less their orders up to 2 if exact.
func (s *sample) means(deltas *mat.Dense, count int, exact bool) [][]float64 {
	n, shifts := len(s.phase), deltas.RawMatrix().Rows
	at := blas64.General{Rows: n, Cols: shifts, Stride: shifts, Data: make([]float64, n*shifts)}
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, blas64.General{Rows: n, Cols: s.dim, Stride: s.dim, Data: s.omega},
		deltas.RawMatrix(), 0, at)
	out := make([][]float64, n/count)
	for i, phase := range s.phase {
		if i%count == 0 {
			out[i/count] = make([]float64, shifts)
		}
		to := out[i/count]
		sin, cos := math.Sincos(phase)
		for j, a := range at.Data[i*shifts:][:shifts] {
			v := math.Cos(a + phase)
			if exact {
				v -= cos - sin*a - cos*a*a/2
			}
			to[j] += v / float64(count)
		}
	}
	return out
}
