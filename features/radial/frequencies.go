package radial

import (
	"math"

	"krein/features/fitted"
	"krein/internal/features/basis"
	"krein/internal/features/directions"
	"krein/internal/simd"
)

// frequencies are what a map multiplies points with, in either type.
type frequencies interface {
	// each calls do for every frequency w, in radians. The slice is used again.
	each(do func(i int, w []float64))
	columns64() fitted.Block[float64]
	columns32() fitted.Block[float32]
}

// explicit are frequencies written out.
type explicit struct {
	dim       int
	amplitude []float64
	waves     *simd.Fourier[float64]
}

// newExplicit lays out w, whose columns are the frequencies.
func newExplicit(dim int, amplitude, w []float64) *explicit {
	all := len(amplitude)
	return &explicit{dim, amplitude,
		newWaves[float64](dim, amplitude, func(j, i int) float64 { return w[j*all+i] })}
}

func (e *explicit) frequency(j, i int) float64 { return e.waves.Frequency(i, j) / simd.QuarterTurns }

func (e *explicit) each(do func(i int, w []float64)) {
	w := make([]float64, e.dim)
	for i := range e.amplitude {
		for j := range w {
			w[j] = e.frequency(j, i)
		}
		do(i, w)
	}
}

func (e *explicit) columns64() fitted.Block[float64] { return e.waves }

func (e *explicit) columns32() fitted.Block[float32] {
	return newWaves[float32](e.dim, e.amplitude, e.frequency)
}

// newWaves lays out frequencies: component j of frequency i is w(j, i).
func newWaves[T simd.Float](dim int, amplitude []float64, w func(j, i int) float64) *simd.Fourier[T] {
	all := len(amplitude)
	frequencies := make([]T, dim*all)
	for i := range all {
		for j := range dim {
			frequencies[j*all+i] = T(w(j, i) * simd.QuarterTurns)
		}
	}
	return simd.New(dim, frequencies, basis.Times[T](amplitude, 1), nil)
}

// cut returns the first dim coordinates of frequencies.
func cut(waves frequencies, dim int, amplitude []float64) *explicit {
	all := len(amplitude)
	w := make([]float64, dim*all)
	waves.each(func(i int, v []float64) {
		for j := range dim {
			w[j*all+i] = v[j]
		}
	})
	return newExplicit(dim, amplitude, w)
}

// transformed are frequencies radius·direction that are multiplied by fast transforms.
type transformed struct {
	*directions.Factored
	radii, amplitude []float64
}

func (t *transformed) each(do func(i int, w []float64)) {
	t.Factored.Each(func(i int, row []float64) {
		for j := range row {
			row[j] *= t.radii[i]
		}
		do(i, row)
	})
}

func (t *transformed) columns64() fitted.Block[float64] { return newTransformed[float64](t) }
func (t *transformed) columns32() fitted.Block[float32] { return newTransformed[float32](t) }

// newTransformed lays the factors out.
func newTransformed[T simd.Float](t *transformed) *simd.Structured[T] {
	var rotations []simd.Rotation[T]
	for _, c := range t.Cubes {
		w := make([]T, t.Dim*t.Dim)
		for i := range t.Dim {
			for j := range t.Dim {
				w[j*t.Dim+i] = T(c.Rotation[i*t.Dim+j])
			}
		}
		rotations = append(rotations, simd.Rotation[T]{W: w, Place: c.Place})
	}
	var blocks []simd.Block[T]
	radii := t.radii
	for _, b := range t.Blocks {
		factor := simd.QuarterTurns
		if b.Signs != nil {
			factor /= math.Sqrt(float64(t.Dim))
		}
		blocks = append(blocks, simd.Block[T]{
			Rotation: b.Cube, Signs: basis.Times[T](b.Signs, 1), Scale: basis.Times[T](radii[:b.Count], factor),
		})
		radii = radii[b.Count:]
	}
	return simd.NewStructured(t.Dim, t.Size, rotations, blocks, basis.Times[T](t.amplitude, 1))
}

// partsOf takes a map of frequencies apart.
func partsOf(dim int, origin float64, n [2]int, waves frequencies, low *lowOrders) (out []fitted.Part) {
	if origin != 0 {
		out = append(out, fitted.Part{Basis: fitted.Constant(math.Sqrt(math.Abs(origin))), Minus: origin < 0})
	}
	if n != [2]int{} {
		turns, amplitude, level, linear := writtenOut(dim, n[0]+n[1], waves)
		for p, from := range []int{0, n[0]} {
			if n[p] == 0 {
				continue
			}
			of := func(numbers []float64, width int) []float64 {
				if numbers == nil {
					return nil
				}
				return numbers[from*width : (from+n[p])*width]
			}
			part := basis.NewFrequencies(dim, of(turns, dim), of(amplitude, 1), of(level, 1), of(linear, dim))
			out = append(out, fitted.Part{Basis: part, Minus: p == 1, Random: true})
		}
	}
	if low != nil {
		out = append(out, low.Part)
	}
	return out
}

// writtenOut returns frequencies in quarter turns, one a row, with their amplitudes and what is taken off, see
// basis.Frequencies.
func writtenOut(dim, n int, waves frequencies) (turns, amplitude, level, linear []float64) {
	switch f := waves.(type) {
	case *residualWaves:
		turns, amplitude, _, _ = writtenOut(dim, n, f.frequencies)
		return turns, amplitude, f.level, basis.Transposed(n, f.linear)
	case *explicit:
		for i := range n {
			for j := range dim {
				turns = append(turns, f.waves.Frequency(i, j))
			}
		}
		return turns, f.amplitude, nil, nil
	case *transformed:
		f.each(func(_ int, w []float64) {
			for _, v := range w {
				turns = append(turns, v*simd.QuarterTurns)
			}
		})
		return turns, f.amplitude, nil, nil
	}
	panic("features: frequencies of an unknown kind")
}
