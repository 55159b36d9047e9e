package certify

import (
	"context"
	"math/big"
	"math/rand/v2"
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
			if turn++; len(row.Formula) > 90 || row.Dim > 9 || len(places) == 0 || !testlong.Turn(turn, 300) {
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

// exponentFamilies have a parameter p in exponents, orders and beside them.
var exponentFamilies = []string{"exp(-z^p)", "exp(-z^p)*cos(z)", "1/(1+z^p)", "(1+z^p)^(-2)", "(1+z^2)^(-p)", "(1+z)^(-p)", "max(0,1-z)^p",
	"max(0,1-z)^p*(1+p*z)", "max(0,1-z^2)^p", "max(0,1-z^p)", "besselk(p,z)*z^p", "besselj(p,z)/z^p", "besselk(p,z)*z^(3/2)", "z^p*exp(-z)",
	"z^(p-1)*exp(-z)", "exp(-z)+z^p*exp(-2*z)", "-z^p", "z^p", "-log(1+z^p)", "-(1+z^2)^p", "(1+z^2)^p", "1-(z^p/(1+z^p))^(1/4)",
	"exp(-theta^p)", "(1+u)^p", "exp(-z^p)-exp(-z^p*2)/4", "cos(z^p)*exp(-z)", "sin(z^p)/z^p", "z^(2*p)*log(z)", "exp(-z^p-z^(2*p))",
	"z^p*besselk(1,z)", "(1-z^p)*exp(-z)", "abs(1-z)^p*exp(-z)", "z < 1 ? (1-z)^p : (z-1)^2*exp(-z)", "exp(-z^p)*z^p", "gamma(p)*exp(-z)",
	"powered_exponential(p)", "cauchy(p,2)", "matern(p)", "logarithmic(p)", "power(p)", "askey(p,1)", "inverse_multiquadric(1,p)",
	"z^p-z^2", "exp(-z^p)+z^(p-2)", "(z^p-1)^2*exp(-z)", "atan(z^p)*exp(-z)", "besselj(0,z^p)*exp(-z)", "sqrt(1+z^p)*exp(-z)"}

// TestExponentsAsBoxes: what is decided for an interval of exponents is decided so, if at all, at values in it, and verifies.
func TestExponentsAsBoxes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	decided, values := 0, 0
	for i, text := range exponentFamilies {
		if !testlong.Turn(i, 12) {
			continue
		}
		for range testlong.RoundsTo(4, 12) {
			lo := big.NewRat(rng.Int64N(28)-4, 8)
			width := big.NewRat(1+rng.Int64N(8), []int64{4, 8, 32, 1000}[rng.IntN(4)])
			over := &formula.Range{Name: "p", Lo: lo, Hi: new(big.Rat).Add(lo, width), OpenLo: rng.IntN(2) == 0, OpenHi: rng.IntN(2) == 0}
			k, err := parser.Parse(text, &parser.Options{Over: []*formula.Range{over}})
			if err != nil {
				continue // undefined, or outside of the range of a named kernel
			}
			dim := []int{1, 2, 3, 5}[rng.IntN(4)]
			cert, err := Run(context.Background(), k, dim, &Settings{Effort: 0.25})
			require.NoError(t, err, "%s", k)
			for n := range 3 {
				at := new(big.Rat).Add(lo, new(big.Rat).Mul(width, big.NewRat(1+int64(n)*2+rng.Int64N(2), 7)))
				one, err := parser.Parse(text, &parser.Options{Params: map[string]string{"p": at.RatString()}})
				if err != nil { // somewhere the kernel has no value
					for _, cl := range cert.Claims() {
						assert.Equal(t, Undecided, cl.Status, "%s of %s, which is not defined at %s: %v", cl.ID, k, at, err)
					}
					break
				}
				values++
				single, err := Run(context.Background(), one, dim, &Settings{Effort: 0.25})
				require.NoError(t, err)
				for _, cl := range cert.Claims() {
					if cl.Status != Proved && cl.Status != Refuted {
						assert.Equal(t, Undecided, cl.Status, "nothing is estimated: %s", k)
						continue
					}
					against := map[Status][]Status{Proved: {Refuted, Unlikely}, Refuted: {Proved, Likely}}[cl.Status]
					assert.NotContains(t, against, single.Claim(cl.ID).Status, "%s in R^%d: %s is %s by %s, and at %s %s", k, dim, cl.ID, cl.Status,
						cl.Rule, at, single.Claim(cl.ID).Because)
					if n == 0 {
						decided++
						r := verify.New(cert, k, dim, 0).Claim(context.Background(), cl.ID)
						assert.Equal(t, check.Accepted, r.Verdict, "%s of %s in R^%d: %s", cl.ID, k, dim, r.Why)
					}
				}
			}
		}
	}
	t.Logf("%d claims decided for intervals, %d values", decided, values)
	assert.Positive(t, decided)
}
