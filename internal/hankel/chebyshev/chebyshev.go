// Package chebyshev interpolates densities by Chebyshev polynomials on intervals.
package chebyshev

import (
	"math"
	"sync"
)

// Roundoff is the unit roundoff of float64.
const Roundoff = 0x1p-53

// Zeros returns the sign changes of the interpolant inside the panel.
func (p *Panel) Zeros() []float64 {
	if p.cut {
		return p.cuts
	}
	p.cut = true
	var rest float64
	for _, c := range p.c[1:] {
		rest += math.Abs(c)
	}
	if math.Abs(p.c[0]) > rest {
		return nil
	}
	// Between three points for each degree a polynomial turns once at most: where it comes nearer to 0 from one side, it
	// is followed to the turn, so that no dip is missed that is narrower than the points are apart.
	const n = 3 * Nodes
	var x, f [n + 1]float64
	for i := range x {
		x[i] = p.A + (p.B-p.A)*(1-math.Cos(math.Pi*float64(i)/n))/2
		f[i] = p.At(x[i])
	}
	for i := 1; i <= n; i++ {
		if i < n && (f[i-1] < 0) == (f[i] < 0) && (f[i] < 0) == (f[i+1] < 0) &&
			math.Abs(f[i]) <= math.Abs(f[i-1]) && math.Abs(f[i]) < math.Abs(f[i+1]) {
			if turn, value := p.turn(x[i-1], x[i+1], f[i] < 0); value < 0 != (f[i] < 0) {
				p.cuts = append(p.cuts, Bracket(p.At, x[i-1], turn, f[i-1]), Bracket(p.At, turn, x[i+1], value))
			}
		}
		if f[i-1] < 0 != (f[i] < 0) {
			p.cuts = append(p.cuts, Bracket(p.At, x[i-1], x[i], f[i-1]))
		}
	}
	return p.cuts
}

// turn looks for a point of [a, b] where the interpolant, negative or not at both ends, has the other sign, by golden
// section towards the extremum; it returns the last point with the value there.
func (p *Panel) turn(a, b float64, negative bool) (x, value float64) {
	sign := 1.0
	if negative {
		sign = -1
	}
	const ratio = 0.6180339887498949
	u, v := b-ratio*(b-a), a+ratio*(b-a)
	fu, fv := sign*p.At(u), sign*p.At(v)
	for range 64 {
		x, value = u, fu
		if fv < fu {
			x, value = v, fv
		}
		if value < 0 || !(a < u && u < v && v < b) {
			break
		}
		if fu < fv {
			b, v, fv = v, u, fu
			u = b - ratio*(b-a)
			fu = sign * p.At(u)
		} else {
			a, u, fu = u, v, fv
			v = a + ratio*(b-a)
			fv = sign * p.At(v)
		}
	}
	return x, sign * value
}

// Bracket returns a zero of f in [a,b], where f changes sign and f(a) = fa, by the
// Illinois variant of regula falsi, with bisection where that is slow.
func Bracket(f func(float64) float64, a, b, fa float64) float64 {
	fb := f(b)
	side := 0
	for i := 0; i < 80 && b-a > 4*Roundoff*(math.Abs(a)+math.Abs(b)); i++ {
		x := (a*fb - b*fa) / (fb - fa)
		if i%4 == 3 || !(x > a && x < b) {
			x = a + (b-a)/2
		}
		if x <= a || x >= b {
			break
		}
		fx := f(x)
		if fx == 0 {
			return x
		}
		if fx < 0 == (fa < 0) {
			a, fa = x, fx
			if side == -1 {
				fb /= 2
			}
			side = -1
		} else {
			b, fb = x, fx
			if side == 1 {
				fa /= 2
			}
			side = 1
		}
	}
	return a + (b-a)/2
}

// Nodes is the number of Chebyshev nodes of a panel; panelChecks further values test
// the interpolant between the nodes, which exposes an oscillation too fast for it.
const (
	Nodes       = 24
	panelChecks = 2
	Evals       = Nodes + panelChecks
)

// Panel is the Chebyshev interpolant of a density on [a,b] and its antiderivative.
type Panel struct {
	A, B float64
	c    [Nodes]float64     // Σ c_k T_k
	anti [Nodes + 1]float64 // its integral from a, in the variable ω
	Amp  float64            // max |m| at the nodes
	Err  float64            // estimated max |interpolant − m|, the error of m included
	Mean float64            // the same, averaged over the panel: the error of the integral
	Rest float64            // interpolation error alone
	cuts []float64          // sign changes of the interpolant
	cut  bool               // cuts is known
}

// Tables are the nodes of a panel on [−1, 1], the further values among them, and the transform of
// values into coefficients.
var Tables = sync.OnceValue(func() (t struct {
	Nodes  [Evals]float64        // n Chebyshev points of the first kind, then the checks
	cosine [Nodes][Nodes]float64 // the discrete cosine transform
},
) {
	for i := range Nodes {
		theta := math.Pi * (float64(i) + 0.5) / Nodes
		t.Nodes[i] = math.Cos(theta)
		for k := range Nodes {
			t.cosine[k][i] = 2.0 / Nodes * math.Cos(float64(k)*theta)
		}
	}
	for i := range Nodes {
		t.cosine[0][i] /= 2
	}
	t.Nodes[Nodes], t.Nodes[Nodes+1] = 0.387213, -0.612877 // nowhere near a node or a symmetry
	return t
})

// Fit interpolates the values m (with errors errs) at the nodes of the panel.
func (p *Panel) Fit(m, errs []float64) {
	t := Tables()
	var worst, sum float64
	for i := range Nodes {
		p.Amp = max(p.Amp, math.Abs(m[i]))
	}
	for i := range Evals {
		worst = max(worst, errs[i])
		sum += errs[i]
	}
	for k := range Nodes {
		var s float64
		for i := range Nodes {
			s += t.cosine[k][i] * m[i]
		}
		p.c[k] = s
	}
	h := (p.B - p.A) / 2
	at := func(k int) float64 {
		if k < Nodes {
			return p.c[k]
		}
		return 0
	}
	p.anti[1] = h * (p.c[0] - p.c[2]/2)
	for k := 2; k <= Nodes; k++ {
		p.anti[k] = h * (at(k-1) - at(k+1)) / float64(2*k)
	}
	sign := 1.0
	for k := 1; k <= Nodes; k++ {
		p.anti[0] += sign * p.anti[k]
		sign = -sign
	}
	for k := Nodes - 3; k < Nodes; k++ {
		p.Rest = max(p.Rest, math.Abs(p.c[k]))
	}
	for i := Nodes; i < Evals; i++ {
		p.Rest = max(p.Rest, math.Abs(p.At(p.A+h*(1+t.Nodes[i]))-m[i])-errs[i])
	}
	rounding := 4 * Roundoff * p.Amp
	p.Err = worst + 2*p.Rest + 4*rounding
	p.Mean = sum/Evals + p.Rest + rounding
}

func clenshaw(c []float64, x float64) float64 {
	var b1, b2 float64
	x2 := 2 * x
	for k := len(c) - 1; k > 0; k-- {
		b1, b2 = c[k]+x2*b1-b2, b1
	}
	return c[0] + x*b1 - b2
}

// local maps ω to [−1,1].
func (p *Panel) local(omega float64) float64 {
	return ((omega - p.A) - (p.B - omega)) / (p.B - p.A)
}

// At returns the interpolant.
func (p *Panel) At(omega float64) float64 { return clenshaw(p.c[:], p.local(omega)) }

// Integral returns the integral of the interpolant from x to y.
func (p *Panel) Integral(x, y float64) float64 {
	var lower float64
	if x > p.A {
		lower = clenshaw(p.anti[:], p.local(x))
	}
	return clenshaw(p.anti[:], p.local(y)) - lower
}
