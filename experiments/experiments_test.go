package main

import (
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// write writes rows of two classes in nine columns as a data set.
func write(t *testing.T, path string, n int) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(f)
	for i := range n {
		fmt.Fprint(z, i%2)
		for j := range 9 { // quasi-random directions, for fewer, take their time
			fmt.Fprintf(z, ",%d", i*(7+j)%11+5*(i%2))
		}
		fmt.Fprintln(z)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// The page has the paper's numbers beside measured ones, names what is absent, and every row of a table
// has as many cells as its head.
func TestSeed003(t *testing.T) {
	l := &lab{data: t.TempDir(), runs: 1, rows: 60, raw: map[string]any{}}
	write(t, filepath.Join(l.data, "letter", "train.csv.gz"), 80)
	write(t, filepath.Join(l.data, "letter", "test.csv.gz"), 40)
	if err := seed003(context.Background(), l); err != nil {
		t.Fatal(err)
	}
	page := l.out.String()
	for _, want := range []string{
		"| delta-gaussian | letter | GORF, published | 0.3154 ± 0.0424 |", "| delta-gaussian | letter | **krein** |",
		"| polynomial | letter | **krein**, 10 columns | 0.0000 ± 0.0000 |", "usps | absent: skipped", "| letter | 60 | GORF's Algorithm 1 |",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	cells := 0
	for _, line := range strings.Split(page, "\n") {
		n := strings.Count(line, "|")
		if n == 0 {
			cells = 0
			continue
		}
		if cells == 0 {
			cells = n
		}
		if n != cells && !strings.Contains(line, "K − ΦJΦᵀ") {
			t.Errorf("%d cells, not %d: %s", n, cells, line)
		}
	}
	if len(l.raw) != 5+3*4 {
		t.Errorf("%d raw results", len(l.raw))
	}
}

func TestMade(t *testing.T) {
	if got := made([]string{"all", "--data", "x", "--quick", "--json", "y"}); got != "all --quick" {
		t.Error(got)
	}
}
