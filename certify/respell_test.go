package certify

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

// ones are expressions of the number 1. That the last two are is not proved.
var ones = []string{
	"log(6)/(log(2)+log(3))",
	"4*(atan(1/2)+atan(1/3))/pi",
	"4*(4*atan(1/5)-atan(1/239))/pi",
	"(sqrt(5+2*sqrt(6))-sqrt(2))/sqrt(3)",
	"sin(pi/5)/sqrt((5-sqrt(5))/8)",
	"2*(cos(pi/7)-cos(2*pi/7)+cos(3*pi/7))",
	"besselj(1/2,1)/(sqrt(2/pi)*sin(1))",
	"gamma(1/3)*gamma(2/3)*sqrt(3)/(2*pi)",
	"((10^40+pi)-10^40)/pi",
	"((10^(-40)+sqrt(2))-10^(-40))/sqrt(2)",
	"sqrt(10^80+2*10^40+1)-10^40",
	"2*sin(1)*cos(1)/sin(2)",
	"erf(1/2)/(1-erfc(1/2))*sin(3)/(3*sin(1)-4*sin(1)^3)",
}

// one returns the n-th of them.
func one(t *testing.T, n int) *formula.Expr {
	k, err := parser.Parse(ones[n%len(ones)], nil)
	require.NoError(t, err)
	return k.Expr()
}

// respell multiplies the constants of e for which which says so by an expression of 1; integers in
// exponents and orders of Bessel functions are constants as well.
func respell(e, unit *formula.Expr, which func(i int) bool) *formula.Expr {
	i := 0
	var walk func(e *formula.Expr) *formula.Expr
	walk = func(e *formula.Expr) *formula.Expr {
		e = e.Body()
		switch e.Op() {
		case formula.OpNum, formula.OpPi, formula.OpE:
			if i++; which(i - 1) {
				return formula.Apply(formula.OpMul, e, unit)
			}
			return e
		}
		if len(e.Args()) == 0 {
			return e
		}
		args := make([]*formula.Expr, len(e.Args()))
		for j, a := range e.Args() {
			args[j] = walk(a)
		}
		return formula.Apply(e.Op(), args...)
	}
	return walk(e)
}

// constantsOf counts what respell can change.
func constantsOf(e *formula.Expr) (n int) {
	respell(e, formula.Int(1), func(int) bool { n++; return false })
	return n
}

// respelled returns formulas of the function of e, numbered from seed on.
func respelled(t *testing.T, e *formula.Expr, seed int) []string {
	n := constantsOf(e)
	all := func(int) bool { return true }
	only := func(k int) func(int) bool { return func(i int) bool { return i == k } }
	f := e.String()
	out := []string{
		respell(e, one(t, seed), only(seed%max(n, 1))).String(),
		respell(e, one(t, seed+3), all).String(),
		fmt.Sprintf("2*(%s) - (%s)", f, respell(e, one(t, seed+5), only((seed+1)%max(n, 1)))),
		fmt.Sprintf("2*(%s) - (%s)", respell(e, one(t, seed+1), all), respell(e, one(t, seed+7), all)),
	}
	u, b := ones[(seed+2)%len(ones)], fmt.Sprintf("%d/7", 3+seed%40)
	return append(out,
		fmt.Sprintf("(%s) + cos(%s*z) - cos(%s*(%s)*z)", f, b, b, u),
		fmt.Sprintf("(%s) + z*(cos(%s*z) - cos(%s*(%s)*z))", f, b, b, u),
		fmt.Sprintf("z < %s ? (z < %s*(%s) ? %s : -7) : %s", b, b, u, f, f),
		fmt.Sprintf("(%s) + exp(-%s*z) - exp(-%s*(%s)*z)", f, b, b, u))
}

// respellRows returns derived formulas with the answers of their originals, every step-th.
func respellRows(t *testing.T, step int) []knownRow {
	var out []knownRow
	n := 0
	for _, path := range []string{"../testdata/known.json", "../testdata/known_more.json"} {
		for i, r := range knownRows(t, path) {
			if r.Dim > 16 || strings.Contains(r.Formula, "==") || strings.Contains(r.Formula, "!=") {
				continue
			}
			k, err := parser.Parse(r.Formula, nil)
			require.NoError(t, err)
			for _, f := range respelled(t, k.Expr(), i) {
				if n++; n%step == 0 {
					out = append(out, knownRow{f, r.Dim, r.Expect, "it is " + r.Formula})
				}
			}
		}
	}
	return out
}

// respellTime bounds one certificate on a machine that is busy; its budget ends it sooner on any
// other.
const respellTime = 3 * time.Minute

// TestRespelled: however the constants of a kernel are written, no claim is decided against the
// known answer.
func TestRespelled(t *testing.T) {
	step := 389
	if testlong.Enabled() {
		step = 5
	}
	rows := respellRows(t, step)
	rows = testlong.Some(append(rows[1:], rows[0]), 10) // the first takes seconds
	if testlong.Enabled() {
		require.GreaterOrEqual(t, len(rows), 300)
	}
	var mu sync.Mutex
	decided, open, late, refused := 0, 0, 0, 0
	var wg sync.WaitGroup
	next := make(chan knownRow)
	for range 2 {
		wg.Go(func() {
			for r := range next {
				k, err := parser.Parse(r.Formula, nil)
				if err != nil { // an exponent that is not seen to be an integer, with a base that changes its sign
					mu.Lock()
					refused++
					mu.Unlock()
					continue
				}
				ctx, cancel := context.WithTimeout(context.Background(), respellTime)
				cert, err := Run(ctx, k, r.Dim, &Settings{SkipMass: true})
				cancel()
				mu.Lock()
				if err != nil {
					late++
					mu.Unlock()
					continue
				}
				for id, want := range r.Expect {
					switch cl := cert.Claim(id); cl.Status {
					case Proved, Refuted:
						decided++
						if (cl.Status == Proved) != want {
							t.Errorf("%s in R^%d: %s is %s (%s: %s), but %s", r.Formula, r.Dim, id, cl.Status, cl.Rule, cl.Because, r.Why)
						}
					default:
						open++
					}
				}
				mu.Unlock()
			}
		})
	}
	for i, r := range rows {
		if i%20 == 0 {
			t.Logf("%d of %d formulas", i, len(rows))
		}
		next <- r
	}
	close(next)
	wg.Wait()
	t.Logf("%d formulas: %d claims decided, %d not, %d formulas stopped after %v, %d not parsed", len(rows), decided, open,
		late, respellTime, refused)
	assert.Less(t, refused, 1+len(rows)/20)
	if testlong.Enabled() { // one formula may have no claim that is decided
		assert.Positive(t, decided)
	}
}

// TestRespellIsEqual: the derived formulas are what they say.
func TestRespellIsEqual(t *testing.T) {
	for n := range ones {
		v := eval.Enclose(nil, one(t, n), nil, 512)
		assert.True(t, v.ContainsRat(big.NewRat(1, 1)) && v.RelAccuracyBits() > 100, ones[n])
	}
}
