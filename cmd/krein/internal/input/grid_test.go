package input

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Ranges have nine values: equal ratios of ends that are far apart, equal steps of others.
func TestGrids(t *testing.T) {
	f := &KernelFlags{Params: []string{"l=0.1..10", "tau=3", "a = -1..1", "b=1..2"}}
	grids, err := f.Grids()
	require.NoError(t, err)
	assert.Equal(t, []Grid{
		{"l", []string{"1/10", "0.178", "0.316", "0.562", "1", "1.78", "3.16", "5.62", "10"}},
		{"a", []string{"-1", "-3/4", "-1/2", "-1/4", "0", "1/4", "1/2", "3/4", "1"}},
		{"b", []string{"1", "9/8", "5/4", "11/8", "3/2", "13/8", "7/4", "15/8", "2"}},
	}, grids)
	assert.Equal(t, []string{"l=5.62", "tau=3", "a=0", "b=2"}, f.With(grids, []string{"5.62", "0", "2"}).Params)
	assert.True(t, f.Ranged())
	for _, bad := range []string{"l=2..1", "l=1..x", "l=1..1", "l"} {
		_, err := (&KernelFlags{Params: []string{bad}}).Grids()
		assert.Error(t, err, bad)
	}
}
