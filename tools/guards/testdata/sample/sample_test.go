package sample

import (
	"os"
	"testing"
	"time"

	"krein/tools/guards/testdata/sample/part"
)

func TestOdd(t *testing.T) {
	if part.Odd(3) != nil || part.Odd(4) == nil {
		t.Error("3, 4")
	}
}

func TestCheck(t *testing.T) {
	for n, want := range map[int]bool{-20: false, -1: false, 0: true, 13: false, 50: true} {
		if (Check(n) == nil) != want {
			t.Errorf("Check(%d) = %v", n, Check(n))
		}
	}
}

func TestParse(t *testing.T) {
	for s, want := range map[string]bool{"5": true, "x": false, "-1": false} {
		if _, err := Parse(s); (err == nil) != want {
			t.Errorf("Parse(%s): %v", s, err)
		}
	}
}

func TestSign(t *testing.T) {
	for _, s := range []string{"0", "?"} {
		if _, err := Sign(s); err == nil {
			t.Errorf("Sign(%s)", s)
		}
	}
}

func TestHalve(t *testing.T) {
	if n, err := Halve(24); n != 3 || err != nil {
		t.Error(n, err)
	}
	if _, err := Halve(0); err == nil {
		t.Error("0")
	}
}

func TestRules(t *testing.T) {
	if rules[0].Supposes != Continuous || rules[0].check(3) {
		t.Error("rule 0")
	}
	_ = rules[2].Supposes // and nothing depends on it
}

func TestFirst(t *testing.T) {
	if First(12) == nil {
		t.Error("12")
	}
}

// TestSlow is left out.
func TestSlow(t *testing.T) {
	if os.Getenv("SAMPLE_SLOW") != "" {
		time.Sleep(10 * time.Second)
	}
	if Check(200) == nil {
		t.Error("200")
	}
}

// TestBroken fails when it is told to.
func TestBroken(t *testing.T) {
	if os.Getenv("SAMPLE_BROKEN") != "" {
		t.Error("broken")
	}
}
