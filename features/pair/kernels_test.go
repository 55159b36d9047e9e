package pair

import (
	"context"
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/floats"

	"krein/fourier/language"
)

// paper is a kernel of the asymmetric paper with its measure.
type paper struct {
	name   string
	kernel func(delta []float64) float64
	*Representation
}

// papers returns the kernels (9), (10), (11) with r = ρ·1/√d and β = b·1/√d.
func papers(dim int, rho, sigma, b float64) (out []paper) {
	along := func(delta []float64) float64 { return floats.Sum(delta) / math.Sqrt(float64(dim)) }
	radial := func(delta []float64) float64 { return math.Exp(-floats.Dot(delta, delta) / (2 * sigma * sigma)) }
	for _, k := range []struct {
		name   string
		vector float64
		kernel func(delta []float64) float64
	}{
		{"shift_gaussian", rho, func(delta []float64) float64 {
			return radial(delta) * math.Exp(-(2*rho*along(delta)+rho*rho)/(2*sigma*sigma))
		}},
		{"sinh_gaussian", b, func(delta []float64) float64 { return radial(delta) * (1 + math.Sinh(b*along(delta))) }},
		{"cosh_gaussian", b, func(delta []float64) float64 { return radial(delta) * math.Exp(b*along(delta)) }},
	} {
		source := fmt.Sprintf("%s(%v/sqrt(%d), %v)", k.name, k.vector, dim, sigma)
		out = append(out, paper{k.name, k.kernel, represented(source, dim)})
	}
	return out
}

var (
	known   = map[string]*Representation{}
	knowing sync.Mutex
)

// represented decomposes a kernel once.
func represented(source string, dim int) *Representation {
	knowing.Lock()
	defer knowing.Unlock()
	key := fmt.Sprint(dim, " ", source)
	if known[key] == nil {
		k, err := language.Parse(source, dim, diagonal(dim))
		if err != nil {
			panic(err)
		}
		if known[key], err = Represent(context.Background(), k, nil); err != nil {
			panic(err)
		}
	}
	return known[key]
}
