// Package loss has the losses of the convex estimators of package learn, functions of the outputs for a row.
package loss

import (
	"math"

	"krein/internal/elem64"
)

// Function is a convex function of the margins z_i ∈ R^outputs of each row.
type Function interface {
	// Value returns the loss of row i and stores its gradient.
	Value(i int, z, gradient []float64) float64
	// Diagonal stores that of the (generalised) Hessian.
	Diagonal(i int, z, h []float64)
	// Curved reports whether the Hessian is not zero.
	Curved(i int, z []float64) bool
	// Product stores the Hessian times u.
	Product(i int, z, u, hu []float64)
}

// Scalar is a loss of one output by its value and first two derivatives.
type Scalar func(i int, z float64) (value, first, second float64)

// Value is Function's.
func (f Scalar) Value(i int, z, g []float64) (v float64) {
	v, g[0], _ = f(i, z[0])
	return v
}

// Diagonal is Function's.
func (f Scalar) Diagonal(i int, z, h []float64) { _, _, h[0] = f(i, z[0]) }

// Curved is Function's.
func (f Scalar) Curved(i int, z []float64) bool {
	_, _, h := f(i, z[0])
	return h != 0
}

// Product is Function's.
func (f Scalar) Product(i int, z, u, hu []float64) {
	_, _, h := f(i, z[0])
	hu[0] = h * u[0]
}

// SquaredHinge is max(0, 1 − yz)², y = 1 for the class and −1 for the others.
func SquaredHinge(y []int, class int) Scalar {
	return func(i int, z float64) (value, first, second float64) {
		s := -1.0
		if y[i] == class {
			s = 1
		}
		t := 1 - s*z
		if t <= 0 {
			return 0, 0, 0
		}
		return t * t, -2 * s * t, 2
	}
}

// EpsilonInsensitive is max(0, |y − z| − ε)².
func EpsilonInsensitive(y []float64, epsilon float64) Scalar {
	return func(i int, z float64) (value, first, second float64) {
		r := z - y[i]
		t := math.Abs(r) - epsilon
		if t <= 0 {
			return 0, 0, 0
		}
		return t * t, math.Copysign(2*t, r), 2
	}
}

// BinaryLogistic is log(1 + exp(−yz)), y = 1 for class 1 and −1 for class 0.
func BinaryLogistic(y []int) Scalar {
	return func(i int, z float64) (value, first, second float64) {
		s := float64(2*y[i] - 1)
		e := math.Exp(-math.Abs(z))
		value = math.Log1p(e) + max(0, -s*z)
		p := 1 / (1 + e) // of the sign of z
		if s*z > 0 {
			return value, -s * e * p, e * p * p
		}
		return value, -s * p, e * p * p
	}
}

// Softmax is log Σ_k exp z_k − z_y.
type Softmax []int

// Shares stores exp z_k / Σ exp z and returns log Σ exp z.
func (y Softmax) Shares(z, p []float64) float64 {
	top, sum := z[0], 0.0
	for _, v := range z {
		top = max(top, v)
	}
	for k, v := range z {
		p[k] = math.Exp(v - top)
		sum += p[k]
	}
	for k := range p {
		p[k] /= sum
	}
	return top + elem64.Log(sum)
}

// Value is Function's.
func (y Softmax) Value(i int, z, g []float64) float64 {
	all := y.Shares(z, g)
	g[y[i]]--
	return all - z[y[i]]
}

// Diagonal is Function's.
func (y Softmax) Diagonal(_ int, z, h []float64) {
	y.Shares(z, h)
	for k, p := range h {
		h[k] = p * (1 - p)
	}
}

// Curved is Function's.
func (y Softmax) Curved(int, []float64) bool { return true }

// Product is Function's.
func (y Softmax) Product(_ int, z, u, hu []float64) {
	y.Shares(z, hu)
	mean := 0.0
	for k, p := range hu {
		mean += p * u[k]
	}
	for k, p := range hu {
		hu[k] = p * (u[k] - mean)
	}
}
