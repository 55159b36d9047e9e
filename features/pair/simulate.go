package pair

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krein/features/internal/random"
	"krein/internal/parallel"
	"krein/internal/simd"
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
// over the displacements, or for each of them, from as many draws as the tolerance takes.
func simulate(ctx context.Context, part Part, of *Parts, o *Options, group, n int, tolerance float64,
	each bool) ([]Prediction, error) {
	dim := of.Dim
	most := mostSimulated
	if tolerance >= ForChoices {
		most /= 4
	}
	if most = max(most, 4*dim); n > most {
		n = most - most%dim + n%dim // with as many in the last block
	}
	drawn, count := n, n // frequencies of a draw, and of a mean
	if o.Coupling == IID || part.Dims() == nil {
		drawn, count = alone, 1
	}
	shifts := len(o.Displacements)
	deltas := mat.NewDense(shifts, dim, nil)
	for j, delta := range o.Displacements {
		deltas.SetRow(j, delta)
	}
	fast, err := newGaussian(ctx, part, of, o, n)
	if err != nil {
		return nil, err
	}
	step := 1
	if each {
		step = shifts
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
				rows[r] = s.means(deltas, count, o.Exact != nil)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			means = append(means, r...)
		}
		done = draws
		enough := 2*draws*drawn*shifts > mostWaves
		out, worst := make([]Prediction, step), 0.0
		for j := range out {
			p := spreadOf(means, j, step)
			out[j] = Prediction{p.Variance * float64(count), p.SE * float64(count)}
			worst = max(worst, p.SE-tolerance*p.Variance)
		}
		if enough || worst <= 0 {
			return out, nil
		}
	}
}

// spreadOf returns the variance of a column, averaged over those from first on, every step-th, with its standard error.
func spreadOf(rows [][]float64, first, step int) Prediction {
	n, columns := float64(len(rows)), len(rows[0])
	square := make([]float64, len(rows))
	average := float64((columns - first + step - 1) / step)
	for j := first; j < columns; j += step {
		mean := 0.0
		for _, row := range rows {
			mean += row[j] / n
		}
		for i, row := range rows {
			square[i] += (row[j] - mean) * (row[j] - mean) / average
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
	p, c := make([]float64, shifts), make([]float64, shifts)
	for i, phase := range s.phase {
		if i%count == 0 {
			out[i/count] = make([]float64, shifts)
		}
		row := at.Data[i*shifts:][:shifts]
		for j, a := range row {
			p[j] = (a + phase) * simd.QuarterTurns
		}
		simd.Cosines(c, p)
		if exact {
			sin, cos := math.Sincos(phase)
			for j, a := range row {
				c[j] -= cos - sin*a - cos*a*a/2
			}
		}
		floats.AddScaled(out[i/count], 1/float64(count), c)
	}
	return out
}
