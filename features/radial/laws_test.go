package radial

import (
	"math"

	"gonum.org/v1/gonum/mathext"

	"krein/decompose"
	"krein/internal/features/maptest"
)

// chi is the radius law of exp(−z²/(2τ²)) in R^d.
type chi struct{ d, tau float64 }

func (c chi) Quantile(u float64) float64 {
	return math.Sqrt(2*mathext.GammaIncRegInv(c.d/2, u)) / c.tau
}

// gaussian is the decomposition of exp(−z²/(2τ²)).
func gaussian(d int, tau float64) *decompose.Decomposition {
	return &decompose.Decomposition{Dim: d, Plus: decompose.Part{Mass: 1, Radii: chi{float64(d), tau}}}
}

type quantileFunc = maptest.Quantiles

var (
	deltaGaussian       = maptest.DeltaGaussian
	deltaGaussianKernel = maptest.DeltaGaussianKernel
	data                = maptest.Data
)
