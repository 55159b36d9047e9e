package family

import (
	"fmt"
	"strings"
)

// words are a family's function and the condition of its theorem, with the parameters of the evidence in their order.
type words struct {
	function, condition string
	params              []string
}

var says = map[string]words{
	"askey":          {"(1−z/R)^δ on z < R", "if and only if δ ≥ (d+1)/2", []string{"R", "δ"}},
	"wendland":       {"Wendland's function φ_{μ,κ}(z/R)", "if μ ≥ (d+1)/2 + κ", []string{"R", "μ", "κ"}},
	"euclid-hat":     {"Euclid's hat of R^n on z < R", "if d ≤ n", []string{"R", "n"}},
	"damped-cosine":  {"exp(−λz) cos(ωz)", "if and only if λ ≥ ω cot(π/(2d))", []string{"λ", "ω"}},
	"damped-sine":    {"exp(−λz) sin(ωz)/(ωz)", "if and only if (d−1) arctan(ω/λ) ≤ π", []string{"λ", "ω"}},
	"lambda-squared": {"Λ_n(bz)²", "if d ≤ 2n−1", []string{"b²", "n"}},
	"gaussian-wave": {"exp(−az²) Λ_n(bz)", "if f(y) = ₁F₁((n−d)/2; n/2; y) ≥ 0 up to x = b²/(4a), and not if f(x) < 0",
		[]string{"a", "b²", "n"}},
	"bohman":  {"Bohman's function of z/R", "if d = 1", []string{"R"}},
	"buhmann": {"Buhmann's function of z/R", "if d ≤ 3", []string{"R"}},
}

// Says is the sentence for an engineer: what k is, and when such functions are positive definite.
func (m Member) Says() string {
	w := says[m.Name]
	values := make([]string, len(w.params))
	for i, name := range w.params {
		values[i] = name + " = " + m.Evidence.Params[i]
	}
	multiple := ""
	if m.Evidence.Factor != "1" {
		multiple = "a positive multiple of "
	}
	return fmt.Sprintf("k is %s%s with %s: positive definite on R^d %s",
		multiple, w.function, strings.Join(values, ", "), w.condition)
}
