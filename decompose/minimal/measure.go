package minimal

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"strconv"

	"krein/internal/elem64"
	"krein/internal/outward"
	"krein/internal/special/double"
)

// Digest returns the SHA-256 of m's JSON form in hexadecimal, "" if its fields contradict each other.
func (m *Measure) Digest() string {
	data, err := m.MarshalJSON()
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// KernelTo stores Σ c_j Λ_d(ω_j z[i]) in dst[i] and returns dst, allocated if nil: rounding errors are about 1e-16·Mass
// (not proved). It panics if the lengths differ.
func (m *Measure) KernelTo(dst, z []float64) []float64 {
	if dst == nil {
		dst = make([]float64, len(z))
	}
	if len(dst) != len(z) {
		panic("minimal: KernelTo with slices of different lengths")
	}
	l := double.NewLambda(float64(m.Dim))
	for i, v := range z {
		s := 0.0
		for _, a := range m.Atoms {
			s += a.Coef * l.At(a.Omega*v)
		}
		dst[i] = s
	}
	return dst
}

// Variance returns the mean, over equally likely distances, of the variance of the unbiased estimate of Σ c_j Λ_d(ω_j
// z) from one pair of features (cosine and sine), that is one atom at a radius > 0 picked at random with a uniform
// direction and weighted c_j/p_j, the atom c₀ at 0 added as a constant; n independent picks have 1/n of it. By mass,
// p_j in proportion to |c_j|:
//
//	M·Σ|c_j| w_j² − mean (Σ_{j: ω_j>0} c_j Λ_d(ω_j z))²,   w_j² = ½ + ½ mean Λ_d(2ω_j z),   M = Σ|c_j| over ω_j > 0;
//
// by importance, p_j in proportion to |c_j| w_j, the least possible: (Σ|c_j| w_j)² in place of the first term. Features
// of decompose.FromMinimum pick by mass. Floats, rounding errors only. It panics if there are no distances.
func (m *Measure) Variance(distances []float64) (byMass, byImportance float64) {
	if len(distances) == 0 {
		panic("minimal: no distances")
	}
	l := double.NewLambda(float64(m.Dim))
	square := make([]float64, len(distances))
	var mass, second, first float64
	for i, z := range distances {
		s := 0.0
		for _, a := range m.Atoms {
			if a.Omega > 0 {
				s += a.Coef * l.At(a.Omega*z)
			}
		}
		square[i] = s * s
	}
	for _, a := range m.Atoms {
		if a.Omega == 0 {
			continue
		}
		w := 0.0
		for _, z := range distances {
			w += (1 + l.At(2*a.Omega*z)) / 2
		}
		w = max(w/float64(len(distances)), 0)
		c := math.Abs(a.Coef)
		mass += c
		second += c * w
		first += c * math.Sqrt(w)
	}
	mean := 0.0
	for _, v := range square {
		mean += v / float64(len(distances))
	}
	return mass*second - mean, first*first - mean
}

// size returns the largest |Σ c_j Λ_d(ω_j z)| on a grid of [0, Radius].
func (m *Measure) size() float64 {
	grid := make([]float64, 65)
	for i := range grid {
		grid[i] = m.Radius * float64(i) / float64(len(grid)-1)
	}
	top := 0.0
	for _, v := range m.KernelTo(grid, grid) {
		top = max(top, math.Abs(v))
	}
	return top
}

// Frequencies returns how many independent random frequencies suffice for the kernel to have a standard error of at
// most share·max |k|. That is at every distance: (M/(share·max|k|))², M the mass at ω > 0, because one has a second
// moment of M² at most; or, of a minimum for given distances, at their root mean square: Variance by mass takes the
// place of M². max |k| is that of a grid of distances (not proved).
func (m *Measure) Frequencies(share float64) float64 {
	if len(m.Distances) > 0 {
		v, _ := m.Variance(m.Distances)
		return max(v, 0) / elem64.Pow(share*m.size(), 2)
	}
	random := 0.0
	for _, a := range m.Atoms {
		if a.Omega > 0 {
			random += math.Abs(a.Coef)
		}
	}
	if random == 0 {
		return 0
	}
	return elem64.Pow(random/(share*m.size()), 2)
}

// hopeless is the number of frequencies for a standard error of 5 % from which Fourier features are hopeless.
const hopeless = 1e6

// Hopeless reports whether a mass (or cost, at given distances) as small as the proved lower bound, if it were reached,
// would still need more than 10⁶ independent frequencies for a standard error of 5 %, by the count of Frequencies.
func (m *Measure) Hopeless() bool {
	if len(m.Distances) > 0 {
		_, v := m.Variance(m.Distances)
		return v-(m.Cost-m.Lower)*(m.Cost+m.Lower) > hopeless*elem64.Pow(0.05*m.size(), 2)
	}
	return m.Lower > 0 && m.Frequencies(0.05)*elem64.Pow(m.Lower/m.Cost, 2) > hopeless
}

// BiasDigits is the number of digits in which texts have the proved bias of a measure, rounded up: one bound, one figure.
const BiasDigits = 3

// Advice says in a few sentences what the mass means for a user, and if it is hopeless, what data on the unit sphere
// have instead, see Zonal.
func (m *Measure) Advice() string {
	n := m.Frequencies(0.05)
	s := fmt.Sprintf("On [0, %g] in dimension %d, to within %s (proved), the least mass is between %s and %s. ",
		m.Radius, m.Dim, outward.Up(m.Bias, BiasDigits), outward.Down(m.Lower, 6), outward.Up(m.Mass, 6))
	where := ""
	if len(m.Distances) > 0 {
		v, _ := m.Variance(m.Distances)
		s = fmt.Sprintf("On [0, %g] in dimension %d, to within %s (proved), one frequency has the mean variance %.5g at "+
			"the given distances; with this atom at 0 the least cost is between %s and %s. ", m.Radius, m.Dim,
			outward.Up(m.Bias, BiasDigits), v, outward.Down(m.Lower, 6), outward.Up(m.Cost, 6))
		where = " (root mean square over the distances)"
	}
	switch {
	case n == 0:
		return s + "All of it lies at frequency 0: a constant, without variance."
	case m.Hopeless():
		return s + fmt.Sprintf("The variance of Fourier features grows with the square of the mass: a standard error of 5 "+
			"%% takes some %.1g independent frequencies, and the lower bound says that no other decomposition has a mass much "+
			"smaller. Fourier features are hopeless here: %s.", n, remedy) +
			m.sphere.beside(fmt.Sprintf("on [0, %g] at least %s, bias %s", m.Radius, outward.Down(m.Lower, 6),
				outward.Up(m.Bias, BiasDigits)))
	}
	return s + fmt.Sprintf("%s independent frequencies suffice for a standard error of 5 %%%s.", frequencies(n), where)
}

// frequencies writes a count, at least n, to two digits.
func frequencies(n float64) string {
	text := outward.Up(math.Ceil(n), 2)
	if x, err := strconv.ParseFloat(text, 64); err == nil && x < 1e6 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return text
}
