package activation

import (
	"math"
	"slices"

	"krein/internal/quad/gauss"
)

// reach is how many standard deviations are integrated over: beyond is 2e-21.
const reach = Reach

// nodes on a panel: those of the value, and those of rules with which it is compared
const fine = 14

var others = []int{10, 12}

// mean returns E g(aU) g(bV), U and V standard normal with the correlation u, by Gauss–Legendre rules on panels that end
// at the breaks: U by itself, and V = uU + √(1−u²) W with W independent. The error is estimated by rules with fewer nodes
// and by what the integrand is at the ends. Where panels do not resolve g, as cos(2000t), rules differ by about as much as
// each is off: by more now and less then, so that the most of two differences counts three times.
func (t *Term) mean(a, b, u float64) (v, err float64) {
	v, edge := t.integral(a, b, u, fine)
	for _, n := range others {
		rough, _ := t.integral(a, b, u, n)
		err = max(err, 3*math.Abs(v-rough))
	}
	return v, err + edge + 4e-16*math.Abs(v)
}

func (t *Term) integral(a, b, u float64, nodes int) (v, edge float64) {
	sigma := math.Sqrt(max(0, (1-u)*(1+u)))
	sum := normal(panels(t.Breaks, a, 0), nodes, func(x float64) float64 {
		g := t.At(a * x)
		switch {
		case g == 0:
			return 0
		case sigma*b == 0:
			return g * t.At(b*u*x)
		}
		inner := normal(panels(t.Breaks, b*sigma, b*u*x), nodes, func(w float64) float64 { return t.At(b * (u*x + sigma*w)) })
		return g * inner
	})
	for _, x := range []float64{-reach, reach} {
		edge = max(edge, math.Abs(t.At(a*x)*t.At(b*x))*math.Exp(-x*x/2))
	}
	return sum, edge
}

// panels divides [−reach, reach] at the x with scale·x + shift a break, and where that leaves long panels.
func panels(breaks []float64, scale, shift float64) []float64 {
	ends := []float64{-reach, reach}
	add := func(at float64) {
		if x := (at - shift) / scale; x > -reach && x < reach {
			ends = append(ends, x)
		}
	}
	for x := -reach + 1; x < reach; x++ {
		ends = append(ends, x)
	}
	add(0)
	for _, at := range breaks {
		add(at)
	}
	slices.Sort(ends)
	return slices.Compact(ends)
}

// normal returns E f(N), N standard normal, by a rule on each panel.
func normal(ends []float64, nodes int, f func(x float64) float64) (sum float64) {
	x, w := gauss.Legendre(nodes)
	for i := range ends[1:] {
		mid, half := (ends[i]+ends[i+1])/2, (ends[i+1]-ends[i])/2
		for j, t := range x {
			at := mid + half*t
			sum += half * w[j] * math.Exp(-at*at/2) * f(at)
		}
	}
	return sum / math.Sqrt(2*math.Pi)
}
