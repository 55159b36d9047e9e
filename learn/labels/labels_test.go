package labels

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLabels(t *testing.T) {
	l, y := New([]string{"10", "9", "-1", "9"})
	assert.Equal(t, []string{"-1", "9", "10"}, l.Names)
	assert.Equal(t, []int{2, 1, 0, 1}, y)
	l, y = New([]string{"b", "10", "a"})
	assert.Equal(t, []string{"10", "a", "b"}, l.Names)
	assert.Equal(t, []int{2, 0, 1}, y)
	_, err := l.Classes([]string{"a", "c"})
	assert.ErrorContains(t, err, `row 2 has the label "c"`)
}

// One number is one label, as many digits as it has; words are as they are written.
func TestNumbersAsLabels(t *testing.T) {
	l, y := New([]string{"1.0", "+1", "1", "-0", "0.00", "10e-1", "1e400000000000", "2"})
	assert.Len(t, y, 8)
	assert.Len(t, l.Names, 8, "one is out of range: they are words")
	l, y = New([]string{"1.0", "+1", "1", "-0", "0.00", "10e-1", "20", "2E1"})
	assert.Equal(t, []string{"-0", "1", "20"}, l.Names)
	assert.Equal(t, []int{1, 1, 1, 0, 0, 1, 2, 2}, y)
	y, err := l.Classes([]string{"0", "1.000", "2.0e+01"})
	assert.NoError(t, err)
	assert.Equal(t, []int{0, 1, 2}, y)
	_, err = l.Classes([]string{"11"})
	assert.Error(t, err)
	l, y = New([]string{"9007199254740994", "9007199254740993", "90071992547409930e-1"})
	assert.Equal(t, []string{"9007199254740993", "9007199254740994"}, l.Names)
	assert.Equal(t, []int{1, 0, 0}, y)
	l, _ = New([]string{"1", "1.0", "one"})
	assert.Len(t, l.Names, 3)
}
