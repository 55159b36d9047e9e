package part

import "testing"

func TestSeven(t *testing.T) {
	if Odd(7) == nil {
		t.Error("7")
	}
}
