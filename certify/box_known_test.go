package certify

import (
	"context"
	"math/big"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify/verify"
	"krein/internal/certify/check"
	"krein/internal/kernel/formula"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

// literal is a number as it stands in a formula, apart from names.
var literal = regexp.MustCompile(`(^|[^\pL\pN_.])([0-9]+(?:\.[0-9]+)?)($|[^\pL\pN_.])`)

// TestKnownLiteralsAsBoxes: a number in a known formula becomes a parameter with a narrow interval around it. What is decided
// for the interval is decided for the number, so it is what the tables say; most exponents stay open.
func TestKnownLiteralsAsBoxes(t *testing.T) {
	tables, err := filepath.Glob("../testdata/known*.json")
	require.NoError(t, err)
	decided, open, turn := 0, 0, 0
	for _, path := range tables {
		for _, row := range knownRows(t, path) {
			places := literal.FindAllStringSubmatchIndex(row.Formula, -1)
			if turn++; len(row.Formula) > 90 || row.Dim > 9 || len(places) == 0 || !testlong.Turn(turn, 150) {
				continue
			}
			at := places[turn%len(places)]
			c, ok := new(big.Rat).SetString(row.Formula[at[4]:at[5]])
			require.True(t, ok)
			if c.Sign() == 0 {
				continue
			}
			text := row.Formula[:at[4]] + "boxed" + row.Formula[at[5]:]
			wide := big.NewRat(5, 1000)
			over := &formula.Range{Name: "boxed", Lo: new(big.Rat).Mul(c, new(big.Rat).Sub(big.NewRat(1, 1), wide)),
				Hi: new(big.Rat).Mul(c, new(big.Rat).Add(big.NewRat(1, 1), wide))}
			k, err := parser.Parse(text, &parser.Options{Over: []*formula.Range{over}})
			if err != nil {
				continue // an integer, or a range of a named kernel
			}
			var ids []ID
			for id := range row.Expect {
				ids = append(ids, id)
			}
			slices.Sort(ids)
			cert, err := Run(context.Background(), k, row.Dim, &Settings{Claims: ids, Effort: 0.25})
			require.NoError(t, err)
			for _, id := range ids {
				switch cl := cert.Claim(id); cl.Status {
				case Proved, Refuted:
					decided++
					assert.Equal(t, row.Expect[id], cl.Status == Proved, "%s of %s in R^%d, %s: %s", id, k, row.Dim, path, cl.Because)
					r := verify.New(cert, k, row.Dim, 0).Claim(context.Background(), id)
					assert.Equal(t, check.Accepted, r.Verdict, "%s of %s in R^%d: %s", id, k, row.Dim, r.Why)
				default:
					open++
					assert.Equal(t, Undecided, cl.Status, "nothing is estimated")
				}
			}
		}
	}
	t.Logf("%d claims decided, %d open", decided, open)
	assert.Positive(t, decided)
}
