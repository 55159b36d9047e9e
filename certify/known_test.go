package certify

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify/verify"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check"
	"krein/internal/testlong"
	"krein/kernel"
	"krein/kernel/parser"
)

type knownRow struct {
	Formula string      `json:"formula"`
	Dim     int         `json:"dim"`
	Expect  map[ID]bool `json:"expect"`
	Why     string      `json:"why"`
}

func knownRows(t *testing.T, path string) []knownRow {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	var table struct{ Rows []knownRow }
	require.NoError(t, json.Unmarshal(data, &table))
	require.NotEmpty(t, table.Rows)
	return table.Rows
}

// TestClaimsStandOnce: no two rows of the tables say the same claim of a formula in a dimension: testdata/gen/unique.py.
func TestClaimsStandOnce(t *testing.T) {
	tables, err := filepath.Glob("../testdata/known*.json")
	require.NoError(t, err)
	where := map[string]string{}
	for _, path := range tables {
		for _, r := range knownRows(t, path) {
			require.NotEmpty(t, r.Expect, "%s in R^%d, %s", r.Formula, r.Dim, path)
			for id := range r.Expect {
				claim := fmt.Sprintf("%s of %s in R^%d", id, r.Formula, r.Dim)
				assert.Empty(t, where[claim], "%s stands in %s, too", claim, path)
				where[claim] = path
			}
		}
	}
}

// someRows returns a part of the rows of a table, all of them with -long.
func someRows(t *testing.T, name string) []knownRow {
	t.Helper()
	rows, n := knownRows(t, "../testdata/"+name+".json"), 14
	if len(rows) > 400 {
		n = 28
	}
	var some []knownRow
	for i, r := range rows {
		if testlong.Turn(i+3, n) { // those without a flag take less than the first rows do
			some = append(some, r)
		}
	}
	return some
}

// checkTable certifies every row and has each proof checked again from the encoded certificate. It
// fails if a status is the opposite of the truth, if a proof is not accepted, or if fewer claims of
// a kind are proved or refuted than the given fraction.
func checkTable(t *testing.T, rows []knownRow, decided map[ID]float64) {
	t.Helper()
	type result struct {
		cert          *Certificate
		err           error
		took, checked time.Duration
	}
	results := make([]result, len(rows))
	var wg sync.WaitGroup
	next := make(chan int)
	for range 2 {
		wg.Go(func() {
			for i := range next {
				start := time.Now()
				k, err := parser.Parse(rows[i].Formula, nil)
				if err != nil {
					results[i].err = err
					continue
				}
				results[i].cert, results[i].err = Run(context.Background(), k, rows[i].Dim, &Settings{SkipMass: true})
				results[i].took = time.Since(start)
				if results[i].err != nil {
					continue
				}
				start = time.Now()
				results[i].err = verifyAgain(results[i].cert, k, rows[i].Dim)
				results[i].checked = time.Since(start)
				if results[i].took > 3*time.Second {
					t.Logf("slow: %s in R^%d took %v", rows[i].Formula, rows[i].Dim, results[i].took)
				}
			}
		})
	}
	for i := range rows {
		next <- i
	}
	close(next)
	wg.Wait()

	right, open, guessed := make(map[ID]int), make(map[ID]int), make(map[ID]int)
	var times []time.Duration
	var certifying, checking time.Duration
	for i, r := range rows {
		name := fmt.Sprintf("%s in R^%d", r.Formula, r.Dim)
		if results[i].err != nil {
			t.Errorf("%s: %v", name, results[i].err)
			continue
		}
		times = append(times, results[i].took)
		certifying, checking = certifying+results[i].took, checking+results[i].checked
		for _, id := range IDs() {
			want, ok := r.Expect[id]
			if !ok {
				continue
			}
			cl := results[i].cert.Claim(id)
			switch {
			case holds(cl.Status) && !want || fails(cl.Status) && want:
				t.Errorf("%s: %s is %s (%s: %s), but the truth is %v (%s)", name, id, cl.Status, cl.Rule, cl.Because, want, r.Why)
			case cl.Status == Undecided:
				open[id]++
				t.Logf("undecided: %s: %s, truth %v: %s [%s]", name, id, want, cl.Because, cl.Rule)
			case cl.Proof == nil:
				guessed[id]++
				t.Logf("%v: %s: %s: %s [%s]", cl.Status, name, id, cl.Because, cl.Rule)
			default:
				right[id]++
			}
		}
	}
	for _, id := range IDs() {
		n := right[id] + open[id] + guessed[id]
		t.Logf("%-22s %3d of %3d proved or refuted, %d estimated", id, right[id], n, guessed[id])
		least := math.Floor(decided[id] * float64(n))
		if !testlong.Enabled() {
			least -= 2 // a few rows may be those that are open
		}
		if float64(right[id]) < least {
			t.Errorf("%s: only %d of %d rows proved or refuted, want %.0f %%", id, right[id], n, 100*decided[id])
		}
	}
	sort.Slice(times, func(i, j int) bool { return times[i] < times[j] })
	if len(times) > 0 {
		t.Logf("time per certificate: median %v, largest %v; all: certifying %v, checking %v", times[len(times)/2],
			times[len(times)-1], certifying, checking)
	}
}

// verifyAgain has every proof of the certificate, as it is written to a file, checked.
func verifyAgain(c *Certificate, k *kernel.Kernel, dim int) error {
	_, err := verified(c, k, dim)
	return err
}

// verified also returns the checker, for the masses. Nothing searches but the certificate's prover.
func verified(c *Certificate, k *kernel.Kernel, dim int) (*verify.Checker, error) {
	data, err := c.MarshalJSON()
	if err != nil {
		return nil, err
	}
	read, err := certificate.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	checker := verify.New(read, k.CutAt(searchless{}), dim, 0)
	for _, cl := range read.Claims() {
		if cl.Proof == nil {
			continue
		}
		r := checker.Claim(context.Background(), cl.ID)
		if r.Verdict != check.Accepted {
			return nil, fmt.Errorf("the proof of %s is %v: step %s: %s", cl.ID, r.Verdict, r.Rule, r.Why)
		}
	}
	return checker, nil
}

var mostDecided = map[ID]float64{FiniteMass: 0.95, PD: 0.95, CompletelyMonotone: 0.95, PDSphere: 0.9, PDAllSpheres: 0.9,
	ConditionallyPD: 0.8, PositiveDecomposition: 0.9}

func TestKnown(t *testing.T) { checkTable(t, someRows(t, "known"), mostDecided) }

func TestKnownMore(t *testing.T) {
	checkTable(t, someRows(t, "known_more"), mostDecided)
}

func TestKnownAnalyst(t *testing.T) {
	checkTable(t, someRows(t, "known_analyst"), mostDecided)
}

// TestKnownHyperbolic is about hyperbolic and Bernstein functions, and what lies beside them.
func TestKnownHyperbolic(t *testing.T) {
	checkTable(t, someRows(t, "known_hyperbolic"), map[ID]float64{FiniteMass: 1, PD: 0.85, CompletelyMonotone: 0.89,
		PDSphere: 0.87, PDAllSpheres: 0.87, ConditionallyPD: 0.85, PositiveDecomposition: 1})
}

// TestKnownIsCurrent compares the copy in testdata with the shared original.
func TestKnownIsCurrent(t *testing.T) {
	shared := os.Getenv("KREIN_SHARED")
	if shared == "" {
		shared = filepath.Join("..", "..", "shared")
	}
	original, err := os.ReadFile(filepath.Join(shared, "truth", "known.json"))
	if err != nil {
		t.Skipf("no shared table to compare with (set KREIN_SHARED): %v", err)
	}
	copied, err := os.ReadFile("../testdata/known.json")
	require.NoError(t, err)
	if strings.TrimSpace(string(original)) != strings.TrimSpace(string(copied)) {
		t.Error("testdata/known.json differs from shared/truth/known.json; certifying the shared table instead")
		checkTable(t, knownRows(t, filepath.Join(shared, "truth", "known.json")), mostDecided)
	}
}

// holds and fails are what a status says, proved or not.
func holds(s Status) bool { return s == Likely || s == Proved }
func fails(s Status) bool { return s == Unlikely || s == Refuted }

// TestKnownSpheres is about spheres.
func TestKnownSpheres(t *testing.T) {
	checkTable(t, someRows(t, "known_spheres"), map[ID]float64{FiniteMass: 0.97, PD: 0.96, CompletelyMonotone: 0.97,
		PDSphere: 0.93, PDAllSpheres: 0.96, ConditionallyPD: 0.93, PositiveDecomposition: 0.93})
}

// TestKnownConstants is about irrational exponents and orders, and about pieces that coincide or
// cross.
func TestKnownConstants(t *testing.T) {
	checkTable(t, someRows(t, "known_constants"), map[ID]float64{FiniteMass: 1, PD: 1, CompletelyMonotone: 1,
		PDSphere: 0.98, PDAllSpheres: 0.97, ConditionallyPD: 1, PositiveDecomposition: 1})
}

// TestKnownPeriodic is about functions of a period that are not analytic.
func TestKnownPeriodic(t *testing.T) {
	checkTable(t, someRows(t, "known_periodic"),
		map[ID]float64{FiniteMass: 0.93, PD: 0.91, ConditionallyPD: 0.9, PositiveDecomposition: 0.95})
}

// TestKnownUnseen is about kernels that were written down before the prover was asked.
func TestKnownUnseen(t *testing.T) {
	checkTable(t, someRows(t, "known_unseen"), map[ID]float64{FiniteMass: 0.98, PD: 0.9, CompletelyMonotone: 0.92,
		PDSphere: 0.88, PDAllSpheres: 0.86, ConditionallyPD: 0.86, PositiveDecomposition: 1})
}

// TestKnownConditional is about kernels that grow like a power.
func TestKnownConditional(t *testing.T) {
	checkTable(t, someRows(t, "known_conditional"), map[ID]float64{ConditionallyPD: 1})
}

// TestKnownCircle is about spheres by integration by parts, two points, and functions of a period.
func TestKnownCircle(t *testing.T) {
	checkTable(t, someRows(t, "known_circle"), map[ID]float64{FiniteMass: 1, PD: 1, PDSphere: 1, PDAllSpheres: 1})
}

// ofUnseen is what is to be decided of rows that nobody chose for the prover.
var ofUnseen = map[ID]float64{FiniteMass: 0.97, PD: 0.97, CompletelyMonotone: 0.97, PDSphere: 0.97, PDAllSpheres: 0.97,
	ConditionallyPD: 0.97, PositiveDecomposition: 0.97}

// TestKnownFresh is about kernels of textbooks and users, written down before the prover was asked.
func TestKnownFresh(t *testing.T) {
	checkTable(t, someRows(t, "known_fresh"), ofUnseen)
}

// TestKnownBrought is about kernels in the manner of what people ask in public, written down before the prover was asked.
func TestKnownBrought(t *testing.T) {
	checkTable(t, someRows(t, "known_brought"), ofUnseen)
}

// TestKnownKinds is about kernels of the kinds that had stayed undecided among those.
func TestKnownKinds(t *testing.T) {
	checkTable(t, someRows(t, "known_kinds"), map[ID]float64{FiniteMass: 0.85, PD: 0.85, CompletelyMonotone: 0.9, PDSphere: 0.95, PDAllSpheres: 0.97,
		ConditionallyPD: 0.97, PositiveDecomposition: 0.97})
}

// TestKnownAsked is about kernels of machine learning, geostatistics, approximation, signal processing and spheres, written down
// before the prover was asked.
func TestKnownAsked(t *testing.T) {
	checkTable(t, someRows(t, "known_asked"), ofUnseen)
}

// TestKnownFields, TestKnownNetworks and TestKnownEdges are about kernels that were written down before the prover was
// asked: of covariance models and radial basis functions, of users of kernels, and at critical parameters.
func TestKnownFields(t *testing.T) {
	checkTable(t, someRows(t, "known_fields"), ofUnseen)
}

func TestKnownNetworks(t *testing.T) {
	checkTable(t, someRows(t, "known_networks"), ofUnseen)
}

func TestKnownEdges(t *testing.T) {
	checkTable(t, someRows(t, "known_edges"), ofUnseen)
}

// TestKnownAlgebra is about completely monotone and Bernstein functions, compact support, conditionally positive
// definite functions and spheres, written down before the prover was asked.
func TestKnownAlgebra(t *testing.T) {
	checkTable(t, someRows(t, "known_algebra"), ofUnseen)
}

// TestKnownPackages is about what users of packages for fields, regression and interpolation type, written down before
// the prover was asked.
func TestKnownPackages(t *testing.T) {
	decided := maps.Clone(ofUnseen)
	decided[PDAllSpheres] = 0.96
	checkTable(t, someRows(t, "known_packages"), decided)
}

// TestKnownPractice is about kernels as practitioners write them, on R^d and on spheres, written down before the prover
// was asked.
func TestKnownPractice(t *testing.T) {
	checkTable(t, someRows(t, "known_practice"), ofUnseen)
}
