package written

import (
	"slices"

	"krein/features/fitted"
	"krein/internal/features/basis"
	"krein/internal/program"
)

// Kinds of blocks. t = ⟨w,x⟩ of unit vectors w, p_n the polynomials that are orthonormal under the law of a
// coordinate of a uniform direction, p_n = √N(n,d)·P_n for the Gegenbauer polynomials with P_n(1) = 1. Functions of t
// and harmonics are of unit vectors, or of x/‖x‖ times a power of ‖x‖, see [Map.Place].
const (
	Constant  = "constant"  // A[0]
	Harmonics = "harmonics" // all of the Degrees n, those of one degree summing to A_n P_n(⟨x,y⟩)
	Series    = "series"    // Amplitude·φ(t), φ = Σ A_n p_n less a series
	Power     = "power"     // Amplitude·φ(t), φ = A[0]·max(t,0)^Order less a series
	Sign      = "sign"      // Amplitude·φ(t), φ = A[0]·sign(t), sign(0) = 1, less a series
	Single    = "single"    // Amplitude·A[0]·p_n(t), with a degree n for each column
	Monomials = "monomials" // all of the degree Order, summing to A[0]⟨x,y⟩^Order
	Products  = "products"  // A_i·Π⟨ω,x⟩ over as many vectors ω as the column's degree says
	Signs     = "signs"     // A_i·Π sign⟨w,x⟩ over as many vectors w as the column's degree says, sign(0) = 1
	// A_i·cos(π/2·⟨w_i,x⟩) − Less_i and A_i·sin(π/2·⟨w_i,x⟩) − ⟨v_i,x⟩ by turns, Directions w_i in quarter turns; without
	// Less or Linear nothing is taken off.
	Waves = "waves"
	// √|λ_j|⟨u_j,x⟩ of the sign A[j+2] for Directions √|λ_j|u_j, then (A[0] − q)/√(2(A[0]+A[1])) of the sign 1 and
	// (A[1] + q)/√(2(A[0]+A[1])) of the sign −1, q(x) the sum of the signed squares of those before.
	Quadratic = "quadratic"
	// Amplitude·g(⟨w_i,x⟩) for Directions w_i, which are no unit vectors, and g the Formula.
	Activation = "activation"
	Steps      = "steps" // Less_i where A_i ≤ x_j for the coordinate j = Degrees_i from 0, else 0, at points of [0,1]^d
)

// Block is some columns, next to each other. Its slices are not to be modified.
type Block struct {
	Kind    string
	Minus   bool // −1 in the signature, or the other signs of Quadratic
	Columns int
	Order   int
	Formula string // of Activation
	// Amplitude and A are factors and coefficients, see the kinds.
	Amplitude float64
	A         []float64
	// Less has the terms of the series Σ Less_n p_n that is taken off, or what is of each frequency's cosine, or none.
	Less    []float64
	Degrees []int
	// Directions has the vectors w or ω, one after another; Linear a vector v for each column, which is
	// multiplied with ⟨v,x⟩, or for each frequency, or nothing.
	Directions, Linear []float64
}

// entry is a block as the header has it.
type entry struct {
	Kind    string `json:"kind"`
	Minus   bool   `json:"minus,omitempty"`
	Columns int    `json:"columns"`
	Terms   int    `json:"terms,omitempty"`  // degrees of harmonics, terms of a series, vectors of products and signs
	Less    int    `json:"less,omitempty"`   // terms of the series that is taken off; frequencies with a level
	Order   int    `json:"order,omitempty"`  // of power and monomials
	Linear  bool   `json:"linear,omitempty"` // there is a vector v for each column or frequency
	Formula string `json:"formula,omitempty"`
}

// entry returns the header's, and what the arrays have.
func (b *Block) entry(dim int) (e entry, numbers, degrees, directions []float64) {
	e = entry{Kind: b.Kind, Minus: b.Minus, Columns: b.Columns, Less: len(b.Less), Order: b.Order, Linear: b.Linear != nil,
		Formula: b.Formula}
	switch b.Kind {
	case Harmonics, Series:
		e.Terms = len(b.A)
	case Products, Signs:
		e.Terms = len(b.Directions) / dim
	}
	if b.scaled() {
		numbers = append(numbers, b.Amplitude)
	}
	numbers = append(append(numbers, b.A...), b.Less...)
	for _, n := range b.Degrees {
		degrees = append(degrees, float64(n))
	}
	return e, numbers, degrees, slices.Concat(b.Directions, b.Linear)
}

// ridge reports whether the columns are functions of projections on directions.
func (b *Block) ridge() bool { return slices.Contains([]string{Series, Power, Sign, Single}, b.Kind) }

// scaled reports whether all columns are multiplied with Amplitude, which is before the other numbers.
func (b *Block) scaled() bool { return b.ridge() || b.Kind == Activation }

// random reports whether the columns depend on a seed.
func (b *Block) random() bool {
	return b.ridge() || slices.Contains([]string{Products, Signs, Waves, Quadratic, Steps, Activation}, b.Kind)
}

// Sphere reports whether the columns are functions of x/‖x‖ times a power of ‖x‖, see [Map.Place].
func (b *Block) Sphere() bool { return b.ridge() || b.Kind == Harmonics }

// room returns how many numbers, degrees and vectors a block has.
func (e *entry) room() (numbers, degrees, vectors int) {
	vectors = e.Columns
	if e.Linear {
		vectors *= 2
	}
	switch e.Kind {
	case Constant, Monomials:
		return 1, 0, 0
	case Waves:
		return e.Columns/2 + e.Less, 0, vectors / 2
	case Steps:
		return e.Columns + e.Less, e.Columns, 0
	case Activation:
		return 1, 0, e.Columns
	case Quadratic: // d+2 columns
		return e.Columns, 0, e.Columns - 2
	case Harmonics:
		return e.Terms, e.Terms, 0
	case Series:
		return 1 + e.Terms + e.Less, 0, vectors
	case Power, Sign:
		return 2 + e.Less, 0, vectors
	case Single:
		return 2, e.Columns, vectors
	default: // Products, Signs
		return e.Columns, e.Columns, e.Terms
	}
}

// blockOf takes a part apart. The place is nil where columns have none; ok is false for a basis that is not known.
func blockOf(p fitted.Part) (b Block, place *basis.Place, ok bool) {
	b = Block{Minus: p.Minus, Columns: p.Columns()}
	if v, ok := fitted.IsConstant(p.Basis); ok {
		b.Kind, b.A = Constant, []float64{v}
		return b, nil, true
	}
	switch c := p.Basis.(type) {
	case *basis.Harmonics:
		b.Kind, b.A, b.Degrees = Harmonics, c.A, c.Degrees
		return b, &c.Place, true
	case *basis.Ridge:
		b.Amplitude, b.Directions, b.Linear = c.Amplitude, c.Directions, c.Linear
		return b, &c.Place, b.function(c.Phi)
	case *basis.Monomials:
		b.Kind, b.Order, b.A = Monomials, c.Degree, []float64{c.A}
		return b, nil, true
	case *basis.Products:
		b.Kind, b.A, b.Degrees, b.Directions = Products, c.Scale, c.Degree, c.Signs
		return b, nil, true
	case *basis.SignProducts:
		b.Kind, b.A, b.Degrees, b.Directions = Signs, c.Scale, c.Degree, c.Directions
		return b, nil, true
	case *basis.Steps:
		b.Kind, b.A, b.Less, b.Degrees = Steps, c.Threshold, c.Level, c.Coordinate
		return b, nil, true
	case *basis.Layer:
		b.Kind, b.Formula, b.Amplitude, b.Directions = Activation, c.Formula, c.Amplitude, c.Weights
		return b, nil, c.Formula != ""
	case *basis.Frequencies:
		b.Kind, b.A, b.Less, b.Directions, b.Linear = Waves, c.Amplitude, c.Level, c.Turns, c.Linear
		return b, nil, true
	case *basis.Quadratic[float64]:
		b.Kind, b.A, b.Directions = Quadratic, append([]float64{c.A, c.B}, c.Sign...), c.Linear
		return b, nil, true
	}
	return b, nil, false
}

// function takes a function apart, with false for one that is not known.
func (b *Block) function(phi basis.Function) bool {
	less, without := phi.(basis.Without)
	if without {
		phi, b.Less = less.Function, less.Low.B
	}
	switch f := phi.(type) {
	case *basis.Series:
		b.Kind, b.A = Series, f.B
	case basis.Power:
		b.Kind, b.Order, b.A = Power, f.Order, []float64{f.Scale}
		if f.Order == basis.Sign {
			b.Kind, b.Order = Sign, 0
		}
	case *basis.Single:
		b.Kind, b.A, b.Degrees = Single, []float64{f.Scale}, f.Degrees
		return !without
	default:
		return false
	}
	return true
}

// basis puts the columns together.
func (b *Block) basis(dim int, place basis.Place) fitted.Basis {
	var phi basis.Function
	switch b.Kind {
	case Constant:
		return fitted.Constant(b.A[0])
	case Harmonics:
		return basis.NewHarmonics(dim, b.Degrees, b.A, place)
	case Monomials:
		return basis.NewMonomials(dim, b.Order, b.A[0])
	case Products:
		return &basis.Products{Dim: dim, Degree: b.Degrees, Scale: b.A, Signs: b.Directions}
	case Signs:
		return basis.NewSignProducts(dim, b.Degrees, b.A, b.Directions)
	case Steps:
		return &basis.Steps{Dim: dim, Coordinate: b.Degrees, Threshold: b.A, Level: b.Less}
	case Activation:
		p, err := program.Read(b.Formula)
		if err != nil {
			panic("written: a formula that was checked: " + err.Error())
		}
		return basis.NewLayer(dim, b.Directions, b.Amplitude, p.EvalTo, b.Formula)
	case Waves:
		return basis.NewFrequencies(dim, b.Directions, b.A, b.Less, b.Linear)
	case Quadratic:
		return &basis.Quadratic[float64]{Linear: b.Directions, Sign: b.A[2:], A: b.A[0], B: b.A[1]}
	case Series:
		phi = basis.NewSeries(dim, b.A)
	case Power:
		phi = basis.Power{Order: b.Order, Scale: b.A[0]}
	case Sign:
		phi = basis.Power{Order: basis.Sign, Scale: b.A[0]}
	case Single:
		phi = basis.NewSingle(dim, b.Degrees, b.A[0])
	}
	if b.Less != nil {
		phi = basis.Without{Function: phi, Low: basis.NewSeries(dim, b.Less)}
	}
	c := basis.NewRidge(dim, b.Directions, phi, b.Amplitude, place)
	if b.Linear != nil {
		c.Times(b.Linear)
	}
	return c
}
