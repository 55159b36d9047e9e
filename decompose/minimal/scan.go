package minimal

import (
	"cmp"
	"context"
	"math"
	"slices"

	"krein/internal/budget"
	"krein/internal/elem64"
)

// peak is a local maximum of a scanned function.
type peak struct{ x, v float64 }

// peaks returns the local maxima of |f| above floor, on sorted points, refined. When ctx ends
// it returns those found so far: the caller looks at ctx. The budget.Meter of ctx counts units for a value of f.
func peaks(ctx context.Context, f func(float64) float64, units int64, x []float64, floor float64) []peak {
	const refined = 40 // values about a maximum
	m := budget.Of(ctx)
	var out []peak
	v := make([]float64, len(x))
	for i := range x {
		if m.Spend(units); i%64 == 0 && ctx.Err() != nil {
			return nil
		}
		v[i] = math.Abs(f(x[i]))
	}
	for i := range x {
		if ctx.Err() != nil {
			return out
		}
		lo, hi := max(i-1, 0), min(i+1, len(x)-1)
		if v[i] < v[lo] || v[i] < v[hi] || (i > 0 && v[i] == v[lo]) {
			continue
		}
		// A maximum between grid points can exceed the grid's values by little only.
		if v[i] < 0.9*floor {
			continue
		}
		m.Spend(refined * units)
		p := peak{x[i], v[i]}
		const golden = 0.3819660112501051
		a, b := x[lo], x[hi]
		for range refined {
			var t float64
			if b-p.x > p.x-a {
				t = p.x + golden*(b-p.x)
			} else {
				t = p.x - golden*(p.x-a)
			}
			u := math.Abs(f(t))
			if u > p.v {
				if t > p.x {
					a = p.x
				} else {
					b = p.x
				}
				p = peak{t, u}
			} else if t > p.x {
				b = t
			} else {
				a = t
			}
			if b-a < 1e-9*(x[hi]-x[lo]) {
				break
			}
		}
		if p.v > floor {
			out = append(out, p)
		}
	}
	return out
}

// valueUnits is what a value of the kernel in float64 costs, in units of budget.Meter, in which one of Λ_d costs 1.
const valueUnits = 8

// errorAt returns k(z) − constant − Σ c_j Λ_d(ω_j z) in float64.
func (e *exchange) errorAt(z float64) float64 {
	s := e.at(z) - e.constant
	for l, j := range e.sol.Cols {
		s -= e.sol.Coef[l].Hi * e.fast.At(e.omega[j]*z)
	}
	return s
}

// scanRows returns the peaks of the error above floor, and sets e.sup.
func (e *exchange) scanRows(floor float64) []peak {
	top := 0.0
	for _, j := range e.sol.Cols {
		top = max(top, e.omega[j])
	}
	if e.unit > 0 {
		return e.scanUnits(floor)
	}
	n := int(math.Ceil(top*e.radius/0.25)) + 200
	x := slices.Clone(e.grid)
	for i := range n {
		x = append(x, e.radius*float64(i)/float64(n))
	}
	slices.Sort(x)
	x = slices.Compact(x)
	p := peaks(e.ctx, e.errorAt, valueUnits+int64(len(e.sol.Cols)), x, floor)
	e.sup = highest(p)
	return p
}

// scanUnits is scanRows where only multiples of the unit count.
func (e *exchange) scanUnits(floor float64) []peak {
	n := int(e.radius / e.unit)
	v := make([]float64, n+3) // with a 0 at both ends
	for i := range n + 1 {
		v[i+1] = math.Abs(e.errorAt(float64(i) * e.unit))
	}
	var p []peak
	for i := 1; i <= n+1; i++ {
		if v[i] > floor && v[i] >= v[i-1] && v[i] > v[i+1] {
			p = append(p, peak{float64(i-1) * e.unit, v[i]})
		}
	}
	e.sup = highest(p)
	return p
}

func highest(p []peak) float64 {
	v := 0.0
	for _, q := range p {
		v = max(v, q.v)
	}
	return v
}

// prices returns the function Σ λ_i Λ_d(ω z_i)/w(ω).
func (e *exchange) prices(z []float64, lambda []float64) func(float64) float64 {
	return func(omega float64) float64 {
		s := 0.0
		for i := range z {
			s += lambda[i] * e.fast.At(omega*z[i])
		}
		return s / e.weight.at(omega)
	}
}

// scanCols returns the peaks above floor of |Σ λ_i Λ_d(ω z_i)|/w(ω), and sets e.price.
func (e *exchange) scanCols(z, lambda []float64, floor float64) []peak {
	end := e.top
	if end == 0 {
		end = e.scanEnd(z, lambda, floor)
	}
	n := min(int(math.Ceil(end*e.radius/scanStep)), scanMost)
	x := make([]float64, n+1)
	for i := range x {
		x[i] = scanStep * float64(i) / e.radius
	}
	if e.top > 0 {
		x[n] = e.top
	}
	p := peaks(e.ctx, e.prices(z, lambda), 1+int64(len(z)), x, floor)
	e.price = highest(p)
	return p
}

// scanEnd returns a radius beyond which the prices stay below floor, or change no more, by the decay of Λ_d.
func (e *exchange) scanEnd(z, lambda []float64, floor float64) float64 {
	if e.dim == 1 {
		return math.Pi / cosineUnit(e.radius)
	}
	end := 40 / e.radius
	for ; end < scanMost*scanStep/e.radius; end *= 1.1 {
		constant, rest := 0.0, 0.0
		for i := range z {
			if z[i] == 0 {
				constant += lambda[i]
			} else {
				rest += math.Abs(lambda[i]) * envelope(e.dim, end*z[i])
			}
		}
		if w := e.weight.floor(end); rest < max(0.95*floor*w-math.Abs(constant), priceTol/4*w) {
			break
		}
	}
	return end
}

// envelope returns about the amplitude of Λ_d beyond x, at most 1.
func envelope(dim int, x float64) float64 {
	nu := float64(dim)/2 - 1
	if dim == 1 || x <= nu+1 {
		return 1
	}
	lg := elem64.Lgamma(nu + 1)
	return min(1, math.Exp(lg+nu*elem64.Log(2/x)-0.25*elem64.Log((x-nu)*(x+nu)))*math.Sqrt(2/math.Pi))
}

// largest returns the n largest peaks.
func largest(p []peak, n int) []peak {
	if len(p) <= n {
		return p
	}
	slices.SortFunc(p, func(a, b peak) int { return cmp.Compare(b.v, a.v) })
	return p[:n]
}
