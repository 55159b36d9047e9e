package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPlan(t *testing.T) {
	code, out, stderr := krein(t, "", "plan", "delta_gaussian(1,10)", "--dim", "4", "--error", "0.05", "--diameter", "2", "--columns", "512", "--json")
	require.Equal(t, exitDone, code, stderr)
	var v planView
	require.NoError(t, json.Unmarshal([]byte(out), &v))
	require.NotEmpty(t, v.Plans)
	assert.Equal(t, "Jordan", v.Plans[0].Measure)
	assert.Equal(t, 2.0, v.Diameter)
	rows := v.Plans[0].Rows
	require.Len(t, rows, 5)
	for i := 1; i < len(rows); i++ {
		assert.Positive(t, rows[i].Columns)
	}
	assert.Greater(t, rows[0].Columns, 1e5)
	assert.Less(t, rows[4].Columns, rows[3].Columns)
	assert.Less(t, rows[4].Error, 0.05)

	// On the sphere, and a kernel that is exact there.
	code, out, stderr = krein(t, "", "plan", "spherical_polynomial(3,1)", "--dim", "4")
	require.Equal(t, exitDone, code, stderr)
	assert.Contains(t, out, "zonal on S^3, degrees to 1")
	for _, bad := range [][]string{
		{"plan", "exp(-z)", "--dim", "0"},
		{"plan", "exp(-z)", "--dim", "2", "--error", "-1"},
		{"plan", "exp(-z)", "--dim", "2", "--columns", "6"},
		{"plan", "exp(-z)", "--dim", "2", "--confidence", "2"},
	} {
		code, _, _ := krein(t, "", bad...)
		assert.Equal(t, exitFailed, code, bad)
	}
}

// On the sphere the polynomial kernel has no error from 17 columns on, and kernels without a Jordan
// decomposition are measured all the same.
func TestEvaluateOnTheSphere(t *testing.T) {
	data := dataFile(t, 40, 16)
	code, out, stderr := krein(t, "", "evaluate", "spherical_polynomial(3,1)", "--data", data, "--label", "first", "--runs", "2", "--columns", "32", "--json")
	require.Equal(t, exitDone, code, stderr)
	var v struct {
		Results []struct {
			Representation string  `json:"representation"`
			Total          int     `json:"total_columns"`
			Bias           float64 `json:"bias"`
			Error          struct{ Mean float64 }
		} `json:"results"`
	}
	require.NoError(t, json.Unmarshal([]byte(out), &v))
	require.NotEmpty(t, v.Results)
	r := v.Results[0]
	assert.Equal(t, "zonal on S^15, degrees to 1", r.Representation)
	assert.Equal(t, 17, r.Total)
	assert.Less(t, r.Error.Mean, 1e-14)
	assert.Contains(t, stderr, "no Jordan decomposition")
	code, out, stderr = krein(t, "", "evaluate", "ntk", "--data", data, "--label", "first", "--runs", "2", "--columns", "64")
	require.Equal(t, exitDone, code, stderr)
	assert.Contains(t, out, "step and ReLU functions")
}
