package plan

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"krein/decompose"
	"krein/internal/elem64"
)

// Beta returns β_d, see the package comment.
func Beta(d int) float64 {
	x := float64(d)
	a, b := elem64.Pow(x/2, -x/(x+2)), elem64.Pow(x/2, 2/(x+2))
	return (a + b) * elem64.Pow(2, (6*x+2)/(x+2))
}

// Uniform are the numbers that bounds for independent frequencies need.
type Uniform struct {
	Dim    int
	Mass   []float64 // that are sampled, of each part
	Second []float64 // E‖w‖² of each part
	Bias   float64   // |E k̂ − k| on the domain
}

// UniformOf returns those of a decomposition, with its bias at distances up to the radius. Second
// moments are estimated but for measures of least mass or variance, whose radii are atoms.
func UniformOf(dec *decompose.Decomposition, bias float64) Uniform {
	u := Uniform{Dim: dec.Dim, Bias: bias, Mass: make([]float64, 2), Second: make([]float64, 2)}
	for i, p := range []*decompose.Part{&dec.Plus, &dec.Minus} {
		if u.Mass[i] = p.Mass; p.Mass > 0 {
			u.Second[i] = p.SecondMoment()
		}
	}
	return u
}

// parts counts the parts that are sampled.
func (u *Uniform) parts() float64 {
	n := 0.0
	for _, m := range u.Mass {
		if m > 0 {
			n++
		}
	}
	return n
}

// alpha returns α.
func (u *Uniform) alpha() float64 {
	a := 0.0
	for i, m := range u.Mass {
		if m > 0 {
			a += 2 * m * math.Sqrt(u.Second[i])
		}
	}
	return a
}

// Everywhere returns the columns, two for each frequency, that give |k̂ − k| ≤ eps at all distances up to diameter at
// once with probability 1 − delta: both parts together. +Inf if the bias or a second moment forbids it.
func (u *Uniform) Everywhere(diameter, eps, delta float64) float64 {
	return u.together(eps, func(eps, mass float64) float64 {
		return frequencies(u.Dim, diameter, eps, delta, mass, u.alpha())
	})
}

// together returns the columns of all parts for the number of frequencies of a part that the error beyond the bias, and
// the mass, ask for.
func (u *Uniform) together(eps float64, frequencies func(eps, mass float64) float64) float64 {
	eps -= u.Bias
	mass := floats.Sum(u.Mass)
	switch {
	case !(eps > 0):
		return math.Inf(1)
	case mass == 0:
		return 0
	}
	return 2 * u.parts() * math.Ceil(frequencies(eps, mass))
}

// PartByPart is Everywhere with half of the error and of delta for each part, as in Proposition 3.1.
func (u *Uniform) PartByPart(diameter, eps, delta float64) float64 {
	eps -= u.Bias
	if !(eps > 0) {
		return math.Inf(1)
	}
	eps, delta = eps/u.parts(), delta/u.parts()
	columns := 0.0
	for i, m := range u.Mass {
		if m > 0 {
			alpha := 2 * m * math.Sqrt(u.Second[i])
			columns += 2 * math.Ceil(frequencies(u.Dim, diameter, eps, delta, m, alpha))
		}
	}
	return columns
}

// frequencies solves the bound for M.
func frequencies(d int, diameter, eps, delta, mass, alpha float64) float64 {
	x := float64(d)
	r := mass / eps
	logs := elem64.Log(Beta(d)/delta) + 2*x/(x+2)*elem64.Log(alpha*diameter/eps)
	return max(1, 4*(x+2)*r*r*logs)
}

// AtOne returns the columns for which |k̂(z) − k(z)| ≤ eps at one distance with probability 1 − delta, by
// Hoeffding's inequality: M ≥ 2(μ₊+μ₋)²/ε² · log(2/δ).
func (u *Uniform) AtOne(eps, delta float64) float64 {
	return u.together(eps, func(eps, mass float64) float64 {
		r := mass / eps
		return 2 * r * r * elem64.Log(2/delta)
	})
}

// rows are the answers of the bounds, and the error of so many columns unless that is 0.
func (u *Uniform) rows(everywhere, one string, diameter, eps, delta float64, columns int) []Row {
	var rows []Row
	for _, b := range []struct {
		criterion, because string
		columns            func(eps float64) float64
	}{
		{everywhere, "net and Hoeffding, all parts together (Proposition 6)",
			func(eps float64) float64 { return u.Everywhere(diameter, eps, delta) }},
		{everywhere, "net and Hoeffding, part by part (Proposition 3.1)",
			func(eps float64) float64 { return u.PartByPart(diameter, eps, delta) }},
		{one, "Hoeffding", func(eps float64) float64 { return u.AtOne(eps, delta) }},
	} {
		r := Row{Criterion: b.criterion, Because: b.because, Proved: true, Columns: reachable(b.columns(eps))}
		if columns > 0 {
			r.Error = reachable(inverse(func(eps float64) bool { return b.columns(eps) <= float64(columns) }))
		}
		rows = append(rows, r)
	}
	return rows
}
