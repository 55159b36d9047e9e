package asymmetric

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/features/baseline"
	"krein/internal/quad/gauss"

	_ "krein/internal/testlong" // a fixed seed
)

func normal(n, d int, seed uint64) *mat.Dense {
	rnd := rand.New(rand.NewPCG(seed, 9))
	m := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			m.Set(i, j, rnd.NormFloat64())
		}
	}
	return m
}

// line integrates over [−12, 12] by Gauss rules.
func line(f func(omega float64) float64) (sum float64) {
	x, w := gauss.Legendre(20)
	for panel := range 200 {
		for i := range x {
			sum += 0.06 * w[i] * f(-12+0.12*(float64(panel)+(1+x[i])/2))
		}
	}
	return sum
}

// exact returns the masses on R, by quadrature.
func exact(k *Kernel) baseline.Masses {
	m := k.Measure()
	at := func(w float64) complex128 { return m.Density([]float64{w}, 0) }
	return baseline.Masses{
		RealPlus:  line(func(w float64) float64 { return max(0, real(at(w))) }),
		RealMinus: line(func(w float64) float64 { return max(0, -real(at(w))) }),
		Imaginary: line(func(w float64) float64 { return max(0, imag(at(w))) }),
	}
}

// TestMeasures: k(Δ) = ∫cos(ωΔ)μ_R − ∫sin(ωΔ)μ_I on R, and equations 9–11 in the plane.
func TestMeasures(t *testing.T) {
	for _, k := range Published(1) {
		m := k.Measure()
		for _, delta := range []float64{0, 0.7, -0.7, 3} {
			v := line(func(w float64) float64 {
				mu := m.Density([]float64{w}, 0)
				s, c := math.Sincos(w * delta)
				return c*real(mu) - s*imag(mu)
			})
			assert.InDelta(t, k.At([]float64{delta}), v, 1e-11, "%s at %v", k.Name(), delta)
		}
	}
	r, delta := []float64{0.5, -1}, []float64{0.25, 2}
	assert.InEpsilon(t, math.Exp(-(0.75*0.75+1)/(2*2.25)), ShiftGaussian(1.5, r).At(delta), 1e-14)
	gaussian, dot := math.Exp(-(0.0625+4)/(2*2.25)), -1.875
	assert.InEpsilon(t, gaussian*(1+math.Sinh(dot)), SinhGaussian(1.5, r).At(delta), 1e-14)
	assert.InEpsilon(t, gaussian*math.Exp(dot), CoshGaussian(1.5, r).At(delta), 1e-14)
	omega := []float64{0.3, 0.2}
	level := 2.25 / (2 * math.Pi) * math.Exp(-2.25*0.13/2)
	mu := ShiftGaussian(1.5, r).Measure().Density(omega, 0)
	assert.InDelta(t, level*math.Sin(-0.05), imag(mu), 1e-15)
	assert.InDelta(t, level*math.Cos(-0.05), real(mu), 1e-15)
}

// TestUnbiased: with the exact masses the mean over seeds of ΦJΨᵀ is k, of its antisymmetric part too, in which a
// sign error of μ_I or of ψ shows.
func TestUnbiased(t *testing.T) {
	x, y := mat.NewDense(1, 1, []float64{0.9}), mat.NewDense(1, 1, []float64{0.2})
	for _, k := range Published(1) {
		masses := exact(k)
		assert.InDelta(t, k.At([]float64{0}), masses.RealPlus-masses.RealMinus, 1e-5)
		var sum, squares [2]float64 // even and odd parts
		const runs, m = 60, 40
		for seed := range uint64(runs) {
			f, err := Algorithm1(k, masses, m, seed)
			require.NoError(t, err)
			value := func(x, y mat.Matrix) (s float64) {
				l, err := f.Left().Transform(nil, x)
				require.NoError(t, err)
				r, err := f.Right().Transform(nil, y)
				require.NoError(t, err)
				for j, sign := range f.Signature() {
					s += l.At(0, j) * sign * r.At(0, j)
				}
				return s
			}
			a, b := value(x, y), value(y, x)
			for i, v := range [2]float64{(a + b) / 2, (a - b) / 2} {
				sum[i] += v
				squares[i] += v * v
			}
		}
		a, b := k.At([]float64{0.7}), k.At([]float64{-0.7})
		for i, want := range [2]float64{(a + b) / 2, (a - b) / 2} {
			mean := sum[i] / runs
			sd := math.Sqrt((squares[i]/runs - mean*mean) / runs)
			assert.Less(t, math.Abs(mean-want), 4*sd, "%s: %v ± %v instead of %v", k.Name(), mean, sd, want)
			assert.Less(t, 4*sd, 0.6*(masses.RealPlus+masses.Imaginary))
		}
	}
}

// TestAlgorithm2: masses from many frequencies are near the exact ones; they obey the constraint; the Gram matrix is
// approximated, and by the symmetrisation its symmetric part.
func TestAlgorithm2(t *testing.T) {
	rows := normal(30, 1, 1)
	for _, k := range Published(1) {
		f, err := Algorithm2(k, rows, 4000, 3)
		require.NoError(t, err)
		want, got := exact(k), f.Masses()
		assert.InDelta(t, want.RealPlus, got.RealPlus, 0.2*want.RealPlus, k.Name())
		assert.InDelta(t, want.Imaginary, got.Imaginary, 0.1*want.Imaginary, k.Name())
		assert.InDelta(t, k.At([]float64{0}), got.RealPlus-got.RealMinus, 1e-12)
		gram := Gram(k, rows)
		assert.Less(t, distance(t, f, rows, gram), 0.1*mat.Norm(gram, 2), k.Name())
		assert.False(t, f.Symmetric())
		if k.Name() == "Sinh-Gaussian" {
			assert.Nil(t, f.Frequencies().RealMinus)
		}
		s, err := Symmetrised(k, rows, 4000, 3)
		require.NoError(t, err)
		var even mat.Dense
		even.Add(gram, gram.T())
		even.Scale(0.5, &even)
		assert.Less(t, distance(t, s, rows, &even), 0.1*mat.Norm(&even, 2), k.Name())
		assert.True(t, s.Symmetric())
	}
}

func distance(t *testing.T, f *Features, x, gram *mat.Dense) float64 {
	l, err := f.Left().Transform(nil, x)
	require.NoError(t, err)
	r, err := f.Right().Transform(nil, x)
	require.NoError(t, err)
	for i := range l.RawMatrix().Rows {
		floats.Mul(l.RawRowView(i), f.Signature())
	}
	var diff mat.Dense
	diff.Mul(l, r.T())
	diff.Sub(&diff, gram)
	return mat.Norm(&diff, 2)
}

func TestPanics(t *testing.T) {
	assert.Panics(t, func() { ShiftGaussian(0, []float64{1}) })
	assert.Panics(t, func() { CoshGaussian(1, nil) })
	assert.Panics(t, func() { Published(2)[0].At([]float64{1}) })
	assert.Equal(t, 57, Published(57)[1].Dim())
}
