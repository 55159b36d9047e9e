package stationary_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/fourier/language"
)

// TestProductOfForms: factors that are functions of one quadratic form are one part, others of the same coordinates are
// parts of their own.
func TestProductOfForms(t *testing.T) {
	for formula, want := range map[string][]string{
		"(1+sqrt(x1^2+x2^2))*exp(-sqrt(x1^2+x2^2))*exp(-abs(x3))": {
			"(1 + sqrt(x1^2 + x2^2))*exp(-sqrt(x1^2 + x2^2))", "exp(-abs(x3))"},
		"exp(-abs(x3))*(1+x1^2+4*x2^2)*cos(x3)*exp(-2*sqrt(x1^2+4*x2^2))": {
			"exp(-abs(x3))*cos(x3)", "(1 + x1^2 + 4*x2^2)*exp(-2*sqrt(x1^2 + 4*x2^2))"},
		"exp(-sqrt(x1^2+x2^2))*exp(-sqrt(x1^2+2*x2^2))*exp(-abs(x3))": {
			"exp(-sqrt(x1^2 + x2^2))", "exp(-sqrt(x1^2 + 2*x2^2))", "exp(-abs(x3))"},
		"exp(-abs(x1-x2))*exp(-abs(x1+x2))": {"exp(-abs(sqrt(2)*t[1,-1,0]))", "exp(-abs(sqrt(2)*t[1,1,0]))"},
	} {
		k, err := language.Parse(formula, 3, nil)
		require.NoError(t, err)
		parts, err := k.Product()
		require.NoError(t, err)
		var got []string
		for _, p := range parts {
			got = append(got, p.Formula())
		}
		assert.Equal(t, want, got, formula)
	}
}

// TestSummandsOfForms: summands of one quadratic form in several coordinates are one part, those of one coordinate are
// several.
func TestSummandsOfForms(t *testing.T) {
	for formula, want := range map[string][]string{
		"exp(-sqrt(x1^2+x2^2))-exp(-3*sqrt(x1^2+x2^2))/2+exp(-abs(x3))": {
			"exp(-sqrt(x1^2 + x2^2)) + -(exp(-3*sqrt(x1^2 + x2^2))/2)", "exp(-abs(x3))"},
		"exp(-sqrt(x1^2+x2^2))+exp(-sqrt(x1^2+2*x2^2))": {
			"exp(-sqrt(x1^2 + x2^2))", "exp(-sqrt(x1^2 + 2*x2^2))"},
		"exp(-abs(x1))+exp(-2*abs(x1))+exp(-sqrt(x2^2+x3^2))": {
			"exp(-abs(x1))", "exp(-2*abs(x1))", "exp(-sqrt(x2^2 + x3^2))"},
		"exp(-z)+exp(-z^2)+sqrt(1+z^2)-z+exp(-abs(x3))": { // what grows by itself is no part
			"exp(-z) + sqrt(1 + z^2) + -z", "exp(-z^2)", "exp(-abs(x3))"},
	} {
		k, err := language.Parse(formula, 3, nil)
		require.NoError(t, err)
		parts, err := k.Summands()
		require.NoError(t, err)
		var got []string
		for _, p := range parts {
			got = append(got, p.Formula())
		}
		assert.Equal(t, want, got, formula)
	}
}
