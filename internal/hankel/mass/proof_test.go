package mass

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/internal/hankel/sign"
)

// TestMassProofCheck: what no search writes is refused.
func TestMassProofCheck(t *testing.T) {
	sgn := &sign.Proof{Sign: sign.Nonnegative, Method: sign.ByParts}
	good := func() *Proof {
		return &Proof{Method: ByOneSidedTail, Prec: 64,
			Panels: &Panels{Ends: []float64{1, 2, 3}, Zeros: [][2]float64{{1, 1.5}, {2, 3}}, SignFrom: 2}}
	}
	require.NoError(t, good().check())
	require.NoError(t, (&Proof{Method: BySign, Prec: 64, Sign: sgn}).check())
	require.Error(t, (*Proof)(nil).check())
	for name, f := range map[string]func(q *Proof){
		"low precision":  func(q *Proof) { q.Prec = 31 },
		"high precision": func(q *Proof) { q.Prec = 1025 },
		"no method":      func(q *Proof) { q.Method = 0 },
		"other method":   func(q *Proof) { q.Method = 5 },
		"sign missing":   func(q *Proof) { q.Method = BySign; q.Panels.SignFrom = 0 },
		"sign too much":  func(q *Proof) { q.Sign = sgn },
		"negative sign": func(q *Proof) {
			q.Method, q.Sign = BySign, &sign.Proof{Sign: sign.Negative, Method: sign.ByValue}
		},
		"sign and panels":    func(q *Proof) { q.Method, q.Sign, q.Panels.SignFrom = BySign, sgn, 0 },
		"no panels":          func(q *Proof) { q.Panels = nil },
		"one end":            func(q *Proof) { q.Panels.Ends, q.Panels.Zeros = q.Panels.Ends[:1], nil },
		"too many ends":      func(q *Proof) { q.Panels.Ends, q.Panels.Zeros = make([]float64, mostMassPanels+2), nil },
		"decreasing":         func(q *Proof) { q.Panels.Ends[1] = 1 },
		"too long":           func(q *Proof) { q.Panels.Ends[1] = 2.5; q.Panels.Ends[2] = 5.1; q.Panels.Zeros = nil },
		"zero":               func(q *Proof) { q.Panels.Ends[0] = 0; q.Panels.Zeros = nil },
		"not a number":       func(q *Proof) { q.Panels.Ends[1] = math.NaN(); q.Panels.Zeros = nil },
		"infinite":           func(q *Proof) { q.Panels.Ends[2] = math.Inf(1); q.Panels.Zeros = nil },
		"zeros swapped":      func(q *Proof) { z := q.Panels.Zeros; z[0], z[1] = z[1], z[0] },
		"two zeros":          func(q *Proof) { q.Panels.Zeros[1] = [2]float64{1.6, 1.7} },
		"zero across":        func(q *Proof) { q.Panels.Zeros[0][1] = 2.1 },
		"zero reversed":      func(q *Proof) { q.Panels.Zeros[0] = [2]float64{1.5, 1} },
		"zero before":        func(q *Proof) { q.Panels.Zeros[0][0] = 0.9 },
		"zero after":         func(q *Proof) { q.Panels.Zeros[1][1] = 3.1 },
		"zero not a number":  func(q *Proof) { q.Panels.Zeros[1][0] = math.NaN() },
		"no sign from":       func(q *Proof) { q.Panels.SignFrom = 0 },
		"sign too late":      func(q *Proof) { q.Panels.SignFrom = 3.5 },
		"sign negative":      func(q *Proof) { q.Panels.SignFrom = -1 },
		"waves not wanted":   func(q *Proof) { q.Panels.Waves = 60 },
		"waves and a sign":   func(q *Proof) { q.Method, q.Panels.Waves = ByWaves, 60 },
		"no waves":           func(q *Proof) { q.Method, q.Panels.SignFrom = ByWaves, 0 },
		"waves too early":    func(q *Proof) { q.Method, q.Panels.SignFrom, q.Panels.Waves = ByWaves, 0, 4 },
		"waves too late":     func(q *Proof) { q.Method, q.Panels.SignFrom, q.Panels.Waves = ByWaves, 0, 1e7 },
		"bounded, with sign": func(q *Proof) { q.Method = ByBoundedTail },
		"far in a panel":     func(q *Proof) { q.Panels.Far = 2.5 },
	} {
		q := good()
		f(q)
		var e *Error
		require.ErrorAs(t, q.check(), &e, name)
	}
}
