package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const sample = "testdata/sample"

// sweepOf runs the command on the sample, and returns what it prints.
func sweepOf(t *testing.T, s sweep, only, tenth, known string) (string, error) {
	t.Helper()
	t.Setenv("GOWORK", "off")
	t.Setenv("SAMPLE_SLOW", "1")
	var out bytes.Buffer
	s.jobs, s.timeout, s.faster, s.out = 2, 5*time.Second, 4*time.Second, &out
	if s.tests == "" {
		s.tests = "."
	}
	if s.skip == "" {
		s.skip = "^$"
	}
	err := s.run(sample, false, only, tenth, known)
	return out.String(), err
}

func contains(t *testing.T, out string, lines ...string) {
	t.Helper()
	for _, l := range lines {
		if !strings.Contains(out, l) {
			t.Errorf("%q is not in\n%s", l, out)
		}
	}
}

// TestMissed: the guards that no test misses are found, and no others: those that say no in no
// test, those that others imply, declarations, one of several operands, and not those that are only
// noticed because something hangs.
func TestMissed(t *testing.T) {
	out, err := sweepOf(t, sweep{verbose: true}, "", "", "")
	if err == nil {
		t.Error("no error")
	}
	missed := []string{
		"free: Supposes Continuous\tis dropped and no test fails",
		"Check: n < -10\tis dropped and no test fails",
		"Check: n > 100\tsays no in no test",
		"Check: n == 17\tsays no in no test",
		"First: Check(n)\tsays no in no test",
	}
	contains(t, out, missed...)
	contains(t, out, "19 guards in sample, 19 of them looked at, 0 known, 5 missed by no test",
		"TestSlow takes longer than 4s and is left out", "sample.go Check: n < -10: missed", "sample.go Check: n == 13: Test",
		"sample.go Halve: n <= 0: TestHalve", "sample.go even: n%2 != 0: TestRules",
		"sample.go even: Supposes Continuous: TestRules", "sample.go Parse: Check(n): TestParse",
		`sample.go Sign: switch s case "0": TestSign`, "sample.go Sign: switch s default: TestSign",
		"sample.go First: Check(n+1): TestFirst", "part/part.go Odd: n%2 == 0: TestOdd",
		"part/part.go Odd: n == 7: TestSeven")
	if n := strings.Count(out, "\n"); n != 19+len(missed)+2 {
		t.Errorf("%d lines:\n%s", n, out)
	}
}

// TestTests: only the tests asked for count.
func TestTests(t *testing.T) {
	out, err := sweepOf(t, sweep{tests: "^Test(Parse|Sign)$", skip: "^TestSign$"}, "Parse|Sign", "", "")
	if err == nil {
		t.Error("no error")
	}
	contains(t, out, "19 guards in sample, 4 of them looked at, 0 known, 2 missed by no test",
		`Sign: switch s case "0"`+"\tsays no in no test")
}

// TestBroken: a test that fails with all guards in place is an error, whatever it would say of
// guards.
func TestBroken(t *testing.T) {
	t.Setenv("SAMPLE_BROKEN", "1")
	_, err := sweepOf(t, sweep{}, "", "", "")
	if err == nil || !strings.Contains(err.Error(), "TestBroken fails with all guards in place") {
		t.Error(err)
	}
}

// TestKnown: known guards need a reason, and must exist.
func TestKnown(t *testing.T) {
	file := func(text string) string {
		path := filepath.Join(t.TempDir(), "known.txt")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	out, err := sweepOf(t, sweep{}, "Check", "", file("// what is known\n\nsample.go Check: n > 100\tsize\n"+
		"sample.go Check: n < -10\timplied\nsample.go Check: n == 17\tno\nsample.go First: Check(n)\tno\n"))
	if err != nil {
		t.Error(err)
	}
	contains(t, out, "19 guards in sample, 8 of them looked at, 4 known, 0 missed by no test")
	for text, why := range map[string]string{
		"sample.go Check: n > 100\n":          "no tab and reason",
		"sample.go Check: n > 100\t \n":       "no tab and reason",
		"sample.go Check: n > 1000\tsize\n":   "there is no guard sample.go Check: n > 1000",
		"sample.go Check: n > 100 #2\tsize\n": "there is no guard",
	} {
		if _, err := sweepOf(t, sweep{}, "", "", file(text)); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := sweepOf(t, sweep{}, "", "", filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("no file")
	}
}

// TestChoose: the tenths part the guards, today's is one of them, and other numbers are refused.
func TestChoose(t *testing.T) {
	guards, packages, err := find(sample)
	if err != nil || packages[0].name != "sample" {
		t.Fatal(packages, err)
	}
	var all []int
	today, err := choose(guards, "", "today")
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, n := range strings.Split("0 1 2 3 4 5 6 7 8 9", " ") {
		part, err := choose(guards, "", n)
		if err != nil {
			t.Fatal(err)
		}
		found = found || slices.Equal(part, today)
		all = append(all, part...)
	}
	slices.Sort(all)
	if len(all) != len(guards) || len(slices.Compact(all)) != len(guards) || !found {
		t.Errorf("%v of %d, today %v", all, len(guards), today)
	}
	for _, n := range []string{"10", "-1", "x"} {
		if _, err := choose(guards, "", n); err == nil {
			t.Errorf("-tenth %s", n)
		}
	}
	if _, err := choose(guards, "(", ""); err == nil {
		t.Error("(")
	}
}

// TestNames: equal guards of one function are counted, and names do not depend on lines.
func TestNames(t *testing.T) {
	dir := t.TempDir()
	text := "package p\n\nimport \"errors\"\n\nfunc (t *T[K]) F(n int) error {\n\tif n < 0 {\n" +
		"\t\treturn errors.New(\"a\")\n\t}\n\tif n <\n\t\t0 {\n\t\treturn errors.New(\"b\")\n\t}\n\treturn nil\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "p.go"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	guards, _, err := find(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, g := range guards {
		names = append(names, g.String())
	}
	if want := []string{"p.go T[K].F: n < 0", "p.go T[K].F: n < 0 #2"}; !slices.Equal(names, want) {
		t.Errorf("%q", names)
	}
}
