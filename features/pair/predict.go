package pair

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krein/features/internal/random"
)

// Variance returns the variance over seeds of the estimate of k(Δ) by independent frequencies, counts of
// each part, nothing exact: Σ M²/n·(½(1+E cos 2(⟨ω,Δ⟩+θ)) − (E cos(⟨ω,Δ⟩+θ))²). It is an error if a
// part with mass has no frequencies or is not [Waved].
func Variance(parts *Parts, counts []int, delta []float64) (float64, error) {
	if len(counts) != len(parts.Parts) || len(delta) != parts.Dim {
		return 0, fmt.Errorf("pair: %d counts for %d parts, %d numbers in dimension %d",
			len(counts), len(parts.Parts), len(delta), parts.Dim)
	}
	total := 0.0
	for i, part := range parts.Parts {
		if part.Mass() == 0 {
			continue
		}
		w, ok := part.(Waved)
		if !ok || counts[i] < 1 {
			return 0, fmt.Errorf("pair: part %d has %d frequencies, or does not know its characteristic function",
				i+1, counts[i])
		}
		c := w.Wave(delta, 1)
		total += part.Mass() * part.Mass() / float64(counts[i]) * ((1+w.Wave(delta, 2))/2 - c*c)
	}
	return total, nil
}

// Choice is a setting with what it is worth.
type Choice struct {
	Options  Options
	Counts   []int   // frequencies of the parts
	Variance float64 // mean over the displacements, simulated
}

// Choose returns the couplings, with exact low orders and, if opt has them, without, in the
// order of their variance at Options.Displacements, which it simulates: within some 10 % of it. The budget
// is the options'; couplings, if there are any, are those to choose among.
func Choose(parts *Parts, opt *Options, couplings ...Coupling) ([]Choice, error) {
	o, err := opt.checked(parts)
	if err != nil {
		return nil, err
	}
	if len(o.Displacements) == 0 {
		return nil, errors.New("pair: no displacements to choose for")
	}
	var out []Choice
	var refused error
	for _, exact := range slices.Compact([]*Taylor{nil, o.Exact}) {
		for _, c := range parts.among(couplings) {
			to := o
			to.Coupling, to.Exact, to.counts = c, exact, nil
			if to.Exact != nil && to.frequencies(parts.Dim) < 1 {
				continue
			}
			variance, err := pilots(parts, &to)
			if err != nil {
				return nil, err
			}
			n, err := split(parts, &to, variance)
			if err != nil {
				refused = err
				continue
			}
			to.counts = n
			choice := Choice{to, n, 0}
			for i, v := range variance {
				if n[i] > 0 {
					m := parts.Parts[i].Mass()
					choice.Variance += m * m * v / float64(n[i])
				}
			}
			out = append(out, choice)
		}
	}
	if out == nil {
		return nil, refused
	}
	slices.SortStableFunc(out, func(a, b Choice) int {
		switch {
		case a.Variance < b.Variance:
			return -1
		case a.Variance > b.Variance:
			return 1
		}
		return 0
	})
	return out, nil
}

// among returns the couplings, if there are none all that make a difference.
func (p *Parts) among(couplings []Coupling) []Coupling {
	switch {
	case len(couplings) > 0:
		return couplings
	case !slices.ContainsFunc(p.Parts, func(part Part) bool { return part.Dims() != nil }):
		return []Coupling{IID}
	}
	return []Coupling{IID, Across, Joint}
}

const (
	pilotRuns        = 32
	pilotFrequencies = 128 // or two full blocks
	pilotSeed        = 0x9e3779b97f4a7c15
)

// pilots returns for each part the number of frequencies times the variance of the mean of their cosines,
// less low orders that are exact: averaged over the displacements, and simulated.
func pilots(parts *Parts, o *Options) ([]float64, error) {
	out := make([]float64, len(parts.Parts))
	for i, part := range parts.Parts {
		if part.Mass() == 0 {
			continue
		}
		n := min(max(1, o.frequencies(parts.Dim)), max(pilotFrequencies, 2*parts.Dim))
		means := make([][]float64, len(o.Displacements))
		for j := range means {
			means[j] = make([]float64, pilotRuns)
		}
		for r := range pilotRuns {
			seed := random.Stream(o.Seed^pilotSeed, random.Runs, 0, r).Uint64()
			s, err := draw(part, parts.Dim, n, o.Coupling, seed, i)
			if err != nil {
				return nil, err
			}
			for j, delta := range o.Displacements {
				means[j][r] = s.mean(delta, o.Exact != nil)
			}
		}
		for _, m := range means {
			out[i] += float64(n) * stat.Variance(m, nil) / float64(len(means))
		}
	}
	return out, nil
}

// mean returns the mean of the cosines at a displacement, less their orders up to 2 if exact.
func (s *sample) mean(delta []float64, exact bool) float64 {
	total := 0.0
	for i, phase := range s.phase {
		a := floats.Dot(s.row(i), delta)
		v := math.Cos(a + phase)
		if exact {
			sin, cos := math.Sincos(phase)
			v -= cos - sin*a - cos*a*a/2
		}
		total += v
	}
	return total / float64(len(s.phase))
}

// SampleDisplacements returns n differences x_i − y_j of rows drawn uniformly: a sample for
// Options.Displacements. It returns nil if there are no rows, and panics if n is negative or x and y have
// different numbers of columns.
func SampleDisplacements(x, y mat.Matrix, n int, seed uint64) [][]float64 {
	rows, dim := x.Dims()
	others, columns := y.Dims()
	if dim != columns {
		panic(mat.ErrShape)
	}
	if rows == 0 || others == 0 {
		return nil
	}
	r := random.Stream(seed, random.Distances, 0, 0)
	out := make([][]float64, n)
	for k := range out {
		i, j := r.IntN(rows), r.IntN(others)
		out[k] = make([]float64, dim)
		for c := range dim {
			out[k][c] = x.At(i, c) - y.At(j, c)
		}
	}
	return out
}

// RandomDisplacements returns n differences of uniform directions, with lengths evenly spread over (0, radius]:
// for Options.Displacements where there are no data. It panics unless dim and n are positive.
func RandomDisplacements(dim, n int, radius float64, seed uint64) [][]float64 {
	rows := random.GaussianRows(random.Stream(seed, random.Distances, 1, 0), n, dim)
	random.NormaliseRows(rows, dim)
	out := make([][]float64, n)
	for i := range out {
		out[i] = rows[i*dim:][:dim]
		floats.Scale(radius*float64(i+1)/float64(n), out[i])
	}
	return out
}
