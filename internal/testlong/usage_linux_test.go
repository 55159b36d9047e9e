package testlong

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestMeasure: work and memory are those of f, and not of what was before.
func TestMeasure(t *testing.T) {
	const size = 200 << 20
	touch := func() {
		b := make([]byte, size)
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
	}
	large := Measure(touch)
	small := Measure(func() { time.Sleep(time.Millisecond) })
	busy := Measure(func() {
		for end := processor() + 20*time.Millisecond; processor() < end; {
		}
	})
	assert.GreaterOrEqual(t, busy.Processor, 20*time.Millisecond)
	assert.Less(t, small.Processor, 20*time.Millisecond)
	if large.Memory == 0 {
		t.Skip("the system does not tell the peak of memory")
	}
	assert.GreaterOrEqual(t, large.Memory, int64(size))
	assert.Less(t, small.Memory, int64(size))
}
