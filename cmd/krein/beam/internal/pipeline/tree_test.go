package pipeline

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Whatever the order of shards and of accumulators, they are combined along one tree, in their
// order.
func TestTree(t *testing.T) {
	finders["brackets"] = finder{merge: func(left, right []byte) ([]byte, error) {
		return fmt.Appendf(nil, "(%s %s)", left, right), nil
	}}
	defer delete(finders, "brackets")
	draw := rand.New(rand.NewPCG(1, 2))
	fn := &treeFn{"brackets"}
	for n, want := range map[int]string{1: "0", 2: "(0 1)", 3: "((0 1) 2)", 5: "(((0 1) (2 3)) 4)",
		6: "(((0 1) (2 3)) (4 5))", 23: ""} {
		for range 40 {
			all := make([]forest, 1+draw.IntN(4))
			for _, i := range draw.Perm(n) {
				k := draw.IntN(len(all))
				var err error
				all[k], err = fn.AddInput(all[k], part{i, n, fmt.Append(nil, i)})
				require.NoError(t, err)
			}
			sum := fn.CreateAccumulator()
			for _, k := range draw.Perm(len(all)) {
				var err error
				sum, err = fn.MergeAccumulators(sum, all[k])
				require.NoError(t, err)
			}
			got, err := fn.ExtractOutput(sum)
			require.NoError(t, err)
			if want == "" {
				want = string(got)
			}
			assert.Equal(t, want, string(got))
		}
	}
	f, err := fn.AddInput(forest{}, part{1, 3, nil})
	require.NoError(t, err)
	_, err = fn.ExtractOutput(f)
	assert.ErrorContains(t, err, "of 3 shards some were not read")
}

// What a worker said is found in what a runner makes of it.
func TestPlain(t *testing.T) {
	err := fmt.Errorf("job failed:\n%w\n caused by", marked(fmt.Errorf("row 3 is NaN")))
	assert.EqualError(t, plain(err), "row 3 is NaN")
	other := fmt.Errorf("no runner")
	assert.ErrorIs(t, plain(other), other)
	assert.ErrorContains(t, plain(other), "goes on from there")
	assert.NoError(t, plain(marked(nil)))
}
