package pair

import (
	"math"
	"slices"
	"sync"

	"krein/internal/features/harmonic"
	"krein/internal/special/double"
)

// waveTable has the harmonics h_0 = Λ_d, h_2, h_4, … of a plane wave in R^d (internal/features/harmonic) and Λ_{d+2} at
// equal steps, between which they are interpolated by polynomials of degree 5. All are functions of absolute value at most
// 1 whose Fourier transforms vanish beyond 1, so that no derivative is larger (Bernstein), and the error is at most
// (15/8)²·step⁶/720 < 1.2e-15, less than the rounding of the sums that formulas of variances take of them. Those take them
// at as many points as there are nodes and displacements.
type waveTable struct {
	lambda, above *double.Lambda
	waves         *harmonic.Functions // not safe for concurrent use: for the table
	once          sync.Once
	low           [][2]float64 // [i]: Λ_d and Λ_{d+2} at (i−2)/waveSteps
	high          []float64    // h_0, h_2, … there, of which stride have room
	stride        int
	count         []int // how many are not negligible
}

const (
	waveSteps  = 128
	waveReach  = 32 // arguments up to which there is a table
	wavePlaces = 6  // that a polynomial goes through
)

func newWaveTable(d int) *waveTable {
	return &waveTable{lambda: double.NewLambda(float64(d)), above: double.NewLambda(float64(d + 2)), waves: harmonic.New(d)}
}

func (t *waveTable) fill() {
	n := waveReach*waveSteps + wavePlaces - 1
	last := t.waves.At(nil, waveReach)
	t.stride = len(last) + 1
	t.low, t.high, t.count = make([][2]float64, n), make([]float64, n*t.stride), make([]int, n)
	for i := range n {
		x := math.Abs(float64(i-2) / waveSteps) // all are even
		last = t.waves.At(last[:0], x)
		t.low[i] = [2]float64{last[0], t.above.At(x)}
		t.count[i] = copy(t.high[i*t.stride:][:t.stride], last)
	}
}

// inTable returns the rows around y ≥ 0 and their weights.
func (t *waveTable) inTable(y float64) (i int, w [wavePlaces]float64, ok bool) {
	if !(y < waveReach) {
		return 0, w, false
	}
	t.once.Do(t.fill)
	s := y * waveSteps
	i = int(s)
	s -= float64(i)
	a, b, c, d, e := s+2, s+1, 1-s, 2-s, 3-s // the places are −2 … 3 from i
	ab, cd, cde := a*b, c*d, c*d*e
	w = [wavePlaces]float64{b * s * cde / 120, -a * s * cde / 24, ab * cde / 12, ab * s * d * e / 12, -ab * s * c * e / 24,
		ab * s * cd / 120}
	return i, w, true
}

// both returns Λ_d(y) and Λ_{d+2}(y).
func (t *waveTable) both(y float64) (lambda, above float64) {
	i, w, ok := t.inTable(y)
	if !ok {
		return t.lambda.At(y), t.above.At(y)
	}
	for k, v := range t.low[i:][:len(w)] {
		lambda += w[k] * v[0]
		above += w[k] * v[1]
	}
	return lambda, above
}

// all appends h_0(y), h_2(y), … to dst, with far where there is no table.
func (t *waveTable) all(dst []float64, y float64, far *harmonic.Functions) []float64 {
	i, w, ok := t.inTable(y)
	if !ok {
		return far.At(dst, y)
	}
	n := slices.Max(t.count[i:][:wavePlaces])
	a, b, c, d, e, g := t.row(i, n), t.row(i+1, n), t.row(i+2, n), t.row(i+3, n), t.row(i+4, n), t.row(i+5, n)
	for j := range a {
		dst = append(dst, w[0]*a[j]+w[1]*b[j]+w[2]*c[j]+w[3]*d[j]+w[4]*e[j]+w[5]*g[j])
	}
	return dst
}

func (t *waveTable) row(i, n int) []float64 { return t.high[i*t.stride:][:n] }
