package pair

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krein/internal/features/random"
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

// simulation has the means of n cosines of a part for draws that are numbered: a row for each mean, of displacements.
type simulation struct {
	fast         *gaussian // nil: draws are those of maps
	n            int       // frequencies that are simulated, for the same variance
	drawn, count int       // frequencies of a draw, and of a mean
	draws        int       // so far
	means        [2][][]float64
}

// simulate returns n times the variance of the mean of n cosines of a part, less low orders that are exact, averaged
// over the displacements, or for each of them, from as many draws as the tolerance takes. A draw has its number's random
// numbers: those that were made before, with low orders or without, are not made again.
func simulate(ctx context.Context, part Part, of *Parts, o *Options, group, n int, tolerance float64,
	each bool) ([]Prediction, error) {
	o = o.remembering()
	dim, most := of.Dim, mostSimulated
	if tolerance >= ForChoices {
		most /= 4
	}
	if most = max(most, 4*dim); n > most {
		n = most - most%dim // whole blocks: of more frequencies the last one counts for less than it would here
	}
	key := simulationKey{part: part, group: group, coupling: o.Coupling, n: n, displacements: len(o.Displacements)}
	s, err := remembered(o.memo.simulations, key, part, func() (*simulation, error) {
		s := &simulation{n: n, drawn: n, count: n}
		if o.Coupling == IID || part.Dims() == nil {
			s.drawn, s.count = alone, 1
		}
		var err error
		s.fast, err = newGaussian(ctx, part, of, o, n)
		return s, err
	})
	if err != nil {
		return nil, err
	}
	exact, step, shifts := 0, 1, len(o.Displacements)
	if o.Exact != nil {
		exact = 1
	}
	if each {
		step = shifts
	}
	for draws := fewRuns; ; draws *= 2 {
		if err := s.until(ctx, part, o, group, dim, draws); err != nil {
			return nil, err
		}
		enough := 2*draws*s.drawn*shifts > mostWaves
		out, worst := make([]Prediction, step), 0.0
		for j := range out {
			p := spreadOf(s.means[exact][:draws*s.drawn/s.count], j, step)
			out[j] = Prediction{p.Variance * float64(s.count), p.SE * float64(s.count)}
			worst = max(worst, p.SE-tolerance*p.Variance)
		}
		if enough || worst <= 0 {
			return out, nil
		}
	}
}

// until makes so many draws, less those that there are.
func (s *simulation) until(ctx context.Context, part Part, o *Options, group, dim, draws int) error {
	if draws <= s.draws {
		return nil
	}
	deltas := mat.NewDense(len(o.Displacements), dim, nil)
	for j, delta := range o.Displacements {
		deltas.SetRow(j, delta)
	}
	rows := make([][2][][]float64, draws-s.draws)
	err := parallel.Try(ctx, len(rows), func(r int) error {
		seed := random.Stream(o.memo.seed^pilotSeed, random.Runs, 0, s.draws+r).Uint64()
		if s.fast != nil {
			plain, exact := s.fast.means(seed, group)
			rows[r] = [2][][]float64{{plain}, {exact}}
			return nil
		}
		drawn, err := draw(part, dim, s.drawn, o.Coupling, seed, group)
		if err == nil {
			rows[r] = drawn.means(deltas, s.count, o.memo.exact)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, r := range rows {
		for exact, means := range r {
			s.means[exact] = append(s.means[exact], means...)
		}
	}
	s.draws = draws
	return nil
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

// means returns the means of each of so many cosines at displacements, and if exact is of interest less their orders up
// to 2.
func (s *sample) means(deltas *mat.Dense, count int, exact bool) (out [2][][]float64) {
	n, shifts := len(s.phase), deltas.RawMatrix().Rows
	at := blas64.General{Rows: n, Cols: shifts, Stride: shifts, Data: make([]float64, n*shifts)}
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, blas64.General{Rows: n, Cols: s.dim, Stride: s.dim, Data: s.omega},
		deltas.RawMatrix(), 0, at)
	p, c := make([]float64, shifts), make([]float64, shifts)
	for i, phase := range s.phase {
		if i%count == 0 {
			out[0] = append(out[0], make([]float64, shifts))
			if exact {
				out[1] = append(out[1], make([]float64, shifts))
			}
		}
		row := at.Data[i*shifts:][:shifts]
		for j, a := range row {
			p[j] = (a + phase) * simd.QuarterTurns
		}
		simd.Cosines(c, p)
		floats.AddScaled(out[0][i/count], 1/float64(count), c)
		if exact {
			lessLow(c, row, phase)
			floats.AddScaled(out[1][i/count], 1/float64(count), c)
		}
	}
	return out
}

// lessLow subtracts the orders up to 2 in a from cos(a+phase).
func lessLow(c, a []float64, phase float64) {
	sin, cos := math.Sincos(phase)
	for j, v := range a {
		c[j] -= cos - sin*v - cos*v*v/2
	}
}
