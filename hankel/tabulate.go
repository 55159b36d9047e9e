package hankel

import (
	"cmp"
	"math"
	"slices"

	"krein/internal/hankel/chebyshev"
)

// panelPhase is the largest ω·z that a panel of the interpolation spans: its nodes then resolve it to rounding.
const panelPhase = 7.5

// task is a run of frequencies: omegas[i] for i in which, all within [a,b].
type task struct {
	which []int
	a, b  float64 // a = b: no interpolation
}

// plan sorts the frequencies into tasks.
func (s *Spectrum) plan(omegas []float64) []task {
	order := make([]int, len(omegas))
	for i := range order {
		order[i] = i
	}
	var tasks []task
	chunks := func(which []int, n int) {
		for c := range slices.Chunk(which, n) {
			tasks = append(tasks, task{which: c})
		}
	}
	if s.t == nil {
		chunks(order, 256)
		return tasks
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(omegas[i], omegas[j]) })
	for len(order) > 0 {
		a, b := s.t.interpolationPanel(omegas[order[0]])
		n := 1
		for n < len(order) && omegas[order[n]] <= b {
			n++
		}
		which := order[:n]
		order = order[n:]
		if b > a && n > chebyshev.Evals+chebyshev.Evals/2 {
			tasks = append(tasks, task{which, a, b})
		} else {
			chunks(which, 16)
		}
	}
	return tasks
}

// interpolationPanel returns the panel [a,b] of a fixed subdivision that holds ω; a = b if there is none.
func (t *transform) interpolationPanel(omega float64) (a, b float64) {
	if omega == 0 || math.IsInf(omega, 1) {
		return omega, omega
	}
	_, e := math.Frexp(omega)
	bottom := math.Ldexp(0.5, e)
	reach := t.cut
	if math.IsInf(reach, 1) {
		reach = 4 / bottom // smooth on the scale of ω, or so the test of the panel will show
	}
	n := math.Ceil(bottom * reach / panelPhase)
	h := bottom / n
	i := math.Min(math.Floor((omega-bottom)/h), n-1)
	return bottom + i*h, bottom + (i+1)*h
}

func (k *task) run(s *Spectrum, b *scratch, dst, errs, omegas []float64) {
	if k.b > k.a && s.interpolate(k, b, dst, errs, omegas) {
		return
	}
	for _, i := range k.which {
		dst[i], errs[i] = s.density(omegas[i], b)
	}
}

// interpolate serves a task from the values at Chebyshev nodes, in halves if need be; it
// reports false if that saves nothing or does not reach the accuracy of the values.
func (s *Spectrum) interpolate(k *task, b *scratch, dst, errs, omegas []float64) bool {
	if len(k.which) <= chebyshev.Evals+chebyshev.Evals/2 {
		return false
	}
	var m, e [chebyshev.Evals]float64
	p := chebyshev.Panel{A: k.a, B: k.b}
	var worst float64
	for i, u := range chebyshev.Tables().Nodes {
		// p.b rounds upwards at most, so that nodes stay in one octave
		m[i], e[i] = s.density(k.a+(k.b-k.a)/2*(1+u), b)
		worst = math.Max(worst, e[i])
	}
	if math.IsInf(worst, 1) {
		return false
	}
	p.Fit(m[:], e[:])
	if p.Rest > worst+8*epsilon*p.Amp {
		mid := (k.a + k.b) / 2
		cut := 0
		for cut < len(k.which) && omegas[k.which[cut]] <= mid {
			cut++
		}
		for _, half := range [2]task{{k.which[:cut], k.a, mid}, {k.which[cut:], mid, k.b}} {
			half.run(s, b, dst, errs, omegas)
		}
		return true
	}
	for _, i := range k.which {
		dst[i], errs[i] = p.At(omegas[i]), p.Err
	}
	return true
}
