package numeric

import (
	"math"

	"krein/fourier/stationary"
	"krein/internal/elem64"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/numeric"
	"krein/kernel"
)

// Exponent is a stationary.Exponent in float64: γ(Δ) = Σ Coef·B(argument), the argument an Exponent, a square, or 1 − cos
// of a linear form.
type Exponent []ExponentTerm

// ExponentTerm is a summand: B(s) is (Shift+s)^Power − Shift^Power, and log(1 + s/Shift) if Power is 0.
type ExponentTerm struct {
	Coef   float64  `json:"coef"`
	Power  float64  `json:"power"`
	Shift  float64  `json:"shift"`
	Of     Exponent `json:"of,omitempty"`
	Square *Square  `json:"square,omitempty"`
	Wave   float64  `json:"wave,omitempty"` // if not 0, the argument is 1 − cos(Wave·√Square)

	forms [][]float64 // of a norm, of which nothing is drawn
	norm  float64     // its power
}

// Square is ‖RΔ‖²: of Dim coordinates from From on, or with these rows.
type Square struct {
	Dim  int         `json:"dim"`
	From int         `json:"from"`
	Rows [][]float64 `json:"rows,omitempty"`
}

// NewExponent rounds an exponent.
func NewExponent(e *stationary.Exponent) (out Exponent) {
	for _, t := range e.Terms {
		x := ExponentTerm{Coef: valueOf(t.Coef), Shift: valueOf(t.Shift)}
		if !t.Log {
			x.Power = valueOf(t.Power)
		}
		switch {
		case t.Of != nil:
			x.Of = NewExponent(t.Of)
		case t.Square != nil:
			x.Square = NewSquare(t.Square)
		default:
			x.forms, x.norm = t.Forms, t.Norm
		}
		if t.Wave != nil {
			x.Wave = valueOf(t.Wave)
		}
		out = append(out, x)
	}
	return out
}

// NewSquare rounds a square.
func NewSquare(s *stationary.Square) *Square { return &Square{Dim: s.Dim, From: s.From, Rows: s.Rows} }

func valueOf(e *formula.Expr) float64 { return kernel.NewNatural(e).At(0) }

// At returns γ(Δ).
func (e Exponent) At(delta []float64) (sum float64) {
	for i := range e {
		t := &e[i]
		s := 0.0
		switch {
		case t.forms != nil:
			s = t.normAt(delta)
		case t.Of != nil:
			s = t.Of.At(delta)
		default:
			if s = t.Square.At(delta); t.Wave != 0 {
				s = math.Sin(t.Wave * math.Sqrt(s) / 2)
				s *= 2 * s
			}
		}
		switch {
		case t.Power == 0:
			s = math.Log1p(s / t.Shift)
		case t.Power == 1:
		case t.Shift == 0:
			s = elem64.Pow(s, t.Power)
		default:
			s = elem64.Pow(t.Shift, t.Power) * math.Expm1(t.Power*math.Log1p(s/t.Shift))
		}
		sum += t.Coef * s
	}
	return sum
}

// normAt returns a norm of Δ.
func (t *ExponentTerm) normAt(delta []float64) (sum float64) {
	most := 0.0
	var forms []float64
	for _, row := range t.forms {
		y := 0.0
		for i, x := range row {
			y += x * delta[i]
		}
		forms, most = append(forms, math.Abs(y)), math.Max(most, math.Abs(y))
	}
	if most == 0 || math.IsInf(t.norm, 1) {
		return most
	}
	for _, y := range forms {
		sum += elem64.Pow(y/most, t.norm)
	}
	return most * elem64.Pow(sum, 1/t.norm)
}

// At returns ‖RΔ‖².
func (s *Square) At(delta []float64) (sum float64) {
	if s.Rows == nil {
		for _, x := range delta[s.From : s.From+s.Dim] {
			sum += x * x
		}
		return sum
	}
	for _, row := range s.Rows {
		y := 0.0
		for i, x := range row {
			y += x * delta[i]
		}
		sum += y * y
	}
	return sum
}

// composed is a function of an exponent, or of a quotient of a square and one (stationary.Mixture, SpaceTime).
type composed struct {
	phi   *numeric.Func
	gamma Exponent

	square       *Square // of a SpaceTime
	power, shift float64
	rest         *numeric.Func
}

// compose compiles a kernel that is a mixture, or of Gneiting's class.
func compose(k *stationary.Kernel) *composed {
	if m, ok := k.Mixture(); ok {
		return &composed{phi: numeric.Compile(m.Phi), gamma: NewExponent(m.Gamma)}
	}
	if s, ok := k.SpaceTime(); ok {
		return &composed{phi: numeric.Compile(s.Phi), gamma: NewExponent(s.Gamma), square: NewSquare(s.Square),
			power: valueOf(s.Power), shift: valueOf(s.Shift), rest: numeric.Compile(s.Rest)}
	}
	return nil
}

// at returns k(Δ).
func (c *composed) at(delta []float64) float64 {
	gamma := c.gamma.At(delta)
	if c.square == nil {
		return c.phi.At(gamma)
	}
	psi := elem64.Pow(c.shift+gamma, c.power)
	return c.phi.At(c.square.At(delta)/psi) * c.rest.At(gamma) * elem64.Pow(psi, -float64(c.square.Dim)/2)
}
