package learn

import (
	"math"

	"krein/internal/elem64"
)

// loss is a convex function of the margins z_i ∈ R^outputs of each row.
type loss interface {
	// value returns the loss of row i and stores its gradient.
	value(i int, z, gradient []float64) float64
	// diagonal stores that of the (generalised) Hessian.
	diagonal(i int, z, h []float64)
	// curved reports whether the Hessian is not zero.
	curved(i int, z []float64) bool
	// product stores the Hessian times u.
	product(i int, z, u, hu []float64)
}

// scalar is a loss of one output by its value and first two derivatives.
type scalar func(i int, z float64) (value, first, second float64)

func (f scalar) value(i int, z, g []float64) (v float64) {
	v, g[0], _ = f(i, z[0])
	return v
}

func (f scalar) diagonal(i int, z, h []float64) { _, _, h[0] = f(i, z[0]) }

func (f scalar) curved(i int, z []float64) bool {
	_, _, h := f(i, z[0])
	return h != 0
}

func (f scalar) product(i int, z, u, hu []float64) {
	_, _, h := f(i, z[0])
	hu[0] = h * u[0]
}

// squaredHinge is max(0, 1 − yz)², y = 1 for the class and −1 for the others.
func squaredHinge(y []int, class int) scalar {
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

// epsilonInsensitive is max(0, |y − z| − ε)².
func epsilonInsensitive(y []float64, epsilon float64) scalar {
	return func(i int, z float64) (value, first, second float64) {
		r := z - y[i]
		t := math.Abs(r) - epsilon
		if t <= 0 {
			return 0, 0, 0
		}
		return t * t, math.Copysign(2*t, r), 2
	}
}

// binaryLogistic is log(1 + exp(−yz)), y = 1 for class 1 and −1 for class 0.
func binaryLogistic(y []int) scalar {
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

// softmax is log Σ_k exp z_k − z_y.
type softmax []int

// shares stores exp z_k / Σ exp z and returns log Σ exp z.
func (y softmax) shares(z, p []float64) float64 {
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

func (y softmax) value(i int, z, g []float64) float64 {
	all := y.shares(z, g)
	g[y[i]]--
	return all - z[y[i]]
}

func (y softmax) diagonal(_ int, z, h []float64) {
	y.shares(z, h)
	for k, p := range h {
		h[k] = p * (1 - p)
	}
}

func (y softmax) curved(int, []float64) bool { return true }

func (y softmax) product(_ int, z, u, hu []float64) {
	y.shares(z, hu)
	mean := 0.0
	for k, p := range hu {
		mean += p * u[k]
	}
	for k, p := range hu {
		hu[k] = p * (u[k] - mean)
	}
}
