package certify

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/language"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

var updateGolden = flag.Bool("update-golden", false, "certify all rows and write testdata/golden.tsv")

const goldenFile = "../testdata/golden.tsv"

// A goldenRow is a kernel in a dimension.
type goldenRow struct {
	formula string
	dim     int
}

// goldenRows returns the rows of all tables of known truths and the catalogue, each once, in a fixed order.
func goldenRows(t *testing.T) (rows []goldenRow) {
	t.Helper()
	tables, err := filepath.Glob("../testdata/known*.json")
	require.NoError(t, err)
	for _, path := range tables {
		for _, r := range knownRows(t, path) {
			rows = append(rows, goldenRow{r.Formula, r.Dim})
		}
	}
	for _, e := range language.Catalogue() {
		args := make([]string, len(e.Params))
		for i, p := range e.Params {
			if args[i] = "2"; p.Default != nil {
				args[i] = p.Default.RatString()
			}
		}
		formula := e.Name + "(" + strings.Join(args, ",") + ")"
		if _, err := parser.Parse(formula, nil); err != nil {
			continue // the parameter is out of range
		}
		for _, dim := range []int{1, 2, 3, 16} {
			rows = append(rows, goldenRow{formula, dim})
		}
	}
	slices.SortFunc(rows, func(a, b goldenRow) int {
		if c := strings.Compare(a.formula, b.formula); c != 0 {
			return c
		}
		return a.dim - b.dim
	})
	return slices.Compact(rows)
}

// said returns what a certificate says of a row: of each claim the status and the rule that decided, the last lemma of its
// proof; without a rule where none did.
func (r goldenRow) said() string {
	k, err := parser.Parse(r.formula, nil)
	if err != nil {
		return "error: " + err.Error()
	}
	c, err := Run(context.Background(), k, r.dim, &Settings{SkipMass: true})
	if err != nil {
		return "error: " + err.Error()
	}
	var all []string
	for _, cl := range c.Claims() {
		rule := ""
		if cl.Status == Proved || cl.Status == Refuted {
			rule = " " + cl.Rule
		}
		all = append(all, cl.Status.String()+rule)
	}
	return strings.Join(all, "\t")
}

// TestGolden compares the status of every claim, and the rule that decided it, with testdata/golden.tsv: a plain run for a
// fixed sample of the rows, -today for another one every day, -long for all. A difference is a proof won, lost or found
// in another way; look at each, and write the file anew with -long -update-golden.
func TestGolden(t *testing.T) {
	rows := goldenRows(t)
	golden := map[goldenRow]string{}
	if !*updateGolden {
		text, err := os.ReadFile(goldenFile)
		require.NoError(t, err)
		for line := range strings.Lines(string(text)) {
			fields := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 3)
			if len(fields) < 3 || fields[0] == "formula" {
				continue
			}
			dim, err := strconv.Atoi(fields[1])
			require.NoError(t, err)
			golden[goldenRow{fields[0], dim}] = fields[2]
		}
		assert.Len(t, golden, len(rows), "rows of %s", goldenFile)
	}
	found := make([]string, len(rows))
	next := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				found[i] = rows[i].said()
			}
		})
	}
	for i := range rows {
		if *updateGolden || testlong.Turn(i, 56) {
			next <- i
		}
	}
	close(next)
	wg.Wait()
	if *updateGolden {
		var names []string
		for _, id := range IDs() {
			names = append(names, string(id))
		}
		var b strings.Builder
		fmt.Fprintf(&b, "formula\tdimension\t%s\n", strings.Join(names, "\t"))
		for i, r := range rows {
			fmt.Fprintf(&b, "%s\t%d\t%s\n", r.formula, r.dim, found[i])
		}
		require.NoError(t, os.WriteFile(goldenFile, []byte(b.String()), 0o644))
		return
	}
	for i, r := range rows {
		if found[i] == "" || found[i] == golden[r] {
			continue
		}
		was, is := strings.Split(golden[r], "\t"), strings.Split(found[i], "\t")
		if len(was) != len(is) {
			t.Errorf("%s in R^%d: was %q, is %q", r.formula, r.dim, golden[r], found[i])
			continue
		}
		for j, id := range IDs() {
			if j < len(is) && was[j] != is[j] {
				t.Errorf("%s in R^%d: %s was %s, is %s", r.formula, r.dim, id, was[j], is[j])
			}
		}
	}
}
