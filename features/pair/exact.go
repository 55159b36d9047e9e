package pair

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Taylor is the beginning of a kernel's expansion at 0:
// k(Δ) = Value + ⟨Gradient,Δ⟩ + ½ΔᵀHessian·Δ + …
type Taylor struct {
	Value    float64
	Gradient []float64
	Hessian  *mat.SymDense
}

// maxTaylorDim bounds the dimensions in which d² second derivatives are taken.
const maxTaylorDim = 1000

var errRough = errors.New("pair: the kernel has no second derivatives at 0 that difference quotients find; " +
	"its low orders cannot be exact")

// TaylorAt0 returns the expansion of a smooth kernel by extrapolated difference quotients, of steps from scale
// downwards, some 1e-10 of it right. It is an error if they do not converge, as those of a kernel with a kink at 0.
func TaylorAt0(k func(delta []float64) float64, dim int, scale float64) (*Taylor, error) {
	return taylorAt0(k, dim, scale, false)
}

// taylorAt0 is TaylorAt0, or the part of it along the axes.
func taylorAt0(k func(delta []float64) float64, dim int, scale float64, axes bool) (*Taylor, error) {
	if dim < 1 || dim > maxTaylorDim || !(scale > 0) {
		return nil, fmt.Errorf("pair: dimension %d, scale %v; want 1 … %d and a positive number", dim, scale, maxTaylorDim)
	}
	delta := make([]float64, dim)
	t := &Taylor{k(delta), make([]float64, dim), mat.NewSymDense(dim, nil)}
	// line returns the first and second derivatives along e_i + sign·e_j.
	line := func(i, j int, sign float64) (first, second float64, err error) {
		at := func(s float64) float64 {
			clear(delta)
			delta[i] = s
			if j >= 0 {
				delta[j] = sign * s
			}
			return k(delta)
		}
		return derivatives(at, t.Value, scale)
	}
	for i := range dim {
		first, second, err := line(i, -1, 0)
		if err != nil {
			return nil, err
		}
		t.Gradient[i] = first
		t.Hessian.SetSym(i, i, second)
	}
	if axes {
		return t, nil
	}
	for i := range dim {
		for j := range i {
			_, plus, err := line(i, j, 1)
			if err != nil {
				return nil, err
			}
			_, minus, err := line(i, j, -1)
			if err != nil {
				return nil, err
			}
			// what is smooth on every line, as a function of |Δ_i|+|Δ_j|, need not have a Hessian
			sum := 2 * (t.Hessian.At(i, i) + t.Hessian.At(j, j))
			if math.Abs(plus+minus-sum) > 1e-6*(math.Abs(plus)+math.Abs(minus)+math.Abs(sum)+math.Abs(t.Value)/(scale*scale)) {
				return nil, errRough
			}
			t.Hessian.SetSym(i, j, (plus-t.Hessian.At(i, i)-t.Hessian.At(j, j))/2)
		}
	}
	return t, nil
}

// derivatives returns f'(0) and f”(0) by Richardson's extrapolation in the square of the step.
func derivatives(f func(float64) float64, f0, scale float64) (first, second float64, err error) {
	const steps, tolerance = 9, 1e-8
	var one, two [steps]float64
	size := math.Abs(f0)
	worst := [2]float64{math.Inf(1), math.Inf(1)}
	h := scale / 2
	for i := range steps {
		a, b := f(h), f(-h)
		if !finite(a) || !finite(b) {
			return 0, 0, errRough
		}
		size = max(size, math.Abs(a), math.Abs(b))
		x, y := (a-b)/(2*h), ((a-f0)+(b-f0))/(h*h)
		for j, power := 0, 4.0; j <= i; j, power = j+1, power*4 {
			if j == i {
				one[i], two[i] = x, y
				break
			}
			one[j], x = x, x+(x-one[j])/(power-1)
			two[j], y = y, y+(y-two[j])/(power-1)
		}
		if i > 0 {
			if e := math.Abs(one[i]-one[i-1]) * scale; e < worst[0] {
				worst[0], first = e, one[i]
			}
			if e := math.Abs(two[i]-two[i-1]) * scale * scale; e < worst[1] {
				worst[1], second = e, two[i]
			}
		}
		h /= 2
	}
	if !(max(worst[0], worst[1]) <= tolerance*size) {
		return 0, 0, errRough
	}
	return first, second, nil
}

// low is what of the terms of order 0, 1 and 2 of the kernel its frequencies do not have: e + ⟨c,Δ⟩ − ½ΔᵀAΔ.
type low struct {
	dim int
	e   float64
	c   []float64
	a   *mat.SymDense
}

// newLow returns the terms of the kernel itself, nil for none.
func newLow(t *Taylor, parts *Parts) *low {
	if t == nil {
		return nil
	}
	l := &low{parts.Dim, t.Value - parts.Constant, append([]float64(nil), t.Gradient...), mat.NewSymDense(parts.Dim, nil)}
	l.a.ScaleSym(-1, t.Hessian)
	return l
}

// subtract takes away what frequencies with one weight have: cos(⟨ω,Δ⟩+θ) = cos θ − sin θ⟨ω,Δ⟩ − ½cos θ⟨ω,Δ⟩² + …
func (l *low) subtract(s *sample, weight float64) {
	if l == nil {
		return
	}
	for i, phase := range s.phase {
		sin, cos := sincos(phase)
		l.e -= weight * cos
		floats.AddScaled(l.c, weight*sin, s.row(i))
		l.a.SymRankOne(l.a, -weight*cos, mat.NewVecDense(l.dim, s.row(i)))
	}
}
