package stationary_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	check "krein/internal/certify/check/stationary"
	"krein/internal/certify/proof"
)

// combinations is evidence of two functions on each of two subspaces, and of their products.
func combinations(left, right, products string) json.RawMessage {
	return json.RawMessage(fmt.Sprintf(`{"functions":[%s,%s],"products":[%s]}`, left, right, products))
}

// TestForgedCombinations: what is not multiplied out to the kernel, or is made of other functions than positive definite ones,
// is not accepted.
func TestForgedCombinations(t *testing.T) {
	const (
		k     = "exp(-l1)*(1+abs(x1)*abs(x2))" // with e = exp(−s), h = s·exp(−s): ½(e+h)(e+h) + ½(e−h)(e−h)
		sums  = `[["1","1"],["1","-1"]]`
		twice = `{"coef":"1/2","of":[0,0]},{"coef":"1/2","of":[1,1]}`
		pd    = check.PD
	)
	step := func(ev json.RawMessage) *proof.Step { return proof.NewStep("factors.combinations", "", ev) }
	of := func(left, right, products string) *proof.Step { return step(combinations(left, right, products)) }

	require.NoError(t, check.New(t.Context(), proven(t), 1<<30).Step(check.Goal{Claim: pd, Holds: true, Kernel: parsed(t, k, 2)},
		of(sums, sums, twice)))

	forgedAll(t, []forged{
		{k, 2, pd, true, of(sums, sums, `{"coef":"1/2","of":[0,0]}`), "multiplied out, have the coefficient"},
		{k, 2, pd, true, of(sums, sums, twice+`,{"coef":"1","of":[0,1]}`), "multiplied out, have the coefficient"},
		{k, 2, pd, true, of(sums, sums, twice+`,{"coef":"-1","of":[0,0]},{"coef":"1","of":[0,0]}`), "with the coefficient -1"},
		{k, 2, pd, true, of(sums, sums, twice+`,{"coef":"0","of":[0,0]}`), "with the coefficient 0"},
		{k, 2, pd, true, of(sums, sums, twice+`,{"of":[0,0]}`), "missing"},
		{k, 2, pd, true, of(sums, sums, `{"coef":"1/2","of":[0]},{"coef":"1/2","of":[1,1]}`), "a product of 1 functions"},
		{k, 2, pd, true, of(sums, sums, `{"coef":"1/2","of":[0,0]},{"coef":"1/2","of":[1,2]}`), "function 2 of 2"},
		{k, 2, pd, true, of(sums, sums, `{"coef":"1/2","of":[0,0]},{"coef":"1/2","of":[1,-1]}`), "function -1 of 2"},
		{k, 2, pd, true, of(`[["1","0"],["0","1"]]`, sums, twice), "*z in R^1 is refuted"},
		{k, 2, pd, true, of(`[["0","0"]]`, sums, `{"coef":"1/2","of":[0,0]}`), "multiplied out, have the coefficient"},
		{k, 2, pd, true, of(`[["1"]]`, sums, twice), "1 coefficients of 2 functions"},
		{k, 2, pd, true, of(`[["1",null]]`, sums, twice), "not in canonical form"},
		{k, 2, pd, true, of(`[`+strings.Repeat(`["1","1"],`, 8)+`["1","1"]]`, sums, twice), "9 functions on a subspace"},
		{k, 2, pd, true, step(json.RawMessage(`{"functions":[` + sums + `],"products":[` + twice + `]}`)), "functions on 1 subspaces of 2"},
		{k, 2, pd, true, of(sums, sums, strings.Repeat(twice+",", 600)+twice), "more than 4096 products"},
		{"exp(-z^2)*(1+x1)+exp(-x1^2-2*x2^2)", 2, pd, true, of(sums, sums, twice), "odd part"},
		{"tl1(1)", 2, pd, true, of(sums, sums, twice), "no route"},
		{k + "-exp(-l1)/10", 2, pd, true, of(sums, sums, twice), "multiplied out, have the coefficient"},
	})
}

// TestColumns: factors that occur twice on a subspace are one, and those of other subspaces are not there.
func TestColumns(t *testing.T) {
	tensor, err := parsed(t, "cos(x1)*exp(-x2^2)+exp(-abs(x1))*exp(-x2^2)+cos(x1)*exp(-abs(x2))", 2).Tensor()
	require.NoError(t, err)
	for b, want := range [][]string{{"cos(z)", "exp(-1*z)"}, {"exp(-1*z^2)", "exp(-z)"}} {
		var got []string
		for _, f := range check.Column(tensor, b) {
			got = append(got, strings.ReplaceAll(f.Even.String(), ", natural", ""))
		}
		assert.Len(t, got, len(want), "%v", got)
	}
}
