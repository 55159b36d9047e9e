package certify

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/certificate"
	"krein/internal/certify/check"
	"krein/internal/kernel/language"
	"krein/internal/testlong"
	"krein/kernel"
	"krein/kernel/parser"
)

// mostMemory bounds what a certificate of a row may take, and its verification.
const mostMemory = 1 << 30

// TestTimes tells, with -long, the processor time and the memory of the certificate of every row of every table and of
// every kernel of the catalogue, with its masses, and of its verification. It fails for no time: machines differ.
func TestTimes(t *testing.T) {
	if !testlong.Enabled() {
		t.Skip("with -long")
	}
	type row struct {
		kernel *kernel.Kernel
		dim    int
	}
	tables := map[string][]row{}
	paths, err := filepath.Glob("../testdata/known*.json")
	require.NoError(t, err)
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		for _, r := range knownRows(t, path) {
			k, err := parser.Parse(r.Formula, nil)
			require.NoError(t, err)
			tables[name] = append(tables[name], row{k, r.Dim})
		}
	}
	for _, e := range language.Catalogue() {
		for _, dim := range []int{3, 16, 784} {
			tables["catalogue"] = append(tables["catalogue"], row{named(t, e), dim})
		}
	}
	for name, rows := range tables {
		t.Run(name, func(t *testing.T) {
			var all []time.Duration
			var most int64
			var sum, again time.Duration
			longer := 0
			for _, r := range rows {
				var c *Certificate
				took := testlong.Measure(func() {
					var err error
					c, err = Run(context.Background(), r.kernel, r.dim, nil)
					require.NoError(t, err)
				})
				checked := testlong.Measure(func() {
					checker, err := verified(c, r.kernel, r.dim)
					require.NoError(t, err)
					if c.Mass().Kind == certificate.MassEnclosed {
						masses := checker.Masses(context.Background())
						require.Equal(t, check.Accepted, masses.Verdict, "%s in R^%d: %s", r.kernel, r.dim, masses.Why)
					}
				})
				all = append(all, took.Processor)
				sum, again = sum+took.Processor, again+checked.Processor
				if checked.Processor > took.Processor+5*time.Millisecond {
					longer++
				}
				most = max(most, took.Memory, checked.Memory)
				if took.Processor > 3*time.Second || checked.Processor > took.Processor+5*time.Millisecond {
					t.Logf("%v, verified in %v: %s in R^%d, masses %s", took.Processor, checked.Processor, r.kernel, r.dim,
						c.Mass().Kind)
				}
				assert.LessOrEqual(t, max(took.Memory, checked.Memory), int64(mostMemory), "%s in R^%d", r.kernel, r.dim)
			}
			slices.Sort(all)
			t.Logf("verification takes longer by 5 ms for %d, %v in all against %v", longer, again, sum)
			t.Logf("%d rows: median %v, 90 %% %v, largest %v; %d MB at most", len(all), all[len(all)/2], all[len(all)*9/10],
				all[len(all)-1], most>>20)
		})
	}
}
