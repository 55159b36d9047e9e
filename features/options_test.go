package features

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNamesRoundTrip(t *testing.T) {
	type all struct {
		Coupling Coupling
		Radii    RadiusLaw
		Budget   Budget
		Exact    Exact
	}
	for i := range int8(8) {
		in := all{Coupling(i), RadiusLaw(i % 3), Budget(i % 3), Exact(i % 4)}
		text, err := json.Marshal(in)
		require.NoError(t, err)
		var out all
		require.NoError(t, json.Unmarshal(text, &out))
		assert.Equal(t, in, out)
	}
	text, err := json.Marshal(all{Shared, RadiiStratified, BudgetProportional, ExactSphere})
	require.NoError(t, err)
	assert.JSONEq(t, `{"Coupling":"shared","Radii":"stratified","Budget":"proportional","Exact":"sphere"}`, string(text))
	var c Coupling
	assert.ErrorContains(t, c.UnmarshalText([]byte("none")), "want iid, orthogonal")
	assert.Equal(t, "invalid(8)", Coupling(8).String())
}
