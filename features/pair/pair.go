package pair

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/features"
	"krein/features/fitted"
	"krein/features/waves"
	"krein/internal/simd"
)

// Pair is a pair of feature maps: a draw of frequencies. It is immutable and safe for concurrent use.
type Pair struct {
	left, right *features.Map
	both        *features.Map // Φ and the columns of Ψ that differ
	symmetric   bool          // there are none
	counts      []int         // frequencies of the parts
	options     Options
	omega       *mat.Dense // nil without frequencies
	phase       []float64
	written     *Written
}

// New draws a pair for the parts. A nil opt means the zero value of Options. It returns an error for options out of
// range, parts whose masses are negative or not finite, and fewer frequencies than parts with mass.
func New(parts *Parts, opt *Options) (*Pair, error) {
	o, err := opt.checked(parts)
	if err != nil {
		return nil, err
	}
	if o.Coupling == Auto {
		best, err := Choose(context.Background(), parts, &o)
		if err != nil {
			return nil, err
		}
		o = best[0].Options
	}
	n, err := split(context.Background(), parts, &o)
	if err != nil {
		return nil, err
	}
	low := newLow(o.Exact, parts)
	groups := make([]Group, len(parts.Parts))
	for i, part := range parts.Parts {
		if n[i] == 0 {
			continue
		}
		s, err := draw(part, parts.Dim, n[i], o.Coupling, o.Seed, i)
		if err != nil {
			return nil, err
		}
		low.subtract(s, part.Mass()/float64(n[i]))
		groups[i] = Group{part.Mass(), s.omega, s.phase}
	}
	p, err := compose(parts.Dim, parts.Constant, groups, low)
	if err == nil {
		p.options = o
	}
	return p, err
}

// Group are frequencies with one weight: they stand for Mass times the mean of cos(⟨ω,Δ⟩+θ).
type Group struct {
	Mass  float64
	Omega []float64 // d numbers a frequency
	Phase []float64
}

// Compose returns the pair of frequencies that were drawn by other means, those of published
// algorithms for example. It panics if lengths do not match or a mass is negative.
func Compose(dim int, groups []Group) *Pair {
	p, err := compose(dim, 0, groups, nil)
	if err != nil {
		panic(err) // there is nothing to go wrong without exact terms
	}
	return p
}

func compose(dim int, constant float64, groups []Group, low *low) (*Pair, error) {
	p := &Pair{written: &Written{Constant: constant}}
	var left, right, own []fitted.Part
	add := func(l, r fitted.Basis, minus, random bool) {
		left = append(left, fitted.Part{Basis: l, Minus: minus, Random: random})
		right = append(right, fitted.Part{Basis: r, Minus: minus, Random: random})
		if l != r {
			own = append(own, fitted.Part{Basis: r, Minus: minus, Random: random})
		}
	}
	if constant != 0 {
		b := fitted.Constant(math.Sqrt(math.Abs(constant)))
		add(b, b, constant < 0, false)
	}
	var omega []float64
	for _, g := range groups {
		n := len(g.Phase)
		if len(g.Omega) != n*dim || !(g.Mass >= 0) {
			panic("pair: lengths of frequencies and phases do not match, or a mass is negative")
		}
		p.counts = append(p.counts, n)
		omega, p.phase = append(omega, g.Omega...), append(p.phase, g.Phase...)
		level := math.Sqrt(g.Mass / float64(n))
		plus, minus := (&sample{dim, g.Omega, g.Phase}).signed()
		for k, part := range []*sample{plus, minus} {
			if len(part.phase) > 0 {
				l, r := part.waves(level)
				add(l, r, k == 1, true)
				p.written.add(part, level, float64(1-2*k))
			}
		}
	}
	if len(p.phase) > 0 {
		p.omega = mat.NewDense(len(p.phase), dim, omega)
	}
	if low != nil {
		exact, ok := waves.NewLow(low.e, low.c, low.a)
		if !ok {
			return nil, errors.New("pair: the eigenvalues of the exact terms were not found")
		}
		p.written.Low = exact
		l, r := exact.Columns(false), exact.Columns(true)
		for i := range l {
			if floats.Norm(low.c, 1) == 0 || i < len(l)-2 { // the linear forms are the same in both, or all columns are
				r[i] = l[i]
			}
			add(l[i].Basis, r[i].Basis, l[i].Minus, true)
		}
	}
	p.left, p.right = fitted.Compose(dim, left), fitted.Compose(dim, right)
	p.both, p.symmetric = fitted.Compose(dim, append(left, own...)), len(own) == 0
	return p, nil
}

// signed parts the frequencies, in their order, into those whose columns have +1 in J and those with
// −1, the phases of which are 0.
func (s *sample) signed() (plus, minus *sample) {
	plus, minus = &sample{dim: s.dim}, &sample{dim: s.dim}
	for i, phase := range s.phase {
		to := plus
		if math.Abs(phase) == math.Pi {
			to, phase = minus, 0
		}
		to.omega, to.phase = append(to.omega, s.row(i)...), append(to.phase, phase)
	}
	return plus, minus
}

// waves returns the columns of Φ and of Ψ with one amplitude: the same ones without phases.
func (s *sample) waves(level float64) (left, right fitted.Basis) {
	right = newWave(s, level, nil)
	if !slices.ContainsFunc(s.phase, func(v float64) bool { return v != 0 }) {
		return right, right
	}
	return newWave(s, level, s.phase), right
}

// wave are cosines and sines of frequencies in both types.
type wave struct {
	*simd.Fourier[float64]
	single func() fitted.Block[float32]
}

// Single returns the columns in float32.
func (w *wave) Single() fitted.Block[float32] { return w.single() }

// Waves returns the columns level·cos(⟨ω,x⟩+θ), level·sin(⟨ω,x⟩+θ) of frequencies, next to each other, omega having
// dim numbers for each; nil phases are 0. It panics if lengths do not match.
func Waves(dim int, omega, phase []float64, level float64) fitted.Native {
	if len(omega)%dim != 0 || phase != nil && len(phase)*dim != len(omega) {
		panic("pair: lengths of frequencies and phases do not match")
	}
	return newWave(&sample{dim, omega, make([]float64, len(omega)/dim)}, level, phase)
}

func newWave(s *sample, level float64, phase []float64) *wave {
	return &wave{lay[float64](s, level, phase),
		sync.OnceValue(func() fitted.Block[float32] { return lay[float32](s, level, phase) })}
}

func lay[T simd.Float](s *sample, level float64, phase []float64) *simd.Fourier[T] {
	n := len(s.phase)
	w, amplitude := make([]T, s.dim*n), make([]T, n)
	var shift []T
	for i := range n {
		amplitude[i] = T(level)
		for j, v := range s.row(i) {
			w[j*n+i] = T(v * simd.QuarterTurns)
		}
	}
	for _, v := range phase {
		shift = append(shift, T(v*simd.QuarterTurns))
	}
	return simd.New(s.dim, w, amplitude, shift)
}

// Left returns Φ, the map of the first argument; its signature is J.
func (p *Pair) Left() *features.Map { return p.left }

// Right returns Ψ, the map of the second argument, with the same signature.
func (p *Pair) Right() *features.Map { return p.right }

// Signature returns the diagonal of J, +1 or −1 a column: k(x−y) ≈ Φ(x) J Ψ(y)ᵀ.
func (p *Pair) Signature() []float64 { return p.left.Signature() }

// Symmetric reports that Φ and Ψ are the same map, so that the estimate is symmetric.
func (p *Pair) Symmetric() bool { return p.symmetric }

// Counts returns the numbers of frequencies of the parts.
func (p *Pair) Counts() []int { return slices.Clone(p.counts) }

// Options returns what the pair was drawn with: where [Auto] was asked for, what it chose.
func (p *Pair) Options() Options { return p.options }

// Frequencies returns the frequencies, one a row, and their phases, in the order in which the parts drew
// them; nil if there are none.
func (p *Pair) Frequencies() (omega *mat.Dense, phase []float64) {
	if p.omega == nil {
		return nil, nil
	}
	return mat.DenseCopyOf(p.omega), slices.Clone(p.phase)
}

// Concatenation returns the one-sided map of the paper (Section 5.3) for linear classifiers: the
// columns of Φ, and behind them those of Ψ that differ from Φ's, with their signs in J, for rows of one kind. It is no
// feature map of the kernel: the inner products of its rows are not k. Over the frequencies of one
// draw cos(⟨ω,x⟩+θ) and sin(⟨ω,x⟩+θ) span what cos⟨ω,x⟩ and sin⟨ω,x⟩ do, so that the columns of Ψ change how
// a classifier is regularised, not what it can express.
func (p *Pair) Concatenation() *features.Map { return p.both }
