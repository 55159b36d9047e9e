package minimal

import (
	"math"
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/special/double"
)

// weight is the price w(ω) of mass at a radius.
type weight interface {
	at(omega float64) float64
	// floor is about the least weight beyond omega, beyond a proved lower bound of it.
	floor(omega float64) float64
	beyond(omega float64) ball.Mag
	// square returns w² as a sum, nil for the weight 1.
	square() *lambdaSum
}

// unitWeight is the weight 1: the total mass is minimised.
type unitWeight struct{}

func (unitWeight) at(float64) float64      { return 1 }
func (unitWeight) floor(float64) float64   { return 1 }
func (unitWeight) beyond(float64) ball.Mag { return ball.MagUint(1) }
func (unitWeight) square() *lambdaSum      { return nil }

// distanceWeight is w(ω)² = E cos²⟨w, x−y⟩ = ½ + ½ E Λ_d(2ω‖x−y‖), ‖w‖ = ω, over equally likely distances.
type distanceWeight struct {
	dim  int
	two  []float64 // twice the distances
	fast *double.Lambda
	sum  *lambdaSum
}

func newDistanceWeight(dim int, distances []float64) *distanceWeight {
	w := &distanceWeight{dim: dim, fast: double.NewLambda(float64(dim))}
	x, c := []float64{0}, []float64{0.5}
	// 1/(2n) is not a float64: the shares are multiples of 2⁻⁴⁰ that add up to ½.
	n := len(distances)
	left := 0.5
	for i, z := range distances {
		share := math.Floor(left/float64(n-i)*0x1p40) * 0x1p-40
		if i == n-1 {
			share = left
		}
		left -= share
		w.two = append(w.two, 2*z)
		x, c = append(x, 2*z), append(c, share)
	}
	w.sum = newLambdaSum(dim, x, c, 1)
	return w
}

func (w *distanceWeight) at(omega float64) float64 {
	s := 0.0
	for j, x := range w.sum.x {
		s += w.sum.c[j] * w.fast.At(x*omega)
	}
	return math.Sqrt(max(s, 0))
}

func (w *distanceWeight) floor(omega float64) float64 { return w.beyond(omega).Float64() }

func (w *distanceWeight) beyond(omega float64) ball.Mag {
	// The constant terms, those of distance 0 included, less what the others can be.
	var sum, c ball.Real
	for j, x := range w.sum.x {
		if x == 0 {
			sum.Add(&sum, c.SetFloat64(w.sum.c[j]), w.sum.taylor.prec)
		}
	}
	return sum.MagLower().SubLower(w.sum.decayed(omega)).SqrtLower()
}

func (w *distanceWeight) square() *lambdaSum { return w.sum }

// distanceMost is the number of distances that stand for a sample.
const distanceMost = 64

// quantiles returns at most distanceMost distances that stand for the sample: the medians of equal shares of it.
func quantiles(sample []float64) []float64 {
	s := slices.Clone(sample)
	slices.Sort(s)
	if len(s) <= distanceMost {
		return s
	}
	out := make([]float64, distanceMost)
	for i := range out {
		out[i] = s[(2*i+1)*len(s)/(2*distanceMost)]
	}
	return out
}

func bigFloat(x float64) *big.Float { return new(big.Float).SetFloat64(x) }
